//! `/login/*`: what the sign-in pages post. Same origin only, JSON only, never stored.

use super::refusal::AccountRefusal;
use super::sign_in::{self, Tried, TypedCredentials};
use super::{links_http, settings_http};
use crate::app::App;
use crate::factors::{self, FactorKind, FactorRefusal, Proof, ProofOutcome};
use crate::http::answers::{is_same_origin, problem, refused, too_many};
use crate::identity::Identity;
use crate::shared::id::PersonId;
use crate::shared::problem::{FrameCode, Problem};
use crate::shared::refusal::SharedRefusal;
use crate::upstreams;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use oidc::{ClientAddress, Proved, SignIn};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

pub const ROUTES: &[(&str, &str)] = &[
    ("GET", "/login/request"),
    ("POST", "/login/identifier"),
    ("POST", "/login/password"),
    ("POST", "/login/factor/options"),
    ("POST", "/login/factor"),
    ("POST", "/login/enroll/totp"),
    ("POST", "/login/enroll/totp/confirm"),
    ("POST", "/login/passkey/options"),
    ("POST", "/login/passkey"),
    ("POST", "/login/link-sign-in"),
    ("POST", "/login/sign-out"),
    ("POST", "/login/forgot"),
    ("POST", "/login/mail-link"),
    ("GET", "/login/link"),
    ("POST", "/login/choose-password"),
    ("POST", "/login/not-me"),
    ("POST", "/login/confirm-email"),
    ("PATCH", "/users/{user}/self"),
    ("POST", "/initiate-sms"),
    ("POST", "/verify-otp"),
];

const DEVICE_COOKIE: &str = "atrium-device";
const MAX_USERNAME_BYTES: usize = 200;

#[derive(Clone)]
struct Login {
    app: App,
    identity: Identity,
}

/// Everything under `/login`, plus the account calls from the spec.
pub fn routes(app: App, identity: Identity) -> Router {
    let links = links_http::routes(app.clone(), identity.clone());
    let settings = settings_http::routes(app.clone(), identity.clone());
    Router::new()
        .route("/login/request", get(request))
        .route("/login/identifier", post(identifier))
        .route("/login/password", post(password))
        .route("/login/factor/options", post(factor_options))
        .route("/login/factor", post(factor))
        .route("/login/enroll/totp", post(enroll))
        .route("/login/enroll/totp/confirm", post(confirm_enrolment))
        .route("/login/passkey/options", post(passkey_options))
        .route("/login/passkey", post(passkey))
        .route("/login/link-sign-in", post(link_sign_in))
        .route("/login/sign-out", post(sign_out))
        .with_state(Login { app, identity })
        .merge(links)
        .merge(settings)
}

/// A post from our own pages: everything that came with it except its body.
struct SignInPost {
    headers: HeaderMap,
    address: String,
}

impl Login {
    fn posted(
        &self,
        headers: HeaderMap,
        address: Option<Extension<ClientAddress>>,
    ) -> Result<SignInPost, Problem> {
        if !is_same_origin(&self.app, &headers) {
            return Err(Problem::Forbidden);
        }
        Ok(SignInPost { headers, address: address.map_or(String::new(), |address| address.0.0) })
    }

    /// The client request this sign-in answers. It waits in the browser where it began, and only until it expires.
    async fn waiting(&self, posted: &SignInPost, request: &str) -> Result<(), Problem> {
        match self.identity.provider.pending(&posted.headers, request).await {
            Ok(Some(_)) => Ok(()),
            Ok(None) => Err(AccountRefusal::RequestGone.into()),
            Err(error) => Err(Problem::Unavailable(error.to_string())),
        }
    }

    async fn welcome(
        &self,
        posted: &SignInPost,
        request: String,
        person: PersonId,
        amr: &[&str],
        more: Value,
    ) -> Result<Response, Problem> {
        let device = posted.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        let sign_in = SignIn {
            request: Some(request),
            subject: person.0,
            amr: amr.iter().map(|method| (*method).to_owned()).collect(),
            proved: Proved::Now,
            device: device.unwrap_or_default().to_owned(),
            address: posted.address.clone(),
        };
        let signed_in = self.identity.provider.sign_in(&posted.headers, sign_in).await;
        let signed_in = signed_in.map_err(|error| Problem::Unavailable(error.to_string()))?;
        let mut body = json!({ "next": signed_in.next });
        if let (Some(body), Some(more)) = (body.as_object_mut(), more.as_object()) {
            body.extend(more.clone());
        }
        let mut response = ([(header::SET_COOKIE, signed_in.set_cookie)], Json(body)).into_response();
        let device = device_of(&posted.headers);
        if let Some(secret) = sign_in::remember_device(&self.app, person, device, amr.len() > 1).await? {
            response.headers_mut().append(header::SET_COOKIE, self.device_cookie(&secret));
        }
        Ok(response)
    }

    /// What we tell the page after a first proof; `method` is how it was proved.
    async fn stepped(
        &self,
        posted: &SignInPost,
        request: String,
        tried: Tried,
        method: &str,
    ) -> Result<Response, Problem> {
        Ok(match tried {
            Tried::Welcome(person) => self.welcome(posted, request, person, &[method], json!({})).await?,
            Tried::SecondFactor { attempt, ways } => {
                let more = json!({ "attempt": attempt.id, "factors": ways, "expiresAt": attempt.expires_at });
                Json(more).into_response()
            }
            Tried::Enroll { attempt } => {
                let more = json!({ "attempt": attempt.id, "enroll": true, "expiresAt": attempt.expires_at });
                Json(more).into_response()
            }
            Tried::Refused => refused(StatusCode::UNAUTHORIZED, AccountRefusal::InvalidCredentials.code()),
            Tried::Guarded => refused(StatusCode::UNAUTHORIZED, AccountRefusal::AccountGuarded.code()),
            Tried::TooMany { wait } => too_many(FrameCode::TooManyTries.code(), wait),
        })
    }

    fn device_cookie(&self, secret: &str) -> HeaderValue {
        let secure = if self.app.settings.is_https() { "; Secure" } else { "" };
        let cookie =
            format!("{DEVICE_COOKIE}={secret}; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&cookie).unwrap_or_else(|_| HeaderValue::from_static(""))
    }
}

/// The secret of a browser that someone has signed in with before. `None` if the database is unavailable.
pub async fn known_browser(app: &App, headers: &HeaderMap) -> Option<String> {
    let secret = device_of(headers).filter(|secret| secret.len() <= 64)?;
    let is_known = sign_in::is_known_device(app, secret).await.unwrap_or(false);
    is_known.then(|| secret.to_owned())
}

fn device_of(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|line| line.split("; "))
        .filter_map(|pair| pair.split_once('='))
        .find_map(|(name, value)| (name == DEVICE_COOKIE).then_some(value))
}

fn refusal(found: &Problem) -> Response {
    let (request, attempt) = (AccountRefusal::RequestGone.code(), AccountRefusal::AttemptGone.code());
    let (link, challenge) = (SharedRefusal::LinkGone.code(), FactorRefusal::ChallengeGone.code());
    match found.code() {
        code if [request, attempt, link].contains(&code) => refused(StatusCode::GONE, code),
        code if code == challenge => refused(StatusCode::GONE, attempt),
        code if code == FrameCode::Forbidden.code() => refused(StatusCode::FORBIDDEN, code),
        _ => problem(found),
    }
}

fn answer(outcome: Result<Response, Problem>) -> Response {
    outcome.unwrap_or_else(|problem| refusal(&problem))
}

#[derive(Deserialize)]
struct PendingQuery {
    request: String,
}

/// What the page needs before anyone types: whether the request is still waiting, and in a demo, which people to offer.
/// Strangers learn neither tenants nor providers.
async fn request(
    State(login): State<Login>,
    headers: HeaderMap,
    Query(asked): Query<PendingQuery>,
) -> Response {
    let pending = match login.identity.provider.pending(&headers, &asked.request).await {
        Ok(Some(pending)) => pending,
        Ok(None) => return refused(StatusCode::NOT_FOUND, AccountRefusal::RequestGone.code()),
        Err(error) => return problem(&Problem::Unavailable(error.to_string())),
    };
    let mut answer = json!({
        // Both clients are ours, and people don't know either by its id.
        "clientName": "Atrium",
        "expiresAt": pending.expires_at,
        "passkeys": login.identity.passkeys.are_possible(),
    });
    if let Some(demo) = &login.app.demo {
        match demo.accounts(&login.app.db).await {
            Ok(accounts) => answer["demoAccounts"] = json!(accounts),
            Err(error) => return problem(&Problem::from(error)),
        }
        answer["demoPassword"] = json!(demo.password());
    }
    Json(answer).into_response()
}

#[derive(Deserialize)]
struct Identifier {
    request: String,
    username: String,
}

/// Who wants to sign in, before how: the mail domain alone decides whether a company's provider is offered, and without
/// its name. Whether the account exists changes neither the answer nor the work.
async fn identifier(
    State(login): State<Login>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(typed): Json<Identifier>,
) -> Response {
    let work = async {
        let posted = login.posted(headers, address)?;
        login.waiting(&posted, &typed.request).await?;
        let is_typed = typed.username.len() <= MAX_USERNAME_BYTES;
        let upstream =
            upstreams::offered_at(&login.app.db, if is_typed { &typed.username } else { "" }).await?;
        Ok(Json(json!({ "upstream": upstream })).into_response())
    };
    answer(work.await)
}

#[derive(Deserialize)]
struct Credentials {
    request: String,
    username: String,
    password: String,
}

async fn password(
    State(login): State<Login>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(typed): Json<Credentials>,
) -> Response {
    let work = async {
        let posted = login.posted(headers, address)?;
        // Longer than any password can be, or nothing a person would type: don't spend any work on it.
        let is_typed = |text: &str| !text.trim().is_empty() && !text.chars().any(char::is_control);
        let is_password = (1..=512).contains(&typed.password.len());
        if !is_password || typed.username.len() > MAX_USERNAME_BYTES || !is_typed(&typed.username) {
            return Ok(refused(StatusCode::UNAUTHORIZED, AccountRefusal::InvalidCredentials.code()));
        }
        login.waiting(&posted, &typed.request).await?;
        let name = sign_in::TypedName::look_up(&login.app, &typed.username).await?;
        let tried = TypedCredentials {
            request: &typed.request,
            name: &name,
            password: typed.password,
            address: &posted.address,
            device: device_of(&posted.headers),
        };
        let tried = sign_in::try_password(&login.app, &login.identity, tried).await?;
        login.stepped(&posted, typed.request, tried, "pwd").await
    };
    answer(work.await)
}

#[derive(Deserialize)]
struct LinkGiven {
    request: String,
    token: String,
}

/// A mailed link in place of a password.
async fn link_sign_in(
    State(login): State<Login>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(given): Json<LinkGiven>,
) -> Response {
    let work = async {
        let posted = login.posted(headers, address)?;
        login.waiting(&posted, &given.request).await?;
        let proof = (given.token.as_str(), given.request.as_str());
        let device = device_of(&posted.headers);
        let tried = sign_in::try_link(&login.app, &login.identity, proof, device, &posted.address).await?;
        login.stepped(&posted, given.request, tried, sign_in::MAILED).await
    };
    answer(work.await)
}

#[derive(Deserialize)]
struct FactorAsked {
    attempt: String,
    kind: FactorKind,
}

async fn factor_options(
    State(login): State<Login>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(asked): Json<FactorAsked>,
) -> Response {
    let work = async {
        let posted = login.posted(headers, address)?;
        let attempt = sign_in::attempt(&login.app, &asked.attempt).await?;
        match asked.kind {
            FactorKind::Passkey => {
                let options =
                    factors::passkey_options(&login.app, &login.identity.passkeys, &attempt).await?;
                Ok(Json(json!({ "options": options })).into_response())
            }
            FactorKind::Sms => Ok(match factors::send_code(&login.app, &attempt, &posted.address).await? {
                None => StatusCode::NO_CONTENT.into_response(),
                Some(wait) => too_many(FactorRefusal::TooManyCodes.code(), wait),
            }),
            _ => Err(Problem::NotFound),
        }
    };
    answer(work.await)
}

#[derive(Deserialize)]
struct FactorGiven {
    request: String,
    attempt: String,
    #[serde(flatten)]
    proof: Proof,
}

fn unproved(outcome: &ProofOutcome) -> Response {
    match outcome {
        ProofOutcome::Incorrect { tries_left } => {
            let answer = json!({ "code": FactorRefusal::IncorrectCode.code(), "triesLeft": tries_left });
            (StatusCode::UNAUTHORIZED, Json(answer)).into_response()
        }
        ProofOutcome::TooMany { wait } => too_many(FrameCode::TooManyTries.code(), *wait),
        ProofOutcome::Gone | ProofOutcome::Proved => {
            refused(StatusCode::GONE, AccountRefusal::AttemptGone.code())
        }
    }
}

async fn factor(
    State(login): State<Login>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(given): Json<FactorGiven>,
) -> Response {
    let work = async {
        let posted = login.posted(headers, address)?;
        login.waiting(&posted, &given.request).await?;
        let attempt = sign_in::attempt(&login.app, &given.attempt).await?;
        let (identity, proof) = (&login.identity, &given.proof);
        let outcome =
            sign_in::second_step(&login.app, identity, &attempt, &given.request, proof, &posted.address)
                .await?;
        if outcome != ProofOutcome::Proved {
            return Ok(unproved(&outcome));
        }
        let first = sign_in::first_method(&attempt, &given.request).ok_or_else(sign_in::gone)?;
        let amr = [first, proof.kind.method(), "mfa"];
        login.welcome(&posted, given.request, attempt.person_id, &amr, json!({})).await
    };
    answer(work.await)
}

#[derive(Deserialize)]
struct Enrolling {
    attempt: String,
    #[serde(default)]
    request: String,
    #[serde(default)]
    code: String,
}

async fn enroll(
    State(login): State<Login>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(asked): Json<Enrolling>,
) -> Response {
    let work = async {
        login.posted(headers, address)?;
        let attempt = sign_in::attempt(&login.app, &asked.attempt).await?;
        let setup = sign_in::begin_enrolment(&login.app, &attempt).await?;
        let qr = json!({ "d": setup.qr_path, "size": setup.qr_size });
        Ok(Json(json!({ "secret": setup.secret, "uri": setup.uri, "qr": qr })).into_response())
    };
    answer(work.await)
}

async fn confirm_enrolment(
    State(login): State<Login>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(given): Json<Enrolling>,
) -> Response {
    let work = async {
        let posted = login.posted(headers, address)?;
        login.waiting(&posted, &given.request).await?;
        let attempt = sign_in::attempt(&login.app, &given.attempt).await?;
        let (app, request, code) = (&login.app, &given.request, &given.code);
        let confirmed = sign_in::confirm_enrolment(app, &attempt, request, code, &posted.address);
        match confirmed.await? {
            Err(outcome) => Ok(unproved(&outcome)),
            Ok(codes) => {
                let more = json!({ "recoveryCodes": codes });
                let first = sign_in::first_method(&attempt, &given.request).ok_or_else(sign_in::gone)?;
                login.welcome(&posted, given.request, attempt.person_id, &[first, "otp", "mfa"], more).await
            }
        }
    };
    answer(work.await)
}

async fn passkey_options(
    State(login): State<Login>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(asked): Json<PendingQuery>,
) -> Response {
    let work = async {
        let posted = login.posted(headers, address)?;
        login.waiting(&posted, &asked.request).await?;
        let (attempt, options) =
            factors::begin_passkey_sign_in(&login.app, &login.identity.passkeys, &asked.request).await?;
        Ok(Json(json!({ "attempt": attempt, "options": options })).into_response())
    };
    answer(work.await)
}

#[derive(Deserialize)]
struct PasskeyGiven {
    request: String,
    attempt: String,
    credential: Value,
}

async fn passkey(
    State(login): State<Login>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(given): Json<PasskeyGiven>,
) -> Response {
    let work = async {
        let posted = login.posted(headers, address)?;
        // Browsers never send this, so it's cheap: we don't count it or go to the database.
        let ceremony = Uuid::try_parse(&given.attempt).map_err(|_| sign_in::gone())?;
        if !factors::is_passkey_answer(&given.credential) {
            return Ok(refused(StatusCode::UNAUTHORIZED, AccountRefusal::InvalidCredentials.code()));
        }
        login.waiting(&posted, &given.request).await?;
        let buckets = factors::passkey_buckets(&posted.address);
        if let Some(wait) = factors::throttle(&login.app, &buckets).await? {
            return Ok(too_many(FrameCode::TooManyTries.code(), wait));
        }
        let (app, passkeys) = (&login.app, &login.identity.passkeys);
        let found = factors::finish_passkey_sign_in(
            app,
            passkeys,
            (&given.request, ceremony),
            &given.credential,
            (&posted.address, &buckets),
        )
        .await?;
        match found {
            Some((person, _)) => {
                login.welcome(&posted, given.request, person, &["hwk", "user", "mfa"], json!({})).await
            }
            None => Ok(refused(StatusCode::UNAUTHORIZED, AccountRefusal::InvalidCredentials.code())),
        }
    };
    answer(work.await)
}

async fn sign_out(
    State(login): State<Login>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
) -> Response {
    let posted = match login.posted(headers, address) {
        Ok(posted) => posted,
        Err(problem) => return refusal(&problem),
    };
    match login.identity.provider.sign_out(&posted.headers, Some(&posted.address)).await {
        Ok(clear) => {
            ([(header::SET_COOKIE, clear)], Json(json!({ "next": "/login/signed-out" }))).into_response()
        }
        Err(error) => problem(&Problem::Unavailable(error.to_string())),
    }
}
