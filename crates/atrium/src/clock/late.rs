//! Punches made without a network: recorded at the time of the press, and marked for the manager. Two devices may send
//! theirs in any order, so none is refused for what comes before or after it. What's missing then shows on the time card.

use super::rules;
use super::shifts::Punch;
use super::store::{self, LatePress, LatePunch, PunchOrigin, PunchRow};
use super::{EmployeeClock, PunchKind, Punches, clock, clock_of, handing_over, window, zone};
use crate::access::{ApproverScope, EmployeeScope, Need, Write};
use crate::shared::day::{Day, Moment};
use crate::shared::event_feed::EventType;
use crate::shared::id::{PressId, PunchId};
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Db;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

/// A manager looks back two pay periods of two weeks.
const SHOWN: SignedDuration = SignedDuration::from_hours(28 * 24);

/// A press without a network, as the device sends it later.
pub(super) struct LateReport {
    pub press: PressId,
    pub kind: PunchKind,
    /// What the device's clock showed at the press.
    pub device_at: Timestamp,
    /// How far that clock was behind ours, as measured while there was a network.
    pub offset_seconds: i32,
}

/// Records a punch at the time it was made. One that's here already changes nothing, and isn't refused either: the device
/// can forget it.
pub(super) async fn report(
    work: &mut Work,
    scope: &EmployeeScope<Punches, Write>,
    (today, now): (Day, Timestamp),
    late: LateReport,
) -> Result<EmployeeClock, Problem> {
    if !store::take_to_punch(work.tx(), scope, today).await? {
        return Err(Problem::Forbidden);
    }
    if store::is_known(work.tx(), scope, late.press).await? {
        return clock(work.tx(), scope, today, now).await;
    }
    let zone = zone(scope);
    let at = rules::pressed_at(late.device_at, late.offset_seconds, now)?;
    let day = Day(at.to_zoned(zone.clone()).date());
    rules::check_period_open(&store::periods(work.tx(), scope).await?, day, today)?;
    let (from, _) = window(&zone, day.plus_days(-1), today);
    let mut rows = store::punches(work.tx(), scope, (from, now + super::CLOCKS_DIFFER)).await?;
    let punches: Vec<Punch> = rows.iter().map(PunchRow::punch).collect();
    let punch = Punch { kind: late.kind, at };
    if rules::is_here(&punches, punch) {
        return Ok(clock_of(&rows, &zone, today, now));
    }
    let id = PunchId(work.new_id());
    let LateReport { press, kind, device_at, .. } = late;
    let origin = PunchOrigin::Late(LatePress { press, device_at, reported_at: now });
    store::insert_punch(work.tx(), scope, id, punch, origin).await?;
    handing_over::mark(work, scope, &[at]).await?;
    let detail = json!({
        "employeeId": scope.employee(),
        "kind": kind,
        "at": at,
        "deviceAt": device_at,
        "reportedAt": now,
    });
    work.record("clock.report", "clock_punch", id.0, detail);
    work.publish(EventType::ClockPunched.of(id.0).at(scope.company()).about(scope.employee()));
    rows.push(PunchRow { id, kind, at: Moment(at), is_corrected: false, reported_at: Some(Moment(now)) });
    rows.sort_by_key(|row| row.at);
    Ok(clock_of(&rows, &zone, today, now))
}

/// What came late in the last four weeks, from everyone this approver reaches.
pub(super) async fn late_punches(
    db: &Db,
    scope: &ApproverScope<Punches, impl Need>,
    now: Timestamp,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<LatePunch>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::late_punches(db, scope, now - SHOWN, &ask).await?;
    Ok(cursors.page(&ask, rows, LatePunch::sort_keys))
}
