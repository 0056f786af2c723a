//! Users and groups on the wire, and what a directory says about them. Pure.

use super::filter::part_of;
use super::patch::PatchShape;
use super::refusal::ScimRefusal;
use super::store::{GroupMember, ScimGroupRow, ScimUserRow, UserGroup};
use crate::shared::id::PersonId;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use uuid::Uuid;

pub(super) const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
pub(super) const GROUP: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";
pub(super) const MAX_MEMBERS: usize = 10_000;
const MAX_EXTERNAL_ID_CHARS: usize = 200;

pub(super) const USER_SHAPE: PatchShape = PatchShape {
    single: &["userName", "externalId", "active"],
    complex: &["name"],
    several: &["emails"],
    required: &["userName", "name", "active"],
    fixed: &["id", "meta", "schemas", "displayName", "groups", "preferredLanguage"],
};

pub(super) const GROUP_SHAPE: PatchShape = PatchShape {
    single: &["displayName", "externalId"],
    complex: &[],
    several: &["members"],
    required: &["displayName"],
    fixed: &["id", "meta", "schemas"],
};

pub(super) fn user(base: &str, row: &ScimUserRow, groups: &[UserGroup]) -> Value {
    let groups = groups.iter().map(|group| {
        json!({ "value": group.role_id, "display": group.name, "$ref": format!("{base}/Groups/{}", group.role_id) })
    });
    let mut user = json!({
        "schemas": [USER],
        "id": row.id,
        "userName": row.username,
        "name": {
            "givenName": row.first_name, "familyName": row.last_name,
            "formatted": format!("{} {}", row.first_name, row.last_name).trim(),
        },
        "displayName": format!("{} {}", row.first_name, row.last_name).trim(),
        "active": row.is_active,
        "preferredLanguage": row.language,
        "groups": groups.collect::<Vec<_>>(),
        "meta": { "resourceType": "User", "location": format!("{base}/Users/{}", row.id) },
    });
    if !row.email.is_empty() {
        user["emails"] = json!([{ "value": row.email, "type": "work", "primary": true }]);
    }
    if let Some(external_id) = &row.external_id {
        user["externalId"] = json!(external_id);
    }
    user
}

pub(super) fn group(base: &str, row: &ScimGroupRow, members: &[GroupMember]) -> Value {
    let members = members.iter().map(|member| {
        json!({
            "value": member.person_id, "display": member.username, "type": "User",
            "$ref": format!("{base}/Users/{}", member.person_id),
        })
    });
    let mut group = json!({
        "schemas": [GROUP],
        "id": row.id,
        "displayName": row.name,
        "members": members.collect::<Vec<_>>(),
        "meta": { "resourceType": "Group", "location": format!("{base}/Groups/{}", row.id) },
    });
    if let Some(external_id) = &row.external_id {
        group["externalId"] = json!(external_id);
    }
    group
}

/// What a directory says about someone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DirectoryUser {
    pub user_name: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub is_active: Option<bool>,
    pub language: Option<&'static str>,
    pub external_id: Option<String>,
}

pub(super) fn read_user(body: &Value) -> Result<DirectoryUser, ScimRefusal> {
    check_schema(body, USER)?;
    let name = part_of(body, "name").filter(|name| !name.is_null()).unwrap_or(&Value::Null);
    let user_name = text(body, "userName")?.ok_or(ScimRefusal::Value("userName"))?;
    let email = match email(body)? {
        Some(email) => email,
        None if user_name.contains('@') => user_name.clone(),
        None => return Err(ScimRefusal::Value("emails")),
    };
    Ok(DirectoryUser {
        first_name: text(name, "givenName")?.ok_or(ScimRefusal::Value("name.givenName"))?,
        last_name: text(name, "familyName")?.ok_or(ScimRefusal::Value("name.familyName"))?,
        is_active: flag(body, "active")?,
        language: language(text(body, "preferredLanguage")?.as_deref())?,
        external_id: external_id(body)?,
        user_name,
        email,
    })
}

/// What a directory says about a group.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DirectoryGroup {
    pub name: String,
    pub external_id: Option<String>,
    pub members: BTreeSet<PersonId>,
}

pub(super) fn read_group(body: &Value) -> Result<DirectoryGroup, ScimRefusal> {
    check_schema(body, GROUP)?;
    let listed = match part_of(body, "members") {
        None | Some(Value::Null) => vec![],
        Some(Value::Array(listed)) => listed.iter().collect(),
        Some(_) => return Err(ScimRefusal::Value("members")),
    };
    if listed.len() > MAX_MEMBERS {
        return Err(ScimRefusal::TooMany);
    }
    let member = |one: &Value| {
        let id = part_of(one, "value").and_then(Value::as_str).ok_or(ScimRefusal::Value("members"))?;
        Uuid::try_parse(id).map(PersonId).map_err(|_| ScimRefusal::UnknownMember)
    };
    Ok(DirectoryGroup {
        name: text(body, "displayName")?.ok_or(ScimRefusal::Value("displayName"))?,
        external_id: external_id(body)?,
        members: listed.into_iter().map(member).collect::<Result<_, _>>()?,
    })
}

pub(super) fn check_schema(body: &Value, schema: &str) -> Result<(), ScimRefusal> {
    let listed = part_of(body, "schemas").and_then(Value::as_array);
    let is_listed = |one: &Value| one.as_str().is_some_and(|one| one.eq_ignore_ascii_case(schema));
    match listed {
        Some(listed) if listed.iter().any(is_listed) => Ok(()),
        _ => Err(ScimRefusal::Value("schemas")),
    }
}

/// A blank one counts as none.
pub(super) fn text(object: &Value, name: &'static str) -> Result<Option<String>, ScimRefusal> {
    match part_of(object, name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
        Some(_) => Err(ScimRefusal::Value(name)),
    }
}

pub(super) fn number(object: &Value, name: &'static str) -> Result<Option<i64>, ScimRefusal> {
    match part_of(object, name) {
        None | Some(Value::Null) => Ok(None),
        Some(given) => given.as_i64().map(Some).ok_or(ScimRefusal::Value(name)),
    }
}

/// A list of names, with commas between them, as in a query. An empty one counts as none.
pub(super) fn names(object: &Value, name: &'static str) -> Result<Option<String>, ScimRefusal> {
    match part_of(object, name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Array(listed)) => {
            let listed: Option<Vec<&str>> = listed.iter().map(Value::as_str).collect();
            let listed = listed.ok_or(ScimRefusal::Value(name))?.join(",");
            Ok(Some(listed).filter(|names| !names.is_empty()))
        }
        Some(_) => Err(ScimRefusal::Value(name)),
    }
}

/// Some directories write them as text.
fn flag(object: &Value, name: &'static str) -> Result<Option<bool>, ScimRefusal> {
    match part_of(object, name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        Some(Value::String(text)) if text.eq_ignore_ascii_case("true") => Ok(Some(true)),
        Some(Value::String(text)) if text.eq_ignore_ascii_case("false") => Ok(Some(false)),
        Some(_) => Err(ScimRefusal::Value(name)),
    }
}

/// The primary one, the one for work, or the first.
fn email(body: &Value) -> Result<Option<String>, ScimRefusal> {
    let listed = match part_of(body, "emails") {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Array(listed)) => listed,
        Some(_) => return Err(ScimRefusal::Value("emails")),
    };
    let is_primary = |one: &&Value| part_of(one, "primary") == Some(&json!(true));
    let is_work = |one: &&Value| part_of(one, "type").and_then(Value::as_str) == Some("work");
    let chosen = listed.iter().find(is_primary).or_else(|| listed.iter().find(is_work)).or(listed.first());
    match chosen {
        Some(one) => text(one, "value").map_err(|_| ScimRefusal::Value("emails")),
        None => Ok(None),
    }
}

fn language(given: Option<&str>) -> Result<Option<&'static str>, ScimRefusal> {
    let Some(given) = given else { return Ok(None) };
    match given.split(['-', '_', ',', ';']).next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "en" => Ok(Some("en")),
        "es" => Ok(Some("es")),
        _ => Err(ScimRefusal::Value("preferredLanguage")),
    }
}

fn external_id(body: &Value) -> Result<Option<String>, ScimRefusal> {
    let id = text(body, "externalId")?;
    match id.as_ref().is_some_and(|id| id.chars().count() > MAX_EXTERNAL_ID_CHARS) {
        true => Err(ScimRefusal::Value("externalId")),
        false => Ok(id),
    }
}

/// Parts that come only to those who ask for them by name. They're made of other attributes, so a directory that compares
/// what it sent with what came back would find a difference.
const ON_REQUEST: [(&str, &str); 2] = [("name", "formatted"), ("members", "display")];

fn without_part(attribute: &mut Value, part: &str) {
    match attribute {
        Value::Array(listed) => listed.iter_mut().for_each(|one| without_part(one, part)),
        Value::Object(object) => {
            object.remove(part);
        }
        _ => {}
    }
}

/// Whether an attribute is named, or a part of it.
fn is_named(names: &[String], attribute: &str) -> bool {
    names.iter().any(|name| name.split('.').next() == Some(attribute))
}

/// Only these attributes, or all but those (RFC 7644, 3.9); what identifies a resource always stays.
pub(super) fn projected(mut resource: Value, only: Option<&str>, without: Option<&str>) -> Value {
    let names = |list: &str| -> Vec<String> {
        let bare = |name: &str| name.trim().rsplit(':').next().unwrap_or_default().to_ascii_lowercase();
        list.split(',').map(bare).filter(|name| !name.is_empty()).collect()
    };
    let (only, without) = (only.map(names), without.map(names).unwrap_or_default());
    if let Some(fields) = resource.as_object_mut() {
        for (attribute, part) in ON_REQUEST {
            let name = format!("{attribute}.{part}");
            let is_asked = only.as_ref().is_some_and(|only| only.contains(&name));
            if !is_asked && let Some(attribute) = fields.get_mut(attribute) {
                without_part(attribute, part);
            }
        }
        fields.retain(|key, _| {
            let key = key.to_ascii_lowercase();
            let is_kept = only.as_ref().is_none_or(|only| is_named(only, &key)) && !is_named(&without, &key);
            is_kept || ["id", "schemas"].contains(&key.as_str())
        });
    }
    resource
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ana() -> Value {
        json!({
            "schemas": [USER], "userName": "ana", "name": { "givenName": "Ana", "familyName": "Morales" },
            "emails": [{ "value": "home@a.example", "type": "home" }, { "value": "ana@a.example", "type": "work" }],
        })
    }

    #[test]
    fn a_user_is_read_as_directories_write_one() {
        let read = read_user(&ana()).unwrap();
        assert_eq!((read.email.as_str(), read.is_active), ("ana@a.example", None));
        let mut other = ana();
        other["active"] = json!("False");
        other["preferredLanguage"] = json!("es-US");
        let read = read_user(&other).unwrap();
        assert_eq!((read.is_active, read.language), (Some(false), Some("es")));
        let mut named = ana();
        named["userName"] = json!("ana@b.example");
        named["emails"] = json!([]);
        assert_eq!(read_user(&named).unwrap().email, "ana@b.example");
    }

    #[test]
    fn what_is_missing_or_of_another_kind_is_refused() {
        for (name, value, field) in [
            ("schemas", json!([GROUP]), "schemas"),
            ("userName", json!(" "), "userName"),
            ("userName", json!(7), "userName"),
            ("name", json!("Ana"), "name.givenName"),
            ("emails", json!([]), "emails"),
            ("emails", json!("ana@a.example"), "emails"),
            ("active", json!("maybe"), "active"),
            ("preferredLanguage", json!("tlh"), "preferredLanguage"),
            ("externalId", json!("x".repeat(201)), "externalId"),
        ] {
            let mut user = ana();
            user[name] = value;
            assert_eq!(read_user(&user), Err(ScimRefusal::Value(field)), "{name}");
        }
        let group = json!({ "schemas": [GROUP], "displayName": "A", "members": [{ "value": "x" }] });
        assert_eq!(read_group(&group), Err(ScimRefusal::UnknownMember));
    }

    #[test]
    fn what_is_made_of_other_attributes_comes_to_those_who_ask_for_it() {
        let mut user = ana();
        user["name"]["formatted"] = json!("Ana Morales");
        let group = json!({ "members": [{ "value": "1", "display": "ana" }] });
        assert_eq!(projected(user.clone(), None, None), ana());
        assert_eq!(projected(user.clone(), Some("name"), None)["name"], ana()["name"]);
        let asked = format!("{USER}:name.Formatted,active");
        assert_eq!(projected(user.clone(), Some(asked.as_str()), None)["name"], user["name"]);
        assert_eq!(projected(group.clone(), None, Some("x")), json!({ "members": [{ "value": "1" }] }));
        assert_eq!(projected(group.clone(), Some("members.value,members.display"), None), group);
    }

    #[test]
    fn a_projection_keeps_what_identifies_a_resource() {
        let mut user = ana();
        user["id"] = json!("1");
        let kept = |only, without| {
            let projected = projected(user.clone(), only, without);
            let names = projected.as_object().unwrap().keys().cloned();
            names.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
        };
        assert_eq!(kept(Some("userName"), None), ["id", "schemas", "userName"]);
        assert_eq!(kept(None, Some("emails,name.givenName,id")), ["id", "schemas", "userName"]);
    }
}
