//! The SQL for applications, a person's roles, and company lookups.

use super::Applications;
use super::rules::Application;
use crate::access::{FrameScope, PersonScope, TenantScope, Write};
use crate::shared::id::{CompanyId, PersonId};
use db::{Db, Tx, Value, params};
use jiff::Timestamp;
use std::collections::BTreeSet;

db::row!(Application { id, code, name, path, client_id, target_url, pricing, plan });

pub(super) struct LookupPerson {
    pub id: PersonId,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    /// Read only if the scope shows it.
    pub phone: Option<String>,
}
db::row!(LookupPerson { id, username, first_name, last_name, email, phone });

pub(super) struct Metadata {
    pub title: String,
    pub version: i64,
}
db::row!(Metadata { title, version });

impl Metadata {
    /// What a tenant has before anyone writes it.
    pub(super) fn unwritten(tenant_name: &str) -> Metadata {
        Metadata { title: tenant_name.to_owned(), version: 0 }
    }
}

pub(super) struct Company {
    pub id: CompanyId,
    pub name: String,
}
db::row!(Company { id, name });

/// Many more than are shown, since what the database finds is checked again.
const MAX_READ: i64 = 200;

/// A condition on a column, if the scope was narrowed to some companies.
fn within(
    column: &str,
    companies: Option<Vec<CompanyId>>,
    values: &mut Vec<Value>,
) -> db::Result<Option<String>> {
    companies.map(|ids| Ok(format!("{column} IN {}", db::in_list(values, ids)?))).transpose()
}

pub(super) async fn person(db: &Db, scope: &PersonScope) -> db::Result<Option<LookupPerson>> {
    let mut values = params![scope.tenant(), scope.person(), scope.is_phone_shown()];
    let belongs = within("a.company_id", scope.companies(), &mut values)?.map_or(String::new(), |within| {
        format!("AND EXISTS (SELECT 1 FROM role_assignment a WHERE a.person_id = p.id AND {within})")
    });
    let sql = format!(
        "SELECT p.id, p.username, p.first_name, p.last_name, p.email, CASE WHEN $3 THEN p.phone END
         FROM person p WHERE p.tenant_id = $1 AND p.id = $2 AND p.disabled_at IS NULL {belongs}"
    );
    db.opt(sql, values).await
}

/// The ones with these codes, which a person's roles open.
pub(super) async fn applications_of(
    db: &Db,
    scope: &PersonScope,
    codes: &BTreeSet<&str>,
) -> db::Result<Vec<Application>> {
    let mut values = params![scope.tenant()];
    let list = db::in_list(&mut values, codes.iter().copied())?;
    let columns = Application::COLS;
    let sql = format!(
        "SELECT {columns} FROM application WHERE tenant_id = $1 AND is_enabled AND code IN {list} ORDER BY code"
    );
    db.all(sql, values).await
}

fn all_applications() -> String {
    format!("SELECT {} FROM application WHERE tenant_id = $1 ORDER BY code", Application::COLS)
}

pub(super) async fn applications_in(
    db: &Db,
    scope: &TenantScope<Applications>,
) -> db::Result<Vec<Application>> {
    db.all(all_applications(), params![scope.tenant()]).await
}

pub(super) async fn applications_for(
    tx: &mut Tx,
    scope: &TenantScope<Applications, Write>,
) -> db::Result<Vec<Application>> {
    tx.all(all_applications(), params![scope.tenant()]).await
}

/// The codes of those that sign people in with our identity provider.
pub(super) async fn connected(
    tx: &mut Tx,
    scope: &TenantScope<Applications, Write>,
) -> db::Result<Vec<String>> {
    let sql = "SELECT code FROM application WHERE tenant_id = $1 AND auth IS NOT NULL";
    let codes: Vec<(String,)> = tx.all(sql, params![scope.tenant()]).await?;
    Ok(codes.into_iter().map(|(code,)| code).collect())
}

const METADATA: &str = "SELECT title, version FROM application_metadata WHERE tenant_id = $1";

pub(super) async fn metadata(db: &Db, scope: &TenantScope<Applications>) -> db::Result<Option<Metadata>> {
    db.opt(METADATA, params![scope.tenant()]).await
}

pub(super) async fn title(db: &Db, scope: &FrameScope) -> db::Result<Option<String>> {
    let found: Option<Metadata> = db.opt(METADATA, params![scope.tenant()]).await?;
    Ok(found.map(|metadata| metadata.title))
}

pub(super) async fn metadata_for(
    tx: &mut Tx,
    scope: &TenantScope<Applications, Write>,
) -> db::Result<Option<Metadata>> {
    tx.opt(METADATA, params![scope.tenant()]).await
}

/// False if the list has another version by now. Version 0 is a list no one has written yet; its heading is the
/// tenant's name.
pub(super) async fn save_metadata(
    tx: &mut Tx,
    scope: &TenantScope<Applications, Write>,
    version: i64,
    title: Option<&str>,
    now: Timestamp,
) -> db::Result<bool> {
    let values = params![scope.tenant(), title, now, scope.viewer()];
    let changed = if version == 0 {
        tx.exec(
            "INSERT INTO application_metadata (tenant_id, title, version, updated_at, updated_by)
             SELECT id, coalesce($2, name), 1, $3, $4 FROM tenant WHERE id = $1
             ON CONFLICT (tenant_id) DO NOTHING",
            values,
        )
        .await?
    } else {
        let values = [values, params![version]].concat();
        tx.exec(
            "UPDATE application_metadata SET title = coalesce($2, title), version = version + 1, updated_at = $3,
               updated_by = $4
             WHERE tenant_id = $1 AND version = $5",
            values,
        )
        .await?
    };
    Ok(changed == 1)
}

pub(super) async fn save_application(
    tx: &mut Tx,
    scope: &TenantScope<Applications, Write>,
    row: Application,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO application (id, tenant_id, code, name, path, client_id, target_url, pricing, plan)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (tenant_id, code)
         DO UPDATE SET name = $4, path = $5, client_id = $6, target_url = $7, pricing = $8, plan = $9,
           version = application.version + 1",
        params![
            row.id,
            scope.tenant(),
            row.code,
            row.name,
            row.path,
            row.client_id,
            row.target_url,
            row.pricing,
            row.plan
        ],
    )
    .await?;
    Ok(())
}

/// Only `own`, if given.
pub(super) async fn companies_like(
    db: &Db,
    scope: &TenantScope<Applications>,
    own: Option<Vec<CompanyId>>,
    pattern: String,
) -> db::Result<Vec<Company>> {
    let mut values = params![scope.tenant(), pattern, MAX_READ];
    let mut conditions = vec![];
    conditions.extend(within("c.id", scope.companies(), &mut values)?);
    conditions.extend(within("c.id", own, &mut values)?);
    let conditions: String = conditions.iter().map(|condition| format!("AND {condition} ")).collect();
    let sql = format!(
        "SELECT c.id, c.name FROM company c
         WHERE c.tenant_id = $1 AND lower(c.name) LIKE $2 ESCAPE '\\' {conditions}
         ORDER BY c.name LIMIT $3"
    );
    db.all(sql, values).await
}
