//! A manager's team through the API, as people of the demo world, on both engines.

use crate::world::{Actor, Standing, World, both};
use jiff::civil::Date;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const OUTFITTERS: &str = "Cedar Outfitters";
const LOGISTICS: &str = "Cedar Logistics";

const LIST: &str = "query ($t: ID!, $c: ID!, $m: ID!, $r: ReportKind, $s: String, $o: ID, $l: Int, $n: String) {
    listManagersEmployees(tenantId: $t, companyId: $c, managerId: $m, report: $r, search: $s, organizationId: $o,
      limit: $l, cursor: $n) {
      results { id firstName lastName employeeCode type dateOfBirth birthMonth birthDay originalHireDate currentHireDate
        primary secondary report divisionName branchName departmentName teamName }
      links { next previous } } }";

fn with(at: &Standing, more: Value) -> Value {
    let mut all = json!({ "t": at.tenant, "c": at.company, "m": at.person, "l": 100 });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

/// Every page of a list.
async fn all(actor: &Actor<'_>, at: &Standing, more: Value) -> Vec<Value> {
    let mut found: Vec<Value> = vec![];
    let mut next = Value::Null;
    loop {
        let mut variables = with(at, more.clone());
        variables["n"] = next;
        let reply = actor.ask(LIST, variables).await;
        found.extend(reply.data("/listManagersEmployees/results").as_array().unwrap().clone());
        next = reply.data("/listManagersEmployees/links/next").clone();
        if next.is_null() {
            return found;
        }
    }
}

fn ids(rows: &[Value]) -> BTreeSet<String> {
    rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

/// The employees that lines of this kind lead to, straight from the rows.
async fn lines(world: &World, username: &str, company: &str, kind: &str) -> BTreeSet<String> {
    let rows: Vec<(uuid::Uuid,)> = world
        .app
        .db
        .all(
            "SELECT DISTINCT l.employee_id FROM reporting_line l JOIN person p ON p.id = l.manager_id
             JOIN company c ON c.id = l.company_id WHERE p.username = $1 AND c.name = $2 AND l.kind = $3",
            db::params![username, company, kind],
        )
        .await
        .unwrap();
    rows.into_iter().map(|(id,)| id.to_string()).collect()
}

/// The ones with a birthday or anniversary within 31 days, looked up one by one.
async fn celebrating(world: &World, employees: &BTreeSet<String>) -> BTreeSet<String> {
    let sql = "SELECT id, date_of_birth, current_hire_date FROM employee";
    let all: Vec<(uuid::Uuid, Date, Date)> = world.app.db.all(sql, vec![]).await.unwrap();
    let today = world.app.clock.today("America/Chicago");
    let is_soon = |day: &Date, first_year: i16| {
        let days = (0..31).map(|n| today.plus_days(n).0);
        days.filter(|on| on.year() > first_year).any(|on| (on.month(), on.day()) == (day.month(), day.day()))
    };
    let soon =
        all.into_iter().filter(|(_, born, hired)| is_soon(born, born.year()) || is_soon(hired, hired.year()));
    soon.map(|(id, ..)| id.to_string()).filter(|id| employees.contains(id)).collect()
}

both! {
    async fn primary_and_secondary_reports_are_those_of_the_lines_each_once_and_by_name(world: World) {
        for (username, company) in [("marcus", OUTFITTERS), ("priya", OUTFITTERS), ("priya", LOGISTICS), ("dana", OUTFITTERS)] {
            let manager = world.acting(username).await;
            let at = manager.standing(company).await;
            let mut either = BTreeSet::new();
            for kind in ["primary", "secondary"] {
                let rows = all(&manager, &at, json!({ "r": kind })).await;
                assert_eq!(ids(&rows).len(), rows.len(), "{username} {kind}: nobody twice");
                assert_eq!(ids(&rows), lines(&world, username, company, kind).await, "{username} {kind}");
                let names: Vec<String> = rows.iter()
                    .map(|row| atrium::shared::names::sort_name(row["firstName"].as_str().unwrap(), row["lastName"].as_str().unwrap()))
                    .collect();
                assert!(names.is_sorted(), "{names:?}");
                assert!(rows.iter().all(|row| row["report"] == kind && row["type"] == row[kind]), "{username} {kind}");
                either.extend(ids(&rows));
            }
            let rows = all(&manager, &at, json!({})).await;
            assert_eq!((rows.len(), ids(&rows)), (either.len(), either), "{username}: all of them, each once");
        }
    }

    async fn pages_of_a_hundred_follow_one_another_and_lead_back(world: World) {
        let priya = world.acting("priya").await;
        let at = priya.standing(LOGISTICS).await;
        let first = priya.ask(LIST, with(&at, json!({ "r": "secondary" }))).await;
        assert_eq!(first.data("/listManagersEmployees/results").as_array().unwrap().len(), 100);
        let next = first.data("/listManagersEmployees/links/next").clone();
        let second = priya.ask(LIST, with(&at, json!({ "r": "secondary", "n": next }))).await;
        let back = second.data("/listManagersEmployees/links/previous").clone();
        let again = priya.ask(LIST, with(&at, json!({ "r": "secondary", "n": back }))).await;
        assert_eq!(again.data("/listManagersEmployees/results"), first.data("/listManagersEmployees/results"));
        let other_list = priya.ask(LIST, with(&at, json!({ "r": "primary", "n": next }))).await;
        assert_eq!(other_list.outcome(), "INVALID_CURSOR");
    }

    async fn a_date_of_birth_needs_the_area_personal_info_and_the_right_to_profiles(world: World) {
        let marcus = world.acting("marcus").await;
        let rows = all(&marcus, &marcus.standing(OUTFITTERS).await, json!({})).await;
        let of = |row: &Value, kind: &str| row[kind].as_array().unwrap().contains(&json!("Personal Info"));
        let (with_area, without): (Vec<&Value>, Vec<&Value>) =
            rows.iter().partition(|row| of(row, "primary") || of(row, "secondary"));
        assert!(!with_area.is_empty() && !without.is_empty());
        assert!(with_area.iter().all(|row| row["dateOfBirth"].is_string()));
        assert!(without.iter().all(|row| row["dateOfBirth"].is_null()));
        for row in &rows {
            let born = row["dateOfBirth"].as_str().map(|day| day.parse::<jiff::civil::Date>().unwrap());
            let (month, day) = (row["birthMonth"].as_i64().unwrap(), row["birthDay"].as_i64().unwrap());
            assert!(born.is_none_or(|born| (i64::from(born.month()), i64::from(born.day())) == (month, day)));
        }

        // The area isn't enough: Dana's role doesn't open profiles.
        world.change("INSERT INTO reporting_line (manager_id, company_id, employee_id, tenant_id, kind, area, sort_name)
            SELECT l.manager_id, l.company_id, l.employee_id, l.tenant_id, 'secondary', 'Personal Info', l.sort_name
            FROM reporting_line l JOIN person p ON p.id = l.manager_id WHERE p.username = 'dana'", vec![]).await;
        let dana = world.acting("dana").await;
        let rows = all(&dana, &dana.standing(OUTFITTERS).await, json!({})).await;
        assert!(rows.iter().all(|row| of(row, "secondary") && row["dateOfBirth"].is_null()));
    }

    async fn a_search_finds_first_name_last_name_and_code_whatever_the_case_and_the_accents(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let ana = &all(&marcus, &at, json!({ "s": "ana morales" })).await[0];
        assert_eq!((&ana["firstName"], &ana["lastName"]), (&json!("Ana"), &json!("Morales")));
        assert_eq!(ana["teamName"], "Footwear");
        let code = ana["employeeCode"].as_str().unwrap().to_owned();
        for search in ["MORAL", "aNa", &code[1..], " morales "] {
            let found = all(&marcus, &at, json!({ "s": search })).await;
            assert!(ids(&found).contains(ana["id"].as_str().unwrap()), "{search}");
        }
        let everybody = all(&marcus, &at, json!({})).await.len();
        assert_eq!(all(&marcus, &at, json!({ "s": "  " })).await.len(), everybody);
        for search in ["%", "_", "\\", "no such person", "' OR 1=1 --"] {
            assert!(all(&marcus, &at, json!({ "s": search })).await.is_empty(), "{search}");
        }
        // Priya's reports aren't Marcus's, however he searches.
        assert!(all(&marcus, &at, json!({ "s": "evan sato" })).await.len() <= 1);
        let reply = marcus.ask(LIST, with(&at, json!({ "s": "x".repeat(101) }))).await;
        assert_eq!((reply.outcome(), reply.field()), ("SEARCH_TOO_LONG", Some("search")));
    }

    async fn an_accent_is_found_without_it(world: World) {
        let mina = world.acting("mina").await;
        let at = mina.standing("Harbor Clinic").await;
        let somebody = all(&mina, &at, json!({})).await[0]["id"].as_str().unwrap().to_owned();
        let text = atrium::shared::names::search_text("Zoë", "Muñoz", "10");
        world.change("UPDATE employee SET search_text = $2 WHERE id = $1",
            db::params![uuid::Uuid::parse_str(&somebody).unwrap(), text]).await;
        for search in ["munoz", "MUÑOZ", "zoe m"] {
            assert_eq!(ids(&all(&mina, &at, json!({ "s": search })).await), BTreeSet::from([somebody.clone()]), "{search}");
        }
    }

    async fn the_chart_counts_reports_at_each_place_and_a_place_lists_exactly_those(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let query = "query ($t: ID!, $c: ID!, $m: ID!) { teamOrganizations(tenantId: $t, companyId: $c, managerId: $m) {
            id organizationCode organizationName organizationType parentOrganizationCode reports } }";
        let chart = marcus.ask(query, with(&at, json!({}))).await;
        let places = chart.data("/teamOrganizations").as_array().unwrap();
        let everybody = all(&marcus, &at, json!({})).await.len() as i64;
        for kind in ["Division", "Team"] {
            let sum: i64 = places.iter().filter(|row| row["organizationType"] == kind).map(|row| row["reports"].as_i64().unwrap()).sum();
            assert_eq!(sum, everybody, "{kind}");
        }
        for place in places {
            let there = all(&marcus, &at, json!({ "o": place["id"] })).await;
            assert_eq!(there.len() as i64, place["reports"].as_i64().unwrap(), "{}", place["organizationName"]);
        }
    }

    async fn the_first_to_celebrate_are_the_first_of_all(world: World) {
        let query = "query ($t: ID!, $c: ID!, $m: ID!, $l: Int, $o: TeamOccasion) {
            teamCelebrations(tenantId: $t, companyId: $c, managerId: $m, days: 31, limit: $l, occasion: $o) { employeeId occasion date years } }";
        for (username, company) in [("marcus", OUTFITTERS), ("priya", LOGISTICS)] {
            let manager = world.acting(username).await;
            let at = manager.standing(company).await;
            for occasion in [json!(null), json!("birthday"), json!("anniversary")] {
                let asked = async |limit: i32| {
                    let reply = manager.ask(query, with(&at, json!({ "l": limit, "o": occasion }))).await;
                    reply.data("/teamCelebrations").as_array().unwrap().clone()
                };
                let all = asked(100).await;
                assert!(all.len() > 3, "{username}");
                for limit in [1, 2, 5] {
                    assert_eq!(asked(limit).await, all[..all.len().min(limit as usize)], "{username}");
                }
            }
        }
    }

    async fn who_has_left_is_neither_found_nor_counted(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let query = "query ($c: ID!, $s: String) { employees(companyId: $c, search: $s) { totalCount employees { lastName } } }";
        let found = async |search: Value| marcus.ask(query, with(&at, json!({ "s": search }))).await.data("/employees").clone();
        let (all, ana) = (found(json!(null)).await, found(json!("ana morales")).await);
        assert_eq!(ana["totalCount"], 1);
        world.change("UPDATE employee SET status = 'Terminated' WHERE first_name = 'Ana' AND last_name = 'Morales'", vec![]).await;
        assert_eq!(found(json!("ana morales")).await["totalCount"], 0);
        assert_eq!(found(json!(null)).await["totalCount"].as_i64().unwrap(), all["totalCount"].as_i64().unwrap() - 1);
        world.change("UPDATE employee SET status = 'Active' WHERE first_name = 'Ana' AND last_name = 'Morales'", vec![]).await;
        assert_eq!(found(json!(null)).await, all);
    }

    async fn birthdays_and_anniversaries_of_the_week_are_those_of_reports_only(world: World) {
        let query = "query ($t: ID!, $c: ID!, $m: ID!, $d: Int, $l: Int) {
            teamCelebrations(tenantId: $t, companyId: $c, managerId: $m, days: $d, limit: $l) { employeeId occasion date years } }";
        for (username, company) in [("marcus", OUTFITTERS), ("priya", LOGISTICS), ("mina", "Harbor Clinic"), ("dana", OUTFITTERS)] {
            let manager = world.acting(username).await;
            let at = manager.standing(company).await;
            let reports = ids(&all(&manager, &at, json!({})).await);
            let reply = manager.ask(query, with(&at, json!({ "d": 31 }))).await;
            let rows = reply.data("/teamCelebrations").as_array().unwrap();
            let celebrated: BTreeSet<String> = rows.iter().map(|row| row["employeeId"].as_str().unwrap().to_owned()).collect();
            assert_eq!(celebrated, celebrating(&world, &reports).await, "{username}");
            assert!(rows.iter().all(|row| reports.contains(row["employeeId"].as_str().unwrap())), "{username}");
            assert!(rows.iter().map(|row| row["date"].as_str().unwrap()).is_sorted());
            for row in rows {
                let is_anniversary = row["occasion"] == "anniversary";
                assert_eq!(row["years"].as_i64().is_some_and(|years| years > 0), is_anniversary, "{row}");
            }
        }
        let priya = world.acting("priya").await;
        let at = priya.standing(LOGISTICS).await;
        let week = priya.ask(query, with(&at, json!({}))).await;
        let occasions: BTreeSet<&str> = week.data("/teamCelebrations").as_array().unwrap().iter()
            .map(|row| row["occasion"].as_str().unwrap()).collect();
        assert_eq!(occasions, BTreeSet::from(["anniversary", "birthday"]));
        let one = priya.ask(query, with(&at, json!({ "l": 1 }))).await;
        assert_eq!(one.data("/teamCelebrations").as_array().unwrap().len(), 1);
        for (more, code) in [(json!({ "d": 0 }), "DAYS_OUT_OF_RANGE"), (json!({ "d": 32 }), "DAYS_OUT_OF_RANGE"), (json!({ "l": 0 }), "INVALID_LIMIT"), (json!({ "l": 101 }), "INVALID_LIMIT")] {
            assert_eq!(priya.ask(query, with(&at, more)).await.outcome(), code);
        }
    }

    async fn somebody_who_left_is_no_report_any_more(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let ana = world.acting("ana").await.standing(OUTFITTERS).await.employee.unwrap();
        let card = "query ($t: ID!, $c: ID!, $m: ID!, $e: ID!) {
            managersEmployee(tenantId: $t, companyId: $c, managerId: $m, employeeId: $e) { lastName primary dateOfBirth } }";
        let reply = marcus.ask(card, with(&at, json!({ "e": ana }))).await;
        assert_eq!(reply.data("/managersEmployee/primary"), &json!(["Time Off", "Personal Info"]));
        world.change("UPDATE employee SET status = 'Terminated' WHERE first_name = 'Ana' AND last_name = 'Morales'", vec![]).await;
        assert_eq!(marcus.ask(card, with(&at, json!({ "e": ana }))).await.outcome(), "NOT_FOUND");
        assert!(!ids(&all(&marcus, &at, json!({})).await).contains(&ana));
    }

    async fn e40_the_page_of_employees_takes_births_and_cards_along_when_it_is_switched_off(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let before = all(&marcus, &at, json!({})).await;
        assert!(before.iter().any(|row| row["dateOfBirth"].is_string()));
        assert_eq!(crate::features::switch(&world, "Manager_info", true).await.outcome(), "ok");
        let after = all(&marcus, &at, json!({})).await;
        assert_eq!(ids(&after), ids(&before), "other pages ask for one's reports as well");
        assert!(after.iter().all(|row| row["dateOfBirth"].is_null()));
        let head = "($t: ID!, $c: ID!, $m: ID!, $e: ID!)";
        let args = "tenantId: $t, companyId: $c, managerId: $m";
        for (query, outcome) in [
            (format!("query {head} {{ managersEmployee({args}, employeeId: $e) {{ id }} }}"), "FEATURE_NOT_ENABLED"),
            (format!("query {head} {{ managersEmployeeProfile({args}, employeeId: $e) {{ dateOfBirth }} }}"), "FEATURE_NOT_ENABLED"),
            ("query ($t: ID!, $c: ID!, $m: ID!) { teamOrganizations(tenantId: $t, companyId: $c, managerId: $m) { id } }".to_owned(), "FEATURE_NOT_ENABLED"),
            ("query ($t: ID!, $c: ID!, $m: ID!) { teamCelebrations(tenantId: $t, companyId: $c, managerId: $m) { date } }".to_owned(), "ok"),
        ] {
            let reply = marcus.ask(&query, with(&at, json!({ "e": before[0]["id"] }))).await;
            assert_eq!(reply.outcome(), outcome, "{query}");
        }
    }
}
