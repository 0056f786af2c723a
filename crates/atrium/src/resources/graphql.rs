//! Resources and action items on the wire, in the spec's names.

use super::store::{Acknowledging, OfferedResource, Resource};
use super::{OfferFilter, ResourceDraft, Resources};
use crate::access::{self, At, CompanyScope, Managed, Need, Read, Write};
use crate::call::Call;
use crate::documents::CompanyDocuments;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{CompanyId, EmployeeId, PersonId, ResourceId};
use crate::shared::page::{Links, first};
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use serde_json::json;

/// A resource as an employee sees it, or a document on the dashboard.
#[derive(SimpleObject)]
#[graphql(serial)]
struct EmployeeResource {
    id: ID,
    name: String,
    description: String,
    /// The address it opens; null if it opens nothing.
    link: Option<String>,
    /// For a document: its ID for `getCompanyDocument`.
    document_id: Option<ID>,
    /// Acknowledged, Pending (not acknowledged yet) or Active (nothing to do).
    status: &'static str,
    created_date: Moment,
    created_by: String,
    due_date: Option<Day>,
    is_action_item: bool,
    is_complete: bool,
    completed_date: Option<Moment>,
    updated_by: ID,
    updated_by_name: String,
    updated_date: Moment,
    /// Employees only see resources that aren't deleted.
    is_deleted: bool,
    deleted_date: Option<Moment>,
    deleted_by: Option<ID>,
}

impl From<OfferedResource> for EmployeeResource {
    fn from(row: OfferedResource) -> EmployeeResource {
        let status = match (row.is_action_item, row.acknowledged_at) {
            (true, Some(_)) => "Acknowledged",
            (true, None) => "Pending",
            (false, _) => "Active",
        };
        EmployeeResource {
            id: ID(row.id.to_string()),
            name: row.name,
            description: row.description,
            link: Some(row.link).filter(|link| !link.is_empty()),
            document_id: row.document.map(|id| id.to_wire()),
            status,
            created_date: row.created_at,
            created_by: row.created_by_name,
            due_date: row.due_date,
            is_action_item: row.is_action_item,
            is_complete: row.acknowledged_at.is_some(),
            completed_date: row.acknowledged_at,
            updated_by: row.updated_by.to_wire(),
            updated_by_name: row.updated_by_name,
            updated_date: row.updated_at,
            is_deleted: false,
            deleted_date: None,
            deleted_by: None,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct EmployeeResources {
    employee_resources: Rows<EmployeeResource>,
    total_count: i64,
}

/// A resource as managers see it.
#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanyResource {
    id: ID,
    name: String,
    description: String,
    link: Option<String>,
    is_action_item: bool,
    due_date: Option<Day>,
    created_date: Moment,
    created_by: String,
    updated_by: ID,
    updated_by_name: String,
    updated_date: Moment,
    /// How many people have acknowledged it.
    acknowledged: i64,
    people: i64,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
}

impl From<Resource> for CompanyResource {
    fn from(row: Resource) -> CompanyResource {
        CompanyResource {
            id: row.id.to_wire(),
            name: row.name,
            description: row.description,
            link: Some(row.link).filter(|link| !link.is_empty()),
            is_action_item: row.is_action_item,
            due_date: row.due_date,
            created_date: row.created_at,
            created_by: row.created_by_name,
            updated_by: row.updated_by.to_wire(),
            updated_by_name: row.updated_by_name,
            updated_date: row.updated_at,
            acknowledged: row.acknowledged,
            people: row.people,
            version: row.version,
        }
    }
}

impl Current for Resource {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "id": self.id,
            "name": self.name,
            "description": self.description,
            "link": self.link,
            "isActionItem": self.is_action_item,
            "dueDate": self.due_date,
            "version": self.version,
            "updatedDate": self.updated_at,
            "updatedByName": self.updated_by_name,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanyResourcePage {
    results: Rows<CompanyResource>,
    links: Links,
}

/// One of the manager's reports and when they acknowledged.
#[derive(SimpleObject)]
#[graphql(serial)]
struct Acknowledgement {
    employee_id: ID,
    first_name: String,
    last_name: String,
    acknowledged_date: Option<Moment>,
}

impl From<Acknowledging> for Acknowledgement {
    fn from(row: Acknowledging) -> Acknowledgement {
        Acknowledgement {
            employee_id: row.employee.to_wire(),
            first_name: row.first_name,
            last_name: row.last_name,
            acknowledged_date: row.acknowledged_at,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AcknowledgementPage {
    results: Vec<Acknowledgement>,
    links: Links,
}

#[derive(InputObject)]
struct ResourceInput {
    name: String,
    #[graphql(default)]
    description: String,
    /// http, https or a path in this portal; empty if it opens nothing.
    #[graphql(default)]
    link: String,
    is_action_item: bool,
    due_date: Option<Day>,
}

impl From<ResourceInput> for ResourceDraft {
    fn from(input: ResourceInput) -> ResourceDraft {
        ResourceDraft {
            name: input.name,
            description: input.description,
            link: input.link,
            is_action_item: input.is_action_item,
            due: input.due_date,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct DeletedResource {
    resource_id: ID,
}

/// An acknowledged action item and its event in the calendar.
#[derive(SimpleObject)]
#[graphql(serial)]
struct AcknowledgedResource {
    resource_id: ID,
    status: &'static str,
    calendar_category: &'static str,
    calendar_date: Day,
}

pub(super) async fn as_manager<F: Managed, N: Need>(
    call: &Call,
    tenant_id: &ID,
    company_id: &ID,
    manager_id: &ID,
) -> Result<CompanyScope<F, N>, Problem> {
    let viewer = call.viewer().await?;
    let at = At::from_wire(tenant_id, company_id)?;
    access::managed_company(viewer, at, PersonId::from_wire(manager_id)?)
}

#[derive(Default)]
pub struct ResourceQuery;

#[Object]
impl ResourceQuery {
    /// What an employee sees: pending action items first, then resources and dashboard documents by name. `isActionItem` limits
    /// them to action items or to everything else.
    async fn resources(
        &self,
        context: &Context<'_>,
        company_id: ID,
        employee_id: ID,
        limit: Option<i32>,
        is_action_item: Option<bool>,
    ) -> Result<EmployeeResources, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        let at = At { tenant: viewer.tenant, company: CompanyId::from_wire(&company_id)? };
        let employee = EmployeeId::from_wire(&employee_id)?;
        let scope = access::own::<Resources, Read>(viewer, at, employee)?;
        let documents = access::own::<CompanyDocuments, Read>(viewer, at, employee);
        let limit = first(limit)?;
        let today = call.today(&scope.time_zone());
        let narrowed = OfferFilter { is_action_item, has_documents: documents.is_ok() };
        let (rows, total_count) = super::for_employee(&call.db, &scope, today, narrowed, limit).await?;
        let employee_resources = rows.into_iter().map(EmployeeResource::from).collect();
        Ok(EmployeeResources { employee_resources, total_count })
    }

    /// All of a company's resources, by name. `isActionItem` limits them to action items or to everything else.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn list_company_resources(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        is_action_item: Option<bool>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<CompanyResourcePage, Problem> {
        let call = Call::of(context);
        let scope = as_manager::<Resources, Read>(call, &tenant_id, &company_id, &manager_id).await?;
        let cursors = call
            .cursors(format!("resources of company {}, action items {is_action_item:?}", scope.company()));
        let page =
            super::of_company(&call.db, &scope, is_action_item, cursors, limit, cursor.as_deref()).await?;
        let page = page.map(CompanyResource::from);
        Ok(CompanyResourcePage { results: page.results.into(), links: page.links })
    }

    /// Which of the manager's reports have acknowledged an action item, by name.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn resource_acknowledgements(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        resource_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<AcknowledgementPage, Problem> {
        let call = Call::of(context);
        let scope = as_manager::<Resources, Read>(call, &tenant_id, &company_id, &manager_id).await?;
        let id = ResourceId::from_wire(&resource_id)?;
        let cursors = call.cursors(format!("acknowledgements of {id} for {}", scope.viewer()));
        let page = super::acknowledging(&call.db, &scope, id, cursors, limit, cursor.as_deref()).await?;
        let page = page.map(Acknowledgement::from);
        Ok(AcknowledgementPage { results: page.results, links: page.links })
    }
}

#[derive(Default)]
pub struct ResourceMutation;

#[Object]
impl ResourceMutation {
    async fn create_resource(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        input: ResourceInput,
    ) -> Result<CompanyResource, Problem> {
        let call = Call::of(context);
        let scope = as_manager::<Resources, Write>(call, &tenant_id, &company_id, &manager_id).await?;
        let mut work = call.work().await?;
        let id = super::publish(&mut work, &scope, input.into()).await?;
        Ok(super::written(&mut work, &scope, id).await?.into())
    }

    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn update_resource(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        resource_id: ID,
        version: i64,
        input: ResourceInput,
    ) -> Result<CompanyResource, Problem> {
        let call = Call::of(context);
        let scope = as_manager::<Resources, Write>(call, &tenant_id, &company_id, &manager_id).await?;
        let id = ResourceId::from_wire(&resource_id)?;
        let mut work = call.work().await?;
        super::revise(&mut work, &scope, id, version, input.into()).await?;
        Ok(super::written(&mut work, &scope, id).await?.into())
    }

    /// With `version`, refused if someone changed it first. The row is kept but hidden.
    async fn delete_resource(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        resource_id: ID,
        version: Option<i64>,
    ) -> Result<DeletedResource, Problem> {
        let call = Call::of(context);
        let scope = as_manager::<Resources, Write>(call, &tenant_id, &company_id, &manager_id).await?;
        let id = ResourceId::from_wire(&resource_id)?;
        super::withdraw(&mut *call.work().await?, &scope, id, version).await?;
        Ok(DeletedResource { resource_id })
    }

    /// Acknowledges an action item, which becomes an ActionItem event in the employee's calendar.
    async fn acknowledge_resource(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        resource_id: ID,
    ) -> Result<AcknowledgedResource, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let employee = EmployeeId::from_wire(&employee_id)?;
        let scope = access::own(call.viewer().await?, at, employee)?;
        let id = ResourceId::from_wire(&resource_id)?;
        let today = call.today(&scope.time_zone());
        super::acknowledge(&mut *call.work().await?, &scope, id, today).await?;
        Ok(AcknowledgedResource {
            resource_id,
            status: "Acknowledged",
            calendar_category: "ActionItem",
            calendar_date: today,
        })
    }
}
