//! How the cells in a file are read: dates in two formats, money with or without signs, names without stray characters.
//! Pure. Each refusal is a sentence for the person fixing the cell.

use crate::shared::amount::{Amount, AmountError};
use crate::shared::day::Day;
use crate::shared::names;
use crate::shared::states::is_state;
use jiff::civil::Date;

pub const PAY_PERIODS: [&str; 4] = ["weekly", "biweekly", "semimonthly", "monthly"];
/// The last day of some week, for companies without a pay period to count from.
pub const SOME_PERIOD_END: Day = Day(jiff::civil::date(2026, 1, 3));
pub const MAX_CELL_NAME_CHARS: usize = 100;
const MAX_WHOLE: i64 = 999_999_999_999;

/// `2026-11-16` or `11/16/2026`; a year has four digits, so no one has to guess the century.
pub fn day(text: &str) -> Result<Day, String> {
    let unreadable = || format!("{text:?} is not a date like 2026-11-16 or 11/16/2026");
    let number = |part: &str, longest: usize| {
        let is_digits = (1..=longest).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        if is_digits { part.parse::<i16>().ok() } else { None }
    };
    let iso: Vec<&str> = text.split('-').collect();
    let us: Vec<&str> = text.split('/').collect();
    let (year, month, day) = match (iso.as_slice(), us.as_slice()) {
        ([year, month, day], _) if month.len() == 2 && day.len() == 2 => (*year, *month, *day),
        (_, [month, day, year]) => (*year, *month, *day),
        _ => return Err(unreadable()),
    };
    if year.len() != 4 {
        return Err(unreadable());
    }
    let parts = number(year, 4).zip(number(month, 2)).zip(number(day, 2));
    let ((year, month), day) = parts.ok_or_else(unreadable)?;
    let day = i8::try_from(month).ok().zip(i8::try_from(day).ok());
    let day = day.and_then(|(month, day)| Date::new(year, month, day).ok()).map(Day);
    let day = day.ok_or_else(|| format!("{text:?} is not a real date"))?;
    if day.is_in_range() { Ok(day) } else { Err(format!("{text:?} is before 1900 or after 2099")) }
}

/// `1234.5`, `1,234.50` or `$1,234.50`, with at most four decimals.
pub fn amount(text: &str) -> Result<Amount, String> {
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let rest = rest.strip_prefix('$').unwrap_or(rest);
    let whole = rest.split('.').next().unwrap_or_default();
    let groups: Vec<&str> = whole.split(',').collect();
    let is_grouped = groups.len() == 1
        || ((1..=3).contains(&groups[0].len()) && groups[1..].iter().all(|group| group.len() == 3));
    let number = if is_grouped { format!("{sign}{}", rest.replace(',', "")) } else { String::new() };
    number.parse().map_err(|error| match error {
        AmountError::TooLarge => format!("{text:?} is too large: an amount must be less than 10,000,000,000"),
        _ => format!("{text:?} is not a number with at most four decimals"),
    })
}

/// By two-letter code, in any case.
pub fn state(text: &str) -> Result<String, String> {
    let state = text.to_ascii_uppercase();
    if is_state(&state) { Ok(state) } else { Err(format!("{text:?} is not a two-letter state code")) }
}

/// What someone pays or is paid for: zero or more.
pub fn cost(text: &str) -> Result<Amount, String> {
    let cost = amount(text)?;
    if cost < Amount::ZERO { Err(format!("{text:?} is negative")) } else { Ok(cost) }
}

/// Weeks have to be counted from somewhere; months don't.
pub fn lacks_period_end(pay_period: Option<&str>, period_end: Option<Day>) -> bool {
    matches!(pay_period, Some("weekly" | "biweekly")) && period_end.is_none()
}

pub const NO_PERIOD_END: &str =
    "enter the last day of one pay period in period_end, so that weeks can be counted";

pub fn whole(text: &str) -> Result<i64, String> {
    let is_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits {
        return Err(format!("{text:?} is not a whole number"));
    }
    let number = text.parse().ok().filter(|number| *number <= MAX_WHOLE);
    number.ok_or_else(|| format!("{text:?} is too large: a whole number can have at most 12 digits"))
}

pub fn yes(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "y" | "true" | "1" | "x" => Ok(true),
        "no" | "n" | "false" | "0" => Ok(false),
        _ => Err(format!("{text:?} must be yes or no")),
    }
}

pub fn one_of<'a>(text: &str, choices: &[&'a str]) -> Result<&'a str, String> {
    let found = choices.iter().find(|choice| choice.eq_ignore_ascii_case(text));
    found.copied().ok_or_else(|| format!("{text:?} is not one of {}", choices.join(", ")))
}

/// Without surrounding spaces; a control character inside means a damaged file, not a name.
pub fn text(text: &str, longest: usize) -> Result<String, String> {
    if text.chars().any(names::is_hidden) {
        return Err("it contains a control character".to_owned());
    }
    match text.chars().count() {
        count if count > longest => Err(format!("it has {count} characters; the limit is {longest}")),
        _ => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_date_is_written_in_one_of_two_ways_and_exists() {
        let sixteenth = Day(jiff::civil::date(2026, 11, 6));
        for text in ["2026-11-06", "11/06/2026", "11/6/2026"] {
            assert_eq!(day(text), Ok(sixteenth), "{text}");
        }
        for text in [
            "6.11.2026",
            "11/06/26",
            "2026-11-6",
            "2026/11/06",
            "02/30/2026",
            "13/01/2026",
            "1899-12-31",
            "",
            "2026-11-06T00:00",
        ] {
            assert!(day(text).is_err(), "{text}");
        }
    }

    #[test]
    fn money_may_carry_its_signs_but_not_mislead() {
        for (text, cents) in [("1234.5", 123_450), ("$1,234.50", 123_450), ("-$3.00", -300), ("0", 0)] {
            assert_eq!(amount(text), Ok(Amount::from_cents(cents)), "{text}");
        }
        for text in ["1,23.00", "12,34", "1.234,50", "1.23456", "€5", "", "1e3", "--1", ",100"] {
            assert!(amount(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_state_has_two_letters() {
        assert_eq!(state("or").as_deref(), Ok("OR"));
        assert!(state("Oregon").is_err() && state("XX").is_err());
    }

    #[test]
    fn a_cost_is_never_negative() {
        assert_eq!(cost("$14.50"), Ok(Amount::from_cents(1_450)));
        assert_eq!(cost("0"), Ok(Amount::ZERO));
        assert!(cost("-0.01").is_err());
    }

    proptest! {
        #[test]
        fn both_spellings_of_a_day_mean_the_same(days in 0i64..73_000) {
            let date = jiff::civil::date(1900, 1, 1).saturating_add(jiff::Span::new().days(days));
            let us = format!("{}/{}/{}", date.month(), date.day(), date.year());
            prop_assert_eq!(day(&us).unwrap(), day(&date.to_string()).unwrap());
        }

        #[test]
        fn an_amount_reads_back_as_it_is_shown(units in -1_000_000_000_000i64..1_000_000_000_000) {
            let sum = Amount::from_ten_thousandths(units);
            prop_assert_eq!(amount(&sum.to_string()).unwrap(), sum);
        }
    }
}
