//! Writing a backup while the server serves: one snapshot of the database, then the files its rows lead to.

use super::archive::ArchiveWriter;
use super::key::BackupRecipient;
use super::lines::{self, LinesDigest};
use super::manifest::{self, BackupHead, BackupManifest, ErasedRecord, TableRecord};
use super::store;
use crate::access;
use crate::app::App;
use crate::shared::audit::HeadFile;
use crate::shared::erased;
use crate::shared::id::FileId;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use db::{TableShape, Tx};
use futures_util::{StreamExt, stream};
use serde_json::json;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// A part is cut at this size, or after the row that exceeds it.
const PART_BYTES: usize = 2 << 20;
/// Rows per statement: the first time, and at least and at most afterwards, when we know how large they are.
const FIRST_PAGE: i64 = 100;
const PAGES: std::ops::RangeInclusive<i64> = 20..=5_000;
const FILES_AT_A_TIME: i64 = 500;
/// Files on their way from the storage.
const FETCHED_AHEAD: usize = 4;

pub enum BackupTarget {
    /// It must not exist yet.
    File(PathBuf),
    Stdout,
}

pub struct BackupReport {
    pub manifest: BackupManifest,
    /// Unknown for standard output.
    pub bytes: Option<u64>,
}

pub async fn write(
    app: &App,
    to: &BackupTarget,
    recipients: &[BackupRecipient],
) -> Result<BackupReport, Problem> {
    let BackupTarget::File(path) = to else {
        let cannot = |error: std::io::Error| unwritten("standard output", &error);
        let (manifest, _) = pack(app, BufWriter::new(std::io::stdout()), recipients, &cannot).await?;
        record(app, &manifest).await?;
        note(app, &manifest).await?;
        return Ok(BackupReport { manifest, bytes: None });
    };
    let shown = path.display().to_string();
    let cannot = |error: std::io::Error| unwritten(&shown, &error);
    if path.exists() {
        return Err(Problem::Unavailable(format!(
            "cannot write {shown}: it's there already; choose another name"
        )));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // For its owner alone; what is left of one that was killed begins with a dot and ends with .part.
    let staged = tempfile::Builder::new().prefix(".atrium-backup-").suffix(".part").tempfile_in(folder);
    let staged = staged.map_err(cannot)?;
    let file = staged.as_file().try_clone().map_err(cannot)?;
    let (manifest, out) = pack(app, BufWriter::with_capacity(1 << 18, file), recipients, &cannot).await?;
    let file = out.into_inner().map_err(|error| cannot(error.into_error()))?;
    file.sync_all().map_err(cannot)?;
    let bytes = file.metadata().map_err(cannot)?.len();
    // What leaves is on record before it can be read under its name.
    record(app, &manifest).await?;
    staged.persist_noclobber(path).map_err(|unmoved| cannot(unmoved.error))?;
    std::fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(cannot)?;
    note(app, &manifest).await?;
    Ok(BackupReport { manifest, bytes: Some(bytes) })
}

fn unwritten(what: &str, error: &std::io::Error) -> Problem {
    Problem::Unavailable(format!("cannot write {what}: {error}"))
}

/// Returned by what adds to an archive whose thread has ended.
struct WriterEnded;

enum BackupStopped {
    Ended,
    Because(Problem),
}

impl From<WriterEnded> for BackupStopped {
    fn from(WriterEnded: WriterEnded) -> BackupStopped {
        BackupStopped::Ended
    }
}

impl From<Problem> for BackupStopped {
    fn from(problem: Problem) -> BackupStopped {
        BackupStopped::Because(problem)
    }
}

impl From<db::Error> for BackupStopped {
    fn from(error: db::Error) -> BackupStopped {
        BackupStopped::Because(error.into())
    }
}

async fn pack<W: Write + Send + 'static>(
    app: &App,
    out: W,
    recipients: &[BackupRecipient],
    cannot: &(dyn Fn(std::io::Error) -> Problem + Sync),
) -> Result<(BackupManifest, W), Problem> {
    let archive = ArchiveWriter::new(out, recipients).map_err(cannot)?;
    match fill(app, &archive).await {
        Ok(manifest) => Ok((manifest, archive.finish().await.map_err(cannot)?)),
        Err(BackupStopped::Because(problem)) => Err(problem),
        Err(BackupStopped::Ended) => match archive.finish().await {
            Err(error) => Err(cannot(error)),
            Ok(_) => Err(Problem::Internal("a backup ended before it was whole".to_owned())),
        },
    }
}

async fn add<W: Write + Send + 'static>(
    archive: &ArchiveWriter<W>,
    path: impl Into<String>,
    bytes: Vec<u8>,
) -> Result<(), WriterEnded> {
    if archive.add(path, bytes).await { Ok(()) } else { Err(WriterEnded) }
}

async fn fill<W: Write + Send + 'static>(
    app: &App,
    archive: &ArchiveWriter<W>,
) -> Result<BackupManifest, BackupStopped> {
    // Before the snapshot, so that it has every event these heads name.
    let heads = heads(app)?;
    let scope = access::upkeep();
    let head = BackupHead::now(app.db.is_sqlite(), app.clock.now());
    add(archive, manifest::HEAD, text(&head)?).await?;
    let mut tx = app.db.begin_read().await?;
    if store::schema_version(&mut tx, &scope).await? != head.schema_version {
        return Err(
            Problem::Unavailable("the database was migrated just now: run this again".to_owned()).into()
        );
    }
    let mut tables = vec![];
    for shape in tx.tables().await? {
        tables.push(add_table(archive, &mut tx, &shape).await?);
    }
    let mut files = CopiedFiles { files: 0, bytes: 0, digest: LinesDigest::new(), missing: vec![] };
    let mut after = FileId(Uuid::nil());
    loop {
        let page = store::files_after(&mut tx, &scope, after, FILES_AT_A_TIME).await?;
        let Some((last, _)) = page.last() else { break };
        after = *last;
        add_files(app, archive, page, &mut files).await?;
    }
    drop(tx);
    let heads_sha256 = heads.as_deref().map(lines::sha256);
    if let Some(heads) = heads {
        add(archive, manifest::HEADS, heads).await?;
    }
    let gone = erased::list(&app.db, &app.keys.audit).await?;
    let erased = gone.into_iter().map(|row| ErasedRecord { tenant: row.tenant, began_at: row.began_at });
    let manifest = BackupManifest {
        head,
        finished_at: app.clock.now(),
        tables,
        files: files.files,
        file_bytes: files.bytes,
        files_sha256: files.digest.end(),
        missing: files.missing,
        heads_sha256,
        erased: erased.collect(),
    };
    let bytes = text(&manifest)?;
    let seal = manifest::seal(&app.keys.audit, &bytes).into_bytes();
    add(archive, manifest::MANIFEST, bytes).await?;
    add(archive, manifest::SEAL, seal).await?;
    Ok(manifest)
}

fn text(of: &impl serde::Serialize) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec_pretty(of).map_err(|error| Problem::Internal(error.to_string()))
}

/// The file as it is, if it's there and ours.
fn heads(app: &App) -> Result<Option<Vec<u8>>, Problem> {
    let path = HeadFile::path(&app.settings.data_dir);
    match HeadFile::read(&path, &app.keys.audit).map_err(Problem::Unavailable)? {
        Some(_) => std::fs::read(&path)
            .map(Some)
            .map_err(|error| Problem::Unavailable(format!("cannot read {}: {error}", path.display()))),
        None => Ok(None),
    }
}

async fn add_table<W: Write + Send + 'static>(
    archive: &ArchiveWriter<W>,
    tx: &mut Tx,
    shape: &TableShape,
) -> Result<TableRecord, BackupStopped> {
    let (mut digest, mut part, mut number) = (LinesDigest::new(), vec![], 0_u32);
    let path = |number: u32| format!("{}{}/{number:06}.jsonl", manifest::TABLES, shape.name);
    let mut rows = TableRows::of(shape);
    while let Some(page) = rows.next(tx).await? {
        for row in &page {
            lines::encode(&mut part, row).map_err(|error| Problem::Internal(error.to_string()))?;
            if part.len() >= PART_BYTES {
                digest.add(&part);
                number += 1;
                add(archive, path(number), std::mem::take(&mut part)).await?;
            }
        }
    }
    if !part.is_empty() {
        digest.add(&part);
        add(archive, path(number + 1), part).await?;
    }
    let (name, columns, rows) = (shape.name.clone(), manifest::columns(shape), digest.lines);
    Ok(TableRecord { name, columns, rows, sha256: digest.end() })
}

/// A table's rows, a page at a time.
pub(super) struct TableRows<'a> {
    shape: &'a TableShape,
    after: Option<Vec<db::Value>>,
    most: i64,
    is_done: bool,
}

impl<'a> TableRows<'a> {
    pub(super) fn of(shape: &'a TableShape) -> TableRows<'a> {
        TableRows { shape, after: None, most: FIRST_PAGE, is_done: false }
    }

    pub(super) async fn next(&mut self, tx: &mut Tx) -> db::Result<Option<Vec<Vec<db::Value>>>> {
        if self.is_done {
            return Ok(None);
        }
        let page = tx.rows_after(self.shape, self.after.as_deref(), self.most).await?;
        self.is_done = (page.len() as i64) < self.most;
        let Some(last) = page.last() else { return Ok(None) };
        self.after = Some(last.clone());
        let bytes: usize = page.iter().flatten().map(weight).sum();
        let of_each = (bytes / page.len()).max(1);
        self.most = ((PART_BYTES / of_each) as i64).clamp(*PAGES.start(), *PAGES.end());
        Ok(Some(page))
    }
}

fn weight(value: &db::Value) -> usize {
    match value {
        db::Value::Text(text) => text.len(),
        db::Value::Bytes(bytes) => bytes.len(),
        db::Value::Json(json) => json.to_string().len(),
        _ => 16,
    }
}

/// The digest of a table as a backup would have it.
pub(super) async fn digest(tx: &mut Tx, shape: &TableShape) -> db::Result<(u64, String)> {
    let (mut digest, mut rows, mut line) = (LinesDigest::new(), TableRows::of(shape), vec![]);
    while let Some(page) = rows.next(tx).await? {
        for row in &page {
            line.clear();
            lines::encode(&mut line, row).map_err(|error| db::Error::Other(error.to_string()))?;
            digest.add(&line);
        }
    }
    Ok((digest.lines, digest.end()))
}

struct CopiedFiles {
    files: u64,
    bytes: u64,
    digest: LinesDigest,
    missing: Vec<String>,
}

async fn add_files<W: Write + Send + 'static>(
    app: &App,
    archive: &ArchiveWriter<W>,
    page: Vec<(FileId, String)>,
    count: &mut CopiedFiles,
) -> Result<(), BackupStopped> {
    let fetch = |(id, key): (FileId, String)| async move { (id, app.files.look(&key).await, key) };
    let mut fetched = stream::iter(page).map(fetch).buffered(FETCHED_AHEAD);
    while let Some((id, bytes, key)) = fetched.next().await {
        let Some(bytes) = bytes? else {
            // It was removed a moment ago, or lost long ago; or sealed just now, under another key.
            match store::key_now(&app.db, &access::upkeep(), id).await? {
                Some(now) if now != key => {
                    let line = format!("file {id} was sealed just now: run this again");
                    return Err(Problem::Unavailable(line).into());
                }
                _ => count.missing.push(key),
            }
            continue;
        };
        let sum = lines::sha256(&bytes);
        count.digest.add(format!("{key} {sum}\n").as_bytes());
        count.files += 1;
        count.bytes += bytes.len() as u64;
        add(archive, format!("{}{key}.{sum}", manifest::FILES), bytes).await?;
    }
    Ok(())
}

/// In every tenant's trail: everything it has is in the backup.
async fn record(app: &App, manifest: &BackupManifest) -> Result<(), Problem> {
    for tenant in store::tenants(&app.db, &access::upkeep()).await? {
        let mut work =
            Work::begin(app, &app.db, Author { tenant, person: None, address: String::new() }).await?;
        let detail = json!({ "startedAt": manifest.head.started_at.to_string(), "rows": manifest.rows(),
            "files": manifest.files, "missing": manifest.missing.len() });
        work.record("backup.written", "tenant", tenant.0, detail);
        work.commit().await?;
    }
    Ok(())
}

/// For the health page and the metrics.
async fn note(app: &App, manifest: &BackupManifest) -> Result<(), Problem> {
    let mut tx = app.db.begin_write().await?;
    let (started, finished) = (manifest.head.started_at, manifest.finished_at);
    let id = app.ids.next(finished);
    let (rows, files) = (manifest.rows(), manifest.files);
    store::note(&mut tx, &access::upkeep(), (id, started, finished), (rows, files)).await?;
    Ok(tx.commit().await?)
}
