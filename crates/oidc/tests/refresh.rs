//! Refresh tokens: lines 6, 7 and 8.

use crate::world::{ANA, Tokens, both};
use axum::http::StatusCode;
use jiff::SignedDuration;
use oidc::{EndedBy, Happened, Refused};

fn invalid_grant() -> (u16, String) {
    (400, "invalid_grant".into())
}

both! {
    fn a06_every_use_rotates_the_token(world) {
        let (browser, mut tokens) = world.ana().await;
        let mut seen = vec![tokens.refresh.clone()];
        for _ in 0..3 {
            world.pass_secs(840);
            tokens = Tokens::from(&browser.refresh(&tokens.refresh).await);
            assert!(!seen.contains(&tokens.refresh));
            assert!(world.provider.verify_access(&tokens.access).is_ok());
            seen.push(tokens.refresh.clone());
        }
        assert_eq!(world.people.events(), []);
    }

    fn a06_reuse_after_the_grace_kills_the_family_and_is_recorded(world) {
        let (browser, first) = world.ana().await;
        let second = Tokens::from(&browser.refresh(&first.refresh).await);
        world.pass_secs(6);
        assert_eq!(browser.refresh(&first.refresh).await.error(), invalid_grant());
        let events = world.people.events();
        assert_eq!(events.iter().map(|event| event.happened).collect::<Vec<_>>(), [Happened::RefreshReused]);
        assert_eq!((events[0].subject, events[0].at), (ANA, world.now()));
        assert_eq!(browser.refresh(&second.refresh).await.error(), invalid_grant());
        assert_eq!(world.provider.verify_access(&second.access), Err(Refused::Ended));
        assert_eq!(world.people.events(), [], "once is enough");
    }

    fn a06_a_token_of_two_rotations_ago_is_reuse_even_within_the_grace(world) {
        let (browser, first) = world.ana().await;
        let second = Tokens::from(&browser.refresh(&first.refresh).await);
        let third = Tokens::from(&browser.refresh(&second.refresh).await);
        assert_eq!(browser.refresh(&first.refresh).await.error(), invalid_grant());
        assert_eq!(browser.refresh(&third.refresh).await.error(), invalid_grant());
    }

    fn a06_a_made_up_token_harms_nobody_and_costs_no_statement(world) {
        let (browser, tokens) = world.ana().await;
        let before = world.db.statements();
        let mut altered = tokens.refresh.clone().into_bytes();
        altered[40] = if altered[40] == b'A' { b'B' } else { b'A' };
        for made_up in
            [String::from_utf8(altered).unwrap(), "x".into(), tokens.code.clone(), tokens.access.clone()]
        {
            assert_eq!(browser.refresh(&made_up).await.error(), invalid_grant());
        }
        assert_eq!(world.db.statements(), before);
        assert_eq!(browser.refresh(&tokens.refresh).await.status, StatusCode::OK);
        assert_eq!(world.people.events(), []);
    }

    fn a07_rotation_never_extends_the_absolute_end(world) {
        let (browser, mut tokens) = world.ana().await;
        let start = world.now();
        for _ in 0..47 {
            world.pass(SignedDuration::from_mins(15));
            tokens = Tokens::from(&browser.refresh(&tokens.refresh).await);
        }
        world.pass(SignedDuration::from_mins(10));
        let answer = browser.refresh(&tokens.refresh).await;
        assert_eq!(answer.json()["expires_in"], 300, "the access token ends with the session");
        let last = Tokens::from(&answer);
        let end = (start + SignedDuration::from_hours(12)).as_second();
        assert_eq!((&last.access_claims()["exp"], &last.id_claims()["exp"]), (&end.into(), &end.into()));
        world.pass(SignedDuration::from_mins(5));
        assert_eq!(browser.refresh(&last.refresh).await.error(), invalid_grant());
        assert_eq!(browser.authorize(&[("prompt", "none")]).await.params()["error"], "login_required");
    }

    fn a07_whatever_ends_the_session_kills_the_family(world) {
        for by in [EndedBy::SignedOut, EndedBy::Disabled, EndedBy::CredentialsChanged, EndedBy::Revoked] {
            let (browser, tokens) = world.ana().await;
            assert_eq!(world.provider.end_all(ANA, None, by).await.unwrap().len(), 1);
            assert_eq!(browser.refresh(&tokens.refresh).await.error(), invalid_grant());
            assert_eq!(world.provider.verify_access(&tokens.access), Err(Refused::Ended));
        }
    }

    fn a07_a_disabled_user_is_out_at_the_next_use(world) {
        let (browser, tokens) = world.ana().await;
        world.people.disable(ANA);
        assert_eq!(browser.refresh(&tokens.refresh).await.error(), invalid_grant());
        assert_eq!(world.people.events()[0].happened, Happened::FoundInactive);
        assert_eq!(world.provider.verify_access(&tokens.access), Err(Refused::Ended));
        assert_eq!(browser.get("/sessions/me").await.status, StatusCode::UNAUTHORIZED);
    }

    fn a08_within_five_seconds_the_same_successor_is_given_again(world) {
        let (browser, first) = world.ana().await;
        let second = Tokens::from(&browser.refresh(&first.refresh).await);
        world.pass_secs(5);
        let again = Tokens::from(&browser.refresh(&first.refresh).await);
        assert_eq!(again.refresh, second.refresh);
        let third = Tokens::from(&browser.refresh(&second.refresh).await);
        assert!(world.provider.verify_access(&third.access).is_ok());
        assert_eq!(world.people.events(), []);
    }

    fn a08_refreshing_moves_neither_auth_time_nor_session_nor_subject(world) {
        let (browser, first) = world.ana().await;
        world.pass_secs(840);
        let second = Tokens::from(&browser.refresh(&first.refresh).await);
        for claim in ["auth_time", "sid", "sub", "iss", "aud"] {
            assert_eq!(second.id_claims()[claim], first.id_claims()[claim]);
            assert_eq!(second.access_claims()[claim], first.access_claims()[claim]);
        }
        assert_eq!(second.id_claims().get("nonce"), None);
        assert_ne!(second.access_claims()["jti"], first.access_claims()["jti"]);
    }

    fn the_scope_cannot_grow(world) {
        let (browser, tokens) = world.ana().await;
        let form = |scope| {
            let base = [("grant_type", "refresh_token"), ("client_id", "atrium-web")];
            [&base[..], &[("refresh_token", tokens.refresh.as_str()), ("scope", scope)]].concat()
        };
        let wide = browser.post("/oauth2/token", &form("openid admin")).await;
        assert_eq!(wide.error(), (400, "invalid_scope".into()));
        assert_eq!(browser.post("/oauth2/token", &form("openid")).await.status, StatusCode::OK);
    }
}
