//! The SQL for sign-ins in progress. Like the account SQL, it runs before there's a viewer.

use db::{Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

pub(super) async fn insert_attempt(
    tx: &mut Tx,
    state_hash: Vec<u8>,
    upstream: Uuid,
    browser_hash: Vec<u8>,
    sealed: Vec<u8>,
    until: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO upstream_attempt (state_hash, upstream_id, browser_hash, sealed, expires_at)
         VALUES ($1, $2, $3, $4, $5)",
        params![state_hash, upstream, browser_hash, sealed, until],
    )
    .await?;
    Ok(())
}

/// Takes an attempt, so no later caller can. A state without its browser, or at another upstream's redirect URI, takes
/// nothing away.
pub(super) async fn take_attempt(
    tx: &mut Tx,
    state_hash: Vec<u8>,
    upstream: Uuid,
    browser_hash: Vec<u8>,
    now: Timestamp,
) -> db::Result<Option<Vec<u8>>> {
    let row: Option<(Vec<u8>,)> = tx
        .opt(
            "DELETE FROM upstream_attempt
             WHERE state_hash = $1 AND upstream_id = $2 AND browser_hash = $3 AND expires_at > $4 RETURNING sealed",
            params![state_hash, upstream, browser_hash, now],
        )
        .await?;
    Ok(row.map(|(sealed,)| sealed))
}

pub async fn forget_attempts(tx: &mut Tx, now: Timestamp) -> db::Result<u64> {
    tx.exec(
        "DELETE FROM upstream_attempt WHERE state_hash IN
           (SELECT state_hash FROM upstream_attempt WHERE expires_at <= $1 ORDER BY expires_at LIMIT 500)",
        params![now],
    )
    .await
}
