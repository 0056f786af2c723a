//! The SQL for finding people.

use super::{PeopleFilter, SignInState};
use crate::access::IS_IN_USE;
use crate::access::PeopleScope;
use crate::account::{self, IS_INVITED};
use crate::employment::kinds::EmploymentStatus;
use crate::shared::id::PersonId;
use crate::shared::names;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Value, params};
use jiff::Timestamp;

/// A person in search results.
#[derive(Clone, Debug)]
pub struct FoundPerson {
    pub id: PersonId,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    /// Of the portal: `v1` or `v2`.
    pub version: String,
    pub is_locked: bool,
    /// Whether they can sign in without a new link.
    pub is_in_use: bool,
    /// Whether there's an invitation they can still accept.
    pub is_invited: bool,
    pub sort_last: String,
    pub sort_first: String,
}
db::row!(FoundPerson {
    id,
    username,
    first_name,
    last_name,
    email,
    version,
    is_locked,
    is_in_use,
    is_invited,
    sort_last,
    sort_first
});

impl FoundPerson {
    pub fn sort_keys(&self) -> Vec<String> {
        vec![self.sort_last.clone(), self.sort_first.clone(), self.id.to_string()]
    }
}

fn select() -> String {
    format!(
        "SELECT p.id, p.username, p.first_name, p.last_name, p.email, p.version, p.disabled_at IS NOT NULL, {IS_IN_USE},
           {IS_INVITED}, lower(p.last_name), lower(p.first_name)
         FROM person p WHERE p.tenant_id = $1 AND p.merged_into IS NULL"
    )
}

const BY_NAME: Sort = Sort::ascending(&[
    ("lower(p.last_name)", SortKey::Text),
    ("lower(p.first_name)", SortKey::Text),
    ("p.id", SortKey::Id),
]);

/// People an administrator of some companies looks after (`account/` asks the same before it helps someone).
fn is_among(scope: &PeopleScope, values: &mut Vec<Value>) -> db::Result<String> {
    let Some(ids) = scope.companies() else { return Ok(String::new()) };
    let list = db::in_list(values, ids)?;
    Ok(format!("AND {}", account::belongs_to("p", &list)))
}

/// A condition on an employment `w`: one in the companies the viewer looks after. What others say about a person's job
/// elsewhere isn't theirs to search.
fn is_within(scope: &PeopleScope, values: &mut Vec<Value>) -> db::Result<String> {
    let Some(ids) = scope.companies() else { return Ok(String::new()) };
    Ok(format!(" AND w.company_id IN {}", db::in_list(values, ids)?))
}

fn state(wanted: SignInState) -> String {
    match wanted {
        SignInState::Locked => " AND p.disabled_at IS NOT NULL".to_owned(),
        SignInState::InUse => format!(" AND p.disabled_at IS NULL AND {IS_IN_USE}"),
        SignInState::Invited => format!(" AND p.disabled_at IS NULL AND NOT {IS_IN_USE} AND {IS_INVITED}"),
        SignInState::Uninvited => {
            format!(" AND p.disabled_at IS NULL AND NOT {IS_IN_USE} AND NOT {IS_INVITED}")
        }
    }
}

/// What the effects of the dates have written, at most a minute after midnight.
fn status(wanted: EmploymentStatus) -> &'static str {
    match wanted {
        EmploymentStatus::Terminated => " AND w.status = 'Terminated'",
        EmploymentStatus::Leave => " AND w.status <> 'Terminated' AND w.on_leave",
        EmploymentStatus::Active => " AND w.status <> 'Terminated' AND NOT w.on_leave",
    }
}

/// By any part of the name, code, address or username.
pub(super) async fn people(
    db: &Db,
    scope: &PeopleScope,
    filter: &PeopleFilter<'_>,
    ask: &Ask,
    now: Timestamp,
) -> Result<Vec<FoundPerson>, Problem> {
    let mut values = params![scope.tenant(), now];
    let mut conditions = is_among(scope, &mut values)?;
    let patterns = names::patterns(filter.search);
    let job = if patterns.is_empty() { String::new() } else { is_within(scope, &mut values)? };
    for (folded, loose) in patterns.into_iter().zip(names::loose_patterns(filter.search)) {
        values.push(folded.into());
        values.push(loose.into());
        let (folded, loose) = (values.len() - 1, values.len());
        conditions += &format!(
            r" AND (lower(p.first_name || ' ' || p.last_name) LIKE ${loose} ESCAPE '\' OR lower(p.username) LIKE ${loose} ESCAPE '\'
               OR lower(p.email) LIKE ${loose} ESCAPE '\' OR EXISTS (SELECT 1 FROM employee w
                 WHERE w.person_id = p.id{job} AND w.search_text LIKE ${folded} ESCAPE '\'))"
        );
    }
    if filter.company.is_some() || filter.status.is_some() {
        let of_status = filter.status.map_or("", status);
        let within = match filter.company {
            Some(company) => {
                values.push(company.into());
                format!(" AND w.company_id = ${}", values.len())
            }
            None => is_within(scope, &mut values)?,
        };
        conditions +=
            &format!(" AND EXISTS (SELECT 1 FROM employee w WHERE w.person_id = p.id{within}{of_status})");
    }
    conditions += &filter.sign_in.map_or(String::new(), state);
    let page = BY_NAME.page(ask, &mut values)?;
    Ok(db.all(format!("{} {conditions} {page}", select()), values).await?)
}

pub(super) async fn person(
    db: &Db,
    scope: &PeopleScope,
    person: PersonId,
    now: Timestamp,
) -> db::Result<Option<FoundPerson>> {
    let mut values = params![scope.tenant(), now, person];
    let among = is_among(scope, &mut values)?;
    db.opt(format!("{} AND p.id = $3 {among}", select()), values).await
}

pub(super) async fn person_called(
    db: &Db,
    scope: &PeopleScope,
    username: &str,
    now: Timestamp,
) -> db::Result<Option<FoundPerson>> {
    let mut values = params![scope.tenant(), now, username.to_ascii_lowercase()];
    let among = is_among(scope, &mut values)?;
    db.opt(format!("{} AND lower(p.username) = $3 {among}", select()), values).await
}
