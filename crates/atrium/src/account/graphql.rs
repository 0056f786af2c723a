//! The viewer in the GraphQL schema.

use crate::access::{Membership, PermissionSet, Role, Viewer as AccessViewer};
use crate::applications;
use crate::call::Call;
use crate::inbox;
use crate::shared::day::Day;
use crate::shared::id::{EmployeeId, RoleId};
use crate::shared::problem::Problem;
use crate::shared::rows::Rows;
use async_graphql::{ComplexObject, Context, ID, Object, SimpleObject};

/// Who is signed in, and what they can do where.
#[derive(SimpleObject)]
#[graphql(serial, name = "Viewer")]
#[graphql(complex)]
struct ViewerOnWire {
    person_id: ID,
    tenant_id: ID,
    tenant_name: String,
    username: String,
    first_name: String,
    last_name: String,
    email: String,
    language: String,
    /// v1 or v2.
    version: String,
    /// User types: employee, manager, admin, idOnly.
    roles: Vec<String>,
    /// The initial role: employee first, else manager, else what is left.
    user_type: Option<String>,
    /// Names of the Evolution roles held.
    evolution_roles: Vec<String>,
    /// Codes of the applications next to the portal (PAY, TAX, HR, HCM, TIME).
    applications: Vec<String>,
    /// Whether they have permissions over other people's accounts.
    has_identity_permissions: bool,
    /// Permissions in the whole tenant.
    permissions: Vec<String>,
    companies: Rows<ViewerCompany>,
}

#[ComplexObject]
impl ViewerOnWire {
    /// How many notices in the app are unread, counted up to 100.
    async fn unread_notices(&self, context: &Context<'_>) -> Result<i64, Problem> {
        let call = Call::of(context);
        inbox::unread(&call.db, call.viewer().await?).await
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct ViewerCompany {
    company_id: ID,
    company_name: String,
    time_zone: String,
    /// Today in the company's time zone.
    today: Day,
    /// Set while the viewer is employed there, and while they can still read their own data after leaving.
    employee_id: Option<ID>,
    /// For a former employee: their last day.
    employment_ended_on: Option<Day>,
    /// For a former employee: the last day they can open their pay stubs and tax forms.
    open_through: Option<Day>,
    /// Where the company's time cards are; null if it has no clock.
    site_url: Option<String>,
    /// Names of the roles held here.
    roles: Vec<String>,
    /// User types here: employee, manager, admin, idOnly.
    user_types: Vec<String>,
    employee_role_ids: Vec<ID>,
    manager_role_ids: Vec<ID>,
    /// The role named “Manager View”.
    manager_view_role_id: Option<ID>,
    permissions: Vec<String>,
}

fn strings(permissions: &PermissionSet) -> Vec<String> {
    permissions.iter().map(str::to_owned).collect()
}

fn names(roles: impl IntoIterator<Item = Role>) -> Vec<String> {
    roles.into_iter().map(|role| role.as_str().to_owned()).collect()
}

fn company(call: &Call, viewer: &AccessViewer, membership: &Membership) -> ViewerCompany {
    let ids_of =
        |role| viewer.role_ids(membership, role).into_iter().map(RoleId::to_wire).collect::<Vec<ID>>();
    ViewerCompany {
        company_id: membership.company.to_wire(),
        company_name: membership.company_name.clone(),
        time_zone: membership.time_zone.clone(),
        today: call.today(&membership.time_zone),
        employee_id: membership.employee.map(EmployeeId::to_wire),
        employment_ended_on: membership.former.map(|former| former.last_day),
        open_through: membership.former.map(|former| former.open_through),
        site_url: membership.site_url().map(str::to_owned),
        roles: membership.role_names.iter().cloned().collect(),
        user_types: names(membership.roles()),
        employee_role_ids: ids_of(Role::Employee),
        manager_role_ids: ids_of(Role::Manager),
        manager_view_role_id: viewer.manager_view(membership).map(RoleId::to_wire),
        permissions: strings(&membership.permissions),
    }
}

#[derive(Default)]
pub struct AccountQuery;

#[Object]
impl AccountQuery {
    async fn viewer(&self, context: &Context<'_>) -> Result<ViewerOnWire, Problem> {
        let call = Call::of(context);
        let viewer: &AccessViewer = call.viewer().await?;
        Ok(ViewerOnWire {
            person_id: viewer.person.to_wire(),
            tenant_id: viewer.tenant.to_wire(),
            tenant_name: viewer.tenant_name.clone(),
            username: viewer.username.clone(),
            first_name: viewer.first_name.clone(),
            last_name: viewer.last_name.clone(),
            email: viewer.email.clone(),
            language: viewer.language.clone(),
            version: viewer.version.clone(),
            roles: names(viewer.roles()),
            user_type: names(viewer.initial_role()).pop(),
            evolution_roles: applications::evolution_roles_of(viewer),
            applications: applications::codes_of(viewer),
            has_identity_permissions: viewer.has_identity_permissions(),
            permissions: strings(&viewer.permissions),
            companies: viewer.companies.iter().map(|membership| company(call, viewer, membership)).collect(),
        })
    }
}
