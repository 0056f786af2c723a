//! Files at rest: sealed with the tenant's own key, each under its own id. One file's bytes can't be opened as
//! another's.

use crate::access::BankScope;
use crate::app::App;
use crate::shared::id::FileId;
use crate::shared::keys::{SealKey, Vault};
use crate::shared::problem::Problem;
use crate::shared::seal as shared_seal;
use crate::tenant_keys;
use db::{Db, Tx};

const FILE: &str = "file";

fn vault(data_key: &[u8; 32]) -> Vault {
    Vault::new(&SealKey::new(data_key).seal(&[b"files"]))
}

/// The key that seals a tenant's files.
pub struct FileKey(Vault);

/// The tenant's key, if it has one.
pub async fn known_key(app: &App, db: &Db, scope: &BankScope) -> Result<Option<FileKey>, Problem> {
    let key = tenant_keys::known(app, db, scope).await?;
    Ok(key.map(|key| FileKey(vault(&key))))
}

/// The tenant's key; created if it doesn't have one.
pub async fn key_within(app: &App, tx: &mut Tx, scope: &BankScope) -> Result<FileKey, Problem> {
    Ok(FileKey(vault(&tenant_keys::of_tenant(app, tx, scope).await?)))
}

/// Like `key_within`, for callers without a transaction: SQLite has one writer.
pub async fn key_alone(app: &App, scope: &BankScope) -> Result<FileKey, Problem> {
    if let Some(key) = known_key(app, &app.db, scope).await? {
        return Ok(key);
    }
    let mut tx = app.db.begin_write().await?;
    let key = key_within(app, &mut tx, scope).await?;
    tx.commit().await?;
    Ok(key)
}

/// The bytes as stored.
pub(super) fn seal(app: &App, key: &FileKey, id: FileId, bytes: &[u8]) -> Vec<u8> {
    shared_seal::seal(&key.0, &app.randomness, FILE, id.0, bytes)
}

/// The bytes as uploaded, with a key that's there already.
pub(super) fn open_with(key: &FileKey, id: FileId, sealed: &[u8]) -> Result<Vec<u8>, Problem> {
    shared_seal::open(&key.0, FILE, id.0, sealed)
}

/// The bytes as uploaded.
pub(super) async fn open(
    app: &App,
    db: &Db,
    scope: &BankScope,
    id: FileId,
    sealed: &[u8],
) -> Result<Vec<u8>, Problem> {
    let key = known_key(app, db, scope).await?;
    let key = key.ok_or_else(|| Problem::Internal(format!("the key of file {id} is gone")))?;
    open_with(&key, id, sealed)
}
