//! A whole tenant's files, one after the other, for the operator who takes the tenant's data out.

use super::store;
use super::{KeptFile, known_key, sealed};
use crate::access::{BankScope, OperatorScope};
use crate::app::App;
use crate::shared::id::FileId;
use crate::shared::problem::Problem;
use uuid::Uuid;

/// A file, and its bytes as they were uploaded: nothing if they are missing or can't be opened.
pub struct Exported {
    pub file: KeptFile,
    pub bytes: Option<Vec<u8>>,
}

/// The next file after this one, by ID.
pub async fn for_export(
    app: &App,
    scope: &OperatorScope,
    after: Option<FileId>,
) -> Result<Option<Exported>, Problem> {
    let after = after.unwrap_or(FileId(Uuid::nil()));
    let Some(file) = store::next_of_tenant(&app.db, scope, after).await? else { return Ok(None) };
    let bytes = match read(app, scope, &file).await {
        Ok(bytes) => Some(bytes),
        Err(problem) => {
            tracing::warn!(?problem, file = %file.id, "a file's bytes can't be exported");
            None
        }
    };
    Ok(Some(Exported { file, bytes }))
}

async fn read(app: &App, scope: &OperatorScope, file: &KeptFile) -> Result<Vec<u8>, Problem> {
    let bytes = app.files.get(&file.storage_key).await?;
    if !file.is_sealed {
        return Ok(bytes);
    }
    let key = known_key(app, &app.db, &BankScope::from(scope)).await?;
    let key = key.ok_or_else(|| Problem::Internal(format!("the key of file {} is gone", file.id)))?;
    sealed::open_with(&key, file.id, &bytes)
}
