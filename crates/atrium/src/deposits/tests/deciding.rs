//! Who decides a deposit change, and what a decision does.

use super::{CANARY, Decider, OUTFITTERS, Owner, account};
use crate::world::{World, both};
use serde_json::{Value, json};

async fn asked(owner: &mut Owner<'_>) -> Value {
    owner.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId").clone()
}

fn is_in(queue: &[String], request: &Value) -> bool {
    queue.iter().any(|id| request == id.as_str())
}

both! {
    async fn d32_nobody_decides_their_own_request(world: World) {
        let mut priya = Owner::of(&world, "priya", OUTFITTERS).await;
        let request = asked(&mut priya).await;
        let herself = Decider::of(&world, "priya", &priya.at).await;
        assert!(!is_in(&herself.waiting().await, &request));
        let before = world.rows().await;
        assert_eq!(herself.decide(&request, "approve", json!({})).await.outcome(), "FORBIDDEN");
        assert_eq!(herself.get(&request).await.outcome(), "FORBIDDEN");
        assert_eq!(world.rows().await, before);
        let marcus = Decider::of(&world, "marcus", &priya.at).await;
        assert!(is_in(&marcus.waiting().await, &request));
        assert_eq!(marcus.decide(&request, "approve", json!({})).await.outcome(), "ok");
    }

    async fn d32_not_through_an_employment_of_theirs_that_they_report_to_themselves_with(world: World) {
        let mut priya = Owner::of(&world, "priya", OUTFITTERS).await;
        let request = asked(&mut priya).await;
        // Someone makes her her own manager, which changes nothing.
        world.change(
            "INSERT INTO reporting_line (manager_id, company_id, employee_id, tenant_id, kind, area)
             SELECT e.person_id, e.company_id, e.id, e.tenant_id, 'primary', 'Personal Info' FROM employee e
             JOIN person p ON p.id = e.person_id WHERE p.username = 'priya'", vec![]).await;
        let herself = Decider::of(&world, "priya", &priya.at).await;
        assert!(!is_in(&herself.waiting().await, &request));
        assert_eq!(herself.decide(&request, "approve", json!({})).await.outcome(), "FORBIDDEN");
    }

    async fn a_manager_without_the_area_or_the_permission_sees_nothing(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let request = asked(&mut ana).await;
        let dana = Decider::of(&world, "dana", &ana.at).await;
        assert_eq!(dana.queue().await.outcome(), "FORBIDDEN");
        let priya = Decider::of(&world, "priya", &ana.at).await;
        assert!(!is_in(&priya.waiting().await, &request), "Ana does not report to Priya");
        assert_eq!(priya.decide(&request, "approve", json!({})).await.outcome(), "NOT_FOUND");
        world.change(
            "UPDATE reporting_line SET area = 'Time Off', kind = 'secondary' WHERE area = 'Personal Info' AND manager_id =
               (SELECT id FROM person WHERE username = 'marcus') AND employee_id =
               (SELECT e.id FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = 'ana')", vec![]).await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        assert!(!is_in(&marcus.waiting().await, &request));
        assert_eq!(marcus.get(&request).await.outcome(), "NOT_FOUND");
    }

    async fn an_administrator_decides_where_no_manager_is_left(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let request = asked(&mut ana).await;
        let grace = Decider::of(&world, "grace", &ana.at).await;
        assert!(!is_in(&grace.waiting().await, &request), "Marcus can do it");
        assert_eq!(grace.decide(&request, "approve", json!({})).await.outcome(), "NOT_FOUND");
        world.disable("marcus").await;
        assert!(is_in(&grace.waiting().await, &request));
        assert_eq!(grace.decide(&request, "approve", json!({})).await.data("/putManagerEmployeeChangeRequest/decidedByName"), "Grace O'Neil");
    }

    async fn approving_needs_a_fresh_second_factor_for_that_very_request(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let request = asked(&mut ana).await;
        let mut marcus = Owner::of(&world, "marcus", OUTFITTERS).await;
        let query = "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!, $a: ChangeRequestAction!) {
            putManagerEmployeeChangeRequest(tenantId: $t, companyId: $c, managerId: $m, changeRequestId: $id, action: $a) { status } }";
        let person = marcus.at.person.clone();
        let ids = |request: &Value, action: &str| json!({
            "t": ana.at.tenant, "c": ana.at.company, "m": person, "id": request, "a": action });
        let (approve, deny) = (ids(&request, "approve"), ids(&request, "deny"));
        let before = world.count("SELECT count(*) FROM change_request WHERE status = 'Pending'").await;
        let refused = marcus.home.ask(query, approve.clone(), None).await;
        let challenge = marcus.prove(&refused).await;
        // Another of her requests: the proof isn't for that one.
        world.change("UPDATE totp SET last_step = 0", vec![]).await;
        let other = world.app.db.one::<(uuid::Uuid,)>("SELECT r.id FROM change_request r JOIN employee e ON e.id = r.employee_id
            JOIN person p ON p.id = e.person_id WHERE p.username = 'victor' AND r.request_type = 'direct_deposit'
            AND r.status = 'Pending'", vec![]).await.unwrap().0.to_string();
        let elsewhere = marcus.home.ask(query, ids(&json!(other), "approve"), Some(&challenge)).await;
        assert_eq!(elsewhere.outcome(), "STEP_UP_REQUIRED");
        assert_eq!(world.count("SELECT count(*) FROM change_request WHERE status = 'Pending'").await, before);
        assert_eq!(marcus.home.ask(query, approve, Some(&challenge)).await.data("/putManagerEmployeeChangeRequest/status"), "Approved");
        let late = marcus.home.ask(query, deny, None).await;
        assert_eq!(late.outcome(), "REQUEST_PROCESSED");
        let denied = marcus.home.ask(query, ids(&json!(other), "deny"), None).await;
        assert_eq!(denied.data("/putManagerEmployeeChangeRequest/status"), "Denied", "saying no moves no money");
    }

    async fn deciders_hear_of_a_deposit_request_by_mail_and_in_the_app(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        world.delivered().await;
        asked(&mut ana).await;
        let mail = world.delivered().await;
        let his: Vec<_> = mail.iter().filter(|each| each.to.starts_with("marcus")).collect();
        assert_eq!(his.len(), 1, "{}", mail.len());
        assert!(his[0].text.contains("Ana Morales") && his[0].text.contains("/manager/disbursements"), "{}", his[0].text);
        assert!(!his[0].text.contains("4417"), "no account in the mail");
        let told = "SELECT count(*) FROM notice n JOIN person p ON p.id = n.person_id WHERE n.kind = 'deposits_asked'
            AND p.username = 'marcus' AND CAST(n.facts AS TEXT) LIKE '%Ana Morales%'";
        assert_eq!(world.count(told).await, 1);
    }

    async fn a_request_is_decided_once_and_the_second_decider_is_told(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let request = asked(&mut ana).await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        marcus.decide(&request, "deny", json!({ "version": 1 })).await.data("/putManagerEmployeeChangeRequest/id");
        let late = marcus.decide(&request, "approve", json!({ "version": 1 })).await;
        assert_eq!(late.outcome(), "CONFLICT");
        assert_eq!(late.body["errors"][0]["extensions"]["current"]["status"], "Denied");
        let again = marcus.decide(&request, "approve", json!({ "version": 2 })).await;
        assert_eq!(again.outcome(), "REQUEST_PROCESSED");
        assert!(again.text.contains("This request has been Processed or is Currently being processed. No changes can be made"));
        assert!(ana.accounts().await.iter().all(|account| account["approvalStatus"] != "Pending"));
    }

    async fn of_two_who_decide_at_once_one_succeeds(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let request = asked(&mut ana).await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        let attempts = ["approve", "deny", "approve", "deny"].map(|action| marcus.decide(&request, action, json!({})));
        let replies = futures_util::future::join_all(attempts).await;
        let outcomes: Vec<&str> = replies.iter().map(|reply| reply.outcome()).collect();
        assert_eq!(outcomes.iter().filter(|outcome| **outcome == "ok").count(), 1, "{outcomes:?}");
        let sent = "SELECT count(*) FROM event WHERE type IN ('change_request.approved', 'change_request.denied') AND subject_id = $1";
        let subject = uuid::Uuid::parse_str(request.as_str().unwrap()).unwrap();
        assert_eq!(world.app.db.one::<(i64,)>(sent, db::params![subject]).await.unwrap().0, 1);
    }

    async fn nothing_is_decided_while_payroll_is_processed(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let request = asked(&mut ana).await;
        world.change("UPDATE company_payroll SET is_processing = TRUE", vec![]).await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        assert!(is_in(&marcus.waiting().await, &request));
        let before = world.rows().await;
        assert_eq!(marcus.decide(&request, "approve", json!({})).await.outcome(), "REQUEST_PROCESSED");
        assert_eq!(world.rows().await, before);
    }

    async fn the_employee_follows_the_request_but_not_the_reasons_for_caution(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let request = asked(&mut ana).await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        marcus.decide(&request, "deny", json!({ "note": "Bring a voided check." })).await.data("/putManagerEmployeeChangeRequest/id");
        let query = "query ($t: ID!, $c: ID!, $e: ID!) {
            listEmployeeChangeRequests(tenantId: $t, companyId: $c, employeeId: $e) {
              results { id changeType employeeId lastUpdated status note cautions { code } directDeposit { bankAccountNumber } } } }";
        let ids = json!({ "t": ana.at.tenant, "c": ana.at.company, "e": ana.at.employee });
        let reply = ana.home.ask(query, ids, None).await;
        let row = reply.data("/listEmployeeChangeRequests/results/0");
        assert_eq!((&row["id"], &row["status"], &row["note"]), (&request, &json!("Denied"), &json!("Bring a voided check.")));
        assert_eq!((&row["changeType"], &row["cautions"]), (&json!("direct-deposit"), &json!([])));
    }
}
