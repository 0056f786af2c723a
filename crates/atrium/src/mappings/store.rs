//! The SQL of saved mappings, and of the people a source names in its own way.

use crate::access::{HandoverScope, ImportScope, OperatorScope};
use crate::shared::id::{CompanyId, EmployeeId, PersonId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

/// A mapping as it's kept.
#[derive(Clone, Debug)]
pub struct SavedMapping {
    pub id: Uuid,
    pub name: String,
    pub kind: String,
    pub definition: String,
    /// Who saved it first; no one, if an operator did.
    pub owner_id: Option<PersonId>,
    pub changed_at: Timestamp,
    pub version: i64,
}
db::row!(SavedMapping { id, name, kind, definition, owner_id, changed_at, version });

const BY_NAME: Sort = Sort::ascending(&[("m.name", SortKey::Text), ("m.id", SortKey::Id)]);
const COLUMNS: &str = "m.id, m.name, m.kind, m.definition, m.owner_id, m.changed_at, m.version";

pub(super) async fn list(db: &Db, scope: &ImportScope, ask: &Ask) -> Result<Vec<SavedMapping>, Problem> {
    let mut values = params![scope.tenant()];
    let page = BY_NAME.page(ask, &mut values)?;
    let sql = format!("SELECT {COLUMNS} FROM import_mapping m WHERE m.tenant_id = $1 {page}");
    Ok(db.all(sql, values).await?)
}

pub(super) async fn named(
    mut from: impl Read,
    scope: &ImportScope,
    name: &str,
) -> db::Result<Option<SavedMapping>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM import_mapping m WHERE m.tenant_id = $1 AND lower(m.name) = lower($2)"
    );
    from.opt(sql, params![scope.tenant(), name]).await
}

pub(super) async fn count(tx: &mut Tx, scope: &ImportScope) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM import_mapping WHERE tenant_id = $1";
    Ok(tx.one::<(i64,)>(sql, params![scope.tenant()]).await?.0)
}

pub(super) async fn insert(tx: &mut Tx, scope: &ImportScope, row: &SavedMapping) -> db::Result<()> {
    let sql =
        "INSERT INTO import_mapping (id, tenant_id, name, kind, definition, owner_id, changed_at, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 1)";
    let values = params![
        row.id,
        scope.tenant(),
        row.name.clone(),
        row.kind.clone(),
        row.definition.clone(),
        row.owner_id,
        row.changed_at
    ];
    tx.exec(sql, values).await?;
    Ok(())
}

/// Whether it was still in this version.
pub(super) async fn update(tx: &mut Tx, scope: &ImportScope, row: &SavedMapping) -> db::Result<bool> {
    let sql = "UPDATE import_mapping SET name = $4, kind = $5, definition = $6, changed_at = $7, version = version + 1
         WHERE id = $1 AND tenant_id = $2 AND version = $3";
    let values = params![
        row.id,
        scope.tenant(),
        row.version,
        row.name.clone(),
        row.kind.clone(),
        row.definition.clone(),
        row.changed_at
    ];
    Ok(tx.exec(sql, values).await? == 1)
}

pub(super) async fn delete(tx: &mut Tx, scope: &ImportScope, id: Uuid) -> db::Result<bool> {
    let sql = "DELETE FROM import_mapping WHERE id = $1 AND tenant_id = $2";
    Ok(tx.exec(sql, params![id, scope.tenant()]).await? == 1)
}

/// What someone saved, and the imports they made, which are theirs alone as long as they're drafts.
pub(super) async fn hand_over(tx: &mut Tx, scope: &HandoverScope) -> db::Result<Vec<Uuid>> {
    let mut moved = vec![];
    for sql in [
        "UPDATE import_mapping SET owner_id = $2 WHERE owner_id = $1 AND tenant_id = $3 RETURNING id",
        "UPDATE import_job SET person_id = $2 WHERE person_id = $1 AND tenant_id = $3 RETURNING id",
    ] {
        let rows: Vec<(Uuid,)> = tx.all(sql, params![scope.from(), scope.to(), scope.tenant()]).await?;
        moved.extend(rows.into_iter().map(|(id,)| id));
    }
    Ok(moved)
}

pub(super) async fn hand_back(tx: &mut Tx, scope: &HandoverScope, ids: &[Uuid]) -> db::Result<()> {
    for sql in [
        "UPDATE import_mapping SET owner_id = $3 WHERE id = $1 AND owner_id = $2 AND tenant_id = $4",
        "UPDATE import_job SET person_id = $3 WHERE id = $1 AND person_id = $2 AND tenant_id = $4",
    ] {
        let rows = ids.iter().map(|id| params![*id, scope.from(), scope.to(), scope.tenant()]).collect();
        tx.exec_many(sql, rows).await?;
    }
    Ok(())
}

/// Someone who works in a company, with what a source may call them.
pub(crate) struct NamedEmployee {
    pub id: EmployeeId,
    pub code: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
}
db::row!(NamedEmployee { id, code, first_name, last_name, email });

pub(super) const PEOPLE_AT_A_TIME: usize = 5_000;

pub(super) async fn employees_after(
    tx: &mut Tx,
    scope: &OperatorScope,
    company: CompanyId,
    after: Option<EmployeeId>,
) -> db::Result<Vec<NamedEmployee>> {
    let mut values: Vec<Value> = params![scope.tenant(), company];
    let after = after.map_or("", |after| {
        values.push(after.into());
        " AND e.id > $3"
    });
    let sql = format!(
        "SELECT e.id, e.employee_code AS code, e.first_name, e.last_name, p.email
         FROM employee e JOIN person p ON p.id = e.person_id
         WHERE e.tenant_id = $1 AND e.company_id = $2{after} ORDER BY e.id LIMIT {PEOPLE_AT_A_TIME}"
    );
    tx.all(sql, values).await
}
