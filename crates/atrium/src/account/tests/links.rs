//! A forgotten password, an invitation, «this was not me».

use crate::world::{AtHome, Browser, PASSWORD, World, both, challenge_of, link_in};
use atrium::shared::collected::Delivered;
use jiff::SignedDuration;
use serde_json::json;

const GOOD: &str = "tuba velvet moth 94";

/// What was mailed after the answer, because that's when the work is done.
async fn mailed(world: &World) -> Vec<Delivered> {
    for _ in 0..200 {
        let sent: Vec<Delivered> =
            world.delivered().await.into_iter().filter(|sent| sent.kind == "mail").collect();
        if !sent.is_empty() {
            return sent;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("nothing was mailed");
}

async fn forgot(browser: &mut Browser<'_>, username: &str) -> (u16, String) {
    let reply = browser.post_json("/login/forgot", json!({ "username": username })).await;
    (reply.status.as_u16(), reply.text)
}

async fn choose(browser: &mut Browser<'_>, token: &str, password: &str) -> (u16, serde_json::Value) {
    let reply =
        browser.post_json("/login/choose-password", json!({ "token": token, "password": password })).await;
    (reply.status.as_u16(), reply.body)
}

/// Fifty wrong passwords from ten addresses, enough to guard an account.
async fn guessed_at(world: &World, name: &str) {
    for last in 0..10 {
        let address: &'static str = Box::leak(format!("198.51.100.{last}").into_boxed_str());
        let mut guesser = Browser::at(world, address);
        let request = guesser.begin().await;
        for _ in 0..5 {
            assert_eq!(guesser.type_password(&request, name, "guess").await.status, 401);
        }
    }
}

both! {
    async fn a_forgotten_password_is_chosen_anew_by_a_link_that_works_once(world: World) {
        let mut signed_in = AtHome::of(&world, "ana").await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        assert_eq!(forgot(&mut browser, "ana").await, (204, String::new()));
        let mail = mailed(&world).await;
        let token = link_in(&mail[0].text, "reset");
        let looked = browser.get(&format!("/login/link?token={token}")).await;
        assert_eq!((&looked.body["kind"], &looked.body["username"], &looked.body["minimumLength"]), (&json!("reset"), &json!("ana"), &json!(8)));
        for (password, code) in [("short", "PASSWORD_TOO_SHORT"), ("password123", "PASSWORD_COMMON"), ("I am ana lindqvist-cedar", "PASSWORD_CONTEXT")] {
            let (status, body) = choose(&mut browser, &token, password).await;
            assert_eq!((status, &body["code"], &body["field"]), (422, &json!(code), &json!("password")), "{password}");
        }
        assert_eq!(choose(&mut browser, &token, GOOD).await, (200, json!({ "next": "/signin" })));
        assert_eq!(choose(&mut browser, &token, GOOD).await, (410, json!({ "code": "LINK_GONE" })));
        assert_eq!(browser.get(&format!("/login/link?token={token}")).await.status, 410);
        // The old session is signed out.
        assert_eq!(signed_in.names("Ana", "Morales", "a@b.example", None).await.status, 401);
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "ana", PASSWORD).await.status, 401);
        assert_eq!(browser.type_password(&request, "ana", GOOD).await.status, 200);
        assert!(mailed(&world).await[0].text.contains("/login/not-me?token="), "and its owner is told");
    }

    async fn nobody_learns_who_has_an_account_and_asking_again_spoils_no_link(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        let known = forgot(&mut browser, "ana").await;
        assert_eq!(known, forgot(&mut browser, "nobody.at.all").await);
        let first = link_in(&mailed(&world).await[0].text, "reset");
        let address = "SELECT email FROM person WHERE username = 'ana'";
        let (address,): (String,) = world.app.db.one(address, vec![]).await.unwrap();
        forgot(&mut browser, &address.to_uppercase()).await;
        let second = link_in(&mailed(&world).await[0].text, "reset");
        assert_eq!(browser.get(&format!("/login/link?token={first}")).await.status, 200);
        let rows = json!(world.rows().await).to_string();
        assert!(!rows.contains(&second), "kept as a hash");
        let then = world.app.clock.now() - SignedDuration::from_secs(1);
        world.change("UPDATE account_link SET expires_at = $1", db::params![then]).await;
        assert_eq!(choose(&mut browser, &second, GOOD).await.0, 410);
    }

    async fn mails_with_links_are_few_and_whoever_gets_no_further_one_is_told(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        for name in ["ana", "nobody.at.all"] {
            for _ in 0..5 {
                assert_eq!(forgot(&mut browser, name).await, (204, String::new()));
            }
            // A name no one has gets the same answer.
            let told = browser.post_json("/login/forgot", json!({ "username": name })).await;
            assert_eq!((told.status.as_u16(), &told.body["code"]), (429, &json!("TOO_MANY_MAILS")));
            assert!(told.headers.contains_key("retry-after"));
            // A request from elsewhere has its own mail allowance, even where many have asked.
            let mut elsewhere = Browser::at(&world, "192.0.2.9");
            let full = "UPDATE throttle SET tries = 100 WHERE bucket LIKE 'mail for an account %' AND bucket NOT LIKE '%address%'";
            assert!(world.change(full, vec![]).await >= 1);
            assert_eq!(forgot(&mut elsewhere, name).await.0, 204);
            assert_eq!(forgot(&mut elsewhere, name).await.0, 429);
        }
        let links: Vec<String> = mailed(&world).await.iter().map(|mail| link_in(&mail.text, "reset")).collect();
        assert_eq!(links.len(), 6, "all that was accepted, and nothing else");
        // Links already sent stay good for as long as no more mail goes out.
        let later = world.app.clock.now() - SignedDuration::from_mins(15);
        world.change("UPDATE account_link SET created_at = $1", db::params![later]).await;
        let soon = "SELECT count(*) FROM account_link WHERE kind = 'reset' AND expires_at <= created_at";
        assert_eq!(world.count(soon).await, 0);
        assert_eq!(browser.get(&format!("/login/link?token={}", links[0])).await.status, 200);
        // Neighbors who ask a lot take nothing from an address that hasn't asked.
        world.change("UPDATE throttle SET tries = 3000 WHERE bucket LIKE 'mail from nearby%'", vec![]).await;
        assert_eq!(forgot(&mut Browser::at(&world, "127.0.0.2"), "victor").await.0, 204);
        for wrong in ["", "   ", "a\u{0}b", &"x".repeat(300)] {
            assert_eq!(forgot(&mut browser, wrong).await.0, 422, "what is no name is not accepted");
        }
    }

    async fn what_was_accepted_is_mailed_by_whoever_comes_after_a_worker_that_died(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        assert_eq!(forgot(&mut browser, "canary-zebra-7").await.0, 204);
        assert_eq!(forgot(&mut browser, "ana").await.0, 204);
        assert!(!json!(world.rows().await).to_string().contains("canary-zebra"), "what was typed is sealed");
        // A worker claimed it and was killed: its lease ends.
        let ahead = world.app.clock.now() + SignedDuration::from_secs(60);
        world.change("UPDATE link_request SET due_at = $1", db::params![ahead]).await;
        assert_eq!(world.delivered().await.len(), 0);
        let past = world.app.clock.now() - SignedDuration::from_secs(1);
        world.change("UPDATE link_request SET due_at = $1", db::params![past]).await;
        assert_eq!(mailed(&world).await.len(), 1);
        assert_eq!(world.count("SELECT count(*) FROM link_request").await, 0);
    }

    async fn one_network_cannot_fill_the_queue_and_others_are_still_served(world: World) {
        let fill = "INSERT INTO link_request (id, kind, sealed, address, neighborhood, due_at) VALUES ($1, 'reset', $2, $3, $4, $5)";
        let mut tx = world.app.db.begin_write().await.unwrap();
        let ahead = world.app.clock.now() + SignedDuration::from_secs(60);
        let row = |n: u16| {
            let id = uuid::Uuid::from_u128(0x7000_0000_0000_0000_0001_0000 + u128::from(n));
            db::params![id, Vec::<u8>::new(), format!("2001:db8:1:{n:x}::1"), "2001:db8:1::/48", ahead]
        };
        tx.exec_many(fill, (0..1_000).map(row).collect()).await.unwrap();
        tx.commit().await.unwrap();
        // Another household of the same provider customer.
        let mut nearby = Browser::at(&world, "[2001:db8:1:ffff::9]");
        let told = nearby.post_json("/login/forgot", json!({ "username": "ana" })).await;
        assert_eq!((told.status.as_u16(), &told.body["code"]), (429, &json!("TOO_MANY_MAILS")));
        assert_eq!(told.headers["retry-after"], "60");
        assert_eq!(world.count("SELECT count(*) FROM link_request").await, 1_000);
        assert_eq!(forgot(&mut Browser::at(&world, "[2001:db8:2::9]"), "ana").await.0, 204);
        assert_eq!(mailed(&world).await.len(), 1);
        // The network's counter has a limit too.
        let hard = "UPDATE throttle SET tries = 3160 WHERE bucket LIKE 'mail from nearby%'";
        assert_eq!(world.change(hard, vec![]).await, 1);
        assert_eq!(forgot(&mut Browser::at(&world, "[2001:db8:2:3::9]"), "victor").await.0, 429);
        assert_eq!(forgot(&mut Browser::at(&world, "[2001:db8:3::9]"), "victor").await.0, 204);
    }

    async fn a_name_of_several_people_mails_each_of_them_once_though_one_of_them_fails(world: World) {
        let (ana, omar) = (world.person("ana").await, world.person("omar").await);
        for person in [ana, omar] {
            world.change("UPDATE person SET email = 'desk@cedar.example' WHERE id = $1", db::params![person]).await;
        }
        assert_eq!(forgot(&mut Browser::at(&world, "127.0.0.1"), "desk@cedar.example").await.0, 204);
        let rows = "SELECT count(*) FROM link_request WHERE person_id IS NOT NULL";
        assert_eq!(atrium::account::answer_link_requests(&world.app).await.unwrap(), 1);
        assert_eq!((world.count(rows).await, world.count("SELECT count(*) FROM link_request").await), (2, 2));
        // Omar's is dropped after many attempts; Ana's is mailed once.
        world.change("UPDATE link_request SET attempts = 30 WHERE person_id = $1", db::params![omar]).await;
        let mails = mailed(&world).await;
        assert_eq!(mails.len(), 1);
        assert!(mails[0].text.contains("Ana"), "{}", mails[0].text);
        assert_eq!(world.count("SELECT count(*) FROM link_request").await, 0);
        let made = "SELECT count(*) FROM account_link WHERE kind = 'reset'";
        assert_eq!(world.count(made).await, 1);
    }

    async fn b21_a_mailed_link_signs_in_once_whatever_others_guessed(world: World) {
        let person = world.person("omar").await;
        world.change("DELETE FROM totp WHERE person_id = $1", db::params![person]).await;
        world.change("UPDATE person SET phone = NULL WHERE id = $1", db::params![person]).await;
        let mut browser = Browser::at(&world, "192.0.2.1");
        let mut answers = std::collections::BTreeSet::new();
        for name in ["omar", "nobody.at.all"] {
            guessed_at(&world, name).await;
            let request = browser.begin().await;
            for password in [PASSWORD, "guess"] {
                let reply = browser.type_password(&request, name, password).await;
                answers.insert((reply.status.as_u16(), reply.text));
            }
        }
        let guarded = (401, r#"{"code":"ACCOUNT_GUARDED"}"#.to_owned());
        assert_eq!(answers.into_iter().collect::<Vec<_>>(), [guarded], "right or wrong, known or not");
        let ask = json!({ "username": "omar" });
        assert_eq!(browser.post_json("/login/mail-link", ask).await.status, 204);
        let token = link_in(&mailed(&world).await[0].text, "by-link");
        let looked = browser.get(&format!("/login/link?token={token}")).await;
        assert_eq!((&looked.body["kind"], &looked.body["firstName"]), (&json!("sign_in"), &json!("Omar")));
        assert_eq!(choose(&mut browser, &token, GOOD).await.0, 410, "it changes no password");
        let request = browser.begin().await;
        let given = json!({ "request": request, "token": token });
        let welcome = browser.post_json("/login/link-sign-in", given.clone()).await;
        browser.finish(welcome).await;
        let again = browser.begin_with("&prompt=login").await;
        let given = json!({ "request": again, "token": token });
        assert_eq!(browser.post_json("/login/link-sign-in", given).await.status, 410);
        // The owner is here, so a password counts again elsewhere.
        Browser::at(&world, "192.0.2.2").sign_in("omar").await;
    }

    async fn b21_many_guesses_ask_for_a_second_factor_and_a_password_alone_does_not_end_that(world: World) {
        guessed_at(&world, "ana").await;
        let mut browser = Browser::at(&world, "192.0.2.1");
        for _ in 0..2 {
            let request = browser.begin().await;
            let asked = browser.type_password(&request, "ana", PASSWORD).await;
            assert!(asked.status == 200 && asked.body["factors"].is_array(), "{}", asked.text);
        }
        let request = browser.begin().await;
        let attempt = browser.type_password(&request, "ana", PASSWORD).await.body["attempt"].clone();
        let code = crate::world::app_code(&world, 0);
        let given = json!({ "request": request, "attempt": attempt, "kind": "totp", "code": code });
        let welcome = browser.post_json("/login/factor", given).await;
        browser.finish(welcome).await;
        // A tenant that asks for a second factor asks for it after a link too.
        world.change("UPDATE tenant SET second_factor = 'always'", vec![]).await;
        browser.post_json("/login/mail-link", json!({ "username": "victor" })).await;
        let token = link_in(&mailed(&world).await[0].text, "by-link");
        let request = Browser::begin_with(&mut browser, "&prompt=login").await;
        let asked = browser.post_json("/login/link-sign-in", json!({ "request": request, "token": token })).await;
        assert!(asked.body["factors"].is_array() && asked.body["next"].is_null(), "{}", asked.text);
        // And it doesn't claim a password.
        let code = crate::world::app_code(&world, 0);
        let given = json!({ "request": request, "attempt": asked.body["attempt"], "kind": "totp", "code": code });
        assert_eq!(browser.post_json("/login/factor", given).await.status, 200);
        let newest = "SELECT amr FROM oidc_session ORDER BY created_at DESC LIMIT 1";
        assert_eq!(world.app.db.one::<(String,)>(newest, vec![]).await.unwrap().0, "mail otp mfa");
        // Nor does someone who sets up an app along the way.
        let omar = world.person("omar").await;
        world.change("DELETE FROM totp WHERE person_id = $1", db::params![omar]).await;
        world.change("UPDATE person SET phone = NULL WHERE id = $1", db::params![omar]).await;
        browser.post_json("/login/mail-link", json!({ "username": "omar" })).await;
        let token = link_in(&mailed(&world).await[0].text, "by-link");
        let request = browser.begin_with("&prompt=login").await;
        let asked = browser.post_json("/login/link-sign-in", json!({ "request": request, "token": token })).await;
        assert_eq!(asked.body["enroll"], true, "{}", asked.text);
        let setup = browser.post_json("/login/enroll/totp", json!({ "attempt": asked.body["attempt"] })).await;
        let secret = totp_rs::Secret::try_from_base32(setup.body["secret"].as_str().unwrap()).unwrap();
        let code = crate::world::code_of(&world, secret.as_bytes(), 0);
        let given = json!({ "request": request, "attempt": asked.body["attempt"], "code": code });
        assert_eq!(browser.post_json("/login/enroll/totp/confirm", given).await.status, 200);
        assert_eq!(world.app.db.one::<(String,)>(newest, vec![]).await.unwrap().0, "mail otp mfa");
    }

    async fn an_invitation_lets_somebody_choose_their_first_password(world: World) {
        let person = world.person("omar").await;
        world.change("DELETE FROM password_credential WHERE person_id = $1", db::params![person]).await;
        world.change("DELETE FROM totp WHERE person_id = $1", db::params![person]).await;
        world.change("UPDATE person SET phone = NULL WHERE id = $1", db::params![person]).await;
        assert!(atrium::account::invite_called(&world.app, "nobody.at.all").await.is_err());
        let link = atrium::account::invite_called(&world.app, "Omar").await.unwrap();
        let token = link_in(&mailed(&world).await[0].text, "invitation");
        assert!(link.ends_with(&token));
        let mut browser = Browser::at(&world, "127.0.0.1");
        let looked = browser.get(&format!("/login/link?token={token}")).await;
        assert_eq!((&looked.body["kind"], &looked.body["minimumLength"]), (&json!("invitation"), &json!(15)), "nothing but the password");
        let (status, body) = choose(&mut browser, &token, "tuba velvet").await;
        assert_eq!((status, &body["code"], &body["minimumLength"]), (422, &json!("PASSWORD_TOO_SHORT"), &json!(15)));
        assert_eq!(choose(&mut browser, &token, GOOD).await.0, 200);
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "omar", GOOD).await.status, 200);
        let welcome = mailed(&world).await;
        assert_eq!(welcome.iter().map(|mail| mail.subject.as_deref()).collect::<Vec<_>>(), [Some("Welcome to Atrium")]);
        assert!(welcome[0].text.contains("omar") && !welcome[0].text.contains("not-me"), "nothing was changed: {}", welcome[0].text);
        // Someone who already had a password is told it changed.
        atrium::account::invite_called(&world.app, "victor").await.unwrap();
        let token = link_in(&mailed(&world).await[0].text, "invitation");
        assert_eq!(choose(&mut browser, &token, GOOD).await.0, 200);
        assert!(mailed(&world).await[0].text.contains("/login/not-me?token="));
    }

    async fn a_thief_who_changes_the_address_twice_gets_no_link_that_undoes_the_recovery(world: World) {
        let (before,): (String,) =
            world.app.db.one("SELECT email FROM person WHERE username = 'ana'", vec![]).await.unwrap();
        let mut thief = AtHome::of(&world, "ana").await;
        let mut mails = vec![];
        for (steps, email) in [(-1, "one@evil.example"), (0, "two@evil.example")] {
            let challenge = challenge_of(&thief.names("Ana", "Morales", email, None).await);
            thief.prove(&challenge, steps).await;
            assert_eq!(thief.names("Ana", "Morales", email, Some(&challenge)).await.status, 200);
            thief.confirm_mail(email).await;
            mails.extend(mailed(&world).await);
        }
        let codes = thief.ask_proved("mutation { renewRecoveryCodes { recoveryCodes } }", json!({}), 1).await;
        let code = codes.data("/renewRecoveryCodes/recoveryCodes/0").as_str().unwrap().to_owned();
        mails.extend(mailed(&world).await);
        let with_link: Vec<&Delivered> = mails.iter().filter(|mail| mail.text.contains("/login/not-me?")).collect();
        assert!(with_link.len() == 3 && with_link.iter().all(|mail| mail.to == before), "links go to where it began");
        let mut browser = Browser::at(&world, "127.0.0.1");
        let (first, second) = (link_in(&with_link[0].text, "not-me"), link_in(&with_link[1].text, "not-me"));
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": first })).await.status, 200);
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": second })).await.status, 410);
        let reset = link_in(&mailed(&world).await[0].text, "reset");
        assert_eq!(choose(&mut browser, &reset, GOOD).await.0, 200);
        // The codes the thief wrote down no longer work.
        world.change("UPDATE tenant SET second_factor = 'always'", vec![]).await;
        let request = browser.begin().await;
        let answer = browser.type_password(&request, "ana", GOOD).await.body;
        let given = json!({ "request": request, "attempt": answer["attempt"], "kind": "recovery", "code": code });
        assert_eq!(browser.post_json("/login/factor", given).await.status, 401);
    }

    async fn a_new_password_ends_sign_ins_that_are_half_done(world: World) {
        world.change("UPDATE tenant SET second_factor = 'always'", vec![]).await;
        let mut thief = Browser::at(&world, "127.0.0.5");
        let request = thief.begin().await;
        let attempt = thief.type_password(&request, "ana", PASSWORD).await.body["attempt"].clone();
        let mut browser = Browser::at(&world, "127.0.0.1");
        forgot(&mut browser, "ana").await;
        let token = link_in(&mailed(&world).await[0].text, "reset");
        assert_eq!(choose(&mut browser, &token, GOOD).await.0, 200);
        let code = crate::world::app_code(&world, 0);
        let given = json!({ "request": request, "attempt": attempt, "kind": "totp", "code": code });
        assert_eq!(thief.post_json("/login/factor", given).await.status, 410);
    }

    async fn this_was_not_me_undoes_what_was_changed_and_ends_every_session(world: World) {
        let sql = "SELECT email FROM person WHERE username = 'ana'";
        let (before,): (String,) = world.app.db.one(sql, vec![]).await.unwrap();
        let mut thief = AtHome::of(&world, "ana").await;
        let challenge = challenge_of(&thief.names("Ana", "Morales", "thief@evil.example", None).await);
        thief.prove(&challenge, 0).await;
        thief.names("Ana", "Morales", "thief@evil.example", Some(&challenge)).await;
        thief.confirm_mail("thief@evil.example").await;
        let mails = mailed(&world).await;
        let warned = mails.iter().find(|mail| mail.to == before).unwrap();
        let token = link_in(&warned.text, "not-me");
        let mut browser = Browser::at(&world, "127.0.0.1");
        assert_eq!(choose(&mut browser, &token, GOOD).await.0, 410, "it opens no account");
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 200);
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 410);
        let (after,): (String,) = world.app.db.one(sql, vec![]).await.unwrap();
        assert_eq!(after, before);
        assert_eq!(thief.names("Ana", "Morales", "x@y.example", None).await.status, 401);
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "ana", PASSWORD).await.status, 401, "the password is retired");
        let reset = mailed(&world).await;
        assert_eq!(reset[0].to, before);
        assert_eq!(choose(&mut browser, &link_in(&reset[0].text, "reset"), GOOD).await.0, 200);
        assert_eq!(browser.type_password(&request, "ana", GOOD).await.status, 200);
    }

    async fn an_address_that_is_a_colleagues_by_now_is_not_given_back_but_the_account_is_closed(world: World) {
        let email = "SELECT email FROM person WHERE username = 'ana'";
        let (before,): (String,) = world.app.db.one(email, vec![]).await.unwrap();
        let mut thief = AtHome::of(&world, "ana").await;
        let challenge = challenge_of(&thief.names("Ana", "Morales", "thief@evil.example", None).await);
        thief.prove(&challenge, 0).await;
        thief.names("Ana", "Morales", "thief@evil.example", Some(&challenge)).await;
        thief.confirm_mail("thief@evil.example").await;
        let mails = mailed(&world).await;
        let token = link_in(&mails.iter().find(|mail| mail.to == before).unwrap().text, "not-me");
        let (person, now) = (world.person("ana").await, world.app.clock.now());
        let phone = "SELECT phone FROM person WHERE username = 'ana'";
        let (number,): (Option<String>,) = world.app.db.one(phone, vec![]).await.unwrap();
        let noted = "INSERT INTO credential_change (id, tenant_id, person_id, kind, old_value, changed_at)
            SELECT $1, tenant_id, id, 'phone', phone, $3 FROM person WHERE id = $2";
        world.change(noted, db::params![uuid::Uuid::from_u128(7), person, now]).await;
        world.change("UPDATE person SET phone = '+15035550199' WHERE id = $1", db::params![person]).await;
        let victors = "UPDATE person SET email = $1 WHERE username = 'victor'";
        world.change(victors, db::params![before.as_str()]).await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let told = browser.post_json("/login/not-me", json!({ "token": token })).await;
        assert_eq!((told.status.as_u16(), &told.body["code"]), (422, &json!("EMAIL_TAKEN")));
        let holders = "SELECT count(*) FROM person WHERE email = $1";
        assert_eq!(world.app.db.one::<(i64,)>(holders, db::params![before.as_str()]).await.unwrap().0, 1);
        assert_eq!(thief.names("Ana", "Morales", "x@y.example", None).await.status, 401, "whoever was in is out");
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "ana", PASSWORD).await.status, 401, "and the password is gone");
        // What the thief put there is gone, and only the administrators get mail.
        assert_eq!(world.app.db.one::<(String,)>(email, vec![]).await.unwrap().0, "");
        assert_eq!(world.app.db.one::<(Option<String>,)>(phone, vec![]).await.unwrap().0, number);
        let told: Vec<Delivered> = mailed(&world).await;
        assert!(told.iter().all(|mail| mail.to.starts_with("grace") && mail.text.contains("without an address")), "{:?}", told[0].to);
        for name in ["ana", "thief@evil.example"] {
            assert_eq!(forgot(&mut browser, name).await.0, 204);
            assert_eq!(browser.post_json("/login/mail-link", json!({ "username": name })).await.status, 204);
        }
        assert_eq!(world.delivered().await.len(), 0);
        assert_eq!(world.count("SELECT count(*) FROM link_request").await, 0);
        // Two people without an address don't share one.
        world.change("UPDATE person SET email = '' WHERE username = 'omar'", vec![]).await;
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 422);
        assert_eq!(world.delivered().await.len(), 0, "the administrators know already");
        // Once an administrator has sorted it out, the same link does the rest.
        world.change(victors, db::params!["victor@cedar.example"]).await;
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 200);
        assert_eq!(world.app.db.one::<(String,)>(email, vec![]).await.unwrap().0, before);
        assert_eq!(choose(&mut browser, &link_in(&mailed(&world).await[0].text, "reset"), GOOD).await.0, 200);
    }
}
