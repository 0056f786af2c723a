//! A tenant's data as one archive: a file of JSON lines per table, the uploaded files, and a manifest that says what is
//! in it and what was left out. `docs/export.md` describes it for anyone who reads it.
//!
//! - The tables are read in one snapshot, a page at a time, so memory stays small however large the tenant is.
//! - Nothing that opens something leaves: passwords, keys, codes, links, account numbers, and conversations with the
//!   assistant, which are their owner's alone. Uploaded files are opened.
//! - The archive appears under its name once it's complete, for its owner alone, and never replaces another file.

use super::store::{self, TABLES, TenantColumn, TenantTable};
use super::{TenantRefusal, begin};
use crate::access::{self, OperatorScope};
use crate::app::App;
use crate::files;
use crate::shared::id::FileId;
use crate::shared::problem::Problem;
use db::{Tx, Ty, Value};
use serde_json::{Value as Json, json};
use std::io::{BufWriter, Write};
use std::path::Path;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The number of the format. A new one means a reader has to change.
const FORMAT: u32 = 1;
const PAGE: i64 = 500;

pub struct ExportReport {
    pub rows: u64,
    pub files: u64,
    /// Files whose bytes aren't in the storage, or don't open.
    pub missing: Vec<FileId>,
}

type Archive = ZipWriter<BufWriter<std::fs::File>>;

pub async fn export(app: &App, scope: &OperatorScope, to: &Path) -> Result<ExportReport, Problem> {
    let standing = store::standing(&app.db, scope).await?.ok_or(Problem::NotFound)?;
    if standing.is_going {
        return Err(TenantRefusal::BeingErased.into());
    }
    let cannot = |error: &dyn std::fmt::Display| {
        Problem::Unavailable(format!("cannot write {}: {error}", to.display()))
    };
    if to.exists() {
        return Err(cannot(&"it's there already; choose another name"));
    }
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let staged = tempfile::Builder::new().prefix(".atrium-export-").tempfile_in(folder);
    let staged = staged.map_err(|error| cannot(&error))?;
    let file = staged.as_file().try_clone().map_err(|error| cannot(&error))?;
    let mut archive = ZipWriter::new(BufWriter::new(file));
    let (mut rows, mut tables) = (0, vec![]);
    let mut tx = app.db.begin_read().await?;
    for table in TABLES.iter().rev().filter(|table| !table.is_derived) {
        let columns = store::columns(&mut tx, app.db.is_sqlite(), table, &access::upkeep()).await?;
        let written = write_table(&mut archive, &mut tx, scope, (table, &columns)).await;
        let written = written.map_err(|failed| failed.into_problem(&cannot))?;
        let left_out: Vec<&str> =
            columns.iter().filter(|column| !is_shown(table, column)).map(name).collect();
        tables.push(json!({ "name": table.name, "rows": written, "leftOut": left_out }));
        rows += written;
    }
    if let Some(png) = store::logo(&mut tx, scope).await? {
        add(&mut archive, "logo.png", &png).map_err(|failed| failed.into_problem(&cannot))?;
    }
    drop(tx);
    let (count, missing) = write_files(app, &mut archive, scope, &cannot).await?;
    let now = app.clock.now();
    let manifest = json!({
        "format": "atrium-tenant-export", "version": FORMAT, "tenantId": scope.tenant(), "name": standing.name,
        "exportedAt": now.to_string(), "removedAt": standing.removed_at.map(|at| at.to_string()),
        "program": env!("CARGO_PKG_VERSION"), "tables": tables,
        "files": { "count": count, "missing": missing },
    });
    let text = serde_json::to_vec_pretty(&manifest).map_err(|error| cannot(&error))?;
    add(&mut archive, "manifest.json", &text).map_err(|failed| failed.into_problem(&cannot))?;
    let written = archive.finish().map_err(|error| cannot(&error))?;
    let file = written.into_inner().map_err(|error| cannot(&error))?;
    file.sync_all().map_err(|error| cannot(&error))?;
    // What leaves is on record before it can be read under its name.
    let mut work = begin(app, scope.tenant()).await?;
    let detail = json!({ "rows": rows, "files": count, "missing": missing.len() });
    work.record("tenant.exported", "tenant", scope.tenant().0, detail);
    work.commit().await?;
    staged.persist_noclobber(to).map_err(|unmoved| cannot(&unmoved.error))?;
    Ok(ExportReport { rows, files: count, missing })
}

fn name(column: &TenantColumn) -> &str {
    column.name.as_str()
}

/// Bytes are exported only where the list says that they open nothing; text, unless it says that it does.
fn is_shown(table: &TenantTable, column: &TenantColumn) -> bool {
    match column.ty {
        Ty::Bytes => table.shown_bytes.contains(&name(column)),
        _ => !table.secrets.contains(&name(column)),
    }
}

/// Either side of a copy may fail.
enum Failed {
    Reading(db::Error),
    Writing(String),
}

impl Failed {
    fn into_problem(self, cannot: &dyn Fn(&dyn std::fmt::Display) -> Problem) -> Problem {
        match self {
            Failed::Reading(error) => error.into(),
            Failed::Writing(why) => cannot(&why),
        }
    }
}

impl From<db::Error> for Failed {
    fn from(error: db::Error) -> Failed {
        Failed::Reading(error)
    }
}

impl From<std::io::Error> for Failed {
    fn from(error: std::io::Error) -> Failed {
        Failed::Writing(error.to_string())
    }
}

impl From<zip::result::ZipError> for Failed {
    fn from(error: zip::result::ZipError) -> Failed {
        Failed::Writing(error.to_string())
    }
}

fn start(archive: &mut Archive, path: &str) -> Result<(), Failed> {
    Ok(archive.start_file(path, SimpleFileOptions::default().large_file(true))?)
}

fn add(archive: &mut Archive, path: &str, bytes: &[u8]) -> Result<(), Failed> {
    start(archive, path)?;
    Ok(archive.write_all(bytes)?)
}

/// Every table has its file, even without rows.
async fn write_table(
    archive: &mut Archive,
    tx: &mut Tx,
    scope: &OperatorScope,
    (table, columns): (&TenantTable, &[TenantColumn]),
) -> Result<u64, Failed> {
    start(archive, &format!("tables/{}.jsonl", table.name))?;
    let places = table.key.iter().filter_map(|key| columns.iter().position(|column| column.name == *key));
    let places: Vec<usize> = places.collect();
    let (mut after, mut written): (Vec<Value>, u64) = (vec![], 0);
    let mut line = vec![];
    loop {
        let page = (table, columns);
        let rows = store::rows_after(&mut *tx, &access::upkeep(), scope.tenant(), page, &after, PAGE).await?;
        let Some(last) = rows.last() else { return Ok(written) };
        after = places.iter().map(|place| last[*place].clone()).collect();
        for row in &rows {
            line.clear();
            write_row(&mut line, table, columns, row)?;
            archive.write_all(&line)?;
        }
        written += rows.len() as u64;
    }
}

fn write_row(
    line: &mut Vec<u8>,
    table: &TenantTable,
    columns: &[TenantColumn],
    row: &[Value],
) -> std::io::Result<()> {
    let mut mark = b'{';
    for (column, value) in columns.iter().zip(row).filter(|(column, _)| is_shown(table, column)) {
        line.push(mark);
        serde_json::to_writer(&mut *line, name(column))?;
        line.push(b':');
        serde_json::to_writer(&mut *line, &json_of(value))?;
        mark = b',';
    }
    if mark == b'{' {
        line.push(mark);
    }
    line.extend(b"}\n");
    Ok(())
}

/// As people read it: moments and days as text, bytes in hexadecimal.
fn json_of(value: &Value) -> Json {
    match value {
        Value::Null(_) => Json::Null,
        Value::I64(number) => (*number).into(),
        Value::Bool(is) => (*is).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Bytes(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into(),
        Value::Day(day) => day.to_string().into(),
        Value::At(at) => at.to_string().into(),
        Value::Uuid(id) => id.to_string().into(),
        Value::Json(json) => json.clone(),
    }
}

/// How many there are, and which of them are missing.
async fn write_files(
    app: &App,
    archive: &mut Archive,
    scope: &OperatorScope,
    cannot: &dyn Fn(&dyn std::fmt::Display) -> Problem,
) -> Result<(u64, Vec<FileId>), Problem> {
    let (mut after, mut count, mut missing) = (None, 0, vec![]);
    while let Some(next) = files::for_export(app, scope, after).await? {
        let id = next.file.id;
        after = Some(id);
        let Some(bytes) = next.bytes else {
            missing.push(id);
            continue;
        };
        let plain = next.file.file_name.replace(['/', '\\'], "_");
        add(archive, &format!("files/{id}/{plain}"), &bytes).map_err(|failed| failed.into_problem(cannot))?;
        count += 1;
    }
    Ok((count, missing))
}
