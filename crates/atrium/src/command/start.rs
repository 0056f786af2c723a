//! Startup steps that several commands share.

use super::Failure;
use crate::account;
use crate::app::{App, DemoWorld};
use crate::backups;
use crate::config::Settings;
use crate::identity::Identity;
use crate::language_model::LanguageModel;
use crate::shared::audit::HeadFile;
use crate::shared::clock::{Clock, Randomness};
use crate::shared::id::Ids;
use crate::shared::keys::{Keys, Wrapping};
use crate::shared::pace::Paces;
use db::{Db, Options};
use secrecy::ExposeSecret;
use std::sync::Arc;
use std::time::Duration;

const MAX_SQLITE_READERS: usize = 4;

pub(super) async fn connect(settings: &Settings) -> Result<Db, Failure> {
    let db = connect_with(settings, Options::default()).await?;
    backups::check_finished(&db).await?;
    Ok(db)
}

/// For a backup: one transaction reads the whole database, at the pace of the one who takes what it read.
pub(super) async fn connect_for_long(settings: &Settings) -> Result<Db, Failure> {
    let db =
        connect_with(settings, Options { tx_idle: HOURS, statement_timeout: HOURS, ..Options::default() })
            .await?;
    backups::check_finished(&db).await?;
    Ok(db)
}

/// For a restore, which may find that the last one didn't finish.
pub(super) async fn connect_to_load(settings: &Settings) -> Result<Db, Failure> {
    let options =
        Options { tx_idle: HOURS, statement_timeout: HOURS, is_loading: true, ..Options::default() };
    connect_with(settings, options).await
}

const HOURS: Duration = Duration::from_secs(12 * 3_600);

async fn connect_with(settings: &Settings, options: Options) -> Result<Db, Failure> {
    let options = Options {
        readers: settings.database_connections.min(MAX_SQLITE_READERS),
        pg_connections: settings.database_connections,
        ..options
    };
    Ok(Db::connect(settings.database_url.expose_secret(), options).await?)
}

/// For commands that read a database as it is.
pub(super) async fn check_schema(db: &Db) -> Result<(), Failure> {
    let found = db.schema_version().await?;
    if found == 0 {
        return Err(Failure::Other("this database is empty".to_owned()));
    }
    if db.missing_migrations(db::MIGRATIONS).await? > 0 {
        let known = db::MIGRATIONS.len();
        let what = format!("the database is at schema version {found}, but this program needs {known}");
        return Err(Failure::Other(format!("{what}: run `atrium migrate` first")));
    }
    Ok(())
}

pub(super) fn make_data_dir(settings: &Settings) -> Result<(), Failure> {
    let folder = settings.data_dir.display();
    std::fs::create_dir_all(&settings.data_dir)
        .map_err(|error| Failure::Other(format!("cannot create the data folder {folder}: {error}")))
}

/// Held for the life of the process: two of them on one data folder would lose what the other wrote.
pub(super) fn lock_data_dir(settings: &Settings) -> Result<std::fs::File, Failure> {
    let folder = settings.data_dir.display();
    let cannot =
        |error: std::io::Error| Failure::Other(format!("cannot lock the data folder {folder}: {error}"));
    let file = std::fs::File::create(settings.data_dir.join("lock")).map_err(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => {
            Err(Failure::Other(format!("another atrium is already using the data folder {folder}")))
        }
        Err(std::fs::TryLockError::Error(error)) => Err(cannot(error)),
    }
}

pub(super) fn app(
    settings: Settings,
    db: Db,
    clock: Clock,
    master_key: &[u8; 32],
    demo: Option<Arc<dyn DemoWorld>>,
) -> Result<App, Failure> {
    let mut keys = Keys::derive(master_key);
    if let (Some(key), before) = settings.bank_keys {
        let before = before.map_or_else(|| keys.bank.clone(), |key| Wrapping::new(&key));
        keys.bank = Wrapping::after(&key, &before);
    }
    let files = settings.file_storage().map_err(Failure::Other)?;
    let audit_heads = HeadFile::open(&settings.data_dir, keys.audit.clone())?;
    let language_model = LanguageModel::of(&settings).map_err(Failure::Other)?;
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    Ok(App {
        language_model,
        program: program.into(),
        db,
        clock,
        ids: Ids::new(Randomness::system()),
        randomness: Randomness::system(),
        keys,
        paces: Arc::new(Paces::new(settings.person_requests_per_minute)),
        settings: Arc::new(settings),
        audit_heads,
        outbox_wake: Arc::default(),
        files,
        collected: Default::default(),
        demo,
        jobs: Default::default(),
        works: Default::default(),
        operator: super::operator::name(),
        is_ready: Arc::default(),
    })
}

pub(super) async fn identity(app: &App) -> Result<Identity, Failure> {
    account::identity(app).await.map_err(Failure::Other)
}
