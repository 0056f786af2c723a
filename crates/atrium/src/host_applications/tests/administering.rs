//! Adding, changing, rotating and removing: what is shown once, what is refused where, and what the audit trail says.

use super::{add, change, connected, learning, list, open_to_employees, refused, rotate, tenant_of, with};
use crate::world::{World, both};
use serde_json::{Value, json};

const REMOVE: &str = "mutation ($t: ID!, $a: ID!, $v: Int!) {
    removeApplication(tenantId: $t, applicationId: $a, version: $v) { applicationId } }";

both! {
    async fn an_administrator_connects_an_application_and_sees_its_secret_once(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let reply = add(&grace, &tenant, learning()).await;
        let (row, secret) = (reply.data("/addApplication/application"), reply.data("/addApplication/secret"));
        let secret = secret.as_str().unwrap();
        assert!(secret.len() >= 43, "256 bits");
        assert_eq!((&row["code"], &row["path"], &row["auth"]), (&json!("LEARN"), &json!("/"), &json!("secret")));
        assert_eq!(row["claims"], json!(["name", "email", "companies"]), "in one order");
        assert_eq!(row["roles"], json!([]), "no role opens it yet");
        assert!(row["discoveryUrl"].as_str().unwrap().ends_with("/oauth2/token/.well-known/openid-configuration"));
        let again = list(&grace, &tenant, "LEARN").await;
        assert_eq!(&again[0], row);
        assert!(!serde_json::to_string(&again).unwrap().contains(secret));
        let events = "SELECT count(*) FROM audit_event WHERE action = 'application.added' AND detail LIKE '%cedar-learning%'";
        assert_eq!(world.count(events).await, 1);
        let (detail,): (String,) = world.app.db
            .one("SELECT detail FROM audit_event WHERE action = 'application.added' AND detail LIKE '%learn%'", vec![]).await.unwrap();
        assert!(!detail.contains(secret), "{detail}");
        let stored: Vec<db::Cells> = world.app.db.all("SELECT * FROM application", vec![]).await.unwrap();
        assert!(!format!("{stored:?}").contains(secret), "only its hash is kept");
        open_to_employees(&world, "LEARN PAY").await;
        assert_eq!(list(&grace, &tenant, "learn").await[0]["roles"], json!(["Employee"]));
    }

    async fn a_change_needs_a_factor_for_exactly_that_change(world: World) {
        let mut grace = crate::world::AtHome::of(&world, "grace").await;
        let tenant = tenant_of(&grace.actor()).await;
        let query = "mutation ($t: ID!, $i: ApplicationInput!) { addApplication(tenantId: $t, input: $i) { secret } }";
        let variables = json!({ "t": tenant, "i": learning() });
        let before = world.rows().await;
        let asked = grace.ask(query, variables.clone(), None).await;
        let challenge = crate::world::challenge_of(&asked);
        assert_eq!(world.rows().await.get("application"), before.get("application"));
        grace.prove(&challenge, 0).await;
        let other = json!({ "t": tenant, "i": with("redirectUris", json!(["https://evil.example/cb"])) });
        let reply = grace.ask(query, other, Some(&challenge)).await;
        assert_eq!(reply.outcome(), "STEP_UP_REQUIRED", "{}", reply.text);
        assert_eq!(grace.ask(query, variables, Some(&challenge)).await.outcome(), "ok");
    }

    async fn bad_input_is_refused_at_its_field_and_changes_nothing(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let before = world.rows().await;
        for (field, value, code) in [
            ("name", json!(" "), "REQUIRED"),
            ("name", json!("payroll"), "APPLICATION_EXISTS"),
            ("name", json!("x".repeat(101)), "TOO_LONG"),
            ("code", json!("PAY"), "APPLICATION_CODE_EXISTS"),
            ("code", json!("to learn"), "APPLICATION_CODE_INVALID"),
            ("clientId", json!("cedar-payroll"), "CLIENT_ID_TAKEN"),
            ("clientId", json!("atrium-web"), "CLIENT_ID_TAKEN"),
            ("clientId", json!("a b c"), "CLIENT_ID_INVALID"),
            ("targetUrl", json!("http://learn.example"), "APPLICATION_ADDRESS"),
            ("path", json!("//evil.example"), "INVALID_PATH"),
            ("auth", json!("none"), "APPLICATION_AUTH"),
            ("redirectUris", json!([]), "REQUIRED"),
            ("redirectUris", json!(["http://learn.example/cb"]), "REDIRECT_NOT_HTTPS"),
            ("redirectUris", json!(["https://*.example/cb"]), "REDIRECT_WILDCARD"),
            ("redirectUris", json!(["https://learn.example/cb#x"]), "REDIRECT_FRAGMENT"),
            ("redirectUris", json!(["callback"]), "REDIRECT_INVALID"),
            ("postLogoutRedirectUris", json!(["http://learn.example/bye"]), "REDIRECT_NOT_HTTPS"),
            ("claims", json!(["email", "salary"]), "UNKNOWN_CLAIM"),
            ("logoutUri", json!("http://learn.example/logout"), "LOGOUT_URI_INVALID"),
            ("logoutUri", json!("https://10.0.0.1/logout"), "LOGOUT_URI_INVALID"),
            ("logoutUri", json!("https://169.254.169.254/logout"), "LOGOUT_URI_INVALID"),
        ] {
            let reply = add(&grace, &tenant, with(field, value)).await;
            refused(&reply, code, Some(field));
        }
        let mut keyed = with("auth", json!("key"));
        refused(&add(&grace, &tenant, keyed.clone()).await, "REQUIRED", Some("jwks"));
        keyed["jwks"] = json!("{\"keys\": [{ \"kty\": \"oct\", \"k\": \"c2VjcmV0\" }]}");
        refused(&add(&grace, &tenant, keyed).await, "APPLICATION_KEYS_PRIVATE", Some("jwks"));
        assert!(world.rows().await == before, "nothing changed");
    }

    async fn the_second_of_two_administrators_sees_both_versions(world: World) {
        let (row, _) = connected(&world).await;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let first = change(&grace, &tenant, &row, with("name", json!("Courses"))).await;
        assert_eq!(first.data("/changeApplication/application/version"), &json!(2));
        assert_eq!(first.data("/changeApplication/secret"), &Value::Null, "its secret stays");
        let late = change(&grace, &tenant, &row, with("name", json!("Academy"))).await;
        refused(&late, "CONFLICT", None);
        let current = &late.body["errors"][0]["extensions"]["current"];
        assert_eq!((&current["name"], &current["version"]), (&json!("Courses"), &json!(2)));
        assert_eq!(list(&grace, &tenant, "courses").await.len(), 1);
        refused(&rotate(&grace, &tenant, &row, true).await, "CONFLICT", None);
        let remove = json!({ "t": tenant, "a": row["id"], "v": 1 });
        refused(&grace.ask_proving(REMOVE, remove).await, "CONFLICT", None);
    }

    async fn what_others_know_it_by_stays(world: World) {
        let (row, _) = connected(&world).await;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let before = list(&grace, &tenant, "learn").await;
        refused(&change(&grace, &tenant, &row, with("code", json!("TEACH"))).await, "APPLICATION_CODE_STAYS", Some("code"));
        refused(&change(&grace, &tenant, &row, with("clientId", json!("other"))).await, "CLIENT_ID_STAYS", Some("clientId"));
        assert_eq!(list(&grace, &tenant, "learn").await, before);
        assert_eq!(change(&grace, &tenant, &row, with("clientId", Value::Null)).await.outcome(), "ok", "blank is as it was");
    }

    async fn an_application_moves_from_its_secret_to_a_key_and_back(world: World) {
        let (row, _) = connected(&world).await;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let jwks = r#"{"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}"#;
        let mut keyed = with("auth", json!("key"));
        keyed["jwks"] = json!(jwks);
        let reply = change(&grace, &tenant, &row, keyed).await;
        let row = reply.data("/changeApplication/application").clone();
        assert_eq!((&row["auth"], &row["secretSetAt"]), (&json!("key"), &Value::Null));
        assert_eq!(reply.data("/changeApplication/secret"), &Value::Null);
        refused(&rotate(&grace, &tenant, &row, true).await, "APPLICATION_NO_SECRET", None);
        let kept = change(&grace, &tenant, &row, with("auth", json!("key"))).await;
        let row = kept.data("/changeApplication/application").clone();
        assert!(row["jwks"].as_str().unwrap().contains("f83OJ3D2"), "blank keys stay as they were");
        let back = change(&grace, &tenant, &row, learning()).await;
        assert!(back.data("/changeApplication/secret").is_string(), "a first secret, shown once");
        assert_eq!(back.data("/changeApplication/application/jwks"), &Value::Null);
    }

    async fn a_tile_that_was_only_a_link_is_connected_and_its_client_id_made_up(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let sql = "UPDATE application SET auth = NULL, secret_hash = NULL, secret_set_at = NULL WHERE code = 'TIME'";
        world.change(sql, vec![]).await;
        let row = list(&grace, &tenant, "TIME").await.remove(0);
        assert_eq!(row["auth"], Value::Null);
        let mut input = with("code", json!("TIME"));
        input["clientId"] = Value::Null;
        let reply = change(&grace, &tenant, &row, input).await;
        assert!(reply.data("/changeApplication/secret").is_string());
        let id = reply.data("/changeApplication/application/clientId").as_str().unwrap();
        assert!(id.starts_with("time-"), "{id}");
    }

    async fn the_list_of_tiles_keeps_the_client_id_and_hears_of_changes(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let path = format!("/ui-datastore/application-metadata/{}", tenant.as_str().unwrap());
        let patch = async |body: Value| {
            let request = axum::http::Request::patch(&path)
                .header("content-type", "application/json")
                .header("authorization", format!("Bearer {}", world.token("grace").await));
            world.send(request.body(axum::body::Body::from(body.to_string())).unwrap()).await
        };
        let other = json!({ "version": 1, "results": [{ "code": "PAY", "clientId": "evil" }] });
        let reply = patch(other).await;
        assert_eq!((reply.status.as_u16(), &reply.body["code"], &reply.body["field"]), (422, &json!("CLIENT_ID_STAYS"), &json!("clientId")));
        connected(&world).await;
        let late = patch(json!({ "version": 1, "applicationTitle": "x" })).await;
        assert_eq!((late.status.as_u16(), &late.body["current"]["version"]), (409, &json!(2)));
        let known = patch(json!({ "version": 2, "results": [{ "code": "LEARN", "name": "Courses" }] })).await;
        assert_eq!(known.status, 200, "{}", known.text);
        assert_eq!(list(&grace, &tenant, "courses").await[0]["version"], 2, "and an open form hears of it");
    }

    async fn a_removed_application_is_gone_with_its_tile(world: World) {
        let (row, _) = connected(&world).await;
        open_to_employees(&world, "LEARN").await;
        let (grace, ana) = (world.acting("grace").await, world.acting("ana").await);
        let tenant = tenant_of(&grace).await;
        let tiles = async || {
            let query = "query ($t: ID!) { centralPage(tenantId: $t) { tiles { code } } }";
            ana.ask(query, json!({ "t": tenant })).await.data("/centralPage/tiles").clone()
        };
        assert_eq!(tiles().await, json!([{ "code": "LEARN" }]));
        let mut off = learning();
        off["isEnabled"] = json!(false);
        let row = change(&grace, &tenant, &row, off).await.data("/changeApplication/application").clone();
        assert_eq!(tiles().await, json!([]), "no tile while it's turned off");
        let gone = grace.ask_proving(REMOVE, json!({ "t": tenant, "a": row["id"], "v": row["version"] })).await;
        assert_eq!(gone.outcome(), "ok", "{}", gone.text);
        assert_eq!(list(&grace, &tenant, "learn").await, Vec::<Value>::new());
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'application.removed'").await, 1);
    }
}
