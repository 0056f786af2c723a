//! The demo's own routes: who there is to sign in as, and what left the house. None of this exists on a server that is no
//! demo.

use super::graphql::refusal;
use super::outbox_page;
use super::routes::Served;
use crate::demo;
use crate::shared::problem::Problem;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

pub(super) async fn accounts(State(served): State<Served>) -> Response {
    match demo::accounts(&served.app.db).await {
        Ok(accounts) => Json(json!({ "accounts": accounts })).into_response(),
        Err(error) => refusal(&Problem::from(error)),
    }
}

/// The mail and SMS that this demo would have sent: a page for people, JSON for programs.
pub(super) async fn outbox(State(served): State<Served>, headers: HeaderMap) -> Response {
    let messages = served.app.collected.newest();
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if accepts.contains("text/html") {
        outbox_page::page(&messages)
    } else {
        Json(json!({ "messages": messages })).into_response()
    }
}
