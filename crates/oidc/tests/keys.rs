//! Signing keys: line 11.

use crate::world::{ANA, Tokens, World, both, settings};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::SignedDuration;
use oidc::{Algorithm, Error, Provider};
use serde_json::Value;

const DAY: SignedDuration = SignedDuration::from_hours(24);

fn header(token: &str) -> Value {
    let header = token.split('.').next().unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(header).unwrap()).unwrap()
}

async fn published(world: &World) -> Vec<String> {
    let jwks = world.browser().get("/oauth2/jwks").await.json();
    let keys = jwks["keys"].as_array().unwrap();
    keys.iter().map(|key| key["kid"].as_str().unwrap().to_owned()).collect()
}

both! {
    fn a11_a_new_key_is_published_before_it_signs_and_the_old_one_kept_while_it_is_needed(world) {
        let first = published(world).await;
        assert_eq!(first.len(), 1);
        world.pass(DAY * 88);
        world.provider.tick().await.unwrap();
        assert_eq!(published(world).await, first, "not yet");
        world.pass(DAY);
        world.provider.tick().await.unwrap();
        let both = published(world).await;
        assert_eq!((both.len(), &both[1]), (2, &first[0]));
        let (browser, before) = world.ana().await;
        assert_eq!(header(&before.access)["kid"], *first[0], "published, but it does not sign yet");
        world.pass(DAY - SignedDuration::from_mins(5));
        let (browser_at_the_turn, at_the_turn) = world.ana().await;
        world.pass(SignedDuration::from_mins(5));
        let after = Tokens::from(&browser_at_the_turn.refresh(&at_the_turn.refresh).await);
        assert_eq!(header(&after.access)["kid"], *both[0]);
        for token in [&at_the_turn.access, &after.access] {
            assert!(world.provider.verify_access(token).is_ok());
        }
        drop(browser);
        // An ID token of the old key is a good hint as long as its session could live.
        world.pass(SignedDuration::from_hours(11));
        world.provider.tick().await.unwrap();
        assert_eq!(published(world).await, both);
        world.pass(SignedDuration::from_hours(2));
        world.provider.tick().await.unwrap();
        assert_eq!(published(world).await, both[..1]);
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

    fn rs256_takes_over_when_it_is_configured(world) {
        let (_, old) = world.ana().await;
        assert_eq!(header(&old.access)["alg"], "ES256");
        let mut with_rsa = settings();
        with_rsa.algorithm = Algorithm::Rs256;
        let provider = world.node_with(with_rsa).await;
        let mut browser = crate::world::Browser::new(provider.clone());
        assert_eq!(header(&browser.sign_in_for_tokens(ANA).await.access)["alg"], "ES256", "published first");
        let discovery = browser.get("/oauth2/token/.well-known/openid-configuration").await.json();
        assert_eq!(discovery["id_token_signing_alg_values_supported"], serde_json::json!(["ES256", "RS256"]));
        world.pass(DAY);
        let tokens = browser.sign_in_for_tokens(ANA).await;
        assert_eq!(header(&tokens.access)["alg"], "RS256");
        assert!(provider.verify_access(&tokens.access).is_ok());
        let confused = world.forge(&tokens.access, |header, _| header["alg"] = "ES256".into()).await;
        assert!(provider.verify_access(&confused).is_err());
    }

    fn a11_tokens_of_the_old_algorithm_are_good_until_they_expire(world) {
        for (from, to) in [(Algorithm::Es256, Algorithm::Rs256), (Algorithm::Rs256, Algorithm::Es256)] {
            let name = |algorithm| if algorithm == Algorithm::Es256 { "ES256" } else { "RS256" };
            let mut switched = settings();
            switched.algorithm = to;
            let provider = world.node_with(switched).await;
            world.pass(DAY - SignedDuration::from_mins(5));
            let mut browser = crate::world::Browser::new(provider.clone());
            let old = browser.sign_in_for_tokens(ANA).await;
            assert_eq!(header(&old.access)["alg"], name(from));
            world.pass(SignedDuration::from_mins(5));
            let new = Tokens::from(&browser.refresh(&old.refresh).await);
            assert_eq!((&header(&new.access)["alg"], &header(&new.id)["alg"]), (&name(to).into(), &name(to).into()));
            assert!(provider.verify_access(&old.access).is_ok() && provider.verify_access(&new.access).is_ok());
            world.pass(SignedDuration::from_mins(12));
            assert_eq!(provider.verify_access(&old.access), Err(oidc::Refused::Expired));
            assert!(provider.verify_access(&new.access).is_ok());
            // The old key goes when even a hint of its last session is of no use.
            world.pass(DAY);
            provider.tick().await.unwrap();
            let discovery = browser.get("/oauth2/token/.well-known/openid-configuration").await.json();
            assert_eq!(discovery["id_token_signing_alg_values_supported"], serde_json::json!([name(to)]));
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
        let key = &jwks.json()["keys"][0];
        assert_eq!(
            (&key["kty"], &key["crv"], &key["alg"], &key["use"]),
            (&"EC".into(), &"P-256".into(), &"ES256".into(), &"sig".into())
        );
        assert_eq!(key.get("d"), None);
    }
}
