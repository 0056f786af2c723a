//! What a well-formed time off request is, which days it takes, and what can still be changed. Pure.

use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::TimeOffTypeId;
use jiff::ToSpan;
use jiff::civil::{Time, Weekday};
use jiff::tz::{AmbiguousOffset, AmbiguousZoned, TimeZone};
use std::collections::BTreeSet;

use super::kinds::{Half, TimeOffStatus, Unit};
use super::refusal::TimeOffRefusal;

pub(super) const MAX_NOTES_CHARS: usize = 500;
/// The spec's default standard hours.
pub(super) const STANDARD_HOURS: Amount = Amount::from_cents(800);
const MAX_REQUEST_DAYS: i64 = 366;
const BACK_DAYS: i64 = 60;
const AHEAD_DAYS: i64 = 730;
const DAY_MINUTES: i64 = 24 * 60;
const MAX_ATTACHMENTS: usize = 5;
const ATTACHMENTS_BYTES: usize = 10_485_760;

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

/// Someone's working hours, Monday to Sunday.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HoursPattern(pub(super) [Amount; 7]);

impl HoursPattern {
    pub(super) const STANDARD: HoursPattern = HoursPattern([
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

/// `HH:MM` as minutes after midnight; 24:00 ends a day.
pub(super) fn minute_of_day(text: &str) -> Option<i64> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |part: &str| {
        let is_number = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse::<i64>().ok()).flatten()
    };
    let minute = number(hours)? * 60 + number(minutes).filter(|minutes| *minutes < 60)?;
    (minute <= DAY_MINUTES).then_some(minute)
}

/// Minutes per day. Hours and minutes are checked separately, so neither makes up for the other.
pub(super) fn minutes_a_day(hours: i32, minutes: i32) -> Result<i64, TimeOffRefusal> {
    match (hours, minutes) {
        (..0, _) => Err(TimeOffRefusal::TimeOutOfRange("hours")),
        (25.., _) => Err(TimeOffRefusal::TimeTooLong),
        (_, 0..=59) => Ok(i64::from(hours) * 60 + i64::from(minutes)),
        _ => Err(TimeOffRefusal::TimeOutOfRange("minutes")),
    }
}

pub(super) fn time_of_day(minute: i64) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

/// Checks the draft's dates, times and notes, and returns it as we'll store it.
pub(super) fn check(mut draft: TimeOffDraft, today: Day) -> Result<TimeOffDraft, TimeOffRefusal> {
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
pub(super) fn check_wall(draft: &TimeOffDraft, zone: &TimeZone) -> Result<(), TimeOffRefusal> {
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

fn on_wall(day: Day, minute: i64, zone: &TimeZone) -> AmbiguousZoned {
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

pub(super) fn check_range(first: Day, last: Day) -> Result<(), TimeOffRefusal> {
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
pub(super) fn cleaned(notes: &str) -> Result<String, TimeOffRefusal> {
    let mut kept = notes.replace("\r\n", "\n").replace('\r', "\n");
    kept.retain(|c| c == '\n' || !c.is_control());
    let kept = kept.trim().to_owned();
    if kept.chars().count() > MAX_NOTES_CHARS {
        return Err(TimeOffRefusal::NotesTooLong);
    }
    Ok(kept)
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
pub(super) struct Blackout {
    pub first: Day,
    pub last: Day,
    /// None means every type.
    pub type_id: Option<TimeOffTypeId>,
}

/// Checks an employee's own request against the company's calendar and the hire date. Managers can enter it anyway.
pub(super) fn check_calendar(
    draft: &TimeOffDraft,
    taken: &[(Day, Amount)],
    (hired, waiting_days): (Day, i64),
    blackouts: &[Blackout],
) -> Result<(), TimeOffRefusal> {
    if draft.first < hired.plus_days(waiting_days) {
        return Err(TimeOffRefusal::WaitingPeriod);
    }
    let is_closed = |day: Day| {
        let meant = |blackout: &&Blackout| blackout.type_id.is_none_or(|id| id == draft.type_id);
        blackouts.iter().filter(meant).any(|blackout| (blackout.first..=blackout.last).contains(&day))
    };
    if taken.iter().any(|(day, _)| is_closed(*day)) {
        return Err(TimeOffRefusal::BlackoutDate);
    }
    Ok(())
}

/// Whether an employee's request for this many days needs a file.
pub(super) fn needs_attachment(after_days: Option<i64>, days: usize) -> bool {
    after_days.is_some_and(|most| days as i64 > most)
}

pub(super) fn check_attachments(count: usize) -> Result<(), TimeOffRefusal> {
    if count > MAX_ATTACHMENTS { Err(TimeOffRefusal::TooManyAttachments) } else { Ok(()) }
}

/// Limits the files in a single API request.
pub(super) fn check_together(bytes: usize) -> Result<(), TimeOffRefusal> {
    if bytes >= ATTACHMENTS_BYTES { Err(TimeOffRefusal::AttachmentsTooLarge) } else { Ok(()) }
}

/// The state of the request to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub status: TimeOffStatus,
    pub first: Day,
    pub last: Day,
}

/// A request can be changed while it's pending and, once approved, until its first day. A manager can also correct
/// one that has started.
pub(super) fn check_open(standing: Standing, today: Day, is_manager: bool) -> Result<(), TimeOffRefusal> {
    match standing.status {
        TimeOffStatus::Pending => Ok(()),
        TimeOffStatus::Approved if is_manager || standing.first > today => Ok(()),
        _ => Err(TimeOffRefusal::Processed),
    }
}

/// A request can be withdrawn as long as it can be changed, even if it was approved in part.
pub(super) fn check_withdrawal(
    standing: Standing,
    today: Day,
    is_manager: bool,
) -> Result<(), TimeOffRefusal> {
    let status =
        if standing.status == TimeOffStatus::Partial { TimeOffStatus::Approved } else { standing.status };
    check_open(Standing { status, ..standing }, today, is_manager)
}

/// The spec says a request of more than one day can't be edited. A company may allow it.
pub(super) fn check_edit(
    standing: Standing,
    today: Day,
    is_manager: bool,
    edits_many_days: bool,
) -> Result<(), TimeOffRefusal> {
    check_open(standing, today, is_manager)?;
    if standing.last > standing.first && !edits_many_days {
        return Err(TimeOffRefusal::ManyDaysEdit);
    }
    Ok(())
}

/// An edit can't turn one day into several, either.
pub(super) fn check_edited(draft: &TimeOffDraft, edits_many_days: bool) -> Result<(), TimeOffRefusal> {
    if draft.last > draft.first && !edits_many_days { Err(TimeOffRefusal::EditToManyDays) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use uuid::Uuid;

    fn day(y: i16, m: i8, d: i8) -> Day {
        Day(date(y, m, d))
    }

    const TODAY: Day = Day(date(2026, 11, 16));

    fn draft(first: Day, last: Day) -> TimeOffDraft {
        TimeOffDraft {
            type_id: TimeOffTypeId(Uuid::from_u128(1)),
            first,
            last,
            includes_weekends: false,
            unit: Unit::Whole,
            half: None,
            minutes: 0,
            between: None,
            notes: String::new(),
        }
    }

    fn hours(whole: i64) -> Amount {
        Amount::from_cents(whole * 100)
    }

    #[test]
    fn a_file_is_needed_after_so_many_days_and_not_before() {
        for (after_days, days, is_needed) in
            [(None, 300, false), (Some(3), 3, false), (Some(3), 4, true), (Some(0), 1, true)]
        {
            assert_eq!(needs_attachment(after_days, days), is_needed, "{after_days:?} {days}");
        }
        assert_eq!(check_attachments(5), Ok(()));
        assert_eq!(check_attachments(6), Err(TimeOffRefusal::TooManyAttachments));
        assert_eq!(check_together(10_485_759), Ok(()));
        assert_eq!(check_together(10_485_760), Err(TimeOffRefusal::AttachmentsTooLarge));
    }

    #[test]
    fn weekends_are_not_allowed_unless_the_include_weekends_box_is_ticked() {
        let (friday, saturday, monday) = (day(2026, 11, 20), day(2026, 11, 21), day(2026, 11, 23));
        for (first, last, verdict) in [
            (friday, friday, None),
            (friday, monday, None),
            (saturday, monday, Some(TimeOffRefusal::WeekendNotAllowed("startDate"))),
            (friday, saturday, Some(TimeOffRefusal::WeekendNotAllowed("endDate"))),
        ] {
            assert_eq!(check(draft(first, last), TODAY).err(), verdict, "{first} to {last}");
            let ticked = TimeOffDraft { includes_weekends: true, ..draft(first, last) };
            assert_eq!(check(ticked, TODAY).err(), None);
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
    fn one_day_is_edited_into_another_but_not_into_several() {
        let (monday, tuesday) = (TODAY, TODAY.plus_days(1));
        assert_eq!(check_edited(&draft(tuesday, tuesday), false), Ok(()));
        assert_eq!(check_edited(&draft(monday, tuesday), false), Err(TimeOffRefusal::EditToManyDays));
        assert_eq!(check_edited(&draft(monday, tuesday), true), Ok(()));
    }

    #[test]
    fn the_end_time_must_be_later_than_the_start_time_and_some_time_must_be_chosen() {
        let by_hour = |between, minutes| {
            let draft = TimeOffDraft { unit: Unit::Hours, between, minutes, ..draft(TODAY, TODAY) };
            check(draft, TODAY).map(|draft| draft.minutes)
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
            let draft = check(draft, TODAY)?;
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
            assert_eq!(check(draft(first, last), TODAY).err(), verdict, "{first} to {last}");
        }
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

    #[test]
    fn a_waiting_period_and_a_blackout_hold_for_their_own_days_and_type() {
        let (friday, monday) = (day(2026, 11, 20), day(2026, 11, 23));
        let asked = draft(friday, monday);
        let taken = days(&asked, &HoursPattern::STANDARD, &BTreeSet::new()).unwrap();
        let blackout = |first, last, type_id| [Blackout { first, last, type_id }];
        let other = TimeOffTypeId(Uuid::from_u128(2));
        let long_ago = (day(2020, 1, 1), 90);
        for (hired, blackouts, verdict) in [
            (long_ago, vec![], Ok(())),
            ((day(2026, 8, 22), 90), vec![], Ok(())),
            ((day(2026, 8, 23), 90), vec![], Err(TimeOffRefusal::WaitingPeriod)),
            (long_ago, blackout(monday, monday, None).to_vec(), Err(TimeOffRefusal::BlackoutDate)),
            (
                long_ago,
                blackout(monday, monday, Some(asked.type_id)).to_vec(),
                Err(TimeOffRefusal::BlackoutDate),
            ),
            (long_ago, blackout(monday, monday, Some(other)).to_vec(), Ok(())),
            (long_ago, blackout(day(2026, 11, 21), day(2026, 11, 22), None).to_vec(), Ok(())),
        ] {
            assert_eq!(check_calendar(&asked, &taken, hired, &blackouts), verdict, "{hired:?} {blackouts:?}");
        }
    }

    #[test]
    fn what_was_decided_or_has_begun_is_processed_and_many_days_are_not_edited() {
        use TimeOffStatus::{Approved, Cancelled, Denied, Partial, Pending};
        let tomorrow = TODAY.plus_days(1);
        for (status, first, by_employee, by_manager) in [
            (Pending, tomorrow, true, true),
            (Pending, TODAY.plus_days(-3), true, true),
            (Approved, tomorrow, true, true),
            (Approved, TODAY, false, true),
            (Denied, tomorrow, false, false),
            (Partial, tomorrow, false, false),
            (Cancelled, tomorrow, false, false),
        ] {
            let standing = Standing { status, first, last: first };
            assert_eq!(check_open(standing, TODAY, false).is_ok(), by_employee, "{standing:?}");
            assert_eq!(check_open(standing, TODAY, true).is_ok(), by_manager, "{standing:?}");
            let is_partial = status == Partial;
            assert_eq!(
                check_withdrawal(standing, TODAY, false).is_ok(),
                by_employee || is_partial,
                "{standing:?}"
            );
            assert_eq!(
                check_withdrawal(standing, TODAY, true).is_ok(),
                by_manager || is_partial,
                "{standing:?}"
            );
            let longer = Standing { last: first.plus_days(1), ..standing };
            if by_employee {
                assert_eq!(check_edit(longer, TODAY, false, false), Err(TimeOffRefusal::ManyDaysEdit));
                assert_eq!(check_edit(longer, TODAY, false, true), Ok(()));
            }
        }
    }

    #[test]
    fn what_was_approved_in_part_is_not_taken_back_by_the_employee_once_it_has_begun() {
        let begun = Standing { status: TimeOffStatus::Partial, first: TODAY, last: TODAY.plus_days(2) };
        assert_eq!(check_withdrawal(begun, TODAY, false), Err(TimeOffRefusal::Processed));
        assert_eq!(check_withdrawal(begun, TODAY, true), Ok(()));
    }

    #[test]
    fn a_note_has_at_most_500_characters_and_no_control_characters() {
        assert_eq!(cleaned(" one\r\ntwo\u{7} ").unwrap(), "one\ntwo");
        assert!(cleaned(&"ñ".repeat(500)).is_ok());
        assert_eq!(cleaned(&"ñ".repeat(501)), Err(TimeOffRefusal::NotesTooLong));
    }
}
