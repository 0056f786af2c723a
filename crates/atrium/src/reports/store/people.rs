//! A company's people, one by one.

use super::super::Reports;
use super::super::rules::{AskedReport, KnownPay};
use crate::access::{CompanyFiguresScope, Need};
use crate::shared::amount::Amount;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{EmployeeId, OrganizationId, ResourceId, TimeOffTypeId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Value, params};

/// `$1` to `$3`, which every statement here begins with.
const AMONG: &str = "e.tenant_id = $1 AND e.company_id = $2 AND ($3 IS NULL OR e.department_id = $3)";

/// Who had an employment on the day `$4`. Of someone who came back later only the newer employment is known.
const EMPLOYED_ON: &str = "e.current_hire_date <= $4 AND (e.last_day >= $4 OR e.rehire_day <= $4
      OR (e.last_day IS NULL AND e.status = 'Active'))";

const BY_NAME: Sort = Sort::ascending(&[("e.last_name", SortKey::Text), ("e.id", SortKey::Id)]);

fn begun(scope: &CompanyFiguresScope<Reports, impl Need>, department: Option<OrganizationId>) -> Vec<Value> {
    params![scope.tenant(), scope.company(), department]
}

#[derive(Clone, Debug)]
pub(crate) struct ListedPerson {
    pub id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub code: String,
    pub department: Option<String>,
    pub hired: Day,
    /// The method they chose, where that is asked.
    pub word: Option<String>,
    pub at: Option<Moment>,
}
db::row!(ListedPerson { id, first_name, last_name, code, department, hired, word, at });

impl ListedPerson {
    pub(crate) fn sort_keys(&self) -> Vec<String> {
        vec![self.last_name.clone(), self.id.to_string()]
    }
}

const PERSON: &str = "SELECT e.id, e.first_name, e.last_name, e.employee_code, o.name, e.current_hire_date";

/// Everyone employed on a day, with their department: whose balances are added up.
pub(crate) async fn workforce(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
) -> db::Result<Vec<(EmployeeId, Day, Option<String>)>> {
    let mut values = begun(scope, asked.department);
    values.push(asked.on.into());
    let sql = format!(
        "SELECT e.id, e.current_hire_date, o.name FROM employee e LEFT JOIN organization o ON o.id = e.department_id
         WHERE {AMONG} AND {EMPLOYED_ON}"
    );
    db.all(sql, values).await
}

/// Whose pay is known among those employed on a day. Asked for payroll only.
pub(crate) async fn pay_of(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
    only: Option<&[EmployeeId]>,
) -> db::Result<Vec<(EmployeeId, KnownPay)>> {
    let mut values = begun(scope, asked.department);
    values.push(asked.on.into());
    let these = match only {
        Some(people) => format!("AND e.id IN {}", db::in_list(&mut values, people.iter().copied())?),
        None => String::new(),
    };
    let sql = format!(
        "SELECT e.id, f.annual_salary, f.hourly_rate FROM employee e JOIN employee_profile f ON f.employee_id = e.id
         WHERE {AMONG} AND {EMPLOYED_ON} {these}"
    );
    let rows: Vec<(EmployeeId, Option<Amount>, Option<Amount>)> = db.all(sql, values).await?;
    let pay = |(id, annual_salary, hourly_rate)| (id, KnownPay { annual_salary, hourly_rate });
    Ok(rows.into_iter().map(pay).collect())
}

/// Everyone employed on a day, by name.
pub(crate) async fn by_name(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
    ask: &Ask,
) -> Result<Vec<ListedPerson>, Problem> {
    let mut values = begun(scope, asked.department);
    values.push(asked.on.into());
    let page = BY_NAME.page(ask, &mut values)?;
    let sql = format!(
        "{PERSON}, NULL, CAST(NULL AS TIMESTAMPTZ) FROM employee e LEFT JOIN organization o ON o.id = e.department_id
         WHERE {AMONG} AND {EMPLOYED_ON} {page}"
    );
    Ok(db.all(sql, values).await?)
}

/// Everyone with approved time off in a range, by name; and what of it, by type.
pub(crate) async fn taken_by_people(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
    ask: &Ask,
) -> Result<(Vec<ListedPerson>, Vec<TakenByPerson>), Problem> {
    let mut values = begun(scope, asked.department);
    values.extend(params![asked.from, asked.to]);
    let page = BY_NAME.page(ask, &mut values)?;
    let sql = format!(
        "{PERSON}, NULL, CAST(NULL AS TIMESTAMPTZ) FROM employee e LEFT JOIN organization o ON o.id = e.department_id
         WHERE {AMONG} AND EXISTS (SELECT 1 FROM time_off_day d WHERE d.employee_id = e.id AND d.status = 'Approved'
           AND d.day BETWEEN $4 AND $5) {page}"
    );
    let people: Vec<ListedPerson> = db.all(sql, values).await?;
    let mut values = params![scope.tenant(), scope.company(), asked.from, asked.to];
    let these = db::in_list(&mut values, people.iter().map(|person| person.id))?;
    let sql = format!(
        "SELECT d.employee_id, d.type_id, CAST(sum(d.hours) AS BIGINT) FROM time_off_day d
         WHERE d.tenant_id = $1 AND d.company_id = $2 AND d.employee_id IN {these} AND d.status = 'Approved'
           AND d.day BETWEEN $3 AND $4
         GROUP BY d.employee_id, d.type_id"
    );
    Ok((people, db.all(sql, values).await?))
}

/// (employee, type, hours)
pub(crate) type TakenByPerson = (EmployeeId, TimeOffTypeId, Amount);

/// The company's types of time off, in its order.
pub(crate) async fn time_off_types(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
) -> db::Result<Vec<(TimeOffTypeId, String, Option<String>)>> {
    let sql = "SELECT id, name, name_es FROM time_off_type WHERE tenant_id = $1 AND company_id = $2 ORDER BY position, id";
    db.all(sql, params![scope.tenant(), scope.company()]).await
}

/// Everyone who works there now, and whether they acknowledged an action item. `None` if the company doesn't have it.
pub(crate) async fn acknowledging(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
    resource: ResourceId,
    ask: &Ask,
) -> Result<Option<Vec<ListedPerson>>, Problem> {
    let there =
        "SELECT 1 FROM resource WHERE tenant_id = $1 AND company_id = $2 AND id = $3 AND is_action_item
        AND deleted_at IS NULL";
    let there: Option<(i64,)> = db.opt(there, params![scope.tenant(), scope.company(), resource]).await?;
    if there.is_none() {
        return Ok(None);
    }
    let mut values = begun(scope, asked.department);
    values.extend(params![resource, asked.is_missing_only]);
    let page = BY_NAME.page(ask, &mut values)?;
    let sql = format!(
        "{PERSON}, NULL, a.acknowledged_at FROM employee e LEFT JOIN organization o ON o.id = e.department_id
         LEFT JOIN resource_acknowledgement a ON a.employee_id = e.id AND a.resource_id = $4
         WHERE {AMONG} AND e.status = 'Active' AND (NOT $5 OR a.acknowledged_at IS NULL) {page}"
    );
    Ok(Some(db.all(sql, values).await?))
}

/// Everyone who works there now, and how they get their W-2.
pub(crate) async fn consenting(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
    ask: &Ask,
) -> Result<Vec<ListedPerson>, Problem> {
    let mut values = begun(scope, asked.department);
    values.push(asked.is_missing_only.into());
    let page = BY_NAME.page(ask, &mut values)?;
    let sql = format!(
        "{PERSON}, d.method, d.changed_at FROM employee e LEFT JOIN organization o ON o.id = e.department_id
         LEFT JOIN tax_form_delivery d ON d.employee_id = e.id
         WHERE {AMONG} AND e.status = 'Active' AND (NOT $4 OR d.method IS NULL OR d.method <> 'electronic') {page}"
    );
    Ok(db.all(sql, values).await?)
}
