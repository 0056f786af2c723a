//! What payroll learns of time off: the approved hours by day and earning code. A request that is changed, undone or
//! withdrawn after it was handed over is corrected.

use super::kinds::DayStatus;
use super::store::Request;
use crate::access::TimeEntryScope;
use crate::handover::{self, PayrollKind};
use crate::shared::amount::Amount;
use crate::shared::problem::Problem;
use crate::work::Work;
use std::collections::BTreeMap;

fn approved(request: &Request) -> BTreeMap<String, Amount> {
    let days = request.days.iter().filter(|(_, _, status)| *status == DayStatus::Approved);
    days.map(|(day, hours, _)| (format!("{day} {}", request.head.earning_code), *hours)).collect()
}

/// Nothing is noted if no approved day is different. The caller holds the request.
pub(super) async fn tell(
    work: &mut Work,
    scope: &TimeEntryScope,
    before: Option<&Request>,
    after: &Request,
) -> Result<(), Problem> {
    let (was, is) = (before.map(approved).unwrap_or_default(), approved(after));
    if was == is {
        return Ok(());
    }
    handover::note_hours(work, scope, PayrollKind::TimeOff, after.head.id.0, &is).await
}
