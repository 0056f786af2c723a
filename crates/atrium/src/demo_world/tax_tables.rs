//! Withholding for made-up people: tables close to the real ones, the same for every year, so a demo stub looks like a
//! real one. Don't pay anyone by these tables. Amounts are cents.

/// How someone files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaxStatus {
    Single,
    MarriedJointly,
    HeadOfHousehold,
}

/// Where someone works, for tax purposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaxState {
    Oregon,
    Washington,
    Texas,
    Massachusetts,
}

impl TaxState {
    pub fn code(self) -> &'static str {
        match self {
            TaxState::Oregon => "OR",
            TaxState::Washington => "WA",
            TaxState::Texas => "TX",
            TaxState::Massachusetts => "MA",
        }
    }

    /// What the state withholds: (line, amount). `wages` is before, `taxable` after deductions that lower income tax.
    pub(super) fn withheld(
        self,
        wages: i64,
        taxable: i64,
        periods: i64,
        status: TaxStatus,
    ) -> Vec<(&'static str, i64)> {
        let married = status == TaxStatus::MarriedJointly;
        match self {
            TaxState::Oregon => {
                let deduction = if married { 549_500 } else { 274_500 };
                let tax = a_year_at_a_time(taxable, periods, deduction, OREGON, if married { 2 } else { 1 });
                vec![("SIT-OR", tax), ("TRANSIT-OR", share(wages, 10))]
            }
            TaxState::Washington => vec![("PFML-WA", share(wages, 66)), ("CARES-WA", share(wages, 58))],
            TaxState::Texas => vec![],
            TaxState::Massachusetts => {
                let exemption = if married { 880_000 } else { 440_000 };
                let tax = a_year_at_a_time(taxable, periods, exemption, &[(i64::MAX, 500)], 1);
                vec![("SIT-MA", tax), ("PFML-MA", share(wages, 46))]
            }
        }
    }
}

/// (upper limit per year, rate in hundredths of a percent)
type Brackets = &'static [(i64, i64)];

const FEDERAL: Brackets = &[
    (1_192_500, 1_000),
    (4_847_500, 1_200),
    (10_335_000, 2_200),
    (19_730_000, 2_400),
    (25_052_500, 3_200),
    (i64::MAX, 3_500),
];

const OREGON: Brackets = &[(440_000, 475), (1_105_000, 675), (12_500_000, 875), (i64::MAX, 990)];

/// Wages above this are free of Social Security tax for the rest of the year.
pub fn social_security_base(year: i16) -> i64 {
    match year {
        ..=2023 => 16_020_000,
        2024 => 16_860_000,
        2025 => 17_610_000,
        _ => 18_450_000,
    }
}

pub(super) fn federal(taxable: i64, periods: i64, status: TaxStatus) -> i64 {
    let (deduction, width) = match status {
        TaxStatus::Single => (1_500_000, 100),
        TaxStatus::MarriedJointly => (3_000_000, 200),
        TaxStatus::HeadOfHousehold => (2_250_000, 140),
    };
    let yearly = (taxable * periods - deduction).max(0);
    divide(climb(yearly, FEDERAL, width), periods)
}

pub(super) fn social_security(wages: i64, wages_before: i64, year: i16) -> i64 {
    let left = (social_security_base(year) - wages_before).max(0);
    share(wages.min(left), 620)
}

pub(super) fn medicare(wages: i64) -> i64 {
    share(wages, 145)
}

/// This many hundredths of a percent, to the cent.
pub(super) fn share(amount: i64, hundredths_of_percent: i64) -> i64 {
    divide(amount * hundredths_of_percent, 10_000)
}

/// Rounds half up; amounts here are never negative.
fn divide(amount: i64, by: i64) -> i64 {
    (amount + by / 2) / by
}

fn a_year_at_a_time(taxable: i64, periods: i64, deduction: i64, brackets: Brackets, width: i64) -> i64 {
    let yearly = (taxable * periods - deduction).max(0);
    divide(climb(yearly, brackets, width * 100), periods)
}

/// Each bracket takes its share; `width` is in percent of the brackets for single filers.
fn climb(yearly: i64, brackets: Brackets, width: i64) -> i64 {
    let (mut below, mut tax) = (0, 0);
    for (up_to, rate) in brackets {
        let up_to = up_to.saturating_mul(width) / 100;
        if yearly > below {
            tax += share(yearly.min(up_to) - below, *rate);
        }
        below = up_to;
    }
    tax
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn federal_tax_climbs_the_ladder() {
        // 26 × $2,000.00 less $15,000.00 is $37,000.00: $1,192.50 and 12 % of $25,075.00, over 26 paydays.
        assert_eq!(federal(200_000, 26, TaxStatus::Single), (119_250 + 300_900 + 13) / 26);
        assert_eq!(federal(50_000, 26, TaxStatus::Single), 0);
    }

    #[test]
    fn a_higher_wage_never_pays_less_tax() {
        for status in [TaxStatus::Single, TaxStatus::MarriedJointly, TaxStatus::HeadOfHousehold] {
            let taxes: Vec<i64> = (0..800).map(|wage| federal(wage * 1_000, 26, status)).collect();
            assert!(taxes.is_sorted(), "{status:?}");
        }
    }

    #[test]
    fn social_security_stops_at_the_base() {
        let base = social_security_base(2026);
        assert_eq!(social_security(100_000, base - 40_000, 2026), share(40_000, 620));
        assert_eq!(social_security(100_000, base, 2026), 0);
    }
}
