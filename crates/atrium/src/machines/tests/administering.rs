//! Adding, changing, rotating and revoking: what is shown once, what is refused where, and what the audit trail says.

use super::{
    add, added, change, grace, list, payroll, people, problem, refused, revoke, rotate, tenant_of, with,
};
use crate::world::{World, both};
use serde_json::{Value, json};

both! {
    async fn a_machine_that_leads_to_pay_takes_someone_who_does_the_tenants_pay(world: World) {
        let administrator = world.acting("grace").await;
        let tenant = tenant_of(&administrator).await;
        for scope in ["handover.read", "handover.acknowledge", "import.write"] {
            let reply = add(&administrator, &tenant, with("scopes", json!([scope]))).await;
            refused(&reply, "MACHINE_OPENS_PAY", Some("scopes"));
        }
        assert_eq!(list(&administrator, &tenant, "").await.len(), 0);
        assert_eq!(add(&administrator, &tenant, with("scopes", json!(["people.read"]))).await.outcome(), "ok");
        assert_eq!(add(&grace(&world).await, &tenant, with("name", json!("Pay"))).await.outcome(), "ok");
    }

    async fn an_administrator_adds_a_machine_and_sees_its_secret_once(world: World) {
        let grace = grace(&world).await;
        let tenant = tenant_of(&grace).await;
        let (row, machine) = added(&world).await;
        assert!(machine.secret.len() >= 43, "256 bits");
        assert_eq!(row["scopes"], json!(["handover.read", "people.read"]), "in one order");
        assert_eq!((&row["requestsPerMinute"], &row["revokedAt"]), (&json!(600), &Value::Null));
        assert!(row["tokenUrl"].as_str().unwrap().ends_with("/oauth2/token"));
        let listed = list(&grace, &tenant, "sync").await;
        assert_eq!(listed, [row]);
        assert!(!serde_json::to_string(&listed).unwrap().contains(&machine.secret));
        let (detail,): (String,) = world.app.db
            .one("SELECT detail FROM audit_event WHERE action = 'machine.added'", vec![]).await.unwrap();
        assert!(detail.contains("Payroll sync") && !detail.contains(&machine.secret), "{detail}");
        let stored: Vec<db::Cells> = world.app.db.all("SELECT * FROM machine", vec![]).await.unwrap();
        assert!(!format!("{stored:?}").contains(&machine.secret), "only its hash is kept");
    }

    async fn a_machine_needs_a_factor_for_exactly_what_it_may_do(world: World) {
        grace(&world).await;
        let mut grace = crate::world::AtHome::of(&world, "grace").await;
        let tenant = tenant_of(&grace.actor()).await;
        let query = "mutation ($t: ID!, $i: MachineClientInput!) { addMachine(tenantId: $t, input: $i) { secret } }";
        let variables = json!({ "t": tenant, "i": payroll() });
        let asked = grace.ask(query, variables.clone(), None).await;
        let challenge = crate::world::challenge_of(&asked);
        assert_eq!(world.count("SELECT count(*) FROM machine").await, 0);
        grace.prove(&challenge, 0).await;
        let other = json!({ "t": tenant, "i": with("scopes", json!(["scim"])) });
        assert_eq!(grace.ask(query, other, Some(&challenge)).await.outcome(), "STEP_UP_REQUIRED");
        assert_eq!(grace.ask(query, variables, Some(&challenge)).await.outcome(), "ok");
    }

    async fn bad_input_about_a_machine_is_refused_at_its_field_and_changes_nothing(world: World) {
        added(&world).await;
        let grace = grace(&world).await;
        let tenant = tenant_of(&grace).await;
        let before = world.rows().await;
        for (field, value, code) in [
            ("name", json!(" "), "REQUIRED"),
            ("name", json!("payroll SYNC"), "MACHINE_EXISTS"),
            ("name", json!("x".repeat(101)), "TOO_LONG"),
            ("scopes", json!([]), "MACHINE_SCOPES_MISSING"),
            ("scopes", json!(["pay.read"]), "MACHINE_SCOPE"),
            ("scopes", json!(["scim.admin"]), "MACHINE_ADMIN_ALONE"),
            ("auth", json!("none"), "MACHINE_AUTH"),
            ("requestsPerMinute", json!(0), "MACHINE_LIMIT"),
            ("requestsPerMinute", json!(6001), "MACHINE_LIMIT"),
        ] {
            let mut input = with("name", json!("Directory"));
            input[field] = value;
            refused(&add(&grace, &tenant, input).await, code, Some(field));
        }
        let mut keyed = with("name", json!("Directory"));
        keyed["auth"] = json!("key");
        refused(&add(&grace, &tenant, keyed.clone()).await, "REQUIRED", Some("jwks"));
        keyed["jwks"] = json!("{\"keys\": [{ \"kty\": \"oct\", \"k\": \"c2VjcmV0\" }]}");
        refused(&add(&grace, &tenant, keyed).await, "MACHINE_KEYS_PRIVATE", Some("jwks"));
        assert!(world.rows().await == before, "nothing changed");
    }

    async fn the_second_of_two_who_change_a_machine_sees_both_versions(world: World) {
        let (row, _) = added(&world).await;
        let grace = grace(&world).await;
        let tenant = tenant_of(&grace).await;
        let first = change(&grace, &tenant, &row, with("name", json!("Payroll"))).await;
        assert_eq!(first.data("/changeMachine/machine/version"), &json!(2));
        let late = change(&grace, &tenant, &row, with("name", json!("Wages"))).await;
        refused(&late, "CONFLICT", None);
        let current = &late.body["errors"][0]["extensions"]["current"];
        assert_eq!((&current["name"], &current["version"]), (&json!("Payroll"), &json!(2)));
        refused(&rotate(&grace, &tenant, &row, true).await, "CONFLICT", None);
        refused(&revoke(&grace, &tenant, &row).await, "CONFLICT", None);
        let other = change(&grace, &tenant, first.data("/changeMachine/machine"), with("auth", json!("key"))).await;
        refused(&other, "MACHINE_AUTH_STAYS", Some("auth"));
    }

    async fn a_right_that_is_taken_away_is_gone_at_the_next_request(world: World) {
        let (row, machine) = added(&world).await;
        let token = world.machine_token(&machine).await;
        assert_eq!(people(&world, &token).await.status, 200);
        let grace = grace(&world).await;
        let tenant = tenant_of(&grace).await;
        let narrowed = change(&grace, &tenant, &row, with("scopes", json!(["events.read"]))).await;
        assert_eq!(narrowed.outcome(), "ok", "{}", narrowed.text);
        assert_eq!(problem(&people(&world, &token).await), (403, "FORBIDDEN"));
        let wider = narrowed.data("/changeMachine/machine").clone();
        change(&grace, &tenant, &wider, payroll()).await;
        assert_eq!(people(&world, &token).await.status, 200, "the token still says so");
    }

    async fn a_revoked_machine_is_turned_away_at_once_and_for_good(world: World) {
        let (row, machine) = added(&world).await;
        let token = world.machine_token(&machine).await;
        let grace = grace(&world).await;
        let tenant = tenant_of(&grace).await;
        let row = list(&grace, &tenant, "").await.into_iter().find(|one| one["id"] == row["id"]).unwrap();
        assert_eq!(revoke(&grace, &tenant, &row).await.outcome(), "ok");
        assert_eq!(problem(&people(&world, &token).await), (401, "UNAUTHENTICATED"));
        let refusal = world.ask_for_token(&machine, "").await;
        assert_eq!((refusal.status.as_u16(), &refusal.body["error"]), (401, &json!("invalid_client")));
        let row = &list(&grace, &tenant, "").await[0];
        assert!(row["revokedAt"].is_string());
        refused(&revoke(&grace, &tenant, row).await, "MACHINE_REVOKED", None);
        refused(&rotate(&grace, &tenant, row, true).await, "MACHINE_REVOKED", None);
        refused(&change(&grace, &tenant, row, payroll()).await, "MACHINE_REVOKED", None);
        assert_eq!(add(&grace, &tenant, payroll()).await.outcome(), "ok", "its name is free again");
    }

    async fn a_replaced_secret_counts_for_a_day_or_stops_with_its_tokens(world: World) {
        let (row, first) = added(&world).await;
        let grace = grace(&world).await;
        let tenant = tenant_of(&grace).await;
        let rotated = rotate(&grace, &tenant, &row, true).await;
        let mut second = first.clone();
        second.secret = rotated.data("/rotateMachineSecret/secret").as_str().unwrap().to_owned();
        let token = world.machine_token(&first).await;
        world.machine_token(&second).await;
        assert!(rotated.data("/rotateMachineSecret/machine/oldSecretUntil").is_string());
        let row = rotated.data("/rotateMachineSecret/machine").clone();
        let now = rotate(&grace, &tenant, &row, false).await;
        assert_eq!(now.data("/rotateMachineSecret/machine/oldSecretUntil"), &Value::Null);
        for gone in [&first, &second] {
            assert_eq!(world.ask_for_token(gone, "").await.status, 401);
        }
        assert_eq!(problem(&people(&world, &token).await), (401, "UNAUTHENTICATED"));
        let mut third = first.clone();
        third.secret = now.data("/rotateMachineSecret/secret").as_str().unwrap().to_owned();
        assert_eq!(people(&world, &world.machine_token(&third).await).await.status, 200);
    }
}
