//! Userinfo: two versions, selected by `Accept`. We run no statement of our own; the application reads the person.

use crate::answer::{self, Credentials, Denied, denied};
use crate::params::{Params, is_form};
use crate::{Access, Error, Provider, Refused, UserinfoVersion};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

const V1: &str = "application/json";
const V2: &str = "application/vnd.atrium.v2+json";

/// How a request brought its token (RFC 6750, section 2).
enum Bearer {
    None,
    One(String),
    Several,
}

impl Provider {
    /// `form` is the body of a POST, which may hold the token.
    pub(crate) async fn userinfo(&self, headers: &HeaderMap, form: Option<&[u8]>) -> Response {
        let response = match bearer(headers, form) {
            // A request with no token gets no error in the header, only how to authenticate (RFC 6750, 3.1).
            Bearer::None => {
                challenge(StatusCode::UNAUTHORIZED, denied("login_required", "a token is required"), false)
            }
            Bearer::Several => {
                challenge(StatusCode::BAD_REQUEST, denied("invalid_request", "more than one token"), true)
            }
            Bearer::One(token) => match self.verify_userinfo(&token) {
                Ok(access) => {
                    self.claims(headers, &access).await.unwrap_or_else(|error| answer::failed_json(&error))
                }
                Err(refused) => invalid_token(refused),
            },
        };
        self.allow_origin(headers, Credentials::Omit, response)
    }

    async fn claims(&self, headers: &HeaderMap, access: &Access) -> Result<Response, Error> {
        let Some(version) = version(headers) else {
            let why = denied(
                "not_acceptable",
                "the media types are application/json and application/vnd.atrium.v2+json",
            );
            return Ok(answer::error_json(StatusCode::NOT_ACCEPTABLE, why));
        };
        let (subject, session) = (access.subject, access.session);
        let claims = self.0.accounts.userinfo(subject, session, &access.client_id, version).await?;
        let Some(serde_json::Value::Object(mut claims)) = claims else {
            return Ok(invalid_token(Refused::Ended));
        };
        claims.insert("sub".to_owned(), subject.to_string().into());
        let media_type = match version {
            UserinfoVersion::V1 => V1,
            UserinfoVersion::V2 => V2,
        };
        let mut response = answer::json_as(media_type, StatusCode::OK, &claims.into());
        response.headers_mut().append(header::VARY, HeaderValue::from_static("Accept"));
        Ok(response)
    }
}

fn bearer(headers: &HeaderMap, form: Option<&[u8]>) -> Bearer {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let in_header = authorization
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim().to_owned());
    let in_body = form.filter(|_| is_form(headers)).map(Params::parse);
    if in_body.as_ref().is_some_and(|params| params.repeated(&["access_token"]).is_some()) {
        return Bearer::Several;
    }
    let in_body = in_body.and_then(|params| params.get("access_token").map(str::to_owned));
    match (in_header, in_body) {
        (Some(_), Some(_)) => Bearer::Several,
        (Some(token), None) | (None, Some(token)) => Bearer::One(token),
        (None, None) => Bearer::None,
    }
}

fn invalid_token(refused: Refused) -> Response {
    let why = match refused {
        Refused::Invalid => "the token is not one of ours",
        Refused::Expired => "the token has expired",
        Refused::Ended => "the session has ended",
    };
    challenge(StatusCode::UNAUTHORIZED, denied("invalid_token", why), true)
}

/// The header the standard requires, and the same content in JSON as everywhere else.
fn challenge(status: StatusCode, why: Denied, says_why: bool) -> Response {
    let mut response = answer::error_json(status, why);
    let with = match says_why {
        true => {
            HeaderValue::try_from(format!("Bearer error=\"{}\", error_description=\"{}\"", why.code, why.why))
        }
        false => Ok(HeaderValue::from_static("Bearer")),
    };
    let with = with.unwrap_or_else(|_| HeaderValue::from_static("Bearer"));
    response.headers_mut().insert(header::WWW_AUTHENTICATE, with);
    response
}

/// The version whose media type the client prefers; the first if it has no preference.
fn version(headers: &HeaderMap) -> Option<UserinfoVersion> {
    let ranges: Vec<&str> = headers
        .get_all(header::ACCEPT)
        .into_iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .filter(|range| !range.is_empty())
        .collect();
    if ranges.is_empty() {
        return Some(UserinfoVersion::V1);
    }
    let mut best: Option<(f32, UserinfoVersion)> = None;
    for range in ranges {
        let mut parts = range.split(';').map(str::trim);
        let version = match parts.next().unwrap_or_default().to_ascii_lowercase().as_str() {
            V2 => UserinfoVersion::V2,
            V1 | "application/*" | "*/*" => UserinfoVersion::V1,
            _ => continue,
        };
        let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1.0), |q| q.parse().ok());
        let weight: f32 = weight.unwrap_or(0.0);
        if weight > 0.0 && best.is_none_or(|(so_far, _)| weight > so_far) {
            best = Some((weight, version));
        }
    }
    best.map(|(_, version)| version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_the_version_is_the_one_that_accept_wants_most() {
        let asked = |accept: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
            version(&headers)
        };
        let (v1, v2) = (Some(UserinfoVersion::V1), Some(UserinfoVersion::V2));
        assert_eq!(version(&HeaderMap::new()), v1);
        assert_eq!(asked("*/*"), v1);
        assert_eq!(asked("application/json"), v1);
        assert_eq!(asked("Application/Vnd.Atrium.V2+json; charset=utf-8"), v2);
        assert_eq!(asked("text/html, application/json;q=0.5, application/vnd.atrium.v2+json;q=0.9"), v2);
        assert_eq!(asked("application/vnd.atrium.v2+json;q=0"), None);
        assert_eq!(asked("text/html"), None);
        assert_eq!(asked("application/vnd.atrium.v3+json"), None);
    }
}
