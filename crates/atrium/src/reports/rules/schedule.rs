//! When a scheduled report is sent, and which days it's about.

use super::super::kinds::{ReportName, ReportRhythm};
use super::ReportRefusal;
use crate::shared::day::Day;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

/// In the company's time zone.
const HOUR: i8 = 7;

pub(crate) fn check_day(rhythm: ReportRhythm, day: i64) -> Result<i64, ReportRefusal> {
    let last = match rhythm {
        ReportRhythm::Weekly => 7,
        ReportRhythm::Monthly => 28,
    };
    if (1..=last).contains(&day) { Ok(day) } else { Err(ReportRefusal::DayOfRhythm) }
}

/// The next morning of its rhythm after a moment.
pub(crate) fn next_at(rhythm: ReportRhythm, day: i64, time_zone: &str, after: Timestamp) -> Timestamp {
    let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
    let today = Day(after.to_zoned(zone.clone()).date());
    let is_its_day = |date: &Day| match rhythm {
        ReportRhythm::Weekly => i64::from(date.0.weekday().to_monday_one_offset()) == day,
        ReportRhythm::Monthly => i64::from(date.0.day()) == day,
    };
    // A month has at most 31 days, and today may be over.
    let days = today.through(today.plus_days(32)).filter(is_its_day);
    let moment = |date: Day| date.0.at(HOUR, 0, 0, 0).to_zoned(zone.clone()).ok().map(|at| at.timestamp());
    let mut moments = days.filter_map(moment);
    // Without one, which no calendar has, it waits for a week.
    moments.find(|at| *at > after).unwrap_or(after.saturating_add(Span::new().hours(168)).unwrap_or(after))
}

/// The first and the last day that a report sent today is about: what is over. Headcount is about a year.
pub(crate) fn period(name: ReportName, rhythm: ReportRhythm, today: Day) -> (Day, Day) {
    let this_month = today.0.first_of_month();
    let before = |months: i64| Day(this_month.saturating_sub(Span::new().months(months)));
    let yesterday = today.plus_days(-1);
    match (name, rhythm) {
        _ if !name.has_range() => (today, today),
        (ReportName::Headcount, ReportRhythm::Monthly) => (before(12), Day(this_month).plus_days(-1)),
        (ReportName::Headcount, ReportRhythm::Weekly) => (before(11), today),
        (_, ReportRhythm::Weekly) => (yesterday.plus_days(-6), yesterday),
        (_, ReportRhythm::Monthly) => (before(1), Day(this_month).plus_days(-1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn day(text: &str) -> Day {
        Day(text.parse().unwrap())
    }

    #[test]
    fn a_report_is_sent_at_seven_where_the_company_is() {
        let chicago = |rhythm, day, after: &str| next_at(rhythm, day, "America/Chicago", at(after));
        // A Thursday.
        let thursday = "2026-11-19T12:00:00Z";
        assert_eq!(chicago(ReportRhythm::Weekly, 4, thursday), at("2026-11-19T13:00:00Z"));
        assert_eq!(chicago(ReportRhythm::Weekly, 4, "2026-11-19T13:00:00Z"), at("2026-11-26T13:00:00Z"));
        assert_eq!(chicago(ReportRhythm::Weekly, 1, thursday), at("2026-11-23T13:00:00Z"));
        assert_eq!(chicago(ReportRhythm::Monthly, 1, thursday), at("2026-12-01T13:00:00Z"));
        // In summer it's an hour earlier by the world's clock.
        assert_eq!(chicago(ReportRhythm::Monthly, 28, "2026-06-28T12:00:01Z"), at("2026-07-28T12:00:00Z"));
        for (rhythm, day, is_good) in [
            (ReportRhythm::Weekly, 7, true),
            (ReportRhythm::Weekly, 8, false),
            (ReportRhythm::Monthly, 28, true),
            (ReportRhythm::Monthly, 29, false),
            (ReportRhythm::Monthly, 0, false),
        ] {
            assert_eq!(check_day(rhythm, day).is_ok(), is_good, "{rhythm:?} {day}");
        }
    }

    #[test]
    fn it_is_about_the_days_that_are_over() {
        let today = day("2026-03-02");
        let period = |name, rhythm| period(name, rhythm, today);
        let days = |from, to| (day(from), day(to));
        let taken = ReportName::TimeOffTaken;
        assert_eq!(period(taken, ReportRhythm::Weekly), days("2026-02-23", "2026-03-01"));
        assert_eq!(period(taken, ReportRhythm::Monthly), days("2026-02-01", "2026-02-28"));
        assert_eq!(period(ReportName::Headcount, ReportRhythm::Monthly), days("2025-03-01", "2026-02-28"));
        assert_eq!(period(ReportName::Balances, ReportRhythm::Monthly), (today, today));
    }
}
