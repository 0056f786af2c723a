//! The clock through the API, as people of the demo world, on both engines. Today is Monday, 2026-11-16. Hugo and
//! Elena use our own clock; at Cedar Outfitters a vendor keeps the time cards.

mod late;

use crate::world::{Actor, Reply, Standing, World, both};
use serde_json::{Value, json};

const HARBOR: &str = "Harbor Clinic";
const LOGISTICS: &str = "Cedar Logistics";
const OUTFITTERS: &str = "Cedar Outfitters";

const CLOCK: &str = "state workedMinutes breakMinutes punches { kind isCorrected } next vendorName";
const CORRECTION: &str =
    "id employeeId action kind at date wasAt reason status managerNotes decidedByName version";

fn at(standing: &Standing, more: Value) -> Value {
    let mut all =
        json!({ "t": standing.tenant, "c": standing.company, "e": standing.employee, "m": standing.person });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

async fn punch(actor: &Actor<'_>, standing: &Standing, kind: &str) -> Reply {
    let query = format!(
        "mutation ($t: ID!, $c: ID!, $e: ID!, $k: ClockPunchKind!) {{
           punchClock(tenantId: $t, companyId: $c, employeeId: $e, kind: $k) {{ {CLOCK} }} }}"
    );
    actor.ask(&query, at(standing, json!({ "k": kind }))).await
}

async fn clock(actor: &Actor<'_>, standing: &Standing) -> Value {
    let query = format!(
        "query ($t: ID!, $c: ID!, $e: ID!) {{ timeClock(tenantId: $t, companyId: $c, employeeId: $e) {{ {CLOCK} }} }}"
    );
    actor.ask(&query, at(standing, json!({}))).await.data("/timeClock").clone()
}

async fn correct(actor: &Actor<'_>, standing: &Standing, input: Value) -> Reply {
    let query = format!(
        "mutation ($t: ID!, $c: ID!, $e: ID!, $i: PunchCorrectionInput!) {{
           submitPunchCorrection(tenantId: $t, companyId: $c, employeeId: $e, input: $i) {{ {CORRECTION} }} }}"
    );
    actor.ask(&query, at(standing, json!({ "i": input }))).await
}

async fn decide(actor: &Actor<'_>, standing: &Standing, correction: &Value, action: &str) -> Reply {
    let query = format!(
        "mutation ($t: ID!, $c: ID!, $m: ID!, $i: PunchCorrectionDecisionInput!) {{
           decidePunchCorrection(tenantId: $t, companyId: $c, managerId: $m, input: $i) {{ {CORRECTION} }} }}"
    );
    let input = json!({ "id": correction["id"], "version": correction["version"], "action": action, "managerNotes": "" });
    actor.ask(&query, at(standing, json!({ "i": input }))).await
}

async fn card(actor: &Actor<'_>, standing: &Standing, date: &str) -> Value {
    let query = "query ($t: ID!, $c: ID!, $e: ID!, $d: Date) {
        timeCard(tenantId: $t, companyId: $c, employeeId: $e, date: $d) { startDate endDate workedMinutes workedHours
          scheduledHours days { date workedMinutes missing punches { id kind at } } corrections { id status } } }";
    actor.ask(query, at(standing, json!({ "d": date }))).await.data("/timeCard").clone()
}

async fn queue(actor: &Actor<'_>, standing: &Standing) -> Vec<Value> {
    let query =
        "query ($t: ID!, $c: ID!, $m: ID!) { listPunchCorrections(tenantId: $t, companyId: $c, managerId: $m,
        limit: 100) { results { id employeeId lastName } } }";
    let reply = actor.ask(query, at(standing, json!({}))).await;
    reply.data("/listPunchCorrections/results").as_array().unwrap().clone()
}

/// The day in the period when Hugo forgot to punch out.
fn forgotten(card: &Value) -> Value {
    let days = card["days"].as_array().unwrap();
    days.iter()
        .find(|day| day["missing"] == json!(["out"]))
        .unwrap_or_else(|| panic!("a gap in {card}"))
        .clone()
}

both! {
    async fn a_day_is_punched_in_its_order_and_what_makes_no_sense_changes_nothing(world: World) {
        let hugo = world.acting("hugo").await;
        let his = hugo.standing(HARBOR).await;
        assert_eq!(clock(&hugo, &his).await["next"], json!(["in"]));
        for (kind, outcome, state) in [
            ("out", "NOT_CLOCKED_IN", "out"),
            ("in", "ok", "working"),
            ("in", "CLOCKED_IN_ALREADY", "working"),
            ("breakEnd", "NOT_ON_BREAK", "working"),
            ("breakStart", "ok", "onBreak"),
            ("breakStart", "ON_BREAK_ALREADY", "onBreak"),
            ("breakEnd", "ok", "working"),
            ("out", "ok", "out"),
            ("in", "ok", "working"),
        ] {
            let before = world.rows().await;
            let reply = punch(&hugo, &his, kind).await;
            assert_eq!(reply.outcome(), outcome, "{kind}");
            if outcome != "ok" {
                assert_eq!(world.rows().await, before, "a refused {kind} changes nothing");
            }
            assert_eq!(clock(&hugo, &his).await["state"], state, "after {kind}");
        }
        let events = "SELECT count(*) FROM audit_event WHERE action = 'clock.punch'";
        assert_eq!(world.count(events).await, 5);
        assert_eq!(world.count("SELECT count(*) FROM event WHERE type = 'clock.punched'").await, 5);
    }

    async fn nobody_punches_before_the_first_day_of_their_employment(world: World) {
        let hugo = world.acting("hugo").await;
        let his = hugo.standing(HARBOR).await;
        let person = world.person("hugo").await;
        world.change("UPDATE employee SET current_hire_date = '2026-11-17' WHERE person_id = $1", db::params![person]).await;
        assert_eq!(punch(&hugo, &his, "in").await.outcome(), "FORBIDDEN");
        assert_eq!(clock(&hugo, &his).await["state"], "out");
        world.change("UPDATE employee SET current_hire_date = '2026-11-16' WHERE person_id = $1", db::params![person]).await;
        assert_eq!(punch(&hugo, &his, "in").await.outcome(), "ok");
    }

    async fn of_many_who_punch_in_at_once_for_one_person_one_does(world: World) {
        let hugo = world.acting("hugo").await;
        let his = hugo.standing(HARBOR).await;
        for kind in ["in", "out"].repeat(10) {
            let replies = futures_util::future::join_all((0..6).map(|_| punch(&hugo, &his, kind))).await;
            assert_eq!(replies.iter().filter(|reply| reply.outcome() == "ok").count(), 1, "{kind}");
        }
    }

    async fn where_a_vendor_keeps_the_time_cards_nothing_is_punched_here(world: World) {
        let ana = world.acting("ana").await;
        let hers = ana.standing(OUTFITTERS).await;
        let shown = clock(&ana, &hers).await;
        assert_eq!((&shown["vendorName"], &shown["next"]), (&json!("Asureforce"), &json!([])));
        let before = world.rows().await;
        assert_eq!(punch(&ana, &hers, "in").await.outcome(), "CLOCK_AT_VENDOR");
        let input = json!({ "action": "add", "kind": "in", "date": "2026-11-13", "time": "09:00", "reason": "x" });
        assert_eq!(correct(&ana, &hers, input).await.outcome(), "CLOCK_AT_VENDOR");
        assert_eq!(world.rows().await, before);
        world.change("UPDATE integration SET active = FALSE", vec![]).await;
        assert_eq!(punch(&ana, &hers, "in").await.outcome(), "ok", "without a vendor our own clock serves");
        world.change("UPDATE company SET has_time_clock = FALSE", vec![]).await;
        assert_eq!(punch(&ana, &hers, "out").await.outcome(), "FEATURE_NOT_ENABLED", "or none at all");
    }

    async fn a_forgotten_punch_counts_once_the_manager_has_approved_it(world: World) {
        let (hugo, mina) = (world.acting("hugo").await, world.acting("mina").await);
        let (his, hers) = (hugo.standing(HARBOR).await, mina.standing(HARBOR).await);
        let before = card(&hugo, &his, "2026-11-13").await;
        let day = forgotten(&before);
        let input = json!({ "action": "add", "kind": "out", "date": day["date"], "time": "15:30", "reason": "Left in a hurry" });
        let asked = correct(&hugo, &his, input.clone()).await;
        let asked = asked.data("/submitPunchCorrection").clone();
        assert_eq!(asked["status"], "Pending");
        assert_eq!(correct(&hugo, &his, input).await.outcome(), "CORRECTION_DOES_NOT_FIT", "once is enough");
        assert_eq!(card(&hugo, &his, "2026-11-13").await["workedMinutes"], before["workedMinutes"], "it waits");
        assert!(queue(&mina, &hers).await.iter().any(|row| row["id"] == asked["id"]));
        let sent = world.delivered().await;
        assert_eq!(sent.len(), 1);
        assert_eq!((sent[0].to.as_str(), sent[0].subject.as_deref()), ("mina@example.com", Some("Hugo Becker requested a punch correction")));
        assert!(!sent[0].text.contains("hurry"), "the reason stays in the portal: {}", sent[0].text);

        let decided = decide(&mina, &hers, &asked, "approve").await;
        assert_eq!(decided.data("/decidePunchCorrection/status"), "Approved");
        assert_eq!(decided.data("/decidePunchCorrection/decidedByName"), "Mina Yoon");
        assert!(!queue(&mina, &hers).await.iter().any(|row| row["id"] == asked["id"]));
        let after = card(&hugo, &his, "2026-11-13").await;
        let whole = after["days"].as_array().unwrap().iter().find(|row| row["date"] == day["date"]).unwrap();
        assert_eq!(whole["missing"], json!([]));
        assert!(whole["workedMinutes"].as_i64().unwrap() > 440, "{whole}");
        let sum: i64 = after["days"].as_array().unwrap().iter().map(|day| day["workedMinutes"].as_i64().unwrap()).sum();
        assert_eq!(after["workedMinutes"], sum, "the days add up to the period");

        assert_eq!(decide(&mina, &hers, &asked, "deny").await.outcome(), "CONFLICT");
        let sent = world.delivered().await;
        assert_eq!(sent.len(), 1, "one notice a decision");
        assert_eq!((sent[0].to.as_str(), sent[0].subject.as_deref()), ("hugo@example.com", Some("Your correction was approved")));
        let events = "SELECT count(*) FROM audit_event e JOIN tenant t ON t.id = e.tenant_id
            WHERE e.action = 'clock.decide' AND t.name = 'Harbor Clinic'";
        assert_eq!(world.count(events).await, 2, "one of the demo's, and this one");
    }

    async fn a_time_is_changed_and_a_punch_removed_without_losing_what_was_punched(world: World) {
        let (hugo, mina) = (world.acting("hugo").await, world.acting("mina").await);
        let (his, hers) = (hugo.standing(HARBOR).await, mina.standing(HARBOR).await);
        let all = card(&hugo, &his, "2026-11-13").await;
        let days = all["days"].as_array().unwrap();
        let day = days.iter().find(|day| day["punches"].as_array().unwrap().len() == 4).unwrap();
        let (out, worked) = (&day["punches"][3], day["workedMinutes"].as_i64().unwrap());
        let change = json!({ "action": "change", "punchId": out["id"], "kind": "out", "date": day["date"], "time": "18:00", "reason": "Stayed" });
        let asked = correct(&hugo, &his, change.clone()).await.data("/submitPunchCorrection").clone();
        assert_eq!(asked["wasAt"], out["at"]);
        assert_eq!(correct(&hugo, &his, change).await.outcome(), "CORRECTION_DOES_NOT_FIT", "one waits for this punch");
        assert_eq!(decide(&mina, &hers, &asked, "approve").await.outcome(), "ok");
        let after = card(&hugo, &his, "2026-11-13").await;
        let day = after["days"].as_array().unwrap().iter().find(|row| row["date"] == day["date"]).unwrap().clone();
        assert!(day["workedMinutes"].as_i64().unwrap() > worked + 120, "{day}");
        assert_eq!(world.count("SELECT count(*) FROM clock_punch WHERE voided_by IS NOT NULL").await, 1, "what was punched is kept");
        let gone = json!({ "action": "remove", "punchId": out["id"], "kind": "out", "date": day["date"], "time": "18:00", "reason": "x" });
        assert_eq!(correct(&hugo, &his, gone).await.outcome(), "UNKNOWN_PUNCH", "it no longer counts");
    }

    async fn refused_corrections_name_their_field_and_change_nothing(world: World) {
        let hugo = world.acting("hugo").await;
        let his = hugo.standing(HARBOR).await;
        let before = world.rows().await;
        let add = |more: Value| {
            let mut input = json!({ "action": "add", "kind": "in", "date": "2026-11-14", "time": "09:00", "reason": "Forgot" });
            input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            input
        };
        for (input, code, field) in [
            (add(json!({ "reason": "  " })), "REASON_MISSING", "reason"),
            (add(json!({ "reason": "x".repeat(501) })), "REASON_TOO_LONG", "reason"),
            (add(json!({ "time": "9:00" })), "INVALID_TIME", "time"),
            (add(json!({ "date": "2026-11-17" })), "PUNCH_IN_FUTURE", "time"),
            (add(json!({ "date": "2026-09-01" })), "TOO_LONG_AGO", "date"),
            (add(json!({ "date": "2026-11-01", "time": "01:30" })), "TIME_TWICE", "time"),
            (add(json!({ "kind": "out" })), "CORRECTION_DOES_NOT_FIT", "time"),
            (add(json!({ "action": "remove" })), "UNKNOWN_PUNCH", "punchId"),
            (add(json!({ "action": "change", "punchId": "00000000-0000-7000-8000-000000000000" })), "UNKNOWN_PUNCH", "punchId"),
        ] {
            let reply = correct(&hugo, &his, input.clone()).await;
            assert_eq!((reply.outcome(), reply.field()), (code, Some(field)), "{input}");
        }
        assert_eq!(world.rows().await, before);
        let second = add(json!({ "date": "2026-11-01", "time": "01:30", "isSecond": true }));
        assert_eq!(correct(&hugo, &his, second).await.data("/submitPunchCorrection/at"), "2026-11-01T06:30:00Z");
    }

    async fn nobody_decides_their_own_not_through_a_delegate_either(world: World) {
        let (priya, marcus) = (world.acting("priya").await, world.acting("marcus").await);
        let (hers, his) = (priya.standing(OUTFITTERS).await, marcus.standing(OUTFITTERS).await);
        world.change("UPDATE integration SET active = FALSE", vec![]).await;
        let input = json!({ "action": "add", "kind": "in", "date": "2026-11-13", "time": "09:00", "reason": "Forgot" });
        let asked = correct(&priya, &hers, input).await.data("/submitPunchCorrection").clone();
        // Marcus decides for Priya, and makes her his delegate.
        let delegate = "mutation ($t: ID!, $c: ID!, $m: ID!, $i: TimeOffDelegationInput!) {
            delegateTimeOffApprovals(tenantId: $t, companyId: $c, managerId: $m, input: $i) { id } }";
        let input = json!({ "delegateId": hers.person, "startDate": "2026-11-16", "endDate": "2026-11-20" });
        assert_eq!(marcus.ask(delegate, at(&his, json!({ "i": input }))).await.outcome(), "ok");
        let before = world.rows().await;
        assert_eq!(decide(&priya, &hers, &asked, "approve").await.outcome(), "NOT_FOUND");
        assert_eq!(world.rows().await, before);
        assert!(!queue(&priya, &hers).await.iter().any(|row| row["id"] == asked["id"]));
        assert_eq!(decide(&marcus, &his, &asked, "approve").await.outcome(), "ok");
    }

    async fn of_several_who_decide_at_once_one_decides(world: World) {
        let (elena, priya) = (world.acting("elena").await, world.acting("priya").await);
        let (hers, at_logistics) = (elena.standing(LOGISTICS).await, priya.standing(LOGISTICS).await);
        for round in 0..12 {
            let input = json!({ "action": "add", "kind": "in", "date": "2026-11-15", "time": format!("08:{round:02}"), "reason": "Forgot" });
            let asked = correct(&elena, &hers, input).await.data("/submitPunchCorrection").clone();
            let attempts = (0..5).map(|n| decide(&priya, &at_logistics, &asked, if n % 2 == 0 { "deny" } else { "approve" }));
            let replies = futures_util::future::join_all(attempts).await;
            let (done, late): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.outcome() == "ok");
            assert_eq!(done.len(), 1);
            let status = done[0].data("/decidePunchCorrection/status");
            for reply in late {
                assert_eq!(reply.outcome(), "CONFLICT");
                assert_eq!(&reply.body["errors"][0]["extensions"]["current"]["status"], status);
            }
            world.change("DELETE FROM clock_punch WHERE correction_id IS NOT NULL", vec![]).await;
        }
    }

    async fn the_schedule_is_the_pattern_less_holidays_and_time_off(world: World) {
        let elena = world.acting("elena").await;
        let hers = elena.standing(LOGISTICS).await;
        let query = "query ($t: ID!, $c: ID!, $e: ID!, $a: Date!, $b: Date!) { scheduledHours(tenantId: $t, companyId: $c,
            employeeId: $e, startDate: $a, endDate: $b) { totalHours days { date hours startTime endTime holidayEs } } }";
        let asked = async |a: &str, b: &str| elena.ask(query, at(&hers, json!({ "a": a, "b": b }))).await;
        let week = asked("2026-11-23", "2026-11-29").await;
        let days = week.data("/scheduledHours/days").as_array().unwrap().clone();
        assert_eq!((&days[0]["startTime"], &days[0]["endTime"]), (&json!("22:00"), &json!("06:30")), "she works nights");
        assert_eq!(days[3]["hours"], "0.00");
        assert_eq!(days[3]["holidayEs"], "Día de Acción de Gracias");
        let sum: f64 = days.iter().map(|day| day["hours"].as_str().unwrap().parse::<f64>().unwrap()).sum();
        assert_eq!(week.data("/scheduledHours/totalHours"), &json!(format!("{sum:.2}")));
        assert_eq!(asked("2026-11-23", "2026-11-22").await.outcome(), "END_BEFORE_START");
        assert_eq!(asked("2026-11-01", "2027-01-02").await.outcome(), "RANGE_TOO_LONG");
        let last = asked("9999-12-30", "9999-12-31").await;
        assert_eq!(last.data("/scheduledHours/days").as_array().unwrap().len(), 2, "the calendar ends there");
    }

    async fn one_time_credentials_are_made_only_when_asked_for_and_are_on_record(world: World) {
        let marcus = world.acting("marcus").await;
        let his = marcus.standing(OUTFITTERS).await;
        let ask = async |fields: &str| {
            let query = format!("query ($t: ID!, $c: ID!, $m: ID) {{
                getEeTimeClkVendorIntegrationDetails(tenantId: $t, companyId: $c, managerId: $m) {{ {fields} }} }}");
            marcus.ask(&query, at(&his, json!({}))).await
        };
        let codes = "SELECT count(*) FROM integration_launch";
        let events = "SELECT count(*) FROM audit_event WHERE action = 'integration.launch'";
        let shown = ask("vendorName userName").await;
        assert_eq!(shown.data("/getEeTimeClkVendorIntegrationDetails"), &json!({ "vendorName": "Asureforce", "userName": "marcus" }));
        assert_eq!((world.count(codes).await, world.count(events).await), (0, 0), "looking makes no code");
        let both = ask("employeeOneTimeCredentials adminOneTimeCredentials").await;
        let details = both.data("/getEeTimeClkVendorIntegrationDetails");
        assert_eq!(details["employeeOneTimeCredentials"], Value::Null, "he asked as a manager");
        assert!(details["adminOneTimeCredentials"].as_str().unwrap().len() > 20);
        assert_eq!((world.count(codes).await, world.count(events).await), (1, 1));
        let again = ask("adminOneTimeCredentials").await;
        assert_ne!(again.data("/getEeTimeClkVendorIntegrationDetails/adminOneTimeCredentials"), &details["adminOneTimeCredentials"]);
        assert_eq!(world.count("SELECT count(*) FROM integration_launch WHERE as_manager").await, 2);
    }
}
