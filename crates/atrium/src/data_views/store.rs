//! The SQL of data views. Every function takes a scope and filters by it.

use super::{DataViews, Witness};
use crate::access::{CompanyScope, EmployeeScope, Need};
use crate::shared::day::{Day, Moment};
use crate::shared::id::EmployeeId;
use db::{Db, Statement, Tx, Value, params};
use jiff::Timestamp;

/// The kind of data shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Profile,
    Deposits,
    Pay,
    Documents,
}
db::text!(What { Profile = "profile", Deposits = "deposits", Pay = "pay", Documents = "documents" });

/// The people, each once, whose data this viewer hasn't viewed yet today; never the viewer.
pub(super) async fn not_noted(
    db: &Db,
    scope: &CompanyScope<Witness, impl Need>,
    what: What,
    day: Day,
    employees: &[EmployeeId],
) -> db::Result<Vec<EmployeeId>> {
    if employees.is_empty() {
        return Ok(vec![]);
    }
    let mut values = params![scope.tenant(), scope.company(), scope.viewer(), what, day];
    let list = db::in_list(&mut values, employees.iter().copied())?;
    let sql = format!(
        "SELECT e.id FROM employee e WHERE e.tenant_id = $1 AND e.company_id = $2 AND e.person_id <> $3 AND e.id IN {list}
           AND NOT EXISTS (SELECT 1 FROM data_view v WHERE v.employee_id = e.id AND v.viewer_id = $3 AND v.what = $4
             AND v.day = $5)
         ORDER BY e.id"
    );
    Ok(db.all::<(EmployeeId,)>(sql, values).await?.into_iter().map(|(id,)| id).collect())
}

const NOTE: &str =
    "INSERT INTO data_view (employee_id, viewer_id, what, day, tenant_id, company_id, first_seen_at, viewer_name)
    VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT p.first_name || ' ' || p.last_name FROM person p WHERE p.id = $2))
    ON CONFLICT (employee_id, viewer_id, what, day) DO NOTHING";

fn view(
    scope: &CompanyScope<Witness, impl Need>,
    what: What,
    day: Day,
    now: Timestamp,
    employee: EmployeeId,
) -> Vec<Value> {
    params![employee, scope.viewer(), what, day, scope.tenant(), scope.company(), now]
}

pub(super) async fn note(
    tx: &mut Tx,
    scope: &CompanyScope<Witness, impl Need>,
    what: What,
    day: Day,
    now: Timestamp,
    employees: &[EmployeeId],
) -> db::Result<()> {
    let rows = employees.iter().map(|employee| view(scope, what, day, now, *employee)).collect();
    tx.exec_many(NOTE, rows).await.map(drop)
}

/// The same for one employee, as part of a commit.
pub(super) fn noted(
    scope: &CompanyScope<Witness, impl Need>,
    what: What,
    day: Day,
    now: Timestamp,
    employee: EmployeeId,
) -> Statement {
    (NOTE.into(), view(scope, what, day, now, employee))
}

pub(super) struct Seen {
    pub viewer_name: String,
    pub what: What,
    pub first_seen_at: Moment,
}
db::row!(Seen { viewer_name, what, first_seen_at });

/// Newest first, with those who fetched a batch for payroll that has something of the employee.
pub(super) async fn of_employee(
    db: &Db,
    scope: &EmployeeScope<DataViews, impl Need>,
    limit: i64,
) -> db::Result<Vec<Seen>> {
    db.all(
        "SELECT viewer_name, what, first_seen_at FROM (
           SELECT coalesce(v.viewer_name, p.first_name || ' ' || p.last_name) AS viewer_name, v.what, v.first_seen_at
           FROM data_view v JOIN person p ON p.id = v.viewer_id
           WHERE v.tenant_id = $1 AND v.company_id = $2 AND v.employee_id = $3
           UNION
           SELECT f.fetcher_name, CASE c.kind WHEN 'deposits' THEN 'deposits' WHEN 'taxes' THEN 'pay' ELSE 'profile' END, f.at
           FROM payroll_change c JOIN handover_fetch f ON f.batch_id = c.batch_id AND coalesce(f.kind, c.kind) = c.kind
           WHERE c.tenant_id = $1 AND c.company_id = $2 AND c.employee_id = $3) AS seen
         ORDER BY first_seen_at DESC, viewer_name, what LIMIT $4",
        params![scope.tenant(), scope.company(), scope.employee(), limit],
    )
    .await
}
