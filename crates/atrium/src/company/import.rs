//! `companies.csv` and `organizations.csv`: a company's tree of divisions, branches, departments and teams, matched by
//! their codes. A parent comes before its children, or already exists.

use crate::shared::id::CompanyId;
use crate::shared::time_zone;
use crate::sheets::cells::one_of;
use crate::sheets::{
    self, COMPANY, Desk, Entry, EntryPlan, ImportSheet, ORGANIZATION, PlanFor, SheetEntry, SheetRow,
    StoredTable, needed, optional,
};
use db::{Ty, Value, params};

pub const SHEETS: &[&ImportSheet] = &[&COMPANIES, &ORGANIZATIONS];

static COMPANIES: ImportSheet = ImportSheet {
    name: "companies",
    columns: &[needed("company", "Cedar Outfitters"), needed("time_zone", "America/Los_Angeles")],
    tables: &[&COMPANY],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, CompanyEntry::read)),
    ..ImportSheet::PLAIN
};

static ORGANIZATIONS: ImportSheet = ImportSheet {
    name: "organizations",
    after: &["companies"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("organization_code", "D1B1"),
        needed("organization_name", "Portland"),
        needed("organization_type", "Branch"),
        optional("parent_organization_code", "D1"),
    ],
    before_example: &[&[
        ("company", "Cedar Outfitters"),
        ("organization_code", "D1"),
        ("organization_name", "Oregon"),
        ("organization_type", "Division"),
    ]],
    tables: &[&ORGANIZATION],
    names: &[&ORGANIZATION],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, OrganizationEntry::read)),
    ..ImportSheet::PLAIN
};

/// From the largest to the smallest.
const ORGANIZATION_KINDS: [&str; 4] = ["Division", "Branch", "Department", "Team"];

struct CompanyEntry {
    name: String,
    zone: String,
}

impl CompanyEntry {
    fn read(row: &mut SheetRow, _desk: &Desk<'_>) -> Option<CompanyEntry> {
        let name = row.name("company");
        let zone = row.required("time_zone", zone);
        if let Some(name) = &name {
            row.once("company", name.clone());
        }
        Some(CompanyEntry { name: name?, zone: zone? })
    }
}

impl SheetEntry for CompanyEntry {
    const TABLE: &'static StoredTable = &COMPANY;

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        params![entry.says.name.clone()]
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, _at: &PlanFor<'_>) -> EntryPlan {
        let CompanyEntry { name, zone } = &entry.says;
        EntryPlan::new(format!("company {name}"), params![name.clone(), zone.clone()])
    }
}

fn zone(text: &str) -> Result<String, String> {
    time_zone::named(text).ok_or_else(|| format!("{text:?} is not a time zone like America/Los_Angeles"))
}

struct OrganizationEntry {
    company: CompanyId,
    code: String,
    name: String,
    kind: &'static str,
}

impl OrganizationEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<OrganizationEntry> {
        let company = desk.company(row);
        let code = row.name("organization_code");
        let name = row.name("organization_name");
        let kind = row.required("organization_type", |cell| one_of(cell, &ORGANIZATION_KINDS));
        let entry = OrganizationEntry { company: company?, code: code?, name: name?, kind: kind? };
        row.once("organization_code", format!("{} {}", entry.company, entry.code));
        Some(entry)
    }
}

impl SheetEntry for OrganizationEntry {
    const TABLE: &'static StoredTable = &ORGANIZATION;

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        params![entry.says.company, entry.says.code.clone()]
    }

    fn plan(entry: &mut Entry<Self>, desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let parent = parent(entry, desk);
        let OrganizationEntry { company, code, name, kind } = &entry.says;
        let parent = entry.row.given("parent_organization_code", parent, Value::Null(Ty::Uuid));
        let mut values = params![*company, code.clone(), name.clone(), *kind];
        values.push(parent.over(at.there, &ORGANIZATION, "parent_id"));
        EntryPlan::new(format!("organization {code}"), values)
    }
}

/// Looked up here, because an earlier row may have created it.
fn parent(entry: &mut Entry<OrganizationEntry>, desk: &Desk<'_>) -> Option<Value> {
    let column = "parent_organization_code";
    let code = entry.row.cell(column)?.to_owned();
    let Some(parent) = desk.known(&ORGANIZATION, &params![entry.says.company, code]) else {
        let says = "that organization doesn't exist yet; list a parent before its children";
        entry.row.fault(column, says);
        return None;
    };
    let kind = entry.says.kind;
    match parent.get(&ORGANIZATION, "kind") {
        Value::Text(of) if !stands_above(&of, kind) => {
            entry.row.fault(column, format!("a {kind} can't be inside a {of}"));
            None
        }
        _ => Some(parent.uuid().into()),
    }
}

/// A division above a branch, and so on down to a team, so there can't be a cycle.
fn stands_above(parent: &str, child: &str) -> bool {
    let level = |kind| ORGANIZATION_KINDS.iter().position(|of| *of == kind);
    level(parent) < level(child)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_organization_stands_under_a_larger_one_so_that_no_circle_is_possible() {
        assert!(stands_above("Division", "Branch") && stands_above("Division", "Team"));
        assert!(!stands_above("Team", "Branch") && !stands_above("Branch", "Branch"));
    }
}
