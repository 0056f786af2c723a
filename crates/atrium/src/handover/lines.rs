//! What a batch says, line by line: the columns of each kind of file, and lines as CSV or JSON. Pure: the same lines are
//! the same bytes, whenever they're asked for. Columns of a mapping are filled in `mapped.rs`.

use super::kinds::{HandoverFormat, PayrollAction, PayrollKind};
use super::rules::Columns;
use super::store::LineSource;
use crate::shared::amount::Amount;
use crate::shared::problem::Problem;
use crate::shared::spreadsheet::safe_cell;
use serde_json::{Map, Value, json};

/// Written for each change, in every kind of file.
const FIRST: &[&str] =
    &["change", "action", "corrects", "company", "employee_code", "first_name", "last_name"];
const LAST: &[&str] = &["approved_at", "approved_by"];

/// Named like the columns of our own `deposits.csv`, so a batch can be compared with an import.
const DEPOSITS: &[&str] = &[
    "routing_number",
    "account_number",
    "account_type",
    "amount_type",
    "amount",
    "priority",
    "start_date",
    "end_date",
    "code",
    "active",
];
/// As in `people.csv`. A cell is filled out only if its column is among the changed ones.
const PEOPLE: &[&str] = &[
    "changed",
    "new_first_name",
    "middle_name",
    "new_last_name",
    "date_of_birth",
    "gender",
    "marital_status",
    "address_line1",
    "address_line2",
    "city",
    "state",
    "zip",
    "country",
];
/// One line for each day.
const TIME_OFF: &[&str] = &["day", "earning_code", "hours_before", "hours"];
/// As in `hours-worked.csv`, with the first day and the code.
const HOURS: &[&str] = &["period_begin", "period_end", "earning_code", "hours_before", "hours"];
/// One line for each value that changed.
const OTHERS: &[&str] = &["item", "field", "before", "after"];

pub(super) fn columns(kind: PayrollKind) -> Vec<&'static str> {
    let own = match kind {
        PayrollKind::Deposits => DEPOSITS,
        PayrollKind::People => PEOPLE,
        PayrollKind::TimeOff => TIME_OFF,
        PayrollKind::Hours => HOURS,
        PayrollKind::Taxes
        | PayrollKind::Contacts
        | PayrollKind::Dependents
        | PayrollKind::Beneficiaries
        | PayrollKind::AdditionalInfo => OTHERS,
    };
    [FIRST, own, LAST].concat()
}

fn text_of(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// Ten-thousandths as they're written in a file.
fn sum_of(value: Option<&Value>) -> String {
    let amount = value.and_then(Value::as_i64).map(Amount::from_ten_thousandths);
    amount.map_or(String::new(), |amount| amount.to_string())
}

/// The lines of one change. `number` is the full account number of a deposit.
pub(super) fn of(source: &LineSource, company: &str, number: &str) -> Result<Vec<Vec<String>>, Problem> {
    let (before, after) = (source.before()?, source.after()?);
    let corrects = source.corrects_id.map(|id| id.to_string()).unwrap_or_default();
    let first = [
        source.id.to_string(),
        source.action.as_text().to_owned(),
        corrects,
        company.to_owned(),
        source.employee_code.clone(),
        source.first_name.clone(),
        source.last_name.clone(),
    ];
    let last = [source.approved_at.0.to_string(), source.approver_name.clone()];
    let line = |own: Vec<String>| [first.to_vec(), own, last.to_vec()].concat();
    Ok(match source.kind {
        PayrollKind::Deposits => vec![line(deposit(source, &after, number))],
        PayrollKind::People => vec![line(person(&after))],
        PayrollKind::TimeOff | PayrollKind::Hours => {
            let hours = |of: &Columns, key: &str| match of.get(key) {
                None | Some(Value::Null) => "0.00".to_owned(),
                hours => sum_of(hours),
            };
            let own = |key: &String| {
                let (when, code) = key.split_once(' ').unwrap_or((key, ""));
                let mut cells: Vec<String> = when.split('/').map(str::to_owned).collect();
                cells.extend([code.to_owned(), hours(&before, key), hours(&after, key)]);
                cells
            };
            after.keys().map(|key| line(own(key))).collect()
        }
        _ => {
            let named = [after.get("item"), before.get("item")].into_iter().flatten();
            let item = text_of(named.into_iter().find(|name| !name.is_null()));
            let mut fields: Vec<&str> =
                after.keys().map(String::as_str).filter(|field| *field != "item").collect();
            if fields.is_empty() {
                fields.push(""); // signed as it was
            }
            let own = |field: &str| {
                vec![item.clone(), field.to_owned(), text_of(before.get(field)), text_of(after.get(field))]
            };
            fields.into_iter().map(|field| line(own(field))).collect()
        }
    })
}

/// The account as it's from now on: what the change left alone, too.
fn deposit(source: &LineSource, after: &Columns, number: &str) -> Vec<String> {
    let now = |column: &str, there: Value| after.get(column).cloned().unwrap_or(there);
    let is_removed = source.action == PayrollAction::Remove
        || after.get("active").is_some_and(|active| *active == Value::Bool(false));
    vec![
        source.routing_number.clone().unwrap_or_default(),
        number.to_owned(),
        source.account_type.clone().unwrap_or_default(),
        text_of(Some(&now("amount_type", json!(source.amount_type)))),
        sum_of(Some(&now("amount", json!(source.deposit_amount)))),
        text_of(Some(&now("priority", json!(source.priority)))),
        text_of(Some(&now("start_date", json!(source.start_date)))),
        text_of(Some(&now("end_date", json!(source.end_date)))),
        source.code.clone().unwrap_or_default(),
        if is_removed { "no" } else { "yes" }.to_owned(),
    ]
}

fn person(after: &Columns) -> Vec<String> {
    let changed: Vec<&str> = after.keys().map(String::as_str).collect();
    let cell = |column: &&str| text_of(after.get(column.strip_prefix("new_").unwrap_or(*column)));
    let cells = PEOPLE[1..].iter().map(cell);
    std::iter::once(changed.join(" ")).chain(cells).collect()
}

pub(super) fn csv_line(cells: &[String]) -> Result<Vec<u8>, Problem> {
    let mut line = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(vec![]);
    let failed = |error: String| Problem::Internal(error);
    line.write_record(cells.iter().map(|cell| safe_cell(cell).into_owned()))
        .map_err(|error| failed(error.to_string()))?;
    line.into_inner().map_err(|error| failed(error.to_string()))
}

/// One line of one kind, in the order of its columns.
pub(super) fn json_line(kind: PayrollKind, cells: &[String]) -> Value {
    let named = columns(kind).into_iter().zip(cells);
    let mut line: Map<String, Value> = named.map(|(name, cell)| (name.to_owned(), json!(cell))).collect();
    line.insert("kind".to_owned(), json!(kind.file()));
    Value::Object(line)
}

pub(super) fn file_name(
    company: &str,
    number: i64,
    kind: Option<PayrollKind>,
    format: HandoverFormat,
) -> String {
    let company: String = company
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect();
    let kind = kind.map_or(String::new(), |kind| format!("-{}", kind.file()));
    format!("{company}-handover-{number}{kind}.{}", format.as_text())
}
