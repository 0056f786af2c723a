//! `putEmployeeData` and `deleteDirectDeposit`, under the names of the spec.

use crate::access::{self, At, EmployeeScope, Feature, Need, OwnScope};
use crate::call::Call;
use crate::deposits::{self, DirectDeposit, DirectDepositInput, Draft};
use crate::factors::Demand;
use crate::profile::{self, ContactInput, EmployeeContact};
use crate::shared::id::{ChangeRequestId, DepositId, EmployeeId};
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use serde_json::json;

/// The parts that somebody changes; one at a time.
#[derive(InputObject)]
struct EmployeeDataInput {
    direct_deposit: Option<Vec<DirectDepositInput>>,
    /// All of them: one left out is taken away.
    contacts: Option<Vec<ContactInput>>,
    /// Of the profile, with `contacts`.
    version: Option<i64>,
}

#[derive(SimpleObject)]
struct EmployeeDataChanged {
    /// The accounts as they are now, if it was about them.
    direct_deposit: Option<Vec<DirectDeposit>>,
    /// The contacts as they are now, if it was about them.
    contacts: Option<Vec<EmployeeContact>>,
    /// The request that was made of it, where something was to be decided.
    change_request_id: Option<ID>,
    /// Whether somebody has to approve it first.
    needs_approval: bool,
}

#[derive(SimpleObject)]
struct DeletedDirectDeposit {
    direct_deposit_id: ID,
    direct_deposit: Vec<DirectDeposit>,
    change_request_id: ID,
    needs_approval: bool,
}

const ONE_PART: Problem =
    Problem::Refused { code: "ONE_PART", field: None, message: "Change one part of your data at a time." };

async fn own_part(
    call: &Call,
    tenant_id: &ID,
    company_id: &ID,
    employee_id: &ID,
    feature: Feature,
) -> Result<OwnScope, Problem> {
    let at = At::from_wire(tenant_id, company_id)?;
    let employee = EmployeeId::from_wire(employee_id)?;
    access::own(call.viewer().await?, at, employee, feature, Need::Write)
}

/// Everything that was asked for, so that a proof fits nothing else: the numbers too.
fn said(drafts: &[Draft]) -> serde_json::Value {
    let one = |draft: &Draft| {
        json!({
            "id": draft.id, "version": draft.version, "number": draft.number, "routing": draft.routing_number,
            "accountType": draft.account_type, "amountType": draft.amount_type,
            "amount": draft.amount.map(|amount| amount.ten_thousandths()), "priority": draft.priority,
            "code": draft.code, "starts": draft.starts, "ends": draft.ends,
        })
    };
    drafts.iter().map(one).collect()
}

/// Plans in the transaction in which it will be written, and asks for the proof in between: who would be refused anyway
/// is told so before being asked for a factor.
async fn change(
    call: &Call,
    own: &OwnScope,
    asked: Asked,
) -> Result<(ChangeRequestId, bool, Vec<DirectDeposit>), Problem> {
    let (scope, person) = (EmployeeScope::from(own), call.viewer().await?.person);
    let today = call.today(&own.time_zone());
    let (what, bound_to) = match &asked {
        Asked::Save(drafts) => ("deposits.save", json!([scope.employee(), said(drafts)])),
        Asked::Remove(id) => ("deposits.remove", json!([scope.employee(), id])),
    };
    let plan = {
        let mut work = call.work().await?;
        match asked {
            Asked::Save(drafts) => {
                deposits::plan_save(&call.app, &mut work, &scope, person, today, drafts).await?
            }
            Asked::Remove(id) => deposits::plan_removal(&mut work, &scope, person, today, id).await?,
        }
    };
    call.prove(what, &bound_to, Demand::SecondFactor).await?;
    let mut work = call.work().await?;
    let needs_approval = plan.needs_approval;
    let request = deposits::carry_out(&call.app, &mut work, &scope, person, plan, &call.address).await?;
    let (rows, now) = (deposits::of_employee_within(&mut work, &scope).await?, work.now());
    let deposits = rows.into_iter().map(|row| DirectDeposit::new(row, now, today)).collect();
    Ok((request, needs_approval, deposits))
}

/// At once: nobody approves whom to call.
async fn save_contacts(
    call: &Call,
    own: &OwnScope,
    version: Option<i64>,
    contacts: Vec<ContactInput>,
) -> Result<EmployeeDataChanged, Problem> {
    let list = contacts.into_iter().map(ContactInput::contact).collect::<Result<_, _>>()?;
    let mut work = call.work().await?;
    let saved = profile::save_contacts(&mut work, &EmployeeScope::from(own), version, list).await?;
    Ok(EmployeeDataChanged {
        direct_deposit: None,
        contacts: Some(saved.contacts.into_iter().map(EmployeeContact::from).collect()),
        change_request_id: None,
        needs_approval: false,
    })
}

enum Asked {
    Save(Vec<Draft>),
    Remove(DepositId),
}

#[derive(Default)]
pub struct EmployeeDataMutation;

#[Object]
impl EmployeeDataMutation {
    /// Changes one's own data, one part at a time. Contacts: at once. Deposits: new accounts and changed ones, as one change, proved by a second factor.
    async fn put_employee_data(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        input: EmployeeDataInput,
    ) -> Result<EmployeeDataChanged, Problem> {
        let call = Call::of(context);
        if let Some(contacts) = input.contacts {
            let own = own_part(call, &tenant_id, &company_id, &employee_id, Feature::Profile).await?;
            if input.direct_deposit.is_some() {
                return Err(ONE_PART);
            }
            return save_contacts(call, &own, input.version, contacts).await;
        }
        let own = own_part(call, &tenant_id, &company_id, &employee_id, Feature::Deposits).await?;
        let drafts = input.direct_deposit.unwrap_or_default().into_iter().map(DirectDepositInput::draft);
        let asked = Asked::Save(drafts.collect::<Result<_, _>>()?);
        let (request, needs_approval, direct_deposit) = change(call, &own, asked).await?;
        Ok(EmployeeDataChanged {
            direct_deposit: Some(direct_deposit),
            contacts: None,
            change_request_id: Some(request.to_wire()),
            needs_approval,
        })
    }

    /// Takes an account away: one that never got money is withdrawn, another one ends as soon as it may.
    async fn delete_direct_deposit(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        direct_deposit_id: ID,
    ) -> Result<DeletedDirectDeposit, Problem> {
        let call = Call::of(context);
        let own = own_part(call, &tenant_id, &company_id, &employee_id, Feature::Deposits).await?;
        let asked = Asked::Remove(DepositId::from_wire(&direct_deposit_id)?);
        let (request, needs_approval, direct_deposit) = change(call, &own, asked).await?;
        let change_request_id = request.to_wire();
        Ok(DeletedDirectDeposit { direct_deposit_id, direct_deposit, change_request_id, needs_approval })
    }
}
