//! Time off through the API, as people of the demo world, on both engines. Today is Monday, 2026-11-16.

mod attachments;
mod deciding;
mod delegation;
mod kept;
mod policies;
mod races;
mod telling;

use crate::world::{Actor, Standing, World, both};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use serde_json::{Value, json};
use std::net::SocketAddr;

const OUTFITTERS: &str = "Cedar Outfitters";
const LOGISTICS: &str = "Cedar Logistics";

const FIELDS: &str = "id employeeId type typeId amount timeOffDate endDate requestDate status notes managerNotes
    defaultHours includeWeekends unit half startTime endTime isHalfApproved isFirstOfTwo isEditable decidedByName version days { date amount status }";

fn create() -> String {
    format!(
        "mutation ($t: ID!, $c: ID!, $e: ID!, $m: ID, $i: TimeOffRequestInput!) {{
           createTimeOffRequest(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m, input: $i) {{ {FIELDS} }} }}"
    )
}

fn update() -> String {
    format!(
        "mutation ($t: ID!, $c: ID!, $e: ID!, $m: ID, $i: UpdateTimeOffRequestInput!) {{
           updateTimeOffRequest(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m, input: $i) {{ {FIELDS} }} }}"
    )
}

const DELETE: &str = "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!, $v: Int) {
    deleteTimeOffRequest(tenantId: $t, companyId: $c, employeeId: $e, id: $id, version: $v) { id } }";

fn at(standing: &Standing, more: Value) -> Value {
    let mut all = json!({ "t": standing.tenant, "c": standing.company, "e": standing.employee });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

/// One whole day.
fn whole(type_id: &str, first: &str, last: &str) -> Value {
    json!({ "typeId": type_id, "startDate": first, "endDate": last, "unit": "whole" })
}

fn with(mut input: Value, more: Value) -> Value {
    input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    input
}

async fn balances(actor: &Actor<'_>, standing: &Standing) -> Vec<Value> {
    let query =
        "query ($t: ID!, $c: ID!, $e: ID!) { timeOffBalances(tenantId: $t, companyId: $c, employeeId: $e) {
        typeId type hasBalance currentBalance scheduledHours availableBalance defaultHours } }";
    let reply = actor.ask(query, at(standing, json!({}))).await;
    reply.data("/timeOffBalances").as_array().unwrap().clone()
}

async fn type_of(actor: &Actor<'_>, standing: &Standing, name: &str) -> String {
    let all = balances(actor, standing).await;
    all.iter().find(|balance| balance["type"] == name).unwrap()["typeId"].as_str().unwrap().to_owned()
}

async fn requests(actor: &Actor<'_>, standing: &Standing) -> Vec<Value> {
    let query = format!(
        "query ($t: ID!, $c: ID!, $e: ID!) {{ listEmployeeTimeOffRequests(tenantId: $t, companyId: $c, employeeId: $e,
           limit: 100) {{ results {{ {FIELDS} }} }} }}"
    );
    let reply = actor.ask(&query, at(standing, json!({}))).await;
    reply.data("/listEmployeeTimeOffRequests/results").as_array().unwrap().clone()
}

/// Hours on the wire, in ten-thousandths.
fn units(value: &Value) -> i64 {
    value.as_str().unwrap().parse::<atrium::shared::amount::Amount>().unwrap().ten_thousandths()
}

both! {
    async fn balances_add_up_and_are_the_sum_of_their_ledger(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let all = balances(&ana, &standing).await;
        assert_eq!(all.iter().map(|b| b["type"].as_str().unwrap()).collect::<Vec<_>>(),
            ["Vacation", "Sick", "Personal", "Parental", "Unpaid"]);
        let query = "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) { timeOffLedger(tenantId: $t, companyId: $c,
            employeeId: $e, typeId: $id, date: \"2026-11-16\") { balance lines { date kind amount balance } } }";
        for balance in all.iter().filter(|balance| balance["hasBalance"] == true) {
            assert_eq!(units(&balance["availableBalance"]), units(&balance["currentBalance"]) - units(&balance["scheduledHours"]));
            assert_eq!(balance["defaultHours"], "8.00");
            let reply = ana.ask(query, at(&standing, json!({ "id": balance["typeId"] }))).await;
            let lines = reply.data("/timeOffLedger/lines").as_array().unwrap();
            assert!(!lines.is_empty());
            assert_eq!(lines.iter().map(|line| units(&line["amount"])).sum::<i64>(), units(&balance["currentBalance"]));
            assert_eq!(reply.data("/timeOffLedger/balance"), &balance["currentBalance"]);
        }
        let uncounted = all.iter().find(|balance| balance["type"] == "Unpaid").unwrap();
        let refused = ana.ask(query, at(&standing, json!({ "id": uncounted["typeId"] }))).await;
        assert_eq!(refused.outcome(), "NOT_FOUND");
    }

    async fn accrual_rates_that_cannot_be_read_are_an_error_and_no_balance_of_nothing(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let query = "query ($t: ID!, $c: ID!, $e: ID!) {
            timeOffBalances(tenantId: $t, companyId: $c, employeeId: $e) { currentBalance } }";
        assert_eq!(ana.ask(query, at(&standing, json!({}))).await.outcome(), "ok");
        for rates in [json!({ "0": 4 }), json!([[0, "four"]]), json!([[0]])] {
            world.change("UPDATE time_off_type SET rates = $1", db::params![rates.clone()]).await;
            let reply = ana.ask(query, at(&standing, json!({}))).await;
            assert_eq!((reply.status.as_u16(), reply.outcome()), (500, "INTERNAL"), "{rates}");
        }
        let mut request = Request::get("/metrics").body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 4000))));
        let metrics = world.send(request).await.text;
        let counted = metrics.lines().find_map(|line| line.strip_prefix("atrium_internal_errors_total "));
        assert!(counted.is_some_and(|count| count.parse::<u64>().unwrap() >= 3), "{metrics}");
    }

    async fn the_demo_shows_every_status(world: World) {
        let ana = world.acting("ana").await;
        let all = requests(&ana, &ana.standing(OUTFITTERS).await).await;
        for status in ["Pending", "Approved", "Denied", "Partial", "Cancelled"] {
            assert!(all.iter().any(|request| request["status"] == status), "{status}");
        }
        let dates: Vec<&str> = all.iter().map(|request| request["timeOffDate"].as_str().unwrap()).collect();
        assert!(dates.is_sorted_by(|a, b| a >= b), "newest first: {dates:?}");
        for request in &all {
            let total: i64 = request["days"].as_array().unwrap().iter().map(|day| units(&day["amount"])).sum();
            assert_eq!(total, units(&request["amount"]), "{request}");
        }
    }

    async fn the_older_call_for_leave_gives_the_same_numbers(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let employee = standing.employee.as_deref().unwrap();
        let path = format!("/legacy/leave?tenantId={}&companyId={}&employeeId={employee}&limit=100", standing.tenant, standing.company);
        let older = ana.get(&path).await;
        assert_eq!(older.status, 200, "{}", older.text);
        let without = format!("/legacy/leave?companyId={}&employeeId={employee}&limit=100", standing.company);
        assert_eq!(ana.get(&without).await.text, older.text, "the tenant is the token's");
        let counted: Vec<Value> = balances(&ana, &standing).await.into_iter().filter(|balance| balance["hasBalance"] == true).collect();
        assert_eq!(older.body["balances"].as_array().unwrap().len(), counted.len());
        for (old, new) in older.body["balances"].as_array().unwrap().iter().zip(&counted) {
            for field in ["typeId", "type", "currentBalance", "scheduledHours", "availableBalance", "defaultHours"] {
                assert_eq!(old[field], new[field], "{field}");
            }
        }
        let all = requests(&ana, &standing).await;
        assert_eq!(older.body["requests"].as_array().unwrap().len(), all.len());
        for (old, new) in older.body["requests"].as_array().unwrap().iter().zip(&all) {
            for field in ["id", "employeeId", "type", "typeId", "amount", "timeOffDate", "requestDate", "status", "notes", "managerNotes"] {
                assert_eq!(old[field], new[field], "{field}");
            }
        }
        let before = world.count("SELECT count(*) FROM audit_event WHERE action = 'read.refused'").await;
        let hugo = world.acting("hugo").await;
        assert_eq!(hugo.get(&path).await.status, 404, "another tenant's is like nobody's");
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'read.refused'").await, before + 1);
    }

    async fn a_limit_that_is_no_number_is_a_bad_request_and_no_reach_for_anything(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let employee = standing.employee.as_deref().unwrap();
        let leave = |limit: &str| {
            format!("/legacy/leave?tenantId={}&companyId={}&employeeId={employee}&limit={limit}", standing.tenant, standing.company)
        };
        let before = world.count("SELECT count(*) FROM audit_event").await;
        for limit in ["ten", "", "1.5", "99999999999"] {
            let reply = ana.get(&leave(limit)).await;
            let said = json!({ "code": "INVALID_REQUEST", "field": "limit", "message": "The limit must be a number from 1 to 100." });
            assert_eq!((reply.status.as_u16(), &reply.body), (400, &said), "{limit}");
        }
        for limit in ["0", "-1", "101"] {
            let reply = ana.get(&leave(limit)).await;
            assert_eq!((reply.status.as_u16(), &reply.body["code"], &reply.body["field"]), (422, &json!("INVALID_LIMIT"), &json!("limit")));
        }
        assert_eq!(world.get(&leave("ten")).await.status, 401, "whoever has not signed in learns nothing else");
        assert_eq!(world.count("SELECT count(*) FROM audit_event").await, before);
        let hugo = world.acting("hugo").await;
        assert_eq!(hugo.get(&leave("ten")).await.status, 404, "another tenant's is like nobody's");
    }

    async fn a_request_waits_and_counts_at_once(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let vacation = type_of(&ana, &standing, "Vacation").await;
        let before = balances(&ana, &standing).await[0].clone();
        // Friday to Tuesday: the weekend costs nothing.
        let input = with(whole(&vacation, "2027-02-19", "2027-02-23"), json!({ "notes": " Skiing\u{7} " }));
        let made = ana.ask(&create(), at(&standing, json!({ "i": input }))).await;
        let made = made.data("/createTimeOffRequest");
        assert_eq!((&made["status"], &made["amount"], &made["notes"]), (&json!("Pending"), &json!("24.00"), &json!("Skiing")));
        assert_eq!(made["days"].as_array().unwrap().len(), 3);
        let after = balances(&ana, &standing).await[0].clone();
        assert_eq!(units(&after["scheduledHours"]) - units(&before["scheduledHours"]), 240_000);
        assert_eq!(after["currentBalance"], before["currentBalance"]);
        let told = "SELECT count(*) FROM event WHERE type = 'time_off.requested'";
        assert!(world.count(told).await > 0);
    }

    async fn half_days_and_hours_cost_what_they_are(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let unpaid = type_of(&ana, &standing, "Unpaid").await;
        for (date, more, amount) in [
            ("2027-03-01", json!({ "unit": "half" }), "4.00"),
            ("2027-03-02", json!({ "unit": "hours", "hours": 2, "minutes": 15 }), "2.25"),
            ("2027-03-03", json!({ "unit": "hours", "startTime": "13:00", "endTime": "14:40" }), "1.6667"),
            ("2027-03-06", json!({ "includeWeekends": true }), "8.00"),
        ] {
            let input = with(whole(&unpaid, date, date), more);
            let made = ana.ask(&create(), at(&standing, json!({ "i": input }))).await;
            assert_eq!(made.data("/createTimeOffRequest/amount"), amount, "{input}");
        }
    }

    async fn half_days_say_which_half_and_those_who_decide_read_it(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let unpaid = type_of(&ana, &standing, "Unpaid").await;
        let halves = |half: Value| with(whole(&unpaid, "2027-03-01", "2027-03-01"), json!({ "unit": "half", "half": half }));
        world.delivered().await;
        let made = ana.ask(&create(), at(&standing, json!({ "i": halves(json!("second")) }))).await;
        let made = made.data("/createTimeOffRequest").clone();
        assert_eq!((&made["half"], &made["amount"]), (&json!("second"), &json!("4.00")));
        let sent = world.delivered().await;
        assert!(!sent.is_empty());
        assert!(sent.iter().all(|mail| mail.text.contains("Time: Second half of the day")), "{}", sent[0].text);
        let edit = |input: Value, version| at(&standing, json!({ "i": with(input, json!({ "id": made["id"], "version": version })) }));
        let other = ana.ask(&update(), edit(halves(json!("first")), 1)).await;
        assert_eq!(other.data("/updateTimeOffRequest/half"), "first");
        // Either half, and then no half at all.
        let either = ana.ask(&update(), edit(halves(Value::Null), 2)).await;
        assert_eq!(either.data("/updateTimeOffRequest/half"), &Value::Null);
        let day = ana.ask(&update(), edit(whole(&unpaid, "2027-03-01", "2027-03-01"), 3)).await;
        assert_eq!((day.data("/updateTimeOffRequest/half"), day.data("/updateTimeOffRequest/unit")), (&Value::Null, &json!("whole")));
    }

    async fn times_over_several_days_hold_for_each_of_them(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let unpaid = type_of(&ana, &standing, "Unpaid").await;
        let asked = |from, to| {
            let times = json!({ "unit": "hours", "startTime": from, "endTime": to });
            at(&standing, json!({ "i": with(whole(&unpaid, "2027-03-01", "2027-03-03"), times) }))
        };
        let refused = ana.ask(&create(), asked("13:00", "09:00")).await;
        let words = "The times apply to each day: the end time must be later than the start time.";
        assert_eq!((refused.outcome(), &refused.body["errors"][0]["message"]), ("END_TIME_NOT_LATER", &json!(words)));
        let made = ana.ask(&create(), asked("13:00", "15:30")).await;
        let made = made.data("/createTimeOffRequest");
        assert_eq!(made["amount"], "7.50");
        let each: Vec<&Value> = made["days"].as_array().unwrap().iter().map(|day| &day["amount"]).collect();
        assert_eq!(each, ["2.50"; 3]);
    }

    async fn a_bad_request_is_refused_by_code_and_field_and_changes_nothing(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let vacation = type_of(&ana, &standing, "Vacation").await;
        let hugo = world.acting("hugo").await;
        let foreign = type_of(&hugo, &hugo.standing("Harbor Clinic").await, "Vacation").await;
        let taken = requests(&ana, &standing).await.into_iter().find(|r| r["status"] == "Pending").unwrap();
        let taken = taken["timeOffDate"].as_str().unwrap();
        let before = world.rows().await;
        let by_hour = |more| with(json!({ "unit": "hours" }), more);
        for (first, last, more, code, field) in [
            ("2027-02-20", "2027-02-22", json!({}), "WEEKEND_NOT_ALLOWED", Some("startDate")),
            ("2027-02-19", "2027-02-21", json!({}), "WEEKEND_NOT_ALLOWED", Some("endDate")),
            ("2027-02-22", "2027-02-19", json!({}), "END_BEFORE_START", Some("endDate")),
            ("2027-02-22", "2027-02-22", by_hour(json!({})), "NO_TIME_CHOSEN", Some("hours")),
            ("2027-02-22", "2027-02-22", by_hour(json!({ "startTime": "11:00", "endTime": "10:00" })), "END_TIME_NOT_LATER", Some("endTime")),
            ("2027-02-22", "2027-02-22", by_hour(json!({ "startTime": "11:00" })), "INVALID_TIME", Some("endTime")),
            ("2027-02-22", "2027-02-22", by_hour(json!({ "startTime": "11 am", "endTime": "12:00" })), "INVALID_TIME", Some("startTime")),
            ("2027-02-22", "2027-02-22", json!({ "startTime": "11:00", "endTime": "12:00" }), "OF_ANOTHER_UNIT", Some("startTime")),
            ("2027-02-22", "2027-02-22", json!({ "unit": "half", "startTime": "08:00", "endTime": "12:00" }), "OF_ANOTHER_UNIT", Some("startTime")),
            ("2027-02-22", "2027-02-22", json!({ "unit": "half", "endTime": "left over" }), "INVALID_TIME", Some("startTime")),
            ("2027-02-22", "2027-02-22", by_hour(json!({ "hours": 4, "half": "first" })), "OF_ANOTHER_UNIT", Some("half")),
            ("2027-02-22", "2027-02-22", json!({ "half": "second" }), "OF_ANOTHER_UNIT", Some("half")),
            ("2027-02-22", "2027-02-23", by_hour(json!({ "startTime": "13:00", "endTime": "09:00" })), "END_TIME_NOT_LATER", Some("endTime")),
            ("2027-02-22", "2027-02-22", by_hour(json!({ "hours": 25 })), "TIME_TOO_LONG", Some("hours")),
            ("2027-02-22", "2027-02-22", by_hour(json!({ "hours": 24, "minutes": 1 })), "TIME_TOO_LONG", Some("hours")),
            ("2027-02-22", "2027-02-22", by_hour(json!({ "hours": 8, "minutes": -30 })), "TIME_OUT_OF_RANGE", Some("minutes")),
            ("2027-02-22", "2027-02-22", by_hour(json!({ "hours": 7, "minutes": 60 })), "TIME_OUT_OF_RANGE", Some("minutes")),
            ("2027-02-22", "2027-02-22", by_hour(json!({ "hours": -1, "minutes": 59 })), "TIME_OUT_OF_RANGE", Some("hours")),
            ("2027-02-22", "2027-02-22", json!({ "notes": "x".repeat(501) }), "NOTES_TOO_LONG", Some("notes")),
            ("2026-11-26", "2026-11-27", json!({}), "NO_WORKING_DAY", Some("startDate")),
            ("2026-12-24", "2026-12-24", json!({}), "BLACKOUT_DATE", Some("startDate")),
            ("2027-03-01", "2027-12-22", json!({}), "INSUFFICIENT_BALANCE", Some("typeId")),
            ("2026-01-05", "2026-01-05", json!({}), "TIME_OFF_TOO_LONG_AGO", Some("startDate")),
            (taken, taken, json!({}), "DUPLICATE_DATE", Some("startDate")),
            ("2027-02-22", "2027-02-22", json!({ "typeId": foreign }), "UNKNOWN_TYPE", Some("typeId")),
            ("2027-02-22", "2027-02-22", json!({ "typeId": "nonsense" }), "UNKNOWN_TYPE", Some("typeId")),
        ] {
            let input = with(whole(&vacation, first, last), more);
            let reply = ana.ask(&create(), at(&standing, json!({ "i": input }))).await;
            assert_eq!((reply.outcome(), reply.field()), (code, field), "{input}");
        }
        assert_eq!(world.rows().await, before);
    }

    async fn of_two_requests_for_one_day_made_at_once_one_is_there(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let (vacation, unpaid) = (type_of(&ana, &standing, "Vacation").await, type_of(&ana, &standing, "Unpaid").await);
        let text = create();
        for day in ["2027-04-05", "2027-04-06", "2027-04-07"] {
            let attempts = [&vacation, &unpaid, &unpaid].map(|id| ana.ask(&text, at(&standing, json!({ "i": whole(id, day, day) }))));
            let replies = futures_util::future::join_all(attempts).await;
            let mut outcomes: Vec<&str> = replies.iter().map(|reply| reply.outcome()).collect();
            outcomes.sort_unstable();
            assert_eq!(outcomes, ["DUPLICATE_DATE", "DUPLICATE_DATE", "ok"]);
        }
    }

    async fn two_requests_made_at_once_cannot_both_take_the_last_hours(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let personal = type_of(&ana, &standing, "Personal").await;
        let text = create();
        // 24 hours per year, none carried over: of four days in 2027, three fit.
        let attempts = ["2027-05-03", "2027-05-04", "2027-05-05", "2027-05-06"]
            .map(|day| ana.ask(&text, at(&standing, json!({ "i": whole(&personal, day, day) }))));
        let replies = futures_util::future::join_all(attempts).await;
        let mut outcomes: Vec<&str> = replies.iter().map(|reply| reply.outcome()).collect();
        outcomes.sort_unstable();
        assert_eq!(outcomes, ["INSUFFICIENT_BALANCE", "ok", "ok", "ok"]);
    }

    async fn a_request_of_one_day_is_edited_and_one_of_many_only_where_the_company_allows_it(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let vacation = type_of(&ana, &standing, "Vacation").await;
        let change = |request: &Value, first: &str, last: &str| {
            with(whole(&vacation, first, last), json!({ "id": request["id"], "version": request["version"] }))
        };
        let made = ana.ask(&create(), at(&standing, json!({ "i": whole(&vacation, "2027-02-22", "2027-02-22") }))).await;
        let single = made.data("/createTimeOffRequest").clone();
        let longer = ana.ask(&update(), at(&standing, json!({ "i": change(&single, "2027-02-22", "2027-02-23") }))).await;
        assert_eq!((longer.outcome(), longer.field()), ("EDIT_TO_MANY_DAYS", Some("endDate")));
        let query = "query ($t: ID!, $c: ID!, $e: ID!, $r: ID, $i: TimeOffRequestInput!) { previewTimeOffRequest(tenantId: $t,
            companyId: $c, employeeId: $e, requestId: $r, input: $i) { refusal } }";
        let preview = json!({ "r": single["id"], "i": whole(&vacation, "2027-02-22", "2027-02-23") });
        let preview = ana.ask(query, at(&standing, preview)).await;
        assert_eq!(preview.data("/previewTimeOffRequest/refusal"), "EDIT_TO_MANY_DAYS", "the form says so before it is sent");
        let moved = ana.ask(&update(), at(&standing, json!({ "i": change(&single, "2027-02-23", "2027-02-23") }))).await;
        assert_eq!(moved.data("/updateTimeOffRequest/version"), 2);
        let made = ana.ask(&create(), at(&standing, json!({ "i": whole(&vacation, "2027-03-01", "2027-03-02") }))).await;
        let many = made.data("/createTimeOffRequest").clone();
        let late = ana.ask(&update(), at(&standing, json!({ "i": change(&single, "2027-02-24", "2027-02-24") }))).await;
        assert_eq!(late.outcome(), "CONFLICT");
        assert_eq!(late.body["errors"][0]["extensions"]["current"]["version"], 2);
        let before = world.rows().await;
        let refused = ana.ask(&update(), at(&standing, json!({ "i": change(&many, "2027-03-01", "2027-03-01") }))).await;
        assert_eq!(refused.outcome(), "MULTI_DAY_EDIT");
        assert_eq!((&single["isEditable"], &many["isEditable"]), (&json!(true), &json!(false)));
        assert_eq!(world.rows().await, before);
        world.change("INSERT INTO time_off_setting (company_id, tenant_id, edits_many_days)
            SELECT id, tenant_id, TRUE FROM company", vec![]).await;
        let open = |request: &&Value| request["status"] == "Pending";
        assert!(requests(&ana, &standing).await.iter().filter(open).all(|request| request["isEditable"] == true));
        let allowed = ana.ask(&update(), at(&standing, json!({ "i": change(&many, "2027-03-01", "2027-03-01") }))).await;
        assert_eq!(allowed.data("/updateTimeOffRequest/amount"), "8.00");
        let single = moved.data("/updateTimeOffRequest").clone();
        let longer = ana.ask(&update(), at(&standing, json!({ "i": change(&single, "2027-02-22", "2027-02-23") }))).await;
        assert_eq!(longer.data("/updateTimeOffRequest/amount"), "16.00");
    }

    async fn a_day_takes_no_more_hours_than_are_worked_on_it(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let unpaid = type_of(&ana, &standing, "Unpaid").await;
        for (day, more) in [("2027-02-22", json!({ "hours": 24 })), ("2027-02-23", json!({ "startTime": "00:00", "endTime": "24:00" }))] {
            let input = with(with(whole(&unpaid, day, day), json!({ "unit": "hours" })), more);
            let made = ana.ask(&create(), at(&standing, json!({ "i": input }))).await;
            assert_eq!(made.data("/createTimeOffRequest/amount"), "8.00", "{input}");
        }
    }

    async fn what_waits_is_scheduled_and_leaves_the_current_balance_alone_even_on_its_day(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let vacation = type_of(&ana, &standing, "Vacation").await;
        world.change("UPDATE time_off_day SET status = 'Denied' WHERE day = '2026-11-16' AND employee_id =
            (SELECT e.id FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = 'ana')", vec![]).await;
        let of = async || {
            let all = balances(&ana, &standing).await;
            let one = all.into_iter().find(|balance| balance["type"] == "Vacation").unwrap();
            ["currentBalance", "scheduledHours", "availableBalance"].map(|field| units(&one[field]))
        };
        let [current, scheduled, available] = of().await;
        let made = ana.ask(&create(), at(&standing, json!({ "i": whole(&vacation, "2026-11-16", "2026-11-16") }))).await;
        let id = made.data("/createTimeOffRequest/id").as_str().unwrap().parse::<uuid::Uuid>().unwrap();
        assert_eq!(of().await, [current, scheduled + 80_000, available - 80_000], "while it waits");
        let query = "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) { timeOffLedger(tenantId: $t, companyId: $c, employeeId: $e,
            typeId: $id, date: \"2026-11-16\") { balance } }";
        let ledger = ana.ask(query, at(&standing, json!({ "id": vacation }))).await;
        assert_eq!(units(ledger.data("/timeOffLedger/balance")), current, "today's ledger says the same");
        world.change("UPDATE time_off_day SET status = 'Approved' WHERE request_id = $1", db::params![id]).await;
        assert_eq!(of().await, [current - 80_000, scheduled, available - 80_000], "once it is approved");
    }

    async fn an_edit_cannot_take_minutes_off_its_hours_either(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let unpaid = type_of(&ana, &standing, "Unpaid").await;
        let day = with(whole(&unpaid, "2027-02-22", "2027-02-22"), json!({ "unit": "hours", "hours": 4 }));
        let made = ana.ask(&create(), at(&standing, json!({ "i": day }))).await;
        let made = made.data("/createTimeOffRequest").clone();
        let before = world.rows().await;
        let less = with(day, json!({ "id": made["id"], "version": made["version"], "hours": 8, "minutes": -30 }));
        let reply = ana.ask(&update(), at(&standing, json!({ "i": less }))).await;
        assert_eq!((reply.outcome(), reply.field()), ("TIME_OUT_OF_RANGE", Some("minutes")));
        assert_eq!(world.rows().await, before);
    }

    async fn an_approved_request_that_is_edited_waits_again(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let all = requests(&ana, &standing).await;
        let approved = all.iter().find(|r| r["status"] == "Approved" && r["type"] == "Personal").unwrap();
        let input = with(whole(approved["typeId"].as_str().unwrap(), "2026-12-15", "2026-12-15"),
            json!({ "id": approved["id"], "version": approved["version"] }));
        let edited = ana.ask(&update(), at(&standing, json!({ "i": input }))).await;
        assert_eq!(edited.data("/updateTimeOffRequest/status"), "Pending");
        assert_eq!(edited.data("/updateTimeOffRequest/decidedByName"), &Value::Null);
    }

    async fn a_request_is_withdrawn_and_its_day_is_free_again(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let vacation = type_of(&ana, &standing, "Vacation").await;
        let input = whole(&vacation, "2027-02-22", "2027-02-22");
        let made = ana.ask(&create(), at(&standing, json!({ "i": input }))).await;
        let id = made.data("/createTimeOffRequest/id").clone();
        ana.ask(DELETE, at(&standing, json!({ "id": id, "v": 1 }))).await.data("/deleteTimeOffRequest/id");
        let again = requests(&ana, &standing).await;
        assert_eq!(again.iter().find(|request| request["id"] == id).unwrap()["status"], "Cancelled");
        ana.ask(&create(), at(&standing, json!({ "i": input }))).await.data("/createTimeOffRequest/id");
        let twice = ana.ask(DELETE, at(&standing, json!({ "id": id }))).await;
        assert_eq!(twice.outcome(), "REQUEST_PROCESSED");
    }

    async fn what_has_begun_is_processed(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let all = requests(&ana, &standing).await;
        let before = world.rows().await;
        for request in all.iter().filter(|r| r["timeOffDate"].as_str().unwrap() < "2026-11-16" || r["status"] == "Denied") {
            let gone = ana.ask(DELETE, at(&standing, json!({ "id": request["id"] }))).await;
            assert_eq!(gone.outcome(), "REQUEST_PROCESSED", "{request}");
        }
        assert_eq!(world.rows().await, before);
    }

    async fn a_preview_tells_days_balance_holidays_and_who_is_away_but_not_why(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let vacation = type_of(&ana, &standing, "Vacation").await;
        // Someone on Ana's team is away one day that week; someone else has only requested it.
        let team = "SELECT e.id FROM employee e JOIN employee a ON a.team_id = e.team_id AND a.id <> e.id
            JOIN person p ON p.id = a.person_id WHERE p.username = 'ana' ORDER BY e.id";
        let team: Vec<(uuid::Uuid,)> = world.app.db.all(team, vec![]).await.unwrap();
        for (nth, status) in [(0, "Approved"), (1, "Pending")] {
            let id = uuid::Uuid::from_u128(77 + nth as u128);
            world.change("INSERT INTO time_off_request (id, tenant_id, company_id, employee_id, type_id, first_day, last_day,
                includes_weekends, unit, hours, status, notes, manager_notes, request_date, requested_by, version)
                SELECT $1, e.tenant_id, e.company_id, e.id, t.id, $4, $4, FALSE, 'whole', 80000, $3, 'secret', '', $4, e.person_id, 1
                FROM employee e JOIN time_off_type t ON t.company_id = e.company_id AND t.name = 'Sick' WHERE e.id = $2",
                db::params![id, team[nth].0, status, jiff::civil::date(2027, 5, 26)]).await;
            world.change("INSERT INTO time_off_day (request_id, day, tenant_id, company_id, employee_id, type_id, hours, status)
                SELECT id, first_day, tenant_id, company_id, employee_id, type_id, hours, status FROM time_off_request WHERE id = $1", db::params![id]).await;
        }
        let query = "query ($t: ID!, $c: ID!, $e: ID!, $i: TimeOffRequestInput!) { previewTimeOffRequest(tenantId: $t,
            companyId: $c, employeeId: $e, input: $i) { amount balanceBefore balanceAfter refusal refusalField
            days { date amount } holidays { date name nameEs } away { firstName lastName dates isApproved } } }";
        // The week before Memorial Day and the day itself.
        let input = whole(&vacation, "2027-05-26", "2027-06-01");
        let before = world.rows().await;
        let reply = ana.ask(query, at(&standing, json!({ "i": input }))).await;
        let preview = reply.data("/previewTimeOffRequest");
        assert_eq!(preview["amount"], "32.00");
        assert_eq!(units(&preview["balanceBefore"]) - units(&preview["balanceAfter"]), 320_000);
        assert_eq!(preview["holidays"], json!([{ "date": "2027-05-31", "name": "Memorial Day", "nameEs": "Día de los Caídos" }]));
        assert_eq!(preview["refusal"], Value::Null);
        let away = preview["away"].as_array().unwrap();
        assert_eq!(away.len(), 1, "{away:?}");
        assert_eq!(away[0]["dates"], json!(["2027-05-26"]));
        let taken = requests(&ana, &standing).await.into_iter().find(|r| r["status"] == "Pending").unwrap();
        let day = taken["timeOffDate"].as_str().unwrap();
        let reply = ana.ask(query, at(&standing, json!({ "i": whole(&vacation, day, day) }))).await;
        assert_eq!(reply.data("/previewTimeOffRequest/refusal"), "DUPLICATE_DATE");
        // A request that can't be made at all comes back the same way, with its surroundings where they're known.
        for (first, last, refusal, field, holidays) in [
            ("2026-12-25", "2026-12-25", "NO_WORKING_DAY", "startDate", 1),
            ("2026-01-05", "2026-01-05", "TIME_OFF_TOO_LONG_AGO", "startDate", 0),
            ("2027-05-26", "2027-05-25", "END_BEFORE_START", "endDate", 0),
            ("2027-05-29", "2027-05-31", "WEEKEND_NOT_ALLOWED", "startDate", 0),
        ] {
            let reply = ana.ask(query, at(&standing, json!({ "i": whole(&vacation, first, last) }))).await;
            let preview = reply.data("/previewTimeOffRequest");
            assert_eq!((&preview["refusal"], &preview["refusalField"]), (&json!(refusal), &json!(field)), "{first}");
            assert_eq!((&preview["days"], &preview["amount"]), (&json!([]), &json!("0.00")));
            assert_eq!(preview["holidays"].as_array().unwrap().len(), holidays, "{first}");
        }
        assert_eq!(world.rows().await, before);
    }

    async fn a_request_says_whether_its_reader_may_still_edit_it(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        let (own, his) = (ana.standing(OUTFITTERS).await, marcus.standing(OUTFITTERS).await);
        let mine = requests(&ana, &own).await;
        let query = format!("query ($t: ID!, $c: ID!, $e: ID!, $m: ID) {{ listEmployeeTimeOffRequests(tenantId: $t, companyId: $c,
            employeeId: $e, managerId: $m, limit: 100) {{ results {{ {FIELDS} }} }} }}");
        let vars = json!({ "t": his.tenant, "c": his.company, "e": own.employee, "m": his.person });
        let reply = marcus.ask(&query, vars).await;
        let as_manager = reply.data("/listEmployeeTimeOffRequests/results").as_array().unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for (request, is_manager) in mine.iter().map(|one| (one, false)).chain(as_manager.iter().map(|one| (one, true))) {
            let (status, first) = (request["status"].as_str().unwrap(), request["timeOffDate"].as_str().unwrap());
            let is_open = status == "Pending" || status == "Approved" && (is_manager || first > "2026-11-16");
            let is_one_day = request["timeOffDate"] == request["endDate"];
            assert_eq!(request["isEditable"], json!(is_open && is_one_day), "{is_manager} {request}");
            seen.insert((status.to_owned(), is_open));
        }
        assert!(seen.contains(&("Cancelled".into(), false)) && seen.contains(&("Approved".into(), false)), "{seen:?}");
    }

    async fn nobody_of_the_demo_is_overdrawn(world: World) {
        let marcus = world.acting("marcus").await;
        let standing = marcus.standing(OUTFITTERS).await;
        let reports: Vec<(uuid::Uuid,)> = world.app.db.all("SELECT DISTINCT l.employee_id FROM reporting_line l
            JOIN person p ON p.id = l.manager_id WHERE p.username = 'marcus' AND l.area = 'Time Off'", vec![]).await.unwrap();
        let query = "query ($t: ID!, $c: ID!, $e: ID!, $m: ID) { timeOffBalances(tenantId: $t, companyId: $c,
            employeeId: $e, managerId: $m) { type hasBalance availableBalance } }";
        for (employee,) in reports {
            let vars = at(&standing, json!({ "e": employee, "m": standing.person }));
            let reply = marcus.ask(query, vars).await;
            for balance in reply.data("/timeOffBalances").as_array().unwrap() {
                assert!(units(&balance["availableBalance"]) >= -80_000, "{employee}: {balance}");
            }
        }
    }
}
