//! Host applications: for administrators of the whole tenant, with a fresh factor for each change.

use super::{Facts, Operation};
use crate::world::World;
use serde_json::{Value, json};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listApplications",
        query: "query ($t: ID!) { listApplications(tenantId: $t) { results { clientId } } }",
        tries: TENANTS,
    },
    Operation {
        name: "addApplication",
        query: "mutation ($t: ID!, $i: ApplicationInput!) { addApplication(tenantId: $t, input: $i) { secret } }",
        tries: &[
            ("to Cedar Group", |f, _| json!({ "t": f.ana.tenant, "i": input("LEARN", "Learning") })),
            ("to Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant, "i": input("LEARN", "Learning") })),
            ("to a missing tenant", |f, _| json!({ "t": f.missing, "i": input("LEARN", "Learning") })),
            ("with a code that is there", |f, _| json!({ "t": f.ana.tenant, "i": input("PAY", "Learning") })),
            ("with a name that is there", |f, _| json!({ "t": f.ana.tenant, "i": input("LEARN", "payroll") })),
        ],
    },
    Operation {
        name: "changeApplication",
        query: "mutation ($t: ID!, $a: ID!, $i: ApplicationInput!) {
            changeApplication(tenantId: $t, applicationId: $a, version: 1, input: $i) { secret } }",
        tries: APPLICATIONS,
    },
    Operation {
        name: "rotateApplicationSecret",
        query: "mutation ($t: ID!, $a: ID!) {
            rotateApplicationSecret(tenantId: $t, applicationId: $a, version: 1, keepOld: true) { secret } }",
        tries: APPLICATIONS,
    },
    Operation {
        name: "removeApplication",
        query: "mutation ($t: ID!, $a: ID!) {
            removeApplication(tenantId: $t, applicationId: $a, version: 1) { applicationId } }",
        tries: APPLICATIONS,
    },
];

const TENANTS: &[(&str, super::Try)] = &[
    ("Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
    ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
    ("a missing tenant", |f, _| json!({ "t": f.missing })),
];

const APPLICATIONS: &[(&str, super::Try)] = &[
    ("of Cedar Group", |f, _| one(&f.ana.tenant, f.thing("Cedar's"))),
    ("of Harbor Clinic", |f, _| one(&f.ana.tenant, f.thing("the clinic's"))),
    ("of Harbor Clinic, in its tenant", |f, _| one(&f.hugo.tenant, f.thing("the clinic's"))),
    ("missing", |f, _| one(&f.ana.tenant, &f.missing)),
];

fn input(code: &str, name: &str) -> Value {
    json!({
        "code": code, "name": name, "targetUrl": "https://learn.example", "auth": "secret",
        "redirectUris": ["https://learn.example/callback"], "postLogoutRedirectUris": [], "claims": ["email"],
        "isEnabled": true,
    })
}

fn one(tenant: &str, application: &str) -> Value {
    json!({ "t": tenant, "a": application, "i": input("PAY", "Payroll") })
}

/// One for each tenant.
pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    world.change("DELETE FROM application", vec![]).await;
    for (n, tenant) in [(1u128, &facts.ana.tenant), (2, &facts.hugo.tenant)] {
        let sql = "INSERT INTO application (id, tenant_id, code, name, path, client_id, target_url, auth, secret_hash,
               secret_set_at, redirect_uris)
             VALUES ($1, $2, 'PAY', 'Payroll', '/', $3, 'https://pay.example', 'secret', $4, $5, 'https://pay.example/cb')";
        let (id, tenant) = (uuid::Uuid::from_u128(n), uuid::Uuid::parse_str(tenant).unwrap());
        let row = db::params![id, tenant, format!("client-{n}"), vec![7u8; 32], world.app.clock.now()];
        world.change(sql, row).await;
    }
    for (n, name) in [(1u128, "Cedar's"), (2, "the clinic's")] {
        facts.keep(name, uuid::Uuid::from_u128(n).to_string());
    }
}
