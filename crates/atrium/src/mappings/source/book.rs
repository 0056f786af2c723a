//! A worksheet of an .xlsx workbook, streamed. The packed workbook is in memory while it's read, because it's read in places,
//! and on no disk. What it unpacks to is limited by what was really unpacked, not by what it says of itself.

use super::strings::{Xml, XmlPart, shared_strings};
use super::{CountedSource, FoundFormat, HowToRead, MAX_SOURCE_COLUMNS, whole_file};
use crate::mappings::rules::SampleRow;
use crate::sheets::Fault;
use flate2::read::DeflateDecoder;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::sync::Arc;
use zip::{CompressionMethod, ZipArchive};

const MAX_WORKBOOK_BYTES: u64 = 40 << 20;
/// Of one part, unpacked.
const MAX_UNPACKED_BYTES: u64 = 1 << 30;
/// Of what describes the workbook, unpacked.
const MAX_INDEX_BYTES: u64 = 4 << 20;
const MAX_PARTS: usize = 5_000;
/// What a program saves unpacks to about ten times its size; a bomb to hundreds of times.
const MAX_RATIO: u64 = 100;

/// Ends with an error where it should have ended by itself.
struct Limited<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(into)?;
        self.left = self
            .left
            .checked_sub(count as u64)
            .ok_or_else(|| io::Error::other("it unpacks to far more than a workbook should"))?;
        Ok(count)
    }
}

type Unpacked = Limited<Box<dyn Read + Send>>;

pub(super) struct BookTable {
    xml: Xml<Unpacked>,
    texts: Vec<Box<str>>,
    line: u64,
    pub sha256: String,
    bytes: u64,
    titles: u64,
}

struct Package {
    archive: ZipArchive<Cursor<Arc<[u8]>>>,
    bytes: Arc<[u8]>,
}

fn damaged(error: impl std::fmt::Display) -> String {
    format!("this workbook can't be read: {error}")
}

impl Package {
    fn part(&mut self, name: &str, most: u64) -> Result<Option<Unpacked>, String> {
        let Some(at) = self.archive.index_for_name(name) else { return Ok(None) };
        let found = self.archive.by_index_raw(at).map_err(damaged)?;
        if found.encrypted() {
            return Err("this workbook is protected; save it without a password".to_owned());
        }
        let (start, packed, method) = (found.data_start(), found.compressed_size(), found.compression());
        drop(found);
        let mut bytes = Cursor::new(self.bytes.clone());
        bytes.seek(SeekFrom::Start(start)).map_err(damaged)?;
        let bytes = bytes.take(packed);
        let inner: Box<dyn Read + Send> = match method {
            CompressionMethod::Stored => Box::new(bytes),
            CompressionMethod::Deflated => Box::new(DeflateDecoder::new(bytes)),
            _ => return Err("this workbook is packed in a way we don't read; save it again".to_owned()),
        };
        let left = most.min(packed.saturating_mul(MAX_RATIO).max(1 << 20));
        Ok(Some(Limited { inner, left }))
    }
}

/// A worksheet's name, and the part it's in.
type Worksheet = (String, String);

fn worksheets(package: &mut Package) -> Result<Vec<Worksheet>, String> {
    let Some(book) = package.part("xl/workbook.xml", MAX_INDEX_BYTES)? else {
        return Err("this is a ZIP archive; unpack it and bring the files in it".to_owned());
    };
    let (mut xml, mut named) = (Xml::new(book), vec![]);
    loop {
        match xml.next().map_err(damaged)? {
            XmlPart::Begin(tag) if tag.name == "sheet" => {
                if let (Some(name), Some(id)) = (tag.get("name"), tag.get("id")) {
                    named.push((name.to_owned(), id.to_owned()));
                }
            }
            XmlPart::Begin(tag) if tag.name == "workbookPr" => {
                if matches!(tag.get("date1904"), Some("1" | "true")) {
                    return Err("this workbook counts its days from 1904; save it as CSV".to_owned());
                }
            }
            XmlPart::Over => break,
            _ => {}
        }
    }
    let Some(relations) = package.part("xl/_rels/workbook.xml.rels", MAX_INDEX_BYTES)? else {
        return Err(damaged("it has no list of its worksheets"));
    };
    let (mut xml, mut targets) = (Xml::new(relations), vec![]);
    loop {
        match xml.next().map_err(damaged)? {
            XmlPart::Begin(tag) if tag.name == "Relationship" => {
                if let (Some(id), Some(target)) = (tag.get("Id"), tag.get("Target")) {
                    let target = match target.strip_prefix('/') {
                        Some(whole) => whole.to_owned(),
                        None => format!("xl/{target}"),
                    };
                    targets.push((id.to_owned(), target));
                }
            }
            XmlPart::Over => break,
            _ => {}
        }
    }
    let place = |(name, id): (String, String)| {
        let target = targets.iter().find(|(of, _)| *of == id)?;
        Some((name, target.1.clone()))
    };
    Ok(named.into_iter().filter_map(place).collect())
}

impl BookTable {
    pub(super) fn open(
        mut from: CountedSource,
        head: Vec<u8>,
        how: &HowToRead,
    ) -> Result<(BookTable, FoundFormat), Fault> {
        let mut bytes = head;
        let rest = from.by_ref().take(MAX_WORKBOOK_BYTES).read_to_end(&mut bytes);
        rest.map_err(|error| whole_file(damaged(error)))?;
        if bytes.len() as u64 > MAX_WORKBOOK_BYTES {
            let says = format!("a workbook can have at most {} MB; save it as CSV", MAX_WORKBOOK_BYTES >> 20);
            return Err(whole_file(says));
        }
        let sha256 = from.sha256();
        Self::unpack(bytes.into(), sha256, how).map_err(whole_file)
    }

    fn unpack(bytes: Arc<[u8]>, sha256: String, how: &HowToRead) -> Result<(BookTable, FoundFormat), String> {
        let size = bytes.len() as u64;
        let archive = Cursor::new(bytes.clone());
        let archive = ZipArchive::new(archive).map_err(damaged)?;
        if archive.len() > MAX_PARTS {
            return Err(damaged("it has too many parts"));
        }
        let mut package = Package { archive, bytes };
        let sheets = worksheets(&mut package)?;
        let names: Vec<String> = sheets.iter().map(|(name, _)| name.clone()).collect();
        let chosen = match &how.worksheet {
            Some(wanted) => sheets.iter().find(|(name, _)| name.trim().eq_ignore_ascii_case(wanted.trim())),
            None => sheets.first(),
        };
        let Some((_, target)) = chosen else {
            let wanted = how.worksheet.clone().unwrap_or_default();
            return Err(format!("this workbook has no worksheet {wanted:?}; it has {}", names.join(", ")));
        };
        let texts = match package.part("xl/sharedStrings.xml", MAX_UNPACKED_BYTES)? {
            Some(part) => shared_strings(part).map_err(damaged)?,
            None => vec![],
        };
        let Some(sheet) = package.part(target, MAX_UNPACKED_BYTES)? else {
            return Err(damaged("its worksheet is missing"));
        };
        let titles = u64::from(how.title_lines);
        let table = BookTable { xml: Xml::new(sheet), texts, line: 0, sha256, bytes: size, titles };
        Ok((table, FoundFormat { worksheets: names, ..FoundFormat::default() }))
    }

    /// The file is read whole before its first row; there is no telling how far a row is.
    pub(super) fn bytes_read(&self) -> u64 {
        self.bytes
    }

    pub(super) fn next(&mut self) -> Option<(Result<SampleRow, Fault>, bool)> {
        loop {
            match self.row() {
                Ok(Some(cells)) => {
                    let is_blank = cells.iter().all(|cell| cell.trim().is_empty());
                    if self.line > self.titles && !is_blank {
                        return Some((Ok(SampleRow { line: self.line, cells }), false));
                    }
                }
                Ok(None) => return None,
                Err(says) => {
                    let fault = Fault { line: self.line.max(1), column: None, says: damaged(says) };
                    return Some((Err(fault), true));
                }
            }
        }
    }

    fn row(&mut self) -> Result<Option<Vec<String>>, String> {
        loop {
            match self.xml.next()? {
                XmlPart::Begin(tag) if tag.name == "row" => {
                    let said = tag.get("r").and_then(|line| line.parse().ok());
                    self.line = said.filter(|line| *line > self.line).unwrap_or(self.line + 1);
                    if !tag.is_empty {
                        return self.cells().map(Some);
                    }
                }
                XmlPart::Over => return Ok(None),
                _ => {}
            }
        }
    }

    fn cells(&mut self) -> Result<Vec<String>, String> {
        let mut cells: Vec<String> = vec![];
        loop {
            match self.xml.next()? {
                XmlPart::Begin(tag) if tag.name == "c" => {
                    let at = tag.get("r").and_then(column_of).unwrap_or(cells.len());
                    if at > MAX_SOURCE_COLUMNS * 2 {
                        // Formatting far to the right is no data.
                        if !tag.is_empty {
                            self.cell("")?;
                        }
                        continue;
                    }
                    let value =
                        if tag.is_empty { String::new() } else { self.cell(tag.get("t").unwrap_or("n"))? };
                    if !value.is_empty() {
                        if cells.len() <= at {
                            cells.resize(at + 1, String::new());
                        }
                        cells[at] = value;
                    }
                }
                XmlPart::End(name) if name == "row" => return Ok(cells),
                XmlPart::Over => return Err("it ends in the middle".to_owned()),
                _ => {}
            }
        }
    }

    /// A cell's value as text. A formula stays one: what it once came to is not read.
    fn cell(&mut self, kind: &str) -> Result<String, String> {
        let (mut value, mut formula, mut inside) = (String::new(), None::<String>, String::new());
        loop {
            match self.xml.next()? {
                XmlPart::Begin(tag) if tag.name == "f" && tag.is_empty => formula = Some(String::new()),
                XmlPart::Begin(tag) if tag.is_empty => {}
                XmlPart::Begin(tag) => {
                    if tag.name == "f" {
                        formula = Some(String::new());
                    }
                    if inside != "rPh" {
                        inside = tag.name;
                    }
                }
                XmlPart::Text(text) => match (inside.as_str(), &mut formula) {
                    ("v" | "t", _) => value.push_str(&text),
                    ("f", Some(formula)) => formula.push_str(&text),
                    _ => {}
                },
                XmlPart::End(name) if name == "c" => break,
                XmlPart::End(name) => {
                    if name == inside {
                        inside.clear();
                    }
                }
                XmlPart::Over => return Err("it ends in the middle".to_owned()),
            }
        }
        if let Some(formula) = formula {
            return Ok(format!("={formula}"));
        }
        Ok(match kind {
            "s" => {
                let at: Option<usize> = value.trim().parse().ok();
                let text = at.and_then(|at| self.texts.get(at)).ok_or("a cell's text is missing")?;
                text.to_string()
            }
            "b" => if value.trim() == "1" { "TRUE" } else { "FALSE" }.to_owned(),
            "n" => plain_number(value.trim()),
            _ => value,
        })
    }
}

/// `AB12` is the 28th column.
fn column_of(place: &str) -> Option<usize> {
    let letters = place.bytes().take_while(u8::is_ascii_alphabetic);
    let number = letters.fold(0_usize, |number, letter| {
        number.saturating_mul(26).saturating_add(usize::from(letter.to_ascii_uppercase() - b'A') + 1)
    });
    number.checked_sub(1)
}

/// The number as the program shows it: it keeps 17 digits, of which the last two are noise.
fn plain_number(text: &str) -> String {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if digits <= 15 && !text.contains(['e', 'E']) {
        return text.to_owned();
    }
    let rounded = text.parse::<f64>().ok().filter(|number| number.is_finite());
    let rounded = rounded.and_then(|number| format!("{number:.14e}").parse::<f64>().ok());
    rounded.map_or_else(|| text.to_owned(), |number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_what_was_typed() {
        assert_eq!(plain_number("24.499999999999996"), "24.5");
        assert_eq!(plain_number("1.2E3"), "1200");
        assert_eq!(plain_number("004417"), "004417");
        assert_eq!(plain_number("1E999"), "1E999");
    }

    #[test]
    fn a_place_says_its_column() {
        assert_eq!(column_of("A1"), Some(0));
        assert_eq!(column_of("AB12"), Some(27));
        assert_eq!(column_of("12"), None);
        assert!(column_of("ZZZZZZZZZZZZZZZZZZZZ1").unwrap() > MAX_SOURCE_COLUMNS);
    }
}
