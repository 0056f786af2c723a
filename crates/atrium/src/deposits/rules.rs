//! What a well-formed deposit is, and when deposits can change. Pure: takes `today` and the existing data.

pub use super::kinds::{AccountType, AmountType};
use super::refusal::DepositRefusal;
use crate::shared::amount::Amount;
use crate::shared::banks::{self, Directory};
use crate::shared::day::Day;
use crate::shared::id::{DepositCodeId, DepositId};
use crate::shared::split::Share;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How long a new account gets nothing, no matter who approved it.
pub(super) const HOLD: SignedDuration = SignedDuration::from_hours(24);
/// How long every change needs approval after a changed password, phone, email or factor.
pub(super) const COOL_DOWN: SignedDuration = SignedDuration::from_hours(72);
/// For companies that don't set a maximum.
pub const MAX_ACCOUNTS: i64 = 5;

/// How far an account's approval has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepositApproval {
    Pending,
    Approved,
    Denied,
    /// The owner said "This wasn't me".
    Frozen,
    Withdrawn,
}

/// An account's status today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepositStatus {
    Pending,
    /// Approved, but on hold or not started yet.
    Approved,
    Active,
    Denied,
    Frozen,
    /// Past its end date.
    Inactive,
}

impl DepositStatus {
    pub const ALL: [DepositStatus; 6] = [
        DepositStatus::Active,
        DepositStatus::Pending,
        DepositStatus::Approved,
        DepositStatus::Denied,
        DepositStatus::Frozen,
        DepositStatus::Inactive,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            DepositStatus::Pending => "Pending",
            DepositStatus::Approved => "Approved",
            DepositStatus::Active => "Active",
            DepositStatus::Denied => "Denied",
            DepositStatus::Frozen => "Frozen",
            DepositStatus::Inactive => "Inactive",
        }
    }

    /// Gets money now or will: counts against the limits.
    pub fn is_live(self) -> bool {
        matches!(self, DepositStatus::Pending | DepositStatus::Approved | DepositStatus::Active)
    }
}

/// When a company wants to approve deposit changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovalPolicy {
    Always,
    NewAccount,
    Never,
}

/// What can change about an account. Its number, bank and type can't: a new account is a new deposit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Terms {
    pub amount_type: AmountType,
    /// Dollars or percent, in ten-thousandths. None for the balance.
    pub amount: Option<i64>,
    pub priority: i64,
    pub starts: Day,
    pub ends: Option<Day>,
}

const ONE_PERCENT: i64 = 10_000;
const ONE_CENT: i64 = 100;
/// The most a single bank transfer entry can hold: $99,999,999.99.
const MAX_AMOUNT: i64 = 9_999_999_999 * ONE_CENT;

impl Terms {
    pub fn share(&self) -> Share {
        let amount = self.amount.unwrap_or_default();
        match self.amount_type {
            AmountType::Fixed => Share::Fixed(Amount::from_ten_thousandths(amount)),
            AmountType::Percentage => Share::Percentage(amount / ONE_PERCENT),
            AmountType::Balance => Share::Balance,
        }
    }

    fn is_in_force(&self, on: Day) -> bool {
        self.starts <= on && self.ends.is_none_or(|ends| on <= ends)
    }
}

/// Today, and the last payday.
#[derive(Clone, Copy, Debug)]
pub(super) struct Calendar {
    pub today: Day,
    pub last_payroll: Option<Day>,
}

/// One account as someone entered it. A missing field means unchanged, or is missing from a new account.
#[derive(Clone, Debug, Default)]
pub struct DepositDraft {
    pub id: Option<DepositId>,
    pub version: Option<i64>,
    pub number: Option<String>,
    pub confirmation: Option<String>,
    pub routing_number: Option<String>,
    pub account_type: Option<AccountType>,
    pub code: Option<DepositCodeId>,
    pub amount_type: Option<AmountType>,
    pub amount: Option<Amount>,
    pub priority: Option<i64>,
    pub starts: Option<Day>,
    /// `Some(None)` removes the end date.
    pub ends: Option<Option<Day>>,
}

/// A well-formed account. Not `Debug`, because its number would end up in a log.
#[derive(Clone)]
pub struct NewAccount {
    pub number: String,
    pub routing_number: String,
    pub bank_name: String,
    pub account_type: AccountType,
    pub code: Option<DepositCodeId>,
    pub terms: Terms,
}

pub(super) fn status(
    approval: DepositApproval,
    terms: &Terms,
    hold_until: Timestamp,
    now: Timestamp,
    today: Day,
) -> DepositStatus {
    match approval {
        DepositApproval::Pending => DepositStatus::Pending,
        DepositApproval::Denied => DepositStatus::Denied,
        DepositApproval::Frozen => DepositStatus::Frozen,
        DepositApproval::Withdrawn => DepositStatus::Inactive,
        DepositApproval::Approved if terms.ends.is_some_and(|ends| ends < today) => DepositStatus::Inactive,
        DepositApproval::Approved if today < terms.starts || now < hold_until => DepositStatus::Approved,
        DepositApproval::Approved => DepositStatus::Active,
    }
}

/// The first day pay can go to an account, apart from its own dates: the day its hold ends, no matter which day you
/// ask. None until someone approves it.
pub(super) fn payable_from(approval: DepositApproval, hold_ends_on: Day) -> Option<Day> {
    (approval == DepositApproval::Approved).then_some(hold_ends_on)
}

/// Our own answers mask with `•`. People and programs use `*` and `x`.
fn is_masked(number: &str) -> bool {
    number.contains(['•', '*', 'x', 'X'])
}

pub(super) fn check_number(number: &str, account_type: AccountType) -> Result<(), DepositRefusal> {
    if is_masked(number) {
        return Err(DepositRefusal::NumberMasked);
    }
    let (digits, refusal) = match account_type {
        AccountType::MoneyMarket => (4..=17, DepositRefusal::NumberLengthMoneyMarket),
        _ => (2..=19, DepositRefusal::NumberLength),
    };
    if !digits.contains(&number.len()) || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(refusal);
    }
    if number.bytes().all(|byte| byte == b'0') {
        return Err(DepositRefusal::NumberZero);
    }
    Ok(())
}

/// The bank's name. Empty without a directory to find it in.
pub(super) fn check_routing(
    routing_number: &str,
    directory: Option<&Directory>,
) -> Result<String, DepositRefusal> {
    if !banks::is_routing_number(routing_number) {
        return Err(DepositRefusal::RoutingInvalid);
    }
    match directory {
        None => Ok(String::new()),
        Some(directory) => directory
            .find(routing_number)
            .map(|bank| bank.name.clone())
            .ok_or(DepositRefusal::RoutingNotFound),
    }
}

/// Percentages are first cut to whole ones.
pub(super) fn check_amount(
    amount_type: AmountType,
    amount: Option<Amount>,
) -> Result<Option<i64>, DepositRefusal> {
    if amount_type == AmountType::Balance {
        return Ok(None);
    }
    let units = amount.ok_or(DepositRefusal::Required("amount"))?.ten_thousandths();
    match amount_type {
        AmountType::Percentage => {
            let whole = units / ONE_PERCENT * ONE_PERCENT;
            if whole <= 0 {
                Err(DepositRefusal::PercentageNotPositive)
            } else if whole > 100 * ONE_PERCENT || units > 100 * ONE_PERCENT {
                Err(DepositRefusal::PercentageOver100)
            } else {
                Ok(Some(whole))
            }
        }
        _ if units <= 0 => Err(DepositRefusal::AmountNotPositive),
        // No bank moves a fraction of a cent.
        _ if units % ONE_CENT != 0 => Err(DepositRefusal::AmountNotCents),
        _ if units > MAX_AMOUNT => Err(DepositRefusal::AmountTooLarge),
        _ => Ok(Some(units)),
    }
}

/// `is_new_start` and `is_new_end` say which of the dates are being set.
fn check_dates(
    starts: Day,
    ends: Option<Day>,
    calendar: &Calendar,
    is_new_start: bool,
    is_new_end: bool,
) -> Result<(), DepositRefusal> {
    if is_new_start && !starts.is_in_range() {
        return Err(DepositRefusal::DateOutOfRange("startDate"));
    }
    if is_new_start && starts < calendar.today {
        return Err(DepositRefusal::StartInPast);
    }
    let Some(ends) = ends.filter(|_| is_new_start || is_new_end) else { return Ok(()) };
    if !ends.is_in_range() {
        return Err(DepositRefusal::DateOutOfRange("endDate"));
    }
    if is_new_end && calendar.last_payroll.is_some_and(|last| ends <= last) {
        return Err(DepositRefusal::EndNotAfterPayroll);
    }
    match starts.cmp(&ends) {
        std::cmp::Ordering::Less => Ok(()),
        _ if !is_new_start => Err(DepositRefusal::EndNotAfterStart),
        std::cmp::Ordering::Equal => Err(DepositRefusal::StartNotBeforeEnd),
        std::cmp::Ordering::Greater => Err(DepositRefusal::StartAfterEnd),
    }
}

/// A new account. `last_priority` is the priority of the account before it.
pub(super) fn check_new(
    draft: &DepositDraft,
    directory: Option<&Directory>,
    calendar: &Calendar,
    last_priority: i64,
) -> Result<NewAccount, DepositRefusal> {
    let given = |text: &Option<String>, field| {
        let text = text.as_deref().map(str::trim).filter(|text| !text.is_empty());
        text.map(str::to_owned).ok_or(DepositRefusal::Required(field))
    };
    let account_type = draft.account_type.ok_or(DepositRefusal::Required("bankAccountType"))?;
    let routing_number = given(&draft.routing_number, "bankRoutingNumber")?;
    let number = given(&draft.number, "bankAccountNumber")?;
    let confirmation = given(&draft.confirmation, "confirmAccountNumber")?;
    let amount_type = draft.amount_type.ok_or(DepositRefusal::Required("amountType"))?;
    let starts = draft.starts.ok_or(DepositRefusal::Required("startDate"))?;
    let ends = draft.ends.flatten();
    let bank_name = check_routing(&routing_number, directory)?;
    check_number(&number, account_type)?;
    if number != confirmation {
        return Err(DepositRefusal::NumbersDiffer);
    }
    let amount = check_amount(amount_type, draft.amount)?;
    check_dates(starts, ends, calendar, true, ends.is_some())?;
    let priority = check_priority(draft.priority.unwrap_or(last_priority + 1))?;
    let terms = Terms { amount_type, amount, priority, starts, ends };
    Ok(NewAccount { number, routing_number, bank_name, account_type, code: draft.code, terms })
}

/// An account's new terms. A number, bank or type sent along must match.
pub(super) fn check_revised(
    draft: &DepositDraft,
    now: &Terms,
    calendar: &Calendar,
) -> Result<Terms, DepositRefusal> {
    let amount_type = draft.amount_type.unwrap_or(now.amount_type);
    let amount = match draft.amount {
        None if amount_type == now.amount_type => now.amount,
        given => check_amount(amount_type, given)?,
    };
    let starts = draft.starts.unwrap_or(now.starts);
    let ends = draft.ends.unwrap_or(now.ends);
    let (is_new_start, is_new_end) = (starts != now.starts, ends != now.ends);
    if is_new_start && now.starts <= calendar.today {
        return Err(DepositRefusal::StartInPast);
    }
    check_dates(starts, ends, calendar, is_new_start, is_new_end)?;
    let priority = check_priority(draft.priority.unwrap_or(now.priority))?;
    Ok(Terms { amount_type, amount, priority, starts, ends })
}

fn check_priority(priority: i64) -> Result<i64, DepositRefusal> {
    if (1..=1000).contains(&priority) { Ok(priority) } else { Err(DepositRefusal::PriorityOutOfRange) }
}

/// With two lines about one account, the second would overwrite the first.
pub(super) fn check_once(drafts: &[DepositDraft]) -> Result<(), DepositRefusal> {
    let mut seen = BTreeSet::new();
    let is_once = drafts.iter().filter_map(|draft| draft.id).all(|id| seen.insert(id));
    if is_once { Ok(()) } else { Err(DepositRefusal::SameTwice) }
}

/// All live accounts after the change: never more than 100% on any day, and never two that take the balance.
pub(super) fn check_whole(accounts: &[&Terms], today: Day, most: i64) -> Result<(), DepositRefusal> {
    if accounts.len() as i64 > most {
        return Err(DepositRefusal::TooManyAccounts);
    }
    let days: BTreeSet<Day> = accounts.iter().map(|terms| terms.starts.max(today)).collect();
    for day in days {
        let in_force = || accounts.iter().filter(|terms| terms.is_in_force(day));
        let of_type = |wanted: AmountType| in_force().filter(move |terms| terms.amount_type == wanted);
        let percents: i64 = of_type(AmountType::Percentage).filter_map(|terms| terms.amount).sum();
        if percents > 100 * ONE_PERCENT {
            return Err(DepositRefusal::TotalOver100);
        }
        if of_type(AmountType::Balance).count() > 1 {
            return Err(DepositRefusal::SecondBalance);
        }
    }
    Ok(())
}

/// What happens to an account someone deletes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Removal {
    /// It never got anything.
    Withdraw,
    /// It ends on the first day it can.
    End(Day),
}

pub(super) fn removal(
    status: DepositStatus,
    terms: &Terms,
    calendar: &Calendar,
) -> Result<Removal, DepositRefusal> {
    match status {
        DepositStatus::Pending | DepositStatus::Approved => Ok(Removal::Withdraw),
        DepositStatus::Active => {
            let after_payroll = calendar.last_payroll.map_or(Day::FIRST, |last| last.plus_days(1));
            let end = calendar.today.max(after_payroll).max(terms.starts.plus_days(1));
            Ok(Removal::End(terms.ends.map_or(end, |ends| ends.min(end))))
        }
        DepositStatus::Denied | DepositStatus::Frozen | DepositStatus::Inactive => {
            Err(DepositRefusal::Processed)
        }
    }
}

pub(super) fn needs_approval(policy: ApprovalPolicy, has_new_account: bool, is_cooling: bool) -> bool {
    is_cooling
        || match policy {
            ApprovalPolicy::Always => true,
            ApprovalPolicy::NewAccount => has_new_account,
            ApprovalPolicy::Never => false,
        }
}

/// Whether the new accounts would get half of someone's pay or more. Fixed amounts are measured against the last pay.
pub(super) fn takes_most(new: &[&Terms], last_net: Option<Amount>) -> bool {
    let sum = |of: AmountType| -> i128 {
        new.iter()
            .filter(|terms| terms.amount_type == of)
            .filter_map(|terms| terms.amount)
            .map(i128::from)
            .sum()
    };
    let whole = i128::from(100 * ONE_PERCENT);
    let net = last_net.map(|net| i128::from(net.ten_thousandths())).filter(|net| *net > 0);
    // Without a pay to compare with, only percentages count.
    let (net, fixed) = net.map_or((whole, 0), |net| (net, sum(AmountType::Fixed)));
    let taken = fixed * whole + net * sum(AmountType::Percentage);
    2 * taken >= net * whole || new.iter().any(|terms| terms.amount_type == AmountType::Balance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn pay_goes_to_an_approved_account_from_the_day_its_hold_ends() {
        let day = Day(date(2026, 11, 17));
        assert_eq!(payable_from(DepositApproval::Approved, day), Some(day));
        for approval in [
            DepositApproval::Pending,
            DepositApproval::Denied,
            DepositApproval::Frozen,
            DepositApproval::Withdrawn,
        ] {
            assert_eq!(payable_from(approval, day), None, "{approval:?}");
        }
    }

    #[test]
    fn most_of_a_pay_is_half_of_the_last_one_or_more() {
        let terms = |amount_type, amount| Terms {
            amount_type,
            amount,
            priority: 1,
            starts: Day(date(2026, 11, 16)),
            ends: None,
        };
        let fixed = |dollars: i64| terms(AmountType::Fixed, Some(dollars * 10_000));
        let percent = |percents: i64| terms(AmountType::Percentage, Some(percents * ONE_PERCENT));
        let net = Some(Amount::from_ten_thousandths(1_000 * 10_000));
        for (new, last_net, is_most) in [
            (vec![percent(49)], net, false),
            (vec![percent(50)], net, true),
            (vec![percent(50)], None, true),
            (vec![fixed(499)], net, false),
            (vec![fixed(500)], net, true),
            (vec![fixed(499), percent(1)], net, true),
            (vec![percent(25), percent(25)], None, true),
            (vec![fixed(900)], None, false),
            (vec![fixed(900)], Some(Amount::ZERO), false),
            (vec![terms(AmountType::Balance, None)], None, true),
        ] {
            assert_eq!(
                takes_most(&new.iter().collect::<Vec<_>>(), last_net),
                is_most,
                "{new:?} of {last_net:?}"
            );
        }
    }
}
