//! Someone at their account settings: signed in in a browser, with an authenticator app at hand.

use super::{Actor, Browser, PASSWORD, Reply, World};
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

/// The secret of every demo account.
const SECRET: &[u8] = b"Hello!\xDE\xAD\xBE\xEF";

pub struct AtHome<'a> {
    pub browser: Browser<'a>,
    pub token: String,
    pub person: String,
    pub username: String,
}

/// A code of the app of a demo account, so many half-minutes from now. One of them counts once.
pub fn app_code(world: &World, steps: i64) -> String {
    code_of(world, SECRET, steps)
}

pub fn code_of(world: &World, secret: &[u8], steps: i64) -> String {
    let totp = Builder::new().with_secret(Secret::new(secret.into())).build_noncompliant();
    let second = world.app.clock.now().as_second() + 30 * steps;
    totp.generate(u64::try_from(second).unwrap()).to_string()
}

impl<'a> AtHome<'a> {
    pub async fn of(world: &'a World, username: &str) -> AtHome<'a> {
        let mut browser = Browser::at(world, "127.0.0.1");
        let tokens = browser.sign_in(username).await;
        let token = tokens["access_token"].as_str().unwrap().to_owned();
        let person = world.person(username).await.to_string();
        AtHome { browser, token, person, username: username.to_owned() }
    }

    pub fn actor(&self) -> Actor<'a> {
        self.browser.world.holding(&self.token)
    }

    pub async fn call(&mut self, method: &str, path: &str, body: Value, step_up: Option<&str>) -> Reply {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        if let Some(challenge) = step_up {
            request = request.header("step-up", challenge);
        }
        self.browser.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    pub async fn ask(&mut self, query: &str, variables: Value, step_up: Option<&str>) -> Reply {
        self.call("POST", "/graphql", json!({ "query": query, "variables": variables }), step_up).await
    }

    pub async fn answer(&mut self, challenge: &str, proof: Value) -> Reply {
        self.call("POST", &format!("/step-up/{challenge}"), proof, None).await
    }

    /// Answers a challenge by the app.
    pub async fn prove(&mut self, challenge: &str, steps: i64) {
        let code = app_code(self.browser.world, steps);
        let reply = self.answer(challenge, json!({ "kind": "totp", "code": code })).await;
        assert_eq!(reply.status, 204, "{}", reply.text);
    }

    /// A change that demands a step-up, proved and made.
    pub async fn ask_proved(&mut self, query: &str, variables: Value, steps: i64) -> Reply {
        let refused = self.ask(query, variables.clone(), None).await;
        let challenge = challenge_of(&refused);
        self.prove(&challenge, steps).await;
        self.ask(query, variables, Some(&challenge)).await
    }

    pub async fn names(&mut self, first: &str, last: &str, email: &str, step_up: Option<&str>) -> Reply {
        let body = json!({ "firstName": first, "lastName": last, "email": email });
        let path = format!("/users/{}/self", self.person);
        self.call("PATCH", &path, body, step_up).await
    }

    /// Follows the link that was mailed to a new address; what else was mailed until then is gone.
    pub async fn confirm_mail(&self, email: &str) {
        let world = self.browser.world;
        let sent = world.delivered().await;
        let mail = sent.iter().find(|sent| sent.to == email).expect("a link was mailed");
        let token = json!({ "token": link_in(&mail.text, "confirm-email") });
        let reply = Browser::at(world, "127.0.0.1").post_json("/login/confirm-email", token).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
    }

    pub async fn text_me(&mut self, phone: &str, step_up: Option<&str>) -> Reply {
        let body = json!({ "phoneNumber": phone, "username": self.username });
        self.call("POST", "/initiate-sms", body, step_up).await
    }

    pub async fn verify(&mut self, phone: &str, code: &str) -> Reply {
        let body = json!({ "phoneNumber": phone, "username": self.username, "clientId": "atrium-web", "code": code });
        self.call("POST", "/verify-otp", body, None).await
    }
}

impl Actor<'_> {
    /// Asks; where a fresh factor is demanded, proves it by the app, or the password of someone without one, and asks again. What is refused for another reason comes back
    /// as it is. The same code may be used again and again.
    pub async fn ask_proving(&self, query: &str, variables: Value) -> Reply {
        let refused = self.ask(query, variables.clone()).await;
        if refused.outcome() != "STEP_UP_REQUIRED" {
            return refused;
        }
        let challenge = challenge_of(&refused);
        self.world.change("UPDATE totp SET last_step = 0", vec![]).await;
        let factors = &refused.body["errors"][0]["extensions"]["factors"];
        let has_app = factors.as_array().is_some_and(|ways| ways.iter().any(|way| way["kind"] == "totp"));
        let proof = match has_app {
            true => json!({ "kind": "totp", "code": app_code(self.world, 0) }),
            false => json!({ "kind": "password", "password": PASSWORD }),
        };
        self.post(&format!("/step-up/{challenge}"), proof.to_string(), &[]).await;
        let body = json!({ "query": query, "variables": variables }).to_string();
        self.post("/graphql", body, &[("step-up", &challenge)]).await
    }
}

/// The challenge of an answer that demands a step-up, over GraphQL or not.
#[track_caller]
pub fn challenge_of(reply: &Reply) -> String {
    let graphql = &reply.body["errors"][0]["extensions"];
    let body = if graphql.is_object() { graphql } else { &reply.body };
    let code = [&body["code"], &reply.body["errors"][0]["code"]];
    assert!(code.contains(&&json!("STEP_UP_REQUIRED")), "{}", reply.text);
    body["challenge"].as_str().unwrap_or_else(|| panic!("{}", reply.text)).to_owned()
}

/// The six digits of the newest SMS.
#[track_caller]
pub fn code_in(text: &str) -> String {
    let digits: Vec<&str> =
        text.split(|c: char| !c.is_ascii_digit()).filter(|part| part.len() == 6).collect();
    assert_eq!(digits.len(), 1, "{text}");
    digits[0].to_owned()
}

/// The token of the link to a page under `/login`.
#[track_caller]
pub fn link_in(text: &str, page: &str) -> String {
    let start = format!("/login/{page}?token=");
    let (_, rest) = text.split_once(&start).unwrap_or_else(|| panic!("no {page} in {text}"));
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-' || *c == '_').collect()
}
