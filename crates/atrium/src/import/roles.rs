//! `roles.csv`: who holds which role, in one company or in the whole tenant. A role must be
//! there; every tenant has the shipped ones.

use super::desk::{Desk, Wish};
use super::record::Record;
use super::table::{self, PERSON, ROLE_ASSIGNMENT};
use crate::shared::id::{PersonId, RoleId};
use crate::shared::problem::Problem;
use db::{Value, params};

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut read = vec![];
    for mut row in rows {
        let username = row.name("username");
        let name = row.name("role");
        let company = row.cell("company").is_some().then(|| desk.company(&mut row)).flatten();
        let role = name.as_ref().and_then(|name| role_called(desk, &mut row, name));
        if let (Some(username), Some(name)) = (&username, &name) {
            let at = company.map_or(String::new(), |id| id.to_string());
            desk.once(&mut row, "role", &format!("{} {name} {at}", username.to_ascii_lowercase()));
        }
        match (username, name, role) {
            (Some(username), Some(name), Some(role)) if row.faults.is_empty() => {
                read.push((row, username, name, role, company));
            }
            _ => _ = desk.is_whole(&row),
        }
    }
    let keys: Vec<Vec<Value>> = read.iter().map(|(_, name, ..)| params![name.to_ascii_lowercase()]).collect();
    let people = desk.find(&PERSON, &keys).await?;
    let mut held: Vec<(Record, String, Vec<Value>)> = vec![];
    for ((mut row, username, name, role, company), key) in read.into_iter().zip(&keys) {
        let person = people.get(&table::to_text(key)).filter(|person| person.tenant == desk.scope.tenant().0);
        match person {
            None => row.fault("username", format!("there is no one with the username {username:?}")),
            Some(person) => {
                let key = params![PersonId(person.uuid()), role, company];
                held.push((row, format!("role {name} of {username}"), key));
                continue;
            }
        }
        desk.is_whole(&row);
    }
    let keys: Vec<Vec<Value>> = held.iter().map(|(.., key)| key.clone()).collect();
    let found = desk.find(&ROLE_ASSIGNMENT, &keys).await?;
    let mut wishes = vec![];
    for (row, what, key) in held {
        let (found, id) = (found.get(&table::to_text(&key)).cloned(), params![desk.new_id()]);
        let once = params![desk.scope.tenant()];
        wishes.push(Wish { line: row.line, what, found, id, values: key, once, fixed: None });
    }
    desk.settle(&ROLE_ASSIGNMENT, wishes).await
}

fn role_called(desk: &Desk<'_>, row: &mut Record, name: &str) -> Option<RoleId> {
    let role = desk.known.roles.get(name).copied();
    if role.is_none() {
        row.fault("role", format!("there is no role {name:?}"));
    }
    role
}
