//! Parts of a profile as they are sent in, under the names of the spec.

use super::Wish;
use super::additional::AttributeWish;
use super::rules::{Contact, Demographics, Refusal, Relative};
use crate::access::Feature;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::RelatedId;
use crate::shared::problem::Problem;
use crate::tax_setup::{self, Signature, TaxSetupInputs};
use async_graphql::{ID, InputObject};

/// Demographics as they should be: the whole of them.
#[derive(InputObject)]
pub(super) struct DemographicsInput {
    first_name: String,
    middle_name: Option<String>,
    last_name: String,
    date_of_birth: Day,
    gender: Option<String>,
    marital_status: Option<String>,
    physical_address: PhysicalAddressInput,
    /// Of the profile.
    pub(super) version: Option<i64>,
}

#[derive(InputObject)]
struct PhysicalAddressInput {
    address_line1: String,
    address_line2: Option<String>,
    city: String,
    state: String,
    zip: String,
    country: Option<String>,
}

impl DemographicsInput {
    pub(super) fn demographics(self) -> Demographics {
        let address = self.physical_address;
        Demographics {
            first_name: self.first_name,
            middle_name: self.middle_name.unwrap_or_default(),
            last_name: self.last_name,
            date_of_birth: self.date_of_birth,
            gender: self.gender.unwrap_or_default(),
            marital_status: self.marital_status.unwrap_or_default(),
            address_line1: address.address_line1,
            address_line2: address.address_line2.unwrap_or_default(),
            city: address.city,
            state: address.state,
            zip: address.zip,
            country: address.country.unwrap_or_else(|| "US".to_owned()),
        }
    }
}

/// An entry of a list; one without `id` is new.
#[derive(InputObject)]
struct RelativeInput {
    id: Option<ID>,
    first_name: String,
    last_name: String,
    relation: String,
}

#[derive(InputObject)]
pub struct ContactInput {
    id: Option<ID>,
    #[graphql(name = "type")]
    kind: String,
    first_name: String,
    last_name: Option<String>,
    email: Option<String>,
    phone_number: Option<String>,
}

/// Replaced by the id that the entry gets.
fn unnamed() -> RelatedId {
    RelatedId(uuid::Uuid::nil())
}

impl ContactInput {
    pub fn contact(self) -> Result<(Option<RelatedId>, Contact), Problem> {
        let id = self.id.as_ref().map(RelatedId::from_wire).transpose()?;
        let contact = Contact {
            id: unnamed(),
            kind: self.kind,
            first_name: self.first_name,
            last_name: self.last_name.unwrap_or_default(),
            email: self.email.unwrap_or_default(),
            phone_number: self.phone_number.unwrap_or_default(),
        };
        Ok((id, contact))
    }
}

fn wished(list: Vec<RelativeInput>) -> Result<Vec<(Option<RelatedId>, Relative)>, Problem> {
    let entry = |of: RelativeInput| {
        let id = of.id.as_ref().map(RelatedId::from_wire).transpose()?;
        let (first_name, last_name, relation) = (of.first_name, of.last_name, of.relation);
        Ok((id, Relative { id: unnamed(), first_name, last_name, relation }))
    };
    list.into_iter().map(entry).collect()
}

/// What should stand under a name of the company: a text, a date or an amount, as it is kept there.
#[derive(InputObject)]
struct AdditionalInfoInput {
    attribute_name: String,
    attribute_string: Option<String>,
    attribute_date: Option<Day>,
    attribute_amount: Option<Amount>,
}

impl AdditionalInfoInput {
    fn wish(self) -> AttributeWish {
        AttributeWish {
            name: self.attribute_name,
            text: self.attribute_string,
            date: self.attribute_date,
            amount: self.attribute_amount,
        }
    }
}

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
pub(super) enum Asked {
    Profile(Wish, Option<i64>),
    Taxes(Vec<tax_setup::Draft>, Option<Signature>),
}

impl EmployeeChangeInput {
    /// Where one has to be allowed to change something.
    pub(super) fn feature(&self) -> Feature {
        if self.taxes.has_forms() { Feature::TaxSetup } else { Feature::Profile }
    }

    pub(super) fn asked(self) -> Result<Asked, Problem> {
        let taxes = self.taxes.has_forms().then_some(self.taxes);
        match (self.demographics, self.dependents, self.beneficiaries, self.additional_info, taxes) {
            (Some(mut input), None, None, None, None) => {
                let version = self.version.or(input.version.take());
                Ok(Asked::Profile(Wish::Demographics(Box::new(input.demographics())), version))
            }
            (None, Some(list), None, None, None) => {
                Ok(Asked::Profile(Wish::Dependents(wished(list)?), self.version))
            }
            (None, None, Some(list), None, None) => {
                Ok(Asked::Profile(Wish::Beneficiaries(wished(list)?), self.version))
            }
            (None, None, None, Some(list), None) => {
                let list = list.into_iter().map(AdditionalInfoInput::wish).collect();
                Ok(Asked::Profile(Wish::AdditionalInfo(list), self.version))
            }
            (None, None, None, None, Some(taxes)) => {
                let (drafts, signature) = taxes.drafts();
                Ok(Asked::Taxes(drafts, signature))
            }
            _ => Err(Refusal::OnePart.into()),
        }
    }
}
