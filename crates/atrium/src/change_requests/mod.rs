//! Change requests: what an employee wants changed and somebody else decides.
//!
//! - A feature opens a request with its own detail (`open`) and carries the decision out (`decide` calls it).
//! - It is decided by a manager who reaches the employee in the area Personal Info, with `manager:profile.write`; where no such
//!   manager is left, by an administrator. Nobody decides their own.
//! - It is decided once: the second of two deciders is told, and shown what it is now.
//! - The owner may freeze a request and those after it; then they can only be denied.
//! - Those who may decide hear of it when it is opened, and with all administrators when it is frozen (`telling/`).
//! - Approving a change of deposits needs a fresh second factor.

mod graphql;
mod rules;
mod store;
mod telling;

pub use graphql::{ChangeRequestMutation, ChangeRequestOnWire, ChangeRequestQuery};
pub use rules::{Action, Caution, RequestStatus, RequestType};
pub use store::ChangeRequest;
pub use telling::frozen as alert_of_freeze;

use crate::access::{
    self, AdministratorScope, AlarmScope, DeciderScope, DecisionScope, EmployeeScope, OwnScope,
};
use crate::account;
use crate::deposits;
use crate::inbox;
use crate::notices::{self, Letter, RequestAbout};
use crate::profile;
use crate::shared::day::Day;
use crate::shared::id::{ChangeRequestId, PersonId};
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::tax_setup;
use crate::work::Work;
use db::{Db, Tx};
use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;

/// Which of one's own requests somebody sees: each belongs to a page, and goes with it.
#[derive(Clone, Copy, Debug)]
struct OpenPages {
    profile: bool,
    taxes: bool,
    deposits: bool,
}

impl OpenPages {
    fn shows(self, request: &ChangeRequest) -> bool {
        match (request.request_type, request.entity_type.as_str()) {
            (RequestType::DirectDeposit, _) => self.deposits,
            (RequestType::EeInfo, tax_setup::ENTITY) => self.taxes,
            (RequestType::EeInfo, _) => self.profile,
        }
    }
}

/// As many as a page may have.
const NEWEST: i32 = 100;

/// What a feature asks for.
pub struct NewRequest {
    pub id: ChangeRequestId,
    pub request_type: RequestType,
    pub entity_type: &'static str,
    pub detail: Value,
    pub cautions: Vec<Caution>,
    /// Not pending: it needed nobody's approval and is carried out already.
    pub is_pending: bool,
}

pub async fn open(
    work: &mut Work,
    scope: &EmployeeScope,
    requested_by: PersonId,
    new: NewRequest,
) -> Result<(), Problem> {
    let status = if new.is_pending { RequestStatus::Pending } else { RequestStatus::Approved };
    let about = about(new.request_type, new.entity_type);
    let row = store::NewRow {
        id: new.id,
        requested_by,
        request_type: new.request_type,
        entity_type: new.entity_type,
        status,
        detail: new.detail.to_string(),
        cautions: json!(new.cautions).to_string(),
        now: work.now(),
    };
    store::insert(work.tx(), scope, row).await?;
    telling::deciders(work, scope, about, status).await
}

fn about(of: RequestType, entity_type: &str) -> RequestAbout {
    match (of, entity_type) {
        (RequestType::DirectDeposit, _) => RequestAbout::Deposits,
        (RequestType::EeInfo, tax_setup::ENTITY) => RequestAbout::TaxForms,
        (RequestType::EeInfo, _) => RequestAbout::Profile,
    }
}

/// Whether one about the same waits for its decision.
pub async fn is_outstanding(
    tx: &mut Tx,
    scope: &EmployeeScope,
    of: RequestType,
    entity_type: &'static str,
) -> Result<bool, Problem> {
    Ok(store::is_outstanding(tx, scope, of, entity_type).await?)
}

pub async fn one_within(
    work: &mut Work,
    scope: &EmployeeScope,
    id: ChangeRequestId,
) -> Result<ChangeRequest, Problem> {
    store::one_within(work.tx(), scope, id).await?.ok_or(Problem::NotFound)
}

/// Taken back by the one who made it; the feature has undone what it had written.
pub async fn withdraw(work: &mut Work, scope: &EmployeeScope, id: ChangeRequestId) -> Result<(), Problem> {
    let now = work.now();
    store::close(work.tx(), scope, id, RequestStatus::Withdrawn, now).await?;
    work.record("change_request.withdraw", "change_request", id.0, json!({}));
    work.send("change_request.withdrawn", json!({ "changeRequestId": id }));
    Ok(())
}

/// What those of a kind ask for that nobody has decided yet.
pub async fn pending(tx: &mut Tx, scope: &EmployeeScope, of: RequestType) -> Result<Vec<Value>, Problem> {
    store::pending(tx, scope, of).await?.iter().map(detail_of).collect()
}

pub async fn has_frozen(tx: &mut Tx, scope: &EmployeeScope, of: RequestType) -> Result<bool, Problem> {
    let (sql, values) = store::frozen(scope, of);
    Ok(tx.opt::<(i64,)>(sql, values).await?.is_some())
}

/// The same, for whoever only looks.
pub async fn is_frozen(db: &Db, scope: &EmployeeScope, of: RequestType) -> Result<bool, Problem> {
    let (sql, values) = store::frozen(scope, of);
    Ok(db.opt::<(i64,)>(sql, values).await?.is_some())
}

pub async fn of_alarm(db: &Db, scope: &AlarmScope) -> Result<Option<ChangeRequest>, Problem> {
    Ok(store::of_alarm(db, scope).await?)
}

/// A request that its owner has frozen, for the feature to undo.
pub struct Frozen {
    pub id: ChangeRequestId,
    pub detail: Value,
    pub was: RequestStatus,
}

/// Freezes a request and all of its kind that came after it: whoever made the one made those as well, or built on it. The newest
/// first; nothing when all of them were denied.
pub async fn freeze_since(
    work: &mut Work,
    scope: &EmployeeScope,
    id: ChangeRequestId,
) -> Result<Vec<Frozen>, Problem> {
    let first = store::one_within(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    freeze_from(work, scope, first.request_type, (first.requested_at.0, first.id)).await
}

/// Freezes all of a kind that were made since then, in the same way.
pub async fn freeze_made_since(
    work: &mut Work,
    scope: &EmployeeScope,
    of: RequestType,
    since: Timestamp,
) -> Result<Vec<Frozen>, Problem> {
    freeze_from(work, scope, of, (since, ChangeRequestId(Uuid::nil()))).await
}

async fn freeze_from(
    work: &mut Work,
    scope: &EmployeeScope,
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

fn detail_of(request: &ChangeRequest) -> Result<Value, Problem> {
    serde_json::from_str(&request.detail).map_err(|error| Problem::Internal(error.to_string()))
}

/// What of a request does not fit any more because somebody changed the same in between.
async fn moved_since(
    db: &Db,
    scope: &EmployeeScope,
    request: &ChangeRequest,
) -> Result<Vec<profile::Moved>, Problem> {
    let is_profile = request.request_type == RequestType::EeInfo && request.entity_type != tax_setup::ENTITY;
    if !is_profile || request.status != RequestStatus::Pending {
        return Ok(vec![]);
    }
    profile::moved_since(db, scope, &detail_of(request)?).await
}

async fn queue(
    db: &Db,
    scope: &DeciderScope,
    of: RequestType,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<ChangeRequest>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::queue(db, scope, of, &ask).await?;
    Ok(cursors.page(&ask, rows, ChangeRequest::sort_keys))
}

/// Where requests wait for an administrator, because no manager is left who may decide them.
async fn unmanaged(db: &Db, scope: &AdministratorScope) -> Result<Vec<store::Unmanaged>, Problem> {
    Ok(store::unmanaged(db, scope).await?)
}

/// The newest of one's own, without pages.
async fn newest_of(
    db: &Db,
    scope: &OwnScope,
    open: OpenPages,
    of: Option<RequestType>,
    cursors: Cursors<'_>,
) -> Result<Vec<ChangeRequest>, Problem> {
    Ok(of_employee(db, scope, open, of, cursors, Some(NEWEST), None).await?.results)
}

async fn of_employee(
    db: &Db,
    scope: &OwnScope,
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

/// The right to one request, for whoever may decide it; and of which kind it is.
async fn decision(
    db: &Db,
    scope: &DeciderScope,
    id: ChangeRequestId,
) -> Result<(DecisionScope, RequestType), Problem> {
    let (employee, of) = store::whose(db, scope, id).await?.ok_or(Problem::NotFound)?;
    Ok((access::decision(db, scope, employee).await?, of))
}

pub async fn decide(
    work: &mut Work,
    scope: &DecisionScope,
    today: Day,
    id: ChangeRequestId,
    version: Option<i64>,
    action: Action,
    note: Option<String>,
) -> Result<ChangeRequest, Problem> {
    let note = rules::check_note(note)?;
    let (employee, now) = (EmployeeScope::from(scope), work.now());
    let request = store::one_within(work.tx(), &employee, id).await?.ok_or(Problem::NotFound)?;
    if version.is_some_and(|version| version != request.version) {
        return Err(Problem::Conflict { current: graphql::as_json(&request) });
    }
    let status = rules::check_decision(request.status, action)?;
    if request.request_type == RequestType::DirectDeposit {
        // Before the request is touched, as everybody does who changes both: the owner may be freezing it this moment.
        deposits::lock(work, &employee).await?;
    }
    if !store::decide(work.tx(), scope, id, request.version, status, &note, now).await? {
        let current = store::one_within(work.tx(), &employee, id).await?.ok_or(Problem::NotFound)?;
        return Err(Problem::Conflict { current: graphql::as_json(&current) });
    }
    let detail = detail_of(&request)?;
    match (request.request_type, request.entity_type.as_str(), action) {
        (RequestType::DirectDeposit, _, Action::Approve) => {
            deposits::approve(work, &employee, today, &detail).await?;
        }
        (RequestType::DirectDeposit, _, Action::Deny) => deposits::deny(work, &employee, &detail).await?,
        (RequestType::EeInfo, tax_setup::ENTITY, Action::Approve) => {
            tax_setup::approve(work, &employee, id).await?;
        }
        (RequestType::EeInfo, tax_setup::ENTITY, Action::Deny) => {
            tax_setup::deny(work, &employee, id).await?;
        }
        (RequestType::EeInfo, _, Action::Approve) => profile::approve(work, &employee, &detail).await?,
        (RequestType::EeInfo, _, Action::Deny) => {}
    }
    let (event, topic) = match action {
        Action::Approve => ("change_request.approve", "change_request.approved"),
        Action::Deny => ("change_request.deny", "change_request.denied"),
    };
    work.record(event, "change_request", id.0, json!({ "employeeId": employee.employee() }));
    work.send(topic, json!({ "changeRequestId": id, "employeeId": employee.employee() }));
    tell(work, scope, &request, action, &note).await?;
    store::one_within(work.tx(), &employee, id).await?.ok_or(Problem::NotFound)
}

/// Whoever asked hears what became of it, by the account they have now.
async fn tell(
    work: &mut Work,
    scope: &DecisionScope,
    request: &ChangeRequest,
    action: Action,
    note: &str,
) -> Result<(), Problem> {
    let about = about(request.request_type, &request.entity_type);
    let is_approved = action == Action::Approve;
    let kind = inbox::Kind::of_decision(about, is_approved);
    inbox::tell(work, scope, scope.person(), kind, &inbox::Facts::default())?;
    let now = work.now();
    let reach = account::reach(work.tx(), scope.person(), now).await?;
    let letter = Letter::RequestDecided { first_name: &reach.first_name, about, is_approved, note };
    match reach.addresses.first() {
        Some(mailbox) => notices::mail(work, mailbox, &reach.language, letter),
        None => Ok(()),
    }
}
