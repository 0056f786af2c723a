//! What an access token must be: line 10.

use crate::world::{ANA, HOST, NATIVE, WEB, both};
use oidc::{Algorithm, Client, ClientAuth, Refused, Settings};
use serde_json::json;

both! {
    fn a10_an_access_token_says_who_and_which_session(world) {
        let (_, tokens) = world.ana().await;
        let access = world.provider.verify_access(&tokens.access).unwrap();
        let session = &world.provider.list_sessions(ANA).await.unwrap()[0];
        assert_eq!((access.subject, access.session, access.client_id.as_str()), (ANA, session.id, WEB));
        assert_eq!(access.auth_time, Some(world.now()));
        assert_eq!(tokens.access_claims()["aud"], HOST);
        assert_eq!(tokens.id_claims()["aud"], WEB);
        for profile in ["name", "email", "given_name", "phone_number", "preferred_username"] {
            assert_eq!(tokens.id_claims().get(profile), None);
        }
    }

    fn a10_access_and_id_tokens_are_not_interchangeable(world) {
        let (browser, tokens) = world.ana().await;
        assert_eq!(world.provider.verify_access(&tokens.id), Err(Refused::Invalid));
        assert_eq!(browser.userinfo(&tokens.id).await.status.as_u16(), 401);
        let path = format!("/oauth2/logout?id_token_hint={}", tokens.access);
        assert_eq!(browser.get(&path).await.location(), "/login/signed-out?confirm=1");
        // Not even with the other's type.
        let typed = world.forge(&tokens.id, |header, _| header["typ"] = "at+jwt".into()).await;
        assert_eq!(world.provider.verify_access(&typed), Err(Refused::Invalid));
    }

    fn a10_issuer_audience_and_type_are_enforced(world) {
        let (_, tokens) = world.ana().await;
        let same = world.forge(&tokens.access, |_, _| {}).await;
        assert!(world.provider.verify_access(&same).is_ok(), "the forger can forge");
        for (claim, value) in [
            ("aud", json!(WEB)),
            ("aud", json!([HOST])),
            ("aud", json!(null)),
            ("iss", json!(HOST)),
            ("iss", json!(format!("{HOST}/oauth2/token/"))),
            ("sub", json!("ana")),
            ("exp", json!(null)),
        ] {
            let forged = world.forge(&tokens.access, |_, claims| claims[claim] = value.clone()).await;
            assert_eq!(world.provider.verify_access(&forged), Err(Refused::Invalid), "{claim} {value}");
        }
        for typ in [json!("JWT"), json!("jwt"), json!(null), json!("at+JWT ")] {
            let forged = world.forge(&tokens.access, |header, _| header["typ"] = typ.clone()).await;
            assert_eq!(world.provider.verify_access(&forged), Err(Refused::Invalid), "{typ}");
        }
    }

    fn a10_headers_that_bring_a_key_or_demand_something_are_refused(world) {
        let (_, tokens) = world.ana().await;
        let jwk = json!({ "kty": "EC", "crv": "P-256", "x": "AA", "y": "AA" });
        for (name, value) in [
            ("jku", json!("https://evil.example/jwks")),
            ("x5u", json!("https://evil.example/cert")),
            ("x5c", json!(["AA=="])),
            ("jwk", jwk),
            ("crit", json!(["exp"])),
            ("crit", json!([])),
            ("kid", json!("other")),
            ("kid", json!(null)),
        ] {
            let forged = world.forge(&tokens.access, |header, _| header[name] = value.clone()).await;
            assert_eq!(world.provider.verify_access(&forged), Err(Refused::Invalid), "{name}");
        }
    }

    fn a10_no_other_algorithm_is_taken(world) {
        let (_, tokens) = world.ana().await;
        for alg in ["none", "None", "HS256", "RS256", "ES384", "PS256", "EdDSA"] {
            let forged = world.forge(&tokens.access, |header, _| header["alg"] = alg.into()).await;
            assert_eq!(world.provider.verify_access(&forged), Err(Refused::Invalid), "{alg}");
            let unsigned = world.altered(&tokens.access, |header, _| header["alg"] = alg.into());
            for token in [format!("{unsigned}."), unsigned] {
                assert_eq!(world.provider.verify_access(&token), Err(Refused::Invalid), "{alg}");
            }
        }
        let confused =
            world.forge_with_public_key(&tokens.access, |header, _| header["alg"] = "HS256".into()).await;
        assert_eq!(world.provider.verify_access(&confused), Err(Refused::Invalid));
        for junk in ["", ".", "..", "a.b.c", &"x".repeat(100_000)] {
            assert_eq!(world.provider.verify_access(junk), Err(Refused::Invalid));
        }
        let (body, signature) = tokens.access.rsplit_once('.').unwrap();
        let flipped: String = signature.chars().rev().collect();
        assert_eq!(world.provider.verify_access(&format!("{body}.{flipped}")), Err(Refused::Invalid));
    }

    fn a10_a_token_ends_on_time_and_may_begin_two_minutes_early(world) {
        let (_, tokens) = world.ana().await;
        world.pass_secs(899);
        assert!(world.provider.verify_access(&tokens.access).is_ok());
        world.pass_secs(1);
        assert_eq!(world.provider.verify_access(&tokens.access), Err(Refused::Expired));
        // Another node's clock may be behind the one that issued it.
        world.pass_secs(-900 - 120);
        assert!(world.provider.verify_access(&tokens.access).is_ok());
        world.pass_secs(-1);
        assert_eq!(world.provider.verify_access(&tokens.access), Err(Refused::Invalid));
    }

    fn a10_a_token_of_another_deployment_is_refused(world) {
        let client = Client {
            id: NATIVE.into(),
            redirect_uris: vec![],
            loopback_path: None,
            post_logout_redirect_uris: vec![],
            origins: vec![],
            id_token_signed_response_alg: Algorithm::Es256,
            auth: ClientAuth::Public,
            machine: None,
        };
        let other = world.node_with(Settings::new("https://other.example", vec![client])).await;
        let (_, tokens) = world.ana().await;
        assert_eq!(other.verify_access(&tokens.access), Err(Refused::Invalid));
    }
}
