//! The demo's own routes: who you can sign in as, and the messages it would have sent. None of this exists on a server
//! that isn't a demo.

use super::graphql::refusal;
use super::outbox_page;
use super::routes::Served;
use crate::config::{Settings, host_name, is_loopback};
use crate::shared::problem::Problem;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Another site's page can point its own name here (DNS rebinding), and could then read everything a demo shows to
/// anyone. Its requests still carry that name. A request that spells out its target (`GET http://…`) goes there,
/// whatever its header says (RFC 9112, 3.2.2).
pub(super) fn is_own_host(uri: &Uri, headers: &HeaderMap, settings: &Settings) -> bool {
    let host = match (uri.authority(), headers.get(header::HOST)) {
        (Some(target), _) => Ok(target.as_str()),
        (None, Some(host)) => host.to_str(),
        (None, None) => return true,
    };
    let Ok(host) = host else { return false };
    let ip = settings.listen.ip();
    let own = [ip.to_string(), format!("[{ip}]")];
    is_loopback(host) || host_name(host).is_some_and(|name| own.iter().any(|own| own == name))
}

pub(super) async fn accounts(State(served): State<Served>) -> Response {
    let Some(demo) = &served.app.demo else { return refusal(&Problem::NotFound) };
    match demo.accounts(&served.app.db).await {
        Ok(accounts) => Json(json!({ "accounts": accounts })).into_response(),
        Err(error) => refusal(&Problem::from(error)),
    }
}

/// The mail and SMS this demo would have sent: a page for people, JSON for programs.
pub(super) async fn outbox(State(served): State<Served>, headers: HeaderMap) -> Response {
    let messages = served.app.collected.newest();
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if accepts.contains("text/html") {
        outbox_page::page(&messages)
    } else {
        Json(json!({ "messages": messages })).into_response()
    }
}
