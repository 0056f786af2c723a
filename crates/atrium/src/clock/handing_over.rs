//! What payroll learns of the clock: the hours of each pay period, once it's over and its last night shift, too. After a
//! correction or a late punch they're counted again, and payroll gets what differs. Time before the first punch that was
//! marked here isn't told.

use super::shifts::{self, MAX_SHIFT, Punch};
use super::store::{self, PeriodRow};
use super::{Punches, rules, window, zone};
use crate::access::{self, EmployeeScope, TimeEntryScope, Write};
use crate::app::App;
use crate::feature_row::Done;
use crate::handover::{self, PayrollKind};
use crate::shared::clock;
use crate::shared::day::Day;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::collections::BTreeMap;

/// How many periods are counted in one round.
const MAX_ROUND: usize = 100;

/// A punch at one of these moments counts, or no longer does: its period is counted once it's over. A shift belongs to the
/// day it began on, which may be the day before.
pub(super) async fn mark(
    work: &mut Work,
    scope: &EmployeeScope<Punches, Write>,
    moments: &[Timestamp],
) -> Result<(), Problem> {
    let (zone, now) = (zone(scope), work.now());
    let periods = store::periods(work.tx(), scope).await?;
    let days = moments.iter().flat_map(|at| {
        let day = Day(at.to_zoned(zone.clone()).date());
        [day.plus_days(-1), day]
    });
    let mut marked: Vec<(Day, Day)> = days.map(|day| periods.around(day)).collect();
    marked.sort_unstable();
    marked.dedup();
    for (first, last) in marked {
        let (_, over) = window(&zone, first, last);
        let id = work.new_id();
        work.add_to_commit(store::marked(scope, id, (first, last), over.max(now)));
    }
    Ok(())
}

/// Counts what is due. `Batch` if there may be more.
pub async fn note_hours(app: &App) -> Result<Done, Problem> {
    let upkeep = access::upkeep();
    let due = store::due_periods(&app.db, &upkeep, app.clock.now(), MAX_ROUND as i64).await?;
    for period in &due {
        let author = Author { tenant: period.tenant_id, person: None, address: String::new() };
        let mut work = Work::begin(app, &app.db, author).await?;
        let scope = access::counted(&upkeep, period.tenant_id, period.company_id, period.employee_id);
        store::take_card(work.tx(), &scope).await?;
        let now = work.now();
        // Another node may have been faster, or someone punched and it isn't due any more.
        if !store::claim_period(work.tx(), &scope, period.id, now).await? {
            continue;
        }
        let zone = clock::zone(&period.time_zone);
        count(&mut work, &scope, (period.first_day, period.last_day), (&zone, &period.earning_code)).await?;
        work.commit().await?;
    }
    Ok(if due.len() < MAX_ROUND { Done::Everything } else { Done::Batch })
}

async fn count(
    work: &mut Work,
    scope: &TimeEntryScope,
    span: (Day, Day),
    (zone, code): (&TimeZone, &str),
) -> Result<(), Problem> {
    let now = work.now();
    let rows = store::periods_over(work.tx(), scope, span).await?;
    for (at, row) in rows.iter().enumerate() {
        let (from, to) = window(zone, row.first_day, row.last_day);
        if to > now {
            continue;
        }
        let punches = store::punches_between(work.tx(), scope, (from, to)).await?;
        let minutes = worked_minutes(&punches, zone, now, |day| belongs(day, row, &rows[..at]));
        let mut hours = BTreeMap::new();
        if minutes > 0 {
            hours.insert(format!("{}/{} {code}", row.first_day, row.last_day), rules::hours(minutes));
        }
        handover::note_hours(work, scope, PayrollKind::Hours, row.id, &hours).await?;
    }
    Ok(())
}

/// A day belongs to the oldest period that has it, so none is counted twice where a company changed its periods.
fn belongs(day: Day, row: &PeriodRow, older: &[PeriodRow]) -> bool {
    let has = |row: &PeriodRow| (row.first_day..=row.last_day).contains(&day);
    has(row) && !older.iter().any(has)
}

fn worked_minutes(punches: &[Punch], zone: &TimeZone, now: Timestamp, counts: impl Fn(Day) -> bool) -> i64 {
    let all = shifts::shifts(punches, zone, now);
    all.iter()
        .filter(|shift| counts(shift.day))
        .map(|shift| shift.worked_minutes.min(MAX_SHIFT.as_mins()))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::super::kinds::PunchKind;
    use super::*;
    use jiff::civil::date;
    use uuid::Uuid;

    fn row(id: u128, first: i8, last: i8) -> PeriodRow {
        let day = |day| Day(date(2026, 11, day));
        PeriodRow { id: Uuid::from_u128(id), first_day: day(first), last_day: day(last) }
    }

    #[test]
    fn a_day_counts_once_where_periods_overlap() {
        let rows = [row(1, 1, 7), row(2, 5, 18)];
        for day in 1..=18 {
            let owners = (0..2).filter(|at| belongs(Day(date(2026, 11, day)), &rows[*at], &rows[..*at]));
            assert_eq!(owners.count(), 1, "{day}");
        }
    }

    #[test]
    fn a_night_shift_counts_in_the_period_it_began_in() {
        let zone = TimeZone::get("America/Chicago").unwrap();
        let at = |text: &str| {
            text.parse::<jiff::civil::DateTime>().unwrap().to_zoned(zone.clone()).unwrap().timestamp()
        };
        let punches = [
            Punch { kind: PunchKind::In, at: at("2026-11-07T22:00") },
            Punch { kind: PunchKind::Out, at: at("2026-11-08T06:30") },
        ];
        let counted = |last: i8| {
            worked_minutes(&punches, &zone, at("2026-11-09T12:00"), |day| day <= Day(date(2026, 11, last)))
        };
        assert_eq!((counted(7), counted(6)), (510, 0));
    }
}
