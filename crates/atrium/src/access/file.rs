//! Files: whoever may do something in a company may leave a file there. Who may have it is for its feature to know.

use super::scope::{CompanyScope, scope};
use super::time::TimeScope;
use crate::shared::id::{CompanyId, PersonId, TenantId};

scope! {
    /// The files of one company, as far as a feature leads to them.
    FileScope { tenant: TenantId, company: CompanyId, viewer: PersonId }
}

macro_rules! file_of {
    ($($proof:ty),*) => {$(
        impl From<&$proof> for FileScope {
            fn from(proof: &$proof) -> FileScope {
                FileScope { tenant: proof.tenant(), company: proof.company(), viewer: proof.viewer() }
            }
        }
    )*};
}
file_of!(CompanyScope, TimeScope);
