//! The account calls from the spec: `PATCH /users/{userId}/self`, `/initiate-sms`, `/verify-otp`. The token says who is
//! calling; ids and names in the request must match it.

use super::settings::NewNumber;
use super::{new_email, settings, store};
use crate::account::store::Person;
use crate::app::App;
use crate::bearer::{self, Bearer};
use crate::call::Call;
use crate::factors::{self, FactorKind, FactorRefusal, Proof, ProofOutcome, Purpose, Whom};
use crate::http::answers::{body_of, problem, too_many};
use crate::identity::Identity;
use crate::shared::problem::{FrameCode, Problem};
use crate::work::Work;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{patch, post};
use axum::{Extension, Json, Router};
use oidc::ClientAddress;
use serde::Deserialize;
use serde_json::json;

#[derive(Clone)]
struct SettingsRoutes {
    app: App,
    identity: Identity,
}

pub(super) fn routes(app: App, identity: Identity) -> Router {
    Router::new()
        .route("/users/{user}/self", patch(update_self))
        .route("/initiate-sms", post(initiate_sms))
        .route("/verify-otp", post(verify_otp))
        .with_state(SettingsRoutes { app, identity })
}

impl SettingsRoutes {
    fn call(
        &self,
        headers: &HeaderMap,
        address: Option<Extension<ClientAddress>>,
    ) -> Result<(Call, Bearer), ()> {
        let bearer = bearer::read(&self.identity.provider, headers).ok_or(())?;
        let address = address.map_or(String::new(), |address| address.0.0);
        let (app, identity) = (self.app.clone(), self.identity.clone());
        let call = Call::new(app, identity, address, Some(bearer.clone()), None, bearer::step_up(headers));
        Ok((call, bearer))
    }

    /// The viewer as an account; `username`, if the client sends one, must be theirs.
    async fn oneself(&self, call: &Call, username: Option<&str>) -> Result<Person, Problem> {
        let person = call.viewer().await?.person;
        let person = store::person(&self.app.db, person).await?.ok_or(Problem::Unauthenticated)?;
        let is_own = username.is_none_or(|name| name.trim().eq_ignore_ascii_case(&person.username));
        if is_own { Ok(person) } else { Err(Problem::NotFound) }
    }
}

/// Returns a refusal after recording it in the audit trail.
async fn recorded(
    call: Option<&(Call, Bearer)>,
    operation: &str,
    outcome: Result<Response, Problem>,
) -> Result<Response, Problem> {
    match (outcome, call) {
        (Err(found), Some((call, _))) => Err(call.refused(operation, found).await),
        (outcome, _) => outcome,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Names {
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
    #[serde(default)]
    email: String,
}

async fn update_self(
    State(at): State<SettingsRoutes>,
    Path(user): Path<String>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(names): Json<Names>,
) -> Response {
    let call = at.call(&headers, address);
    let work = async {
        let (call, _) = call.as_ref().map_err(|_| Problem::Unauthenticated)?;
        let person = at.oneself(call, None).await?;
        if person.id.to_string() != user {
            return Err(Problem::NotFound);
        }
        let names = (names.first_name.as_str(), names.last_name.as_str(), names.email.as_str());
        let update = call.prove(settings::plan_profile(&at.app, &person, names).await?).await?;
        let mut work = call.work().await?;
        settings::update_profile(&at.app, &mut work, &person, &update, &call.address).await?;
        drop(work);
        call.commit("").await?;
        let waiting = new_email::waiting(&at.app.db, person.id).await?;
        Ok(Json(json!({
            "id": person.id,
            "firstName": update.profile().first_name,
            "lastName": update.profile().last_name,
            "email": person.email,
            "newEmail": waiting.map(|waiting| waiting.email),
        }))
        .into_response())
    };
    let outcome: Result<Response, Problem> = work.await;
    recorded(call.as_ref().ok(), "updateSelf", outcome).await.unwrap_or_else(|found| {
        let body = body_of(&found);
        let mut answer = json!({ "errors": [body.clone()] });
        for name in ["challenge", "factors", "expiresAt"] {
            if let Some(value) = body.get(name) {
                answer[name] = value.clone();
            }
        }
        (found.status(), Json(answer)).into_response()
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewPhone {
    phone_number: String,
    #[serde(default)]
    username: Option<String>,
    #[serde(default)]
    session_id: Option<String>,
}

/// Sends a code to a number the caller claims. The answer doesn't tell whether anyone has it.
async fn initiate_sms(
    State(at): State<SettingsRoutes>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(asked): Json<NewPhone>,
) -> Response {
    let call = at.call(&headers, address);
    let work = async {
        let (call, bearer) = call.as_ref().map_err(|_| Problem::Unauthenticated)?;
        let person = at.oneself(call, asked.username.as_deref()).await?;
        if asked.session_id.as_ref().is_some_and(|session| *session != bearer.session.to_string()) {
            return Err(Problem::NotFound);
        }
        let phone = factors::phone::read(&asked.phone_number, &at.app.settings.sms_countries)?;
        let new = call.prove(NewNumber { phone }).await?;
        let whom = Whom { tenant: person.tenant_id, person: person.id, session: Some(bearer.session) };
        let mut work = call.work().await?;
        let challenge = settings::open_phone(&at.app, &mut work, whom, &new).await?;
        drop(work);
        call.commit("").await?;
        match factors::send_code_to(&at.app, &challenge, &new.phone, &call.address).await? {
            None => Ok(StatusCode::NO_CONTENT.into_response()),
            Some(wait) => Ok(too_many(FactorRefusal::TooManyCodes.code(), wait)),
        }
    };
    let outcome = work.await;
    recorded(call.as_ref().ok(), "initiateSms", outcome).await.unwrap_or_else(|found| problem(&found))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PhoneCode {
    phone_number: String,
    #[serde(default)]
    username: Option<String>,
    #[serde(default)]
    client_id: Option<String>,
    code: String,
}

async fn verify_otp(
    State(at): State<SettingsRoutes>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(given): Json<PhoneCode>,
) -> Response {
    let call = at.call(&headers, address);
    let work = async {
        let (call, bearer) = call.as_ref().map_err(|_| Problem::Unauthenticated)?;
        let person = at.oneself(call, given.username.as_deref()).await?;
        if given.client_id.as_ref().is_some_and(|client| *client != bearer.client_id) {
            return Err(Problem::NotFound);
        }
        let phone = factors::phone::read(&given.phone_number, &at.app.settings.sms_countries)?;
        let bound_to = settings::phone_bound_to(&at.app, &phone)?;
        let found = factors::find_bound(&at.app, person.id, bearer.session, Purpose::ChangePhone, &bound_to);
        let Some(challenge) = found.await? else {
            return Ok(Json(json!({ "verified": false, "triesLeft": 0 })).into_response());
        };
        let proof = Proof { kind: FactorKind::Sms, code: Some(given.code), credential: None, password: None };
        let means = (&at.identity.passkeys, &at.identity.passwords);
        let actions = ("phone.verified", "phone.refused");
        match factors::prove(&at.app, means, &challenge, &proof, &call.address, actions).await? {
            ProofOutcome::Proved => {
                let mut work = Work::begin(&at.app, &at.app.db, call.author(call.viewer().await?)).await?;
                let now = work.now();
                factors::use_up(work.tx(), &challenge, now).await?;
                settings::update_phone(&at.app, &mut work, &person, &phone, &call.address).await?;
                work.commit().await?;
                Ok(Json(json!({ "verified": true })).into_response())
            }
            ProofOutcome::Incorrect { tries_left } => {
                Ok(Json(json!({ "verified": false, "triesLeft": tries_left })).into_response())
            }
            ProofOutcome::Gone => Ok(Json(json!({ "verified": false, "triesLeft": 0 })).into_response()),
            ProofOutcome::TooMany { wait } => Ok(too_many(FrameCode::TooManyTries.code(), wait)),
        }
    };
    let outcome = work.await;
    recorded(call.as_ref().ok(), "verifyOtp", outcome).await.unwrap_or_else(|found| problem(&found))
}
