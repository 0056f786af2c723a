//! The SQL of upstreams. Like the SQL of accounts, it runs before there is a viewer.

use crate::shared::id::{PersonId, TenantId};
use crate::shared::seal;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use db::{Db, Read, Tx, params};
use jiff::Timestamp;
use serde::Serialize;
use uuid::Uuid;

#[derive(Clone)]
pub struct Upstream {
    pub id: Uuid,
    pub tenant_id: TenantId,
    pub name: String,
    pub issuer: String,
    pub client_id: String,
    /// Sealed.
    pub secret: Option<Vec<u8>>,
}
db::row!(Upstream { id, tenant_id, name, issuer, client_id, secret });

/// What the sign-in page shows.
#[derive(Clone, Debug, Serialize)]
pub struct OfferedUpstream {
    pub id: Uuid,
    pub name: String,
}
db::row!(OfferedUpstream { id, name });

/// A tenant by name or ID, for an operator at a terminal.
pub async fn tenant_called(db: &Db, name: &str) -> db::Result<Option<TenantId>> {
    let id = Uuid::try_parse(name).unwrap_or_default();
    let found: Vec<(TenantId,)> =
        db.all("SELECT id FROM tenant WHERE id = $1 OR name = $2 LIMIT 2", params![id, name]).await?;
    // Two tenants with the same name: the operator has to give the ID.
    Ok(if let [(tenant,)] = found[..] { Some(tenant) } else { None })
}

pub async fn offered(db: &Db) -> db::Result<Vec<OfferedUpstream>> {
    db.all(format!("SELECT {} FROM upstream ORDER BY name, id", OfferedUpstream::COLS), params![]).await
}

/// One tenant's upstreams.
pub async fn offered_to(db: &Db, tenant: TenantId) -> db::Result<Vec<OfferedUpstream>> {
    let sql =
        format!("SELECT {} FROM upstream WHERE tenant_id = $1 ORDER BY name, id", OfferedUpstream::COLS);
    db.all(sql, params![tenant]).await
}

pub async fn all(db: &Db) -> db::Result<Vec<Upstream>> {
    db.all(format!("SELECT {} FROM upstream ORDER BY tenant_id, name", Upstream::COLS), params![]).await
}

pub async fn find(db: &Db, id: Uuid) -> db::Result<Option<Upstream>> {
    db.opt(format!("SELECT {} FROM upstream WHERE id = $1", Upstream::COLS), params![id]).await
}

pub(super) async fn insert(tx: &mut Tx, new: &Upstream, now: Timestamp) -> db::Result<()> {
    tx.exec(
        "INSERT INTO upstream (id, tenant_id, name, issuer, client_id, secret, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            new.id,
            new.tenant_id,
            new.name.as_str(),
            new.issuer.as_str(),
            new.client_id.as_str(),
            new.secret.clone(),
            now
        ],
    )
    .await?;
    Ok(())
}

pub(super) async fn delete(tx: &mut Tx, id: Uuid) -> db::Result<()> {
    tx.exec("DELETE FROM upstream WHERE id = $1", params![id]).await?;
    Ok(())
}

/// The person linked to this subject, and whether they may sign in.
pub async fn linked(db: &Db, upstream: &Upstream, subject: &str) -> db::Result<Option<(PersonId, bool)>> {
    db.opt(
        "SELECT p.id, p.disabled_at IS NULL FROM upstream_identity i JOIN person p ON p.id = i.person_id
         WHERE i.tenant_id = $1 AND i.issuer = $2 AND i.subject = $3 AND p.tenant_id = $1",
        params![upstream.tenant_id, upstream.issuer.as_str(), subject],
    )
    .await
}

/// An identity at another provider that signs someone in.
pub struct LinkedIdentity {
    pub issuer: String,
    subject: String,
    /// The upstream's name; none if it was removed, and the identity signs no one in.
    pub name: Option<String>,
    pub linked_at: Timestamp,
}
db::row!(LinkedIdentity { issuer, subject, name, linked_at });

impl LinkedIdentity {
    /// Leaves out the subject, which doesn't belong on the wire.
    pub fn id(&self) -> String {
        URL_SAFE_NO_PAD.encode(seal::hash(&format!("{}\0{}", self.issuer, self.subject)))
    }
}

/// The person's own, oldest first.
pub(super) async fn identities(mut from: impl Read, person: PersonId) -> db::Result<Vec<LinkedIdentity>> {
    let sql = "SELECT i.issuer, i.subject,
           (SELECT min(u.name) FROM upstream u WHERE u.tenant_id = i.tenant_id AND u.issuer = i.issuer), i.linked_at
         FROM upstream_identity i WHERE i.person_id = $1 ORDER BY i.linked_at, i.issuer, i.subject";
    from.all(sql, params![person]).await
}

/// False if it's gone, or someone else's.
pub(super) async fn unlink(tx: &mut Tx, person: PersonId, identity: &LinkedIdentity) -> db::Result<bool> {
    let sql = "DELETE FROM upstream_identity WHERE person_id = $1 AND issuer = $2 AND subject = $3";
    Ok(tx.exec(sql, params![person, identity.issuer.as_str(), identity.subject.as_str()]).await? == 1)
}

/// The issuers of identities linked since then.
pub(super) async fn unlink_since(tx: &mut Tx, person: PersonId, since: Timestamp) -> db::Result<Vec<String>> {
    let sql = "DELETE FROM upstream_identity WHERE person_id = $1 AND linked_at >= $2 RETURNING issuer";
    let gone: Vec<(String,)> = tx.all(sql, params![person, since]).await?;
    Ok(gone.into_iter().map(|(issuer,)| issuer).collect())
}

pub async fn link(
    tx: &mut Tx,
    upstream: &Upstream,
    subject: &str,
    person: PersonId,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO upstream_identity (tenant_id, issuer, subject, person_id, linked_at) VALUES ($1, $2, $3, $4, $5)",
        params![upstream.tenant_id, upstream.issuer.as_str(), subject, person, now],
    )
    .await?;
    Ok(())
}
