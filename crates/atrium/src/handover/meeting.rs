//! An import meets what was approved here. What the file says is compared with each change payroll was told of: the same
//! value means payroll has taken it over; the old one doesn't count; with any other a person decides. What is found out
//! here is written through the import's desk, so undoing the import takes it back.

use super::kinds::{PayrollKind, PayrollState};
use super::rules::{
    ChangeVerdict, ColumnVerdict, Columns, HoursVerdict, KnownChange, judge, judge_change, judge_hours,
};
use super::store::{self, MetRow};
use crate::shared::day::Day;
use crate::shared::problem::Problem;
use crate::sheets::{Desk, StoredRow, StoredTable, json_of, to_text};
use db::{Ty, Value, params};
use serde_json::json;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// What an import may write about a change.
pub static PAYROLL_CHANGE: StoredTable = StoredTable {
    name: "payroll_change",
    key: &[("id", Ty::Uuid)],
    columns: &[
        ("state", Ty::Text),
        ("settled_at", Ty::At),
        ("seen_at", Ty::At),
        ("payroll_values", Ty::Text),
    ],
    ..StoredTable::PLAIN
};

/// What a file's row says about something that can be changed here.
pub struct MetEntry {
    pub subject: Uuid,
    /// The file's columns, each with the file's value and ours; `None` for what isn't a column.
    pub said: Vec<(String, Value, Option<Value>)>,
}

/// What to do with a row.
#[derive(Debug, Default)]
pub struct Met {
    /// These columns stay as they are here.
    pub kept: HashSet<String>,
    /// For the report's reader, if anything is kept.
    pub note: String,
}

/// By subject. `importable` are the columns a file of this kind can have, if not all: a change is taken over once all of it
/// is.
pub async fn meet(
    desk: &mut Desk<'_>,
    kind: PayrollKind,
    importable: Option<&[&str]>,
    entries: &[MetEntry],
) -> Result<HashMap<Uuid, Met>, Problem> {
    if entries.is_empty() {
        return Ok(HashMap::new());
    }
    let subjects = entries.iter().map(|entry| entry.subject);
    let rows = store::met(desk.work.tx(), desk.scope, kind, subjects).await?;
    let mut by_subject: HashMap<Uuid, Vec<MetRow>> = HashMap::new();
    for row in rows {
        by_subject.entry(row.subject_id).or_default().push(row);
    }
    let (mut met, mut settled) = (HashMap::new(), vec![]);
    for entry in entries {
        let Some(rows) = by_subject.get(&entry.subject) else { continue };
        let changes = known(rows)?;
        let said: Columns = entry.said.iter().map(|(name, said, _)| (name.clone(), json_of(said))).collect();
        let here = entry.said.iter().filter_map(|(name, _, now)| Some((name, json_of(now.as_ref()?))));
        let now: Columns = here.map(|(name, now)| (name.clone(), now)).collect();
        let stays = |(name, now): &(&String, &serde_json::Value)| {
            let verdict = judge(name, &said[name.as_str()], now, &changes);
            matches!(verdict, ColumnVerdict::Old | ColumnVerdict::Third)
        };
        let kept = now.iter().filter(stays).map(|(name, _)| name.clone()).collect();
        let mut notes = vec![];
        for (at, row) in rows.iter().enumerate() {
            let verdict = judge_change(at, &changes, &said, &now, importable);
            notes.extend(note_of(row, &verdict));
            settled.extend(after(row, verdict).map(|after| (row.id.0, after)));
        }
        met.insert(entry.subject, Met { kept, note: notes.join("; ") });
    }
    write(desk, settled).await?;
    Ok(met)
}

fn known(rows: &[MetRow]) -> Result<Vec<KnownChange>, Problem> {
    let one = |row: &MetRow| {
        Ok(KnownChange {
            before: row.before()?,
            after: row.after()?,
            is_taken: row.state == PayrollState::Taken,
        })
    };
    rows.iter().map(one).collect()
}

const NOT_TAKEN: &str = "payroll hasn't taken this yet";
const CONFLICT: &str = "someone must decide";

/// How many rows of an import speak against approved changes. The notes on them say so.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct MetCounts {
    pub conflicts: u64,
    pub not_taken: u64,
}

impl MetCounts {
    /// What is told of a row.
    pub fn hear(&mut self, what: &str) {
        self.conflicts += u64::from(what.contains(CONFLICT));
        self.not_taken += u64::from(what.contains(NOT_TAKEN));
    }
}

fn note_of(row: &MetRow, verdict: &ChangeVerdict) -> Option<String> {
    let batch = match row.batch_number {
        Some(number) => format!("batch {number}"),
        None => "not handed over yet".to_owned(),
    };
    let by = match row.approver_name.as_str() {
        "" => String::new(),
        name => format!(", approved by {name}"),
    };
    match verdict {
        ChangeVerdict::NotTaken if row.state.is_open() => Some(format!("{NOT_TAKEN} ({batch}{by})")),
        ChangeVerdict::Conflict(third) => {
            let columns: Vec<&str> = third.keys().map(String::as_str).collect();
            Some(format!("conflict in {}: {CONFLICT} ({batch}{by})", columns.join(", ")))
        }
        _ => None,
    }
}

/// Where a change is after the import; nothing if it stays where it is.
struct SettledChange {
    state: PayrollState,
    has_old: bool,
    payroll: Option<String>,
}

fn after(row: &MetRow, verdict: ChangeVerdict) -> Option<SettledChange> {
    match verdict {
        ChangeVerdict::Taken if row.state.is_open() => {
            Some(SettledChange { state: PayrollState::Taken, has_old: false, payroll: None })
        }
        ChangeVerdict::NotTaken if row.state.is_open() => {
            let has_batch = row.batch_number.is_some();
            let state = if has_batch { PayrollState::Handed } else { PayrollState::Waiting };
            Some(SettledChange { state, has_old: true, payroll: None })
        }
        ChangeVerdict::Conflict(third) => {
            let payroll = Some(json!(third).to_string());
            Some(SettledChange { state: PayrollState::Conflict, has_old: true, payroll })
        }
        _ => None,
    }
}

async fn write(desk: &mut Desk<'_>, settled: Vec<(Uuid, SettledChange)>) -> Result<(), Problem> {
    let keys: Vec<Vec<Value>> = settled.iter().map(|(id, _)| params![*id]).collect();
    let mut there = desk.find(&PAYROLL_CHANGE, &keys).await?;
    let now = desk.work.now();
    let mut changed: Vec<(StoredRow, Vec<Value>)> = vec![];
    for ((_, after), key) in settled.into_iter().zip(keys) {
        let Some(row) = there.remove(&to_text(&key)) else { continue };
        let is_settled = after.state == PayrollState::Taken;
        let mut values = params![after.state, is_settled.then_some(now)];
        values.push(if after.has_old { now.into() } else { row.get(&PAYROLL_CHANGE, "seen_at") });
        values.extend(params![after.payroll]);
        changed.push((row, values));
    }
    desk.has_written |= !changed.is_empty();
    desk.write(&PAYROLL_CHANGE, vec![], changed).await
}

/// A period's hours in a file.
pub struct MetHours {
    pub employee: Uuid,
    /// Of the period.
    pub last_day: Day,
    /// In ten-thousandths.
    pub said: i64,
}

/// What payroll counted is compared with what the clock had; the file's hours are kept either way. A note for each.
pub async fn meet_hours(desk: &mut Desk<'_>, all: &[MetHours]) -> Result<Vec<String>, Problem> {
    let mut notes = vec![String::new(); all.len()];
    let days = all.iter().map(|hours| hours.last_day);
    let (Some(first), Some(last)) = (days.clone().min(), days.max()) else { return Ok(notes) };
    let employees: HashSet<Uuid> = all.iter().map(|hours| hours.employee).collect();
    let found = store::periods_met(desk.work.tx(), desk.scope, employees.into_iter(), (first, last)).await?;
    let of: HashMap<(Uuid, Day), Uuid> =
        found.iter().map(|row| ((row.employee_id.0, row.last_day), row.id)).collect();
    let subjects = found.iter().map(|row| row.id);
    let rows = store::met(desk.work.tx(), desk.scope, PayrollKind::Hours, subjects).await?;
    let mut by_subject: HashMap<Uuid, Vec<MetRow>> = HashMap::new();
    for row in rows {
        by_subject.entry(row.subject_id).or_default().push(row);
    }
    let mut settled = vec![];
    for (hours, note) in all.iter().zip(&mut notes) {
        let subject = of.get(&(hours.employee, hours.last_day));
        let Some(rows) = subject.and_then(|subject| by_subject.get(subject)) else { continue };
        let (mut known, mut totals) = (Columns::new(), vec![]);
        for row in rows {
            known.extend(row.after()?);
            totals.push(known.values().filter_map(serde_json::Value::as_i64).sum());
        }
        let mut said = vec![];
        for (row, verdict) in rows.iter().zip(judge_hours(hours.said, &totals)) {
            let verdict = match verdict {
                HoursVerdict::Taken => ChangeVerdict::Taken,
                HoursVerdict::NotTaken => ChangeVerdict::NotTaken,
                // Payroll may recount what it has taken over.
                HoursVerdict::Third if row.state.is_open() => {
                    let code = row.after()?.keys().next().cloned().unwrap_or_default();
                    ChangeVerdict::Conflict(Columns::from_iter([(code, json!(hours.said))]))
                }
                _ => ChangeVerdict::Unclear,
            };
            said.extend(note_of(row, &verdict));
            settled.extend(after(row, verdict).map(|after| (row.id.0, after)));
        }
        *note = said.join("; ");
    }
    write(desk, settled).await?;
    Ok(notes)
}

/// The subjects with changes payroll was told about, or will be.
pub async fn with_changes(
    desk: &mut Desk<'_>,
    kind: PayrollKind,
    subjects: impl Iterator<Item = Uuid>,
) -> Result<HashSet<Uuid>, Problem> {
    let rows = store::met(desk.work.tx(), desk.scope, kind, subjects).await?;
    Ok(rows.into_iter().map(|row| row.subject_id).collect())
}

/// A person's own name, by columns, as a file has it and as it is here.
pub struct MetName {
    pub person: Uuid,
    pub said: [(&'static str, Value); 2],
    pub now: [Value; 2],
}

/// Which columns of people's own names stay: an approved name isn't lost because payroll still has the old one.
pub async fn names_to_keep(
    desk: &mut Desk<'_>,
    names: &[MetName],
) -> Result<HashMap<Uuid, HashSet<&'static str>>, Problem> {
    if names.is_empty() {
        return Ok(HashMap::new());
    }
    let people = names.iter().map(|name| name.person);
    let rows = store::met_by_person(desk.work.tx(), desk.scope, people).await?;
    let mut by_person: HashMap<Uuid, HashMap<Uuid, Vec<MetRow>>> = HashMap::new();
    for row in rows {
        by_person.entry(row.person_id.0).or_default().entry(row.subject_id).or_default().push(row);
    }
    let mut kept: HashMap<Uuid, HashSet<&'static str>> = HashMap::new();
    for name in names {
        for rows in by_person.get(&name.person).into_iter().flat_map(HashMap::values) {
            let changes = known(rows)?;
            for ((column, said), now) in name.said.iter().zip(&name.now) {
                let verdict = judge(column, &json_of(said), &json_of(now), &changes);
                if matches!(verdict, ColumnVerdict::Old | ColumnVerdict::Third) {
                    kept.entry(name.person).or_default().insert(*column);
                }
            }
        }
    }
    Ok(kept)
}
