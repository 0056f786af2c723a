//! People, their employments and their reporting lines, for administrators.

use super::kinds::{EmploymentChange, EmploymentStatus};
use super::{
    EmployeeCodeChange, EmploymentEventRow, EmploymentRow, EmploymentStep, EmploymentWithdrawal, FoundPerson,
    LineDraft, LineEnd, PeopleFilter, PersonDetails, SignInState, UnmanagedReport,
};
use super::{coding, lines};
use crate::access::{self, Area, PeopleScope, Read, ReportKind, Write};
use crate::call::Call;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{CompanyId, EmployeeId, PersonId};
use crate::shared::page::Links;
use crate::shared::problem::{Current, Problem};
use async_graphql::{Context, Enum, ID, Object, SimpleObject};
use serde_json::json;
use uuid::Uuid;

/// What a reporting line covers.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(name = "ReportingArea", rename_items = "camelCase")]
enum AreaOnWire {
    TimeOff,
    PersonalInfo,
}

impl AreaOnWire {
    fn area(self) -> Area {
        match self {
            AreaOnWire::TimeOff => Area::TimeOff,
            AreaOnWire::PersonalInfo => Area::PersonalInfo,
        }
    }

    fn parse(text: &str) -> AreaOnWire {
        match Area::parse(text) {
            Some(Area::PersonalInfo) => AreaOnWire::PersonalInfo,
            _ => AreaOnWire::TimeOff,
        }
    }
}

/// Someone in the list of people.
#[derive(SimpleObject)]
#[graphql(serial)]
struct AdministeredPerson {
    person_id: ID,
    username: String,
    first_name: String,
    last_name: String,
    email: String,
    /// Of the portal: v1 or v2.
    version: String,
    sign_in: SignInState,
    /// Where they work or worked, in the companies you look after.
    jobs: Vec<AdministeredJob>,
}

/// An employment in the list of people.
#[derive(SimpleObject)]
#[graphql(serial)]
struct AdministeredJob {
    company_id: ID,
    company_name: String,
    employee_code: String,
    status: EmploymentStatus,
}

impl AdministeredPerson {
    fn new(call: &Call, row: FoundPerson, employments: &[EmploymentRow]) -> AdministeredPerson {
        let jobs = employments.iter().filter(|job| job.person_id == row.id).map(|job| AdministeredJob {
            company_id: job.company_id.to_wire(),
            company_name: job.company_name.clone(),
            employee_code: job.employee_code.clone(),
            status: job.status(call.today(&job.time_zone)),
        });
        AdministeredPerson {
            person_id: row.id.to_wire(),
            sign_in: row.sign_in(),
            jobs: jobs.collect(),
            username: row.username,
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            version: row.version,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AdministeredPeople {
    results: Vec<AdministeredPerson>,
    links: Links,
}

/// One person's employment at one company.
#[derive(SimpleObject)]
#[graphql(serial)]
struct Employment {
    employee_id: ID,
    company_id: ID,
    company_name: String,
    employee_code: String,
    status: EmploymentStatus,
    /// Today in the company's time zone.
    today: Day,
    original_hire_date: Day,
    current_hire_date: Day,
    /// The last day of the employment, past or planned.
    last_day: Option<Day>,
    /// The first day of a rehire.
    rehire_day: Option<Day>,
    /// The first day of a leave, until they return.
    leave_from: Option<Day>,
    /// The last day a former employee can open their own pay stubs and tax forms.
    open_through: Option<Day>,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
    history: Vec<EmploymentEvent>,
    lines: Vec<ReportingLine>,
}

/// A past or planned change to an employment. For a termination, `day` is the last day.
#[derive(SimpleObject)]
#[graphql(serial)]
struct EmploymentEvent {
    id: ID,
    change: EmploymentChange,
    day: Day,
    recorded_at: Moment,
    /// Null if an import or the command line recorded it.
    recorded_by: Option<String>,
    /// Whether it has taken effect. A planned change can be withdrawn.
    is_in_effect: bool,
}

/// Who an employee reports to.
#[derive(SimpleObject)]
#[graphql(serial)]
struct ReportingLine {
    manager_id: ID,
    manager_name: String,
    kind: ReportKind,
    area: AreaOnWire,
    first_day: Option<Day>,
    last_day: Option<Day>,
    is_planned: bool,
    is_over: bool,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct PersonWithEmployments {
    person: AdministeredPerson,
    employments: Vec<Employment>,
}

impl Employment {
    fn new(
        call: &Call,
        row: EmploymentRow,
        history: &[(EmployeeId, EmploymentEventRow)],
        lines: &[super::DatedLine],
    ) -> Employment {
        let today = call.today(&row.time_zone);
        let events = history.iter().filter(|(of, _)| *of == row.employee_id);
        let lines = lines.iter().filter(|line| line.employee_id == row.employee_id);
        Employment {
            employee_id: row.employee_id.to_wire(),
            company_id: row.company_id.to_wire(),
            status: row.status(today),
            open_through: row.open_through(),
            company_name: row.company_name,
            employee_code: row.employee_code,
            today,
            original_hire_date: row.original_hire_date,
            current_hire_date: row.current_hire_date,
            last_day: row.last_day,
            rehire_day: row.rehire_day,
            leave_from: row.leave_from,
            version: row.version,
            history: events.map(|(_, event)| EmploymentEvent::from(event)).collect(),
            lines: lines.map(ReportingLine::from).collect(),
        }
    }
}

impl From<&EmploymentEventRow> for EmploymentEvent {
    fn from(row: &EmploymentEventRow) -> EmploymentEvent {
        EmploymentEvent {
            id: ID(row.id.to_string()),
            change: row.change,
            day: row.day,
            recorded_at: row.recorded_at,
            recorded_by: row.recorded_by.clone(),
            is_in_effect: row.is_applied,
        }
    }
}

impl From<&super::DatedLine> for ReportingLine {
    fn from(row: &super::DatedLine) -> ReportingLine {
        let is_secondary = row.kind == ReportKind::Secondary.as_str();
        ReportingLine {
            manager_id: row.manager_id.to_wire(),
            manager_name: row.manager_name.clone(),
            kind: if is_secondary { ReportKind::Secondary } else { ReportKind::Primary },
            area: AreaOnWire::parse(&row.area),
            first_day: row.first_day,
            last_day: row.last_day,
            is_planned: row.is_planned,
            is_over: row.is_over,
        }
    }
}

impl PersonWithEmployments {
    fn new(call: &Call, found: PersonDetails) -> PersonWithEmployments {
        let PersonDetails { person, employments, history, lines } = found;
        let person = AdministeredPerson::new(call, person, &employments);
        let employments = employments.into_iter().map(|row| Employment::new(call, row, &history, &lines));
        PersonWithEmployments { employments: employments.collect(), person }
    }
}

impl Current for EmploymentRow {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "employeeId": self.employee_id,
            "employeeCode": self.employee_code,
            "lastDay": self.last_day,
            "rehireDay": self.rehire_day,
            "leaveFrom": self.leave_from,
            "isTerminated": self.is_terminated,
            "version": self.version,
        })
    }
}

/// Someone without a manager in an area, and what is waiting with no one to decide it.
#[derive(SimpleObject)]
#[graphql(serial)]
struct UnmanagedEmployee {
    employee_id: ID,
    person_id: ID,
    company_id: ID,
    company_name: String,
    first_name: String,
    last_name: String,
    areas: Vec<AreaOnWire>,
    time_off_waiting: i64,
    requests_waiting: i64,
}

impl From<UnmanagedReport> for UnmanagedEmployee {
    fn from(row: UnmanagedReport) -> UnmanagedEmployee {
        let areas =
            [(row.lacks_time_off, AreaOnWire::TimeOff), (row.lacks_personal_info, AreaOnWire::PersonalInfo)];
        UnmanagedEmployee {
            employee_id: row.employee_id.to_wire(),
            person_id: row.person_id.to_wire(),
            company_id: row.company_id.to_wire(),
            company_name: row.company_name,
            first_name: row.first_name,
            last_name: row.last_name,
            areas: areas.into_iter().filter(|(lacks, _)| *lacks).map(|(_, area)| area).collect(),
            time_off_waiting: row.time_off_waiting,
            requests_waiting: row.requests_waiting,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct UnmanagedEmployees {
    results: Vec<UnmanagedEmployee>,
    links: Links,
}

/// What a termination would end.
#[derive(SimpleObject)]
#[graphql(serial)]
struct EmploymentEnding {
    /// Names of the roles in the company.
    roles: Vec<String>,
    /// Names of roles in the whole tenant and in other companies, which they keep.
    roles_kept: Vec<String>,
    reports: i64,
    delegations: i64,
    /// Whether they'd be left with only a former employee's pages.
    ends_sessions: bool,
    /// Reports who would have no manager in an area, up to 100.
    left_behind: Vec<UnmanagedEmployee>,
}

#[derive(Default)]
pub struct EmploymentQuery;

#[Object]
impl EmploymentQuery {
    /// Everyone you look after, by name. You can search by part of a name, employee code, email address or username, and
    /// narrow the list to a company, a status and how far people are with signing in.
    #[expect(clippy::too_many_arguments, reason = "what narrows the list")]
    async fn administered_people(
        &self,
        context: &Context<'_>,
        search: Option<String>,
        company_id: Option<ID>,
        status: Option<EmploymentStatus>,
        sign_in: Option<SignInState>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<AdministeredPeople, Problem> {
        let call = Call::of(context);
        let scope = access::people::<Read>(call.viewer().await?)?;
        let search = search.as_deref().unwrap_or_default();
        let company = company_id.as_ref().map(CompanyId::from_wire).transpose()?;
        let filter = PeopleFilter { search, company, status, sign_in };
        let narrowed = (company, status.map(EmploymentStatus::as_str), sign_in.map(SignInState::as_str));
        let cursors = call.cursors(format!("people of {} by {search:?} in {narrowed:?}", scope.tenant()));
        let page = (cursors, limit, cursor.as_deref());
        let (page, jobs) = super::search(&call.db, &scope, filter, page, call.app.clock.now()).await?;
        let page = page.map(|row| AdministeredPerson::new(call, row, &jobs));
        Ok(AdministeredPeople { results: page.results, links: page.links })
    }

    async fn administered_person(
        &self,
        context: &Context<'_>,
        person_id: ID,
    ) -> Result<PersonWithEmployments, Problem> {
        let call = Call::of(context);
        let scope = access::people::<Read>(call.viewer().await?)?;
        let found =
            super::person(&call.db, &scope, PersonId::from_wire(&person_id)?, call.app.clock.now()).await?;
        Ok(PersonWithEmployments::new(call, found))
    }

    /// What a termination would end, without saving it.
    async fn employment_ending(
        &self,
        context: &Context<'_>,
        employee_id: ID,
    ) -> Result<EmploymentEnding, Problem> {
        let call = Call::of(context);
        let scope = access::people::<Read>(call.viewer().await?)?;
        let found =
            super::ending(&call.db, &call.app.clock, &scope, EmployeeId::from_wire(&employee_id)?).await?;
        Ok(EmploymentEnding {
            roles: found.roles,
            roles_kept: found.roles_kept,
            reports: found.reports,
            delegations: found.delegations,
            ends_sessions: found.ends_sessions,
            left_behind: found.left_behind.into_iter().map(UnmanagedEmployee::from).collect(),
        })
    }

    /// Everyone without a manager in an area, by name. You can search by part of a name or employee code, and narrow the
    /// list to a company.
    async fn unmanaged_employees(
        &self,
        context: &Context<'_>,
        search: Option<String>,
        company_id: Option<ID>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<UnmanagedEmployees, Problem> {
        let call = Call::of(context);
        let scope = access::people::<Read>(call.viewer().await?)?;
        let search = search.as_deref().unwrap_or_default();
        let company = company_id.as_ref().map(CompanyId::from_wire).transpose()?;
        let of = format!("people without a manager of {} by {search:?} in {company:?}", scope.tenant());
        let page = (call.cursors(of), limit, cursor.as_deref());
        let page = super::unmanaged(&call.db, &call.app.clock, &scope, (search, company), page).await?;
        let page = page.map(UnmanagedEmployee::from);
        Ok(UnmanagedEmployees { results: page.results, links: page.links })
    }
}

async fn scope(call: &Call) -> Result<PeopleScope, Problem> {
    access::people::<Write>(call.viewer().await?)
}

/// The employment after a change.
#[derive(SimpleObject)]
#[graphql(serial)]
struct ChangedEmployment {
    employee_id: ID,
    version: i64,
}

async fn changed(
    call: &Call,
    scope: &PeopleScope,
    employee: EmployeeId,
) -> Result<ChangedEmployment, Problem> {
    let version = super::version(&mut *call.work().await?, scope, employee).await?;
    Ok(ChangedEmployment { employee_id: employee.to_wire(), version })
}

#[derive(Default)]
pub struct EmploymentMutation;

#[Object]
impl EmploymentMutation {
    /// Records a leave, return, rehire or termination. `day` is the first day, or the last for a termination. Needs a fresh
    /// factor.
    async fn change_employment(
        &self,
        context: &Context<'_>,
        employee_id: ID,
        change: EmploymentChange,
        day: Day,
        version: i64,
    ) -> Result<ChangedEmployment, Problem> {
        let call = Call::of(context);
        let employee = EmployeeId::from_wire(&employee_id)?;
        let (scope, step) =
            (scope(call).await?, EmploymentStep { employee, change, day, version: Some(version) });
        if !call.brings_proof() {
            super::check_change(&call.db, &call.app.clock, &scope, &step).await?;
        }
        let step = call.prove(step).await?;
        let mut work = call.work().await?;
        super::change(&call.app, &mut work, &scope, step).await?;
        drop(work);
        changed(call, &scope, employee).await
    }

    /// Gives an employee another employee code. Needs a fresh factor.
    async fn change_employee_code(
        &self,
        context: &Context<'_>,
        employee_id: ID,
        employee_code: String,
        version: i64,
    ) -> Result<ChangedEmployment, Problem> {
        let call = Call::of(context);
        let employee = EmployeeId::from_wire(&employee_id)?;
        let change = EmployeeCodeChange { employee, code: employee_code, version: Some(version) };
        let scope = scope(call).await?;
        if !call.brings_proof() {
            coding::check_code(&call.db, &scope, &change).await?;
        }
        let change = call.prove(change).await?;
        let mut work = call.work().await?;
        super::change_code(&mut work, &scope, change).await?;
        drop(work);
        changed(call, &scope, employee).await
    }

    /// Withdraws a planned change. Needs a fresh factor.
    async fn withdraw_employment_change(
        &self,
        context: &Context<'_>,
        employee_id: ID,
        event_id: ID,
        version: i64,
    ) -> Result<ChangedEmployment, Problem> {
        let call = Call::of(context);
        let employee = EmployeeId::from_wire(&employee_id)?;
        let event = Uuid::try_parse(&event_id).map_err(|_| Problem::NotFound)?;
        let (scope, withdrawal) =
            (scope(call).await?, EmploymentWithdrawal { employee, event, version: Some(version) });
        if !call.brings_proof() {
            super::check_withdrawal(&call.db, &scope, &withdrawal).await?;
        }
        let withdrawal = call.prove(withdrawal).await?;
        let mut work = call.work().await?;
        super::withdraw(&mut work, &scope, withdrawal).await?;
        drop(work);
        changed(call, &scope, employee).await
    }

    /// Gives an employee a manager, starting on a day. A new primary manager replaces the one before. Needs a fresh factor.
    #[expect(clippy::too_many_arguments, reason = "what a line is")]
    async fn set_reporting_line(
        &self,
        context: &Context<'_>,
        employee_id: ID,
        manager_id: ID,
        kind: ReportKind,
        areas: Vec<AreaOnWire>,
        first_day: Day,
        version: i64,
    ) -> Result<ChangedEmployment, Problem> {
        let call = Call::of(context);
        let (employee, manager) = (EmployeeId::from_wire(&employee_id)?, PersonId::from_wire(&manager_id)?);
        let areas = areas.into_iter().map(AreaOnWire::area).collect();
        let draft = LineDraft { employee, manager, kind, areas, first_day, version: Some(version) };
        let scope = scope(call).await?;
        if !call.brings_proof() {
            lines::check_line(&call.db, &scope, &draft).await?;
        }
        let draft = call.prove(draft).await?;
        let mut work = call.work().await?;
        super::set_line(&call.app, &mut work, &scope, draft).await?;
        drop(work);
        changed(call, &scope, employee).await
    }

    /// Ends a line at the end of a day, or drops a planned one. Needs a fresh factor.
    #[expect(clippy::too_many_arguments, reason = "what a line is")]
    async fn end_reporting_line(
        &self,
        context: &Context<'_>,
        employee_id: ID,
        manager_id: ID,
        kind: ReportKind,
        area: AreaOnWire,
        last_day: Day,
        version: i64,
    ) -> Result<ChangedEmployment, Problem> {
        let call = Call::of(context);
        let (employee, manager) = (EmployeeId::from_wire(&employee_id)?, PersonId::from_wire(&manager_id)?);
        let (area, version) = (area.area(), Some(version));
        let (scope, end) = (scope(call).await?, LineEnd { employee, manager, kind, area, last_day, version });
        if !call.brings_proof() {
            lines::check_end(&call.db, &scope, &end).await?;
        }
        let end = call.prove(end).await?;
        let mut work = call.work().await?;
        super::end_line(&call.app, &mut work, &scope, end).await?;
        drop(work);
        changed(call, &scope, employee).await
    }
}
