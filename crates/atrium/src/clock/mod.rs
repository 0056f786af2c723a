//! Our own time clock, for companies without a vendor for it.
//!
//! - An employee punches in and out, and starts and ends breaks. A punch that makes no sense next is refused
//!   (`rules.rs`). Hours come from the instants of the punches (`shifts.rs`) and are never stored.
//! - A punch is never edited. An employee who missed one or got it wrong requests a correction, with a reason. It
//!   counts once someone with a line in the area Time Off approves it. No one decides their own.
//! - A punch made without a network is sent later and recorded at the time it was made, by our clock (`late.rs`). It counts
//!   once, however often and from however many devices it's sent, and only within 72 hours and in an open pay period.
//!   Managers see that it was reported late.
//! - Payroll gets the hours of a pay period once it's over, and what a later correction changes (`handing_over.rs`).
//! - Approvers get mail about a correction, and the employee about the decision.
//! - If several people decide at the same time, the first one wins and the others see the result.
//! - `schedule.rs`: when someone is supposed to work.

mod demo;
mod graphql;
mod handing_over;
mod import;
mod kinds;
mod late;
mod manager_graphql;
mod rules;
mod schedule;
mod shifts;
mod store;

pub use demo::DEMO;
pub use graphql::{ClockMutation, ClockQuery};
pub use handing_over::note_hours;
pub use import::SHEETS;
pub use kinds::{CorrectionAction, PunchKind};
pub use manager_graphql::{TeamClockMutation, TeamClockQuery};
pub use store::Correction;

use crate::access::{
    ApproverScope, Asked, EmployeeScope, Feature, InArea, Managed, Need, Opens, Own, Permission, Write, area,
};
use crate::inbox;
use crate::notices::{self, CorrectionFacts, CorrectionNews, Letter};
use crate::shared::clock;
use crate::shared::day::{Day, Moment};
use crate::shared::event_feed::{EventType, Fact};
use crate::shared::id::{CorrectionId, PressId, PunchId};
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::time_off::{self, Absences, TimeOffRecipient};
use crate::work::Work;
use db::{Db, Read};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use kinds::{ClockState, CorrectionStatus};
use rules::{ClockRefusal, PunchChange};
use schedule::Scheduled;
use serde_json::json;
use shifts::{MAX_SHIFT, Punch, Shift};
use store::{AtWork, PunchOrigin, PunchRow, Written};

pub const REFUSALS: &[&str] = ClockRefusal::CODES;

/// Access: an employee's own punches and time cards, and those a manager corrects.
pub struct Punches;

impl Own for Punches {
    const OWN: Asked = Feature::Time.by(Permission::EmployeePunch);
}

impl Managed for Punches {
    const MANAGED: Asked = Feature::ManagerTimeClock.asked();
}
impl InArea<area::TimeOff> for Punches {}
impl Opens<Absences> for Punches {}
impl Opens<WorkSchedule> for Punches {}

/// Access: the same, from a phone.
pub struct MobileClock;

impl Own for MobileClock {
    const OWN: Asked = Feature::Time.by(Permission::EmployeeMobilePunch);
}
impl Opens<Punches> for MobileClock {}

/// Access: an employee's own schedule.
pub struct WorkSchedule;

impl Own for WorkSchedule {
    const OWN: Asked = Feature::Time.by(Permission::Employee);
}

/// Two machines' clocks may differ by this much.
const CLOCKS_DIFFER: SignedDuration = SignedDuration::from_mins(5);

/// One employee's clock right now.
struct EmployeeClock {
    state: ClockState,
    since: Option<Timestamp>,
    /// The day of the running shift, or today.
    day: Day,
    worked_minutes: i64,
    break_minutes: i64,
    punches: Vec<PunchRow>,
}

/// The hours in a pay period.
struct Card {
    first: Day,
    last: Day,
    days: Vec<CardDay>,
    corrections: Vec<Correction>,
}

struct CardDay {
    scheduled: Scheduled,
    shifts: Vec<Shift>,
    punches: Vec<PunchRow>,
}

fn zone(scope: &EmployeeScope<Punches, impl Need>) -> TimeZone {
    clock::zone(&scope.time_zone())
}

/// The instants that enclose every punch of these days, including the night that starts on the last one.
fn window(zone: &TimeZone, first: Day, last: Day) -> (Timestamp, Timestamp) {
    let midnight = |day: Day| {
        let zoned = day.0.to_zoned(zone.clone());
        zoned.map_or(Timestamp::UNIX_EPOCH, |zoned| zoned.timestamp())
    };
    (midnight(first) - MAX_SHIFT, midnight(last.plus_days(1)) + MAX_SHIFT)
}

/// Each shift with its punches. A punch belongs to the last shift that had started by then.
fn with_punches(rows: &[PunchRow], zone: &TimeZone, now: Timestamp) -> Vec<(Shift, Vec<PunchRow>)> {
    let punches: Vec<Punch> = rows.iter().map(PunchRow::punch).collect();
    let mut all: Vec<(Shift, Vec<PunchRow>)> =
        shifts::shifts(&punches, zone, now).into_iter().map(|shift| (shift, vec![])).collect();
    for row in rows {
        if let Some((_, its)) = all.iter_mut().rev().find(|(shift, _)| shift.began <= row.at.0) {
            its.push(*row);
        }
    }
    all
}

async fn clock(
    from: impl Read,
    scope: &EmployeeScope<Punches, impl Need>,
    today: Day,
    now: Timestamp,
) -> Result<EmployeeClock, Problem> {
    let zone = zone(scope);
    let (since, _) = window(&zone, today, today);
    let rows = store::punches(from, scope, (since, now)).await?;
    Ok(clock_of(&rows, &zone, today, now))
}

fn clock_of(rows: &[PunchRow], zone: &TimeZone, today: Day, now: Timestamp) -> EmployeeClock {
    let all = with_punches(rows, zone, now);
    let running = all.last().and_then(|(shift, _)| Some((shift.day, shift.running?)));
    let day = running.map_or(today, |(day, _)| day);
    let of_day: Vec<&(Shift, Vec<PunchRow>)> = all.iter().filter(|(shift, _)| shift.day == day).collect();
    EmployeeClock {
        state: running.map_or(ClockState::Out, |(_, (state, _))| state),
        since: running.map(|(_, (_, since))| since),
        day,
        worked_minutes: of_day.iter().map(|(shift, _)| shift.worked_minutes).sum(),
        break_minutes: of_day.iter().map(|(shift, _)| shift.break_minutes).sum(),
        punches: of_day.iter().flat_map(|(_, punches)| punches.iter().copied()).collect(),
    }
}

/// Records a punch, from the first day of the employment on. `now` is the time on the wall clock. A press that was recorded
/// before changes nothing.
async fn punch(
    work: &mut Work,
    scope: &EmployeeScope<Punches, Write>,
    (today, now): (Day, Timestamp),
    kind: PunchKind,
    press: Option<PressId>,
) -> Result<EmployeeClock, Problem> {
    if !store::take_to_punch(work.tx(), scope, today).await? {
        return Err(Problem::Forbidden);
    }
    let zone = zone(scope);
    let (from, _) = window(&zone, today, today);
    let mut rows = store::punches(work.tx(), scope, (from, now + CLOCKS_DIFFER)).await?;
    if let Some(press) = press
        && store::is_known(work.tx(), scope, press).await?
    {
        return Ok(clock_of(&rows, &zone, today, now));
    }
    // A punch is never earlier than the one before it.
    let at = rows.last().map_or(now, |last| now.max(last.at.0));
    rules::check_punch(clock_of(&rows, &zone, today, at).state, kind)?;
    let id = PunchId(work.new_id());
    store::insert_punch(work.tx(), scope, id, Punch { kind, at }, PunchOrigin::Clock(press)).await?;
    handing_over::mark(work, scope, &[at]).await?;
    let detail = json!({ "employeeId": scope.employee(), "kind": kind, "at": at });
    work.record("clock.punch", "clock_punch", id.0, detail);
    work.publish(EventType::ClockPunched.of(id.0).at(scope.company()).about(scope.employee()));
    rows.push(PunchRow { id, kind, at: Moment(at), is_corrected: false, reported_at: None });
    Ok(clock_of(&rows, &zone, today, at))
}

/// The period around a day, with every punch, what's missing, and which corrections were requested.
async fn card(
    db: &Db,
    scope: &EmployeeScope<Punches, impl Need>,
    day: Day,
    now: Timestamp,
) -> Result<Card, Problem> {
    if !day.is_in_range() {
        return Err(ClockRefusal::DateOutOfRange.into());
    }
    let (first, last) = store::periods(db, scope).await?.around(day);
    let zone = zone(scope);
    let rows = store::punches(db, scope, window(&zone, first, last)).await?;
    let scheduled = schedule::scheduled(db, &scope.into(), (first, last)).await?;
    let corrections = store::corrections(db, scope, (first, last)).await?;
    let mut all = with_punches(&rows, &zone, now);
    let days = scheduled.into_iter().map(|scheduled| {
        let of_day = all.extract_if(.., |(shift, _)| shift.day == scheduled.day);
        let (shifts, punches): (Vec<Shift>, Vec<Vec<PunchRow>>) = of_day.unzip();
        CardDay { scheduled, shifts, punches: punches.concat() }
    });
    let days = days.collect();
    Ok(Card { first, last, days, corrections })
}

/// A correction as someone entered it.
pub struct CorrectionDraft {
    pub action: CorrectionAction,
    /// The punch to change or remove.
    pub punch: Option<PunchId>,
    pub kind: PunchKind,
    pub day: Day,
    /// HH:MM on the wall clock.
    pub time: String,
    /// If the time occurs twice on that day, whether it's the second.
    pub second: Option<bool>,
    pub reason: String,
}

/// Requests a correction.
pub async fn correct(
    work: &mut Work,
    scope: &EmployeeScope<Punches, Write>,
    (today, now): (Day, Timestamp),
    draft: CorrectionDraft,
) -> Result<Correction, Problem> {
    let zone = zone(scope);
    let reason = rules::reason(&draft.reason)?;
    store::take(work.tx(), scope).await?;
    let (from, to) = window(&zone, draft.day.plus_days(-1), draft.day.plus_days(1));
    let rows = store::punches(work.tx(), scope, (from, to)).await?;
    let of = match draft.action {
        CorrectionAction::Add => None,
        _ => Some(rows.iter().find(|row| Some(row.id) == draft.punch).ok_or(ClockRefusal::UnknownPunch)?),
    };
    let punch = match (draft.action, of) {
        (CorrectionAction::Remove, Some(row)) => row.punch(),
        _ => Punch { kind: draft.kind, at: rules::instant(draft.day, &draft.time, draft.second, &zone)? },
    };
    let day = Day(punch.at.to_zoned(zone.clone()).date());
    rules::check_time(punch.at, day, today, now)?;
    let pending = store::pending(work.tx(), scope).await?;
    if pending.len() >= rules::MAX_PENDING {
        return Err(ClockRefusal::TooMany.into());
    }
    if of.is_some_and(|row| pending.iter().any(|other| other.punch_id == Some(row.id))) {
        return Err(ClockRefusal::DoesNotFit.into());
    }
    // Check as if every pending correction were approved: two corrections may only make sense together.
    let punches = pending.iter().filter(|other| (from..=to).contains(&other.at.0)).fold(
        rows.iter().map(PunchRow::punch).collect(),
        |punches, other| {
            let to = Punch { kind: other.kind, at: other.at.0 };
            let of = rows.iter().find(|row| Some(row.id) == other.punch_id).map(PunchRow::punch);
            rules::applied(punches, &PunchChange { action: other.action, of, to })
        },
    );
    let change = PunchChange { action: draft.action, of: of.map(PunchRow::punch), to: punch };
    rules::check_fits(&punches, &change, &zone, now)?;
    let id = CorrectionId(work.new_id());
    let written = Written { action: draft.action, punch_id: of.map(|row| row.id), punch, day, reason };
    let asked_at = work.now();
    store::insert(work.tx(), scope, id, &written, asked_at).await?;
    let made = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    work.record("clock.correct", "clock_correction", id.0, detail(&made));
    work.publish(happened(EventType::CorrectionAsked, scope, id));
    for person in time_off::deciders(work, &scope.into(), today, None).await? {
        tell(work, scope, &person, &made, CorrectionNews::Asked)?;
    }
    Ok(made)
}

async fn withdraw(
    work: &mut Work,
    scope: &EmployeeScope<Punches, Write>,
    id: CorrectionId,
    version: i64,
) -> Result<Correction, Problem> {
    current(work, scope, id, version).await?;
    if !store::settle(work.tx(), scope, (id, version), CorrectionStatus::Cancelled, "", None).await? {
        return Err(conflict(work, scope, id).await?);
    }
    let withdrawn = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    work.record("clock.withdraw", "clock_correction", id.0, detail(&withdrawn));
    work.publish(happened(EventType::CorrectionWithdrawn, scope, id));
    Ok(withdrawn)
}

/// Approves or denies a report's correction. Approving it voids the punch and puts the right one in its place.
pub async fn decide(
    work: &mut Work,
    scope: &EmployeeScope<Punches, Write>,
    (id, version): (CorrectionId, i64),
    is_approved: bool,
    notes: &str,
) -> Result<Correction, Problem> {
    // An employee's own scope leads to their own corrections, and no one decides those.
    if scope.is_own() {
        return Err(Problem::Forbidden);
    }
    let notes = rules::cleaned(notes)?;
    store::take(work.tx(), scope).await?;
    let found = current(work, scope, id, version).await?;
    let status = if is_approved { CorrectionStatus::Approved } else { CorrectionStatus::Denied };
    let decided = Some((scope.viewer(), work.now()));
    if !store::settle(work.tx(), scope, (id, version), status, &notes, decided).await? {
        return Err(conflict(work, scope, id).await?);
    }
    if is_approved {
        apply(work, scope, &found).await?;
    }
    let decided = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    work.record("clock.decide", "clock_correction", id.0, detail(&decided));
    work.publish(happened(EventType::CorrectionDecided, scope, id));
    let news = if is_approved { CorrectionNews::Approved } else { CorrectionNews::Denied };
    if let Some(person) = time_off::owner(work, &scope.into()).await? {
        tell(work, scope, &person, &decided, news)?;
    }
    Ok(decided)
}

/// By mail and in the app, in the reader's language. The reason stays in the portal.
fn tell(
    work: &mut Work,
    scope: &EmployeeScope<Punches, Write>,
    person: &TimeOffRecipient,
    correction: &Correction,
    news: CorrectionNews,
) -> Result<(), Problem> {
    let is_for_managers = news == CorrectionNews::Asked;
    let path = if is_for_managers { "/manager/timeclock" } else { "/time/swipeclock" };
    let link = format!("{}{path}", work.public_url());
    let facts = CorrectionFacts {
        employee: format!("{} {}", correction.first_name, correction.last_name),
        punch: match correction.kind {
            PunchKind::In => ("In", "Entrada"),
            PunchKind::Out => ("Out", "Salida"),
            PunchKind::BreakStart => ("Start of a break", "Inicio del descanso"),
            PunchKind::BreakEnd => ("End of a break", "Fin del descanso"),
        },
        at: correction.at.0.to_zoned(zone(scope)).datetime(),
        answer: correction.manager_notes.clone(),
        decided_by: correction.decided_by_name.clone(),
    };
    let seen = inbox::Facts {
        employee: is_for_managers.then(|| facts.employee.clone()),
        at: Some(facts.at),
        decided_by: facts.decided_by.clone().filter(|_| !is_for_managers),
        ..inbox::Facts::default()
    };
    inbox::tell(work, scope, person.person, news.into(), &seen)?;
    let letter = Letter::Correction { first_name: &person.first_name, news, facts: &facts, link: &link };
    notices::mail(work, &person.email, &person.language, letter)
}

async fn apply(
    work: &mut Work,
    scope: &EmployeeScope<Punches, Write>,
    correction: &Correction,
) -> Result<(), Problem> {
    let moments: Vec<Timestamp> =
        [Some(correction.at), correction.was_at].into_iter().flatten().map(|at| at.0).collect();
    handing_over::mark(work, scope, &moments).await?;
    if let Some(punch) = correction.punch_id
        && !store::void(work.tx(), scope, punch, correction.id).await?
    {
        return Err(ClockRefusal::UnknownPunch.into());
    }
    if correction.action != CorrectionAction::Remove {
        let punch = Punch { kind: correction.kind, at: correction.at.0 };
        let id = PunchId(work.new_id());
        store::insert_punch(work.tx(), scope, id, punch, PunchOrigin::Correction(correction.id)).await?;
    }
    Ok(())
}

async fn queue(
    db: &Db,
    scope: &ApproverScope<Punches, impl Need>,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<Correction>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::queue(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, Correction::sort_keys))
}

async fn team(
    db: &Db,
    scope: &ApproverScope<Punches, impl Need>,
    now: Timestamp,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<AtWork>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::team(db, scope, (now - MAX_SHIFT, now), &ask).await?;
    Ok(cursors.page(&ask, rows, AtWork::sort_keys))
}

/// What the last punch says about what the employee is doing.
fn state_after(last: Option<PunchKind>) -> ClockState {
    match last {
        Some(PunchKind::In | PunchKind::BreakEnd) => ClockState::Working,
        Some(PunchKind::BreakStart) => ClockState::OnBreak,
        Some(PunchKind::Out) | None => ClockState::Out,
    }
}

async fn current(
    work: &mut Work,
    scope: &EmployeeScope<Punches, Write>,
    id: CorrectionId,
    version: i64,
) -> Result<Correction, Problem> {
    let found = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    if found.version != version {
        return Err(Problem::conflict(found));
    }
    if found.status == CorrectionStatus::Pending { Ok(found) } else { Err(ClockRefusal::Processed.into()) }
}

async fn conflict(
    work: &mut Work,
    scope: &EmployeeScope<Punches, Write>,
    id: CorrectionId,
) -> Result<Problem, Problem> {
    let Some(current) = store::one(work.tx(), scope, id).await? else { return Ok(Problem::NotFound) };
    Ok(Problem::conflict(current))
}

fn happened(event_type: EventType, scope: &EmployeeScope<Punches, Write>, id: CorrectionId) -> Fact {
    event_type.of(id.0).at(scope.company()).about(scope.employee())
}

/// Keeps reasons out of the audit trail, since they may reveal something about health.
fn detail(row: &Correction) -> serde_json::Value {
    json!({
        "employeeId": row.employee_id,
        "action": row.action,
        "kind": row.kind,
        "at": row.at,
        "punchId": row.punch_id,
        "status": row.status,
    })
}
