//! In-app notices: the viewer's own, events people are told about, and what moves when two accounts are combined.

use super::scope::{EmployeeScope, scope};
use super::tenant::UpkeepScope;
use super::time::{ApproverScope, NoticeScope};
use super::viewer::Viewer;
use crate::shared::id::{CompanyId, PersonId, TenantId};
use crate::shared::problem::Problem;

scope! {
    /// The viewer's own notices, in any company.
    InboxScope { tenant: TenantId, viewer: PersonId }
}
scope! {
    /// Where something happened that people are told about.
    NewsScope { tenant: TenantId, company: CompanyId }
}

scope! {
    /// What two accounts of one person have. It moves from one to the other when they are combined, and back when they
    /// are separated.
    HandoverScope { tenant: TenantId, from: PersonId, to: PersonId }
}

/// What the system tells people by itself.
pub fn news(_: &UpkeepScope, tenant: TenantId, company: CompanyId) -> NewsScope {
    NewsScope { tenant, company }
}

/// For accounts whose owner proved both, and for what moved with them.
pub fn handover(tenant: TenantId, from: PersonId, to: PersonId) -> HandoverScope {
    HandoverScope { tenant, from, to }
}

pub fn inbox(viewer: &Viewer) -> Result<InboxScope, Problem> {
    if viewer.is_locked_out() {
        return Err(Problem::Maintenance);
    }
    Ok(InboxScope { tenant: viewer.tenant, viewer: viewer.person })
}

impl<F, N> From<&EmployeeScope<F, N>> for NewsScope {
    fn from(scope: &EmployeeScope<F, N>) -> NewsScope {
        NewsScope { tenant: scope.tenant, company: scope.company }
    }
}

impl<F, N> From<&ApproverScope<F, N>> for NewsScope {
    fn from(scope: &ApproverScope<F, N>) -> NewsScope {
        NewsScope { tenant: scope.tenant, company: scope.company }
    }
}

impl From<&NoticeScope> for NewsScope {
    fn from(scope: &NoticeScope) -> NewsScope {
        NewsScope { tenant: scope.tenant(), company: scope.company() }
    }
}
