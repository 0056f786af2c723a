//! What a pay stub says, and what has to add up. Pure.

use crate::shared::amount::{Amount, times};
use crate::shared::day::Day;
use serde::{Deserialize, Serialize};

/// What stays the same from one payday to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Heading {
    pub employee_name: String,
    pub employee_number: String,
    pub employee_address: Address,
    pub company_name: String,
    pub company_number: String,
    pub company_address: Address,
    /// The employer identification number.
    pub ein: String,
    pub department: String,
    pub frequency: Frequency,
    pub basis: Basis,
    pub filing_status: FilingStatus,
    pub accounts: Vec<PaidInto>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    pub line1: String,
    pub line2: String,
    pub city: String,
    pub state: String,
    pub zip: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Frequency {
    Weekly,
    Biweekly,
    Semimonthly,
    Monthly,
}

/// What the pay is per: an hour or a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Basis {
    Hourly(Amount),
    Salaried(Amount),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FilingStatus {
    Single,
    MarriedJointly,
    HeadOfHousehold,
}

/// An account on a stub: never more than the last four digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaidInto {
    pub bank: String,
    pub kind: AccountKind,
    pub last_four: String,
    pub share: StubShare,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AccountKind {
    Checking,
    Savings,
    MoneyMarket,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StubShare {
    Fixed(Amount),
    Percentage(u32),
    Balance,
}

/// Paid on top of hours that another line already counts.
pub const NIGHT_PREMIUM: &str = "NIGHT";

/// A code from the catalog in `words.rs`, or the employer's own words.
pub(super) type Item = String;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earning {
    pub item: Item,
    pub rate: Option<Amount>,
    pub hours: Option<Amount>,
    pub current: Amount,
    pub ytd: Amount,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withheld {
    pub item: Item,
    pub current: Amount,
    pub ytd: Amount,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StubDeposit {
    /// Index into the heading's accounts.
    pub account: usize,
    pub amount: Amount,
}

/// Every line of one payday. A line with a year-to-date amount stays until the year ends, even without a current
/// amount.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StubLines {
    pub earnings: Vec<Earning>,
    pub taxes: Vec<Withheld>,
    pub before_tax: Vec<Withheld>,
    pub after_tax: Vec<Withheld>,
    pub deposits: Vec<StubDeposit>,
    /// Paper checks this year, including this payday.
    pub checks_ytd: Amount,
}

/// A stub's totals, for this payday and for the year to date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub gross: Amount,
    pub taxes: Amount,
    pub deductions: Amount,
}

impl Sums {
    pub fn net(&self) -> Amount {
        self.gross - self.withheld()
    }

    /// The spec's `totalDed…`: taxes and deductions together.
    pub fn withheld(&self) -> Amount {
        self.taxes + self.deductions
    }
}

impl StubLines {
    pub fn sums(&self) -> Sums {
        self.add_up(|line| line.current, |line| line.current)
    }

    pub fn sums_ytd(&self) -> Sums {
        self.add_up(|line| line.ytd, |line| line.ytd)
    }

    fn add_up(&self, earned: fn(&Earning) -> Amount, withheld: fn(&Withheld) -> Amount) -> Sums {
        Sums {
            gross: self.earnings.iter().map(earned).sum(),
            taxes: self.taxes.iter().map(withheld).sum(),
            deductions: self.deductions().map(withheld).sum(),
        }
    }

    pub fn deductions(&self) -> impl Iterator<Item = &Withheld> {
        self.before_tax.iter().chain(&self.after_tax)
    }

    /// In the spec's order: taxes first.
    pub fn withheld(&self) -> impl Iterator<Item = &Withheld> {
        self.taxes.iter().chain(self.deductions())
    }

    pub fn hours(&self) -> Amount {
        let counted = self.earnings.iter().filter(|line| line.item != NIGHT_PREMIUM);
        counted.filter_map(|line| line.hours).sum()
    }

    pub fn deposited(&self) -> Amount {
        self.deposits.iter().map(|deposit| deposit.amount).sum()
    }

    /// The amount left for a paper check.
    pub fn check_amount(&self) -> Amount {
        self.sums().net() - self.deposited()
    }
}

/// One payday, as filed.
#[derive(Clone, Debug, PartialEq)]
pub struct Payday {
    pub check_date: Day,
    pub check_number: i64,
    pub period_begin: Day,
    pub period_end: Day,
    pub lines: StubLines,
}

/// Why a payday can't be filed: a document that doesn't add up would be wrong forever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FilingFault {
    PeriodEndsBeforeItBegins,
    HoursTimesRate,
    MoreThisTimeThanThisYear,
    NegativeNet,
    MoreDepositedThanEarned,
    UnknownAccount,
}

impl FilingFault {
    pub(super) fn says(self) -> &'static str {
        match self {
            FilingFault::PeriodEndsBeforeItBegins => "the period ends before it begins",
            FilingFault::HoursTimesRate => "hours times rate don't equal an earning's amount",
            FilingFault::MoreThisTimeThanThisYear => "a line's current amount is more than its year to date",
            FilingFault::NegativeNet => "more is withheld than earned",
            FilingFault::MoreDepositedThanEarned => "the deposits are more than the net pay",
            FilingFault::UnknownAccount => "a deposit goes to an account that isn't in the heading",
        }
    }
}

pub(super) fn check(payday: &Payday, accounts: usize) -> Result<(), FilingFault> {
    let lines = &payday.lines;
    if payday.period_end < payday.period_begin {
        return Err(FilingFault::PeriodEndsBeforeItBegins);
    }
    for line in &lines.earnings {
        if let (Some(rate), Some(hours)) = (line.rate, line.hours)
            && times(rate, hours) != line.current
        {
            return Err(FilingFault::HoursTimesRate);
        }
    }
    let earned = lines.earnings.iter().map(|line| (line.current, line.ytd));
    let withheld = lines.withheld().map(|line| (line.current, line.ytd));
    if earned.chain(withheld).any(|(current, ytd)| current > ytd) {
        return Err(FilingFault::MoreThisTimeThanThisYear);
    }
    if lines.sums().net() < Amount::ZERO {
        return Err(FilingFault::NegativeNet);
    }
    if lines.check_amount() < Amount::ZERO {
        return Err(FilingFault::MoreDepositedThanEarned);
    }
    if lines.deposits.iter().any(|deposit| deposit.account >= accounts) {
        return Err(FilingFault::UnknownAccount);
    }
    Ok(())
}

/// Years with a payday, newest first.
pub(super) fn years(first: Day, last: Day) -> Vec<i32> {
    (first.0.year()..=last.0.year()).rev().map(i32::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(cents: i64) -> Amount {
        Amount::from_cents(cents)
    }

    fn payday() -> Payday {
        let tax = |current, ytd| Withheld { item: "FIT".into(), current: cents(current), ytd: cents(ytd) };
        Payday {
            check_date: Day(jiff::civil::date(2026, 11, 13)),
            check_number: 7,
            period_begin: Day(jiff::civil::date(2026, 10, 25)),
            period_end: Day(jiff::civil::date(2026, 11, 7)),
            lines: StubLines {
                earnings: vec![Earning {
                    item: "REG".into(),
                    rate: Some(Amount::from_ten_thousandths(182_750)),
                    hours: Some(Amount::from_ten_thousandths(800_000)),
                    current: cents(146_200),
                    ytd: cents(300_000),
                }],
                taxes: vec![tax(10_000, 20_000)],
                before_tax: vec![tax(5_000, 10_000)],
                after_tax: vec![tax(1_200, 2_400)],
                deposits: vec![StubDeposit { account: 0, amount: cents(100_000) }],
                checks_ytd: cents(60_000),
            },
        }
    }

    #[test]
    fn net_is_gross_less_taxes_less_deductions_and_the_check_is_what_no_account_took() {
        let lines = payday().lines;
        assert_eq!(lines.sums().net(), cents(130_000));
        assert_eq!(lines.sums_ytd().net(), cents(267_600));
        assert_eq!(lines.check_amount(), cents(30_000));
        assert_eq!(check(&payday(), 1), Ok(()));
    }

    #[test]
    fn what_does_not_add_up_is_not_filed() {
        type Break = fn(&mut Payday);
        let broken: [(Break, FilingFault); 6] = [
            (|it| it.period_end = it.period_begin.plus_days(-1), FilingFault::PeriodEndsBeforeItBegins),
            (|it| it.lines.earnings[0].current = cents(146_201), FilingFault::HoursTimesRate),
            (|it| it.lines.taxes[0].ytd = cents(9_999), FilingFault::MoreThisTimeThanThisYear),
            (
                |it| {
                    it.lines.taxes[0].current = cents(150_000);
                    it.lines.taxes[0].ytd = cents(150_000);
                },
                FilingFault::NegativeNet,
            ),
            (|it| it.lines.deposits[0].amount = cents(130_001), FilingFault::MoreDepositedThanEarned),
            (|it| it.lines.deposits[0].account = 1, FilingFault::UnknownAccount),
        ];
        for (spoil, fault) in broken {
            let mut payday = payday();
            spoil(&mut payday);
            assert_eq!(check(&payday, 1), Err(fault));
        }
    }

    #[test]
    fn the_years_run_from_the_newest_to_the_first() {
        let day = |year| Day(jiff::civil::date(year, 6, 1));
        assert_eq!(years(day(2024), day(2026)), [2026, 2025, 2024]);
    }
}
