//! A punch made without a network: when it was, whether it still counts, and whether it's here already.

use super::super::shifts::Punch;
use super::{ClockRefusal, Periods};
use crate::shared::day::Day;
use jiff::{SignedDuration, Timestamp};

/// A long weekend without a network. What's older takes a correction, which someone approves.
pub(crate) const MAX_LATE: SignedDuration = SignedDuration::from_hours(72);
/// A measured offset is never exact. A punch that's ahead of us by no more than this was made now.
const MAX_AHEAD: SignedDuration = SignedDuration::from_mins(2);
/// Two of the same kind that are this close are one: from two devices, or sent once with an answer that got lost.
const SAME_PUNCH: SignedDuration = SignedDuration::from_mins(1);
/// After the last day of a pay period, payroll works with its hours.
const CLOSES_AFTER_DAYS: i64 = 1;

/// When a button was pressed: what the device's clock showed, put right by how far it was off.
pub(crate) fn pressed_at(
    device_at: Timestamp,
    offset_seconds: i32,
    now: Timestamp,
) -> Result<Timestamp, ClockRefusal> {
    let offset = SignedDuration::from_secs(i64::from(offset_seconds));
    // Beyond the calendar is neither the last three days nor now.
    let at = device_at.checked_add(offset).map_err(|_| ClockRefusal::TooLate)?;
    if at > now + MAX_AHEAD {
        Err(ClockRefusal::ReportedAhead)
    } else if at < now - MAX_LATE {
        Err(ClockRefusal::TooLate)
    } else {
        Ok(at.min(now))
    }
}

/// A period closes at the end of the day after its last.
pub(crate) fn check_period_open(periods: &Periods, day: Day, today: Day) -> Result<(), ClockRefusal> {
    let (_, last) = periods.around(day);
    if today > last.plus_days(CLOSES_AFTER_DAYS) { Err(ClockRefusal::PeriodClosed) } else { Ok(()) }
}

/// Whether this punch is here already: the nearest of its kind, with nothing else in between. `punches` sorted by time.
pub(crate) fn is_here(punches: &[Punch], punch: Punch) -> bool {
    let before = punches.iter().rev().find(|other| other.at <= punch.at);
    let after = punches.iter().find(|other| other.at > punch.at);
    before
        .into_iter()
        .chain(after)
        .any(|other| other.kind == punch.kind && other.at.duration_since(punch.at).abs() < SAME_PUNCH)
}

#[cfg(test)]
mod tests {
    use super::super::super::kinds::PunchKind::{self, BreakStart, In, Out};
    use super::*;
    use crate::shared::pay_period::PayPeriod;
    use jiff::civil::date;
    use proptest::prelude::*;

    fn at(text: &str) -> Timestamp {
        format!("2026-11-16T{text}Z").parse().unwrap()
    }

    #[test]
    fn a_wrong_clock_is_put_right_and_what_is_ahead_or_too_old_is_refused() {
        let now = at("17:00:00");
        let pressed = |device: &str, offset| pressed_at(device.parse().unwrap(), offset, now);
        for (device, offset, outcome) in [
            ("2026-11-16T16:00:00Z", 0, Ok(at("16:00:00"))),
            // 47 minutes behind, and a clock that lost its battery.
            ("2026-11-16T15:13:00Z", 47 * 60, Ok(at("16:00:00"))),
            ("1970-01-01T00:00:10Z", 1_794_844_790, Ok(at("16:00:00"))),
            ("2027-11-16T16:00:00Z", -365 * 86_400, Ok(at("16:00:00"))),
            // A little ahead is now; more is a fault.
            ("2026-11-16T17:02:00Z", 0, Ok(now)),
            ("2026-11-16T17:02:01Z", 0, Err(ClockRefusal::ReportedAhead)),
            ("2026-11-13T17:00:00Z", 0, Ok("2026-11-13T17:00:00Z".parse().unwrap())),
            ("2026-11-13T16:59:59Z", 0, Err(ClockRefusal::TooLate)),
            ("9999-12-30T22:00:00Z", i32::MAX, Err(ClockRefusal::TooLate)),
        ] {
            assert_eq!(pressed(device, offset), outcome, "{device} and {offset}");
        }
    }

    #[test]
    fn a_period_closes_a_day_after_it_ended() {
        let periods = Periods { length: PayPeriod::Weekly, end: Day(date(2026, 11, 14)) };
        let day = |d| Day(date(2026, 11, d));
        assert_eq!(check_period_open(&periods, day(14), day(15)), Ok(()));
        assert_eq!(check_period_open(&periods, day(14), day(16)), Err(ClockRefusal::PeriodClosed));
        assert_eq!(check_period_open(&periods, day(15), day(22)), Ok(()));
    }

    #[test]
    fn the_same_kind_within_a_minute_is_the_same_punch_unless_another_lies_between() {
        let punch = |kind, text| Punch { kind, at: at(text) };
        let there = [punch(In, "08:00:30"), punch(BreakStart, "12:00:00"), punch(Out, "12:00:20")];
        for (kind, text, here) in [
            (In, "08:00:30", true),
            (In, "08:01:29", true),
            (In, "07:59:31", true),
            (In, "08:01:30", false),
            (Out, "08:00:30", false),
            // Between this and the first there is another.
            (BreakStart, "12:00:40", false),
            (BreakStart, "11:59:30", true),
            (Out, "12:00:10", true),
        ] {
            assert_eq!(is_here(&there, punch(kind, text)), here, "{kind:?} at {text}");
        }
        assert!(!is_here(&[], punch(In, "08:00:00")));
    }

    proptest! {
        #[test]
        fn what_was_just_added_is_here(seconds in 0i64..86_000, others in proptest::collection::vec(0i64..86_000, 0..8)) {
            let start = at("00:00:00");
            let some = |kind: PunchKind, seconds| Punch { kind, at: start + SignedDuration::from_secs(seconds) };
            let mut all: Vec<Punch> = others.into_iter().map(|seconds| some(Out, seconds)).collect();
            all.push(some(In, seconds));
            all.sort_by_key(|punch| punch.at);
            // One in between, at the same second, could be on either side.
            prop_assume!(all.iter().filter(|punch| punch.at == some(In, seconds).at).count() == 1);
            prop_assert!(is_here(&all, some(In, seconds)));
        }
    }
}
