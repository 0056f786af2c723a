//! `pay-calendar.csv`: a company's pay runs. A run is matched by its pay group and the first day of its period; one whose row says
//! `removed` is gone. A run whose cut-off is over stays as it is.

use super::rules::{self, RunDraft, RunRefusal};
use crate::shared::clock;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, PayGroupId};
use crate::sheets::{
    self, COMPANY, Desk, Entry, EntryPlan, ImportSheet, PlanFor, SheetEntry, SheetRow, StoredTable, cells,
    needed, optional,
};
use db::{Ty, Value, params};
use jiff::Timestamp;
use jiff::tz::TimeZone;

pub const SHEETS: &[&ImportSheet] = &[&PAY_CALENDAR];

static PAY_CALENDAR: ImportSheet = ImportSheet {
    name: "pay-calendar",
    after: &["companies", "people"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        optional("pay_group", "Biweekly hourly"),
        needed("period_begin", "2027-06-06"),
        needed("period_end", "2027-06-19"),
        needed("cutoff_day", "2027-06-22"),
        needed("cutoff_time", "17:00"),
        needed("pay_date", "2027-06-25"),
        optional("removed", ""),
    ],
    tables: &[&PAY_RUN],
    names: &[&RUN_GROUP, &PAY_RUN],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, RunEntry::read)),
    ..ImportSheet::PLAIN
};

static RUN_GROUP: StoredTable = StoredTable {
    name: "pay_group",
    key: &[("company_id", Ty::Uuid), ("name", Ty::Text)],
    narrow: 2,
    columns: &[("company_id", Ty::Uuid), ("name", Ty::Text)],
    ..StoredTable::PLAIN
};

static PAY_RUN: StoredTable = StoredTable {
    name: "pay_run",
    key: &[("company_id", Ty::Uuid), ("period_begin", Ty::Day), ("pay_group_id", Ty::Uuid)],
    narrow: 2,
    columns: &[
        ("company_id", Ty::Uuid),
        ("period_begin", Ty::Day),
        ("pay_group_id", Ty::Uuid),
        ("period_end", Ty::Day),
        ("cutoff_at", Ty::At),
        ("pay_date", Ty::Day),
    ],
    touch: ", version = version + 1",
    ..StoredTable::PLAIN
};

struct RunEntry {
    company: CompanyId,
    draft: RunDraft,
    is_removed: bool,
}

impl RunEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<RunEntry> {
        let company = desk.company(row);
        let named = row.optional_name("pay_group");
        let pay_group = match company.zip(named) {
            Some((company, name)) => {
                let found = desk.known(&RUN_GROUP, &params![company, name.clone()]).map(|row| row.uuid());
                if found.is_none() {
                    row.fault("pay_group", format!("this company has no pay group {name:?}"));
                }
                found.map(PayGroupId)
            }
            None => None,
        };
        let (begin, end) = (row.day("period_begin"), row.day("period_end"));
        let (cutoff_day, pay_date) = (row.day("cutoff_day"), row.day("pay_date"));
        let time =
            |text: &str| rules::cutoff_time(text).map_err(|_| format!("{text:?} is not a time like 17:00"));
        let cutoff_time = row.required("cutoff_time", time);
        let is_removed = row.optional("removed", cells::yes).unwrap_or_default();
        let draft = RunDraft {
            pay_group,
            period_begin: begin?,
            period_end: end?,
            cutoff_day: cutoff_day?,
            cutoff_time: cutoff_time?,
            pay_date: pay_date?,
        };
        let company = company?;
        if let Err(refusal) = rules::check(&draft) {
            row.fault(column_of(refusal), refusal.message());
        }
        row.once("period_begin", format!("{company} {pay_group:?} {}", draft.period_begin));
        Some(RunEntry { company, draft, is_removed })
    }
}

/// The cell a refusal is about.
fn column_of(refusal: RunRefusal) -> &'static str {
    match refusal.field() {
        Some("periodBegin") => "period_begin",
        Some("periodEnd") => "period_end",
        Some("cutoffDay") => "cutoff_day",
        _ => "pay_date",
    }
}

fn zone_of(desk: &Desk<'_>, company: CompanyId) -> TimeZone {
    let found = desk.known(&COMPANY, &params![desk.name_of(company)]);
    match found.map(|company| company.get(&COMPANY, "time_zone")) {
        Some(Value::Text(zone)) => clock::zone(&zone),
        _ => TimeZone::UTC,
    }
}

/// Another run of the company with some of these days, as it is now or as an earlier row wants it. A file removes runs before it
/// adds others for their days.
fn overlaps(entry: &Entry<RunEntry>, desk: &Desk<'_>, at: &PlanFor<'_>) -> bool {
    let RunEntry { company, draft, .. } = &entry.says;
    let own = (draft.pay_group, draft.period_begin, draft.period_end);
    desk.all_known(&PAY_RUN).any(|run| {
        let day = |column| match run.get(&PAY_RUN, column) {
            Value::Day(day) => Day(day),
            _ => Day::FIRST,
        };
        let group = match run.get(&PAY_RUN, "pay_group_id") {
            Value::Uuid(group) => Some(PayGroupId(group)),
            _ => None,
        };
        run.id != at.id
            && run.get(&PAY_RUN, "company_id") == Value::from(*company)
            && rules::overlaps((group, day("period_begin"), day("period_end")), own)
    })
}

impl SheetEntry for RunEntry {
    const TABLE: &'static StoredTable = &PAY_RUN;

    fn is_removed(&self) -> bool {
        self.is_removed
    }

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        let RunEntry { company, draft, .. } = &entry.says;
        params![*company, draft.period_begin, draft.pay_group]
    }

    fn plan(entry: &mut Entry<Self>, desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        if !entry.says.is_removed && overlaps(entry, desk, at) {
            entry.row.fault("period_begin", RunRefusal::Overlap.message());
        }
        let RunEntry { company, draft, .. } = &entry.says;
        let cutoff_at = rules::instant(draft.cutoff_day, draft.cutoff_time, &zone_of(desk, *company));
        let what = format!("pay run for {}", draft.pay_date);
        let RunDraft { pay_group, period_begin, mut period_end, pay_date, .. } = *draft;
        if entry.says.is_removed {
            // None of its values are written, and with no days it isn't in the way of later rows.
            period_end = period_begin.plus_days(-1);
        }
        let values = params![*company, period_begin, pay_group, period_end, cutoff_at, pay_date];
        let is_over = at.there.is_some_and(|there| match there.get(&PAY_RUN, "cutoff_at") {
            Value::At(cutoff) => cutoff <= now(desk, *company),
            _ => false,
        });
        let says = "can't change anymore: its cut-off is over";
        if is_over && entry.says.is_removed {
            entry.row.fault("removed", format!("this run {says}"));
        }
        EntryPlan { fixed: is_over.then_some(says), ..EntryPlan::new(what, values) }
    }
}

fn now(desk: &Desk<'_>, company: CompanyId) -> Timestamp {
    let found = desk.known(&COMPANY, &params![desk.name_of(company)]);
    match found.map(|company| company.get(&COMPANY, "time_zone")) {
        Some(Value::Text(zone)) => desk.app.clock.moment(&zone),
        _ => desk.app.clock.now(),
    }
}
