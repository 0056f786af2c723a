//! Scopes: what a viewer was found to be allowed, as values that stores demand. The ids a client sends only narrow
//! what the viewer may do anyway; a foreign id and a missing one answer the same.

use super::feature::{Asked, Feature};
use super::permission::{Need, Permission, Role};
use super::reporting::{Area, Lines, ReportKind};
use super::store;
use super::viewer::{Membership, Viewer};
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use crate::shared::problem::Problem;
use async_graphql::ID;
use db::Db;

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

macro_rules! scope {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name { $($field: $type),* }

        impl $name {
            $(pub fn $field(&self) -> $type { self.$field.clone() })*
        }
    };
}
pub(super) use scope;

scope! {
    /// One's own things as an employee of one company.
    OwnScope { tenant: TenantId, company: CompanyId, employee: EmployeeId, time_zone: String }
}
scope! {
    /// The things of one company that everybody who belongs to it may see.
    CompanyScope { tenant: TenantId, company: CompanyId, viewer: PersonId, time_zone: String }
}
scope! {
    /// The frame of the portal around somebody: which pages there are for them, in a company or without one.
    FrameScope { tenant: TenantId, company: Option<CompanyId>, viewer: PersonId }
}
scope! {
    /// One report of one manager, in one area.
    ReportScope { tenant: TenantId, company: CompanyId, manager: PersonId, employee: EmployeeId, area: Area, kind: ReportKind }
}
scope! {
    /// All reports of one manager in one company, in whatever area.
    ReportsScope { tenant: TenantId, company: CompanyId, manager: PersonId }
}

fn member(viewer: &Viewer, at: At) -> Result<&Membership, Problem> {
    if at.tenant != viewer.tenant {
        return Err(Problem::NotFound);
    }
    viewer.membership(at.company).ok_or(Problem::NotFound)
}

/// Whoever is not allowed is told so, whether or not the feature is switched off.
pub(super) fn need(
    viewer: &Viewer,
    membership: &Membership,
    asked: Asked,
    need: Need,
) -> Result<(), Problem> {
    if !membership.allows(asked.permission, need) {
        return Err(Problem::Forbidden);
    }
    if viewer.is_locked_out() {
        return Err(Problem::Maintenance);
    }
    let is_off = asked.is_switched_off(&viewer.switched_off, |permission| membership.holds(permission));
    if is_off { Err(Problem::FeatureNotEnabled) } else { Ok(()) }
}

/// An employee's own things.
pub fn own(
    viewer: &Viewer,
    at: At,
    employee: EmployeeId,
    asked: impl Into<Asked>,
    for_what: Need,
) -> Result<OwnScope, Problem> {
    let membership = member(viewer, at)?;
    if membership.employee != Some(employee) {
        return Err(Problem::NotFound);
    }
    need(viewer, membership, asked.into(), for_what)?;
    Ok(OwnScope {
        tenant: viewer.tenant,
        company: at.company,
        employee,
        time_zone: membership.time_zone.clone(),
    })
}

/// What every employee and every manager of a company may see: its organisations, its pay groups.
pub fn company(viewer: &Viewer, at: At) -> Result<CompanyScope, Problem> {
    let membership = member(viewer, at)?;
    let belongs = |permission: Permission| need(viewer, membership, permission.into(), Need::Read);
    belongs(Permission::Employee).or_else(|problem| match problem {
        Problem::Forbidden => belongs(Permission::Manager),
        other => Err(other),
    })?;
    Ok(company_scope(viewer, membership))
}

/// What stands on the company's page, which managers need to speak to parts of it as well.
pub fn company_page(viewer: &Viewer, at: At) -> Result<CompanyScope, Problem> {
    let membership = member(viewer, at)?;
    let as_employee = need(viewer, membership, Feature::Company.into(), Need::Read);
    as_employee.or_else(|problem| {
        need(viewer, membership, Permission::Manager.into(), Need::Read).map_err(|_| problem)
    })?;
    Ok(company_scope(viewer, membership))
}

/// As `company`, for a client that says as whom it asks: its ids only narrow, so somebody else's finds nothing.
pub fn company_as(
    viewer: &Viewer,
    at: At,
    employee: Option<EmployeeId>,
    manager: Option<PersonId>,
) -> Result<CompanyScope, Problem> {
    let scope = company(viewer, at)?;
    are_own(viewer, scope.company, employee, manager)?;
    Ok(scope)
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
pub fn managed_company(
    viewer: &Viewer,
    at: At,
    manager: PersonId,
    asked: impl Into<Asked>,
    for_what: Need,
) -> Result<CompanyScope, Problem> {
    let membership = member(viewer, at)?;
    if manager != viewer.person {
        return Err(Problem::NotFound);
    }
    need(viewer, membership, asked.into(), for_what)?;
    Ok(company_scope(viewer, membership))
}

fn company_scope(viewer: &Viewer, membership: &Membership) -> CompanyScope {
    CompanyScope {
        tenant: viewer.tenant,
        company: membership.company,
        viewer: viewer.person,
        time_zone: membership.time_zone.clone(),
    }
}

/// The frame around the viewer, which stands during maintenance too. Without a company it is made of what holds in the whole tenant.
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

/// The central page: whoever has an identity and nothing else has none.
pub fn central(viewer: &Viewer, tenant: TenantId) -> Result<FrameScope, Problem> {
    if viewer.roles().contains(&Role::IdentityOnly) {
        return Err(Problem::NotFound);
    }
    frame(viewer, tenant, None)
}

/// All of a manager's reports in a company, for lists that say themselves which areas they show.
pub fn reports(scope: &CompanyScope) -> ReportsScope {
    ReportsScope { tenant: scope.tenant, company: scope.company, manager: scope.viewer }
}

/// One report, if a line in this area leads there. Somebody who is no report is `NotFound`, like nobody.
pub async fn report(
    db: &Db,
    scope: &CompanyScope,
    employee: EmployeeId,
    area: Area,
) -> Result<ReportScope, Problem> {
    let rows = store::lines(db, scope.viewer, scope.company, employee).await?;
    let kind = Lines::from_rows(&rows).reach(area).ok_or(Problem::NotFound)?;
    Ok(ReportScope {
        tenant: scope.tenant,
        company: scope.company,
        manager: scope.viewer,
        employee,
        area,
        kind,
    })
}
