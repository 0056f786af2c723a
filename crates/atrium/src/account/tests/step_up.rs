//! «Prove it for this change», tested with an e-mail address change and recovery codes.

use crate::world::{AtHome, World, app_code, both, challenge_of};
use jiff::SignedDuration;
use serde_json::json;

const RENEW: &str = "mutation { renewRecoveryCodes { recoveryCodes } }";

async fn email_of(world: &World, username: &str) -> String {
    let sql = "SELECT email FROM person WHERE username = $1";
    world.app.db.one::<(String,)>(sql, db::params![username]).await.unwrap().0
}

both! {
    async fn a_change_is_refused_until_a_factor_was_proved_for_it(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let before = email_of(&world, "ana").await;
        let refused = ana.names("Ana", "New", "new@cedar.example", None).await;
        assert_eq!(refused.status, 403);
        let kinds: Vec<_> = refused.body["factors"].as_array().unwrap().iter().map(|way| way["kind"].clone()).collect();
        assert_eq!(kinds, [json!("totp"), json!("sms")]);
        let challenge = challenge_of(&refused);
        // A request alone changes nothing, and neither does an unanswered challenge.
        assert_eq!(ana.names("Ana", "New", "new@cedar.example", Some(&challenge)).await.status, 403);
        assert_eq!(email_of(&world, "ana").await, before);
        ana.prove(&challenge, 0).await;
        let done = ana.names("Ana", "New", "new@cedar.example", Some(&challenge)).await;
        assert_eq!((done.status.as_u16(), &done.body["newEmail"]), (200, &json!("new@cedar.example")));
        assert_eq!((&done.body["email"], email_of(&world, "ana").await), (&json!(before), before.clone()));
        let events = "SELECT count(*) FROM audit_event WHERE action IN ('step_up.done', 'email.asked')";
        assert_eq!(world.count(events).await, 2);
    }

    async fn a_proof_is_good_for_that_change_once_and_in_that_session_only(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let challenge = challenge_of(&ana.names("Ana", "Morales", "one@cedar.example", None).await);
        ana.prove(&challenge, 0).await;
        // It doesn't work for another address, another change, another session or another person.
        assert_eq!(ana.names("Ana", "Morales", "two@cedar.example", Some(&challenge)).await.status, 403);
        assert_eq!(ana.ask(RENEW, json!({}), Some(&challenge)).await.outcome(), "STEP_UP_REQUIRED");
        let mut elsewhere = AtHome::of(&world, "ana").await;
        assert_eq!(elsewhere.names("Ana", "Morales", "one@cedar.example", Some(&challenge)).await.status, 403);
        let mut victor = AtHome::of(&world, "victor").await;
        assert_eq!(victor.names("Ana", "Morales", "one@cedar.example", Some(&challenge)).await.status, 403);
        assert_eq!(victor.answer(&challenge, json!({ "kind": "totp", "code": "000000" })).await.status, 410);
        // In its own session it still works, once.
        assert_eq!(ana.names("Ana", "Morales", "one@cedar.example", Some(&challenge)).await.status, 200);
        assert_eq!(world.change("DELETE FROM new_email WHERE email = 'one@cedar.example'", vec![]).await, 1);
        assert_eq!(ana.names("Ana", "Morales", "one@cedar.example", Some(&challenge)).await.status, 403);
    }

    async fn a_challenge_and_its_proof_last_five_minutes(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let late = challenge_of(&ana.names("Ana", "Morales", "one@cedar.example", None).await);
        let now = world.app.clock.now();
        world.change("UPDATE challenge SET expires_at = $1", db::params![now]).await;
        let code = app_code(&world, 0);
        assert_eq!(ana.answer(&late, json!({ "kind": "totp", "code": code })).await.status, 410);
        let challenge = challenge_of(&ana.names("Ana", "Morales", "one@cedar.example", None).await);
        ana.prove(&challenge, 0).await;
        let old = now - SignedDuration::from_secs(301);
        world.change("UPDATE challenge SET proved_at = $1 WHERE proved_at IS NOT NULL", db::params![old]).await;
        assert_eq!(ana.names("Ana", "Morales", "one@cedar.example", Some(&challenge)).await.status, 403);
    }

    async fn five_wrong_answers_end_a_challenge(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let challenge = challenge_of(&ana.names("Ana", "Morales", "one@cedar.example", None).await);
        for left in (0..5).rev() {
            let reply = ana.answer(&challenge, json!({ "kind": "totp", "code": "000000" })).await;
            assert_eq!((reply.status.as_u16(), &reply.body["code"]), (401, &json!("INCORRECT_CODE")));
            assert_eq!(reply.body["triesLeft"], left);
        }
        let code = app_code(&world, 0);
        assert_eq!(ana.answer(&challenge, json!({ "kind": "totp", "code": code })).await.status, 410);
        let refused = "SELECT count(*) FROM audit_event WHERE action = 'step_up.refused'";
        assert_eq!(world.count(refused).await, 5);
    }

    async fn b25_a_code_of_the_app_counts_once(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let first = challenge_of(&ana.ask(RENEW, json!({}), None).await);
        let second = challenge_of(&ana.ask(RENEW, json!({}), None).await);
        let proof = json!({ "kind": "totp", "code": app_code(&world, 0) });
        assert_eq!(ana.answer(&first, proof.clone()).await.status, 204);
        assert_eq!(ana.answer(&second, proof).await.status, 401);
        let earlier = json!({ "kind": "totp", "code": app_code(&world, -1) });
        assert_eq!(ana.answer(&second, earlier).await.status, 401, "nor does one before it");
    }

    async fn a_password_counts_only_for_somebody_who_has_nothing_better(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let challenge = challenge_of(&ana.names("Ana", "Morales", "one@cedar.example", None).await);
        let password = json!({ "kind": "password", "password": crate::world::PASSWORD });
        assert_eq!(ana.answer(&challenge, password.clone()).await.status, 401);
        world.change("DELETE FROM totp", vec![]).await;
        world.change("UPDATE person SET phone = NULL", vec![]).await;
        let refused = ana.names("Ana", "Morales", "one@cedar.example", None).await;
        assert_eq!(refused.body["factors"], json!([{ "kind": "password" }]));
        let challenge = challenge_of(&refused);
        let wrong = json!({ "kind": "password", "password": "not it" });
        assert_eq!(ana.answer(&challenge, wrong).await.status, 401);
        assert_eq!(ana.answer(&challenge, password).await.status, 204);
        assert_eq!(ana.names("Ana", "Morales", "one@cedar.example", Some(&challenge)).await.status, 200);
        // A password doesn't open what demands a second factor.
        let refused = ana.ask(RENEW, json!({}), None).await;
        assert_eq!(refused.body["errors"][0]["extensions"]["factors"], json!([]));
        let challenge = challenge_of(&refused);
        let password = json!({ "kind": "password", "password": crate::world::PASSWORD });
        assert_eq!(ana.answer(&challenge, password).await.status, 401, "D29: not even when it is given unasked");
        assert_eq!(ana.ask(RENEW, json!({}), Some(&challenge)).await.outcome(), "STEP_UP_REQUIRED");
        assert_eq!(world.count("SELECT count(*) FROM recovery_code").await, 0);
    }

    async fn b22_proving_a_factor_gives_the_session_a_new_secret(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let before = ana.browser.cookies.clone();
        let challenge = challenge_of(&ana.ask(RENEW, json!({}), None).await);
        ana.prove(&challenge, 0).await;
        assert_ne!(ana.browser.cookies, before);
        assert_eq!(ana.browser.get("/sessions/me").await.status, 200);
        ana.browser.cookies = before;
        assert_eq!(ana.browser.get("/sessions/me").await.status, 401);
    }

    async fn the_same_request_sent_twice_is_answered_the_same_and_kept_where_nobody_reads_it(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let challenge = challenge_of(&ana.ask(RENEW, json!({}), None).await);
        ana.prove(&challenge, 0).await;
        let body = json!({ "query": RENEW, "variables": {} }).to_string();
        let headers = [("idempotency-key", "renew-1"), ("step-up", challenge.as_str())];
        let first = ana.actor().post("/graphql", body.clone(), &headers).await;
        let code = first.data("/renewRecoveryCodes/recoveryCodes/0").as_str().unwrap().to_owned();
        let second = ana.actor().post("/graphql", body.clone(), &headers).await;
        assert_eq!(first.text, second.text);
        let without = ana.actor().post("/graphql", body, &headers[..1]).await;
        assert_eq!(first.text, without.text, "the proof was used up by the first");
        let everything = json!(world.rows().await).to_string();
        assert!(!everything.contains(&code) && !everything.contains(&code.replace('-', "")));
    }
}
