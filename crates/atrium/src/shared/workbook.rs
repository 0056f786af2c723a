//! Writes a workbook (.xlsx) sheet by sheet and row by row. Every cell is text, so no number loses its zeros and nothing is
//! a formula. The same rows are the same bytes. Only what is packed already is in memory.

use std::fmt::Write as _;
use std::io::{self, Cursor, Write as _};
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

/// More a worksheet can't have.
const MAX_ROWS: u32 = 1_048_576;
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

pub struct WorkbookWriter {
    zip: ZipWriter<Cursor<Vec<u8>>>,
    /// Their names; the last one is open.
    sheets: Vec<String>,
    rows: u32,
}

impl Default for WorkbookWriter {
    fn default() -> WorkbookWriter {
        WorkbookWriter { zip: ZipWriter::new(Cursor::new(vec![])), sheets: vec![], rows: 0 }
    }
}

impl WorkbookWriter {
    /// Its first row stays in sight. A name has at most 31 characters, and none of `[]:*?/\`.
    pub fn begin_sheet(&mut self, name: &str) -> io::Result<()> {
        self.end_sheet()?;
        self.sheets.push(name.to_owned());
        self.rows = 0;
        self.begin_file(&format!("xl/worksheets/sheet{}.xml", self.sheets.len()))?;
        let pane = "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>";
        write!(
            self.zip,
            "{HEAD}<worksheet xmlns=\"{MAIN}\"><sheetViews><sheetView workbookViewId=\"0\">{pane}</sheetView></sheetViews><sheetData>"
        )
    }

    pub fn row<T: AsRef<str>>(&mut self, cells: &[T]) -> io::Result<()> {
        if self.rows == MAX_ROWS {
            return Err(io::Error::other("a worksheet can't have more rows"));
        }
        self.rows += 1;
        let mut row = "<row>".to_owned();
        for cell in cells {
            let text = cell.as_ref();
            row += if text.is_empty() { "<c/>" } else { "<c t=\"inlineStr\"><is><t xml:space=\"preserve\">" };
            escape(text, &mut row);
            row += if text.is_empty() { "" } else { "</t></is></c>" };
        }
        row += "</row>";
        self.zip.write_all(row.as_bytes())
    }

    /// The workbook's bytes.
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        self.end_sheet()?;
        let (mut types, mut relations, mut listed) = (String::new(), String::new(), String::new());
        for (at, name) in self.sheets.iter().enumerate() {
            let number = at + 1;
            let mut escaped = String::new();
            escape(name, &mut escaped);
            let _ = write!(
                types,
                "<Override PartName=\"/xl/worksheets/sheet{number}.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml\"/>"
            );
            let _ = write!(
                relations,
                "<Relationship Id=\"rId{number}\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet{number}.xml\"/>"
            );
            let _ = write!(listed, "<sheet name=\"{escaped}\" sheetId=\"{number}\" r:id=\"rId{number}\"/>");
        }
        let parts = [
            (
                "[Content_Types].xml",
                format!(
                    "<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Override PartName=\"/xl/workbook.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/>{types}</Types>"
                ),
            ),
            (
                "_rels/.rels",
                format!(
                    "<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"rId1\" Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
                ),
            ),
            (
                "xl/workbook.xml",
                format!(
                    "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>{listed}</sheets></workbook>"
                ),
            ),
            (
                "xl/_rels/workbook.xml.rels",
                format!("<Relationships xmlns=\"{PACKAGE}/relationships\">{relations}</Relationships>"),
            ),
        ];
        for (path, text) in parts {
            self.begin_file(path)?;
            write!(self.zip, "{HEAD}{text}")?;
        }
        Ok(self.zip.finish()?.into_inner())
    }

    fn end_sheet(&mut self) -> io::Result<()> {
        if self.sheets.is_empty() { Ok(()) } else { write!(self.zip, "</sheetData></worksheet>") }
    }

    fn begin_file(&mut self, path: &str) -> io::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default());
        Ok(self.zip.start_file(path, options)?)
    }
}

/// Without what XML can't hold.
fn escape(text: &str, to: &mut String) {
    for c in text.chars() {
        match c {
            '&' => *to += "&amp;",
            '<' => *to += "&lt;",
            '>' => *to += "&gt;",
            '"' => *to += "&quot;",
            '\t' | '\n' => to.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => to.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn book() -> Vec<u8> {
        let mut book = WorkbookWriter::default();
        for (name, number) in [("deposits", "004417"), ("people", "=1+1")] {
            book.begin_sheet(name).unwrap();
            book.row(&["number", "name"]).unwrap();
            book.row(&[number, "Müller & <Söhne>\u{7}"]).unwrap();
        }
        book.finish().unwrap()
    }

    #[test]
    fn a_workbook_has_its_sheets_with_text_as_it_was_and_the_same_bytes_each_time() {
        let bytes = book();
        assert_eq!(bytes, book());
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut read = |path: &str| {
            let mut text = String::new();
            archive.by_name(path).unwrap().read_to_string(&mut text).unwrap();
            text
        };
        let first = read("xl/worksheets/sheet1.xml");
        assert!(first.contains(">004417<") && first.contains(">Müller &amp; &lt;Söhne&gt;<"), "{first}");
        assert!(read("xl/worksheets/sheet2.xml").contains(">=1+1<"));
        assert!(read("xl/workbook.xml").contains("<sheet name=\"people\" sheetId=\"2\" r:id=\"rId2\"/>"));
        assert!(read("[Content_Types].xml").contains("/xl/worksheets/sheet2.xml"));
    }
}
