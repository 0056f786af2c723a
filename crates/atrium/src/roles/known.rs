//! The permissions a role can be given: those of our own rules, and those that open the tenant's own pages and cards. Any other
//! would be a slip of the pen that no one notices. What a role already has stays.

use super::{Roles, rules, store};
use crate::access::{AdminScope, Need, Permission};
use crate::shared::problem::Problem;
use db::Read;
use std::collections::BTreeSet;

/// Without the `.write` that each can have.
pub async fn known_permissions(
    from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
) -> Result<Vec<String>, Problem> {
    let mut known: Vec<String> = Permission::ALL.iter().map(|one| one.as_str().to_owned()).collect();
    let pages = store::page_permissions(from, scope).await?;
    let of_pages: BTreeSet<&str> =
        pages.iter().flat_map(|text| text.split_whitespace()).map(rules::area).collect();
    known.extend(of_pages.into_iter().filter(|one| !is_ours(one)).map(str::to_owned));
    Ok(known)
}

fn is_ours(area: &str) -> bool {
    Permission::ALL.iter().any(|one| one.as_str() == area)
}

/// Refuses what is new to the role and means nothing. The pages are read only if something isn't ours.
pub(super) async fn check_known(
    from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
    (before, after): (&str, &str),
) -> Result<(), Problem> {
    let foreign = rules::unknown(before, after, is_ours);
    if foreign.is_empty() {
        return Ok(());
    }
    let known = known_permissions(from, scope).await?;
    let is_known = |area: &str| known.iter().any(|one| one == area);
    match rules::unknown(before, after, is_known).is_empty() {
        true => Ok(()),
        false => Err(rules::RoleRefusal::UnknownPermission.into()),
    }
}
