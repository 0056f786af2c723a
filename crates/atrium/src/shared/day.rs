//! Days and instants as written on the wire: `Date` is `YYYY-MM-DD`, `DateTime` is RFC 3339 in UTC.

use crate::shared::language::Language;
use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};
use jiff::{Timestamp, civil};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A calendar day without a time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Day(pub civil::Date);

db::newtype!(Day(civil::Date));

impl Day {
    /// The spec: a date is valid if its year is 1900 or later; dashboard messages end with 2099.
    pub const FIRST: Day = Day(civil::date(1900, 1, 1));
    pub const LAST: Day = Day(civil::date(2099, 12, 31));

    pub fn is_in_range(self) -> bool {
        (Day::FIRST..=Day::LAST).contains(&self)
    }

    /// As the web app writes it: Nov 13, 2026 and 13 nov 2026.
    pub fn in_words(self, language: Language) -> String {
        const MONTHS: [(&str, &str); 12] = [
            ("Jan", "ene"),
            ("Feb", "feb"),
            ("Mar", "mar"),
            ("Apr", "abr"),
            ("May", "may"),
            ("Jun", "jun"),
            ("Jul", "jul"),
            ("Aug", "ago"),
            ("Sep", "sep"),
            ("Oct", "oct"),
            ("Nov", "nov"),
            ("Dec", "dic"),
        ];
        let (year, number) = (self.0.year(), self.0.day());
        let month = language.pick(MONTHS[usize::from(self.0.month().unsigned_abs()) - 1]);
        match language {
            Language::English => format!("{month} {number}, {year}"),
            Language::Spanish => format!("{number} {month} {year}"),
        }
    }

    /// Its place in any year: `MM-DD`.
    pub fn of_year(self) -> String {
        format!("{:02}-{:02}", self.0.month(), self.0.day())
    }

    /// Stays within the calendar, however many days there are.
    pub fn plus_days(self, days: i64) -> Day {
        // From the calendar's first day to its last.
        const ALL: i64 = 7_300_000;
        Day(self.0.saturating_add(jiff::Span::new().days(days.clamp(-ALL, ALL))))
    }

    /// Every day from this one to another, both included. It ends, with the calendar too.
    pub fn through(self, last: Day) -> impl Iterator<Item = Day> {
        let next = move |day: &Day| (*day < last).then(|| day.plus_days(1));
        std::iter::successors((self <= last).then_some(self), next)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[Scalar(name = "Date")]
impl ScalarType for Day {
    fn parse(value: Value) -> InputValueResult<Self> {
        let Value::String(text) = &value else {
            return Err(InputValueError::expected_type(value));
        };
        // jiff also reads date-times and the year 0; the wire has exactly ten characters.
        match (text.len(), text.parse::<civil::Date>()) {
            (10, Ok(day)) if day.year() >= 1 => Ok(Day(day)),
            _ => Err(InputValueError::custom("a date is written YYYY-MM-DD and must exist in the calendar")),
        }
    }

    fn to_value(&self) -> Value {
        Value::String(self.0.to_string())
    }
}

/// No database keeps what was before it.
const YEAR_ONE: Timestamp = Timestamp::constant(-62_135_596_800, 0);

/// A moment, to the microsecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub Timestamp);

db::newtype!(Moment(Timestamp));

#[Scalar(name = "DateTime")]
impl ScalarType for Moment {
    fn parse(value: Value) -> InputValueResult<Self> {
        let Value::String(text) = &value else {
            return Err(InputValueError::expected_type(value));
        };
        let moment = text.parse::<Timestamp>().ok().filter(|moment| *moment >= YEAR_ONE);
        moment.map(Moment).ok_or_else(|| InputValueError::custom("a moment is written as in RFC 3339"))
    }

    fn to_value(&self) -> Value {
        Value::String(self.0.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_each_other_to_the_last_and_no_further() {
        let day = |text: &str| Day(text.parse().unwrap());
        let through = |first, last| {
            day(first).through(day(last)).take(9).map(|day| day.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(through("2028-02-28", "2028-03-01"), ["2028-02-28", "2028-02-29", "2028-03-01"]);
        assert_eq!(through("2026-11-16", "2026-11-15"), Vec::<String>::new());
        assert_eq!(through("9999-12-30", "9999-12-31"), ["9999-12-30", "9999-12-31"]);
        assert_eq!(day("2026-11-16").plus_days(i64::MAX), day("9999-12-31"));
    }

    #[test]
    fn a_date_is_ten_characters_and_exists() {
        let parse = |text: &str| <Day as ScalarType>::parse(Value::String(text.into())).is_ok();
        for (text, valid) in [
            ("2026-11-16", true),
            ("2024-02-29", true),
            ("2023-02-29", false),
            ("2026-1-6", false),
            ("2026-11-16T00:00:00", false),
            ("16/11/2026", false),
            ("0001-01-01", true),
            ("0000-12-31", false),
            ("-0001-1-01", false),
            ("", false),
        ] {
            assert_eq!(parse(text), valid, "{text}");
        }
    }

    #[test]
    fn the_range_starts_with_1900_and_ends_with_2099() {
        let day = |y, m, d| Day(civil::date(y, m, d));
        assert!(!day(1899, 12, 31).is_in_range());
        assert!(day(1900, 1, 1).is_in_range());
        assert!(day(2099, 12, 31).is_in_range());
        assert!(!day(2100, 1, 1).is_in_range());
    }
}
