//! All routes of the server. `ROUTES` is the list that the access matrix walks; the router is built from the same
//! handlers, and a test holds the two together.

use super::{demo, graphql, headers, health, measure, web_files};
use crate::app::App;
use crate::schema::Schema;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use tower_http::limit::RequestBodyLimitLayer;

/// Who may call a route at all; what an operation inside `/graphql` allows is decided by `access`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    Anybody,
    SignedIn,
    /// From the same machine, or with the metrics token.
    Operator,
    /// Anybody, but only on a demo.
    Demo,
}

pub const ROUTES: &[(&str, &str, Caller)] = &[
    ("GET", "/healthz", Caller::Anybody),
    ("GET", "/readyz", Caller::Anybody),
    ("GET", "/metrics", Caller::Operator),
    ("POST", "/graphql", Caller::SignedIn),
    ("GET", "/demo/accounts", Caller::Demo),
    ("POST", "/demo/act-as", Caller::Demo),
    ("GET", "/demo/outbox", Caller::Demo),
];

#[derive(Clone)]
pub struct Served {
    pub app: App,
    pub schema: Schema,
}

pub fn router(app: App) -> Router {
    let schema = crate::schema::build(app.is_demo);
    let body_limit = app.settings.body_limit_bytes;
    let mut router = Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(measure::metrics))
        .route("/graphql", post(graphql::graphql));
    if app.is_demo {
        router = router
            .route("/demo/accounts", get(demo::accounts))
            .route("/demo/act-as", post(demo::act_as))
            .route("/demo/outbox", get(demo::outbox));
    }
    let served = Served { app: app.clone(), schema };
    router
        .fallback(web_files::serve)
        .layer(DefaultBodyLimit::disable())
        .layer(RequestBodyLimitLayer::new(body_limit))
        .layer(axum::middleware::from_fn_with_state(served.clone(), measure::measure))
        .layer(axum::middleware::from_fn_with_state(served.clone(), headers::secure))
        .with_state(served)
}
