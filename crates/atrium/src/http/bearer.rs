//! Bearer token → person: an access token of the identity provider, or one of a demo's «act as» switch, which is worth
//! nothing on a server that is no demo and goes when the web app signs in through the provider.

use crate::app::App;
use crate::shared::id::PersonId;
use axum::http::{HeaderMap, header};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::{SignedDuration, Timestamp};
use oidc::Provider;
use uuid::Uuid;

/// Who holds the token, and the session it was given in.
#[derive(Clone, Debug)]
pub struct Bearer {
    pub person: PersonId,
    pub session: Uuid,
    pub client_id: String,
}

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
pub fn read(app: &App, provider: &Provider, headers: &HeaderMap) -> Option<Bearer> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return None;
    }
    if let Some(token) = token.strip_prefix("demo.") {
        let person = demo_person(app, token)?;
        return Some(Bearer { person, session: Uuid::nil(), client_id: "atrium-web".to_owned() });
    }
    let access = provider.verify_access(token).ok()?;
    Some(Bearer { person: PersonId(access.subject), session: access.session, client_id: access.client_id })
}

/// The challenge a client has answered. One that is none of ours counts as none.
pub fn step_up(headers: &HeaderMap) -> Option<Uuid> {
    headers.get("step-up").and_then(|value| value.to_str().ok()).and_then(|id| Uuid::try_parse(id).ok())
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
