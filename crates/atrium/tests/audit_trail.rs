//! The audit trail shows every way of tampering with it.

use crate::world::{AtHome, World, both, challenge_of};
use atrium::shared::audit::{self, HeadFile};
use axum::body::Body;
use axum::http::Request;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::json;

const CREATE: &str =
    "mutation ($t: ID!, $c: ID!, $m: ID!) { createMessage(tenantId: $t, companyId: $c, managerId: $m,
    input: { message: \"x\", startDate: \"2026-11-16\", endDate: \"2026-11-16\" }) { id } }";

/// Something happens, and the heads are noted outside.
async fn lived_in(world: &World) {
    lived_on(world).await;
    world.app.audit_heads.keep(&world.app.db).await.unwrap();
    assert_eq!(faults(world).await, Vec::<String>::new());
}

async fn lived_on(world: &World) {
    for (username, company) in [("marcus", "Cedar Outfitters"), ("mina", "Harbor Clinic")] {
        let manager = world.acting(username).await;
        let at = manager.standing(company).await;
        for _ in 0..5 {
            let ids = json!({ "t": at.tenant, "c": at.company, "m": at.person });
            manager.ask(CREATE, ids).await.data("/createMessage/id");
        }
    }
}

async fn faults(world: &World) -> Vec<String> {
    let kept = HeadFile::read(&world.folder.path().join("audit-heads.json"), &world.app.keys.audit).unwrap();
    audit::verify(&world.app.db, &world.app.keys.audit, kept.as_deref()).await.unwrap().faults
}

both! {
    async fn an_edited_event_is_found(world: World) {
        lived_in(&world).await;
        let changed = world.change("UPDATE audit_event SET action = 'nothing' WHERE action = 'announcement.publish' AND seq = 3", vec![]).await;
        assert!(changed > 0);
        assert!(faults(&world).await[0].contains("event 3 doesn't follow"));
    }

    async fn a_deleted_event_is_found(world: World) {
        lived_in(&world).await;
        world.change("DELETE FROM audit_event WHERE seq = 4", vec![]).await;
        assert!(faults(&world).await[0].contains("event 4 is missing"));
    }

    async fn an_inserted_event_is_found(world: World) {
        lived_in(&world).await;
        world.change("INSERT INTO audit_event SELECT tenant_id, seq + 1000, at, actor_id, address, action, subject_kind,
            subject_id, result, detail, mac, actor_name FROM audit_event WHERE seq = 1", vec![]).await;
        assert!(!faults(&world).await.is_empty());
    }

    async fn reordered_events_are_found(world: World) {
        lived_in(&world).await;
        world.change("UPDATE audit_event SET seq = -1 WHERE seq = 1", vec![]).await;
        world.change("UPDATE audit_event SET seq = 1 WHERE seq = 2", vec![]).await;
        world.change("UPDATE audit_event SET seq = 2 WHERE seq = -1", vec![]).await;
        assert!(!faults(&world).await.is_empty());
    }

    async fn a_cut_tail_is_found_by_the_head_kept_outside(world: World) {
        lived_in(&world).await;
        // Anyone who cuts the tail also mends the head in the database, as well as that can be done without the key.
        let (tenant, last): (uuid::Uuid, i64) = world.app.db.one(
            "SELECT tenant_id, max(seq) FROM audit_event GROUP BY tenant_id ORDER BY 2 DESC", vec![]).await.unwrap();
        world.change("DELETE FROM audit_event WHERE tenant_id = $1 AND seq > $2", db::params![tenant, last - 3]).await;
        world.change("UPDATE audit_head SET seq = $2, mac = (SELECT mac FROM audit_event e
            WHERE e.tenant_id = audit_head.tenant_id AND e.seq = $2) WHERE tenant_id = $1", db::params![tenant, last - 3]).await;
        let found = faults(&world).await;
        assert!(found.iter().any(|fault| fault.contains("are cut off")), "{found:?}");
        // What is written afterwards, here or after another start, does not cover it up.
        let again = HeadFile::open(world.folder.path(), world.app.keys.audit.clone()).unwrap();
        again.catch_up(&world.app.db).await.unwrap();
        lived_on(&world).await;
        for heads in [&world.app.audit_heads, &again] {
            heads.catch_up(&world.app.db).await.unwrap();
            let found = faults(&world).await;
            assert!(found.iter().any(|fault| fault.contains("doesn't match the head file")), "{found:?}");
        }
    }

    async fn what_was_written_before_a_crash_is_noted_at_the_next_start(world: World) {
        lived_in(&world).await;
        lived_on(&world).await;
        let again = HeadFile::open(world.folder.path(), world.app.keys.audit.clone()).unwrap();
        again.catch_up(&world.app.db).await.unwrap();
        assert_eq!(faults(&world).await, Vec::<String>::new());
        let kept = HeadFile::read(&world.folder.path().join("audit-heads.json"), &world.app.keys.audit).unwrap().unwrap();
        let ends: Vec<(i64,)> = world.app.db.all("SELECT seq FROM audit_head ORDER BY tenant_id", vec![]).await.unwrap();
        let mut noted: Vec<_> = kept.iter().map(|head| (head.tenant, head.seq)).collect();
        noted.sort_by_key(|(tenant, _)| tenant.0);
        assert_eq!(noted.iter().map(|(_, seq)| (*seq,)).collect::<Vec<_>>(), ends);
    }

    async fn a_removed_chain_is_found(world: World) {
        lived_in(&world).await;
        world.change("DELETE FROM audit_event", vec![]).await;
        world.change("DELETE FROM audit_head", vec![]).await;
        assert!(faults(&world).await[0].contains("the whole chain is missing"));
    }

    async fn an_event_that_cannot_be_read_is_named(world: World) {
        lived_in(&world).await;
        let spoil = match world.engine {
            crate::world::Engine::Sqlite => "UPDATE audit_event SET at = 'yesterday' WHERE seq IN (3, 5)",
            crate::world::Engine::Postgres => "UPDATE audit_event SET at = 'infinity' WHERE seq IN (3, 5)",
        };
        assert!(world.change(spoil, vec![]).await > 0);
        let found = faults(&world).await;
        for event in ["event 3 cannot be read", "event 5 cannot be read"] {
            let named = found.iter().filter(|fault| fault.contains(event)).count();
            assert_eq!(named, 2, "once a tenant: {found:?}");
        }
    }

    async fn a_reach_for_what_is_not_ones_own_is_written_down(world: World) {
        let (ana, hugo) = (world.acting("ana").await, world.acting("hugo").await);
        let his = hugo.standing("Harbor Clinic").await;
        let query = "query ($t: ID!, $c: ID!, $e: ID) { listCompanyMessages(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }";
        let reply = ana.ask(query, json!({ "t": his.tenant, "c": his.company, "e": his.employee })).await;
        assert_eq!(reply.outcome(), "NOT_FOUND");
        let person = world.person("ana").await;
        let (action, result, detail): (String, String, String) = world.app.db.one(
            "SELECT action, result, detail FROM audit_event WHERE actor_id = $1 AND result <> 'done'", db::params![person]).await.unwrap();
        assert_eq!((action.as_str(), result.as_str()), ("read.refused", "NOT_FOUND"));
        assert!(detail.contains("listCompanyMessages"));
    }

    async fn refusals_of_account_routes_are_written_down(world: World) {
        let (victor, token) = (world.acting("victor").await, world.token("victor").await);
        let (ana, mut at_home) = (world.person("ana").await, AtHome::of(&world, "ana").await);
        let names = json!({ "firstName": "A", "lastName": "B", "email": "x@cedar.example" });
        let patch = Request::patch(format!("/users/{ana}/self")).header("content-type", "application/json");
        let patch = patch.header("authorization", format!("Bearer {token}"));
        assert_eq!(world.send(patch.body(Body::from(names.to_string())).unwrap()).await.status, 404);
        let hers = json!({ "phoneNumber": "+15035550123", "username": "ana", "code": "123456" }).to_string();
        for path in ["/initiate-sms", "/verify-otp"] {
            assert_eq!(victor.post(path, hers.clone(), &[]).await.status, 404, "{path}");
        }
        let challenge = challenge_of(&at_home.names("Ana", "Morales", "one@cedar.example", None).await);
        let guess = json!({ "kind": "totp", "code": "000000" }).to_string();
        assert_eq!(victor.post(&format!("/step-up/{challenge}"), guess, &[]).await.status, 410);
        let written: Vec<(String, String)> = world.app.db.all(
            "SELECT detail, result FROM audit_event WHERE actor_id = $1 AND action = 'change.refused' ORDER BY seq",
            db::params![world.person("victor").await]).await.unwrap();
        let expected = [("updateSelf", "NOT_FOUND"), ("initiateSms", "NOT_FOUND"), ("verifyOtp", "NOT_FOUND"), ("stepUp", "CHALLENGE_GONE")];
        assert_eq!(written, expected.map(|(name, code)| (json!({ "operations": [name] }).to_string(), code.to_owned())));
    }

    async fn a_vendor_with_a_wrong_secret_is_written_down_once_a_minute(world: World) {
        let (id,): (uuid::Uuid,) = world.app.db.one("SELECT id FROM integration WHERE active ORDER BY id", vec![]).await.unwrap();
        for (who, status) in [(id.to_string(), 401), (id.to_string(), 401), (uuid::Uuid::nil().to_string(), 401)] {
            let request = Request::post("/integrations/redeem").header("content-type", "application/json");
            let basic = STANDARD.encode(format!("{who}:wrong"));
            let request = request.header("authorization", format!("Basic {basic}"));
            assert_eq!(world.send(request.body(Body::from(r#"{"code":"x"}"#)).unwrap()).await.status, status);
        }
        let (subject, result): (Option<uuid::Uuid>, String) = world.app.db.one(
            "SELECT subject_id, result FROM audit_event WHERE action = 'integration.refused'", vec![]).await.unwrap();
        assert_eq!((subject, result.as_str()), (Some(id), "UNAUTHENTICATED"));
        let events = "SELECT count(*) FROM audit_event WHERE action = 'integration.refused'";
        assert_eq!(world.count(events).await, 1);
    }

    async fn repeated_refusals_of_a_minute_become_one_event_that_counts_them(world: World) {
        let ana = world.acting("ana").await;
        let his = world.acting("hugo").await.standing("Harbor Clinic").await;
        let query = "query ($t: ID!, $c: ID!) { listCompanyPaygroups(tenantId: $t, companyId: $c) { results { id } } }";
        let refused = async || {
            let reply = ana.ask(query, json!({ "t": his.tenant, "c": his.company })).await;
            assert_eq!(reply.outcome(), "NOT_FOUND");
        };
        let details = async || -> Vec<(String,)> {
            let sql = "SELECT detail FROM audit_event WHERE action = 'read.refused' ORDER BY seq";
            world.app.db.all(sql, vec![]).await.unwrap()
        };
        let minute_over = async || {
            let began = world.app.clock.now() - jiff::SignedDuration::from_secs(61);
            world.change("UPDATE audit_refused_read SET began_at = $1", db::params![began]).await;
        };
        for _ in 0..5 {
            refused().await;
        }
        assert_eq!(details().await, [(r#"{"operations":["listCompanyPaygroups"]}"#.to_owned(),)]);
        // The next one after the minute brings along how many there were.
        minute_over().await;
        refused().await;
        refused().await;
        let counted = |n: i64| (json!({ "operations": ["listCompanyPaygroups"], "repeated": n }).to_string(),);
        assert_eq!(details().await[1..], [counted(4), (r#"{"operations":["listCompanyPaygroups"]}"#.to_owned(),)]);
        // And housekeeping does, when none comes.
        minute_over().await;
        atrium::work::record_counted_refusals(&world.app).await.unwrap();
        atrium::work::record_counted_refusals(&world.app).await.unwrap();
        assert_eq!(details().await[3..], [counted(1)]);
        assert_eq!(world.count("SELECT count(*) FROM audit_refused_read").await, 0);
        let verdict = audit::verify(&world.app.db, &world.app.keys.audit, None).await.unwrap();
        assert_eq!(verdict.faults, Vec::<String>::new());
    }

    async fn a_change_that_is_refused_again_and_again_is_counted_like_a_read(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let change = "mutation ($t: ID!, $c: ID!, $m: ID!) { deleteMessage(tenantId: $t, companyId: $c, managerId: $m, messageId: $m) { messageId } }";
        for _ in 0..4 {
            let reply = ana.ask(change, json!({ "t": at.tenant, "c": at.company, "m": at.person })).await;
            assert_eq!(reply.outcome(), "FORBIDDEN");
        }
        let patch = async |user: String| {
            let token = world.token("ana").await;
            let names = json!({ "firstName": "A", "lastName": "B", "email": "x@cedar.example" });
            let patch = Request::patch(format!("/users/{user}/self")).header("content-type", "application/json");
            let patch = patch.header("authorization", format!("Bearer {token}"));
            assert_eq!(world.send(patch.body(Body::from(names.to_string())).unwrap()).await.status, 404);
        };
        for _ in 0..3 {
            patch(world.person("hugo").await.to_string()).await;
        }
        let details = async || -> Vec<(String,)> {
            let sql = "SELECT detail FROM audit_event WHERE action = 'change.refused' ORDER BY seq";
            world.app.db.all(sql, vec![]).await.unwrap()
        };
        let first = |name: &str| (json!({ "operations": [name] }).to_string(),);
        assert_eq!(details().await, [first("deleteMessage"), first("updateSelf")]);
        let began = world.app.clock.now() - jiff::SignedDuration::from_secs(61);
        world.change("UPDATE audit_refused_read SET began_at = $1", db::params![began]).await;
        atrium::work::record_counted_refusals(&world.app).await.unwrap();
        let mut counted = details().await.split_off(2);
        counted.sort();
        let counts = [("deleteMessage", 3), ("updateSelf", 2)];
        assert_eq!(counted, counts.map(|(name, n)| (json!({ "operations": [name], "repeated": n }).to_string(),)));
    }

    async fn whoever_is_refused_in_many_ways_fills_no_more_of_the_trail(world: World) {
        let ana = world.acting("ana").await;
        let his = world.acting("hugo").await.standing("Harbor Clinic").await;
        for n in 1..=19 {
            let fields: String = (0..n).map(|n| format!("f{n}: listCompanyPaygroups(tenantId: $t, companyId: $c) {{ results {{ id }} }} ")).collect();
            let more = "states: listCompanyStates(tenantId: $t, companyId: $c) { results { id } }";
            for query in [format!("query ($t: ID!, $c: ID!) {{ {fields} }}"), format!("query ($t: ID!, $c: ID!) {{ {fields} {more} }}")] {
                let reply = ana.ask(&query, json!({ "t": his.tenant, "c": his.company })).await;
                assert_eq!(reply.outcome(), "NOT_FOUND", "{}", reply.text);
            }
        }
        let events = world.count("SELECT count(*) FROM audit_event WHERE action = 'read.refused'").await;
        assert_eq!(events, 21, "twenty kinds, and «many»");
    }

    async fn a_refusal_is_recorded_under_the_operations_own_name_not_the_clients(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let query = "mutation ($t: ID!, $c: ID!, $m: ID!) { getMyPayStubs: deleteMessage(tenantId: $t, companyId: $c,
            managerId: $m, messageId: $m) { messageId } }";
        let reply = ana.ask(query, json!({ "t": at.tenant, "c": at.company, "m": at.person })).await;
        assert_eq!(reply.outcome(), "FORBIDDEN");
        let (detail,): (String,) = world.app.db.one(
            "SELECT detail FROM audit_event WHERE action = 'change.refused'", vec![]).await.unwrap();
        assert_eq!(detail, r#"{"operations":["deleteMessage"]}"#);
    }

    async fn a_chain_whose_head_was_never_noted_outside_is_a_fault(world: World) {
        lived_in(&world).await;
        let found = audit::verify(&world.app.db, &world.app.keys.audit, Some(&[])).await.unwrap().faults;
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("missing from the head file"), "{found:?}");
    }
}

#[tokio::test]
async fn the_head_file_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::new(crate::world::Engine::Sqlite).await;
    lived_in(&world).await;
    let file = std::fs::metadata(world.folder.path().join("audit-heads.json")).unwrap();
    assert_eq!(file.permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn a_head_file_of_another_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit-heads.json");
    std::fs::write(&path, r#"{"heads":[],"seal":[1,2,3]}"#).unwrap();
    let keys = atrium::shared::keys::Keys::derive(&[9; 32]);
    assert!(HeadFile::read(&path, &keys.audit).unwrap_err().contains("was altered"));
}
