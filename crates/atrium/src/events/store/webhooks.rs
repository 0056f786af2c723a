//! The SQL of webhooks as administrators look after them.

use super::super::rules::shown_url;
use super::super::{CheckedWebhook, Events};
use crate::access::{Need, WholeTenantScope, Write};
use crate::shared::day::Moment;
use crate::shared::id::{CompanyId, WebhookId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, params};
use jiff::Timestamp;
use serde_json::{Value, json};

/// A webhook as administrators see it.
#[derive(Clone, Debug)]
pub struct WebhookRow {
    pub id: WebhookId,
    pub name: String,
    pub url: String,
    pub company_id: Option<CompanyId>,
    pub company_name: Option<String>,
    types: String,
    pub is_enabled: bool,
    pub gone_at: Option<Moment>,
    pub secret_set_at: Moment,
    pub old_secret_until: Option<Moment>,
    /// How many messages are on their way, and how many were given up on.
    pub waiting: i64,
    pub parked: i64,
    pub version: i64,
}
db::row!(WebhookRow {
    id,
    name,
    url,
    company_id,
    company_name,
    types,
    is_enabled,
    gone_at,
    secret_set_at,
    old_secret_until,
    waiting,
    parked,
    version
});

impl WebhookRow {
    /// None is all.
    pub fn types(&self) -> Vec<String> {
        self.types.split_whitespace().map(str::to_owned).collect()
    }

    pub(in super::super) fn sort_keys(&self) -> Vec<String> {
        vec![self.name.clone(), self.id.to_string()]
    }

    /// For the audit trail.
    pub(in super::super) fn detail(&self) -> Value {
        json!({
            "name": self.name, "url": shown_url(&self.url), "companyId": self.company_id, "types": self.types(),
            "isEnabled": self.is_enabled,
        })
    }
}

/// A secret about to be kept.
pub(in super::super) struct NewWebhookSecret {
    pub sealed: Vec<u8>,
    pub at: Timestamp,
}

const ROW: &str =
    "SELECT w.id, w.name, w.url, w.company_id, c.name, w.types, w.is_enabled, w.gone_at, w.secret_set_at,
       w.old_secret_until,
       (SELECT count(*) FROM webhook_delivery d
         WHERE d.webhook_id = w.id AND d.delivered_at IS NULL AND d.parked_at IS NULL),
       (SELECT count(*) FROM webhook_delivery d WHERE d.webhook_id = w.id AND d.parked_at IS NOT NULL),
       w.version
     FROM webhook w LEFT JOIN company c ON c.id = w.company_id WHERE w.tenant_id = $1";

const BY_NAME: Sort = Sort::ascending(&[("w.name", SortKey::Text), ("w.id", SortKey::Id)]);

pub(in super::super) async fn webhooks(
    db: &Db,
    scope: &WholeTenantScope<Events, impl Need>,
    ask: &Ask,
) -> Result<Vec<WebhookRow>, Problem> {
    let mut values = params![scope.tenant()];
    let page = BY_NAME.page(ask, &mut values)?;
    Ok(db.all(format!("{ROW} {page}"), values).await?)
}

pub(in super::super) async fn one(
    mut from: impl Read,
    scope: &WholeTenantScope<Events, impl Need>,
    id: WebhookId,
) -> db::Result<Option<WebhookRow>> {
    from.opt(format!("{ROW} AND w.id = $2"), params![scope.tenant(), id]).await
}

pub(in super::super) async fn called(
    db: &Db,
    scope: &WholeTenantScope<Events, impl Need>,
    name: &str,
) -> db::Result<Option<WebhookRow>> {
    db.opt(format!("{ROW} AND lower(w.name) = lower($2)"), params![scope.tenant(), name]).await
}

pub(in super::super) async fn companies(
    db: &Db,
    scope: &WholeTenantScope<Events, impl Need>,
) -> db::Result<Vec<(CompanyId, String)>> {
    let sql = "SELECT id, name FROM company WHERE tenant_id = $1 ORDER BY name LIMIT 1000";
    db.all(sql, params![scope.tenant()]).await
}

/// What is there that a draft has to fit.
pub(in super::super) struct WebhookStanding {
    pub count: i64,
    /// Another webhook has the name.
    pub is_taken: bool,
    /// The company is the tenant's, or none is meant.
    pub is_company: bool,
}

pub(in super::super) async fn standing(
    tx: &mut Tx,
    scope: &WholeTenantScope<Events, Write>,
    besides: Option<WebhookId>,
    name: &str,
    company: Option<CompanyId>,
) -> db::Result<WebhookStanding> {
    let sql = "SELECT (SELECT count(*) FROM webhook w WHERE w.tenant_id = $1),
           EXISTS (SELECT 1 FROM webhook w
             WHERE w.tenant_id = $1 AND lower(w.name) = lower($2) AND ($3 IS NULL OR w.id <> $3)),
           $4 IS NULL OR EXISTS (SELECT 1 FROM company c WHERE c.tenant_id = $1 AND c.id = $4)";
    let (count, is_taken, is_company) = tx.one(sql, params![scope.tenant(), name, besides, company]).await?;
    Ok(WebhookStanding { count, is_taken, is_company })
}

pub(in super::super) async fn insert(
    tx: &mut Tx,
    scope: &WholeTenantScope<Events, Write>,
    id: WebhookId,
    new: &CheckedWebhook,
    secret: NewWebhookSecret,
) -> db::Result<()> {
    let values = params![
        id,
        scope.tenant(),
        new.company,
        new.name.as_str(),
        new.url.as_str(),
        new.type_names().join(" "),
        new.is_enabled,
        secret.sealed,
        secret.at
    ];
    tx.exec(
        "INSERT INTO webhook (id, tenant_id, company_id, name, url, types, is_enabled, secret_sealed, secret_set_at,
           created_at, reached)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9,
           coalesce((SELECT h.number FROM event_head h WHERE h.tenant_id = $2), 0))",
        values,
    )
    .await?;
    Ok(())
}

/// What changes when one that is off is turned on: it starts with what happens from now on.
const ON_AGAIN: &str = "gone_at = CASE WHEN is_enabled OR NOT $4 THEN gone_at END,
       reached = CASE WHEN is_enabled OR NOT $4 THEN reached
         ELSE coalesce((SELECT h.number FROM event_head h WHERE h.tenant_id = $2), 0) END,
       is_enabled = $4, version = version + 1
     WHERE id = $1 AND tenant_id = $2 AND version = $3";

/// False if its version has changed.
pub(in super::super) async fn update(
    tx: &mut Tx,
    scope: &WholeTenantScope<Events, Write>,
    (id, version): (WebhookId, i64),
    new: &CheckedWebhook,
) -> db::Result<bool> {
    let values = params![
        id,
        scope.tenant(),
        version,
        new.is_enabled,
        new.company,
        new.name.as_str(),
        new.url.as_str(),
        new.type_names().join(" ")
    ];
    let sql = format!("UPDATE webhook SET company_id = $5, name = $6, url = $7, types = $8, {ON_AGAIN}");
    Ok(tx.exec(sql, values).await? == 1)
}

/// False if its version has changed.
pub(in super::super) async fn turn(
    tx: &mut Tx,
    scope: &WholeTenantScope<Events, Write>,
    (id, version): (WebhookId, i64),
    is_enabled: bool,
) -> db::Result<bool> {
    let values = params![id, scope.tenant(), version, is_enabled];
    Ok(tx.exec(format!("UPDATE webhook SET {ON_AGAIN}"), values).await? == 1)
}

/// False if its version has changed. Without `old_until` the old secret stops signing.
pub(in super::super) async fn rotate(
    tx: &mut Tx,
    scope: &WholeTenantScope<Events, Write>,
    (id, version): (WebhookId, i64),
    secret: NewWebhookSecret,
    old_until: Option<Timestamp>,
) -> db::Result<bool> {
    let old = if old_until.is_some() { "secret_sealed" } else { "NULL" };
    let sql = format!(
        "UPDATE webhook SET old_secret_sealed = {old}, old_secret_until = $6, secret_sealed = $4, secret_set_at = $5,
           version = version + 1
         WHERE id = $1 AND tenant_id = $2 AND version = $3"
    );
    let values = params![id, scope.tenant(), version, secret.sealed, secret.at, old_until];
    Ok(tx.exec(sql, values).await? == 1)
}

/// False if its version has changed.
pub(in super::super) async fn delete(
    tx: &mut Tx,
    scope: &WholeTenantScope<Events, Write>,
    (id, version): (WebhookId, i64),
) -> db::Result<bool> {
    let deliveries = "DELETE FROM webhook_delivery WHERE webhook_id = $1 AND tenant_id = $2";
    tx.exec(deliveries, params![id, scope.tenant()]).await?;
    let sql = "DELETE FROM webhook WHERE id = $1 AND tenant_id = $2 AND version = $3";
    Ok(tx.exec(sql, params![id, scope.tenant(), version]).await? == 1)
}
