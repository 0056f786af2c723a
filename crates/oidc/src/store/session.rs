//! The SQL for sessions.

use crate::ended::CHANNEL;
use db::{Cell, Db, FromRow, Get, Row, Tx, params};
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

/// One sign-in in one browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// May be shown; it isn't the secret in the cookie.
    pub id: Uuid,
    pub subject: Uuid,
    /// [`SOMETIME`] if another provider vouched for them and didn't say.
    pub auth_time: Timestamp,
    pub amr: Amr,
    pub created_at: Timestamp,
    pub last_used_at: Timestamp,
    /// The absolute end.
    pub ends_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    pub device: String,
    pub address: String,
}

/// How a person proved who they are (RFC 8176): `pwd`, `otp`, `hwk` …
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amr(pub Vec<String>);

impl Get for Amr {
    fn get(cell: Cell<'_>) -> db::Result<Option<Self>> {
        cell.parse(|text| Some(Amr(text.split_whitespace().map(str::to_owned).collect())))
    }
}

/// Why a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndedBy {
    SignedOut,
    /// Another sign-in in the same browser.
    Replaced,
    /// By its owner or an administrator, from the list of sessions.
    Revoked,
    /// Its owner may no longer sign in.
    Disabled,
    CredentialsChanged,
}
db::text!(EndedBy {
    SignedOut = "signed_out",
    Replaced = "replaced",
    Revoked = "revoked",
    Disabled = "disabled",
    CredentialsChanged = "credentials_changed"
});

/// A session's columns, in field order; a join adds its own after them.
pub(super) const COLUMNS: &str =
    "s.id, s.subject, s.auth_time, s.amr, s.created_at, s.last_used_at, s.ends_at,
    s.ended_at, s.device, s.address";
pub(super) const WIDTH: usize = 10;

impl FromRow for Session {
    fn from_row(row: &Row<'_>) -> db::Result<Self> {
        Ok(Session {
            id: row.get(0)?,
            subject: row.get(1)?,
            auth_time: row.get(2)?,
            amr: row.get(3)?,
            created_at: row.get(4)?,
            last_used_at: row.get(5)?,
            ends_at: row.get(6)?,
            ended_at: row.get(7)?,
            device: row.get(8)?,
            address: row.get(9)?,
        })
    }
}

/// Longer ago than any `max_age` reaches.
pub(crate) const SOMETIME: Timestamp = Timestamp::UNIX_EPOCH;

impl Session {
    pub(crate) fn known_auth_time(&self) -> Option<Timestamp> {
        Some(self.auth_time).filter(|at| *at != SOMETIME)
    }

    pub(crate) fn is_alive(&self, now: Timestamp, idle: SignedDuration) -> bool {
        self.ended_at.is_none() && now < self.expires_at(idle)
    }

    /// When it ends if nothing uses it.
    pub(crate) fn expires_at(&self, idle: SignedDuration) -> Timestamp {
        self.ends_at.min(self.last_used_at + idle)
    }
}

pub(crate) async fn insert(tx: &mut Tx, session: &Session, secret_hash: Vec<u8>) -> db::Result<()> {
    let Session { id, subject, auth_time, amr, created_at, last_used_at, ends_at, device, address, .. } =
        session;
    tx.exec(
        "INSERT INTO oidc_session (id, secret_hash, subject, auth_time, amr, created_at, last_used_at, ends_at, device,
           address) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            *id,
            secret_hash,
            *subject,
            *auth_time,
            amr.0.join(" "),
            *created_at,
            *last_used_at,
            *ends_at,
            device,
            address
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn by_secret(db: &Db, secret_hash: Vec<u8>) -> db::Result<Option<Session>> {
    let sql = format!("SELECT {COLUMNS} FROM oidc_session s WHERE s.secret_hash = $1 AND s.ended_at IS NULL");
    db.opt(sql, params![secret_hash]).await
}

pub(crate) async fn of_subject(db: &Db, subject: Uuid) -> db::Result<Vec<Session>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM oidc_session s WHERE s.subject = $1 AND s.ended_at IS NULL
         ORDER BY s.last_used_at DESC, s.id LIMIT 100"
    );
    db.all(sql, params![subject]).await
}

pub(crate) async fn touch(tx: &mut Tx, id: Uuid, now: Timestamp) -> db::Result<()> {
    let sql =
        "UPDATE oidc_session SET last_used_at = $2 WHERE id = $1 AND ended_at IS NULL AND last_used_at < $2";
    tx.exec(sql, params![id, now]).await?;
    Ok(())
}

/// A new cookie secret for a session that goes on; false if it has ended.
pub(crate) async fn replace_secret(
    tx: &mut Tx,
    id: Uuid,
    old_hash: Vec<u8>,
    new_hash: Vec<u8>,
    amr: &Amr,
) -> db::Result<bool> {
    let sql = "UPDATE oidc_session SET secret_hash = $3, amr = $4
         WHERE id = $1 AND secret_hash = $2 AND ended_at IS NULL";
    Ok(tx.exec(sql, params![id, old_hash, new_hash, amr.0.join(" ")]).await? == 1)
}

/// Which sessions to end.
pub(crate) enum Which {
    WithSecret(Vec<u8>),
    One(Uuid),
    OneOf { subject: Uuid, session: Uuid },
    AllOf { subject: Uuid, except: Option<Uuid> },
    AllOfMany(Vec<Uuid>),
}

/// A session that was just ended.
pub(crate) struct EndedSession {
    pub(crate) id: Uuid,
    pub(crate) subject: Uuid,
    /// The clients that got tokens in it, separated by spaces; some more than once.
    pub(crate) clients: String,
}
db::row!(EndedSession { id, subject, clients });

/// Ends them, tells every node, and returns the ones that weren't already over.
pub(crate) async fn end(
    tx: &mut Tx,
    which: Which,
    by: EndedBy,
    now: Timestamp,
) -> db::Result<Vec<EndedSession>> {
    let mut values = params![now, by];
    let many;
    let these = match which {
        Which::WithSecret(hash) => {
            values.extend(params![hash]);
            "secret_hash = $3"
        }
        Which::One(id) => {
            values.extend(params![id]);
            "id = $3"
        }
        Which::OneOf { subject, session } => {
            values.extend(params![session, subject]);
            "id = $3 AND subject = $4"
        }
        Which::AllOf { subject, except: None } => {
            values.extend(params![subject]);
            "subject = $3"
        }
        Which::AllOf { subject, except: Some(session) } => {
            values.extend(params![subject, session]);
            "subject = $3 AND id <> $4"
        }
        Which::AllOfMany(subjects) => {
            many = format!("subject IN {}", db::in_list(&mut values, subjects)?);
            &many
        }
    };
    let sql = format!(
        "UPDATE oidc_session SET ended_at = $1, ended_by = $2 WHERE {these} AND ended_at IS NULL
         RETURNING id, subject, coalesce(
           (SELECT string_agg(g.client_id, ' ') FROM oidc_grant g WHERE g.session_id = oidc_session.id), '')"
    );
    let ended: Vec<EndedSession> = tx.all(sql, values).await?;
    for session in &ended {
        tx.notify(CHANNEL, &session.id.to_string())?;
    }
    Ok(ended)
}

/// Sessions, and families that ended before their session did.
pub(crate) async fn ended_since(db: &Db, since: Timestamp) -> db::Result<Vec<(Uuid, Timestamp)>> {
    db.all(
        "SELECT id, ended_at FROM oidc_session WHERE ended_at >= $1
         UNION ALL SELECT id, ended_at FROM oidc_grant WHERE ended_at >= $1",
        params![since],
    )
    .await
}

/// Deletes sessions unused since then, up to the limit, with their codes and families; returns how many.
pub(crate) async fn delete_unused_since(db: &Db, since: Timestamp, at_most: i64) -> db::Result<u64> {
    let mut tx = db.begin_write().await?;
    let deleted = tx
        .exec(
            "DELETE FROM oidc_session WHERE id IN
               (SELECT id FROM oidc_session WHERE last_used_at < $1 ORDER BY last_used_at LIMIT $2)",
            params![since, at_most],
        )
        .await?;
    tx.commit().await?;
    Ok(deleted)
}
