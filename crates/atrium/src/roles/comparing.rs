//! What one of two people may do that the other may not, place by place: pages, permissions and applications, today.

use super::Roles;
use super::preview::{Difference, Rights};
use super::rules::{self, AssignmentState};
use super::store::{self, RightsRow};
use crate::access::{AdminScope, Need};
use crate::features;
use crate::shared::clock::Clock;
use crate::shared::id::{CompanyId, PersonId};
use crate::shared::problem::Problem;
use db::Db;

/// In the whole tenant, or in one company.
#[derive(Debug, Default)]
pub struct RightsAtPlace {
    pub company: Option<(CompanyId, String)>,
    pub only_one: Difference,
    pub only_other: Difference,
}

/// Every place where at least one of them has a role.
pub async fn compare_rights(
    db: &Db,
    clock: &Clock,
    scope: &AdminScope<Roles, impl Need>,
    (one, other): (PersonId, PersonId),
) -> Result<Vec<RightsAtPlace>, Problem> {
    for person in [one, other] {
        store::person(db, scope, person).await?.ok_or(Problem::NotFound)?;
    }
    let mut held = store::rights_of_two(db, scope, (one, other)).await?;
    held.retain(|row| {
        rules::state(row.starts_on, row.ends_on, clock.today(&row.time_zone)) == AssignmentState::Current
    });
    let catalogue = features::catalogue(db, &scope.into()).await?;
    let places = held.chunk_by(|row, next| row.company == next.company);
    let compared = places.map(|rows| {
        let (of_one, of_other) = (rights_of(rows, one), rights_of(rows, other));
        let company = rows.first().and_then(|row| Some((row.company?, row.company_name.clone()?)));
        RightsAtPlace {
            company,
            only_one: of_one.beyond(&of_other, &catalogue),
            only_other: of_other.beyond(&of_one, &catalogue),
        }
    });
    Ok(compared.collect())
}

fn rights_of(rows: &[RightsRow], person: PersonId) -> Rights {
    let own: Vec<&RightsRow> = rows.iter().filter(|row| row.person == person).collect();
    let texts = own.iter().map(|row| (row.permissions.as_str(), row.applications.as_str()));
    Rights::of(texts, own.iter().any(|row| row.is_employed))
}
