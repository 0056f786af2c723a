//! Restoring a backup that was checked into an empty place: the schema it was written with, its rows, its files, the audit
//! heads. Then everything is compared again, and the schema brought up to date.

use super::lines;
use super::manifest::BackupManifest;
use super::reading::{self, BackupPart, CheckedBackup};
use super::store;
use super::write::digest;
use crate::access;
use crate::app::App;
use crate::config::Settings;
use crate::shared::audit::{self, HeadFile};
use crate::shared::erased;
use crate::shared::problem::Problem;
use crate::tenants::HOLD;
use crate::work::{Author, Work};
use db::{Db, TableShape, Tx, Value};
use futures_util::StreamExt;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Parts that may wait while earlier ones are written.
const QUEUE: usize = 4;

/// What an empty data folder may have: what we made ourselves a moment ago, and a key the backup doesn't have.
const ALLOWED: &[&str] = &["lock", "demo-key", "atrium.db", "atrium.db-wal", "atrium.db-shm"];

/// Names in a folder that should be empty.
fn check_folder(folder: &Path) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let there = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        there => there.map_err(cannot)?,
    };
    for entry in there {
        let name = entry.map_err(cannot)?.file_name();
        if !ALLOWED.iter().any(|allowed| name == *allowed) {
            let (shown, name) = (folder.display(), name.display());
            return Err(format!(
                "the data folder {shown} isn't empty (it has {name}): restore into an empty one"
            ));
        }
    }
    Ok(())
}

/// Makes sure there's nothing to lose, and marks the database. It deletes only what a killed restore into the same place
/// left behind.
pub async fn prepare(db: &Db, settings: &Settings) -> Result<(), String> {
    let said = |error: db::Error| error.to_string();
    let scope = access::upkeep();
    let mut tx = db.begin_write().await.map_err(said)?;
    let begun = store::unfinished(&mut tx, &scope).await.map_err(said)?;
    if begun.is_none() && !tx.is_bare().await.map_err(said)? {
        return Err(
            "the database isn't empty: restore into an empty one, and point database_url to it".to_owned()
        );
    }
    let place = place(settings);
    if begun.as_ref() == Some(&place) {
        clear(settings).await?;
    }
    check_folder(&settings.data_dir)?;
    if let Some(file) = first_file(settings).await? {
        return Err(format!("the file storage isn't empty (it has {file}): restore into an empty one"));
    }
    store::mark_unfinished(&mut tx, &scope, &place).await.map_err(said)?;
    tx.drop_all_but(store::MARK).await.map_err(said)?;
    tx.commit().await.map_err(said)
}

/// Where the data folder and the files are.
fn place(settings: &Settings) -> String {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or(path.to_owned()).display().to_string();
    let files = match &settings.files_bucket {
        Some(bucket) => format!("bucket {} at {}", bucket.name, bucket.endpoint),
        None => whole(&settings.files_dir),
    };
    format!("{}\n{files}", whole(&settings.data_dir))
}

async fn clear(settings: &Settings) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("cannot start the restore over: {error}");
    // Also one that was being written.
    let there = std::fs::read_dir(&settings.data_dir).map_err(cannot)?.flatten();
    for entry in there.filter(|entry| entry.file_name().to_string_lossy().starts_with("audit-heads")) {
        std::fs::remove_file(entry.path()).map_err(cannot)?;
    }
    if settings.files_bucket.is_none() {
        let is_there = settings.files_dir.exists();
        return if is_there { std::fs::remove_dir_all(&settings.files_dir).map_err(cannot) } else { Ok(()) };
    }
    let storage = settings.file_storage()?;
    let mut found = storage.older_than(Timestamp::MAX);
    while let Some(object) = found.next().await {
        let object = object.map_err(|error| said(error.into()))?;
        storage.delete(&object.key).await.map_err(said)?;
    }
    Ok(())
}

async fn first_file(settings: &Settings) -> Result<Option<String>, String> {
    if settings.files_bucket.is_some() {
        let first = settings.file_storage()?.older_than(Timestamp::MAX).next().await;
        return first
            .transpose()
            .map(|found| found.map(|object| object.key))
            .map_err(|error| said(error.into()));
    }
    let folder = &settings.files_dir;
    let first = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        there => there
            .and_then(|mut there| there.next().transpose())
            .map_err(|error| format!("cannot read {}: {error}", folder.display()))?,
    };
    Ok(first.map(|entry| entry.path().display().to_string()))
}

fn said(problem: Problem) -> String {
    match problem {
        Problem::Internal(why) | Problem::Unavailable(why) => why,
        problem => problem.message().to_owned(),
    }
}

enum LoadStep {
    Rows(usize, Vec<Vec<Value>>),
    File(String, Vec<u8>),
    Heads(Vec<u8>),
}

/// Into a place that `prepare` has looked at. Compares every table's digest at the end.
pub async fn load(db: &Db, settings: &Settings, backup: CheckedBackup) -> Result<BackupManifest, String> {
    let why = |error: db::Error| format!("cannot restore: {error}");
    let files = settings.file_storage()?;
    let count = usize::try_from(backup.manifest.head.schema_version).unwrap_or_default();
    let then = db::MIGRATIONS.get(..count).ok_or("the backup's schema isn't known here")?;
    db.migrate(then).await.map_err(why)?;
    let scope = access::upkeep();
    let mut tx = db.begin_write().await.map_err(why)?;
    let shapes: Vec<TableShape> =
        tx.tables().await.map_err(why)?.into_iter().filter(|shape| shape.name != store::MARK).collect();
    check_shapes(&backup.manifest, &shapes)?;
    let rules = tx.suspend_rules().await.map_err(why)?;
    for shape in &shapes {
        store::empty(&mut tx, &scope, shape).await.map_err(why)?;
    }
    tx.commit().await.map_err(why)?;

    let shapes = Arc::new(shapes);
    let CheckedBackup { manifest, file, identities, .. } = backup;
    let (send, mut parts) = mpsc::channel(QUEUE);
    let known = shapes.clone();
    let reader = tokio::task::spawn_blocking(move || {
        let walked = reading::walk(&file, &identities, &mut |part| {
            let step = step_of(&known, part)?;
            send.blocking_send(step).map_err(|_| "the restore has stopped".to_owned())
        });
        walked.map(|walked| walked.manifest)
    });
    let mut open: Option<(usize, Tx)> = None;
    while let Some(step) = parts.recv().await {
        let table = if let LoadStep::Rows(table, _) = &step { Some(*table) } else { None };
        if open.as_ref().map(|(at, _)| *at) != table
            && let Some((_, tx)) = open.take()
        {
            tx.commit().await.map_err(why)?;
        }
        match step {
            LoadStep::Rows(table, rows) => {
                let (_, mut tx) = match open.take() {
                    Some(open) => open,
                    None => (table, db.begin_write().await.map_err(why)?),
                };
                let shape = shapes.get(table).ok_or("a table is gone")?;
                tx.load(shape, rows)
                    .await
                    .map_err(|error| format!("cannot restore {}: {error}", shape.name))?;
                open = Some((table, tx));
            }
            LoadStep::File(key, bytes) => files.put(&key, bytes).await.map_err(said)?,
            LoadStep::Heads(bytes) => write_heads(&settings.data_dir, &bytes)?,
        }
    }
    if let Some((_, tx)) = open.take() {
        tx.commit().await.map_err(why)?;
    }
    let read = reader.await.map_err(|error| error.to_string())??;
    if read != manifest {
        return Err("the backup was changed while it was read: run this again".to_owned());
    }
    let mut tx = db.begin_write().await.map_err(why)?;
    tx.resume_rules(rules).await.map_err(why)?;
    tx.commit().await.map_err(why)?;
    compare(db, &manifest, &shapes).await?;
    db.migrate(db::MIGRATIONS).await.map_err(why)?;
    db.settle().await.map_err(why)?;
    Ok(manifest)
}

fn step_of(shapes: &[TableShape], part: BackupPart<'_>) -> Result<LoadStep, String> {
    Ok(match part {
        BackupPart::File(key, bytes) => LoadStep::File(key.to_owned(), bytes),
        BackupPart::Heads(bytes) => LoadStep::Heads(bytes),
        BackupPart::Lines(table, bytes) => {
            let unfit = || format!("the backup's rows of {table} don't fit its table");
            let place = shapes.iter().position(|shape| shape.name == table).ok_or_else(unfit)?;
            let shape = shapes.get(place).ok_or_else(unfit)?;
            let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
            let rows: Option<Vec<Vec<Value>>> = lines.map(|line| lines::decode(shape, line)).collect();
            LoadStep::Rows(place, rows.ok_or_else(unfit)?)
        }
    })
}

fn check_shapes(manifest: &BackupManifest, shapes: &[TableShape]) -> Result<(), String> {
    for record in &manifest.tables {
        if !shapes.iter().any(|shape| record.describes(shape)) {
            return Err(format!("the backup's table {} isn't like the one in this schema", record.name));
        }
    }
    for shape in shapes {
        if manifest.record(&shape.name).is_none() {
            return Err(format!("the backup lacks the table {}", shape.name));
        }
    }
    Ok(())
}

async fn compare(db: &Db, manifest: &BackupManifest, shapes: &[TableShape]) -> Result<(), String> {
    let why = |error: db::Error| format!("cannot compare what was restored: {error}");
    let mut tx = db.begin_read().await.map_err(why)?;
    for shape in shapes {
        let found = digest(&mut tx, shape).await.map_err(why)?;
        if manifest.record(&shape.name).is_none_or(|record| found != (record.rows, record.sha256.clone())) {
            return Err(format!("the restored rows of {} aren't those in the backup", shape.name));
        }
    }
    Ok(())
}

fn write_heads(data_dir: &Path, bytes: &[u8]) -> Result<(), String> {
    let written = (|| {
        let mut fresh = tempfile::Builder::new().prefix("audit-heads-").tempfile_in(data_dir)?;
        fresh.write_all(bytes)?;
        fresh.as_file().sync_all()?;
        fresh.persist(HeadFile::path(data_dir)).map(drop).map_err(|unmoved| unmoved.error)
    })();
    written.map_err(|error: std::io::Error| format!("cannot write the audit trail heads: {error}"))
}

/// What the end of a restore found.
pub struct FinishedRestore {
    pub events: u64,
    /// Tenants that a newer backup knows as erased.
    pub erased: usize,
}

/// Checks the audit trail, sees to it that erased tenants stay erased, puts the restore on record, and takes the mark away.
pub async fn finish(
    app: &App,
    restored: &BackupManifest,
    newer: &[BackupManifest],
    accepts_faults: bool,
    tell: &mut dyn FnMut(&str),
) -> Result<FinishedRestore, String> {
    let why = |error: db::Error| error.to_string();
    // Events written while the backup ran are in it, and not in the heads.
    app.audit_heads.catch_up(&app.db).await?;
    let kept = HeadFile::read(&HeadFile::path(&app.settings.data_dir), &app.keys.audit)?;
    let verdict = audit::verify(&app.db, &app.keys.audit, kept.as_deref()).await.map_err(why)?;
    for fault in &verdict.faults {
        tell(fault);
    }
    if !verdict.faults.is_empty() && !accepts_faults {
        return Err("the audit trail is not intact, and wasn't when it was backed up; \
            --accept-audit-faults restores it as it is"
            .to_owned());
    }
    let erased = keep_erased(app, newer).await.map_err(said)?;
    record(app, restored, erased).await.map_err(said)?;
    app.audit_heads.keep(&app.db).await?;
    let mut tx = app.db.begin_write().await.map_err(why)?;
    store::mark_finished(&mut tx, &access::upkeep()).await.map_err(why)?;
    tx.commit().await.map_err(why)?;
    Ok(FinishedRestore { events: verdict.events, erased })
}

/// A backup from before a tenant was erased has all of it. It's closed, and the server erases it again.
async fn keep_erased(app: &App, newer: &[BackupManifest]) -> Result<usize, Problem> {
    let already = erased::all(&app.db, &app.keys.audit).await?;
    let records = newer.iter().flat_map(|manifest| &manifest.erased);
    let mut seen = BTreeSet::new();
    let mut closed = 0;
    for record in records.filter(|record| !already.contains(&record.tenant.0)) {
        if !seen.insert(record.tenant.0) {
            continue;
        }
        let mut tx = app.db.begin_write().await?;
        let over = app.clock.now() - HOLD - SignedDuration::from_hours(1);
        if store::close(&mut tx, &access::upkeep(), record.tenant, over).await? {
            erased::begin(&mut tx, &app.keys.audit, record.tenant, record.began_at).await?;
            tx.commit().await?;
            closed += 1;
        }
    }
    Ok(closed)
}

async fn record(app: &App, restored: &BackupManifest, erased: usize) -> Result<(), Problem> {
    for tenant in store::tenants(&app.db, &access::upkeep()).await? {
        let mut work =
            Work::begin(app, &app.db, Author { tenant, person: None, address: String::new() }).await?;
        let detail = json!({ "backupOf": restored.head.started_at.to_string(), "rows": restored.rows(),
            "files": restored.files, "erasedAgain": erased });
        work.record("backup.restored", "tenant", tenant.0, detail);
        work.commit().await?;
    }
    Ok(())
}
