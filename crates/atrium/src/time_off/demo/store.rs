//! The SQL of the demo's time off, in bulk: rows in the column order named here, without their tenant.

use super::policies::GrantedTime;
use crate::access::OperatorScope;
use crate::demo_world::of_tenant;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TimeOffTypeId};
use db::{Db, Tx, Value, params};
use jiff::Timestamp;
use serde_json::json;
use std::collections::BTreeSet;

pub(super) async fn insert_type(
    tx: &mut Tx,
    scope: &OperatorScope,
    company: CompanyId,
    (id, position): (TimeOffTypeId, i64),
    granted: &GrantedTime,
    period_end: Day,
) -> db::Result<()> {
    let hours = |whole: Option<i64>| whole.map(|whole| Amount::from_cents(whole * 100));
    tx.exec(
        "INSERT INTO time_off_type (id, tenant_id, company_id, name, name_es, position, has_balance, accrual, rates, pay_period,
           period_end, cap_hours, carry_over_hours, carry_over_months, negative_hours, waiting_days, approval,
           attachment_after_days)
         VALUES ($1, $2, $3, $4, $17, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $18)",
        params![
            id,
            scope.tenant(),
            company,
            granted.name,
            position,
            granted.has_balance,
            granted.accrual,
            json!(granted.rates),
            granted.pay_period,
            period_end,
            hours(granted.cap),
            hours(granted.carry_over),
            granted.carry_over_months,
            hours(Some(granted.negative)),
            granted.waiting_days,
            granted.approval,
            granted.name_es(),
            granted.attachment_after_days
        ],
    )
    .await?;
    Ok(())
}

pub(super) async fn insert_holidays(
    tx: &mut Tx,
    scope: &OperatorScope,
    rows: Vec<Vec<Value>>,
) -> db::Result<()> {
    let sql =
        "INSERT INTO company_holiday (company_id, day, name, name_es, tenant_id) VALUES ($1, $2, $3, $4, $5)";
    tx.exec_many(sql, of_tenant(scope, rows)).await?;
    Ok(())
}

pub(super) async fn insert_blackout(tx: &mut Tx, scope: &OperatorScope, row: Vec<Value>) -> db::Result<()> {
    let sql =
        "INSERT INTO time_off_blackout (id, company_id, type_id, first_day, last_day, reason, tenant_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
    tx.exec_many(sql, of_tenant(scope, vec![row])).await?;
    Ok(())
}

pub(super) async fn type_called(
    db: &Db,
    scope: &OperatorScope,
    company: CompanyId,
    name: &str,
) -> db::Result<TimeOffTypeId> {
    let sql = "SELECT id FROM time_off_type WHERE tenant_id = $1 AND company_id = $2 AND name = $3";
    Ok(db.one::<(TimeOffTypeId,)>(sql, params![scope.tenant(), company, name]).await?.0)
}

/// The people `--employees` added, by ID.
pub(super) async fn newcomers(
    db: &Db,
    scope: &OperatorScope,
    company: CompanyId,
    after: Option<EmployeeId>,
    limit: i64,
) -> db::Result<Vec<(EmployeeId, PersonId)>> {
    db.all(
        "SELECT e.id, e.person_id FROM employee e JOIN person p ON p.id = e.person_id
         WHERE e.tenant_id = $4 AND e.company_id = $1 AND p.username LIKE 'worker%' AND ($2 IS NULL OR e.id > $2)
         ORDER BY e.id LIMIT $3",
        params![company, after, limit, scope.tenant()],
    )
    .await
}

pub(super) async fn insert_balances(
    tx: &mut Tx,
    scope: &OperatorScope,
    adjustments: Vec<Vec<Value>>,
    worked: Vec<Vec<Value>>,
) -> db::Result<()> {
    tx.exec_many(
        "INSERT INTO time_off_adjustment (id, company_id, employee_id, type_id, day, kind, hours, note, tenant_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        of_tenant(scope, adjustments),
    )
    .await?;
    tx.exec_many(
        "INSERT INTO hours_worked (employee_id, day, company_id, hours, tenant_id) VALUES ($1, $2, $3, $4, $5)",
        of_tenant(scope, worked),
    )
    .await?;
    Ok(())
}

pub(super) async fn insert_requests(
    tx: &mut Tx,
    scope: &OperatorScope,
    requests: Vec<Vec<Value>>,
    days: Vec<Vec<Value>>,
) -> db::Result<()> {
    tx.exec_many(
        "INSERT INTO time_off_request (id, company_id, employee_id, type_id, first_day, last_day, hours,
           status, request_date, requested_by, decided_by, decided_at, tenant_id, includes_weekends, unit, notes,
           manager_notes, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, FALSE, 'whole', '', '', 1)",
        of_tenant(scope, requests),
    )
    .await?;
    tx.exec_many(
        "INSERT INTO time_off_day (request_id, day, company_id, employee_id, type_id, hours, status, tenant_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        of_tenant(scope, days),
    )
    .await?;
    Ok(())
}

/// (request, when it was made, when it was decided, if it was): the use cases know no day but today.
pub(super) async fn backdate(tx: &mut Tx, scope: &OperatorScope, rows: Vec<Vec<Value>>) -> db::Result<()> {
    let sql = "UPDATE time_off_request SET request_date = $2,
           decided_at = CASE WHEN decided_at IS NULL THEN NULL ELSE $3 END WHERE id = $1 AND tenant_id = $4";
    tx.exec_many(sql, of_tenant(scope, rows)).await?;
    Ok(())
}

pub(super) async fn set_reminded(tx: &mut Tx, scope: &OperatorScope, now: Timestamp) -> db::Result<()> {
    let sql = "UPDATE time_off_request SET reminded_at = $1 WHERE status = 'Pending' AND tenant_id = $2";
    tx.exec(sql, params![now, scope.tenant()]).await?;
    Ok(())
}

pub(super) async fn approved_days(
    db: &Db,
    scope: &OperatorScope,
    company: CompanyId,
) -> db::Result<BTreeSet<(EmployeeId, Day)>> {
    let sql = "SELECT employee_id, day FROM time_off_day
         WHERE tenant_id = $1 AND company_id = $2 AND status = 'Approved'";
    Ok(db.all::<(EmployeeId, Day)>(sql, params![scope.tenant(), company]).await?.into_iter().collect())
}
