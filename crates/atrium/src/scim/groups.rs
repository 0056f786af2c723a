//! Groups: roles that can be held in the whole tenant, and who holds them.

use super::refusal::ScimRefusal;
use super::resource::DirectoryGroup;
use super::store::{self, GroupMember, ScimGroupRow};
use super::users::today;
use crate::access::{self, AdminScope, MachineScope, Write};
use crate::app::App;
use crate::factors::Proven;
use crate::roles::{self, EditOfRole, Grant, RemovalOfRole, RoleEdit, RoleEnding, Roles};
use crate::shared::id::{PersonId, RoleId};
use crate::shared::machine_right::Scim;
use crate::shared::problem::Problem;
use crate::work::Work;
use std::collections::BTreeSet;

const KIND: &str = "group";

fn scope_of(scope: &MachineScope<Scim>) -> AdminScope<Roles, Write> {
    access::administered_by_machine::<Roles>(scope)
}

/// A role that looks after others takes a right of its own.
fn check_rights(scope: &MachineScope<Scim>, permissions: &str) -> Result<(), Problem> {
    match roles::looks_after_others(permissions) && !scope.has_admin() {
        true => Err(Problem::Forbidden),
        false => Ok(()),
    }
}

/// Anyone who gets a directory's token could raise their own rights with it. So without a right of its own, it gives only roles that
/// open one's own things. Asked once a role was given, when no one can edit it anymore.
async fn check_given(
    app: &App,
    work: &mut Work,
    scope: &MachineScope<Scim>,
    role: RoleId,
) -> Result<(), Problem> {
    if scope.has_admin() {
        return Ok(());
    }
    let given = store::group(work.tx(), scope, today(app), role).await?.ok_or(Problem::NotFound)?;
    match roles::opens_own_things_only(&given.permissions, &given.applications) {
        true => Ok(()),
        false => Err(Problem::Forbidden),
    }
}

async fn set_name(
    work: &mut Work,
    scope: &MachineScope<Scim>,
    id: RoleId,
    external_id: Option<&str>,
) -> Result<(), Problem> {
    if let Some(name) = external_id
        && store::is_named(work.tx(), scope, (KIND, id.0), name).await?
    {
        return Err(ScimRefusal::ExternalIdTaken.into());
    }
    Ok(store::name(work.tx(), scope, (KIND, id.0), external_id).await?)
}

/// A role that allows nothing yet.
pub(super) async fn add(
    app: &App,
    work: &mut Work,
    scope: &MachineScope<Scim>,
    new: DirectoryGroup,
) -> Result<RoleId, Problem> {
    let role = roles::found(work, &roles::of_tenant(&scope_of(scope))?, &new.name).await?;
    set_name(work, scope, role.id, new.external_id.as_deref()).await?;
    write_members(app, work, scope, role.id, &[], &new.members).await?;
    Ok(role.id)
}

pub(super) async fn replace(
    app: &App,
    work: &mut Work,
    scope: &MachineScope<Scim>,
    there: &ScimGroupRow,
    new: DirectoryGroup,
) -> Result<RoleId, Problem> {
    let members = store::members(work.tx(), scope, today(app), &[there.id]).await?;
    let before: BTreeSet<PersonId> = members.iter().map(|member| member.person_id).collect();
    let is_renamed = new.name != there.name;
    if is_renamed || new.external_id != there.external_id || new.members != before {
        check_rights(scope, &there.permissions)?;
    }
    if new.external_id != there.external_id {
        set_name(work, scope, there.id, new.external_id.as_deref()).await?;
    }
    if is_renamed {
        let edit = RoleEdit { name: Some(new.name.clone()), ..RoleEdit::default() };
        let edit = EditOfRole { role: there.id, version: there.version, edit };
        let whole = roles::of_tenant(&scope_of(scope))?;
        roles::edit(work, &app.clock, &whole, Proven::by_machine(scope, edit)).await?;
    }
    write_members(app, work, scope, there.id, &members, &new.members).await?;
    Ok(there.id)
}

/// Gives and ends the role, one person after the other: each has its own rules and its own event.
async fn write_members(
    app: &App,
    work: &mut Work,
    scope: &MachineScope<Scim>,
    role: RoleId,
    before: &[GroupMember],
    after: &BTreeSet<PersonId>,
) -> Result<(), Problem> {
    let held = scope_of(scope);
    for member in before.iter().filter(|member| !after.contains(&member.person_id)) {
        end(app, work, scope, &held, member).await?;
    }
    let mut has_given = false;
    for person in after.iter().filter(|person| !before.iter().any(|member| member.person_id == **person)) {
        if store::user(work.tx(), scope, today(app), *person).await?.is_none() {
            return Err(ScimRefusal::UnknownMember.into());
        }
        let grant = Grant { person: *person, role, company: None, starts: None, ends: None };
        roles::give(work, &app.clock, &held, Proven::by_machine(scope, grant)).await?;
        has_given = true;
    }
    if has_given { check_given(app, work, scope, role).await } else { Ok(()) }
}

async fn end(
    app: &App,
    work: &mut Work,
    scope: &MachineScope<Scim>,
    held: &AdminScope<Roles, Write>,
    member: &GroupMember,
) -> Result<(), Problem> {
    let ending = RoleEnding { assignment: member.assignment, version: member.version, last_day: None };
    roles::end(work, &app.clock, held, Proven::by_machine(scope, ending)).await.map(drop)
}

/// With everyone's assignments. One that comes with Atrium stays, and so does one that people hold within a company.
pub(super) async fn remove(
    app: &App,
    work: &mut Work,
    scope: &MachineScope<Scim>,
    there: &ScimGroupRow,
) -> Result<(), Problem> {
    check_rights(scope, &there.permissions)?;
    let held = scope_of(scope);
    for member in store::members(work.tx(), scope, today(app), &[there.id]).await? {
        end(app, work, scope, &held, &member).await?;
    }
    let removal = RemovalOfRole { role: there.id, version: there.version };
    let whole = roles::of_tenant(&held)?;
    roles::remove(work, &app.clock, &whole, Proven::by_machine(scope, removal)).await?;
    Ok(store::forget_name(work.tx(), scope, (KIND, there.id.0)).await?)
}
