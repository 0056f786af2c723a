//! Files as programs write them, and what is refused.

use super::*;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

fn open(bytes: &[u8], how: &HowToRead) -> Result<SourceTable, Fault> {
    SourceTable::open(Box::new(Cursor::new(bytes.to_vec())), how)
}

fn rows(bytes: &[u8], how: &HowToRead) -> Vec<Result<SampleRow, Fault>> {
    let mut table = open(bytes, how).unwrap();
    std::iter::from_fn(|| table.next_row()).collect()
}

fn cells(bytes: &[u8], how: &HowToRead) -> Vec<(u64, Vec<String>)> {
    rows(bytes, how).into_iter().map(|row| row.map(|row| (row.line, row.cells)).unwrap()).collect()
}

fn says(bytes: &[u8]) -> String {
    open(bytes, &HowToRead::default()).err().unwrap().says
}

fn texts(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

pub(crate) fn workbook(sheet: &str, strings: &str) -> Vec<u8> {
    let mut bytes = Cursor::new(vec![]);
    let mut zip = zip::ZipWriter::new(&mut bytes);
    let parts = [
        ("[Content_Types].xml", "<Types/>"),
        (
            "xl/workbook.xml",
            "<workbook xmlns:r=\"r\"><sheets><sheet name=\"Notes\" sheetId=\"1\" r:id=\"rId1\"/><sheet name=\"Pay &amp; more\" sheetId=\"2\" r:id=\"rId2\"/></sheets></workbook>",
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<Relationships><Relationship Id=\"rId1\" Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"rId2\" Target=\"/xl/worksheets/sheet2.xml\"/></Relationships>",
        ),
        ("xl/sharedStrings.xml", strings),
        ("xl/worksheets/sheet1.xml", "<worksheet><sheetData/></worksheet>"),
        ("xl/worksheets/sheet2.xml", sheet),
    ];
    // As small as it gets: how small other levels are differs between packers.
    let options = SimpleFileOptions::default().compression_level(Some(9));
    for (name, text) in parts {
        zip.start_file(name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    bytes.into_inner()
}

fn pay() -> HowToRead {
    HowToRead { worksheet: Some("pay & MORE".to_owned()), ..HowToRead::default() }
}

#[test]
fn text_is_read_in_every_encoding_and_with_every_delimiter() {
    let plain = "Año;José\r\n1;2,5\r\n\r\n3;\"a\r\nb\"\r\n";
    let wide = |little: bool| -> Vec<u8> {
        let units = plain.encode_utf16();
        units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
    };
    let latin: Vec<u8> = plain.chars().map(|c| c as u8).collect();
    let marked = |mark: &[u8], text: Vec<u8>| [mark, &text].concat();
    for bytes in [
        plain.as_bytes().to_vec(),
        marked(b"\xef\xbb\xbf", plain.as_bytes().to_vec()),
        marked(b"\xff\xfe", wide(true)),
        marked(b"\xfe\xff", wide(false)),
        wide(true),
        wide(false),
        latin,
    ] {
        let found = cells(&bytes, &HowToRead::default());
        assert_eq!(found[0], (1, texts(&["Año", "José"])), "{bytes:?}");
        assert_eq!(found[1], (2, texts(&["1", "2,5"])));
        assert_eq!(found[2], (4, texts(&["3", "a\nb"])));
    }
    for delimiter in [",", "\t", "|"] {
        let text = format!("a{delimiter}b\n1{delimiter}2\n");
        assert_eq!(cells(text.as_bytes(), &HowToRead::default())[1].1, texts(&["1", "2"]));
    }
}

#[test]
fn title_lines_are_left_out_and_lines_keep_their_numbers() {
    let how = HowToRead { title_lines: 2, ..HowToRead::default() };
    let found = cells(b"Cedar, \"Outfitters\n\nid,name\n1,Ana", &how);
    assert_eq!(found, [(3, texts(&["id", "name"])), (4, texts(&["1", "Ana"]))]);
}

#[test]
fn what_is_no_table_is_refused_in_a_sentence() {
    assert_eq!(says(b""), "the file is empty");
    assert!(says(b"\xd0\xcf\x11\xe0\xa1\xb1").contains(".xlsx"));
    assert!(says(b"%PDF-1.7").contains("PDF"));
    assert!(says(b"\x1f\x8b\x08").contains("archive"));
    assert!(says(b"<html><table>").contains("web page"));
    assert!(says(b"a\x00\x01\x02bcdefghij").contains("neither text nor"));
    assert!(says(b"PK\x03\x04 broken").contains("can't be read"));
    let mut bytes = Cursor::new(vec![]);
    let mut zip = zip::ZipWriter::new(&mut bytes);
    zip.start_file("people.csv", SimpleFileOptions::default()).unwrap();
    zip.write_all(b"a,b\n").unwrap();
    zip.finish().unwrap();
    assert!(says(&bytes.into_inner()).contains("ZIP archive; unpack it"));
}

#[test]
fn a_quote_that_is_never_closed_and_a_row_too_wide_end_the_file() {
    let open = format!("a,b\n1,\"{}", "x".repeat(6 << 20));
    let found = rows(open.as_bytes(), &HowToRead::default());
    assert!(found.last().unwrap().as_ref().unwrap_err().says.contains("quote"));
    let wide = format!("a,b\n{}\n1,2\n", ",".repeat(MAX_SOURCE_COLUMNS) + "x");
    let found = rows(wide.as_bytes(), &HowToRead::default());
    assert!(found[1].as_ref().unwrap_err().says.contains("columns"));
    assert_eq!(found.len(), 2);
    let unread = HowToRead { encoding: Some(Encoding::Utf8), ..HowToRead::default() };
    let found = rows(b"a,b\nJos\xe9,2\n3,4\n", &unread);
    assert!(found[1].as_ref().unwrap_err().says.contains("encoding"));
    assert_eq!(found[2].as_ref().unwrap().line, 3, "the rest is read on");
}

#[test]
fn a_worksheet_is_read_with_its_texts_numbers_and_gaps() {
    let sheet = "<worksheet><sheetData>
        <row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"C1\" t=\"inlineStr\"><is><r><t>Ra</t></r><r><t>te</t></r><rPh><t>no</t></rPh></is></c></row>
        <row r=\"2\"/>
        <row r=\"4\"><c r=\"A4\" t=\"s\"><v>1</v></c><c r=\"B4\"><v>46339</v></c><c r=\"C4\"><v>24.499999999999996</v></c>
          <c r=\"D4\" t=\"b\"><v>1</v></c><c r=\"E4\"><f>SUM(A1:A3)</f><v>7</v></c><c r=\"XFD4\"><v>1</v></c></row>
        </sheetData></worksheet>";
    let strings = "<sst><si><t>Name</t></si><si><r><t>Ana </t></r><r><t>&amp; Co &#233;</t></r><rPh><t>no</t></rPh></si></sst>";
    let found = cells(&workbook(sheet, strings), &pay());
    assert_eq!(found[0], (1, texts(&["Name", "", "Rate"])));
    assert_eq!(found[1], (4, texts(&["Ana & Co é", "46339", "24.5", "TRUE", "=SUM(A1:A3)"])));
    let none = HowToRead { worksheet: Some("Pay".to_owned()), ..HowToRead::default() };
    let says = open(&workbook(sheet, strings), &none).err().unwrap().says;
    assert_eq!(says, "this workbook has no worksheet \"Pay\"; it has Notes, Pay & more");
}

#[test]
fn a_bomb_stops_long_before_it_is_unpacked() {
    let bomb =
        format!("<worksheet><sheetData><row r=\"1\"><c r=\"A1\"><v>{}</v></c></row>", "1".repeat(40 << 20));
    let found = rows(&workbook(&bomb, "<sst/>"), &pay());
    assert!(found[0].is_err() && found.len() == 1, "a cell that never ends");
    let rows_of = "<row><c><v>1</v></c></row>".repeat(1_000_000);
    let many = workbook(&format!("<worksheet><sheetData>{rows_of}</sheetData></worksheet>"), "<sst/>");
    let found = rows(&many, &pay());
    assert!(found.last().unwrap().as_ref().unwrap_err().says.contains("unpacks to far more"));
    let strings = format!(
        "<sst>{}</sst>",
        "<si><t>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</t></si>".repeat(400_000)
    );
    assert!(open(&workbook("<worksheet/>", &strings), &pay()).is_err());
}

#[test]
fn a_workbook_with_entities_of_its_own_is_refused() {
    let laughs = "<!DOCTYPE x [<!ENTITY a \"ha\">]><worksheet><sheetData><row r=\"1\"><c r=\"A1\"><v>&a;</v></c></row></sheetData></worksheet>";
    let found = rows(&workbook(laughs, "<sst/>"), &pay());
    assert!(found[0].as_ref().unwrap_err().says.contains("entities"), "{found:?}");
    let half = "<worksheet><sheetData><row r=\"1\"><c r=\"A1\"><v>1</v>";
    assert!(rows(&workbook(half, "<sst/>"), &pay())[0].is_err());
}
