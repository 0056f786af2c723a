//! The SQL of an employee's time off. Every statement is bound to one employee or to their company.

use super::TimeOff;
use super::kinds::{DayStatus, Half, TimeOffApproval, TimeOffStatus, Unit, Yes};
use super::ledger::{Accrual, BalanceEvent, Policy};
use super::policies::rules;
use super::rules::{Blackout, HoursPattern, TimeOffDraft};
use crate::access::{EmployeeScope, Need, Write};
use crate::shared::amount::Amount;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{EmployeeId, PersonId, TimeOffRequestId, TimeOffTypeId};
use crate::shared::page::Ask;
use crate::shared::pay_period::PayPeriod;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Statement, Tx, Value, params};
use jiff::Timestamp;

/// Hours by full years of service. A document of any other shape is an error, never a rate of zero.
#[derive(Clone, Debug)]
pub(super) struct Rates(pub Vec<(i64, Amount)>);

impl db::Get for Rates {
    fn get(cell: db::Cell<'_>) -> db::Result<Option<Rates>> {
        cell.parse_json(|document| {
            let rates: Vec<(i64, i64)> = serde_json::from_value(document).ok()?;
            let amount = |(years, units)| (years, Amount::from_ten_thousandths(units));
            Some(Rates(rates.into_iter().map(amount).collect()))
        })
    }
}

/// The rules a type had before, oldest first, each through its last day.
#[derive(Clone, Debug, Default)]
pub(super) struct EarlierRules(pub Vec<(Day, Policy)>);

impl db::Get for EarlierRules {
    fn get(cell: db::Cell<'_>) -> db::Result<Option<EarlierRules>> {
        cell.parse_json(|document| serde_json::from_value(document).ok().map(EarlierRules))
    }
}

/// A type, as it applies to one employee.
#[derive(Clone, Debug)]
pub(super) struct TypeRow {
    pub id: TimeOffTypeId,
    pub name: String,
    pub name_es: Option<String>,
    pub has_balance: bool,
    pub accrual: Accrual,
    pub rates: Rates,
    pub pay_period: PayPeriod,
    pub period_end: Day,
    pub cap_hours: Option<Amount>,
    pub carry_over_hours: Option<Amount>,
    pub carry_over_months: Option<i64>,
    pub negative_hours: Amount,
    pub waiting_days: i64,
    pub approval: TimeOffApproval,
    pub hired: Day,
    pub edits_many_days: bool,
    /// An employee's request for more days than this needs a file.
    pub attachment_after_days: Option<i64>,
    /// The last day that can be taken.
    pub ends_on: Option<Day>,
    pub earlier: EarlierRules,
}
db::row!(TypeRow {
    id,
    name,
    name_es,
    has_balance,
    accrual,
    rates,
    pay_period,
    period_end,
    cap_hours,
    carry_over_hours,
    carry_over_months,
    negative_hours,
    waiting_days,
    approval,
    hired,
    edits_many_days,
    attachment_after_days,
    ends_on,
    earlier
});

impl TypeRow {
    pub(super) fn policy(&self) -> Policy {
        let newest = Policy {
            accrual: self.accrual,
            rates: self.rates.0.clone(),
            pay_period: self.pay_period,
            period_end: self.period_end,
            cap: self.cap_hours,
            carry_over: self.carry_over_hours,
            carry_over_months: self.carry_over_months,
            negative: self.negative_hours,
            earlier: vec![],
        };
        rules::over_time(self.earlier.0.clone(), newest, self.ends_on)
    }
}

const TYPES: &str =
    "SELECT t.id, t.name, t.name_es, t.has_balance, t.accrual, t.rates, t.pay_period, t.period_end, t.cap_hours,
       t.carry_over_hours, t.carry_over_months, t.negative_hours, t.waiting_days, t.approval,
       e.current_hire_date, coalesce(s.edits_many_days, FALSE), t.attachment_after_days,
       t.ends_on, t.earlier
     FROM employee e JOIN time_off_type t ON t.company_id = e.company_id
     LEFT JOIN time_off_setting s ON s.company_id = e.company_id
     WHERE e.id = $1 AND e.tenant_id = $2 AND e.company_id = $3";

/// The types the employee's company has, in its order.
pub(super) async fn types(db: &Db, scope: &EmployeeScope<TimeOff, impl Need>) -> db::Result<Vec<TypeRow>> {
    let values = params![scope.employee(), scope.tenant(), scope.company()];
    db.all(format!("{TYPES} ORDER BY t.position, t.id"), values).await
}

fn one_type(scope: &EmployeeScope<TimeOff, impl Need>, id: TimeOffTypeId) -> Statement {
    (format!("{TYPES} AND t.id = $4").into(), params![scope.employee(), scope.tenant(), scope.company(), id])
}

/// What changed a balance. Reading a kind that isn't listed here is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventKind {
    Opening,
    Adjustment,
    Worked,
    TimeOff,
    /// The sum of days not taken yet: pending, or approved and in the future.
    Scheduled,
}
db::text!(EventKind {
    Opening = "opening",
    Adjustment = "adjustment",
    Worked = "worked",
    TimeOff = "time off",
    Scheduled = "scheduled"
});

#[derive(Clone, Debug)]
pub(super) struct EventRow {
    /// None for hours worked, which count for every type.
    pub type_id: Option<TimeOffTypeId>,
    pub kind: EventKind,
    pub day: Day,
    pub hours: Amount,
    pub request_id: Option<TimeOffRequestId>,
    /// Requested, but not decided.
    pub is_pending: bool,
}
db::row!(EventRow { type_id, kind, day, hours, request_id, is_pending });

impl EventRow {
    pub(super) fn event(&self) -> BalanceEvent {
        match self.kind {
            EventKind::Scheduled => BalanceEvent::TimeOff(self.day, self.hours),
            EventKind::Opening => BalanceEvent::Opening(self.day, self.hours),
            EventKind::Adjustment => BalanceEvent::Adjustment(self.day, self.hours),
            EventKind::Worked => BalanceEvent::Worked(self.day, self.hours),
            EventKind::TimeOff => BalanceEvent::TimeOff(self.day, self.hours),
        }
    }
}

/// Everything that changed the employee's balances.
pub(super) async fn events(db: &Db, scope: &EmployeeScope<TimeOff, impl Need>) -> db::Result<Vec<EventRow>> {
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
pub(super) async fn events_until(
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
pub(super) async fn one_type_with_events(
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

pub(super) async fn pattern(db: &Db, scope: &EmployeeScope<TimeOff, impl Need>) -> db::Result<HoursPattern> {
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
pub(super) async fn take(tx: &mut Tx, scope: &EmployeeScope<TimeOff, Write>) -> db::Result<HoursPattern> {
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

/// A holiday or a blackout.
#[derive(Clone, Debug)]
pub(super) struct CalendarRow {
    pub is_holiday: bool,
    pub first: Day,
    pub last: Day,
    pub name: String,
    pub name_es: String,
    pub type_id: Option<TimeOffTypeId>,
}
db::row!(CalendarRow { is_holiday, first, last, name, name_es, type_id });

impl CalendarRow {
    pub(super) fn blackout(&self) -> Option<Blackout> {
        (!self.is_holiday).then_some(Blackout { first: self.first, last: self.last, type_id: self.type_id })
    }
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
pub(super) async fn calendar(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    days: (Day, Day),
) -> db::Result<Vec<CalendarRow>> {
    let (sql, values) = calendar_between(scope, days);
    db.all(sql, values).await
}

/// What it takes to plan a request, in one round trip: its type, what affects it, and the calendar of its days.
pub(super) async fn around(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, impl Need>,
    of: TimeOffTypeId,
    days: (Day, Day),
) -> db::Result<(Vec<TypeRow>, Vec<EventRow>, Vec<CalendarRow>)> {
    let [one_type, events] = [one_type(scope, of), events_around(scope, of, days)];
    tx.all_three([one_type, events, calendar_between(scope, days)]).await
}

#[derive(Clone, Debug)]
pub(super) struct AwayRow {
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
pub(super) async fn away(
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
    edits_many_days
});

impl RequestHead {
    /// In the reader's language, if the type has a name in it.
    pub(super) fn type_name_in(&self, language: &str) -> &str {
        match &self.type_name_es {
            Some(spanish) if language == "es" => spanish,
            _ => &self.type_name,
        }
    }

    pub(super) fn first_yes(&self) -> Option<Yes> {
        Some(Yes { by: self.first_approved_by?, over: self.first_approved_for? })
    }

    /// Whether the first of two approvals is in and the second is pending.
    pub(super) fn is_half_approved(&self) -> bool {
        self.status == TimeOffStatus::Pending && self.first_approved_by.is_some()
    }

    /// Whether the next yes still leaves it waiting for another one.
    pub(super) fn is_first_of_two(&self) -> bool {
        self.status == TimeOffStatus::Pending
            && self.approval == TimeOffApproval::TwoSteps
            && self.first_approved_by.is_none()
    }

    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.first_day.to_string(), self.id.to_string()]
    }
}

/// One row per day of a request.
pub(super) struct DayRow {
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
pub(super) fn together(rows: Vec<DayRow>) -> Vec<Request> {
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
pub(super) fn whole(selection: &str, order: &str) -> String {
    format!(
        "SELECT r.id, r.employee_id, e.first_name, e.last_name, e.employee_code, r.type_id, t.name, t.name_es, r.first_day,
           r.last_day, r.includes_weekends, r.unit, r.half, r.start_minute, r.end_minute, r.hours, r.status, r.notes,
           r.manager_notes, r.request_date, r.requested_by, r.first_approved_by, r.first_approved_for, r.decided_by,
           p.first_name || ' ' || p.last_name, r.decided_at, r.version, t.approval,
           (SELECT count(*) FROM time_off_attachment a WHERE a.request_id = r.id), coalesce(s.edits_many_days, FALSE),
           d.day, d.hours, d.status
         FROM ({selection}) r
         JOIN employee e ON e.id = r.employee_id
         JOIN time_off_type t ON t.id = r.type_id
         JOIN time_off_day d ON d.request_id = r.id
         LEFT JOIN person p ON p.id = r.decided_by
         LEFT JOIN time_off_setting s ON s.company_id = r.company_id
         ORDER BY r.first_day {order}, r.id {order}, d.day"
    )
}

const BY_FIRST_DAY: &[(&str, SortKey)] = &[("r.first_day", SortKey::Day), ("r.id", SortKey::Id)];

pub(super) async fn requests(
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

pub(super) async fn one(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, impl Need>,
    id: TimeOffRequestId,
) -> db::Result<Option<Request>> {
    one_after(tx, scope, vec![], id).await
}

/// Same as `one`, after running these statements.
pub(super) async fn one_after(
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

/// The state in which a request starts, or continues after a change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    pub status: TimeOffStatus,
    pub first_yes: Option<Yes>,
    pub decided_by: Option<PersonId>,
    pub at: Timestamp,
    /// The company's current day. A pending request has been waiting since then.
    pub today: Day,
}

fn draft_values(
    scope: &EmployeeScope<TimeOff, Write>,
    id: TimeOffRequestId,
    draft: &TimeOffDraft,
    taken: &[(Day, Amount)],
    course: &Course,
) -> Vec<Value> {
    let between = draft.between;
    let total: Amount = taken.iter().map(|(_, hours)| *hours).sum();
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

pub(super) fn insert(
    scope: &EmployeeScope<TimeOff, Write>,
    id: TimeOffRequestId,
    draft: &TimeOffDraft,
    taken: &[(Day, Amount)],
    course: Course,
) -> Vec<Statement> {
    let mut values = draft_values(scope, id, draft, taken, &course);
    values.extend(params![course.today, scope.viewer()]);
    let request = "INSERT INTO time_off_request (id, tenant_id, company_id, employee_id, type_id, first_day, last_day,
           includes_weekends, unit, half, start_minute, end_minute, hours, status, notes, first_approved_by,
           first_approved_for, decided_by, decided_at, request_date, requested_by, manager_notes, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, '', 1)";
    let days = day_rows(scope, id, draft, taken, course.status).map(|row| (INSERT_DAY.into(), row));
    std::iter::once((request.into(), values)).chain(days).collect()
}

/// False if there's no such request in this version. Otherwise these days replace the old ones.
pub(super) async fn replace(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, Write>,
    id: TimeOffRequestId,
    version: i64,
    draft: &TimeOffDraft,
    taken: &[(Day, Amount)],
    course: Course,
) -> db::Result<bool> {
    let mut values = draft_values(scope, id, draft, taken, &course);
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
    tx.exec_many(INSERT_DAY, day_rows(scope, id, draft, taken, course.status).collect()).await?;
    Ok(true)
}

const INSERT_DAY: &str =
    "INSERT INTO time_off_day (request_id, day, tenant_id, company_id, employee_id, type_id, hours, status)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

fn day_rows(
    scope: &EmployeeScope<TimeOff, impl Need>,
    id: TimeOffRequestId,
    draft: &TimeOffDraft,
    taken: &[(Day, Amount)],
    status: TimeOffStatus,
) -> impl Iterator<Item = Vec<Value>> {
    let status = if status == TimeOffStatus::Approved { DayStatus::Approved } else { DayStatus::Pending };
    taken.iter().map(move |(day, hours)| {
        params![id, *day, scope.tenant(), scope.company(), scope.employee(), draft.type_id, *hours, status]
    })
}

/// Cancels the request and its days, and keeps them on record.
pub(super) async fn cancel(
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
