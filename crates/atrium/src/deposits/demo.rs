//! Everyone's bank accounts at the demo companies, in bulk, and what payroll says about the companies.

use super::{AccountType, AmountType, numbers_of, store};
use crate::access;
use crate::app::App;
use crate::demo_world::{
    BankAccount, BankAccountKind, CompanyPlan, DemoPart, DemoPlan, DemoRows, DemoStep, EmployeePlan,
    accounts_of, last_payday,
};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, DepositCodeId, DepositId};
use crate::shared::problem::Problem;
use crate::shared::split::Share;
use db::{Tx, Value, params};
use jiff::Timestamp;
use jiff::tz::TimeZone;

pub const DEMO: &[DemoPart] = &[
    DemoPart::Once(DemoStep::BankAccounts, |app, plan, today| Box::pin(write(app, plan, today))),
    DemoPart::Newcomers(|app, tx, plan, today| Box::pin(accounts(app, tx, plan, &[], today))),
];

/// The payroll code for an employee's first account, second account and so on.
const CODES: &[(&str, &str)] = &[
    ("DD1", "Direct deposit 1"),
    ("DD2", "Direct deposit 2"),
    ("DD3", "Direct deposit 3"),
    ("DDN", "Direct deposit, net"),
];

/// When deposit and tax form changes need approval: at Cedar Outfitters always, at Cedar Logistics for new accounts, at
/// Harbor Clinic never.
fn policies(company: &CompanyPlan) -> (&'static str, &'static str) {
    match company.place.name {
        "Cedar Outfitters" => ("always", "always"),
        "Cedar Logistics" => ("new_account", "never"),
        _ => ("never", "never"),
    }
}

async fn write(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    let mut tx = app.db.begin_write().await?;
    let mut codes = vec![];
    for company in &plan.companies {
        let scope = plan.scope(company.tenant);
        let last = last_payday(company.place.pay_groups, today);
        store::insert_payroll(&mut tx, scope, company.id, last, policies(company)).await?;
        let ids: Vec<DepositCodeId> =
            CODES.iter().map(|_| DepositCodeId(app.ids.next(app.clock.now()))).collect();
        let rows = ids.iter().zip(CODES);
        let rows = rows.map(|(id, (code, description))| params![*id, company.id, *code, *description]);
        store::insert_codes(&mut tx, scope, rows.collect()).await?;
        codes.push((company.id, ids));
    }
    accounts(app, &mut tx, plan, &codes, today).await?;
    Ok(tx.commit().await?)
}

/// Everyone's accounts, long in effect, with these codes if there are any.
async fn accounts(
    app: &App,
    tx: &mut Tx,
    plan: &DemoPlan,
    codes: &[(CompanyId, Vec<DepositCodeId>)],
    today: Day,
) -> Result<(), Problem> {
    // In the order of their IDs.
    let scopes = access::bank_tenants(&app.db).await?;
    for scope in &scopes {
        let numbers = numbers_of(app, tx, scope).await?;
        let mut rows = DemoRows::default();
        for company in plan.companies.iter().filter(|row| row.tenant == scope.tenant()) {
            let codes = codes.iter().find(|(id, _)| *id == company.id).map(|(_, ids)| ids.as_slice());
            for employee in plan.employees.iter().filter(|row| row.company == company.id) {
                for (nth, account) in accounts_of(company, employee, today).iter().enumerate() {
                    let id = DepositId(app.ids.next(app.clock.now()));
                    let code = codes.and_then(|ids| ids.get(nth)).copied();
                    let sealed = numbers.seal(app, id, &account.number);
                    let mark = numbers.mark(&account.number);
                    rows.push(employee.tenant, deposit(employee, account, (id, code), nth, (sealed, mark)));
                }
            }
        }
        if let Some(tenant) = plan.tenants.iter().find(|row| row.id == scope.tenant()) {
            store::insert_many(tx, &tenant.scope, rows.of(&tenant.scope)).await?;
        }
    }
    Ok(())
}

/// An account in effect since its first day; `(sealed, mark)` is its number.
fn deposit(
    employee: &EmployeePlan,
    account: &BankAccount,
    (id, code): (DepositId, Option<DepositCodeId>),
    nth: usize,
    (sealed, mark): (Vec<u8>, Vec<u8>),
) -> Vec<Value> {
    let (amount_type, amount) = match account.share {
        Share::Fixed(amount) => (AmountType::Fixed, Some(amount.ten_thousandths())),
        Share::Percentage(percent) => (AmountType::Percentage, Some(percent * 10_000)),
        Share::Balance => (AmountType::Balance, None),
    };
    let account_type = match account.kind {
        BankAccountKind::Checking => AccountType::Checking,
        BankAccountKind::Savings => AccountType::Savings,
        BankAccountKind::MoneyMarket => AccountType::MoneyMarket,
    };
    let since = account.from.0.to_zoned(TimeZone::UTC).map_or(Timestamp::UNIX_EPOCH, |day| day.timestamp());
    params![
        id,
        employee.company,
        employee.id,
        code,
        account.routing_number,
        account.bank_name(),
        account_type,
        sealed,
        mark,
        account.last_four(),
        amount_type,
        amount,
        1 + nth as i64,
        account.from,
        account.to,
        since
    ]
}
