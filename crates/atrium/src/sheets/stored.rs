//! The tables an import writes, as data: how a row is matched, what a file may change in it, and how its values are
//! saved for the undo. The same description is used to compare, write and undo. Each feature describes its own tables;
//! those that all features' files refer to are here.

use super::RecordRows;
use crate::shared::id::PersonId;
use aws_lc_rs::digest;
use db::{Ty, Value};
use serde_json::Value as Json;
use uuid::Uuid;

pub struct StoredTable {
    pub name: &'static str,
    /// The primary key.
    pub id: &'static [StoredColumn],
    /// What a file refers to a row by; the first ones are looked up, all are compared.
    pub key: &'static [StoredColumn],
    /// How many columns in `key` are used in the search: the ones an index begins with.
    pub narrow: usize,
    /// What is compared, changed, and restored.
    pub columns: &'static [StoredColumn],
    /// Written with a new row, and never read again.
    pub once: &'static [StoredColumn],
    /// Which columns are meant, when several kinds of files write different columns of a table.
    pub part: &'static str,
    /// A counter incremented with every change, if the table has one.
    pub touch: &'static str,
    /// The column with the person whose rights or job a row is: no one undoes in the console what an import changed in
    /// their own.
    pub own: Option<&'static str>,
    /// Records what an import added or changed, and what its undo took back, if rows have events of their own. No file
    /// removes such rows.
    pub recorded: Option<RecordRows>,
}

impl StoredTable {
    /// Its name in the undo notes.
    pub fn noted_as(&self) -> String {
        if self.part.is_empty() { self.name.to_owned() } else { format!("{}.{}", self.name, self.part) }
    }

    /// The columns in which two rows differ, among those the file mentions.
    pub fn differing(&self, before: &[Value], after: &[Value]) -> Vec<&'static str> {
        let columns = self.columns.iter().zip(before.iter().zip(after));
        let differing = columns.filter(|((name, _), (old, new))| old != new && *name != SEARCH_TEXT.0);
        differing.map(|((name, _), _)| *name).collect()
    }

    /// Whether a row is this person's own rights or job.
    pub fn is_own(&self, person: PersonId, id: &[Value], values: &[Value]) -> bool {
        let Some(own) = self.own else { return false };
        let person = Value::from(person);
        let mut cells = self.id.iter().zip(id).chain(self.columns.iter().zip(values));
        cells.any(|((name, _), value)| *name == own && *value == person)
    }

    /// A column's position among those compared.
    pub fn at(&self, column: &str) -> usize {
        self.columns.iter().position(|(name, _)| *name == column).expect("a column of this table")
    }
}

impl StoredTable {
    /// A tenant's row with its own ID.
    pub const PLAIN: StoredTable = StoredTable {
        name: "",
        id: ID,
        key: &[],
        narrow: 1,
        columns: &[],
        once: &[TENANT],
        part: "",
        touch: "",
        own: None,
        recorded: None,
    };
}

/// A column, or an expression on one, and its type.
pub type StoredColumn = (&'static str, Ty);

pub const TENANT: StoredColumn = ("tenant_id", Ty::Uuid);
pub const ID: &[StoredColumn] = &[("id", Ty::Uuid)];
/// Built from a name and a code; no file has it.
const SEARCH_TEXT: StoredColumn = ("search_text", Ty::Text);

pub static COMPANY: StoredTable = StoredTable {
    name: "company",
    key: &[("name", Ty::Text)],
    columns: &[("name", Ty::Text), ("time_zone", Ty::Text)],
    ..StoredTable::PLAIN
};

pub static ORGANIZATION: StoredTable = StoredTable {
    name: "organization",
    key: &[("company_id", Ty::Uuid), ("code", Ty::Text)],
    narrow: 2,
    columns: &[
        ("company_id", Ty::Uuid),
        ("code", Ty::Text),
        ("name", Ty::Text),
        ("kind", Ty::Text),
        ("parent_id", Ty::Uuid),
    ],
    ..StoredTable::PLAIN
};

pub static PERSON: StoredTable = StoredTable {
    name: "person",
    key: &[("lower(username)", Ty::Text)],
    columns: &[
        ("username", Ty::Text),
        ("first_name", Ty::Text),
        ("last_name", Ty::Text),
        ("email", Ty::Text),
        ("phone", Ty::Text),
        ("language", Ty::Text),
    ],
    once: &[TENANT, ("version", Ty::Text)],
    ..StoredTable::PLAIN
};

pub static EMPLOYEE: StoredTable = StoredTable {
    name: "employee",
    key: &[("company_id", Ty::Uuid), ("employee_code", Ty::Text)],
    narrow: 2,
    columns: &[
        ("company_id", Ty::Uuid),
        ("employee_code", Ty::Text),
        ("person_id", Ty::Uuid),
        ("first_name", Ty::Text),
        ("last_name", Ty::Text),
        SEARCH_TEXT,
        ("date_of_birth", Ty::Day),
        ("original_hire_date", Ty::Day),
        ("current_hire_date", Ty::Day),
        ("status", Ty::Text),
        ("pay_group_id", Ty::Uuid),
        ("division_id", Ty::Uuid),
        ("branch_id", Ty::Uuid),
        ("department_id", Ty::Uuid),
        ("team_id", Ty::Uuid),
    ],
    own: Some("person_id"),
    ..StoredTable::PLAIN
};

/// A row as it is now.
#[derive(Clone, Debug)]
pub struct StoredRow {
    pub id: Vec<Value>,
    pub key: Vec<Value>,
    pub values: Vec<Value>,
    pub tenant: Uuid,
}

impl StoredRow {
    /// For tables with a single ID column.
    pub fn uuid(&self) -> Uuid {
        match self.id.first() {
            Some(Value::Uuid(id)) => *id,
            _ => Uuid::nil(),
        }
    }

    pub fn get(&self, table: &StoredTable, column: &str) -> Value {
        self.values[table.at(column)].clone()
    }
}

/// Values as one JSON text, identical for the same values on both engines.
pub fn to_text(values: &[Value]) -> String {
    Json::Array(values.iter().map(json_of).collect()).to_string()
}

pub fn from_text(text: &str, columns: &[StoredColumn]) -> Option<Vec<Value>> {
    let Ok(Json::Array(cells)) = serde_json::from_str(text) else { return None };
    (cells.len() == columns.len())
        .then(|| cells.iter().zip(columns).map(|(cell, (_, ty))| value_of(cell, *ty)).collect())?
}

/// What is left of a removed row's values, for its hash.
pub const REMOVED: [Value; 0] = [];

/// Stands in for values that don't need to be read again.
pub fn hash_of(values: &[Value]) -> Vec<u8> {
    digest::digest(&digest::SHA256, to_text(values).as_bytes()).as_ref().to_vec()
}

/// A value as JSON, as it's compared and kept.
pub fn json_of(value: &Value) -> Json {
    match value {
        Value::Null(_) => Json::Null,
        Value::I64(number) => (*number).into(),
        Value::Bool(is) => (*is).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Bytes(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into(),
        Value::Day(day) => day.to_string().into(),
        Value::At(at) => at.as_microsecond().into(),
        Value::Uuid(id) => id.to_string().into(),
        Value::Json(json) => json.clone(),
    }
}

/// A cell as an engine or a saved text has it: SQLite keeps an ID as bytes, a boolean as a number and JSON as text.
pub fn value_of(cell: &Json, ty: Ty) -> Option<Value> {
    let value = match (ty, cell) {
        (_, Json::Null) => Value::Null(ty),
        (Ty::I64, Json::Number(number)) => Value::I64(number.as_i64()?),
        (Ty::Bool, Json::Bool(is)) => Value::Bool(*is),
        (Ty::Bool, Json::Number(number)) => Value::Bool(number.as_i64()? != 0),
        (Ty::Text, Json::String(text)) => Value::Text(text.clone()),
        (Ty::Bytes, Json::String(text)) => Value::Bytes(bytes_of(text)?),
        (Ty::Day, Json::String(text)) => Value::Day(text.parse().ok()?),
        (Ty::At, Json::Number(number)) => {
            Value::At(jiff::Timestamp::from_microsecond(number.as_i64()?).ok()?)
        }
        (Ty::At, Json::String(text)) => Value::At(text.parse().ok()?),
        (Ty::Uuid, Json::String(text)) => Value::Uuid(text.parse().ok()?),
        // SQLite has JSON as text; none of our JSON values is a plain string.
        (Ty::Json, Json::String(text)) => Value::Json(serde_json::from_str(text).ok()?),
        (Ty::Json, json) => Value::Json(json.clone()),
        _ => return None,
    };
    Some(value)
}

fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use db::params;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_kept_reads_back_the_same(text in "[^\0]*", number: i64, id: u128, day in 0i64..60_000, gone: bool) {
            let columns = [("a", Ty::Text), ("b", Ty::I64), ("c", Ty::Uuid), ("d", Ty::Day), ("e", Ty::Bytes)];
            let day = jiff::civil::date(1900, 1, 1).saturating_add(jiff::Span::new().days(day));
            let mut values = params![text.clone(), number, Uuid::from_u128(id), day, text.into_bytes()];
            if gone {
                values = values.iter().map(|value| Value::Null(value.ty())).collect();
            }
            let kept = to_text(&values);
            prop_assert_eq!(from_text(&kept, &columns).unwrap(), values);
        }
    }
}
