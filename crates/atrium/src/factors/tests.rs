//! Second factors at sign-in, and text messages.

use crate::world::{
    AtHome, Browser, PASSWORD, World, app_code, both, challenge_of, code_in, code_of, link_in,
};
use jiff::SignedDuration;
use serde_json::{Value, json};

const NEW_PHONE: &str = "+1 503 555 8000";

async fn ask_for_factors(world: &World, when: &'static str) {
    world.change("UPDATE tenant SET second_factor = $1", db::params![when]).await;
}

/// Goes up to the second factor: returns the request, and the answer to the password.
async fn password(browser: &mut Browser<'_>, username: &str) -> (String, Value) {
    let request = browser.begin().await;
    let reply = browser.type_password(&request, username, PASSWORD).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    (request, reply.body)
}

fn amr(tokens: &Value) -> Value {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    let claims = tokens["id_token"].as_str().unwrap().split('.').nth(1).unwrap();
    serde_json::from_slice::<Value>(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap()["amr"].clone()
}

fn stands_alone(row: &str, code: &str) -> bool {
    row.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == code)
}

async fn move_back(world: &World, sql: &'static str, by: SignedDuration) {
    let then = world.app.clock.now() - by;
    world.change(sql, db::params![then]).await;
}

both! {
    async fn a_tenant_may_ask_for_a_second_factor_at_every_sign_in(world: World) {
        ask_for_factors(&world, "always").await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let (request, answer) = password(&mut browser, "ana").await;
        assert!(answer["next"].is_null() && browser.get("/sessions/me").await.status == 401);
        assert_eq!(answer["factors"], json!([{ "kind": "totp" }, { "kind": "sms", "hint": answer["factors"][1]["hint"] }]));
        let wrong = json!({ "request": request, "attempt": answer["attempt"], "kind": "totp", "code": "000000" });
        let reply = browser.post_json("/login/factor", wrong).await;
        assert_eq!((reply.status.as_u16(), &reply.body), (401, &json!({ "code": "INCORRECT_CODE", "triesLeft": 4 })));
        let right = json!({ "request": request, "attempt": answer["attempt"], "kind": "totp", "code": app_code(&world, 0) });
        let welcome = browser.post_json("/login/factor", right.clone()).await;
        let tokens = browser.finish(welcome).await;
        assert_eq!(amr(&tokens), json!(["pwd", "otp", "mfa"]));
        assert_eq!(browser.post_json("/login/factor", right).await.status, 410, "once");
    }

    async fn a_second_factor_belongs_to_the_sign_in_it_was_asked_for(world: World) {
        ask_for_factors(&world, "always").await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let (_, answer) = password(&mut browser, "ana").await;
        let other = browser.begin().await;
        let code = app_code(&world, 0);
        let mixed = json!({ "request": other, "attempt": answer["attempt"], "kind": "totp", "code": code });
        assert_eq!(browser.post_json("/login/factor", mixed).await.status, 410);
        let by_password = json!({ "request": other, "attempt": answer["attempt"], "kind": "password", "password": PASSWORD });
        assert_eq!(browser.post_json("/login/factor", by_password).await.status, 410);
        let nothing = json!({ "request": other, "attempt": "no-such", "kind": "totp", "code": code });
        assert_eq!(browser.post_json("/login/factor", nothing).await.status, 410);
    }

    async fn a_tenant_may_ask_on_new_devices_only(world: World) {
        ask_for_factors(&world, "new_device").await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let (request, answer) = password(&mut browser, "ana").await;
        let given = json!({ "request": request, "attempt": answer["attempt"], "kind": "totp", "code": app_code(&world, 0) });
        let welcome = browser.post_json("/login/factor", given).await;
        browser.finish(welcome).await;
        browser.cookies.retain(|name, _| name == "atrium-device");
        assert_eq!(browser.cookies.len(), 1);
        let (_, again) = password(&mut browser, "ana").await;
        assert!(again["next"].is_string(), "the device is known: {again}");
        browser.cookies.retain(|name, _| name == "atrium-device");
        let (_, other) = password(&mut browser, "victor").await;
        assert!(other["attempt"].is_string(), "to Ana only: {other}");
        let (_, elsewhere) = password(&mut Browser::at(&world, "127.0.0.1"), "ana").await;
        assert!(elsewhere["attempt"].is_string());
    }

    async fn whoever_has_no_factor_sets_one_up_before_going_on(world: World) {
        ask_for_factors(&world, "always").await;
        world.change("DELETE FROM totp", vec![]).await;
        world.change("UPDATE person SET phone = NULL", vec![]).await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let (request, answer) = password(&mut browser, "ana").await;
        assert_eq!(answer["enroll"], true);
        let attempt = answer["attempt"].clone();
        let setup = browser.post_json("/login/enroll/totp", json!({ "attempt": attempt })).await;
        let secret = totp_rs::Secret::try_from_base32(setup.body["secret"].as_str().unwrap()).unwrap();
        assert!(setup.body["qr"]["d"].as_str().unwrap().starts_with('M'));
        let confirm = |code: String| json!({ "request": request, "attempt": attempt, "code": code });
        assert_eq!(browser.post_json("/login/enroll/totp/confirm", confirm("000000".into())).await.status, 401);
        let code = code_of(&world, secret.as_bytes(), 0);
        let welcome = browser.post_json("/login/enroll/totp/confirm", confirm(code)).await;
        assert_eq!(welcome.body["recoveryCodes"].as_array().unwrap().len(), 10);
        let recovery = welcome.body["recoveryCodes"][0].as_str().unwrap().to_uppercase();
        let delivered = world.delivered().await;
        let mails: Vec<_> = delivered.iter().filter(|sent| sent.kind == "mail").collect();
        assert_eq!(mails.len(), 1, "its owner is told");
        let not_me = link_in(&mails[0].text, "not-me");
        browser.finish(welcome).await;
        // A recovery code stands in for the app, once. No one gets past the app by setting up a second one.
        for (expected, tries) in [(200, 1), (401, 1)] {
            let mut browser = Browser::at(&world, "127.0.0.1");
            let (request, answer) = password(&mut browser, "ana").await;
            let attempt = json!({ "attempt": answer["attempt"] });
            assert_eq!(browser.post_json("/login/enroll/totp", attempt).await.status, 410, "{tries}");
            let given = json!({ "request": request, "attempt": answer["attempt"], "kind": "recovery", "code": recovery });
            assert_eq!(browser.post_json("/login/factor", given).await.status, expected);
        }
        // Someone else had the password first: the owner's notice removes their app.
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": not_me })).await.status, 200);
        assert_eq!(world.count("SELECT count(*) FROM totp").await, 0);
        assert_eq!(world.count("SELECT count(*) FROM recovery_code").await, 0);
    }

    async fn b21_tries_at_second_factors_count_over_all_challenges_of_an_account(world: World) {
        ask_for_factors(&world, "always").await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let mut statuses = vec![];
        for _ in 0..6 {
            let (request, answer) = password(&mut browser, "ana").await;
            for _ in 0..5 {
                let wrong = json!({ "request": request, "attempt": answer["attempt"], "kind": "totp", "code": "000000" });
                statuses.push(browser.post_json("/login/factor", wrong).await.status.as_u16());
            }
        }
        assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 25);
        assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 5);
        move_back(&world, "UPDATE throttle SET window_start = $1", SignedDuration::from_mins(16)).await;
        let (request, answer) = password(&mut browser, "ana").await;
        let right = json!({ "request": request, "attempt": answer["attempt"], "kind": "totp", "code": app_code(&world, 0) });
        assert_eq!(browser.post_json("/login/factor", right).await.status, 200);
    }

    async fn b21_a_guesser_elsewhere_uses_up_no_tries_of_a_browser_its_owner_has_used_before(world: World) {
        let mut own = Browser::at(&world, "127.0.0.1");
        own.sign_in("ana").await;
        own.cookies.retain(|name, _| name == "atrium-device");
        for last in 2..=6 {
            let address: &'static str = Box::leak(format!("127.0.0.{last}").into_boxed_str());
            let mut guesser = Browser::at(&world, address);
            let request = guesser.begin().await;
            for _ in 0..10 {
                assert_eq!(guesser.type_password(&request, "ana", "guess").await.status, 401);
            }
        }
        let mut stranger = Browser::at(&world, "127.0.0.9");
        let request = stranger.begin().await;
        let asked = stranger.type_password(&request, "ana", PASSWORD).await;
        assert!(asked.status == 200 && asked.body["next"].is_null(), "a password alone is not enough there");
        own.sign_in("ana").await;
        // That browser has few attempts too.
        own.cookies.retain(|name, _| name == "atrium-device");
        let request = own.begin().await;
        let statuses: Vec<u16> = {
            let mut all = vec![];
            for _ in 0..11 {
                all.push(own.type_password(&request, "ana", "guess").await.status.as_u16());
            }
            all
        };
        assert_eq!((statuses[9], statuses[10]), (401, 429));
    }

    async fn b21_good_sign_ins_do_not_use_up_the_tries_of_an_office(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        browser.sign_in("ana").await;
        let tries = "SELECT coalesce(sum(tries), 0) FROM throttle";
        let (sum,): (i64,) = world.app.db.one(format!("SELECT CAST(({tries}) AS BIGINT)"), vec![]).await.unwrap();
        assert_eq!(sum, 0);
    }

    async fn b21_what_is_typed_as_a_username_is_kept_nowhere(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        browser.type_password(&request, "canary-zebra-991", "x").await;
        assert!(!json!(world.rows().await).to_string().contains("canary-zebra"));
    }

    async fn a_phone_that_rests_is_no_way_around_a_second_factor(world: World) {
        ask_for_factors(&world, "always").await;
        world.change("DELETE FROM totp", vec![]).await;
        move_back(&world, "UPDATE person SET phone_since = $1", SignedDuration::from_mins(1)).await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let (_, answer) = password(&mut browser, "ana").await;
        assert_eq!((&answer["factors"], &answer["enroll"]), (&json!([]), &Value::Null));
        let attempt = json!({ "attempt": answer["attempt"] });
        assert_eq!(browser.post_json("/login/enroll/totp", attempt).await.status, 410);
        ask_for_factors(&world, "step_up").await;
        let mut ana = AtHome::of(&world, "ana").await;
        let refused = ana.names("Ana", "Morales", "one@cedar.example", None).await;
        assert_eq!(refused.body["factors"], json!([]), "nor does the password stand in for it");
    }

    async fn c27_whoever_claims_a_number_leaves_messages_for_its_owner(world: World) {
        let (number,): (String,) =
            world.app.db.one("SELECT phone FROM person WHERE username = 'ana'", vec![]).await.unwrap();
        let mut victor = AtHome::of(&world, "victor").await;
        let challenge = challenge_of(&victor.text_me(&number, None).await);
        victor.prove(&challenge, 0).await;
        assert_eq!(victor.text_me(&number, Some(&challenge)).await.status, 204);
        let mut ana = AtHome::of(&world, "ana").await;
        let challenge = challenge_of(&ana.names("Ana", "Morales", "one@cedar.example", None).await);
        let path = format!("/step-up/{challenge}/options");
        assert_eq!(ana.call("POST", &path, json!({ "kind": "sms" }), None).await.status, 204);
    }

    async fn b25_an_app_is_offered_wherever_a_text_message_is(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let refused = ana.text_me(NEW_PHONE, None).await;
        let kinds: Vec<_> = refused.body["factors"].as_array().unwrap().iter().map(|way| way["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["totp", "sms"], "and first");
    }

    async fn c26_a_code_has_six_digits_five_minutes_and_five_tries_and_is_kept_as_a_hash(world: World) {
        ask_for_factors(&world, "always").await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let (request, answer) = password(&mut browser, "ana").await;
        let attempt = answer["attempt"].clone();
        let send = json!({ "attempt": attempt, "kind": "sms" });
        let before = world.rows().await;
        assert_eq!(browser.post_json("/login/factor/options", send).await.status, 204);
        // Only what the sending wrote: among all the world's amounts and ids, six digits turn up by chance.
        let written: Vec<String> = world
            .rows()
            .await
            .into_iter()
            .flat_map(|(table, rows)| {
                let known = before.get(&table).cloned().unwrap_or_default();
                rows.into_iter().filter(move |row| !known.contains(row))
            })
            .collect();
        let sent = world.delivered().await;
        let code = code_in(&sent[0].text);
        assert_eq!(sent[0].kind, "sms");
        assert!(!written.is_empty(), "the sending is kept");
        assert!(
            !written.iter().any(|row| stands_alone(row, &code)),
            "nowhere in the database, not even on its way out"
        );
        let given = |code: &str| json!({ "request": request, "attempt": attempt, "kind": "sms", "code": code });
        for left in [4, 3, 2, 1] {
            let reply = browser.post_json("/login/factor", given("000000")).await;
            assert_eq!(reply.body["triesLeft"], left);
        }
        // Five minutes later it no longer works, though the challenge may still be open.
        let now = world.app.clock.now();
        world.change("UPDATE challenge SET sms_expires_at = $1", db::params![now]).await;
        assert_eq!(browser.post_json("/login/factor", given(&code)).await.body["triesLeft"], 0);
        assert_eq!(browser.post_json("/login/factor", given(&code)).await.status, 410);
    }

    async fn c26_a_code_is_bound_to_its_session_its_number_and_its_purpose(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let challenge = challenge_of(&ana.text_me(NEW_PHONE, None).await);
        ana.prove(&challenge, 0).await;
        assert_eq!(ana.text_me(NEW_PHONE, Some(&challenge)).await.status, 204);
        let code = code_in(&world.delivered().await[0].text);
        // Another number, another session, another purpose.
        assert_eq!(ana.verify("+1 503 555 8001", &code).await.body["verified"], false);
        let mut elsewhere = AtHome::of(&world, "ana").await;
        assert_eq!(elsewhere.verify(NEW_PHONE, &code).await.body["verified"], false);
        let step_up = challenge_of(&ana.names("Ana", "Morales", "one@cedar.example", None).await);
        assert_eq!(ana.answer(&step_up, json!({ "kind": "sms", "code": code })).await.status, 401);
        let done = ana.verify(NEW_PHONE, &code).await;
        assert_eq!(done.body, json!({ "verified": true }), "{}", done.text);
        assert_eq!(ana.verify(NEW_PHONE, &code).await.body["verified"], false, "once");
    }

    async fn c27_one_code_a_minute_five_an_hour_ten_a_day_for_a_number(world: World) {
        ask_for_factors(&world, "always").await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let (_, answer) = password(&mut browser, "ana").await;
        let send = json!({ "attempt": answer["attempt"], "kind": "sms" });
        let mut sent = 0;
        for round in 1..=40 {
            let reply = browser.post_json("/login/factor/options", send.clone()).await;
            if reply.status == 204 {
                sent += 1;
                let again = browser.post_json("/login/factor/options", send.clone()).await;
                assert_eq!((again.status.as_u16(), &again.body["code"]), (429, &json!("TOO_MANY_CODES")));
                assert!(again.body["retryAfterSeconds"].as_i64().unwrap() <= 60 || sent >= 5);
            }
            // A minute later; every tenth round, the hour ends too.
            move_back(&world, "UPDATE throttle SET window_start = $1 WHERE bucket LIKE '%, a minute%'", SignedDuration::from_secs(61)).await;
            if round % 10 == 0 {
                move_back(&world, "UPDATE throttle SET window_start = $1 WHERE bucket LIKE '%, an hour%'", SignedDuration::from_secs(3601)).await;
            }
            if round == 10 {
                assert_eq!(sent, 5, "in the first hour");
            }
        }
        assert!(sent <= 10, "{sent} in a day");
        assert_eq!(world.delivered().await.len(), sent);
    }

    async fn c27_an_account_an_address_a_tenant_and_all_of_them_have_a_cap(world: World) {
        ask_for_factors(&world, "always").await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let (_, answer) = password(&mut browser, "ana").await;
        let send = json!({ "attempt": answer["attempt"], "kind": "sms" });
        assert_eq!(browser.post_json("/login/factor/options", send.clone()).await.status, 204);
        for (bucket, most) in [
            ("sms for an account, a day %", 15_i64),
            ("sms from an address, an hour %", 200),
            ("sms for a tenant, a day %", 5_000),
            ("sms, a day %", 20_000),
        ] {
            for (before, status) in [(most, 429), (most - 1, 204)] {
                world.change("UPDATE throttle SET tries = 0 WHERE bucket LIKE 'sms%'", vec![]).await;
                let full = "UPDATE throttle SET tries = $2 WHERE bucket LIKE $1";
                assert_eq!(world.change(full, db::params![bucket, before]).await, 1, "{bucket}");
                let reply = browser.post_json("/login/factor/options", send.clone()).await;
                assert_eq!(reply.status.as_u16(), status, "{bucket} {before}");
            }
        }
    }

    async fn c27_numbers_of_other_countries_and_no_numbers_at_all_are_refused(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        for (phone, code) in [("+49 30 901820", "COUNTRY_NOT_ALLOWED"), ("12", "INVALID_PHONE"), ("", "INVALID_PHONE")] {
            let reply = ana.text_me(phone, None).await;
            assert_eq!((reply.status.as_u16(), &reply.body["code"]), (422, &json!(code)), "{phone}");
        }
        let other = json!({ "phoneNumber": NEW_PHONE, "username": "victor" });
        assert_eq!(ana.call("POST", "/initiate-sms", other, None).await.status, 404);
    }

    async fn c27_the_answer_does_not_tell_whether_somebody_has_a_number(world: World) {
        let (victors,): (String,) =
            world.app.db.one("SELECT phone FROM person WHERE username = 'victor'", vec![]).await.unwrap();
        let mut ana = AtHome::of(&world, "ana").await;
        let mut answers = vec![];
        for (steps, phone) in [(-1, victors.as_str()), (0, NEW_PHONE)] {
            let challenge = challenge_of(&ana.text_me(phone, None).await);
            ana.prove(&challenge, steps).await;
            let reply = ana.text_me(phone, Some(&challenge)).await;
            answers.push((reply.status.as_u16(), reply.text));
        }
        assert_eq!(answers[0], (204, String::new()));
        assert_eq!(answers[0], answers[1]);
    }

    async fn c28_a_new_phone_counts_a_day_later_and_the_old_phone_and_mailbox_are_told(world: World) {
        let sql = "SELECT phone, email FROM person WHERE username = 'ana'";
        let (old_phone, email): (String, String) = world.app.db.one(sql, vec![]).await.unwrap();
        let mut ana = AtHome::of(&world, "ana").await;
        let challenge = challenge_of(&ana.text_me(NEW_PHONE, None).await);
        ana.prove(&challenge, 0).await;
        ana.text_me(NEW_PHONE, Some(&challenge)).await;
        let code = code_in(&world.delivered().await[0].text);
        assert_eq!(ana.verify(NEW_PHONE, &code).await.body["verified"], true);
        let told: Vec<(String, String)> = world.delivered().await.into_iter().map(|sent| (sent.kind, sent.to)).collect();
        assert!(told.contains(&("sms".into(), old_phone)) && told.contains(&("mail".into(), email)), "{told:?}");
        let kinds = |body: &Value| body["factors"].as_array().unwrap().iter().map(|way| way["kind"].clone()).collect::<Vec<_>>();
        let refused = ana.text_me("+1 503 555 8002", None).await;
        assert_eq!(kinds(&refused.body), [json!("totp")]);
        let sms = json!({ "kind": "sms" });
        let path = format!("/step-up/{}/options", challenge_of(&refused));
        assert_eq!(ana.call("POST", &path, sms, None).await.status, 404);
        move_back(&world, "UPDATE person SET phone_since = $1 WHERE username = 'ana'", SignedDuration::from_hours(25)).await;
        assert_eq!(kinds(&ana.text_me("+1 503 555 8002", None).await.body), [json!("totp"), json!("sms")]);
    }
}
