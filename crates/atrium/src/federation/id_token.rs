//! What an ID token must be before we believe it: signed with its issuer's key, for us, now, and for exactly this
//! sign-in.

use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::jwk::{Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;

/// Never a shared secret, never none.
const ALGORITHMS: &[Algorithm] = &[
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
];
const SKEW: SignedDuration = SignedDuration::from_secs(120);
/// If we asked for a recent sign-in, one from long before won't do.
const SKEW_RECENT: SignedDuration = SignedDuration::from_secs(10);
const MAX_SUBJECT_CHARS: usize = 255;

pub(super) struct Expected<'a> {
    pub(super) issuer: &'a str,
    pub(super) client_id: &'a str,
    pub(super) nonce: &'a str,
    pub(super) now: Timestamp,
    /// Only a sign-in since then counts; one without a time doesn't.
    pub(super) signed_in_since: Option<Timestamp>,
}

/// Who a token vouches for, and when they signed in at the upstream, if it says.
pub(super) struct Vouched {
    pub(super) subject: String,
    pub(super) auth_time: Option<Timestamp>,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    aud: TokenAudience,
    azp: Option<String>,
    nonce: Option<String>,
    exp: i64,
    iat: i64,
    auth_time: Option<i64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum TokenAudience {
    One(String),
    Many(Vec<String>),
}

/// Who it vouches for, or why we don't believe the token.
pub(super) fn vouched(token: &str, keys: &[Jwk], expected: &Expected<'_>) -> Result<Vouched, &'static str> {
    let claims = verified(token, keys)?;
    if claims.iss != expected.issuer {
        return Err("another issuer");
    }
    let is_ours = match &claims.aud {
        TokenAudience::One(audience) => audience == expected.client_id,
        // If it's for several audiences, it must say that it was made for us.
        TokenAudience::Many(all) => {
            all.iter().any(|audience| audience == expected.client_id)
                && (all.len() == 1 || claims.azp.as_deref() == Some(expected.client_id))
        }
    };
    if !is_ours || claims.azp.is_some_and(|party| party != expected.client_id) {
        return Err("another audience");
    }
    if claims.nonce.as_deref() != Some(expected.nonce) {
        return Err("another nonce");
    }
    let now = expected.now.as_second();
    if claims.exp.saturating_add(SKEW.as_secs()) <= now {
        return Err("expired");
    }
    if claims.iat.saturating_sub(SKEW.as_secs()) > now {
        return Err("issued in the future");
    }
    let auth_time = auth_time(claims.auth_time, expected)?;
    if claims.sub.is_empty() || claims.sub.len() > MAX_SUBJECT_CHARS || claims.sub.contains('\0') {
        return Err("an invalid subject");
    }
    Ok(Vouched { subject: claims.sub, auth_time })
}

/// By our own clock, which may differ a little from theirs: not in the future, and not before the time we asked for.
fn auth_time(said: Option<i64>, expected: &Expected<'_>) -> Result<Option<Timestamp>, &'static str> {
    let (now, since) = (expected.now, expected.signed_in_since);
    let Some(said) = said else {
        return if since.is_some() { Err("it doesn't say when the sign-in happened") } else { Ok(None) };
    };
    let at = Timestamp::from_second(said).map_err(|_| "an invalid sign-in time")?;
    if at.as_second().saturating_sub(SKEW.as_secs()) > now.as_second() {
        return Err("a sign-in in the future");
    }
    if since.is_some_and(|since| at.as_second().saturating_add(SKEW_RECENT.as_secs()) < since.as_second()) {
        return Err("not a fresh sign-in");
    }
    // Kept as they reported it: our provider allows those ten seconds.
    Ok(Some(at.min(now)))
}

/// Whether signatures could be checked with it.
pub(super) fn is_usable(key: &Jwk) -> bool {
    key.common.public_key_use != Some(PublicKeyUse::Encryption) && DecodingKey::from_jwk(key).is_ok()
}

fn verified(token: &str, keys: &[Jwk]) -> Result<Claims, &'static str> {
    let header = jsonwebtoken::decode_header(token).map_err(|_| "not a token")?;
    if !ALGORITHMS.contains(&header.alg) {
        return Err("an algorithm that is not allowed");
    }
    // We compare times, audience and issuer above, with the given clock.
    let mut validation = Validation::new(header.alg);
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    validation.validate_aud = false;
    let is_candidate = |key: &&Jwk| {
        key.common.public_key_use != Some(PublicKeyUse::Encryption)
            && (header.kid.is_none() || key.common.key_id == header.kid)
    };
    let mut usable = keys.iter().filter(is_candidate).filter_map(|key| DecodingKey::from_jwk(key).ok());
    usable
        .find_map(|key| jsonwebtoken::decode::<Claims>(token, &key, &validation).ok())
        .map(|data| data.claims)
        .ok_or("a signature by an unknown key, or missing claims")
}
