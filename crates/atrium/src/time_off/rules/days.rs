//! Which days a request takes, and how many hours of each.

use super::super::kinds::Unit;
use super::super::refusal::TimeOffRefusal;
use super::draft::TimeOffDraft;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::TimeOffTypeId;
use jiff::ToSpan;
use jiff::civil::{Time, Weekday};
use jiff::tz::{AmbiguousZoned, TimeZone};
use std::collections::BTreeSet;

/// The spec's default standard hours.
pub(crate) const STANDARD_HOURS: Amount = Amount::from_cents(800);
pub(super) const DAY_MINUTES: i64 = 24 * 60;

/// Someone's working hours, Monday to Sunday.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HoursPattern(pub(crate) [Amount; 7]);

impl HoursPattern {
    pub(crate) const STANDARD: HoursPattern = HoursPattern([
        STANDARD_HOURS,
        STANDARD_HOURS,
        STANDARD_HOURS,
        STANDARD_HOURS,
        STANDARD_HOURS,
        Amount::ZERO,
        Amount::ZERO,
    ]);

    /// None on a free weekday. A weekend day taken off counts as a standard day even if the person doesn't work on
    /// it: the request included it explicitly.
    fn hours(&self, day: Day) -> Option<Amount> {
        match self.0[usize::from(day.0.weekday().to_monday_zero_offset().unsigned_abs())] {
            Amount::ZERO => is_weekend(day).then_some(STANDARD_HOURS),
            hours => Some(hours),
        }
    }
}

pub(super) fn is_weekend(day: Day) -> bool {
    matches!(day.0.weekday(), Weekday::Saturday | Weekday::Sunday)
}

pub(super) fn on_wall(day: Day, minute: i64, zone: &TimeZone) -> AmbiguousZoned {
    zone.to_ambiguous_zoned(day.0.to_datetime(Time::midnight()) + minute.minutes())
}

/// The time between two wall-clock times: an hour less on the night the clocks go forward, an hour more on the night
/// they go back. A time that occurs twice means the first one. No day takes more than the person works on it.
pub(super) fn by_the_clock(
    draft: &TimeOffDraft,
    pattern: &HoursPattern,
    taken: Vec<(Day, Amount)>,
    zone: &TimeZone,
) -> Vec<(Day, Amount)> {
    let Some((start, end)) = draft.between else { return taken };
    let passes = |day| {
        let at = |minute| on_wall(day, minute, zone).compatible().ok().map(|at| at.timestamp());
        Some(at(start)?.duration_until(at(end)?).as_mins())
    };
    let counted = |(day, hours)| {
        let whole_day = pattern.hours(day).unwrap_or(hours);
        (day, passes(day).map_or(hours, |minutes| hours_of_minutes(minutes).min(whole_day)))
    };
    taken.into_iter().map(counted).collect()
}

/// The days a request takes and the hours of each, never more than the person works that day. Holidays, the person's
/// free weekdays, and weekends the request doesn't include cost nothing.
pub(super) fn days(
    draft: &TimeOffDraft,
    pattern: &HoursPattern,
    holidays: &BTreeSet<Day>,
) -> Result<Vec<(Day, Amount)>, TimeOffRefusal> {
    let taken = draft
        .first
        .through(draft.last)
        .filter(|day| draft.includes_weekends || !is_weekend(*day))
        .filter(|day| !holidays.contains(day));
    let taken = taken.filter_map(|day| Some((day, hours_of(draft, pattern.hours(day)?))));
    let taken: Vec<(Day, Amount)> = taken.collect();
    if taken.is_empty() { Err(TimeOffRefusal::NoWorkingDay) } else { Ok(taken) }
}

fn hours_of(draft: &TimeOffDraft, whole_day: Amount) -> Amount {
    match draft.unit {
        Unit::Whole => whole_day,
        Unit::Half => Amount::from_ten_thousandths(whole_day.ten_thousandths() / 2),
        Unit::Hours => hours_of_minutes(draft.minutes).min(whole_day),
    }
}

/// To the nearest ten-thousandth of an hour.
fn hours_of_minutes(minutes: i64) -> Amount {
    Amount::from_ten_thousandths((minutes * 10_000 + 30) / 60)
}

/// Days employees can't request off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Blackout {
    pub first: Day,
    pub last: Day,
    /// None means every type.
    pub type_id: Option<TimeOffTypeId>,
}

#[cfg(test)]
mod tests {
    use super::super::example::{day, draft, hours};
    use super::*;

    #[test]
    fn hours_by_the_clock_are_those_that_pass_on_the_nights_the_clocks_change_too() {
        let zone = TimeZone::get("America/Los_Angeles").unwrap();
        for (on, (start, end), passes) in [
            (day(2027, 3, 13), (60, 240), 3),
            (day(2027, 3, 14), (60, 240), 2),
            (day(2027, 3, 14), (0, DAY_MINUTES), 8),
            (day(2027, 11, 7), (0, 8 * 60), 8),
            (day(2027, 11, 7), (30, 270), 5),
            (day(2027, 11, 7), (60, 120), 2),
            (day(2027, 11, 7), (180, 240), 1),
        ] {
            let asked = TimeOffDraft {
                unit: Unit::Hours,
                includes_weekends: true,
                minutes: end - start,
                between: Some((start, end)),
                ..draft(on, on)
            };
            let taken = days(&asked, &HoursPattern::STANDARD, &BTreeSet::new()).unwrap();
            assert_eq!(
                by_the_clock(&asked, &HoursPattern::STANDARD, taken, &zone),
                [(on, hours(passes))],
                "{on} {start} {end}"
            );
        }
    }

    #[test]
    fn no_day_takes_more_hours_than_are_worked_on_it() {
        let mut short_fridays = HoursPattern::STANDARD;
        short_fridays.0[4] = hours(5);
        let (thursday, friday) = (day(2026, 11, 19), day(2026, 11, 20));
        let zone = TimeZone::get("America/Los_Angeles").unwrap();
        let taken = |minutes, between| {
            let asked = TimeOffDraft { unit: Unit::Hours, minutes, between, ..draft(thursday, friday) };
            let taken = days(&asked, &short_fridays, &BTreeSet::new()).unwrap();
            by_the_clock(&asked, &short_fridays, taken, &zone)
        };
        assert_eq!(taken(24 * 60, None), [(thursday, hours(8)), (friday, hours(5))]);
        assert_eq!(taken(6 * 60, None), [(thursday, hours(6)), (friday, hours(5))]);
        assert_eq!(taken(9 * 60, Some((8 * 60, 17 * 60))), [(thursday, hours(8)), (friday, hours(5))]);
        assert_eq!(taken(4 * 60, Some((8 * 60, 12 * 60))), [(thursday, hours(4)), (friday, hours(4))]);
    }

    #[test]
    fn a_day_costs_what_is_worked_on_it_and_holidays_cost_nothing() {
        let mut short_fridays = HoursPattern::STANDARD;
        short_fridays.0[4] = hours(5);
        let week = draft(day(2026, 11, 23), day(2026, 11, 27));
        let thanksgiving = BTreeSet::from([day(2026, 11, 26)]);
        let taken = days(&week, &short_fridays, &thanksgiving).unwrap();
        assert_eq!(taken.iter().map(|(_, hours)| *hours).sum::<Amount>(), hours(29));
        let half = TimeOffDraft { unit: Unit::Half, ..week.clone() };
        let taken = days(&half, &short_fridays, &thanksgiving).unwrap();
        assert_eq!(taken.last(), Some(&(day(2026, 11, 27), Amount::from_cents(250))));
        let by_hour = TimeOffDraft { unit: Unit::Hours, minutes: 100, ..week };
        let taken = days(&by_hour, &short_fridays, &thanksgiving).unwrap();
        assert_eq!(taken[0].1, Amount::from_ten_thousandths(16_667));
        let mut free_fridays = HoursPattern::STANDARD;
        free_fridays.0[4] = Amount::ZERO;
        let taken = days(&draft(day(2026, 11, 23), day(2026, 11, 27)), &free_fridays, &thanksgiving).unwrap();
        assert_eq!(taken.iter().map(|(_, hours)| *hours).sum::<Amount>(), hours(24), "Friday is free anyway");
        let friday = draft(day(2026, 11, 20), day(2026, 11, 20));
        assert_eq!(days(&friday, &free_fridays, &thanksgiving), Err(TimeOffRefusal::NoWorkingDay));
        let by_the_hour = TimeOffDraft { unit: Unit::Hours, minutes: 60, ..friday };
        assert_eq!(days(&by_the_hour, &free_fridays, &thanksgiving), Err(TimeOffRefusal::NoWorkingDay));
        let only = draft(day(2026, 11, 26), day(2026, 11, 26));
        assert_eq!(days(&only, &short_fridays, &thanksgiving), Err(TimeOffRefusal::NoWorkingDay));
    }
}
