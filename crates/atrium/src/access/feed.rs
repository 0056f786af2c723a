//! Access by a secret link: anyone who has it reads what its person may see now. A revoked link, the link of someone
//! who left and one that never existed get the same answer.

use super::check::{At, own};
use super::grant::Own;
use super::scope::EmployeeScope;
use super::store;
use super::viewer::Viewer;
use crate::shared::clock::Clock;
use crate::shared::problem::Problem;
use crate::shared::seal;
use db::Db;

/// What a link shows, and its person's language.
pub struct FeedLink {
    pub kind: String,
    pub language: String,
}

pub async fn calendar_feed<F: Own>(
    db: &Db,
    clock: &Clock,
    secret: &str,
) -> Result<(EmployeeScope<F>, FeedLink), Problem> {
    let row = store::feed(db, &seal::hash(secret)).await?.ok_or(Problem::NotFound)?;
    let viewer = Viewer::load(db, clock, row.person_id).await?.ok_or(Problem::NotFound)?;
    let at = At { tenant: viewer.tenant, company: row.company_id };
    let scope = own(&viewer, at, row.employee_id).map_err(|_| Problem::NotFound)?;
    Ok((scope, FeedLink { kind: row.kind, language: viewer.language }))
}
