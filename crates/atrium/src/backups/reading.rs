//! Reading a backup: from the first byte to the last, with every digest checked. Nothing here writes anything.

use super::key::BackupIdentities;
use super::lines::{self, LinesDigest};
use super::manifest::{self, BackupHead, BackupManifest};
use crate::shared::keys::SealKey;
use age::DecryptError;
use flate2::read::GzDecoder;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// More than any part has; a backup that says otherwise isn't one of ours.
const MAX_PART: u64 = 256 << 20;

/// A backup whose every byte was read and fits its manifest.
pub struct CheckedBackup {
    pub manifest: BackupManifest,
    /// Whether the manifest's seal was checked: not without a master key.
    pub is_seal_checked: bool,
    pub(super) file: File,
    pub(super) identities: BackupIdentities,
}

/// Something in a backup, in the order in which it's there.
pub(super) enum BackupPart<'a> {
    /// Whole lines of a table.
    Lines(&'a str, Vec<u8>),
    /// The key of a file, and its bytes as they're stored.
    File(&'a str, Vec<u8>),
    /// The sealed file of audit heads.
    Heads(Vec<u8>),
}

/// Reads all of it. It takes as long as reading the file does; call it where blocking is fine.
pub fn check(
    path: &Path,
    identities: BackupIdentities,
    key: Option<&SealKey>,
) -> Result<CheckedBackup, String> {
    let file = File::open(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let found = walk(&file, &identities, &mut |_| Ok(()))?;
    if let Some(key) = key
        && !manifest::is_sealed(key, &found.manifest_bytes, &found.seal)
    {
        return Err(
            "this backup was written with another master_key; set the one it was written with".to_owned()
        );
    }
    Ok(CheckedBackup { manifest: found.manifest, is_seal_checked: key.is_some(), file, identities })
}

pub(super) struct WalkedBackup {
    pub manifest: BackupManifest,
    manifest_bytes: Vec<u8>,
    seal: String,
}

#[derive(Default)]
struct BackupWalk {
    head: Option<BackupHead>,
    tables: BTreeMap<String, LinesDigest>,
    files: u64,
    file_bytes: u64,
    digest: Option<LinesDigest>,
    heads: Option<String>,
    manifest: Option<Vec<u8>>,
    seal: Option<String>,
}

fn damaged(why: impl std::fmt::Display) -> String {
    format!("the backup is damaged or incomplete: {why}")
}

pub(super) fn walk(
    mut file: &File,
    identities: &BackupIdentities,
    each: &mut dyn FnMut(BackupPart<'_>) -> Result<(), String>,
) -> Result<WalkedBackup, String> {
    file.seek(SeekFrom::Start(0)).map_err(|error| format!("cannot read the backup: {error}"))?;
    let sealed = age::Decryptor::new_buffered(BufReader::with_capacity(1 << 18, file));
    let keys = identities.iter().map(|identity| identity as &dyn age::Identity);
    let plain = sealed.and_then(|sealed| sealed.decrypt(keys)).map_err(unopened)?;
    let mut archive = tar::Archive::new(GzDecoder::new(plain));
    let mut walk = BackupWalk { digest: Some(LinesDigest::new()), ..BackupWalk::default() };
    for entry in archive.entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let size = entry.size();
        if size > MAX_PART || !entry.header().entry_type().is_file() {
            return Err(damaged(format!("{path} isn't a part of a backup")));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
        entry.read_to_end(&mut bytes).map_err(damaged)?;
        if bytes.len() as u64 != size {
            return Err(damaged(format!("{path} ends too early")));
        }
        walk.take(&path, bytes, each)?;
    }
    // The end is checked too: of the compression, and of the encryption.
    let mut compressed = archive.into_inner();
    std::io::copy(&mut compressed, &mut std::io::sink()).map_err(damaged)?;
    std::io::copy(&mut compressed.into_inner(), &mut std::io::sink()).map_err(damaged)?;
    walk.end()
}

fn unopened(error: DecryptError) -> String {
    match error {
        DecryptError::NoMatchingKeys => {
            "this key doesn't open the backup: it's encrypted to other keys".to_owned()
        }
        DecryptError::InvalidHeader | DecryptError::UnknownFormat => {
            "this file isn't a backup, or its beginning is damaged".to_owned()
        }
        error => damaged(error),
    }
}

impl BackupWalk {
    fn take(
        &mut self,
        path: &str,
        bytes: Vec<u8>,
        each: &mut dyn FnMut(BackupPart<'_>) -> Result<(), String>,
    ) -> Result<(), String> {
        let unknown = || damaged(format!("{path} isn't a part of a backup"));
        if self.head.is_none() {
            if path != manifest::HEAD {
                return Err("this file is encrypted to your key, but it isn't a backup of Atrium".to_owned());
            }
            let head: BackupHead = serde_json::from_slice(&bytes).map_err(damaged)?;
            head.check()?;
            self.head = Some(head);
            return Ok(());
        }
        if self.seal.is_some() || (self.manifest.is_some() && path != manifest::SEAL) {
            return Err(unknown());
        }
        if let Some((table, _)) = path.strip_prefix(manifest::TABLES).and_then(|rest| rest.split_once('/')) {
            self.tables.entry(table.to_owned()).or_insert_with(LinesDigest::new).add(&bytes);
            return each(BackupPart::Lines(table, bytes));
        }
        if let Some((key, stated)) = path.strip_prefix(manifest::FILES).and_then(|rest| rest.rsplit_once('.'))
        {
            let sum = lines::sha256(&bytes);
            if sum != stated {
                return Err(damaged(format!("the file {key} has other bytes than it had")));
            }
            if let Some(digest) = &mut self.digest {
                digest.add(format!("{key} {sum}\n").as_bytes());
            }
            self.files += 1;
            self.file_bytes += bytes.len() as u64;
            return each(BackupPart::File(key, bytes));
        }
        match path {
            manifest::HEADS => {
                self.heads = Some(lines::sha256(&bytes));
                each(BackupPart::Heads(bytes))
            }
            manifest::MANIFEST => {
                self.manifest = Some(bytes);
                Ok(())
            }
            manifest::SEAL if self.manifest.is_some() => {
                self.seal = Some(String::from_utf8_lossy(&bytes).into_owned());
                Ok(())
            }
            _ => Err(unknown()),
        }
    }

    fn end(mut self) -> Result<WalkedBackup, String> {
        let (Some(manifest_bytes), Some(seal)) = (self.manifest, self.seal) else {
            return Err(damaged("it ends before its manifest"));
        };
        let manifest: BackupManifest = serde_json::from_slice(&manifest_bytes).map_err(damaged)?;
        if Some(&manifest.head) != self.head.as_ref() {
            return Err(damaged("its head and its manifest differ"));
        }
        for record in &manifest.tables {
            let digest = self.tables.remove(&record.name).unwrap_or_else(LinesDigest::new);
            let rows = digest.lines;
            if rows != record.rows || digest.end() != record.sha256 {
                return Err(damaged(format!("the table {} has other rows than it had", record.name)));
            }
        }
        if let Some((table, _)) = self.tables.first_key_value() {
            return Err(damaged(format!("the table {table} isn't in its manifest")));
        }
        let digest = self.digest.map(LinesDigest::end).unwrap_or_default();
        let found = (self.files, self.file_bytes, digest, self.heads);
        let said = (
            manifest.files,
            manifest.file_bytes,
            manifest.files_sha256.clone(),
            manifest.heads_sha256.clone(),
        );
        if found != said {
            return Err(damaged("its files aren't those in its manifest"));
        }
        Ok(WalkedBackup { manifest, manifest_bytes, seal })
    }
}
