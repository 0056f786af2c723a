//! What payroll learns of a change to deposits: each account with its terms, never its number. Its batch gets that from
//! the deposit itself.

use super::Deposits;
use super::change::{AccountChangeKind, ChangedAccount};
use super::rules::{AmountType, Terms};
use super::store::Deposit;
use crate::access::{EmployeeScope, Write};
use crate::handover::{self, Columns, NewPayrollChange, PayrollAction, PayrollKind};
use crate::shared::id::{ChangeRequestId, DepositId};
use crate::work::Work;
use jiff::Timestamp;
use serde_json::json;

/// By the names of the table's columns, which an import compares them with.
fn columns(terms: Option<&Terms>, is_active: bool) -> Columns {
    let mut columns = Columns::new();
    if let Some(terms) = terms {
        columns.insert("amount_type".to_owned(), json!(terms.amount_type.as_text()));
        columns.insert("amount".to_owned(), json!(terms.amount));
        columns.insert("priority".to_owned(), json!(terms.priority));
        columns.insert("start_date".to_owned(), json!(terms.starts));
        columns.insert("end_date".to_owned(), json!(terms.ends));
    }
    columns.insert("active".to_owned(), json!(is_active));
    columns
}

/// What was approved, or needed no approval. `hold_until` knows each account's hold, if it has one.
pub(super) fn note(
    work: &mut Work,
    scope: &EmployeeScope<Deposits, Write>,
    request: ChangeRequestId,
    changed: &[ChangedAccount],
    hold_until: impl Fn(DepositId) -> Option<Timestamp>,
) {
    let change = |each: &ChangedAccount| {
        let action = match (each.kind, &each.after) {
            (AccountChangeKind::Add, _) => PayrollAction::Add,
            (_, None) => PayrollAction::Remove,
            _ => PayrollAction::Change,
        };
        let (is_new, is_gone) = (action == PayrollAction::Add, action == PayrollAction::Remove);
        // An account that is taken away keeps its terms: only that it's gone is said.
        let after = if is_gone { each.before.as_ref() } else { each.after.as_ref() };
        let fixed = each.after.as_ref().filter(|after| after.amount_type == AmountType::Fixed);
        NewPayrollChange {
            kind: PayrollKind::Deposits,
            action,
            subject: each.deposit.0,
            before: columns(each.before.as_ref(), !is_new),
            after: columns(after, !is_gone),
            amount: fixed.and_then(|after| after.amount),
            ready_at: hold_until(each.deposit),
        }
    };
    handover::note(work, &scope.into(), Some(request), changed.iter().map(change).collect());
}

pub(super) fn holds(deposits: &[Deposit]) -> impl Fn(DepositId) -> Option<Timestamp> {
    move |id| deposits.iter().find(|deposit| deposit.id == id).map(|deposit| deposit.hold_until)
}
