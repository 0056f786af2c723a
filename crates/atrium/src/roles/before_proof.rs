//! Changes as they come from the wire: refuses what would be refused anyway, before anyone is asked for a factor. The
//! change checks again, in its turn.

use super::{
    EditOfRole, Grant, RemovalOfRole, RoleEnding, Roles, check_end, check_grant, checked_edit,
    checked_removal,
};
use crate::access::{AdminScope, WholeTenantScope, Write};
use crate::shared::clock::Clock;
use crate::shared::problem::Problem;
use db::Db;

pub(super) async fn give(
    db: &Db,
    clock: &Clock,
    scope: &AdminScope<Roles, Write>,
    grant: Grant,
) -> Result<(), Problem> {
    check_grant(db, clock, scope, grant).await.map(drop)
}

pub(super) async fn end(
    db: &Db,
    clock: &Clock,
    scope: &AdminScope<Roles, Write>,
    ending: RoleEnding,
) -> Result<(), Problem> {
    let found = check_end(db, clock, scope, ending.assignment, ending.last_day).await?;
    if found.there.version == ending.version { Ok(()) } else { Err(Problem::conflict(found.there)) }
}

pub(super) async fn edit(
    db: &Db,
    clock: &Clock,
    scope: &WholeTenantScope<Roles, Write>,
    edit: &EditOfRole,
) -> Result<(), Problem> {
    checked_edit(db, clock, scope, edit).await.map(drop)
}

pub(super) async fn remove(
    db: &Db,
    clock: &Clock,
    scope: &WholeTenantScope<Roles, Write>,
    removal: RemovalOfRole,
) -> Result<(), Problem> {
    checked_removal(db, clock, scope, removal).await.map(drop)
}
