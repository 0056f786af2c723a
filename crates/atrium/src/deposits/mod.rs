//! Direct deposits: where someone's pay goes.
//!
//! - An account gets a fixed amount, a percentage or the balance, in order of priority (`split.rs`).
//! - An account's number, bank and type never change. A new account is a new deposit and passes every check again.
//! - Every change is proved with a second factor, announced to all of the owner's addresses, and kept as a change
//!   request. Whether it needs approval is the company's policy, but it always does for 72 hours after a changed
//!   credential.
//! - A new account gets nothing until it's approved and a day old. The owner can freeze a change, and all later ones,
//!   with the link in the notice.
//! - Nothing changes while payroll is being processed (`runs/`), and neither does an account with an outstanding request.
//! - Numbers are sealed (`tenant_keys/numbers.rs`). Answers, logs and the audit trail have only the last four digits.

mod alarm;
mod asking;
mod change;
mod decide;
mod demo;
mod graphql;
mod handing_over;
mod http;
mod import;
mod kinds;
mod older;
mod refusal;
mod rules;
mod store;
mod tell;

pub use crate::tenant_keys::{Numbers, numbers_of};
pub use alarm::freeze_made_since;
pub use asking::{DepositChange, DepositOutcome, ask};
pub use change::{
    AccountChange, AccountChangeKind, ChangedAccount, DepositPlan, carry_out, plan_removal, plan_save,
};
pub use decide::{DepositApprovalPlan, approve, deny, plan_approval};
pub use demo::DEMO;
pub use graphql::{DepositQuery, DirectDeposit, DirectDepositChange, DirectDepositInput, changes_on_wire};
pub use http::{ROUTES, routes};
pub use import::SHEETS;
pub use older::{OlderDepositQuery, ROUTES as OLDER_ROUTES, routes as older_routes};
pub use rules::{AccountType, AmountType, DepositDraft, DepositStatus, MAX_ACCOUNTS};
pub use store::Deposit;

use crate::access::{
    self, AccountLink, ByLink, CompanyScope, EmployeeScope, Feature, ForMembers, Need, Opens, Own, Sealed,
    Write,
};
use crate::app::App;
use crate::change_requests::ChangeRequests;
use crate::handover::Handovers;
use crate::pay_stubs::PayStubs;
use crate::runs::{self, PayTimes};
use crate::shared::amount::Amount;
use crate::shared::banks::Directory;
use crate::shared::day::Day;
use crate::shared::id::EmployeeId;
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Read};
use jiff::Timestamp;
use store::Payroll;

pub const REFUSALS: &[&str] = refusal::DepositRefusal::CODES;

/// Access: an employee's accounts.
pub struct Deposits;

impl Own for Deposits {
    const OWN: access::Asked = Feature::Deposits.asked();
}
impl ByLink for Deposits {}
impl Sealed for Deposits {}
impl Opens<ChangeRequests> for Deposits {}
impl Opens<PayStubs> for Deposits {}
impl Opens<Deposits> for AccountLink {}
impl Opens<Handovers> for Deposits {}
impl Opens<PayTimes> for Deposits {}

/// Access: how the company pays.
pub struct PayrollSetup;

impl ForMembers for PayrollSetup {}
impl Opens<PayTimes> for PayrollSetup {}

/// An account's status right now.
pub fn status(deposit: &Deposit, now: Timestamp, today: Day) -> DepositStatus {
    rules::status(deposit.approval, &deposit.terms(), deposit.hold_until, now, today)
}

/// An employee's accounts by priority, including denied and ended ones.
pub async fn of_employee(
    from: impl Read,
    scope: &EmployeeScope<Deposits, impl Need>,
) -> Result<Vec<Deposit>, Problem> {
    Ok(store::of_employee(from, scope).await?)
}

/// Waits for anyone else who is changing or deciding this employee's deposits.
pub async fn lock(work: &mut Work, scope: &EmployeeScope<Deposits, Write>) -> Result<(), Problem> {
    Ok(store::lock(work.tx(), scope).await?)
}

/// The most accounts someone can have at once.
async fn accounts_max(db: &Db, scope: &EmployeeScope<Deposits, impl Need>) -> Result<i64, Problem> {
    Ok(store::payroll(db, scope).await?.unwrap_or(Payroll::UNKNOWN).accounts_max)
}

/// With an employee, for their pay group.
async fn is_processing(
    db: &Db,
    scope: &CompanyScope<PayrollSetup, impl Need>,
    employee: Option<EmployeeId>,
    at: (Timestamp, Day),
) -> Result<bool, Problem> {
    let payroll = store::company_payroll(db, scope).await?.unwrap_or(Payroll::UNKNOWN);
    Ok(payroll.is_processing || runs::is_processing_at(db, &scope.into(), employee, at).await?)
}

/// Same as `payroll`, for one employee's form. Payroll is being processed if someone said so, or by the employee's pay calendar.
/// `at` is now and today on the business day.
async fn payroll_of(
    mut from: impl Read,
    scope: &EmployeeScope<Deposits, impl Need>,
    at: (Timestamp, Day),
) -> Result<Payroll, Problem> {
    let mut payroll = store::payroll(&mut from, scope).await?.unwrap_or(Payroll::UNKNOWN);
    payroll.is_processing = payroll.is_processing || runs::is_processing(from, &scope.into(), at).await?;
    Ok(payroll)
}

/// The bank's name, if there's a directory to find it in.
pub fn check_routing(app: &App, routing_number: &str) -> Result<String, Problem> {
    Ok(rules::check_routing(routing_number, directory(app).as_ref())?)
}

pub fn check_number(number: &str, account_type: AccountType) -> Result<(), Problem> {
    Ok(rules::check_number(number, account_type)?)
}

/// The amount as stored: ten-thousandths of a dollar or a percent, or none for the balance.
pub fn check_amount(amount_type: AmountType, amount: Option<Amount>) -> Result<Option<i64>, Problem> {
    Ok(rules::check_amount(amount_type, amount)?)
}

/// The operator's directory, or the demo's. Without one, any number with the right checksum is accepted.
fn directory(app: &App) -> Option<Directory> {
    app.settings.routing_directory.clone().or_else(|| app.is_demo().then(Directory::made_up))
}
