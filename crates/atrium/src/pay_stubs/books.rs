//! What files change about stubs that are already there: `voided-stubs.csv`, and a stub that takes another's place
//! (`replaces` in `pay-stubs.csv`). An employee's stubs are read as a whole, amended in memory (`restate.rs`), and what
//! changed is written and noted for the undo.

use super::restate::{self, BookedStub};
use super::{record, words_of_number};
use crate::shared::day::Day;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use crate::sheets::{
    self, ASIDE_COLUMN, Desk, Effect, ImportSheet, SheetRow, StoredRow, StoredTable, employee_key, needed,
    optional,
};
use db::{Ty, Value, params};
use jiff::Timestamp;
use std::collections::HashMap;
use uuid::Uuid;

pub(super) static VOIDED_STUBS: ImportSheet = ImportSheet {
    name: "voided-stubs",
    after: &["people", "pay-stubs"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("employee_code", "1042"),
        needed("check_date", "2026-11-13"),
        needed("check_number", "30412"),
        needed("voided_on", "2026-11-16"),
        optional(ASIDE_COLUMN, ""),
    ],
    tables: &[&AMENDMENT],
    apply: |desk, rows| Box::pin(take_voids(desk, rows)),
    sets_aside: true,
    ..ImportSheet::PLAIN
};

pub(super) static AMENDMENT: StoredTable = StoredTable {
    name: "pay_stub_amendment",
    id: &[("stub_id", Ty::Uuid)],
    key: &[("stub_id", Ty::Uuid)],
    columns: &[("voided_on", Ty::Day), ("replacement_id", Ty::Uuid), ("lines", Ty::Text)],
    ..StoredTable::PLAIN
};

/// Only read, by employee.
static BOOKED_STUB: StoredTable = StoredTable {
    name: "pay_stub",
    key: &[("employee_id", Ty::Uuid), ("id", Ty::Uuid)],
    narrow: 1,
    columns: &[
        ("check_date", Ty::Day),
        ("check_number", Ty::Text),
        ("revision", Ty::I64),
        ("filed_at", Ty::At),
        ("lines", Ty::Text),
    ],
    ..StoredTable::PLAIN
};

/// All stubs of some employees.
pub(super) struct Books {
    of: HashMap<Uuid, Vec<BookedStub>>,
    /// What the database has, for the ones it has something for.
    kept: HashMap<String, StoredRow>,
}

/// Why a stub can't be voided or replaced.
pub(super) enum BookFault {
    Missing,
    /// Several checks have that number; their dates tell them apart.
    Several,
    ReplacedBy(String),
    /// A check of a later day came first.
    Later(String, Day),
}

impl BookFault {
    pub(super) fn says(&self, number: &str) -> String {
        match self {
            BookFault::Missing => format!("this employee has no check {number}"),
            BookFault::Several => {
                format!(
                    "this employee has several checks {number}; enter the date of the one in replaces_date"
                )
            }
            BookFault::ReplacedBy(other) => format!("check {number} was already replaced by check {other}"),
            BookFault::Later(other, day) => format!(
                "check {other} of {day} is already there, so this check's year to date can't be computed; import checks in the order of their dates, or with ytd"
            ),
        }
    }
}

impl Books {
    pub(super) async fn read(desk: &mut Desk<'_>, employees: Vec<Uuid>) -> Result<Books, Problem> {
        let keys: Vec<Vec<Value>> = employees.iter().map(|id| params![*id, Uuid::nil()]).collect();
        let found: Vec<StoredRow> = desk.find(&BOOKED_STUB, &keys).await?.into_values().collect();
        let ids: Vec<Vec<Value>> = found.iter().map(|row| row.id.clone()).collect();
        let mut kept = HashMap::new();
        for ids in ids.chunks(MAX_IDS) {
            kept.extend(desk.find(&AMENDMENT, ids).await?);
        }
        let mut of: HashMap<Uuid, Vec<BookedStub>> = employees.into_iter().map(|id| (id, vec![])).collect();
        let now = desk.work.now();
        for row in found {
            let amended = kept.get(&sheets::to_text(&row.id));
            let text = |column| match row.get(&BOOKED_STUB, column) {
                Value::Text(text) => text,
                _ => String::new(),
            };
            let restated = match amended.map(|row| row.get(&AMENDMENT, "lines")) {
                Some(Value::Text(lines)) => Some(lines),
                _ => None,
            };
            let stub = BookedStub {
                id: row.uuid(),
                check_date: day(&row.get(&BOOKED_STUB, "check_date")).ok_or(Problem::NotFound)?,
                check_number: text("check_number"),
                revision: whole(&row.get(&BOOKED_STUB, "revision")),
                is_new: is_at(&row.get(&BOOKED_STUB, "filed_at"), now),
                lines: record::read(restated.as_ref().unwrap_or(&text("lines")))?,
                is_restated: restated.is_some(),
                voided_on: amended.and_then(|row| day(&row.get(&AMENDMENT, "voided_on"))),
                replacement: amended.and_then(|row| id(&row.get(&AMENDMENT, "replacement_id"))),
            };
            if let Some(Value::Uuid(employee)) = row.key.first() {
                of.entry(*employee).or_default().push(stub);
            }
        }
        of.values_mut().for_each(|stubs| stubs.sort_by_key(|stub| (stub.check_date, stub.id)));
        Ok(Books { of, kept })
    }

    pub(super) fn add(&mut self, employee: Uuid, stub: BookedStub) {
        if let Some(stubs) = self.of.get_mut(&employee) {
            stubs.push(stub);
        }
    }

    fn of(&self, employee: Uuid) -> &[BookedStub] {
        self.of.get(&employee).map_or(&[], Vec::as_slice)
    }

    /// The last revision of a check, by its number and, if several have it, its date.
    pub(super) fn find(
        &self,
        employee: Uuid,
        number: &str,
        date: Option<Day>,
    ) -> Result<&BookedStub, BookFault> {
        let of_number =
            |stub: &&BookedStub| stub.check_number == number && date.is_none_or(|day| day == stub.check_date);
        let found: Vec<&BookedStub> = self.of(employee).iter().filter(of_number).collect();
        let newest = found.iter().copied().max_by_key(|stub| stub.revision).ok_or(BookFault::Missing)?;
        let is_one = found.iter().all(|stub| stub.check_date == newest.check_date);
        if is_one { Ok(newest) } else { Err(BookFault::Several) }
    }

    /// The stub before one of this date in its year, without the one it replaces. An error: a later one is there already,
    /// and its year to date doesn't have this one.
    pub(super) fn year_before(
        &self,
        employee: Uuid,
        date: Day,
        replaced: Option<Uuid>,
    ) -> Result<Option<&BookedStub>, BookFault> {
        let counts = |stub: &&BookedStub| {
            stub.voided_on.is_none() && Some(stub.id) != replaced && stub.check_date.0.year() == date.0.year()
        };
        let of_year = self.of(employee).iter().filter(counts);
        match of_year.clone().find(|stub| stub.check_date > date) {
            Some(later) => Err(BookFault::Later(later.check_number.clone(), later.check_date)),
            // New ones are added behind those of their day.
            None => Ok(of_year.max_by_key(|stub| stub.check_date)),
        }
    }

    /// Whether another stub may take this one's place.
    pub(super) fn may_replace(
        &self,
        employee: Uuid,
        old: &BookedStub,
        new: Option<Uuid>,
    ) -> Result<(), BookFault> {
        match old.replacement {
            Some(there) if Some(there) != new => {
                let named = self.of(employee).iter().find(|stub| stub.id == there);
                Err(BookFault::ReplacedBy(named.map_or(String::new(), |stub| stub.check_number.clone())))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn void(&mut self, employee: Uuid, gone: Uuid, on: Day, replacement: Option<Uuid>) {
        if let Some(stubs) = self.of.get_mut(&employee) {
            restate::void(stubs, gone, on, replacement);
        }
    }

    /// Writes what changed.
    pub(super) async fn write(self, desk: &mut Desk<'_>) -> Result<(), Problem> {
        let (mut added, mut changed) = (vec![], vec![]);
        let mut stubs: Vec<BookedStub> = self.of.into_values().flatten().collect();
        stubs.sort_by_key(|stub| stub.id);
        for stub in stubs {
            if stub.voided_on.is_none() && stub.replacement.is_none() && !stub.is_restated {
                continue;
            }
            let lines = stub.is_restated.then(|| record::write(&stub.lines));
            let values = params![stub.voided_on, stub.replacement, lines];
            let id = params![stub.id];
            match self.kept.get(&sheets::to_text(&id)) {
                Some(kept) if kept.values == values => {}
                Some(kept) => changed.push((kept.clone(), values)),
                None => added.push((id, values, params![desk.scope.tenant()])),
            }
        }
        desk.write(&AMENDMENT, added, changed).await
    }
}

/// So many keys fit into one statement.
const MAX_IDS: usize = 512;

fn day(value: &Value) -> Option<Day> {
    match value {
        Value::Day(day) => Some(Day(*day)),
        _ => None,
    }
}

/// The database keeps microseconds.
fn is_at(value: &Value, now: Timestamp) -> bool {
    matches!(value, Value::At(at) if at.as_microsecond() == now.as_microsecond())
}

fn id(value: &Value) -> Option<Uuid> {
    match value {
        Value::Uuid(id) => Some(*id),
        _ => None,
    }
}

fn whole(value: &Value) -> i64 {
    match value {
        Value::I64(number) => *number,
        _ => 0,
    }
}

struct VoidEntry {
    company: CompanyId,
    code: String,
    check_date: Day,
    check_number: String,
    voided_on: Day,
}

fn read_void(row: &mut SheetRow, desk: &Desk<'_>) -> Option<VoidEntry> {
    let company = desk.company(row);
    let code = row.name("employee_code");
    let check_date = row.day("check_date");
    let check_number = row.required("check_number", words_of_number);
    let voided_on = row.day("voided_on");
    let latest = desk.app.clock.today("UTC").plus_days(1);
    if voided_on.is_some_and(|day| day > latest) {
        row.fault("voided_on", "a check can't be voided on a day to come");
    }
    let entry = VoidEntry {
        company: company?,
        code: code?,
        check_date: check_date?,
        check_number: check_number?,
        voided_on: voided_on?,
    };
    let VoidEntry { company, code, check_date, check_number, .. } = &entry;
    row.once("check_number", format!("{company} {code} {check_date} {check_number}"));
    Some(entry)
}

async fn take_voids(desk: &mut Desk<'_>, rows: Vec<SheetRow>) -> Result<(), Problem> {
    let mut read = vec![];
    for mut row in rows {
        let entry = read_void(&mut row, desk);
        desk.once(&mut row);
        if desk.is_whole(&row)
            && let Some(entry) = entry
        {
            read.push((row, entry));
        }
    }
    let codes: Vec<(CompanyId, String)> =
        read.iter().map(|(_, entry)| (entry.company, entry.code.clone())).collect();
    let employees = desk.employees(codes.into_iter()).await?;
    let employee_of = |entry: &VoidEntry| {
        employees.get(&sheets::to_text(&employee_key(entry.company, &entry.code))).map(StoredRow::uuid)
    };
    let mut ids: Vec<Uuid> = read.iter().filter_map(|(_, entry)| employee_of(entry)).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut books = Books::read(desk, ids).await?;
    for (mut row, entry) in read {
        let VoidEntry { code, check_date, check_number, voided_on, .. } = &entry;
        let Some(employee) = employee_of(&entry) else {
            if desk.is_follow_up(code) {
                continue;
            }
            row.fault("employee_code", format!("this company has no employee {code:?}"));
            desk.is_whole(&row);
            continue;
        };
        let what = format!("check {check_number} of {code}");
        match books.find(employee, check_number, Some(*check_date)).cloned() {
            Ok(stub) if stub.voided_on.is_some() => desk.told(row.line, Effect::Same, &what),
            Ok(stub) => {
                books.void(employee, stub.id, *voided_on, None);
                desk.told(row.line, Effect::Changed, &format!("{what}: voided"));
            }
            Err(fault) => {
                row.fault("check_number", fault.says(check_number));
                desk.is_whole(&row);
            }
        }
    }
    books.write(desk).await
}
