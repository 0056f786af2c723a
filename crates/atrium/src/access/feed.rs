//! Access by a secret link: whoever holds it reads what its person may see now. A link that was revoked, one of somebody
//! who left, and one that never was answer the same.

use super::feature::Feature;
use super::permission::Need;
use super::scope::{At, own, scope};
use super::store;
use super::viewer::Viewer;
use crate::shared::id::{CompanyId, EmployeeId, TenantId};
use crate::shared::problem::Problem;
use crate::shared::seal;
use db::Db;

scope! {
    /// One calendar of one employee, in the language of its person.
    FeedScope {
        tenant: TenantId, company: CompanyId, employee: EmployeeId, kind: String, language: String, time_zone: String
    }
}

pub async fn calendar_feed(db: &Db, secret: &str) -> Result<FeedScope, Problem> {
    let row = store::feed(db, &seal::hash(secret)).await?.ok_or(Problem::NotFound)?;
    let viewer = Viewer::load(db, row.person_id).await?.ok_or(Problem::NotFound)?;
    let at = At { tenant: viewer.tenant, company: row.company_id };
    let own =
        own(&viewer, at, row.employee_id, Feature::TimeOff, Need::Read).map_err(|_| Problem::NotFound)?;
    Ok(FeedScope {
        tenant: own.tenant(),
        company: own.company(),
        employee: own.employee(),
        kind: row.kind,
        language: viewer.language,
        time_zone: own.time_zone(),
    })
}
