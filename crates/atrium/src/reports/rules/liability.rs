//! What balances are worth: hours at the hourly rate. A yearly salary is for 2,080 hours, 40 in each of 52 weeks.

use crate::shared::amount::{Amount, times};

const HOURS_PER_YEAR: i64 = 2_080;

/// What someone is paid, as payroll says; neither if it never did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownPay {
    pub annual_salary: Option<Amount>,
    pub hourly_rate: Option<Amount>,
}

impl KnownPay {
    /// An hour's pay, to the ten-thousandth.
    pub(crate) fn per_hour(self) -> Option<Amount> {
        let of_salary = |salary: Amount| {
            let units = salary.ten_thousandths();
            Amount::from_ten_thousandths((units + HOURS_PER_YEAR / 2).div_euclid(HOURS_PER_YEAR))
        };
        self.hourly_rate.or(self.annual_salary.map(of_salary))
    }

    /// Balances of several types, each rounded to the cent. One below zero is owed to the company.
    pub(crate) fn worth(self, hours: &[Amount]) -> Option<Amount> {
        let rate = self.per_hour()?;
        let cents = hours.iter().map(|hours| times(rate, *hours).ten_thousandths());
        Some(Amount::from_ten_thousandths(cents.fold(0, i64::saturating_add)))
    }
}

/// A sum over people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BalanceShare {
    /// With anything but zero.
    pub people: i64,
    pub hours: Amount,
    pub worth: Amount,
    /// Whose pay isn't known: their hours are in no amount.
    pub without_rate: i64,
}

/// With one more person's balances. `None` if a sum doesn't fit.
pub(crate) fn add_up(share: BalanceShare, hours: &[Amount], pay: KnownPay) -> Option<BalanceShare> {
    if hours.iter().all(|hours| *hours == Amount::ZERO) {
        return Some(share);
    }
    let worth = pay.worth(hours);
    Some(BalanceShare {
        people: share.people + 1,
        hours: hours.iter().try_fold(share.hours, |sum, hours| sum.checked_add(*hours))?,
        worth: share.worth.checked_add(worth.unwrap_or(Amount::ZERO))?,
        without_rate: share.without_rate + i64::from(worth.is_none()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dollars(whole: i64) -> Amount {
        Amount::from_cents(whole * 100)
    }

    #[test]
    fn hours_are_worth_the_hourly_rate_or_a_2080th_of_the_salary() {
        let hourly = KnownPay { annual_salary: None, hourly_rate: Some(dollars(25)) };
        let salaried = KnownPay { annual_salary: Some(dollars(83_200)), hourly_rate: None };
        assert_eq!(hourly.worth(&[dollars(12)]), Some(dollars(300)));
        assert_eq!(salaried.per_hour(), Some(dollars(40)));
        assert_eq!(salaried.worth(&[dollars(-3), dollars(1)]), Some(dollars(-80)));
        assert_eq!(KnownPay::default().worth(&[dollars(12)]), None);
        // 60,000 / 2,080 = 28.84615…
        let odd = KnownPay { annual_salary: Some(dollars(60_000)), hourly_rate: None };
        assert_eq!(odd.per_hour(), Some(Amount::from_ten_thousandths(288_462)));
    }

    #[test]
    fn people_without_a_known_pay_are_counted_and_worth_nothing() {
        let hourly = KnownPay { annual_salary: None, hourly_rate: Some(dollars(20)) };
        let sum = [(dollars(8), hourly), (dollars(4), KnownPay::default()), (Amount::ZERO, hourly)]
            .into_iter()
            .try_fold(BalanceShare::default(), |sum, (hours, pay)| add_up(sum, &[hours], pay));
        let share = BalanceShare { people: 2, hours: dollars(12), worth: dollars(160), without_rate: 1 };
        assert_eq!(sum, Some(share));
        let full = BalanceShare { hours: Amount::from_ten_thousandths(i64::MAX), ..BalanceShare::default() };
        assert_eq!(add_up(full, &[dollars(1)], hourly), None);
    }
}
