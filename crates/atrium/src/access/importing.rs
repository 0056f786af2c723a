//! Who brings in files: administrators, and payroll people for what is about pay. A company's people bring in only what is
//! about their companies.

use super::admin::AdminScope;
use super::permission::{Permission, Write};
use super::scope::scope;
use super::tenant::{OperatorScope, UpkeepScope};
use super::viewer::Viewer;
use crate::shared::id::{CompanyId, PersonId, TenantId};
use crate::shared::problem::Problem;

scope! {
    /// What someone may import: the companies they look after, and those whose pay they do; `None` is the whole tenant.
    ImportScope {
        tenant: TenantId, viewer: Option<PersonId>, looked_after: Option<Vec<CompanyId>>, paid: Option<Vec<CompanyId>>,
    }
}

/// What a kind of file takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportRight {
    /// It's about people and roles in the whole tenant.
    Tenant,
    Administration,
    Pay,
}

impl ImportScope {
    /// `None`: not at all. Else the companies whose rows may be brought in; `Some(None)` is all of them.
    pub fn reach(&self, right: ImportRight) -> Option<Option<Vec<CompanyId>>> {
        let companies = match right {
            ImportRight::Tenant => return self.looked_after.is_none().then_some(None),
            ImportRight::Administration => &self.looked_after,
            ImportRight::Pay => &self.paid,
        };
        if companies.as_ref().is_some_and(Vec::is_empty) { None } else { Some(companies.clone()) }
    }

    pub fn is_whole(&self, right: ImportRight) -> bool {
        self.reach(right) == Some(None)
    }

    pub fn is_whole_somewhere(&self) -> bool {
        self.looked_after.is_none() || self.paid.is_none()
    }
}

/// `Forbidden` for people who import nothing, `NotFound` for another tenant.
pub fn importing(viewer: &Viewer, tenant: TenantId) -> Result<ImportScope, Problem> {
    if tenant != viewer.tenant {
        return Err(Problem::NotFound);
    }
    let within = |permission: Permission| {
        if viewer.permissions.allows::<Write>(permission) {
            return None;
        }
        let own = viewer.companies.iter().filter(|membership| membership.allows::<Write>(permission));
        Some(own.map(|membership| membership.company).collect::<Vec<_>>())
    };
    let (looked_after, paid) = (within(Permission::Admin), within(Permission::Payroll));
    let is_nothing = |companies: &Option<Vec<CompanyId>>| companies.as_ref().is_some_and(Vec::is_empty);
    if is_nothing(&looked_after) && is_nothing(&paid) {
        return Err(Problem::Forbidden);
    }
    if viewer.is_locked_out() {
        return Err(Problem::Maintenance);
    }
    Ok(ImportScope { tenant, viewer: Some(viewer.person), looked_after, paid })
}

/// For the operator at the terminal.
pub fn importing_at_terminal(scope: &OperatorScope) -> ImportScope {
    ImportScope { tenant: scope.tenant(), viewer: None, looked_after: None, paid: None }
}

/// For payroll, whose batch leaves in the columns of a saved mapping.
pub fn importing_for_payroll<F>(scope: &AdminScope<F, Write>) -> ImportScope {
    let (tenant, viewer, paid) = (scope.tenant(), scope.viewer(), scope.companies());
    ImportScope { tenant, viewer, looked_after: Some(vec![]), paid }
}

/// For the engine that reads the files, which is the same for everyone; the companies are narrowed by the caller.
pub fn import_engine(scope: &ImportScope) -> OperatorScope {
    super::tenant::operator(scope.tenant)
}

/// For the worker: finds a tenant's import, and reaches nothing that one could import.
pub fn importing_nothing(_: &UpkeepScope, tenant: TenantId) -> ImportScope {
    ImportScope { tenant, viewer: None, looked_after: Some(vec![]), paid: Some(vec![]) }
}
