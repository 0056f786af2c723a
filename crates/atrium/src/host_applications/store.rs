//! The SQL of host applications. What administrators ask takes a scope; the rest runs for the identity provider, which
//! knows a client ID and a person, and no viewer.

use super::rules::HostApplicationRefusal;
use super::{CheckedHostApplication, HostApplications};
use crate::access::{Need, WholeTenantScope, Write};
use crate::identity::{MACHINE_PREFIX, OWN_CLIENTS};
use crate::shared::client_auth::AuthMethod;
use crate::shared::id::{ApplicationId, TenantId};
use crate::shared::names;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, params};
use jiff::Timestamp;
use serde_json::{Value, json};

/// An application as administrators see it.
#[derive(Clone, Debug)]
pub struct HostApplicationRow {
    pub id: ApplicationId,
    pub code: String,
    pub name: String,
    pub target_url: String,
    pub path: String,
    pub client_id: String,
    /// None: only a link, which signs no one in.
    pub auth: Option<AuthMethod>,
    pub jwks: Option<String>,
    redirect_uris: String,
    post_logout_redirect_uris: String,
    claims: String,
    pub logout_uri: Option<String>,
    pub is_enabled: bool,
    pub secret_set_at: Option<Timestamp>,
    pub old_secret_until: Option<Timestamp>,
    /// The names of the roles that open it, one per line.
    roles: String,
    pub version: i64,
}
db::row!(HostApplicationRow {
    id,
    code,
    name,
    target_url,
    path,
    client_id,
    auth,
    jwks,
    redirect_uris,
    post_logout_redirect_uris,
    claims,
    logout_uri,
    is_enabled,
    secret_set_at,
    old_secret_until,
    roles,
    version
});

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

impl HostApplicationRow {
    pub fn redirect_uris(&self) -> Vec<String> {
        lines(&self.redirect_uris)
    }

    pub fn post_logout_redirect_uris(&self) -> Vec<String> {
        lines(&self.post_logout_redirect_uris)
    }

    pub fn claims(&self) -> Vec<String> {
        self.claims.split_whitespace().map(str::to_owned).collect()
    }

    pub fn roles(&self) -> Vec<String> {
        let mut roles = lines(&self.roles);
        roles.sort();
        roles
    }

    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.name.clone(), self.id.to_string()]
    }

    /// For the audit trail.
    pub(super) fn detail(&self) -> Value {
        json!({
            "code": self.code, "name": self.name, "targetUrl": self.target_url, "path": self.path,
            "clientId": self.client_id, "auth": self.auth.map(AuthMethod::as_str), "redirectUris": self.redirect_uris(),
            "postLogoutRedirectUris": self.post_logout_redirect_uris(), "claims": self.claims(),
            "logoutUri": self.logout_uri, "isEnabled": self.is_enabled,
        })
    }
}

/// An application as the identity provider knows it.
pub(super) struct ClientRow {
    pub tenant_id: TenantId,
    pub code: String,
    pub client_id: String,
    pub auth: AuthMethod,
    pub secret_hash: Option<Vec<u8>>,
    pub old_secret_hash: Option<Vec<u8>>,
    pub old_secret_until: Option<Timestamp>,
    pub jwks: Option<String>,
    pub redirect_uris: String,
    pub post_logout_redirect_uris: String,
    pub claims: String,
}
db::row!(ClientRow {
    tenant_id,
    code,
    client_id,
    auth,
    secret_hash,
    old_secret_hash,
    old_secret_until,
    jwks,
    redirect_uris,
    post_logout_redirect_uris,
    claims
});

/// A connected application that's turned on.
pub(super) async fn client(db: &Db, client_id: &str) -> db::Result<Option<ClientRow>> {
    let sql = format!(
        "SELECT {} FROM application WHERE client_id = $1 AND auth IS NOT NULL AND is_enabled",
        ClientRow::COLS
    );
    db.opt(sql, params![client_id]).await
}

/// Those of these clients that want to be told, turned off or not: (client ID, tenant).
pub(super) async fn told(tx: &mut Tx, client_ids: &[&str]) -> db::Result<Vec<(String, TenantId)>> {
    let mut values = params![];
    let list = db::in_list(&mut values, client_ids.iter().copied())?;
    let sql = format!(
        "SELECT client_id, tenant_id FROM application
         WHERE client_id IN {list} AND auth IS NOT NULL AND logout_uri IS NOT NULL"
    );
    tx.all(sql, values).await
}

/// Where a client is told.
pub(super) async fn logout_uri(db: &Db, tenant: TenantId, client_id: &str) -> db::Result<Option<String>> {
    let sql = "SELECT logout_uri FROM application
         WHERE client_id = $1 AND tenant_id = $2 AND auth IS NOT NULL AND logout_uri IS NOT NULL";
    let found: Option<(String,)> = db.opt(sql, params![client_id, tenant]).await?;
    Ok(found.map(|(uri,)| uri))
}

const BY_NAME: Sort = Sort::ascending(&[("a.name", SortKey::Text), ("a.id", SortKey::Id)]);

const ROW: &str = "SELECT a.id, a.code, a.name, a.target_url, a.path, a.client_id, a.auth, a.jwks, a.redirect_uris,
       a.post_logout_redirect_uris, a.claims, a.logout_uri, a.is_enabled, a.secret_set_at, a.old_secret_until,
       coalesce((SELECT string_agg(r.name, '\n') FROM role r
         WHERE r.tenant_id = a.tenant_id AND ' ' || r.applications || ' ' LIKE '% ' || replace(a.code, '_', '\\_') || ' %' ESCAPE '\\'),
       ''), a.version
     FROM application a WHERE a.tenant_id = $1";

/// By name; each word in the search is in the name, the code or the client ID.
pub(super) async fn list(
    db: &Db,
    scope: &WholeTenantScope<HostApplications, impl Need>,
    search: &str,
    ask: &Ask,
) -> Result<Vec<HostApplicationRow>, Problem> {
    let mut values = params![scope.tenant()];
    let mut matches = String::new();
    for pattern in names::loose_patterns(search) {
        values.push(pattern.into());
        let like = format!("LIKE ${} ESCAPE '\\'", values.len());
        matches +=
            &format!(" AND (lower(a.name) {like} OR lower(a.code) {like} OR lower(a.client_id) {like})");
    }
    let page = BY_NAME.page(ask, &mut values)?;
    Ok(db.all(format!("{ROW} {matches} {page}"), values).await?)
}

pub(super) async fn one(
    mut from: impl Read,
    scope: &WholeTenantScope<HostApplications, impl Need>,
    id: ApplicationId,
) -> db::Result<Option<HostApplicationRow>> {
    from.opt(format!("{ROW} AND a.id = $2"), params![scope.tenant(), id]).await
}

pub(super) async fn coded(
    mut from: impl Read,
    scope: &WholeTenantScope<HostApplications, impl Need>,
    code: &str,
) -> db::Result<Option<HostApplicationRow>> {
    from.opt(format!("{ROW} AND a.code = $2"), params![scope.tenant(), code]).await
}

/// What of it another application has already: its code, its name, or its client ID, in any tenant.
pub(super) async fn taken(
    tx: &mut Tx,
    scope: &WholeTenantScope<HostApplications, Write>,
    besides: Option<ApplicationId>,
    new: &CheckedHostApplication,
) -> db::Result<Option<HostApplicationRefusal>> {
    let sql = "SELECT tenant_id = $1 AND code = $2, tenant_id = $1 AND lower(name) = lower($3),
           client_id = $4 AND auth IS NOT NULL
         FROM application
         WHERE (tenant_id = $1 AND (code = $2 OR lower(name) = lower($3)) OR client_id = $4 AND auth IS NOT NULL)
           AND ($5 IS NULL OR id <> $5)";
    let values =
        params![scope.tenant(), new.code.as_str(), new.name.as_str(), new.client_id.as_str(), besides];
    let found: Vec<(bool, bool, bool)> = tx.all(sql, values).await?;
    let is_own = OWN_CLIENTS.contains(&new.client_id.as_str()) || new.client_id.starts_with(MACHINE_PREFIX);
    Ok(if found.iter().any(|(code, _, _)| *code) {
        Some(HostApplicationRefusal::CodeExists)
    } else if found.iter().any(|(_, name, _)| *name) {
        Some(HostApplicationRefusal::Exists)
    } else if is_own || found.iter().any(|(_, _, client)| *client) {
        Some(HostApplicationRefusal::ClientIdTaken)
    } else {
        None
    })
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &WholeTenantScope<HostApplications, Write>,
    (id, now): (ApplicationId, Timestamp),
    new: &CheckedHostApplication,
    secret_hash: Option<Vec<u8>>,
) -> db::Result<()> {
    let secret_set_at = secret_hash.as_ref().map(|_| now);
    tx.exec(
        "INSERT INTO application (id, tenant_id, code, name, path, client_id, target_url, is_enabled, auth, secret_hash,
           secret_set_at, jwks, redirect_uris, post_logout_redirect_uris, claims, logout_uri)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        params![
            id,
            scope.tenant(),
            new.code.as_str(),
            new.name.as_str(),
            new.path.as_str(),
            new.client_id.as_str(),
            new.target_url.as_str(),
            new.is_enabled,
            new.proof.method(),
            secret_hash,
            secret_set_at,
            new.proof.new_keys(),
            new.redirect_uris.join("\n"),
            new.post_logout_redirect_uris.join("\n"),
            new.claims.join(" "),
            new.logout_uri.as_deref()
        ],
    )
    .await?;
    Ok(())
}

/// False if its version has changed. `secret_hash`: its first one. An application that proves itself with keys has none.
pub(super) async fn update(
    tx: &mut Tx,
    scope: &WholeTenantScope<HostApplications, Write>,
    (id, version): (ApplicationId, i64),
    new: &CheckedHostApplication,
    secret_hash: Option<Vec<u8>>,
    now: Timestamp,
) -> db::Result<bool> {
    let mut values = params![
        id,
        scope.tenant(),
        version,
        new.name.as_str(),
        new.path.as_str(),
        new.client_id.as_str(),
        new.target_url.as_str(),
        new.is_enabled,
        new.proof.method(),
        new.proof.new_keys(),
        new.redirect_uris.join("\n"),
        new.post_logout_redirect_uris.join("\n"),
        new.claims.join(" "),
        new.logout_uri.as_deref()
    ];
    let secrets = match (new.proof.method(), secret_hash) {
        (AuthMethod::Key, _) => {
            ", secret_hash = NULL, secret_set_at = NULL, old_secret_hash = NULL, old_secret_until = NULL"
        }
        (AuthMethod::Secret, None) => "",
        (AuthMethod::Secret, Some(hash)) => {
            values.extend(params![hash, now]);
            ", secret_hash = $15, secret_set_at = $16, old_secret_hash = NULL, old_secret_until = NULL"
        }
    };
    let sql = format!(
        "UPDATE application SET name = $4, path = $5, client_id = $6, target_url = $7, is_enabled = $8, auth = $9,
           jwks = $10, redirect_uris = $11, post_logout_redirect_uris = $12, claims = $13, logout_uri = $14,
           version = version + 1{secrets}
         WHERE id = $1 AND tenant_id = $2 AND version = $3"
    );
    Ok(tx.exec(sql, values).await? == 1)
}

/// False if its version has changed.
pub(super) async fn turn(
    tx: &mut Tx,
    scope: &WholeTenantScope<HostApplications, Write>,
    (id, version): (ApplicationId, i64),
    is_enabled: bool,
) -> db::Result<bool> {
    let sql = "UPDATE application SET is_enabled = $4, version = version + 1
         WHERE id = $1 AND tenant_id = $2 AND version = $3";
    Ok(tx.exec(sql, params![id, scope.tenant(), version, is_enabled]).await? == 1)
}

/// False if its version has changed. Without `old_until` the old one stops counting.
pub(super) async fn rotate(
    tx: &mut Tx,
    scope: &WholeTenantScope<HostApplications, Write>,
    (id, version): (ApplicationId, i64),
    secret_hash: Vec<u8>,
    now: Timestamp,
    old_until: Option<Timestamp>,
) -> db::Result<bool> {
    let old = if old_until.is_some() { "secret_hash" } else { "NULL" };
    let sql = format!(
        "UPDATE application SET old_secret_hash = {old}, old_secret_until = $6, secret_hash = $4, secret_set_at = $5,
           version = version + 1
         WHERE id = $1 AND tenant_id = $2 AND version = $3 AND auth = 'secret'"
    );
    Ok(tx.exec(sql, params![id, scope.tenant(), version, secret_hash, now, old_until]).await? == 1)
}

/// False if its version has changed.
pub(super) async fn delete(
    tx: &mut Tx,
    scope: &WholeTenantScope<HostApplications, Write>,
    (id, version): (ApplicationId, i64),
) -> db::Result<bool> {
    let sql = "DELETE FROM application WHERE id = $1 AND tenant_id = $2 AND version = $3";
    Ok(tx.exec(sql, params![id, scope.tenant(), version]).await? == 1)
}

/// Someone who is changing the list of tiles is told that it has changed meanwhile.
pub(super) async fn touch_list(
    tx: &mut Tx,
    scope: &WholeTenantScope<HostApplications, Write>,
) -> db::Result<()> {
    let sql = "UPDATE application_metadata SET version = version + 1 WHERE tenant_id = $1";
    tx.exec(sql, params![scope.tenant()]).await?;
    Ok(())
}
