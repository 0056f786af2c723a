//! `/login/setup`: what the setup link's page requests and posts. Same origin only.

use super::SetupForm;
use crate::app::App;
use crate::http::answers::{is_same_origin, problem};
use crate::identity::Identity;
use crate::shared::problem::Problem;
use crate::shared::refusal::SharedRefusal;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use oidc::ClientAddress;
use serde::Deserialize;
use serde_json::json;

pub const ROUTES: &[(&str, &str)] = &[("GET", "/login/setup/link"), ("POST", "/login/setup")];

#[derive(Clone)]
struct SetupRoutes {
    app: App,
    identity: Identity,
}

pub fn routes(app: App, identity: Identity) -> Router {
    Router::new()
        .route("/login/setup/link", get(link))
        .route("/login/setup", post(set_up))
        .with_state(SetupRoutes { app, identity })
}

#[derive(Deserialize)]
struct SetupQuery {
    token: String,
}

async fn link(State(setup): State<SetupRoutes>, Query(asked): Query<SetupQuery>) -> Response {
    match super::look(&setup.app, &asked.token).await {
        Ok(()) => Json(json!({})).into_response(),
        Err(refused) => answer(&refused),
    }
}

#[derive(Deserialize)]
struct SetupPost {
    token: String,
    /// The one chosen on the page.
    #[serde(default)]
    language: Option<String>,
    #[serde(flatten)]
    typed: SetupForm,
}

async fn set_up(
    State(setup): State<SetupRoutes>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(posted): Json<SetupPost>,
) -> Response {
    if !is_same_origin(&setup.app, &headers) {
        return answer(&Problem::Forbidden);
    }
    let address = address.map_or(String::new(), |address| address.0.0);
    let from = (language_of(posted.language.as_deref(), &headers), address);
    match super::set_up(&setup.app, &setup.identity, &posted.token, posted.typed, from).await {
        Ok(()) => Json(json!({ "next": "/signin" })).into_response(),
        Err(refused) => answer(&refused),
    }
}

/// The page's language; without one, the browser's preferred language.
fn language_of(chosen: Option<&str>, headers: &HeaderMap) -> &'static str {
    match chosen {
        Some("en") => return "en",
        Some("es") => return "es",
        _ => {}
    }
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    if accepted.is_some_and(|accepted| accepted.to_lowercase().starts_with("es")) { "es" } else { "en" }
}

fn answer(refused: &Problem) -> Response {
    let mut response = problem(refused);
    if refused.code() == SharedRefusal::LinkGone.code() {
        *response.status_mut() = StatusCode::GONE;
    }
    response
}
