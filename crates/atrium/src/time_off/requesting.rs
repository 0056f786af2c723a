//! Making, changing and withdrawing a request: read what it's planned against, plan, check, store, tell.

use super::TimeOff;
use super::kinds::{TimeOffApproval, TimeOffStatus, Yes};
use super::refusal::TimeOffRefusal;
use super::rules::{self, PlanGround, Reckoning, TimeOffDraft, TimeOffPlan, events_of};
use super::store::{self, Course, Request};
use super::{
    attachments, conflict, current, detail, handing_over, happened, no_duplicate, standing, telling,
};
use crate::access::{EmployeeScope, Need, Write};
use crate::files::Stored;
use crate::notices::TimeOffNews;
use crate::shared::clock;
use crate::shared::day::Day;
use crate::shared::event_feed::EventType;
use crate::shared::id::TimeOffRequestId;
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Tx;

/// Requests time off. A manager enters it for a report.
pub async fn request(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    today: Day,
    draft: TimeOffDraft,
) -> Result<Request, Problem> {
    request_with(work, scope, today, draft, &[]).await
}

/// Same as `request`, with files.
pub async fn request_with(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    today: Day,
    draft: TimeOffDraft,
    attached: &[Stored],
) -> Result<Request, Problem> {
    let zone = clock::zone(&scope.time_zone());
    let draft = rules::check(draft, today, &zone)?;
    let ground = ground(work, scope, &draft).await?;
    let plan = TimeOffPlan::new(draft, ground, &zone, None)?;
    let checked = plan.check(scope.is_own())??.for_new(attached.len())?;
    let id = TimeOffRequestId(work.new_id());
    let course = course(work, scope, today, checked.approval());
    let written = store::insert(scope, id, &checked, course);
    let mut made = no_duplicate(store::one_after(work.tx(), scope, written, id).await)?;
    if !attached.is_empty() {
        attachments::bring(work, scope, id, attached).await?;
        made = store::one(work.tx(), scope, id).await?;
    }
    let made = made.ok_or(Problem::NotFound)?;
    handing_over::tell(work, &scope.into(), None, &made).await?;
    work.record("time_off.request", "time_off_request", id.0, detail(&made));
    work.publish(happened(EventType::TimeOffRequested, scope, id));
    let is_settled = made.head.status == TimeOffStatus::Approved;
    let to_approvers = if is_settled { TimeOffNews::Taken } else { TimeOffNews::Asked };
    tell(work, scope, today, (&made, None), (to_approvers, TimeOffNews::Entered)).await?;
    Ok(made)
}

pub(super) async fn revise(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    today: Day,
    (id, version): (TimeOffRequestId, i64),
    draft: TimeOffDraft,
) -> Result<Request, Problem> {
    let zone = clock::zone(&scope.time_zone());
    let draft = rules::check(draft, today, &zone)?;
    let ground = ground(work, scope, &draft).await?;
    let found = store::one(work.tx(), scope, id).await?;
    let plan = TimeOffPlan::new(draft, ground, &zone, Some(id))?;
    let fitting = plan.check(scope.is_own())??;
    let current = current(found, version)?;
    let files = current.head.attachments as usize;
    let checked = fitting.for_edit_of(standing(&current), today, files)?;
    let course = match current.head.status {
        // A manager's correction leaves a pending request pending. Someone else's first approval was for what it said
        // before.
        TimeOffStatus::Pending if !scope.is_own() => {
            let first_yes = current.head.first_yes().filter(|yes| yes.by == scope.viewer());
            Course { first_yes, decided_by: first_yes.map(|yes| yes.by), ..waiting(work, today) }
        }
        _ => course(work, scope, today, checked.approval()),
    };
    if !no_duplicate(store::replace(work.tx(), scope, id, version, &checked, course).await)? {
        return Err(conflict(work.tx(), scope, id).await?);
    }
    let revised = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    handing_over::tell(work, &scope.into(), Some(&current), &revised).await?;
    work.record("time_off.revise", "time_off_request", id.0, detail(&revised));
    work.publish(happened(EventType::TimeOffRevised, scope, id));
    tell(work, scope, today, (&revised, Some(&current)), (TimeOffNews::Revised, TimeOffNews::RevisedForYou))
        .await?;
    Ok(revised)
}

/// Withdraws a request. Without a version, it withdraws any version.
pub async fn withdraw(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    today: Day,
    id: TimeOffRequestId,
    version: Option<i64>,
) -> Result<Request, Problem> {
    store::take(work.tx(), scope).await?;
    let found = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    let seen = version.unwrap_or(found.head.version);
    let current = current(Some(found), seen)?;
    rules::check_withdrawal(standing(&current), today, !scope.is_own())?;
    if !store::cancel(work.tx(), scope, id, current.head.version).await? {
        return Err(conflict(work.tx(), scope, id).await?);
    }
    let withdrawn = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    handing_over::tell(work, &scope.into(), Some(&current), &withdrawn).await?;
    work.record("time_off.withdraw", "time_off_request", id.0, detail(&withdrawn));
    work.publish(happened(EventType::TimeOffWithdrawn, scope, id));
    tell(
        work,
        scope,
        today,
        (&withdrawn, Some(&current)),
        (TimeOffNews::Withdrawn, TimeOffNews::WithdrawnForYou),
    )
    .await?;
    Ok(withdrawn)
}

/// What a draft is planned against, after locking the employee's balance until the commit.
async fn ground(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    draft: &TimeOffDraft,
) -> Result<PlanGround, Problem> {
    let pattern = store::take(work.tx(), scope).await?;
    let TimeOffDraft { type_id, first, last, .. } = *draft;
    let (types, events, calendar) = store::around(work.tx(), scope, type_id, (first, last)).await?;
    Ok(PlanGround { pattern, types, events, calendar })
}

/// Checks that what was just written leaves a balance the policy allows.
pub(super) async fn check_balance(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, impl Need>,
    request: &Request,
) -> Result<(), Problem> {
    let (of, span) = (request.head.type_id, (request.head.first_day, request.head.last_day));
    let found = store::one_type_with_events(tx, scope, of, span).await?;
    let (of, events) = found.ok_or(Problem::NotFound)?;
    let written = Reckoning { events: events_of(&events, of.id, None), of, days: vec![] };
    if written.is_overdrawn(request.head.first_day)? {
        return Err(TimeOffRefusal::InsufficientBalance.into());
    }
    Ok(())
}

fn waiting(work: &Work, today: Day) -> Course {
    Course { status: TimeOffStatus::Pending, first_yes: None, decided_by: None, at: work.now(), today }
}

fn course(
    work: &Work,
    scope: &EmployeeScope<TimeOff, impl Need>,
    today: Day,
    approval: TimeOffApproval,
) -> Course {
    let waits = waiting(work, today);
    let decider = (!scope.is_own()).then(|| scope.viewer());
    match approval {
        TimeOffApproval::None => Course { status: TimeOffStatus::Approved, ..waits },
        TimeOffApproval::Manager if decider.is_some() => {
            Course { status: TimeOffStatus::Approved, decided_by: decider, ..waits }
        }
        TimeOffApproval::TwoSteps => {
            let first_yes = decider.map(|by| Yes { by, over: scope.manager() });
            Course { first_yes, decided_by: decider, ..waits }
        }
        TimeOffApproval::Manager => waits,
    }
}

/// Tells approvers what employees do. Tells employees what others do for them, and what takes days out of their
/// calendar.
async fn tell(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    today: Day,
    (request, before): (&Request, Option<&Request>),
    (to_approvers, to_employee): (TimeOffNews, TimeOffNews),
) -> Result<(), Problem> {
    if scope.is_own() {
        // If no approval is needed, the days go into the employee's calendar right away.
        let is_taken = before.is_none() && telling::has_approved_days(request);
        if is_taken || before.is_some_and(telling::has_approved_days) {
            let news = if is_taken { TimeOffNews::Approved } else { to_employee };
            telling::employee(work, (&scope.into(), &scope.time_zone()), request, before, news).await?;
        }
        return telling::approvers(work, &scope.into(), today, (request, before), to_approvers).await;
    }
    telling::employee(work, (&scope.into(), &scope.time_zone()), request, before, to_employee).await?;
    if request.head.is_half_approved() {
        let news = TimeOffNews::SecondNeeded;
        telling::approvers(work, &scope.into(), today, (request, None), news).await?;
    } else if before.is_some_and(|before| before.head.is_half_approved()) {
        telling::approvers(work, &scope.into(), today, (request, before), to_approvers).await?;
    }
    Ok(())
}
