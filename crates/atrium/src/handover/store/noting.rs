//! What features note: approved changes, those taken back, and what payroll was told about a subject so far.

use super::super::Handovers;
use super::super::kinds::{PayrollAction, PayrollKind};
use super::super::rules::Columns;
use super::columns_of;
use crate::access::{EmployeeScope, TimeEntryScope, Write};
use crate::shared::id::{ChangeRequestId, PayrollChangeId, PersonId};
use crate::shared::problem::Problem;
use db::{Statement, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

pub(in super::super) struct NewRow {
    pub id: PayrollChangeId,
    pub kind: PayrollKind,
    pub action: PayrollAction,
    pub subject: Uuid,
    pub request: Option<ChangeRequestId>,
    pub before: String,
    pub after: String,
    pub amount: Option<i64>,
    pub now: Timestamp,
    pub ready_at: Timestamp,
    pub corrects: Option<PayrollChangeId>,
}

/// Who approved it is the scope's viewer, unless that is the employee. A removal of what payroll was never told of isn't
/// told either.
const NOTE: &str = "INSERT INTO payroll_change (id, tenant_id, company_id, employee_id, kind, action, subject_id, request_id,
      before_values, after_values, amount, approved_at, approver_name, ready_at, corrects_id, state, reason)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
      coalesce((SELECT p.first_name || ' ' || p.last_name FROM person p WHERE p.id = $13 AND p.id <> $14), ''), $15, $16,
      CASE WHEN $6 = 'remove' AND EXISTS (SELECT 1 FROM payroll_change a WHERE a.subject_id = $7 AND a.action = 'add'
        AND a.state = 'waiting') THEN 'dropped' ELSE 'waiting' END, ''
    FROM tenant WHERE id = $2";

pub(in super::super) fn noted(scope: &EmployeeScope<Handovers, Write>, row: NewRow) -> Statement {
    let values = params![
        row.id,
        scope.tenant(),
        scope.company(),
        scope.employee(),
        row.kind,
        row.action,
        row.subject,
        row.request,
        row.before,
        row.after,
        row.amount,
        row.now,
        scope.viewer(),
        scope.person(),
        row.ready_at,
        row.corrects
    ];
    (NOTE.into(), values)
}

/// Before a removal: waits for a batch that is taking what waits about the subject, and keeps the next one waiting.
pub(in super::super) fn awaited(scope: &EmployeeScope<Handovers, Write>, subject: Uuid) -> Statement {
    let sql = "UPDATE payroll_change SET state = state
        WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND subject_id = $4 AND state = 'waiting'";
    (sql.into(), params![scope.tenant(), scope.company(), scope.employee(), subject])
}

/// After a removal: what payroll was never told of never has to reach it.
pub(in super::super) fn dropped(
    scope: &EmployeeScope<Handovers, Write>,
    subject: Uuid,
    now: Timestamp,
) -> Statement {
    let sql = "UPDATE payroll_change SET state = 'dropped', settled_at = $5
        WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND subject_id = $4 AND state = 'waiting'
          AND action <> 'correct' AND EXISTS (SELECT 1 FROM payroll_change a WHERE a.subject_id = $4
            AND a.action = 'remove' AND a.state = 'dropped')";
    (sql.into(), params![scope.tenant(), scope.company(), scope.employee(), subject, now])
}

/// Drops what is waiting from a request that was undone, right away like `drop_waiting`.
pub(in super::super) async fn drop_of_request(
    tx: &mut Tx,
    scope: &EmployeeScope<Handovers, Write>,
    request: ChangeRequestId,
    now: Timestamp,
) -> db::Result<()> {
    let sql = "UPDATE payroll_change SET state = 'dropped', settled_at = $5
        WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND request_id = $4 AND state = 'waiting'";
    tx.exec(sql, params![scope.tenant(), scope.company(), scope.employee(), request, now]).await?;
    Ok(())
}

/// A change to take back.
pub(in super::super) struct NotedRow {
    pub id: PayrollChangeId,
    pub kind: PayrollKind,
    pub subject_id: Uuid,
    pub before_values: String,
    pub after_values: String,
}
db::row!(NotedRow { id, kind, subject_id, before_values, after_values });

pub(in super::super) async fn of_request(
    tx: &mut Tx,
    scope: &EmployeeScope<Handovers, Write>,
    request: ChangeRequestId,
) -> db::Result<Vec<NotedRow>> {
    let sql = format!(
        "SELECT {} FROM payroll_change WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND request_id = $4
           AND state IN ('handed', 'taken', 'conflict') ORDER BY approved_at DESC, id DESC",
        NotedRow::COLS
    );
    tx.all(sql, params![scope.tenant(), scope.company(), scope.employee(), request]).await
}

pub(in super::super) fn taken_back(
    scope: &EmployeeScope<Handovers, Write>,
    id: PayrollChangeId,
    now: Timestamp,
) -> Statement {
    let sql = "UPDATE payroll_change SET state = 'corrected', settled_at = $5
        WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND id = $4";
    (sql.into(), params![scope.tenant(), scope.company(), scope.employee(), id, now])
}

/// The same for an employee's time. Without an approver it needed no approval.
pub(in super::super) fn noted_time(scope: &TimeEntryScope, row: NewRow) -> Statement {
    let values = params![
        row.id,
        scope.tenant(),
        scope.company(),
        scope.employee(),
        row.kind,
        row.action,
        row.subject,
        row.request,
        row.before,
        row.after,
        row.amount,
        row.now,
        scope.approver(),
        PersonId(Uuid::nil()),
        row.ready_at,
        row.corrects
    ];
    (NOTE.into(), values)
}

/// Drops what is waiting about a subject, because something newer is noted: right away, so a batch that is made meanwhile
/// has either the old or the new.
pub(in super::super) async fn drop_waiting(
    tx: &mut Tx,
    scope: &TimeEntryScope,
    (kind, subject): (PayrollKind, Uuid),
    now: Timestamp,
) -> db::Result<()> {
    let sql = "UPDATE payroll_change SET state = 'dropped', settled_at = $6
        WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND kind = $4 AND subject_id = $5
          AND state = 'waiting'";
    tx.exec(sql, params![scope.tenant(), scope.company(), scope.employee(), kind, subject, now]).await?;
    Ok(())
}

/// What payroll was told about a subject.
pub(in super::super) struct ToldRow {
    pub id: PayrollChangeId,
    after_values: String,
}
db::row!(ToldRow { id, after_values });

impl ToldRow {
    pub(in super::super) fn after(&self) -> Result<Columns, Problem> {
        columns_of(&self.after_values)
    }
}

/// Oldest first, without what payroll rejected.
pub(in super::super) async fn of_subject(
    tx: &mut Tx,
    scope: &TimeEntryScope,
    (kind, subject): (PayrollKind, Uuid),
) -> db::Result<Vec<ToldRow>> {
    let sql = "SELECT id, after_values FROM payroll_change
        WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND kind = $4 AND subject_id = $5
          AND state IN ('handed', 'taken', 'conflict') ORDER BY approved_at, id";
    tx.all(sql, params![scope.tenant(), scope.company(), scope.employee(), kind, subject]).await
}
