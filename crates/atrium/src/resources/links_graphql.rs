//! A company's links on the wire, in the spec's names.

use super::SharedLinks;
use super::graphql::as_manager;
use super::rules::{CustomLink, FormLinks};
use super::store::KeptLinks;
use crate::access::{self, At, CompanyScope, Need, Read, Write};
use crate::call::Call;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use crate::shared::problem::{Current, Problem};
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use serde_json::json;

#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanyLinks {
    state_w4_link: Option<String>,
    federal_w4_link: Option<String>,
    custom_links: Vec<CompanyLink>,
    dashboard_messages: Vec<DashboardMessage>,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanyLink {
    name: String,
    url: String,
}

/// A standing message, without dates.
#[derive(SimpleObject)]
#[graphql(serial)]
struct DashboardMessage {
    message: String,
    start_date: Day,
    end_date: Day,
}

impl From<KeptLinks> for CompanyLinks {
    fn from(kept: KeptLinks) -> CompanyLinks {
        let filled = |link: String| Some(link).filter(|link| !link.is_empty());
        let custom = kept.links.custom.into_iter();
        let messages = kept.links.messages.into_iter();
        CompanyLinks {
            state_w4_link: filled(kept.links.state_w4),
            federal_w4_link: filled(kept.links.federal_w4),
            custom_links: custom.map(|link| CompanyLink { name: link.name, url: link.url }).collect(),
            dashboard_messages: messages
                .map(|message| DashboardMessage { message, start_date: Day::FIRST, end_date: Day::LAST })
                .collect(),
            version: kept.version,
        }
    }
}

impl Current for KeptLinks {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "stateW4Link": self.links.state_w4,
            "federalW4Link": self.links.federal_w4,
            "customLinks": self.links.custom,
            "dashboardMessages": self.links.messages.iter().map(|message| json!({ "message": message })).collect::<Vec<_>>(),
            "version": self.version,
            "updatedByName": self.updated_by_name,
        })
    }
}

#[derive(InputObject)]
struct CompanyLinksInput {
    #[graphql(default)]
    state_w4_link: String,
    #[graphql(default)]
    federal_w4_link: String,
    custom_links: Vec<CompanyLinkInput>,
    dashboard_messages: Vec<DashboardMessageInput>,
    /// If given, the change is refused if someone else changed them first.
    version: Option<i64>,
}

impl From<CompanyLinksInput> for FormLinks {
    fn from(input: CompanyLinksInput) -> FormLinks {
        let custom = input.custom_links.into_iter();
        FormLinks {
            state_w4: input.state_w4_link,
            federal_w4: input.federal_w4_link,
            custom: custom.map(|link| CustomLink { name: link.name, url: link.url }).collect(),
            messages: input.dashboard_messages.into_iter().map(|one| one.message).collect(),
        }
    }
}

#[derive(InputObject)]
struct CompanyLinkInput {
    name: String,
    url: String,
}

#[derive(InputObject)]
struct DashboardMessageInput {
    message: String,
}

#[derive(Default)]
pub struct LinkQuery;

#[Object]
impl LinkQuery {
    /// For everyone in the company.
    async fn get_company_links(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
    ) -> Result<CompanyLinks, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        let scope = access::company::<SharedLinks>(viewer, At::from_wire(&tenant_id, &company_id)?)?;
        let own = viewer.membership(scope.company()).and_then(|membership| membership.employee);
        let employee = employee_id.as_ref().map(EmployeeId::from_wire).transpose()?;
        let manager = manager_id.as_ref().map(PersonId::from_wire).transpose()?;
        if employee.is_some_and(|id| own != Some(id)) || manager.is_some_and(|id| id != viewer.person) {
            return Err(Problem::NotFound);
        }
        Ok(super::links(&call.db, &scope).await?.into())
    }
}

#[derive(Default)]
pub struct LinkMutation;

#[Object]
impl LinkMutation {
    /// Replaces all of the company's links and standing messages.
    async fn put_company_links(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        input: CompanyLinksInput,
    ) -> Result<CompanyLinks, Problem> {
        let call = Call::of(context);
        let scope = as_manager::<SharedLinks, Write>(call, &tenant_id, &company_id, &manager_id).await?;
        let version = input.version;
        let kept = super::put_links(&mut *call.work().await?, &scope, version, input.into()).await?;
        Ok(kept.into())
    }
}

async fn as_administrator<N: Need>(
    call: &Call,
    tenant_id: &ID,
    company_id: &ID,
) -> Result<CompanyScope<SharedLinks, N>, Problem> {
    let scope = access::administered(call.viewer().await?, TenantId::from_wire(tenant_id)?)?;
    access::within(&call.db, &scope, CompanyId::from_wire(company_id)?).await
}

#[derive(Default)]
pub struct AdministeredLinkQuery;

#[Object]
impl AdministeredLinkQuery {
    /// For the company's administrators, who need not belong to it.
    async fn administered_links(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
    ) -> Result<CompanyLinks, Problem> {
        let call = Call::of(context);
        let scope = as_administrator::<Read>(call, &tenant_id, &company_id).await?;
        Ok(super::links(&call.db, &scope).await?.into())
    }
}

#[derive(Default)]
pub struct AdministeredLinkMutation;

#[Object]
impl AdministeredLinkMutation {
    /// Like `putCompanyLinks`, for the company's administrators.
    async fn put_administered_links(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        input: CompanyLinksInput,
    ) -> Result<CompanyLinks, Problem> {
        let call = Call::of(context);
        let scope = as_administrator::<Write>(call, &tenant_id, &company_id).await?;
        let version = input.version;
        let kept = super::put_links(&mut *call.work().await?, &scope, version, input.into()).await?;
        Ok(kept.into())
    }
}
