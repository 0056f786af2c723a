//! What a machine's token opens, what it never does, and what the audit trail hears.

use super::{added, grace, list, people, problem, tenant_of};
use crate::world::{Browser, World, both};
use serde_json::{Value, json};

both! {
    async fn a_token_says_no_more_than_was_asked_for(world: World) {
        let (_, machine) = added(&world).await;
        let reply = world.ask_for_token(&machine, "").await;
        assert_eq!((&reply.body["scope"], &reply.body["expires_in"]), (&json!("handover.read people.read"), &json!(900)));
        assert!(reply.body.get("refresh_token").is_none() && reply.body.get("id_token").is_none());
        let narrow = world.ask_for_token(&machine, "&scope=handover.read").await;
        assert_eq!(narrow.body["scope"], "handover.read");
        let token = narrow.body["access_token"].as_str().unwrap();
        assert_eq!(problem(&people(&world, token).await), (403, "FORBIDDEN"));
        let wide = world.ask_for_token(&machine, "&scope=scim").await;
        assert_eq!((wide.status.as_u16(), &wide.body["error"]), (400, &json!("invalid_scope")));
    }

    async fn a_machine_signs_no_one_in_and_an_application_is_no_machine(world: World) {
        let (_, machine) = added(&world).await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let (id, secret) = (&machine.client_id, &machine.secret);
        for grant in ["authorization_code&code=x&redirect_uri=y", "refresh_token&refresh_token=x", "password"] {
            let reply = browser.token(format!("grant_type={grant}&client_id={id}&client_secret={secret}")).await;
            assert_eq!(reply.body["error"], "unauthorized_client", "{grant}: {}", reply.text);
        }
        let path = format!("/oauth2/authorize?response_type=code&client_id={id}&scope=openid&redirect_uri=https://x.example");
        assert_eq!(browser.get(&path).await.status, 400);
        let person = browser.token("grant_type=client_credentials&client_id=atrium-web".to_owned()).await;
        assert_eq!(person.body["error"], "unsupported_grant_type", "{}", person.text);
        for wrong in ["", "wrong"] {
            let reply = browser.token(format!("grant_type=client_credentials&client_id={id}&client_secret={wrong}")).await;
            assert_eq!(reply.body["error"], "invalid_client");
        }
    }

    async fn a_machines_token_opens_nothing_of_a_person_and_no_graphql(world: World) {
        let (_, machine) = added(&world).await;
        let token = world.machine_token(&machine).await;
        let actor = world.holding(&token);
        let reply = actor.ask("{ viewer { personId } }", json!({})).await;
        assert_eq!((reply.status.as_u16(), reply.outcome()), (401, "UNAUTHENTICATED"));
        for path in ["/oauth2/userinfo", "/users/me", "/tenants"] {
            let status = actor.get(path).await.status;
            assert!(status.is_client_error(), "{path}: {status}");
        }
        let person = world.token("grace").await;
        assert_eq!(problem(&people(&world, &person).await), (401, "UNAUTHENTICATED"));
        assert_eq!(problem(&world.get("/api/v1/people").await), (401, "UNAUTHENTICATED"));
        assert_eq!(problem(&world.get("/api/v1/nothing").await), (401, "UNAUTHENTICATED"));
        assert_eq!(problem(&actor.get("/api/v1/nothing").await), (404, "NOT_FOUND"));
        let wrong = actor.post("/api/v1/people", "{}".to_owned(), &[]).await;
        assert_eq!(problem(&wrong), (405, "METHOD_NOT_ALLOWED"));
    }

    async fn a_machine_reads_its_own_tenants_people_without_what_is_theirs_alone(world: World) {
        let token = world.machine_token(&world.add_machine("grace", "Reader", &["people.read"]).await).await;
        let reader = world.holding(&token);
        let (mut seen, mut cursor) = (vec![], String::new());
        loop {
            let page = reader.get(&format!("/api/v1/people?limit=7{cursor}")).await;
            assert_eq!(page.status, 200, "{}", page.text);
            for banned in ["dateOfBirth", "1988", "salary", "rate", "routing", "ssn"] {
                assert!(!page.text.contains(banned), "{banned}");
            }
            seen.extend(page.body["results"].as_array().unwrap().clone());
            let Some(next) = page.body["next"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        let own = "SELECT count(*) FROM person WHERE merged_into IS NULL AND tenant_id =
            (SELECT tenant_id FROM person WHERE username = 'ana')";
        assert_eq!(seen.len() as i64, world.count(own).await);
        let ana = find(&seen, &world.person("ana").await.to_string());
        assert_eq!(ana["employments"][0]["status"], "Active");
        assert!(ana["employments"][0]["employeeCode"].is_string());
        let id = ana["id"].as_str().unwrap();
        assert_eq!(reader.get(&format!("/api/v1/people/{id}")).await.body, ana);
        let companies = reader.get("/api/v1/companies").await;
        assert!(!companies.body["results"].as_array().unwrap().is_empty());
        // The same page for another tenant's machine.
        let theirs = world.machine_token(&world.add_machine("hugo", "Reader", &["people.read"]).await).await;
        let theirs = world.holding(&theirs);
        for id in [id, "00000000-0000-7000-8000-000000000000", "nonsense"] {
            assert_eq!(problem(&theirs.get(&format!("/api/v1/people/{id}")).await), (404, "NOT_FOUND"));
        }
        let page = reader.get("/api/v1/people?limit=1").await;
        let next = page.body["next"].as_str().unwrap();
        let stolen = theirs.get(&format!("/api/v1/people?limit=1&cursor={next}")).await;
        assert_eq!(problem(&stolen), (422, "INVALID_CURSOR"));
        assert_eq!(problem(&reader.get("/api/v1/people?limit=101").await), (422, "INVALID_LIMIT"));
        assert_eq!(problem(&reader.get("/api/v1/people?limit=x").await), (400, "INVALID_REQUEST"));
    }

    async fn each_machine_has_a_limit_of_its_own(world: World) {
        let busy = world.add_machine("grace", "Busy", &["people.read"]).await;
        let other = world.add_machine("grace", "Other", &["people.read"]).await;
        world.change("UPDATE machine SET requests_per_minute = 3 WHERE name = 'Busy'", vec![]).await;
        let (busy, other) = (world.machine_token(&busy).await, world.machine_token(&other).await);
        let mut statuses = vec![];
        for _ in 0..4 {
            statuses.push(people(&world, &busy).await.status.as_u16());
        }
        assert_eq!(statuses, [200, 200, 200, 429]);
        let refused = people(&world, &busy).await;
        assert_eq!(problem(&refused), (429, "TOO_MANY_TRIES"));
        assert!(refused.headers.contains_key("retry-after"));
        assert_eq!(people(&world, &other).await.status, 200);
    }

    async fn the_trail_names_the_machine_and_hears_of_refusals_once_a_minute(world: World) {
        let (_, machine) = added(&world).await;
        for _ in 0..2 {
            world.machine_token(&machine).await;
        }
        let signed_in = "SELECT count(*) FROM audit_event
            WHERE action = 'machine.signed_in' AND actor_name = 'machine:Payroll sync'";
        assert_eq!(world.count(signed_in).await, 1, "once an hour");
        let grace = grace(&world).await;
        let tenant = tenant_of(&grace).await;
        assert!(list(&grace, &tenant, "").await[0]["lastTokenAt"].is_string());
        let token = world.machine_token(&machine).await;
        for _ in 0..3 {
            let id = "00000000-0000-7000-8000-000000000000";
            world.holding(&token).get(&format!("/api/v1/people/{id}")).await;
        }
        let reads = "SELECT count(*) FROM audit_event WHERE action = 'read.refused' AND actor_name = 'machine:Payroll sync'
            AND detail LIKE '%GET /api/v1/people/{id}%'";
        assert_eq!(world.count(reads).await, 1);
        let mut wrong = machine.clone();
        wrong.secret = "wrong".to_owned();
        for _ in 0..3 {
            world.ask_for_token(&wrong, "").await;
        }
        let strangers = "SELECT count(*) FROM audit_event WHERE action = 'machine.refused' AND result = 'UNAUTHENTICATED'";
        assert_eq!(world.count(strangers).await, 1);
    }

    async fn machines_wait_during_maintenance_and_end_with_their_tenant(world: World) {
        let machine = world.add_machine("grace", "Reader", &["people.read"]).await;
        let token = world.machine_token(&machine).await;
        let sql = "INSERT INTO flag (tenant_id, key, is_on, changed_at)
            SELECT tenant_id, 'maintenance-mode', TRUE, $1 FROM person WHERE username = 'grace'
            ON CONFLICT (tenant_id, key) DO UPDATE SET is_on = TRUE";
        world.change(sql, db::params![world.app.clock.now()]).await;
        assert_eq!(problem(&people(&world, &token).await), (503, "MAINTENANCE"));
        world.change("UPDATE flag SET is_on = FALSE WHERE key = 'maintenance-mode'", vec![]).await;
        assert_eq!(people(&world, &token).await.status, 200);
        let now = world.app.clock.now();
        let sql = "UPDATE tenant SET removed_at = $1 WHERE id = (SELECT tenant_id FROM person WHERE username = 'grace')";
        world.change(sql, db::params![now]).await;
        assert_eq!(problem(&people(&world, &token).await), (401, "UNAUTHENTICATED"));
        assert_eq!(world.ask_for_token(&machine, "").await.status, 401);
    }
}

fn find(seen: &[Value], id: &str) -> Value {
    seen.iter().find(|person| person["id"] == id).unwrap().clone()
}
