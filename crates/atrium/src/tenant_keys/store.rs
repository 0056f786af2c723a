//! The SQL of tenants' data keys.

use crate::access::BankScope;
use db::{Read, Tx, params};
use jiff::Timestamp;

/// Sealed, and by which key.
pub(super) async fn bank_key(
    mut from: impl Read,
    scope: &BankScope,
) -> db::Result<Option<(Vec<u8>, String)>> {
    from.opt("SELECT wrapped, wrapped_by FROM bank_key WHERE tenant_id = $1", params![scope.tenant()]).await
}

pub(super) async fn keep_bank_key(
    tx: &mut Tx,
    scope: &BankScope,
    wrapped: &[u8],
    wrapped_by: &str,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO bank_key (tenant_id, wrapped, wrapped_by, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id) DO NOTHING",
        params![scope.tenant(), wrapped, wrapped_by, now],
    )
    .await
    .map(drop)
}

pub(super) async fn replace_bank_key(
    tx: &mut Tx,
    scope: &BankScope,
    wrapped: &[u8],
    wrapped_by: &str,
    instead_of: &str,
) -> db::Result<()> {
    tx.exec(
        "UPDATE bank_key SET wrapped = $2, wrapped_by = $3 WHERE tenant_id = $1 AND wrapped_by = $4",
        params![scope.tenant(), wrapped, wrapped_by, instead_of],
    )
    .await
    .map(drop)
}
