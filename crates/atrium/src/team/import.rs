//! `reporting-lines.csv`: whose requests a manager sees, directly or indirectly, and in which area. A line is its own
//! key: either it's there or it isn't.

use crate::shared::id::CompanyId;
use crate::sheets::cells::one_of;
use crate::sheets::{
    self, Desk, EMPLOYEE, Entry, EntryPlan, ImportSheet, PlanFor, SheetEntry, SheetRow, StoredColumn,
    StoredTable, TENANT, needed,
};
use db::{Ty, Value};

pub const SHEETS: &[&ImportSheet] = &[&REPORTING_LINES];

static REPORTING_LINES: ImportSheet = ImportSheet {
    name: "reporting-lines",
    after: &["people"],
    columns: &[
        needed("manager", "sam.ortiz"),
        needed("company", "Cedar Outfitters"),
        needed("employee_code", "1042"),
        needed("report", "primary"),
        needed("area", "Time Off"),
    ],
    tables: &[&REPORTING_LINE],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, LineEntry::read)),
    ..ImportSheet::PLAIN
};

const LINE: &[StoredColumn] = &[
    ("employee_id", Ty::Uuid),
    ("manager_id", Ty::Uuid),
    ("company_id", Ty::Uuid),
    ("kind", Ty::Text),
    ("area", Ty::Text),
];

static REPORTING_LINE: StoredTable = StoredTable {
    name: "reporting_line",
    id: LINE,
    key: LINE,
    columns: &[],
    once: &[TENANT, ("sort_name", Ty::Text), ("birthday", Ty::Text), ("anniversary", Ty::Text)],
    ..StoredTable::PLAIN
};

struct LineEntry {
    manager: String,
    company: CompanyId,
    code: String,
    kind: &'static str,
    area: &'static str,
}

impl LineEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<LineEntry> {
        let manager = row.name("manager");
        let company = desk.company(row);
        let code = row.name("employee_code");
        let kind = row.required("report", |cell| one_of(cell, &["primary", "secondary"]));
        let area = row.required("area", |cell| one_of(cell, &["Time Off", "Personal Info"]));
        let (manager, company, code, kind, area) = (manager?, company?, code?, kind?, area?);
        row.once("manager", format!("{} {company} {code} {kind} {area}", manager.to_ascii_lowercase()));
        Some(LineEntry { manager, company, code, kind, area })
    }
}

impl SheetEntry for LineEntry {
    const TABLE: &'static StoredTable = &REPORTING_LINE;

    fn employee(&self) -> Option<(CompanyId, &str)> {
        Some((self.company, &self.code))
    }

    fn person(&self) -> Option<(&'static str, &str)> {
        Some(("manager", &self.manager))
    }

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        let LineEntry { company, kind, area, .. } = entry.says;
        vec![entry.employee_id(), entry.person_id(), company.into(), kind.into(), area.into()]
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, _at: &PlanFor<'_>) -> EntryPlan {
        let manager = entry.person_id();
        if entry.employee.as_ref().is_some_and(|employee| employee.get(&EMPLOYEE, "person_id") == manager) {
            entry.row.fault("manager", "people can't report to themselves");
        }
        let copy = entry.employee.as_ref().map(|employee| sheets::copied(&employee.values));
        let LineEntry { manager, code, kind, area, .. } = &entry.says;
        let what = format!("{kind} line {manager} to {code}, {area}");
        EntryPlan { once: copy.into_iter().flatten().collect(), ..EntryPlan::new(what, vec![]) }
    }
}
