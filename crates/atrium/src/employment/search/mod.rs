//! Finding the people an administrator looks after: by name, company, status and how far they are with signing in.

mod store;

use super::EmploymentRow;
use crate::access::PeopleScope;
use crate::shared::id::{CompanyId, PersonId};
use crate::shared::names;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use db::Db;
use jiff::Timestamp;

pub use crate::account::SignInState;
pub use store::FoundPerson;

/// What narrows the list.
#[derive(Clone, Copy, Debug, Default)]
pub struct PeopleFilter<'a> {
    /// A part of the name, employee code, email address or username.
    pub search: &'a str,
    pub company: Option<CompanyId>,
    pub status: Option<super::EmploymentStatus>,
    pub sign_in: Option<SignInState>,
}

impl FoundPerson {
    pub fn sign_in(&self) -> SignInState {
        SignInState::of(self.is_locked, self.is_in_use, self.is_invited)
    }
}

/// A page of people, and the employments of everyone on it.
pub async fn search(
    db: &Db,
    scope: &PeopleScope,
    filter: PeopleFilter<'_>,
    (cursors, limit, cursor): (Cursors<'_>, Option<i32>, Option<&str>),
    now: Timestamp,
) -> Result<(Page<FoundPerson>, Vec<EmploymentRow>), Problem> {
    names::check_search(filter.search)?;
    let is_foreign = |company| scope.companies().is_some_and(|own| !own.contains(&company));
    if filter.company.is_some_and(is_foreign) {
        return Err(Problem::NotFound);
    }
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::people(db, scope, &filter, &ask, now).await?;
    let page = cursors.page(&ask, rows, FoundPerson::sort_keys);
    let people: Vec<PersonId> = page.results.iter().map(|person| person.id).collect();
    let employments = super::store::employments_of(db, scope, &people).await?;
    Ok((page, employments))
}

pub(super) async fn one(
    db: &Db,
    scope: &PeopleScope,
    person: PersonId,
    now: Timestamp,
) -> Result<FoundPerson, Problem> {
    store::person(db, scope, person, now).await?.ok_or(Problem::NotFound)
}

pub(super) async fn called(
    db: &Db,
    scope: &PeopleScope,
    username: &str,
    now: Timestamp,
) -> Result<FoundPerson, Problem> {
    store::person_called(db, scope, username, now).await?.ok_or(Problem::NotFound)
}
