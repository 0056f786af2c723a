//! What a termination would end, and who works without a manager.

use super::super::people::UnmanagedReport;
use super::effects::{REQUESTS_WAITING, TIME_OFF_WAITING};
use super::{EmploymentRow, within};
use crate::access::{Area, PeopleScope, is_managed, is_managed_without};
use crate::shared::day::Day;
use crate::shared::id::CompanyId;
use crate::shared::names;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, params};

/// How many things a termination would end: (reports, delegations).
pub(crate) async fn would_end(db: &Db, scope: &PeopleScope, there: &EmploymentRow) -> db::Result<(i64, i64)> {
    db.one(
        "SELECT (SELECT count(DISTINCT l.employee_id) FROM reporting_line l
             WHERE l.manager_id = $2 AND l.company_id = $3 AND l.tenant_id = $1),
           (SELECT count(*) FROM time_off_delegation d WHERE d.tenant_id = $1 AND d.company_id = $3
             AND (d.manager_id = $2 OR d.delegate_id = $2) AND d.ended_at IS NULL)",
        params![scope.tenant(), there.person_id, there.company_id],
    )
    .await
}

/// One of a person's roles, when their employment at a company ends.
pub(crate) struct RoleThen {
    pub name: String,
    /// It applies at another company, or in the whole tenant while they work at one.
    pub is_kept: bool,
    /// Where the viewer looks after roles.
    pub is_seen: bool,
}
db::row!(RoleThen { name, is_kept, is_seen });

pub(crate) async fn roles(db: &Db, scope: &PeopleScope, there: &EmploymentRow) -> db::Result<Vec<RoleThen>> {
    let mut values = params![scope.tenant(), there.person_id, there.company_id, there.employee_id];
    let is_seen = match scope.companies() {
        None => "TRUE".to_owned(),
        Some(ids) => {
            format!("(a.company_id IS NOT NULL AND a.company_id IN {})", db::in_list(&mut values, ids)?)
        }
    };
    let sql = format!(
        "SELECT r.name, coalesce(a.company_id <> $3, EXISTS (SELECT 1 FROM employee o WHERE o.person_id = $2
           AND o.tenant_id = $1 AND o.id <> $4 AND o.status <> 'Terminated' AND o.last_day IS NULL)), {is_seen}
         FROM role_assignment a JOIN role r ON r.id = a.role_id
         WHERE a.tenant_id = $1 AND a.person_id = $2 ORDER BY r.name, a.id"
    );
    db.all(sql, values).await
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

pub(crate) async fn unmanaged(
    db: &Db,
    scope: &PeopleScope,
    today: Day,
    (search, company): (&str, Option<CompanyId>),
    ask: &Ask,
) -> Result<Vec<UnmanagedReport>, Problem> {
    let mut values = params![scope.tenant(), today];
    let mut conditions = within("e.company_id", scope, &mut values)?;
    if let Some(company) = company {
        values.push(company.into());
        conditions += &format!(" AND e.company_id = ${}", values.len());
    }
    for pattern in names::patterns(search) {
        values.push(pattern.into());
        conditions += &format!(r" AND e.search_text LIKE ${} ESCAPE '\'", values.len());
    }
    let page = UNMANAGED_BY_NAME.page(ask, &mut values)?;
    let has = |area| is_managed(area, (1, 2));
    let sql =
        format!("{} {conditions} {page}", unmanaged_columns(&has(Area::TimeOff), &has(Area::PersonalInfo)));
    Ok(db.all(sql, values).await?)
}

/// Who would be unmanaged without this manager's lines.
pub(crate) async fn would_be_unmanaged(
    db: &Db,
    scope: &PeopleScope,
    there: &EmploymentRow,
    today: Day,
) -> db::Result<Vec<UnmanagedReport>> {
    let others = |area| is_managed_without(area, (1, 4), 2);
    let sql = format!(
        "{} AND e.company_id = $3 AND e.id IN (SELECT m.employee_id FROM reporting_line m
           WHERE m.manager_id = $2 AND m.company_id = $3) ORDER BY lower(e.last_name), lower(e.first_name), e.id LIMIT 100",
        unmanaged_columns(&others(Area::TimeOff), &others(Area::PersonalInfo))
    );
    db.all(sql, params![scope.tenant(), there.person_id, there.company_id, today]).await
}
