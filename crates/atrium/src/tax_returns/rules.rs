//! What a W-2 says, how its boxes follow from the last pay stub of a year, and the delivery choice. Pure.

use crate::shared::amount::Amount;
use crate::shared::refusal::refusals;
use serde::{Deserialize, Serialize};

/// The disclosures people agree to. A new text gets a new version, and anyone who agreed to the old one is asked
/// again.
pub(super) const DISCLOSURE: &str = "2026-01";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct W2 {
    pub year: i32,
    pub control_number: String,
    pub employer_name: String,
    pub employer_address: Vec<String>,
    pub ein: String,
    pub employee_name: String,
    pub employee_address: Vec<String>,
    /// Employee copies may have a truncated number. Ours always do.
    pub ssn_last_four: String,
    pub boxes: Boxes,
}

/// The boxes of the form, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Boxes {
    /// 1
    pub wages: Amount,
    /// 2
    pub federal_tax: Amount,
    /// 3
    pub security_wages: Amount,
    /// 4
    pub security_tax: Amount,
    /// 5
    pub medicare_wages: Amount,
    /// 6
    pub medicare_tax: Amount,
    /// 12: letter and amount.
    pub coded: Vec<(String, Amount)>,
    /// 13
    pub has_retirement_plan: bool,
    /// 14: a label and an amount.
    pub other: Vec<(String, Amount)>,
    /// 15 to 17
    pub state: Option<StateBoxes>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StateBoxes {
    pub state: String,
    pub employer_state_id: String,
    pub wages: Amount,
    pub tax: Amount,
}

/// One year's pay, from the last stub of the year: (line code, year to date).
#[derive(Clone, Debug, Default)]
pub struct YearOfPay<'a> {
    pub gross: Amount,
    pub withheld: Vec<(&'a str, Amount)>,
}

/// Deductions that reduce every kind of taxable wages.
const BENEFITS: [&str; 4] = ["MEDICAL", "DENTAL", "VISION", "HSA"];

/// (stub line code, label in box 14)
const OTHER: [(&str, &str); 4] =
    [("TRANSIT-OR", "ORSTT"), ("PFML-MA", "MAPFML"), ("PFML-WA", "WAPFML"), ("CARES-WA", "WACARES")];

impl Boxes {
    /// `security_base` is the most wages per year that count for Social Security.
    pub fn of(pay: &YearOfPay<'_>, security_base: Amount, employer_state_id: &str) -> Boxes {
        let sum = |code: &str| -> Amount {
            pay.withheld.iter().filter(|(of, _)| *of == code).map(|(_, amount)| *amount).sum()
        };
        let benefits: Amount = BENEFITS.iter().map(|code| sum(code)).sum();
        let retirement = sum("401K");
        let covered = pay.gross - benefits;
        let wages = covered - retirement;
        let coded = [("D", retirement), ("W", sum("HSA"))];
        let state = pay.withheld.iter().find_map(|(code, tax)| Some((code.strip_prefix("SIT-")?, *tax)));
        let named = |(label, amount): (&str, Amount)| (label.to_owned(), amount);
        Boxes {
            wages,
            federal_tax: sum("FIT"),
            security_wages: covered.min(security_base),
            security_tax: sum("SS"),
            medicare_wages: covered,
            medicare_tax: sum("MED"),
            coded: coded.into_iter().filter(|(_, amount)| *amount > Amount::ZERO).map(named).collect(),
            has_retirement_plan: retirement > Amount::ZERO,
            other: OTHER
                .into_iter()
                .map(|(code, label)| (label, sum(code)))
                .filter(|(_, amount)| *amount > Amount::ZERO)
                .map(named)
                .collect(),
            state: state.map(|(state, tax)| StateBoxes {
                state: state.to_owned(),
                employer_state_id: employer_state_id.to_owned(),
                wages,
                tax,
            }),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeliveryMethod {
    Electronic,
    Paper,
}

refusals! {
    pub(super) enum TaxReturnRefusal {
        /// The disclosures have changed since the page was opened.
        OtherDisclosure = "DISCLOSURE_CHANGED":
            "The terms for electronic delivery have changed. Please read them again.",
        AlreadyElectronic = "ALREADY_ELECTRONIC": "You already get your tax forms electronically.",
        AlreadyPaper = "ALREADY_PAPER": "You already get your tax forms on paper.",
    }
}

/// Consent counts only for the text that was read.
pub(super) fn consent(current: DeliveryMethod, read: &str) -> Result<(), TaxReturnRefusal> {
    if read != DISCLOSURE {
        return Err(TaxReturnRefusal::OtherDisclosure);
    }
    if current == DeliveryMethod::Electronic { Err(TaxReturnRefusal::AlreadyElectronic) } else { Ok(()) }
}

pub(super) fn withdraw(current: DeliveryMethod) -> Result<(), TaxReturnRefusal> {
    if current == DeliveryMethod::Paper { Err(TaxReturnRefusal::AlreadyPaper) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dollars(dollars: i64) -> Amount {
        Amount::from_cents(dollars * 100)
    }

    #[test]
    fn retirement_lowers_income_tax_wages_only_and_benefits_lower_all() {
        let pay = YearOfPay {
            gross: dollars(60_000),
            withheld: vec![
                ("FIT", dollars(5_000)),
                ("SS", dollars(3_596)),
                ("MED", dollars(841)),
                ("SIT-OR", dollars(4_000)),
                ("TRANSIT-OR", dollars(58)),
                ("401K", dollars(3_000)),
                ("MEDICAL", dollars(1_200)),
                ("HSA", dollars(800)),
                ("LIFE", dollars(100)),
            ],
        };
        let boxes = Boxes::of(&pay, dollars(176_100), "1420331-0");
        assert_eq!(boxes.wages, dollars(55_000));
        assert_eq!((boxes.security_wages, boxes.medicare_wages), (dollars(58_000), dollars(58_000)));
        assert_eq!((boxes.federal_tax, boxes.security_tax), (dollars(5_000), dollars(3_596)));
        assert_eq!(boxes.coded, [("D".to_owned(), dollars(3_000)), ("W".to_owned(), dollars(800))]);
        assert_eq!(boxes.other, [("ORSTT".to_owned(), dollars(58))]);
        assert!(boxes.has_retirement_plan);
        let state = boxes.state.unwrap();
        assert_eq!((state.state.as_str(), state.wages, state.tax), ("OR", dollars(55_000), dollars(4_000)));
    }

    #[test]
    fn social_security_wages_stop_at_the_base_and_a_state_without_income_tax_has_no_box() {
        let pay = YearOfPay { gross: dollars(200_000), withheld: vec![("PFML-WA", dollars(1_000))] };
        let boxes = Boxes::of(&pay, dollars(184_500), "");
        assert_eq!((boxes.security_wages, boxes.medicare_wages), (dollars(184_500), dollars(200_000)));
        assert_eq!((boxes.state, boxes.has_retirement_plan), (None, false));
    }

    #[test]
    fn consent_is_given_once_to_the_text_that_is_in_force() {
        assert_eq!(consent(DeliveryMethod::Paper, DISCLOSURE), Ok(()));
        assert_eq!(consent(DeliveryMethod::Paper, "2020-01"), Err(TaxReturnRefusal::OtherDisclosure));
        assert_eq!(consent(DeliveryMethod::Electronic, DISCLOSURE), Err(TaxReturnRefusal::AlreadyElectronic));
        assert_eq!(withdraw(DeliveryMethod::Electronic), Ok(()));
        assert_eq!(withdraw(DeliveryMethod::Paper), Err(TaxReturnRefusal::AlreadyPaper));
    }
}
