//! The token endpoint: form posts with a code and its PKCE verifier, or a refresh token (`refresh.rs`), from clients
//! that prove who they are (`client.rs`) or can't.

use crate::answer::{self, Credentials, Denied, denied};
use crate::params::{Params, is_form};
use crate::session::Whose;
use crate::store::grant::{self as store, Code};
use crate::{Client, Error, Happened, Provider, seal};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::SignedDuration;
use serde_json::{Value, json};

const KNOWN: &[&str] = &[
    "grant_type",
    "client_id",
    "client_secret",
    "client_assertion",
    "client_assertion_type",
    "code",
    "redirect_uri",
    "code_verifier",
    "refresh_token",
    "scope",
];

pub(crate) enum Stop {
    Denied(Denied),
    Failed(Error),
    Wait(SignedDuration),
}

impl From<Denied> for Stop {
    fn from(denied: Denied) -> Stop {
        Stop::Denied(denied)
    }
}

impl<E: Into<Error>> From<E> for Stop {
    fn from(error: E) -> Stop {
        Stop::Failed(error.into())
    }
}

pub(crate) fn invalid_grant(why: &'static str) -> Stop {
    Stop::Denied(denied("invalid_grant", why))
}

impl Provider {
    pub(crate) async fn token(&self, headers: &HeaderMap, body: &[u8], address: Option<&str>) -> Response {
        let outcome = match self.must_wait(address) {
            Some(wait) => Err(Stop::Wait(wait)),
            None => self.exchange(headers, body, address).await,
        };
        // A client with a good code or token may come as often as it likes.
        if matches!(outcome, Err(Stop::Denied(_))) {
            self.count_against(address);
        }
        let mut response = match outcome {
            Ok(tokens) => answer::json(StatusCode::OK, &tokens),
            Err(Stop::Denied(denied)) if denied.code == "invalid_client" => {
                let mut response = answer::error_json(StatusCode::UNAUTHORIZED, denied);
                // Name a scheme only to clients that tried one (RFC 6749, 5.2): a browser would open its own dialog.
                if headers.contains_key(header::AUTHORIZATION) {
                    response
                        .headers_mut()
                        .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Basic"));
                }
                response
            }
            Err(Stop::Denied(denied)) => answer::error_json(StatusCode::BAD_REQUEST, denied),
            Err(Stop::Failed(error)) => answer::failed_json(&error),
            Err(Stop::Wait(wait)) => {
                let denied = denied("temporarily_unavailable", "too many requests from your network");
                answer::after(wait, answer::error_json(StatusCode::TOO_MANY_REQUESTS, denied))
            }
        };
        // RFC 6749, 5.1, for caches older than Cache-Control.
        response.headers_mut().insert(header::PRAGMA, HeaderValue::from_static("no-cache"));
        self.allow_origin(headers, Credentials::Omit, response)
    }

    async fn exchange(&self, headers: &HeaderMap, body: &[u8], address: Option<&str>) -> Result<Value, Stop> {
        let invalid = |why| denied("invalid_request", why);
        if !is_form(headers) {
            return Err(invalid("the content type must be application/x-www-form-urlencoded").into());
        }
        let params = Params::parse(body);
        if params.repeated(KNOWN).is_some() {
            return Err(invalid("a parameter was sent more than once").into());
        }
        let client = self.authenticated(headers, &params, address).await?;
        if let Some(machine) = &client.machine {
            return self.machine_token(&client, machine, &params, address).await;
        }
        match params.get("grant_type") {
            Some("authorization_code") => self.redeem(&client, &params, address).await,
            Some("refresh_token") => self.refresh(&client, &params, address).await,
            None => Err(invalid("grant_type is missing").into()),
            Some(_) => Err(denied(
                "unsupported_grant_type",
                "grant_type must be authorization_code or refresh_token: this client signs people in",
            )
            .into()),
        }
    }

    /// Exchanges a code for tokens. If anything else in the request is wrong, the code stays good for its true owner;
    /// using a code a second time revokes the tokens from the first.
    async fn redeem(&self, client: &Client, params: &Params, address: Option<&str>) -> Result<Value, Stop> {
        let invalid = |why| denied("invalid_request", why);
        let secret = params.get("code").ok_or(invalid("code is missing"))?;
        let redirect_uri = params.get("redirect_uri").ok_or(invalid("redirect_uri is missing"))?;
        let hash = seal::hash(secret);
        let Some(code) = store::code(&self.0.db, hash.clone()).await? else {
            return Err(invalid_grant("the code is unknown"));
        };
        let now = self.now();
        if code.grant.is_some() {
            return Err(self.used_twice(&code, address).await?);
        }
        if code.client_id != client.id {
            return Err(invalid_grant("the code was issued to another client"));
        }
        if code.redirect_uri != redirect_uri {
            return Err(invalid_grant("redirect_uri is not the one the code was sent to"));
        }
        if !verifies(params.get("code_verifier"), &code.challenge) {
            return Err(invalid_grant("code_verifier doesn't match the challenge"));
        }
        let is_alive = code.session.is_alive(now, self.0.settings.session_idle);
        if now >= code.expires_at || !is_alive || !self.is_active(&code.session, address).await? {
            return Err(invalid_grant("the code has expired"));
        }
        if !self.may_use(code.session.subject, &client.id).await? {
            return Err(invalid_grant("this person's roles no longer open this application"));
        }
        let grant = seal::new_id(&self.0.given);
        let refresh = self.0.seals.new_refresh_token(&self.0.given, grant);
        let mut tx = self.0.db.begin_write().await?;
        if !store::use_code(&mut tx, hash.clone(), grant, now).await? {
            tx.rollback().await;
            let code = store::code(&self.0.db, hash).await?;
            return Err(match code {
                Some(code) => self.used_twice(&code, address).await?,
                None => invalid_grant("the code is unknown"),
            });
        }
        store::insert(&mut tx, grant, code.session.id, &client.id, seal::hash(&refresh.text), now).await?;
        tx.commit().await?;
        let issued = self.issue(&code.session, client, grant, code.nonce)?;
        if self.own_client(&client.id).is_none() {
            let whose = Whose::of(&code.session, Some(&client.id));
            self.record(Happened::SignedInToClient, whose, address).await;
        }
        Ok(tokens(issued, &refresh.text))
    }

    async fn used_twice(&self, code: &Code, address: Option<&str>) -> Result<Stop, Error> {
        if let Some(grant) = code.grant
            && self.end_grant(grant).await?
        {
            let whose = Whose::of(&code.session, Some(&code.client_id));
            self.record(Happened::CodeReused, whose, address).await;
        }
        Ok(invalid_grant("the code was already used"))
    }

    /// Ends one family, here right away and everywhere in a moment; false if it was already over.
    pub(crate) async fn end_grant(&self, grant: uuid::Uuid) -> Result<bool, Error> {
        let now = self.now();
        let is_ended = store::end(&self.0.db, grant, now).await?;
        self.0.ended.insert([(grant, now)]);
        Ok(is_ended)
    }
}

pub(crate) fn tokens(issued: crate::jwt::Issued, refresh_token: &str) -> Value {
    json!({
        "access_token": issued.access_token,
        "token_type": "Bearer",
        "expires_in": issued.life.as_secs(),
        "refresh_token": refresh_token,
        "id_token": issued.id_token,
        "scope": "openid",
    })
}

/// RFC 7636: 43 to 128 unreserved characters whose SHA-256 is the challenge.
fn verifies(verifier: Option<&str>, challenge: &str) -> bool {
    let is_unreserved = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
    verifier
        .filter(|verifier| (43..=128).contains(&verifier.len()) && verifier.bytes().all(is_unreserved))
        .is_some_and(|verifier| {
            seal::is_same(URL_SAFE_NO_PAD.encode(seal::hash(verifier)).as_bytes(), challenge.as_bytes())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a02_the_example_of_rfc_7636_verifies_and_nothing_else_does() {
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        assert!(verifies(Some(verifier), challenge));
        assert!(!verifies(Some(challenge), challenge), "plain");
        assert!(!verifies(Some(&verifier[..42]), challenge), "short");
        assert!(!verifies(None, challenge), "missing");
    }
}
