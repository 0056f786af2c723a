//! JSON answers of the calls that are not GraphQL: a refusal is its code, and what belongs to it.

use crate::app::App;
use crate::call::{Call, Intent};
use crate::shared::problem::{FrameCode, Problem};
use axum::Json;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use serde_json::{Value, json};

pub fn refused(status: StatusCode, code: &str) -> Response {
    (status, Json(json!({ "code": code }))).into_response()
}

pub fn too_many(code: &str, wait: SignedDuration) -> Response {
    let seconds = wait.as_secs().max(1);
    let answer =
        json!({ "code": code, "message": FrameCode::TooManyTries.message(), "retryAfterSeconds": seconds });
    let headers = [(header::RETRY_AFTER, seconds.to_string())];
    (StatusCode::TOO_MANY_REQUESTS, headers, Json(answer)).into_response()
}

/// What a problem looks like outside GraphQL.
pub fn body_of(problem: &Problem) -> Value {
    if let Problem::Internal(cause) | Problem::Unavailable(cause) = problem {
        tracing::error!(cause, code = problem.code(), "a request failed with an internal error");
    }
    let mut body = json!({ "code": problem.code(), "message": problem.message() });
    if let Some(field) = problem.field() {
        body["field"] = json!(field);
    }
    if let Some(seconds) = problem.retry_after_seconds() {
        body["retryAfterSeconds"] = json!(seconds);
    }
    if let (Problem::StepUpRequired { detail: Value::Object(detail) }, Some(body)) =
        (problem, body.as_object_mut())
    {
        body.extend(detail.clone());
    }
    body
}

/// A refusal that the audit trail hears of.
pub async fn recorded(call: &Call, intent: Intent, operation: &str, problem: Problem) -> Response {
    match call.record_refusal(intent, &json!([operation]), problem.code()).await {
        Ok(()) => self::problem(&problem),
        Err(error) => self::problem(&error.into()),
    }
}

pub fn problem(problem: &Problem) -> Response {
    let mut response = (problem.status(), Json(body_of(problem))).into_response();
    if matches!(problem, Problem::Unauthenticated) {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    if let Some(seconds) = problem.retry_after_seconds() {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// A browser says where a post comes from. Programs that don't say carry no one else's cookie.
pub fn is_same_origin(app: &App, headers: &HeaderMap) -> bool {
    let same = HeaderValue::from_str(&app.settings.public_url).ok();
    headers.get(header::ORIGIN).is_none_or(|origin| Some(origin) == same.as_ref())
}
