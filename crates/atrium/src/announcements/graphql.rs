//! Announcements on the wire, in the spec's names.

use super::Announcements;
use super::rules::{self, AnnouncementDraft, MessageState, Target};
use super::store::Announcement;
use crate::access::{self, At, CompanyScope, Need, Read, Write};
use crate::call::Call;
use crate::feature_row::News;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{AnnouncementId, CompanyId, EmployeeId, OrganizationId, PayGroupId, PersonId};
use crate::shared::page::{Links, Page, first};
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use futures_util::future::BoxFuture;
use serde_json::json;

/// For the profile of an employee.
pub fn news_of(
    call: &Call,
    at: At,
    employee: EmployeeId,
    limit: i32,
) -> BoxFuture<'_, Result<Option<Vec<News>>, Problem>> {
    Box::pin(async move {
        let Ok(own) = access::own(call.viewer().await?, at, employee) else { return Ok(None) };
        let (today, cursors) = (call.today(&own.time_zone()), call.cursors("messages".to_owned()));
        super::newest_for(&call.db, &own, today, cursors, limit).await.map(Some)
    })
}

/// An announcement.
#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanyMessage {
    id: ID,
    message: String,
    /// The Spanish text; null if there is none, and everyone sees the English.
    message_es: Option<String>,
    pay_group_id: Option<ID>,
    division_id: Option<ID>,
    branch_id: Option<ID>,
    department_id: Option<ID>,
    team_id: Option<ID>,
    start_date: Day,
    end_date: Day,
    state: MessageState,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
    updated_at: Moment,
    updated_by_name: String,
    /// Whether the viewer has read it; false for managers.
    is_read: bool,
}

impl CompanyMessage {
    fn new(row: Announcement, today: Day) -> CompanyMessage {
        CompanyMessage {
            id: row.id.to_wire(),
            message: row.message,
            message_es: Some(row.message_es).filter(|text| !text.is_empty()),
            pay_group_id: row.pay_group_id.map(PayGroupId::to_wire),
            division_id: row.division_id.map(OrganizationId::to_wire),
            branch_id: row.branch_id.map(OrganizationId::to_wire),
            department_id: row.department_id.map(OrganizationId::to_wire),
            team_id: row.team_id.map(OrganizationId::to_wire),
            start_date: row.start_date,
            end_date: row.end_date,
            state: rules::state(row.start_date, row.end_date, today),
            version: row.version,
            updated_at: row.updated_at,
            updated_by_name: row.updated_by_name,
            is_read: row.is_read,
        }
    }
}

impl Current for Announcement {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "id": self.id,
            "message": self.message,
            "messageEs": self.message_es,
            "payGroupId": self.pay_group_id,
            "divisionId": self.division_id,
            "branchId": self.branch_id,
            "departmentId": self.department_id,
            "teamId": self.team_id,
            "startDate": self.start_date,
            "endDate": self.end_date,
            "version": self.version,
            "updatedAt": self.updated_at,
            "updatedByName": self.updated_by_name,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanyMessagePage {
    results: Rows<CompanyMessage>,
    links: Links,
}

impl CompanyMessagePage {
    fn new(page: Page<Announcement>, today: Day) -> CompanyMessagePage {
        let page = page.map(|row| CompanyMessage::new(row, today));
        CompanyMessagePage { results: page.results.into(), links: page.links }
    }
}

#[derive(SimpleObject)]
#[graphql(serial, name = "Announcements")]
struct AnnouncementList {
    announcements: Rows<CompanyMessage>,
    total_count: i64,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct ReadMessages {
    /// How many were newly marked as read.
    newly_read: i64,
}

/// Who an announcement with this target would reach.
#[derive(SimpleObject)]
#[graphql(serial)]
struct MessageAudience {
    people: i64,
    company_people: i64,
    /// Largest first.
    by_department: Vec<AudiencePart>,
    /// How many of them report to the viewer.
    your_reports: i64,
    /// The first five of those.
    reports: Vec<AudienceReport>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AudiencePart {
    organization_name: String,
    people: i64,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AudienceReport {
    employee_id: ID,
    first_name: String,
    last_name: String,
}

/// Employees must match every target given. None means everyone in the company.
#[derive(InputObject, Default)]
struct MessageTargetInput {
    pay_group_id: Option<ID>,
    division_id: Option<ID>,
    branch_id: Option<ID>,
    department_id: Option<ID>,
    team_id: Option<ID>,
}

impl MessageTargetInput {
    fn target(&self) -> Result<Target, Problem> {
        let organization = |id: &Option<ID>, field| {
            let unknown = |_| Problem::from(rules::AnnouncementRefusal::UnknownTarget(field));
            id.as_ref().map(|id| OrganizationId::from_wire(id).map_err(unknown)).transpose()
        };
        let unknown = |_| Problem::from(rules::AnnouncementRefusal::UnknownTarget("payGroupId"));
        Ok(Target {
            pay_group: self.pay_group_id.as_ref().map(PayGroupId::from_wire).transpose().map_err(unknown)?,
            division: organization(&self.division_id, "divisionId")?,
            branch: organization(&self.branch_id, "branchId")?,
            department: organization(&self.department_id, "departmentId")?,
            team: organization(&self.team_id, "teamId")?,
        })
    }
}

#[derive(InputObject)]
struct CreateMessageInput {
    message: String,
    /// The Spanish text.
    message_es: Option<String>,
    #[graphql(flatten)]
    target: MessageTargetInput,
    start_date: Day,
    end_date: Day,
}

#[derive(InputObject)]
struct UpdateMessageInput {
    id: ID,
    version: i64,
    message: String,
    /// If left out or empty, the Spanish text is removed.
    message_es: Option<String>,
    #[graphql(flatten)]
    target: MessageTargetInput,
    start_date: Day,
    end_date: Day,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct DeletedMessage {
    message_id: ID,
}

async fn as_manager<N: Need>(
    call: &Call,
    tenant_id: &ID,
    company_id: &ID,
    manager_id: &ID,
) -> Result<CompanyScope<Announcements, N>, Problem> {
    let viewer = call.viewer().await?;
    let at = At::from_wire(tenant_id, company_id)?;
    access::managed_company(viewer, at, PersonId::from_wire(manager_id)?)
}

#[derive(Default)]
pub struct AnnouncementQuery;

#[Object]
impl AnnouncementQuery {
    /// With `managerId`, all of the company's announcements; otherwise, those for the employee today. Newest first.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn list_company_messages(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<CompanyMessagePage, Problem> {
        let call = Call::of(context);
        if let Some(manager_id) = manager_id {
            let scope = as_manager::<Read>(call, &tenant_id, &company_id, &manager_id).await?;
            let cursors = call.cursors(format!("announcements of company {}", scope.company()));
            let page = super::of_company(&call.db, &scope, cursors, limit, cursor.as_deref()).await?;
            return Ok(CompanyMessagePage::new(page, call.today(&scope.time_zone())));
        }
        let at = At::from_wire(&tenant_id, &company_id)?;
        let employee = EmployeeId::from_wire(&employee_id.ok_or(Problem::NotFound)?)?;
        let scope = access::own(call.viewer().await?, at, employee)?;
        let today = call.today(&scope.time_zone());
        let cursors = call.cursors(format!("announcements for employee {}", scope.employee()));
        let page = super::for_employee(&call.db, &scope, today, cursors, limit, cursor.as_deref()).await?;
        Ok(CompanyMessagePage::new(page, today))
    }

    /// The older family's list for an employee: the newest announcements for them today.
    async fn announcements(
        &self,
        context: &Context<'_>,
        company_id: ID,
        employee_id: ID,
        limit: Option<i32>,
    ) -> Result<AnnouncementList, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        let at = At { tenant: viewer.tenant, company: CompanyId::from_wire(&company_id)? };
        let employee = EmployeeId::from_wire(&employee_id)?;
        let scope = access::own(viewer, at, employee)?;
        let today = call.today(&scope.time_zone());
        let (rows, total_count) = super::newest(&call.db, &scope, today, first(limit)?).await?;
        let announcements = rows.into_iter().map(|row| CompanyMessage::new(row, today)).collect();
        Ok(AnnouncementList { announcements, total_count })
    }

    /// Who would see an announcement with this target.
    async fn message_audience(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        input: MessageTargetInput,
    ) -> Result<MessageAudience, Problem> {
        let call = Call::of(context);
        let scope = as_manager::<Read>(call, &tenant_id, &company_id, &manager_id).await?;
        let audience = super::audience(&call.db, &scope, &input.target()?).await?;
        Ok(MessageAudience {
            people: audience.people,
            company_people: audience.company_people,
            by_department: audience
                .by_department
                .into_iter()
                .map(|(organization_name, people)| AudiencePart { organization_name, people })
                .collect(),
            your_reports: audience.report_count,
            reports: audience
                .reports
                .into_iter()
                .map(|report| AudienceReport {
                    employee_id: report.id.to_wire(),
                    first_name: report.first_name,
                    last_name: report.last_name,
                })
                .collect(),
        })
    }
}

#[derive(Default)]
pub struct AnnouncementMutation;

#[Object]
impl AnnouncementMutation {
    async fn create_message(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        input: CreateMessageInput,
    ) -> Result<CompanyMessage, Problem> {
        let call = Call::of(context);
        let scope = as_manager::<Write>(call, &tenant_id, &company_id, &manager_id).await?;
        let target = input.target.target()?;
        let message_es = input.message_es.unwrap_or_default();
        let (message, starts, ends) = (input.message, input.start_date, input.end_date);
        let draft = AnnouncementDraft { message, message_es, target, starts, ends };
        let row = super::publish(&mut *call.work().await?, &scope, draft).await?;
        Ok(CompanyMessage::new(row, call.today(&scope.time_zone())))
    }

    async fn update_message(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        input: UpdateMessageInput,
    ) -> Result<CompanyMessage, Problem> {
        let call = Call::of(context);
        let scope = as_manager::<Write>(call, &tenant_id, &company_id, &manager_id).await?;
        let id = AnnouncementId::from_wire(&input.id)?;
        let target = input.target.target()?;
        let message_es = input.message_es.unwrap_or_default();
        let (message, starts, ends) = (input.message, input.start_date, input.end_date);
        let draft = AnnouncementDraft { message, message_es, target, starts, ends };
        let row = super::revise(&mut *call.work().await?, &scope, id, input.version, draft).await?;
        Ok(CompanyMessage::new(row, call.today(&scope.time_zone())))
    }

    /// Marks announcements as read. Those already read or not meant for the employee are skipped.
    async fn mark_messages_read(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        message_ids: Vec<ID>,
    ) -> Result<ReadMessages, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let employee = EmployeeId::from_wire(&employee_id)?;
        let scope = access::own(call.viewer().await?, at, employee)?;
        let ids = message_ids.iter().map(AnnouncementId::from_wire).collect::<Result<Vec<_>, _>>()?;
        let today = call.today(&scope.time_zone());
        let newly_read = super::mark_read(&mut *call.work().await?, &scope, today, &ids).await?;
        Ok(ReadMessages { newly_read })
    }

    /// With `version`, refused if someone changed it first.
    async fn delete_message(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        message_id: ID,
        version: Option<i64>,
    ) -> Result<DeletedMessage, Problem> {
        let call = Call::of(context);
        let scope = as_manager::<Write>(call, &tenant_id, &company_id, &manager_id).await?;
        let id = AnnouncementId::from_wire(&message_id)?;
        super::withdraw(&mut *call.work().await?, &scope, id, version).await?;
        Ok(DeletedMessage { message_id })
    }
}
