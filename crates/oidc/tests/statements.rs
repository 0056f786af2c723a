//! How many statements each step costs, not counting the application's own, behind `Accounts`.

use crate::world::{ANA, Tokens, both};

both! {
    fn every_step_stays_within_its_budget(world) {
        let mut before = world.db.statements();
        let mut spent = |what: &str, budget: u64| {
            let now = world.db.statements();
            assert_eq!(now - before, budget, "{what}");
            before = now;
        };
        let mut browser = world.browser();
        let request = browser.authorize(&[]).await.params()["request"].clone();
        spent("authorize while signed out", 1);
        let next = browser.sign_in(ANA, Some(&request)).await.next;
        spent("sign in", 1);
        let code = browser.get(&next).await.params()["code"].clone();
        spent("resume", 4);
        let tokens = Tokens::from(&browser.redeem(&code, &[]).await);
        spent("code", 3);
        browser.get("/sessions/me").await;
        spent("sessions/me", 1);
        browser.userinfo(&tokens.access).await;
        spent("userinfo", 0);
        let second = Tokens::from(&browser.refresh(&tokens.refresh).await);
        spent("refresh within a minute of the last use", 2);
        browser.refresh(&tokens.refresh).await;
        spent("refresh in the grace", 1);
        world.pass_secs(840);
        browser.refresh(&second.refresh).await;
        spent("refresh", 3);
        browser.authorize(&[]).await;
        spent("authorize while signed in", 2);
        browser.sign_in(ANA, None).await;
        spent("sign in again", 2);
        let tokens = browser.sign_in_for_tokens(ANA).await;
        spent("authorize and code", 5);
        browser.get(&format!("/oauth2/logout?id_token_hint={}", tokens.id)).await;
        spent("logout", 2);
        world.provider.list_sessions(ANA).await.unwrap();
        spent("list of sessions", 1);
        world.provider.end_all(ANA, None, oidc::EndedBy::Revoked).await.unwrap();
        spent("end all", 1);
        world.provider.tick().await.unwrap();
        spent("tick", 4);
    }
}
