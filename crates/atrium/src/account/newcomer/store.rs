//! The SQL for an account that is added.

use super::NewAccount;
use crate::shared::id::{PersonId, TenantId};
use db::{Tx, params};

pub(super) async fn insert(
    tx: &mut Tx,
    (tenant, person): (TenantId, PersonId),
    account: &NewAccount,
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

pub(super) async fn tenant_name(tx: &mut Tx, tenant: TenantId) -> db::Result<String> {
    Ok(tx.one::<(String,)>("SELECT name FROM tenant WHERE id = $1", params![tenant]).await?.0)
}
