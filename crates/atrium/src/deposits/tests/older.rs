//! The older API: the same accounts in other words, behind the same shield.

use super::{CANARY, HARBOR, OUTFITTERS, Owner, account};
use crate::world::{Reply, World, both};
use serde_json::{Value, json};

impl Owner<'_> {
    fn legacy(&self, call: &str, more: &str) -> String {
        let employee = self.at.employee.as_deref().unwrap();
        format!("/legacy/{call}?companyId={}&employeeId={employee}{more}", self.at.company)
    }

    async fn end(&mut self, id: &str, ending: Value, step_up: Option<&str>) -> Reply {
        let path = self.legacy("update-end-date-delete-disbursement", &format!("&disbursementId={id}"));
        self.home.call("POST", &path, ending, step_up).await
    }

    async fn prove_older(&mut self, refused: &Reply) -> String {
        assert_eq!(refused.body["code"], "STEP_UP_REQUIRED", "{}", refused.text);
        let challenge = refused.body["challenge"].as_str().unwrap().to_owned();
        self.world.change("UPDATE totp SET last_step = 0", vec![]).await;
        self.home.prove(&challenge, 0).await;
        challenge
    }
}

both! {
    async fn disbursements_are_the_accounts_in_older_words_and_numbers_stay_masked(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        ana.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId");
        let accounts = ana.accounts().await;
        let reply = ana.home.actor().get(&ana.legacy("pay-disbursements", "")).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        assert!(!reply.text.contains(CANARY));
        assert_eq!(reply.body["totalCount"], accounts.len());
        for (older, newer) in reply.body["disbursements"].as_array().unwrap().iter().zip(&accounts) {
            assert_eq!((&older["id"], &older["type"]), (&newer["id"], &newer["amountType"]));
            assert_eq!((&older["accountNumber"], &older["routingNumber"]), (&newer["bankAccountNumber"], &newer["bankRoutingNumber"]));
            assert_eq!((&older["startDate"], &older["endDate"]), (&newer["edCode"]["startDate"], &newer["edCode"]["endDate"]));
            assert_eq!(older["status"], newer["bankStatus"].as_str().unwrap().to_lowercase());
            let shares = [("fixed", "amount"), ("percentage", "percentage")];
            for (kind, field) in shares {
                assert_eq!(older["type"] == kind, !older[field].is_null(), "{older}");
            }
        }
        let query = "query ($c: ID!, $e: ID!) { disbursements(companyId: $c, employeeId: $e) { totalCount
            disbursements { id type amount percentage accountType accountNumber status } }
            maximumDirectDepositAccounts(companyId: $c, employeeId: $e) }";
        let ids = json!({ "c": ana.at.company, "e": ana.at.employee });
        let graph = ana.home.ask(query, ids, None).await;
        assert_eq!(graph.data("/disbursements/totalCount"), accounts.len());
        assert_eq!(graph.data("/disbursements/disbursements/0/id"), &accounts[0]["id"]);
        assert_eq!(graph.data("/maximumDirectDepositAccounts"), 5);
    }

    async fn ending_one_the_older_way_needs_the_same_proof_and_approval(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let accounts = ana.accounts().await;
        let live = accounts.iter().find(|account| account["bankStatus"] == "Active").unwrap();
        let id = live["id"].as_str().unwrap().to_owned();
        let before = world.rows().await;
        let past = ana.end(&id, json!({ "endDate": "2020-01-01" }), None).await;
        assert_eq!(past.status, 422, "{}", past.text);
        let on_record = "SELECT count(*) FROM audit_event WHERE action = 'change.refused' AND detail LIKE '%update-end-date%'";
        assert_eq!(world.count(on_record).await, 1, "a refused change is written down, the older way as well");
        let refused = ana.end(&id, json!({ "endDate": "2027-01-31" }), None).await;
        assert_eq!(ana.accounts().await, accounts, "nothing without a proof");
        assert_eq!(world.rows().await["direct_deposit"], before["direct_deposit"]);
        let challenge = ana.prove_older(&refused).await;
        world.delivered().await;
        let other = ana.end(&id, json!({ "endDate": "2027-02-28" }), Some(&challenge)).await;
        assert_eq!(other.body["code"], "STEP_UP_REQUIRED", "a proof fits the very change");
        let done = ana.end(&id, json!({ "endDate": "2027-01-31" }), Some(&challenge)).await;
        assert_eq!(done.status, 200, "{}", done.text);
        assert_eq!(done.body["needsApproval"], true);
        assert!(!world.delivered().await.is_empty(), "the owner is told");
        let waiting = ana.accounts().await;
        let waiting = waiting.iter().find(|account| account["id"] == id.as_str()).unwrap();
        assert_eq!(waiting["changeRequestId"], done.body["changeRequestId"]);
        let again = ana.end(&id, json!({ "endDate": null }), None).await;
        assert_eq!(again.body["code"], "OUTSTANDING_REQUEST", "{}", again.text);
    }

    async fn without_an_end_date_an_account_is_taken_away(world: World) {
        let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
        let accounts = hugo.accounts().await;
        let live = accounts.iter().find(|account| account["bankStatus"] == "Active" && account["takeHomePay"] == false);
        let id = live.unwrap_or(&accounts[0])["id"].as_str().unwrap().to_owned();
        let refused = hugo.end(&id, json!({}), None).await;
        let challenge = hugo.prove_older(&refused).await;
        let done = hugo.end(&id, json!({}), Some(&challenge)).await;
        assert_eq!((done.status.as_u16(), &done.body["needsApproval"]), (200, &json!(false)), "{}", done.text);
        let after = hugo.accounts().await;
        let ended = after.iter().find(|account| account["id"] == id.as_str());
        assert!(ended.is_none_or(|account| !account["edCode"]["endDate"].is_null()), "{after:?}");
    }

    async fn who_asks_is_looked_at_before_what_is_asked(world: World) {
        let ana = Owner::of(&world, "ana", OUTFITTERS).await;
        for call in ["pay-disbursements", "banking-institution", "leave"] {
            let path = format!("/legacy/{call}");
            assert_eq!(world.get(&path).await.status, 401, "{call}");
            let reply = ana.home.actor().get(&path).await;
            assert_eq!((reply.status.as_u16(), &reply.body["field"]), (400, &json!("companyId")), "{call}: {}", reply.text);
        }
    }

    async fn a_bank_is_found_by_its_routing_number(world: World) {
        let ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let ask = |number: &str| ana.legacy("banking-institution", &format!("&routingNumber={number}"));
        let actor = ana.home.actor();
        let found = actor.get(&ask("920100378")).await;
        assert_eq!((found.status.as_u16(), &found.body["routingNumber"]), (200, &json!("920100378")));
        assert!(!found.body["name"].as_str().unwrap().is_empty());
        for (number, code, words) in [
            ("920100379", "ROUTING_NUMBER_INVALID", "Invalid bank routing number"),
            ("021000021", "ROUTING_NUMBER_NOT_FOUND", "Routing number not found"),
        ] {
            let refused = actor.get(&ask(number)).await;
            assert_eq!((&refused.body["code"], &refused.body["message"]), (&json!(code), &json!(words)));
        }
    }
}
