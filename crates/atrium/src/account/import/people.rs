//! `people.csv`: matches people by username, and their employment by company and code. A manager who isn't an employee
//! has no company here. New pay groups are created. Someone whose code changed has both in their row, and keeps everything.

use super::{addresses, store};
use crate::account::{Invited, invite_many};
use crate::factors;
use crate::handover::{self, MetEntry, MetName, PayrollKind};
use crate::profile::{self, ProfileCells, ProfileEntry};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, PersonId};
use crate::shared::names;
use crate::shared::problem::Problem;
use crate::sheets::cells::{self, one_of};
use crate::sheets::{
    self, Desk, EMPLOYEE, EMPTY, EndingRule, EndsBy, Given, ImportSheet, ORGANIZATION, PERSON, RewrittenRow,
    SheetRow, StoredRow, StoredTable, UndoStep, Wish, employee_key, needed, optional,
};
use db::{Ty, Value, params};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

pub(super) static PEOPLE: ImportSheet = ImportSheet {
    name: "people",
    after: &["organizations"],
    columns: &[
        needed("username", "jordan.reyes"),
        needed("first_name", "Jordan"),
        needed("last_name", "Reyes"),
        needed("email", "jordan.reyes@example.com"),
        optional("phone", "+15035550123"),
        optional("language", "en"),
        optional("version", "v1"),
        optional("company", "Cedar Outfitters"),
        optional("employee_code", "1042"),
        optional("previous_employee_code", ""),
        optional("date_of_birth", "1990-04-23"),
        optional("original_hire_date", "2021-03-01"),
        optional("current_hire_date", "2021-03-01"),
        optional("status", "Active"),
        optional("pay_group", "Biweekly hourly"),
        optional("division", "D1"),
        optional("branch", "D1B1"),
        optional("department", ""),
        optional("team", ""),
        optional("gender", ""),
        optional("marital_status", "Single"),
        optional("address_line1", "412 Alder Street"),
        optional("address_line2", "Apt 7"),
        optional("city", "Portland"),
        optional("state", "OR"),
        optional("zip", "97205"),
        optional("annual_salary", ""),
        optional("hourly_rate", "24.50"),
    ],
    before_example: &[&[
        ("username", "sam.ortiz"),
        ("first_name", "Sam"),
        ("last_name", "Ortiz"),
        ("email", "sam.ortiz@example.com"),
        ("language", "en"),
    ]],
    tables: &[&PAY_GROUP, &PERSON, &PORTAL, &EMPLOYEE, &profile::PROFILE],
    names: &[&ORGANIZATION, &PAY_GROUP],
    apply: |desk, rows| Box::pin(take(desk, rows)),
    finish: Some(|desk| Box::pin(super::roles::keep_an_administrator(desk))),
    undo: &[
        UndoStep {
            table: &PERSON,
            leave: |tx, scope, people| Box::pin(store::retire_invitations(tx, scope, people)),
            restored: Some(|app, work, scope, tenant_name, people| {
                Box::pin(addresses::restored(app, work, scope, tenant_name, people))
            }),
        },
        profile::LEAVING,
    ],
    undone: Some(|work, scope| Box::pin(super::roles::leave_an_administrator(work, scope))),
    // As a row that says so; from when on, `employment/` knows.
    ending: Some(&EndingRule {
        table: &EMPLOYEE,
        counts: "x.status <> 'Terminated' AND x.last_day IS NULL",
        called: "'employee ' || x.employee_code",
        ends: EndsBy::Word("status", "Terminated"),
    }),
    ..ImportSheet::PLAIN
};

static PAY_GROUP: StoredTable = StoredTable {
    name: "pay_group",
    key: &[("company_id", Ty::Uuid), ("name", Ty::Text)],
    narrow: 2,
    columns: &[("company_id", Ty::Uuid), ("name", Ty::Text)],
    ..StoredTable::PLAIN
};

/// Which version of the portal someone has, apart from what the other columns say: noted by itself, so that imports from before it
/// could be in a file can still be undone.
static PORTAL: StoredTable = StoredTable {
    name: "person",
    key: &[("lower(username)", Ty::Text)],
    columns: &[("version", Ty::Text)],
    part: "portal",
    ..StoredTable::PLAIN
};

const MAX_ADDRESS_CHARS: usize = 254;
/// Where an employee works: the file's column and the kind of organization it names.
const PLACES: [(&str, &str); 4] =
    [("division", "Division"), ("branch", "Branch"), ("department", "Department"), ("team", "Team")];

/// What one row says about a person and one of their jobs.
struct PersonEntry {
    username: String,
    first_name: String,
    last_name: String,
    email: String,
    phone: Given,
    /// If the row doesn't say, the language stays as it is.
    language: Option<Value>,
    /// Of the portal; if the row doesn't say, it stays as it is.
    version: Option<Value>,
    job: Option<JobEntry>,
}

impl PersonEntry {
    fn is_terminated(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.status == Some("Terminated".into()))
    }
}

struct JobEntry {
    company: CompanyId,
    code: String,
    /// The code the employee may still have here.
    previous: Option<String>,
    born: Option<Day>,
    hired: Option<Day>,
    hired_again: Option<Day>,
    status: Option<Value>,
    pay_group: Option<String>,
    profile: ProfileCells,
}

/// A person already written, with the job to write next.
struct WrittenPerson {
    row: SheetRow,
    id: PersonId,
    first_name: String,
    last_name: String,
    job: Option<JobEntry>,
}

async fn take(desk: &mut Desk<'_>, rows: Vec<SheetRow>) -> Result<(), Problem> {
    let read = sheets::read(desk, rows, read_one);
    let groups = read.iter().filter_map(|(row, one)| pay_group(desk, row, one)).collect::<Vec<_>>();
    desk.settle(&PAY_GROUP, groups).await?;

    let keys: Vec<Vec<Value>> = read.iter().map(|(_, one)| person_key(&one.username)).collect();
    let mut found = desk.find(&PERSON, &keys).await?;
    let names = read.iter().flat_map(|(_, one)| [&one.email, &one.username]);
    let names = names.map(|name| name.to_ascii_lowercase()).collect();
    let mut holders = store::address_holders(desk.work.tx(), desk.scope, names).await?;
    let like_addresses = read.iter().map(|(_, one)| one.username.to_ascii_lowercase());
    let like_addresses = like_addresses.filter(|name| name.contains('@')).collect();
    let elsewhere = store::addresses_elsewhere(desk.work.tx(), desk.scope, like_addresses).await?;
    // People who no longer work anywhere aren't invited.
    let working = read.iter().filter(|(_, one)| !one.is_terminated());
    let working: HashSet<String> = working.map(|(_, one)| one.username.to_ascii_lowercase()).collect();
    let names = read.iter().zip(&keys);
    let names = names.filter_map(|((_, one), key)| Some(met_name(one, found.get(&sheets::to_text(key))?)));
    let kept_names = handover::names_to_keep(desk, &names.collect::<Vec<_>>()).await?;
    let portals = desk.find(&PORTAL, &keys).await?;
    // A corrected address opens an account: a program doesn't move those of people who look after others.
    let is_program = desk.app.operator.as_deref().is_some_and(|name| name.starts_with("machine:"));
    let known: Vec<Uuid> = if is_program { found.values().map(StoredRow::uuid).collect() } else { vec![] };
    let today = desk.app.clock.today("Etc/GMT+12");
    let guarded = store::looking_after_others(desk.work.tx(), desk.scope, known, today).await?;
    let (mut wishes, mut invited, mut rewritten, mut written) = (vec![], vec![], vec![], vec![]);
    let (mut versions, mut said_versions) = (vec![], HashMap::<String, Option<Value>>::new());
    for ((mut row, one), key) in read.into_iter().zip(keys) {
        let there = found.get(&sheets::to_text(&key)).cloned();
        if there.as_ref().is_some_and(|there| there.tenant != desk.scope.tenant().0) {
            row.fault("username", "someone in another tenant has this username");
        }
        let mut values = person_values(&one, there.as_ref());
        if let Some(there) = &there {
            for column in kept_names.get(&there.uuid()).into_iter().flatten() {
                values[PERSON.at(column)] = there.get(&PERSON, column);
            }
        }
        let is_moved = |there: &StoredRow| {
            ["email", "phone"].iter().any(|column| there.get(&PERSON, column) != values[PERSON.at(column)])
        };
        if there.as_ref().is_some_and(|there| guarded.contains(&there.uuid()) && is_moved(there)) {
            row.fault(
                "email",
                "this person looks after others: someone has to change their address in the console",
            );
        }
        let known_faults = row.faults.len();
        check_address(&mut row, &one, there.as_ref(), &mut holders);
        if there.is_none() && row.faults.len() == known_faults {
            check_username(&mut row, &one, &elsewhere);
        }
        // Someone who works for two companies has two rows, and both must say the same about them.
        let is_second = desk.is_repeated(&format!("person {}", one.username.to_ascii_lowercase()));
        if is_second && there.as_ref().is_some_and(|there| there.values != values) {
            row.fault("username", "an earlier row in this file disagrees about this person");
        }
        let known_version = said_versions.get(&one.username.to_ascii_lowercase());
        if is_second && one.version.is_some() && known_version.is_some_and(|said| *said != one.version) {
            row.fault("version", "an earlier row in this file disagrees about this person");
        }
        if !desk.is_whole(&row) {
            continue;
        }
        let id = there.as_ref().map_or_else(|| desk.new_id(), StoredRow::uuid);
        if there.is_none() && working.contains(&one.username.to_ascii_lowercase()) {
            invited.push(Invited {
                id: PersonId(id),
                first_name: one.first_name.clone(),
                email: one.email.clone(),
                language: if values[PERSON.at("language")] == Value::from("es") { "es" } else { "en" },
            });
        }
        let PersonEntry { username, first_name, last_name, version, job, .. } = one;
        let line = row.line;
        said_versions.entry(username.to_ascii_lowercase()).or_insert_with(|| version.clone());
        written.push(WrittenPerson { row, id: PersonId(id), first_name, last_name, job });
        if is_second {
            continue;
        }
        if let Some(before) = there.as_ref().filter(|there| there.values != values) {
            rewritten.push(RewrittenRow { id, before: before.values.clone(), after: values.clone() });
        }
        let stored = StoredRow {
            id: params![id],
            key: key.clone(),
            values: values.clone(),
            tenant: desk.scope.tenant().0,
        };
        found.insert(sheets::to_text(&key), stored);
        if let (Some(version), Some(portal)) = (&version, portals.get(&sheets::to_text(&key))) {
            let what = format!("portal of {username}");
            let (found, id) = (Some(portal.clone()), portal.id.clone());
            versions.push(Wish {
                line,
                what,
                found,
                id,
                values: vec![version.clone()],
                once: vec![],
                fixed: None,
            });
        }
        let what = format!("person {username}");
        let once = vec![desk.scope.tenant().into(), version.unwrap_or_else(|| "v1".into())];
        wishes.push(Wish { line, what, found: there, id: params![id], values, once, fixed: None });
    }
    desk.settle(&PERSON, wishes).await?;
    // A row that says nothing new of it isn't worth a line in the report.
    versions.retain(|wish| wish.found.as_ref().is_some_and(|found| found.values != wish.values));
    desk.settle(&PORTAL, versions).await?;
    employments(desk, written).await?;
    addresses::tell_rewritten(desk, &rewritten).await?;
    invite(desk, &invited).await
}

fn read_one(row: &mut SheetRow, desk: &Desk<'_>) -> Option<PersonEntry> {
    let username = row.required("username", |cell| username(&cells::text(cell, cells::MAX_CELL_NAME_CHARS)?));
    let first_name = row.name("first_name");
    let last_name = row.name("last_name");
    let email = row.required("email", email);
    let is_employed = row.cell("company").is_some();
    let company = is_employed.then(|| desk.company(row)).flatten();
    let code = is_employed.then(|| row.name("employee_code")).flatten();
    let phone = phone(desk, row);
    let phone = row.given("phone", phone, Value::Null(Ty::Text));
    let language = row.optional("language", |cell| one_of(cell, &["en", "es"])).map(Value::from);
    let (born, hired) = (born(desk, row), row.optional("original_hire_date", cells::day));
    let hired_again = row.optional("current_hire_date", cells::day);
    let version = row.optional("version", |cell| one_of(cell, &["v1", "v2"])).map(Value::from);
    let previous = is_employed.then(|| row.optional_name("previous_employee_code")).flatten();
    let status = row.optional("status", |cell| one_of(cell, &["Active", "Terminated"])).map(Value::from);
    let pay_group = row.optional_name("pay_group");
    // A company that isn't there has its own fault.
    let may_pay = company.is_none_or(|company| desk.does_pay(company));
    let profile = profile::read_profile(row, may_pay);
    if let Some(username) = &username {
        let at = company.map_or(String::new(), |id| id.to_string());
        row.once("username", format!("{} {at}", username.to_ascii_lowercase()));
    }
    let job = company.zip(code).map(|(company, code)| JobEntry {
        company,
        code,
        previous,
        born,
        hired,
        hired_again,
        status,
        pay_group,
        profile,
    });
    Some(PersonEntry {
        username: username?,
        first_name: first_name?,
        last_name: last_name?,
        email: email?,
        phone,
        language,
        version,
        job,
    })
}

fn email(text: &str) -> Result<String, String> {
    let is_good = text.chars().count() <= MAX_ADDRESS_CHARS && text.parse::<lettre::Address>().is_ok();
    if is_good { Ok(text.to_owned()) } else { Err(format!("{text:?} is not an email address")) }
}

fn username(text: &str) -> Result<String, String> {
    if text.contains(char::is_whitespace) {
        Err("a username can't contain spaces".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

/// In the form the account's owner would have to type it, because codes are sent there.
fn phone(desk: &Desk<'_>, row: &mut SheetRow) -> Option<Value> {
    let countries = &desk.app.settings.sms_countries;
    let read = |cell: &str| {
        let no_phone = |_| format!("{cell:?} is not a phone number we can text");
        factors::phone::read(cell, countries).map_err(no_phone)
    };
    row.optional("phone", read).map(Value::from)
}

fn born(desk: &Desk<'_>, row: &mut SheetRow) -> Option<Day> {
    let today = desk.app.clock.today("UTC");
    let read = |cell: &str| match cells::day(cell)? {
        born if born > today => Err(format!("{cell:?} is in the future")),
        born => Ok(born),
    };
    row.optional("date_of_birth", read)
}

/// The pay group a row names, if it doesn't exist yet.
fn pay_group(desk: &mut Desk<'_>, row: &SheetRow, one: &PersonEntry) -> Option<Wish> {
    let job = one.job.as_ref()?;
    let name = job.pay_group.clone()?;
    let values = params![job.company, name.clone()];
    if desk.known(&PAY_GROUP, &values).is_some() {
        return None;
    }
    let id = desk.new_id();
    desk.learn(&PAY_GROUP, &params![id], &values, &values);
    Some(Wish::new_row(row.line, format!("pay group {name}"), id, values, desk.scope.tenant(), vec![]))
}

fn person_key(username: &str) -> Vec<Value> {
    // Matches `lower()` on both engines: ASCII only.
    params![username.to_ascii_lowercase()]
}

fn person_values(one: &PersonEntry, there: Option<&StoredRow>) -> Vec<Value> {
    let kept = |column: &str| there.map(|there| there.get(&PERSON, column));
    // The username differs only in case, so it stays as it is.
    let mut values = vec![kept("username").unwrap_or_else(|| one.username.clone().into())];
    values.extend(params![one.first_name.clone(), one.last_name.clone(), one.email.clone()]);
    values.push(one.phone.clone().over(there, &PERSON, "phone"));
    values.push(one.language.clone().or_else(|| kept("language")).unwrap_or_else(|| "en".into()));
    values
}

/// Two people in a tenant can't share an address, and no one's username can be another person's address, because both
/// are typed into one field. An import leaves existing conflicts alone. No one can take an address in the meantime,
/// because the import holds the tenant.
fn check_address(
    row: &mut SheetRow,
    one: &PersonEntry,
    there: Option<&StoredRow>,
    holders: &mut HashMap<String, String>,
) {
    let (email, username) = (one.email.to_ascii_lowercase(), one.username.to_ascii_lowercase());
    let is_kept = there.is_some_and(|there| there.get(&PERSON, "email") == Value::from(one.email.clone()));
    let holder = holders.entry(email).or_insert_with(|| username.clone());
    if *holder != username && !is_kept {
        row.fault("email", "someone else in this tenant has this address");
    }
    let is_theirs = |holder: &mut String| *holder == username;
    if there.is_none() && !is_theirs(holders.entry(username.clone()).or_insert_with(|| username.clone())) {
        row.fault("username", "someone else in this tenant has this as their address");
    }
}

/// A username is typed where an address can be, and sign-in doesn't ask for the tenant.
fn check_username(row: &mut SheetRow, one: &PersonEntry, elsewhere: &HashSet<String>) {
    if !names::is_own_username(&one.username, &one.email) {
        row.fault("username", "a username with an @ must be the person's own email address");
    } else if elsewhere.contains(&one.username.to_ascii_lowercase()) {
        row.fault("username", "someone in another tenant has this as their email address");
    }
}

async fn employments(desk: &mut Desk<'_>, people: Vec<WrittenPerson>) -> Result<(), Problem> {
    let jobs = people.iter().filter_map(|one| one.job.as_ref());
    let codes = |job: &JobEntry| {
        let company = job.company;
        [Some(&job.code), job.previous.as_ref()]
            .into_iter()
            .flatten()
            .map(move |code| (company, code.clone()))
            .collect::<Vec<_>>()
    };
    let jobs: Vec<(CompanyId, String)> = jobs.flat_map(codes).collect();
    let found = desk.employees(jobs.into_iter()).await?;
    let ids: Vec<Uuid> = people.iter().map(|one| one.id.0).collect();
    let held = store::codes_of(desk.work.tx(), desk.scope, ids).await?;
    let (mut wishes, mut profiles) = (vec![], vec![]);
    for mut one in people {
        let Some(job) = one.job.take() else { continue };
        let there = found.get(&sheets::to_text(&employee_key(job.company, &job.code))).cloned();
        let there = there.or_else(|| renamed(&mut one, &job, &found));
        let is_own = desk.work.actor() == Some(one.id);
        if is_own
            && there
                .as_ref()
                .is_some_and(|there| there.get(&EMPLOYEE, "employee_code") != job.code.clone().into())
        {
            one.row.fault("employee_code", "someone else has to change your employee code");
        }
        if there.as_ref().is_some_and(|there| there.get(&EMPLOYEE, "person_id") != one.id.into()) {
            one.row.fault("employee_code", "this code belongs to another person");
        }
        let other =
            held.iter().find(|(of, at, held)| *of == one.id && *at == job.company && *held != job.code);
        match (&there, other) {
            (None, Some((.., other))) => one
                .row
                .fault("employee_code", format!("this person already has the code {other} in this company")),
            (None, None) if is_own => {
                one.row.fault("company", "someone else has to add an employment of yours");
            }
            _ => {}
        }
        // A row refused above isn't a new employee's, so don't report anything only a new employee needs.
        let values = match one.row.faults.is_empty() {
            true => employee_values(desk, &mut one, &job, there.as_ref()),
            false => vec![],
        };
        if is_own
            && let Some(there) = &there
            && one.row.faults.is_empty()
        {
            check_own(&mut one.row, there, &values);
        }
        if desk.is_whole(&one.row) {
            let id = there.as_ref().map_or_else(|| desk.new_id(), StoredRow::uuid);
            let (line, what) = (one.row.line, format!("employee {}", job.code));
            let once = params![desk.scope.tenant()];
            let is_new = there.is_none();
            let JobEntry { company, code, profile, .. } = job;
            profiles.push(ProfileEntry {
                row: one.row,
                cells: profile,
                employee: id,
                company,
                code,
                is_new,
                kept: HashSet::new(),
            });
            wishes.push(Wish { line, what, found: there, id: params![id], values, once, fixed: None });
        }
    }
    keep_approved(desk, &mut wishes, &mut profiles).await?;
    desk.settle(&EMPLOYEE, wishes).await?;
    profile::take_profiles(desk, profiles).await
}

/// No one decides when they work here.
fn check_own(row: &mut SheetRow, there: &StoredRow, values: &[Value]) {
    for column in ["original_hire_date", "current_hire_date", "status"] {
        if there.get(&EMPLOYEE, column) != values[EMPLOYEE.at(column)] {
            row.fault(column, "someone else has to change your employment");
        }
    }
}

/// The employee under the code they had until now. Nothing if no one has it, as when the file is imported a second time.
fn renamed(one: &mut WrittenPerson, job: &JobEntry, found: &HashMap<String, StoredRow>) -> Option<StoredRow> {
    let previous = job.previous.as_ref()?;
    let there = found.get(&sheets::to_text(&employee_key(job.company, previous)))?;
    if there.get(&EMPLOYEE, "person_id") != one.id.into() {
        one.row.fault("previous_employee_code", "this code belongs to another person");
        return None;
    }
    Some(there.clone())
}

fn met_name(one: &PersonEntry, there: &StoredRow) -> MetName {
    let said = [("first_name", one.first_name.clone().into()), ("last_name", one.last_name.clone().into())];
    let now = ["first_name", "last_name"].map(|column| there.get(&PERSON, column));
    MetName { person: there.uuid(), said, now }
}

/// What an employee can change here about themselves and a file can have, too.
const IMPORTABLE: [&str; 10] = [
    "first_name",
    "last_name",
    "date_of_birth",
    "gender",
    "marital_status",
    "address_line1",
    "address_line2",
    "city",
    "state",
    "zip",
];

/// An employee's wish and profile come in pairs. What was approved here and payroll hasn't taken stays in both.
async fn keep_approved(
    desk: &mut Desk<'_>,
    wishes: &mut [Wish],
    profiles: &mut [ProfileEntry],
) -> Result<(), Problem> {
    let there = wishes.iter().filter_map(|wish| wish.found.as_ref().map(StoredRow::uuid));
    profile::lock_known(desk, profiles).await?;
    let changed = handover::with_changes(desk, PayrollKind::People, there).await?;
    if changed.is_empty() {
        return Ok(());
    }
    let mut said = profile::said(desk, profiles, &changed).await?;
    let mut entries = vec![];
    for (wish, profile) in wishes.iter().zip(profiles.iter()) {
        let Some(found) = wish.found.as_ref().filter(|found| changed.contains(&found.uuid())) else {
            continue;
        };
        let is_said = |column: &&&str| **column != "date_of_birth" || profile.row.cell(column).is_some();
        let own = IMPORTABLE[..3].iter().filter(is_said).map(|column| {
            (
                (*column).to_owned(),
                wish.values[EMPLOYEE.at(column)].clone(),
                Some(found.get(&EMPLOYEE, column)),
            )
        });
        let own = own.chain(said.remove(&found.uuid()).unwrap_or_default()).collect();
        entries.push(MetEntry { subject: found.uuid(), said: own });
    }
    let mut met = handover::meet(desk, PayrollKind::People, Some(&IMPORTABLE), &entries).await?;
    for (wish, profile) in wishes.iter_mut().zip(profiles) {
        let Some(found) = &wish.found else { continue };
        let Some(met) = met.remove(&found.uuid()) else { continue };
        for column in IMPORTABLE[..3].iter().filter(|column| met.kept.contains(**column)) {
            wish.values[EMPLOYEE.at(column)] = found.get(&EMPLOYEE, column);
        }
        let text = |column| match &wish.values[EMPLOYEE.at(column)] {
            Value::Text(text) => text.clone(),
            _ => String::new(),
        };
        let search = names::search_text(&text("first_name"), &text("last_name"), &profile.code);
        wish.values[EMPLOYEE.at("search_text")] = search.into();
        if !met.note.is_empty() {
            wish.what = format!("{} ({})", wish.what, met.note);
        }
        profile.kept = met.kept;
    }
    Ok(())
}

fn employee_values(
    desk: &Desk<'_>,
    one: &mut WrittenPerson,
    job: &JobEntry,
    there: Option<&StoredRow>,
) -> Vec<Value> {
    let kept = |column| there.map(|there| there.get(&EMPLOYEE, column));
    let row = &mut one.row;
    let born = needed_day(row, "date_of_birth", job.born, kept("date_of_birth"));
    let hired = needed_day(row, "original_hire_date", job.hired, kept("original_hire_date"));
    let again = job.hired_again.map(Value::from);
    let again = again.or_else(|| kept("current_hire_date")).unwrap_or_else(|| hired.clone());
    if let (Value::Day(hired), Value::Day(again)) = (&hired, &again)
        && again < hired
    {
        row.fault("current_hire_date", "this is before the original hire date");
    }
    let status = job.status.clone().or_else(|| kept("status")).unwrap_or_else(|| "Active".into());
    let group = job.pay_group.clone().and_then(|name| desk.known(&PAY_GROUP, &params![job.company, name]));
    let group = row.given("pay_group", group.map(StoredRow::uuid), Value::Null(Ty::Uuid));
    let mut values = params![
        job.company,
        job.code.clone(),
        one.id,
        one.first_name.clone(),
        one.last_name.clone(),
        names::search_text(&one.first_name, &one.last_name, &job.code),
    ];
    values.extend([born, hired, again, status, group.over(there, &EMPLOYEE, "pay_group_id")]);
    for (column, kind) in PLACES {
        let place = place(desk, row, job.company, (column, kind));
        let place = row.given(column, place, Value::Null(Ty::Uuid));
        values.push(place.over(there, &EMPLOYEE, &format!("{column}_id")));
    }
    values
}

fn place(
    desk: &Desk<'_>,
    row: &mut SheetRow,
    company: CompanyId,
    (column, kind): (&str, &str),
) -> Option<Uuid> {
    let code = row.cell(column)?.to_owned();
    let found = desk.known(&ORGANIZATION, &params![company, code]);
    let found = found.filter(|found| found.get(&ORGANIZATION, "kind") == Value::from(kind));
    match row.cell(column) {
        Some(code) if found.is_none() && desk.is_faulty_place(code) => row.waits = true,
        _ if found.is_none() => row.fault(column, format!("this company has no {column} with this code")),
        _ => {}
    }
    found.map(StoredRow::uuid)
}

/// A date a new employee must have, and an import may leave unchanged.
fn needed_day(row: &mut SheetRow, column: &str, given: Option<Day>, kept: Option<Value>) -> Value {
    if kept.is_none() && row.cell(column).is_none() {
        let missing = format!("a new employee needs the column {column}");
        row.fault(column, if row.has(column) { EMPTY.to_owned() } else { missing });
    }
    given.map(Value::from).or(kept).unwrap_or(Value::Null(Ty::Day))
}

/// Tells people who can now sign in how to do it.
async fn invite(desk: &mut Desk<'_>, people: &[Invited]) -> Result<(), Problem> {
    // Don't create letters in a transaction that will be rolled back.
    if !desk.options.invites || desk.outcome.faults > 0 {
        return Ok(());
    }
    desk.outcome.invited += people.len() as u64;
    if !desk.options.is_dry {
        let tenant = desk.scope.tenant();
        invite_many(desk.app, &mut desk.work, tenant, &desk.tenant_name, people).await?;
    }
    Ok(())
}
