//! Everyone's pay, payday by payday: what features keep of it must agree to the cent. `payroll.rs` says what each payday
//! paid, `accounts.rs` where the net went.

use super::accounts::{BankAccount, accounts_of};
use super::family::{self, Family};
use super::paydays::{self, DemoPeriod};
use super::payroll::{self, Dice, PaidDay, PayStanding};
use super::tax_tables::TaxStatus;
use super::{CompanyPlan, EmployeePlan, addresses};
use crate::app::App;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::pay_period::PayPeriod;
use crate::shared::split::{Share, spread};
use std::cell::OnceCell;

/// Which paydays are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// 24 months. Earlier pay counts toward the year to date, and toward that year's W-2.
    TwoYears,
    /// The last two: for the thousands of `--employees`.
    LastTwo,
}

/// When companies pay, by how often they do.
pub struct PayCalendars {
    biweekly: Vec<DemoPeriod>,
    semimonthly: Vec<DemoPeriod>,
    keep: Keep,
    today: Day,
}

pub fn calendars(keep: Keep, today: Day) -> PayCalendars {
    let first_year = if keep == Keep::TwoYears { today.0.year() - 2 } else { today.0.year() };
    // An early January payday has its period in the previous year.
    let from = Day(jiff::civil::date(first_year, 1, 1)).min(today.plus_days(-40));
    PayCalendars {
        biweekly: paydays::between(PayPeriod::Biweekly, from, today),
        semimonthly: paydays::between(PayPeriod::Semimonthly, from, today),
        keep,
        today,
    }
}

impl PayCalendars {
    /// The `nth` employee of the plan.
    pub fn pay<'a>(
        &self,
        company: &'a CompanyPlan,
        employee: &'a EmployeePlan,
        nth: usize,
    ) -> PaidEmployee<'a> {
        let standing = standing(company, employee, nth as i64);
        let calendar =
            if standing.period == PayPeriod::Semimonthly { &self.semimonthly } else { &self.biweekly };
        let accounts = accounts_of(company, employee, self.today);
        let paydays = standing.paydays(calendar, |on, net| split(&accounts, on, net));
        let kept_from = match self.keep {
            Keep::TwoYears => Day(self.today.0.saturating_sub(jiff::Span::new().years(2))).plus_days(1),
            Keep::LastTwo => calendar.iter().rev().nth(1).map_or(self.today, |period| period.check_date),
        };
        PaidEmployee { company, employee, standing, accounts, paydays, kept_from, family: OnceCell::new() }
    }
}

/// An employee with every payday that counts.
pub struct PaidEmployee<'a> {
    pub company: &'a CompanyPlan,
    pub employee: &'a EmployeePlan,
    pub standing: PayStanding,
    /// In priority order; a payday's deposits go into these.
    pub accounts: Vec<BankAccount>,
    /// Those before the kept ones, too.
    pub paydays: Vec<PaidDay>,
    kept_from: Day,
    family: OnceCell<Family>,
}

impl PaidEmployee<'_> {
    pub fn kept(&self) -> impl Iterator<Item = &PaidDay> {
        self.paydays.iter().filter(|paid| paid.check_date >= self.kept_from)
    }

    /// What was withheld under this code on the last payday.
    pub fn withheld(&self, code: &str) -> Amount {
        let found = self.paydays.last().and_then(|paid| paid.deductions().find(|line| line.item == code));
        found.map_or(Amount::ZERO, |line| line.current)
    }

    /// The first to ask draws their IDs.
    pub fn family(&self, app: &App) -> &Family {
        let medical = self.withheld("MEDICAL");
        self.family.get_or_init(|| family::of_employee(app, self.employee, &self.standing, medical))
    }
}

fn standing(company: &CompanyPlan, employee: &EmployeePlan, nth: i64) -> PayStanding {
    let group =
        company.pay_groups.iter().find(|(id, _)| *id == employee.pay_group).map_or("", |(_, name)| name);
    let [.., department, team] = employee.place;
    let name_of =
        |id| company.organizations.values().find(|(of, ..)| *of == id).map_or("", |(_, _, name, _)| name);
    PayStanding {
        dice: Dice::of(company.place.name, &employee.code),
        period: paydays::period(group),
        // A clinic pays everyone every other week, and some of them a salary.
        is_salaried: group.ends_with("salaried") || (group == "Biweekly" && nth % 5 == 1),
        works_nights: name_of(team) == "Inbound Nights",
        in_union: name_of(department) == "Fleet",
        state: addresses::state_of(company, employee),
        hired: employee.hired,
        nth,
    }
}

/// What an employee's tax forms say, and what their stubs withhold by.
pub fn filing_status_of(company: &CompanyPlan, employee: &EmployeePlan) -> TaxStatus {
    payroll::filing_status(Dice::of(company.place.name, &employee.code))
}

fn split(accounts: &[BankAccount], on: Day, net: Amount) -> Vec<(usize, Amount)> {
    let in_force = accounts.iter().enumerate().filter(|(_, account)| account.is_in_force(on));
    let (places, shares): (Vec<usize>, Vec<Share>) =
        in_force.map(|(place, account)| (place, account.share)).unzip();
    let amounts = spread(net, &shares).amounts;
    places.into_iter().zip(amounts).filter(|(_, amount)| *amount > Amount::ZERO).collect()
}
