//! Signing keys: line 11.

use crate::world::{ANA, Answer, Browser, NATIVE, Tokens, World, both, settings};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::SignedDuration;
use jsonwebtoken::{DecodingKey, Validation};
use oidc::{Algorithm, Error, Provider};
use serde_json::Value;

const DAY: SignedDuration = SignedDuration::from_hours(24);

fn header(token: &str) -> Value {
    let header = token.split('.').next().unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(header).unwrap()).unwrap()
}

async fn keys_of(world: &World, algorithm: &str) -> Vec<Value> {
    let jwks = world.browser().get("/oauth2/jwks").await.json();
    jwks["keys"].as_array().unwrap().iter().filter(|key| key["alg"] == algorithm).cloned().collect()
}

/// An algorithm's key ids, newest first.
async fn published(world: &World, algorithm: &str) -> Vec<String> {
    let keys = keys_of(world, algorithm).await;
    keys.iter().map(|key| key["kid"].as_str().unwrap().to_owned()).collect()
}

/// Signs Ana in through the native client, whose ID tokens are signed with RS256.
async fn native_tokens(world: &World) -> (Browser, Tokens) {
    let mut browser = world.browser();
    browser.sign_in(ANA, None).await;
    let client = [("client_id", NATIVE), ("redirect_uri", "com.atrium.app:/callback")];
    let code = browser.authorize(&client).await.params()["code"].clone();
    let tokens = Tokens::from(&browser.redeem(&code, &client).await);
    (browser, tokens)
}

/// Whether the provider accepts an ID token as its own: it ends the token's session.
async fn is_taken_as_hint(browser: &Browser, id_token: &str) -> bool {
    let answer: Answer = browser.get(&format!("/oauth2/logout?id_token_hint={id_token}")).await;
    answer.location() == "/login/signed-out"
}

/// The way a client checks it: with the published key for its `kid`.
async fn is_verified_by_client(world: &World, token: &str) -> bool {
    let kid = header(token)["kid"].clone();
    let algorithm = header(token)["alg"].as_str().unwrap().to_owned();
    let key = keys_of(world, &algorithm).await.into_iter().find(|key| key["kid"] == kid).unwrap();
    let key = DecodingKey::from_jwk(&serde_json::from_value(key).unwrap()).unwrap();
    let mut validation = Validation::new(algorithm.parse().unwrap());
    validation.validate_exp = false;
    validation.validate_aud = false;
    jsonwebtoken::decode::<Value>(token, &key, &validation).is_ok()
}

both! {
    fn a11_a_new_key_is_published_before_it_signs_and_the_old_one_kept_while_it_is_needed(world) {
        let (first, first_rsa) = (published(world, "ES256").await, published(world, "RS256").await);
        assert_eq!((first.len(), first_rsa.len()), (1, 1));
        world.pass(DAY * 88);
        world.provider.tick().await.unwrap();
        assert_eq!((published(world, "ES256").await, published(world, "RS256").await), (first.clone(), first_rsa.clone()), "not yet");
        world.pass(DAY);
        world.provider.tick().await.unwrap();
        let (both, both_rsa) = (published(world, "ES256").await, published(world, "RS256").await);
        assert_eq!((both.len(), &both[1]), (2, &first[0]));
        assert_eq!((both_rsa.len(), &both_rsa[1]), (2, &first_rsa[0]));
        let (_, before) = native_tokens(world).await;
        assert_eq!(header(&before.access)["kid"], *first[0], "published, but it does not sign yet");
        assert_eq!(header(&before.id)["kid"], *first_rsa[0], "nor does the other");
        world.pass(DAY - SignedDuration::from_mins(5));
        let (browser_at_the_turn, at_the_turn) = native_tokens(world).await;
        world.pass(SignedDuration::from_mins(5));
        let after = Tokens::from(&browser_at_the_turn.refresh_as(NATIVE, &at_the_turn.refresh).await);
        assert_eq!((&header(&after.access)["kid"], &header(&after.id)["kid"]), (&both[0].as_str().into(), &both_rsa[0].as_str().into()));
        for token in [&at_the_turn.access, &after.access] {
            assert!(world.provider.verify_access(token).is_ok());
        }
        for token in [&at_the_turn.id, &after.id] {
            assert!(is_verified_by_client(world, token).await);
        }
        // An ID token from the old key is a good hint for as long as its session could live.
        assert!(is_taken_as_hint(&browser_at_the_turn, &at_the_turn.id).await);
        world.pass(SignedDuration::from_hours(11));
        world.provider.tick().await.unwrap();
        assert_eq!((published(world, "ES256").await, published(world, "RS256").await), (both.clone(), both_rsa.clone()));
        world.pass(SignedDuration::from_hours(2));
        world.provider.tick().await.unwrap();
        assert_eq!(published(world, "ES256").await, both[..1]);
        assert_eq!(published(world, "RS256").await, both_rsa[..1]);
    }

    fn a16_a_client_gets_its_id_tokens_in_the_algorithm_it_is_configured_for(world) {
        let (_, web) = world.ana().await;
        let (browser, native) = native_tokens(world).await;
        let algorithms = [&web.access, &web.id, &native.access, &native.id].map(|token| header(token)["alg"].clone());
        assert_eq!(algorithms, ["ES256", "ES256", "ES256", "RS256"]);
        assert!(is_verified_by_client(world, &web.id).await && is_verified_by_client(world, &native.id).await);
        let refreshed = Tokens::from(&browser.refresh_as(NATIVE, &native.refresh).await);
        assert_eq!(header(&refreshed.id)["alg"], "RS256");
        assert!(is_taken_as_hint(&browser, &refreshed.id).await);
        assert_eq!(world.provider.verify_access(&native.id), Err(oidc::Refused::Invalid));
    }

    fn a11_no_verification_fails_at_any_moment_of_a_rotation(world) {
        let other = world.another_node().await;
        world.pass(DAY * 89 - SignedDuration::from_mins(30));
        let mut held: Vec<(jiff::Timestamp, String)> = vec![];
        let mut kids = std::collections::HashSet::new();
        for _ in 0..(26 * 6) {
            world.provider.tick().await.unwrap();
            // The other node is asked before its own minute comes.
            let (_, tokens) = world.ana().await;
            kids.insert(header(&tokens.access)["kid"].to_string());
            held.push((world.now(), tokens.access));
            held.retain(|(issued, _)| world.now().duration_since(*issued) < SignedDuration::from_mins(15));
            for (_, token) in &held {
                assert!(world.provider.verify_access(token).is_ok() && other.verify_access(token).is_ok());
            }
            other.tick().await.unwrap();
            world.pass(SignedDuration::from_mins(10));
        }
        assert_eq!(kids.len(), 2);
    }

    fn a11_another_algorithm_signs_at_once_and_tokens_of_the_old_one_are_good_until_they_expire(world) {
        for (from, to) in [(Algorithm::Es256, Algorithm::Rs256), (Algorithm::Rs256, Algorithm::Es256)] {
            let name = |algorithm| if algorithm == Algorithm::Es256 { "ES256" } else { "RS256" };
            let with = |algorithm| {
                let mut settings = settings();
                settings.algorithm = algorithm;
                settings
            };
            let mut browser = Browser::new(world.node_with(with(from)).await);
            let old = browser.sign_in_for_tokens(ANA).await;
            assert_eq!(header(&old.access)["alg"], name(from));
            let provider = world.node_with(with(to)).await;
            browser.provider = provider.clone();
            let new = Tokens::from(&browser.refresh(&old.refresh).await);
            assert_eq!(header(&new.access)["alg"], name(to), "its key has been published all along");
            assert!(provider.verify_access(&old.access).is_ok() && provider.verify_access(&new.access).is_ok());
            let confused = world.forge(&new.access, |header, _| header["alg"] = name(from).into()).await;
            assert!(provider.verify_access(&confused).is_err());
            world.pass(SignedDuration::from_mins(15));
            assert_eq!(provider.verify_access(&old.access), Err(oidc::Refused::Expired));
        }
    }

    fn a_token_that_was_good_a_moment_ago_is_not_when_its_key_is_gone(world) {
        let (_, tokens) = world.ana().await;
        assert!(world.provider.verify_access(&tokens.access).is_ok());
        assert!(world.provider.verify_access(&tokens.access).is_ok());
        let mut tx = world.db.begin_write().await.unwrap();
        tx.exec("DELETE FROM oidc_key", db::params![]).await.unwrap();
        tx.commit().await.unwrap();
        world.provider.tick().await.unwrap();
        assert_eq!(world.provider.verify_access(&tokens.access), Err(oidc::Refused::Invalid));
    }

    fn private_keys_open_with_the_sealing_key_only(world) {
        let given = world.given();
        let other = Provider::new(settings(), world.db.clone(), world.people.clone(), given, &[8; 32]).await;
        assert!(matches!(other, Err(Error::Sealed)));
        let jwks = world.browser().get("/oauth2/jwks").await;
        assert_eq!(
            (jwks.header("cache-control"), jwks.header("access-control-allow-origin")),
            ("public, max-age=300", "*")
        );
        let (ec, rsa) = (&keys_of(world, "ES256").await[0], &keys_of(world, "RS256").await[0]);
        assert_eq!((&ec["kty"], &ec["crv"], &ec["use"]), (&"EC".into(), &"P-256".into(), &"sig".into()));
        assert_eq!((&rsa["kty"], &rsa["e"], &rsa["use"]), (&"RSA".into(), &"AQAB".into(), &"sig".into()));
        for private in ["d", "p", "q", "dp", "dq", "qi"] {
            assert!(ec.get(private).is_none() && rsa.get(private).is_none());
        }
    }
}
