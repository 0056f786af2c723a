//! Links we sent, and browsers people are known in.

use crate::account::links::LinkKind;
use crate::shared::id::{PersonId, TenantId};
use db::{Db, Tx, params};
use jiff::Timestamp;

#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub person_id: PersonId,
    pub tenant_id: TenantId,
    pub kind: LinkKind,
    pub sent_to: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}
db::row!(Link { person_id, tenant_id, kind, sent_to, created_at, expires_at });

pub(crate) async fn insert_links(tx: &mut Tx, links: &[(Vec<u8>, Link)]) -> db::Result<()> {
    let values = |(token_hash, link): &(Vec<u8>, Link)| {
        params![
            token_hash.clone(),
            link.tenant_id,
            link.person_id,
            link.kind,
            link.sent_to.as_str(),
            link.created_at,
            link.expires_at
        ]
    };
    tx.exec_many(
        "INSERT INTO account_link (token_hash, tenant_id, person_id, kind, sent_to, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        links.iter().map(values).collect(),
    )
    .await?;
    Ok(())
}

pub(crate) async fn link(db: &Db, token_hash: Vec<u8>, now: Timestamp) -> db::Result<Option<Link>> {
    let sql = format!(
        "SELECT {} FROM account_link l WHERE token_hash = $1 AND expires_at > $2 AND used_at IS NULL
           AND EXISTS (SELECT 1 FROM person p WHERE p.id = l.person_id
             AND (p.disabled_at IS NULL OR (l.kind IN ('alarm', 'unmerge') AND p.merged_into IS NOT NULL)))",
        Link::COLS
    );
    db.opt(sql, params![token_hash, now]).await
}

/// False if another request used it first.
pub(crate) async fn use_link(tx: &mut Tx, token_hash: Vec<u8>, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE account_link SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2",
            params![token_hash, now],
        )
        .await?;
    Ok(changed == 1)
}

/// A newer link, or a new password, voids the older ones.
pub(crate) async fn retire_links(
    tx: &mut Tx,
    person: PersonId,
    kind: LinkKind,
    now: Timestamp,
) -> db::Result<u64> {
    tx.exec(
        "UPDATE account_link SET used_at = $3 WHERE person_id = $1 AND kind = $2 AND used_at IS NULL",
        params![person, kind, now],
    )
    .await
}

/// Voids alarms about later changes: they went to an address that was already someone else's.
pub(crate) async fn retire_later_alarms(
    tx: &mut Tx,
    person: PersonId,
    since: Timestamp,
    now: Timestamp,
) -> db::Result<u64> {
    tx.exec(
        "UPDATE account_link SET used_at = $3
         WHERE person_id = $1 AND kind IN ('alarm', 'unmerge') AND used_at IS NULL AND created_at >= $2",
        params![person, since, now],
    )
    .await
}

/// Used or not, for as long as we keep links.
pub(crate) async fn is_invitation(db: &Db, tenant: TenantId, token_hash: Vec<u8>) -> db::Result<bool> {
    let sql = "SELECT 1 FROM account_link WHERE token_hash = $1 AND tenant_id = $2 AND kind = 'invitation'";
    Ok(db.opt::<(i64,)>(sql, params![token_hash, tenant]).await?.is_some())
}

/// Uses up an invitation, for one caller; returns who it was for if they may sign in.
pub(crate) async fn use_invitation(
    tx: &mut Tx,
    tenant: TenantId,
    token_hash: Vec<u8>,
    now: Timestamp,
) -> db::Result<Option<PersonId>> {
    let row: Option<(PersonId,)> = tx
        .opt(
            "UPDATE account_link SET used_at = $3
             WHERE token_hash = $1 AND tenant_id = $2 AND kind = 'invitation' AND used_at IS NULL AND expires_at > $3
               AND EXISTS (SELECT 1 FROM person p WHERE p.id = person_id AND p.disabled_at IS NULL)
             RETURNING person_id",
            params![token_hash, tenant, now],
        )
        .await?;
    Ok(row.map(|(person,)| person))
}

// Browsers

/// Whether the person with this name has signed in with this browser before: `Some(true)` with a second factor.
pub(crate) async fn known_device(
    db: &Db,
    username: &str,
    secret_hash: Vec<u8>,
    since: Timestamp,
) -> db::Result<Option<bool>> {
    let found: Option<(bool,)> = db
        .opt(
            "SELECT d.is_proved FROM known_device d JOIN person p ON p.id = d.person_id
             WHERE d.secret_hash = $1 AND lower(p.username) = lower($2) AND d.last_used_at >= $3",
            params![secret_hash, username.trim(), since],
        )
        .await?;
    Ok(found.map(|(is_proved,)| is_proved))
}

/// Whether this is anyone's device.
pub(crate) async fn is_device(db: &Db, secret_hash: Vec<u8>, since: Timestamp) -> db::Result<bool> {
    let sql = "SELECT 1 FROM known_device WHERE secret_hash = $1 AND last_used_at >= $2";
    Ok(db.opt::<(i64,)>(sql, params![secret_hash, since]).await?.is_some())
}

/// False if this browser isn't known as theirs.
pub(crate) async fn used_device(
    tx: &mut Tx,
    person: PersonId,
    secret_hash: Vec<u8>,
    is_proved: bool,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE known_device SET last_used_at = $3, is_proved = (is_proved OR $4)
             WHERE secret_hash = $1 AND person_id = $2",
            params![secret_hash, person, now, is_proved],
        )
        .await?;
    Ok(changed == 1)
}

pub(crate) async fn insert_device(
    tx: &mut Tx,
    whose: (TenantId, PersonId),
    secret_hash: Vec<u8>,
    is_proved: bool,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO known_device (secret_hash, tenant_id, person_id, is_proved, created_at, last_used_at)
         VALUES ($1, $2, $3, $4, $5, $5)",
        params![secret_hash, whose.0, whose.1, is_proved, now],
    )
    .await?;
    Ok(())
}
