//! `/step-up/*`: proving a factor for one change.

use crate::app::App;
use crate::bearer;
use crate::call::Call;
use crate::factors::{self, Challenge, FactorKind, FactorRefusal, Proof, ProofOutcome, Purpose};
use crate::http::answers;
use crate::identity::Identity;
use crate::shared::problem::{FrameCode, Problem};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Json, Router};
use oidc::ClientAddress;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

pub const ROUTES: &[(&str, &str)] =
    &[("POST", "/step-up/{challenge}/options"), ("POST", "/step-up/{challenge}")];

#[derive(Clone)]
struct StepUp {
    app: App,
    identity: Identity,
}

pub fn routes(app: App, identity: Identity) -> Router {
    Router::new()
        .route("/step-up/{challenge}/options", post(options))
        .route("/step-up/{challenge}", post(prove))
        .with_state(StepUp { app, identity })
}

impl StepUp {
    /// The caller's challenge, if it was opened in this session. Any other answers as gone.
    async fn find(&self, headers: &HeaderMap, id: &str) -> Result<Challenge, Problem> {
        let bearer = bearer::read(&self.identity.provider, headers).ok_or(Problem::Unauthenticated)?;
        let id = Uuid::try_parse(id).map_err(|_| factors::gone())?;
        let found = factors::find(&self.app, id, Purpose::StepUp).await?;
        found
            .filter(|found| found.person_id == bearer.person && found.session_id == Some(bearer.session))
            .filter(|found| found.proved_at.is_none())
            .ok_or_else(factors::gone)
    }
}

fn refusal(problem: &Problem) -> Response {
    let gone = FactorRefusal::ChallengeGone.code();
    if problem.code() == gone { answers::refused(StatusCode::GONE, gone) } else { answers::problem(problem) }
}

/// Records anyone who tries to use someone else's challenge.
async fn recorded(at: &StepUp, headers: &HeaderMap, address: String, problem: Problem) -> Response {
    let bearer = bearer::read(&at.identity.provider, headers);
    let call = Call::new(at.app.clone(), at.identity.clone(), address, bearer, None, None);
    let answered = match call.viewer().await {
        Ok(_) => call.refused("stepUp", problem).await,
        Err(Problem::Unauthenticated) => problem,
        Err(other) => other,
    };
    refusal(&answered)
}

#[derive(Deserialize)]
struct FactorChoice {
    kind: FactorKind,
}

async fn options(
    State(at): State<StepUp>,
    Path(id): Path<String>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(asked): Json<FactorChoice>,
) -> Response {
    let address = address.map_or(String::new(), |address| address.0.0);
    let answer = async {
        let challenge = at.find(&headers, &id).await?;
        match asked.kind {
            FactorKind::Passkey => {
                let options = factors::passkey_options(&at.app, &at.identity.passkeys, &challenge).await?;
                Ok(Json(json!({ "options": options })).into_response())
            }
            FactorKind::Sms => match factors::send_code(&at.app, &challenge, &address).await? {
                None => Ok(StatusCode::NO_CONTENT.into_response()),
                Some(wait) => Ok(answers::too_many(FactorRefusal::TooManyCodes.code(), wait)),
            },
            _ => Err(Problem::NotFound),
        }
    };
    match answer.await {
        Ok(response) => response,
        Err(problem) => recorded(&at, &headers, address.clone(), problem).await,
    }
}

async fn prove(
    State(at): State<StepUp>,
    Path(id): Path<String>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(proof): Json<Proof>,
) -> Response {
    let address = address.map_or(String::new(), |address| address.0.0);
    let answer = async {
        let challenge = at.find(&headers, &id).await?;
        let means = (&at.identity.passkeys, &at.identity.passwords);
        let actions = ("step_up.done", "step_up.refused");
        let outcome = factors::prove(&at.app, means, &challenge, &proof, &address, actions).await?;
        Ok(match outcome {
            ProofOutcome::Proved => {
                // Someone who had the old cookie doesn't get what was just unlocked.
                let unavailable = |error: oidc::Error| Problem::Unavailable(error.to_string());
                let provider = &at.identity.provider;
                let session = provider.session_of(&headers).await.map_err(unavailable)?;
                let cookie = match session {
                    Some(session) if Some(session.id) == challenge.session_id => {
                        provider.step_up(&headers, proof.kind.method()).await.map_err(unavailable)?
                    }
                    _ => None,
                };
                let mut response = StatusCode::NO_CONTENT.into_response();
                if let Some(cookie) = cookie {
                    response.headers_mut().insert(header::SET_COOKIE, cookie);
                }
                response
            }
            ProofOutcome::Incorrect { tries_left } => {
                if tries_left == 0 {
                    super::warn_of_wrong_factors(&at.app, challenge.person_id, &address).await?;
                }
                incorrect(tries_left)
            }
            ProofOutcome::Gone => answers::refused(StatusCode::GONE, FactorRefusal::ChallengeGone.code()),
            ProofOutcome::TooMany { wait } => answers::too_many(FrameCode::TooManyTries.code(), wait),
        })
    };
    match answer.await {
        Ok(response) => response,
        Err(problem) => recorded(&at, &headers, address.clone(), problem).await,
    }
}

fn incorrect(tries_left: i64) -> Response {
    let (code, _, message) = FactorRefusal::IncorrectCode.parts();
    let answer = json!({ "code": code, "message": message, "triesLeft": tries_left });
    (StatusCode::UNAUTHORIZED, Json(answer)).into_response()
}
