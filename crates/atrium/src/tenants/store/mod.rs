//! The SQL of removing, exporting and erasing tenants. What there is of a tenant is in `tables.rs`; how each table looks,
//! the database says itself, so a new column is exported without being listed.

mod tables;

pub use tables::{OF_INSTALLATION, TABLES, TenantTable};

use crate::access::{OperatorScope, UpkeepScope};
use crate::shared::id::{PersonId, TenantId};
use crate::sheets::value_of;
use db::{Cells, Db, Read, Tx, Ty, Value, params};
use jiff::Timestamp;

/// Since when a tenant is closed, if it is; its name; and whether its erasure has begun.
pub(super) struct TenantStanding {
    pub name: String,
    pub removed_at: Option<Timestamp>,
    pub is_going: bool,
}
db::row!(TenantStanding { name, removed_at, is_going });

pub(super) async fn standing(
    mut from: impl Read,
    scope: &OperatorScope,
) -> db::Result<Option<TenantStanding>> {
    let sql = "SELECT t.name, t.removed_at, EXISTS (SELECT 1 FROM erased_tenant e WHERE e.tenant_id = t.id)
         FROM tenant t WHERE t.id = $1";
    from.opt(sql, params![scope.tenant()]).await
}

/// Takes the tenant's row first, so of two commands the second one sees what the first did.
pub(super) async fn take_turn(tx: &mut Tx, scope: &OperatorScope) -> db::Result<()> {
    tx.exec("UPDATE tenant SET name = name WHERE id = $1", params![scope.tenant()]).await.map(drop)
}

/// Closes the tenant and locks its people; how many that were.
pub(super) async fn close(tx: &mut Tx, scope: &OperatorScope, now: Timestamp) -> db::Result<u64> {
    tx.exec("UPDATE tenant SET removed_at = $2 WHERE id = $1", params![scope.tenant(), now]).await?;
    let sql = "UPDATE person SET disabled_at = $2 WHERE tenant_id = $1 AND disabled_at IS NULL";
    tx.exec(sql, params![scope.tenant(), now]).await
}

/// Opens it again, and unlocks those whom the removal locked; how many that were.
pub(super) async fn reopen(tx: &mut Tx, scope: &OperatorScope) -> db::Result<u64> {
    let sql = "UPDATE person SET disabled_at = NULL WHERE tenant_id = $1 AND merged_into IS NULL
         AND disabled_at = (SELECT removed_at FROM tenant WHERE id = $1)";
    let unlocked = tx.exec(sql, params![scope.tenant()]).await?;
    tx.exec("UPDATE tenant SET removed_at = NULL WHERE id = $1", params![scope.tenant()]).await?;
    Ok(unlocked)
}

/// The next of a tenant's people, by ID.
pub(super) async fn people_after(
    db: &Db,
    scope: &OperatorScope,
    after: PersonId,
    most: i64,
) -> db::Result<Vec<PersonId>> {
    let sql = "SELECT id FROM person WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3";
    let found: Vec<(PersonId,)> = db.all(sql, params![scope.tenant(), after, most]).await?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// Tenants that have been closed since this moment or longer.
pub(super) async fn removed_before(
    db: &Db,
    _: &UpkeepScope,
    moment: Timestamp,
) -> db::Result<Vec<(TenantId, Timestamp)>> {
    let sql = "SELECT id, removed_at FROM tenant WHERE removed_at <= $1 ORDER BY removed_at, id";
    db.all(sql, params![moment]).await
}

/// Whether it's still closed, with its row held until the commit.
pub(super) async fn is_still_removed(
    tx: &mut Tx,
    _: &UpkeepScope,
    tenant: TenantId,
    moment: Timestamp,
) -> db::Result<bool> {
    let sql = "UPDATE tenant SET name = name WHERE id = $1 AND removed_at <= $2";
    Ok(tx.exec(sql, params![tenant, moment]).await? == 1)
}

/// A column, by its name and type.
pub struct TenantColumn {
    pub name: String,
    pub ty: Ty,
}

/// In the order of the table.
pub async fn columns(
    mut from: impl Read,
    is_sqlite: bool,
    table: &TenantTable,
    _: &UpkeepScope,
) -> db::Result<Vec<TenantColumn>> {
    let sql = if is_sqlite {
        "SELECT name, lower(type) FROM pragma_table_info($1) ORDER BY cid"
    } else {
        "SELECT CAST(column_name AS TEXT), CAST(data_type AS TEXT) FROM information_schema.columns
         WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position"
    };
    let found: Vec<(String, String)> = from.all(sql, params![table.name]).await?;
    found.into_iter().map(|(name, ty)| Ok(TenantColumn { ty: type_called(table, &ty)?, name })).collect()
}

fn type_called(table: &TenantTable, name: &str) -> db::Result<Ty> {
    Ok(match name {
        "bigint" => Ty::I64,
        "boolean" => Ty::Bool,
        "text" => Ty::Text,
        "bytea" => Ty::Bytes,
        "date" => Ty::Day,
        "timestamptz" | "timestamp with time zone" => Ty::At,
        "uuid" => Ty::Uuid,
        "jsonb" => Ty::Json,
        other => return Err(db::Error::Decode(format!("a column of {} is of type {other}", table.name))),
    })
}

/// The tenant's rows whose key comes after this one (none: the first), in the order of their keys.
pub(super) async fn rows_after(
    mut from: impl Read,
    _: &UpkeepScope,
    tenant: TenantId,
    (table, columns): (&TenantTable, &[TenantColumn]),
    after: &[Value],
    most: i64,
) -> db::Result<Vec<Vec<Value>>> {
    let mut values = params![tenant];
    let (later, order) = (beyond(table, after, &mut values, ">"), table.key.join(", "));
    values.push(most.into());
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let sql = format!(
        "SELECT {} FROM {} WHERE {}{later} ORDER BY {order} LIMIT ${}",
        names.join(", "),
        table.name,
        table.own,
        values.len()
    );
    let found: Vec<Cells> = from.all(sql, values).await?;
    let typed = |row: &Cells| {
        let cells = row.0.iter().zip(columns).map(|(cell, column)| value_of(cell, column.ty));
        let unfit = || db::Error::Decode(format!("a row of {} is not as described", table.name));
        cells.collect::<Option<Vec<Value>>>().ok_or_else(unfit)
    };
    found.iter().map(typed).collect()
}

/// " AND (a, b) > ($2, $3)"; nothing without a key.
fn beyond(table: &TenantTable, key: &[Value], values: &mut Vec<Value>, than: &str) -> String {
    if key.is_empty() {
        return String::new();
    }
    let first = values.len() + 1;
    values.extend(key.iter().cloned());
    let places: Vec<String> = (first..=values.len()).map(|n| format!("${n}")).collect();
    format!(" AND ({}) {than} ({})", table.key.join(", "), places.join(", "))
}

/// Deletes the tenant's rows between two keys, the last one included.
pub(super) async fn erase(
    tx: &mut Tx,
    _: &UpkeepScope,
    tenant: TenantId,
    table: &TenantTable,
    (after, last): (&[Value], &[Value]),
) -> db::Result<()> {
    let mut values = params![tenant];
    let later = beyond(table, after, &mut values, ">");
    let until = beyond(table, last, &mut values, "<=");
    let sql = format!("DELETE FROM {} WHERE {}{later}{until}", table.name, table.own);
    tx.exec(sql, values).await.map(drop)
}

/// Rows of a tree refer to each other: none may while some of them go.
pub(super) async fn detach(
    tx: &mut Tx,
    _: &UpkeepScope,
    tenant: TenantId,
    table: &TenantTable,
    column: &str,
) -> db::Result<()> {
    let sql =
        format!("UPDATE {} SET {column} = NULL WHERE {} AND {column} IS NOT NULL", table.name, table.own);
    tx.exec(sql, params![tenant]).await.map(drop)
}

/// The bytes of these files are erased before their rows.
pub(super) async fn storage_keys(
    db: &Db,
    _: &UpkeepScope,
    tenant: TenantId,
    (after, last): (&[Value], &[Value]),
) -> db::Result<Vec<String>> {
    let mut values = params![tenant];
    let later = if after.is_empty() { "" } else { " AND id > $3" };
    values.extend(last.iter().cloned());
    values.extend(after.iter().cloned());
    let sql = format!("SELECT storage_key FROM stored_file WHERE tenant_id = $1 AND id <= $2{later}");
    let found: Vec<(String,)> = db.all(sql, values).await?;
    Ok(found.into_iter().map(|(key,)| key).collect())
}

pub(super) async fn logo(mut from: impl Read, scope: &OperatorScope) -> db::Result<Option<Vec<u8>>> {
    let found: Option<(Vec<u8>,)> =
        from.opt("SELECT png FROM tenant_logo WHERE tenant_id = $1", params![scope.tenant()]).await?;
    Ok(found.map(|(png,)| png))
}
