//! What assistive technology and archives find in a finished document.

mod reader;

use std::collections::BTreeSet;

use pdf::{
    Align, Color, Column, Date, FactGrid, Language, Layout, Level, Metadata, Panel, Paper, Table, TextStyle,
    Weight,
};
use reader::{Element, Pdf};

const BODY: TextStyle = TextStyle::new(Weight::Regular, 9.0, Color::INK);
const BOLD: TextStyle = TextStyle::new(Weight::SemiBold, 12.0, Color::INK);
const BOX: Panel =
    Panel { fill: Some(Color::WASH), border: Some((0.5, Color::INK)), radius_pt: 4.0, padding_pt: 8.0 };

fn metadata() -> Metadata {
    Metadata {
        title: "Recibo de pago & más <2026>".into(),
        author: "Harbor Point Health, Inc.".into(),
        document_id: "PS-1".into(),
        issued: Date { year: 2026, month: 11, day: 18 },
    }
}

fn finish(layout: Layout) -> Vec<u8> {
    layout.finish(&metadata()).expect("both validators accept it")
}

fn read(layout: Layout) -> Pdf {
    Pdf::read(&finish(layout))
}

/// A document with one of everything.
fn statement(language: Language, rows: usize) -> Layout {
    let mut layout = Layout::new(Paper::LETTER, language);
    let at = layout.top();
    let at = layout.heading(at, Level::One, BOLD, "Recibo de pago");
    let at = layout.text(at, BODY, "Período: del 1 al 14 de noviembre, María José Núñez-Ibáñez.");
    let at = layout.rule(at, 1.0, Color::ACCENT);
    let at = layout.paragraph(|ink| {
        let below = ink.text(at, BOLD, "Harbor Point Health");
        ink.text(below, BODY, "1200 Embarcadero")
    });
    let at = layout.boxed(at, BOX, |layout, at| {
        let grid = FactGrid { columns: 2, column_gap_pt: 8.0, row_gap_pt: 4.0, label: BODY, value: BOLD };
        layout.fact_grid(at, grid, &[("Employee", "E-1"), ("Rate", "$42.15"), ("Note", "")])
    });
    layout.decoration(|ink| ink.text(at, BODY.aligned(Align::Right), "cut here"));
    let at = layout.heading(at, Level::Two, BOLD, "Ingresos");
    let columns = [Column::text("Description"), Column::figures("Hours"), Column::figures("Amount")];
    let mut table = Table::new("Earnings", columns);
    table.group("Worked");
    for row in 1..=rows {
        table.row([format!("Row {row}"), String::new(), format!("{row}.00")]);
    }
    table.total(["", "8.00", "$100.00"]);
    layout.table(at, &table);
    layout.footer(BODY, "Harbor Point Health · PS-1");
    layout
}

#[test]
fn the_document_says_what_it_is_in_which_language_and_to_which_standards() {
    for (language, tag) in [(Language::English, "en-US"), (Language::Spanish, "es-US")] {
        let pdf = read(statement(language, 3));
        assert_eq!(pdf.catalog().get(b"Lang").unwrap().as_str().unwrap(), tag.as_bytes());
        assert!(pdf.dictionary("MarkInfo").get(b"Marked").unwrap().as_bool().unwrap());
        assert!(pdf.dictionary("ViewerPreferences").get(b"DisplayDocTitle").unwrap().as_bool().unwrap());
        let xmp = pdf.xmp();
        for claim in ["<pdfuaid:part>1<", "<pdfaid:part>2<", "<pdfaid:conformance>A<"] {
            assert!(xmp.contains(claim), "{claim} is missing in {xmp}");
        }
        assert!(xmp.contains("Recibo de pago &amp; más &lt;2026&gt;"), "{xmp}");
        assert!(xmp.contains("2026-11-18"), "{xmp}");
    }
}

#[test]
fn the_tree_reads_in_the_order_of_the_document() {
    let document = read(statement(Language::English, 3)).structure();
    assert_eq!(document.role, "Document");
    assert_eq!(document.roles(), ["H1", "P", "P", "L", "H2", "Table"]);
    assert_eq!(document.all("H1")[0].title, "Recibo de pago");
    assert_eq!(document.all("P")[1].text, "Harbor Point Health 1200 Embarcadero ");
    let facts: Vec<_> = document.all("LI").iter().map(|item| (item.roles(), item.text.as_str())).collect();
    let both = vec!["Lbl", "LBody"];
    let wanted = [(both.clone(), "Employee E-1 "), (both, "Rate $42.15 "), (vec!["Lbl"], "Note ")];
    assert_eq!(facts, wanted);
}

#[test]
fn a_table_has_headers_with_scope_and_as_many_columns_in_every_row() {
    let document = read(statement(Language::English, 3)).structure();
    let table = &document.all("Table")[0];
    assert_eq!(table.attributes["Summary"], "Earnings");
    assert_eq!(table.roles(), ["THead", "TBody", "TFoot"]);
    let cell = |cell: &Element| {
        let attribute = |name: &str| cell.attributes.get(name).map_or("", String::as_str).to_owned();
        (cell.role.clone(), attribute("Scope"), attribute("ColSpan"), cell.text.clone())
    };
    let row = |i: usize| table.all("TR")[i].children.iter().map(cell).collect::<Vec<_>>();
    let own = |cells: &[(&str, &str, &str, &str)]| {
        let cells = cells.iter().map(|&(a, b, c, d)| (a.into(), b.into(), c.into(), d.into()));
        cells.collect::<Vec<(String, String, String, String)>>()
    };
    let heads =
        [("TH", "Column", "", "Description"), ("TH", "Column", "", "Hours"), ("TH", "Column", "", "Amount")];
    assert_eq!(row(0), own(&heads));
    assert_eq!(row(1), own(&[("TH", "Row", "3", "Worked")]));
    assert_eq!(row(2), own(&[("TH", "Row", "", "Row 1"), ("TD", "", "", ""), ("TD", "", "", "1.00")]));
    assert_eq!(row(5), own(&[("TD", "", "", ""), ("TD", "", "", "8.00"), ("TD", "", "", "$100.00")]));
    for row in table.all("TR") {
        let span = |cell: &Element| cell.attributes.get("ColSpan").map_or(1, |span| span.parse().unwrap());
        assert_eq!(row.children.iter().map(span).sum::<usize>(), 3);
    }
}

#[test]
fn all_content_is_either_in_the_tree_once_or_an_artifact() {
    let pdf = read(statement(Language::English, 90));
    assert!(pdf.pages.len() > 1);
    let document = pdf.structure();
    let mut in_tree = Vec::new();
    document.walk(&mut |element| in_tree.extend(element.content.iter().copied()));
    let on_pages: BTreeSet<(usize, i64)> = (pdf.pages.iter().enumerate())
        .flat_map(|(i, page)| page.marked.keys().map(move |&number| (i, number)))
        .collect();
    assert_eq!(in_tree.len(), on_pages.len(), "no content hangs in the tree twice");
    assert_eq!(in_tree.into_iter().collect::<BTreeSet<_>>(), on_pages);
    for page in &pdf.pages {
        assert_eq!(page.unmarked, 0);
    }
    let decoration: Vec<_> = pdf.pages[0].artifacts.iter().filter(|a| a.text == "cut here ").collect();
    assert_eq!(decoration.len(), 1);
    assert_eq!(decoration[0].kind, "Layout");
}

#[test]
fn a_table_of_200_rows_repeats_its_heads_on_every_page_and_numbers_the_pages() {
    for (language, continued, number) in [
        (Language::English, "Earnings, continued", |page, pages| format!("Page {page} of {pages}")),
        (Language::Spanish, "Earnings, continuación", |page, pages| format!("Página {page} de {pages}")),
    ] as [(Language, &str, fn(usize, usize) -> String); 2]
    {
        let pdf = read(statement(language, 200));
        let pages = pdf.pages.len();
        assert!(pages >= 5, "{pages} pages");
        for (i, page) in pdf.pages.iter().enumerate() {
            let repeated: Vec<&str> = (page.artifacts.iter())
                .filter(|artifact| artifact.kind == "Pagination" && artifact.subtype.is_empty())
                .map(|artifact| artifact.text.as_str())
                .collect();
            let wanted: &[&str] = if i == 0 { &[] } else { &[continued, "Description", "Hours", "Amount"] };
            assert_eq!(repeated, wanted, "on page {}", i + 1);
            let footer: Vec<&str> = (page.artifacts.iter())
                .filter(|artifact| artifact.subtype == "Footer")
                .map(|artifact| artifact.text.as_str())
                .collect();
            assert_eq!(footer, [&number(i + 1, pages), "Harbor Point Health · PS-1"]);
        }
        let document = pdf.structure();
        assert_eq!(document.all("Table").len(), 1, "one table, however many pages");
        let names: Vec<&str> =
            (document.all("TR").iter().skip(2)).map(|row| row.children[0].text.as_str()).take(200).collect();
        assert_eq!(names, (1..=200).map(|row| format!("Row {row}")).collect::<Vec<_>>());
    }
}

#[test]
fn a_table_without_rows_has_its_heads_and_says_so() {
    let mut layout = Layout::new(Paper::LETTER, Language::English);
    let mut table = Table::new("Deposits", [Column::text("Account"), Column::figures("Amount")]);
    let at = layout.top();
    let at = layout.table(at, &table);
    table.empty_note = Some("No deposits in this period.".into());
    layout.table(at, &table);
    let document = read(layout).structure();
    let tables = document.all("Table");
    assert_eq!(tables[0].roles(), ["THead"]);
    assert_eq!(tables[1].roles(), ["THead", "TBody"]);
    let note = tables[1].all("TD")[0];
    assert_eq!(
        (note.text.as_str(), note.attributes["ColSpan"].as_str()),
        ("No deposits in this period.", "2")
    );
}

#[test]
fn headings_make_the_outline_and_never_skip_a_level() {
    let mut layout = Layout::new(Paper::LETTER, Language::English);
    let mut at = layout.top();
    for (level, text) in [
        (Level::Two, "Statement"),
        (Level::Three, "Earnings"),
        (Level::Three, "Overtime"),
        (Level::One, "Annex"),
        (Level::Three, "Notes"),
    ] {
        at = layout.heading(at, level, BOLD, text);
    }
    let pdf = read(layout);
    let document = pdf.structure();
    assert_eq!(document.roles(), ["H1", "H2", "H3", "H1", "H2"]);
    let outline: Vec<(usize, String)> = pdf.outline();
    let outline: Vec<(usize, &str)> = outline.iter().map(|(depth, title)| (*depth, title.as_str())).collect();
    assert_eq!(outline, [(0, "Statement"), (1, "Earnings"), (2, "Overtime"), (0, "Annex"), (1, "Notes")]);
}

#[test]
fn accents_and_signs_can_be_copied_out_of_the_document() {
    let text = "María José Núñez-Ibáñez ¿Cuánto? ¡Ñandú! pingüino N.º 1 − 2 × 3 “comillas” €";
    let mut layout = Layout::new(Paper::LETTER, Language::Spanish);
    let at = layout.top();
    layout.text(at, BODY, text);
    assert_eq!(read(layout).structure().text, text);
}

#[test]
fn no_character_whatsoever_makes_a_document_fail_and_what_has_no_glyph_keeps_its_text() {
    let kept = "Li 李小龙, Հայկ, ქართული, שרה, عمر, 한국어, 🙂, e\u{301}, x\u{335}\u{320}";
    let mut layout = Layout::new(Paper::LETTER, Language::English);
    let at = layout.top();
    let at = layout.text(at, BODY, kept);
    let at = layout.heading(at, Level::One, BOLD, "\u{e000}\0\u{feff}");
    // All of Latin, and one in 127 of the rest of Unicode.
    let sample = (0..0x300).chain((0x300..0x11_0000).step_by(127)).filter_map(char::from_u32);
    layout.text(at, BODY, &sample.collect::<String>());
    let document = read(layout).structure();
    assert_eq!(document.children[0].text, kept);
    assert_eq!(document.children[1].text, "\u{fffd}\u{fffd}");
}

#[test]
fn a_word_longer_than_its_column_is_wrapped_and_stays_whole_in_the_text() {
    let word = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren".repeat(3);
    let mut layout = Layout::new(Paper::LETTER, Language::English);
    let at = layout.top();
    let mut table = Table::new("Names", [Column::text("Name"), Column::figures("Amount")]);
    table.row([word.as_str(), "1.00"]);
    layout.table(at.column(0.0, 200.0), &table);
    let document = read(layout).structure();
    let name = document.all("TH")[2];
    assert_eq!(name.text, word);
    assert!(name.content.len() > 2, "over several lines");
}

#[test]
fn a_document_with_nothing_in_it_is_still_a_document() {
    let mut layout = Layout::new(Paper::LETTER, Language::English);
    let at = layout.top();
    let at = layout.text(at, BODY, "  ");
    layout.facts(|_| ());
    layout.heading(at, Level::One, BOLD, "");
    let pdf = read(layout);
    assert_eq!(pdf.pages.len(), 1);
    assert!(pdf.structure().children.is_empty());
}

#[test]
fn the_same_input_gives_the_same_bytes_on_any_thread() {
    let make = || finish(statement(Language::Spanish, 120));
    let first = make();
    let others = [std::thread::spawn(make), std::thread::spawn(make)];
    for other in others {
        assert!(other.join().unwrap() == first, "bytes differ");
    }
    assert!(finish(statement(Language::Spanish, 121)) != first);
}
