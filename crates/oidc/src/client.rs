//! How a client proves who it is at the token endpoint: with a secret, by signing an assertion (RFC 7523), or, a public
//! client, not at all. A client does it in the one way it's registered for. And which clients a session reached.

use crate::answer::denied;
use crate::jwt::SKEW;
use crate::params::Params;
use crate::settings::ClientAuth;
use crate::store::client as store;
use crate::store::session::EndedSession;
use crate::token::Stop;
use crate::{Client, EndedAtClient, Happened, Provider, seal};
use axum::http::{HeaderMap, header};
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::jwk::{Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;
use std::collections::BTreeSet;

pub(crate) const METHODS: &[&str] = &["none", "client_secret_basic", "client_secret_post", "private_key_jwt"];

/// Never a shared secret, never none.
const ALGORITHMS: &[Algorithm] =
    &[Algorithm::ES256, Algorithm::ES384, Algorithm::EdDSA, Algorithm::PS256, Algorithm::RS256];
pub(crate) const ALGORITHM_NAMES: &[&str] = &["ES256", "ES384", "EdDSA", "PS256", "RS256"];

const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/// No assertion is good for longer, so we don't have to remember any for longer.
const MAX_LIFE: SignedDuration = SignedDuration::from_mins(10);
const MAX_ASSERTION: usize = 8192;
const MAX_ID: usize = 512;

#[derive(Deserialize)]
struct Assertion {
    iss: String,
    sub: String,
    aud: Audience,
    exp: i64,
    iat: Option<i64>,
    nbf: Option<i64>,
    jti: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

impl Audience {
    fn names(&self, us: &str) -> bool {
        match self {
            Audience::One(one) => one == us,
            Audience::Many(all) => all.iter().any(|one| one == us),
        }
    }
}

/// What a request brought as proof.
enum Proof<'a> {
    Nothing,
    Secret(String),
    Assertion(&'a str),
}

fn invalid_client(why: &'static str) -> Stop {
    denied("invalid_client", why).into()
}

impl Provider {
    /// The client that sent a token request, after it has proved who it is.
    pub(crate) async fn authenticated(
        &self,
        headers: &HeaderMap,
        params: &Params,
        address: Option<&str>,
    ) -> Result<Client, Stop> {
        let (id, proof) = brought(headers, params)?;
        let client = self.client(&id).await?.ok_or_else(|| invalid_client("the client is unknown"))?;
        let proved = self.check_proof(&client, proof).await;
        if matches!(proved, Err(Stop::Denied(_))) {
            self.record_machine(Happened::MachineRefused, &client, address).await;
        }
        proved.map(|()| client)
    }

    async fn check_proof(&self, client: &Client, proof: Proof<'_>) -> Result<(), Stop> {
        match (&client.auth, proof) {
            (ClientAuth::Public, Proof::Nothing) => {}
            (ClientAuth::Public, _) => return Err(invalid_client("this client doesn't have a secret")),
            (ClientAuth::Secret(hashes), Proof::Secret(secret)) => {
                let hash = seal::hash(secret);
                // All of them, so that the time doesn't tell which one matched.
                let matching = hashes.iter().filter(|known| seal::is_same(known, &hash)).count();
                if matching == 0 {
                    return Err(invalid_client("the client secret is wrong"));
                }
            }
            (ClientAuth::Secret(_), _) => {
                return Err(invalid_client("this client must send its client secret"));
            }
            (ClientAuth::Keys(keys), Proof::Assertion(assertion)) => {
                self.check_assertion(&client.id, keys, assertion).await?;
            }
            (ClientAuth::Keys(_), _) => {
                return Err(invalid_client("this client must send a client_assertion signed with its key"));
            }
        }
        Ok(())
    }

    async fn check_assertion(&self, client_id: &str, keys: &[Jwk], assertion: &str) -> Result<(), Stop> {
        let claims = signed(keys, assertion)
            .ok_or_else(|| invalid_client("no registered key signed the assertion"))?;
        if claims.iss != client_id || claims.sub != client_id {
            return Err(invalid_client("the assertion's iss and sub must be the client ID"));
        }
        // Our issuer is also the address of the token endpoint.
        if !claims.aud.names(self.issuer()) {
            return Err(invalid_client("the assertion's aud must be our issuer"));
        }
        let (now, skew) = (self.now(), SKEW.as_secs());
        let is_early =
            |time: Option<i64>| time.is_some_and(|time| time.saturating_sub(skew) > now.as_second());
        if claims.exp.saturating_add(skew) <= now.as_second() || is_early(claims.iat) || is_early(claims.nbf)
        {
            return Err(invalid_client("the assertion has expired, or isn't good yet"));
        }
        if claims.exp > (now + MAX_LIFE).as_second().saturating_add(skew) {
            return Err(invalid_client("an assertion must expire within 10 minutes"));
        }
        if claims.jti.is_empty() || claims.jti.len() > MAX_ID {
            return Err(invalid_client("the assertion needs a jti of at most 512 bytes"));
        }
        let until = Timestamp::from_second(claims.exp.saturating_add(skew)).unwrap_or(now + MAX_LIFE);
        let id = seal::hash(format!("{client_id}\n{}", claims.jti));
        if !store::use_assertion(&self.0.db, id, until).await? {
            return Err(invalid_client("this assertion was already used"));
        }
        Ok(())
    }

    /// Which clients besides our own these sessions reached, each once.
    pub(crate) fn at_clients(&self, ended: &[EndedSession]) -> Vec<EndedAtClient> {
        let mut reached = vec![];
        for session in ended {
            let clients: BTreeSet<&str> = session.clients.split(' ').filter(|id| !id.is_empty()).collect();
            let others = clients.into_iter().filter(|id| self.own_client(id).is_none());
            reached.extend(others.map(|id| EndedAtClient {
                subject: session.subject,
                session: session.id,
                client_id: id.to_owned(),
            }));
        }
        reached
    }
}

/// Who the request says it's from, and its proof: at most one.
fn brought<'a>(headers: &HeaderMap, params: &'a Params) -> Result<(String, Proof<'a>), Stop> {
    let named = params.get("client_id");
    let (secret, assertion) = (params.get("client_secret"), params.get("client_assertion"));
    let has_header = headers.contains_key(header::AUTHORIZATION);
    if [has_header, secret.is_some(), assertion.is_some()].iter().filter(|brought| **brought).count() > 1 {
        return Err(denied("invalid_request", "prove who the client is in one way, not in several").into());
    }
    if has_header {
        let (id, secret) =
            basic(headers).ok_or_else(|| invalid_client("the Authorization header can't be read"))?;
        if named.is_some_and(|named| named != id) {
            return Err(invalid_client("the Authorization header and client_id name different clients"));
        }
        return Ok((id, Proof::Secret(secret)));
    }
    if let Some(assertion) = assertion {
        if params.get("client_assertion_type") != Some(ASSERTION_TYPE) {
            return Err(invalid_client("client_assertion_type must be that of a JWT"));
        }
        let id = match named {
            Some(named) => named.to_owned(),
            None => subject_of(assertion).ok_or_else(|| invalid_client("the assertion can't be read"))?,
        };
        return Ok((id, Proof::Assertion(assertion)));
    }
    let id = named.ok_or(denied("invalid_request", "client_id is missing"))?.to_owned();
    Ok((id, secret.map_or(Proof::Nothing, |secret| Proof::Secret(secret.to_owned()))))
}

/// Both parts are form-encoded before they're joined (RFC 6749, 2.3.1).
fn basic(headers: &HeaderMap) -> Option<(String, String)> {
    let (scheme, encoded) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let joined = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    let (id, secret) = joined.split_once(':')?;
    Some((decoded(id)?, decoded(secret)?))
}

fn decoded(text: &str) -> Option<String> {
    // A pair's name alone: these aren't separated by & or = once they're encoded.
    if text.contains(['&', '=']) {
        return Some(text.to_owned());
    }
    form_urlencoded::parse(text.as_bytes()).next().map(|(name, _)| name.into_owned())
}

/// Who an assertion says it's from, before its signature was checked.
fn subject_of(assertion: &str) -> Option<String> {
    let body = assertion.split('.').nth(1)?;
    let claims = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(body).ok()?;
    serde_json::from_slice::<Assertion>(&claims).ok().map(|claims| claims.sub)
}

/// Its claims, if one of these keys signed it. The caller compares times with our clock.
fn signed(keys: &[Jwk], assertion: &str) -> Option<Assertion> {
    if assertion.len() > MAX_ASSERTION {
        return None;
    }
    let header = jsonwebtoken::decode_header(assertion).ok()?;
    if !ALGORITHMS.contains(&header.alg) || header.crit.is_some() {
        return None;
    }
    let mut validation = Validation::new(header.alg);
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    validation.validate_aud = false;
    let is_candidate = |key: &&Jwk| {
        key.common.public_key_use != Some(PublicKeyUse::Encryption)
            && (header.kid.is_none() || key.common.key_id.is_none() || key.common.key_id == header.kid)
    };
    keys.iter()
        .filter(is_candidate)
        .filter_map(|key| DecodingKey::from_jwk(key).ok())
        .find_map(|key| jsonwebtoken::decode::<Assertion>(assertion, &key, &validation).ok())
        .map(|data| data.claims)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn header_of(text: &str) -> HeaderMap {
        let value = format!("Basic {}", STANDARD.encode(text));
        [(header::AUTHORIZATION, HeaderValue::try_from(value).unwrap())].into_iter().collect()
    }

    #[test]
    fn both_parts_of_the_header_are_form_encoded() {
        let read = |text: &str| basic(&header_of(text));
        assert_eq!(read("pay%20roll:a%3Ab%2Bc"), Some(("pay roll".into(), "a:b+c".into())));
        assert_eq!(read("payroll:s3cret"), Some(("payroll".into(), "s3cret".into())));
        assert_eq!(read("payroll"), None);
        let bearer = [(header::AUTHORIZATION, HeaderValue::from_static("Bearer x"))].into_iter().collect();
        assert_eq!(basic(&bearer), None);
    }

    #[test]
    fn a_client_proves_itself_in_one_way() {
        let params = Params::parse(b"client_id=a&client_secret=b&client_assertion=c");
        assert!(matches!(brought(&HeaderMap::new(), &params), Err(Stop::Denied(_))));
        let params = Params::parse(b"client_id=a&client_secret=b");
        assert!(
            matches!(brought(&HeaderMap::new(), &params), Ok((id, Proof::Secret(secret))) if id == "a" && secret == "b")
        );
        assert!(brought(&header_of("b:c"), &Params::parse(b"client_id=a")).is_err());
    }
}
