//! Time off on the wire, in the spec's names.

use super::attachments::{self, TimeOffFileInput};
use super::balances::{self, Balance};
use super::ground::CalendarRow;
use super::kinds::{DayStatus, Half, TimeOffStatus, Unit};
use super::refusal::TimeOffRefusal;
use super::rules::{self, STANDARD_HOURS, TimeOffDraft};
use super::store::{AwayRow, Request};
use super::{BalancePage, TimeOff, ledger};
use crate::access::{self, At, EmployeeScope, Need, Opens, Own, Read, Write};
use crate::call::Call;
use crate::files::Stored;
use crate::handover::PayrollProgress;
use crate::shared::amount::Amount;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{EmployeeId, PersonId, TimeOffRequestId, TimeOffTypeId};
use crate::shared::page::{Links, Page};
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use db::Db;
use serde_json::json;

/// A balance of one type of time off, in hours. `availableBalance` is `currentBalance` less `scheduledHours`.
#[derive(SimpleObject)]
#[graphql(serial)]
pub struct TimeOffBalance {
    type_id: ID,
    #[graphql(name = "type")]
    type_name: String,
    /// The Spanish name, or the English name if there is none.
    #[graphql(name = "typeEs")]
    type_name_es: String,
    /// False if this type has no balance; the numbers are then 0.
    has_balance: bool,
    current_balance: Amount,
    scheduled_hours: Amount,
    available_balance: Amount,
    default_hours: Amount,
    approval: super::kinds::TimeOffApproval,
    /// An employee's request for more days than this needs an attachment; null if none does.
    attachment_after_days: Option<i64>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct TimeOffRequest {
    id: ID,
    employee_id: ID,
    first_name: String,
    last_name: String,
    employee_code: String,
    #[graphql(name = "type")]
    type_name: String,
    /// The Spanish name, or the English name if there is none.
    #[graphql(name = "typeEs")]
    type_name_es: String,
    type_id: ID,
    /// All its days together, in hours.
    amount: Amount,
    /// The first day.
    time_off_date: Day,
    end_date: Day,
    request_date: Day,
    status: TimeOffStatus,
    notes: String,
    manager_notes: String,
    default_hours: Amount,
    include_weekends: bool,
    unit: Unit,
    /// For half days: which half of each; null for either.
    half: Option<Half>,
    /// HH:MM on each day, if the request is by the hour with times.
    start_time: Option<String>,
    end_time: Option<String>,
    days: Rows<TimeOffDay>,
    decided_by_name: Option<String>,
    decided_at: Option<Moment>,
    /// Whether it has the first of two approvals.
    is_half_approved: bool,
    /// Whether it still needs the first of two approvals, which covers all days.
    is_first_of_two: bool,
    /// True while it's open. For a request of more than one day, only if the company allows it.
    is_editable: bool,
    attachment_count: i64,
    /// Its way to payroll, once something of it is approved.
    payroll: Option<PayrollProgress>,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffDay {
    date: Day,
    amount: Amount,
    status: DayStatus,
}

/// Who sees a request, and when: what can still be changed depends on it.
#[derive(Clone, Copy)]
pub(super) struct RequestReader {
    pub today: Day,
    pub is_manager: bool,
}

impl RequestReader {
    pub(super) fn of(call: &Call, scope: &EmployeeScope<TimeOff, impl Need>) -> RequestReader {
        RequestReader { today: call.today(&scope.time_zone()), is_manager: !scope.is_own() }
    }
}

impl TimeOffRequest {
    pub(super) fn shown(request: Request, reader: RequestReader) -> TimeOffRequest {
        let standing = super::standing(&request);
        let Request { head, days } = request;
        let (is_half_approved, is_first_of_two) = (head.is_half_approved(), head.is_first_of_two());
        let edit = rules::check_edit(standing, reader.today, reader.is_manager, head.edits_many_days);
        TimeOffRequest {
            id: head.id.to_wire(),
            employee_id: head.employee_id.to_wire(),
            first_name: head.first_name,
            last_name: head.last_name,
            employee_code: head.employee_code,
            type_name_es: head.type_name_es.unwrap_or_else(|| head.type_name.clone()),
            type_name: head.type_name,
            type_id: head.type_id.to_wire(),
            amount: head.hours,
            time_off_date: head.first_day,
            end_date: head.last_day,
            request_date: head.request_date,
            status: head.status,
            notes: head.notes,
            manager_notes: head.manager_notes,
            default_hours: STANDARD_HOURS,
            include_weekends: head.includes_weekends,
            unit: head.unit,
            half: head.half,
            start_time: head.start_minute.map(rules::time_of_day),
            end_time: head.end_minute.map(rules::time_of_day),
            days: days
                .into_iter()
                .map(|(date, amount, status)| TimeOffDay { date, amount, status })
                .collect(),
            decided_by_name: head.decided_by_name,
            decided_at: head.decided_at,
            is_half_approved,
            is_first_of_two,
            is_editable: edit.is_ok(),
            attachment_count: head.attachments,
            payroll: head.payroll_state.map(|state| PayrollProgress {
                state,
                handed_at: head.handed_at,
                settled_at: head.payroll_settled_at,
                reason: head.payroll_reason.unwrap_or_default(),
            }),
            version: head.version,
        }
    }
}

impl Current for Request {
    fn on_wire(&self) -> serde_json::Value {
        let head = &self.head;
        json!({
            "id": head.id,
            "employeeId": head.employee_id,
            "typeId": head.type_id,
            "type": head.type_name,
            "amount": head.hours.to_string(),
            "timeOffDate": head.first_day,
            "endDate": head.last_day,
            "status": head.status,
            "notes": head.notes,
            "managerNotes": head.manager_notes,
            "decidedByName": head.decided_by_name,
            "version": head.version,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct TimeOffRequestPage {
    results: Rows<TimeOffRequest>,
    links: Links,
}

impl TimeOffRequestPage {
    pub(super) fn shown(page: Page<Request>, reader: RequestReader) -> TimeOffRequestPage {
        let page = page.map(|request| TimeOffRequest::shown(request, reader));
        TimeOffRequestPage { results: page.results.into(), links: page.links }
    }
}

/// The balance on a day and the lines that add up to it.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffLedger {
    type_id: ID,
    #[graphql(name = "type")]
    type_name: String,
    date: Day,
    balance: Amount,
    lines: Rows<TimeOffLedgerLine>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffLedgerLine {
    date: Day,
    kind: ledger::LedgerKind,
    amount: Amount,
    /// After this line.
    balance: Amount,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffPreview {
    days: Vec<PreviewDay>,
    amount: Amount,
    /// On the last day, without and with this request.
    balance_before: Option<Amount>,
    balance_after: Option<Amount>,
    holidays: Vec<Holiday>,
    away: Vec<AwayColleague>,
    /// The code it would be refused with.
    refusal: Option<&'static str>,
    refusal_field: Option<&'static str>,
    /// Whether it needs an attachment.
    needs_attachment: bool,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct PreviewDay {
    date: Day,
    amount: Amount,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct Holiday {
    date: Day,
    /// In English and Spanish.
    name: String,
    name_es: String,
}

impl From<CalendarRow> for Holiday {
    fn from(row: CalendarRow) -> Holiday {
        Holiday { date: row.first, name: row.name, name_es: row.name_es }
    }
}

/// Someone on the team who is away: when, but not why.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct AwayColleague {
    employee_id: ID,
    first_name: String,
    last_name: String,
    dates: Vec<Day>,
    /// False while any of it is waiting for a decision. Only deciders see those days.
    is_approved: bool,
}

pub(super) fn colleagues(rows: Vec<AwayRow>) -> Vec<AwayColleague> {
    let mut all: Vec<AwayColleague> = vec![];
    for row in rows {
        let id = row.employee_id.to_wire();
        match all.last_mut() {
            Some(last) if last.employee_id == id => {
                last.dates.push(row.day);
                last.is_approved &= row.is_approved;
            }
            _ => all.push(AwayColleague {
                employee_id: id,
                first_name: row.first_name,
                last_name: row.last_name,
                dates: vec![row.day],
                is_approved: row.is_approved,
            }),
        }
    }
    all
}

/// The same part of each day from `startDate` to `endDate`. For half days, which `half`, or either. By the hour, `hours` and
/// `minutes` per day, or from `startTime` to `endTime` (HH:MM) each day.
#[derive(InputObject)]
struct TimeOffRequestInput {
    type_id: ID,
    start_date: Day,
    end_date: Day,
    #[graphql(default)]
    include_weekends: bool,
    unit: Unit,
    half: Option<Half>,
    hours: Option<i32>,
    minutes: Option<i32>,
    start_time: Option<String>,
    end_time: Option<String>,
    #[graphql(default)]
    notes: String,
}

impl TimeOffRequestInput {
    fn draft(self) -> Result<TimeOffDraft, Problem> {
        let type_id = TimeOffTypeId::from_wire(&self.type_id).map_err(|_| TimeOffRefusal::UnknownType)?;
        let minute = |text: &Option<String>, field| {
            text.as_deref().and_then(rules::minute_of_day).ok_or(TimeOffRefusal::InvalidTime(field))
        };
        let between = match (&self.start_time, &self.end_time) {
            (None, None) => None,
            (start, end) => Some((minute(start, "startTime")?, minute(end, "endTime")?)),
        };
        let minutes = match (self.unit, between) {
            (Unit::Hours, None) => rules::minutes_a_day(self.hours.unwrap_or(0), self.minutes.unwrap_or(0))?,
            _ => 0,
        };
        Ok(TimeOffDraft {
            type_id,
            first: self.start_date,
            last: self.end_date,
            includes_weekends: self.include_weekends,
            unit: self.unit,
            half: self.half,
            minutes,
            between,
            notes: self.notes,
        })
    }
}

#[derive(InputObject)]
struct UpdateTimeOffRequestInput {
    id: ID,
    version: i64,
    #[graphql(flatten)]
    request: TimeOffRequestInput,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct DeletedTimeOffRequest {
    id: ID,
}

/// Whose time off: your own or, with `managerId`, that of someone whose requests the manager decides.
pub(super) async fn employee<N: Need>(
    call: &Call,
    (tenant_id, company_id): (&ID, &ID),
    employee_id: &ID,
    manager_id: Option<&ID>,
) -> Result<EmployeeScope<TimeOff, N>, Problem> {
    employee_by::<TimeOff, N>(call, (tenant_id, company_id), employee_id, manager_id).await
}

/// Like `employee`; employees get to their own through `F`, which a separate page can narrow.
async fn employee_by<F: Own + Opens<TimeOff>, N: Need>(
    call: &Call,
    (tenant_id, company_id): (&ID, &ID),
    employee_id: &ID,
    manager_id: Option<&ID>,
) -> Result<EmployeeScope<TimeOff, N>, Problem> {
    let viewer = call.viewer().await?;
    let at = At::from_wire(tenant_id, company_id)?;
    let employee = EmployeeId::from_wire(employee_id)?;
    let Some(manager_id) = manager_id else {
        return Ok((&access::own::<F, N>(viewer, at, employee)?).into());
    };
    let manager = PersonId::from_wire(manager_id)?;
    let company = access::managed_company(viewer, at, manager)?;
    let approver = call.approver(&company).await?;
    access::approved_employee(&call.db, &approver, employee).await
}

/// In the company's order.
pub async fn balances_on_wire(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    today: Day,
) -> Result<Vec<TimeOffBalance>, Problem> {
    let counted = |of: &super::ground::TypeRow, hours| if of.has_balance { hours } else { Amount::ZERO };
    let on_wire = |balance: Balance| TimeOffBalance {
        current_balance: counted(&balance.of, balance.current),
        scheduled_hours: balance.scheduled,
        available_balance: counted(&balance.of, balance.available),
        type_id: balance.of.id.to_wire(),
        type_name_es: balance.of.name_es.unwrap_or_else(|| balance.of.name.clone()),
        type_name: balance.of.name,
        has_balance: balance.of.has_balance,
        default_hours: STANDARD_HOURS,
        approval: balance.of.approval,
        attachment_after_days: balance.of.attachment_after_days,
    };
    Ok(balances::balances(db, scope, today).await?.into_iter().map(on_wire).collect())
}

#[derive(Default)]
pub struct TimeOffQuery;

#[Object]
impl TimeOffQuery {
    /// In the company's order.
    async fn time_off_balances(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        manager_id: Option<ID>,
    ) -> Result<Vec<TimeOffBalance>, Problem> {
        let call = Call::of(context);
        let at = (&tenant_id, &company_id);
        let scope = employee::<Read>(call, at, &employee_id, manager_id.as_ref()).await?;
        balances_on_wire(&call.db, &scope, call.today(&scope.time_zone())).await
    }

    /// The balance on any date, with every line up to it.
    #[expect(clippy::too_many_arguments, reason = "the ids that every call takes")]
    async fn time_off_ledger(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        manager_id: Option<ID>,
        type_id: ID,
        date: Day,
    ) -> Result<TimeOffLedger, Problem> {
        let call = Call::of(context);
        let at = (&tenant_id, &company_id);
        // Only the balance page shows the ledger. The time off page shows the balances too.
        let scope = employee_by::<BalancePage, Read>(call, at, &employee_id, manager_id.as_ref()).await?;
        let (of, today) = (TimeOffTypeId::from_wire(&type_id)?, call.today(&scope.time_zone()));
        let statement = balances::statement(&call.db, &scope, of, date, today).await?;
        let lines = statement.lines.into_iter().map(|line| TimeOffLedgerLine {
            date: line.day,
            kind: line.kind,
            amount: line.amount,
            balance: line.balance,
        });
        Ok(TimeOffLedger {
            type_id,
            type_name: statement.of.name,
            date,
            balance: statement.balance,
            lines: lines.collect(),
        })
    }

    /// Newest first.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn list_employee_time_off_requests(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        manager_id: Option<ID>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<TimeOffRequestPage, Problem> {
        let call = Call::of(context);
        let at = (&tenant_id, &company_id);
        let scope = employee::<Read>(call, at, &employee_id, manager_id.as_ref()).await?;
        let cursors = call.cursors(format!("time off of employee {}", scope.employee()));
        let page = super::requests(&call.db, &scope, cursors, limit, cursor.as_deref()).await?;
        Ok(TimeOffRequestPage::shown(page, RequestReader::of(call, &scope)))
    }

    /// What a request would do, without creating it. `requestId` is the request being edited.
    #[expect(clippy::too_many_arguments, reason = "the ids that every call takes")]
    async fn preview_time_off_request(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        manager_id: Option<ID>,
        request_id: Option<ID>,
        input: TimeOffRequestInput,
    ) -> Result<TimeOffPreview, Problem> {
        let call = Call::of(context);
        let at = (&tenant_id, &company_id);
        let scope = employee::<Read>(call, at, &employee_id, manager_id.as_ref()).await?;
        let edited = request_id.as_ref().map(TimeOffRequestId::from_wire).transpose()?;
        let today = call.today(&scope.time_zone());
        let preview = super::preview::preview(&call.db, &scope, today, input.draft()?, edited).await?;
        Ok(TimeOffPreview {
            days: preview.days.into_iter().map(|(date, amount)| PreviewDay { date, amount }).collect(),
            amount: preview.amount,
            balance_before: preview.balance.map(|(before, _)| before),
            balance_after: preview.balance.map(|(_, after)| after),
            holidays: preview.holidays.into_iter().map(Holiday::from).collect(),
            away: colleagues(preview.away),
            needs_attachment: preview.needs_attachment,
            refusal: preview.refusal.as_ref().map(Problem::code),
            refusal_field: preview.refusal.as_ref().and_then(Problem::field),
        })
    }
}

#[derive(Default)]
pub struct TimeOffMutation;

#[Object]
impl TimeOffMutation {
    /// Requests time off; with `managerId`, for a report.
    #[expect(clippy::too_many_arguments, reason = "the ids that every call takes")]
    async fn create_time_off_request(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        manager_id: Option<ID>,
        input: TimeOffRequestInput,
        #[graphql(default)] attachments: Vec<TimeOffFileInput>,
    ) -> Result<TimeOffRequest, Problem> {
        let call = Call::of(context);
        let at = (&tenant_id, &company_id);
        let scope = employee::<Write>(call, at, &employee_id, manager_id.as_ref()).await?;
        let draft = input.draft()?;
        let stored = attachments::take_in(call, &scope, attachments).await?;
        let made = request(call, &scope, draft, &stored).await;
        if made.is_err() {
            attachments::discard(&call.app, stored).await;
        }
        Ok(TimeOffRequest::shown(made?, RequestReader::of(call, &scope)))
    }

    /// Changes a request; with `managerId`, a report's.
    async fn update_time_off_request(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        manager_id: Option<ID>,
        input: UpdateTimeOffRequestInput,
    ) -> Result<TimeOffRequest, Problem> {
        let call = Call::of(context);
        let at = (&tenant_id, &company_id);
        let scope = employee::<Write>(call, at, &employee_id, manager_id.as_ref()).await?;
        let id = TimeOffRequestId::from_wire(&input.id)?;
        let draft = input.request.draft()?;
        let today = call.today(&scope.time_zone());
        let revised =
            super::requesting::revise(&mut *call.work().await?, &scope, today, (id, input.version), draft)
                .await?;
        Ok(TimeOffRequest::shown(revised, RequestReader::of(call, &scope)))
    }

    /// Withdraws a request, which stays in the list as canceled. With `version`, refused if someone changed it first.
    #[expect(clippy::too_many_arguments, reason = "the ids that every call takes")]
    async fn delete_time_off_request(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        manager_id: Option<ID>,
        id: ID,
        version: Option<i64>,
    ) -> Result<DeletedTimeOffRequest, Problem> {
        let call = Call::of(context);
        let at = (&tenant_id, &company_id);
        let scope = employee::<Write>(call, at, &employee_id, manager_id.as_ref()).await?;
        let request = TimeOffRequestId::from_wire(&id)?;
        let today = call.today(&scope.time_zone());
        super::withdraw(&mut *call.work().await?, &scope, today, request, version).await?;
        Ok(DeletedTimeOffRequest { id })
    }
}

async fn request(
    call: &Call,
    scope: &EmployeeScope<TimeOff, Write>,
    draft: TimeOffDraft,
    stored: &[Stored],
) -> Result<Request, Problem> {
    let today = call.today(&scope.time_zone());
    super::request_with(&mut *call.work().await?, scope, today, draft, stored).await
}
