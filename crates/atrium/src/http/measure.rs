//! Metrics for Prometheus and one log line a request.

use super::routes::Served;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use secrecy::ExposeSecret;
use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::Instant;

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

const STATEMENTS: &[f64] = &[0.0, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 50.0];
const SECONDS: &[f64] = &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

fn recorder() -> &'static PrometheusHandle {
    RECORDER.get_or_init(|| {
        let statements = Matcher::Full("atrium_graphql_statements".to_owned());
        let builder = PrometheusBuilder::new()
            .set_buckets(SECONDS)
            .and_then(|builder| builder.set_buckets_for_metric(statements, STATEMENTS))
            .expect("the buckets are sorted");
        builder.install_recorder().expect("nobody else installs a recorder")
    })
}

pub(super) async fn measure(State(_): State<Served>, request: Request, next: Next) -> Response {
    recorder();
    let started = Instant::now();
    // A made-up method must not make a series of its own.
    let method = match *request.method() {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    };
    // The route's pattern, never the path itself: paths carry ids and would make endless series.
    let route = request.extensions().get::<MatchedPath>().map_or("web", MatchedPath::as_str).to_owned();
    let response = next.run(request).await;
    let (took, status) = (started.elapsed(), response.status().as_u16());
    metrics::counter!("atrium_http_requests_total", "method" => method, "route" => route.clone(), "status" => status.to_string())
        .increment(1);
    metrics::histogram!("atrium_http_request_seconds", "route" => route.clone()).record(took.as_secs_f64());
    tracing::debug!(method, route, status, took_us = took.as_micros() as u64, "request");
    response
}

/// For callers on the same machine, or with the operator's token.
pub(super) async fn metrics(
    State(served): State<Served>,
    connection: Option<axum::Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
) -> Response {
    let token = served.app.settings.metrics_token.expose_secret();
    let is_allowed = if token.is_empty() {
        connection.is_some_and(|from| from.0.0.ip().is_loopback())
    } else {
        let given =
            headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let expected = format!("Bearer {token}");
        aws_lc_rs::constant_time::verify_slices_are_equal(given.as_bytes(), expected.as_bytes()).is_ok()
    };
    if !is_allowed {
        return StatusCode::NOT_FOUND.into_response();
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], recorder().render()).into_response()
}
