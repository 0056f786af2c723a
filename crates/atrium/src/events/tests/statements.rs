//! Events and webhooks, for administrators.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// A change: viewer, what the rules ask about, the proof used up, the row, the row as it is then, the end of the audit trail.
pub(super) const BUDGETS: &[Budget] = &[
    ("listTenantEvents", 2),
    ("listWebhooks", 2),
    ("webhookChoices", 2),
    ("listWebhookDeliveries", 3),
    ("addWebhook", 11),
    ("changeWebhook", 13),
    ("rotateWebhookSecret", 10),
    ("testWebhook", 9),
    ("replayWebhookDelivery", 10),
    ("replayWebhook", 11),
    ("removeWebhook", 11),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn events_keep_their_budgets(world: World) {
        let grace = world.acting("grace").await;
        let tenant = grace.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone();
        let input = json!({
            "name": "Payroll", "url": "https://payroll.example/hooks", "types": [], "isEnabled": true,
        });
        let since = (world.app.clock.now() - jiff::SignedDuration::from_secs(60)).to_string();
        let mut v = json!({ "t": tenant, "i": input, "s": since });
        let add = "mutation ($t: ID!, $i: WebhookInput!) { addWebhook(tenantId: $t, input: $i) { secret } }";
        keeps(&grace, BUDGETS, "addWebhook", add, v.clone()).await;
        v["w"] = json!(world.app.db.one::<(uuid::Uuid,)>("SELECT id FROM webhook", vec![]).await.unwrap().0);
        let test = "mutation ($t: ID!, $w: ID!) { testWebhook(tenantId: $t, webhookId: $w) { id } }";
        keeps(&grace, BUDGETS, "testWebhook", test, v.clone()).await;
        v["d"] = json!(world.app.db.one::<(uuid::Uuid,)>("SELECT id FROM webhook_delivery", vec![]).await.unwrap().0);
        for (name, query) in [
            ("listTenantEvents", "query ($t: ID!) { listTenantEvents(tenantId: $t) { results { type time } } }"),
            ("listWebhooks", "query ($t: ID!) { listWebhooks(tenantId: $t) { results { name parked } } }"),
            ("webhookChoices", "query ($t: ID!) { webhookChoices(tenantId: $t) { types companies { name } } }"),
            ("listWebhookDeliveries", "query ($t: ID!, $w: ID!) { listWebhookDeliveries(tenantId: $t, webhookId: $w, state: WAITING) { results { type } } }"),
            ("replayWebhookDelivery", "mutation ($t: ID!, $d: ID!) { replayWebhookDelivery(tenantId: $t, deliveryId: $d) { id } }"),
            ("replayWebhook", "mutation ($t: ID!, $w: ID!, $s: DateTime!) { replayWebhook(tenantId: $t, webhookId: $w, since: $s) { events } }"),
            ("changeWebhook", "mutation ($t: ID!, $w: ID!, $i: WebhookInput!) { changeWebhook(tenantId: $t, webhookId: $w, version: 1, input: $i) { secret } }"),
            ("rotateWebhookSecret", "mutation ($t: ID!, $w: ID!) { rotateWebhookSecret(tenantId: $t, webhookId: $w, version: 2, keepOld: true) { secret } }"),
            ("removeWebhook", "mutation ($t: ID!, $w: ID!) { removeWebhook(tenantId: $t, webhookId: $w, version: 3) { webhookId } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, v.clone()).await;
        }
    }
}
