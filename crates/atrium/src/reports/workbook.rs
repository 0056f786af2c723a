//! A table as an .xlsx workbook with one sheet. Texts are inline strings, which are never formulas; figures are numbers.
//! No clock and no names: the same table is the same bytes.

use super::table::{ReportCell, ReportTable};
use crate::shared::language::Language;
use crate::shared::problem::Problem;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES: &str = "http://schemas.openxmlformats.org/package/2006/content-types";
const SHEET_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/// What Excel takes for one cell.
const MAX_CELL_CHARS: usize = 32_767;
/// What it takes for a sheet's name.
const MAX_SHEET_CHARS: usize = 31;

pub(super) fn workbook(table: &ReportTable, title: &str, language: Language) -> Result<Vec<u8>, Problem> {
    let title: String = title.chars().filter(|c| !"[]:*?/\\".contains(*c)).take(MAX_SHEET_CHARS).collect();
    let parts = [
        (
            "[Content_Types].xml",
            format!(
                "<Types xmlns=\"{TYPES}\"><Default Extension=\"rels\" \
                 ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
                 <Override PartName=\"/xl/workbook.xml\" ContentType=\"{SHEET_TYPE}.sheet.main+xml\"/>\
                 <Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"{SHEET_TYPE}.worksheet+xml\"/></Types>"
            ),
        ),
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns=\"{RELATIONS}\"><Relationship Id=\"rId1\" Type=\"{OFFICE}/officeDocument\" \
                 Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets><sheet name=\"{}\" sheetId=\"1\" r:id=\"rId1\"/>\
                 </sheets></workbook>",
                escaped(&title)
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "<Relationships xmlns=\"{RELATIONS}\"><Relationship Id=\"rId1\" Type=\"{OFFICE}/worksheet\" \
                 Target=\"worksheets/sheet1.xml\"/></Relationships>"
            ),
        ),
        ("xl/worksheets/sheet1.xml", sheet(table, language)),
    ];
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    let failed = |error: String| Problem::Internal(format!("a workbook can't be written: {error}"));
    let mut zip = ZipWriter::new(Cursor::new(vec![]));
    for (name, content) in parts {
        zip.start_file(name, options).map_err(|error| failed(error.to_string()))?;
        zip.write_all(HEAD.as_bytes()).map_err(|error| failed(error.to_string()))?;
        zip.write_all(content.as_bytes()).map_err(|error| failed(error.to_string()))?;
    }
    Ok(zip.finish().map_err(|error| failed(error.to_string()))?.into_inner())
}

fn sheet(table: &ReportTable, language: Language) -> String {
    let mut xml = format!("<worksheet xmlns=\"{MAIN}\"><sheetData>");
    let titles = table.columns.iter().map(|column| text(column.title(language)));
    let _ = write!(xml, "<row r=\"1\">{}</row>", titles.collect::<String>());
    for (place, row) in table.rows.iter().enumerate() {
        let _ = write!(xml, "<row r=\"{}\">", place + 2);
        for cell in &row.cells {
            match cell {
                ReportCell::Nothing => xml.push_str("<c/>"),
                cell if cell.is_number() => {
                    let _ = write!(xml, "<c><v>{}</v></c>", cell.shown(language));
                }
                cell => xml.push_str(&text(&cell.shown(language))),
            }
        }
        xml.push_str("</row>");
    }
    xml.push_str("</sheetData></worksheet>");
    xml
}

fn text(words: &str) -> String {
    let words: String = words.chars().take(MAX_CELL_CHARS).collect();
    format!("<c t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>", escaped(&words))
}

/// What XML can't hold at all is left out.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() && c != '\n' && c != '\t' => {}
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::super::kinds::ReportColumnKind;
    use super::super::table::{ReportRow, columns};
    use super::*;
    use crate::shared::amount::Amount;
    use std::io::Read;

    #[test]
    fn a_workbook_has_texts_that_are_no_formulas_and_figures_that_are_numbers() {
        let cells = vec![
            ReportCell::Text("=1+1 <Ana> & \"Co\"\u{1}".to_owned()),
            ReportCell::Number(3),
            ReportCell::Amount(Amount::from_cents(-150)),
            ReportCell::Nothing,
        ];
        let names = [("name", ReportColumnKind::Text), ("people", ReportColumnKind::Count)];
        let more = [("hours", ReportColumnKind::Hours), ("dueDate", ReportColumnKind::Date)];
        let table =
            ReportTable { columns: columns(&[names, more].concat()), rows: vec![ReportRow::of(cells)] };
        let bytes = workbook(&table, "A/B: report", Language::English).unwrap();
        assert_eq!(bytes, workbook(&table, "A/B: report", Language::English).unwrap());
        let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut part = |name: &str| {
            let mut text = String::new();
            zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
            text
        };
        assert!(part("xl/workbook.xml").contains("name=\"AB report\""));
        let sheet = part("xl/worksheets/sheet1.xml");
        let row = "<row r=\"2\"><c t=\"inlineStr\"><is><t xml:space=\"preserve\">=1+1 &lt;Ana&gt; &amp; \
                   &quot;Co&quot;</t></is></c><c><v>3</v></c><c><v>-1.50</v></c><c/></row>";
        assert!(sheet.contains(row), "{sheet}");
        assert!(!sheet.contains("<f>"));
        for name in ["[Content_Types].xml", "_rels/.rels", "xl/_rels/workbook.xml.rels"] {
            assert!(part(name).starts_with(HEAD), "{name}");
        }
    }
}
