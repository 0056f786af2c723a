//! Demo profiles, in bulk: what the employer keeps about people, and the family that follows from the medical plan on
//! their last stub.

use super::{Contact, Relative, store};
use crate::app::App;
use crate::demo_world::{
    self, DemoPart, DemoPlan, DemoRows, DicePurpose, FEMININE_NAMES, FromPay, PaidEmployee, PayBasis,
    PayPart, PayTurn, PlannedRelative,
};
use crate::pay_stubs;
use crate::shared::day::Day;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use db::{Tx, params};
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

pub const DEMO: &[DemoPart] = &[DemoPart::Pay(PayPart {
    turn: PayTurn::Profile,
    has_newcomers: false,
    start: |_, _| Box::new(DemoProfiles::default()),
})];

#[derive(Default)]
struct DemoProfiles {
    /// The IDs of a company's payroll codes.
    codes: BTreeMap<(CompanyId, &'static str), Uuid>,
    rows: DemoRows,
}

impl FromPay for DemoProfiles {
    fn take(&mut self, app: &App, paid: &PaidEmployee<'_>, _: Day) {
        let (Some(last), employee) = (paid.paydays.last(), paid.employee) else { return };
        let family = paid.family(app);
        let run = last.earnings.iter().map(|line| line.item).chain(last.deductions().map(|line| line.item));
        let earning_deductions: Vec<Value> = run
            .map(|code| {
                let fresh = || app.ids.next(app.clock.now());
                let id = self.codes.entry((employee.company, code)).or_insert_with(fresh);
                json!({ "id": id, "code": code, "description": pay_stubs::name_of_item(code) })
            })
            .collect();
        let home = demo_world::home_of(paid.company, employee);
        let is_feminine = FEMININE_NAMES.contains(&employee.first_name.as_str());
        let contact = Contact {
            id: family.contact.id,
            kind: "Emergency".to_owned(),
            first_name: family.contact.first_name.clone(),
            last_name: family.contact.last_name.clone(),
            email: String::new(),
            phone_number: family.contact.phone_number.clone(),
        };
        let (salary, rate) = match last.basis {
            PayBasis::Salaried(salary) => (Some(salary.ten_thousandths()), None),
            PayBasis::Hourly(rate) => (None, Some(rate.ten_thousandths())),
        };
        let row = params![
            employee.id,
            employee.company,
            if is_feminine { "Female" } else { "Male" },
            family.marital_status,
            home.line1,
            home.line2,
            home.city,
            home.state,
            home.zip,
            json!([contact]).to_string(),
            json!(relatives(&family.dependents)).to_string(),
            json!(relatives(&family.beneficiaries)).to_string(),
            additional_info(paid).to_string(),
            json!(earning_deductions).to_string(),
            salary,
            rate
        ];
        self.rows.push(employee.tenant, row);
    }

    fn write<'a>(
        mut self: Box<Self>,
        tx: &'a mut Tx,
        plan: &'a DemoPlan,
    ) -> BoxFuture<'a, Result<(), Problem>> {
        Box::pin(async move {
            for tenant in &plan.tenants {
                let rows = self.rows.of(&tenant.scope);
                store::insert_many(tx, &tenant.scope, rows).await?;
            }
            Ok(())
        })
    }
}

fn relatives(planned: &[PlannedRelative]) -> Vec<Relative> {
    let relative = |planned: &PlannedRelative| Relative {
        id: planned.id,
        first_name: planned.first_name.clone(),
        last_name: planned.last_name.clone(),
        relation: planned.relation.to_owned(),
    };
    planned.iter().map(relative).collect()
}

fn additional_info(paid: &PaidEmployee<'_>) -> Value {
    let size = ["S", "M", "L", "XL"][paid.standing.dice.throw(DicePurpose::Family, 10, 4) as usize];
    let badge = paid.employee.hired.plus_days(3);
    json!([
        { "attributeName": "Uniform size", "attributeValue": size, "attributeString": size },
        { "attributeName": "Badge issued", "attributeValue": badge, "attributeDate": badge },
        { "attributeName": "Gear allowance", "attributeValue": "150.00", "attributeAmount": "150.00" },
    ])
}
