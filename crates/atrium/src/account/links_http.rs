//! `/login/*` for people who can't sign in yet: a forgotten password, a mailed link, an invitation, an alarm.

use super::link_requests::{self, LinkAnswer, Wanted};
use super::links::{self, LinkKind};
use super::new_email;
use super::refusal::AccountRefusal;
use crate::app::App;
use crate::factors::FactorRefusal;
use crate::http::answers::{body_of, is_same_origin, problem, refused, too_many};
use crate::identity::Identity;
use crate::shared::problem::{FrameCode, Problem};
use crate::shared::refusal::SharedRefusal;
use crate::upstreams;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use oidc::ClientAddress;
use serde::Deserialize;
use serde_json::json;

#[derive(Clone)]
struct LinkRoutes {
    app: App,
    identity: Identity,
}

pub(super) fn routes(app: App, identity: Identity) -> Router {
    Router::new()
        .route("/login/forgot", post(forgot))
        .route("/login/mail-link", post(mail_link))
        .route("/login/link", get(look))
        .route("/login/choose-password", post(choose_password))
        .route("/login/not-me", post(not_me))
        .route("/login/confirm-email", post(confirm_email))
        .with_state(LinkRoutes { app, identity })
}

fn refusal(found: &Problem) -> Response {
    let gone = SharedRefusal::LinkGone.code();
    if found.code() == gone { refused(StatusCode::GONE, gone) } else { problem(found) }
}

#[derive(Deserialize)]
struct Forgot {
    username: String,
}

async fn forgot(
    at: State<LinkRoutes>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    asked: Json<Forgot>,
) -> Response {
    mailed(at, address, headers, asked, Wanted::NewPassword).await
}

async fn mail_link(
    at: State<LinkRoutes>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    asked: Json<Forgot>,
) -> Response {
    mailed(at, address, headers, asked, Wanted::SignIn).await
}

/// Gives the same answer, just as fast, for any name: the mail is created after the answer. 204 promises to send it.
async fn mailed(
    State(at): State<LinkRoutes>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(asked): Json<Forgot>,
    wanted: Wanted,
) -> Response {
    if !is_same_origin(&at.app, &headers) {
        return refused(StatusCode::FORBIDDEN, FrameCode::Forbidden.code());
    }
    let address = address.map_or(String::new(), |address| address.0.0);
    match link_requests::ask(&at.app, wanted, &asked.username, &address).await {
        Ok(LinkAnswer::Accepted) => StatusCode::NO_CONTENT.into_response(),
        Ok(LinkAnswer::TooMany { wait }) => too_many(AccountRefusal::TooManyMails.code(), wait),
        Ok(LinkAnswer::Full) => {
            tracing::warn!("too many links are waiting to be mailed: refusing more");
            let mut busy = refused(StatusCode::SERVICE_UNAVAILABLE, FrameCode::Unavailable.code());
            busy.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
            busy
        }
        Err(found) => refusal(&found),
    }
}

#[derive(Deserialize)]
struct LinkToken {
    token: String,
}

async fn look(State(at): State<LinkRoutes>, Query(asked): Query<LinkToken>) -> Response {
    match links::look(&at.app, &asked.token).await {
        Ok((link, person, minimum)) => {
            let mut answer = json!({
                "kind": link.kind.as_text(),
                "username": person.username,
                "firstName": person.first_name,
                "expiresAt": link.expires_at,
                "minimumLength": minimum,
            });
            if link.kind == LinkKind::Invitation {
                match upstreams::offered_to(&at.app.db, person.tenant_id, person.id).await {
                    Ok(upstreams) => answer["upstreams"] = json!(upstreams),
                    Err(error) => return problem(&Problem::from(error)),
                }
            }
            Json(answer).into_response()
        }
        Err(problem) => refusal(&problem),
    }
}

#[derive(Deserialize)]
struct Chosen {
    token: String,
    password: String,
}

async fn choose_password(
    State(at): State<LinkRoutes>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(chosen): Json<Chosen>,
) -> Response {
    if !is_same_origin(&at.app, &headers) {
        return refused(StatusCode::FORBIDDEN, FrameCode::Forbidden.code());
    }
    let address = address.map_or(String::new(), |address| address.0.0);
    let done = links::choose_password(&at.app, &at.identity, &chosen.token, chosen.password, &address).await;
    match done {
        Ok(()) => Json(json!({ "next": "/signin" })).into_response(),
        Err(found) if found.code() == FactorRefusal::PasswordTooShort.code() => {
            let mut body = body_of(&found);
            if let Ok((_, _, minimum)) = links::look(&at.app, &chosen.token).await {
                body["minimumLength"] = json!(minimum);
            }
            (found.status(), Json(body)).into_response()
        }
        Err(problem) => refusal(&problem),
    }
}

async fn not_me(
    State(at): State<LinkRoutes>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(asked): Json<LinkToken>,
) -> Response {
    if !is_same_origin(&at.app, &headers) {
        return refused(StatusCode::FORBIDDEN, FrameCode::Forbidden.code());
    }
    let address = address.map_or(String::new(), |address| address.0.0);
    match links::alarm(&at.app, &at.identity, &asked.token, &address).await {
        Ok(()) => Json(json!({})).into_response(),
        Err(problem) => refusal(&problem),
    }
}

async fn confirm_email(
    State(at): State<LinkRoutes>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(asked): Json<LinkToken>,
) -> Response {
    if !is_same_origin(&at.app, &headers) {
        return refused(StatusCode::FORBIDDEN, FrameCode::Forbidden.code());
    }
    let address = address.map_or(String::new(), |address| address.0.0);
    match new_email::confirm(&at.app, &asked.token, &address).await {
        Ok(()) => Json(json!({})).into_response(),
        Err(problem) => refusal(&problem),
    }
}
