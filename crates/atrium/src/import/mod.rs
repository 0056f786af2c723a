//! The way in for real data: CSV files that an operator brings (`atrium import`).
//!
//! - A file is known by its header; files are read in the order in which they need each other.
//! - All or nothing: one transaction, and one fault anywhere leaves everything as it was. A dry run is the same run, thrown
//!   away at the end, so that what it lists is what would happen.
//! - A row is found again by its key: the same file again changes nothing, a changed row changes that row.
//! - A column that is not in the file leaves things as they are; an empty cell empties.
//! - New people are invited in the same transaction; whose e-mail or phone is replaced hears of it there. The newest import can be taken back while nothing stands on it.

mod additional_info;
mod addresses;
mod balances;
mod benefits;
mod companies;
mod deposits;
mod desk;
mod hours_worked;
mod kind;
mod organizations;
mod pay_stubs;
mod people;
mod profiles;
mod record;
mod reporting_lines;
mod roles;
mod rules;
mod store;
mod table;
mod tax_returns;
mod time_off_types;
mod undo;
mod working_time;

pub use kind::Kind;
pub use record::Fault;
pub use undo::undo;

use crate::access::OperatorScope;
use crate::app::App;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use desk::Desk;
use record::{Record, Table};
use serde_json::json;
use std::io::Read;

pub const REFUSALS: &[&str] = undo::ImportRefusal::CODES;

/// Rows that are looked up and written together.
const CHUNK: usize = 256;

pub struct File {
    pub name: String,
    pub content: Box<dyn Read + Send>,
}

#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Says what would happen, and changes nothing.
    pub is_dry: bool,
    pub invites: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Added,
    Changed,
    Same,
}

/// What is told while an import goes on.
pub enum Told<'a> {
    /// So many bytes of the file at hand were read.
    Read(u64),
    Row {
        file: &'a str,
        line: u64,
        effect: Effect,
        what: &'a str,
    },
    Fault {
        file: &'a str,
        fault: &'a Fault,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub added: u64,
    pub changed: u64,
    pub same: u64,
    pub invited: u64,
    pub faults: u64,
}

impl Outcome {
    fn has_changes(&self) -> bool {
        self.added + self.changed > 0
    }
}

/// Nothing was changed if the outcome has faults, if there was nothing to change, or in a dry run.
pub async fn import(
    app: &App,
    scope: &OperatorScope,
    files: Vec<File>,
    options: Options,
    tell: &mut (dyn FnMut(Told<'_>) + Send),
) -> Result<Outcome, Problem> {
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    let work = Work::begin(app, &app.db, author).await?;
    let mut desk = Desk::open(app, scope, work, options, tell).await?;
    let mut opened = vec![];
    for file in files {
        desk.begin_file(&file.name);
        match Table::open(file.content) {
            Ok(table) => opened.push((file.name, table)),
            Err(fault) => desk.fault(&fault),
        }
    }
    opened.sort_by_key(|(_, table)| table.kind);
    let mut summary = vec![];
    for (name, mut table) in opened {
        desk.begin_file(&name);
        read(&mut desk, &mut table).await?;
        summary.push(json!({
            "file": name, "kind": table.kind.name(), "rows": table.rows, "sha256": table.sha256(),
        }));
    }
    let Desk { mut work, outcome, run, .. } = desk;
    if options.is_dry || outcome.faults > 0 || !outcome.has_changes() {
        return Ok(outcome);
    }
    let files = serde_json::Value::Array(summary);
    store::end_run(work.tx(), scope, run, &files.to_string()).await?;
    let Outcome { added, changed, invited, .. } = outcome;
    let detail = json!({ "files": files, "added": added, "changed": changed, "invited": invited });
    work.record("import.applied", "import", run, detail);
    work.commit().await?;
    Ok(outcome)
}

async fn read<R: Read>(desk: &mut Desk<'_>, table: &mut Table<R>) -> Result<(), Problem> {
    let kind = table.kind;
    let mut chunk: Vec<Record> = Vec::with_capacity(CHUNK);
    while let Some(row) = table.next() {
        let row = match row {
            Ok(row) => row,
            Err(fault) => {
                desk.fault(&fault);
                continue;
            }
        };
        let belongs =
            kind == Kind::PayStubs && chunk.last().is_some_and(|last| pay_stubs::is_same_check(last, &row));
        if chunk.len() >= CHUNK && !belongs {
            take(desk, kind, std::mem::take(&mut chunk)).await?;
            desk.read(table.bytes_read());
        }
        chunk.push(row);
    }
    take(desk, kind, chunk).await?;
    if kind == Kind::Deposits {
        deposits::check_totals(desk).await?;
    }
    desk.read(table.bytes_read());
    Ok(())
}

async fn take(desk: &mut Desk<'_>, kind: Kind, rows: Vec<Record>) -> Result<(), Problem> {
    match kind {
        Kind::Companies => companies::take(desk, rows).await,
        Kind::PayrollSettings => companies::take_payroll(desk, rows).await,
        Kind::DepositCodes => companies::take_deposit_codes(desk, rows).await,
        Kind::CompanyStates => companies::take_states(desk, rows).await,
        Kind::ClockSettings => companies::take_clock(desk, rows).await,
        Kind::Organizations => organizations::take(desk, rows).await,
        Kind::People => people::take(desk, rows).await,
        Kind::Roles => roles::take(desk, rows).await,
        Kind::ReportingLines => reporting_lines::take(desk, rows).await,
        Kind::TimeOffTypes => time_off_types::take(desk, rows).await,
        Kind::TimeOffSettings => companies::take_time_off(desk, rows).await,
        Kind::Holidays => working_time::take_holidays(desk, rows).await,
        Kind::Blackouts => working_time::take_blackouts(desk, rows).await,
        Kind::WorkingPatterns => working_time::take_patterns(desk, rows).await,
        Kind::HoursWorked => hours_worked::take(desk, rows).await,
        Kind::Balances => balances::take(desk, rows).await,
        Kind::PayStubs => pay_stubs::take(desk, rows).await,
        Kind::W2 => tax_returns::take(desk, rows).await,
        Kind::Benefits => benefits::take(desk, rows).await,
        Kind::AdditionalInfo => additional_info::take(desk, rows).await,
        Kind::Deposits => deposits::take(desk, rows).await,
    }
}
