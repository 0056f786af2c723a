//! Two accounts of one person made one, and apart again.

use crate::world::{AtHome, Browser, PASSWORD, World, app_code, both, link_in};
use serde_json::{Value, json};

const BEGIN: &str = "mutation ($u: String!, $p: String!) { beginMerge(username: $u, password: $p) { merge factors { kind } } }";
const CONFIRM: &str = "mutation ($m: ID!, $code: String!) { confirmMerge(merge: $m, kind: \"totp\", code: $code) { merge { username } } }";
const COMPANIES: &str = "{ viewer { companies { companyName roles } } }";

async fn companies(at: &mut AtHome<'_>) -> Vec<Value> {
    at.ask(COMPANIES, json!({}), None).await.data("/viewer/companies").as_array().unwrap().clone()
}

both! {
    async fn the_other_account_is_proved_and_its_companies_come_along_until_it_is_undone(world: World) {
        // Ana works at Cedar Outfitters, Elena at Cedar Logistics: the same tenant.
        let mut ana = AtHome::of(&world, "ana").await;
        let mut elena = AtHome::of(&world, "elena").await;
        let before = companies(&mut ana).await;
        let begun = ana.ask(BEGIN, json!({ "u": "elena", "p": PASSWORD }), None).await;
        let merge = begun.data("/beginMerge/merge").clone();
        assert_eq!(*begun.data("/beginMerge/factors"), json!([{ "kind": "totp" }, { "kind": "sms" }]));
        let wrong = ana.ask(CONFIRM, json!({ "m": merge, "code": "000000" }), None).await;
        assert_eq!((wrong.outcome(), wrong.field()), ("INCORRECT_CODE", Some("code")));
        // Proved by Elena's app, then by Ana's own.
        let done = ana.ask_proved(CONFIRM, json!({ "m": merge, "code": app_code(&world, 0) }), 0).await;
        assert_eq!(*done.data("/confirmMerge/merge/username"), "elena");
        let merged = companies(&mut ana).await;
        assert_eq!(merged.len(), before.len() + 1);
        assert_eq!(elena.ask(COMPANIES, json!({}), None).await.outcome(), "UNAUTHENTICATED");
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "elena", PASSWORD).await.status, 401);
        let told: Vec<String> = world.delivered().await.into_iter().filter(|sent| sent.kind == "mail").map(|sent| sent.to).collect();
        assert_eq!(told.len(), 2, "{told:?}");

        let undone = ana.ask_proved("mutation { undoMerge { merge { username } } }", json!({}), 1).await;
        assert!(undone.data("/undoMerge/merge").is_null());
        assert_eq!(companies(&mut ana).await, before);
        assert_eq!(browser.type_password(&request, "elena", PASSWORD).await.status, 200);
    }

    async fn an_account_of_another_tenant_is_nobodys_and_oneself_is_no_other(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let foreign = ana.ask(BEGIN, json!({ "u": "hugo", "p": PASSWORD }), None).await;
        let missing = ana.ask(BEGIN, json!({ "u": "nobody.at.all", "p": PASSWORD }), None).await;
        let wrong = ana.ask(BEGIN, json!({ "u": "elena", "p": "guess" }), None).await;
        for reply in [&foreign, &missing, &wrong] {
            assert_eq!((reply.outcome(), reply.field()), ("INVALID_CREDENTIALS", Some("password")));
        }
        assert_eq!(ana.ask(BEGIN, json!({ "u": "ana", "p": PASSWORD }), None).await.outcome(), "MERGE_ONESELF");
        assert_eq!(ana.ask(BEGIN, json!({ "u": "victor", "p": PASSWORD }), None).await.outcome(), "MERGE_SAME_COMPANY");
    }

    async fn a_merge_is_finished_by_whoever_began_it_and_undone_within_seven_days(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let begun = ana.ask(BEGIN, json!({ "u": "elena", "p": PASSWORD }), None).await;
        let merge = begun.data("/beginMerge/merge").clone();
        let mut victor = AtHome::of(&world, "victor").await;
        let code = app_code(&world, 0);
        let foreign = victor.ask(CONFIRM, json!({ "m": merge, "code": code }), None).await;
        assert_eq!(foreign.outcome(), "CHALLENGE_GONE");
        ana.ask_proved(CONFIRM, json!({ "m": merge, "code": code }), 0).await.data("/confirmMerge/merge/username");
        let now = world.app.clock.now();
        world.change("UPDATE account_merge SET undo_until = $1", db::params![now]).await;
        let late = ana.ask_proved("mutation { undoMerge { username } }", json!({}), 1).await;
        assert_eq!(late.outcome(), "NOT_FOUND");
    }

    async fn the_retired_mailbox_can_take_a_merge_back(world: World) {
        let mut marcus = AtHome::of(&world, "marcus").await;
        let begun = marcus.ask(BEGIN, json!({ "u": "elena", "p": PASSWORD }), None).await;
        let merge = begun.data("/beginMerge/merge").clone();
        let code = app_code(&world, 0);
        marcus.ask_proved(CONFIRM, json!({ "m": merge, "code": code }), 0).await.data("/confirmMerge");
        let sent = world.delivered().await;
        let mail = sent.iter().find(|sent| sent.kind == "mail" && sent.to.starts_with("elena")).unwrap();
        let token = link_in(&mail.text, "not-me");
        let mut browser = Browser::at(&world, "127.0.0.1");
        let looked = browser.get(&format!("/login/link?token={token}")).await;
        assert_eq!((looked.status.as_u16(), &looked.body["kind"]), (200, &json!("unmerge")));
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 200);
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 410);
        // Whoever knew her password does not get in with it; she chooses a new one.
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "elena", PASSWORD).await.status, 401);
        let reset = world.delivered().await;
        let reset = link_in(&reset.iter().find(|sent| sent.to.starts_with("elena")).unwrap().text, "reset");
        let chosen = json!({ "token": reset, "password": "tuba velvet moth 94" });
        assert_eq!(browser.post_json("/login/choose-password", chosen).await.status, 200);
        let welcome = browser.type_password(&request, "elena", "tuba velvet moth 94").await;
        assert_eq!(welcome.status, 200);
        assert_eq!(marcus.ask(COMPANIES, json!({}), None).await.outcome(), "UNAUTHENTICATED");
        assert!(companies(&mut AtHome::of(&world, "marcus").await).await.iter().all(|row| row["companyName"] != "Cedar Logistics"));
    }

    async fn what_nobody_types_is_refused_before_any_work(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        for username in ["a\0", &"x".repeat(500_000)] {
            let reply = ana.ask(BEGIN, json!({ "u": username, "p": PASSWORD }), None).await;
            assert_eq!(reply.outcome(), "INVALID_CREDENTIALS");
        }
    }
}
