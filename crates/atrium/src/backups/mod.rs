//! Backups of the whole installation, for the operator at the terminal.
//!
//! - A backup is one file: every table as it was at one moment, the uploaded files, and the heads of the audit trail. It's
//!   compressed, and encrypted to public keys (age), so the machine that writes one can't read it.
//! - It appears under its name once it's complete and on disk. An interrupted one has another name or doesn't open.
//! - It holds neither the master key nor any other setting. Its manifest is sealed with a key derived from the master key:
//!   without that key, a restore is refused, because nothing restored would open or verify.
//! - Rows are written the same way by both engines, so a backup of one restores into the other.
//! - A restore reads the whole backup before it writes anything, and takes an empty place only. Until it's done, a mark in
//!   the database keeps every other command away; a restore that was killed is started over.

mod archive;
mod key;
mod lines;
mod manifest;
mod reading;
mod restore;
mod store;
mod write;

pub use key::{BackupIdentities, BackupRecipient, identities, new_pair, recipient};
pub use manifest::BackupManifest;
pub use reading::{CheckedBackup, check};
pub use restore::{FinishedRestore, finish, load, prepare};
pub use write::{BackupReport, BackupTarget, write};

use crate::access;
use crate::app::App;
use crate::shared::standing;
use db::Db;
use jiff::{SignedDuration, Timestamp};

/// Every command but `atrium restore` keeps away from what a restore hasn't finished.
pub async fn check_finished(db: &Db) -> Result<(), String> {
    let mut tx = db.begin_read().await.map_err(|error| error.to_string())?;
    match store::is_unfinished(&mut tx, &access::upkeep()).await {
        Ok(false) => Ok(()),
        Ok(true) => {
            Err("this database holds a restore that didn't finish: run `atrium restore` again".to_owned())
        }
        Err(error) => Err(error.to_string()),
    }
}

/// When the last backup was finished, and whether a newer one is due.
pub struct LastBackup {
    pub at: Option<Timestamp>,
    pub is_late: bool,
}

pub async fn last(app: &App, db: &Db) -> db::Result<LastBackup> {
    let at = standing::last_backup(db).await?;
    let hours = app.settings.backup_max_age_hours;
    let oldest = app.clock.now() - SignedDuration::from_hours(hours);
    Ok(LastBackup { at, is_late: hours > 0 && !app.is_demo() && at.is_none_or(|at| at < oldest) })
}
