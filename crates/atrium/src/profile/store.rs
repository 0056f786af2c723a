//! The SQL of profiles. Every function takes a scope and filters by it.

use super::Profiles;
use super::additional::Attribute;
use super::rules::{Contact, Demographics, Relative};
use crate::access::{EmployeeScope, Need, OperatorScope, Write, has_manager};
use crate::demo_world::of_tenant;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, OrganizationId};
use crate::shared::names;
use crate::shared::problem::Problem;
use db::{Read, Tx, params};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;

/// An employee as the company knows them.
#[derive(Clone, Debug)]
pub struct Profile {
    pub employee_code: String,
    pub status: String,
    pub current_hire_date: Day,
    pub demographics: Demographics,
    pub contacts: Vec<Contact>,
    pub dependents: Vec<Relative>,
    pub beneficiaries: Vec<Relative>,
    pub additional_info: Vec<Attribute>,
    pub earning_deductions: Value,
    pub annual_salary: Option<Amount>,
    pub hourly_rate: Option<Amount>,
    /// Division, branch, department and team, if any.
    pub organizations: Vec<ProfileOrganization>,
    pub has_profile_manager: bool,
    pub has_time_off_manager: bool,
    /// Zero until the first write.
    pub version: i64,
}

#[derive(Clone, Debug)]
pub struct ProfileOrganization {
    pub id: OrganizationId,
    pub kind: &'static str,
    pub code: String,
    pub name: String,
}

pub(super) struct ProfileRow {
    employee_code: String,
    status: String,
    current_hire_date: Day,
    first_name: String,
    last_name: String,
    date_of_birth: Day,
    middle_name: Option<String>,
    gender: Option<String>,
    marital_status: Option<String>,
    address_line1: Option<String>,
    address_line2: Option<String>,
    city: Option<String>,
    state: Option<String>,
    zip: Option<String>,
    country: Option<String>,
    contacts: Option<String>,
    dependents: Option<String>,
    beneficiaries: Option<String>,
    additional_info: Option<String>,
    earning_deductions: Option<String>,
    annual_salary: Option<i64>,
    hourly_rate: Option<i64>,
    version: Option<i64>,
    has_profile_manager: bool,
    has_time_off_manager: bool,
    division_id: Option<OrganizationId>,
    division_code: Option<String>,
    division: Option<String>,
    branch_id: Option<OrganizationId>,
    branch_code: Option<String>,
    branch: Option<String>,
    department_id: Option<OrganizationId>,
    department_code: Option<String>,
    department: Option<String>,
    team_id: Option<OrganizationId>,
    team_code: Option<String>,
    team: Option<String>,
}
db::row!(ProfileRow {
    employee_code,
    status,
    current_hire_date,
    first_name,
    last_name,
    date_of_birth,
    middle_name,
    gender,
    marital_status,
    address_line1,
    address_line2,
    city,
    state,
    zip,
    country,
    contacts,
    dependents,
    beneficiaries,
    additional_info,
    earning_deductions,
    annual_salary,
    hourly_rate,
    version,
    has_profile_manager,
    has_time_off_manager,
    division_id,
    division_code,
    division,
    branch_id,
    branch_code,
    branch,
    department_id,
    department_code,
    department,
    team_id,
    team_code,
    team
});

fn list<T: DeserializeOwned>(text: Option<String>) -> Result<Vec<T>, Problem> {
    let read =
        |text: String| serde_json::from_str(&text).map_err(|error| Problem::Internal(error.to_string()));
    text.map_or(Ok(vec![]), read)
}

impl ProfileRow {
    pub(super) fn profile(self) -> Result<Profile, Problem> {
        let place = |id: Option<OrganizationId>, kind, code: Option<String>, name: Option<String>| {
            Some(ProfileOrganization { id: id?, kind, code: code?, name: name? })
        };
        let organizations = [
            place(self.division_id, "Division", self.division_code, self.division),
            place(self.branch_id, "Branch", self.branch_code, self.branch),
            place(self.department_id, "Department", self.department_code, self.department),
            place(self.team_id, "Team", self.team_code, self.team),
        ];
        Ok(Profile {
            employee_code: self.employee_code,
            status: self.status,
            current_hire_date: self.current_hire_date,
            demographics: Demographics {
                first_name: self.first_name,
                middle_name: self.middle_name.unwrap_or_default(),
                last_name: self.last_name,
                date_of_birth: self.date_of_birth,
                gender: self.gender.unwrap_or_default(),
                marital_status: self.marital_status.unwrap_or_default(),
                address_line1: self.address_line1.unwrap_or_default(),
                address_line2: self.address_line2.unwrap_or_default(),
                city: self.city.unwrap_or_default(),
                state: self.state.unwrap_or_default(),
                zip: self.zip.unwrap_or_default(),
                country: self.country.unwrap_or_else(|| "US".to_owned()),
            },
            contacts: list(self.contacts)?,
            dependents: list(self.dependents)?,
            beneficiaries: list(self.beneficiaries)?,
            additional_info: list(self.additional_info)?,
            earning_deductions: list::<Value>(self.earning_deductions)?.into(),
            annual_salary: self.annual_salary.map(Amount::from_ten_thousandths),
            hourly_rate: self.hourly_rate.map(Amount::from_ten_thousandths),
            organizations: organizations.into_iter().flatten().collect(),
            has_profile_manager: self.has_profile_manager,
            has_time_off_manager: self.has_time_off_manager,
            version: self.version.unwrap_or_default(),
        })
    }
}

/// The employee with everything else in the same row.
pub(super) async fn of_employee(
    mut from: impl Read,
    scope: &EmployeeScope<Profiles, impl Need>,
    today: Day,
) -> db::Result<Option<ProfileRow>> {
    let has_manager = has_manager(4);
    let sql = format!(
        "SELECT e.employee_code, e.status, e.current_hire_date, e.first_name, e.last_name, e.date_of_birth, p.middle_name,
           p.gender, p.marital_status, p.address_line1, p.address_line2, p.city, p.state, p.zip, p.country, p.contacts,
           p.dependents, p.beneficiaries, p.additional_info, p.earning_deductions, p.annual_salary, p.hourly_rate, p.version,
           {has_manager}, EXISTS (SELECT 1 FROM reporting_line t WHERE t.employee_id = e.id AND t.area = 'Time Off'),
           di.id, di.code, di.name, br.id, br.code, br.name, de.id, de.code, de.name, te.id, te.code, te.name
         FROM employee e LEFT JOIN employee_profile p ON p.employee_id = e.id
         LEFT JOIN organization di ON di.id = e.division_id LEFT JOIN organization br ON br.id = e.branch_id
         LEFT JOIN organization de ON de.id = e.department_id LEFT JOIN organization te ON te.id = e.team_id
         WHERE e.tenant_id = $1 AND e.company_id = $2 AND e.id = $3"
    );
    from.opt(sql, params![scope.tenant(), scope.company(), scope.employee(), today]).await
}

/// A second writer waits here until the first has finished.
pub(super) async fn lock(tx: &mut Tx, scope: &EmployeeScope<Profiles, Write>) -> db::Result<()> {
    tx.exec(
        "INSERT INTO employee_profile (employee_id, tenant_id, company_id, version) VALUES ($3, $1, $2, 0)
         ON CONFLICT (employee_id) DO UPDATE SET version = employee_profile.version",
        params![scope.tenant(), scope.company(), scope.employee()],
    )
    .await
    .map(drop)
}

/// Renames the employee's account if it still has the given name.
pub(super) async fn rename_account(
    tx: &mut Tx,
    scope: &EmployeeScope<Profiles, Write>,
    from: (&str, &str),
    to: (&str, &str),
) -> db::Result<()> {
    tx.exec(
        "UPDATE person SET first_name = $6, last_name = $7
         WHERE tenant_id = $1 AND first_name = $4 AND last_name = $5
           AND id = (SELECT person_id FROM employee WHERE tenant_id = $1 AND company_id = $2 AND id = $3)",
        params![scope.tenant(), scope.company(), scope.employee(), from.0, from.1, to.0, to.1],
    )
    .await
    .map(drop)
}

pub(super) async fn update_demographics(
    tx: &mut Tx,
    scope: &EmployeeScope<Profiles, Write>,
    code: &str,
    of: &Demographics,
) -> db::Result<()> {
    let ids = || params![scope.tenant(), scope.company(), scope.employee()];
    let mut values = ids();
    values.extend(params![
        of.middle_name.as_str(),
        of.gender.as_str(),
        of.marital_status.as_str(),
        of.address_line1.as_str(),
        of.address_line2.as_str(),
        of.city.as_str(),
        of.state.as_str(),
        of.zip.as_str(),
        of.country.as_str()
    ]);
    tx.exec(
        "UPDATE employee_profile SET middle_name = $4, gender = $5, marital_status = $6, address_line1 = $7,
           address_line2 = $8, city = $9, state = $10, zip = $11, country = $12, version = version + 1
         WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3",
        values,
    )
    .await?;
    let (first, last) = (of.first_name.as_str(), of.last_name.as_str());
    let mut values = ids();
    values.extend(params![first, last, of.date_of_birth, names::search_text(first, last, code)]);
    tx.exec(
        "UPDATE employee SET first_name = $4, last_name = $5, date_of_birth = $6, search_text = $7
         WHERE tenant_id = $1 AND company_id = $2 AND id = $3",
        values,
    )
    .await?;
    let mut values = ids();
    values.extend(params![names::sort_name(first, last), of.date_of_birth.of_year()]);
    tx.exec(
        "UPDATE reporting_line SET sort_name = $4, birthday = $5
         WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3",
        values,
    )
    .await
    .map(drop)
}

async fn update_list(
    tx: &mut Tx,
    scope: &EmployeeScope<Profiles, Write>,
    column: &'static str,
    list: Value,
) -> db::Result<()> {
    let sql = format!(
        "UPDATE employee_profile SET {column} = $4, version = version + 1
         WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3"
    );
    let values = params![scope.tenant(), scope.company(), scope.employee(), list.to_string()];
    tx.exec(sql, values).await.map(drop)
}

pub(super) async fn update_contacts(
    tx: &mut Tx,
    scope: &EmployeeScope<Profiles, Write>,
    list: &[Contact],
) -> db::Result<()> {
    update_list(tx, scope, "contacts", json!(list)).await
}

pub(super) async fn update_dependents(
    tx: &mut Tx,
    scope: &EmployeeScope<Profiles, Write>,
    list: &[Relative],
) -> db::Result<()> {
    update_list(tx, scope, "dependents", json!(list)).await
}

pub(super) async fn update_beneficiaries(
    tx: &mut Tx,
    scope: &EmployeeScope<Profiles, Write>,
    list: &[Relative],
) -> db::Result<()> {
    update_list(tx, scope, "beneficiaries", json!(list)).await
}

pub(super) async fn update_additional_info(
    tx: &mut Tx,
    scope: &EmployeeScope<Profiles, Write>,
    list: &[Attribute],
) -> db::Result<()> {
    update_list(tx, scope, "additional_info", json!(list)).await
}

/// Anyone else changing a profile in the meantime waits: (employee, company). Always in the same order, so two never
/// wait for each other.
pub(super) async fn lock_profiles(
    tx: &mut Tx,
    scope: &OperatorScope,
    mut of: Vec<(Uuid, CompanyId)>,
) -> db::Result<()> {
    of.sort_unstable();
    of.dedup();
    let rows = of.into_iter().map(|(employee, company)| params![scope.tenant(), company, employee]).collect();
    let sql =
        "INSERT INTO employee_profile (employee_id, tenant_id, company_id, version) VALUES ($3, $1, $2, 0)
         ON CONFLICT (employee_id) DO UPDATE SET version = employee_profile.version";
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// Empty profiles of employees about to be removed.
pub(super) async fn retire_profiles(
    tx: &mut Tx,
    scope: &OperatorScope,
    employees: Vec<Vec<db::Value>>,
) -> db::Result<()> {
    let sql = "DELETE FROM employee_profile WHERE employee_id = $1 AND tenant_id = $2
           AND middle_name = '' AND gender = '' AND marital_status = '' AND address_line1 = '' AND address_line2 = ''
           AND city = '' AND state = '' AND zip = '' AND contacts = '[]' AND dependents = '[]' AND beneficiaries = '[]'
           AND additional_info = '[]' AND earning_deductions = '[]' AND annual_salary IS NULL AND hourly_rate IS NULL";
    let rows = employees.into_iter().map(|employee| [employee, params![scope.tenant()]].concat()).collect();
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// Whole profiles in bulk, in the column order named here, without their tenant.
pub(super) async fn insert_many(
    tx: &mut Tx,
    scope: &OperatorScope,
    rows: Vec<Vec<db::Value>>,
) -> db::Result<()> {
    tx.exec_many(
        "INSERT INTO employee_profile (employee_id, company_id, gender, marital_status, address_line1,
           address_line2, city, state, zip, contacts, dependents, beneficiaries, additional_info, earning_deductions,
           annual_salary, hourly_rate, tenant_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
        of_tenant(scope, rows),
    )
    .await?;
    Ok(())
}
