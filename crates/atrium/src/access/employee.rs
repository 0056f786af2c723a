//! One employee's things, however the right to them was proved: as their own, as a report, by a decision, or by a link.

use super::alarm::AlarmScope;
use super::decider::DecisionScope;
use super::file::FileScope;
use super::scope::{OwnScope, ReportScope, scope};
use super::store;
use super::tenant::{OperatorScope, UpkeepScope};
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use db::{Db, Tx};

scope! {
    /// What belongs to one employee of one company.
    EmployeeScope { tenant: TenantId, company: CompanyId, employee: EmployeeId }
}
scope! {
    /// A tenant's data key: its account numbers and files are kept under it.
    BankScope { tenant: TenantId }
}

macro_rules! employee_of {
    ($($proof:ty),*) => {$(
        impl From<&$proof> for EmployeeScope {
            fn from(proof: &$proof) -> EmployeeScope {
                EmployeeScope { tenant: proof.tenant(), company: proof.company(), employee: proof.employee() }
            }
        }
    )*};
}
employee_of!(OwnScope, DecisionScope, AlarmScope, ReportScope);

impl From<&EmployeeScope> for BankScope {
    fn from(scope: &EmployeeScope) -> BankScope {
        BankScope { tenant: scope.tenant }
    }
}

/// Files are sealed with the same key.
impl From<&FileScope> for BankScope {
    fn from(scope: &FileScope) -> BankScope {
        BankScope { tenant: scope.tenant() }
    }
}

/// For the accounts that an operator imports.
impl From<&OperatorScope> for BankScope {
    fn from(scope: &OperatorScope) -> BankScope {
        BankScope { tenant: scope.tenant() }
    }
}

/// Whatever somebody is employed as, by a link that was mailed to them about their account. In the order in which they are locked.
pub async fn employments(tx: &mut Tx, tenant: TenantId, person: PersonId) -> db::Result<Vec<EmployeeScope>> {
    let found = store::employments(tx, tenant, person).await?;
    Ok(found.into_iter().map(|(company, employee)| EmployeeScope { tenant, company, employee }).collect())
}

/// For the upkeep of files that were stored before they were sealed.
pub fn sealing(_: &UpkeepScope, tenant: TenantId) -> BankScope {
    BankScope { tenant }
}

/// Every tenant's, for the operator's upkeep of keys: nothing that people ask for may use it.
pub async fn bank_tenants(db: &Db) -> db::Result<Vec<BankScope>> {
    let tenants = store::tenants(db).await?;
    Ok(tenants.into_iter().map(|tenant| BankScope { tenant }).collect())
}
