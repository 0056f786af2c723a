//! `atrium backup`, `atrium backup keygen` and `atrium restore`.

use super::{Failure, demo, start, terminal};
use crate::app::App;
use crate::backups::{self, BackupManifest, BackupTarget, CheckedBackup};
use crate::config::{BadSetting, Settings};
use crate::shared::clock::Clock;
use crate::shared::keys::{Keys, SealKey};
use clap::{Args, Subcommand};
use serde_json::json;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct BackupOptions {
    /// The file to write, which must not exist yet; - for standard output.
    #[arg(long, value_name = "PATH", required = true)]
    to: Option<PathBuf>,
    /// A public key (age1…) that the backup is encrypted to. Give several, and each of their secret keys opens it.
    #[arg(long = "recipient", value_name = "KEY", required = true)]
    recipients: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    command: Option<BackupCommand>,
}

#[derive(Subcommand)]
pub(crate) enum BackupCommand {
    /// Make a pair of keys: the public one for backups, the secret one for restores.
    Keygen {
        /// Write the secret key into this file, which must not exist yet. Without it, the pair is printed.
        #[arg(long, value_name = "FILE")]
        to: Option<PathBuf>,
    },
}

#[derive(Args)]
pub(crate) struct RestoreOptions {
    /// The backup.
    #[arg(long, value_name = "PATH")]
    from: PathBuf,
    /// The file with the secret key, as `atrium backup keygen` or age-keygen wrote it.
    #[arg(long, value_name = "FILE")]
    identity: PathBuf,
    /// Read and check the whole backup without restoring it.
    #[arg(long)]
    check: bool,
    /// A newer backup: tenants that were erased by then are erased again.
    #[arg(long = "erased-in", value_name = "PATH")]
    newer: Vec<PathBuf>,
    /// Restore even if the audit trail was not intact when it was backed up.
    #[arg(long)]
    accept_audit_faults: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What a backup doesn't have; said with each one.
const NOT_IN_IT: &str = "The master key, bank_key and your settings aren't in it. Keep them elsewhere: without them, \
    nothing that is restored opens.";

pub(super) fn keygen(to: Option<&Path>) -> Result<(), Failure> {
    let (public, file) = backups::new_pair();
    let Some(path) = to else {
        print!("{file}");
        return Ok(());
    };
    let mut options = std::fs::OpenOptions::new();
    let created = options.write(true).create_new(true).mode(0o600).open(path);
    let written = created.and_then(|mut opened| {
        opened.write_all(file.as_bytes())?;
        opened.sync_all()
    });
    written.map_err(|error| Failure::Other(format!("cannot write {}: {error}", path.display())))?;
    println!("{public}");
    Ok(())
}

pub(super) fn backup(
    load: impl FnOnce(&[(&str, String)]) -> Result<Settings, BadSetting>,
    options: BackupOptions,
) -> Result<(), Failure> {
    match &options.command {
        Some(BackupCommand::Keygen { to }) => keygen(to.as_deref()),
        None => super::in_runtime(write(load(&[])?, options)),
    }
}

async fn write(settings: Settings, options: BackupOptions) -> Result<(), Failure> {
    let recipients: Result<Vec<_>, String> =
        options.recipients.iter().map(|text| backups::recipient(text)).collect();
    let recipients = recipients.map_err(|why| BadSetting(format!("--recipient: {why}")))?;
    let to = match options.to.unwrap_or_default() {
        path if path == Path::new("-") => BackupTarget::Stdout,
        path => BackupTarget::File(path),
    };
    let app = app(settings).await?;
    let done = backups::write(&app, &to, &recipients).await.map_err(terminal::failed);
    let kept = terminal::keep_heads(&app).await;
    app.db.close().await;
    let report = done?;
    kept?;
    let manifest = &report.manifest;
    for key in &manifest.missing {
        eprintln!("a file has no bytes in the storage: {key}");
    }
    let line = if options.json {
        json!({
            "startedAt": manifest.head.started_at, "tables": manifest.tables.len(), "rows": manifest.rows(),
            "files": manifest.files, "missing": manifest.missing, "bytes": report.bytes,
        })
        .to_string()
    } else {
        let size = report.bytes.map_or(String::new(), |bytes| format!(", {bytes} bytes"));
        let (tables, rows, files) = (manifest.tables.len(), manifest.rows(), manifest.files);
        format!("{tables} tables, {rows} rows, {files} files{size}.\n{NOT_IN_IT}")
    };
    match to {
        BackupTarget::File(_) => println!("{line}"),
        BackupTarget::Stdout => eprintln!("{line}"),
    }
    Ok(())
}

/// Like `terminal::app`, but doesn't change the schema: a backup is taken before an upgrade.
async fn app(settings: Settings) -> Result<App, Failure> {
    let master_key = key(&settings)?;
    start::make_data_dir(&settings)?;
    let db = start::connect_for_long(&settings).await?;
    start::check_schema(&db).await?;
    start::app(settings, db, Clock::system(), &master_key, None)
}

fn key(settings: &Settings) -> Result<[u8; 32], BadSetting> {
    settings.master_key().or_else(|missing| demo::kept_key(settings).ok_or(missing))
}

pub(super) async fn restore(settings: Settings, options: RestoreOptions) -> Result<(), Failure> {
    let master_key = match key(&settings) {
        Ok(key) => Some(key),
        Err(_) if options.check => None,
        Err(missing) => return Err(missing.into()),
    };
    let seal = master_key.map(|key| Keys::derive(&key).audit);
    let mut newer: Vec<BackupManifest> = vec![];
    for path in &options.newer {
        let named = |why: String| format!("{}: {why}", path.display());
        newer.push(checked(path, &options.identity, seal.clone()).await.map_err(named)?.manifest);
    }
    let backup = checked(&options.from, &options.identity, seal).await?;
    if options.check {
        said(&options, &backup.manifest, &json!({ "isSealChecked": backup.is_seal_checked }));
        if !backup.is_seal_checked && !options.json {
            println!("No master key is set, so we couldn't check that it's yours.");
        }
        return Ok(());
    }
    let Some(master_key) = master_key else { return Ok(()) };
    start::make_data_dir(&settings)?;
    let _lock = start::lock_data_dir(&settings)?;
    let db = start::connect_to_load(&settings).await?;
    let loaded = async {
        backups::prepare(&db, &settings).await?;
        backups::load(&db, &settings, backup).await
    };
    let loaded = loaded.await;
    db.close().await;
    let manifest = loaded?;
    let db = start::connect_to_load(&settings).await?;
    let app = start::app(settings, db, Clock::system(), &master_key, None)?;
    let mut tell = |fault: &str| eprintln!("{fault}");
    let done = backups::finish(&app, &manifest, &newer, options.accept_audit_faults, &mut tell).await;
    app.db.close().await;
    let done = done?;
    said(&options, &manifest, &json!({ "events": done.events, "erasedAgain": done.erased }));
    if !options.json {
        println!("{} audit events checked. Every table is as it was.", done.events);
        if done.erased > 0 {
            println!("{} tenants were erased since then: the server will erase them again.", done.erased);
        }
    }
    Ok(())
}

async fn checked(path: &Path, identity: &Path, seal: Option<SealKey>) -> Result<CheckedBackup, String> {
    let (path, identities) = (path.to_owned(), backups::identities(identity)?);
    let checking = tokio::task::spawn_blocking(move || backups::check(&path, identities, seal.as_ref()));
    checking.await.map_err(|error| error.to_string())?
}

fn said(options: &RestoreOptions, manifest: &BackupManifest, more: &serde_json::Value) {
    let (started, tables, rows) = (manifest.head.started_at, manifest.tables.len(), manifest.rows());
    let (files, missing) = (manifest.files, manifest.missing.len());
    if options.json {
        let mut line = json!({ "backupOf": started, "tables": tables, "rows": rows, "files": files, "missing": missing });
        if let (Some(line), Some(more)) = (line.as_object_mut(), more.as_object()) {
            line.extend(more.clone());
        }
        println!("{line}");
        return;
    }
    let what = if options.check { "Intact" } else { "Restored" };
    println!("{what}: the backup of {started}, {tables} tables, {rows} rows, {files} files.");
    if missing > 0 {
        println!("{missing} files had no bytes in the storage when it was written.");
    }
}
