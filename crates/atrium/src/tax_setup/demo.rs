//! Demo tax forms: everyone's, matching what their stubs withheld, in bulk; and one Victor has signed that is waiting,
//! written through the use case.

use super::{DECLARATION, Figure, Figures, Filled, Level, Signature, TaxFormDraft, sign, store};
use crate::access::{self, At};
use crate::app::App;
use crate::demo_world::{
    CompanyPlan, DemoPart, DemoPlan, DemoRows, DemoStep, EmployeePlan, TaxState, TaxStatus, begin_from,
    filing_status_of, state_of, viewer_of,
};
use crate::shared::day::Day;
use crate::shared::id::CompanyStateId;
use crate::shared::problem::Problem;
use db::{Value, params};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::json;

pub const DEMO: &[DemoPart] =
    &[DemoPart::Once(DemoStep::TaxForms, |app, plan, today| Box::pin(write(app, plan, today)))];

/// Where each company has people; Portland's county may withhold its own tax.
fn states(company: &CompanyPlan) -> &'static [(TaxState, &'static str)] {
    match company.place.name {
        "Cedar Outfitters" => &[(TaxState::Oregon, "Multnomah County"), (TaxState::Washington, "")],
        "Cedar Logistics" => &[(TaxState::Texas, "")],
        _ => &[(TaxState::Massachusetts, "")],
    }
}

async fn write(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    let now = app.clock.now();
    let (mut lived_in, mut forms) = (DemoRows::default(), DemoRows::default());
    for company in &plan.companies {
        for (state, locality) in states(company) {
            let id = CompanyStateId(app.ids.next(now));
            lived_in.push(company.tenant, params![id, company.id, state.code(), *locality]);
        }
        for employee in plan.employees.iter().filter(|row| row.company == company.id) {
            for row in of_employee(app, company, employee, today) {
                forms.push(company.tenant, row);
            }
        }
    }
    let mut tx = app.db.begin_write().await?;
    for tenant in &plan.tenants {
        let (lived_in, forms) = (lived_in.of(&tenant.scope), forms.of(&tenant.scope));
        store::insert_many(&mut tx, &tenant.scope, lived_in, forms).await?;
    }
    tx.commit().await?;
    waiting(app, plan).await
}

fn of_employee(app: &App, company: &CompanyPlan, employee: &EmployeePlan, today: Day) -> Vec<Vec<Value>> {
    let status = filing_status_of(company, employee);
    let married_on = Day(today.0.saturating_sub(jiff::Span::new().years(3)));
    let was_single = status != TaxStatus::Single && employee.hired < married_on;
    let state = state_of(company, employee);
    let mut rows = vec![];
    for (level, state, code) in
        [(Level::Federal, "", federal(status)), (Level::State, state.code(), by_state(state, status))]
    {
        let mut sign = |version: i64, on: Day, marital_status: &str| {
            let figures = Figures { marital_status: marital_status.to_owned(), ..Figures::default() };
            let at = on.0.to_zoned(TimeZone::UTC).map_or(Timestamp::UNIX_EPOCH, |day| day.timestamp());
            // A state without a form has nothing to sign: payroll noted the state.
            let signed = !marital_status.is_empty();
            let name = signed.then(|| format!("{} {}", employee.first_name, employee.last_name));
            rows.push(params![
                app.ids.next(app.clock.now()),
                employee.company,
                employee.id,
                level,
                state,
                version,
                json!(figures).to_string(),
                name,
                signed.then_some(DECLARATION),
                at
            ]);
        };
        if was_single && !code.is_empty() {
            sign(1, employee.hired, "S");
            sign(2, married_on, code);
        } else {
            sign(1, employee.hired, code);
        }
    }
    rows
}

fn federal(status: TaxStatus) -> &'static str {
    match status {
        TaxStatus::Single => "S",
        TaxStatus::MarriedJointly => "MJ",
        TaxStatus::HeadOfHousehold => "HH",
    }
}

/// Empty if there is no income tax to withhold.
fn by_state(state: TaxState, status: TaxStatus) -> &'static str {
    match (state, status) {
        (TaxState::Washington | TaxState::Texas, _) => "",
        (_, TaxStatus::MarriedJointly) => "M",
        (TaxState::Massachusetts, TaxStatus::HeadOfHousehold) => "HH",
        _ => "S",
    }
}

/// Victor has a second job on weekends and requested more withholding.
async fn waiting(app: &App, plan: &DemoPlan) -> Result<(), Problem> {
    let employee = plan.employee("victor");
    let viewer = viewer_of(app, employee.person).await?;
    let at = At { tenant: employee.tenant, company: employee.company };
    let scope = access::own(&viewer, at, employee.id)?;
    let figure = |text: &str| Figure::parse(text);
    let draft = TaxFormDraft {
        level: Level::Federal,
        state: String::new(),
        version: None,
        filled: Filled {
            marital_status: Some("S".to_owned()),
            multiple_jobs: Some(true),
            w4_other_income: figure("1200"),
            additional_type: Some("amount".to_owned()),
            additional_amount: figure("25"),
            ..Filled::default()
        },
    };
    let signature = Signature {
        name: format!("{} {}", employee.first_name, employee.last_name),
        declaration: DECLARATION.to_owned(),
    };
    let mut work = begin_from(app, &viewer, "127.0.0.1").await?;
    sign(&mut work, &scope, employee.person, vec![draft], Some(&signature), "127.0.0.1").await?;
    Ok(work.commit().await?)
}
