//! Sessions: lines 15, 22 and 23.

use crate::world::{ANA, HOST, HUGO, Tokens, both, settings};
use axum::http::StatusCode;
use jiff::SignedDuration;
use oidc::{EndedBy, Proved, Refused};

const MINUTE: SignedDuration = SignedDuration::from_mins(1);

both! {
    fn a15_sessions_me_is_200_or_401_and_says_until_when(world) {
        let (browser, tokens) = world.ana().await;
        let answer = browser.get("/sessions/me").await;
        assert_eq!((answer.status, answer.header("cache-control")), (StatusCode::OK, "no-store"));
        let body = answer.json();
        assert_eq!(body["sessionId"], tokens.id_claims()["sid"]);
        assert_eq!(body["subject"], ANA.to_string());
        assert_eq!(body["authTime"], "2026-11-16T09:00:00Z");
        assert_eq!(body["expiresAt"], "2026-11-16T09:30:00Z");
        assert_eq!(body.as_object().unwrap().len(), 4);
        let mut stranger = world.browser();
        for cookie in [None, Some("__Host-atrium=x"), Some("atrium=x"), Some("__Host-atrium=")] {
            stranger.cookie = cookie.map(str::to_owned);
            let answer = stranger.get("/sessions/me").await;
            assert_eq!(
                (answer.status, answer.header("cache-control")),
                (StatusCode::UNAUTHORIZED, "no-store")
            );
        }
    }

    fn a15_sessions_me_is_401_for_someone_disabled(world) {
        let (browser, tokens) = world.ana().await;
        world.people.disable(ANA);
        assert_eq!(browser.get("/sessions/me").await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(world.people.events().len(), 1, "and it is written down");
        assert_eq!(world.provider.verify_access(&tokens.access), Err(Refused::Ended));
        assert_eq!(browser.get("/sessions/me").await.status, StatusCode::UNAUTHORIZED);
        assert!(world.people.events().is_empty());
    }

    fn a12_a_sign_in_elsewhere_counts_from_when_it_was(world) {
        let fresh = [("prompt", "none"), ("max_age", "300")];
        let before = world.now() - MINUTE * 10;
        let mut browser = world.browser();
        browser.sign_in_proved(ANA, None, Proved::At(before)).await;
        assert_eq!(browser.authorize(&fresh).await.params()["error"], "login_required");
        assert_eq!(browser.sign_in_for_tokens(ANA).await.id_claims()["auth_time"], before.as_second());
        // A clock ahead of ours doesn't move anything into the future.
        browser.sign_in_proved(ANA, None, Proved::At(world.now() + MINUTE)).await;
        assert_eq!(browser.sign_in_for_tokens(ANA).await.id_claims()["auth_time"], world.now().as_second());
        // If a provider doesn't say when, we claim nothing, and no max_age is met.
        browser.sign_in_proved(ANA, None, Proved::Sometime).await;
        let tokens = browser.sign_in_for_tokens(ANA).await;
        assert!(tokens.id_claims().get("auth_time").is_none() && tokens.access_claims().get("auth_time").is_none());
        assert_eq!(world.provider.verify_access(&tokens.access).unwrap().auth_time, None);
        assert_eq!(browser.get("/sessions/me").await.json()["authTime"], serde_json::Value::Null);
        let longest = [("prompt", "none"), ("max_age", "100000000")];
        assert_eq!(browser.authorize(&longest).await.params()["error"], "login_required");
    }

    fn a07_an_access_token_ends_with_its_session(world) {
        let (browser, mut tokens) = world.ana().await;
        // Ten minutes short of twelve hours, in steps that keep the session alive.
        for _ in 0..71 {
            world.pass(MINUTE * 10);
            tokens = Tokens::from(&browser.refresh(&tokens.refresh).await);
        }
        world.pass(MINUTE * 10 - SignedDuration::from_secs(1));
        assert!(world.provider.verify_access(&tokens.access).is_ok());
        world.pass(SignedDuration::from_secs(1));
        assert_eq!(browser.get("/sessions/me").await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(world.provider.verify_access(&tokens.access), Err(Refused::Expired), "not a second longer");
    }

    fn a15_polling_never_extends_the_idle_time(world) {
        let (browser, _) = world.ana().await;
        for _ in 0..29 {
            world.pass(MINUTE);
            assert_eq!(browser.get("/sessions/me").await.status, StatusCode::OK);
        }
        world.pass(MINUTE);
        assert_eq!(browser.get("/sessions/me").await.status, StatusCode::UNAUTHORIZED);
    }

    fn a15_only_registered_origins_read_it_with_the_cookie(world) {
        let (browser, _) = world.ana().await;
        for (origin, allowed, credentials) in
            [(HOST, HOST, "true"), ("https://evil.example", "", ""), ("null", "", "")]
        {
            let answer = browser.get_with("/sessions/me", &[("origin", origin)]).await;
            assert_eq!(answer.header("access-control-allow-origin"), allowed);
            assert_eq!(answer.header("access-control-allow-credentials"), credentials);
            assert_eq!(answer.header("vary"), "Origin");
        }
    }

    fn b22_the_cookie_is_host_bound_secure_and_closed_to_scripts(world) {
        let mut browser = world.browser();
        let signed_in = browser.sign_in(ANA, None).await;
        let cookie = signed_in.set_cookie.to_str().unwrap();
        let (name, rest) = cookie.split_once('=').unwrap();
        let (secret, attributes) = rest.split_once("; ").unwrap();
        assert_eq!((name, secret.len()), ("__Host-atrium", 43));
        assert_eq!(attributes, "Path=/; HttpOnly; SameSite=Lax; Secure");
        assert_eq!(signed_in.next, "/");
        let mut plain = settings();
        plain.public_url = "http://localhost:8080".into();
        let mut browser = crate::world::Browser::new(world.node_with(plain).await);
        let cookie = browser.sign_in(ANA, None).await.set_cookie;
        let (name, rest) = cookie.to_str().unwrap().split_once('=').unwrap();
        assert_eq!((name, &rest[43..]), ("atrium", "; Path=/; HttpOnly; SameSite=Lax"));
        assert_eq!(browser.get("/sessions/me").await.status, StatusCode::OK);
    }

    fn b22_a_sign_in_replaces_the_session_of_that_browser(world) {
        let (mut browser, tokens) = world.ana().await;
        let old = browser.clone();
        let (elsewhere, _) = world.ana().await;
        browser.sign_in(HUGO, None).await;
        assert_ne!(old.cookie, browser.cookie);
        assert_eq!(old.get("/sessions/me").await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(world.provider.verify_access(&tokens.access), Err(Refused::Ended));
        assert_eq!(old.refresh(&tokens.refresh).await.error(), (400, "invalid_grant".into()));
        assert_eq!(browser.get("/sessions/me").await.json()["subject"], HUGO.to_string());
        assert_eq!(elsewhere.get("/sessions/me").await.status, StatusCode::OK);
    }

    fn b22_stepping_up_rotates_the_secret_and_keeps_the_session(world) {
        let (mut browser, tokens) = world.ana().await;
        let old = browser.clone();
        let cookie = world.provider.step_up(&browser.headers(), "otp").await.unwrap().unwrap();
        browser.keep(cookie.to_str().unwrap());
        assert_eq!(old.get("/sessions/me").await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(browser.get("/sessions/me").await.json()["sessionId"], tokens.id_claims()["sid"]);
        let next = Tokens::from(&browser.refresh(&tokens.refresh).await);
        assert_eq!(next.id_claims()["amr"], serde_json::json!(["pwd", "otp"]));
        assert_eq!(next.id_claims()["auth_time"], tokens.id_claims()["auth_time"]);
        assert_eq!(world.provider.step_up(&old.headers(), "otp").await.unwrap(), None);
    }

    fn b23_thirty_idle_minutes_end_a_session_and_use_keeps_it(world) {
        let (browser, tokens) = world.ana().await;
        world.pass(MINUTE * 29);
        let second = Tokens::from(&browser.refresh(&tokens.refresh).await);
        world.pass(MINUTE * 29);
        assert!(browser.authorize(&[("prompt", "none")]).await.params().contains_key("code"));
        world.pass(MINUTE * 29);
        assert_eq!(browser.get("/sessions/me").await.status, StatusCode::OK);
        world.pass(MINUTE);
        assert_eq!(browser.get("/sessions/me").await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(browser.refresh(&second.refresh).await.error(), (400, "invalid_grant".into()));
        assert_eq!(browser.authorize(&[("prompt", "none")]).await.params()["error"], "login_required");
        assert_eq!(world.provider.list_sessions(ANA).await.unwrap(), []);
    }

    fn b23_twelve_hours_end_a_session_however_much_it_is_used(world) {
        let (browser, _) = world.ana().await;
        for _ in 0..24 {
            assert!(browser.authorize(&[("prompt", "none")]).await.params().contains_key("code"));
            world.pass(MINUTE * 29);
        }
        assert!(browser.authorize(&[("prompt", "none")]).await.params().contains_key("code"));
        world.pass(MINUTE * 24);
        assert_eq!(browser.authorize(&[("prompt", "none")]).await.params()["error"], "login_required");
    }

    fn b23_people_list_their_sessions_and_end_one_or_all_others(world) {
        let (first, _) = world.ana().await;
        world.pass(MINUTE);
        let (second, tokens) = world.ana().await;
        world.pass(MINUTE);
        let (third, _) = world.ana().await;
        let mut stranger = world.browser();
        stranger.sign_in(HUGO, None).await;
        let sessions = world.provider.list_sessions(ANA).await.unwrap();
        assert_eq!(sessions.len(), 3);
        assert!(sessions.is_sorted_by(|a, b| a.last_used_at >= b.last_used_at));
        assert_eq!(
            (sessions[0].device.as_str(), sessions[0].address.as_str()),
            ("Firefox on Linux", "192.0.2.7")
        );
        let (ends, keeps) = (sessions[1].id, sessions[0].id);
        assert!(!world.provider.end_session(HUGO, ends, EndedBy::Revoked).await.unwrap(), "not Hugo's");
        assert!(world.provider.end_session(ANA, ends, EndedBy::Revoked).await.unwrap());
        assert!(!world.provider.end_session(ANA, ends, EndedBy::Revoked).await.unwrap());
        assert_eq!(second.get("/sessions/me").await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(world.provider.verify_access(&tokens.access), Err(Refused::Ended));
        assert_eq!(
            world.provider.end_all(ANA, Some(keeps), EndedBy::Revoked).await.unwrap(),
            [sessions[2].id]
        );
        assert_eq!(first.get("/sessions/me").await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(third.get("/sessions/me").await.status, StatusCode::OK);
        assert_eq!(stranger.get("/sessions/me").await.status, StatusCode::OK);
    }

    fn b23_a_disabled_user_gets_no_code(world) {
        let (browser, _) = world.ana().await;
        world.people.disable(ANA);
        assert_eq!(browser.authorize(&[("prompt", "none")]).await.params()["error"], "login_required");
        assert_eq!(browser.get("/sessions/me").await.status, StatusCode::UNAUTHORIZED);
    }

    fn housekeeping_deletes_what_is_over_and_nothing_else(world) {
        let (browser, tokens) = world.ana().await;
        world.browser().authorize(&[]).await;
        world.pass(MINUTE * 29);
        let tokens = Tokens::from(&browser.refresh(&tokens.refresh).await);
        world.provider.tick().await.unwrap();
        assert_eq!((world.count("oidc_request").await, world.count("oidc_session").await), (0, 1));
        // The session is over, but its last access token isn't.
        world.pass(MINUTE * 30);
        world.provider.tick().await.unwrap();
        assert_eq!(browser.refresh(&tokens.refresh).await.error(), (400, "invalid_grant".into()));
        assert_eq!(world.count("oidc_session").await, 1);
        world.pass(MINUTE * 20);
        world.provider.tick().await.unwrap();
        for table in ["oidc_session", "oidc_grant", "oidc_code"] {
            assert_eq!(world.count(table).await, 0);
        }
        assert_eq!(browser.refresh(&tokens.refresh).await.error(), (400, "invalid_grant".into()));
    }
}
