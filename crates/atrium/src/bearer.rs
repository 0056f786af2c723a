//! Bearer token → person: an access token from the identity provider.

use crate::shared::id::{MachineId, PersonId};
use axum::http::{HeaderMap, header};
use oidc::Provider;
use std::cell::Cell;
use uuid::Uuid;

/// Who the token belongs to, and the session it was issued in.
#[derive(Clone, Debug)]
pub struct Bearer {
    pub person: PersonId,
    pub session: Uuid,
    pub client_id: String,
}

tokio::task_local! {
    /// Who is making this request, for its log line.
    pub static ASKS: Cell<Option<PersonId>>;
}

/// Who the token was issued to; `None` both for no token and for a bad one.
pub fn read(provider: &Provider, headers: &HeaderMap) -> Option<Bearer> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return None;
    }
    of_token(provider, token)
}

/// The same for a token sent without its scheme.
pub fn of_token(provider: &Provider, token: &str) -> Option<Bearer> {
    let access = provider.verify_access(token).ok()?;
    let _ = ASKS.try_with(|asks| asks.set(Some(PersonId(access.subject))));
    Some(Bearer { person: PersonId(access.subject), session: access.session, client_id: access.client_id })
}

/// The machine a token was issued to.
#[derive(Clone, Debug)]
pub struct MachineBearer {
    pub machine: MachineId,
    pub credential: Uuid,
    pub scopes: Vec<String>,
}

/// Whose token it is; `None` for none, a bad one, and a person's.
pub fn machine(provider: &Provider, headers: &HeaderMap) -> Option<MachineBearer> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return None;
    }
    let access = provider.verify_machine(token).ok()?;
    Some(MachineBearer {
        machine: MachineId(access.machine),
        credential: access.credential,
        scopes: access.scopes,
    })
}

/// The challenge a client answered. One that isn't ours counts as none.
pub fn step_up(headers: &HeaderMap) -> Option<Uuid> {
    headers.get("step-up").and_then(|value| value.to_str().ok()).and_then(|id| Uuid::try_parse(id).ok())
}
