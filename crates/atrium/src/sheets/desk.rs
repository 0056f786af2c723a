//! Where the rows of all files are applied, in one transaction: matched by key, compared, written, and noted for the
//! undo. Faults are reported and counted; the rest goes on, so a file is read to the end.

use super::ImportSheet;
use super::ending::FileBounds;
use super::row::{CellPlace, Fault, SheetRow};
use super::store::{self, NotedChange};
use super::stored::{self, COMPANY, EMPLOYEE, PERSON, StoredRow, StoredTable, TENANT};
use crate::access::OperatorScope;
use crate::app::App;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, TenantId};
use crate::shared::names;
use crate::shared::problem::Problem;
use crate::work::Work;
use aws_lc_rs::digest;
use db::{Value, params};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use uuid::Uuid;

/// How many people are remembered for rows that follow.
const MAX_FAULTY: usize = 100_000;

#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions {
    /// Reports what would happen, and changes nothing.
    pub is_dry: bool,
    pub invites: bool,
    /// Leaves out rows that can't be imported, where a kind of file allows it, and imports the others.
    pub sets_aside: bool,
    /// How much may end in all, as someone typed it in after the brake held it back.
    pub confirmed_removals: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Added,
    Changed,
    Same,
    /// A file that is the whole truth lacks it.
    Ended,
}

/// What is reported while an import runs.
pub enum Told<'a> {
    /// This many bytes of the current file were read.
    Read(u64),
    Row {
        file: &'a str,
        line: u64,
        effect: Effect,
        what: &'a str,
    },
    Fault {
        file: &'a str,
        fault: &'a Fault,
    },
    /// Rows left out, to be corrected and imported again.
    SetAside {
        file: &'a str,
        sheet: &'static ImportSheet,
        rows: &'a [SheetRow],
        faults: &'a [Fault],
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub added: u64,
    pub changed: u64,
    pub same: u64,
    pub invited: u64,
    pub faults: u64,
    /// Things left out, such as pay stubs, and not their rows.
    pub set_aside: u64,
    /// Rows that only wait for a row with a fault.
    pub followed: u64,
    /// Rows that ended because a whole-truth file didn't have them.
    pub ended: u64,
    /// So much ends that someone has to type in the number.
    pub is_braked: bool,
}

impl Outcome {
    pub fn has_changes(&self) -> bool {
        self.added + self.changed + self.ended > 0
    }
}

/// A row that an import or its undo rewrote.
pub struct RewrittenRow {
    pub id: Uuid,
    pub before: Vec<Value>,
    pub after: Vec<Value>,
}

/// Values of a row that was added (nothing before), changed, or removed (nothing after).
pub struct WrittenRow {
    pub before: Option<Vec<Value>>,
    pub after: Option<Vec<Value>>,
}

/// A row the way a file wants it.
pub struct Wish {
    pub line: u64,
    /// In words, for the report's reader.
    pub what: String,
    pub found: Option<StoredRow>,
    /// Its primary key, if it is new.
    pub id: Vec<Value>,
    pub values: Vec<Value>,
    pub once: Vec<Value>,
    /// Why it can't be changed, if it can't.
    pub fixed: Option<&'static str>,
}

impl Wish {
    /// A new row that other rows in its file need; `more` is written after its tenant.
    pub fn new_row(
        line: u64,
        what: String,
        id: Uuid,
        values: Vec<Value>,
        tenant: TenantId,
        more: Vec<Value>,
    ) -> Wish {
        let once = std::iter::once(tenant.into()).chain(more).collect();
        Wish { line, what, found: None, id: params![id], values, once, fixed: None }
    }
}

pub struct Desk<'a> {
    pub app: &'a App,
    pub scope: &'a OperatorScope,
    pub work: Work,
    pub outcome: Outcome,
    pub run: Uuid,
    pub tenant_name: String,
    pub options: RunOptions,
    file: String,
    sheet: Option<&'static ImportSheet>,
    tell: &'a mut (dyn FnMut(Told<'_>) + Send),
    /// Small tables as they are now, by name and by a key's text.
    known: HashMap<&'static str, HashMap<String, StoredRow>>,
    /// Where the current file last mentions an employee.
    spoken: HashMap<(CompanyId, String), CellPlace>,
    seq: i64,
    seen: HashSet<[u8; 16]>,
    /// The companies that rows may be about, if not all.
    within: Option<Vec<CompanyId>>,
    /// The companies whose pay rows may be about, if not all.
    paid: Option<Vec<CompanyId>>,
    /// Those that rows of the current file are about.
    touched: Mutex<BTreeSet<CompanyId>>,
    pub(super) bounds: FileBounds,
    /// The first file that would end too much.
    pub braked_file: Option<String>,
    /// Something was written, even if no row of the files changed anything: what payroll has taken over, for example.
    pub has_written: bool,
    /// People and places whose own row has a fault: rows about them can't be checked.
    faulty: HashSet<String>,
}

impl<'a> Desk<'a> {
    /// The tenant is already locked.
    pub fn new(
        app: &'a App,
        scope: &'a OperatorScope,
        work: Work,
        (run, tenant_name): (Uuid, String),
        options: RunOptions,
        tell: &'a mut (dyn FnMut(Told<'_>) + Send),
    ) -> Desk<'a> {
        Desk {
            app,
            scope,
            work,
            outcome: Outcome::default(),
            run,
            tenant_name,
            options,
            file: String::new(),
            sheet: None,
            tell,
            known: HashMap::new(),
            spoken: HashMap::new(),
            seq: 0,
            seen: HashSet::new(),
            within: None,
            paid: None,
            touched: Mutex::default(),
            bounds: FileBounds::default(),
            braked_file: None,
            has_written: false,
            faulty: HashSet::new(),
        }
    }

    pub fn stay_within(&mut self, companies: Option<Vec<CompanyId>>) {
        self.within = companies;
    }

    pub fn pay_only(&mut self, companies: Option<Vec<CompanyId>>) {
        self.paid = companies;
    }

    /// Whether whoever imports does this company's payroll, or is the operator.
    pub fn does_pay(&self, company: CompanyId) -> bool {
        self.paid.as_ref().is_none_or(|paid| paid.contains(&company))
    }

    /// Whether a row's person or employee isn't there only because their own row has a fault, which was reported.
    pub fn is_follow_up(&mut self, name: &str) -> bool {
        let is_known = self.faulty.contains(&name.to_lowercase());
        self.outcome.followed += u64::from(is_known);
        is_known
    }

    /// Keys must be unique within a file: the same key twice would change a row there and back with every import.
    pub fn begin_file(&mut self, name: &str) {
        name.clone_into(&mut self.file);
        self.touched = Mutex::default();
        self.seen.clear();
        self.spoken.clear();
    }

    /// What kind of file it turned out to be.
    pub fn begin_sheet(&mut self, sheet: &'static ImportSheet) {
        self.sheet = Some(sheet);
    }

    pub(super) fn sheet(&self) -> Option<&'static ImportSheet> {
        self.sheet
    }

    pub(super) fn reaches(&self, company: CompanyId) -> bool {
        self.within.as_ref().is_none_or(|within| within.contains(&company))
    }

    pub(super) fn touch(&self, company: CompanyId) {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).insert(company);
    }

    /// The companies that the current file is about.
    pub fn touched(&self) -> Vec<CompanyId> {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }

    pub(super) fn brake(&mut self) {
        self.outcome.is_braked = true;
        self.braked_file.get_or_insert_with(|| self.file.clone());
    }

    pub fn has_read(&mut self, bytes: u64) {
        (self.tell)(Told::Read(bytes));
    }

    pub fn fault(&mut self, fault: &Fault) {
        self.outcome.faults += 1;
        (self.tell)(Told::Fault { file: &self.file, fault: &fault.masked() });
    }

    /// Rows that can't be imported: left out together if the import may, otherwise a fault each.
    pub fn refuse(&mut self, rows: &[SheetRow], faults: &[Fault]) {
        match self.sheet.filter(|sheet| sheet.sets_aside && self.options.sets_aside) {
            None => faults.iter().for_each(|fault| self.fault(fault)),
            Some(sheet) => {
                self.outcome.set_aside += 1;
                let faults: Vec<Fault> = faults.iter().map(Fault::masked).collect();
                (self.tell)(Told::SetAside { file: &self.file, sheet, rows, faults: &faults });
            }
        }
    }

    /// Whether a row is complete. Its faults are reported here; one that waits for another row's correction has none.
    pub fn is_whole(&mut self, row: &SheetRow) -> bool {
        let waits = row.faults.is_empty() && row.waits;
        if !row.faults.is_empty() {
            self.refuse(std::slice::from_ref(row), &row.faults);
        }
        self.outcome.followed += u64::from(waits);
        if (waits || !row.faults.is_empty()) && self.faulty.len() < MAX_FAULTY {
            let is_person = row.has("first_name");
            let names = ["username", "employee_code"].into_iter().filter(|_| is_person);
            let names = names.filter_map(|column| row.cell(column).map(str::to_lowercase));
            let place = row.cell("organization_code").map(faulty_place);
            self.faulty.extend(names.chain(place));
        }
        row.faults.is_empty() && !waits
    }

    /// Whether a place isn't there only because its own row has a fault, which was reported.
    pub fn is_faulty_place(&self, code: &str) -> bool {
        self.faulty.contains(&faulty_place(code))
    }

    /// Adds a fault if the file already had this row's key.
    pub fn once(&mut self, row: &mut SheetRow) {
        if let Some((column, key)) = row.about.take()
            && self.is_repeated(&key)
        {
            row.fault(column, "an earlier row in this file has the same key");
        }
    }

    pub fn is_repeated(&mut self, key: &str) -> bool {
        let mut short = [0; 16];
        short.copy_from_slice(&digest::digest(&digest::SHA256, key.as_bytes()).as_ref()[..16]);
        !self.seen.insert(short)
    }

    pub fn speaks_of(&mut self, company: CompanyId, code: &str, place: CellPlace) {
        self.spoken.insert((company, code.to_owned()), place);
    }

    pub fn last_spoken_of(&self, company: CompanyId, code: String) -> Option<CellPlace> {
        self.spoken.get(&(company, code)).cloned()
    }

    /// Reads a small table as a whole, once.
    pub async fn learn_whole(&mut self, table: &'static StoredTable) -> Result<(), Problem> {
        if !self.known.contains_key(table.name) {
            let rows = store::whole(self.work.tx(), self.scope, table).await?;
            let rows = rows.into_iter().map(|row| (stored::to_text(&row.key), row));
            self.known.insert(table.name, rows.collect());
        }
        Ok(())
    }

    /// Records the new state of a row in a small table.
    pub fn learn(&mut self, table: &'static StoredTable, id: &[Value], key: &[Value], values: &[Value]) {
        let tenant = self.scope.tenant().0;
        if let Some(known) = self.known.get_mut(table.name) {
            let (id, key, values) = (id.to_vec(), key.to_vec(), values.to_vec());
            known.insert(stored::to_text(&key), StoredRow { id, key, values, tenant });
        }
    }

    /// A row in a small table that the current sheet refers to.
    pub fn known(&self, table: &'static StoredTable, key: &[Value]) -> Option<&StoredRow> {
        self.known.get(table.name)?.get(&stored::to_text(key))
    }

    /// Every row of a small table.
    pub fn all_known(&self, table: &'static StoredTable) -> impl Iterator<Item = &StoredRow> {
        self.known.get(table.name).into_iter().flat_map(HashMap::values)
    }

    pub fn company(&self, row: &mut SheetRow) -> Option<CompanyId> {
        let name = row.name("company")?;
        let found = self.known(&COMPANY, &params![name.clone()]).map(|company| CompanyId(company.uuid()));
        // A company that isn't one's own isn't there.
        let Some(found) = found.filter(|found| self.reaches(*found)) else {
            row.fault("company", format!("there is no company {name:?}"));
            return None;
        };
        if let Some(says) = self.bounds.excludes(found, &name) {
            row.fault("company", says);
            return None;
        }
        self.touch(found);
        Some(found)
    }

    pub fn name_of(&self, company: CompanyId) -> String {
        let found = self.known.get(COMPANY.name).and_then(|companies| {
            companies.values().find(|row| row.uuid() == company.0).map(|row| row.get(&COMPANY, "name"))
        });
        match found {
            Some(Value::Text(name)) => name,
            _ => String::new(),
        }
    }

    /// “Today” in a company's time zone.
    pub fn today_at(&self, company: CompanyId) -> Day {
        let found = self.known(&COMPANY, &params![self.name_of(company)]);
        match found.map(|company| company.get(&COMPANY, "time_zone")) {
            Some(Value::Text(zone)) => self.app.clock.today(&zone),
            _ => self.app.clock.today("UTC"),
        }
    }

    pub fn new_id(&self) -> Uuid {
        self.work.new_id()
    }

    /// The existing rows for these keys, by the key's text.
    pub async fn find(
        &mut self,
        table: &'static StoredTable,
        keys: &[Vec<Value>],
    ) -> Result<HashMap<String, StoredRow>, Problem> {
        if keys.is_empty() {
            return Ok(HashMap::new());
        }
        let found = if std::ptr::eq(table, &PERSON) {
            store::find_anywhere(self.work.tx(), self.scope, table, keys).await?
        } else {
            store::find(self.work.tx(), self.scope, table, keys).await?
        };
        Ok(found.into_iter().map(|row| (stored::to_text(&row.key), row)).collect())
    }

    /// Employees by company and code.
    pub async fn employees(
        &mut self,
        of: impl Iterator<Item = (CompanyId, String)>,
    ) -> Result<HashMap<String, StoredRow>, Problem> {
        let keys: Vec<Vec<Value>> = of.map(|(company, code)| employee_key(company, &code)).collect();
        self.find(&EMPLOYEE, &keys).await
    }

    /// People in this tenant by lowercase username.
    pub async fn people(
        &mut self,
        of: impl Iterator<Item = String>,
    ) -> Result<HashMap<String, StoredRow>, Problem> {
        let keys: Vec<Vec<Value>> = of.map(|username| params![username.to_ascii_lowercase()]).collect();
        let tenant = self.scope.tenant().0;
        let found = self.find(&PERSON, &keys).await?.into_values().filter(|row| row.tenant == tenant);
        let named = found.filter_map(|row| match row.key.first() {
            Some(Value::Text(name)) => Some((name.clone(), row)),
            _ => None,
        });
        Ok(named.collect())
    }

    pub async fn settle(&mut self, table: &'static StoredTable, wishes: Vec<Wish>) -> Result<(), Problem> {
        let (mut added, mut changed) = (vec![], vec![]);
        for wish in wishes {
            let Wish { line, what, found, id, values, once, fixed } = wish;
            let named = found.as_ref().map_or(&id, |found| &found.id);
            self.bounds.name(table, named, found.is_none());
            match found {
                Some(found) if found.values == values => self.told(line, Effect::Same, &what),
                Some(_) if fixed.is_some() => {
                    let says = format!("{what} {}", fixed.unwrap_or_default());
                    self.fault(&Fault { line, column: None, says });
                }
                Some(found) => {
                    let differing = table.differing(&found.values, &values);
                    self.told(line, Effect::Changed, &format!("{what}: {}", differing.join(", ")));
                    changed.push((found, values));
                }
                None => {
                    self.told(line, Effect::Added, &what);
                    added.push((id, values, once));
                }
            }
        }
        self.write(table, added, changed).await
    }

    /// New rows (ID, values, what is written once) and existing rows with their new values, noted for the undo.
    pub async fn write(
        &mut self,
        table: &'static StoredTable,
        added: Vec<(Vec<Value>, Vec<Value>, Vec<Value>)>,
        changed: Vec<(StoredRow, Vec<Value>)>,
    ) -> Result<(), Problem> {
        let (mut changes, mut copies) = (vec![], vec![]);
        for (id, values, _) in &added {
            changes.push(self.note(table, id, None, values));
        }
        for (found, values) in &changed {
            let before = Some(stored::to_text(&found.values));
            changes.push(self.note(table, &found.id, before, values));
            if std::ptr::eq(table, &EMPLOYEE) {
                copies.push((found.uuid(), copied(values)));
            }
        }
        if let Some(record) = table.recorded.filter(|_| !self.options.is_dry) {
            let new = added.iter().map(|(_, values, _)| (None::<Vec<Value>>, values));
            let rewritten = changed.iter().map(|(found, values)| (Some(found.values.clone()), values));
            let rows = new.chain(rewritten);
            let rows =
                rows.map(|(before, values)| WrittenRow { before, after: Some(values.clone()) }).collect();
            record(&mut self.work, self.scope, rows).await?;
        }
        let added = added.into_iter().map(|(id, values, once)| [id, values, once].concat()).collect();
        let changed = changed.into_iter().map(|(found, values)| [values, found.id].concat()).collect();
        let (tx, scope) = (self.work.tx(), self.scope);
        store::insert(tx, scope, table, added).await?;
        store::update(tx, scope, table, changed).await?;
        store::copy_to_lines(tx, scope, copies).await?;
        store::note(tx, scope, self.run, changes).await?;
        Ok(())
    }

    /// Removes rows, noted for the undo, which adds them again.
    pub async fn remove(
        &mut self,
        table: &'static StoredTable,
        rows: Vec<(u64, String, StoredRow)>,
    ) -> Result<(), Problem> {
        for (line, what, _) in &rows {
            self.told(*line, Effect::Changed, &format!("{what}: removed"));
        }
        self.take_out(table, rows.into_iter().map(|(.., row)| row)).await
    }

    pub(super) async fn take_out(
        &mut self,
        table: &'static StoredTable,
        rows: impl Iterator<Item = StoredRow>,
    ) -> Result<(), Problem> {
        if table.once != [TENANT] {
            return Err(Problem::Internal(format!("a row of {} couldn't be added again", table.name)));
        }
        let (mut changes, mut ids) = (vec![], vec![]);
        for row in rows {
            changes.push(self.note(table, &row.id, Some(stored::to_text(&row.values)), &stored::REMOVED));
            ids.push(row.id);
        }
        let (tx, scope) = (self.work.tx(), self.scope);
        store::delete(tx, scope, table, ids).await?;
        Ok(store::note(tx, scope, self.run, changes).await?)
    }

    pub fn told(&mut self, line: u64, effect: Effect, what: &str) {
        match effect {
            Effect::Added => self.outcome.added += 1,
            Effect::Changed => self.outcome.changed += 1,
            Effect::Same => self.outcome.same += 1,
            Effect::Ended => self.outcome.ended += 1,
        }
        (self.tell)(Told::Row { file: &self.file, line, effect, what });
    }

    fn note(
        &mut self,
        table: &StoredTable,
        id: &[Value],
        before: Option<String>,
        values: &[Value],
    ) -> NotedChange {
        self.seq += 1;
        NotedChange {
            seq: self.seq,
            table_name: table.noted_as(),
            row_id: stored::to_text(id),
            before_values: before,
            after_hash: stored::hash_of(values),
        }
    }
}

/// No username or employee code reads like this.
fn faulty_place(code: &str) -> String {
    format!("organization {}", code.to_lowercase())
}

pub fn employee_key(company: CompanyId, code: &str) -> Vec<Value> {
    vec![company.into(), code.into()]
}

/// What a manager's line copies from its report, taken from an employee's values: the sort name, and the days to
/// celebrate.
pub fn copied(values: &[Value]) -> [Value; 3] {
    let value = |column: &str| values.get(EMPLOYEE.at(column));
    let text = |column: &str| match value(column) {
        Some(Value::Text(text)) => text.as_str(),
        _ => "",
    };
    let of_year = |column: &str| match value(column) {
        Some(Value::Day(day)) => Day(*day).of_year(),
        _ => String::new(),
    };
    let name = names::sort_name(text("first_name"), text("last_name"));
    [name.into(), of_year("date_of_birth").into(), of_year("current_hire_date").into()]
}
