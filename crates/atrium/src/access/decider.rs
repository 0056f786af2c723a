//! Who decides an employee's change requests: a manager whom a line in the area Personal Info leads to the employee, with
//! `manager:profile.write`; an administrator where no such manager is left. Nobody decides their own.

use super::feature::Asked;
use super::permission::{Need, Permission};
use super::scope::{At, need, scope};
use super::store;
use super::viewer::Viewer;
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use crate::shared::problem::Problem;
use db::Db;

scope! {
    /// The requests of one company that the viewer may see and decide; the store says which employees that are.
    DeciderScope {
        tenant: TenantId, company: CompanyId, viewer: PersonId, time_zone: String,
        is_manager: bool, is_administrator: bool,
    }
}
scope! {
    /// One employee whose requests the viewer may see, and decide if it was asked for that; `person` is whose account
    /// the employee is now.
    DecisionScope {
        tenant: TenantId, company: CompanyId, employee: EmployeeId, person: PersonId, viewer: PersonId,
        time_zone: String,
    }
}

/// Whether a page of requests is there at all for the administrators of the viewer's tenant: to whom else it is open is not
/// about them.
pub fn is_open_to_administrators(viewer: &Viewer, asked: &Asked) -> bool {
    !asked.is_switched_off(&viewer.switched_off, |_| true)
}

/// `manager` is who the client says it is; that must be the viewer. `asked` names the page the requests belong to.
pub async fn decider(
    db: &Db,
    viewer: &Viewer,
    at: At,
    manager: PersonId,
    asked: impl Into<Asked>,
    for_what: Need,
) -> Result<DeciderScope, Problem> {
    if at.tenant != viewer.tenant || manager != viewer.person {
        return Err(Problem::NotFound);
    }
    let asked = asked.into();
    let membership = viewer.membership(at.company);
    let as_manager = membership.map_or(Err(Problem::NotFound), |found| need(viewer, found, asked, for_what));
    let is_administrator = viewer.permissions.allows(Permission::Admin, for_what);
    if is_administrator && !is_open_to_administrators(viewer, &asked) {
        return Err(Problem::FeatureNotEnabled);
    }
    let is_manager = match as_manager {
        Ok(()) => true,
        Err(_) if is_administrator => false,
        Err(problem) => return Err(problem),
    };
    let time_zone = match membership {
        Some(membership) => membership.time_zone.clone(),
        None => store::time_zone(db, viewer.tenant, at.company).await?.ok_or(Problem::NotFound)?,
    };
    let (tenant, company, viewer) = (viewer.tenant, at.company, viewer.person);
    Ok(DeciderScope { tenant, company, viewer, time_zone, is_manager, is_administrator })
}

/// The requests of one employee. Somebody else's report is `NotFound`, like nobody; one's own are `Forbidden`.
pub async fn decision(db: &Db, scope: &DeciderScope, employee: EmployeeId) -> Result<DecisionScope, Problem> {
    let found = store::deciding(db, scope, employee).await?.ok_or(Problem::NotFound)?;
    if found.person_id == scope.viewer {
        return Err(Problem::Forbidden);
    }
    let as_manager = scope.is_manager && found.is_report;
    let as_administrator = scope.is_administrator && !found.has_manager;
    if !as_manager && !as_administrator {
        return Err(Problem::NotFound);
    }
    Ok(DecisionScope {
        tenant: scope.tenant,
        company: scope.company,
        employee,
        person: found.person_id,
        viewer: scope.viewer,
        time_zone: scope.time_zone.clone(),
    })
}
