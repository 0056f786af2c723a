//! `roles.csv`: who holds which role, in one company or in the whole tenant, and from when to when. The role must exist;
//! every tenant has the shipped ones. Of the administrators of the whole tenant, one stays.

use super::store;
use crate::access::OperatorScope;
use crate::account::refusal::AccountRefusal;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use crate::sheets::{
    self, COMPANY, Desk, EndingRule, EndsBy, Entry, EntryPlan, Fault, Given, ImportSheet, PlanFor,
    SheetEntry, SheetRow, StoredRow, StoredTable, WrittenRow, cells, needed, optional,
};
use crate::work::Work;
use db::{Ty, Value, params};
use serde_json::{Value as Json, json};
use std::collections::HashMap;

pub(super) static ROLES: ImportSheet = ImportSheet {
    name: "roles",
    after: &["people"],
    columns: &[
        needed("username", "jordan.reyes"),
        needed("role", "Employee"),
        optional("company", "Cedar Outfitters"),
        optional("first_day", "2026-01-01"),
        optional("last_day", ""),
    ],
    before_example: &[&[
        ("username", "sam.ortiz"),
        ("role", "Manager View"),
        ("company", "Cedar Outfitters"),
    ]],
    tables: &[&ROLE, &ROLE_ASSIGNMENT],
    names: &[&ROLE],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, RoleEntry::read)),
    finish: Some(|desk| Box::pin(keep_an_administrator(desk))),
    undone: Some(|work, scope| Box::pin(leave_an_administrator(work, scope))),
    ending: Some(&EndingRule {
        table: &ROLE_ASSIGNMENT,
        counts: "(x.ends_on IS NULL OR x.ends_on > $3) AND (x.starts_on IS NULL OR x.starts_on <= $3)",
        called: "'role ' || (SELECT r.name FROM role r WHERE r.id = x.role_id) || ' of ' ||
            (SELECT p.username FROM person p WHERE p.id = x.person_id)",
        ends: EndsBy::Today("ends_on"),
    }),
    ..ImportSheet::PLAIN
};

/// Like the console: someone has to be left to look after the tenant.
pub(super) async fn keep_an_administrator(desk: &mut Desk<'_>) -> Result<(), Problem> {
    let (all, lasting) = store::administrators(desk.work.tx(), desk.scope).await?;
    if all > 0 && lasting == 0 {
        let says = "after this the tenant has no administrator: someone who stays needs the role, without a last day";
        desk.fault(&Fault { line: 1, column: None, says: says.to_owned() });
    }
    Ok(())
}

/// The same after an undo. At the terminal, the import that brought in a tenant's first administrators can be undone.
pub(super) async fn leave_an_administrator(work: &mut Work, scope: &OperatorScope) -> Result<(), Problem> {
    let is_by_person = work.actor().is_some();
    let (all, lasting) = store::administrators(work.tx(), scope).await?;
    if lasting == 0 && (all > 0 || is_by_person) {
        return Err(AccountRefusal::LastAdministrator.into());
    }
    Ok(())
}

static ROLE: StoredTable = StoredTable {
    name: "role",
    key: &[("name", Ty::Text)],
    columns: &[("name", Ty::Text), ("permissions", Ty::Text)],
    ..StoredTable::PLAIN
};

static ROLE_ASSIGNMENT: StoredTable = StoredTable {
    name: "role_assignment",
    key: &[("person_id", Ty::Uuid), ("role_id", Ty::Uuid), ("company_id", Ty::Uuid)],
    columns: &[
        ("person_id", Ty::Uuid),
        ("role_id", Ty::Uuid),
        ("company_id", Ty::Uuid),
        ("starts_on", Ty::Day),
        ("ends_on", Ty::Day),
    ],
    touch: ", version = version + 1",
    own: Some("person_id"),
    recorded: Some(|work, scope, rows| Box::pin(record(work, scope, rows))),
    ..StoredTable::PLAIN
};

/// Records each assignment with its person, as the console does. A last day that comes earlier ends a role.
async fn record(work: &mut Work, scope: &OperatorScope, rows: Vec<WrittenRow>) -> Result<(), Problem> {
    let (mut roles, mut companies) = (vec![], vec![]);
    for values in rows.iter().filter_map(|row| row.after.as_ref().or(row.before.as_ref())) {
        roles.push(vec![values[ROLE_ASSIGNMENT.at("role_id")].clone()]);
        companies.push(vec![values[ROLE_ASSIGNMENT.at("company_id")].clone()]);
    }
    let roles = names_of(work, scope, &ROLE, &roles).await?;
    let companies = names_of(work, scope, &COMPANY, &companies).await?;
    for WrittenRow { before, after } in rows {
        let Some(values) = after.as_ref().or(before.as_ref()) else { continue };
        let cell = |column: &str| &values[ROLE_ASSIGNMENT.at(column)];
        let Value::Uuid(person) = cell("person_id") else { continue };
        let (role, company) = (sheets::json_of(cell("role_id")), sheets::json_of(cell("company_id")));
        let mut detail = json!({
            "role": roles.get(&role.to_string()), "roleId": role,
            "company": companies.get(&company.to_string()), "companyId": company,
        });
        let ends_on = |row: &Vec<Value>| match &row[ROLE_ASSIGNMENT.at("ends_on")] {
            Value::Day(day) => Some(*day),
            _ => None,
        };
        let last = after.as_ref().and_then(ends_on);
        let is_ended = match (&before, &after) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(before), Some(_)) => {
                last.is_some_and(|last| ends_on(before).is_none_or(|before| last < before))
            }
        };
        detail["endsOn"] = json!(last.map(|day| day.to_string()));
        if !is_ended {
            detail["startsOn"] = sheets::json_of(cell("starts_on"));
        }
        let action = if is_ended { "role.end" } else { "role.give" };
        work.record(action, "person", *person, detail);
    }
    Ok(())
}

/// By the ID's JSON.
async fn names_of(
    work: &mut Work,
    scope: &OperatorScope,
    table: &'static StoredTable,
    ids: &[Vec<Value>],
) -> Result<HashMap<String, Json>, Problem> {
    let found = sheets::by_id(work.tx(), scope, table, ids).await?;
    let named = |row: StoredRow| {
        (sheets::json_of(&Value::from(row.uuid())).to_string(), sheets::json_of(&row.get(table, "name")))
    };
    Ok(found.into_iter().map(named).collect())
}

struct RoleEntry {
    username: String,
    role: String,
    company: Option<CompanyId>,
    first_day: Given,
    last_day: Given,
}

const NO_DAY: Value = Value::Null(Ty::Day);

impl RoleEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<RoleEntry> {
        let username = row.name("username");
        let role = row.name("role");
        let company = row.cell("company").is_some().then(|| desk.company(row)).flatten();
        if let Some(name) = &role
            && desk.known(&ROLE, &params![name.clone()]).is_none()
        {
            row.fault("role", format!("there is no role {name:?}"));
        }
        let first_day = row.optional("first_day", cells::day);
        let last_day = row.optional("last_day", cells::day);
        if first_day.zip(last_day).is_some_and(|(first, last)| last < first) {
            row.fault("last_day", "the last day can't be before the first day");
        }
        let first_day = row.given("first_day", first_day.map(Value::from), NO_DAY);
        let last_day = row.given("last_day", last_day.map(Value::from), NO_DAY);
        let (username, role) = (username?, role?);
        let at = company.map_or(String::new(), |id| id.to_string());
        row.once("role", format!("{} {role} {at}", username.to_ascii_lowercase()));
        Some(RoleEntry { username, role, company, first_day, last_day })
    }
}

impl SheetEntry for RoleEntry {
    const TABLE: &'static StoredTable = &ROLE_ASSIGNMENT;

    fn person(&self) -> Option<(&'static str, &str)> {
        Some(("username", &self.username))
    }

    fn key(entry: &Entry<Self>, desk: &Desk<'_>) -> Vec<Value> {
        let role = desk.known(&ROLE, &params![entry.says.role.clone()]).map(StoredRow::uuid);
        let role = role.map_or(Value::Null(Ty::Uuid), Value::from);
        vec![entry.person_id(), role, entry.says.company.into()]
    }

    fn plan(entry: &mut Entry<Self>, desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let RoleEntry { username, role, first_day, last_day, .. } = &entry.says;
        let mut values = at.key.to_vec();
        values.push(first_day.clone().over(at.there, &ROLE_ASSIGNMENT, "starts_on"));
        values.push(last_day.clone().over(at.there, &ROLE_ASSIGNMENT, "ends_on"));
        let what = format!("role {role} of {username}");
        if let [.., Value::Day(first), Value::Day(last)] = values[..]
            && last < first
        {
            entry.row.fault("last_day", "the last day can't be before the first day");
        }
        let is_own = desk.work.actor().is_some_and(|person| entry.person_id() == Value::from(person));
        if is_own && at.there.is_none_or(|there| there.values != values) {
            entry.row.fault("username", "someone else has to change your own roles");
        }
        EntryPlan::new(what, values)
    }
}
