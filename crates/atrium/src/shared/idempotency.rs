//! Idempotency keys: for 24 hours, the same key and body return the same bytes, and the same key with another body is
//! refused, so nothing happens twice. The row is written in the transaction of the change; a second request with the
//! same key waits for the first one's commit and then finds its answer.

use crate::shared::clock::Randomness;
use crate::shared::id::PersonId;
use crate::shared::keys::Vault;
use crate::shared::problem::Problem;
use crate::shared::refusal::SharedRefusal;
use crate::shared::seal;
use base64::{Engine, engine::general_purpose::STANDARD};
use db::{Statement, Tx, params};
use jiff::{SignedDuration, Timestamp};

pub const KEPT_FOR: SignedDuration = SignedDuration::from_hours(24);
pub const MAX_KEY_CHARS: usize = 200;

/// The header's value, and the hash of the body it came with.
#[derive(Clone, Debug)]
pub struct Key {
    pub text: String,
    pub body_hash: Vec<u8>,
}

pub enum Claim {
    Ours,
    AnsweredBefore(String),
}

/// An answer may contain things shown only once (recovery codes) or to no one else (pay), so it's kept sealed.
pub fn sealed(vault: &Vault, randomness: &Randomness, person: PersonId, answer: &str) -> String {
    if answer.is_empty() {
        return String::new();
    }
    STANDARD.encode(seal::seal(vault, randomness, "answer", person.0, answer.as_bytes()))
}

pub fn unsealed(vault: &Vault, person: PersonId, kept: &str) -> Result<String, Problem> {
    if kept.is_empty() {
        return Ok(String::new());
    }
    let broken = |_| Problem::Internal(format!("a stored answer for {person} cannot be read"));
    let bytes = STANDARD.decode(kept).map_err(|_| broken(()))?;
    String::from_utf8(seal::open(vault, "answer", person.0, &bytes)?).map_err(|_| broken(()))
}

pub async fn claim(tx: &mut Tx, person: PersonId, key: &Key, now: Timestamp) -> Result<Claim, Problem> {
    let claimed = tx
        .exec(
            "INSERT INTO idempotency_key (person_id, key, body_hash, response, created_at)
             VALUES ($1, $2, $3, '', $4) ON CONFLICT (person_id, key) DO NOTHING",
            params![person, key.text.clone(), key.body_hash.clone(), now],
        )
        .await?;
    if claimed == 1 {
        return Ok(Claim::Ours);
    }
    let (body_hash, response, created_at): (Vec<u8>, String, Timestamp) = tx
        .one(
            "SELECT body_hash, response, created_at FROM idempotency_key WHERE person_id = $1 AND key = $2",
            params![person, key.text.clone()],
        )
        .await?;
    if now.duration_since(created_at) >= KEPT_FOR {
        // Several requests may find the old row at the same time; one takes it over, and the others repeat its answer
        // on their next try.
        let taken = tx
            .exec(
                "UPDATE idempotency_key SET body_hash = $3, response = '', created_at = $4
                 WHERE person_id = $1 AND key = $2 AND created_at = $5",
                params![person, key.text.clone(), key.body_hash.clone(), now, created_at],
            )
            .await?;
        return match taken {
            1 => Ok(Claim::Ours),
            _ => Err(Problem::Unavailable("the same key was claimed a moment ago".to_owned())),
        };
    }
    if body_hash != key.body_hash {
        return Err(SharedRefusal::IdempotencyKeyReused.into());
    }
    Ok(Claim::AnsweredBefore(response))
}

/// Keeps the answer with the key, in the same commit.
pub fn answer(person: PersonId, key: &Key, response: &str) -> Statement {
    let update = "UPDATE idempotency_key SET response = $3 WHERE person_id = $1 AND key = $2";
    (update.into(), params![person, key.text.clone(), response])
}

/// Deletes what is older than a day. Bounded, so it never holds the writer for long.
pub async fn forget_old(tx: &mut Tx, now: Timestamp) -> db::Result<u64> {
    tx.exec(
        "DELETE FROM idempotency_key WHERE (person_id, key) IN
           (SELECT person_id, key FROM idempotency_key WHERE created_at < $1 ORDER BY created_at LIMIT 500)",
        params![now - KEPT_FOR],
    )
    .await
}
