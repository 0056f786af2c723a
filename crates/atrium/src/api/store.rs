//! What machines were answered under their Idempotency-Keys.

use crate::access::{MachineScope, UpkeepScope};
use crate::shared::idempotency::KEPT_FOR;
use db::{Statement, Tx, params};
use jiff::Timestamp;

pub(super) struct AnswerRow {
    pub body_hash: Vec<u8>,
    pub status: i64,
    pub response: String,
    pub created_at: Timestamp,
}
db::row!(AnswerRow { body_hash, status, response, created_at });

/// False if the key was used before. A second request with it waits for the first one's commit.
pub(super) async fn claim<R>(
    tx: &mut Tx,
    scope: &MachineScope<R>,
    key: &str,
    body_hash: &[u8],
    now: Timestamp,
) -> db::Result<bool> {
    let sql = "INSERT INTO machine_answer (machine_id, key, body_hash, status, response, created_at)
         VALUES ($1, $2, $3, 0, '', $4) ON CONFLICT (machine_id, key) DO NOTHING";
    Ok(tx.exec(sql, params![scope.machine(), key, body_hash.to_vec(), now]).await? == 1)
}

pub(super) async fn answer<R>(
    tx: &mut Tx,
    scope: &MachineScope<R>,
    key: &str,
) -> db::Result<Option<AnswerRow>> {
    let sql = "SELECT body_hash, status, response, created_at FROM machine_answer WHERE machine_id = $1 AND key = $2";
    tx.opt(sql, params![scope.machine(), key]).await
}

/// Takes over a key whose day is over; false if another request did.
pub(super) async fn claim_again<R>(
    tx: &mut Tx,
    scope: &MachineScope<R>,
    key: &str,
    body_hash: &[u8],
    (now, before): (Timestamp, Timestamp),
) -> db::Result<bool> {
    let sql = "UPDATE machine_answer SET body_hash = $3, status = 0, response = '', created_at = $4
         WHERE machine_id = $1 AND key = $2 AND created_at = $5";
    Ok(tx.exec(sql, params![scope.machine(), key, body_hash.to_vec(), now, before]).await? == 1)
}

/// Keeps the answer, sealed, with the commit.
pub(super) fn keep<R>(scope: &MachineScope<R>, key: &str, (status, response): (i64, String)) -> Statement {
    let sql = "UPDATE machine_answer SET status = $3, response = $4 WHERE machine_id = $1 AND key = $2";
    (sql.into(), params![scope.machine(), key, status, response])
}

/// Deletes what is older than a day. Bounded, so it never holds the writer for long.
pub async fn forget_answers(tx: &mut Tx, _: &UpkeepScope, now: Timestamp) -> db::Result<u64> {
    tx.exec(
        "DELETE FROM machine_answer WHERE (machine_id, key) IN
           (SELECT machine_id, key FROM machine_answer WHERE created_at < $1 ORDER BY created_at LIMIT 500)",
        params![now - KEPT_FOR],
    )
    .await
}
