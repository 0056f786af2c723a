//! Demo profiles and benefits. What people pay for a benefit is what their last stub says, and a plan covers their
//! dependents. A few changes are in progress, written through the use cases: some waiting, one denied.

use super::addresses;
use super::paydays;
use super::payroll::{Paid, Purpose, Standing};
use super::people::{FEMININE_NAMES, FIRST_NAMES};
use super::store;
use crate::access::{self, At, EmployeeScope, Feature, Viewer, Write};
use crate::app::App;
use crate::change_requests::Action;
use crate::data_views::{self, What};
use crate::decisions;
use crate::demo_world::{CompanyPlan, DemoPlan, EmployeePlan};
use crate::factors::Proven;
use crate::pay_stubs::{self, Basis, FilingStatus};
use crate::profile::{self, Contact, Demographics, ProfileEdit, Profiles, Relative};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{BenefitEnrollmentId, BenefitPlanId, ChangeRequestId, CompanyId, RelatedId};
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use db::{Value, params};
use serde_json::json;
use std::collections::BTreeMap;
use uuid::Uuid;

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

/// The IDs of a company's benefits and payroll codes.
pub(super) struct Codes {
    plans: BTreeMap<(CompanyId, &'static str), BenefitPlanId>,
    earning_deductions: BTreeMap<(CompanyId, String), Uuid>,
}

/// Rows for the store.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) plans: Vec<Vec<Value>>,
    pub(super) profiles: Vec<Vec<Value>>,
    pub(super) enrollments: Vec<Vec<Value>>,
}

pub(super) fn plans(app: &App, companies: &[CompanyPlan]) -> (Codes, Rows) {
    let mut codes = Codes { plans: BTreeMap::new(), earning_deductions: BTreeMap::new() };
    let mut rows = Rows::default();
    for company in companies {
        for (position, (name, category, code, link)) in PLANS.iter().enumerate() {
            let id = BenefitPlanId(app.ids.next(app.clock.now()));
            codes.plans.insert((company.id, name), id);
            let position = position as i64;
            rows.plans.push(params![
                id,
                company.tenant,
                company.id,
                *name,
                *category,
                *code,
                *link,
                position
            ]);
        }
    }
    (codes, rows)
}

/// A person's dependents follow from the medical plan they pay for.
struct Family {
    tier: &'static str,
    dependents: Vec<Relative>,
    beneficiaries: Vec<Relative>,
    contact: Contact,
    marital_status: &'static str,
}

fn family(app: &App, employee: &EmployeePlan, standing: &Standing, medical: Amount) -> Family {
    let dice = standing.dice;
    let id = || RelatedId(app.ids.next(app.clock.now()));
    let name =
        |round: i64| FIRST_NAMES[dice.throw(Purpose::Family, round, FIRST_NAMES.len() as i64) as usize];
    let relative = |round: i64, relation: &str| Relative {
        id: id(),
        first_name: name(round).to_owned(),
        last_name: employee.last_name.clone(),
        relation: relation.to_owned(),
    };
    let is_married = standing.filing_status() == FilingStatus::MarriedJointly;
    let partner = if is_married { "Spouse" } else { "Domestic Partner" };
    let children = 1 + dice.throw(Purpose::Family, 9, 2);
    let (tier, has_partner, children) = match medical.ten_thousandths() / 100 {
        6_800 => ("Employee + children", false, children),
        11_900 => ("Employee + spouse", true, 0),
        14_875 => ("Family", true, children),
        _ => ("Employee only", false, 0),
    };
    let mut dependents = vec![];
    if has_partner {
        dependents.push(relative(1, partner));
    }
    dependents.extend((0..children).map(|child| relative(2 + child, "Child")));
    let closest = if is_married || has_partner { relative(1, partner) } else { relative(7, "Parent") };
    let contact = Contact {
        id: id(),
        kind: "Emergency".to_owned(),
        first_name: closest.first_name.clone(),
        last_name: closest.last_name.clone(),
        email: String::new(),
        phone_number: format!("+1971555{:04}", 100 + dice.throw(Purpose::Family, 8, 9_900)),
    };
    let marital_status = match (is_married, has_partner, standing.filing_status()) {
        (true, ..) => "Married",
        (_, true, _) => "Domestic Partner",
        (.., FilingStatus::HeadOfHousehold) => "Divorced",
        _ => "Single",
    };
    Family { tier, dependents, beneficiaries: vec![closest], contact, marital_status }
}

/// Everything about one employee, as of their last payday.
pub(super) fn of_employee(
    app: &App,
    codes: &mut Codes,
    (company, employee): (&CompanyPlan, &EmployeePlan),
    standing: &Standing,
    last: &Paid,
    rows: &mut Rows,
) {
    let lines = &last.payday.lines;
    let deducted = |code: &str| {
        let mut all = lines.before_tax.iter().chain(&lines.after_tax);
        all.find(|line| line.item == code).map_or(Amount::ZERO, |line| line.current)
    };
    let family = family(app, employee, standing, deducted("MEDICAL"));
    let run = lines.earnings.iter().map(|line| &line.item);
    let run = run.chain(lines.before_tax.iter().chain(&lines.after_tax).map(|line| &line.item));
    let earning_deductions: Vec<serde_json::Value> = run
        .map(|code| {
            let fresh = || app.ids.next(app.clock.now());
            let id = codes.earning_deductions.entry((company.id, code.clone())).or_insert_with(fresh);
            json!({ "id": id, "code": code, "description": pay_stubs::name_of_item(code) })
        })
        .collect();
    let home = addresses::home(company, employee);
    let is_feminine = FEMININE_NAMES.contains(&employee.first_name.as_str());
    let size = ["S", "M", "L", "XL"][standing.dice.throw(Purpose::Family, 10, 4) as usize];
    let badge = employee.hired.plus_days(3);
    let additional_info = json!([
        { "attributeName": "Uniform size", "attributeValue": size, "attributeString": size },
        { "attributeName": "Badge issued", "attributeValue": badge, "attributeDate": badge },
        { "attributeName": "Gear allowance", "attributeValue": "150.00", "attributeAmount": "150.00" },
    ]);
    let (salary, rate) = match last.basis {
        Basis::Salaried(salary) => (Some(salary.ten_thousandths()), None),
        Basis::Hourly(rate) => (None, Some(rate.ten_thousandths())),
    };
    rows.profiles.push(params![
        employee.id,
        employee.tenant,
        employee.company,
        if is_feminine { "Female" } else { "Male" },
        family.marital_status,
        home.line1,
        home.line2,
        home.city,
        home.state,
        home.zip,
        json!([family.contact]).to_string(),
        json!(family.dependents).to_string(),
        json!(family.beneficiaries).to_string(),
        additional_info.to_string(),
        json!(earning_deductions).to_string(),
        salary,
        rate
    ]);
    let everybody: Vec<RelatedId> = family.dependents.iter().map(|entry| entry.id).collect();
    let heirs: Vec<RelatedId> = family.beneficiaries.iter().map(|entry| entry.id).collect();
    let periods = paydays::periods_per_year(standing.frequency);
    for (name, category, code, _) in PLANS {
        let paid = deducted(code);
        let is_basic = code.is_empty();
        // People who don't save or buy extra insurance simply don't have that plan; a health plan is one they decline.
        if paid == Amount::ZERO && !is_basic && matches!(*category, "Savings" | "Retirement" | "Life") {
            continue;
        }
        let is_in = is_basic || paid > Amount::ZERO;
        let tier = match *code {
            _ if !is_in => "No coverage".to_owned(),
            "MEDICAL" => family.tier.to_owned(),
            "HSA" => "Individual".to_owned(),
            "401K" => format!("{}% of pay", standing.retirement_basis_points() / 100),
            "LIFE" => "$100,000".to_owned(),
            "" => "1 × annual pay".to_owned(),
            _ => "Employee only".to_owned(),
        };
        let covered: &[RelatedId] = if is_in && *code == "MEDICAL" { &everybody } else { &[] };
        let heirs: &[RelatedId] =
            if is_in && matches!(*category, "Life" | "Retirement") { &heirs } else { &[] };
        let since =
            employee.hired.plus_days(30).max(Day(jiff::civil::date(last.payday.check_date.0.year(), 1, 1)));
        rows.enrollments.push(params![
            BenefitEnrollmentId(app.ids.next(app.clock.now())),
            employee.tenant,
            employee.company,
            employee.id,
            codes.plans[&(company.id, *name)],
            tier,
            paid.ten_thousandths(),
            if is_in { employer(code, paid).ten_thousandths() } else { 0 },
            periods,
            if is_in { "Enrolled" } else { "Waived" },
            since,
            json!(covered).to_string(),
            json!(heirs).to_string()
        ]);
    }
}

/// What the company contributes each payday.
fn employer(code: &str, paid: Amount) -> Amount {
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

fn other_address(of: Demographics, line1: &str, line2: &str, zip: &str) -> Demographics {
    let [address_line1, address_line2, zip] = [line1, line2, zip].map(str::to_owned);
    Demographics { address_line1, address_line2, zip, ..of }
}

/// Waiting for their managers: Victor's new child, Evan's move. Elena's new name was denied, with the reason.
pub(super) async fn under_way(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    ask(app, plan, "victor", today, |of| {
        let mut all: Vec<(Option<RelatedId>, Relative)> =
            of.dependents.iter().map(|entry| (Some(entry.id), entry.clone())).collect();
        let (first_name, last_name) = ("Maja".to_owned(), "Lindqvist".to_owned());
        let id = RelatedId(Uuid::nil());
        all.push((None, Relative { id, first_name, last_name, relation: "Child".to_owned() }));
        ProfileEdit::Dependents(all)
    })
    .await?;
    ask(app, plan, "evan", today, |of| {
        let moved = other_address(of.demographics, "2210 Orchard Street", "Apt 9", "97223-4410");
        ProfileEdit::Demographics(Box::new(moved))
    })
    .await?;
    let (request, scope) = ask(app, plan, "elena", today, |of| {
        let last_name = "Vargas Ruiz".to_owned();
        ProfileEdit::Demographics(Box::new(Demographics { last_name, ..of.demographics }))
    })
    .await?;
    let person = plan.person("priya");
    let viewer = Viewer::load(&app.db, &app.clock, person.id).await?.ok_or(Problem::NotFound)?;
    let at = At { tenant: scope.tenant(), company: scope.company() };
    let page = Feature::ManagerChangeRequests.asked();
    let decider = access::decider(&app.db, &viewer, at, person.id, page).await?;
    let decision = access::decision(&app.db, &decider, scope.employee()).await?;
    data_views::note(app, &app.db, &(&decision).into(), What::Profile, &[scope.employee()]).await?;
    let author = Author { tenant: person.tenant, person: Some(person.id), address: "127.0.0.1".to_owned() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let note = Some("Por favor, traiga su nueva tarjeta del Seguro Social a Recursos Humanos.".to_owned());
    let verdict = decisions::prepare(&mut work, &decision, today, request, None, Action::Deny, note).await?;
    let verdict = Proven::by_operator(&access::operator(person.tenant), verdict);
    decisions::decide(&mut work, &decision, verdict).await?;
    Ok(work.commit().await?)
}

async fn ask(
    app: &App,
    plan: &DemoPlan,
    username: &str,
    today: Day,
    wish: impl FnOnce(profile::Profile) -> ProfileEdit,
) -> Result<(ChangeRequestId, EmployeeScope<Profiles, Write>), Problem> {
    let employee = plan.employee(username);
    let viewer = Viewer::load(&app.db, &app.clock, employee.person).await?.ok_or(Problem::NotFound)?;
    let at = At { tenant: employee.tenant, company: employee.company };
    let scope = access::own(&viewer, at, employee.id)?;
    let wish = wish(profile::of_employee(&app.db, &scope, today).await?);
    let person = employee.person;
    let author = Author { tenant: employee.tenant, person: Some(person), address: "127.0.0.1".to_owned() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let planned = profile::plan(&mut work, &scope, today, None, wish).await?;
    let planned = Proven::by_operator(&access::operator(employee.tenant), planned);
    let request = profile::ask(&mut work, &scope, person, planned, "127.0.0.1").await?;
    work.commit().await?;
    Ok((request, scope))
}

/// In bulk, along with the stubs they match.
pub(super) async fn file(tx: &mut db::Tx, rows: Rows) -> Result<(), Problem> {
    Ok(store::write_profiles(tx, rows).await?)
}
