//! The tables an import writes, as data: what finds a row again, what a file may change of it, and how its values are kept
//! for the undo. One description serves comparing, writing and taking back.

use aws_lc_rs::digest;
use db::{Ty, Value};
use serde_json::Value as Json;

pub(super) struct Table {
    pub name: &'static str,
    /// The primary key.
    pub id: &'static [Column],
    /// What a file names a row by; the first of them are looked up, all are compared.
    pub key: &'static [Column],
    /// How many of `key` go into the search: those an index begins with.
    pub narrow: usize,
    /// What is compared, changed, and restored.
    pub columns: &'static [Column],
    /// Written with a new row, and never looked at again.
    pub once: &'static [Column],
    /// Which columns are meant, where several kinds of files write different ones of a table.
    pub part: &'static str,
    /// Counts on with every change, where the table counts.
    pub touch: &'static str,
}

impl Table {
    /// What the notes for the undo call it.
    pub(super) fn noted_as(&self) -> String {
        if self.part.is_empty() { self.name.to_owned() } else { format!("{}.{}", self.name, self.part) }
    }

    /// The columns in which two rows differ, as far as a file speaks of them.
    pub(super) fn differing(&self, before: &[Value], after: &[Value]) -> Vec<&'static str> {
        let columns = self.columns.iter().zip(before.iter().zip(after));
        let differing = columns.filter(|((name, _), (old, new))| old != new && *name != SEARCH_TEXT.0);
        differing.map(|((name, _), _)| *name).collect()
    }

    /// Where a column stands among those that are compared.
    pub(super) fn at(&self, column: &str) -> usize {
        self.columns.iter().position(|(name, _)| *name == column).expect("a column of this table")
    }
}

/// A column, or an expression of one, and its type.
pub(super) type Column = (&'static str, Ty);

const TENANT: Column = ("tenant_id", Ty::Uuid);
const ID: &[Column] = &[("id", Ty::Uuid)];
/// Made of a name and a code, and not in any file.
const SEARCH_TEXT: Column = ("search_text", Ty::Text);

pub(super) static COMPANY: Table = Table {
    name: "company",
    id: ID,
    key: &[("name", Ty::Text)],
    narrow: 1,
    columns: &[("name", Ty::Text), ("time_zone", Ty::Text)],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static COMPANY_PAYROLL: Table = Table {
    name: "company_payroll",
    id: &[("company_id", Ty::Uuid)],
    key: &[("company_id", Ty::Uuid)],
    narrow: 1,
    columns: &[
        ("is_processing", Ty::Bool),
        ("last_payroll_date", Ty::Day),
        ("deposit_approval", Ty::Text),
        ("deposit_accounts_max", Ty::I64),
        ("tax_approval", Ty::Text),
    ],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static DEPOSIT_CODE: Table = Table {
    name: "deposit_code",
    id: ID,
    key: &[("company_id", Ty::Uuid), ("code", Ty::Text)],
    narrow: 2,
    columns: &[("company_id", Ty::Uuid), ("code", Ty::Text), ("description", Ty::Text)],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static COMPANY_STATE: Table = Table {
    name: "company_state",
    id: ID,
    key: &[("company_id", Ty::Uuid), ("state", Ty::Text)],
    narrow: 2,
    columns: &[("company_id", Ty::Uuid), ("state", Ty::Text), ("locality", Ty::Text)],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static CLOCK_SETTING: Table = Table {
    name: "clock_setting",
    id: &[("company_id", Ty::Uuid)],
    key: &[("company_id", Ty::Uuid)],
    narrow: 1,
    columns: &[("pay_period", Ty::Text), ("period_end", Ty::Day)],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static ORGANIZATION: Table = Table {
    name: "organization",
    id: ID,
    key: &[("company_id", Ty::Uuid), ("code", Ty::Text)],
    narrow: 2,
    columns: &[
        ("company_id", Ty::Uuid),
        ("code", Ty::Text),
        ("name", Ty::Text),
        ("kind", Ty::Text),
        ("parent_id", Ty::Uuid),
    ],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static PAY_GROUP: Table = Table {
    name: "pay_group",
    id: ID,
    key: &[("company_id", Ty::Uuid), ("name", Ty::Text)],
    narrow: 2,
    columns: &[("company_id", Ty::Uuid), ("name", Ty::Text)],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static PERSON: Table = Table {
    name: "person",
    id: ID,
    key: &[("lower(username)", Ty::Text)],
    narrow: 1,
    columns: &[
        ("username", Ty::Text),
        ("first_name", Ty::Text),
        ("last_name", Ty::Text),
        ("email", Ty::Text),
        ("phone", Ty::Text),
        ("language", Ty::Text),
    ],
    once: &[TENANT, ("version", Ty::Text)],
    part: "",
    touch: "",
};

pub(super) static EMPLOYEE: Table = Table {
    name: "employee",
    id: ID,
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
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static ROLE: Table = Table {
    name: "role",
    id: ID,
    key: &[("name", Ty::Text)],
    narrow: 1,
    columns: &[("name", Ty::Text), ("permissions", Ty::Text)],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static ROLE_ASSIGNMENT: Table = Table {
    name: "role_assignment",
    id: ID,
    key: &[("person_id", Ty::Uuid), ("role_id", Ty::Uuid), ("company_id", Ty::Uuid)],
    narrow: 1,
    columns: &[("person_id", Ty::Uuid), ("role_id", Ty::Uuid), ("company_id", Ty::Uuid)],
    once: &[TENANT],
    part: "",
    touch: "",
};

const LINE: &[Column] = &[
    ("employee_id", Ty::Uuid),
    ("manager_id", Ty::Uuid),
    ("company_id", Ty::Uuid),
    ("kind", Ty::Text),
    ("area", Ty::Text),
];

pub(super) static REPORTING_LINE: Table = Table {
    name: "reporting_line",
    id: LINE,
    key: LINE,
    narrow: 1,
    columns: &[],
    once: &[TENANT, ("sort_name", Ty::Text), ("birthday", Ty::Text), ("anniversary", Ty::Text)],
    part: "",
    touch: "",
};

pub(super) static TIME_OFF_TYPE: Table = Table {
    name: "time_off_type",
    id: ID,
    key: &[("company_id", Ty::Uuid), ("name", Ty::Text)],
    narrow: 2,
    columns: &[
        ("company_id", Ty::Uuid),
        ("name", Ty::Text),
        ("name_es", Ty::Text),
        ("position", Ty::I64),
        ("has_balance", Ty::Bool),
        ("accrual", Ty::Text),
        ("rates", Ty::Json),
        ("pay_period", Ty::Text),
        ("period_end", Ty::Day),
        ("cap_hours", Ty::I64),
        ("carry_over_hours", Ty::I64),
        ("carry_over_months", Ty::I64),
        ("negative_hours", Ty::I64),
        ("waiting_days", Ty::I64),
        ("approval", Ty::Text),
        ("attachment_after_days", Ty::I64),
    ],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static TIME_OFF_SETTING: Table = Table {
    name: "time_off_setting",
    id: &[("company_id", Ty::Uuid)],
    key: &[("company_id", Ty::Uuid)],
    narrow: 1,
    columns: &[("edits_many_days", Ty::Bool)],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static HOLIDAY: Table = Table {
    name: "company_holiday",
    id: &[("company_id", Ty::Uuid), ("day", Ty::Day)],
    key: &[("company_id", Ty::Uuid), ("day", Ty::Day)],
    narrow: 2,
    columns: &[("name", Ty::Text), ("name_es", Ty::Text)],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static BLACKOUT: Table = Table {
    name: "time_off_blackout",
    id: ID,
    key: &[("company_id", Ty::Uuid), ("first_day", Ty::Day), ("type_id", Ty::Uuid)],
    narrow: 2,
    columns: &[
        ("company_id", Ty::Uuid),
        ("first_day", Ty::Day),
        ("type_id", Ty::Uuid),
        ("last_day", Ty::Day),
        ("reason", Ty::Text),
    ],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static WORKING_PATTERN: Table = Table {
    name: "working_pattern",
    id: &[("employee_id", Ty::Uuid)],
    key: &[("employee_id", Ty::Uuid)],
    narrow: 1,
    columns: &[
        ("monday", Ty::I64),
        ("tuesday", Ty::I64),
        ("wednesday", Ty::I64),
        ("thursday", Ty::I64),
        ("friday", Ty::I64),
        ("saturday", Ty::I64),
        ("sunday", Ty::I64),
        ("starts_minute", Ty::I64),
        ("break_minutes", Ty::I64),
    ],
    once: &[TENANT, ("company_id", Ty::Uuid), ("changes", Ty::I64)],
    part: "",
    touch: ", changes = changes + 1",
};

pub(super) static HOURS_WORKED: Table = Table {
    name: "hours_worked",
    id: &[("employee_id", Ty::Uuid), ("day", Ty::Day)],
    key: &[("employee_id", Ty::Uuid), ("day", Ty::Day)],
    narrow: 2,
    columns: &[("hours", Ty::I64)],
    once: &[TENANT, ("company_id", Ty::Uuid)],
    part: "",
    touch: "",
};

pub(super) static BALANCE: Table = Table {
    name: "time_off_adjustment",
    id: ID,
    key: &[("employee_id", Ty::Uuid), ("type_id", Ty::Uuid), ("day", Ty::Day), ("kind", Ty::Text)],
    narrow: 3,
    columns: &[
        ("employee_id", Ty::Uuid),
        ("type_id", Ty::Uuid),
        ("day", Ty::Day),
        ("kind", Ty::Text),
        ("hours", Ty::I64),
        ("note", Ty::Text),
    ],
    once: &[TENANT, ("company_id", Ty::Uuid)],
    part: "",
    touch: "",
};

pub(super) static STUB_HEADING: Table = Table {
    name: "pay_stub_heading",
    id: ID,
    key: &[("employee_id", Ty::Uuid), ("document", Ty::Text)],
    narrow: 1,
    columns: &[("employee_id", Ty::Uuid), ("document", Ty::Text)],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static PAY_STUB: Table = Table {
    name: "pay_stub",
    id: ID,
    key: &[("employee_id", Ty::Uuid), ("check_date", Ty::Day), ("check_number", Ty::I64)],
    narrow: 2,
    columns: &[
        ("employee_id", Ty::Uuid),
        ("check_date", Ty::Day),
        ("check_number", Ty::I64),
        ("heading_id", Ty::Uuid),
        ("period_begin", Ty::Day),
        ("period_end", Ty::Day),
        ("gross", Ty::I64),
        ("taxes", Ty::I64),
        ("deductions", Ty::I64),
        ("lines", Ty::Text),
    ],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static TAX_RETURN: Table = Table {
    name: "tax_return",
    id: ID,
    key: &[("employee_id", Ty::Uuid), ("year", Ty::I64), ("name", Ty::Text)],
    narrow: 2,
    columns: &[("employee_id", Ty::Uuid), ("year", Ty::I64), ("name", Ty::Text), ("document", Ty::Text)],
    once: &[TENANT],
    part: "",
    touch: "",
};

pub(super) static BENEFIT_PLAN: Table = Table {
    name: "benefit_plan",
    id: ID,
    key: &[("company_id", Ty::Uuid), ("name", Ty::Text)],
    narrow: 2,
    columns: &[
        ("company_id", Ty::Uuid),
        ("name", Ty::Text),
        ("category", Ty::Text),
        ("link", Ty::Text),
        ("deduction_code", Ty::Text),
    ],
    once: &[TENANT, ("position", Ty::I64)],
    part: "",
    touch: "",
};

pub(super) static BENEFIT_ENROLLMENT: Table = Table {
    name: "benefit_enrollment",
    id: ID,
    key: &[("employee_id", Ty::Uuid), ("plan_id", Ty::Uuid)],
    narrow: 2,
    columns: &[
        ("employee_id", Ty::Uuid),
        ("plan_id", Ty::Uuid),
        ("tier", Ty::Text),
        ("employee_amount", Ty::I64),
        ("employer_amount", Ty::I64),
        ("periods", Ty::I64),
        ("status", Ty::Text),
        ("start_date", Ty::Day),
    ],
    once: &[TENANT, ("company_id", Ty::Uuid), ("dependents", Ty::Text), ("beneficiaries", Ty::Text)],
    part: "",
    touch: "",
};

/// Of a profile only what its company keeps there under names of its own. Never added: whoever writes in a profile takes its lock
/// first, which makes the row where there is none, so that an undo takes nothing of it away that somebody else wrote.
pub(super) static ADDITIONAL_INFO: Table = Table {
    name: "employee_profile",
    id: &[("employee_id", Ty::Uuid)],
    key: &[("employee_id", Ty::Uuid)],
    narrow: 1,
    columns: &[("additional_info", Ty::Text)],
    once: &[TENANT, ("company_id", Ty::Uuid)],
    part: "",
    touch: ", version = version + 1",
};

/// Of a profile what `people.csv` may say. Never added, as above.
pub(super) static PROFILE: Table = Table {
    name: "employee_profile",
    id: &[("employee_id", Ty::Uuid)],
    key: &[("employee_id", Ty::Uuid)],
    narrow: 1,
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
};

pub(super) static DEPOSIT: Table = Table {
    name: "direct_deposit",
    id: ID,
    key: &[("employee_id", Ty::Uuid), ("number_hash", Ty::Bytes), ("routing_number", Ty::Text)],
    narrow: 1,
    columns: &[
        ("employee_id", Ty::Uuid),
        ("number_hash", Ty::Bytes),
        ("routing_number", Ty::Text),
        ("account_type", Ty::Text),
        ("amount_type", Ty::Text),
        ("amount", Ty::I64),
        ("priority", Ty::I64),
        ("start_date", Ty::Day),
        ("end_date", Ty::Day),
        ("code_id", Ty::Uuid),
    ],
    once: &[
        TENANT,
        ("company_id", Ty::Uuid),
        ("sealed_number", Ty::Bytes),
        ("last_four", Ty::Text),
        ("bank_name", Ty::Text),
        ("approval", Ty::Text),
        ("hold_until", Ty::At),
        ("version", Ty::I64),
        ("updated_at", Ty::At),
    ],
    part: "",
    touch: ", version = version + 1",
};

static ALL: &[&Table] = &[
    &COMPANY,
    &COMPANY_PAYROLL,
    &DEPOSIT_CODE,
    &COMPANY_STATE,
    &CLOCK_SETTING,
    &ORGANIZATION,
    &PAY_GROUP,
    &PERSON,
    &EMPLOYEE,
    &ROLE,
    &ROLE_ASSIGNMENT,
    &REPORTING_LINE,
    &TIME_OFF_TYPE,
    &TIME_OFF_SETTING,
    &HOLIDAY,
    &BLACKOUT,
    &WORKING_PATTERN,
    &HOURS_WORKED,
    &BALANCE,
    &STUB_HEADING,
    &PAY_STUB,
    &TAX_RETURN,
    &BENEFIT_PLAN,
    &BENEFIT_ENROLLMENT,
    &ADDITIONAL_INFO,
    &PROFILE,
    &DEPOSIT,
];

pub(super) fn called(name: &str) -> Option<&'static Table> {
    ALL.iter().find(|table| table.noted_as() == name).copied()
}

/// Values as one JSON text, the same for the same values on both engines.
pub(super) fn to_text(values: &[Value]) -> String {
    Json::Array(values.iter().map(json_of).collect()).to_string()
}

pub(super) fn from_text(text: &str, columns: &[Column]) -> Option<Vec<Value>> {
    let Ok(Json::Array(cells)) = serde_json::from_str(text) else { return None };
    (cells.len() == columns.len())
        .then(|| cells.iter().zip(columns).map(|(cell, (_, ty))| value_of(cell, *ty)).collect())?
}

/// What stands for these values where they need not be read again.
pub(super) fn hash_of(values: &[Value]) -> Vec<u8> {
    digest::digest(&digest::SHA256, to_text(values).as_bytes()).as_ref().to_vec()
}

fn json_of(value: &Value) -> Json {
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

/// A cell as an engine or a kept text has it: SQLite keeps an id as bytes, a boolean as a number and JSON as text.
pub(super) fn value_of(cell: &Json, ty: Ty) -> Option<Value> {
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
        // SQLite has JSON as text; none of ours is a mere string.
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
    use uuid::Uuid;

    #[test]
    fn every_table_is_found_by_its_name_and_its_search_is_part_of_its_key() {
        for table in ALL {
            assert!(std::ptr::eq(called(&table.noted_as()).unwrap(), *table));
            assert!((1..=table.key.len()).contains(&table.narrow), "{}", table.name);
        }
    }

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
