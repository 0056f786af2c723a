//! The SQL of machine clients. What administrators ask takes a scope; the rest runs for the identity provider, which
//! knows a client ID and no viewer.

use super::{CheckedMachine, Machines};
use crate::access::{Need, WholeTenantScope, Write};
use crate::shared::client_auth::AuthMethod;
use crate::shared::id::{MachineId, TenantId};
use crate::shared::names;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, params};
use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;

/// A machine as administrators see it.
#[derive(Clone, Debug)]
pub struct MachineClientRow {
    pub id: MachineId,
    pub name: String,
    pub client_id: String,
    scopes: String,
    pub auth: AuthMethod,
    pub jwks: Option<String>,
    pub requests_per_minute: i64,
    pub secret_set_at: Option<Timestamp>,
    pub old_secret_until: Option<Timestamp>,
    pub created_at: Timestamp,
    pub last_token_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
    pub version: i64,
}
db::row!(MachineClientRow {
    id,
    name,
    client_id,
    scopes,
    auth,
    jwks,
    requests_per_minute,
    secret_set_at,
    old_secret_until,
    created_at,
    last_token_at,
    revoked_at,
    version
});

impl MachineClientRow {
    pub fn scopes(&self) -> Vec<String> {
        self.scopes.split_whitespace().map(str::to_owned).collect()
    }

    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.name.clone(), self.id.to_string()]
    }

    /// For the audit trail.
    pub(super) fn detail(&self) -> Value {
        json!({
            "name": self.name, "clientId": self.client_id, "scopes": self.scopes(), "auth": self.auth.as_str(),
            "requestsPerMinute": self.requests_per_minute,
        })
    }
}

/// A machine as the identity provider knows it.
pub(super) struct MachineCredentialRow {
    pub id: MachineId,
    pub client_id: String,
    pub scopes: String,
    pub auth: AuthMethod,
    pub secret_hash: Option<Vec<u8>>,
    pub old_secret_hash: Option<Vec<u8>>,
    pub old_secret_until: Option<Timestamp>,
    pub jwks: Option<String>,
    pub credential: Uuid,
}
db::row!(MachineCredentialRow {
    id,
    client_id,
    scopes,
    auth,
    secret_hash,
    old_secret_hash,
    old_secret_until,
    jwks,
    credential
});

/// One that hasn't been revoked, in a tenant that is there.
pub(super) async fn credential(db: &Db, client_id: &str) -> db::Result<Option<MachineCredentialRow>> {
    db.opt(
        "SELECT m.id, m.client_id, m.scopes, m.auth, m.secret_hash, m.old_secret_hash, m.old_secret_until, m.jwks,
                m.credential
         FROM machine m JOIN tenant t ON t.id = m.tenant_id AND t.removed_at IS NULL
         WHERE m.client_id = $1 AND m.revoked_at IS NULL",
        params![client_id],
    )
    .await
}

/// Where it belongs, and its name.
pub(super) async fn whose(db: &Db, id: MachineId) -> db::Result<Option<(TenantId, String)>> {
    db.opt("SELECT tenant_id, name FROM machine WHERE id = $1", params![id]).await
}

/// False if it was noted since `before`.
pub(super) async fn note_token(
    tx: &mut Tx,
    id: MachineId,
    now: Timestamp,
    before: Timestamp,
) -> db::Result<bool> {
    let sql = "UPDATE machine SET last_token_at = $2
         WHERE id = $1 AND (last_token_at IS NULL OR last_token_at <= $3)";
    Ok(tx.exec(sql, params![id, now, before]).await? == 1)
}

const BY_NAME: Sort = Sort::ascending(&[("m.name", SortKey::Text), ("m.id", SortKey::Id)]);

const ROW: &str =
    "SELECT m.id, m.name, m.client_id, m.scopes, m.auth, m.jwks, m.requests_per_minute, m.secret_set_at,
       m.old_secret_until, m.created_at, m.last_token_at, m.revoked_at, m.version
     FROM machine m WHERE m.tenant_id = $1";

/// By name; each word in the search is in the name or the client ID.
pub(super) async fn list(
    db: &Db,
    scope: &WholeTenantScope<Machines, impl Need>,
    search: &str,
    ask: &Ask,
) -> Result<Vec<MachineClientRow>, Problem> {
    let mut values = params![scope.tenant()];
    let mut matches = String::new();
    for pattern in names::loose_patterns(search) {
        values.push(pattern.into());
        let like = format!("LIKE ${} ESCAPE '\\'", values.len());
        matches += &format!(" AND (lower(m.name) {like} OR lower(m.client_id) {like})");
    }
    let page = BY_NAME.page(ask, &mut values)?;
    Ok(db.all(format!("{ROW} {matches} {page}"), values).await?)
}

pub(super) async fn one(
    mut from: impl Read,
    scope: &WholeTenantScope<Machines, impl Need>,
    id: MachineId,
) -> db::Result<Option<MachineClientRow>> {
    from.opt(format!("{ROW} AND m.id = $2"), params![scope.tenant(), id]).await
}

pub(super) async fn called(
    mut from: impl Read,
    scope: &WholeTenantScope<Machines, impl Need>,
    name: &str,
) -> db::Result<Option<MachineClientRow>> {
    let sql = format!(
        "{ROW} AND (m.client_id = $2 OR lower(m.name) = lower($2) AND m.revoked_at IS NULL) ORDER BY m.id LIMIT 1"
    );
    from.opt(sql, params![scope.tenant(), name]).await
}

/// Whether another one that hasn't been revoked has this name.
pub(super) async fn is_taken(
    tx: &mut Tx,
    scope: &WholeTenantScope<Machines, Write>,
    besides: Option<MachineId>,
    name: &str,
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM machine
         WHERE tenant_id = $1 AND lower(name) = lower($2) AND revoked_at IS NULL AND ($3 IS NULL OR id <> $3)";
    let found: Option<(i64,)> = tx.opt(sql, params![scope.tenant(), name, besides]).await?;
    Ok(found.is_some())
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &WholeTenantScope<Machines, Write>,
    (id, credential, client_id): (MachineId, Uuid, &str),
    new: &CheckedMachine,
    secret_hash: Option<Vec<u8>>,
    now: Timestamp,
) -> db::Result<()> {
    let secret_set_at = secret_hash.as_ref().map(|_| now);
    tx.exec(
        "INSERT INTO machine (id, tenant_id, name, client_id, scopes, auth, secret_hash, secret_set_at, jwks, credential,
           requests_per_minute, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        params![
            id,
            scope.tenant(),
            new.name.as_str(),
            client_id,
            new.scopes.join(" "),
            new.auth,
            secret_hash,
            secret_set_at,
            new.new_keys.as_deref(),
            credential,
            new.requests_per_minute,
            now
        ],
    )
    .await?;
    Ok(())
}

/// False if its version has changed.
pub(super) async fn update(
    tx: &mut Tx,
    scope: &WholeTenantScope<Machines, Write>,
    (id, version): (MachineId, i64),
    new: &CheckedMachine,
    credential: Option<Uuid>,
) -> db::Result<bool> {
    let sql =
        "UPDATE machine SET name = $4, scopes = $5, requests_per_minute = $6, jwks = coalesce($7, jwks),
           credential = coalesce($8, credential), version = version + 1
         WHERE id = $1 AND tenant_id = $2 AND version = $3";
    let values = params![
        id,
        scope.tenant(),
        version,
        new.name.as_str(),
        new.scopes.join(" "),
        new.requests_per_minute,
        new.new_keys.as_deref(),
        credential
    ];
    Ok(tx.exec(sql, values).await? == 1)
}

pub(super) struct NewSecret {
    pub hash: Vec<u8>,
    pub set_at: Timestamp,
    /// Without it, the old one stops counting.
    pub old_until: Option<Timestamp>,
    pub credential: Option<Uuid>,
}

/// False if its version has changed.
pub(super) async fn rotate(
    tx: &mut Tx,
    scope: &WholeTenantScope<Machines, Write>,
    (id, version): (MachineId, i64),
    new: NewSecret,
) -> db::Result<bool> {
    let old = if new.old_until.is_some() { "secret_hash" } else { "NULL" };
    let sql = format!(
        "UPDATE machine SET old_secret_hash = {old}, old_secret_until = $6, secret_hash = $4, secret_set_at = $5,
           credential = coalesce($7, credential), version = version + 1
         WHERE id = $1 AND tenant_id = $2 AND version = $3 AND auth = 'secret'"
    );
    let values = params![id, scope.tenant(), version, new.hash, new.set_at, new.old_until, new.credential];
    Ok(tx.exec(sql, values).await? == 1)
}

/// False if its version has changed.
pub(super) async fn revoke(
    tx: &mut Tx,
    scope: &WholeTenantScope<Machines, Write>,
    (id, version): (MachineId, i64),
    credential: Uuid,
    now: Timestamp,
) -> db::Result<bool> {
    let sql = "UPDATE machine SET revoked_at = $5, credential = $4, version = version + 1
         WHERE id = $1 AND tenant_id = $2 AND version = $3 AND revoked_at IS NULL";
    Ok(tx.exec(sql, params![id, scope.tenant(), version, credential, now]).await? == 1)
}
