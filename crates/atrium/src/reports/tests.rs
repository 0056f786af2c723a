//! Reports as people of the demo world, on both engines: who sees which figures, and what they add up to.

#[path = "tests/figures.rs"]
mod figures;
#[path = "tests/mailing.rs"]
mod mailing;
#[path = "tests/terminal.rs"]
mod terminal;

use crate::world::{Actor, Reply, Standing};
use serde_json::{Value, json};

const OUTFITTERS: &str = "Cedar Outfitters";
const REPORT: &str = "query ($t: ID!, $c: ID!, $n: ReportName!, $f: ReportFilter, $l: String) {
    companyReport(tenantId: $t, companyId: $c, name: $n, filter: $f, language: $l) {
      on from to groupBy columns { id kind label } rows { id cells } } }";
const PEOPLE: &str =
    "query ($t: ID!, $c: ID!, $n: ReportName!, $f: ReportFilter, $limit: Int, $cursor: String) {
    listReportPeople(tenantId: $t, companyId: $c, name: $n, filter: $f, limit: $limit, cursor: $cursor) {
      columns { id kind label } results { id cells } links { next } } }";
const NAMES: [&str; 6] =
    ["balances", "timeOffTaken", "headcount", "decisions", "acknowledgements", "consent"];

fn at(company: &Standing, more: Value) -> Value {
    let mut all = json!({ "t": company.tenant, "c": company.company });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

async fn report(actor: &Actor<'_>, company: &Standing, name: &str, filter: Value) -> Value {
    let reply = actor.ask(REPORT, at(company, json!({ "n": name, "f": filter }))).await;
    reply.data("/companyReport").clone()
}

/// Everyone, page by page.
async fn people(actor: &Actor<'_>, company: &Standing, name: &str, filter: Value) -> Vec<Value> {
    let (mut rows, mut cursor) = (vec![], Value::Null);
    loop {
        let asked = json!({ "n": name, "f": filter, "limit": 7, "cursor": cursor });
        let reply = actor.ask(PEOPLE, at(company, asked)).await;
        rows.extend(reply.data("/listReportPeople/results").as_array().unwrap().clone());
        cursor = reply.data("/listReportPeople/links/next").clone();
        if cursor.is_null() {
            return rows;
        }
    }
}

fn place(table: &Value, column: &str) -> usize {
    let columns = table["columns"].as_array().unwrap();
    columns.iter().position(|known| known["id"] == column || known["label"] == column).unwrap()
}

/// The cells of a column, top down.
fn column(table: &Value, column: &str) -> Vec<String> {
    let place = place(table, column);
    let rows = table["rows"].as_array().unwrap();
    rows.iter().map(|row| row["cells"][place].as_str().unwrap_or_default().to_owned()).collect()
}

fn sum(cells: &[String]) -> i64 {
    cells.iter().map(|cell| units(cell)).sum()
}

/// A decimal number in ten-thousandths.
fn units(cell: &str) -> i64 {
    cell.parse::<atrium::shared::amount::Amount>().unwrap().ten_thousandths()
}

fn file_path(company: &Standing, name: &str, query: &str) -> String {
    format!("/companies/{}/reports/{name}/file?{query}", company.company)
}

fn refused(reply: &Reply, code: &str, field: Option<&str>) {
    assert_eq!((reply.outcome(), reply.field()), (code, field), "{}", reply.text);
}
