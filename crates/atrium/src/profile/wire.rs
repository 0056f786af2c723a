//! What profiles and requests to change them look like on the wire, under the spec's names.

use super::additional::{Attribute, AttributeValue};
use super::change::{FieldChange, MovedField, ProfileChange};
use super::rules::{Contact, Demographics, Relative};
use super::store::{Profile, ProfileOrganization};
use super::{Stale, read};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::RelatedId;
use crate::shared::problem::{Current, Problem};
use async_graphql::{ID, SimpleObject};
use serde_json::{Value, json};

/// Where an employee works: a division, branch, department or team.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct EmployeeDbdt {
    id: ID,
    dbdt_type: &'static str,
    dbdt_code: String,
    dbdt_name: String,
}

impl From<&ProfileOrganization> for EmployeeDbdt {
    fn from(row: &ProfileOrganization) -> EmployeeDbdt {
        let (dbdt_code, dbdt_name) = (row.code.clone(), row.name.clone());
        EmployeeDbdt { id: row.id.to_wire(), dbdt_type: row.kind, dbdt_code, dbdt_name }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct EmployeeDemographics {
    first_name: String,
    middle_name: String,
    last_name: String,
    pub(super) date_of_birth: Day,
    /// Female, Male, Nonbinary, or empty.
    gender: String,
    marital_status: String,
    /// Active or Terminated; null in a change request.
    status: Option<String>,
    current_hire_date: Option<Day>,
    pub(super) physical_address: PhysicalAddress,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PhysicalAddress {
    address_line1: String,
    address_line2: String,
    city: String,
    state: String,
    zip: String,
    country: String,
}

impl EmployeeDemographics {
    pub(super) fn of(profile: &Profile) -> EmployeeDemographics {
        let status = Some(profile.status.clone());
        EmployeeDemographics::new(profile.demographics.clone(), status, Some(profile.current_hire_date))
    }

    pub(super) fn new(
        of: Demographics,
        status: Option<String>,
        current_hire_date: Option<Day>,
    ) -> EmployeeDemographics {
        EmployeeDemographics {
            first_name: of.first_name,
            middle_name: of.middle_name,
            last_name: of.last_name,
            date_of_birth: of.date_of_birth,
            gender: of.gender,
            marital_status: of.marital_status,
            status,
            current_hire_date,
            physical_address: PhysicalAddress {
                address_line1: of.address_line1,
                address_line2: of.address_line2,
                city: of.city,
                state: of.state,
                zip: of.zip,
                country: of.country,
            },
        }
    }
}

/// Who to call in an emergency.
#[derive(SimpleObject)]
#[graphql(serial)]
pub struct EmployeeContact {
    id: ID,
    /// Emergency, Family, Doctor or Other.
    #[graphql(name = "type")]
    kind: String,
    email: String,
    phone_number: String,
    first_name: String,
    last_name: String,
}

impl From<Contact> for EmployeeContact {
    fn from(of: Contact) -> EmployeeContact {
        EmployeeContact {
            id: of.id.to_wire(),
            kind: of.kind,
            email: of.email,
            phone_number: of.phone_number,
            first_name: of.first_name,
            last_name: of.last_name,
        }
    }
}

/// A dependent or a beneficiary.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct EmployeeRelative {
    id: ID,
    first_name: String,
    last_name: String,
    /// Spouse, Domestic Partner, Child, Parent, Sibling or Other.
    relation: String,
}

pub(super) fn relatives(list: &[Relative]) -> Vec<EmployeeRelative> {
    let entry = |of: &Relative| EmployeeRelative {
        id: of.id.to_wire(),
        first_name: of.first_name.clone(),
        last_name: of.last_name.clone(),
        relation: of.relation.clone(),
    };
    list.iter().map(entry).collect()
}

/// Something the company keeps under its own name: a text, a date or an amount.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct AdditionalInfo {
    attribute_name: String,
    /// Whichever of the others is set, as text.
    attribute_value: String,
    attribute_string: Option<String>,
    attribute_date: Option<Day>,
    attribute_amount: Option<Amount>,
}

impl From<Attribute> for AdditionalInfo {
    fn from(of: Attribute) -> AdditionalInfo {
        let attribute_value = of.value.to_string();
        let (attribute_string, attribute_date, attribute_amount) = match of.value {
            AttributeValue::Text(text) => (Some(text), None, None),
            AttributeValue::Date(day) => (None, Some(day), None),
            AttributeValue::Amount(amount) => (None, None, Some(amount)),
        };
        let attribute_name = of.name;
        AdditionalInfo { attribute_name, attribute_value, attribute_string, attribute_date, attribute_amount }
    }
}

/// An earning or deduction that payroll runs for an employee.
#[derive(SimpleObject, serde::Deserialize)]
#[graphql(serial)]
pub(super) struct EarningDeduction {
    id: String,
    code: String,
    description: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct EmployeeMessage {
    pub(super) message_id: ID,
    pub(super) message: String,
}

pub(super) fn list<T: serde::de::DeserializeOwned>(of: &Value) -> Result<Vec<T>, Problem> {
    serde_json::from_value(of.clone()).map_err(|error| Problem::Internal(error.to_string()))
}

impl Current for Profile {
    fn on_wire(&self) -> Value {
        json!({
            "demographics": self.demographics,
            "contacts": self.contacts,
            "dependents": self.dependents,
            "beneficiaries": self.beneficiaries,
            "additionalInfo": self.additional_info,
            "version": self.version,
        })
    }
}

impl Current for Stale {
    fn on_wire(&self) -> Value {
        let field =
            |of: &MovedField| json!({ "id": of.id, "name": of.name, "field": of.field, "now": of.now });
        let fields = self.moved.iter().map(field);
        json!({ "entityType": self.entity.as_str(), "changedFields": fields.collect::<Vec<_>>() })
    }
}

/// One field of a request: its value at the time of the request and the requested value.
#[derive(SimpleObject)]
#[graphql(serial)]
struct ChangedField {
    /// For an entry in a list of people: which one.
    id: Option<ID>,
    /// That person's name; for additional info, the company's name for the attribute.
    name: Option<String>,
    field: &'static str,
    before: Option<String>,
    after: Option<String>,
    /// Whether it has changed since the request, which then can't be approved. Set for a single request; null in a list.
    has_moved: Option<bool>,
    /// Its current value, if it has changed.
    now: Option<String>,
}

impl ChangedField {
    fn new(of: FieldChange, moved: Option<&[MovedField]>) -> ChangedField {
        let found = moved.unwrap_or_default().iter().find(|one| one.is_of(&of));
        ChangedField {
            id: of.id.map(RelatedId::to_wire),
            name: of.name,
            field: of.field,
            before: of.before,
            after: of.after,
            has_moved: moved.map(|_| found.is_some()),
            now: found.and_then(|one| one.now.clone()),
        }
    }

    fn in_short(&self) -> String {
        match (&self.id, &self.name) {
            (Some(_), Some(name)) => format!("{} of {name}", self.field),
            (None, Some(name)) => name.clone(),
            (_, None) => self.field.to_owned(),
        }
    }
}

/// What a request would do to a profile; nothing, if it is about something else.
#[derive(SimpleObject, Default)]
#[graphql(serial)]
pub struct ProfileChanges {
    /// For a profile request: each field that would change, in the form's order.
    changed_fields: Option<Vec<ChangedField>>,
    /// For a demographics request: the demographics as they would be.
    demographics: Option<EmployeeDemographics>,
    /// For an additional info request: the new values.
    additional_info: Option<Vec<AdditionalInfo>>,
}

impl ProfileChanges {
    pub fn read(detail: &Value, moved: Option<&[MovedField]>) -> Result<ProfileChanges, Problem> {
        let change = read(detail)?;
        let fields = change.fields().into_iter().map(|field| ChangedField::new(field, moved));
        let mut changes =
            ProfileChanges { changed_fields: Some(fields.collect()), ..ProfileChanges::default() };
        match change {
            ProfileChange::Demographics { after, .. } => {
                changes.demographics = Some(EmployeeDemographics::new(*after, None, None));
            }
            ProfileChange::AdditionalInfo { after, .. } => {
                changes.additional_info = Some(after.into_iter().map(AdditionalInfo::from).collect());
            }
            ProfileChange::Dependents { .. } | ProfileChange::Beneficiaries { .. } => {}
        }
        Ok(changes)
    }

    /// `zip`, `relation of Leo Morales` or `Uniform size`, for lists and programs: never what it was or would be.
    pub fn in_short(&self) -> Vec<String> {
        self.changed_fields.iter().flatten().map(ChangedField::in_short).collect()
    }
}
