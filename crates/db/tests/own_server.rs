//! What needs its own PostgreSQL server: one that restarts, one with TLS, one with another collation.

use crate::engines::*;
use db::{Db, Event, Options, params};
use std::collections::BTreeSet;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use tempfile::TempDir;

struct Server {
    folder: TempDir,
    port: String,
}

impl Server {
    fn start() -> Server {
        let folder = TempDir::new().unwrap();
        let port = script(&["start", folder.path().to_str().unwrap()]);
        Server { folder, port }
    }

    fn control(&self, command: &str, rest: &[&str]) {
        script(&[&[command, self.folder.path().to_str().unwrap()], rest].concat());
    }

    fn url(&self, host: &str) -> String {
        format!("postgres://postgres@{host}:{}/postgres", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = run(&["stop", self.folder.path().to_str().unwrap(), "immediate"]);
    }
}

fn run(args: &[&str]) -> Output {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres");
    Command::new(path).args(args).output().unwrap()
}

fn script(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// As many connections as the pool allows, all idle.
async fn fill_pool(db: &Db, size: usize) {
    let mut held = vec![];
    for _ in 0..size {
        let mut tx = db.begin_read().await.unwrap();
        tx.one::<(i64,)>("SELECT 1", params![]).await.unwrap();
        held.push(tx);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_restart_of_the_server_everything_recovers_by_itself() {
    let server = Server::start();
    let options = Options { pg_connections: 6, ..short_limits() };
    let db = Db::connect(&server.url("127.0.0.1"), options).await.unwrap();
    db.migrate(&[SCHEMA]).await.unwrap();
    let mut listener = db.listen().await.unwrap();
    fill_pool(&db, 6).await;
    let mut open = db.begin_write().await.unwrap();
    open.exec("INSERT INTO counters (k, n) VALUES ('open', 1)", params![]).await.unwrap();

    admin(&server.url("127.0.0.1"), "CHECKPOINT").await; // commits of this server are not durable by themselves
    server.control("restart", &["immediate"]);
    // Every pooled connection is dead; a read and a write succeed on the first try.
    assert_eq!(count(&db, "companies").await, 0);
    insert_company(&db, 1).await;
    // Open work is lost, and says so.
    let lost = open.exec("INSERT INTO counters (k, n) VALUES ('open2', 1)", params![]).await.unwrap_err();
    assert!(lost.is_unavailable(), "{lost:?}");
    assert!(open.commit().await.is_err());
    assert_eq!(count(&db, "counters").await, 0);

    server.control("stop", &[]);
    let start = Instant::now();
    let down = db.one::<(i64,)>("SELECT 1", params![]).await.unwrap_err();
    assert!(down.is_unavailable(), "{down:?}");
    assert!(db.begin_write().await.is_err_and(|e| e.is_unavailable()));
    assert!(db.ping().await.is_err_and(|e| e.is_unavailable()));
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    server.control("start", &[&server.port]);
    assert_eq!(db.ping().await, Ok(()));
    assert_eq!(count(&db, "companies").await, 1);

    // The listener was told, and hears again once it reaches the server.
    let again = async {
        loop {
            let mut tx = db.begin_write().await.unwrap();
            tx.notify("sessions", "back").unwrap();
            tx.commit().await.unwrap();
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let mut told = 0;
    let hear = async {
        loop {
            match listener.next().await {
                Some(Event::Lost) => told += 1,
                Some(Event::Notice { .. }) => break,
                None => panic!("the listener has ended"),
            }
        }
    };
    tokio::select! {
        () = hear => {}
        () = again => {}
        () = tokio::time::sleep(Duration::from_secs(10)) => panic!("no notice after the restart"),
    }
    assert!(told >= 2, "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_cut_by_an_administrator_cost_nobody_an_error() {
    let fresh = Fresh::with_schema(Engine::Postgres).await;
    let (client, connection) = tokio_postgres::connect(&fresh.url, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    for n in 0..30 {
        fill_pool(&fresh.db, 4).await;
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()";
        client.batch_execute(cut).await.unwrap();
        // Right away, so some of them aren't known to be dead yet.
        match n % 3 {
            0 => insert_company(&fresh.db, n).await,
            1 => drop(count(&fresh.db, "companies").await),
            // Several share the connection that turns out to be dead.
            _ => drop(processes(&fresh.db.counted()).await),
        }
    }
    assert_eq!(count(&fresh.db, "companies").await, 10);
    drop(client);
    connection.await.unwrap().unwrap();
}

/// Which server processes answer five concurrent reads.
async fn processes(db: &Db) -> BTreeSet<i64> {
    let process = || db.one::<(i64,)>("SELECT CAST(pg_backend_pid() AS BIGINT)", params![]);
    let read = tokio::join!(process(), process(), process(), process(), process());
    let read: [db::Result<(i64,)>; 5] = read.into();
    read.into_iter().map(|answer| answer.unwrap().0).collect()
}

#[tokio::test]
async fn reads_of_one_request_at_the_same_time_share_a_connection_and_others_do_not() {
    let fresh = Fresh::with_schema(Engine::Postgres).await;
    fill_pool(&fresh.db, 5).await;
    let one = fresh.db.counted();
    assert_eq!(processes(&one).await.len(), 1);
    assert_eq!(one.statements(), 5);
    // It went back to the pool: the next round finds one again, and so does a concurrent transaction.
    let mut beside = one.begin_read().await.unwrap();
    let (own,) = beside.one::<(i64,)>("SELECT CAST(pg_backend_pid() AS BIGINT)", params![]).await.unwrap();
    let again = processes(&one).await;
    assert_eq!(again.len(), 1);
    assert!(!again.contains(&own));
    // Another request, and work outside any request.
    let (first, second) = (fresh.db.counted(), fresh.db.counted());
    let (first, second) = tokio::join!(processes(&first), processes(&second));
    assert!(first.is_disjoint(&second), "{first:?} {second:?}");
    assert!(processes(&fresh.db).await.len() > 1);
}

#[tokio::test]
async fn a_read_that_fails_takes_none_with_it_that_shares_its_connection() {
    let fresh = Fresh::with_schema(Engine::Postgres).await;
    let db = fresh.db.counted();
    let one = || db.one::<(i64,)>("SELECT CAST(1 AS BIGINT)", params![]);
    let wrong = db.one::<(i64,)>("SELECT CAST(1 / (SELECT 0) AS BIGINT)", params![]);
    let (before, wrong, after) = tokio::join!(one(), wrong, one());
    assert_eq!((before, after), (Ok((1,)), Ok((1,))));
    assert!(wrong.is_err());
}

#[tokio::test]
async fn a_database_that_sorts_text_otherwise_is_refused() {
    let server = postgres();
    let name = format!("icu{}", std::process::id());
    admin(
        &server,
        &format!("CREATE DATABASE {name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'"),
    )
    .await;
    let (base, _) = server.rsplit_once('/').unwrap();
    let refused = Db::connect(&format!("{base}/{name}"), short_limits()).await.err().unwrap();
    assert!(refused.to_string().contains("does not sort text by bytes"), "{refused}");
}

#[tokio::test]
async fn an_encrypted_connection_checks_the_certificate_and_the_name() {
    let server = Server::start();
    let file = |name: &str| server.folder.path().join(name).to_str().unwrap().to_owned();
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "2",
        ])
        .args(["-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", &file("server.key"), "-out", &file("server.crt")])
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // The server insists on owning its key.
    let owner = std::fs::metadata(server.folder.path()).unwrap();
    for name in ["server.key", "server.crt"] {
        std::os::unix::fs::chown(file(name), Some(owner.uid()), Some(owner.gid())).unwrap();
    }
    admin(&server.url("127.0.0.1"), "ALTER SYSTEM SET ssl = on").await;
    server.control("restart", &[]);

    let root = file("server.crt").replace('/', "%2F");
    for mode in ["require", "verify-full"] {
        let url = format!("{}?sslmode={mode}&sslrootcert={root}", server.url("127.0.0.1"));
        let db = Db::connect(&url, short_limits()).await.unwrap();
        let sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        assert_eq!(db.one::<(bool,)>(sql, params![]).await, Ok((true,)));
        let mut listener = db.listen().await.unwrap();
        let mut tx = db.begin_write().await.unwrap();
        tx.notify("sessions", "encrypted").unwrap();
        tx.commit().await.unwrap();
        assert!(matches!(listener.next().await, Some(Event::Notice { .. })));
    }
    let unknown_authority = format!("{}?sslmode=require", server.url("127.0.0.1"));
    let other_name = format!("{}?sslmode=verify-full&sslrootcert={root}", server.url("localhost"));
    for url in [unknown_authority, other_name] {
        let refused = Db::connect(&url, short_limits()).await.err().unwrap();
        assert!(refused.is_unavailable() && refused.to_string().contains("certificate"), "{refused}");
    }
}
