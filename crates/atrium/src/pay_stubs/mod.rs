//! Pay stubs: what an employee was paid, payday by payday.
//!
//! - A stub is a document: payroll files it once (`file`), no one changes it, and one that doesn't add up isn't
//!   filed.
//! - Employees see their own stubs, newest first, for one year or all of them. A manager's areas never include pay.
//! - Net pay is gross less taxes less deductions. What no account takes goes out as a paper check.
//! - Any two stubs can be compared to see why one is higher than the other (`change.rs`).
//! - Once a line has an amount for the year to date, it stays until the year ends.

mod change;
mod demo;
mod graphql;
mod import;
mod pdf;
mod record;
mod rules;
mod store;
mod words;

pub use demo::DEMO;
pub use graphql::PayStubQuery;
pub use import::SHEETS;
pub use rules::{
    AccountKind, Address, Basis, Earning, FilingStatus, Frequency, Heading, NIGHT_PREMIUM, PaidInto, Payday,
    StubDeposit, StubLines, StubShare, Sums, Withheld,
};
pub use store::Stub;

use crate::access::{Asked, EmployeeScope, Feature, Need, Own};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{EmployeeId, PayStubId, TenantId};
use crate::shared::language::Language;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::shared::refusal::refusals;
use db::{Db, Tx};
use uuid::Uuid;

refusals! {
    enum PayStubRefusal {
        YearOutOfRange = "DATE_OUT_OF_RANGE" at "year": "The year must be between 1900 and 2099.",
    }
}

pub const REFUSALS: &[&str] = PayStubRefusal::CODES;

/// Access: an employee's pay stubs.
pub struct PayStubs;

impl Own for PayStubs {
    const OWN: Asked = Feature::PayStubs.asked();
}

/// The English name of a line's code, which is what payroll calls it.
pub fn name_of_item(item: &str) -> &str {
    words::name_of(item, Language::English)
}

async fn history(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
    year: Option<i32>,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<Stub>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::newest(db, scope, year.map(whole_year).transpose()?, &ask).await?;
    Ok(cursors.page(&ask, rows, Stub::sort_keys))
}

fn whole_year(year: i32) -> Result<(Day, Day), Problem> {
    let day = |month, day| {
        let year = i16::try_from(year).ok();
        year.and_then(|year| jiff::civil::Date::new(year, month, day).ok()).map(Day)
    };
    let days = day(1, 1).zip(day(12, 31)).filter(|(first, last)| first.is_in_range() && last.is_in_range());
    days.ok_or(PayStubRefusal::YearOutOfRange.into())
}

/// The years with a stub, newest first.
async fn years(db: &Db, scope: &EmployeeScope<PayStubs, impl Need>) -> Result<Vec<i32>, Problem> {
    let span = store::span(db, scope).await?;
    Ok(span.map(|(first, last)| rules::years(first, last)).unwrap_or_default())
}

async fn one(db: &Db, scope: &EmployeeScope<PayStubs, impl Need>, id: PayStubId) -> Result<Stub, Problem> {
    store::one(db, scope, id).await?.ok_or(Problem::NotFound)
}

/// Two of the employee's own stubs. Without the earlier one, the stub just before.
async fn pair(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
    before: Option<PayStubId>,
    after: PayStubId,
) -> Result<(Stub, Stub), Problem> {
    let after = one(db, scope, after).await?;
    let before = match before {
        Some(id) => store::one(db, scope, id).await?,
        None => store::just_before(db, scope, &after).await?,
    };
    Ok((before.ok_or(Problem::NotFound)?, after))
}

/// Why a payday can't be filed, in words. None if it can.
pub fn fault_of(payday: &Payday, accounts: usize) -> Option<&'static str> {
    rules::check(payday, accounts).err().map(rules::FilingFault::says)
}

/// Lines as stored.
pub fn written(lines: &StubLines) -> String {
    record::write(lines)
}

/// An employee's paydays under one heading, as payroll provides them.
pub struct StubFiling {
    pub tenant: TenantId,
    pub employee: EmployeeId,
    pub heading_id: Uuid,
    pub heading: Heading,
    pub paydays: Vec<(PayStubId, Payday)>,
}

/// The amount of someone's last pay, for other features' rules.
pub async fn last_net(
    tx: &mut Tx,
    scope: &EmployeeScope<PayStubs, impl Need>,
) -> Result<Option<Amount>, Problem> {
    Ok(store::last_net(tx, scope).await?)
}

/// Files stubs in bulk for payroll, which doesn't act for anyone in particular.
pub async fn file(tx: &mut Tx, filings: &[StubFiling]) -> Result<(), Problem> {
    for filing in filings {
        for (_, payday) in &filing.paydays {
            rules::check(payday, filing.heading.accounts.len()).map_err(|fault| {
                Problem::Internal(format!("a pay stub of {} does not add up: {fault:?}", filing.employee))
            })?;
        }
    }
    tx.exec_many(store::INSERT_HEADING, store::heading_values(filings)?).await?;
    tx.exec_many(store::INSERT_STUB, store::stub_values(filings)).await?;
    Ok(())
}
