//! Access by a mailed link: anyone who has it can freeze one deposit change, and nothing else.

use super::scope::scope;
use super::store;
use crate::shared::id::{ChangeRequestId, CompanyId, EmployeeId, PersonId, TenantId};
use crate::shared::problem::Problem;
use db::Db;
use jiff::Timestamp;

scope! {
    /// One change to one employee's deposits, by the owner's link; `person` has the employment now.
    AlarmScope {
        tenant: TenantId, company: CompanyId, employee: EmployeeId, person: PersonId, request: ChangeRequestId,
        token_hash: Vec<u8>, time_zone: String,
    }
}

/// A link that was used, has expired or never existed finds nothing.
pub async fn alarm(db: &Db, token_hash: Vec<u8>, now: Timestamp) -> Result<AlarmScope, Problem> {
    let row = store::alarm(db, token_hash.clone(), now).await?.ok_or(Problem::NotFound)?;
    let (tenant, company, employee, person, request, time_zone) = row;
    Ok(AlarmScope { tenant, company, employee, person, request, token_hash, time_zone })
}
