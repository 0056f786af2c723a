//! The SQL of tax returns. Every function takes a scope and filters by it.

use super::rules::{DeliveryMethod, W2};
use super::{TaxReturnFiling, TaxReturns};
use crate::access::{EmployeeScope, Need};
use crate::shared::day::Moment;
use crate::shared::id::TaxReturnId;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;

db::text!(DeliveryMethod { Electronic = "electronic", Paper = "paper" });

#[derive(Clone, Debug)]
pub(super) struct TaxReturnRow {
    pub id: TaxReturnId,
    pub year: i64,
    pub name: String,
    document: String,
}
db::row!(TaxReturnRow { id, year, name, document });

impl TaxReturnRow {
    pub(super) fn w2(&self) -> Result<W2, Problem> {
        serde_json::from_str(&self.document)
            .map_err(|error| Problem::Internal(format!("a W-2 cannot be read: {error}")))
    }

    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.year.to_string(), self.id.to_string()]
    }
}

/// How someone gets their forms. Version 0 means they haven't chosen yet.
#[derive(Clone, Debug)]
pub(super) struct Delivery {
    pub(super) method: DeliveryMethod,
    pub changed_at: Option<Moment>,
    pub version: i64,
}
db::row!(Delivery { method, changed_at, version });

impl Default for Delivery {
    fn default() -> Delivery {
        Delivery { method: DeliveryMethod::Paper, changed_at: None, version: 0 }
    }
}

pub(super) async fn one(
    db: &Db,
    scope: &EmployeeScope<TaxReturns, impl Need>,
    id: TaxReturnId,
) -> db::Result<Option<TaxReturnRow>> {
    db.opt(
        format!(
            "SELECT {} FROM tax_return WHERE id = $3 AND tenant_id = $1 AND employee_id = $2",
            TaxReturnRow::COLS
        ),
        params![scope.tenant(), scope.employee(), id],
    )
    .await
}

/// Newest year first.
pub(super) async fn newest(
    db: &Db,
    scope: &EmployeeScope<TaxReturns, impl Need>,
    year: Option<i32>,
    ask: &Ask,
) -> Result<Vec<TaxReturnRow>, Problem> {
    let mut values = params![scope.tenant(), scope.employee(), year.map(i64::from)];
    let newest_first = Sort::descending(&[("year", SortKey::Number), ("id", SortKey::Id)]);
    let (columns, page) = (TaxReturnRow::COLS, newest_first.page(ask, &mut values)?);
    let sql = format!(
        "SELECT {columns} FROM tax_return
         WHERE tenant_id = $1 AND employee_id = $2 AND (CAST($3 AS BIGINT) IS NULL OR year = $3) {page}"
    );
    Ok(db.all(sql, values).await?)
}

pub(super) async fn delivery(
    mut from: impl Read,
    scope: &EmployeeScope<TaxReturns, impl Need>,
) -> db::Result<Option<Delivery>> {
    let sql =
        "SELECT method, changed_at, version FROM tax_form_delivery WHERE tenant_id = $1 AND employee_id = $2";
    from.opt(sql, params![scope.tenant(), scope.employee()]).await
}

/// `None` if the choice has another version by now.
pub(super) async fn choose(
    tx: &mut Tx,
    scope: &EmployeeScope<TaxReturns, impl Need>,
    method: DeliveryMethod,
    disclosure: &'static str,
    version: i64,
    now: Timestamp,
) -> db::Result<Option<Delivery>> {
    tx.opt(
        "INSERT INTO tax_form_delivery (employee_id, tenant_id, method, disclosure, changed_at, version)
         VALUES ($1, $2, $3, $4, $5, 1)
         ON CONFLICT (employee_id) DO UPDATE SET method = $3, disclosure = $4, changed_at = $5,
           version = tax_form_delivery.version + 1
         WHERE tax_form_delivery.version = $6
         RETURNING method, changed_at, version",
        params![scope.employee(), scope.tenant(), method, disclosure, now, version],
    )
    .await
}

pub(super) const INSERT: &str = "INSERT INTO tax_return (id, tenant_id, employee_id, year, name, document) VALUES ($1, $2, $3, $4, 'W-2', $5)";

pub(super) fn values(filings: &[TaxReturnFiling]) -> Result<Vec<Vec<Value>>, Problem> {
    let row = |filing: &TaxReturnFiling| {
        let document = serde_json::to_string(&filing.w2)
            .map_err(|error| Problem::Internal(format!("a W-2 cannot be written: {error}")))?;
        Ok(params![filing.id, filing.tenant, filing.employee, i64::from(filing.w2.year), document])
    };
    filings.iter().map(row).collect()
}
