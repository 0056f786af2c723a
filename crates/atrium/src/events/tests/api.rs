//! Events as programs ask for them: with the right for it, in pages, and only their tenant's.

use super::{cedar, happen};
use crate::world::{Reply, World, both};
use atrium::access::{self, WholeTenantScope, Write};
use atrium::events::{self, Events};
use atrium::shared::event_feed::EventType;
use atrium::shared::id::TenantId;
use serde_json::{Value, json};
use uuid::Uuid;

async fn token(world: &World, of: &str, right: &str) -> String {
    world.machine_token(&world.add_machine(of, right, &[right]).await).await
}

async fn events(world: &World, token: &str, query: &str) -> Reply {
    world.holding(token).get(&format!("/api/v1/events?{query}")).await
}

fn numbers(page: &Reply) -> Vec<i64> {
    assert_eq!(page.status, 200, "{}", page.text);
    let results = page.body["results"].as_array().unwrap();
    results.iter().map(|event| event["number"].as_i64().unwrap()).collect()
}

/// Status, code and field of a problem document.
fn problem(reply: &Reply) -> (u16, &str, &Value) {
    assert_eq!(reply.headers["content-type"], "application/problem+json", "{}", reply.text);
    (reply.status.as_u16(), reply.body["code"].as_str().unwrap(), &reply.body["field"])
}

async fn newest(world: &World, tenant: TenantId) -> i64 {
    let sql = "SELECT coalesce(max(number), 0) FROM event WHERE tenant_id = $1";
    world.app.db.one::<(i64,)>(sql, db::params![tenant]).await.unwrap().0
}

both! {
    async fn a_program_reads_every_event_once_as_the_feed_has_it(world: World) {
        let tenant = cedar(&world).await;
        let start = newest(&world, tenant).await;
        let fact = EventType::LinksRevised.of(Uuid::from_u128(9));
        happen(&world, tenant, &[fact, EventType::CompanyEdited.of(Uuid::from_u128(9)), fact, fact, fact]).await;
        let token = token(&world, "grace", "events.read").await;
        let (mut seen, mut query) = (vec![], format!("after={start}&limit=2"));
        loop {
            let page = events(&world, &token, &query).await;
            seen.extend(numbers(&page));
            assert_eq!(page.body["last"], *seen.last().unwrap());
            let Some(next) = page.body["next"].as_str() else { break };
            query = format!("limit=2&cursor={next}");
        }
        assert_eq!(seen, (start + 1..=start + 5).collect::<Vec<_>>());
        let scope: WholeTenantScope<Events, Write> =
            access::whole(&access::at_terminal(&access::operator(tenant))).unwrap();
        let found = events::events_after(&world.app.db, &scope, start, None).await.unwrap();
        let wire: Vec<Value> = found.events.iter().map(|event| events::on_wire(tenant, event)).collect();
        let page = events(&world, &token, &format!("after={start}")).await;
        assert_eq!(page.body, json!({ "results": wire, "next": null, "last": start + 5 }));
        let none = events(&world, &token, &format!("after={}", start + 5)).await;
        assert_eq!(none.body, json!({ "results": [], "next": null, "last": start + 5 }));
    }

    async fn a_program_that_wants_one_type_goes_on_behind_the_others(world: World) {
        let tenant = cedar(&world).await;
        let start = newest(&world, tenant).await;
        let (links, company) = (EventType::LinksRevised.of(Uuid::from_u128(9)), EventType::CompanyEdited.of(Uuid::from_u128(9)));
        happen(&world, tenant, &[links, company, links, company, company]).await;
        let token = token(&world, "grace", "events.read").await;
        let of_type = format!("after={start}&type=links.revised");
        let first = events(&world, &token, &format!("{of_type}&limit=1")).await;
        assert_eq!((numbers(&first), &first.body["last"]), (vec![start + 1], &json!(start + 1)));
        let next = first.body["next"].as_str().unwrap();
        let second = events(&world, &token, &format!("type=links.revised&limit=1&cursor={next}")).await;
        assert_eq!((numbers(&second), &second.body["next"]), (vec![start + 3], &Value::Null));
        assert_eq!(second.body["last"], start + 5, "the others needn't be looked at again");
        let elsewhere = events(&world, &token, &format!("cursor={next}")).await;
        assert_eq!(problem(&elsewhere).1, "INVALID_CURSOR", "a cursor goes on with the same type only");
        let unknown = events(&world, &token, "type=salary.raised").await;
        assert_eq!(problem(&unknown), (422, "EVENT_TYPE_UNKNOWN", &json!("types")));
    }

    async fn another_right_another_tenant_and_what_is_no_place_in_the_feed_are_refused(world: World) {
        let tenant = cedar(&world).await;
        let fact = EventType::CompanyEdited.of(Uuid::from_u128(9));
        happen(&world, tenant, &[fact, fact]).await;
        let newest = newest(&world, tenant).await;
        let reader = token(&world, "grace", "people.read").await;
        assert_eq!(problem(&events(&world, &reader, "").await).1, "FORBIDDEN");
        let person = world.token("grace").await;
        assert_eq!(problem(&events(&world, &person, "").await).1, "UNAUTHENTICATED");
        let token_of_cedar = token(&world, "grace", "events.read").await;
        let page = events(&world, &token_of_cedar, "limit=1").await;
        let next = page.body["next"].as_str().unwrap();
        let clinic = token(&world, "hugo", "events.read").await;
        let theirs = events(&world, &clinic, "limit=100").await;
        for event in theirs.body["results"].as_array().unwrap() {
            assert_ne!(event["tenantId"], json!(tenant));
        }
        for (token, query, code) in [
            (&clinic, format!("cursor={next}"), "INVALID_CURSOR"),
            (&token_of_cedar, "cursor=made-up".to_owned(), "INVALID_CURSOR"),
            (&token_of_cedar, format!("after={}", newest + 1), "EVENTS_NO_SUCH_NUMBER"),
            (&token_of_cedar, "after=-1".to_owned(), "EVENTS_NO_SUCH_NUMBER"),
            (&token_of_cedar, "limit=101".to_owned(), "INVALID_LIMIT"),
        ] {
            let reply = events(&world, token, &query).await;
            assert_eq!((problem(&reply).0, problem(&reply).1), (422, code), "{query}");
        }
        let reply = events(&world, &token_of_cedar, "after=x").await;
        assert_eq!((problem(&reply).0, problem(&reply).1), (400, "INVALID_REQUEST"));
    }

    async fn a_program_that_comes_back_too_late_is_told_also_in_the_middle(world: World) {
        let tenant = cedar(&world).await;
        let start = newest(&world, tenant).await;
        let fact = EventType::CompanyEdited.of(Uuid::from_u128(9));
        happen(&world, tenant, &[fact, fact, fact]).await;
        let token = token(&world, "grace", "events.read").await;
        let page = events(&world, &token, &format!("after={start}&limit=1")).await;
        let next = page.body["next"].as_str().unwrap();
        world.change("DELETE FROM event WHERE tenant_id = $1 AND number <= $2", db::params![tenant, start + 2]).await;
        for query in [format!("after={}", start + 1), format!("cursor={next}")] {
            let reply = events(&world, &token, &query).await;
            assert_eq!(problem(&reply), (422, "EVENTS_FORGOTTEN", &json!("after")), "{query}");
        }
        assert_eq!(numbers(&events(&world, &token, "").await), [start + 3]);
    }
}
