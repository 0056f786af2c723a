//! Profile parts as input, under the spec's names.

use super::additional::AttributeWish;
use super::rules::{Contact, Demographics, Relative};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::RelatedId;
use crate::shared::problem::Problem;
use async_graphql::{ID, InputObject};

/// The complete new demographics.
#[derive(InputObject)]
pub struct DemographicsInput {
    first_name: String,
    middle_name: Option<String>,
    last_name: String,
    date_of_birth: Day,
    gender: Option<String>,
    marital_status: Option<String>,
    physical_address: PhysicalAddressInput,
    /// The profile's version.
    pub version: Option<i64>,
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
    pub fn demographics(self) -> Demographics {
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

/// An entry in a list. Without `id`, it's new.
#[derive(InputObject)]
pub struct RelativeInput {
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

impl RelativeInput {
    pub fn relative(self) -> Result<(Option<RelatedId>, Relative), Problem> {
        let id = self.id.as_ref().map(RelatedId::from_wire).transpose()?;
        let (first_name, last_name, relation) = (self.first_name, self.last_name, self.relation);
        Ok((id, Relative { id: unnamed(), first_name, last_name, relation }))
    }
}

/// A new value for one of the company's attributes: a text, a date or an amount, whichever the attribute holds.
#[derive(InputObject)]
pub struct AdditionalInfoInput {
    attribute_name: String,
    attribute_string: Option<String>,
    attribute_date: Option<Day>,
    attribute_amount: Option<Amount>,
}

impl AdditionalInfoInput {
    pub fn wish(self) -> AttributeWish {
        AttributeWish {
            name: self.attribute_name,
            text: self.attribute_string,
            date: self.attribute_date,
            amount: self.attribute_amount,
        }
    }
}
