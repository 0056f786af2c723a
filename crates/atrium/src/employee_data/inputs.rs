//! One part of one's own data as it is sent in, under the names of the spec.

use crate::access::Feature;
use crate::profile::{self, AdditionalInfoInput, DemographicsInput, ProfileEdit, Relative, RelativeInput};
use crate::shared::id::RelatedId;
use crate::shared::problem::Problem;
use crate::tax_setup::{self, Signature, TaxSetupInputs};
use async_graphql::InputObject;

/// One part, as it should be. A list of people is given whole: an entry left out is taken away. Tax forms are signed.
#[derive(InputObject)]
pub(super) struct EmployeeChangeInput {
    demographics: Option<DemographicsInput>,
    dependents: Option<Vec<RelativeInput>>,
    beneficiaries: Option<Vec<RelativeInput>>,
    /// What is left out stays as it is.
    additional_info: Option<Vec<AdditionalInfoInput>>,
    /// Of the profile.
    version: Option<i64>,
    #[graphql(flatten)]
    taxes: TaxSetupInputs,
}

/// The one part that somebody asks to have changed.
pub(super) enum EmployeeDataChange {
    Profile(ProfileEdit, Option<i64>),
    Taxes(Vec<tax_setup::TaxFormDraft>, Option<Signature>),
}

impl EmployeeChangeInput {
    /// Where one has to be allowed to change something.
    pub(super) fn feature(&self) -> Feature {
        if self.taxes.has_forms() { Feature::TaxSetup } else { Feature::Profile }
    }

    pub(super) fn asked(self) -> Result<EmployeeDataChange, Problem> {
        let taxes = self.taxes.has_forms().then_some(self.taxes);
        match (self.demographics, self.dependents, self.beneficiaries, self.additional_info, taxes) {
            (Some(mut input), None, None, None, None) => {
                let version = self.version.or(input.version.take());
                Ok(EmployeeDataChange::Profile(
                    ProfileEdit::Demographics(Box::new(input.demographics())),
                    version,
                ))
            }
            (None, Some(list), None, None, None) => {
                Ok(EmployeeDataChange::Profile(ProfileEdit::Dependents(relatives(list)?), self.version))
            }
            (None, None, Some(list), None, None) => {
                Ok(EmployeeDataChange::Profile(ProfileEdit::Beneficiaries(relatives(list)?), self.version))
            }
            (None, None, None, Some(list), None) => {
                let list = list.into_iter().map(AdditionalInfoInput::wish).collect();
                Ok(EmployeeDataChange::Profile(ProfileEdit::AdditionalInfo(list), self.version))
            }
            (None, None, None, None, Some(taxes)) => {
                let (drafts, signature) = taxes.drafts();
                Ok(EmployeeDataChange::Taxes(drafts, signature))
            }
            _ => Err(profile::one_part()),
        }
    }
}

fn relatives(list: Vec<RelativeInput>) -> Result<Vec<(Option<RelatedId>, Relative)>, Problem> {
    list.into_iter().map(RelativeInput::relative).collect()
}
