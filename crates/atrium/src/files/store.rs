//! The SQL for files: what they're called and where their bytes are.

use super::Files;
use crate::access::{CompanyScope, OperatorScope, UpkeepScope, Write};
use crate::shared::id::{FileId, TenantId};
use db::{Db, Tx, params};
use jiff::Timestamp;
use std::collections::BTreeSet;
use uuid::Uuid;

/// What a row says about a file.
#[derive(Clone, Debug)]
pub struct KeptFile {
    pub id: FileId,
    pub file_name: String,
    pub content_type: String,
    pub size_bytes: i64,
    pub sha256: Vec<u8>,
    pub storage_key: String,
    /// False for files stored before there were keys.
    pub is_sealed: bool,
}
db::row!(KeptFile { id, file_name, content_type, size_bytes, sha256, storage_key, is_sealed });

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &CompanyScope<Files, Write>,
    file: &KeptFile,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO stored_file (id, tenant_id, company_id, file_name, content_type, size_bytes, sha256, storage_key,
           created_at, created_by, is_sealed)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        params![
            file.id,
            scope.tenant(),
            scope.company(),
            file.file_name.as_str(),
            file.content_type.as_str(),
            file.size_bytes,
            file.sha256.as_slice(),
            file.storage_key.as_str(),
            now,
            scope.viewer(),
            file.is_sealed
        ],
    )
    .await?;
    Ok(())
}

pub(super) async fn find(db: &Db, scope: &CompanyScope<Files>, id: FileId) -> db::Result<Option<KeptFile>> {
    let sql =
        "SELECT id, file_name, content_type, size_bytes, sha256, storage_key, is_sealed FROM stored_file
        WHERE tenant_id = $1 AND company_id = $2 AND id = $3 AND removed_at IS NULL";
    db.opt(sql, params![scope.tenant(), scope.company(), id]).await
}

/// The next of a whole tenant's files, by ID.
pub(super) async fn next_of_tenant(
    db: &Db,
    scope: &OperatorScope,
    after: FileId,
) -> db::Result<Option<KeptFile>> {
    let sql =
        "SELECT id, file_name, content_type, size_bytes, sha256, storage_key, is_sealed FROM stored_file
        WHERE tenant_id = $1 AND id > $2 AND removed_at IS NULL ORDER BY id LIMIT 1";
    db.opt(sql, params![scope.tenant(), after]).await
}

/// In any company, for a job.
pub(super) async fn find_any(
    db: &Db,
    _: &UpkeepScope,
    tenant: TenantId,
    id: FileId,
) -> db::Result<Option<KeptFile>> {
    let sql =
        "SELECT id, file_name, content_type, size_bytes, sha256, storage_key, is_sealed FROM stored_file
        WHERE tenant_id = $1 AND id = $2 AND removed_at IS NULL";
    db.opt(sql, params![tenant, id]).await
}

/// The bytes are deleted a little later, once nothing can bring the row back.
pub(super) async fn remove(
    tx: &mut Tx,
    scope: &CompanyScope<Files, Write>,
    id: FileId,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "UPDATE stored_file SET removed_at = $4 WHERE tenant_id = $1 AND company_id = $2 AND id = $3",
        params![scope.tenant(), scope.company(), id, now],
    )
    .await?;
    Ok(())
}

/// Files whose bytes should be deleted: (tenant, file, key).
pub(super) async fn removed(db: &Db, _: &UpkeepScope) -> db::Result<Vec<(TenantId, FileId, String)>> {
    let sql = "SELECT tenant_id, id, storage_key FROM stored_file WHERE removed_at IS NOT NULL
        ORDER BY removed_at LIMIT 100";
    db.all(sql, params![]).await
}

pub(super) async fn forget(tx: &mut Tx, _: &UpkeepScope, tenant: TenantId, id: FileId) -> db::Result<()> {
    tx.exec(
        "DELETE FROM stored_file WHERE tenant_id = $1 AND id = $2 AND removed_at IS NOT NULL",
        params![tenant, id],
    )
    .await?;
    Ok(())
}

/// Which of these keys some row leads to, even a removed one.
pub(super) async fn known(db: &Db, _: &UpkeepScope, keys: &[String]) -> db::Result<BTreeSet<String>> {
    let mut values = params![];
    let list = db::in_list(&mut values, keys.iter().cloned())?;
    let sql = format!("SELECT storage_key FROM stored_file WHERE storage_key IN {list}");
    Ok(db.all::<(String,)>(sql, values).await?.into_iter().map(|(key,)| key).collect())
}

/// A file that isn't sealed.
pub(super) struct Plain {
    pub id: FileId,
    pub tenant_id: TenantId,
    pub sha256: Vec<u8>,
    pub storage_key: String,
}
db::row!(Plain { id, tenant_id, sha256, storage_key });

pub(super) async fn plain(
    db: &Db,
    _: &UpkeepScope,
    after: Option<FileId>,
    most: i64,
) -> db::Result<Vec<Plain>> {
    let after = after.unwrap_or(FileId(Uuid::nil()));
    let sql = format!(
        "SELECT {} FROM stored_file WHERE is_sealed = FALSE AND removed_at IS NULL AND id > $1 ORDER BY id LIMIT $2",
        Plain::COLS
    );
    db.all(sql, params![after, most]).await
}

/// False if its bytes are somewhere else by now, or it was removed.
pub(super) async fn set_sealed(
    tx: &mut Tx,
    _: &UpkeepScope,
    file: &Plain,
    storage_key: &str,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE stored_file SET is_sealed = TRUE, storage_key = $4
             WHERE tenant_id = $1 AND id = $2 AND storage_key = $3 AND is_sealed = FALSE AND removed_at IS NULL",
            params![file.tenant_id, file.id, file.storage_key.as_str(), storage_key],
        )
        .await?;
    Ok(changed == 1)
}
