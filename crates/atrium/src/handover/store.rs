//! The SQL of handovers. Every function takes a scope and filters by it. The company is within reach of the scope:
//! `company` was asked before.

use super::Handovers;
use super::kinds::{HandoverFormat, PayrollAction, PayrollKind, PayrollState};
use super::rules::Columns;
use crate::access::{AdminScope, EmployeeScope, Need, OperatorScope, Write};
use crate::shared::day::{Day, Moment};
use crate::shared::id::{ChangeRequestId, CompanyId, EmployeeId, HandoverId, PayrollChangeId, PersonId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use crate::sheets::long_list;
use db::{Db, Read, Statement, Tx, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

fn columns_of(text: &str) -> Result<Columns, Problem> {
    serde_json::from_str(text)
        .map_err(|error| Problem::Internal(format!("a payroll change is broken: {error}")))
}

// What features note

pub(super) struct NewRow {
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

pub(super) fn noted(scope: &EmployeeScope<Handovers, Write>, row: NewRow) -> Statement {
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

/// After a removal: what payroll was never told of never has to reach it.
pub(super) fn dropped(scope: &EmployeeScope<Handovers, Write>, subject: Uuid, now: Timestamp) -> Statement {
    let sql = "UPDATE payroll_change SET state = 'dropped', settled_at = $5
        WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND subject_id = $4 AND state = 'waiting'
          AND action <> 'correct' AND EXISTS (SELECT 1 FROM payroll_change a WHERE a.subject_id = $4
            AND a.action = 'remove' AND a.state = 'dropped')";
    (sql.into(), params![scope.tenant(), scope.company(), scope.employee(), subject, now])
}

/// A change to take back.
pub(super) struct NotedRow {
    pub id: PayrollChangeId,
    pub kind: PayrollKind,
    pub subject_id: Uuid,
    pub before_values: String,
    pub after_values: String,
    pub state: PayrollState,
}
db::row!(NotedRow { id, kind, subject_id, before_values, after_values, state });

pub(super) async fn of_request(
    tx: &mut Tx,
    scope: &EmployeeScope<Handovers, Write>,
    request: ChangeRequestId,
) -> db::Result<Vec<NotedRow>> {
    let sql = format!(
        "SELECT {} FROM payroll_change WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND request_id = $4
           AND state IN ('waiting', 'handed', 'taken', 'conflict') ORDER BY approved_at DESC, id DESC",
        NotedRow::COLS
    );
    tx.all(sql, params![scope.tenant(), scope.company(), scope.employee(), request]).await
}

pub(super) fn taken_back(
    scope: &EmployeeScope<Handovers, Write>,
    id: PayrollChangeId,
    state: PayrollState,
    now: Timestamp,
) -> Statement {
    let sql = "UPDATE payroll_change SET state = $5, settled_at = $6
        WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND id = $4";
    (sql.into(), params![scope.tenant(), scope.company(), scope.employee(), id, state, now])
}

// What payroll sees

pub struct PayrollCompany {
    pub id: CompanyId,
    pub name: String,
    pub time_zone: String,
    pub waiting: i64,
}
db::row!(PayrollCompany { id, name, time_zone, waiting });

fn within(scope: &AdminScope<Handovers, impl Need>, values: &mut Vec<Value>) -> db::Result<String> {
    let Some(companies) = scope.companies() else { return Ok(String::new()) };
    Ok(format!("AND c.id IN {}", db::in_list(values, companies)?))
}

const COMPANY: &str = "SELECT c.id, c.name, c.time_zone,
      (SELECT count(*) FROM payroll_change p WHERE p.company_id = c.id AND p.state = 'waiting')
    FROM company c WHERE c.tenant_id = $1";

pub(super) async fn companies(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    ask: &Ask,
) -> Result<Vec<PayrollCompany>, Problem> {
    let mut values = params![scope.tenant()];
    let within = within(scope, &mut values)?;
    let page = Sort::ascending(&[("c.name", SortKey::Text)]).page(ask, &mut values)?;
    Ok(db.all(format!("{COMPANY} {within} {page}"), values).await?)
}

/// `None` for one outside the scope's reach, as for one that doesn't exist.
pub(super) async fn company(
    mut from: impl Read,
    scope: &AdminScope<Handovers, impl Need>,
    id: CompanyId,
) -> db::Result<Option<PayrollCompany>> {
    if !scope.reaches(id) {
        return Ok(None);
    }
    from.opt(format!("{COMPANY} AND c.id = $2"), params![scope.tenant(), id]).await
}

pub(super) async fn company_called(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    name: &str,
) -> db::Result<Option<CompanyId>> {
    let mut values = params![scope.tenant(), name];
    let within = within(scope, &mut values)?;
    let sql = format!("SELECT c.id FROM company c WHERE c.tenant_id = $1 AND c.name = $2 {within}");
    Ok(db.opt::<(CompanyId,)>(sql, values).await?.map(|(id,)| id))
}

/// One batch after the other in a company: their numbers have no gaps.
pub(super) async fn take_turn(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    company: CompanyId,
) -> db::Result<i64> {
    let sql = "UPDATE company SET name = name WHERE tenant_id = $1 AND id = $2";
    tx.exec(sql, params![scope.tenant(), company]).await?;
    let sql =
        "SELECT coalesce(max(number), 0) + 1 FROM handover_batch WHERE tenant_id = $1 AND company_id = $2";
    Ok(tx.one::<(i64,)>(sql, params![scope.tenant(), company]).await?.0)
}

pub(super) async fn begin_batch(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    company: CompanyId,
    (id, number, creator): (HandoverId, i64, &str),
    now: Timestamp,
) -> db::Result<u64> {
    let sql = "INSERT INTO handover_batch (id, tenant_id, company_id, number, created_at, creator_name, changes, totals)
        VALUES ($1, $2, $3, $4, $5, $6, 0, '[]')";
    tx.exec(sql, params![id, scope.tenant(), company, number, now, creator]).await?;
    let sql = "UPDATE payroll_change SET state = 'handed', batch_id = $3
        WHERE tenant_id = $1 AND company_id = $2 AND state = 'waiting' AND ready_at <= $4";
    tx.exec(sql, params![scope.tenant(), company, id, now]).await
}

pub(super) async fn end_batch(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    id: HandoverId,
    (changes, totals): (i64, &str),
) -> db::Result<()> {
    let sql = "UPDATE handover_batch SET changes = $3, totals = $4 WHERE tenant_id = $1 AND id = $2";
    tx.exec(sql, params![scope.tenant(), id, changes, totals]).await?;
    Ok(())
}

/// Everything a line is made of.
pub(super) struct LineSource {
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
    pub(super) fn before(&self) -> Result<Columns, Problem> {
        columns_of(&self.before_values)
    }

    pub(super) fn after(&self) -> Result<Columns, Problem> {
        columns_of(&self.after_values)
    }
}

/// The next changes of a batch that has no lines for them yet, in the order they were approved.
pub(super) async fn sources(
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
pub(super) async fn insert_lines(
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

/// What a batch, or the next one, adds up to: kind, action, how many changes, dollars in fixed amounts, and the sum of the
/// routing numbers of its deposits.
pub struct HandoverTotal {
    pub kind: PayrollKind,
    pub action: PayrollAction,
    pub changes: i64,
    pub amount: i64,
    pub routing_sum: i64,
}
db::row!(HandoverTotal { kind, action, changes, amount, routing_sum });

const TOTALS: &str = "SELECT c.kind, c.action, count(*), CAST(coalesce(sum(c.amount), 0) AS BIGINT),
      CAST(coalesce(sum(CAST(d.routing_number AS BIGINT)), 0) AS BIGINT)
    FROM payroll_change c LEFT JOIN direct_deposit d ON c.kind = 'deposits' AND d.id = c.subject_id
    WHERE c.tenant_id = $1";

pub(super) async fn totals_waiting(
    mut from: impl Read,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
    now: Timestamp,
) -> db::Result<Vec<HandoverTotal>> {
    let sql = format!(
        "{TOTALS} AND c.company_id = $2 AND c.state = 'waiting' AND c.ready_at <= $3
         GROUP BY c.kind, c.action ORDER BY c.kind, c.action"
    );
    from.all(sql, params![scope.tenant(), company, now]).await
}

pub(super) async fn totals_of(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    batch: HandoverId,
) -> db::Result<Vec<HandoverTotal>> {
    let sql = format!("{TOTALS} AND c.batch_id = $2 GROUP BY c.kind, c.action ORDER BY c.kind, c.action");
    tx.all(sql, params![scope.tenant(), batch]).await
}

/// How many people's changes wait, and how many changes wait for a hold to end.
pub(super) async fn waiting(
    mut from: impl Read,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
    now: Timestamp,
) -> db::Result<(i64, i64)> {
    let sql = "SELECT count(DISTINCT CASE WHEN ready_at <= $3 THEN employee_id END), count(CASE WHEN ready_at > $3 THEN 1 END)
        FROM payroll_change WHERE tenant_id = $1 AND company_id = $2 AND state = 'waiting'";
    from.one(sql, params![scope.tenant(), company, now]).await
}

/// A batch as lists show it, with how far its changes have come.
#[derive(Clone, Debug)]
pub struct HandoverBatch {
    pub id: HandoverId,
    pub company_id: CompanyId,
    pub company_name: String,
    pub number: i64,
    pub created_at: Moment,
    pub creator_name: String,
    pub changes: i64,
    pub totals: String,
    pub open: i64,
    pub taken: i64,
    pub rejected: i64,
    pub conflicts: i64,
}
db::row!(HandoverBatch {
    id,
    company_id,
    company_name,
    number,
    created_at,
    creator_name,
    changes,
    totals,
    open,
    taken,
    rejected,
    conflicts
});

const BATCH: &str =
    "SELECT b.id, b.company_id, c.name, b.number, b.created_at, b.creator_name, b.changes, b.totals,
      (SELECT count(*) FROM payroll_change p WHERE p.batch_id = b.id AND p.state = 'handed'),
      (SELECT count(*) FROM payroll_change p WHERE p.batch_id = b.id AND p.state = 'taken'),
      (SELECT count(*) FROM payroll_change p WHERE p.batch_id = b.id AND p.state = 'rejected'),
      (SELECT count(*) FROM payroll_change p WHERE p.batch_id = b.id AND p.state = 'conflict')
    FROM handover_batch b JOIN company c ON c.id = b.company_id WHERE b.tenant_id = $1";

pub(super) async fn batches(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
    ask: &Ask,
) -> Result<Vec<HandoverBatch>, Problem> {
    let mut values = params![scope.tenant(), company];
    let page = Sort::descending(&[("b.number", SortKey::Number)]).page(ask, &mut values)?;
    Ok(db.all(format!("{BATCH} AND b.company_id = $2 {page}"), values).await?)
}

pub(super) async fn batch(
    mut from: impl Read,
    scope: &AdminScope<Handovers, impl Need>,
    id: HandoverId,
) -> db::Result<Option<HandoverBatch>> {
    let found: Option<HandoverBatch> =
        from.opt(format!("{BATCH} AND b.id = $2"), params![scope.tenant(), id]).await?;
    Ok(found.filter(|batch| scope.reaches(batch.company_id)))
}

pub(super) async fn batch_numbered(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
    number: i64,
) -> db::Result<Option<HandoverId>> {
    let sql = "SELECT id FROM handover_batch WHERE tenant_id = $1 AND company_id = $2 AND number = $3";
    let found: Option<(HandoverId,)> = db.opt(sql, params![scope.tenant(), company, number]).await?;
    Ok(found.map(|(id,)| id))
}

/// A change as payroll sees it: an account by its last digits only.
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

pub(super) async fn changes(
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

pub(super) async fn change(
    mut from: impl Read,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
    id: PayrollChangeId,
) -> db::Result<Option<PayrollChange>> {
    from.opt(format!("{CHANGE} AND p.id = $3"), params![scope.tenant(), company, id]).await
}

/// One change, settled from one of these states. False if it's in none of them.
pub(super) async fn settle(
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
pub(super) async fn acknowledge_all(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    batch: HandoverId,
    now: Timestamp,
) -> db::Result<u64> {
    let sql = "UPDATE payroll_change SET state = 'taken', settled_at = $3
        WHERE tenant_id = $1 AND batch_id = $2 AND state = 'handed'";
    tx.exec(sql, params![scope.tenant(), batch, now]).await
}

/// After a conflict in which the approved value counts: the same change from what payroll has now.
pub(super) async fn insert_again(
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
pub(super) async fn name_of(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    person: PersonId,
) -> db::Result<Option<String>> {
    let sql = "SELECT first_name || ' ' || last_name FROM person WHERE tenant_id = $1 AND id = $2";
    Ok(tx.opt::<(String,)>(sql, params![scope.tenant(), person]).await?.map(|(name,)| name))
}

pub(super) fn fetched(
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

/// A line of a batch: its number in its file, its change, and what it says, sealed.
pub(super) type SealedLine = (i64, PayrollChangeId, Vec<u8>);

pub(super) async fn lines(
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

// What an import meets

/// A change of a subject in a file.
pub(super) struct MetRow {
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
pub(super) async fn met(
    tx: &mut Tx,
    scope: &OperatorScope,
    kind: PayrollKind,
    subjects: impl Iterator<Item = Uuid>,
) -> db::Result<Vec<MetRow>> {
    let mut values = params![scope.tenant(), kind];
    let list = long_list(&mut values, subjects.map(Value::from));
    tx.all(format!("{MET} AND p.subject_id IN {list} ORDER BY p.approved_at, p.id"), values).await
}

/// The same for all of a person's employments.
pub(super) async fn met_by_person(
    tx: &mut Tx,
    scope: &OperatorScope,
    people: impl Iterator<Item = Uuid>,
) -> db::Result<Vec<MetRow>> {
    let mut values = params![scope.tenant(), PayrollKind::People];
    let list = long_list(&mut values, people.map(Value::from));
    tx.all(format!("{MET} AND e.person_id IN {list} ORDER BY p.approved_at, p.id"), values).await
}

impl MetRow {
    pub(super) fn before(&self) -> Result<Columns, Problem> {
        columns_of(&self.before_values)
    }

    pub(super) fn after(&self) -> Result<Columns, Problem> {
        columns_of(&self.after_values)
    }
}
