//! Patches (RFC 7644, 3.5.2), applied to a resource as it is on the wire. What comes out is checked and saved like a
//! replacement. Pure.

use super::filter::{self, AttributePath, part_of};
use super::refusal::ScimRefusal;
use serde_json::{Map, Value, json};

const MAX_OPERATIONS: usize = 100;

/// What a resource is made of, by the names it has on the wire.
pub(super) struct PatchShape {
    pub single: &'static [&'static str],
    pub complex: &'static [&'static str],
    pub several: &'static [&'static str],
    /// Always there, so they can't be removed.
    pub required: &'static [&'static str],
    /// Set by us, not by the client.
    pub fixed: &'static [&'static str],
}

enum Kind {
    Single(&'static str),
    Complex(&'static str),
    Several(&'static str),
    Fixed(&'static str),
}

impl PatchShape {
    fn kind(&self, name: &str) -> Option<Kind> {
        let find = |names: &'static [&'static str]| {
            names.iter().copied().find(|known| known.eq_ignore_ascii_case(name))
        };
        find(self.single)
            .map(Kind::Single)
            .or_else(|| find(self.complex).map(Kind::Complex))
            .or_else(|| find(self.several).map(Kind::Several))
            .or_else(|| find(self.fixed).map(Kind::Fixed))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PatchOperation {
    Add,
    Replace,
    Remove,
}

/// The resource after all operations.
pub(super) fn patched(shape: &PatchShape, resource: Value, body: &Value) -> Result<Value, ScimRefusal> {
    let operations = part_of(body, "operations").and_then(Value::as_array);
    let operations = operations.ok_or(ScimRefusal::Value("Operations"))?;
    if operations.len() > MAX_OPERATIONS {
        return Err(ScimRefusal::TooMany);
    }
    operations.iter().try_fold(resource, |resource, one| apply(shape, resource, one))
}

fn apply(shape: &PatchShape, mut resource: Value, one: &Value) -> Result<Value, ScimRefusal> {
    let named = part_of(one, "op").and_then(Value::as_str).unwrap_or_default().to_ascii_lowercase();
    let operation = match named.as_str() {
        "add" => PatchOperation::Add,
        "replace" => PatchOperation::Replace,
        "remove" => PatchOperation::Remove,
        _ => return Err(ScimRefusal::Value("op")),
    };
    let value = part_of(one, "value").cloned().unwrap_or(Value::Null);
    match part_of(one, "path") {
        Some(Value::String(path)) => {
            at_path(shape, &mut resource, operation, &filter::parse_path(path)?, value)?;
        }
        Some(Value::Null) | None => {
            if operation == PatchOperation::Remove {
                return Err(ScimRefusal::NoTarget);
            }
            let Value::Object(fields) = value else { return Err(ScimRefusal::Value("value")) };
            for (name, value) in fields {
                let path = filter::parse_path(&name)?;
                // A whole resource may come back with the attributes we set.
                if matches!(shape.kind(&path.attribute), Some(Kind::Fixed(_))) {
                    continue;
                }
                at_path(shape, &mut resource, operation, &path, value)?;
            }
        }
        Some(_) => return Err(ScimRefusal::Path),
    }
    Ok(resource)
}

fn at_path(
    shape: &PatchShape,
    resource: &mut Value,
    operation: PatchOperation,
    path: &AttributePath,
    value: Value,
) -> Result<(), ScimRefusal> {
    let resource = resource.as_object_mut().ok_or(ScimRefusal::Syntax)?;
    if operation != PatchOperation::Remove && value.is_null() {
        return Err(ScimRefusal::Value("value"));
    }
    match shape.kind(&path.attribute).ok_or(ScimRefusal::Path)? {
        Kind::Single(name) | Kind::Complex(name)
            if operation == PatchOperation::Remove
                && path.part.is_none()
                && path.filter.is_none()
                && shape.required.contains(&name) =>
        {
            Err(ScimRefusal::Mutability(name))
        }
        Kind::Fixed(name) => Err(ScimRefusal::Mutability(name)),
        Kind::Single(name) => {
            if path.part.is_some() || path.filter.is_some() {
                return Err(ScimRefusal::Path);
            }
            set(resource, name, operation, value);
            Ok(())
        }
        Kind::Complex(name) => {
            if path.filter.is_some() {
                return Err(ScimRefusal::Path);
            }
            match &path.part {
                None if operation == PatchOperation::Remove => {
                    resource.remove(name);
                }
                None => {
                    let Value::Object(parts) = value else { return Err(ScimRefusal::Value(name)) };
                    let object = object_at(resource, name)?;
                    for (part, value) in parts {
                        set_part(object, &part, operation, value);
                    }
                }
                Some(part) => set_part(object_at(resource, name)?, part, operation, value),
            }
            Ok(())
        }
        Kind::Several(name) => several(resource, name, operation, path, value),
    }
}

fn set(object: &mut Map<String, Value>, name: &str, operation: PatchOperation, value: Value) {
    match operation {
        PatchOperation::Remove => {
            object.remove(name);
        }
        PatchOperation::Add | PatchOperation::Replace => {
            object.insert(name.to_owned(), value);
        }
    }
}

/// A part of an object, whatever the case of its name.
fn set_part(object: &mut Map<String, Value>, part: &str, operation: PatchOperation, value: Value) {
    let known = object.keys().find(|key| key.eq_ignore_ascii_case(part)).cloned();
    set(object, &known.unwrap_or_else(|| part.to_owned()), operation, value);
}

fn object_at<'a>(
    resource: &'a mut Map<String, Value>,
    name: &'static str,
) -> Result<&'a mut Map<String, Value>, ScimRefusal> {
    let there = resource.entry(name).or_insert_with(|| json!({}));
    there.as_object_mut().ok_or(ScimRefusal::Value(name))
}

fn several(
    resource: &mut Map<String, Value>,
    name: &'static str,
    operation: PatchOperation,
    path: &AttributePath,
    value: Value,
) -> Result<(), ScimRefusal> {
    let mut there = match resource.remove(name) {
        Some(Value::Array(there)) => there,
        _ => vec![],
    };
    let given = match value {
        Value::Array(given) => given,
        Value::Null => vec![],
        one => vec![one],
    };
    match (&path.filter, operation) {
        (None, _) if path.part.is_some() => return Err(ScimRefusal::Path),
        // Some directories name what to remove in the value.
        (None, PatchOperation::Remove) if given.is_empty() => there.clear(),
        (None, PatchOperation::Remove) => there.retain(|one| !given.iter().any(|gone| is_same(one, gone))),
        (None, PatchOperation::Replace) => there = given,
        (None, PatchOperation::Add) => {
            for one in given {
                there.retain(|known| !is_same(known, &one));
                there.push(one);
            }
        }
        (Some(filter), PatchOperation::Remove) => match &path.part {
            None => there.retain(|one| !filter.fits(one)),
            Some(part) => {
                for one in there.iter_mut().filter(|one| filter.fits(one)) {
                    if let Value::Object(object) = one {
                        set_part(object, part, operation, Value::Null);
                    }
                }
            }
        },
        (Some(filter), _) => {
            if !there.iter().any(|one| filter.fits(one)) {
                there.push(Value::Object(filter.equalities().into_iter().collect()));
            }
            let value = given.into_iter().next().ok_or(ScimRefusal::Value(name))?;
            for one in there.iter_mut().filter(|one| filter.fits(one)) {
                let Value::Object(object) = one else { continue };
                match (&path.part, &value) {
                    (Some(part), value) => set_part(object, part, operation, value.clone()),
                    (None, Value::Object(parts)) => {
                        for (part, value) in parts {
                            set_part(object, part, operation, value.clone());
                        }
                    }
                    (None, _) => return Err(ScimRefusal::Value(name)),
                }
            }
        }
    }
    resource.insert(name.to_owned(), Value::Array(there));
    Ok(())
}

/// Elements are known by their value.
fn is_same(one: &Value, other: &Value) -> bool {
    let value = |element: &Value| part_of(element, "value").cloned();
    value(one).is_some() && value(one) == value(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: PatchShape = PatchShape {
        single: &["userName", "active", "externalId"],
        complex: &["name"],
        several: &["emails", "members"],
        required: &["userName", "active"],
        fixed: &["id"],
    };

    fn after(operations: Value) -> Result<Value, ScimRefusal> {
        let before = json!({
            "id": "1", "userName": "ana", "active": true, "name": { "givenName": "Ana", "familyName": "Morales" },
            "emails": [{ "value": "ana@a.example", "type": "work" }], "members": [{ "value": "x" }, { "value": "y" }],
        });
        patched(&USER, before, &json!({ "Operations": operations }))
    }

    #[test]
    fn operations_change_what_their_path_names() {
        let done = after(json!([
            { "op": "Replace", "path": "active", "value": false },
            { "op": "replace", "path": "name.familyName", "value": "Ruiz" },
            { "op": "replace", "path": "emails[type eq \"work\"].value", "value": "ana@b.example" },
            { "op": "add", "path": "members", "value": [{ "value": "y" }, { "value": "z" }] },
            { "op": "remove", "path": "members[value eq \"x\"]" },
            { "op": "replace", "value": { "userName": "ana.ruiz", "name.givenName": "Anna", "id": "7" } },
        ]));
        assert_eq!(
            done.unwrap(),
            json!({
                "id": "1", "userName": "ana.ruiz", "active": false,
                "name": { "givenName": "Anna", "familyName": "Ruiz" },
                "emails": [{ "value": "ana@b.example", "type": "work" }], "members": [{ "value": "y" }, { "value": "z" }],
            })
        );
        let done =
            after(json!([{ "op": "remove", "path": "members", "value": [{ "value": "y" }] }])).unwrap();
        assert_eq!(done["members"], json!([{ "value": "x" }]));
        let home =
            json!([{ "op": "replace", "path": "emails[type eq \"home\"].value", "value": "h@a.example" }]);
        assert_eq!(after(home).unwrap()["emails"][1], json!({ "type": "home", "value": "h@a.example" }));
        assert_eq!(after(json!([{ "op": "remove", "path": "members" }])).unwrap()["members"], json!([]));
    }

    #[test]
    fn what_cannot_be_applied_is_refused() {
        for (operation, refusal) in [
            (json!({ "op": "move", "path": "active" }), ScimRefusal::Value("op")),
            (json!({ "op": "remove" }), ScimRefusal::NoTarget),
            (json!({ "op": "remove", "path": "Active" }), ScimRefusal::Mutability("active")),
            (json!({ "op": "replace", "path": "salary", "value": 1 }), ScimRefusal::Path),
            (json!({ "op": "replace", "path": "id", "value": "2" }), ScimRefusal::Mutability("id")),
            (json!({ "op": "replace", "path": "active.x", "value": 1 }), ScimRefusal::Path),
            (json!({ "op": "add", "path": "active" }), ScimRefusal::Value("value")),
            (json!({ "op": "add", "path": 7, "value": 1 }), ScimRefusal::Path),
            (json!({ "op": "add", "value": "x" }), ScimRefusal::Value("value")),
        ] {
            assert_eq!(after(json!([operation])), Err(refusal), "{operation}");
        }
        assert_eq!(patched(&USER, json!({}), &json!({})), Err(ScimRefusal::Value("Operations")));
        let many = json!(vec![json!({ "op": "remove", "path": "externalId" }); 101]);
        assert_eq!(after(many), Err(ScimRefusal::TooMany));
    }
}
