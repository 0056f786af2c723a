//! What a profile contains, and what may be written to it. Pure: takes `today`, touches nothing.

use crate::shared::day::Day;
use crate::shared::id::RelatedId;
use crate::shared::names;
use crate::shared::refusal::refusals;
use crate::shared::states;
use serde::{Deserialize, Serialize};

pub const MAX_NAME_CHARS: usize = 60;
pub const MAX_LINE_CHARS: usize = 100;
const MAX_EMAIL_CHARS: usize = 254;
/// For contacts, dependents and beneficiaries alike.
const MAX_LIST_ENTRIES: usize = 50;

pub const GENDERS: &[&str] = &["", "Female", "Male", "Nonbinary"];
pub const MARITAL_STATUSES: &[&str] =
    &["", "Single", "Married", "Domestic Partner", "Separated", "Divorced", "Widowed"];
const RELATIONS: &[&str] = &["Spouse", "Domestic Partner", "Child", "Parent", "Sibling", "Other"];
const CONTACT_TYPES: &[&str] = &["Emergency", "Family", "Doctor", "Other"];
/// Who someone is and where they live. Empty means unknown, where that's allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Demographics {
    pub first_name: String,
    pub middle_name: String,
    pub last_name: String,
    pub date_of_birth: Day,
    pub gender: String,
    pub marital_status: String,
    pub address_line1: String,
    pub address_line2: String,
    pub city: String,
    pub state: String,
    pub zip: String,
    pub country: String,
}

impl Demographics {
    pub(super) fn name(&self) -> (&str, &str) {
        (&self.first_name, &self.last_name)
    }
}

/// Who to call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contact {
    pub id: RelatedId,
    #[serde(rename = "type")]
    pub kind: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone_number: String,
}

/// A dependent or a beneficiary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Relative {
    pub id: RelatedId,
    pub first_name: String,
    pub last_name: String,
    pub relation: String,
}

refusals! {
    pub enum ProfileRefusal {
        Required(field) = "REQUIRED": "This is required.",
        TooLong(field) = "TOO_LONG": "This is too long.",
        Unknown(field) = "UNKNOWN_CHOICE": "Choose one of the options.",
        DateOutOfRange(field) = "DATE_OUT_OF_RANGE": "The date must be in 1900 or later.",
        BornInFuture = "BORN_IN_FUTURE" at "dateOfBirth": "The date of birth cannot be in the future.",
        Zip = "INVALID_ZIP" at "zip": "The zip code must have the format XXXXX or XXXXX-XXXX",
        State = "UNKNOWN_STATE" at "state": "Enter the state's two-letter code.",
        Country = "UNKNOWN_COUNTRY" at "country": "The address must be in the United States.",
        Email = "INVALID_EMAIL" at "email": "Enter a valid email address.",
        Phone = "INVALID_PHONE" at "phoneNumber": "Enter a valid phone number.",
        /// A contact no one can reach.
        Unreachable = "CONTACT_UNREACHABLE" at "phoneNumber":
            "A contact needs a phone number or an email address.",
        /// Text where the company keeps a date or an amount, or the other way around.
        OtherKind = "OTHER_KIND" at "attributeName":
            "Enter a text, a date or an amount, whichever your company keeps under this name.",
        AmountOutOfRange = "AMOUNT_OUT_OF_RANGE" at "attributeAmount":
            "The amount must be from 0 to 999,999,999.99.",
        TooMany = "TOO_MANY_ENTRIES": "You can have at most 50 entries.",
        SameTwice = "SAME_TWICE": "The same entry is listed twice.",
        Unchanged = "NOTHING_CHANGED": "This wouldn't change anything.",
        OnePart = "ONE_PART": "Change one part of a profile at a time.",
        Outstanding = "OUTSTANDING_REQUEST":
            "You cannot edit this account because you have another outstanding request",
    }
}

/// Without invisible characters or surrounding spaces, so the approver reads exactly what will be saved.
fn tidy(text: &mut String) {
    text.retain(|c| !names::is_hidden(c));
    *text = text.trim().to_owned();
}

fn line(text: &mut String, field: &'static str, most: usize) -> Result<(), ProfileRefusal> {
    tidy(text);
    if text.chars().count() > most { Err(ProfileRefusal::TooLong(field)) } else { Ok(()) }
}

pub(super) fn required(text: &mut String, field: &'static str, most: usize) -> Result<(), ProfileRefusal> {
    line(text, field, most)?;
    if text.is_empty() { Err(ProfileRefusal::Required(field)) } else { Ok(()) }
}

fn choice(text: &mut String, field: &'static str, of: &[&str]) -> Result<(), ProfileRefusal> {
    tidy(text);
    if of.contains(&text.as_str()) { Ok(()) } else { Err(ProfileRefusal::Unknown(field)) }
}

/// XXXXX or XXXXX-XXXX.
pub fn is_zip(text: &str) -> bool {
    let digits = |part: &str, count| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('-') {
        Some((first, second)) => digits(first, 5) && digits(second, 4),
        None => digits(text, 5),
    }
}

pub(super) fn check_demographics(mut of: Demographics, today: Day) -> Result<Demographics, ProfileRefusal> {
    required(&mut of.first_name, "firstName", MAX_NAME_CHARS)?;
    line(&mut of.middle_name, "middleName", MAX_NAME_CHARS)?;
    required(&mut of.last_name, "lastName", MAX_NAME_CHARS)?;
    if !of.date_of_birth.is_in_range() {
        return Err(ProfileRefusal::DateOutOfRange("dateOfBirth"));
    }
    if of.date_of_birth > today {
        return Err(ProfileRefusal::BornInFuture);
    }
    choice(&mut of.gender, "gender", GENDERS)?;
    choice(&mut of.marital_status, "maritalStatus", MARITAL_STATUSES)?;
    required(&mut of.address_line1, "addressLine1", MAX_LINE_CHARS)?;
    line(&mut of.address_line2, "addressLine2", MAX_LINE_CHARS)?;
    required(&mut of.city, "city", MAX_NAME_CHARS)?;
    of.state = of.state.trim().to_uppercase();
    if !states::is_state(&of.state) {
        return Err(ProfileRefusal::State);
    }
    tidy(&mut of.zip);
    if !is_zip(&of.zip) {
        return Err(ProfileRefusal::Zip);
    }
    if of.country != "US" {
        return Err(ProfileRefusal::Country);
    }
    Ok(of)
}

fn is_email(text: &str) -> bool {
    let plain = !text.chars().any(|c| c.is_whitespace() || matches!(c, '<' | '>' | '"' | ','));
    let parts = text.split_once('@');
    plain
        && parts.is_some_and(|(name, domain)| {
            !name.is_empty()
                && !domain.contains('@')
                && domain.split('.').filter(|part| !part.is_empty()).count() > 1
        })
}

/// As `+15035550100`; ten digits are a US number.
fn phone(text: &str) -> Result<String, ProfileRefusal> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let is_plain = text.chars().all(|c| c.is_ascii_digit() || " +-().".contains(c));
    match (is_plain, text.trim().starts_with('+'), digits.len()) {
        (true, false, 10) => Ok(format!("+1{digits}")),
        (true, false, 11) if digits.starts_with('1') => Ok(format!("+{digits}")),
        (true, true, 8..=15) => Ok(format!("+{digits}")),
        _ => Err(ProfileRefusal::Phone),
    }
}

fn check_list<T>(list: &[T], id: impl Fn(&T) -> RelatedId) -> Result<(), ProfileRefusal> {
    if list.len() > MAX_LIST_ENTRIES {
        return Err(ProfileRefusal::TooMany);
    }
    let mut seen = std::collections::BTreeSet::new();
    if list.iter().all(|entry| seen.insert(id(entry))) { Ok(()) } else { Err(ProfileRefusal::SameTwice) }
}

pub(super) fn check_contacts(mut list: Vec<Contact>) -> Result<Vec<Contact>, ProfileRefusal> {
    check_list(&list, |entry| entry.id)?;
    for entry in &mut list {
        choice(&mut entry.kind, "type", CONTACT_TYPES)?;
        required(&mut entry.first_name, "firstName", MAX_NAME_CHARS)?;
        line(&mut entry.last_name, "lastName", MAX_NAME_CHARS)?;
        line(&mut entry.email, "email", MAX_EMAIL_CHARS)?;
        if !entry.email.is_empty() && !is_email(&entry.email) {
            return Err(ProfileRefusal::Email);
        }
        tidy(&mut entry.phone_number);
        if !entry.phone_number.is_empty() {
            entry.phone_number = phone(&entry.phone_number)?;
        }
        if entry.email.is_empty() && entry.phone_number.is_empty() {
            return Err(ProfileRefusal::Unreachable);
        }
    }
    Ok(list)
}

pub(super) fn check_relatives(mut list: Vec<Relative>) -> Result<Vec<Relative>, ProfileRefusal> {
    check_list(&list, |entry| entry.id)?;
    for entry in &mut list {
        required(&mut entry.first_name, "firstName", MAX_NAME_CHARS)?;
        required(&mut entry.last_name, "lastName", MAX_NAME_CHARS)?;
        choice(&mut entry.relation, "relation", RELATIONS)?;
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    const TODAY: Day = Day(date(2026, 11, 16));

    fn ana() -> Demographics {
        let [first_name, middle_name, last_name] = ["Ana", "", "Morales"].map(str::to_owned);
        let [address_line1, address_line2, city] = ["12 Elm Court", "Apt 3", "Portland"].map(str::to_owned);
        let [state, zip, country] = ["OR", "97214", "US"].map(str::to_owned);
        let [gender, marital_status] = ["Female", "Single"].map(str::to_owned);
        let date_of_birth = Day(date(1990, 2, 28));
        Demographics {
            first_name,
            middle_name,
            last_name,
            date_of_birth,
            gender,
            marital_status,
            address_line1,
            address_line2,
            city,
            state,
            zip,
            country,
        }
    }

    #[test]
    fn a_zip_code_has_five_digits_or_nine_with_a_hyphen() {
        for (zip, outcome) in [
            ("97214", Ok(())),
            (" 97214-1234 ", Ok(())),
            ("9721", Err(ProfileRefusal::Zip)),
            ("972141234", Err(ProfileRefusal::Zip)),
            ("97214-", Err(ProfileRefusal::Zip)),
            ("97214-12345", Err(ProfileRefusal::Zip)),
            ("9721a", Err(ProfileRefusal::Zip)),
            ("٩٧٢١٤", Err(ProfileRefusal::Zip)),
            ("", Err(ProfileRefusal::Zip)),
        ] {
            let checked = check_demographics(Demographics { zip: zip.into(), ..ana() }, TODAY);
            assert_eq!(checked.map(drop), outcome, "{zip}");
        }
    }

    #[test]
    fn a_date_of_birth_is_of_1900_or_later_and_not_in_the_future() {
        for (born, outcome) in [
            (date(1900, 1, 1), Ok(())),
            (date(1899, 12, 31), Err(ProfileRefusal::DateOutOfRange("dateOfBirth"))),
            (TODAY.0, Ok(())),
            (date(2026, 11, 17), Err(ProfileRefusal::BornInFuture)),
        ] {
            let checked = check_demographics(Demographics { date_of_birth: Day(born), ..ana() }, TODAY);
            assert_eq!(checked.map(drop), outcome, "{born}");
        }
    }

    #[test]
    fn demographics_are_tidied_and_each_field_is_looked_at() {
        let typed = Demographics { first_name: " A\u{7}na ".into(), state: "or".into(), ..ana() };
        assert_eq!(check_demographics(typed, TODAY), Ok(ana()));
        for (wrong, refusal) in [
            (Demographics { last_name: " ".into(), ..ana() }, ProfileRefusal::Required("lastName")),
            (Demographics { city: "x".repeat(61), ..ana() }, ProfileRefusal::TooLong("city")),
            (Demographics { gender: "?".into(), ..ana() }, ProfileRefusal::Unknown("gender")),
            (Demographics { state: "XX".into(), ..ana() }, ProfileRefusal::State),
            (Demographics { country: "CA".into(), ..ana() }, ProfileRefusal::Country),
        ] {
            assert_eq!(check_demographics(wrong, TODAY), Err(refusal));
        }
    }

    #[test]
    fn a_contact_can_be_reached() {
        let contact = |email: &str, phone: &str| Contact {
            id: RelatedId(uuid::Uuid::from_u128(1)),
            kind: "Emergency".into(),
            first_name: "Luis".into(),
            last_name: String::new(),
            email: email.into(),
            phone_number: phone.into(),
        };
        let checked =
            |email, phone| check_contacts(vec![contact(email, phone)]).map(|mut list| list.remove(0));
        assert_eq!(checked("", "(503) 555-0100").map(|entry| entry.phone_number), Ok("+15035550100".into()));
        assert_eq!(
            checked("", "+52 55 1234 5678").map(|entry| entry.phone_number),
            Ok("+525512345678".into())
        );
        for (email, phone, refusal) in [
            ("", "", ProfileRefusal::Unreachable),
            ("luis", "", ProfileRefusal::Email),
            ("luis@here", "", ProfileRefusal::Email),
            ("l uis@example.com", "", ProfileRefusal::Email),
            ("", "555-0100", ProfileRefusal::Phone),
            ("", "503555010x", ProfileRefusal::Phone),
        ] {
            assert_eq!(checked(email, phone), Err(refusal), "{email} {phone}");
        }
        let twice = vec![contact("l@example.com", ""), contact("m@example.com", "")];
        assert_eq!(check_contacts(twice), Err(ProfileRefusal::SameTwice));
    }

    #[test]
    fn a_relative_has_a_name_and_a_known_relation_and_there_are_not_too_many() {
        let child = |n: u128, relation: &str| Relative {
            id: RelatedId(uuid::Uuid::from_u128(n)),
            first_name: "Leo".into(),
            last_name: "Morales".into(),
            relation: relation.into(),
        };
        assert_eq!(check_relatives(vec![child(1, "Child")]).map(|list| list.len()), Ok(1));
        assert_eq!(check_relatives(vec![child(1, "Cousin")]), Err(ProfileRefusal::Unknown("relation")));
        let many = (0..51).map(|n| child(n, "Child")).collect();
        assert_eq!(check_relatives(many), Err(ProfileRefusal::TooMany));
    }
}
