//! The checks that most requests begin with: one's own things, a company, a manager's reports. The ids a client sends only narrow
//! what the viewer may do anyway; a foreign id and a missing one answer the same.

use super::employment;
use super::feature::{Asked, Feature};
use super::grant::{ForMembers, LineArea, Managed, OnCompanyPage, Own};
use super::permission::{Need, Permission, Read, Role};
use super::reporting::Lines;
use super::scope::{CompanyScope, EmployeeScope, ReportScope, scope};
use super::store;
use super::viewer::{Membership, Viewer};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use crate::shared::problem::Problem;
use async_graphql::ID;
use db::Db;
use std::marker::PhantomData;

/// Where a client says it is: ids that came with the request, proved by nothing.
#[derive(Clone, Copy, Debug)]
pub struct At {
    pub tenant: TenantId,
    pub company: CompanyId,
}

impl At {
    pub fn from_wire(tenant: &ID, company: &ID) -> Result<At, Problem> {
        Ok(At { tenant: TenantId::from_wire(tenant)?, company: CompanyId::from_wire(company)? })
    }
}

scope! {
    /// The portal's frame around someone: which pages they have, in a company or without one.
    FrameScope { tenant: TenantId, company: Option<CompanyId>, viewer: PersonId }
}

fn member(viewer: &Viewer, at: At) -> Result<&Membership, Problem> {
    if at.tenant != viewer.tenant {
        return Err(Problem::NotFound);
    }
    viewer.membership(at.company).ok_or(Problem::NotFound)
}

/// People without permission are told so, whether or not the feature is turned off.
pub(super) fn need<N: Need>(viewer: &Viewer, membership: &Membership, asked: Asked) -> Result<(), Problem> {
    let is_closed = membership.former.is_some() && !employment::is_left::<N>(asked);
    if is_closed || !membership.allows::<N>(asked.permission) {
        return Err(Problem::Forbidden);
    }
    if viewer.is_locked_out() {
        return Err(Problem::Maintenance);
    }
    let is_off = asked.is_switched_off(&viewer.switched_off, |permission| membership.holds(permission));
    if is_off { Err(Problem::FeatureNotEnabled) } else { Ok(()) }
}

/// An employee's own things.
pub fn own<F: Own, N: Need>(
    viewer: &Viewer,
    at: At,
    employee: EmployeeId,
) -> Result<EmployeeScope<F, N>, Problem> {
    let membership = member(viewer, at)?;
    if membership.employee != Some(employee) {
        return Err(Problem::NotFound);
    }
    need::<N>(viewer, membership, F::OWN)?;
    Ok(EmployeeScope {
        tenant: viewer.tenant,
        company: at.company,
        employee,
        person: viewer.person,
        viewer: viewer.person,
        manager: viewer.person,
        managers: vec![],
        time_zone: membership.time_zone.clone(),
        of: PhantomData,
    })
}

/// What every employee and manager of a company can see: its organizations and pay groups.
pub fn company<F: ForMembers>(viewer: &Viewer, at: At) -> Result<CompanyScope<F>, Problem> {
    Ok(company_scope(viewer, belonging(viewer, at)?))
}

fn belonging(viewer: &Viewer, at: At) -> Result<&Membership, Problem> {
    let membership = member(viewer, at)?;
    let belongs = |permission: Permission| need::<Read>(viewer, membership, permission.asked());
    belongs(Permission::Employee).or_else(|problem| match problem {
        Problem::Forbidden => belongs(Permission::Manager),
        other => Err(other),
    })?;
    Ok(membership)
}

/// What is on the company's page. Managers also need it to address parts of the company.
pub fn company_page<F: OnCompanyPage>(viewer: &Viewer, at: At) -> Result<CompanyScope<F>, Problem> {
    let membership = member(viewer, at)?;
    let as_employee = need::<Read>(viewer, membership, Feature::Company.asked());
    as_employee.or_else(|problem| {
        need::<Read>(viewer, membership, Permission::Manager.asked()).map_err(|_| problem)
    })?;
    Ok(company_scope(viewer, membership))
}

/// Like `company`, for a client that says who is asking: its IDs only narrow, so someone else's find nothing.
pub fn company_as<F: ForMembers>(
    viewer: &Viewer,
    at: At,
    employee: Option<EmployeeId>,
    manager: Option<PersonId>,
) -> Result<CompanyScope<F>, Problem> {
    belongs(viewer, at, employee, manager)?;
    company(viewer, at)
}

/// As `company_as`, for what needs no scope.
pub fn belongs(
    viewer: &Viewer,
    at: At,
    employee: Option<EmployeeId>,
    manager: Option<PersonId>,
) -> Result<(), Problem> {
    belonging(viewer, at)?;
    are_own(viewer, at.company, employee, manager)
}

fn are_own(
    viewer: &Viewer,
    company: CompanyId,
    employee: Option<EmployeeId>,
    manager: Option<PersonId>,
) -> Result<(), Problem> {
    let own = viewer.membership(company).and_then(|membership| membership.employee);
    let are_own = employee.is_none_or(|employee| own == Some(employee))
        && manager.is_none_or(|manager| manager == viewer.person);
    if are_own { Ok(()) } else { Err(Problem::NotFound) }
}

/// A company as its manager. `manager` is who the client says it is; that must be the viewer.
pub fn managed_company<F: Managed, N: Need>(
    viewer: &Viewer,
    at: At,
    manager: PersonId,
) -> Result<CompanyScope<F, N>, Problem> {
    let membership = member(viewer, at)?;
    if manager != viewer.person {
        return Err(Problem::NotFound);
    }
    need::<N>(viewer, membership, F::MANAGED)?;
    Ok(company_scope(viewer, membership))
}

fn company_scope<F, N>(viewer: &Viewer, membership: &Membership) -> CompanyScope<F, N> {
    CompanyScope {
        tenant: viewer.tenant,
        company: membership.company,
        viewer: viewer.person,
        time_zone: membership.time_zone.clone(),
        of: PhantomData,
    }
}

/// The frame around the viewer, also during maintenance. Without a company, it is made of what they hold in the whole tenant.
pub fn frame(viewer: &Viewer, tenant: TenantId, company: Option<CompanyId>) -> Result<FrameScope, Problem> {
    let is_own = company.is_none_or(|company| viewer.membership(company).is_some());
    if tenant != viewer.tenant || !is_own {
        return Err(Problem::NotFound);
    }
    Ok(FrameScope { tenant, company, viewer: viewer.person })
}

/// As `frame`, for a client that says as whom it asks.
pub fn frame_as(
    viewer: &Viewer,
    at: At,
    employee: Option<EmployeeId>,
    manager: Option<PersonId>,
) -> Result<FrameScope, Problem> {
    let scope = frame(viewer, at.tenant, Some(at.company))?;
    are_own(viewer, at.company, employee, manager)?;
    Ok(scope)
}

/// The central page: people with an identity and nothing else have none.
pub fn central(viewer: &Viewer, tenant: TenantId) -> Result<FrameScope, Problem> {
    if viewer.roles().contains(&Role::IdentityOnly) {
        return Err(Problem::NotFound);
    }
    frame(viewer, tenant, None)
}

/// One report, if a line in this area leads there. Anyone else is `NotFound`, like someone who doesn't exist.
pub async fn report<A: LineArea, F: Managed, N: Need>(
    db: &Db,
    scope: &CompanyScope<F, N>,
    employee: EmployeeId,
    today: Day,
) -> Result<ReportScope<A, N>, Problem> {
    let rows = store::lines_from(db, &[scope.viewer], scope.company, employee, today).await?;
    let person = rows.first().map(|(_, _, _, person)| *person).ok_or(Problem::NotFound)?;
    let lines: Vec<(String, String)> = rows.into_iter().map(|(_, kind, area, _)| (kind, area)).collect();
    let kind = Lines::from_rows(&lines).reach(A::AREA).ok_or(Problem::NotFound)?;
    Ok(ReportScope {
        tenant: scope.tenant,
        company: scope.company,
        employee,
        person,
        manager: scope.viewer,
        kind,
        time_zone: scope.time_zone.clone(),
        of: PhantomData,
    })
}
