//! Reading requests with their days.

use super::super::TimeOff;
use super::super::kinds::{DayStatus, Half, TimeOffApproval, TimeOffStatus, Unit, Yes};
use crate::access::{EmployeeScope, Need};
use crate::handover::PayrollState;
use crate::shared::amount::Amount;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{EmployeeId, PersonId, TimeOffRequestId, TimeOffTypeId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Statement, Tx, params};

/// A request with its days.
#[derive(Clone, Debug)]
pub struct Request {
    pub head: RequestHead,
    /// Sorted by day.
    pub days: Vec<(Day, Amount, DayStatus)>,
}

#[derive(Clone, Debug)]
pub struct RequestHead {
    pub id: TimeOffRequestId,
    pub employee_id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub employee_code: String,
    pub type_id: TimeOffTypeId,
    pub type_name: String,
    pub type_name_es: Option<String>,
    pub first_day: Day,
    pub last_day: Day,
    pub includes_weekends: bool,
    pub unit: Unit,
    pub half: Option<Half>,
    pub start_minute: Option<i64>,
    pub end_minute: Option<i64>,
    pub hours: Amount,
    pub status: TimeOffStatus,
    pub notes: String,
    pub manager_notes: String,
    pub request_date: Day,
    pub requested_by: PersonId,
    pub first_approved_by: Option<PersonId>,
    /// The manager whose line it was over: their own, or that of the manager they're a delegate for.
    pub first_approved_for: Option<PersonId>,
    pub decided_by: Option<PersonId>,
    pub decided_by_name: Option<String>,
    pub decided_at: Option<Moment>,
    pub version: i64,
    pub approval: TimeOffApproval,
    pub attachments: i64,
    /// Whether the company allows edits to requests of several days.
    pub edits_many_days: bool,
    /// What payroll books it under.
    pub earning_code: String,
    /// How far it has come on its way to payroll, if payroll has to know of it.
    pub payroll_state: Option<PayrollState>,
    pub handed_at: Option<Moment>,
    pub payroll_settled_at: Option<Moment>,
    pub payroll_reason: Option<String>,
}
db::row!(RequestHead {
    id,
    employee_id,
    first_name,
    last_name,
    employee_code,
    type_id,
    type_name,
    type_name_es,
    first_day,
    last_day,
    includes_weekends,
    unit,
    half,
    start_minute,
    end_minute,
    hours,
    status,
    notes,
    manager_notes,
    request_date,
    requested_by,
    first_approved_by,
    first_approved_for,
    decided_by,
    decided_by_name,
    decided_at,
    version,
    approval,
    attachments,
    edits_many_days,
    earning_code,
    payroll_state,
    handed_at,
    payroll_settled_at,
    payroll_reason
});

impl RequestHead {
    /// In the reader's language, if the type has a name in it.
    pub(crate) fn type_name_in(&self, language: &str) -> &str {
        match &self.type_name_es {
            Some(spanish) if language == "es" => spanish,
            _ => &self.type_name,
        }
    }

    pub(crate) fn first_yes(&self) -> Option<Yes> {
        Some(Yes { by: self.first_approved_by?, over: self.first_approved_for? })
    }

    /// Whether the first of two approvals is in and the second is pending.
    pub(crate) fn is_half_approved(&self) -> bool {
        self.status == TimeOffStatus::Pending && self.first_approved_by.is_some()
    }

    /// Whether the next yes still leaves it waiting for another one.
    pub(crate) fn is_first_of_two(&self) -> bool {
        self.status == TimeOffStatus::Pending
            && self.approval == TimeOffApproval::TwoSteps
            && self.first_approved_by.is_none()
    }

    pub(crate) fn sort_keys(&self) -> Vec<String> {
        vec![self.first_day.to_string(), self.id.to_string()]
    }
}

/// One row per day of a request.
pub(crate) struct DayRow {
    head: RequestHead,
    day: Day,
    hours: Amount,
    status: DayStatus,
}

impl db::FromRow for DayRow {
    fn from_row(row: &db::Row<'_>) -> db::Result<DayRow> {
        // The day columns follow the head.
        let day = row.len() - 3;
        Ok(DayRow {
            head: RequestHead::from_row(row)?,
            day: row.get(day)?,
            hours: row.get(day + 1)?,
            status: row.get(day + 2)?,
        })
    }
}

/// Expects a request's rows next to each other.
pub(crate) fn together(rows: Vec<DayRow>) -> Vec<Request> {
    let mut requests: Vec<Request> = vec![];
    for row in rows {
        let day = (row.day, row.hours, row.status);
        match requests.last_mut() {
            Some(last) if last.head.id == row.head.id => last.days.push(day),
            _ => requests.push(Request { head: row.head, days: vec![day] }),
        }
    }
    requests
}

/// Whole requests for a selection of `time_off_request` rows. `order` is ASC or DESC.
pub(crate) fn whole(selection: &str, order: &str) -> String {
    format!(
        "SELECT r.id, r.employee_id, e.first_name, e.last_name, e.employee_code, r.type_id, t.name, t.name_es, r.first_day,
           r.last_day, r.includes_weekends, r.unit, r.half, r.start_minute, r.end_minute, r.hours, r.status, r.notes,
           r.manager_notes, r.request_date, r.requested_by, r.first_approved_by, r.first_approved_for, r.decided_by,
           p.first_name || ' ' || p.last_name, r.decided_at, r.version, t.approval,
           (SELECT count(*) FROM time_off_attachment a WHERE a.request_id = r.id), coalesce(s.edits_many_days, FALSE),
           coalesce(t.earning_code, t.name), h.state, b.created_at, h.settled_at, h.reason, d.day, d.hours, d.status
         FROM ({selection}) r
         JOIN employee e ON e.id = r.employee_id
         JOIN time_off_type t ON t.id = r.type_id
         JOIN time_off_day d ON d.request_id = r.id
         LEFT JOIN person p ON p.id = r.decided_by
         LEFT JOIN time_off_setting s ON s.company_id = r.company_id
         LEFT JOIN payroll_change h ON h.id = (
           SELECT c.id FROM payroll_change c WHERE c.subject_id = r.id AND c.kind = 'timeOff' AND c.state <> 'dropped'
           ORDER BY c.approved_at DESC, c.id DESC LIMIT 1)
         LEFT JOIN handover_batch b ON b.id = h.batch_id
         ORDER BY r.first_day {order}, r.id {order}, d.day"
    )
}

const BY_FIRST_DAY: &[(&str, SortKey)] = &[("r.first_day", SortKey::Day), ("r.id", SortKey::Id)];

pub(crate) async fn requests(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    ask: &Ask,
) -> Result<Vec<Request>, Problem> {
    let mut values = params![scope.employee(), scope.tenant(), scope.company()];
    let newest_first = Sort::descending(BY_FIRST_DAY);
    let (page, order) = (newest_first.page(ask, &mut values)?, newest_first.order(ask));
    let selection = format!(
        "SELECT * FROM time_off_request r WHERE r.employee_id = $1 AND r.tenant_id = $2 AND r.company_id = $3 {page}"
    );
    Ok(together(db.all(whole(&selection, order), values).await?))
}

pub(crate) async fn one(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, impl Need>,
    id: TimeOffRequestId,
) -> db::Result<Option<Request>> {
    one_after(tx, scope, vec![], id).await
}

/// Same as `one`, after running these statements.
pub(crate) async fn one_after(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, impl Need>,
    before: Vec<Statement>,
    id: TimeOffRequestId,
) -> db::Result<Option<Request>> {
    let selection = "SELECT * FROM time_off_request r
         WHERE r.id = $1 AND r.employee_id = $2 AND r.tenant_id = $3 AND r.company_id = $4";
    let values = params![id, scope.employee(), scope.tenant(), scope.company()];
    Ok(together(tx.after(before, (whole(selection, "ASC").into(), values)).await?).pop())
}
