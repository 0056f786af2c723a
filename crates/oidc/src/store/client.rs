//! The SQL for assertions clients have proved themselves with: each counts once.

use db::{Db, params};
use jiff::Timestamp;

/// False if it was used before.
pub(crate) async fn use_assertion(db: &Db, id_hash: Vec<u8>, expires_at: Timestamp) -> db::Result<bool> {
    let mut tx = db.begin_write().await?;
    let sql =
        "INSERT INTO oidc_assertion (id_hash, expires_at) VALUES ($1, $2) ON CONFLICT (id_hash) DO NOTHING";
    let inserted = tx.exec(sql, params![id_hash, expires_at]).await?;
    tx.commit().await?;
    Ok(inserted == 1)
}

pub(crate) async fn delete_expired(db: &Db, now: Timestamp, at_most: i64) -> db::Result<u64> {
    let mut tx = db.begin_write().await?;
    let deleted = tx
        .exec(
            "DELETE FROM oidc_assertion WHERE id_hash IN
               (SELECT id_hash FROM oidc_assertion WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
            params![now, at_most],
        )
        .await?;
    tx.commit().await?;
    Ok(deleted)
}
