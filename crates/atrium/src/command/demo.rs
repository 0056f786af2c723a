//! `atrium demo`: a demo world for one day. Its data is disposable and is built again when the day changes.

use super::{Failure, log, start};
use crate::config::{self, Settings};
use crate::demo::{self, FoundWorld};
use crate::host_applications::SignOuts;
use crate::server;
use crate::shared::clock::{Clock, Randomness};
use crate::shared::day::Day;
use crate::shared::keys::Keys;
use crate::shared::problem::Problem;
use base64::{Engine, engine::general_purpose::STANDARD};
use clap::Args;
use db::Db;
use secrecy::ExposeSecret;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::sync::Arc;

/// A world needs a few decades on both sides of its day.
const DAYS: std::ops::RangeInclusive<Day> =
    Day(jiff::civil::date(1990, 1, 1))..=Day(jiff::civil::date(2090, 12, 31));

#[derive(Args)]
pub(crate) struct DemoOptions {
    /// Where to listen. Only loopback addresses are allowed.
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<String>,
    /// Where the demo keeps its files.
    #[arg(long, value_name = "FOLDER")]
    data_dir: Option<String>,
    /// A database to use instead of the embedded one.
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
    /// The business day of the demo world. Default: today.
    #[arg(long, value_name = "YYYY-MM-DD")]
    today: Option<String>,
    /// Grow Cedar Logistics to this many employees.
    #[arg(long, value_name = "N")]
    employees: Option<usize>,
    /// Time-off requests for each added employee.
    #[arg(long, value_name = "N", default_value_t = 2, requires = "employees")]
    requests_each: usize,
    /// Rebuild the world, even if there is one for this day.
    #[arg(long)]
    fresh: bool,
    /// Build the world and exit.
    #[arg(long)]
    build_only: bool,
}

impl DemoOptions {
    pub(super) fn overrides(&self) -> Vec<(&'static str, String)> {
        let mut overrides = vec![];
        let unset = |name: &str| std::env::var_os(name).is_none();
        // A demo speaks to a person at a terminal, and lives in a folder of its own.
        if unset("ATRIUM_LOG") {
            overrides.push(("log", "warn".to_owned()));
        }
        if unset("ATRIUM_LOG_FORMAT") {
            overrides.push(("log_format", "text".to_owned()));
        }
        if unset("ATRIUM_DATA_DIR") && self.data_dir.is_none() {
            overrides.push(("data_dir", "data/demo".to_owned()));
        }
        let given =
            [("listen", &self.listen), ("data_dir", &self.data_dir), ("database_url", &self.database_url)];
        overrides.extend(given.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))));
        overrides
    }
}

pub(super) async fn demo(mut settings: Settings, options: DemoOptions) -> Result<(), Failure> {
    let today = match &options.today {
        Some(text) => text.parse().ok().map(Day).filter(|day| DAYS.contains(day)).ok_or_else(|| {
            Failure::Setting(config::BadSetting(
                "--today must be a date from 1990 to 2090, written YYYY-MM-DD".to_owned(),
            ))
        })?,
        None => Clock::system().today("America/Los_Angeles"),
    };
    if !settings.listen.ip().is_loopback() {
        let line =
            format!("a demo listens on loopback only, not on {}: its passwords are public", settings.listen);
        return Err(Failure::Setting(config::BadSetting(line)));
    }
    let is_own_url = std::env::var_os("ATRIUM_PUBLIC_URL").is_some();
    let host = settings.public_url.split("://").nth(1).unwrap_or_default();
    if is_own_url && !config::is_loopback(host) {
        let line = format!(
            "a demo's public_url must be on loopback (localhost, 127.0.0.1 or [::1]), not {}: its passwords are public",
            settings.public_url
        );
        return Err(Failure::Setting(config::BadSetting(line)));
    }
    log::start(&settings);
    let listening = server::listen(settings.listen).await?;
    if !is_own_url {
        settings.public_url = format!("http://{}", shown(&listening.address));
    }
    start::make_data_dir(&settings)?;
    let _lock = start::lock_data_dir(&settings)?;
    let key = key(&settings)?;
    let requests_each = options.requests_each;
    let growth = options.employees.map(|employees| demo::Growth { employees, requests_each });
    let name = demo::name_of(today, growth);
    let (db, is_new) = world_database(&settings, &name, options.fresh).await?;
    let app = start::app(settings, db, Clock::with_business_day(today), &key, Some(Arc::new(demo::Shown)))?;
    if is_new {
        println!("Building the demo world for {name} …");
        demo::build(&app, today, growth).await.map_err(|problem| {
            let why = match problem {
                // Its people obey the same rules as everyone: a setting may rule them out, such as a directory of other banks.
                Problem::Refused { message, .. } => format!("a setting doesn't allow it: {message}"),
                other => format!("{other:?}"),
            };
            Failure::Other(format!("cannot build the demo world: {why}"))
        })?;
        app.audit_heads
            .keep(&app.db)
            .await
            .map_err(|error| format!("cannot write the audit trail heads: {error}"))?;
        app.db.settle().await?;
    }
    if options.build_only {
        app.db.close().await;
        return Ok(());
    }
    println!("\n  Atrium demo for {today}:  http://{}\n", shown(&listening.address));
    for account in demo::ACCOUNTS {
        println!("    {:8} {}", account.username, account.who);
    }
    println!("\n  Choose one in the browser. Stop with Ctrl-C.\n");
    let identity = start::identity(&app).await?;
    let receiver = crate::notices::collector(&app);
    let receiver = SignOuts::new(&app, identity.provider.clone(), receiver)?;
    server::run(app, identity, listening, Arc::new(receiver)).await;
    Ok(())
}

fn shown(address: &std::net::SocketAddr) -> String {
    match address.ip() {
        std::net::IpAddr::V4(ip) if ip.octets() == [127, 0, 0, 1] => format!("localhost:{}", address.port()),
        _ => address.to_string(),
    }
}

fn key_path(settings: &Settings) -> PathBuf {
    settings.data_dir.join("demo-key")
}

/// The key of the demo that lives in this data folder, if one does.
pub(super) fn kept_key(settings: &Settings) -> Option<[u8; 32]> {
    Keys::parse_master(&std::fs::read_to_string(key_path(settings)).ok()?)
}

fn key(settings: &Settings) -> Result<[u8; 32], Failure> {
    if let Some(key) = kept_key(settings) {
        return Ok(key);
    }
    let mut key = [0; 32];
    Randomness::system().fill(&mut key);
    let cannot = |error| Failure::Other(format!("cannot write the demo's key: {error}"));
    let fresh = settings.data_dir.join("demo-key.new");
    let mut file = std::fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&fresh)
        .map_err(cannot)?;
    file.write_all(STANDARD.encode(key).as_bytes()).and_then(|()| file.sync_all()).map_err(cannot)?;
    std::fs::rename(&fresh, key_path(settings)).map_err(cannot)?;
    Ok(key)
}

/// A database with this world in it, or an empty one to make it in. Only worlds that a demo made are thrown away.
async fn world_database(settings: &Settings, name: &str, fresh: bool) -> Result<(Db, bool), Failure> {
    let db = start::connect(settings).await?;
    match demo::look(&db).await? {
        FoundWorld::RealData => {
            let line =
                "this database holds data that isn't from a demo: use a separate database for the demo";
            return Err(Failure::Other(line.to_owned()));
        }
        FoundWorld::World(found) if found == name && !fresh => match db.migrate(db::MIGRATIONS).await {
            // A different build made it: as disposable as the world of another day.
            Err(db::Error::OtherSchema { .. }) => return Ok((made_empty(settings, db).await?, true)),
            up_to_date => {
                up_to_date?;
                return Ok((db, false));
            }
        },
        FoundWorld::World(_) | FoundWorld::Unfinished => return Ok((made_empty(settings, db).await?, true)),
        FoundWorld::Nothing => {}
    }
    db.migrate(db::MIGRATIONS).await?;
    Ok((db, true))
}

async fn made_empty(settings: &Settings, db: Db) -> Result<Db, Failure> {
    let db = emptied(settings, db).await?;
    db.migrate(db::MIGRATIONS).await?;
    Ok(db)
}

async fn emptied(settings: &Settings, db: Db) -> Result<Db, Failure> {
    // The heads of the old world's audit trail go with it.
    let _ = std::fs::remove_file(settings.data_dir.join("audit-heads.json"));
    if let Some(path) = settings.database_url.expose_secret().strip_prefix("sqlite:") {
        db.close().await;
        drop(db);
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{path}{ending}"));
        }
        return start::connect(settings).await;
    }
    let mut tx = db.begin_write().await?;
    tx.exec("DROP SCHEMA public CASCADE", db::params![]).await?;
    tx.exec("CREATE SCHEMA public", db::params![]).await?;
    tx.commit().await?;
    db.close().await;
    start::connect(settings).await
}
