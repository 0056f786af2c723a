//! Attachments on the wire. Files come in as base64, like documents, and are downloaded from their own address
//! (`http.rs`).

use super::super::graphql::{RequestReader, TimeOffRequest, employee};
use super::super::refusal::TimeOffRefusal;
use super::rules;
use super::store::Attached;
use crate::access::{EmployeeScope, Read, Write};
use crate::app::App;
use crate::call::Call;
use crate::files::{self, Stored};
use crate::shared::day::Moment;
use crate::shared::id::{FileId, TimeOffRequestId};
use crate::shared::problem::Problem;
use crate::time_off::TimeOff;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};

/// A file that came with a request.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffAttachment {
    id: ID,
    file_name: String,
    content_type: String,
    size_bytes: i64,
    added_at: Moment,
}

impl From<Attached> for TimeOffAttachment {
    fn from(row: Attached) -> TimeOffAttachment {
        TimeOffAttachment {
            id: row.id.to_wire(),
            file_name: row.file_name,
            content_type: row.content_type,
            size_bytes: row.size_bytes,
            added_at: row.added_at,
        }
    }
}

#[derive(InputObject)]
pub(in super::super) struct TimeOffFileInput {
    file_name: String,
    /// Base64; pdf, doc or docx. All files in one API request must be under 10MB together.
    file_string: String,
}

/// Looks the files through and stores their bytes: all of them, or none.
pub(in super::super) async fn take_in(
    call: &Call,
    scope: &EmployeeScope<TimeOff, Write>,
    inputs: Vec<TimeOffFileInput>,
) -> Result<Vec<Stored>, Problem> {
    rules::check_attachments(inputs.len())?;
    let mut files = vec![];
    for input in inputs {
        files.push((input.file_name, files::from_base64(&input.file_string)?));
    }
    rules::check_together(files.iter().map(|(_, bytes)| bytes.len()).sum())?;
    if files.is_empty() {
        return Ok(vec![]);
    }
    let key = call.file_key(scope).await?;
    let mut stored = vec![];
    for (name, bytes) in files {
        match files::take_in(&call.app, scope, &key, &name, bytes).await {
            Ok(file) => stored.push(file),
            Err(problem) => {
                discard(&call.app, stored).await;
                return Err(problem);
            }
        }
    }
    Ok(stored)
}

/// For a request that was refused after all.
pub(in super::super) async fn discard(app: &App, stored: Vec<Stored>) {
    for file in stored {
        files::discard(app, file).await;
    }
}

#[derive(Default)]
pub struct AttachmentQuery;

#[Object]
impl AttachmentQuery {
    /// The files of your own request; with `managerId`, of one the manager decides.
    async fn list_time_off_attachments(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        manager_id: Option<ID>,
        request_id: ID,
    ) -> Result<Vec<TimeOffAttachment>, Problem> {
        let call = Call::of(context);
        let at = (&tenant_id, &company_id);
        let scope = employee::<Read>(call, at, &employee_id, manager_id.as_ref()).await?;
        let request = TimeOffRequestId::from_wire(&request_id)?;
        let attached = super::list(&call.app, &call.db, &scope, request).await?;
        Ok(attached.into_iter().map(TimeOffAttachment::from).collect())
    }
}

#[derive(Default)]
pub struct AttachmentMutation;

#[Object]
impl AttachmentMutation {
    /// Adds a file to your own request.
    async fn add_time_off_attachment(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        request_id: ID,
        file: TimeOffFileInput,
    ) -> Result<TimeOffRequest, Problem> {
        let call = Call::of(context);
        let scope = employee::<Write>(call, (&tenant_id, &company_id), &employee_id, None).await?;
        let request = TimeOffRequestId::from_wire(&request_id)?;
        let stored = take_in(call, &scope, vec![file]).await?;
        let added = add(call, &scope, request, &stored).await;
        if added.is_err() {
            discard(&call.app, stored).await;
        }
        added
    }

    /// Removes a file from your own request.
    async fn remove_time_off_attachment(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        attachment_id: ID,
    ) -> Result<TimeOffRequest, Problem> {
        let call = Call::of(context);
        let scope = employee::<Write>(call, (&tenant_id, &company_id), &employee_id, None).await?;
        let file = FileId::from_wire(&attachment_id)?;
        let left = super::remove(&mut *call.work().await?, &scope, file).await?;
        Ok(TimeOffRequest::shown(left, RequestReader::of(call, &scope)))
    }
}

async fn add(
    call: &Call,
    scope: &EmployeeScope<TimeOff, Write>,
    request: TimeOffRequestId,
    stored: &[Stored],
) -> Result<TimeOffRequest, Problem> {
    let [file] = stored else { return Err(TimeOffRefusal::TooManyAttachments.into()) };
    let added = super::add(&mut *call.work().await?, scope, request, file).await?;
    Ok(TimeOffRequest::shown(added, RequestReader::of(call, scope)))
}
