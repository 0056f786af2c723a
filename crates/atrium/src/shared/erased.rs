//! Tenants whose erasure has begun: their events are gone on purpose. Sealed with the key of the audit trail, because
//! otherwise anyone who can write to the database could cut off a trail and call it erased.

use crate::shared::id::TenantId;
use crate::shared::keys::SealKey;
use db::{Db, Tx, params};
use jiff::Timestamp;
use std::collections::BTreeSet;
use uuid::Uuid;

/// What is left of an erased tenant.
pub struct ErasedTenant {
    pub tenant: TenantId,
    pub began_at: Timestamp,
    /// Nothing until the last row is gone.
    pub ended_at: Option<Timestamp>,
    seal: Vec<u8>,
}

const COLUMNS: &str = "tenant_id, began_at, ended_at, seal";

impl db::FromRow for ErasedTenant {
    fn from_row(row: &db::Row<'_>) -> db::Result<ErasedTenant> {
        Ok(ErasedTenant {
            tenant: row.get(0)?,
            began_at: row.get(1)?,
            ended_at: row.get(2)?,
            seal: row.get(3)?,
        })
    }
}

fn seal(key: &SealKey, tenant: Uuid) -> [u8; 32] {
    key.seal(&[b"erased tenant", tenant.as_bytes()])
}

/// Those with a good seal, in the order they went.
pub async fn list(db: &Db, key: &SealKey) -> db::Result<Vec<ErasedTenant>> {
    let sql = format!("SELECT {COLUMNS} FROM erased_tenant ORDER BY began_at, tenant_id");
    let found: Vec<ErasedTenant> = db.all(sql, params![]).await?;
    let is_ours = |row: &ErasedTenant| row.seal.as_slice() == seal(key, row.tenant.0);
    Ok(found.into_iter().filter(is_ours).collect())
}

pub async fn all(db: &Db, key: &SealKey) -> db::Result<BTreeSet<Uuid>> {
    Ok(list(db, key).await?.into_iter().map(|row| row.tenant.0).collect())
}

pub async fn has(db: &Db, key: &SealKey, tenant: Uuid) -> db::Result<bool> {
    let sql = "SELECT seal FROM erased_tenant WHERE tenant_id = $1";
    let found: Option<(Vec<u8>,)> = db.opt(sql, params![tenant]).await?;
    Ok(found.is_some_and(|(found,)| found.as_slice() == seal(key, tenant)))
}

/// From here on there's no way back. Beginning again changes nothing.
pub async fn begin(tx: &mut Tx, key: &SealKey, tenant: TenantId, now: Timestamp) -> db::Result<()> {
    let sql = "INSERT INTO erased_tenant (tenant_id, began_at, seal) VALUES ($1, $2, $3)
         ON CONFLICT (tenant_id) DO NOTHING";
    tx.exec(sql, params![tenant, now, seal(key, tenant.0).to_vec()]).await.map(drop)
}

pub async fn end(tx: &mut Tx, tenant: TenantId, now: Timestamp) -> db::Result<()> {
    tx.exec("UPDATE erased_tenant SET ended_at = $2 WHERE tenant_id = $1", params![tenant, now])
        .await
        .map(drop)
}
