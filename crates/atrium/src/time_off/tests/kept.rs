//! Managers' queues and days are stored next to the requests (decision 23) and must always match them.

use super::deciding::{asked, decide, decision, queue};
use super::{DELETE, OUTFITTERS, at};
use crate::world::{TODAY, World, both};
use serde_json::json;

/// Compares what's stored with what the requests, lines and employees say now.
async fn is_kept(world: &World, when: &str) {
    for table in ["time_off_waiting", "time_off_away"] {
        for (one, other) in [("", "_now"), ("_now", "")] {
            let sql = format!(
                "SELECT count(*) FROM (SELECT * FROM {table}{one} EXCEPT SELECT * FROM {table}{other}) differing"
            );
            assert_eq!(
                world.count(sql.leak()).await,
                0,
                "{when}: {table}{one} has what {table}{other} has not"
            );
        }
        assert!(world.count(format!("SELECT count(*) FROM {table}").leak()).await > 0, "{when}: {table}");
    }
}

both! {
    async fn what_is_kept_for_managers_follows_requests_lines_and_employees(world: World) {
        is_kept(&world, "in the demo").await;
        let marcus = world.acting("marcus").await;
        let his = marcus.standing(OUTFITTERS).await;
        let request = asked(&world, "2027-02-22", "2027-02-24").await;
        is_kept(&world, "asked").await;
        let mut partly = decision(&his, &request, "partly");
        partly["i"]["days"] = json!(["2027-02-23"]);
        marcus.ask(&decide(), partly).await.data("/decideTimeOffRequest");
        is_kept(&world, "approved in part").await;
        let undo = "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!, $v: Int!) { undoTimeOffDecision(tenantId: $t,
            companyId: $c, managerId: $m, id: $id, version: $v) { status } }";
        let undo = marcus.ask(undo, json!({ "t": his.tenant, "c": his.company, "m": his.person, "id": request["id"], "v": 2 })).await;
        undo.data("/undoTimeOffDecision");
        is_kept(&world, "undone").await;
        let ana = world.acting("ana").await;
        let hers = ana.standing(OUTFITTERS).await;
        ana.ask(DELETE, at(&hers, json!({ "id": request["id"] }))).await.data("/deleteTimeOffRequest");
        is_kept(&world, "withdrawn").await;
        let of_marcus = "manager_id = (SELECT id FROM person WHERE username = 'marcus')";
        for (when, sql) in [
            ("primary lines", format!("UPDATE reporting_line SET kind = 'secondary' WHERE kind = 'primary' AND area = 'Time Off' AND {of_marcus}
                AND NOT EXISTS (SELECT 1 FROM reporting_line o WHERE o.manager_id = reporting_line.manager_id AND o.company_id = reporting_line.company_id
                  AND o.employee_id = reporting_line.employee_id AND o.kind = 'secondary' AND o.area = 'Time Off')")),
            ("second lines", format!("INSERT INTO reporting_line (manager_id, company_id, employee_id, tenant_id, kind, area, sort_name)
                SELECT manager_id, company_id, employee_id, tenant_id, 'primary', area, sort_name FROM reporting_line
                WHERE kind = 'secondary' AND area = 'Time Off' AND {of_marcus} ON CONFLICT DO NOTHING")),
            ("other names", "UPDATE reporting_line SET sort_name = 'z' || sort_name".to_owned()),
            ("a line less", format!("DELETE FROM reporting_line WHERE kind = 'primary' AND area = 'Time Off' AND {of_marcus}")),
            ("another manager", format!("UPDATE reporting_line SET manager_id = (SELECT id FROM person WHERE username = 'evan') WHERE {of_marcus}")),
            ("one who left", "UPDATE employee SET status = 'Terminated' WHERE first_name = 'Victor'".to_owned()),
            ("one who came back", "UPDATE employee SET status = 'Active' WHERE first_name = 'Victor'".to_owned()),
            ("a day that goes", "DELETE FROM time_off_day WHERE status = 'Approved' AND day > '2026-11-16'".to_owned()),
        ] {
            world.change(sql.leak(), vec![]).await;
            is_kept(&world, when).await;
        }
    }

    async fn a_card_names_the_first_and_counts_all(world: World) {
        let marcus = world.acting("marcus").await;
        let his = marcus.standing(OUTFITTERS).await;
        world.change("DELETE FROM time_off_day WHERE day BETWEEN '2026-11-16' AND '2026-11-22'", vec![]).await;
        let sql = "INSERT INTO time_off_day (request_id, day, tenant_id, company_id, employee_id, type_id, hours, status)
            SELECT (SELECT r.id FROM time_off_request r WHERE r.employee_id = e.id ORDER BY r.id LIMIT 1), $1, e.tenant_id, e.company_id,
              e.id, (SELECT r.type_id FROM time_off_request r WHERE r.employee_id = e.id ORDER BY r.id LIMIT 1), 80000, 'Approved'
            FROM employee e JOIN company c ON c.id = e.company_id
            WHERE c.name = 'Cedar Outfitters' AND e.status = 'Active' AND EXISTS (SELECT 1 FROM time_off_request r WHERE r.employee_id = e.id)";
        world.change(sql, db::params![TODAY.plus_days(6)]).await;
        let ids = json!({ "t": his.tenant, "c": his.company, "m": his.person });
        let query = |brief: bool| format!("query ($t: ID!, $c: ID!, $m: ID!) {{
            timeOffAnalysis(tenantId: $t, companyId: $c, managerId: $m, isBrief: {brief}) {{
              pending week {{ date awayCount away {{ employeeId lastName amount }} }} }}
            teamToday(tenantId: $t, companyId: $c, managerId: $m, isBrief: {brief}) {{ awayCount away {{ employeeId }} }} }}");
        let (all, brief) = (marcus.ask(&query(false), ids.clone()).await, marcus.ask(&query(true), ids).await);
        assert_eq!(all.data("/timeOffAnalysis/pending"), brief.data("/timeOffAnalysis/pending"));
        for day in 0..7 {
            let of = |reply: &crate::world::Reply| reply.data(&format!("/timeOffAnalysis/week/{day}")).clone();
            let (all, brief) = (of(&all), of(&brief));
            let everyone = all["away"].as_array().unwrap();
            assert_eq!((&all["awayCount"], &brief["awayCount"]), (&json!(everyone.len()), &json!(everyone.len())));
            assert_eq!(brief["away"].as_array().unwrap(), &everyone[..everyone.len().min(5)]);
        }
        assert!(all.data("/timeOffAnalysis/week/6/awayCount").as_i64().unwrap() > 5);
        assert_eq!(all.data("/teamToday/awayCount"), brief.data("/teamToday/awayCount"));
    }

    async fn pages_of_a_queue_over_two_managers_hold_each_request_once(world: World) {
        let (marcus, dana) = (world.acting("marcus").await, world.acting("dana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, dana.standing(OUTFITTERS).await);
        let own: Vec<_> = queue(&dana, &hers, json!({})).await.iter().map(|request| request["id"].clone()).collect();
        world.change("INSERT INTO time_off_delegation (id, tenant_id, company_id, manager_id, delegate_id, first_day, last_day)
            SELECT $1, $2, $3, $4, $5, '2026-11-01', '2026-11-30'",
            [uuid::Uuid::from_u128(7).to_string(), his.tenant.clone(), his.company.clone(), his.person.clone(), hers.person.clone()]
                .map(|id| db::Value::from(id.parse::<uuid::Uuid>().unwrap())).to_vec()).await;
        let all: Vec<_> = queue(&dana, &hers, json!({})).await.iter().map(|request| request["id"].clone()).collect();
        assert!(all.len() > own.len() && own.iter().all(|id| all.contains(id)), "{} and {}", own.len(), all.len());
        let page = "query ($t: ID!, $c: ID!, $m: ID!, $n: String) { listManagersEmployeesTimeOffRequest(tenantId: $t, companyId: $c,
            managerId: $m, limit: 3, cursor: $n) { results { id } links { next } } }";
        let (mut paged, mut next) = (vec![], json!(null));
        loop {
            let reply = dana.ask(page, json!({ "t": hers.tenant, "c": hers.company, "m": hers.person, "n": next })).await;
            let list = reply.data("/listManagersEmployeesTimeOffRequest");
            paged.extend(list["results"].as_array().unwrap().iter().map(|request| request["id"].clone()));
            next = list["links"]["next"].clone();
            if next.is_null() {
                break;
            }
        }
        assert_eq!(paged, all);
    }
}
