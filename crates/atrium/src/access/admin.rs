//! Administration of a tenant: administrators look after all of it, company administrators only their own companies.
//! The operator at the terminal has the same scope for the whole tenant, without a viewer, so the console and the
//! command line share their use cases.

use super::grant::{Administered, Opens};
use super::machine::MachineScope;
use super::permission::{Need, Read, Write};
use super::scope::{CompanyScope, scope};
use super::store;
use super::tenant::OperatorScope;
use super::viewer::Viewer;
use crate::shared::id::{CompanyId, PersonId, TenantId};
use crate::shared::machine_right::{EventsRead, HandoverAcknowledge, HandoverRead, MachineRight, Scim};
use crate::shared::problem::Problem;
use db::Db;
use std::marker::PhantomData;

scope! {
    /// What an administrator looks after: the whole tenant, or only `companies`. At the terminal there is no viewer.
    AdminScope<F, N> { tenant: TenantId, viewer: Option<PersonId>, companies: Option<Vec<CompanyId>> }
}
scope! {
    /// What belongs to no single company, for administrators of the whole tenant.
    WholeTenantScope<F, N> { tenant: TenantId, viewer: Option<PersonId> }
}

impl<F, N> AdminScope<F, N> {
    pub fn is_whole(&self) -> bool {
        self.companies.is_none()
    }

    pub fn reaches(&self, company: CompanyId) -> bool {
        self.companies.as_ref().is_none_or(|companies| companies.contains(&company))
    }
}

impl<F: Opens<G>, G, N> From<&AdminScope<F, N>> for AdminScope<G, N> {
    fn from(scope: &AdminScope<F, N>) -> AdminScope<G, N> {
        scope.retyped()
    }
}

impl<F, N> From<&WholeTenantScope<F, N>> for AdminScope<F, N> {
    fn from(scope: &WholeTenantScope<F, N>) -> AdminScope<F, N> {
        AdminScope { tenant: scope.tenant, viewer: scope.viewer, companies: None, of: PhantomData }
    }
}

/// `Forbidden` for people who look after nothing, `NotFound` for another tenant.
pub fn administered<F: Administered, N: Need>(
    viewer: &Viewer,
    tenant: TenantId,
) -> Result<AdminScope<F, N>, Problem> {
    if tenant != viewer.tenant {
        return Err(Problem::NotFound);
    }
    let companies = if viewer.permissions.allows::<N>(F::PERMISSION) {
        None
    } else {
        let own = viewer.companies.iter().filter(|membership| membership.allows::<N>(F::PERMISSION));
        Some(own.map(|membership| membership.company).collect::<Vec<_>>())
    };
    if companies.as_ref().is_some_and(Vec::is_empty) {
        return Err(Problem::Forbidden);
    }
    if viewer.is_locked_out() {
        return Err(Problem::Maintenance);
    }
    let viewer = Some(viewer.person);
    Ok(AdminScope { tenant, viewer, companies, of: PhantomData })
}

/// The whole tenant, or `Forbidden` for people who look after only some companies.
pub fn whole<F, N>(scope: &AdminScope<F, N>) -> Result<WholeTenantScope<F, N>, Problem> {
    if !scope.is_whole() {
        return Err(Problem::Forbidden);
    }
    Ok(WholeTenantScope { tenant: scope.tenant, viewer: scope.viewer, of: PhantomData })
}

/// For the operator at the terminal.
pub fn at_terminal<F: Administered>(scope: &OperatorScope) -> AdminScope<F, Write> {
    AdminScope { tenant: scope.tenant(), viewer: None, companies: None, of: PhantomData }
}

/// For a directory that keeps who has which role over SCIM.
pub fn administered_by_machine<F: Administered>(scope: &MachineScope<Scim>) -> AdminScope<F, Write> {
    AdminScope { tenant: scope.tenant(), viewer: None, companies: None, of: PhantomData }
}

/// For a program that reads what happened in the tenant.
pub fn read_by_machine<F: Administered>(scope: &MachineScope<EventsRead>) -> WholeTenantScope<F, Read> {
    WholeTenantScope { tenant: scope.tenant(), viewer: None, of: PhantomData }
}

/// What a machine client of payroll may have: reading batches is noted, so it takes `Write`, too.
pub trait HandoverRight: MachineRight {}
impl HandoverRight for HandoverRead {}
impl HandoverRight for HandoverAcknowledge {}

/// For a payroll system that fetches batches or says what became of them: those of the whole tenant.
pub fn handed_to_machine<F: Administered>(scope: &MachineScope<impl HandoverRight>) -> AdminScope<F, Write> {
    AdminScope { tenant: scope.tenant(), viewer: None, companies: None, of: PhantomData }
}

/// One company that the administrator looks after; any other isn't there.
pub async fn within<F: Administered, N>(
    db: &Db,
    scope: &AdminScope<F, N>,
    company: CompanyId,
) -> Result<CompanyScope<F, N>, Problem> {
    let (tenant, viewer) = (scope.tenant, scope.viewer.ok_or(Problem::NotFound)?);
    let time_zone = match scope.reaches(company) {
        true => store::time_zone(db, tenant, company).await?,
        false => None,
    };
    let time_zone = time_zone.ok_or(Problem::NotFound)?;
    Ok(CompanyScope { tenant, company, viewer, time_zone, of: PhantomData })
}
