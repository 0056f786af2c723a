//! The SQL for authorization requests waiting for a sign-in.

use db::{Db, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

/// A valid authorization request.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) state: Option<String>,
    pub(crate) nonce: Option<String>,
    pub(crate) code_challenge: String,
    pub(crate) login_hint: Option<String>,
    /// Only a sign-in since then counts.
    pub(crate) signed_in_since: Option<Timestamp>,
    /// Only this person counts.
    pub(crate) subject: Option<Uuid>,
    pub(crate) expires_at: Timestamp,
}
db::row!(Request {
    client_id,
    redirect_uri,
    state,
    nonce,
    code_challenge,
    login_hint,
    signed_in_since,
    subject,
    expires_at
});

/// False if that many of the network wait already. `browser_hash` is the hash of the cookie secret in the browser
/// that asked.
pub(crate) async fn insert(
    db: &Db,
    id_hash: Vec<u8>,
    browser_hash: Vec<u8>,
    (network, at_most): (String, i64),
    request: &Request,
    now: Timestamp,
) -> db::Result<bool> {
    let mut tx = db.begin_write().await?;
    let inserted = tx
        .exec(
            format!(
                "INSERT INTO oidc_request (id_hash, browser_hash, network, {})
             SELECT $1, $11, $12, $2, $3, $4, $5, $6, $7, $8, $9, $10
             WHERE (SELECT count(*) FROM (SELECT 1 FROM oidc_request
               WHERE network = $12 AND expires_at > $13 LIMIT $14) AS found) < $14",
                Request::COLS
            ),
            params![
                id_hash,
                &request.client_id,
                &request.redirect_uri,
                request.state.as_deref(),
                request.nonce.as_deref(),
                &request.code_challenge,
                request.login_hint.as_deref(),
                request.signed_in_since,
                request.subject,
                request.expires_at,
                browser_hash,
                network,
                now,
                at_most
            ],
        )
        .await?;
    tx.commit().await?;
    Ok(inserted == 1)
}

pub(crate) async fn find(
    db: &Db,
    id_hash: Vec<u8>,
    browser_hash: Vec<u8>,
    now: Timestamp,
) -> db::Result<Option<Request>> {
    let sql = format!(
        "SELECT {} FROM oidc_request WHERE id_hash = $1 AND browser_hash = $2 AND expires_at > $3",
        Request::COLS
    );
    db.opt(sql, params![id_hash, browser_hash, now]).await
}

/// False if another request took it.
pub(crate) async fn take(tx: &mut Tx, id_hash: Vec<u8>) -> db::Result<bool> {
    Ok(tx.exec("DELETE FROM oidc_request WHERE id_hash = $1", params![id_hash]).await? == 1)
}

pub(crate) async fn delete_expired(db: &Db, now: Timestamp, at_most: i64) -> db::Result<u64> {
    let mut tx = db.begin_write().await?;
    let deleted = tx
        .exec(
            "DELETE FROM oidc_request WHERE id_hash IN
               (SELECT id_hash FROM oidc_request WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
            params![now, at_most],
        )
        .await?;
    tx.commit().await?;
    Ok(deleted)
}
