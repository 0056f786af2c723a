//! Events and webhooks: for administrators of the whole tenant, with a fresh factor for each change of a webhook.

use super::{Facts, Operation};
use crate::world::World;
use serde_json::{Value, json};
use uuid::Uuid;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listTenantEvents",
        query: "query ($t: ID!) { listTenantEvents(tenantId: $t) { results { number } } }",
        tries: TENANTS,
    },
    Operation {
        name: "listWebhooks",
        query: "query ($t: ID!) { listWebhooks(tenantId: $t) { results { name } } }",
        tries: TENANTS,
    },
    Operation {
        name: "webhookChoices",
        query: "query ($t: ID!) { webhookChoices(tenantId: $t) { companies { name } } }",
        tries: TENANTS,
    },
    Operation {
        name: "listWebhookDeliveries",
        query: "query ($t: ID!, $w: ID!) { listWebhookDeliveries(tenantId: $t, webhookId: $w) { results { type } } }",
        tries: WEBHOOKS,
    },
    Operation {
        name: "addWebhook",
        query: "mutation ($t: ID!, $i: WebhookInput!) { addWebhook(tenantId: $t, input: $i) { secret } }",
        tries: &[
            ("to Cedar Group", |f, _| json!({ "t": f.ana.tenant, "i": input("Time clock", Value::Null) })),
            ("to Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant, "i": input("Time clock", Value::Null) })),
            ("to a missing tenant", |f, _| json!({ "t": f.missing, "i": input("Time clock", Value::Null) })),
            ("for a company", |f, _| json!({ "t": f.ana.tenant, "i": input("Time clock", json!(f.ana.company)) })),
            ("for another tenant's company", |f, _| {
                json!({ "t": f.ana.tenant, "i": input("Time clock", json!(f.hugo.company)) })
            }),
            ("with a name that is there", |f, _| {
                json!({ "t": f.ana.tenant, "i": input("payroll", Value::Null) })
            }),
        ],
    },
    Operation {
        name: "changeWebhook",
        query: "mutation ($t: ID!, $w: ID!, $i: WebhookInput!) {
            changeWebhook(tenantId: $t, webhookId: $w, version: 1, input: $i) { secret } }",
        tries: WEBHOOKS,
    },
    Operation {
        name: "rotateWebhookSecret",
        query: "mutation ($t: ID!, $w: ID!) {
            rotateWebhookSecret(tenantId: $t, webhookId: $w, version: 1, keepOld: true) { secret } }",
        tries: WEBHOOKS,
    },
    Operation {
        name: "removeWebhook",
        query: "mutation ($t: ID!, $w: ID!) {
            removeWebhook(tenantId: $t, webhookId: $w, version: 1) { webhookId } }",
        tries: WEBHOOKS,
    },
    Operation {
        name: "testWebhook",
        query: "mutation ($t: ID!, $w: ID!) { testWebhook(tenantId: $t, webhookId: $w) { id } }",
        tries: WEBHOOKS,
    },
    Operation {
        name: "replayWebhook",
        query: "mutation ($t: ID!, $w: ID!, $s: DateTime!) {
            replayWebhook(tenantId: $t, webhookId: $w, since: $s) { events } }",
        tries: WEBHOOKS,
    },
    Operation {
        name: "replayWebhookDelivery",
        query: "mutation ($t: ID!, $w: ID!) { replayWebhookDelivery(tenantId: $t, deliveryId: $w) { id } }",
        tries: WEBHOOKS,
    },
];

const TENANTS: &[(&str, super::Try)] = &[
    ("Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
    ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
    ("a missing tenant", |f, _| json!({ "t": f.missing })),
];

/// A webhook and its only message have the same ID here.
const WEBHOOKS: &[(&str, super::Try)] = &[
    ("of Cedar Group", |f, _| one(f, &f.ana.tenant, f.thing("Cedar's"))),
    ("of Harbor Clinic", |f, _| one(f, &f.ana.tenant, f.thing("the clinic's"))),
    ("of Harbor Clinic, in its tenant", |f, _| one(f, &f.hugo.tenant, f.thing("the clinic's"))),
    ("missing", |f, _| one(f, &f.ana.tenant, &f.missing)),
];

fn input(name: &str, company: Value) -> Value {
    json!({
        "name": name, "url": "https://payroll.example/hooks", "companyId": company, "types": ["deposit.changed"],
        "isEnabled": true,
    })
}

fn one(facts: &Facts, tenant: &str, webhook: &str) -> Value {
    let since = facts.thing("a moment ago");
    json!({ "t": tenant, "w": webhook, "s": since, "i": input("Payroll", Value::Null) })
}

/// One for each tenant, with a message that tests it.
pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    world.change("DELETE FROM webhook_delivery", vec![]).await;
    world.change("DELETE FROM webhook", vec![]).await;
    let now = world.app.clock.now();
    for (n, tenant, name) in [(1u128, &facts.ana.tenant, "Payroll"), (2, &facts.hugo.tenant, "Payroll")] {
        let (id, tenant) = (Uuid::from_u128(n), Uuid::parse_str(tenant).unwrap());
        let sql = "INSERT INTO webhook (id, tenant_id, name, url, secret_sealed, secret_set_at, reached, created_at)
             VALUES ($1, $2, $3, 'https://payroll.example/hooks', $4, $5, 0, $5)";
        world.change(sql, db::params![id, tenant, name, vec![7u8; 32], now]).await;
        let sql = "INSERT INTO webhook_delivery (id, tenant_id, webhook_id, type, created_at, due_at)
             VALUES ($1, $2, $1, 'webhook.test', $3, $3)";
        world.change(sql, db::params![id, tenant, now]).await;
    }
    facts.keep("a moment ago", (now - jiff::SignedDuration::from_secs(60)).to_string());
    for (n, name) in [(1u128, "Cedar's"), (2, "the clinic's")] {
        facts.keep(name, Uuid::from_u128(n).to_string());
    }
}
