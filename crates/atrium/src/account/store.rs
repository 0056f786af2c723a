//! The SQL of accounts. It comes before any viewer: what it reads is used to find out who somebody is, and nothing of it
//! is shown.

use crate::shared::id::{PersonId, TenantId};
use db::{Db, Tx, params};
use jiff::Timestamp;

/// The person with this username who may sign in, and the hash of their password.
pub(super) async fn credential(db: &Db, username: &str) -> db::Result<Option<(PersonId, TenantId, String)>> {
    db.opt(
        "SELECT p.id, p.tenant_id, c.hash FROM person p JOIN password_credential c ON c.person_id = p.id
         WHERE lower(p.username) = lower($1) AND p.disabled_at IS NULL",
        params![username.trim()],
    )
    .await
}

pub(super) async fn is_active(db: &Db, person: PersonId) -> db::Result<bool> {
    let found: Option<(i64,)> =
        db.opt("SELECT 1 FROM person WHERE id = $1 AND disabled_at IS NULL", params![person]).await?;
    Ok(found.is_some())
}

pub(super) async fn phone_and_username(
    db: &Db,
    person: PersonId,
) -> db::Result<Option<(Option<String>, String)>> {
    db.opt("SELECT phone, username FROM person WHERE id = $1", params![person]).await
}

pub async fn write_password(
    tx: &mut Tx,
    tenant: TenantId,
    person: PersonId,
    hash: &str,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO password_credential (person_id, tenant_id, hash, changed_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (person_id) DO UPDATE SET hash = $3, changed_at = $4",
        params![person, tenant, hash, now],
    )
    .await?;
    Ok(())
}

/// Counts one try in every bucket and gives (tries, window start, limit) of each. A window that is over starts anew.
pub(super) async fn count_try(
    db: &Db,
    buckets: &[(String, i64)],
    now: Timestamp,
) -> db::Result<Vec<(i64, Timestamp, i64)>> {
    let mut tx = db.begin_write().await?;
    let mut counts = Vec::with_capacity(buckets.len());
    for (bucket, limit) in buckets {
        let (tries, start): (i64, Timestamp) = tx
            .one(
                "INSERT INTO throttle (bucket, window_start, tries) VALUES ($1, $2, 1)
                 ON CONFLICT (bucket) DO UPDATE SET
                   tries = CASE WHEN throttle.window_start <= $3 THEN 1 ELSE throttle.tries + 1 END,
                   window_start = CASE WHEN throttle.window_start <= $3 THEN $2 ELSE throttle.window_start END
                 RETURNING tries, window_start",
                params![bucket.as_str(), now, now - super::rules::WINDOW],
            )
            .await?;
        counts.push((tries, start, *limit));
    }
    tx.commit().await?;
    Ok(counts)
}

pub(super) async fn clear(tx: &mut Tx, buckets: &[(String, i64)]) -> db::Result<()> {
    let rows = buckets.iter().map(|(bucket, _)| params![bucket.as_str()]).collect();
    tx.exec_many("DELETE FROM throttle WHERE bucket = $1", rows).await?;
    Ok(())
}
