//! The audit trail shows every way of tampering with it.

use crate::world::{World, both};
use atrium::shared::audit::{self, HeadFile};
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
        assert!(faults(&world).await[0].contains("event 3 does not fit"));
    }

    async fn a_deleted_event_is_found(world: World) {
        lived_in(&world).await;
        world.change("DELETE FROM audit_event WHERE seq = 4", vec![]).await;
        assert!(faults(&world).await[0].contains("event 4 is missing"));
    }

    async fn an_inserted_event_is_found(world: World) {
        lived_in(&world).await;
        world.change("INSERT INTO audit_event SELECT tenant_id, seq + 1000, at, actor_id, address, action, subject_kind,
            subject_id, result, detail, mac FROM audit_event WHERE seq = 1", vec![]).await;
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
        // Whoever cuts the tail also mends the head in the database, as well as that can be done without the key.
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
            assert!(found.iter().any(|fault| fault.contains("is not the one noted outside")), "{found:?}");
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
        assert!(found[0].contains("not among those kept outside"), "{found:?}");
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
