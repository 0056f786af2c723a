//! A report as a file: CSV, a workbook, or JSON for the terminal.

use super::Reports;
use super::kinds::{ReportFormat, ReportName};
use super::rules::{AskedReport, ReportRefusal};
use super::table::ReportTable;
use super::{listing, summary, words, workbook};
use crate::access::{CompanyFiguresScope, Need};
use crate::shared::clock::Clock;
use crate::shared::language::Language;
use crate::shared::problem::Problem;
use crate::shared::spreadsheet::safe_cell;
use crate::work::Work;
use db::Db;
use serde_json::{Map, Value, json};

/// The figures, or the people behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportPart {
    Summary,
    People,
}
db::text!(ReportPart { Summary = "summary", People = "people" });

/// A file to hand out once it's in the audit trail (`note_export`).
pub struct ReportFile {
    pub name: String,
    pub media_type: &'static str,
    pub content: Vec<u8>,
    asked: AskedReport,
    part: ReportPart,
    format: ReportFormat,
    rows: usize,
}

pub async fn file(
    (db, clock): (&Db, &Clock),
    scope: &CompanyFiguresScope<Reports, impl Need>,
    (asked, part): (&AskedReport, ReportPart),
    format: ReportFormat,
    language: Language,
) -> Result<ReportFile, Problem> {
    let table = match part {
        ReportPart::Summary => summary::summary((db, clock), scope, asked, language).await?,
        ReportPart::People if !asked.name.lists_people() => return Err(ReportRefusal::NoPeople.into()),
        ReportPart::People => listing::everyone((db, clock), scope, (asked, language)).await?,
    };
    let rows = table.rows.len();
    let sheet = words::title(asked.name, language);
    // A large company's takes a moment, and requests shouldn't wait for it.
    let written = tokio::task::spawn_blocking(move || match format {
        ReportFormat::Csv => csv_text(&table, language),
        ReportFormat::Xlsx => workbook::workbook(&table, sheet, language),
        ReportFormat::Json => Ok(json_rows(&table).to_string().into_bytes()),
    });
    let content = written.await.map_err(|error| Problem::Internal(error.to_string()))??;
    let media_type = match format {
        ReportFormat::Csv => "text/csv; charset=utf-8",
        ReportFormat::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ReportFormat::Json => "application/json",
    };
    let name = file_name(asked, part, format);
    Ok(ReportFile { name, media_type, content, asked: *asked, part, format, rows })
}

/// Who got what, about which company and days. The figures themselves stay out of the audit trail.
pub fn note_export(work: &mut Work, scope: &CompanyFiguresScope<Reports, impl Need>, file: &ReportFile) {
    let asked = &file.asked;
    let days = match asked.name.has_range() {
        true => json!([asked.from, asked.to]),
        false => json!([asked.on]),
    };
    let detail = json!({
        "report": asked.name, "part": file.part.as_text(), "format": file.format, "rows": file.rows, "days": days,
        "departmentId": asked.department, "resourceId": asked.resource, "groupBy": asked.grouping,
    });
    work.record("report.exported", "company", scope.company().0, detail);
}

fn file_name(asked: &AskedReport, part: ReportPart, format: ReportFormat) -> String {
    let name = match asked.name {
        ReportName::Balances => "time-off-balances",
        ReportName::TimeOffTaken => "time-off-taken",
        ReportName::Headcount => "headcount",
        ReportName::Decisions => "requests",
        ReportName::Acknowledgements => "acknowledgments",
        ReportName::Consent => "w2-consent",
    };
    let people = if part == ReportPart::People { "-people" } else { "" };
    let day = if asked.name.has_range() { asked.to } else { asked.on };
    format!("{name}{people}-{day}.{}", format.as_text())
}

/// The mark at the start tells Excel that the file is UTF-8. No cell can start a formula.
fn csv_text(table: &ReportTable, language: Language) -> Result<Vec<u8>, Problem> {
    let failed = |error: String| Problem::Internal(error);
    let begun = "\u{feff}".as_bytes().to_vec();
    let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(begun);
    let titles = table.columns.iter().map(|column| safe_cell(column.title(language)).into_owned());
    csv.write_record(titles).map_err(|error| failed(error.to_string()))?;
    for row in &table.rows {
        let cells = row.cells.iter().map(|cell| {
            let shown = cell.shown(language);
            if cell.is_typed() { safe_cell(&shown).into_owned() } else { shown }
        });
        csv.write_record(cells).map_err(|error| failed(error.to_string()))?;
    }
    csv.into_inner().map_err(|error| failed(error.to_string()))
}

/// Each row as an object, by column; hours of a type of time off by its name.
fn json_rows(table: &ReportTable) -> Value {
    let row = |cells: &[super::table::ReportCell]| -> Value {
        let named = table.columns.iter().zip(cells);
        let all = named.map(|(column, cell)| {
            (column.label.clone().unwrap_or_else(|| column.id.to_owned()), json!(cell.raw()))
        });
        Value::Object(all.collect::<Map<_, _>>())
    };
    table.rows.iter().map(|found| row(&found.cells)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::kinds::ReportColumnKind;
    use super::super::table::{ReportCell, ReportRow, columns};
    use super::*;
    use crate::shared::amount::Amount;

    fn table() -> ReportTable {
        let row = |name: &str, state, hours| {
            ReportRow::of(vec![
                ReportCell::Text(name.to_owned()),
                ReportCell::Word(state),
                ReportCell::Amount(Amount::from_cents(hours)),
            ])
        };
        ReportTable {
            columns: columns(&[
                ("name", ReportColumnKind::Text),
                ("method", ReportColumnKind::Word),
                ("hours", ReportColumnKind::Hours),
            ]),
            rows: vec![row("=HYPERLINK(\"x\")", "paper", -400), row("Núñez, \"Ana\"", "notChosen", 1_250)],
        }
    }

    #[test]
    fn a_csv_file_opens_as_text_with_its_numbers_as_numbers() {
        let text = String::from_utf8(csv_text(&table(), Language::Spanish).unwrap()).unwrap();
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines[0], "\u{feff}Empleado,Entrega del W-2,Horas");
        assert_eq!(lines[1], "\"'=HYPERLINK(\"\"x\"\")\",Papel,-4.00");
        assert_eq!(lines[2], "\"Núñez, \"\"Ana\"\"\",Sin elegir (papel),12.50");
        assert_eq!(lines[3..], [""]);
    }

    #[test]
    fn json_has_the_same_words_in_every_language() {
        let expected = json!([
            { "name": "=HYPERLINK(\"x\")", "method": "paper", "hours": "-4.00" },
            { "name": "Núñez, \"Ana\"", "method": "notChosen", "hours": "12.50" },
        ]);
        assert_eq!(json_rows(&table()), expected);
    }
}
