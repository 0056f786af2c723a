//! Who brings in files: administrators, and payroll people for what is about pay. A company's people bring in only what is
//! about their companies.

use super::admin::AdminScope;
use super::machine::MachineScope;
use super::permission::{Permission, Write};
use super::scope::scope;
use super::store;
use super::tenant::{OperatorScope, UpkeepScope};
use super::viewer::Viewer;
use crate::shared::id::{CompanyId, MachineId, PersonId, TenantId};
use crate::shared::machine_right::{ImportWrite, MachineRight};
use crate::shared::problem::Problem;
use db::Db;

scope! {
    /// What someone may import: the companies they look after, and those whose pay they do; `None` is the whole tenant. `is_alone`:
    /// no person is there, only a program or a file.
    ImportScope {
        tenant: TenantId, viewer: Option<PersonId>, looked_after: Option<Vec<CompanyId>>, paid: Option<Vec<CompanyId>>,
        is_alone: bool,
    }
}

/// What a kind of file takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportRight {
    /// It's about people in the whole tenant.
    Tenant,
    /// It gives rights, which a person does.
    Roles,
    Administration,
    Pay,
}

impl ImportRight {
    /// What a kind of file takes. A kind that isn't listed takes the most.
    pub fn of(kind: &str) -> ImportRight {
        match kind {
            "roles" => ImportRight::Roles,
            "pay-stubs" | "voided-stubs" | "w2" | "deposits" | "hours-worked" | "payroll-settings"
            | "deposit-codes" | "pay-calendar" => ImportRight::Pay,
            "company-states" | "clock-settings" | "organizations" | "time-off-types"
            | "time-off-settings" | "holidays" | "blackouts" | "working-patterns" | "balances"
            | "benefits" | "additional-info" => ImportRight::Administration,
            _ => ImportRight::Tenant,
        }
    }
}

impl ImportScope {
    /// `None`: not at all. Else the companies whose rows may be brought in; `Some(None)` is all of them.
    pub fn reach(&self, right: ImportRight) -> Option<Option<Vec<CompanyId>>> {
        let companies = match right {
            ImportRight::Roles if self.is_alone => return None,
            ImportRight::Tenant | ImportRight::Roles => {
                return self.looked_after.is_none().then_some(None);
            }
            ImportRight::Administration => &self.looked_after,
            ImportRight::Pay => &self.paid,
        };
        if companies.as_ref().is_some_and(Vec::is_empty) { None } else { Some(companies.clone()) }
    }

    pub fn is_whole(&self, right: ImportRight) -> bool {
        self.reach(right) == Some(None)
    }

    /// Whether something may be imported about this company.
    pub fn is_for(&self, company: CompanyId) -> bool {
        [&self.looked_after, &self.paid]
            .into_iter()
            .any(|companies| companies.as_ref().is_none_or(|companies| companies.contains(&company)))
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
    Ok(ImportScope { tenant, viewer: Some(viewer.person), looked_after, paid, is_alone: false })
}

/// For the operator at the terminal.
pub fn importing_at_terminal(scope: &OperatorScope) -> ImportScope {
    everything(scope.tenant(), false)
}

/// For payroll, whose batch leaves in the columns of a saved mapping.
pub fn importing_for_payroll<F>(scope: &AdminScope<F, Write>) -> ImportScope {
    let (tenant, viewer, paid) = (scope.tenant(), scope.viewer(), scope.companies());
    ImportScope { tenant, viewer, looked_after: Some(vec![]), paid, is_alone: false }
}

/// For the engine that reads the files, which is the same for everyone; the companies are narrowed by the caller.
pub fn import_engine(scope: &ImportScope) -> OperatorScope {
    super::tenant::operator(scope.tenant)
}

/// For the worker: finds a tenant's import, and reaches nothing that one could import.
pub fn importing_nothing(_: &UpkeepScope, tenant: TenantId) -> ImportScope {
    let nothing = Some(vec![]);
    ImportScope { tenant, viewer: None, looked_after: nothing.clone(), paid: nothing, is_alone: false }
}

fn everything(tenant: TenantId, is_alone: bool) -> ImportScope {
    ImportScope { tenant, viewer: None, looked_after: None, paid: None, is_alone }
}

/// For a program that brings files.
pub fn importing_by_machine(scope: &MachineScope<ImportWrite>) -> ImportScope {
    everything(scope.tenant(), true)
}

/// For the worker: the same for a program that left, if it still has the right.
pub async fn importing_for_machine(
    db: &Db,
    _: &UpkeepScope,
    machine: MachineId,
) -> db::Result<Option<ImportScope>> {
    let found = store::rights_of_machine(db, machine).await?;
    let found = found.filter(|(_, rights)| rights.split_whitespace().any(|one| one == ImportWrite::NAME));
    Ok(found.map(|(tenant, _)| everything(tenant, true)))
}

/// For files that the operator lets others leave in a folder.
pub fn importing_from_folder(_: &UpkeepScope, tenant: TenantId) -> ImportScope {
    everything(tenant, true)
}
