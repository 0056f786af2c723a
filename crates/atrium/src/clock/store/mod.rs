//! The SQL of the clock: one employee's punches, corrections and schedule, and those of everyone an approver reaches.

mod late;
mod periods;

pub(super) use late::{LatePunch, is_known, late_punches};
pub(super) use periods::{
    PeriodRow, claim_period, due_periods, marked, periods_over, punches_between, take_card,
};

use super::kinds::{CorrectionAction, CorrectionStatus, PunchKind};
use super::rules::Periods;
use super::shifts::Punch;
use super::{Punches, WorkSchedule};
use crate::access::{ApproverScope, EmployeeScope, Need, OperatorScope, Write, is_reached};
use crate::demo_world::of_tenant;
use crate::shared::amount::Amount;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{CompanyId, CorrectionId, EmployeeId, PersonId, PressId, PunchId};
use crate::shared::page::Ask;
use crate::shared::pay_period::PayPeriod;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;

#[derive(Clone, Copy, Debug)]
pub(super) struct PunchRow {
    pub id: PunchId,
    pub kind: PunchKind,
    pub at: Moment,
    /// Whether it came from a correction.
    pub is_corrected: bool,
    /// When it arrived, if it was made without a network.
    pub reported_at: Option<Moment>,
}
db::row!(PunchRow { id, kind, at, is_corrected, reported_at });

impl PunchRow {
    pub(super) fn punch(&self) -> Punch {
        Punch { kind: self.kind, at: self.at.0 }
    }
}

/// The punches that count between two instants, in order.
pub(super) async fn punches(
    mut from: impl Read,
    scope: &EmployeeScope<Punches, impl Need>,
    (first, last): (Timestamp, Timestamp),
) -> db::Result<Vec<PunchRow>> {
    from.all(
        "SELECT id, kind, at, correction_id IS NOT NULL, reported_at FROM clock_punch
         WHERE employee_id = $1 AND tenant_id = $2 AND company_id = $3 AND at BETWEEN $4 AND $5 AND voided_by IS NULL
         ORDER BY at, id",
        params![scope.employee(), scope.tenant(), scope.company(), first, last],
    )
    .await
}

/// Locks the employee's punches, so changes happen one after the other.
pub(super) async fn take(tx: &mut Tx, scope: &EmployeeScope<Punches, Write>) -> db::Result<()> {
    tx.exec(
        "INSERT INTO clock_card (employee_id, tenant_id, company_id, changes) VALUES ($1, $2, $3, 0)
         ON CONFLICT (employee_id) DO UPDATE SET changes = clock_card.changes + 1",
        params![scope.employee(), scope.tenant(), scope.company()],
    )
    .await?;
    Ok(())
}

/// The same, for a punch. False before the first day of the employment.
pub(super) async fn take_to_punch(
    tx: &mut Tx,
    scope: &EmployeeScope<Punches, Write>,
    today: Day,
) -> db::Result<bool> {
    let sql = "INSERT INTO clock_card (employee_id, tenant_id, company_id, changes)
         SELECT id, tenant_id, company_id, 0 FROM employee
         WHERE id = $1 AND tenant_id = $2 AND company_id = $3 AND current_hire_date <= $4
         ON CONFLICT (employee_id) DO UPDATE SET changes = clock_card.changes + 1";
    let values = params![scope.employee(), scope.tenant(), scope.company(), today];
    Ok(tx.exec(sql, values).await? == 1)
}

/// Where a punch comes from.
#[derive(Clone, Copy)]
pub(super) enum PunchOrigin {
    /// Made at the clock; with the press it comes from, if the device named it.
    Clock(Option<PressId>),
    Correction(CorrectionId),
    Late(LatePress),
}

/// A press without a network.
#[derive(Clone, Copy)]
pub(super) struct LatePress {
    pub press: PressId,
    /// What the device's clock showed.
    pub device_at: Timestamp,
    pub reported_at: Timestamp,
}

pub(super) async fn insert_punch(
    tx: &mut Tx,
    scope: &EmployeeScope<Punches, Write>,
    id: PunchId,
    punch: Punch,
    origin: PunchOrigin,
) -> db::Result<()> {
    let (correction, press, late) = match origin {
        PunchOrigin::Clock(press) => (None, press, None),
        PunchOrigin::Correction(correction) => (Some(correction), None, None),
        PunchOrigin::Late(late) => (None, Some(late.press), Some((late.device_at, late.reported_at))),
    };
    let (device_at, reported_at) = late.unzip();
    tx.exec(
        "INSERT INTO clock_punch (id, tenant_id, company_id, employee_id, kind, at, correction_id, press_id, device_at,
           reported_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            id,
            scope.tenant(),
            scope.company(),
            scope.employee(),
            punch.kind,
            punch.at,
            correction,
            press,
            device_at,
            reported_at
        ],
    )
    .await?;
    Ok(())
}

/// False if the punch didn't count anymore.
pub(super) async fn void(
    tx: &mut Tx,
    scope: &EmployeeScope<Punches, Write>,
    punch: PunchId,
    by: CorrectionId,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE clock_punch SET voided_by = $5
             WHERE id = $1 AND employee_id = $2 AND tenant_id = $3 AND company_id = $4 AND voided_by IS NULL",
            params![punch, scope.employee(), scope.tenant(), scope.company(), by],
        )
        .await?;
    Ok(changed == 1)
}

pub(super) async fn periods(
    mut from: impl Read,
    scope: &EmployeeScope<Punches, impl Need>,
) -> db::Result<Periods> {
    let row: Option<(PayPeriod, Day)> = from
        .opt(
            "SELECT pay_period, period_end FROM clock_setting WHERE company_id = $1 AND tenant_id = $2",
            params![scope.company(), scope.tenant()],
        )
        .await?;
    Ok(row.map_or(Periods::STANDARD, |(length, end)| Periods { length, end }))
}

/// A correction and its employee.
#[derive(Clone, Debug)]
pub struct Correction {
    pub id: CorrectionId,
    pub employee_id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub employee_code: String,
    pub action: CorrectionAction,
    pub punch_id: Option<PunchId>,
    pub kind: PunchKind,
    pub at: Moment,
    pub day: Day,
    /// The time of the punch to change or remove.
    pub was_at: Option<Moment>,
    pub reason: String,
    pub status: CorrectionStatus,
    pub manager_notes: String,
    pub requested_at: Moment,
    pub decided_by_name: Option<String>,
    pub decided_at: Option<Moment>,
    pub version: i64,
}
db::row!(Correction {
    id,
    employee_id,
    first_name,
    last_name,
    employee_code,
    action,
    punch_id,
    kind,
    at,
    day,
    was_at,
    reason,
    status,
    manager_notes,
    requested_at,
    decided_by_name,
    decided_at,
    version
});

impl Correction {
    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.day.to_string(), self.id.to_string()]
    }
}

const CORRECTION: &str =
    "SELECT c.id, c.employee_id, e.first_name, e.last_name, e.employee_code, c.action, c.punch_id,
    c.kind, c.at, c.day, p.at, c.reason, c.status, c.manager_notes, c.requested_at,
    d.first_name || ' ' || d.last_name, c.decided_at, c.version
    FROM clock_correction c JOIN employee e ON e.id = c.employee_id
    LEFT JOIN clock_punch p ON p.id = c.punch_id LEFT JOIN person d ON d.id = c.decided_by";

/// One employee's corrections for the days of a period, and any that are still pending.
pub(super) async fn corrections(
    db: &Db,
    scope: &EmployeeScope<Punches, impl Need>,
    (first, last): (Day, Day),
) -> db::Result<Vec<Correction>> {
    let sql = format!(
        "{CORRECTION} WHERE c.employee_id = $1 AND c.tenant_id = $2 AND c.company_id = $3
           AND (c.day BETWEEN $4 AND $5 OR c.status = 'Pending') ORDER BY c.at DESC, c.id DESC LIMIT 200"
    );
    db.all(sql, params![scope.employee(), scope.tenant(), scope.company(), first, last]).await
}

/// One employee's pending corrections.
pub(super) async fn pending(
    tx: &mut Tx,
    scope: &EmployeeScope<Punches, impl Need>,
) -> db::Result<Vec<Correction>> {
    let sql = format!(
        "{CORRECTION} WHERE c.employee_id = $1 AND c.tenant_id = $2 AND c.company_id = $3 AND c.status = 'Pending'
         ORDER BY c.requested_at, c.id"
    );
    tx.all(sql, params![scope.employee(), scope.tenant(), scope.company()]).await
}

pub(super) async fn one(
    tx: &mut Tx,
    scope: &EmployeeScope<Punches, impl Need>,
    id: CorrectionId,
) -> db::Result<Option<Correction>> {
    let sql = format!(
        "{CORRECTION} WHERE c.id = $1 AND c.employee_id = $2 AND c.tenant_id = $3 AND c.company_id = $4"
    );
    tx.opt(sql, params![id, scope.employee(), scope.tenant(), scope.company()]).await
}

/// The employee of a correction, if the approver reaches them.
pub(super) async fn reached(
    db: &Db,
    scope: &ApproverScope<Punches, impl Need>,
    id: CorrectionId,
) -> db::Result<Option<EmployeeId>> {
    let mut values = params![id, scope.tenant(), scope.company()];
    let reached = is_reached(scope, None, &mut values)?;
    let sql = format!(
        "SELECT c.employee_id FROM clock_correction c WHERE c.id = $1 AND c.tenant_id = $2 AND c.company_id = $3
           AND EXISTS (SELECT 1 FROM employee e JOIN reporting_line l ON l.employee_id = e.id
             WHERE e.id = c.employee_id AND l.company_id = $3 AND {reached})"
    );
    Ok(db.opt::<(EmployeeId,)>(sql, values).await?.map(|(employee,)| employee))
}

/// What a correction says, as stored.
pub(super) struct Written {
    pub action: CorrectionAction,
    pub punch_id: Option<PunchId>,
    pub punch: Punch,
    pub day: Day,
    pub reason: String,
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &EmployeeScope<Punches, Write>,
    id: CorrectionId,
    written: &Written,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO clock_correction (id, tenant_id, company_id, employee_id, action, punch_id, kind, at, day, reason,
           status, manager_notes, requested_at, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'Pending', '', $11, 1)",
        params![
            id,
            scope.tenant(),
            scope.company(),
            scope.employee(),
            written.action,
            written.punch_id,
            written.punch.kind,
            written.punch.at,
            written.day,
            written.reason.as_str(),
            now
        ],
    )
    .await?;
    Ok(())
}

/// False if the correction wasn't pending anymore, or not in this version.
pub(super) async fn settle(
    tx: &mut Tx,
    scope: &EmployeeScope<Punches, Write>,
    (id, version): (CorrectionId, i64),
    status: CorrectionStatus,
    notes: &str,
    decided: Option<(PersonId, Timestamp)>,
) -> db::Result<bool> {
    let (by, at) = decided.unzip();
    let changed = tx
        .exec(
            "UPDATE clock_correction SET status = $5, manager_notes = $6, decided_by = $7, decided_at = $8,
               version = version + 1
             WHERE id = $1 AND employee_id = $2 AND tenant_id = $3 AND version = $4 AND status = 'Pending'",
            params![id, scope.employee(), scope.tenant(), version, status, notes, by, at],
        )
        .await?;
    Ok(changed == 1)
}

/// Corrections waiting for this approver, oldest day first.
pub(super) async fn queue(
    db: &Db,
    scope: &ApproverScope<Punches, impl Need>,
    ask: &Ask,
) -> Result<Vec<Correction>, Problem> {
    let mut values = params![scope.tenant(), scope.company()];
    let reached = is_reached(scope, None, &mut values)?;
    let page = Sort::ascending(&[("c.day", SortKey::Day), ("c.id", SortKey::Id)]).page(ask, &mut values)?;
    let sql = format!(
        "{CORRECTION} WHERE c.tenant_id = $1 AND c.company_id = $2 AND c.status = 'Pending' AND EXISTS
           (SELECT 1 FROM reporting_line l WHERE l.employee_id = e.id AND l.company_id = $2 AND {reached})
         {page}"
    );
    Ok(db.all(sql, values).await?)
}

/// A report with their last punch, if it's recent.
#[derive(Clone, Debug)]
pub(super) struct AtWork {
    pub employee_id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub employee_code: String,
    pub kind: Option<PunchKind>,
    pub at: Option<Moment>,
    /// When that punch arrived, if it was made without a network.
    pub reported_at: Option<Moment>,
}
db::row!(AtWork { employee_id, first_name, last_name, employee_code, kind, at, reported_at });

impl AtWork {
    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.last_name.clone(), self.employee_id.to_string()]
    }
}

/// Everyone the approver reaches, by name.
pub(super) async fn team(
    db: &Db,
    scope: &ApproverScope<Punches, impl Need>,
    (since, now): (Timestamp, Timestamp),
    ask: &Ask,
) -> Result<Vec<AtWork>, Problem> {
    let mut values = params![scope.tenant(), scope.company(), since, now];
    let reached = is_reached(scope, None, &mut values)?;
    let by_name = Sort::ascending(&[("e.last_name", SortKey::Text), ("e.id", SortKey::Id)]);
    let page = by_name.page(ask, &mut values)?;
    let last = "FROM clock_punch p WHERE p.employee_id = e.id AND p.at > $3 AND p.at <= $4
        AND p.voided_by IS NULL
        ORDER BY p.at DESC, p.id DESC LIMIT 1";
    let sql = format!(
        "SELECT e.id, e.first_name, e.last_name, e.employee_code, (SELECT p.kind {last}), (SELECT p.at {last}),
           (SELECT p.reported_at {last})
         FROM employee e WHERE e.tenant_id = $1 AND e.company_id = $2 AND EXISTS
           (SELECT 1 FROM reporting_line l WHERE l.employee_id = e.id AND l.company_id = $2 AND {reached})
         {page}"
    );
    Ok(db.all(sql, values).await?)
}

/// When and how long someone works, Monday to Sunday.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShiftPattern {
    pub hours: [Amount; 7],
    pub starts_minute: i64,
    pub break_minutes: i64,
}

type ShiftPatternRow = (Amount, Amount, Amount, Amount, Amount, Amount, Amount, i64, i64);

/// Without a row: eight hours Monday to Friday, starting at nine.
pub(super) async fn pattern(
    db: &Db,
    scope: &EmployeeScope<WorkSchedule, impl Need>,
) -> db::Result<ShiftPattern> {
    let row: Option<ShiftPatternRow> = db
        .opt(
            "SELECT monday, tuesday, wednesday, thursday, friday, saturday, sunday, starts_minute, break_minutes
             FROM working_pattern WHERE employee_id = $1 AND tenant_id = $2",
            params![scope.employee(), scope.tenant()],
        )
        .await?;
    let eight = Amount::from_cents(800);
    let standard = (eight, eight, eight, eight, eight, Amount::ZERO, Amount::ZERO, 540, 30);
    let (mo, tu, we, th, fr, sa, su, starts_minute, break_minutes) = row.unwrap_or(standard);
    Ok(ShiftPattern { hours: [mo, tu, we, th, fr, sa, su], starts_minute, break_minutes })
}

/// Takes hours off a schedule: a holiday (with its names) or approved time off (with its hours).
pub(super) struct Off {
    pub day: Day,
    pub hours: Option<Amount>,
    pub name: Option<String>,
    pub name_es: Option<String>,
}
db::row!(Off { day, hours, name, name_es });

pub(super) async fn off(
    db: &Db,
    scope: &EmployeeScope<WorkSchedule, impl Need>,
    (first, last): (Day, Day),
) -> db::Result<Vec<Off>> {
    db.all(
        "SELECT day, NULL, name, name_es FROM company_holiday
         WHERE company_id = $1 AND tenant_id = $2 AND day BETWEEN $4 AND $5
         UNION ALL
         SELECT day, hours, NULL, NULL FROM time_off_day
         WHERE employee_id = $3 AND tenant_id = $2 AND company_id = $1 AND status IN ('Pending', 'Approved')
           AND status = 'Approved' AND day BETWEEN $4 AND $5",
        params![scope.company(), scope.tenant(), scope.employee(), first, last],
    )
    .await
}

/// What an approver sees first in the day, besides who is away.
pub(super) struct AtAGlance {
    /// Corrections waiting. Stops counting at a hundred: a card says "99+".
    pub waiting: i64,
    /// The holiday's names, if today is one.
    pub holiday: Option<String>,
    pub holiday_es: Option<String>,
}
db::row!(AtAGlance { waiting, holiday, holiday_es });

const MAX_COUNTED: i64 = 100;

/// One statement, since a home page card shows it.
pub(super) async fn at_a_glance(db: &Db, scope: &ApproverScope<Punches, impl Need>) -> db::Result<AtAGlance> {
    let mut values = params![scope.tenant(), scope.company(), scope.today(), MAX_COUNTED];
    let reached = is_reached(scope, None, &mut values)?;
    let sql = format!(
        "SELECT waiting.corrections, h.name, h.name_es
         FROM (SELECT count(*) AS corrections FROM (SELECT 1 FROM clock_correction c
                 WHERE c.tenant_id = $1 AND c.company_id = $2 AND c.status = 'Pending' AND EXISTS
                   (SELECT 1 FROM employee e JOIN reporting_line l ON l.employee_id = e.id
                    WHERE e.id = c.employee_id AND l.company_id = $2 AND {reached}) LIMIT $4) counted) waiting
         LEFT JOIN company_holiday h ON h.company_id = $2 AND h.tenant_id = $1 AND h.day = $3"
    );
    db.one(sql, values).await
}

/// When a company's pay periods end.
pub(super) async fn insert_setting(
    tx: &mut Tx,
    scope: &OperatorScope,
    company: CompanyId,
    every: PayPeriod,
    period_end: Day,
) -> db::Result<()> {
    let sql =
        "INSERT INTO clock_setting (company_id, tenant_id, pay_period, period_end) VALUES ($1, $2, $3, $4)";
    tx.exec(sql, params![company, scope.tenant(), every, period_end]).await?;
    Ok(())
}

/// Weeks of five days: in bulk, in the column order named here, without their tenant; like the punches.
pub(super) async fn insert_patterns(
    tx: &mut Tx,
    scope: &OperatorScope,
    rows: Vec<Vec<Value>>,
) -> db::Result<()> {
    let sql = "INSERT INTO working_pattern (employee_id, company_id, starts_minute, break_minutes, tenant_id, monday,
           tuesday, wednesday, thursday, friday, saturday, sunday, changes)
         VALUES ($1, $2, $3, $4, $5, 80000, 80000, 80000, 80000, 80000, 0, 0, 0)
         ON CONFLICT (employee_id) DO UPDATE SET starts_minute = $3, break_minutes = $4";
    tx.exec_many(sql, of_tenant(scope, rows)).await?;
    Ok(())
}

pub(super) async fn insert_punches(
    tx: &mut Tx,
    scope: &OperatorScope,
    rows: Vec<Vec<Value>>,
) -> db::Result<()> {
    let sql = "INSERT INTO clock_punch (id, company_id, employee_id, kind, at, tenant_id) VALUES ($1, $2, $3, $4, $5, $6)";
    tx.exec_many(sql, of_tenant(scope, rows)).await?;
    Ok(())
}
