//! A browser, as far as signing in needs one: it keeps its cookies, comes from an address, and goes the whole way from
//! authorize over the login page's posts to the tokens.

use super::{Reply, World};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, header};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;

pub const PASSWORD: &str = "atrium-demo-only";
pub(super) const VERIFIER: &str = "a-verifier-that-is-long-enough-for-pkce-0123456789";

/// A browser with its cookie, at an address.
pub struct Browser<'a> {
    pub world: &'a World,
    pub cookies: BTreeMap<String, String>,
    pub address: &'static str,
}

pub(super) fn challenge() -> String {
    let challenge = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, VERIFIER.as_bytes());
    URL_SAFE_NO_PAD.encode(challenge.as_ref())
}

pub fn query_of(reply: &Reply, name: &str) -> String {
    in_query(&reply.headers, name)
}

/// A parameter of the address that an answer redirects to.
pub(super) fn in_query(headers: &HeaderMap, name: &str) -> String {
    let location = headers[header::LOCATION].to_str().unwrap();
    let found = location.split(['?', '&']).find_map(|part| part.strip_prefix(&format!("{name}=")));
    found.unwrap_or_else(|| panic!("no {name} in {location}")).to_owned()
}

impl<'a> Browser<'a> {
    pub fn at(world: &'a World, address: &'static str) -> Browser<'a> {
        Browser { world, cookies: BTreeMap::new(), address }
    }

    pub async fn send(&mut self, mut request: Request<Body>) -> Reply {
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            request.headers_mut().insert(header::COOKIE, cookies.join("; ").parse().unwrap());
        }
        let from: SocketAddr = format!("{}:4000", self.address).parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(from));
        let reply = self.world.send(request).await;
        for set in reply.headers.get_all(header::SET_COOKIE) {
            let (name, value) = set.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        reply
    }

    pub async fn get(&mut self, path: &str) -> Reply {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    pub async fn post(&mut self, path: &str, kind: &str, body: String, more: &[(&str, &str)]) -> Reply {
        let mut request = Request::post(path).header(header::CONTENT_TYPE, kind);
        for (name, value) in more {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::from(body)).unwrap()).await
    }

    pub fn base(&self) -> String {
        self.world.app.settings.public_url.clone()
    }

    /// The id of the request that waits for a sign-in.
    pub async fn begin(&mut self) -> String {
        self.begin_with("").await
    }

    pub async fn begin_with(&mut self, more: &str) -> String {
        let challenge = challenge();
        let callback = format!("{}/callback", self.base()).replace(':', "%3A").replace('/', "%2F");
        let path = format!(
            "/oauth2/authorize?response_type=code&client_id=atrium-web&scope=openid&state=s1&nonce=n1\
             &redirect_uri={callback}&code_challenge={challenge}&code_challenge_method=S256{more}"
        );
        let reply = self.get(&path).await;
        assert!(reply.status.is_redirection(), "{}", reply.text);
        query_of(&reply, "request")
    }

    pub async fn type_password(&mut self, request: &str, username: &str, password: &str) -> Reply {
        let body = json!({ "request": request, "username": username, "password": password });
        self.post("/login/password", "application/json", body.to_string(), &[]).await
    }

    pub async fn token(&mut self, form: String) -> Reply {
        self.post("/oauth2/token", "application/x-www-form-urlencoded", form, &[]).await
    }

    /// All the way: access, refresh and ID token.
    pub async fn sign_in(&mut self, username: &str) -> Value {
        let request = self.begin().await;
        let welcome = self.type_password(&request, username, PASSWORD).await;
        self.finish(welcome).await
    }

    /// From the answer that welcomes someone to the tokens.
    pub async fn finish(&mut self, welcome: Reply) -> Value {
        assert_eq!(welcome.status, 200, "{}", welcome.text);
        let next = welcome.body["next"].as_str().unwrap_or_else(|| panic!("{}", welcome.text)).to_owned();
        let back = self.get(&next).await;
        assert_eq!(
            (query_of(&back, "state"), query_of(&back, "iss").contains("oauth2")),
            ("s1".into(), true)
        );
        let callback = format!("{}/callback", self.base());
        let code = query_of(&back, "code");
        let form = format!(
            "grant_type=authorization_code&client_id=atrium-web&code={code}&redirect_uri={callback}&code_verifier={VERIFIER}"
        );
        let tokens = self.token(form).await;
        assert_eq!(tokens.status, 200, "{}", tokens.text);
        tokens.body
    }

    pub async fn post_json(&mut self, path: &str, body: Value) -> Reply {
        self.post(path, "application/json", body.to_string(), &[]).await
    }

    pub async fn ask(&mut self, access: &str) -> Reply {
        let body = json!({ "query": "{ viewer { firstName } }" }).to_string();
        self.post("/graphql", "application/json", body, &[("authorization", &format!("Bearer {access}"))])
            .await
    }
}
