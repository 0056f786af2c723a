//! «Prove it for this change»: the one way any feature demands a fresh factor.
//!
//! - A change that needs one is refused with `STEP_UP_REQUIRED` and a challenge bound to the hash of that exact change.
//! - The person answers the challenge with a factor (`account/step_up_http.rs`), within five minutes, in the same
//!   session.
//! - Sending the same change again with the challenge in its `Step-Up` header uses up the proof in the change's own
//!   transaction.
//!
//! A resolver calls `call.prove(…)` before it writes anything.

use super::{Demand, Passkeys, Whom, may_open, open_step_up, open_to};
use crate::app::App;
use crate::shared::problem::Problem;
use serde::Serialize;
use serde_json::json;

/// What a proof is good for. Keyed, because a change may hold something that mustn't be guessable from the hash.
pub fn hash_of(app: &App, what: &str, change: &impl Serialize) -> Result<Vec<u8>, Problem> {
    let change = serde_json::to_vec(change).map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(app.keys.factors.seal(&[b"change", what.as_bytes(), &change]).to_vec())
}

/// Opens a challenge for a change; returns the refusal that carries it.
pub async fn ask(
    app: &App,
    passkeys: &Passkeys,
    whom: Whom,
    bound_to: Vec<u8>,
    demand: Demand,
) -> Result<Problem, Problem> {
    may_open(app, whom.person).await?;
    let ways = open_to(app, passkeys, whom.person, demand).await?;
    let mut tx = app.db.begin_write().await?;
    let challenge = open_step_up(app, &mut tx, whom, bound_to, demand).await?;
    tx.commit().await?;
    let detail = json!({ "challenge": challenge.id, "factors": ways, "expiresAt": challenge.expires_at });
    Ok(Problem::StepUpRequired { detail })
}
