//! `/login/*`: what the provider's own pages post. Same origin only, JSON only, and never stored.

use super::{Identity, Tried, try_password};
use crate::app::App;
use crate::demo;
use crate::shared::problem::Problem;
use axum::extract::{ConnectInfo, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use oidc::SignIn;
use serde::Deserialize;
use serde_json::json;
use std::net::SocketAddr;

pub const ROUTES: &[(&str, &str)] =
    &[("GET", "/login/request"), ("POST", "/login/password"), ("POST", "/login/sign-out")];

#[derive(Clone)]
struct Login {
    app: App,
    identity: Identity,
}

pub fn routes(app: App, identity: Identity) -> Router {
    Router::new()
        .route("/login/request", get(request))
        .route("/login/password", post(password))
        .route("/login/sign-out", post(sign_out))
        .with_state(Login { app, identity })
}

#[derive(Deserialize)]
struct Asked {
    request: String,
}

/// What the page needs before somebody types: whether the request still waits, and on a demo whom to choose from.
async fn request(State(login): State<Login>, Query(asked): Query<Asked>) -> Response {
    let pending = match login.identity.provider.pending(&asked.request).await {
        Ok(Some(pending)) => pending,
        Ok(None) => return refused(StatusCode::NOT_FOUND, "REQUEST_GONE"),
        Err(error) => return failed(&error.to_string()),
    };
    let mut answer = json!({ "clientName": pending.client_id, "expiresAt": pending.expires_at });
    if login.app.is_demo {
        match demo::accounts(&login.app.db).await {
            Ok(accounts) => answer["demoAccounts"] = json!(accounts),
            Err(error) => return failed(&error.to_string()),
        }
        answer["demoPassword"] = json!(demo::PASSWORD);
    }
    Json(answer).into_response()
}

#[derive(Deserialize)]
struct Typed {
    request: String,
    username: String,
    password: String,
}

async fn password(
    State(login): State<Login>,
    connection: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
    Json(typed): Json<Typed>,
) -> Response {
    if !is_same_origin(&login.app, &headers) {
        return refused(StatusCode::FORBIDDEN, "FORBIDDEN");
    }
    match login.identity.provider.pending(&typed.request).await {
        Ok(Some(_)) => {}
        Ok(None) => return refused(StatusCode::GONE, "REQUEST_GONE"),
        Err(error) => return failed(&error.to_string()),
    }
    let address = connection.map_or(String::new(), |from| from.0.0.ip().to_string());
    // Longer than any password may be, or nothing that a person types: no work for it.
    let is_typed = |text: &str| !text.chars().any(char::is_control);
    if typed.password.len() > 512 || typed.username.len() > 200 || !is_typed(&typed.username) {
        return refused(StatusCode::UNAUTHORIZED, "INVALID_CREDENTIALS");
    }
    let tried =
        try_password(&login.app, &login.identity.passwords, &typed.username, typed.password, &address).await;
    let person = match tried {
        Ok(Tried::Welcome(person)) => person,
        Ok(Tried::Refused) => return refused(StatusCode::UNAUTHORIZED, "INVALID_CREDENTIALS"),
        Ok(Tried::TooMany { wait }) => {
            let seconds = wait.as_secs().max(1);
            let answer = json!({ "code": "TOO_MANY_TRIES", "retryAfterSeconds": seconds });
            let headers = [(header::RETRY_AFTER, seconds.to_string())];
            return (StatusCode::TOO_MANY_REQUESTS, headers, Json(answer)).into_response();
        }
        Err(problem) => return problem_response(&problem),
    };
    let device = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let sign_in = SignIn {
        request: Some(typed.request),
        subject: person.0,
        amr: vec!["pwd".to_owned()],
        device: device.to_owned(),
        address,
    };
    match login.identity.provider.sign_in(&headers, sign_in).await {
        Ok(signed_in) => {
            ([(header::SET_COOKIE, signed_in.set_cookie)], Json(json!({ "next": signed_in.next })))
                .into_response()
        }
        Err(error) => failed(&error.to_string()),
    }
}

async fn sign_out(State(login): State<Login>, headers: HeaderMap) -> Response {
    if !is_same_origin(&login.app, &headers) {
        return refused(StatusCode::FORBIDDEN, "FORBIDDEN");
    }
    match login.identity.provider.sign_out(&headers).await {
        Ok(clear) => {
            ([(header::SET_COOKIE, clear)], Json(json!({ "next": "/login/signed-out" }))).into_response()
        }
        Err(error) => failed(&error.to_string()),
    }
}

/// A browser says where a post comes from. Programs that say nothing carry no cookie of somebody else.
fn is_same_origin(app: &App, headers: &HeaderMap) -> bool {
    let same = HeaderValue::from_str(&app.settings.public_url).ok();
    headers.get(header::ORIGIN).is_none_or(|origin| Some(origin) == same.as_ref())
}

fn refused(status: StatusCode, code: &str) -> Response {
    (status, Json(json!({ "code": code }))).into_response()
}

fn problem_response(problem: &Problem) -> Response {
    if let Problem::Internal(cause) | Problem::Unavailable(cause) = problem {
        tracing::error!(cause, "a sign-in failed by our fault");
    }
    refused(problem.status(), problem.code())
}

fn failed(cause: &str) -> Response {
    problem_response(&Problem::Unavailable(cause.to_owned()))
}
