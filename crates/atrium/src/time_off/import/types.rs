//! `time-off-types.csv`: the company's types, each with its policy and matched by name; and `time-off-settings.csv`.

use super::super::policies::rules::before_start;
use crate::shared::amount::Amount;
use crate::shared::id::CompanyId;
use crate::sheets::cells::{self, PAY_PERIODS, SOME_PERIOD_END};
use crate::sheets::{
    self, Desk, EndingRule, EndsBy, Entry, EntryPlan, Given, ImportSheet, PlanFor, SheetEntry, SheetRow,
    StoredTable, TENANT, needed, optional,
};
use db::{Ty, Value, params};
use serde_json::json;

pub(super) static TIME_OFF_TYPES: ImportSheet = ImportSheet {
    name: "time-off-types",
    after: &["companies"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("time_off_type", "Vacation"),
        optional("name_es", "Vacaciones"),
        optional("position", "1"),
        optional("has_balance", "yes"),
        needed("accrual", "pay_period"),
        optional("rates", "0:3.0769;5:4.6154"),
        optional("pay_period", "biweekly"),
        optional("period_end", "2026-11-08"),
        optional("cap_hours", "160"),
        optional("carry_over_hours", "40"),
        optional("carry_over_months", "3"),
        optional("negative_hours", "8"),
        optional("waiting_days", "90"),
        needed("approval", "manager"),
        optional("attachment_after_days", ""),
        optional("ends_on", ""),
        optional("earning_code", "PTO"),
    ],
    tables: &[&TIME_OFF_TYPE],
    names: &[&TIME_OFF_TYPE],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, TypeEntry::read)),
    ending: Some(&EndingRule {
        table: &TIME_OFF_TYPE,
        counts: "(x.ends_on IS NULL OR x.ends_on > $3)",
        called: "'time off ' || x.name",
        ends: EndsBy::Today("ends_on"),
    }),
    ..ImportSheet::PLAIN
};

pub(super) static TIME_OFF_SETTINGS: ImportSheet = ImportSheet {
    name: "time-off-settings",
    after: &["companies"],
    columns: &[needed("company", "Cedar Outfitters"), needed("edits_many_days", "no")],
    tables: &[&TIME_OFF_SETTING],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, TimeOffSettingEntry::read)),
    ..ImportSheet::PLAIN
};

pub(super) static TIME_OFF_TYPE: StoredTable = StoredTable {
    name: "time_off_type",
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
        ("ends_on", Ty::Day),
        ("earning_code", Ty::Text),
    ],
    once: &[TENANT, ("earlier", Ty::Json)],
    ..StoredTable::PLAIN
};

static TIME_OFF_SETTING: StoredTable = StoredTable {
    name: "time_off_setting",
    id: &[("company_id", Ty::Uuid)],
    key: &[("company_id", Ty::Uuid)],
    columns: &[("edits_many_days", Ty::Bool)],
    ..StoredTable::PLAIN
};

const ACCRUALS: [&str; 4] = ["none", "pay_period", "hour_worked", "year"];
const APPROVALS: [&str; 3] = ["none", "manager", "two_steps"];

struct TypeEntry {
    company: CompanyId,
    name: String,
    /// In the order of the table's columns, after company and name.
    policy: Vec<Given>,
}

impl TypeEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<TypeEntry> {
        let company = desk.company(row);
        let name = row.name("time_off_type");
        let policy = policy(row);
        let entry = TypeEntry { company: company?, name: name?, policy };
        row.once("time_off_type", format!("{} {}", entry.company, entry.name));
        Some(entry)
    }
}

impl SheetEntry for TypeEntry {
    const TABLE: &'static StoredTable = &TIME_OFF_TYPE;

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        params![entry.says.company, entry.says.name.clone()]
    }

    /// A new type is earned from the day of the import. Balances from before it come in a file of their own.
    fn plan(entry: &mut Entry<Self>, desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let begins = before_start(desk.app.clock.today("UTC"));
        let policy = entry.says.policy.clone().into_iter().zip(&TIME_OFF_TYPE.columns[2..]);
        let policy = policy.map(|(given, (column, _))| given.over(at.there, &TIME_OFF_TYPE, column));
        let what = format!("time off {}", entry.says.name);
        let values = at.key.iter().cloned().chain(policy).collect();
        EntryPlan { once: params![json!([begins])], ..EntryPlan::new(what, values) }
    }
}

fn policy(row: &mut SheetRow) -> Vec<Given> {
    let hours = |row: &mut SheetRow, column| row.optional(column, cells::cost);
    let count = |row: &mut SheetRow, column| row.optional(column, cells::whole);
    let name_es = row.optional_name("name_es");
    let position = count(row, "position");
    let has_balance = row.optional("has_balance", cells::yes);
    let accrual = row.required("accrual", |cell| cells::one_of(cell, &ACCRUALS)).unwrap_or_default();
    let rates = row.optional("rates", rates).unwrap_or_default();
    let pay_period = row.optional("pay_period", |cell| cells::one_of(cell, &PAY_PERIODS));
    let period_end = row.optional("period_end", cells::day);
    if accrual == "pay_period" && cells::lacks_period_end(pay_period, period_end) {
        row.fault("period_end", cells::NO_PERIOD_END);
    }
    if accrual != "none" && row.has("rates") && row.cell("rates").is_none() {
        row.fault("rates", "enter how much is earned, like 0:4, or 0:4;5:6 for more after five years");
    }
    let negative = hours(row, "negative_hours");
    let approval = row.required("approval", |cell| cells::one_of(cell, &APPROVALS));
    let (cap, carry_over) = (hours(row, "cap_hours"), hours(row, "carry_over_hours"));
    let months = row.optional("carry_over_months", months);
    let waiting = count(row, "waiting_days");
    let attachment = count(row, "attachment_after_days");
    let ends_on = row.optional("ends_on", cells::day);
    let earning_code = row.optional_name("earning_code");
    let rates: Vec<(i64, i64)> =
        rates.into_iter().map(|(years, hours)| (years, hours.ten_thousandths())).collect();
    let none = || Value::Null(Ty::I64);
    vec![
        row.given("name_es", name_es, Value::Null(Ty::Text)),
        row.given("position", position, 0),
        row.given("has_balance", has_balance, true),
        row.given("accrual", Some(accrual), ""),
        row.given("rates", Some(json!(rates)), json!([])),
        row.given("pay_period", pay_period, "biweekly"),
        row.given("period_end", period_end, SOME_PERIOD_END),
        row.given("cap_hours", cap, none()),
        row.given("carry_over_hours", carry_over, none()),
        row.given("carry_over_months", months, none()),
        row.given("negative_hours", negative, 0),
        row.given("waiting_days", waiting, 0),
        row.given("approval", approval, ""),
        row.given("attachment_after_days", attachment, none()),
        row.given("ends_on", ends_on, Value::Null(Ty::Day)),
        row.given("earning_code", earning_code, Value::Null(Ty::Text)),
    ]
}

/// Carried-over time carries over only once: after twelve months, the next year starts.
fn months(text: &str) -> Result<i64, String> {
    let months = cells::whole(text)?;
    let says =
        || format!("{text:?} must be from 1 to 12; leave it empty if carried-over time doesn't expire");
    (1..=12).contains(&months).then_some(months).ok_or_else(says)
}

/// `0:4;5:6` is four hours, and six after five full years of service.
fn rates(text: &str) -> Result<Vec<(i64, Amount)>, String> {
    let one = |part: &str| {
        let (years, hours) = part.split_once(':').ok_or_else(|| format!("{part:?} is not like 5:6"))?;
        Ok((cells::whole(years.trim())?, cells::cost(hours.trim())?))
    };
    let mut all = text.split(';').map(|part| one(part.trim())).collect::<Result<Vec<_>, String>>()?;
    all.sort_unstable_by_key(|(years, _)| *years);
    match all.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(format!("{} years is listed twice", pair[0].0)),
        None => Ok(all),
    }
}

struct TimeOffSettingEntry {
    company: CompanyId,
    edits_many_days: bool,
}

impl TimeOffSettingEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<TimeOffSettingEntry> {
        let company = desk.company(row);
        let edits = row.required("edits_many_days", cells::yes);
        let company = company?;
        row.once("company", company.to_string());
        Some(TimeOffSettingEntry { company, edits_many_days: edits? })
    }
}

impl SheetEntry for TimeOffSettingEntry {
    const TABLE: &'static StoredTable = &TIME_OFF_SETTING;

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        params![entry.says.company]
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, _at: &PlanFor<'_>) -> EntryPlan {
        EntryPlan::new("time-off settings".to_owned(), vec![entry.says.edits_many_days.into()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_hours_by_full_years_of_service() {
        let hours = |whole: i64| Amount::from_cents(whole * 100);
        assert_eq!(rates("0:4"), Ok(vec![(0, hours(4))]));
        assert_eq!(rates("5:6; 0:4"), Ok(vec![(0, hours(4)), (5, hours(6))]));
        for bad in ["", "4", "a:4", "0:-4", "0:4;0:6", "0:4;"] {
            assert!(rates(bad).is_err(), "{bad}");
        }
    }
}
