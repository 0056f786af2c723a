//! What people hold everywhere, to compare two of them, and which permissions the tenant's pages ask for.

use super::{ZONE_OF_TENANT, within};
use crate::access::{AdminScope, Need};
use crate::roles::Roles;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, PersonId};
use db::{Db, Read, params};

/// One role of one of the two, whatever its days.
pub(crate) struct RightsRow {
    pub person: PersonId,
    /// None: the whole tenant.
    pub company: Option<CompanyId>,
    pub company_name: Option<String>,
    pub time_zone: String,
    pub starts_on: Option<Day>,
    pub ends_on: Option<Day>,
    pub permissions: String,
    pub applications: String,
    /// There.
    pub is_employed: bool,
}
db::row!(RightsRow {
    person,
    company,
    company_name,
    time_zone,
    starts_on,
    ends_on,
    permissions,
    applications,
    is_employed
});

/// The whole tenant first, then companies by name.
pub(crate) async fn rights_of_two(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    (one, other): (PersonId, PersonId),
) -> db::Result<Vec<RightsRow>> {
    let mut values = params![scope.tenant(), one, other];
    let within = within(scope, "a.company_id", &mut values)?;
    let sql = format!(
        "SELECT a.person_id, c.id, c.name, coalesce(c.time_zone, {ZONE_OF_TENANT}, 'UTC'), a.starts_on, a.ends_on,
           r.permissions, r.applications, EXISTS (SELECT 1 FROM employee e WHERE e.person_id = a.person_id
             AND e.company_id = a.company_id AND e.status = 'Active')
         FROM role_assignment a JOIN role r ON r.id = a.role_id JOIN tenant t ON t.id = a.tenant_id
         LEFT JOIN company c ON c.id = a.company_id
         WHERE a.tenant_id = $1 AND a.person_id IN ($2, $3) {within}
         ORDER BY c.name NULLS FIRST, c.id, a.id LIMIT 2000"
    );
    db.all(sql, values).await
}

/// What opens the tenant's pages and cards, as their rows have it: separated by spaces.
pub(crate) async fn page_permissions(
    mut from: impl Read,
    scope: &AdminScope<Roles, impl Need>,
) -> db::Result<Vec<String>> {
    let sql = "SELECT DISTINCT permissions FROM feature WHERE tenant_id = $1 AND permissions <> '' ORDER BY permissions";
    let found: Vec<(String,)> = from.all(sql, params![scope.tenant()]).await?;
    Ok(found.into_iter().map(|(permissions,)| permissions).collect())
}
