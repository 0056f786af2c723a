//! Reading the audit trail, through the API, as people of the demo world, on both engines.

use crate::world::{Actor, World, both};
use atrium::access::{self, Viewer};
use atrium::audit::{Actor as Doer, TrailFilter};
use atrium::shared::page::Cursors;
use serde_json::{Value, json};

const LIST: &str = "query ($t: ID!, $f: AuditFilterInput, $l: Int, $c: String) {
    auditEvents(tenantId: $t, filter: $f, limit: $l, cursor: $c) {
      results { seq at personId personName username operator action objectKind objectId result detail }
      links { next previous } } }";
const EXPORT: &str = "query ($t: ID!, $f: AuditFilterInput, $c: String) {
    exportAuditEvents(tenantId: $t, filter: $f, cursor: $c) { csv events next } }";
const VERIFY: &str = "mutation ($t: ID!, $a: Int) { verifyAuditTrail(tenantId: $t, after: $a) {
    checkedUntil total faults isDone } }";
const PUBLISH: &str =
    "mutation ($t: ID!, $c: ID!, $m: ID!) { createMessage(tenantId: $t, companyId: $c, managerId: $m,
    input: { message: \"x\", startDate: \"2026-11-16\", endDate: \"2026-11-16\" }) { id } }";

async fn tenant(world: &World) -> String {
    world.acting("ana").await.standing("Cedar Outfitters").await.tenant
}

async fn found(grace: &Actor<'_>, tenant: &str, filter: Value) -> Vec<Value> {
    let reply = grace.ask(LIST, json!({ "t": tenant, "f": filter, "l": 100 })).await;
    reply.data("/auditEvents/results").as_array().unwrap().clone()
}

/// Marcus publishes announcements, whose IDs are given.
async fn published(world: &World, count: usize) -> Vec<Value> {
    let marcus = world.acting("marcus").await;
    let at = marcus.standing("Cedar Outfitters").await;
    let mut ids = vec![];
    for _ in 0..count {
        let reply = marcus.ask(PUBLISH, json!({ "t": at.tenant, "c": at.company, "m": at.person })).await;
        ids.push(reply.data("/createMessage/id").clone());
    }
    ids
}

fn all_are(events: &[Value], field: &str, value: &str) -> bool {
    !events.is_empty() && events.iter().all(|event| event[field] == value)
}

/// What Marcus published in the demo's own world.
async fn published_before(world: &World) -> usize {
    let sql = "SELECT count(*) FROM audit_event e JOIN person p ON p.id = e.actor_id
        WHERE e.action = 'announcement.publish' AND p.username = 'marcus'";
    world.count(sql).await as usize
}

both! {
    async fn an_administrator_searches_by_person_action_object_and_time(world: World) {
        let grace = world.acting("grace").await;
        let before = published_before(&world).await;
        let (tenant, ids) = (tenant(&world).await, published(&world, 3).await);
        let (email,): (String,) =
            world.app.db.one("SELECT email FROM person WHERE username = 'marcus'", vec![]).await.unwrap();
        for person in ["marcus", "MARCUS", &email] {
            let events = found(&grace, &tenant, json!({ "person": person })).await;
            assert!(all_are(&events, "username", "marcus"), "{person}: {events:?}");
        }
        let events = found(&grace, &tenant, json!({ "person": "marcus", "action": "announcement.publish" })).await;
        assert_eq!(events.len(), before + 3);
        assert_eq!(events[0]["personName"], "Marcus Bell");
        let seqs: Vec<i64> = events.iter().map(|event| event["seq"].as_i64().unwrap()).collect();
        assert!(seqs.is_sorted_by(|one, other| one > other), "newest first: {seqs:?}");
        let history = found(&grace, &tenant, json!({ "objectId": ids[1] })).await;
        assert_eq!(history.len(), 1);
        assert_eq!((&history[0]["objectKind"], &history[0]["result"]), (&json!("announcement"), &json!("done")));
        let at = events[0]["at"].clone();
        assert!(found(&grace, &tenant, json!({ "person": "marcus", "until": at })).await.iter().all(|event| event["seq"] != events[0]["seq"]));
        assert!(!found(&grace, &tenant, json!({ "person": "marcus", "from": at })).await.is_empty());
        assert_eq!(found(&grace, &tenant, json!({ "from": "2099-01-01T00:00:00Z" })).await, Vec::<Value>::new());
        assert_eq!(found(&grace, &tenant, json!({ "person": "no one of that name" })).await, Vec::<Value>::new());
    }

    async fn reading_and_exporting_the_trail_are_events_of_it(world: World) {
        let (grace, tenant) = (world.acting("grace").await, tenant(&world).await);
        found(&grace, &tenant, json!({ "action": "sign_in.done" })).await;
        grace.ask(EXPORT, json!({ "t": tenant, "f": { "person": "ana" } })).await.data("/exportAuditEvents/csv");
        let read = found(&grace, &tenant, json!({ "action": "audit.read" })).await;
        assert!(all_are(&read, "username", "grace"));
        let detail: Value = serde_json::from_str(read[0]["detail"].as_str().unwrap()).unwrap();
        assert_eq!(detail, json!({ "action": "sign_in.done" }));
        let exported = found(&grace, &tenant, json!({ "action": "audit.export" })).await;
        assert!(all_are(&exported, "username", "grace"));
        assert_eq!(exported.len(), 1);
    }

    async fn whoever_may_not_read_it_finds_no_trail_and_reads_nothing(world: World) {
        let (cedar, harbor) = (tenant(&world).await, world.acting("hugo").await.standing("Harbor Clinic").await.tenant);
        for (who, tenant) in [("marcus", &cedar), ("omar", &cedar), ("mina", &cedar), ("mina", &harbor), ("grace", &harbor)] {
            let actor = world.acting(who).await;
            for query in [LIST, EXPORT, VERIFY] {
                assert_eq!(actor.ask(query, json!({ "t": tenant })).await.outcome(), "NOT_FOUND", "{who}");
            }
        }
        let sql = "SELECT count(*) FROM audit_event WHERE action LIKE 'audit.%'";
        assert_eq!(world.count(sql).await, 0, "what was refused is no reading");
    }

    async fn pages_visit_each_event_once(world: World) {
        let (grace, tenant) = (world.acting("grace").await, tenant(&world).await);
        let before = published_before(&world).await;
        published(&world, 7).await;
        let filter = json!({ "action": "announcement.publish", "person": "marcus" });
        let (mut seen, mut cursor) = (vec![], Value::Null);
        loop {
            let reply = grace.ask(LIST, json!({ "t": tenant, "f": filter, "l": 3, "c": cursor })).await;
            let page = reply.data("/auditEvents").clone();
            seen.extend(page["results"].as_array().unwrap().iter().map(|event| event["seq"].as_i64().unwrap()));
            cursor = page["links"]["next"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(seen.len(), before + 7);
        assert!(seen.is_sorted_by(|one, other| one > other));
        let mut other = json!({ "t": tenant, "f": { "action": "sign_in.done" }, "l": 3 });
        other["c"] = grace.ask(LIST, json!({ "t": tenant, "f": filter, "l": 3 })).await.data("/auditEvents/links/next").clone();
        assert_eq!(grace.ask(LIST, other).await.outcome(), "INVALID_CURSOR", "a cursor is good for its own search");
    }

    async fn an_export_has_every_event_and_no_formula(world: World) {
        let (grace, tenant) = (world.acting("grace").await, tenant(&world).await);
        let before = published_before(&world).await;
        published(&world, 2).await;
        world.change("UPDATE person SET first_name = '=HYPERLINK(1)' WHERE username = 'marcus'", vec![]).await;
        let filter = json!({ "person": "marcus", "action": "announcement.publish" });
        let reply = grace.ask(EXPORT, json!({ "t": tenant, "f": filter })).await;
        let csv = reply.data("/exportAuditEvents/csv").as_str().unwrap().to_owned();
        let lines: Vec<&str> = csv.lines().collect();
        assert!(lines[0].starts_with("number,time,person,username,operator,address,action"), "{csv}");
        assert_eq!(lines.len(), before + 3, "{csv}");
        assert!(lines[1].contains(",'=HYPERLINK(1) Bell,marcus,"), "{csv}");
        assert!(reply.data("/exportAuditEvents/next").is_null());
    }

    async fn the_trail_is_checked_from_the_console(world: World) {
        let (grace, tenant) = (world.acting("grace").await, tenant(&world).await);
        published(&world, 3).await;
        world.app.audit_heads.keep(&world.app.db).await.unwrap();
        let check = grace.ask(VERIFY, json!({ "t": tenant })).await.data("/verifyAuditTrail").clone();
        assert_eq!((&check["isDone"], &check["faults"]), (&json!(true), &json!([])));
        assert_eq!(check["checkedUntil"], check["total"]);
        // Going on behind an event finds the same.
        let check = grace.ask(VERIFY, json!({ "t": tenant, "a": 2 })).await.data("/verifyAuditTrail").clone();
        assert_eq!((&check["isDone"], &check["faults"]), (&json!(true), &json!([])));
        assert_eq!(found(&grace, &tenant, json!({ "action": "audit.verify" })).await.len(), 2);
        world.change("UPDATE audit_event SET action = 'nothing' WHERE action = 'announcement.publish' AND seq > 1", vec![]).await;
        let check = grace.ask(VERIFY, json!({ "t": tenant })).await.data("/verifyAuditTrail").clone();
        assert!(check["faults"][0].as_str().unwrap().contains("doesn't follow"), "{check}");
    }

    async fn a_search_by_two_things_looks_through_so_many_events_and_goes_on(world: World) {
        let (grace, tenant) = (world.acting("grace").await, tenant(&world).await);
        let ids = published(&world, 1).await;
        // What came since, all of it by Marcus.
        let sql = "INSERT INTO audit_event (tenant_id, seq, at, actor_id, address, action, subject_kind, result, detail, mac)
            SELECT e.tenant_id, 100000 + n.a * 50 + m.b, $1, e.actor_id, '', 'filler', 'x', 'done', '{}', e.mac
            FROM (SELECT * FROM audit_event WHERE action = 'announcement.publish' AND subject_id = $2) e,
              (SELECT row_number() OVER () AS a FROM feature LIMIT 60) n,
              (SELECT row_number() OVER () AS b FROM feature LIMIT 50) m";
        let id: uuid::Uuid = ids[0].as_str().unwrap().parse().unwrap();
        let now = world.app.clock.now() + jiff::SignedDuration::from_secs(60);
        let added = world.change(sql, db::params![now, id]).await;
        assert!(added > 2_000, "{added}");
        let filter = json!({ "person": "marcus", "action": "announcement.publish" });
        let page = grace.ask(LIST, json!({ "t": tenant, "f": filter })).await.data("/auditEvents").clone();
        assert_eq!(page["results"], json!([]));
        let cursor = &page["links"]["next"];
        assert!(cursor.is_string(), "there is more to look through");
        let page = grace.ask(LIST, json!({ "t": tenant, "f": filter, "c": cursor })).await.data("/auditEvents").clone();
        assert_eq!(page["results"][0]["objectId"], ids[0]);
        assert!(page["links"]["next"].is_null());
    }

    async fn every_search_is_a_range_of_an_index(world: World) {
        let tenant = access::administers(
            &Viewer::load(&world.app.db, &world.app.clock, world.person("grace").await).await.unwrap().unwrap(),
            tenant(&world).await.parse().map(atrium::shared::id::TenantId).unwrap(),
        ).unwrap();
        if world.engine == crate::world::Engine::Postgres {
            // The trail of the demo is too short for its planner to care.
            let sql = "INSERT INTO audit_event (tenant_id, seq, at, actor_id, address, action, subject_kind, subject_id, result,
                detail, mac) SELECT $1, 100000 + n, now() + n * interval '1 second', gen_random_uuid(), '', 'filler' || n % 50,
                'x', gen_random_uuid(), 'done', '{}', '' FROM generate_series(1, 20000) n";
            world.change(sql, db::params![tenant.tenant()]).await;
            world.change("ANALYZE audit_event", vec![]).await;
        }
        let (person, object) = (world.person("marcus").await, uuid::Uuid::from_u128(1));
        let now = world.app.clock.now();
        let searches = [
            (TrailFilter::default(), "audit_event_time"),
            (TrailFilter { from: Some(now), ..TrailFilter::default() }, "audit_event_time"),
            (TrailFilter { actor: Some(Doer::Person(person)), ..TrailFilter::default() }, "audit_event_person"),
            (TrailFilter { actor: Some(Doer::Operator("root".into())), ..TrailFilter::default() }, "audit_event_operator"),
            (TrailFilter { subject: Some(object), ..TrailFilter::default() }, "audit_event_subject"),
            (TrailFilter { action: Some("filler1".into()), ..TrailFilter::default() }, "audit_event_action"),
        ];
        for (filter, index) in searches {
            let (recorded, recording) = world.app.db.recorded();
            let cursors = Cursors::new(&world.app.keys.cursor, "plans".to_owned());
            let ask = cursors.ask(None, None).unwrap();
            atrium::audit::list(&recorded, &tenant, &filter, &cursors, &ask).await.unwrap();
            let ran = recording.take();
            let explain = if world.app.db.is_sqlite() { "EXPLAIN QUERY PLAN" } else { "EXPLAIN" };
            let plan = format!("{explain} {}", ran[0].0);
            let plan = if world.app.db.is_sqlite() {
                let lines: Vec<(i64, i64, i64, String)> = world.app.db.all(plan, ran[0].1.clone()).await.unwrap();
                lines.into_iter().map(|line| line.3).collect::<Vec<_>>().join("\n")
            } else {
                let lines: Vec<(String,)> = world.app.db.all(plan, ran[0].1.clone()).await.unwrap();
                lines.into_iter().map(|line| line.0).collect::<Vec<_>>().join("\n")
            };
            assert!(plan.contains(index), "{index}: {plan}");
            assert!(!plan.contains("TEMP B-TREE") && !plan.contains("Sort"), "{index} needs no sorting: {plan}");
        }
    }
}
