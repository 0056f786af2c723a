//! The tenant's events, for other programs, and the webhooks that push them. What happens is written down by each
//! feature, in the transaction of the change (`shared/event_feed.rs`). Types and formats: `docs/events.md`.
//!
//! - An event says what happened to what, where and when, in IDs. Anyone who wants to know more has to be allowed to ask.
//! - A tenant's events are numbered without gaps. Anyone who reads on from the last number they saw misses nothing; someone
//!   who comes back after events were deleted is told so.
//! - Events and deliveries are kept for 30 days.
//! - A machine with the right `events.read` reads all events of its tenant (`api.rs`).
//! - Administrators of the whole tenant add, change, rotate and remove webhooks, with a fresh factor for each change.
//!   Company administrators don't: one webhook may get events of every company.
//! - A webhook's address is https:// and public, unless the operator lists its host. We don't follow redirects.
//! - Messages are signed per Standard Webhooks (`signature.rs`). The secret is shown once. After a rotation, messages
//!   are signed with both secrets for a day, unless the old one has to stop right away.
//! - A message is delivered at least once. It's tried for three days with growing gaps, then parked; it can be sent again
//!   by hand (`delivering.rs`). An endpoint that answers 410 is turned off.

mod api;
mod changes;
mod delivering;
mod graphql;
mod rules;
mod signature;
mod store;
mod webhooks;

pub use api::api;
pub use changes::{
    AddedWebhook, ChangedWebhook, CheckedWebhook, RemovalOfWebhook, RotationOfWebhookSecret, SavedWebhook,
    TurnOfWebhook, WebhookDraft,
};
pub use delivering::{begin_delivering, deliver_due};
pub use graphql::{EventMutation, EventQuery};
pub use rules::DeliveryState;
pub use store::{DeliveryFilter, FeedEvent, WebhookDelivery, WebhookRow};
pub use webhooks::{
    add, called, change, check, choices, deliveries, list_webhooks, remove, replay, replay_since, rotate,
    test, turn,
};

use crate::access::{Administered, Need, WholeTenantScope};
use crate::shared::id::TenantId;
use crate::shared::page::{self, Cursors, Page};
use crate::shared::problem::Problem;
use db::{Db, Tx};
use jiff::{SignedDuration, Timestamp};
use rules::EventRefusal;
use serde_json::{Value, json};

pub const REFUSALS: &[&str] = EventRefusal::CODES;

/// How long events and deliveries are kept.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Access: a tenant's events and webhooks.
pub struct Events;

impl Administered for Events {}

/// Some of the tenant's events, oldest first.
pub struct EventsAfter {
    pub events: Vec<FeedEvent>,
    /// Where to go on: the last number in `events`, or what was asked for if there is nothing new.
    pub last: i64,
    pub has_more: bool,
}

/// The events behind number `after`; 0 starts with the oldest that is kept.
pub async fn events_after(
    db: &Db,
    scope: &WholeTenantScope<Events, impl Need>,
    after: i64,
    limit: Option<i32>,
) -> Result<EventsAfter, Problem> {
    let limit = page::first(limit)?;
    newest_behind(db, scope, after).await?;
    let mut events = store::after(db, scope, (after, ""), limit + 1).await?;
    let has_more = events.len() > limit;
    events.truncate(limit);
    let last = events.last().map_or(after, |event| event.number);
    Ok(EventsAfter { events, last, has_more })
}

/// The newest event's number; refused if events behind `after` are gone, or there is no such number.
async fn newest_behind(
    db: &Db,
    scope: &WholeTenantScope<Events, impl Need>,
    after: i64,
) -> Result<i64, Problem> {
    let kept = store::kept(db, scope).await?;
    if !(0..=kept.newest).contains(&after) {
        return Err(EventRefusal::NoSuchNumber.into());
    }
    if after > 0 && after + 1 < kept.oldest {
        return Err(EventRefusal::Forgotten.into());
    }
    Ok(kept.newest)
}

/// A page of the tenant's events, oldest first.
pub struct EventFeed {
    pub page: Page<FeedEvent>,
    /// Where to go on later: everything up to this number was read, or is of another type.
    pub last: i64,
}

/// The events behind number `after`, or behind a page before. `event_type`: one type, or blank for all.
pub async fn feed(
    db: &Db,
    scope: &WholeTenantScope<Events, impl Need>,
    (after, event_type): (i64, &str),
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<EventFeed, Problem> {
    rules::check_type_filter(event_type)?;
    let ask = cursors.ask(limit, cursor)?;
    let of_cursor = ask.from.as_ref().and_then(|(_, keys)| keys.first()?.parse::<i64>().ok());
    let after = of_cursor.unwrap_or(after);
    let newest = newest_behind(db, scope, after).await?;
    let rows = store::after(db, scope, (after, event_type), ask.limit + 1).await?;
    let page = cursors.page(&ask, rows, FeedEvent::sort_keys);
    let last = page.results.last().map_or(after, |event| event.number);
    // Read after the head, the rows have all up to it.
    let last = if page.links.next.is_some() { last } else { last.max(newest) };
    Ok(EventFeed { page, last })
}

/// The tenant's events for people, newest first. `event_type`: one type, or blank for all.
pub async fn list(
    db: &Db,
    scope: &WholeTenantScope<Events, impl Need>,
    event_type: &str,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<FeedEvent>, Problem> {
    rules::check_type_filter(event_type)?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::list(db, scope, event_type, &ask).await?;
    Ok(cursors.page(&ask, rows, FeedEvent::sort_keys))
}

/// An event as programs get it, from the feed and in a webhook's message.
pub fn on_wire(tenant: TenantId, event: &FeedEvent) -> Value {
    json!({
        "id": event.id, "number": event.number, "type": event.event_type, "time": event.at.0.to_string(),
        "tenantId": tenant, "companyId": event.company_id, "employeeId": event.employee_id,
        "subject": rules::subject_of(&event.event_type), "subjectId": event.subject_id,
    })
}

/// Deletes what is too old to be kept.
pub async fn forget(tx: &mut Tx, now: Timestamp) -> db::Result<()> {
    store::forget(tx, &crate::access::upkeep(), now - KEPT_FOR).await
}
