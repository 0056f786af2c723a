//! The SQL of messages on their way. What administrators ask takes their scope; the worker has the upkeep's.

use super::super::Events;
use super::super::rules::DeliveryState;
use super::feed::{EVENT, FeedEvent};
use crate::access::{Need, UpkeepScope, WholeTenantScope, Write};
use crate::shared::day::Moment;
use crate::shared::id::{CompanyId, DeliveryId, TenantId, WebhookId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Tx, params};
use jiff::Timestamp;

/// A message as administrators see it.
#[derive(Clone, Debug)]
pub struct WebhookDelivery {
    pub id: DeliveryId,
    pub webhook_id: WebhookId,
    /// None: a test.
    pub event_number: Option<i64>,
    pub event_type: String,
    pub created_at: Moment,
    pub due_at: Moment,
    pub attempts: i64,
    pub attempted_at: Option<Moment>,
    pub delivered_at: Option<Moment>,
    pub parked_at: Option<Moment>,
    /// The status code of the last answer.
    pub answer: Option<i64>,
    pub last_error: Option<String>,
}
db::row!(WebhookDelivery {
    id,
    webhook_id,
    event_number,
    event_type,
    created_at,
    due_at,
    attempts,
    attempted_at,
    delivered_at,
    parked_at,
    answer,
    last_error
});

impl WebhookDelivery {
    pub fn state(&self) -> DeliveryState {
        match (&self.delivered_at, &self.parked_at) {
            (Some(_), _) => DeliveryState::Delivered,
            (None, Some(_)) => DeliveryState::Parked,
            (None, None) => DeliveryState::Waiting,
        }
    }

    pub(in super::super) fn sort_keys(&self) -> Vec<String> {
        vec![self.created_at.0.to_string(), self.id.to_string()]
    }
}

/// Which of a webhook's messages are listed.
#[derive(Clone, Copy, Debug)]
pub struct DeliveryFilter {
    pub webhook: WebhookId,
    pub state: Option<DeliveryState>,
}

const ROW: &str =
    "SELECT d.id, d.webhook_id, d.event_number, d.type, d.created_at, d.due_at, d.attempts, d.attempted_at,
       d.delivered_at, d.parked_at, d.answer, d.last_error
     FROM webhook_delivery d WHERE d.tenant_id = $1";

const NEWEST_FIRST: Sort = Sort::descending(&[("d.created_at", SortKey::Moment), ("d.id", SortKey::Id)]);

pub(in super::super) async fn deliveries(
    db: &Db,
    scope: &WholeTenantScope<Events, impl Need>,
    filter: &DeliveryFilter,
    ask: &Ask,
) -> Result<Vec<WebhookDelivery>, Problem> {
    let mut values = params![scope.tenant(), filter.webhook];
    let state = match filter.state {
        None => "",
        Some(DeliveryState::Waiting) => "AND d.delivered_at IS NULL AND d.parked_at IS NULL",
        Some(DeliveryState::Delivered) => "AND d.delivered_at IS NOT NULL",
        Some(DeliveryState::Parked) => "AND d.parked_at IS NOT NULL",
    };
    let page = NEWEST_FIRST.page(ask, &mut values)?;
    Ok(db.all(format!("{ROW} AND d.webhook_id = $2 {state} {page}"), values).await?)
}

pub(in super::super) async fn delivery(
    tx: &mut Tx,
    scope: &WholeTenantScope<Events, Write>,
    id: DeliveryId,
) -> db::Result<Option<WebhookDelivery>> {
    tx.opt(format!("{ROW} AND d.id = $2"), params![scope.tenant(), id]).await
}

const INSERT: &str =
    "INSERT INTO webhook_delivery (id, tenant_id, webhook_id, event_number, type, created_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (webhook_id, event_number) DO NOTHING";

pub(in super::super) async fn insert_test(
    tx: &mut Tx,
    scope: &WholeTenantScope<Events, Write>,
    webhook: WebhookId,
    id: DeliveryId,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(INSERT, params![id, scope.tenant(), webhook, None::<i64>, "webhook.test", now]).await?;
    Ok(())
}

const AGAIN: &str =
    "UPDATE webhook_delivery SET due_at = $2, attempts = 0, delivered_at = NULL, parked_at = NULL
     WHERE tenant_id = $1";

/// False if its event isn't kept any longer.
pub(in super::super) async fn replay(
    tx: &mut Tx,
    scope: &WholeTenantScope<Events, Write>,
    id: DeliveryId,
    now: Timestamp,
) -> db::Result<bool> {
    let sql = format!(
        "{AGAIN} AND id = $3 AND (event_number IS NULL OR EXISTS
           (SELECT 1 FROM event e WHERE e.tenant_id = $1 AND e.number = webhook_delivery.event_number))"
    );
    Ok(tx.exec(sql, params![scope.tenant(), now, id]).await? == 1)
}

/// Messages that are there are due again, and the webhook goes back to where the time begins, for events that never had
/// one. Returns how many events that is about.
pub(in super::super) async fn replay_since(
    tx: &mut Tx,
    scope: &WholeTenantScope<Events, Write>,
    webhook: WebhookId,
    since: Timestamp,
    now: Timestamp,
) -> db::Result<i64> {
    let tenant = scope.tenant();
    let first = "SELECT count(*), coalesce(min(number), 0) FROM event WHERE tenant_id = $1 AND at >= $2";
    let (events, first): (i64, i64) = tx.one(first, params![tenant, since]).await?;
    if events == 0 {
        return Ok(0);
    }
    let again = format!("{AGAIN} AND webhook_id = $3 AND event_number >= $4");
    tx.exec(again, params![tenant, now, webhook, first]).await?;
    let back = "UPDATE webhook SET reached = $3 WHERE tenant_id = $1 AND id = $2 AND reached > $3";
    tx.exec(back, params![tenant, webhook, first - 1]).await?;
    Ok(events)
}

/// A webhook that hasn't looked at its tenant's newest events.
pub(in super::super) struct WebhookBehind {
    pub id: WebhookId,
    pub tenant_id: TenantId,
    pub company_id: Option<CompanyId>,
    pub types: String,
    pub reached: i64,
    pub newest: i64,
}
db::row!(WebhookBehind { id, tenant_id, company_id, types, reached, newest });

/// A removed tenant's wait until it's restored.
const IN_USE: &str = "JOIN tenant t ON t.id = w.tenant_id AND t.removed_at IS NULL";

pub(in super::super) async fn behind(db: &Db, _: &UpkeepScope, limit: i64) -> db::Result<Vec<WebhookBehind>> {
    let sql = format!(
        "SELECT w.id, w.tenant_id, w.company_id, w.types, w.reached, h.number
         FROM webhook w {IN_USE} JOIN event_head h ON h.tenant_id = w.tenant_id
         WHERE w.is_enabled AND w.reached < h.number LIMIT $1"
    );
    db.all(sql, params![limit]).await
}

/// Queues these messages and moves on to `reached`; false, and nothing is written, if another node was faster.
pub(in super::super) async fn advance(
    tx: &mut Tx,
    _: &UpkeepScope,
    webhook: &WebhookBehind,
    reached: i64,
    messages: Vec<(DeliveryId, &FeedEvent)>,
    now: Timestamp,
) -> db::Result<bool> {
    let move_on = "UPDATE webhook SET reached = $3 WHERE id = $1 AND reached = $2 AND is_enabled";
    if tx.exec(move_on, params![webhook.id, webhook.reached, reached]).await? == 0 {
        return Ok(false);
    }
    let row = |(id, event): (DeliveryId, &FeedEvent)| {
        params![id, webhook.tenant_id, webhook.id, event.number, event.event_type.as_str(), now]
    };
    tx.exec_many(INSERT, messages.into_iter().map(row).collect()).await?;
    Ok(true)
}

/// Webhooks with a message that is due.
pub(in super::super) async fn with_due(
    db: &Db,
    _: &UpkeepScope,
    now: Timestamp,
    limit: i64,
) -> db::Result<Vec<WebhookId>> {
    let sql = format!(
        "SELECT w.id FROM webhook w {IN_USE} WHERE w.is_enabled AND EXISTS (SELECT 1 FROM webhook_delivery d
           WHERE d.webhook_id = w.id AND d.delivered_at IS NULL AND d.parked_at IS NULL AND d.due_at <= $1) LIMIT $2"
    );
    Ok(db.all::<(WebhookId,)>(sql, params![now, limit]).await?.into_iter().map(|(id,)| id).collect())
}

/// A message that this worker has until its lease ends.
pub(in super::super) struct ClaimedDelivery {
    pub id: DeliveryId,
    pub webhook_id: WebhookId,
    pub tenant_id: TenantId,
    pub event_number: Option<i64>,
    pub created_at: Timestamp,
    pub attempts: i64,
}
db::row!(ClaimedDelivery { id, webhook_id, tenant_id, event_number, created_at, attempts });

/// The outer condition is checked again after waiting for another node's lock, so no message is claimed twice.
pub(in super::super) async fn claim(
    db: &Db,
    _: &UpkeepScope,
    webhook: WebhookId,
    (now, lease_ends): (Timestamp, Timestamp),
) -> db::Result<Option<ClaimedDelivery>> {
    let sql = format!(
        "UPDATE webhook_delivery SET attempts = attempts + 1, attempted_at = $1, due_at = $2
         WHERE delivered_at IS NULL AND parked_at IS NULL AND due_at <= $1 AND id IN
           (SELECT d.id FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id AND w.is_enabled
            WHERE d.webhook_id = $3 AND d.delivered_at IS NULL AND d.parked_at IS NULL AND d.due_at <= $1
            ORDER BY d.due_at, d.event_number LIMIT 1)
         RETURNING {}",
        ClaimedDelivery::COLS
    );
    Ok(db.write(vec![], (sql.into(), params![now, lease_ends, webhook])).await?.pop())
}

/// Where a message goes, and what signs it.
pub(in super::super) struct WebhookTarget {
    pub url: String,
    pub secret_sealed: Vec<u8>,
    pub old_secret_sealed: Option<Vec<u8>>,
    pub old_secret_until: Option<Timestamp>,
}
db::row!(WebhookTarget { url, secret_sealed, old_secret_sealed, old_secret_until });

pub(in super::super) async fn target(
    db: &Db,
    _: &UpkeepScope,
    webhook: WebhookId,
) -> db::Result<Option<WebhookTarget>> {
    let sql = format!("SELECT {} FROM webhook WHERE id = $1 AND is_enabled", WebhookTarget::COLS);
    db.opt(sql, params![webhook]).await
}

pub(in super::super) async fn event(
    db: &Db,
    _: &UpkeepScope,
    tenant: TenantId,
    number: i64,
) -> db::Result<Option<FeedEvent>> {
    db.opt(format!("{EVENT} WHERE e.tenant_id = $1 AND e.number = $2"), params![tenant, number]).await
}

/// What became of an attempt.
pub(in super::super) enum HookOutcome {
    Delivered,
    Parked(String),
    Later(Timestamp, String),
}

/// Nothing happens if the lease was over and someone else has the message.
pub(in super::super) async fn settle(
    tx: &mut Tx,
    _: &UpkeepScope,
    message: &ClaimedDelivery,
    outcome: &HookOutcome,
    answer: Option<u16>,
    now: Timestamp,
) -> db::Result<bool> {
    let (set, at, error) = match outcome {
        HookOutcome::Delivered => ("delivered_at = $3", now, None),
        HookOutcome::Parked(error) => ("parked_at = $3", now, Some(error.as_str())),
        HookOutcome::Later(due, error) => ("due_at = $3", *due, Some(error.as_str())),
    };
    let sql = format!(
        "UPDATE webhook_delivery SET {set}, answer = $4, last_error = $5
         WHERE id = $1 AND attempts = $2 AND delivered_at IS NULL AND parked_at IS NULL"
    );
    let values = params![message.id, message.attempts, at, answer.map(i64::from), error];
    Ok(tx.exec(sql, values).await? == 1)
}

/// After a 410. False if it's off already.
pub(in super::super) async fn turn_off(
    tx: &mut Tx,
    _: &UpkeepScope,
    webhook: WebhookId,
    now: Timestamp,
) -> db::Result<bool> {
    let sql = "UPDATE webhook SET is_enabled = FALSE, gone_at = $2, version = version + 1
         WHERE id = $1 AND is_enabled";
    Ok(tx.exec(sql, params![webhook, now]).await? == 1)
}
