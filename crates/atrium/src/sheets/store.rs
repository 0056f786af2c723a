//! The SQL for imports, built from the features' table descriptions, always within the scope's tenant.

use super::ending::EndingRule;
use super::stored::{self, StoredColumn, StoredRow, StoredTable};
use crate::access::OperatorScope;
use crate::shared::day::Day;
use crate::shared::id::CompanyId;
use db::{Cells, Tx, Value, params};
use uuid::Uuid;

/// Pushes the values, each once and without missing ones, and returns the text "($2,$3)", padded to a power of two.
pub fn long_list(values: &mut Vec<Value>, of: impl Iterator<Item = Value>) -> String {
    let start = values.len();
    for value in of.filter(|value| !matches!(value, Value::Null(_))) {
        if !values[start..].contains(&value) {
            values.push(value);
        }
    }
    let Some(last) = values[start..].last().cloned() else { return "(NULL)".to_owned() };
    let count = (values.len() - start).next_power_of_two();
    values.resize(start + count, last);
    let places: Vec<String> = (start + 1..=values.len()).map(|n| format!("${n}")).collect();
    format!("({})", places.join(","))
}

fn names(columns: &[&[StoredColumn]]) -> Vec<&'static str> {
    columns.concat().iter().map(|(name, _)| *name).collect()
}

/// The rows for these keys (or primary keys). More may come back than requested: the caller compares whole keys.
async fn rows(
    tx: &mut Tx,
    scope: &OperatorScope,
    table: &'static StoredTable,
    by: &[StoredColumn],
    keys: &[Vec<Value>],
    is_anywhere: bool,
) -> db::Result<Vec<StoredRow>> {
    let mut values = params![scope.tenant()];
    let mut conditions = vec![if is_anywhere { "$1 = $1" } else { "tenant_id = $1" }.to_owned()];
    for (n, (name, _)) in by.iter().enumerate() {
        let places = long_list(&mut values, keys.iter().map(|key| key[n].clone()));
        conditions.push(format!("{name} IN {places}"));
    }
    let columns = [table.id, table.key, table.columns, &[("tenant_id", db::Ty::Uuid)]];
    let sql = format!(
        "SELECT {} FROM {} WHERE {}",
        names(&columns).join(", "),
        table.name,
        conditions.join(" AND ")
    );
    let found: Vec<Cells> = tx.all(sql, values).await?;
    let types = columns.concat();
    found.iter().map(|row| read(table, &types, row)).collect()
}

fn read(table: &StoredTable, types: &[StoredColumn], row: &Cells) -> db::Result<StoredRow> {
    let unfit = || db::Error::Decode(format!("a row of {} is not as described", table.name));
    let cells = row.0.iter().zip(types).map(|(cell, (_, ty))| stored::value_of(cell, *ty));
    let mut id = cells.collect::<Option<Vec<Value>>>().ok_or_else(unfit)?;
    let Some(Value::Uuid(tenant)) = id.pop() else { return Err(unfit()) };
    let mut key = id.split_off(table.id.len());
    let values = key.split_off(table.key.len());
    Ok(StoredRow { id, key, values, tenant })
}

pub(super) async fn find(
    tx: &mut Tx,
    scope: &OperatorScope,
    table: &'static StoredTable,
    keys: &[Vec<Value>],
) -> db::Result<Vec<StoredRow>> {
    rows(tx, scope, table, &table.key[..table.narrow], keys, false).await
}

/// A whole small table.
pub(super) async fn whole(
    tx: &mut Tx,
    scope: &OperatorScope,
    table: &'static StoredTable,
) -> db::Result<Vec<StoredRow>> {
    rows(tx, scope, table, &[], &[], false).await
}

/// Like `find`, in all tenants: for names that are unique in the installation.
pub(super) async fn find_anywhere(
    tx: &mut Tx,
    scope: &OperatorScope,
    table: &'static StoredTable,
    keys: &[Vec<Value>],
) -> db::Result<Vec<StoredRow>> {
    rows(tx, scope, table, &table.key[..table.narrow], keys, true).await
}

pub async fn by_id(
    tx: &mut Tx,
    scope: &OperatorScope,
    table: &'static StoredTable,
    ids: &[Vec<Value>],
) -> db::Result<Vec<StoredRow>> {
    rows(tx, scope, table, table.id, ids, false).await
}

pub(super) const COUNTED_AT_A_TIME: usize = 2_000;

/// What counts of a company, after a row, in the order of the primary key: each with what it's called.
pub(super) async fn counting(
    tx: &mut Tx,
    scope: &OperatorScope,
    ending: &'static EndingRule,
    (company, today, after): (CompanyId, Day, Option<&Vec<Value>>),
) -> db::Result<Vec<(StoredRow, String)>> {
    let table = ending.table;
    let columns = [table.id, table.key, table.columns, &[("tenant_id", db::Ty::Uuid)]];
    let of_row = |name: &&str| if name.contains('(') { (*name).to_owned() } else { format!("x.{name}") };
    let ids: Vec<String> = table.id.iter().map(|(name, _)| format!("x.{name}")).collect();
    let mut values = params![scope.tenant(), company, today];
    let mut further = String::new();
    if let Some(after) = after {
        let places: Vec<String> = (0..after.len()).map(|n| format!("${}", values.len() + n + 1)).collect();
        further = format!(" AND ({}) > ({})", ids.join(", "), places.join(", "));
        values.extend(after.iter().cloned());
    }
    let sql = format!(
        "SELECT {}, {} FROM {} x WHERE x.tenant_id = $1 AND x.company_id = $2 AND $3 = $3 AND {}{further}
         ORDER BY {} LIMIT {COUNTED_AT_A_TIME}",
        names(&columns).iter().map(of_row).collect::<Vec<_>>().join(", "),
        ending.called,
        table.name,
        ending.counts,
        ids.join(", ")
    );
    let found: Vec<Cells> = tx.all(sql, values).await?;
    let types = columns.concat();
    let row = |mut cells: Cells| {
        let called = match cells.0.pop() {
            Some(serde_json::Value::String(called)) => called,
            _ => String::new(),
        };
        Ok((read(table, &types, &cells)?, called))
    };
    found.into_iter().map(row).collect()
}

/// Per row: the ID, then what is compared, then what is written once.
pub async fn insert(
    tx: &mut Tx,
    _scope: &OperatorScope,
    table: &'static StoredTable,
    rows: Vec<Vec<Value>>,
) -> db::Result<()> {
    let names = names(&[table.id, table.columns, table.once]);
    let places: Vec<String> = (1..=names.len()).map(|n| format!("${n}")).collect();
    let sql = format!("INSERT INTO {} ({}) VALUES ({})", table.name, names.join(", "), places.join(", "));
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// Per row: what is compared, then the ID, then the tenant.
pub async fn update(
    tx: &mut Tx,
    scope: &OperatorScope,
    table: &'static StoredTable,
    rows: Vec<Vec<Value>>,
) -> db::Result<()> {
    let set: Vec<String> =
        table.columns.iter().enumerate().map(|(n, (name, _))| format!("{name} = ${}", n + 1)).collect();
    let sql = format!(
        "UPDATE {} SET {}{} WHERE {}",
        table.name,
        set.join(", "),
        table.touch,
        this_row(table, table.columns.len())
    );
    tx.exec_many(sql, with_tenant(scope, rows)).await?;
    Ok(())
}

pub async fn delete(
    tx: &mut Tx,
    scope: &OperatorScope,
    table: &'static StoredTable,
    ids: Vec<Vec<Value>>,
) -> db::Result<()> {
    let sql = format!("DELETE FROM {} WHERE {}", table.name, this_row(table, 0));
    tx.exec_many(sql, with_tenant(scope, ids)).await?;
    Ok(())
}

fn this_row(table: &StoredTable, after: usize) -> String {
    let id = table.id.iter().enumerate().map(|(n, (name, _))| format!("{name} = ${}", after + n + 1));
    let tenant = format!("tenant_id = ${}", after + table.id.len() + 1);
    id.chain([tenant]).collect::<Vec<_>>().join(" AND ")
}

fn with_tenant(scope: &OperatorScope, rows: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    let tenant = Value::from(scope.tenant());
    rows.into_iter().map(|row| [row, vec![tenant.clone()]].concat()).collect()
}

/// What lines copy from their reports, when it changes: (employee, sort name, birthday and anniversary).
pub async fn copy_to_lines(
    tx: &mut Tx,
    scope: &OperatorScope,
    copies: Vec<(Uuid, [Value; 3])>,
) -> db::Result<()> {
    let row = |(employee, copy): (Uuid, [Value; 3])| {
        let mut values = params![employee, scope.tenant()];
        values.extend(copy);
        values
    };
    let rows = copies.into_iter().map(row).collect();
    let sql = "UPDATE reporting_line SET sort_name = $3, birthday = $4, anniversary = $5
         WHERE employee_id = $1 AND tenant_id = $2";
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// One added row (nothing before) or changed row.
pub struct NotedChange {
    pub seq: i64,
    pub table_name: String,
    pub row_id: String,
    pub before_values: Option<String>,
    pub after_hash: Vec<u8>,
}
db::row!(NotedChange { seq, table_name, row_id, before_values, after_hash });

pub(super) async fn note(
    tx: &mut Tx,
    scope: &OperatorScope,
    run: Uuid,
    changes: Vec<NotedChange>,
) -> db::Result<()> {
    let row = |change: NotedChange| {
        let NotedChange { seq, table_name, row_id, before_values, after_hash } = change;
        params![run, seq, scope.tenant(), table_name, row_id, before_values, after_hash]
    };
    let sql =
        "INSERT INTO import_change (run_id, seq, tenant_id, table_name, row_id, before_values, after_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
    tx.exec_many(sql, changes.into_iter().map(row).collect()).await?;
    Ok(())
}
