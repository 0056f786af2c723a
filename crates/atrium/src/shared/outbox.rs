//! The outbox: messages written in the transaction of a change, then delivered by a worker, at least once. The worker
//! may be killed at any point: a claimed message becomes due again when its lease ends. A message that keeps failing is
//! parked with its last error and doesn't hold up the others. The secret part of a message is sealed, and deleted as
//! soon as the message is delivered or parked.

use crate::shared::clock::Clock;
use crate::shared::id::TenantId;
use db::{Db, Statement, Tx, Value, params};
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

const LEASE: SignedDuration = SignedDuration::from_secs(60);
/// Shorter than the lease, so a slow delivery is abandoned before another worker claims the message.
const DELIVERY_LIMIT: Duration = Duration::from_secs(30);
/// The topic of what host applications are told when a session ends.
pub const SIGN_OUT: &str = "sign_out";
/// The most messages one run takes.
pub const BATCH: usize = 20;
/// How long delivered messages are kept, for investigations.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(7 * 24);

#[derive(Clone, Debug)]
pub struct Message {
    pub id: Uuid,
    pub tenant_id: TenantId,
    pub topic: String,
    /// What anyone with access to the database may see.
    pub payload: String,
    /// The rest, sealed with the message's id as its context.
    pub sealed: Option<Vec<u8>>,
    pub created_at: Timestamp,
    pub attempts: i64,
}
db::row!(Message { id, tenant_id, topic, payload, sealed, created_at, attempts });

/// Why a message wasn't delivered. The text is kept and logged, so it never contains any part of the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// Worth trying again later.
    Failed(String),
    /// Trying again wouldn't help: parked right away.
    Hopeless(String),
}

/// Where messages go. Receivers must tolerate a repeated message; its ID identifies it.
pub trait Deliver: Send + Sync {
    fn deliver<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), Undelivered>>;
}

/// For events from an earlier version, which had a worker deliver them: a line in the log.
pub struct ToLog;

impl Deliver for ToLog {
    fn deliver<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), Undelivered>> {
        tracing::info!(id = %message.id, tenant = %message.tenant_id, topic = message.topic, "event");
        Box::pin(async { Ok(()) })
    }
}

/// A message about to be written.
#[derive(Debug)]
pub struct MessageDraft<'a> {
    pub id: Uuid,
    pub tenant: TenantId,
    pub topic: &'a str,
    pub payload: &'a serde_json::Value,
    pub sealed: Option<Vec<u8>>,
}

pub const INSERT: &str =
    "INSERT INTO outbox_message (id, tenant_id, topic, payload, sealed, created_at, due_at, attempts)
     VALUES ($1, $2, $3, $4, $5, $6, $6, 0)";

/// A draft's parameters.
pub fn values(draft: &MessageDraft<'_>, now: Timestamp) -> Vec<Value> {
    params![draft.id, draft.tenant, draft.topic, draft.payload.to_string(), draft.sealed.clone(), now]
}

pub async fn enqueue_many(tx: &mut Tx, drafts: Vec<Vec<Value>>) -> db::Result<()> {
    tx.exec_many(INSERT, drafts).await?;
    Ok(())
}

#[derive(Clone)]
pub struct Worker {
    pub db: Db,
    pub clock: Clock,
    pub receiver: Arc<dyn Deliver>,
    pub max_attempts: i64,
}

/// What happened to a message a worker took.
enum DeliveryOutcome {
    Delivered,
    Parked(String),
    Later(String),
}

impl Worker {
    /// Delivers what is due now and returns how many messages were taken.
    pub async fn run_once(&self) -> db::Result<usize> {
        // An idle worker must not take the writer for nothing.
        if self.is_due().await? { self.run_awake().await } else { Ok(0) }
    }

    /// The same, for a worker that was told about a message. Each is claimed separately, just before delivery, so a
    /// message that crashes the worker doesn't cost another one an attempt. Its outcome is written together with the
    /// next claim. Fewer than `BATCH` means nothing else was due, except what another node was claiming.
    pub async fn run_awake(&self) -> db::Result<usize> {
        let mut message = self.claim(None).await?;
        for taken in 0..BATCH {
            let Some(current) = message else { return Ok(taken) };
            let outcome = self.deliver(&current).await;
            let is_last = taken + 1 == BATCH;
            message = if is_last {
                self.settle_alone(&current, &outcome).await?;
                None
            } else {
                self.claim(Some((&current, &outcome))).await?
            };
        }
        Ok(BATCH)
    }

    async fn deliver(&self, message: &Message) -> DeliveryOutcome {
        // A worker that died while delivering has already counted its attempt: a poison message can't kill workers
        // forever.
        if message.attempts > self.max_attempts {
            return parked(message, "the worker stopped during every attempt".to_owned());
        }
        let error = match tokio::time::timeout(DELIVERY_LIMIT, self.receiver.deliver(message)).await {
            Ok(Ok(())) => {
                tracing::info!(id = %message.id, topic = message.topic, "a message was delivered");
                count(message, "delivered");
                return DeliveryOutcome::Delivered;
            }
            Ok(Err(Undelivered::Hopeless(error))) => return parked(message, error),
            Ok(Err(Undelivered::Failed(error))) => error,
            Err(_) => "no answer within 30 s".to_owned(),
        };
        if message.attempts >= self.max_attempts {
            return parked(message, error);
        }
        tracing::warn!(id = %message.id, topic = message.topic, error, "a message failed and will be retried");
        count(message, "retried");
        DeliveryOutcome::Later(error)
    }

    async fn is_due(&self) -> db::Result<bool> {
        let due: Option<(i64,)> = self
            .db
            .opt(
                "SELECT 1 FROM outbox_message WHERE delivered_at IS NULL AND parked_at IS NULL AND due_at <= $1
                 LIMIT 1",
                params![self.clock.now()],
            )
            .await?;
        Ok(due.is_some())
    }

    async fn claim(&self, before: Option<(&Message, &DeliveryOutcome)>) -> db::Result<Option<Message>> {
        let now = self.clock.now();
        let settled = before.map(|(message, outcome)| settled(message, outcome, now));
        // The outer condition is checked again after waiting for another node's lock, so no message is claimed twice.
        let sql = format!(
            "UPDATE outbox_message SET attempts = attempts + 1, due_at = $2
             WHERE delivered_at IS NULL AND parked_at IS NULL AND due_at <= $1 AND id IN
               (SELECT id FROM outbox_message WHERE delivered_at IS NULL AND parked_at IS NULL AND due_at <= $1
                ORDER BY due_at LIMIT 1)
             RETURNING {}",
            Message::COLS
        );
        let claim = (sql.into(), params![now, now + LEASE]);
        Ok(self.db.write(settled.into_iter().collect(), claim).await?.pop())
    }

    async fn settle_alone(&self, message: &Message, outcome: &DeliveryOutcome) -> db::Result<()> {
        let mut tx = self.db.begin_write().await?;
        let (sql, values) = settled(message, outcome, self.clock.now());
        tx.exec(sql, values).await?;
        tx.commit().await
    }
}

fn count(message: &Message, result: &'static str) {
    // A topic from an older version must not create a metric series of its own.
    let topic = match message.topic.as_str() {
        "mail" => "mail",
        "sms" => "sms",
        SIGN_OUT => SIGN_OUT,
        _ => "other",
    };
    metrics::counter!("atrium_messages_total", "topic" => topic, "result" => result).increment(1);
}

fn parked(message: &Message, error: String) -> DeliveryOutcome {
    tracing::error!(id = %message.id, topic = message.topic, error, "a message is parked");
    count(message, "parked");
    DeliveryOutcome::Parked(error)
}

fn settled(message: &Message, outcome: &DeliveryOutcome, now: Timestamp) -> Statement {
    let (sql, values) = match outcome {
        DeliveryOutcome::Delivered => (
            "UPDATE outbox_message SET delivered_at = $2, last_error = NULL, sealed = NULL WHERE id = $1",
            params![message.id, now],
        ),
        DeliveryOutcome::Parked(error) => (
            "UPDATE outbox_message SET parked_at = $2, last_error = $3, sealed = NULL WHERE id = $1",
            params![message.id, now, cut(error)],
        ),
        DeliveryOutcome::Later(error) => (
            "UPDATE outbox_message SET due_at = $2, last_error = $3 WHERE id = $1",
            params![message.id, now + back_off(message.attempts), cut(error)],
        ),
    };
    (sql.into(), values)
}

/// Deletes what was delivered long ago. Bounded, so it never holds the writer for long.
pub async fn forget_delivered(tx: &mut Tx, now: Timestamp) -> db::Result<u64> {
    tx.exec(
        "DELETE FROM outbox_message WHERE id IN (SELECT id FROM outbox_message
           WHERE created_at < $1 AND delivered_at IS NOT NULL ORDER BY created_at LIMIT 500)",
        params![now - KEPT_FOR],
    )
    .await
}

/// 2 s, 4 s, 8 s … at most an hour.
fn back_off(attempts: i64) -> SignedDuration {
    SignedDuration::from_secs(1 << attempts.clamp(1, 11)).min(SignedDuration::from_hours(1))
}

fn cut(error: &str) -> String {
    error.chars().filter(|c| !c.is_control()).take(500).collect()
}
