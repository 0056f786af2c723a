//! All the server's routes. The access matrix walks `ROUTES`; the router is built from the same handlers, and a test
//! keeps the two in step.

use super::around::around;
use super::door::{Door, at_the_door};
use super::graphql::Api;
use super::{compression, demo, graphql, health, measure, web_files};
use crate::all_features;
use crate::api::ApiState;
use crate::app::App;
use crate::identity::Identity;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::handler::Handler;
use axum::http::{Method, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use std::sync::Arc;
use tower_http::limit::RequestBodyLimitLayer;

/// Who may call a route at all; `access` decides what an operation inside `/graphql` allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    Anybody,
    SignedIn,
    /// From the same machine, or with the metrics token.
    Operator,
    /// Anyone, but only on a demo.
    Demo,
}

pub const ROUTES: &[(&str, &str, Caller)] = &[
    ("GET", "/healthz", Caller::Anybody),
    ("GET", "/readyz", Caller::Anybody),
    ("GET", "/metrics", Caller::Operator),
    ("POST", "/graphql", Caller::SignedIn),
    ("GET", "/api/openapi.json", Caller::Anybody),
    ("GET", "/api/docs", Caller::Anybody),
    ("GET", "/demo/accounts", Caller::Demo),
    ("GET", "/demo/outbox", Caller::Demo),
];

pub struct Serving {
    pub app: App,
    pub api: Api,
    pub identity: Identity,
    pub(super) writable: health::Writable,
    pub(super) counted: measure::Counted,
}

/// What handlers receive; cloned several times per request.
pub type Served = Arc<Serving>;

pub fn router(app: App, identity: Identity) -> Router {
    let api = Api::new(app.is_demo());
    let body_limit = app.settings.body_limit_bytes;
    let mut router = Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(measure::metrics));
    if app.is_demo() {
        router = router.route("/demo/accounts", get(demo::accounts)).route("/demo/outbox", get(demo::outbox));
    }
    let door = Door::new(app.clone());
    let served = Arc::new(Serving {
        app: app.clone(),
        api,
        identity: identity.clone(),
        writable: health::Writable::default(),
        counted: measure::Counted::default(),
    });
    // Some paths are both a page and what that page posts: a GET gets the page.
    let page = {
        let served = served.clone();
        move |request: Request| web_files::serve(State(served), request)
    };
    // Programs post to these paths, so they aren't pages; someone who types one in gets the page that says so.
    let no_page = {
        let served = served.clone();
        async move |request: Request| match *request.method() {
            Method::GET | Method::HEAD => web_files::serve(State(served.clone()), request).await,
            _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        }
    };
    let (mut login, mut others) = (Router::new(), Router::new());
    for group in all_features::ALL.iter().flat_map(|feature| feature.routes) {
        let into = if group.is_sign_in { &mut login } else { &mut others };
        *into = std::mem::take(into).merge((group.build)(app.clone(), identity.clone()));
    }
    let login = login.method_not_allowed_fallback(page.layer(compression::pages()));
    let others = others.method_not_allowed_fallback(no_page.layer(compression::pages()));
    let state = ApiState { app: app.clone(), identity: identity.clone() };
    // GraphQL and files for machines measure their own bodies: an upload may be larger than anything else.
    let graphql = Router::new()
        .route("/graphql", post(graphql::graphql))
        .layer(compression::graphql_answers())
        .with_state(served.clone());
    router
        .fallback(web_files::serve.layer(compression::pages()))
        .with_state(served.clone())
        .merge(identity.provider.routes())
        .merge(super::api::routes(state.clone()))
        .merge(others)
        .merge(login)
        .layer(axum::middleware::from_fn_with_state(door, at_the_door))
        .layer(DefaultBodyLimit::disable())
        .layer(RequestBodyLimitLayer::new(body_limit))
        .merge(graphql)
        .merge(super::api::upload_routes(state))
        .layer(axum::middleware::from_fn_with_state(served, around))
}
