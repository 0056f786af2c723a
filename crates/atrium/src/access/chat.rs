//! Who has an assistant, and where. Its tools check each page by themselves, so anyone with a page of their own has one:
//! also payroll, company administrators and people who left but can still read their stubs. Access to its socket is by
//! ticket: anyone who has one acts as the person it was issued to, once, for half a minute.

use super::grant::ForMembers;
use super::permission::Role;
use super::scope::CompanyScope;
use super::store;
use super::viewer::{Membership, Viewer};
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::shared::seal;
use db::Db;
use jiff::Timestamp;
use std::marker::PhantomData;
use uuid::Uuid;

/// People with an identity and nothing else have no assistant: to them it isn't there.
pub fn chats(viewer: &Viewer) -> Result<(), Problem> {
    let has_pages = !viewer.companies.is_empty() || viewer.is_administrator();
    if !has_pages || viewer.roles().contains(&Role::IdentityOnly) {
        return Err(Problem::NotFound);
    }
    if viewer.is_locked_out() { Err(Problem::Maintenance) } else { Ok(()) }
}

/// Where someone starts: a company they work at, rather than one they only manage in, or have left.
fn initial(viewer: &Viewer) -> Option<&Membership> {
    let last = |membership: &&Membership| (membership.former.is_some(), membership.employee.is_none());
    viewer.companies.iter().min_by_key(last)
}

/// Where someone chats: the company they say, or the one they start in. Administrators without a company chat in the tenant's
/// first, whose time zone their roles count in, too. The IDs only narrow: someone else's find nothing.
pub async fn chat_company<F: ForMembers>(
    db: &Db,
    viewer: &Viewer,
    (tenant, company): (TenantId, Option<CompanyId>),
    employee: Option<EmployeeId>,
) -> Result<CompanyScope<F>, Problem> {
    chats(viewer)?;
    let membership = match company {
        Some(company) => Some(viewer.membership(company).ok_or(Problem::NotFound)?),
        None => initial(viewer),
    };
    let own = membership.and_then(|membership| membership.employee);
    if tenant != viewer.tenant || employee.is_some_and(|employee| own != Some(employee)) {
        return Err(Problem::NotFound);
    }
    let (company, time_zone) = match membership {
        Some(membership) => (membership.company, membership.time_zone.clone()),
        None => store::first_company(db, viewer.tenant).await?.ok_or(Problem::NotFound)?,
    };
    Ok(CompanyScope { tenant, company, viewer: viewer.person, time_zone, of: PhantomData })
}

/// The companies whose chats someone still sees.
pub async fn chat_companies(db: &Db, viewer: &Viewer) -> Result<Vec<CompanyId>, Problem> {
    if !viewer.companies.is_empty() {
        return Ok(viewer.companies.iter().map(|membership| membership.company).collect());
    }
    let first = store::first_company(db, viewer.tenant).await?;
    Ok(first.into_iter().map(|(company, _)| company).collect())
}

/// Who opens a socket, and the session it ends with.
#[derive(Clone, Debug)]
pub struct SocketHolder {
    pub person: PersonId,
    pub session: Uuid,
    pub client_id: String,
}

/// A ticket that was used, has expired or never existed opens nothing.
pub async fn chat_socket(db: &Db, ticket: &str, now: Timestamp) -> Result<SocketHolder, Problem> {
    let mut tx = db.begin_write().await?;
    let found = store::take_chat_ticket(&mut tx, &seal::hash(ticket)).await?;
    tx.commit().await?;
    let (person, session, client_id, expires_at) = found.ok_or(Problem::Unauthenticated)?;
    if expires_at <= now {
        return Err(Problem::Unauthenticated);
    }
    Ok(SocketHolder { person, session, client_id })
}
