//! Notices in the app: one's own, where something happened that people hear of, and what changes hands when two accounts
//! become one.

use super::decider::DecisionScope;
use super::employee::EmployeeScope;
use super::scope::scope;
use super::time::{ApproverScope, NoticeScope, TimeScope};
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

macro_rules! news_of {
    ($($proof:ty),*) => {$(
        impl From<&$proof> for NewsScope {
            fn from(proof: &$proof) -> NewsScope {
                NewsScope { tenant: proof.tenant(), company: proof.company() }
            }
        }
    )*};
}
news_of!(ApproverScope, DecisionScope, EmployeeScope, NoticeScope, TimeScope);
