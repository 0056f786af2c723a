//! Refusals that none of our handlers words: a body that's too large or isn't JSON, a path or a method that doesn't
//! exist. They get the same form as every other error: GraphQL's on its own path, a code with a sentence elsewhere.

use super::graphql;
use crate::shared::problem::FrameCode;
use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Turns refusals that are empty or plain text into JSON. Pages and JSON stay as they are.
pub(super) fn in_one_shape(response: Response, is_graphql: bool) -> Response {
    if !response.status().is_client_error() || !is_plain(response.headers()) {
        return response;
    }
    let (parts, _) = response.into_parts();
    let said = code(parts.status);
    let mut said = if is_graphql {
        graphql::bad_request(parts.status, said, said.message())
    } else {
        let body = json!({ "code": said.code(), "message": said.message() });
        (parts.status, Json(body)).into_response()
    };
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
