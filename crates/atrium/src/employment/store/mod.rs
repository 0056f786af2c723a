//! The SQL of employments. Every statement is limited to what the administrator looks after.

mod dated;
mod effects;
mod events;
mod machine;
mod people;

pub(super) use dated::dated;
pub(super) use effects::{
    administrators, begin_again, drop_lines_of_manager, end, end_delegations, give_lines_back,
    give_roles_back, keep_ended_lines, last_termination, left_behind, lines_of_manager, note_sessions_ended,
    sessions_to_end, set_on_leave, take_roles,
};
pub use events::EmploymentEventRow;
pub(super) use events::{
    NewEvent, due, event_of, imported_ends, imported_returns, record, set_last_day, set_rehire_day, take_due,
    take_untold, untold, withdraw_planned,
};
pub(super) use machine::{
    MachineEmploymentRow, MachinePersonRow, machine_employments, machine_people, machine_person,
};
pub(super) use people::{RoleThen, roles, unmanaged, would_be_unmanaged, would_end};

use crate::access::{PeopleScope, stays_administrator};
use crate::account;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use db::{Db, Read, Tx, Value, params};

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
pub(crate) fn within(column: &str, scope: &PeopleScope, values: &mut Vec<Value>) -> db::Result<String> {
    match scope.companies() {
        None => Ok(String::new()),
        Some(ids) => Ok(format!("AND {column} IN {}", db::in_list(values, ids)?)),
    }
}

pub(crate) async fn employment(
    mut from: impl Read,
    scope: &PeopleScope,
    employee: EmployeeId,
) -> db::Result<Option<EmploymentRow>> {
    let mut values = params![scope.tenant(), employee];
    let within = within("e.company_id", scope, &mut values)?;
    from.opt(format!("{EMPLOYMENT} WHERE e.tenant_id = $1 AND e.id = $2 {within}"), values).await
}

pub(crate) async fn employments_of(
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

/// Whether an employment of theirs decides about rights that the administrator doesn't look after: those in the whole tenant.
pub(crate) async fn is_beyond(
    mut from: impl Read,
    scope: &PeopleScope,
    person: PersonId,
) -> db::Result<bool> {
    if scope.companies().is_none() {
        return Ok(false);
    }
    let beyond = account::has_rights_in_tenant("p");
    let sql = format!("SELECT 1 FROM person p WHERE p.tenant_id = $1 AND p.id = $2 AND {beyond}");
    Ok(from.opt::<(i64,)>(sql, params![scope.tenant(), person]).await?.is_some())
}

/// Anyone else who wants to change the employment waits.
pub(crate) async fn lock(tx: &mut Tx, scope: &PeopleScope, employee: EmployeeId) -> db::Result<()> {
    let sql = "UPDATE employee SET employment_version = employment_version WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![employee, scope.tenant()]).await?;
    Ok(())
}

/// Changes that may leave no one to administer the tenant take turns.
pub(crate) async fn take_tenants_turn(tx: &mut Tx, scope: &PeopleScope) -> db::Result<()> {
    tx.exec("UPDATE tenant SET name = name WHERE id = $1", params![scope.tenant()]).await?;
    Ok(())
}

/// Whether the end of an employment would leave no one to administer the whole tenant.
pub(crate) async fn is_last_administrator(
    mut from: impl Read,
    scope: &PeopleScope,
    there: &EmploymentRow,
    today: Day,
) -> db::Result<bool> {
    let stays = stays_administrator(4);
    let holds = "FROM role_assignment a JOIN role r ON r.id = a.role_id JOIN person p ON p.id = a.person_id
         WHERE a.tenant_id = $1";
    let sql = format!(
        "SELECT 1 {holds} AND p.id = $2 AND {stays}
           AND NOT EXISTS (SELECT 1 FROM employee o WHERE o.person_id = p.id AND o.id <> $3
             AND o.status <> 'Terminated' AND o.last_day IS NULL)
           AND NOT EXISTS (SELECT 1 {} AND p.id <> $2 AND {stays}) LIMIT 1",
        holds
    );
    let values = params![scope.tenant(), there.person_id, there.employee_id, today];
    Ok(from.opt::<(i64,)>(sql, values).await?.is_some())
}

/// Whether another employee of the company has the code.
pub(crate) async fn is_code_taken(
    mut from: impl Read,
    scope: &PeopleScope,
    there: &EmploymentRow,
    code: &str,
) -> db::Result<bool> {
    let sql =
        "SELECT 1 FROM employee WHERE tenant_id = $1 AND company_id = $2 AND employee_code = $3 AND id <> $4";
    let values = params![scope.tenant(), there.company_id, code, there.employee_id];
    Ok(from.opt::<(i64,)>(sql, values).await?.is_some())
}

/// With what people search by.
pub(crate) async fn set_code(
    tx: &mut Tx,
    scope: &PeopleScope,
    employee: EmployeeId,
    (code, search_text): (&str, &str),
) -> db::Result<()> {
    let sql = "UPDATE employee SET employee_code = $3, search_text = $4 WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![employee, scope.tenant(), code, search_text]).await?;
    Ok(())
}

pub(crate) async fn next_version(tx: &mut Tx, scope: &PeopleScope, employee: EmployeeId) -> db::Result<()> {
    let sql =
        "UPDATE employee SET employment_version = employment_version + 1 WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![employee, scope.tenant()]).await?;
    Ok(())
}
