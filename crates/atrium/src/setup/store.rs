//! The SQL of the first start, which happens before there are any people. The link belongs to the installation: its
//! hash and expiration are in `deployment`.

use super::SetupForm;
use crate::access::OperatorScope;
use crate::shared::id::{CompanyId, PersonId, TenantId};
use db::{Db, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

/// The built-in role for administrators.
pub(super) const ADMINISTRATOR: &str = "Administrator";

const KEY: &str = "setup_link";

/// The IDs of everything a first start creates.
pub(super) struct FirstAdministrator {
    pub tenant: TenantId,
    pub company: CompanyId,
    pub assignment: Uuid,
    pub person: PersonId,
    pub language: &'static str,
}

pub(super) async fn has_people(tx: &mut Tx) -> db::Result<bool> {
    Ok(tx.opt::<(i64,)>("SELECT 1 FROM person LIMIT 1", params![]).await?.is_some())
}

pub(super) async fn keep(tx: &mut Tx, hash: &[u8], until: Timestamp) -> db::Result<()> {
    tx.exec(
        "INSERT INTO deployment (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2",
        params![KEY, written(hash, until)],
    )
    .await?;
    Ok(())
}

pub(super) async fn retire(tx: &mut Tx) -> db::Result<()> {
    tx.exec("DELETE FROM deployment WHERE key = $1", params![KEY]).await?;
    Ok(())
}

pub(super) async fn is_good(db: &Db, hash: &[u8], now: Timestamp) -> db::Result<bool> {
    let sql = "SELECT value FROM deployment WHERE key = $1 AND NOT EXISTS (SELECT 1 FROM person)";
    let found: Option<(String,)> = db.opt(sql, params![KEY]).await?;
    Ok(found.is_some_and(|(value,)| is_it(&value, hash, now)))
}

/// True for one caller only: for everyone else the row is gone.
pub(super) async fn use_up(tx: &mut Tx, hash: &[u8], now: Timestamp) -> db::Result<bool> {
    let sql = "DELETE FROM deployment WHERE key = $1 RETURNING value";
    let found: Option<(String,)> = tx.opt(sql, params![KEY]).await?;
    Ok(found.is_some_and(|(value,)| is_it(&value, hash, now)))
}

pub(super) async fn write(
    tx: &mut Tx,
    new: &FirstAdministrator,
    given: &SetupForm,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, $3)",
        params![new.tenant, given.tenant_name.as_str(), now],
    )
    .await?;
    tx.exec(
        "INSERT INTO company (id, tenant_id, name, time_zone) VALUES ($1, $2, $3, $4)",
        params![new.company, new.tenant, given.company_name.as_str(), given.time_zone.as_str()],
    )
    .await?;
    tx.exec(
        "INSERT INTO person (id, tenant_id, username, first_name, last_name, email, language, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'v1')",
        params![
            new.person,
            new.tenant,
            given.username.as_str(),
            given.first_name.as_str(),
            given.last_name.as_str(),
            given.email.as_str(),
            new.language
        ],
    )
    .await?;
    Ok(())
}

/// Once the tenant has its roles.
pub(super) async fn make_administrator(tx: &mut Tx, new: &FirstAdministrator) -> db::Result<()> {
    let sql = "INSERT INTO role_assignment (id, tenant_id, person_id, role_id)
         SELECT $1, r.tenant_id, $3, r.id FROM role r WHERE r.tenant_id = $2 AND r.name = $4";
    tx.exec(sql, params![new.assignment, new.tenant, new.person, ADMINISTRATOR]).await?;
    Ok(())
}

/// A tenant, with how much there is of it.
pub struct TenantRow {
    pub id: TenantId,
    pub name: String,
    pub companies: i64,
    pub people: i64,
    pub created_at: Timestamp,
    /// Closed since then, until it's erased or restored.
    pub removed_at: Option<Timestamp>,
}
db::row!(TenantRow { id, name, companies, people, created_at, removed_at });

pub(super) async fn tenants(db: &Db) -> db::Result<Vec<TenantRow>> {
    db.all(
        "SELECT t.id, t.name, (SELECT count(*) FROM company c WHERE c.tenant_id = t.id),
           (SELECT count(*) FROM person p WHERE p.tenant_id = t.id), t.created_at, t.removed_at
         FROM tenant t ORDER BY lower(t.name), t.id",
        params![],
    )
    .await
}

pub(super) async fn is_name_taken(tx: &mut Tx, name: &str, besides: Option<TenantId>) -> db::Result<bool> {
    let sql = "SELECT 1 FROM tenant WHERE lower(name) = lower($1) AND ($2 IS NULL OR id <> $2) LIMIT 1";
    Ok(tx.opt::<(i64,)>(sql, params![name, besides]).await?.is_some())
}

/// As a username or an address: both are typed into one field, in all tenants.
pub(super) async fn is_username_taken(tx: &mut Tx, username: &str) -> db::Result<bool> {
    let sql = "SELECT 1 FROM person WHERE lower(username) = lower($1)
         OR (lower(email) = lower($1) AND disabled_at IS NULL) LIMIT 1";
    Ok(tx.opt::<(i64,)>(sql, params![username]).await?.is_some())
}

pub(super) async fn rename(tx: &mut Tx, scope: &OperatorScope, name: &str) -> db::Result<()> {
    tx.exec("UPDATE tenant SET name = $2 WHERE id = $1", params![scope.tenant(), name]).await?;
    Ok(())
}

fn written(hash: &[u8], until: Timestamp) -> String {
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{hash} {until}")
}

fn is_it(value: &str, hash: &[u8], now: Timestamp) -> bool {
    let until = value.split_once(' ').and_then(|(_, until)| until.parse::<Timestamp>().ok());
    until.is_some_and(|until| now < until && value == written(hash, until))
}
