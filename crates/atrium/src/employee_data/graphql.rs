//! `putEmployeeData` and `deleteDirectDeposit`, under the spec's names.

use crate::access::{self, At, EmployeeScope, Own, Write};
use crate::call::Call;
use crate::deposits::{self, DepositChange, Deposits, DirectDeposit, DirectDepositInput};
use crate::profile::{self, ContactInput, EmployeeContact, Profiles};
use crate::shared::id::{ChangeRequestId, DepositId, EmployeeId};
use crate::shared::problem::Problem;
use crate::shared::refusal::refusals;
use crate::tax_setup::{self, EmployeeTaxSetup, TaxSetup, TaxSetupInputs};
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};

/// The parts to change: accounts, or tax forms with a signature, but not both at once.
#[derive(InputObject)]
struct EmployeeDataInput {
    direct_deposit: Option<Vec<DirectDepositInput>>,
    /// All of them: leaving one out removes it.
    contacts: Option<Vec<ContactInput>>,
    /// The profile's version, with `contacts`.
    version: Option<i64>,
    #[graphql(flatten)]
    taxes: TaxSetupInputs,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct EmployeeDataChanged {
    /// The current accounts, if the change was about accounts.
    direct_deposit: Option<Vec<DirectDeposit>>,
    /// The current contacts, if the change was about contacts.
    contacts: Option<Vec<EmployeeContact>>,
    /// The current tax forms, if the change was about tax forms.
    tax_setup: Option<EmployeeTaxSetup>,
    /// The request this created, if it needs a decision.
    change_request_id: Option<ID>,
    /// Whether someone has to approve it first.
    needs_approval: bool,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct DeletedDirectDeposit {
    direct_deposit_id: ID,
    direct_deposit: Vec<DirectDeposit>,
    change_request_id: ID,
    needs_approval: bool,
}

refusals! {
    pub(super) enum EmployeeDataRefusal {
        OnePart = "ONE_PART": "Change one part of your data at a time.",
    }
}

/// The ids that every call carries.
struct CallIds<'a> {
    tenant: &'a ID,
    company: &'a ID,
    employee: &'a ID,
}

impl CallIds<'_> {
    async fn own<F: Own>(&self, call: &Call) -> Result<EmployeeScope<F, Write>, Problem> {
        let at = At::from_wire(self.tenant, self.company)?;
        let employee = EmployeeId::from_wire(self.employee)?;
        access::own(call.viewer().await?, at, employee)
    }
}

/// The accounts as they are once the change is made.
async fn change_deposits(
    call: &Call,
    own: &EmployeeScope<Deposits, Write>,
    asked: DepositChange,
) -> Result<(ChangeRequestId, bool, Vec<DirectDeposit>), Problem> {
    let outcome = deposits::ask(call, own, asked).await?;
    let (clock, zone) = (&call.app.clock, own.time_zone());
    let deposits = outcome.deposits.into_iter().map(|row| DirectDeposit::new(row, clock, &zone)).collect();
    Ok((outcome.request, outcome.needs_approval, deposits))
}

/// Takes effect right away: no one approves who to call.
async fn save_contacts(
    call: &Call,
    own: &EmployeeScope<Profiles, Write>,
    version: Option<i64>,
    contacts: Vec<ContactInput>,
) -> Result<EmployeeDataChanged, Problem> {
    let list = contacts.into_iter().map(ContactInput::contact).collect::<Result<_, _>>()?;
    let mut work = call.work().await?;
    let saved = profile::save_contacts(&mut work, own, version, list).await?;
    Ok(EmployeeDataChanged {
        direct_deposit: None,
        contacts: Some(saved.contacts.into_iter().map(EmployeeContact::from).collect()),
        tax_setup: None,
        change_request_id: None,
        needs_approval: false,
    })
}

async fn sign_tax_forms(
    call: &Call,
    scope: &EmployeeScope<TaxSetup, Write>,
    taxes: TaxSetupInputs,
) -> Result<EmployeeDataChanged, Problem> {
    let person = call.viewer().await?.person;
    let (drafts, signature) = taxes.drafts();
    let mut work = call.work().await?;
    let (request, needs_approval) =
        tax_setup::sign(&mut work, scope, person, drafts, signature.as_ref(), &call.address).await?;
    let forms = tax_setup::of_employee(work.tx(), scope).await?;
    Ok(EmployeeDataChanged {
        direct_deposit: None,
        contacts: None,
        tax_setup: Some(EmployeeTaxSetup::new(&forms)?),
        change_request_id: Some(request.to_wire()),
        needs_approval,
    })
}

async fn change(
    call: &Call,
    ids: CallIds<'_>,
    input: EmployeeDataInput,
) -> Result<EmployeeDataChanged, Problem> {
    let parts = [input.contacts.is_some(), input.direct_deposit.is_some(), input.taxes.has_forms()];
    let is_one = parts.into_iter().filter(|is_there| *is_there).count() <= 1;
    if let Some(contacts) = input.contacts {
        let own = ids.own(call).await?;
        return if is_one {
            save_contacts(call, &own, input.version, contacts).await
        } else {
            Err(EmployeeDataRefusal::OnePart.into())
        };
    }
    if input.taxes.has_forms() {
        let own = ids.own(call).await?;
        return if is_one {
            sign_tax_forms(call, &own, input.taxes).await
        } else {
            Err(EmployeeDataRefusal::OnePart.into())
        };
    }
    let own = ids.own(call).await?;
    let drafts = input.direct_deposit.unwrap_or_default().into_iter().map(DirectDepositInput::draft);
    let asked = DepositChange::Save(drafts.collect::<Result<_, _>>()?);
    let (request, needs_approval, deposits) = change_deposits(call, &own, asked).await?;
    Ok(EmployeeDataChanged {
        direct_deposit: Some(deposits),
        contacts: None,
        tax_setup: None,
        change_request_id: Some(request.to_wire()),
        needs_approval,
    })
}

#[derive(Default)]
pub struct EmployeeDataMutation;

#[Object]
impl EmployeeDataMutation {
    /// Changes your own data, one part at a time. Contacts change right away. New and changed deposits are one change and take a
    /// second factor. Tax forms are complete and signed.
    async fn put_employee_data(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        input: EmployeeDataInput,
    ) -> Result<EmployeeDataChanged, Problem> {
        let ids = CallIds { tenant: &tenant_id, company: &company_id, employee: &employee_id };
        change(Call::of(context), ids, input).await
    }

    /// Removes an account. One that never got any pay is withdrawn; any other ends as soon as it can.
    async fn delete_direct_deposit(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        direct_deposit_id: ID,
    ) -> Result<DeletedDirectDeposit, Problem> {
        let call = Call::of(context);
        let ids = CallIds { tenant: &tenant_id, company: &company_id, employee: &employee_id };
        let own = ids.own(call).await?;
        let asked = DepositChange::Remove(DepositId::from_wire(&direct_deposit_id)?);
        let (request, needs_approval, direct_deposit) = change_deposits(call, &own, asked).await?;
        let change_request_id = request.to_wire();
        Ok(DeletedDirectDeposit { direct_deposit_id, direct_deposit, change_request_id, needs_approval })
    }
}
