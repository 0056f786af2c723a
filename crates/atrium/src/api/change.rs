//! One change of a machine: one transaction with its audit events, its messages and, under an `Idempotency-Key`, its
//! answer.

use super::{ApiCall, ApiError, store};
use crate::access::MachineScope;
use crate::shared::idempotency::KEPT_FOR;
use crate::shared::machine_right::MachineRight;
use crate::shared::problem::Problem;
use crate::shared::refusal::SharedRefusal;
use crate::shared::seal;
use crate::work::Work;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Serialize;

pub use store::forget_answers;

const SEALED_AS: &str = "machine answer";

/// A change that may go on, or the answer it already got.
pub enum Begun {
    Work(Box<Work>),
    Answered(Response),
}

impl ApiCall {
    /// Ask for it after the access check. `body` is all that was sent, so a key fits one request only.
    pub async fn begin<R: MachineRight>(
        &self,
        scope: &MachineScope<R>,
        body: &[u8],
    ) -> Result<Begun, ApiError> {
        let mut work = Work::begin(self.app(), self.db(), self.author()).await?;
        let Some(key) = self.key() else { return Ok(Begun::Work(Box::new(work))) };
        let (hash, now) = (self.body_hash(body), work.now());
        if store::claim(work.tx(), scope, key, &hash, now).await? {
            return Ok(Begun::Work(Box::new(work)));
        }
        let before = store::answer(work.tx(), scope, key)
            .await?
            .ok_or(Problem::Conflict { current: Box::new(Gone) })?;
        if now.duration_since(before.created_at) >= KEPT_FOR {
            if store::claim_again(work.tx(), scope, key, &hash, (now, before.created_at)).await? {
                return Ok(Begun::Work(Box::new(work)));
            }
            return Err(Problem::Unavailable("the same key was claimed a moment ago".to_owned()).into());
        }
        if before.body_hash != hash {
            return Err(SharedRefusal::IdempotencyKeyReused.into());
        }
        let broken = |_| Problem::Internal("a stored answer cannot be read".to_owned());
        let sealed = STANDARD.decode(&before.response).map_err(broken)?;
        let answer = seal::open(&self.app().keys.secrets, SEALED_AS, scope.machine().0, &sealed)?;
        let status = u16::try_from(before.status).ok().and_then(|status| StatusCode::from_u16(status).ok());
        Ok(Begun::Answered(json(status.unwrap_or(StatusCode::OK), answer)))
    }

    /// Commits what was written, and the answer with it. A client that hangs up now doesn't stop it halfway.
    pub async fn commit<R: MachineRight>(
        &self,
        mut work: Box<Work>,
        scope: &MachineScope<R>,
        (status, answer): (StatusCode, &impl Serialize),
    ) -> Result<Response, ApiError> {
        let bytes = match status {
            StatusCode::NO_CONTENT => vec![],
            _ => serde_json::to_vec(answer).map_err(|error| Problem::Internal(error.to_string()))?,
        };
        if let Some(key) = self.key() {
            let (vault, randomness) = (&self.app().keys.secrets, &self.app().randomness);
            let sealed = seal::seal(vault, randomness, SEALED_AS, scope.machine().0, &bytes);
            let kept = (i64::from(status.as_u16()), STANDARD.encode(sealed));
            work.add_to_commit(store::keep(scope, key, kept));
        }
        let committing = tokio::spawn(work.commit());
        committing.await.map_err(|error| Problem::Internal(error.to_string()))??;
        Ok(json(status, bytes))
    }

    fn body_hash(&self, body: &[u8]) -> Vec<u8> {
        // Keyed: a body may hold a password, which could be guessed from a plain hash.
        self.app().keys.factors.seal(&[b"machine request", self.target().as_bytes(), body]).to_vec()
    }
}

/// The row was deleted while we looked: trying again is right.
struct Gone;

impl crate::shared::problem::Current for Gone {
    fn on_wire(&self) -> serde_json::Value {
        serde_json::Value::Null
    }
}

fn json(status: StatusCode, bytes: Vec<u8>) -> Response {
    if bytes.is_empty() {
        return status.into_response();
    }
    (status, [(header::CONTENT_TYPE, "application/json")], bytes).into_response()
}
