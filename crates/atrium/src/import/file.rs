//! A CSV file row by row: its encoding, its header, and which kind of file it is.

use super::kinds::ImportKinds;
use crate::sheets::{Fault, ImportSheet, SheetRow};
use aws_lc_rs::digest;
use std::io::Read;
use std::sync::Arc;

/// Counts and hashes what is read from a file, drops the byte order mark some programs put before UTF-8, and ends every
/// line the same way, including the last: otherwise the row reader miscounts lines.
struct Watched<R> {
    inner: R,
    read: u64,
    hash: digest::Context,
    begun: Option<Vec<u8>>,
    /// The last byte was a carriage return: a line feed right after it doesn't end another line.
    is_returned: bool,
    is_ended: bool,
    /// Since the row before: a quote that is never closed would make one row of the rest of the file.
    since_row: u64,
}

const MAX_ROW_BYTES: u64 = 4 << 20;
const NO_TEXT: &str = "this is not UTF-8 text: save the file as “CSV UTF-8”, or read it through a mapping if it's a workbook or in another encoding";
const MARK: &[u8] = b"\xef\xbb\xbf";

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        while !self.is_ended && !into.is_empty() {
            let count = self.bytes(into)?;
            self.since_row += count as u64;
            if self.since_row > MAX_ROW_BYTES {
                let says = "a row is far too long: is a quote in it never closed?";
                return Err(std::io::Error::other(says));
            }
            if count == 0 {
                self.is_ended = true;
                into[0] = b'\n';
                return Ok(1);
            }
            match self.end_lines(&mut into[..count]) {
                // The line feed of a line that has already ended.
                0 => {}
                kept => return Ok(kept),
            }
        }
        Ok(0)
    }
}

impl<R: Read> Watched<R> {
    /// Turns any line ending into one line feed, in place, and returns how much is left.
    fn end_lines(&mut self, bytes: &mut [u8]) -> usize {
        let mut kept = 0;
        for at in 0..bytes.len() {
            let byte = bytes[at];
            let is_again = byte == b'\n' && self.is_returned;
            self.is_returned = byte == b'\r';
            if !is_again {
                bytes[kept] = if byte == b'\r' { b'\n' } else { byte };
                kept += 1;
            }
        }
        kept
    }

    fn bytes(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if let Some(mut start) = self.begun.take() {
            if start.is_empty() {
                self.inner.by_ref().take(3).read_to_end(&mut start)?;
                self.read += start.len() as u64;
                self.hash.update(&start);
                if start == MARK {
                    start.clear();
                }
            }
            let count = start.len().min(into.len());
            into[..count].copy_from_slice(&start[..count]);
            if count < start.len() {
                self.begun = Some(start.split_off(count));
            }
            if count > 0 {
                return Ok(count);
            }
        }
        let count = self.inner.read(into)?;
        self.read += count as u64;
        self.hash.update(&into[..count]);
        Ok(count)
    }
}

pub(super) struct CsvFile<R> {
    reader: csv::Reader<Watched<R>>,
    pub sheet: &'static ImportSheet,
    header: Arc<Vec<String>>,
    row: csv::StringRecord,
    pub rows: u64,
    /// A file that can't be read any further is reported once.
    is_broken: bool,
}

impl<R: Read> CsvFile<R> {
    pub(super) fn open(from: R, kinds: &ImportKinds) -> Result<CsvFile<R>, Fault> {
        let watched = Watched {
            inner: from,
            read: 0,
            hash: digest::Context::new(&digest::SHA256),
            begun: Some(Vec::new()),
            is_returned: false,
            is_ended: false,
            since_row: 0,
        };
        let mut reader =
            csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::Headers).from_reader(watched);
        let header = reader.headers().map_err(|error| match error.kind() {
            // A workbook, an archive or another encoding: a mapping tells which, and reads what can be read.
            csv::ErrorKind::Utf8 { .. } => Fault { line: 1, column: None, says: NO_TEXT.to_owned() },
            _ => unreadable(&error, 1),
        })?;
        let header: Vec<String> =
            header.iter().map(|name| name.to_ascii_lowercase().replace(' ', "_")).collect();
        let fault = |says| Fault { line: 1, column: None, says };
        match header.as_slice() {
            [] => return Err(fault("the file is empty".to_owned())),
            [only] if only.contains([';', '\t']) => {
                return Err(fault(
                    "the columns are not separated by commas; save the file as CSV with commas".to_owned(),
                ));
            }
            _ => {}
        }
        if let Some(twice) = header.iter().enumerate().find(|(n, name)| header[..*n].contains(name)) {
            return Err(fault(format!("the column {:?} appears twice", twice.1)));
        }
        let sheet = kinds.of_header(&header).ok_or_else(|| {
            let (sheet, lacks, strange) = kinds.nearest(&header);
            let lacks = if lacks.is_empty() {
                String::new()
            } else {
                format!("; it is missing {}", lacks.join(", "))
            };
            let strange = if strange.is_empty() {
                String::new()
            } else {
                format!("; unknown columns: {}", strange.join(", "))
            };
            fault(format!(
                "this is not a file we recognize; it looks most like {}{lacks}{strange}",
                sheet.name
            ))
        })?;
        Ok(CsvFile {
            reader,
            sheet,
            header: Arc::new(header),
            row: csv::StringRecord::new(),
            rows: 0,
            is_broken: false,
        })
    }

    pub(super) fn bytes_read(&self) -> u64 {
        self.reader.get_ref().read
    }

    /// Of the whole file, once it has been read to the end.
    pub(super) fn sha256(&self) -> String {
        let sum = self.reader.get_ref().hash.clone().finish();
        sum.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The next row that isn't empty. A row with more or fewer cells than the header is a fault only in that row.
    pub(super) fn next(&mut self) -> Option<Result<SheetRow, Fault>> {
        while !self.is_broken {
            let line = self.reader.position().line();
            self.reader.get_mut().since_row = 0;
            match self.reader.read_record(&mut self.row) {
                Ok(false) => return None,
                Err(error) => {
                    self.is_broken = error.is_io_error();
                    return Some(Err(unreadable(&error, line)));
                }
                Ok(true) if self.row.iter().all(|cell| cell.trim().is_empty()) => {}
                Ok(true) => {
                    self.rows += 1;
                    let line = line.max(self.first_line());
                    if self.row.len() != self.header.len() {
                        let (has, wants) = (self.row.len(), self.header.len());
                        let says = format!("the row has {has} cells, but the header has {wants}");
                        return Some(Err(Fault { line, column: None, says }));
                    }
                    let cells = self.row.iter().map(|cell| cell.trim().to_owned()).collect();
                    return Some(Ok(SheetRow::new(line, self.header.clone(), cells)));
                }
            }
        }
        None
    }

    /// Where the current row begins: the reader is past its end, and there may have been empty lines before it.
    fn first_line(&self) -> u64 {
        let within: usize = self.row.iter().map(|cell| cell.matches('\n').count()).sum();
        self.reader.position().line().saturating_sub(within as u64 + 1)
    }
}

fn unreadable(error: &csv::Error, line: u64) -> Fault {
    let line = error.position().map_or(line, csv::Position::line);
    let says = match error.kind() {
        csv::ErrorKind::Utf8 { .. } => "this is not UTF-8: save the file as “CSV UTF-8”".to_owned(),
        csv::ErrorKind::Io(error) => format!("the file cannot be read: {error}"),
        _ => format!("this is not CSV: {error}"),
    };
    Fault { line, column: None, says }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::all_features::IMPORT_KINDS;

    const HEADER: &str = "username,role,company\n";

    fn rows(bytes: &[u8]) -> Vec<Result<SheetRow, Fault>> {
        let mut table = CsvFile::open(bytes, &IMPORT_KINDS).unwrap();
        std::iter::from_fn(|| table.next()).collect()
    }

    #[test]
    fn a_mark_at_the_beginning_is_no_part_of_the_first_name() {
        let plain = format!("{HEADER}ana,Employee,Cedar\n");
        let marked = [MARK, plain.as_bytes()].concat();
        for bytes in [plain.as_bytes(), &marked] {
            let rows = rows(bytes);
            assert_eq!(rows[0].as_ref().unwrap().cell("username"), Some("ana"));
        }
        assert_eq!(
            CsvFile::open(MARK, &IMPORT_KINDS).err().unwrap().line,
            1,
            "a file of a mark alone has no header"
        );
    }

    #[test]
    fn a_row_knows_its_line_also_after_a_cell_of_several_lines() {
        let text = format!("{HEADER}\"a\nna\",Employee,Cedar\n\n,,\nvictor,Employee,Cedar\n");
        let rows = rows(text.as_bytes());
        let lines: Vec<u64> = rows.iter().map(|row| row.as_ref().unwrap().line).collect();
        assert_eq!(lines, [2, 6]);
    }

    #[test]
    fn a_row_knows_its_line_however_lines_end_and_wherever_empty_ones_stand() {
        let text =
            format!("{HEADER}\n\n\"a\nna\",Employee,Cedar\n  ,,\n\nvictor,Employee,\"Cedar\n\"\nomar,x,y");
        for ends in ["\n", "\r\n", "\r"] {
            for mark in ["", "\u{feff}"] {
                let rows = rows(format!("{mark}{text}").replace('\n', ends).as_bytes());
                let lines: Vec<u64> = rows.iter().map(|row| row.as_ref().unwrap().line).collect();
                assert_eq!(lines, [4, 8, 10], "{ends:?} {mark:?}");
                assert_eq!(rows[1].as_ref().unwrap().cell("company"), Some("Cedar"));
            }
        }
        let open = rows(format!("{HEADER}\"ana,Employee,Cedar\nvictor,Employee,Cedar\n").as_bytes());
        assert_eq!(
            open[0].as_ref().unwrap_err().line,
            2,
            "a quote that is never closed begins where it begins"
        );
    }

    #[test]
    fn what_is_damaged_is_said_with_its_line_and_the_rest_is_read_on() {
        let rows =
            rows(b"username,role,company\nana,Employee\nv\xefctor,Employee,Cedar\ngrace,Administrator,\n");
        let says = |n: usize| rows[n].as_ref().err().map(|fault| (fault.line, fault.says.clone())).unwrap();
        assert_eq!(says(0), (2, "the row has 2 cells, but the header has 3".to_owned()));
        assert_eq!(says(1).0, 3);
        assert!(says(1).1.contains("UTF-8"));
        assert_eq!(rows[2].as_ref().unwrap().cell("company"), None);
    }

    #[test]
    fn a_quote_that_is_never_closed_ends_the_file_long_before_its_end() {
        let open = format!("{HEADER}ana,Employee,\"{}", "x".repeat(6 << 20));
        let rows = rows(open.as_bytes());
        assert_eq!(rows.len(), 1);
        assert!(rows[0].as_ref().unwrap_err().says.contains("never closed"));
    }

    #[test]
    fn a_fault_names_the_column_by_its_number_and_its_name() {
        let mut rows = rows(format!("{HEADER},Employee,Cedar\n").as_bytes());
        let row = rows[0].as_mut().unwrap();
        assert_eq!(row.name("username"), None);
        assert_eq!(row.faults[0].column, Some((1, "username".to_owned())));
        assert_eq!(row.faults[0].line, 2);
    }

    #[test]
    fn a_workbook_or_an_archive_is_one_sentence() {
        for bytes in [&b"PK\x03\x04\x14\x00\x08\xf5\xc3\n"[..], b"\xff\xfeu\x00s\x00\n"] {
            assert_eq!(CsvFile::open(bytes, &IMPORT_KINDS).err().unwrap().says, NO_TEXT);
        }
    }

    #[test]
    fn a_column_twice_and_an_unknown_header_are_refused() {
        let refused = |text: &str| CsvFile::open(text.as_bytes(), &IMPORT_KINDS).err().unwrap().says;
        assert!(refused("username,role,role\n").contains("appears twice"));
        assert!(refused("username,rolle\n").contains("roles; it is missing role; unknown columns: rolle"));
    }
}
