//! Which bank accounts a demo employee has, and how much of each paycheck went into them: a pure function of the plan
//! and the day, so deposits and pay stubs tell the same story. Routing numbers come from the made-up directory.

use super::{CompanyPlan, EmployeePlan, HARBOR, OUTFITTERS};
use crate::shared::amount::Amount;
use crate::shared::banks::Directory;
use crate::shared::day::Day;
use crate::shared::split::Share;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BankAccountKind {
    Checking,
    Savings,
    MoneyMarket,
}

/// An account that gets money, or once did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankAccount {
    pub routing_number: &'static str,
    pub number: String,
    pub kind: BankAccountKind,
    pub share: Share,
    pub from: Day,
    /// The last day it got money.
    pub to: Option<Day>,
}

impl BankAccount {
    pub fn bank_name(&self) -> String {
        Directory::made_up().find(self.routing_number).map(|bank| bank.name.clone()).unwrap_or_default()
    }

    pub fn last_four(&self) -> &str {
        &self.number[self.number.len() - 4..]
    }

    pub(super) fn is_in_force(&self, on: Day) -> bool {
        self.from <= on && self.to.is_none_or(|to| on <= to)
    }
}

const PORTLAND: &[&str] =
    &["920100116", "920100242", "920100378", "920200155", "920200281", "950500142", "950500304"];
const TEXAS: &[&str] = &["930300126", "930300252", "930300388", "930300414", "950500278", "950500430"];
const BOSTON: &[&str] = &["940400139", "940400265", "940400391", "950500142"];

fn banks_near(company: &CompanyPlan) -> &'static [&'static str] {
    match company.place.name {
        name if name == OUTFITTERS.name => PORTLAND,
        name if name == HARBOR.name => BOSTON,
        _ => TEXAS,
    }
}

/// In priority order. Most people have one account; some save a little; a few are paid by check.
pub fn accounts_of(company: &CompanyPlan, employee: &EmployeePlan, today: Day) -> Vec<BankAccount> {
    use BankAccountKind::{Checking, MoneyMarket, Savings};
    use Share::{Balance, Fixed, Percentage};
    let seed = seed_of(employee);
    let banks = banks_near(company);
    let account = |nth: u64, kind, share| BankAccount {
        routing_number: banks[usize::try_from((seed + 3 * nth) % banks.len() as u64).unwrap_or_default()],
        number: number(seed, nth),
        kind,
        share,
        from: employee.hired,
        to: None,
    };
    let dollars = |dollars: i64| Fixed(Amount::from_cents(dollars * 100));
    match (employee.first_name.as_str(), employee.last_name.as_str()) {
        ("Ana", "Morales") => vec![account(1, Savings, dollars(150)), account(0, Checking, Balance)],
        ("Victor", "Lindqvist") => {
            vec![account(1, MoneyMarket, Percentage(10)), account(0, Checking, Balance)]
        }
        ("Priya", "Raman") => vec![
            account(1, Savings, dollars(400)),
            account(2, MoneyMarket, Percentage(15)),
            account(0, Checking, Balance),
        ],
        ("Evan", "Sato") => vec![account(0, Checking, Percentage(60)), account(1, Savings, Percentage(40))],
        ("Elena", "Vargas") | ("Hugo", "Becker") => vec![account(0, Checking, Balance)],
        _ => match seed % 20 {
            0 => vec![],
            1..=3 => vec![
                account(1, Savings, dollars(25 * (1 + i64::try_from(seed % 7).unwrap_or_default()))),
                account(0, Checking, Balance),
            ],
            4 | 5 => vec![
                account(1, Savings, Percentage(5 * (1 + i64::try_from(seed % 4).unwrap_or_default()))),
                account(0, Checking, Balance),
            ],
            6 => moved(account(2, Checking, Balance), account(0, Checking, Balance), employee, today),
            7 => vec![account(0, Checking, Percentage(70)), account(1, Savings, Percentage(30))],
            _ => vec![account(0, Checking, Balance)],
        },
    }
}

/// Someone who changed banks about eight months ago; people hired since have only the new one.
fn moved(old: BankAccount, new: BankAccount, employee: &EmployeePlan, today: Day) -> Vec<BankAccount> {
    let last = today.plus_days(-240);
    if employee.hired >= last {
        return vec![new];
    }
    vec![BankAccount { to: Some(last), ..old }, BankAccount { from: last.plus_days(1), ..new }]
}

/// A number of the employee's own: their ID comes from the world's seeded randomness.
fn seed_of(employee: &EmployeePlan) -> u64 {
    let (_, low) = employee.id.0.as_u64_pair();
    (low & 0x3fff_ffff_ffff_ffff) % 1_000_003
}

/// Nine to twelve digits, unique among a person's accounts; the first is never zero.
fn number(seed: u64, nth: u64) -> String {
    let digits = 1_000_000_000 + (seed * 7919 + nth * 104_729 + 13) % 899_999_937;
    match (seed + nth) % 3 {
        0 => format!("{digits}"),
        1 => format!("4{digits}"),
        _ => format!("{}", digits / 10),
    }
}
