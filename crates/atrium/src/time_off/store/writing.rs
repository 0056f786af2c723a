//! Writing requests: only what `rules` has checked.

use super::super::TimeOff;
use super::super::kinds::{DayStatus, TimeOffStatus, Yes};
use super::super::rules::{ChangeOfOne, CheckedTimeOff, NewTimeOff};
use crate::access::{EmployeeScope, Write};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{PersonId, TimeOffRequestId};
use db::{Statement, Tx, Value, params};
use jiff::Timestamp;

/// The state in which a request starts, or continues after a change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    pub status: TimeOffStatus,
    pub first_yes: Option<Yes>,
    pub decided_by: Option<PersonId>,
    pub at: Timestamp,
    /// The company's current day. A pending request has been waiting since then.
    pub today: Day,
}

fn draft_values<K>(
    scope: &EmployeeScope<TimeOff, Write>,
    id: TimeOffRequestId,
    checked: &CheckedTimeOff<K>,
    course: &Course,
) -> Vec<Value> {
    let draft = checked.draft();
    let between = draft.between;
    let total: Amount = checked.days().iter().map(|(_, hours)| *hours).sum();
    params![
        id,
        scope.tenant(),
        scope.company(),
        scope.employee(),
        draft.type_id,
        draft.first,
        draft.last,
        draft.includes_weekends,
        draft.unit,
        draft.half,
        between.map(|(start, _)| start),
        between.map(|(_, end)| end),
        total,
        course.status,
        draft.notes.clone(),
        course.first_yes.map(|yes| yes.by),
        course.first_yes.map(|yes| yes.over),
        course.decided_by,
        course.decided_by.map(|_| course.at)
    ]
}

pub(crate) fn insert(
    scope: &EmployeeScope<TimeOff, Write>,
    id: TimeOffRequestId,
    checked: &CheckedTimeOff<NewTimeOff>,
    course: Course,
) -> Vec<Statement> {
    let mut values = draft_values(scope, id, checked, &course);
    values.extend(params![course.today, scope.viewer()]);
    let request = "INSERT INTO time_off_request (id, tenant_id, company_id, employee_id, type_id, first_day, last_day,
           includes_weekends, unit, half, start_minute, end_minute, hours, status, notes, first_approved_by,
           first_approved_for, decided_by, decided_at, request_date, requested_by, manager_notes, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, '', 1)";
    let days = day_rows(scope, id, checked, course.status).map(|row| (INSERT_DAY.into(), row));
    std::iter::once((request.into(), values)).chain(days).collect()
}

/// False if there's no such request in this version. Otherwise these days replace the old ones.
pub(crate) async fn replace(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, Write>,
    id: TimeOffRequestId,
    version: i64,
    checked: &CheckedTimeOff<ChangeOfOne>,
    course: Course,
) -> db::Result<bool> {
    let mut values = draft_values(scope, id, checked, &course);
    values.extend(params![version, course.today]);
    let changed = tx
        .exec(
            "UPDATE time_off_request SET type_id = $5, first_day = $6, last_day = $7, includes_weekends = $8,
               unit = $9, half = $10, start_minute = $11, end_minute = $12, hours = $13, status = $14, notes = $15,
               first_approved_by = $16, first_approved_for = $17, decided_by = $18, decided_at = $19,
               waits_since = $21, reminded_at = NULL, version = version + 1
             WHERE id = $1 AND tenant_id = $2 AND company_id = $3 AND employee_id = $4 AND version = $20",
            values,
        )
        .await?;
    if changed == 0 {
        return Ok(false);
    }
    tx.exec(
        "DELETE FROM time_off_day WHERE request_id = $1 AND employee_id = $2 AND tenant_id = $3",
        params![id, scope.employee(), scope.tenant()],
    )
    .await?;
    tx.exec_many(INSERT_DAY, day_rows(scope, id, checked, course.status).collect()).await?;
    Ok(true)
}

const INSERT_DAY: &str =
    "INSERT INTO time_off_day (request_id, day, tenant_id, company_id, employee_id, type_id, hours, status)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

fn day_rows<K>(
    scope: &EmployeeScope<TimeOff, Write>,
    id: TimeOffRequestId,
    checked: &CheckedTimeOff<K>,
    status: TimeOffStatus,
) -> impl Iterator<Item = Vec<Value>> {
    let status = if status == TimeOffStatus::Approved { DayStatus::Approved } else { DayStatus::Pending };
    let type_id = checked.draft().type_id;
    checked.days().iter().map(move |(day, hours)| {
        params![id, *day, scope.tenant(), scope.company(), scope.employee(), type_id, *hours, status]
    })
}

/// Cancels the request and its days, and keeps them on record.
pub(crate) async fn cancel(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, Write>,
    id: TimeOffRequestId,
    version: i64,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE time_off_request SET status = 'Cancelled', version = version + 1
             WHERE id = $1 AND employee_id = $2 AND tenant_id = $3 AND version = $4",
            params![id, scope.employee(), scope.tenant(), version],
        )
        .await?;
    if changed == 0 {
        return Ok(false);
    }
    tx.exec(
        "UPDATE time_off_day SET status = 'Cancelled' WHERE request_id = $1 AND employee_id = $2 AND tenant_id = $3",
        params![id, scope.employee(), scope.tenant()],
    )
    .await?;
    Ok(true)
}
