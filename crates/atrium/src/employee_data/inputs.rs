//! One part of an employee's own data as input, under the spec's names.

use crate::profile::{self, AdditionalInfoInput, DemographicsInput, ProfileEdit, Relative, RelativeInput};
use crate::shared::id::RelatedId;
use crate::shared::problem::Problem;
use crate::tax_setup::{self, Signature, TaxSetupInputs};
use async_graphql::InputObject;

/// One part, with its new values. Send a list of people complete: leaving out an entry removes it. Tax forms must be signed.
#[derive(InputObject)]
pub(super) struct EmployeeChangeInput {
    demographics: Option<DemographicsInput>,
    dependents: Option<Vec<RelativeInput>>,
    beneficiaries: Option<Vec<RelativeInput>>,
    /// Anything left out stays the same.
    additional_info: Option<Vec<AdditionalInfoInput>>,
    /// The profile's version.
    version: Option<i64>,
    #[graphql(flatten)]
    taxes: TaxSetupInputs,
}

impl EmployeeChangeInput {
    pub(super) fn has_tax_forms(&self) -> bool {
        self.taxes.has_forms()
    }

    /// The one part of the profile to change, and the version it was seen in.
    pub(super) fn wish(self) -> Result<(ProfileEdit, Option<i64>), Problem> {
        match (self.demographics, self.dependents, self.beneficiaries, self.additional_info) {
            (Some(mut input), None, None, None) => {
                let version = self.version.or(input.version.take());
                Ok((ProfileEdit::Demographics(Box::new(input.demographics())), version))
            }
            (None, Some(list), None, None) => Ok((ProfileEdit::Dependents(relatives(list)?), self.version)),
            (None, None, Some(list), None) => {
                Ok((ProfileEdit::Beneficiaries(relatives(list)?), self.version))
            }
            (None, None, None, Some(list)) => {
                let list = list.into_iter().map(AdditionalInfoInput::wish).collect();
                Ok((ProfileEdit::AdditionalInfo(list), self.version))
            }
            _ => Err(profile::one_part()),
        }
    }

    pub(super) fn tax_forms(self) -> Result<(Vec<tax_setup::TaxFormDraft>, Option<Signature>), Problem> {
        match (self.demographics, self.dependents, self.beneficiaries, self.additional_info) {
            (None, None, None, None) => Ok(self.taxes.drafts()),
            _ => Err(profile::one_part()),
        }
    }
}

fn relatives(list: Vec<RelativeInput>) -> Result<Vec<(Option<RelatedId>, Relative)>, Problem> {
    list.into_iter().map(RelativeInput::relative).collect()
}
