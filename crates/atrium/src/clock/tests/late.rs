//! Punches made without a network, sent later from devices whose clocks are wrong.

use super::{HARBOR, LOGISTICS, OUTFITTERS, at, card, clock, correct, decide, punch};
use crate::world::{Actor, Reply, Standing, World, both};
use atrium::shared::clock::Clock;
use atrium::shared::day::Day;
use jiff::civil::date;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use uuid::Uuid;

const NEW_YORK: &str = "America/New_York";

/// Someone's phone or tablet, whose clock is behind by so many seconds.
#[derive(Clone, Copy)]
struct Device {
    is_behind_by: i32,
}

const PHONE: Device = Device { is_behind_by: 47 * 60 };
const TABLET: Device = Device { is_behind_by: -(3 * 3600 + 12 * 60) };

impl Device {
    /// A press when the clock on the wall showed this, as the device keeps it. It knows only the machine's clock.
    fn pressed(self, world: &World, nth: u128, kind: &str, when: Timestamp) -> Value {
        let real = when - wall(world).duration_since(world.app.clock.now());
        let device_time = real - SignedDuration::from_secs(i64::from(self.is_behind_by));
        json!({ "pressId": Uuid::from_u128(nth), "kind": kind, "deviceTime": device_time, "offsetSeconds": self.is_behind_by })
    }
}

async fn report(actor: &Actor<'_>, standing: &Standing, input: Value) -> Reply {
    let query = "mutation ($t: ID!, $c: ID!, $e: ID!, $i: LatePunchInput!) {
        reportPunch(tenantId: $t, companyId: $c, employeeId: $e, input: $i) { state next } }";
    actor.ask(query, at(standing, json!({ "i": input }))).await
}

/// What Harbor Clinic's clock on the wall shows.
fn wall(world: &World) -> Timestamp {
    world.app.clock.moment(NEW_YORK)
}

/// What was punched since a moment: kind, the minute, and whether it came late.
async fn punched(actor: &Actor<'_>, standing: &Standing, since: Timestamp) -> Vec<(String, String, bool)> {
    let query = "query ($t: ID!, $c: ID!, $e: ID!) { timeCard(tenantId: $t, companyId: $c, employeeId: $e) {
        days { punches { kind at reportedAt } } } }";
    let reply = actor.ask(query, at(standing, json!({}))).await;
    let days = reply.data("/timeCard/days").as_array().unwrap().clone();
    let punches = days.iter().flat_map(|day| day["punches"].as_array().unwrap().clone());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let since = minute(since);
    let all = punches
        .map(|row| (text(&row["kind"]), text(&row["at"])[..16].to_owned(), !row["reportedAt"].is_null()));
    all.filter(|(_, minute, _)| *minute >= since).collect()
}

fn minute(at: Timestamp) -> String {
    at.to_string()[..16].to_owned()
}

async fn late_list(actor: &Actor<'_>, standing: &Standing) -> Vec<Value> {
    let query =
        "query ($t: ID!, $c: ID!, $m: ID!) { listLatePunches(tenantId: $t, companyId: $c, managerId: $m) {
        results { lastName kind at deviceTime reportedAt } } }";
    let reply = actor.ask(query, at(standing, json!({}))).await;
    reply.data("/listLatePunches/results").as_array().unwrap().clone()
}

/// An hour without a network: a phone and a tablet, and the minutes that count. The second start of the break is the first, pressed
/// on both.
fn an_hour(world: &World, now: Timestamp) -> (Vec<Value>, Vec<(String, String, bool)>) {
    let ago = |minutes: i64| now - SignedDuration::from_mins(minutes);
    let presses = vec![
        PHONE.pressed(world, 1, "in", ago(60)),
        PHONE.pressed(world, 2, "breakStart", ago(40)),
        TABLET.pressed(world, 3, "breakStart", ago(40) + SignedDuration::from_secs(20)),
        TABLET.pressed(world, 4, "breakEnd", ago(25)),
        PHONE.pressed(world, 5, "out", ago(5)),
    ];
    let counted = [("in", 60), ("breakStart", 40), ("breakEnd", 25), ("out", 5)];
    let counted = counted.map(|(kind, minutes)| (kind.to_owned(), minute(ago(minutes)), true));
    (presses, counted.into())
}

/// The middle of a minute, so that what's pressed on two devices within seconds is in one.
fn mid_minute(now: Timestamp) -> Timestamp {
    Timestamp::from_second(now.as_second().div_euclid(60) * 60 - 40).unwrap()
}

both! {
    async fn an_hour_without_a_network_counts_once_at_the_right_minutes_though_two_devices_send_it_twice(world: World) {
        let (hugo, mina) = (world.acting("hugo").await, world.acting("mina").await);
        let (his, hers) = (hugo.standing(HARBOR).await, mina.standing(HARBOR).await);
        let now = mid_minute(wall(&world));
        let (presses, counted) = an_hour(&world, now);
        // Everything twice, at the same time.
        let sent = presses.iter().chain(&presses).map(|press| report(&hugo, &his, press.clone()));
        for reply in futures_util::future::join_all(sent).await {
            assert_eq!(reply.outcome(), "ok", "{}", reply.text);
        }
        assert_eq!(punched(&hugo, &his, now - SignedDuration::from_mins(61)).await, counted);
        let shown = clock(&hugo, &his).await;
        assert_eq!((&shown["state"], &shown["next"]), (&json!("out"), &json!(["in"])));
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'clock.report'").await, 4);
        assert_eq!(world.count("SELECT count(*) FROM event WHERE type = 'clock.punched'").await, 4);

        let late = late_list(&mina, &hers).await;
        assert_eq!(late.len(), 4);
        assert!(late.iter().all(|row| row["lastName"] == "Becker" && row["deviceTime"] != row["at"]), "{late:?}");
        assert!(late_list(&world.acting("priya").await, &world.acting("priya").await.standing(LOGISTICS).await).await.is_empty());
        // A day later the server has forgotten the requests, and the phone still sends.
        world.change("DELETE FROM idempotency_key", vec![]).await;
        let before = world.count("SELECT count(*) FROM clock_punch").await;
        for press in presses {
            assert_eq!(report(&hugo, &his, press).await.outcome(), "ok");
        }
        assert_eq!(world.count("SELECT count(*) FROM clock_punch").await, before);
    }

    async fn the_order_in_which_two_devices_send_makes_no_difference(world: World) {
        let hugo = world.acting("hugo").await;
        let his = hugo.standing(HARBOR).await;
        let now = mid_minute(wall(&world));
        let (presses, counted) = an_hour(&world, now);
        for turn in 0..presses.len() {
            world.change("DELETE FROM clock_punch WHERE reported_at IS NOT NULL", vec![]).await;
            let mut turned = presses.clone();
            turned.rotate_left(turn);
            turned.reverse();
            for press in turned {
                assert_eq!(report(&hugo, &his, press).await.outcome(), "ok");
            }
            assert_eq!(punched(&hugo, &his, now - SignedDuration::from_mins(61)).await, counted, "from {turn} on");
        }
    }

    async fn a_press_whose_answer_got_lost_counts_once_whichever_way_it_comes(world: World) {
        let hugo = world.acting("hugo").await;
        let his = hugo.standing(HARBOR).await;
        let press = Uuid::from_u128(7);
        let query = "mutation ($t: ID!, $c: ID!, $e: ID!, $p: ID!) {
            punchClock(tenantId: $t, companyId: $c, employeeId: $e, kind: in, pressId: $p) { state } }";
        let vars = at(&his, json!({ "p": press }));
        let began = wall(&world);
        assert_eq!(hugo.ask(query, vars.clone()).await.data("/punchClock/state"), "working");
        // The same press from the queue, with the time at which it was really made, two minutes before.
        let late = TABLET.pressed(&world, 7, "in", began - SignedDuration::from_mins(2));
        assert_eq!(report(&hugo, &his, late).await.data("/reportPunch/state"), "working");
        assert_eq!(hugo.ask(query, vars).await.outcome(), "ok");
        let punched = punched(&hugo, &his, began - SignedDuration::from_mins(3)).await;
        let punched: Vec<_> = punched.iter().map(|(kind, _, is_late)| (kind.as_str(), *is_late)).collect();
        assert_eq!(punched, [("in", false)]);
    }

    async fn a_punch_that_a_correction_replaced_does_not_come_back(world: World) {
        let (hugo, mina) = (world.acting("hugo").await, world.acting("mina").await);
        let (his, hers) = (hugo.standing(HARBOR).await, mina.standing(HARBOR).await);
        let node = world.node(|app| app.clock = Clock::with_business_day(Day(date(2026, 11, 18)))).await;
        let (hugo, mina) = (node.holding(&world.token("hugo").await), node.holding(&world.token("mina").await));
        let pressed = PHONE.pressed(&node, 1, "in", "2026-11-17T13:00:30Z".parse().unwrap());
        assert_eq!(report(&hugo, &his, pressed.clone()).await.outcome(), "ok");
        let days = card(&hugo, &his, "2026-11-17").await["days"].as_array().unwrap().clone();
        let id = days.iter().find(|day| day["date"] == "2026-11-17").unwrap()["punches"][0]["id"].clone();
        let gone = json!({ "action": "remove", "punchId": id, "kind": "in", "date": "2026-11-17", "time": "08:00", "reason": "x" });
        let asked = correct(&hugo, &his, gone).await.data("/submitPunchCorrection").clone();
        assert_eq!(decide(&mina, &hers, &asked, "approve").await.outcome(), "ok");
        assert!(late_list(&mina, &hers).await.is_empty(), "it no longer counts");
        assert_eq!(report(&hugo, &his, pressed).await.outcome(), "ok");
        let counting = "SELECT count(*) FROM clock_punch WHERE reported_at IS NOT NULL AND voided_by IS NULL";
        assert_eq!(world.count(counting).await, 0);
    }

    async fn what_is_too_old_ahead_or_in_a_closed_period_is_refused_and_changes_nothing(world: World) {
        let hugo = world.acting("hugo").await;
        let his = hugo.standing(HARBOR).await;
        let now = wall(&world);
        let before = world.rows().await;
        let days = |days: i64| SignedDuration::from_hours(24 * days);
        for (nth, when, code) in [
            (1, now - days(3) - SignedDuration::from_mins(1), "PUNCH_TOO_LATE"),
            (2, now + SignedDuration::from_mins(5), "PUNCH_AHEAD"),
        ] {
            let reply = report(&hugo, &his, PHONE.pressed(&world, nth, "in", when)).await;
            assert_eq!((reply.outcome(), reply.field()), (code, Some("deviceTime")));
        }
        let mut nameless = PHONE.pressed(&world, 3, "in", now);
        nameless["pressId"] = json!("not an id");
        assert_eq!(report(&hugo, &his, nameless).await.outcome(), "NOT_FOUND");
        assert_eq!(world.rows().await, before);

        // The period ended on Saturday, November 21.
        let when = "2026-11-22T04:59:30Z".parse().unwrap();
        let token = world.token("hugo").await;
        for (day, outcome) in [(24, "PERIOD_CLOSED"), (22, "ok")] {
            let node = world.node(|app| app.clock = Clock::with_business_day(Day(date(2026, 11, day)))).await;
            let before = world.rows().await;
            let late = PHONE.pressed(&node, 4, "out", when);
            assert_eq!(report(&node.holding(&token), &his, late).await.outcome(), outcome, "on the {day}");
            if outcome != "ok" {
                assert_eq!(world.rows().await, before);
            }
        }
    }

    async fn where_a_vendor_keeps_the_time_cards_nothing_is_reported_and_no_one_reports_for_another(world: World) {
        let (ana, hugo) = (world.acting("ana").await, world.acting("hugo").await);
        let (hers, his) = (ana.standing(OUTFITTERS).await, hugo.standing(HARBOR).await);
        let before = world.rows().await;
        let pressed = PHONE.pressed(&world, 1, "in", wall(&world));
        assert_eq!(report(&ana, &hers, pressed.clone()).await.outcome(), "CLOCK_AT_VENDOR");
        assert_eq!(report(&ana, &his, pressed).await.outcome(), "NOT_FOUND");
        assert_eq!(world.rows().await, before);
    }

    async fn a_late_punch_is_marked_in_who_is_at_work(world: World) {
        let (hugo, mina) = (world.acting("hugo").await, world.acting("mina").await);
        let (his, hers) = (hugo.standing(HARBOR).await, mina.standing(HARBOR).await);
        let team = async || {
            let query = "query ($t: ID!, $c: ID!, $m: ID!) { listTeamClock(tenantId: $t, companyId: $c, managerId: $m, limit: 100) {
                results { lastName state reportedAt } } }";
            let reply = mina.ask(query, at(&hers, json!({}))).await;
            let all = reply.data("/listTeamClock/results").as_array().unwrap().clone();
            all.into_iter().find(|row| row["lastName"] == "Becker").unwrap()
        };
        let late = PHONE.pressed(&world, 1, "in", wall(&world) - SignedDuration::from_mins(10));
        assert_eq!(report(&hugo, &his, late).await.outcome(), "ok");
        let shown = team().await;
        assert!(shown["state"] == "working" && shown["reportedAt"].is_string(), "{shown}");
        assert_eq!(punch(&hugo, &his, "out").await.outcome(), "ok");
        assert_eq!(team().await["reportedAt"], Value::Null);
    }
}
