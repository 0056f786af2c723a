//! `/login/freeze`: the page behind "This wasn't me" in a deposit notice checks its link here, and uses it.

use super::alarm;
use crate::app::App;
use crate::http::answers::{is_same_origin, problem, refused};
use crate::shared::problem::{FrameCode, Problem};
use crate::shared::refusal::SharedRefusal;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use oidc::ClientAddress;
use serde::Deserialize;
use serde_json::json;

pub const ROUTES: &[(&str, &str)] = &[("GET", "/login/deposit-link"), ("POST", "/login/freeze")];

pub fn routes(app: App) -> Router {
    Router::new().route("/login/deposit-link", get(look)).route("/login/freeze", post(freeze)).with_state(app)
}

#[derive(Deserialize)]
struct AlarmToken {
    token: String,
}

fn refusal(found: &Problem) -> Response {
    let gone = SharedRefusal::LinkGone.code();
    if found.code() == gone { refused(StatusCode::GONE, gone) } else { problem(found) }
}

async fn look(State(app): State<App>, Query(asked): Query<AlarmToken>) -> Response {
    match alarm::look(&app, &asked.token).await {
        Ok((_, status)) => Json(json!({ "kind": "deposit", "status": status.as_str() })).into_response(),
        Err(problem) => refusal(&problem),
    }
}

async fn freeze(
    State(app): State<App>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    Json(asked): Json<AlarmToken>,
) -> Response {
    if !is_same_origin(&app, &headers) {
        return refused(StatusCode::FORBIDDEN, FrameCode::Forbidden.code());
    }
    let address = address.map_or(String::new(), |address| address.0.0);
    match alarm::freeze(&app, &asked.token, &address).await {
        Ok(()) => Json(json!({})).into_response(),
        Err(problem) => refusal(&problem),
    }
}
