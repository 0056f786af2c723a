//! Files that come with a request: a doctor's note, a summons.
//!
//! - The employee adds and removes them. Anyone who decides the request can read them, and the employee sees who did.
//! - Files can be added until the request is denied or withdrawn, and removed only while it's pending or after it's
//!   withdrawn. What a decision was based on stays.
//! - A type may require a file after a certain number of days. Then a pending request keeps at least one.

mod graphql;
mod http;
mod rules;
mod store;

pub use graphql::{AttachmentMutation, AttachmentQuery};
pub(super) use graphql::{TimeOffFileInput, discard, take_in};
pub(super) use http::route;

use super::kinds::TimeOffStatus;
use super::refusal::TimeOffRefusal;
use super::rules::needs_attachment;
use super::store::Request;
use super::{conflict, happened};
use crate::access::{EmployeeScope, Need, Write};
use crate::app::App;
use crate::data_views::{self, What};
use crate::files::{self, KeptFile, Stored};
use crate::shared::event_feed::EventType;
use crate::shared::id::{FileId, TimeOffRequestId};
use crate::shared::problem::Problem;
use crate::time_off::TimeOff;
use crate::work::Work;
use db::Db;
use serde_json::json;
use store::Attached;

async fn list(
    app: &App,
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    request: TimeOffRequestId,
) -> Result<Vec<Attached>, Problem> {
    if !store::exists(db, scope, request).await? {
        return Err(Problem::NotFound);
    }
    let attached = store::list(db, scope, request).await?;
    if !attached.is_empty() {
        witness(app, db, scope).await?;
    }
    Ok(attached)
}

async fn open(
    app: &App,
    db: &Db,
    scope: &EmployeeScope<TimeOff>,
    id: FileId,
) -> Result<(KeptFile, Vec<u8>), Problem> {
    if store::request_of(db, scope, id).await?.is_none() {
        return Err(Problem::NotFound);
    }
    witness(app, db, scope).await?;
    files::fetch(app, db, scope, id).await
}

/// Lets the employee see who looked at their attachment.
async fn witness(app: &App, db: &Db, scope: &EmployeeScope<TimeOff, impl Need>) -> Result<(), Problem> {
    if scope.is_own() {
        return Ok(());
    }
    data_views::note(app, db, &scope.into(), What::Documents, &[scope.employee()]).await
}

/// Attaches the files that come with a new request.
pub(super) async fn bring(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    request: TimeOffRequestId,
    stored: &[Stored],
) -> Result<(), Problem> {
    for file in stored {
        let id = files::keep(work, scope, file).await?;
        store::insert(work.tx(), scope, request, id).await?;
    }
    Ok(())
}

async fn add(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    id: TimeOffRequestId,
    stored: &Stored,
) -> Result<Request, Problem> {
    super::store::take(work.tx(), scope).await?;
    let current = super::store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    if matches!(current.head.status, TimeOffStatus::Denied | TimeOffStatus::Cancelled) {
        return Err(TimeOffRefusal::Processed.into());
    }
    rules::check_attachments(current.head.attachments as usize + 1)?;
    touch(work, scope, &current).await?;
    let file = files::keep(work, scope, stored).await?;
    store::insert(work.tx(), scope, id, file).await?;
    changed(work, scope, "time_off.attach", id, file).await
}

async fn remove(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    file: FileId,
) -> Result<Request, Problem> {
    super::store::take(work.tx(), scope).await?;
    let id = store::request_of(work.tx(), scope, file).await?.ok_or(Problem::NotFound)?;
    let current = super::store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    match current.head.status {
        TimeOffStatus::Cancelled => {}
        TimeOffStatus::Pending => {
            let after_days = store::needed_after(work.tx(), scope, current.head.type_id).await?;
            let left = current.head.attachments as usize - 1;
            if needs_attachment(after_days, current.days.len()) && left == 0 {
                return Err(TimeOffRefusal::AttachmentNeeded.into());
            }
        }
        _ => return Err(TimeOffRefusal::Processed.into()),
    }
    touch(work, scope, &current).await?;
    store::delete(work.tx(), scope, file).await?;
    files::remove(work, scope, file).await?;
    changed(work, scope, "time_off.detach", id, file).await
}

/// Bumps the request's version, so if someone is deciding right now, one of us gets a conflict.
async fn touch(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    current: &Request,
) -> Result<(), Problem> {
    let (id, version) = (current.head.id, current.head.version);
    if store::touch(work.tx(), scope, id, version).await? {
        return Ok(());
    }
    Err(conflict(work.tx(), scope, id).await?)
}

/// Keeps the file name out of the audit trail, since it may reveal something about health.
async fn changed(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    action: &'static str,
    id: TimeOffRequestId,
    file: FileId,
) -> Result<Request, Problem> {
    work.record(action, "time_off_request", id.0, json!({ "employeeId": scope.employee(), "fileId": file }));
    work.publish(happened(EventType::TimeOffAttachments, scope, id));
    super::store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)
}
