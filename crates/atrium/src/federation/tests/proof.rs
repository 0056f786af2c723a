//! Proving a change by a fresh sign-in at the upstream: who it counts for, and what doesn't count as one.

use super::{Browser, add, claims, link_ana, location, world};
use crate::world::{AtHome, Reply, Upstream, World, both, challenge_of};
use serde_json::json;

const RENEW: &str = "mutation { renewRecoveryCodes { recoveryCodes } }";

/// Ana signs in only at the upstream: with us, she has no password and no factor.
async fn only_over_there(world: &World) {
    world.change("DELETE FROM totp", vec![]).await;
    world.change("UPDATE person SET phone = NULL", vec![]).await;
    world.change("DELETE FROM password_credential WHERE person_id IN (SELECT id FROM person WHERE username = 'ana')", vec![]).await;
}

async fn changes_email(ana: &mut AtHome<'_>, challenge: Option<&str>) -> Reply {
    ana.names("Ana", "Morales", "new@cedar.example", challenge).await
}

/// The window that goes to the upstream: the same browser.
fn window<'a>(ana: &AtHome<'a>) -> Browser<'a> {
    Browser { world: ana.browser.world, cookies: ana.browser.cookies.clone().into_iter().collect() }
}

both! {
    async fn b22_d29_a_fresh_sign_in_over_there_proves_a_change_of_somebody_who_has_nothing_else(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        let mut ana = AtHome::of(&world, "ana").await;
        only_over_there(&world).await;
        let refused = changes_email(&mut ana, None).await;
        assert_eq!(refused.body["factors"], json!([{ "kind": "upstream", "hint": "Cedar ID", "id": id }]));
        let challenge = challenge_of(&refused);
        let unasked = json!({ "kind": "upstream" });
        assert_eq!(ana.answer(&challenge, unasked).await.status, 401, "nobody vouches for themselves");

        let mut away_window = window(&ana);
        let away = away_window.go(&format!("/login/upstream/{id}?challenge={challenge}")).await;
        let asked = away.url.query().unwrap();
        assert!(asked.contains("prompt=login") && asked.contains("max_age=0"), "{asked}");
        let mut said = claims(&world, &upstream, &away);
        said["auth_time"] = said["iat"].clone();
        upstream.vouch_with(&said);
        let back = away_window.come_back(&away, &upstream.issuer).await;
        assert_eq!(location(&back), format!("/login/confirmed?challenge={challenge}"));
        assert_eq!(ana.browser.get("/sessions/me").await.status, 401, "the session has a new secret");
        assert_eq!(away_window.get("/sessions/me").await.status, 200);
        assert_eq!(ana.names("Ana", "Morales", "other@cedar.example", Some(&challenge)).await.status, 403);
        assert_eq!(changes_email(&mut ana, Some(&challenge)).await.status, 200);
        assert_eq!(changes_email(&mut ana, Some(&challenge)).await.status, 200, "nothing is left to change");
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'step_up.done'").await, 1);

        // It doesn't satisfy what demands a second factor.
        let refused = ana.ask(RENEW, json!({}), None).await;
        assert_eq!(refused.body["errors"][0]["extensions"]["factors"], json!([]));
        let challenge = challenge_of(&refused);
        let away = away_window.go(&format!("/login/upstream/{id}?challenge={challenge}")).await;
        let mut said = claims(&world, &upstream, &away);
        said["auth_time"] = said["iat"].clone();
        upstream.vouch_with(&said);
        let back = away_window.come_back(&away, &upstream.issuer).await;
        assert_eq!(location(&back), format!("/login/confirmed?challenge={challenge}&error=UPSTREAM_REFUSED"));
        assert_eq!(ana.ask(RENEW, json!({}), Some(&challenge)).await.outcome(), "STEP_UP_REQUIRED");
    }

    async fn a18_an_old_sign_in_somebody_else_or_another_browser_proves_nothing(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        let mut ana = AtHome::of(&world, "ana").await;
        let victor = AtHome::of(&world, "victor").await;
        only_over_there(&world).await;
        let challenge = challenge_of(&changes_email(&mut ana, None).await);
        let begin = format!("/login/upstream/{id}?challenge={challenge}");
        for mut stranger in [Browser::new(&world), window(&victor)] {
            let to = location(&stranger.get(&begin).await);
            assert_eq!(to, format!("/login/confirmed?challenge={challenge}&error=UPSTREAM_REFUSED"));
        }
        let now = world.app.clock.now().as_second();
        for (subject, signed_in, code) in [
            ("sub-ana", json!(null), "UPSTREAM_REFUSED"),
            ("sub-ana", json!(now - 600), "UPSTREAM_REFUSED"),
            ("sub-somebody", json!(now), "SOMEBODY_ELSE"),
        ] {
            let mut away_window = window(&ana);
            let away = away_window.go(&begin).await;
            let mut said = claims(&world, &upstream, &away);
            said["sub"] = json!(subject);
            said["auth_time"] = signed_in;
            upstream.vouch_with(&said);
            let back = away_window.come_back(&away, &upstream.issuer).await;
            assert_eq!(location(&back), format!("/login/confirmed?challenge={challenge}&error={code}"));
        }
        assert_eq!(changes_email(&mut ana, Some(&challenge)).await.status, 403);
        assert_eq!(ana.browser.get("/sessions/me").await.status, 200, "and nobody was signed in or out");
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'step_up.refused' AND result = 'SOMEBODY_ELSE'").await, 1);
    }
}
