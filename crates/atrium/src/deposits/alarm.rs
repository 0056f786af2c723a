//! «This was not me»: the owner's link freezes a change, at any moment and whatever was decided about it.

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
    if !store::use_alarm(work.tx(), &scope, now).await? {
        return Err(gone());
    }
    let employee = EmployeeScope::from(&scope);
    let Some((detail, before)) = change_requests::freeze(&mut work, &employee, scope.request()).await? else {
        // Denied or withdrawn before: there is nothing left to freeze, and the link has done its work.
        return Ok(work.commit().await?);
    };
    decide::freeze(&mut work, &employee, &detail, before == RequestStatus::Approved).await?;
    tell::frozen(&mut work, scope.person()).await?;
    work.record("deposit.freeze", "change_request", scope.request().0, json!({ "was": before.as_str() }));
    let message = json!({ "changeRequestId": scope.request(), "employeeId": scope.employee() });
    work.send("deposit.frozen", message).await?;
    Ok(work.commit().await?)
}
