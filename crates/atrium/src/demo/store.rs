//! The SQL of the demo world: it writes what has no use case yet, and answers the demo's own queries.

use super::accounts::Account;
use super::profiles::Rows;
use super::time_off_policies::Granted;
use super::world::ACCOUNTS;
use crate::demo_world::{CompanyPlan, DemoPlan, EmployeePlan, PersonPlan};
use crate::deposits::Share;
use crate::roles::{Applies, SHIPPED};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{
    CompanyId, DepositCodeId, DepositId, EmployeeId, PersonId, RoleId, TenantId, TimeOffTypeId,
};
use crate::shared::names;
use db::{Db, Tx, Value, params};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use uuid::Uuid;

pub(super) async fn marker(db: &Db) -> db::Result<Option<String>> {
    let row: Option<(String,)> = db.opt("SELECT value FROM deployment WHERE key = 'demo'", params![]).await?;
    Ok(row.map(|(value,)| value))
}

/// Real data, or what a server made while waiting for its first administrator: signing keys, and a link.
pub(super) async fn is_in_use(db: &Db) -> db::Result<bool> {
    let sql =
        "SELECT 1 FROM tenant UNION ALL SELECT 1 FROM oidc_key UNION ALL SELECT 1 FROM deployment LIMIT 1";
    Ok(db.opt::<(i64,)>(sql, params![]).await?.is_some())
}

pub(super) async fn mark(tx: &mut Tx, value: &str) -> db::Result<()> {
    tx.exec(
        "INSERT INTO deployment (key, value) VALUES ('demo', $1) ON CONFLICT (key) DO UPDATE SET value = $1",
        params![value],
    )
    .await?;
    Ok(())
}

const INSERT_PERSON: &str =
    "INSERT INTO person (id, tenant_id, username, first_name, last_name, email, phone, language,
    version) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const INSERT_EMPLOYEE: &str = "INSERT INTO employee (id, tenant_id, company_id, person_id, employee_code, first_name,
    last_name, date_of_birth, original_hire_date, current_hire_date, status, pay_group_id, division_id, branch_id,
    department_id, team_id, search_text)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 'Active', $10, $11, $12, $13, $14, $15)";
const INSERT_ASSIGNMENT: &str =
    "INSERT INTO role_assignment (id, tenant_id, person_id, role_id, company_id) VALUES ($1, $2, $3, $4, $5)";
const INSERT_LINE: &str =
    "INSERT INTO reporting_line (manager_id, company_id, employee_id, tenant_id, kind, area, sort_name, birthday,
    anniversary) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

fn person_values(row: &PersonPlan) -> Vec<Value> {
    params![
        row.id,
        row.tenant,
        row.username.clone(),
        row.first_name.clone(),
        row.last_name.clone(),
        row.email.clone(),
        row.phone.clone(),
        row.language,
        row.version
    ]
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

/// An assignment's ID is derived from what it joins, so the plan doesn't need to carry one.
fn assignment_values(
    tenant: TenantId,
    person: PersonId,
    role: RoleId,
    company: Option<CompanyId>,
) -> Vec<Value> {
    let parts = [person.0, role.0, company.map_or(Uuid::nil(), |company| company.0)];
    let id = parts.iter().fold(0u128, |id, part| id.rotate_left(41) ^ part.as_u128());
    params![Uuid::from_u128(id), tenant, person, role, company]
}

pub(super) async fn write(tx: &mut Tx, plan: &DemoPlan, now: Timestamp) -> db::Result<()> {
    let tenants = plan.tenants.iter().map(|(id, name)| params![*id, *name, now]).collect();
    tx.exec_many("INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, $3)", tenants).await?;
    let companies = plan.companies.iter();
    let companies =
        companies.map(|row| params![row.id, row.tenant, row.place.name, row.place.time_zone]).collect();
    tx.exec_many("INSERT INTO company (id, tenant_id, name, time_zone) VALUES ($1, $2, $3, $4)", companies)
        .await?;
    let roles = plan.roles.iter();
    let roles = roles.map(|(id, tenant, name, permissions)| {
        let shipped = SHIPPED.iter().find(|role| role.name == *name);
        let applies = shipped.map_or(Applies::Company, |role| role.applies);
        let applications = shipped.map_or("", |role| role.applications);
        params![*id, *tenant, *name, *permissions, applies.as_str(), applications, shipped.is_some()]
    });
    tx.exec_many(
        "INSERT INTO role (id, tenant_id, name, permissions, applies, applications, is_shipped)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        roles.collect(),
    )
    .await?;
    for company in &plan.companies {
        let groups = company.pay_groups.iter();
        let groups = groups.map(|(id, name)| params![*id, company.tenant, company.id, *name]).collect();
        tx.exec_many(
            "INSERT INTO pay_group (id, tenant_id, company_id, name) VALUES ($1, $2, $3, $4)",
            groups,
        )
        .await?;
        // In code order, a parent comes before its children.
        let organizations = company.organizations.iter().map(|(code, (id, kind, name, parent))| {
            let parent = company.organizations.get(parent).map(|(id, ..)| *id);
            params![*id, company.tenant, company.id, parent, *code, *name, *kind]
        });
        tx.exec_many(
            "INSERT INTO organization (id, tenant_id, company_id, parent_id, code, name, kind)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            organizations.collect(),
        )
        .await?;
    }
    write_people(tx, plan).await
}

/// People with their employments, roles and reporting lines; `grown.rs` writes its thousands the same way.
pub(super) async fn write_people(tx: &mut Tx, plan: &DemoPlan) -> db::Result<()> {
    let tenant_of =
        |company: CompanyId| plan.companies.iter().find(|row| row.id == company).map(|row| row.tenant);
    tx.exec_many(INSERT_PERSON, plan.people.iter().map(person_values).collect()).await?;
    tx.exec_many(INSERT_EMPLOYEE, plan.employees.iter().map(employee_values).collect()).await?;
    let tenants: std::collections::HashMap<RoleId, TenantId> =
        plan.roles.iter().map(|(id, tenant, ..)| (*id, *tenant)).collect();
    let assignments = plan.assignments.iter();
    let assignments =
        assignments.map(|(person, role, company)| assignment_values(tenants[role], *person, *role, *company));
    tx.exec_many(INSERT_ASSIGNMENT, assignments.collect()).await?;
    let reports: std::collections::HashMap<EmployeeId, &EmployeePlan> =
        plan.employees.iter().map(|row| (row.id, row)).collect();
    let lines = plan.lines.iter().map(|(manager, company, employee, kind, area)| {
        let (tenant, report) = (tenant_of(*company), reports[employee]);
        let mut values = params![*manager, *company, *employee, tenant, kind.as_str(), area.as_str()];
        values.extend(params![
            names::sort_name(&report.first_name, &report.last_name),
            report.born.of_year(),
            report.hired.of_year()
        ]);
        values
    });
    tx.exec_many(INSERT_LINE, lines.collect()).await?;
    Ok(())
}

/// One password for everyone, hashed once.
pub(super) async fn give_passwords(tx: &mut Tx, hash: &str, now: Timestamp) -> db::Result<()> {
    tx.exec(
        "INSERT INTO password_credential (person_id, tenant_id, hash, changed_at)
         SELECT id, tenant_id, $1, $2 FROM person",
        params![hash, now],
    )
    .await?;
    Ok(())
}

/// What payroll says about a company.
pub(super) async fn payroll(
    tx: &mut Tx,
    company: &CompanyPlan,
    last: Option<Day>,
    (deposits, taxes): (&str, &str),
) -> db::Result<()> {
    let sql = "INSERT INTO company_payroll (company_id, tenant_id, is_processing, last_payroll_date, deposit_approval,
          deposit_accounts_max, tax_approval) VALUES ($1, $2, FALSE, $3, $4, 5, $5)";
    tx.exec(sql, params![company.id, company.tenant, last, deposits, taxes]).await?;
    Ok(())
}

pub(super) async fn deposit_codes(
    tx: &mut Tx,
    company: &CompanyPlan,
    ids: &[DepositCodeId],
    codes: &[(&str, &str)],
) -> db::Result<()> {
    let rows = ids
        .iter()
        .zip(codes)
        .map(|(id, (code, description))| params![*id, company.tenant, company.id, *code, *description]);
    let sql =
        "INSERT INTO deposit_code (id, tenant_id, company_id, code, description) VALUES ($1, $2, $3, $4, $5)";
    tx.exec_many(sql, rows.collect()).await?;
    Ok(())
}

/// An account in effect since its first day; `(sealed, mark)` is its number.
pub(super) fn deposit_values(
    employee: &EmployeePlan,
    account: &Account,
    id: DepositId,
    code: Option<DepositCodeId>,
    nth: usize,
    (sealed, mark): (Vec<u8>, Vec<u8>),
) -> Vec<Value> {
    let (amount_type, amount) = match account.share {
        Share::Fixed(amount) => ("fixed", Some(amount.ten_thousandths())),
        Share::Percentage(percent) => ("percentage", Some(percent * 10_000)),
        Share::Balance => ("balance", None),
    };
    let since =
        account.from.0.to_zoned(TimeZone::UTC).map(|day| day.timestamp()).unwrap_or(Timestamp::UNIX_EPOCH);
    params![
        id,
        employee.tenant,
        employee.company,
        employee.id,
        code,
        account.routing_number,
        account.bank_name(),
        account.account_type,
        sealed,
        mark,
        account.last_four(),
        amount_type,
        amount,
        1 + nth as i64,
        account.from,
        account.to,
        since
    ]
}

pub(super) async fn write_deposits(tx: &mut Tx, rows: Vec<Vec<Value>>) -> db::Result<()> {
    let sql = "INSERT INTO direct_deposit (id, tenant_id, company_id, employee_id, code_id, routing_number, bank_name,
          account_type, sealed_number, number_hash, last_four, amount_type, amount, priority, start_date, end_date,
          approval, hold_until, version, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'Approved', $17, 1, $17)";
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// Rows in the column order named here.
pub(super) async fn write_profiles(tx: &mut Tx, rows: Rows) -> db::Result<()> {
    tx.exec_many(
        "INSERT INTO benefit_plan (id, tenant_id, company_id, name, category, deduction_code, link, position)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        rows.plans,
    )
    .await?;
    tx.exec_many(
        "INSERT INTO employee_profile (employee_id, tenant_id, company_id, gender, marital_status, address_line1,
           address_line2, city, state, zip, contacts, dependents, beneficiaries, additional_info, earning_deductions,
           annual_salary, hourly_rate)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
        rows.profiles,
    )
    .await?;
    tx.exec_many(
        "INSERT INTO benefit_enrollment (id, tenant_id, company_id, employee_id, plan_id, tier, employee_amount,
           employer_amount, periods, status, start_date, dependents, beneficiaries)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        rows.enrollments,
    )
    .await?;
    Ok(())
}

/// Rows in the column order named here.
pub(super) async fn write_tax_forms(
    tx: &mut Tx,
    states: Vec<Vec<Value>>,
    forms: Vec<Vec<Value>>,
) -> db::Result<()> {
    tx.exec_many(
        "INSERT INTO company_state (id, tenant_id, company_id, state, locality) VALUES ($1, $2, $3, $4, $5)",
        states,
    )
    .await?;
    tx.exec_many(
        "INSERT INTO tax_setup (id, tenant_id, company_id, employee_id, level, state, locality, version, figures, approval,
           signed_name, declaration, created_at, in_force_at)
         VALUES ($1, $2, $3, $4, $5, $6, '', $7, $8, 'Approved', $9, $10, $11, $11)",
        forms,
    )
    .await?;
    Ok(())
}

/// The people a visitor may sign in as, in list order.
pub(super) async fn accounts(db: &Db) -> db::Result<Vec<serde_json::Value>> {
    let mut values = vec![];
    let list = db::in_list(&mut values, ACCOUNTS.iter().map(|account| account.username))?;
    let there: Vec<(String,)> = db
        .all(format!("SELECT username FROM person WHERE disabled_at IS NULL AND username IN {list}"), values)
        .await?;
    let known = ACCOUNTS.iter().filter(|account| there.iter().any(|(name,)| name == account.username));
    let shown = known.map(|account| {
        json!({
            "username": account.username,
            "firstName": account.first_name,
            "lastName": account.last_name,
            "who": account.who,
            "language": account.language,
        })
    });
    Ok(shown.collect())
}

pub async fn person(db: &Db, username: &str) -> db::Result<Option<PersonId>> {
    let row: Option<(PersonId,)> = db
        .opt(
            "SELECT id FROM person WHERE lower(username) = lower($1) AND disabled_at IS NULL",
            params![username],
        )
        .await?;
    Ok(row.map(|(id,)| id))
}

pub(super) async fn write_time_off_type(
    tx: &mut Tx,
    (tenant, company): (TenantId, CompanyId),
    id: TimeOffTypeId,
    position: i64,
    granted: &Granted,
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
            tenant,
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

pub(super) async fn write_holidays(tx: &mut Tx, days: Vec<Vec<Value>>) -> db::Result<()> {
    let sql =
        "INSERT INTO company_holiday (company_id, day, tenant_id, name, name_es) VALUES ($1, $2, $3, $4, $5)";
    tx.exec_many(sql, days).await?;
    Ok(())
}

pub(super) async fn write_blackout(
    tx: &mut Tx,
    (tenant, company): (TenantId, CompanyId),
    id: Uuid,
    type_id: TimeOffTypeId,
    (first, last): (Day, Day),
    reason: &str,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO time_off_blackout (id, tenant_id, company_id, type_id, first_day, last_day, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![id, tenant, company, type_id, first, last, reason],
    )
    .await?;
    Ok(())
}

pub(super) async fn time_off_type(db: &Db, company: CompanyId, name: &str) -> db::Result<TimeOffTypeId> {
    let sql = "SELECT id FROM time_off_type WHERE company_id = $1 AND name = $2";
    Ok(db.one::<(TimeOffTypeId,)>(sql, params![company, name]).await?.0)
}

/// The people `grown.rs` added, by ID.
pub(super) async fn newcomers(
    db: &Db,
    company: CompanyId,
    after: Option<EmployeeId>,
    limit: i64,
) -> db::Result<Vec<(EmployeeId, PersonId)>> {
    db.all(
        "SELECT e.id, e.person_id FROM employee e JOIN person p ON p.id = e.person_id
         WHERE e.company_id = $1 AND p.username LIKE 'worker%' AND ($2 IS NULL OR e.id > $2) ORDER BY e.id LIMIT $3",
        params![company, after, limit],
    )
    .await
}

/// Rows in the column order named here.
pub(super) async fn write_time_off(
    tx: &mut Tx,
    adjustments: Vec<Vec<Value>>,
    worked: Vec<Vec<Value>>,
    requests: Vec<Vec<Value>>,
    days: Vec<Vec<Value>>,
) -> db::Result<()> {
    tx.exec_many(
        "INSERT INTO time_off_adjustment (id, tenant_id, company_id, employee_id, type_id, day, kind, hours, note)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        adjustments,
    )
    .await?;
    tx.exec_many(
        "INSERT INTO hours_worked (employee_id, day, tenant_id, company_id, hours) VALUES ($1, $2, $3, $4, $5)",
        worked,
    )
    .await?;
    tx.exec_many(
        "INSERT INTO time_off_request (id, tenant_id, company_id, employee_id, type_id, first_day, last_day, hours,
           status, request_date, requested_by, decided_by, decided_at, includes_weekends, unit, notes, manager_notes,
           version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, FALSE, 'whole', '', '', 1)",
        requests,
    )
    .await?;
    tx.exec_many(
        "INSERT INTO time_off_day (request_id, day, tenant_id, company_id, employee_id, type_id, hours, status)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        days,
    )
    .await?;
    Ok(())
}

/// (request, when it was made, when it was decided, if it was): the use cases know no day but today.
pub(super) async fn backdate_requests(tx: &mut Tx, rows: Vec<Vec<Value>>) -> db::Result<()> {
    let sql = "UPDATE time_off_request SET request_date = $2,
           decided_at = CASE WHEN decided_at IS NULL THEN NULL ELSE $3 END WHERE id = $1";
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// Rows in the column order named here, as in the functions below.
pub(super) async fn write_clock_settings(tx: &mut Tx, rows: Vec<Vec<Value>>) -> db::Result<()> {
    let sql =
        "INSERT INTO clock_setting (company_id, tenant_id, pay_period, period_end) VALUES ($1, $2, $3, $4)";
    tx.exec_many(sql, rows).await?;
    Ok(())
}

pub(super) async fn write_patterns(tx: &mut Tx, rows: Vec<Vec<Value>>) -> db::Result<()> {
    let sql = "INSERT INTO working_pattern (employee_id, tenant_id, company_id, starts_minute, break_minutes, monday,
           tuesday, wednesday, thursday, friday, saturday, sunday, changes)
         VALUES ($1, $2, $3, $4, $5, 80000, 80000, 80000, 80000, 80000, 0, 0, 0)
         ON CONFLICT (employee_id) DO UPDATE SET starts_minute = $4, break_minutes = $5";
    tx.exec_many(sql, rows).await?;
    Ok(())
}

pub(super) async fn write_punches(tx: &mut Tx, rows: Vec<Vec<Value>>) -> db::Result<()> {
    let sql = "INSERT INTO clock_punch (id, tenant_id, company_id, employee_id, kind, at) VALUES ($1, $2, $3, $4, $5, $6)";
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// Which employees of a company are away on which days.
pub(super) async fn approved_days(
    db: &Db,
    company: CompanyId,
) -> db::Result<std::collections::BTreeSet<(EmployeeId, Day)>> {
    let sql = "SELECT employee_id, day FROM time_off_day WHERE company_id = $1 AND status = 'Approved'";
    Ok(db.all::<(EmployeeId, Day)>(sql, params![company]).await?.into_iter().collect())
}

/// No one gets mail or reminders about what happened before the world existed, and older notices are marked read.
pub(super) async fn settle_notices(tx: &mut Tx, now: Timestamp) -> db::Result<()> {
    tx.exec("UPDATE time_off_request SET reminded_at = $1 WHERE status = 'Pending'", params![now]).await?;
    tx.exec("DELETE FROM outbox_message WHERE topic IN ('mail', 'sms')", params![]).await?;
    let lately = now - SignedDuration::from_hours(4 * 24);
    tx.exec("UPDATE notice SET read_at = created_at WHERE created_at < $1", params![lately]).await?;
    Ok(())
}
