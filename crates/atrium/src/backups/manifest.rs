//! What a backup says about itself: it begins with the head and ends with the manifest.

use crate::shared::id::TenantId;
use crate::shared::keys::SealKey;
use db::TableShape;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The number of the format. A new one means a reader has to change.
pub(super) const FORMAT: u32 = 1;

pub(super) const HEAD: &str = "atrium-backup.json";
pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const SEAL: &str = "manifest.seal";
pub(super) const HEADS: &str = "audit-heads.json";
pub(super) const TABLES: &str = "tables/";
pub(super) const FILES: &str = "files/";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupHead {
    pub format: u32,
    /// The version of the program that wrote it.
    pub program: String,
    pub is_sqlite: bool,
    pub schema_version: i64,
    /// Number, name and checksum of each migration the database had run.
    pub migrations: Vec<(i64, String, i64)>,
    pub started_at: Timestamp,
}

impl BackupHead {
    pub(super) fn now(is_sqlite: bool, started_at: Timestamp) -> BackupHead {
        BackupHead {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            is_sqlite,
            schema_version: known(),
            migrations: db::MIGRATIONS
                .iter()
                .map(|one| (one.version, one.name.to_owned(), one.checksum(is_sqlite)))
                .collect(),
            started_at,
        }
    }

    /// Refuses what this program can't read.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.format > FORMAT || self.schema_version > known() {
            return Err(format!(
                "a newer release ({}, schema version {}) wrote this backup; this program knows schema version {}",
                self.program,
                self.schema_version,
                known()
            ));
        }
        let ours = db::MIGRATIONS.iter().map(|one| (one.version, one.name, one.checksum(self.is_sqlite)));
        let theirs = self.migrations.iter().map(|(version, name, sum)| (*version, name.as_str(), *sum));
        let count = usize::try_from(self.schema_version).unwrap_or_default();
        if count == 0 || !theirs.eq(ours.take(count)) {
            return Err(
                "a different build wrote this backup, with other migrations: restore it with that build"
                    .to_owned(),
            );
        }
        Ok(())
    }
}

pub(super) fn known() -> i64 {
    i64::try_from(db::MIGRATIONS.len()).unwrap_or(i64::MAX)
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TableRecord {
    pub name: String,
    /// Names and types.
    pub columns: Vec<(String, String)>,
    pub rows: u64,
    pub sha256: String,
}

impl TableRecord {
    pub(super) fn describes(&self, shape: &TableShape) -> bool {
        self.name == shape.name && self.columns == columns(shape)
    }
}

pub(super) fn columns(shape: &TableShape) -> Vec<(String, String)> {
    shape.columns.iter().map(|(name, ty)| (name.clone(), format!("{ty:?}").to_lowercase())).collect()
}

/// A tenant that must not come back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ErasedRecord {
    pub tenant: TenantId,
    pub began_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupManifest {
    pub head: BackupHead,
    pub finished_at: Timestamp,
    pub tables: Vec<TableRecord>,
    pub files: u64,
    pub file_bytes: u64,
    /// Over each file's key and digest, in the order in which they come.
    pub files_sha256: String,
    /// Keys of files that have a row and no bytes.
    pub missing: Vec<String>,
    /// None if there was no file of audit heads.
    pub heads_sha256: Option<String>,
    pub erased: Vec<ErasedRecord>,
}

impl BackupManifest {
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }

    pub(super) fn record(&self, table: &str) -> Option<&TableRecord> {
        self.tables.iter().find(|record| record.name == table)
    }
}

/// The seal of a manifest's bytes, in hexadecimal.
pub(super) fn seal(key: &SealKey, manifest: &[u8]) -> String {
    super::lines::hex(&key.seal(&[b"backup manifest", manifest]))
}

pub(super) fn is_sealed(key: &SealKey, manifest: &[u8], seal: &str) -> bool {
    super::lines::unhex(seal).is_some_and(|seal| key.verify(&[b"backup manifest", manifest], &seal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::keys::Keys;

    fn head(is_sqlite: bool) -> BackupHead {
        BackupHead::now(is_sqlite, Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn backups_of_this_schema_and_older_ones_are_taken() {
        for is_sqlite in [true, false] {
            head(is_sqlite).check().unwrap();
            let mut older = head(is_sqlite);
            older.schema_version -= 1;
            older.migrations.pop();
            older.check().unwrap();
        }
    }

    #[test]
    fn a_newer_schema_and_other_migrations_are_refused() {
        let mut newer = head(true);
        newer.schema_version += 1;
        newer.migrations.push((newer.schema_version, "later".to_owned(), 1));
        assert!(newer.check().unwrap_err().contains("a newer release"));
        let format = BackupHead { format: FORMAT + 1, ..head(true) };
        assert!(format.check().unwrap_err().contains("a newer release"));
        let mut other = head(true);
        other.migrations[3].2 += 1;
        assert!(other.check().unwrap_err().contains("a different build"));
        let short = BackupHead { migrations: vec![], ..head(true) };
        assert!(short.check().unwrap_err().contains("a different build"));
        let swapped = BackupHead { is_sqlite: false, ..head(true) };
        assert!(swapped.check().is_err(), "the engines' texts differ");
    }

    #[test]
    fn a_seal_fits_one_manifest_and_one_key() {
        let (key, other) = (Keys::derive(&[1; 32]).audit, Keys::derive(&[2; 32]).audit);
        let sealed = seal(&key, b"manifest");
        assert!(is_sealed(&key, b"manifest", &sealed));
        assert!(!is_sealed(&key, b"Manifest", &sealed) && !is_sealed(&other, b"manifest", &sealed));
        assert!(!is_sealed(&key, b"manifest", "") && !is_sealed(&key, b"manifest", "zz"));
    }
}
