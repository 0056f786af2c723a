//! Migrations run once, as a whole, and by one node at a time.

use crate::engines::*;
use db::{Db, Error, Migration, Options, Text, params};
use std::process::Stdio;
use std::time::Duration;

const MORE: Migration = Migration {
    version: 2,
    name: "more",
    text: Text::Both(
        "ALTER TABLE counters ADD COLUMN note TEXT NOT NULL DEFAULT 'a;b'; CREATE INDEX counters_n ON counters (n);
         -- a comment; with a semicolon
         INSERT INTO counters (k, n) VALUES ('m', 1);",
    ),
};
const HALF: Migration =
    Migration { version: 2, name: "half", text: Text::Both("CREATE TABLE half (id BIGINT PRIMARY KEY)") };
/// Keeps running for seconds after creating its table.
const HALF_SLOWLY: Migration = Migration {
    version: 2,
    name: "half",
    text: Text::Each {
        postgres: "CREATE TABLE half (id BIGINT PRIMARY KEY); SELECT pg_sleep(3)",
        sqlite: "CREATE TABLE half (id BIGINT PRIMARY KEY);
            INSERT INTO half WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 30000000)
            SELECT count(*) FROM r",
    },
};

fn third(text: &'static str) -> Migration {
    Migration { version: 3, name: "third", text: Text::Both(text) }
}

/// The process killed by the test of a killed migration.
#[tokio::test]
#[ignore = "a part of another test"]
async fn migrate_until_killed() {
    let db = Db::connect(&std::env::var("DB_TEST_URL").unwrap(), Options::default()).await.unwrap();
    db.migrate(&[SCHEMA, HALF_SLOWLY]).await.unwrap();
}

both! {
    fn the_schema_goes_up_to_the_end_of_the_list(db) {
        assert_eq!(db.schema_version().await, Ok(1));
        assert_eq!(db.migrate(&[SCHEMA]).await, Ok(0));
        assert_eq!(db.missing_migrations(&[SCHEMA, MORE]).await, Ok(1));
        assert_eq!(db.migrate(&[SCHEMA, MORE, third("CREATE TABLE t (id BIGINT)")]).await, Ok(2));
        assert_eq!(db.schema_version().await, Ok(3));
        assert_eq!(count(db, "counters").await, 1);
    }

    fn a_failing_migration_leaves_nothing_and_can_be_mended(db) {
        let bad = third("CREATE TABLE half (id BIGINT PRIMARY KEY); INSERT INTO nowhere VALUES (1);");
        let message = db.migrate(&[SCHEMA, MORE, bad]).await.unwrap_err().to_string();
        assert!(message.starts_with("Migration 3 (third) failed: ") && message.contains("nowhere"), "{message}");
        assert_eq!(db.schema_version().await, Ok(2));
        assert_eq!(db.migrate(&[SCHEMA, MORE, third("CREATE TABLE half (id BIGINT)")]).await, Ok(1));
    }

    fn an_edited_migration_is_refused(db) {
        db.migrate(&[SCHEMA, MORE]).await.unwrap();
        let edited = Migration { text: Text::Both("SELECT 1"), ..MORE };
        let refused = Error::OtherSchema { version: 2, name: "more" };
        assert_eq!(db.migrate(&[SCHEMA, edited]).await, Err(refused.clone()));
        let message = refused.to_string();
        assert!(message.starts_with("Migration 2 (more) is not the one this database ran") && message.contains("empty database"), "{message}");
    }

    fn a_database_of_other_migrations_is_refused_as_such_however_many_it_ran(db) {
        db.migrate(&[SCHEMA, MORE, third("CREATE TABLE t (id BIGINT)")]).await.unwrap();
        let squashed = [Migration { name: "squashed", text: Text::Both("SELECT 1"), ..SCHEMA }];
        let refused = Error::OtherSchema { version: 1, name: "squashed" };
        assert_eq!(db.migrate(&squashed).await, Err(refused.clone()));
        assert_eq!(db.missing_migrations(&squashed).await, Err(refused));
        assert_eq!(db.schema_version().await, Ok(3));
    }

    fn a_list_with_a_gap_is_refused(db) {
        assert!(matches!(db.migrate(&[SCHEMA, third("SELECT 1")]).await, Err(Error::Other(_))));
        assert_eq!(db.schema_version().await, Ok(1));
    }

    fn a_schema_newer_than_the_list_is_refused(db) {
        db.migrate(&[SCHEMA, MORE]).await.unwrap();
        assert_eq!(db.migrate(&[SCHEMA]).await, Err(Error::NewerSchema { found: 2, known: 1 }));
        assert_eq!(db.migrate(&[]).await, Err(Error::NewerSchema { found: 2, known: 0 }));
        assert_eq!(db.missing_migrations(&[SCHEMA]).await, Err(Error::NewerSchema { found: 2, known: 1 }));
    }

    fn statements_prepared_before_a_migration_run_after_it(db) {
        let read = async || db.all::<(i64,)>("SELECT n FROM counters", params![]).await.map(|rows| rows.len());
        assert_eq!(read().await, Ok(0));
        db.migrate(&[SCHEMA, MORE]).await.unwrap();
        assert_eq!(read().await, Ok(1));
        db.migrate(&[SCHEMA, MORE, third("ALTER TABLE counters DROP COLUMN note")]).await.unwrap();
        assert_eq!(read().await, Ok(1));
    }

    fn nodes_that_start_at_once_migrate_once(db, url) {
        let nodes = (0..6).map(|_| {
            let url = url.to_owned();
            tokio::spawn(async move {
                let options = Options { readers: 1, pg_connections: 2, ..Options::default() };
                let node = Db::connect(&url, options).await.unwrap();
                node.migrate(&[SCHEMA, MORE, third("CREATE TABLE t (id BIGINT)")]).await.unwrap()
            })
        });
        let mut done = 0;
        for node in nodes.collect::<Vec<_>>() {
            done += node.await.unwrap();
        }
        assert_eq!((done, db.schema_version().await), (2, Ok(3)));
    }

    fn a_killed_migration_runs_again(db, url) {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "migrations::migrate_until_killed"])
            .env("DB_TEST_URL", url)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        tokio::time::sleep(Duration::from_millis(700)).await;
        let ended = child.try_wait().unwrap();
        assert_eq!(ended, None, "it is still migrating");
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(db.schema_version().await, Ok(1));
        // Its table doesn't exist, or this would fail.
        assert_eq!(db.migrate(&[SCHEMA, HALF]).await, Ok(1));
    }

    fn a_migration_may_have_a_text_for_each_engine(db) {
        let each = Text::Each {
            sqlite: "CREATE TABLE own AS SELECT sqlite_version() AS v",
            postgres: "CREATE TABLE own AS SELECT version() AS v",
        };
        db.migrate(&[SCHEMA, Migration { version: 2, name: "each", text: each }]).await.unwrap();
        assert_eq!(count(db, "own").await, 1);
    }
}

async fn the_migrations_of_the_application_run(engine: Engine) {
    let fresh = Fresh::empty(engine).await;
    assert_eq!(fresh.db.schema_version().await, Ok(0));
    let all = db::MIGRATIONS.len();
    assert_eq!(fresh.db.missing_migrations(db::MIGRATIONS).await, Ok(all));
    assert_eq!(fresh.db.migrate(db::MIGRATIONS).await, Ok(all));
    assert_eq!(fresh.db.schema_version().await, Ok(all as i64));
}

#[tokio::test]
async fn the_migrations_of_the_application_run_on_sqlite() {
    the_migrations_of_the_application_run(Engine::Sqlite).await;
}

#[tokio::test]
async fn the_migrations_of_the_application_run_on_postgres() {
    the_migrations_of_the_application_run(Engine::Postgres).await;
}
