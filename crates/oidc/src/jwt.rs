//! Tokens. An access token (`typ: at+jwt`, RFC 9068) is for the API, an ID token for the client; neither passes as the
//! other. We accept only our own keys, only the key's algorithm and only our issuer; a header that brings a key is
//! refused.

use crate::store::session::Session;
use crate::{Algorithm, Client, Error, Machine, Provider, seal};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::{Header, Validation};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::sync::Arc;
use uuid::Uuid;

/// How far apart two nodes' clocks may be.
pub(crate) const SKEW: SignedDuration = SignedDuration::from_secs(120);
const ACCESS_TYPE: &str = "at+jwt";
const ID_TYPE: &str = "JWT";
const LOGOUT_TYPE: &str = "logout+jwt";
const LOGOUT_EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";
/// It's made for one delivery.
const LOGOUT_LIFE: SignedDuration = SignedDuration::from_mins(2);
const MAX_TOKEN_BYTES: usize = 4096;

/// What an access token proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    pub subject: Uuid,
    pub session: Uuid,
    pub client_id: String,
    /// Unknown if another provider vouched for them and didn't say.
    pub auth_time: Option<Timestamp>,
}

/// What a machine's token proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MachineAccess {
    pub machine: Uuid,
    pub credential: Uuid,
    pub client_id: String,
    pub scopes: Vec<String>,
}

/// Why an access token doesn't prove anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("The token is not one of ours.")]
    Invalid,
    #[error("The token has expired.")]
    Expired,
    #[error("The session has ended.")]
    Ended,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct AccessClaims {
    iss: String,
    sub: Uuid,
    aud: String,
    client_id: String,
    scope: String,
    sid: Uuid,
    /// The refresh token family it came with.
    gid: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    auth_time: Option<i64>,
    iat: i64,
    nbf: i64,
    exp: i64,
    jti: String,
}

impl AccessClaims {
    /// By our own clock, which set it: an access token isn't good past the end of its session, not for a second.
    pub(crate) fn has_expired(&self, now: i64) -> bool {
        self.exp <= now
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct IdClaims {
    iss: String,
    pub(crate) sub: Uuid,
    pub(crate) aud: String,
    pub(crate) sid: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    auth_time: Option<i64>,
    amr: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nonce: Option<String>,
    iat: i64,
    exp: i64,
}

/// OpenID Connect Back-Channel Logout, section 2.4.
#[derive(Serialize)]
struct LogoutClaims<'a> {
    iss: &'a str,
    sub: Uuid,
    aud: &'a str,
    sid: Uuid,
    jti: Uuid,
    events: serde_json::Value,
    iat: i64,
    exp: i64,
}

pub(crate) struct Issued {
    pub(crate) access_token: String,
    pub(crate) id_token: String,
    pub(crate) life: SignedDuration,
}

impl Provider {
    /// Neither token outlives the session.
    pub(crate) fn issue(
        &self,
        session: &Session,
        client: &Client,
        grant: Uuid,
        nonce: Option<String>,
    ) -> Result<Issued, Error> {
        let now = self.now();
        let life = self.0.settings.access_life.min(session.ends_at.duration_since(now));
        let (iat, exp) = (now.as_second(), (now + life).as_second());
        let iss = self.0.issuer.clone();
        let auth_time = session.known_auth_time().map(Timestamp::as_second);
        let access_token = self.sign(
            ACCESS_TYPE,
            self.0.settings.algorithm,
            &AccessClaims {
                iss: iss.clone(),
                sub: session.subject,
                aud: self.audience_for(client),
                client_id: client.id.clone(),
                scope: "openid".to_owned(),
                sid: session.id,
                gid: grant,
                auth_time,
                iat,
                nbf: iat,
                exp,
                jti: URL_SAFE_NO_PAD.encode(seal::random::<16>(&self.0.given)),
            },
        )?;
        let id_token = self.sign(
            ID_TYPE,
            client.id_token_signed_response_alg,
            &IdClaims {
                iss,
                sub: session.subject,
                aud: client.id.clone(),
                sid: session.id,
                auth_time,
                amr: session.amr.0.clone(),
                nonce,
                iat,
                exp,
            },
        )?;
        Ok(Issued { access_token, id_token, life })
    }

    /// What an access token opens: our API, for our own clients; for others only userinfo.
    fn audience_for(&self, client: &Client) -> String {
        match self.own_client(&client.id) {
            Some(_) => self.audience().to_owned(),
            None => self.userinfo_endpoint(),
        }
    }

    /// For one machine, and for its API only: it opens nothing of a person's.
    pub(crate) fn issue_to_machine(
        &self,
        client: &Client,
        machine: &Machine,
        scope: &str,
    ) -> Result<(String, SignedDuration), Error> {
        let (now, life) = (self.now(), self.0.settings.access_life);
        let token = self.sign(
            ACCESS_TYPE,
            self.0.settings.algorithm,
            &AccessClaims {
                iss: self.0.issuer.clone(),
                sub: machine.id,
                aud: self.machine_audience(),
                client_id: client.id.clone(),
                scope: scope.to_owned(),
                sid: machine.credential,
                gid: machine.credential,
                auth_time: None,
                iat: now.as_second(),
                nbf: now.as_second(),
                exp: (now + life).as_second(),
                jti: URL_SAFE_NO_PAD.encode(seal::random::<16>(&self.0.given)),
            },
        )?;
        Ok((token, life))
    }

    /// Another one than people's tokens have, so that neither passes as the other.
    fn machine_audience(&self) -> String {
        format!("{}/api", self.audience())
    }

    fn userinfo_endpoint(&self) -> String {
        format!("{}/oauth2/userinfo", self.audience())
    }

    /// Tells a client that a session ended. `id` is the same for each delivery of one message.
    pub fn logout_token(
        &self,
        (client_id, algorithm): (&str, Algorithm),
        subject: Uuid,
        session: Uuid,
        id: Uuid,
    ) -> Result<String, Error> {
        let now = self.now();
        let claims = LogoutClaims {
            iss: &self.0.issuer,
            sub: subject,
            aud: client_id,
            sid: session,
            jti: id,
            events: serde_json::json!({ LOGOUT_EVENT: {} }),
            iat: now.as_second(),
            exp: (now + LOGOUT_LIFE).as_second(),
        };
        self.sign(LOGOUT_TYPE, algorithm, &claims)
    }

    /// Checks an access token on its own: signature, type, issuer, audience, time, and that neither its session nor its
    /// family was ended. Cheap enough for every request.
    pub fn verify_access(&self, bearer: &str) -> Result<Access, Refused> {
        self.verify_for(bearer, |audience| audience == self.audience())
    }

    pub(crate) fn verify_userinfo(&self, bearer: &str) -> Result<Access, Refused> {
        let own = self.userinfo_endpoint();
        self.verify_for(bearer, |audience| audience == self.audience() || audience == own)
    }

    /// Like `verify_access`, for a machine's token. Whether the credential still counts is up to the application.
    pub fn verify_machine(&self, bearer: &str) -> Result<MachineAccess, Refused> {
        let own = self.machine_audience();
        let claims = self.verified_claims(bearer, |audience| audience == own)?;
        Ok(MachineAccess {
            machine: claims.sub,
            credential: claims.sid,
            client_id: claims.client_id.clone(),
            scopes: claims.scope.split(' ').map(str::to_owned).collect(),
        })
    }

    fn verify_for(&self, bearer: &str, is_for_us: impl Fn(&str) -> bool) -> Result<Access, Refused> {
        let claims = self.verified_claims(bearer, is_for_us)?;
        let auth_time = claims.auth_time.map(Timestamp::from_second).transpose();
        Ok(Access {
            subject: claims.sub,
            session: claims.sid,
            client_id: claims.client_id.clone(),
            auth_time: auth_time.map_err(|_| Refused::Invalid)?,
        })
    }

    fn verified_claims(
        &self,
        bearer: &str,
        is_for_us: impl Fn(&str) -> bool,
    ) -> Result<Arc<AccessClaims>, Refused> {
        let claims = self.signed_access(bearer).ok_or(Refused::Invalid)?;
        if claims.iss != self.0.issuer || !is_for_us(&claims.aud) {
            return Err(Refused::Invalid);
        }
        let (now, skew) = (self.now().as_second(), SKEW.as_secs());
        if claims.nbf.saturating_sub(skew) > now || claims.iat.saturating_sub(skew) > now {
            return Err(Refused::Invalid);
        }
        if claims.has_expired(now) {
            return Err(Refused::Expired);
        }
        if self.0.ended.contains(claims.sid) || self.0.ended.contains(claims.gid) {
            return Err(Refused::Ended);
        }
        Ok(claims)
    }

    fn signed_access(&self, bearer: &str) -> Option<Arc<AccessClaims>> {
        if bearer.len() > MAX_TOKEN_BYTES {
            return None;
        }
        let hash = seal::hash(bearer);
        if let Some(known) = self.0.verified.get(&hash) {
            return Some(known);
        }
        let claims: Arc<AccessClaims> = Arc::new(self.open(bearer, ACCESS_TYPE)?);
        self.0.verified.insert(hash, claims.clone());
        Some(claims)
    }

    /// An ID token that comes back as a hint. An expired one is as good as any (RP-initiated logout, section 2); one
    /// for an unknown client isn't.
    pub(crate) async fn read_hint(&self, token: &str) -> Result<Option<IdClaims>, Error> {
        let claims: Option<IdClaims> = self.open(token, ID_TYPE);
        let Some(claims) = claims.filter(|claims| claims.iss == self.0.issuer) else { return Ok(None) };
        Ok(self.client(&claims.aud).await?.map(|_| claims))
    }

    fn sign(&self, typ: &str, algorithm: Algorithm, claims: &impl Serialize) -> Result<String, Error> {
        let keys = self.keys();
        let key = keys.signing(algorithm, self.now())?;
        let mut header = Header::new(key.algorithm.of_jwt());
        header.typ = Some(typ.to_owned());
        header.kid = Some(key.kid.clone());
        let json = |_| Error::Keys("a token cannot be written");
        let header = URL_SAFE_NO_PAD.encode(serde_json::to_vec(&header).map_err(json)?);
        let claims = URL_SAFE_NO_PAD.encode(serde_json::to_vec(claims).map_err(json)?);
        let message = format!("{header}.{claims}");
        let signature = URL_SAFE_NO_PAD.encode(key.sign(message.as_bytes())?);
        Ok(format!("{message}.{signature}"))
    }

    /// Checks type and signature. The callers compare times with our clock; the library would use the system's.
    fn open<T: DeserializeOwned>(&self, token: &str, typ: &str) -> Option<T> {
        if token.len() > MAX_TOKEN_BYTES {
            return None;
        }
        let header = jsonwebtoken::decode_header(token).ok()?;
        let brings_a_key = header.jku.is_some()
            || header.jwk.is_some()
            || header.x5u.is_some()
            || header.x5c.is_some()
            || header.x5t.is_some()
            || header.x5t_s256.is_some();
        if header.typ.as_deref() != Some(typ) || brings_a_key || header.crit.is_some() {
            return None;
        }
        let keys = self.keys();
        let key = keys.find(header.kid.as_deref()?)?;
        let mut validation = Validation::new(key.algorithm.of_jwt());
        validation.required_spec_claims.clear();
        validation.validate_exp = false;
        validation.validate_aud = false;
        jsonwebtoken::decode(token, &key.verifies, &validation).ok().map(|data| data.claims)
    }
}
