//! `organizations.csv`: the tree of divisions, branches, departments and teams of a company, found again by their codes.
//! A parent comes before its children, or is there already.

use super::desk::{Desk, Wish};
use super::record::Record;
use super::rules::{ORGANIZATION_KINDS, one_of, stands_above};
use super::table::{self, ORGANIZATION};
use crate::shared::id::OrganizationId;
use crate::shared::problem::Problem;
use db::{Value, params};

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut read = vec![];
    for mut row in rows {
        let company = desk.company(&mut row);
        let code = row.name("organization_code");
        let name = row.name("organization_name");
        let kind = row.required("organization_type", |cell| one_of(cell, &ORGANIZATION_KINDS));
        let (Some(company), Some(code), Some(name), Some(kind)) = (company, code, name, kind) else {
            desk.is_whole(&row);
            continue;
        };
        desk.once(&mut row, "organization_code", &format!("{company} {code}"));
        // What this row makes may be the parent of the next.
        let known = desk.known.organizations.get(&(company, code.clone())).map(|(id, _)| *id);
        let id = known.unwrap_or_else(|| OrganizationId(desk.new_id()));
        let parent = row.cell("parent_organization_code").map(|code| (company, code.to_owned()));
        let parent = match parent.map(|key| desk.known.organizations.get(&key).cloned()) {
            None => None,
            Some(None) => {
                row.fault(
                    "parent_organization_code",
                    "that organization doesn't exist yet; list a parent before its children",
                );
                None
            }
            Some(Some((_, of))) if !stands_above(&of, kind) => {
                row.fault("parent_organization_code", format!("a {kind} can't be inside a {of}"));
                None
            }
            Some(Some((parent, _))) => Some(parent),
        };
        if desk.is_whole(&row) {
            desk.known.organizations.insert((company, code.clone()), (id, kind.to_owned()));
            read.push((row, company, code, name, kind, id, parent));
        }
    }
    let keys: Vec<Vec<Value>> = read.iter().map(|row| params![row.1, row.2.clone()]).collect();
    let mut found = desk.find(&ORGANIZATION, &keys).await?;
    let tenant = desk.scope.tenant();
    let mut wishes = vec![];
    for ((row, company, code, name, kind, id, parent), key) in read.into_iter().zip(&keys) {
        let found = found.remove(&table::to_text(key));
        let parent = match &found {
            Some(found) if !row.has("parent_organization_code") => found.get(&ORGANIZATION, "parent_id"),
            _ => Value::from(parent),
        };
        let what = format!("organization {code}");
        let mut values = params![company, code, name, kind];
        values.push(parent);
        let (id, once) = (params![id], params![tenant]);
        wishes.push(Wish { line: row.line, what, found, id, values, once, fixed: None });
    }
    desk.settle(&ORGANIZATION, wishes).await
}
