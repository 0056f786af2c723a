//! Tax forms as clients send them, in the spec's names.

use super::TaxFormDraft;
use super::figures::Figure;
use super::rules::{Filled, Level, Signature};
use async_graphql::InputObject;

#[derive(InputObject, Default)]
struct AdditionalTaxInput {
    /// Empty, amount or percentage.
    additional_type: Option<String>,
    additional_amount: Option<Figure>,
}

/// The complete federal form: anything left out counts as zero or empty.
#[derive(InputObject)]
struct FederalTaxSetupInput {
    version: Option<i64>,
    marital_status: Option<String>,
    number_of_dependents: Option<Figure>,
    number_of_exemptions: Option<Figure>,
    exemption_amount: Option<Figure>,
    other_amount: Option<Figure>,
    additional_tax: Option<AdditionalTaxInput>,
    multiple_jobs: Option<bool>,
    w4_total_dependents: Option<Figure>,
    w4_other_income: Option<Figure>,
    w4_deductions: Option<Figure>,
}

impl FederalTaxSetupInput {
    fn draft(self) -> TaxFormDraft {
        let additional = self.additional_tax.unwrap_or_default();
        TaxFormDraft {
            level: Level::Federal,
            state: String::new(),
            version: self.version,
            filled: Filled {
                marital_status: self.marital_status,
                dependents: self.number_of_dependents,
                exemptions: self.number_of_exemptions,
                exemption_amount: self.exemption_amount,
                other_amount: self.other_amount,
                additional_type: additional.additional_type,
                additional_amount: additional.additional_amount,
                multiple_jobs: self.multiple_jobs,
                w4_total_dependents: self.w4_total_dependents,
                w4_other_income: self.w4_other_income,
                w4_deductions: self.w4_deductions,
            },
        }
    }
}

/// A state's complete form: anything left out counts as zero or empty.
#[derive(InputObject)]
struct StateTaxSetupInput {
    version: Option<i64>,
    state: Option<String>,
    marital_status: Option<String>,
    number_of_dependents: Option<Figure>,
    number_of_exemptions: Option<Figure>,
    exemption_amount: Option<Figure>,
    additional_tax: Option<AdditionalTaxInput>,
}

impl StateTaxSetupInput {
    fn draft(self) -> TaxFormDraft {
        let additional = self.additional_tax.unwrap_or_default();
        TaxFormDraft {
            level: Level::State,
            state: self.state.unwrap_or_default(),
            version: self.version,
            filled: Filled {
                marital_status: self.marital_status,
                dependents: self.number_of_dependents,
                exemptions: self.number_of_exemptions,
                exemption_amount: self.exemption_amount,
                additional_type: additional.additional_type,
                additional_amount: additional.additional_amount,
                ..Filled::default()
            },
        }
    }
}

/// The complete local form: anything left out counts as zero or empty.
#[derive(InputObject)]
struct LocalTaxSetupInput {
    version: Option<i64>,
    marital_status: Option<String>,
    number_of_dependents: Option<Figure>,
    number_of_exemptions: Option<Figure>,
    exemption_amount: Option<Figure>,
}

impl LocalTaxSetupInput {
    fn draft(self) -> TaxFormDraft {
        TaxFormDraft {
            level: Level::Local,
            state: String::new(),
            version: self.version,
            filled: Filled {
                marital_status: self.marital_status,
                dependents: self.number_of_dependents,
                exemptions: self.number_of_exemptions,
                exemption_amount: self.exemption_amount,
                ..Filled::default()
            },
        }
    }
}

/// Signs under penalties of perjury: your own name and the declaration you read.
#[derive(InputObject)]
struct TaxSignatureInput {
    name: String,
    declaration: String,
}

impl From<TaxSignatureInput> for Signature {
    fn from(input: TaxSignatureInput) -> Signature {
        Signature { name: input.name, declaration: input.declaration }
    }
}

/// Tax forms, each as a whole, and what they are signed with.
#[derive(InputObject)]
pub struct TaxSetupInputs {
    federal_tax_setup: Option<FederalTaxSetupInput>,
    state_tax_setup: Option<Vec<StateTaxSetupInput>>,
    local_tax_setup: Option<LocalTaxSetupInput>,
    /// The signature on the tax forms.
    signature: Option<TaxSignatureInput>,
}

impl TaxSetupInputs {
    pub fn has_forms(&self) -> bool {
        self.federal_tax_setup.is_some() || self.state_tax_setup.is_some() || self.local_tax_setup.is_some()
    }

    pub fn drafts(self) -> (Vec<TaxFormDraft>, Option<Signature>) {
        let federal = self.federal_tax_setup.map(FederalTaxSetupInput::draft);
        let states = self.state_tax_setup.unwrap_or_default().into_iter().map(StateTaxSetupInput::draft);
        let local = self.local_tax_setup.map(LocalTaxSetupInput::draft);
        let drafts = federal.into_iter().chain(states).chain(local).collect();
        (drafts, self.signature.map(Signature::from))
    }
}
