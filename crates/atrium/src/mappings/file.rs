//! A source read through a mapping: rows of one of our sheets. Faults keep their place in the source.

use super::rules::{Mapping, PeopleBy, SampleRow, TurnPlan, header_of};
use super::source::{FoundFormat, HowToRead, SourceTable};
use crate::sheets::{Fault, ImportSheet, SheetRow};
use std::collections::VecDeque;
use std::io::Read;

impl From<&Mapping> for HowToRead {
    fn from(mapping: &Mapping) -> HowToRead {
        HowToRead {
            delimiter: mapping.delimiter,
            encoding: mapping.encoding,
            worksheet: mapping.worksheet.clone(),
            title_lines: mapping.title_lines,
        }
    }
}

pub struct MappedFile {
    table: SourceTable,
    plan: TurnPlan,
    pub sheet: &'static ImportSheet,
    pub people: PeopleBy,
    pub rows: u64,
    waiting: VecDeque<SheetRow>,
}

/// The table behind its header.
fn headed(from: Box<dyn Read + Send>, how: &HowToRead) -> Result<(SourceTable, Vec<String>), Fault> {
    let mut table = SourceTable::open(from, how)?;
    let first = table.next_row().unwrap_or_else(|| {
        let line = u64::from(how.title_lines) + 1;
        Err(Fault { line, column: None, says: "the file has no header; check the lines above it".to_owned() })
    })?;
    Ok((table, header_of(&first.cells)))
}

impl MappedFile {
    /// `this_year` is for years of two digits. `sheet` is the one that the mapping names.
    pub fn open(
        mapping: &Mapping,
        sheet: &'static ImportSheet,
        from: Box<dyn Read + Send>,
        this_year: i16,
    ) -> Result<MappedFile, Fault> {
        let (table, header) = headed(from, &mapping.into())?;
        let line = u64::from(mapping.title_lines) + 1;
        let plan = TurnPlan::new(mapping, &header, this_year, table.format.is_workbook())
            .map_err(|says| Fault { line, column: None, says })?;
        Ok(MappedFile { table, plan, sheet, people: mapping.people, rows: 0, waiting: VecDeque::new() })
    }

    pub fn bytes_read(&self) -> u64 {
        self.table.bytes_read()
    }

    pub fn sha256(&self) -> String {
        self.table.sha256()
    }

    pub fn columns(&self) -> &[String] {
        &self.plan.header
    }

    pub fn next_row(&mut self) -> Option<Result<SheetRow, Fault>> {
        loop {
            if let Some(row) = self.waiting.pop_front() {
                return Some(Ok(row));
            }
            let row = match self.table.next_row()? {
                Ok(row) => row,
                Err(fault) => return Some(Err(fault)),
            };
            self.rows += 1;
            let turned = match self.plan.rows(&row.cells) {
                Ok(turned) => turned,
                Err(says) => return Some(Err(Fault { line: row.line, column: None, says })),
            };
            for one in turned {
                let mut ours =
                    SheetRow::new(row.line, self.plan.header.clone(), one.cells).at_places(one.places);
                for (at, says) in one.faults {
                    ours.fault(&self.plan.header[at], says);
                }
                self.waiting.push_back(ours);
            }
        }
    }
}

/// The beginning of a file as it is.
pub struct FileSample {
    pub format: FoundFormat,
    pub rows: Vec<SampleRow>,
}

const MAX_SAMPLE_ROWS: usize = 300;

/// Rows that can't be read are left out: a sample is to look at, and the import reports them.
pub fn sample(from: Box<dyn Read + Send>, how: &HowToRead) -> Result<FileSample, Fault> {
    let mut table = SourceTable::open(from, &HowToRead { title_lines: 0, ..how.clone() })?;
    let mut rows = vec![];
    while rows.len() < MAX_SAMPLE_ROWS
        && let Some(row) = table.next_row()
    {
        rows.extend(row.ok());
    }
    Ok(FileSample { format: table.format, rows })
}

/// Whether a file has all that the mapping reads; else what is missing.
pub fn fits(mapping: &Mapping, from: Box<dyn Read + Send>) -> Result<(), Fault> {
    let (table, header) = headed(from, &mapping.into())?;
    let line = u64::from(mapping.title_lines) + 1;
    let plan = TurnPlan::new(mapping, &header, 2000, table.format.is_workbook());
    plan.map(drop).map_err(|says| Fault { line, column: None, says })
}
