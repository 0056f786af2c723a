//! Additional info: texts, dates and amounts a company keeps about an employee under its own names. Pure. The company
//! decides the names and kinds; an employee can request another value under an existing name, but can't add or remove
//! one.

use super::rules::{self, ProfileRefusal};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

pub const MAX_ATTRIBUTE_TEXT_CHARS: usize = 100;
pub const MAX_ATTRIBUTE_AMOUNT: Amount = Amount::from_cents(99_999_999_999);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "KeptAttribute", into = "KeptAttribute")]
pub struct Attribute {
    pub name: String,
    pub value: AttributeValue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeValue {
    Text(String),
    Date(Day),
    Amount(Amount),
}

impl AttributeValue {
    /// Which of the spec's fields has such a value.
    pub fn field(&self) -> &'static str {
        match self {
            AttributeValue::Text(_) => "attributeString",
            AttributeValue::Date(_) => "attributeDate",
            AttributeValue::Amount(_) => "attributeAmount",
        }
    }
}

impl fmt::Display for AttributeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AttributeValue::Text(text) => f.write_str(text),
            AttributeValue::Date(day) => write!(f, "{day}"),
            AttributeValue::Amount(amount) => write!(f, "{amount}"),
        }
    }
}

/// As stored, under the spec's names: `attributeValue` is the text of whichever of the others is set.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct KeptAttribute {
    attribute_name: String,
    attribute_value: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attribute_string: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attribute_date: Option<Day>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attribute_amount: Option<Amount>,
}

impl From<KeptAttribute> for Attribute {
    fn from(of: KeptAttribute) -> Attribute {
        let value = match (of.attribute_date, of.attribute_amount) {
            (Some(day), _) => AttributeValue::Date(day),
            (None, Some(amount)) => AttributeValue::Amount(amount),
            (None, None) => AttributeValue::Text(of.attribute_string.unwrap_or(of.attribute_value)),
        };
        Attribute { name: of.attribute_name, value }
    }
}

impl From<Attribute> for KeptAttribute {
    fn from(of: Attribute) -> KeptAttribute {
        let mut kept = KeptAttribute {
            attribute_name: of.name,
            attribute_value: of.value.to_string(),
            attribute_string: None,
            attribute_date: None,
            attribute_amount: None,
        };
        match of.value {
            AttributeValue::Text(text) => kept.attribute_string = Some(text),
            AttributeValue::Date(day) => kept.attribute_date = Some(day),
            AttributeValue::Amount(amount) => kept.attribute_amount = Some(amount),
        }
        kept
    }
}

/// What an employee wants under a name: one of the three, matching what the company keeps there.
#[derive(Clone, Debug, Default)]
pub struct AttributeWish {
    pub name: String,
    pub text: Option<String>,
    pub date: Option<Day>,
    pub amount: Option<Amount>,
}

impl AttributeWish {
    fn checked(self, kind: &AttributeValue) -> Result<AttributeValue, ProfileRefusal> {
        match (kind, self.text, self.date, self.amount) {
            (_, None, None, None) => Err(ProfileRefusal::Required("attributeValue")),
            (AttributeValue::Text(_), Some(mut text), None, None) => {
                rules::required(&mut text, "attributeString", MAX_ATTRIBUTE_TEXT_CHARS)?;
                Ok(AttributeValue::Text(text))
            }
            (AttributeValue::Date(_), None, Some(day), None) if day.is_in_range() => {
                Ok(AttributeValue::Date(day))
            }
            (AttributeValue::Date(_), None, Some(_), None) => {
                Err(ProfileRefusal::DateOutOfRange("attributeDate"))
            }
            (AttributeValue::Amount(_), None, None, Some(amount))
                if (Amount::ZERO..=MAX_ATTRIBUTE_AMOUNT).contains(&amount) =>
            {
                Ok(AttributeValue::Amount(amount))
            }
            (AttributeValue::Amount(_), None, None, Some(_)) => Err(ProfileRefusal::AmountOutOfRange),
            _ => Err(ProfileRefusal::OtherKind),
        }
    }
}

/// The existing entries that would change: as they are, and in the same order as they should be.
pub(super) fn check_wish(
    there: &[Attribute],
    wish: Vec<AttributeWish>,
) -> Result<(Vec<Attribute>, Vec<Attribute>), ProfileRefusal> {
    let (mut names, mut before, mut after) = (BTreeSet::new(), vec![], vec![]);
    for one in wish {
        let known = there.iter().find(|kept| kept.name == one.name);
        let known = known.ok_or(ProfileRefusal::Unknown("attributeName"))?;
        if !names.insert(known.name.as_str()) {
            return Err(ProfileRefusal::SameTwice);
        }
        let value = one.checked(&known.value)?;
        if value != known.value {
            before.push(known.clone());
            after.push(Attribute { name: known.name.clone(), value });
        }
    }
    Ok((before, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use serde_json::json;

    fn kept(name: &str, value: AttributeValue) -> Attribute {
        Attribute { name: name.into(), value }
    }

    fn there() -> Vec<Attribute> {
        vec![
            kept("Uniform size", AttributeValue::Text("M".into())),
            kept("Badge issued", AttributeValue::Date(Day(date(2024, 5, 6)))),
            kept("Gear allowance", AttributeValue::Amount(Amount::from_cents(15_000))),
        ]
    }

    fn text(name: &str, text: &str) -> AttributeWish {
        AttributeWish { name: name.into(), text: Some(text.into()), ..AttributeWish::default() }
    }

    fn day(year: i16) -> AttributeWish {
        let name = "Badge issued".to_owned();
        AttributeWish { name, date: Some(Day(date(year, 1, 2))), ..AttributeWish::default() }
    }

    fn cents(cents: i64) -> AttributeWish {
        let name = "Gear allowance".to_owned();
        AttributeWish { name, amount: Some(Amount::from_cents(cents)), ..AttributeWish::default() }
    }

    #[test]
    fn what_differs_is_kept_before_and_after_and_the_rest_is_left_out() {
        let wish = vec![cents(15_000), text("Uniform size", " X\u{200b}L\u{202e} "), day(2025)];
        let (before, after) = check_wish(&there(), wish).unwrap();
        assert_eq!(before, there()[..2]);
        assert_eq!(after[0], kept("Uniform size", AttributeValue::Text("XL".into())));
        assert_eq!(after[1], kept("Badge issued", AttributeValue::Date(Day(date(2025, 1, 2)))));
        assert_eq!(check_wish(&there(), vec![text("Uniform size", "M\u{feff}")]), Ok((vec![], vec![])));
    }

    #[test]
    fn each_value_is_looked_at_and_the_names_and_kinds_are_the_companys() {
        let nothing = AttributeWish { name: "Badge issued".into(), ..AttributeWish::default() };
        let two = AttributeWish { amount: Some(Amount::ZERO), ..day(2025) };
        for (wish, refusal) in [
            (vec![text("Salary", "9")], ProfileRefusal::Unknown("attributeName")),
            (vec![text("uniform size", "L")], ProfileRefusal::Unknown("attributeName")),
            (vec![text("Uniform size", "L"), text("Uniform size", "S")], ProfileRefusal::SameTwice),
            (vec![text("Uniform size", " \u{200b} ")], ProfileRefusal::Required("attributeString")),
            (vec![text("Uniform size", &"x".repeat(101))], ProfileRefusal::TooLong("attributeString")),
            (vec![text("Badge issued", "2025-01-02")], ProfileRefusal::OtherKind),
            (vec![two], ProfileRefusal::OtherKind),
            (vec![nothing], ProfileRefusal::Required("attributeValue")),
            (vec![day(1899)], ProfileRefusal::DateOutOfRange("attributeDate")),
            (vec![cents(-1)], ProfileRefusal::AmountOutOfRange),
            (vec![cents(100_000_000_000)], ProfileRefusal::AmountOutOfRange),
        ] {
            assert_eq!(check_wish(&there(), wish.clone()), Err(refusal), "{wish:?}");
        }
        for wish in [text("Uniform size", &"x".repeat(100)), day(1900), cents(0), cents(99_999_999_999)] {
            assert_eq!(check_wish(&there(), vec![wish]).map(|(_, after)| after.len()), Ok(1));
        }
    }

    #[test]
    fn it_is_kept_under_the_names_of_the_spec_and_reads_back_the_same() {
        let written = json!(there());
        assert_eq!(
            written[2],
            json!({ "attributeName": "Gear allowance", "attributeValue": "150.00", "attributeAmount": "150.00" })
        );
        assert_eq!(serde_json::from_value::<Vec<Attribute>>(written).unwrap(), there());
        let bare = json!({ "attributeName": "Uniform size", "attributeValue": "M", "attributeString": null });
        assert_eq!(serde_json::from_value::<Attribute>(bare).unwrap(), there()[0]);
    }
}
