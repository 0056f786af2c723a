//! What machine clients call, assembled from the features' parts, and its description: as JSON, as a page to browse, and
//! for `atrium openapi`.

use super::api_page;
use crate::all_features;
use crate::api::{self, ApiPart, ApiState};
use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::LazyLock;

fn parts() -> impl Iterator<Item = ApiPart> {
    all_features::ALL.iter().filter_map(|feature| feature.api).map(|build| build())
}

fn uploads() -> impl Iterator<Item = ApiPart> {
    all_features::ALL.iter().filter_map(|feature| feature.api_uploads).map(|build| build())
}

fn described_parts() -> utoipa::openapi::OpenApi {
    api::describe(parts().chain(uploads()))
}

/// The description as it's kept in the repository.
pub fn openapi() -> String {
    let mut text = serde_json::to_string_pretty(&described_parts()).unwrap_or_default();
    text.push('\n');
    text
}

/// Method and path of each, for the access matrix.
pub fn api_paths() -> Vec<(&'static str, String)> {
    let described = described_parts();
    let methods = |(path, item): (&String, &utoipa::openapi::PathItem)| {
        [
            ("GET", item.get.is_some()),
            ("POST", item.post.is_some()),
            ("PUT", item.put.is_some()),
            ("PATCH", item.patch.is_some()),
            ("DELETE", item.delete.is_some()),
        ]
        .into_iter()
        .filter(|(_, is_there)| *is_there)
        .map(|(method, _)| (method, path.clone()))
        .collect::<Vec<_>>()
    };
    described.paths.paths.iter().flat_map(methods).collect()
}

pub(super) fn routes(state: ApiState) -> Router {
    Router::new()
        .route("/api/openapi.json", get(described))
        .route("/api/docs", get(browsed))
        .merge(api::assemble(state, parts()))
}

/// Outside the limit of other requests.
pub(super) fn upload_routes(state: ApiState) -> Router {
    api::assemble_uploads(state, uploads())
}

async fn described() -> Response {
    static TEXT: LazyLock<String> = LazyLock::new(openapi);
    ([(header::CONTENT_TYPE, "application/json")], TEXT.as_str()).into_response()
}

async fn browsed() -> Response {
    static PAGE: LazyLock<(String, String)> = LazyLock::new(|| api_page::page(&described_parts()));
    let (policy, page) = &*PAGE;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
    ];
    (headers, page.as_str()).into_response()
}
