//! What a company points its people to: resources, action items to acknowledge, and links.
//!
//! - A resource's name is unique in its company among those not deleted. Its link is http, https or one of our own
//!   paths.
//! - Each employee acknowledges an action item once. That puts an event with the category ActionItem in their
//!   calendar.
//! - Deleting is soft: the row stays, with who and when, and so do its acknowledgments.
//! - Documents shown on the dashboard appear among an employee's resources while their dates include today.
//! - A manager sees how many people have acknowledged, but the names only of their own reports.
//! - The links' dashboard messages always apply, from 1900-01-01 to 2099-12-31.

mod demo;
mod graphql;
mod links_graphql;
mod rules;
mod store;

pub use demo::DEMO;
pub use graphql::{ResourceMutation, ResourceQuery};
pub use links_graphql::{AdministeredLinkMutation, AdministeredLinkQuery, LinkMutation, LinkQuery};
pub use rules::{CustomLink, FormLinks, ResourceDraft};

use crate::access::{
    Administered, Asked, CompanyScope, EmployeeScope, Feature, ForMembers, Managed, Need, Own, Permission,
    Write,
};
use crate::shared::day::Day;
use crate::shared::event_feed::EventType;
use crate::shared::id::ResourceId;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Db;
use serde_json::json;
use store::{Acknowledging, KeptLinks, OfferedResource, Resource};

pub const REFUSALS: &[&str] = rules::ResourceRefusal::CODES;

/// Access: what employees see, and what managers publish.
pub struct Resources;

impl Own for Resources {
    const OWN: Asked = Permission::Employee.asked();
}

impl Managed for Resources {
    const MANAGED: Asked = Feature::ManagerResources.asked();
}

/// Access: the company's links.
pub struct SharedLinks;

impl Managed for SharedLinks {
    const MANAGED: Asked = Feature::ManagerResources.asked();
}
impl ForMembers for SharedLinks {}
impl Administered for SharedLinks {}

/// Filters for what an employee sees.
#[derive(Clone, Copy, Debug)]
struct OfferFilter {
    is_action_item: Option<bool>,
    /// False if the employee has no access to documents.
    has_documents: bool,
}

/// What an employee sees, pending action items first, and the total.
async fn for_employee(
    db: &Db,
    scope: &EmployeeScope<Resources>,
    today: Day,
    narrowed: OfferFilter,
    limit: usize,
) -> Result<(Vec<OfferedResource>, i64), Problem> {
    let rows = store::for_employee(db, scope, today, narrowed, limit).await?;
    let of_all = rows.first().map_or(0, |row| row.of_all);
    Ok((rows, of_all))
}

async fn of_company(
    db: &Db,
    scope: &CompanyScope<Resources, impl Need>,
    is_action_item: Option<bool>,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<Resource>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::of_company(db, scope, is_action_item, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.name_key.clone()]))
}

/// The manager's own reports, with when they acknowledged. Those who haven't come first.
async fn acknowledging(
    db: &Db,
    scope: &CompanyScope<Resources, impl Need>,
    resource: ResourceId,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<Acknowledging>, Problem> {
    if !store::exists(db, scope, resource).await? {
        return Err(Problem::NotFound);
    }
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::acknowledging(db, scope, resource, &ask).await?;
    Ok(cursors.page(&ask, rows, Acknowledging::sort_keys))
}

pub async fn publish(
    work: &mut Work,
    scope: &CompanyScope<Resources, Write>,
    draft: ResourceDraft,
) -> Result<ResourceId, Problem> {
    let draft = rules::check(draft)?;
    let (id, now) = (ResourceId(work.new_id()), work.now());
    store::insert(work.tx(), scope, id, &draft, now).await.map_err(taken)?;
    work.record("resource.publish", "resource", id.0, detail(&draft));
    work.publish(EventType::ResourcePublished.of(id.0).at(scope.company()));
    Ok(id)
}

async fn revise(
    work: &mut Work,
    scope: &CompanyScope<Resources, Write>,
    id: ResourceId,
    version: i64,
    draft: ResourceDraft,
) -> Result<(), Problem> {
    let draft = rules::check(draft)?;
    let now = work.now();
    if !store::update(work.tx(), scope, id, version, &draft, now).await.map_err(taken)? {
        return Err(missed(work, scope, id).await?);
    }
    work.record("resource.revise", "resource", id.0, detail(&draft));
    work.publish(EventType::ResourceRevised.of(id.0).at(scope.company()));
    Ok(())
}

async fn withdraw(
    work: &mut Work,
    scope: &CompanyScope<Resources, Write>,
    id: ResourceId,
    version: Option<i64>,
) -> Result<(), Problem> {
    let now = work.now();
    if !store::delete(work.tx(), scope, id, version, now).await? {
        return Err(missed(work, scope, id).await?);
    }
    work.record("resource.withdraw", "resource", id.0, json!({}));
    work.publish(EventType::ResourceWithdrawn.of(id.0).at(scope.company()));
    Ok(())
}

/// Acknowledges an action item. Doing it again changes nothing: the first day stays.
pub async fn acknowledge(
    work: &mut Work,
    scope: &EmployeeScope<Resources>,
    id: ResourceId,
    today: Day,
) -> Result<(), Problem> {
    let Some((name, is_action_item)) = store::acknowledgeable(work.tx(), scope, id).await? else {
        return Err(Problem::NotFound);
    };
    if !is_action_item {
        return Err(rules::ResourceRefusal::NothingToAcknowledge.into());
    }
    let now = work.now();
    if !store::acknowledge(work.tx(), scope, id, now).await? {
        return Ok(());
    }
    let event = work.new_id();
    store::add_event(work.tx(), scope, event, id, &name, today, now).await?;
    work.record("resource.acknowledge", "resource", id.0, json!({ "employee": scope.employee() }));
    work.publish(EventType::ResourceAcknowledged.of(id.0).at(scope.company()).about(scope.employee()));
    Ok(())
}

async fn links(db: &Db, scope: &CompanyScope<SharedLinks, impl Need>) -> Result<KeptLinks, Problem> {
    store::links(db, scope).await
}

pub async fn put_links(
    work: &mut Work,
    scope: &CompanyScope<SharedLinks, Write>,
    version: Option<i64>,
    links: FormLinks,
) -> Result<KeptLinks, Problem> {
    let links = rules::check_links(links)?;
    let there = store::links(work.tx(), scope).await?;
    if there.links == links && version.is_none_or(|version| version == there.version) {
        return Ok(there);
    }
    let now = work.now();
    if !store::put_links(work.tx(), scope, version, &links, now).await? {
        let current = store::links(work.tx(), scope).await?;
        return Err(Problem::conflict(current));
    }
    let detail = json!({ "customLinks": links.custom.len(), "dashboardMessages": links.messages.len() });
    work.record("links.revise", "company", scope.company().0, detail);
    work.publish(EventType::LinksRevised.of(scope.company().0).at(scope.company()));
    store::links(work.tx(), scope).await
}

/// Nothing was written: the resource doesn't exist here, or it has another version by now.
async fn missed(
    work: &mut Work,
    scope: &CompanyScope<Resources, Write>,
    id: ResourceId,
) -> Result<Problem, Problem> {
    Ok(match store::one(work.tx(), scope, id).await? {
        Some(current) => Problem::conflict(current),
        None => Problem::NotFound,
    })
}

/// The resource in this transaction.
async fn written(
    work: &mut Work,
    scope: &CompanyScope<Resources, Write>,
    id: ResourceId,
) -> Result<Resource, Problem> {
    store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)
}

/// Two people may choose the same name at the same moment. The index decides.
fn taken(error: db::Error) -> Problem {
    match error {
        db::Error::Unique(index) if index == "resource_name" => {
            rules::ResourceRefusal::NameTaken("name").into()
        }
        error => error.into(),
    }
}

fn detail(draft: &ResourceDraft) -> serde_json::Value {
    json!({ "isActionItem": draft.is_action_item, "dueDate": draft.due, "hasLink": !draft.link.is_empty() })
}
