//! Notices in the app: one's own, where something happened that people hear of, and what changes hands when two accounts
//! become one.

use super::scope::{EmployeeScope, scope};
use super::time::{ApproverScope, NoticeScope};
use super::viewer::Viewer;
use crate::shared::id::{CompanyId, PersonId, TenantId};
use crate::shared::problem::Problem;

scope! {
    /// The viewer's own notices, of whatever company.
    InboxScope { tenant: TenantId, viewer: PersonId }
}
scope! {
    /// Where something happened that somebody is told of.
    NewsScope { tenant: TenantId, company: CompanyId }
}

scope! {
    /// What two accounts of one person have: it goes from one to the other when they become one, or are two again.
    HandoverScope { tenant: TenantId, from: PersonId, to: PersonId }
}

/// For accounts that both were proved, and for what was moved with them then.
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
