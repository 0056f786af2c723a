//! Deciding change requests: which feature carries out which subject, and change requests on the wire.
//!
//! - `change_requests/` stores requests and knows no features; features open them.
//! - A new subject does not compile until it has its row in `carry_out` and its place on the wire.

mod demo;
mod graphql;
mod wire;

pub use demo::DEMO;
pub use graphql::{ChangeRequestMutation, ChangeRequestQuery};
pub use wire::ChangeRequestOnWire;

use crate::access::{Decisions, EmployeeScope, Opens, Write};
use crate::change_requests::{self, Action, ChangeRequest, Decision, RequestStatus, Subject};
use crate::deposits::{self, DepositApprovalPlan, Deposits};
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::profile::{self, Profiles};
use crate::shared::day::Day;
use crate::shared::id::ChangeRequestId;
use crate::shared::problem::Problem;
use crate::tax_setup::{self, TaxSetup};
use crate::work::Work;
use db::Db;
use serde_json::{Value, json};

// A decision opens the features it carries out.
impl Opens<Deposits> for Decisions {}
impl Opens<Profiles> for Decisions {}
impl Opens<TaxSetup> for Decisions {}

/// A decision the rules allow. Approving a change of deposits is proved by a second factor first.
pub struct Verdict {
    decision: Decision,
    deposits: Option<DepositApprovalPlan>,
}

impl NeedsProof for Verdict {
    fn purpose(&self) -> Option<ProofPurpose> {
        self.deposits.is_some().then_some(ProofPurpose::ApproveDeposits)
    }

    fn bound_to(&self) -> Value {
        json!([self.decision.request.id, self.decision.request.version])
    }
}

/// Checks a decision. For deposits it takes the lock and follows every rule, so no one proves a factor for something
/// that would be refused.
pub async fn prepare(
    work: &mut Work,
    scope: &EmployeeScope<Decisions, Write>,
    today: Day,
    id: ChangeRequestId,
    version: Option<i64>,
    action: Action,
    note: Option<String>,
) -> Result<Verdict, Problem> {
    let decision = change_requests::prepare(work, scope, id, version, action, note).await?;
    let mut approved = None;
    if decision.request.entity.subject() == Subject::DirectDeposit {
        // Lock before touching the request, like everyone who changes both: the owner may be freezing it right now.
        deposits::lock(work, &scope.into()).await?;
        if action == Action::Approve {
            let detail = change_requests::detail_of(&decision.request)?;
            approved = Some(deposits::plan_approval(work, &scope.into(), today, &detail).await?);
        }
    }
    Ok(Verdict { decision, deposits: approved })
}

/// Makes the decision, in the transaction it was prepared in.
pub async fn decide(
    work: &mut Work,
    scope: &EmployeeScope<Decisions, Write>,
    verdict: Proven<Verdict>,
) -> Result<ChangeRequest, Problem> {
    let Verdict { decision, deposits } = verdict.into_change();
    change_requests::write(work, scope, &decision).await?;
    match deposits {
        Some(plan) => deposits::approve(work, &scope.into(), decision.request.id, plan).await?,
        None => carry_out(work, scope, &decision).await?,
    }
    change_requests::announce(work, scope, &decision).await
}

/// Everything but approved deposits, which come with their own plan.
async fn carry_out(
    work: &mut Work,
    employee: &EmployeeScope<Decisions, Write>,
    decision: &Decision,
) -> Result<(), Problem> {
    let request = &decision.request;
    let detail = change_requests::detail_of(request)?;
    match (request.entity.subject(), decision.action) {
        (Subject::DirectDeposit, Action::Approve) => {
            Err(Problem::Internal("an approval of deposits without its plan".to_owned()))
        }
        (Subject::DirectDeposit, Action::Deny) => deposits::deny(work, &employee.into(), &detail).await,
        (Subject::TaxForms, Action::Approve) => {
            tax_setup::approve(work, &employee.into(), request.id, &detail).await
        }
        (Subject::TaxForms, Action::Deny) => tax_setup::deny(work, &employee.into(), request.id).await,
        (Subject::Profile, Action::Approve) => {
            profile::approve(work, &employee.into(), request.id, &detail).await
        }
        (Subject::Profile, Action::Deny) => Ok(()),
    }
}

/// The parts of a request that no longer fit because someone has changed the same data since. Only for people who may
/// see the profile.
async fn moved_since(
    db: &Db,
    scope: Option<&EmployeeScope<Profiles>>,
    today: Day,
    request: &ChangeRequest,
) -> Result<Vec<profile::MovedField>, Problem> {
    match (request.entity.subject(), scope) {
        (Subject::Profile, Some(scope)) if request.status == RequestStatus::Pending => {
            profile::moved_since(db, scope, today, &change_requests::detail_of(request)?).await
        }
        (Subject::Profile | Subject::DirectDeposit | Subject::TaxForms, _) => Ok(vec![]),
    }
}
