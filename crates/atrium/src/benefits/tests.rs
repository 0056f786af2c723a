//! Benefits through the API, as people of the demo world, on both engines.

use crate::world::{World, both};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const BENEFITS: &str = "query ($t: ID!, $c: ID!, $e: ID!) { employeeBenefits(tenantId: $t, companyId: $c, employeeId: $e) {
    employeeYearlyTotal employerYearlyTotal payPeriods
    results { id benefitName benefitCategory benefitTierDescription employeeAmount employerAmount employeeYearlyAmount
      employerYearlyAmount enrollmentStatus benefitLink startDate dependents beneficiaries } } }";

/// In ten-thousandths.
fn units(amount: &Value) -> i64 {
    let (whole, part) = amount.as_str().unwrap().split_once('.').unwrap();
    whole.parse::<i64>().unwrap() * 10_000 + format!("{part:0<4}").parse::<i64>().unwrap()
}

both! {
    async fn totals_of_a_year_are_the_sum_of_the_plans(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let reply = ana.ask(BENEFITS, json!({ "t": at.tenant, "c": at.company, "e": at.employee })).await;
        let benefits = reply.data("/employeeBenefits").clone();
        let plans = benefits["results"].as_array().unwrap();
        assert!(plans.len() >= 4, "{plans:?}");
        let periods = benefits["payPeriods"].as_i64().unwrap();
        for plan in plans {
            let is_in = i64::from(plan["enrollmentStatus"] == "Enrolled");
            assert_eq!(units(&plan["employeeYearlyAmount"]), is_in * periods * units(&plan["employeeAmount"]), "{plan}");
            assert_eq!(units(&plan["employerYearlyAmount"]), is_in * periods * units(&plan["employerAmount"]), "{plan}");
        }
        let sum = |name: &str| plans.iter().map(|plan| units(&plan[name])).sum::<i64>();
        assert_eq!(units(&benefits["employeeYearlyTotal"]), sum("employeeYearlyAmount"));
        assert_eq!(units(&benefits["employerYearlyTotal"]), sum("employerYearlyAmount"));
    }

    async fn what_people_pay_for_their_plans_is_what_their_last_stub_says(world: World) {
        let sql = "SELECT b.employee_id, p.deduction_code, b.employee_amount FROM benefit_enrollment b
            JOIN benefit_plan p ON p.id = b.plan_id WHERE p.deduction_code <> ''";
        let paid: Vec<(uuid::Uuid, String, i64)> = world.app.db.all(sql, vec![]).await.unwrap();
        let sql = "SELECT s.employee_id, s.lines FROM pay_stub s
            WHERE s.check_date = (SELECT max(n.check_date) FROM pay_stub n WHERE n.employee_id = s.employee_id)";
        let stubs: Vec<(uuid::Uuid, String)> = world.app.db.all(sql, vec![]).await.unwrap();
        let stubs: BTreeMap<uuid::Uuid, Value> =
            stubs.into_iter().map(|(employee, lines)| (employee, serde_json::from_str(&lines).unwrap())).collect();
        assert!(paid.len() > 1_000 && stubs.len() == 360, "{} {}", paid.len(), stubs.len());
        for (employee, code, amount) in &paid {
            let lines = &stubs[employee];
            let all = lines["b"].as_array().unwrap().iter().chain(lines["a"].as_array().unwrap());
            let deducted = all.filter(|line| line[0] == **code).map(|line| line[1].as_i64().unwrap()).sum::<i64>();
            assert_eq!(*amount, deducted, "{employee} {code}");
        }
        let codes = ["401K", "MEDICAL", "DENTAL", "VISION", "HSA", "LIFE"];
        for (employee, lines) in &stubs {
            let all = lines["b"].as_array().unwrap().iter().chain(lines["a"].as_array().unwrap());
            for line in all.filter(|line| line[1] != 0 && codes.contains(&line[0].as_str().unwrap())) {
                assert!(paid.iter().any(|(whose, code, _)| whose == employee && line[0] == **code), "{employee} {line}");
            }
        }
    }

    async fn whom_a_plan_covers_are_dependents_of_the_profile(world: World) {
        let sql = "SELECT b.dependents, b.beneficiaries, p.dependents, p.beneficiaries FROM benefit_enrollment b
            JOIN employee_profile p ON p.employee_id = b.employee_id";
        let rows: Vec<(String, String, String, String)> = world.app.db.all(sql, vec![]).await.unwrap();
        let mut covered = 0;
        for (dependents, beneficiaries, known_dependents, known_beneficiaries) in rows {
            for (ids, known) in [(dependents, known_dependents), (beneficiaries, known_beneficiaries)] {
                for id in serde_json::from_str::<Vec<String>>(&ids).unwrap() {
                    assert!(known.contains(&id), "{id}");
                    covered += 1;
                }
            }
        }
        assert!(covered > 100, "{covered}");
    }
}
