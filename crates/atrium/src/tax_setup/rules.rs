//! Turns what someone filled out into a tax setup. Pure.
//!
//! - Dependents and exemptions are rounded up to whole numbers, defaulting to 0; amounts default to 0; marital status, state and
//!   additional type default to empty.
//! - An additional tax must be an amount or a percentage; a percentage cannot exceed 100.
//! - A form counts once it is signed with the employee's own name under the declaration in force.

use super::compliance::{self, MaritalStatus};
use super::figures::Figure;
use crate::shared::amount::Amount;
use crate::shared::names;
use crate::shared::refusal::refusals;
use serde::{Deserialize, Serialize};

/// The declaration people sign. A new wording gets a new version.
pub const DECLARATION: &str = "2026-01";

const MAX_COUNT: i64 = 99;
const MAX_AMOUNT: Amount = Amount::from_cents(999_999_999);
const HUNDRED: Amount = Amount::from_cents(10_000);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Level {
    Federal,
    State,
    Local,
}

/// One of someone's forms.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Form {
    pub level: Level,
    /// Empty for the federal form.
    pub state: String,
    /// Empty except for the local form.
    pub locality: String,
}

impl Form {
    pub fn federal() -> Form {
        Form { level: Level::Federal, state: String::new(), locality: String::new() }
    }

    pub fn state(state: &str) -> Form {
        Form { level: Level::State, state: state.to_owned(), locality: String::new() }
    }

    /// The marital statuses it allows. The local form uses the federal ones.
    pub fn statuses(&self) -> &'static [MaritalStatus] {
        match self.level {
            Level::State => compliance::state(&self.state).map_or(&[], |state| state.statuses),
            Level::Federal | Level::Local => compliance::FEDERAL,
        }
    }

    /// Whether it has to be filled out at all.
    pub fn is_required(&self) -> bool {
        match self.level {
            Level::Federal => true,
            Level::State => compliance::state(&self.state).is_some_and(|state| state.has_income_tax),
            Level::Local => false,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AdditionalType {
    #[default]
    None,
    Amount,
    Percentage,
}

impl AdditionalType {
    pub fn as_str(self) -> &'static str {
        match self {
            AdditionalType::None => "",
            AdditionalType::Amount => "amount",
            AdditionalType::Percentage => "percentage",
        }
    }
}

/// The lines of a form. A line the form doesn't have is stored as zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    pub marital_status: String,
    pub dependents: i64,
    pub exemptions: i64,
    pub exemption_amount: Amount,
    pub other_amount: Amount,
    pub additional_type: AdditionalType,
    pub additional_amount: Amount,
    /// Step 2(c) of the federal form since 2020.
    #[serde(default)]
    pub multiple_jobs: bool,
    /// Step 3.
    #[serde(default)]
    pub w4_total_dependents: Amount,
    /// Step 4(a).
    #[serde(default)]
    pub w4_other_income: Amount,
    /// Step 4(b).
    #[serde(default)]
    pub w4_deductions: Amount,
}

/// What someone sent for one form. It replaces the whole form: a missing line counts as empty.
#[derive(Clone, Debug, Default)]
pub struct Filled {
    pub marital_status: Option<String>,
    pub dependents: Option<Figure>,
    pub exemptions: Option<Figure>,
    pub exemption_amount: Option<Figure>,
    pub other_amount: Option<Figure>,
    pub additional_type: Option<String>,
    pub additional_amount: Option<Figure>,
    pub multiple_jobs: Option<bool>,
    pub w4_total_dependents: Option<Figure>,
    pub w4_other_income: Option<Figure>,
    pub w4_deductions: Option<Figure>,
}

#[derive(Clone, Debug)]
pub struct Signature {
    pub name: String,
    pub declaration: String,
}

refusals! {
    pub enum TaxSetupRefusal {
        StatusRequired = "FIELDS_REQUIRED" at "maritalStatus": "All fields are required",
        UnknownStatus = "UNKNOWN_MARITAL_STATUS" at "maritalStatus":
            "This form doesn't have that marital status",
        UnknownStatusType = "UNKNOWN_STATUS_TYPE" at "statusType": "The status type must be federal or state.",
        NotAFigure = "INVALID_NUMBER": "This isn't a number, or it's too large.",
        OutOfRange(field) = "TAX_FIGURE_OUT_OF_RANGE": "This number isn't valid on a tax form",
        UnknownAdditionalType = "UNKNOWN_ADDITIONAL_TYPE" at "additionalType":
            "An additional tax must be an amount or a percentage",
        AdditionalTypeRequired = "FIELDS_REQUIRED" at "additionalType": "All fields are required",
        AdditionalOver100 = "ADDITIONAL_TAX_OVER_100" at "additionalAmount":
            "An additional tax limit cannot exceed 100%",
        UnknownState = "STATE_NOT_OFFERED" at "state": "The company has no employees in this state",
        NoStateTax = "NO_STATE_TAX" at "state":
            "This state doesn't withhold income tax, so there's no form to fill out",
        NoLocalTax = "NO_LOCAL_TAX": "No local tax is withheld where you work",
        FormTwice = "FORM_TWICE": "The same form is listed twice",
        OtherDeclaration = "DECLARATION_CHANGED" at "signature":
            "The declaration has changed. Please read it again.",
        NotSigned = "SIGNATURE_REQUIRED" at "signature": "This form is not valid unless you sign it",
        OtherName = "SIGNATURE_NAME_DIFFERS" at "signature": "Sign with your own first and last name",
        NothingChanged = "NOTHING_CHANGED": "This wouldn't change anything",
        Outstanding = "OUTSTANDING_TAX_REQUEST":
            "You cannot edit this form because you have another outstanding request",
    }
}

fn count(field: &'static str, figure: Option<Figure>) -> Result<i64, TaxSetupRefusal> {
    let whole = figure.unwrap_or_default().rounded_up();
    if (0..=MAX_COUNT).contains(&whole) { Ok(whole) } else { Err(TaxSetupRefusal::OutOfRange(field)) }
}

fn amount(field: &'static str, figure: Option<Figure>) -> Result<Amount, TaxSetupRefusal> {
    let Figure(amount) = figure.unwrap_or_default();
    if (Amount::ZERO..=MAX_AMOUNT).contains(&amount) {
        Ok(amount)
    } else {
        Err(TaxSetupRefusal::OutOfRange(field))
    }
}

/// An additional tax of zero is none, whatever its type.
fn additional(filled: &Filled) -> Result<(AdditionalType, Amount), TaxSetupRefusal> {
    let of = match filled.additional_type.as_deref().map(str::trim).unwrap_or_default() {
        "" => AdditionalType::None,
        "amount" => AdditionalType::Amount,
        "percentage" => AdditionalType::Percentage,
        _ => return Err(TaxSetupRefusal::UnknownAdditionalType),
    };
    let amount = amount("additionalAmount", filled.additional_amount)?;
    match of {
        _ if amount == Amount::ZERO => Ok((AdditionalType::None, Amount::ZERO)),
        AdditionalType::None => Err(TaxSetupRefusal::AdditionalTypeRequired),
        AdditionalType::Percentage if amount > HUNDRED => Err(TaxSetupRefusal::AdditionalOver100),
        _ => Ok((of, amount)),
    }
}

/// The form as we'll store it.
pub(super) fn normalise(form: &Form, filled: &Filled) -> Result<Figures, TaxSetupRefusal> {
    let marital_status = filled.marital_status.as_deref().map(str::trim).unwrap_or_default().to_owned();
    let statuses = form.statuses();
    if marital_status.is_empty() && form.is_required() && !statuses.is_empty() {
        return Err(TaxSetupRefusal::StatusRequired);
    }
    if !marital_status.is_empty() && !statuses.iter().any(|status| status.code == marital_status) {
        return Err(TaxSetupRefusal::UnknownStatus);
    }
    let mut figures = Figures {
        marital_status,
        dependents: count("numberOfDependents", filled.dependents)?,
        exemptions: count("numberOfExemptions", filled.exemptions)?,
        exemption_amount: amount("exemptionAmount", filled.exemption_amount)?,
        ..Figures::default()
    };
    if form.level != Level::Local {
        (figures.additional_type, figures.additional_amount) = additional(filled)?;
    }
    if form.level == Level::Federal {
        figures.other_amount = amount("otherAmount", filled.other_amount)?;
        figures.multiple_jobs = filled.multiple_jobs.unwrap_or_default();
        figures.w4_total_dependents = amount("w4TotalDependents", filled.w4_total_dependents)?;
        figures.w4_other_income = amount("w4OtherIncome", filled.w4_other_income)?;
        figures.w4_deductions = amount("w4Deductions", filled.w4_deductions)?;
    }
    Ok(figures)
}

/// Case, accents and spaces don't make it a different name.
pub(super) fn check_signature(
    signature: Option<&Signature>,
    first_name: &str,
    last_name: &str,
) -> Result<String, TaxSetupRefusal> {
    let signature =
        signature.filter(|signature| !signature.name.trim().is_empty()).ok_or(TaxSetupRefusal::NotSigned)?;
    if signature.declaration != DECLARATION {
        return Err(TaxSetupRefusal::OtherDeclaration);
    }
    let words = |name: &str| names::folded(name).split_whitespace().collect::<Vec<_>>().join(" ");
    let signed = words(&signature.name);
    if signed != words(&format!("{first_name} {last_name}")) {
        return Err(TaxSetupRefusal::OtherName);
    }
    Ok(signature.name.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn figure(text: &str) -> Option<Figure> {
        Figure::parse(text)
    }

    fn single() -> Filled {
        Filled { marital_status: Some("S".into()), ..Filled::default() }
    }

    #[test]
    fn what_is_absent_is_nought_or_empty() {
        let figures = normalise(&Form::federal(), &single()).unwrap();
        assert_eq!(figures, Figures { marital_status: "S".into(), ..Figures::default() });
        assert_eq!(figures.additional_type.as_str(), "");
    }

    #[test]
    fn dependents_and_exemptions_round_up() {
        let filled = Filled { dependents: figure("1.2"), exemptions: figure("2.0001"), ..single() };
        let figures = normalise(&Form::federal(), &filled).unwrap();
        assert_eq!((figures.dependents, figures.exemptions), (2, 3));
    }

    #[test]
    fn an_additional_tax_is_an_amount_or_at_most_a_hundred_percent() {
        use AdditionalType::{None, Percentage};
        for (of, text, outcome) in [
            ("", "", Ok((None, 0))),
            ("percentage", "0", Ok((None, 0))),
            ("percentage", "100", Ok((Percentage, 1_000_000))),
            ("percentage", "100.0001", Err(TaxSetupRefusal::AdditionalOver100)),
            ("amount", "100.01", Ok((AdditionalType::Amount, 1_000_100))),
            ("amount", "-1", Err(TaxSetupRefusal::OutOfRange("additionalAmount"))),
            ("", "5", Err(TaxSetupRefusal::AdditionalTypeRequired)),
            ("dollars", "5", Err(TaxSetupRefusal::UnknownAdditionalType)),
        ] {
            let filled =
                Filled { additional_type: Some(of.into()), additional_amount: figure(text), ..single() };
            let additional = normalise(&Form::state("OR"), &filled)
                .map(|figures| (figures.additional_type, figures.additional_amount.ten_thousandths()));
            assert_eq!(additional, outcome, "{of} {text}");
        }
    }

    #[test]
    fn a_form_takes_the_statuses_it_knows_and_asks_for_one_where_it_has_any() {
        let with = |status: &str| Filled { marital_status: Some(status.into()), ..Filled::default() };
        for (form, status, outcome) in [
            (Form::federal(), "HH", Ok(())),
            (Form::federal(), "", Err(TaxSetupRefusal::StatusRequired)),
            (Form::federal(), "MH", Err(TaxSetupRefusal::UnknownStatus)),
            (Form::state("OR"), "MH", Ok(())),
            (Form::state("OR"), "HH", Err(TaxSetupRefusal::UnknownStatus)),
            (Form::state("PA"), "", Ok(())),
            (Form::state("PA"), "S", Err(TaxSetupRefusal::UnknownStatus)),
        ] {
            assert_eq!(normalise(&form, &with(status)).map(drop), outcome, "{form:?} «{status}»");
        }
    }

    #[test]
    fn a_form_keeps_no_line_that_it_does_not_have() {
        let filled = Filled {
            other_amount: figure("5"),
            multiple_jobs: Some(true),
            w4_total_dependents: figure("2000"),
            w4_other_income: figure("1"),
            w4_deductions: figure("2"),
            additional_type: Some("amount".into()),
            additional_amount: figure("10"),
            ..single()
        };
        let state = normalise(&Form::state("OR"), &filled).unwrap();
        assert_eq!(state.additional_amount, Amount::from_cents(1_000));
        assert_eq!((state.other_amount, state.multiple_jobs), (Amount::ZERO, false));
        assert_eq!(state.w4_total_dependents + state.w4_other_income + state.w4_deductions, Amount::ZERO);
        let local = Form { level: Level::Local, state: "OR".into(), locality: "Multnomah County".into() };
        assert_eq!(normalise(&local, &filled).unwrap().additional_type, AdditionalType::None);
    }

    #[test]
    fn a_signature_is_the_own_name_under_the_declaration_in_force() {
        let sign =
            |name: &str, declaration: &str| Signature { name: name.into(), declaration: declaration.into() };
        for (signature, outcome) in [
            (sign("José Muñoz", DECLARATION), Ok("José Muñoz")),
            (sign("  jose   munoz ", DECLARATION), Ok("jose munoz")),
            (sign("Jose", DECLARATION), Err(TaxSetupRefusal::OtherName)),
            (sign(" ", DECLARATION), Err(TaxSetupRefusal::NotSigned)),
            (sign("José Muñoz", "1999-01"), Err(TaxSetupRefusal::OtherDeclaration)),
        ] {
            let signed = check_signature(Some(&signature), "José", "Muñoz");
            assert_eq!(signed.as_deref().map_err(|refusal| *refusal), outcome, "{signature:?}");
        }
        assert_eq!(check_signature(None, "José", "Muñoz"), Err(TaxSetupRefusal::NotSigned));
    }

    proptest! {
        #[test]
        fn a_form_that_was_taken_stays_the_same_when_it_is_sent_again(
            dependents in 0i64..990_000, exemptions in 0i64..990_000, money in 0i64..9_999_999_999, percent in 0i64..=1_000_000,
        ) {
            let units = |units| Some(Figure(Amount::from_ten_thousandths(units)));
            let filled = Filled {
                dependents: units(dependents), exemptions: units(exemptions), exemption_amount: units(money),
                other_amount: units(money), w4_deductions: units(money),
                additional_type: Some("percentage".into()), additional_amount: units(percent), ..single()
            };
            let form = Form::federal();
            let once = normalise(&form, &filled).unwrap();
            let again = Filled {
                dependents: units(once.dependents * 10_000), exemptions: units(once.exemptions * 10_000),
                additional_type: Some(once.additional_type.as_str().into()), ..filled
            };
            prop_assert_eq!(normalise(&form, &again).unwrap(), once);
        }
    }
}
