//! The world that is copied for each test. The first test that needs it makes it; the others wait.

use super::Engine;
use atrium::app::App;
use atrium::config::Settings;
use atrium::shared::audit::HeadFile;
use atrium::shared::clock::{Clock, Randomness};
use atrium::shared::day::Day;
use atrium::shared::id::Ids;
use atrium::shared::keys::Keys;
use atrium::shared::pace::Paces;
use db::Db;
use secrecy::ExposeSecret;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

pub const TODAY: Day = Day(jiff::civil::date(2026, 11, 16));

fn master_key() -> [u8; 32] {
    [7; 32]
}

pub async fn copy(engine: Engine, folder: &Path) -> App {
    match engine {
        Engine::Sqlite => {
            let file = folder.join("atrium.db");
            std::fs::copy(sqlite_template().await, &file).unwrap();
            copy_files(folder);
            app(&format!("sqlite:{}", file.display()), folder).await
        }
        Engine::Postgres => {
            let template = postgres_template().await;
            copy_files(folder);
            let name = format!("test_{:016x}", Randomness::system().below(u64::MAX));
            // Writing the copy to the log, as by default, took ten times as long.
            psql(&server(), &format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"));
            app(&database(&name), folder).await
        }
    }
}

/// A database with the schema and no people.
pub async fn empty(engine: Engine, folder: &Path) -> App {
    let url = match engine {
        Engine::Sqlite => format!("sqlite:{}", folder.join("atrium.db").display()),
        Engine::Postgres => {
            let name = format!("test_{:016x}", Randomness::system().below(u64::MAX));
            psql(&server(), &format!("CREATE DATABASE {name} STRATEGY FILE_COPY"));
            database(&name)
        }
    };
    let app = App { demo: None, ..app(&url, folder).await };
    app.db.migrate(db::MIGRATIONS).await.unwrap();
    app
}

/// The PostgreSQL database of one test, taken away with its world: a thousand of them would fill a disk.
pub struct Copied(Option<String>);

impl Copied {
    pub fn of(app: &App, engine: Engine) -> Copied {
        let name = app.settings.database_url.expose_secret().rsplit('/').next();
        Copied(name.filter(|_| engine == Engine::Postgres).map(str::to_owned))
    }
}

impl Drop for Copied {
    fn drop(&mut self) {
        let Some(name) = &self.0 else { return };
        let sql = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
        // What cannot be dropped now goes with the server.
        let _ = Command::new("psql").args(["-q", &server(), "-c", &sql]).output();
    }
}

async fn app(url: &str, folder: &Path) -> App {
    // A few connections a test: many tests run beside each other.
    let options = db::Options { pg_connections: 8, readers: 2, ..db::Options::default() };
    let db = Db::connect(url, options).await.unwrap();
    let environment = [
        ("ATRIUM_DATA_DIR".to_owned(), folder.display().to_string()),
        ("ATRIUM_DATABASE_URL".to_owned(), url.to_owned()),
        // Tests ask faster than people.
        ("ATRIUM_PERSON_REQUESTS_PER_MINUTE".to_owned(), "1000000".to_owned()),
    ];
    let keys = Keys::derive(&master_key());
    let settings = Settings::load(None, environment, &[]).unwrap();
    App {
        db,
        language_model: Default::default(),
        program: Path::new(env!("CARGO_BIN_EXE_atrium")).into(),
        files: settings.file_storage().unwrap(),
        clock: Clock::with_business_day(TODAY),
        ids: Ids::new(Randomness::system()),
        randomness: Randomness::system(),
        audit_heads: HeadFile::open(folder, keys.audit.clone()).unwrap(),
        keys,
        paces: Arc::new(Paces::new(settings.person_requests_per_minute)),
        settings: Arc::new(settings),
        outbox_wake: Arc::default(),
        collected: Default::default(),
        demo: Some(Arc::new(atrium::demo::Shown)),
        jobs: Default::default(),
        works: Default::default(),
        operator: None,
        is_ready: Arc::new(true.into()),
    }
}

async fn build(url: &str, folder: &Path) {
    let app = app(url, folder).await;
    app.db.migrate(db::MIGRATIONS).await.unwrap();
    atrium::demo::build(&app, TODAY, None).await.unwrap();
    // The signing keys too: an RSA key takes a while to find.
    drop(atrium::account::identity(&app).await.unwrap());
    app.db.close().await;
}

fn is_ours(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem == build_name().as_str())
}

/// The bytes of the world's files lie beside its database; they are the same on both engines.
fn keep_files(built_in: &Path) {
    let kept = templates().join(format!("{}.files", build_name()));
    if !kept.exists() {
        copy_folder(&built_in.join("files"), &kept);
    }
}

fn copy_files(folder: &Path) {
    copy_folder(&templates().join(format!("{}.files", build_name())), &folder.join("files"));
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// A new build of the tests gets a new template.
fn build_name() -> String {
    let test = std::env::current_exe().unwrap().metadata().unwrap();
    let made = test.modified().unwrap().duration_since(std::time::UNIX_EPOCH).unwrap();
    format!("world_{:x}_{}", made.as_nanos(), test.len())
}

fn templates() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("worlds");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Held while a template is looked for or made, over all processes of a test run.
fn lock() -> std::fs::File {
    let file = std::fs::File::create(templates().join("lock")).unwrap();
    file.lock().unwrap();
    file
}

async fn sqlite_template() -> PathBuf {
    let _lock = lock();
    let finished = templates().join(format!("{}.db", build_name()));
    if !finished.exists() {
        for old in std::fs::read_dir(templates()).unwrap().flatten() {
            let ending = old.path().extension().map(|ending| ending.to_owned());
            if ending.as_ref().is_some_and(|ending| ending == "db") {
                let _ = std::fs::remove_file(old.path());
            } else if ending.is_some_and(|ending| ending == "files") && !is_ours(&old.path()) {
                let _ = std::fs::remove_dir_all(old.path());
            }
        }
        let folder = tempfile::tempdir_in(templates()).unwrap();
        let file = folder.path().join("atrium.db");
        build(&format!("sqlite:{}", file.display()), folder.path()).await;
        keep_files(folder.path());
        std::fs::rename(file, &finished).unwrap();
    }
    finished
}

/// Where PostgreSQL listens for this test run.
pub fn server() -> String {
    std::env::var("ATRIUM_TEST_POSTGRES").expect(
        "these tests need PostgreSQL: run them through `make test` or `scripts/postgres run -- cargo nextest run`",
    )
}

pub fn database(name: &str) -> String {
    let server = server();
    let (start, _) = server.rsplit_once('/').expect("the address ends with a database");
    format!("{start}/{name}")
}

pub fn psql(url: &str, sql: &str) -> String {
    let output =
        Command::new("psql").args(["-qtA", "-v", "ON_ERROR_STOP=1", url, "-c", sql]).output().unwrap();
    assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

async fn postgres_template() -> String {
    let _lock = lock();
    let name = build_name();
    let there = psql(&server(), &format!("SELECT count(*) FROM pg_database WHERE datname = '{name}'"));
    if there == "0" {
        let folder = tempfile::tempdir().unwrap();
        psql(&server(), &format!("CREATE DATABASE {name}_new"));
        build(&database(&format!("{name}_new")), folder.path()).await;
        keep_files(folder.path());
        // Renamed only when finished: a template half-made is never copied. The pool's connections end in a moment.
        psql(
            &server(),
            &format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}_new'"),
        );
        psql(&server(), &format!("ALTER DATABASE {name}_new RENAME TO {name}"));
    }
    name
}
