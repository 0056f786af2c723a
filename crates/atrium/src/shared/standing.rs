//! Totals for the whole installation, for the metrics: counted on request, then cached for a while.

use db::{Db, params};
use jiff::{SignedDuration, Timestamp};

pub struct InstallationCounts {
    pub waiting: i64,
    pub parked: i64,
    pub oldest_seconds: f64,
    pub sessions: i64,
    pub imports: i64,
    pub last_backup: Option<Timestamp>,
}

/// A session no one has used for this long counts as gone.
const IDLE_AFTER: SignedDuration = SignedDuration::from_hours(1);

pub async fn standing(db: &Db, now: Timestamp) -> db::Result<InstallationCounts> {
    let sql = "SELECT
           (SELECT count(*) FROM outbox_message WHERE delivered_at IS NULL AND parked_at IS NULL),
           (SELECT count(*) FROM outbox_message WHERE parked_at IS NOT NULL),
           (SELECT min(created_at) FROM outbox_message WHERE delivered_at IS NULL AND parked_at IS NULL),
           (SELECT count(*) FROM oidc_session WHERE ended_at IS NULL AND ends_at > $1 AND last_used_at > $2),
           (SELECT count(*) FROM import_run WHERE undone_at IS NULL),
           (SELECT max(finished_at) FROM backup_run)";
    type Row = (i64, i64, Option<Timestamp>, i64, i64, Option<Timestamp>);
    let (waiting, parked, oldest, sessions, imports, last_backup): Row =
        db.one(sql, params![now, now - IDLE_AFTER]).await?;
    let oldest_seconds = oldest.map_or(0.0, |at| now.duration_since(at).as_secs_f64().max(0.0));
    Ok(InstallationCounts { waiting, parked, oldest_seconds, sessions, imports, last_backup })
}

/// When the last backup of the installation was finished.
pub async fn last_backup(db: &Db) -> db::Result<Option<Timestamp>> {
    let (at,): (Option<Timestamp>,) = db.one("SELECT max(finished_at) FROM backup_run", params![]).await?;
    Ok(at)
}
