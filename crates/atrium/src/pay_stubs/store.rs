//! The SQL of pay stubs. Readers need their own scope. Filing is in bulk, and for payroll only.

use super::rules::{Heading, StubLines};
use super::{PayStubs, StubFiling, record};
use crate::access::{EmployeeScope, Need};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::PayStubId;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Tx, Value, params};

/// A stub as stored. Its lines and heading are parsed only when needed.
#[derive(Clone, Debug)]
pub struct Stub {
    pub id: PayStubId,
    pub check_date: Day,
    pub check_number: i64,
    pub period_begin: Day,
    pub period_end: Day,
    pub gross: Amount,
    pub taxes: Amount,
    pub deductions: Amount,
    lines: String,
    heading: String,
}
db::row!(Stub {
    id,
    check_date,
    check_number,
    period_begin,
    period_end,
    gross,
    taxes,
    deductions,
    lines,
    heading
});

impl Stub {
    pub fn lines(&self) -> Result<StubLines, Problem> {
        record::read(&self.lines)
    }

    pub fn heading(&self) -> Result<Heading, Problem> {
        serde_json::from_str(&self.heading)
            .map_err(|error| Problem::Internal(format!("the heading of a pay stub cannot be read: {error}")))
    }

    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.check_date.to_string(), self.id.to_string()]
    }
}

/// The last net pay. No one sees it; bank account changes are weighed against it.
pub(super) async fn last_net(
    tx: &mut Tx,
    scope: &EmployeeScope<PayStubs, impl Need>,
) -> db::Result<Option<Amount>> {
    let sql = "SELECT gross - taxes - deductions FROM pay_stub
         WHERE employee_id = $1 AND tenant_id = $2 ORDER BY check_date DESC, id DESC LIMIT 1";
    Ok(tx.opt::<(Amount,)>(sql, params![scope.employee(), scope.tenant()]).await?.map(|(net,)| net))
}

const SELECT: &str =
    "SELECT s.id, s.check_date, s.check_number, s.period_begin, s.period_end, s.gross, s.taxes,
    s.deductions, s.lines, h.document
  FROM pay_stub s JOIN pay_stub_heading h ON h.id = s.heading_id";

pub(super) async fn one(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
    id: PayStubId,
) -> db::Result<Option<Stub>> {
    db.opt(
        format!("{SELECT} WHERE s.id = $3 AND s.tenant_id = $1 AND s.employee_id = $2"),
        params![scope.tenant(), scope.employee(), id],
    )
    .await
}

pub(super) async fn just_before(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
    stub: &Stub,
) -> db::Result<Option<Stub>> {
    db.opt(
        format!(
            "{SELECT} WHERE s.tenant_id = $1 AND s.employee_id = $2 AND (s.check_date, s.id) < ($3, $4)
             ORDER BY s.check_date DESC, s.id DESC LIMIT 1"
        ),
        params![scope.tenant(), scope.employee(), stub.check_date, stub.id],
    )
    .await
}

const NEWEST_FIRST: Sort = Sort::descending(&[("s.check_date", SortKey::Day), ("s.id", SortKey::Id)]);

pub(super) async fn newest(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
    within: Option<(Day, Day)>,
    ask: &Ask,
) -> Result<Vec<Stub>, Problem> {
    let mut values = params![scope.tenant(), scope.employee()];
    let mut conditions = String::from("s.tenant_id = $1 AND s.employee_id = $2");
    if let Some((first, last)) = within {
        values.extend(params![first, last]);
        conditions.push_str(" AND s.check_date >= $3 AND s.check_date <= $4");
    }
    let page = NEWEST_FIRST.page(ask, &mut values)?;
    let sql = format!("{SELECT} WHERE {conditions} {page}");
    Ok(db.all(sql, values).await?)
}

/// The first and the last payday.
pub(super) async fn span(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
) -> db::Result<Option<(Day, Day)>> {
    let found: (Option<Day>, Option<Day>) = db
        .one(
            "SELECT min(check_date), max(check_date) FROM pay_stub WHERE tenant_id = $1 AND employee_id = $2",
            params![scope.tenant(), scope.employee()],
        )
        .await?;
    Ok(found.0.zip(found.1))
}

pub(super) const INSERT_HEADING: &str =
    "INSERT INTO pay_stub_heading (id, tenant_id, employee_id, document) VALUES ($1, $2, $3, $4)";

pub(super) const INSERT_STUB: &str =
    "INSERT INTO pay_stub (id, tenant_id, employee_id, heading_id, check_date, check_number, period_begin,
    period_end, gross, taxes, deductions, lines) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

pub(super) fn heading_values(filings: &[StubFiling]) -> Result<Vec<Vec<Value>>, Problem> {
    let values = |filing: &StubFiling| {
        let document = serde_json::to_string(&filing.heading)
            .map_err(|error| Problem::Internal(format!("a heading cannot be written: {error}")))?;
        Ok(params![filing.heading_id, filing.tenant, filing.employee, document])
    };
    filings.iter().map(values).collect()
}

pub(super) fn stub_values(filings: &[StubFiling]) -> Vec<Vec<Value>> {
    let mut rows = Vec::with_capacity(filings.iter().map(|filing| filing.paydays.len()).sum());
    for filing in filings {
        for (id, payday) in &filing.paydays {
            let sums = payday.lines.sums();
            rows.push(params![
                *id,
                filing.tenant,
                filing.employee,
                filing.heading_id,
                payday.check_date,
                payday.check_number,
                payday.period_begin,
                payday.period_end,
                sums.gross,
                sums.taxes,
                sums.deductions,
                record::write(&payday.lines)
            ]);
        }
    }
    rows
}
