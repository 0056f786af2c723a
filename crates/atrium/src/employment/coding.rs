//! Another employee code for someone who has one. Everything refers to the employee by ID, so nothing else changes: the next
//! file is matched by the new code, and what was handed over or printed keeps the code it had.

use super::rules::{EmploymentRefusal, employee_code};
use super::{EmploymentRow, locked, shown, store};
use crate::access::PeopleScope;
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::shared::event_feed::EventType;
use crate::shared::id::EmployeeId;
use crate::shared::names;
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Read};
use serde_json::{Value, json};

/// A new code for an employee; without a version, at the current one.
pub struct EmployeeCodeChange {
    pub employee: EmployeeId,
    pub code: String,
    pub version: Option<i64>,
}

impl NeedsProof for EmployeeCodeChange {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ChangeEmployment)
    }

    fn bound_to(&self) -> Value {
        json!([self.employee, "code", self.code, self.version])
    }
}

/// Before anyone is asked for a factor.
pub(super) async fn check_code(
    db: &Db,
    scope: &PeopleScope,
    change: &EmployeeCodeChange,
) -> Result<(), Problem> {
    let there = shown(db, scope, change.employee, change.version).await?;
    free_code(db, scope, &there, &change.code).await.map(drop)
}

/// The code in the form we store; nothing if it's theirs already.
async fn free_code(
    from: impl Read,
    scope: &PeopleScope,
    there: &EmploymentRow,
    typed: &str,
) -> Result<Option<String>, Problem> {
    let code = employee_code(typed)?;
    if code == there.employee_code {
        return Ok(None);
    }
    if store::is_code_taken(from, scope, there, &code).await? {
        return Err(EmploymentRefusal::CodeTaken.into());
    }
    Ok(Some(code))
}

pub async fn change_code(
    work: &mut Work,
    scope: &PeopleScope,
    change: Proven<EmployeeCodeChange>,
) -> Result<(), Problem> {
    let EmployeeCodeChange { employee, code, version } = change.into_change();
    let there = locked(work.tx(), scope, employee, version).await?;
    let Some(code) = free_code(work.tx(), scope, &there, &code).await? else { return Ok(()) };
    let search = names::search_text(&there.first_name, &there.last_name, &code);
    let set = store::set_code(work.tx(), scope, employee, (&code, &search)).await;
    set.map_err(|error| match error {
        db::Error::Unique(_) => Problem::from(EmploymentRefusal::CodeTaken),
        error => error.into(),
    })?;
    store::next_version(work.tx(), scope, employee).await?;
    let detail = json!({ "from": there.employee_code, "to": code, "operator": scope.operator() });
    work.record("employee_code.changed", "employee", employee.0, detail);
    work.publish(EventType::EmployeeCodeChanged.of(employee.0).at(there.company_id).about(employee));
    Ok(())
}
