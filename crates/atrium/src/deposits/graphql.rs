//! Deposits on the wire, in the spec's names.

use super::change::{AccountChangeKind, ChangedAccount, CurrentDeposit};
use super::rules::{self, AccountType, AmountType, DepositDraft, DepositStatus, Terms};
use super::store::Deposit;
use super::{Deposits, decide, status, store};
use crate::access::{self, At, Read};
use crate::call::Call;
use crate::change_requests::{self, RequestType};
use crate::shared::amount::Amount;
use crate::shared::clock::Clock;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{ChangeRequestId, DepositCodeId, DepositId, EmployeeId};
use crate::shared::problem::{Current, Problem};
use async_graphql::{Context, Enum, ID, InputObject, MaybeUndefined, Object, SimpleObject};
use serde_json::json;

/// An account that gets part of each pay.
#[derive(SimpleObject)]
#[graphql(serial)]
pub struct DirectDeposit {
    id: ID,
    /// Masked: the last four digits.
    bank_account_number: String,
    bank_routing_number: String,
    bank_account_type: AccountType,
    /// An amount of money or a whole percentage; null for the balance.
    amount: Option<Amount>,
    amount_type: AmountType,
    /// The bank's name.
    bank_designation: String,
    /// One of `disbursementStatuses`.
    bank_status: &'static str,
    /// Pending, Approved, Denied or Frozen.
    approval_status: String,
    /// Whether it waits before its first deposit.
    pre_note: bool,
    /// Whether it gets what the other accounts leave.
    take_home_pay: bool,
    priority: i64,
    ed_code: DirectDepositCode,
    /// A new account gets no pay before this.
    hold_until: Option<Moment>,
    /// The first day it can get pay, which is the day its hold ends. Its own dates still apply. Null until it's approved.
    payable_from: Option<Day>,
    /// The request about it that is waiting for a decision.
    change_request_id: Option<ID>,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
}

/// The code payroll uses for a deposit, with its dates.
#[derive(SimpleObject)]
#[graphql(serial)]
struct DirectDepositCode {
    id: ID,
    code: Option<String>,
    start_date: Day,
    end_date: Option<Day>,
    ed_code_id: Option<ID>,
}

fn masked(last_four: &str) -> String {
    format!("••••{last_four}")
}

impl DirectDeposit {
    pub fn new(row: Deposit, clock: &Clock, time_zone: &str) -> DirectDeposit {
        let now = clock.now();
        let status = status(&row, now, clock.today(time_zone));
        DirectDeposit {
            id: row.id.to_wire(),
            bank_account_number: masked(&row.last_four),
            bank_routing_number: row.routing_number,
            bank_account_type: row.account_type,
            amount: row.amount.map(Amount::from_ten_thousandths),
            amount_type: row.amount_type,
            bank_designation: row.bank_name,
            bank_status: status.as_str(),
            approval_status: row.approval.as_text().to_owned(),
            pre_note: matches!(status, DepositStatus::Pending | DepositStatus::Approved),
            take_home_pay: row.amount_type == AmountType::Balance,
            priority: row.priority,
            ed_code: DirectDepositCode {
                id: row.id.to_wire(),
                code: row.code,
                start_date: row.start_date,
                end_date: row.end_date,
                ed_code_id: row.code_id.map(DepositCodeId::to_wire),
            },
            payable_from: rules::payable_from(row.approval, clock.day_of(row.hold_until, time_zone)),
            hold_until: Some(row.hold_until).filter(|until| *until > now).map(Moment),
            change_request_id: row.request_id.map(ChangeRequestId::to_wire),
            version: row.version,
        }
    }
}

impl Current for CurrentDeposit {
    fn on_wire(&self) -> serde_json::Value {
        let row = &self.deposit;
        json!({
            "id": row.id,
            "bankAccountNumber": masked(&row.last_four),
            "amount": row.amount.map(|units| Amount::from_ten_thousandths(units).to_string()),
            "amountType": row.amount_type,
            "priority": row.priority,
            "startDate": row.start_date,
            "endDate": row.end_date,
            "bankStatus": self.status.as_str(),
            "version": row.version,
        })
    }
}

/// What a request would change about one account.
#[derive(SimpleObject)]
#[graphql(serial)]
pub struct DirectDepositChange {
    id: ID,
    kind: DirectDepositChangeKind,
    bank_designation: String,
    bank_account_type: AccountType,
    bank_account_number: String,
    before: Option<DirectDepositTerms>,
    after: Option<DirectDepositTerms>,
}

#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(rename_items = "camelCase")]
enum DirectDepositChangeKind {
    Add,
    Revise,
    Remove,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct DirectDepositTerms {
    amount_type: AmountType,
    amount: Option<Amount>,
    priority: i64,
    start_date: Day,
    end_date: Option<Day>,
}

impl From<Terms> for DirectDepositTerms {
    fn from(terms: Terms) -> DirectDepositTerms {
        DirectDepositTerms {
            amount_type: terms.amount_type,
            amount: terms.amount.map(Amount::from_ten_thousandths),
            priority: terms.priority,
            start_date: terms.starts,
            end_date: terms.ends,
        }
    }
}

impl DirectDepositChange {
    /// `add checking ••••4417 at Cascade Community Credit Union`, for lists and programs.
    pub fn in_short(&self) -> String {
        let verb = match self.kind {
            DirectDepositChangeKind::Add => "add",
            DirectDepositChangeKind::Revise => "revise",
            DirectDepositChangeKind::Remove => "remove",
        };
        let account = self.bank_account_type.as_text();
        format!("{verb} {account} {} at {}", self.bank_account_number, self.bank_designation)
    }
}

/// The accounts a change request is about.
pub fn changes_on_wire(detail: &serde_json::Value) -> Result<Vec<DirectDepositChange>, Problem> {
    let on_wire = |each: ChangedAccount| DirectDepositChange {
        id: each.deposit.to_wire(),
        kind: match each.kind {
            AccountChangeKind::Add => DirectDepositChangeKind::Add,
            AccountChangeKind::Revise => DirectDepositChangeKind::Revise,
            AccountChangeKind::Remove => DirectDepositChangeKind::Remove,
        },
        bank_designation: each.bank_name,
        bank_account_type: each.account_type,
        bank_account_number: masked(&each.last_four),
        before: each.before.map(DirectDepositTerms::from),
        after: each.after.map(DirectDepositTerms::from),
    };
    Ok(decide::read(detail)?.into_iter().map(on_wire).collect())
}

/// A new account or, with `id`, a change to one. Fields left out stay the same. A masked number is refused.
#[derive(InputObject)]
pub struct DirectDepositInput {
    id: Option<ID>,
    version: Option<i64>,
    bank_account_number: Option<String>,
    confirm_account_number: Option<String>,
    bank_routing_number: Option<String>,
    bank_account_type: Option<AccountType>,
    amount: Option<Amount>,
    amount_type: Option<AmountType>,
    priority: Option<i64>,
    ed_code_id: Option<ID>,
    start_date: Option<Day>,
    /// Null removes the end date.
    end_date: MaybeUndefined<Day>,
}

impl DirectDepositInput {
    pub fn draft(self) -> Result<DepositDraft, Problem> {
        Ok(DepositDraft {
            id: self.id.as_ref().map(DepositId::from_wire).transpose()?,
            version: self.version,
            number: self.bank_account_number,
            confirmation: self.confirm_account_number,
            routing_number: self.bank_routing_number,
            account_type: self.bank_account_type,
            code: self.ed_code_id.as_ref().map(DepositCodeId::from_wire).transpose()?,
            amount_type: self.amount_type,
            amount: self.amount,
            priority: self.priority,
            starts: self.start_date,
            ends: match self.end_date {
                MaybeUndefined::Undefined => None,
                MaybeUndefined::Null => Some(None),
                MaybeUndefined::Value(day) => Some(Some(day)),
            },
        })
    }
}

/// An employee's accounts and what they can change.
#[derive(SimpleObject)]
#[graphql(serial)]
struct DirectDeposits {
    /// By priority.
    results: Vec<DirectDeposit>,
    /// The most accounts someone can have at once.
    maximum: i64,
    /// True while payroll is being processed: nothing can change.
    processing: bool,
    /// True while a change frozen by its owner waits for review: nothing can change.
    frozen: bool,
    last_payroll_date: Option<Day>,
    /// Today in the company's time zone. Start dates are compared with it.
    today: Day,
    /// The `payableFrom` an account added now would have once it's approved.
    new_account_payable_from: Day,
    /// Payroll isn't told about an account added now before this.
    new_account_held_until: Moment,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct DdCode {
    id: ID,
    code: String,
    description: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct DisbursementStatus {
    id: ID,
    bank_status: &'static str,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct PayrollStatus {
    processing: bool,
}

#[derive(Default)]
pub struct DepositQuery;

#[Object]
impl DepositQuery {
    /// Your own accounts.
    async fn direct_deposits(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
    ) -> Result<DirectDeposits, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let employee = EmployeeId::from_wire(&employee_id)?;
        let viewer = call.viewer().await?;
        let scope = access::own::<Deposits, Read>(viewer, at, employee)?;
        let (clock, zone) = (&call.app.clock, scope.time_zone());
        let rows = super::of_employee(&call.db, &scope).await?;
        let at = (clock.moment(&zone), clock.today(&zone));
        let payroll = super::payroll_of(&call.db, &scope, at).await?;
        let frozen =
            change_requests::has_frozen(&call.db, &(&scope).into(), RequestType::DirectDeposit).await?;
        Ok(DirectDeposits {
            frozen,
            results: rows.into_iter().map(|row| DirectDeposit::new(row, clock, &zone)).collect(),
            maximum: payroll.accounts_max,
            processing: payroll.is_processing,
            last_payroll_date: payroll.last_payroll_date,
            today: clock.today(&zone),
            new_account_payable_from: clock.day_of(clock.now() + rules::HOLD, &zone),
            new_account_held_until: Moment(clock.now() + rules::HOLD),
        })
    }

    /// The codes the company's payroll uses for direct deposits.
    async fn list_company_dd_codes(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
    ) -> Result<Vec<DdCode>, Problem> {
        let call = Call::of(context);
        let scope = call.company(&tenant_id, &company_id, employee_id.as_ref(), manager_id.as_ref()).await?;
        let rows = store::codes(&call.db, &scope).await?;
        let on_wire = |row: store::DepositCode| DdCode {
            id: row.id.to_wire(),
            code: row.code,
            description: row.description,
        };
        Ok(rows.into_iter().map(on_wire).collect())
    }

    /// The values of a deposit's `bankStatus`.
    async fn disbursement_statuses(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
    ) -> Result<Vec<DisbursementStatus>, Problem> {
        let call = Call::of(context);
        call.belongs(&tenant_id, &company_id, employee_id.as_ref(), manager_id.as_ref()).await?;
        let on_wire = |status: DepositStatus| DisbursementStatus {
            id: ID(status.as_str().to_lowercase()),
            bank_status: status.as_str(),
        };
        Ok(DepositStatus::ALL.into_iter().map(on_wire).collect())
    }

    /// Whether payroll is being processed, when no one can change deposits.
    async fn company_payroll_status(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
    ) -> Result<PayrollStatus, Problem> {
        let call = Call::of(context);
        let scope = call.company(&tenant_id, &company_id, employee_id.as_ref(), manager_id.as_ref()).await?;
        let employee = employee_id.as_ref().map(EmployeeId::from_wire).transpose()?;
        let zone = scope.time_zone();
        let at = (call.moment(&zone), call.today(&zone));
        Ok(PayrollStatus { processing: super::is_processing(&call.db, &scope, employee, at).await? })
    }
}
