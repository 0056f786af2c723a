//! Account settings: names, e-mail, password, language, factors, sessions, recent activity.

use crate::world::{AtHome, Browser, PASSWORD, World, both, challenge_of, code_of, link_in};
use atrium::config::Settings;
use atrium::shared::collected::Delivered;
use serde_json::{Value, json};
use std::sync::Arc;

const SECURITY: &str =
    "{ accountSecurity { username firstName email newEmail { email } language phone minimumPasswordLength recoveryCodesLeft
    totpEnabledAt passkeys { id } sessions { id isCurrent device } events { action result } } }";
const PASSWORD_CHANGE: &str = "mutation ($old: String!, $new: String!) { changePassword(currentPassword: $old, newPassword: $new) { username } }";
const GOOD: &str = "tuba velvet moth 94";

async fn security(at: &mut AtHome<'_>) -> Value {
    at.ask(SECURITY, json!({}), None).await.data("/accountSecurity").clone()
}

const RESEND: &str = "mutation { resendNewEmail { newEmail { email } } }";
const CANCEL: &str = "mutation { cancelNewEmail { newEmail { email } } }";

/// Requests a new address and proves it; the name stays.
async fn asked_for(at: &mut AtHome<'_>, email: &str, steps: i64) {
    let sql = "SELECT first_name, last_name FROM person WHERE username = $1";
    let who = db::params![at.username.as_str()];
    let (first, last): (String, String) = at.browser.world.app.db.one(sql, who).await.unwrap();
    let challenge = challenge_of(&at.names(&first, &last, email, None).await);
    at.prove(&challenge, steps).await;
    assert_eq!(at.names(&first, &last, email, Some(&challenge)).await.status, 200);
}

async fn mails(world: &World) -> Vec<Delivered> {
    world.delivered().await.into_iter().filter(|sent| sent.kind == "mail").collect()
}

#[track_caller]
fn to(mails: &[Delivered], address: &str) -> Delivered {
    mails.iter().find(|mail| mail.to == address).expect("a mail to this address").clone()
}

both! {
    async fn a_name_is_changed_with_a_proof_its_owner_is_told_and_every_field_is_required(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let email = security(&mut ana).await["email"].as_str().unwrap().to_owned();
        assert_eq!(ana.names(" Ana ", "Morales", &email, None).await.status, 200, "nothing is another");
        assert!(world.delivered().await.is_empty());
        let refused = ana.names("System", "Backup", &email, None).await;
        assert_eq!((refused.status.as_u16(), &security(&mut ana).await["firstName"]), (403, &json!("Ana")));
        ana.prove(&challenge_of(&refused), 0).await;
        let other = ana.names("System", "Update", &email, Some(&challenge_of(&refused))).await;
        assert_eq!(other.status, 403, "it was proved for another name");
        let challenge = challenge_of(&ana.names(" Anna ", "Lind", &email, None).await);
        ana.prove(&challenge, 1).await;
        let reply = ana.names(" Anna ", "Lind", &email, Some(&challenge)).await;
        assert_eq!((reply.status.as_u16(), &reply.body["firstName"]), (200, &json!("Anna")));
        assert_eq!(security(&mut ana).await["firstName"], "Anna");
        let told = world.delivered().await;
        assert!(told.iter().any(|sent| sent.kind == "sms") && to(&told, &email).text.contains("/login/not-me?token="));
        assert!(told.iter().all(|sent| sent.text.contains("The name on your account was changed.")));
        assert_eq!(world.count("SELECT count(*) FROM credential_change").await, 0, "a name opens nothing");
        let empty = ana.names("Anna", " ", &email, None).await;
        assert_eq!(empty.status, 422);
        let error = &empty.body["errors"][0];
        assert_eq!((&error["message"], &error["field"]), (&json!("All fields are required"), &json!("lastName")));
        assert_eq!(ana.names("Anna", "Lind", "no address", None).await.body["errors"][0]["code"], "INVALID_EMAIL");
    }

    async fn nobody_changes_somebody_elses_account(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        ana.person = world.person("victor").await.to_string();
        let foreign = ana.names("X", "Y", "x@y.example", None).await;
        ana.person = "00000000-0000-7000-8000-000000000000".to_owned();
        let missing = ana.names("X", "Y", "x@y.example", None).await;
        assert_eq!((foreign.status.as_u16(), &foreign.text), (404, &missing.text));
        ana.token = "none".to_owned();
        assert_eq!(ana.names("X", "Y", "x@y.example", None).await.status, 401);
        assert_eq!(ana.text_me("+15035558000", None).await.status, 401);
        assert_eq!(ana.verify("+15035558000", "000000").await.status, 401);
    }

    async fn a_new_password_takes_back_an_address_that_waits(world: World) {
        let mut elena = AtHome::of(&world, "elena").await;
        let old = security(&mut elena).await["email"].clone();
        asked_for(&mut elena, "thief@evil.example", 0).await;
        let link = json!({ "token": link_in(&to(&mails(&world).await, "thief@evil.example").text, "confirm-email") });
        let mut browser = Browser::at(&world, "127.0.0.9");
        assert_eq!(browser.post_json("/login/forgot", json!({ "username": "elena" })).await.status, 204);
        let reset = link_in(&to(&mails(&world).await, old.as_str().unwrap()).text, "reset");
        let chosen = json!({ "token": reset, "password": GOOD });
        assert_eq!(browser.post_json("/login/choose-password", chosen).await.status, 200);
        assert_eq!(browser.post_json("/login/confirm-email", link).await.status, 410);
        assert_eq!(world.count("SELECT count(*) FROM person WHERE email = 'thief@evil.example'").await, 0);
        assert_eq!(world.count("SELECT count(*) FROM new_email").await, 0);
    }

    async fn a_new_address_counts_once_its_link_was_followed_and_both_mailboxes_hear_of_it(world: World) {
        let mut elena = AtHome::of(&world, "elena").await;
        let old = security(&mut elena).await["email"].as_str().unwrap().to_owned();
        asked_for(&mut elena, "new@cedar.example", 0).await;
        let sent = mails(&world).await;
        let to: Vec<&str> = sent.iter().map(|mail| mail.to.as_str()).collect();
        assert!(to.len() == 2 && to.contains(&old.as_str()) && to.contains(&"new@cedar.example"), "{to:?}");
        assert!(sent.iter().all(|mail| mail.language == "es"));
        let of = |to: &str| sent.iter().find(|mail| mail.to == to).unwrap().text.clone();
        assert!(of(&old).contains("/login/not-me?token="), "the old one can stop it");
        let now = security(&mut elena).await;
        assert_eq!((&now["email"], &now["newEmail"]["email"]), (&json!(old), &json!("new@cedar.example")));
        let mut browser = Browser::at(&world, "127.0.0.1");
        let token = link_in(&of("new@cedar.example"), "confirm-email");
        let looked = browser.get(&format!("/login/link?token={token}")).await;
        assert_eq!(looked.body["kind"], "email");
        assert_eq!(browser.post_json("/login/confirm-email", json!({ "token": token })).await.status, 200);
        assert_eq!(browser.post_json("/login/confirm-email", json!({ "token": token })).await.status, 410);
        let now = security(&mut elena).await;
        assert_eq!((&now["email"], &now["newEmail"]), (&json!("new@cedar.example"), &Value::Null));
        let sent = mails(&world).await;
        let links = sent.iter().filter(|mail| mail.text.contains("/login/not-me?token="));
        assert_eq!(links.map(|mail| mail.to.as_str()).collect::<Vec<_>>(), [old.as_str()], "and undo it");
        let names = |events: &Value| -> Vec<String> {
            events.as_array().unwrap().iter().map(|event| event["action"].as_str().unwrap().to_owned()).collect()
        };
        // The same name and a new address: no notice about a new name.
        asked_for(&mut elena, "newer@cedar.example", 1).await;
        let seen = names(&security(&mut elena).await["events"]);
        let times = |action: &str| seen.iter().filter(|seen| *seen == action).count();
        assert_eq!((times("profile.changed"), times("email.asked"), times("email.changed")), (0, 2, 1), "{seen:?}");
    }

    async fn a_new_address_can_be_sent_again_and_given_up_and_only_the_last_one_counts(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let old = security(&mut ana).await["email"].clone();
        let mut browser = Browser::at(&world, "127.0.0.1");
        let mut confirm = async |mail: &Delivered| {
            let token = json!({ "token": link_in(&mail.text, "confirm-email") });
            browser.post_json("/login/confirm-email", token).await.status.as_u16()
        };
        asked_for(&mut ana, "one@cedar.example", -1).await;
        let first = to(&mails(&world).await, "one@cedar.example");
        asked_for(&mut ana, "two@cedar.example", 0).await;
        let second = to(&mails(&world).await, "two@cedar.example");
        assert_eq!(confirm(&first).await, 410, "it was replaced");
        assert_eq!(ana.ask(RESEND, json!({}), None).await.data("/resendNewEmail/newEmail/email"), "two@cedar.example");
        let again = to(&mails(&world).await, "two@cedar.example");
        assert_eq!(ana.ask(CANCEL, json!({}), None).await.data("/cancelNewEmail/newEmail"), &Value::Null);
        for mail in [&second, &again] {
            assert_eq!(confirm(mail).await, 410, "it was given up");
        }
        assert_eq!(security(&mut ana).await["email"], old);
        assert_eq!(ana.ask(CANCEL, json!({}), None).await.outcome(), "NOT_FOUND");
        assert_eq!(ana.ask(RESEND, json!({}), None).await.outcome(), "NOT_FOUND");
        // "This was not me" cancels it too.
        asked_for(&mut ana, "three@cedar.example", 1).await;
        let sent = mails(&world).await;
        let alarm = link_in(&to(&sent, old.as_str().unwrap()).text, "not-me");
        assert_eq!(Browser::at(&world, "127.0.0.1").post_json("/login/not-me", json!({ "token": alarm })).await.status, 200);
        assert_eq!(confirm(&to(&sent, "three@cedar.example")).await, 410);
        assert_eq!(world.count("SELECT count(*) FROM new_email").await, 0);
    }

    async fn two_people_of_one_tenant_never_have_one_address(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let (victors,): (String,) =
            world.app.db.one("SELECT email FROM person WHERE username = 'victor'", vec![]).await.unwrap();
        let (hugos,): (String,) =
            world.app.db.one("SELECT email FROM person WHERE username = 'hugo'", vec![]).await.unwrap();
        let rows = async || {
            let mut rows = world.rows().await;
            rows.remove("throttle");
            rows
        };
        let before = rows().await;
        let refused = ana.names("Ana", "Morales", &victors.to_uppercase(), None).await;
        let error = &refused.body["errors"][0];
        assert_eq!((refused.status.as_u16(), &error["code"], &error["field"]), (422, &json!("EMAIL_TAKEN"), &json!("email")));
        assert_eq!(rows().await, before);
        // Who works at another organization stays private.
        assert_eq!(ana.names("Ana", "Morales", &hugos, None).await.status, 403, "asked to prove it, as for any other address");
        // Two people are waiting for the same address: the first to follow the link gets it.
        asked_for(&mut ana, "shared@cedar.example", 0).await;
        let hers = to(&mails(&world).await, "shared@cedar.example");
        let mut victor = AtHome::of(&world, "victor").await;
        asked_for(&mut victor, "shared@cedar.example", 0).await;
        victor.confirm_mail("shared@cedar.example").await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let token = json!({ "token": link_in(&hers.text, "confirm-email") });
        let late = browser.post_json("/login/confirm-email", token).await;
        assert_eq!((late.status.as_u16(), &late.body["code"]), (422, &json!("EMAIL_TAKEN")));
        let shared = "SELECT count(*) FROM person WHERE email = 'shared@cedar.example'";
        assert_eq!(world.count(shared).await, 1);
    }

    async fn nobody_tries_out_who_has_which_address(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let (victors,): (String,) =
            world.app.db.one("SELECT email FROM person WHERE username = 'victor'", vec![]).await.unwrap();
        assert_eq!(ana.names("Ana", "Morales", &victors, None).await.status, 422);
        let full = "UPDATE throttle SET tries = 30 WHERE bucket LIKE 'new addresses for an account%'";
        assert_eq!(world.change(full, vec![]).await, 1);
        for email in [victors.as_str(), "free@cedar.example"] {
            let refused = ana.names("Ana", "Morales", email, None).await;
            let code = &refused.body["errors"][0]["code"];
            assert_eq!((refused.status.as_u16(), code), (429, &json!("TOO_MANY_TRIES")), "{email}");
        }
        let (own,): (String,) = world.app.db.one("SELECT email FROM person WHERE username = 'ana'", vec![]).await.unwrap();
        assert_eq!(ana.names("Anabel", "L", &own, None).await.status, 403, "a name is no address, and is proved as ever");
        assert_eq!(AtHome::of(&world, "victor").await.names("V", "L", "free@cedar.example", None).await.status, 403);
    }

    async fn a_password_kept_as_it_was_typed_still_opens_and_is_kept_normalized_from_then_on(world: World) {
        let typed = "cafe\u{301} velvet moth";
        let person = world.person("victor").await;
        // The way an earlier version hashed it: byte for byte.
        let hash = {
            use argon2::PasswordHasher;
            let made = argon2::Argon2::default().hash_password_with_salt(typed.as_bytes(), b"a salt of sixteen").unwrap();
            made.to_string()
        };
        world.change("UPDATE password_credential SET hash = $2 WHERE person_id = $1", db::params![person, hash.as_str()]).await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "victor", "caf\u{e9} velvet moth").await.status, 401);
        assert_eq!(browser.type_password(&request, "victor", typed).await.status, 200);
        for spelled in [typed, "caf\u{e9} velvet moth"] {
            let request = browser.begin_with("&prompt=login").await;
            assert_eq!(browser.type_password(&request, "victor", spelled).await.status, 200, "either spelling");
        }
    }

    async fn b19_a_new_password_is_checked_and_ends_every_other_session(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let mut phone = AtHome::of(&world, "ana").await;
        for (old, new, code, field) in [
            ("not it", GOOD, "INCORRECT_PASSWORD", "currentPassword"),
            (PASSWORD, "short", "PASSWORD_TOO_SHORT", "newPassword"),
            (PASSWORD, "password123", "PASSWORD_COMMON", "newPassword"),
            (PASSWORD, "cedar velvet moth", "PASSWORD_CONTEXT", "newPassword"),
        ] {
            let reply = ana.ask(PASSWORD_CHANGE, json!({ "old": old, "new": new }), None).await;
            assert_eq!((reply.outcome(), reply.field()), (code, Some(field)), "{new}");
        }
        let reply = ana.ask_proved(PASSWORD_CHANGE, json!({ "old": PASSWORD, "new": GOOD }), 0).await;
        assert_eq!(reply.outcome(), "ok", "{}", reply.text);
        assert_eq!(ana.ask(SECURITY, json!({}), None).await.outcome(), "ok");
        assert_eq!(phone.ask(SECURITY, json!({}), None).await.outcome(), "UNAUTHENTICATED");
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "ana", PASSWORD).await.status, 401);
        assert_eq!(browser.type_password(&request, "ana", GOOD).await.status, 200);
        assert_eq!(world.delivered().await.iter().filter(|sent| sent.kind == "mail").count(), 1);
    }

    async fn whoever_guesses_the_present_password_too_often_is_told_how_long_to_wait(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let mut last = None;
        for _ in 0..30 {
            let reply = ana.ask(PASSWORD_CHANGE, json!({ "old": "not it", "new": GOOD }), None).await;
            if reply.outcome() != "INCORRECT_PASSWORD" {
                last = Some(reply);
                break;
            }
        }
        let stopped = last.expect("guessing ends");
        assert_eq!(stopped.outcome(), "TOO_MANY_TRIES");
        let wait = stopped.body["errors"][0]["extensions"]["retryAfterSeconds"].as_i64().unwrap();
        assert!((1..=900).contains(&wait), "{wait}");
    }

    async fn b19_a_password_known_from_a_breach_is_refused_wherever_one_is_chosen(demo: World) {
        let list = tempfile::NamedTempFile::new().unwrap();
        // GOOD, in the format of the list operators download.
        std::fs::write(list.path(), "0000000000000000000000000000000000000000:9\r\n4A7D4A3F8ABC37C60C7C291F6D01F745920F67FF:1\r\n").unwrap();
        let world = World::with(demo.engine, |app| {
            let environment = [
                ("ATRIUM_DATA_DIR".to_owned(), app.settings.data_dir.display().to_string()),
                ("ATRIUM_BREACHED_PASSWORDS".to_owned(), list.path().display().to_string()),
            ];
            app.settings = Arc::new(Settings::load(None, environment, &[]).unwrap());
        })
        .await;
        let mut ana = AtHome::of(&world, "ana").await;
        let reply = ana.ask(PASSWORD_CHANGE, json!({ "old": PASSWORD, "new": GOOD }), None).await;
        assert_eq!((reply.outcome(), reply.field()), ("PASSWORD_COMMON", Some("newPassword")));
        let token = atrium::account::invite_called(&world.app, "ana").await.unwrap();
        let token = token.split("token=").nth(1).unwrap();
        let mut browser = Browser::at(&world, "127.0.0.1");
        let choose = json!({ "token": token, "password": GOOD });
        let reply = browser.post_json("/login/choose-password", choose).await;
        assert_eq!((reply.status.as_u16(), &reply.body["code"], &reply.body["field"]), (422, &json!("PASSWORD_COMMON"), &json!("password")));
        let choose = json!({ "token": token, "password": format!("{GOOD} and more") });
        assert_eq!(browser.post_json("/login/choose-password", choose).await.status, 200, "the link was not used up");
    }

    async fn b23_sessions_are_listed_and_ended_one_by_one_or_all_others(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let mut second = AtHome::of(&world, "ana").await;
        let mut third = AtHome::of(&world, "ana").await;
        let sessions = security(&mut ana).await["sessions"].as_array().unwrap().clone();
        assert_eq!(sessions.len(), 3);
        assert_eq!(sessions.iter().filter(|session| session["isCurrent"] == true).count(), 1);
        let seconds = security(&mut second).await["sessions"].as_array().unwrap().clone();
        let id = seconds.iter().find(|session| session["isCurrent"] == true).unwrap()["id"].clone();
        let end = "mutation ($id: ID!) { endSession(sessionId: $id) { sessions { id } } }";
        let mut victor = AtHome::of(&world, "victor").await;
        assert_eq!(victor.ask(end, json!({ "id": id }), None).await.outcome(), "NOT_FOUND");
        let reply = ana.ask(end, json!({ "id": id }), None).await;
        assert_eq!(reply.data("/endSession/sessions").as_array().unwrap().len(), 2);
        assert_eq!(second.ask(SECURITY, json!({}), None).await.outcome(), "UNAUTHENTICATED");
        assert_eq!(second.browser.get("/sessions/me").await.status, 401);
        let reply = ana.ask("mutation { endOtherSessions { sessions { isCurrent } } }", json!({}), None).await;
        assert_eq!(*reply.data("/endOtherSessions/sessions"), json!([{ "isCurrent": true }]));
        assert_eq!(third.ask(SECURITY, json!({}), None).await.outcome(), "UNAUTHENTICATED");
        assert_eq!(victor.ask(SECURITY, json!({}), None).await.outcome(), "ok");
    }

    async fn an_authenticator_app_is_replaced_and_taken_away_with_its_recovery_codes(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let begun = ana.ask("mutation { beginTotp { ceremony secret qrPath qrSize uri } }", json!({}), None).await;
        let setup = begun.data("/beginTotp").clone();
        let secret = totp_rs::Secret::try_from_base32(setup["secret"].as_str().unwrap()).unwrap();
        let confirm = "mutation ($c: ID!, $code: String!) { confirmTotp(ceremony: $c, code: $code) { recoveryCodes } }";
        let challenge = challenge_of(&ana.ask(confirm, json!({ "c": setup["ceremony"], "code": "000000" }), None).await);
        ana.prove(&challenge, 0).await;
        let wrong = ana.ask(confirm, json!({ "c": setup["ceremony"], "code": "000000" }), Some(&challenge)).await;
        assert_eq!((wrong.outcome(), wrong.field()), ("INCORRECT_CODE", Some("code")));
        // A refused change hasn't used up its proof.
        let code = code_of(&world, secret.as_bytes(), 0);
        let done = ana.ask(confirm, json!({ "c": setup["ceremony"], "code": code }), Some(&challenge)).await;
        assert_eq!(done.data("/confirmTotp/recoveryCodes").as_array().unwrap().len(), 10);
        assert_eq!(security(&mut ana).await["recoveryCodesLeft"], 10);
        let remove = "mutation { removeTotp { totpEnabledAt recoveryCodesLeft } }";
        let challenge = challenge_of(&ana.ask(remove, json!({}), None).await);
        let proof = json!({ "kind": "totp", "code": code_of(&world, secret.as_bytes(), 1) });
        assert_eq!(ana.answer(&challenge, proof).await.status, 204);
        let reply = ana.ask(remove, json!({}), Some(&challenge)).await;
        assert_eq!(*reply.data("/removeTotp"), json!({ "totpEnabledAt": null, "recoveryCodesLeft": 0 }));
        assert_eq!(world.delivered().await.iter().filter(|sent| sent.kind == "mail").count(), 2);
    }

    async fn a_phone_is_removed_with_a_fresh_factor_and_hears_of_it(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let old = security(&mut ana).await["phone"].as_str().unwrap().to_owned();
        let remove = "mutation { removePhone { phone events { action } } }";
        let reply = ana.ask_proved(remove, json!({}), 0).await;
        assert_eq!(*reply.data("/removePhone/phone"), json!(null), "{}", reply.text);
        assert_eq!(*reply.data("/removePhone/events/0/action"), "phone.removed");
        let sent = world.delivered().await;
        assert!(sent.iter().any(|sent| sent.kind == "sms" && sent.to == old));
        assert!(sent.iter().any(|sent| sent.kind == "mail" && sent.text.contains("/login/not-me?token=")));
        let nothing = ana.ask_proved(remove, json!({}), 1).await;
        assert_eq!(nothing.outcome(), "NOT_FOUND");
    }

    async fn b19_somebody_with_a_short_password_keeps_the_last_second_factor(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let short = "tuba v moth 94";
        assert_eq!(ana.ask_proved(PASSWORD_CHANGE, json!({ "old": PASSWORD, "new": short }), -1).await.outcome(), "ok");
        assert_eq!(ana.ask_proved("mutation { removePhone { phone } }", json!({}), 0).await.outcome(), "ok");
        let last = ana.ask_proved("mutation { removeTotp { username } }", json!({}), 1).await;
        assert_eq!(last.outcome(), "PASSWORD_TOO_SHORT_ALONE");
        assert!(security(&mut ana).await["totpEnabledAt"].is_string(), "nothing was removed");
    }

    async fn whoever_gives_wrong_codes_until_no_try_is_left_is_told_on(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let challenge = challenge_of(&ana.ask("mutation { removePhone { phone } }", json!({}), None).await);
        for left in (0..5).rev() {
            let wrong = ana.answer(&challenge, json!({ "kind": "totp", "code": "000000" })).await;
            assert_eq!((wrong.status.as_u16(), &wrong.body["triesLeft"]), (401, &json!(left)));
            let told = world.delivered().await;
            assert_eq!(told.len(), usize::from(left == 0));
            let Some(told) = told.first() else { continue };
            assert!(told.text.contains("several wrong codes") && told.text.contains("/login/not-me?token="), "{}", told.text);
        }
        assert_eq!(security(&mut ana).await["events"][0]["action"], "factor.warned");
    }

    async fn the_language_is_kept_with_the_person_and_only_ours_are_taken(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let change = "mutation ($to: String!) { changeLanguage(language: $to) { language } }";
        assert_eq!(*ana.ask(change, json!({ "to": "es" }), None).await.data("/changeLanguage/language"), "es");
        assert_eq!(ana.ask(change, json!({ "to": "fr" }), None).await.outcome(), "UNKNOWN_LANGUAGE");
        // Sent again with its key, it isn't done again, and shows the account as it is.
        let body = json!({ "query": change, "variables": { "to": "en" } }).to_string();
        for _ in 0..2 {
            let reply = ana.actor().post("/graphql", body.clone(), &[("idempotency-key", "k")]).await;
            assert_eq!(*reply.data("/changeLanguage/language"), "en");
        }
        let changes = "SELECT count(*) FROM audit_event WHERE action = 'language.changed'";
        assert_eq!(world.count(changes).await, 2);
    }

    async fn a_change_that_is_made_at_once_comes_alone(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let two = "mutation { a: changeLanguage(language: \"es\") { username } b: changeLanguage(language: \"fr\") { username } }";
        assert_eq!(ana.ask(two, json!({}), None).await.outcome(), "ONE_CHANGE");
        assert_eq!(security(&mut ana).await["language"], "en");
    }

    async fn a_letter_that_only_looks_the_same_makes_another_address(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        world.change("UPDATE person SET email = 'kim@cedar.example' WHERE username = 'ana'", vec![]).await;
        assert_eq!(ana.names("Ana", "Morales", "\u{212a}im@cedar.example", None).await.status, 403);
    }

    async fn somebody_sees_what_happened_to_their_account_and_nobody_elses(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let mut guesser = Browser::at(&world, "127.0.0.9");
        let request = guesser.begin().await;
        guesser.type_password(&request, "ana", "guess").await;
        crate::account::settled(&world, "SELECT count(*) FROM audit_event WHERE action = 'sign_in.refused'", 1).await;
        let events = security(&mut ana).await["events"].as_array().unwrap().clone();
        assert_eq!(events[0], json!({ "action": "sign_in.refused", "result": "WRONG_PASSWORD" }));
        assert_eq!(events[1]["action"], "sign_in.done");
        let mut victor = AtHome::of(&world, "victor").await;
        assert_eq!(security(&mut victor).await["events"].as_array().unwrap().len(), 1);
    }

    async fn e40_somebody_who_is_identity_only_reaches_their_account_and_nothing_else(world: World) {
        let mut omar = AtHome::of(&world, "omar").await;
        assert_eq!(security(&mut omar).await["username"], "omar");
        let email = security(&mut omar).await["email"].as_str().unwrap().to_owned();
        assert_eq!(omar.names("Omar", "Haddad", &email, None).await.status, 200);
    }
}
