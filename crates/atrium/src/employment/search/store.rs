//! The SQL for finding people.

use super::{PeopleFilter, SignInState};
use crate::access::PeopleScope;
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

/// For a person `p`: whether they can sign in without a new link.
const IS_IN_USE: &str = "(EXISTS (SELECT 1 FROM password_credential c WHERE c.person_id = p.id)
    OR EXISTS (SELECT 1 FROM passkey k WHERE k.person_id = p.id)
    OR EXISTS (SELECT 1 FROM upstream_identity u WHERE u.person_id = p.id))";
/// For a person `p` and now as `$2`.
const IS_INVITED: &str =
    "EXISTS (SELECT 1 FROM account_link l WHERE l.person_id = p.id AND l.kind = 'invitation'
    AND l.used_at IS NULL AND l.expires_at > $2)";

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

/// People with an employment or a role in the companies the viewer looks after.
fn is_among(scope: &PeopleScope, values: &mut Vec<Value>) -> db::Result<String> {
    let Some(ids) = scope.companies() else { return Ok(String::new()) };
    let list = db::in_list(values, ids)?;
    Ok(format!("AND EXISTS (SELECT 1 FROM employee w WHERE w.person_id = p.id AND w.company_id IN {list})"))
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
    for pattern in names::patterns(filter.search) {
        values.push(pattern.into());
        let at = values.len();
        conditions += &format!(
            r" AND (lower(p.first_name || ' ' || p.last_name) LIKE ${at} ESCAPE '\' OR lower(p.username) LIKE ${at} ESCAPE '\'
               OR lower(p.email) LIKE ${at} ESCAPE '\' OR EXISTS (SELECT 1 FROM employee w
                 WHERE w.person_id = p.id AND w.search_text LIKE ${at} ESCAPE '\'))"
        );
    }
    if filter.company.is_some() || filter.status.is_some() {
        let of_status = filter.status.map_or("", status);
        let mut within = String::new();
        if let Some(company) = filter.company {
            values.push(company.into());
            within = format!(" AND w.company_id = ${}", values.len());
        } else if let Some(ids) = scope.companies() {
            within = format!(" AND w.company_id IN {}", db::in_list(&mut values, ids)?);
        }
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
    let sql = format!("{} AND lower(p.username) = $3", select());
    db.opt(sql, params![scope.tenant(), now, username.to_ascii_lowercase()]).await
}
