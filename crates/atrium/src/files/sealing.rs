//! Seals what was stored before files were sealed: a few at a time, each on its own.
//!
//! The sealed bytes are stored under a new key, then the row is pointed there, then the old bytes are deleted. If this
//! stops in between, it leaves bytes that no row leads to, which are swept away; the row always leads to readable
//! bytes.

use super::{Storage, sealed, store};
use crate::access::{self, UpkeepScope};
use crate::app::App;
use crate::shared::id::FileId;
use crate::shared::problem::Problem;
use aws_lc_rs::digest;
use store::Plain;

const AT_A_TIME: i64 = 50;

/// Seals the next files after this one; returns the last one it looked at, or `None` at the end. A file that can't be
/// sealed is skipped until the next round.
pub async fn seal_older(app: &App, after: Option<FileId>) -> Result<Option<FileId>, Problem> {
    let scope = access::upkeep();
    let plain = store::plain(&app.db, &scope, after, AT_A_TIME).await?;
    for file in &plain {
        if let Err(problem) = seal_one(app, &scope, file).await {
            tracing::error!(?problem, file = %file.id, "a file could not be sealed and stays as it is");
        }
    }
    Ok(plain.last().map(|file| file.id))
}

async fn seal_one(app: &App, scope: &UpkeepScope, file: &Plain) -> Result<(), Problem> {
    let bytes = app.files.get(&file.storage_key).await?;
    if digest::digest(&digest::SHA256, &bytes).as_ref() != file.sha256 {
        return Err(Problem::Internal("its bytes are not those that were stored".into()));
    }
    let key = sealed::key_alone(app, &access::sealing(scope, file.tenant_id)).await?;
    let new_key = Storage::new_key(file.tenant_id, &app.randomness);
    app.files.put(&new_key, sealed::seal(app, &key, file.id, &bytes)).await?;
    let mut tx = app.db.begin_write().await?;
    let is_swapped = store::set_sealed(&mut tx, scope, file, &new_key).await?;
    tx.commit().await?;
    // Another node may have been faster, or the file may be removed by now.
    app.files.delete(if is_swapped { &file.storage_key } else { &new_key }).await
}
