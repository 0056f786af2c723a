//! The SQL for adding an employment. Every statement is limited to what the administrator looks after.

use super::{Hired, NewJob};
use crate::access::PeopleScope;
use crate::employment::store::within;
use crate::shared::id::{CompanyId, EmployeeId, PayGroupId, PersonId};
use crate::shared::names;
use db::{Db, Read, Tx, params};

/// Imports and others who add people to the tenant wait. Returns its name.
pub(super) async fn take_turn(tx: &mut Tx, scope: &PeopleScope) -> db::Result<String> {
    let sql = "UPDATE tenant SET name = name WHERE id = $1 RETURNING name";
    Ok(tx.one::<(String,)>(sql, params![scope.tenant()]).await?.0)
}

/// The first and last name of someone the administrator looks after.
pub(super) async fn names(
    mut from: impl Read,
    scope: &PeopleScope,
    person: PersonId,
) -> db::Result<Option<(String, String)>> {
    let mut values = params![scope.tenant(), person];
    let mut among = String::new();
    if let Some(ids) = scope.companies() {
        let list = db::in_list(&mut values, ids)?;
        among = format!(
            "AND EXISTS (SELECT 1 FROM employee w WHERE w.person_id = p.id AND w.company_id IN {list})"
        );
    }
    let sql = format!(
        "SELECT p.first_name, p.last_name FROM person p
         WHERE p.tenant_id = $1 AND p.id = $2 AND p.merged_into IS NULL {among}"
    );
    from.opt(sql, values).await
}

/// False if they had it before.
pub(super) async fn set_version(
    tx: &mut Tx,
    scope: &PeopleScope,
    person: PersonId,
    version: &str,
) -> db::Result<bool> {
    let sql = "UPDATE person SET version = $3 WHERE id = $1 AND tenant_id = $2 AND version <> $3";
    Ok(tx.exec(sql, params![person, scope.tenant(), version]).await? > 0)
}

/// `None` for a company the administrator doesn't look after.
pub(super) async fn time_zone(
    mut from: impl Read,
    scope: &PeopleScope,
    company: CompanyId,
) -> db::Result<Option<String>> {
    let mut values = params![scope.tenant(), company];
    let within = within("id", scope, &mut values)?;
    let sql = format!("SELECT time_zone FROM company WHERE tenant_id = $1 AND id = $2 {within}");
    Ok(from.opt::<(String,)>(sql, values).await?.map(|(zone,)| zone))
}

pub(super) async fn has_pay_group(
    mut from: impl Read,
    scope: &PeopleScope,
    company: CompanyId,
    group: PayGroupId,
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM pay_group WHERE tenant_id = $1 AND company_id = $2 AND id = $3";
    Ok(from.opt::<(i64,)>(sql, params![scope.tenant(), company, group]).await?.is_some())
}

pub(super) async fn pay_group_called(
    db: &Db,
    scope: &PeopleScope,
    company: CompanyId,
    name: &str,
) -> db::Result<Option<PayGroupId>> {
    let sql = "SELECT id FROM pay_group WHERE tenant_id = $1 AND company_id = $2 AND lower(name) = lower($3)
         ORDER BY name LIMIT 1";
    Ok(db.opt::<(PayGroupId,)>(sql, params![scope.tenant(), company, name]).await?.map(|(id,)| id))
}

/// Whether the person works there, and whether someone has the code.
pub(super) async fn is_there(
    mut from: impl Read,
    scope: &PeopleScope,
    company: CompanyId,
    person: PersonId,
    code: &str,
) -> db::Result<(bool, bool)> {
    let sql =
        "SELECT EXISTS (SELECT 1 FROM employee WHERE tenant_id = $1 AND company_id = $2 AND person_id = $3),
           EXISTS (SELECT 1 FROM employee WHERE tenant_id = $1 AND company_id = $2 AND employee_code = $4)";
    from.one(sql, params![scope.tenant(), company, person, code]).await
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &PeopleScope,
    employee: EmployeeId,
    of: &Hired<'_>,
    job: &NewJob,
    code: &str,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO employee (id, tenant_id, company_id, person_id, employee_code, first_name, last_name, search_text,
           date_of_birth, original_hire_date, current_hire_date, status, pay_group_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, 'Active', $11)",
        params![
            employee,
            scope.tenant(),
            job.company,
            of.person,
            code,
            of.first_name,
            of.last_name,
            names::search_text(of.first_name, of.last_name, code),
            job.born,
            job.hired,
            job.pay_group
        ],
    )
    .await?;
    Ok(())
}
