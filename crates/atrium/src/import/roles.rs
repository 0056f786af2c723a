//! `roles.csv`: who holds which role, in one company or in the whole tenant. The standard roles are made when a file first
//! names them; any other must be there.

use super::desk::{Desk, Wish};
use super::record::Record;
use super::rules::STANDARD_ROLES;
use super::table::{self, PERSON, ROLE, ROLE_ASSIGNMENT};
use crate::shared::id::{PersonId, RoleId};
use crate::shared::problem::Problem;
use db::{Value, params};

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let (mut read, mut new_roles) = (vec![], vec![]);
    for mut row in rows {
        let username = row.name("username");
        let name = row.name("role");
        let company = row.cell("company").is_some().then(|| desk.company(&mut row)).flatten();
        let role = name.as_ref().and_then(|name| role_called(desk, &mut row, name, &mut new_roles));
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
    desk.settle(&ROLE, new_roles).await?;
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

fn role_called(desk: &mut Desk<'_>, row: &mut Record, name: &str, new: &mut Vec<Wish>) -> Option<RoleId> {
    if let Some(role) = desk.known.roles.get(name) {
        return Some(*role);
    }
    let Some((name, permissions)) = STANDARD_ROLES.iter().find(|(of, _)| *of == name) else {
        row.fault("role", format!("there is no role {name:?}"));
        return None;
    };
    let id = RoleId(desk.new_id());
    desk.known.roles.insert((*name).to_owned(), id);
    let (values, once) = (params![*name, *permissions], params![desk.scope.tenant()]);
    let what = format!("role {name}");
    new.push(Wish { line: row.line, what, found: None, id: params![id], values, once, fixed: None });
    Some(id)
}
