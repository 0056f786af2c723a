//! `hours-worked.csv`: the hours someone worked in a pay period, as payroll counted them. Some types accrue time off
//! by these hours. `balances.csv`: someone's balance of a type at the end of a day. Nothing before that day counts
//! anymore.

use super::types::TIME_OFF_TYPE;
use crate::handover::{self, MetHours, PAYROLL_CHANGE};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use crate::sheets::cells;
use crate::sheets::{
    self, Desk, Entry, EntryPlan, Given, ImportSheet, PlanFor, SheetEntry, SheetRow, StoredTable, TENANT,
    Wish, needed, optional,
};
use db::{Ty, Value, params};

pub(super) static HOURS_WORKED_FILES: ImportSheet = ImportSheet {
    name: "hours-worked",
    after: &["people"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("employee_code", "1042"),
        needed("period_end", "2026-11-08"),
        needed("hours", "78.5"),
    ],
    tables: &[&HOURS_WORKED, &PAYROLL_CHANGE],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, HoursEntry::read)),
    ..ImportSheet::PLAIN
};

pub(super) static BALANCES: ImportSheet = ImportSheet {
    name: "balances",
    after: &["people", "time-off-types"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("employee_code", "1042"),
        needed("time_off_type", "Vacation"),
        needed("day", "2026-11-01"),
        needed("hours", "64.5"),
        optional("note", "Carried over from the old system"),
    ],
    tables: &[&BALANCE],
    names: &[&TIME_OFF_TYPE],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, BalanceEntry::read)),
    ..ImportSheet::PLAIN
};

static HOURS_WORKED: StoredTable = StoredTable {
    name: "hours_worked",
    id: &[("employee_id", Ty::Uuid), ("day", Ty::Day)],
    key: &[("employee_id", Ty::Uuid), ("day", Ty::Day)],
    narrow: 2,
    columns: &[("hours", Ty::I64)],
    once: &[TENANT, ("company_id", Ty::Uuid)],
    ..StoredTable::PLAIN
};

static BALANCE: StoredTable = StoredTable {
    name: "time_off_adjustment",
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
    ..StoredTable::PLAIN
};

const MAX_NOTE_CHARS: usize = 200;
/// A month has at most 744 hours.
const MAX_PERIOD_HOURS: Amount = Amount::from_cents(1_000 * 100);

struct HoursEntry {
    company: CompanyId,
    code: String,
    day: Day,
    hours: Amount,
}

impl HoursEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<HoursEntry> {
        let company = desk.company(row);
        let code = row.name("employee_code");
        let day = row.day("period_end");
        let hours = row.required("hours", hours_worked);
        let (company, code, day, hours) = (company?, code?, day?, hours?);
        row.once("period_end", format!("{company} {code} {day}"));
        Some(HoursEntry { company, code, day, hours })
    }
}

impl SheetEntry for HoursEntry {
    const TABLE: &'static StoredTable = &HOURS_WORKED;

    fn employee(&self) -> Option<(CompanyId, &str)> {
        Some((self.company, &self.code))
    }

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        vec![entry.employee_id(), entry.says.day.into()]
    }

    /// Payroll's hours always count here; what the clock handed over is compared with them.
    async fn keep_approved(desk: &mut Desk<'_>, mut wishes: Vec<Wish>) -> Result<Vec<Wish>, Problem> {
        let met = |wish: &Wish| {
            let id = wish.found.as_ref().map_or(&wish.id, |found| &found.id);
            match (id.as_slice(), wish.values.first()) {
                ([Value::Uuid(employee), Value::Day(day)], Some(Value::I64(said))) => {
                    Some(MetHours { employee: *employee, last_day: Day(*day), said: *said })
                }
                _ => None,
            }
        };
        let all: Option<Vec<MetHours>> = wishes.iter().map(met).collect();
        let all = all.ok_or_else(|| Problem::Internal("hours of a file have no employee".to_owned()))?;
        for (wish, note) in wishes.iter_mut().zip(handover::meet_hours(desk, &all).await?) {
            if !note.is_empty() {
                wish.what = format!("{} ({note})", wish.what);
            }
        }
        Ok(wishes)
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, _at: &PlanFor<'_>) -> EntryPlan {
        let HoursEntry { company, code, day, hours } = &entry.says;
        let what = format!("hours of {code} until {day}");
        EntryPlan { once: params![*company], ..EntryPlan::new(what, params![*hours]) }
    }
}

fn hours_worked(text: &str) -> Result<Amount, String> {
    let hours = cells::cost(text)?;
    if hours > MAX_PERIOD_HOURS { Err(format!("{text:?} is more than 1,000 hours")) } else { Ok(hours) }
}

struct BalanceEntry {
    company: CompanyId,
    code: String,
    type_id: Value,
    day: Day,
    hours: Amount,
    note: Given,
}

impl BalanceEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<BalanceEntry> {
        let company = desk.company(row);
        let code = row.name("employee_code");
        let name = row.name("time_off_type");
        let day = row.day("day");
        let hours = row.amount("hours");
        let note = row.optional("note", |cell| cells::text(cell, MAX_NOTE_CHARS));
        let note = row.given("note", note, "");
        let type_id = company.zip(name).and_then(|(company, name)| counted_type(row, desk, company, name));
        let (company, code, type_id) = (company?, code?, type_id?);
        let (day, hours) = (day?, hours?);
        row.once("day", format!("{company} {code} {type_id:?} {day}"));
        Some(BalanceEntry { company, code, type_id, day, hours, note })
    }
}

impl SheetEntry for BalanceEntry {
    const TABLE: &'static StoredTable = &BALANCE;

    fn employee(&self) -> Option<(CompanyId, &str)> {
        Some((self.company, &self.code))
    }

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        vec![entry.employee_id(), entry.says.type_id.clone(), entry.says.day.into(), "opening".into()]
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let BalanceEntry { company, code, day, hours, note, .. } = &entry.says;
        let mut values = at.key.to_vec();
        values.extend([(*hours).into(), note.clone().over(at.there, &BALANCE, "note")]);
        let what = format!("balance of {code} on {day}");
        EntryPlan { once: params![*company], ..EntryPlan::new(what, values) }
    }
}

/// The type with this name, if it has a balance.
fn counted_type(row: &mut SheetRow, desk: &Desk<'_>, company: CompanyId, name: String) -> Option<Value> {
    let found = desk.known(&TIME_OFF_TYPE, &params![company, name.clone()]);
    let found = found.filter(|found| found.get(&TIME_OFF_TYPE, "has_balance") == Value::Bool(true));
    if found.is_none() {
        row.fault("time_off_type", format!("this company has no time-off type {name:?}"));
    }
    found.map(|found| found.uuid().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_one_works_more_than_a_thousand_hours_in_a_period() {
        assert_eq!(hours_worked("1000.00"), Ok(Amount::from_cents(100_000)));
        assert_eq!(hours_worked("1000.0001").unwrap_err(), "\"1000.0001\" is more than 1,000 hours");
        assert!(hours_worked("9000000000").is_err() && hours_worked("-1").is_err());
    }
}
