//! `submitEmployeeDemographics` and `submitChangeRequest`, under the spec's names.

use super::inputs::EmployeeChangeInput;
use crate::access::{self, At, EmployeeScope, Own, Write};
use crate::call::Call;
use crate::change_requests::{self, ChangeRequests};
use crate::decisions::ChangeRequestOnWire;
use crate::profile::{self, DemographicsInput, ProfileEdit, Profiles};
use crate::shared::id::{ChangeRequestId, EmployeeId};
use crate::shared::problem::Problem;
use crate::tax_setup;
use async_graphql::{Context, ID, Object};

async fn own<F: Own>(call: &Call, at: At, employee_id: &ID) -> Result<EmployeeScope<F, Write>, Problem> {
    let employee = EmployeeId::from_wire(employee_id)?;
    access::own(call.viewer().await?, at, employee)
}

async fn ask(
    call: &Call,
    scope: &EmployeeScope<Profiles, Write>,
    wish: ProfileEdit,
    version: Option<i64>,
) -> Result<ChangeRequestOnWire, Problem> {
    let (person, today) = (call.viewer().await?.person, call.today(&scope.time_zone()));
    let planned = profile::plan(&mut *call.work().await?, scope, today, version, wish).await?;
    let planned = call.prove(planned).await?;
    let id = profile::ask(&mut *call.work().await?, scope, person, planned, &call.address).await?;
    on_wire(call, &scope.into(), id).await
}

async fn on_wire(
    call: &Call,
    scope: &EmployeeScope<ChangeRequests, Write>,
    id: ChangeRequestId,
) -> Result<ChangeRequestOnWire, Problem> {
    let mut work = call.work().await?;
    let row = change_requests::one(work.tx(), scope, id).await?;
    ChangeRequestOnWire::new(row, false, None)
}

#[derive(Default)]
pub struct ChangeMutation;

#[Object]
impl ChangeMutation {
    /// Requests a change to your own demographics. A new name or address takes a fresh factor.
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
        let own = own(call, at, &employee_id).await?;
        let version = input.version;
        ask(call, &own, ProfileEdit::Demographics(Box::new(input.demographics())), version).await
    }

    /// Requests a change to one part of your own profile, or to your tax forms.
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
        if input.has_tax_forms() {
            let (own, person) = (own(call, at, &employee_id).await?, call.viewer().await?.person);
            let (drafts, signature) = input.tax_forms()?;
            let signed = {
                let mut work = call.work().await?;
                tax_setup::sign(&mut work, &own, person, drafts, signature.as_ref(), &call.address).await?
            };
            return on_wire(call, &(&own).into(), signed.0).await;
        }
        let own = own(call, at, &employee_id).await?;
        let (wish, version) = input.wish()?;
        ask(call, &own, wish, version).await
    }
}
