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

impl Heading {
    /// Whether it says the same, whatever the employee and the company were called then, and by which code.
    pub fn is_alike(&self, other: &Heading) -> bool {
        let named = Heading {
            employee_name: other.employee_name.clone(),
            employee_number: other.employee_number.clone(),
            company_name: other.company_name.clone(),
            ..self.clone()
        };
        named == *other
    }
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

/// An amount withheld, reimbursed, or paid by the employer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemLine {
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
    pub taxes: Vec<ItemLine>,
    pub before_tax: Vec<ItemLine>,
    pub after_tax: Vec<ItemLine>,
    /// Paid back to the employee with the net pay; not earned, not taxed.
    pub reimbursements: Vec<ItemLine>,
    /// What the employer pays on top. Shown only: it's no part of the pay.
    pub employer: Vec<ItemLine>,
    pub deposits: Vec<StubDeposit>,
    /// Paper checks this year, including this payday.
    pub checks_ytd: Amount,
    /// The cent by which payroll's net pay differs from its lines.
    pub rounding: Amount,
}

/// A stub's totals, for this payday and for the year to date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub gross: Amount,
    pub taxes: Amount,
    pub deductions: Amount,
    pub reimbursed: Amount,
    /// This payday's only: a cent doesn't count for the year.
    pub rounding: Amount,
}

impl Sums {
    pub fn net(&self) -> Amount {
        self.gross - self.withheld() + self.reimbursed + self.rounding
    }

    /// The spec's `totalDed…`: taxes and deductions together.
    pub fn withheld(&self) -> Amount {
        self.taxes + self.deductions
    }
}

impl StubLines {
    pub fn sums(&self) -> Sums {
        Sums { rounding: self.rounding, ..self.add_up(|line| line.current, |line| line.current) }
    }

    pub fn sums_ytd(&self) -> Sums {
        self.add_up(|line| line.ytd, |line| line.ytd)
    }

    fn add_up(&self, earned: fn(&Earning) -> Amount, withheld: fn(&ItemLine) -> Amount) -> Sums {
        Sums {
            gross: self.earnings.iter().map(earned).sum(),
            taxes: self.taxes.iter().map(withheld).sum(),
            deductions: self.deductions().map(withheld).sum(),
            reimbursed: self.reimbursements.iter().map(withheld).sum(),
            rounding: Amount::ZERO,
        }
    }

    /// Payroll rounds here and there, so its net pay may be a cent away from its lines. Without the net pay it printed, what
    /// went to the accounts tells: no one gets a paper check for a cent.
    pub fn round_to(&mut self, printed_net: Option<Amount>) {
        self.rounding = Amount::ZERO;
        let left = self.check_amount();
        self.rounding = match printed_net {
            Some(printed) => printed - self.sums().net(),
            None if !self.deposits.is_empty() && is_a_cent(left) => -left,
            None => Amount::ZERO,
        };
    }

    pub fn deductions(&self) -> impl Iterator<Item = &ItemLine> {
        self.before_tax.iter().chain(&self.after_tax)
    }

    /// In the spec's order: taxes first.
    pub fn withheld(&self) -> impl Iterator<Item = &ItemLine> {
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

/// The most that rounding explains.
const CENT: Amount = Amount::from_cents(1);

fn is_a_cent(difference: Amount) -> bool {
    difference <= CENT && difference >= -CENT
}

impl Earning {
    /// How far the amount is from hours times rate, if it has both.
    pub fn rounding(&self) -> Option<Amount> {
        let (rate, hours) = (self.rate?, self.hours?);
        Some(self.current - signed_times(rate, hours))
    }
}

/// Hours are negative where payroll takes some back.
pub(super) fn signed_times(rate: Amount, hours: Amount) -> Amount {
    if hours < Amount::ZERO { -times(rate, -hours) } else { times(rate, hours) }
}

/// One payday, as filed.
#[derive(Clone, Debug, PartialEq)]
pub struct Payday {
    pub check_date: Day,
    /// May have letters.
    pub check_number: String,
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
    NetDiffers,
    UnknownAccount,
}

impl FilingFault {
    pub(super) fn says(self) -> &'static str {
        match self {
            FilingFault::PeriodEndsBeforeItBegins => "the period ends before it begins",
            FilingFault::HoursTimesRate => {
                "hours times rate don't equal an earning's amount, even with a cent of rounding"
            }
            FilingFault::MoreThisTimeThanThisYear => {
                "the current amounts add up to more than those for the year to date"
            }
            FilingFault::NegativeNet => "more is withheld than earned",
            FilingFault::MoreDepositedThanEarned => "the deposits are more than the net pay",
            FilingFault::NetDiffers => "the net pay is more than a cent away from what the lines add up to",
            FilingFault::UnknownAccount => "a deposit goes to an account that isn't in the heading",
        }
    }
}

pub(super) fn check(payday: &Payday, accounts: usize) -> Result<(), FilingFault> {
    let lines = &payday.lines;
    if payday.period_end < payday.period_begin {
        return Err(FilingFault::PeriodEndsBeforeItBegins);
    }
    let is_off = |line: &Earning| line.rounding().is_some_and(|rounding| !is_a_cent(rounding));
    if lines.earnings.iter().any(is_off) {
        return Err(FilingFault::HoursTimesRate);
    }
    // Not line by line: after a negative adjustment, a line's year can be less than today's amount.
    let (now, year) = (lines.sums(), lines.sums_ytd());
    let sums =
        [(now.gross, year.gross), (now.withheld(), year.withheld()), (now.reimbursed, year.reimbursed)];
    if sums.iter().any(|(current, ytd)| *current > *ytd + CENT) {
        return Err(FilingFault::MoreThisTimeThanThisYear);
    }
    if !is_a_cent(lines.rounding) {
        return Err(FilingFault::NetDiffers);
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
        let tax = |current, ytd| ItemLine { item: "FIT".into(), current: cents(current), ytd: cents(ytd) };
        Payday {
            check_date: Day(jiff::civil::date(2026, 11, 13)),
            check_number: "7".to_owned(),
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
                ..StubLines::default()
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
        let broken: [(Break, FilingFault); 8] = [
            (|it| it.period_end = it.period_begin.plus_days(-1), FilingFault::PeriodEndsBeforeItBegins),
            (|it| it.lines.earnings[0].current = cents(146_202), FilingFault::HoursTimesRate),
            (|it| it.lines.earnings[0].ytd = cents(146_198), FilingFault::MoreThisTimeThanThisYear),
            (|it| it.lines.taxes[0].ytd = cents(-2_400), FilingFault::MoreThisTimeThanThisYear),
            (|it| it.lines.round_to(Some(cents(130_002))), FilingFault::NetDiffers),
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
    fn a_reimbursement_is_paid_and_not_earned_and_what_the_employer_pays_is_neither() {
        let mut payday = payday();
        let line =
            |item: &str, amount| ItemLine { item: item.into(), current: cents(amount), ytd: cents(amount) };
        payday.lines.reimbursements.push(line("MILEAGE", 4_250));
        payday.lines.employer.push(line("401K-ER", 5_000));
        assert_eq!(check(&payday, 1), Ok(()));
        assert_eq!((payday.lines.sums().gross, payday.lines.sums().net()), (cents(146_200), cents(134_250)));
        assert_eq!(payday.lines.check_amount(), cents(34_250));
    }

    #[test]
    fn one_cent_of_rounding_is_accepted_and_kept_apart() {
        let mut payday = payday();
        payday.lines.earnings[0].current = cents(146_201);
        assert_eq!(payday.lines.earnings[0].rounding(), Some(cents(1)));
        payday.lines.round_to(Some(cents(130_000)));
        assert_eq!((check(&payday, 1), payday.lines.rounding), (Ok(()), cents(-1)));
        assert_eq!(payday.lines.sums().net(), cents(130_000));
        // Without the net pay as printed, the deposits tell; a real paper check isn't rounding.
        for (deposited, rounding) in [(130_000, -1), (130_002, 1), (130_001, 0), (129_999, 0)] {
            payday.lines.deposits[0].amount = cents(deposited);
            payday.lines.round_to(None);
            assert_eq!(payday.lines.rounding, cents(rounding), "{deposited}");
            assert_eq!(check(&payday, 1), Ok(()));
        }
        payday.lines.deposits[0].amount = cents(130_003);
        payday.lines.round_to(None);
        assert_eq!(check(&payday, 1), Err(FilingFault::MoreDepositedThanEarned));
    }

    #[test]
    fn a_negative_adjustment_is_a_line_like_any_other() {
        let mut payday = payday();
        payday.lines.before_tax.push(ItemLine {
            item: "DENTAL".into(),
            current: cents(-2_500),
            ytd: cents(-2_500),
        });
        let back = Earning {
            rate: Some(cents(1_000)),
            hours: Some(cents(-200)),
            current: cents(-2_000),
            ytd: cents(-2_000),
            item: "REG".into(),
        };
        payday.lines.earnings.push(back);
        assert_eq!(check(&payday, 1), Ok(()));
        assert_eq!(payday.lines.sums().net(), cents(130_500));
        // This time's refund of the refund is more than what is left for the year.
        payday.lines.before_tax[1] =
            ItemLine { item: "DENTAL".into(), current: cents(3_000), ytd: cents(500) };
        assert_eq!(check(&payday, 1), Ok(()));
    }

    #[test]
    fn the_years_run_from_the_newest_to_the_first() {
        let day = |year| Day(jiff::civil::date(year, 6, 1));
        assert_eq!(years(day(2024), day(2026)), [2026, 2025, 2024]);
    }
}
