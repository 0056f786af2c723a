//! The SQL of the catalog.

use super::FeatureSwitches;
use super::rules::{FeatureKind, PortalFeature};
use crate::access::{AdminScope, FrameScope, Need, OperatorScope, WholeTenantScope, Write};
use crate::shared::flag::Flag;
use db::{Cell, Db, Get, Read, Tx, Value, params};
use jiff::Timestamp;

impl Get for FeatureKind {
    fn get(cell: Cell<'_>) -> db::Result<Option<FeatureKind>> {
        cell.parse(FeatureKind::parse)
    }
}

db::row!(PortalFeature {
    feature_id,
    kind,
    title,
    enabled,
    read_only,
    page_icon,
    path,
    permissions,
    size,
    position,
    version
});

pub(super) async fn seed(tx: &mut Tx, scope: &OperatorScope) -> db::Result<()> {
    tx.exec(
        "INSERT INTO feature (tenant_id, feature_id, kind, title, enabled, read_only, page_icon, path, permissions, size,
           position, version)
         SELECT $1, feature_id, kind, title, FALSE, FALSE, page_icon, path, permissions, size, position, 1
         FROM feature_catalogue",
        params![scope.tenant()],
    )
    .await?;
    Ok(())
}

fn in_order() -> String {
    format!("SELECT {} FROM feature WHERE tenant_id = $1 ORDER BY position, feature_id", PortalFeature::COLS)
}

pub(super) async fn all(db: &Db, scope: &FrameScope) -> db::Result<Vec<PortalFeature>> {
    db.all(in_order(), params![scope.tenant()]).await
}

pub(super) async fn in_tenant(
    db: &Db,
    scope: &AdminScope<FeatureSwitches, impl Need>,
) -> db::Result<Vec<PortalFeature>> {
    db.all(in_order(), params![scope.tenant()]).await
}

pub(super) async fn one(
    tx: &mut Tx,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
    feature_id: &str,
) -> db::Result<Option<PortalFeature>> {
    let sql = format!("SELECT {} FROM feature WHERE tenant_id = $1 AND feature_id = $2", PortalFeature::COLS);
    tx.opt(sql, params![scope.tenant(), feature_id]).await
}

fn values(scope: &WholeTenantScope<FeatureSwitches, Write>, row: &PortalFeature) -> Vec<Value> {
    params![
        scope.tenant(),
        row.feature_id.as_str(),
        row.kind.as_str(),
        row.title.as_str(),
        row.enabled,
        row.read_only,
        row.page_icon.clone(),
        row.path.clone(),
        row.permissions.as_str(),
        row.size,
        row.position,
        row.version
    ]
}

/// Whether it closes data to anyone, given the values below: off for everyone, or opened by permissions other than the
/// catalog's.
const NARROWS: &str = "CASE WHEN $6 THEN NOT $5
     ELSE $9 <> coalesce((SELECT k.permissions FROM feature_catalogue k WHERE k.feature_id = $2), $9) END";

/// False if this ID already exists.
pub(super) async fn insert(
    tx: &mut Tx,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
    row: &PortalFeature,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            format!(
                "INSERT INTO feature (tenant_id, feature_id, kind, title, enabled, read_only, page_icon, path, permissions,
               size, position, version, narrows)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, {NARROWS})
             ON CONFLICT (tenant_id, feature_id) DO NOTHING"
            ),
            values(scope, row),
        )
        .await?;
    Ok(changed == 1)
}

/// False if its version has changed.
pub(super) async fn update(
    tx: &mut Tx,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
    row: &PortalFeature,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            format!(
                "UPDATE feature SET kind = $3, title = $4, enabled = $5, read_only = $6, page_icon = $7, path = $8,
                   permissions = $9, size = $10, position = $11, version = version + 1, narrows = {NARROWS}
                 WHERE tenant_id = $1 AND feature_id = $2 AND version = $12"
            ),
            values(scope, row),
        )
        .await?;
    Ok(changed == 1)
}

pub(super) async fn delete(
    tx: &mut Tx,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
    feature_id: &str,
) -> db::Result<bool> {
    let sql = "DELETE FROM feature WHERE tenant_id = $1 AND feature_id = $2";
    Ok(tx.exec(sql, params![scope.tenant(), feature_id]).await? == 1)
}

/// The tenant's flags as [`Flags::parse`](crate::shared::flag::Flags::parse) reads them, and when it asks for a second
/// factor.
pub(super) async fn settings(
    mut from: impl Read,
    scope: &WholeTenantScope<FeatureSwitches, impl Need>,
) -> db::Result<(String, String)> {
    let sql = "SELECT (SELECT string_agg(key || CASE WHEN is_on THEN '=on' ELSE '=off' END, ' ') FROM flag
           WHERE tenant_id = t.id), t.second_factor FROM tenant t WHERE t.id = $1";
    let (flags, second_factor): (Option<String>, String) = from.one(sql, params![scope.tenant()]).await?;
    Ok((flags.unwrap_or_default(), second_factor))
}

pub(super) async fn set_flag(
    tx: &mut Tx,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
    flag: Flag,
    is_on: Option<bool>,
    now: Timestamp,
) -> db::Result<()> {
    match is_on {
        Some(is_on) => {
            let sql = "INSERT INTO flag (tenant_id, key, is_on, changed_at) VALUES ($1, $2, $3, $4)
                ON CONFLICT (tenant_id, key) DO UPDATE SET is_on = $3, changed_at = $4";
            tx.exec(sql, params![scope.tenant(), flag.key(), is_on, now]).await?;
        }
        None => {
            let sql = "DELETE FROM flag WHERE tenant_id = $1 AND key = $2";
            tx.exec(sql, params![scope.tenant(), flag.key()]).await?;
        }
    }
    Ok(())
}
