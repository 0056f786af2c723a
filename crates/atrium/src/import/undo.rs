//! Undoes the newest import: removes what it added and restores what it changed. If any of that has changed since, or newer
//! data depends on it, names what is in the way and undoes nothing.

use super::kinds::ImportKinds;
use super::{CHUNK, Outcome, store};
use crate::access::OperatorScope;
use crate::app::App;
use crate::shared::event_feed::EventType;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use crate::shared::refusal::refusals;
use crate::sheets::{self, EMPLOYEE, NotedChange, RewrittenRow, StoredTable, WrittenRow};
use crate::work::{Author, Work};
use db::Value;
use serde_json::json;
use std::collections::HashMap;
use uuid::Uuid;

refusals! {
    pub(super) enum ImportRefusal {
        NoImport = "NOTHING_TO_UNDO": "There is no import to undo.",
        UndoneAlready = "NOTHING_TO_UNDO": "Only the newest import can be undone, and it already was.",
        NotNewest = "NOTHING_TO_UNDO": "Only the newest import can be undone, and there's a newer one.",
        InUse = "IMPORT_IN_USE": "Newer data depends on what was imported. Nothing was undone.",
        OwnRights = "OWN_RIGHTS":
            "It would change your own roles, or the people you manage. Someone else has to undo it.",
        OwnEmployment = "OWN_EMPLOYMENT": "It would change your own employment. Someone else has to undo it.",
    }
}

/// What an employment is, in an employee's columns; no one changes it about themselves.
const EMPLOYMENT: [&str; 6] =
    ["company_id", "employee_code", "person_id", "original_hire_date", "current_hire_date", "status"];

/// `added` are the removed rows, `changed` the restored ones, `faults` the ones in the way. `tell` is called for each
/// fault.
pub async fn undo(
    app: &App,
    scope: &OperatorScope,
    kinds: &ImportKinds,
    tell: &mut (dyn FnMut(&str) + Send),
) -> Result<Outcome, Problem> {
    undo_as(app, scope, kinds, None, tell).await
}

/// `by` is who undoes it in the console, and the import they mean: another one may have become the newest.
pub(super) async fn undo_as(
    app: &App,
    scope: &OperatorScope,
    kinds: &ImportKinds,
    by: Option<(Option<PersonId>, Uuid)>,
    tell: &mut (dyn FnMut(&str) + Send),
) -> Result<Outcome, Problem> {
    let person = by.and_then(|(person, _)| person);
    let author = Author { tenant: scope.tenant(), person, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let tenant_name = store::lock(work.tx(), scope).await?;
    let run = store::newest_run(work.tx(), scope).await?;
    let run = run.ok_or(ImportRefusal::NoImport)?;
    if run.undone_at.is_some() {
        return Err(ImportRefusal::UndoneAlready.into());
    }
    if by.is_some_and(|(_, wanted)| wanted != run.id) {
        return Err(ImportRefusal::NotNewest.into());
    }
    let (mut outcome, mut before) = (Outcome::default(), i64::MAX);
    let mut touched: Vec<&'static StoredTable> = vec![];
    loop {
        let changes = store::changes_before(work.tx(), scope, run.id, before, CHUNK as i64).await?;
        let Some(last) = changes.last() else { break };
        before = last.seq;
        // Consecutive rows in one table are taken back together.
        let mut rest = changes.as_slice();
        while let Some(first) = rest.first() {
            let count = rest.iter().take_while(|change| change.table_name == first.table_name).count();
            let (together, others) = rest.split_at(count);
            let (table, rewritten) =
                take_back(&mut work, (scope, kinds), together, &mut outcome, tell).await?;
            for restored in kinds.undo_steps(table).filter_map(|step| step.restored) {
                for says in restored(app, &mut work, scope, &tenant_name, &rewritten).await? {
                    outcome.faults += 1;
                    tell(&says);
                }
            }
            touched.push(table);
            rest = others;
        }
    }
    if outcome.faults > 0 {
        return Ok(outcome);
    }
    for sheet in kinds.sheets() {
        let is_touched =
            sheet.tables.iter().any(|own| touched.iter().any(|table| std::ptr::eq(*table, *own)));
        if let Some(check) = sheet.undone.filter(|_| is_touched) {
            check(&mut work, scope).await?;
        }
    }
    let now = work.now();
    store::mark_undone(work.tx(), scope, run.id, now).await?;
    let detail = json!({ "at": run.at.to_string(), "files": run.files, "removed": outcome.added, "restored": outcome.changed });
    work.record("import.undone", "import", run.id, detail);
    work.publish(EventType::ImportUndone.of(run.id));
    work.commit().await?;
    Ok(outcome)
}

/// Their table, and which of its rows are restored.
async fn take_back(
    work: &mut Work,
    (scope, kinds): (&OperatorScope, &ImportKinds),
    changes: &[NotedChange],
    outcome: &mut Outcome,
    tell: &mut (dyn FnMut(&str) + Send),
) -> Result<(&'static StoredTable, Vec<RewrittenRow>), Problem> {
    let unreadable = || Problem::Internal("the undo data of an import cannot be read".into());
    let table =
        changes.first().and_then(|change| kinds.table_called(&change.table_name)).ok_or_else(unreadable)?;
    let ids = changes.iter().map(|change| sheets::from_text(&change.row_id, table.id));
    let ids = ids.collect::<Option<Vec<Vec<Value>>>>().ok_or_else(unreadable)?;
    let there = sheets::by_id(work.tx(), scope, table, &ids).await?;
    let mut there: HashMap<String, Vec<Value>> =
        there.into_iter().map(|row| (sheets::to_text(&row.id), row.values)).collect();
    let (mut gone, mut restored, mut copies, mut rewritten) = (vec![], vec![], vec![], vec![]);
    let (mut added, removed) = (vec![], sheets::hash_of(&sheets::REMOVED));
    let (person, mut written) = (work.actor(), vec![]);
    for (change, id) in changes.iter().zip(ids) {
        if let (None, Some(before), true) =
            (there.get(&change.row_id), &change.before_values, change.after_hash == removed)
        {
            let values = sheets::from_text(before, table.columns).ok_or_else(unreadable)?;
            check_own(table, person, &id, &sheets::REMOVED, &values)?;
            there.insert(change.row_id.clone(), values.clone());
            added.push([id, values, db::params![scope.tenant()]].concat());
            continue;
        }
        let now = there.get(&change.row_id).filter(|values| sheets::hash_of(values) == change.after_hash);
        let Some(now) = now else {
            outcome.faults += 1;
            let known = id.iter().chain(there.get(&change.row_id).into_iter().flatten());
            let known = known.filter_map(|value| if let Value::Uuid(id) = value { Some(*id) } else { None });
            let whose = store::whose(work.tx(), scope, known).await?;
            let whose = whose.map_or(String::new(), |who| format!(" of {who}"));
            tell(&format!("{}{whose} has changed since ({})", table.name, change.row_id));
            continue;
        };
        let Some(before) = &change.before_values else {
            check_own(table, person, &id, now, &sheets::REMOVED)?;
            written.push(WrittenRow { before: Some(now.clone()), after: None });
            gone.push(id);
            continue;
        };
        let values = sheets::from_text(before, table.columns).ok_or_else(unreadable)?;
        check_own(table, person, &id, now, &values)?;
        // An import may change a row more than once, for example from two files: earlier changes are handled next.
        let now = now.clone();
        there.insert(change.row_id.clone(), values.clone());
        if let (true, Some(Value::Uuid(employee))) = (std::ptr::eq(table, &EMPLOYEE), id.first()) {
            copies.push((*employee, sheets::copied(&values)));
        }
        written.push(WrittenRow { before: Some(now.clone()), after: Some(values.clone()) });
        if let Some(Value::Uuid(row)) = id.first() {
            rewritten.push(RewrittenRow { id: *row, before: now, after: values.clone() });
        }
        restored.push([values, id].concat());
    }
    outcome.added += gone.len() as u64;
    outcome.changed += (restored.len() + added.len()) as u64;
    if outcome.faults > 0 {
        return Ok((table, vec![])); // nothing will be kept: only what else is in the way is still looked for
    }
    for step in kinds.undo_steps(table) {
        (step.leave)(work.tx(), scope, gone.clone()).await?;
    }
    if !added.is_empty() {
        sheets::insert(work.tx(), scope, table, added).await?;
    }
    sheets::update(work.tx(), scope, table, restored).await?;
    sheets::copy_to_lines(work.tx(), scope, copies).await?;
    match sheets::delete(work.tx(), scope, table, gone).await {
        Err(db::Error::ForeignKey(_)) => {
            return Err(ImportRefusal::InUse.into());
        }
        done => done?,
    }
    if let Some(record) = table.recorded {
        record(work, scope, written).await?;
    }
    Ok((table, rewritten))
}

/// A file can't change one's own rights, so an undo can't either. The operator at the terminal is no one here.
fn check_own(
    table: &'static StoredTable,
    person: Option<PersonId>,
    id: &[Value],
    now: &[Value],
    then: &[Value],
) -> Result<(), ImportRefusal> {
    let is_own = |values: &[Value]| person.is_some_and(|person| table.is_own(person, id, values));
    if !is_own(now) && !is_own(then) {
        return Ok(());
    }
    if !std::ptr::eq(table, &EMPLOYEE) {
        return Err(ImportRefusal::OwnRights);
    }
    let is_rewritten = !now.is_empty() && !then.is_empty();
    if is_rewritten && !table.differing(now, then).iter().any(|column| EMPLOYMENT.contains(column)) {
        return Ok(());
    }
    Err(ImportRefusal::OwnEmployment)
}
