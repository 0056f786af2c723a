//! What rights a person keeps when their employment has dates. The dates themselves decide, in the company's time zone,
//! on every call: once the last day is over, a former employee can only read their own stubs and tax forms, for as many
//! months as the tenant says. The job that tidies up later (`employment/`) doesn't change that.

use super::feature::{Asked, Feature};
use super::machine::{MachineScope, machine_actor};
use super::permission::{Need, Permission, PermissionSet};
use super::scope::scope;
use super::store;
use super::tenant::{OperatorScope, UpkeepScope};
use super::viewer::{Membership, Viewer};
use crate::shared::day::Day;
use crate::shared::employed::{has_ended, open_through};
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use crate::shared::machine_right::Scim;
use crate::shared::problem::Problem;
use db::Db;
use std::collections::BTreeSet;

/// What former employees may still read of their own.
const LEFT: &[(Feature, Permission)] = &[
    (Feature::PayStubs, Permission::EmployeePayStubs),
    (Feature::TaxReturns, Permission::EmployeeTaxes),
    (Feature::TaxSetup, Permission::EmployeeTaxes),
];

/// An employment that has an end, with what access needs to know.
pub(super) struct DatedEmployment {
    pub company_id: CompanyId,
    pub company_name: String,
    pub time_zone: String,
    pub employee_id: EmployeeId,
    pub is_terminated: bool,
    pub last_day: Option<Day>,
    pub rehire_day: Option<Day>,
    pub leaver_access_months: i64,
    /// Whether another employment of theirs goes on without an end.
    pub works_elsewhere: bool,
}

/// When someone left a company, and how long their own things stay open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormerEmployee {
    pub last_day: Day,
    pub open_through: Day,
}

/// Removes what ended employments gave, and leaves what former employees keep. Once none goes on, roles for the whole tenant
/// don't count either.
pub(super) fn apply(viewer: &mut Viewer, employments: Vec<DatedEmployment>) {
    let has_ended =
        |one: &DatedEmployment, today| has_ended(one.is_terminated, one.last_day, one.rehire_day, today);
    if employments.iter().all(|one| !one.works_elsewhere && has_ended(one, viewer.today(&one.time_zone))) {
        viewer.permissions = PermissionSet::default();
        viewer.held.retain(|role| role.company.is_some());
    }
    for one in employments {
        let today = viewer.today(&one.time_zone);
        if !has_ended(&one, today) {
            continue;
        }
        viewer.companies.retain(|membership| membership.company != one.company_id);
        viewer.held.retain(|role| role.company != Some(one.company_id));
        let until = open_through(one.last_day, one.leaver_access_months);
        if let (Some(last_day), Some(open_through)) = (one.last_day, until.filter(|until| today <= *until)) {
            let mut permissions = PermissionSet::default();
            for (_, permission) in LEFT {
                permissions.add(permission.as_str());
            }
            viewer.companies.push(Membership {
                company: one.company_id,
                company_name: one.company_name,
                time_zone: one.time_zone,
                employee: Some(one.employee_id),
                former: Some(FormerEmployee { last_day, open_through }),
                vendors: vec![],
                has_time_clock: false,
                role_names: BTreeSet::new(),
                permissions,
            });
        }
    }
}

/// Whether a former employee may still do what the call asks for.
pub(super) fn is_left<N: Need>(asked: Asked) -> bool {
    !N::IS_WRITE && LEFT.iter().any(|(feature, permission)| asked == feature.by(*permission))
}

/// Whether former employees keep a page of the catalog.
pub fn is_page_left(name: &str) -> bool {
    LEFT.iter().any(|(feature, _)| feature.as_str() == name)
}

scope! {
    /// Administration of a tenant's people: all of them, or those in some companies. At the terminal there is an
    /// `operator` instead of an `actor`, and so is there for a machine client; for the system itself there is neither.
    PeopleScope {
        tenant: TenantId, companies: Option<Vec<CompanyId>>, actor: Option<PersonId>, operator: Option<String>,
        is_machine: bool,
    }
}

/// For administrators of the tenant, and for company administrators within their companies.
pub fn people<N: Need>(viewer: &Viewer) -> Result<PeopleScope, Problem> {
    let companies = if viewer.permissions.allows::<N>(Permission::Admin) {
        None
    } else {
        let own = viewer.companies.iter().filter(|membership| membership.allows::<N>(Permission::Admin));
        Some(own.map(|membership| membership.company).collect::<Vec<_>>())
    };
    if companies.as_ref().is_some_and(Vec::is_empty) {
        return Err(Problem::Forbidden);
    }
    if viewer.is_locked_out() {
        return Err(Problem::Maintenance);
    }
    let actor = Some(viewer.person);
    Ok(PeopleScope { tenant: viewer.tenant, companies, actor, operator: None, is_machine: false })
}

/// For the operator at the terminal, under the name the audit trail records.
pub fn people_at_terminal(scope: &OperatorScope, operator: &str) -> PeopleScope {
    let operator = Some(operator.to_owned());
    PeopleScope { tenant: scope.tenant(), companies: None, actor: None, operator, is_machine: false }
}

/// What the system writes by itself as dates pass.
pub fn people_upkeep(_: &UpkeepScope, tenant: TenantId) -> PeopleScope {
    PeopleScope { tenant, companies: None, actor: None, operator: None, is_machine: false }
}

/// For a directory that keeps a tenant's people over SCIM.
pub fn people_of_machine(scope: &MachineScope<Scim>) -> PeopleScope {
    let operator = Some(machine_actor(scope.name()));
    PeopleScope { tenant: scope.tenant(), companies: None, actor: None, operator, is_machine: true }
}

pub(super) async fn of(db: &Db, person: PersonId) -> db::Result<Vec<DatedEmployment>> {
    store::dated_employments(db, person).await
}
