//! The SQL for e-mail addresses waiting to be confirmed, and for whether someone in the tenant already has one.

use crate::shared::id::{PersonId, TenantId};
use db::{Read, Tx, params};
use jiff::Timestamp;

pub(super) async fn waiting(
    mut from: impl Read,
    person: PersonId,
) -> db::Result<Option<(String, Timestamp)>> {
    from.opt("SELECT email, asked_at FROM new_email WHERE person_id = $1", params![person]).await
}

pub(super) async fn write(
    tx: &mut Tx,
    whose: (TenantId, PersonId),
    email: &str,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO new_email (tenant_id, person_id, email, asked_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (person_id) DO UPDATE SET email = $3, asked_at = $4",
        params![whose.0, whose.1, email, now],
    )
    .await?;
    Ok(())
}

pub(super) async fn delete(tx: &mut Tx, person: PersonId) -> db::Result<bool> {
    Ok(tx.exec("DELETE FROM new_email WHERE person_id = $1", params![person]).await? == 1)
}

/// A tenant assigns one address at a time.
pub(super) async fn lock(tx: &mut Tx, tenant: TenantId) -> db::Result<()> {
    tx.exec("UPDATE tenant SET name = name WHERE id = $1", params![tenant]).await?;
    Ok(())
}

/// Whether a username is anyone else's name to sign in, in any tenant. Sign-in doesn't ask which.
pub(super) async fn is_name_taken(mut from: impl Read, person: PersonId, username: &str) -> db::Result<bool> {
    let sql = "SELECT 1 FROM person WHERE id <> $1 AND disabled_at IS NULL
        AND (lower(email) = lower($2) OR lower(username) = lower($2)) LIMIT 1";
    Ok(from.opt::<(i64,)>(sql, params![person, username]).await?.is_some())
}

/// A username is typed into the same field, so one person's username can't be another's address. An empty address
/// belongs to no one.
pub(super) async fn is_taken(
    mut from: impl Read,
    whose: (TenantId, PersonId),
    email: &str,
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM person WHERE tenant_id = $1 AND id <> $2 AND disabled_at IS NULL AND $3 <> ''
        AND (lower(email) = lower($3) OR lower(username) = lower($3)) LIMIT 1";
    Ok(from.opt::<(i64,)>(sql, params![whose.0, whose.1, email]).await?.is_some())
}
