//! Refused reads and changes, folded: the first of each kind goes to the audit trail right away, and repeats within a
//! minute become one event that counts them. A program that asks for things it may not have can't fill the trail.

use crate::shared::audit::Event;
use crate::shared::id::{PersonId, TenantId};
use db::{Db, Tx, params};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use uuid::Uuid;

const SPAN: SignedDuration = SignedDuration::from_mins(1);
/// A person refused in more ways than this at the same time is refused «in many ways».
const MAX_KINDS: i64 = 20;
const MANY: &str = "many";

/// Who was refused: a person, or a vendor with the wrong secret.
pub struct Refused<'a> {
    pub actor: Uuid,
    pub tenant: TenantId,
    pub person: Option<PersonId>,
    pub address: &'a str,
}

/// Counts a refusal. The events it returns belong in the trail now: the refusal itself, unless it's a repeat, preceded
/// by those from a minute that is over.
pub async fn fold(tx: &mut Tx, who: &Refused<'_>, event: Event, now: Timestamp) -> db::Result<Vec<Event>> {
    let kind = kind_of(tx, who.actor, &event).await?;
    let begins = "INSERT INTO audit_refused_read (actor_id, kind, tenant_id, person_id, address, began_at, repeated, event)
         VALUES ($1, $2, $3, $4, $5, $6, 0, $7)
         ON CONFLICT (actor_id, kind) DO UPDATE SET repeated = audit_refused_read.repeated + 1
         RETURNING began_at, repeated";
    let (person, address, kept) = (who.person, who.address, kept(&event));
    let values = params![who.actor, kind.as_str(), who.tenant, person, address, now, kept.clone()];
    let (began_at, repeated): (Timestamp, i64) = tx.one(begins, values).await?;
    if repeated == 0 {
        return Ok(vec![event]);
    }
    if now.duration_since(began_at) < SPAN {
        return Ok(vec![]);
    }
    let before = "SELECT event FROM audit_refused_read WHERE actor_id = $1 AND kind = $2";
    let (before,): (Value,) = tx.one(before, params![who.actor, kind.as_str()]).await?;
    tx.exec(
        "UPDATE audit_refused_read SET began_at = $3, repeated = 0, address = $4, event = $5
         WHERE actor_id = $1 AND kind = $2",
        params![who.actor, kind.as_str(), now, address, kept],
    )
    .await?;
    // The one being counted now begins the next minute.
    let earlier = counted(&before, repeated - 1);
    Ok(earlier.into_iter().chain([event]).collect())
}

async fn kind_of(tx: &mut Tx, actor: Uuid, event: &Event) -> db::Result<String> {
    let kind = format!("{} {} {}", event.action, event.result, event.detail["operations"]);
    let others = "SELECT count(*) FROM audit_refused_read WHERE actor_id = $1 AND kind <> $2";
    let (others,): (i64,) = tx.one(others, params![actor, kind.as_str()]).await?;
    Ok(if others < MAX_KINDS { kind } else { MANY.to_owned() })
}

fn kept(event: &Event) -> Value {
    json!({
        "action": event.action,
        "subjectKind": event.subject_kind,
        "subjectId": event.subject_id,
        "result": event.result,
        "detail": event.detail,
    })
}

/// The event for refusals that were only counted.
fn counted(event: &Value, repeated: i64) -> Option<Event> {
    // An event's own words are known at compile time.
    let known = |text: &Value, words: &[&'static str]| words.iter().copied().find(|word| *text == **word);
    let mut detail = event["detail"].clone();
    detail["repeated"] = json!(repeated);
    Some(Event {
        action: known(
            &event["action"],
            &["read.refused", "change.refused", "integration.refused", "machine.refused"],
        )?,
        subject_kind: known(&event["subjectKind"], &["operation", "integration", "machine"])?,
        subject_id: event["subjectId"].as_str().and_then(|id| Uuid::try_parse(id).ok()),
        result: event["result"].as_str()?.to_owned(),
        detail,
    })
    .filter(|_| repeated > 0)
}

/// One actor's minute of refusals.
#[derive(Clone, Debug)]
pub struct Minute {
    actor_id: Uuid,
    kind: String,
    pub tenant_id: TenantId,
    pub person_id: Option<PersonId>,
    pub address: String,
}
db::row!(Minute { actor_id, kind, tenant_id, person_id, address });

/// The minutes that are over.
pub async fn over(db: &Db, now: Timestamp) -> db::Result<Vec<Minute>> {
    let sql = format!(
        "SELECT {} FROM audit_refused_read WHERE began_at <= $1 ORDER BY began_at LIMIT 500",
        Minute::COLS
    );
    db.all(sql, params![now - SPAN]).await
}

/// Removes a minute, unless it has started over, and returns the event for what it counted.
pub async fn take(tx: &mut Tx, minute: &Minute, now: Timestamp) -> db::Result<Option<Event>> {
    let taken: Option<(i64, Value)> = tx
        .opt(
            "DELETE FROM audit_refused_read WHERE actor_id = $1 AND kind = $2 AND began_at <= $3
             RETURNING repeated, event",
            params![minute.actor_id, minute.kind.as_str(), now - SPAN],
        )
        .await?;
    Ok(taken.and_then(|(repeated, event)| counted(&event, repeated)))
}
