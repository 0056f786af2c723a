//! Numbers as people and older programs send them to a tax form: `3`, `"3"`, `"1,250.50"`, or nothing at all for 0.

use super::rules::TaxSetupRefusal;
use crate::feature_row::Wrong;
use crate::shared::amount::Amount;
use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};

/// At most four decimals are kept; what is beyond rounds up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figure(pub Amount);

impl Figure {
    pub fn parse(text: &str) -> Option<Figure> {
        let plain: String = text.trim().chars().filter(|c| !matches!(c, ',' | '$')).collect();
        if plain.is_empty() {
            return Some(Figure::default());
        }
        let (whole, decimals) = plain.split_once('.').unwrap_or((&plain, "0"));
        let whole = if whole.is_empty() { "0" } else { whole };
        if decimals.is_empty() || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (kept, beyond) = decimals.split_at(decimals.len().min(4));
        let amount: Amount = format!("{whole}.{kept}").parse().ok()?;
        let is_more = beyond.bytes().any(|byte| byte != b'0') && !plain.starts_with('-');
        let amount = amount.checked_add(Amount::from_ten_thousandths(i64::from(is_more)))?;
        Some(Figure(amount))
    }

    /// To the next whole number up.
    pub fn rounded_up(self) -> i64 {
        let units = self.0.ten_thousandths();
        units.div_euclid(10_000) + i64::from(units.rem_euclid(10_000) > 0)
    }
}

/// A number, or a string with one. An empty string counts as 0.
#[Scalar(name = "TaxFigure")]
impl ScalarType for Figure {
    fn parse(value: Value) -> InputValueResult<Self> {
        let figure = match &value {
            Value::String(text) => Figure::parse(text),
            Value::Number(number) => Figure::parse(&number.to_string()),
            _ => return Err(InputValueError::expected_type(value)),
        };
        figure.ok_or_else(|| InputValueError::custom("this is no number"))
    }

    fn to_value(&self) -> Value {
        Value::String(self.0.to_string())
    }
}

/// Whether a client's value can be read.
pub fn check_figure(value: &Value) -> Result<(), Wrong> {
    let read = <Figure as ScalarType>::parse(value.clone());
    read.map(drop).map_err(|_| Wrong::of(TaxSetupRefusal::NotAFigure.parts()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn amounts_are_read_as_decimals_and_nothing_is_nought() {
        for (text, units) in [
            ("", Some(0)),
            ("  ", Some(0)),
            ("3", Some(30_000)),
            ("$1,250.50", Some(12_505_000)),
            (".5", Some(5_000)),
            ("2.00001", Some(20_001)),
            ("-1", Some(-10_000)),
            ("three", None),
            ("1e3", None),
            ("1.2.3", None),
            ("1.", None),
        ] {
            let read = Figure::parse(text).map(|figure| figure.0.ten_thousandths());
            assert_eq!(read, units, "{text}");
        }
    }

    #[test]
    fn dependents_and_exemptions_are_rounded_up_to_whole_numbers() {
        for (text, whole) in [("0", 0), ("1", 1), ("1.2", 2), ("1.00001", 2), ("2.9999", 3), ("", 0)] {
            assert_eq!(Figure::parse(text).map(Figure::rounded_up), Some(whole), "{text}");
        }
    }

    proptest! {
        #[test]
        fn rounding_up_never_takes_anything_away_and_adds_less_than_one(units in 0i64..1_000_000_000) {
            let figure = Figure(Amount::from_ten_thousandths(units));
            let up = figure.rounded_up() * 10_000;
            prop_assert!(up >= units && up - units < 10_000);
        }
    }
}
