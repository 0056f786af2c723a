//! What benefits cost per year. Pure.

use crate::shared::amount::Amount;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnrollmentStatus {
    Enrolled,
    /// The employee declined it.
    Waived,
    /// Starts once the provider confirms it.
    Pending,
}

/// What a plan costs per year. Nothing unless someone is enrolled.
pub(super) fn yearly(status: EnrollmentStatus, each_period: Amount, periods: i64) -> Amount {
    match status {
        EnrollmentStatus::Enrolled => {
            Amount::from_ten_thousandths(each_period.ten_thousandths().saturating_mul(periods))
        }
        EnrollmentStatus::Waived | EnrollmentStatus::Pending => Amount::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_is_all_its_pay_periods_and_waived_plans_cost_nothing() {
        let each = Amount::from_cents(4_250);
        for (status, periods, cents) in [
            (EnrollmentStatus::Enrolled, 26, 110_500),
            (EnrollmentStatus::Enrolled, 24, 102_000),
            (EnrollmentStatus::Waived, 26, 0),
            (EnrollmentStatus::Pending, 26, 0),
        ] {
            assert_eq!(yearly(status, each, periods), Amount::from_cents(cents), "{status:?} {periods}");
        }
    }
}
