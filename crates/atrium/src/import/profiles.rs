//! The columns of `people.csv` that stand in an employee's profile: the address, gender and marital status, and what payroll
//! pays. Of a profile only the columns that a file has are written.

use super::Effect;
use super::desk::Desk;
use super::record::Record;
use super::rules::{self, one_of};
use super::store;
use super::table::{self, PROFILE};
use crate::profile::{GENDERS, MARITAL_STATUSES, MAX_ATTRIBUTE_AMOUNT, MAX_LINE_CHARS, MAX_NAME_CHARS};
use crate::profile::{is_state, is_zip};
use crate::shared::amount::Amount;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use db::{Ty, Value, params};
use uuid::Uuid;

const ADDRESS: [&str; 5] = ["address_line1", "address_line2", "city", "state", "zip"];

/// A row of an employee who is written already.
pub(super) struct Asked {
    pub row: Record,
    pub employee: Uuid,
    pub company: CompanyId,
    pub code: String,
    pub is_new: bool,
}

/// Columns are called in a file as they are in the table.
fn columns() -> impl Iterator<Item = &'static str> {
    PROFILE.columns.iter().map(|(name, _)| *name)
}

/// Says what is wrong with the cells by themselves.
pub(super) fn check_cells(row: &mut Record) {
    let is_employed = row.cell("company").is_some();
    for column in columns() {
        read(row, column);
        if !is_employed && row.cell(column).is_some() {
            row.fault(column, "only employees have this, and the row doesn't name a company");
        }
    }
}

pub(super) async fn take(desk: &mut Desk<'_>, mut asked: Vec<Asked>) -> Result<(), Problem> {
    asked.retain(|one| {
        let says = |column| one.row.cell(column).is_some();
        columns().any(|column| if one.is_new { says(column) } else { one.row.has(column) })
    });
    let locked = asked.iter().map(|one| (one.employee, one.company)).collect();
    store::lock_profiles(desk.work.tx(), desk.scope, locked).await?;
    let keys: Vec<Vec<Value>> = asked.iter().map(|one| params![one.employee]).collect();
    let mut found = desk.find(&PROFILE, &keys).await?;
    let mut changed = vec![];
    for (one, key) in asked.into_iter().zip(keys) {
        let Asked { mut row, code, is_new, .. } = one;
        let there = found.remove(&table::to_text(&key));
        let there = there.ok_or_else(|| Problem::Internal("a locked profile is missing".into()))?;
        let values: Vec<Value> = PROFILE
            .columns
            .iter()
            .zip(&there.values)
            .map(|((column, ty), kept)| {
                if row.has(column) {
                    read(&mut row, column).unwrap_or_else(|| nothing(*ty))
                } else {
                    kept.clone()
                }
            })
            .collect();
        check_whole(&mut row, &values);
        if !desk.is_whole(&row) || values == there.values {
            continue;
        }
        let what = format!("profile of {code}");
        if is_new {
            desk.told(row.line, Effect::Added, &what);
        } else {
            let differs = columns().zip(there.values.iter().zip(&values));
            let differs: Vec<&str> =
                differs.filter(|(_, (old, new))| old != new).map(|(name, _)| name).collect();
            desk.told(row.line, Effect::Changed, &format!("{what}: {}", differs.join(", ")));
        }
        changed.push((there, values));
    }
    desk.write(&PROFILE, vec![], changed).await
}

fn nothing(ty: Ty) -> Value {
    if ty == Ty::Text { "".into() } else { Value::Null(ty) }
}

fn read(row: &mut Record, column: &str) -> Option<Value> {
    match column {
        // The first choice of each is that nobody knows.
        "gender" => row.optional(column, |cell| one_of(cell, &GENDERS[1..])).map(Value::from),
        "marital_status" => {
            row.optional(column, |cell| one_of(cell, &MARITAL_STATUSES[1..])).map(Value::from)
        }
        "address_line1" | "address_line2" => {
            row.optional(column, |cell| rules::text(cell, MAX_LINE_CHARS)).map(Value::from)
        }
        "city" => row.optional(column, |cell| rules::text(cell, MAX_NAME_CHARS)).map(Value::from),
        "state" => row.optional(column, state).map(Value::from),
        "zip" => row.optional(column, zip).map(Value::from),
        _ => row.optional(column, pay).map(Value::from),
    }
}

pub(super) fn state(text: &str) -> Result<String, String> {
    let state = text.to_ascii_uppercase();
    if is_state(&state) { Ok(state) } else { Err(format!("{text:?} is not a two-letter state code")) }
}

fn zip(cell: &str) -> Result<String, String> {
    if is_zip(cell) {
        Ok(cell.to_owned())
    } else {
        Err(format!("{cell:?} is not in the format XXXXX or XXXXX-XXXX"))
    }
}

fn pay(cell: &str) -> Result<Amount, String> {
    match rules::amount(cell)? {
        amount if amount > Amount::ZERO && amount <= MAX_ATTRIBUTE_AMOUNT => Ok(amount),
        _ => Err(format!("{cell:?} must be more than 0 and at most {MAX_ATTRIBUTE_AMOUNT}")),
    }
}

/// What the cells and what is there already come to together. What a file does not touch is not its fault.
fn check_whole(row: &mut Record, values: &[Value]) {
    let is_there = |column: &str| match &values[PROFILE.at(column)] {
        Value::Text(text) => !text.is_empty(),
        value => !matches!(value, Value::Null(_)),
    };
    if ADDRESS.iter().any(|column| row.has(column)) && ADDRESS.iter().any(|column| is_there(column)) {
        for column in ADDRESS.iter().filter(|column| **column != "address_line2" && !is_there(column)) {
            row.fault(
                column,
                format!("an address needs address_line1, city, state and zip; {column} is missing"),
            );
        }
    }
    let paid = ["hourly_rate", "annual_salary"];
    if paid.iter().all(|column| is_there(column))
        && let Some(column) = paid.iter().find(|column| row.cell(column).is_some())
    {
        row.fault(column, "an employee can have a salary or an hourly rate, not both");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_has_two_letters_a_zip_code_five_or_nine_digits_and_pay_is_more_than_nothing() {
        assert_eq!(state("or").as_deref(), Ok("OR"));
        assert!(state("Oregon").is_err() && state("XX").is_err());
        assert!(zip("97205").is_ok() && zip("97205-1234").is_ok());
        assert!(zip("2134").is_err() && zip("972051234").is_err());
        assert_eq!(pay("$62,400.00"), Ok(Amount::from_cents(6_240_000)));
        assert!(pay("0").is_err() && pay("-1").is_err() && pay("1000000000").is_err());
    }
}
