//! Companies on the wire, under the spec's names.

use super::{CompanyPage, logo, store};
use crate::access::{self, At, CompanyScope};
use crate::call::Call;
use crate::shared::id::{CompanyId, TenantId};
use crate::shared::page::{Links, first};
use crate::shared::problem::Problem;
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, Object, SimpleObject};

#[derive(SimpleObject)]
#[graphql(serial)]
struct Organization {
    id: ID,
    organization_code: String,
    organization_name: String,
    /// Division, Branch, Department or Team.
    organization_type: String,
    parent_organization_code: Option<String>,
}

impl From<store::OrganizationRow> for Organization {
    fn from(row: store::OrganizationRow) -> Organization {
        Organization {
            id: row.id.to_wire(),
            organization_code: row.code,
            organization_name: row.name,
            organization_type: row.kind,
            parent_organization_code: row.parent_code,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct OrganizationPage {
    results: Rows<Organization>,
    links: Links,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct PayGroup {
    id: ID,
    pay_group_name: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct PayGroupPage {
    results: Rows<PayGroup>,
    links: Links,
}

impl From<store::PayGroupRow> for PayGroup {
    fn from(row: store::PayGroupRow) -> PayGroup {
        PayGroup { id: row.id.to_wire(), pay_group_name: row.name }
    }
}

/// The older family's list of organizations.
#[derive(SimpleObject)]
#[graphql(serial)]
struct Organizations {
    organizations: Vec<Organization>,
    total_count: i64,
}

/// The older family's list of pay groups.
#[derive(SimpleObject)]
#[graphql(serial)]
struct PayGroups {
    pay_groups: Vec<PayGroup>,
    total_count: i64,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TenantLogo {
    id: ID,
    logo_url: String,
}

/// The older family names no tenant: it is the viewer's.
async fn in_own_company(call: &Call, company_id: &ID) -> Result<CompanyScope<CompanyPage>, Problem> {
    let viewer = call.viewer().await?;
    access::company_page(viewer, At { tenant: viewer.tenant, company: CompanyId::from_wire(company_id)? })
}

#[derive(Default)]
pub struct CompanyQuery;

#[Object]
impl CompanyQuery {
    /// The organization tree as a list, by code.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn list_organizations(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<OrganizationPage, Problem> {
        let call = Call::of(context);
        call.belongs(&tenant_id, &company_id, employee_id.as_ref(), manager_id.as_ref()).await?;
        let scope = access::company_page(call.viewer().await?, At::from_wire(&tenant_id, &company_id)?)?;
        let cursors = call.cursors(format!("organizations of company {}", scope.company()));
        let page = super::organizations(&call.db, &scope, cursors, limit, cursor.as_deref()).await?;
        let page = page.map(Organization::from);
        Ok(OrganizationPage { results: page.results.into(), links: page.links })
    }

    /// Pay groups by name.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn list_company_paygroups(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<PayGroupPage, Problem> {
        let call = Call::of(context);
        call.belongs(&tenant_id, &company_id, employee_id.as_ref(), manager_id.as_ref()).await?;
        let scope = access::company_page(call.viewer().await?, At::from_wire(&tenant_id, &company_id)?)?;
        let cursors = call.cursors(format!("pay groups of company {}", scope.company()));
        let page = super::pay_groups(&call.db, &scope, cursors, limit, cursor.as_deref()).await?;
        let page = page.map(PayGroup::from);
        Ok(PayGroupPage { results: page.results.into(), links: page.links })
    }

    /// The logo in the header for the viewer's tenant; null for the Atrium logo.
    async fn tenant_logo(&self, context: &Context<'_>, tenant_id: ID) -> Result<Option<TenantLogo>, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        if TenantId::from_wire(&tenant_id)? != viewer.tenant {
            return Err(Problem::NotFound);
        }
        let found = logo::of_tenant(&call.db, &access::oneself(viewer)).await?;
        Ok(found.map(|logo| TenantLogo { id: ID(logo.id.to_string()), logo_url: logo.url }))
    }

    /// The older family's `listOrganizations`: the first ones by code.
    async fn organizations(
        &self,
        context: &Context<'_>,
        company_id: ID,
        limit: Option<i32>,
    ) -> Result<Organizations, Problem> {
        let call = Call::of(context);
        let scope = in_own_company(call, &company_id).await?;
        let (rows, total_count) = store::first_organizations(&call.db, &scope, first(limit)?).await?;
        Ok(Organizations { organizations: rows.into_iter().map(Organization::from).collect(), total_count })
    }

    /// The older family's `listCompanyPaygroups`: the first ones by name.
    async fn pay_groups(
        &self,
        context: &Context<'_>,
        company_id: ID,
        limit: Option<i32>,
    ) -> Result<PayGroups, Problem> {
        let call = Call::of(context);
        let scope = in_own_company(call, &company_id).await?;
        let (rows, total_count) = store::first_pay_groups(&call.db, &scope, first(limit)?).await?;
        Ok(PayGroups { pay_groups: rows.into_iter().map(PayGroup::from).collect(), total_count })
    }
}
