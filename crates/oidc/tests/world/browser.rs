//! A browser: keeps the session cookie and doesn't follow redirects by itself.

use super::{BACK, WEB};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use oidc::{ClientAddress, Proved, Provider, SignIn};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tower::ServiceExt;
use uuid::Uuid;

/// The example in RFC 7636.
pub(crate) const PKCE_VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub(crate) const PKCE_CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) provider: Provider,
    /// "name=secret"
    pub(crate) cookie: Option<String>,
    /// The same, for the requests waiting in this browser.
    waiting: Arc<Mutex<Option<String>>>,
    pub(crate) address: &'static str,
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: impl header::AsHeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn location(&self) -> &str {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.body);
        self.header(header::LOCATION)
    }

    /// The parameters in the address it redirects to.
    pub(crate) fn params(&self) -> HashMap<String, String> {
        let (_, query) = self.location().split_once('?').expect("a query");
        form_urlencoded::parse(query.as_bytes()).into_owned().collect()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}: {}", self.status, self.body))
    }

    pub(crate) fn error(&self) -> (u16, String) {
        (self.status.as_u16(), self.json()["error"].as_str().unwrap_or_default().to_owned())
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Tokens {
    pub(crate) access: String,
    pub(crate) id: String,
    pub(crate) refresh: String,
    pub(crate) code: String,
}

impl Tokens {
    pub(crate) fn id_claims(&self) -> Value {
        claims(&self.id)
    }

    pub(crate) fn access_claims(&self) -> Value {
        claims(&self.access)
    }
}

fn claims(token: &str) -> Value {
    let body = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(body).unwrap()).unwrap()
}

pub(crate) fn encode(parameters: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish()
}

impl Browser {
    pub(crate) fn new(provider: Provider) -> Browser {
        Browser { provider, cookie: None, waiting: Arc::default(), address: "192.0.2.7" }
    }

    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: String,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let cookies = self.cookies();
        if !cookies.is_empty() {
            request = request.header(header::COOKIE, format!("other=1; {cookies}"));
        }
        let mut request = request.body(Body::from(body)).unwrap();
        request.extensions_mut().insert(ClientAddress(self.address.into()));
        let response = self.provider.routes().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        for set in parts.headers.get_all(header::SET_COOKIE) {
            let cookie = set.to_str().unwrap().split(';').next().unwrap();
            if cookie.contains("-request=") {
                *self.waiting.lock().unwrap() = Some(cookie.to_owned());
            }
        }
        let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body: String::from_utf8(body.to_vec()).unwrap(),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, &[], String::new()).await
    }

    pub(crate) async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send(Method::GET, path, headers, String::new()).await
    }

    pub(crate) async fn post(&self, path: &str, form: &[(&str, &str)]) -> Answer {
        let headers = [("content-type", "application/x-www-form-urlencoded")];
        self.send(Method::POST, path, &headers, encode(form)).await
    }

    /// The web client's usual request, with some parameters replaced, added or (if empty) left out.
    pub(crate) async fn authorize(&self, changes: &[(&str, &str)]) -> Answer {
        self.get(&format!("/oauth2/authorize?{}", encode(&ask(changes)))).await
    }

    /// What the application does after checking a password.
    pub(crate) async fn sign_in(&mut self, subject: Uuid, request: Option<&str>) -> oidc::SignedIn {
        self.sign_in_proved(subject, request, Proved::Now).await
    }

    /// The same, for someone who proved who they are to another provider.
    pub(crate) async fn sign_in_proved(
        &mut self,
        subject: Uuid,
        request: Option<&str>,
        proved: Proved,
    ) -> oidc::SignedIn {
        let sign_in = SignIn {
            request: request.map(str::to_owned),
            subject,
            amr: vec!["pwd".into()],
            proved,
            device: "Firefox on Linux".into(),
            address: "192.0.2.7".into(),
        };
        let signed_in = self.provider.sign_in(&self.headers(), sign_in).await.unwrap();
        self.keep(signed_in.set_cookie.to_str().unwrap());
        signed_in
    }

    /// Stores the cookie from a `Set-Cookie`.
    pub(crate) fn keep(&mut self, set_cookie: &str) {
        self.cookie = set_cookie.split(';').next().map(str::to_owned);
    }

    fn cookies(&self) -> String {
        let waiting = self.waiting.lock().unwrap().clone();
        self.cookie.iter().cloned().chain(waiting).collect::<Vec<_>>().join("; ")
    }

    pub(crate) fn headers(&self) -> HeaderMap {
        let cookies = Some(self.cookies()).filter(|cookies| !cookies.is_empty());
        cookies.iter().map(|cookies| (header::COOKIE, cookies.parse().unwrap())).collect()
    }

    /// From the client's request through sign-in to the code.
    pub(crate) async fn code(&mut self, subject: Uuid) -> String {
        let to_login = self.authorize(&[]).await;
        if !to_login.location().starts_with("/login?") {
            return to_login.params()["code"].clone();
        }
        let request = to_login.params()["request"].clone();
        let next = self.sign_in(subject, Some(&request)).await.next;
        self.get(&next).await.params()["code"].clone()
    }

    pub(crate) async fn redeem(&self, code: &str, changes: &[(&str, &str)]) -> Answer {
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", WEB),
            ("code", code),
            ("redirect_uri", BACK),
            ("code_verifier", PKCE_VERIFIER),
        ];
        self.post("/oauth2/token", &changed(&form, changes)).await
    }

    pub(crate) async fn refresh(&self, refresh_token: &str) -> Answer {
        self.refresh_as(WEB, refresh_token).await
    }

    pub(crate) async fn refresh_as(&self, client: &str, refresh_token: &str) -> Answer {
        let form = [("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", refresh_token)];
        self.post("/oauth2/token", &form).await
    }

    pub(crate) async fn sign_in_for_tokens(&mut self, subject: Uuid) -> Tokens {
        let code = self.code(subject).await;
        let answer = self.redeem(&code, &[]).await;
        Tokens { code, ..tokens(&answer) }
    }

    pub(crate) async fn userinfo(&self, token: &str) -> Answer {
        self.get_with("/oauth2/userinfo", &[("authorization", &format!("Bearer {token}"))]).await
    }
}

pub(crate) fn tokens(answer: &Answer) -> Tokens {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let json = answer.json();
    let text = |name: &str| json[name].as_str().unwrap_or_else(|| panic!("no {name}")).to_owned();
    Tokens {
        access: text("access_token"),
        id: text("id_token"),
        refresh: text("refresh_token"),
        code: String::new(),
    }
}

impl From<&Answer> for Tokens {
    fn from(answer: &Answer) -> Tokens {
        tokens(answer)
    }
}

fn ask<'a>(changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let ordinary = [
        ("response_type", "code"),
        ("client_id", WEB),
        ("redirect_uri", BACK),
        ("scope", "openid"),
        ("state", "st&te 1"),
        ("nonce", "n-1"),
        ("code_challenge", PKCE_CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    changed(&ordinary, changes)
}

fn changed<'a>(form: &[(&'a str, &'a str)], changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut form: Vec<_> = form
        .iter()
        .filter(|(name, _)| !changes.iter().any(|(changed, _)| changed == name))
        .copied()
        .collect();
    form.extend(changes.iter().filter(|(_, value)| !value.is_empty()));
    form
}
