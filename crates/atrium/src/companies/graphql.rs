//! Companies and their settings on the wire, for the console. The command line calls the same use cases.

use super::kinds::{DepositPolicy, StubsVisible, TaxPolicy};
use super::rules::{SetupEdit, TenantEdit};
use super::store::{CompanySetup, FoundCompany, MAX_COUNTED, TenantSetup};
use super::{Companies, EditOfCompany, of_tenant};
use crate::access::{self, AdminScope, Need, Read, Write};
use crate::call::Call;
use crate::factors::NeedsProof;
use crate::files;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, TenantId};
use crate::shared::page::Links;
use crate::shared::pay_period::PayPeriod;
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, InputObject, MaybeUndefined, Object, SimpleObject};
use serde_json::json;

#[derive(SimpleObject)]
#[graphql(serial)]
struct AdminCompany {
    id: ID,
    name: String,
    time_zone: String,
    /// Who works there; 101 for more than 100.
    people: i64,
}

impl From<FoundCompany> for AdminCompany {
    fn from(row: FoundCompany) -> AdminCompany {
        AdminCompany {
            id: row.id.to_wire(),
            name: row.name,
            time_zone: row.time_zone,
            people: row.people.min(MAX_COUNTED + 1),
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AdminCompanyPage {
    results: Rows<AdminCompany>,
    links: Links,
    /// Whether the viewer looks after the whole tenant and may add companies.
    is_whole_tenant: bool,
}

/// A company's settings.
#[derive(SimpleObject)]
#[graphql(serial, name = "CompanySetup")]
struct CompanySetupOnWire {
    id: ID,
    name: String,
    time_zone: String,
    /// While payroll is being processed, no one changes deposits.
    is_processing: bool,
    last_payroll_date: Option<Day>,
    deposit_approval: DepositPolicy,
    deposit_accounts_max: i64,
    tax_approval: TaxPolicy,
    /// From when on employees see a pay stub.
    stubs_visible: StubsVisible,
    pay_period: PayPeriod,
    /// The last day of one pay period.
    period_end: Option<Day>,
    has_time_clock: bool,
    /// Whether requests of several days can be edited.
    edits_many_days: bool,
    /// Today where the company is.
    today: Day,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: String,
}

impl CompanySetupOnWire {
    fn new(call: &Call, setup: CompanySetup) -> CompanySetupOnWire {
        let version = setup.version();
        let of = setup.settings;
        CompanySetupOnWire {
            id: setup.id.to_wire(),
            today: call.today(&of.time_zone),
            name: of.name,
            time_zone: of.time_zone,
            is_processing: of.is_processing,
            last_payroll_date: of.last_payroll_date,
            deposit_approval: of.deposit_approval,
            deposit_accounts_max: of.deposit_accounts_max,
            tax_approval: of.tax_approval,
            stubs_visible: of.stubs_visible,
            pay_period: of.pay_period,
            period_end: of.period_end,
            has_time_clock: of.has_time_clock,
            edits_many_days: of.edits_many_days,
            version,
        }
    }
}

impl Current for CompanySetup {
    fn on_wire(&self) -> serde_json::Value {
        let mut shown = json!(self.settings);
        shown["id"] = json!(self.id);
        shown["version"] = json!(self.version());
        shown
    }
}

/// Anything left out stays the same.
#[derive(InputObject)]
struct CompanySetupInput {
    name: Option<String>,
    time_zone: Option<String>,
    is_processing: Option<bool>,
    /// Null: it isn't known.
    last_payroll_date: MaybeUndefined<Day>,
    deposit_approval: Option<DepositPolicy>,
    deposit_accounts_max: Option<i64>,
    tax_approval: Option<TaxPolicy>,
    stubs_visible: Option<StubsVisible>,
    pay_period: Option<PayPeriod>,
    period_end: Option<Day>,
    has_time_clock: Option<bool>,
    edits_many_days: Option<bool>,
}

impl From<CompanySetupInput> for SetupEdit {
    fn from(input: CompanySetupInput) -> SetupEdit {
        SetupEdit {
            name: input.name,
            time_zone: input.time_zone,
            is_processing: input.is_processing,
            last_payroll_date: match input.last_payroll_date {
                MaybeUndefined::Undefined => None,
                MaybeUndefined::Null => Some(None),
                MaybeUndefined::Value(day) => Some(Some(day)),
            },
            deposit_approval: input.deposit_approval,
            deposit_accounts_max: input.deposit_accounts_max,
            tax_approval: input.tax_approval,
            stubs_visible: input.stubs_visible,
            pay_period: input.pay_period,
            period_end: input.period_end,
            has_time_clock: input.has_time_clock,
            edits_many_days: input.edits_many_days,
        }
    }
}

/// What is the same for all of a tenant's companies.
#[derive(SimpleObject)]
#[graphql(serial, name = "TenantSetup")]
struct TenantSetupOnWire {
    name: String,
    /// How long people who left can still read their pay stubs and tax forms.
    leaver_access_months: i64,
    /// A PNG as a `data:` URL; null for our own mark.
    logo_url: Option<String>,
    version: String,
}

impl From<TenantSetup> for TenantSetupOnWire {
    fn from(setup: TenantSetup) -> TenantSetupOnWire {
        TenantSetupOnWire {
            version: setup.version(),
            name: setup.name,
            leaver_access_months: setup.leaver_access_months,
            logo_url: setup.logo.map(|png| format!("data:image/png;base64,{}", files::to_base64(&png))),
        }
    }
}

impl Current for TenantSetup {
    fn on_wire(&self) -> serde_json::Value {
        json!({ "leaverAccessMonths": self.leaver_access_months, "version": self.version() })
    }
}

pub(super) async fn administered<N: Need>(
    call: &Call,
    tenant_id: &ID,
) -> Result<AdminScope<Companies, N>, Problem> {
    access::administered(call.viewer().await?, TenantId::from_wire(tenant_id)?)
}

#[derive(Default)]
pub struct CompanySetupQuery;

#[Object]
impl CompanySetupQuery {
    /// The companies the viewer looks after, by name.
    async fn list_companies(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        search: Option<String>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<AdminCompanyPage, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let search = search.unwrap_or_default();
        let cursors = call.cursors(format!("companies of {} with {search:?}", scope.tenant()));
        let asked = (limit, cursor.as_deref());
        let page = super::list(&call.db, &scope, &search, cursors, asked).await?.map(AdminCompany::from);
        let is_whole_tenant = scope.is_whole();
        Ok(AdminCompanyPage { results: page.results.into(), links: page.links, is_whole_tenant })
    }

    async fn company_setup(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
    ) -> Result<CompanySetupOnWire, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        Ok(CompanySetupOnWire::new(call, super::setup(&call.db, &scope, company).await?))
    }

    async fn tenant_setup(&self, context: &Context<'_>, tenant_id: ID) -> Result<TenantSetupOnWire, Problem> {
        let call = Call::of(context);
        let scope = of_tenant(&administered::<Read>(call, &tenant_id).await?)?;
        Ok(super::tenant_setup(&call.db, &scope).await?.into())
    }
}

#[derive(Default)]
pub struct CompanySetupMutation;

#[Object]
impl CompanySetupMutation {
    async fn add_company(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        name: String,
        time_zone: String,
    ) -> Result<CompanySetupOnWire, Problem> {
        let call = Call::of(context);
        let scope = of_tenant(&administered::<Write>(call, &tenant_id).await?)?;
        let added = super::add(&mut *call.work().await?, &scope, &name, &time_zone).await?;
        Ok(CompanySetupOnWire::new(call, added))
    }

    /// Loosening the checks on people's pay needs a fresh factor.
    async fn edit_company(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        version: String,
        input: CompanySetupInput,
    ) -> Result<CompanySetupOnWire, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let edit = EditOfCompany { company: CompanyId::from_wire(&company_id)?, edit: input.into() };
        if !scope.reaches(edit.company) {
            return Err(Problem::NotFound);
        }
        if edit.purpose().is_some() && !call.brings_proof() {
            super::check_edit(&call.db, &scope, &edit, Some(&version)).await?;
        }
        let edit = call.prove(edit).await?;
        let edited = super::edit(&mut *call.work().await?, &scope, edit, Some(&version)).await?;
        Ok(CompanySetupOnWire::new(call, edited))
    }

    async fn edit_tenant(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        version: String,
        leaver_access_months: i64,
    ) -> Result<TenantSetupOnWire, Problem> {
        let call = Call::of(context);
        let scope = of_tenant(&administered::<Write>(call, &tenant_id).await?)?;
        let edit = TenantEdit { leaver_access_months };
        Ok(super::edit_tenant(&mut *call.work().await?, &scope, Some(&version), edit).await?.into())
    }

    /// A PNG of at most 32 KiB, shown in the header for everyone in the tenant.
    async fn set_tenant_logo(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        file_string: String,
    ) -> Result<TenantSetupOnWire, Problem> {
        let call = Call::of(context);
        let scope = of_tenant(&administered::<Write>(call, &tenant_id).await?)?;
        let png = files::from_base64(&file_string)?;
        Ok(super::set_logo(&mut *call.work().await?, &scope, png).await?.into())
    }

    async fn remove_tenant_logo(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
    ) -> Result<TenantSetupOnWire, Problem> {
        let call = Call::of(context);
        let scope = of_tenant(&administered::<Write>(call, &tenant_id).await?)?;
        Ok(super::remove_logo(&mut *call.work().await?, &scope).await?.into())
    }
}
