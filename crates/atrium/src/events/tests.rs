//! Events and webhooks, through GraphQL, the API, the worker and the terminal, as named people of the demo world.

#[path = "tests/administering.rs"]
mod administering;
#[path = "tests/api.rs"]
mod api;
#[path = "tests/delivering.rs"]
mod delivering;
#[path = "tests/feed.rs"]
mod feed;
#[path = "tests/terminal.rs"]
mod terminal;

use crate::world::{Actor, Engine, Reply, World};
use atrium::app::App;
use atrium::config::Settings;
use atrium::shared::event_feed::Fact;
use atrium::shared::id::TenantId;
use atrium::work::{Author, Work};
use serde_json::{Value, json};
use std::sync::Arc;

const FIELDS: &str = "id name url companyId companyName types isEnabled goneAt secretSetAt oldSecretUntil waiting parked version";

/// An operator who lets us call loopback.
fn allow_loopback(app: &mut App) {
    let environment = [
        ("ATRIUM_DATA_DIR".to_owned(), app.settings.data_dir.display().to_string()),
        ("ATRIUM_OUTBOUND_ALLOWED_HOSTS".to_owned(), "127.0.0.1".to_owned()),
    ];
    app.settings = Arc::new(Settings::load(None, environment, &[]).unwrap());
}

async fn world_that_calls_loopback(engine: Engine) -> World {
    World::with(engine, allow_loopback).await
}

async fn tenant_of(actor: &Actor<'_>) -> Value {
    actor.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone()
}

/// Grace's tenant.
async fn cedar(world: &World) -> TenantId {
    let sql = "SELECT tenant_id FROM person WHERE username = 'grace'";
    world.app.db.one::<(TenantId,)>(sql, vec![]).await.unwrap().0
}

/// These happen in one transaction.
async fn happen(world: &World, tenant: TenantId, facts: &[Fact]) {
    let author = Author { tenant, person: None, address: String::new() };
    let mut work = Work::begin(&world.app, &world.app.db, author).await.unwrap();
    for fact in facts {
        work.publish(*fact);
    }
    work.commit().await.unwrap();
}

fn payroll() -> Value {
    json!({ "name": "Payroll", "url": "https://payroll.example/hooks", "companyId": null, "types": [], "isEnabled": true })
}

fn with(name: &str, value: Value) -> Value {
    let mut input = payroll();
    input[name] = value;
    input
}

async fn add(actor: &Actor<'_>, tenant: &Value, input: Value) -> Reply {
    let query = format!(
        "mutation ($t: ID!, $i: WebhookInput!) {{ addWebhook(tenantId: $t, input: $i) {{ secret webhook {{ {FIELDS} }} }} }}"
    );
    actor.ask_proving(&query, json!({ "t": tenant, "i": input })).await
}

async fn change(actor: &Actor<'_>, tenant: &Value, row: &Value, input: Value) -> Reply {
    let query = format!(
        "mutation ($t: ID!, $w: ID!, $v: Int!, $i: WebhookInput!) {{
           changeWebhook(tenantId: $t, webhookId: $w, version: $v, input: $i) {{ secret webhook {{ {FIELDS} }} }} }}"
    );
    let variables = json!({ "t": tenant, "w": row["id"], "v": row["version"], "i": input });
    actor.ask_proving(&query, variables).await
}

async fn rotate(actor: &Actor<'_>, tenant: &Value, row: &Value, keep_old: bool) -> Reply {
    let query = format!(
        "mutation ($t: ID!, $w: ID!, $v: Int!, $k: Boolean!) {{
           rotateWebhookSecret(tenantId: $t, webhookId: $w, version: $v, keepOld: $k) {{ secret webhook {{ {FIELDS} }} }} }}"
    );
    let variables = json!({ "t": tenant, "w": row["id"], "v": row["version"], "k": keep_old });
    actor.ask_proving(&query, variables).await
}

const REMOVE: &str = "mutation ($t: ID!, $w: ID!, $v: Int!) {
    removeWebhook(tenantId: $t, webhookId: $w, version: $v) { webhookId } }";
const TEST: &str =
    "mutation ($t: ID!, $w: ID!) { testWebhook(tenantId: $t, webhookId: $w) { id state type } }";
const REPLAY: &str =
    "mutation ($t: ID!, $d: ID!) { replayWebhookDelivery(tenantId: $t, deliveryId: $d) { state attempts } }";
const REPLAY_SINCE: &str = "mutation ($t: ID!, $w: ID!, $s: DateTime!) {
    replayWebhook(tenantId: $t, webhookId: $w, since: $s) { events } }";

async fn list(actor: &Actor<'_>, tenant: &Value) -> Vec<Value> {
    let query = format!("query ($t: ID!) {{ listWebhooks(tenantId: $t) {{ results {{ {FIELDS} }} }} }}");
    let reply = actor.ask(&query, json!({ "t": tenant })).await;
    reply.data("/listWebhooks/results").as_array().unwrap().clone()
}

async fn deliveries(actor: &Actor<'_>, tenant: &Value, webhook: &Value, state: Value) -> Vec<Value> {
    let query = "query ($t: ID!, $w: ID!, $s: WebhookDeliveryState) {
        listWebhookDeliveries(tenantId: $t, webhookId: $w, state: $s) {
          results { id eventNumber type state createdAt dueAt attempts attemptedAt answer lastError } } }";
    let reply = actor.ask(query, json!({ "t": tenant, "w": webhook["id"], "s": state })).await;
    reply.data("/listWebhookDeliveries/results").as_array().unwrap().clone()
}

fn refused(reply: &Reply, code: &str, field: Option<&str>) {
    assert_eq!((reply.outcome(), reply.field()), (code, field), "{}", reply.text);
}
