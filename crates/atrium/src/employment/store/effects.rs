//! What an event takes and gives back: roles, lines, delegations, sessions.

use super::EmploymentRow;
use crate::access::{Area, PeopleScope, UpkeepScope, in_force, is_managed};
use crate::shared::day::Day;
use crate::shared::id::{EmployeeId, PersonId, TenantId};
use db::{Db, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

pub(crate) async fn set_on_leave(
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

pub(crate) async fn end(tx: &mut Tx, scope: &PeopleScope, employee: EmployeeId) -> db::Result<()> {
    let sql = "UPDATE employee SET status = 'Terminated', on_leave = FALSE WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![employee, scope.tenant()]).await?;
    Ok(())
}

pub(crate) async fn begin_again(
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

pub(crate) async fn last_termination(
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
pub(crate) async fn take_roles(
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

pub(crate) async fn give_roles_back(tx: &mut Tx, scope: &PeopleScope, event: Uuid) -> db::Result<()> {
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
pub(crate) type KeptLine = (EmployeeId, String, String);

pub(crate) async fn lines_of_manager(
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

pub(crate) async fn keep_ended_lines(
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
pub(crate) async fn drop_lines_of_manager(
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
pub(crate) async fn give_lines_back(tx: &mut Tx, scope: &PeopleScope, event: Uuid) -> db::Result<()> {
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
pub(crate) async fn end_delegations(
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

/// For an employee `e`: their waiting requests.
pub(crate) const TIME_OFF_WAITING: &str =
    "(SELECT count(*) FROM time_off_request r WHERE r.employee_id = e.id AND r.status = 'Pending')";
pub(crate) const REQUESTS_WAITING: &str = "(SELECT count(*) FROM change_request r WHERE r.employee_id = e.id AND r.status IN ('Pending', 'Frozen'))";

/// How many employees whose line this termination ended have none left in that area, and how many of their requests are
/// waiting.
pub(crate) async fn left_behind(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
    (event, today): (Uuid, Day),
) -> db::Result<(i64, i64)> {
    let (has_time_off, has_personal_info) =
        (is_managed(Area::TimeOff, (3, 4)), is_managed(Area::PersonalInfo, (3, 4)));
    let sql = format!(
        "SELECT count(*), CAST(coalesce(sum(CASE WHEN {has_time_off} THEN 0 ELSE {TIME_OFF_WAITING} END
             + CASE WHEN {has_personal_info} THEN 0 ELSE {REQUESTS_WAITING} END), 0) AS BIGINT)
         FROM employee e WHERE e.company_id = $2 AND e.tenant_id = $3 AND e.status = 'Active'
           AND e.id IN (SELECT d.employee_id FROM dated_line d WHERE d.event_id = $1)
           AND (NOT {has_time_off} OR NOT {has_personal_info})"
    );
    tx.one(sql, params![event, there.company_id, scope.tenant(), today]).await
}

/// An administrator of the tenant.
pub(crate) struct ToldRow {
    pub first_name: String,
    pub email: String,
    pub language: String,
}
db::row!(ToldRow { first_name, email, language });

pub(crate) async fn administrators(
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
pub(crate) async fn sessions_to_end(
    db: &Db,
    _: &UpkeepScope,
    today: Day,
) -> db::Result<Vec<(Uuid, TenantId, PersonId, bool)>> {
    let in_force = in_force(1);
    let sql = format!(
        "SELECT v.id, v.tenant_id, e.person_id,
           EXISTS (SELECT 1 FROM role_assignment a WHERE a.person_id = e.person_id AND {in_force}
             AND (a.company_id IS NOT NULL OR EXISTS (SELECT 1 FROM employee o
               WHERE o.person_id = e.person_id AND o.status <> 'Terminated')))
         FROM employment_event v JOIN employee e ON e.id = v.employee_id
         WHERE v.kind = 'termination' AND v.applied_at IS NOT NULL AND v.sessions_ended_at IS NULL
           AND v.withdrawn_at IS NULL ORDER BY v.applied_at LIMIT 1000"
    );
    db.all(sql, params![today]).await
}

pub(crate) async fn note_sessions_ended(
    tx: &mut Tx,
    _: &UpkeepScope,
    event: Uuid,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec("UPDATE employment_event SET sessions_ended_at = $2 WHERE id = $1", params![event, now]).await?;
    Ok(())
}
