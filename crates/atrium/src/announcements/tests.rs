//! Announcements through the API, as people of the demo world, on both engines.

use crate::world::{Actor, Standing, World, both};
use serde_json::{Value, json};

const OUTFITTERS: &str = "Cedar Outfitters";
const LOGISTICS: &str = "Cedar Logistics";

const FIELDS: &str =
    "id message payGroupId divisionId branchId departmentId teamId startDate endDate state version
    updatedByName";

async fn list_for_employee(actor: &Actor<'_>, at: &Standing) -> Vec<String> {
    let query = "query ($t: ID!, $c: ID!, $e: ID) {
        listCompanyMessages(tenantId: $t, companyId: $c, employeeId: $e, limit: 100) { results { message } } }";
    let reply = actor.ask(query, json!({ "t": at.tenant, "c": at.company, "e": at.employee })).await;
    messages(reply.data("/listCompanyMessages/results"))
}

async fn list_for_manager(actor: &Actor<'_>, at: &Standing) -> Vec<String> {
    let query = "query ($t: ID!, $c: ID!, $m: ID) {
        listCompanyMessages(tenantId: $t, companyId: $c, managerId: $m, limit: 100) { results { message } } }";
    let reply = actor.ask(query, json!({ "t": at.tenant, "c": at.company, "m": at.person })).await;
    messages(reply.data("/listCompanyMessages/results"))
}

fn messages(rows: &Value) -> Vec<String> {
    rows.as_array().unwrap().iter().map(|row| row["message"].as_str().unwrap().to_owned()).collect()
}

fn create() -> String {
    format!(
        "mutation ($t: ID!, $c: ID!, $m: ID!, $i: CreateMessageInput!) {{
           createMessage(tenantId: $t, companyId: $c, managerId: $m, input: $i) {{ {FIELDS} }} }}"
    )
}

fn update() -> String {
    format!(
        "mutation ($t: ID!, $c: ID!, $m: ID!, $i: UpdateMessageInput!) {{
           updateMessage(tenantId: $t, companyId: $c, managerId: $m, input: $i) {{ {FIELDS} }} }}"
    )
}

const DELETE: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!, $v: Int) {
    deleteMessage(tenantId: $t, companyId: $c, managerId: $m, messageId: $id, version: $v) { messageId } }";

fn with(at: &Standing, input: Value) -> Value {
    json!({ "t": at.tenant, "c": at.company, "m": at.person, "i": input })
}

fn draft(message: &str) -> Value {
    json!({ "message": message, "startDate": "2026-11-16", "endDate": "2026-11-20" })
}

/// The id of the organization or pay group with this name in the actor's company.
async fn group(actor: &Actor<'_>, at: &Standing, name: &str) -> String {
    let query = "query ($t: ID!, $c: ID!) {
        listOrganizations(tenantId: $t, companyId: $c, limit: 100) { results { id organizationName } }
        listCompanyPaygroups(tenantId: $t, companyId: $c) { results { id payGroupName } } }";
    let reply = actor.ask(query, json!({ "t": at.tenant, "c": at.company })).await;
    let mut rows = reply.data("/listOrganizations/results").as_array().unwrap().clone();
    rows.extend(reply.data("/listCompanyPaygroups/results").as_array().unwrap().clone());
    let found = rows.iter().find(|row| row["organizationName"] == name || row["payGroupName"] == name);
    found.unwrap()["id"].as_str().unwrap().to_owned()
}

both! {
    async fn an_employee_sees_what_is_current_and_meant_for_them_newest_first(world: World) {
        let ana = world.acting("ana").await;
        let seen = list_for_employee(&ana, &ana.standing(OUTFITTERS).await).await;
        let starts: Vec<&str> = seen.iter().map(|message| message.split(':').next().unwrap()).collect();
        // Ana works on the Footwear team in the Portland Store, in Retail, and is paid biweekly.
        let expected = [
            "Footwear team",
            "Portland Store",
            "Hourly team",
            "Holiday schedule",
            "Retail",
            "Open enrollment closes this Friday at 5 p.m.\nReview your medical, dental and vision choices",
        ];
        assert_eq!(starts, expected);
    }

    async fn a_manager_sees_all_of_the_company_whatever_the_dates(world: World) {
        let marcus = world.acting("marcus").await;
        let seen = list_for_manager(&marcus, &marcus.standing(OUTFITTERS).await).await;
        assert_eq!(seen.len(), 9);
        assert!(seen.iter().any(|message| message.starts_with("Welcome to the fall season")), "an ended one");
        assert!(seen.iter().any(|message| message.starts_with("The 401(k) match")), "a scheduled one");
    }

    async fn targets_combine_and_reach_only_those_who_match_all_of_them(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let footwear = group(&marcus, &at, "Footwear").await;
        let salaried = group(&marcus, &at, "Semimonthly salaried").await;
        let mut both = draft("Only salaried people in Footwear");
        both["teamId"] = json!(footwear);
        both["payGroupId"] = json!(salaried);
        marcus.ask(&create(), with(&at, both)).await.data("/createMessage/id");
        let mut team = draft("All of Footwear");
        team["teamId"] = json!(footwear);
        marcus.ask(&create(), with(&at, team)).await.data("/createMessage/id");

        let ana = world.acting("ana").await;
        let seen = list_for_employee(&ana, &ana.standing(OUTFITTERS).await).await;
        assert!(seen.contains(&"All of Footwear".to_owned()));
        assert!(!seen.contains(&"Only salaried people in Footwear".to_owned()), "Ana is paid by the hour");
        let victor = world.acting("victor").await;
        let seen = list_for_employee(&victor, &victor.standing(OUTFITTERS).await).await;
        assert!(!seen.contains(&"All of Footwear".to_owned()), "Victor works in Seattle");
    }

    async fn the_preview_counts_exactly_the_people_who_will_see_it(world: World) {
        let priya = world.acting("priya").await;
        let at = priya.standing(OUTFITTERS).await;
        let query = "query ($t: ID!, $c: ID!, $m: ID!, $i: MessageTargetInput!) {
            messageAudience(tenantId: $t, companyId: $c, managerId: $m, input: $i) {
              people companyPeople yourReports byDepartment { organizationName people } reports { lastName } } }";
        let everyone = priya.ask(query, with(&at, json!({}))).await;
        assert_eq!(everyone.data("/messageAudience/people"), 60);
        assert_eq!(everyone.data("/messageAudience/companyPeople"), 60);
        let by_department = everyone.data("/messageAudience/byDepartment").as_array().unwrap();
        assert_eq!(by_department.iter().map(|row| row["people"].as_i64().unwrap()).sum::<i64>(), 60);

        let people_and_pay = group(&priya, &at, "People & Pay").await;
        let some = priya.ask(query, with(&at, json!({ "departmentId": people_and_pay }))).await;
        let people = some.data("/messageAudience/people").as_i64().unwrap();
        let counted = world.app.db.one::<(i64,)>(
            "SELECT count(*) FROM employee e JOIN organization o ON o.id = e.department_id WHERE o.name = 'People & Pay'",
            vec![],
        ).await.unwrap().0;
        assert_eq!(people, counted);
        // Everyone there reports to Priya, except Priya.
        assert_eq!(some.data("/messageAudience/yourReports"), people - 1);
        assert_eq!(some.data("/messageAudience/reports").as_array().unwrap().len(), 5);
    }

    async fn the_preview_of_a_group_that_is_none_of_ours_is_refused_like_nonsense(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let priya = world.acting("priya").await;
        let foreign = group(&priya, &priya.standing(LOGISTICS).await, "Drivers").await;
        let query = "query ($t: ID!, $c: ID!, $m: ID!, $i: MessageTargetInput!) {
            messageAudience(tenantId: $t, companyId: $c, managerId: $m, input: $i) { people } }";
        let mut answers = vec![];
        for id in [foreign.as_str(), "nonsense", "00000000-0000-7000-8000-000000000000"] {
            let reply = marcus.ask(query, with(&at, json!({ "teamId": id }))).await;
            assert_eq!((reply.outcome(), reply.field()), ("UNKNOWN_TARGET", Some("teamId")));
            answers.push(reply.text);
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    }

    async fn the_preview_names_only_the_viewers_own_reports(world: World) {
        let dana = world.acting("dana").await;
        let at = dana.standing(OUTFITTERS).await;
        let query = "query ($t: ID!, $c: ID!, $m: ID!, $i: MessageTargetInput!) {
            messageAudience(tenantId: $t, companyId: $c, managerId: $m, input: $i) {
              people yourReports reports { employeeId } } }";
        let reply = dana.ask(query, with(&at, json!({}))).await;
        let lines = world.count(
            "SELECT count(DISTINCT employee_id) FROM reporting_line l JOIN person p ON p.id = l.manager_id
             WHERE p.username = 'dana'",
        ).await;
        assert_eq!(reply.data("/messageAudience/people"), 60);
        assert_eq!(reply.data("/messageAudience/yourReports"), lines);
    }

    async fn an_announcement_is_published_revised_and_withdrawn(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let made = marcus.ask(&create(), with(&at, draft("  Fire drill at 10.  "))).await;
        let made = made.data("/createMessage");
        assert_eq!(made["message"], "Fire drill at 10.");
        assert_eq!((&made["version"], &made["state"]), (&json!(1), &json!("current")));
        assert_eq!(made["updatedByName"], "Marcus Bell");

        let mut input = draft("Fire drill at 11.");
        input["id"] = made["id"].clone();
        input["version"] = made["version"].clone();
        input["startDate"] = json!("2026-11-18");
        let revised = marcus.ask(&update(), with(&at, input)).await;
        assert_eq!(revised.data("/updateMessage/version"), 2);
        assert_eq!(revised.data("/updateMessage/state"), "scheduled");

        let gone = json!({ "t": at.tenant, "c": at.company, "m": at.person, "id": made["id"], "v": 2 });
        assert_eq!(marcus.ask(DELETE, gone.clone()).await.data("/deleteMessage/messageId"), &made["id"]);
        assert_eq!(marcus.ask(DELETE, gone).await.outcome(), "NOT_FOUND");
        assert!(!list_for_manager(&marcus, &at).await.contains(&"Fire drill at 11.".to_owned()));
    }

    async fn every_change_leaves_one_audit_event_and_one_message_and_a_refused_one_only_an_event(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let audit = "SELECT count(*) FROM audit_event";
        let outbox = "SELECT count(*) FROM event";
        let (events, sent) = (world.count(audit).await, world.count(outbox).await);
        marcus.ask(&create(), with(&at, draft("Counted"))).await.data("/createMessage/id");
        assert_eq!((world.count(audit).await, world.count(outbox).await), (events + 1, sent + 1));
        assert_eq!(marcus.ask(&create(), with(&at, draft(""))).await.outcome(), "MESSAGE_EMPTY");
        assert_eq!((world.count(audit).await, world.count(outbox).await), (events + 2, sent + 1));
        let refused = "SELECT count(*) FROM audit_event WHERE action = 'change.refused' AND result = 'MESSAGE_EMPTY'";
        assert_eq!(world.count(refused).await, 1);
    }

    async fn a_bad_announcement_is_refused_by_field_and_changes_nothing(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let priya = world.acting("priya").await;
        let foreign = group(&priya, &priya.standing(LOGISTICS).await, "Drivers").await;
        let department = group(&marcus, &at, "Sales Floor").await;
        let before = world.rows().await;
        for (change, code, field) in [
            (json!({ "message": " \n " }), "MESSAGE_EMPTY", "message"),
            (json!({ "message": "x".repeat(2001) }), "MESSAGE_TOO_LONG", "message"),
            (json!({ "endDate": "2026-11-15" }), "END_BEFORE_START", "endDate"),
            (json!({ "startDate": "1899-12-31" }), "DATE_OUT_OF_RANGE", "startDate"),
            (json!({ "endDate": "2100-01-01" }), "DATE_OUT_OF_RANGE", "endDate"),
            (json!({ "teamId": foreign }), "UNKNOWN_TARGET", "teamId"),
            (json!({ "teamId": department }), "UNKNOWN_TARGET", "teamId"),
            (json!({ "payGroupId": "nonsense" }), "UNKNOWN_TARGET", "payGroupId"),
        ] {
            let mut input = draft("Fine");
            input.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            let reply = marcus.ask(&create(), with(&at, input)).await;
            assert_eq!((reply.outcome(), reply.field()), (code, Some(field)), "{change}");
            assert_eq!(reply.body["data"], Value::Null);
        }
        let malformed = marcus.ask(&create(), with(&at, json!({ "message": "x", "startDate": "soon", "endDate": "2026-11-20" }))).await;
        assert_eq!((malformed.outcome(), malformed.field()), ("INVALID_DATE", Some("startDate")));
        assert_eq!(world.rows().await, before);
    }

    async fn who_saves_second_gets_the_conflict_with_the_current_state(world: World) {
        let (marcus, priya) = (world.acting("marcus").await, world.acting("priya").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, priya.standing(OUTFITTERS).await);
        let made = marcus.ask(&create(), with(&his, draft("Draft"))).await;
        let id = made.data("/createMessage/id").clone();
        let change = |message: &str| {
            let mut input = draft(message);
            input["id"] = id.clone();
            input["version"] = json!(1);
            input
        };
        priya.ask(&update(), with(&hers, change("Priya's"))).await.data("/updateMessage/id");
        let late = marcus.ask(&update(), with(&his, change("Marcus's"))).await;
        assert_eq!(late.outcome(), "CONFLICT");
        let current = &late.body["errors"][0]["extensions"]["current"];
        assert_eq!((&current["message"], &current["version"]), (&json!("Priya's"), &json!(2)));
        assert_eq!(current["updatedByName"], "Priya Raman");
        let gone = json!({ "t": his.tenant, "c": his.company, "m": his.person, "id": id, "v": 1 });
        assert_eq!(marcus.ask(DELETE, gone).await.outcome(), "CONFLICT");
    }

    async fn of_many_who_save_at_once_one_succeeds(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let made = marcus.ask(&create(), with(&at, draft("Draft"))).await;
        let id = made.data("/createMessage/id").clone();
        let (text, outbox) = (update(), "SELECT count(*) FROM event WHERE type = 'announcement.revised'");
        for round in 1..=20 {
            let attempts = (0..6).map(|n| {
                let mut input = draft(&format!("Round {round}, writer {n}"));
                input["id"] = id.clone();
                input["version"] = json!(round);
                marcus.ask(&text, with(&at, input))
            });
            let replies = futures_util::future::join_all(attempts).await;
            let outcomes: Vec<&str> = replies.iter().map(|reply| reply.outcome()).collect();
            assert_eq!(outcomes.iter().filter(|outcome| **outcome == "ok").count(), 1, "{outcomes:?}");
            assert_eq!(outcomes.iter().filter(|outcome| **outcome == "CONFLICT").count(), 5, "{outcomes:?}");
        }
        assert_eq!(world.count(outbox).await, 20, "one message for each change that happened");
    }

    async fn pages_lead_forward_and_back_over_every_announcement_once(world: World) {
        let priya = world.acting("priya").await;
        let at = priya.standing(LOGISTICS).await;
        let all = list_for_manager(&priya, &at).await;
        assert_eq!(all.len(), 31);
        let query = "query ($t: ID!, $c: ID!, $m: ID, $l: Int, $after: String) {
            listCompanyMessages(tenantId: $t, companyId: $c, managerId: $m, limit: $l, cursor: $after) {
              results { message } links { next previous } } }";
        let (mut seen, mut cursor, mut pages) = (vec![], Value::Null, vec![]);
        loop {
            let vars = json!({ "t": at.tenant, "c": at.company, "m": at.person, "l": 7, "after": cursor });
            let reply = priya.ask(query, vars).await;
            let page = messages(reply.data("/listCompanyMessages/results"));
            seen.extend(page.clone());
            pages.push((page, reply.data("/listCompanyMessages/links/previous").clone()));
            cursor = reply.data("/listCompanyMessages/links/next").clone();
            if cursor.is_null() { break }
        }
        assert_eq!(seen, all);
        assert!(pages[0].1.is_null(), "nothing lies before the first page");
        let vars = json!({ "t": at.tenant, "c": at.company, "m": at.person, "l": 7, "after": pages[2].1 });
        let back = priya.ask(query, vars).await;
        assert_eq!(messages(back.data("/listCompanyMessages/results")), pages[1].0);

        let stolen = json!({ "t": at.tenant, "c": world.acting("priya").await.standing(OUTFITTERS).await.company,
            "m": at.person, "l": 7, "after": pages[2].1 });
        assert_eq!(priya.ask(query, stolen).await.outcome(), "INVALID_CURSOR");
    }

    async fn an_announcement_may_say_the_same_in_spanish_and_lose_it_again(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let mut input = draft("Closed on Monday");
        input["messageEs"] = json!("  Cerrado el lunes ");
        let query = create().replace(" message ", " message messageEs ");
        let made = marcus.ask(&query, with(&at, input.clone())).await;
        assert_eq!(made.data("/createMessage/messageEs"), "Cerrado el lunes");
        input["messageEs"] = json!("ñ".repeat(2001));
        let refused = marcus.ask(&query, with(&at, input.clone())).await;
        assert_eq!((refused.outcome(), refused.field()), ("MESSAGE_TOO_LONG", Some("messageEs")));
        let mut input = draft("Closed on Monday");
        (input["id"], input["version"]) = (made.data("/createMessage/id").clone(), json!(1));
        let revised = marcus.ask(&update().replace(" message ", " message messageEs "), with(&at, input)).await;
        assert_eq!(revised.data("/updateMessage/messageEs"), &Value::Null);
    }

    async fn what_somebody_has_read_is_marked_for_them_alone_and_only_what_is_meant_for_them(world: World) {
        let list = "query ($t: ID!, $c: ID!, $e: ID) {
            listCompanyMessages(tenantId: $t, companyId: $c, employeeId: $e, limit: 100) { results { id isRead } } }";
        let mark = "mutation ($t: ID!, $c: ID!, $e: ID!, $ids: [ID!]!) {
            markMessagesRead(tenantId: $t, companyId: $c, employeeId: $e, messageIds: $ids) { newlyRead } }";
        let unread = async |actor: &Actor<'_>, at: &Standing| {
            let reply = actor.ask(list, json!({ "t": at.tenant, "c": at.company, "e": at.employee })).await;
            let rows = reply.data("/listCompanyMessages/results").as_array().unwrap().clone();
            rows.into_iter().filter(|row| row["isRead"] == false).map(|row| row["id"].clone()).collect::<Vec<_>>()
        };
        let (ana, victor, elena) =
            (world.acting("ana").await, world.acting("victor").await, world.acting("elena").await);
        let at = ana.standing(OUTFITTERS).await;
        let victors = unread(&victor, &victor.standing(OUTFITTERS).await).await;
        let before = unread(&ana, &at).await;
        let foreign = unread(&elena, &elena.standing(LOGISTICS).await).await[0].clone();
        let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee, "ids": [before[0], before[0], foreign] });
        let reply = ana.ask(mark, ids.clone()).await;
        assert_eq!(reply.data("/markMessagesRead/newlyRead"), 1, "once, and nothing of another company");
        assert_eq!(ana.ask(mark, ids).await.data("/markMessagesRead/newlyRead"), 0);
        assert_eq!(unread(&ana, &at).await, before[1..]);
        assert_eq!(unread(&victor, &victor.standing(OUTFITTERS).await).await, victors);

        let marcus = world.acting("marcus").await;
        let here = marcus.standing(OUTFITTERS).await;
        let delete = "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
            deleteMessage(tenantId: $t, companyId: $c, managerId: $m, messageId: $id) { messageId } }";
        let vars = json!({ "t": here.tenant, "c": here.company, "m": here.person, "id": before[0] });
        marcus.ask(delete, vars).await.data("/deleteMessage");
        assert_eq!(world.count("SELECT count(*) FROM announcement_read").await, 0, "marks go with what was read");
    }

    async fn the_older_list_tells_the_same(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let all = list_for_employee(&ana, &at).await;
        let query = "query ($c: ID!, $e: ID!, $l: Int) {
            announcements(companyId: $c, employeeId: $e, limit: $l) { totalCount announcements { message } } }";
        let reply = ana.ask(query, json!({ "c": at.company, "e": at.employee, "l": 2 })).await;
        assert_eq!(messages(reply.data("/announcements/announcements")), all[..2]);
        assert_eq!(reply.data("/announcements/totalCount"), all.len());
        let refused = ana.ask(query, json!({ "c": at.company, "e": at.employee, "l": 0 })).await;
        assert_eq!(refused.outcome(), "INVALID_LIMIT");
    }

    async fn a_text_is_kept_to_the_letter_whatever_is_in_it(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        for text in ["<script>alert(1)</script>", "'; DROP TABLE announcement; --", "Ñandú 🏔️ 👩‍🌾", "a\nb\tc", "{{7*7}}", "123"] {
            let reply = marcus.ask(&create(), with(&at, draft(text))).await;
            assert_eq!(reply.data("/createMessage/message"), text);
            assert!(list_for_manager(&marcus, &at).await.contains(&text.to_owned()), "{text}");
        }
    }
}
