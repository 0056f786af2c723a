//! What waits for payroll, and the batches it gets.

use super::kinds::{PayrollAction, PayrollKind};
use super::rules::HandoverRefusal;
use super::store::{
    self, ChangeFilter, HandoverBatch, HandoverTotal, LineSource, PayrollChange, PayrollCompany,
};
use super::{Handovers, export, lines};
use crate::access::{AdminScope, BankScope, Need, Write};
use crate::app::App;
use crate::shared::event_feed::EventType;
use crate::shared::id::{CompanyId, DepositId, HandoverId, PayrollChangeId};
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::tenant_keys::{Numbers, numbers_of};
use crate::work::Work;
use db::{Db, Read};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::collections::HashMap;
use uuid::Uuid;

/// How many changes are read and sealed at a time.
const PART: i64 = 1_000;

/// The companies whose payroll the viewer does, by name.
pub async fn companies(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<PayrollCompany>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::companies(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.name.clone()]))
}

pub async fn company(
    from: impl Read,
    scope: &AdminScope<Handovers, impl Need>,
    id: CompanyId,
) -> Result<PayrollCompany, Problem> {
    store::company(from, scope, id).await?.ok_or(Problem::NotFound)
}

/// By name or id, for the command line.
pub async fn called(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    name: &str,
) -> Result<Option<CompanyId>, Problem> {
    match Uuid::try_parse(name) {
        Ok(id) => Ok(Some(CompanyId(id))),
        Err(_) => Ok(store::company_called(db, scope, name).await?),
    }
}

/// What the next batch would have.
pub struct NextBatch {
    pub totals: Vec<HandoverTotal>,
    pub employees: i64,
    /// Changes whose hold isn't over.
    pub on_hold: i64,
    /// The batch before it, to compare its totals with.
    pub before: Option<HandoverBatch>,
}

pub async fn preview(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
    now: Timestamp,
) -> Result<NextBatch, Problem> {
    self::company(db, scope, company).await?;
    let totals = store::totals_waiting(db, scope, company, now).await?;
    let (employees, on_hold) = store::waiting(db, scope, company, now).await?;
    let before = store::batch_before(db, scope, company).await?;
    Ok(NextBatch { totals, employees, on_hold, before })
}

/// Newest first.
pub async fn batches(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<HandoverBatch>, Problem> {
    self::company(db, scope, company).await?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::batches(db, scope, company, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.number.to_string()]))
}

/// Of every company within reach, newest first.
pub async fn batches_of_all(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<HandoverBatch>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::batches_of_all(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.created_at.0.to_string(), row.id.to_string()]))
}

pub async fn batch(
    from: impl Read,
    scope: &AdminScope<Handovers, impl Need>,
    id: HandoverId,
) -> Result<HandoverBatch, Problem> {
    store::batch(from, scope, id).await?.ok_or(Problem::NotFound)
}

/// A company's batch by its number, for the command line.
pub async fn numbered(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
    number: i64,
) -> Result<Option<HandoverId>, Problem> {
    Ok(store::batch_numbered(db, scope, company, number).await?)
}

/// Changes and how far they've come, newest first.
pub async fn changes(
    db: &Db,
    scope: &AdminScope<Handovers, impl Need>,
    company: CompanyId,
    filter: ChangeFilter,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<PayrollChange>, Problem> {
    self::company(db, scope, company).await?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::changes(db, scope, company, filter, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.approved_at.0.to_string(), row.id.to_string()]))
}

/// Freezes everything that waits as the company's next batch. Its cost grows with what waits, and with nothing else.
pub async fn create(
    app: &App,
    work: &mut Work,
    scope: &AdminScope<Handovers, Write>,
    company: CompanyId,
) -> Result<HandoverBatch, Problem> {
    let there = self::company(work.tx(), scope, company).await?;
    let number = store::take_turn(work.tx(), scope, company).await?;
    let (id, now) = (HandoverId(work.new_id()), work.now());
    let creator = export::who(app, work, scope).await?;
    let count =
        store::begin_batch(work.tx(), scope, company, (id, number, &creator), &there.name, now).await?;
    if count == 0 {
        return Err(HandoverRefusal::NothingWaiting.into());
    }
    write_lines(app, work, scope, (id, &there.name)).await?;
    let totals: Vec<Value> = store::totals_of(work.tx(), scope, id).await?.iter().map(total_json).collect();
    let totals = json!(totals);
    store::end_batch(work.tx(), scope, id, (count as i64, &totals.to_string())).await?;
    let detail = json!({ "company": company, "number": number, "changes": count, "totals": totals });
    work.record("handover.create", "handover", id.0, detail);
    work.publish(EventType::HandoverCreated.of(id.0).at(company));
    batch(work.tx(), scope, id).await
}

impl HandoverBatch {
    /// What it adds up to, as it was frozen.
    pub fn frozen_totals(&self) -> Result<Vec<HandoverTotal>, Problem> {
        let broken = || Problem::Internal("the totals of a batch are broken".to_owned());
        let totals: Vec<Value> = serde_json::from_str(&self.totals).map_err(|_| broken())?;
        let text = |total: &Value, name: &str| total[name].as_str().unwrap_or_default().to_owned();
        let one = |total: &Value| {
            Some(HandoverTotal {
                kind: PayrollKind::from_text(&text(total, "kind"))?,
                action: PayrollAction::from_text(&text(total, "action"))?,
                changes: total["changes"].as_i64()?,
                amount: total["amount"].as_i64()?,
                routing_sum: text(total, "routingSum").parse().ok()?,
            })
        };
        totals.iter().map(|total| one(total).ok_or_else(broken)).collect()
    }

    /// The kinds it has a file for.
    pub fn kinds(&self) -> Result<Vec<PayrollKind>, Problem> {
        let mut kinds: Vec<PayrollKind> = self.frozen_totals()?.iter().map(|total| total.kind).collect();
        kinds.dedup();
        Ok(kinds)
    }
}

pub(super) fn total_json(total: &HandoverTotal) -> Value {
    json!({
        "kind": total.kind,
        "action": total.action,
        "changes": total.changes,
        "amount": total.amount,
        "routingSum": total.routing_sum.to_string(),
    })
}

async fn write_lines(
    app: &App,
    work: &mut Work,
    scope: &AdminScope<Handovers, Write>,
    (batch, company): (HandoverId, &str),
) -> Result<(), Problem> {
    let numbers = numbers_of(app, work.tx(), &BankScope::from(scope)).await?;
    let seal = export::BatchSeal::of_tenant(app, work.tx(), &BankScope::from(scope)).await?;
    let mut after = (Timestamp::UNIX_EPOCH, PayrollChangeId(Uuid::nil()));
    let mut counted: HashMap<PayrollKind, i64> = HashMap::new();
    loop {
        let sources = store::sources(work.tx(), scope, batch, after, PART).await?;
        let Some(last) = sources.last() else { return Ok(()) };
        after = (last.approved_at.0, last.id);
        let mut sealed = Vec::with_capacity(sources.len());
        for source in &sources {
            let said = lines::of(source, company, &number_of(&numbers, source)?)?;
            let seq = counted.entry(source.kind).or_default();
            *seq += 1;
            sealed.push((source.kind, *seq, source.id, seal.close(app, source.id, &said)?));
        }
        store::insert_lines(work.tx(), scope, batch, sealed).await?;
    }
}

fn number_of(numbers: &Numbers, source: &LineSource) -> Result<String, Problem> {
    match &source.sealed_number {
        Some(sealed) => numbers.open(DepositId(source.subject_id), sealed),
        None => Ok(String::new()),
    }
}
