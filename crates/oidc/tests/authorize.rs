//! The authorization endpoint: lines 1, 2, 4, 5, 12 and 17.

use crate::world::{ANA, BACK, HOST, HUGO, NATIVE, PKCE_CHALLENGE, PKCE_VERIFIER, WEB, both, encode};
use axum::http::{Method, StatusCode};

both! {
    fn a01_a_redirect_uri_that_differs_in_anything_gets_a_page_and_never_a_redirect(world) {
        let (browser, _) = world.ana().await;
        let variants = [
            "https://portal.example/callback/",
            "https://portal.example/callback?x=1",
            "https://portal.example/Callback",
            "https://PORTAL.example/callback",
            "http://portal.example/callback",
            "https://portal.example:443/callback",
            "https://portal.example/callback#f",
            "https://portal.example/a/../callback",
            "https://portal.example/callback%2f",
            "https://x@portal.example/callback",
            "https://portal.example@evil.example/callback",
            "https://portal.example.evil.example/callback",
            "com.atrium.app:/callback",
            "",
        ];
        for variant in variants {
            // Plus another error, which mustn't be sent there either.
            for more in [("nothing", "1"), ("response_type", "token")] {
                let answer = browser.authorize(&[("redirect_uri", variant), more]).await;
                assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{variant}");
                assert_eq!(answer.header("location"), "", "{variant}");
            }
        }
        assert_eq!(
            (world.count("oidc_request").await, world.count("oidc_code").await),
            (0, 1),
            "nothing new"
        );
    }

    fn a01_a_program_on_a_computer_listens_at_any_port_of_its_loopback_address_and_nowhere_else(world) {
        let (browser, _) = world.ana().await;
        let ask = async |client: &str, uri: &str| {
            browser.authorize(&[("client_id", client), ("redirect_uri", uri)]).await
        };
        for uri in [
            "http://127.0.0.1:49152/callback",
            "http://127.0.0.1:1/callback",
            "http://[::1]:65535/callback",
            "com.atrium.app:/callback",
        ] {
            let answer = ask(NATIVE, uri).await;
            assert!(answer.location().starts_with(&format!("{uri}?")), "{uri}: {}", answer.location());
            let code = answer.params()["code"].clone();
            // Another port is another address: the code is for the one that asked.
            let of = [("client_id", NATIVE), ("redirect_uri", "http://127.0.0.1:49153/callback")];
            assert_eq!(browser.redeem(&code, &of).await.error(), (400, "invalid_grant".into()));
            let of = [("client_id", NATIVE), ("redirect_uri", uri)];
            assert_eq!(browser.redeem(&code, &of).await.status, StatusCode::OK);
        }
        let variants = [
            "http://127.0.0.1/callback",
            "http://127.0.0.1:0/callback",
            "http://127.0.0.1:080/callback",
            "http://127.0.0.1:+80/callback",
            "http://127.0.0.1:65536/callback",
            "http://127.0.0.1:80:80/callback",
            "http://127.0.0.1:49152/callback/",
            "http://127.0.0.1:49152/callback?x=1",
            "http://127.0.0.1:49152/a/../callback",
            "http://127.0.0.1:49152",
            "http://127.0.0.1:49152@evil.example/callback",
            "http://127.0.0.1:@evil.example:80/callback",
            "http://127.0.0.1.evil.example:80/callback",
            "http://x@127.0.0.1:49152/callback",
            "https://127.0.0.1:49152/callback",
            "http://127.0.0.2:49152/callback",
            "http://127.1:49152/callback",
            "http://[::]:49152/callback",
            "http://[0:0:0:0:0:0:0:1]:49152/callback",
            "http://localhost:49152/callback",
        ];
        let before = (world.count("oidc_request").await, world.count("oidc_code").await);
        for (client, uri) in
            variants.map(|uri| (NATIVE, uri)).into_iter().chain([(WEB, "http://127.0.0.1:49152/callback")])
        {
            let answer = ask(client, uri).await;
            assert_eq!((answer.status, answer.header("location")), (StatusCode::BAD_REQUEST, ""), "{uri}");
        }
        assert_eq!((world.count("oidc_request").await, world.count("oidc_code").await), before);
    }

    fn a01_an_unknown_client_and_a_repeated_redirect_uri_get_a_page(world) {
        let browser = world.browser();
        for changes in [
            &[("client_id", "nobody")][..],
            &[("client_id", "")],
            &[("redirect_uri", BACK), ("redirect_uri", BACK)],
        ] {
            let answer = browser.authorize(changes).await;
            assert_eq!((answer.status, answer.header("location")), (StatusCode::BAD_REQUEST, ""));
        }
    }

    fn a02_only_an_s256_challenge_is_taken(world) {
        let (browser, _) = world.ana().await;
        let refused: &[&[(&str, &str)]] = &[
            &[("code_challenge", "")],
            &[("code_challenge", &PKCE_CHALLENGE[..42])],
            &[("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c=")],
            &[("code_challenge_method", "")],
            &[("code_challenge_method", "plain")],
            &[("code_challenge_method", "s256")],
            &[("code_challenge", ""), ("code_challenge_method", "")],
        ];
        for changes in refused {
            let answer = browser.authorize(changes).await.params();
            assert_eq!(answer["error"], "invalid_request", "{changes:?}");
            assert!(!answer.contains_key("code"));
        }
        let code = browser.authorize(&[]).await.params()["code"].clone();
        for verifier in ["", PKCE_CHALLENGE, &PKCE_VERIFIER[..42], "short"] {
            let answer = browser.redeem(&code, &[("code_verifier", verifier)]).await;
            assert_eq!(answer.error(), (400, "invalid_grant".into()), "{verifier}");
        }
        assert_eq!(browser.redeem(&code, &[]).await.status, StatusCode::OK, "its owner may still use it");
    }

    fn a04_only_the_code_flow_exists(world) {
        let (browser, _) = world.ana().await;
        for response_type in ["token", "id_token", "code id_token", "code token", "none", "CODE"] {
            let answer = browser.authorize(&[("response_type", response_type)]).await;
            assert_eq!(answer.params()["error"], "unsupported_response_type", "{response_type}");
        }
        assert_eq!(browser.authorize(&[("response_type", "")]).await.params()["error"], "invalid_request");
        for mode in ["fragment", "form_post"] {
            assert_eq!(
                browser.authorize(&[("response_mode", mode)]).await.params()["error"],
                "invalid_request"
            );
        }
        assert!(browser.authorize(&[("response_mode", "query")]).await.params().contains_key("code"));
    }

    fn a05_the_issuer_is_in_every_authorization_response(world) {
        let mut browser = world.browser();
        let issuer = format!("{HOST}/oauth2/token");
        let refused = browser.authorize(&[("prompt", "none")]).await;
        assert!(refused.location().starts_with(&format!("{BACK}?")));
        assert_eq!(
            (refused.params()["iss"].as_str(), refused.params()["state"].as_str()),
            (issuer.as_str(), "st&te 1")
        );
        let tokens = browser.sign_in_for_tokens(ANA).await;
        let given = browser.authorize(&[]).await.params();
        assert_eq!((given["iss"].as_str(), given["state"].as_str()), (issuer.as_str(), "st&te 1"));
        assert_eq!(tokens.id_claims()["iss"], issuer);
        let discovery = browser.get("/oauth2/token/.well-known/openid-configuration").await.json();
        assert_eq!(discovery["issuer"], issuer);
    }

    fn a12_prompt_none_while_signed_out_answers_login_required(world) {
        let answer = world.browser().authorize(&[("prompt", "none")]).await.params();
        assert_eq!(answer["error"], "login_required");
        assert_eq!(world.count("oidc_request").await, 0);
        let (browser, _) = world.ana().await;
        assert!(browser.authorize(&[("prompt", "none")]).await.params().contains_key("code"));
        assert_eq!(browser.authorize(&[("prompt", "none login")]).await.params()["error"], "invalid_request");
        assert_eq!(browser.authorize(&[("prompt", "consent")]).await.params()["error"], "consent_required");
        assert_eq!(browser.authorize(&[("prompt", "dance")]).await.params()["error"], "invalid_request");
    }

    fn a12_prompt_login_and_max_age_force_a_fresh_sign_in(world) {
        let (mut browser, before) = world.ana().await;
        world.pass_secs(100);
        assert!(browser.authorize(&[("max_age", "100")]).await.params().contains_key("code"));
        assert_eq!(
            browser.authorize(&[("max_age", "99"), ("prompt", "none")]).await.params()["error"],
            "login_required"
        );
        assert_eq!(browser.authorize(&[("max_age", "soon")]).await.params()["error"], "invalid_request");
        for change in [("prompt", "login"), ("prompt", "select_account"), ("max_age", "99"), ("max_age", "0")]
        {
            let to_login = browser.authorize(&[change]).await;
            let request = to_login.params()["request"].clone();
            // The old session isn't enough, no matter how often the client asks.
            let resume = format!("/oauth2/authorize/resume?request={request}");
            assert!(browser.get(&resume).await.location().starts_with("/login?request="), "{change:?}");
            let mut fresh = browser.clone();
            world.pass_secs(1);
            let next = fresh.sign_in(ANA, Some(&request)).await.next;
            assert_eq!(next, resume);
            let code = fresh.get(&next).await.params()["code"].clone();
            let tokens = crate::world::Tokens::from(&fresh.redeem(&code, &[]).await);
            assert_eq!(tokens.id_claims()["auth_time"], world.now().as_second());
            assert_ne!(tokens.id_claims()["sid"], before.id_claims()["sid"]);
            browser = fresh;
            world.pass_secs(100);
        }
    }

    fn a12_the_nonce_is_echoed_and_what_is_not_known_is_ignored(world) {
        let (browser, tokens) = world.ana().await;
        assert_eq!(tokens.id_claims()["nonce"], "n-1");
        let answer = browser
            .authorize(&[("nonce", ""), ("foo", "1"), ("claims", "{}"), ("scope", "openid profile x")])
            .await;
        let tokens = crate::world::Tokens::from(&browser.redeem(&answer.params()["code"], &[]).await);
        assert_eq!(tokens.id_claims().get("nonce"), None);
    }

    fn a12_request_objects_and_registration_are_answered_as_not_supported(world) {
        let browser = world.browser();
        for (name, error) in [
            ("request", "request_not_supported"),
            ("request_uri", "request_uri_not_supported"),
            ("registration", "registration_not_supported"),
        ] {
            assert_eq!(browser.authorize(&[(name, "x")]).await.params()["error"], error);
        }
        assert_eq!(browser.authorize(&[("scope", "profile")]).await.params()["error"], "invalid_scope");
        assert_eq!(
            browser.authorize(&[("nonce", "a"), ("nonce", "b")]).await.params()["error"],
            "invalid_request"
        );
        assert_eq!(browser.authorize(&[("nonce", "a\0b")]).await.params()["error"], "invalid_request");
        for bad in [&[("state", "a\0b")][..], &[("state", "a"), ("state", "b")]] {
            let answer = browser.authorize(bad).await.params();
            assert_eq!((answer["error"].as_str(), answer.get("state")), ("invalid_request", None));
        }
    }

    fn a12_an_id_token_hint_names_who_must_be_signed_in(world) {
        let (mut browser, tokens) = world.ana().await;
        let (_, hugo) = {
            let mut other = world.browser();
            let tokens = other.sign_in_for_tokens(HUGO).await;
            (other, tokens)
        };
        let silent = |hint: &str| vec![("prompt", "none".to_owned()), ("id_token_hint", hint.to_owned())];
        for (hint, wanted) in [
            (&tokens.id, None),
            (&hugo.id, Some("login_required")),
            (&tokens.access, Some("invalid_request")),
        ] {
            let changes = silent(hint);
            let changes: Vec<_> = changes.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let answer = browser.authorize(&changes).await.params();
            assert_eq!(answer.get("error").map(String::as_str), wanted);
        }
        // Ana signs in where the request asked for Hugo.
        let to_login = browser.authorize(&[("id_token_hint", &hugo.id)]).await;
        let next = browser.sign_in(ANA, Some(&to_login.params()["request"])).await.next;
        assert_eq!(browser.get(&next).await.params()["error"], "login_required");
    }

    fn a_form_post_is_understood_as_a_query_is(world) {
        let (browser, _) = world.ana().await;
        let query = browser.authorize(&[]).await;
        assert!(query.params().contains_key("code"));
        let form = [
            ("response_type", "code"),
            ("client_id", "atrium-web"),
            ("redirect_uri", BACK),
            ("scope", "openid"),
            ("code_challenge", PKCE_CHALLENGE),
            ("code_challenge_method", "S256"),
        ];
        assert!(browser.post("/oauth2/authorize", &form).await.params().contains_key("code"));
        let json = browser
            .send(Method::POST, "/oauth2/authorize", &[("content-type", "text/plain")], encode(&form))
            .await;
        assert_eq!(json.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }

    fn a_request_waits_ten_minutes_and_is_answered_once(world) {
        let mut browser = world.browser();
        let to_login = browser.authorize(&[("login_hint", "ana")]).await;
        let request = to_login.params()["request"].clone();
        let pending = world.provider.pending(&browser.headers(), &request).await.unwrap().unwrap();
        assert_eq!((pending.client_id.as_str(), pending.login_hint.as_deref()), ("atrium-web", Some("ana")));
        assert_eq!(world.provider.pending(&browser.headers(), "nothing").await.unwrap(), None);
        let next = browser.sign_in(ANA, Some(&request)).await.next;
        assert!(browser.get(&next).await.params().contains_key("code"));
        let again = browser.get(&next).await;
        assert_eq!((again.status, again.header("location")), (StatusCode::BAD_REQUEST, ""));
        assert_eq!(world.provider.pending(&browser.headers(), &request).await.unwrap(), None);

        let late = browser.authorize(&[("prompt", "login")]).await.params()["request"].clone();
        world.pass_secs(600);
        assert_eq!(world.provider.pending(&browser.headers(), &late).await.unwrap(), None);
        let gone = browser.get(&format!("/oauth2/authorize/resume?request={late}")).await;
        assert_eq!(gone.status, StatusCode::BAD_REQUEST);
    }

    fn a_request_goes_on_only_in_the_browser_it_began_in(world) {
        // The person who began it sends the address to someone else, who is signed in, or signs in there.
        let sender = world.browser();
        let request = sender.authorize(&[]).await.params()["request"].clone();
        let resume = format!("/oauth2/authorize/resume?request={request}");
        let mut handed = world.browser();
        assert_eq!(world.provider.pending(&handed.headers(), &request).await.unwrap(), None);
        let own = handed.authorize(&[]).await.params()["request"].clone();
        assert_eq!(world.provider.pending(&handed.headers(), &request).await.unwrap(), None);
        handed.sign_in(ANA, Some(&request)).await;
        assert_eq!(handed.get(&resume).await.status, StatusCode::BAD_REQUEST);
        // Two tabs in one browser share its secret, which scripts can't read.
        let secret = |answer: &crate::world::Answer| answer.header("set-cookie").split(';').next().unwrap().to_owned();
        let again = sender.authorize(&[]).await;
        assert_eq!(secret(&again), secret(&sender.authorize(&[]).await), "the same one, for another day");
        for id in [&request, &again.params()["request"]] {
            assert!(world.provider.pending(&sender.headers(), id).await.unwrap().is_some());
        }
        assert!(handed.get(&format!("/oauth2/authorize/resume?request={own}")).await.params().contains_key("code"));
        let first = world.browser().authorize(&[]).await;
        let cookie = first.header("set-cookie");
        assert!(cookie.starts_with("__Host-atrium-request=") && cookie.contains("HttpOnly") && cookie.contains("Secure"), "{cookie}");
        assert!(cookie.contains("; Max-Age=86400"), "it outlives the browser's own session: {cookie}");
    }

    fn a17_pages_and_redirects_are_never_stored_and_run_nothing(world) {
        let (browser, _) = world.ana().await;
        let page =
            browser.authorize(&[("redirect_uri", "<script>alert(1)</script>"), ("state", "<b>")]).await;
        assert!(!page.body.contains("script") && !page.body.contains("<b>"), "{}", page.body);
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
        assert!(policy.ends_with("; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"), "{policy}");
        assert!(page.body.contains("<section lang=\"es\"><h2>No pudimos iniciar su sesión"), "{}", page.body);
        for answer in [page, browser.authorize(&[]).await, browser.get("/oauth2/authorize/resume").await] {
            assert_eq!(answer.header("cache-control"), "no-store");
            assert_eq!(answer.header("referrer-policy"), "no-referrer");
        }
    }
}
