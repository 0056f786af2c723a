//! What a decision does to deposits. `change_requests` writes the change request itself.

use super::change::{AccountChangeKind, ChangedAccount};
use super::refusal::DepositRefusal;
use super::rules::{self, DepositApproval, Terms};
use super::store::{self, Deposit, Payroll};
use super::{Deposits, handing_over};
use crate::access::{EmployeeScope, Write};
use crate::shared::day::Day;
use crate::shared::id::{ChangeRequestId, DepositId};
use crate::shared::problem::Problem;
use crate::work::Work;

pub(super) fn read(detail: &serde_json::Value) -> Result<Vec<ChangedAccount>, Problem> {
    serde_json::from_value(detail.clone()).map_err(|error| Problem::Internal(error.to_string()))
}

/// What a decision is checked against, under the decider's lock.
async fn ground(
    work: &mut Work,
    scope: &EmployeeScope<Deposits, Write>,
) -> Result<(Vec<Deposit>, Payroll), Problem> {
    let zone = scope.time_zone();
    let at = (work.moment(&zone), work.today(&zone));
    let payroll = super::payroll_of(work.tx(), scope, at).await?;
    if payroll.is_processing {
        return Err(DepositRefusal::Processed.into());
    }
    Ok((store::of_employee(work.tx(), scope).await?, payroll))
}

/// A change that may be approved: the result still follows the rules.
pub struct DepositApprovalPlan {
    changed: Vec<ChangedAccount>,
    deposits: Vec<Deposit>,
}

/// Checks what an approval would lead to.
pub async fn plan_approval(
    work: &mut Work,
    scope: &EmployeeScope<Deposits, Write>,
    today: Day,
    detail: &serde_json::Value,
) -> Result<DepositApprovalPlan, Problem> {
    let changed = read(detail)?;
    let (deposits, payroll) = ground(work, scope).await?;
    let now = work.now();
    let live = deposits.iter().filter(|row| super::status(row, now, today).is_live());
    let mut whole: Vec<(DepositId, Terms)> = live.map(|row| (row.id, row.terms())).collect();
    for each in &changed {
        whole.retain(|(id, _)| *id != each.deposit);
        whole.extend(each.after.clone().map(|after| (each.deposit, after)));
    }
    rules::check_whole(
        &whole.iter().map(|(_, terms)| terms).collect::<Vec<_>>(),
        today,
        payroll.accounts_max.max(whole.len() as i64),
    )?;
    Ok(DepositApprovalPlan { changed, deposits })
}

/// Makes the change, in the transaction it was planned in.
pub async fn approve(
    work: &mut Work,
    scope: &EmployeeScope<Deposits, Write>,
    request: ChangeRequestId,
    plan: DepositApprovalPlan,
) -> Result<(), Problem> {
    let now = work.now();
    for each in &plan.changed {
        match (&each.kind, &each.after) {
            (AccountChangeKind::Add, _) => {
                store::update_approval(work.tx(), scope, each.deposit, DepositApproval::Approved, None, now)
                    .await?;
            }
            (_, Some(after)) => store::update_terms(work.tx(), scope, each.deposit, after, now).await?,
            (_, None) => {
                store::update_approval(work.tx(), scope, each.deposit, DepositApproval::Withdrawn, None, now)
                    .await?;
            }
        }
    }
    handing_over::note(work, scope, request, &plan.changed, handing_over::holds(&plan.deposits));
    Ok(())
}

/// Denies new accounts. The others stay as they were.
pub async fn deny(
    work: &mut Work,
    scope: &EmployeeScope<Deposits, Write>,
    detail: &serde_json::Value,
) -> Result<(), Problem> {
    let changed = read(detail)?;
    let (deposits, _) = ground(work, scope).await?;
    let now = work.now();
    for each in &changed {
        let Some(row) = deposits.iter().find(|row| row.id == each.deposit) else { continue };
        let approval =
            if each.kind == AccountChangeKind::Add { DepositApproval::Denied } else { row.approval };
        store::update_approval(work.tx(), scope, each.deposit, approval, None, now).await?;
    }
    Ok(())
}

/// Undoes the whole change: new accounts are frozen, and the others go back to what they were.
pub(super) async fn freeze(
    work: &mut Work,
    scope: &EmployeeScope<Deposits, Write>,
    detail: &serde_json::Value,
    was_made: bool,
) -> Result<(), Problem> {
    let changed = read(detail)?;
    let now = work.now();
    for each in &changed {
        match (&each.kind, &each.before) {
            (AccountChangeKind::Add, _) => {
                store::update_approval(work.tx(), scope, each.deposit, DepositApproval::Frozen, None, now)
                    .await?;
            }
            (_, Some(before)) => {
                if was_made {
                    store::update_terms(work.tx(), scope, each.deposit, before, now).await?;
                }
                store::update_approval(work.tx(), scope, each.deposit, DepositApproval::Approved, None, now)
                    .await?;
            }
            (_, None) => {}
        }
    }
    Ok(())
}
