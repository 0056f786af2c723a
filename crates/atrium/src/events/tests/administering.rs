//! Adding, changing, rotating and removing webhooks: what is shown once, what is refused where, and what the trail says.

use super::{
    REMOVE, REPLAY, REPLAY_SINCE, TEST, add, cedar, change, deliveries, happen, list, payroll, refused,
    rotate, tenant_of, with,
};
use crate::world::{World, both};
use atrium::shared::event_feed::EventType;
use serde_json::{Value, json};
use uuid::Uuid;

both! {
    async fn an_administrator_adds_a_webhook_and_sees_its_secret_once(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let reply = add(&grace, &tenant, with("types", json!(["time_off.decided", "deposit.changed"]))).await;
        let (row, secret) = (reply.data("/addWebhook/webhook"), reply.data("/addWebhook/secret").as_str().unwrap());
        assert!(secret.starts_with("whsec_") && secret.len() == 6 + 44, "256 bits, as receivers expect them");
        assert_eq!(row["types"], json!(["deposit.changed", "time_off.decided"]), "in one order");
        assert_eq!((&row["isEnabled"], &row["waiting"], &row["version"]), (&json!(true), &json!(0), &json!(1)));
        assert_eq!(&list(&grace, &tenant).await[0], row);
        let rows = world.rows().await;
        assert!(!rows["webhook"].join("\n").contains(secret), "it's sealed");
        let hex: String = secret.bytes().map(|byte| format!("{byte:02X}")).collect();
        assert!(!rows["webhook"].join("\n").to_uppercase().contains(&hex));
        let (detail,): (String,) =
            world.app.db.one("SELECT detail FROM audit_event WHERE action = 'webhook.added'", vec![]).await.unwrap();
        assert!(detail.contains("https://payroll.example/hooks") && !detail.contains("whsec_"), "{detail}");
    }

    async fn what_follows_the_question_mark_of_an_address_stays_out_of_the_trail(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let reply = add(&grace, &tenant, with("url", json!("https://payroll.example/hooks?key=CANARY"))).await;
        assert_eq!(reply.data("/addWebhook/webhook/url"), "https://payroll.example/hooks?key=CANARY");
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE detail LIKE '%CANARY%'").await, 0);
    }

    async fn a_change_needs_a_factor_for_exactly_that_change(world: World) {
        let mut grace = crate::world::AtHome::of(&world, "grace").await;
        let tenant = tenant_of(&grace.actor()).await;
        let query = "mutation ($t: ID!, $i: WebhookInput!) { addWebhook(tenantId: $t, input: $i) { secret } }";
        let variables = json!({ "t": tenant, "i": payroll() });
        let asked = grace.ask(query, variables.clone(), None).await;
        let challenge = crate::world::challenge_of(&asked);
        assert_eq!(world.count("SELECT count(*) FROM webhook").await, 0);
        grace.prove(&challenge, 0).await;
        let other = json!({ "t": tenant, "i": with("url", json!("https://evil.example/hooks")) });
        let reply = grace.ask(query, other, Some(&challenge)).await;
        assert_eq!(reply.outcome(), "STEP_UP_REQUIRED", "{}", reply.text);
        assert_eq!(grace.ask(query, variables, Some(&challenge)).await.outcome(), "ok");
        let id = world.app.db.one::<(Uuid,)>("SELECT id FROM webhook", vec![]).await.unwrap().0;
        let v = json!({ "t": tenant, "w": id, "v": 1 });
        let rotate = "mutation ($t: ID!, $w: ID!, $v: Int!) {
            rotateWebhookSecret(tenantId: $t, webhookId: $w, version: $v, keepOld: false) { secret } }";
        for query in [rotate, REMOVE] {
            assert_eq!(grace.ask(query, v.clone(), None).await.outcome(), "STEP_UP_REQUIRED");
        }
    }

    async fn bad_input_is_refused_at_its_field_and_changes_nothing(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let other = world.acting("hugo").await.standing("Harbor Clinic").await;
        add(&grace, &tenant, payroll()).await.data("/addWebhook/secret");
        let before = world.rows().await;
        let fresh = |field: &str, value: Value| {
            let mut input = with("name", json!("Time clock"));
            input[field] = value;
            input
        };
        for (field, value, code) in [
            ("name", json!(" "), "REQUIRED"),
            ("name", json!("x".repeat(101)), "TOO_LONG"),
            ("name", json!("payroll"), "WEBHOOK_EXISTS"),
            ("url", json!(""), "REQUIRED"),
            ("url", json!("http://payroll.example/hooks"), "WEBHOOK_URL"),
            ("url", json!("https://10.0.0.1/hooks"), "WEBHOOK_URL"),
            ("url", json!("https://127.0.0.1/hooks"), "WEBHOOK_URL"),
            ("url", json!("https://[::1]/hooks"), "WEBHOOK_URL"),
            ("url", json!("https://169.254.169.254/latest"), "WEBHOOK_URL"),
            ("url", json!("https://me:pw@payroll.example/hooks"), "WEBHOOK_URL"),
            ("url", json!("payroll.example"), "WEBHOOK_URL"),
            ("types", json!(["salary.raised"]), "EVENT_TYPE_UNKNOWN"),
            ("companyId", json!(other.company), "WEBHOOK_COMPANY"),
        ] {
            refused(&add(&grace, &tenant, fresh(field, value)).await, code, Some(field));
        }
        assert!(world.rows().await == before, "nothing changed");
        let copy = "INSERT INTO webhook (id, tenant_id, name, url, secret_sealed, secret_set_at, reached, created_at)
            SELECT $1, tenant_id, $2, url, secret_sealed, secret_set_at, reached, created_at FROM webhook WHERE name = 'Payroll'";
        for n in 1..20u128 {
            world.change(copy, db::params![Uuid::from_u128(n), format!("Number {n}")]).await;
        }
        refused(&add(&grace, &tenant, with("name", json!("One more"))).await, "WEBHOOKS_TOO_MANY", None);
    }

    async fn the_second_of_two_administrators_sees_both_versions(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let row = add(&grace, &tenant, payroll()).await.data("/addWebhook/webhook").clone();
        let first = change(&grace, &tenant, &row, with("name", json!("Payroll system"))).await;
        assert_eq!(first.data("/changeWebhook/webhook/version"), &json!(2));
        assert_eq!(first.data("/changeWebhook/secret"), &Value::Null, "its secret stays");
        let late = change(&grace, &tenant, &row, with("name", json!("Paymaster"))).await;
        refused(&late, "CONFLICT", None);
        let current = &late.body["errors"][0]["extensions"]["current"];
        assert_eq!((&current["name"], &current["version"]), (&json!("Payroll system"), &json!(2)));
        refused(&rotate(&grace, &tenant, &row, true).await, "CONFLICT", None);
        refused(&grace.ask_proving(REMOVE, json!({ "t": tenant, "w": row["id"], "v": 1 })).await, "CONFLICT", None);
        assert_eq!(list(&grace, &tenant).await.len(), 1);
        let row = list(&grace, &tenant).await.remove(0);
        let gone = grace.ask_proving(REMOVE, json!({ "t": tenant, "w": row["id"], "v": 2 })).await;
        assert_eq!(gone.data("/removeWebhook/webhookId"), &row["id"]);
        assert_eq!(list(&grace, &tenant).await, Vec::<Value>::new());
    }

    async fn company_administrators_and_everyone_else_stay_out(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let row = add(&grace, &tenant, payroll()).await.data("/addWebhook/webhook").clone();
        for username in ["ana", "marcus", "priya"] {
            let other = world.acting(username).await;
            for query in [
                "query ($t: ID!) { listWebhooks(tenantId: $t) { results { url } } }",
                "query ($t: ID!) { listTenantEvents(tenantId: $t) { results { id } } }",
            ] {
                assert_eq!(other.ask(query, json!({ "t": tenant })).await.outcome(), "FORBIDDEN", "{username}");
            }
            assert_eq!(other.ask(TEST, json!({ "t": tenant, "w": row["id"] })).await.outcome(), "FORBIDDEN", "{username}");
        }
        let hugo = world.acting("hugo").await;
        assert_eq!(hugo.ask("query ($t: ID!) { listWebhooks(tenantId: $t) { results { url } } }", json!({ "t": tenant })).await.outcome(), "NOT_FOUND");
        assert_eq!(world.count("SELECT count(*) FROM webhook_delivery").await, 0);
    }

    async fn a_webhook_that_is_off_is_neither_tested_nor_replayed(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let row = add(&grace, &tenant, with("isEnabled", json!(false))).await.data("/addWebhook/webhook").clone();
        refused(&grace.ask(TEST, json!({ "t": tenant, "w": row["id"] })).await, "WEBHOOK_OFF", None);
        let now = world.app.clock.now().to_string();
        let since = |at: &str| json!({ "t": tenant, "w": row["id"], "s": at });
        refused(&grace.ask(REPLAY_SINCE, since(&now)).await, "WEBHOOK_OFF", None);
        let row = change(&grace, &tenant, &row, payroll()).await.data("/changeWebhook/webhook").clone();
        for wrong in ["2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"] {
            refused(&grace.ask(REPLAY_SINCE, since(wrong)).await, "REPLAY_TOO_LONG_AGO", Some("since"));
        }
        let missing = Uuid::from_u128(77).to_string();
        assert_eq!(grace.ask(REPLAY, json!({ "t": tenant, "d": missing })).await.outcome(), "NOT_FOUND");
        assert_eq!(grace.ask(TEST, json!({ "t": tenant, "w": missing })).await.outcome(), "NOT_FOUND");
        assert_eq!(deliveries(&grace, &tenant, &row, Value::Null).await, Vec::<Value>::new());
    }

    async fn what_happened_while_it_was_off_comes_only_when_asked_for(demo: World) {
        let world = demo;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let row = add(&grace, &tenant, with("isEnabled", json!(false))).await.data("/addWebhook/webhook").clone();
        let before = world.app.clock.now().to_string();
        let fact = EventType::CompanyEdited.of(Uuid::from_u128(5));
        happen(&world, cedar(&world).await, &[fact, fact]).await;
        let row = change(&grace, &tenant, &row, payroll()).await.data("/changeWebhook/webhook").clone();
        atrium::events::deliver_due(&world.app).await.unwrap();
        assert_eq!(deliveries(&grace, &tenant, &row, Value::Null).await, Vec::<Value>::new());
        let since = json!({ "t": tenant, "w": row["id"], "s": before });
        assert_eq!(grace.ask(REPLAY_SINCE, since).await.data("/replayWebhook/events"), 2);
        let queued = "SELECT count(*) FROM audit_event WHERE action = 'webhook.replayed'";
        assert_eq!(world.count(queued).await, 1);
        let behind = "SELECT count(*) FROM webhook w JOIN event_head h ON h.tenant_id = w.tenant_id WHERE w.reached = h.number - 2";
        assert_eq!(world.count(behind).await, 1, "it goes back to where the time begins");
    }
}
