//! Logout: lines 14 and 24.

use crate::world::{ANA, Answer, Browser, HUGO, SIGNED_OUT, WEB, World, both, encode};
use oidc::{Happened, Refused};

async fn logout(browser: &Browser, parameters: &[(&str, &str)]) -> Answer {
    browser.get(&format!("/oauth2/logout?{}", encode(parameters))).await
}

async fn is_signed_in(browser: &Browser) -> bool {
    browser.get("/sessions/me").await.status.is_success()
}

async fn asks_first_and_ends_nothing(world: &World, parameters: &[(&str, &str)]) {
    let (browser, tokens) = world.ana().await;
    let answer = logout(&browser, parameters).await;
    assert_eq!(answer.location(), "/login/signed-out?confirm=1", "{parameters:?}");
    assert_eq!(answer.header("set-cookie"), "");
    assert!(is_signed_in(&browser).await && world.provider.verify_access(&tokens.access).is_ok());
}

both! {
    fn a14_a_hint_and_a_registered_address_lead_back_with_the_state(world) {
        for name in ["post_logout_redirect_uri", "returnTo"] {
            let (browser, tokens) = world.ana().await;
            let answer = logout(
                &browser,
                &[("id_token_hint", &tokens.id), ("client_id", WEB), (name, SIGNED_OUT), ("state", "a b")],
            )
            .await;
            assert_eq!(answer.location(), format!("{SIGNED_OUT}?state=a+b"));
            assert!(
                answer.header("set-cookie").starts_with("__Host-atrium=; ")
                    && answer.header("set-cookie").contains("Max-Age=0")
            );
            assert!(!is_signed_in(&browser).await);
        }
    }

    fn a14_an_expired_hint_is_fine_and_a_post_too(world) {
        let (browser, tokens) = world.ana().await;
        world.pass_secs(1500);
        let form = [("id_token_hint", tokens.id.as_str()), ("post_logout_redirect_uri", SIGNED_OUT)];
        assert_eq!(browser.post("/oauth2/logout", &form).await.location(), SIGNED_OUT);
        assert!(!is_signed_in(&browser).await);
    }

    fn a14_an_address_that_is_not_registered_leads_to_our_own_page(world) {
        for wish in [
            "https://evil.example/",
            "https://portal.example/signedout/",
            "https://portal.example/callback",
            "com.atrium.app:/signedout",
            "//evil.example",
        ] {
            let (browser, tokens) = world.ana().await;
            let answer =
                logout(&browser, &[("id_token_hint", &tokens.id), ("post_logout_redirect_uri", wish)]).await;
            assert_eq!(answer.location(), "/login/signed-out", "{wish}");
            assert!(!is_signed_in(&browser).await);
        }
        let (browser, tokens) = world.ana().await;
        let two = [
            ("id_token_hint", tokens.id.as_str()),
            ("post_logout_redirect_uri", SIGNED_OUT),
            ("returnTo", "https://evil.example/"),
        ];
        assert_eq!(logout(&browser, &two).await.location(), "/login/signed-out");
    }

    fn a14_without_a_valid_hint_nothing_ends_silently(world) {
        asks_first_and_ends_nothing(world, &[]).await;
        asks_first_and_ends_nothing(world, &[("client_id", WEB), ("returnTo", SIGNED_OUT)]).await;
        asks_first_and_ends_nothing(
            world,
            &[("id_token_hint", "a.b.c"), ("post_logout_redirect_uri", SIGNED_OUT)],
        )
        .await;
        let (_, tokens) = world.ana().await;
        let unsigned = world.altered(&tokens.id, |_, _| {}) + ".AAAA";
        asks_first_and_ends_nothing(
            world,
            &[("id_token_hint", &unsigned), ("post_logout_redirect_uri", SIGNED_OUT)],
        )
        .await;
        let foreign =
            world.forge(&tokens.id, |_, claims| claims["iss"] = "https://evil.example".into()).await;
        asks_first_and_ends_nothing(
            world,
            &[("id_token_hint", &foreign), ("post_logout_redirect_uri", SIGNED_OUT)],
        )
        .await;
        asks_first_and_ends_nothing(world, &[("id_token_hint", &tokens.id), ("client_id", "atrium-native")])
            .await;
        assert!(world.provider.verify_access(&tokens.access).is_ok());
        // People who are already signed out have nothing to confirm.
        assert_eq!(logout(&world.browser(), &[]).await.location(), "/login/signed-out");
    }

    fn a14_a_hint_of_another_session_ends_that_one_and_asks_about_this_one(world) {
        let (ana, _) = world.ana().await;
        let mut other = world.browser();
        let hugo = other.sign_in_for_tokens(HUGO).await;
        let answer =
            logout(&ana, &[("id_token_hint", &hugo.id), ("post_logout_redirect_uri", SIGNED_OUT)]).await;
        assert_eq!(answer.location(), "/login/signed-out?confirm=1");
        assert!(is_signed_in(&ana).await);
        assert!(!is_signed_in(&other).await);
    }

    fn a14_the_button_of_the_page_that_asks_ends_the_session(world) {
        let (browser, tokens) = world.ana().await;
        let clears = world.provider.sign_out(&browser.headers(), None).await.unwrap();
        assert!(clears.to_str().unwrap().contains("Max-Age=0"));
        assert!(!is_signed_in(&browser).await);
        assert_eq!(world.provider.verify_access(&tokens.access), Err(Refused::Ended));
        world.provider.sign_out(&browser.headers(), None).await.unwrap();
        let events = world.people.events();
        assert_eq!(events.iter().map(|event| event.happened).collect::<Vec<_>>(), [Happened::SignedOut], "once");
    }

    fn b24_logout_ends_session_family_and_access_token_at_once(world) {
        let (browser, tokens) = world.ana().await;
        logout(&browser, &[("id_token_hint", &tokens.id)]).await;
        assert_eq!(world.provider.verify_access(&tokens.access), Err(Refused::Ended));
        assert_eq!(browser.refresh(&tokens.refresh).await.error(), (400, "invalid_grant".into()));
        assert_eq!(browser.authorize(&[("prompt", "none")]).await.params()["error"], "login_required");
        assert_eq!(world.provider.list_sessions(ANA).await.unwrap(), []);
        let events = world.people.events();
        assert_eq!(events.iter().map(|event| event.happened).collect::<Vec<_>>(), [Happened::SignedOut]);
    }
}
