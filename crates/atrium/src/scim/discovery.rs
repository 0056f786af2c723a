//! What this server can do, and what resources look like (RFC 7643, 5 to 7).

use super::resource::{GROUP, USER};
use super::store::MAX_PAGE;
use serde_json::{Value, json};

pub(super) fn service_provider_config(base: &str) -> Value {
    json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
        "patch": { "supported": true },
        "bulk": { "supported": false, "maxOperations": 0, "maxPayloadSize": 0 },
        "filter": { "supported": true, "maxResults": MAX_PAGE },
        "changePassword": { "supported": false },
        "sort": { "supported": false },
        "etag": { "supported": false },
        "authenticationSchemes": [{
            "type": "oauthbearertoken",
            "name": "OAuth 2.0 client credentials",
            "description": "A token for a machine client with the right scim.",
            "primary": true,
        }],
        "meta": { "resourceType": "ServiceProviderConfig", "location": format!("{base}/ServiceProviderConfig") },
    })
}

pub(super) fn resource_types(base: &str) -> Vec<Value> {
    let kind = |name: &str, endpoint: &str, schema: &str, description: &str| {
        json!({
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
            "id": name, "name": name, "endpoint": endpoint, "description": description, "schema": schema,
            "schemaExtensions": [],
            "meta": { "resourceType": "ResourceType", "location": format!("{base}/ResourceTypes/{name}") },
        })
    };
    vec![
        kind("User", "/Users", USER, "Someone who signs in."),
        kind("Group", "/Groups", GROUP, "A role that can be held in the whole organization."),
    ]
}

pub(super) fn schemas(base: &str) -> Vec<Value> {
    let schema = |id: &str, name: &str, description: &str, attributes: Vec<Value>| {
        json!({
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
            "id": id, "name": name, "description": description, "attributes": attributes,
            "meta": { "resourceType": "Schema", "location": format!("{base}/Schemas/{id}") },
        })
    };
    vec![
        schema(USER, "User", "Someone who signs in.", user_attributes()),
        schema(GROUP, "Group", "A role that can be held in the whole organization.", group_attributes()),
    ]
}

fn attribute(name: &str, kind: &str, description: &str) -> Value {
    json!({
        "name": name, "type": kind, "multiValued": false, "description": description, "required": false,
        "caseExact": false, "mutability": "readWrite", "returned": "default", "uniqueness": "none",
    })
}

fn with(mut attribute: Value, changes: Value) -> Value {
    if let (Some(fields), Value::Object(changes)) = (attribute.as_object_mut(), changes) {
        fields.extend(changes);
    }
    attribute
}

fn needed(attribute: Value) -> Value {
    with(attribute, json!({ "required": true }))
}

fn fixed(attribute: Value) -> Value {
    with(attribute, json!({ "mutability": "readOnly" }))
}

fn on_request(attribute: Value) -> Value {
    with(attribute, json!({ "returned": "request" }))
}

fn user_attributes() -> Vec<Value> {
    let name = attribute("name", "complex", "The person's names.");
    let name = with(
        needed(name),
        json!({ "subAttributes": [
            needed(attribute("givenName", "string", "First name.")),
            needed(attribute("familyName", "string", "Last name.")),
            on_request(fixed(attribute("formatted", "string", "Both."))),
        ] }),
    );
    let emails = attribute(
        "emails",
        "complex",
        "The work address. One is kept: the primary one, or the one for work.",
    );
    let emails = with(
        needed(emails),
        json!({ "multiValued": true, "subAttributes": [
            needed(attribute("value", "string", "The address.")),
            with(attribute("type", "string", "Always work."), json!({ "canonicalValues": ["work"] })),
            with(attribute("primary", "boolean", "Always true."), json!({ "canonicalValues": ["true"] })),
        ] }),
    );
    let groups = attribute("groups", "complex", "The roles the person holds in the whole organization.");
    let groups = with(
        fixed(groups),
        json!({ "multiValued": true, "subAttributes": [
            fixed(attribute("value", "string", "The group's ID.")),
            with(fixed(attribute("$ref", "reference", "Where the group is.")), json!({ "referenceTypes": ["Group"] })),
            fixed(attribute("display", "string", "The role's name.")),
        ] }),
    );
    let language = attribute(
        "preferredLanguage",
        "string",
        "en or es. Taken when someone is added; from then on only they can change it.",
    );
    vec![
        with(
            needed(attribute("userName", "string", "What the person signs in with.")),
            json!({ "uniqueness": "server" }),
        ),
        name,
        fixed(attribute("displayName", "string", "First and last name.")),
        needed(attribute(
            "active",
            "boolean",
            "Whether the person can sign in. Someone new can, if it's left out.",
        )),
        emails,
        with(language, json!({ "mutability": "readOnly", "canonicalValues": ["en", "es"] })),
        groups,
    ]
}

fn group_attributes() -> Vec<Value> {
    let members = attribute("members", "complex", "Who holds the role in the whole organization.");
    let members = with(
        members,
        json!({ "multiValued": true, "subAttributes": [
            with(needed(attribute("value", "string", "The user's ID.")), json!({ "mutability": "immutable" })),
            with(attribute("$ref", "reference", "Where the user is."), json!({ "mutability": "immutable", "referenceTypes": ["User"] })),
            with(attribute("type", "string", "Always User."), json!({ "mutability": "immutable", "canonicalValues": ["User"] })),
            on_request(fixed(attribute("display", "string", "The username."))),
        ] }),
    );
    let name = needed(attribute("displayName", "string", "The role's name."));
    vec![with(name, json!({ "uniqueness": "server" })), members]
}
