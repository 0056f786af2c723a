//! Payroll for made-up people: what each earned, paid and took home, payday by payday, adding up to the cent. A pure
//! function of the employee and the day; cents inside, amounts outside.

use super::paydays::{self, DemoPeriod};
use super::tax_tables::{self, TaxState, TaxStatus};
use crate::shared::amount::{Amount, times};
use crate::shared::day::Day;
use crate::shared::pay_period::PayPeriod;

/// A roll for one purpose, the same no matter what else is rolled.
#[derive(Clone, Copy)]
pub struct Dice(u64);

impl Dice {
    pub fn of(company: &str, code: &str) -> Dice {
        let bytes = company.bytes().chain([0]).chain(code.bytes());
        Dice(
            bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
            }),
        )
    }

    pub fn throw(self, purpose: DicePurpose, round: i64, sides: i64) -> i64 {
        let mut mixed =
            self.0 ^ ((purpose as u64) << 56) ^ round.unsigned_abs().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % sides.unsigned_abs()) as i64
    }

    fn pick<T: Copy>(self, purpose: DicePurpose, from: &[T]) -> T {
        from[self.throw(purpose, 0, from.len() as i64) as usize]
    }
}

#[derive(Clone, Copy)]
pub enum DicePurpose {
    Rate = 1,
    Raise,
    Status,
    Retirement,
    Medical,
    Savings,
    Extras,
    Overtime,
    TimeOff,
    Bonus,
    Family,
}

/// What payroll knows about one employee.
pub struct PayStanding {
    pub dice: Dice,
    pub period: PayPeriod,
    pub is_salaried: bool,
    /// On the night shift, whose premium has had its own line since the last payday.
    pub works_nights: bool,
    pub in_union: bool,
    pub state: TaxState,
    pub hired: Day,
    /// The employee's number within the company.
    pub nth: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayBasis {
    Hourly(Amount),
    Salaried(Amount),
}

#[derive(Clone, Debug)]
pub struct EarnedLine {
    pub item: &'static str,
    pub rate: Option<Amount>,
    pub hours: Option<Amount>,
    pub current: Amount,
    pub ytd: Amount,
}

#[derive(Clone, Debug)]
pub struct HeldLine {
    pub item: &'static str,
    pub current: Amount,
    pub ytd: Amount,
}

/// A payday with the pay rate it was paid at. A line stays until the year ends, even without a current amount.
#[derive(Clone, Debug)]
pub struct PaidDay {
    pub basis: PayBasis,
    pub check_date: Day,
    pub check_number: i64,
    pub period_begin: Day,
    pub period_end: Day,
    pub earnings: Vec<EarnedLine>,
    pub taxes: Vec<HeldLine>,
    pub before_tax: Vec<HeldLine>,
    pub after_tax: Vec<HeldLine>,
    /// What went into which of the employee's accounts.
    pub deposits: Vec<(usize, Amount)>,
    /// Paper checks this year, including this payday.
    pub checks_ytd: Amount,
}

impl PaidDay {
    pub fn deductions(&self) -> impl Iterator<Item = &HeldLine> {
        self.before_tax.iter().chain(&self.after_tax)
    }

    /// Taxes first.
    pub fn withheld(&self) -> impl Iterator<Item = &HeldLine> {
        self.taxes.iter().chain(self.deductions())
    }

    pub fn gross_ytd(&self) -> Amount {
        self.earnings.iter().map(|line| line.ytd).sum()
    }

    fn net(&self) -> Amount {
        let earned: Amount = self.earnings.iter().map(|line| line.current).sum();
        earned - self.withheld().map(|line| line.current).sum()
    }
}

const EARNINGS: [&str; 7] = ["REG", "SAL", "OT", "NIGHT", "PTO", "HOL", "BON"];
const BEFORE_TAX: [&str; 5] = ["401K", "MEDICAL", "DENTAL", "VISION", "HSA"];
const AFTER_TAX: [&str; 3] = ["LIFE", "UNION", "GIVING"];
const NIGHT_RATE: Amount = Amount::from_cents(175);

/// Year-to-date totals in cents, by line.
#[derive(Default)]
struct YearToDate {
    year: i16,
    earnings: [i64; 7],
    before_tax: [i64; 5],
    after_tax: [i64; 3],
    taxes: Vec<(&'static str, i64)>,
    security_wages: i64,
}

impl PayStanding {
    pub fn filing_status(&self) -> TaxStatus {
        filing_status(self.dice)
    }

    /// Raises come in April.
    fn basis(&self, on: Day) -> PayBasis {
        let raises = i64::from(on.0.year()) - 2023 - i64::from(on.0.month() < 4);
        let raise = 200 + self.dice.throw(DicePurpose::Raise, 0, 9) * 25;
        let mut cents = if self.is_salaried {
            5_200_000 + self.dice.throw(DicePurpose::Rate, 0, 190) * 50_000
        } else {
            1_725 + self.dice.throw(DicePurpose::Rate, 0, 60) * 25
        };
        let step = if self.is_salaried { 10_000 } else { 5 };
        for _ in 0..raises.max(0) {
            cents = (cents + tax_tables::share(cents, raise)) / step * step;
        }
        let amount = Amount::from_cents(cents);
        if self.is_salaried { PayBasis::Salaried(amount) } else { PayBasis::Hourly(amount) }
    }

    /// The part of the gross that goes to the 401(k).
    pub fn retirement_basis_points(&self) -> i64 {
        self.dice.pick(DicePurpose::Retirement, &[0, 300, 400, 500, 500, 600, 800, 1_000])
    }

    /// What the person chose to have deducted before tax, in `BEFORE_TAX` order, for a full period.
    fn chosen(&self, gross: i64) -> [i64; 5] {
        let retirement = self.retirement_basis_points();
        let medical = self.dice.pick(DicePurpose::Medical, &[0, 4_250, 4_250, 6_800, 11_900, 14_875]);
        let (dental, vision) = if medical == 0 { (0, 0) } else { (875, 310) };
        let savings =
            if medical == 0 { 0 } else { self.dice.pick(DicePurpose::Savings, &[0, 0, 2_500, 5_000]) };
        [tax_tables::share(gross, retirement), medical, dental, vision, savings]
    }

    fn extras(&self) -> [i64; 3] {
        let extras = self.dice.throw(DicePurpose::Extras, 0, 4);
        [
            if extras < 2 { 420 } else { 0 },
            if self.in_union { 1_200 } else { 0 },
            if extras == 3 { 500 } else { 0 },
        ]
    }

    /// Every payday in the calendar since the hire date. `split` says where each payday's net goes.
    pub fn paydays(
        &self,
        calendar: &[DemoPeriod],
        split: impl Fn(Day, Amount) -> Vec<(usize, Amount)>,
    ) -> Vec<PaidDay> {
        let mut year = YearToDate::default();
        let mut checks_ytd = Amount::ZERO;
        let mut paid = vec![];
        for (index, period) in calendar.iter().enumerate() {
            let is_first = period.begin < self.hired;
            if period.end < self.hired || (is_first && paydays::weekdays(self.hired, period.end) == 0) {
                continue;
            }
            let check_year = period.check_date.0.year();
            if year.year != check_year {
                year = YearToDate { year: check_year, ..YearToDate::default() };
                checks_ytd = Amount::ZERO;
            }
            let age = (calendar.len() - 1 - index) as i64;
            let mut day = self.pay(period, age, &mut year);
            let net = day.net();
            day.deposits = split(period.check_date, net);
            checks_ytd = checks_ytd + (net - day.deposits.iter().map(|(_, amount)| *amount).sum());
            day.checks_ytd = checks_ytd;
            paid.push(day);
        }
        paid
    }

    fn pay(&self, period: &DemoPeriod, age: i64, year: &mut YearToDate) -> PaidDay {
        let basis = self.basis(period.begin);
        let earned = self.earned(period, age, basis);
        let gross: i64 = earned.iter().map(|line| line.2).sum();
        let mut before_tax = self.chosen(gross);
        let mut after_tax = self.extras();
        // A short first period doesn't have room for a full month's choices.
        if gross < 3 * before_tax.iter().sum::<i64>() {
            (before_tax, after_tax) = ([before_tax[0], 0, 0, 0, 0], [0; 3]);
        }
        let benefits: i64 = before_tax[1..].iter().sum();
        let (wages, taxable) = (gross - benefits, gross - benefits - before_tax[0]);
        let periods = paydays::periods_per_year(self.period);
        let status = self.filing_status();
        let mut taxes = vec![
            ("FIT", tax_tables::federal(taxable, periods, status)),
            ("SS", tax_tables::social_security(wages, year.security_wages, year.year)),
            ("MED", tax_tables::medicare(wages)),
        ];
        taxes.extend(self.state.withheld(wages, taxable, periods, status));
        year.security_wages += wages;
        year.taxes.resize(taxes.len(), ("", 0));

        let mut lines = PaidDay {
            basis,
            check_date: period.check_date,
            check_number: period.number % 100 * 100_000 + self.nth,
            period_begin: period.begin,
            period_end: period.end,
            earnings: vec![],
            taxes: vec![],
            before_tax: vec![],
            after_tax: vec![],
            deposits: vec![],
            checks_ytd: Amount::ZERO,
        };
        for (nth, (rate, hours, current)) in earned.into_iter().enumerate() {
            year.earnings[nth] += current;
            if year.earnings[nth] > 0 {
                let (current, ytd) = (Amount::from_cents(current), Amount::from_cents(year.earnings[nth]));
                // A line that is there only for its year-to-date total has no hours or rate this time.
                let is_paid = current > Amount::ZERO;
                let (rate, hours) = (rate.filter(|_| is_paid), hours.filter(|_| is_paid));
                lines.earnings.push(EarnedLine { item: EARNINGS[nth], rate, hours, current, ytd });
            }
        }
        for (sum, (item, current)) in year.taxes.iter_mut().zip(taxes) {
            *sum = (item, sum.1 + current);
            push(&mut lines.taxes, item, current, sum.1);
        }
        for (nth, current) in before_tax.into_iter().enumerate() {
            year.before_tax[nth] += current;
            push(&mut lines.before_tax, BEFORE_TAX[nth], current, year.before_tax[nth]);
        }
        for (nth, current) in after_tax.into_iter().enumerate() {
            year.after_tax[nth] += current;
            push(&mut lines.after_tax, AFTER_TAX[nth], current, year.after_tax[nth]);
        }
        lines
    }

    /// (rate, hours, cents) in `EARNINGS` order. `age` counts paydays back from the last one.
    fn earned(
        &self,
        period: &DemoPeriod,
        age: i64,
        basis: PayBasis,
    ) -> [(Option<Amount>, Option<Amount>, i64); 7] {
        let dice = self.dice;
        let whole_days = paydays::weekdays(period.begin, period.end);
        let days =
            if period.begin < self.hired { paydays::weekdays(self.hired, period.end) } else { whole_days };
        let holiday_hours = if days == whole_days { period.holidays * 8 } else { 0 };
        let takes_time_off = days == whole_days && dice.throw(DicePurpose::TimeOff, age, 5) == 0;
        let time_off_hours =
            if takes_time_off { 8 * (1 + dice.throw(DicePurpose::TimeOff, age + 1_000, 2)) } else { 0 };
        let hours = |hours: i64| Some(Amount::from_cents(hours * 100));
        let mut earned: [(Option<Amount>, Option<Amount>, i64); 7] = Default::default();
        let line = |rate: Amount, hours: Amount| {
            (Some(rate), Some(hours), times(rate, hours).ten_thousandths() / 100)
        };
        let rate = match basis {
            PayBasis::Hourly(rate) => rate,
            PayBasis::Salaried(salary) => Amount::from_ten_thousandths(salary.ten_thousandths() / 2_080),
        };
        if time_off_hours > 0 {
            earned[4] = line(rate, Amount::from_cents(time_off_hours * 100));
        }
        if holiday_hours > 0 {
            earned[5] = line(rate, Amount::from_cents(holiday_hours * 100));
        }
        match basis {
            PayBasis::Hourly(_) => {
                let worked = days * 8 - holiday_hours - time_off_hours;
                earned[0] = line(rate, Amount::from_cents(worked * 100));
                let half_hours = self.overtime_half_hours(age);
                if half_hours > 0 && days == whole_days {
                    let at = Amount::from_ten_thousandths(rate.ten_thousandths() * 3 / 2);
                    earned[2] = line(at, Amount::from_cents(half_hours * 50));
                }
                if self.works_nights && age == 0 {
                    earned[3] = line(NIGHT_RATE, Amount::from_cents(worked * 100));
                }
                // The company thanks everyone paid by the hour before the holidays.
                let (month, day) = (period.check_date.0.month(), period.check_date.0.day());
                if month == 12 && day <= 14 {
                    earned[6].2 = 15_000
                        + dice.throw(DicePurpose::Bonus, i64::from(period.check_date.0.year()), 7) * 2_500;
                }
            }
            PayBasis::Salaried(salary) => {
                let whole = salary.ten_thousandths() / 100 / paydays::periods_per_year(self.period);
                let part = whole * days / whole_days;
                earned[1] = (
                    None,
                    hours(days * 8 - holiday_hours - time_off_hours),
                    part - earned[4].2 - earned[5].2,
                );
                let (month, day) = (period.check_date.0.month(), period.check_date.0.day());
                if month == 3 && day <= 15 && (period.check_date.0 - self.hired.0).get_days() > 180 {
                    let percent =
                        200 + dice.throw(DicePurpose::Bonus, i64::from(period.check_date.0.year()), 12) * 50;
                    earned[6].2 = tax_tables::share(salary.ten_thousandths() / 100, percent);
                }
            }
        }
        earned
    }

    /// Most people had some before the last payday, so there is something to compare.
    fn overtime_half_hours(&self, age: i64) -> i64 {
        let chance = if age == 0 { 5 } else { 2 };
        let works_over = self.dice.throw(DicePurpose::Overtime, age, 6) < chance;
        if works_over { 3 + self.dice.throw(DicePurpose::Overtime, age + 1_000, 14) } else { 0 }
    }
}

/// What an employee's tax forms say, and what their stubs withhold by.
pub(super) fn filing_status(dice: Dice) -> TaxStatus {
    use TaxStatus::{HeadOfHousehold, MarriedJointly, Single};
    dice.pick(DicePurpose::Status, &[Single, Single, MarriedJointly, MarriedJointly, HeadOfHousehold])
}

fn push(lines: &mut Vec<HeldLine>, item: &'static str, current: i64, ytd: i64) {
    if ytd > 0 {
        let (current, ytd) = (Amount::from_cents(current), Amount::from_cents(ytd));
        lines.push(HeldLine { item, current, ytd });
    }
}
