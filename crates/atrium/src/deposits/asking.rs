//! A deposit change from any of the calls that make one: planned, proved with a second factor, then carried out.

use super::Deposits;
use super::change::{carry_out, plan_removal, plan_save};
use super::rules::DepositDraft;
use super::store::Deposit;
use crate::access::{EmployeeScope, Write};
use crate::call::Call;
use crate::shared::id::{ChangeRequestId, DepositId};
use crate::shared::problem::Problem;

pub enum DepositChange {
    Save(Vec<DepositDraft>),
    Remove(DepositId),
}

/// The result of a change, with the accounts as they are now.
pub struct DepositOutcome {
    pub request: ChangeRequestId,
    pub needs_approval: bool,
    pub deposits: Vec<Deposit>,
}

/// Plans in the transaction it'll be written in, then asks for the proof, so no one is asked for a factor when the
/// change would be refused anyway.
pub async fn ask(
    call: &Call,
    scope: &EmployeeScope<Deposits, Write>,
    asked: DepositChange,
) -> Result<DepositOutcome, Problem> {
    let person = call.viewer().await?.person;
    let today = call.today(&scope.time_zone());
    let plan = {
        let mut work = call.work().await?;
        match asked {
            DepositChange::Save(drafts) => {
                plan_save(&call.app, &mut work, scope, person, today, drafts).await?
            }
            DepositChange::Remove(id) => plan_removal(&mut work, scope, person, today, id).await?,
        }
    };
    let plan = call.prove(plan).await?;
    let mut work = call.work().await?;
    let needs_approval = plan.needs_approval;
    let request = carry_out(&call.app, &mut work, scope, person, plan, &call.address).await?;
    let deposits = super::of_employee(work.tx(), scope).await?;
    Ok(DepositOutcome { request, needs_approval, deposits })
}
