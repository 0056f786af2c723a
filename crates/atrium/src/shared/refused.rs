//! Refused reads and changes, folded: the first of a kind is written to the audit trail at once, and those that follow within a minute
//! become one event that counts them. A program that asks for what is not its own cannot fill the trail.

use crate::shared::audit::Event;
use crate::shared::id::{PersonId, TenantId};
use db::{Db, Tx, params};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use uuid::Uuid;

const SPAN: SignedDuration = SignedDuration::from_mins(1);
/// Somebody who is refused in more ways than these at once is refused «in many ways».
const MAX_KINDS: i64 = 20;
const MANY: &str = "many";

/// Who is refused: a person, or a vendor that shows the wrong secret.
pub struct Refused<'a> {
    pub actor: Uuid,
    pub tenant: TenantId,
    pub person: Option<PersonId>,
    pub address: &'a str,
}

/// Counts a refusal. The events it gives belong into the trail now: itself, unless it is a repetition, and before it
/// those of a minute that is over.
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
    // The one that is being counted now begins the next minute.
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

/// The event that stands for those that were only counted.
fn counted(event: &Value, repeated: i64) -> Option<Event> {
    // An event's own words are known when the program is built.
    let known = |text: &Value, words: &[&'static str]| words.iter().copied().find(|word| *text == **word);
    let mut detail = event["detail"].clone();
    detail["repeated"] = json!(repeated);
    Some(Event {
        action: known(&event["action"], &["read.refused", "change.refused", "integration.refused"])?,
        subject_kind: known(&event["subjectKind"], &["operation", "integration"])?,
        subject_id: event["subjectId"].as_str().and_then(|id| Uuid::try_parse(id).ok()),
        result: event["result"].as_str()?.to_owned(),
        detail,
    })
    .filter(|_| repeated > 0)
}

/// Somebody's minute, and whose it is.
#[derive(Clone, Debug)]
pub struct Minute {
    actor_id: Uuid,
    kind: String,
    pub tenant_id: TenantId,
    pub person_id: Option<PersonId>,
    pub address: String,
}
db::row!(Minute { actor_id, kind, tenant_id, person_id, address });

/// Those that are over.
pub async fn over(db: &Db, now: Timestamp) -> db::Result<Vec<Minute>> {
    let sql = format!(
        "SELECT {} FROM audit_refused_read WHERE began_at <= $1 ORDER BY began_at LIMIT 500",
        Minute::COLS
    );
    db.all(sql, params![now - SPAN]).await
}

/// Takes one out, unless it has begun anew meanwhile: the event that stands for what was counted in it.
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
