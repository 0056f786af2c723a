//! Bearer token → person: an access token of the identity provider, or one of a demo's «act as» switch, which is worth
//! nothing on a server that is no demo and goes when the web app signs in through the provider.

use super::routes::Served;
use crate::app::App;
use crate::shared::id::PersonId;
use axum::http::{HeaderMap, header};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

const DEMO_TOKEN_LIFE: SignedDuration = SignedDuration::from_hours(12);

pub fn issue_demo_token(app: &App, person: PersonId) -> (String, Timestamp) {
    let expires_at = app.clock.now() + DEMO_TOKEN_LIFE;
    let mut bytes = person.0.as_bytes().to_vec();
    bytes.extend(expires_at.as_second().to_be_bytes());
    let tag = app.keys.demo_token.seal(&[&bytes]);
    bytes.extend(tag);
    (format!("demo.{}", URL_SAFE_NO_PAD.encode(bytes)), expires_at)
}

/// Who the token was given to; `None` for no token and for a bad one alike.
pub(super) fn person(served: &Served, headers: &HeaderMap) -> Option<PersonId> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return None;
    }
    match token.strip_prefix("demo.") {
        Some(token) => demo_person(&served.app, token),
        None => served.provider.verify_access(token).ok().map(|access| PersonId(access.subject)),
    }
}

fn demo_person(app: &App, token: &str) -> Option<PersonId> {
    if !app.is_demo {
        return None;
    }
    let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
    let (body, tag) = bytes.split_at_checked(24)?;
    if tag.len() != 32 || !app.keys.demo_token.verify(&[body], tag) {
        return None;
    }
    let (person, expires_at) = body.split_at(16);
    let expires_at = i64::from_be_bytes(expires_at.try_into().ok()?);
    (app.clock.now().as_second() < expires_at).then(|| Uuid::from_slice(person).map(PersonId).ok())?
}
