//! The SQL for roles and who has them. Every function takes a scope and filters by it.

mod rights;

pub(super) use rights::{RightsRow, page_permissions, rights_of_two};

use super::Roles;
use super::rules::{Applies, Shipped};
use crate::access::{
    AdminScope, Area, Need, OperatorScope, WholeTenantScope, Write, in_force, is_managed_without,
    stays_administrator,
};
use crate::shared::day::Day;
use crate::shared::id::{AssignmentId, CompanyId, PersonId, RoleId};
use crate::shared::names;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Cell, Db, Get, Read, Tx, Value, params};
use std::collections::BTreeSet;

impl Get for Applies {
    fn get(cell: Cell<'_>) -> db::Result<Option<Applies>> {
        cell.parse(Applies::parse)
    }
}

#[derive(Clone, Debug)]
pub struct RoleRow {
    pub id: RoleId,
    pub name: String,
    /// Separated by spaces.
    pub permissions: String,
    pub applications: String,
    pub applies: Applies,
    pub is_shipped: bool,
    pub version: i64,
    /// Counted up to one more than `MAX_COUNTED`.
    pub holders: i64,
}
db::row!(RoleRow { id, name, permissions, applications, applies, is_shipped, version, holders });

impl RoleRow {
    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.name.clone(), self.id.to_string()]
    }
}

/// One person's role in one place.
#[derive(Clone, Debug)]
pub struct Assignment {
    pub id: AssignmentId,
    pub person: PersonId,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub role: RoleId,
    pub role_name: String,
    pub permissions: String,
    /// None: the whole tenant.
    pub company: Option<CompanyId>,
    pub company_name: Option<String>,
    /// The time zone its days begin and end in.
    pub time_zone: String,
    pub starts_on: Option<Day>,
    pub ends_on: Option<Day>,
    pub version: i64,
}
db::row!(Assignment {
    id,
    person,
    username,
    first_name,
    last_name,
    role,
    role_name,
    permissions,
    company,
    company_name,
    time_zone,
    starts_on,
    ends_on,
    version
});

impl Assignment {
    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.id.to_string()]
    }
}

#[derive(Clone, Debug)]
pub(super) struct RolePerson {
    pub id: PersonId,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
}
db::row!(RolePerson { id, username, first_name, last_name });

/// A company, or the whole tenant, where a role is given.
pub(super) struct RolePlace {
    pub company: Option<CompanyId>,
    pub name: Option<String>,
    pub time_zone: String,
}
db::row!(RolePlace { company, name, time_zone });

/// We stop counting here: a list must not cost more because everyone has a role.
pub(super) const MAX_COUNTED: i64 = 100;
/// The most people a search finds.
const MAX_FOUND: i64 = 20;
/// Search words beyond these don't narrow anything.
const MAX_WORDS: usize = 4;

const BY_NAME: Sort = Sort::ascending(&[("r.name", SortKey::Text), ("r.id", SortKey::Id)]);
const NEWEST_FIRST: Sort = Sort::descending(&[("a.id", SortKey::Id)]);

/// A condition on the company of an assignment `a`, for administrators who look after only some companies.
fn within(scope: &AdminScope<Roles, impl Need>, column: &str, values: &mut Vec<Value>) -> db::Result<String> {
    let Some(companies) = scope.companies() else { return Ok(String::new()) };
    Ok(format!("AND {column} IN {}", db::in_list(values, companies)?))
}

/// The columns for `RoleRow`: `day` is the earliest anywhere, so what is over by then is over everywhere.
fn role_columns(
    scope: &AdminScope<Roles, impl Need>,
    day: Day,
    values: &mut Vec<Value>,
) -> db::Result<String> {
    values.push(day.into());
    let day = values.len();
    let within = within(scope, "a.company_id", values)?;
    Ok(format!(
        "r.id, r.name, r.permissions, r.applications, r.applies, r.is_shipped, r.version,
         (SELECT count(*) FROM (SELECT 1 FROM role_assignment a WHERE a.role_id = r.id {within}
            AND (a.ends_on IS NULL OR a.ends_on >= ${day}) LIMIT {}) counted)",
        MAX_COUNTED + 1
    ))
}

pub(super) async fn list(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    day: Day,
    search: &str,
    ask: &Ask,
) -> Result<Vec<RoleRow>, Problem> {
    let mut values = params![scope.tenant()];
    let columns = role_columns(scope, day, &mut values)?;
    let mut matches = String::new();
    for pattern in names::loose_patterns(search) {
        values.push(pattern.into());
        matches += &format!(" AND lower(r.name) LIKE ${} ESCAPE '\\'", values.len());
    }
    let page = BY_NAME.page(ask, &mut values)?;
    Ok(db.all(format!("SELECT {columns} FROM role r WHERE r.tenant_id = $1{matches} {page}"), values).await?)
}

pub(super) async fn one(
    mut from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
    day: Day,
    id: RoleId,
) -> db::Result<Option<RoleRow>> {
    let mut values = params![scope.tenant(), id];
    let columns = role_columns(scope, day, &mut values)?;
    from.opt(format!("SELECT {columns} FROM role r WHERE r.tenant_id = $1 AND r.id = $2"), values).await
}

/// By name, for the command line.
pub(super) async fn named(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    name: &str,
) -> db::Result<Option<RoleId>> {
    let sql = "SELECT id FROM role WHERE tenant_id = $1 AND lower(name) = lower($2) ORDER BY name LIMIT 1";
    Ok(db.opt::<(RoleId,)>(sql, params![scope.tenant(), name]).await?.map(|(id,)| id))
}

const ZONE_OF_TENANT: &str =
    "(SELECT z.time_zone FROM company z WHERE z.tenant_id = t.id ORDER BY z.id LIMIT 1)";

fn assignment_select() -> String {
    format!(
        "SELECT a.id, p.id, p.username, p.first_name, p.last_name, r.id, r.name, r.permissions, c.id, c.name,
           coalesce(c.time_zone, {ZONE_OF_TENANT}, 'UTC'), a.starts_on, a.ends_on, a.version
         FROM role_assignment a JOIN person p ON p.id = a.person_id JOIN role r ON r.id = a.role_id
         JOIN tenant t ON t.id = a.tenant_id LEFT JOIN company c ON c.id = a.company_id
         WHERE a.tenant_id = $1"
    )
}

/// Conditions on a person `p`: each word in the search starts a name or the username.
fn person_matches(search: &str, values: &mut Vec<Value>) -> String {
    let mut conditions = String::new();
    let words = search.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    for word in words.take(MAX_WORDS) {
        let word = word.to_lowercase();
        values.push(format!("{word}\u{10ffff}").into());
        values.push(word.into());
        let (to, from) = (values.len() - 1, values.len());
        let begins = |column: &str| format!("lower(p.{column}) >= ${from} AND lower(p.{column}) < ${to}");
        let columns = ["last_name", "first_name", "username"].map(begins);
        conditions += &format!(" AND ({})", columns.join(" OR "));
    }
    conditions
}

/// Who has a role, newest first.
pub(super) async fn holders(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    role: RoleId,
    search: &str,
    ask: &Ask,
) -> Result<Vec<Assignment>, Problem> {
    let mut values = params![scope.tenant(), role];
    let within = within(scope, "a.company_id", &mut values)?;
    let matches = person_matches(search, &mut values);
    let page = NEWEST_FIRST.page(ask, &mut values)?;
    let select = assignment_select();
    Ok(db.all(format!("{select} AND a.role_id = $2 {within}{matches} {page}"), values).await?)
}

/// All of one person's roles, whatever their days.
pub(super) async fn of_person(
    mut from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
    person: PersonId,
) -> db::Result<Vec<Assignment>> {
    let mut values = params![scope.tenant(), person];
    let within = within(scope, "a.company_id", &mut values)?;
    let select = assignment_select();
    let sql =
        format!("{select} AND a.person_id = $2 {within} ORDER BY r.name, c.name NULLS FIRST, a.id LIMIT 100");
    from.all(sql, values).await
}

pub(super) async fn assignment(
    mut from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
    id: AssignmentId,
) -> db::Result<Option<Assignment>> {
    let mut values = params![scope.tenant(), id];
    let within = within(scope, "a.company_id", &mut values)?;
    from.opt(format!("{} AND a.id = $2 {within}", assignment_select()), values).await
}

/// A person's assignment of a role in one place: there is at most one row.
pub(super) async fn held(
    mut from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
    (person, role, company): (PersonId, RoleId, Option<CompanyId>),
) -> db::Result<Option<Assignment>> {
    let values = params![scope.tenant(), person, role, company];
    let sql = format!(
        "{} AND a.person_id = $2 AND a.role_id = $3
           AND (a.company_id = $4 OR (a.company_id IS NULL AND $4 IS NULL))",
        assignment_select()
    );
    from.opt(sql, values).await
}

/// Who has a role on a day or later, newest first: enough of them to name.
pub(super) async fn still_held(
    mut from: impl Read,
    scope: &WholeTenantScope<Roles, impl Need>,
    role: RoleId,
    day: Day,
) -> db::Result<Vec<Assignment>> {
    let select = assignment_select();
    let sql = format!(
        "{select} AND a.role_id = $2 AND (a.ends_on IS NULL OR a.ends_on >= $3) ORDER BY a.id DESC LIMIT 5"
    );
    from.all(sql, params![scope.tenant(), role, day]).await
}

pub(super) async fn holds(
    mut from: impl Read,
    scope: &WholeTenantScope<Roles, impl Need>,
    (person, role): (PersonId, RoleId),
    day: Day,
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM role_assignment a WHERE a.tenant_id = $1 AND a.person_id = $2 AND a.role_id = $3
         AND (a.ends_on IS NULL OR a.ends_on >= $4) LIMIT 1";
    Ok(from.opt::<(i64,)>(sql, params![scope.tenant(), person, role, day]).await?.is_some())
}

/// A person the administrator may know about: anyone in the tenant, or people in their companies. Locked people keep their
/// roles, so they are found, too.
pub(super) async fn person(
    mut from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
    id: PersonId,
) -> db::Result<Option<RolePerson>> {
    let mut values = params![scope.tenant(), id];
    let belongs = belongs(scope, &mut values)?;
    let sql = format!(
        "SELECT {} FROM person p WHERE p.tenant_id = $1 AND p.id = $2 AND p.merged_into IS NULL {belongs}",
        RolePerson::COLS
    );
    from.opt(sql, values).await
}

fn belongs(scope: &AdminScope<Roles, impl Need>, values: &mut Vec<Value>) -> db::Result<String> {
    let Some(companies) = scope.companies() else { return Ok(String::new()) };
    let list = db::in_list(values, companies)?;
    Ok(format!(
        "AND (EXISTS (SELECT 1 FROM employee e WHERE e.person_id = p.id AND e.company_id IN {list})
           OR EXISTS (SELECT 1 FROM role_assignment b WHERE b.person_id = p.id AND b.company_id IN {list}))"
    ))
}

/// The first people whose name or username starts with the search, by last name.
pub(super) async fn people(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    search: &str,
) -> db::Result<Vec<RolePerson>> {
    let mut values = params![scope.tenant(), MAX_FOUND];
    let belongs = belongs(scope, &mut values)?;
    let matches = person_matches(search, &mut values);
    let sql = format!(
        "SELECT {} FROM person p WHERE p.tenant_id = $1 AND p.disabled_at IS NULL {belongs}{matches}
         ORDER BY p.last_name, p.id LIMIT $2",
        RolePerson::COLS
    );
    db.all(sql, values).await
}

/// By username, for the command line.
pub(super) async fn called(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    username: &str,
) -> db::Result<Option<PersonId>> {
    let sql =
        "SELECT id FROM person WHERE lower(username) = lower($2) AND tenant_id = $1 AND merged_into IS NULL";
    Ok(db.opt::<(PersonId,)>(sql, params![scope.tenant(), username]).await?.map(|(id,)| id))
}

/// A company the administrator looks after, or the whole tenant, with its time zone.
pub(super) async fn place(
    mut from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
    company: Option<CompanyId>,
) -> db::Result<Option<RolePlace>> {
    let Some(company) = company else {
        let sql = format!("SELECT coalesce({ZONE_OF_TENANT}, 'UTC') FROM tenant t WHERE t.id = $1");
        let found: Option<(String,)> = from.opt(sql, params![scope.tenant()]).await?;
        return Ok(found.map(|(time_zone,)| RolePlace { company: None, name: None, time_zone }));
    };
    if !scope.reaches(company) {
        return Ok(None);
    }
    let sql = "SELECT c.id, c.name, c.time_zone FROM company c WHERE c.tenant_id = $1 AND c.id = $2";
    from.opt(sql, params![scope.tenant(), company]).await
}

/// The companies the administrator looks after, by name.
pub(super) async fn companies(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
) -> db::Result<Vec<(CompanyId, String)>> {
    let mut values = params![scope.tenant()];
    let within = within(scope, "c.id", &mut values)?;
    let sql = format!(
        "SELECT c.id, c.name FROM company c WHERE c.tenant_id = $1 {within} ORDER BY c.name LIMIT 1000"
    );
    db.all(sql, values).await
}

/// The tenant's applications: code and name.
pub(super) async fn applications(
    mut from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
) -> db::Result<Vec<(String, String)>> {
    from.all("SELECT code, name FROM application WHERE tenant_id = $1 ORDER BY code", params![scope.tenant()])
        .await
}

pub(super) async fn is_employed(
    mut from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
    person: PersonId,
    company: Option<CompanyId>,
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM employee WHERE tenant_id = $1 AND person_id = $2 AND company_id = $3 AND status = 'Active'";
    Ok(from.opt::<(i64,)>(sql, params![scope.tenant(), person, company]).await?.is_some())
}

/// (assignment, permissions, applications) for each role a person has in one place on a day.
pub(super) type HeldThere = (AssignmentId, String, String);

pub(super) async fn held_there(
    mut from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
    (person, company): (PersonId, Option<CompanyId>),
    day: Day,
) -> db::Result<Vec<HeldThere>> {
    let in_force = in_force(4);
    let sql = format!(
        "SELECT a.id, r.permissions, r.applications FROM role_assignment a JOIN role r ON r.id = a.role_id
         WHERE a.tenant_id = $1 AND a.person_id = $2 AND {in_force}
           AND (a.company_id = $3 OR (a.company_id IS NULL AND $3 IS NULL))
         ORDER BY a.id"
    );
    from.all(sql, params![scope.tenant(), person, company, day]).await
}

/// How many people who work in a company would have no one left to decide in one of these areas without a manager.
/// Counts up to one more than `MAX_COUNTED`.
pub(super) async fn left_behind(
    mut from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
    (manager, company): (PersonId, CompanyId),
    areas: &[Area],
    day: Day,
) -> db::Result<i64> {
    let lacks = areas.iter().map(|area| {
        format!(
            "(EXISTS (SELECT 1 FROM reporting_line x WHERE x.employee_id = e.id AND x.manager_id = $3
               AND x.area = '{}' AND (x.last_day IS NULL OR x.last_day >= $4)) AND NOT {})",
            area.as_str(),
            is_managed_without(*area, (1, 4), 3)
        )
    });
    let lacks = lacks.collect::<Vec<_>>().join(" OR ");
    if lacks.is_empty() {
        return Ok(0);
    }
    let sql = format!(
        "SELECT count(*) FROM (SELECT 1 FROM employee e WHERE e.tenant_id = $1 AND e.company_id = $2
           AND e.status = 'Active' AND e.id IN (SELECT employee_id FROM reporting_line WHERE manager_id = $3 AND company_id = $2)
           AND ({lacks}) LIMIT {}) counted",
        MAX_COUNTED + 1
    );
    let (count,): (i64,) = from.one(sql, params![scope.tenant(), company, manager, day]).await?;
    Ok(count)
}

/// Makes concurrent changes to a tenant's roles run one after the other, so each sees the ones before it.
pub(super) async fn take_turn(tx: &mut Tx, scope: &AdminScope<Roles, Write>) -> db::Result<()> {
    tx.exec("UPDATE tenant SET name = name WHERE id = $1", params![scope.tenant()]).await?;
    Ok(())
}

/// Whether a person is an administrator of the whole tenant, today and without a last day, through an assignment other
/// than `besides` and a role other than `without`.
pub(super) async fn has_other_administrator(
    mut from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
    besides: Option<AssignmentId>,
    without: Option<RoleId>,
    today: Day,
) -> db::Result<bool> {
    let sql = format!(
        "SELECT 1 FROM role_assignment a JOIN role r ON r.id = a.role_id JOIN person p ON p.id = a.person_id
         WHERE a.tenant_id = $1 AND ($2 IS NULL OR a.id <> $2) AND ($3 IS NULL OR r.id <> $3) AND {} LIMIT 1",
        stays_administrator(4)
    );
    Ok(from.opt::<(i64,)>(sql, params![scope.tenant(), besides, without, today]).await?.is_some())
}

pub(super) async fn give(
    tx: &mut Tx,
    scope: &AdminScope<Roles, Write>,
    id: AssignmentId,
    (person, role, company): (PersonId, RoleId, Option<CompanyId>),
    (starts, ends): (Day, Option<Day>),
) -> db::Result<()> {
    let sql =
        "INSERT INTO role_assignment (id, tenant_id, person_id, role_id, company_id, starts_on, ends_on)
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
    tx.exec(sql, params![id, scope.tenant(), person, role, company, starts, ends]).await?;
    Ok(())
}

/// False if its version has changed.
pub(super) async fn set_days(
    tx: &mut Tx,
    scope: &AdminScope<Roles, Write>,
    (id, version): (AssignmentId, i64),
    (starts, ends): (Option<Day>, Option<Day>),
) -> db::Result<bool> {
    let sql = "UPDATE role_assignment SET starts_on = $4, ends_on = $5, version = version + 1
         WHERE id = $1 AND tenant_id = $2 AND version = $3";
    Ok(tx.exec(sql, params![id, scope.tenant(), version, starts, ends]).await? == 1)
}

pub(super) async fn take_back(
    tx: &mut Tx,
    scope: &AdminScope<Roles, Write>,
    (id, version): (AssignmentId, i64),
) -> db::Result<bool> {
    let sql = "DELETE FROM role_assignment WHERE id = $1 AND tenant_id = $2 AND version = $3";
    Ok(tx.exec(sql, params![id, scope.tenant(), version]).await? == 1)
}

pub(super) async fn is_name_taken(
    mut from: impl Read,
    scope: &WholeTenantScope<Roles, impl Need>,
    name: &str,
    besides: Option<RoleId>,
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM role WHERE tenant_id = $1 AND lower(name) = lower($2) AND ($3 IS NULL OR id <> $3) LIMIT 1";
    Ok(from.opt::<(i64,)>(sql, params![scope.tenant(), name, besides]).await?.is_some())
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &WholeTenantScope<Roles, Write>,
    role: &RoleRow,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO role (id, tenant_id, name, permissions, applications, applies, is_shipped, version)
         VALUES ($1, $2, $3, $4, $5, $6, FALSE, 1)",
        params![
            role.id,
            scope.tenant(),
            role.name.as_str(),
            role.permissions.as_str(),
            role.applications.as_str(),
            role.applies.as_str()
        ],
    )
    .await?;
    Ok(())
}

/// False if its version has changed.
pub(super) async fn update(
    tx: &mut Tx,
    scope: &WholeTenantScope<Roles, Write>,
    role: &RoleRow,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE role SET name = $4, permissions = $5, applications = $6, applies = $7, version = version + 1
             WHERE id = $1 AND tenant_id = $2 AND version = $3 AND NOT is_shipped",
            params![
                role.id,
                scope.tenant(),
                role.version,
                role.name.as_str(),
                role.permissions.as_str(),
                role.applications.as_str(),
                role.applies.as_str()
            ],
        )
        .await?;
    Ok(changed == 1)
}

/// Including its assignments that are over, and those a rehire would have brought back.
pub(super) async fn remove(
    tx: &mut Tx,
    scope: &WholeTenantScope<Roles, Write>,
    (id, version): (RoleId, i64),
) -> db::Result<bool> {
    let values = params![id, scope.tenant()];
    tx.exec("DELETE FROM role_assignment WHERE role_id = $1 AND tenant_id = $2", values.clone()).await?;
    tx.exec("DELETE FROM ended_role WHERE role_id = $1 AND tenant_id = $2", values).await?;
    let sql = "DELETE FROM role WHERE id = $1 AND tenant_id = $2 AND version = $3 AND NOT is_shipped";
    Ok(tx.exec(sql, params![id, scope.tenant(), version]).await? == 1)
}

/// Every tenant's first roles.
pub(super) async fn seed(
    tx: &mut Tx,
    scope: &OperatorScope,
    roles: Vec<(RoleId, &'static Shipped)>,
) -> db::Result<()> {
    let rows = roles.into_iter().map(|(id, role)| {
        params![id, scope.tenant(), role.name, role.permissions, role.applications, role.applies.as_str()]
    });
    let sql = "INSERT INTO role (id, tenant_id, name, permissions, applications, applies, is_shipped)
         VALUES ($1, $2, $3, $4, $5, $6, TRUE)";
    tx.exec_many(sql, rows.collect()).await?;
    Ok(())
}

pub(super) async fn codes(
    mut from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
) -> db::Result<BTreeSet<String>> {
    let found = applications(&mut from, scope).await?;
    Ok(found.into_iter().map(|(code, _)| code).collect())
}
