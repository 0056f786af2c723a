//! The end of an employment as people meet it: by time zone and day, over HTTP, on two nodes of one installation.

use crate::world::{Actor, Browser, Engine, Standing, World, both};
use atrium::employment;
use atrium::shared::clock::{Clock, Randomness};
use atrium::shared::day::Day;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

const VERSION: &str =
    "query ($p: ID!) { administeredPerson(personId: $p) { employments { employeeId version } } }";
const CHANGE: &str = "mutation ($e: ID!, $d: Date!, $v: Int!) {
    changeEmployment(employeeId: $e, change: termination, day: $d, version: $v) { version } }";
const CARD: &str = "query ($t: ID!, $c: ID!, $m: ID!, $e: ID!) {
    managersEmployee(tenantId: $t, companyId: $c, managerId: $m, employeeId: $e) { id } }";
const REPORTS: &str = "query ($t: ID!, $c: ID!, $m: ID!) {
    listManagersEmployees(tenantId: $t, companyId: $c, managerId: $m) { results { id } } }";
const PUBLISH: &str =
    "mutation ($t: ID!, $c: ID!, $m: ID!) { createMessage(tenantId: $t, companyId: $c, managerId: $m,
    input: { message: \"x\", startDate: \"2026-11-16\", endDate: \"2099-11-16\" }) { id } }";
const STUBS: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
    listEmployeePayStubs(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }";
const STUB: &str = "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
    employeePaystub(tenantId: $t, companyId: $c, employeeId: $e, paystubId: $id) { paystubString } }";
const RETURNS: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
    listEmployeeTaxReturns(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }";
const RETURN: &str = "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
    employeeTaxReturn(tenantId: $t, companyId: $c, employeeId: $e, taxReturnId: $id) { id boxes { box1 } } }";
const DEPOSITS: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
    directDeposits(tenantId: $t, companyId: $c, employeeId: $e) { __typename } }";

/// Both sides of the date line, half hours, and places whose clocks change at midnight.
const ZONES: &[&str] = &[
    "America/Los_Angeles",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Asia/Kathmandu",
    "America/St_Johns",
    "Africa/Cairo",
    "America/Havana",
    "Australia/Lord_Howe",
];

fn own(at: &Standing) -> Value {
    json!({ "t": at.tenant, "c": at.company, "e": at.employee, "m": at.person })
}

async fn first(actor: &Actor<'_>, query: &str, at: &Standing, list: &str) -> Value {
    let reply = actor.ask(query, own(at)).await;
    reply.data(&format!("/{list}/results/0/id")).clone()
}

/// A stub and a W-2 with their documents, and nothing that they had as an employee or as a manager.
async fn opens_a_stub_and_a_w2_and_nothing_else(actor: &Actor<'_>, at: &Standing, report: &str) {
    for (list, name, one) in
        [(STUBS, "listEmployeePayStubs", STUB), (RETURNS, "listEmployeeTaxReturns", RETURN)]
    {
        let mut asked = own(at);
        asked["id"] = first(actor, list, at, name).await;
        assert_eq!(actor.ask(one, asked).await.outcome(), "ok", "{name}");
    }
    let mut of_report = own(at);
    of_report["e"] = json!(report);
    for (query, asked) in [(CARD, of_report), (REPORTS, own(at)), (PUBLISH, own(at)), (DEPOSITS, own(at))] {
        let reply = actor.ask(query, asked).await;
        assert!(["FORBIDDEN", "NOT_FOUND"].contains(&reply.outcome()), "{query}: {}", reply.text);
    }
}

/// One person, one zone, one day.
async fn leaves(engine: Engine, zone: &'static str, last_day: Day) {
    let world = World::new(engine).await;
    world
        .change("UPDATE company SET time_zone = $1 WHERE name = 'Cedar Outfitters'", db::params![zone])
        .await;
    // So nothing elsewhere keeps her sessions.
    world
        .change(
            "DELETE FROM role_assignment WHERE person_id IN (SELECT id FROM person WHERE username = 'priya')
        AND company_id IN (SELECT id FROM company WHERE name = 'Cedar Logistics')",
            vec![],
        )
        .await;
    let tomorrow = last_day.plus_days(1).0.to_zoned(TimeZone::get(zone).unwrap()).unwrap();
    let end: Timestamp = tomorrow.timestamp();
    let at = |moment: Timestamp| world.node(move |app| app.clock = Clock::at(moment));
    let evening = at(end - SignedDuration::from_mins(5)).await;
    let (grace, priya) = (evening.acting("grace").await, evening.acting("priya").await);
    let place = priya.standing("Cedar Outfitters").await;
    let sql = "SELECT e.id FROM reporting_line l JOIN employee e ON e.id = l.employee_id AND e.status = 'Active'
        JOIN person p ON p.id = l.manager_id JOIN company c ON c.id = l.company_id
        WHERE p.username = 'priya' AND c.name = 'Cedar Outfitters' AND l.area = 'Personal Info' ORDER BY e.id LIMIT 1";
    let (report,): (uuid::Uuid,) = world.app.db.one(sql, vec![]).await.unwrap();
    let report = report.to_string();
    let token = evening.token("priya").await;

    // On that very day, in the evening.
    let employment = grace.ask(VERSION, json!({ "p": place.person })).await;
    let employment = employment.data("/administeredPerson/employments/0");
    let asked = json!({ "e": employment["employeeId"], "d": last_day, "v": employment["version"] });
    let answer = grace.ask_proving(CHANGE, asked).await;
    assert_eq!(answer.outcome(), "ok", "{zone} {last_day}: {}", answer.text);

    let mut card = own(&place);
    card["e"] = json!(report);
    let just_before = at(end - SignedDuration::from_micros(1)).await;
    let manager = just_before.holding(&token);
    assert_eq!(manager.ask(CARD, card.clone()).await.outcome(), "ok", "{zone} {last_day}");
    assert_eq!(manager.ask(REPORTS, own(&place)).await.outcome(), "ok", "{zone} {last_day}");

    // With the day, on another node, before any job has run: the session is open, and the rights are gone.
    let midnight = at(end).await;
    opens_a_stub_and_a_w2_and_nothing_else(&midnight.holding(&token), &place, &report).await;

    // The job ends the session on every node.
    employment::follow(&midnight.app).await.unwrap();
    for node in [&midnight, &just_before, &evening] {
        // The other nodes hear of it in a moment.
        while node.holding(&token).ask(STUBS, own(&place)).await.outcome() == "ok" {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        assert_eq!(node.holding(&token).ask(STUBS, own(&place)).await.outcome(), "UNAUTHENTICATED");
    }
    let tokens = Browser::at(&midnight, "127.0.0.1").sign_in("priya").await;
    let back = midnight.holding(tokens["access_token"].as_str().unwrap());
    opens_a_stub_and_a_w2_and_nothing_else(&back, &place, &report).await;
}

both! {
    async fn a_managers_rights_end_at_midnight_of_the_company_on_every_node(world: World) {
        let chance = Randomness::seeded("who leaves when");
        let mut days = vec![];
        for zone in ZONES {
            // Two years cover every clock change.
            let ahead = i64::try_from(chance.below(730)).unwrap();
            days.push((*zone, Day(jiff::civil::date(2026, 11, 16)).plus_days(ahead)));
        }
        // Midnight doesn't exist on one of these days, and comes twice on the other.
        days.push(("Africa/Cairo", Day(jiff::civil::date(2027, 4, 29))));
        days.push(("America/Havana", Day(jiff::civil::date(2027, 11, 6))));
        for (zone, last_day) in days {
            leaves(world.engine, zone, last_day).await;
        }
    }
}
