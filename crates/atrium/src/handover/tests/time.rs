//! Time off and hours worked on their way to payroll, and what corrects them.

use super::*;
use crate::world::both;
use atrium::access::{AdminScope, Write};
use atrium::handover::{self, HandoverTotal, Handovers, PayrollAction, PayrollKind};
use atrium::shared::amount::Amount;
use atrium::shared::id::CompanyId;
use atrium::work::{Author, Work};

const ASK: &str = "mutation ($t: ID!, $c: ID!, $e: ID!, $i: TimeOffRequestInput!) {
    createTimeOffRequest(tenantId: $t, companyId: $c, employeeId: $e, input: $i) { id version } }";
const DECIDE: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $i: TimeOffDecisionInput!) {
    decideTimeOffRequest(tenantId: $t, companyId: $c, managerId: $m, input: $i) { id status } }";
const WITHDRAW: &str = "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
    deleteTimeOffRequest(tenantId: $t, companyId: $c, employeeId: $e, id: $id) { id } }";
const OWN: &str = "query ($t: ID!, $c: ID!, $e: ID!) { listEmployeeTimeOffRequests(tenantId: $t, companyId: $c, employeeId: $e,
    limit: 100) { results { id payroll { state reason } } } }";

/// Ana's vacation, approved by Marcus; the request.
async fn vacation(world: &World, at: &Standing, first: &str, last: &str) -> Value {
    let sql = "SELECT t.id FROM time_off_type t JOIN company c ON c.id = t.company_id
        WHERE c.name = 'Cedar Outfitters' AND t.name = 'Vacation'";
    let (type_id,): (uuid::Uuid,) = world.app.db.one(sql, vec![]).await.unwrap();
    let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
    let input = json!({ "typeId": type_id, "startDate": first, "endDate": last, "unit": "whole" });
    let asked = ana.ask(ASK, json!({ "t": at.tenant, "c": at.company, "e": at.employee, "i": input })).await;
    let request = asked.data("/createTimeOffRequest").clone();
    let decision = json!({ "id": request["id"], "version": request["version"], "action": "approve" });
    let manager = world.person("marcus").await.to_string();
    let ids = json!({ "t": at.tenant, "c": at.company, "m": manager, "i": decision });
    assert_eq!(marcus.ask(DECIDE, ids).await.data("/decideTimeOffRequest/status"), "Approved");
    request["id"].clone()
}

async fn progress(world: &World, at: &Standing, request: &Value) -> Value {
    let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
    let reply = world.acting("ana").await.ask(OWN, ids).await;
    let rows = reply.data("/listEmployeeTimeOffRequests/results").as_array().unwrap().clone();
    rows.into_iter().find(|row| row["id"] == *request).unwrap()["payroll"].clone()
}

async fn withdraw(world: &World, at: &Standing, request: &Value) {
    let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee, "id": request });
    assert_eq!(world.acting("ana").await.ask(WITHDRAW, ids).await.outcome(), "ok");
}

async fn harbor(world: &World) -> (AdminScope<Handovers, Write>, CompanyId) {
    let tenant = atrium::upstreams::tenant_called(&world.app.db, "Harbor Clinic").await.unwrap().unwrap();
    let scope = access::at_terminal::<Handovers>(&access::operator(tenant));
    let company = handover::called(&world.app.db, &scope, "Harbor Clinic").await.unwrap().unwrap();
    (scope, company)
}

/// What waits of hours, after they were counted.
async fn hours_waiting(world: &World) -> Vec<HandoverTotal> {
    assert!(atrium::clock::note_hours(&world.app).await.is_ok());
    let (scope, company) = harbor(world).await;
    let found = handover::preview(&world.app.db, &scope, company, world.app.clock.now()).await.unwrap();
    found.totals.into_iter().filter(|total| total.kind == PayrollKind::Hours).collect()
}

async fn hand_over_harbor(world: &World) {
    let (scope, company) = harbor(world).await;
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    let mut work = Work::begin(&world.app, &world.app.db, author).await.unwrap();
    handover::create(&world.app, &mut work, &scope, company).await.unwrap();
    work.commit().await.unwrap();
}

/// Hugo's correction, approved by Mina.
async fn corrected(world: &World, input: Value) {
    let (hugo, mina) = (world.acting("hugo").await, world.acting("mina").await);
    let at = hugo.standing("Harbor Clinic").await;
    let manager = world.person("mina").await.to_string();
    let mut ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee, "m": manager, "i": input });
    let submit = "mutation ($t: ID!, $c: ID!, $e: ID!, $i: PunchCorrectionInput!) {
        submitPunchCorrection(tenantId: $t, companyId: $c, employeeId: $e, input: $i) { id version } }";
    let asked = hugo.ask(submit, ids.clone()).await.data("/submitPunchCorrection").clone();
    let decide = "mutation ($t: ID!, $c: ID!, $m: ID!, $i: PunchCorrectionDecisionInput!) {
        decidePunchCorrection(tenantId: $t, companyId: $c, managerId: $m, input: $i) { status } }";
    ids["i"] = json!({ "id": asked["id"], "version": asked["version"], "action": "approve" });
    assert_eq!(mina.ask(decide, ids).await.data("/decidePunchCorrection/status"), "Approved");
}

async fn card(world: &World) -> Value {
    let hugo = world.acting("hugo").await;
    let at = hugo.standing("Harbor Clinic").await;
    let query = "query ($t: ID!, $c: ID!, $e: ID!) { timeCard(tenantId: $t, companyId: $c, employeeId: $e, date: \"2026-11-13\") {
        startDate endDate workedHours days { date missing punches { id kind } } } }";
    let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
    hugo.ask(query, ids).await.data("/timeCard").clone()
}

fn hours(card: &Value) -> i64 {
    card["workedHours"].as_str().unwrap().parse::<Amount>().unwrap().ten_thousandths()
}

both! {
    async fn approved_time_off_reaches_payroll_by_day_and_its_withdrawal_corrects_it(world: World) {
        let payroll = Payroll::of(&world).await;
        let ana = Owner::of(&world, "ana", OUTFITTERS).await;
        world.change("UPDATE time_off_type SET earning_code = 'PTO' WHERE name = 'Vacation'", vec![]).await;
        // Withdrawn before its batch, payroll never hears of it.
        let gone = vacation(&world, &ana.at, "2027-06-21", "2027-06-21").await;
        assert_eq!(progress(&world, &ana.at, &gone).await["state"], "waiting");
        withdraw(&world, &ana.at, &gone).await;
        assert_eq!(progress(&world, &ana.at, &gone).await, Value::Null);
        assert_eq!(payroll.ask(CREATE, json!({})).await.outcome(), "NOTHING_TO_HAND_OVER");

        let request = vacation(&world, &ana.at, "2027-06-15", "2027-06-16").await;
        let preview = payroll.ask(PREVIEW, json!({})).await;
        assert_eq!(preview.data("/handoverPreview/totals"), &json!([
            { "kind": "timeOff", "action": "add", "changes": 1, "amount": "16.00", "routingSum": "0" }]));
        let batch = payroll.create().await;
        assert_eq!(batch["kinds"], json!(["timeOff"]));
        let file = payroll.fetch(&batch, "format=csv&kind=timeOff").await.text;
        let lines: Vec<&str> = file.lines().collect();
        assert!(lines[0].ends_with(",day,earning_code,hours_before,hours,approved_at,approved_by"), "{}", lines[0]);
        assert!(lines[1].contains(",2027-06-15,PTO,0.00,8.00,") && lines[1].ends_with(",Marcus Bell"), "{}", lines[1]);
        assert!(lines[2].contains(",2027-06-16,PTO,0.00,8.00,") && lines.len() == 3, "{file}");
        assert_eq!(progress(&world, &ana.at, &request).await["state"], "handed");

        withdraw(&world, &ana.at, &request).await;
        assert_eq!(progress(&world, &ana.at, &request).await["state"], "waiting", "its correction");
        let row = payroll.newest().await;
        assert_eq!((&row["action"], row["values"].as_array().unwrap().len()), (&json!("correct"), 2));
        let batch = payroll.create().await;
        let file = payroll.fetch(&batch, "format=csv&kind=timeOff").await.text;
        assert!(file.lines().nth(1).unwrap().contains(",2027-06-15,PTO,8.00,0.00,"), "{file}");
        assert_eq!(payroll.ask(CREATE, json!({})).await.outcome(), "NOTHING_TO_HAND_OVER");
    }

    async fn hours_are_counted_once_their_period_is_over_and_a_later_correction_follows(world: World) {
        let weekly = "UPDATE clock_setting SET pay_period = 'weekly', period_end = '2026-11-14', earning_code = 'REG'";
        world.change(weekly, vec![]).await;
        forget(&world).await;
        assert_eq!(hours_waiting(&world).await, vec![], "nothing was punched since payroll is told");
        let code = "SELECT e.employee_code FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = 'hugo'";
        let code = text_of(&world, code).await;
        // The week of today isn't over.
        let hugo = world.acting("hugo").await;
        let at = hugo.standing("Harbor Clinic").await;
        let punch = "mutation ($t: ID!, $c: ID!, $e: ID!) { punchClock(tenantId: $t, companyId: $c, employeeId: $e, kind: in) { state } }";
        let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
        assert_eq!(hugo.ask(punch, ids).await.outcome(), "ok");
        assert_eq!(hours_waiting(&world).await, vec![]);
        assert_eq!(world.count("SELECT count(*) FROM clock_period WHERE count_at IS NOT NULL").await, 1);

        let before = card(&world).await;
        let days = before["days"].as_array().unwrap();
        let day = days.iter().find(|day| day["missing"] == json!(["out"])).unwrap_or_else(|| panic!("{before}"));
        corrected(&world, json!({ "action": "add", "kind": "out", "date": day["date"], "time": "15:30", "reason": "Left in a hurry" })).await;
        let whole = card(&world).await;
        let total = hours_waiting(&world).await;
        assert_eq!((total.len(), total[0].action, total[0].changes), (1, PayrollAction::Add, 1));
        assert_eq!(total[0].amount, hours(&whole), "{whole}");
        let key = format!("{}/{} REG", whole["startDate"].as_str().unwrap(), whole["endDate"].as_str().unwrap());
        let values = "SELECT after_values FROM payroll_change WHERE kind = 'hours' AND state = 'waiting'";
        assert_eq!(text_of(&world, values).await, json!({ &key: hours(&whole) }).to_string());
        assert_eq!(hours_waiting(&world).await, total, "counted again, nothing changes");

        hand_over_harbor(&world).await;
        let days = whole["days"].as_array().unwrap();
        let full = days.iter().find(|day| day["punches"].as_array().unwrap().len() == 4 && day["missing"] == json!([]));
        let full = full.unwrap_or_else(|| panic!("{whole}"));
        let later = json!({ "action": "change", "punchId": full["punches"][3]["id"], "kind": "out", "date": full["date"], "time": "18:00", "reason": "Stayed" });
        corrected(&world, later).await;
        let total = hours_waiting(&world).await;
        assert_eq!((total.len(), total[0].action), (1, PayrollAction::Correct));
        let now = hours(&card(&world).await);
        assert_eq!(total[0].amount, now - hours(&whole), "what differs");

        // Payroll's own count is compared with both: the first, then all of it.
        hand_over_harbor(&world).await;
        let states = "SELECT string_agg(state, ' ' ORDER BY approved_at, id) FROM payroll_change WHERE kind = 'hours'";
        let file = |units: i64| {
            let end = whole["endDate"].as_str().unwrap();
            format!("company,employee_code,period_end,hours\nHarbor Clinic,{code},{end},{}\n", Amount::from_ten_thousandths(units))
        };
        for (units, expected) in [(hours(&whole), "taken handed"), (now, "taken taken")] {
            import_into(&world, "Harbor Clinic", "hours-worked.csv", &file(units)).await;
            assert_eq!(text_of(&world, states).await, expected);
        }
    }
}
