//! Who sees which figures, and whether they add up.

use super::*;
use crate::world::{World, both};

both! {
    async fn balances_are_those_on_everyones_own_page_and_money_is_for_payroll(world: World) {
        let (grace, ana) = (world.acting("grace").await, world.acting("ana").await);
        let hers = ana.standing(OUTFITTERS).await;
        world.change("UPDATE employee_profile SET annual_salary = NULL, hourly_rate = 200000 WHERE employee_id =
            (SELECT e.id FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = 'ana')", vec![]).await;
        let balances = "query ($t: ID!, $c: ID!, $e: ID!) { timeOffBalances(tenantId: $t, companyId: $c, employeeId: $e) {
            typeId type hasBalance } }";
        let own = json!({ "t": hers.tenant, "c": hers.company, "e": hers.employee });
        let types = ana.ask(balances, own.clone()).await.data("/timeOffBalances").clone();
        let ledger = "query ($t: ID!, $c: ID!, $e: ID!, $i: ID!, $d: Date!) {
            timeOffLedger(tenantId: $t, companyId: $c, employeeId: $e, typeId: $i, date: $d) { balance } }";
        for day in ["2026-06-30", "2026-11-16", "2027-02-26"] {
            let table = json!({ "rows": people(&grace, &hers, "balances", json!({ "on": day })).await });
            let first = grace.ask(PEOPLE, at(&hers, json!({ "n": "balances", "f": { "on": day } }))).await;
            let listed = first.data("/listReportPeople").clone();
            let row = table["rows"].as_array().unwrap().iter().find(|row| row["id"] == json!(hers.employee)).unwrap();
            for of in types.as_array().unwrap().iter().filter(|of| of["hasBalance"] == true) {
                let mut asked = own.clone();
                (asked["i"], asked["d"]) = (of["typeId"].clone(), json!(day));
                let balance = ana.ask(ledger, asked).await.data("/timeOffLedger/balance").clone();
                let place = place(&listed, of["type"].as_str().unwrap());
                assert_eq!(row["cells"][place], balance, "{day} {}", of["type"]);
            }
            assert!(listed["columns"].as_array().unwrap().iter().all(|column| column["kind"] != "money"));
        }
        // An administrator gets hours; payroll of the company gets their worth, too.
        world.hold("dana", "Payroll", Some(OUTFITTERS), (None, None)).await;
        let dana = world.acting("dana").await;
        let (plain, paid) = (report(&grace, &hers, "balances", json!({})).await, report(&dana, &hers, "balances", json!({})).await);
        assert_eq!(column(&plain, "hours"), column(&paid, "hours"));
        assert!(plain["columns"].as_array().unwrap().iter().all(|column| column["kind"] != "money"));
        let (grouped, listed) = (
            report(&dana, &hers, "balances", json!({ "groupBy": "department" })).await,
            people(&dana, &hers, "balances", json!({})).await,
        );
        assert_eq!(sum(&column(&grouped, "hours")), sum(&column(&paid, "hours")));
        assert_eq!(sum(&column(&grouped, "liability")), sum(&column(&paid, "liability")));
        let worth: i64 = listed.iter().filter_map(|row| row["cells"].as_array().unwrap().last().unwrap().as_str()).map(units).sum();
        assert_eq!(worth, sum(&column(&paid, "liability")));
        let row = listed.iter().find(|row| row["id"] == json!(hers.employee)).unwrap();
        let cells: Vec<i64> = row["cells"].as_array().unwrap()[3..].iter().map(|cell| units(cell.as_str().unwrap())).collect();
        let (worth, hours) = cells.split_last().unwrap();
        assert!((worth - 20 * hours.iter().sum::<i64>()).abs() <= 100 * hours.len() as i64, "{cells:?}");
        // What payroll saves has it, and what an administrator saves doesn't.
        for (actor, has_money) in [(&dana, true), (&grace, false)] {
            let file = actor.post(&file_path(&hers, "balances", "format=csv&part=people"), String::new(), &[]).await;
            assert_eq!((file.status.as_u16(), file.text.contains("Liability")), (200, has_money), "{}", file.text);
        }
    }

    async fn people_see_the_companies_they_look_after_or_pay_and_no_others(world: World) {
        world.add_newcomers().await;
        let hers = world.acting("ana").await.standing(OUTFITTERS).await;
        let logistics = world.acting("elena").await.standing("Cedar Logistics").await;
        let before = world.rows().await;
        for (who, company, outcome, status) in [
            ("grace", &hers, "ok", 200), ("lena", &logistics, "ok", 200), ("paula", &hers, "ok", 200),
            ("lena", &hers, "NOT_FOUND", 404), ("paula", &logistics, "NOT_FOUND", 404),
            ("ana", &hers, "FORBIDDEN", 403), ("marcus", &hers, "FORBIDDEN", 403), ("hugo", &hers, "NOT_FOUND", 404),
        ] {
            let actor = world.acting(who).await;
            for name in NAMES {
                let reply = actor.ask(REPORT, at(company, json!({ "n": name }))).await;
                assert_eq!(reply.outcome(), outcome, "{who} {name}: {}", reply.text);
            }
            let path = file_path(company, "headcount", "format=xlsx&language=es");
            let outcome = actor.post(&path, String::new(), &[]).await.status.as_u16();
            assert!(outcome == status || (who == "hugo" && outcome == 403), "{who}: {outcome}");
        }
        let after = world.rows().await;
        assert_eq!(after["report_schedule"], before["report_schedule"]);
        let companies = "query ($t: ID!) { listReportCompanies(tenantId: $t) { results { name seesPay } } }";
        for (who, expected) in [
            ("lena", json!([{ "name": "Cedar Logistics", "seesPay": false }])),
            ("paula", json!([{ "name": OUTFITTERS, "seesPay": true }])),
        ] {
            let reply = world.acting(who).await.ask(companies, json!({ "t": hers.tenant })).await;
            assert_eq!(reply.data("/listReportCompanies/results"), &expected, "{who}");
        }
        let exports = "SELECT count(*) FROM audit_event WHERE action = 'report.exported' AND result = 'done'";
        assert_eq!(world.count(exports).await, 3);
    }

    async fn figures_agree_with_the_people_behind_them(world: World) {
        let grace = world.acting("grace").await;
        let hers = world.acting("ana").await.standing(OUTFITTERS).await;
        let range = json!({ "from": "2026-01-01", "to": "2026-12-31" });
        let taken = report(&grace, &hers, "timeOffTaken", range.clone()).await;
        let by_department = report(&grace, &hers, "timeOffTaken", json!({ "from": "2026-01-01", "to": "2026-12-31", "groupBy": "department" })).await;
        let all = sum(&column(&taken, "taken")) + sum(&column(&taken, "planned"));
        assert!(all > 0);
        assert_eq!(sum(&column(&by_department, "taken")) + sum(&column(&by_department, "planned")), all);
        let listed = people(&grace, &hers, "timeOffTaken", range).await;
        let hours = |row: &Value| row["cells"].as_array().unwrap()[3..].iter().map(|cell| units(cell.as_str().unwrap())).sum::<i64>();
        assert_eq!(listed.iter().map(hours).sum::<i64>(), all);

        let consent = report(&grace, &hers, "consent", json!({})).await;
        let count = |name: &str| column(&consent, name).iter().map(|cell| cell.parse::<usize>().unwrap()).sum::<usize>();
        assert_eq!(people(&grace, &hers, "consent", json!({})).await.len(), count("people"));
        assert_eq!(people(&grace, &hers, "consent", json!({ "missingOnly": true })).await.len(), count("people") - count("electronic"));

        let items = report(&grace, &hers, "acknowledgements", json!({})).await;
        let item = items["rows"][0]["id"].clone();
        let missing = column(&items, "missing")[0].parse::<usize>().unwrap();
        let filter = json!({ "resourceId": item, "missingOnly": true });
        assert_eq!(people(&grace, &hers, "acknowledgements", filter).await.len(), missing);

        // Who works there now is who's there at the end of a month that isn't over, except people who leave in it.
        let headcount = report(&grace, &hers, "headcount", json!({})).await;
        assert_eq!(column(&headcount, "month").len(), 12);
        let there = "SELECT count(*) FROM employee e JOIN company c ON c.id = e.company_id WHERE c.name = 'Cedar Outfitters'
            AND e.status = 'Active' AND e.last_day IS NULL AND e.current_hire_date <= '2026-11-30'";
        assert_eq!(column(&headcount, "atEnd").last().unwrap(), &world.count(there).await.to_string());

        let decisions = report(&grace, &hers, "decisions", json!({ "from": "2026-01-01", "to": "2026-12-31", "groupBy": "month" })).await;
        let of = |name: &str| column(&decisions, name).iter().map(|cell| cell.parse::<i64>().unwrap()).sum::<i64>();
        assert!(of("requests") > 0);
        assert_eq!(of("requests"), of("approved") + of("denied") + of("waiting") + of("withdrawn"));
    }

    async fn what_makes_no_sense_is_refused_at_its_field(world: World) {
        let grace = world.acting("grace").await;
        let hers = world.acting("ana").await.standing(OUTFITTERS).await;
        for (name, filter, code, field) in [
            ("timeOffTaken", json!({ "from": "2026-02-01", "to": "2026-01-01" }), "END_BEFORE_START", "to"),
            ("headcount", json!({ "from": "2000-01-01", "to": "2026-01-01" }), "REPORT_RANGE_TOO_LONG", "to"),
            ("balances", json!({ "on": "2100-01-01" }), "DATE_OUT_OF_RANGE", "on"),
            ("consent", json!({ "groupBy": "decider" }), "REPORT_GROUPING", "groupBy"),
        ] {
            let reply = grace.ask(REPORT, at(&hers, json!({ "n": name, "f": filter }))).await;
            refused(&reply, code, Some(field));
        }
        let reply = grace.ask(PEOPLE, at(&hers, json!({ "n": "headcount" }))).await;
        refused(&reply, "REPORT_WITHOUT_PEOPLE", Some("report"));
        let reply = grace.ask(PEOPLE, at(&hers, json!({ "n": "acknowledgements" }))).await;
        refused(&reply, "REQUIRED", Some("resourceId"));
        let other = json!({ "n": "acknowledgements", "f": { "resourceId": "00000000-0000-7000-8000-000000000000" } });
        refused(&grace.ask(PEOPLE, at(&hers, other)).await, "NOT_FOUND", None);
        for (query, code) in [("format=json", "UNKNOWN_FORMAT"), ("on=tomorrow", "INVALID_DATE"), ("part=people", "REPORT_WITHOUT_PEOPLE")] {
            let reply = grace.post(&file_path(&hers, "headcount", query), String::new(), &[]).await;
            assert_eq!((reply.status.as_u16(), &reply.body["code"]), (422, &json!(code)), "{}", reply.text);
        }
    }
}
