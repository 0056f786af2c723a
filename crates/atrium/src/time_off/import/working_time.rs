//! When people work and when they don't: a company's `holidays.csv` and `blackouts.csv`, and its people's
//! `working-patterns.csv`. A holiday or a blackout whose row says `removed` is gone; a holiday that's over stays, as in the
//! console.

use super::types::TIME_OFF_TYPE;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::CompanyId;
use crate::sheets::cells;
use crate::sheets::{
    self, Desk, EndingRule, EndsBy, Entry, EntryPlan, Given, ImportSheet, PlanFor, SheetEntry, SheetRow,
    StoredTable, TENANT, needed, optional,
};
use db::{Ty, Value, params};

pub(super) static HOLIDAYS: ImportSheet = ImportSheet {
    name: "holidays",
    after: &["companies"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("day", "2026-11-26"),
        needed("holiday", "Thanksgiving Day"),
        optional("holiday_es", "Día de Acción de Gracias"),
        optional("removed", ""),
    ],
    tables: &[&HOLIDAY],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, HolidayEntry::read)),
    ending: Some(&EndingRule {
        table: &HOLIDAY,
        counts: "x.day >= $3",
        called: "'holiday ' || x.name",
        ends: EndsBy::Removal,
    }),
    ..ImportSheet::PLAIN
};

pub(super) static BLACKOUTS: ImportSheet = ImportSheet {
    name: "blackouts",
    after: &["companies", "time-off-types"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("first_day", "2026-12-21"),
        needed("last_day", "2026-12-24"),
        optional("time_off_type", "Vacation"),
        optional("reason", "The last days before Christmas"),
        optional("removed", ""),
    ],
    tables: &[&BLACKOUT],
    names: &[&TIME_OFF_TYPE],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, BlackoutEntry::read)),
    ending: Some(&EndingRule {
        table: &BLACKOUT,
        counts: "x.last_day >= $3",
        called: "'blackout until ' || CAST(x.last_day AS TEXT)",
        ends: EndsBy::Removal,
    }),
    ..ImportSheet::PLAIN
};

pub(super) static WORKING_PATTERNS: ImportSheet = ImportSheet {
    name: "working-patterns",
    after: &["people"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("employee_code", "1042"),
        needed("monday", "8"),
        needed("tuesday", "8"),
        needed("wednesday", "8"),
        needed("thursday", "8"),
        needed("friday", "4"),
        needed("saturday", "0"),
        needed("sunday", "0"),
        optional("start_time", "09:00"),
        optional("break_minutes", "30"),
    ],
    tables: &[&WORKING_PATTERN],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, PatternEntry::read)),
    ..ImportSheet::PLAIN
};

static HOLIDAY: StoredTable = StoredTable {
    name: "company_holiday",
    id: &[("company_id", Ty::Uuid), ("day", Ty::Day)],
    key: &[("company_id", Ty::Uuid), ("day", Ty::Day)],
    narrow: 2,
    columns: &[("name", Ty::Text), ("name_es", Ty::Text)],
    ..StoredTable::PLAIN
};

static BLACKOUT: StoredTable = StoredTable {
    name: "time_off_blackout",
    key: &[("company_id", Ty::Uuid), ("first_day", Ty::Day), ("type_id", Ty::Uuid)],
    narrow: 2,
    columns: &[
        ("company_id", Ty::Uuid),
        ("first_day", Ty::Day),
        ("type_id", Ty::Uuid),
        ("last_day", Ty::Day),
        ("reason", Ty::Text),
    ],
    ..StoredTable::PLAIN
};

static WORKING_PATTERN: StoredTable = StoredTable {
    name: "working_pattern",
    id: &[("employee_id", Ty::Uuid)],
    key: &[("employee_id", Ty::Uuid)],
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
    touch: ", changes = changes + 1",
    ..StoredTable::PLAIN
};

const MAX_REASON_CHARS: usize = 200;
const DAY_MINUTES: i64 = 24 * 60;
const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// Same as for someone without a pattern.
const STARTS_MINUTE: i64 = 9 * 60;
const BREAK_MINUTES: i64 = 30;

struct HolidayEntry {
    company: CompanyId,
    day: Day,
    name: String,
    name_es: Given,
    is_removed: bool,
}

impl HolidayEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<HolidayEntry> {
        let company = desk.company(row);
        let day = row.day("day");
        let name = row.name("holiday");
        let name_es = row.optional_name("holiday_es");
        if let Some((company, day)) = company.zip(day) {
            row.once("day", format!("{company} {day}"));
        }
        let name = name?;
        let name_es = row.given("holiday_es", name_es, name.clone());
        let is_removed = row.optional("removed", cells::yes).unwrap_or_default();
        Some(HolidayEntry { company: company?, day: day?, name, name_es, is_removed })
    }
}

impl SheetEntry for HolidayEntry {
    const TABLE: &'static StoredTable = &HOLIDAY;

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        params![entry.says.company, entry.says.day]
    }

    fn is_removed(&self) -> bool {
        self.is_removed
    }

    fn plan(entry: &mut Entry<Self>, desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let HolidayEntry { company, day, is_removed, .. } = entry.says;
        if is_removed && at.there.is_some() && day < desk.today_at(company) {
            entry.row.fault("day", "this holiday is over, so it stays: requests were counted with it");
        }
        let HolidayEntry { name, name_es, .. } = &entry.says;
        let name_es = name_es.clone().over(at.there, &HOLIDAY, "name_es");
        EntryPlan::new(format!("holiday {name}"), vec![name.clone().into(), name_es])
    }
}

struct BlackoutEntry {
    company: CompanyId,
    first: Day,
    last: Day,
    /// Null for all types.
    type_id: Value,
    reason: String,
    is_removed: bool,
}

impl BlackoutEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<BlackoutEntry> {
        let company = desk.company(row);
        let (first, last) = (row.day("first_day"), row.day("last_day"));
        let reason = row.optional("reason", |cell| cells::text(cell, MAX_REASON_CHARS)).unwrap_or_default();
        if first.zip(last).is_some_and(|(first, last)| last < first) {
            row.fault("last_day", "it is before the first day");
        }
        let named = company.zip(row.optional_name("time_off_type"));
        let mut type_id = Value::Null(Ty::Uuid);
        if let Some((company, name)) = named {
            match desk.known(&TIME_OFF_TYPE, &params![company, name]) {
                Some(found) => type_id = found.uuid().into(),
                None => row.fault("time_off_type", "this company has no such type of time off"),
            }
        }
        let is_removed = row.optional("removed", cells::yes).unwrap_or_default();
        let (company, first, last) = (company?, first?, last?);
        row.once("first_day", format!("{company} {first} {type_id:?}"));
        Some(BlackoutEntry { company, first, last, type_id, reason, is_removed })
    }
}

impl SheetEntry for BlackoutEntry {
    const TABLE: &'static StoredTable = &BLACKOUT;

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        vec![entry.says.company.into(), entry.says.first.into(), entry.says.type_id.clone()]
    }

    fn is_removed(&self) -> bool {
        self.is_removed
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let BlackoutEntry { last, reason, .. } = &entry.says;
        let values = [at.key.to_vec(), params![*last, reason.clone()]].concat();
        EntryPlan::new(format!("blackout until {last}"), values)
    }
}

struct PatternEntry {
    company: CompanyId,
    code: String,
    hours: [Amount; 7],
    starts: Given,
    pause: Given,
}

impl PatternEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<PatternEntry> {
        let company = desk.company(row);
        let code = row.name("employee_code");
        let hours = DAYS.map(|day| row.required(day, hours_of_day).unwrap_or_default());
        let starts = row.optional("start_time", minute_of_day);
        let starts = row.given("start_time", starts, STARTS_MINUTE);
        let pause = row.optional("break_minutes", cells::whole);
        let pause = row.given("break_minutes", pause, BREAK_MINUTES);
        let (company, code) = (company?, code?);
        row.once("employee_code", format!("{company} {code}"));
        Some(PatternEntry { company, code, hours, starts, pause })
    }
}

impl SheetEntry for PatternEntry {
    const TABLE: &'static StoredTable = &WORKING_PATTERN;

    fn employee(&self) -> Option<(CompanyId, &str)> {
        Some((self.company, &self.code))
    }

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        vec![entry.employee_id()]
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let PatternEntry { company, code, hours, starts, pause } = &entry.says;
        let mut values: Vec<Value> = hours.iter().map(|hours| Value::from(*hours)).collect();
        values.push(starts.clone().over(at.there, &WORKING_PATTERN, "starts_minute"));
        values.push(pause.clone().over(at.there, &WORKING_PATTERN, "break_minutes"));
        EntryPlan {
            once: params![*company, 0],
            ..EntryPlan::new(format!("working pattern of {code}"), values)
        }
    }
}

fn hours_of_day(text: &str) -> Result<Amount, String> {
    let hours = cells::cost(text)?;
    if hours > Amount::from_cents(2400) { Err("a day has at most 24 hours".to_owned()) } else { Ok(hours) }
}

/// `07:30` as minutes after midnight.
fn minute_of_day(text: &str) -> Result<i64, String> {
    let unreadable = || format!("{text:?} is not a time like 07:30");
    let (hours, minutes) = text.split_once(':').ok_or_else(unreadable)?;
    let number = |part: &str| cells::whole(part).map_err(|_| unreadable());
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    let minute = hours.saturating_mul(60).saturating_add(minutes);
    if minutes < 60 && minute < DAY_MINUTES { Ok(minute) } else { Err(unreadable()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_as_on_a_clock_and_a_day_has_24_hours() {
        assert_eq!(minute_of_day("07:30"), Ok(450));
        assert_eq!(minute_of_day("0:00"), Ok(0));
        for bad in ["24:00", "7", "7:60", "-1:00", "99999999999999999999:00", "7:3x"] {
            assert!(minute_of_day(bad).is_err(), "{bad}");
        }
        assert_eq!(hours_of_day("24"), Ok(Amount::from_cents(2400)));
        assert!(hours_of_day("24.5").is_err());
        assert!(hours_of_day("-1").is_err());
    }
}
