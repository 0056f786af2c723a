//! Turns punches into shifts, with time worked and breaks. Time is counted between instants, so a night when the
//! clocks change has the hours it really had. A shift belongs to the day it started on. Pure.

use super::kinds::{ClockState, Missing, PunchKind};
use crate::shared::day::Day;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

/// Anyone who hasn't punched out by then has forgotten to.
pub(super) const MAX_SHIFT: SignedDuration = SignedDuration::from_hours(18);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Punch {
    pub kind: PunchKind,
    pub at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    pub began: Timestamp,
    /// The company's day when it started.
    pub day: Day,
    pub worked_minutes: i64,
    pub break_minutes: i64,
    pub missing: Vec<Missing>,
    /// If it isn't over: the current state, and since when.
    pub running: Option<(ClockState, Timestamp)>,
}

impl Shift {
    fn new(at: Timestamp, zone: &TimeZone) -> Shift {
        let day = Day(at.to_zoned(zone.clone()).date());
        Shift { began: at, day, worked_minutes: 0, break_minutes: 0, missing: vec![], running: None }
    }

    fn lacking(at: Timestamp, zone: &TimeZone) -> Shift {
        Shift { missing: vec![Missing::In], ..Shift::new(at, zone) }
    }
}

/// Ignores seconds: 8:00:50 to 9:00:10 is an hour, and the parts of a shift add up to the whole.
fn minutes(from: Timestamp, to: Timestamp) -> i64 {
    to.as_second().div_euclid(60) - from.as_second().div_euclid(60)
}

/// `punches` sorted by time. What isn't over at `now` counts up to now, unless it started too long ago.
pub(super) fn shifts(punches: &[Punch], zone: &TimeZone, now: Timestamp) -> Vec<Shift> {
    let mut all = vec![];
    let mut open: Option<(Shift, ClockState, Timestamp)> = None;
    for punch in punches {
        if let Some((shift, ..)) = &open
            && (punch.kind == PunchKind::In || punch.at.duration_since(shift.began) > MAX_SHIFT)
            && let Some((mut shift, ..)) = open.take()
        {
            shift.missing.push(Missing::Out);
            all.push(shift);
        }
        let (mut shift, state, since) = match (open.take(), punch.kind) {
            (Some(running), _) => running,
            (None, PunchKind::In) => (Shift::new(punch.at, zone), ClockState::Working, punch.at),
            (None, _) => (Shift::lacking(punch.at, zone), ClockState::Out, punch.at),
        };
        match state {
            ClockState::Working if punch.kind == PunchKind::BreakEnd => {
                shift.missing.push(Missing::BreakStart)
            }
            ClockState::Working => shift.worked_minutes += minutes(since, punch.at),
            ClockState::OnBreak if punch.kind == PunchKind::BreakStart => {
                shift.missing.push(Missing::BreakEnd)
            }
            ClockState::OnBreak => shift.break_minutes += minutes(since, punch.at),
            ClockState::Out => {}
        }
        match punch.kind {
            PunchKind::In | PunchKind::BreakEnd => open = Some((shift, ClockState::Working, punch.at)),
            PunchKind::BreakStart => open = Some((shift, ClockState::OnBreak, punch.at)),
            PunchKind::Out => all.push(shift),
        }
    }
    if let Some((mut shift, state, since)) = open {
        if now.duration_since(shift.began) > MAX_SHIFT {
            shift.missing.push(Missing::Out);
        } else {
            match state {
                ClockState::OnBreak => shift.break_minutes += minutes(since, now).max(0),
                _ => shift.worked_minutes += minutes(since, now).max(0),
            }
            shift.running = Some((state, since));
        }
        all.push(shift);
    }
    all
}

/// What someone was doing just before a moment.
pub(super) fn state_at(punches: &[Punch], zone: &TimeZone, at: Timestamp) -> ClockState {
    let before: Vec<Punch> = punches.iter().copied().filter(|punch| punch.at < at).collect();
    let running = shifts(&before, zone, at).last().and_then(|shift| shift.running);
    running.map_or(ClockState::Out, |(state, _)| state)
}

/// How many punches are missing.
pub(super) fn gaps(punches: &[Punch], zone: &TimeZone, now: Timestamp) -> usize {
    shifts(punches, zone, now).iter().map(|shift| shift.missing.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn zone() -> TimeZone {
        TimeZone::get("America/Chicago").unwrap()
    }

    fn at(text: &str) -> Timestamp {
        text.parse::<jiff::civil::DateTime>().unwrap().to_zoned(zone()).unwrap().timestamp()
    }

    fn punches(all: &[(PunchKind, &str)]) -> Vec<Punch> {
        all.iter().map(|(kind, text)| Punch { kind: *kind, at: at(text) }).collect()
    }

    fn day(y: i16, m: i8, d: i8) -> Day {
        Day(jiff::civil::date(y, m, d))
    }

    #[test]
    fn a_day_with_a_break_counts_what_was_worked() {
        let all = punches(&[
            (PunchKind::In, "2026-11-16T08:00:50"),
            (PunchKind::BreakStart, "2026-11-16T12:00:10"),
            (PunchKind::BreakEnd, "2026-11-16T12:30:00"),
            (PunchKind::Out, "2026-11-16T17:00:00"),
        ]);
        let found = shifts(&all, &zone(), at("2026-11-16T20:00"));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].worked_minutes, found[0].break_minutes), (510, 30));
        assert_eq!((found[0].day, found[0].missing.len(), found[0].running), (day(2026, 11, 16), 0, None));
    }

    #[test]
    fn a_night_on_which_the_clocks_change_has_the_hours_it_had() {
        for (began, ended, hours) in [
            // Spring forward: the hour after 2 does not exist.
            ("2026-03-07T22:00", "2026-03-08T06:00", 7),
            // Fall back: the hour after 1 occurs twice.
            ("2026-10-31T22:00", "2026-11-01T06:00", 9),
            ("2026-11-16T22:00", "2026-11-17T06:00", 8),
        ] {
            let all = punches(&[(PunchKind::In, began), (PunchKind::Out, ended)]);
            let found = shifts(&all, &zone(), at(ended));
            assert_eq!(found[0].worked_minutes, hours * 60, "{began}");
            assert_eq!(found[0].day.to_string(), began[..10], "a night belongs to the evening");
        }
    }

    #[test]
    fn what_is_missing_is_named_and_costs_nothing_that_is_known() {
        use PunchKind::{BreakEnd, BreakStart, In, Out};
        type Case<'a> = (&'a [(PunchKind, &'a str)], &'a [Missing], i64);
        let cases: &[Case<'_>] = &[
            (&[(In, "2026-11-16T08:00")], &[Missing::Out], 0),
            (&[(Out, "2026-11-16T17:00")], &[Missing::In], 0),
            (&[(In, "2026-11-16T08:00"), (BreakStart, "2026-11-16T12:00")], &[Missing::Out], 240),
            (
                &[(In, "2026-11-16T08:00"), (BreakEnd, "2026-11-16T12:30"), (Out, "2026-11-16T17:00")],
                &[Missing::BreakStart],
                270,
            ),
            (&[(BreakEnd, "2026-11-16T12:30"), (Out, "2026-11-16T17:00")], &[Missing::In], 270),
            (
                &[(In, "2026-11-16T08:00"), (In, "2026-11-16T09:00"), (Out, "2026-11-16T10:00")],
                &[Missing::Out],
                60,
            ),
            (&[(In, "2026-11-16T08:00"), (Out, "2026-11-17T08:00")], &[Missing::Out, Missing::In], 0),
        ];
        for (all, missing, worked) in cases {
            let found = shifts(&punches(all), &zone(), at("2026-11-18T12:00"));
            let lacks: Vec<Missing> = found.iter().flat_map(|shift| shift.missing.clone()).collect();
            assert_eq!(&lacks, missing, "{all:?}");
            assert_eq!(found.iter().map(|shift| shift.worked_minutes).sum::<i64>(), *worked, "{all:?}");
        }
    }

    #[test]
    fn what_is_not_over_runs_until_now_and_is_forgotten_after_eighteen_hours() {
        let all =
            punches(&[(PunchKind::In, "2026-11-16T08:00"), (PunchKind::BreakStart, "2026-11-16T12:00")]);
        let running = &shifts(&all, &zone(), at("2026-11-16T12:20"))[0];
        assert_eq!(running.running, Some((ClockState::OnBreak, at("2026-11-16T12:00"))));
        assert_eq!((running.worked_minutes, running.break_minutes), (240, 20));
        let forgotten = &shifts(&all, &zone(), at("2026-11-17T03:00"))[0];
        assert_eq!((forgotten.running, forgotten.missing.as_slice()), (None, &[Missing::Out][..]));
    }

    fn any_punches() -> impl Strategy<Value = Vec<Punch>> {
        let kind = prop_oneof![
            Just(PunchKind::In),
            Just(PunchKind::BreakStart),
            Just(PunchKind::BreakEnd),
            Just(PunchKind::Out)
        ];
        // Two weeks around the night daylight saving time ends.
        proptest::collection::vec((kind, 0i64..14 * 86_400), 0..40).prop_map(|mut drawn| {
            drawn.sort_by_key(|(_, seconds)| *seconds);
            let start = at("2026-10-25T00:00");
            let punch = |(kind, seconds)| Punch { kind, at: start + SignedDuration::from_secs(seconds) };
            drawn.into_iter().map(punch).collect()
        })
    }

    proptest! {
        #[test]
        fn whatever_is_punched_time_is_never_negative_and_never_more_than_passed(all in any_punches()) {
            let now = at("2026-11-10T00:00");
            let found = shifts(&all, &zone(), now);
            for shift in &found {
                prop_assert!(shift.worked_minutes >= 0 && shift.break_minutes >= 0);
                prop_assert!(shift.worked_minutes + shift.break_minutes <= MAX_SHIFT.as_mins());
            }
            let passed: i64 = match (all.first(), all.last()) {
                (Some(first), Some(last)) => minutes(first.at, last.at),
                _ => 0,
            };
            let counted: i64 = found.iter().map(|shift| shift.worked_minutes + shift.break_minutes).sum();
            prop_assert!(counted <= passed, "{counted} of {passed}");
        }

        #[test]
        fn every_in_begins_a_shift_of_its_own(all in any_punches()) {
            let found = shifts(&all, &zone(), at("2026-11-10T00:00"));
            let begun = found.iter().filter(|shift| !shift.missing.contains(&Missing::In)).count();
            prop_assert_eq!(begun, all.iter().filter(|punch| punch.kind == PunchKind::In).count());
        }

        #[test]
        fn the_parts_of_a_shift_add_up_to_the_whole(seconds in proptest::collection::vec(1i64..3_000, 3)) {
            let start = at("2026-10-31T22:00");
            let mut moment = start;
            let mut all = vec![Punch { kind: PunchKind::In, at: start }];
            for (kind, seconds) in [PunchKind::BreakStart, PunchKind::BreakEnd, PunchKind::Out].into_iter().zip(seconds) {
                moment += SignedDuration::from_secs(seconds);
                all.push(Punch { kind, at: moment });
            }
            let shift = &shifts(&all, &zone(), moment)[0];
            prop_assert_eq!(shift.worked_minutes + shift.break_minutes, minutes(start, moment));
        }
    }
}
