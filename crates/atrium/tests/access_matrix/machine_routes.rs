//! Every route for machine clients, as every kind of machine: another half of the access matrix, where people are
//! strangers. And every other route with a machine's token, where the machine is one. A route without a row fails.

use super::compare;
use crate::world::{Reply, World, both};
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What is sent where, made of the IDs of the target.
struct MachineRoute {
    method: &'static str,
    path: &'static str,
    /// The target is a person, a role, a batch, or none of them.
    target: Target,
    body: fn(&str) -> Value,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Nothing,
    Person,
    Role,
    Batch,
}

const fn reads(path: &'static str, target: Target) -> MachineRoute {
    MachineRoute { method: "GET", path, target, body: |_| Value::Null }
}

const fn sends(
    method: &'static str,
    path: &'static str,
    target: Target,
    body: fn(&str) -> Value,
) -> MachineRoute {
    MachineRoute { method, path, target, body }
}

/// The features' handlers below `/api/v1`, and SCIM.
const ROUTES: &[MachineRoute] = &[
    reads("/api/v1/companies", Target::Nothing),
    reads("/api/v1/events", Target::Nothing),
    reads("/api/v1/handovers", Target::Nothing),
    reads("/api/v1/handovers/{id}", Target::Batch),
    reads("/api/v1/handovers/{id}/changes", Target::Batch),
    reads("/api/v1/handovers/{id}/file", Target::Batch),
    sends("POST", "/api/v1/handovers/{id}/acknowledge", Target::Batch, |_| json!({})),
    sends(
        "POST",
        "/api/v1/handovers/{id}/changes/{change}/reject",
        Target::Batch,
        |_| json!({ "reason": "The bank is closed." }),
    ),
    sends("POST", "/api/v1/imports", Target::Nothing, |_| json!("no file in our format")),
    reads("/api/v1/imports/{id}", Target::Person),
    reads("/api/v1/imports/{id}/rows", Target::Person),
    reads("/api/v1/people", Target::Nothing),
    reads("/api/v1/people/{id}", Target::Person),
    reads("/scim/v2/ServiceProviderConfig", Target::Nothing),
    reads("/scim/v2/ResourceTypes", Target::Nothing),
    reads("/scim/v2/ResourceTypes/{id}", Target::Person),
    reads("/scim/v2/Schemas", Target::Nothing),
    reads("/scim/v2/Schemas/{id}", Target::Person),
    sends("POST", "/scim/v2/.search", Target::Nothing, search),
    reads("/scim/v2/Users", Target::Nothing),
    sends("POST", "/scim/v2/Users", Target::Nothing, |_| user("newcomer", "newcomer@cedar.example")),
    sends("POST", "/scim/v2/Users/.search", Target::Nothing, search),
    reads("/scim/v2/Users/{id}", Target::Person),
    sends("PUT", "/scim/v2/Users/{id}", Target::Person, |id| {
        user(&format!("u{id}"), &format!("u{id}@a.example"))
    }),
    sends(
        "PATCH",
        "/scim/v2/Users/{id}",
        Target::Person,
        |_| json!({ "Operations": [{ "op": "replace", "path": "name.givenName", "value": "Someone" }] }),
    ),
    sends("DELETE", "/scim/v2/Users/{id}", Target::Person, |_| Value::Null),
    reads("/scim/v2/Groups", Target::Nothing),
    sends("POST", "/scim/v2/Groups", Target::Nothing, |_| group("Newcomers")),
    sends("POST", "/scim/v2/Groups/.search", Target::Nothing, search),
    reads("/scim/v2/Groups/{id}", Target::Role),
    sends("PUT", "/scim/v2/Groups/{id}", Target::Role, group),
    sends(
        "PATCH",
        "/scim/v2/Groups/{id}",
        Target::Role,
        |_| json!({ "Operations": [{ "op": "remove", "path": "members" }] }),
    ),
    sends("DELETE", "/scim/v2/Groups/{id}", Target::Role, |_| Value::Null),
];

fn user(name: &str, email: &str) -> Value {
    json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "userName": name,
        "name": { "givenName": "New", "familyName": "Comer" }, "emails": [{ "value": email }],
    })
}

fn group(name: &str) -> Value {
    json!({ "schemas": ["urn:ietf:params:scim:schemas:core:2.0:Group"], "displayName": name, "members": [] })
}

fn search(_: &str) -> Value {
    json!({ "schemas": ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"], "count": 1 })
}

/// Columns of the table, with the rights of those that are machines. `clinic` is another tenant's; `revoked` was revoked
/// after it got its token.
const CALLERS: &[(&str, &[&str])] = &[
    ("nobody", &[]),
    ("ana", &[]),
    ("grace", &[]),
    ("events", &["events.read"]),
    ("imports", &["import.write"]),
    ("reader", &["people.read"]),
    ("payroll", &["handover.read"]),
    ("taker", &["handover.acknowledge"]),
    ("scim", &["scim"]),
    ("scim+admin", &["scim", "scim.admin"]),
    ("clinic", &["handover.read", "handover.acknowledge", "people.read", "scim", "scim.admin"]),
    ("revoked", &["handover.read", "handover.acknowledge", "people.read", "scim", "scim.admin"]),
];

async fn tokens(world: &World) -> Vec<Option<String>> {
    let mut tokens = vec![];
    for (name, rights) in CALLERS {
        tokens.push(match *name {
            "nobody" => None,
            "ana" | "grace" => Some(world.token(name).await),
            name => {
                let of = if name == "clinic" { "hugo" } else { "grace" };
                let machine = world.add_machine(of, name, rights).await;
                let token = world.machine_token(&machine).await;
                if name == "revoked" {
                    let now = world.app.clock.now();
                    let sql = "UPDATE machine SET revoked_at = $1 WHERE name = 'revoked'";
                    world.change(sql, db::params![now]).await;
                }
                Some(token)
            }
        });
    }
    tokens
}

async fn send(world: &World, token: Option<&str>, method: &str, path: &str, body: &Value) -> Reply {
    let mut request =
        Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    world.send(request.body(body).unwrap()).await
}

async fn role(world: &World, name: &'static str) -> String {
    let sql = "SELECT r.id FROM role r JOIN person p ON p.tenant_id = r.tenant_id
        WHERE p.username = 'grace' AND r.name = $1";
    world.app.db.one::<(uuid::Uuid,)>(sql, db::params![name]).await.unwrap().0.to_string()
}

/// A batch with nothing in it.
async fn batch(world: &World, company: &'static str) -> String {
    let id = uuid::Uuid::from_u128(8);
    let sql = "INSERT INTO handover_batch (id, tenant_id, company_id, number, created_at, creator_name, changes, totals)
        SELECT $1, tenant_id, id, 1, $2, 'Paula', 0, '[]' FROM company WHERE name = $3";
    world.change(sql, db::params![id, world.app.clock.now(), company]).await;
    id.to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_machine_route_answers_every_machine_as_the_table_says() {
    let mut table = format!("{:52}", "");
    for (name, _) in CALLERS {
        write!(table, "{name:>12}").unwrap();
    }
    table.push('\n');
    for route in ROUTES {
        let targets: &[&'static str] = match route.target {
            Target::Nothing => &["in its tenant"],
            Target::Person => &["an employee", "an administrator", "someone at the clinic", "missing"],
            Target::Role => &["a role of its own", "Administrator", "missing"],
            Target::Batch => &["of Cedar Outfitters", "of the clinic", "missing"],
        };
        for target in targets {
            // Requests change what others look at: a world for each row.
            let world = World::new(crate::world::Engine::Sqlite).await;
            let tokens = tokens(&world).await;
            let id = match *target {
                "an employee" => world.person("ana").await.to_string(),
                "an administrator" => world.person("grace").await.to_string(),
                "someone at the clinic" => world.person("hugo").await.to_string(),
                "Administrator" => role(&world, "Administrator").await,
                "of Cedar Outfitters" => batch(&world, "Cedar Outfitters").await,
                "of the clinic" => batch(&world, "Harbor Clinic").await,
                "a role of its own" => {
                    let sql = "INSERT INTO role (id, tenant_id, name, permissions, applications, applies, is_shipped)
                        SELECT $1, tenant_id, 'Own', '', '', 'tenant', FALSE FROM person WHERE username = 'grace'";
                    world.change(sql, db::params![uuid::Uuid::from_u128(7)]).await;
                    uuid::Uuid::from_u128(7).to_string()
                }
                _ => "00000000-0000-7000-8000-000000000000".to_owned(),
            };
            write!(table, "{:52}", format!("{} {} {target}", route.method, route.path)).unwrap();
            for token in &tokens {
                let path = route.path.replace("{id}", &id).replace("{change}", &id);
                let reply = send(&world, token.as_deref(), route.method, &path, &(route.body)(&id)).await;
                assert!(!reply.status.is_server_error(), "{} {path}: {}", route.method, reply.text);
                write!(table, "{:>12}", reply.status.as_u16()).unwrap();
            }
            table.push('\n');
        }
    }
    compare("snapshots", "machines", &table);
}

#[test]
fn every_machine_route_has_a_row() {
    let rows: BTreeSet<(&str, String)> =
        ROUTES.iter().map(|route| (route.method, route.path.to_owned())).collect();
    let scim = atrium::scim::ROUTES.iter().map(|(method, path)| (*method, (*path).to_owned()));
    let listed: BTreeSet<(&str, String)> = atrium::server::api_paths().into_iter().chain(scim).collect();
    assert_eq!(rows, listed, "add a row to ROUTES in tests/access_matrix/machine_routes.rs");
}

both! {
    async fn a_machines_token_is_no_ones_on_every_other_route(world: World) {
        let all: &[&str] = &["handover.read", "import.write", "events.read", "people.read", "scim", "scim.admin"];
        let token = world.machine_token(&world.add_machine("grace", "All", all).await).await;
        for (method, path) in super::super::routes::listed() {
            if path.starts_with("/scim/v2") {
                continue;
            }
            let path = path.replace(['{', '}', '*'], "x");
            let stranger = send(&world, None, method, &path, &json!({})).await;
            let machine = send(&world, Some(&token), method, &path, &json!({})).await;
            assert_eq!(machine.status, stranger.status, "{method} {path}: {}", machine.text);
        }
        let reply = world.holding(&token).ask("{ viewer { personId } }", json!({})).await;
        assert_eq!(reply.outcome(), "UNAUTHENTICATED");
    }
}
