//! A source's table row by row, as it is: text in any of four encodings, or a worksheet. Nothing is evaluated, and everything
//! has a limit: the file, what it unpacks to, rows, columns, cells.

mod book;
mod strings;
mod text;

use super::rules::{Delimiter, Encoding, SampleRow};
use crate::sheets::Fault;
use aws_lc_rs::digest;
use std::io::{self, Read};

/// Of one file, as it's brought.
pub const MAX_SOURCE_BYTES: u64 = 1 << 30;
pub(crate) const MAX_SOURCE_COLUMNS: usize = 500;
const MAX_SOURCE_ROWS: u64 = 3_000_000;
const MAX_CELL_BYTES: usize = 32_767;
/// What is looked at to tell what a file is.
const HEAD_BYTES: usize = 64 * 1024;

/// How a file is to be read; what is absent is found out.
#[derive(Clone, Debug, Default)]
pub struct HowToRead {
    pub delimiter: Option<Delimiter>,
    pub encoding: Option<Encoding>,
    pub worksheet: Option<String>,
    pub title_lines: u32,
}

/// What a file turned out to be.
#[derive(Clone, Debug, Default)]
pub struct FoundFormat {
    pub delimiter: Option<Delimiter>,
    pub encoding: Option<Encoding>,
    /// Of a workbook, in its order.
    pub worksheets: Vec<String>,
}

impl FoundFormat {
    pub fn is_workbook(&self) -> bool {
        !self.worksheets.is_empty()
    }
}

/// Counts and hashes what is read, and stops at the limit.
struct CountedSource {
    inner: Box<dyn Read + Send>,
    read: u64,
    hash: digest::Context,
}

impl Read for CountedSource {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(into)?;
        self.read += count as u64;
        if self.read > MAX_SOURCE_BYTES {
            return Err(io::Error::other(format!("it is larger than {} MB", MAX_SOURCE_BYTES >> 20)));
        }
        self.hash.update(&into[..count]);
        Ok(count)
    }
}

impl CountedSource {
    fn sha256(&self) -> String {
        self.hash.clone().finish().as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

pub(crate) struct SourceTable {
    inner: TableInner,
    pub format: FoundFormat,
    rows: u64,
    is_over: bool,
}

enum TableInner {
    Text(Box<text::TextTable>),
    Book(Box<book::BookTable>),
}

fn whole_file(says: impl Into<String>) -> Fault {
    Fault { line: 1, column: None, says: says.into() }
}

/// What people bring by mistake, by its first bytes.
fn refused(head: &[u8]) -> Option<&'static str> {
    let starts = |magic: &[u8]| head.starts_with(magic);
    match () {
        () if head.is_empty() => Some("the file is empty"),
        () if starts(b"\xd0\xcf\x11\xe0") => {
            Some("this is an old or protected Excel file; save it as .xlsx without a password, or as CSV")
        }
        () if starts(b"%PDF") => Some("this is a PDF; export the data as CSV or .xlsx"),
        () if starts(b"\x1f\x8b") || starts(b"7z\xbc\xaf") || starts(b"Rar!") => {
            Some("this is an archive; unpack it and bring the files in it")
        }
        () if starts(b"<!DOCTYPE") || starts(b"<html") || starts(b"<?xml") => {
            Some("this is a web page or XML, even if its name says Excel; export the data as CSV or .xlsx")
        }
        () => None,
    }
}

impl SourceTable {
    pub(crate) fn open(from: Box<dyn Read + Send>, how: &HowToRead) -> Result<SourceTable, Fault> {
        let mut counted = CountedSource { inner: from, read: 0, hash: digest::Context::new(&digest::SHA256) };
        let mut head = vec![];
        let unreadable = |error: io::Error| whole_file(format!("the file cannot be read: {error}"));
        counted.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut head).map_err(unreadable)?;
        if let Some(says) = refused(&head) {
            return Err(whole_file(says));
        }
        let (inner, format) = if head.starts_with(b"PK") {
            let (table, format) = book::BookTable::open(counted, head, how)?;
            (TableInner::Book(Box::new(table)), format)
        } else {
            let (table, format) = text::TextTable::open(counted, head, how)?;
            (TableInner::Text(Box::new(table)), format)
        };
        Ok(SourceTable { inner, format, rows: 0, is_over: false })
    }

    /// The next row that isn't empty. After a fault that ends the file there are no more.
    pub(crate) fn next_row(&mut self) -> Option<Result<SampleRow, Fault>> {
        if self.is_over {
            return None;
        }
        let (row, is_last) = match &mut self.inner {
            TableInner::Text(table) => table.next()?,
            TableInner::Book(table) => table.next()?,
        };
        self.is_over = is_last;
        let row = match row {
            Ok(row) => row,
            Err(fault) => return Some(Err(fault)),
        };
        self.rows += 1;
        let line = row.line;
        let says = if self.rows > MAX_SOURCE_ROWS {
            self.is_over = true;
            format!("the file has more than {MAX_SOURCE_ROWS} rows")
        } else if row.cells.len() > MAX_SOURCE_COLUMNS {
            self.is_over = true;
            format!("the row has {} columns; the limit is {MAX_SOURCE_COLUMNS}", row.cells.len())
        } else if row.cells.iter().any(|cell| cell.len() > MAX_CELL_BYTES) {
            format!("a cell is longer than {MAX_CELL_BYTES} bytes")
        } else {
            return Some(Ok(row));
        };
        Some(Err(Fault { line, column: None, says }))
    }

    pub(crate) fn bytes_read(&self) -> u64 {
        match &self.inner {
            TableInner::Text(table) => table.counted().read,
            TableInner::Book(table) => table.bytes_read(),
        }
    }

    /// Of the whole file, once it has been read to the end.
    pub(crate) fn sha256(&self) -> String {
        match &self.inner {
            TableInner::Text(table) => table.counted().sha256(),
            TableInner::Book(table) => table.sha256.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
