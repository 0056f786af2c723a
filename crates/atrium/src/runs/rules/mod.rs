//! Which pay runs there can be, what state each is in, and for which one a change counts. Pure: `now` is a moment on the
//! business day, and `today` that day where the company is.

mod schedule;
mod timing;

pub use schedule::RunSchedule;
pub(super) use schedule::plan;
pub(super) use timing::{CalendarRun, timing};
pub use timing::{Counting, PayTiming};

use super::kinds::PayRunState;
use crate::shared::day::Day;
use crate::shared::id::PayGroupId;
use crate::shared::refusal::refusals;
use jiff::Timestamp;
use jiff::civil::Time;
use jiff::tz::TimeZone;

/// No pay period is longer than this.
const MAX_PERIOD_DAYS: i32 = 62;
/// A payday isn't further from its period than this.
const MAX_PAY_AFTER_DAYS: i32 = 62;

refusals! {
    pub enum RunRefusal {
        DateOutOfRange(field) = "DATE_OUT_OF_RANGE": "The date must be between 1900 and 2099.",
        PeriodEndsFirst = "RUN_PERIOD_ENDS_FIRST" at "periodEnd": "The period can't end before it begins.",
        PeriodTooLong = "RUN_PERIOD_TOO_LONG" at "periodEnd": "A period can have at most 62 days.",
        PaydayTooEarly = "RUN_PAYDAY_TOO_EARLY" at "payDate": "The payday can't be before the period begins.",
        PaydayTooLate = "RUN_PAYDAY_TOO_LATE" at "payDate": "The payday can be at most 62 days after the period.",
        CutoffTime = "RUN_CUTOFF_TIME" at "cutoffTime": "Enter a time like 17:00.",
        CutoffAfterPayday = "RUN_CUTOFF_AFTER_PAYDAY" at "cutoffDay": "The cut-off can't be after the payday.",
        CutoffTooEarly = "RUN_CUTOFF_TOO_EARLY" at "cutoffDay": "The cut-off can't be before the period begins.",
        Overlap = "RUN_OVERLAP" at "periodBegin":
            "There is already a run for some of these days. Choose other days or another pay group.",
        NotOpen = "RUN_NOT_OPEN": "Only an open run can be changed or removed.",
        WrongState = "RUN_WRONG_STATE": "This run can't be set to that state now.",
        PaydayOver = "RUN_PAYDAY_OVER": "This payday is over, so the run stays paid.",
        ScheduleBegin = "SCHEDULE_BEGIN" at "firstBegin":
            "Twice a month, a period begins on the 1st or the 16th. Once a month, on a day up to the 28th.",
        SchedulePayday = "SCHEDULE_PAYDAY" at "firstPayday":
            "The first payday must be after the first period begins, and at most 62 days after it ends.",
        ScheduleCutoff = "SCHEDULE_CUTOFF" at "cutoffDays": "Enter a number of workdays from 0 to 10.",
        ScheduleCount = "SCHEDULE_COUNT" at "count": "Enter a number of runs from 1 to 60.",
    }
}

/// A run as it's added or edited; the cut-off is in the company's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunDraft {
    /// None: everyone at the company.
    pub pay_group: Option<PayGroupId>,
    pub period_begin: Day,
    pub period_end: Day,
    pub cutoff_day: Day,
    pub cutoff_time: Time,
    pub pay_date: Day,
}

/// What decides a run's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RunClockwork {
    pub cutoff_at: Timestamp,
    pub pay_date: Day,
    pub mark: Option<PayRunState>,
}

/// A payday that is over is paid. Before that, what payroll said counts; without it, the cut-off.
pub(super) fn state(run: &RunClockwork, now: Timestamp, today: Day) -> PayRunState {
    match run.mark {
        Some(PayRunState::Paid) => PayRunState::Paid,
        _ if run.pay_date < today => PayRunState::Paid,
        Some(mark) => mark,
        None if run.cutoff_at <= now => PayRunState::Processing,
        None => PayRunState::Open,
    }
}

/// What to note so that a run is in a state; `None` if the dates alone say so.
pub(super) fn marked(
    run: &RunClockwork,
    to: PayRunState,
    (now, today): (Timestamp, Day),
) -> Result<Option<PayRunState>, RunRefusal> {
    use PayRunState::{Open, Paid, Processing};
    if run.pay_date < today {
        return Err(RunRefusal::PaydayOver);
    }
    match (state(run, now, today), to) {
        (Open, Processing) | (Processing | Paid, Open) | (Processing, Paid) => {}
        _ => return Err(RunRefusal::WrongState),
    }
    let unmarked = RunClockwork { mark: None, ..*run };
    Ok(Some(to).filter(|to| state(&unmarked, now, today) != *to))
}

/// `17:00`, on the hour or not.
pub fn cutoff_time(text: &str) -> Result<Time, RunRefusal> {
    let (hour, minute) = text.trim().split_once(':').ok_or(RunRefusal::CutoffTime)?;
    let number = |part: &str| {
        let is_number = (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<i8>().ok().filter(|_| is_number)
    };
    let time = number(hour).zip(number(minute).filter(|_| minute.len() == 2));
    time.and_then(|(hour, minute)| Time::new(hour, minute, 0, 0).ok()).ok_or(RunRefusal::CutoffTime)
}

/// The moment when a clock at the company shows this. A time that the clocks skip is moved past the gap.
pub(super) fn instant(day: Day, time: Time, zone: &TimeZone) -> Timestamp {
    let at = day.0.to_datetime(time).to_zoned(zone.clone());
    at.map_or(Timestamp::UNIX_EPOCH, |at| at.timestamp())
}

pub(super) fn check(draft: &RunDraft) -> Result<(), RunRefusal> {
    for (field, day) in [
        ("periodBegin", draft.period_begin),
        ("periodEnd", draft.period_end),
        ("cutoffDay", draft.cutoff_day),
        ("payDate", draft.pay_date),
    ] {
        if !day.is_in_range() {
            return Err(RunRefusal::DateOutOfRange(field));
        }
    }
    if draft.period_end < draft.period_begin {
        return Err(RunRefusal::PeriodEndsFirst);
    }
    if days(draft.period_begin, draft.period_end) >= MAX_PERIOD_DAYS {
        return Err(RunRefusal::PeriodTooLong);
    }
    if draft.pay_date < draft.period_begin {
        return Err(RunRefusal::PaydayTooEarly);
    }
    if days(draft.period_end, draft.pay_date) > MAX_PAY_AFTER_DAYS {
        return Err(RunRefusal::PaydayTooLate);
    }
    if draft.cutoff_day > draft.pay_date {
        return Err(RunRefusal::CutoffAfterPayday);
    }
    if draft.cutoff_day < draft.period_begin {
        return Err(RunRefusal::CutoffTooEarly);
    }
    Ok(())
}

fn days(from: Day, to: Day) -> i32 {
    (to.0 - from.0).get_days()
}

/// Whether someone would be in both runs for some of their days.
pub(super) fn overlaps(one: (Option<PayGroupId>, Day, Day), other: (Option<PayGroupId>, Day, Day)) -> bool {
    let has_both = one.0.is_none() || other.0.is_none() || one.0 == other.0;
    has_both && one.1 <= other.2 && other.1 <= one.2
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn day(text: &str) -> Day {
        Day(text.parse().unwrap())
    }

    fn draft() -> RunDraft {
        RunDraft {
            pay_group: None,
            period_begin: day("2026-11-08"),
            period_end: day("2026-11-21"),
            cutoff_day: day("2026-11-24"),
            cutoff_time: Time::constant(17, 0, 0, 0),
            pay_date: day("2026-11-27"),
        }
    }

    #[test]
    fn a_run_has_its_days_in_order() {
        assert_eq!(check(&draft()), Ok(()));
        let same_day = RunDraft { cutoff_day: day("2026-11-27"), ..draft() };
        assert_eq!(check(&same_day), Ok(()), "the cut-off may be on the payday");
        for (wrong, refusal) in [
            (RunDraft { period_end: day("2026-11-07"), ..draft() }, RunRefusal::PeriodEndsFirst),
            (RunDraft { period_begin: day("2026-09-20"), ..draft() }, RunRefusal::PeriodTooLong),
            (RunDraft { pay_date: day("2026-11-07"), ..draft() }, RunRefusal::PaydayTooEarly),
            (RunDraft { pay_date: day("2027-01-23"), ..draft() }, RunRefusal::PaydayTooLate),
            (RunDraft { cutoff_day: day("2026-11-28"), ..draft() }, RunRefusal::CutoffAfterPayday),
            (RunDraft { cutoff_day: day("2026-11-07"), ..draft() }, RunRefusal::CutoffTooEarly),
            (RunDraft { pay_date: Day(date(2100, 1, 1)), ..draft() }, RunRefusal::DateOutOfRange("payDate")),
        ] {
            assert_eq!(check(&wrong), Err(refusal), "{wrong:?}");
        }
    }

    #[test]
    fn no_one_is_in_two_runs_for_the_same_days() {
        let group = |n: u128| Some(PayGroupId(uuid::Uuid::from_u128(n)));
        let of = |group, from, to| (group, day(from), day(to));
        let first = of(group(1), "2026-11-08", "2026-11-21");
        assert!(overlaps(first, of(group(1), "2026-11-21", "2026-12-04")));
        assert!(overlaps(first, of(None, "2026-11-01", "2026-11-30")), "everyone includes the group");
        assert!(!overlaps(first, of(group(1), "2026-11-22", "2026-12-05")));
        assert!(!overlaps(first, of(group(2), "2026-11-08", "2026-11-21")));
    }

    #[test]
    fn the_state_follows_from_the_time_and_from_what_payroll_says() {
        use PayRunState::{Open, Paid, Processing};
        let zone = TimeZone::get("America/Los_Angeles").unwrap();
        let at = |text: &str, hour: i8| instant(day(text), Time::new(hour, 0, 0, 0).unwrap(), &zone);
        let run = |mark| RunClockwork { cutoff_at: at("2026-11-24", 17), pay_date: day("2026-11-27"), mark };
        // (marked, on, at, state, what can be said of it then)
        for (mark, on, hour, expected, can) in [
            (None, "2026-11-16", 9, Open, vec![(Processing, Some(Processing))]),
            (None, "2026-11-24", 16, Open, vec![(Processing, Some(Processing))]),
            (None, "2026-11-24", 17, Processing, vec![(Open, Some(Open)), (Paid, Some(Paid))]),
            (None, "2026-11-27", 23, Processing, vec![(Open, Some(Open)), (Paid, Some(Paid))]),
            (None, "2026-11-28", 0, Paid, vec![]),
            (Some(Processing), "2026-11-16", 9, Processing, vec![(Open, None), (Paid, Some(Paid))]),
            (Some(Open), "2026-11-25", 9, Open, vec![(Processing, None)]),
            (Some(Open), "2026-11-28", 9, Paid, vec![]),
            (Some(Paid), "2026-11-25", 9, Paid, vec![(Open, Some(Open))]),
            (Some(Paid), "2026-11-20", 9, Paid, vec![(Open, None)]),
        ] {
            let (now, today) = (at(on, hour), day(on));
            assert_eq!(state(&run(mark), now, today), expected, "{mark:?} on {on} at {hour}");
            for to in [Open, Processing, Paid] {
                let says = marked(&run(mark), to, (now, today)).ok();
                let expected = can.iter().find(|(state, _)| *state == to).map(|(_, mark)| *mark);
                assert_eq!(says, expected, "{mark:?} on {on} at {hour} to {to:?}");
            }
        }
    }

    #[test]
    fn a_cut_off_is_a_time_of_day_where_the_company_is() {
        assert_eq!(cutoff_time(" 9:30 "), Ok(Time::constant(9, 30, 0, 0)));
        for text in ["", "5 pm", "24:00", "17:60", "17:5", "17", "-1:00", "017:00", "17:00:00"] {
            assert_eq!(cutoff_time(text), Err(RunRefusal::CutoffTime), "{text}");
        }
        let zone = TimeZone::get("America/Los_Angeles").unwrap();
        let five = instant(day("2026-11-24"), Time::constant(17, 0, 0, 0), &zone);
        assert_eq!(five.to_string(), "2026-11-25T01:00:00Z");
        // The clocks skip 2:30 that night.
        let skipped = instant(day("2027-03-14"), Time::constant(2, 30, 0, 0), &zone);
        assert_eq!(skipped.to_string(), "2027-03-14T10:30:00Z");
    }
}
