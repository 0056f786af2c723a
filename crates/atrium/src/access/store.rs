//! The facts behind each decision: a person's roles, and the lines between a manager and an employee.

use super::decider::DeciderScope;
use super::employment::DatedEmployment;
use super::reporting::{Area, ReportKind};
use super::time::ApproverScope;
use crate::shared::day::Day;
use crate::shared::id::{
    ChangeRequestId, CompanyId, EmployeeId, IntegrationId, MachineId, PersonId, RoleId, TenantId,
};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

pub(super) struct ViewerRow {
    pub tenant_id: TenantId,
    pub tenant_name: String,
    pub switched_off: Option<String>,
    pub flags: Option<String>,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone: Option<String>,
    pub language: String,
    pub version: String,
    pub assignment: Option<Uuid>,
    pub role: Option<RoleId>,
    pub role_name: Option<String>,
    pub permissions: Option<String>,
    pub opens: Option<String>,
    pub company_id: Option<CompanyId>,
    pub company_name: Option<String>,
    pub time_zone: Option<String>,
    pub has_time_clock: Option<bool>,
    pub vendors: Option<String>,
    pub employee_id: Option<EmployeeId>,
    pub has_dated_employment: bool,
    pub starts_on: Option<Day>,
    pub ends_on: Option<Day>,
    /// For a tenant-wide role with dates: the time zone its days begin and end in.
    pub tenant_zone: Option<String>,
}
db::row!(ViewerRow {
    tenant_id,
    tenant_name,
    switched_off,
    flags,
    username,
    first_name,
    last_name,
    email,
    phone,
    language,
    version,
    assignment,
    role,
    role_name,
    permissions,
    opens,
    company_id,
    company_name,
    time_zone,
    has_time_clock,
    vendors,
    employee_id,
    has_dated_employment,
    starts_on,
    ends_on,
    tenant_zone
});

/// One row per role, whatever its dates, with each company's together; one row without a role for a person who has
/// none; no rows for a person who is unknown or disabled, or whose tenant was removed.
pub(super) async fn viewer_rows(db: &Db, person: PersonId) -> db::Result<Vec<ViewerRow>> {
    db.all(
        "SELECT p.tenant_id, t.name,
                (SELECT string_agg(f.feature_id || CASE WHEN f.read_only THEN '' ELSE '=' || f.permissions END, ';')
                 FROM feature f WHERE f.tenant_id = t.id AND f.narrows),
                (SELECT string_agg(g.key || CASE WHEN g.is_on THEN '=on' ELSE '=off' END, ' ') FROM flag g
                 WHERE g.tenant_id = t.id),
                p.username, p.first_name, p.last_name, p.email, p.phone, p.language, p.version,
                a.id, r.id, r.name, r.permissions,
                CASE WHEN r.applications <> '' THEN (SELECT string_agg(ap.code, ' ') FROM application ap
                 WHERE ap.tenant_id = r.tenant_id AND ' ' || r.applications || ' ' LIKE '% ' || ap.code || ' %') END,
                c.id, c.name, c.time_zone, c.has_time_clock,
                (SELECT string_agg(i.url || ' ' || i.name, '\n') FROM integration i
                 WHERE i.company_id = c.id AND i.active),
                e.id,
                EXISTS (SELECT 1 FROM employee d
                  WHERE d.person_id = p.id AND (d.status = 'Terminated' OR d.last_day IS NOT NULL)),
                a.starts_on, a.ends_on,
                CASE WHEN a.company_id IS NULL AND (a.starts_on IS NOT NULL OR a.ends_on IS NOT NULL) THEN
                  (SELECT z.time_zone FROM company z WHERE z.tenant_id = t.id ORDER BY z.id LIMIT 1) END
         FROM person p
         JOIN tenant t ON t.id = p.tenant_id AND t.removed_at IS NULL
         LEFT JOIN role_assignment a ON a.person_id = p.id AND a.tenant_id = p.tenant_id
         LEFT JOIN role r ON r.id = a.role_id
         LEFT JOIN company c ON c.id = a.company_id AND c.tenant_id = p.tenant_id
         LEFT JOIN employee e ON e.person_id = p.id AND e.company_id = c.id AND e.status = 'Active'
         WHERE p.id = $1 AND p.disabled_at IS NULL
         ORDER BY c.name NULLS FIRST, c.id, r.name",
        params![person],
    )
    .await
}

db::row!(DatedEmployment {
    company_id,
    company_name,
    time_zone,
    employee_id,
    is_terminated,
    last_day,
    rehire_day,
    leaver_access_months,
    works_elsewhere
});

/// A person's employments that have ended, or will. Few people have any, so only they pay for the read.
pub(super) async fn dated_employments(db: &Db, person: PersonId) -> db::Result<Vec<DatedEmployment>> {
    db.all(
        "SELECT c.id, c.name, c.time_zone, e.id, e.status = 'Terminated', e.last_day, e.rehire_day,
                t.leaver_access_months,
                EXISTS (SELECT 1 FROM employee o WHERE o.person_id = $1 AND o.status <> 'Terminated' AND o.last_day IS NULL)
         FROM employee e JOIN company c ON c.id = e.company_id JOIN tenant t ON t.id = e.tenant_id
         WHERE e.person_id = $1 AND (e.status = 'Terminated' OR e.last_day IS NOT NULL)
         ORDER BY c.name, c.id",
        params![person],
    )
    .await
}

/// The manager, and the managers they stand in for on this day.
pub(super) async fn approves_for(
    db: &Db,
    manager: PersonId,
    company: CompanyId,
    today: Day,
) -> db::Result<Vec<PersonId>> {
    let others: Vec<(PersonId,)> = db
        .all(
            "SELECT DISTINCT d.manager_id FROM time_off_delegation d JOIN person m ON m.id = d.manager_id
             WHERE d.delegate_id = $1 AND d.company_id = $2 AND d.first_day <= $3 AND d.last_day >= $3
               AND d.ended_at IS NULL AND m.disabled_at IS NULL AND d.manager_id <> $1
               AND NOT EXISTS (SELECT 1 FROM employee me WHERE me.person_id = d.manager_id AND me.company_id = $2
                 AND (me.status = 'Terminated' OR me.last_day < $3))",
            params![manager, company, today],
        )
        .await?;
    Ok(std::iter::once(manager).chain(others.into_iter().map(|(other,)| other)).collect())
}

/// (manager, kind, area, the employee's person) for a line.
pub(super) type LineFrom = (PersonId, String, String, PersonId);

/// Every line in force today from one of these managers to this employee.
pub(super) async fn lines_from(
    mut from: impl Read,
    managers: &[PersonId],
    company: CompanyId,
    employee: EmployeeId,
    today: Day,
) -> db::Result<Vec<LineFrom>> {
    let mut values = params![company, employee, today];
    let list = db::in_list(&mut values, managers.iter().copied())?;
    let sql = format!(
        "SELECT l.manager_id, l.kind, l.area, e.person_id FROM reporting_line l
         JOIN employee e ON e.id = l.employee_id AND e.status = 'Active' AND (e.last_day IS NULL OR e.last_day >= $3)
         WHERE l.company_id = $1 AND l.employee_id = $2 AND (l.last_day IS NULL OR l.last_day >= $3)
           AND l.manager_id IN {list}"
    );
    from.all(sql, values).await
}

/// A condition in two parts: on a line `l`, and on the employee `e` it leads to. Displayed, it's both.
pub struct Reached {
    pub of_line: String,
    pub of_employee: String,
}

impl std::fmt::Display for Reached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} AND {}", self.of_line, self.of_employee)
    }
}

/// A line `l` in the area Time Off from one of the approver's managers to an employee `e`, who is neither the viewer
/// nor that manager.
pub fn is_reached<F, N>(
    scope: &ApproverScope<F, N>,
    report: Option<ReportKind>,
    values: &mut Vec<Value>,
) -> db::Result<Reached> {
    values.push(scope.viewer().into());
    let viewer = values.len();
    let managers = db::in_list(values, scope.managers())?;
    // An indirect report counts only when the primary list lacks the area.
    let kind = match report {
        None => "",
        Some(ReportKind::Primary) => "AND l.kind = 'primary'",
        Some(ReportKind::Secondary) => {
            "AND l.kind = 'secondary' AND NOT EXISTS (SELECT 1 FROM reporting_line nearer
               WHERE nearer.manager_id = l.manager_id AND nearer.company_id = l.company_id
                 AND nearer.employee_id = l.employee_id AND nearer.kind = 'primary' AND nearer.area = 'Time Off')"
        }
    };
    Ok(Reached {
        of_line: format!("l.area = 'Time Off' AND l.manager_id IN {managers} {kind}"),
        of_employee: format!(
            "e.status = 'Active' AND e.person_id <> ${viewer} AND e.person_id <> l.manager_id"
        ),
    })
}

pub(super) struct FeedRow {
    pub person_id: PersonId,
    pub company_id: CompanyId,
    pub employee_id: EmployeeId,
    pub kind: String,
}
db::row!(FeedRow { person_id, company_id, employee_id, kind });

/// The calendar for a secret, if its link is still open.
pub(super) async fn feed(db: &Db, secret_hash: &[u8]) -> db::Result<Option<FeedRow>> {
    db.opt(
        "SELECT person_id, company_id, employee_id, kind FROM calendar_feed
         WHERE secret_hash = $1 AND revoked_at IS NULL",
        params![secret_hash],
    )
    .await
}

/// Who a chat socket ticket was issued to, in which session, by which client, and until when. It works once.
pub(super) async fn take_chat_ticket(
    tx: &mut Tx,
    secret_hash: &[u8],
) -> db::Result<Option<(PersonId, Uuid, String, Timestamp)>> {
    tx.opt(
        "DELETE FROM assistant_ticket WHERE secret_hash = $1 RETURNING person_id, session_id, client_id, expires_at",
        params![secret_hash],
    )
    .await
}

/// The tenant's first company, and its time zone.
pub(super) async fn first_company(db: &Db, tenant: TenantId) -> db::Result<Option<(CompanyId, String)>> {
    db.opt("SELECT id, time_zone FROM company WHERE tenant_id = $1 ORDER BY id LIMIT 1", params![tenant])
        .await
}

/// Which of these companies the tenant has.
pub(super) async fn companies_of(
    db: &Db,
    tenant: TenantId,
    companies: &[CompanyId],
) -> db::Result<Vec<CompanyId>> {
    let mut values = params![tenant];
    let list = db::in_list(&mut values, companies.iter().copied())?;
    let sql = format!("SELECT id FROM company WHERE tenant_id = $1 AND id IN {list}");
    Ok(db.all::<(CompanyId,)>(sql, values).await?.into_iter().map(|(id,)| id).collect())
}

/// The facts behind a decision on one employee's requests.
pub(super) struct Deciding {
    pub person_id: PersonId,
    /// The viewer has a line to the employee in the area Personal Info.
    pub is_report: bool,
    /// A manager other than the employee may decide.
    pub has_manager: bool,
}
db::row!(Deciding { person_id, is_report, has_manager });

/// For an employee `e`: whether the person `$3` has a line to them in the area Personal Info.
pub fn is_report(day: usize) -> String {
    let counts = line_counts(day);
    format!(
        "EXISTS (SELECT 1 FROM reporting_line l WHERE l.manager_id = $3 AND l.company_id = e.company_id
    AND l.employee_id = e.id AND l.area = 'Personal Info' AND {counts})"
    )
}

/// For a line `l`: whether it's in force on the day in parameter `day`.
fn line_counts(day: usize) -> String {
    format!("(l.last_day IS NULL OR l.last_day >= ${day})")
}

/// For an employee `e`: whether there is still a manager who may decide their requests on the day in parameter `day`.
pub fn has_manager(day: usize) -> String {
    let (in_force, counts) = (in_force(day), line_counts(day));
    format!(
        "EXISTS (SELECT 1 FROM reporting_line l
    JOIN person m ON m.id = l.manager_id AND m.disabled_at IS NULL
    JOIN role_assignment a ON a.person_id = m.id AND a.company_id = e.company_id AND {in_force}
    JOIN role r ON r.id = a.role_id
    WHERE l.employee_id = e.id AND l.company_id = e.company_id AND l.area = 'Personal Info' AND {counts}
      AND l.manager_id <> e.person_id AND (' ' || r.permissions || ' ') LIKE '% manager:profile.write %'
      AND NOT EXISTS (SELECT 1 FROM employee me WHERE me.person_id = l.manager_id AND me.company_id = l.company_id
        AND (me.status = 'Terminated' OR me.last_day < ${day})))"
    )
}

/// For an employee `e` of the tenant in parameter `tenant`: whether someone who may decide in an area is left on the day in
/// parameter `day`. A line alone isn't enough: its manager may have been locked, have left, or have lost the role.
pub fn is_managed(area: Area, (tenant, day): (usize, usize)) -> String {
    let (in_force, counts, name) = (in_force(day), line_counts(day), area.as_str());
    let permission = match area {
        Area::TimeOff => "manager:time-off.write",
        Area::PersonalInfo => "manager:profile.write",
    };
    // Who may manage is worked out once, not for each employee. `coalesce` keeps SQLite from walking all lines of all
    // managers for each employee: it must begin with the employee's own.
    format!(
        "EXISTS (SELECT 1 FROM reporting_line l WHERE l.employee_id = e.id AND l.area = '{name}'
    AND l.manager_id <> e.person_id AND {counts} AND (coalesce(l.manager_id, l.manager_id), l.company_id) IN
      (SELECT a.person_id, a.company_id FROM role r CROSS JOIN role_assignment a CROSS JOIN person m
       WHERE r.tenant_id = ${tenant} AND (' ' || r.permissions || ' ') LIKE '% {permission} %'
         AND a.role_id = r.id AND a.company_id IS NOT NULL AND {in_force}
         AND m.id = a.person_id AND m.disabled_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM employee me WHERE me.person_id = a.person_id
           AND me.company_id = a.company_id AND (me.status = 'Terminated' OR me.last_day < ${day}))))"
    )
}

/// The same without one of the managers: the person in parameter `person`.
pub fn is_managed_without(area: Area, of: (usize, usize), person: usize) -> String {
    let without = format!("l.manager_id NOT IN (e.person_id, ${person})");
    is_managed(area, of).replace("l.manager_id <> e.person_id", &without)
}

/// For an assignment `a`: whether it's in force on the day in parameter `day`, first and last day included.
pub fn in_force(day: usize) -> String {
    format!("(a.starts_on IS NULL OR a.starts_on <= ${day}) AND (a.ends_on IS NULL OR a.ends_on >= ${day})")
}

/// For a person `p`: whether they can sign in without a new link.
pub const IS_IN_USE: &str = "(EXISTS (SELECT 1 FROM password_credential c WHERE c.person_id = p.id)
    OR EXISTS (SELECT 1 FROM passkey k WHERE k.person_id = p.id)
    OR EXISTS (SELECT 1 FROM upstream_identity u WHERE u.person_id = p.id))";

/// For an assignment `a` of a role `r` to a person `p`: whether that makes them an administrator of the whole tenant who
/// stays, as of the day in parameter `day`. Someone whose employment ends isn't counted on, nor someone who has never signed in.
pub fn stays_administrator(day: usize) -> String {
    format!(
        "a.company_id IS NULL AND a.ends_on IS NULL AND (a.starts_on IS NULL OR a.starts_on <= ${day})
           AND p.disabled_at IS NULL AND {IS_IN_USE} AND ' ' || r.permissions || ' ' LIKE '% admin.write %'
           AND (NOT EXISTS (SELECT 1 FROM employee w WHERE w.person_id = p.id)
             OR EXISTS (SELECT 1 FROM employee w WHERE w.person_id = p.id AND w.status <> 'Terminated'
                  AND (w.last_day IS NULL OR w.rehire_day IS NOT NULL)))"
    )
}

pub(super) async fn deciding<F, N>(
    db: &Db,
    scope: &DeciderScope<F, N>,
    employee: EmployeeId,
) -> db::Result<Option<Deciding>> {
    let sql = format!(
        "SELECT e.person_id, {}, {} FROM employee e
         WHERE e.tenant_id = $1 AND e.company_id = $2 AND e.id = $4",
        is_report(5),
        has_manager(5)
    );
    db.opt(sql, params![scope.tenant(), scope.company(), scope.viewer(), employee, scope.today()]).await
}

pub(super) async fn time_zone(db: &Db, tenant: TenantId, company: CompanyId) -> db::Result<Option<String>> {
    let row: Option<(String,)> = db
        .opt("SELECT time_zone FROM company WHERE tenant_id = $1 AND id = $2", params![tenant, company])
        .await?;
    Ok(row.map(|(zone,)| zone))
}

pub(super) async fn name_and_zone(
    mut from: impl Read,
    tenant: TenantId,
    company: CompanyId,
) -> db::Result<Option<(String, String)>> {
    let sql = "SELECT name, time_zone FROM company WHERE tenant_id = $1 AND id = $2";
    from.opt(sql, params![tenant, company]).await
}

pub(super) async fn alarm(
    db: &Db,
    token_hash: Vec<u8>,
    now: Timestamp,
) -> db::Result<Option<(TenantId, CompanyId, EmployeeId, PersonId, ChangeRequestId, String)>> {
    db.opt(
        "SELECT a.tenant_id, a.company_id, a.employee_id, e.person_id, a.request_id, c.time_zone
         FROM deposit_alarm a JOIN employee e ON e.id = a.employee_id JOIN company c ON c.id = a.company_id
         JOIN tenant t ON t.id = a.tenant_id AND t.removed_at IS NULL
         WHERE a.token_hash = $1 AND a.expires_at > $2 AND a.used_at IS NULL",
        params![token_hash, now],
    )
    .await
}

pub(super) async fn employments(
    tx: &mut Tx,
    tenant: TenantId,
    person: PersonId,
) -> db::Result<Vec<(CompanyId, EmployeeId, String)>> {
    let sql = "SELECT e.company_id, e.id, c.time_zone FROM employee e JOIN company c ON c.id = e.company_id
         WHERE e.tenant_id = $1 AND e.person_id = $2 ORDER BY e.id";
    tx.all(sql, params![tenant, person]).await
}

pub(super) async fn tenants(db: &Db) -> db::Result<Vec<TenantId>> {
    Ok(db
        .all::<(TenantId,)>("SELECT id FROM tenant ORDER BY id", vec![])
        .await?
        .into_iter()
        .map(|row| row.0)
        .collect())
}

/// The tenant and company of an active integration with this secret.
pub(super) async fn vendor(
    db: &Db,
    id: IntegrationId,
    secret_hash: Vec<u8>,
) -> db::Result<Option<(TenantId, CompanyId)>> {
    let sql = "SELECT i.tenant_id, i.company_id FROM integration i JOIN tenant t ON t.id = i.tenant_id
         WHERE i.id = $1 AND i.secret_hash = $2 AND i.active AND t.removed_at IS NULL";
    db.opt(sql, params![id, secret_hash]).await
}

pub(super) async fn tenant_of_integration(db: &Db, id: IntegrationId) -> db::Result<Option<TenantId>> {
    let found: Option<(TenantId,)> =
        db.opt("SELECT tenant_id FROM integration WHERE id = $1", params![id]).await?;
    Ok(found.map(|(tenant,)| tenant))
}

pub(super) struct MachineRow {
    pub tenant_id: TenantId,
    pub name: String,
    pub scopes: String,
    pub requests_per_minute: i64,
    pub is_in_maintenance: bool,
}
db::row!(MachineRow { tenant_id, name, scopes, requests_per_minute, is_in_maintenance });

/// Of a machine that wasn't revoked: its tenant, and its rights separated by spaces.
pub(super) async fn rights_of_machine(db: &Db, machine: MachineId) -> db::Result<Option<(TenantId, String)>> {
    let sql = "SELECT m.tenant_id, m.scopes FROM machine m JOIN tenant t ON t.id = m.tenant_id
         WHERE m.id = $1 AND m.revoked_at IS NULL AND t.removed_at IS NULL";
    db.opt(sql, params![machine]).await
}

/// A machine whose credential still counts.
pub(super) async fn machine(db: &Db, machine: MachineId, credential: Uuid) -> db::Result<Option<MachineRow>> {
    db.opt(
        "SELECT m.tenant_id, m.name, m.scopes, m.requests_per_minute,
                EXISTS (SELECT 1 FROM flag f
                  WHERE f.tenant_id = m.tenant_id AND f.key = 'maintenance-mode' AND f.is_on)
         FROM machine m JOIN tenant t ON t.id = m.tenant_id AND t.removed_at IS NULL
         WHERE m.id = $1 AND m.credential = $2 AND m.revoked_at IS NULL",
        params![machine, credential],
    )
    .await
}
