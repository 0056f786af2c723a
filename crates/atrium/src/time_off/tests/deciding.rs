//! Managers' queues and decisions.

use super::{
    DELETE, FIELDS, LOGISTICS, OUTFITTERS, at, create, requests, type_of, units, update, whole, with,
};
use crate::world::{Actor, Standing, TODAY, World, both};
use serde_json::{Value, json};

pub(super) fn decide() -> String {
    format!(
        "mutation ($t: ID!, $c: ID!, $m: ID!, $i: TimeOffDecisionInput!) {{
           decideTimeOffRequest(tenantId: $t, companyId: $c, managerId: $m, input: $i) {{ {FIELDS} }} }}"
    )
}

pub(super) async fn queue(actor: &Actor<'_>, standing: &Standing, more: Value) -> Vec<Value> {
    let query = format!(
        "query ($t: ID!, $c: ID!, $m: ID!, $e: ID, $r: ReportKind) {{ listManagersEmployeesTimeOffRequest(tenantId: $t,
           companyId: $c, managerId: $m, employeeId: $e, report: $r, limit: 100) {{ results {{ {FIELDS} }} }} }}"
    );
    let mut vars = at(standing, json!({ "e": null, "m": standing.person }));
    vars.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let reply = actor.ask(&query, vars).await;
    reply.data("/listManagersEmployeesTimeOffRequest/results").as_array().unwrap().clone()
}

pub(super) fn decision(standing: &Standing, request: &Value, action: &str) -> Value {
    json!({ "t": standing.tenant, "c": standing.company, "m": standing.person,
        "i": { "id": request["id"], "version": request["version"], "action": action } })
}

/// A pending request of Ana's.
pub(super) async fn asked(world: &World, first: &str, last: &str) -> Value {
    let ana = world.acting("ana").await;
    let standing = ana.standing(OUTFITTERS).await;
    let vacation = type_of(&ana, &standing, "Vacation").await;
    let made = ana.ask(&create(), at(&standing, json!({ "i": whole(&vacation, first, last) }))).await;
    made.data("/createTimeOffRequest").clone()
}

both! {
    async fn the_queue_holds_what_waits_for_this_manager_soonest_first(world: World) {
        let marcus = world.acting("marcus").await;
        let standing = marcus.standing(OUTFITTERS).await;
        let all = queue(&marcus, &standing, json!({})).await;
        assert!(all.len() > 5, "{}", all.len());
        assert!(all.iter().all(|request| request["status"] == "Pending"));
        let dates: Vec<&str> = all.iter().map(|request| request["timeOffDate"].as_str().unwrap()).collect();
        assert!(dates.is_sorted(), "{dates:?}");
        let primary = queue(&marcus, &standing, json!({ "r": "primary" })).await;
        let secondary = queue(&marcus, &standing, json!({ "r": "secondary" })).await;
        assert_eq!(primary.len() + secondary.len(), all.len());
        assert!(!secondary.is_empty());
        // Anyone on the secondary list has a secondary line in this area.
        for request in &secondary {
            let lines: Vec<(String, String)> = world.app.db.all("SELECT l.kind, l.area FROM reporting_line l JOIN person p ON p.id = l.manager_id
                WHERE p.username = 'marcus' AND l.employee_id = $1",
                db::params![request["employeeId"].as_str().unwrap().parse::<uuid::Uuid>().unwrap()]).await.unwrap();
            assert_eq!(lines, [("secondary".to_owned(), "Time Off".to_owned())]);
        }
        let ana = world.acting("ana").await.standing(OUTFITTERS).await.employee;
        let hers = queue(&marcus, &standing, json!({ "e": ana })).await;
        assert!(!hers.is_empty() && hers.iter().all(|request| request["employeeId"] == json!(ana)));
    }

    async fn a_queue_read_in_its_order_holds_what_one_looked_up_by_report_does(world: World) {
        let priya = world.acting("priya").await;
        let standing = priya.standing(LOGISTICS).await;
        let looked_up = queue(&priya, &standing, json!({})).await;
        assert!(looked_up.len() > 20, "{}", looked_up.len());
        // A second line to each of her reports: the same people, but more lines than we look up one by one.
        world.change("INSERT INTO reporting_line (manager_id, company_id, employee_id, tenant_id, kind, area, sort_name)
            SELECT l.manager_id, l.company_id, l.employee_id, l.tenant_id,
              CASE l.kind WHEN 'primary' THEN 'secondary' ELSE 'primary' END, l.area, l.sort_name
            FROM reporting_line l JOIN person p ON p.id = l.manager_id WHERE p.username = 'priya'
            ON CONFLICT DO NOTHING", vec![]).await;
        let lines = "SELECT count(*) FROM reporting_line l JOIN person p ON p.id = l.manager_id
            JOIN company c ON c.id = l.company_id
            WHERE p.username = 'priya' AND l.area = 'Time Off' AND c.name = 'Cedar Logistics'";
        assert!(world.count(lines).await > 300);
        assert_eq!(queue(&priya, &standing, json!({})).await, looked_up);
    }

    async fn nobody_finds_their_own_request_in_their_queue(world: World) {
        let priya = world.acting("priya").await;
        let standing = priya.standing(OUTFITTERS).await;
        let own = requests(&priya, &standing).await.into_iter().find(|r| r["status"] == "Pending").unwrap();
        assert!(queue(&priya, &standing, json!({})).await.iter().all(|request| request["id"] != own["id"]));
        let before = world.rows().await;
        let tried = priya.ask(&decide(), decision(&standing, &own, "approve")).await;
        assert_eq!(tried.outcome(), "NOT_FOUND");
        // Not even with a line to herself.
        world.change("INSERT INTO reporting_line (manager_id, company_id, employee_id, tenant_id, kind, area)
            SELECT p.id, e.company_id, e.id, e.tenant_id, 'primary', 'Time Off' FROM person p JOIN employee e ON e.person_id = p.id WHERE p.username = 'priya'", vec![]).await;
        let tried = priya.ask(&decide(), decision(&standing, &own, "approve")).await;
        assert_eq!(tried.outcome(), "NOT_FOUND");
        let mut after = world.rows().await;
        after.insert("reporting_line".to_owned(), before["reporting_line"].clone());
        assert_eq!(after, before);
    }

    async fn a_decision_is_taken_once_and_told_once(world: World) {
        let request = asked(&world, "2027-02-22", "2027-02-24").await;
        let (marcus, dana) = (world.acting("marcus").await, world.acting("dana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, dana.standing(OUTFITTERS).await);
        let approved = marcus.ask(&decide(), decision(&his, &request, "approve")).await;
        let approved = approved.data("/decideTimeOffRequest");
        assert_eq!((&approved["status"], &approved["decidedByName"]), (&json!("Approved"), &json!("Marcus Bell")));
        assert!(approved["days"].as_array().unwrap().iter().all(|day| day["status"] == "Approved"));
        let late = dana.ask(&decide(), decision(&hers, &request, "deny")).await;
        assert_eq!(late.outcome(), "CONFLICT");
        let current = &late.body["errors"][0]["extensions"]["current"];
        assert_eq!((&current["status"], &current["decidedByName"]), (&json!("Approved"), &json!("Marcus Bell")));
        let again = dana.ask(&decide(), decision(&hers, approved, "deny")).await;
        assert_eq!(again.outcome(), "REQUEST_PROCESSED");
        let id = request["id"].as_str().unwrap().parse::<uuid::Uuid>().unwrap();
        let events: (i64,) = world.app.db.one("SELECT count(*) FROM audit_event WHERE action = 'time_off.decide' AND subject_id = $1", db::params![id]).await.unwrap();
        assert_eq!(events.0, 1);
    }

    async fn approving_in_part_keeps_the_chosen_days_and_frees_the_others(world: World) {
        let request = asked(&world, "2027-02-22", "2027-02-24").await;
        let marcus = world.acting("marcus").await;
        let his = marcus.standing(OUTFITTERS).await;
        let mut vars = decision(&his, &request, "partly");
        vars["i"]["days"] = json!(["2027-02-22", "2027-02-24"]);
        vars["i"]["managerNotes"] = json!("Tuesday is stock-taking.");
        let partial = marcus.ask(&decide(), vars).await;
        let partial = partial.data("/decideTimeOffRequest");
        assert_eq!((&partial["status"], &partial["managerNotes"]), (&json!("Partial"), &json!("Tuesday is stock-taking.")));
        let days: Vec<&str> = partial["days"].as_array().unwrap().iter().map(|day| day["status"].as_str().unwrap()).collect();
        assert_eq!(days, ["Approved", "Denied", "Approved"]);
        asked(&world, "2027-02-23", "2027-02-23").await;
        let ana = world.acting("ana").await;
        let hers = ana.standing(OUTFITTERS).await;
        let vacation = type_of(&ana, &hers, "Vacation").await;
        let again = ana.ask(&create(), at(&hers, json!({ "i": whole(&vacation, "2027-02-24", "2027-02-24") }))).await;
        assert_eq!(again.outcome(), "DUPLICATE_DATE");
        ana.ask(DELETE, at(&hers, json!({ "id": request["id"] }))).await.data("/deleteTimeOffRequest/id");
        let free = ana.ask(&create(), at(&hers, json!({ "i": whole(&vacation, "2027-02-24", "2027-02-24") }))).await;
        assert_eq!(free.data("/createTimeOffRequest/status"), "Pending");
    }

    async fn a_first_approval_does_not_hold_for_what_somebody_else_has_changed_since(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let parental = type_of(&ana, &standing, "Parental").await;
        let made = ana.ask(&create(), at(&standing, json!({ "i": whole(&parental, "2027-03-01", "2027-03-01") }))).await;
        let request = made.data("/createTimeOffRequest").clone();
        let (marcus, dana) = (world.acting("marcus").await, world.acting("dana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, dana.standing(OUTFITTERS).await);
        let before = world.rows().await;
        let mut in_part = decision(&his, &request, "partly");
        in_part["i"]["days"] = json!(["2027-03-01"]);
        assert_eq!(request["isFirstOfTwo"], true, "nobody is offered what is refused");
        assert_eq!(marcus.ask(&decide(), in_part).await.outcome(), "FIRST_APPROVES_ALL");
        assert_eq!(world.rows().await, before);
        let first = marcus.ask(&decide(), decision(&his, &request, "approve")).await;
        let first = first.data("/decideTimeOffRequest").clone();
        let other = with(whole(&parental, "2027-03-02", "2027-03-02"), json!({ "id": first["id"], "version": first["version"] }));
        let changed = dana.ask(&update(), at(&hers, json!({ "e": standing.employee, "m": hers.person, "i": other }))).await;
        let changed = changed.data("/updateTimeOffRequest").clone();
        assert_eq!((&changed["status"], &changed["isHalfApproved"]), (&json!("Pending"), &json!(false)));
        let hers_alone = dana.ask(&decide(), decision(&hers, &changed, "approve")).await;
        let hers_alone = hers_alone.data("/decideTimeOffRequest").clone();
        assert_eq!((&hers_alone["status"], &hers_alone["isHalfApproved"]), (&json!("Pending"), &json!(true)));
        let second = marcus.ask(&decide(), decision(&his, &hers_alone, "approve")).await;
        assert_eq!(second.data("/decideTimeOffRequest/status"), "Approved");
    }

    async fn two_steps_need_two_people(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let parental = type_of(&ana, &standing, "Parental").await;
        let made = ana.ask(&create(), at(&standing, json!({ "i": whole(&parental, "2027-03-01", "2027-04-30") }))).await;
        let request = made.data("/createTimeOffRequest").clone();
        let (marcus, dana) = (world.acting("marcus").await, world.acting("dana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, dana.standing(OUTFITTERS).await);
        let mut yes = decision(&his, &request, "approve");
        yes["i"]["managerNotes"] = json!("Congratulations!");
        let first = marcus.ask(&decide(), yes).await.data("/decideTimeOffRequest").clone();
        assert_eq!((&first["status"], &first["isHalfApproved"]), (&json!("Pending"), &json!(true)));
        assert_eq!(first["isFirstOfTwo"], false);
        assert!(queue(&marcus, &his, json!({})).await.iter().all(|waiting| waiting["id"] != request["id"]));
        assert!(queue(&dana, &hers, json!({})).await.iter().any(|waiting| waiting["id"] == request["id"]));
        assert_eq!(marcus.ask(&decide(), decision(&his, &first, "approve")).await.outcome(), "SECOND_APPROVER");
        let second = dana.ask(&decide(), decision(&hers, &first, "approve")).await;
        assert_eq!(second.data("/decideTimeOffRequest/status"), "Approved");
        assert_eq!(second.data("/decideTimeOffRequest/managerNotes"), "Congratulations!", "nothing was said instead");
    }

    async fn a_decision_is_taken_back_within_a_minute_by_whoever_took_it(world: World) {
        let request = asked(&world, "2027-02-22", "2027-02-22").await;
        let (marcus, dana) = (world.acting("marcus").await, world.acting("dana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, dana.standing(OUTFITTERS).await);
        let undo = "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!, $v: Int!) { undoTimeOffDecision(tenantId: $t,
            companyId: $c, managerId: $m, id: $id, version: $v) { status version decidedByName days { status } } }";
        let vars = |at: &Standing, version: i64| json!({ "t": at.tenant, "c": at.company, "m": at.person, "id": request["id"], "v": version });
        marcus.ask(&decide(), decision(&his, &request, "deny")).await.data("/decideTimeOffRequest");
        assert_eq!(dana.ask(undo, vars(&hers, 2)).await.outcome(), "UNDO_NOT_YOURS");
        let undone = marcus.ask(undo, vars(&his, 2)).await;
        assert_eq!(undone.data("/undoTimeOffDecision"), &json!({ "status": "Pending", "version": 3, "decidedByName": null, "days": [{ "status": "Pending" }] }));
        // Once the day was requested again, or a minute has passed, the decision stays.
        let mut again = request.clone();
        again["version"] = json!(3);
        marcus.ask(&decide(), decision(&his, &again, "deny")).await.data("/decideTimeOffRequest");
        asked(&world, "2027-02-22", "2027-02-22").await;
        assert_eq!(marcus.ask(undo, vars(&his, 4)).await.outcome(), "DUPLICATE_DATE");
        let id = request["id"].as_str().unwrap().parse::<uuid::Uuid>().unwrap();
        world.change("UPDATE time_off_request SET decided_at = $2 WHERE id = $1",
            db::params![id, world.app.clock.now() - jiff::SignedDuration::from_secs(61)]).await;
        assert_eq!(marcus.ask(undo, vars(&his, 4)).await.outcome(), "UNDO_TOO_LATE");
    }

    async fn several_are_decided_at_once_and_one_refusal_does_not_hold_up_the_others(world: World) {
        let (one, two) = (asked(&world, "2027-02-22", "2027-02-22").await, asked(&world, "2027-02-23", "2027-02-23").await);
        let marcus = world.acting("marcus").await;
        let his = marcus.standing(OUTFITTERS).await;
        let elsewhere = world.acting("hugo").await;
        let foreign = requests(&elsewhere, &elsewhere.standing("Harbor Clinic").await).await[0].clone();
        let bulk = "mutation ($t: ID!, $c: ID!, $m: ID!, $d: [TimeOffDecisionInput!]!) { decideTimeOffRequests(tenantId: $t,
            companyId: $c, managerId: $m, decisions: $d) { id refusal request { status } } }";
        let item = |request: &Value, version: i64| json!({ "id": request["id"], "version": version, "action": "approve" });
        let reply = marcus.ask(bulk, json!({ "t": his.tenant, "c": his.company, "m": his.person,
            "d": [item(&one, 1), item(&two, 7), item(&foreign, 1)] })).await;
        let outcomes = reply.data("/decideTimeOffRequests");
        assert_eq!(outcomes[0]["request"]["status"], "Approved");
        assert_eq!(outcomes[1], json!({ "id": two["id"], "refusal": "CONFLICT", "request": null }));
        assert_eq!(outcomes[2]["refusal"], "NOT_FOUND");
    }

    async fn a_manager_enters_time_off_for_a_report_and_corrects_it(world: World) {
        let (marcus, ana) = (world.acting("marcus").await, world.acting("ana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, ana.standing(OUTFITTERS).await);
        let vacation = type_of(&ana, &hers, "Vacation").await;
        let as_manager = |input: Value| at(&hers, json!({ "m": his.person, "i": input }));
        // Also on a day employees can't request.
        let made = marcus.ask(&create(), as_manager(whole(&vacation, "2026-12-24", "2026-12-24"))).await;
        let made = made.data("/createTimeOffRequest").clone();
        assert_eq!((&made["status"], &made["decidedByName"]), (&json!("Approved"), &json!("Marcus Bell")));
        let input = with(whole(&vacation, "2026-12-23", "2026-12-23"), json!({ "id": made["id"], "version": 1 }));
        let corrected = marcus.ask(&update(), as_manager(input)).await;
        assert_eq!(corrected.data("/updateTimeOffRequest/status"), "Approved");
        assert_eq!(corrected.data("/updateTimeOffRequest/timeOffDate"), "2026-12-23");
    }

    async fn whoever_decides_sees_the_balance_and_who_else_is_away(world: World) {
        let request = asked(&world, "2027-02-22", "2027-02-24").await;
        let marcus = world.acting("marcus").await;
        let his = marcus.standing(OUTFITTERS).await;
        let query = "query ($t: ID!, $c: ID!, $m: ID!, $id: ID!) { timeOffRequestDetails(tenantId: $t, companyId: $c,
            managerId: $m, id: $id) { request { id } balanceBefore balanceAfter away { lastName dates } holidays { name } } }";
        let reply = marcus.ask(query, json!({ "t": his.tenant, "c": his.company, "m": his.person, "id": request["id"] })).await;
        let details = reply.data("/timeOffRequestDetails");
        assert_eq!(units(&details["balanceBefore"]) - units(&details["balanceAfter"]), 240_000);
    }

    async fn a_manager_reads_of_the_same_team_on_a_request_as_on_their_home(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        let (hers, his) = (ana.standing(OUTFITTERS).await, marcus.standing(OUTFITTERS).await);
        // Everyone who reports to Marcus is away on Wednesday, wherever they work, and so is someone on Ana's team
        // who doesn't.
        world.change("DELETE FROM time_off_day WHERE day BETWEEN '2026-11-16' AND '2026-11-22'", vec![]).await;
        let sql = "INSERT INTO time_off_day (request_id, day, tenant_id, company_id, employee_id, type_id, hours, status)
            SELECT (SELECT r.id FROM time_off_request r WHERE r.employee_id = e.id ORDER BY r.id LIMIT 1), $1, e.tenant_id, e.company_id,
              e.id, (SELECT r.type_id FROM time_off_request r WHERE r.employee_id = e.id ORDER BY r.id LIMIT 1), 80000, 'Approved'
            FROM employee e JOIN company c ON c.id = e.company_id
            WHERE c.name = 'Cedar Outfitters' AND e.status = 'Active' AND EXISTS (SELECT 1 FROM time_off_request r WHERE r.employee_id = e.id)";
        world.change(sql, db::params![TODAY.plus_days(2)]).await;
        let ids = json!({ "t": his.tenant, "c": his.company, "m": his.person, "e": hers.employee });
        let home = "query ($t: ID!, $c: ID!, $m: ID!) { timeOffAnalysis(tenantId: $t, companyId: $c, managerId: $m) {
            week { date away { firstName lastName } } } }";
        let home = marcus.ask(home, ids.clone()).await;
        let names = |people: &Value| -> std::collections::BTreeSet<String> {
            let name = |one: &Value| format!("{} {}", one["firstName"].as_str().unwrap(), one["lastName"].as_str().unwrap());
            people.as_array().unwrap().iter().map(name).filter(|name| name != "Ana Morales").collect()
        };
        let on_home = names(home.data("/timeOffAnalysis/week/2/away"));
        assert!(on_home.len() > 3, "{on_home:?}");
        let unpaid = type_of(&ana, &hers, "Unpaid").await;
        let mut with_input = ids.clone();
        with_input["i"] = whole(&unpaid, "2026-11-18", "2026-11-18");
        let query = "query ($t: ID!, $c: ID!, $e: ID!, $m: ID, $i: TimeOffRequestInput!) { previewTimeOffRequest(tenantId: $t,
            companyId: $c, employeeId: $e, managerId: $m, input: $i) { away { firstName lastName } } }";
        let preview = marcus.ask(query, with_input.clone()).await;
        assert_eq!(names(preview.data("/previewTimeOffRequest/away")), on_home);
        with_input["m"] = Value::Null;
        let own = ana.ask(query, with_input).await;
        let of_her_team = names(own.data("/previewTimeOffRequest/away"));
        assert!(!of_her_team.is_empty() && of_her_team != on_home, "hers is the team she works in: {of_her_team:?}");
    }

    async fn the_analysis_counts_what_waits_and_shows_who_is_away_this_week(world: World) {
        let marcus = world.acting("marcus").await;
        let his = marcus.standing(OUTFITTERS).await;
        let query = "query ($t: ID!, $c: ID!, $m: ID!) { timeOffAnalysis(tenantId: $t, companyId: $c, managerId: $m) {
            pending week { date away { lastName amount } } } }";
        let ids = json!({ "t": his.tenant, "c": his.company, "m": his.person });
        let reply = marcus.ask(query, ids.clone()).await;
        let waiting = queue(&marcus, &his, json!({})).await.len();
        assert_eq!(reply.data("/timeOffAnalysis/pending"), &json!(waiting));
        let week = reply.data("/timeOffAnalysis/week").as_array().unwrap();
        assert_eq!((week.len(), &week[0]["date"], &week[6]["date"]), (7, &json!("2026-11-16"), &json!("2026-11-22")));
        let request = asked(&world, "2026-11-19", "2026-11-19").await;
        let away = async || marcus.ask(query, ids.clone()).await.data("/timeOffAnalysis/week/3/away").to_string();
        assert!(!away().await.contains("Morales"), "what waits is not yet away");
        marcus.ask(&decide(), decision(&his, &request, "approve")).await.data("/decideTimeOffRequest");
        assert!(away().await.contains("Morales"));
    }
}
