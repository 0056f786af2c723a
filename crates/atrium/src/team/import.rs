//! `reporting-lines.csv`: whose requests a manager sees, directly or indirectly, in which area, and from when to when. A
//! line's key is everything but its days.
//!
//! - A new primary manager in an area replaces the one before, as in the console: the old line's last day is the day
//!   before the new one's first. Without a first day, that's today.
//! - A line that starts later waits as a planned one; the old one counts until then.
//! - No one reports to themselves, or to someone who reports to them.

use super::store;
use crate::shared::day::Day;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use crate::sheets::cells::{self, one_of};
use crate::sheets::{
    self, Desk, EMPLOYEE, EndingRule, EndsBy, Entry, EntryPlan, Fault, Given, ImportSheet, PlanFor,
    SheetEntry, SheetRow, StoredColumn, StoredRow, StoredTable, TENANT, Wish, needed, optional,
};
use db::{Ty, Value, params};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use uuid::Uuid;

pub const SHEETS: &[&ImportSheet] = &[&REPORTING_LINES];

static REPORTING_LINES: ImportSheet = ImportSheet {
    name: "reporting-lines",
    after: &["people"],
    columns: &[
        needed("manager", "sam.ortiz"),
        needed("company", "Cedar Outfitters"),
        needed("employee_code", "1042"),
        needed("report", "primary"),
        needed("area", "Time Off"),
        optional("first_day", "2026-01-01"),
        optional("last_day", ""),
    ],
    tables: &[&REPORTING_LINE, &PLANNED_LINE],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, LineEntry::read)),
    finish: Some(|desk| Box::pin(refuse_circles(desk))),
    // Those that begin later stay.
    ending: Some(&EndingRule {
        table: &REPORTING_LINE,
        counts: "(x.last_day IS NULL OR x.last_day > $3)",
        called:
            "x.kind || ' line ' || (SELECT p.username FROM person p WHERE p.id = x.manager_id) || ' to ' ||
            (SELECT e.employee_code FROM employee e WHERE e.id = x.employee_id) || ', ' || x.area",
        ends: EndsBy::Today("last_day"),
    }),
    ..ImportSheet::PLAIN
};

const LINE: &[StoredColumn] = &[
    ("employee_id", Ty::Uuid),
    ("manager_id", Ty::Uuid),
    ("company_id", Ty::Uuid),
    ("kind", Ty::Text),
    ("area", Ty::Text),
];

static REPORTING_LINE: StoredTable = StoredTable {
    name: "reporting_line",
    id: LINE,
    key: LINE,
    columns: &[("last_day", Ty::Day)],
    once: &[TENANT, ("sort_name", Ty::Text), ("birthday", Ty::Text), ("anniversary", Ty::Text)],
    own: Some("manager_id"),
    ..StoredTable::PLAIN
};

/// Lines that begin on a later day; those that are over are in the same table, and never matched.
static PLANNED_LINE: StoredTable = StoredTable {
    name: "dated_line",
    key: &[
        ("employee_id", Ty::Uuid),
        ("manager_id", Ty::Uuid),
        ("company_id", Ty::Uuid),
        ("kind", Ty::Text),
        ("area", Ty::Text),
        ("is_planned", Ty::Bool),
    ],
    columns: &[
        ("employee_id", Ty::Uuid),
        ("manager_id", Ty::Uuid),
        ("company_id", Ty::Uuid),
        ("kind", Ty::Text),
        ("area", Ty::Text),
        ("is_planned", Ty::Bool),
        ("first_day", Ty::Day),
        ("last_day", Ty::Day),
        ("recorded_at", Ty::At),
    ],
    own: Some("manager_id"),
    ..StoredTable::PLAIN
};

struct LineEntry {
    manager: String,
    company: CompanyId,
    code: String,
    kind: &'static str,
    area: &'static str,
    first_day: Option<Day>,
    last_day: Given,
    /// As the file says it, to compare.
    ends: Option<Day>,
    /// In the company's time zone.
    today: Day,
}

impl LineEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<LineEntry> {
        let manager = row.name("manager");
        let company = desk.company(row);
        let code = row.name("employee_code");
        let kind = row.required("report", |cell| one_of(cell, &["primary", "secondary"]));
        let area = row.required("area", |cell| one_of(cell, &["Time Off", "Personal Info"]));
        let first_day = row.optional("first_day", cells::day);
        let ends = row.optional("last_day", cells::day);
        if first_day.zip(ends).is_some_and(|(first, last)| last < first) {
            row.fault("last_day", "the last day can't be before the first day");
        }
        let last_day = row.given("last_day", ends.map(Value::from).or(Some(NO_DAY)), NO_DAY);
        let (manager, company, code, kind, area) = (manager?, company?, code?, kind?, area?);
        row.once("manager", format!("{} {company} {code} {kind} {area}", manager.to_ascii_lowercase()));
        let today = desk.today_at(company);
        Some(LineEntry { manager, company, code, kind, area, first_day, last_day, ends, today })
    }

    fn starts_later(&self) -> bool {
        self.first_day.is_some_and(|first| first > self.today)
    }

    fn replaces(&self) -> bool {
        self.kind == "primary" && self.ends.is_none_or(|last| last >= self.today)
    }

    fn what(&self) -> String {
        format!("{} line {} to {}, {}", self.kind, self.manager, self.code, self.area)
    }
}

const NO_DAY: Value = Value::Null(Ty::Day);

fn key_of(entry: &Entry<LineEntry>) -> Vec<Value> {
    let LineEntry { company, kind, area, .. } = entry.says;
    vec![entry.employee_id(), entry.person_id(), company.into(), kind.into(), area.into()]
}

impl SheetEntry for LineEntry {
    const TABLE: &'static StoredTable = &REPORTING_LINE;

    fn employee(&self) -> Option<(CompanyId, &str)> {
        Some((self.company, &self.code))
    }

    fn person(&self) -> Option<(&'static str, &str)> {
        Some(("manager", &self.manager))
    }

    async fn prepare(desk: &mut Desk<'_>, entries: &mut Vec<Entry<Self>>) -> Result<(), Problem> {
        entries.retain_mut(|entry| {
            let says = &entry.says;
            let place = (entry.row.line, entry.row.place("manager"));
            desk.speaks_of(says.company, &says.code, place);
            let only = format!("primary {} {} {}", says.company, says.code, says.area);
            if says.kind == "primary" && says.ends.is_none() && desk.is_repeated(&only) {
                let already = "an earlier row gives this employee another primary manager in this area";
                entry.row.fault("manager", already);
            }
            desk.is_whole(&entry.row)
        });
        replace_others(desk, entries).await?;
        plan_later_ones(desk, entries).await
    }

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        key_of(entry)
    }

    fn plan(entry: &mut Entry<Self>, desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let manager = entry.person_id();
        if at.there.is_none() && is_own(desk, &manager) {
            entry.row.fault("manager", "someone else has to make you a manager");
        }
        if entry.employee.as_ref().is_some_and(|employee| employee.get(&EMPLOYEE, "person_id") == manager) {
            entry.row.fault("manager", "people can't report to themselves");
        }
        let copy = entry.employee.as_ref().map(|employee| sheets::copied(&employee.values));
        let last_day = entry.says.last_day.clone().over(at.there, &REPORTING_LINE, "last_day");
        EntryPlan {
            once: copy.into_iter().flatten().collect(),
            ..EntryPlan::new(entry.says.what(), vec![last_day])
        }
    }
}

/// Whether this manager is who imports the file.
fn is_own(desk: &Desk<'_>, manager: &Value) -> bool {
    desk.work.actor().is_some_and(|person| *manager == Value::from(person))
}

/// Ends the lines of other primary managers in the same area, the day before the new one's first.
async fn replace_others(desk: &mut Desk<'_>, entries: &[Entry<LineEntry>]) -> Result<(), Problem> {
    let keys: Vec<Vec<Value>> = entries.iter().map(key_of).collect();
    let own: HashSet<String> = keys.iter().map(|key| sheets::to_text(key)).collect();
    // By employee: every line they have.
    let there = desk.find(&REPORTING_LINE, &keys).await?;
    let mut by_employee: BTreeMap<String, Vec<&StoredRow>> = BTreeMap::new();
    for row in there.values() {
        by_employee.entry(sheets::to_text(&row.key[..1])).or_default().push(row);
    }
    let mut wishes = vec![];
    for (entry, key) in entries.iter().zip(&keys).filter(|(entry, _)| entry.says.replaces()) {
        if there.contains_key(&sheets::to_text(key)) && !entry.says.starts_later() {
            continue;
        }
        let last_day = entry.says.first_day.unwrap_or(entry.says.today).plus_days(-1);
        let others = by_employee.get(&sheets::to_text(&key[..1]));
        for other in others.into_iter().flatten() {
            let is_same_place = other.key[2..] == key[2..];
            let ends = match other.get(&REPORTING_LINE, "last_day") {
                Value::Day(day) => Some(Day(day)),
                _ => None,
            };
            let is_own = own.contains(&sheets::to_text(&other.key));
            if !is_same_place || is_own || ends.is_some_and(|ends| ends <= last_day) {
                continue;
            }
            wishes.push(Wish {
                line: entry.row.line,
                what: format!(
                    "primary line before {} to {}, {}",
                    entry.says.manager, entry.says.code, entry.says.area
                ),
                id: other.id.clone(),
                found: Some((*other).clone()),
                values: params![last_day],
                once: vec![],
                fixed: None,
            });
        }
    }
    desk.settle(&REPORTING_LINE, wishes).await
}

/// Lines that start later aren't lines yet.
async fn plan_later_ones(desk: &mut Desk<'_>, entries: &mut Vec<Entry<LineEntry>>) -> Result<(), Problem> {
    let planned_key = |entry: &Entry<LineEntry>| [key_of(entry), params![true]].concat();
    let keys: Vec<Vec<Value>> =
        entries.iter().filter(|entry| entry.says.starts_later()).map(planned_key).collect();
    let there = desk.find(&PLANNED_LINE, &keys).await?;
    let mut wishes = vec![];
    entries.retain_mut(|entry| {
        let Some(first_day) = entry.says.first_day.filter(|_| entry.says.starts_later()) else { return true };
        let manager = entry.person_id();
        if !there.contains_key(&sheets::to_text(&planned_key(entry))) && is_own(desk, &manager) {
            entry.row.fault("manager", "someone else has to make you a manager");
        }
        if entry.employee.as_ref().is_some_and(|employee| employee.get(&EMPLOYEE, "person_id") == manager) {
            entry.row.fault("manager", "people can't report to themselves");
        }
        if desk.is_whole(&entry.row) {
            let key = planned_key(entry);
            let found = there.get(&sheets::to_text(&key)).cloned();
            let last_day = entry.says.last_day.clone().over(found.as_ref(), &PLANNED_LINE, "last_day");
            let recorded = found.as_ref().map(|found| found.get(&PLANNED_LINE, "recorded_at"));
            let recorded = recorded.unwrap_or_else(|| desk.work.now().into());
            let id = found.as_ref().map_or_else(|| params![desk.new_id()], |found| found.id.clone());
            wishes.push(Wish {
                line: entry.row.line,
                what: entry.says.what(),
                found,
                id,
                values: [key, vec![first_day.into(), last_day, recorded]].concat(),
                once: params![desk.scope.tenant()],
                fixed: None,
            });
        }
        false
    });
    desk.settle(&PLANNED_LINE, wishes).await
}

/// Primary lines, now or planned, that lead back to where they began. Only those the file speaks of are its fault.
async fn refuse_circles(desk: &mut Desk<'_>) -> Result<(), Problem> {
    let mut above: BTreeMap<(CompanyId, String, String), BTreeMap<Uuid, Vec<Uuid>>> = BTreeMap::new();
    let mut codes: BTreeMap<(CompanyId, Uuid), String> = BTreeMap::new();
    for line in store::all_lines(desk.work.tx(), desk.scope).await? {
        let place = (line.company_id, line.kind, line.area);
        above.entry(place).or_default().entry(line.person_id).or_default().push(line.manager_id);
        codes.insert((line.company_id, line.person_id), line.employee_code);
    }
    let mut faults = vec![];
    for ((company, kind, area), lines) in &above {
        for person in in_circles(lines) {
            let Some(code) = codes.get(&(*company, person)) else { continue };
            let Some((line, column)) = desk.last_spoken_of(*company, code.clone()) else { continue };
            let says = format!("{code} would report to someone who reports to them ({kind}, {area})");
            faults.push(Fault { line, column, says });
        }
    }
    faults.iter().for_each(|fault| desk.fault(fault));
    Ok(())
}

/// Everyone who is above themselves.
fn in_circles(above: &BTreeMap<Uuid, Vec<Uuid>>) -> BTreeSet<Uuid> {
    // People whose managers are all out of a circle are out of it, too, from the top down.
    let mut left: BTreeSet<Uuid> = above.keys().copied().collect();
    loop {
        let is_out = |person: &Uuid| !above[person].iter().any(|manager| left.contains(manager));
        let out: Vec<Uuid> = left.iter().copied().filter(is_out).collect();
        if out.is_empty() {
            break;
        }
        left.retain(|person| !out.contains(person));
    }
    // What is left leads into a circle; only those who come back to themselves are in one.
    let comes_back = |start: &Uuid| {
        let (mut seen, mut next) = (BTreeSet::new(), above[start].clone());
        while let Some(person) = next.pop() {
            if person == *start {
                return true;
            }
            if left.contains(&person) && seen.insert(person) {
                next.extend(&above[&person]);
            }
        }
        false
    };
    left.iter().copied().filter(comes_back).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_people_in_a_circle_are_found() {
        let person = |n: u128| Uuid::from_u128(n);
        let lines = |pairs: &[(u128, u128)]| {
            let mut above: BTreeMap<Uuid, Vec<Uuid>> = BTreeMap::new();
            pairs.iter().for_each(|(who, to)| above.entry(person(*who)).or_default().push(person(*to)));
            above
        };
        assert_eq!(in_circles(&lines(&[(1, 2), (2, 3), (4, 3)])), BTreeSet::new());
        let circle = lines(&[(1, 2), (2, 3), (3, 1), (4, 1), (5, 9)]);
        assert_eq!(in_circles(&circle), [1, 2, 3].map(person).into_iter().collect());
    }
}
