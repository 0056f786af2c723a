//! The SQL around backups. How tables are read and loaded is in the crate `db`, which knows both engines.

use crate::access::UpkeepScope;
use crate::shared::id::{FileId, TenantId};
use db::{Db, TableShape, Tx, params};
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

/// Until a restore is done, the database has this table, made before anything else: where it restores to.
pub(super) const MARK: &str = "unfinished_restore";

pub(super) async fn is_unfinished(tx: &mut Tx, _: &UpkeepScope) -> db::Result<bool> {
    tx.has_table(MARK).await
}

/// The place that a restore has begun to fill.
pub(super) async fn unfinished(tx: &mut Tx, scope: &UpkeepScope) -> db::Result<Option<String>> {
    if !is_unfinished(tx, scope).await? {
        return Ok(None);
    }
    let found: Option<(String,)> = tx.opt(format!("SELECT place FROM {MARK}"), params![]).await?;
    Ok(Some(found.map(|(place,)| place).unwrap_or_default()))
}

pub(super) async fn mark_unfinished(tx: &mut Tx, _: &UpkeepScope, place: &str) -> db::Result<()> {
    tx.exec(format!("DROP TABLE IF EXISTS {MARK}"), params![]).await?;
    tx.exec(format!("CREATE TABLE {MARK} (id BIGINT PRIMARY KEY, place TEXT NOT NULL)"), params![]).await?;
    tx.exec(format!("INSERT INTO {MARK} (id, place) VALUES (1, $1)"), params![place]).await.map(drop)
}

pub(super) async fn mark_finished(tx: &mut Tx, _: &UpkeepScope) -> db::Result<()> {
    tx.exec(format!("DROP TABLE IF EXISTS {MARK}"), params![]).await.map(drop)
}

/// Migrations leave rows behind.
pub(super) async fn empty(tx: &mut Tx, _: &UpkeepScope, table: &TableShape) -> db::Result<()> {
    tx.exec(format!("DELETE FROM {}", table.name), params![]).await.map(drop)
}

pub(super) async fn schema_version(tx: &mut Tx, _: &UpkeepScope) -> db::Result<i64> {
    Ok(tx.one::<(i64,)>("SELECT max(version) FROM schema_migration", params![]).await?.0)
}

/// The next files that have bytes, by ID.
pub(super) async fn files_after(
    tx: &mut Tx,
    _: &UpkeepScope,
    after: FileId,
    most: i64,
) -> db::Result<Vec<(FileId, String)>> {
    let sql =
        "SELECT id, storage_key FROM stored_file WHERE removed_at IS NULL AND id > $1 ORDER BY id LIMIT $2";
    tx.all(sql, params![after, most]).await
}

/// Where the file's bytes are now, if it's still there.
pub(super) async fn key_now(db: &Db, _: &UpkeepScope, file: FileId) -> db::Result<Option<String>> {
    let sql = "SELECT storage_key FROM stored_file WHERE id = $1 AND removed_at IS NULL";
    Ok(db.opt::<(String,)>(sql, params![file]).await?.map(|(key,)| key))
}

/// All whose erasure hasn't begun.
pub(super) async fn tenants(db: &Db, _: &UpkeepScope) -> db::Result<Vec<TenantId>> {
    let sql = "SELECT id FROM tenant t WHERE NOT EXISTS (SELECT 1 FROM erased_tenant e WHERE e.tenant_id = t.id) ORDER BY id";
    Ok(db.all::<(TenantId,)>(sql, params![]).await?.into_iter().map(|(id,)| id).collect())
}

/// How long we remember backups.
const KEPT: SignedDuration = SignedDuration::from_hours(365 * 24);

pub(super) async fn note(
    tx: &mut Tx,
    _: &UpkeepScope,
    (id, started, finished): (Uuid, Timestamp, Timestamp),
    (rows, files): (u64, u64),
) -> db::Result<()> {
    tx.exec("DELETE FROM backup_run WHERE finished_at < $1", params![finished - KEPT]).await?;
    let sql = "INSERT INTO backup_run (id, started_at, finished_at, row_count, file_count) VALUES ($1, $2, $3, $4, $5)";
    tx.exec(sql, params![id, started, finished, rows.cast_signed(), files.cast_signed()]).await.map(drop)
}

/// Closes a tenant as if it had been removed then, so it's erased; false if there is no such tenant.
pub(super) async fn close(
    tx: &mut Tx,
    _: &UpkeepScope,
    tenant: TenantId,
    removed_at: Timestamp,
) -> db::Result<bool> {
    let sql = "UPDATE tenant SET removed_at = $2 WHERE id = $1";
    if tx.exec(sql, params![tenant, removed_at]).await? == 0 {
        return Ok(false);
    }
    let sql = "UPDATE person SET disabled_at = $2 WHERE tenant_id = $1 AND disabled_at IS NULL";
    tx.exec(sql, params![tenant, removed_at]).await?;
    Ok(true)
}
