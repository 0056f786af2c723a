//! In-app notices, through the API, as people in the demo world, on both engines.

use crate::world::{Actor, Standing, World, both};
use serde_json::{Value, json};

const OUTFITTERS: &str = "Cedar Outfitters";
const LIST: &str = "query ($l: Int, $n: String) { listNotices(limit: $l, cursor: $n) { results { id kind companyId employeeName
    type typeEs startDate endDate at decidedByName createdAt isRead } links { next } } }";
const READ: &str = "mutation ($id: ID!) { readNotice(id: $id) { unread } }";
const READ_UNTIL: &str = "mutation ($id: ID!) { readNoticesUntil(id: $id) { unread } }";
const CREATE: &str =
    "mutation ($t: ID!, $c: ID!, $e: ID!, $i: TimeOffRequestInput!) { createTimeOffRequest(tenantId: $t,
    companyId: $c, employeeId: $e, input: $i) { id version } }";
const DECIDE: &str =
    "mutation ($t: ID!, $c: ID!, $m: ID!, $i: TimeOffDecisionInput!) { decideTimeOffRequest(tenantId: $t,
    companyId: $c, managerId: $m, input: $i) { id } }";

async fn notices(actor: &Actor<'_>) -> Vec<Value> {
    let reply = actor.ask(LIST, json!({ "l": 100 })).await;
    reply.data("/listNotices/results").as_array().unwrap().clone()
}

async fn unread(actor: &Actor<'_>) -> i64 {
    actor.ask("{ viewer { unreadNotices } }", json!({})).await.data("/viewer/unreadNotices").as_i64().unwrap()
}

async fn ask(world: &World, ana: &Actor<'_>, at: &Standing, day: &str) -> Value {
    let sql = "SELECT t.id FROM time_off_type t JOIN company c ON c.id = t.company_id
        WHERE c.name = 'Cedar Outfitters' AND t.name = 'Unpaid'";
    let (type_id,): (uuid::Uuid,) = world.app.db.one(sql, vec![]).await.unwrap();
    let input = json!({ "typeId": type_id, "startDate": day, "endDate": day, "unit": "whole", "notes": "A canary of a reason" });
    let reply =
        ana.ask(CREATE, json!({ "t": at.tenant, "c": at.company, "e": at.employee, "i": input })).await;
    reply.data("/createTimeOffRequest").clone()
}

fn decision(at: &Standing, request: &Value, action: &str) -> Value {
    json!({ "t": at.tenant, "c": at.company, "m": at.person,
        "i": { "id": request["id"], "version": request["version"], "action": action } })
}

both! {
    async fn whoever_decides_hears_of_a_request_and_the_employee_of_the_decision(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        let (hers, his) = (ana.standing(OUTFITTERS).await, marcus.standing(OUTFITTERS).await);
        let (before, unread_before) = (notices(&marcus).await.len(), unread(&marcus).await);
        let request = ask(&world, &ana, &hers, "2027-02-19").await;
        let told = notices(&marcus).await;
        assert_eq!((told.len(), unread(&marcus).await), (before + 1, unread_before + 1));
        let newest = &told[0];
        assert_eq!(newest["kind"], "timeOffAsked");
        assert_eq!(newest["employeeName"], "Ana Morales");
        assert_eq!((&newest["type"], &newest["typeEs"]), (&json!("Unpaid"), &json!("Sin goce de sueldo")));
        assert_eq!((&newest["startDate"], &newest["endDate"]), (&json!("2027-02-19"), &json!("2027-02-19")));
        assert_eq!((&newest["companyId"], &newest["isRead"]), (&json!(his.company), &json!(false)));
        let canaries = world.count("SELECT count(*) FROM notice WHERE CAST(facts AS TEXT) LIKE '%canary%'").await;
        assert_eq!(canaries, 0, "reasons stay where they are");

        assert_eq!(marcus.ask(DECIDE, decision(&his, &request, "approve")).await.outcome(), "ok");
        assert_eq!(marcus.ask(DECIDE, decision(&his, &request, "approve")).await.outcome(), "CONFLICT");
        let hers_now = notices(&ana).await;
        assert_eq!(hers_now[0]["kind"], "timeOffApproved");
        assert_eq!((&hers_now[0]["employeeName"], &hers_now[0]["decidedByName"]), (&json!(null), &json!("Marcus Bell")));
        let of_that_day = hers_now.iter().filter(|row| row["startDate"] == "2027-02-19").count();
        assert_eq!(of_that_day, 1, "one decision, one notice");
    }

    async fn what_was_refused_is_told_to_nobody(world: World) {
        let ana = world.acting("ana").await;
        let hers = ana.standing(OUTFITTERS).await;
        let before = world.count("SELECT count(*) FROM notice").await;
        let input = json!({ "typeId": hers.company, "startDate": "2027-02-19", "endDate": "2027-02-19", "unit": "whole" });
        let refused = ana.ask(CREATE, json!({ "t": hers.tenant, "c": hers.company, "e": hers.employee, "i": input })).await;
        assert_eq!(refused.outcome(), "UNKNOWN_TYPE");
        assert_eq!(world.count("SELECT count(*) FROM notice").await, before);
    }

    async fn reading_one_and_reading_all_count_down_and_leave_what_came_since(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        let hers = ana.standing(OUTFITTERS).await;
        for day in ["2027-02-15", "2027-02-16", "2027-02-17"] {
            ask(&world, &ana, &hers, day).await;
        }
        let (told, all) = (notices(&marcus).await, unread(&marcus).await);
        let left = marcus.ask(READ, json!({ "id": told[1]["id"] })).await;
        assert_eq!(left.data("/readNotice/unread"), all - 1);
        let again = marcus.ask(READ, json!({ "id": told[1]["id"] })).await;
        assert_eq!(again.data("/readNotice/unread"), all - 1);
        ask(&world, &ana, &hers, "2027-02-18").await;
        let until = marcus.ask(READ_UNTIL, json!({ "id": told[0]["id"] })).await;
        assert_eq!(until.data("/readNoticesUntil/unread"), 1, "the newest was not on the screen");
        assert_eq!(unread(&marcus).await, 1);
        let states: Vec<bool> = notices(&marcus).await.iter().map(|row| row["isRead"].as_bool().unwrap()).collect();
        assert!(!states[0] && states[1..].iter().all(|is_read| *is_read), "{states:?}");
    }

    async fn nobody_reads_or_marks_what_is_another_s(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        ask(&world, &ana, &ana.standing(OUTFITTERS).await, "2027-02-19").await;
        let his = notices(&marcus).await[0]["id"].clone();
        let before = unread(&marcus).await;
        for stranger in ["ana", "priya", "dana", "grace", "hugo", "mina"] {
            let actor = world.acting(stranger).await;
            assert!(notices(&actor).await.iter().all(|row| row["id"] != his), "{stranger}");
            for text in [READ, READ_UNTIL] {
                assert_eq!(actor.ask(text, json!({ "id": his })).await.outcome(), "NOT_FOUND", "{stranger}");
            }
        }
        assert_eq!(unread(&marcus).await, before);
    }

    async fn pages_follow_each_other_without_a_gap(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        let hers = ana.standing(OUTFITTERS).await;
        for day in ["2027-02-15", "2027-02-16", "2027-02-17"] {
            ask(&world, &ana, &hers, day).await;
        }
        let whole: Vec<Value> = notices(&marcus).await.into_iter().map(|row| row["id"].clone()).collect();
        let (mut pages, mut cursor) = (vec![], Value::Null);
        loop {
            let reply = marcus.ask(LIST, json!({ "l": 2, "n": cursor })).await;
            pages.extend(reply.data("/listNotices/results").as_array().unwrap().iter().map(|row| row["id"].clone()));
            cursor = reply.data("/listNotices/links/next").clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(pages, whole);
    }

    async fn they_are_kept_for_ninety_days(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        ask(&world, &ana, &ana.standing(OUTFITTERS).await, "2027-02-19").await;
        let newest = notices(&marcus).await[0]["id"].clone();
        let days = |count: i64| world.app.clock.now() + jiff::SignedDuration::from_hours(24 * count);
        let forget = async |at: jiff::Timestamp| {
            let mut tx = world.app.db.begin_write().await.unwrap();
            atrium::inbox::forget_old(&mut tx, at).await.unwrap();
            tx.commit().await.unwrap();
        };
        forget(days(89)).await;
        assert_eq!(notices(&marcus).await[0]["id"], newest);
        forget(days(91)).await;
        assert_eq!(notices(&marcus).await.len(), 0);
    }
}
