//! Which payday a change counts for.

use super::super::kinds::PayRunState;
use super::{RunClockwork, state};
use crate::shared::day::Day;
use jiff::Timestamp;

/// A run of an employee that isn't over. They come by payday.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct CalendarRun {
    pub period_end: Day,
    pub clockwork: RunClockwork,
}

/// What is asked about a change.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting {
    /// It counts from this day on: earlier paydays are as they were.
    pub from: Option<Day>,
    /// The day that was worked or taken off: it's paid with its period, or later.
    pub worked: Option<Day>,
    /// Payroll isn't told before this.
    pub held_until: Option<Timestamp>,
}

/// What someone can count on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PayTiming {
    /// The payday for which a change counts if it's approved now.
    pub counts_for: Option<Day>,
    /// Approved later than this, it counts for a later payday. None if payroll will say.
    pub approve_by: Option<Timestamp>,
    /// The payday whose payroll is being processed.
    pub processing: Option<Day>,
    pub next_payday: Option<Day>,
}

/// Of an employee's coming runs, by payday.
pub(in super::super) fn timing(
    runs: &[CalendarRun],
    of: &Counting,
    (now, today): (Timestamp, Day),
) -> PayTiming {
    let state_of = |run: &CalendarRun| state(&run.clockwork, now, today);
    let takes = |run: &&CalendarRun| {
        let CalendarRun { period_end, clockwork } = run;
        let is_told =
            of.held_until.is_none_or(|until| clockwork.mark.is_some() || until < clockwork.cutoff_at);
        state_of(run) == PayRunState::Open
            && is_told
            && of.from.is_none_or(|from| from <= clockwork.pay_date)
            && of.worked.is_none_or(|worked| worked <= *period_end)
    };
    let counts = runs.iter().find(takes);
    let is_next = |run: &&CalendarRun| {
        let pay_date = run.clockwork.pay_date;
        pay_date > today || (pay_date == today && state_of(run) != PayRunState::Paid)
    };
    PayTiming {
        counts_for: counts.map(|run| run.clockwork.pay_date),
        approve_by: counts.filter(|run| run.clockwork.mark.is_none()).map(|run| run.clockwork.cutoff_at),
        processing: runs
            .iter()
            .find(|run| state_of(run) == PayRunState::Processing)
            .map(|run| run.clockwork.pay_date),
        next_payday: runs.iter().find(is_next).map(|run| run.clockwork.pay_date),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{cutoff_time, instant};
    use super::*;
    use jiff::tz::TimeZone;

    fn day(text: &str) -> Day {
        Day(text.parse().unwrap())
    }

    fn at(on: &str, time: &str) -> Timestamp {
        instant(day(on), cutoff_time(time).unwrap(), &TimeZone::get("America/Chicago").unwrap())
    }

    fn run(period_end: &str, cutoff: &str, pay_date: &str, mark: Option<PayRunState>) -> CalendarRun {
        let clockwork = RunClockwork { cutoff_at: at(cutoff, "17:00"), pay_date: day(pay_date), mark };
        CalendarRun { period_end: day(period_end), clockwork }
    }

    /// Paid every two weeks, with the cut-off three days before.
    fn fortnights(mark: Option<PayRunState>) -> Vec<CalendarRun> {
        vec![
            run("2026-11-07", "2026-11-10", "2026-11-13", mark),
            run("2026-11-21", "2026-11-24", "2026-11-27", None),
            run("2026-12-05", "2026-12-08", "2026-12-11", None),
        ]
    }

    #[test]
    fn a_change_counts_for_the_first_payday_that_still_takes_it() {
        use PayRunState::{Open, Paid, Processing};
        let plain = Counting::default();
        let from = |text| Counting { from: Some(day(text)), ..plain };
        let worked = |text| Counting { worked: Some(day(text)), ..plain };
        let held = |on| Counting { held_until: Some(at(on, "17:00")), ..plain };
        // (what payroll said of the first run, on, at, about, counts for, has a cut-off, being processed, next payday)
        for (mark, on, time, of, counts, has_cutoff, processing, next) in [
            (None, "2026-11-10", "16:59", plain, Some("2026-11-13"), true, None, "2026-11-13"),
            (None, "2026-11-10", "17:00", plain, Some("2026-11-27"), true, Some("2026-11-13"), "2026-11-13"),
            (None, "2026-11-13", "23:00", plain, Some("2026-11-27"), true, Some("2026-11-13"), "2026-11-13"),
            (None, "2026-11-14", "00:00", plain, Some("2026-11-27"), true, None, "2026-11-27"),
            // Payroll closed early, opened again, or is done.
            (
                Some(Processing),
                "2026-11-09",
                "09:00",
                plain,
                Some("2026-11-27"),
                true,
                Some("2026-11-13"),
                "2026-11-13",
            ),
            (Some(Open), "2026-11-12", "09:00", plain, Some("2026-11-13"), false, None, "2026-11-13"),
            (Some(Paid), "2026-11-13", "09:00", plain, Some("2026-11-27"), true, None, "2026-11-27"),
            // It begins later, or is about days of a later period.
            (None, "2026-11-09", "09:00", from("2026-11-13"), Some("2026-11-13"), true, None, "2026-11-13"),
            (None, "2026-11-09", "09:00", from("2026-11-14"), Some("2026-11-27"), true, None, "2026-11-13"),
            (None, "2026-11-09", "09:00", worked("2026-11-08"), Some("2026-11-27"), true, None, "2026-11-13"),
            (
                None,
                "2026-11-25",
                "09:00",
                worked("2026-11-12"),
                Some("2026-12-11"),
                true,
                Some("2026-11-27"),
                "2026-11-27",
            ),
            (
                None,
                "2026-11-25",
                "09:00",
                worked("2026-12-30"),
                None,
                false,
                Some("2026-11-27"),
                "2026-11-27",
            ),
            // A new account is on hold until after the cut-off.
            (None, "2026-11-09", "17:30", held("2026-11-10"), Some("2026-11-27"), true, None, "2026-11-13"),
            (
                Some(Open),
                "2026-11-12",
                "09:00",
                held("2026-11-13"),
                Some("2026-11-13"),
                false,
                None,
                "2026-11-13",
            ),
        ] {
            let found = timing(&fortnights(mark), &of, (at(on, time), day(on)));
            let shown = (found.counts_for, found.processing, found.next_payday);
            let expected = (counts.map(day), processing.map(day), Some(day(next)));
            assert_eq!(shown, expected, "{mark:?} on {on} at {time} about {of:?}");
            assert_eq!(found.approve_by.is_some(), has_cutoff, "{mark:?} on {on} at {time} about {of:?}");
        }
        let none = timing(&[], &plain, (at("2026-11-10", "09:00"), day("2026-11-10")));
        assert_eq!(none, PayTiming::default());
    }
}
