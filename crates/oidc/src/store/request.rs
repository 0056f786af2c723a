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

/// `browser_hash` is the hash of the cookie secret in the browser that asked.
pub(crate) async fn insert(
    db: &Db,
    id_hash: Vec<u8>,
    browser_hash: Vec<u8>,
    neighborhood: String,
    request: &Request,
) -> db::Result<()> {
    let mut tx = db.begin_write().await?;
    tx.exec(
        format!(
            "INSERT INTO oidc_request (id_hash, browser_hash, neighborhood, {})
             VALUES ($1, $11, $12, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
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
            neighborhood
        ],
    )
    .await?;
    tx.commit().await
}

/// How many of a neighborhood wait, up to `at_most`.
pub(crate) async fn waiting(db: &Db, neighborhood: &str, now: Timestamp, at_most: i64) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM oidc_request
        WHERE neighborhood = $1 AND expires_at > $2 LIMIT $3) AS some";
    Ok(db.one::<(i64,)>(sql, params![neighborhood, now, at_most]).await?.0)
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
