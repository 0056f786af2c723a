//! The deposit shield: security.md D 29 to 33, each line by its number. D 34 and 35 are in `numbers.rs`.

use super::{CANARY, Decider, HARBOR, OUTFITTERS, Owner, account, freeze, freeze_link, sent_to_owners, with};
use crate::world::{Browser, Engine, World, both, challenge_of, code_in, link_in};
use jiff::SignedDuration;
use serde_json::json;
use std::io::Write;
use std::sync::{Arc, Mutex};

async fn credential_changed(world: &World, username: &str, kind: &str, old: Option<&str>, hours_ago: i64) {
    let (id, at) = (
        world.app.ids.next(world.app.clock.now()),
        world.app.clock.now() - SignedDuration::from_hours(hours_ago),
    );
    let sql = "INSERT INTO credential_change (id, tenant_id, person_id, kind, old_value, changed_at)
        SELECT $1, tenant_id, id, $2, $3, $4 FROM person WHERE username = $5";
    world.change(sql, db::params![id, kind, old.map(str::to_owned), at, username]).await;
}

const THIEFS_PHONE: &str = "+15035550166";

both! {
    async fn d29_every_change_of_deposits_needs_a_factor_proved_for_that_very_change(world: World) {
        let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
        let mine = hugo.accounts().await[0]["id"].clone();
        let tables = ["direct_deposit", "change_request", "event"];
        let rows = async || { let mut rows = world.rows().await; rows.retain(|table, _| tables.contains(&table.as_str())); rows };
        let before = rows().await;
        let refused = hugo.save(json!([account(CANARY)]), None).await;
        assert_eq!(refused.outcome(), "STEP_UP_REQUIRED");
        assert_eq!(hugo.save(json!([{ "id": mine, "priority": 9 }]), None).await.outcome(), "STEP_UP_REQUIRED");
        assert_eq!(hugo.delete(&mine, None).await.outcome(), "STEP_UP_REQUIRED");
        let challenge = hugo.prove(&refused).await;
        // For another number, another amount or another change, the proof is worthless.
        assert_eq!(hugo.save(json!([account("90817263544418")]), Some(&challenge)).await.outcome(), "STEP_UP_REQUIRED");
        let more = with(account(CANARY), json!({ "amount": "50.01" }));
        assert_eq!(hugo.save(json!([more]), Some(&challenge)).await.outcome(), "STEP_UP_REQUIRED");
        assert_eq!(hugo.delete(&mine, Some(&challenge)).await.outcome(), "STEP_UP_REQUIRED");
        assert_eq!(rows().await, before);
        assert_eq!(hugo.save(json!([account(CANARY)]), Some(&challenge)).await.outcome(), "ok");
        // Used up.
        world.change("DELETE FROM direct_deposit WHERE last_four = '4417'", vec![]).await;
        assert_eq!(hugo.save(json!([account(CANARY)]), Some(&challenge)).await.outcome(), "STEP_UP_REQUIRED");
    }

    async fn d29_a_proof_older_than_five_minutes_is_none_and_a_password_never_is_one(world: World) {
        let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
        let refused = hugo.save(json!([account(CANARY)]), None).await;
        let challenge = hugo.prove(&refused).await;
        let old = world.app.clock.now() - SignedDuration::from_secs(301);
        world.change("UPDATE challenge SET proved_at = $1 WHERE proved_at IS NOT NULL", db::params![old]).await;
        assert_eq!(hugo.save(json!([account(CANARY)]), Some(&challenge)).await.outcome(), "STEP_UP_REQUIRED");
        world.change("DELETE FROM totp", vec![]).await;
        world.change("UPDATE person SET phone = NULL", vec![]).await;
        let refused = hugo.save(json!([account(CANARY)]), None).await;
        assert_eq!(refused.body["errors"][0]["extensions"]["factors"], json!([]), "no way but to set up a factor");
    }

    async fn d30_every_address_and_phone_hears_of_it_those_replaced_in_the_last_30_days_included(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        credential_changed(&world, "ana", "email", Some("before@example.com"), 24 * 29).await;
        credential_changed(&world, "ana", "email", Some("long.ago@example.com"), 24 * 31).await;
        credential_changed(&world, "ana", "phone", Some("+15035550199"), 24 * 10).await;
        sent_to_owners(&world).await;
        ana.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId");
        let sent = sent_to_owners(&world).await;
        let mut mails: Vec<&str> = sent.iter().filter(|each| each.kind == "mail").map(|each| each.to.as_str()).collect();
        mails.sort_unstable();
        assert_eq!(mails, ["ana@example.com", "before@example.com"]);
        let phones: Vec<&str> = sent.iter().filter(|each| each.kind == "sms").map(|each| each.to.as_str()).collect();
        assert_eq!(phones.len(), 2);
        assert!(phones.contains(&"+15035550199"));
        for mail in sent.iter().filter(|each| each.kind == "mail") {
            assert!(mail.text.contains("Rose City Savings ending in 4417"), "{}", mail.text);
        }
        let mut links: Vec<String> = sent.iter().map(|each| freeze_link(&each.text)).collect();
        links.sort();
        links.dedup();
        assert_eq!(links.len(), 4, "each mailbox and each phone has its own");
        let text = sent.iter().find(|each| each.to == "+15035550199").unwrap();
        assert_eq!(freeze(&world, &freeze_link(&text.text)).await.status, 200, "a phone freezes it as well");
        assert!(!sent.iter().any(|each| each.text.contains(CANARY)));
    }

    async fn d30_this_was_not_me_freezes_a_change_that_waits_and_everything_after_it(world: World) {
        world.add_newcomers().await;
        world.add_person("cody").await;
        world.hold("cody", "Company Administrator", Some("Cedar Outfitters"), (None, None)).await;
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        credential_changed(&world, "ana", "email", Some("before@example.com"), 5).await;
        sent_to_owners(&world).await;
        let request = ana.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId").clone();
        let sent = sent_to_owners(&world).await;
        let links: Vec<String> = sent.iter().filter(|each| each.kind == "mail").map(|each| freeze_link(&each.text)).collect();
        assert_ne!(links[0], links[1], "each mailbox has its own");
        assert_eq!(freeze(&world, "not-a-token").await.status, 410);
        let looked = world.get(&format!("/login/deposit-link?token={}", links[0])).await;
        assert_eq!(looked.body, json!({ "kind": "deposit", "status": "Pending" }));
        assert_eq!(freeze(&world, &links[0]).await.status, 200);
        let sent = world.delivered().await;
        for (who, path) in [("marcus", "/manager/disbursements"), ("grace", "/admin/home"), ("cody", "/admin/home"), ("paula", "/")] {
            let alerts: Vec<_> = sent.iter().filter(|each| each.to.starts_with(who)).collect();
            assert_eq!(alerts.len(), 1, "{who} is alerted");
            let alert = &alerts[0];
            assert!(alert.subject.as_deref().is_some_and(|subject| subject.contains("Ana Morales")), "{}", alert.text);
            assert!(alert.text.contains(path) && !alert.text.contains("4417"), "{}", alert.text);
        }
        assert!(sent.iter().all(|each| !each.to.starts_with("lena")), "she looks after another company");
        let alerted = "SELECT count(*) FROM notice n JOIN person p ON p.id = n.person_id
            WHERE n.kind = 'deposits_frozen' AND p.username IN ('marcus', 'grace', 'cody', 'paula')";
        assert_eq!(world.count(alerted).await, 4, "in the app as well");
        assert!(sent.iter().any(|each| each.subject.as_deref() == Some("The change to your direct deposit is frozen")));
        assert_eq!(freeze(&world, &links[0]).await.status, 410, "once");
        assert_eq!(freeze(&world, &links[1]).await.status, 410, "the others have done their work too");
        assert!(ana.accounts().await.iter().any(|account| account["bankStatus"] == "Frozen"));
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        let seen = marcus.get(&request).await;
        assert_eq!(seen.data("/getChangeRequest/cautions/0/code"), "FROZEN_BY_OWNER");
        assert_eq!(marcus.decide(&request, "approve", json!({})).await.outcome(), "REQUEST_FROZEN");
        let savings = ana.accounts().await[0]["id"].clone();
        for reply in [ana.save(json!([account("777123")]), None).await, ana.delete(&savings, None).await] {
            assert_eq!(reply.outcome(), "DEPOSITS_FROZEN");
        }
        assert_eq!(marcus.decide(&request, "deny", json!({ "note": "Fraud." })).await.outcome(), "ok");
        assert_eq!(ana.save(json!([account("777123")]), None).await.outcome(), "STEP_UP_REQUIRED", "and life goes on");
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'deposit.freeze'").await, 1);
    }

    async fn d30_a_change_that_was_made_already_is_undone_by_the_link(world: World) {
        let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
        let before = hugo.accounts().await;
        let main = before.iter().find(|account| account["amountType"] == "balance").unwrap().clone();
        sent_to_owners(&world).await;
        let thief = json!([
            { "id": main["id"], "amountType": "fixed", "amount": "1.00" },
            with(account(CANARY), json!({ "amountType": "balance" })),
        ]);
        assert_eq!(hugo.saved(thief).await.data("/putEmployeeData/needsApproval"), false);
        let mail = sent_to_owners(&world).await.into_iter().find(|each| each.kind == "mail").unwrap();
        assert_eq!(freeze(&world, &freeze_link(&mail.text)).await.status, 200);
        let after = hugo.accounts().await;
        let now = after.iter().find(|account| account["id"] == main["id"]).unwrap();
        assert_eq!((&now["amountType"], &now["bankStatus"]), (&json!("balance"), &json!("Active")));
        assert!(after.iter().any(|account| account["bankStatus"] == "Frozen" && account["bankAccountNumber"] == "••••4417"));
    }

    async fn d30_this_was_not_me_about_the_account_takes_back_every_step_and_freezes_what_was_asked_for(world: World) {
        const WHO: &str = "SELECT email, phone FROM person WHERE username = 'ana'";
        let before: (String, Option<String>) = world.app.db.one(WHO, vec![]).await.unwrap();
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let own = ana.saved(json!([account("777123")])).await.data("/putEmployeeData/changeRequestId").clone();
        let earlier = world.app.clock.now() - SignedDuration::from_hours(24 * 3);
        world.change("UPDATE change_request SET requested_at = $1", db::params![earlier]).await;
        sent_to_owners(&world).await;

        let mut thief = Owner::of(&world, "ana", OUTFITTERS).await;
        let asked = thief.home.names("Ana", "Morales", "thief@evil.example", None).await;
        let challenge = thief.prove(&asked).await;
        assert_eq!(thief.home.names("Ana", "Morales", "thief@evil.example", Some(&challenge)).await.status, 200);
        thief.home.confirm_mail("thief@evil.example").await;
        let asked = thief.home.text_me(THIEFS_PHONE, None).await;
        let challenge = thief.prove(&asked).await;
        assert!(thief.home.text_me(THIEFS_PHONE, Some(&challenge)).await.status.is_success());
        let sent = sent_to_owners(&world).await;
        let code = code_in(&sent.iter().find(|each| each.to == THIEFS_PHONE).unwrap().text);
        assert_eq!(thief.home.verify(THIEFS_PHONE, &code).await.body["verified"], true);
        let request = thief.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId").clone();
        let told = sent_to_owners(&world).await;
        let thiefs_link = freeze_link(&told.iter().find(|each| each.to == "thief@evil.example" && each.text.contains("/login/freeze?")).unwrap().text);
        world.change("UPDATE totp SET last_step = 0", vec![]).await;
        thief.home.ask_proved("mutation { renewRecoveryCodes { recoveryCodes } }", json!({}), 0).await.data("/renewRecoveryCodes");

        // The owner follows the link in the newest notice.
        let newest = sent_to_owners(&world).await;
        let notice = newest.iter().find(|each| each.to == before.0).unwrap();
        let texts: Vec<&str> = newest.iter().filter(|each| each.kind == "sms").map(|each| each.to.as_str()).collect();
        assert_eq!(texts, [THIEFS_PHONE, before.1.as_deref().unwrap()], "the phone from before hears of it too");
        let mut browser = Browser::at(&world, "127.0.0.9");
        let token = link_in(&notice.text, "not-me");
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 200);
        assert_eq!(world.app.db.one::<(String, Option<String>)>(WHO, vec![]).await.unwrap(), before);
        let told = sent_to_owners(&world).await;
        assert!(told.iter().any(|each| each.to == before.0 && each.text.contains("/login/reset?token=")));
        assert!(told.iter().any(|each| each.subject.as_deref() == Some("The change to your direct deposit is frozen")));

        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        assert_eq!(marcus.get(&request).await.data("/getChangeRequest/cautions/0/code"), "FROZEN_BY_OWNER");
        assert_eq!(marcus.decide(&request, "approve", json!({})).await.outcome(), "REQUEST_FROZEN");
        assert_eq!(marcus.get(&own).await.data("/getChangeRequest/status"), "Pending", "what the owner asked for before stays");
        assert_eq!(world.count("SELECT count(*) FROM direct_deposit WHERE approval = 'Frozen'").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'deposit.freeze'").await, 1);
        assert_eq!(freeze(&world, &thiefs_link).await.status, 410, "what went to the thief freezes nothing of the owner's");
        let mut tx = world.app.db.begin_write().await.unwrap();
        let reach = atrium::contacts::reach(&mut tx, world.person("ana").await, world.app.clock.now()).await.unwrap();
        assert_eq!((reach.addresses, reach.phones), (vec![before.0.clone()], before.1.clone().into_iter().collect()), "and nothing reaches them");
        drop(tx);
        // Wherever the thief asks for a new password now, the owner gets the link.
        let mut elsewhere = Browser::at(&world, "127.0.0.66");
        assert_eq!(elsewhere.post_json("/login/forgot", json!({ "username": "ana" })).await.status, 204);
        assert!(sent_to_owners(&world).await.iter().all(|each| each.to == before.0));
    }

    async fn d30_what_was_asked_for_in_the_day_before_it_began_is_frozen_too(world: World) {
        let mut thief = Owner::of(&world, "hugo", HARBOR).await;
        assert_eq!(thief.saved(json!([account(CANARY)])).await.data("/putEmployeeData/needsApproval"), false);
        let earlier = world.app.clock.now() - SignedDuration::from_hours(20);
        world.change("UPDATE change_request SET requested_at = $1", db::params![earlier]).await;
        sent_to_owners(&world).await;
        let asked = thief.home.names("Hugo", "H", "thief@evil.example", None).await;
        let challenge = thief.prove(&asked).await;
        assert_eq!(thief.home.names("Hugo", "H", "thief@evil.example", Some(&challenge)).await.status, 200);
        thief.home.confirm_mail("thief@evil.example").await;
        let sent = sent_to_owners(&world).await;
        let notice = sent.iter().find(|each| each.text.contains("/login/not-me?")).unwrap();
        let mut browser = Browser::at(&world, "127.0.0.9");
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": link_in(&notice.text, "not-me") })).await.status, 200);
        let frozen = "SELECT count(*) FROM direct_deposit WHERE approval = 'Frozen' AND last_four = '4417'";
        assert_eq!(world.count(frozen).await, 1, "nothing of it was paid yet");
    }

    async fn d30_whoever_has_the_employment_by_then_hears_that_a_change_is_frozen(world: World) {
        let (ana, omar) = (world.person("ana").await, world.person("omar").await);
        let mut owner = Owner::of(&world, "ana", OUTFITTERS).await;
        sent_to_owners(&world).await;
        owner.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId");
        let sent = sent_to_owners(&world).await;
        world.change("UPDATE employee SET person_id = $1 WHERE person_id = $2", db::params![omar, ana]).await;
        assert_eq!(freeze(&world, &freeze_link(&sent[0].text)).await.status, 200);
        let told: Vec<String> = sent_to_owners(&world).await.into_iter().map(|each| each.to).collect();
        assert_eq!(told, ["omar@example.com"]);
    }

    async fn d30_an_account_that_was_merged_away_gets_back_its_things_without_what_was_asked_for(world: World) {
        let (ana, thief) = (world.person("ana").await, world.person("omar").await);
        let mut owner = Owner::of(&world, "ana", OUTFITTERS).await;
        let request = owner.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId").clone();
        let employees: Vec<(uuid::Uuid,)> = world.app.db.all("SELECT id FROM employee WHERE person_id = $1", db::params![ana]).await.unwrap();
        let ids: Vec<String> = employees.iter().map(|(id,)| id.to_string()).collect();
        let kept = json!({ "assignments": [], "employees": ids, "lines": [] }).to_string();
        let (now, id) = (world.app.clock.now(), world.app.ids.next(world.app.clock.now()));
        let merged_at = now - SignedDuration::from_hours(1);
        world.change(
            "INSERT INTO account_merge (id, tenant_id, person_id, other_id, moved, merged_at, undo_until)
             SELECT $1, tenant_id, $2, id, $3, $4, $5 FROM person WHERE id = $6",
            db::params![id, thief, kept, merged_at, now + SignedDuration::from_hours(24), ana],
        ).await;
        world.change("UPDATE employee SET person_id = $1 WHERE person_id = $2", db::params![thief, ana]).await;
        world.change("UPDATE person SET disabled_at = $1, merged_into = $2 WHERE id = $3", db::params![now, thief, ana]).await;
        let token = "a-link-that-was-mailed-when-it-was-merged";
        world.change(
            "INSERT INTO account_link (token_hash, tenant_id, person_id, kind, sent_to, created_at, expires_at)
             SELECT $1, tenant_id, id, 'unmerge', email, $2, $3 FROM person WHERE id = $4",
            db::params![atrium::shared::seal::hash(token), merged_at, now + SignedDuration::from_hours(24), ana],
        ).await;
        let mut browser = Browser::at(&world, "127.0.0.9");
        let reply = browser.post_json("/login/not-me", json!({ "token": token })).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let marcus = Decider::of(&world, "marcus", &owner.at).await;
        assert_eq!(marcus.get(&request).await.data("/getChangeRequest/status"), "Frozen");
    }

    async fn d30_the_link_of_one_step_undoes_what_was_built_on_it(world: World) {
        let long_ago = world.app.clock.now() - SignedDuration::from_hours(24 * 90);
        world.change("UPDATE change_request SET requested_at = $1", db::params![long_ago]).await;
        let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
        let before = hugo.accounts().await;
        let main = before.iter().find(|account| account["amountType"] == "balance").unwrap().clone();
        sent_to_owners(&world).await;
        hugo.saved(json!([{ "id": main["id"], "amountType": "fixed", "amount": "1.00" }])).await.data("/putEmployeeData/changeRequestId");
        let first = sent_to_owners(&world).await.into_iter().find(|each| each.kind == "mail").unwrap();
        hugo.saved(json!([with(account(CANARY), json!({ "amountType": "balance", "priority": 1 }))])).await.data("/putEmployeeData/changeRequestId");
        hugo.saved(json!([{ "id": main["id"], "amount": "2.00" }])).await.data("/putEmployeeData/changeRequestId");
        assert_eq!(hugo.list().await.data("/directDeposits/frozen"), false);
        assert_eq!(freeze(&world, &freeze_link(&first.text)).await.status, 200);
        assert_eq!(hugo.list().await.data("/directDeposits/frozen"), true);
        let after = hugo.accounts().await;
        let now = after.iter().find(|account| account["id"] == main["id"]).unwrap();
        assert_eq!((&now["amountType"], &now["bankStatus"]), (&json!("balance"), &json!("Active")));
        let thiefs = after.iter().find(|account| account["bankAccountNumber"] == "••••4417").unwrap();
        assert_eq!(thiefs["bankStatus"], "Frozen", "the account that came after the first step gets nothing either");
        let mina = Decider::of(&world, "mina", &hugo.at).await;
        let waiting = mina.waiting().await;
        assert_eq!(waiting.len(), 3, "all three steps are reviewed");
        for request in &waiting {
            assert_eq!(hugo.save(json!([account("777123")]), None).await.outcome(), "DEPOSITS_FROZEN");
            assert_eq!(mina.decide(&json!(request), "deny", json!({})).await.outcome(), "ok");
        }
        assert_eq!(hugo.save(json!([account("777123")]), None).await.outcome(), "STEP_UP_REQUIRED");
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'deposit.freeze'").await, 3);
    }

    async fn d30_a_request_that_waits_behind_a_frozen_one_cannot_be_approved(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        sent_to_owners(&world).await;
        ana.saved(json!([account("777001")])).await.data("/putEmployeeData/changeRequestId");
        let mail = sent_to_owners(&world).await.into_iter().find(|each| each.kind == "mail").unwrap();
        let second = ana.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId").clone();
        assert_eq!(freeze(&world, &freeze_link(&mail.text)).await.status, 200);
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        assert_eq!(marcus.decide(&second, "approve", json!({})).await.outcome(), "REQUEST_FROZEN");
        assert_eq!(ana.accounts().await.iter().filter(|account| account["bankStatus"] == "Frozen").count(), 2);
    }

    async fn d30_whoever_approves_while_the_owner_freezes_leaves_nothing_in_force(world: World) {
        let marcus_at = Owner::of(&world, "ana", OUTFITTERS).await.at;
        let marcus = Decider::of(&world, "marcus", &marcus_at).await;
        for round in 0..6 {
            let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
            let savings = ana.accounts().await[0].clone();
            sent_to_owners(&world).await;
            let saved = ana.saved(json!([{ "id": savings["id"], "amount": "1.00" }])).await;
            let request = saved.data("/putEmployeeData/changeRequestId").clone();
            let mail = sent_to_owners(&world).await.into_iter().find(|each| each.kind == "mail").unwrap();
            let link = freeze_link(&mail.text);
            let (approved, frozen) = tokio::join!(marcus.decide(&request, "approve", json!({})), freeze(&world, &link));
            assert_eq!(frozen.status, 200);
            assert!(["ok", "CONFLICT", "REQUEST_FROZEN"].contains(&approved.outcome()), "{}", approved.text);
            let now = ana.accounts().await.into_iter().find(|account| account["id"] == savings["id"]).unwrap();
            assert_eq!((&now["amount"], &now["bankStatus"]), (&json!("150.00"), &json!("Active")), "round {round}");
            assert_eq!(marcus.get(&request).await.data("/getChangeRequest/status"), "Frozen");
            assert_eq!(marcus.decide(&request, "deny", json!({})).await.outcome(), "ok");
        }
    }

    async fn d30_a_withdrawn_request_is_told_too_and_its_link_stops_everything(world: World) {
        let mut victor = Owner::of(&world, "victor", OUTFITTERS).await;
        let pending = victor.accounts().await.into_iter().find(|account| account["bankStatus"] == "Pending").unwrap();
        sent_to_owners(&world).await;
        victor.deleted(&pending["id"]).await.data("/deleteDirectDeposit/changeRequestId");
        let mail = sent_to_owners(&world).await.into_iter().find(|each| each.kind == "mail").expect("the owner is told");
        let last_four = pending["bankAccountNumber"].as_str().unwrap().trim_start_matches('•').to_owned();
        assert!(mail.text.contains(&last_four), "{}", mail.text);
        assert_eq!(freeze(&world, &freeze_link(&mail.text)).await.status, 200);
        assert_eq!(victor.save(json!([account(CANARY)]), None).await.outcome(), "DEPOSITS_FROZEN");
    }

    async fn d31_a_new_account_is_on_hold_for_24_hours_even_where_nobody_approves(world: World) {
        let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
        let before = world.app.clock.now();
        let saved = hugo.saved(json!([account(CANARY)])).await;
        assert_eq!(saved.data("/putEmployeeData/needsApproval"), false);
        let accounts = hugo.accounts().await;
        let new = accounts.iter().find(|account| account["bankAccountNumber"] == "••••4417").unwrap();
        assert_eq!((&new["bankStatus"], &new["approvalStatus"]), (&json!("Approved"), &json!("Approved")));
        let until: jiff::Timestamp = new["holdUntil"].as_str().unwrap().parse().unwrap();
        assert!(until >= before + SignedDuration::from_hours(24));
        let zone = "America/New_York";
        let ends_on = |hold: jiff::Timestamp| json!(world.app.clock.day_of(hold, zone));
        assert_eq!(new["payableFrom"], ends_on(until));
        // Five minutes before and after midnight are two different days, no matter which one it is when someone asks.
        let midnight = until.to_zoned(jiff::tz::TimeZone::get(zone).unwrap()).start_of_day().unwrap().timestamp();
        for minutes in [-5, 5] {
            let hold = midnight + SignedDuration::from_mins(minutes);
            world.change("UPDATE direct_deposit SET hold_until = $1", db::params![hold]).await;
            let accounts = hugo.accounts().await;
            assert!(accounts.iter().all(|account| account["payableFrom"] == ends_on(hold)), "{minutes}: {accounts:?}");
        }
    }

    async fn d31_after_a_changed_credential_a_manager_must_approve_in_any_case(world: World) {
        for (n, kind) in ["password", "phone", "email", "factor"].into_iter().enumerate() {
            world.change("DELETE FROM credential_change", vec![]).await;
            let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
            credential_changed(&world, "hugo", kind, None, 71).await;
            let saved = hugo.saved(json!([account(&format!("6000{n}"))])).await;
            assert_eq!(saved.data("/putEmployeeData/needsApproval"), true, "{kind}");
            let request = saved.data("/putEmployeeData/changeRequestId").clone();
            let mina = Decider::of(&world, "mina", &hugo.at).await;
            let reply = mina.get(&request).await;
            let codes: Vec<&str> = reply.data("/getChangeRequest/cautions").as_array().unwrap().iter().map(|each| each["code"].as_str().unwrap()).collect();
            assert!(codes.contains(&format!("{}_CHANGED", kind.to_uppercase()).as_str()), "{codes:?}");
            mina.decide(&request, "deny", json!({})).await.data("/putManagerEmployeeChangeRequest/id");
        }
        world.change("DELETE FROM credential_change", vec![]).await;
        credential_changed(&world, "hugo", "password", None, 73).await;
        let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
        assert_eq!(hugo.saved(json!([account(CANARY)])).await.data("/putEmployeeData/needsApproval"), false);
    }

    async fn the_decider_sees_what_should_make_them_look_twice(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let mut victor = Owner::of(&world, "victor", OUTFITTERS).await;
        victor.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId");
        let most = with(account(CANARY), json!({ "amountType": "percentage", "amount": "80" }));
        let request = ana.saved(json!([most])).await.data("/putEmployeeData/changeRequestId").clone();
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        let reply = marcus.get(&request).await;
        let codes: Vec<_> = reply.data("/getChangeRequest/cautions").as_array().unwrap().iter().map(|each| each["code"].clone()).collect();
        assert_eq!(codes, [json!("NEW_ACCOUNT"), json!("MOST_OF_PAY"), json!("ACCOUNT_OF_ANOTHER")]);

        let mut priya = Owner::of(&world, "priya", OUTFITTERS).await;
        let fixed = with(account("7000900"), json!({ "amountType": "fixed", "amount": "900.00" }));
        let request = priya.saved(json!([fixed])).await.data("/putEmployeeData/changeRequestId").clone();
        let reply = Decider::of(&world, "marcus", &priya.at).await.get(&request).await;
        let codes: Vec<_> = reply.data("/getChangeRequest/cautions").as_array().unwrap().iter().map(|each| each["code"].clone()).collect();
        assert_eq!(codes, [json!("NEW_ACCOUNT"), json!("MOST_OF_PAY")], "$900 are most of her pay");
    }

    async fn d33_a_number_is_in_no_answer_no_error_no_row_and_no_message(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let mut texts = vec![];
        let refused = ana.save(json!([account(CANARY)]), None).await;
        texts.push(refused.text.clone());
        let challenge = ana.prove(&refused).await;
        let saved = ana.save(json!([account(CANARY)]), Some(&challenge)).await;
        texts.push(saved.text.clone());
        texts.push(ana.list().await.text);
        texts.push(ana.save(json!([account(CANARY)]), None).await.text);
        texts.push(ana.save(json!([with(account(CANARY), json!({ "bankRoutingNumber": "1" }))]), None).await.text);
        texts.push(ana.save(json!([with(account(CANARY), json!({ "amount": true }))]), None).await.text);
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        texts.push(marcus.queue().await.text);
        texts.push(marcus.decide(saved.data("/putEmployeeData/changeRequestId"), "approve", json!({})).await.text);
        for each in world.delivered().await {
            texts.push(each.text);
        }
        for text in &texts {
            assert!(!text.contains(CANARY), "{text}");
        }
        let hex: String = CANARY.bytes().map(|byte| format!("{byte:02x}")).collect();
        for (table, rows) in world.rows().await {
            let rows = rows.join("\n");
            assert!(!rows.contains(CANARY) && !rows.contains(&hex), "in {table}");
        }
        let trail: Vec<(String,)> = world.app.db.all("SELECT detail FROM audit_event", vec![]).await.unwrap();
        assert!(trail.iter().all(|(detail,)| !detail.contains(CANARY)));
    }
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d33_a_number_is_in_no_log_line_and_not_in_the_database_file() {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone());
    tracing::subscriber::set_global_default(subscriber.finish()).unwrap();
    let world = World::new(Engine::Sqlite).await;
    let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
    let refused = ana.save(json!([account(CANARY)]), None).await;
    assert!(!challenge_of(&refused).is_empty());
    let challenge = ana.prove(&refused).await;
    ana.save(json!([account(CANARY)]), Some(&challenge)).await.data("/putEmployeeData/changeRequestId");
    ana.save(json!([with(account(CANARY), json!({ "startDate": "soon" }))]), None).await;
    let log = String::from_utf8_lossy(&lines.0.lock().unwrap()).into_owned();
    assert!(!log.is_empty() && !log.contains(CANARY));
    world.app.db.close().await;
    for file in std::fs::read_dir(world.folder.path()).unwrap().flatten() {
        let bytes = std::fs::read(file.path()).unwrap_or_default();
        let found = bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes());
        assert!(!found, "in {:?}", file.path());
    }
}
