//! Which punch can come next, what a well-formed correction is, and the period hours are counted for. Pure.

mod late;

pub(super) use late::{check_period_open, is_here, pressed_at};

use super::kinds::{ClockState, CorrectionAction, PunchKind};
use super::shifts::{self, Punch};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::pay_period::PayPeriod;
use crate::shared::refusal::refusals;
use jiff::civil::{Time, date};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{Span, Timestamp};

pub(super) const MAX_REASON_CHARS: usize = 500;
/// Per employee, at any one time.
pub(super) const MAX_PENDING: usize = 20;
const BACK_DAYS: i64 = 60;
pub(super) const MAX_SCHEDULE_DAYS: i64 = 62;

refusals! {
    pub enum ClockRefusal {
        ClockedInAlready = "CLOCKED_IN_ALREADY": "You're already clocked in.",
        NotClockedIn = "NOT_CLOCKED_IN": "You're not clocked in.",
        OnBreakAlready = "ON_BREAK_ALREADY": "You're already on a break.",
        NotOnBreak = "NOT_ON_BREAK": "You're not on a break.",
        ClockAtVendor = "CLOCK_AT_VENDOR": "Your company uses a different time clock.",
        ReasonMissing = "REASON_MISSING" at "reason": "Say what happened.",
        ReasonTooLong = "REASON_TOO_LONG" at "reason": "A reason can have at most 500 characters.",
        InvalidTime = "INVALID_TIME" at "time": "Write the time as HH:MM.",
        TimeSkipped = "TIME_SKIPPED" at "time":
            "That time didn't exist on that day because the clocks went forward.",
        TimeTwice = "TIME_TWICE" at "time":
            "That time happened twice on that day because the clocks went back.",
        InFuture = "PUNCH_IN_FUTURE" at "time": "That time is in the future. Punches must be in the past.",
        TooLongAgo = "TOO_LONG_AGO" at "date": "You can correct punches from the last 60 days.",
        UnknownPunch = "UNKNOWN_PUNCH" at "punchId": "That punch no longer exists.",
        DoesNotFit = "CORRECTION_DOES_NOT_FIT" at "time": "This doesn't fit with the other punches.",
        TooMany = "TOO_MANY": "You can have at most 20 corrections waiting.",
        TooLate = "PUNCH_TOO_LATE" at "deviceTime":
            "This punch was made more than 72 hours ago. Send a correction instead.",
        ReportedAhead = "PUNCH_AHEAD" at "deviceTime": "By our clock, this punch is in the future.",
        PeriodClosed = "PERIOD_CLOSED" at "deviceTime":
            "This punch is in a pay period that has closed. Send a correction instead.",
        Processed = "REQUEST_PROCESSED":
            "This request has been Processed or is Currently being processed. No changes can be made",
        DateOutOfRange = "DATE_OUT_OF_RANGE" at "date": "The date must be between 1900 and 2099.",
        RangeTooLong = "RANGE_TOO_LONG" at "endDate": "Ask for at most 62 days at a time.",
        EndBeforeStart = "END_BEFORE_START" at "endDate": "The end date cannot be before the start date.",
    }
}

/// Which punch can come next.
pub(super) fn next(state: ClockState) -> &'static [PunchKind] {
    match state {
        ClockState::Out => &[PunchKind::In],
        ClockState::Working => &[PunchKind::BreakStart, PunchKind::Out],
        ClockState::OnBreak => &[PunchKind::BreakEnd, PunchKind::Out],
    }
}

pub(super) fn check_punch(state: ClockState, kind: PunchKind) -> Result<(), ClockRefusal> {
    if next(state).contains(&kind) {
        return Ok(());
    }
    Err(match (state, kind) {
        (ClockState::Out, _) => ClockRefusal::NotClockedIn,
        (_, PunchKind::In) => ClockRefusal::ClockedInAlready,
        (ClockState::OnBreak, _) => ClockRefusal::OnBreakAlready,
        (ClockState::Working, _) => ClockRefusal::NotOnBreak,
    })
}

/// The text of a correction or a decision.
pub(super) fn cleaned(text: &str) -> Result<String, ClockRefusal> {
    let text = text.trim();
    if text.chars().count() > MAX_REASON_CHARS {
        Err(ClockRefusal::ReasonTooLong)
    } else {
        Ok(text.to_owned())
    }
}

pub(super) fn reason(text: &str) -> Result<String, ClockRefusal> {
    let text = cleaned(text)?;
    if text.is_empty() { Err(ClockRefusal::ReasonMissing) } else { Ok(text) }
}

/// The instant of a time on the wall clock. If it occurred twice because the clocks went back, `second` has to say
/// which.
pub(super) fn instant(
    day: Day,
    time: &str,
    second: Option<bool>,
    zone: &TimeZone,
) -> Result<Timestamp, ClockRefusal> {
    let known = if time.len() == 5 { time.parse::<Time>().ok() } else { None };
    let wall = day.0.to_datetime(known.ok_or(ClockRefusal::InvalidTime)?);
    let found = zone.to_ambiguous_zoned(wall);
    let zoned = match (found.offset(), second) {
        (AmbiguousOffset::Gap { .. }, _) => return Err(ClockRefusal::TimeSkipped),
        (AmbiguousOffset::Fold { .. }, None) => return Err(ClockRefusal::TimeTwice),
        (AmbiguousOffset::Fold { .. }, Some(true)) => found.later(),
        _ => found.earlier(),
    };
    zoned.map(|zoned| zoned.timestamp()).map_err(|_| ClockRefusal::InvalidTime)
}

/// A correction must be about the recent past.
pub(super) fn check_time(at: Timestamp, day: Day, today: Day, now: Timestamp) -> Result<(), ClockRefusal> {
    if at > now {
        Err(ClockRefusal::InFuture)
    } else if day < today.plus_days(-BACK_DAYS) {
        Err(ClockRefusal::TooLongAgo)
    } else {
        Ok(())
    }
}

/// What a correction does: change or remove an existing punch, or add one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PunchChange {
    pub action: CorrectionAction,
    /// The punch to change or remove.
    pub of: Option<Punch>,
    /// The punch it becomes.
    pub to: Punch,
}

pub(super) fn applied(mut punches: Vec<Punch>, change: &PunchChange) -> Vec<Punch> {
    if let Some(of) = change.of
        && let Some(place) = punches.iter().position(|punch| *punch == of)
    {
        punches.remove(place);
    }
    if change.action != CorrectionAction::Remove {
        punches.push(change.to);
    }
    punches.sort_by_key(|punch| punch.at);
    punches
}

/// A correction can't add gaps or put a punch where there already is one. The exception is a shift that's missing
/// altogether, where the employee first says when it started.
pub(super) fn check_fits(
    punches: &[Punch],
    change: &PunchChange,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<(), ClockRefusal> {
    if change.action != CorrectionAction::Remove && punches.contains(&change.to) {
        return Err(ClockRefusal::DoesNotFit);
    }
    let begins_shift = change.action == CorrectionAction::Add
        && change.to.kind == PunchKind::In
        && shifts::state_at(punches, zone, change.to.at) == ClockState::Out;
    let most = shifts::gaps(punches, zone, now) + usize::from(begins_shift);
    if shifts::gaps(&applied(punches.to_vec(), change), zone, now) > most {
        return Err(ClockRefusal::DoesNotFit);
    }
    Ok(())
}

/// How a company counts hours. `end` is the last day of any one period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Periods {
    pub length: PayPeriod,
    pub end: Day,
}

impl Periods {
    /// The US work week, Sunday to Saturday.
    pub(super) const STANDARD: Periods = Periods { length: PayPeriod::Weekly, end: Day(date(2025, 1, 4)) };

    /// The first and last day of the period that includes a day.
    pub(super) fn around(&self, day: Day) -> (Day, Day) {
        let every = |days: i64| {
            let since = i64::from((day.0 - self.end.0).get_days());
            let last = day.plus_days((-since).rem_euclid(days));
            (last.plus_days(1 - days), last)
        };
        let (first, last) = (day.0.first_of_month(), day.0.last_of_month());
        match self.length {
            PayPeriod::Weekly => every(7),
            PayPeriod::Biweekly => every(14),
            PayPeriod::Monthly => (Day(first), Day(last)),
            PayPeriod::Semimonthly if day.0.day() <= 15 => {
                (Day(first), Day(first.saturating_add(Span::new().days(14))))
            }
            PayPeriod::Semimonthly => (Day(first.saturating_add(Span::new().days(15))), Day(last)),
        }
    }
}

pub(super) fn check_range(first: Day, last: Day) -> Result<(), ClockRefusal> {
    if last < first {
        Err(ClockRefusal::EndBeforeStart)
    } else if last > first.plus_days(MAX_SCHEDULE_DAYS - 1) {
        Err(ClockRefusal::RangeTooLong)
    } else {
        Ok(())
    }
}

/// Minutes as hours, to the nearest ten-thousandth.
pub(super) fn hours(minutes: i64) -> Amount {
    Amount::from_ten_thousandths((minutes * 10_000 + 30).div_euclid(60))
}

/// Minutes after midnight as `HH:MM`, even if they lead to another day.
pub(super) fn time_of_day(minute: i64) -> String {
    let minute = minute.rem_euclid(24 * 60);
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::SignedDuration;
    use proptest::prelude::*;

    fn zone() -> TimeZone {
        TimeZone::get("America/New_York").unwrap()
    }

    fn day(y: i16, m: i8, d: i8) -> Day {
        Day(date(y, m, d))
    }

    #[test]
    fn only_what_makes_sense_next_may_be_punched() {
        for (state, kind, verdict) in [
            (ClockState::Out, PunchKind::In, Ok(())),
            (ClockState::Out, PunchKind::Out, Err(ClockRefusal::NotClockedIn)),
            (ClockState::Out, PunchKind::BreakStart, Err(ClockRefusal::NotClockedIn)),
            (ClockState::Out, PunchKind::BreakEnd, Err(ClockRefusal::NotClockedIn)),
            (ClockState::Working, PunchKind::In, Err(ClockRefusal::ClockedInAlready)),
            (ClockState::Working, PunchKind::BreakStart, Ok(())),
            (ClockState::Working, PunchKind::BreakEnd, Err(ClockRefusal::NotOnBreak)),
            (ClockState::Working, PunchKind::Out, Ok(())),
            (ClockState::OnBreak, PunchKind::In, Err(ClockRefusal::ClockedInAlready)),
            (ClockState::OnBreak, PunchKind::BreakStart, Err(ClockRefusal::OnBreakAlready)),
            (ClockState::OnBreak, PunchKind::BreakEnd, Ok(())),
            (ClockState::OnBreak, PunchKind::Out, Ok(())),
        ] {
            assert_eq!(check_punch(state, kind), verdict, "{state:?} {kind:?}");
        }
    }

    #[test]
    fn a_time_on_the_wall_is_one_instant_or_it_has_to_be_told_which() {
        let utc = |day, time, second| instant(day, time, second, &zone()).map(|at| at.to_string());
        assert_eq!(utc(day(2026, 11, 16), "17:05", None).unwrap(), "2026-11-16T22:05:00Z");
        assert_eq!(utc(day(2026, 3, 8), "02:30", None), Err(ClockRefusal::TimeSkipped));
        assert_eq!(utc(day(2026, 11, 1), "01:30", None), Err(ClockRefusal::TimeTwice));
        assert_eq!(utc(day(2026, 11, 1), "01:30", Some(false)).unwrap(), "2026-11-01T05:30:00Z");
        assert_eq!(utc(day(2026, 11, 1), "01:30", Some(true)).unwrap(), "2026-11-01T06:30:00Z");
        for time in ["", "8:00", "24:00", "17:60", "17:05:01", "1705"] {
            assert_eq!(utc(day(2026, 11, 16), time, None), Err(ClockRefusal::InvalidTime), "{time}");
        }
    }

    #[test]
    fn a_correction_speaks_of_the_last_sixty_days() {
        let now = instant(day(2026, 11, 16), "12:00", None, &zone()).unwrap();
        let later = now + SignedDuration::from_mins(1);
        let today = day(2026, 11, 16);
        assert_eq!(check_time(now, today, today, now), Ok(()));
        assert_eq!(check_time(later, today, today, now), Err(ClockRefusal::InFuture));
        assert_eq!(check_time(now, today.plus_days(-60), today, now), Ok(()));
        assert_eq!(check_time(now, today.plus_days(-61), today, now), Err(ClockRefusal::TooLongAgo));
    }

    #[test]
    fn a_correction_fits_where_it_closes_a_gap_and_not_where_it_makes_one() {
        let at = |time: &str| instant(day(2026, 11, 16), time, None, &zone()).unwrap();
        let punch = |kind, time: &str| Punch { kind, at: at(time) };
        let now = at("23:00");
        let open = vec![punch(PunchKind::In, "08:00")];
        let add =
            |kind, time: &str| PunchChange { action: CorrectionAction::Add, of: None, to: punch(kind, time) };
        let fits = |punches: &[Punch], change| check_fits(punches, &change, &zone(), now);
        assert_eq!(fits(&open, add(PunchKind::Out, "17:00")), Ok(()));
        assert_eq!(
            fits(&open, add(PunchKind::In, "08:00")),
            Err(ClockRefusal::DoesNotFit),
            "it is there already"
        );
        assert_eq!(fits(&open, add(PunchKind::Out, "07:00")), Err(ClockRefusal::DoesNotFit));
        let whole = vec![punch(PunchKind::In, "08:00"), punch(PunchKind::Out, "17:00")];
        assert_eq!(fits(&whole, add(PunchKind::Out, "18:00")), Err(ClockRefusal::DoesNotFit));
        let of = Some(whole[1]);
        let later = PunchChange { action: CorrectionAction::Change, of, to: punch(PunchKind::Out, "18:00") };
        assert_eq!(fits(&whole, later), Ok(()));
        let gone = PunchChange { action: CorrectionAction::Remove, of: Some(whole[0]), to: whole[0] };
        assert_eq!(fits(&whole, gone), Err(ClockRefusal::DoesNotFit));
        assert_eq!(
            fits(&open, PunchChange { action: CorrectionAction::Remove, of: Some(open[0]), to: open[0] }),
            Ok(())
        );
        assert_eq!(fits(&[], add(PunchKind::In, "00:10")), Ok(()), "a whole shift was forgotten");
        assert_eq!(fits(&[], add(PunchKind::Out, "17:00")), Err(ClockRefusal::DoesNotFit));
        assert_eq!(
            fits(&whole, add(PunchKind::In, "09:00")),
            Err(ClockRefusal::DoesNotFit),
            "one works already"
        );
        assert_eq!(fits(&whole, add(PunchKind::In, "18:00")), Ok(()));
    }

    #[test]
    fn minutes_are_hours_to_the_nearest_ten_thousandth() {
        for (minutes, text) in [(0, "0.00"), (480, "8.00"), (50, "0.8333"), (100, "1.6667"), (30, "0.50")] {
            assert_eq!(hours(minutes).to_string(), text);
        }
        assert_eq!(time_of_day(22 * 60 + 510), "06:30");
    }

    proptest! {
        #[test]
        fn every_day_lies_in_one_period_and_periods_follow_each_other(offset in 0i64..4000, kind in 0usize..4) {
            let length = [PayPeriod::Weekly, PayPeriod::Biweekly, PayPeriod::Semimonthly, PayPeriod::Monthly][kind];
            let periods = Periods { length, end: day(2025, 1, 4) };
            let some = day(2020, 1, 1).plus_days(offset);
            let (first, last) = periods.around(some);
            prop_assert!(first <= some && some <= last);
            prop_assert_eq!(periods.around(first), (first, last));
            prop_assert_eq!(periods.around(last), (first, last));
            prop_assert_eq!(periods.around(last.plus_days(1)).0, last.plus_days(1));
        }
    }
}
