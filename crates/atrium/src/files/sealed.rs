//! Files at rest: sealed with a key of the tenant's own, each under its own id. Bytes of one file open as no other.

use crate::access::{BankScope, FileScope};
use crate::app::App;
use crate::shared::id::FileId;
use crate::shared::keys::{SealKey, Vault};
use crate::shared::problem::Problem;
use crate::shared::seal as shared_seal;
use crate::tenant_keys;
use db::Db;

const FILE: &str = "file";

fn vault(data_key: &[u8; 32]) -> Vault {
    Vault::new(&SealKey::new(data_key).seal(&[b"files"]))
}

/// As they are stored.
pub(super) async fn seal(app: &App, scope: &FileScope, id: FileId, bytes: &[u8]) -> Result<Vec<u8>, Problem> {
    let scope = BankScope::from(scope);
    let key = match tenant_keys::known(app, &app.db, &scope).await? {
        Some(key) => key,
        None => {
            let mut tx = app.db.begin_write().await?;
            let key = tenant_keys::of_tenant(app, &mut tx, &scope).await?;
            tx.commit().await?;
            key
        }
    };
    Ok(shared_seal::seal(&vault(&key), &app.randomness, FILE, id.0, bytes))
}

/// As they were uploaded.
pub(super) async fn open(
    app: &App,
    db: &Db,
    scope: &FileScope,
    id: FileId,
    sealed: &[u8],
) -> Result<Vec<u8>, Problem> {
    let key = tenant_keys::known(app, db, &BankScope::from(scope)).await?;
    let key = key.ok_or_else(|| Problem::Internal(format!("the key of file {id} is gone")))?;
    shared_seal::open(&vault(&key), FILE, id.0, sealed)
}
