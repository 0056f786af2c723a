//! Machine clients: for administrators of the whole tenant, with a fresh factor for each change.

use super::{Facts, Operation};
use crate::world::World;
use serde_json::{Value, json};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listMachines",
        query: "query ($t: ID!) { listMachines(tenantId: $t) { results { clientId } } }",
        tries: TENANTS,
    },
    Operation {
        name: "addMachine",
        query: "mutation ($t: ID!, $i: MachineClientInput!) { addMachine(tenantId: $t, input: $i) { secret } }",
        tries: &[
            ("to Cedar Group", |f, _| json!({ "t": f.ana.tenant, "i": input("Directory") })),
            ("to Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant, "i": input("Directory") })),
            ("to a missing tenant", |f, _| json!({ "t": f.missing, "i": input("Directory") })),
            ("with a name that is there", |f, _| json!({ "t": f.ana.tenant, "i": input("payroll") })),
        ],
    },
    Operation {
        name: "changeMachine",
        query: "mutation ($t: ID!, $m: ID!, $i: MachineClientInput!) {
            changeMachine(tenantId: $t, machineId: $m, version: 1, input: $i) { secret } }",
        tries: MACHINES,
    },
    Operation {
        name: "rotateMachineSecret",
        query: "mutation ($t: ID!, $m: ID!) {
            rotateMachineSecret(tenantId: $t, machineId: $m, version: 1, keepOld: true) { secret } }",
        tries: MACHINES,
    },
    Operation {
        name: "revokeMachine",
        query: "mutation ($t: ID!, $m: ID!) { revokeMachine(tenantId: $t, machineId: $m, version: 1) { id } }",
        tries: MACHINES,
    },
];

const TENANTS: &[(&str, super::Try)] = &[
    ("Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
    ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
    ("a missing tenant", |f, _| json!({ "t": f.missing })),
];

const MACHINES: &[(&str, super::Try)] = &[
    ("of Cedar Group", |f, _| one(&f.ana.tenant, f.thing("Cedar's"))),
    ("of Harbor Clinic", |f, _| one(&f.ana.tenant, f.thing("the clinic's"))),
    ("of Harbor Clinic, in its tenant", |f, _| one(&f.hugo.tenant, f.thing("the clinic's"))),
    ("missing", |f, _| one(&f.ana.tenant, &f.missing)),
];

fn input(name: &str) -> Value {
    json!({ "name": name, "scopes": ["people.read"], "auth": "secret" })
}

fn one(tenant: &str, machine: &str) -> Value {
    json!({ "t": tenant, "m": machine, "i": input("Payroll") })
}

/// One for each tenant.
pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    world.change("DELETE FROM machine", vec![]).await;
    for (n, tenant) in [(1u128, &facts.ana.tenant), (2, &facts.hugo.tenant)] {
        let sql = "INSERT INTO machine (id, tenant_id, name, client_id, scopes, auth, secret_hash, secret_set_at, credential,
               requests_per_minute, created_at)
             VALUES ($1, $2, 'Payroll', $3, 'people.read', 'secret', $4, $5, $1, 600, $5)";
        let (id, tenant) = (uuid::Uuid::from_u128(n), uuid::Uuid::parse_str(tenant).unwrap());
        let row = db::params![id, tenant, format!("machine-{n}"), vec![7u8; 32], world.app.clock.now()];
        world.change(sql, row).await;
    }
    for (n, name) in [(1u128, "Cedar's"), (2, "the clinic's")] {
        facts.keep(name, uuid::Uuid::from_u128(n).to_string());
    }
}
