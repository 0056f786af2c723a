//! `additional-info.csv`: what a company keeps about an employee under its own names. One row per name, matched by
//! employee and name; a row without a value removes the name. Names that no row mentions stay, including what the
//! employee changed.

use crate::handover::{self, Met, MetEntry, PayrollKind};
use crate::profile::store;
use crate::profile::{Attribute, AttributeValue, MAX_ATTRIBUTE_AMOUNT, MAX_ATTRIBUTE_TEXT_CHARS};
use crate::shared::amount::Amount;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use crate::sheets::cells::{self, one_of};
use crate::sheets::{
    self, Desk, Effect, ImportSheet, SheetRow, StoredRow, StoredTable, TENANT, employee_key, needed, optional,
};
use db::{Ty, Value, params};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

pub(super) static ADDITIONAL_INFO_FILES: ImportSheet = ImportSheet {
    name: "additional-info",
    after: &["people"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("employee_code", "1042"),
        needed("attribute", "Badge issued"),
        optional("kind", "date"),
        needed("value", "2026-01-05"),
    ],
    tables: &[&ADDITIONAL_INFO],
    apply: |desk, rows| Box::pin(take(desk, rows)),
    ..ImportSheet::PLAIN
};

/// The part of a profile that the company keeps under its own names. Never added: anyone who writes to a profile takes
/// its lock first, which creates a missing row, so an undo doesn't remove anything someone else wrote.
static ADDITIONAL_INFO: StoredTable = StoredTable {
    name: "employee_profile",
    id: &[("employee_id", Ty::Uuid)],
    key: &[("employee_id", Ty::Uuid)],
    columns: &[("additional_info", Ty::Text)],
    once: &[TENANT, ("company_id", Ty::Uuid)],
    touch: ", version = version + 1",
    ..StoredTable::PLAIN
};

const KINDS: &[&str] = &["text", "date", "amount"];
/// Same as for a profile's other lists.
const MAX_ATTRIBUTES: usize = 50;

struct AttributeEntry {
    company: CompanyId,
    code: String,
    name: String,
    kind: Option<&'static str>,
}

/// Everything kept about one employee, as it was and as the rows so far want it.
struct KeptAttributes {
    found: StoredRow,
    before: Vec<Attribute>,
    after: Vec<Attribute>,
}

async fn take(desk: &mut Desk<'_>, rows: Vec<SheetRow>) -> Result<(), Problem> {
    let read = sheets::read(desk, rows, read_one);
    let of: Vec<(CompanyId, String)> = read.iter().map(|(_, one)| (one.company, one.code.clone())).collect();
    let employees = desk.employees(of.into_iter()).await?;
    let mut settled = vec![];
    for (mut row, one) in read {
        match employees.get(&sheets::to_text(&employee_key(one.company, &one.code))) {
            Some(employee) => settled.push((employee.uuid(), row, one)),
            None => {
                row.fault("employee_code", format!("this company has no employee {:?}", one.code));
                desk.is_whole(&row);
            }
        }
    }
    let locked = settled.iter().map(|(employee, _, one)| (*employee, one.company)).collect();
    store::lock_profiles(desk.work.tx(), desk.scope, locked).await?;
    let keys: Vec<Vec<Value>> = settled.iter().map(|(employee, ..)| params![*employee]).collect();
    let mut kept = BTreeMap::<Uuid, KeptAttributes>::new();
    for found in desk.find(&ADDITIONAL_INFO, &keys).await?.into_values() {
        kept.insert(found.uuid(), KeptAttributes::of(found)?);
    }
    let met = meet(desk, &settled, &kept).await?;
    for (employee, row, one) in settled {
        if let Some(met) = met.get(&employee)
            && met.kept.contains(&one.name)
        {
            desk.told(row.line, Effect::Same, &format!("{} of {} ({})", one.name, one.code, met.note));
            continue;
        }
        let there = kept.get_mut(&employee);
        let there = there.ok_or_else(|| Problem::Internal("a locked profile is missing".into()))?;
        settle(desk, row, one, &mut there.after);
    }
    let changed = kept.into_values().filter(|kept| kept.before != kept.after);
    let changed = changed.map(|kept| (kept.found, params![json!(kept.after).to_string()])).collect();
    desk.write(&ADDITIONAL_INFO, vec![], changed).await
}

/// What was approved here and payroll hasn't taken stays.
async fn meet(
    desk: &mut Desk<'_>,
    settled: &[(Uuid, SheetRow, AttributeEntry)],
    kept: &BTreeMap<Uuid, KeptAttributes>,
) -> Result<HashMap<Uuid, Met>, Problem> {
    let mut said: BTreeMap<Uuid, Vec<(String, Value, Option<Value>)>> = BTreeMap::new();
    for (employee, row, one) in settled {
        let there = kept.get(employee).and_then(|kept| kept.before.iter().find(|of| of.name == one.name));
        let text = |value: Option<String>| value.map_or(Value::Null(Ty::Text), Value::from);
        let kind = one.kind.unwrap_or_else(|| there.map_or(KINDS[0], |there| kind_of(&there.value)));
        let value = row.cell("value").and_then(|cell| value_of(kind, cell).ok());
        let now = text(there.map(|there| there.value.to_string()));
        let entry = (one.name.clone(), text(value.map(|value| value.to_string())), Some(now));
        said.entry(*employee).or_default().push(entry);
    }
    let entries: Vec<MetEntry> = said.into_iter().map(|(subject, said)| MetEntry { subject, said }).collect();
    handover::meet(desk, PayrollKind::AdditionalInfo, None, &entries).await
}

impl KeptAttributes {
    fn of(found: StoredRow) -> Result<KeptAttributes, Problem> {
        let before: Vec<Attribute> = match found.get(&ADDITIONAL_INFO, "additional_info") {
            Value::Text(text) => {
                serde_json::from_str(&text).map_err(|error| Problem::Internal(error.to_string()))?
            }
            _ => vec![],
        };
        Ok(KeptAttributes { found, after: before.clone(), before })
    }
}

fn read_one(row: &mut SheetRow, desk: &Desk<'_>) -> Option<AttributeEntry> {
    let company = desk.company(row);
    let code = row.name("employee_code");
    let name = row.name("attribute");
    let kind = row.optional("kind", |cell| one_of(cell, KINDS));
    if let Some(kind) = kind {
        row.optional("value", |cell| value_of(kind, cell));
    }
    let (company, code, name) = (company?, code?, name?);
    row.once("attribute", format!("{company} {code} {name}"));
    Some(AttributeEntry { company, code, name, kind })
}

/// Applies one row to what is kept, and says what that does.
fn settle(desk: &mut Desk<'_>, mut row: SheetRow, one: AttributeEntry, list: &mut Vec<Attribute>) {
    let AttributeEntry { code, name, kind, .. } = one;
    let (line, what) = (row.line, format!("{name} of {code}"));
    let at = list.iter().position(|kept| kept.name == name);
    // If the file doesn't say, a date stays a date and an amount stays an amount.
    let kind = kind.unwrap_or_else(|| at.map_or(KINDS[0], |at| kind_of(&list[at].value)));
    let value = row.optional("value", |cell| value_of(kind, cell));
    if value.is_some() && at.is_none() && list.len() >= MAX_ATTRIBUTES {
        row.fault("attribute", format!("an employee can have at most {MAX_ATTRIBUTES} of them"));
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
        "date" => cells::day(cell).map(AttributeValue::Date),
        "amount" => match cells::amount(cell)? {
            amount if (Amount::ZERO..=MAX_ATTRIBUTE_AMOUNT).contains(&amount) => {
                Ok(AttributeValue::Amount(amount))
            }
            _ => Err(format!("{cell:?} is not between 0 and 999,999,999.99")),
        },
        _ => cells::text(cell, MAX_ATTRIBUTE_TEXT_CHARS).map(AttributeValue::Text),
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
