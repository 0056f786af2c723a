//! Two years of pay stubs for everyone in the demo, and what follows from them (W-2s, profiles, benefits), in bulk.
//! `payroll.rs` says what each payday paid; `accounts.rs` says where the net went.

use super::accounts::{self, Account};
use super::paydays;
use super::payroll::{Dice, Paid, Standing};
use super::{addresses, profiles, tax_returns};
use crate::app::App;
use crate::demo_world::{CompanyPlan, DemoPlan, EmployeePlan};
use crate::deposits::{AccountType, Share, spread};
use crate::pay_stubs::{self, AccountKind, Frequency, Heading, PaidInto, StubDeposit, StubFiling};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::PayStubId;
use crate::shared::problem::Problem;
use db::Tx;

/// Which paydays are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// 24 months. Earlier pay counts toward the year to date, and toward that year's W-2.
    TwoYears,
    /// The last two: for the thousands of `--employees`.
    LastTwo,
}

pub(super) async fn write(
    app: &App,
    tx: &mut Tx,
    plan: &DemoPlan,
    companies: &[CompanyPlan],
    today: Day,
    keep: Keep,
) -> Result<(), Problem> {
    let calendars = [Frequency::Biweekly, Frequency::Semimonthly].map(|frequency| {
        let first_year = if keep == Keep::TwoYears { today.0.year() - 2 } else { today.0.year() };
        // An early January payday has its period in the previous year.
        let from = Day(jiff::civil::date(first_year, 1, 1));
        (frequency, paydays::between(frequency, from.min(today.plus_days(-40)), today))
    });
    let (mut stubs, mut forms) = (vec![], vec![]);
    let (mut codes, mut known) = profiles::plans(app, if keep == Keep::TwoYears { companies } else { &[] });
    for (nth, employee) in plan.employees.iter().enumerate() {
        let company =
            companies.iter().find(|company| company.id == employee.company).expect("planned before");
        let standing = standing(company, employee, nth as i64);
        let (_, calendar) =
            calendars.iter().find(|(of, _)| *of == standing.frequency).expect("both are there");
        let accounts = accounts::accounts_of(company, employee, today);
        let mut paid = standing.paydays(calendar, |on, net| split(&accounts, on, net));
        if keep == Keep::TwoYears {
            forms.extend(tax_returns::of_employee(app, company, employee, &paid, today));
            if let Some(last) = paid.last() {
                let whom = (company, employee);
                profiles::of_employee(app, &mut codes, whom, &standing, last, &mut known);
            }
        }
        let keep_from = match keep {
            Keep::TwoYears => Day(today.0.saturating_sub(jiff::Span::new().years(2))).plus_days(1),
            Keep::LastTwo => calendar.iter().rev().nth(1).map_or(today, |period| period.check_date),
        };
        paid.retain(|paid| paid.payday.check_date >= keep_from);
        stubs.extend(of_employee(app, company, employee, &standing, &accounts, paid));
    }
    pay_stubs::file(tx, &stubs).await?;
    profiles::file(tx, known).await?;
    crate::tax_returns::file(tx, &forms).await
}

fn standing(company: &CompanyPlan, employee: &EmployeePlan, nth: i64) -> Standing {
    let group =
        company.pay_groups.iter().find(|(id, _)| *id == employee.pay_group).map_or("", |(_, name)| name);
    let [.., department, team] = employee.place;
    let name_of =
        |id| company.organizations.values().find(|(of, ..)| *of == id).map_or("", |(_, _, name, _)| name);
    let dice = Dice::of(company.place.name, &employee.code);
    Standing {
        dice,
        frequency: paydays::frequency(group),
        // A clinic pays everyone every other week, and some of them a salary.
        is_salaried: group.ends_with("salaried") || (group == "Biweekly" && nth % 5 == 1),
        works_nights: name_of(team) == "Inbound Nights",
        in_union: name_of(department) == "Fleet",
        state: addresses::state(company, employee),
        hired: employee.hired,
        nth,
    }
}

/// One filing per rate an employee was paid at.
fn of_employee(
    app: &App,
    company: &CompanyPlan,
    employee: &EmployeePlan,
    standing: &Standing,
    accounts: &[Account],
    paid: Vec<Paid>,
) -> Vec<StubFiling> {
    let now = app.clock.now();
    let mut filings: Vec<StubFiling> = vec![];
    for Paid { basis, payday } in paid {
        if filings.last().is_none_or(|filing| filing.heading.basis != basis) {
            let (company_address, ein, company_number) = addresses::employer(company);
            let department = company.organizations.values().find(|(id, ..)| *id == employee.place[2]);
            let heading = Heading {
                employee_name: format!("{} {}", employee.first_name, employee.last_name),
                employee_number: employee.code.clone(),
                employee_address: addresses::home(company, employee),
                company_name: company.place.name.to_owned(),
                company_number: company_number.to_owned(),
                company_address,
                ein: ein.to_owned(),
                department: department.map_or(String::new(), |(_, _, name, _)| (*name).to_owned()),
                frequency: standing.frequency,
                basis,
                filing_status: standing.filing_status(),
                accounts: accounts.iter().map(paid_into).collect(),
            };
            let (tenant, heading_id) = (employee.tenant, app.ids.next(now));
            filings.push(StubFiling { tenant, employee: employee.id, heading_id, heading, paydays: vec![] });
        }
        if let Some(filing) = filings.last_mut() {
            filing.paydays.push((PayStubId(app.ids.next(now)), payday));
        }
    }
    filings
}

fn split(accounts: &[Account], on: Day, net: Amount) -> Vec<StubDeposit> {
    let in_force = accounts.iter().enumerate().filter(|(_, account)| account.is_in_force(on));
    let (places, shares): (Vec<usize>, Vec<Share>) =
        in_force.map(|(place, account)| (place, account.share)).unzip();
    let amounts = spread(net, &shares).amounts;
    let deposits = places.into_iter().zip(amounts).filter(|(_, amount)| *amount > Amount::ZERO);
    deposits.map(|(account, amount)| StubDeposit { account, amount }).collect()
}

fn paid_into(account: &Account) -> PaidInto {
    PaidInto {
        bank: account.bank_name(),
        kind: match account.account_type {
            AccountType::Checking => AccountKind::Checking,
            AccountType::Savings => AccountKind::Savings,
            AccountType::MoneyMarket => AccountKind::MoneyMarket,
        },
        last_four: account.last_four().to_owned(),
        share: match account.share {
            Share::Fixed(amount) => pay_stubs::StubShare::Fixed(amount),
            Share::Percentage(percent) => {
                pay_stubs::StubShare::Percentage(u32::try_from(percent).unwrap_or_default())
            }
            Share::Balance => pay_stubs::StubShare::Balance,
        },
    }
}
