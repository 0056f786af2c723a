//! What happens in an employment: its history, and what is planned.

use super::super::kinds::EmploymentChange;
use super::EmploymentRow;
use crate::access::{PeopleScope, UpkeepScope};
use crate::shared::day::{Day, Moment};
use crate::shared::id::{EmployeeId, PersonId, TenantId};
use db::{Db, Read, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

/// A past or planned event in an employment.
#[derive(Clone, Debug)]
pub struct EmploymentEventRow {
    pub id: Uuid,
    pub change: EmploymentChange,
    pub day: Day,
    pub recorded_at: Moment,
    pub recorded_by: Option<String>,
    pub is_applied: bool,
}
db::row!(EmploymentEventRow { id, change, day, recorded_at, recorded_by, is_applied });

const EVENT: &str = "v.id, v.kind, v.day, v.recorded_at, recorder.first_name || ' ' || recorder.last_name,
      v.applied_at IS NOT NULL
    FROM employment_event v LEFT JOIN person recorder ON recorder.id = v.recorded_by";

pub(crate) async fn event_of(
    mut from: impl Read,
    scope: &PeopleScope,
    employee: EmployeeId,
    event: Uuid,
) -> db::Result<Option<EmploymentEventRow>> {
    let sql = format!(
        "SELECT {EVENT} WHERE v.employee_id = $1 AND v.id = $2 AND v.tenant_id = $3 AND v.withdrawn_at IS NULL"
    );
    from.opt(sql, params![employee, event, scope.tenant()]).await
}

pub(crate) struct NewEvent {
    pub id: Uuid,
    pub change: EmploymentChange,
    pub day: Day,
    pub by: Option<PersonId>,
    pub now: Timestamp,
}

pub(crate) async fn record(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
    event: &NewEvent,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO employment_event (id, tenant_id, company_id, employee_id, kind, day, recorded_at, recorded_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            event.id,
            scope.tenant(),
            there.company_id,
            there.employee_id,
            event.change,
            event.day,
            event.now,
            event.by
        ],
    )
    .await?;
    Ok(())
}

/// Events of a kind that haven't happened yet; returns whether there was one.
pub(crate) async fn withdraw_planned(
    tx: &mut Tx,
    scope: &PeopleScope,
    employee: EmployeeId,
    change: EmploymentChange,
    now: Timestamp,
) -> db::Result<bool> {
    let sql = "UPDATE employment_event SET withdrawn_at = $3
         WHERE employee_id = $1 AND kind = $2 AND tenant_id = $4 AND applied_at IS NULL AND withdrawn_at IS NULL";
    Ok(tx.exec(sql, params![employee, change, now, scope.tenant()]).await? > 0)
}

pub(crate) async fn set_last_day(
    tx: &mut Tx,
    scope: &PeopleScope,
    employee: EmployeeId,
    day: Option<Day>,
) -> db::Result<()> {
    tx.exec(
        "UPDATE employee SET last_day = $2, rehire_day = NULL WHERE id = $1 AND tenant_id = $3",
        params![employee, day, scope.tenant()],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_rehire_day(
    tx: &mut Tx,
    scope: &PeopleScope,
    employee: EmployeeId,
    day: Option<Day>,
) -> db::Result<()> {
    tx.exec(
        "UPDATE employee SET rehire_day = $2 WHERE id = $1 AND tenant_id = $3",
        params![employee, day, scope.tenant()],
    )
    .await?;
    Ok(())
}

/// (event, tenant, kind, day, the company's time zone) for events that may be due, in order.
pub(crate) type Due = (Uuid, TenantId, EmploymentChange, Day, String);

pub(crate) async fn due(db: &Db, _: &UpkeepScope, latest: Day) -> db::Result<Vec<Due>> {
    db.all(
        "SELECT v.id, v.tenant_id, v.kind, v.day, c.time_zone
         FROM employment_event v JOIN company c ON c.id = v.company_id
         WHERE v.day <= $1 AND v.applied_at IS NULL AND v.withdrawn_at IS NULL
         ORDER BY v.day, v.recorded_at LIMIT 1000",
        params![latest],
    )
    .await
}

/// What an import changed without dates: (tenant, employee, the company's time zone, whether to tell them).
pub(crate) async fn imported_ends(
    db: &Db,
    _: &UpkeepScope,
) -> db::Result<Vec<(TenantId, EmployeeId, String, bool)>> {
    db.all(
        "SELECT e.tenant_id, e.id, c.time_zone,
           EXISTS (SELECT 1 FROM role_assignment a WHERE a.person_id = e.person_id AND a.company_id = e.company_id)
         FROM employee e JOIN company c ON c.id = e.company_id
         WHERE e.status = 'Terminated' AND e.last_day IS NULL AND NOT e.left_undated ORDER BY e.id LIMIT 1000",
        vec![],
    )
    .await
}

/// People who work again after their termination, according to an import: (tenant, employee, the first day if it's a
/// rehire).
pub(crate) async fn imported_returns(
    db: &Db,
    _: &UpkeepScope,
) -> db::Result<Vec<(TenantId, EmployeeId, Option<Day>)>> {
    db.all(
        "SELECT e.tenant_id, e.id, CASE WHEN e.current_hire_date > e.last_day THEN e.current_hire_date END
         FROM employee e WHERE e.last_day IS NOT NULL AND e.rehire_day IS NULL AND e.status = 'Active'
           AND EXISTS (SELECT 1 FROM employment_event v WHERE v.employee_id = e.id AND v.kind = 'termination'
             AND v.day = e.last_day AND v.applied_at IS NOT NULL)
         ORDER BY e.id LIMIT 1000",
        vec![],
    )
    .await
}

/// An event this transaction handles.
pub(crate) struct DueEvent {
    pub tenant_id: TenantId,
    pub employee_id: EmployeeId,
    pub change: EmploymentChange,
    pub day: Day,
}
db::row!(DueEvent { tenant_id, employee_id, change, day });

/// `None` if another node has taken it.
pub(crate) async fn take_due(
    tx: &mut Tx,
    _: &UpkeepScope,
    event: Uuid,
    now: Timestamp,
) -> db::Result<Option<DueEvent>> {
    tx.opt(
        "UPDATE employment_event SET applied_at = $2
         WHERE id = $1 AND applied_at IS NULL AND withdrawn_at IS NULL
         RETURNING tenant_id, employee_id, kind, day",
        params![event, now],
    )
    .await
}

/// Terminations the employee hasn't been told about: (event, tenant, last day, the company's time zone).
pub(crate) async fn untold(
    db: &Db,
    _: &UpkeepScope,
    latest: Day,
) -> db::Result<Vec<(Uuid, TenantId, Day, String)>> {
    db.all(
        "SELECT v.id, v.tenant_id, v.day, c.time_zone FROM employment_event v JOIN company c ON c.id = v.company_id
         WHERE v.kind = 'termination' AND v.day <= $1 AND v.told_at IS NULL AND v.withdrawn_at IS NULL
         ORDER BY v.day LIMIT 1000",
        params![latest],
    )
    .await
}

pub(crate) async fn take_untold(
    tx: &mut Tx,
    _: &UpkeepScope,
    event: Uuid,
    now: Timestamp,
) -> db::Result<Option<DueEvent>> {
    tx.opt(
        "UPDATE employment_event SET told_at = $2
         WHERE id = $1 AND kind = 'termination' AND told_at IS NULL AND withdrawn_at IS NULL
         RETURNING tenant_id, employee_id, kind, day",
        params![event, now],
    )
    .await
}
