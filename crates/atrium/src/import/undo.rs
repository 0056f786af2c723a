//! Undoes the newest import: removes what it added and restores what it changed. If any of that has changed since, or newer
//! data depends on it, names what is in the way and undoes nothing.

use super::addresses::{self, Rewritten};
use super::desk::copied;
use super::store::{self, Change};
use super::table::{self, EMPLOYEE, PERSON, Table};
use super::{CHUNK, Outcome};
use crate::access::OperatorScope;
use crate::app::App;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use crate::shared::refusal::refusals;
use crate::work::{Author, Work};
use db::Value;
use serde_json::json;
use std::collections::HashMap;

refusals! {
    pub(super) enum ImportRefusal {
        NoImport = "NOTHING_TO_UNDO": "There is no import to undo.",
        UndoneAlready = "NOTHING_TO_UNDO": "Only the newest import can be undone, and it already was.",
        InUse = "IMPORT_IN_USE": "Newer data depends on what was imported. Nothing was undone.",
    }
}

/// `added` are the rows that are gone, `changed` those that are as before, `faults` those in the way. `tell` hears of each
/// of the latter.
pub async fn undo(app: &App, scope: &OperatorScope, tell: &mut dyn FnMut(&str)) -> Result<Outcome, Problem> {
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let tenant_name = store::lock(work.tx(), scope).await?;
    let run = store::newest_run(work.tx(), scope).await?;
    let run = run.ok_or(ImportRefusal::NoImport)?;
    if run.undone_at.is_some() {
        return Err(ImportRefusal::UndoneAlready.into());
    }
    let (mut outcome, mut before) = (Outcome::default(), i64::MAX);
    loop {
        let changes = store::changes_before(work.tx(), scope, run.id, before, CHUNK as i64).await?;
        let Some(last) = changes.last() else { break };
        before = last.seq;
        // Rows of one table that stand together are taken back together.
        let mut rest = changes.as_slice();
        while let Some(first) = rest.first() {
            let count = rest.iter().take_while(|change| change.table_name == first.table_name).count();
            let (together, others) = rest.split_at(count);
            let people = take_back(&mut work, scope, together, &mut outcome, tell).await?;
            addresses::note(&mut work, scope.tenant(), &people).await?;
            addresses::tell(app, &mut work, (scope.tenant(), &tenant_name), &people).await?;
            rest = others;
        }
    }
    if outcome.faults > 0 {
        return Ok(outcome);
    }
    let now = work.now();
    store::mark_undone(work.tx(), scope, run.id, now).await?;
    let detail = json!({ "at": run.at.to_string(), "files": run.files, "removed": outcome.added, "restored": outcome.changed });
    work.record("import.undone", "import", run.id, detail);
    work.commit().await?;
    Ok(outcome)
}

/// The people among them whose rows are as before.
async fn take_back(
    work: &mut Work,
    scope: &OperatorScope,
    changes: &[Change],
    outcome: &mut Outcome,
    tell: &mut dyn FnMut(&str),
) -> Result<Vec<Rewritten>, Problem> {
    let unreadable = || Problem::Internal("the undo data of an import cannot be read".into());
    let table: &'static Table =
        changes.first().and_then(|change| table::called(&change.table_name)).ok_or_else(unreadable)?;
    let ids = changes.iter().map(|change| table::from_text(&change.row_id, table.id));
    let ids = ids.collect::<Option<Vec<Vec<Value>>>>().ok_or_else(unreadable)?;
    let there = store::by_id(work.tx(), scope, table, &ids).await?;
    let mut there: HashMap<String, Vec<Value>> =
        there.into_iter().map(|row| (table::to_text(&row.id), row.values)).collect();
    let (mut gone, mut restored, mut copies, mut people) = (vec![], vec![], vec![], vec![]);
    for (change, id) in changes.iter().zip(ids) {
        let now = there.get(&change.row_id).filter(|values| table::hash_of(values) == change.after_hash);
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
            gone.push(id);
            continue;
        };
        let values = table::from_text(before, table.columns).ok_or_else(unreadable)?;
        // An import may change a row more than once, from two files for example: what came before is looked at next.
        let now = now.clone();
        there.insert(change.row_id.clone(), values.clone());
        if let (true, Some(Value::Uuid(employee))) = (std::ptr::eq(table, &EMPLOYEE), id.first()) {
            copies.push((*employee, copied(&values)));
        }
        if let (true, Some(Value::Uuid(person))) = (std::ptr::eq(table, &PERSON), id.first()) {
            let (person, before, after) = (PersonId(*person), now, values.clone());
            people.push(Rewritten { person, before, after });
        }
        restored.push([values, id].concat());
    }
    outcome.added += gone.len() as u64;
    outcome.changed += restored.len() as u64;
    if outcome.faults > 0 {
        return Ok(vec![]); // nothing will be kept: only what else is in the way is still looked for
    }
    if std::ptr::eq(table, &PERSON) {
        store::retire_invitations(work.tx(), scope, gone.clone()).await?;
    }
    if std::ptr::eq(table, &EMPLOYEE) {
        store::retire_profiles(work.tx(), scope, gone.clone()).await?;
    }
    store::update(work.tx(), scope, table, restored).await?;
    store::copy_to_lines(work.tx(), scope, copies).await?;
    match store::delete(work.tx(), scope, table, gone).await {
        Err(db::Error::ForeignKey(_)) => {
            return Err(ImportRefusal::InUse.into());
        }
        done => done?,
    }
    // An address that someone else has by now isn't given back.
    let readdressed = people.iter().filter(|one| one.has_new_email()).map(|one| one.person.0);
    for (username, email) in store::sharing_an_address(work.tx(), scope, readdressed).await? {
        outcome.faults += 1;
        tell(&format!("{email}, the earlier address of {username}, belongs to someone else now"));
    }
    Ok(people)
}
