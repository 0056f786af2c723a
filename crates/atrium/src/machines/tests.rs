//! Machine clients, through GraphQL, the token endpoint, the API and the terminal.

#[path = "tests/administering.rs"]
mod administering;
#[path = "tests/terminal.rs"]
mod terminal;
#[path = "tests/tokens.rs"]
mod tokens;

use crate::world::{Actor, NewMachine, Reply, World};
use serde_json::{Value, json};

const FIELDS: &str =
    "id name clientId scopes auth jwks requestsPerMinute secretSetAt oldSecretUntil createdAt
    lastTokenAt revokedAt tokenUrl apiUrl scimUrl version";

async fn tenant_of(actor: &Actor<'_>) -> Value {
    actor.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone()
}

fn payroll() -> Value {
    json!({ "name": "Payroll sync", "scopes": ["people.read", "handover.read"], "auth": "secret" })
}

fn with(name: &str, value: Value) -> Value {
    let mut input = payroll();
    input[name] = value;
    input
}

async fn add(actor: &Actor<'_>, tenant: &Value, input: Value) -> Reply {
    let query = format!(
        "mutation ($t: ID!, $i: MachineClientInput!) {{ addMachine(tenantId: $t, input: $i) {{ secret machine {{ {FIELDS} }} }} }}"
    );
    actor.ask_proving(&query, json!({ "t": tenant, "i": input })).await
}

async fn change(actor: &Actor<'_>, tenant: &Value, row: &Value, input: Value) -> Reply {
    let query = format!(
        "mutation ($t: ID!, $m: ID!, $v: Int!, $i: MachineClientInput!) {{
           changeMachine(tenantId: $t, machineId: $m, version: $v, input: $i) {{ secret machine {{ {FIELDS} }} }} }}"
    );
    let variables = json!({ "t": tenant, "m": row["id"], "v": row["version"], "i": input });
    actor.ask_proving(&query, variables).await
}

async fn rotate(actor: &Actor<'_>, tenant: &Value, row: &Value, keep_old: bool) -> Reply {
    let query = format!(
        "mutation ($t: ID!, $m: ID!, $v: Int!, $k: Boolean!) {{
           rotateMachineSecret(tenantId: $t, machineId: $m, version: $v, keepOld: $k) {{ secret machine {{ {FIELDS} }} }} }}"
    );
    let variables = json!({ "t": tenant, "m": row["id"], "v": row["version"], "k": keep_old });
    actor.ask_proving(&query, variables).await
}

async fn revoke(actor: &Actor<'_>, tenant: &Value, row: &Value) -> Reply {
    let query = "mutation ($t: ID!, $m: ID!, $v: Int!) {
        revokeMachine(tenantId: $t, machineId: $m, version: $v) { revokedAt version } }";
    let variables = json!({ "t": tenant, "m": row["id"], "v": row["version"] });
    actor.ask_proving(query, variables).await
}

async fn list(actor: &Actor<'_>, tenant: &Value, search: &str) -> Vec<Value> {
    let query = format!(
        "query ($t: ID!, $s: String) {{ listMachines(tenantId: $t, search: $s) {{ results {{ {FIELDS} }} }} }}"
    );
    let reply = actor.ask(&query, json!({ "t": tenant, "s": search })).await;
    reply.data("/listMachines/results").as_array().unwrap().clone()
}

fn refused(reply: &Reply, code: &str, field: Option<&str>) {
    assert_eq!((reply.outcome(), reply.field()), (code, field), "{}", reply.text);
}

/// Grace, who does the tenant's pay for this test: some rights of machines lead to pay.
async fn grace(world: &World) -> Actor<'_> {
    let held = "SELECT count(*) FROM role_assignment a JOIN person p ON p.id = a.person_id JOIN role r ON r.id = a.role_id
        WHERE p.username = 'grace' AND r.name = 'Payroll'";
    if world.app.db.one::<(i64,)>(held, vec![]).await.unwrap().0 == 0 {
        world.hold("grace", "Payroll", None, (None, None)).await;
    }
    world.acting("grace").await
}

/// Added by Grace: its row, and what its program was given.
async fn added(world: &World) -> (Value, NewMachine) {
    let grace = grace(world).await;
    let tenant = tenant_of(&grace).await;
    let reply = add(&grace, &tenant, payroll()).await;
    let row = reply.data("/addMachine/machine").clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let machine =
        NewMachine { client_id: text(&row["clientId"]), secret: text(reply.data("/addMachine/secret")) };
    (row, machine)
}

async fn people(world: &World, token: &str) -> Reply {
    world.holding(token).get("/api/v1/people").await
}

/// Status and code of a problem document.
fn problem(reply: &Reply) -> (u16, &str) {
    assert_eq!(reply.headers["content-type"], "application/problem+json", "{}", reply.text);
    (reply.status.as_u16(), reply.body["code"].as_str().unwrap())
}
