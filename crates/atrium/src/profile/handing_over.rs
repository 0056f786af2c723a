//! What payroll learns of a change to a profile: the columns of `people.csv` that changed, and each entry of a list.

use super::Profiles;
use super::additional::Attribute;
use super::rules::{Contact, Demographics, Relative};
use crate::access::{EmployeeScope, Write};
use crate::handover::{self, Columns, NewPayrollChange, PayrollAction, PayrollKind};
use crate::shared::id::{ChangeRequestId, RelatedId};
use crate::shared::problem::Problem;
use crate::work::Work;
use serde::Serialize;
use serde_json::{Value, json};

fn columns(of: &impl Serialize) -> Result<Columns, Problem> {
    let not_an_object = || Problem::Internal("a part of a profile is no object".to_owned());
    let Value::Object(fields) = json!(of) else { return Err(not_an_object()) };
    Ok(fields.into_iter().map(|(name, value)| (column_of(&name), value)).collect())
}

/// As a file and the table have it: `addressLine1` is `address_line1`.
fn column_of(field: &str) -> String {
    let letter =
        |c: char| if c.is_ascii_uppercase() { format!("_{}", c.to_ascii_lowercase()) } else { c.to_string() };
    field.chars().map(letter).collect()
}

pub(super) fn note_person(
    work: &mut Work,
    scope: &EmployeeScope<Profiles, Write>,
    request: ChangeRequestId,
    before: &Demographics,
    after: &Demographics,
) -> Result<(), Problem> {
    let change = NewPayrollChange {
        kind: PayrollKind::People,
        action: PayrollAction::Change,
        subject: scope.employee().0,
        before: columns(before)?,
        after: columns(after)?,
        amount: None,
        ready_at: None,
    };
    handover::note(work, &scope.into(), Some(request), vec![change]);
    Ok(())
}

/// An entry of one of a profile's lists.
pub(super) trait ListEntry: Serialize + PartialEq {
    fn id(&self) -> RelatedId;
    fn name(&self) -> String;
}

impl ListEntry for Relative {
    fn id(&self) -> RelatedId {
        self.id
    }

    fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

impl ListEntry for Contact {
    fn id(&self) -> RelatedId {
        self.id
    }

    fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

pub(super) fn note_list<T: ListEntry>(
    work: &mut Work,
    scope: &EmployeeScope<Profiles, Write>,
    kind: PayrollKind,
    request: Option<ChangeRequestId>,
    (before, after): (&[T], &[T]),
) -> Result<(), Problem> {
    let find = |list: &[T], id: RelatedId| list.iter().position(|entry| entry.id() == id);
    let mut changes = vec![];
    let gone = before.iter().filter(|entry| find(after, entry.id()).is_none());
    for entry in after.iter().chain(gone) {
        let (was, is) = (find(before, entry.id()), find(after, entry.id()));
        let (was, is) = (was.map(|at| &before[at]), is.map(|at| &after[at]));
        let action = match (was, is) {
            (Some(was), Some(is)) if was == is => continue,
            (Some(_), Some(_)) => PayrollAction::Change,
            (None, _) => PayrollAction::Add,
            (_, None) => PayrollAction::Remove,
        };
        let fields = |entry: Option<&T>| entry.map_or(Ok(Columns::new()), columns);
        let (mut before, mut after) = (fields(was)?, fields(is)?);
        let named = if action == PayrollAction::Remove { &mut before } else { &mut after };
        named.insert("item".to_owned(), json!(entry.name()));
        let subject = entry.id().0;
        changes.push(NewPayrollChange { kind, action, subject, before, after, amount: None, ready_at: None });
    }
    handover::note(work, &scope.into(), request, changes);
    Ok(())
}

/// One change for each value, under the company's own name for it.
pub(super) fn note_additional(
    work: &mut Work,
    scope: &EmployeeScope<Profiles, Write>,
    request: ChangeRequestId,
    before: &[Attribute],
    after: &[Attribute],
) {
    let values = |list: &[Attribute]| {
        let value = |of: &Attribute| (of.name.clone(), json!(of.value.to_string()));
        list.iter().map(value).collect::<Columns>()
    };
    let change = NewPayrollChange {
        kind: PayrollKind::AdditionalInfo,
        action: PayrollAction::Change,
        subject: scope.employee().0,
        before: values(before),
        after: values(after),
        amount: None,
        ready_at: None,
    };
    handover::note(work, &scope.into(), Some(request), vec![change]);
}
