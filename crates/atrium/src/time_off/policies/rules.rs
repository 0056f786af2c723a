//! What a type of time off can be, and how its rules change over time. Pure.

use super::super::kinds::TimeOffApproval;
use super::super::ledger::{Accrual, Policy};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::names;
use crate::shared::pay_period::PayPeriod;
use crate::shared::refusal::refusals;
use serde::Serialize;

const MAX_NAME_CHARS: usize = 100;
const MAX_RATES: usize = 20;
const MAX_YEARS: i64 = 80;
/// A year has 8,784 hours at most.
const MAX_HOURS: Amount = Amount::from_cents(878_400);
const MAX_DAYS: i64 = 3_660;

refusals! {
    pub enum PolicyRefusal {
        NameMissing(field) = "NAME_MISSING": "Enter a name.",
        LabelTooLong(field) = "LABEL_TOO_LONG": "Use at most 100 characters.",
        NameTaken = "NAME_TAKEN" at "name": "This name is already taken. Please choose another",
        RatesMissing = "RATES_MISSING" at "rates": "Enter how many hours are earned.",
        InvalidRates = "INVALID_RATES" at "rates": "Enter each number of years once, with hours from 0 to 8,784.",
        HoursOutOfRange(field) = "HOURS_OUT_OF_RANGE": "Enter hours from 0 to 8,784.",
        MonthsOutOfRange = "MONTHS_OUT_OF_RANGE" at "carryOverMonths":
            "Enter a number from 1 to 12. Leave it blank if carried-over time doesn't expire.",
        DaysOutOfRange(field) = "POLICY_DAYS_OUT_OF_RANGE": "Enter a number from 0 to 3,660.",
        PeriodEndMissing = "PERIOD_END_MISSING" at "periodEnd":
            "Enter the last day of any one pay period. Weekly and biweekly periods are counted from it.",
        DateOutOfRange(field) = "DATE_OUT_OF_RANGE": "The date must be between 1900 and 2099.",
        BalanceFixed = "POLICY_BALANCE_FIXED" at "hasBalance":
            "Whether hours are counted can't change. Add a new type and end this one.",
        FromMissing = "POLICY_FROM_MISSING" at "from":
            "Enter the first day of the new rules. What people earned before that day stays.",
        FromPast = "POLICY_FROM_PAST" at "from": "New rules can start today at the earliest.",
        FromTooEarly = "POLICY_FROM_TOO_EARLY" at "from":
            "The rules already change on a later day. Choose that day or one after it.",
        EndPast = "END_IN_PAST" at "lastDay": "The last day can be today at the earliest.",
        InUse = "POLICY_IN_USE": "People have used it, so it stays in their history. Enter a last day instead.",
    }
}

/// A type of time off with its policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PolicyDraft {
    pub name: String,
    /// Without one, the name in English.
    pub name_es: Option<String>,
    pub has_balance: bool,
    /// The part that counts from a day on.
    pub rules: Policy,
    pub waiting_days: i64,
    pub approval: TimeOffApproval,
    pub attachment_after_days: Option<i64>,
    /// What payroll books it under. Without one, its name.
    pub earning_code: Option<String>,
}

fn name(text: &str, field: &'static str) -> Result<String, PolicyRefusal> {
    let name = names::in_one_line(text);
    match name.chars().count() {
        0 => Err(PolicyRefusal::NameMissing(field)),
        chars if chars > MAX_NAME_CHARS => Err(PolicyRefusal::LabelTooLong(field)),
        _ => Ok(name),
    }
}

/// `periodEnd` is only asked for where periods are counted from it; `given` says whether it was.
pub(super) fn checked(draft: PolicyDraft, has_period_end: bool) -> Result<PolicyDraft, PolicyRefusal> {
    let mut draft = draft;
    draft.name = name(&draft.name, "name")?;
    draft.name_es = match draft.name_es.as_deref().map(|text| name(text, "nameEs")) {
        None | Some(Err(PolicyRefusal::NameMissing(_))) => None,
        Some(other) => Some(other?),
    };
    draft.earning_code = match draft.earning_code.as_deref().map(|text| name(text, "earningCode")) {
        None | Some(Err(PolicyRefusal::NameMissing(_))) => None,
        Some(other) => Some(other?),
    };
    let is_count = |days: i64| (0..=MAX_DAYS).contains(&days);
    if !is_count(draft.waiting_days) {
        return Err(PolicyRefusal::DaysOutOfRange("waitingDays"));
    }
    if draft.attachment_after_days.is_some_and(|days| !is_count(days)) {
        return Err(PolicyRefusal::DaysOutOfRange("attachmentAfterDays"));
    }
    draft.rules =
        if draft.has_balance { rules(draft.rules, has_period_end)? } else { uncounted(draft.rules) };
    Ok(draft)
}

/// Nothing is earned or lost where nothing is counted.
fn uncounted(rules: Policy) -> Policy {
    Policy {
        accrual: Accrual::None,
        rates: vec![],
        cap: None,
        carry_over: None,
        carry_over_months: None,
        negative: Amount::ZERO,
        ..rules
    }
}

fn rules(mut rules: Policy, has_period_end: bool) -> Result<Policy, PolicyRefusal> {
    let is_hours = |hours: Amount| (Amount::ZERO..=MAX_HOURS).contains(&hours);
    if rules.accrual == Accrual::None {
        rules.rates = vec![];
    } else if rules.rates.is_empty() {
        return Err(PolicyRefusal::RatesMissing);
    }
    rules.rates.sort_unstable_by_key(|(years, _)| *years);
    let is_repeated = rules.rates.windows(2).any(|pair| pair[0].0 == pair[1].0);
    let is_rate = |(years, hours): &(i64, Amount)| (0..=MAX_YEARS).contains(years) && is_hours(*hours);
    if rules.rates.len() > MAX_RATES || is_repeated || !rules.rates.iter().all(is_rate) {
        return Err(PolicyRefusal::InvalidRates);
    }
    for (field, hours) in
        [("cap", rules.cap), ("carryOver", rules.carry_over), ("negative", Some(rules.negative))]
    {
        if hours.is_some_and(|hours| !is_hours(hours)) {
            return Err(PolicyRefusal::HoursOutOfRange(field));
        }
    }
    if rules.carry_over_months.is_some_and(|months| !(1..=12).contains(&months)) {
        return Err(PolicyRefusal::MonthsOutOfRange);
    }
    let is_counted = matches!(rules.pay_period, PayPeriod::Weekly | PayPeriod::Biweekly);
    if rules.accrual == Accrual::PayPeriod && is_counted && !has_period_end {
        return Err(PolicyRefusal::PeriodEndMissing);
    }
    if !rules.period_end.is_in_range() {
        return Err(PolicyRefusal::DateOutOfRange("periodEnd"));
    }
    Ok(rules)
}

/// What counts before a new type begins: nothing is earned, whenever people were hired.
pub(super) fn starting(
    draft: &PolicyDraft,
    from: Option<Day>,
    today: Day,
) -> Result<Vec<(Day, Policy)>, PolicyRefusal> {
    let from = from.unwrap_or(today);
    if !from.is_in_range() {
        return Err(PolicyRefusal::DateOutOfRange("from"));
    }
    if from < today {
        return Err(PolicyRefusal::FromPast);
    }
    let is_earned = draft.has_balance && draft.rules.accrual != Accrual::None;
    Ok(if is_earned { vec![before_start(from)] } else { vec![] })
}

/// The rules before a type's first day, for `Policy::earlier`.
pub(in super::super) fn before_start(first: Day) -> (Day, Policy) {
    let last = first.plus_days(-1);
    let nothing = Policy {
        accrual: Accrual::None,
        rates: vec![],
        pay_period: PayPeriod::Monthly,
        period_end: last,
        cap: None,
        carry_over: None,
        carry_over_months: None,
        negative: Amount::ZERO,
        is_before_start: true,
        earlier: vec![],
    };
    (last, nothing)
}

/// The earlier rules once new ones count from a day on. Nothing is added if they take the place of ones that never counted.
pub(super) fn changed_from(
    earlier: &[(Day, Policy)],
    newest: &Policy,
    from: Option<Day>,
    today: Day,
) -> Result<Vec<(Day, Policy)>, PolicyRefusal> {
    let from = from.ok_or(PolicyRefusal::FromMissing)?;
    if !from.is_in_range() {
        return Err(PolicyRefusal::DateOutOfRange("from"));
    }
    if from < today {
        return Err(PolicyRefusal::FromPast);
    }
    let begun = earlier.last().map(|(last, _)| last.plus_days(1));
    let mut earlier = earlier.to_vec();
    match begun {
        Some(begun) if from < begun => return Err(PolicyRefusal::FromTooEarly),
        Some(begun) if from == begun => {}
        _ => earlier.push((from.plus_days(-1), newest.clone())),
    }
    Ok(earlier)
}

/// What is in force when, as the ledger reads it. Nothing is earned after the last day.
pub(in super::super) fn over_time(
    mut earlier: Vec<(Day, Policy)>,
    newest: Policy,
    ends_on: Option<Day>,
) -> Policy {
    let Some(end) = ends_on else { return Policy { earlier, ..newest } };
    earlier.push((Day::LAST, newest.clone()));
    let in_force = earlier.iter().position(|(last, _)| *last >= end).unwrap_or(earlier.len() - 1);
    earlier.truncate(in_force + 1);
    if let Some((last, _)) = earlier.last_mut() {
        *last = end;
    }
    Policy { accrual: Accrual::None, rates: vec![], earlier, ..newest }
}

pub(super) fn check_end(last: Option<Day>, today: Day) -> Result<(), PolicyRefusal> {
    match last {
        Some(last) if !last.is_in_range() => Err(PolicyRefusal::DateOutOfRange("lastDay")),
        Some(last) if last < today => Err(PolicyRefusal::EndPast),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    const TODAY: Day = Day(date(2026, 11, 16));

    fn hours(whole: i64) -> Amount {
        Amount::from_cents(whole * 100)
    }

    fn earned(rate: i64) -> Policy {
        Policy {
            accrual: Accrual::PayPeriod,
            rates: vec![(0, hours(rate))],
            pay_period: PayPeriod::Biweekly,
            period_end: TODAY,
            cap: None,
            carry_over: None,
            carry_over_months: None,
            negative: Amount::ZERO,
            is_before_start: false,
            earlier: vec![],
        }
    }

    fn draft(rules: Policy) -> PolicyDraft {
        PolicyDraft {
            name: "Vacation".to_owned(),
            name_es: Some(" ".to_owned()),
            has_balance: true,
            rules,
            waiting_days: 0,
            approval: TimeOffApproval::Manager,
            attachment_after_days: None,
            earning_code: Some(String::new()),
        }
    }

    #[test]
    fn a_policy_says_what_is_earned_and_each_number_fits() {
        let plain = checked(draft(earned(4)), true).unwrap();
        assert_eq!((plain.name_es, plain.earning_code), (None, None));
        for (rules, refusal) in [
            (Policy { rates: vec![], ..earned(4) }, PolicyRefusal::RatesMissing),
            (Policy { rates: vec![(5, hours(1)), (5, hours(2))], ..earned(4) }, PolicyRefusal::InvalidRates),
            (earned(-1), PolicyRefusal::InvalidRates),
            (Policy { cap: Some(hours(8785)), ..earned(4) }, PolicyRefusal::HoursOutOfRange("cap")),
            (Policy { negative: hours(-1), ..earned(4) }, PolicyRefusal::HoursOutOfRange("negative")),
            (Policy { carry_over_months: Some(13), ..earned(4) }, PolicyRefusal::MonthsOutOfRange),
        ] {
            assert_eq!(checked(draft(rules), true), Err(refusal), "{refusal:?}");
        }
        assert_eq!(checked(draft(earned(4)), false), Err(PolicyRefusal::PeriodEndMissing));
        let monthly = Policy { pay_period: PayPeriod::Monthly, ..earned(4) };
        assert!(checked(draft(monthly), false).is_ok());
        let unpaid = PolicyDraft { has_balance: false, ..draft(earned(4)) };
        assert_eq!(checked(unpaid, false).unwrap().rules.accrual, Accrual::None);
        let late = PolicyDraft { waiting_days: -1, ..draft(earned(4)) };
        assert_eq!(checked(late, true), Err(PolicyRefusal::DaysOutOfRange("waitingDays")));
    }

    #[test]
    fn a_new_type_begins_today_at_the_earliest() {
        let first = |earlier: &[(Day, Policy)]| earlier.last().map(|(last, _)| last.plus_days(1));
        let (day, new) = (TODAY.plus_days(30), draft(earned(4)));
        assert_eq!(first(&starting(&new, None, TODAY).unwrap()), Some(TODAY));
        assert_eq!(first(&starting(&new, Some(day), TODAY).unwrap()), Some(day));
        assert_eq!(starting(&new, Some(TODAY.plus_days(-1)), TODAY), Err(PolicyRefusal::FromPast));
        let given = PolicyDraft { has_balance: false, ..new };
        assert_eq!(starting(&given, None, TODAY), Ok(vec![]), "nothing is earned anyway");
    }

    #[test]
    fn new_rules_count_from_a_day_that_has_not_passed() {
        let (old, day) = (earned(4), TODAY.plus_days(30));
        assert_eq!(changed_from(&[], &old, Some(day), TODAY), Ok(vec![(day.plus_days(-1), old.clone())]));
        assert_eq!(changed_from(&[], &old, None, TODAY), Err(PolicyRefusal::FromMissing));
        assert_eq!(changed_from(&[], &old, Some(TODAY.plus_days(-1)), TODAY), Err(PolicyRefusal::FromPast));
        let planned = [(day.plus_days(-1), old.clone())];
        assert_eq!(
            changed_from(&planned, &earned(5), Some(day), TODAY),
            Ok(planned.to_vec()),
            "it never counted"
        );
        assert_eq!(changed_from(&planned, &earned(5), Some(TODAY), TODAY), Err(PolicyRefusal::FromTooEarly));
    }

    #[test]
    fn nothing_is_earned_after_the_last_day() {
        let day = TODAY.plus_days(30);
        let earlier = vec![(day, earned(4))];
        let open = over_time(earlier.clone(), earned(6), None);
        assert_eq!(open.on(day.plus_days(1)).rates, vec![(0, hours(6))]);
        for end in [TODAY, day, day.plus_days(9)] {
            let ended = over_time(earlier.clone(), earned(6), Some(end));
            assert_eq!(ended.on(end).rates, open.on(end).rates, "{end}");
            assert_eq!(ended.on(end.plus_days(1)).accrual, Accrual::None, "{end}");
        }
    }

    #[test]
    fn a_type_ends_today_at_the_earliest() {
        assert_eq!(check_end(None, TODAY), Ok(()));
        assert_eq!(check_end(Some(TODAY), TODAY), Ok(()));
        assert_eq!(check_end(Some(TODAY.plus_days(-1)), TODAY), Err(PolicyRefusal::EndPast));
    }
}
