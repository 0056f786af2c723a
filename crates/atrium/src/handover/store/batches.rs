//! Companies, what waits in them, and their batches.

use super::super::Handovers;
use super::super::kinds::{PayrollAction, PayrollKind};
use crate::access::{AdminScope, Need, Write};
use crate::shared::day::Moment;
use crate::shared::id::{CompanyId, HandoverId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;

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

pub(in super::super) async fn companies(
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
pub(in super::super) async fn company(
    mut from: impl Read,
    scope: &AdminScope<Handovers, impl Need>,
    id: CompanyId,
) -> db::Result<Option<PayrollCompany>> {
    if !scope.reaches(id) {
        return Ok(None);
    }
    from.opt(format!("{COMPANY} AND c.id = $2"), params![scope.tenant(), id]).await
}

pub(in super::super) async fn company_called(
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
pub(in super::super) async fn take_turn(
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

pub(in super::super) async fn begin_batch(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    company: CompanyId,
    (id, number, creator): (HandoverId, i64, &str),
    name: &str,
    now: Timestamp,
) -> db::Result<u64> {
    let sql = "INSERT INTO handover_batch
          (id, tenant_id, company_id, number, created_at, creator_name, company_name, changes, totals)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 0, '[]')";
    tx.exec(sql, params![id, scope.tenant(), company, number, now, creator, name]).await?;
    let sql = "UPDATE payroll_change SET state = 'handed', batch_id = $3
        WHERE tenant_id = $1 AND company_id = $2 AND state = 'waiting' AND ready_at <= $4";
    tx.exec(sql, params![scope.tenant(), company, id, now]).await
}

pub(in super::super) async fn end_batch(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    id: HandoverId,
    (changes, totals): (i64, &str),
) -> db::Result<()> {
    let sql = "UPDATE handover_batch SET changes = $3, totals = $4 WHERE tenant_id = $1 AND id = $2";
    tx.exec(sql, params![scope.tenant(), id, changes, totals]).await?;
    Ok(())
}

/// What a batch, or the next one, adds up to: kind, action, how many changes, dollars in fixed amounts or hours, and the
/// sum of the routing numbers of its deposits.
#[derive(Clone, Debug, PartialEq)]
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

pub(in super::super) async fn totals_waiting(
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

pub(in super::super) async fn totals_of(
    tx: &mut Tx,
    scope: &AdminScope<Handovers, Write>,
    batch: HandoverId,
) -> db::Result<Vec<HandoverTotal>> {
    let sql = format!("{TOTALS} AND c.batch_id = $2 GROUP BY c.kind, c.action ORDER BY c.kind, c.action");
    tx.all(sql, params![scope.tenant(), batch]).await
}

/// How many people's changes wait, and how many changes wait for a hold to end.
pub(in super::super) async fn waiting(
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
    "SELECT b.id, b.company_id, coalesce(b.company_name, c.name), b.number, b.created_at, b.creator_name, b.changes, b.totals,
      (SELECT count(*) FROM payroll_change p WHERE p.batch_id = b.id AND p.state = 'handed'),
      (SELECT count(*) FROM payroll_change p WHERE p.batch_id = b.id AND p.state = 'taken'),
      (SELECT count(*) FROM payroll_change p WHERE p.batch_id = b.id AND p.state = 'rejected'),
      (SELECT count(*) FROM payroll_change p WHERE p.batch_id = b.id AND p.state = 'conflict')
    FROM handover_batch b JOIN company c ON c.id = b.company_id WHERE b.tenant_id = $1";

pub(in super::super) async fn batches(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
    ask: &Ask,
) -> Result<Vec<HandoverBatch>, Problem> {
    let mut values = params![scope.tenant(), company];
    let page = Sort::descending(&[("b.number", SortKey::Number)]).page(ask, &mut values)?;
    Ok(db.all(format!("{BATCH} AND b.company_id = $2 {page}"), values).await?)
}

pub(in super::super) async fn batch(
    mut from: impl Read,
    scope: &AdminScope<Handovers, impl Need>,
    id: HandoverId,
) -> db::Result<Option<HandoverBatch>> {
    let found: Option<HandoverBatch> =
        from.opt(format!("{BATCH} AND b.id = $2"), params![scope.tenant(), id]).await?;
    Ok(found.filter(|batch| scope.reaches(batch.company_id)))
}

pub(in super::super) async fn batch_numbered(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
    number: i64,
) -> db::Result<Option<HandoverId>> {
    let sql = "SELECT id FROM handover_batch WHERE tenant_id = $1 AND company_id = $2 AND number = $3";
    let found: Option<(HandoverId,)> = db.opt(sql, params![scope.tenant(), company, number]).await?;
    Ok(found.map(|(id,)| id))
}

/// The company's newest batch: the one before the next.
pub(in super::super) async fn batch_before(
    mut from: impl Read,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
) -> db::Result<Option<HandoverBatch>> {
    let sql = format!("{BATCH} AND b.company_id = $2 ORDER BY b.number DESC LIMIT 1");
    from.opt(sql, params![scope.tenant(), company]).await
}

/// Of every company within reach, newest first.
pub(in super::super) async fn batches_of_all(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    ask: &Ask,
) -> Result<Vec<HandoverBatch>, Problem> {
    let mut values = params![scope.tenant()];
    let within = within(scope, &mut values)?;
    let newest = Sort::descending(&[("b.created_at", SortKey::Moment), ("b.id", SortKey::Id)]);
    let page = newest.page(ask, &mut values)?;
    Ok(db.all(format!("{BATCH} {within} {page}"), values).await?)
}
