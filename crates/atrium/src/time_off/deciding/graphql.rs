//! Time off decisions on the wire.

use super::super::graphql::{
    AwayColleague, Holiday, RequestReader, TimeOffRequest, TimeOffRequestPage, colleagues,
};
use super::rules::TimeOffVerdict;
use super::store::{self, Approvee, Away, Delegation};
use super::{AheadDay, Analysis, ApproverDecision, QueueFilter};
use crate::access::{self, ApproverScope, At, CompanyScope, Need, Read, ReportKind, Write};
use crate::call::Call;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{DelegationId, EmployeeId, PersonId, TimeOffRequestId};
use crate::shared::problem::Problem;
use crate::shared::rows::Rows;
use crate::time_off::{Absences, TimeOff};
use async_graphql::{Context, Enum, ID, InputObject, Object, SimpleObject};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[graphql(name = "TimeOffAction", rename_items = "lowercase")]
enum TimeOffAction {
    Approve,
    Deny,
    /// Approves only the listed days.
    Partly,
}

#[derive(InputObject)]
struct TimeOffDecisionInput {
    id: ID,
    version: i64,
    action: TimeOffAction,
    #[graphql(default)]
    days: Vec<Day>,
    #[graphql(default)]
    manager_notes: String,
}

impl TimeOffDecisionInput {
    fn decision(self) -> Result<ApproverDecision, Problem> {
        Ok(ApproverDecision {
            id: TimeOffRequestId::from_wire(&self.id)?,
            version: self.version,
            verdict: match self.action {
                TimeOffAction::Approve => TimeOffVerdict::Approve,
                TimeOffAction::Deny => TimeOffVerdict::Deny,
                TimeOffAction::Partly => TimeOffVerdict::Partly(self.days),
            },
            notes: self.manager_notes,
        })
    }
}

/// The result of one of several decisions.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffDecision {
    id: ID,
    /// The request after the decision; null if the decision was refused.
    request: Option<TimeOffRequest>,
    /// Why it was refused.
    refusal: Option<&'static str>,
}

/// A request with everything a decider needs.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffRequestDetails {
    request: TimeOffRequest,
    /// On its last day, without and with this request.
    balance_before: Option<Amount>,
    balance_after: Option<Amount>,
    holidays: Vec<Holiday>,
    /// Who else on the employee's team is away.
    away: Vec<AwayColleague>,
}

/// Someone whose requests this manager decides: a report in the area, or a report of a manager they're standing in for today.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffReport {
    id: ID,
    employee_code: String,
    first_name: String,
    last_name: String,
}

/// The team's time off at a glance.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffAnalysis {
    /// Requests waiting for this manager, counted up to 100.
    pending: i64,
    /// The seven days from today.
    week: Rows<TimeOffAnalysisDay>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffAnalysisDay {
    date: Day,
    /// By name, up to 500 for the week.
    away: Rows<AwayReport>,
    /// How many people are away, including those `away` doesn't name.
    away_count: i64,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AwayReport {
    employee_id: ID,
    first_name: String,
    last_name: String,
    amount: Amount,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffDelegation {
    id: ID,
    manager_id: ID,
    manager_name: String,
    delegate_id: ID,
    delegate_name: String,
    start_date: Day,
    end_date: Day,
}

impl From<Delegation> for TimeOffDelegation {
    fn from(row: Delegation) -> TimeOffDelegation {
        TimeOffDelegation {
            id: row.id.to_wire(),
            manager_id: row.manager_id.to_wire(),
            manager_name: row.manager_name,
            delegate_id: row.delegate_id.to_wire(),
            delegate_name: row.delegate_name,
            start_date: row.first_day,
            end_date: row.last_day,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffDelegations {
    /// Given and received, except those that are over.
    results: Vec<TimeOffDelegation>,
    /// The people you can choose.
    delegates: Vec<TimeOffDelegate>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffDelegate {
    person_id: ID,
    first_name: String,
    last_name: String,
}

#[derive(InputObject)]
struct TimeOffDelegationInput {
    delegate_id: ID,
    start_date: Day,
    end_date: Day,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct EndedTimeOffDelegation {
    id: ID,
}

async fn approver<N: Need>(
    call: &Call,
    (tenant_id, company_id): (&ID, &ID),
    manager_id: &ID,
) -> Result<(CompanyScope<TimeOff, N>, ApproverScope<TimeOff, N>), Problem> {
    let viewer = call.viewer().await?;
    let at = At::from_wire(tenant_id, company_id)?;
    let manager = PersonId::from_wire(manager_id)?;
    let company = access::managed_company(viewer, at, manager)?;
    let approver = call.approver(&company).await?;
    Ok((company, approver))
}

/// What waits, and who is away in the seven days from today: read once a call, for all the cards that show some of it.
pub async fn week_ahead(
    call: &Call,
    scope: &ApproverScope<Absences, impl Need>,
    is_brief: bool,
) -> Result<Arc<Analysis>, Problem> {
    if is_brief {
        let Briefly(ahead) = call.once(scope.company(), read_ahead(call, scope, true)).await?;
        return Ok(ahead);
    }
    let InFull(ahead) = call.once(scope.company(), read_ahead(call, scope, false)).await?;
    Ok(ahead)
}

#[derive(Clone)]
struct Briefly(Arc<Analysis>);

#[derive(Clone)]
struct InFull(Arc<Analysis>);

impl From<Arc<Analysis>> for Briefly {
    fn from(ahead: Arc<Analysis>) -> Briefly {
        Briefly(ahead)
    }
}

impl From<Arc<Analysis>> for InFull {
    fn from(ahead: Arc<Analysis>) -> InFull {
        InFull(ahead)
    }
}

async fn read_ahead<T: From<Arc<Analysis>>>(
    call: &Call,
    scope: &ApproverScope<Absences, impl Need>,
    is_brief: bool,
) -> Result<T, Problem> {
    Ok(Arc::new(super::analysis(&call.db, scope, is_brief).await?).into())
}

#[derive(Default)]
pub struct DecidingQuery;

#[Object]
impl DecidingQuery {
    /// What is waiting for this manager, soonest first; with `employeeId`, only that report's requests.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn list_managers_employees_time_off_request(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        employee_id: Option<ID>,
        report: Option<ReportKind>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<TimeOffRequestPage, Problem> {
        let call = Call::of(context);
        let (_, scope) = approver::<Read>(call, (&tenant_id, &company_id), &manager_id).await?;
        let employee = employee_id.as_ref().map(EmployeeId::from_wire).transpose()?;
        if let Some(employee) = employee {
            access::approved_employee(&call.db, &scope, employee).await?;
        }
        let list =
            format!("time off queue of {} in {} {employee:?} {report:?}", scope.viewer(), scope.company());
        let narrowed = QueueFilter { employee, report };
        let page =
            super::queue(&call.db, &scope, narrowed, call.cursors(list), limit, cursor.as_deref()).await?;
        Ok(TimeOffRequestPage::shown(page, reader(&scope)))
    }

    /// The people whose requests this manager decides, by name. `search` matches first name, last name and code; `employeeId`
    /// finds one.
    #[expect(clippy::too_many_arguments, reason = "the ids that every call takes")]
    async fn time_off_reports(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        search: Option<String>,
        employee_id: Option<ID>,
        limit: Option<i32>,
    ) -> Result<Rows<TimeOffReport>, Problem> {
        let call = Call::of(context);
        let (_, scope) = approver::<Read>(call, (&tenant_id, &company_id), &manager_id).await?;
        let search = search.unwrap_or_default();
        let one = employee_id.as_ref().map(EmployeeId::from_wire).transpose()?;
        let found = super::approvees(&call.db, &scope, &search, one, limit).await?;
        let shown = |row: Approvee| TimeOffReport {
            id: row.id.to_wire(),
            employee_code: row.employee_code,
            first_name: row.first_name,
            last_name: row.last_name,
        };
        Ok(found.into_iter().map(shown).collect())
    }

    /// One request with the balance, the team and the holidays around it.
    async fn time_off_request_details(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        id: ID,
    ) -> Result<TimeOffRequestDetails, Problem> {
        let call = Call::of(context);
        let (_, scope) = approver::<Read>(call, (&tenant_id, &company_id), &manager_id).await?;
        let (request, around) = super::details(&call.db, &scope, TimeOffRequestId::from_wire(&id)?).await?;
        Ok(TimeOffRequestDetails {
            request: TimeOffRequest::shown(request, reader(&scope)),
            balance_before: around.balance.map(|(before, _)| before),
            balance_after: around.balance.map(|(_, after)| after),
            holidays: around.holidays.into_iter().map(Holiday::from).collect(),
            away: colleagues(around.away),
        })
    }

    /// What is waiting, and which reports are away in the seven days from today. With `isBrief`, each day names the first five.
    async fn time_off_analysis(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        #[graphql(default)] is_brief: bool,
    ) -> Result<TimeOffAnalysis, Problem> {
        let call = Call::of(context);
        let (_, scope) = approver::<Read>(call, (&tenant_id, &company_id), &manager_id).await?;
        let analysis = week_ahead(call, &(&scope).into(), is_brief).await?;
        let report = |row: &Away| AwayReport {
            employee_id: row.employee_id.to_wire(),
            first_name: row.first_name.clone(),
            last_name: row.last_name.clone(),
            amount: row.hours,
        };
        let day = |day: &AheadDay| TimeOffAnalysisDay {
            date: day.date,
            away: day.people.iter().map(report).collect(),
            away_count: day.count,
        };
        Ok(TimeOffAnalysis { pending: analysis.waiting, week: analysis.week.iter().map(day).collect() })
    }

    /// Who decides for whom, and who could.
    async fn time_off_delegations(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
    ) -> Result<TimeOffDelegations, Problem> {
        let call = Call::of(context);
        let (company, scope) = approver::<Read>(call, (&tenant_id, &company_id), &manager_id).await?;
        let given = store::delegations(&call.db, &scope).await?;
        let people = store::delegates(&call.db, &company, scope.today()).await?;
        Ok(TimeOffDelegations {
            results: given.into_iter().map(TimeOffDelegation::from).collect(),
            delegates: people
                .into_iter()
                .map(|(person, first_name, last_name)| TimeOffDelegate {
                    person_id: person.to_wire(),
                    first_name,
                    last_name,
                })
                .collect(),
        })
    }
}

fn reader(scope: &ApproverScope<TimeOff, impl Need>) -> RequestReader {
    RequestReader { today: scope.today(), is_manager: true }
}

#[derive(Default)]
pub struct DecidingMutation;

#[Object]
impl DecidingMutation {
    async fn decide_time_off_request(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        input: TimeOffDecisionInput,
    ) -> Result<TimeOffRequest, Problem> {
        let call = Call::of(context);
        let (_, scope) = approver::<Write>(call, (&tenant_id, &company_id), &manager_id).await?;
        let decision = input.decision()?;
        let decided = super::decide(&mut *call.work().await?, &scope, decision).await?;
        Ok(TimeOffRequest::shown(decided, reader(&scope)))
    }

    /// Decides up to 100 requests, each on its own: if one is refused, the others still go through.
    async fn decide_time_off_requests(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        decisions: Vec<TimeOffDecisionInput>,
    ) -> Result<Vec<TimeOffDecision>, Problem> {
        let call = Call::of(context);
        let (_, scope) = approver::<Write>(call, (&tenant_id, &company_id), &manager_id).await?;
        let decisions = decisions.into_iter().map(TimeOffDecisionInput::decision);
        let decisions = decisions.collect::<Result<Vec<_>, Problem>>()?;
        let outcomes = super::decide_many(&mut *call.work().await?, &scope, decisions).await?;
        let shown = outcomes.into_iter().map(|(id, outcome)| {
            let refusal = outcome.as_ref().err().map(Problem::code);
            let request = outcome.ok().map(|request| TimeOffRequest::shown(request, reader(&scope)));
            TimeOffDecision { id: id.to_wire(), request, refusal }
        });
        Ok(shown.collect())
    }

    /// Undoes your own decision within a minute.
    async fn undo_time_off_decision(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        id: ID,
        version: i64,
    ) -> Result<TimeOffRequest, Problem> {
        let call = Call::of(context);
        let (_, scope) = approver::<Write>(call, (&tenant_id, &company_id), &manager_id).await?;
        let id = TimeOffRequestId::from_wire(&id)?;
        let employee = super::employee_of(&call.db, &scope, id).await?;
        let undone = super::undo(&mut *call.work().await?, (&scope, &employee), id, version).await?;
        Ok(TimeOffRequest::shown(undone, reader(&scope)))
    }

    /// Lets someone else decide for you between two days.
    async fn delegate_time_off_approvals(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        input: TimeOffDelegationInput,
    ) -> Result<TimeOffDelegation, Problem> {
        let call = Call::of(context);
        let (company, scope) = approver::<Write>(call, (&tenant_id, &company_id), &manager_id).await?;
        let delegate = PersonId::from_wire(&input.delegate_id);
        let delegate = delegate.map_err(|_| super::TimeOffRefusal::UnknownDelegate)?;
        let days = (input.start_date, input.end_date);
        let made = super::delegate(&mut *call.work().await?, (&company, &scope), delegate, days).await?;
        Ok(made.into())
    }

    async fn end_time_off_delegation(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        id: ID,
    ) -> Result<EndedTimeOffDelegation, Problem> {
        let call = Call::of(context);
        let (_, scope) = approver::<Write>(call, (&tenant_id, &company_id), &manager_id).await?;
        let delegation = DelegationId::from_wire(&id)?;
        super::end_delegation(&mut *call.work().await?, &scope, delegation).await?;
        Ok(EndedTimeOffDelegation { id })
    }
}
