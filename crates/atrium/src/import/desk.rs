//! Where the rows of all files are settled, in one transaction: found again by their key, compared, written, and noted for
//! the undo. What is wrong is told and counted; the rest goes on, so that a file is read to its end.

use super::addresses::{self, Rewritten};
use super::record::{Fault, Record};
use super::store::{self, Change, Found};
use super::table::{self, EMPLOYEE, PERSON, Table};
use super::{Effect, Options, Outcome, Told};
use crate::access::OperatorScope;
use crate::account::{self, Invited};
use crate::app::App;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, DepositCodeId, OrganizationId, PayGroupId, RoleId, TimeOffTypeId};
use crate::shared::names;
use crate::shared::problem::Problem;
use crate::work::Work;
use aws_lc_rs::digest;
use db::Value;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// The small things a tenant has, by the names files use.
#[derive(Default)]
pub(super) struct Known {
    pub companies: HashMap<String, CompanyId>,
    pub organizations: HashMap<(CompanyId, String), (OrganizationId, String)>,
    pub pay_groups: HashMap<(CompanyId, String), PayGroupId>,
    pub roles: HashMap<String, RoleId>,
    /// And whether a balance is kept of it.
    pub time_off_types: HashMap<(CompanyId, String), (TimeOffTypeId, bool)>,
    pub deposit_codes: HashMap<(CompanyId, String), DepositCodeId>,
}

/// A row as a file wants it.
pub(super) struct Wish {
    pub line: u64,
    /// In words, for whoever reads the list.
    pub what: String,
    pub found: Option<Found>,
    /// Its primary key, if it is new.
    pub id: Vec<Value>,
    pub values: Vec<Value>,
    pub once: Vec<Value>,
    /// Why it cannot be changed, where it cannot.
    pub fixed: Option<&'static str>,
}

/// A line, and a column by its number and name.
pub(super) type Place = (u64, Option<(usize, String)>);

pub(super) struct Desk<'a> {
    pub app: &'a App,
    pub scope: &'a OperatorScope,
    pub work: Work,
    pub known: Known,
    pub outcome: Outcome,
    pub(super) run: Uuid,
    pub(super) tenant_name: String,
    pub(super) file: String,
    pub(super) options: Options,
    /// Where a file of deposits speaks last of somebody.
    pub(super) deposit_places: HashMap<(CompanyId, String), Place>,
    tell: &'a mut (dyn FnMut(Told<'_>) + Send),
    seq: i64,
    seen: HashSet<[u8; 16]>,
}

impl<'a> Desk<'a> {
    pub(super) async fn open(
        app: &'a App,
        scope: &'a OperatorScope,
        mut work: Work,
        options: Options,
        tell: &'a mut (dyn FnMut(Told<'_>) + Send),
    ) -> Result<Desk<'a>, Problem> {
        let tenant_name = store::lock(work.tx(), scope).await?;
        let known = Known::read(&mut work, scope).await?;
        let (run, now) = (work.new_id(), work.now());
        store::begin_run(work.tx(), scope, run, now).await?;
        let (outcome, file) = (Outcome::default(), String::new());
        let seen = HashSet::new();
        let deposit_places = HashMap::new();
        Ok(Desk {
            app,
            scope,
            work,
            known,
            outcome,
            run,
            tenant_name,
            file,
            options,
            deposit_places,
            tell,
            seq: 0,
            seen,
        })
    }

    /// Keys must be new within a file: the same key twice would change there and back again with every import.
    pub(super) fn begin_file(&mut self, name: &str) {
        name.clone_into(&mut self.file);
        self.seen.clear();
    }

    pub(super) fn read(&mut self, bytes: u64) {
        (self.tell)(Told::Read(bytes));
    }

    pub(super) fn fault(&mut self, fault: &Fault) {
        self.outcome.faults += 1;
        (self.tell)(Told::Fault { file: &self.file, fault });
    }

    /// Whether a row is whole. What is wrong with it is told here.
    pub(super) fn is_whole(&mut self, record: &Record) -> bool {
        for fault in &record.faults {
            self.fault(fault);
        }
        record.faults.is_empty()
    }

    /// Adds the fault if the file had this key before.
    pub(super) fn once(&mut self, record: &mut Record, column: &str, key: &str) {
        if self.is_repeated(key) {
            record.fault(column, "an earlier row in this file has the same key");
        }
    }

    pub(super) fn is_repeated(&mut self, key: &str) -> bool {
        let mut short = [0; 16];
        short.copy_from_slice(&digest::digest(&digest::SHA256, key.as_bytes()).as_ref()[..16]);
        !self.seen.insert(short)
    }

    pub(super) fn company(&mut self, record: &mut Record) -> Option<CompanyId> {
        let name = record.name("company")?;
        let found = self.known.companies.get(&name).copied();
        if found.is_none() {
            record.fault("company", format!("there is no company {name:?}"));
        }
        found
    }

    pub(super) fn new_id(&self) -> Uuid {
        self.work.new_id()
    }

    /// What is there under these keys, by the key's text.
    pub(super) async fn find(
        &mut self,
        table: &'static Table,
        keys: &[Vec<Value>],
    ) -> Result<HashMap<String, Found>, Problem> {
        if keys.is_empty() {
            return Ok(HashMap::new());
        }
        let found = if std::ptr::eq(table, &PERSON) {
            store::find_anywhere(self.work.tx(), self.scope, table, keys).await?
        } else {
            store::find(self.work.tx(), self.scope, table, keys).await?
        };
        Ok(found.into_iter().map(|row| (table::to_text(&row.key), row)).collect())
    }

    /// Employees by company and code.
    pub(super) async fn employees(
        &mut self,
        of: impl Iterator<Item = (CompanyId, String)>,
    ) -> Result<HashMap<String, Found>, Problem> {
        let keys: Vec<Vec<Value>> = of.map(|(company, code)| employee_key(company, &code)).collect();
        self.find(&EMPLOYEE, &keys).await
    }

    pub(super) async fn settle(&mut self, table: &'static Table, wishes: Vec<Wish>) -> Result<(), Problem> {
        let (mut added, mut changed) = (vec![], vec![]);
        for wish in wishes {
            let Wish { line, what, found, id, values, once, fixed } = wish;
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

    /// Rows that are new (id, values, what is written once) and rows as they were with their new values, noted for the undo.
    pub(super) async fn write(
        &mut self,
        table: &'static Table,
        added: Vec<(Vec<Value>, Vec<Value>, Vec<Value>)>,
        changed: Vec<(Found, Vec<Value>)>,
    ) -> Result<(), Problem> {
        let (mut changes, mut copies) = (vec![], vec![]);
        for (id, values, _) in &added {
            changes.push(self.note(table, id, None, values));
        }
        for (found, values) in &changed {
            let before = Some(table::to_text(&found.values));
            changes.push(self.note(table, &found.id, before, values));
            if std::ptr::eq(table, &EMPLOYEE) {
                copies.push((found.uuid(), copied(values)));
            }
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

    pub(super) fn told(&mut self, line: u64, effect: Effect, what: &str) {
        match effect {
            Effect::Added => self.outcome.added += 1,
            Effect::Changed => self.outcome.changed += 1,
            Effect::Same => self.outcome.same += 1,
        }
        (self.tell)(Told::Row { file: &self.file, line, effect, what });
    }

    fn note(&mut self, table: &Table, id: &[Value], before: Option<String>, values: &[Value]) -> Change {
        self.seq += 1;
        Change {
            seq: self.seq,
            table_name: table.noted_as(),
            row_id: table::to_text(id),
            before_values: before,
            after_hash: table::hash_of(values),
        }
    }

    /// People whose letters or codes go elsewhere from now on are told, also in the mailbox that was theirs.
    pub(super) async fn tell_rewritten(&mut self, people: &[Rewritten]) -> Result<(), Problem> {
        let tenant = self.scope.tenant();
        addresses::note(&mut self.work, tenant, people).await?;
        if self.options.is_dry || self.outcome.faults > 0 {
            return Ok(());
        }
        addresses::tell(self.app, &mut self.work, (tenant, &self.tenant_name), people).await
    }

    /// People who can sign in from now on are told how.
    pub(super) async fn invite(&mut self, people: &[Invited]) -> Result<(), Problem> {
        // A transaction that will be thrown away needs no letters.
        if !self.options.invites || self.outcome.faults > 0 {
            return Ok(());
        }
        self.outcome.invited += people.len() as u64;
        if !self.options.is_dry {
            account::invite_many(self.app, &mut self.work, self.scope.tenant(), &self.tenant_name, people)
                .await?;
        }
        Ok(())
    }
}

pub(super) fn employee_key(company: CompanyId, code: &str) -> Vec<Value> {
    vec![company.into(), code.into()]
}

/// What a manager's line keeps of its report, out of the values of an employee: the name it is sorted by, and the days to
/// celebrate.
pub(super) fn copied(values: &[Value]) -> [Value; 3] {
    let value = |column: &str| {
        EMPLOYEE.columns.iter().position(|(name, _)| *name == column).and_then(|at| values.get(at))
    };
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

impl Known {
    async fn read(work: &mut Work, scope: &OperatorScope) -> Result<Known, Problem> {
        let tx = work.tx();
        let mut known = Known::default();
        for (id, name) in store::companies(tx, scope).await? {
            known.companies.insert(name, id);
        }
        for (id, company, code, kind) in store::organizations(tx, scope).await? {
            known.organizations.insert((company, code), (id, kind));
        }
        for (id, company, name) in store::pay_groups(tx, scope).await? {
            known.pay_groups.insert((company, name), id);
        }
        for (id, name) in store::roles(tx, scope).await? {
            known.roles.insert(name, id);
        }
        for (id, company, name, is_counted) in store::time_off_types(tx, scope).await? {
            known.time_off_types.insert((company, name), (id, is_counted));
        }
        for (id, company, code) in store::deposit_codes(tx, scope).await? {
            known.deposit_codes.insert((company, code), id);
        }
        Ok(known)
    }
}
