//! Upstreams: for administrators of the tenant, and of a company as far as it reaches. Whatever changes who may sign in needs a
//! fresh factor.

use super::{Facts, Operation};
use crate::world::World;
use serde_json::{Value, json};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listUpstreams",
        query: "query ($t: ID!) { listUpstreams(tenantId: $t) { results { name } } }",
        tries: TENANTS,
    },
    Operation {
        name: "upstreamChoices",
        query: "query ($t: ID!) { upstreamChoices(tenantId: $t) { isWholeTenant companies { name } } }",
        tries: TENANTS,
    },
    Operation {
        name: "testUpstream",
        query: "query ($t: ID!, $i: String!) { testUpstream(tenantId: $t, issuer: $i) { isGood } }",
        tries: &[
            // Refused before anything is called.
            ("at a private address", |f, _| json!({ "t": f.ana.tenant, "i": "https://10.0.0.1" })),
            ("for Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant, "i": "https://10.0.0.1" })),
        ],
    },
    Operation {
        name: "addUpstream",
        query: "mutation ($t: ID!, $i: UpstreamInput!) { addUpstream(tenantId: $t, input: $i) { id } }",
        tries: &[
            ("for the whole tenant", |f, _| json!({ "t": f.ana.tenant, "i": input(None, "new.example") })),
            ("for Cedar Outfitters", |f, _| json!({ "t": f.ana.tenant, "i": input(Some(&f.ana.company), "new.example") })),
            ("for Cedar Logistics", |f, _| json!({ "t": f.ana.tenant, "i": input(Some(&f.elena.company), "new.example") })),
            ("for Harbor Clinic", |f, _| json!({ "t": f.ana.tenant, "i": input(Some(&f.hugo.company), "new.example") })),
            ("for Harbor Clinic, in its tenant", |f, _| json!({ "t": f.hugo.tenant, "i": input(None, "new.example") })),
            ("at another tenant's mail domain", |f, _| json!({ "t": f.ana.tenant, "i": input(None, "example.com") })),
        ],
    },
    Operation {
        name: "changeUpstream",
        query: "mutation ($t: ID!, $u: ID!, $i: UpstreamInput!) {
            changeUpstream(tenantId: $t, upstreamId: $u, version: 1, input: $i) { id } }",
        tries: UPSTREAMS,
    },
    Operation {
        name: "removeUpstream",
        query: "mutation ($t: ID!, $u: ID!) { removeUpstream(tenantId: $t, upstreamId: $u, version: 1) { upstreamId } }",
        tries: UPSTREAMS,
    },
];

const TENANTS: &[(&str, super::Try)] = &[
    ("Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
    ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
    ("a missing tenant", |f, _| json!({ "t": f.missing })),
];

const UPSTREAMS: &[(&str, super::Try)] = &[
    ("of the tenant", |f, _| one(&f.ana.tenant, f.thing("of the tenant"), None)),
    ("of Cedar Outfitters", |f, _| one(&f.ana.tenant, f.thing("of Outfitters"), Some(&f.ana.company))),
    ("of Cedar Logistics", |f, _| one(&f.ana.tenant, f.thing("of Logistics"), Some(&f.elena.company))),
    ("of Harbor Clinic", |f, _| one(&f.ana.tenant, f.thing("of the clinic"), None)),
    ("of Harbor Clinic, in its tenant", |f, _| one(&f.hugo.tenant, f.thing("of the clinic"), None)),
    ("missing", |f, _| one(&f.ana.tenant, &f.missing, None)),
];

fn input(company: Option<&String>, domain: &str) -> Value {
    json!({
        "name": "New ID", "companyId": company, "issuer": "https://id.example", "clientId": "atrium", "mailDomains": [domain],
    })
}

fn one(tenant: &str, upstream: &str, company: Option<&String>) -> Value {
    json!({ "t": tenant, "u": upstream, "i": input(company, "new.example") })
}

/// One for the tenant, one per company, and one of another tenant.
pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    world.change("DELETE FROM upstream", vec![]).await;
    for (n, name, tenant, company) in [
        (1u128, "of the tenant", &facts.ana.tenant, None),
        (2, "of Outfitters", &facts.ana.tenant, Some(&facts.ana.company)),
        (3, "of Logistics", &facts.ana.tenant, Some(&facts.elena.company)),
        (4, "of the clinic", &facts.hugo.tenant, None),
    ] {
        let sql = "INSERT INTO upstream (id, tenant_id, name, issuer, client_id, created_at, company_id)
             VALUES ($1, $2, $3, 'https://id.example', 'atrium', $4, $5)";
        let id = |text: &String| uuid::Uuid::parse_str(text).unwrap();
        let row = db::params![uuid::Uuid::from_u128(n), id(tenant), name, world.app.clock.now(), company.map(id)];
        world.change(sql, row).await;
    }
    for (n, name) in [(1u128, "of the tenant"), (2, "of Outfitters"), (3, "of Logistics"), (4, "of the clinic")] {
        facts.keep(name, uuid::Uuid::from_u128(n).to_string());
    }
}
