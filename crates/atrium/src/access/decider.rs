//! Who decides an employee's change requests: a manager with `manager:profile.write` and a line to the employee in the
//! area Personal Info, or an administrator when no such manager is left. No one decides their own.

use super::check::{At, need};
use super::feature::Asked;
use super::grant::{Companywide, Opens};
use super::permission::{Need, Permission};
use super::scope::{CompanyScope, EmployeeScope, scope};
use super::store;
use super::viewer::Viewer;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use crate::shared::problem::Problem;
use db::Db;
use std::marker::PhantomData;

/// Deciding other people's requests. The features say what a decision may change.
#[derive(Clone, Copy, Debug)]
pub struct Decisions;

scope! {
    /// The requests in one company that the viewer may see and decide; the store says which employees that covers.
    DeciderScope<F, N> {
        tenant: TenantId, company: CompanyId, viewer: PersonId, time_zone: String,
        today: Day, is_manager: bool, is_administrator: bool,
    }
}

impl<F: Opens<G>, G: Companywide, N> From<&DeciderScope<F, N>> for CompanyScope<G, N> {
    fn from(scope: &DeciderScope<F, N>) -> CompanyScope<G, N> {
        CompanyScope {
            tenant: scope.tenant,
            company: scope.company,
            viewer: scope.viewer,
            time_zone: scope.time_zone.clone(),
            of: PhantomData,
        }
    }
}

/// Whether administrators of the viewer's tenant have a page of requests at all, no matter who else it's open to.
pub fn is_open_to_administrators(viewer: &Viewer, asked: &Asked) -> bool {
    !asked.is_switched_off(&viewer.switched_off, |_| true)
}

/// `manager` is who the client says it is; it must be the viewer. `asked` names the page the requests belong to.
pub async fn decider<N: Need>(
    db: &Db,
    viewer: &Viewer,
    at: At,
    manager: PersonId,
    asked: Asked,
) -> Result<DeciderScope<Decisions, N>, Problem> {
    if at.tenant != viewer.tenant || manager != viewer.person {
        return Err(Problem::NotFound);
    }
    let membership = viewer.membership(at.company);
    let as_manager = membership.map_or(Err(Problem::NotFound), |found| need::<N>(viewer, found, asked));
    let is_administrator = viewer.permissions.allows::<N>(Permission::Admin);
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
    let today = viewer.today(&time_zone);
    let (tenant, company, viewer) = (viewer.tenant, at.company, viewer.person);
    Ok(DeciderScope {
        tenant,
        company,
        viewer,
        time_zone,
        today,
        is_manager,
        is_administrator,
        of: PhantomData,
    })
}

/// One employee's requests. Someone else's report is `NotFound`, like a missing person; the viewer's own are
/// `Forbidden`.
pub async fn decision<N: Need>(
    db: &Db,
    scope: &DeciderScope<Decisions, N>,
    employee: EmployeeId,
) -> Result<EmployeeScope<Decisions, N>, Problem> {
    let found = store::deciding(db, scope, employee).await?.ok_or(Problem::NotFound)?;
    if found.person_id == scope.viewer {
        return Err(Problem::Forbidden);
    }
    let as_manager = scope.is_manager && found.is_report;
    let as_administrator = scope.is_administrator && !found.has_manager;
    if !as_manager && !as_administrator {
        return Err(Problem::NotFound);
    }
    Ok(EmployeeScope {
        tenant: scope.tenant,
        company: scope.company,
        employee,
        person: found.person_id,
        viewer: scope.viewer,
        manager: scope.viewer,
        managers: vec![],
        time_zone: scope.time_zone.clone(),
        of: PhantomData,
    })
}
