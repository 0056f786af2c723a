//! `w2.csv`: one wage and tax statement a row, found again by employee and year. Names come from the company and the
//! employee; of the social security number only the last four digits are taken.

use super::desk::{Desk, Wish, employee_key};
use super::record::Record;
use super::rules;
use super::store::Found;
use super::table::{self, EMPLOYEE, TAX_RETURN};
use crate::shared::amount::Amount;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use crate::tax_returns::{Boxes, StateBoxes, W2};
use db::{Value, params};

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut read = vec![];
    for mut row in rows {
        let company = desk.company(&mut row);
        let code = row.name("employee_code");
        let form = form(desk, &mut row);
        if let (Some(company), Some(code), Some(form)) = (company, &code, &form) {
            desk.once(&mut row, "year", &format!("{company} {code} {}", form.year));
        }
        match (company, code, form) {
            (Some(company), Some(code), Some(form)) if row.faults.is_empty() => {
                read.push((row, company, code, form));
            }
            _ => _ = desk.is_whole(&row),
        }
    }
    let employees = desk.employees(read.iter().map(|(_, company, code, _)| (*company, code.clone()))).await?;
    let mut settled = vec![];
    for (mut row, company, code, form) in read {
        let Some(employee) = employees.get(&table::to_text(&employee_key(company, &code))) else {
            row.fault("employee_code", format!("this company has no employee {code:?}"));
            desk.is_whole(&row);
            continue;
        };
        let form = W2 { employer_name: name_of(desk, company), employee_name: full_name(employee), ..form };
        let key = params![employee.uuid(), i64::from(form.year), "W-2"];
        settled.push((row, code, form, key));
    }
    let keys: Vec<Vec<Value>> = settled.iter().map(|(.., key)| key.clone()).collect();
    let found = desk.find(&TAX_RETURN, &keys).await?;
    let mut wishes = vec![];
    for (row, code, form, key) in settled {
        let document = serde_json::to_string(&form).map_err(|error| Problem::Internal(error.to_string()))?;
        let what = format!("W-2 {} of {code}", form.year);
        let (found, id) = (found.get(&table::to_text(&key)).cloned(), params![desk.new_id()]);
        let values = [key, params![document]].concat();
        let once = params![desk.scope.tenant()];
        wishes.push(Wish { line: row.line, what, found, id, values, once, fixed: None });
    }
    desk.settle(&TAX_RETURN, wishes).await
}

pub(super) fn name_of(desk: &Desk<'_>, company: CompanyId) -> String {
    let found = desk.known.companies.iter().find(|(_, id)| **id == company);
    found.map_or(String::new(), |(name, _)| name.clone())
}

pub(super) fn full_name(employee: &Found) -> String {
    let text = |column| match employee.get(&EMPLOYEE, column) {
        Value::Text(text) => text,
        _ => String::new(),
    };
    format!("{} {}", text("first_name"), text("last_name"))
}

fn form(desk: &Desk<'_>, row: &mut Record) -> Option<W2> {
    let this_year = i64::from(desk.app.clock.today("UTC").0.year());
    let year = row.required("year", |cell| match rules::whole(cell)? {
        year if (1978..=this_year).contains(&year) => i32::try_from(year).map_err(|error| error.to_string()),
        _ => Err(format!("the year of a W-2 must be from 1978 to {this_year}")),
    });
    let last_four = row.required("ssn_last_four", |cell| match cell.len() {
        4 if cell.bytes().all(|byte| byte.is_ascii_digit()) => Ok(cell.to_owned()),
        _ => Err("enter only the last four digits of the number".to_owned()),
    });
    let mut sum = |column: &str| row.required(column, not_negative);
    let boxes = Boxes {
        wages: sum("wages").unwrap_or_default(),
        federal_tax: sum("federal_tax").unwrap_or_default(),
        security_wages: sum("social_security_wages").unwrap_or_default(),
        security_tax: sum("social_security_tax").unwrap_or_default(),
        medicare_wages: sum("medicare_wages").unwrap_or_default(),
        medicare_tax: sum("medicare_tax").unwrap_or_default(),
        coded: row.optional("box_12", rules::labelled).unwrap_or_default(),
        has_retirement_plan: row.optional("retirement_plan", rules::yes).unwrap_or_default(),
        other: row.optional("box_14", rules::labelled).unwrap_or_default(),
        state: state_boxes(row),
    };
    let text = |row: &mut Record, column: &str| row.optional_name(column).unwrap_or_default();
    let lines = |row: &mut Record, columns: [&str; 2]| columns.map(|column| text(row, column)).to_vec();
    Some(W2 {
        year: year?,
        control_number: text(row, "control_number"),
        employer_name: String::new(),
        employer_address: lines(row, ["employer_address_line1", "employer_address_line2"]),
        ein: text(row, "ein"),
        employee_name: String::new(),
        employee_address: lines(row, ["employee_address_line1", "employee_address_line2"]),
        ssn_last_four: last_four?,
        boxes,
    })
}

fn not_negative(cell: &str) -> Result<Amount, String> {
    let sum = rules::amount(cell)?;
    if sum < Amount::ZERO { Err("this can't be negative".to_owned()) } else { Ok(sum) }
}

/// Boxes 15 to 17 stand together or not at all.
fn state_boxes(row: &mut Record) -> Option<StateBoxes> {
    row.cell("state")?;
    let state = row.name("state")?;
    Some(StateBoxes {
        state,
        employer_state_id: row.optional_name("employer_state_id").unwrap_or_default(),
        wages: row.required("state_wages", not_negative)?,
        tax: row.required("state_tax", not_negative)?,
    })
}
