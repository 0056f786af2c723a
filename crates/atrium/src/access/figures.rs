//! Who reads figures about a company's people: administrators, and payroll. Money is for payroll alone: an administrator
//! sees no pay figure.

use super::grant::Opens;
use super::permission::{Need, Permission, Write};
use super::scope::scope;
use super::store;
use super::tenant::OperatorScope;
use super::viewer::Viewer;
use crate::shared::id::{CompanyId, PersonId, TenantId};
use crate::shared::problem::Problem;
use db::Read as ReadFrom;
use std::marker::PhantomData;

scope! {
    /// The companies someone looks after, and those whose payroll they do; `None` is the whole tenant. At the terminal
    /// there is no viewer.
    FiguresScope<F, N> {
        tenant: TenantId, viewer: Option<PersonId>, looked_after: Option<Vec<CompanyId>>, paid: Option<Vec<CompanyId>>,
    }
}
scope! {
    /// One company's figures; with money only if `sees_pay`.
    CompanyFiguresScope<F, N> {
        tenant: TenantId, company: CompanyId, viewer: Option<PersonId>, name: String, time_zone: String, sees_pay: bool,
    }
}

impl<F, N> FiguresScope<F, N> {
    /// `None` is every company of the tenant.
    pub fn companies(&self) -> Option<Vec<CompanyId>> {
        let (looked_after, paid) = (self.looked_after.as_ref()?, self.paid.as_ref()?);
        let more = paid.iter().filter(|company| !looked_after.contains(company));
        Some(looked_after.iter().chain(more).copied().collect())
    }

    pub fn reaches(&self, company: CompanyId) -> bool {
        self.companies().is_none_or(|companies| companies.contains(&company))
    }

    pub fn sees_pay_of(&self, company: CompanyId) -> bool {
        self.paid.as_ref().is_none_or(|companies| companies.contains(&company))
    }
}

impl<F: Opens<G>, G, N> From<&CompanyFiguresScope<F, N>> for CompanyFiguresScope<G, N> {
    fn from(scope: &CompanyFiguresScope<F, N>) -> CompanyFiguresScope<G, N> {
        scope.retyped()
    }
}

/// `Forbidden` for people who look after nothing and do no one's payroll, `NotFound` for another tenant.
pub fn figures<F, N: Need>(viewer: &Viewer, tenant: TenantId) -> Result<FiguresScope<F, N>, Problem> {
    if tenant != viewer.tenant {
        return Err(Problem::NotFound);
    }
    let within = |permission: Permission| {
        if viewer.permissions.allows::<N>(permission) {
            return None;
        }
        let own = viewer.companies.iter().filter(|membership| membership.allows::<N>(permission));
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
    Ok(FiguresScope { tenant, viewer: Some(viewer.person), looked_after, paid, of: PhantomData })
}

/// For the operator at the terminal.
pub fn figures_at_terminal<F>(scope: &OperatorScope) -> FiguresScope<F, Write> {
    FiguresScope { tenant: scope.tenant(), viewer: None, looked_after: None, paid: None, of: PhantomData }
}

/// One company within reach; any other isn't there.
pub async fn company_figures<F, N>(
    from: impl ReadFrom,
    scope: &FiguresScope<F, N>,
    company: CompanyId,
) -> Result<CompanyFiguresScope<F, N>, Problem> {
    let found = match scope.reaches(company) {
        true => store::name_and_zone(from, scope.tenant, company).await?,
        false => None,
    };
    let (name, time_zone) = found.ok_or(Problem::NotFound)?;
    let (tenant, viewer, sees_pay) = (scope.tenant, scope.viewer, scope.sees_pay_of(company));
    Ok(CompanyFiguresScope { tenant, company, viewer, name, time_zone, sees_pay, of: PhantomData })
}
