//! Getting messages to webhooks. Each webhook first gets a delivery per event it wants, in the events' order; then what
//! is due is sent. Several nodes share the work: a message is claimed with a lease, and becomes due again when a node
//! stops in the middle. One slow endpoint doesn't hold up the others.

use super::rules::{self, AnswerMeaning, MAX_ATTEMPTS};
use super::store::{self, ClaimedDelivery, FeedEvent, HookOutcome, WebhookBehind, WebhookTarget};
use super::webhooks::{SEALED_AS, message_id};
use super::{on_wire, signature};
use crate::access::{UpkeepScope, upkeep};
use crate::app::App;
use crate::shared::id::{DeliveryId, WebhookId};
use crate::shared::outbound::Outbound;
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::{Author, Work};
use futures_util::StreamExt;
use futures_util::stream;
use jiff::{SignedDuration, Timestamp};
use reqwest::Url;
use reqwest::header::CONTENT_TYPE;
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Longer than an attempt takes.
const LEASE: SignedDuration = SignedDuration::from_secs(60);
const ANSWER_LIMIT: Duration = Duration::from_secs(15);
/// The most webhooks one round looks at.
const MAX_WEBHOOKS_A_ROUND: i64 = 200;
/// The most events that are looked at together for one webhook.
const MAX_SPREAD: i64 = 500;
/// The most messages one webhook gets per round.
const MAX_SENT: usize = 100;
/// How many endpoints are called at the same time.
const AT_A_TIME: usize = 8;

/// Delivers in the background, unless this server is still delivering.
pub fn begin_delivering(app: &App) {
    static IS_DELIVERING: AtomicBool = AtomicBool::new(false);
    if IS_DELIVERING.swap(true, Ordering::AcqRel) {
        return;
    }
    let app = app.clone();
    tokio::spawn(async move {
        if let Err(problem) = deliver_due(&app).await {
            tracing::warn!(?problem, "webhooks are waiting for the database");
        }
        IS_DELIVERING.store(false, Ordering::Release);
    });
}

/// Queues what is new and sends what is due. Returns how many messages were tried.
pub async fn deliver_due(app: &App) -> Result<usize, Problem> {
    let scope = upkeep();
    for webhook in store::behind(&app.db, &scope, MAX_WEBHOOKS_A_ROUND).await? {
        spread(app, &scope, webhook).await?;
    }
    let due = store::with_due(&app.db, &scope, app.clock.now(), MAX_WEBHOOKS_A_ROUND).await?;
    if due.is_empty() {
        return Ok(0);
    }
    let outbound = Outbound::patient(&app.settings.outbound_allowed_hosts, ANSWER_LIMIT);
    let outbound = outbound.map_err(Problem::Unavailable)?;
    let (scope, outbound) = (&scope, &outbound);
    let sent = stream::iter(due)
        .map(|webhook| deliver_to(app, scope, outbound, webhook))
        .buffer_unordered(AT_A_TIME)
        .collect::<Vec<_>>()
        .await;
    sent.into_iter().sum()
}

/// Queues a webhook's messages for the events it hasn't looked at, in their order.
async fn spread(app: &App, scope: &UpkeepScope, mut webhook: WebhookBehind) -> Result<(), Problem> {
    while webhook.reached < webhook.newest {
        let until = webhook.newest.min(webhook.reached + MAX_SPREAD);
        let range = (webhook.reached, until);
        let events = store::between(&app.db, scope, webhook.tenant_id, range).await?;
        let now = app.clock.now();
        let wanted = events.iter().filter(|event| is_wanted(&webhook, event));
        let messages = wanted.map(|event| (DeliveryId(app.ids.next(now)), event)).collect();
        let mut tx = app.db.begin_write().await?;
        if !store::advance(&mut tx, scope, &webhook, until, messages, now).await? {
            return Ok(());
        }
        tx.commit().await?;
        webhook.reached = until;
    }
    Ok(())
}

fn is_wanted(webhook: &WebhookBehind, event: &FeedEvent) -> bool {
    let is_there = webhook.company_id.is_none() || webhook.company_id == event.company_id;
    is_there && rules::wants(&webhook.types, &event.event_type)
}

/// One after the other. After a failure the others wait for the next round, so an endpoint that is down isn't hammered.
async fn deliver_to(
    app: &App,
    scope: &UpkeepScope,
    outbound: &Outbound,
    webhook: WebhookId,
) -> Result<usize, Problem> {
    for sent in 0..MAX_SENT {
        let now = app.clock.now();
        let Some(message) = store::claim(&app.db, scope, webhook, (now, now + LEASE)).await? else {
            return Ok(sent);
        };
        if !attempt(app, scope, outbound, &message).await? {
            return Ok(sent + 1);
        }
    }
    Ok(MAX_SENT)
}

/// How an attempt went.
struct HookAttempt {
    verdict: AnswerMeaning,
    answer: Option<u16>,
    error: String,
}

impl HookAttempt {
    fn failed(error: impl Into<String>) -> HookAttempt {
        HookAttempt { verdict: AnswerMeaning::Failed, answer: None, error: error.into() }
    }
}

/// False if it failed.
async fn attempt(
    app: &App,
    scope: &UpkeepScope,
    outbound: &Outbound,
    message: &ClaimedDelivery,
) -> Result<bool, Problem> {
    // Turned off or removed a moment ago: it isn't sent.
    let Some(target) = store::target(&app.db, scope, message.webhook_id).await? else { return Ok(false) };
    let event = match message.event_number {
        None => None,
        Some(number) => match store::event(&app.db, scope, message.tenant_id, number).await? {
            Some(event) => Some(event),
            None => {
                let outcome = HookOutcome::Parked("the event isn't kept any longer".to_owned());
                settle(app, scope, message, &outcome, None).await?;
                return Ok(true);
            }
        },
    };
    // A worker that died while sending has already counted its attempt.
    let made = if message.attempts > MAX_ATTEMPTS {
        HookAttempt::failed("the worker stopped during every attempt")
    } else {
        send(app, outbound, message, &target, event.as_ref()).await?
    };
    let outcome = match (made.verdict, rules::gap_after(message.attempts)) {
        (AnswerMeaning::Delivered, _) => HookOutcome::Delivered,
        (AnswerMeaning::Failed, Some(gap)) => HookOutcome::Later(app.clock.now() + gap, made.error),
        (AnswerMeaning::Failed, None) | (AnswerMeaning::Gone, _) => HookOutcome::Parked(made.error),
    };
    let result = match outcome {
        HookOutcome::Delivered => "delivered",
        HookOutcome::Parked(_) => "parked",
        HookOutcome::Later(..) => "retried",
    };
    metrics::counter!("atrium_messages_total", "topic" => "webhook", "result" => result).increment(1);
    tracing::info!(id = %message.id, webhook = %message.webhook_id, answer = made.answer, result, "a webhook message");
    if made.verdict == AnswerMeaning::Gone {
        turn_off(app, scope, message, &outcome, made.answer).await?;
    } else {
        settle(app, scope, message, &outcome, made.answer).await?;
    }
    Ok(made.verdict == AnswerMeaning::Delivered)
}

async fn send(
    app: &App,
    outbound: &Outbound,
    message: &ClaimedDelivery,
    target: &WebhookTarget,
    event: Option<&FeedEvent>,
) -> Result<HookAttempt, Problem> {
    let Ok(url) = target.url.parse::<Url>() else {
        return Ok(HookAttempt::failed("its address can't be read"));
    };
    let now = app.clock.now();
    let id = message_id(message.id, event.map(|event| event.id));
    let body = body(message, event);
    let signature = signature::header(&secrets(app, message.webhook_id, target, now)?, &id, now, &body);
    let signature = signature.ok_or_else(|| Problem::Internal("a webhook's secret can't be read".into()))?;
    let request = outbound
        .post(url)
        .header(CONTENT_TYPE, "application/json")
        .header("webhook-id", id)
        .header("webhook-timestamp", now.as_second().to_string())
        .header("webhook-signature", signature)
        .body(body);
    // The answer's body is none of our business.
    Ok(match outbound.begin(request).await {
        Ok(answer) => {
            let status = answer.status.as_u16();
            let error = format!("the endpoint answered {status}");
            HookAttempt { verdict: rules::verdict(status), answer: Some(status), error }
        }
        Err(why) => HookAttempt::failed(why.to_string()),
    })
}

/// The same bytes in each attempt.
fn body(message: &ClaimedDelivery, event: Option<&FeedEvent>) -> Vec<u8> {
    let content = match event {
        Some(event) => json!({
            "type": event.event_type, "timestamp": event.at.0.to_string(), "data": on_wire(message.tenant_id, event),
        }),
        None => json!({
            "type": "webhook.test", "timestamp": message.created_at.to_string(),
            "data": { "tenantId": message.tenant_id },
        }),
    };
    content.to_string().into_bytes()
}

/// The secret, and the one before while it counts.
fn secrets(
    app: &App,
    webhook: WebhookId,
    target: &WebhookTarget,
    now: Timestamp,
) -> Result<Vec<String>, Problem> {
    let old = target
        .old_secret_sealed
        .as_ref()
        .filter(|_| target.old_secret_until.is_some_and(|until| now < until));
    let open = |sealed: &Vec<u8>| {
        let bytes = seal::open(&app.keys.secrets, SEALED_AS, webhook.0, sealed)?;
        String::from_utf8(bytes).map_err(|_| Problem::Internal("a webhook's secret can't be read".into()))
    };
    std::iter::once(&target.secret_sealed).chain(old).map(open).collect()
}

async fn settle(
    app: &App,
    scope: &UpkeepScope,
    message: &ClaimedDelivery,
    outcome: &HookOutcome,
    answer: Option<u16>,
) -> Result<(), Problem> {
    let mut tx = app.db.begin_write().await?;
    store::settle(&mut tx, scope, message, outcome, answer, app.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// The endpoint is gone for good. The trail says so, because no one turned the webhook off.
async fn turn_off(
    app: &App,
    scope: &UpkeepScope,
    message: &ClaimedDelivery,
    outcome: &HookOutcome,
    answer: Option<u16>,
) -> Result<(), Problem> {
    let author = Author { tenant: message.tenant_id, person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let now = work.now();
    store::settle(work.tx(), scope, message, outcome, answer, now).await?;
    if store::turn_off(work.tx(), scope, message.webhook_id, now).await? {
        work.record("webhook.turned_off", "webhook", message.webhook_id.0, json!({ "answer": answer }));
    }
    Ok(work.commit().await?)
}
