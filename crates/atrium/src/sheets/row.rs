//! A row in a file: its cells by column name. Every fault is reported with its line and column.

use super::cells;
use super::masking::masked;
use super::stored::{StoredRow, StoredTable};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use db::Value;
use std::sync::Arc;

/// A line, and a column's number and name.
pub(super) type CellPlace = (u64, Option<(usize, String)>);

/// A column's number and name in a source; nothing for what isn't in it.
type SourcePlace = Option<(usize, String)>;

pub const EMPTY: &str = "this can't be empty";

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub line: u64,
    /// Its number in the file, from 1, and its name.
    pub column: Option<(usize, String)>,
    pub says: String,
}

impl Fault {
    /// As it may be shown and kept: what it quotes from a file could be an account number.
    pub(super) fn masked(&self) -> Fault {
        let column = self.column.as_ref().map(|(at, name)| (*at, masked(name)));
        Fault { line: self.line, column, says: masked(&self.says) }
    }
}

/// One row in a file, and the faults found in it so far.
#[derive(Debug)]
pub struct SheetRow {
    pub line: u64,
    header: Arc<Vec<String>>,
    cells: Vec<String>,
    pub faults: Vec<Fault>,
    /// The column that names what the row is about; no other row in the file may be about the same thing.
    pub about: Option<(&'static str, String)>,
    /// It needs something whose own row has a fault.
    pub waits: bool,
    /// Where its columns are in a source that was mapped.
    places: Option<Arc<Vec<SourcePlace>>>,
}

impl SheetRow {
    pub fn new(line: u64, header: Arc<Vec<String>>, cells: Vec<String>) -> SheetRow {
        SheetRow { line, header, cells, faults: vec![], about: None, waits: false, places: None }
    }

    /// A row of a mapped source: faults lead to the source's own columns.
    pub fn at_places(self, places: Arc<Vec<SourcePlace>>) -> SheetRow {
        SheetRow { places: Some(places), ..self }
    }

    /// Says something else in a cell.
    pub fn replace(&mut self, column: &str, cell: String) {
        if let Some(at) = self.header.iter().position(|name| name == column) {
            self.cells[at] = cell;
        }
    }

    /// Another row in the file with this key is a fault, reported at this column.
    pub fn once(&mut self, column: &'static str, key: String) {
        self.about = Some((column, key));
    }

    /// What the file says in a column: the value read from its cell, or `otherwise` if that is empty.
    pub fn given(&self, column: &str, said: Option<impl Into<Value>>, otherwise: impl Into<Value>) -> Given {
        let otherwise = otherwise.into();
        let said = self.has(column).then(|| said.map_or_else(|| otherwise.clone(), Into::into));
        Given { said, otherwise }
    }

    /// Whether the file has this column at all: a missing column leaves values as they are.
    pub fn has(&self, column: &str) -> bool {
        self.header.iter().any(|name| name == column)
    }

    /// The cell's text; nothing for an empty cell or a missing column.
    pub fn cell(&self, column: &str) -> Option<&str> {
        let at = self.header.iter().position(|name| name == column)?;
        Some(self.cells[at].as_str()).filter(|cell| !cell.is_empty())
    }

    /// All its cells except one column's, to compare it with other rows in the file.
    pub fn cells_except(&self, column: &str) -> Vec<&str> {
        let cells = self.header.iter().zip(&self.cells).filter(|(name, _)| *name != column);
        cells.map(|(_, cell)| cell.as_str()).collect()
    }

    /// Where a column is, for a fault found after the row itself is gone.
    pub fn place(&self, column: &str) -> Option<(usize, String)> {
        let at = self.header.iter().position(|name| name == column)?;
        match &self.places {
            Some(places) => places.get(at).cloned().flatten(),
            None => Some((at + 1, column.to_owned())),
        }
    }

    pub fn fault(&mut self, column: &str, says: impl Into<String>) {
        let column = self.place(column);
        let fault = Fault { line: self.line, column, says: says.into() };
        // A cell may be read twice: once to report everything wrong with a row, once for its value.
        // Of a mapped cell, only the first thing that is wrong is said.
        let is_told = self.places.is_some()
            && fault.column.is_some()
            && self.faults.iter().any(|known| known.column == fault.column);
        if !is_told && !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    /// An optional cell's value, as a business type.
    pub fn optional<T>(&mut self, column: &str, read: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        match self.cell(column).map(read)? {
            Ok(value) => Some(value),
            Err(says) => {
                self.fault(column, says);
                None
            }
        }
    }

    pub fn required<T>(&mut self, column: &str, read: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        if self.cell(column).is_none() {
            self.fault(column, EMPTY);
        }
        self.optional(column, read)
    }

    pub fn name(&mut self, column: &str) -> Option<String> {
        self.required(column, |cell| cells::text(cell, cells::MAX_CELL_NAME_CHARS))
    }

    pub fn optional_name(&mut self, column: &str) -> Option<String> {
        self.optional(column, |cell| cells::text(cell, cells::MAX_CELL_NAME_CHARS))
    }

    pub fn day(&mut self, column: &str) -> Option<Day> {
        self.required(column, cells::day)
    }

    pub fn amount(&mut self, column: &str) -> Option<Amount> {
        self.required(column, cells::amount)
    }

    pub fn optional_amount(&mut self, column: &str) -> Option<Amount> {
        self.optional(column, cells::amount)
    }
}

/// What a file says in a column. A missing column leaves values as they are.
#[derive(Clone, Debug)]
pub struct Given {
    said: Option<Value>,
    otherwise: Value,
}

impl Given {
    pub fn over(self, there: Option<&StoredRow>, table: &StoredTable, column: &str) -> Value {
        match (self.said, there) {
            (Some(said), _) => said,
            (None, Some(there)) => there.get(table, column),
            (None, None) => self.otherwise,
        }
    }
}
