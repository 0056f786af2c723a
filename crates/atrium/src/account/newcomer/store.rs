//! The SQL for an account that is added.

use super::PersonAccount;
use crate::shared::id::{PersonId, TenantId};
use db::{Read, Tx, params};

pub(super) async fn insert(
    tx: &mut Tx,
    (tenant, person): (TenantId, PersonId),
    account: &PersonAccount,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO person (id, tenant_id, username, first_name, last_name, email, language, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            person,
            tenant,
            account.username.as_str(),
            account.first_name.as_str(),
            account.last_name.as_str(),
            account.email.as_str(),
            account.language,
            account.version
        ],
    )
    .await?;
    Ok(())
}

/// As a username or an address, in the whole installation: both are typed into one field, before anyone knows the tenant.
pub(super) async fn is_username_taken(mut from: impl Read, username: &str) -> db::Result<bool> {
    let sql = "SELECT 1 FROM person WHERE lower(username) = lower($1)
         OR (lower(email) = lower($1) AND disabled_at IS NULL) LIMIT 1";
    Ok(from.opt::<(i64,)>(sql, params![username]).await?.is_some())
}
