//! `additional-info.csv`: what a company keeps of an employee under names of its own. One row a name, found again by employee and
//! name; a row without a value takes the name away. What a row does not name stays, also what the employee had changed.

use super::Effect;
use super::desk::{Desk, employee_key};
use super::record::Record;
use super::rules::{self, one_of};
use super::store::{self, Found};
use super::table::{self, ADDITIONAL_INFO};
use crate::profile::{Attribute, AttributeValue, MAX_ATTRIBUTE_AMOUNT, MAX_ATTRIBUTE_TEXT_CHARS};
use crate::shared::amount::Amount;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use db::{Value, params};
use serde_json::json;
use std::collections::BTreeMap;
use uuid::Uuid;

const KINDS: &[&str] = &["text", "date", "amount"];
/// As of the other lists of a profile.
const MOST: usize = 50;

struct Read {
    row: Record,
    company: CompanyId,
    code: String,
    name: String,
    kind: Option<&'static str>,
}

/// All that is kept of one employee, as it was and as the rows so far want it.
struct Kept {
    found: Found,
    before: Vec<Attribute>,
    after: Vec<Attribute>,
}

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let read: Vec<Read> = rows.into_iter().filter_map(|row| read_one(desk, row)).collect();
    let employees = desk.employees(read.iter().map(|one| (one.company, one.code.clone()))).await?;
    let mut settled = vec![];
    for mut one in read {
        match employees.get(&table::to_text(&employee_key(one.company, &one.code))) {
            Some(employee) => settled.push((employee.uuid(), one)),
            None => {
                one.row.fault("employee_code", format!("this company has no employee {:?}", one.code));
                desk.is_whole(&one.row);
            }
        }
    }
    let locked = settled.iter().map(|(employee, one)| (*employee, one.company)).collect();
    store::lock_profiles(desk.work.tx(), desk.scope, locked).await?;
    let keys: Vec<Vec<Value>> = settled.iter().map(|(employee, _)| params![*employee]).collect();
    let mut kept = BTreeMap::<Uuid, Kept>::new();
    for found in desk.find(&ADDITIONAL_INFO, &keys).await?.into_values() {
        kept.insert(found.uuid(), Kept::of(found)?);
    }
    for (employee, one) in settled {
        let there = kept.get_mut(&employee);
        let there = there.ok_or_else(|| Problem::Internal("a locked profile is missing".into()))?;
        settle(desk, one, &mut there.after);
    }
    let changed = kept.into_values().filter(|kept| kept.before != kept.after);
    let changed = changed.map(|kept| (kept.found, params![json!(kept.after).to_string()])).collect();
    desk.write(&ADDITIONAL_INFO, vec![], changed).await
}

impl Kept {
    fn of(found: Found) -> Result<Kept, Problem> {
        let before: Vec<Attribute> = match found.get(&ADDITIONAL_INFO, "additional_info") {
            Value::Text(text) => {
                serde_json::from_str(&text).map_err(|error| Problem::Internal(error.to_string()))?
            }
            _ => vec![],
        };
        Ok(Kept { found, after: before.clone(), before })
    }
}

fn read_one(desk: &mut Desk<'_>, mut row: Record) -> Option<Read> {
    let company = desk.company(&mut row);
    let code = row.name("employee_code");
    let name = row.name("attribute");
    let kind = row.optional("kind", |cell| one_of(cell, KINDS));
    if let Some(kind) = kind {
        row.optional("value", |cell| value_of(kind, cell));
    }
    if let (Some(company), Some(code), Some(name)) = (company, &code, &name) {
        desk.once(&mut row, "attribute", &format!("{company} {code} {name}"));
    }
    let is_whole = desk.is_whole(&row);
    let ((company, code), name) = company.zip(code).zip(name)?;
    is_whole.then_some(Read { row, company, code, name, kind })
}

/// Writes one row into what is kept, and says what that does.
fn settle(desk: &mut Desk<'_>, one: Read, list: &mut Vec<Attribute>) {
    let Read { mut row, code, name, kind, .. } = one;
    let (line, what) = (row.line, format!("{name} of {code}"));
    let at = list.iter().position(|kept| kept.name == name);
    // Where the file does not say, it stays a date or an amount if it was one.
    let kind = kind.unwrap_or_else(|| at.map_or(KINDS[0], |at| kind_of(&list[at].value)));
    let value = row.optional("value", |cell| value_of(kind, cell));
    if value.is_some() && at.is_none() && list.len() >= MOST {
        row.fault("attribute", format!("an employee can have at most {MOST} of them"));
    }
    if !desk.is_whole(&row) {
        return;
    }
    match (at, value) {
        (None, None) => desk.told(line, Effect::Same, &what),
        (None, Some(value)) => {
            desk.told(line, Effect::Added, &what);
            list.push(Attribute { name, value });
        }
        (Some(at), None) => {
            desk.told(line, Effect::Changed, &format!("{what}: removed"));
            list.remove(at);
        }
        (Some(at), Some(value)) if list[at].value == value => desk.told(line, Effect::Same, &what),
        (Some(at), Some(value)) => {
            let differs = if kind_of(&list[at].value) == kind { "value" } else { "kind, value" };
            desk.told(line, Effect::Changed, &format!("{what}: {differs}"));
            list[at].value = value;
        }
    }
}

fn kind_of(value: &AttributeValue) -> &'static str {
    match value {
        AttributeValue::Text(_) => "text",
        AttributeValue::Date(_) => "date",
        AttributeValue::Amount(_) => "amount",
    }
}

fn value_of(kind: &str, cell: &str) -> Result<AttributeValue, String> {
    match kind {
        "date" => rules::day(cell).map(AttributeValue::Date),
        "amount" => match rules::amount(cell)? {
            amount if (Amount::ZERO..=MAX_ATTRIBUTE_AMOUNT).contains(&amount) => {
                Ok(AttributeValue::Amount(amount))
            }
            _ => Err(format!("{cell:?} is not between 0 and {MAX_ATTRIBUTE_AMOUNT}")),
        },
        _ => rules::text(cell, MAX_ATTRIBUTE_TEXT_CHARS).map(AttributeValue::Text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_of_its_kind_and_within_what_a_profile_takes() {
        for (kind, cell) in [("text", "M"), ("date", "01/05/2026"), ("amount", "$150.00"), ("amount", "0")] {
            assert_eq!(value_of(kind, cell).as_ref().map(kind_of), Ok(kind));
        }
        let long = "x".repeat(101);
        for (kind, cell) in [
            ("text", long.as_str()),
            ("text", "L\u{202e}"),
            ("date", "soon"),
            ("amount", "M"),
            ("amount", "-0.01"),
            ("amount", "1000000000"),
        ] {
            assert!(value_of(kind, cell).is_err(), "{kind} {cell}");
        }
    }
}
