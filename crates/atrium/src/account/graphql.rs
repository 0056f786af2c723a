//! The viewer on the wire.

use crate::access::{Membership, PermissionSet, Viewer as AccessViewer};
use crate::call::Call;
use crate::shared::day::Day;
use crate::shared::id::EmployeeId;
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, Object, SimpleObject};

/// Who is signed in, and what they may do where.
#[derive(SimpleObject)]
struct Viewer {
    person_id: ID,
    tenant_id: ID,
    tenant_name: String,
    first_name: String,
    last_name: String,
    email: String,
    language: String,
    /// v1 or v2.
    version: String,
    /// User types: employee, manager, admin, idOnly.
    roles: Vec<String>,
    /// What holds in the whole tenant.
    permissions: Vec<String>,
    companies: Vec<ViewerCompany>,
}

#[derive(SimpleObject)]
struct ViewerCompany {
    company_id: ID,
    company_name: String,
    time_zone: String,
    /// The day in the company's time zone.
    today: Day,
    /// Set while the viewer is employed there.
    employee_id: Option<ID>,
    roles: Vec<String>,
    permissions: Vec<String>,
}

fn strings(permissions: &PermissionSet) -> Vec<String> {
    permissions.iter().map(str::to_owned).collect()
}

fn company(call: &Call, membership: &Membership) -> ViewerCompany {
    ViewerCompany {
        company_id: membership.company.to_wire(),
        company_name: membership.company_name.clone(),
        time_zone: membership.time_zone.clone(),
        today: call.today(&membership.time_zone),
        employee_id: membership.employee.map(EmployeeId::to_wire),
        roles: membership.role_names.iter().cloned().collect(),
        permissions: strings(&membership.permissions),
    }
}

#[derive(Default)]
pub struct AccountQuery;

#[Object]
impl AccountQuery {
    async fn viewer(&self, context: &Context<'_>) -> Result<Viewer, Problem> {
        let call = Call::of(context);
        let viewer: &AccessViewer = call.viewer().await?;
        Ok(Viewer {
            person_id: viewer.person.to_wire(),
            tenant_id: viewer.tenant.to_wire(),
            tenant_name: viewer.tenant_name.clone(),
            first_name: viewer.first_name.clone(),
            last_name: viewer.last_name.clone(),
            email: viewer.email.clone(),
            language: viewer.language.clone(),
            version: viewer.version.clone(),
            roles: viewer.roles().into_iter().map(|role| role.as_str().to_owned()).collect(),
            permissions: strings(&viewer.permissions),
            companies: viewer.companies.iter().map(|membership| company(call, membership)).collect(),
        })
    }
}
