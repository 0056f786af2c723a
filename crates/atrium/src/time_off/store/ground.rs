//! Reading what a request is planned against.

use super::super::TimeOff;
use super::super::ground::{CalendarRow, EventRow, TypeRow};
use super::super::rules::HoursPattern;
use crate::access::{EmployeeScope, Need, Write};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{EmployeeId, TimeOffTypeId};
use db::{Db, Statement, Tx, Value, params};

const TYPES: &str =
    "SELECT t.id, t.name, t.name_es, t.has_balance, t.accrual, t.rates, t.pay_period, t.period_end, t.cap_hours,
       t.carry_over_hours, t.carry_over_months, t.negative_hours, t.waiting_days, t.approval,
       e.current_hire_date, coalesce(s.edits_many_days, FALSE), t.attachment_after_days,
       t.ends_on, t.earlier
     FROM employee e JOIN time_off_type t ON t.company_id = e.company_id
     LEFT JOIN time_off_setting s ON s.company_id = e.company_id
     WHERE e.id = $1 AND e.tenant_id = $2 AND e.company_id = $3";

/// The types the employee's company has, in its order.
pub(crate) async fn types(db: &Db, scope: &EmployeeScope<TimeOff, impl Need>) -> db::Result<Vec<TypeRow>> {
    let values = params![scope.employee(), scope.tenant(), scope.company()];
    db.all(format!("{TYPES} ORDER BY t.position, t.id"), values).await
}

fn one_type(scope: &EmployeeScope<TimeOff, impl Need>, id: TimeOffTypeId) -> Statement {
    (format!("{TYPES} AND t.id = $4").into(), params![scope.employee(), scope.tenant(), scope.company(), id])
}

/// Everything that changed the employee's balances.
pub(crate) async fn events(db: &Db, scope: &EmployeeScope<TimeOff, impl Need>) -> db::Result<Vec<EventRow>> {
    db.all(
        "SELECT type_id, 'time off', day, hours, request_id, status = 'Pending' FROM time_off_day
         WHERE employee_id = $1 AND tenant_id = $2 AND status IN ('Pending', 'Approved')
         UNION ALL
         SELECT type_id, kind, day, hours, NULL, FALSE FROM time_off_adjustment WHERE employee_id = $1 AND tenant_id = $2
         UNION ALL
         SELECT NULL, 'worked', day, hours, NULL, FALSE FROM hours_worked WHERE employee_id = $1 AND tenant_id = $2",
        params![scope.employee(), scope.tenant()],
    )
    .await
}

/// What today's balances are made of. Upcoming time is added up. Of time taken, we read only what counts: types with
/// a balance, since the last opening.
pub(crate) async fn events_until(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    today: Day,
) -> db::Result<Vec<EventRow>> {
    db.all(
        format!(
            "SELECT d.type_id, 'time off', d.day, d.hours, CAST(NULL AS UUID), FALSE
             FROM time_off_type t CROSS JOIN time_off_day d
             WHERE t.company_id = $3 AND t.tenant_id = $2 AND t.has_balance AND d.employee_id = $1 AND d.type_id = t.id
               AND d.status = 'Approved' AND d.day <= $4 AND d.day > {SINCE_OPENING}
             UNION ALL
             SELECT d.type_id, 'scheduled', $4, CAST(sum(d.hours) AS BIGINT), NULL, FALSE
             FROM time_off_type t CROSS JOIN time_off_day d
             WHERE t.company_id = $3 AND t.tenant_id = $2 AND d.employee_id = $1 AND d.type_id = t.id
               AND d.status = 'Approved' AND d.day > $4 GROUP BY d.type_id
             UNION ALL
             SELECT d.type_id, 'scheduled', $4, CAST(sum(d.hours) AS BIGINT), NULL, FALSE
             FROM time_off_type t CROSS JOIN time_off_day d
             WHERE t.company_id = $3 AND t.tenant_id = $2 AND d.employee_id = $1 AND d.type_id = t.id
               AND d.status = 'Pending' GROUP BY d.type_id
             UNION ALL
             SELECT type_id, kind, day, hours, NULL, FALSE FROM time_off_adjustment WHERE employee_id = $1 AND tenant_id = $2
             UNION ALL
             SELECT NULL, 'worked', day, hours, NULL, FALSE FROM hours_worked WHERE employee_id = $1 AND tenant_id = $2"
        ),
        params![scope.employee(), scope.tenant(), scope.company(), today, BEFORE_ALL],
    )
    .await
}

const BEFORE_ALL: Day = Day(jiff::civil::date(1, 1, 1));

/// For a type `t`, the employee `$1` and the day `$4`: nothing through this day counts anymore.
const SINCE_OPENING: &str = "coalesce((SELECT max(o.day) FROM time_off_adjustment o WHERE o.employee_id = $1
    AND o.type_id = t.id AND o.kind = 'opening' AND o.day <= $4), $5)";

/// What affects time off of one type on these days: everything else requested for them and, if the type has a
/// balance, everything that changed it.
fn events_around(
    scope: &EmployeeScope<TimeOff, impl Need>,
    of: TimeOffTypeId,
    (first, last): (Day, Day),
) -> Statement {
    (
        "SELECT d.type_id, 'time off', d.day, d.hours, d.request_id, d.status = 'Pending' FROM time_off_day d
         WHERE d.employee_id = $1 AND d.tenant_id = $2 AND d.status IN ('Pending', 'Approved')
           AND d.day BETWEEN $4 AND $5
         UNION ALL
         SELECT d.type_id, 'time off', d.day, d.hours, d.request_id, d.status = 'Pending'
         FROM time_off_type t CROSS JOIN time_off_day d
         WHERE t.id = $3 AND t.has_balance AND d.employee_id = $1 AND d.tenant_id = $2 AND d.type_id = $3
           AND d.status IN ('Pending', 'Approved') AND d.day NOT BETWEEN $4 AND $5
         UNION ALL
         SELECT a.type_id, a.kind, a.day, a.hours, NULL, FALSE FROM time_off_adjustment a
         JOIN time_off_type t ON t.id = a.type_id AND t.has_balance
         WHERE a.employee_id = $1 AND a.tenant_id = $2 AND a.type_id = $3
         UNION ALL
         SELECT NULL, 'worked', w.day, w.hours, NULL, FALSE FROM hours_worked w
         JOIN time_off_type t ON t.id = $3 AND t.has_balance AND t.accrual = 'hour_worked'
         WHERE w.employee_id = $1 AND w.tenant_id = $2"
            .into(),
        params![scope.employee(), scope.tenant(), of, first, last],
    )
}

/// A type with everything that affects its time off on these days.
pub(crate) async fn one_type_with_events(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, impl Need>,
    of: TimeOffTypeId,
    days: (Day, Day),
) -> db::Result<Option<(TypeRow, Vec<EventRow>)>> {
    let (sql, values) = one_type(scope, of);
    let Some(found) = tx.opt(sql, values).await? else { return Ok(None) };
    let (sql, values) = events_around(scope, of, days);
    Ok(Some((found, tx.all(sql, values).await?)))
}

type PatternRow = (Amount, Amount, Amount, Amount, Amount, Amount, Amount);

fn pattern_of(row: PatternRow) -> HoursPattern {
    HoursPattern([row.0, row.1, row.2, row.3, row.4, row.5, row.6])
}

pub(crate) async fn pattern(db: &Db, scope: &EmployeeScope<TimeOff, impl Need>) -> db::Result<HoursPattern> {
    let row: Option<PatternRow> = db
        .opt(
            "SELECT monday, tuesday, wednesday, thursday, friday, saturday, sunday FROM working_pattern
             WHERE employee_id = $1 AND tenant_id = $2",
            params![scope.employee(), scope.tenant()],
        )
        .await?;
    Ok(row.map_or(HoursPattern::STANDARD, pattern_of))
}

/// Locks the employee's time off until the commit, so no one else changes the balance meanwhile.
pub(crate) async fn take(tx: &mut Tx, scope: &EmployeeScope<TimeOff, Write>) -> db::Result<HoursPattern> {
    let mut values = params![scope.employee(), scope.tenant(), scope.company()];
    values.extend(HoursPattern::STANDARD.0.map(Value::from));
    let row: PatternRow = tx
        .one(
            "INSERT INTO working_pattern (employee_id, tenant_id, company_id, monday, tuesday, wednesday, thursday,
               friday, saturday, sunday, changes) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0)
             ON CONFLICT (employee_id) DO UPDATE SET changes = working_pattern.changes + 1
             RETURNING monday, tuesday, wednesday, thursday, friday, saturday, sunday",
            values,
        )
        .await?;
    Ok(pattern_of(row))
}

fn calendar_between(scope: &EmployeeScope<TimeOff, impl Need>, (first, last): (Day, Day)) -> Statement {
    (
        "SELECT TRUE, day, day, name, name_es, NULL FROM company_holiday
         WHERE company_id = $1 AND tenant_id = $2 AND day BETWEEN $3 AND $4
         UNION ALL
         SELECT FALSE, first_day, last_day, reason, reason, type_id FROM time_off_blackout
         WHERE company_id = $1 AND tenant_id = $2 AND last_day >= $3 AND first_day <= $4
         ORDER BY 2, 1"
            .into(),
        params![scope.company(), scope.tenant(), first, last],
    )
}

/// The company's holidays and blackouts that touch these days.
pub(crate) async fn calendar(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    days: (Day, Day),
) -> db::Result<Vec<CalendarRow>> {
    let (sql, values) = calendar_between(scope, days);
    db.all(sql, values).await
}

/// What it takes to plan a request, in one round trip: its type, what affects it, and the calendar of its days.
pub(crate) async fn around(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, impl Need>,
    of: TimeOffTypeId,
    days: (Day, Day),
) -> db::Result<(Vec<TypeRow>, Vec<EventRow>, Vec<CalendarRow>)> {
    let [one_type, events] = [one_type(scope, of), events_around(scope, of, days)];
    tx.all_three([one_type, events, calendar_between(scope, days)]).await
}

#[derive(Clone, Debug)]
pub(crate) struct AwayRow {
    pub employee_id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub day: Day,
    pub is_approved: bool,
}
db::row!(AwayRow { employee_id, first_name, last_name, day, is_approved });

/// As many days as anyone would read. A home page shows the same number.
const MAX_AWAY: i64 = 500;

/// Who else on the team is away on these days. For an employee, that's the team they work in, and only approved days.
/// For an approver, it's everyone they decide for, the same as on their home page.
pub(crate) async fn away(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    first: Day,
    last: Day,
) -> db::Result<Vec<AwayRow>> {
    let mut values = params![scope.employee(), scope.tenant(), scope.company(), first, last, MAX_AWAY];
    let sql = if scope.is_own() {
        "SELECT e.id, e.first_name, e.last_name, d.day, TRUE
         FROM employee me JOIN employee e ON e.team_id = me.team_id AND e.status = 'Active' AND e.id <> me.id
         JOIN time_off_day d ON d.employee_id = e.id AND d.status IN ('Pending', 'Approved') AND d.status = 'Approved'
         WHERE me.id = $1 AND me.tenant_id = $2 AND me.company_id = $3 AND e.company_id = $3
           AND d.day BETWEEN $4 AND $5
         ORDER BY e.last_name, e.first_name, e.id, d.day LIMIT $6"
            .to_owned()
    } else {
        values.push(scope.viewer().into());
        let managers = db::in_list(&mut values, scope.managers())?;
        // The table order matters, as on the home page: few reports are away.
        format!(
            "SELECT DISTINCT e.id, e.first_name, e.last_name, d.day, d.status = 'Approved'
             FROM reporting_line l CROSS JOIN time_off_day d CROSS JOIN employee e
             WHERE l.company_id = $3 AND l.area = 'Time Off' AND l.manager_id IN {managers}
               AND d.employee_id = l.employee_id AND d.status IN ('Pending', 'Approved')
               AND d.tenant_id = $2 AND d.company_id = $3 AND d.day BETWEEN $4 AND $5
               AND e.id = l.employee_id AND e.id <> $1 AND e.status = 'Active'
               AND e.person_id <> $7 AND e.person_id <> l.manager_id
             ORDER BY e.last_name, e.first_name, e.id, d.day LIMIT $6"
        )
    };
    db.all(sql, values).await
}
