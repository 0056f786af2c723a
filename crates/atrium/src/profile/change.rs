//! A change to one part of a profile: what it was when requested, and what it should be. Pure. Approving it later
//! changes only what was requested; if someone has changed the same thing since, the request no longer fits.

use super::additional::Attribute;
use super::rules::{Demographics, Relative};
use crate::change_requests::RequestEntity;
use crate::shared::id::RelatedId;
use serde::{Deserialize, Serialize};

/// Before and after, for the part that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "part", rename_all = "camelCase")]
pub enum ProfileChange {
    Demographics {
        before: Box<Demographics>,
        after: Box<Demographics>,
    },
    Dependents {
        before: Vec<Relative>,
        after: Vec<Relative>,
    },
    Beneficiaries {
        before: Vec<Relative>,
        after: Vec<Relative>,
    },
    /// The requested ones, in the same order.
    AdditionalInfo {
        before: Vec<Attribute>,
        after: Vec<Attribute>,
    },
}

/// One field as it was and as it should be; `None` if there is no such entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// The dependent or beneficiary it belongs to.
    pub id: Option<RelatedId>,
    /// The name of that person, or the company's own name for what it keeps.
    pub name: Option<String>,
    pub field: &'static str,
    pub before: Option<String>,
    pub after: Option<String>,
}

impl FieldChange {
    /// For the audit trail: a name the company chose, but never a person's.
    pub fn in_trail(&self) -> &str {
        match (&self.id, &self.name) {
            (None, Some(name)) => name,
            _ => self.field,
        }
    }
}

type ReadPart = fn(&Demographics) -> String;
type Take = fn(&mut Demographics, &Demographics);

macro_rules! fields {
    ($($name:literal = $field:ident,)*) => {
        const FIELDS: &[(&str, ReadPart, Take)] = &[$((
            $name,
            |of| of.$field.to_string(),
            |into, from| into.$field = from.$field.clone(),
        ),)*];
    };
}

fields! {
    "firstName" = first_name,
    "middleName" = middle_name,
    "lastName" = last_name,
    "dateOfBirth" = date_of_birth,
    "gender" = gender,
    "maritalStatus" = marital_status,
    "addressLine1" = address_line1,
    "addressLine2" = address_line2,
    "city" = city,
    "state" = state,
    "zip" = zip,
    "country" = country,
}

impl ProfileChange {
    /// As a change request's `entityType`.
    pub fn entity(&self) -> RequestEntity {
        match self {
            ProfileChange::Demographics { .. } => RequestEntity::Demographics,
            ProfileChange::Dependents { .. } => RequestEntity::Dependents,
            ProfileChange::Beneficiaries { .. } => RequestEntity::Beneficiaries,
            ProfileChange::AdditionalInfo { .. } => RequestEntity::AdditionalInfo,
        }
    }

    /// What differs, in form order.
    pub fn fields(&self) -> Vec<FieldChange> {
        match self {
            ProfileChange::Demographics { before, after } => {
                let differing = FIELDS.iter().filter(|(_, read, _)| read(before) != read(after));
                let field = |(field, read, _): &(&'static str, ReadPart, Take)| FieldChange {
                    id: None,
                    name: None,
                    field,
                    before: Some(read(before)),
                    after: Some(read(after)),
                };
                differing.map(field).collect()
            }
            ProfileChange::Dependents { before, after } | ProfileChange::Beneficiaries { before, after } => {
                relatives_fields(before, after)
            }
            ProfileChange::AdditionalInfo { before, after } => attributes_fields(before, after),
        }
    }

    /// A name or an address: with either, someone else can have mail, a check or a tax form sent to them.
    pub fn is_name_or_address(&self) -> bool {
        const PLAIN: &[&str] = &["dateOfBirth", "gender", "maritalStatus"];
        let is_demographics = matches!(self, ProfileChange::Demographics { .. });
        is_demographics && self.fields().iter().any(|change| !PLAIN.contains(&change.field))
    }

    pub fn is_empty(&self) -> bool {
        self.fields().is_empty()
    }
}

type ReadRelative = fn(&Relative) -> &String;

const RELATIVE_FIELDS: &[(&str, ReadRelative)] =
    &[("firstName", |of| &of.first_name), ("lastName", |of| &of.last_name), ("relation", |of| &of.relation)];

fn relatives_fields(before: &[Relative], after: &[Relative]) -> Vec<FieldChange> {
    let mut found = vec![];
    let find = |list: &[Relative], id: RelatedId| list.iter().find(|entry| entry.id == id).cloned();
    let gone = before.iter().filter(|entry| find(after, entry.id).is_none());
    for entry in after.iter().chain(gone) {
        let (was, is) = (find(before, entry.id), find(after, entry.id));
        let named = was.as_ref().unwrap_or(entry);
        let name = format!("{} {}", named.first_name, named.last_name);
        for (field, read) in RELATIVE_FIELDS {
            let (before, after) =
                (was.as_ref().map(|of| read(of).clone()), is.as_ref().map(|of| read(of).clone()));
            if before != after {
                let (id, name) = (Some(entry.id), Some(name.clone()));
                found.push(FieldChange { id, name, field, before, after });
            }
        }
    }
    found
}

fn attributes_fields(before: &[Attribute], after: &[Attribute]) -> Vec<FieldChange> {
    let differing = before.iter().zip(after).filter(|(was, is)| was.value != is.value);
    let field = |(was, is): (&Attribute, &Attribute)| FieldChange {
        id: None,
        name: Some(is.name.clone()),
        field: is.value.field(),
        before: Some(was.value.to_string()),
        after: Some(is.value.to_string()),
    };
    differing.map(field).collect()
}

/// A field that is no longer what it was when the change was requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedField {
    pub id: Option<RelatedId>,
    pub name: Option<String>,
    pub field: &'static str,
    pub now: Option<String>,
}

impl MovedField {
    /// An entry in a list has changed as a whole.
    pub fn is_of(&self, change: &FieldChange) -> bool {
        match self.id {
            Some(id) => change.id == Some(id),
            None => self.name == change.name && self.field == change.field,
        }
    }
}

/// The demographics with what was requested, and everything else as it is now.
pub(super) fn merge_demographics(
    now: &Demographics,
    before: &Demographics,
    after: &Demographics,
) -> Result<Demographics, Vec<MovedField>> {
    let (mut merged, mut moved) = (now.clone(), vec![]);
    for (field, read, take) in FIELDS.iter().filter(|(_, read, _)| read(before) != read(after)) {
        // If someone made the very same change since, there's no conflict.
        if read(now) == read(before) || read(now) == read(after) {
            take(&mut merged, after);
        } else {
            moved.push(MovedField { id: None, name: None, field, now: Some(read(now)) });
        }
    }
    if moved.is_empty() { Ok(merged) } else { Err(moved) }
}

/// The same for a list, entry by entry.
pub(super) fn merge_relatives(
    now: &[Relative],
    before: &[Relative],
    after: &[Relative],
) -> Result<Vec<Relative>, Vec<MovedField>> {
    let find = |list: &[Relative], id: RelatedId| list.iter().find(|entry| entry.id == id).cloned();
    let (mut merged, mut moved) = (now.to_vec(), vec![]);
    let gone = before.iter().filter(|entry| find(after, entry.id).is_none());
    for id in after.iter().chain(gone).map(|entry| entry.id) {
        let (was, is, current) = (find(before, id), find(after, id), find(now, id));
        if was == is {
            continue;
        }
        if current != was && current != is {
            let now = current.map(|of| format!("{} {}", of.first_name, of.last_name));
            moved.push(MovedField { id: Some(id), name: now.clone(), field: "firstName", now });
            continue;
        }
        match (merged.iter().position(|entry| entry.id == id), is) {
            (Some(place), Some(is)) => merged[place] = is,
            (Some(place), None) => drop(merged.remove(place)),
            (None, Some(is)) => merged.push(is),
            (None, None) => {}
        }
    }
    if moved.is_empty() { Ok(merged) } else { Err(moved) }
}

/// The same for additional info.
pub(super) fn merge_attributes(
    now: &[Attribute],
    before: &[Attribute],
    after: &[Attribute],
) -> Result<Vec<Attribute>, Vec<MovedField>> {
    let (mut merged, mut moved) = (now.to_vec(), vec![]);
    for (was, is) in before.iter().zip(after) {
        match merged.iter_mut().find(|entry| entry.name == is.name) {
            Some(entry) if entry.value == was.value || entry.value == is.value => {
                entry.value = is.value.clone();
            }
            other => {
                let (name, now) = (Some(is.name.clone()), other.map(|entry| entry.value.to_string()));
                moved.push(MovedField { id: None, name, field: is.value.field(), now });
            }
        }
    }
    if moved.is_empty() { Ok(merged) } else { Err(moved) }
}

/// Who was in a list and no longer is.
pub(super) fn gone(before: &[Relative], after: &[Relative]) -> Vec<RelatedId> {
    let left = before.iter().filter(|entry| after.iter().all(|other| other.id != entry.id));
    left.map(|entry| entry.id).collect()
}

/// Which parts of the change no longer fit.
pub(super) fn moved(
    change: &ProfileChange,
    demographics: &Demographics,
    dependents: &[Relative],
    beneficiaries: &[Relative],
    additional_info: &[Attribute],
) -> Vec<MovedField> {
    match change {
        ProfileChange::Demographics { before, after } => {
            merge_demographics(demographics, before, after).err()
        }
        ProfileChange::Dependents { before, after } => merge_relatives(dependents, before, after).err(),
        ProfileChange::Beneficiaries { before, after } => merge_relatives(beneficiaries, before, after).err(),
        ProfileChange::AdditionalInfo { before, after } => {
            merge_attributes(additional_info, before, after).err()
        }
    }
    .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::additional::AttributeValue;
    use super::*;
    use crate::shared::day::Day;
    use proptest::prelude::*;

    fn person(values: [u8; 4]) -> Demographics {
        let text = |n: u8| format!("v{n}");
        Demographics {
            first_name: text(values[0]),
            middle_name: String::new(),
            last_name: text(values[1]),
            date_of_birth: Day(jiff::civil::date(1990, 1, 1 + values[2] as i8)),
            gender: String::new(),
            marital_status: String::new(),
            address_line1: text(values[3]),
            address_line2: String::new(),
            city: "Portland".into(),
            state: "OR".into(),
            zip: "97214".into(),
            country: "US".into(),
        }
    }

    fn relatives(list: Vec<(u8, u8)>) -> Vec<Relative> {
        let mut seen = std::collections::BTreeSet::new();
        let fresh = list.into_iter().filter(|(id, _)| seen.insert(*id)).collect::<Vec<_>>();
        let entry = |(id, name): (u8, u8)| Relative {
            id: RelatedId(uuid::Uuid::from_u128(id.into())),
            first_name: format!("n{name}"),
            last_name: "Morales".into(),
            relation: "Child".into(),
        };
        fresh.into_iter().map(entry).collect()
    }

    fn attributes(values: &[u8]) -> Vec<Attribute> {
        let entry = |(n, value): (usize, &u8)| Attribute {
            name: format!("a{n}"),
            value: AttributeValue::Text(format!("v{value}")),
        };
        values.iter().enumerate().map(entry).collect()
    }

    fn values() -> impl Strategy<Value = [u8; 4]> {
        [0u8..3, 0..3, 0..3, 0..3]
    }

    fn lists() -> impl Strategy<Value = Vec<(u8, u8)>> {
        proptest::collection::vec((0u8..5, 0u8..3), 0..5)
    }

    proptest! {
        #[test]
        fn a_merge_changes_what_was_asked_for_and_nothing_else(before in values(), after in values(), now in values()) {
            let (before, after, now) = (person(before), person(after), person(now));
            match merge_demographics(&now, &before, &after) {
                Ok(merged) => for (_, read, _) in FIELDS {
                    let asked = read(&before) != read(&after);
                    prop_assert_eq!(read(&merged), if asked { read(&after) } else { read(&now) });
                },
                Err(moved) => for one in moved {
                    let (_, read, _) = FIELDS.iter().find(|(field, ..)| *field == one.field).unwrap();
                    prop_assert!(read(&now) != read(&before) && read(&now) != read(&after));
                    prop_assert_eq!(one.now, Some(read(&now)));
                },
            }
        }

        #[test]
        fn nothing_happened_meanwhile_gives_what_was_asked_for(before in lists(), after in lists()) {
            let (before, after) = (relatives(before), relatives(after));
            let mut merged = merge_relatives(&before, &before, &after).unwrap();
            let mut wanted = after;
            merged.sort_by_key(|entry| entry.id);
            wanted.sort_by_key(|entry| entry.id);
            prop_assert_eq!(merged, wanted);
        }

        #[test]
        fn entries_that_nobody_asked_about_stay(before in lists(), after in lists(), now in lists()) {
            let (before, after, now) = (relatives(before), relatives(after), relatives(now));
            let Ok(merged) = merge_relatives(&now, &before, &after) else { return Ok(()) };
            for entry in &now {
                let same = |list: &[Relative]| list.iter().find(|other| other.id == entry.id).cloned();
                if same(&before) == same(&after) {
                    prop_assert_eq!(same(&merged), Some(entry.clone()));
                }
            }
        }

        #[test]
        fn additional_info_that_nobody_asked_about_stays(before in values(), after in values(), now in values()) {
            let (before, after, now) = (attributes(&before), attributes(&after), attributes(&now));
            let asked = |entry: &Attribute| before.iter().zip(&after).any(|(was, is)| was.name == entry.name && was != is);
            let differing: Vec<_> = before.iter().zip(&after).filter(|(was, is)| was != is).map(|(was, is)| (was.clone(), is.clone())).collect();
            let (was, is): (Vec<_>, Vec<_>) = differing.into_iter().unzip();
            match merge_attributes(&now, &was, &is) {
                Ok(merged) => for ((merged, after), now) in merged.iter().zip(&after).zip(&now) {
                    prop_assert_eq!(merged, if asked(now) { after } else { now });
                },
                Err(moved) => for one in moved {
                    let place = now.iter().position(|entry| Some(&entry.name) == one.name.as_ref()).unwrap();
                    prop_assert!(now[place] != before[place] && now[place] != after[place]);
                    prop_assert_eq!(one.now, Some(now[place].value.to_string()));
                },
            }
        }

        #[test]
        fn a_list_of_changed_fields_is_empty_only_when_nothing_changes(before in lists(), after in lists()) {
            let (before, after) = (relatives(before), relatives(after));
            let mut sorted = (before.clone(), after.clone());
            sorted.0.sort_by_key(|entry| entry.id);
            sorted.1.sort_by_key(|entry| entry.id);
            let change = ProfileChange::Dependents { before, after };
            prop_assert_eq!(change.fields().is_empty(), sorted.0 == sorted.1);
        }
    }

    #[test]
    fn a_field_that_moved_meanwhile_is_named_with_what_it_is_now() {
        let (before, after, now) = (person([0, 0, 0, 0]), person([1, 0, 0, 1]), person([2, 2, 0, 0]));
        let moved = merge_demographics(&now, &before, &after).unwrap_err();
        assert_eq!(moved, [MovedField { id: None, name: None, field: "firstName", now: Some("v2".into()) }]);
    }

    #[test]
    fn additional_info_that_the_company_keeps_no_more_has_moved() {
        let (before, after) = (attributes(&[0, 0]), attributes(&[0, 1]));
        let moved = merge_attributes(&before[..1], &before[1..], &after[1..]).unwrap_err();
        let gone = MovedField { id: None, name: Some("a1".into()), field: "attributeString", now: None };
        assert_eq!(moved, [gone]);
        let change = ProfileChange::AdditionalInfo { before, after };
        let fields = change.fields();
        assert_eq!((fields.len(), fields[0].in_trail()), (1, "a1"));
        assert!(moved[0].is_of(&fields[0]));
    }
}
