//! The SQL for signing keys.

use crate::keys::Algorithm;
use db::{Db, params};
use jiff::Timestamp;

pub(crate) struct SealedKey {
    pub(crate) generation: i64,
    pub(crate) kid: String,
    pub(crate) algorithm: Algorithm,
    pub(crate) sealed: Vec<u8>,
    pub(crate) created_at: Timestamp,
    pub(crate) signs_from: Timestamp,
}
db::row!(SealedKey { generation, kid, algorithm, sealed, created_at, signs_from });

/// Newest first.
pub(crate) async fn all(db: &Db) -> db::Result<Vec<SealedKey>> {
    db.all(format!("SELECT {} FROM oidc_key ORDER BY generation DESC", SealedKey::COLS), params![]).await
}

/// If two nodes make the same generation at the same time, the first one's key is kept.
pub(crate) async fn insert(db: &Db, key: SealedKey) -> db::Result<()> {
    let mut tx = db.begin_write().await?;
    tx.exec(
        "INSERT INTO oidc_key (generation, kid, algorithm, sealed, created_at, signs_from)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (generation) DO NOTHING",
        params![key.generation, key.kid, key.algorithm, key.sealed, key.created_at, key.signs_from],
    )
    .await?;
    tx.commit().await
}

pub(crate) async fn delete_up_to(db: &Db, algorithm: Algorithm, generation: i64) -> db::Result<()> {
    let mut tx = db.begin_write().await?;
    let sql = "DELETE FROM oidc_key WHERE algorithm = $1 AND generation <= $2";
    tx.exec(sql, params![algorithm, generation]).await?;
    tx.commit().await
}
