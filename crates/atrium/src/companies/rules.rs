//! What a company's setup can be. Pure.

use super::kinds::{DepositPolicy, OrganizationKind, StubsVisible, TaxPolicy};
use crate::shared::day::Day;
use crate::shared::names;
use crate::shared::pay_period::PayPeriod;
use crate::shared::refusal::refusals;
use crate::shared::time_zone as zones;
use serde::Serialize;

pub(super) const MAX_NAME_CHARS: usize = 100;
const MAX_DEPOSIT_ACCOUNTS: i64 = 50;
const MAX_LEAVER_MONTHS: i64 = 120;
const MAX_REASON_CHARS: usize = 200;

refusals! {
    pub enum CompanyRefusal {
        NameMissing(field) = "NAME_MISSING": "Enter a name.",
        LabelTooLong(field) = "LABEL_TOO_LONG": "Use at most 100 characters.",
        NameTaken(field) = "NAME_TAKEN": "This name is already taken. Please choose another",
        InvalidTimeZone = "INVALID_TIME_ZONE" at "timeZone": "This isn't a time zone like America/Los_Angeles.",
        DepositLimit = "DEPOSIT_LIMIT_OUT_OF_RANGE" at "depositAccountsMax": "Enter a number from 1 to 50.",
        PeriodEndMissing = "PERIOD_END_MISSING" at "periodEnd":
            "Enter the last day of any one pay period. Weekly and biweekly periods are counted from it.",
        LeaverMonths = "LEAVER_MONTHS_OUT_OF_RANGE" at "leaverAccessMonths": "Enter a number from 0 to 120.",
        DateOutOfRange(field) = "DATE_OUT_OF_RANGE": "The date must be between 1900 and 2099.",
        EndBeforeStart = "END_BEFORE_START" at "lastDay": "The end date cannot be before the start date.",
        ReasonTooLong = "BLACKOUT_REASON_TOO_LONG" at "reason": "A reason can have at most 200 characters.",
        HolidayTaken = "HOLIDAY_TAKEN" at "day": "There is already a holiday on this day. Edit that one.",
        HolidayPast = "HOLIDAY_PAST" at "day":
            "This holiday is over, so it stays: requests and hours were counted with it. You can still rename it.",
        CodeMissing = "CODE_MISSING" at "code": "Enter a code.",
        CodeTaken = "CODE_TAKEN" at "code": "This code is already taken. Enter another one.",
        InvalidState = "INVALID_STATE" at "code": "Enter the two letters of a US state, like OR.",
        KindMissing = "ORGANIZATION_TYPE_MISSING" at "organizationType": "Choose a type.",
        KindFixed = "ORGANIZATION_TYPE_FIXED" at "organizationType":
            "The type can't change. Add a new organization and move people to it.",
        StateFixed = "STATE_FIXED" at "code": "The state can't change. Add another one and remove this one.",
        WrongParent = "WRONG_PARENT" at "parentId": "The organization above must be larger.",
        CategoryMissing = "PLAN_CATEGORY_MISSING" at "category": "Choose a category.",
        EntryInUse = "ENTRY_IN_USE": "It's in use. Move what uses it first.",
        PlanInUse = "PLAN_IN_USE": "People are or were in this plan, so it stays. Give it a last day instead.",
    }
}

/// A company's settings, all of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CompanySettings {
    pub name: String,
    pub time_zone: String,
    pub is_processing: bool,
    pub last_payroll_date: Option<Day>,
    pub deposit_approval: DepositPolicy,
    pub deposit_accounts_max: i64,
    pub tax_approval: TaxPolicy,
    pub stubs_visible: StubsVisible,
    pub pay_period: PayPeriod,
    pub period_end: Option<Day>,
    pub has_time_clock: bool,
    pub edits_many_days: bool,
}

/// What an administrator changes; what isn't set stays.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetupEdit {
    pub name: Option<String>,
    pub time_zone: Option<String>,
    pub is_processing: Option<bool>,
    pub last_payroll_date: Option<Option<Day>>,
    pub deposit_approval: Option<DepositPolicy>,
    pub deposit_accounts_max: Option<i64>,
    pub tax_approval: Option<TaxPolicy>,
    pub stubs_visible: Option<StubsVisible>,
    pub pay_period: Option<PayPeriod>,
    pub period_end: Option<Day>,
    pub has_time_clock: Option<bool>,
    pub edits_many_days: Option<bool>,
}

impl SetupEdit {
    /// Whether it changes which checks there are before someone's pay goes elsewhere.
    pub(super) fn touches_pay(&self) -> bool {
        self.is_processing.is_some()
            || self.deposit_approval.is_some()
            || self.deposit_accounts_max.is_some()
            || self.tax_approval.is_some()
    }
}

/// What an administrator changes for the whole tenant.
#[derive(Clone, Copy, Debug)]
pub struct TenantEdit {
    pub leaver_access_months: i64,
}

pub(super) fn edited(there: &CompanySettings, edit: SetupEdit) -> Result<CompanySettings, CompanyRefusal> {
    let mut after = there.clone();
    if let Some(text) = edit.name {
        after.name = name(&text, "name")?;
    }
    if let Some(text) = edit.time_zone {
        after.time_zone = time_zone(&text)?;
    }
    if let Some(day) = edit.last_payroll_date {
        after.last_payroll_date = day;
    }
    if let Some(accounts) = edit.deposit_accounts_max {
        after.deposit_accounts_max = accounts;
    }
    if !(1..=MAX_DEPOSIT_ACCOUNTS).contains(&after.deposit_accounts_max) {
        return Err(CompanyRefusal::DepositLimit);
    }
    after.is_processing = edit.is_processing.unwrap_or(there.is_processing);
    after.deposit_approval = edit.deposit_approval.unwrap_or(there.deposit_approval);
    after.tax_approval = edit.tax_approval.unwrap_or(there.tax_approval);
    after.stubs_visible = edit.stubs_visible.unwrap_or(there.stubs_visible);
    after.pay_period = edit.pay_period.unwrap_or(there.pay_period);
    after.period_end = edit.period_end.or(there.period_end);
    let is_counted = matches!(after.pay_period, PayPeriod::Weekly | PayPeriod::Biweekly);
    let was_changed = edit.pay_period.is_some_and(|length| length != there.pay_period);
    if is_counted && was_changed && after.period_end.is_none() {
        return Err(CompanyRefusal::PeriodEndMissing);
    }
    for (field, day) in [("lastPayrollDate", after.last_payroll_date), ("periodEnd", after.period_end)] {
        if day.is_some_and(|day| !day.is_in_range()) {
            return Err(CompanyRefusal::DateOutOfRange(field));
        }
    }
    after.has_time_clock = edit.has_time_clock.unwrap_or(there.has_time_clock);
    after.edits_many_days = edit.edits_many_days.unwrap_or(there.edits_many_days);
    Ok(after)
}

/// One line that people can read and files can refer to.
pub(super) fn name(text: &str, field: &'static str) -> Result<String, CompanyRefusal> {
    let name = names::in_one_line(text);
    match name.chars().count() {
        0 => Err(CompanyRefusal::NameMissing(field)),
        chars if chars > MAX_NAME_CHARS => Err(CompanyRefusal::LabelTooLong(field)),
        _ => Ok(name),
    }
}

/// As `name`, where there may be none.
pub(super) fn label(text: &str, field: &'static str) -> Result<String, CompanyRefusal> {
    match name(text, field) {
        Err(CompanyRefusal::NameMissing(_)) => Ok(String::new()),
        other => other,
    }
}

pub(super) fn code(text: &str) -> Result<String, CompanyRefusal> {
    match name(text, "code") {
        Err(CompanyRefusal::NameMissing(_)) => Err(CompanyRefusal::CodeMissing),
        other => other,
    }
}

pub(super) fn time_zone(text: &str) -> Result<String, CompanyRefusal> {
    zones::named(text.trim()).ok_or(CompanyRefusal::InvalidTimeZone)
}

pub(super) fn leaver_months(months: i64) -> Result<i64, CompanyRefusal> {
    (0..=MAX_LEAVER_MONTHS).contains(&months).then_some(months).ok_or(CompanyRefusal::LeaverMonths)
}

pub(super) fn reason(text: &str) -> Result<String, CompanyRefusal> {
    let reason = names::in_one_line(text);
    if reason.chars().count() > MAX_REASON_CHARS { Err(CompanyRefusal::ReasonTooLong) } else { Ok(reason) }
}

pub(super) fn day(day: Day, field: &'static str) -> Result<Day, CompanyRefusal> {
    if day.is_in_range() { Ok(day) } else { Err(CompanyRefusal::DateOutOfRange(field)) }
}

pub(super) fn span((first, last): (Day, Day)) -> Result<(Day, Day), CompanyRefusal> {
    let span = (day(first, "firstDay")?, day(last, "lastDay")?);
    if last < first { Err(CompanyRefusal::EndBeforeStart) } else { Ok(span) }
}

/// A holiday that's over keeps its day: what was requested and worked around it was counted with it.
pub(super) fn check_move(before: Day, after: Option<Day>, today: Day) -> Result<(), CompanyRefusal> {
    let moves = after != Some(before);
    if moves && before < today { Err(CompanyRefusal::HolidayPast) } else { Ok(()) }
}

/// Larger above smaller, so there can't be a circle.
pub(super) fn check_parent(parent: OrganizationKind, child: OrganizationKind) -> Result<(), CompanyRefusal> {
    if parent < child { Ok(()) } else { Err(CompanyRefusal::WrongParent) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn settings() -> CompanySettings {
        CompanySettings {
            name: "Cedar".to_owned(),
            time_zone: "UTC".to_owned(),
            is_processing: false,
            last_payroll_date: None,
            deposit_approval: DepositPolicy::Always,
            deposit_accounts_max: 5,
            tax_approval: TaxPolicy::Always,
            stubs_visible: StubsVisible::FromPayDate,
            pay_period: PayPeriod::Weekly,
            period_end: None,
            has_time_clock: true,
            edits_many_days: false,
        }
    }

    #[test]
    fn what_is_not_mentioned_stays_and_what_is_must_fit() {
        let there = settings();
        assert_eq!(edited(&there, SetupEdit::default()), Ok(there.clone()));
        let zoned = SetupEdit { time_zone: Some("america/chicago".to_owned()), ..SetupEdit::default() };
        assert_eq!(edited(&there, zoned).unwrap().time_zone, "America/Chicago");
        let day = |year| Some(Day(date(year, 1, 1)));
        for (edit, refusal) in [
            (
                SetupEdit { name: Some(" \u{200b} ".to_owned()), ..SetupEdit::default() },
                CompanyRefusal::NameMissing("name"),
            ),
            (
                SetupEdit { name: Some("x".repeat(101)), ..SetupEdit::default() },
                CompanyRefusal::LabelTooLong("name"),
            ),
            (
                SetupEdit { time_zone: Some("Mars".to_owned()), ..SetupEdit::default() },
                CompanyRefusal::InvalidTimeZone,
            ),
            (
                SetupEdit { deposit_accounts_max: Some(0), ..SetupEdit::default() },
                CompanyRefusal::DepositLimit,
            ),
            (
                SetupEdit { deposit_accounts_max: Some(51), ..SetupEdit::default() },
                CompanyRefusal::DepositLimit,
            ),
            (
                SetupEdit { pay_period: Some(PayPeriod::Biweekly), ..SetupEdit::default() },
                CompanyRefusal::PeriodEndMissing,
            ),
            (
                SetupEdit { period_end: day(1899), ..SetupEdit::default() },
                CompanyRefusal::DateOutOfRange("periodEnd"),
            ),
            (
                SetupEdit { last_payroll_date: Some(day(2100)), ..SetupEdit::default() },
                CompanyRefusal::DateOutOfRange("lastPayrollDate"),
            ),
        ] {
            assert_eq!(edited(&there, edit.clone()), Err(refusal), "{edit:?}");
        }
        let monthly = SetupEdit { pay_period: Some(PayPeriod::Monthly), ..SetupEdit::default() };
        assert!(edited(&there, monthly).is_ok(), "months need no day to count from");
    }

    #[test]
    fn a_holiday_that_is_over_keeps_its_day() {
        let today = Day(date(2026, 11, 16));
        let (past, future) = (today.plus_days(-1), today.plus_days(1));
        assert_eq!(check_move(past, None, today), Err(CompanyRefusal::HolidayPast));
        assert_eq!(check_move(past, Some(future), today), Err(CompanyRefusal::HolidayPast));
        assert_eq!(check_move(past, Some(past), today), Ok(()));
        assert_eq!(check_move(today, None, today), Ok(()));
    }

    #[test]
    fn an_organization_is_inside_a_larger_one() {
        use OrganizationKind::{Branch, Division, Team};
        assert_eq!(check_parent(Division, Team), Ok(()));
        assert_eq!(check_parent(Branch, Branch), Err(CompanyRefusal::WrongParent));
        assert_eq!(check_parent(Team, Division), Err(CompanyRefusal::WrongParent));
    }

    #[test]
    fn days_on_which_no_one_is_off_have_an_order() {
        let (one, two) = (Day(date(2026, 12, 21)), Day(date(2026, 12, 24)));
        assert_eq!(span((one, two)), Ok((one, two)));
        assert_eq!(span((two, one)), Err(CompanyRefusal::EndBeforeStart));
        assert_eq!(span((one, Day(date(2100, 1, 1)))), Err(CompanyRefusal::DateOutOfRange("lastDay")));
    }
}
