//! `roles.csv`: who holds which role, in one company or in the whole tenant. The role must exist; every tenant has the
//! shipped ones.

use crate::shared::id::CompanyId;
use crate::sheets::{
    self, Desk, Entry, EntryPlan, ImportSheet, PlanFor, SheetEntry, SheetRow, StoredRow, StoredTable, needed,
    optional,
};
use db::{Ty, Value, params};

pub(super) static ROLES: ImportSheet = ImportSheet {
    name: "roles",
    after: &["people"],
    columns: &[
        needed("username", "jordan.reyes"),
        needed("role", "Employee"),
        optional("company", "Cedar Outfitters"),
    ],
    before_example: &[&[
        ("username", "sam.ortiz"),
        ("role", "Manager View"),
        ("company", "Cedar Outfitters"),
    ]],
    tables: &[&ROLE, &ROLE_ASSIGNMENT],
    names: &[&ROLE],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, RoleEntry::read)),
    ..ImportSheet::PLAIN
};

static ROLE: StoredTable = StoredTable {
    name: "role",
    key: &[("name", Ty::Text)],
    columns: &[("name", Ty::Text), ("permissions", Ty::Text)],
    ..StoredTable::PLAIN
};

static ROLE_ASSIGNMENT: StoredTable = StoredTable {
    name: "role_assignment",
    key: &[("person_id", Ty::Uuid), ("role_id", Ty::Uuid), ("company_id", Ty::Uuid)],
    columns: &[("person_id", Ty::Uuid), ("role_id", Ty::Uuid), ("company_id", Ty::Uuid)],
    ..StoredTable::PLAIN
};

struct RoleEntry {
    username: String,
    role: String,
    company: Option<CompanyId>,
}

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
        let (username, role) = (username?, role?);
        let at = company.map_or(String::new(), |id| id.to_string());
        row.once("role", format!("{} {role} {at}", username.to_ascii_lowercase()));
        Some(RoleEntry { username, role, company })
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

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let RoleEntry { username, role, .. } = &entry.says;
        EntryPlan::new(format!("role {role} of {username}"), at.key.to_vec())
    }
}
