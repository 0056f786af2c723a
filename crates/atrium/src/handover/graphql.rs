//! Handovers on the wire, for payroll in the console. The command line calls the same use cases; a batch's file is
//! fetched over `http.rs`.

use super::kinds::{ConflictWinner, PayrollAction, PayrollKind, PayrollState};
use super::rules::Columns;
use super::store::{ChangeFilter, HandoverBatch, HandoverTotal, PayrollChange, PayrollCompany};
use super::{Acknowledged, Handovers};
use crate::access::{self, AdminScope, Need, Read, Write};
use crate::call::Call;
use crate::shared::amount::Amount;
use crate::shared::day::Moment;
use crate::shared::id::{CompanyId, HandoverId, PayrollChangeId, TenantId};
use crate::shared::page::Links;
use crate::shared::problem::Problem;
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, Object, SimpleObject};
use serde_json::Value;

/// A company whose payroll the viewer does.
#[derive(SimpleObject)]
#[graphql(serial, name = "HandoverCompany")]
struct HandoverCompanyOnWire {
    id: ID,
    name: String,
    time_zone: String,
    /// Changes that wait for the next batch, including those on hold.
    waiting: i64,
}

impl From<PayrollCompany> for HandoverCompanyOnWire {
    fn from(row: PayrollCompany) -> HandoverCompanyOnWire {
        HandoverCompanyOnWire {
            id: row.id.to_wire(),
            name: row.name,
            time_zone: row.time_zone,
            waiting: row.waiting,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct HandoverCompanyPage {
    results: Rows<HandoverCompanyOnWire>,
    links: Links,
}

/// One control total of a batch.
#[derive(SimpleObject)]
#[graphql(serial, name = "HandoverTotal")]
struct HandoverTotalOnWire {
    kind: PayrollKind,
    action: PayrollAction,
    changes: i64,
    /// Dollars in fixed amounts; hours of time off and of work.
    amount: Amount,
    /// The sum of the routing numbers, to compare with.
    routing_sum: String,
}

impl From<HandoverTotal> for HandoverTotalOnWire {
    fn from(total: HandoverTotal) -> HandoverTotalOnWire {
        HandoverTotalOnWire {
            kind: total.kind,
            action: total.action,
            changes: total.changes,
            amount: Amount::from_ten_thousandths(total.amount),
            routing_sum: total.routing_sum.to_string(),
        }
    }
}

/// What the next batch would have.
#[derive(SimpleObject)]
#[graphql(serial)]
struct HandoverPreview {
    totals: Vec<HandoverTotalOnWire>,
    /// How many people's changes.
    employees: i64,
    /// New accounts whose hold isn't over. They come in a later batch.
    on_hold: i64,
    /// The batch before it, to compare its totals with.
    previous: Option<Handover>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct Handover {
    id: ID,
    number: i64,
    created_at: Moment,
    creator_name: String,
    changes: i64,
    /// Neither taken over nor rejected yet.
    open: i64,
    taken: i64,
    rejected: i64,
    conflicts: i64,
    /// The kinds it has a file for.
    kinds: Vec<PayrollKind>,
    /// What it adds up to.
    totals: Vec<HandoverTotalOnWire>,
}

impl Handover {
    fn new(batch: HandoverBatch) -> Result<Handover, Problem> {
        let kinds = batch.kinds()?;
        let totals = batch.frozen_totals()?.into_iter().map(HandoverTotalOnWire::from).collect();
        Ok(Handover {
            id: batch.id.to_wire(),
            number: batch.number,
            created_at: batch.created_at,
            creator_name: batch.creator_name,
            changes: batch.changes,
            open: batch.open,
            taken: batch.taken,
            rejected: batch.rejected,
            conflicts: batch.conflicts,
            kinds,
            totals,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct HandoverPage {
    results: Rows<Handover>,
    links: Links,
}

/// How far something approved has come on its way to payroll, as its owner and deciders see it.
#[derive(SimpleObject)]
#[graphql(serial)]
pub struct PayrollProgress {
    pub state: PayrollState,
    /// When it was sent to payroll.
    pub handed_at: Option<Moment>,
    /// When payroll took it over or rejected it.
    pub settled_at: Option<Moment>,
    /// Why payroll rejected it.
    pub reason: String,
}

/// A value that changed: by column, as it was, as it was approved, and as payroll has it if that is something else.
#[derive(SimpleObject)]
#[graphql(serial)]
struct PayrollValue {
    field: String,
    before: Option<String>,
    after: Option<String>,
    payroll: Option<String>,
}

/// A change and how far it has come on its way to payroll. An account is shown by its last four digits.
#[derive(SimpleObject)]
#[graphql(serial, name = "PayrollChange")]
struct PayrollChangeOnWire {
    id: ID,
    employee_code: String,
    first_name: String,
    last_name: String,
    kind: PayrollKind,
    action: PayrollAction,
    /// The account, for deposits.
    account: Option<String>,
    values: Vec<PayrollValue>,
    approved_at: Moment,
    approver_name: String,
    ready_at: Moment,
    state: PayrollState,
    batch_number: Option<i64>,
    handed_at: Option<Moment>,
    settled_at: Option<Moment>,
    /// When an import last showed that payroll hasn't taken it.
    seen_at: Option<Moment>,
    reason: String,
}

fn shown(kind: PayrollKind, name: &str, value: Option<&Value>) -> Option<String> {
    match value? {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Number(number) if name == "amount" || kind.is_time() => {
            number.as_i64().map(|units| Amount::from_ten_thousandths(units).to_string())
        }
        other => Some(other.to_string()),
    }
}

fn values(
    kind: PayrollKind,
    (before, after, payroll): (&Columns, &Columns, Option<&Columns>),
) -> Vec<PayrollValue> {
    let fields = after.iter().filter(|(field, _)| *field != "item" && *field != "id");
    let value = |(field, after): (&String, &Value)| PayrollValue {
        field: field.clone(),
        before: shown(kind, field, before.get(field)),
        after: shown(kind, field, Some(after)),
        payroll: shown(kind, field, payroll.and_then(|payroll| payroll.get(field))),
    };
    fields.map(value).collect()
}

impl PayrollChangeOnWire {
    fn new(row: PayrollChange) -> Result<PayrollChangeOnWire, Problem> {
        let (before, after, payroll) = (row.before()?, row.after()?, row.payroll()?);
        let account = row.last_four.map(|last| {
            let bank = row.bank_name.filter(|name| !name.is_empty()).map_or(String::new(), |name| name + " ");
            format!("{bank}…{last}")
        });
        Ok(PayrollChangeOnWire {
            id: row.id.to_wire(),
            employee_code: row.employee_code,
            first_name: row.first_name,
            last_name: row.last_name,
            kind: row.kind,
            action: row.action,
            account,
            values: values(row.kind, (&before, &after, payroll.as_ref())),
            approved_at: row.approved_at,
            approver_name: row.approver_name,
            ready_at: row.ready_at,
            state: row.state,
            batch_number: row.batch_number,
            handed_at: row.handed_at,
            settled_at: row.settled_at,
            seen_at: row.seen_at,
            reason: row.reason,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct PayrollChangePage {
    results: Rows<PayrollChangeOnWire>,
    links: Links,
}

/// How many changes payroll acknowledged, and how many of the batch are left.
#[derive(SimpleObject)]
#[graphql(serial)]
struct HandoverAcknowledgement {
    settled: i64,
    left: i64,
}

impl From<Acknowledged> for HandoverAcknowledgement {
    fn from(done: Acknowledged) -> HandoverAcknowledgement {
        HandoverAcknowledgement { settled: done.settled, left: done.left }
    }
}

pub(super) async fn payroll<N: Need>(
    call: &Call,
    tenant_id: &ID,
) -> Result<AdminScope<Handovers, N>, Problem> {
    access::administered(call.viewer().await?, TenantId::from_wire(tenant_id)?)
}

#[derive(Default)]
pub struct HandoverQuery;

#[Object]
impl HandoverQuery {
    /// The companies whose payroll the viewer does, by name.
    async fn list_handover_companies(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<HandoverCompanyPage, Problem> {
        let call = Call::of(context);
        let scope = payroll::<Read>(call, &tenant_id).await?;
        let cursors = call.cursors(format!("payroll companies of {}", scope.tenant()));
        let page = super::companies(&call.db, &scope, cursors, (limit, cursor.as_deref())).await?;
        let page = page.map(HandoverCompanyOnWire::from);
        Ok(HandoverCompanyPage { results: page.results.into(), links: page.links })
    }

    /// What the next batch of a company would have, without account numbers.
    async fn handover_preview(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
    ) -> Result<HandoverPreview, Problem> {
        let call = Call::of(context);
        let scope = payroll::<Read>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let found = super::preview(&call.db, &scope, company, call.app.clock.now()).await?;
        let totals = found.totals.into_iter().map(HandoverTotalOnWire::from).collect();
        let previous = found.before.map(Handover::new).transpose()?;
        Ok(HandoverPreview { totals, employees: found.employees, on_hold: found.on_hold, previous })
    }

    /// A company's batches, newest first.
    async fn list_handovers(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<HandoverPage, Problem> {
        let call = Call::of(context);
        let scope = payroll::<Read>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let cursors = call.cursors(format!("handovers of company {company}"));
        let page = super::batches(&call.db, &scope, company, cursors, (limit, cursor.as_deref())).await?;
        let rows = page.results.into_iter().map(Handover::new);
        Ok(HandoverPage { results: rows.collect::<Result<_, _>>()?, links: page.links })
    }

    /// A company's changes, newest first. With `notTaken`, those that payroll got and hasn't taken over.
    #[expect(clippy::too_many_arguments, reason = "a list and its filters")]
    async fn list_payroll_changes(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        state: Option<PayrollState>,
        kind: Option<PayrollKind>,
        handover_id: Option<ID>,
        not_taken: Option<bool>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<PayrollChangePage, Problem> {
        let call = Call::of(context);
        let scope = payroll::<Read>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let batch = handover_id.as_ref().map(HandoverId::from_wire).transpose()?;
        let filter = ChangeFilter { state, kind, batch, is_not_taken: not_taken.unwrap_or_default() };
        let cursors = call.cursors(format!("payroll changes of company {company} {filter:?}"));
        let asked = (limit, cursor.as_deref());
        let page = super::changes(&call.db, &scope, company, filter, cursors, asked).await?;
        let rows = page.results.into_iter().map(PayrollChangeOnWire::new);
        Ok(PayrollChangePage { results: rows.collect::<Result<_, _>>()?, links: page.links })
    }
}

#[derive(Default)]
pub struct HandoverMutation;

#[Object]
impl HandoverMutation {
    /// Puts everything that's waiting into the company's next batch.
    async fn create_handover(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
    ) -> Result<Handover, Problem> {
        let call = Call::of(context);
        let scope = payroll::<Write>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let mut work = call.work().await?;
        Handover::new(super::create(&call.app, &mut work, &scope, company).await?)
    }

    /// Marks everything open in a batch as taken over by payroll.
    async fn acknowledge_handover(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        handover_id: ID,
    ) -> Result<HandoverAcknowledgement, Problem> {
        let call = Call::of(context);
        let scope = payroll::<Write>(call, &tenant_id).await?;
        let id = HandoverId::from_wire(&handover_id)?;
        let mut work = call.work().await?;
        Ok(super::acknowledge_batch(&mut work, &scope, id).await?.into())
    }

    /// Marks one change as taken over by payroll.
    async fn acknowledge_payroll_change(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        change_id: ID,
    ) -> Result<PayrollChangeOnWire, Problem> {
        let call = Call::of(context);
        let scope = payroll::<Write>(call, &tenant_id).await?;
        let (company, id) = (CompanyId::from_wire(&company_id)?, PayrollChangeId::from_wire(&change_id)?);
        let mut work = call.work().await?;
        PayrollChangeOnWire::new(super::acknowledge(&mut work, &scope, company, id).await?)
    }

    /// Marks a change as rejected by payroll. Its owner and the person who decided it can read the reason.
    async fn reject_payroll_change(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        change_id: ID,
        reason: String,
    ) -> Result<PayrollChangeOnWire, Problem> {
        let call = Call::of(context);
        let scope = payroll::<Write>(call, &tenant_id).await?;
        let (company, id) = (CompanyId::from_wire(&company_id)?, PayrollChangeId::from_wire(&change_id)?);
        let mut work = call.work().await?;
        PayrollChangeOnWire::new(super::reject(&mut work, &scope, company, id, &reason).await?)
    }

    /// Decides whose value counts after a conflict.
    async fn resolve_payroll_change(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        change_id: ID,
        winner: ConflictWinner,
    ) -> Result<PayrollChangeOnWire, Problem> {
        let call = Call::of(context);
        let scope = payroll::<Write>(call, &tenant_id).await?;
        let (company, id) = (CompanyId::from_wire(&company_id)?, PayrollChangeId::from_wire(&change_id)?);
        let mut work = call.work().await?;
        PayrollChangeOnWire::new(super::resolve(&mut work, &scope, company, id, winner).await?)
    }
}
