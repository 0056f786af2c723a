//! A row's path from a file into a table: read, planned, checked, stored. A feature says what one of its rows is; this
//! takes a file's rows through, so each step sees a row once.

use super::desk::{Desk, Effect, Wish, employee_key};
use super::row::SheetRow;
use super::stored::{StoredRow, StoredTable, to_text};
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use db::{Ty, Value, params};
use std::collections::HashMap;

/// What one row in a file says.
pub trait SheetEntry: Sized + Send {
    const TABLE: &'static StoredTable;

    /// The employee it's about, from the `employee_code` column.
    fn employee(&self) -> Option<(CompanyId, &str)> {
        None
    }

    /// The account it's about: the column that names it, and the username.
    fn person(&self) -> Option<(&'static str, &str)> {
        None
    }

    /// Creates what these entries need first.
    fn prepare(
        _desk: &mut Desk<'_>,
        _entries: &mut Vec<Entry<Self>>,
    ) -> impl Future<Output = Result<(), Problem>> + Send {
        async { Ok(()) }
    }

    /// Puts back into the rows what the file mustn't change: what was approved here and payroll hasn't taken.
    fn keep_approved(
        _desk: &mut Desk<'_>,
        wishes: Vec<Wish>,
    ) -> impl Future<Output = Result<Vec<Wish>, Problem>> + Send {
        async { Ok(wishes) }
    }

    /// Whether the file wants the row gone.
    fn is_removed(&self) -> bool {
        false
    }

    /// What it's matched by.
    fn key(entry: &Entry<Self>, desk: &Desk<'_>) -> Vec<Value>;

    /// What the row should be from now on. Conflicts with what exists are reported on the row.
    fn plan(entry: &mut Entry<Self>, desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan;
}

/// An entry, with who it's about.
pub struct Entry<E> {
    pub row: SheetRow,
    pub says: E,
    pub employee: Option<StoredRow>,
    pub person: Option<StoredRow>,
}

impl<E> Entry<E> {
    /// For entries about an employee.
    pub fn employee_id(&self) -> Value {
        id_of(self.employee.as_ref())
    }

    /// For entries about an account.
    pub fn person_id(&self) -> Value {
        id_of(self.person.as_ref())
    }
}

fn id_of(row: Option<&StoredRow>) -> Value {
    row.map_or(Value::Null(Ty::Uuid), |row| row.uuid().into())
}

pub struct PlanFor<'a> {
    /// Its primary key, which may be new.
    pub id: &'a [Value],
    pub key: &'a [Value],
    /// The current row.
    pub there: Option<&'a StoredRow>,
}

pub struct EntryPlan {
    /// In words, for the report's reader.
    pub what: String,
    pub values: Vec<Value>,
    /// Written with a new row, after its tenant.
    pub once: Vec<Value>,
    /// Why it can't be changed, if it can't.
    pub fixed: Option<&'static str>,
}

impl EntryPlan {
    pub fn new(what: String, values: Vec<Value>) -> EntryPlan {
        EntryPlan { what, values, once: vec![], fixed: None }
    }
}

/// `read_row` reads a row's cells: nothing if it can't be an entry, which is reported on the row.
pub async fn apply<E: SheetEntry>(
    desk: &mut Desk<'_>,
    rows: Vec<SheetRow>,
    read_row: fn(&mut SheetRow, &Desk<'_>) -> Option<E>,
) -> Result<(), Problem> {
    let read = read(desk, rows, read_row);
    let entries = look_up(desk, read).await?;
    bring_in(desk, entries).await
}

/// The rows that are complete by themselves.
pub fn read<E>(
    desk: &mut Desk<'_>,
    rows: Vec<SheetRow>,
    read: impl Fn(&mut SheetRow, &Desk<'_>) -> Option<E>,
) -> Vec<(SheetRow, E)> {
    let mut whole = vec![];
    for mut row in rows {
        let says = read(&mut row, desk);
        desk.once(&mut row);
        if desk.is_whole(&row)
            && let Some(says) = says
        {
            whole.push((row, says));
        }
    }
    whole
}

/// The ones whose employee and person exist.
pub async fn look_up<E: SheetEntry>(
    desk: &mut Desk<'_>,
    read: Vec<(SheetRow, E)>,
) -> Result<Vec<Entry<E>>, Problem> {
    let employees = read.iter().filter_map(|(_, says)| says.employee());
    let employees = employees.map(|(company, code)| (company, code.to_owned())).collect::<Vec<_>>();
    let employees = desk.employees(employees.into_iter()).await?;
    let people = read.iter().filter_map(|(_, says)| says.person());
    let people = people.map(|(_, username)| username.to_owned()).collect::<Vec<_>>();
    let people = desk.people(people.into_iter()).await?;
    let mut entries = vec![];
    for (mut row, says) in read {
        let mut person = None;
        if let Some((column, username)) = says.person() {
            person = people.get(&username.to_ascii_lowercase()).cloned();
            if person.is_none() && desk.is_follow_up(username) {
                continue;
            }
            if person.is_none() {
                row.fault(column, format!("there is no one with the username {username:?}"));
            }
        }
        let mut employee = None;
        if let Some((company, code)) = says.employee() {
            employee = employees.get(&to_text(&employee_key(company, code))).cloned();
            if employee.is_none() && desk.is_follow_up(code) {
                continue;
            }
            if employee.is_none() {
                row.fault("employee_code", format!("this company has no employee {code:?}"));
            }
        }
        if desk.is_whole(&row) {
            entries.push(Entry { row, says, employee, person });
        }
    }
    Ok(entries)
}

pub async fn bring_in<E: SheetEntry>(desk: &mut Desk<'_>, mut entries: Vec<Entry<E>>) -> Result<(), Problem> {
    E::prepare(desk, &mut entries).await?;
    let keys: Vec<Vec<Value>> = entries.iter().map(|entry| E::key(entry, desk)).collect();
    let there = desk.find(E::TABLE, &keys).await?;
    let (mut wishes, mut removed) = (vec![], vec![]);
    for (entry, key) in entries.into_iter().zip(keys) {
        let is_removed = entry.says.is_removed();
        let Some(wish) = plan(desk, entry, key, &there) else { continue };
        match (is_removed, wish.found) {
            (false, found) => wishes.push(Wish { found, ..wish }),
            (true, Some(found)) => removed.push((wish.line, wish.what, found)),
            (true, None) => desk.told(wish.line, Effect::Same, &wish.what),
        }
    }
    if !removed.is_empty() {
        desk.remove(E::TABLE, removed).await?;
    }
    let wishes = E::keep_approved(desk, wishes).await?;
    desk.settle(E::TABLE, wishes).await
}

fn plan<E: SheetEntry>(
    desk: &mut Desk<'_>,
    mut entry: Entry<E>,
    key: Vec<Value>,
    there: &HashMap<String, StoredRow>,
) -> Option<Wish> {
    let found = there.get(&to_text(&key)).cloned();
    let id = match &found {
        Some(found) => found.id.clone(),
        None if E::TABLE.id == E::TABLE.key => key.clone(),
        None => params![desk.new_id()],
    };
    let at = PlanFor { id: &id, key: &key, there: found.as_ref() };
    let EntryPlan { what, values, once, fixed } = E::plan(&mut entry, desk, &at);
    if !desk.is_whole(&entry.row) {
        return None;
    }
    // The next row may refer to it.
    desk.learn(E::TABLE, &id, &key, &values);
    let once = std::iter::once(desk.scope.tenant().into()).chain(once).collect();
    Some(Wish { line: entry.row.line, what, found, id, values, once, fixed })
}
