//! Access beyond one company: a tenant's administrators, one person in a tenant, and the companies a customer's program
//! narrows its questions to.

use super::grant::ForTenant;
use super::permission::{Permission, Read, Write};
use super::scope::{TenantScope, scope};
use super::store;
use super::viewer::{HeldRole, Viewer};
use crate::shared::clock::Clock;
use crate::shared::id::{CompanyId, PersonId, TenantId};
use crate::shared::problem::Problem;
use db::Db;
use std::marker::PhantomData;

/// The tenants and companies a program says it's asking about: IDs from the request, proved by nothing. `None` narrows
/// nothing.
#[derive(Clone, Debug, Default)]
pub struct Narrowing {
    pub tenants: Option<Vec<TenantId>>,
    pub companies: Option<Vec<CompanyId>>,
}

scope! {
    /// One tenant, for the operator: at the terminal, or while the tenant is being created.
    OperatorScope { tenant: TenantId }
}
scope! {
    /// One tenant with everything recorded about it, for its administrators and for the operator at the terminal.
    AdministratorScope { tenant: TenantId }
}
scope! {
    /// One person in the viewer's tenant, with what they have in these companies (`None`: in all) and in the tenant.
    PersonScope { tenant: TenantId, person: PersonId, companies: Option<Vec<CompanyId>>, is_phone_shown: bool }
}

scope! {
    /// What the system tidies up by itself, for any tenant. No request ever has this scope.
    UpkeepScope { }
}

/// For housekeeping only.
pub fn upkeep() -> UpkeepScope {
    UpkeepScope {}
}

/// An ID from another tenant narrows like one that doesn't exist; when nothing is left, the answer is empty.
pub async fn tenant<F: ForTenant>(
    db: &Db,
    viewer: &Viewer,
    narrowing: &Narrowing,
) -> Result<TenantScope<F>, Problem> {
    if narrowing.tenants.as_ref().is_some_and(|tenants| !tenants.contains(&viewer.tenant)) {
        return Err(Problem::NotFound);
    }
    if viewer.is_locked_out() {
        return Err(Problem::Maintenance);
    }
    let is_whole = viewer.is_administrator();
    let companies = match &narrowing.companies {
        None => None,
        Some(asked) if is_whole => Some(store::companies_of(db, viewer.tenant, asked).await?),
        Some(asked) => Some(asked.iter().copied().filter(|id| viewer.membership(*id).is_some()).collect()),
    };
    if companies.as_ref().is_some_and(Vec::is_empty) {
        return Err(Problem::NotFound);
    }
    let (tenant, viewer) = (viewer.tenant, viewer.person);
    Ok(TenantScope { tenant, viewer, is_whole, companies, of: PhantomData })
}

/// Changes to what belongs to the whole tenant. People who aren't administrators may know about it, but not change it.
pub fn administrator<F: ForTenant>(
    viewer: &Viewer,
    scope: &TenantScope<F>,
) -> Result<TenantScope<F, Write>, Problem> {
    if !viewer.permissions.allows::<Write>(Permission::Admin) {
        return Err(Problem::Forbidden);
    }
    Ok(scope.retyped())
}

/// For administrators of the whole tenant. To anyone else, and under another tenant's ID, it isn't there.
pub fn administers(viewer: &Viewer, tenant: TenantId) -> Result<AdministratorScope, Problem> {
    if viewer.tenant != tenant || !viewer.permissions.allows::<Read>(Permission::Admin) {
        return Err(Problem::NotFound);
    }
    Ok(AdministratorScope { tenant })
}

impl From<&OperatorScope> for AdministratorScope {
    fn from(scope: &OperatorScope) -> AdministratorScope {
        AdministratorScope { tenant: scope.tenant }
    }
}

/// The viewer, or for administrators anyone in the tenant. A phone number is shown to its owner, and to administrators
/// who also look after accounts.
pub fn person<F: ForTenant>(
    viewer: &Viewer,
    scope: &TenantScope<F>,
    person: PersonId,
) -> Result<PersonScope, Problem> {
    let is_own = person == viewer.person;
    if !is_own && !scope.is_whole {
        return Err(Problem::NotFound);
    }
    let is_phone_shown = is_own || viewer.permissions.allows::<Read>(Permission::IdentityUser);
    Ok(PersonScope { tenant: scope.tenant, person, companies: scope.companies.clone(), is_phone_shown })
}

/// The viewer, everywhere.
pub fn oneself(viewer: &Viewer) -> PersonScope {
    PersonScope { tenant: viewer.tenant, person: viewer.person, companies: None, is_phone_shown: true }
}

/// The person's roles in force today.
pub async fn held_by(db: &Db, clock: &Clock, scope: &PersonScope) -> db::Result<Vec<HeldRole>> {
    let found = Viewer::load(db, clock, scope.person).await?;
    let found = found.filter(|found| found.tenant == scope.tenant);
    Ok(found.map_or(vec![], |found| found.held_within(scope)))
}

/// Only for commands and for creating a tenant, never for a request: no one is asked who they are.
pub fn operator(tenant: TenantId) -> OperatorScope {
    OperatorScope { tenant }
}
