//! A request as someone entered it, and whether it makes sense by itself.

use super::super::kinds::{Half, Unit};
use super::super::refusal::TimeOffRefusal;
use super::days::{DAY_MINUTES, is_weekend, on_wall};
use crate::shared::day::Day;
use crate::shared::id::TimeOffTypeId;
use jiff::tz::{AmbiguousOffset, TimeZone};
use std::ops::Deref;

pub(super) const MAX_NOTES_CHARS: usize = 500;
const MAX_REQUEST_DAYS: i64 = 366;
const BACK_DAYS: i64 = 60;
const AHEAD_DAYS: i64 = 730;

/// A request as someone entered it.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeOffDraft {
    pub type_id: TimeOffTypeId,
    pub first: Day,
    pub last: Day,
    pub includes_weekends: bool,
    pub unit: Unit,
    /// For half days, which half. None means either.
    pub half: Option<Half>,
    /// For time off by the hour, minutes per day.
    pub minutes: i64,
    /// For time off by the hour, start and end on each day, in minutes after midnight.
    pub between: Option<(i64, i64)>,
    pub notes: String,
}

/// A draft that makes sense by itself, as we'd store it. Only `check` makes one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WellFormedDraft(TimeOffDraft);

impl Deref for WellFormedDraft {
    type Target = TimeOffDraft;

    fn deref(&self) -> &TimeOffDraft {
        &self.0
    }
}

/// Checks the draft by itself and against the company's clock.
pub(crate) fn check(
    draft: TimeOffDraft,
    today: Day,
    zone: &TimeZone,
) -> Result<WellFormedDraft, TimeOffRefusal> {
    let draft = tidied(draft, today)?;
    check_wall(&draft, zone)?;
    Ok(WellFormedDraft(draft))
}

/// `HH:MM` as minutes after midnight; 24:00 ends a day.
pub(crate) fn minute_of_day(text: &str) -> Option<i64> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |part: &str| {
        let is_number = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse::<i64>().ok()).flatten()
    };
    let minute = number(hours)? * 60 + number(minutes).filter(|minutes| *minutes < 60)?;
    (minute <= DAY_MINUTES).then_some(minute)
}

/// Minutes per day. Hours and minutes are checked separately, so neither makes up for the other.
pub(crate) fn minutes_a_day(hours: i32, minutes: i32) -> Result<i64, TimeOffRefusal> {
    match (hours, minutes) {
        (..0, _) => Err(TimeOffRefusal::TimeOutOfRange("hours")),
        (25.., _) => Err(TimeOffRefusal::TimeTooLong),
        (_, 0..=59) => Ok(i64::from(hours) * 60 + i64::from(minutes)),
        _ => Err(TimeOffRefusal::TimeOutOfRange("minutes")),
    }
}

pub(crate) fn time_of_day(minute: i64) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

/// Checks the draft's dates, times and notes, and returns it as we'll store it.
fn tidied(mut draft: TimeOffDraft, today: Day) -> Result<TimeOffDraft, TimeOffRefusal> {
    draft.notes = cleaned(&draft.notes)?;
    check_range(draft.first, draft.last)?;
    if draft.first < today.plus_days(-BACK_DAYS) {
        return Err(TimeOffRefusal::TooLongAgo);
    }
    if draft.last > today.plus_days(AHEAD_DAYS) {
        return Err(TimeOffRefusal::TooFarAhead);
    }
    if !draft.includes_weekends {
        for (day, field) in [(draft.first, "startDate"), (draft.last, "endDate")] {
            if is_weekend(day) {
                return Err(TimeOffRefusal::WeekendNotAllowed(field));
            }
        }
    }
    if draft.half.is_some() && draft.unit != Unit::Half {
        return Err(TimeOffRefusal::OfAnotherUnit("half"));
    }
    if draft.unit != Unit::Hours {
        return match draft.between {
            Some(_) => Err(TimeOffRefusal::OfAnotherUnit("startTime")),
            None => Ok(TimeOffDraft { minutes: 0, ..draft }),
        };
    }
    if let Some((start, end)) = draft.between {
        if end <= start {
            let is_one_day = draft.first == draft.last;
            return Err(if is_one_day {
                TimeOffRefusal::EndTimeNotLater
            } else {
                TimeOffRefusal::EndTimeNotLaterEachDay
            });
        }
        draft.minutes = end - start;
    }
    if draft.minutes <= 0 {
        return Err(TimeOffRefusal::NoTimeChosen);
    }
    if draft.minutes > DAY_MINUTES {
        return Err(TimeOffRefusal::TimeTooLong);
    }
    Ok(draft)
}

/// Hours must start and end at a time the wall clock shows. On the night the clocks go forward, some times don't
/// exist.
fn check_wall(draft: &TimeOffDraft, zone: &TimeZone) -> Result<(), TimeOffRefusal> {
    let Some((start, end)) = draft.between else { return Ok(()) };
    let taken = draft.first.through(draft.last).filter(|day| draft.includes_weekends || !is_weekend(*day));
    for day in taken {
        for (minute, field) in [(start, "startTime"), (end, "endTime")] {
            if let AmbiguousOffset::Gap { .. } = on_wall(day, minute, zone).offset() {
                return Err(TimeOffRefusal::TimeSkipped(field));
            }
        }
    }
    Ok(())
}

pub(crate) fn check_range(first: Day, last: Day) -> Result<(), TimeOffRefusal> {
    for (day, field) in [(first, "startDate"), (last, "endDate")] {
        if !day.is_in_range() {
            return Err(TimeOffRefusal::DateOutOfRange(field));
        }
    }
    if last < first {
        return Err(TimeOffRefusal::EndBeforeStart);
    }
    if last >= first.plus_days(MAX_REQUEST_DAYS) {
        return Err(TimeOffRefusal::RangeTooLong);
    }
    Ok(())
}

/// A note of one or more lines, without control characters.
pub(crate) fn cleaned(notes: &str) -> Result<String, TimeOffRefusal> {
    let mut kept = notes.replace("\r\n", "\n").replace('\r', "\n");
    kept.retain(|c| c == '\n' || !c.is_control());
    let kept = kept.trim().to_owned();
    if kept.chars().count() > MAX_NOTES_CHARS {
        return Err(TimeOffRefusal::NotesTooLong);
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::super::days::{HoursPattern, days};
    use super::super::example::{TODAY, day, draft, hours};
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn weekends_are_not_allowed_unless_the_include_weekends_box_is_ticked() {
        let (friday, saturday, monday) = (day(2026, 11, 20), day(2026, 11, 21), day(2026, 11, 23));
        for (first, last, verdict) in [
            (friday, friday, None),
            (friday, monday, None),
            (saturday, monday, Some(TimeOffRefusal::WeekendNotAllowed("startDate"))),
            (friday, saturday, Some(TimeOffRefusal::WeekendNotAllowed("endDate"))),
        ] {
            assert_eq!(tidied(draft(first, last), TODAY).err(), verdict, "{first} to {last}");
            let ticked = TimeOffDraft { includes_weekends: true, ..draft(first, last) };
            assert_eq!(tidied(ticked, TODAY).err(), None);
        }
        let counted = |includes_weekends| {
            let draft = TimeOffDraft { includes_weekends, ..draft(friday, monday) };
            days(&draft, &HoursPattern::STANDARD, &BTreeSet::new()).unwrap()
        };
        assert_eq!(counted(false), [(friday, hours(8)), (monday, hours(8))]);
        assert_eq!(counted(true).len(), 4);
        assert_eq!(
            counted(true)[1],
            (saturday, hours(8)),
            "a weekend nobody works on counts as a standard day"
        );
    }

    #[test]
    fn an_hour_that_the_clocks_leave_out_neither_begins_nor_ends_time_off() {
        let zone = TimeZone::get("America/Los_Angeles").unwrap();
        let at = |first: Day, last: Day, between: (i64, i64)| {
            let draft = TimeOffDraft {
                unit: Unit::Hours,
                includes_weekends: true,
                between: Some(between),
                ..draft(first, last)
            };
            check_wall(&draft, &zone)
        };
        let (two, four) = (2 * 60, 4 * 60);
        // The clocks go from 2:00 to 3:00.
        assert_eq!(
            at(day(2027, 3, 14), day(2027, 3, 14), (two + 15, four)),
            Err(TimeOffRefusal::TimeSkipped("startTime"))
        );
        assert_eq!(
            at(day(2027, 3, 12), day(2027, 3, 15), (60, two)),
            Err(TimeOffRefusal::TimeSkipped("endTime"))
        );
        assert_eq!(at(day(2027, 3, 14), day(2027, 3, 14), (60, four)), Ok(()));
        assert_eq!(at(day(2027, 3, 15), day(2027, 3, 15), (two + 15, DAY_MINUTES)), Ok(()));
        // A weekend that the request doesn't include is no problem.
        let weekdays = TimeOffDraft {
            unit: Unit::Hours,
            between: Some((two, four)),
            ..draft(day(2027, 3, 12), day(2027, 3, 15))
        };
        assert_eq!(check_wall(&weekdays, &zone), Ok(()));
        // A time that occurs twice is on the clock.
        assert_eq!(at(day(2027, 11, 7), day(2027, 11, 7), (60, two)), Ok(()));
    }

    #[test]
    fn the_end_time_must_be_later_than_the_start_time_and_some_time_must_be_chosen() {
        let by_hour = |between, minutes| {
            let draft = TimeOffDraft { unit: Unit::Hours, between, minutes, ..draft(TODAY, TODAY) };
            tidied(draft, TODAY).map(|draft| draft.minutes)
        };
        let clock = |text| minute_of_day(text).unwrap();
        for (between, minutes, verdict) in [
            (Some((clock("09:00"), clock("11:30"))), 0, Ok(150)),
            (Some((clock("11:30"), clock("11:30"))), 0, Err(TimeOffRefusal::EndTimeNotLater)),
            (Some((clock("13:00"), clock("09:00"))), 480, Err(TimeOffRefusal::EndTimeNotLater)),
            (None, 0, Err(TimeOffRefusal::NoTimeChosen)),
            (None, -5, Err(TimeOffRefusal::NoTimeChosen)),
            (None, 1, Ok(1)),
            (None, 1440, Ok(1440)),
            (None, 1441, Err(TimeOffRefusal::TimeTooLong)),
        ] {
            assert_eq!(by_hour(between, minutes), verdict, "{between:?} {minutes}");
        }
    }

    #[test]
    fn over_several_days_the_times_hold_for_each_of_them() {
        let (monday, wednesday) = (TODAY, TODAY.plus_days(2));
        let by_hour = |between| {
            let draft =
                TimeOffDraft { unit: Unit::Hours, between: Some(between), ..draft(monday, wednesday) };
            let draft = tidied(draft, TODAY)?;
            days(&draft, &HoursPattern::STANDARD, &BTreeSet::new())
        };
        let taken = by_hour((13 * 60, 15 * 60)).unwrap();
        assert_eq!(taken, monday.through(wednesday).map(|day| (day, hours(2))).collect::<Vec<_>>());
        assert_eq!(by_hour((13 * 60, 9 * 60)), Err(TimeOffRefusal::EndTimeNotLaterEachDay));
        assert_eq!(by_hour((9 * 60, 9 * 60)), Err(TimeOffRefusal::EndTimeNotLaterEachDay));
    }

    #[test]
    fn hours_and_minutes_are_each_in_their_range_and_none_makes_up_for_the_other() {
        for (hours, minutes, verdict) in [
            (0, 0, Ok(0)),
            (8, 0, Ok(480)),
            (0, 59, Ok(59)),
            (24, 0, Ok(1440)),
            (8, -30, Err(TimeOffRefusal::TimeOutOfRange("minutes"))),
            (0, 60, Err(TimeOffRefusal::TimeOutOfRange("minutes"))),
            (-1, 90, Err(TimeOffRefusal::TimeOutOfRange("hours"))),
            (25, -60, Err(TimeOffRefusal::TimeTooLong)),
            (i32::MIN, i32::MIN, Err(TimeOffRefusal::TimeOutOfRange("hours"))),
        ] {
            assert_eq!(minutes_a_day(hours, minutes), verdict, "{hours} h {minutes} min");
        }
    }

    #[test]
    fn a_time_of_day_is_written_with_two_digits_each() {
        for (text, minute) in [
            ("00:00", Some(0)),
            ("09:05", Some(545)),
            ("24:00", Some(1440)),
            ("24:01", None),
            ("9:05", None),
            ("09:60", None),
            ("noon", None),
            ("+9:00", None),
        ] {
            assert_eq!(minute_of_day(text), minute, "{text}");
        }
        assert_eq!(time_of_day(545), "09:05");
    }

    #[test]
    fn dates_are_in_order_in_reach_and_at_most_a_year_apart() {
        for (first, last, verdict) in [
            (day(2026, 11, 17), day(2026, 11, 16), Some(TimeOffRefusal::EndBeforeStart)),
            (day(1899, 12, 29), day(2026, 11, 16), Some(TimeOffRefusal::DateOutOfRange("startDate"))),
            (day(2026, 9, 17), day(2026, 9, 17), None),
            (day(2026, 9, 16), day(2026, 9, 16), Some(TimeOffRefusal::TooLongAgo)),
            (day(2028, 11, 15), day(2028, 11, 15), None),
            (day(2028, 11, 16), day(2028, 11, 16), Some(TimeOffRefusal::TooFarAhead)),
            (day(2026, 11, 16), day(2027, 11, 16), None),
            (day(2026, 11, 16), day(2027, 11, 17), Some(TimeOffRefusal::RangeTooLong)),
        ] {
            assert_eq!(tidied(draft(first, last), TODAY).err(), verdict, "{first} to {last}");
        }
    }

    #[test]
    fn a_note_has_at_most_500_characters_and_no_control_characters() {
        assert_eq!(cleaned(" one\r\ntwo\u{7} ").unwrap(), "one\ntwo");
        assert!(cleaned(&"ñ".repeat(500)).is_ok());
        assert_eq!(cleaned(&"ñ".repeat(501)), Err(TimeOffRefusal::NotesTooLong));
    }
}
