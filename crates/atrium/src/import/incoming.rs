//! A file on its way in: in our own format, or read through a mapping.

use super::File;
use super::file::CsvFile;
use super::kinds::ImportKinds;
use crate::mappings::{MappedFile, PeopleBy, PeopleDirectory};
use crate::shared::problem::Problem;
use crate::sheets::{Desk, Fault, ImportSheet, SheetRow};
use jiff::{Timestamp, tz::TimeZone};
use std::io::Read;

pub(super) enum Incoming {
    Plain(Box<CsvFile<Box<dyn Read + Send>>>),
    Mapped(Box<MappedFile>, PeopleDirectory),
}

impl Incoming {
    pub(super) fn open(file: File, kinds: &ImportKinds, now: Timestamp) -> Result<Incoming, Fault> {
        let Some(mut mapping) = file.mapping else {
            let content = CsvFile::open(file.content, kinds)?;
            return match file.kind.filter(|kind| kind != content.sheet.name) {
                None => Ok(Incoming::Plain(Box::new(content))),
                Some(kind) => {
                    let says = format!("this is a {} file, not {kind}", content.sheet.name);
                    Err(Fault { line: 1, column: None, says })
                }
            };
        };
        let sheet = kinds.called(&mapping.kind).ok_or_else(|| Fault {
            line: 1,
            column: None,
            says: format!(
                "the mapping {:?} is for {:?}, which is no kind of file",
                mapping.name, mapping.kind
            ),
        })?;
        if let Some(company) = file.company {
            mapping.fill_in("company", company);
        }
        let this_year = now.to_zoned(TimeZone::UTC).year();
        let mapped = MappedFile::open(&mapping, sheet, file.content, this_year)?;
        Ok(Incoming::Mapped(Box::new(mapped), PeopleDirectory::default()))
    }

    pub(super) fn sheet(&self) -> &'static ImportSheet {
        match self {
            Incoming::Plain(file) => file.sheet,
            Incoming::Mapped(file, _) => file.sheet,
        }
    }

    pub(super) fn rows(&self) -> u64 {
        match self {
            Incoming::Plain(file) => file.rows,
            Incoming::Mapped(file, _) => file.rows,
        }
    }

    pub(super) fn bytes_read(&self) -> u64 {
        match self {
            Incoming::Plain(file) => file.bytes_read(),
            Incoming::Mapped(file, _) => file.bytes_read(),
        }
    }

    /// Of the whole file, once it has been read to the end.
    pub(super) fn sha256(&self) -> String {
        match self {
            Incoming::Plain(file) => file.sha256(),
            Incoming::Mapped(file, _) => file.sha256(),
        }
    }

    pub(super) fn next(&mut self) -> Option<Result<SheetRow, Fault>> {
        match self {
            Incoming::Plain(file) => file.next(),
            Incoming::Mapped(file, _) => file.next_row(),
        }
    }

    /// Puts employee codes where a source names people in its own way.
    pub(super) async fn find_people(
        &mut self,
        desk: &mut Desk<'_>,
        mut rows: Vec<SheetRow>,
    ) -> Result<Vec<SheetRow>, Problem> {
        let Incoming::Mapped(file, directory) = self else { return Ok(rows) };
        let by = file.people;
        if by == PeopleBy::Code {
            return Ok(rows);
        }
        for row in &mut rows {
            let (Some(company), Some(called)) =
                (desk.company(row), row.cell("employee_code").map(str::to_owned))
            else {
                continue;
            };
            if !directory.knows(company) {
                let scope = desk.scope;
                directory.learn(desk.work.tx(), scope, (company, by)).await?;
            }
            match directory.code(company, by, &called) {
                Ok(code) => row.replace("employee_code", code.to_owned()),
                Err(says) => row.fault("employee_code", says),
            }
        }
        Ok(rows)
    }
}
