//! The SQL for reporting lines with dates.

use super::super::store::EmploymentRow;
use crate::access::{Area, PeopleScope, ReportKind, UpkeepScope};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

/// A line to an employee: current, planned or over.
#[derive(Clone, Debug)]
pub struct DatedLine {
    pub employee_id: EmployeeId,
    pub manager_id: PersonId,
    pub manager_name: String,
    pub kind: String,
    pub area: String,
    pub first_day: Option<Day>,
    pub last_day: Option<Day>,
    pub is_planned: bool,
    pub is_over: bool,
}
pub(super) struct LineKey {
    pub kind: ReportKind,
    pub area: Area,
}

pub(super) struct Begins {
    pub id: Uuid,
    pub manager: PersonId,
    pub first_day: Day,
    pub by: Option<PersonId>,
    pub now: Timestamp,
}

/// A person in the tenant who may sign in and has a manager's permission in the company, on a day or later.
pub(super) async fn may_manage(
    mut from: impl Read,
    scope: &PeopleScope,
    company: CompanyId,
    manager: PersonId,
    day: Day,
) -> db::Result<bool> {
    let found: Option<(i64,)> = from
        .opt(
            "SELECT 1 FROM person m JOIN role_assignment a ON a.person_id = m.id AND a.company_id = $3
             JOIN role r ON r.id = a.role_id
             WHERE m.id = $1 AND m.tenant_id = $2 AND m.disabled_at IS NULL AND (a.ends_on IS NULL OR a.ends_on >= $4)
               AND ' ' || r.permissions LIKE '% manager%' LIMIT 1",
            params![manager, scope.tenant(), company, day],
        )
        .await?;
    Ok(found.is_some())
}

/// Whether a manager reports to the employee, in any area and by any kind of line, now or as planned.
pub(super) async fn reports_to(
    mut from: impl Read,
    scope: &PeopleScope,
    there: &EmploymentRow,
    manager: PersonId,
) -> db::Result<bool> {
    let (found,): (i64,) = from
        .one(
            "WITH RECURSIVE line (employee_id, manager_id) AS (
               SELECT employee_id, manager_id FROM reporting_line WHERE company_id = $2 AND tenant_id = $4
               UNION ALL SELECT employee_id, manager_id FROM dated_line
                 WHERE company_id = $2 AND tenant_id = $4 AND is_planned),
             above (person_id) AS (
               SELECT $1 UNION
               SELECT l.manager_id FROM above a JOIN employee e ON e.person_id = a.person_id AND e.company_id = $2
                 JOIN line l ON l.employee_id = e.id)
             SELECT count(*) FROM above WHERE person_id = $3",
            params![manager, there.company_id, there.person_id, scope.tenant()],
        )
        .await?;
    Ok(found > 0)
}

fn of(scope: &PeopleScope, there: &EmploymentRow, key: &LineKey, manager: PersonId) -> Vec<Value> {
    params![there.employee_id, key.kind.as_str(), key.area.as_str(), manager, scope.tenant()]
}

/// Planned lines a new one replaces: for primary lines every one in that area, for others only the same manager's.
pub(super) async fn drop_planned(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
    key: &LineKey,
    manager: PersonId,
) -> db::Result<()> {
    let sql = "DELETE FROM dated_line WHERE tenant_id = $5 AND employee_id = $1 AND kind = $2 AND area = $3 AND is_planned
         AND ($2 = 'primary' OR manager_id = $4)";
    tx.exec(sql, of(scope, there, key, manager)).await?;
    Ok(())
}

pub(super) async fn drop_planned_of(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
    key: &LineKey,
    manager: PersonId,
) -> db::Result<bool> {
    let sql = "DELETE FROM dated_line
         WHERE tenant_id = $5 AND employee_id = $1 AND kind = $2 AND area = $3 AND manager_id = $4 AND is_planned";
    Ok(tx.exec(sql, of(scope, there, key, manager)).await? > 0)
}

/// Every other manager's line; an earlier end stays.
pub(super) async fn end_others(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
    key: &LineKey,
    manager: PersonId,
    last_day: Day,
) -> db::Result<()> {
    let mut values = of(scope, there, key, manager);
    values.push(last_day.into());
    let sql = "UPDATE reporting_line SET last_day = $6 WHERE tenant_id = $5 AND employee_id = $1 AND kind = $2 AND area = $3
         AND manager_id <> $4 AND (last_day IS NULL OR last_day > $6)";
    tx.exec(sql, values).await?;
    Ok(())
}

/// Whether a manager's line already ends before a day.
pub(super) async fn ends_earlier(
    mut from: impl Read,
    scope: &PeopleScope,
    there: &EmploymentRow,
    key: &LineKey,
    manager: PersonId,
    day: Day,
) -> db::Result<bool> {
    let mut values = of(scope, there, key, manager);
    values.push(day.into());
    let sql =
        "SELECT 1 FROM reporting_line WHERE tenant_id = $5 AND employee_id = $1 AND kind = $2 AND area = $3
         AND manager_id = $4 AND last_day < $6";
    Ok(from.opt::<(i64,)>(sql, values).await?.is_some())
}

pub(super) async fn end_one(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
    key: &LineKey,
    manager: PersonId,
    last_day: Day,
) -> db::Result<bool> {
    let mut values = of(scope, there, key, manager);
    values.push(last_day.into());
    let sql = "UPDATE reporting_line SET last_day = $6
         WHERE tenant_id = $5 AND employee_id = $1 AND kind = $2 AND area = $3 AND manager_id = $4";
    Ok(tx.exec(sql, values).await? > 0)
}

pub(super) async fn plan(
    tx: &mut Tx,
    scope: &PeopleScope,
    there: &EmploymentRow,
    key: &LineKey,
    begins: &Begins,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO dated_line (id, tenant_id, company_id, employee_id, manager_id, kind, area, first_day, is_planned,
           recorded_at, recorded_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, TRUE, $9, $10)",
        params![
            begins.id,
            scope.tenant(),
            there.company_id,
            there.employee_id,
            begins.manager,
            key.kind.as_str(),
            key.area.as_str(),
            begins.first_day,
            begins.now,
            begins.by
        ],
    )
    .await?;
    Ok(())
}

/// False if another node has started it.
pub(super) async fn take_planned(tx: &mut Tx, scope: &PeopleScope, planned: Uuid) -> db::Result<bool> {
    let sql = "UPDATE dated_line SET is_planned = FALSE WHERE id = $1 AND tenant_id = $2 AND is_planned";
    Ok(tx.exec(sql, params![planned, scope.tenant()]).await? == 1)
}

/// Turns a planned line into a real one. A line that already exists continues as planned, which is without an end unless a
/// file said one.
pub(super) async fn begin(tx: &mut Tx, scope: &PeopleScope, planned: Uuid) -> db::Result<()> {
    tx.exec(
        "INSERT INTO reporting_line (manager_id, company_id, employee_id, tenant_id, kind, area, sort_name, birthday,
           anniversary, last_day)
         SELECT d.manager_id, d.company_id, d.employee_id, d.tenant_id, d.kind, d.area,
           coalesce((SELECT min(o.sort_name) FROM reporting_line o WHERE o.employee_id = d.employee_id),
             lower(e.last_name || ', ' || e.first_name)),
           substr(CAST(e.date_of_birth AS TEXT), 6, 5), substr(CAST(e.current_hire_date AS TEXT), 6, 5), d.last_day
         FROM dated_line d JOIN employee e ON e.id = d.employee_id WHERE d.id = $1 AND d.tenant_id = $2
         ON CONFLICT (manager_id, company_id, employee_id, kind, area) DO UPDATE SET last_day = excluded.last_day",
        params![planned, scope.tenant()],
    )
    .await?;
    tx.exec("DELETE FROM dated_line WHERE id = $1 AND tenant_id = $2", params![planned, scope.tenant()])
        .await?;
    Ok(())
}

/// (manager, kind, area) for an employee's lines whose last day is over.
pub(super) type OverLine = (PersonId, String, String);

pub(super) async fn over(
    tx: &mut Tx,
    scope: &PeopleScope,
    employee: EmployeeId,
    today: Day,
) -> db::Result<Vec<OverLine>> {
    let sql = "SELECT manager_id, kind, area FROM reporting_line WHERE employee_id = $1 AND last_day < $2 AND tenant_id = $3";
    tx.all(sql, params![employee, today, scope.tenant()]).await
}

pub(super) async fn keep(
    tx: &mut Tx,
    scope: &PeopleScope,
    employee: EmployeeId,
    lines: Vec<(Uuid, OverLine)>,
    today: Day,
    now: Timestamp,
) -> db::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let row = |(id, (manager, kind, area)): (Uuid, OverLine)| {
        params![id, employee, manager, kind, area, now, scope.tenant()]
    };
    tx.exec_many(
        "INSERT INTO dated_line (id, tenant_id, company_id, employee_id, manager_id, kind, area, last_day, is_planned,
           recorded_at)
         SELECT $1, tenant_id, company_id, employee_id, manager_id, kind, area, last_day, FALSE, $6
         FROM reporting_line WHERE employee_id = $2 AND manager_id = $3 AND kind = $4 AND area = $5 AND tenant_id = $7",
        lines.into_iter().map(row).collect(),
    )
    .await?;
    let sql = "DELETE FROM reporting_line WHERE employee_id = $1 AND last_day < $2 AND tenant_id = $3";
    tx.exec(sql, params![employee, today, scope.tenant()]).await?;
    Ok(())
}

/// (tenant, employee, the company's time zone) for lines whose first or last day may have come.
pub(super) async fn due(
    db: &Db,
    _: &UpkeepScope,
    latest: Day,
) -> db::Result<Vec<(TenantId, EmployeeId, String)>> {
    db.all(
        "SELECT DISTINCT x.tenant_id, x.employee_id, c.time_zone FROM (
           SELECT tenant_id, employee_id, company_id FROM dated_line WHERE is_planned AND first_day <= $1
           UNION ALL SELECT tenant_id, employee_id, company_id FROM reporting_line WHERE last_day < $1) x
         JOIN company c ON c.id = x.company_id ORDER BY x.employee_id LIMIT 1000",
        params![latest],
    )
    .await
}

pub(super) async fn planned_by(
    tx: &mut Tx,
    scope: &PeopleScope,
    employee: EmployeeId,
    today: Day,
) -> db::Result<Vec<Uuid>> {
    let sql = "SELECT id FROM dated_line WHERE employee_id = $1 AND is_planned AND tenant_id = $3 AND first_day <= $2 ORDER BY first_day, id";
    let found: Vec<(Uuid,)> = tx.all(sql, params![employee, today, scope.tenant()]).await?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}
