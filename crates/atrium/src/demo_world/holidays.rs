//! The days on which the demo companies are closed.

use crate::shared::day::Day;
use jiff::ToSpan;
use jiff::civil::{Date, Weekday, date};

fn nth(year: i16, month: i8, nth: i8, weekday: Weekday) -> Date {
    let first = date(year, month, 1);
    first.nth_weekday_of_month(nth, weekday).unwrap_or(first)
}

/// A holiday on a weekend is observed on the nearest weekday.
fn observed(day: Date) -> Date {
    match day.weekday() {
        Weekday::Saturday => day.saturating_sub(1.day()),
        Weekday::Sunday => day.saturating_add(1.day()),
        _ => day,
    }
}

/// (day, name, name in Spanish)
pub fn holidays(year: i16) -> [(Day, &'static str, &'static str); 8] {
    let thanksgiving = nth(year, 11, 4, Weekday::Thursday);
    [
        (observed(date(year, 1, 1)), "New Year's Day", "Año Nuevo"),
        (nth(year, 1, 3, Weekday::Monday), "Martin Luther King Jr. Day", "Día de Martin Luther King Jr."),
        (nth(year, 5, -1, Weekday::Monday), "Memorial Day", "Día de los Caídos"),
        (observed(date(year, 7, 4)), "Independence Day", "Día de la Independencia"),
        (nth(year, 9, 1, Weekday::Monday), "Labor Day", "Día del Trabajo"),
        (thanksgiving, "Thanksgiving Day", "Día de Acción de Gracias"),
        (thanksgiving.saturating_add(1.day()), "Day after Thanksgiving", "Día después de Acción de Gracias"),
        (observed(date(year, 12, 25)), "Christmas Day", "Navidad"),
    ]
    .map(|(day, name, name_es)| (Day(day), name, name_es))
}
