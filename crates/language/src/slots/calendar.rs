//! Names of months, weekdays and US holidays in both languages.

use jiff::civil::{Date, Weekday};

pub(super) fn month(word: &str) -> Option<i8> {
    let months: [&[&str]; 12] = [
        &["january", "jan", "enero", "ene"],
        &["february", "feb", "febrero", "febuary", "feburary"],
        &["march", "mar", "marzo"],
        &["april", "apr", "abril", "abr"],
        &["may", "mayo"],
        &["june", "jun", "junio"],
        &["july", "jul", "julio"],
        &["august", "aug", "agosto"],
        &["september", "sep", "sept", "septiembre", "setiembre", "septmber"],
        &["october", "oct", "octubre", "octuber"],
        &["november", "nov", "noviembre", "novembre"],
        &["december", "dec", "diciembre", "dic", "decmber", "disiembre"],
    ];
    months.iter().position(|names| names.contains(&word)).map(|at| at as i8 + 1)
}

/// "may" and "mar" are also other words; alone they need a sign that a month is meant.
pub(super) fn is_doubtful_month(word: &str) -> bool {
    matches!(word, "may" | "mar" | "march")
}

pub(super) fn weekday(word: &str) -> Option<Weekday> {
    let day = match word {
        "monday" | "mon" | "mondays" | "lunes" => Weekday::Monday,
        "tuesday" | "tue" | "tues" | "martes" => Weekday::Tuesday,
        "wednesday" | "wed" | "weds" | "wensday" | "wednsday" | "miercoles" => Weekday::Wednesday,
        "thursday" | "thu" | "thur" | "thurs" | "thrusday" | "jueves" => Weekday::Thursday,
        "friday" | "fri" | "viernes" | "vierns" => Weekday::Friday,
        "saturday" | "sat" | "sabado" => Weekday::Saturday,
        "sunday" | "domingo" => Weekday::Sunday,
        _ => return None,
    };
    Some(day)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holiday {
    Fixed(i8, i8),
    /// The nth weekday of a month; negative counts from its end.
    Nth(i8, Weekday, i8),
    DayAfterThanksgiving,
    /// Days before or after Easter Sunday.
    Easter(i8),
}

impl Holiday {
    pub(super) fn in_year(self, year: i16) -> Option<Date> {
        let nth =
            |month, weekday, nth| Date::new(year, month, 1).ok()?.nth_weekday_of_month(nth, weekday).ok();
        match self {
            Holiday::Fixed(month, day) => Date::new(year, month, day).ok(),
            Holiday::Nth(month, weekday, count) => nth(month, weekday, count),
            Holiday::DayAfterThanksgiving => nth(11, Weekday::Thursday, 4)?.tomorrow().ok(),
            Holiday::Easter(days) => easter(year)?.checked_add(jiff::Span::new().days(days)).ok(),
        }
    }
}

/// The anonymous Gregorian rule.
fn easter(year: i16) -> Option<Date> {
    let y = i32::from(year);
    let (a, b, c) = (y % 19, y / 100, y % 100);
    let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
    let m = (a + 11 * h + 22 * l) / 451;
    let days = h + l - 7 * m + 114;
    Date::new(year, i8::try_from(days / 31).ok()?, i8::try_from(days % 31 + 1).ok()?).ok()
}

/// Longer names first where one begins another.
pub(super) const HOLIDAYS: &[(&[&str], Holiday)] = {
    use Holiday::{DayAfterThanksgiving, Easter, Fixed, Nth};
    use Weekday::{Monday, Thursday};
    &[
        (&["christmas", "eve"], Fixed(12, 24)),
        (&["xmas", "eve"], Fixed(12, 24)),
        (&["nochebuena"], Fixed(12, 24)),
        (&["noche", "buena"], Fixed(12, 24)),
        (&["vispera", "de", "navidad"], Fixed(12, 24)),
        (&["christmas", "day"], Fixed(12, 25)),
        (&["christmas"], Fixed(12, 25)),
        (&["xmas"], Fixed(12, 25)),
        (&["chrismas"], Fixed(12, 25)),
        (&["navidad"], Fixed(12, 25)),
        (&["new", "year", "eve"], Fixed(12, 31)),
        (&["new", "years", "eve"], Fixed(12, 31)),
        (&["nye"], Fixed(12, 31)),
        (&["nochevieja"], Fixed(12, 31)),
        (&["vispera", "de", "ano", "nuevo"], Fixed(12, 31)),
        (&["new", "year", "day"], Fixed(1, 1)),
        (&["new", "years", "day"], Fixed(1, 1)),
        (&["new", "years"], Fixed(1, 1)),
        (&["new", "year"], Fixed(1, 1)),
        (&["ano", "nuevo"], Fixed(1, 1)),
        (&["day", "after", "thanksgiving"], DayAfterThanksgiving),
        (&["black", "friday"], DayAfterThanksgiving),
        (&["viernes", "negro"], DayAfterThanksgiving),
        (&["thanksgiving", "day"], Nth(11, Thursday, 4)),
        (&["thanksgiving"], Nth(11, Thursday, 4)),
        (&["thanks", "giving"], Nth(11, Thursday, 4)),
        (&["accion", "de", "gracias"], Nth(11, Thursday, 4)),
        (&["sangiving"], Nth(11, Thursday, 4)),
        (&["independence", "day"], Fixed(7, 4)),
        (&["dia", "de", "la", "independencia"], Fixed(7, 4)),
        (&["memorial", "day"], Nth(5, Monday, -1)),
        (&["labor", "day"], Nth(9, Monday, 1)),
        (&["dia", "del", "trabajo"], Nth(9, Monday, 1)),
        (&["labour", "day"], Nth(9, Monday, 1)),
        (&["mlk", "day"], Nth(1, Monday, 3)),
        (&["mlk"], Nth(1, Monday, 3)),
        (&["martin", "luther", "king", "day"], Nth(1, Monday, 3)),
        (&["martin", "luther", "king"], Nth(1, Monday, 3)),
        (&["presidents", "day"], Nth(2, Monday, 3)),
        (&["president", "day"], Nth(2, Monday, 3)),
        (&["dia", "de", "los", "presidentes"], Nth(2, Monday, 3)),
        (&["juneteenth"], Fixed(6, 19)),
        (&["columbus", "day"], Nth(10, Monday, 2)),
        (&["indigenous", "peoples", "day"], Nth(10, Monday, 2)),
        (&["veterans", "day"], Fixed(11, 11)),
        (&["veteran", "day"], Fixed(11, 11)),
        (&["dia", "de", "los", "veteranos"], Fixed(11, 11)),
        (&["halloween"], Fixed(10, 31)),
        (&["valentine", "day"], Fixed(2, 14)),
        (&["valentines", "day"], Fixed(2, 14)),
        (&["valentines"], Fixed(2, 14)),
        (&["san", "valentin"], Fixed(2, 14)),
        (&["dia", "de", "reyes"], Fixed(1, 6)),
        (&["good", "friday"], Easter(-2)),
        (&["viernes", "santo"], Easter(-2)),
        (&["easter", "monday"], Easter(1)),
        (&["easter"], Easter(0)),
        (&["pascua"], Easter(0)),
    ]
};
