//! The SQL for codes and the refresh token families they're exchanged for.

use super::session::{COLUMNS, Session, WIDTH};
use crate::ended::CHANNEL;
use db::{Db, FromRow, Row, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

/// What a code is bound to.
pub(crate) struct NewCode<'a> {
    pub(crate) hash: Vec<u8>,
    pub(crate) session: Uuid,
    pub(crate) client_id: &'a str,
    pub(crate) redirect_uri: &'a str,
    pub(crate) nonce: Option<&'a str>,
    pub(crate) challenge: &'a str,
    pub(crate) expires_at: Timestamp,
}

pub(crate) async fn insert_code(tx: &mut Tx, code: NewCode<'_>) -> db::Result<()> {
    tx.exec(
        "INSERT INTO oidc_code (code_hash, session_id, client_id, redirect_uri, nonce, code_challenge, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            code.hash,
            code.session,
            code.client_id,
            code.redirect_uri,
            code.nonce,
            code.challenge,
            code.expires_at
        ],
    )
    .await?;
    Ok(())
}

pub(crate) struct Code {
    pub(crate) session: Session,
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) nonce: Option<String>,
    pub(crate) challenge: String,
    pub(crate) expires_at: Timestamp,
    /// What its first use gave.
    pub(crate) grant: Option<Uuid>,
}

impl FromRow for Code {
    fn from_row(row: &Row<'_>) -> db::Result<Self> {
        Ok(Code {
            session: Session::from_row(row)?,
            client_id: row.get(WIDTH)?,
            redirect_uri: row.get(WIDTH + 1)?,
            nonce: row.get(WIDTH + 2)?,
            challenge: row.get(WIDTH + 3)?,
            expires_at: row.get(WIDTH + 4)?,
            grant: row.get(WIDTH + 5)?,
        })
    }
}

pub(crate) async fn code(db: &Db, hash: Vec<u8>) -> db::Result<Option<Code>> {
    let sql = format!(
        "SELECT {COLUMNS}, c.client_id, c.redirect_uri, c.nonce, c.code_challenge, c.expires_at, c.grant_id
         FROM oidc_code c JOIN oidc_session s ON s.id = c.session_id WHERE c.code_hash = $1"
    );
    db.opt(sql, params![hash]).await
}

/// Marks the code as used for this family; false if another request was first.
pub(crate) async fn use_code(tx: &mut Tx, hash: Vec<u8>, grant: Uuid, now: Timestamp) -> db::Result<bool> {
    let sql = "UPDATE oidc_code SET used_at = $3, grant_id = $2 WHERE code_hash = $1 AND used_at IS NULL";
    Ok(tx.exec(sql, params![hash, grant, now]).await? == 1)
}

pub(crate) async fn insert(
    tx: &mut Tx,
    id: Uuid,
    session: Uuid,
    client_id: &str,
    token_hash: Vec<u8>,
    now: Timestamp,
) -> db::Result<()> {
    let sql = "INSERT INTO oidc_grant (id, session_id, client_id, token_hash, created_at)
         VALUES ($1, $2, $3, $4, $5)";
    tx.exec(sql, params![id, session, client_id, token_hash, now]).await?;
    Ok(())
}

/// A refresh token family.
pub(crate) struct Grant {
    pub(crate) session: Session,
    pub(crate) id: Uuid,
    pub(crate) client_id: String,
    pub(crate) token_hash: Vec<u8>,
    pub(crate) previous_hash: Option<Vec<u8>>,
    pub(crate) successor: Option<Vec<u8>>,
    pub(crate) rotated_at: Option<Timestamp>,
    pub(crate) ended_at: Option<Timestamp>,
}

impl FromRow for Grant {
    fn from_row(row: &Row<'_>) -> db::Result<Self> {
        Ok(Grant {
            session: Session::from_row(row)?,
            id: row.get(WIDTH)?,
            client_id: row.get(WIDTH + 1)?,
            token_hash: row.get(WIDTH + 2)?,
            previous_hash: row.get(WIDTH + 3)?,
            successor: row.get(WIDTH + 4)?,
            rotated_at: row.get(WIDTH + 5)?,
            ended_at: row.get(WIDTH + 6)?,
        })
    }
}

pub(crate) async fn find(db: &Db, id: Uuid) -> db::Result<Option<Grant>> {
    let sql = format!(
        "SELECT {COLUMNS}, g.id, g.client_id, g.token_hash, g.previous_hash, g.successor, g.rotated_at, g.ended_at
         FROM oidc_grant g JOIN oidc_session s ON s.id = g.session_id WHERE g.id = $1"
    );
    db.opt(sql, params![id]).await
}

/// Replaces the old token with the new one; false if another request was first, or the family has ended.
pub(crate) async fn rotate(
    tx: &mut Tx,
    id: Uuid,
    old_hash: Vec<u8>,
    new_hash: Vec<u8>,
    successor: Vec<u8>,
    now: Timestamp,
) -> db::Result<bool> {
    let sql = "UPDATE oidc_grant SET token_hash = $3, previous_hash = $2, successor = $4, rotated_at = $5
         WHERE id = $1 AND token_hash = $2 AND ended_at IS NULL
           AND EXISTS (SELECT 1 FROM oidc_session s WHERE s.id = session_id AND s.ended_at IS NULL)";
    Ok(tx.exec(sql, params![id, old_hash, new_hash, successor, now]).await? == 1)
}

/// Ends one family and tells every node; false if it was already over.
pub(crate) async fn end(db: &Db, id: Uuid, now: Timestamp) -> db::Result<bool> {
    let mut tx = db.begin_write().await?;
    let sql = "UPDATE oidc_grant SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL";
    let changed = tx.exec(sql, params![id, now]).await? == 1;
    if changed {
        tx.notify(CHANNEL, &id.to_string())?;
    }
    tx.commit().await?;
    Ok(changed)
}
