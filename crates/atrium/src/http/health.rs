//! `/healthz`: the process lives. `/readyz`: it may be sent requests.

use super::routes::Served;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use std::sync::atomic::Ordering;

pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// The database answers and has our schema, and nobody asked us to stop.
pub(super) async fn readyz(State(served): State<Served>) -> impl IntoResponse {
    if !served.app.is_ready.load(Ordering::Acquire) {
        return (StatusCode::SERVICE_UNAVAILABLE, "shutting down\n");
    }
    match served.app.db.ping().await {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n"),
    }
}
