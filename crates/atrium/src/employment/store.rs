//! The SQL for employments and the effects of their dates.

use super::kinds::EmploymentChange;
use super::people::UnmanagedReport;
use crate::access::{PeopleScope, UpkeepScope};
use crate::shared::day::{Day, Moment};
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

/// One person's employment at one company.
#[derive(Clone, Debug)]
pub struct EmploymentRow {
    pub employee_id: EmployeeId,
    pub tenant_id: TenantId,
    pub company_id: CompanyId,
    pub company_name: String,
    pub time_zone: String,
    pub person_id: PersonId,
    pub employee_code: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub language: String,
    pub original_hire_date: Day,
    pub current_hire_date: Day,
    pub is_terminated: bool,
    pub last_day: Option<Day>,
    pub rehire_day: Option<Day>,
    pub leave_from: Option<Day>,
    pub version: i64,
    pub leaver_access_months: i64,
}
db::row!(EmploymentRow {
    employee_id,
    tenant_id,
    company_id,
    company_name,
    time_zone,
    person_id,
    employee_code,
    first_name,
    last_name,
    email,
    language,
    original_hire_date,
    current_hire_date,
    is_terminated,
    last_day,
    rehire_day,
    leave_from,
    version,
    leaver_access_months
});

/// A leave lasts until the person returns, or until the employment ends.
const EMPLOYMENT: &str = "SELECT e.id, e.tenant_id, c.id, c.name, c.time_zone, p.id, e.employee_code, e.first_name,
      e.last_name, p.email, p.language, e.original_hire_date, e.current_hire_date, e.status = 'Terminated', e.last_day,
      e.rehire_day,
      (SELECT max(v.day) FROM employment_event v WHERE v.employee_id = e.id AND v.kind = 'leave'
         AND v.withdrawn_at IS NULL AND v.day >= e.current_hire_date AND NOT EXISTS
         (SELECT 1 FROM employment_event r WHERE r.employee_id = e.id AND r.kind = 'return'
            AND r.applied_at IS NOT NULL AND r.day > v.day)),
      e.employment_version, t.leaver_access_months
    FROM employee e JOIN company c ON c.id = e.company_id JOIN person p ON p.id = e.person_id
    JOIN tenant t ON t.id = e.tenant_id";

/// A condition on a column with a company's ID.
pub(super) fn within(column: &str, scope: &PeopleScope, values: &mut Vec<Value>) -> db::Result<String> {
    match scope.companies() {
        None => Ok(String::new()),
        Some(ids) => Ok(format!("AND {column} IN {}", db::in_list(values, ids)?)),
    }
}

pub(super) async fn employment(
    mut from: impl Read,
    scope: &PeopleScope,
    employee: EmployeeId,
) -> db::Result<Option<EmploymentRow>> {
    let mut values = params![scope.tenant(), employee];
    let within = within("e.company_id", scope, &mut values)?;
    from.opt(format!("{EMPLOYMENT} WHERE e.tenant_id = $1 AND e.id = $2 {within}"), values).await
}

pub(super) async fn employments_of(
    db: &Db,
    scope: &PeopleScope,
    people: &[PersonId],
) -> db::Result<Vec<EmploymentRow>> {
    if people.is_empty() {
        return Ok(vec![]);
    }
    let mut values = params![scope.tenant()];
    let people = db::in_list(&mut values, people.iter().copied())?;
    let within = within("e.company_id", scope, &mut values)?;
    let sql = format!(
        "{EMPLOYMENT} WHERE e.tenant_id = $1 AND e.person_id IN {people} {within} ORDER BY c.name, c.id"
    );
    db.all(sql, values).await
}

/// Anyone else who wants to change the employment waits.
pub(super) async fn lock(tx: &mut Tx, scope: &PeopleScope, employee: EmployeeId) -> db::Result<()> {
    let sql = "UPDATE employee SET employment_version = employment_version WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![employee, scope.tenant()]).await?;
    Ok(())
}

pub(super) async fn next_version(tx: &mut Tx, scope: &PeopleScope, employee: EmployeeId) -> db::Result<()> {
    let sql =
        "UPDATE employee SET employment_version = employment_version + 1 WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![employee, scope.tenant()]).await?;
    Ok(())
}

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

pub(super) async fn event_of(
    tx: &mut Tx,
    scope: &PeopleScope,
    employee: EmployeeId,
    event: Uuid,
) -> db::Result<Option<EmploymentEventRow>> {
    let sql = format!(
        "SELECT {EVENT} WHERE v.employee_id = $1 AND v.id = $2 AND v.tenant_id = $3 AND v.withdrawn_at IS NULL"
    );
    tx.opt(sql, params![employee, event, scope.tenant()]).await
}

/// The history of a person's employments, newest first: (whose, what).
pub(super) async fn history(
    db: &Db,
    scope: &PeopleScope,
    person: PersonId,
) -> db::Result<Vec<(EmployeeId, EmploymentEventRow)>> {
    let mut values = params![scope.tenant(), person];
    let within = within("v.company_id", scope, &mut values)?;
    let sql = format!(
        "SELECT v.employee_id, {EVENT} JOIN employee e ON e.id = v.employee_id
         WHERE v.tenant_id = $1 AND e.person_id = $2 AND v.withdrawn_at IS NULL {within}
         ORDER BY v.day DESC, v.recorded_at DESC LIMIT 100"
    );
    let rows: Vec<HistoryRow> = db.all(sql, values).await?;
    Ok(rows.into_iter().map(HistoryRow::split).collect())
}

struct HistoryRow {
    employee_id: EmployeeId,
    id: Uuid,
    change: EmploymentChange,
    day: Day,
    recorded_at: Moment,
    recorded_by: Option<String>,
    is_applied: bool,
}
db::row!(HistoryRow { employee_id, id, change, day, recorded_at, recorded_by, is_applied });

impl HistoryRow {
    fn split(self) -> (EmployeeId, EmploymentEventRow) {
        let HistoryRow { employee_id, id, change, day, recorded_at, recorded_by, is_applied } = self;
        (employee_id, EmploymentEventRow { id, change, day, recorded_at, recorded_by, is_applied })
    }
}

pub(super) struct NewEvent {
    pub id: Uuid,
    pub change: EmploymentChange,
    pub day: Day,
    pub by: Option<PersonId>,
    pub now: Timestamp,
}

pub(super) async fn record(
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
pub(super) async fn withdraw_planned(
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

pub(super) async fn set_last_day(
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

pub(super) async fn set_rehire_day(
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
pub(super) type Due = (Uuid, TenantId, EmploymentChange, Day, String);

pub(super) async fn due(db: &Db, _: &UpkeepScope, latest: Day) -> db::Result<Vec<Due>> {
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
pub(super) async fn imported_ends(
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
pub(super) async fn imported_returns(
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
pub(super) struct DueEvent {
    pub tenant_id: TenantId,
    pub employee_id: EmployeeId,
    pub change: EmploymentChange,
    pub day: Day,
}
db::row!(DueEvent { tenant_id, employee_id, change, day });

/// `None` if another node has taken it.
pub(super) async fn take_due(
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
pub(super) async fn untold(
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

pub(super) async fn take_untold(
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

pub(super) async fn set_on_leave(
    tx: &mut Tx,
    scope: &PeopleScope,
    employee: EmployeeId,
    is_on_leave: bool,
) -> db::Result<()> {
    tx.exec(
        "UPDATE employee SET on_leave = $2 WHERE id = $1 AND tenant_id = $3",
        params![employee, is_on_leave, scope.tenant()],
    )
    .await?;
    Ok(())
}

pub(super) async fn end(tx: &mut Tx, scope: &PeopleScope, employee: EmployeeId) -> db::Result<()> {
    let sql = "UPDATE employee SET status = 'Terminated', on_leave = FALSE WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![employee, scope.tenant()]).await?;
    Ok(())
}

pub(super) async fn begin_again(
    tx: &mut Tx,
    scope: &PeopleScope,
    employee: EmployeeId,
    day: Day,
) -> db::Result<()> {
    let sql = "UPDATE employee SET status = 'Active', last_day = NULL, rehire_day = NULL, on_leave = FALSE, left_undated = FALSE,
           current_hire_date = $2 WHERE id = $1 AND tenant_id = $3";
    tx.exec(sql, params![employee, day, scope.tenant()]).await?;
    let sql = "UPDATE reporting_line SET anniversary = $2 WHERE employee_id = $1 AND tenant_id = $3";
    tx.exec(sql, params![employee, day.of_year(), scope.tenant()]).await?;
    Ok(())
}

pub(super) async fn last_termination(
    tx: &mut Tx,
    scope: &PeopleScope,
    employee: EmployeeId,
) -> db::Result<Option<Uuid>> {
    let found: Option<(Uuid,)> = tx
        .opt(
            "SELECT id FROM employment_event WHERE employee_id = $1 AND kind = 'termination' AND tenant_id = $2
               AND applied_at IS NOT NULL ORDER BY day DESC, recorded_at DESC LIMIT 1",
            params![employee, scope.tenant()],
        )
        .await?;
    Ok(found.map(|(id,)| id))
}

/// Saves the roles at the company for a rehire, then removes them.
pub(super) async fn take_roles(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
    event: Uuid,
) -> db::Result<()> {
    let values = params![there.person_id, there.company_id, scope.tenant()];
    let mut kept = values.clone();
    kept.push(event.into());
    tx.exec(
        "INSERT INTO ended_role (event_id, assignment_id, tenant_id, company_id, person_id, role_id, starts_on, ends_on)
         SELECT $4, id, tenant_id, company_id, person_id, role_id, starts_on, ends_on FROM role_assignment
         WHERE person_id = $1 AND company_id = $2 AND tenant_id = $3",
        kept,
    )
    .await?;
    tx.exec(
        "DELETE FROM role_assignment WHERE person_id = $1 AND company_id = $2 AND tenant_id = $3",
        values,
    )
    .await?;
    Ok(())
}

pub(super) async fn give_roles_back(tx: &mut Tx, scope: &PeopleScope, event: Uuid) -> db::Result<()> {
    tx.exec(
        "INSERT INTO role_assignment (id, tenant_id, person_id, role_id, company_id, starts_on, ends_on)
         SELECT r.assignment_id, r.tenant_id, e.person_id, r.role_id, r.company_id, r.starts_on, r.ends_on
         FROM ended_role r JOIN employment_event v ON v.id = r.event_id JOIN employee e ON e.id = v.employee_id
         WHERE r.event_id = $1 AND r.tenant_id = $2 AND NOT EXISTS (SELECT 1 FROM role_assignment a
           WHERE a.person_id = e.person_id AND a.role_id = r.role_id AND a.company_id = r.company_id)",
        params![event, scope.tenant()],
    )
    .await?;
    tx.exec("DELETE FROM ended_role WHERE event_id = $1 AND tenant_id = $2", params![event, scope.tenant()])
        .await?;
    Ok(())
}

/// A saved line: (employee, kind, area).
pub(super) type KeptLine = (EmployeeId, String, String);

pub(super) async fn lines_of_manager(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
) -> db::Result<Vec<KeptLine>> {
    tx.all(
        "SELECT employee_id, kind, area FROM reporting_line WHERE manager_id = $1 AND company_id = $2 AND tenant_id = $3
         ORDER BY employee_id, kind, area",
        params![there.person_id, there.company_id, scope.tenant()],
    )
    .await
}

pub(super) async fn keep_ended_lines(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
    lines: Vec<(Uuid, KeptLine)>,
    (event, last_day): (Uuid, Day),
    now: Timestamp,
) -> db::Result<()> {
    let row = |(id, (employee, kind, area)): (Uuid, KeptLine)| {
        let (tenant, company, manager) = (scope.tenant(), there.company_id, there.person_id);
        params![id, tenant, company, employee, manager, kind, area, last_day, event, now]
    };
    tx.exec_many(
        "INSERT INTO dated_line (id, tenant_id, company_id, employee_id, manager_id, kind, area, last_day, is_planned,
           event_id, recorded_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, FALSE, $9, $10)",
        lines.into_iter().map(row).collect(),
    )
    .await?;
    Ok(())
}

/// Existing and planned ones.
pub(super) async fn drop_lines_of_manager(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
) -> db::Result<()> {
    for sql in [
        "DELETE FROM reporting_line WHERE manager_id = $1 AND company_id = $2 AND tenant_id = $3",
        "DELETE FROM dated_line WHERE manager_id = $1 AND company_id = $2 AND tenant_id = $3 AND is_planned",
    ] {
        tx.exec(sql, params![there.person_id, there.company_id, scope.tenant()]).await?;
    }
    Ok(())
}

/// The lines a termination ended, for employees who haven't gotten another manager in that area since.
pub(super) async fn give_lines_back(tx: &mut Tx, scope: &PeopleScope, event: Uuid) -> db::Result<()> {
    tx.exec(
        "INSERT INTO reporting_line (manager_id, company_id, employee_id, tenant_id, kind, area, sort_name, birthday,
           anniversary)
         SELECT m.person_id, d.company_id, d.employee_id, d.tenant_id, d.kind, d.area,
           coalesce((SELECT min(o.sort_name) FROM reporting_line o WHERE o.employee_id = d.employee_id),
             lower(e.last_name || ', ' || e.first_name)),
           substr(CAST(e.date_of_birth AS TEXT), 6, 5), substr(CAST(e.current_hire_date AS TEXT), 6, 5)
         FROM dated_line d JOIN employee e ON e.id = d.employee_id
         JOIN employment_event v ON v.id = d.event_id JOIN employee m ON m.id = v.employee_id
         WHERE d.event_id = $1 AND d.tenant_id = $2 AND NOT EXISTS (SELECT 1 FROM reporting_line l WHERE l.employee_id = d.employee_id
             AND l.company_id = d.company_id AND l.area = d.area AND l.kind = d.kind)",
        params![event, scope.tenant()],
    )
    .await?;
    tx.exec(
        "UPDATE dated_line SET event_id = NULL WHERE event_id = $1 AND tenant_id = $2",
        params![event, scope.tenant()],
    )
    .await?;
    Ok(())
}

/// Delegations to and from the manager.
pub(super) async fn end_delegations(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
    now: Timestamp,
) -> db::Result<()> {
    let sql = "UPDATE time_off_delegation SET ended_at = $3
         WHERE company_id = $2 AND tenant_id = $4 AND (manager_id = $1 OR delegate_id = $1) AND ended_at IS NULL";
    tx.exec(sql, params![there.person_id, there.company_id, now, scope.tenant()]).await?;
    Ok(())
}

/// For an employee `e`: whether a line in an area is left.
pub(super) const HAS_TIME_OFF: &str = "EXISTS (SELECT 1 FROM reporting_line l WHERE l.employee_id = e.id
    AND l.area = 'Time Off' AND l.manager_id <> e.person_id)";
pub(super) const HAS_PERSONAL_INFO: &str = "EXISTS (SELECT 1 FROM reporting_line l WHERE l.employee_id = e.id
    AND l.area = 'Personal Info' AND l.manager_id <> e.person_id)";
/// For an employee `e`: their waiting requests.
pub(super) const TIME_OFF_WAITING: &str =
    "(SELECT count(*) FROM time_off_request r WHERE r.employee_id = e.id AND r.status = 'Pending')";
pub(super) const REQUESTS_WAITING: &str = "(SELECT count(*) FROM change_request r WHERE r.employee_id = e.id AND r.status IN ('Pending', 'Frozen'))";

/// How many employees whose line this termination ended have none left in that area, and how many of their requests are
/// waiting.
pub(super) async fn left_behind(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
    event: Uuid,
) -> db::Result<(i64, i64)> {
    let sql = format!(
        "SELECT count(*), CAST(coalesce(sum(CASE WHEN {HAS_TIME_OFF} THEN 0 ELSE {TIME_OFF_WAITING} END
             + CASE WHEN {HAS_PERSONAL_INFO} THEN 0 ELSE {REQUESTS_WAITING} END), 0) AS BIGINT)
         FROM employee e WHERE e.company_id = $2 AND e.tenant_id = $3 AND e.status = 'Active'
           AND e.id IN (SELECT d.employee_id FROM dated_line d WHERE d.event_id = $1)
           AND (NOT {HAS_TIME_OFF} OR NOT {HAS_PERSONAL_INFO})"
    );
    tx.one(sql, params![event, there.company_id, scope.tenant()]).await
}

/// An administrator of the tenant.
pub(super) struct ToldRow {
    pub first_name: String,
    pub email: String,
    pub language: String,
}
db::row!(ToldRow { first_name, email, language });

pub(super) async fn administrators(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
) -> db::Result<Vec<ToldRow>> {
    tx.all(
        "SELECT p.first_name, p.email, p.language FROM person p
         WHERE p.tenant_id = $1 AND p.disabled_at IS NULL AND p.id <> $2 AND p.email <> ''
           AND EXISTS (SELECT 1 FROM role_assignment a JOIN role r ON r.id = a.role_id
             WHERE a.person_id = p.id AND (a.company_id IS NULL OR a.company_id = $3)
               AND ' ' || r.permissions || ' ' LIKE '% admin.write %')
         ORDER BY p.email LIMIT 20",
        params![scope.tenant(), there.person_id, there.company_id],
    )
    .await
}

/// (termination, tenant, person, whether anything is left besides a former employee's access).
pub(super) async fn sessions_to_end(
    db: &Db,
    _: &UpkeepScope,
) -> db::Result<Vec<(Uuid, TenantId, PersonId, bool)>> {
    db.all(
        "SELECT v.id, v.tenant_id, e.person_id,
           EXISTS (SELECT 1 FROM role_assignment a WHERE a.person_id = e.person_id)
         FROM employment_event v JOIN employee e ON e.id = v.employee_id
         WHERE v.kind = 'termination' AND v.applied_at IS NOT NULL AND v.sessions_ended_at IS NULL
           AND v.withdrawn_at IS NULL ORDER BY v.applied_at LIMIT 1000",
        vec![],
    )
    .await
}

pub(super) async fn note_sessions_ended(
    tx: &mut Tx,
    _: &UpkeepScope,
    event: Uuid,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec("UPDATE employment_event SET sessions_ended_at = $2 WHERE id = $1", params![event, now]).await?;
    Ok(())
}

/// How many things a termination would end: (reports, delegations).
pub(super) async fn would_end(db: &Db, scope: &PeopleScope, there: &EmploymentRow) -> db::Result<(i64, i64)> {
    db.one(
        "SELECT (SELECT count(DISTINCT l.employee_id) FROM reporting_line l
             WHERE l.manager_id = $2 AND l.company_id = $3 AND l.tenant_id = $1),
           (SELECT count(*) FROM time_off_delegation d WHERE d.tenant_id = $1 AND d.company_id = $3
             AND (d.manager_id = $2 OR d.delegate_id = $2) AND d.ended_at IS NULL)",
        params![scope.tenant(), there.person_id, there.company_id],
    )
    .await
}

/// (name, whether it applies in the whole tenant or at another company) for each of a person's roles.
pub(super) async fn roles(
    db: &Db,
    scope: &PeopleScope,
    there: &EmploymentRow,
) -> db::Result<Vec<(String, bool)>> {
    db.all(
        "SELECT r.name, a.company_id IS NULL OR a.company_id <> $3
         FROM role_assignment a JOIN role r ON r.id = a.role_id
         WHERE a.tenant_id = $1 AND a.person_id = $2 ORDER BY r.name, a.id",
        params![scope.tenant(), there.person_id, there.company_id],
    )
    .await
}

db::row!(UnmanagedReport {
    employee_id,
    company_id,
    company_name,
    person_id,
    first_name,
    last_name,
    lacks_time_off,
    lacks_personal_info,
    time_off_waiting,
    requests_waiting,
    sort_last,
    sort_first
});

const UNMANAGED_BY_NAME: Sort = Sort::ascending(&[
    ("lower(e.last_name)", SortKey::Text),
    ("lower(e.first_name)", SortKey::Text),
    ("e.id", SortKey::Id),
]);

fn unmanaged_columns(has_time_off: &str, has_personal_info: &str) -> String {
    format!(
        "SELECT e.id, c.id, c.name, e.person_id, e.first_name, e.last_name, NOT {has_time_off}, NOT {has_personal_info},
           CASE WHEN {has_time_off} THEN 0 ELSE {TIME_OFF_WAITING} END,
           CASE WHEN {has_personal_info} THEN 0 ELSE {REQUESTS_WAITING} END, lower(e.last_name), lower(e.first_name)
         FROM employee e JOIN company c ON c.id = e.company_id
         WHERE e.tenant_id = $1 AND e.status = 'Active' AND (NOT {has_time_off} OR NOT {has_personal_info})"
    )
}

pub(super) async fn unmanaged(
    db: &Db,
    scope: &PeopleScope,
    ask: &Ask,
) -> Result<Vec<UnmanagedReport>, Problem> {
    let mut values = params![scope.tenant()];
    let within = within("e.company_id", scope, &mut values)?;
    let page = UNMANAGED_BY_NAME.page(ask, &mut values)?;
    let sql = format!("{} {within} {page}", unmanaged_columns(HAS_TIME_OFF, HAS_PERSONAL_INFO));
    Ok(db.all(sql, values).await?)
}

/// Who would be unmanaged without this manager's lines.
pub(super) async fn would_be_unmanaged(
    db: &Db,
    scope: &PeopleScope,
    there: &EmploymentRow,
) -> db::Result<Vec<UnmanagedReport>> {
    let others =
        |has: &str| has.replace("l.manager_id <> e.person_id", "l.manager_id NOT IN (e.person_id, $2)");
    let sql = format!(
        "{} AND e.company_id = $3 AND e.id IN (SELECT m.employee_id FROM reporting_line m
           WHERE m.manager_id = $2 AND m.company_id = $3) ORDER BY lower(e.last_name), lower(e.first_name), e.id LIMIT 100",
        unmanaged_columns(&others(HAS_TIME_OFF), &others(HAS_PERSONAL_INFO))
    );
    db.all(sql, params![scope.tenant(), there.person_id, there.company_id]).await
}
