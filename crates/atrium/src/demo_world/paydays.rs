//! When the demo companies pay: every other Friday, or on the 15th and last day of each month (the Friday before, if
//! that is a weekend). The last payday is never more than eighteen days ago.

use crate::shared::day::Day;
use crate::shared::pay_period::PayPeriod;
use jiff::civil::{Date, Weekday};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoPeriod {
    pub check_date: Day,
    pub begin: Day,
    pub end: Day,
    /// Counts up from payday to payday.
    pub number: i64,
    /// Paid holidays on its weekdays.
    pub holidays: i64,
}

/// A payday at every company that pays every two weeks.
const A_PAYDAY: Date = jiff::civil::date(2020, 1, 3);

/// The last day of a period paid on one of those.
pub const A_PERIOD_END: Day = Day(jiff::civil::date(2019, 12, 28));

pub fn periods_per_year(every: PayPeriod) -> i64 {
    match every {
        PayPeriod::Weekly => 52,
        PayPeriod::Biweekly => 26,
        PayPeriod::Semimonthly => 24,
        PayPeriod::Monthly => 12,
    }
}

/// All paydays between two days, in order.
pub(super) fn between(every: PayPeriod, from: Day, to: Day) -> Vec<DemoPeriod> {
    let periods = if every == PayPeriod::Semimonthly { semimonthly(from, to) } else { biweekly(from, to) };
    let paid = periods.into_iter().filter(|period| (from..=to).contains(&period.check_date));
    paid.map(|period| DemoPeriod { holidays: holidays(&period), ..period }).collect()
}

/// How a pay group is paid, by its name.
pub(super) fn period(pay_group: &str) -> PayPeriod {
    if pay_group.starts_with("Semimonthly") { PayPeriod::Semimonthly } else { PayPeriod::Biweekly }
}

/// When a pay group is paid between two days.
pub fn of_group(pay_group: &str, from: Day, to: Day) -> Vec<DemoPeriod> {
    between(period(pay_group), from, to)
}

/// The last day any of these pay groups was paid.
pub fn last(pay_groups: &[&str], today: Day) -> Option<Day> {
    let paid = pay_groups.iter().flat_map(|group| between(period(group), today.plus_days(-18), today));
    paid.map(|period| period.check_date).max()
}

fn biweekly(from: Day, to: Day) -> Vec<DemoPeriod> {
    let days = |day: Day| i64::from((day.0 - A_PAYDAY).get_days());
    let first = days(from).div_euclid(14);
    let last = days(to).div_euclid(14);
    let period = |number: i64| {
        let check_date = Day(A_PAYDAY).plus_days(number * 14);
        let end = check_date.plus_days(-6);
        DemoPeriod { check_date, begin: end.plus_days(-13), end, number, holidays: 0 }
    };
    (first..=last).map(period).collect()
}

fn semimonthly(from: Day, to: Day) -> Vec<DemoPeriod> {
    let mut periods = vec![];
    let mut month = from.0.first_of_month();
    while month <= to.0 {
        let number = i64::from(month.year()) * 24 + i64::from(month.month()) * 2;
        let (middle, last) = (month.saturating_add(jiff::Span::new().days(14)), month.last_of_month());
        let half = |begin: Date, end: Date, number| DemoPeriod {
            check_date: working_day(Day(end)),
            begin: Day(begin),
            end: Day(end),
            number,
            holidays: 0,
        };
        periods.push(half(month, middle, number));
        periods.push(half(middle.saturating_add(jiff::Span::new().days(1)), last, number + 1));
        month = last.saturating_add(jiff::Span::new().days(1));
    }
    periods
}

fn working_day(day: Day) -> Day {
    match day.0.weekday() {
        Weekday::Saturday => day.plus_days(-1),
        Weekday::Sunday => day.plus_days(-2),
        _ => day,
    }
}

fn is_working_day(day: Date) -> bool {
    !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday)
}

/// How many of these days are weekdays, both ends included.
pub(super) fn weekdays(begin: Day, end: Day) -> i64 {
    let count = i64::from((end.0 - begin.0).get_days()) + 1;
    (0..count).filter(|n| is_working_day(begin.plus_days(*n).0)).count() as i64
}

fn holidays(period: &DemoPeriod) -> i64 {
    let mut found = 0;
    let mut years = vec![period.begin.0.year(), period.end.0.year()];
    years.dedup();
    for year in years {
        let on = |month, day| jiff::civil::date(year, month, day);
        let monday = |month: i8, nth: i8| on(month, 1).nth_weekday_of_month(nth, Weekday::Monday);
        let thanksgiving = on(11, 1).nth_weekday_of_month(4, Weekday::Thursday);
        let days = [Ok(on(1, 1)), monday(5, -1), Ok(on(7, 4)), monday(9, 1), thanksgiving, Ok(on(12, 25))];
        let inside = |day: &Date| (period.begin.0..=period.end.0).contains(day) && is_working_day(*day);
        found += days.iter().flatten().filter(|day| inside(day)).count() as i64;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn there_is_a_payday_in_the_last_eighteen_days_whatever_the_day() {
        for n in 0..1_000 {
            let today = Day(date(2026, 1, 1)).plus_days(n);
            for every in [PayPeriod::Biweekly, PayPeriod::Semimonthly] {
                let paid = between(every, today.plus_days(-18), today);
                assert!(!paid.is_empty(), "{every:?} before {today}");
            }
        }
    }

    #[test]
    fn the_last_payday_is_the_latest_of_all_groups() {
        let both = &["Biweekly hourly", "Semimonthly salaried"];
        let day = |month, day| Day(date(2026, month, day));
        assert_eq!(last(both, day(11, 16)), Some(day(11, 13)));
        assert_eq!(last(both, day(12, 1)), Some(day(11, 30)), "the salaried are paid on the last of a month");
        assert_eq!(last(&["Biweekly"], day(12, 1)), Some(day(11, 27)));
    }

    #[test]
    fn periods_follow_each_other_without_a_gap_and_end_before_they_are_paid() {
        for every in [PayPeriod::Biweekly, PayPeriod::Semimonthly] {
            let paid = between(every, Day(date(2024, 1, 1)), Day(date(2026, 12, 31)));
            assert_eq!(paid.len() as i64, 3 * periods_per_year(every), "{every:?}");
            for pair in paid.windows(2) {
                assert_eq!(pair[0].end.plus_days(1), pair[1].begin);
                assert_eq!(pair[0].number + 1, pair[1].number);
                assert!(is_working_day(pair[1].check_date.0));
            }
        }
    }

    #[test]
    fn holidays_count_on_weekdays_only() {
        let period = |begin, end| DemoPeriod {
            check_date: Day(end),
            begin: Day(begin),
            end: Day(end),
            number: 0,
            holidays: 0,
        };
        assert_eq!(holidays(&period(date(2025, 12, 21), date(2026, 1, 3))), 2);
        assert_eq!(holidays(&period(date(2026, 6, 28), date(2026, 7, 11))), 0, "a Saturday in 2026");
        assert_eq!(holidays(&period(date(2026, 11, 22), date(2026, 12, 5))), 1);
        assert_eq!(weekdays(Day(date(2026, 11, 1)), Day(date(2026, 11, 14))), 10);
    }
}
