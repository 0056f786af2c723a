//! What features note for payroll: a change once it's approved, and one that is taken back.

use super::Handovers;
use super::kinds::{PayrollAction, PayrollKind};
use super::rules::{Columns, corrected_hours, differing};
use super::store::{self, NewRow};
use crate::access::{EmployeeScope, TimeEntryScope, Write};
use crate::shared::amount::Amount;
use crate::shared::id::{ChangeRequestId, PayrollChangeId};
use crate::shared::problem::Problem;
use crate::work::Work;
use jiff::Timestamp;
use serde_json::json;
use std::collections::BTreeMap;
use uuid::Uuid;

/// An approved change. Columns that are the same before and after are left out.
pub struct NewPayrollChange {
    pub kind: PayrollKind,
    pub action: PayrollAction,
    /// What is changed: a deposit, a form, a dependent, else the employee.
    pub subject: Uuid,
    pub before: Columns,
    pub after: Columns,
    /// What a fixed deposit gets, in ten-thousandths.
    pub amount: Option<i64>,
    /// No batch before this.
    pub ready_at: Option<Timestamp>,
}

/// Written with the commit. The caller holds the employee's lock.
pub fn note(
    work: &mut Work,
    scope: &EmployeeScope<Handovers, Write>,
    request: Option<ChangeRequestId>,
    changes: Vec<NewPayrollChange>,
) {
    let now = work.now();
    for change in changes {
        let (before, after) = differing(&change.before, &change.after);
        if after.is_empty() {
            continue;
        }
        let row = NewRow {
            id: PayrollChangeId(work.new_id()),
            kind: change.kind,
            action: change.action,
            subject: change.subject,
            request,
            before: json!(before).to_string(),
            after: json!(after).to_string(),
            amount: change.amount,
            now,
            ready_at: change.ready_at.map_or(now, |at| at.max(now)),
            corrects: None,
        };
        let (is_removal, subject) = (row.action == PayrollAction::Remove, row.subject);
        if is_removal {
            work.add_to_commit(store::awaited(scope, subject));
        }
        work.add_to_commit(store::noted(scope, row));
        if is_removal {
            work.add_to_commit(store::dropped(scope, subject, now));
        }
    }
}

/// An approved request was undone. What payroll doesn't know of yet, it never hears of; the rest is corrected.
pub async fn take_back(
    work: &mut Work,
    scope: &EmployeeScope<Handovers, Write>,
    request: ChangeRequestId,
) -> Result<(), Problem> {
    let now = work.now();
    store::drop_of_request(work.tx(), scope, request, now).await?;
    for row in store::of_request(work.tx(), scope, request).await? {
        work.add_to_commit(store::taken_back(scope, row.id, now));
        let correction = NewRow {
            id: PayrollChangeId(work.new_id()),
            kind: row.kind,
            action: PayrollAction::Correct,
            subject: row.subject_id,
            request: None,
            before: row.after_values,
            after: row.before_values,
            amount: None,
            now,
            ready_at: now,
            corrects: Some(row.id),
        };
        work.add_to_commit(store::noted(scope, correction));
    }
    Ok(())
}

/// An employee's hours about one subject, a request or a pay period, as they're now: by "day code" or "first/last code".
/// What waits is replaced; what payroll was told already is corrected. The caller holds the subject's lock.
pub async fn note_hours(
    work: &mut Work,
    scope: &TimeEntryScope,
    kind: PayrollKind,
    subject: Uuid,
    hours: &BTreeMap<String, Amount>,
) -> Result<(), Problem> {
    let (now, of) = (work.now(), (kind, subject));
    store::drop_waiting(work.tx(), scope, of, now).await?;
    let told = store::of_subject(work.tx(), scope, of).await?;
    let said = told.iter().map(store::ToldRow::after).collect::<Result<Vec<_>, _>>()?;
    let Some(change) = corrected_hours(&said, hours) else { return Ok(()) };
    let corrects = told.last().filter(|_| change.is_correction).map(|row| row.id);
    let row = NewRow {
        id: PayrollChangeId(work.new_id()),
        kind,
        action: if change.is_correction { PayrollAction::Correct } else { PayrollAction::Add },
        subject,
        request: None,
        before: json!(change.before).to_string(),
        after: json!(change.after).to_string(),
        amount: Some(change.difference),
        now,
        ready_at: now,
        corrects,
    };
    work.add_to_commit(store::noted_time(scope, row));
    Ok(())
}
