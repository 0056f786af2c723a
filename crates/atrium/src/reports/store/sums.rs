//! Figures about a company.

use super::super::Reports;
use super::super::rules::{AskedReport, EmploymentMark};
use crate::access::{CompanyFiguresScope, Need};
use crate::shared::amount::Amount;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{EmployeeId, OrganizationId};
use db::{Db, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

/// As many rows as a page shows and a chart can hold.
const MAX_ROWS: i64 = 500;

/// `$1` to `$3`, which every statement here begins with; `e` is the employee.
const AMONG: &str = "e.tenant_id = $1 AND e.company_id = $2 AND ($3 IS NULL OR e.department_id = $3)";

fn begun(scope: &CompanyFiguresScope<Reports, impl Need>, department: Option<OrganizationId>) -> Vec<Value> {
    params![scope.tenant(), scope.company(), department]
}

/// Time off of one type, or of one department.
pub(crate) struct TakenSum {
    pub name: Option<String>,
    pub name_es: Option<String>,
    pub people: i64,
    pub taken: Amount,
    /// Approved, and still ahead.
    pub planned: Amount,
}
db::row!(TakenSum { name, name_es, people, taken, planned });

/// Approved days of a range: through today they were taken.
pub(crate) async fn taken(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
    by_department: bool,
    today: Day,
) -> db::Result<Vec<TakenSum>> {
    let mut values = begun(scope, asked.department);
    values.extend(params![asked.from, asked.to, today, MAX_ROWS]);
    let (group, order) = if by_department {
        ("o.id, o.name, o.name", "o.name NULLS LAST, o.id")
    } else {
        ("t.id, t.name, t.name_es", "min(t.position), t.id")
    };
    let (name, name_es) = if by_department { ("o.name", "o.name") } else { ("t.name", "t.name_es") };
    let sql = format!(
        "SELECT {name}, {name_es}, count(DISTINCT d.employee_id),
           CAST(sum(CASE WHEN d.day <= $6 THEN d.hours ELSE 0 END) AS BIGINT),
           CAST(sum(CASE WHEN d.day > $6 THEN d.hours ELSE 0 END) AS BIGINT)
         FROM time_off_day d JOIN employee e ON e.id = d.employee_id JOIN time_off_type t ON t.id = d.type_id
         LEFT JOIN organization o ON o.id = e.department_id
         WHERE {AMONG} AND d.tenant_id = $1 AND d.company_id = $2 AND d.status = 'Approved'
           AND d.status <> 'Pending' AND d.status <> 'Denied' AND d.status <> 'Cancelled' AND d.day BETWEEN $4 AND $5
         GROUP BY {group} ORDER BY {order} LIMIT $7"
    );
    db.all(sql, values).await
}

/// The days on which people's employments began and ended, as far as anyone knows. Who left on a day no one knows counts
/// in no month.
pub(crate) async fn employment_marks(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    department: Option<OrganizationId>,
) -> db::Result<Vec<EmploymentMark<EmployeeId>>> {
    let sql = format!(
        "SELECT e.id, e.original_hire_date, TRUE FROM employee e WHERE {AMONG} AND NOT e.left_undated
         UNION ALL
         SELECT e.id, e.current_hire_date, TRUE FROM employee e
         WHERE {AMONG} AND NOT e.left_undated AND e.current_hire_date > e.original_hire_date
         UNION ALL
         SELECT e.id, v.day, v.kind = 'rehire' FROM employee e JOIN employment_event v ON v.employee_id = e.id
         WHERE {AMONG} AND NOT e.left_undated AND v.kind IN ('rehire', 'termination') AND v.withdrawn_at IS NULL
         UNION ALL
         SELECT e.id, e.last_day, FALSE FROM employee e
         WHERE {AMONG} AND NOT e.left_undated AND e.last_day IS NOT NULL"
    );
    let rows: Vec<(EmployeeId, Day, bool)> = db.all(sql, begun(scope, department)).await?;
    Ok(rows.into_iter().map(|(who, day, is_start)| EmploymentMark { who, day, is_start }).collect())
}

/// A request and what became of it.
pub(crate) struct RequestMark {
    /// `timeOff`, `deposits` or `profile`.
    pub kind: String,
    pub department_id: Option<Uuid>,
    pub department: Option<String>,
    pub decider_id: Option<Uuid>,
    pub decider: Option<String>,
    /// Of time off: since when it waited.
    pub asked_on: Option<Day>,
    pub asked_at: Option<Moment>,
    pub decided_at: Option<Moment>,
    pub status: String,
}
db::row!(RequestMark {
    kind,
    department_id,
    department,
    decider_id,
    decider,
    asked_on,
    asked_at,
    decided_at,
    status
});

/// Requests made in a range. `moments` is at least the range, in whatever time zone; the caller looks at the day.
pub(crate) async fn requests(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
    moments: (Timestamp, Timestamp),
) -> db::Result<Vec<RequestMark>> {
    let mut values = begun(scope, asked.department);
    values.extend(params![asked.from, asked.to, moments.0, moments.1]);
    let sql = format!(
        "SELECT 'timeOff', e.department_id, o.name, r.decided_by, p.first_name || ' ' || p.last_name,
           coalesce(r.waits_since, r.request_date), CAST(NULL AS TIMESTAMPTZ), r.decided_at, r.status
         FROM employee e JOIN time_off_request r ON r.employee_id = e.id
         LEFT JOIN organization o ON o.id = e.department_id LEFT JOIN person p ON p.id = r.decided_by
         WHERE {AMONG} AND r.tenant_id = $1 AND r.company_id = $2
           AND coalesce(r.waits_since, r.request_date) BETWEEN $4 AND $5
         UNION ALL
         SELECT CASE WHEN r.request_type = 'direct_deposit' THEN 'deposits' ELSE 'profile' END, e.department_id, o.name,
           r.decided_by, p.first_name || ' ' || p.last_name, CAST(NULL AS DATE), r.requested_at,
           CASE WHEN r.decided_by IS NOT NULL THEN r.last_updated END, r.status
         FROM employee e JOIN change_request r ON r.employee_id = e.id
         LEFT JOIN organization o ON o.id = e.department_id LEFT JOIN person p ON p.id = r.decided_by
         WHERE {AMONG} AND r.tenant_id = $1 AND r.company_id = $2 AND r.requested_at >= $6 AND r.requested_at < $7"
    );
    db.all(sql, values).await
}

pub(crate) struct AcknowledgedSum {
    pub id: Uuid,
    pub name: String,
    pub due_date: Option<Day>,
    pub people: i64,
    pub acknowledged: i64,
}
db::row!(AcknowledgedSum { id, name, due_date, people, acknowledged });

/// By action item, soonest due first. Only people who work there now count.
pub(crate) async fn acknowledged(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    department: Option<OrganizationId>,
) -> db::Result<Vec<AcknowledgedSum>> {
    let mut values = begun(scope, department);
    values.push(MAX_ROWS.into());
    let sql = format!(
        "SELECT r.id, r.name, r.due_date,
           (SELECT count(*) FROM employee e WHERE {AMONG} AND e.status = 'Active'),
           (SELECT count(*) FROM resource_acknowledgement a JOIN employee e ON e.id = a.employee_id
            WHERE a.resource_id = r.id AND {AMONG} AND e.status = 'Active')
         FROM resource r WHERE r.tenant_id = $1 AND r.company_id = $2 AND r.is_action_item AND r.deleted_at IS NULL
         ORDER BY r.due_date NULLS LAST, r.name, r.id LIMIT $4"
    );
    db.all(sql, values).await
}

pub(crate) struct ConsentSum {
    pub department: Option<String>,
    pub people: i64,
    pub electronic: i64,
    pub paper: i64,
}
db::row!(ConsentSum { department, people, electronic, paper });

/// How people who work there now get their W-2.
pub(crate) async fn consent(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    department: Option<OrganizationId>,
) -> db::Result<Vec<ConsentSum>> {
    let mut values = begun(scope, department);
    values.push(MAX_ROWS.into());
    let sql = format!(
        "SELECT o.name, count(*), count(CASE WHEN d.method = 'electronic' THEN 1 END),
           count(CASE WHEN d.method = 'paper' THEN 1 END)
         FROM employee e LEFT JOIN organization o ON o.id = e.department_id
         LEFT JOIN tax_form_delivery d ON d.employee_id = e.id
         WHERE {AMONG} AND e.status = 'Active' GROUP BY o.id, o.name ORDER BY o.name NULLS LAST, o.id LIMIT $4"
    );
    db.all(sql, values).await
}
