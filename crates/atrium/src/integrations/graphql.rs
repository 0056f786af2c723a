//! Integrations on the wire, under the spec's names.

use super::rules;
use crate::access::{self, At, FrameScope, LaunchScope, Read};
use crate::call::Call;
use crate::clock::Punches;
use crate::shared::day::Moment;
use crate::shared::id::{CompanyId, EmployeeId, IntegrationId, PersonId, TenantId};
use crate::shared::page::Links;
use crate::shared::problem::Problem;
use crate::shared::vendor::Vendor;
use async_graphql::{Context, ID, Object, SimpleObject};

/// A vendor connected to the company.
#[derive(Clone, SimpleObject)]
#[graphql(serial)]
struct Integration {
    id: ID,
    name: String,
    active: bool,
    url: String,
}

impl Integration {
    fn new(row: &super::IntegrationRow) -> Integration {
        Integration {
            id: row.id.to_wire(),
            name: row.name.as_str().to_owned(),
            active: row.active,
            url: row.url.clone(),
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct IntegrationPage {
    results: Vec<Integration>,
    links: Links,
}

/// What the company's active vendors turn on in the portal.
#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanySwitches {
    time_clock: bool,
    manager_time_clock: bool,
    carousel: bool,
    calendar: bool,
    /// Where people manage their hours. Also set during maintenance.
    time_and_attendance: Option<Integration>,
    early_wage_access: Option<Integration>,
    hr_vendors: Vec<Integration>,
    midmarket_redirect: Option<Integration>,
    marketplace: Vec<MarketplaceTile>,
}

/// An offer in the marketplace and the carousel.
#[derive(SimpleObject)]
#[graphql(serial)]
struct MarketplaceTile {
    integration_id: ID,
    vendor: String,
    /// Its topic: pay or verification.
    area: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct IntegrationLaunch {
    /// Open it right away in a new tab: it works once, until `expiresAt`.
    url: String,
    expires_at: Moment,
}

/// The company's clock at a vendor, and what someone shows it. Credentials are made on request: each works once,
/// for a minute, and is on record.
struct TimeClockVendorDetails {
    integration: super::IntegrationRow,
    user_name: String,
    scope: LaunchScope,
    is_employee: bool,
    is_manager: bool,
}

#[Object(serial)]
impl TimeClockVendorDetails {
    async fn vendor_name(&self) -> &str {
        self.integration.name.as_str()
    }

    async fn user_name(&self) -> &str {
        &self.user_name
    }

    /// For your own hours; empty for managers who aren't employees.
    async fn employee_one_time_credentials(&self, context: &Context<'_>) -> Result<Option<String>, Problem> {
        self.credentials(Call::of(context), self.is_employee, false).await
    }

    /// For other people's hours; empty for employees who aren't managers.
    async fn admin_one_time_credentials(&self, context: &Context<'_>) -> Result<Option<String>, Problem> {
        self.credentials(Call::of(context), self.is_manager, true).await
    }
}

impl TimeClockVendorDetails {
    async fn credentials(
        &self,
        call: &Call,
        is_open: bool,
        as_manager: bool,
    ) -> Result<Option<String>, Problem> {
        if !is_open {
            return Ok(None);
        }
        let mut work = call.work().await?;
        let code =
            super::one_time_code(&call.app, &mut work, &self.scope, &self.integration, as_manager).await?;
        Ok(Some(code))
    }
}

async fn frame(call: &Call, tenant_id: &ID, company_id: &ID) -> Result<FrameScope, Problem> {
    let company = Some(CompanyId::from_wire(company_id)?);
    access::frame(call.viewer().await?, TenantId::from_wire(tenant_id)?, company)
}

#[derive(Default)]
pub struct IntegrationQuery;

#[Object]
impl IntegrationQuery {
    /// All of the company's vendors by name, active or not, always on one page.
    async fn list_company_integrations(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
    ) -> Result<IntegrationPage, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let employee = employee_id.as_ref().map(EmployeeId::from_wire).transpose()?;
        let manager = manager_id.as_ref().map(PersonId::from_wire).transpose()?;
        let scope = access::frame_as(call.viewer().await?, at, employee, manager)?;
        let rows = super::of_company(&call.db, &scope).await?;
        let results = rows.iter().map(Integration::new).collect();
        Ok(IntegrationPage { results, links: Links { next: None, previous: None } })
    }

    /// The company's clock at a vendor: with `employeeId` for your own hours, with `managerId` for those of others. Empty if no
    /// vendor keeps the time cards.
    #[graphql(name = "getEeTimeClkVendorIntegrationDetails")]
    async fn clock_vendor(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
    ) -> Result<Option<TimeClockVendorDetails>, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        let at = At::from_wire(&tenant_id, &company_id)?;
        if employee_id.is_none() && manager_id.is_none() {
            return Err(Problem::NotFound);
        }
        if let Some(employee) = &employee_id {
            access::own::<Punches, Read>(viewer, at, EmployeeId::from_wire(employee)?)?;
        }
        if let Some(manager) = &manager_id {
            let manager = PersonId::from_wire(manager)?;
            access::managed_company::<Punches, Read>(viewer, at, manager)?;
        }
        let scope = frame(call, &tenant_id, &company_id).await?;
        let Some(integration) = super::clock_vendor(&call.db, &scope).await? else { return Ok(None) };
        Ok(Some(TimeClockVendorDetails {
            scope: access::launch(viewer, &scope, integration.id, integration.name)?,
            integration,
            user_name: viewer.username.clone(),
            is_employee: employee_id.is_some(),
            is_manager: manager_id.is_some(),
        }))
    }

    async fn company_switches(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
    ) -> Result<CompanySwitches, Problem> {
        let call = Call::of(context);
        let scope = frame(call, &tenant_id, &company_id).await?;
        let viewer = call.viewer().await?;
        let membership =
            scope.company().and_then(|company| viewer.membership(company)).ok_or(Problem::NotFound)?;
        let on = super::switches(membership);
        let rows = super::of_company(&call.db, &scope).await?;
        let of =
            |vendor: Vendor| rows.iter().find(|row| row.name == vendor && row.active).map(Integration::new);
        let tile = |vendor: &Vendor| {
            let integration_id = of(*vendor)?.id;
            let area = rules::area(*vendor)?.to_owned();
            Some(MarketplaceTile { integration_id, vendor: vendor.as_str().to_owned(), area })
        };
        Ok(CompanySwitches {
            time_clock: on.time_clock,
            manager_time_clock: on.manager_time_clock,
            carousel: on.carousel,
            calendar: on.calendar,
            time_and_attendance: on.time_and_attendance.and_then(of),
            early_wage_access: on.early_wage_access.and_then(of),
            hr_vendors: on.hr_vendors.iter().copied().filter_map(of).collect(),
            midmarket_redirect: on.midmarket_redirect.and_then(of),
            marketplace: on.marketplace.iter().filter_map(tile).collect(),
        })
    }
}

#[derive(Default)]
pub struct IntegrationMutation;

#[Object]
impl IntegrationMutation {
    /// Opens a vendor: a link with a one-time code that works for 60 seconds.
    async fn launch_integration(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        integration_id: ID,
    ) -> Result<IntegrationLaunch, Problem> {
        let call = Call::of(context);
        let scope = frame(call, &tenant_id, &company_id).await?;
        let viewer = call.viewer().await?;
        let integration =
            super::launchable(&call.db, &scope, IntegrationId::from_wire(&integration_id)?).await?;
        let scope = access::launch(viewer, &scope, integration.id, integration.name)?;
        let mut work = call.work().await?;
        let is_second = viewer.version == "v2";
        let launch = super::launch(&call.app, &mut work, &scope, &integration, is_second).await?;
        Ok(IntegrationLaunch { url: launch.url, expires_at: Moment(launch.expires_at) })
    }
}
