//! The SQL of the demo's employees and reporting lines, in bulk: those of the scope's tenant.

use crate::access::OperatorScope;
use crate::demo_world::{DemoPlan, EmployeePlan};
use crate::shared::id::EmployeeId;
use crate::shared::names;
use db::{Tx, Value, params};
use std::collections::HashMap;

pub(super) async fn insert_employees(tx: &mut Tx, scope: &OperatorScope, plan: &DemoPlan) -> db::Result<()> {
    let employees = plan.employees.iter().filter(|row| row.tenant == scope.tenant()).map(employee_values);
    tx.exec_many(
        "INSERT INTO employee (id, tenant_id, company_id, person_id, employee_code, first_name, last_name,
           date_of_birth, original_hire_date, current_hire_date, status, pay_group_id, division_id, branch_id,
           department_id, team_id, search_text)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 'Active', $10, $11, $12, $13, $14, $15)",
        employees.collect(),
    )
    .await?;
    Ok(())
}

fn employee_values(row: &EmployeePlan) -> Vec<Value> {
    let [division, branch, department, team] = row.place;
    params![
        row.id,
        row.tenant,
        row.company,
        row.person,
        row.code.clone(),
        row.first_name.clone(),
        row.last_name.clone(),
        row.born,
        row.hired,
        row.pay_group,
        division,
        branch,
        department,
        team,
        names::search_text(&row.first_name, &row.last_name, &row.code)
    ]
}

pub(super) async fn insert_lines(tx: &mut Tx, scope: &OperatorScope, plan: &DemoPlan) -> db::Result<()> {
    let reports: HashMap<EmployeeId, &EmployeePlan> =
        plan.employees.iter().map(|row| (row.id, row)).collect();
    let lines = plan.lines.iter().filter_map(|(manager, company, employee, kind, area)| {
        let report = reports.get(employee).filter(|report| report.tenant == scope.tenant())?;
        Some(params![
            *manager,
            *company,
            *employee,
            report.tenant,
            kind.as_str(),
            area.as_str(),
            names::sort_name(&report.first_name, &report.last_name),
            report.born.of_year(),
            report.hired.of_year()
        ])
    });
    tx.exec_many(
        "INSERT INTO reporting_line (manager_id, company_id, employee_id, tenant_id, kind, area, sort_name, birthday,
           anniversary) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        lines.collect(),
    )
    .await?;
    Ok(())
}
