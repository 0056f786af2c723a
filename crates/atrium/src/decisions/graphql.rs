//! Change requests on the wire, in the spec's names.

use super::ChangeRequestOnWire;
use crate::access::{
    self, Asked, At, CompanyScope, DeciderScope, Decisions, EmployeeScope, Feature, Narrowing, Need,
    Permission, Read, Write,
};
use crate::call::Call;
use crate::change_requests::{
    self, Action, ChangeRequest, ChangeRequests, OpenPages, RequestType, Unmanaged,
};
use crate::data_views::{self, What, Witness};
use crate::deposits::Deposits;
use crate::profile::Profiles;
use crate::shared::day::Day;
use crate::shared::id::{ChangeRequestId, EmployeeId, PersonId, TenantId};
use crate::shared::page::{Links, Page};
use crate::shared::problem::Problem;
use crate::shared::rows::Rows;
use crate::tax_setup::TaxSetup;
use async_graphql::{Context, Enum, ID, InputObject, Object, SimpleObject};

#[derive(SimpleObject)]
#[graphql(serial)]
struct ChangeRequestPage {
    results: Rows<ChangeRequestOnWire>,
    links: Links,
}

fn on_wire(page: Page<ChangeRequest>, is_decider: bool) -> Result<ChangeRequestPage, Problem> {
    let results = page.results.into_iter().map(|row| ChangeRequestOnWire::new(row, is_decider, None));
    Ok(ChangeRequestPage { results: results.collect::<Result<_, _>>()?, links: page.links })
}

/// A decision on a request.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(rename_items = "lowercase")]
enum ChangeRequestAction {
    Approve,
    Deny,
}

impl From<ChangeRequestAction> for Action {
    fn from(action: ChangeRequestAction) -> Action {
        match action {
            ChangeRequestAction::Approve => Action::Approve,
            ChangeRequestAction::Deny => Action::Deny,
        }
    }
}

#[derive(InputObject, Default)]
struct ChangeRequestDecisionInput {
    /// The employee can read it.
    note: Option<String>,
    version: Option<i64>,
}

/// What someone who looks at such a request sees of the employee.
fn data_of(request: RequestType) -> What {
    match request {
        RequestType::DirectDeposit => What::Deposits,
        RequestType::EeInfo => What::Profile,
    }
}

/// A company where requests wait for an administrator because no manager can decide them.
#[derive(SimpleObject)]
#[graphql(serial)]
struct UnmanagedRequests {
    company_id: ID,
    company_name: String,
    time_zone: String,
    today: Day,
    /// How many are about the profile and tax forms.
    ee_info: i64,
    direct_deposit: i64,
}

/// The page on which requests of a kind are decided.
fn page_of(of: RequestType) -> Asked {
    let feature = match of {
        RequestType::DirectDeposit => Feature::ManagerDeposits,
        RequestType::EeInfo => Feature::ManagerChangeRequests,
    };
    feature.by(Permission::ManagerProfile)
}

async fn as_decider<N: Need>(
    call: &Call,
    tenant_id: &ID,
    company_id: &ID,
    manager_id: &ID,
    asked: Asked,
) -> Result<DeciderScope<Decisions, N>, Problem> {
    let viewer = call.viewer().await?;
    let at = At::from_wire(tenant_id, company_id)?;
    access::decider(&call.db, viewer, at, PersonId::from_wire(manager_id)?, asked).await
}

/// The right to one request: first as a decider at all, then, once its kind is known, on the page of that kind.
async fn as_decider_of<N: Need>(
    call: &Call,
    tenant_id: &ID,
    company_id: &ID,
    manager_id: &ID,
    id: &ID,
) -> Result<(EmployeeScope<Decisions, N>, RequestType), Problem> {
    let anyhow = Permission::ManagerProfile.asked();
    let scope = as_decider(call, tenant_id, company_id, manager_id, anyhow).await?;
    let (decision, of) = change_requests::decision(&call.db, &scope, ChangeRequestId::from_wire(id)?).await?;
    as_decider::<N>(call, tenant_id, company_id, manager_id, page_of(of)).await?;
    Ok((decision, of))
}

/// Your own requests on pages that are open to you, and the profile they may be about.
async fn as_owner(
    call: &Call,
    tenant_id: &ID,
    company_id: &ID,
    employee_id: &ID,
) -> Result<(EmployeeScope<ChangeRequests>, OpenPages, Option<EmployeeScope<Profiles>>), Problem> {
    let viewer = call.viewer().await?;
    let at = At::from_wire(tenant_id, company_id)?;
    let employee = EmployeeId::from_wire(employee_id)?;
    let profile = access::own::<Profiles, Read>(viewer, at, employee);
    let deposits = access::own::<Deposits, Read>(viewer, at, employee);
    let taxes = access::own::<TaxSetup, Read>(viewer, at, employee);
    let open = OpenPages { profile: profile.is_ok(), taxes: taxes.is_ok(), deposits: deposits.is_ok() };
    let requests = match (&profile, &deposits) {
        (Ok(own), _) => own.into(),
        (_, Ok(own)) => own.into(),
        _ => (&taxes?).into(),
    };
    Ok((requests, open, profile.ok()))
}

#[derive(Default)]
pub struct ChangeRequestQuery;

#[Object]
impl ChangeRequestQuery {
    /// What is waiting for this decider, oldest first. `requestType` is ee_info or direct_deposit. With `decided`, what the
    /// viewer decided instead, newest first.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    #[graphql(name = "listManagerEEChangeRequest")]
    async fn list_manager_ee_change_request(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        request_type: String,
        decided: Option<bool>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<ChangeRequestPage, Problem> {
        let call = Call::of(context);
        let of = RequestType::from_wire(&request_type);
        // Someone without access doesn't get to know which types there are.
        let asked = of.as_ref().map_or(Permission::ManagerProfile.asked(), |of| page_of(*of));
        let scope = as_decider::<Read>(call, &tenant_id, &company_id, &manager_id, asked).await?;
        let of = of?;
        let is_decided = decided.unwrap_or_default();
        let which = if is_decided { "decided by" } else { "for" };
        let cursors = call.cursors(format!(
            "{request_type} requests {which} {} at {}",
            scope.viewer(),
            scope.company()
        ));
        let asked = (limit, cursor.as_deref());
        let page = change_requests::queue(&call.db, &scope, (of, is_decided), cursors, asked).await?;
        let shown: Vec<EmployeeId> = page.results.iter().map(|row| row.employee_id).collect();
        data_views::note(&call.app, &call.db, &(&scope).into(), data_of(of), &shown).await?;
        on_wire(page, true)
    }

    /// For administrators: the companies where requests are waiting for them, by name. `listManagerEEChangeRequest` lists the
    /// requests.
    async fn list_unmanaged_requests(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
    ) -> Result<Vec<UnmanagedRequests>, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        let narrowing = Narrowing { tenants: Some(vec![TenantId::from_wire(&tenant_id)?]), companies: None };
        let scope = access::administrator(viewer, &access::tenant(&call.db, viewer, &narrowing).await?)?;
        let shown =
            |of: RequestType, count: i64| match access::is_open_to_administrators(viewer, &page_of(of)) {
                true => count,
                false => 0,
            };
        let on_wire = |row: Unmanaged| UnmanagedRequests {
            company_id: row.company_id.to_wire(),
            company_name: row.company_name,
            today: call.today(&row.time_zone),
            time_zone: row.time_zone,
            ee_info: shown(RequestType::EeInfo, row.ee_info),
            direct_deposit: shown(RequestType::DirectDeposit, row.direct_deposit),
        };
        let rows = change_requests::unmanaged(&call.db, &scope, call.today("UTC")).await?;
        let rows = rows.into_iter().map(on_wire);
        Ok(rows.filter(|row| row.ee_info + row.direct_deposit > 0).collect())
    }

    /// Your own requests, newest first.
    async fn list_employee_change_requests(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<ChangeRequestPage, Problem> {
        let call = Call::of(context);
        let (scope, open, _) = as_owner(call, &tenant_id, &company_id, &employee_id).await?;
        let cursors = call.cursors(format!("requests of employee {}", scope.employee()));
        let cursor = cursor.as_deref();
        on_wire(
            change_requests::of_employee(&call.db, &scope, open, None, cursors, limit, cursor).await?,
            false,
        )
    }

    /// Your newest requests; with `directOnly`, only those about direct deposit.
    async fn get_employee_change_requests(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        direct_only: Option<bool>,
    ) -> Result<Vec<ChangeRequestOnWire>, Problem> {
        let call = Call::of(context);
        let (scope, open, _) = as_owner(call, &tenant_id, &company_id, &employee_id).await?;
        let of = direct_only.unwrap_or_default().then_some(RequestType::DirectDeposit);
        let cursors = call.cursors(format!("newest requests of employee {}", scope.employee()));
        let rows = change_requests::newest_of(&call.db, &scope, open, of, cursors).await?;
        rows.into_iter().map(|row| ChangeRequestOnWire::new(row, false, None)).collect()
    }

    /// With `managerId`, a request the viewer can decide or has decided; otherwise, one of your own.
    async fn get_change_request(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
        change_request_id: ID,
    ) -> Result<ChangeRequestOnWire, Problem> {
        let call = Call::of(context);
        let (scope, profile, witness, open) = match manager_id {
            Some(manager_id) => {
                let (at, id) = ((&tenant_id, &company_id), &change_request_id);
                let (decision, _) = as_decider_of::<Read>(call, at.0, at.1, &manager_id, id).await?;
                let witness = CompanyScope::<Witness>::from(&decision);
                (EmployeeScope::from(&decision), Some((&decision).into()), Some(witness), None)
            }
            None => {
                let employee_id = employee_id.ok_or(Problem::NotFound)?;
                let (own, open, profile) = as_owner(call, &tenant_id, &company_id, &employee_id).await?;
                (own, profile, None, Some(open))
            }
        };
        let id = ChangeRequestId::from_wire(&change_request_id)?;
        let row = change_requests::one(&call.db, &scope, id).await?;
        if open.is_some_and(|open| !open.shows(&row)) {
            return Err(Problem::NotFound);
        }
        let today = call.today(&scope.time_zone());
        let moved = super::moved_since(&call.db, profile.as_ref(), today, &row).await?;
        if let Some(witness) = &witness {
            let what = data_of(row.entity.request_type());
            data_views::note(&call.app, &call.db, witness, what, &[row.employee_id]).await?;
        }
        ChangeRequestOnWire::new(row, witness.is_some(), Some(&moved))
    }
}

#[derive(Default)]
pub struct ChangeRequestMutation;

#[Object]
impl ChangeRequestMutation {
    /// Approves or denies a request. With `version` in the input, refused if someone decided first. Approving a deposit change
    /// takes a second factor.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn put_manager_employee_change_request(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        change_request_id: ID,
        action: ChangeRequestAction,
        input: Option<ChangeRequestDecisionInput>,
    ) -> Result<ChangeRequestOnWire, Problem> {
        let call = Call::of(context);
        let (decision, _) =
            as_decider_of::<Write>(call, &tenant_id, &company_id, &manager_id, &change_request_id).await?;
        let (id, action) = (ChangeRequestId::from_wire(&change_request_id)?, Action::from(action));
        let (input, today) = (input.unwrap_or_default(), call.today(&decision.time_zone()));
        let verdict = {
            let mut work = call.work().await?;
            super::prepare(&mut work, &decision, today, id, input.version, action, input.note).await?
        };
        let verdict = call.prove(verdict).await?;
        let mut work = call.work().await?;
        let row = super::decide(&mut work, &decision, verdict).await?;
        // The answer shows what was requested: bank details, an address, the names of a family.
        let what = data_of(row.entity.request_type());
        data_views::note_with(&mut work, &(&decision).into(), what, today, row.employee_id);
        ChangeRequestOnWire::new(row, true, None)
    }
}
