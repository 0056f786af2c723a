//! Changes as payroll sees them, how they're settled, and who fetched them.

use super::super::Handovers;
use super::super::kinds::{HandoverFormat, PayrollAction, PayrollKind, PayrollState};
use super::super::rules::Columns;
use super::batches::HandoverBatch;
use super::columns_of;
use crate::access::{AdminScope, Need, Write};
use crate::shared::day::Moment;
use crate::shared::id::{ChangeRequestId, CompanyId, EmployeeId, HandoverId, PayrollChangeId, PersonId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Statement, Tx, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

#[derive(Clone, Debug)]
pub struct PayrollChange {
    pub id: PayrollChangeId,
    pub company_id: CompanyId,
    pub employee_id: EmployeeId,
    pub employee_code: String,
    pub first_name: String,
    pub last_name: String,
    pub kind: PayrollKind,
    pub action: PayrollAction,
    before_values: String,
    after_values: String,
    payroll_values: Option<String>,
    pub bank_name: Option<String>,
    pub last_four: Option<String>,
    pub approved_at: Moment,
    pub approver_name: String,
    pub ready_at: Moment,
    pub state: PayrollState,
    pub batch_id: Option<HandoverId>,
    pub batch_number: Option<i64>,
    pub handed_at: Option<Moment>,
    pub settled_at: Option<Moment>,
    pub seen_at: Option<Moment>,
    pub reason: String,
    pub subject_id: Uuid,
    pub request_id: Option<ChangeRequestId>,
    pub amount: Option<i64>,
}
db::row!(PayrollChange {
    id,
    company_id,
    employee_id,
    employee_code,
    first_name,
    last_name,
    kind,
    action,
    before_values,
    after_values,
    payroll_values,
    bank_name,
    last_four,
    approved_at,
    approver_name,
    ready_at,
    state,
    batch_id,
    batch_number,
    handed_at,
    settled_at,
    seen_at,
    reason,
    subject_id,
    request_id,
    amount
});

impl PayrollChange {
    pub fn before(&self) -> Result<Columns, Problem> {
        columns_of(&self.before_values)
    }

    pub fn after(&self) -> Result<Columns, Problem> {
        columns_of(&self.after_values)
    }

    /// What payroll has instead.
    pub fn payroll(&self) -> Result<Option<Columns>, Problem> {
        self.payroll_values.as_deref().map(columns_of).transpose()
    }
}

const CHANGE: &str = "SELECT p.id, p.company_id, p.employee_id, e.employee_code, e.first_name, e.last_name, p.kind, p.action,
      p.before_values, p.after_values, p.payroll_values, d.bank_name, d.last_four, p.approved_at, p.approver_name, p.ready_at,
      p.state, p.batch_id, b.number, b.created_at, p.settled_at, p.seen_at, p.reason, p.subject_id, p.request_id, p.amount
    FROM payroll_change p JOIN employee e ON e.id = p.employee_id LEFT JOIN handover_batch b ON b.id = p.batch_id
    LEFT JOIN direct_deposit d ON p.kind = 'deposits' AND d.id = p.subject_id
    WHERE p.tenant_id = $1 AND p.company_id = $2";

const NEWEST: Sort = Sort::descending(&[("p.approved_at", SortKey::Moment), ("p.id", SortKey::Id)]);

/// Which changes are listed; what isn't set doesn't narrow.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChangeFilter {
    pub state: Option<PayrollState>,
    pub kind: Option<PayrollKind>,
    pub batch: Option<HandoverId>,
    /// Only what an import has shown payroll to be without.
    pub is_not_taken: bool,
}

pub(in super::super) async fn changes(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
    filter: ChangeFilter,
    ask: &Ask,
) -> Result<Vec<PayrollChange>, Problem> {
    let mut values = params![scope.tenant(), company];
    let mut narrowed = String::new();
    let mut narrow = |column: &str, value: Value| {
        values.push(value);
        narrowed += &format!(" AND {column} = ${}", values.len());
    };
    if let Some(state) = filter.state {
        narrow("p.state", state.into());
    }
    if let Some(kind) = filter.kind {
        narrow("p.kind", kind.into());
    }
    if let Some(batch) = filter.batch {
        narrow("p.batch_id", batch.into());
    }
    if filter.is_not_taken {
        narrowed += " AND p.state IN ('handed', 'conflict')";
    }
    let page = NEWEST.page(ask, &mut values)?;
    Ok(db.all(format!("{CHANGE}{narrowed} {page}"), values).await?)
}

pub(in super::super) async fn change(
    mut from: impl Read,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
    id: PayrollChangeId,
) -> db::Result<Option<PayrollChange>> {
    from.opt(format!("{CHANGE} AND p.id = $3"), params![scope.tenant(), company, id]).await
}

/// One change, settled from one of these states. False if it's in none of them.
pub(in super::super) async fn settle(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    company: CompanyId,
    id: PayrollChangeId,
    (state, reason): (PayrollState, &str),
    now: Timestamp,
) -> db::Result<bool> {
    let sql = "UPDATE payroll_change SET state = $4, reason = $5, settled_at = $6, payroll_values = NULL
        WHERE tenant_id = $1 AND company_id = $2 AND id = $3 AND state IN ('handed', 'conflict')";
    let changed = tx.exec(sql, params![scope.tenant(), company, id, state, reason, now]).await?;
    Ok(changed == 1)
}

/// All that is left of a batch.
pub(in super::super) async fn acknowledge_all(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    batch: HandoverId,
    now: Timestamp,
) -> db::Result<u64> {
    let sql = "UPDATE payroll_change SET state = 'taken', settled_at = $3
        WHERE tenant_id = $1 AND batch_id = $2 AND state = 'handed'";
    tx.exec(sql, params![scope.tenant(), batch, now]).await
}

/// These of a batch, as far as they're open.
pub(in super::super) async fn acknowledge_some(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    batch: HandoverId,
    changes: &[PayrollChangeId],
    now: Timestamp,
) -> db::Result<u64> {
    let mut values = params![scope.tenant(), batch, now];
    let list = db::in_list(&mut values, changes.iter().copied())?;
    let sql = format!(
        "UPDATE payroll_change SET state = 'taken', reason = '', settled_at = $3, payroll_values = NULL
         WHERE tenant_id = $1 AND batch_id = $2 AND state IN ('handed', 'conflict') AND id IN {list}"
    );
    tx.exec(sql, values).await
}

/// How many of these are in the batch, whatever their state.
pub(in super::super) async fn in_batch(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    batch: HandoverId,
    changes: &[PayrollChangeId],
) -> db::Result<i64> {
    let mut values = params![scope.tenant(), batch];
    let list = db::in_list(&mut values, changes.iter().copied())?;
    let sql = format!(
        "SELECT count(*) FROM payroll_change WHERE tenant_id = $1 AND batch_id = $2 AND id IN {list}"
    );
    Ok(tx.one::<(i64,)>(sql, values).await?.0)
}

/// After a conflict in which the approved value counts: the same change from what payroll has now.
pub(in super::super) async fn insert_again(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    change: &PayrollChange,
    (id, before, after): (PayrollChangeId, String, String),
    now: Timestamp,
) -> db::Result<()> {
    let sql = "INSERT INTO payroll_change (id, tenant_id, company_id, employee_id, kind, action, subject_id, request_id,
          before_values, after_values, amount, approved_at, approver_name, ready_at, state, reason)
        VALUES ($1, $2, $3, $4, $5, 'change', $6, $7, $8, $9, $10, $11, $12, $11, 'waiting', '')";
    let values = params![
        id,
        scope.tenant(),
        change.company_id,
        change.employee_id,
        change.kind,
        change.subject_id,
        change.request_id,
        before,
        after,
        change.amount,
        now,
        change.approver_name.clone()
    ];
    tx.exec(sql, values).await?;
    Ok(())
}

/// The name of someone who works with a batch; `None` at the terminal.
pub(in super::super) async fn name_of(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    person: PersonId,
) -> db::Result<Option<String>> {
    let sql = "SELECT first_name || ' ' || last_name FROM person WHERE tenant_id = $1 AND id = $2";
    Ok(tx.opt::<(String,)>(sql, params![scope.tenant(), person]).await?.map(|(name,)| name))
}

pub(in super::super) fn fetched(
    scope: &AdminScope<Handovers, Write>,
    id: Uuid,
    batch: &HandoverBatch,
    (kind, format): (Option<PayrollKind>, HandoverFormat),
    (now, name): (Timestamp, &str),
) -> Statement {
    let sql =
        "INSERT INTO handover_fetch (id, tenant_id, company_id, batch_id, kind, format, at, fetcher_name)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let values = params![id, scope.tenant(), batch.company_id, batch.id, kind, format, now, name];
    (sql.into(), values)
}
