//! Problems around the database are reported in one line, clear up by themselves, and hold no one up.

use crate::engines::*;
use db::{Db, Error, Options, params};
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

fn is_one_line(e: &Error) -> String {
    let message = e.to_string();
    assert!(!message.contains('\n') && message.ends_with('.'), "{message}");
    message
}

both! {
    fn a_wait_for_a_connection_is_bounded_and_passes(db, url) {
        let _ = db;
        let options =
            Options { readers: 2, pg_connections: 2, pool_wait: Duration::from_millis(300), ..short_limits() };
        let db = Db::connect(url, options).await.unwrap();
        let mut held = vec![];
        for _ in 0..2 {
            let mut tx = db.begin_read().await.unwrap();
            tx.one::<(i64,)>("SELECT 1", params![]).await.unwrap();
            held.push(tx);
        }
        let read = async || db.one::<(i64,)>("SELECT 1", params![]).await;
        let start = Instant::now();
        let refused = read().await.unwrap_err();
        assert!(refused.is_unavailable(), "{refused:?}");
        assert_eq!(is_one_line(&refused), "No database connection became free in time.");
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
        assert!(db.ping().await.is_err_and(|e| e.is_unavailable()));
        drop(held);
        assert_eq!(read().await, Ok((1,)));
        assert_eq!(db.ping().await, Ok(()));
    }

    fn messages_hold_no_values(db) {
        insert_company(db, 1).await;
        let secret = "999-88-7777";
        let texts = [
            "SELECT CAST(CAST($1 AS TEXT) AS BIGINT) FROM nowhere",
            "SELECT $1 FROM",
            "INSERT INTO companies (id, name, created_at) SELECT id, $1, created_at FROM companies",
            "UPDATE companies SET name = NULL WHERE name <> $1",
            "UPDATE companies SET version = -1 WHERE name <> $1",
            "SELECT CAST(CAST($1 AS TEXT) AS UUID)",
        ];
        for sql in texts {
            let mut tx = db.begin_write().await.unwrap();
            if let Err(e) = tx.all::<(i64,)>(sql, params![secret]).await {
                assert!(!is_one_line(&e).contains(secret), "{e}");
                assert!(!format!("{e:?}").contains(secret), "{e:?}");
            }
        }
    }

    fn a_closed_database_answers_nothing_more(db, url) {
        let _ = db;
        let db = Db::connect(url, short_limits()).await.unwrap();
        insert_company(&db, 1).await;
        db.close().await;
        let refused = db.one::<(i64,)>("SELECT 1", params![]).await.unwrap_err();
        assert!(refused.is_unavailable(), "{refused:?}");
        let write = async || {
            let mut tx = db.begin_write().await?;
            tx.exec("UPDATE companies SET version = 2", params![]).await
        };
        assert!(write().await.unwrap_err().is_unavailable());
    }
}

#[tokio::test]
async fn a_second_writer_on_sqlite_waits_no_longer_than_the_bound() {
    let fresh = Fresh::with_schema(Engine::Sqlite).await;
    let db = Db::connect(&fresh.url, Options { pool_wait: Duration::from_millis(300), ..short_limits() });
    let db = db.await.unwrap();
    let mut first = db.begin_write().await.unwrap();
    first.exec("INSERT INTO counters (k, n) VALUES ('a', 1)", params![]).await.unwrap();
    let mut second = db.begin_write().await.unwrap();
    let refused = second.exec("INSERT INTO counters (k, n) VALUES ('b', 1)", params![]).await.unwrap_err();
    assert!(refused.is_unavailable(), "{refused:?}");
    first.commit().await.unwrap();
    assert_eq!(second.commit().await, Err(Error::TxAborted));
    insert_company(&db, 1).await;
    assert_eq!(count(&db, "counters").await, 1);
}

#[tokio::test]
async fn two_processes_can_write_one_sqlite_file() {
    let fresh = Fresh::with_schema(Engine::Sqlite).await;
    let other = Db::connect(&fresh.url, Options::default()).await.unwrap();
    let writers = (0..16).map(|w| {
        let db = if w % 2 == 0 { fresh.db.clone() } else { other.clone() };
        tokio::spawn(async move {
            for i in 0..25 {
                let mut tx = db.begin_write().await.unwrap();
                let sql = "INSERT INTO counters (k, n) VALUES ($1, 1)";
                tx.exec(sql, params![format!("{w}-{i}")]).await.unwrap();
                tx.commit().await.unwrap();
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    assert_eq!(count(&fresh.db, "counters").await, 400);
}

#[tokio::test]
async fn a_full_disk_makes_writes_unavailable_until_there_is_room() {
    let Fresh { db, .. } = &Fresh::with_schema(Engine::Sqlite).await;
    insert_company(db, 1).await;
    // The limit applies to the one write connection.
    let limit = async |pages: i64| {
        let mut tx = db.begin_write().await.unwrap();
        let (pages,): (i64,) = tx.one(format!("PRAGMA max_page_count = {pages}"), params![]).await.unwrap();
        tx.commit().await.unwrap();
        pages
    };
    let all = limit(1).await; // never below what the file has
    let rows: Vec<_> = (0..2000).map(|n| params![format!("{n:0100}"), n]).collect();
    let mut tx = db.begin_write().await.unwrap();
    let full = tx.exec_many("INSERT INTO counters (k, n) VALUES ($1, $2)", rows.clone()).await.unwrap_err();
    assert!(full.is_unavailable(), "{full:?} with {all} pages");
    assert!(is_one_line(&full).contains("full"), "{full}");
    assert_eq!(tx.commit().await, Err(Error::TxAborted));
    assert_eq!((count(db, "companies").await, count(db, "counters").await), (1, 0), "reading goes on");
    limit(1_000_000).await;
    let mut tx = db.begin_write().await.unwrap();
    tx.exec_many("INSERT INTO counters (k, n) VALUES ($1, $2)", rows).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(count(db, "counters").await, 2000);
}

#[tokio::test]
async fn a_new_sqlite_file_is_for_its_owner_alone() {
    let fresh = Fresh::with_schema(Engine::Sqlite).await;
    let path = fresh.url.strip_prefix("sqlite:").unwrap();
    for file in [path.to_owned(), format!("{path}-wal"), format!("{path}-shm")] {
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
}

#[tokio::test]
async fn a_closed_sqlite_database_is_one_file() {
    let fresh = Fresh::with_schema(Engine::Sqlite).await;
    insert_company(&fresh.db, 1).await;
    let path = fresh.url.strip_prefix("sqlite:").unwrap();
    assert!(std::fs::exists(format!("{path}-wal")).unwrap());
    fresh.db.close().await;
    assert!(!std::fs::exists(format!("{path}-wal")).unwrap());
}

#[tokio::test]
async fn a_database_that_cannot_be_opened_is_named_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text.db");
    std::fs::write(&text, "This is a plain text file, and it is a long one. ".repeat(100)).unwrap();
    let missing = folder.path().join("nowhere/a.db");
    let cases = [
        (
            format!("sqlite:{}", text.display()),
            format!("Cannot open the database {}: the file is not an SQLite database.", text.display()),
        ),
        (
            format!("sqlite:{}", missing.display()),
            format!("Cannot open the database {}: no such file or directory.", missing.display()),
        ),
        (
            "postgres://me:secret@127.0.0.1:1/pay".into(),
            "Cannot reach the database at 127.0.0.1:1/pay: connection refused.".into(),
        ),
        ("sqlite:".into(), "The database address doesn't name a file.".into()),
        ("sqlite::memory:".into(), "The database address doesn't name a file.".into()),
        (
            "mysql://me:secret@127.0.0.1/pay".into(),
            "The database address must start with sqlite: or postgres://.".into(),
        ),
    ];
    for (url, expected) in cases {
        let e = Db::connect(&url, short_limits()).await.err().unwrap();
        assert_eq!(is_one_line(&e), expected);
    }
    let (server, _) = postgres().rsplit_once('/').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let e = Db::connect(&format!("{server}/nowhere"), short_limits()).await.err().unwrap();
    assert!(is_one_line(&e).ends_with("/nowhere: database \"nowhere\" does not exist."), "{e}");
}

#[tokio::test]
async fn a_malformed_address_is_refused_without_quoting_it() {
    for url in [
        "postgres://me:sec?ret@127.0.0.1/pay",
        "postgres://me:sec@ret@127.0.0.1/pay",
        "postgres://me:sec/ret@127.0.0.1/pay",
        "postgres://me:secret@127.0.0.1:port/pay",
        "postgres://me:secret@127.0.0.1/pay?sslmode=prefer",
        "postgres://me:secret@127.0.0.1/pay?sslmode=require&sslrootcert=/nowhere.pem",
        "postgres://me:secret@127.0.0.1/pay?sslrootcert=/nowhere.pem",
    ] {
        let e = Db::connect(url, short_limits()).await.err().unwrap();
        let message = is_one_line(&e);
        assert!(!message.contains("sec") && !message.contains("ret@"), "{url}: {message}");
    }
}
