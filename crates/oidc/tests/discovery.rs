//! Discovery and the list of routes: lines 5 and 16.

use crate::world::{HOST, both, settings};
use axum::http::{Method, StatusCode};
use oidc::{Error, Provider, ROUTES};

both! {
    fn a16_discovery_says_what_works_and_nothing_else(world) {
        let browser = world.browser();
        let answer = browser.get("/oauth2/token/.well-known/openid-configuration").await;
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        let discovery = answer.json();
        for (name, value) in discovery.as_object().unwrap() {
            let Some(address) = value.as_str().filter(|_| name.ends_with("_endpoint") || name == "jwks_uri")
            else {
                continue;
            };
            let path = address.strip_prefix(HOST).unwrap();
            assert!(ROUTES.iter().any(|(_, known)| *known == path), "{name}");
        }
        assert_eq!(discovery["response_types_supported"], serde_json::json!(["code"]));
        assert_eq!(
            discovery["grant_types_supported"],
            serde_json::json!(["authorization_code", "refresh_token", "client_credentials"])
        );
        assert_eq!(discovery["code_challenge_methods_supported"], serde_json::json!(["S256"]));
        assert_eq!(
            discovery["token_endpoint_auth_methods_supported"],
            serde_json::json!(["none", "client_secret_basic", "client_secret_post", "private_key_jwt"])
        );
        assert_eq!(discovery["backchannel_logout_supported"], true);
        assert_eq!(discovery["id_token_signing_alg_values_supported"], serde_json::json!(["ES256", "RS256"]));
        assert_eq!(discovery["authorization_response_iss_parameter_supported"], true);
        // Every claim in userinfo and the ID token is listed, and every listed claim is given.
        let (browser, tokens) = world.ana().await;
        let mut given: Vec<String> = vec!["nonce".into()];
        for claims in [browser.userinfo(&tokens.access).await.json(), tokens.id_claims()] {
            given.extend(claims.as_object().unwrap().keys().cloned());
        }
        given.sort();
        given.dedup();
        let mut named: Vec<&str> =
            discovery["claims_supported"].as_array().unwrap().iter().filter_map(|name| name.as_str()).collect();
        named.sort_unstable();
        assert_eq!(named, given);
        for absent in [
            "registration_endpoint",
            "revocation_endpoint",
            "introspection_endpoint",
            "check_session_iframe",
            "device_authorization_endpoint",
            "pushed_authorization_request_endpoint",
            "frontchannel_logout_supported",
        ] {
            assert_eq!(discovery.get(absent), None, "{absent}");
        }
        for path in ["/oauth2/register", "/oauth2/revoke", "/oauth2/introspect", "/connect/register"] {
            assert_eq!(browser.post(path, &[]).await.status, StatusCode::NOT_FOUND);
        }
    }

    fn the_list_of_routes_is_the_router(world) {
        let browser = world.browser();
        let paths: std::collections::BTreeSet<_> = ROUTES.iter().map(|(_, path)| *path).collect();
        for path in paths {
            for method in
                [Method::GET, Method::POST, Method::OPTIONS, Method::PUT, Method::DELETE, Method::PATCH]
            {
                let status = browser.send(method.clone(), path, &[], String::new()).await.status;
                assert_ne!(status, StatusCode::NOT_FOUND);
                let is_listed = ROUTES.contains(&(method.as_str(), path));
                assert_eq!(status != StatusCode::METHOD_NOT_ALLOWED, is_listed, "{method} {path}");
            }
        }
    }

    fn settings_that_weaken_the_protocol_are_refused(world) {
        let weak = |alter: fn(&mut oidc::Settings)| {
            let mut settings = settings();
            alter(&mut settings);
            settings
        };
        for settings in [
            weak(|s| s.public_url = "http://portal.example".into()),
            weak(|s| s.public_url = "http://localhost.evil.example".into()),
            weak(|s| s.public_url = "https://portal.example/".into()),
            weak(|s| s.public_url = "portal.example".into()),
            weak(|s| s.code_life = jiff::SignedDuration::from_secs(61)),
            weak(|s| s.refresh_grace = jiff::SignedDuration::from_secs(6)),
            weak(|s| s.key_lead = jiff::SignedDuration::from_secs(1)),
            weak(|s| s.requests_per_minute = 0),
        ] {
            let made =
                Provider::new(settings, world.db.clone(), world.people.clone(), world.given(), &[7; 32])
                    .await;
            assert!(matches!(made, Err(Error::Settings(_))));
        }
    }
}
