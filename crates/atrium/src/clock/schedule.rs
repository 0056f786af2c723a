//! When someone is supposed to work: the working pattern, less holidays and approved time off.

use super::store::{self, Off, ShiftPattern};
use super::{WorkSchedule, rules};
use crate::access::{EmployeeScope, Need};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::problem::Problem;
use db::Db;

/// One day of a schedule.
#[derive(Clone, Debug)]
pub(super) struct Scheduled {
    pub day: Day,
    /// The hours left to work.
    pub hours: Amount,
    pub time_off: Amount,
    /// Start and end on the wall clock. None on a day without work.
    pub between: Option<(String, String)>,
    /// The holiday's name in English and Spanish.
    pub holiday: Option<(String, String)>,
}

pub(super) async fn scheduled(
    db: &Db,
    scope: &EmployeeScope<WorkSchedule, impl Need>,
    (first, last): (Day, Day),
) -> Result<Vec<Scheduled>, Problem> {
    rules::check_range(first, last)?;
    let pattern = store::pattern(db, scope).await?;
    let off = store::off(db, scope, (first, last)).await?;
    Ok(first.through(last).map(|day| one(&pattern, &off, day)).collect())
}

fn one(pattern: &ShiftPattern, off: &[Off], day: Day) -> Scheduled {
    let of_day = || off.iter().filter(move |row| row.day == day);
    let holiday = of_day().find_map(|row| row.name.clone().zip(row.name_es.clone()));
    let meant = pattern.hours[usize::from(day.0.weekday().to_monday_zero_offset().unsigned_abs())];
    let meant = if holiday.is_some() { Amount::ZERO } else { meant };
    let time_off: Amount = of_day().filter_map(|row| row.hours).sum();
    let hours = meant.checked_sub(time_off).unwrap_or_default().max(Amount::ZERO);
    let minutes = meant.ten_thousandths() * 60 / 10_000;
    let ends = pattern.starts_minute + minutes + pattern.break_minutes;
    let between =
        (hours > Amount::ZERO).then(|| (rules::time_of_day(pattern.starts_minute), rules::time_of_day(ends)));
    Scheduled { day, hours, time_off, between, holiday }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(d: i8) -> Day {
        Day(jiff::civil::date(2026, 11, d))
    }

    fn hours(whole: i64) -> Amount {
        Amount::from_cents(whole * 100)
    }

    #[test]
    fn a_day_is_what_is_left_of_the_pattern() {
        let eight = hours(8);
        let pattern = ShiftPattern {
            hours: [eight, eight, eight, eight, eight, Amount::ZERO, Amount::ZERO],
            starts_minute: 22 * 60,
            break_minutes: 30,
        };
        let away = |d, whole| Off { day: day(d), hours: Some(hours(whole)), name: None, name_es: None };
        let thanks = Off {
            day: day(26),
            hours: None,
            name: Some("Thanksgiving".into()),
            name_es: Some("Día de Acción de Gracias".into()),
        };
        let off = [away(17, 8), away(18, 3), thanks];
        let shown = |d| {
            let it = one(&pattern, &off, day(d));
            (it.hours, it.time_off, it.between.map(|(from, to)| format!("{from}-{to}")), it.holiday.is_some())
        };
        let night = Some("22:00-06:30".to_owned());
        assert_eq!(shown(16), (eight, hours(0), night.clone(), false));
        assert_eq!(shown(17), (hours(0), eight, None, false));
        assert_eq!(shown(18), (hours(5), hours(3), night, false));
        assert_eq!(shown(21), (hours(0), hours(0), None, false), "a Saturday");
        assert_eq!(shown(26), (hours(0), hours(0), None, true));
    }
}
