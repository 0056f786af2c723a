//! Clients besides our own: how they prove who they are, who may be signed in to them, what their tokens open, and what
//! they hear when a session ends.

use crate::world::{ANA, Answer, Browser, HOST, HUGO, PKCE_VERIFIER, Tokens, WEB, World, both, encode};
use aws_lc_rs::digest;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use axum::http::{Method, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use oidc::{Algorithm, Client, ClientAuth, EndedBy, Happened, Refused};
use serde_json::{Value, json};

const PAYROLL: &str = "payroll";
const BACK: &str = "https://payroll.example/callback";
const SIGNED_OUT: &str = "https://payroll.example/bye";
const SECRET: &str = "a secret of 256 bits";
const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

fn hash(secret: &str) -> Vec<u8> {
    digest::digest(&digest::SHA256, secret.as_bytes()).as_ref().to_vec()
}

fn payroll(auth: ClientAuth) -> Client {
    Client {
        id: PAYROLL.into(),
        redirect_uris: vec![BACK.into()],
        post_logout_redirect_uris: vec![SIGNED_OUT.into()],
        origins: vec![],
        loopback_path: None,
        id_token_signed_response_alg: Algorithm::Rs256,
        auth,
        machine: None,
    }
}

fn with_secret(world: &World) {
    world.people.know(payroll(ClientAuth::Secret(vec![hash(SECRET)])));
}

const ASKS: &[(&str, &str)] = &[("client_id", PAYROLL), ("redirect_uri", BACK)];

/// A code for payroll, in a browser where Ana is signed in.
async fn code(browser: &Browser) -> String {
    browser.authorize(ASKS).await.params()["code"].clone()
}

async fn redeem(browser: &Browser, code: &str, proof: &[(&str, &str)]) -> Answer {
    let mut changes = vec![("client_id", PAYROLL), ("redirect_uri", BACK)];
    changes.extend(proof);
    browser.redeem(code, &changes).await
}

fn invalid_client() -> (u16, String) {
    (401, "invalid_client".into())
}

struct Key {
    pair: EcdsaKeyPair,
    jwk: Value,
}

fn new_key(kid: &str) -> Key {
    let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap();
    let point = pair.public_key().as_ref();
    let (x, y) = (URL_SAFE_NO_PAD.encode(&point[1..33]), URL_SAFE_NO_PAD.encode(&point[33..65]));
    Key { jwk: json!({ "kty": "EC", "crv": "P-256", "kid": kid, "x": x, "y": y }), pair }
}

impl Key {
    fn sign(&self, header: &Value, claims: &Value) -> String {
        let part = |json: &Value| URL_SAFE_NO_PAD.encode(json.to_string());
        let message = format!("{}.{}", part(header), part(claims));
        let signature = self.pair.sign(&SystemRandom::new(), message.as_bytes()).unwrap();
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

fn auth_keys(keys: &[&Key]) -> ClientAuth {
    ClientAuth::Keys(keys.iter().map(|key| serde_json::from_value(key.jwk.clone()).unwrap()).collect())
}

fn assertion_claims(world: &World, jti: &str) -> Value {
    let now = world.now().as_second();
    json!({
        "iss": PAYROLL, "sub": PAYROLL, "aud": format!("{HOST}/oauth2/token"), "iat": now, "exp": now + 60, "jti": jti,
    })
}

both! {
    fn a_secret_is_sent_in_the_header_or_the_form_and_only_the_right_one_counts(world) {
        with_secret(world);
        let (browser, _) = world.ana().await;
        let first = code(&browser).await;
        for wrong in [&[][..], &[("client_secret", "wrong")], &[("client_assertion", "x"), ("client_assertion_type", ASSERTION_TYPE)]] {
            assert_eq!(redeem(&browser, &first, wrong).await.error(), invalid_client(), "{wrong:?}");
        }
        let answer = redeem(&browser, &first, &[("client_secret", SECRET)]).await;
        assert_eq!(answer.status, StatusCode::OK, "a wrong secret leaves the code as it was: {}", answer.body);

        let second = code(&browser).await;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", second.as_str()),
            ("redirect_uri", BACK),
            ("code_verifier", PKCE_VERIFIER),
        ];
        let basic = async |credentials: &str, more: &[(&str, &str)]| {
            let header = format!("Basic {}", STANDARD.encode(credentials));
            let headers = [("content-type", "application/x-www-form-urlencoded"), ("authorization", header.as_str())];
            browser.send(Method::POST, "/oauth2/token", &headers, encode(&[&form[..], more].concat())).await
        };
        let encoded = SECRET.replace(' ', "%20");
        assert_eq!(basic("payroll:wrong", &[]).await.header("www-authenticate"), "Basic");
        assert_eq!(basic(&format!("payroll:{encoded}"), &[("client_id", WEB)]).await.error(), invalid_client());
        let twice = basic(&format!("payroll:{encoded}"), &[("client_secret", SECRET)]).await;
        assert_eq!(twice.error(), (400, "invalid_request".into()));
        assert_eq!(basic(&format!("payroll:{encoded}"), &[]).await.status, StatusCode::OK);
    }

    fn either_of_two_secrets_counts_while_one_replaces_the_other(world) {
        world.people.know(payroll(ClientAuth::Secret(vec![hash("new"), hash(SECRET)])));
        let (browser, _) = world.ana().await;
        for secret in ["new", SECRET] {
            let code = code(&browser).await;
            assert_eq!(redeem(&browser, &code, &[("client_secret", secret)]).await.status, StatusCode::OK, "{secret}");
        }
        world.people.know(payroll(ClientAuth::Secret(vec![hash("new")])));
        let code = code(&browser).await;
        assert_eq!(redeem(&browser, &code, &[("client_secret", SECRET)]).await.error(), invalid_client());
    }

    fn a_key_signs_an_assertion_for_us_now_and_once(world) {
        let (key, next, other) = (new_key("1"), new_key("2"), new_key("1"));
        world.people.know(payroll(auth_keys(&[&key, &next])));
        let (browser, _) = world.ana().await;
        let code = code(&browser).await;
        let header = json!({ "alg": "ES256", "kid": "1" });
        let send = async |assertion: &str| {
            let proof = [("client_assertion", assertion), ("client_assertion_type", ASSERTION_TYPE)];
            redeem(&browser, &code, &proof).await
        };
        let changed = |name: &str, value: Value| {
            let mut claims = assertion_claims(world, "j");
            claims[name] = value;
            claims
        };
        let now = world.now().as_second();
        for claims in [
            changed("iss", json!("other")),
            changed("sub", json!(WEB)),
            changed("aud", json!("https://payroll.example")),
            changed("exp", json!(now - 121)),
            changed("exp", json!(now + 3600)),
            changed("nbf", json!(now + 300)),
            changed("jti", json!("")),
            changed("jti", Value::Null),
        ] {
            assert_eq!(send(&key.sign(&header, &claims)).await.error(), invalid_client(), "{claims}");
        }
        let good = assertion_claims(world, "j");
        assert_eq!(send(&other.sign(&header, &good)).await.error(), invalid_client(), "another key");
        assert_eq!(send(&key.sign(&json!({ "alg": "none" }), &good)).await.error(), invalid_client());
        let confused = json!({ "alg": "HS256", "kid": "1" });
        assert_eq!(send(&key.sign(&confused, &good)).await.error(), invalid_client());
        assert_eq!(redeem(&browser, &code, &[("client_secret", SECRET)]).await.error(), invalid_client());

        let assertion = key.sign(&header, &good);
        assert_eq!(send(&assertion).await.status, StatusCode::OK);
        let second = self::code(&browser).await;
        let proof = [("client_assertion", assertion.as_str()), ("client_assertion_type", ASSERTION_TYPE)];
        assert_eq!(redeem(&browser, &second, &proof).await.error(), invalid_client(), "each counts once");
        // The client ID may be left to the assertion, and any of the keys may sign.
        let assertion = next.sign(&json!({ "alg": "ES256", "kid": "2" }), &assertion_claims(world, "k"));
        let proof = [("client_assertion", assertion.as_str()), ("client_assertion_type", ASSERTION_TYPE), ("client_id", "")];
        let answer = browser.redeem(&second, &[&[("redirect_uri", BACK)][..], &proof].concat()).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        assert_eq!(world.count("oidc_assertion").await, 2);
        world.pass_secs(200);
        world.provider.tick().await.unwrap();
        assert_eq!(world.count("oidc_assertion").await, 0, "forgotten once they have expired");
    }

    fn a_client_we_do_not_know_gets_no_redirect_and_no_token(world) {
        with_secret(world);
        let (browser, _) = world.ana().await;
        let waiting = code(&browser).await;
        world.people.forget_clients();
        assert_eq!(browser.authorize(ASKS).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(redeem(&browser, &waiting, &[("client_secret", SECRET)]).await.error(), invalid_client());
        with_secret(world);
        let elsewhere = [("client_id", PAYROLL), ("redirect_uri", "https://payroll.example/callback/")];
        assert_eq!(browser.authorize(&elsewhere).await.status, StatusCode::BAD_REQUEST, "exactly as registered");
    }

    fn only_people_who_may_use_it_get_a_code_tokens_and_new_ones(world) {
        with_secret(world);
        let mut browser = world.browser();
        browser.sign_in(HUGO, None).await;
        world.people.bar(HUGO);
        let refused = browser.authorize(ASKS).await;
        assert!(refused.location().starts_with(BACK));
        assert_eq!((refused.params()["error"].as_str(), refused.params().get("code")), ("access_denied", None));
        assert_eq!(refused.params()["state"], "st&te 1");
        let events = world.people.events();
        assert_eq!((events[0].happened, events[0].client_id.as_deref()), (Happened::ClientRefused, Some(PAYROLL)));
        assert_eq!(world.count("oidc_code").await, 0);
        // The same after a sign-in that the client's request waited for, and our own clients are open to everyone.
        let mut fresh = world.browser();
        let request = fresh.authorize(ASKS).await.params()["request"].clone();
        let next = fresh.sign_in(HUGO, Some(&request)).await.next;
        assert_eq!(fresh.get(&next).await.params()["error"], "access_denied");
        fresh.sign_in_for_tokens(HUGO).await;

        let (browser, _) = world.ana().await;
        let (first, second) = (code(&browser).await, code(&browser).await);
        let tokens = Tokens::from(&redeem(&browser, &first, &[("client_secret", SECRET)]).await);
        assert_eq!(tokens.id_claims()["aud"], PAYROLL);
        let last = world.people.events().pop().unwrap();
        assert_eq!((last.happened, last.subject), (Happened::SignedInToClient, ANA));
        world.people.bar(ANA);
        let invalid_grant = (400, "invalid_grant".to_owned());
        assert_eq!(redeem(&browser, &second, &[("client_secret", SECRET)]).await.error(), invalid_grant);
        let form = [
            ("grant_type", "refresh_token"),
            ("client_id", PAYROLL),
            ("client_secret", SECRET),
            ("refresh_token", tokens.refresh.as_str()),
        ];
        assert_eq!(browser.post("/oauth2/token", &form).await.error(), invalid_grant);
    }

    fn its_access_token_opens_userinfo_and_nothing_of_ours(world) {
        with_secret(world);
        let (browser, own) = world.ana().await;
        let code = code(&browser).await;
        let tokens = Tokens::from(&redeem(&browser, &code, &[("client_secret", SECRET)]).await);
        assert_eq!(world.provider.verify_access(&tokens.access), Err(Refused::Invalid));
        assert_eq!(browser.userinfo(&tokens.access).await.json()["sub"], ANA.to_string());
        assert!(world.provider.verify_access(&own.access).is_ok());
        assert_eq!(browser.userinfo(&own.access).await.status, StatusCode::OK);
        assert_eq!(tokens.access_claims()["aud"], format!("{HOST}/oauth2/userinfo"));
    }

    fn whoever_was_signed_in_through_a_session_is_told_once_when_it_ends(world) {
        with_secret(world);
        let (browser, own) = world.ana().await;
        for _ in 0..2 {
            let code = code(&browser).await;
            redeem(&browser, &code, &[("client_secret", SECRET)]).await;
        }
        let session = own.id_claims()["sid"].as_str().unwrap().to_owned();
        let (other, _) = world.ana().await;
        world.provider.sign_out(&other.headers(), None).await.unwrap();
        assert_eq!(world.people.told(), [], "that session reached our own client only");
        browser.get(&format!("/oauth2/logout?id_token_hint={}", own.id)).await;
        let told = world.people.told();
        assert_eq!(told.len(), 1);
        assert_eq!((told[0].client_id.as_str(), told[0].subject, told[0].session.to_string()), (PAYROLL, ANA, session));
        browser.get(&format!("/oauth2/logout?id_token_hint={}", own.id)).await;
        assert_eq!(world.people.told(), [], "it has ended already");
    }

    fn every_way_to_end_a_session_tells_its_clients(world) {
        with_secret(world);
        for way in 0..4 {
            let (mut browser, own) = world.ana().await;
            let code = code(&browser).await;
            redeem(&browser, &code, &[("client_secret", SECRET)]).await;
            world.people.told();
            match way {
                0 => drop(world.provider.end_all(ANA, None, EndedBy::Revoked).await.unwrap()),
                1 => drop(world.provider.sign_out(&browser.headers(), None).await.unwrap()),
                // Someone else signs in in the same browser.
                2 => drop(browser.sign_in(HUGO, None).await),
                _ => {
                    world.people.disable(ANA);
                    browser.refresh(&own.refresh).await;
                }
            }
            assert_eq!(world.people.told().len(), 1, "{way}");
        }
    }

    fn it_may_end_the_session_and_get_the_browser_back(world) {
        with_secret(world);
        let (browser, _) = world.ana().await;
        let code = code(&browser).await;
        let tokens = Tokens::from(&redeem(&browser, &code, &[("client_secret", SECRET)]).await);
        let out = |back: &str| {
            let hint = [("id_token_hint", tokens.id.as_str()), ("post_logout_redirect_uri", back), ("state", "s")];
            format!("/oauth2/logout?{}", encode(&hint))
        };
        let away = browser.get(&out(SIGNED_OUT)).await;
        assert_eq!(away.location(), format!("{SIGNED_OUT}?state=s"));
        assert_eq!(browser.get("/sessions/me").await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(browser.get(&out("https://evil.example/")).await.location(), "/login/signed-out");
    }

    fn a_logout_token_is_what_the_standard_says(world) {
        let (subject, session, id) = (ANA, HUGO, uuid::Uuid::from_u128(7));
        let token = world.provider.logout_token((PAYROLL, Algorithm::Rs256), subject, session, id).unwrap();
        let part = |at: usize| -> Value {
            let part = token.split('.').nth(at).unwrap();
            serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
        };
        assert_eq!((&part(0)["typ"], &part(0)["alg"]), (&json!("logout+jwt"), &json!("RS256")));
        let now = world.now().as_second();
        assert_eq!(part(1), json!({
            "iss": world.provider.issuer(), "sub": subject, "aud": PAYROLL, "sid": session, "jti": id, "iat": now,
            "exp": now + 120, "events": { "http://schemas.openid.net/event/backchannel-logout": {} },
        }));
        // It's no other kind of token.
        let (browser, _) = world.ana().await;
        assert_eq!(world.provider.verify_access(&token), Err(Refused::Invalid));
        assert_eq!(browser.get(&format!("/oauth2/logout?id_token_hint={token}")).await.location(), "/login/signed-out?confirm=1");
    }
}
