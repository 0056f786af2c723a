//! The SQL of change request recipients. Every function takes a scope and filters by it.

use crate::access::{EmployeeScope, Need, in_force};
use crate::change_requests::ChangeRequests;
use crate::shared::day::Day;
use crate::shared::id::PersonId;
use db::{Tx, params};

/// Someone we write to about an employee.
pub(super) struct Recipient {
    pub person: PersonId,
    pub first_name: String,
    pub email: String,
    pub language: String,
    /// The kind of line that leads to the employee, or what else makes them look after it.
    pub kind: String,
    pub employee: String,
}
db::row!(Recipient { person, first_name, email, language, kind, employee });

/// Managers with a line to the employee in the area Personal Info who may decide. Never the employee.
pub(super) async fn managers(
    tx: &mut Tx,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    today: Day,
) -> db::Result<Vec<Recipient>> {
    let in_force = in_force(4);
    let sql = format!(
        "SELECT p.id, p.first_name, p.email, p.language, min(l.kind), e.first_name || ' ' || e.last_name
         FROM reporting_line l JOIN person p ON p.id = l.manager_id JOIN employee e ON e.id = l.employee_id
         WHERE l.employee_id = $3 AND l.tenant_id = $1 AND l.company_id = $2 AND l.area = 'Personal Info'
           AND p.tenant_id = $1 AND p.disabled_at IS NULL AND p.id <> e.person_id
           AND EXISTS (SELECT 1 FROM role_assignment a JOIN role r ON r.id = a.role_id
             WHERE a.person_id = p.id AND a.company_id = $2 AND {in_force}
               AND ' ' || r.permissions || ' ' LIKE '% manager:profile.write %')
         GROUP BY p.id, p.first_name, p.email, p.language, e.first_name, e.last_name ORDER BY p.email LIMIT 20"
    );
    tx.all(sql, params![scope.tenant(), scope.company(), scope.employee(), today]).await
}

/// Administrators of the tenant or of the company, who are of the kind `admin`, and those who run the company's payroll.
pub(super) async fn payroll_and_administrators(
    tx: &mut Tx,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    today: Day,
) -> db::Result<Vec<Recipient>> {
    let in_force = in_force(4);
    let sql = format!(
        "SELECT p.id, p.first_name, p.email, p.language,
           min(CASE WHEN ' ' || r.permissions LIKE '% admin%' THEN 'admin' ELSE 'payroll' END),
           e.first_name || ' ' || e.last_name
         FROM person p JOIN employee e ON e.id = $2 AND e.tenant_id = p.tenant_id
           JOIN role_assignment a ON a.person_id = p.id JOIN role r ON r.id = a.role_id
         WHERE p.tenant_id = $1 AND p.disabled_at IS NULL AND p.id <> e.person_id
           AND (a.company_id IS NULL OR a.company_id = $3) AND {in_force}
           AND (' ' || r.permissions LIKE '% admin%' OR ' ' || r.permissions || ' ' LIKE '% payroll.write %')
         GROUP BY p.id, p.first_name, p.email, p.language, e.first_name, e.last_name ORDER BY p.email LIMIT 50"
    );
    tx.all(sql, params![scope.tenant(), scope.employee(), scope.company(), today]).await
}

/// Administrators of the whole tenant who may decide.
pub(super) async fn deciding_administrators(
    tx: &mut Tx,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    today: Day,
) -> db::Result<Vec<Recipient>> {
    let in_force = in_force(3);
    let sql = format!(
        "SELECT p.id, p.first_name, p.email, p.language, '', e.first_name || ' ' || e.last_name
         FROM person p JOIN employee e ON e.id = $2 AND e.tenant_id = p.tenant_id
         WHERE p.tenant_id = $1 AND p.disabled_at IS NULL AND p.id <> e.person_id
           AND EXISTS (SELECT 1 FROM role_assignment a JOIN role r ON r.id = a.role_id
             WHERE a.person_id = p.id AND a.company_id IS NULL AND {in_force}
               AND ' ' || r.permissions || ' ' LIKE '% admin.write %')
         ORDER BY p.email LIMIT 20"
    );
    tx.all(sql, params![scope.tenant(), scope.employee(), today]).await
}
