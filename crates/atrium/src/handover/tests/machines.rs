//! Batches for payroll systems over `/api/v1`, and in other systems' columns.

use super::*;
use crate::deposits::CANARY;
use crate::world::both;

const SEEN: &str = "query ($t: ID!, $c: ID!, $e: ID!) { employeeDataViews(tenantId: $t, companyId: $c, employeeId: $e) { viewerName what } }";

async fn token(world: &World, of: &str, name: &str, rights: &[&str]) -> String {
    world.machine_token(&world.add_machine(of, name, rights).await).await
}

/// A batch with an account of Ana's and her new address.
async fn batch_of_two(world: &World, payroll: &Payroll<'_>, ana: &mut Owner<'_>) -> Value {
    approved(world, ana, account(CANARY)).await;
    moved(world, ana, json!({ "addressLine1": "9 Pine Street", "city": "Bend", "zip": "97701" })).await;
    a_day_later(world).await;
    payroll.create().await
}

/// As its definition says, by an operator.
async fn save_mapping(world: &World, definition: Value) {
    let id = world.app.ids.next(world.app.clock.now());
    let sql = "INSERT INTO import_mapping (id, tenant_id, name, kind, definition, changed_at, version)
        SELECT $1, tenant_id, $2, $3, $4, $5, 1 FROM company WHERE name = 'Cedar Outfitters'";
    let text = |name: &str| definition[name].as_str().unwrap().to_owned();
    let values = db::params![id, text("name"), text("kind"), definition.to_string(), world.app.clock.now()];
    world.change(sql, values).await;
}

both! {
    async fn a_payroll_system_fetches_a_batch_and_its_owners_see_it(world: World) {
        let payroll = Payroll::of(&world).await;
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let batch = batch_of_two(&world, &payroll, &mut ana).await;
        let machine = world.holding(&token(&world, "grace", "Payroll sync", &["handover.read"]).await);
        let path = format!("/api/v1/handovers/{}", batch["id"].as_str().unwrap());
        let listed = machine.get("/api/v1/handovers").await;
        assert_eq!((&listed.body["results"][0]["id"], &listed.body["results"][0]["open"]), (&batch["id"], &json!(2)), "{}", listed.text);
        assert_eq!(listed.body["results"][0]["kinds"], json!(["deposits", "people"]));
        let changes = machine.get(&format!("{path}/changes?state=handed")).await;
        assert_eq!(changes.body["results"].as_array().unwrap().len(), 2, "{}", changes.text);
        assert!(!listed.text.contains(CANARY) && !changes.text.contains(CANARY));

        // The same bytes each time, also as a workbook and after the company was renamed.
        for query in ["format=csv&kind=deposits", "format=json", "format=xlsx"] {
            let file = machine.get(&format!("{path}/file?{query}")).await;
            assert_eq!(file.status, 200, "{}", file.text);
            assert_eq!(file.text.contains(CANARY), query != "format=xlsx", "{query}");
            world.change("UPDATE company SET name = name || '!' WHERE name LIKE 'Cedar Outfitters%'", vec![]).await;
            assert_eq!(machine.get(&format!("{path}/file?{query}")).await.bytes, file.bytes, "{query}");
        }
        world.change("UPDATE company SET name = 'Cedar Outfitters' WHERE name LIKE 'Cedar Outfitters%'", vec![]).await;
        let file = machine.get(&format!("{path}/file?format=csv&kind=deposits")).await;
        assert_eq!(file.bytes, payroll.fetch(&batch, "format=csv&kind=deposits").await.bytes, "the console's is the same");

        let fetched = "SELECT count(*) FROM audit_event WHERE action = 'handover.export' AND actor_name = 'machine:Payroll sync'";
        assert_eq!(world.count(fetched).await, 7);
        let ids = json!({ "t": ana.at.tenant, "c": ana.at.company, "e": ana.at.employee });
        let seen = ana.home.ask(SEEN, ids, None).await;
        let views = seen.data("/employeeDataViews").as_array().unwrap();
        for what in ["deposits", "profile"] {
            assert!(views.contains(&json!({ "viewerName": "Payroll sync", "what": what })), "{views:?}");
        }

        for (query, code) in [("format=csv", "UNKNOWN_KIND"), ("format=xml", "UNKNOWN_FORMAT"), ("format=csv&mapping=None", "UNKNOWN_MAPPING")] {
            let refused = machine.get(&format!("{path}/file?{query}")).await;
            assert_eq!((refused.status.as_u16(), &refused.body["code"]), (422, &json!(code)), "{}", refused.text);
        }
        // It may read, and say nothing.
        assert_eq!(machine.post(&format!("{path}/acknowledge"), String::new(), &[]).await.status, 403);
        let clinic = world.holding(&token(&world, "hugo", "Clinic", &["handover.read", "handover.acknowledge"]).await);
        assert_eq!(clinic.get(&format!("{path}/file?format=json")).await.status, 404);
        assert_eq!(clinic.post(&format!("{path}/acknowledge"), String::new(), &[]).await.status, 404);
        assert_eq!(clinic.get("/api/v1/handovers").await.body["results"], json!([]));
    }

    async fn a_payroll_system_says_what_it_took_and_what_is_left(world: World) {
        let payroll = Payroll::of(&world).await;
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let batch = batch_of_two(&world, &payroll, &mut ana).await;
        let machine = world.holding(&token(&world, "grace", "Payroll sync", &["handover.acknowledge"]).await);
        let path = format!("/api/v1/handovers/{}", batch["id"].as_str().unwrap());
        assert_eq!(machine.get(&path).await.status, 403, "it may say, and read nothing");
        let rows = payroll.changes().await;
        let of = |kind: &str| rows.iter().find(|row| row["kind"] == kind).unwrap()["id"].clone();
        let acknowledge = async |body: String, headers: &[(&str, &str)]| {
            machine.post(&format!("{path}/acknowledge"), body, headers).await
        };
        let before = world.rows().await;
        for (body, status, code) in [
            (json!({ "changes": [of("people"), uuid::Uuid::from_u128(5)] }).to_string(), 422, "NOT_IN_BATCH"),
            (json!({ "changes": [of("people")], "all": true }).to_string(), 400, "INVALID_REQUEST"),
            ("{".to_owned(), 400, "INVALID_REQUEST"),
        ] {
            let refused = acknowledge(body, &[]).await;
            assert_eq!((refused.status.as_u16(), &refused.body["code"]), (status, &json!(code)), "{}", refused.text);
        }
        assert_eq!(world.rows().await["payroll_change"], before["payroll_change"]);
        let one = json!({ "changes": [of("people")] }).to_string();
        for _ in 0..2 {
            let done = acknowledge(one.clone(), &[("idempotency-key", "k1")]).await;
            assert_eq!((done.status.as_u16(), &done.body), (200, &json!({ "settled": 1, "left": 1 })), "{}", done.text);
        }
        assert_eq!(acknowledge(one, &[]).await.body, json!({ "settled": 0, "left": 1 }));
        let change = of("deposits");
        let reject = format!("{path}/changes/{}/reject", change.as_str().unwrap());
        let refused = machine.post(&reject, json!({ "reason": " " }).to_string(), &[]).await;
        assert_eq!(refused.body["code"], "HANDOVER_REASON_MISSING");
        let done = machine.post(&reject, json!({ "reason": "The bank closed it." }).to_string(), &[]).await;
        assert_eq!((done.status.as_u16(), &done.body), (200, &json!({ "settled": 1, "left": 0 })), "{}", done.text);
        assert_eq!(acknowledge(String::new(), &[]).await.body, json!({ "settled": 0, "left": 0 }));
        let row = payroll.changes().await.into_iter().find(|row| row["id"] == change).unwrap();
        assert_eq!((&row["state"], &row["reason"]), (&json!("rejected"), &json!("The bank closed it.")));
        // So does Marcus, who had approved it, see why.
        let list = "query ($t: ID!, $c: ID!, $m: ID!) { listManagerEEChangeRequest(tenantId: $t, companyId: $c, managerId: $m,
            requestType: \"direct_deposit\", decided: true) { results { status payroll { state reason } } } }";
        let marcus = world.acting("marcus").await;
        let ids = json!({ "t": ana.at.tenant, "c": ana.at.company, "m": world.person("marcus").await.to_string() });
        let decided = marcus.ask(list, ids).await;
        let newest = decided.data("/listManagerEEChangeRequest/results/0");
        assert_eq!(newest["payroll"], json!({ "state": "rejected", "reason": "The bank closed it." }));
    }

    async fn a_batch_leaves_in_the_columns_of_a_mapping(world: World) {
        let payroll = Payroll::of(&world).await;
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        let batch = batch_of_two(&world, &payroll, &mut ana).await;
        let code = code_of_ana(&world).await;
        let columns = json!({ "employee_code": "Emp ID", "account_number": "Acct", "amount": "Sum", "end_date": "Ends" });
        save_mapping(&world, json!({ "name": "Bureau", "kind": "deposits", "delimiter": "semicolon", "decimals": "comma", "columns": columns })).await;
        save_mapping(&world, json!({ "name": "Roles", "kind": "roles", "columns": { "username": "User", "role": "Role" } })).await;
        let file = payroll.fetch(&batch, "format=csv&mapping=Bureau").await;
        assert_eq!(file.text, format!("Emp ID;Acct;Sum;Ends\r\n{code};{CANARY};50,00;\r\n"));
        let book = payroll.fetch(&batch, "format=xlsx&mapping=Bureau").await;
        assert!(book.bytes.starts_with(b"PK"));
        let refused = payroll.actor.post(&Payroll::path(&batch, "format=csv&mapping=Roles"), String::new(), &[]).await;
        assert_eq!(refused.body["code"], "MAPPING_NOT_FOR_HANDOVER");
        assert_eq!(world.count("SELECT count(*) FROM handover_fetch WHERE kind = 'deposits'").await, 2);
    }
}
