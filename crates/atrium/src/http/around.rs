//! What happens around every request, in one step: a layer for each of these would cost as much as a statement.

use super::routes::Served;
use super::{answers, client_address, demo, graphql, headers, measure, refusals};
use crate::shared::problem::Problem;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;

pub(super) async fn around(State(served): State<Served>, mut request: Request, next: Next) -> Response {
    let settings = &served.app.settings;
    if served.app.is_demo && !demo::is_own_host(request.headers(), settings) {
        let refused = answers::refused(StatusCode::MISDIRECTED_REQUEST, "UNKNOWN_HOST");
        return headers::secure(refused, settings.is_https());
    }
    client_address::find(&mut request, &settings.forwarding);
    let is_graphql = request.uri().path() == "/graphql";
    let measuring = measure::begin(&request);
    let response = match tokio::time::timeout(settings.request_timeout, next.run(request)).await {
        Ok(response) => refusals::in_one_shape(response, is_graphql),
        Err(_) if is_graphql => graphql::refusal(&Problem::Timeout),
        Err(_) => answers::problem(&Problem::Timeout),
    };
    measuring.end(response.status());
    headers::secure(response, settings.is_https())
}
