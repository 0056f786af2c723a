//! Deciding on time off.
//!
//! - Who decides: anyone with a reporting line to the employee in the area Time Off, and their delegates. No one
//!   decides their own, not even through a delegate (`access/time_off.rs`).
//! - A request is approved, denied, or approved in part, for some of its days. If several people decide at the same
//!   time, the first one wins and the others see the result.
//! - A decision can be undone for one minute, by the person who made it.
//! - A manager can name a delegate for some days: anyone else who may decide in the company.

mod graphql;
mod rules;
mod store;

pub use graphql::{DecidingMutation, DecidingQuery, week_ahead};

use super::kinds::TimeOffApproval;
use super::refusal::TimeOffRefusal;
use super::rules as request_rules;
use super::store::Request;
use super::{detail, handing_over, no_duplicate, telling};
use crate::access::{
    self, ApproverScope, CompanyScope, EmployeeScope, HandoverScope, Need, ReportKind, Write,
};
use crate::notices::{DelegationNews, TimeOffNews};
use crate::shared::day::Day;
use crate::shared::event_feed::{EventType, Fact};
use crate::shared::id::{DelegationId, EmployeeId, PersonId, TimeOffRequestId};
use crate::shared::names;
use crate::shared::page::{self, Cursors, Page};
use crate::shared::problem::Problem;
use crate::time_off::{Absences, TimeOff};
use crate::work::Work;
use db::{Db, Tx};
use rules::Case;
pub use rules::TimeOffVerdict;
use serde_json::json;
use std::collections::BTreeSet;
pub use store::Away;
use store::{Approvee, Delegation};
use uuid::Uuid;

/// Moves delegations when one of the two people is merged into another account. Returns their ids.
pub async fn hand_over_delegations(tx: &mut Tx, scope: &HandoverScope) -> db::Result<Vec<Uuid>> {
    store::hand_over_delegations(tx, scope).await
}

pub async fn hand_back_delegations(tx: &mut Tx, scope: &HandoverScope, ids: &[Uuid]) -> db::Result<()> {
    store::hand_back_delegations(tx, scope, ids).await
}

/// Narrows the approver's queue.
struct QueueFilter {
    employee: Option<EmployeeId>,
    report: Option<ReportKind>,
}

async fn queue(
    db: &Db,
    scope: &ApproverScope<TimeOff, impl Need>,
    narrowed: QueueFilter,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<Request>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::queue(db, scope, narrowed.employee, narrowed.report, &ask).await?;
    Ok(cursors.page(&ask, rows, |request| request.head.sort_keys()))
}

/// The team's time off at a glance: what's waiting, and who is away in the next seven days, today included.
pub struct Analysis {
    waiting: i64,
    pub week: Vec<AheadDay>,
}

pub struct AheadDay {
    pub date: Day,
    /// Everyone who is away, even if `people` doesn't name them all.
    pub count: i64,
    /// Sorted by name.
    pub people: Vec<Away>,
}

/// Enough for a week in detail and for each day on a home page card.
const MAX_AWAY: usize = 500;
const MAX_AWAY_BRIEFLY: i64 = 5;

async fn analysis(
    db: &Db,
    scope: &ApproverScope<Absences, impl Need>,
    is_brief: bool,
) -> Result<Analysis, Problem> {
    let days: Vec<Day> = (0..7).map(|n| scope.today().plus_days(n)).collect();
    let most_each = if is_brief { MAX_AWAY_BRIEFLY } else { MAX_AWAY as i64 };
    let mut ahead = store::waiting_and_away(db, scope, &days, most_each).await?;
    ahead.away.truncate(MAX_AWAY);
    let mut week: Vec<AheadDay> =
        days.iter().map(|date| AheadDay { date: *date, count: 0, people: vec![] }).collect();
    for (date, count) in ahead.counts {
        week.iter_mut().filter(|day| day.date == date).for_each(|day| day.count = count);
    }
    for row in ahead.away {
        if let Some(day) = week.iter_mut().find(|day| day.date == row.day) {
            day.people.push(row);
        }
    }
    Ok(Analysis { waiting: ahead.waiting, week })
}

/// The people the approver decides for: the first ones by name, each once.
async fn approvees(
    db: &Db,
    scope: &ApproverScope<TimeOff, impl Need>,
    search: &str,
    one: Option<EmployeeId>,
    limit: Option<i32>,
) -> Result<Vec<Approvee>, Problem> {
    names::check_search(search)?;
    let limit = page::first(limit)?;
    // A manager may reach the same person over two lines, and over the lines of each manager they're a delegate for.
    let lines = limit * 2 * scope.managers().len();
    let mut found = store::approvees(db, scope, search, one, lines as i64).await?;
    let mut seen = BTreeSet::new();
    found.retain(|row| seen.insert(row.id));
    found.truncate(limit);
    Ok(found)
}

/// A request with what an approver wants to know.
async fn details(
    db: &Db,
    scope: &ApproverScope<TimeOff, impl Need>,
    id: TimeOffRequestId,
) -> Result<(Request, super::preview::Surroundings), Problem> {
    let request = store::one(db, scope, id).await?.ok_or(Problem::NotFound)?;
    let employee = access::approved_employee(db, scope, request.head.employee_id).await?;
    let around = super::preview::surroundings(db, &employee, &request).await?;
    Ok((request, around))
}

/// One decision.
pub struct ApproverDecision {
    pub id: TimeOffRequestId,
    pub version: i64,
    pub verdict: TimeOffVerdict,
    pub notes: String,
}

pub async fn decide(
    work: &mut Work,
    scope: &ApproverScope<TimeOff, Write>,
    decision: ApproverDecision,
) -> Result<Request, Problem> {
    let ApproverDecision { id, version, verdict, notes } = decision;
    let mut notes = request_rules::cleaned(&notes)?;
    let found = current(work, scope, id, version).await?;
    let days: Vec<Day> = found.days.iter().map(|(day, ..)| *day).collect();
    let case = Case {
        status: found.head.status,
        approval: found.head.approval,
        first_yes: found.head.first_yes(),
        days: &days,
    };
    // Only a two-step approval depends on whose line the approver decides over.
    let over = match case.approval {
        TimeOffApproval::TwoSteps => {
            access::managers_reaching(work.tx(), scope, found.head.employee_id).await?
        }
        TimeOffApproval::None | TimeOffApproval::Manager => vec![],
    };
    let outcome = rules::decide(&case, &verdict, (scope.viewer(), &over))?;
    // The first approver's note carries over to the second approval unless the second approver writes one.
    if notes.is_empty() && found.head.is_half_approved() && verdict != TimeOffVerdict::Deny {
        notes.clone_from(&found.head.manager_notes);
    }
    let now = work.now();
    if !store::decide(work.tx(), scope, (id, version), &outcome, &notes, now).await? {
        return Err(conflict(work, scope, id).await?);
    }
    let decided = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    let whose = access::decided_by(scope, decided.head.employee_id);
    handing_over::tell(work, &whose, Some(&found), &decided).await?;
    work.record("time_off.decide", "time_off_request", id.0, detail(&decided));
    work.publish(happened(EventType::TimeOffDecided, scope, &decided));
    let whose = access::told_by(scope, decided.head.employee_id);
    telling::employee(work, (&whose, &scope.time_zone()), &decided, None, telling::outcome(&decided)).await?;
    if decided.head.is_half_approved() {
        let news = TimeOffNews::SecondNeeded;
        telling::approvers(work, &whose, scope.today(), (&decided, None), news).await?;
    }
    Ok(decided)
}

/// Each request on its own: one that someone else has already decided doesn't hold up the others.
async fn decide_many(
    work: &mut Work,
    scope: &ApproverScope<TimeOff, Write>,
    decisions: Vec<ApproverDecision>,
) -> Result<Vec<(TimeOffRequestId, Result<Request, Problem>)>, Problem> {
    if decisions.len() > rules::MAX_BULK {
        return Err(TimeOffRefusal::TooManyDecisions.into());
    }
    let mut outcomes = vec![];
    for decision in decisions {
        let id = decision.id;
        match decide(work, scope, decision).await {
            Err(problem @ (Problem::Internal(_) | Problem::Unavailable(_) | Problem::Timeout)) => {
                return Err(problem);
            }
            outcome => outcomes.push((id, outcome)),
        }
    }
    Ok(outcomes)
}

/// The request's employee, if the approver decides for them.
async fn employee_of<N: Need>(
    db: &Db,
    scope: &ApproverScope<TimeOff, N>,
    id: TimeOffRequestId,
) -> Result<EmployeeScope<TimeOff, N>, Problem> {
    let request = store::one(db, scope, id).await?.ok_or(Problem::NotFound)?;
    access::approved_employee(db, scope, request.head.employee_id).await
}

async fn undo(
    work: &mut Work,
    (scope, employee): (&ApproverScope<TimeOff, Write>, &EmployeeScope<TimeOff, Write>),
    id: TimeOffRequestId,
    version: i64,
) -> Result<Request, Problem> {
    super::store::take(work.tx(), employee).await?;
    let found = current(work, scope, id, version).await?;
    let decided = (found.head.decided_by, found.head.decided_at.map(|at| at.0));
    rules::check_undo(found.head.status, decided, scope.viewer(), work.now())?;
    // By now another request may use the days and hours of a denied one.
    if !no_duplicate(store::undo(work.tx(), scope, (id, version)).await)? {
        return Err(conflict(work, scope, id).await?);
    }
    let undone = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    super::requesting::check_balance(work.tx(), employee, &undone).await?;
    handing_over::tell(work, &employee.into(), Some(&found), &undone).await?;
    work.record("time_off.undo", "time_off_request", id.0, detail(&undone));
    work.publish(happened(EventType::TimeOffUndone, scope, &undone));
    let whose = access::told_by(scope, undone.head.employee_id);
    telling::employee(work, (&whose, &scope.time_zone()), &undone, Some(&found), TimeOffNews::Undone).await?;
    Ok(undone)
}

async fn current(
    work: &mut Work,
    scope: &ApproverScope<TimeOff, Write>,
    id: TimeOffRequestId,
    version: i64,
) -> Result<Request, Problem> {
    let found = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    if found.head.version == version { Ok(found) } else { Err(Problem::conflict(found)) }
}

async fn conflict(
    work: &mut Work,
    scope: &ApproverScope<TimeOff, Write>,
    id: TimeOffRequestId,
) -> Result<Problem, Problem> {
    let Some(current) = store::one(work.tx(), scope, id).await? else { return Ok(Problem::NotFound) };
    Ok(Problem::conflict(current))
}

fn happened(event_type: EventType, scope: &ApproverScope<TimeOff, impl Need>, request: &Request) -> Fact {
    event_type.of(request.head.id.0).at(scope.company()).about(request.head.employee_id)
}

/// Names a delegate for a range of days. Refused if they already are one on all of these days.
async fn delegate(
    work: &mut Work,
    (company, scope): (&CompanyScope<TimeOff, Write>, &ApproverScope<TimeOff, Write>),
    delegate: PersonId,
    (first, last): (Day, Day),
) -> Result<Delegation, Problem> {
    request_rules::check_range(first, last).map_err(|refusal| match refusal {
        TimeOffRefusal::RangeTooLong => TimeOffRefusal::DelegationTooLong,
        other => other,
    })?;
    if last < scope.today() {
        return Err(TimeOffRefusal::DelegationOver.into());
    }
    let known = store::delegates(work.tx(), company, scope.today()).await?;
    if !known.iter().any(|(person, ..)| *person == delegate) {
        return Err(TimeOffRefusal::UnknownDelegate.into());
    }
    store::take_turn(work.tx(), scope).await?;
    if store::is_delegated(work.tx(), scope, delegate, (first, last)).await? {
        return Err(TimeOffRefusal::DelegatedAlready.into());
    }
    let id = DelegationId(work.new_id());
    store::delegate(work.tx(), scope, id, delegate, (first, last)).await?;
    let detail = json!({ "delegateId": delegate, "firstDay": first, "lastDay": last });
    work.record("time_off.delegate", "time_off_delegation", id.0, detail);
    work.publish(EventType::TimeOffDelegated.of(id.0).at(scope.company()));
    let all = store::delegations(work.tx(), scope).await?;
    let made = all.into_iter().find(|row| row.id == id).ok_or(Problem::NotFound)?;
    telling::delegate(work, scope, id, DelegationNews::Given).await?;
    Ok(made)
}

async fn end_delegation(
    work: &mut Work,
    scope: &ApproverScope<TimeOff, Write>,
    id: DelegationId,
) -> Result<(), Problem> {
    let now = work.now();
    if !store::end_delegation(work.tx(), scope, id, now).await? {
        return Err(Problem::NotFound);
    }
    work.record("time_off.end_delegation", "time_off_delegation", id.0, json!({}));
    work.publish(EventType::TimeOffDelegationEnded.of(id.0).at(scope.company()));
    telling::delegate(work, scope, id, DelegationNews::Ended).await
}
