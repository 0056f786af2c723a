//! `company-states.csv`: the states where a company withholds taxes.

use crate::shared::id::CompanyId;
use crate::sheets::cells;
use crate::sheets::{
    self, Desk, Entry, EntryPlan, Given, ImportSheet, PlanFor, SheetEntry, SheetRow, StoredTable, needed,
    optional,
};
use db::{Ty, Value, params};

pub const SHEETS: &[&ImportSheet] = &[&COMPANY_STATES];

static COMPANY_STATES: ImportSheet = ImportSheet {
    name: "company-states",
    after: &["companies"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("state", "OR"),
        optional("locality", "Multnomah County"),
    ],
    tables: &[&COMPANY_STATE],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, StateEntry::read)),
    ..ImportSheet::PLAIN
};

static COMPANY_STATE: StoredTable = StoredTable {
    name: "company_state",
    key: &[("company_id", Ty::Uuid), ("state", Ty::Text)],
    narrow: 2,
    columns: &[("company_id", Ty::Uuid), ("state", Ty::Text), ("locality", Ty::Text)],
    ..StoredTable::PLAIN
};

struct StateEntry {
    company: CompanyId,
    state: String,
    locality: Given,
}

impl StateEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<StateEntry> {
        let company = desk.company(row);
        let locality = row.optional_name("locality");
        let locality = row.given("locality", locality, "");
        let state = row.required("state", cells::state);
        let entry = StateEntry { company: company?, state: state?, locality };
        row.once("state", format!("{} {}", entry.company, entry.state));
        Some(entry)
    }
}

impl SheetEntry for StateEntry {
    const TABLE: &'static StoredTable = &COMPANY_STATE;

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        params![entry.says.company, entry.says.state.clone()]
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let locality = entry.says.locality.clone().over(at.there, &COMPANY_STATE, "locality");
        let what = format!("state {}", entry.says.state);
        EntryPlan::new(what, [at.key.to_vec(), vec![locality]].concat())
    }
}
