//! Deciding change requests: which feature carries out which subject, and change requests on the wire.
//!
//! - `change_requests/` keeps requests and knows no feature; the features open them.
//! - A new subject does not compile until it has its row in `carry_out` and its place on the wire.

mod graphql;
mod wire;

pub use graphql::{ChangeRequestMutation, ChangeRequestQuery};
pub use wire::ChangeRequestOnWire;

use crate::access::{DecisionScope, EmployeeScope};
use crate::change_requests::{self, Action, ChangeRequest, Decision, RequestStatus, Subject};
use crate::deposits;
use crate::profile;
use crate::shared::day::Day;
use crate::shared::id::ChangeRequestId;
use crate::shared::problem::Problem;
use crate::tax_setup;
use crate::work::Work;
use db::Db;

pub async fn decide(
    work: &mut Work,
    scope: &DecisionScope,
    today: Day,
    id: ChangeRequestId,
    version: Option<i64>,
    action: Action,
    note: Option<String>,
) -> Result<ChangeRequest, Problem> {
    let employee = EmployeeScope::from(scope);
    let decision = change_requests::prepare(work, scope, id, version, action, note).await?;
    if decision.request.entity.subject() == Subject::DirectDeposit {
        // Before the request is touched, as everybody does who changes both: the owner may be freezing it this moment.
        deposits::lock(work, &employee).await?;
    }
    change_requests::write(work, scope, &decision).await?;
    carry_out(work, &employee, today, &decision).await?;
    change_requests::announce(work, scope, &decision).await
}

async fn carry_out(
    work: &mut Work,
    employee: &EmployeeScope,
    today: Day,
    decision: &Decision,
) -> Result<(), Problem> {
    let request = &decision.request;
    let detail = change_requests::detail_of(request)?;
    match (request.entity.subject(), decision.action) {
        (Subject::DirectDeposit, Action::Approve) => deposits::approve(work, employee, today, &detail).await,
        (Subject::DirectDeposit, Action::Deny) => deposits::deny(work, employee, &detail).await,
        (Subject::TaxForms, Action::Approve) => tax_setup::approve(work, employee, request.id).await,
        (Subject::TaxForms, Action::Deny) => tax_setup::deny(work, employee, request.id).await,
        (Subject::Profile, Action::Approve) => profile::approve(work, employee, &detail).await,
        (Subject::Profile, Action::Deny) => Ok(()),
    }
}

/// What of a request does not fit any more because somebody changed the same in between.
async fn moved_since(
    db: &Db,
    scope: &EmployeeScope,
    request: &ChangeRequest,
) -> Result<Vec<profile::MovedField>, Problem> {
    match request.entity.subject() {
        Subject::Profile if request.status == RequestStatus::Pending => {
            profile::moved_since(db, scope, &change_requests::detail_of(request)?).await
        }
        Subject::Profile | Subject::DirectDeposit | Subject::TaxForms => Ok(vec![]),
    }
}
