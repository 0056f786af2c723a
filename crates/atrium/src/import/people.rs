//! `people.csv`: people found again by their username, and their employment found again by company and code. Somebody who
//! manages and is no employee has no company here. A pay group that is new is made.

use super::addresses::Rewritten;
use super::desk::{Desk, Wish, employee_key};
use super::profiles::{self, Asked};
use super::record::{self, Record};
use super::rules::{self, one_of};
use super::store::{self, Found};
use super::table::{self, EMPLOYEE, PAY_GROUP, PERSON};
use crate::account::Invited;
use crate::factors;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, PayGroupId, PersonId};
use crate::shared::names;
use crate::shared::problem::Problem;
use db::{Ty, Value, params};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// One row, as far as it can be read without looking at what is there.
struct Read {
    row: Record,
    username: String,
    first_name: String,
    last_name: String,
    email: String,
    job: Option<(CompanyId, String)>,
}

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut read: Vec<Read> = rows.into_iter().filter_map(|row| read_one(desk, row)).collect();
    let groups = read.iter_mut().filter_map(|one| pay_group(desk, one)).collect();
    desk.settle(&PAY_GROUP, groups).await?;

    let keys: Vec<Vec<Value>> = read.iter().map(|one| person_key(&one.username)).collect();
    let mut found = desk.find(&PERSON, &keys).await?;
    let names = read.iter().flat_map(|one| [&one.email, &one.username]).map(|name| name.to_ascii_lowercase());
    let mut holders = store::address_holders(desk.work.tx(), desk.scope, names).await?;
    // Who works nowhere any more is not invited.
    let working: HashSet<String> = read.iter_mut().filter_map(working).collect();
    let (mut wishes, mut invited, mut rewritten, mut ids) = (vec![], vec![], vec![], HashMap::new());
    read.retain_mut(|one| {
        let key = person_key(&one.username);
        let there = found.get(&table::to_text(&key)).cloned();
        let there = there.as_ref();
        if there.is_some_and(|there| there.tenant != desk.scope.tenant().0) {
            one.row.fault("username", "someone in another tenant has this username");
        }
        let values = person_values(desk, one, there);
        check_address(one, there, &mut holders);
        // Whoever works for two companies has two rows, which must say the same of them.
        let is_second = desk.is_repeated(&format!("person {}", one.username.to_ascii_lowercase()));
        if is_second && there.is_some_and(|there| there.values != values) {
            one.row.fault("username", "an earlier row in this file disagrees about this person");
        }
        if !desk.is_whole(&one.row) {
            return false;
        }
        let id = there.map_or_else(|| desk.new_id(), Found::uuid);
        if there.is_none() && working.contains(&one.username.to_ascii_lowercase()) {
            invited.push(Invited {
                id: PersonId(id),
                first_name: one.first_name.clone(),
                email: one.email.clone(),
                language: if values[5] == Value::from("es") { "es" } else { "en" },
            });
        }
        ids.insert(one.row.line, id);
        if is_second {
            return true;
        }
        let row = Found {
            id: params![id],
            key: key.clone(),
            values: values.clone(),
            tenant: desk.scope.tenant().0,
        };
        let found = found.insert(table::to_text(&key), row);
        if let Some(before) = found.as_ref().filter(|found| found.values != values) {
            let (before, after) = (before.values.clone(), values.clone());
            rewritten.push(Rewritten { person: PersonId(id), before, after });
        }
        let what = format!("person {}", one.username);
        let once = params![desk.scope.tenant(), "v1"];
        let line = one.row.line;
        wishes.push(Wish { line, what, found, id: params![id], values, once, fixed: None });
        true
    });
    desk.settle(&PERSON, wishes).await?;
    employments(desk, read, &ids).await?;
    desk.tell_rewritten(&rewritten).await?;
    desk.invite(&invited).await
}

/// Two people of a tenant cannot share an address, and nobody's username is another's address: both are typed into one field. Where
/// they do already, an import leaves them. Nobody is given an address meanwhile: the import holds the tenant.
fn check_address(one: &mut Read, there: Option<&Found>, holders: &mut HashMap<String, String>) {
    let (email, username) = (one.email.to_ascii_lowercase(), one.username.to_ascii_lowercase());
    let is_kept = there.is_some_and(|there| there.get(&PERSON, "email") == Value::from(one.email.clone()));
    let holder = holders.entry(email).or_insert_with(|| username.clone());
    if *holder != username && !is_kept {
        one.row.fault("email", "someone else in this tenant has this address");
    }
    let is_theirs = |holder: &mut String| *holder == username;
    if there.is_none() && !is_theirs(holders.entry(username.clone()).or_insert_with(|| username.clone())) {
        one.row.fault("username", "somebody else of this tenant has this as their address");
    }
}

fn person_key(username: &str) -> Vec<Value> {
    // As `lower()` does it on both engines: ASCII only.
    params![username.to_ascii_lowercase()]
}

fn read_one(desk: &mut Desk<'_>, mut row: Record) -> Option<Read> {
    let username = row.required("username", |cell| rules::username(&rules::text(cell, rules::LONGEST_NAME)?));
    let first_name = row.name("first_name");
    let last_name = row.name("last_name");
    let email = row.required("email", rules::email);
    let is_employed = row.cell("company").is_some();
    let company = is_employed.then(|| desk.company(&mut row)).flatten();
    let code = is_employed.then(|| row.name("employee_code")).flatten();
    check_cells(desk, &mut row);
    if let Some(username) = &username {
        let key = format!(
            "{} {}",
            username.to_ascii_lowercase(),
            company.map_or(String::new(), |id| id.to_string())
        );
        desk.once(&mut row, "username", &key);
    }
    let (Some(username), Some(first_name), Some(last_name), Some(email), true) =
        (username, first_name, last_name, email, row.faults.is_empty())
    else {
        desk.is_whole(&row);
        return None;
    };
    Some(Read { row, username, first_name, last_name, email, job: company.zip(code) })
}

/// Says what is wrong with the cells that are read only once it is known who is there already: all of a row in one go.
fn check_cells(desk: &Desk<'_>, row: &mut Record) {
    phone(desk, row);
    language(row);
    born(desk, row);
    for column in ["original_hire_date", "current_hire_date"] {
        row.optional(column, rules::day);
    }
    status(row);
    row.optional_name("pay_group");
    profiles::check_cells(row);
}

/// As the account's owner would have to type it: codes are sent there.
fn phone(desk: &Desk<'_>, row: &mut Record) -> Option<Value> {
    let countries = &desk.app.settings.sms_countries;
    let read = |cell: &str| {
        let no_phone = |_| format!("{cell:?} is not a phone number we can text");
        factors::phone::read(cell, countries).map_err(no_phone)
    };
    row.optional("phone", read).map(Value::from)
}

fn language(row: &mut Record) -> Option<Value> {
    row.optional("language", |cell| one_of(cell, &["en", "es"])).map(Value::from)
}

fn born(desk: &Desk<'_>, row: &mut Record) -> Option<Day> {
    let today = desk.app.clock.today("UTC");
    let read = |cell: &str| match rules::day(cell)? {
        born if born > today => Err(format!("{cell:?} is in the future")),
        born => Ok(born),
    };
    row.optional("date_of_birth", read)
}

fn status(row: &mut Record) -> Option<Value> {
    row.optional("status", |cell| one_of(cell, &["Active", "Terminated"])).map(Value::from)
}

/// The username of a row about someone who isn't terminated.
fn working(one: &mut Read) -> Option<String> {
    let is_terminated = one.job.is_some() && status(&mut one.row) == Some(Value::from("Terminated"));
    (!is_terminated).then(|| one.username.to_ascii_lowercase())
}

/// The pay group that a row names, if there is none of that name yet.
fn pay_group(desk: &mut Desk<'_>, one: &mut Read) -> Option<Wish> {
    let (company, _) = one.job.clone()?;
    let name = one.row.optional_name("pay_group")?;
    if desk.known.pay_groups.contains_key(&(company, name.clone())) {
        return None;
    }
    let id = PayGroupId(desk.new_id());
    desk.known.pay_groups.insert((company, name.clone()), id);
    let what = format!("pay group {name}");
    let (values, once) = (params![company, name], params![desk.scope.tenant()]);
    Some(Wish { line: one.row.line, what, found: None, id: params![id], values, once, fixed: None })
}

fn person_values(desk: &Desk<'_>, one: &mut Read, there: Option<&Found>) -> Vec<Value> {
    // A username differs in case only: it stays as it is.
    let username = there.map_or_else(|| one.username.clone().into(), |there| there.get(&PERSON, "username"));
    let phone = phone(desk, &mut one.row);
    let known = there.map(|there| there.get(&PERSON, "phone"));
    let phone = as_asked(&one.row, "phone", phone, known, Ty::Text);
    let language = language(&mut one.row);
    let kept = there.map_or_else(|| "en".into(), |there| there.get(&PERSON, "language"));
    let mut values = vec![username];
    values.extend(params![one.first_name.clone(), one.last_name.clone(), one.email.clone()]);
    values.extend([phone, language.unwrap_or(kept)]);
    values
}

/// What the file says; where it has no such column, what is there.
fn as_asked(row: &Record, column: &str, given: Option<Value>, kept: Option<Value>, ty: Ty) -> Value {
    let kept = if row.has(column) { None } else { kept };
    given.or(kept).unwrap_or(Value::Null(ty))
}

async fn employments(desk: &mut Desk<'_>, read: Vec<Read>, ids: &HashMap<u64, Uuid>) -> Result<(), Problem> {
    let found = desk.employees(read.iter().filter_map(|one| one.job.clone())).await?;
    let held = store::codes_of(desk.work.tx(), desk.scope, ids.values().copied()).await?;
    let (mut wishes, mut asked) = (vec![], vec![]);
    for mut one in read {
        let Some((company, code)) = one.job.clone() else { continue };
        let person = PersonId(ids[&one.row.line]);
        let there = found.get(&table::to_text(&employee_key(company, &code))).cloned();
        if there.as_ref().is_some_and(|there| there.get(&EMPLOYEE, "person_id") != person.into()) {
            one.row.fault("employee_code", "this code belongs to another person");
        }
        let other = held.iter().find(|(of, at, held)| *of == person && *at == company && *held != code);
        if let (None, Some((.., other))) = (&there, other) {
            one.row
                .fault("employee_code", format!("this person already has the code {other} in this company"));
        }
        if !one.row.faults.is_empty() {
            // It is nobody new: nothing that only a newcomer needs is missing.
            desk.is_whole(&one.row);
            continue;
        }
        let values = employee_values(desk, &mut one, person, (company, &code), there.as_ref());
        if desk.is_whole(&one.row) {
            let id = there.as_ref().map_or_else(|| desk.new_id(), Found::uuid);
            let (line, what) = (one.row.line, format!("employee {code}"));
            let once = params![desk.scope.tenant()];
            asked.push(Asked { row: one.row, employee: id, company, code, is_new: there.is_none() });
            wishes.push(Wish { line, what, found: there, id: params![id], values, once, fixed: None });
        }
    }
    desk.settle(&EMPLOYEE, wishes).await?;
    profiles::take(desk, asked).await
}

fn employee_values(
    desk: &Desk<'_>,
    one: &mut Read,
    person: PersonId,
    (company, code): (CompanyId, &str),
    there: Option<&Found>,
) -> Vec<Value> {
    let kept = |column| there.map(|there| there.get(&EMPLOYEE, column));
    let row = &mut one.row;
    let (born, hired) = (born(desk, row), row.optional("original_hire_date", rules::day));
    let born = needed_day(row, "date_of_birth", born, kept("date_of_birth"));
    let hired = needed_day(row, "original_hire_date", hired, kept("original_hire_date"));
    let again = row.optional("current_hire_date", rules::day).map(Value::from);
    let again = again.or_else(|| kept("current_hire_date")).unwrap_or_else(|| hired.clone());
    if let (Value::Day(hired), Value::Day(again)) = (&hired, &again)
        && again < hired
    {
        row.fault("current_hire_date", "this is before the original hire date");
    }
    let status = status(row).or_else(|| kept("status")).unwrap_or_else(|| "Active".into());
    let group = row.optional_name("pay_group").and_then(|name| desk.known.pay_groups.get(&(company, name)));
    let group = group.map(|id| Value::from(*id));
    let group = as_asked(row, "pay_group", group, kept("pay_group_id"), Ty::Uuid);
    let mut values = params![
        company,
        code,
        person,
        one.first_name.clone(),
        one.last_name.clone(),
        names::search_text(&one.first_name, &one.last_name, code),
    ];
    values.extend([born, hired, again, status, group]);
    let places =
        [("division", "Division"), ("branch", "Branch"), ("department", "Department"), ("team", "Team")];
    let columns = ["division_id", "branch_id", "department_id", "team_id"];
    for ((column, kind), kept_in) in places.into_iter().zip(columns) {
        let code = one.row.cell(column).map(str::to_owned);
        let known = code.and_then(|code| {
            let found = desk.known.organizations.get(&(company, code)).filter(|(_, of)| of == kind);
            if found.is_none() {
                one.row.fault(column, format!("this company has no {column} with this code"));
            }
            found.map(|(id, _)| Value::from(*id))
        });
        values.push(as_asked(&one.row, column, known, kept(kept_in), Ty::Uuid));
    }
    values
}

/// A day that a new employee must have and that an import may leave as it is.
fn needed_day(row: &mut Record, column: &str, given: Option<Day>, kept: Option<Value>) -> Value {
    if kept.is_none() && row.cell(column).is_none() {
        let missing = format!("a new employee needs the column {column}");
        row.fault(column, if row.has(column) { record::EMPTY.to_owned() } else { missing });
    }
    given.map(Value::from).or(kept).unwrap_or(Value::Null(Ty::Day))
}
