//! What we say to an upstream and what it says about itself. Every call goes through `Outbound`; nothing is remembered
//! between sign-ins, so new keys and endpoints count right away.

use super::Stopped;
use crate::shared::outbound::{Answer, NoAnswer, Outbound};
use crate::shared::seal;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::jwk::Jwk;
use reqwest::{RequestBuilder, Url};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

/// The part of discovery we use.
#[derive(Deserialize)]
pub(super) struct Provider {
    issuer: String,
    #[serde(deserialize_with = "url")]
    authorization_endpoint: Url,
    #[serde(deserialize_with = "url")]
    token_endpoint: Url,
    #[serde(deserialize_with = "url")]
    jwks_uri: Url,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Vec<String>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
    /// Where it signs people out, if it can.
    end_session_endpoint: Option<String>,
}

fn url<'de, D: serde::Deserializer<'de>>(text: D) -> Result<Url, D::Error> {
    String::deserialize(text)?.parse().map_err(serde::de::Error::custom)
}

/// Who we are at the upstream.
pub(super) struct Client<'a> {
    pub(super) id: &'a str,
    pub(super) secret: Option<SecretString>,
    pub(super) redirect_uri: String,
}

async fn ask(outbound: &Outbound, request: RequestBuilder) -> Result<Answer, Stopped> {
    let unavailable = |why: NoAnswer| {
        tracing::warn!(%why, "an upstream identity provider did not respond");
        Stopped::Unavailable
    };
    let answer = outbound.send(request).await.map_err(unavailable)?;
    match answer.status.as_u16() {
        200..300 => Ok(answer),
        400..500 => Err(Stopped::Refused),
        _ => Err(Stopped::Unavailable),
    }
}

async fn document<T: serde::de::DeserializeOwned>(outbound: &Outbound, url: Url) -> Result<T, Stopped> {
    // A missing document means a provider that's unavailable, not one that refuses the person.
    let answer = ask(outbound, outbound.get(url)).await.map_err(|_| Stopped::Unavailable)?;
    serde_json::from_slice(&answer.body).map_err(|_| Stopped::Unavailable)
}

impl Provider {
    /// The issuer in the document must match the configured one character by character.
    pub(super) async fn discover(outbound: &Outbound, issuer: &str) -> Result<Provider, Stopped> {
        let provider = read(outbound, issuer).await?;
        // The browser goes there without us, so the same rule applies about where it may be.
        if provider.issuer != issuer || !outbound.allows(&provider.authorization_endpoint) {
            tracing::warn!(
                issuer,
                "an upstream's discovery document names another issuer or an endpoint that is not allowed"
            );
            return Err(Stopped::Unavailable);
        }
        Ok(provider)
    }

    pub(super) fn authorization(
        &self,
        client_id: &str,
        redirect_uri: &str,
        state: &str,
        nonce: &str,
        verifier: &str,
    ) -> Url {
        let mut url = self.authorization_endpoint.clone();
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", client_id)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("scope", "openid")
            .append_pair("state", state)
            .append_pair("nonce", nonce)
            .append_pair("code_challenge", &URL_SAFE_NO_PAD.encode(seal::hash(verifier)))
            .append_pair("code_challenge_method", "S256");
        url
    }

    /// Where a browser goes to sign out at the upstream (RP-initiated logout). `None` if the upstream can't do that, or
    /// has an address we don't allow.
    pub(super) fn end_session(&self, outbound: &Outbound, client_id: &str, back: &str) -> Option<Url> {
        let mut url: Url = self.end_session_endpoint.as_deref()?.parse().ok()?;
        url.query_pairs_mut()
            .append_pair("client_id", client_id)
            .append_pair("post_logout_redirect_uri", back);
        outbound.allows(&url).then_some(url)
    }

    /// RFC 9207: an answer that says who sent it must name the right sender, and one that must say it has to.
    pub(super) fn check_sender(&self, sender: Option<&str>) -> Result<(), Stopped> {
        match sender {
            Some(sender) if sender == self.issuer => Ok(()),
            None if !self.authorization_response_iss_parameter_supported => Ok(()),
            _ => Err(Stopped::Refused),
        }
    }

    /// Exchanges the code for an ID token.
    pub(super) async fn exchange(
        &self,
        outbound: &Outbound,
        client: &Client<'_>,
        code: &str,
        verifier: &str,
    ) -> Result<String, Stopped> {
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", &client.redirect_uri),
            ("code_verifier", verifier),
        ];
        let mut request = outbound.post(self.token_endpoint.clone());
        let methods = &self.token_endpoint_auth_methods_supported;
        let is_posted = !methods.is_empty() && !methods.iter().any(|method| method == "client_secret_basic");
        match &client.secret {
            Some(secret) if !is_posted => {
                // Both are form-encoded before they're joined (RFC 6749, 2.3.1).
                request = request.basic_auth(encoded(client.id), Some(encoded(secret.expose_secret())));
            }
            Some(secret) => {
                form.extend([("client_id", client.id), ("client_secret", secret.expose_secret())]);
            }
            None => form.push(("client_id", client.id)),
        }
        #[derive(Deserialize)]
        struct Tokens {
            id_token: String,
        }
        let answer = ask(outbound, request.form(&form)).await?;
        let tokens: Tokens = serde_json::from_slice(&answer.body).map_err(|_| Stopped::Refused)?;
        Ok(tokens.id_token)
    }

    /// The keys it signs with, without those we can't use.
    pub(super) async fn keys(&self, outbound: &Outbound) -> Result<Vec<Jwk>, Stopped> {
        #[derive(Deserialize)]
        struct Keys {
            keys: Vec<serde_json::Value>,
        }
        let found: Keys = document(outbound, self.jwks_uri.clone()).await?;
        Ok(found.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect())
    }
}

/// What a provider says about itself, for an administrator who is setting it up.
#[derive(Default)]
pub struct ProviderReport {
    /// Discovery was read.
    pub is_reachable: bool,
    /// The issuer in the document, where it isn't the one that was asked for.
    pub other_issuer: Option<String>,
    /// Browsers may be sent to its authorization endpoint.
    pub is_authorization_allowed: bool,
    /// Keys we can check its signatures with.
    pub keys: usize,
    pub can_sign_out: bool,
}

impl ProviderReport {
    pub fn is_good(&self) -> bool {
        self.is_reachable && self.other_issuer.is_none() && self.is_authorization_allowed && self.keys > 0
    }
}

/// The same checks as in a sign-in, told one by one. Nothing is sent but what anyone may ask.
pub async fn report(outbound: &Outbound, issuer: &str) -> ProviderReport {
    let Ok(provider) = read(outbound, issuer).await else { return ProviderReport::default() };
    let keys = provider.keys(outbound).await.unwrap_or_default();
    ProviderReport {
        is_reachable: true,
        is_authorization_allowed: outbound.allows(&provider.authorization_endpoint),
        keys: keys.iter().filter(|key| super::id_token::is_usable(key)).count(),
        can_sign_out: provider.end_session_endpoint.is_some(),
        other_issuer: Some(provider.issuer).filter(|said| said != issuer),
    }
}

async fn read(outbound: &Outbound, issuer: &str) -> Result<Provider, Stopped> {
    let url = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
    document(outbound, Url::parse(&url).map_err(|_| Stopped::Unavailable)?).await
}

fn encoded(text: &str) -> String {
    let mut url = Url::parse("https://x").expect("a constant");
    url.query_pairs_mut().append_key_only(text);
    url.query().unwrap_or_default().to_owned()
}
