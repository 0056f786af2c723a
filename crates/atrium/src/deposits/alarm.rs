//! "This wasn't me": the owner's link freezes a change and everything after it, at any time and no matter what was
//! decided. A thief changes accounts in several steps, and the owner may follow the link for any of them.

use super::{Deposits, decide, rules, store, tell};
use crate::access::{self, AccountLink, AlarmScope, EmployeeScope, Write};
use crate::app::App;
use crate::change_requests::{self, Frozen, RequestStatus, RequestType};
use crate::handover;
use crate::shared::event_feed::EventType;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use crate::shared::refusal::SharedRefusal;
use crate::shared::seal;
use crate::work::{Author, Work};
use jiff::Timestamp;
use serde_json::json;

pub(super) fn gone() -> Problem {
    SharedRefusal::LinkGone.into()
}

/// What a link is about. Doesn't use it up.
pub(super) async fn look(app: &App, token: &str) -> Result<(AlarmScope, RequestStatus), Problem> {
    let scope = access::alarm(&app.db, seal::hash(token), app.clock.now()).await;
    let scope =
        scope.map_err(|problem| if matches!(problem, Problem::NotFound) { gone() } else { problem })?;
    let request = change_requests::of_alarm(&app.db, &scope).await?.ok_or_else(gone)?;
    Ok((scope, request.status))
}

pub(super) async fn freeze(app: &App, token: &str, address: &str) -> Result<(), Problem> {
    let (scope, _) = look(app, token).await?;
    let author = Author { tenant: scope.tenant(), person: Some(scope.person()), address: address.to_owned() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let now = work.now();
    let (employee, person) = (EmployeeScope::from(&scope), scope.person());
    // Before reading anything: someone deciding right now is either done by then or too late.
    store::lock(work.tx(), &employee).await?;
    if !store::use_alarm(work.tx(), &scope, now).await? {
        return Err(gone());
    }
    let frozen = change_requests::freeze_since(&mut work, &(&employee).into(), scope.request()).await?;
    undo(&mut work, &employee, person, &frozen).await?;
    Ok(work.commit().await?)
}

/// The account's owner says someone else used it. For each of their employments, this freezes what was requested
/// since then and voids the links about it, since some went to the thief. It also freezes requests from the day
/// before, none of which has been paid: a thief after money may have started there.
pub async fn freeze_made_since(
    work: &mut Work,
    employees: &[EmployeeScope<AccountLink, Write>],
    person: PersonId,
    since: Timestamp,
) -> Result<(), Problem> {
    let (now, since, kind) = (work.now(), since - rules::HOLD, RequestType::DirectDeposit);
    for employee in employees {
        let employee = &EmployeeScope::from(employee);
        store::lock(work.tx(), employee).await?;
        let frozen = change_requests::freeze_made_since(work, &employee.into(), kind, since).await?;
        store::retire_alarms(work.tx(), employee, since + tell::ALARM_LIFE, now).await?;
        undo(work, employee, person, &frozen).await?;
    }
    Ok(())
}

/// Newest first, so each account ends up as it was before the oldest change.
async fn undo(
    work: &mut Work,
    employee: &EmployeeScope<Deposits, Write>,
    person: PersonId,
    frozen: &[Frozen],
) -> Result<(), Problem> {
    for change in frozen {
        decide::freeze(work, employee, &change.detail, change.was == RequestStatus::Approved).await?;
        handover::take_back(work, &employee.into(), change.id).await?;
        work.record("deposit.freeze", "change_request", change.id.0, json!({ "was": change.was.as_str() }));
        let frozen = EventType::DepositFrozen.of(change.id.0);
        work.publish(frozen.at(employee.company()).about(employee.employee()));
    }
    if frozen.is_empty() {
        return Ok(());
    }
    tell::frozen(work, person).await?;
    change_requests::alert_of_freeze(work, &employee.into()).await
}
