//! Benefits: the plans the asker is in, and what they cost.

use super::super::answer::Draft;
use super::super::reading::Closed;
use super::super::rules;
use super::super::words::money;
use super::Inquiry;
use crate::shared::amount::Amount;
use language::{Plan, Topic};
use serde::Deserialize;
use serde_json::json;

const BENEFITS: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
  employeeBenefits(tenantId: $t, companyId: $c, employeeId: $e) {
    employeeYearlyTotal employerYearlyTotal
    results { benefitName benefitCategory benefitTierDescription employeeAmount employerAmount enrollmentStatus }
  }
}";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BenefitsRead {
    employee_benefits: ReadBenefits,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadBenefits {
    employee_yearly_total: Amount,
    employer_yearly_total: Amount,
    results: Vec<ReadBenefit>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadBenefit {
    benefit_name: String,
    benefit_category: String,
    benefit_tier_description: String,
    employee_amount: Amount,
    employer_amount: Amount,
    enrollment_status: String,
}

const BENEFIT_PAGE: (&str, &str) = ("Your benefits", "Sus beneficios");
const BENEFIT_PATH: &str = "/benefits";

fn is_plan(plan: Plan, benefit: &ReadBenefit) -> bool {
    let words: &[&str] = match plan {
        Plan::Medical => &["medical"],
        Plan::Dental => &["dental"],
        Plan::Vision => &["vision"],
        Plan::Life => &["life"],
        Plan::Retirement => &["retirement", "401"],
        Plan::Hsa => &["hsa", "health savings"],
        Plan::Fsa => &["fsa", "flexible"],
        Plan::Disability => &["disability"],
    };
    let plain = rules::folded(&format!("{} {}", benefit.benefit_name, benefit.benefit_category));
    words.iter().any(|word| plain.contains(word))
}

fn status(asked: &Inquiry<'_>, benefit: &ReadBenefit) -> &'static str {
    asked.pick(match benefit.enrollment_status.as_str() {
        "Enrolled" => ("enrolled", "inscrito(a)"),
        "Waived" => ("waived", "rechazado"),
        _ => ("pending", "pendiente"),
    })
}

async fn read(asked: &Inquiry<'_>) -> Result<(ReadBenefits, Vec<usize>), Closed> {
    let all = asked.pages.read::<BenefitsRead>(BENEFITS, json!({})).await?.employee_benefits;
    let is_meant = |benefit: &ReadBenefit| asked.slots.plan.is_none_or(|plan| is_plan(plan, benefit));
    let meant = all.results.iter().enumerate().filter(|(_, one)| is_meant(one)).map(|(at, _)| at).collect();
    Ok((all, meant))
}

fn none(asked: &Inquiry<'_>) -> Draft {
    let words = ("I don’t see a plan of yours like that.", "No veo ningún plan suyo así.");
    Draft::nothing(asked.pick(words)).sourced(Topic::BenefitPlans, &asked.speech, BENEFIT_PAGE, BENEFIT_PATH)
}

pub(super) async fn plans(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    if asked.other_person().is_some() {
        return super::person::dependents(asked).await;
    }
    let (all, meant) = read(asked).await?;
    let meant: Vec<&ReadBenefit> = meant.into_iter().map(|at| &all.results[at]).collect();
    if meant.is_empty() {
        return Ok(none(asked));
    }
    let enrolled = meant.iter().filter(|one| one.enrollment_status == "Enrolled");
    let name = |one: &&ReadBenefit| match one.benefit_tier_description.as_str() {
        "" => one.benefit_name.clone(),
        tier => format!("{} ({tier})", one.benefit_name),
    };
    let names = enrolled.map(name).collect::<Vec<_>>().join(", ");
    let fact = if names.is_empty() {
        asked.pick(("You’re not enrolled.", "No tiene inscripción en ese plan.")).to_owned()
    } else {
        asked.pick((format!("You’re enrolled in {names}."), format!("Su inscripción incluye {names}.")))
    };
    let columns = asked.pick((["Plan", "Covers", "Status"], ["Plan", "Cobertura", "Estado"]));
    let row = |one: &&ReadBenefit| {
        vec![one.benefit_name.clone(), one.benefit_tier_description.clone(), status(asked, one).to_owned()]
    };
    let draft = Draft::saying(fact).table(&columns.map(str::to_owned), meant.iter().map(row).collect());
    let next = [Topic::BenefitCost, Topic::Dependents];
    Ok(draft.sourced(Topic::BenefitPlans, &asked.speech, BENEFIT_PAGE, BENEFIT_PATH).then(&next))
}

pub(super) async fn cost(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let (all, meant) = read(asked).await?;
    let meant: Vec<&ReadBenefit> = meant.into_iter().map(|at| &all.results[at]).collect();
    if meant.is_empty() {
        return Ok(none(asked));
    }
    let fact = match (asked.slots.plan, meant.as_slice()) {
        (Some(_), [one, ..]) => {
            let (you, company, name) =
                (money(one.employee_amount), money(one.employer_amount), &one.benefit_name);
            asked.pick((
                format!("{name} costs you {you} per pay period, and the company pays {company}."),
                format!("{name} le cuesta {you} por período de pago, y la empresa paga {company}."),
            ))
        }
        _ => {
            let (you, company) = (money(all.employee_yearly_total), money(all.employer_yearly_total));
            asked.pick((
                format!("Your benefits cost you {you} per year, and the company pays {company}."),
                format!("Sus beneficios le cuestan {you} al año, y la empresa paga {company}."),
            ))
        }
    };
    let columns = asked.pick((
        ["Plan", "You pay per period", "Company pays per period"],
        ["Plan", "Usted paga por período", "La empresa paga por período"],
    ));
    let row = |one: &&ReadBenefit| {
        vec![one.benefit_name.clone(), money(one.employee_amount), money(one.employer_amount)]
    };
    let draft = Draft::saying(fact).table(&columns.map(str::to_owned), meant.iter().map(row).collect());
    let next = [Topic::BenefitPlans, Topic::Deductions];
    Ok(draft.sourced(Topic::BenefitCost, &asked.speech, BENEFIT_PAGE, BENEFIT_PATH).then(&next))
}
