//! People who can't sign in yet, to invite them all: those with an employment or a role who have no way in and no
//! invitation they could still accept. People who left get none.

use super::store::{self, Newcomer};
use crate::access::PeopleScope;
use crate::account::links::{self, LinkKind};
use crate::app::App;
use crate::notices::{self, Letter};
use crate::shared::id::{CompanyId, PersonId};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Db;
use jiff::Timestamp;
use serde_json::json;

/// How many invitations are sent in one go: each is a link, a row and a mail.
const BATCH: i64 = 50;

/// Who would be invited.
pub struct NewcomerPreview {
    pub waiting: i64,
    /// They can't be invited before someone enters an address.
    pub without_address: i64,
    /// The first of those who'd be invited.
    pub first: Vec<Newcomer>,
}

fn check(scope: &PeopleScope, company: Option<CompanyId>) -> Result<(), Problem> {
    let is_foreign = |company| scope.companies().is_some_and(|own| !own.contains(&company));
    if company.is_some_and(is_foreign) { Err(Problem::NotFound) } else { Ok(()) }
}

pub async fn newcomers(
    db: &Db,
    scope: &PeopleScope,
    company: Option<CompanyId>,
    now: Timestamp,
) -> Result<NewcomerPreview, Problem> {
    const SHOWN: i64 = 10;
    check(scope, company)?;
    let (waiting, without_address) = store::count_newcomers(db, scope, company, now).await?;
    let first = store::newcomers(db, scope, company, now, SHOWN).await?;
    Ok(NewcomerPreview { waiting, without_address, first })
}

/// Invites the next of them; how many there were. Call it until there are none.
pub async fn invite_newcomers(
    app: &App,
    work: &mut Work,
    scope: &PeopleScope,
    company: Option<CompanyId>,
) -> Result<usize, Problem> {
    check(scope, company)?;
    let now = work.now();
    store::take_turns(work.tx(), scope).await?;
    let people = store::newcomers(work.tx(), scope, company, now, BATCH).await?;
    let whose: Vec<(PersonId, String)> = people.iter().map(|one| (one.id, one.email.clone())).collect();
    if whose.is_empty() {
        return Ok(0);
    }
    let made = links::make_many(app, work, scope.tenant(), LinkKind::Invitation, &whose).await?;
    let letters: Vec<(&str, &str, Letter<'_>)> = people
        .iter()
        .zip(&made)
        .map(|(one, link)| {
            let (first_name, tenant_name) = (one.first_name.as_str(), one.tenant_name.as_str());
            let letter = Letter::Invitation { first_name, tenant_name, link };
            (one.email.as_str(), one.language.as_str(), letter)
        })
        .collect();
    notices::mail_many(work, &letters).await?;
    for one in &people {
        work.record("person.invited", "person", one.id.0, json!({ "company": company }));
    }
    Ok(people.len())
}
