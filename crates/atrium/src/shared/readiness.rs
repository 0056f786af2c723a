//! Whether the database accepts writes: it may still answer queries long after its disk is full.

use db::{Db, params};
use jiff::Timestamp;

pub async fn write(db: &Db, now: Timestamp) -> db::Result<()> {
    let mut tx = db.begin_write().await?;
    tx.exec(
        "INSERT INTO readiness_probe (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = $1",
        params![now],
    )
    .await?;
    tx.commit().await
}
