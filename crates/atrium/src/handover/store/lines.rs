//! What a batch's lines are made of, and the lines.

use super::super::Handovers;
use super::super::kinds::{PayrollAction, PayrollKind};
use super::super::rules::Columns;
use super::columns_of;
use crate::access::{AdminScope, Need, Write};
use crate::shared::day::{Day, Moment};
use crate::shared::id::{HandoverId, PayrollChangeId};
use crate::shared::problem::Problem;
use db::{Db, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

/// Everything a line is made of.
pub(in super::super) struct LineSource {
    pub id: PayrollChangeId,
    pub kind: PayrollKind,
    pub action: PayrollAction,
    pub subject_id: Uuid,
    before_values: String,
    after_values: String,
    pub approved_at: Moment,
    pub approver_name: String,
    pub corrects_id: Option<PayrollChangeId>,
    pub employee_code: String,
    pub first_name: String,
    pub last_name: String,
    pub routing_number: Option<String>,
    pub account_type: Option<String>,
    pub sealed_number: Option<Vec<u8>>,
    pub amount_type: Option<String>,
    pub deposit_amount: Option<i64>,
    pub priority: Option<i64>,
    pub start_date: Option<Day>,
    pub end_date: Option<Day>,
    pub code: Option<String>,
}
db::row!(LineSource {
    id,
    kind,
    action,
    subject_id,
    before_values,
    after_values,
    approved_at,
    approver_name,
    corrects_id,
    employee_code,
    first_name,
    last_name,
    routing_number,
    account_type,
    sealed_number,
    amount_type,
    deposit_amount,
    priority,
    start_date,
    end_date,
    code
});

impl LineSource {
    pub(in super::super) fn before(&self) -> Result<Columns, Problem> {
        columns_of(&self.before_values)
    }

    pub(in super::super) fn after(&self) -> Result<Columns, Problem> {
        columns_of(&self.after_values)
    }
}

/// The next changes of a batch that has no lines for them yet, in the order they were approved.
pub(in super::super) async fn sources(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    batch: HandoverId,
    after: (Timestamp, PayrollChangeId),
    limit: i64,
) -> db::Result<Vec<LineSource>> {
    let sql = "SELECT c.id, c.kind, c.action, c.subject_id, c.before_values, c.after_values, c.approved_at, c.approver_name,
           c.corrects_id, e.employee_code, e.first_name, e.last_name, d.routing_number, d.account_type, d.sealed_number,
           d.amount_type, d.amount, d.priority, d.start_date, d.end_date, k.code
         FROM payroll_change c JOIN employee e ON e.id = c.employee_id
         LEFT JOIN direct_deposit d ON c.kind = 'deposits' AND d.id = c.subject_id
         LEFT JOIN deposit_code k ON k.id = d.code_id
         WHERE c.tenant_id = $1 AND c.batch_id = $2 AND (c.approved_at, c.id) > ($3, $4) ORDER BY c.approved_at, c.id LIMIT $5";
    tx.all(sql, params![scope.tenant(), batch, after.0, after.1, limit]).await
}

/// Per line: kind, number in its file, change, sealed.
pub(in super::super) async fn insert_lines(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    batch: HandoverId,
    lines: Vec<(PayrollKind, i64, PayrollChangeId, Vec<u8>)>,
) -> db::Result<()> {
    let sql = "INSERT INTO handover_line (batch_id, kind, seq, tenant_id, change_id, sealed) VALUES ($1, $2, $3, $4, $5, $6)";
    let row = |(kind, seq, change, sealed)| params![batch, kind, seq, scope.tenant(), change, sealed];
    tx.exec_many(sql, lines.into_iter().map(row).collect()).await?;
    Ok(())
}

/// A line of a batch: its number in its file, its change, and what it says, sealed.
pub(in super::super) type SealedLine = (i64, PayrollChangeId, Vec<u8>);

pub(in super::super) async fn lines(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    batch: HandoverId,
    (kind, after): (PayrollKind, i64),
    limit: i64,
) -> db::Result<Vec<SealedLine>> {
    let sql = "SELECT seq, change_id, sealed FROM handover_line
        WHERE tenant_id = $1 AND batch_id = $2 AND kind = $3 AND seq > $4 ORDER BY seq LIMIT $5";
    db.all(sql, params![scope.tenant(), batch, kind, after, limit]).await
}
