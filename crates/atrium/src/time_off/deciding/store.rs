//! The SQL of those who decide: everything is narrowed to whom the approver reaches.

use super::super::kinds::{DayStatus, TimeOffStatus};
use super::super::store::{BY_FIRST_DAY, Request, together, whole};
use super::rules::DecisionOutcome;
use crate::access::{
    ApproverScope, CompanyScope, HandoverScope, Need, ReportKind, Write, in_force, is_reached,
};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{DelegationId, EmployeeId, PersonId, TimeOffRequestId};
use crate::shared::names;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::Sort;
use crate::time_off::{Absences, TimeOff};
use db::{Db, Read, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

/// Of a line `l` and a request `r`: the second of two approvals is given over another manager's line than the first.
const OVER_ANOTHER: &str = "(r.first_approved_for IS NULL OR r.first_approved_for <> l.manager_id)";

/// Requests that wait for this approver, soonest first. What the approver has already approved waits for somebody else, who
/// decides over another line.
pub(super) async fn queue(
    db: &Db,
    scope: &ApproverScope<TimeOff, impl Need>,
    employee: Option<EmployeeId>,
    report: Option<ReportKind>,
    ask: &Ask,
) -> Result<Vec<Request>, Problem> {
    let mut values = params![scope.tenant(), scope.company(), scope.viewer()];
    let reached = is_reached(scope, report, &mut values)?;
    let narrowed = employee.map_or(String::new(), |employee| {
        values.push(employee.into());
        format!("AND r.employee_id = ${}", values.len())
    });
    let soonest_first = Sort::ascending(BY_FIRST_DAY);
    let (page, order) = (soonest_first.page(ask, &mut values)?, soonest_first.order(ask));
    let waits = "r.tenant_id = $1 AND r.company_id = $2 AND r.status = 'Pending'
        AND (r.first_approved_by IS NULL OR r.first_approved_by <> $3)";
    let over_another = OVER_ANOTHER;
    // With few reports their requests are looked up and sorted; with many the company's queue is read in its order until the
    // page is full, and an index alone tells whose a request is (V0036). Only the page's are read whole. Neither is left to a
    // planner, which does not know how many reports this approver has: SQLite keeps the order in which CROSS JOIN names the
    // tables, PostgreSQL works a materialized part out by itself, and takes no EXISTS apart that has an OFFSET.
    let ids = if scope.has_many_reports() && employee.is_none() {
        let (of_line, of_employee) = (&reached.of_line, &reached.of_employee);
        format!(
            "SELECT r.first_day, r.id FROM time_off_request r WHERE {waits} AND EXISTS
               (SELECT 1 FROM reporting_line l WHERE l.employee_id = r.employee_id AND l.company_id = $2 AND {of_line}
                  AND {over_another}
                  AND EXISTS (SELECT 1 FROM employee e WHERE e.id = l.employee_id AND {of_employee} LIMIT 1 OFFSET 0)
                LIMIT 1 OFFSET 0)
             {page}"
        )
    } else {
        format!(
            "WITH waiting AS MATERIALIZED (SELECT DISTINCT r.first_day, r.id
                FROM reporting_line l CROSS JOIN time_off_request r CROSS JOIN employee e
                WHERE l.company_id = $2 AND r.employee_id = l.employee_id AND {waits} AND {over_another}
                  {narrowed}
                  AND e.id = l.employee_id AND {reached})
             SELECT r.first_day, r.id FROM waiting r WHERE TRUE {page}"
        )
    };
    let selection =
        format!("SELECT r.* FROM ({ids}) mine CROSS JOIN time_off_request r WHERE r.id = mine.id");
    Ok(together(db.all(whole(&selection, order), values).await?))
}

/// Counted up to a hundred: a card says «99+».
const MAX_COUNTED: i64 = 100;

/// A report who is away on a day.
#[derive(Clone, Debug)]
pub struct Away {
    pub employee_id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub day: Day,
    pub hours: Amount,
}

type TeamAwayRow = (i64, Option<EmployeeId>, Option<String>, Option<String>, Option<Day>, Option<Amount>);

const MAX_AWAY: i64 = 500;

/// How many requests wait for this approver, and which reports are away on these days, by day and name: one statement, since
/// it is a card of a home. Few reports wait or are away, so that is asked first and who they are last.
pub(super) async fn waiting_and_away(
    db: &Db,
    scope: &ApproverScope<Absences, impl Need>,
    (first, last): (Day, Day),
) -> db::Result<(i64, Vec<Away>)> {
    let mut values =
        params![scope.tenant(), scope.company(), scope.viewer(), first, last, MAX_COUNTED, MAX_AWAY];
    let reached = is_reached(scope, None, &mut values)?;
    let sql = format!(
        "SELECT waiting.requests, away.id, away.first_name, away.last_name, away.day, away.hours
         FROM (SELECT count(*) AS requests FROM (SELECT DISTINCT r.id
                 FROM reporting_line l CROSS JOIN time_off_request r CROSS JOIN employee e
                 WHERE l.company_id = $2 AND r.employee_id = l.employee_id
                   AND r.tenant_id = $1 AND r.company_id = $2 AND r.status = 'Pending'
                   AND (r.first_approved_by IS NULL OR r.first_approved_by <> $3) AND {OVER_ANOTHER}
                   AND e.id = l.employee_id AND {reached}
                 LIMIT $6) counted) waiting
         LEFT JOIN (SELECT DISTINCT e.id, e.first_name, e.last_name, d.day, d.hours
               FROM reporting_line l CROSS JOIN time_off_day d CROSS JOIN employee e
               WHERE l.company_id = $2 AND d.employee_id = l.employee_id
                 AND d.status IN ('Pending', 'Approved') AND d.status = 'Approved'
                 AND d.tenant_id = $1 AND d.company_id = $2 AND d.day BETWEEN $4 AND $5
                 AND e.id = l.employee_id AND {reached}
               ORDER BY d.day, e.last_name, e.first_name, e.id LIMIT $7) away ON TRUE
         ORDER BY away.day, away.last_name, away.first_name, away.id"
    );
    let rows: Vec<TeamAwayRow> = db.all(sql, values).await?;
    let waiting = rows.first().map_or(0, |row| row.0);
    let away = rows.into_iter().filter_map(|(_, employee, first_name, last_name, day, hours)| {
        let (employee_id, first_name, last_name) = (employee?, first_name?, last_name?);
        Some(Away { employee_id, first_name, last_name, day: day?, hours: hours? })
    });
    Ok((waiting, away.collect()))
}

/// Somebody the approver decides on.
pub(super) struct Approvee {
    pub id: EmployeeId,
    pub employee_code: String,
    pub first_name: String,
    pub last_name: String,
}
db::row!(Approvee { id, employee_code, first_name, last_name });

/// The first by name, as often as lines lead to them.
pub(super) async fn approvees(
    db: &Db,
    scope: &ApproverScope<TimeOff, impl Need>,
    search: &str,
    one: Option<EmployeeId>,
    lines: i64,
) -> db::Result<Vec<Approvee>> {
    let mut values = params![scope.tenant(), scope.company(), lines];
    let reached = is_reached(scope, None, &mut values)?;
    let mut named = String::new();
    for pattern in names::patterns(search) {
        values.push(pattern.into());
        named += &format!(r" AND e.search_text LIKE ${} ESCAPE '\'", values.len());
    }
    if let Some(one) = one {
        values.push(one.into());
        named += &format!(" AND e.id = ${}", values.len());
    }
    let sql = format!(
        "SELECT e.id, e.employee_code, e.first_name, e.last_name
         FROM reporting_line l JOIN employee e ON e.id = l.employee_id AND e.tenant_id = $1
         WHERE l.company_id = $2 AND {reached} {named} ORDER BY l.sort_name, l.employee_id LIMIT $3"
    );
    db.all(sql, values).await
}

pub(super) async fn one(
    mut from: impl Read,
    scope: &ApproverScope<TimeOff, impl Need>,
    id: TimeOffRequestId,
) -> db::Result<Option<Request>> {
    let mut values = params![id, scope.tenant(), scope.company()];
    let reached = is_reached(scope, None, &mut values)?;
    let selection = format!(
        "SELECT r.* FROM time_off_request r WHERE r.id = $1 AND r.tenant_id = $2 AND r.company_id = $3 AND EXISTS
           (SELECT 1 FROM employee e JOIN reporting_line l ON l.employee_id = e.id
            WHERE e.id = r.employee_id AND l.company_id = $3 AND {reached})"
    );
    Ok(together(from.all(whole(&selection, "ASC"), values).await?).pop())
}

/// Whether the request still had this version.
pub(super) async fn decide(
    tx: &mut Tx,
    scope: &ApproverScope<TimeOff, Write>,
    (id, version): (TimeOffRequestId, i64),
    outcome: &DecisionOutcome,
    notes: &str,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE time_off_request SET status = $5, first_approved_by = $6, first_approved_for = $7,
               manager_notes = $8, decided_by = $9, decided_at = $10, version = version + 1
             WHERE id = $1 AND tenant_id = $2 AND company_id = $3 AND version = $4",
            params![
                id,
                scope.tenant(),
                scope.company(),
                version,
                outcome.status,
                outcome.first_yes.map(|yes| yes.by),
                outcome.first_yes.map(|yes| yes.over),
                notes,
                scope.viewer(),
                now
            ],
        )
        .await?;
    if changed == 0 {
        return Ok(false);
    }
    let is_uniform = outcome.status != TimeOffStatus::Partial;
    match outcome.days.first() {
        Some((_, status)) if is_uniform => set_days(tx, scope, id, *status).await?,
        _ => {
            let days = outcome.days.iter();
            let rows = days.map(|(day, status)| params![id, *day, *status, scope.tenant(), scope.company()]);
            tx.exec_many(
                "UPDATE time_off_day SET status = $3
                 WHERE request_id = $1 AND day = $2 AND tenant_id = $4 AND company_id = $5",
                rows.collect(),
            )
            .await?;
        }
    }
    Ok(true)
}

async fn set_days(
    tx: &mut Tx,
    scope: &ApproverScope<TimeOff, Write>,
    id: TimeOffRequestId,
    status: DayStatus,
) -> db::Result<()> {
    tx.exec(
        "UPDATE time_off_day SET status = $2 WHERE request_id = $1 AND tenant_id = $3 AND company_id = $4",
        params![id, status, scope.tenant(), scope.company()],
    )
    .await?;
    Ok(())
}

/// Back to waiting; a first of two approvals by somebody else stays.
pub(super) async fn undo(
    tx: &mut Tx,
    scope: &ApproverScope<TimeOff, Write>,
    (id, version): (TimeOffRequestId, i64),
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE time_off_request SET status = 'Pending', manager_notes = '', decided_by = NULL, decided_at = NULL,
               first_approved_for = CASE WHEN first_approved_by = $5 THEN NULL ELSE first_approved_for END,
               first_approved_by = CASE WHEN first_approved_by = $5 THEN NULL ELSE first_approved_by END,
               version = version + 1
             WHERE id = $1 AND tenant_id = $2 AND company_id = $3 AND version = $4 AND decided_by = $5",
            params![id, scope.tenant(), scope.company(), version, scope.viewer()],
        )
        .await?;
    if changed == 0 {
        return Ok(false);
    }
    set_days(tx, scope, id, DayStatus::Pending).await?;
    Ok(true)
}

#[derive(Clone, Debug)]
pub(super) struct Delegation {
    pub id: DelegationId,
    pub manager_id: PersonId,
    pub manager_name: String,
    pub delegate_id: PersonId,
    pub delegate_name: String,
    pub first_day: Day,
    pub last_day: Day,
}
db::row!(Delegation { id, manager_id, manager_name, delegate_id, delegate_name, first_day, last_day });

/// Given and received, as far as they are not over.
pub(super) async fn delegations(
    mut from: impl Read,
    scope: &ApproverScope<TimeOff, impl Need>,
) -> db::Result<Vec<Delegation>> {
    from.all(
        "SELECT d.id, d.manager_id, m.first_name || ' ' || m.last_name, d.delegate_id,
           g.first_name || ' ' || g.last_name, d.first_day, d.last_day
         FROM time_off_delegation d JOIN person m ON m.id = d.manager_id JOIN person g ON g.id = d.delegate_id
         WHERE d.tenant_id = $1 AND d.company_id = $2 AND (d.manager_id = $3 OR d.delegate_id = $3)
           AND d.last_day >= $4 AND d.ended_at IS NULL
         ORDER BY d.first_day, d.id LIMIT 100",
        params![scope.tenant(), scope.company(), scope.viewer(), scope.today()],
    )
    .await
}

/// Everybody else who may decide on time off in this company, with first and last name.
pub(super) async fn delegates(
    mut from: impl Read,
    scope: &CompanyScope<TimeOff, impl Need>,
    today: Day,
) -> db::Result<Vec<(PersonId, String, String)>> {
    let in_force = in_force(4);
    let sql = format!(
        "SELECT DISTINCT p.id, p.first_name, p.last_name
         FROM role_assignment a JOIN role r ON r.id = a.role_id JOIN person p ON p.id = a.person_id
         WHERE a.tenant_id = $1 AND a.company_id = $2 AND p.id <> $3 AND p.disabled_at IS NULL
           AND {in_force} AND ' ' || r.permissions || ' ' LIKE '% manager:time-off.write %'
         ORDER BY p.last_name, p.first_name, p.id LIMIT 200"
    );
    from.all(sql, params![scope.tenant(), scope.company(), scope.viewer(), today]).await
}

/// Of several delegations that a manager gives at once, each knows of those before it.
pub(super) async fn take_turn(tx: &mut Tx, scope: &ApproverScope<TimeOff, Write>) -> db::Result<()> {
    let sql = "UPDATE person SET first_name = first_name WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![scope.viewer(), scope.tenant()]).await?;
    Ok(())
}

/// Whether the same person stands in on all of these days, as far as they are still to come.
pub(super) async fn is_delegated(
    tx: &mut Tx,
    scope: &ApproverScope<TimeOff, impl Need>,
    delegate: PersonId,
    (first, last): (Day, Day),
) -> db::Result<bool> {
    let there: Option<(i64,)> = tx
        .opt(
            "SELECT 1 FROM time_off_delegation
             WHERE tenant_id = $1 AND company_id = $2 AND manager_id = $3 AND delegate_id = $4
               AND first_day <= $5 AND last_day >= $6 AND ended_at IS NULL LIMIT 1",
            params![
                scope.tenant(),
                scope.company(),
                scope.viewer(),
                delegate,
                first.max(scope.today()),
                last
            ],
        )
        .await?;
    Ok(there.is_some())
}

pub(super) async fn delegate(
    tx: &mut Tx,
    scope: &ApproverScope<TimeOff, Write>,
    id: DelegationId,
    delegate: PersonId,
    (first, last): (Day, Day),
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO time_off_delegation (id, tenant_id, company_id, manager_id, delegate_id, first_day, last_day)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![id, scope.tenant(), scope.company(), scope.viewer(), delegate, first, last],
    )
    .await?;
    Ok(())
}

/// Given and received; gives which. Between the two accounts themselves there is nothing to move.
pub(super) async fn hand_over_delegations(tx: &mut Tx, scope: &HandoverScope) -> db::Result<Vec<Uuid>> {
    let mut moved = vec![];
    for sql in [
        "UPDATE time_off_delegation SET manager_id = $2
         WHERE manager_id = $1 AND delegate_id <> $2 AND tenant_id = $3 RETURNING id",
        "UPDATE time_off_delegation SET delegate_id = $2
         WHERE delegate_id = $1 AND manager_id <> $2 AND tenant_id = $3 RETURNING id",
    ] {
        let rows: Vec<(Uuid,)> = tx.all(sql, params![scope.from(), scope.to(), scope.tenant()]).await?;
        moved.extend(rows.into_iter().map(|(id,)| id));
    }
    Ok(moved)
}

pub(super) async fn hand_back_delegations(
    tx: &mut Tx,
    scope: &HandoverScope,
    ids: &[Uuid],
) -> db::Result<()> {
    for sql in [
        "UPDATE time_off_delegation SET manager_id = $3
         WHERE id = $1 AND manager_id = $2 AND delegate_id <> $3 AND tenant_id = $4",
        "UPDATE time_off_delegation SET delegate_id = $3
         WHERE id = $1 AND delegate_id = $2 AND manager_id <> $3 AND tenant_id = $4",
    ] {
        let rows = ids.iter().map(|id| params![*id, scope.from(), scope.to(), scope.tenant()]).collect();
        tx.exec_many(sql, rows).await?;
    }
    Ok(())
}

/// Only one's own, and once.
pub(super) async fn end_delegation(
    tx: &mut Tx,
    scope: &ApproverScope<TimeOff, Write>,
    id: DelegationId,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE time_off_delegation SET ended_at = $5
             WHERE id = $1 AND tenant_id = $2 AND company_id = $3 AND manager_id = $4 AND ended_at IS NULL",
            params![id, scope.tenant(), scope.company(), scope.viewer(), now],
        )
        .await?;
    Ok(changed == 1)
}
