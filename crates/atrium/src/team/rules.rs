//! When someone has a birthday or an anniversary. Pure: takes `today`, touches nothing.

pub(super) use super::kinds::Occasion;
use crate::shared::day::Day;
use crate::shared::refusal::refusals;
use jiff::civil::Date;

const DAYS_DEFAULT: i32 = 7;
const MAX_DAYS: i32 = 31;

refusals! {
    pub(super) enum TeamRefusal {
        DaysOutOfRange = "DAYS_OUT_OF_RANGE" at "days": "Ask for 1 to 31 days.",
    }
}

/// The days someone is celebrated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dates {
    pub born: Day,
    pub hired: Day,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Celebration<T> {
    pub who: T,
    pub occasion: Occasion,
    pub on: Day,
    /// Full years of service. None for a birthday, since no one needs to know that number.
    pub years: Option<i16>,
}

pub(super) fn check_days(days: Option<i32>) -> Result<i64, TeamRefusal> {
    let days = days.unwrap_or(DAYS_DEFAULT);
    if (1..=MAX_DAYS).contains(&days) { Ok(i64::from(days)) } else { Err(TeamRefusal::DaysOutOfRange) }
}

/// The day of celebration in a year. Someone born on February 29 celebrates on the 28th in other years.
fn in_year(day: Day, year: i16) -> Date {
    let (month, of_month) = (day.0.month(), day.0.day());
    Date::new(year, month, of_month).or_else(|_| Date::new(year, month, 28)).unwrap_or(day.0)
}

/// Days of one year as `MM-DD`, first to last: how the database filters them and sorts them for celebrations.
#[derive(Debug, PartialEq)]
pub(super) struct Span {
    pub first: String,
    pub last: String,
    pub year_begins: Day,
}

/// The window, in as many spans as its order needs. A new year starts a new span. February 29 gets its own, because
/// in other years it belongs to the 28th and comes with it.
pub(super) fn spans(today: Day, days: i64) -> Vec<Span> {
    let (first, last) = (today, today.plus_days(days - 1));
    let ends = if last.of_year() == "02-28" { "02-29".to_owned() } else { last.of_year() };
    let pieces = if first.0.year() == last.0.year() {
        vec![(first, first.of_year(), ends)]
    } else {
        vec![(first, first.of_year(), "12-31".to_owned()), (last, "01-01".to_owned(), ends)]
    };
    let mut spans = vec![];
    for (day, first, last) in pieces {
        for (from, to) in [("01-01", "02-28"), ("02-29", "02-29"), ("03-01", "12-31")] {
            let (first, last) = (first.as_str().max(from), last.as_str().min(to));
            if first <= last {
                let year_begins = Day(day.0.first_of_year());
                spans.push(Span { first: first.to_owned(), last: last.to_owned(), year_begins });
            }
        }
    }
    spans
}

/// Who celebrates what in the days from `today` on, soonest first. Ties keep the order of `people`.
pub(super) fn celebrations<T: Clone>(
    people: Vec<T>,
    today: Day,
    days: i64,
    dates_of: impl Fn(&T) -> Dates,
) -> Vec<Celebration<T>> {
    let mut found = vec![];
    for who in people {
        let Dates { born, hired } = dates_of(&who);
        for (occasion, day) in [(Occasion::Birthday, born), (Occasion::Anniversary, hired)] {
            let on = next(day, today);
            let years = on.0.year() - day.0.year();
            let is_soon = on < today.plus_days(days);
            if is_soon && years > 0 {
                let years = (occasion == Occasion::Anniversary).then_some(years);
                found.push(Celebration { who: who.clone(), occasion, on, years });
            }
        }
    }
    found.sort_by_key(|one| (one.on, one.occasion));
    found
}

/// The next time this day comes around, today included.
fn next(day: Day, today: Day) -> Day {
    let this_year = Day(in_year(day, today.0.year()));
    if this_year >= today { this_year } else { Day(in_year(day, today.0.year() + 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    fn day(y: i16, m: i8, d: i8) -> Day {
        Day(date(y, m, d))
    }

    fn one(born: Day, hired: Day, today: Day) -> Vec<(Occasion, Day, Option<i16>)> {
        let found = celebrations(vec![()], today, 7, |()| Dates { born, hired });
        found.into_iter().map(|one| (one.occasion, one.on, one.years)).collect()
    }

    #[test]
    fn anniversaries_count_only_people_with_more_than_0_years_of_service() {
        let born = day(1990, 6, 1);
        for (hired, today, years) in [
            (day(2020, 11, 18), day(2026, 11, 16), Some(6)),
            (day(2025, 11, 16), day(2026, 11, 16), Some(1)),
            (day(2026, 11, 18), day(2026, 11, 16), None),
            (day(2026, 11, 16), day(2026, 11, 16), None),
            (day(2025, 1, 2), day(2026, 12, 30), Some(2)),
        ] {
            let found = one(born, hired, today);
            assert_eq!(found.first().and_then(|(_, _, years)| *years), years, "{hired} on {today}");
        }
    }

    #[test]
    fn a_birthday_on_the_29th_of_february_is_on_the_28th_in_other_years() {
        let (born, hired) = (day(1992, 2, 29), day(2020, 8, 1));
        assert_eq!(one(born, hired, day(2026, 2, 26)), [(Occasion::Birthday, day(2026, 2, 28), None)]);
        assert_eq!(one(born, hired, day(2028, 2, 26)), [(Occasion::Birthday, day(2028, 2, 29), None)]);
        assert_eq!(one(born, hired, day(2026, 3, 1)), []);
    }

    #[test]
    fn the_turn_of_the_year_is_no_border() {
        let found = one(day(1980, 1, 3), day(2015, 12, 29), day(2026, 12, 28));
        let expected = [
            (Occasion::Anniversary, day(2026, 12, 29), Some(11)),
            (Occasion::Birthday, day(2027, 1, 3), None),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_week_is_asked_for_unless_told_and_never_more_than_a_month() {
        assert_eq!(check_days(None), Ok(7));
        for (days, is_fine) in [(0, false), (1, true), (31, true), (32, false), (-7, false)] {
            assert_eq!(check_days(Some(days)).is_ok(), is_fine, "{days}");
        }
    }

    proptest! {
        /// The database filters by month and day, and must not miss anyone who celebrates.
        #[test]
        fn whoever_celebrates_is_among_the_days_asked_for(
            born in 0i64..36_000, hired in 0i64..20_000, today in 30_000i64..60_000, days in 1i64..31
        ) {
            let at = |n| Day::FIRST.plus_days(n);
            let asked = spans(at(today), days);
            let dates = Dates { born: at(born), hired: at(hired) };
            for one in celebrations(vec![()], at(today), days, |()| dates) {
                let day = if one.occasion == Occasion::Birthday { dates.born } else { dates.hired };
                let text = format!("{:02}-{:02}", day.0.month(), day.0.day());
                let is_asked = |span: &Span| {
                    (&span.first..=&span.last).contains(&&text)
                        && day < span.year_begins
                        && one.on.0.year() == span.year_begins.0.year()
                };
                prop_assert!(asked.iter().any(is_asked), "{text} in {asked:?}");
                prop_assert!(one.on >= at(today) && one.on < at(today + days));
            }
        }
    }
}
