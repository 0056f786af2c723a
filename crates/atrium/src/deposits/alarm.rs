//! «This was not me»: the owner's link freezes a change and what came after it, at any moment and whatever was decided about it.
//! A thief changes accounts in several steps, and the owner may follow the link of any of them.

use super::{decide, store, tell};
use crate::access::{self, AlarmScope, EmployeeScope};
use crate::app::App;
use crate::change_requests::{self, RequestStatus};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::{Author, Work};
use serde_json::json;

pub(super) fn gone() -> Problem {
    Problem::refused("LINK_GONE", "This link has expired or was used before.")
}

/// What a link is about, without using it.
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
    let employee = EmployeeScope::from(&scope);
    // Before anything is read: whoever decides about it at this moment is done by then, or comes too late.
    store::lock(work.tx(), &employee).await?;
    if !store::use_alarm(work.tx(), &scope, now).await? {
        return Err(gone());
    }
    // The newest first, so that each account ends up as it was before the oldest of them.
    let frozen = change_requests::freeze_since(&mut work, &employee, scope.request()).await?;
    for change in &frozen {
        decide::freeze(&mut work, &employee, &change.detail, change.was == RequestStatus::Approved).await?;
        work.record("deposit.freeze", "change_request", change.id.0, json!({ "was": change.was.as_str() }));
        let message = json!({ "changeRequestId": change.id, "employeeId": scope.employee() });
        work.send("deposit.frozen", message);
    }
    if !frozen.is_empty() {
        tell::frozen(&mut work, scope.person()).await?;
    }
    Ok(work.commit().await?)
}
