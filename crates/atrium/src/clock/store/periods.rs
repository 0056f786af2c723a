//! Pay periods whose hours payroll has to get.

use super::super::Punches;
use super::super::kinds::PunchKind;
use super::super::shifts::Punch;
use crate::access::{EmployeeScope, TimeEntryScope, UpkeepScope, Write};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, TenantId};
use db::{Db, Statement, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

/// To be counted then.
pub(crate) fn marked(
    scope: &EmployeeScope<Punches, Write>,
    id: Uuid,
    (first, last): (Day, Day),
    count_at: Timestamp,
) -> Statement {
    let sql =
        "INSERT INTO clock_period (id, tenant_id, company_id, employee_id, first_day, last_day, count_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (employee_id, last_day, first_day) DO UPDATE SET count_at = $7";
    (sql.into(), params![id, scope.tenant(), scope.company(), scope.employee(), first, last, count_at])
}

/// A period to count, with what its company says.
pub(crate) struct DuePeriod {
    pub id: Uuid,
    pub tenant_id: TenantId,
    pub company_id: CompanyId,
    pub employee_id: EmployeeId,
    pub first_day: Day,
    pub last_day: Day,
    pub time_zone: String,
    pub earning_code: String,
}
db::row!(DuePeriod { id, tenant_id, company_id, employee_id, first_day, last_day, time_zone, earning_code });

pub(crate) async fn due_periods(
    db: &Db,
    _: &UpkeepScope,
    now: Timestamp,
    limit: i64,
) -> db::Result<Vec<DuePeriod>> {
    let sql = "SELECT p.id, p.tenant_id, p.company_id, p.employee_id, p.first_day, p.last_day, c.time_zone,
           coalesce(s.earning_code, 'Regular')
         FROM clock_period p JOIN company c ON c.id = p.company_id LEFT JOIN clock_setting s ON s.company_id = p.company_id
         WHERE p.count_at <= $1 ORDER BY p.count_at LIMIT $2";
    db.all(sql, params![now, limit]).await
}

/// Locks the employee's punches, as `take` does.
pub(crate) async fn take_card(tx: &mut Tx, scope: &TimeEntryScope) -> db::Result<()> {
    let sql = "INSERT INTO clock_card (employee_id, tenant_id, company_id, changes) VALUES ($1, $2, $3, 0)
         ON CONFLICT (employee_id) DO UPDATE SET changes = clock_card.changes + 1";
    tx.exec(sql, params![scope.employee(), scope.tenant(), scope.company()]).await?;
    Ok(())
}

/// False if it isn't due any more.
pub(crate) async fn claim_period(
    tx: &mut Tx,
    scope: &TimeEntryScope,
    id: Uuid,
    now: Timestamp,
) -> db::Result<bool> {
    let sql = "UPDATE clock_period SET count_at = NULL
         WHERE id = $1 AND tenant_id = $2 AND employee_id = $3 AND count_at <= $4";
    Ok(tx.exec(sql, params![id, scope.tenant(), scope.employee(), now]).await? == 1)
}

/// One of an employee's periods.
pub(crate) struct PeriodRow {
    pub id: Uuid,
    pub first_day: Day,
    pub last_day: Day,
}
db::row!(PeriodRow { id, first_day, last_day });

/// All of an employee's that have one of these days, oldest first.
pub(crate) async fn periods_over(
    tx: &mut Tx,
    scope: &TimeEntryScope,
    (first, last): (Day, Day),
) -> db::Result<Vec<PeriodRow>> {
    let sql = "SELECT id, first_day, last_day FROM clock_period
         WHERE employee_id = $1 AND tenant_id = $2 AND last_day >= $3 AND first_day <= $4 ORDER BY id";
    tx.all(sql, params![scope.employee(), scope.tenant(), first, last]).await
}

/// The punches that count, in order.
pub(crate) async fn punches_between(
    tx: &mut Tx,
    scope: &TimeEntryScope,
    (first, last): (Timestamp, Timestamp),
) -> db::Result<Vec<Punch>> {
    let sql = "SELECT kind, at FROM clock_punch
         WHERE employee_id = $1 AND tenant_id = $2 AND company_id = $3 AND at BETWEEN $4 AND $5 AND voided_by IS NULL
         ORDER BY at, id";
    let values = params![scope.employee(), scope.tenant(), scope.company(), first, last];
    let rows: Vec<(PunchKind, Timestamp)> = tx.all(sql, values).await?;
    Ok(rows.into_iter().map(|(kind, at)| Punch { kind, at }).collect())
}
