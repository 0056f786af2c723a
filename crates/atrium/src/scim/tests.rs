//! SCIM as directories use it: over HTTP, with a machine client's token.

#[path = "tests/groups.rs"]
mod groups;
#[path = "tests/users.rs"]
mod users;

use crate::world::{Reply, World};
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};

const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
const GROUP: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";

/// A directory that keeps a tenant's people.
struct Directory<'a> {
    world: &'a World,
    token: String,
}

impl Directory<'_> {
    async fn of<'a>(world: &'a World, rights: &[&str]) -> Directory<'a> {
        let machine = world.add_machine("grace", "Directory", rights).await;
        Directory { world, token: world.machine_token(&machine).await }
    }

    async fn send(&self, method: &str, path: &str, body: Value) -> Reply {
        let request = Request::builder()
            .method(method)
            .uri(format!("/scim/v2{path}"))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .header(header::CONTENT_TYPE, "application/scim+json");
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let reply = self.world.send(request.body(body).unwrap()).await;
        let has_body = !reply.bytes.is_empty();
        assert!(
            !has_body || reply.headers[header::CONTENT_TYPE] == "application/scim+json",
            "{}",
            reply.text
        );
        reply
    }

    async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, Value::Null).await
    }

    async fn patch(&self, path: &str, operations: Value) -> Reply {
        let schema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
        self.send("PATCH", path, json!({ "schemas": [schema], "Operations": operations })).await
    }

    /// The IDs of those that fit.
    async fn found(&self, kind: &str, filter: &str) -> Vec<String> {
        let filter: String = filter.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let reply = self.get(&format!("/{kind}?filter={filter}")).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let resources = reply.body["Resources"].as_array().unwrap();
        assert_eq!(reply.body["totalResults"], resources.len());
        resources.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
    }
}

fn nora() -> Value {
    json!({
        "schemas": [USER], "userName": "nora", "externalId": "E-77",
        "name": { "givenName": "Nora", "familyName": "Quist" },
        "emails": [{ "value": "nora@cedar.example", "type": "work", "primary": true }], "active": true,
    })
}

fn with(mut resource: Value, name: &str, value: Value) -> Value {
    resource[name] = value;
    resource
}

/// Status and type of a refusal.
fn refusal(reply: &Reply) -> (u16, &str) {
    assert_eq!(
        reply.body["schemas"],
        json!(["urn:ietf:params:scim:api:messages:2.0:Error"]),
        "{}",
        reply.text
    );
    assert_eq!(reply.body["status"], reply.status.as_u16().to_string());
    (reply.status.as_u16(), reply.body["scimType"].as_str().unwrap_or(""))
}
