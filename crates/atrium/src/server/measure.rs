//! Metrics for Prometheus, and one log line per request.

use super::routes::Served;
use crate::app::App;
use crate::shared::id::PersonId;
use crate::shared::keys::SealKey;
use crate::shared::standing::standing;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use metrics::{Counter, Histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use secrecy::ExposeSecret;
use std::cell::RefCell;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

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
        let handle = builder.install_recorder().expect("nobody else installs a recorder");
        metrics::describe_counter!(
            "atrium_internal_errors_total",
            "Requests that failed with an internal error."
        );
        // Set from the start, so an alert sees the first one as a rise.
        metrics::counter!("atrium_internal_errors_total").absolute(0);
        metrics::gauge!("atrium_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        describe();
        handle
    })
}

fn describe() {
    metrics::describe_gauge!("atrium_build_info", "Always 1; the version is a label.");
    metrics::describe_gauge!("atrium_outbox_waiting", "Messages that wait to be delivered.");
    metrics::describe_gauge!("atrium_outbox_parked", "Messages that were given up on.");
    metrics::describe_gauge!("atrium_outbox_oldest_seconds", "Age of the message that has waited longest.");
    metrics::describe_gauge!("atrium_sessions", "Sessions that were used in the last hour.");
    metrics::describe_gauge!("atrium_imports", "Imports that were applied and not undone.");
    metrics::describe_gauge!(
        "atrium_pool_connections",
        "Connections to PostgreSQL: open, idle and waited for."
    );
    metrics::describe_gauge!(
        "atrium_last_backup_seconds",
        "When the last backup was finished, as a Unix time."
    );
    metrics::describe_counter!("atrium_messages_total", "Messages by topic and what became of them.");
    metrics::describe_counter!("atrium_sign_ins_total", "Sign-ins by result.");
    metrics::describe_counter!("atrium_jobs_total", "Background jobs by name and result.");
    metrics::describe_gauge!("atrium_job_last_done_seconds", "When a job last went well, as a Unix time.");
    for result in ["done", "wrong_password", "unknown_username"] {
        metrics::counter!("atrium_sign_ins_total", "result" => result).absolute(0);
    }
}

/// A scraper that asks too often mustn't make us count everything again.
const HOLDS_FOR: Duration = Duration::from_secs(5);

/// When we last counted the installation.
#[derive(Default)]
pub(super) struct Counted(Mutex<Option<Instant>>);

impl Counted {
    async fn count(&self, app: &App) {
        let mut last = self.0.lock().await;
        if last.is_some_and(|at| at.elapsed() < HOLDS_FOR) {
            return;
        }
        *last = Some(Instant::now());
        if let Some(pool) = app.db.pool() {
            for (state, count) in [("open", pool.open), ("idle", pool.idle), ("waiting", pool.waiting)] {
                metrics::gauge!("atrium_pool_connections", "state" => state).set(count as f64);
            }
        }
        match standing(&app.db, app.clock.now()).await {
            Ok(now) => {
                metrics::gauge!("atrium_outbox_waiting").set(now.waiting as f64);
                metrics::gauge!("atrium_outbox_parked").set(now.parked as f64);
                metrics::gauge!("atrium_outbox_oldest_seconds").set(now.oldest_seconds);
                metrics::gauge!("atrium_sessions").set(now.sessions as f64);
                metrics::gauge!("atrium_imports").set(now.imports as f64);
                if let Some(at) = now.last_backup {
                    metrics::gauge!("atrium_last_backup_seconds").set(at.as_second() as f64);
                }
            }
            // The other metrics are most useful right then.
            Err(error) => tracing::warn!(%error, "metrics are waiting for the database"),
        }
    }
}

/// What we note about a request while answering it.
pub(super) struct Measuring {
    started: Instant,
    method: &'static str,
    /// The route's pattern, never the path itself: paths carry ids and would create endless series.
    route: Option<MatchedPath>,
}

pub(super) fn begin(request: &Request) -> Measuring {
    recorder();
    let (method, route) = (named(request.method()), request.extensions().get::<MatchedPath>().cloned());
    Measuring { started: Instant::now(), method, route }
}

static METHODS: [Method; 7] =
    [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::HEAD, Method::OPTIONS];

/// A made-up method mustn't create its own series.
fn named(method: &Method) -> &'static str {
    METHODS.iter().find(|one| *one == method).map_or("other", Method::as_str)
}

impl Measuring {
    pub(super) fn end(self, app: &App, status: StatusCode, asks: Option<PersonId>) {
        let route = self.route.as_ref().map_or("web", MatchedPath::as_str);
        let (took, status) = (self.started.elapsed(), status.as_u16());
        SERIES.with_borrow_mut(|all| {
            if !all.contains_key(route) {
                all.insert(route.to_owned(), Series::of(route));
            }
            if let Some(series) = all.get_mut(route) {
                series.requests(route, self.method, status).increment(1);
                series.seconds.record(took.as_secs_f64());
            }
        });
        if status == StatusCode::INTERNAL_SERVER_ERROR.as_u16() {
            metrics::counter!("atrium_internal_errors_total").increment(1);
        }
        let took_us = took.as_micros() as u64;
        if matches!(route, "/healthz" | "/readyz" | "/metrics") {
            tracing::debug!(method = self.method, route, status, took_us, "request");
            return;
        }
        // A person has the same mark in every line, and no line reveals who it is.
        let person = asks.map(|person| mark(&app.keys.factors, person));
        tracing::info!(method = self.method, route, status, took_us, person, "request");
    }
}

fn mark(key: &SealKey, person: PersonId) -> String {
    key.seal(&[b"log", person.0.as_bytes()])[..6].iter().map(|byte| format!("{byte:02x}")).collect()
}

thread_local! {
    /// Finding a series by its labels costs more than adding to it.
    static SERIES: RefCell<HashMap<String, Series>> = RefCell::default();
}

struct Series {
    seconds: Histogram,
    requests: Vec<(&'static str, u16, Counter)>,
}

impl Series {
    fn of(route: &str) -> Series {
        let seconds = metrics::histogram!("atrium_http_request_seconds", "route" => route.to_owned());
        Series { seconds, requests: vec![] }
    }

    fn requests(&mut self, route: &str, method: &'static str, status: u16) -> &Counter {
        let found = self.requests.iter().position(|(of, with, _)| (*of, *with) == (method, status));
        let at = found.unwrap_or_else(|| {
            let route = route.to_owned();
            let counter = metrics::counter!("atrium_http_requests_total", "method" => method, "route" => route,
                "status" => status.to_string());
            self.requests.push((method, status, counter));
            self.requests.len() - 1
        });
        &self.requests[at].2
    }
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
    served.counted.count(&served.app).await;
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], recorder().render()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_methods_of_our_routes_have_names_and_made_up_ones_share_one() {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] {
            assert_eq!(named(&Method::from_bytes(method.as_bytes()).unwrap()), method);
        }
        assert_eq!(named(&Method::from_bytes(b"SPELL").unwrap()), "other");
    }
}
