//! People as machine clients read them: no pay, no account, no birth date.

use crate::access::MachineScope;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PersonId};
use crate::shared::machine_right::PeopleRead;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, params};

pub(crate) struct MachinePersonRow {
    pub id: PersonId,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub is_enabled: bool,
}
db::row!(MachinePersonRow { id, first_name, last_name, email, is_enabled });

pub(crate) struct MachineEmploymentRow {
    pub id: EmployeeId,
    pub person_id: PersonId,
    pub company_id: CompanyId,
    pub company_name: String,
    pub time_zone: String,
    pub employee_code: String,
    pub original_hire_date: Day,
    pub current_hire_date: Day,
    pub is_terminated: bool,
    pub last_day: Option<Day>,
    pub rehire_day: Option<Day>,
    pub leave_from: Option<Day>,
    pub department_code: Option<String>,
    pub department_name: Option<String>,
}
db::row!(MachineEmploymentRow {
    id,
    person_id,
    company_id,
    company_name,
    time_zone,
    employee_code,
    original_hire_date,
    current_hire_date,
    is_terminated,
    last_day,
    rehire_day,
    leave_from,
    department_code,
    department_name
});

const PEOPLE: &str = "SELECT p.id, p.first_name, p.last_name, p.email, p.disabled_at IS NULL FROM person p
     WHERE p.tenant_id = $1 AND p.merged_into IS NULL";

const BY_ID: Sort = Sort::ascending(&[("p.id", SortKey::Id)]);

pub(crate) async fn machine_people(
    db: &Db,
    scope: &MachineScope<PeopleRead>,
    company: Option<CompanyId>,
    ask: &Ask,
) -> Result<Vec<MachinePersonRow>, Problem> {
    let mut values = params![scope.tenant()];
    let mut narrowed = "";
    if let Some(company) = company {
        values.push(company.into());
        narrowed = " AND EXISTS (SELECT 1 FROM employee e WHERE e.person_id = p.id AND e.company_id = $2)";
    }
    let page = BY_ID.page(ask, &mut values)?;
    Ok(db.all(format!("{PEOPLE}{narrowed} {page}"), values).await?)
}

pub(crate) async fn machine_person(
    db: &Db,
    scope: &MachineScope<PeopleRead>,
    id: PersonId,
) -> db::Result<Option<MachinePersonRow>> {
    db.opt(format!("{PEOPLE} AND p.id = $2"), params![scope.tenant(), id]).await
}

pub(crate) async fn machine_employments(
    db: &Db,
    scope: &MachineScope<PeopleRead>,
    people: &[PersonId],
) -> db::Result<Vec<MachineEmploymentRow>> {
    if people.is_empty() {
        return Ok(vec![]);
    }
    let mut values = params![scope.tenant()];
    let people = db::in_list(&mut values, people.iter().copied())?;
    let sql = format!(
        "SELECT e.id, e.person_id, c.id, c.name, c.time_zone, e.employee_code, e.original_hire_date,
           e.current_hire_date, e.status = 'Terminated', e.last_day, e.rehire_day,
           (SELECT max(v.day) FROM employment_event v WHERE v.employee_id = e.id AND v.kind = 'leave'
              AND v.withdrawn_at IS NULL AND v.day >= e.current_hire_date AND NOT EXISTS
              (SELECT 1 FROM employment_event r WHERE r.employee_id = e.id AND r.kind = 'return'
                 AND r.applied_at IS NOT NULL AND r.day > v.day)),
           d.code, d.name
         FROM employee e JOIN company c ON c.id = e.company_id LEFT JOIN organization d ON d.id = e.department_id
         WHERE e.tenant_id = $1 AND e.person_id IN {people} ORDER BY c.name, c.id"
    );
    db.all(sql, values).await
}
