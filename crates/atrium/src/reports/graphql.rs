//! Reports on the wire, for the console. Files are fetched over `http.rs`; the command line calls the same use cases.

use super::kinds::{ReportColumnKind, ReportGrouping, ReportName, ReportRhythm};
use super::rules::{AskedReport, FiguresFilter};
use super::schedules::{self, KeptFilter, ScheduleDraft, ScheduleWithPeople};
use super::store::{ReportCompany, ReportDepartment, ReportRecipient, ScheduleRow};
use super::table::{ReportColumn, ReportRow};
use super::{Reports, listing, summary};
use crate::access::{self, CompanyFiguresScope, FiguresScope, Need, Read, Write};
use crate::call::Call;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{CompanyId, OrganizationId, PersonId, ReportScheduleId, ResourceId, TenantId};
use crate::shared::language::Language;
use crate::shared::page::Links;
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use serde_json::json;

/// A company whose reports the viewer may read.
#[derive(SimpleObject)]
#[graphql(serial, name = "ReportCompany")]
struct ReportCompanyOnWire {
    id: ID,
    name: String,
    time_zone: String,
    /// Whether its reports have money, which is for payroll.
    sees_pay: bool,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct ReportCompanyPage {
    results: Rows<ReportCompanyOnWire>,
    links: Links,
}

#[derive(SimpleObject)]
#[graphql(serial, name = "ReportDepartment")]
struct ReportDepartmentOnWire {
    id: ID,
    name: String,
}

impl From<ReportDepartment> for ReportDepartmentOnWire {
    fn from(row: ReportDepartment) -> ReportDepartmentOnWire {
        ReportDepartmentOnWire { id: row.id.to_wire(), name: row.name }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct ReportDepartmentPage {
    results: Rows<ReportDepartmentOnWire>,
    links: Links,
}

/// What narrows a report. Anything left out has its usual value.
#[derive(InputObject, Default)]
#[graphql(name = "ReportFilter")]
struct FilterOnWire {
    /// Absent: today, where the company is.
    on: Option<Day>,
    /// Absent: the month that `to` is in; for headcount, a year.
    from: Option<Day>,
    /// Absent: today.
    to: Option<Day>,
    department_id: Option<ID>,
    group_by: Option<ReportGrouping>,
    /// Whose acknowledgments, in a list of people.
    resource_id: Option<ID>,
    /// In a list of people: only who hasn't acknowledged, or consented.
    missing_only: Option<bool>,
}

impl FilterOnWire {
    fn read(&self) -> Result<FiguresFilter, Problem> {
        Ok(FiguresFilter {
            on: self.on,
            from: self.from,
            to: self.to,
            department: self.department_id.as_ref().map(OrganizationId::from_wire).transpose()?,
            grouping: self.group_by,
            resource: self.resource_id.as_ref().map(ResourceId::from_wire).transpose()?,
            is_missing_only: self.missing_only.unwrap_or_default(),
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial, name = "ReportColumn")]
struct ColumnOnWire {
    id: String,
    kind: ReportColumnKind,
    /// The name of a type of time off; other columns are known by their IDs.
    label: Option<String>,
}

impl From<ReportColumn> for ColumnOnWire {
    fn from(column: ReportColumn) -> ColumnOnWire {
        ColumnOnWire { id: column.id.to_owned(), kind: column.kind, label: column.label }
    }
}

#[derive(SimpleObject)]
#[graphql(serial, name = "ReportRow")]
struct RowOnWire {
    /// The ID of what the row is about, where it can be opened.
    id: Option<ID>,
    /// By column; null where there is nothing to show.
    cells: Vec<Option<String>>,
}

impl From<ReportRow> for RowOnWire {
    fn from(row: ReportRow) -> RowOnWire {
        RowOnWire {
            id: row.id.map(|id| ID(id.to_string())),
            cells: row.cells.iter().map(super::table::ReportCell::raw).collect(),
        }
    }
}

/// A report's figures, and the days they are about.
#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanyReport {
    on: Day,
    from: Day,
    to: Day,
    group_by: ReportGrouping,
    columns: Vec<ColumnOnWire>,
    rows: Rows<RowOnWire>,
}

/// The people behind a report.
#[derive(SimpleObject)]
#[graphql(serial)]
struct ReportPeoplePage {
    columns: Vec<ColumnOnWire>,
    results: Rows<RowOnWire>,
    links: Links,
}

/// A report that is mailed as a link.
#[derive(SimpleObject)]
#[graphql(serial, name = "ReportSchedule")]
struct ScheduleOnWire {
    id: ID,
    report: ReportName,
    department_id: Option<ID>,
    group_by: Option<ReportGrouping>,
    rhythm: ReportRhythm,
    /// Of the week from Monday (1), or of the month.
    day: i64,
    next_at: Moment,
    last_sent_at: Option<Moment>,
    /// Null: it's sent.
    paused_at: Option<Moment>,
    owner_name: String,
    recipients: Vec<String>,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
}

impl From<ScheduleWithPeople> for ScheduleOnWire {
    fn from(schedule: ScheduleWithPeople) -> ScheduleOnWire {
        let ScheduleWithPeople { row, filter, recipients } = schedule;
        ScheduleOnWire {
            id: row.id.to_wire(),
            report: row.report,
            department_id: filter.department.map(OrganizationId::to_wire),
            group_by: filter.grouping,
            rhythm: row.rhythm,
            day: row.day,
            next_at: row.next_at,
            last_sent_at: row.last_sent_at,
            paused_at: row.paused_at,
            owner_name: row.owner_name,
            recipients,
            version: row.version,
        }
    }
}

impl Current for ScheduleRow {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "id": self.id, "report": self.report, "rhythm": self.rhythm, "day": self.day, "nextAt": self.next_at,
            "lastSentAt": self.last_sent_at, "pausedAt": self.paused_at, "ownerName": self.owner_name,
            "version": self.version,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct ReportSchedulePage {
    results: Vec<ScheduleOnWire>,
    links: Links,
}

/// Someone who may see the company's reports.
#[derive(SimpleObject)]
#[graphql(serial, name = "ReportRecipient")]
struct RecipientOnWire {
    id: ID,
    first_name: String,
    last_name: String,
}

impl From<ReportRecipient> for RecipientOnWire {
    fn from(row: ReportRecipient) -> RecipientOnWire {
        RecipientOnWire { id: row.id.to_wire(), first_name: row.first_name, last_name: row.last_name }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct ReportRecipientPage {
    results: Rows<RecipientOnWire>,
    links: Links,
}

#[derive(InputObject)]
#[graphql(name = "ReportScheduleInput")]
struct ScheduleDraftOnWire {
    report: ReportName,
    department_id: Option<ID>,
    group_by: Option<ReportGrouping>,
    rhythm: ReportRhythm,
    /// Of the week from Monday (1), or of the month up to 28.
    day: i64,
    /// Absent: only yourself.
    recipient_ids: Option<Vec<ID>>,
}

impl ScheduleDraftOnWire {
    fn draft(&self) -> Result<ScheduleDraft, Problem> {
        let recipients = self.recipient_ids.iter().flatten().map(PersonId::from_wire);
        Ok(ScheduleDraft {
            report: self.report,
            filter: KeptFilter {
                department: self.department_id.as_ref().map(OrganizationId::from_wire).transpose()?,
                grouping: self.group_by,
            },
            rhythm: self.rhythm,
            day: self.day,
            recipients: recipients.collect::<Result<_, _>>()?,
        })
    }
}

async fn figures<N: Need>(call: &Call, tenant_id: &ID) -> Result<FiguresScope<Reports, N>, Problem> {
    access::figures(call.viewer().await?, TenantId::from_wire(tenant_id)?)
}

async fn of_company<N: Need>(
    call: &Call,
    tenant_id: &ID,
    company_id: &ID,
) -> Result<CompanyFiguresScope<Reports, N>, Problem> {
    let scope = figures(call, tenant_id).await?;
    access::company_figures(&call.db, &scope, CompanyId::from_wire(company_id)?).await
}

fn asked(
    call: &Call,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    name: ReportName,
    filter: Option<&FilterOnWire>,
) -> Result<AskedReport, Problem> {
    let filter = filter.map(FilterOnWire::read).transpose()?.unwrap_or_default();
    super::asked(&call.app.clock, scope, name, &filter)
}

fn language_of(language: Option<&str>) -> Result<Language, Problem> {
    Language::from_wire(language.unwrap_or("en"))
}

#[derive(Default)]
pub struct ReportQuery;

#[Object]
impl ReportQuery {
    /// The companies whose reports the viewer may read, by name.
    async fn list_report_companies(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<ReportCompanyPage, Problem> {
        let call = Call::of(context);
        let scope = figures::<Read>(call, &tenant_id).await?;
        let cursors = call.cursors(format!("report companies of {}", scope.tenant()));
        let page = super::companies(&call.db, &scope, cursors, (limit, cursor.as_deref())).await?;
        let page = page.map(|row: ReportCompany| ReportCompanyOnWire {
            id: row.id.to_wire(),
            sees_pay: scope.sees_pay_of(row.id),
            name: row.name,
            time_zone: row.time_zone,
        });
        Ok(ReportCompanyPage { results: page.results.into(), links: page.links })
    }

    /// A company's departments, by name.
    async fn list_report_departments(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<ReportDepartmentPage, Problem> {
        let call = Call::of(context);
        let scope = of_company::<Read>(call, &tenant_id, &company_id).await?;
        let cursors = call.cursors(format!("report departments of {}", scope.company()));
        let page = super::departments(&call.db, &scope, cursors, (limit, cursor.as_deref())).await?;
        let page = page.map(ReportDepartmentOnWire::from);
        Ok(ReportDepartmentPage { results: page.results.into(), links: page.links })
    }

    /// A report's figures. `language`, en or es, is for the names of types.
    async fn company_report(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        name: ReportName,
        filter: Option<FilterOnWire>,
        language: Option<String>,
    ) -> Result<CompanyReport, Problem> {
        let call = Call::of(context);
        let scope = of_company::<Read>(call, &tenant_id, &company_id).await?;
        let asked = asked(call, &scope, name, filter.as_ref())?;
        let language = language_of(language.as_deref())?;
        let table = summary::summary((&call.db, &call.app.clock), &scope, &asked, language).await?;
        Ok(CompanyReport {
            on: asked.on,
            from: asked.from,
            to: asked.to,
            group_by: asked.grouping,
            columns: table.columns.into_iter().map(ColumnOnWire::from).collect(),
            rows: table.rows.into_iter().map(RowOnWire::from).collect(),
        })
    }

    /// The people behind a report, by last name.
    #[expect(clippy::too_many_arguments, reason = "a list and its filters")]
    async fn list_report_people(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        name: ReportName,
        filter: Option<FilterOnWire>,
        language: Option<String>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<ReportPeoplePage, Problem> {
        let call = Call::of(context);
        let scope = of_company::<Read>(call, &tenant_id, &company_id).await?;
        let asked = asked(call, &scope, name, filter.as_ref())?;
        let language = language_of(language.as_deref())?;
        let cursors = call.cursors(format!("report people of {} {asked:?}", scope.company()));
        let from = (&call.db, &call.app.clock);
        let page = (limit, cursor.as_deref());
        let found = listing::people(from, &scope, (&asked, language), cursors, page).await?;
        Ok(ReportPeoplePage {
            columns: found.columns.into_iter().map(ColumnOnWire::from).collect(),
            results: found.page.results.into_iter().map(RowOnWire::from).collect(),
            links: found.page.links,
        })
    }

    /// A company's scheduled reports, oldest first.
    async fn list_report_schedules(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<ReportSchedulePage, Problem> {
        let call = Call::of(context);
        let scope = of_company::<Read>(call, &tenant_id, &company_id).await?;
        let cursors = call.cursors(format!("report schedules of {}", scope.company()));
        let page = schedules::schedules(&call.db, &scope, cursors, (limit, cursor.as_deref())).await?;
        let page = page.map(ScheduleOnWire::from);
        Ok(ReportSchedulePage { results: page.results, links: page.links })
    }

    /// Who can get a company's reports, by last name.
    async fn list_report_recipients(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<ReportRecipientPage, Problem> {
        let call = Call::of(context);
        let scope = of_company::<Read>(call, &tenant_id, &company_id).await?;
        let cursors = call.cursors(format!("report recipients of {}", scope.company()));
        let from = (&call.db, &call.app.clock);
        let page = schedules::possible_recipients(from, &scope, cursors, (limit, cursor.as_deref())).await?;
        let page = page.map(RecipientOnWire::from);
        Ok(ReportRecipientPage { results: page.results.into(), links: page.links })
    }
}

#[derive(Default)]
pub struct ReportMutation;

#[Object]
impl ReportMutation {
    /// Mails a link to a report every week or every month, in the morning, where the company is.
    async fn schedule_report(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        input: ScheduleDraftOnWire,
    ) -> Result<ScheduleOnWire, Problem> {
        let call = Call::of(context);
        let scope = of_company::<Write>(call, &tenant_id, &company_id).await?;
        let draft = input.draft()?;
        let saved = schedules::save(&call.db, &mut *call.work().await?, &scope, draft).await?;
        Ok(saved.into())
    }

    /// Pauses a schedule, or lets it go on.
    async fn pause_report_schedule(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        schedule_id: ID,
        version: i64,
        paused: bool,
    ) -> Result<ScheduleOnWire, Problem> {
        let call = Call::of(context);
        let scope = of_company::<Write>(call, &tenant_id, &company_id).await?;
        let id = (ReportScheduleId::from_wire(&schedule_id)?, version);
        let saved = schedules::pause(&mut *call.work().await?, &scope, id, paused).await?;
        Ok(saved.into())
    }

    async fn remove_report_schedule(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        schedule_id: ID,
        version: i64,
    ) -> Result<ID, Problem> {
        let call = Call::of(context);
        let scope = of_company::<Write>(call, &tenant_id, &company_id).await?;
        let id = (ReportScheduleId::from_wire(&schedule_id)?, version);
        let removed = schedules::remove(&mut *call.work().await?, &scope, id).await?;
        Ok(removed.to_wire())
    }
}
