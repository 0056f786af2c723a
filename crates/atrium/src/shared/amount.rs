//! Money and hours as whole ten-thousandths: never a float. Shown with at least two and at most four decimals.

use crate::shared::refusal::codes;
use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::ops::{Add, Neg, Sub};
use std::{fmt, iter::Sum, str::FromStr};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(i64);

db::newtype!(Amount(i64));

const ONE: i64 = 10_000;

codes! {
    pub enum AmountError {
        NotANumber = "INVALID_AMOUNT": "Write an amount in digits with a decimal point, as a string.",
        TooManyDecimals = "INVALID_AMOUNT": "An amount can have at most four decimals.",
        TooLarge = "INVALID_AMOUNT": "An amount must be less than 10,000,000,000.",
    }
}

impl Amount {
    pub const ZERO: Amount = Amount(0);
    /// The most that is read: just under ten billion. Ninety thousand of them still fit into a sum.
    pub const MAX: Amount = Amount(10_000_000_000 * ONE - 1);

    pub const fn from_ten_thousandths(units: i64) -> Amount {
        Amount(units)
    }

    pub const fn from_cents(cents: i64) -> Amount {
        Amount(cents * 100)
    }

    pub const fn ten_thousandths(self) -> i64 {
        self.0
    }

    pub fn checked_add(self, other: Amount) -> Option<Amount> {
        self.0.checked_add(other.0).map(Amount)
    }

    pub fn checked_sub(self, other: Amount) -> Option<Amount> {
        self.0.checked_sub(other.0).map(Amount)
    }
}

impl Add for Amount {
    type Output = Amount;

    fn add(self, other: Amount) -> Amount {
        self.checked_add(other).expect("sums of amounts fit 64 bits")
    }
}

impl Sub for Amount {
    type Output = Amount;

    fn sub(self, other: Amount) -> Amount {
        self.checked_sub(other).expect("differences of amounts fit 64 bits")
    }
}

impl Neg for Amount {
    type Output = Amount;

    fn neg(self) -> Amount {
        Amount::ZERO - self
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Amount>>(amounts: I) -> Amount {
        amounts.fold(Amount::ZERO, Amount::add)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = self.0.unsigned_abs();
        let (whole, fraction) = (units / ONE.unsigned_abs(), units % ONE.unsigned_abs());
        let sign = if self.0 < 0 { "-" } else { "" };
        let mut digits = format!("{fraction:04}");
        while digits.len() > 2 && digits.ends_with('0') {
            digits.pop();
        }
        write!(f, "{sign}{whole}.{digits}")
    }
}

impl FromStr for Amount {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Amount, AmountError> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(fraction) {
            return Err(AmountError::NotANumber);
        }
        if fraction.len() > 4 {
            return Err(AmountError::TooManyDecimals);
        }
        let whole: i64 = whole.parse().map_err(|_| AmountError::TooLarge)?;
        let fraction: i64 = format!("{fraction:0<4}").parse().map_err(|_| AmountError::NotANumber)?;
        let units = whole.checked_mul(ONE).and_then(|units| units.checked_add(fraction));
        let units = units.filter(|units| *units <= Amount::MAX.0).ok_or(AmountError::TooLarge)?;
        Ok(Amount(if negative { -units } else { units }))
    }
}

/// In stored documents an amount is written as on the wire.
impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| de::Error::custom("no amount"))
    }
}

/// A JSON string with two to four decimals, so no client turns money into a float.
#[Scalar(name = "Decimal")]
impl ScalarType for Amount {
    fn parse(value: Value) -> InputValueResult<Self> {
        let read = match &value {
            Value::String(text) => text.parse(),
            _ => Err(AmountError::NotANumber),
        };
        // A bad amount in a variable was reported before, with its field; this one is in the query text itself.
        read.map_err(|error: AmountError| {
            InputValueError::custom(error.message()).with_extension("code", error.code())
        })
    }

    fn to_value(&self) -> Value {
        Value::String(self.to_string())
    }
}

/// Hours at a rate, rounded to the cent, half a cent up.
pub fn times(rate: Amount, hours: Amount) -> Amount {
    let exact = i128::from(rate.ten_thousandths()) * i128::from(hours.ten_thousandths());
    // Both are in ten-thousandths, and a cent is a hundred of them.
    let cents = (exact + 500_000).div_euclid(1_000_000);
    // Far beyond any stored amount, so it never equals one, and sums still fit.
    const FAR: i128 = 100_000_000_000_000;
    Amount::from_cents(i64::try_from(cents.clamp(-FAR, FAR)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hours_at_a_rate_round_half_a_cent_up() {
        let times =
            |rate, hours| times(Amount::from_ten_thousandths(rate), Amount::from_ten_thousandths(hours));
        assert_eq!(times(274_125, 65_000), Amount::from_cents(17_818)); // 178.18125
        assert_eq!(times(100_100, 5_000), Amount::from_cents(501)); // 5.005
        assert_eq!(times(0, 800_000), Amount::ZERO);
    }

    #[test]
    fn amounts_show_two_to_four_decimals() {
        for (units, shown) in [
            (0, "0.00"),
            (10_000, "1.00"),
            (12_500, "1.25"),
            (12_345, "1.2345"),
            (12_340, "1.234"),
            (-5, "-0.0005"),
        ] {
            assert_eq!(Amount(units).to_string(), shown);
        }
    }

    #[test]
    fn what_is_not_an_amount_is_refused() {
        for (text, error) in [
            ("", AmountError::NotANumber),
            ("1.", AmountError::NotANumber),
            (".5", AmountError::NotANumber),
            ("1,000.00", AmountError::NotANumber),
            ("1e3", AmountError::NotANumber),
            ("+1", AmountError::NotANumber),
            ("1.23456", AmountError::TooManyDecimals),
            ("9223372036854775807", AmountError::TooLarge),
            ("900000000000000.00", AmountError::TooLarge),
            ("10000000000", AmountError::TooLarge),
            ("-10000000000", AmountError::TooLarge),
        ] {
            assert_eq!(text.parse::<Amount>(), Err(error), "{text}");
        }
    }

    #[test]
    fn ninety_thousand_of_the_largest_amounts_add_up() {
        let largest: Amount = "9999999999.9999".parse().unwrap();
        assert_eq!(largest, Amount::MAX);
        let sum: Amount = std::iter::repeat_n(largest, 90_000).sum();
        assert_eq!(sum - Amount(90_000 * 10_000_000_000 * ONE), Amount(-90_000));
    }

    proptest! {
        #[test]
        fn what_is_shown_reads_back_the_same(units in -Amount::MAX.0..=Amount::MAX.0) {
            prop_assert_eq!(Amount(units).to_string().parse::<Amount>(), Ok(Amount(units)));
        }
    }
}
