//! What an import meets.

use super::super::kinds::{PayrollKind, PayrollState};
use super::super::rules::Columns;
use super::columns_of;
use crate::access::OperatorScope;
use crate::shared::day::Day;
use crate::shared::id::{EmployeeId, PayrollChangeId, PersonId};
use crate::shared::problem::Problem;
use crate::sheets::long_list;
use db::{Tx, Value, params};
use uuid::Uuid;

/// A change of a subject in a file.
pub(in super::super) struct MetRow {
    pub id: PayrollChangeId,
    pub subject_id: Uuid,
    pub person_id: PersonId,
    pub before_values: String,
    pub after_values: String,
    pub state: PayrollState,
    pub batch_number: Option<i64>,
    pub approver_name: String,
}
db::row!(MetRow {
    id,
    subject_id,
    person_id,
    before_values,
    after_values,
    state,
    batch_number,
    approver_name
});

const MET: &str = "SELECT p.id, p.subject_id, e.person_id, p.before_values, p.after_values, p.state, b.number, p.approver_name
    FROM payroll_change p JOIN employee e ON e.id = p.employee_id LEFT JOIN handover_batch b ON b.id = p.batch_id
    WHERE p.tenant_id = $1 AND p.state IN ('waiting', 'handed', 'taken', 'conflict') AND p.kind = $2";

/// Oldest first.
pub(in super::super) async fn met(
    tx: &mut Tx,
    scope: &OperatorScope,
    kind: PayrollKind,
    subjects: impl Iterator<Item = Uuid>,
) -> db::Result<Vec<MetRow>> {
    let mut values = params![scope.tenant(), kind];
    let list = long_list(&mut values, subjects.map(Value::from));
    tx.all(format!("{MET} AND p.subject_id IN {list} ORDER BY p.approved_at, p.id"), values).await
}

/// An employee's pay period, as hours of a file name it.
pub(in super::super) struct MetPeriod {
    pub id: Uuid,
    pub employee_id: EmployeeId,
    pub last_day: Day,
}
db::row!(MetPeriod { id, employee_id, last_day });

/// Those that end within these days.
pub(in super::super) async fn periods_met(
    tx: &mut Tx,
    scope: &OperatorScope,
    employees: impl Iterator<Item = Uuid>,
    (first, last): (Day, Day),
) -> db::Result<Vec<MetPeriod>> {
    let mut values = params![scope.tenant(), first, last];
    let list = long_list(&mut values, employees.map(Value::from));
    let sql = format!(
        "SELECT id, employee_id, last_day FROM clock_period
         WHERE tenant_id = $1 AND last_day BETWEEN $2 AND $3 AND employee_id IN {list}"
    );
    tx.all(sql, values).await
}

/// The same for all of a person's employments.
pub(in super::super) async fn met_by_person(
    tx: &mut Tx,
    scope: &OperatorScope,
    people: impl Iterator<Item = Uuid>,
) -> db::Result<Vec<MetRow>> {
    let mut values = params![scope.tenant(), PayrollKind::People];
    let list = long_list(&mut values, people.map(Value::from));
    tx.all(format!("{MET} AND e.person_id IN {list} ORDER BY p.approved_at, p.id"), values).await
}

impl MetRow {
    pub(in super::super) fn before(&self) -> Result<Columns, Problem> {
        columns_of(&self.before_values)
    }

    pub(in super::super) fn after(&self) -> Result<Columns, Problem> {
        columns_of(&self.after_values)
    }
}
