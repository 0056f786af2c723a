//! Tax returns through the API and in the whole demo world, on both engines.

use crate::pdf_reader::Pdf;
use crate::world::{Actor, Standing, World, both};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const ARGUMENTS: &str = "tenantId: $t, companyId: $c, employeeId: $e";
const OUTFITTERS: &str = "Cedar Outfitters";

fn ids(at: &Standing) -> Value {
    json!({ "t": at.tenant, "c": at.company, "e": at.employee })
}

async fn list(actor: &Actor<'_>, at: &Standing, more: &str) -> Value {
    let query = format!(
        "query ($t: ID!, $c: ID!, $e: ID!) {{ listEmployeeTaxReturns({ARGUMENTS}{more}) {{
           results {{ id taxReturnName taxPeriod boxes {{ box1 box2 box12 {{ code amount }} }} }} links {{ next previous }} }} }}"
    );
    actor.ask(&query, ids(at)).await.data("/listEmployeeTaxReturns").clone()
}

async fn delivery(actor: &Actor<'_>, at: &Standing) -> Value {
    let query = format!(
        "query ($t: ID!, $c: ID!, $e: ID!) {{ taxFormDelivery({ARGUMENTS}) {{ method changedAt version disclosure }} }}"
    );
    actor.ask(&query, ids(at)).await.data("/taxFormDelivery").clone()
}

fn consent() -> String {
    format!(
        "mutation ($t: ID!, $c: ID!, $e: ID!, $v: Int!, $d: String!) {{
           consentToElectronicTaxForms({ARGUMENTS}, version: $v, disclosure: $d) {{ method version changedAt }} }}"
    )
}

fn withdraw() -> String {
    format!(
        "mutation ($t: ID!, $c: ID!, $e: ID!, $v: Int!) {{
           withdrawElectronicTaxForms({ARGUMENTS}, version: $v) {{ method version }} }}"
    )
}

fn choosing(at: &Standing, version: i64, disclosure: &str) -> Value {
    let mut variables = ids(at);
    variables["v"] = json!(version);
    variables["d"] = json!(disclosure);
    variables
}

both! {
    async fn an_employee_has_a_form_for_each_of_the_last_two_years(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let page = list(&ana, &at, "").await;
        let forms = page["results"].as_array().unwrap();
        let periods: Vec<&str> = forms.iter().map(|form| form["taxPeriod"].as_str().unwrap()).collect();
        assert_eq!(periods, ["2025", "2024"]);
        assert!(forms.iter().all(|form| form["taxReturnName"] == "W-2"));
        let one = list(&ana, &at, ", year: 2024").await;
        assert_eq!(one["results"].as_array().unwrap().len(), 1);
        let first = list(&ana, &at, ", limit: 1").await;
        let next = first["links"]["next"].as_str().unwrap();
        let second = list(&ana, &at, &format!(", limit: 1, cursor: \"{next}\"")).await;
        assert_eq!(second["results"][0]["taxPeriod"], "2024");
        assert_eq!(second["links"]["next"], Value::Null);
    }

    async fn the_boxes_of_everybodys_form_add_up_from_their_stubs(world: World) {
        let stubs = years_of_pay(&world).await;
        let sql = "SELECT e.employee_code, c.name, r.year, r.document FROM tax_return r
            JOIN employee e ON e.id = r.employee_id JOIN company c ON c.id = e.company_id";
        let forms: Vec<(String, String, i64, String)> = world.app.db.all(sql, vec![]).await.unwrap();
        let mut seen = 0;
        for (code, company, year, document) in &forms {
            let w2: Value = serde_json::from_str(document).unwrap();
            let pay = &stubs[&(code.clone(), company.clone(), *year)];
            let at = format!("{code} of {company} in {year}");
            // The stubs cover one year from its first payday, so every stub counts. For the year before, the last
            // stub's year-to-date amounts count.
            let figures = if *year == 2025 { &pay.added } else { &pay.to_date };
            if *year == 2025 {
                assert_eq!(pay.added, pay.to_date, "{at}");
                seen += 1;
            }
            let sum = |codes: &[&str]| codes.iter().map(|code| figures.get(*code).copied().unwrap_or(0)).sum::<i64>();
            let benefits = sum(&["MEDICAL", "DENTAL", "VISION", "HSA"]);
            let covered = sum(&["gross"]) - benefits;
            let boxes = &w2["boxes"];
            assert_eq!(units(&boxes["wages"]), covered - sum(&["401K"]), "box 1 of {at}");
            assert_eq!(units(&boxes["federalTax"]), sum(&["FIT"]), "box 2 of {at}");
            assert_eq!(units(&boxes["securityWages"]), covered, "box 3 of {at}");
            assert_eq!(units(&boxes["securityTax"]), sum(&["SS"]), "box 4 of {at}");
            assert_eq!(units(&boxes["medicareWages"]), covered, "box 5 of {at}");
            assert_eq!(units(&boxes["medicareTax"]), sum(&["MED"]), "box 6 of {at}");
            assert_eq!(boxes["hasRetirementPlan"], sum(&["401K"]) > 0, "box 13 of {at}");
            let state = sum(&["SIT-OR", "SIT-MA"]);
            assert_eq!(if boxes["state"].is_null() { 0 } else { units(&boxes["state"]["tax"]) }, state, "box 17 of {at}");
            for (letter, code) in [("D", "401K"), ("W", "HSA")] {
                let entry = boxes["coded"].as_array().unwrap().iter().find(|entry| entry[0] == letter);
                assert_eq!(entry.map_or(0, |entry| units(&entry[1])), sum(&[code]), "box 12 {letter} of {at}");
            }
        }
        let paid_in_2025 = stubs.keys().filter(|(_, _, year)| *year == 2025).count();
        assert_eq!(seen, paid_in_2025, "whoever was paid in 2025 has a form for it");
        assert!(seen > 250, "{seen}");
    }

    async fn the_pdf_has_the_boxes_and_the_words_of_each_copy(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let form = list(&ana, &at, "").await["results"][0].clone();
        let query = format!("query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {{
            employeeTaxReturn({ARGUMENTS}, taxReturnId: $id) {{ taxReturnString }} }}");
        let mut variables = ids(&at);
        variables["id"] = form["id"].clone();
        let print = async || {
            let reply = ana.ask(&query, variables.clone()).await;
            STANDARD.decode(reply.data("/employeeTaxReturn/taxReturnString").as_str().unwrap()).unwrap()
        };
        let bytes = print().await;
        assert_eq!(bytes, print().await, "the same bytes");
        let document = Pdf::read(&bytes).structure();
        for words in ["Copy B—To Be Filed With Employee’s FEDERAL Tax Return", "Copy C—For EMPLOYEE’S RECORDS", "Copy D—For Employer",
            "Department of the Treasury—Internal Revenue Service", "Ana Morales", "XXX-XX-"] {
            assert!(document.text.contains(words), "{words}");
        }
        let facts: Vec<&str> = document.all("LI").iter().map(|fact| fact.text.as_str()).collect();
        for words in ["[ ] Statutory employee", "[X] Retirement plan", "[ ] Third-party sick pay", "Dependent care benefits"] {
            assert_eq!(facts.iter().filter(|fact| fact.contains(words)).count(), 3, "{words} on each copy");
        }
        for (label, amount) in [("Wages, tips, other compensation", "box1"), ("Federal income tax withheld", "box2")] {
            let shown = form["boxes"][amount].as_str().unwrap();
            let found = facts.iter().filter(|fact| fact.contains(label) && fact.contains(shown)).count();
            assert_eq!(found, 3, "{label} {shown} on each copy");
        }
    }

    async fn forms_come_on_paper_until_somebody_consents_and_again_after_a_withdrawal(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let before = delivery(&ana, &at).await;
        assert_eq!((before["method"].as_str(), before["version"].as_i64()), (Some("PAPER"), Some(0)));
        let disclosure = before["disclosure"].as_str().unwrap();
        world.delivered().await;

        let chosen = ana.ask(&consent(), choosing(&at, 0, disclosure)).await.data("/consentToElectronicTaxForms").clone();
        assert_eq!((chosen["method"].as_str(), chosen["version"].as_i64()), (Some("ELECTRONIC"), Some(1)));
        let told = world.delivered().await;
        assert_eq!(told.len(), 1, "the choice is confirmed in writing");
        assert!(told[0].text.contains("electronically instead of on paper"), "{}", told[0].text);

        let chosen = ana.ask(&withdraw(), choosing(&at, 1, "")).await.data("/withdrawElectronicTaxForms").clone();
        assert_eq!((chosen["method"].as_str(), chosen["version"].as_i64()), (Some("PAPER"), Some(2)));
        assert!(world.delivered().await[0].text.contains("on paper again"));
        assert_eq!(delivery(&ana, &at).await["method"], "PAPER");
        let events = "SELECT count(*) FROM audit_event WHERE action IN ('tax_forms.consent', 'tax_forms.withdraw')";
        assert_eq!(world.count(events).await, 2);
        assert_eq!(list(&ana, &at, "").await["results"].as_array().unwrap().len(), 2, "the forms stay to be read either way");
    }

    async fn a_choice_that_cannot_be_made_changes_nothing(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        for (mutation, version, disclosure, code) in [
            (consent(), 0, "2020-01", "DISCLOSURE_CHANGED"),
            (consent(), 1, "2026-01", "CONFLICT"),
            (withdraw(), 0, "", "ALREADY_PAPER"),
            (withdraw(), 3, "", "CONFLICT"),
        ] {
            let before = world.rows().await;
            let reply = ana.ask(&mutation, choosing(&at, version, disclosure)).await;
            assert_eq!(reply.outcome(), code);
            assert_eq!(world.rows().await, before, "{code}");
        }
        ana.ask(&consent(), choosing(&at, 0, "2026-01")).await.data("/consentToElectronicTaxForms");
        let before = world.rows().await;
        let reply = ana.ask(&consent(), choosing(&at, 0, "2026-01")).await;
        assert_eq!(reply.outcome(), "CONFLICT");
        assert_eq!(reply.body["errors"][0]["extensions"]["current"]["method"], "ELECTRONIC");
        assert_eq!(ana.ask(&consent(), choosing(&at, 1, "2026-01")).await.outcome(), "ALREADY_ELECTRONIC");
        assert_eq!(world.rows().await, before);
    }

    async fn of_two_who_choose_at_once_one_is_told(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let mutation = consent();
        let (one, two) = tokio::join!(
            ana.ask(&mutation, choosing(&at, 0, "2026-01")),
            ana.ask(&mutation, choosing(&at, 0, "2026-01")),
        );
        let mut outcomes = [one.outcome().to_owned(), two.outcome().to_owned()];
        outcomes.sort();
        assert_eq!(outcomes, ["CONFLICT", "ok"]);
        assert_eq!(delivery(&ana, &at).await["version"], 1);
    }

    async fn whoever_may_only_read_their_taxes_cannot_choose(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        world.change("UPDATE role SET permissions = 'employee employee:taxes' WHERE name = 'Employee'", vec![]).await;
        assert_eq!(delivery(&ana, &at).await["method"], "PAPER");
        assert_eq!(ana.ask(&consent(), choosing(&at, 0, "2026-01")).await.outcome(), "FORBIDDEN");
        assert_eq!(world.count("SELECT count(*) FROM tax_form_delivery").await, 0);
    }
}

fn units(value: &Value) -> i64 {
    let (whole, fraction) = value.as_str().unwrap().split_once('.').unwrap();
    whole.parse::<i64>().unwrap() * 10_000 + format!("{fraction:0<4}").parse::<i64>().unwrap()
}

/// What one year's stubs say, by line, plus `gross`: added up, and year to date on the last one.
#[derive(Default)]
struct YearOfStubs {
    added: BTreeMap<String, i64>,
    to_date: BTreeMap<String, i64>,
}

async fn years_of_pay(world: &World) -> BTreeMap<(String, String, i64), YearOfStubs> {
    let sql = "SELECT e.employee_code, c.name, s.check_date, s.lines FROM pay_stub s
        JOIN employee e ON e.id = s.employee_id JOIN company c ON c.id = e.company_id ORDER BY s.check_date";
    let rows: Vec<(String, String, jiff::civil::Date, String)> = world.app.db.all(sql, vec![]).await.unwrap();
    let mut years: BTreeMap<(String, String, i64), YearOfStubs> = BTreeMap::new();
    for (code, company, check_date, lines) in rows {
        let year = years.entry((code, company, i64::from(check_date.year()))).or_default();
        let lines: Value = serde_json::from_str(&lines).unwrap();
        year.to_date.clear();
        for (kind, current, to_date) in [("e", 3, 4), ("t", 1, 2), ("b", 1, 2), ("a", 1, 2)] {
            for line in lines[kind].as_array().unwrap() {
                let name = if kind == "e" { "gross" } else { line[0].as_str().unwrap() };
                *year.added.entry(name.to_owned()).or_default() += line[current].as_i64().unwrap();
                *year.to_date.entry(name.to_owned()).or_default() += line[to_date].as_i64().unwrap();
            }
        }
    }
    years
}
