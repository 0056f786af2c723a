//! Somebody who looks at other people's data: written down, so that those people can see it.

use super::decider::{DeciderScope, DecisionScope};
use super::scope::{CompanyScope, scope};
use super::time::TimeScope;
use crate::shared::id::{CompanyId, PersonId, TenantId};

scope! {
    /// Who looks, in which company.
    WitnessScope { tenant: TenantId, company: CompanyId, viewer: PersonId, time_zone: String }
}

macro_rules! witness_of {
    ($($proof:ty),*) => {$(
        impl From<&$proof> for WitnessScope {
            fn from(proof: &$proof) -> WitnessScope {
                let (tenant, company) = (proof.tenant(), proof.company());
                WitnessScope { tenant, company, viewer: proof.viewer(), time_zone: proof.time_zone() }
            }
        }
    )*};
}
witness_of!(CompanyScope, DeciderScope, DecisionScope, TimeScope);
