//! Tax setup queries, in the spec's names.

use super::compliance::{self, MaritalStatus};
use super::rules::{Form, TaxSetupRefusal};
use super::store::CompanyState;
use super::wire::{EmployeeTaxSetup, Taxes};
use crate::access::{self, At, Read};
use crate::call::Call;
use crate::shared::id::{CompanyId, EmployeeId};
use crate::shared::language::Language;
use crate::shared::page::{Links, MAX_LIMIT};
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, Object, SimpleObject};

#[derive(SimpleObject)]
#[graphql(serial)]
struct ComplianceMaritalStatus {
    id: ID,
    code: &'static str,
    description: &'static str,
    /// federal or state.
    status_type: &'static str,
    state: Option<&'static str>,
}

fn on_wire(
    statuses: &[MaritalStatus],
    of: Option<&'static compliance::StateRules>,
    language: Language,
) -> Vec<ComplianceMaritalStatus> {
    let one = |status: &MaritalStatus| ComplianceMaritalStatus {
        id: ID(format!("{}-{}", of.map_or("federal", |state| state.code), status.code)),
        code: status.code,
        description: status.description(language),
        status_type: if of.is_some() { "state" } else { "federal" },
        state: of.map(|state| state.code),
    };
    statuses.iter().map(one).collect()
}

#[derive(SimpleObject)]
#[graphql(serial)]
#[graphql(name = "CompanyState")]
struct CompanyStateOnWire {
    id: ID,
    name: &'static str,
    state: String,
    /// Whether employees must fill out its form.
    tax_setup_required: bool,
}

impl From<CompanyState> for CompanyStateOnWire {
    fn from(row: CompanyState) -> CompanyStateOnWire {
        CompanyStateOnWire {
            id: row.id.to_wire(),
            name: compliance::state(&row.state).map_or("", |state| state.name),
            tax_setup_required: Form::state(&row.state).is_required(),
            state: row.state,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanyStatePage {
    results: Vec<CompanyStateOnWire>,
    links: Links,
}

#[derive(Default)]
pub struct TaxQuery;

#[Object]
impl TaxQuery {
    /// Your own tax forms.
    async fn employee_tax_setup(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
    ) -> Result<EmployeeTaxSetup, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let employee = EmployeeId::from_wire(&employee_id)?;
        let own = access::own::<_, Read>(call.viewer().await?, at, employee)?;
        EmployeeTaxSetup::new(&super::of_employee(&call.db, &own).await?)
    }

    /// Older family: your tax forms in one flat answer, with the first state's form.
    async fn taxes(&self, context: &Context<'_>, company_id: ID, employee_id: ID) -> Result<Taxes, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        let at = At { tenant: viewer.tenant, company: CompanyId::from_wire(&company_id)? };
        let employee = EmployeeId::from_wire(&employee_id)?;
        let own = access::own::<_, Read>(viewer, at, employee)?;
        Taxes::new(&super::versions_of(&call.db, &own).await?)
    }

    /// The marital statuses of the federal form (`statusType` federal) or a state's.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn compliance_marital_statuses(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
        status_type: String,
        state: Option<String>,
        language: Option<String>,
    ) -> Result<Vec<ComplianceMaritalStatus>, Problem> {
        let call = Call::of(context);
        call.belongs(&tenant_id, &company_id, employee_id.as_ref(), manager_id.as_ref()).await?;
        let language = Language::from_wire(language.as_deref().unwrap_or(&call.viewer().await?.language))?;
        match status_type.as_str() {
            "federal" => Ok(on_wire(compliance::FEDERAL, None, language)),
            "state" => {
                let state =
                    state.as_deref().and_then(compliance::state).ok_or(TaxSetupRefusal::UnknownState)?;
                Ok(on_wire(state.statuses, Some(state), language))
            }
            _ => Err(TaxSetupRefusal::UnknownStatusType.into()),
        }
    }

    /// The states where the company has people, by code.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn list_company_states(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<CompanyStatePage, Problem> {
        let call = Call::of(context);
        let scope = call.company(&tenant_id, &company_id, employee_id.as_ref(), manager_id.as_ref()).await?;
        let cursors = call.cursors(format!("states of company {}", scope.company()));
        let limit = limit.or(Some(MAX_LIMIT as i32));
        let page = super::company_states(&call.db, &scope, cursors, limit, cursor.as_deref()).await?;
        let page = page.map(CompanyStateOnWire::from);
        Ok(CompanyStatePage { results: page.results, links: page.links })
    }
}
