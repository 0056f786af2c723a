//! Change requests: what an employee wants changed and someone else decides.
//!
//! - A feature opens a request with its own detail (`open`) and carries out the decision. This folder knows no
//!   features: `decisions/` sends each subject to its feature, and has the GraphQL.
//! - A request is decided by a manager who reaches the employee in the area Personal Info, with
//!   `manager:profile.write`. If there's no such manager left, an administrator decides. No one decides their own.
//! - A request is decided once. The second of two deciders gets a conflict that shows the current state.
//! - The owner can freeze a request and all later ones. After that, they can only be denied.
//! - Deciders hear about a request when it's opened, and together with all administrators when it's frozen
//!   (`telling/`).
//! - Approving a deposit change needs a fresh second factor.

mod rules;
mod store;
mod telling;

pub use rules::{Action, Caution, RequestEntity, RequestStatus, RequestType, Subject};
pub use store::{ChangeRequest, Unmanaged};
pub use telling::frozen as alert_of_freeze;

use crate::access::{
    self, AlarmScope, DeciderScope, Decisions, EmployeeScope, ForTenant, Need, Opens, TenantScope, Write,
};
use crate::contacts;
use crate::inbox;
use crate::notices::{self, Letter, RequestAbout};
use crate::shared::day::Day;
use crate::shared::event_feed::EventType;
use crate::shared::id::{ChangeRequestId, PersonId};
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Read, Tx};
use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;

pub const REFUSALS: &[&str] = rules::ChangeRequestRefusal::CODES;

/// Access: an employee's requests. Each feature that opens requests declares it.
pub struct ChangeRequests;

impl Opens<ChangeRequests> for Decisions {}
impl ForTenant for Decisions {}

/// Which of their own requests someone sees. Each one belongs to a page, and shows only if the page is open to them.
#[derive(Clone, Copy, Debug)]
pub struct OpenPages {
    pub profile: bool,
    pub taxes: bool,
    pub deposits: bool,
}

impl OpenPages {
    pub fn shows(self, request: &ChangeRequest) -> bool {
        match request.entity.subject() {
            Subject::DirectDeposit => self.deposits,
            Subject::TaxForms => self.taxes,
            Subject::Profile => self.profile,
        }
    }
}

/// The most a page can have.
const NEWEST: i32 = 100;

/// A feature's new request.
pub struct NewRequest {
    pub id: ChangeRequestId,
    pub entity: RequestEntity,
    pub detail: Value,
    pub cautions: Vec<Caution>,
    /// False if it needed no approval and is already carried out.
    pub is_pending: bool,
}

pub async fn open(
    work: &mut Work,
    scope: &EmployeeScope<ChangeRequests, Write>,
    requested_by: PersonId,
    new: NewRequest,
) -> Result<(), Problem> {
    let status = if new.is_pending { RequestStatus::Pending } else { RequestStatus::Approved };
    let about = about(new.entity.subject());
    let row = store::NewChangeRequest {
        id: new.id,
        requested_by,
        entity: new.entity,
        status,
        detail: new.detail.to_string(),
        cautions: json!(new.cautions).to_string(),
        now: work.now(),
    };
    store::insert(work.tx(), scope, row).await?;
    telling::deciders(work, scope, about, status).await
}

fn about(subject: Subject) -> RequestAbout {
    match subject {
        Subject::DirectDeposit => RequestAbout::Deposits,
        Subject::TaxForms => RequestAbout::TaxForms,
        Subject::Profile => RequestAbout::Profile,
    }
}

/// Whether there's already a pending request about the same thing.
pub async fn is_outstanding(
    tx: &mut Tx,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    entity: RequestEntity,
) -> Result<bool, Problem> {
    Ok(store::is_outstanding(tx, scope, entity).await?)
}

pub async fn one(
    from: impl Read,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    id: ChangeRequestId,
) -> Result<ChangeRequest, Problem> {
    store::one(from, scope, id).await?.ok_or(Problem::NotFound)
}

/// For the person who made it. The feature has already undone what it wrote.
pub async fn withdraw(
    work: &mut Work,
    scope: &EmployeeScope<ChangeRequests, Write>,
    id: ChangeRequestId,
) -> Result<(), Problem> {
    let now = work.now();
    store::close(work.tx(), scope, id, RequestStatus::Withdrawn, now).await?;
    work.record("change_request.withdraw", "change_request", id.0, json!({}));
    work.publish(EventType::ChangeRequestWithdrawn.of(id.0).at(scope.company()).about(scope.employee()));
    Ok(())
}

/// The details of all pending requests of a type.
pub async fn pending(
    tx: &mut Tx,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    of: RequestType,
) -> Result<Vec<Value>, Problem> {
    store::pending(tx, scope, of).await?.iter().map(detail_of).collect()
}

/// Whether the owner has frozen one.
pub async fn has_frozen(
    from: impl Read,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    of: RequestType,
) -> Result<bool, Problem> {
    Ok(store::has_frozen(from, scope, of).await?)
}

pub async fn of_alarm(db: &Db, scope: &AlarmScope) -> Result<Option<ChangeRequest>, Problem> {
    Ok(store::of_alarm(db, scope).await?)
}

/// A request its owner has frozen, for the feature to undo.
pub struct Frozen {
    pub id: ChangeRequestId,
    pub detail: Value,
    pub was: RequestStatus,
}

/// Freezes a request and all later ones of its type: they were made by the same person, or built on it. Newest first.
/// Empty if all of them were denied.
pub async fn freeze_since(
    work: &mut Work,
    scope: &EmployeeScope<ChangeRequests, Write>,
    id: ChangeRequestId,
) -> Result<Vec<Frozen>, Problem> {
    let first = one(work.tx(), scope, id).await?;
    freeze_from(work, scope, first.entity.request_type(), (first.requested_at.0, first.id)).await
}

/// Freezes all requests of a type made since then, in the same way.
pub async fn freeze_made_since(
    work: &mut Work,
    scope: &EmployeeScope<ChangeRequests, Write>,
    of: RequestType,
    since: Timestamp,
) -> Result<Vec<Frozen>, Problem> {
    freeze_from(work, scope, of, (since, ChangeRequestId(Uuid::nil()))).await
}

async fn freeze_from(
    work: &mut Work,
    scope: &EmployeeScope<ChangeRequests, Write>,
    of: RequestType,
    first: (Timestamp, ChangeRequestId),
) -> Result<Vec<Frozen>, Problem> {
    let now = work.now();
    let mut frozen = vec![];
    for request in store::since(work.tx(), scope, of, first).await? {
        store::close(work.tx(), scope, request.id, RequestStatus::Frozen, now).await?;
        frozen.push(Frozen { id: request.id, detail: detail_of(&request)?, was: request.status });
    }
    Ok(frozen)
}

pub fn detail_of(request: &ChangeRequest) -> Result<Value, Problem> {
    serde_json::from_str(&request.detail).map_err(|error| Problem::Internal(error.to_string()))
}

pub async fn queue(
    db: &Db,
    scope: &DeciderScope<Decisions, impl Need>,
    (of, is_decided): (RequestType, bool),
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<ChangeRequest>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = match is_decided {
        true => store::decided(db, scope, of, &ask).await?,
        false => store::queue(db, scope, of, &ask).await?,
    };
    Ok(cursors.page(&ask, rows, ChangeRequest::sort_keys))
}

/// Where requests are waiting for an administrator, because no manager is left to decide them.
pub async fn unmanaged(
    db: &Db,
    scope: &TenantScope<Decisions, Write>,
    today: Day,
) -> Result<Vec<Unmanaged>, Problem> {
    Ok(store::unmanaged(db, scope, today).await?)
}

/// The newest of the employee's own requests, without pages.
pub async fn newest_of(
    db: &Db,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    open: OpenPages,
    of: Option<RequestType>,
    cursors: Cursors<'_>,
) -> Result<Vec<ChangeRequest>, Problem> {
    Ok(of_employee(db, scope, open, of, cursors, Some(NEWEST), None).await?.results)
}

pub async fn of_employee(
    db: &Db,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    open: OpenPages,
    of: Option<RequestType>,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<ChangeRequest>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::of_employee(db, scope, open, of, &ask).await?;
    Ok(cursors.page(&ask, rows, ChangeRequest::sort_keys))
}

/// A decider's access to one request, and the request's type.
pub async fn decision<N: Need>(
    db: &Db,
    scope: &DeciderScope<Decisions, N>,
    id: ChangeRequestId,
) -> Result<(EmployeeScope<Decisions, N>, RequestType), Problem> {
    let (employee, of) = store::whose(db, scope, id).await?.ok_or(Problem::NotFound)?;
    Ok((access::decision(db, scope, employee).await?, of))
}

/// A decision the rules allow, not written yet.
pub struct Decision {
    pub request: ChangeRequest,
    pub action: Action,
    status: RequestStatus,
    note: String,
}

/// Checks a decision against the rules and the version the decider saw.
pub async fn prepare(
    work: &mut Work,
    scope: &EmployeeScope<Decisions, Write>,
    id: ChangeRequestId,
    version: Option<i64>,
    action: Action,
    note: Option<String>,
) -> Result<Decision, Problem> {
    let note = rules::check_note(note)?;
    let request = one(work.tx(), &EmployeeScope::from(scope), id).await?;
    if version.is_some_and(|version| version != request.version) {
        return Err(Problem::conflict(request));
    }
    let status = rules::check_decision(request.status, action)?;
    Ok(Decision { request, action, status, note })
}

/// Writes the decision, unless someone else was faster.
pub async fn write(
    work: &mut Work,
    scope: &EmployeeScope<Decisions, Write>,
    decision: &Decision,
) -> Result<(), Problem> {
    let (request, now) = (&decision.request, work.now());
    let (id, version, note) = (request.id, request.version, &decision.note);
    if store::decide(work.tx(), scope, id, version, decision.status, note, now).await? {
        return Ok(());
    }
    Err(Problem::conflict(one(work.tx(), &EmployeeScope::from(scope), id).await?))
}

/// After the feature has carried it out: records the event, sends the message and tells the requester.
pub async fn announce(
    work: &mut Work,
    scope: &EmployeeScope<Decisions, Write>,
    decision: &Decision,
) -> Result<ChangeRequest, Problem> {
    let (action, event_type) = match decision.action {
        Action::Approve => ("change_request.approve", EventType::ChangeRequestApproved),
        Action::Deny => ("change_request.deny", EventType::ChangeRequestDenied),
    };
    let (id, employee) = (decision.request.id, EmployeeScope::from(scope));
    work.record(action, "change_request", id.0, json!({ "employeeId": employee.employee() }));
    work.publish(event_type.of(id.0).at(employee.company()).about(employee.employee()));
    tell(work, scope, &decision.request, decision.action, &decision.note).await?;
    one(work.tx(), &employee, id).await
}

/// Tells the requester what was decided, at their current account.
async fn tell(
    work: &mut Work,
    scope: &EmployeeScope<Decisions, Write>,
    request: &ChangeRequest,
    action: Action,
    note: &str,
) -> Result<(), Problem> {
    let about = about(request.entity.subject());
    let is_approved = action == Action::Approve;
    let kind = inbox::NoticeKind::of_decision(about, is_approved);
    inbox::tell(work, scope, scope.person(), kind, &inbox::Facts::default())?;
    let now = work.now();
    let reach = contacts::reach(work.tx(), scope.person(), now).await?;
    let letter = Letter::RequestDecided { first_name: &reach.first_name, about, is_approved, note };
    match reach.addresses.first() {
        Some(mailbox) => notices::mail(work, mailbox, &reach.language, letter),
        None => Ok(()),
    }
}
