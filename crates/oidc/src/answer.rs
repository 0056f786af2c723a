//! Answers. No cache may store them unless an answer says so itself.

use crate::page::{self, Words};
use crate::{Error, Provider};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use jiff::SignedDuration;
use serde_json::{Value, json};

/// A protocol error: its code, and a sentence for the client's developer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Denied {
    pub(crate) code: &'static str,
    pub(crate) why: &'static str,
}

pub(crate) fn denied(code: &'static str, why: &'static str) -> Denied {
    Denied { code, why }
}

fn answer(status: StatusCode, content_type: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if !content_type.is_empty() {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    }
    response
}

pub(crate) fn json(status: StatusCode, body: &Value) -> Response {
    json_as("application/json", status, body)
}

pub(crate) fn json_as(media_type: &'static str, status: StatusCode, body: &Value) -> Response {
    answer(status, media_type, body.to_string())
}

pub(crate) fn error_json(status: StatusCode, denied: Denied) -> Response {
    json(status, &json!({ "error": denied.code, "error_description": denied.why }))
}

pub(crate) fn empty(status: StatusCode) -> Response {
    answer(status, "", Body::empty())
}

/// 303: whatever the method was, the browser continues with GET.
pub(crate) fn redirect(to: &str) -> Response {
    let mut response = empty(StatusCode::SEE_OTHER);
    match HeaderValue::try_from(to) {
        Ok(to) => drop(response.headers_mut().insert(header::LOCATION, to)),
        Err(_) => *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR,
    }
    response
}

pub(crate) fn page(status: StatusCode, why: Words) -> Response {
    let mut response = answer(status, "text/html; charset=utf-8", page::html(why));
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, page::POLICY.clone());
    response
}

/// Says when to try again.
pub(crate) fn after(wait: SignedDuration, mut response: Response) -> Response {
    // Round up to the next whole second, so that no one comes back too early.
    let seconds = wait.as_secs() + i64::from(wait.subsec_nanos() > 0);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

/// Our own failure: 503 while we can't reach something, otherwise 500; the reason goes only to the log.
fn failure(error: &Error) -> StatusCode {
    tracing::error!(%error, "the identity provider failed");
    match error {
        Error::Database(db::Error::Unavailable(_) | db::Error::Timeout | db::Error::Retry(_))
        | Error::Accounts(_) => StatusCode::SERVICE_UNAVAILABLE,
        Error::Database(db::Error::Unstorable(_)) => StatusCode::BAD_REQUEST,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

pub(crate) fn failed_page(error: &Error) -> Response {
    page(failure(error), page::FAILED)
}

pub(crate) fn failed_json(error: &Error) -> Response {
    match failure(error) {
        StatusCode::BAD_REQUEST => {
            let why = "a parameter contains a character we can't store (U+0000)";
            error_json(StatusCode::BAD_REQUEST, denied("invalid_request", why))
        }
        status => error_json(status, denied("server_error", "try again in a moment")),
    }
}

/// Whether a page from the origin may send the browser's cookie along.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Credentials {
    Omit,
    Include,
}

impl Provider {
    /// Lets a registered origin read the answer; any other origin gets no such header.
    pub(crate) fn allow_origin(
        &self,
        headers: &HeaderMap,
        credentials: Credentials,
        mut response: Response,
    ) -> Response {
        let out = response.headers_mut();
        out.append(header::VARY, HeaderValue::from_static("Origin"));
        let Some(origin) = headers.get(header::ORIGIN) else { return response };
        let is_registered =
            self.0.settings.clients.iter().flat_map(|client| &client.origins).any(|known| origin == known);
        if is_registered {
            out.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            // Sites read WWW-Authenticate to tell an expired token from a missing one.
            let exposed = HeaderValue::from_static("www-authenticate");
            out.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
            if credentials == Credentials::Include {
                out.insert(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
            }
        }
        response
    }

    pub(crate) fn preflight(&self, headers: &HeaderMap, credentials: Credentials) -> Response {
        let mut response = self.allow_origin(headers, credentials, empty(StatusCode::NO_CONTENT));
        let out = response.headers_mut();
        if out.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN) {
            out.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST"));
            let allowed = HeaderValue::from_static("authorization, content-type, accept");
            out.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, allowed);
            out.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
        }
        response
    }
}

/// What anyone may read and keep for a while: discovery and the public keys.
pub(crate) fn public_json(max_age_s: u32, body: &Value) -> Response {
    let mut response = json(StatusCode::OK, body);
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    if let Ok(cache) = HeaderValue::try_from(format!("public, max-age={max_age_s}")) {
        headers.insert(header::CACHE_CONTROL, cache);
    }
    response
}
