//! Someone else's OpenID provider, on loopback. It signs whatever a test tells it to, so that it can lie; or it keeps to the
//! protocol, with one client and one person who is signed in over there.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

#[derive(Clone)]
pub struct Upstream {
    pub issuer: String,
    inner: Arc<Inner>,
}

struct Inner {
    key: EncodingKey,
    kid: String,
    public: Value,
    said: Mutex<Said>,
}

/// What it answers, and what it was asked.
struct Said {
    discovery: Value,
    token_status: StatusCode,
    id_token: String,
    asked: Vec<String>,
    honest: Option<Honest>,
}

/// A provider that keeps to the protocol: the redirect URI is the registered one, a code is good once, for its redirect URI and
/// its PKCE verifier, and its ID token carries its nonce.
struct Honest {
    redirect_uri: String,
    claims: Value,
    /// (nonce, challenge) by code.
    codes: HashMap<String, (String, String)>,
}

fn new_key() -> (EncodingKey, Value) {
    let random = SystemRandom::new();
    let pair = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    let key = EncodingKey::from_ec_der(pair.as_ref());
    let public = Jwk::from_encoding_key(&key, Algorithm::ES256).unwrap();
    (key, serde_json::to_value(public).unwrap())
}

impl Upstream {
    pub async fn start() -> Upstream {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://127.0.0.1:{}/realm", listener.local_addr().unwrap().port());
        let (key, mut public) = new_key();
        public["kid"] = json!("k1");
        let discovery = json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"),
            "jwks_uri": format!("{issuer}/jwks"),
            "authorization_response_iss_parameter_supported": true,
        });
        let said = Said {
            discovery,
            token_status: StatusCode::OK,
            id_token: String::new(),
            asked: vec![],
            honest: None,
        };
        let inner = Arc::new(Inner { key, kid: "k1".to_owned(), public, said: Mutex::new(said) });
        let routes = Router::new()
            .route("/realm/.well-known/openid-configuration", get(discovery_of))
            .route("/realm/authorize", get(authorize_of))
            .route("/realm/jwks", get(keys_of))
            .route("/realm/token", post(token_of))
            .with_state(inner.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Upstream { issuer, inner }
    }

    /// What the token endpoint was asked, its authorization first.
    pub fn asked(&self) -> Vec<String> {
        self.inner.said.lock().unwrap().asked.clone()
    }

    pub fn say_in_discovery(&self, name: &str, value: Value) {
        self.inner.said.lock().unwrap().discovery[name] = value;
    }

    pub fn answer_tokens_with(&self, status: StatusCode) {
        self.inner.said.lock().unwrap().token_status = status;
    }

    /// From now on it keeps to the protocol; `claims` belong to the person signed in over there, without a nonce.
    pub fn keep_to_the_protocol(&self, redirect_uri: &str, claims: Value) {
        let honest = Honest { redirect_uri: redirect_uri.to_owned(), claims, codes: HashMap::new() };
        self.inner.said.lock().unwrap().honest = Some(honest);
    }

    pub fn vouch_with(&self, claims: &Value) {
        self.inner.said.lock().unwrap().id_token = self.inner.signed(claims);
    }

    /// A token under the right key ID, signed by someone else.
    pub fn vouch_with_another_key(&self, claims: &Value) {
        let header = Header { kid: Some(self.inner.kid.clone()), ..Header::new(Algorithm::ES256) };
        let token = jsonwebtoken::encode(&header, claims, &new_key().0).unwrap();
        self.inner.said.lock().unwrap().id_token = token;
    }

    /// A token signed with the public key as a shared secret: the confusion of RFC 8725, 2.1.
    pub fn vouch_with_a_shared_secret(&self, claims: &Value) {
        let header = Header { kid: Some(self.inner.kid.clone()), ..Header::new(Algorithm::HS256) };
        let secret = EncodingKey::from_secret(self.inner.public.to_string().as_bytes());
        self.inner.said.lock().unwrap().id_token = jsonwebtoken::encode(&header, claims, &secret).unwrap();
    }
}

impl Inner {
    fn signed(&self, claims: &Value) -> String {
        let header = Header { kid: Some(self.kid.clone()), ..Header::new(Algorithm::ES256) };
        jsonwebtoken::encode(&header, claims, &self.key).unwrap()
    }
}

async fn authorize_of(
    State(inner): State<Arc<Inner>>,
    Query(asked): Query<HashMap<String, String>>,
) -> Response {
    let mut said = inner.said.lock().unwrap();
    let Some(honest) = said.honest.as_mut() else { return StatusCode::NOT_FOUND.into_response() };
    if asked.get("redirect_uri") != Some(&honest.redirect_uri) {
        return StatusCode::BAD_REQUEST.into_response();
    }
    let code = format!("code-{}", honest.codes.len());
    let param = |name: &str| asked.get(name).cloned().unwrap_or_default();
    honest.codes.insert(code.clone(), (param("nonce"), param("code_challenge")));
    let back = format!("{}?code={code}&state={}", honest.redirect_uri, param("state"));
    (StatusCode::SEE_OTHER, [(header::LOCATION, back)]).into_response()
}

impl Honest {
    /// The claims for a code, once.
    fn redeem(&mut self, body: &str) -> Option<Value> {
        let form: HashMap<String, String> =
            url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
        let (nonce, challenge) = self.codes.remove(form.get("code")?)?;
        let verifier = form.get("code_verifier")?;
        let is_bound = URL_SAFE_NO_PAD.encode(atrium::shared::seal::hash(verifier)) == challenge;
        if !is_bound || form.get("redirect_uri") != Some(&self.redirect_uri) {
            return None;
        }
        let mut claims = self.claims.clone();
        claims["nonce"] = json!(nonce);
        Some(claims)
    }
}

async fn discovery_of(State(inner): State<Arc<Inner>>) -> Json<Value> {
    Json(inner.said.lock().unwrap().discovery.clone())
}

async fn keys_of(State(inner): State<Arc<Inner>>) -> Json<Value> {
    Json(json!({ "keys": [{ "kty": "who knows" }, inner.public] }))
}

async fn token_of(State(inner): State<Arc<Inner>>, headers: HeaderMap, body: String) -> Response {
    let authorization = headers.get(header::AUTHORIZATION).map_or("", |value| value.to_str().unwrap());
    let mut said = inner.said.lock().unwrap();
    said.asked.push(format!("{authorization} {body}"));
    if let Some(honest) = said.honest.as_mut() {
        let Some(claims) = honest.redeem(&body) else { return StatusCode::BAD_REQUEST.into_response() };
        said.id_token = inner.signed(&claims);
    }
    let answer = json!({ "access_token": "a", "token_type": "Bearer", "id_token": said.id_token });
    (said.token_status, Json(answer)).into_response()
}
