//! Erases what is left of removed tenants, a little at a time. It can stop anywhere: the next round starts over and
//! finds less. Nothing of another tenant is ever in the way, because every statement names the tenant.

use super::HOLD;
use super::store::{self, TABLES, TenantTable};
use crate::access::{self, UpkeepScope};
use crate::app::App;
use crate::shared::erased;
use crate::shared::id::TenantId;
use crate::shared::problem::Problem;
use db::Value;
use jiff::Timestamp;

/// Rows per transaction: other writers wait only briefly.
const CHUNK: i64 = 250;
/// Per minute. The rest waits for the next one, so that mail and reminders don't.
const MAX_CHUNKS: usize = 400;

/// Tenants whose time is over. Returns true once there's nothing left to erase.
pub async fn erase_removed(app: &App) -> Result<bool, Problem> {
    let scope = access::upkeep();
    let moment = app.clock.now() - HOLD;
    let mut left = MAX_CHUNKS;
    for (tenant, _) in store::removed_before(&app.db, &scope, moment).await? {
        if !erase(app, &scope, tenant, moment, &mut left).await? {
            return Ok(false);
        }
        tracing::info!(%tenant, "a removed tenant was erased");
    }
    Ok(true)
}

async fn erase(
    app: &App,
    scope: &UpkeepScope,
    tenant: TenantId,
    moment: Timestamp,
    left: &mut usize,
) -> Result<bool, Problem> {
    let mut tx = app.db.begin_write().await?;
    // It may have been restored a moment ago.
    if !store::is_still_removed(&mut tx, scope, tenant, moment).await? {
        return Ok(true);
    }
    erased::begin(&mut tx, &app.keys.audit, tenant, app.clock.now()).await?;
    tx.commit().await?;
    for table in TABLES {
        if !erase_table(app, scope, tenant, table, left).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn erase_table(
    app: &App,
    scope: &UpkeepScope,
    tenant: TenantId,
    table: &TenantTable,
    left: &mut usize,
) -> Result<bool, Problem> {
    let mut columns = store::columns(&app.db, app.db.is_sqlite(), table, scope).await?;
    let place = |name: &str| table.key.iter().position(|key| *key == name);
    columns.retain(|column| place(&column.name).is_some());
    columns.sort_by_key(|column| place(&column.name));
    if let Some(column) = table.refers_to_itself {
        let mut tx = app.db.begin_write().await?;
        store::detach(&mut tx, scope, tenant, table, column).await?;
        tx.commit().await?;
    }
    let mut after: Vec<Value> = vec![];
    loop {
        let keys = store::rows_after(&app.db, scope, tenant, (table, &columns), &after, CHUNK).await?;
        let Some(last) = keys.last() else { return Ok(true) };
        if *left == 0 {
            return Ok(false);
        }
        *left -= 1;
        if table.name == "stored_file" {
            for key in store::storage_keys(&app.db, scope, tenant, (&after, last)).await? {
                app.files.delete(&key).await?;
            }
        }
        let mut tx = app.db.begin_write().await?;
        store::erase(&mut tx, scope, tenant, table, (&after, last)).await?;
        if table.name == "tenant" {
            erased::end(&mut tx, tenant, app.clock.now()).await?;
        }
        tx.commit().await?;
        after.clone_from(last);
    }
}
