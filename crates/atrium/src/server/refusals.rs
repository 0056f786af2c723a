//! Refusals that none of our handlers words: a body that's too large or isn't JSON, a path or a method that doesn't
//! exist. They get the same form as every other error: GraphQL's on its own path, what machine clients read on theirs, a
//! code with a sentence elsewhere.

use super::graphql;
use crate::api::{self, ApiRefusal};
use crate::http::answers;
use crate::shared::problem::{FrameCode, Problem};
use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// What refusals look like on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefusalForm {
    Graphql,
    Document,
    Scim,
    Code,
}

impl RefusalForm {
    pub(super) fn at(path: &str) -> RefusalForm {
        let is_below =
            |base: &str| path.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        match path {
            "/graphql" => RefusalForm::Graphql,
            _ if is_below(api::BASE) => RefusalForm::Document,
            _ if is_below("/scim/v2") => RefusalForm::Scim,
            _ => RefusalForm::Code,
        }
    }

    pub(super) fn of(self, problem: &Problem) -> Response {
        match self {
            RefusalForm::Graphql => graphql::refusal(problem),
            RefusalForm::Document => api::document(&ApiRefusal::of(problem)),
            RefusalForm::Scim => scim(&ApiRefusal::of(problem)),
            RefusalForm::Code => answers::problem(problem),
        }
    }

    pub(super) fn plain(self, status: StatusCode, code: FrameCode) -> Response {
        match self {
            RefusalForm::Graphql => graphql::bad_request(status, code, code.message()),
            RefusalForm::Document => api::document(&ApiRefusal::plain(status, code)),
            RefusalForm::Scim => scim(&ApiRefusal::plain(status, code)),
            RefusalForm::Code => {
                (status, Json(json!({ "code": code.code(), "message": code.message() }))).into_response()
            }
        }
    }
}

/// RFC 7644, 3.12.
fn scim(refusal: &ApiRefusal) -> Response {
    let body = json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:Error"],
        "status": refusal.status.as_u16().to_string(),
        "detail": refusal.message,
    });
    let kind = [(header::CONTENT_TYPE, "application/scim+json")];
    refusal.with_headers((kind, body.to_string()).into_response())
}

/// Turns refusals that are empty or plain text into JSON. Pages and JSON stay as they are.
pub(super) fn in_one_shape(response: Response, form: RefusalForm) -> Response {
    if !response.status().is_client_error() || !is_plain(response.headers()) {
        return response;
    }
    let (parts, _) = response.into_parts();
    let mut said = form.plain(parts.status, code(parts.status));
    for (name, value) in &parts.headers {
        if name != header::CONTENT_TYPE && name != header::CONTENT_LENGTH {
            said.headers_mut().append(name, value.clone());
        }
    }
    said
}

fn is_plain(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_none_or(|kind| kind.starts_with("text/plain"))
}

fn code(status: StatusCode) -> FrameCode {
    match status {
        StatusCode::NOT_FOUND => FrameCode::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => FrameCode::MethodNotAllowed,
        StatusCode::PAYLOAD_TOO_LARGE => FrameCode::BodyTooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => FrameCode::NotJson,
        _ => FrameCode::InvalidRequest,
    }
}
