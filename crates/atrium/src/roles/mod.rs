//! Roles: named lists of permissions, and who has them where and when.
//!
//! - A role belongs to a tenant. Every tenant starts with the built-in ones, which can't be changed; administrators
//!   copy and adapt them.
//! - It's given in the whole tenant or within one company, from a first day, optionally through a last one; both count.
//!   Days follow the company's time zone; in the whole tenant, that of the tenant's first company, or UTC while it has
//!   none.
//! - A person has a role once per place. When it's over, giving it again gives the same row new days.
//! - Company administrators see and change who has roles within their companies, but can't change the roles.
//! - No one raises their own rights, and the last administrator stays. Before saving, a preview says what a person
//!   gains and loses.
//! - A role is given only permissions that mean something here (`known.rs`).
//! - A role that people have, now or later, can't be removed; the refusal names them.

mod before_proof;
mod comparing;
mod comparing_graphql;
mod demo;
mod first;
mod graphql;
mod known;
mod preview;
mod rules;
mod store;

pub use comparing::{RightsAtPlace, compare_rights};
pub use comparing_graphql::RightsQuery;
pub use demo::DEMO;
pub use first::{FirstRole, GivesFirstRoles, check_first, give_first};
pub use graphql::{RoleMutation, RoleQuery};
pub use known::known_permissions;
pub use preview::{Difference, RightsPreview, preview_edit, preview_end, preview_give};
pub use rules::{Applies, RoleEdit, SHIPPED, Shipped};
pub use store::{Assignment, RoleRow};

use crate::access::{AdminScope, Administered, Need, Opens, OperatorScope, WholeTenantScope, Write, whole};
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::features::FeatureSwitches;
use crate::shared::clock::Clock;
use crate::shared::day::Day;
use crate::shared::event_feed::EventType;
use crate::shared::id::{AssignmentId, CompanyId, PersonId, RoleId};
use crate::shared::names;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Tx};
use rules::RoleRefusal;
use serde_json::{Value, json};

pub const REFUSALS: &[&str] = RoleRefusal::CODES;

// For SCIM, which has words of its own for these.
pub const NAME_TAKEN_CODE: &str = RoleRefusal::NameTaken.code();
pub const SHIPPED_CODE: &str = RoleRefusal::Shipped.code();
pub const IN_USE_CODE: &str = RoleRefusal::InUse.code();
pub const LAST_ADMINISTRATOR_CODE: &str = RoleRefusal::LastAdministrator.code();

/// Access: a tenant's roles, and who has them.
pub struct Roles;

impl Administered for Roles {}
/// A preview shows which pages a role opens.
impl Opens<FeatureSwitches> for Roles {}

/// A role to give to a person.
#[derive(Clone, Copy, Debug)]
pub struct Grant {
    pub person: PersonId,
    pub role: RoleId,
    /// None: in the whole tenant.
    pub company: Option<CompanyId>,
    /// None: today.
    pub starts: Option<Day>,
    pub ends: Option<Day>,
}

impl NeedsProof for Grant {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::GiveRole)
    }

    fn bound_to(&self) -> Value {
        json!([self.person, self.role, self.company, self.starts, self.ends])
    }
}

/// An assignment to give a last day; without one it ends right away, so that yesterday was the last.
#[derive(Clone, Copy, Debug)]
pub struct RoleEnding {
    pub assignment: AssignmentId,
    pub version: i64,
    pub last_day: Option<Day>,
}

impl NeedsProof for RoleEnding {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::EndRole)
    }

    fn bound_to(&self) -> Value {
        json!([self.assignment, self.last_day])
    }
}

/// An edit of one role.
pub struct EditOfRole {
    pub role: RoleId,
    pub version: i64,
    pub edit: RoleEdit,
}

impl NeedsProof for EditOfRole {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::EditRole)
    }

    fn bound_to(&self) -> Value {
        let RoleEdit { name, permissions, applications, applies } = &self.edit;
        json!([self.role, name, permissions, applications, applies.map(Applies::as_str)])
    }
}

/// A role to remove.
#[derive(Clone, Copy, Debug)]
pub struct RemovalOfRole {
    pub role: RoleId,
    pub version: i64,
}

impl NeedsProof for RemovalOfRole {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RemoveRole)
    }

    fn bound_to(&self) -> Value {
        json!([self.role])
    }
}

/// The earliest day anywhere: what was over by then is over everywhere.
fn earliest_day(clock: &Clock) -> Day {
    clock.today("Etc/GMT+12")
}

/// What a new tenant starts with; `new_id` makes the IDs.
pub async fn seed(
    tx: &mut Tx,
    scope: &OperatorScope,
    mut new_id: impl FnMut() -> RoleId,
) -> db::Result<Vec<(RoleId, &'static str)>> {
    let roles: Vec<(RoleId, &'static Shipped)> = SHIPPED.iter().map(|role| (new_id(), role)).collect();
    let named = roles.iter().map(|(id, role)| (*id, role.name)).collect();
    store::seed(tx, scope, roles).await?;
    Ok(named)
}

pub async fn list(
    db: &Db,
    clock: &Clock,
    scope: &AdminScope<Roles, impl Need>,
    search: &str,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<RoleRow>, Problem> {
    names::check_search(search)?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::list(db, scope, earliest_day(clock), search, &ask).await?;
    Ok(cursors.page(&ask, rows, RoleRow::sort_keys))
}

pub async fn one(
    db: &Db,
    clock: &Clock,
    scope: &AdminScope<Roles, impl Need>,
    id: RoleId,
) -> Result<RoleRow, Problem> {
    store::one(db, scope, earliest_day(clock), id).await?.ok_or(Problem::NotFound)
}

/// By ID or name, for the command line.
pub async fn called(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    name: &str,
) -> Result<Option<RoleId>, Problem> {
    match uuid::Uuid::try_parse(name) {
        Ok(id) => Ok(Some(RoleId(id))),
        Err(_) => Ok(store::named(db, scope, name).await?),
    }
}

pub async fn person_called(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    username: &str,
) -> Result<Option<PersonId>, Problem> {
    Ok(store::called(db, scope, username).await?)
}

/// The companies the administrator looks after, by name.
pub async fn companies(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
) -> Result<Vec<(CompanyId, String)>, Problem> {
    Ok(store::companies(db, scope).await?)
}

pub async fn holders(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    role: RoleId,
    search: &str,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<Assignment>, Problem> {
    names::check_search(search)?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::holders(db, scope, role, search, &ask).await?;
    Ok(cursors.page(&ask, rows, Assignment::sort_keys))
}

async fn of_person(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    person: PersonId,
) -> Result<Vec<Assignment>, Problem> {
    let held = store::of_person(db, scope, person).await?;
    // Someone who holds a role where the administrator looks after roles is one of theirs.
    if held.is_empty() {
        store::person(db, scope, person).await?.ok_or(Problem::NotFound)?;
    }
    Ok(held)
}

async fn people(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    search: &str,
) -> Result<Vec<store::RolePerson>, Problem> {
    names::check_search(search)?;
    Ok(store::people(db, scope, search).await?)
}

/// A person's assignment of a role in a place, so the command line can end it.
pub async fn held(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    (person, role, company): (PersonId, RoleId, Option<CompanyId>),
) -> Result<Option<Assignment>, Problem> {
    Ok(store::held(db, scope, (person, role, company)).await?)
}

/// A grant that passed the checks: everything it names exists, is within the administrator's companies, and fits.
struct CheckedGrant {
    role: RoleRow,
    place: store::RolePlace,
    starts: Day,
    /// An earlier, ended one in the same place.
    before: Option<Assignment>,
}

/// Administrators with `is_whole` give roles in the whole tenant; others only within their companies.
async fn check_role(
    mut from: impl db::Read,
    clock: &Clock,
    scope: &AdminScope<Roles, impl Need>,
    (role, company): (RoleId, Option<CompanyId>),
) -> Result<(RoleRow, store::RolePlace), Problem> {
    if company.is_none() && !scope.is_whole() {
        return Err(Problem::Forbidden);
    }
    let role = store::one(&mut from, scope, earliest_day(clock), role).await?.ok_or(Problem::NotFound)?;
    let place = store::place(&mut from, scope, company).await?.ok_or(Problem::NotFound)?;
    Ok((role, place))
}

/// No one gives roles to themselves.
async fn check_grant(
    mut from: impl db::Read,
    clock: &Clock,
    scope: &AdminScope<Roles, impl Need>,
    grant: Grant,
) -> Result<CheckedGrant, Problem> {
    let (role, place) = check_role(&mut from, clock, scope, (grant.role, grant.company)).await?;
    store::person(&mut from, scope, grant.person).await?.ok_or(Problem::NotFound)?;
    if scope.viewer() == Some(grant.person) {
        return Err(RoleRefusal::OwnRights.into());
    }
    rules::check_place(role.applies, grant.company.is_some())?;
    let today = clock.today(&place.time_zone);
    let starts = rules::days(grant.starts, grant.ends, today)?;
    let before = store::held(&mut from, scope, (grant.person, grant.role, grant.company)).await?;
    let is_held = |held: &Assignment| held.ends_on.is_none_or(|day| day >= today);
    if before.as_ref().is_some_and(is_held) {
        return Err(RoleRefusal::HeldAlready.into());
    }
    Ok(CheckedGrant { role, place, starts, before })
}

pub async fn give(
    work: &mut Work,
    clock: &Clock,
    scope: &AdminScope<Roles, Write>,
    grant: Proven<Grant>,
) -> Result<Assignment, Problem> {
    let grant = grant.into_change();
    store::take_turn(work.tx(), scope).await?;
    let id = write_grant(work, clock, scope, grant).await?;
    store::assignment(work.tx(), scope, id).await?.ok_or(Problem::NotFound)
}

/// For a change that was proved, in its turn.
async fn write_grant(
    work: &mut Work,
    clock: &Clock,
    scope: &AdminScope<Roles, Write>,
    grant: Grant,
) -> Result<AssignmentId, Problem> {
    let checked = check_grant(work.tx(), clock, scope, grant).await?;
    let id = match &checked.before {
        Some(before) => {
            let days = (Some(checked.starts), grant.ends);
            store::set_days(work.tx(), scope, (before.id, before.version), days).await?;
            before.id
        }
        None => {
            let id = AssignmentId(work.new_id());
            let what = (grant.person, grant.role, grant.company);
            store::give(work.tx(), scope, id, what, (checked.starts, grant.ends)).await?;
            id
        }
    };
    let detail = json!({
        "role": checked.role.name, "roleId": grant.role, "company": checked.place.name, "companyId": checked.place.company,
        "startsOn": checked.starts, "endsOn": grant.ends,
    });
    work.record("role.give", "person", grant.person.0, detail);
    work.publish(EventType::RoleGiven.of(grant.person.0).at_any(checked.place.company));
    Ok(id)
}

/// What ending does to an assignment.
struct CheckedEnd {
    there: Assignment,
    today: Day,
    /// `None`: it never took effect, so it's removed.
    last: Option<Day>,
}

async fn check_end(
    mut from: impl db::Read,
    clock: &Clock,
    scope: &AdminScope<Roles, impl Need>,
    id: AssignmentId,
    last: Option<Day>,
) -> Result<CheckedEnd, Problem> {
    let there = store::assignment(&mut from, scope, id).await?.ok_or(Problem::NotFound)?;
    let today = clock.today(&there.time_zone);
    let last = rules::ending(there.starts_on, last, today)?;
    let is_longer = there.ends_on.is_some_and(|before| last.is_some_and(|last| last > before));
    if is_longer && scope.viewer() == Some(there.person) {
        return Err(RoleRefusal::OwnRights.into());
    }
    if there.company.is_none()
        && rules::administers(&there.permissions)
        && !store::has_other_administrator(&mut from, scope, Some(id), None, today).await?
    {
        return Err(RoleRefusal::LastAdministrator.into());
    }
    Ok(CheckedEnd { there, today, last })
}

/// Gives an assignment a last day; without one it ends right away. `None` if nothing is left of it.
pub async fn end(
    work: &mut Work,
    clock: &Clock,
    scope: &AdminScope<Roles, Write>,
    ending: Proven<RoleEnding>,
) -> Result<Option<Assignment>, Problem> {
    let RoleEnding { assignment: id, version, last_day: last } = ending.into_change();
    store::take_turn(work.tx(), scope).await?;
    let CheckedEnd { there, last, .. } = check_end(work.tx(), clock, scope, id, last).await?;
    if there.version != version {
        return Err(Problem::conflict(there));
    }
    match last {
        Some(_) => store::set_days(work.tx(), scope, (id, version), (there.starts_on, last)).await?,
        None => store::take_back(work.tx(), scope, (id, version)).await?,
    };
    let detail = json!({
        "role": there.role_name, "roleId": there.role, "company": there.company_name, "companyId": there.company,
        "endsOn": last,
    });
    work.record("role.end", "person", there.person.0, detail);
    work.publish(EventType::RoleEnded.of(there.person.0).at_any(there.company));
    Ok(store::assignment(work.tx(), scope, id).await?)
}

/// Copies a role into one of the tenant's own.
pub async fn copy(
    work: &mut Work,
    clock: &Clock,
    scope: &WholeTenantScope<Roles, Write>,
    id: RoleId,
    name: &str,
) -> Result<RoleRow, Problem> {
    let all = AdminScope::from(scope);
    store::take_turn(work.tx(), &all).await?;
    let from = store::one(work.tx(), &all, earliest_day(clock), id).await?.ok_or(Problem::NotFound)?;
    let name = rules::name(name)?;
    if store::is_name_taken(work.tx(), scope, &name, None).await? {
        return Err(RoleRefusal::NameTaken.into());
    }
    let (id, copied) = (RoleId(work.new_id()), from.name.clone());
    let role = RoleRow { id, name, is_shipped: false, version: 1, holders: 0, ..from };
    store::insert(work.tx(), scope, &role).await?;
    let detail = json!({ "name": role.name, "copied": copied, "permissions": role.permissions });
    work.record("role.copy", "role", role.id.0, detail);
    Ok(role)
}

/// A role of the tenant's own that allows nothing yet. An administrator decides what it allows.
pub async fn found(
    work: &mut Work,
    scope: &WholeTenantScope<Roles, Write>,
    name: &str,
) -> Result<RoleRow, Problem> {
    store::take_turn(work.tx(), &AdminScope::from(scope)).await?;
    let name = rules::name(name)?;
    if store::is_name_taken(work.tx(), scope, &name, None).await? {
        return Err(RoleRefusal::NameTaken.into());
    }
    let role = RoleRow {
        id: RoleId(work.new_id()),
        name,
        permissions: String::new(),
        applications: String::new(),
        applies: Applies::Tenant,
        is_shipped: false,
        version: 1,
        holders: 0,
    };
    store::insert(work.tx(), scope, &role).await?;
    work.record("role.add", "role", role.id.0, json!({ "name": role.name }));
    Ok(role)
}

/// Whether such a role looks after other people's things.
pub fn looks_after_others(permissions: &str) -> bool {
    rules::looks_after_others(permissions)
}

/// Whether such a role opens nothing but one's own things, and no application.
pub fn opens_own_things_only(permissions: &str, applications: &str) -> bool {
    rules::opens_own_things_only(permissions, applications)
}

/// The role after an edit.
async fn check_edit(
    mut from: impl db::Read,
    scope: &AdminScope<Roles, impl Need>,
    there: &RoleRow,
    edit: &RoleEdit,
) -> Result<RoleRow, Problem> {
    if there.is_shipped {
        return Err(RoleRefusal::Shipped.into());
    }
    let mut after = there.clone();
    if let Some(name) = &edit.name {
        after.name = rules::name(name)?;
    }
    if let Some(permissions) = &edit.permissions {
        after.permissions = rules::permissions(permissions)?;
        known::check_known(&mut from, scope, (&there.permissions, &after.permissions)).await?;
    }
    if let Some(codes) = &edit.applications {
        let known = store::codes(&mut from, scope).await?;
        after.applications = rules::applications(codes, &there.applications, &known)?;
    }
    after.applies = edit.applies.unwrap_or(there.applies);
    Ok(after)
}

/// The role before and after.
async fn checked_edit(
    mut from: impl db::Read,
    clock: &Clock,
    scope: &WholeTenantScope<Roles, Write>,
    edit: &EditOfRole,
) -> Result<(RoleRow, RoleRow), Problem> {
    let EditOfRole { role: id, version, edit } = edit;
    let (all, day) = (AdminScope::from(scope), earliest_day(clock));
    let there = store::one(&mut from, &all, day, *id).await?.ok_or(Problem::NotFound)?;
    let after = check_edit(&mut from, &all, &there, edit).await?;
    if there.version != *version {
        return Err(Problem::conflict(there));
    }
    if after.name != there.name && store::is_name_taken(&mut from, scope, &after.name, Some(*id)).await? {
        return Err(RoleRefusal::NameTaken.into());
    }
    if after.applies != there.applies {
        refuse_in_use(&mut from, scope, *id, day).await?;
    }
    let is_more =
        |before: &str, after: &str| !rules::gained(&rules::words(before), &rules::words(after)).is_empty();
    let raises =
        is_more(&there.permissions, &after.permissions) || is_more(&there.applications, &after.applications);
    if let Some(viewer) = scope.viewer().filter(|_| raises)
        && store::holds(&mut from, scope, (viewer, *id), day).await?
    {
        return Err(RoleRefusal::OwnRights.into());
    }
    let place = store::place(&mut from, &all, None).await?.ok_or(Problem::NotFound)?;
    let today = clock.today(&place.time_zone);
    if rules::administers(&there.permissions)
        && !rules::administers(&after.permissions)
        && !store::has_other_administrator(&mut from, &all, None, Some(*id), today).await?
    {
        return Err(RoleRefusal::LastAdministrator.into());
    }
    Ok((there, after))
}

pub async fn edit(
    work: &mut Work,
    clock: &Clock,
    scope: &WholeTenantScope<Roles, Write>,
    edit: Proven<EditOfRole>,
) -> Result<RoleRow, Problem> {
    let edit = edit.into_change();
    store::take_turn(work.tx(), &AdminScope::from(scope)).await?;
    let (there, after) = checked_edit(work.tx(), clock, scope, &edit).await?;
    let EditOfRole { role: id, version, .. } = edit;
    if !store::update(work.tx(), scope, &after).await? {
        return Err(Problem::conflict(there));
    }
    let detail = json!({
        "name": after.name, "before": there.permissions, "permissions": after.permissions,
        "applications": after.applications, "applies": after.applies.as_str(),
    });
    work.record("role.edit", "role", id.0, detail);
    Ok(RoleRow { version: version + 1, ..after })
}

async fn checked_removal(
    mut from: impl db::Read,
    clock: &Clock,
    scope: &WholeTenantScope<Roles, Write>,
    RemovalOfRole { role: id, version }: RemovalOfRole,
) -> Result<RoleRow, Problem> {
    let day = earliest_day(clock);
    let there = store::one(&mut from, &AdminScope::from(scope), day, id).await?.ok_or(Problem::NotFound)?;
    if there.is_shipped {
        return Err(RoleRefusal::Shipped.into());
    }
    if there.version != version {
        return Err(Problem::conflict(there));
    }
    refuse_in_use(from, scope, id, day).await?;
    Ok(there)
}

pub async fn remove(
    work: &mut Work,
    clock: &Clock,
    scope: &WholeTenantScope<Roles, Write>,
    removal: Proven<RemovalOfRole>,
) -> Result<(), Problem> {
    let RemovalOfRole { role: id, version } = *removal;
    store::take_turn(work.tx(), &AdminScope::from(scope)).await?;
    let there = checked_removal(work.tx(), clock, scope, *removal).await?;
    store::remove(work.tx(), scope, (id, version)).await?;
    let detail = json!({ "name": there.name, "permissions": there.permissions });
    work.record("role.remove", "role", id.0, detail);
    Ok(())
}

/// Names the first people who have it, now or later.
async fn refuse_in_use(
    from: impl db::Read,
    scope: &WholeTenantScope<Roles, Write>,
    id: RoleId,
    day: Day,
) -> Result<(), Problem> {
    let holders = store::still_held(from, scope, id, day).await?;
    if holders.is_empty() {
        return Ok(());
    }
    let shown = |held: &Assignment| {
        json!({
            "firstName": held.first_name, "lastName": held.last_name, "username": held.username,
            "companyName": held.company_name,
        })
    };
    let (code, field, message) = RoleRefusal::InUse.parts();
    let detail = json!({ "holders": holders.iter().map(shown).collect::<Vec<_>>() });
    Err(Problem::Blocked { code, field, message, detail })
}

/// For administrators of the whole tenant.
pub fn of_tenant(scope: &AdminScope<Roles, Write>) -> Result<WholeTenantScope<Roles, Write>, Problem> {
    whole(scope)
}
