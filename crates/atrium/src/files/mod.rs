//! Files people upload, for any feature.
//!
//! - A file is inspected before it's kept (`probe.rs`): pdf, doc or docx, under 10 MB, with nothing in it that runs.
//! - Its bytes are stored under a random key outside the web root (`shared/file_storage.rs`), sealed with the tenant's
//!   key (`sealed.rs`); a row says what it's called.
//! - A feature decides who may have a file, and hands it out through [`attachment`]: never shown, always saved.
//! - Files stored before there were keys are sealed in the background (`sealing.rs`).
//! - Bytes are written before the row, and removed after it, so a row always leads to its bytes. Bytes that no row
//!   leads to after a day come from a change that never completed, and they're swept away.

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod disguises;
mod export;
mod http;
mod pdf;
mod pdf_text;
mod pdf_words;
mod probe;
mod rules;
mod sealed;
mod sealing;
mod store;
mod word;
mod word_fields;
mod word_xml;

pub use export::{Exported, for_export};
pub use http::attachment;
pub use probe::Checked;
pub use rules::{FileKind, FileRefusal};
pub use sealed::{FileKey, key_alone, key_within, known_key};
pub use sealing::seal_older;
pub use store::KeptFile;

use crate::access::{self, BankScope, CompanyScope, Companywide, Sealed, UpkeepScope, Write};
use crate::app::App;
use crate::shared::file_storage::Storage;
use crate::shared::id::{FileId, TenantId};
use crate::shared::problem::Problem;
use crate::work::Work;
use aws_lc_rs::digest;
use base64::{Engine, engine::general_purpose::STANDARD};
use futures_util::StreamExt;
use jiff::{SignedDuration, Timestamp};

pub const REFUSALS: &[&str] = FileRefusal::CODES;

/// Access: files for the features that say so. Each feature knows who may have its files.
pub struct Files;

impl Companywide for Files {}
impl Sealed for Files {}

/// The bytes of a `fileString`; it may begin with a data URL's header.
pub fn from_base64(text: &str) -> Result<Vec<u8>, FileRefusal> {
    let body = match text.split_once(";base64,") {
        Some((head, body)) if head.starts_with("data:") => body,
        _ => text,
    };
    if body.len() / 4 * 3 > rules::MAX_FILE_BYTES + 3 {
        return Err(FileRefusal::TooLarge);
    }
    STANDARD.decode(body).map_err(|_| FileRefusal::NotBase64)
}

pub fn to_base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// A file whose bytes are in storage, with the time they were stored, but which no row names yet. Files uploaded
/// together are listed in the order they were stored.
pub struct Stored(KeptFile, Timestamp);

/// Inspects a file and stores its bytes. Call this before a transaction begins, because it takes a while. Only a
/// tenant's first file is stored within one, the transaction that made the key.
pub async fn take_in(
    app: &App,
    scope: impl Into<CompanyScope<Files, Write>>,
    key: &FileKey,
    name: &str,
    bytes: Vec<u8>,
) -> Result<Stored, Problem> {
    let scope = scope.into();
    let name = name.to_owned();
    let examined = tokio::task::spawn_blocking(move || (probe::probe(&name, &bytes), bytes)).await;
    let (verdict, bytes) = examined.map_err(|error| Problem::Internal(error.to_string()))?;
    let checked = verdict?;
    let now = app.clock.now();
    let kept = KeptFile {
        id: FileId(app.ids.next(now)),
        file_name: checked.name,
        content_type: checked.kind.content_type().to_owned(),
        size_bytes: bytes.len() as i64,
        sha256: digest::digest(&digest::SHA256, &bytes).as_ref().to_vec(),
        storage_key: Storage::new_key(scope.tenant(), &app.randomness),
        is_sealed: true,
    };
    let sealed = sealed::seal(app, key, kept.id, &bytes);
    app.files.put(&kept.storage_key, sealed).await?;
    Ok(Stored(kept, now))
}

/// Names stored bytes, in the transaction of whatever they belong to.
pub async fn keep(
    work: &mut Work,
    scope: impl Into<CompanyScope<Files, Write>>,
    stored: &Stored,
) -> Result<FileId, Problem> {
    store::insert(work.tx(), &scope.into(), &stored.0, stored.1).await?;
    Ok(stored.0.id)
}

/// For a change that was refused after its bytes were stored.
pub async fn discard(app: &App, stored: Stored) {
    if let Err(problem) = app.files.delete(&stored.0.storage_key).await {
        tracing::warn!(?problem, key = stored.0.storage_key, "an unused file is left in storage");
    }
}

/// A file with its bytes. The feature knows who may have it.
pub async fn fetch(
    app: &App,
    db: &db::Db,
    scope: impl Into<CompanyScope<Files>>,
    id: FileId,
) -> Result<(KeptFile, Vec<u8>), Problem> {
    let scope = scope.into();
    let mut kept = store::find(db, &scope, id).await?.ok_or(Problem::NotFound)?;
    let mut found = app.files.get(&kept.storage_key).await;
    if found.is_err() {
        // It may have just been sealed, and its bytes are somewhere else now.
        let now = store::find(db, &scope, id).await?.ok_or(Problem::NotFound)?;
        if now.storage_key != kept.storage_key {
            found = app.files.get(&now.storage_key).await;
            kept = now;
        }
    }
    let mut bytes = found?;
    if kept.is_sealed {
        bytes = sealed::open(app, db, &BankScope::from(&scope), id, &bytes).await?;
    }
    if digest::digest(&digest::SHA256, &bytes).as_ref() != kept.sha256 {
        return Err(Problem::Internal(format!("the stored bytes of file {id} have changed")));
    }
    Ok((kept, bytes))
}

/// A file's bytes, for a job that looks into it. `NotFound` if it was removed.
pub async fn look_into(
    app: &App,
    scope: &UpkeepScope,
    tenant: TenantId,
    id: FileId,
) -> Result<Vec<u8>, Problem> {
    let kept = store::find_any(&app.db, scope, tenant, id).await?.ok_or(Problem::NotFound)?;
    let bytes = app.files.get(&kept.storage_key).await?;
    if !kept.is_sealed {
        return Ok(bytes);
    }
    sealed::open(app, &app.db, &access::sealing(scope, tenant), id, &bytes).await
}

pub async fn remove(
    work: &mut Work,
    scope: impl Into<CompanyScope<Files, Write>>,
    id: FileId,
) -> Result<(), Problem> {
    let now = work.now();
    Ok(store::remove(work.tx(), &scope.into(), id, now).await?)
}

/// Deletes removed files' bytes, then their rows. Returns how many it deleted.
pub async fn tidy(app: &App) -> Result<usize, Problem> {
    let scope = access::upkeep();
    let removed = store::removed(&app.db, &scope).await?;
    for (tenant, id, key) in &removed {
        app.files.delete(key).await?;
        let mut tx = app.db.begin_write().await?;
        store::forget(&mut tx, &scope, *tenant, *id).await?;
        tx.commit().await?;
    }
    Ok(removed.len())
}

/// Anything this old already has its row, or never will.
const ORPHAN_AGE: SignedDuration = SignedDuration::from_hours(24);
const SWEPT_AT_A_TIME: usize = 100;

/// Deletes bytes that no row leads to. Returns how many it deleted.
pub async fn sweep(app: &App) -> Result<usize, Problem> {
    let scope = access::upkeep();
    let mut old = app.files.older_than(app.clock.now() - ORPHAN_AGE).chunks(SWEPT_AT_A_TIME);
    let mut swept = 0;
    while let Some(some) = old.next().await {
        let keys =
            some.into_iter().map(|object| Ok(object?.key)).collect::<Result<Vec<String>, Problem>>()?;
        let known = store::known(&app.db, &scope, &keys).await?;
        for orphan in keys.iter().filter(|key| !known.contains(*key)) {
            app.files.delete(orphan).await?;
            swept += 1;
        }
    }
    Ok(swept)
}
