//! Refusals as problem documents (RFC 9457). The code is the one the console has words for; the sentence is for
//! developers.

use super::gate::challenge;
use crate::shared::problem::{FrameCode, Problem};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder, response::Response as Described};
use utoipa::{IntoResponses, ToSchema};

const KIND: &str = "application/problem+json";

/// What a handler returns when it refuses.
#[derive(Debug)]
pub struct ApiError(pub Problem);

impl<P: Into<Problem>> From<P> for ApiError {
    fn from(problem: P) -> ApiError {
        ApiError(problem.into())
    }
}

/// A refusal on its way to the gate, which gives it its form.
#[derive(Clone, Debug)]
pub struct ApiRefusal {
    pub status: StatusCode,
    pub code: &'static str,
    pub message: &'static str,
    pub field: Option<&'static str>,
    pub retry_after_seconds: Option<i64>,
    /// What is in the way, or what is there now.
    pub detail: Option<Value>,
    pub(super) allow: Option<HeaderValue>,
}

impl ApiRefusal {
    pub fn of(problem: &Problem) -> ApiRefusal {
        if let Problem::Internal(cause) | Problem::Unavailable(cause) = problem {
            tracing::error!(cause, code = problem.code(), "a request failed with an internal error");
        }
        let detail = match problem {
            Problem::Conflict { current } => Some(current.on_wire()),
            Problem::Blocked { detail, .. } => Some(detail.clone()),
            _ => None,
        };
        ApiRefusal {
            status: problem.status(),
            code: problem.code(),
            message: problem.message(),
            field: problem.field(),
            retry_after_seconds: problem.retry_after_seconds(),
            detail,
            allow: None,
        }
    }

    /// One of the frame's own.
    pub fn plain(status: StatusCode, code: FrameCode) -> ApiRefusal {
        let (code, field, message) = code.parts();
        ApiRefusal { status, code, message, field, retry_after_seconds: None, detail: None, allow: None }
    }

    /// The same with another status, for a form that has its own.
    pub fn with_status(&self, status: StatusCode) -> ApiRefusal {
        ApiRefusal { status, ..self.clone() }
    }

    /// With the headers that belong to it.
    pub fn with_headers(&self, mut response: Response) -> Response {
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, challenge());
        }
        if let Some(seconds) = self.retry_after_seconds {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(allow) = &self.allow {
            headers.insert(header::ALLOW, allow.clone());
        }
        response
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let refusal = ApiRefusal::of(&self.0);
        let mut response = refusal.status.into_response();
        response.extensions_mut().insert(refusal);
        response
    }
}

/// Why a request was refused.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Problem)]
pub struct ProblemDocument {
    /// `urn:atrium:problem:` and the code.
    r#type: String,
    /// A sentence for developers.
    title: &'static str,
    status: u16,
    /// Stays the same from version to version.
    code: &'static str,
    /// The field or parameter it's about.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after_seconds: Option<i64>,
    /// What is in the way, or what is there now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    detail: Option<Value>,
}

/// The form of refusals below `BASE`.
pub fn document(refusal: &ApiRefusal) -> Response {
    let document = ProblemDocument {
        r#type: format!("urn:atrium:problem:{}", refusal.code.to_ascii_lowercase()),
        title: refusal.message,
        status: refusal.status.as_u16(),
        code: refusal.code,
        field: refusal.field,
        retry_after_seconds: refusal.retry_after_seconds,
        detail: refusal.detail.clone(),
    };
    let body = serde_json::to_vec(&document).unwrap_or_default();
    refusal.with_headers(([(header::CONTENT_TYPE, KIND)], body).into_response())
}

/// The refusals any operation may answer with, for its description.
pub struct ProblemAnswers;

impl IntoResponses for ProblemAnswers {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        let statuses = [
            ("400", "The request can't be read."),
            ("401", "No token, a bad one, or one that was revoked."),
            ("403", "The machine client doesn't have this right."),
            ("404", "It isn't there, or not for this machine client."),
            ("405", "This path doesn't support this method."),
            ("409", "Someone else changed it in the meantime."),
            ("413", "The body is too large."),
            ("415", "The body is of a kind we don't read."),
            ("422", "A rule says no. Nothing was changed."),
            ("429", "Too many requests. Wait for Retry-After seconds."),
            ("503", "Not available right now. Nothing was changed."),
        ];
        let described = |(status, words): (&str, &str)| {
            let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
            let response = ResponseBuilder::new().description(words).content(KIND, content).build();
            (status.to_owned(), RefOr::T(response))
        };
        statuses.map(described).into_iter().collect()
    }
}
