//! One employee's things by a mailed link, and a tenant's data key.

use super::admin::AdminScope;
use super::alarm::AlarmScope;
use super::grant::{ByLink, Sealed};
use super::permission::Write;
use super::scope::{CompanyScope, EmployeeScope, scope};
use super::store;
use super::tenant::{OperatorScope, UpkeepScope};
use crate::shared::id::{PersonId, TenantId};
use db::{Db, Tx};
use std::marker::PhantomData;

/// A link that was mailed to someone about their account. What it opens, the features say.
#[derive(Clone, Copy, Debug)]
pub struct AccountLink;

scope! {
    /// A tenant's data key: its account numbers and files are encrypted with it.
    BankScope { tenant: TenantId }
}

impl<F: Sealed, N> From<&EmployeeScope<F, N>> for BankScope {
    fn from(scope: &EmployeeScope<F, N>) -> BankScope {
        BankScope { tenant: scope.tenant }
    }
}

impl<F: Sealed, N> From<&CompanyScope<F, N>> for BankScope {
    fn from(scope: &CompanyScope<F, N>) -> BankScope {
        BankScope { tenant: scope.tenant }
    }
}

/// For payroll, across companies.
impl<F: Sealed, N> From<&AdminScope<F, N>> for BankScope {
    fn from(scope: &AdminScope<F, N>) -> BankScope {
        BankScope { tenant: scope.tenant }
    }
}

/// For accounts that an operator imports.
impl From<&OperatorScope> for BankScope {
    fn from(scope: &OperatorScope) -> BankScope {
        BankScope { tenant: scope.tenant() }
    }
}

/// Anyone who has the link acts as the employee.
impl<F: ByLink> From<&AlarmScope> for EmployeeScope<F, Write> {
    fn from(alarm: &AlarmScope) -> EmployeeScope<F, Write> {
        EmployeeScope {
            tenant: alarm.tenant(),
            company: alarm.company(),
            employee: alarm.employee(),
            person: alarm.person(),
            viewer: alarm.person(),
            manager: alarm.person(),
            managers: vec![],
            time_zone: alarm.time_zone(),
            of: PhantomData,
        }
    }
}

/// All of a person's employments, by a link mailed to them about their account, in the order they are locked.
pub async fn employments(
    tx: &mut Tx,
    tenant: TenantId,
    person: PersonId,
) -> db::Result<Vec<EmployeeScope<AccountLink, Write>>> {
    let found = store::employments(tx, tenant, person).await?;
    let scope = |(company, employee, time_zone)| EmployeeScope {
        tenant,
        company,
        employee,
        person,
        viewer: person,
        manager: person,
        managers: vec![],
        time_zone,
        of: PhantomData,
    };
    Ok(found.into_iter().map(scope).collect())
}

/// For the upkeep job that seals files stored before sealing existed.
pub fn sealing(_: &UpkeepScope, tenant: TenantId) -> BankScope {
    BankScope { tenant }
}

/// Every tenant's, for the operator's key upkeep. Nothing that serves a request may use it.
pub async fn bank_tenants(db: &Db) -> db::Result<Vec<BankScope>> {
    let tenants = store::tenants(db).await?;
    Ok(tenants.into_iter().map(|tenant| BankScope { tenant }).collect())
}
