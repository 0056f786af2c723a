//! Announcements, which the spec calls company messages.
//!
//! - An employee sees their company's announcements that are current today and meant for them, newest first.
//! - Targets (pay group, division, branch, department, team) combine: every one that's set must match.
//! - A manager of the company sees all of them, whatever their dates.
//! - An announcement can be written in Spanish too. People who read Spanish see that version, if there is one.
//! - What someone has read is marked for them alone.
//! - Writing needs `manager.write`. Before publishing, the manager sees how many people it will reach.
//! - If someone else has changed an announcement meanwhile, saving it fails and shows the current one.

mod demo;
mod graphql;
mod kinds;
mod rules;
mod store;

pub use demo::DEMO;
pub use graphql::{AnnouncementMutation, AnnouncementQuery, news_of};
pub use rules::{AnnouncementDraft, Target};

use crate::access::{Asked, CompanyScope, EmployeeScope, Feature, Managed, Need, Own, Write};
use crate::shared::day::Day;
use crate::shared::event_feed::EventType;
use crate::shared::id::AnnouncementId;
use crate::shared::page::{Ask, Cursors, MAX_LIMIT, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Db;
use rules::AnnouncementRefusal;
use serde_json::json;
use store::Announcement;

pub const REFUSALS: &[&str] = AnnouncementRefusal::CODES;

/// Access: what employees read, and what managers publish.
pub struct Announcements;

impl Own for Announcements {
    const OWN: Asked = Feature::Announcements.asked();
}

impl Managed for Announcements {
    const MANAGED: Asked = Feature::ManagerAnnouncements.asked();
}

/// The employee's current announcements.
async fn for_employee(
    db: &Db,
    scope: &EmployeeScope<Announcements>,
    today: Day,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<Announcement>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::current_for(db, scope, today, &ask).await?;
    Ok(cursors.page(&ask, rows, Announcement::sort_keys))
}

/// The newest of the employee's current announcements: id and text.
async fn newest_for(
    db: &Db,
    scope: &EmployeeScope<Announcements>,
    today: Day,
    cursors: Cursors<'_>,
    limit: i32,
) -> Result<Vec<(AnnouncementId, String)>, Problem> {
    let page = for_employee(db, scope, today, cursors, Some(limit), None).await?;
    Ok(page.results.into_iter().map(|row| (row.id, row.message)).collect())
}

/// The newest ones, and the total.
async fn newest(
    db: &Db,
    scope: &EmployeeScope<Announcements>,
    today: Day,
    limit: usize,
) -> Result<(Vec<Announcement>, i64), Problem> {
    store::first_for(db, scope, today, &Ask { limit, from: None }).await
}

/// Marks these as read and returns how many were unread. Reading doesn't change any business data, so it leaves no
/// event.
async fn mark_read(
    work: &mut Work,
    scope: &EmployeeScope<Announcements>,
    today: Day,
    ids: &[AnnouncementId],
) -> Result<i64, Problem> {
    if ids.len() > MAX_LIMIT {
        return Err(AnnouncementRefusal::TooMany.into());
    }
    let now = work.now();
    let newly = store::mark_read(work.tx(), scope, today, ids, now).await?;
    Ok(i64::try_from(newly).unwrap_or(i64::MAX))
}

/// All of a company's announcements, for its managers.
async fn of_company(
    db: &Db,
    scope: &CompanyScope<Announcements, impl Need>,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<Announcement>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::of_company(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, Announcement::sort_keys))
}

/// Who a target reaches: numbers for everyone, names only for the manager's own reports.
async fn audience(
    db: &Db,
    scope: &CompanyScope<Announcements, impl Need>,
    target: &Target,
) -> Result<store::Audience, Problem> {
    if !target.is_everyone() {
        rules::check_target(target, &store::known_targets(db, scope, target).await?)?;
    }
    store::audience(db, scope, target).await.map_err(Problem::from)
}

pub async fn publish(
    work: &mut Work,
    scope: &CompanyScope<Announcements, Write>,
    draft: AnnouncementDraft,
) -> Result<Announcement, Problem> {
    let draft = rules::check(draft)?;
    check_target(work, scope, &draft.target).await?;
    let id = AnnouncementId(work.new_id());
    let now = work.now();
    let published = store::insert(work.tx(), scope, id, &draft, now).await?;
    work.record("announcement.publish", "announcement", id.0, detail(&draft));
    work.publish(EventType::AnnouncementPublished.of(id.0).at(scope.company()));
    Ok(published)
}

async fn revise(
    work: &mut Work,
    scope: &CompanyScope<Announcements, Write>,
    id: AnnouncementId,
    version: i64,
    draft: AnnouncementDraft,
) -> Result<Announcement, Problem> {
    let draft = rules::check(draft)?;
    check_target(work, scope, &draft.target).await?;
    let now = work.now();
    let Some(revised) = store::update(work.tx(), scope, id, version, &draft, now).await? else {
        return Err(missed(work, scope, id).await?);
    };
    work.record("announcement.revise", "announcement", id.0, detail(&draft));
    work.publish(EventType::AnnouncementRevised.of(id.0).at(scope.company()));
    Ok(revised)
}

async fn withdraw(
    work: &mut Work,
    scope: &CompanyScope<Announcements, Write>,
    id: AnnouncementId,
    version: Option<i64>,
) -> Result<(), Problem> {
    if !store::delete(work.tx(), scope, id, version).await? {
        return Err(missed(work, scope, id).await?);
    }
    work.record("announcement.withdraw", "announcement", id.0, json!({}));
    work.publish(EventType::AnnouncementWithdrawn.of(id.0).at(scope.company()));
    Ok(())
}

/// Nothing was written: the announcement doesn't exist here, or it has another version by now.
async fn missed(
    work: &mut Work,
    scope: &CompanyScope<Announcements, Write>,
    id: AnnouncementId,
) -> Result<Problem, Problem> {
    let Some(current) = store::one(work.tx(), scope, id).await? else {
        return Ok(Problem::NotFound);
    };
    Ok(Problem::conflict(current))
}

async fn check_target(
    work: &mut Work,
    scope: &CompanyScope<Announcements, Write>,
    target: &Target,
) -> Result<(), Problem> {
    if target.is_everyone() {
        return Ok(());
    }
    Ok(rules::check_target(target, &store::known_targets(work.tx(), scope, target).await?)?)
}

/// Keeps the text out of the audit trail. Its length and its audience are enough.
fn detail(draft: &AnnouncementDraft) -> serde_json::Value {
    json!({
        "characters": draft.message.chars().count(),
        "from": draft.starts,
        "to": draft.ends,
        "everyone": draft.target.is_everyone(),
    })
}
