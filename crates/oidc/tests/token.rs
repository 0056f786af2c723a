//! The token endpoint: lines 3, 4, 7 and 9.

use crate::world::{ANA, BACK, HOST, NATIVE, Tokens, WEB, both, encode};
use axum::http::{Method, StatusCode};
use oidc::{EndedBy, Happened, Refused};

fn invalid_grant() -> (u16, String) {
    (400, "invalid_grant".into())
}

both! {
    fn a03_a_code_works_once_and_its_second_use_kills_the_tokens(world) {
        let (browser, tokens) = world.ana().await;
        assert!(world.provider.verify_access(&tokens.access).is_ok());
        assert_eq!(world.people.events(), []);
        assert_eq!(browser.redeem(&tokens.code, &[]).await.error(), invalid_grant());
        assert_eq!(world.provider.verify_access(&tokens.access), Err(Refused::Ended));
        assert_eq!(browser.refresh(&tokens.refresh).await.error(), invalid_grant());
        let events = world.people.events();
        assert_eq!(events.len(), 1);
        assert_eq!((events[0].happened, events[0].subject), (Happened::CodeReused, ANA));
        assert_eq!(
            (events[0].client_id.as_deref(), events[0].address.as_deref()),
            (Some(WEB), Some("192.0.2.7"))
        );
        assert_eq!(browser.redeem(&tokens.code, &[]).await.error(), invalid_grant());
        assert_eq!(world.people.events(), [], "it is dead already");
        // The session itself goes on.
        assert!(browser.authorize(&[("prompt", "none")]).await.params().contains_key("code"));
    }

    fn a03_the_second_use_of_a_refreshed_code_kills_the_whole_family(world) {
        let (browser, tokens) = world.ana().await;
        let second = Tokens::from(&browser.refresh(&tokens.refresh).await);
        assert_eq!(browser.redeem(&tokens.code, &[("client_id", NATIVE)]).await.error(), invalid_grant());
        assert_eq!(world.provider.verify_access(&second.access), Err(Refused::Ended));
        assert_eq!(browser.refresh(&second.refresh).await.error(), invalid_grant());
    }

    fn a03_a_code_lives_for_a_minute(world) {
        let mut browser = world.browser();
        let code = browser.code(ANA).await;
        world.pass_secs(59);
        let in_time = browser.authorize(&[]).await.params()["code"].clone();
        world.pass_secs(1);
        assert_eq!(browser.redeem(&code, &[]).await.error(), invalid_grant());
        assert_eq!(browser.redeem(&in_time, &[]).await.status, StatusCode::OK);
    }

    fn a03_a_code_is_bound_to_its_redirect_uri(world) {
        let mut browser = world.browser();
        let code = browser.code(ANA).await;
        let other = format!("{BACK}/");
        assert_eq!(browser.redeem(&code, &[("redirect_uri", &other)]).await.error(), invalid_grant());
        assert_eq!(
            browser.redeem(&code, &[("redirect_uri", "")]).await.error(),
            (400, "invalid_request".into())
        );
        assert_eq!(browser.redeem(&code, &[]).await.status, StatusCode::OK);
    }

    fn a03_a_code_dies_with_its_session(world) {
        let mut browser = world.browser();
        let code = browser.code(ANA).await;
        world.provider.end_all(ANA, None, EndedBy::CredentialsChanged).await.unwrap();
        assert_eq!(browser.redeem(&code, &[]).await.error(), invalid_grant());
        let mut browser = world.browser();
        let code = browser.code(ANA).await;
        world.people.disable(ANA);
        assert_eq!(browser.redeem(&code, &[]).await.error(), invalid_grant());
    }

    fn a04_only_codes_and_refresh_tokens_are_exchanged(world) {
        let browser = world.browser();
        for grant in
            ["password", "client_credentials", "implicit", "urn:ietf:params:oauth:grant-type:device_code"]
        {
            let answer = browser.redeem("x", &[("grant_type", grant)]).await;
            assert_eq!(answer.error(), (400, "unsupported_grant_type".into()));
        }
        assert_eq!(browser.redeem("x", &[("grant_type", "")]).await.error(), (400, "invalid_request".into()));
        assert_eq!(browser.redeem("", &[]).await.error(), (400, "invalid_request".into()));
        assert_eq!(browser.redeem("x", &[]).await.error(), invalid_grant());
        assert_eq!(
            browser.redeem("x", &[("code", "x"), ("code", "x")]).await.error(),
            (400, "invalid_request".into())
        );
    }

    fn a09_a_code_or_refresh_token_of_another_client_is_refused(world) {
        let mut browser = world.browser();
        let code = browser.code(ANA).await;
        assert_eq!(browser.redeem(&code, &[("client_id", NATIVE)]).await.error(), invalid_grant());
        let tokens = Tokens::from(&browser.redeem(&code, &[]).await);
        assert_eq!(browser.refresh_as(NATIVE, &tokens.refresh).await.error(), invalid_grant());
        assert_eq!(browser.refresh(&tokens.refresh).await.status, StatusCode::OK, "nothing was lost by that");
        assert_eq!(world.people.events(), []);
    }

    fn clients_are_public_and_known(world) {
        let browser = world.browser();
        let unknown = browser.redeem("x", &[("client_id", "nobody")]).await;
        assert_eq!(
            (unknown.error(), unknown.header("www-authenticate")),
            ((401, "invalid_client".into()), "")
        );
        assert_eq!(
            browser.redeem("x", &[("client_secret", "s")]).await.error(),
            (401, "invalid_client".into())
        );
        assert_eq!(browser.redeem("x", &[("client_id", "")]).await.error(), (400, "invalid_request".into()));
        let headers =
            [("content-type", "application/x-www-form-urlencoded"), ("authorization", "Basic YTpi")];
        let basic =
            browser.send(Method::POST, "/oauth2/token", &headers, encode(&[("client_id", WEB)])).await;
        assert_eq!(
            (basic.error(), basic.header("www-authenticate")),
            ((401, "invalid_client".into()), "Basic")
        );
    }

    fn only_forms_are_read_and_nothing_is_stored_on_the_way(world) {
        let mut browser = world.browser();
        let code = browser.code(ANA).await;
        let json = [("content-type", "application/json")];
        let answer = browser.send(Method::POST, "/oauth2/token", &json, "{}".into()).await;
        assert_eq!(answer.error(), (400, "invalid_request".into()));
        assert_eq!(browser.get("/oauth2/token").await.status, StatusCode::METHOD_NOT_ALLOWED);
        let answer = browser.redeem(&code, &[]).await;
        assert_eq!(
            (answer.header("cache-control"), answer.header("content-type")),
            ("no-store", "application/json")
        );
        let json = answer.json();
        assert_eq!(
            (&json["token_type"], &json["expires_in"], &json["scope"]),
            (&"Bearer".into(), &900.into(), &"openid".into())
        );
    }

    fn only_registered_origins_may_read_tokens(world) {
        let browser = world.browser();
        let asked = [("access-control-request-method", "POST")];
        for (origin, allowed) in [(HOST, HOST), ("https://evil.example", ""), ("null", "")] {
            for path in ["/oauth2/token", "/oauth2/userinfo"] {
                let headers = [&asked[..], &[("origin", origin)]].concat();
                let preflight = browser.send(Method::OPTIONS, path, &headers, String::new()).await;
                assert_eq!(preflight.status, StatusCode::NO_CONTENT);
                assert_eq!(preflight.header("access-control-allow-origin"), allowed);
                assert_eq!(preflight.header("access-control-allow-credentials"), "");
                assert_eq!(preflight.header("vary"), "Origin");
            }
            let headers = [("content-type", "application/x-www-form-urlencoded"), ("origin", origin)];
            let answer = browser.send(Method::POST, "/oauth2/token", &headers, String::new()).await;
            assert_eq!(answer.header("access-control-allow-origin"), allowed);
        }
    }

    fn secrets_are_in_the_database_as_hashes_only(world) {
        let (browser, tokens) = world.ana().await;
        let successor = Tokens::from(&browser.refresh(&tokens.refresh).await);
        let cookie = browser.cookie.clone().unwrap();
        let secret = cookie.split_once('=').unwrap().1;
        let mut rows = vec![];
        for table in ["oidc_session", "oidc_request", "oidc_grant", "oidc_code", "oidc_key"] {
            let cells: Vec<db::Cells> =
                world.db.all(format!("SELECT * FROM {table}"), db::params![]).await.unwrap();
            rows.push(format!("{cells:?}"));
        }
        let dump = rows.concat();
        let hex = |text: &str| text.bytes().map(|b| format!("{b:02x}")).collect::<String>();
        for secret in [secret, &tokens.code, &tokens.refresh, &successor.refresh, &tokens.access] {
            assert!(!dump.contains(secret) && !dump.contains(&hex(secret)), "{secret}");
        }
        assert!(dump.contains(&world.provider.list_sessions(ANA).await.unwrap()[0].device));
    }
}
