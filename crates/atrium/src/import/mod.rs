//! Importing real data: from an operator (`atrium import`), the console, programs and a watched folder (`console/`).
//!
//! - A file is recognized by its header; files are read in dependency order.
//! - All or nothing: one transaction, and one fault anywhere leaves everything as it was. A dry run is the same run,
//!   rolled back at the end, so what it lists is exactly what would happen. Where a kind of file allows it, an operator
//!   can have bad rows set aside: they are handed back with the reason, and the others go in.
//! - A row is matched by its key: importing the same file again changes nothing, a changed row changes that row.
//! - A file can be declared the whole truth of its kind for a company: what it lacks ends (`sheets/ending.rs`).
//! - A column that isn't in the file leaves values as they are; an empty cell clears one.
//! - New people are invited in the same transaction; people whose email or phone is replaced are told in it too. The
//!   newest import can be undone while nothing depends on it.
//!
//! Each feature defines its kinds of files and what their rows do in its own `import.rs` (`sheets/`).

mod aside;
mod console;
mod file;
mod incoming;
mod kinds;
mod store;
mod undo;

pub use aside::RowsAside;

pub use crate::sheets::{Effect, Fault, ImportSheet, Outcome, RunOptions, SheetRow, Told};
pub use console::{
    ImportMutation, ImportQuery, KindsInUse, api, forget, upload_api, watch, watch_in, work_on,
};
pub use kinds::ImportKinds;
pub use undo::undo;

use crate::access::OperatorScope;
use crate::app::App;
use crate::mappings::Mapping;
use crate::shared::event_feed::EventType;
use crate::shared::id::{CompanyId, PersonId};
use crate::shared::problem::Problem;
use crate::sheets::{COMPANY, Desk};
use crate::work::{Author, Work};
use incoming::Incoming;
use serde_json::json;
use std::io::Read;
use uuid::Uuid;

pub const REFUSALS: &[&str] = undo::ImportRefusal::CODES;
pub const UPLOAD_REFUSALS: &[&str] = console::REFUSALS;

/// How many rows are looked up and written together.
const CHUNK: usize = 256;

pub struct File {
    pub name: String,
    pub content: Box<dyn Read + Send>,
    /// How it's read, if it isn't in our own format.
    pub mapping: Option<Mapping>,
    /// What someone says it is, in our own format.
    pub kind: Option<String>,
    /// The only company it may be about, by its name.
    pub company: Option<String>,
    /// It has everything of its kind that the company has: what it lacks ends.
    pub is_whole_truth: bool,
}

impl File {
    pub fn new(name: String, content: Box<dyn Read + Send>, mapping: Option<Mapping>) -> File {
        File { name, content, mapping, kind: None, company: None, is_whole_truth: false }
    }
}

/// Who imports, and how far: `None` is not at all, `Some(None)` all companies.
pub type ImportReach<'a> = &'a (dyn Fn(&ImportSheet) -> Option<Option<Vec<CompanyId>>> + Sync);

/// An import by someone who isn't the operator.
#[derive(Clone, Copy)]
struct ImportBy<'a> {
    person: Option<PersonId>,
    reach: ImportReach<'a>,
    /// The companies whose pay may be in a file that isn't about pay otherwise; `None` is all of them.
    paid: Option<&'a [CompanyId]>,
}

/// Nothing was changed if the outcome has faults, if there was nothing to change, or in a dry run.
pub async fn import(
    app: &App,
    scope: &OperatorScope,
    kinds: &ImportKinds,
    files: Vec<File>,
    options: RunOptions,
    tell: &mut (dyn FnMut(Told<'_>) + Send),
) -> Result<Outcome, Problem> {
    let everywhere = |_: &ImportSheet| Some(None);
    let by = ImportBy { person: None, reach: &everywhere, paid: None };
    let (work, outcome) = run(app, scope, (kinds, by), files, options, tell).await?;
    if let Some((work, _)) = work {
        work.commit().await?;
    }
    Ok(outcome)
}

/// The work that is left to commit, and the import's ID, unless nothing is to be kept.
async fn run(
    app: &App,
    scope: &OperatorScope,
    (kinds, by): (&ImportKinds, ImportBy<'_>),
    files: Vec<File>,
    options: RunOptions,
    tell: &mut (dyn FnMut(Told<'_>) + Send),
) -> Result<(Option<(Work, Uuid)>, Outcome), Problem> {
    let author = Author { tenant: scope.tenant(), person: by.person, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let tenant_name = store::lock(work.tx(), scope).await?;
    let (run, now) = (work.new_id(), work.now());
    store::begin_run(work.tx(), scope, run, now).await?;
    let mut desk = Desk::new(app, scope, work, (run, tenant_name), options, tell);
    desk.pay_only(by.paid.map(<[CompanyId]>::to_vec));
    let mut opened = vec![];
    for file in files {
        desk.begin_file(&file.name);
        let bounds = (file.name.clone(), file.company.clone(), file.is_whole_truth);
        match Incoming::open(file, kinds, now) {
            Ok(content) => match (by.reach)(content.sheet()) {
                Some(within) => opened.push((bounds, content, within)),
                None => desk.fault(&Fault {
                    line: 1,
                    column: None,
                    says: format!("you don't have permission to import {}", content.sheet().name),
                }),
            },
            Err(fault) => desk.fault(&fault),
        }
    }
    opened.sort_by_key(|(_, content, _)| kinds.place_of(content.sheet()));
    let mut summary = vec![];
    for ((name, company, is_whole), mut content, within) in opened {
        desk.begin_file(&name);
        desk.stay_within(within);
        desk.begin_sheet(content.sheet());
        desk.learn_whole(&COMPANY).await?;
        if let Err(says) = desk.bound_to(company.as_deref(), is_whole) {
            desk.fault(&Fault { line: 1, column: None, says });
            continue;
        }
        read(&mut desk, &mut content).await?;
        summary.push(json!({
            "file": name, "kind": content.sheet().name, "rows": content.rows(), "sha256": content.sha256(),
            "wholeTruthOf": company.filter(|_| is_whole), "companies": desk.touched(),
        }));
    }
    hold_back(&mut desk);
    let Desk { mut work, outcome, has_written, .. } = desk;
    if options.is_dry || outcome.faults > 0 || !(outcome.has_changes() || has_written) {
        return Ok((None, outcome));
    }
    let files = serde_json::Value::Array(summary);
    store::end_run(work.tx(), scope, run, &files.to_string()).await?;
    let Outcome { added, changed, invited, set_aside, ended, .. } = outcome;
    let mut detail = json!({ "files": files, "added": added, "changed": changed, "invited": invited });
    if set_aside > 0 {
        detail["setAside"] = json!(set_aside);
    }
    if ended > 0 {
        detail["ended"] = json!(ended);
    }
    work.record("import.applied", "import", run, detail);
    work.publish(EventType::ImportApplied.of(run));
    Ok((Some((work, run)), outcome))
}

/// Keeps much from ending by mistake: someone looks at a dry run and types in the number.
fn hold_back(desk: &mut Desk<'_>) {
    let ended = desk.outcome.ended;
    let is_confirmed = desk.options.confirmed_removals == Some(ended);
    if let Some(file) = desk.braked_file.take().filter(|_| !desk.options.is_dry && !is_confirmed) {
        desk.begin_file(&file);
        let says = format!(
            "{ended} would end, at least a tenth of what is there; if that is right, confirm the number {ended}"
        );
        desk.fault(&Fault { line: 1, column: None, says });
    }
}

async fn read(desk: &mut Desk<'_>, file: &mut Incoming) -> Result<(), Problem> {
    let sheet = file.sheet();
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
            let rows = file.find_people(desk, std::mem::take(&mut chunk)).await?;
            (sheet.apply)(desk, rows).await?;
            desk.has_read(file.bytes_read());
        }
        chunk.push(row);
    }
    let rows = file.find_people(desk, chunk).await?;
    (sheet.apply)(desk, rows).await?;
    desk.end_missing().await?;
    if let Some(finish) = sheet.finish {
        finish(desk).await?;
    }
    desk.has_read(file.bytes_read());
    Ok(())
}
