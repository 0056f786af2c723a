//! What payroll says about what it got: taken over, rejected, or, after a conflict, whose value counts.

use super::kinds::{ConflictWinner, PayrollState};
use super::rules::{self, HandoverRefusal};
use super::store::{self, PayrollChange};
use super::{Handovers, batches};
use crate::access::{AdminScope, Write};
use crate::shared::event_feed::EventType;
use crate::shared::id::{CompanyId, HandoverId, PayrollChangeId};
use crate::shared::problem::Problem;
use crate::work::Work;
use serde_json::json;

/// How many changes were acknowledged, and how many of the batch are left.
pub struct Acknowledged {
    pub settled: i64,
    pub left: i64,
}

/// Everything of a batch that is neither taken over nor rejected.
pub async fn acknowledge_batch(
    work: &mut Work,
    scope: &AdminScope<Handovers, Write>,
    id: HandoverId,
) -> Result<Acknowledged, Problem> {
    let batch = batches::batch(work.tx(), scope, id).await?;
    let now = work.now();
    let settled = store::acknowledge_all(work.tx(), scope, id, now).await? as i64;
    if settled > 0 {
        let detail = json!({ "number": batch.number, "changes": settled });
        work.record("handover.acknowledge", "handover", id.0, detail);
        work.publish(EventType::HandoverAcknowledged.of(id.0).at(batch.company_id));
    }
    Ok(Acknowledged { settled, left: batch.open + batch.conflicts - settled })
}

/// How many changes a machine can name in one request.
const MAX_NAMED: usize = 200;

/// These changes of a batch, as far as they're open or in conflict. One that isn't in the batch refuses all of them.
pub(super) async fn acknowledge_some(
    work: &mut Work,
    scope: &AdminScope<Handovers, Write>,
    id: HandoverId,
    changes: &[PayrollChangeId],
) -> Result<Acknowledged, Problem> {
    let batch = batches::batch(work.tx(), scope, id).await?;
    let mut named = changes.to_vec();
    named.sort_unstable();
    named.dedup();
    if named.len() > MAX_NAMED {
        return Err(HandoverRefusal::TooManyChanges.into());
    }
    if store::in_batch(work.tx(), scope, id, &named).await? != named.len() as i64 {
        return Err(HandoverRefusal::NotInBatch.into());
    }
    let now = work.now();
    let settled = store::acknowledge_some(work.tx(), scope, id, &named, now).await? as i64;
    if settled > 0 {
        let detail = json!({ "number": batch.number, "changes": settled });
        work.record("handover.acknowledge", "handover", id.0, detail);
        work.publish(EventType::HandoverAcknowledged.of(id.0).at(batch.company_id));
    }
    Ok(Acknowledged { settled, left: batch.open + batch.conflicts - settled })
}

/// One of a batch, as a machine names it.
pub(super) async fn reject_in(
    work: &mut Work,
    scope: &AdminScope<Handovers, Write>,
    id: HandoverId,
    change: PayrollChangeId,
    reason: &str,
) -> Result<Acknowledged, Problem> {
    let batch = batches::batch(work.tx(), scope, id).await?;
    if store::in_batch(work.tx(), scope, id, &[change]).await? != 1 {
        return Err(Problem::NotFound);
    }
    reject(work, scope, batch.company_id, change, reason).await?;
    Ok(Acknowledged { settled: 1, left: batch.open + batch.conflicts - 1 })
}

async fn change(
    work: &mut Work,
    scope: &AdminScope<Handovers, Write>,
    company: CompanyId,
    id: PayrollChangeId,
) -> Result<PayrollChange, Problem> {
    batches::company(work.tx(), scope, company).await?;
    store::change(work.tx(), scope, company, id).await?.ok_or(Problem::NotFound)
}

/// One change. Acknowledging it again changes nothing.
pub async fn acknowledge(
    work: &mut Work,
    scope: &AdminScope<Handovers, Write>,
    company: CompanyId,
    id: PayrollChangeId,
) -> Result<PayrollChange, Problem> {
    let there = change(work, scope, company, id).await?;
    if there.state == PayrollState::Taken {
        return Ok(there);
    }
    settle(work, scope, (company, id), PayrollState::Taken, "").await?;
    work.record("payroll_change.acknowledge", "payroll_change", id.0, json!({ "kind": there.kind }));
    change(work, scope, company, id).await
}

pub async fn reject(
    work: &mut Work,
    scope: &AdminScope<Handovers, Write>,
    company: CompanyId,
    id: PayrollChangeId,
    reason: &str,
) -> Result<PayrollChange, Problem> {
    let there = change(work, scope, company, id).await?;
    let reason = rules::check_reason(reason)?;
    settle(work, scope, (company, id), PayrollState::Rejected, &reason).await?;
    let detail = json!({ "kind": there.kind, "reason": reason, "employeeId": there.employee_id });
    work.record("payroll_change.reject", "payroll_change", id.0, detail);
    let rejected = EventType::PayrollChangeRejected.of(id.0).at(company);
    work.publish(rejected.about(there.employee_id));
    change(work, scope, company, id).await
}

async fn settle(
    work: &mut Work,
    scope: &AdminScope<Handovers, Write>,
    (company, id): (CompanyId, PayrollChangeId),
    state: PayrollState,
    reason: &str,
) -> Result<(), Problem> {
    let now = work.now();
    match store::settle(work.tx(), scope, company, id, (state, reason), now).await? {
        true => Ok(()),
        false => Err(HandoverRefusal::NotHanded.into()),
    }
}

/// Decides a conflict. If what was approved counts, it goes to payroll again, as a change of what payroll has now;
/// otherwise the next import brings what payroll has.
pub async fn resolve(
    work: &mut Work,
    scope: &AdminScope<Handovers, Write>,
    company: CompanyId,
    id: PayrollChangeId,
    winner: ConflictWinner,
) -> Result<PayrollChange, Problem> {
    let there = change(work, scope, company, id).await?;
    let (PayrollState::Conflict, Some(payroll)) = (there.state, there.payroll()?) else {
        return Err(HandoverRefusal::NoConflict.into());
    };
    settle(work, scope, (company, id), PayrollState::Dropped, "").await?;
    if winner == ConflictWinner::Approved {
        let (mut before, after) = (there.before()?, there.after()?);
        before.extend(payroll);
        let (again, now) = (PayrollChangeId(work.new_id()), work.now());
        let values = (again, json!(before).to_string(), json!(after).to_string());
        store::insert_again(work.tx(), scope, &there, values, now).await?;
    }
    let detail = json!({ "kind": there.kind, "counts": winner, "employeeId": there.employee_id });
    work.record("payroll_change.resolve", "payroll_change", id.0, detail);
    change(work, scope, company, id).await
}
