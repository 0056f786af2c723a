//! Events: written with the change, numbered without gaps, read without missing one, and kept for 30 days.

use super::{cedar, happen, refused, tenant_of};
use crate::world::{World, both};
use atrium::access::{self, WholeTenantScope, Write};
use atrium::events::{self, Events};
use atrium::shared::event_feed::EventType;
use atrium::shared::id::{CompanyId, EmployeeId, TenantId};
use serde_json::json;
use uuid::Uuid;

fn scope(tenant: TenantId) -> WholeTenantScope<Events, Write> {
    access::whole(&access::at_terminal::<Events>(&access::operator(tenant))).unwrap()
}

async fn numbers_after(world: &World, tenant: TenantId, after: i64, limit: i32) -> Vec<i64> {
    let found = events::events_after(&world.app.db, &scope(tenant), after, Some(limit)).await.unwrap();
    found.events.iter().map(|event| event.number).collect()
}

async fn newest(world: &World, tenant: TenantId) -> i64 {
    let sql = "SELECT coalesce(max(number), 0) FROM event WHERE tenant_id = $1";
    world.app.db.one::<(i64,)>(sql, db::params![tenant]).await.unwrap().0
}

const PUBLISH: &str = "mutation ($t: ID!, $c: ID!, $e: ID!) { createMessage(tenantId: $t, companyId: $c, managerId: $e,
    input: { message: \"Fire drill at eleven\", startDate: \"2026-11-16\", endDate: \"2026-11-20\" }) { id } }";

both! {
    async fn a_change_writes_its_event_in_ids_only_and_a_refused_change_writes_none(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing("Cedar Outfitters").await;
        let tenant = cedar(&world).await;
        let before = newest(&world, tenant).await;
        let variables = json!({ "t": at.tenant, "c": at.company, "e": at.person });
        let made = marcus.ask(PUBLISH, variables.clone()).await.data("/createMessage/id").clone();
        let found = events::events_after(&world.app.db, &scope(tenant), before, None).await.unwrap();
        let [event] = &found.events[..] else { panic!("one event, not {:?}", found.events) };
        let wire = events::on_wire(tenant, event);
        assert_eq!(wire, json!({
            "id": event.id, "number": before + 1, "type": "announcement.published", "time": event.at.0.to_string(),
            "tenantId": at.tenant, "companyId": at.company, "employeeId": null, "subject": "announcement", "subjectId": made,
        }));
        assert_eq!((found.last, found.has_more), (before + 1, false));
        let empty = PUBLISH.replace("Fire drill at eleven", "");
        assert_ne!(marcus.ask(&empty, variables).await.outcome(), "ok");
        assert_eq!(newest(&world, tenant).await, before + 1);
        let columns: Vec<db::Cells> = world.app.db.all("SELECT * FROM event", vec![]).await.unwrap();
        assert!(!format!("{columns:?}").contains("Fire drill"), "IDs only");
    }

    async fn a_reader_misses_nothing_while_many_commit_at_once(world: World) {
        let tenant = cedar(&world).await;
        let start = newest(&world, tenant).await;
        let (writers, each) = (8, 6);
        let writing = async {
            let all = (0..writers).map(|writer| {
                let world = &world;
                async move {
                    for n in 0..each {
                        let subject = Uuid::from_u128(1_000 + writer * 100 + n);
                        let fact = EventType::ClockPunched.of(subject);
                        // Two at a time, so numbers are also taken in blocks.
                        happen(world, tenant, &[fact, fact]).await;
                    }
                }
            });
            futures_util::future::join_all(all).await;
        };
        let wanted = start + (writers * each * 2) as i64;
        let reading = async {
            let (mut seen, mut last) = (vec![], start);
            while last < wanted {
                let page = numbers_after(&world, tenant, last, 7).await;
                last = page.last().copied().unwrap_or(last);
                seen.extend(page);
                tokio::task::yield_now().await;
            }
            seen
        };
        let (_, seen) = futures_util::future::join(writing, reading).await;
        assert_eq!(seen, (start + 1..=wanted).collect::<Vec<_>>(), "each once, in order, without a gap");
        // Another tenant counts for itself.
        let (other,): (TenantId,) =
            world.app.db.one("SELECT tenant_id FROM person WHERE username = 'hugo'", vec![]).await.unwrap();
        let theirs = newest(&world, other).await;
        happen(&world, other, &[EventType::CompanyEdited.of(Uuid::from_u128(1))]).await;
        assert_eq!((newest(&world, other).await, newest(&world, tenant).await), (theirs + 1, wanted));
    }

    async fn events_are_kept_for_30_days_and_whoever_comes_too_late_is_told(world: World) {
        let tenant = cedar(&world).await;
        let start = newest(&world, tenant).await;
        let (company, employee) = (CompanyId(Uuid::from_u128(5)), EmployeeId(Uuid::from_u128(6)));
        let fact = EventType::ProfileChanged.of(employee.0).at(company).about(employee);
        happen(&world, tenant, &[fact, fact, fact]).await;
        let old = world.app.clock.now() - jiff::SignedDuration::from_hours(31 * 24);
        world.change("UPDATE event SET at = $1 WHERE tenant_id = $2 AND number <= $3", db::params![old, tenant, start + 2]).await;
        let mut tx = world.app.db.begin_write().await.unwrap();
        events::forget(&mut tx, world.app.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(numbers_after(&world, tenant, 0, 100).await, [start + 3], "0 starts with what is there");
        assert_eq!(numbers_after(&world, tenant, start + 2, 100).await, [start + 3]);
        assert_eq!(numbers_after(&world, tenant, start + 3, 100).await, Vec::<i64>::new());
        for (after, code) in [(start + 1, "EVENTS_FORGOTTEN"), (start + 4, "EVENTS_NO_SUCH_NUMBER"), (-1, "EVENTS_NO_SUCH_NUMBER")] {
            let refused = events::events_after(&world.app.db, &scope(tenant), after, None).await.err().unwrap();
            assert_eq!(refused.code(), code, "{after}");
        }
        // Numbers go on even when nothing is left.
        world.change("DELETE FROM event", vec![]).await;
        happen(&world, tenant, &[fact]).await;
        assert_eq!(newest(&world, tenant).await, start + 4);
    }

    async fn administrators_see_the_newest_first_and_narrow_them_to_a_type(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let fact = EventType::LinksRevised.of(Uuid::from_u128(9));
        happen(&world, cedar(&world).await, &[fact, EventType::CompanyEdited.of(Uuid::from_u128(9)), fact]).await;
        let query = "query ($t: ID!, $k: String, $c: String) { listTenantEvents(tenantId: $t, type: $k, limit: 1, cursor: $c) {
            results { number type subject } links { next } } }";
        let first = grace.ask(query, json!({ "t": tenant, "k": "links.revised" })).await;
        let newest = first.data("/listTenantEvents/results/0/number").as_i64().unwrap();
        assert_eq!(first.data("/listTenantEvents/results/0/subject"), "company");
        let next = first.data("/listTenantEvents/links/next");
        let second = grace.ask(query, json!({ "t": tenant, "k": "links.revised", "c": next })).await;
        assert_eq!(second.data("/listTenantEvents/results/0/number"), newest - 2);
        refused(&grace.ask(query, json!({ "t": tenant, "k": "salary.raised" })).await, "EVENT_TYPE_UNKNOWN", Some("types"));
        let unknown = "query ($t: ID!) { listTenantEvents(tenantId: $t, cursor: \"made-up\") { links { next } } }";
        assert_ne!(grace.ask(unknown, json!({ "t": tenant })).await.outcome(), "ok");
    }
}

/// What docs/events.md promises to others is what there is.
#[test]
fn every_type_is_documented() {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/events.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    let row = |one: &EventType| format!("| `{}` | {} | {} |", one.as_str(), one.subject(), one.says());
    let expected: Vec<String> = EventType::ALL.iter().map(row).collect();
    let there: Vec<&str> = docs.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(there, expected, "copy what is missing into the table of docs/events.md");
}
