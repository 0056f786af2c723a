//! The SQL of SCIM: what a directory sees of people and roles, and what it calls them.

use super::filter::{Comparison, Filter};
use super::refusal::ScimRefusal;
use crate::access::MachineScope;
use crate::shared::day::Day;
use crate::shared::id::{AssignmentId, PersonId, RoleId};
use crate::shared::machine_right::Scim;
use crate::shared::problem::Problem;
use db::{Read, Tx, Value, params};
use jiff::Timestamp;
use serde_json::Value as Json;
use uuid::Uuid;

pub(super) const MAX_PAGE: i64 = 200;

#[derive(Clone, Debug)]
pub(super) struct ScimUserRow {
    pub id: PersonId,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub language: String,
    pub is_active: bool,
    pub external_id: Option<String>,
}
db::row!(ScimUserRow { id, username, first_name, last_name, email, language, is_active, external_id });

/// A role someone holds in the whole tenant.
#[derive(Clone, Debug)]
pub(super) struct UserGroup {
    pub person_id: PersonId,
    pub role_id: RoleId,
    pub name: String,
}
db::row!(UserGroup { person_id, role_id, name });

#[derive(Clone, Debug)]
pub(super) struct ScimGroupRow {
    pub id: RoleId,
    pub name: String,
    pub permissions: String,
    pub applications: String,
    pub version: i64,
    pub external_id: Option<String>,
}
db::row!(ScimGroupRow { id, name, permissions, applications, version, external_id });

#[derive(Clone, Debug)]
pub(super) struct GroupMember {
    pub role_id: RoleId,
    pub person_id: PersonId,
    pub username: String,
    pub assignment: AssignmentId,
    pub version: i64,
}
db::row!(GroupMember { role_id, person_id, username, assignment, version });

/// What can be compared, and how.
enum Column {
    Text(&'static str),
    Flag(&'static str),
    Id(&'static str),
    /// Someone who holds the role, on the day in this parameter.
    Member,
}

fn user_column(name: &str) -> Option<Column> {
    Some(match name {
        "id" => Column::Id("p.id"),
        "username" => Column::Text("p.username"),
        "externalid" => Column::Text("n.external_id"),
        "name.givenname" => Column::Text("p.first_name"),
        "name.familyname" => Column::Text("p.last_name"),
        "displayname" | "name.formatted" => Column::Text("(p.first_name || ' ' || p.last_name)"),
        "emails" | "emails.value" => Column::Text("p.email"),
        "emails.type" => Column::Text("'work'"),
        "preferredlanguage" => Column::Text("p.language"),
        "active" => Column::Flag("(p.disabled_at IS NULL)"),
        "meta.resourcetype" => Column::Text("'User'"),
        "emails.primary" => Column::Flag("(p.email <> '')"),
        _ => return None,
    })
}

/// Whether users have what the filter compares.
pub(super) fn is_of_users(filter: &Filter) -> bool {
    condition(filter, user_column, &mut vec![]).is_ok()
}

/// Whether groups have what the filter compares.
pub(super) fn is_of_groups(filter: &Filter) -> bool {
    condition(filter, group_column, &mut vec![]).is_ok()
}

fn group_column(name: &str) -> Option<Column> {
    Some(match name {
        "id" => Column::Id("r.id"),
        "displayname" => Column::Text("r.name"),
        "externalid" => Column::Text("n.external_id"),
        "meta.resourcetype" => Column::Text("'Group'"),
        "members" | "members.value" => Column::Member,
        _ => return None,
    })
}

/// A filter as a condition; its values are parameters.
fn condition(
    filter: &Filter,
    column: fn(&str) -> Option<Column>,
    values: &mut Vec<Value>,
) -> Result<String, ScimRefusal> {
    let unknown = || ScimRefusal::Filter;
    Ok(match filter {
        Filter::And(left, right) => {
            format!("({} AND {})", condition(left, column, values)?, condition(right, column, values)?)
        }
        Filter::Or(left, right) => {
            format!("({} OR {})", condition(left, column, values)?, condition(right, column, values)?)
        }
        Filter::Not(filter) => format!("(NOT {})", condition(filter, column, values)?),
        Filter::Present(name) => match column(name).ok_or_else(unknown)? {
            Column::Text(sql) => format!("(coalesce({sql}, '') <> '')"),
            Column::Flag(_) | Column::Id(_) => "(1 = 1)".to_owned(),
            Column::Member => member("1 = 1"),
        },
        Filter::Compare(name, comparison, value) => match (column(name).ok_or_else(unknown)?, value) {
            (Column::Text(sql), Json::String(text)) => compare_text(sql, *comparison, text, values),
            (Column::Flag(sql), Json::Bool(flag)) => match comparison {
                Comparison::Equal => {
                    if *flag {
                        sql.to_owned()
                    } else {
                        format!("(NOT {sql})")
                    }
                }
                Comparison::NotEqual => {
                    if *flag {
                        format!("(NOT {sql})")
                    } else {
                        sql.to_owned()
                    }
                }
                _ => return Err(ScimRefusal::Filter),
            },
            (Column::Id(sql), Json::String(text)) => compare_id(sql, *comparison, text, values)?,
            (Column::Member, Json::String(text)) => {
                let same = compare_id("a.person_id", Comparison::Equal, text, values)?;
                match comparison {
                    Comparison::Equal => member(&same),
                    Comparison::NotEqual => format!("(NOT {})", member(&same)),
                    _ => return Err(ScimRefusal::Filter),
                }
            }
            _ => return Err(ScimRefusal::Filter),
        },
    })
}

fn compare_text(sql: &str, comparison: Comparison, text: &str, values: &mut Vec<Value>) -> String {
    let folded = text.to_lowercase();
    let escaped = folded.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    let (operator, value) = match comparison {
        Comparison::Equal => ("=", folded),
        Comparison::NotEqual => ("<>", folded),
        Comparison::Contains => ("LIKE", format!("%{escaped}%")),
        Comparison::StartsWith => ("LIKE", format!("{escaped}%")),
        Comparison::EndsWith => ("LIKE", format!("%{escaped}")),
    };
    values.push(value.into());
    let escape = if operator == "LIKE" { " ESCAPE '\\'" } else { "" };
    format!("(lower(coalesce({sql}, '')) {operator} ${}{escape})", values.len())
}

fn compare_id(
    sql: &str,
    comparison: Comparison,
    text: &str,
    values: &mut Vec<Value>,
) -> Result<String, ScimRefusal> {
    let operator = match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "<>",
        _ => return Err(ScimRefusal::Filter),
    };
    // What isn't an ID of ours equals none of them.
    let Ok(id) = Uuid::try_parse(text) else {
        return Ok(if operator == "=" { "(1 = 0)" } else { "(1 = 1)" }.to_owned());
    };
    values.push(id.into());
    Ok(format!("({sql} {operator} ${})", values.len()))
}

/// Whether someone who fits holds the role today, which is `$2`.
fn member(fits: &str) -> String {
    format!("EXISTS (SELECT 1 FROM role_assignment a WHERE a.role_id = r.id AND {HELD} AND {fits})")
}

/// In the whole tenant, today or later.
const HELD: &str = "a.company_id IS NULL AND (a.ends_on IS NULL OR a.ends_on >= $2)";

/// Those the directory can see. `$2` is today.
const USERS: &str = "FROM person p LEFT JOIN scim_name n
       ON n.tenant_id = p.tenant_id AND n.kind = 'user' AND n.resource_id = p.id
     WHERE p.tenant_id = $1 AND $2 = $2 AND p.merged_into IS NULL AND n.removed_at IS NULL";
const USER_COLUMNS: &str =
    "p.id, p.username, p.first_name, p.last_name, p.email, p.language, p.disabled_at IS NULL, n.external_id";

/// Roles that can be held in the whole tenant.
const GROUPS: &str = "FROM role r LEFT JOIN scim_name n
       ON n.tenant_id = r.tenant_id AND n.kind = 'group' AND n.resource_id = r.id
     WHERE r.tenant_id = $1 AND $2 = $2 AND r.applies <> 'company'";
const GROUP_COLUMNS: &str = "r.id, r.name, r.permissions, r.applications, r.version, n.external_id";

/// Which part of a list: the number of the first, from 0, and how many.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScimPage {
    pub offset: i64,
    pub count: i64,
}

/// How many there are, and those on the page.
pub(super) async fn users(
    mut from: impl Read,
    scope: &MachineScope<Scim>,
    today: Day,
    filter: Option<&Filter>,
    page: ScimPage,
) -> Result<(i64, Vec<ScimUserRow>), Problem> {
    let mut values = params![scope.tenant(), today];
    let narrowed = match filter {
        Some(filter) => format!(" AND {}", condition(filter, user_column, &mut values)?),
        None => String::new(),
    };
    let (total,): (i64,) = from.one(format!("SELECT count(*) {USERS}{narrowed}"), values.clone()).await?;
    values.extend(params![page.count, page.offset]);
    let (count, offset) = (values.len() - 1, values.len());
    let sql =
        format!("SELECT {USER_COLUMNS} {USERS}{narrowed} ORDER BY p.id LIMIT ${count} OFFSET ${offset}");
    Ok((total, from.all(sql, values).await?))
}

pub(super) async fn user(
    mut from: impl Read,
    scope: &MachineScope<Scim>,
    today: Day,
    id: PersonId,
) -> db::Result<Option<ScimUserRow>> {
    from.opt(format!("SELECT {USER_COLUMNS} {USERS} AND p.id = $3"), params![scope.tenant(), today, id]).await
}

/// The roles that these people hold in the whole tenant.
pub(super) async fn groups_of(
    mut from: impl Read,
    scope: &MachineScope<Scim>,
    today: Day,
    people: &[PersonId],
) -> db::Result<Vec<UserGroup>> {
    if people.is_empty() {
        return Ok(vec![]);
    }
    let mut values = params![scope.tenant(), today];
    let people = db::in_list(&mut values, people.iter().copied())?;
    let sql = format!(
        "SELECT a.person_id, r.id, r.name FROM role_assignment a JOIN role r ON r.id = a.role_id
         WHERE a.tenant_id = $1 AND {HELD} AND r.applies <> 'company' AND a.person_id IN {people}
         ORDER BY r.name, r.id"
    );
    from.all(sql, values).await
}

pub(super) async fn groups(
    mut from: impl Read,
    scope: &MachineScope<Scim>,
    today: Day,
    filter: Option<&Filter>,
    page: ScimPage,
) -> Result<(i64, Vec<ScimGroupRow>), Problem> {
    let mut values = params![scope.tenant(), today];
    let narrowed = match filter {
        Some(filter) => format!(" AND {}", condition(filter, group_column, &mut values)?),
        None => String::new(),
    };
    let (total,): (i64,) = from.one(format!("SELECT count(*) {GROUPS}{narrowed}"), values.clone()).await?;
    values.extend(params![page.count, page.offset]);
    let (count, offset) = (values.len() - 1, values.len());
    let sql =
        format!("SELECT {GROUP_COLUMNS} {GROUPS}{narrowed} ORDER BY r.id LIMIT ${count} OFFSET ${offset}");
    Ok((total, from.all(sql, values).await?))
}

pub(super) async fn group(
    mut from: impl Read,
    scope: &MachineScope<Scim>,
    today: Day,
    id: RoleId,
) -> db::Result<Option<ScimGroupRow>> {
    from.opt(format!("SELECT {GROUP_COLUMNS} {GROUPS} AND r.id = $3"), params![scope.tenant(), today, id])
        .await
}

/// Who holds these roles in the whole tenant, as far as the directory can see them.
pub(super) async fn members(
    mut from: impl Read,
    scope: &MachineScope<Scim>,
    today: Day,
    roles: &[RoleId],
) -> db::Result<Vec<GroupMember>> {
    if roles.is_empty() {
        return Ok(vec![]);
    }
    let mut values = params![scope.tenant(), today];
    let roles = db::in_list(&mut values, roles.iter().copied())?;
    let sql = format!(
        "SELECT a.role_id, p.id, p.username, a.id, a.version
         FROM role_assignment a JOIN person p ON p.id = a.person_id
         LEFT JOIN scim_name n ON n.tenant_id = p.tenant_id AND n.kind = 'user' AND n.resource_id = p.id
         WHERE a.tenant_id = $1 AND {HELD} AND a.role_id IN {roles} AND p.merged_into IS NULL
           AND n.removed_at IS NULL
         ORDER BY p.id"
    );
    from.all(sql, values).await
}

/// The permissions of every role that this person holds, now or later, anywhere.
pub(super) async fn permissions_of(
    tx: &mut Tx,
    scope: &MachineScope<Scim>,
    today: Day,
    person: PersonId,
) -> db::Result<Vec<(String,)>> {
    tx.all(
        "SELECT r.permissions FROM role_assignment a JOIN role r ON r.id = a.role_id
         WHERE a.tenant_id = $1 AND a.person_id = $2 AND (a.ends_on IS NULL OR a.ends_on >= $3)",
        params![scope.tenant(), person, today],
    )
    .await
}

/// The built-in role that opens nothing but one's own account.
pub(super) async fn identity_role(tx: &mut Tx, scope: &MachineScope<Scim>) -> db::Result<Option<RoleId>> {
    let sql = "SELECT id FROM role WHERE tenant_id = $1 AND name = 'Identity User' AND is_shipped";
    let found: Option<(RoleId,)> = tx.opt(sql, params![scope.tenant()]).await?;
    Ok(found.map(|(id,)| id))
}

/// Someone the directory removed before, by username.
pub(super) async fn removed_user(
    tx: &mut Tx,
    scope: &MachineScope<Scim>,
    username: &str,
) -> db::Result<Option<PersonId>> {
    let found: Option<(PersonId,)> = tx
        .opt(
            "SELECT p.id FROM person p JOIN scim_name n
               ON n.tenant_id = p.tenant_id AND n.kind = 'user' AND n.resource_id = p.id
             WHERE p.tenant_id = $1 AND lower(p.username) = lower($2) AND n.removed_at IS NOT NULL
               AND p.merged_into IS NULL",
            params![scope.tenant(), username],
        )
        .await?;
    Ok(found.map(|(id,)| id))
}

/// Whether another resource of this kind has the name.
pub(super) async fn is_named(
    tx: &mut Tx,
    scope: &MachineScope<Scim>,
    (kind, id): (&'static str, Uuid),
    external_id: &str,
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM scim_name
         WHERE tenant_id = $1 AND kind = $2 AND external_id = $3 AND resource_id <> $4 AND removed_at IS NULL LIMIT 1";
    let found: Option<(i64,)> = tx.opt(sql, params![scope.tenant(), kind, external_id, id]).await?;
    Ok(found.is_some())
}

/// What the directory calls it from now on; the directory can see it.
pub(super) async fn name(
    tx: &mut Tx,
    scope: &MachineScope<Scim>,
    (kind, id): (&'static str, Uuid),
    external_id: Option<&str>,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO scim_name (tenant_id, kind, resource_id, external_id) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id, kind, resource_id) DO UPDATE SET external_id = $4, removed_at = NULL",
        params![scope.tenant(), kind, id, external_id],
    )
    .await?;
    Ok(())
}

/// The directory doesn't see this person anymore.
pub(super) async fn hide(
    tx: &mut Tx,
    scope: &MachineScope<Scim>,
    person: PersonId,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO scim_name (tenant_id, kind, resource_id, removed_at) VALUES ($1, 'user', $2, $3)
         ON CONFLICT (tenant_id, kind, resource_id) DO UPDATE SET external_id = NULL, removed_at = $3",
        params![scope.tenant(), person, now],
    )
    .await?;
    Ok(())
}

pub(super) async fn forget_name(
    tx: &mut Tx,
    scope: &MachineScope<Scim>,
    (kind, id): (&'static str, Uuid),
) -> db::Result<()> {
    let sql = "DELETE FROM scim_name WHERE tenant_id = $1 AND kind = $2 AND resource_id = $3";
    tx.exec(sql, params![scope.tenant(), kind, id]).await?;
    Ok(())
}
