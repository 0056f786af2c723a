//! Applications other than the portal, and the developer API around them.
//!
//! - A tenant has at most one application per code (PAY, TAX, HR, HCM, TIME), under a heading of its own.
//! - Roles open applications; people see the ones they have, administrators see all. Payroll also needs
//!   `employee:application`, except for people who aren't employees anywhere. The role 'No Payroll Tile' hides it,
//!   unless the person also has web and desktop.
//! - Tenant flags say whether applications are shown, can be changed, and include their price and plan.
//! - An application's own code, or one it's connected with, comes from `host_applications/`, which signs people in there.
//! - Administrators change names, addresses and the heading. Anyone about to overwrite someone else's change is told.
//! - The central page shows a person's applications as tiles, and the Evolution card based on the Evolution roles.
//! - People see themselves, and administrators see people, with their roles; the Evolution roles are also listed
//!   separately.
//! - A company is looked up by part of its name, among those the viewer belongs to; administrators find all of them.

mod graphql;
mod http;
mod rules;
mod store;

pub use graphql::ApplicationQuery;
pub use http::{ROUTES, routes};
pub use rules::{Application, EntryChange, ListChange};

use crate::access::{
    self, ForTenant, FrameScope, HeldRole, Permission, PersonScope, TenantScope, Viewer, Write,
};
use crate::shared::clock::Clock;
use crate::shared::flag::Flag;
use crate::shared::id::{ApplicationId, PersonId};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Db;
use serde_json::json;
use std::collections::BTreeSet;
use store::{Company, Metadata};

pub const REFUSALS: &[&str] = rules::ApplicationRefusal::CODES;

/// Access: the tenant's applications.
pub struct Applications;

impl ForTenant for Applications {}

/// The applications the viewer's roles open.
pub async fn of_viewer(db: &Db, viewer: &Viewer) -> Result<Vec<Application>, Problem> {
    // Few people have any, and userinfo is read on every start of the portal.
    if codes_of(viewer).is_empty() {
        return Ok(vec![]);
    }
    Ok(shown_to(viewer, opened_by(db, &access::oneself(viewer), &viewer.held).await?))
}

fn shown_to(viewer: &Viewer, applications: Vec<Application>) -> Vec<Application> {
    let pricing = viewer.flags.is_on(Flag::ApplicationPricing);
    let plan = viewer.flags.is_on(Flag::ApplicationPlan);
    applications.into_iter().map(|application| rules::shown(application, pricing, plan)).collect()
}

/// Only their codes, which come with the viewer.
pub fn codes_of(viewer: &Viewer) -> Vec<String> {
    if !viewer.flags.is_on(Flag::ApplicationView) {
        return vec![];
    }
    let codes =
        viewer.held.iter().flat_map(|role| role.opens.as_deref().unwrap_or_default().split_whitespace());
    let codes: BTreeSet<&str> = codes.collect();
    let may_open_payroll = may_open_payroll(&viewer.held);
    codes.into_iter().filter(|code| rules::is_openable(code, may_open_payroll)).map(str::to_owned).collect()
}

/// The viewer's Evolution roles, each once.
pub fn evolution_roles_of(viewer: &Viewer) -> Vec<String> {
    let names: BTreeSet<&str> = viewer.held.iter().map(|role| role.name.as_str()).collect();
    names.into_iter().filter(|name| rules::is_evolution_role(name)).map(str::to_owned).collect()
}

/// Employees need `employee:application` for it; people who aren't employees anywhere don't. One role hides it.
fn may_open_payroll(roles: &[HeldRole]) -> bool {
    if rules::hides_payroll(roles.iter().map(|role| role.name.as_str())) {
        return false;
    }
    let permissions = || roles.iter().flat_map(|role| role.permissions.split(' '));
    let is_employee = permissions().any(|permission| permission.starts_with(Permission::Employee.as_str()));
    !is_employee || permissions().any(|permission| permission == Permission::EmployeeApplication.as_str())
}

async fn opened_by(db: &Db, scope: &PersonScope, roles: &[HeldRole]) -> Result<Vec<Application>, Problem> {
    let codes: BTreeSet<&str> =
        roles.iter().filter_map(|role| role.opens.as_deref()).flat_map(str::split_whitespace).collect();
    let applications = match codes.is_empty() {
        true => vec![],
        false => store::applications_of(db, scope, &codes).await?,
    };
    Ok(rules::openable(applications, may_open_payroll(roles)))
}

/// The start page for people with several applications.
struct Central {
    title: String,
    tiles: Vec<Application>,
    shows_widget: bool,
    shows_evolution_card: bool,
    is_desktop_only: bool,
    may_edit: bool,
}

async fn central(db: &Db, viewer: &Viewer, scope: &FrameScope) -> Result<Central, Problem> {
    let tiles = of_viewer(db, viewer).await?;
    let evolution = evolution_roles_of(viewer);
    let is_editor = viewer.permissions.allows::<Write>(Permission::Admin);
    Ok(Central {
        title: store::title(db, scope).await?.unwrap_or_else(|| viewer.tenant_name.clone()),
        shows_widget: rules::shows_widget(viewer.has_identity_permissions(), tiles.len()),
        shows_evolution_card: rules::shows_evolution_card(&evolution),
        is_desktop_only: rules::is_desktop_only(&evolution),
        may_edit: is_editor && viewer.flags.is_on(Flag::ApplicationEdit),
        tiles,
    })
}

struct Account {
    person: store::LookupPerson,
    roles: Vec<HeldRole>,
}

async fn account(db: &Db, clock: &Clock, scope: &PersonScope) -> Result<Account, Problem> {
    let person = store::person(db, scope).await?.ok_or(Problem::NotFound)?;
    Ok(Account { person, roles: access::held_by(db, clock, scope).await? })
}

/// As much of a tenant's list of applications as a person may see.
struct List {
    metadata: Metadata,
    applications: Vec<Application>,
}

/// People without applications have no list, and no one has one while applications aren't shown.
async fn list(db: &Db, viewer: &Viewer, scope: &TenantScope<Applications>) -> Result<List, Problem> {
    if !viewer.flags.is_on(Flag::ApplicationView) {
        return Err(Problem::NotFound);
    }
    let applications = if scope.is_whole() {
        store::applications_in(db, scope).await?
    } else {
        let person = access::person(viewer, scope, viewer.person)?;
        opened_by(db, &person, &viewer.held_within(&person)).await?
    };
    if applications.is_empty() && !scope.is_whole() {
        return Err(Problem::NotFound);
    }
    let metadata = store::metadata(db, scope).await?;
    let metadata = metadata.unwrap_or_else(|| Metadata::unwritten(&viewer.tenant_name));
    Ok(List { metadata, applications: shown_to(viewer, applications) })
}

/// Changes the heading and any of the applications; missing ones are added.
pub async fn revise(
    work: &mut Work,
    viewer: &Viewer,
    scope: &TenantScope<Applications, Write>,
    change: ListChange,
) -> Result<(), Problem> {
    let (now, version) = (work.now(), change.version);
    let title = change.title.as_deref().map(rules::title).transpose()?;
    if !store::save_metadata(work.tx(), scope, version, title.as_deref(), now).await? {
        return Err(Problem::conflict(current(work, viewer, scope).await?));
    }
    let mut there = store::applications_for(work.tx(), scope).await?;
    let connected = store::connected(work.tx(), scope).await?;
    let mut codes = vec![];
    for entry in change.entries {
        let place = there.iter().position(|row| row.code == entry.code).map(|at| there.swap_remove(at));
        let is_connected = connected.contains(&entry.code);
        let row = rules::changed(place, is_connected, ApplicationId(work.new_id()), entry)?;
        codes.push(row.code.clone());
        store::save_application(work.tx(), scope, row).await?;
    }
    let detail = json!({ "heading": title.is_some(), "applications": codes });
    work.record("applications.revise", "tenant", scope.tenant().0, detail);
    Ok(())
}

/// The list as someone whose change came too late may see it.
async fn current(
    work: &mut Work,
    viewer: &Viewer,
    scope: &TenantScope<Applications, Write>,
) -> Result<CurrentList, Problem> {
    let applications = shown_to(viewer, store::applications_for(work.tx(), scope).await?);
    let metadata = store::metadata_for(work.tx(), scope).await?;
    let (title, version) = metadata.map_or((None, 0), |row| (Some(row.title), row.version));
    Ok(CurrentList { title, applications, version })
}

/// The current list, for anyone who changed another version of it.
struct CurrentList {
    title: Option<String>,
    applications: Vec<Application>,
    version: i64,
}

/// Companies whose name contains this text, at most twenty, by name.
async fn look_up(
    db: &Db,
    viewer: &Viewer,
    scope: &TenantScope<Applications>,
    text: &str,
) -> Result<Vec<Company>, Problem> {
    let asked = rules::Lookup::parse(text)?;
    let own = || viewer.companies.iter().map(|membership| membership.company).collect();
    let own = (!scope.is_whole()).then(own);
    let mut found = store::companies_like(db, scope, own, asked.pattern()).await?;
    found.retain(|company| asked.is_in(&company.name));
    found.truncate(rules::MAX_FOUND);
    Ok(found)
}

/// Whether a person may look up companies at all: people who belong to none have nothing to look up.
fn has_companies(viewer: &Viewer, scope: &TenantScope<Applications>) -> bool {
    scope.is_whole() || !viewer.companies.is_empty()
}

fn person_of(id: &str) -> Result<PersonId, Problem> {
    uuid::Uuid::try_parse(id).map(PersonId).map_err(|_| Problem::NotFound)
}
