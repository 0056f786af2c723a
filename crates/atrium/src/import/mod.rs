//! Importing real data: CSV files from an operator (`atrium import`).
//!
//! - A file is recognized by its header; files are read in dependency order.
//! - All or nothing: one transaction, and one fault anywhere leaves everything as it was. A dry run is the same run,
//!   rolled back at the end, so what it lists is exactly what would happen.
//! - A row is matched by its key: importing the same file again changes nothing, a changed row changes that row.
//! - A column that isn't in the file leaves values as they are; an empty cell clears one.
//! - New people are invited in the same transaction; people whose email or phone is replaced are told in it too. The
//!   newest import can be undone while nothing depends on it.
//!
//! Each feature defines its kinds of files and what their rows do in its own `import.rs` (`sheets/`).

mod file;
mod kinds;
mod store;
mod undo;

pub use crate::sheets::{Effect, Fault, Outcome, RunOptions, Told};
pub use kinds::{sheet_called, sheets};
pub use undo::undo;

use crate::access::OperatorScope;
use crate::app::App;
use crate::shared::event_feed::EventType;
use crate::shared::problem::Problem;
use crate::sheets::{COMPANY, Desk, SheetRow};
use crate::work::{Author, Work};
use file::CsvFile;
use serde_json::json;
use std::io::Read;

pub const REFUSALS: &[&str] = undo::ImportRefusal::CODES;

/// How many rows are looked up and written together.
const CHUNK: usize = 256;

pub struct File {
    pub name: String,
    pub content: Box<dyn Read + Send>,
}

/// Nothing was changed if the outcome has faults, if there was nothing to change, or in a dry run.
pub async fn import(
    app: &App,
    scope: &OperatorScope,
    files: Vec<File>,
    options: RunOptions,
    tell: &mut (dyn FnMut(Told<'_>) + Send),
) -> Result<Outcome, Problem> {
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let tenant_name = store::lock(work.tx(), scope).await?;
    let (run, now) = (work.new_id(), work.now());
    store::begin_run(work.tx(), scope, run, now).await?;
    let mut desk = Desk::new(app, scope, work, (run, tenant_name), options, tell);
    let mut opened = vec![];
    for file in files {
        desk.begin_file(&file.name);
        match CsvFile::open(file.content) {
            Ok(content) => opened.push((file.name, content)),
            Err(fault) => desk.fault(&fault),
        }
    }
    opened.sort_by_key(|(_, content)| kinds::place_of(content.sheet));
    let mut summary = vec![];
    for (name, mut content) in opened {
        desk.begin_file(&name);
        read(&mut desk, &mut content).await?;
        summary.push(json!({
            "file": name, "kind": content.sheet.name, "rows": content.rows, "sha256": content.sha256(),
        }));
    }
    let Desk { mut work, outcome, .. } = desk;
    if options.is_dry || outcome.faults > 0 || !outcome.has_changes() {
        return Ok(outcome);
    }
    let files = serde_json::Value::Array(summary);
    store::end_run(work.tx(), scope, run, &files.to_string()).await?;
    let Outcome { added, changed, invited, .. } = outcome;
    let detail = json!({ "files": files, "added": added, "changed": changed, "invited": invited });
    work.record("import.applied", "import", run, detail);
    work.publish(EventType::ImportApplied.of(run));
    work.commit().await?;
    Ok(outcome)
}

async fn read<R: Read>(desk: &mut Desk<'_>, file: &mut CsvFile<R>) -> Result<(), Problem> {
    let sheet = file.sheet;
    desk.learn_whole(&COMPANY).await?;
    for table in sheet.names {
        desk.learn_whole(table).await?;
    }
    let mut chunk: Vec<SheetRow> = Vec::with_capacity(CHUNK);
    while let Some(row) = file.next() {
        let row = match row {
            Ok(row) => row,
            Err(fault) => {
                desk.fault(&fault);
                continue;
            }
        };
        let belongs =
            sheet.belongs.is_some_and(|belongs| chunk.last().is_some_and(|last| belongs(last, &row)));
        if chunk.len() >= CHUNK && !belongs {
            (sheet.apply)(desk, std::mem::take(&mut chunk)).await?;
            desk.has_read(file.bytes_read());
        }
        chunk.push(row);
    }
    (sheet.apply)(desk, chunk).await?;
    if let Some(finish) = sheet.finish {
        finish(desk).await?;
    }
    desk.has_read(file.bytes_read());
    Ok(())
}
