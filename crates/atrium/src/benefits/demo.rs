//! Who is in which benefit at the demo companies. What people pay is what their last stub says, and the medical plan
//! covers the family that follows from it.

use super::store;
use crate::app::App;
use crate::demo_world::{
    DemoPart, DemoPlan, DemoRows, FromPay, PaidEmployee, PayPart, PayTurn, periods_per_year,
};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{BenefitEnrollmentId, BenefitPlanId, CompanyId, RelatedId};
use crate::shared::problem::Problem;
use db::{Tx, params};
use futures_util::future::BoxFuture;
use serde_json::json;
use std::collections::BTreeMap;

pub const DEMO: &[DemoPart] = &[DemoPart::Pay(PayPart {
    turn: PayTurn::Benefits,
    has_newcomers: false,
    start: |app, plan| Box::new(Enrolled::new(app, plan)),
})];

/// (name, category, stub line, provider's page)
const PLANS: &[(&str, &str, &str, &str)] = &[
    ("Evergreen PPO", "Medical", "MEDICAL", "https://evergreen-health.example.com/members"),
    ("Bright Smile Dental", "Dental", "DENTAL", "https://brightsmile.example.com"),
    ("ClearView Vision", "Vision", "VISION", "https://clearview.example.com"),
    ("Health Savings Account", "Savings", "HSA", "https://hsa-bank.example.com/sign-in"),
    ("401(k) Savings DemoPlan", "Retirement", "401K", "https://summit-retirement.example.com"),
    ("Basic Life and AD&D", "Life", "", ""),
    ("Supplemental Life", "Life", "LIFE", "https://pacific-life.example.com/claims"),
];

struct Enrolled {
    ids: BTreeMap<(CompanyId, &'static str), BenefitPlanId>,
    plans: DemoRows,
    enrollments: DemoRows,
}

impl Enrolled {
    fn new(app: &App, plan: &DemoPlan) -> Enrolled {
        let (mut ids, mut plans) = (BTreeMap::new(), DemoRows::default());
        for company in &plan.companies {
            for (position, (name, category, code, link)) in PLANS.iter().enumerate() {
                let id = BenefitPlanId(app.ids.next(app.clock.now()));
                ids.insert((company.id, *name), id);
                let row = params![id, company.id, *name, *category, *code, *link, position as i64];
                plans.push(company.tenant, row);
            }
        }
        Enrolled { ids, plans, enrollments: DemoRows::default() }
    }
}

impl FromPay for Enrolled {
    fn take(&mut self, app: &App, paid: &PaidEmployee<'_>, _: Day) {
        let (Some(last), employee) = (paid.paydays.last(), paid.employee) else { return };
        let family = paid.family(app);
        let everybody: Vec<RelatedId> = family.dependents.iter().map(|entry| entry.id).collect();
        let heirs: Vec<RelatedId> = family.beneficiaries.iter().map(|entry| entry.id).collect();
        let this_year = Day(jiff::civil::date(last.check_date.0.year(), 1, 1));
        let since = employee.hired.plus_days(30).max(this_year);
        for (name, category, code, _) in PLANS {
            let amount = paid.withheld(code);
            let is_basic = code.is_empty();
            // People who don't save or buy extra insurance simply don't have that plan; a health plan is one they decline.
            if amount == Amount::ZERO && !is_basic && matches!(*category, "Savings" | "Retirement" | "Life") {
                continue;
            }
            let is_in = is_basic || amount > Amount::ZERO;
            let tier = match *code {
                _ if !is_in => "No coverage".to_owned(),
                "MEDICAL" => family.tier.to_owned(),
                "HSA" => "Individual".to_owned(),
                "401K" => format!("{}% of pay", paid.standing.retirement_basis_points() / 100),
                "LIFE" => "$100,000".to_owned(),
                "" => "1 × annual pay".to_owned(),
                _ => "Employee only".to_owned(),
            };
            let covered: &[RelatedId] = if is_in && *code == "MEDICAL" { &everybody } else { &[] };
            let heirs: &[RelatedId] =
                if is_in && matches!(*category, "Life" | "Retirement") { &heirs } else { &[] };
            let row = params![
                BenefitEnrollmentId(app.ids.next(app.clock.now())),
                employee.company,
                employee.id,
                self.ids[&(employee.company, *name)],
                tier,
                amount.ten_thousandths(),
                if is_in { from_employer(code, amount).ten_thousandths() } else { 0 },
                periods_per_year(paid.standing.period),
                if is_in { "Enrolled" } else { "Waived" },
                since,
                json!(covered).to_string(),
                json!(heirs).to_string()
            ];
            self.enrollments.push(employee.tenant, row);
        }
    }

    fn write<'a>(
        mut self: Box<Self>,
        tx: &'a mut Tx,
        plan: &'a DemoPlan,
    ) -> BoxFuture<'a, Result<(), Problem>> {
        Box::pin(async move {
            for tenant in &plan.tenants {
                let (plans, enrollments) = (self.plans.of(&tenant.scope), self.enrollments.of(&tenant.scope));
                store::insert_many(tx, &tenant.scope, plans, enrollments).await?;
            }
            Ok(())
        })
    }
}

/// What the company contributes each payday.
fn from_employer(code: &str, paid: Amount) -> Amount {
    let cents = paid.ten_thousandths() / 100;
    Amount::from_cents(match code {
        "MEDICAL" => cents * 3,
        "DENTAL" => 1_150,
        "VISION" => 290,
        "HSA" => 1_000,
        "401K" => cents / 2,
        "" => 185,
        _ => 0,
    })
}
