//! The SQL of imports: built of the descriptions in `table.rs`, always within the tenant of the scope.

use super::table::{self, Column, Table};
use crate::access::OperatorScope;
use crate::shared::id::{
    CompanyId, DepositCodeId, OrganizationId, PayGroupId, PersonId, RoleId, TimeOffTypeId,
};
use db::{Cells, Tx, Value, params};
use jiff::Timestamp;
use std::collections::HashMap;
use uuid::Uuid;

/// A row as it is now.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub id: Vec<Value>,
    pub key: Vec<Value>,
    pub values: Vec<Value>,
    pub tenant: Uuid,
}

impl Found {
    /// Of tables with an id of one column.
    pub(super) fn uuid(&self) -> Uuid {
        match self.id.first() {
            Some(Value::Uuid(id)) => *id,
            _ => Uuid::nil(),
        }
    }

    pub(super) fn get(&self, table: &Table, column: &str) -> Value {
        self.values[table.at(column)].clone()
    }
}

/// Pushes the values, each once and none that is missing, and gives the text "($2,$3)", padded to a power of two.
fn list(values: &mut Vec<Value>, of: impl Iterator<Item = Value>) -> String {
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

fn names(columns: &[&[Column]]) -> Vec<&'static str> {
    columns.concat().iter().map(|(name, _)| *name).collect()
}

/// The rows of these keys (or primary keys). More may come back than were asked for: the caller compares whole keys.
async fn rows(
    tx: &mut Tx,
    scope: &OperatorScope,
    table: &'static Table,
    by: &[Column],
    keys: &[Vec<Value>],
    is_anywhere: bool,
) -> db::Result<Vec<Found>> {
    let mut values = params![scope.tenant()];
    let mut conditions = vec![if is_anywhere { "$1 = $1" } else { "tenant_id = $1" }.to_owned()];
    for (n, (name, _)) in by.iter().enumerate() {
        let places = list(&mut values, keys.iter().map(|key| key[n].clone()));
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

fn read(table: &Table, types: &[Column], row: &Cells) -> db::Result<Found> {
    let unfit = || db::Error::Decode(format!("a row of {} is not as described", table.name));
    let cells = row.0.iter().zip(types).map(|(cell, (_, ty))| table::value_of(cell, *ty));
    let mut id = cells.collect::<Option<Vec<Value>>>().ok_or_else(unfit)?;
    let Some(Value::Uuid(tenant)) = id.pop() else { return Err(unfit()) };
    let mut key = id.split_off(table.id.len());
    let values = key.split_off(table.key.len());
    Ok(Found { id, key, values, tenant })
}

pub(super) async fn find(
    tx: &mut Tx,
    scope: &OperatorScope,
    table: &'static Table,
    keys: &[Vec<Value>],
) -> db::Result<Vec<Found>> {
    rows(tx, scope, table, &table.key[..table.narrow], keys, false).await
}

/// As `find`, in all tenants: for names that are the installation's.
pub(super) async fn find_anywhere(
    tx: &mut Tx,
    scope: &OperatorScope,
    table: &'static Table,
    keys: &[Vec<Value>],
) -> db::Result<Vec<Found>> {
    rows(tx, scope, table, &table.key[..table.narrow], keys, true).await
}

pub(super) async fn by_id(
    tx: &mut Tx,
    scope: &OperatorScope,
    table: &'static Table,
    ids: &[Vec<Value>],
) -> db::Result<Vec<Found>> {
    rows(tx, scope, table, table.id, ids, false).await
}

/// Each row: the id, then what is compared, then what is written once.
pub(super) async fn insert(
    tx: &mut Tx,
    _scope: &OperatorScope,
    table: &'static Table,
    rows: Vec<Vec<Value>>,
) -> db::Result<()> {
    let names = names(&[table.id, table.columns, table.once]);
    let places: Vec<String> = (1..=names.len()).map(|n| format!("${n}")).collect();
    let sql = format!("INSERT INTO {} ({}) VALUES ({})", table.name, names.join(", "), places.join(", "));
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// Each row: what is compared, then the id, then the tenant.
pub(super) async fn update(
    tx: &mut Tx,
    scope: &OperatorScope,
    table: &'static Table,
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

pub(super) async fn delete(
    tx: &mut Tx,
    scope: &OperatorScope,
    table: &'static Table,
    ids: Vec<Vec<Value>>,
) -> db::Result<()> {
    let sql = format!("DELETE FROM {} WHERE {}", table.name, this_row(table, 0));
    tx.exec_many(sql, with_tenant(scope, ids)).await?;
    Ok(())
}

fn this_row(table: &Table, after: usize) -> String {
    let id = table.id.iter().enumerate().map(|(n, (name, _))| format!("{name} = ${}", after + n + 1));
    let tenant = format!("tenant_id = ${}", after + table.id.len() + 1);
    id.chain([tenant]).collect::<Vec<_>>().join(" AND ")
}

fn with_tenant(scope: &OperatorScope, rows: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    let tenant = Value::from(scope.tenant());
    rows.into_iter().map(|row| [row, vec![tenant.clone()]].concat()).collect()
}

/// Two imports into one tenant wait for each other.
pub(super) async fn lock(tx: &mut Tx, scope: &OperatorScope) -> db::Result<String> {
    let sql = "UPDATE tenant SET name = name WHERE id = $1 RETURNING name";
    Ok(tx.one::<(String,)>(sql, params![scope.tenant()]).await?.0)
}

pub(super) async fn companies(tx: &mut Tx, scope: &OperatorScope) -> db::Result<Vec<(CompanyId, String)>> {
    tx.all("SELECT id, name FROM company WHERE tenant_id = $1", params![scope.tenant()]).await
}

/// (id, company, code, kind)
pub(super) async fn organizations(
    tx: &mut Tx,
    scope: &OperatorScope,
) -> db::Result<Vec<(OrganizationId, CompanyId, String, String)>> {
    let sql = "SELECT id, company_id, code, kind FROM organization WHERE tenant_id = $1";
    tx.all(sql, params![scope.tenant()]).await
}

pub(super) async fn pay_groups(
    tx: &mut Tx,
    scope: &OperatorScope,
) -> db::Result<Vec<(PayGroupId, CompanyId, String)>> {
    tx.all("SELECT id, company_id, name FROM pay_group WHERE tenant_id = $1", params![scope.tenant()]).await
}

/// Where the order of each company's benefit plans ends.
pub(super) async fn last_plans(tx: &mut Tx, scope: &OperatorScope) -> db::Result<Vec<(CompanyId, i64)>> {
    let sql = "SELECT company_id, max(position) FROM benefit_plan WHERE tenant_id = $1 GROUP BY company_id";
    tx.all(sql, params![scope.tenant()]).await
}

pub(super) async fn roles(tx: &mut Tx, scope: &OperatorScope) -> db::Result<Vec<(RoleId, String)>> {
    tx.all("SELECT id, name FROM role WHERE tenant_id = $1", params![scope.tenant()]).await
}

pub(super) async fn time_off_types(
    tx: &mut Tx,
    scope: &OperatorScope,
) -> db::Result<Vec<(TimeOffTypeId, CompanyId, String, bool)>> {
    let sql = "SELECT id, company_id, name, has_balance FROM time_off_type WHERE tenant_id = $1";
    tx.all(sql, params![scope.tenant()]).await
}

pub(super) async fn deposit_codes(
    tx: &mut Tx,
    scope: &OperatorScope,
) -> db::Result<Vec<(DepositCodeId, CompanyId, String)>> {
    tx.all("SELECT id, company_id, code FROM deposit_code WHERE tenant_id = $1", params![scope.tenant()])
        .await
}

/// Who is reached or signs in by these names: (name, username), both in lower case.
pub(super) async fn address_holders(
    tx: &mut Tx,
    scope: &OperatorScope,
    names: impl Iterator<Item = String>,
) -> db::Result<HashMap<String, String>> {
    let mut values = params![scope.tenant()];
    let places = list(&mut values, names.map(Value::from));
    let sql = format!(
        "SELECT lower(username), lower(username) FROM person
         WHERE tenant_id = $1 AND disabled_at IS NULL AND lower(username) IN {places}
         UNION ALL
         SELECT lower(email), lower(username) FROM person
         WHERE tenant_id = $1 AND disabled_at IS NULL AND lower(email) IN {places}"
    );
    Ok(tx.all::<(String, String)>(sql, values).await?.into_iter().collect())
}

/// Those of these people (username, address) who now have an address that somebody else has, too, or signs in by.
pub(super) async fn sharing_an_address(
    tx: &mut Tx,
    scope: &OperatorScope,
    people: impl Iterator<Item = Uuid>,
) -> db::Result<Vec<(String, String)>> {
    let mut values = params![scope.tenant()];
    let places = list(&mut values, people.map(Value::from));
    let sql = format!(
        "SELECT a.username, a.email FROM person a
         WHERE a.tenant_id = $1 AND a.disabled_at IS NULL AND a.email <> '' AND a.id IN {places} AND EXISTS
           (SELECT 1 FROM person b WHERE b.tenant_id = $1 AND b.disabled_at IS NULL AND b.id <> a.id
              AND (lower(b.email) = lower(a.email) OR lower(b.username) = lower(a.email)))
         ORDER BY a.username"
    );
    tx.all(sql, values).await
}

/// The codes these people have, company by company.
pub(super) async fn codes_of(
    tx: &mut Tx,
    scope: &OperatorScope,
    people: impl Iterator<Item = Uuid>,
) -> db::Result<Vec<(PersonId, CompanyId, String)>> {
    let mut values = params![scope.tenant()];
    let places = list(&mut values, people.map(Value::from));
    let sql = format!(
        "SELECT person_id, company_id, employee_code FROM employee WHERE tenant_id = $1 AND person_id IN {places}"
    );
    tx.all(sql, values).await
}

/// Whoever changes a profile meanwhile waits: (employee, company). Always in the same order, so that two never wait for each other.
pub(super) async fn lock_profiles(
    tx: &mut Tx,
    scope: &OperatorScope,
    mut of: Vec<(Uuid, CompanyId)>,
) -> db::Result<()> {
    of.sort_unstable();
    of.dedup();
    let rows = of.into_iter().map(|(employee, company)| params![scope.tenant(), company, employee]).collect();
    let sql =
        "INSERT INTO employee_profile (employee_id, tenant_id, company_id, version) VALUES ($3, $1, $2, 0)
         ON CONFLICT (employee_id) DO UPDATE SET version = employee_profile.version";
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// What lines keep of their reports, wherever that changes: (employee, sort name, birthday and anniversary).
pub(super) async fn copy_to_lines(
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

/// Whose accounts take more than there is: more than 100 percent, which is told, or two balances.
pub(super) async fn overdrawn(
    tx: &mut Tx,
    scope: &OperatorScope,
) -> db::Result<Vec<(CompanyId, String, bool)>> {
    tx.all(
        "SELECT e.company_id, e.employee_code,
           sum(CASE WHEN d.amount_type = 'percentage' THEN d.amount ELSE 0 END) > 1000000
         FROM direct_deposit d JOIN employee e ON e.id = d.employee_id
         WHERE d.tenant_id = $1 AND d.end_date IS NULL AND d.approval IN ('Pending', 'Approved')
         GROUP BY e.id, e.company_id, e.employee_code
         HAVING sum(CASE WHEN d.amount_type = 'percentage' THEN d.amount ELSE 0 END) > 1000000
           OR sum(CASE WHEN d.amount_type = 'balance' THEN 1 ELSE 0 END) > 1
         ORDER BY e.employee_code LIMIT 100",
        params![scope.tenant()],
    )
    .await
}

/// An import that was carried out.
pub(super) struct Run {
    pub id: Uuid,
    pub at: Timestamp,
    pub files: String,
    pub undone_at: Option<Timestamp>,
}
db::row!(Run { id, at, files, undone_at });

/// Only the newest import can be taken back: what an earlier one left for its undo goes.
pub(super) async fn begin_run(tx: &mut Tx, scope: &OperatorScope, id: Uuid, at: Timestamp) -> db::Result<()> {
    tx.exec("DELETE FROM import_change WHERE tenant_id = $1", params![scope.tenant()]).await?;
    let sql = "INSERT INTO import_run (id, tenant_id, at, files) VALUES ($1, $2, $3, '[]')";
    tx.exec(sql, params![id, scope.tenant(), at]).await?;
    Ok(())
}

pub(super) async fn end_run(tx: &mut Tx, scope: &OperatorScope, id: Uuid, files: &str) -> db::Result<()> {
    let sql = "UPDATE import_run SET files = $3 WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![id, scope.tenant(), files]).await?;
    Ok(())
}

pub(super) async fn newest_run(tx: &mut Tx, scope: &OperatorScope) -> db::Result<Option<Run>> {
    let sql = format!(
        "SELECT {} FROM import_run WHERE tenant_id = $1 ORDER BY at DESC, id DESC LIMIT 1",
        Run::COLS
    );
    tx.opt(sql, params![scope.tenant()]).await
}

/// One row that was added (nothing before) or changed.
pub(super) struct Change {
    pub seq: i64,
    pub table_name: String,
    pub row_id: String,
    pub before_values: Option<String>,
    pub after_hash: Vec<u8>,
}
db::row!(Change { seq, table_name, row_id, before_values, after_hash });

pub(super) async fn note(
    tx: &mut Tx,
    scope: &OperatorScope,
    run: Uuid,
    changes: Vec<Change>,
) -> db::Result<()> {
    let row = |change: Change| {
        let Change { seq, table_name, row_id, before_values, after_hash } = change;
        params![run, seq, scope.tenant(), table_name, row_id, before_values, after_hash]
    };
    let sql =
        "INSERT INTO import_change (run_id, seq, tenant_id, table_name, row_id, before_values, after_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
    tx.exec_many(sql, changes.into_iter().map(row).collect()).await?;
    Ok(())
}

/// The last of them first.
pub(super) async fn changes_before(
    tx: &mut Tx,
    scope: &OperatorScope,
    run: Uuid,
    seq: i64,
    limit: i64,
) -> db::Result<Vec<Change>> {
    let sql = format!(
        "SELECT {} FROM import_change WHERE run_id = $1 AND tenant_id = $2 AND seq < $3 ORDER BY seq DESC LIMIT $4",
        Change::COLS
    );
    tx.all(sql, params![run, scope.tenant(), seq, limit]).await
}

pub(super) async fn mark_undone(
    tx: &mut Tx,
    scope: &OperatorScope,
    run: Uuid,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec("DELETE FROM import_change WHERE run_id = $1 AND tenant_id = $2", params![run, scope.tenant()])
        .await?;
    let sql = "UPDATE import_run SET undone_at = $3 WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![run, scope.tenant(), now]).await?;
    Ok(())
}

/// Profiles that say nothing (any more) of employees who are about to go.
pub(super) async fn retire_profiles(
    tx: &mut Tx,
    scope: &OperatorScope,
    employees: Vec<Vec<Value>>,
) -> db::Result<()> {
    let sql = "DELETE FROM employee_profile WHERE employee_id = $1 AND tenant_id = $2
           AND middle_name = '' AND gender = '' AND marital_status = '' AND address_line1 = '' AND address_line2 = ''
           AND city = '' AND state = '' AND zip = '' AND contacts = '[]' AND dependents = '[]' AND beneficiaries = '[]'
           AND additional_info = '[]' AND earning_deductions = '[]' AND annual_salary IS NULL AND hourly_rate IS NULL";
    tx.exec_many(sql, with_tenant(scope, employees)).await?;
    Ok(())
}

/// Invitations of people who are about to go.
pub(super) async fn retire_invitations(
    tx: &mut Tx,
    scope: &OperatorScope,
    people: Vec<Vec<Value>>,
) -> db::Result<()> {
    let sql = "DELETE FROM account_link WHERE person_id = $1 AND tenant_id = $2 AND kind = 'invitation'";
    tx.exec_many(sql, with_tenant(scope, people)).await?;
    Ok(())
}

/// Who one of these is, as operators call them.
pub(super) async fn whose(
    tx: &mut Tx,
    scope: &OperatorScope,
    ids: impl Iterator<Item = Uuid>,
) -> db::Result<Option<String>> {
    for id in ids {
        let sql = "SELECT 'employee ' || employee_code FROM employee WHERE id = $1 AND tenant_id = $2
             UNION ALL SELECT 'person ' || username FROM person WHERE id = $1 AND tenant_id = $2";
        let found: Option<(String,)> = tx.opt(sql, params![id, scope.tenant()]).await?;
        if let Some((who,)) = found {
            return Ok(Some(who));
        }
    }
    Ok(None)
}
