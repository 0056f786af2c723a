//! HTTP in, HTTP out. `ROUTES` lists what the router answers, for the application's access matrix.

use crate::Provider;
use crate::answer::{self, Credentials};
use crate::page;
use crate::params::is_form;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Extension, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;

pub const ROUTES: &[(&str, &str)] = &[
    ("GET", "/oauth2/token/.well-known/openid-configuration"),
    ("GET", "/oauth2/jwks"),
    ("GET", "/oauth2/authorize"),
    ("POST", "/oauth2/authorize"),
    ("GET", "/oauth2/authorize/resume"),
    ("POST", "/oauth2/token"),
    ("OPTIONS", "/oauth2/token"),
    ("GET", "/oauth2/userinfo"),
    ("POST", "/oauth2/userinfo"),
    ("OPTIONS", "/oauth2/userinfo"),
    ("GET", "/oauth2/logout"),
    ("POST", "/oauth2/logout"),
    ("GET", "/sessions/me"),
    ("OPTIONS", "/sessions/me"),
];

/// Where a request came from. The application adds it to the request's extensions, for the audit trail.
#[derive(Debug, Clone)]
pub struct ClientAddress(pub String);

/// The application may leave it out.
type Address = Option<Extension<ClientAddress>>;

const MAX_BODY: usize = 64 * 1024;
const DISCOVERY_MAX_AGE_S: u32 = 300;
/// Much shorter than the time a key is published before it signs.
const KEYS_MAX_AGE_S: u32 = 300;

impl Provider {
    pub fn routes(&self) -> Router {
        Router::new()
            .route("/oauth2/token/.well-known/openid-configuration", get(discovery))
            .route("/oauth2/jwks", get(jwks))
            .route("/oauth2/authorize", get(authorize).post(authorize_form))
            .route("/oauth2/authorize/resume", get(resume))
            .route("/oauth2/token", axum::routing::post(token).options(preflight))
            .route("/oauth2/userinfo", get(userinfo).post(userinfo_form).options(preflight))
            .route("/oauth2/logout", get(logout).post(logout_form))
            .route("/sessions/me", get(sessions_me).options(preflight_with_cookie))
            .layer(DefaultBodyLimit::max(MAX_BODY))
            .with_state(self.clone())
    }
}

fn text(address: &Address) -> Option<&str> {
    address.as_ref().map(|Extension(ClientAddress(address))| address.as_str())
}

async fn discovery(State(provider): State<Provider>) -> Response {
    answer::public_json(DISCOVERY_MAX_AGE_S, &provider.discovery())
}

async fn jwks(State(provider): State<Provider>) -> Response {
    answer::public_json(KEYS_MAX_AGE_S, &provider.keys().jwks())
}

async fn authorize(
    State(provider): State<Provider>,
    address: Address,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    provider.authorize(query.unwrap_or_default().as_bytes(), &headers, text(&address)).await
}

async fn authorize_form(
    State(provider): State<Provider>,
    address: Address,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !is_form(&headers) {
        return not_a_form();
    }
    provider.authorize(&body, &headers, text(&address)).await
}

async fn resume(
    State(provider): State<Provider>,
    address: Address,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    provider.resume(query.unwrap_or_default().as_bytes(), &headers, text(&address)).await
}

async fn token(
    State(provider): State<Provider>,
    address: Address,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    provider.token(&headers, &body, text(&address)).await
}

async fn userinfo(State(provider): State<Provider>, headers: HeaderMap) -> Response {
    provider.userinfo(&headers, None).await
}

async fn userinfo_form(State(provider): State<Provider>, headers: HeaderMap, body: Bytes) -> Response {
    provider.userinfo(&headers, Some(&body)).await
}

async fn logout(
    State(provider): State<Provider>,
    address: Address,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    provider.logout(query.unwrap_or_default().as_bytes(), &headers, text(&address)).await
}

async fn logout_form(
    State(provider): State<Provider>,
    address: Address,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !is_form(&headers) {
        return not_a_form();
    }
    provider.logout(&body, &headers, text(&address)).await
}

async fn sessions_me(State(provider): State<Provider>, address: Address, headers: HeaderMap) -> Response {
    provider.sessions_me(&headers, text(&address)).await
}

async fn preflight(State(provider): State<Provider>, headers: HeaderMap) -> Response {
    provider.preflight(&headers, Credentials::Omit)
}

async fn preflight_with_cookie(State(provider): State<Provider>, headers: HeaderMap) -> Response {
    provider.preflight(&headers, Credentials::Include)
}

fn not_a_form() -> Response {
    answer::page(StatusCode::UNSUPPORTED_MEDIA_TYPE, page::NO_FORM)
}
