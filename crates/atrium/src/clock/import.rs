//! `clock-settings.csv`: the length of a company's pay periods, and the code payroll books worked hours under.

use crate::shared::id::CompanyId;
use crate::sheets::cells::{self, PAY_PERIODS, SOME_PERIOD_END};
use crate::sheets::{
    self, Desk, Entry, EntryPlan, Given, ImportSheet, PlanFor, SheetEntry, SheetRow, StoredTable, needed,
    optional,
};
use db::{Ty, Value, params};

pub const SHEETS: &[&ImportSheet] = &[&CLOCK_SETTINGS];

static CLOCK_SETTINGS: ImportSheet = ImportSheet {
    name: "clock-settings",
    after: &["companies"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("pay_period", "biweekly"),
        optional("period_end", "2026-11-08"),
        optional("earning_code", "REG"),
    ],
    tables: &[&CLOCK_SETTING],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, ClockSettingEntry::read)),
    ..ImportSheet::PLAIN
};

static CLOCK_SETTING: StoredTable = StoredTable {
    name: "clock_setting",
    id: &[("company_id", Ty::Uuid)],
    key: &[("company_id", Ty::Uuid)],
    columns: &[("pay_period", Ty::Text), ("period_end", Ty::Day), ("earning_code", Ty::Text)],
    ..StoredTable::PLAIN
};

struct ClockSettingEntry {
    company: CompanyId,
    length: &'static str,
    end: Given,
    earning_code: Given,
}

impl ClockSettingEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<ClockSettingEntry> {
        let company = desk.company(row);
        let length = row.required("pay_period", |cell| cells::one_of(cell, &PAY_PERIODS));
        let end = row.optional("period_end", cells::day);
        if cells::lacks_period_end(length, end) {
            row.fault("period_end", cells::NO_PERIOD_END);
        }
        let end = row.given("period_end", end, SOME_PERIOD_END);
        let earning_code = row.optional_name("earning_code");
        let earning_code = row.given("earning_code", earning_code, Value::Null(Ty::Text));
        let company = company?;
        row.once("company", company.to_string());
        Some(ClockSettingEntry { company, length: length?, end, earning_code })
    }
}

impl SheetEntry for ClockSettingEntry {
    const TABLE: &'static StoredTable = &CLOCK_SETTING;

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        params![entry.says.company]
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let end = entry.says.end.clone().over(at.there, &CLOCK_SETTING, "period_end");
        let code = entry.says.earning_code.clone().over(at.there, &CLOCK_SETTING, "earning_code");
        EntryPlan::new("time clock settings".to_owned(), vec![entry.says.length.into(), end, code])
    }
}
