//! What a feature needs to take an operator's files (`atrium import`): a sheet describes a kind of file with its named
//! columns and says how its rows are applied. Each feature keeps its sheets in `import.rs` and lists them in its row in
//! `all_features.rs`; `import/` reads the files, reports, and undoes.
//!
//! A row goes straight through: read from its cells, planned against what exists, checked, stored (`straight.rs`).

pub mod cells;
mod desk;
mod ending;
mod masking;
mod row;
mod store;
mod stored;
mod straight;

pub use desk::{
    Desk, Effect, Outcome, RewrittenRow, RunOptions, Told, Wish, WrittenRow, copied, employee_key,
};
pub use ending::{EndingRule, EndsBy, is_braked};
pub use row::{EMPTY, Fault, Given, SheetRow};
pub use store::{NotedChange, by_id, copy_to_lines, delete, insert, long_list, update};
pub use stored::{
    COMPANY, EMPLOYEE, ID, ORGANIZATION, PERSON, REMOVED, StoredColumn, StoredRow, StoredTable, TENANT,
    from_text, hash_of, json_of, to_text, value_of,
};
pub use straight::{Entry, EntryPlan, PlanFor, SheetEntry, apply, bring_in, look_up, read};

use crate::access::OperatorScope;
use crate::app::App;
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Tx, Value};
use futures_util::future::BoxFuture;

/// A kind of file.
pub struct ImportSheet {
    pub name: &'static str,
    /// Files of these kinds are read first: rows in this one refer to theirs.
    pub after: &'static [&'static str],
    pub columns: &'static [SheetColumn],
    /// Rows by column that let all the sheets' examples be imported together; other cells stay empty.
    pub before_example: &'static [&'static [(&'static str, &'static str)]],
    /// The tables its rows are written to.
    pub tables: &'static [&'static StoredTable],
    /// Small tables whose rows it refers to. They are read whole, and what this import adds is known right away.
    pub names: &'static [&'static StoredTable],
    pub apply: ApplyRows,
    /// Whether a row belongs to the previous one, so both are applied together.
    pub belongs: Option<fn(&SheetRow, &SheetRow) -> bool>,
    /// Called once a file has been read to the end.
    pub finish: Option<FinishFile>,
    pub undo: &'static [UndoStep],
    /// Called once an undo has taken back rows in its tables: refuses what can't be left behind.
    pub undone: Option<CheckUndone>,
    /// Whether bad rows can be left out and the others imported. It has `ASIDE_COLUMN` then.
    pub sets_aside: bool,
    /// How rows end that a whole-truth file doesn't have; `None` if no file of this kind can be the whole truth.
    pub ending: Option<&'static EndingRule>,
}

pub type ApplyRows = for<'b, 'a> fn(&'b mut Desk<'a>, Vec<SheetRow>) -> BoxFuture<'b, Result<(), Problem>>;

pub type FinishFile = for<'b, 'a> fn(&'b mut Desk<'a>) -> BoxFuture<'b, Result<(), Problem>>;

pub type CheckUndone = for<'a> fn(&'a mut Work, &'a OperatorScope) -> BoxFuture<'a, Result<(), Problem>>;

/// Records rows that were written together.
pub type RecordRows =
    for<'a> fn(&'a mut Work, &'a OperatorScope, Vec<WrittenRow>) -> BoxFuture<'a, Result<(), Problem>>;

/// What else happens when rows in a table are taken back.
pub struct UndoStep {
    pub table: &'static StoredTable,
    /// Before added rows are removed: removes what goes with them.
    pub leave: Leave,
    /// After changed rows are restored: tells the people concerned, and reports what is in the way.
    pub restored: Option<Restored>,
}

pub type Leave = for<'a> fn(&'a mut Tx, &'a OperatorScope, Vec<Vec<Value>>) -> BoxFuture<'a, db::Result<()>>;

/// Takes the tenant's name, for letters.
pub type Restored = for<'a> fn(
    &'a App,
    &'a mut Work,
    &'a OperatorScope,
    &'a str,
    &'a [RewrittenRow],
) -> BoxFuture<'a, Result<Vec<String>, Problem>>;

pub struct SheetColumn {
    pub name: &'static str,
    pub is_needed: bool,
    pub example: &'static str,
}

pub const fn needed(name: &'static str, example: &'static str) -> SheetColumn {
    SheetColumn { name, is_needed: true, example }
}

pub const fn optional(name: &'static str, example: &'static str) -> SheetColumn {
    SheetColumn { name, is_needed: false, example }
}

/// Says why a row was set aside. Nothing reads it, so a corrected file can be imported as it is.
pub const ASIDE_COLUMN: &str = "set_aside_because";

impl ImportSheet {
    /// One row at a time, for things that need nothing else.
    pub const PLAIN: ImportSheet = ImportSheet {
        name: "",
        after: &[],
        columns: &[],
        before_example: &[],
        tables: &[],
        names: &[],
        apply: |_, _| Box::pin(async { Ok(()) }),
        belongs: None,
        finish: None,
        undo: &[],
        undone: None,
        sets_aside: false,
        ending: None,
    };

    pub fn column_names(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|column| column.name)
    }

    /// The required columns a header lacks.
    pub fn missing_in(&self, header: &[String]) -> Vec<&'static str> {
        let needed = self.columns.iter().filter(|column| column.is_needed).map(|column| column.name);
        needed.filter(|name| !header.iter().any(|cell| cell == name)).collect()
    }

    /// The header columns this sheet doesn't have.
    pub fn unknown_in(&self, header: &[String]) -> Vec<String> {
        header.iter().filter(|cell| !self.column_names().any(|name| name == *cell)).cloned().collect()
    }

    /// The header and an example, with the rows that let all templates' examples be imported together.
    pub fn template(&self) -> String {
        let line = |pick: &dyn Fn(&SheetColumn) -> &'static str| {
            let cells = self.columns.iter().map(pick).map(quoted);
            cells.collect::<Vec<_>>().join(",") + "\n"
        };
        let mut text = line(&|column| column.name);
        for cells in self.before_example {
            text += &line(&|column| {
                cells.iter().find(|(name, _)| *name == column.name).map_or("", |cell| cell.1)
            });
        }
        text + &line(&|column| column.example)
    }
}

/// An employee's name as in documents.
pub fn full_name(employee: &StoredRow) -> String {
    let text = |column| match employee.get(&EMPLOYEE, column) {
        Value::Text(text) => text,
        _ => String::new(),
    };
    format!("{} {}", text("first_name"), text("last_name"))
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}
