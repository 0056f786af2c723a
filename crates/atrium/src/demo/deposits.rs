//! Demo deposits: everyone's accounts from `accounts.rs`, in bulk, and a few changes in progress, written through the
//! use cases: one waiting, one on hold, one denied, one that starts later.

use super::accounts::accounts_of;
use super::{paydays, store};
use crate::access::{self, At, EmployeeScope, Feature, Viewer, Write};
use crate::app::App;
use crate::change_requests::Action;
use crate::decisions;
use crate::demo_world::{CompanyPlan, DemoPlan};
use crate::deposits::{self, AccountType, AmountType, DepositDraft, Deposits};
use crate::factors::Proven;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{ChangeRequestId, CompanyId, DepositCodeId, DepositId};
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use db::Tx;

/// The payroll code for an employee's first account, second account and so on.
pub(super) const CODES: &[(&str, &str)] = &[
    ("DD1", "Direct deposit 1"),
    ("DD2", "Direct deposit 2"),
    ("DD3", "Direct deposit 3"),
    ("DDN", "Direct deposit, net"),
];

/// When deposit and tax form changes need approval: at Cedar Outfitters always, at Cedar Logistics for new accounts, at
/// Harbor Clinic never.
fn policies(company: &str) -> (&'static str, &'static str) {
    match company {
        "Cedar Outfitters" => ("always", "always"),
        "Cedar Logistics" => ("new_account", "never"),
        _ => ("never", "never"),
    }
}

pub(super) async fn write(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    let mut tx = app.db.begin_write().await?;
    let mut codes = vec![];
    for company in &plan.companies {
        let last_payday = paydays::last(company.place.pay_groups, today);
        store::payroll(&mut tx, company, last_payday, policies(company.place.name)).await?;
        let ids: Vec<DepositCodeId> =
            CODES.iter().map(|_| DepositCodeId(app.ids.next(app.clock.now()))).collect();
        store::deposit_codes(&mut tx, company, &ids, CODES).await?;
        codes.push((company.id, ids));
    }
    accounts(app, &mut tx, plan, &plan.companies, &codes, today).await?;
    tx.commit().await?;
    under_way(app, plan, today).await
}

/// Everyone's accounts, long in effect, with these codes if there are any.
pub(super) async fn accounts(
    app: &App,
    tx: &mut Tx,
    plan: &DemoPlan,
    companies: &[CompanyPlan],
    codes: &[(CompanyId, Vec<DepositCodeId>)],
    today: Day,
) -> Result<(), Problem> {
    let scopes = access::bank_tenants(&app.db).await?;
    for scope in &scopes {
        let numbers = deposits::numbers_of(app, tx, scope).await?;
        let mut rows = vec![];
        for company in companies.iter().filter(|row| row.tenant == scope.tenant()) {
            let codes = codes.iter().find(|(id, _)| *id == company.id).map(|(_, ids)| ids.as_slice());
            for employee in plan.employees.iter().filter(|row| row.company == company.id) {
                for (n, account) in accounts_of(company, employee, today).iter().enumerate() {
                    let id = DepositId(app.ids.next(app.clock.now()));
                    let code = codes.and_then(|ids| ids.get(n)).copied();
                    let sealed = numbers.seal(app, id, &account.number);
                    let mark = numbers.mark(&account.number);
                    rows.push(store::deposit_values(employee, account, id, code, n, (sealed, mark)));
                }
            }
        }
        store::write_deposits(tx, rows).await?;
    }
    Ok(())
}

struct Asked {
    username: &'static str,
    routing_number: &'static str,
    number: &'static str,
    account_type: AccountType,
    amount_type: AmountType,
    amount: i64,
    starts_in_days: i64,
}

/// Who decided, how, and with what note.
type Decided = (&'static str, Action, &'static str);

/// What people requested today; the outcome is decided below.
const ASKED: &[(Asked, Option<Decided>)] = &[
    // Waiting for Marcus.
    (
        Asked {
            username: "victor",
            routing_number: "950500278",
            number: "7700154402",
            account_type: AccountType::Savings,
            amount_type: AmountType::Fixed,
            amount: 100,
            starts_in_days: 0,
        },
        None,
    ),
    // Approved, and on hold until tomorrow.
    (
        Asked {
            username: "priya",
            routing_number: "950500304",
            number: "5120093371",
            account_type: AccountType::Savings,
            amount_type: AmountType::Fixed,
            amount: 250,
            starts_in_days: 0,
        },
        Some(("marcus", Action::Approve, "")),
    ),
    // Denied, with the reason.
    (
        Asked {
            username: "evan",
            routing_number: "950500142",
            number: "88200417735",
            account_type: AccountType::Savings,
            amount_type: AmountType::Fixed,
            amount: 75,
            starts_in_days: 0,
        },
        Some(("priya", Action::Deny, "Please bring a voided check for this account to Payroll first.")),
    ),
    // Needs no approval at Harbor Clinic, and starts in three weeks.
    (
        Asked {
            username: "hugo",
            routing_number: "940400391",
            number: "301998245",
            account_type: AccountType::Savings,
            amount_type: AmountType::Percentage,
            amount: 10,
            starts_in_days: 21,
        },
        None,
    ),
];

async fn under_way(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    for (asked, decision) in ASKED {
        let (request, scope) = ask(app, plan, today, asked).await?;
        if let Some((decider, action, note)) = decision {
            decide(app, plan, today, (decider, scope), request, *action, note).await?;
        }
    }
    Ok(())
}

async fn ask(
    app: &App,
    plan: &DemoPlan,
    today: Day,
    asked: &Asked,
) -> Result<(ChangeRequestId, EmployeeScope<Deposits, Write>), Problem> {
    let employee = plan.employee(asked.username);
    let viewer = Viewer::load(&app.db, &app.clock, employee.person).await?.ok_or(Problem::NotFound)?;
    let at = At { tenant: employee.tenant, company: employee.company };
    let scope = access::own(&viewer, at, employee.id)?;
    let draft = DepositDraft {
        number: Some(asked.number.to_owned()),
        confirmation: Some(asked.number.to_owned()),
        routing_number: Some(asked.routing_number.to_owned()),
        account_type: Some(asked.account_type),
        amount_type: Some(asked.amount_type),
        amount: Some(Amount::from_cents(asked.amount * 100)),
        starts: Some(today.plus_days(asked.starts_in_days)),
        ..DepositDraft::default()
    };
    let author =
        Author { tenant: employee.tenant, person: Some(employee.person), address: "127.0.0.1".to_owned() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let planned = deposits::plan_save(app, &mut work, &scope, employee.person, today, vec![draft]).await?;
    let planned = Proven::by_operator(&access::operator(employee.tenant), planned);
    let request = deposits::carry_out(app, &mut work, &scope, employee.person, planned, "127.0.0.1").await?;
    work.commit().await?;
    Ok((request, scope))
}

async fn decide(
    app: &App,
    plan: &DemoPlan,
    today: Day,
    (decider, of): (&str, EmployeeScope<Deposits, Write>),
    request: ChangeRequestId,
    action: Action,
    note: &str,
) -> Result<(), Problem> {
    let person = plan.person(decider);
    let viewer = Viewer::load(&app.db, &app.clock, person.id).await?.ok_or(Problem::NotFound)?;
    let at = At { tenant: of.tenant(), company: of.company() };
    let page = Feature::ManagerDeposits.asked();
    let scope = access::decider(&app.db, &viewer, at, person.id, page).await?;
    let decision = access::decision(&app.db, &scope, of.employee()).await?;
    let author = Author { tenant: person.tenant, person: Some(person.id), address: "127.0.0.1".to_owned() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let note = Some(note.to_owned());
    let verdict = decisions::prepare(&mut work, &decision, today, request, None, action, note).await?;
    let verdict = Proven::by_operator(&access::operator(person.tenant), verdict);
    decisions::decide(&mut work, &decision, verdict).await?;
    Ok(work.commit().await?)
}
