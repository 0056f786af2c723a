//! A company's runs from how often it pays: one period after the other, and a payday and a cut-off for each.

use super::{MAX_PAY_AFTER_DAYS, RunDraft, RunRefusal, check, days};
use crate::shared::day::Day;
use crate::shared::id::PayGroupId;
use crate::shared::pay_period::PayPeriod;
use jiff::civil::{Date, Time, Weekday};
use std::collections::BTreeSet;

const MAX_RUNS: i64 = 60;
const MAX_CUTOFF_DAYS: i64 = 10;
/// A year never has this many days off in a row; a calendar of holidays only might.
const MAX_MOVED_DAYS: i64 = 31;

#[derive(Clone, Copy, Debug)]
pub struct RunSchedule {
    /// None: everyone at the company.
    pub pay_group: Option<PayGroupId>,
    pub every: PayPeriod,
    /// The first day of the first period.
    pub first_begin: Day,
    /// The others come as many days after their periods, moved before a weekend or holiday.
    pub first_payday: Day,
    /// How many workdays before the payday.
    pub cutoff_days: i64,
    pub cutoff_time: Time,
    pub count: i64,
}

/// The runs of a schedule. `holidays` are the company's.
pub(in super::super) fn plan(
    schedule: &RunSchedule,
    holidays: &BTreeSet<Day>,
) -> Result<Vec<RunDraft>, RunRefusal> {
    let RunSchedule { every, first_begin, first_payday, cutoff_days, count, .. } = *schedule;
    for (field, day) in [("firstBegin", first_begin), ("firstPayday", first_payday)] {
        if !day.is_in_range() {
            return Err(RunRefusal::DateOutOfRange(field));
        }
    }
    if !(1..=MAX_RUNS).contains(&count) {
        return Err(RunRefusal::ScheduleCount);
    }
    if !(0..=MAX_CUTOFF_DAYS).contains(&cutoff_days) {
        return Err(RunRefusal::ScheduleCutoff);
    }
    let is_begin = match every {
        PayPeriod::Weekly | PayPeriod::Biweekly => true,
        PayPeriod::Semimonthly => matches!(first_begin.0.day(), 1 | 16),
        PayPeriod::Monthly => first_begin.0.day() <= 28,
    };
    if !is_begin {
        return Err(RunRefusal::ScheduleBegin);
    }
    let after = days(end_of(every, first_begin), first_payday);
    if first_payday < first_begin || after > MAX_PAY_AFTER_DAYS {
        return Err(RunRefusal::SchedulePayday);
    }
    let (mut runs, mut begin) = (vec![], first_begin);
    for _ in 0..count {
        let end = end_of(every, begin);
        let pay_date = workday(end.plus_days(after.into()), holidays).max(begin);
        let mut cutoff_day = pay_date;
        for _ in 0..cutoff_days {
            cutoff_day = workday(cutoff_day.plus_days(-1), holidays);
        }
        let run = RunDraft {
            pay_group: schedule.pay_group,
            period_begin: begin,
            period_end: end,
            cutoff_day: cutoff_day.max(begin),
            cutoff_time: schedule.cutoff_time,
            pay_date,
        };
        // Only the end of the calendar can be in the way.
        check(&run).map_err(|_| RunRefusal::ScheduleCount)?;
        runs.push(run);
        begin = end.plus_days(1);
    }
    Ok(runs)
}

fn end_of(every: PayPeriod, begin: Day) -> Day {
    let day = begin.0;
    match every {
        PayPeriod::Weekly => begin.plus_days(6),
        PayPeriod::Biweekly => begin.plus_days(13),
        PayPeriod::Semimonthly if day.day() < 16 => begin.plus_days(15 - i64::from(day.day())),
        PayPeriod::Semimonthly => Day(day.last_of_month()),
        PayPeriod::Monthly => {
            // Through the day before the same day of the next month, which has it: no period begins after the 28th.
            let next = Day(day.last_of_month()).plus_days(i64::from(day.day()));
            next.plus_days(-1)
        }
    }
}

fn is_workday(day: Date, holidays: &BTreeSet<Day>) -> bool {
    !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) && !holidays.contains(&Day(day))
}

/// This day, or the last workday before it.
fn workday(day: Day, holidays: &BTreeSet<Day>) -> Day {
    let back = (0..MAX_MOVED_DAYS).map(|back| day.plus_days(-back));
    back.into_iter().find(|day| is_workday(day.0, holidays)).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::super::cutoff_time;
    use super::*;

    fn day(text: &str) -> Day {
        Day(text.parse().unwrap())
    }

    fn schedule(every: PayPeriod, first_begin: &str, first_payday: &str) -> RunSchedule {
        RunSchedule {
            pay_group: None,
            every,
            first_begin: day(first_begin),
            first_payday: day(first_payday),
            cutoff_days: 3,
            cutoff_time: cutoff_time("17:00").unwrap(),
            count: 3,
        }
    }

    /// (begin, end, cut-off, payday)
    fn planned(schedule: &RunSchedule, holidays: &[&str]) -> Vec<[String; 4]> {
        let holidays = holidays.iter().map(|text| day(text)).collect();
        let days = |run: RunDraft| [run.period_begin, run.period_end, run.cutoff_day, run.pay_date];
        let runs = plan(schedule, &holidays).unwrap();
        runs.into_iter().map(|run| days(run).map(|day| day.to_string())).collect()
    }

    #[test]
    fn periods_follow_each_other_and_paydays_come_before_weekends_and_holidays() {
        for (schedule, holidays, runs) in [
            (
                schedule(PayPeriod::Weekly, "2026-11-08", "2026-11-20"),
                vec!["2026-11-26", "2026-11-27"],
                [
                    ["2026-11-08", "2026-11-14", "2026-11-17", "2026-11-20"],
                    // The Friday after Thanksgiving is a holiday, and so is the day before.
                    ["2026-11-15", "2026-11-21", "2026-11-20", "2026-11-25"],
                    ["2026-11-22", "2026-11-28", "2026-12-01", "2026-12-04"],
                ],
            ),
            (
                schedule(PayPeriod::Biweekly, "2026-11-08", "2026-11-27"),
                vec!["2026-11-26"],
                [
                    ["2026-11-08", "2026-11-21", "2026-11-23", "2026-11-27"],
                    ["2026-11-22", "2026-12-05", "2026-12-08", "2026-12-11"],
                    ["2026-12-06", "2026-12-19", "2026-12-22", "2026-12-25"],
                ],
            ),
            (
                // Paid on the last day of each half: the 15th of November is a Sunday.
                schedule(PayPeriod::Semimonthly, "2026-11-01", "2026-11-15"),
                vec![],
                [
                    ["2026-11-01", "2026-11-15", "2026-11-10", "2026-11-13"],
                    ["2026-11-16", "2026-11-30", "2026-11-25", "2026-11-30"],
                    ["2026-12-01", "2026-12-15", "2026-12-10", "2026-12-15"],
                ],
            ),
            (
                schedule(PayPeriod::Monthly, "2027-01-28", "2027-03-01"),
                vec![],
                [
                    ["2027-01-28", "2027-02-27", "2027-02-24", "2027-03-01"],
                    ["2027-02-28", "2027-03-27", "2027-03-24", "2027-03-29"],
                    ["2027-03-28", "2027-04-27", "2027-04-26", "2027-04-29"],
                ],
            ),
        ] {
            let runs = runs.map(|run| run.map(str::to_owned));
            assert_eq!(planned(&schedule, &holidays), runs, "{:?}", schedule.every);
        }
    }

    #[test]
    fn a_schedule_that_makes_no_calendar_is_refused_at_its_field() {
        let good = schedule(PayPeriod::Semimonthly, "2026-11-01", "2026-11-15");
        let none = BTreeSet::new();
        for (wrong, refusal) in [
            (RunSchedule { first_begin: day("2026-11-02"), ..good }, RunRefusal::ScheduleBegin),
            (
                RunSchedule { every: PayPeriod::Monthly, first_begin: day("2026-12-29"), ..good },
                RunRefusal::ScheduleBegin,
            ),
            (RunSchedule { first_payday: day("2026-10-31"), ..good }, RunRefusal::SchedulePayday),
            (RunSchedule { first_payday: day("2027-01-17"), ..good }, RunRefusal::SchedulePayday),
            (RunSchedule { cutoff_days: 11, ..good }, RunRefusal::ScheduleCutoff),
            (RunSchedule { cutoff_days: -1, ..good }, RunRefusal::ScheduleCutoff),
            (RunSchedule { count: 0, ..good }, RunRefusal::ScheduleCount),
            (RunSchedule { count: 61, ..good }, RunRefusal::ScheduleCount),
            (
                RunSchedule { first_begin: day("1899-12-16"), ..good },
                RunRefusal::DateOutOfRange("firstBegin"),
            ),
            (
                RunSchedule { first_begin: day("2099-12-16"), first_payday: day("2099-12-31"), ..good },
                RunRefusal::ScheduleCount,
            ),
        ] {
            assert_eq!(plan(&wrong, &none), Err(refusal), "{wrong:?}");
        }
        assert!(plan(&RunSchedule { count: 60, cutoff_days: 0, ..good }, &none).is_ok());
    }
}
