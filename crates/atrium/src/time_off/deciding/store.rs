//! The SQL of time off approvers. Every statement is limited to the employees the approver reaches.

use super::super::kinds::{DayStatus, TimeOffStatus};
use super::super::store::{Request, together, whole};
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
use crate::shared::sort::{Sort, SortKey};
use crate::time_off::{Absences, TimeOff};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

/// Requests waiting for this approver, soonest first. One the approver has already approved is waiting for someone
/// else, who decides over another line. Each manager's queue is one index range, read a page at a time (decision 23).
pub(super) async fn queue(
    db: &Db,
    scope: &ApproverScope<TimeOff, impl Need>,
    employee: Option<EmployeeId>,
    report: Option<ReportKind>,
    ask: &Ask,
) -> Result<Vec<Request>, Problem> {
    let mut values = params![scope.tenant(), scope.company(), scope.viewer()];
    let mut narrowed = String::new();
    if let Some(employee) = employee {
        values.push(employee.into());
        narrowed += &format!(" AND w.employee_id = ${}", values.len());
    }
    if let Some(report) = report {
        values.push(report.as_str().into());
        narrowed += &format!(" AND w.kind = ${}", values.len());
    }
    let soonest_first = Sort::ascending(BY_FIRST_DAY_WAITING);
    let (page, order) = (soonest_first.page(ask, &mut values)?, soonest_first.order(ask));
    let of_each: Vec<String> = each_manager(scope, &mut values)
        .map(|manager| {
            format!(
                "SELECT w.first_day, w.request_id FROM time_off_waiting w
                 WHERE w.manager_id = {manager} AND w.company_id = $2 AND w.person_id <> $3
                   AND (w.first_approved_by IS NULL OR w.first_approved_by <> $3) {narrowed} {page}"
            )
        })
        .collect();
    let ids = match of_each.as_slice() {
        [one] => one.clone(),
        // A request waiting for several of them appears once.
        all => format!(
            "SELECT w.first_day, w.request_id FROM (SELECT * FROM ({}) one) w WHERE TRUE {page}",
            all.join(") one UNION SELECT * FROM (")
        ),
    };
    let selection = format!(
        "SELECT r.* FROM ({ids}) mine CROSS JOIN time_off_request r WHERE r.id = mine.request_id AND r.tenant_id = $1"
    );
    Ok(together(db.all(whole(&selection, order), values).await?))
}

const BY_FIRST_DAY_WAITING: &[(&str, SortKey)] =
    &[("w.first_day", SortKey::Day), ("w.request_id", SortKey::Id)];

/// A placeholder for each manager whose lines the approver decides over.
fn each_manager<F, N>(
    scope: &ApproverScope<F, N>,
    values: &mut Vec<Value>,
) -> impl Iterator<Item = String> + use<F, N> {
    let first = values.len() + 1;
    values.extend(scope.managers().iter().map(|manager| Value::from(*manager)));
    (first..=values.len()).map(|n| format!("${n}"))
}

/// Stop counting at a hundred: a card says "99+".
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

/// What's waiting and who is away, as far as the caller asked for it.
#[derive(Default)]
pub(super) struct Ahead {
    pub waiting: i64,
    /// How many people are away, for each day with anyone away.
    pub counts: Vec<(Day, i64)>,
    /// Sorted by day and name.
    pub away: Vec<Away>,
}

type AheadRow = (Option<EmployeeId>, Option<String>, Option<String>, Option<Day>, i64, Option<String>);

/// How many requests are waiting for this approver, how many reports are away on each of these days, and the first of
/// them by name. One statement, since a home page card shows it. Each part is one index range (decision 23).
pub(super) async fn waiting_and_away(
    db: &Db,
    scope: &ApproverScope<Absences, impl Need>,
    days: &[Day],
    most_each: i64,
) -> db::Result<Ahead> {
    let mut values = params![scope.tenant(), scope.company(), scope.viewer(), MAX_COUNTED, most_each];
    let managers: Vec<String> = each_manager(scope, &mut values).collect();
    // Someone can be reached more than once over several managers' lines, but not over one manager's.
    let (distinct, people) = match managers.len() {
        1 => ("", "*"),
        _ => ("DISTINCT", "DISTINCT a.employee_id"),
    };
    let managers = managers.join(", ");
    let away = format!(
        "time_off_away a WHERE a.manager_id IN ({managers}) AND a.company_id = $2 AND a.person_id <> $3 AND a.day"
    );
    let first = values.len() + 1;
    values.extend(days.iter().map(|day| Value::from(*day)));
    let last = values.len();
    let of_each: Vec<String> = (first..=last)
        .map(|day| {
            format!(
                "SELECT * FROM (SELECT {distinct} a.day, a.sort_name, a.employee_id, a.hours FROM {away} = ${day}
                 ORDER BY a.sort_name, a.employee_id LIMIT $5) one"
            )
        })
        .collect();
    let sql = format!(
        "SELECT e.id, e.first_name, e.last_name, w.day, w.hours, w.sort_name
         FROM ({}) w CROSS JOIN employee e WHERE e.id = w.employee_id AND e.tenant_id = $1
         UNION ALL
         SELECT NULL, NULL, NULL, a.day, count({people}), NULL FROM {away} BETWEEN ${first} AND ${last} GROUP BY a.day
         UNION ALL
         SELECT NULL, NULL, NULL, NULL, count(*), NULL
         FROM (SELECT {distinct} w.request_id FROM time_off_waiting w
               WHERE w.manager_id IN ({managers}) AND w.company_id = $2 AND w.person_id <> $3
                 AND (w.first_approved_by IS NULL OR w.first_approved_by <> $3) LIMIT $4) counted
         ORDER BY 4, 6, 1",
        of_each.join(" UNION ALL ")
    );
    let mut ahead = Ahead::default();
    let rows: Vec<AheadRow> = db.all(sql, values).await?;
    for (employee, first_name, last_name, day, number, _) in rows {
        match (employee, first_name, last_name, day) {
            (Some(employee_id), Some(first_name), Some(last_name), Some(day)) => {
                let hours = Amount::from_ten_thousandths(number);
                ahead.away.push(Away { employee_id, first_name, last_name, day, hours });
            }
            (.., Some(day)) => ahead.counts.push((day, number)),
            _ => ahead.waiting = number,
        }
    }
    Ok(ahead)
}

/// Someone the approver decides for.
pub(super) struct Approvee {
    pub id: EmployeeId,
    pub employee_code: String,
    pub first_name: String,
    pub last_name: String,
}
db::row!(Approvee { id, employee_code, first_name, last_name });

/// The first ones by name, once per line that leads to them.
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
        named += &format!(r" AND l.search_text LIKE ${} ESCAPE '\'", values.len());
    }
    if let Some(one) = one {
        values.push(one.into());
        named += &format!(" AND e.id = ${}", values.len());
    }
    let sql = format!(
        "SELECT e.id, e.employee_code, e.first_name, e.last_name
         FROM reporting_line l CROSS JOIN employee e
         WHERE l.company_id = $2 AND e.id = l.employee_id AND e.tenant_id = $1 AND {reached} {named} ORDER BY l.sort_name, l.employee_id LIMIT $3"
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

/// False if the request has another version by now.
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

/// Back to pending. If someone else gave the first of two approvals, it stays.
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

/// Given and received, except those that are over.
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

/// Everyone else who may decide time off in this company, with first and last name.
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

/// Makes a manager's concurrent delegations wait for each other, so each one sees those before it.
pub(super) async fn take_turn(tx: &mut Tx, scope: &ApproverScope<TimeOff, Write>) -> db::Result<()> {
    let sql = "UPDATE person SET first_name = first_name WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![scope.viewer(), scope.tenant()]).await?;
    Ok(())
}

/// Whether this person is already the delegate on all of these days, ignoring days in the past.
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

/// Moves delegations given and received, and returns their ids. One between the two accounts themselves doesn't move.
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

/// Only your own, and only once.
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
