//! Pay stubs: what an employee was paid, payday by payday.
//!
//! - A stub is a document: payroll files it once (`file`), no one changes it, and one that doesn't add up isn't
//!   filed.
//! - Payroll can void a check, or replace or correct it with another. The stub stays, marked, with a link to the one that
//!   took its place; its amounts leave the year to date (`restate.rs`).
//! - Employees see their own stubs from the day their company chose (`visible.rs`), newest first, for one year or all of
//!   them, and are told when there is one (`telling.rs`). A manager's areas never include pay.
//! - Net pay is gross less taxes less deductions, plus reimbursements. What no account takes goes out as a paper check.
//! - Any two stubs can be compared to see why one is higher than the other (`change.rs`).
//! - Once a line has an amount for the year to date, it stays until the year ends.

mod books;
mod change;
mod demo;
mod graphql;
mod import;
mod pdf;
mod record;
mod restate;
mod rules;
mod store;
mod telling;
mod visible;
mod wire;
mod words;

pub use demo::DEMO;
pub use graphql::PayStubQuery;
pub use import::SHEETS;
pub use rules::{
    AccountKind, Address, Basis, Earning, FilingStatus, Frequency, Heading, ItemLine, NIGHT_PREMIUM,
    PaidInto, Payday, StubDeposit, StubLines, StubShare, Sums,
};
pub use store::{NamedStub, Stub};
pub use telling::tell_of_stubs;
pub use visible::StubsVisible;

use crate::access::{Asked, EmployeeScope, Feature, Need, Opens, Own};
use crate::runs::{self, Counting, PayTimes};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{EmployeeId, PayStubId, TenantId};
use crate::shared::language::Language;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::shared::refusal::refusals;
use db::{Db, Tx};
use jiff::Timestamp;
use store::StubFilter;
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
impl Opens<PayTimes> for PayStubs {}

/// By the company's pay calendar, if it has one. `at` is now and today on the business day.
async fn next_payday(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
    at: (Timestamp, Day),
) -> Result<Option<Day>, Problem> {
    Ok(runs::timing(db, &scope.into(), Counting::default(), at).await?.next_payday)
}

/// The English name of a line's code, which is what payroll calls it.
pub fn name_of_item(item: &str) -> &str {
    words::name_of(item, Language::English)
}

/// What a list of stubs is asked for.
struct HistoryWish {
    today: Day,
    year: Option<i32>,
    without_voided: bool,
}

async fn history(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
    wish: HistoryWish,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<Stub>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let HistoryWish { today, year, without_voided } = wish;
    let filter = StubFilter { today, within: year.map(whole_year).transpose()?, without_voided };
    let rows = store::newest(db, scope, filter, &ask).await?;
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
async fn years(db: &Db, scope: &EmployeeScope<PayStubs, impl Need>, today: Day) -> Result<Vec<i32>, Problem> {
    let span = store::span(db, scope, today).await?;
    Ok(span.map(|(first, last)| rules::years(first, last)).unwrap_or_default())
}

async fn one(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
    today: Day,
    id: PayStubId,
) -> Result<Stub, Problem> {
    store::one(db, scope, today, id).await?.ok_or(Problem::NotFound)
}

/// Two of the employee's own stubs. Without the earlier one, the stub just before that wasn't voided.
async fn pair(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
    today: Day,
    (before, after): (Option<PayStubId>, PayStubId),
) -> Result<(Stub, Stub), Problem> {
    let after = one(db, scope, today, after).await?;
    let before = match before {
        Some(id) => store::one(db, scope, today, id).await?,
        None => store::just_before(db, scope, today, &after).await?,
    };
    Ok((before.ok_or(Problem::NotFound)?, after))
}

/// A check's number as files write it. Without letters, zeros in front don't count.
fn words_of_number(text: &str) -> Result<String, String> {
    let is_known = |symbol: char| symbol.is_ascii_alphanumeric() || "-/._#".contains(symbol);
    if text.chars().count() > MAX_NUMBER_CHARS || !text.chars().all(is_known) {
        return Err(format!("a check number has up to {MAX_NUMBER_CHARS} letters and digits, and no spaces"));
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = text.trim_start_matches('0');
        return Ok(if number.is_empty() { "0" } else { number }.to_owned());
    }
    Ok(text.to_ascii_uppercase())
}

const MAX_NUMBER_CHARS: usize = 30;

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
