//! Balances. A pure function turns a policy and a list of events into ledger lines. The balance on any day is the sum
//! of the lines up to it. Events may come in any order.

use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::pay_period::PayPeriod;
use crate::shared::problem::Problem;
use async_graphql::Enum;
use jiff::Span;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize, Deserialize)]
#[graphql(name = "TimeOffAccrual", rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum Accrual {
    None,
    PayPeriod,
    HourWorked,
    Year,
}
db::text!(Accrual { None = "none", PayPeriod = "pay_period", HourWorked = "hour_worked", Year = "year" });

/// How a type of time off is earned and kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Policy {
    pub accrual: Accrual,
    /// (full years of service, hours a pay period, an hour worked or a year), by years.
    pub rates: Vec<(i64, Amount)>,
    pub pay_period: PayPeriod,
    pub period_end: Day,
    pub cap: Option<Amount>,
    pub carry_over: Option<Amount>,
    /// From one to twelve.
    pub carry_over_months: Option<i64>,
    /// How far below zero a balance can go.
    pub negative: Amount,
    /// Whether this is what counts before the type begins. Nothing is earned then, unless a balance was brought along.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_before_start: bool,
    /// What was in force before, oldest first, each through its last day.
    #[serde(skip)]
    pub earlier: Vec<(Day, Policy)>,
}

impl Policy {
    /// What is in force when: each through its last day, the last one without end.
    fn in_turn(&self) -> impl Iterator<Item = (Option<Day>, &Policy)> {
        self.earlier.iter().map(|(last, policy)| (Some(*last), policy)).chain([(None, self)])
    }

    /// The first day of a type that people who were hired before it didn't have from the start.
    fn starts_on(&self) -> Option<Day> {
        let before = self.earlier.iter().rev().find(|(_, policy)| policy.is_before_start);
        before.map(|(last, _)| last.plus_days(1))
    }

    /// What is in force on a day.
    pub fn on(&self, day: Day) -> &Policy {
        self.earlier.iter().find(|(last, _)| day <= *last).map_or(self, |(_, policy)| policy)
    }
}

/// What happened to a balance, apart from the passing of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BalanceEvent {
    /// The balance at the end of that day; what lies before no longer counts.
    Opening(Day, Amount),
    Adjustment(Day, Amount),
    Worked(Day, Amount),
    /// Pending time counts like approved time: the same hours can't be requested twice.
    TimeOff(Day, Amount),
}

/// In the order of lines on the same day: carried hours expire before the year turns, the year turns before anything is earned,
/// and hours earned that day can be taken that day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Enum)]
#[graphql(name = "TimeOffLedgerKind", rename_items = "camelCase")]
pub(super) enum LedgerKind {
    Opening,
    /// Carried hours not used in time.
    Expiry,
    /// Hours above the limit that carries into the new year.
    CarryOver,
    Accrual,
    Adjustment,
    TimeOff,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub day: Day,
    pub kind: LedgerKind,
    pub amount: Amount,
    /// After this line.
    pub balance: Amount,
}

/// A sum that doesn't fit 64 bits. What is read from people and files is small enough, so the data is damaged.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SumTooLarge;

impl From<SumTooLarge> for Problem {
    fn from(_: SumTooLarge) -> Problem {
        Problem::Internal("the sum of a time-off ledger doesn't fit".to_owned())
    }
}

/// Everything that changed the balance up to and including `until`, in order.
pub(super) fn lines(
    policy: &Policy,
    hired: Day,
    events: &[BalanceEvent],
    until: Day,
) -> Result<Vec<Line>, SumTooLarge> {
    let opening = events.iter().filter_map(|event| match event {
        BalanceEvent::Opening(day, amount) => Some((*day, *amount)),
        _ => None,
    });
    // If one day has two openings, the larger counts. There has to be some rule, and it can't depend on their order.
    let opening = opening.filter(|(day, _)| *day <= until).max();
    let begins = opening.map_or(hired, |(day, _)| day.plus_days(1));
    let mut ledger = Ledger { policy, lines: vec![], balance: 0, carried: 0, taken_this_year: 0 };
    if let Some((day, amount)) = opening {
        ledger.add(day, LedgerKind::Opening, amount.ten_thousandths())?;
    }
    // A balance from before the type began is of the time the company kept it elsewhere, so it was earned then, too.
    let is_brought_along = opening.is_some();
    let started = policy.starts_on().filter(|_| !is_brought_along).map_or(hired, |day| day.max(hired));
    let mut from = begins;
    for (last, in_force) in policy.in_turn() {
        if in_force.is_before_start && is_brought_along {
            continue;
        }
        let to = last.map_or(until, |last| last.min(until));
        if from > to {
            continue;
        }
        ledger.policy = in_force;
        for (day, step) in steps(in_force, (hired, started), from, events, to)? {
            ledger.take(day, step)?;
        }
        from = to.plus_days(1);
    }
    Ok(ledger.lines)
}

/// The sum of the lines.
pub(super) fn balance(lines: &[Line]) -> Amount {
    lines.last().map_or(Amount::ZERO, |line| line.balance)
}

/// Whether time off on or after `from` would leave less than the policy allows.
pub(super) fn is_overdrawn(policy: &Policy, lines: &[Line], from: Day) -> bool {
    lines.iter().any(|line| {
        let least = -policy.on(line.day).negative.ten_thousandths();
        line.kind == LedgerKind::TimeOff && line.day >= from && line.balance.ten_thousandths() < least
    })
}

/// Hours for someone with this many full years of service on a day.
pub(super) fn rate(policy: &Policy, hired: Day, on: Day) -> Amount {
    let years = years_of_service(hired, on);
    let reached = policy.rates.iter().filter(|(after, _)| *after <= years).max_by_key(|(after, _)| *after);
    reached.map_or(Amount::ZERO, |(_, hours)| *hours)
}

fn years_of_service(hired: Day, on: Day) -> i64 {
    let (hired, on) = (hired.0, on.0);
    let full = i64::from(on.year()) - i64::from(hired.year());
    // Someone hired on February 29 has their anniversary on February 28 in other years.
    let anniversary = hired.saturating_add(Span::new().years(full.max(0)));
    if anniversary > on { full - 1 } else { full }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    CarriedExpires,
    YearTurns,
    Earned(i64),
    Adjusted(i64),
    Taken(i64),
}

fn steps(
    policy: &Policy,
    (hired, started): (Day, Day),
    begins: Day,
    events: &[BalanceEvent],
    until: Day,
) -> Result<Vec<(Day, Step)>, SumTooLarge> {
    let mut steps: Vec<(Day, Step)> = vec![];
    for year in begins.0.year()..=until.0.year() {
        let first = Day(jiff::civil::date(year, 1, 1));
        steps.push((first, Step::YearTurns));
        if let Some(months) = policy.carry_over_months {
            steps.push((Day(first.0.saturating_add(Span::new().months(months))), Step::CarriedExpires));
        }
        if policy.accrual == Accrual::Year {
            steps.push(yearly_grant(policy, (hired, started), first));
        }
    }
    if policy.accrual == Accrual::PayPeriod {
        let ends = period_ends(policy, begins, until);
        steps.extend(ends.map(|end| (end, Step::Earned(rate(policy, hired, end).ten_thousandths()))));
    }
    for event in events {
        match *event {
            BalanceEvent::Opening(..) => {}
            BalanceEvent::Adjustment(day, amount) => {
                steps.push((day, Step::Adjusted(amount.ten_thousandths())))
            }
            BalanceEvent::TimeOff(day, amount) => steps.push((day, Step::Taken(amount.ten_thousandths()))),
            BalanceEvent::Worked(day, hours) if policy.accrual == Accrual::HourWorked => {
                let per_hour = i128::from(rate(policy, hired, day).ten_thousandths());
                let earned = per_hour * i128::from(hours.ten_thousandths()) / 10_000;
                steps.push((day, Step::Earned(i64::try_from(earned).map_err(|_| SumTooLarge)?)));
            }
            BalanceEvent::Worked(..) => {}
        }
    }
    steps.retain(|(day, _)| (begins..=until).contains(day));
    steps.sort_unstable();
    Ok(steps)
}

/// On the first of January; in the year someone starts with the type on the first day, for the months that are left of it.
fn yearly_grant(policy: &Policy, (hired, started): (Day, Day), first: Day) -> (Day, Step) {
    if started > first && started.0.year() == first.0.year() {
        let months_left = 13 - i64::from(started.0.month());
        (started, Step::Earned(rate(policy, hired, started).ten_thousandths() * months_left / 12))
    } else {
        (first, Step::Earned(rate(policy, hired, first).ten_thousandths()))
    }
}

/// The last days of the pay periods between two days.
fn period_ends(policy: &Policy, from: Day, until: Day) -> Box<dyn Iterator<Item = Day>> {
    let every = |days: i64| {
        let since = i64::from((from.0 - policy.period_end.0).get_days());
        let first = from.plus_days((-since).rem_euclid(days));
        std::iter::successors(Some(first), move |day| Some(day.plus_days(days)))
    };
    let months = std::iter::successors(Some(from.0.first_of_month()), |month| {
        month.checked_add(Span::new().months(1)).ok()
    });
    match policy.pay_period {
        PayPeriod::Weekly => Box::new(every(7).take_while(move |day| *day <= until)),
        PayPeriod::Biweekly => Box::new(every(14).take_while(move |day| *day <= until)),
        PayPeriod::Monthly => Box::new(
            months.take_while(move |month| *month <= until.0).map(|month| Day(month.last_of_month())),
        ),
        PayPeriod::Semimonthly => {
            Box::new(months.take_while(move |month| *month <= until.0).flat_map(|month| {
                let middle = month.with().day(15).build().unwrap_or(month);
                [Day(middle), Day(month.last_of_month())]
            }))
        }
    }
}

struct Ledger<'a> {
    policy: &'a Policy,
    lines: Vec<Line>,
    balance: i64,
    /// The part of the balance that came from last year and may still expire.
    carried: i64,
    taken_this_year: i64,
}

fn sum(one: i64, other: i64) -> Result<i64, SumTooLarge> {
    one.checked_add(other).ok_or(SumTooLarge)
}

fn difference(one: i64, other: i64) -> Result<i64, SumTooLarge> {
    one.checked_sub(other).ok_or(SumTooLarge)
}

impl Ledger<'_> {
    fn add(&mut self, day: Day, kind: LedgerKind, amount: i64) -> Result<(), SumTooLarge> {
        self.balance = sum(self.balance, amount)?;
        if amount != 0 || kind == LedgerKind::Opening {
            let balance = Amount::from_ten_thousandths(self.balance);
            let amount = Amount::from_ten_thousandths(amount);
            self.lines.push(Line { day, kind, amount, balance });
        }
        Ok(())
    }

    fn take(&mut self, day: Day, step: Step) -> Result<(), SumTooLarge> {
        match step {
            Step::YearTurns => {
                if let Some(most) = self.policy.carry_over {
                    let lost = difference(self.balance, most.ten_thousandths())?.max(0);
                    self.add(day, LedgerKind::CarryOver, -lost)?;
                }
                self.carried = self.balance.max(0);
                self.taken_this_year = 0;
                Ok(())
            }
            Step::CarriedExpires => {
                // Time taken this year comes out of the carried-over time first.
                let unused = difference(self.carried, self.taken_this_year)?.clamp(0, self.balance.max(0));
                self.carried = 0;
                self.add(day, LedgerKind::Expiry, -unused)
            }
            Step::Earned(hours) => {
                let room = match self.policy.cap {
                    Some(cap) => difference(cap.ten_thousandths(), self.balance)?.max(0),
                    None => hours,
                };
                self.add(day, LedgerKind::Accrual, hours.min(room))
            }
            Step::Adjusted(hours) => self.add(day, LedgerKind::Adjustment, hours),
            Step::Taken(hours) => {
                self.taken_this_year = sum(self.taken_this_year, hours)?;
                self.add(day, LedgerKind::TimeOff, difference(0, hours)?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    fn day(y: i16, m: i8, d: i8) -> Day {
        Day(date(y, m, d))
    }

    fn hours(whole: i64) -> Amount {
        Amount::from_cents(whole * 100)
    }

    fn policy(accrual: Accrual, rates: &[(i64, i64)]) -> Policy {
        Policy {
            accrual,
            rates: rates.iter().map(|(years, whole)| (*years, hours(*whole))).collect(),
            pay_period: PayPeriod::Biweekly,
            period_end: day(2026, 11, 13),
            cap: None,
            carry_over: None,
            carry_over_months: None,
            negative: Amount::ZERO,
            is_before_start: false,
            earlier: vec![],
        }
    }

    fn lines(policy: &Policy, hired: Day, events: &[BalanceEvent], until: Day) -> Vec<Line> {
        super::lines(policy, hired, events, until).unwrap()
    }

    #[test]
    fn a_sum_that_does_not_fit_is_an_error_and_no_other_sum() {
        let (hired, until) = (day(2026, 1, 1), day(2026, 12, 31));
        let most = Amount::from_ten_thousandths(i64::MAX);
        let hourly = policy(Accrual::HourWorked, &[(0, 2)]);
        let opened = BalanceEvent::Opening(hired, most);
        for events in [
            vec![BalanceEvent::Worked(day(2026, 2, 1), most)],
            vec![opened, BalanceEvent::Adjustment(day(2026, 2, 1), hours(1))],
            vec![BalanceEvent::TimeOff(day(2026, 2, 1), most), BalanceEvent::TimeOff(day(2026, 3, 1), most)],
        ] {
            assert_eq!(super::lines(&hourly, hired, &events, until), Err(SumTooLarge), "{events:?}");
        }
        assert_eq!(balance(&lines(&hourly, hired, &[opened], until)), most);
    }

    fn on(policy: &Policy, hired: Day, events: &[BalanceEvent], until: Day) -> Amount {
        balance(&lines(policy, hired, events, until))
    }

    #[test]
    fn every_pay_period_earns_its_hours_on_its_last_day() {
        let biweekly = policy(Accrual::PayPeriod, &[(0, 4)]);
        let hired = day(2026, 10, 5);
        for (until, expected) in [
            (day(2026, 10, 15), 0),
            (day(2026, 10, 16), 4),
            (day(2026, 10, 30), 8),
            (day(2026, 11, 13), 12),
            (day(2027, 1, 8), 28),
        ] {
            assert_eq!(on(&biweekly, hired, &[], until), hours(expected), "{until}");
        }
        let semimonthly = Policy { pay_period: PayPeriod::Semimonthly, ..biweekly.clone() };
        assert_eq!(on(&semimonthly, day(2026, 2, 1), &[], day(2026, 2, 28)), hours(8));
        let monthly = Policy { pay_period: PayPeriod::Monthly, ..biweekly };
        assert_eq!(on(&monthly, day(2024, 2, 29), &[], day(2024, 3, 30)), hours(4));
    }

    #[test]
    fn longer_service_earns_more_from_the_anniversary_on() {
        let yearly = policy(Accrual::Year, &[(0, 80), (5, 120)]);
        let hired = day(2020, 2, 29);
        assert_eq!(rate(&yearly, hired, day(2025, 2, 27)), hours(80));
        assert_eq!(rate(&yearly, hired, day(2025, 2, 28)), hours(120));
        let granted: Vec<(Day, Amount)> =
            lines(&yearly, hired, &[], day(2026, 1, 1)).iter().map(|line| (line.day, line.amount)).collect();
        assert_eq!(granted.first(), Some(&(hired, Amount::from_ten_thousandths(733_333))), "11 of 12 months");
        assert_eq!(granted.last(), Some(&(day(2026, 1, 1), hours(120))));
    }

    #[test]
    fn hours_worked_earn_by_the_hour() {
        let per_hour = Policy {
            rates: vec![(0, Amount::from_ten_thousandths(333))],
            ..policy(Accrual::HourWorked, &[])
        };
        let worked = [
            BalanceEvent::Worked(day(2026, 11, 6), hours(80)),
            BalanceEvent::Worked(day(2026, 11, 13), hours(76)),
        ];
        assert_eq!(
            on(&per_hour, day(2026, 1, 1), &worked, day(2026, 11, 16)),
            Amount::from_ten_thousandths(51_948)
        );
    }

    #[test]
    fn a_cap_stops_earning_and_time_off_makes_room_again() {
        let capped = Policy { cap: Some(hours(10)), ..policy(Accrual::PayPeriod, &[(0, 4)]) };
        let hired = day(2026, 9, 1);
        assert_eq!(on(&capped, hired, &[], day(2026, 11, 16)), hours(10));
        let taken = [BalanceEvent::TimeOff(day(2026, 10, 20), hours(8))];
        assert_eq!(on(&capped, hired, &taken, day(2026, 11, 16)), hours(10));
        assert_eq!(on(&capped, hired, &taken, day(2026, 10, 20)), hours(2));
    }

    #[test]
    fn the_new_year_takes_what_may_not_be_carried_over_and_later_what_was_not_used() {
        let carried = Policy {
            carry_over: Some(hours(40)),
            carry_over_months: Some(3),
            ..policy(Accrual::Year, &[(0, 80)])
        };
        let events = [BalanceEvent::TimeOff(day(2026, 2, 3), hours(16))];
        let kinds: Vec<(Day, LedgerKind, Amount)> =
            lines(&carried, day(2025, 1, 1), &events, day(2026, 12, 31))
                .iter()
                .map(|line| (line.day, line.kind, line.amount))
                .collect();
        assert_eq!(
            kinds,
            [
                (day(2025, 1, 1), LedgerKind::Accrual, hours(80)),
                (day(2026, 1, 1), LedgerKind::CarryOver, hours(-40)),
                (day(2026, 1, 1), LedgerKind::Accrual, hours(80)),
                (day(2026, 2, 3), LedgerKind::TimeOff, hours(-16)),
                (day(2026, 4, 1), LedgerKind::Expiry, hours(-24)),
            ]
        );
    }

    #[test]
    fn what_lasts_twelve_months_is_gone_when_the_next_year_turns_and_what_was_earned_since_is_not() {
        let carried = Policy { carry_over_months: Some(12), ..policy(Accrual::Year, &[(0, 80)]) };
        let events = [BalanceEvent::TimeOff(day(2026, 7, 1), hours(30))];
        let kinds: Vec<(Day, LedgerKind, Amount)> =
            lines(&carried, day(2025, 1, 1), &events, day(2027, 12, 31))
                .iter()
                .map(|line| (line.day, line.kind, line.amount))
                .collect();
        assert_eq!(
            kinds,
            [
                (day(2025, 1, 1), LedgerKind::Accrual, hours(80)),
                (day(2026, 1, 1), LedgerKind::Accrual, hours(80)),
                (day(2026, 7, 1), LedgerKind::TimeOff, hours(-30)),
                (day(2027, 1, 1), LedgerKind::Expiry, hours(-50)),
                (day(2027, 1, 1), LedgerKind::Accrual, hours(80)),
            ]
        );
    }

    #[test]
    fn an_opening_replaces_everything_before_it() {
        let earning = policy(Accrual::PayPeriod, &[(0, 4)]);
        let events = [
            BalanceEvent::Opening(day(2026, 10, 31), hours(33)),
            BalanceEvent::TimeOff(day(2026, 10, 20), hours(8)),
            BalanceEvent::Adjustment(day(2026, 11, 2), hours(-1)),
        ];
        assert_eq!(on(&earning, day(2015, 3, 9), &events, day(2026, 11, 16)), hours(36));
    }

    fn any_day() -> impl Strategy<Value = Day> {
        (0i64..1500).prop_map(|days| day(2024, 1, 1).plus_days(days))
    }

    fn any_event() -> impl Strategy<Value = BalanceEvent> {
        let amount = || (0i64..400_000).prop_map(Amount::from_ten_thousandths);
        prop_oneof![
            1 => (any_day(), amount()).prop_map(|(day, hours)| BalanceEvent::Opening(day, hours)),
            2 => (any_day(), -200_000i64..200_000)
                .prop_map(|(day, units)| BalanceEvent::Adjustment(day, Amount::from_ten_thousandths(units))),
            3 => (any_day(), amount()).prop_map(|(day, hours)| BalanceEvent::Worked(day, hours)),
            5 => (any_day(), amount()).prop_map(|(day, hours)| BalanceEvent::TimeOff(day, hours)),
        ]
    }

    fn any_policy() -> impl Strategy<Value = Policy> {
        let accrual = prop_oneof![
            Just(Accrual::None),
            Just(Accrual::PayPeriod),
            Just(Accrual::HourWorked),
            Just(Accrual::Year)
        ];
        let period = prop_oneof![
            Just(PayPeriod::Weekly),
            Just(PayPeriod::Biweekly),
            Just(PayPeriod::Semimonthly),
            Just(PayPeriod::Monthly)
        ];
        let some_hours = || prop::option::of((0i64..2_000_000).prop_map(Amount::from_ten_thousandths));
        let rates =
            prop::collection::vec((0i64..8, (0i64..100_000).prop_map(Amount::from_ten_thousandths)), 0..3);
        (accrual, period, rates, some_hours(), some_hours(), prop::option::of(1i64..=12), 0i64..800_000)
            .prop_map(|(accrual, pay_period, rates, cap, carry_over, carry_over_months, negative)| Policy {
                accrual,
                rates,
                pay_period,
                period_end: day(2026, 11, 13),
                cap,
                carry_over,
                carry_over_months,
                negative: Amount::from_ten_thousandths(negative),
                is_before_start: false,
                earlier: vec![],
            })
    }

    #[test]
    fn rules_that_change_on_a_day_count_from_that_day() {
        let before = policy(Accrual::PayPeriod, &[(0, 4)]);
        let changed =
            Policy { earlier: vec![(day(2026, 6, 30), before.clone())], ..policy(Accrual::Year, &[(0, 80)]) };
        let hired = day(2026, 1, 1);
        assert_eq!(on(&changed, hired, &[], day(2026, 6, 30)), on(&before, hired, &[], day(2026, 6, 30)));
        assert_eq!(on(&changed, hired, &[], day(2026, 12, 31)), on(&before, hired, &[], day(2026, 6, 30)));
        let next_year = on(&changed, hired, &[], day(2027, 1, 1));
        assert_eq!(next_year, on(&changed, hired, &[], day(2026, 12, 31)) + hours(80));
        assert_eq!(changed.on(day(2026, 6, 30)), &before);
        assert_eq!(changed.on(day(2026, 7, 1)).accrual, Accrual::Year);
    }

    proptest! {
        #[test]
        fn the_same_rules_again_from_a_day_change_nothing(
            policy in any_policy(),
            events in prop::collection::vec(any_event(), 0..25),
            (hired, split, until) in (any_day(), any_day(), any_day()),
        ) {
            let split = Policy { earlier: vec![(split, policy.clone())], ..policy.clone() };
            prop_assert_eq!(lines(&split, hired, &events, until), lines(&policy, hired, &events, until));
        }

        #[test]
        fn new_rules_leave_what_was_before_them(
            (old, new) in (any_policy(), any_policy()),
            events in prop::collection::vec(any_event(), 0..25),
            (hired, last, until) in (any_day(), any_day(), any_day()),
        ) {
            let changed = Policy { earlier: vec![(last, old.clone())], ..new };
            let through = |policy: &Policy| -> Vec<Line> {
                lines(policy, hired, &events, until.min(last))
            };
            prop_assert_eq!(through(&changed), through(&old));
        }

        #[test]
        fn the_balance_is_the_sum_of_the_lines_on_every_day(
            policy in any_policy(),
            events in prop::collection::vec(any_event(), 0..25),
            hired in any_day(),
            until in any_day(),
        ) {
            let all = lines(&policy, hired, &events, day(2028, 12, 31));
            let mut total = Amount::ZERO;
            for line in &all {
                total = total.checked_add(line.amount).unwrap();
                prop_assert_eq!(line.balance, total);
            }
            prop_assert!(all.is_sorted_by_key(|line| line.day));
            // An earlier end date shows the same lines, only fewer, unless there's an opening in between.
            let has_opening = events.iter().any(|event| matches!(event, BalanceEvent::Opening(..)));
            if !has_opening {
                let earlier = lines(&policy, hired, &events, until);
                prop_assert_eq!(&earlier[..], &all[..earlier.len()]);
                prop_assert!(all[earlier.len()..].iter().all(|line| line.day > until));
            }
        }

        #[test]
        fn the_order_in_which_events_come_changes_nothing(
            policy in any_policy(),
            events in prop::collection::vec(any_event(), 0..20),
            rotation in 0usize..20,
            hired in any_day(),
        ) {
            let mut other = events.clone();
            other.reverse();
            let by = rotation.min(other.len());
            other.rotate_left(by);
            let until = day(2028, 6, 30);
            prop_assert_eq!(lines(&policy, hired, &events, until), lines(&policy, hired, &other, until));
        }

        #[test]
        fn requests_that_are_refused_when_overdrawn_never_lead_below_the_limit(
            policy in any_policy(),
            asked in prop::collection::vec((any_day(), 10_000i64..400_000), 0..25),
        ) {
            let (hired, until) = (day(2024, 1, 1), day(2028, 12, 31));
            let mut taken: Vec<BalanceEvent> = vec![];
            for (on, units) in asked {
                taken.push(BalanceEvent::TimeOff(on, Amount::from_ten_thousandths(units)));
                if is_overdrawn(&policy, &lines(&policy, hired, &taken, until), on) {
                    taken.pop();
                }
            }
            let least = -policy.negative.ten_thousandths();
            let all = lines(&policy, hired, &taken, until);
            prop_assert!(all.iter().all(|line| line.balance.ten_thousandths() >= least.min(0)));
        }

        #[test]
        fn withdrawing_time_off_never_leaves_less_for_another_day(
            policy in any_policy(),
            taken in prop::collection::vec((any_day(), 10_000i64..400_000), 1..15),
            until in any_day(),
        ) {
            // With both, it can: hours about to expire fill the cap, so nothing accrues meanwhile.
            let policy = Policy { cap: policy.cap.filter(|_| policy.carry_over_months.is_none()), ..policy };
            let events: Vec<BalanceEvent> =
                taken.iter().map(|(on, units)| BalanceEvent::TimeOff(*on, Amount::from_ten_thousandths(*units))).collect();
            let with = balance(&lines(&policy, day(2024, 1, 1), &events, until));
            let without = balance(&lines(&policy, day(2024, 1, 1), &events[1..], until));
            prop_assert!(without >= with);
        }
    }
}
