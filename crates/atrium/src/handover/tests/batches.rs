//! Batches: what is in them, who can fetch them, and that they never change.

use super::*;
use crate::deposits::{CANARY, freeze, freeze_link, sent_to_owners};
use crate::world::both;

const REQUEST: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
    listEmployeeChangeRequests(tenantId: $t, companyId: $c, employeeId: $e) {
      results { id status payroll { state handedAt settledAt reason } } } }";

async fn payroll_of(ana: &mut Owner<'_>, request: &Value) -> Value {
    let ids = json!({ "t": ana.at.tenant, "c": ana.at.company, "e": ana.at.employee });
    let reply = ana.home.ask(REQUEST, ids, None).await;
    let rows = reply.data("/listEmployeeChangeRequests/results").as_array().unwrap().clone();
    rows.into_iter().find(|row| row["id"] == *request).unwrap()["payroll"].clone()
}

/// “This wasn't me”, in the notice of what was changed last.
async fn link_of(world: &World) -> String {
    let mail = sent_to_owners(world).await;
    freeze_link(&mail.iter().find(|sent| sent.text.contains("/login/freeze?token=")).unwrap().text)
}

both! {
    async fn an_approved_account_reaches_payroll_in_full_in_its_batch_and_nowhere_else(world: World) {
        let payroll = Payroll::of(&world).await;
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        world.delivered().await;
        let request = approved(&world, &mut ana, account(CANARY)).await;
        assert_eq!(payroll_of(&mut ana, &request).await["state"], "waiting");

        // On hold it isn't handed over.
        let preview = payroll.ask(PREVIEW, json!({})).await;
        assert_eq!((preview.data("/handoverPreview/onHold"), preview.data("/handoverPreview/totals")), (&json!(1), &json!([])));
        let before = world.rows().await;
        assert_eq!(payroll.ask(CREATE, json!({})).await.outcome(), "NOTHING_TO_HAND_OVER");
        assert_eq!(world.rows().await, before);

        a_day_later(&world).await;
        let preview = payroll.ask(PREVIEW, json!({})).await;
        assert_eq!(preview.data("/handoverPreview"), &json!({ "employees": 1, "onHold": 0, "totals": [
            { "kind": "deposits", "action": "add", "changes": 1, "amount": "50.00", "routingSum": "920100378" }] }));
        let batch = payroll.create().await;
        assert_eq!((&batch["number"], &batch["changes"], &batch["kinds"]), (&json!(1), &json!(1), &json!(["deposits"])));
        assert_eq!(payroll.ask(CREATE, json!({})).await.outcome(), "NOTHING_TO_HAND_OVER");

        let file = payroll.fetch(&batch, "format=csv&kind=deposits").await;
        assert_eq!(file.status, 200, "{}", file.text);
        let lines: Vec<&str> = file.text.lines().collect();
        assert!(lines[0].starts_with("change,action,corrects,company,employee_code,"), "{}", lines[0]);
        assert!(lines[1].contains(&format!(",920100378,{CANARY},savings,fixed,50.00,")), "{}", lines[1]);
        assert_eq!(lines.len(), 2);

        // The same bytes again, whatever happened to the account meanwhile.
        world.change("UPDATE employee SET first_name = 'Anna'", vec![]).await;
        world.change("UPDATE direct_deposit SET priority = 77, amount = 10000 WHERE amount_type = 'fixed'", vec![]).await;
        assert_eq!(payroll.fetch(&batch, "format=csv&kind=deposits").await.text, file.text);
        let json = payroll.fetch(&batch, "format=json").await;
        let document: Value = serde_json::from_str(&json.text).unwrap();
        assert_eq!((&document["number"], &document["lines"][0]["account_number"]), (&json!(1), &json!(CANARY)));
        assert_eq!(payroll.fetch(&batch, "format=json").await.text, json.text);

        // Nowhere else.
        for (table, rows) in world.rows().await {
            assert!(rows.iter().all(|row| !row.contains(CANARY)), "{table}");
        }
        let trail = "SELECT count(*) FROM audit_event WHERE CAST(detail AS TEXT) LIKE '%90817263544417%'";
        assert_eq!(world.count(trail).await, 0);
        assert!(world.delivered().await.iter().all(|sent| !sent.text.contains(CANARY)));
        for query in [PREVIEW, LIST, CHANGES] {
            assert!(!payroll.ask(query, json!({})).await.text.contains(CANARY), "{query}");
        }
        assert_eq!(payroll.newest().await["account"].as_str().map(|text| text.ends_with("…4417")), Some(true));

        // Each fetch is an event, and Ana sees who it was.
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'handover.export'").await, 4);
        let seen = "query ($t: ID!, $c: ID!, $e: ID!) { employeeDataViews(tenantId: $t, companyId: $c, employeeId: $e) { viewerName what } }";
        let ids = json!({ "t": ana.at.tenant, "c": ana.at.company, "e": ana.at.employee });
        let seen = ana.home.ask(seen, ids, None).await;
        let views = seen.data("/employeeDataViews").as_array().unwrap();
        assert!(views.iter().any(|view| view["viewerName"].as_str().unwrap().starts_with("Dana") && view["what"] == "deposits"), "{views:?}");
        assert_eq!(payroll_of(&mut ana, &request).await["state"], "handed");
    }

    async fn a_file_takes_a_fresh_factor_and_a_kind_it_has(world: World) {
        let payroll = Payroll::of(&world).await;
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        approved(&world, &mut ana, account(CANARY)).await;
        a_day_later(&world).await;
        let batch = payroll.create().await;
        for (query, code) in [
            ("format=csv&kind=deposits", "STEP_UP_REQUIRED"),
            ("format=csv", "UNKNOWN_KIND"),
            ("format=csv&kind=salaries", "UNKNOWN_KIND"),
            ("format=xml&kind=deposits", "UNKNOWN_FORMAT"),
        ] {
            let refused = payroll.actor.post(&Payroll::path(&batch, query), String::new(), &[]).await;
            assert_eq!(refused.body["code"], code, "{query}");
            assert!(!refused.text.contains(CANARY));
        }
        assert_eq!(world.count("SELECT count(*) FROM handover_fetch").await, 0);
        // A proof for one file is none for another.
        let path = Payroll::path(&batch, "format=csv&kind=deposits");
        let challenge = challenge_of(&payroll.actor.post(&path, String::new(), &[]).await);
        world.change("UPDATE totp SET last_step = 0", vec![]).await;
        let proof = json!({ "kind": "totp", "code": app_code(&world, 0) }).to_string();
        payroll.actor.post(&format!("/step-up/{challenge}"), proof, &[]).await;
        let other = Payroll::path(&batch, "format=json");
        let refused = payroll.actor.post(&other, String::new(), &[("step-up", &challenge)]).await;
        assert_eq!(refused.body["code"], "STEP_UP_REQUIRED");
    }

    async fn what_is_frozen_before_its_batch_never_reaches_payroll_and_after_it_is_corrected(world: World) {
        let payroll = Payroll::of(&world).await;
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        world.delivered().await;
        let request = approved(&world, &mut ana, account("700100200300")).await;
        freeze(&world, &link_of(&world).await).await;
        a_day_later(&world).await;
        assert_eq!(payroll.ask(CREATE, json!({})).await.outcome(), "NOTHING_TO_HAND_OVER");
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        assert_eq!(marcus.decide(&request, "deny", json!({})).await.outcome(), "ok");

        let second = approved(&world, &mut ana, account(CANARY)).await;
        let link = link_of(&world).await;
        a_day_later(&world).await;
        payroll.create().await;
        assert_eq!(freeze(&world, &link).await.status, 200);
        let rows = payroll.changes().await;
        assert_eq!((&rows[0]["action"], &rows[0]["state"]), (&json!("correct"), &json!("waiting")));
        assert_eq!(rows[1]["state"], "corrected");
        assert_eq!(payroll_of(&mut ana, &second).await["state"], "corrected");
        let batch = payroll.create().await;
        assert_eq!(batch["number"], 2);
        let file = payroll.fetch(&batch, "format=csv&kind=deposits").await;
        let line = file.text.lines().nth(1).unwrap();
        assert!(line.contains(&format!(",correct,{},", rows[1]["id"].as_str().unwrap())) && line.contains(",no,"), "{line}");
    }

    async fn payroll_takes_over_or_rejects_and_everyone_sees_it(world: World) {
        let payroll = Payroll::of(&world).await;
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let account_request = approved(&world, &mut ana, account(CANARY)).await;
        let move_request = moved(&world, &ana, json!({ "addressLine1": "9 Pine Street", "city": "Bend", "zip": "97701" })).await;
        a_day_later(&world).await;
        let waiting = payroll.newest().await["id"].clone();
        assert_eq!(payroll.ask(TAKE, json!({ "i": waiting })).await.outcome(), "NOT_HANDED_OVER");
        let batch = payroll.create().await;
        assert_eq!((&batch["changes"], &batch["kinds"]), (&json!(2), &json!(["deposits", "people"])));
        let people = payroll.fetch(&batch, "format=csv&kind=people").await.text;
        assert!(people.lines().nth(1).unwrap().contains(",address_line1 city zip,,,,,,,9 Pine Street,,Bend,,97701,,"), "{people}");

        let rows = payroll.changes().await;
        let of = |kind: &str| rows.iter().find(|row| row["kind"] == kind).unwrap()["id"].clone();
        for (reason, code) in [(" ", "HANDOVER_REASON_MISSING"), (&*"x".repeat(501), "HANDOVER_REASON_TOO_LONG")] {
            let refused = payroll.ask(REJECT, json!({ "i": of("deposits"), "r": reason })).await;
            assert_eq!((refused.outcome(), refused.field()), (code, Some("reason")));
        }
        let rejected = payroll.ask(REJECT, json!({ "i": of("deposits"), "r": "The bank closed the account." })).await;
        assert_eq!(rejected.data("/rejectPayrollChange/state"), "rejected");
        assert_eq!(payroll.ask(REJECT, json!({ "i": of("deposits"), "r": "Again." })).await.outcome(), "NOT_HANDED_OVER");
        let told = payroll_of(&mut ana, &account_request).await;
        assert_eq!((&told["state"], &told["reason"]), (&json!("rejected"), &json!("The bank closed the account.")));
        let list = payroll.ask(LIST, json!({})).await;
        let row = list.data("/listHandovers/results/0");
        assert_eq!((&row["open"], &row["rejected"], &row["taken"]), (&json!(1), &json!(1), &json!(0)));

        // What is left is taken over; asked again, nothing is.
        let done = payroll.ask(ACKNOWLEDGE, json!({ "h": batch["id"] })).await;
        assert_eq!(done.data("/acknowledgeHandover"), &json!({ "settled": 1, "left": 0 }));
        let again = payroll.ask(ACKNOWLEDGE, json!({ "h": batch["id"] })).await;
        assert_eq!(again.data("/acknowledgeHandover"), &json!({ "settled": 0, "left": 0 }));
        let told = payroll_of(&mut ana, &move_request).await;
        assert_eq!(told["state"], "taken");
        assert!(told["handedAt"].is_string() && told["settledAt"].is_string(), "{told}");
    }
}
