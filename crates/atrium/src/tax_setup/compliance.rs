//! What state forms ask for: whether a state withholds income tax, and which filing statuses its form has. A table
//! for the withholding forms in use in 2026, not advice.

use crate::shared::language::Language;

/// A filing status on a form: its code, and its name in English and Spanish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaritalStatus {
    pub code: &'static str,
    words: (&'static str, &'static str),
}

impl MaritalStatus {
    pub fn description(self, language: Language) -> &'static str {
        language.pick(self.words)
    }
}

pub(super) struct StateRules {
    pub code: &'static str,
    pub name: &'static str,
    /// A form is required only where income tax is withheld.
    pub has_income_tax: bool,
    /// Empty if the form doesn't ask.
    pub statuses: &'static [MaritalStatus],
}

pub(super) fn state(code: &str) -> Option<&'static StateRules> {
    STATES.iter().find(|state| state.code == code)
}

pub(super) const FEDERAL: &[MaritalStatus] = &[SINGLE_OR_SEPARATE, JOINTLY, HEAD];

const fn status(code: &'static str, english: &'static str, spanish: &'static str) -> MaritalStatus {
    MaritalStatus { code, words: (english, spanish) }
}

const SINGLE: MaritalStatus = status("S", "Single", "Soltero(a)");
const SINGLE_OR_SEPARATE: MaritalStatus =
    status("S", "Single or married filing separately", "Soltero(a) o casado(a) que declara por separado");
const JOINTLY: MaritalStatus = status("MJ", "Married filing jointly", "Casado(a) que declara en conjunto");
const SEPARATELY: MaritalStatus =
    status("MS", "Married filing separately", "Casado(a) que declara por separado");
const HEAD: MaritalStatus = status("HH", "Head of household", "Cabeza de familia");
const MARRIED: MaritalStatus = status("M", "Married", "Casado(a)");
const HIGHER_RATE: MaritalStatus = status(
    "MH",
    "Married, but withhold at the higher single rate",
    "Casado(a), con retención a la tasa más alta de soltero(a)",
);
const ONE_INCOME: MaritalStatus =
    status("M1", "Married, one income", "Casado(a), con un solo ingreso en el hogar");
const TWO_INCOMES: MaritalStatus = status("M2", "Married, two incomes", "Casado(a), con dos ingresos");
const NO_DEDUCTION: MaritalStatus = status("0", "No exemption claimed", "Sin exención personal");

const NOT_ASKED: &[MaritalStatus] = &[];
const BY_RATE: &[MaritalStatus] = &[SINGLE, MARRIED, HIGHER_RATE];
const PLAIN: &[MaritalStatus] = &[SINGLE, MARRIED];
const INCOMES: &[MaritalStatus] = &[SINGLE, ONE_INCOME, TWO_INCOMES, HEAD];
const FILERS: &[MaritalStatus] = &[SINGLE, JOINTLY, SEPARATELY, HEAD];

const fn taxed(code: &'static str, name: &'static str, statuses: &'static [MaritalStatus]) -> StateRules {
    StateRules { code, name, has_income_tax: true, statuses }
}

const fn untaxed(code: &'static str, name: &'static str) -> StateRules {
    StateRules { code, name, has_income_tax: false, statuses: NOT_ASKED }
}

pub(super) const STATES: &[StateRules] = &[
    taxed("AL", "Alabama", &[NO_DEDUCTION, SINGLE, MARRIED, SEPARATELY, HEAD]),
    untaxed("AK", "Alaska"),
    taxed("AZ", "Arizona", NOT_ASKED),
    taxed("AR", "Arkansas", &[SINGLE, JOINTLY, HEAD]),
    taxed("CA", "California", &[SINGLE, ONE_INCOME, TWO_INCOMES, HEAD]),
    taxed("CO", "Colorado", FEDERAL),
    taxed("CT", "Connecticut", FILERS),
    taxed("DE", "Delaware", BY_RATE),
    taxed("DC", "District of Columbia", FILERS),
    untaxed("FL", "Florida"),
    taxed("GA", "Georgia", &[SINGLE, ONE_INCOME, TWO_INCOMES, SEPARATELY, HEAD]),
    taxed("HI", "Hawaii", BY_RATE),
    taxed("ID", "Idaho", BY_RATE),
    taxed("IL", "Illinois", NOT_ASKED),
    taxed("IN", "Indiana", NOT_ASKED),
    taxed("IA", "Iowa", FEDERAL),
    taxed("KS", "Kansas", &[SINGLE, JOINTLY]),
    taxed("KY", "Kentucky", NOT_ASKED),
    taxed("LA", "Louisiana", &[NO_DEDUCTION, SINGLE, MARRIED]),
    taxed("ME", "Maine", BY_RATE),
    taxed("MD", "Maryland", BY_RATE),
    taxed("MA", "Massachusetts", &[SINGLE, MARRIED, HEAD]),
    taxed("MI", "Michigan", NOT_ASKED),
    taxed("MN", "Minnesota", BY_RATE),
    taxed("MS", "Mississippi", INCOMES),
    taxed("MO", "Missouri", INCOMES),
    taxed("MT", "Montana", FEDERAL),
    taxed("NE", "Nebraska", PLAIN),
    untaxed("NV", "Nevada"),
    untaxed("NH", "New Hampshire"),
    taxed("NJ", "New Jersey", FILERS),
    taxed("NM", "New Mexico", FEDERAL),
    taxed("NY", "New York", BY_RATE),
    taxed("NC", "North Carolina", FEDERAL),
    taxed("ND", "North Dakota", FEDERAL),
    taxed("OH", "Ohio", NOT_ASKED),
    taxed("OK", "Oklahoma", BY_RATE),
    taxed("OR", "Oregon", BY_RATE),
    taxed("PA", "Pennsylvania", NOT_ASKED),
    taxed("RI", "Rhode Island", NOT_ASKED),
    taxed("SC", "South Carolina", BY_RATE),
    untaxed("SD", "South Dakota"),
    untaxed("TN", "Tennessee"),
    untaxed("TX", "Texas"),
    taxed("UT", "Utah", FEDERAL),
    taxed("VT", "Vermont", BY_RATE),
    taxed("VA", "Virginia", NOT_ASKED),
    untaxed("WA", "Washington"),
    taxed("WV", "West Virginia", INCOMES),
    taxed("WI", "Wisconsin", BY_RATE),
    untaxed("WY", "Wyoming"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_state_is_there_once_and_no_form_has_a_code_twice() {
        let codes: BTreeSet<&str> = STATES.iter().map(|state| state.code).collect();
        assert_eq!((codes.len(), STATES.len()), (51, 51));
        for state in STATES {
            let statuses: BTreeSet<&str> = state.statuses.iter().map(|status| status.code).collect();
            assert_eq!(statuses.len(), state.statuses.len(), "{}", state.name);
            assert!(state.has_income_tax || state.statuses.is_empty(), "{}", state.name);
        }
    }

    #[test]
    fn statuses_are_named_in_both_languages() {
        for status in STATES.iter().flat_map(|state| state.statuses).chain(FEDERAL) {
            let (english, spanish) =
                (status.description(Language::English), status.description(Language::Spanish));
            assert!(!english.is_empty() && english != spanish, "{english}");
        }
    }
}
