//! Resources, action items and links through the API, as people of the demo world, on both engines.

use crate::world::{Actor, Standing, World, both};
use serde_json::{Value, json};

const OUTFITTERS: &str = "Cedar Outfitters";

const OFFERED: &str = "query ($c: ID!, $e: ID!, $l: Int) { resources(companyId: $c, employeeId: $e, limit: $l) {
    totalCount employeeResources { id name link documentId status dueDate isActionItem isComplete completedDate isDeleted createdBy updatedByName } } }";
const LIST: &str = "query ($t: ID!, $c: ID!, $m: ID!) {
    listCompanyResources(tenantId: $t, companyId: $c, managerId: $m, limit: 100) { results { id name link acknowledged people version } } }";
const CREATE: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $i: ResourceInput!) {
    createResource(tenantId: $t, companyId: $c, managerId: $m, input: $i) { id name link version acknowledged people createdBy } }";
const UPDATE: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!, $v: Int!, $i: ResourceInput!) {
    updateResource(tenantId: $t, companyId: $c, managerId: $m, resourceId: $id, version: $v, input: $i) { id name version } }";
const DELETE: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
    deleteResource(tenantId: $t, companyId: $c, managerId: $m, resourceId: $id) { resourceId } }";
const ACKNOWLEDGE: &str = "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
    acknowledgeResource(tenantId: $t, companyId: $c, employeeId: $e, resourceId: $id) { status calendarCategory calendarDate } }";
const WHO: &str = "query ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
    resourceAcknowledgements(tenantId: $t, companyId: $c, managerId: $m, resourceId: $id, limit: 100) {
      results { employeeId lastName acknowledgedDate } } }";
const LINKS: &str = "query ($t: ID!, $c: ID!) { getCompanyLinks(tenantId: $t, companyId: $c) {
    stateW4Link federalW4Link customLinks { name url } dashboardMessages { message startDate endDate } version } }";
const PUT_LINKS: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $i: CompanyLinksInput!) {
    putCompanyLinks(tenantId: $t, companyId: $c, managerId: $m, input: $i) { version customLinks { name url } } }";

fn managing(at: &Standing, more: Value) -> Value {
    let mut all = json!({ "t": at.tenant, "c": at.company, "m": at.person });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

fn own(at: &Standing, more: Value) -> Value {
    let mut all = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

async fn offered(actor: &Actor<'_>, at: &Standing) -> Vec<Value> {
    let reply = actor.ask(OFFERED, json!({ "c": at.company, "e": at.employee })).await;
    let rows = reply.data("/resources/employeeResources").as_array().unwrap().clone();
    assert_eq!(reply.data("/resources/totalCount"), rows.len());
    rows
}

fn one<'a>(rows: &'a [Value], name: &str) -> Option<&'a Value> {
    rows.iter().find(|row| row["name"] == name)
}

both! {
    async fn an_employee_is_offered_what_waits_first_and_the_documents_of_the_dashboard(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let rows = offered(&ana, &at).await;
        let waits: Vec<bool> = rows.iter().map(|row| row["status"] == "Pending").collect();
        assert!(waits[0] && waits.is_sorted_by(|a, b| a >= b), "{rows:?}");
        let due: Vec<&str> = rows.iter().filter(|row| row["status"] == "Pending").filter_map(|row| row["dueDate"].as_str()).collect();
        assert!(due.is_sorted(), "{due:?}");
        // On the dashboard and current: the handbook and the checklist. Not the ones that aren't shown there, are
        // over, or haven't started.
        let documents: Vec<&str> = rows.iter().filter(|row| !row["documentId"].is_null()).map(|row| row["name"].as_str().unwrap()).collect();
        assert_eq!(documents, ["Employee handbook", "Store safety checklist"]);
        let five = ana.ask(OFFERED, json!({ "c": at.company, "e": at.employee, "l": 2 })).await;
        assert_eq!(five.data("/resources/employeeResources").as_array().unwrap().len(), 2);
        assert_eq!(five.data("/resources/totalCount"), rows.len());
        for wanted in [true, false] {
            let query = format!("query ($c: ID!, $e: ID!) {{ resources(companyId: $c, employeeId: $e, isActionItem: {wanted}) {{ totalCount employeeResources {{ isActionItem }} }} }}");
            let some = ana.ask(&query, json!({ "c": at.company, "e": at.employee })).await;
            let some = some.data("/resources/employeeResources").as_array().unwrap().clone();
            assert_eq!(some.len(), rows.iter().filter(|row| row["isActionItem"] == wanted).count());
            assert!(some.iter().all(|row| row["isActionItem"] == wanted));
        }
        for limit in [0, -1, 101] {
            let reply = ana.ask(OFFERED, json!({ "c": at.company, "e": at.employee, "l": limit })).await;
            assert_eq!((reply.outcome(), reply.field()), ("INVALID_LIMIT", Some("limit")));
        }
    }

    async fn acknowledging_counts_once_and_becomes_an_event_in_the_calendar(world: World) {
        let (marcus, ana) = (world.acting("marcus").await, world.acting("ana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, ana.standing(OUTFITTERS).await);
        let input = json!({ "name": "Read the new code of conduct", "link": "/more/documents", "isActionItem": true, "dueDate": "2026-12-01" });
        let made = marcus.ask(CREATE, managing(&his, json!({ "i": input }))).await;
        let made = made.data("/createResource");
        assert_eq!((&made["acknowledged"], &made["people"], &made["createdBy"]), (&json!(0), &json!(60), &json!("Marcus Bell")));
        let events = "SELECT count(*) FROM calendar_event WHERE category = 'ActionItem'";
        let (before, sent) = (world.count(events).await, world.count("SELECT count(*) FROM event").await);

        let reply = ana.ask(ACKNOWLEDGE, own(&hers, json!({ "id": made["id"] }))).await;
        assert_eq!(reply.data("/acknowledgeResource"), &json!({ "status": "Acknowledged", "calendarCategory": "ActionItem", "calendarDate": "2026-11-16" }));
        let rows = offered(&ana, &hers).await;
        let row = one(&rows, "Read the new code of conduct").unwrap();
        assert_eq!((&row["status"], &row["isComplete"]), (&json!("Acknowledged"), &json!(true)));
        let first = row["completedDate"].clone();
        assert!(first.is_string());

        ana.ask(ACKNOWLEDGE, own(&hers, json!({ "id": made["id"] }))).await.data("/acknowledgeResource");
        let rows = offered(&ana, &hers).await;
        assert_eq!(one(&rows, "Read the new code of conduct").unwrap()["completedDate"], first, "the first day stands");
        assert_eq!(world.count(events).await, before + 1);
        assert_eq!(world.count("SELECT count(*) FROM event").await, sent + 1);
        let list = marcus.ask(LIST, managing(&his, json!({}))).await;
        let row = one(list.data("/listCompanyResources/results").as_array().unwrap(), "Read the new code of conduct").unwrap().clone();
        assert_eq!((&row["acknowledged"], &row["people"]), (&json!(1), &json!(60)));
        let all = list.data("/listCompanyResources/results").as_array().unwrap().len();
        let mut found = vec![];
        for wanted in [true, false] {
            let query = format!("query ($t: ID!, $c: ID!, $m: ID!, $n: String) {{
                listCompanyResources(tenantId: $t, companyId: $c, managerId: $m, isActionItem: {wanted}, limit: 2, cursor: $n) {{
                    results {{ isActionItem }} links {{ next }} }} }}");
            let mut cursor = serde_json::Value::Null;
            loop {
                let page = marcus.ask(&query, managing(&his, json!({ "n": cursor }))).await.data("/listCompanyResources").clone();
                let rows = page["results"].as_array().unwrap();
                assert!(rows.iter().all(|row| row["isActionItem"] == wanted), "{page}");
                found.extend(rows.clone());
                cursor = page["links"]["next"].clone();
                if cursor.is_null() { break; }
            }
        }
        assert_eq!(found.len(), all);
    }

    async fn a_manager_sees_by_name_only_the_own_reports(world: World) {
        let (marcus, dana) = (world.acting("marcus").await, world.acting("dana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, dana.standing(OUTFITTERS).await);
        let made = marcus.ask(CREATE, managing(&his, json!({ "i": { "name": "Sign the key list", "isActionItem": true } }))).await;
        let id = made.data("/createResource/id").clone();
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        ana.ask(ACKNOWLEDGE, own(&at, json!({ "id": id }))).await.data("/acknowledgeResource");
        let reply = dana.ask(WHO, managing(&hers, json!({ "id": id }))).await;
        let rows = reply.data("/resourceAcknowledgements/results").as_array().unwrap();
        let lines = world.count("SELECT count(DISTINCT employee_id) FROM reporting_line l JOIN person p ON p.id = l.manager_id WHERE p.username = 'dana'").await;
        assert_eq!(rows.len() as i64, lines);
        for row in rows {
            assert_eq!(row["acknowledgedDate"].is_string(), row["employeeId"] == json!(at.employee), "{row}");
        }
    }

    async fn what_needs_no_acknowledgement_takes_none(world: World) {
        let (marcus, ana) = (world.acting("marcus").await, world.acting("ana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, ana.standing(OUTFITTERS).await);
        let made = marcus.ask(CREATE, managing(&his, json!({ "i": { "name": "Weather", "link": "https://example.com/weather", "isActionItem": false } }))).await;
        let before = world.rows().await;
        let reply = ana.ask(ACKNOWLEDGE, own(&hers, json!({ "id": made.data("/createResource/id") }))).await;
        assert_eq!(reply.outcome(), "NOTHING_TO_ACKNOWLEDGE");
        assert_eq!(world.rows().await, before);
    }

    async fn a_name_is_unique_until_its_resource_is_deleted_and_deleting_keeps_the_row(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let input = |name: &str| managing(&at, json!({ "i": { "name": name, "isActionItem": false } }));
        let id = marcus.ask(CREATE, input("Órden de turnos")).await.data("/createResource/id").clone();
        let reply = marcus.ask(CREATE, input("orden DE  turnos")).await;
        assert_eq!((reply.outcome(), reply.field()), ("NAME_TAKEN", Some("name")));
        assert_eq!(reply.body["errors"][0]["message"], "This name is already taken. Please choose another");
        marcus.ask(DELETE, managing(&at, json!({ "id": id }))).await.data("/deleteResource/resourceId");
        assert_eq!(marcus.ask(DELETE, managing(&at, json!({ "id": id }))).await.outcome(), "NOT_FOUND");
        marcus.ask(CREATE, input("orden de turnos")).await.data("/createResource/id");
        let kept = "SELECT count(*) FROM resource WHERE name_key = 'orden de turnos' AND deleted_at IS NOT NULL AND deleted_by IS NOT NULL";
        assert_eq!(world.count(kept).await, 1);
        // Another company can use the same name.
        let mina = world.acting("mina").await;
        let hers = mina.standing("Harbor Clinic").await;
        mina.ask(CREATE, managing(&hers, json!({ "i": { "name": "Orden de turnos", "isActionItem": false } }))).await.data("/createResource/id");
    }

    async fn a_bad_resource_is_refused_by_field_and_changes_nothing(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let before = world.rows().await;
        for (change, code, field) in [
            (json!({ "name": "  " }), "NAME_MISSING", "name"),
            (json!({ "name": "x".repeat(121) }), "NAME_TOO_LONG", "name"),
            (json!({ "description": "x".repeat(2001) }), "DESCRIPTION_TOO_LONG", "description"),
            (json!({ "link": "javascript:alert(1)" }), "LINK_INVALID", "link"),
            (json!({ "link": "//evil.example" }), "LINK_INVALID", "link"),
            (json!({ "dueDate": "2026-12-01" }), "DUE_WITHOUT_ACTION", "dueDate"),
            (json!({ "dueDate": "1899-12-31", "isActionItem": true }), "DATE_OUT_OF_RANGE", "dueDate"),
        ] {
            let mut input = json!({ "name": "Fine", "isActionItem": false });
            input.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            let reply = marcus.ask(CREATE, managing(&at, json!({ "i": input }))).await;
            assert_eq!((reply.outcome(), reply.field()), (code, Some(field)), "{change}");
        }
        assert_eq!(world.rows().await, before);
    }

    async fn who_saves_second_gets_the_conflict_with_the_current_state(world: World) {
        let (marcus, priya) = (world.acting("marcus").await, world.acting("priya").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, priya.standing(OUTFITTERS).await);
        let made = marcus.ask(CREATE, managing(&his, json!({ "i": { "name": "Contested", "isActionItem": false } }))).await;
        let id = made.data("/createResource/id").clone();
        let change = |name: &str| json!({ "id": id, "v": 1, "i": { "name": name, "isActionItem": false } });
        priya.ask(UPDATE, managing(&hers, change("Priya's"))).await.data("/updateResource/id");
        let late = marcus.ask(UPDATE, managing(&his, change("Marcus's"))).await;
        assert_eq!(late.outcome(), "CONFLICT");
        assert_eq!(late.body["errors"][0]["extensions"]["current"]["name"], "Priya's");
    }

    async fn links_are_replaced_as_a_whole_and_standing_messages_hold_always(world: World) {
        let (marcus, ana) = (world.acting("marcus").await, world.acting("ana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, ana.standing(OUTFITTERS).await);
        let input = json!({ "stateW4Link": "https://example.com/or-w4", "customLinks": [{ "name": "Uniform shop", "url": "https://example.com/uniforms" }],
            "dashboardMessages": [{ "message": "Badges are worn in sight." }] });
        let put = marcus.ask(PUT_LINKS, managing(&his, json!({ "i": input }))).await;
        let version = put.data("/putCompanyLinks/version").as_i64().unwrap();
        let read = ana.ask(LINKS, json!({ "t": hers.tenant, "c": hers.company })).await;
        let links = read.data("/getCompanyLinks");
        assert_eq!((&links["stateW4Link"], &links["federalW4Link"]), (&json!("https://example.com/or-w4"), &Value::Null));
        assert_eq!(links["dashboardMessages"], json!([{ "message": "Badges are worn in sight.", "startDate": "1900-01-01", "endDate": "2099-12-31" }]));

        let stale = json!({ "customLinks": [], "dashboardMessages": [], "version": version - 1 });
        let late = marcus.ask(PUT_LINKS, managing(&his, json!({ "i": stale }))).await;
        assert_eq!(late.outcome(), "CONFLICT");
        let current = &late.body["errors"][0]["extensions"]["current"];
        assert_eq!((&current["version"], &current["updatedByName"]), (&json!(version), &json!("Marcus Bell")));
        let again = marcus.ask(PUT_LINKS, managing(&his, json!({ "i": input }))).await;
        assert_eq!(again.data("/putCompanyLinks/version"), version, "nothing was changed");
        let before = world.rows().await;
        for (bad, code, field) in [
            (json!({ "customLinks": [{ "name": "x", "url": "data:text/html,x" }], "dashboardMessages": [] }), "LINK_INVALID", "customLinks"),
            (json!({ "customLinks": [], "dashboardMessages": [], "federalW4Link": "javascript:alert(1)" }), "LINK_INVALID", "federalW4Link"),
        ] {
            let reply = marcus.ask(PUT_LINKS, managing(&his, json!({ "i": bad }))).await;
            assert_eq!((reply.outcome(), reply.field()), (code, Some(field)));
        }
        assert_eq!(world.rows().await, before);
    }

    async fn e40_documents_that_are_switched_off_are_not_offered_among_the_resources(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let before = offered(&ana, &at).await;
        assert!(before.iter().any(|row| row["documentId"].is_string()));
        assert_eq!(crate::features::switch(&world, "documents", true).await.outcome(), "ok");
        let rest: Vec<Value> = before.into_iter().filter(|row| row["documentId"].is_null()).collect();
        assert_eq!(offered(&ana, &at).await, rest);
    }
}
