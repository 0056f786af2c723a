//! The frame for what machine clients call: `/api/v1`, described by OpenAPI, and SCIM. Every request passes the gate
//! (`gate.rs`), which knows the machine before any handler runs. A feature adds its part as `api` in its row; its
//! handlers take an [`ApiCall`] and ask it for the scope they need.
//!
//! - Refusals are problem documents (RFC 9457): `problem.rs`.
//! - Lists are keyset pages: `page.rs`.
//! - A change takes an `Idempotency-Key`, and the same request gets the same answer for a day: `change.rs`.

mod change;
mod gate;
mod page;
mod problem;
mod store;

pub use change::{Begun, forget_answers};
pub use gate::{ApiCall, ErrorForm, behind_gate};
pub use page::{ApiPage, PageQuery};
pub use problem::{ApiError, ApiRefusal, ProblemAnswers, ProblemDocument, document};

use crate::app::App;
use crate::identity::Identity;
use crate::shared::machine_right::DESCRIBED;
use axum::Router;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{ClientCredentials, Flow, OAuth2, Scopes, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;

/// Where the described part is.
pub const BASE: &str = "/api/v1";

/// What every handler may use.
#[derive(Clone)]
pub struct ApiState {
    pub app: App,
    pub identity: Identity,
}

/// A feature's handlers below [`BASE`], with their description.
pub type ApiPart = OpenApiRouter<ApiState>;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Atrium API",
        version = "1",
        description = "For programs that work by themselves. An administrator adds a machine client in the console; it \
            gets a token at /oauth2/token by client credentials and sends it as a bearer token. Times are RFC 3339 in \
            UTC, days are YYYY-MM-DD. Lists are pages: send `next` back as `cursor` until it is null.",
        license(name = "Apache-2.0")
    ),
    components(schemas(ProblemDocument))
)]
struct Base;

/// All parts in one router behind the gate, and their description.
pub fn assemble(state: ApiState, parts: impl Iterator<Item = ApiPart>) -> Router {
    let (router, _) = merged(parts).split_for_parts();
    Router::new().nest(BASE, behind_gate(state, router, document))
}

/// Those that measure their own bodies, behind the same gate. One that says it's too large isn't waited for.
pub fn assemble_uploads(state: ApiState, parts: impl Iterator<Item = ApiPart>) -> Router {
    let (router, _) = merged(parts).split_for_parts();
    let router = router.layer(axum::middleware::from_fn(within));
    gate::gated(state, Router::new().nest(BASE, router), document)
}

/// No upload takes more.
const MAX_UPLOAD_BYTES: u64 = 1 << 30;

async fn within(request: Request, next: Next) -> Response {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    match length.and_then(|length| length.parse::<u64>().ok()) {
        Some(bytes) if bytes > MAX_UPLOAD_BYTES => StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        _ => next.run(request).await,
    }
}

pub fn describe(parts: impl Iterator<Item = ApiPart>) -> Document {
    let (_, described) = merged(parts).split_for_parts();
    let mut document = Base::openapi().nest(BASE, described);
    let scopes = Scopes::from_iter(DESCRIBED.iter().copied());
    let flow = ClientCredentials::new("/oauth2/token", scopes);
    let scheme = SecurityScheme::OAuth2(OAuth2::new([Flow::ClientCredentials(flow)]));
    document.components.get_or_insert_default().add_security_scheme("machine", scheme);
    document
}

fn merged(parts: impl Iterator<Item = ApiPart>) -> ApiPart {
    parts.fold(OpenApiRouter::new(), OpenApiRouter::merge)
}
