//! `submitEmployeeDemographics` and `submitChangeRequest`, under the names of the spec.

use super::inputs::{EmployeeChangeInput, EmployeeDataChange};
use crate::access::{self, At, EmployeeScope, Feature, Need, OwnScope};
use crate::call::Call;
use crate::change_requests;
use crate::decisions::ChangeRequestOnWire;
use crate::factors::Demand;
use crate::profile::{self, DemographicsInput, ProfileEdit};
use crate::shared::id::EmployeeId;
use crate::shared::problem::Problem;
use crate::tax_setup;
use async_graphql::{Context, ID, Object};
use serde_json::json;

async fn own(call: &Call, at: At, employee_id: &ID, feature: Feature) -> Result<OwnScope, Problem> {
    let employee = EmployeeId::from_wire(employee_id)?;
    access::own(call.viewer().await?, at, employee, feature, Need::Write)
}

async fn ask(call: &Call, own: &OwnScope, asked: EmployeeDataChange) -> Result<ChangeRequestOnWire, Problem> {
    let (scope, person) = (EmployeeScope::from(own), call.viewer().await?.person);
    let today = call.today(&own.time_zone());
    let id = match asked {
        EmployeeDataChange::Profile(wish, version) => {
            let change = profile::plan(&mut *call.work().await?, &scope, today, version, wish).await?;
            if change.is_name_or_address() {
                call.prove("profile.ask", &json!([scope.employee(), change]), Demand::Best).await?;
            }
            profile::ask(&mut *call.work().await?, &scope, person, &change, &call.address).await?
        }
        EmployeeDataChange::Taxes(drafts, signature) => {
            let mut work = call.work().await?;
            tax_setup::sign(&mut work, &scope, person, drafts, signature.as_ref(), &call.address).await?.0
        }
    };
    let mut work = call.work().await?;
    let row = change_requests::one(work.tx(), &scope, id).await?;
    ChangeRequestOnWire::new(row, false, None)
}

#[derive(Default)]
pub struct ChangeMutation;

#[Object]
impl ChangeMutation {
    /// Asks to have one's own demographics changed; a new name or address is proved by a fresh factor.
    async fn submit_employee_demographics(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        input: DemographicsInput,
    ) -> Result<ChangeRequestOnWire, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let own = own(call, at, &employee_id, Feature::Profile).await?;
        let version = input.version;
        ask(
            call,
            &own,
            EmployeeDataChange::Profile(ProfileEdit::Demographics(Box::new(input.demographics())), version),
        )
        .await
    }

    /// Asks to have one part of one's own profile, or one's tax forms, changed.
    async fn submit_change_request(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        input: EmployeeChangeInput,
    ) -> Result<ChangeRequestOnWire, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let own = own(call, at, &employee_id, input.feature()).await?;
        ask(call, &own, input.asked()?).await
    }
}
