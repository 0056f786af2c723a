//! A fresh database per test: a file in a temporary folder, or one in the cluster started by `scripts/postgres run`.

use db::{Db, Migration, Options, Text, params};
use jiff::Timestamp;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use uuid::Uuid;

pub(crate) const SCHEMA: Migration =
    Migration { version: 1, name: "schema", text: Text::Both(include_str!("schema.sql")) };
pub(crate) const INSERT_COMPANY: &str = "INSERT INTO companies (id, name, created_at) VALUES ($1, $2, $3)";
pub(crate) const INSERT_EMPLOYEE: &str =
    "INSERT INTO employees (id, company_id, code, last_name, hired) VALUES ($1, $2, $3, $4, $5)";

/// `both! { fn a_sentence(db) { … } }`: the same test on SQLite and on PostgreSQL, with the test schema.
macro_rules! both {
    ($(fn $name:ident($db:ident $(, $url:ident)?) $body:block)*) => {$(
        mod $name {
            #[allow(unused_imports, reason = "not every test needs them")]
            use super::*;
            use crate::engines::{Engine, Fresh};

            async fn case(fresh: Fresh) {
                let $db = &fresh.db;
                $(let $url = fresh.url.as_str();)?
                $body
            }
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                case(Fresh::with_schema(Engine::Sqlite).await).await
            }
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                case(Fresh::with_schema(Engine::Postgres).await).await
            }
        }
    )*};
}
pub(crate) use both;

#[derive(Clone, Copy)]
pub(crate) enum Engine {
    Sqlite,
    Postgres,
}

pub(crate) struct Fresh {
    pub(crate) db: Db,
    pub(crate) url: String,
    _folder: TempDir,
}

impl Fresh {
    pub(crate) async fn with_schema(engine: Engine) -> Fresh {
        let fresh = Fresh::empty(engine).await;
        assert_eq!(fresh.db.migrate(&[SCHEMA]).await, Ok(1));
        fresh
    }

    pub(crate) async fn empty(engine: Engine) -> Fresh {
        let folder = TempDir::new().unwrap();
        let url = match engine {
            Engine::Sqlite => format!("sqlite:{}", folder.path().join("test.db").display()),
            Engine::Postgres => new_postgres_database(&postgres()).await,
        };
        Fresh { db: Db::connect(&url, short_limits()).await.unwrap(), url, _folder: folder }
    }
}

/// Limits short enough for a test to wait for.
pub(crate) fn short_limits() -> Options {
    Options {
        pg_connections: 8,
        tx_idle: Duration::from_secs(2),
        statement_timeout: Duration::from_secs(3),
        ..Options::default()
    }
}

pub(crate) fn postgres() -> String {
    std::env::var("ATRIUM_TEST_POSTGRES").expect(
        "ATRIUM_TEST_POSTGRES is not set: run through `make test` or `scripts/postgres run -- cargo nextest run`",
    )
}

/// Creates a database next to the one in the address and returns its address.
pub(crate) async fn new_postgres_database(server: &str) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("t{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    admin(server, &format!("CREATE DATABASE {name} STRATEGY FILE_COPY")).await;
    let (base, _) = server.rsplit_once('/').unwrap();
    format!("{base}/{name}")
}

/// Runs an administrator's command, bypassing the crate.
pub(crate) async fn admin(server: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(server, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    client.batch_execute(sql).await.unwrap();
    drop(client);
    connection.await.unwrap().unwrap();
}

pub(crate) fn uid(n: u128) -> Uuid {
    Uuid::from_u128(n)
}

pub(crate) fn noon() -> Timestamp {
    "2026-01-05T12:00:00Z".parse().unwrap()
}

pub(crate) async fn insert_company(db: &Db, n: u128) {
    let mut tx = db.begin_write().await.unwrap();
    tx.exec(INSERT_COMPANY, params![uid(n), format!("Co {n}"), noon()]).await.unwrap();
    tx.commit().await.unwrap();
}

pub(crate) async fn count(db: &Db, table: &str) -> i64 {
    db.one::<(i64,)>(format!("SELECT count(*) FROM {table}"), params![]).await.unwrap().0
}
