//! The `people.csv` columns that belong to an employee's profile: address, gender and marital status, and what payroll
//! pays. Only the columns in the file are written to the profile.

use crate::profile::{
    GENDERS, MARITAL_STATUSES, MAX_ATTRIBUTE_AMOUNT, MAX_LINE_CHARS, MAX_NAME_CHARS, is_zip, store,
};
use crate::shared::amount::Amount;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use crate::sheets::cells::{self, one_of};
use crate::sheets::{self, Desk, Effect, SheetRow, StoredTable, TENANT};
use db::{Ty, Value, params};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// The part of a profile that `people.csv` may set. Never added, like `ADDITIONAL_INFO`.
pub static PROFILE: StoredTable = StoredTable {
    name: "employee_profile",
    id: &[("employee_id", Ty::Uuid)],
    key: &[("employee_id", Ty::Uuid)],
    columns: &[
        ("gender", Ty::Text),
        ("marital_status", Ty::Text),
        ("address_line1", Ty::Text),
        ("address_line2", Ty::Text),
        ("city", Ty::Text),
        ("state", Ty::Text),
        ("zip", Ty::Text),
        ("annual_salary", Ty::I64),
        ("hourly_rate", Ty::I64),
    ],
    once: &[TENANT, ("company_id", Ty::Uuid)],
    part: "person",
    touch: ", version = version + 1",
    ..StoredTable::PLAIN
};

/// What someone is paid: only people who do the company's payroll say it, or even learn whether it's right.
const PAY: [&str; 2] = ["hourly_rate", "annual_salary"];
const ADDRESS: [&str; 5] = ["address_line1", "address_line2", "city", "state", "zip"];

/// A row for an employee who is already written.
pub struct ProfileEntry {
    pub row: SheetRow,
    pub cells: ProfileCells,
    pub employee: Uuid,
    pub company: CompanyId,
    pub code: String,
    pub is_new: bool,
    /// What was approved here and payroll hasn't taken.
    pub kept: HashSet<String>,
}

/// Columns have the same names in a file as in the table.
fn columns() -> impl Iterator<Item = &'static str> {
    PROFILE.columns.iter().map(|(name, _)| *name)
}

/// A row's values, in column order.
pub struct ProfileCells {
    values: Vec<Option<Value>>,
    /// Else the columns about pay are as if they weren't in the file.
    may_pay: bool,
}

impl ProfileEntry {
    fn says(&self, column: &str) -> bool {
        is_said(&self.row, self.cells.may_pay, column)
    }
}

fn is_said(row: &SheetRow, may_pay: bool, column: &str) -> bool {
    row.has(column) && (may_pay || !PAY.contains(&column))
}

/// `may_pay`: someone who does the company's payroll brings the row, or the operator.
pub fn read_profile(row: &mut SheetRow, may_pay: bool) -> ProfileCells {
    let is_employed = row.cell("company").is_some();
    let read = columns().map(|column| {
        if !may_pay && PAY.contains(&column) && row.cell(column).is_some() {
            row.fault(column, "changing pay takes someone with the payroll role; leave the column out");
        }
        let value = read(row, column);
        if !is_employed && row.cell(column).is_some() {
            row.fault(column, "only employees have this, and the row doesn't name a company");
        }
        value
    });
    ProfileCells { values: read.collect(), may_pay }
}

fn is_asked(one: &ProfileEntry) -> bool {
    let says = |column| one.row.cell(column).is_some();
    columns().any(|column| if one.is_new { says(column) } else { one.says(column) })
}

/// Locks the profiles of employees who are already there, before anyone looks at what was approved for them.
/// `take_profiles` locks the others.
pub async fn lock_known(desk: &mut Desk<'_>, asked: &[ProfileEntry]) -> Result<(), Problem> {
    let known = asked.iter().filter(|one| !one.is_new && is_asked(one));
    let locked = known.map(|one| (one.employee, one.company)).collect();
    Ok(store::lock_profiles(desk.work.tx(), desk.scope, locked).await?)
}

/// What the rows of these employees say about their profiles, and what is there now, by column.
pub async fn said(
    desk: &mut Desk<'_>,
    asked: &[ProfileEntry],
    of: &HashSet<Uuid>,
) -> Result<HashMap<Uuid, Vec<(String, Value, Option<Value>)>>, Problem> {
    let asked: Vec<&ProfileEntry> = asked.iter().filter(|one| of.contains(&one.employee)).collect();
    let keys: Vec<Vec<Value>> = asked.iter().map(|one| params![one.employee]).collect();
    let found = desk.find(&PROFILE, &keys).await?;
    let mut all = HashMap::new();
    for (one, key) in asked.into_iter().zip(keys) {
        let Some(there) = found.get(&sheets::to_text(&key)) else { continue };
        let cells = one.cells.values.iter().zip(PROFILE.columns).zip(&there.values);
        let cells = cells.filter(|((_, (column, _)), _)| one.says(column));
        let said = cells.map(|((said, (column, ty)), now)| {
            ((*column).to_owned(), said.clone().unwrap_or_else(|| nothing(*ty)), Some(now.clone()))
        });
        all.insert(one.employee, said.collect());
    }
    Ok(all)
}

pub async fn take_profiles(desk: &mut Desk<'_>, mut asked: Vec<ProfileEntry>) -> Result<(), Problem> {
    asked.retain(is_asked);
    let locked = asked.iter().filter(|one| one.is_new).map(|one| (one.employee, one.company)).collect();
    store::lock_profiles(desk.work.tx(), desk.scope, locked).await?;
    let keys: Vec<Vec<Value>> = asked.iter().map(|one| params![one.employee]).collect();
    let mut found = desk.find(&PROFILE, &keys).await?;
    let mut changed = vec![];
    for (one, key) in asked.into_iter().zip(keys) {
        let ProfileEntry { mut row, cells, code, is_new, kept: stays, .. } = one;
        let ProfileCells { values: cells, may_pay } = cells;
        let there = found.remove(&sheets::to_text(&key));
        let there = there.ok_or_else(|| Problem::Internal("a locked profile is missing".into()))?;
        let cells = cells.into_iter().zip(PROFILE.columns).zip(&there.values);
        let values = cells.map(|((said, (column, ty)), kept)| {
            if is_said(&row, may_pay, column) && !stays.contains(*column) {
                said.unwrap_or_else(|| nothing(*ty))
            } else {
                kept.clone()
            }
        });
        let values: Vec<Value> = values.collect();
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

fn read(row: &mut SheetRow, column: &str) -> Option<Value> {
    match column {
        // The first choice of each means unknown.
        "gender" => row.optional(column, |cell| one_of(cell, &GENDERS[1..])).map(Value::from),
        "marital_status" => {
            row.optional(column, |cell| one_of(cell, &MARITAL_STATUSES[1..])).map(Value::from)
        }
        "address_line1" | "address_line2" => {
            row.optional(column, |cell| cells::text(cell, MAX_LINE_CHARS)).map(Value::from)
        }
        "city" => row.optional(column, |cell| cells::text(cell, MAX_NAME_CHARS)).map(Value::from),
        "state" => row.optional(column, cells::state).map(Value::from),
        "zip" => row.optional(column, zip).map(Value::from),
        _ => row.optional(column, pay).map(Value::from),
    }
}

fn zip(cell: &str) -> Result<String, String> {
    if is_zip(cell) {
        Ok(cell.to_owned())
    } else {
        Err(format!("{cell:?} is not in the format XXXXX or XXXXX-XXXX"))
    }
}

fn pay(cell: &str) -> Result<Amount, String> {
    match cells::amount(cell)? {
        amount if amount > Amount::ZERO && amount <= MAX_ATTRIBUTE_AMOUNT => Ok(amount),
        _ => Err(format!("{cell:?} must be more than 0 and at most 999,999,999.99")),
    }
}

/// What the cells and the existing values add up to. A file isn't blamed for what it doesn't touch.
fn check_whole(row: &mut SheetRow, values: &[Value]) {
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
    // Someone who doesn't do pay has no cell in these.
    if PAY.iter().all(|column| is_there(column))
        && let Some(column) = PAY.iter().find(|column| row.cell(column).is_some())
    {
        row.fault(column, "an employee can have a salary or an hourly rate, not both");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zip_code_has_five_or_nine_digits_and_pay_is_more_than_nothing() {
        assert!(zip("97205").is_ok() && zip("97205-1234").is_ok());
        assert!(zip("2134").is_err() && zip("972051234").is_err());
        assert_eq!(pay("$62,400.00"), Ok(Amount::from_cents(6_240_000)));
        assert!(pay("0").is_err() && pay("-1").is_err() && pay("1000000000").is_err());
    }
}
