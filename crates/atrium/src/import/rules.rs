//! How cells are read: dates in two formats, money with or without signs, names without stray characters. Pure. Each
//! refusal is a sentence for the person who fixes the cell.

use crate::shared::amount::{Amount, AmountError};
use crate::shared::day::Day;
use crate::shared::names;
use jiff::civil::Date;
use url::Url;

pub(super) const PAY_PERIODS: [&str; 4] = ["weekly", "biweekly", "semimonthly", "monthly"];
/// The last day of some week, for those whose pay periods nobody counts from.
pub(super) const SOME_PERIOD_END: Day = Day(jiff::civil::date(2026, 1, 3));
pub(super) const LONGEST_NAME: usize = 100;
pub(super) const LONGEST_ADDRESS: usize = 254;
const LARGEST_WHOLE: i64 = 999_999_999_999;

/// `2026-11-16` or `11/16/2026`; a year has four digits, so that nobody has to guess its century.
pub(super) fn day(text: &str) -> Result<Day, String> {
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
pub(super) fn amount(text: &str) -> Result<Amount, String> {
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

/// What somebody pays or is paid for: nothing, or more.
pub(super) fn cost(text: &str) -> Result<Amount, String> {
    let cost = amount(text)?;
    if cost < Amount::ZERO { Err(format!("{text:?} is negative")) } else { Ok(cost) }
}

/// What somebody worked in a pay period. A month has 744 hours.
pub(super) fn hours_worked(text: &str) -> Result<Amount, String> {
    const MOST: Amount = Amount::from_cents(1_000 * 100);
    let hours = cost(text)?;
    if hours > MOST { Err(format!("{text:?} is more than 1,000 hours")) } else { Ok(hours) }
}

/// A page of a provider. Nothing else may come after a click.
pub(super) fn link(text: &str) -> Result<String, String> {
    let is_page =
        Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "https" | "http") && url.has_host());
    let is_plain = text.chars().count() <= LONGEST_ADDRESS && !text.contains(char::is_whitespace);
    if is_page && is_plain {
        Ok(text.to_owned())
    } else {
        Err(format!("{text:?} is not an address like https://…"))
    }
}

/// Weeks have to be counted from somewhere, months have not.
pub(super) fn lacks_period_end(pay_period: Option<&str>, period_end: Option<Day>) -> bool {
    matches!(pay_period, Some("weekly" | "biweekly")) && period_end.is_none()
}

pub(super) const NO_PERIOD_END: &str =
    "enter the last day of one pay period in period_end, so that weeks can be counted";

pub(super) fn whole(text: &str) -> Result<i64, String> {
    let is_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits {
        return Err(format!("{text:?} is not a whole number"));
    }
    let number = text.parse().ok().filter(|number| *number <= LARGEST_WHOLE);
    number.ok_or_else(|| format!("{text:?} is too large: a whole number can have at most 12 digits"))
}

pub(super) fn yes(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "y" | "true" | "1" | "x" => Ok(true),
        "no" | "n" | "false" | "0" => Ok(false),
        _ => Err(format!("{text:?} must be yes or no")),
    }
}

pub(super) fn one_of<'a>(text: &str, choices: &[&'a str]) -> Result<&'a str, String> {
    let found = choices.iter().find(|choice| choice.eq_ignore_ascii_case(text));
    found.copied().ok_or_else(|| format!("{text:?} is not one of {}", choices.join(", ")))
}

pub(super) fn email(text: &str) -> Result<String, String> {
    let is_good = text.chars().count() <= LONGEST_ADDRESS && text.parse::<lettre::Address>().is_ok();
    if is_good { Ok(text.to_owned()) } else { Err(format!("{text:?} is not an email address")) }
}

pub(super) fn username(text: &str) -> Result<String, String> {
    if text.contains(char::is_whitespace) {
        Err("a username can't contain spaces".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

/// Without the spaces around it; a control character inside is a damaged file, not a name.
pub(super) fn text(text: &str, longest: usize) -> Result<String, String> {
    if text.chars().any(names::is_hidden) {
        return Err("it contains a control character".to_owned());
    }
    match text.chars().count() {
        count if count > longest => Err(format!("it has {count} characters; the limit is {longest}")),
        _ => Ok(text.to_owned()),
    }
}

/// `D:1200.00; W:300.00`: what stands in boxes 12 and 14 of a W-2.
pub(super) fn labelled(text: &str) -> Result<Vec<(String, Amount)>, String> {
    let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
    let one = |part: &str| {
        let (label, sum) = part.split_once(':').ok_or_else(|| format!("{part:?} is not like D:1200.00"))?;
        Ok((label.trim().to_owned(), amount(sum.trim())?))
    };
    parts.map(one).collect()
}

/// Above whom an organization may stand: a division above a branch, and so on down to a team.
pub(super) const ORGANIZATION_KINDS: [&str; 4] = ["Division", "Branch", "Department", "Team"];

pub(super) fn stands_above(parent: &str, child: &str) -> bool {
    let level = |kind| ORGANIZATION_KINDS.iter().position(|of| *of == kind);
    level(parent) < level(child)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nobody_works_more_than_a_thousand_hours_in_a_period() {
        assert_eq!(hours_worked("1000.00"), Ok(Amount::from_cents(100_000)));
        assert_eq!(hours_worked("1000.0001").unwrap_err(), "\"1000.0001\" is more than 1,000 hours");
        assert!(hours_worked("9000000000").is_err() && hours_worked("-1").is_err());
    }

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
    fn a_cost_is_never_negative_and_a_link_leads_to_a_page() {
        assert_eq!(cost("$14.50"), Ok(Amount::from_cents(1_450)));
        assert_eq!(cost("0"), Ok(Amount::ZERO));
        assert!(cost("-0.01").is_err());
        assert!(link("https://dental.example.com/claims?x=1").is_ok());
        for text in
            ["javascript:alert(1)", "data:text/html,x", "dental.example.com", "https://", "https://a b"]
        {
            assert!(link(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_organization_stands_under_a_larger_one_so_that_no_circle_is_possible() {
        assert!(stands_above("Division", "Branch") && stands_above("Division", "Team"));
        assert!(!stands_above("Team", "Branch") && !stands_above("Branch", "Branch"));
    }

    #[test]
    fn boxes_with_labels_are_read_one_by_one() {
        let two =
            vec![("D".to_owned(), Amount::from_cents(120_000)), ("W".to_owned(), Amount::from_cents(5))];
        assert_eq!(labelled("D:1200.00; W:0.05"), Ok(two));
        assert_eq!(labelled(" "), Ok(vec![]));
        assert!(labelled("D1200").is_err());
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
