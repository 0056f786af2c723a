//! When an employment is over, and how long people who left can still read their own things.

use crate::shared::day::Day;

/// Whether an employment is over on a given day. Someone terminated without a date counts as gone on every day.
pub fn has_ended(is_terminated: bool, last_day: Option<Day>, rehire_day: Option<Day>, today: Day) -> bool {
    if rehire_day.is_some_and(|day| day <= today) {
        return false;
    }
    is_terminated || last_day.is_some_and(|day| day < today)
}

/// The last day a former employee can open their own things.
pub fn open_through(last_day: Option<Day>, months: i64) -> Option<Day> {
    const MAX_MONTHS: i64 = 1_200;
    let months = jiff::Span::new().months(months.clamp(0, MAX_MONTHS));
    last_day.map(|day| Day(day.0.saturating_add(months)))
}
