//! Looking after webhooks: the use cases of the console and the command line.

use super::changes::{
    AddedWebhook, ChangedWebhook, CheckedWebhook, RemovalOfWebhook, RotationOfWebhookSecret, SavedWebhook,
    TurnOfWebhook, WebhookDraft,
};
use super::rules::{self, EventRefusal};
use super::store::{self, DeliveryFilter, NewWebhookSecret, WebhookDelivery, WebhookRow};
use super::{Events, KEPT_FOR, signature};
use crate::access::{Need, WholeTenantScope, Write};
use crate::app::App;
use crate::factors::Proven;
use crate::shared::id::{CompanyId, DeliveryId, WebhookId};
use crate::shared::outbound::Outbound;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::Work;
use db::{Db, Tx};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use uuid::Uuid;

/// How long a replaced secret still signs, so the receiver can be given the new one.
const SECRET_OVERLAP: SignedDuration = SignedDuration::from_hours(24);
pub(super) const SEALED_AS: &str = "webhook secret";

type WebhookScope<N> = WholeTenantScope<Events, N>;

pub async fn list_webhooks(
    db: &Db,
    scope: &WebhookScope<impl Need>,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<WebhookRow>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::webhooks(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, WebhookRow::sort_keys))
}

/// By name, for the command line.
pub async fn called(db: &Db, scope: &WebhookScope<impl Need>, name: &str) -> Result<WebhookRow, Problem> {
    store::called(db, scope, name.trim()).await?.ok_or(Problem::NotFound)
}

/// The companies to choose from.
pub async fn choices(db: &Db, scope: &WebhookScope<impl Need>) -> Result<Vec<(CompanyId, String)>, Problem> {
    Ok(store::companies(db, scope).await?)
}

/// A webhook's messages, newest first.
pub async fn deliveries(
    db: &Db,
    scope: &WebhookScope<impl Need>,
    filter: &DeliveryFilter,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<WebhookDelivery>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::deliveries(db, scope, filter, &ask).await?;
    if rows.is_empty() {
        store::one(db, scope, filter.webhook).await?.ok_or(Problem::NotFound)?;
    }
    Ok(cursors.page(&ask, rows, WebhookDelivery::sort_keys))
}

/// Before anyone is asked for a factor. `id`: the webhook to change; none for a new one.
pub async fn check(
    app: &App,
    tx: &mut Tx,
    scope: &WebhookScope<Write>,
    id: Option<WebhookId>,
    draft: WebhookDraft,
) -> Result<CheckedWebhook, Problem> {
    if let Some(id) = id {
        store::one(&mut *tx, scope, id).await?.ok_or(Problem::NotFound)?;
    }
    let outbound = Outbound::new(&app.settings.outbound_allowed_hosts).map_err(Problem::Unavailable)?;
    let checked = CheckedWebhook {
        name: rules::name(&draft.name)?,
        url: rules::url(&draft.url, |url| outbound.allows(url))?,
        company: draft.company,
        types: rules::types(&draft.types)?,
        is_enabled: draft.is_enabled,
    };
    let standing = store::standing(tx, scope, id, &checked.name, checked.company).await?;
    if !standing.is_company {
        return Err(EventRefusal::UnknownCompany.into());
    }
    if standing.is_taken {
        return Err(EventRefusal::Exists.into());
    }
    if id.is_none() && standing.count >= rules::MAX_WEBHOOKS {
        return Err(EventRefusal::TooMany.into());
    }
    Ok(checked)
}

fn exists(error: db::Error) -> Problem {
    match error {
        // Someone else was a moment faster.
        db::Error::Unique(_) => EventRefusal::Exists.into(),
        error => error.into(),
    }
}

async fn one(work: &mut Work, scope: &WebhookScope<Write>, id: WebhookId) -> Result<WebhookRow, Problem> {
    store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)
}

fn new_secret(app: &App, id: WebhookId, now: Timestamp) -> (String, NewWebhookSecret) {
    let secret = signature::new_secret(&app.randomness);
    let sealed = seal::seal(&app.keys.secrets, &app.randomness, SEALED_AS, id.0, secret.as_bytes());
    (secret, NewWebhookSecret { sealed, at: now })
}

/// It gets the events from now on.
pub async fn add(
    app: &App,
    work: &mut Work,
    scope: &WebhookScope<Write>,
    added: Proven<AddedWebhook>,
) -> Result<SavedWebhook, Problem> {
    let checked = &added.checked;
    let (id, now) = (WebhookId(work.new_id()), work.now());
    let (secret, new) = new_secret(app, id, now);
    store::insert(work.tx(), scope, id, checked, new).await.map_err(exists)?;
    work.record("webhook.added", "webhook", id.0, checked.detail());
    Ok(SavedWebhook { row: one(work, scope, id).await?, secret: Some(secret) })
}

/// One that is turned on again gets the events from then on; those in between can be replayed.
pub async fn change(
    work: &mut Work,
    scope: &WebhookScope<Write>,
    changed: Proven<ChangedWebhook>,
) -> Result<SavedWebhook, Problem> {
    let ChangedWebhook { id, version, checked } = changed.into_change();
    let there = one(work, scope, id).await?;
    if there.version != version
        || !store::update(work.tx(), scope, (id, version), &checked).await.map_err(exists)?
    {
        return Err(Problem::conflict(there));
    }
    let mut detail = checked.detail();
    detail["before"] = there.detail();
    work.record("webhook.changed", "webhook", id.0, detail);
    Ok(SavedWebhook { row: one(work, scope, id).await?, secret: None })
}

/// Turns one on or off, for the command line.
pub async fn turn(
    work: &mut Work,
    scope: &WebhookScope<Write>,
    turn: Proven<TurnOfWebhook>,
) -> Result<WebhookRow, Problem> {
    let TurnOfWebhook { id, version, is_enabled } = turn.into_change();
    let there = one(work, scope, id).await?;
    if !store::turn(work.tx(), scope, (id, version), is_enabled).await? {
        return Err(Problem::conflict(there));
    }
    let mut detail = there.detail();
    detail["isEnabled"] = json!(is_enabled);
    detail["before"] = json!({ "isEnabled": there.is_enabled });
    work.record("webhook.changed", "webhook", id.0, detail);
    one(work, scope, id).await
}

pub async fn rotate(
    app: &App,
    work: &mut Work,
    scope: &WebhookScope<Write>,
    rotation: Proven<RotationOfWebhookSecret>,
) -> Result<SavedWebhook, Problem> {
    let RotationOfWebhookSecret { id, version, keeps_old } = rotation.into_change();
    let there = one(work, scope, id).await?;
    let (secret, new) = new_secret(app, id, work.now());
    let old_until = keeps_old.then(|| work.now() + SECRET_OVERLAP);
    if !store::rotate(work.tx(), scope, (id, version), new, old_until).await? {
        return Err(Problem::conflict(there));
    }
    let detail = json!({ "name": there.name, "oldSignsUntil": old_until });
    work.record("webhook.secret_replaced", "webhook", id.0, detail);
    Ok(SavedWebhook { row: one(work, scope, id).await?, secret: Some(secret) })
}

/// With its deliveries.
pub async fn remove(
    work: &mut Work,
    scope: &WebhookScope<Write>,
    removal: Proven<RemovalOfWebhook>,
) -> Result<(), Problem> {
    let RemovalOfWebhook { id, version } = removal.into_change();
    let there = one(work, scope, id).await?;
    if there.version != version || !store::delete(work.tx(), scope, (id, version)).await? {
        return Err(Problem::conflict(there));
    }
    work.record("webhook.removed", "webhook", id.0, there.detail());
    Ok(())
}

async fn turned_on(
    work: &mut Work,
    scope: &WebhookScope<Write>,
    id: WebhookId,
) -> Result<WebhookRow, Problem> {
    let there = one(work, scope, id).await?;
    if there.is_enabled { Ok(there) } else { Err(EventRefusal::TurnedOff.into()) }
}

/// Queues a message that says nothing happened.
pub async fn test(
    work: &mut Work,
    scope: &WebhookScope<Write>,
    id: WebhookId,
) -> Result<WebhookDelivery, Problem> {
    let there = turned_on(work, scope, id).await?;
    let (delivery, now) = (DeliveryId(work.new_id()), work.now());
    store::insert_test(work.tx(), scope, id, delivery, now).await?;
    work.record("webhook.tested", "webhook", id.0, json!({ "name": there.name }));
    store::delivery(work.tx(), scope, delivery).await?.ok_or(Problem::NotFound)
}

/// Sends one message again, even if it was delivered.
pub async fn replay(
    work: &mut Work,
    scope: &WebhookScope<Write>,
    delivery: DeliveryId,
) -> Result<WebhookDelivery, Problem> {
    let there = store::delivery(work.tx(), scope, delivery).await?.ok_or(Problem::NotFound)?;
    turned_on(work, scope, there.webhook_id).await?;
    let now = work.now();
    if !store::replay(work.tx(), scope, delivery, now).await? {
        // Its event isn't kept any longer.
        return Err(Problem::NotFound);
    }
    let detail = json!({ "deliveryId": delivery, "eventNumber": there.event_number });
    work.record("webhook.replayed", "webhook", there.webhook_id.0, detail);
    store::delivery(work.tx(), scope, delivery).await?.ok_or(Problem::NotFound)
}

/// Sends everything that happened since then, also what was delivered or never sent. Returns how many events there are
/// to look at.
pub async fn replay_since(
    work: &mut Work,
    scope: &WebhookScope<Write>,
    id: WebhookId,
    since: Timestamp,
) -> Result<i64, Problem> {
    let there = turned_on(work, scope, id).await?;
    let now = work.now();
    if since > now || since < now - KEPT_FOR {
        return Err(EventRefusal::TooLongAgo.into());
    }
    let events = store::replay_since(work.tx(), scope, id, since, now).await?;
    let detail = json!({ "name": there.name, "since": since.to_string(), "events": events });
    work.record("webhook.replayed", "webhook", id.0, detail);
    Ok(events)
}

/// The message's ID for receivers, by which they recognize one that comes twice.
pub(super) fn message_id(delivery: DeliveryId, event: Option<Uuid>) -> String {
    event.unwrap_or(delivery.0).to_string()
}
