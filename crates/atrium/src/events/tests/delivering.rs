//! From an event to an endpoint: signed so that a published library accepts it, tried again, parked, replayed, turned off.

use super::{
    REPLAY, REPLAY_SINCE, TEST, add, cedar, deliveries, happen, list, rotate, tenant_of, with,
    world_that_calls_loopback,
};
use crate::world::{Actor, World, both};
use atrium::events::deliver_due;
use atrium::shared::event_feed::EventType;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use jiff::SignedDuration;
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use std::sync::{Arc, Mutex};
use uuid::Uuid;

/// A receiver: what it got, and how it answers (200 once its answers are used up).
#[derive(Clone, Default)]
struct Endpoint {
    got: Arc<Mutex<Vec<(HeaderMap, Bytes)>>>,
    answers: Arc<Mutex<Vec<u16>>>,
}

impl Endpoint {
    async fn start() -> (Endpoint, String) {
        let endpoint = Endpoint::default();
        let take = |State(endpoint): State<Endpoint>, headers: HeaderMap, body: Bytes| async move {
            endpoint.got.lock().unwrap().push((headers, body));
            let next = endpoint.answers.lock().unwrap().pop();
            let status = StatusCode::from_u16(next.unwrap_or(200)).unwrap();
            let answer: Response = match status.is_redirection() {
                true => (status, [(header::LOCATION, "/hooks")]).into_response(),
                false => status.into_response(),
            };
            answer
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/hooks", listener.local_addr().unwrap());
        let routes = Router::new().route("/hooks", post(take)).with_state(endpoint.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        (endpoint, address)
    }

    /// The last one first.
    fn answers(&self, statuses: &[u16]) {
        *self.answers.lock().unwrap() = statuses.iter().rev().copied().collect();
    }

    fn take(&self) -> Vec<(HeaderMap, Bytes)> {
        std::mem::take(&mut *self.got.lock().unwrap())
    }

    fn bodies(&self) -> Vec<Value> {
        self.take().iter().map(|(_, body)| serde_json::from_slice(body).unwrap()).collect()
    }
}

/// Grace's webhook to this address, and its secret.
async fn hooked(grace: &Actor<'_>, tenant: &Value, mut input: Value, address: &str) -> (Value, String) {
    input["url"] = json!(address);
    let reply = add(grace, tenant, input).await;
    let secret = reply.data("/addWebhook/secret").as_str().unwrap().to_owned();
    (reply.data("/addWebhook/webhook").clone(), secret)
}

/// As if the gap, or a lease, were over.
async fn make_due(world: &World) {
    world.change("UPDATE webhook_delivery SET due_at = created_at", vec![]).await;
}

fn any(subject: u128) -> atrium::shared::event_feed::Fact {
    EventType::CompanyEdited.of(Uuid::from_u128(subject))
}

both! {
    async fn a_published_library_accepts_what_arrives_and_no_other_secret_does(demo: World) {
        let world = world_that_calls_loopback(demo.engine).await;
        let (endpoint, address) = Endpoint::start().await;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let (row, secret) = hooked(&grace, &tenant, with("types", json!([])), &address).await;
        happen(&world, cedar(&world).await, &[any(5)]).await;
        assert_eq!(deliver_due(&world.app).await.unwrap(), 1);
        let [(headers, body)] = &endpoint.take()[..] else { panic!("one message") };
        let receiver = Webhook::new(&secret).unwrap();
        receiver.verify(body, headers).unwrap();
        let stranger = Webhook::new("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD").unwrap();
        assert!(stranger.verify(body, headers).is_err());
        let altered = [&body[..], b" "].concat();
        assert!(receiver.verify(&altered, headers).is_err());
        assert_eq!(headers["content-type"], "application/json");
        let message: Value = serde_json::from_slice(body).unwrap();
        assert_eq!((&message["type"], &message["data"]["tenantId"]), (&json!("company.edited"), &tenant));
        assert_eq!(message["data"]["subjectId"], json!(Uuid::from_u128(5)));
        assert_eq!(message["timestamp"], message["data"]["time"]);
        assert_eq!(headers["webhook-id"], message["data"]["id"].as_str().unwrap());
        assert_eq!(deliver_due(&world.app).await.unwrap(), 0, "once");
        let [delivery] = &deliveries(&grace, &tenant, &row, json!("DELIVERED")).await[..] else { panic!("one") };
        assert_eq!((&delivery["answer"], &delivery["attempts"], &delivery["lastError"]), (&json!(200), &json!(1), &Value::Null));
    }

    async fn after_a_rotation_both_secrets_sign_for_a_day_unless_the_old_one_must_stop(demo: World) {
        let world = world_that_calls_loopback(demo.engine).await;
        let (endpoint, address) = Endpoint::start().await;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let (row, old) = hooked(&grace, &tenant, with("types", json!([])), &address).await;
        let reply = rotate(&grace, &tenant, &row, true).await;
        let row = reply.data("/rotateWebhookSecret/webhook").clone();
        let new = reply.data("/rotateWebhookSecret/secret").as_str().unwrap().to_owned();
        assert!(row["oldSecretUntil"].is_string() && new != old);
        let accepted = async |secrets: [&str; 2]| {
            happen(&world, cedar(&world).await, &[any(5)]).await;
            deliver_due(&world.app).await.unwrap();
            let [(headers, body)] = &endpoint.take()[..] else { panic!("one message") };
            secrets.map(|secret| Webhook::new(secret).unwrap().verify(body, headers).is_ok())
        };
        assert_eq!(accepted([&old, &new]).await, [true, true]);
        let over = world.app.clock.now() - SignedDuration::from_secs(1);
        world.change("UPDATE webhook SET old_secret_until = $1", db::params![over]).await;
        assert_eq!(accepted([&old, &new]).await, [false, true], "the day is over");
        let reply = rotate(&grace, &tenant, &row, false).await;
        let newest = reply.data("/rotateWebhookSecret/secret").as_str().unwrap().to_owned();
        assert_eq!(accepted([&new, &newest]).await, [false, true]);
    }

    async fn it_gets_only_what_it_is_for_in_order(demo: World) {
        let world = world_that_calls_loopback(demo.engine).await;
        let (endpoint, address) = Endpoint::start().await;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let company = world.acting("marcus").await.standing("Cedar Outfitters").await.company;
        let mut input = with("types", json!(["clock.punched", "company.edited"]));
        input["companyId"] = json!(company);
        hooked(&grace, &tenant, input, &address).await;
        let here = atrium::shared::id::CompanyId(Uuid::parse_str(&company).unwrap());
        let elsewhere = atrium::shared::id::CompanyId(Uuid::from_u128(9));
        let punch = EventType::ClockPunched;
        happen(&world, cedar(&world).await, &[
            punch.of(Uuid::from_u128(1)).at(here),
            punch.of(Uuid::from_u128(2)).at(elsewhere),
            EventType::DepositChanged.of(Uuid::from_u128(3)).at(here),
            punch.of(Uuid::from_u128(4)),
            EventType::CompanyEdited.of(here.0).at(here),
        ]).await;
        let (other,) = world.app.db.one("SELECT tenant_id FROM person WHERE username = 'hugo'", vec![]).await.unwrap();
        happen(&world, other, &[punch.of(Uuid::from_u128(6)).at(here)]).await;
        deliver_due(&world.app).await.unwrap();
        let got: Vec<Value> = endpoint.bodies().iter().map(|body| body["data"]["subjectId"].clone()).collect();
        assert_eq!(got, [json!(Uuid::from_u128(1)), json!(here)]);
    }

    async fn a_failing_endpoint_is_tried_with_growing_gaps_then_parked_and_replayed_by_hand(demo: World) {
        let world = world_that_calls_loopback(demo.engine).await;
        let (endpoint, address) = Endpoint::start().await;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let (row, _) = hooked(&grace, &tenant, with("types", json!([])), &address).await;
        happen(&world, cedar(&world).await, &[any(5)]).await;
        // A redirect isn't followed.
        endpoint.answers(&[500, 302, 404, 503, 500, 500, 500, 500, 500, 500]);
        let mut gaps = vec![];
        for attempt in 1..=10 {
            assert_eq!(deliver_due(&world.app).await.unwrap(), 1, "attempt {attempt}");
            assert_eq!(deliver_due(&world.app).await.unwrap(), 0, "it isn't due yet");
            let delivery = deliveries(&grace, &tenant, &row, Value::Null).await.remove(0);
            assert_eq!(delivery["attempts"], attempt);
            if let (Some(tried), Some(due)) = (delivery["attemptedAt"].as_str(), delivery["dueAt"].as_str()) {
                let [tried, due] = [tried, due].map(|at| at.parse::<jiff::Timestamp>().unwrap());
                gaps.push(due.duration_since(tried).as_secs());
            }
            make_due(&world).await;
        }
        assert!(gaps.len() == 9 && gaps.is_sorted() && gaps[8] >= 86_400, "{gaps:?}");
        let parked = deliveries(&grace, &tenant, &row, json!("PARKED")).await.remove(0);
        assert_eq!((&parked["answer"], &parked["lastError"]), (&json!(500), &json!("the endpoint answered 500")));
        assert_eq!((&list(&grace, &tenant).await[0]["parked"], endpoint.take().len()), (&json!(1), 10));
        assert_eq!(deliver_due(&world.app).await.unwrap(), 0, "no one tries it again");

        let again = grace.ask(REPLAY, json!({ "t": tenant, "d": parked["id"] })).await;
        assert_eq!(again.data("/replayWebhookDelivery"), &json!({ "state": "WAITING", "attempts": 0 }));
        deliver_due(&world.app).await.unwrap();
        assert_eq!(deliveries(&grace, &tenant, &row, json!("DELIVERED")).await.len(), 1);
        let audit = "SELECT count(*) FROM audit_event WHERE action = 'webhook.replayed' AND actor_id IS NOT NULL";
        assert_eq!(world.count(audit).await, 1);
    }

    async fn everything_since_a_time_is_sent_again_with_the_same_ids(demo: World) {
        let world = world_that_calls_loopback(demo.engine).await;
        let (endpoint, address) = Endpoint::start().await;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        happen(&world, cedar(&world).await, &[any(1)]).await;
        let since = world.app.clock.now();
        happen(&world, cedar(&world).await, &[any(2)]).await;
        let (row, _) = hooked(&grace, &tenant, with("types", json!([])), &address).await;
        happen(&world, cedar(&world).await, &[any(3)]).await;
        deliver_due(&world.app).await.unwrap();
        let first = endpoint.bodies();
        assert_eq!(first.len(), 1, "it starts with what happens after it was added");
        let replay = json!({ "t": tenant, "w": row["id"], "s": since.to_string() });
        assert_eq!(grace.ask(REPLAY_SINCE, replay).await.data("/replayWebhook/events"), 2);
        deliver_due(&world.app).await.unwrap();
        let mut again = endpoint.bodies();
        again.sort_by_key(|body| body["data"]["number"].as_i64());
        let subjects: Vec<&Value> = again.iter().map(|body| &body["data"]["subjectId"]).collect();
        assert_eq!(subjects, [&json!(Uuid::from_u128(2)), &json!(Uuid::from_u128(3))]);
        assert_eq!(again[1], first[0], "byte for byte what came the first time");
    }

    async fn an_endpoint_that_says_410_is_turned_off_and_the_trail_says_so(demo: World) {
        let world = world_that_calls_loopback(demo.engine).await;
        let (endpoint, address) = Endpoint::start().await;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        hooked(&grace, &tenant, with("types", json!([])), &address).await;
        happen(&world, cedar(&world).await, &[any(5), any(6)]).await;
        endpoint.answers(&[410]);
        deliver_due(&world.app).await.unwrap();
        deliver_due(&world.app).await.unwrap();
        assert_eq!(endpoint.take().len(), 1, "the second one isn't sent");
        let row = list(&grace, &tenant).await.remove(0);
        assert_eq!((&row["isEnabled"], row["goneAt"].is_string(), &row["parked"]), (&json!(false), true, &json!(1)));
        let audit = "SELECT count(*) FROM audit_event WHERE action = 'webhook.turned_off' AND actor_id IS NULL";
        assert_eq!(world.count(audit).await, 1);
    }

    async fn a_private_address_is_not_called_however_it_got_there(demo: World) {
        let (endpoint, address) = Endpoint::start().await;
        let world = demo;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let row = add(&grace, &tenant, with("types", json!([]))).await.data("/addWebhook/webhook").clone();
        // This server may not call loopback.
        for url in [address.clone(), address.replace("http://127.0.0.1", "https://localhost")] {
            world.change("UPDATE webhook SET url = $1", db::params![url]).await;
            happen(&world, cedar(&world).await, &[any(5)]).await;
            deliver_due(&world.app).await.unwrap();
        }
        assert_eq!(endpoint.take().len(), 0);
        let waiting = deliveries(&grace, &tenant, &row, json!("WAITING")).await;
        assert_eq!(waiting.len(), 2);
        let why = "the host is not public and outbound_allowed_hosts does not list it";
        assert!(waiting.iter().all(|delivery| delivery["lastError"] == why), "{waiting:?}");
    }

    async fn two_nodes_send_each_message_once_and_a_dead_nodes_message_is_sent_after_its_lease(demo: World) {
        let world = world_that_calls_loopback(demo.engine).await;
        let (endpoint, address) = Endpoint::start().await;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        hooked(&grace, &tenant, with("types", json!([])), &address).await;
        let facts: Vec<_> = (0..30).map(any).collect();
        happen(&world, cedar(&world).await, &facts).await;
        let other = world.node(|_| {}).await;
        let (one, two) = futures_util::future::join(deliver_due(&world.app), deliver_due(&other.app)).await;
        // The one that was slower to queue may have found nothing.
        let rest = deliver_due(&world.app).await.unwrap();
        assert_eq!(one.unwrap() + two.unwrap() + rest, 30);
        let mut numbers: Vec<i64> = endpoint.bodies().iter().map(|body| body["data"]["number"].as_i64().unwrap()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 30, "each once");

        happen(&world, cedar(&world).await, &[any(99)]).await;
        endpoint.answers(&[500]);
        deliver_due(&world.app).await.unwrap();
        endpoint.take();
        // As a node that died in the middle of the second attempt leaves it.
        let lease = world.app.clock.now() + SignedDuration::from_secs(60);
        let died = "UPDATE webhook_delivery SET attempts = 2, due_at = $1 WHERE delivered_at IS NULL";
        world.change(died, db::params![lease]).await;
        assert_eq!(deliver_due(&world.app).await.unwrap(), 0, "another node may have it");
        make_due(&world).await;
        assert_eq!(deliver_due(&world.app).await.unwrap(), 1);
        assert_eq!(endpoint.take().len(), 1);
    }

    async fn a_test_says_that_nothing_happened(demo: World) {
        let world = world_that_calls_loopback(demo.engine).await;
        let (endpoint, address) = Endpoint::start().await;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let (row, secret) = hooked(&grace, &tenant, with("types", json!(["deposit.frozen"])), &address).await;
        let queued = grace.ask(TEST, json!({ "t": tenant, "w": row["id"] })).await;
        assert_eq!(queued.data("/testWebhook/type"), "webhook.test");
        deliver_due(&world.app).await.unwrap();
        let [(headers, body)] = &endpoint.take()[..] else { panic!("one message") };
        Webhook::new(&secret).unwrap().verify(body, headers).unwrap();
        assert_eq!(headers["webhook-id"], queued.data("/testWebhook/id").as_str().unwrap());
        let message: Value = serde_json::from_slice(body).unwrap();
        assert_eq!((&message["type"], &message["data"]), (&json!("webhook.test"), &json!({ "tenantId": tenant })));
    }
}
