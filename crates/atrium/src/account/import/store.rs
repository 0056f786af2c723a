//! The SQL for importing people: which addresses and codes are taken, and invitations to remove.

use crate::access::OperatorScope;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, PersonId};
use crate::sheets::long_list;
use db::{Tx, Value, params};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Who signs in or gets mail under these names: (name, username), both lowercase.
pub(super) async fn address_holders(
    tx: &mut Tx,
    scope: &OperatorScope,
    names: Vec<String>,
) -> db::Result<HashMap<String, String>> {
    let mut values = params![scope.tenant()];
    let places = long_list(&mut values, names.into_iter().map(Value::from));
    let sql = format!(
        "SELECT lower(username), lower(username) FROM person
         WHERE tenant_id = $1 AND disabled_at IS NULL AND lower(username) IN {places}
         UNION ALL
         SELECT lower(email), lower(username) FROM person
         WHERE tenant_id = $1 AND disabled_at IS NULL AND lower(email) IN {places}"
    );
    Ok(tx.all::<(String, String)>(sql, values).await?.into_iter().collect())
}

/// Which of these names are addresses of people in other tenants, in lowercase.
pub(super) async fn addresses_elsewhere(
    tx: &mut Tx,
    scope: &OperatorScope,
    names: Vec<String>,
) -> db::Result<HashSet<String>> {
    if names.is_empty() {
        return Ok(HashSet::new());
    }
    let mut values = params![scope.tenant()];
    let places = long_list(&mut values, names.into_iter().map(Value::from));
    let sql = format!(
        "SELECT lower(email) FROM person
         WHERE tenant_id <> $1 AND disabled_at IS NULL AND lower(email) IN {places}"
    );
    Ok(tx.all::<(String,)>(sql, values).await?.into_iter().map(|(email,)| email).collect())
}

/// Which of these people (username, address) now share their address with someone else, or with someone's username.
pub(super) async fn sharing_an_address(
    tx: &mut Tx,
    scope: &OperatorScope,
    people: Vec<Uuid>,
) -> db::Result<Vec<(String, String)>> {
    let mut values = params![scope.tenant()];
    let places = long_list(&mut values, people.into_iter().map(Value::from));
    let sql = format!(
        "SELECT a.username, a.email FROM person a
         WHERE a.tenant_id = $1 AND a.disabled_at IS NULL AND a.email <> '' AND a.id IN {places} AND EXISTS
           (SELECT 1 FROM person b WHERE b.tenant_id = $1 AND b.disabled_at IS NULL AND b.id <> a.id
              AND (lower(b.email) = lower(a.email) OR lower(b.username) = lower(a.email)))
         ORDER BY a.username"
    );
    tx.all(sql, values).await
}

/// These people's employee codes, by company.
pub(super) async fn codes_of(
    tx: &mut Tx,
    scope: &OperatorScope,
    people: Vec<Uuid>,
) -> db::Result<Vec<(PersonId, CompanyId, String)>> {
    let mut values = params![scope.tenant()];
    let places = long_list(&mut values, people.into_iter().map(Value::from));
    let sql = format!(
        "SELECT person_id, company_id, employee_code FROM employee WHERE tenant_id = $1 AND person_id IN {places}"
    );
    tx.all(sql, values).await
}

/// Invitations for people the import is about to remove.
pub(super) async fn retire_invitations(
    tx: &mut Tx,
    scope: &OperatorScope,
    people: Vec<Vec<Value>>,
) -> db::Result<()> {
    let sql = "DELETE FROM account_link WHERE person_id = $1 AND tenant_id = $2 AND kind = 'invitation'";
    let rows = people.into_iter().map(|person| [person, params![scope.tenant()]].concat()).collect();
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// Which of these people hold a role that looks after others.
pub(super) async fn looking_after_others(
    tx: &mut Tx,
    scope: &OperatorScope,
    people: Vec<Uuid>,
    today: Day,
) -> db::Result<HashSet<Uuid>> {
    if people.is_empty() {
        return Ok(HashSet::new());
    }
    let mut values = params![scope.tenant(), today];
    let places = long_list(&mut values, people.into_iter().map(Value::from));
    let sql = format!(
        "SELECT a.person_id FROM role_assignment a JOIN role r ON r.id = a.role_id
         WHERE a.tenant_id = $1 AND (a.ends_on IS NULL OR a.ends_on >= $2)
           AND (' ' || r.permissions LIKE '% admin%' OR ' ' || r.permissions LIKE '% payroll%'
             OR ' ' || r.permissions || ' ' LIKE '% identity:user %'
             OR ' ' || r.permissions || ' ' LIKE '% identity:user.write %')
           AND a.person_id IN {places}"
    );
    Ok(tx.all::<(Uuid,)>(sql, values).await?.into_iter().map(|(id,)| id).collect())
}

/// How many assignments make administrators of the tenant, and how many of these go on.
pub(super) async fn administrators(tx: &mut Tx, scope: &OperatorScope) -> db::Result<(i64, i64)> {
    let sql = "SELECT count(*), count(CASE WHEN a.ends_on IS NULL
             AND (NOT EXISTS (SELECT 1 FROM employee w WHERE w.person_id = p.id)
               OR EXISTS (SELECT 1 FROM employee w WHERE w.person_id = p.id AND w.status <> 'Terminated')) THEN 1 END)
         FROM role_assignment a JOIN role r ON r.id = a.role_id JOIN person p ON p.id = a.person_id
         WHERE a.tenant_id = $1 AND a.company_id IS NULL AND p.disabled_at IS NULL
           AND ' ' || r.permissions || ' ' LIKE '% admin.write %'";
    tx.one(sql, params![scope.tenant()]).await
}
