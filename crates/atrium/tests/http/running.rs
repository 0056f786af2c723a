//! The server as it runs: what it tells operators, how many it serves at once, and how it stops.

use super::world;
use crate::world::{Engine, Program, World, both, command};
use atrium::shared::pace::Paces;
use serde_json::json;

#[tokio::test]
async fn metrics_are_for_the_operator() {
    let world = world().await;
    assert_eq!(world.get("/metrics").await.status, 404, "without a loopback address");
    let folder = tempfile::tempdir().unwrap();
    let program = Program::demo(folder.path(), None).await;
    let (status, text) = program.get("/metrics").await.unwrap();
    assert_eq!(status, 200);
    assert!(text.contains("atrium_http_requests_total"), "{text}");
    assert!(text.contains("atrium_internal_errors_total 0"), "{text}");
    for metric in
        ["outbox_waiting", "outbox_parked", "outbox_oldest_seconds", "sessions", "imports", "build_info"]
    {
        assert!(text.contains(&format!("\natrium_{metric}")), "{metric}: {text}");
    }
    assert!(text.contains("atrium_sign_ins_total{result=\"done\"} 0"), "{text}");
    program.token("ana").await;
    let (_, text) = program.get("/metrics").await.unwrap();
    assert!(text.contains("atrium_sign_ins_total{result=\"done\"} 1"), "{text}");
    assert_eq!(program.stop(), Some(0));
}

#[tokio::test]
async fn each_request_is_one_line_in_the_log_that_tells_no_one_who_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut demo = command(&[]);
    demo.env("ATRIUM_LOG", "info").env("ATRIUM_LOG_FORMAT", "json");
    let program = Program::start(folder.path(), None, &mut demo).await;
    let ana = program.token("ana").await;
    for _ in 0..2 {
        let (status, _) = program.ask(&ana, "{ viewer { personId } }", json!({}), "").await.unwrap();
        assert_eq!(status, 200);
    }
    let (_, answer) = program.ask(&ana, "{ viewer { personId } }", json!({}), "").await.unwrap();
    let person = answer["data"]["viewer"]["personId"].as_str().unwrap().to_owned();
    assert_eq!(program.stop(), Some(0));
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    let lines: Vec<serde_json::Value> =
        log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let asked: Vec<_> =
        lines.iter().filter(|line| line["message"] == "request" && line["route"] == "/graphql").collect();
    assert_eq!(asked.len(), 3, "{log}");
    assert!(asked.iter().all(|line| line["status"] == 200 && line["took_us"].is_u64()), "{log}");
    assert!(asked[0]["person"].is_string() && asked[0]["person"] == asked[2]["person"], "{log}");
    assert!(!log.contains(&person), "{log}");
}

#[tokio::test]
async fn one_person_cannot_take_the_server_from_the_others() {
    let world = World::with(Engine::Sqlite, |app| app.paces = std::sync::Arc::new(Paces::new(60))).await;
    let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
    let mut answered = 0;
    let refused = loop {
        let reply = ana.ask("{ viewer { personId } }", json!({})).await;
        if reply.status == 429 {
            break reply;
        }
        answered += 1;
        assert!(answered < 1_000, "there is no limit");
    };
    assert!(answered >= 60, "{answered}");
    assert_eq!(
        (refused.outcome(), &refused.headers["retry-after"]),
        ("TOO_MANY_TRIES", &"1".parse().unwrap())
    );
    assert_eq!(refused.body["errors"][0]["extensions"]["retryAfterSeconds"], 1);
    for path in ["/companies/lookup?name=cedar", "/ui-datastore/application-metadata"] {
        let reply = ana.get(path).await;
        assert_eq!((reply.status.as_u16(), &reply.body["code"]), (429, &json!("TOO_MANY_TRIES")), "{path}");
        assert!(reply.headers.contains_key("retry-after"), "{path}");
        assert_ne!(marcus.get(path).await.status, 429, "{path}");
    }
    assert_eq!(marcus.ask("{ viewer { personId } }", json!({})).await.outcome(), "ok");
}

both! {
    async fn a_full_disk_is_not_ready_and_ready_again_once_there_is_room(world: World) {
        // Whatever is written there fails as on a full disk.
        let probe = world.folder.path().join("space-probe");
        std::os::unix::fs::symlink("/dev/full", &probe).unwrap();
        let reply = world.get("/readyz").await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (503, "the disk doesn't accept writes\n"));
        assert_eq!(world.get("/healthz").await.status, 200, "the process lives");
        assert!(probe.symlink_metadata().is_err(), "nothing is left behind");
        assert_eq!(world.get("/readyz").await.status, 503, "the answer holds, and nothing is tried again");
        tokio::time::sleep(std::time::Duration::from_millis(2_100)).await;
        assert_eq!(world.get("/readyz").await.status, 200);
        assert!(probe.symlink_metadata().is_err(), "nothing is left behind");
    }

    async fn a_writer_that_is_busy_is_ready(world: World) {
        let write = "INSERT INTO readiness_probe (id, at) VALUES (1, $1)";
        world.change(write, db::params![world.app.clock.now()]).await;
        let mut busy = world.app.db.begin_write().await.unwrap();
        busy.exec("UPDATE readiness_probe SET at = at", vec![]).await.unwrap();
        assert_eq!(world.get("/readyz").await.status, 200);
        busy.commit().await.unwrap();
    }

    async fn a_database_that_takes_nothing_is_not_ready(world: World) {
        world.change("ALTER TABLE readiness_probe RENAME TO gone", vec![]).await;
        assert_eq!(world.get("/readyz").await.status, 503);
    }
}

/// What a server says to bytes as they are, on a connection of their own.
async fn said(program: &Program, bytes: &[u8]) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let address = program.url.strip_prefix("http://").unwrap().to_owned();
    let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = vec![];
    // A server that closes while more is being sent resets the connection: what it said before counts.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_head_is_short_and_names_one_host() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::demo(folder.path(), None).await;
    let with = |more: &str| format!("GET /healthz HTTP/1.1\r\n{more}connection: close\r\n\r\n").into_bytes();
    let long = |bytes: usize| with(&format!("host: localhost\r\nx-long: {}\r\n", "a".repeat(bytes)));
    for (request, status) in [
        (with("host: localhost\r\n"), "200"),
        (long(24_000), "200"),
        (long(40_000), "431"),
        (with(""), "400"),
        (with("host:\r\n"), "400"),
        (with("host: localhost\r\nHost: y\r\n"), "400"),
        (with("host: localhost\r\nhost: localhost\r\n"), "400"),
        (b"GET /healthz HTTP/1.0\r\n\r\n".to_vec(), "400"),
        (b"GET /healthz HTTP/1.0\r\nhost: localhost\r\n\r\n".to_vec(), "200"),
        (
            b"GET http://evil.example/healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
                .to_vec(),
            "421",
        ),
    ] {
        let mut answer = said(&program, &request).await;
        // What it says to a head that it doesn't read to its end may get lost with the reset.
        while answer.is_empty() {
            answer = said(&program, &request).await;
        }
        let line = String::from_utf8_lossy(&request[..request.len().min(60)]).into_owned();
        assert_eq!(answer.split(' ').nth(1), Some(status), "{line}: {answer}");
    }
    assert_eq!(program.stop(), Some(0));
}

#[tokio::test]
async fn when_connections_run_out_the_server_still_says_that_it_lives() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::world::command(&[]);
    command.env("ATRIUM_CONNECTIONS_PER_ADDRESS", "8");
    let program = Program::start(folder.path(), None, &mut command).await;
    let address = program.url.strip_prefix("http://").unwrap().to_owned();
    let mut held = vec![];
    let page = "/demo/accounts";
    while program.get(page).await.is_none_or(|(status, _)| status != 503) {
        held.push(tokio::net::TcpStream::connect(&address).await.unwrap());
        assert!(held.len() < 20, "there is no limit");
    }
    assert_eq!(program.get("/healthz").await.unwrap().0, 200);
    // Connections that say nothing are let go of soon, however many there are.
    let mut silent = vec![];
    for _ in 0..200 {
        silent.push(tokio::net::TcpStream::connect(&address).await.unwrap());
    }
    while program.get("/healthz").await.is_none_or(|(status, _)| status != 200) {}
    drop(silent);
    drop(held);
    while program.get(page).await.is_none_or(|(status, _)| status != 200) {}
    assert_eq!(program.stop(), Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn during_the_grace_kept_connections_are_told_to_close_and_none_is_cut() {
    use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::world::command(&[]);
    command.env("ATRIUM_SHUTDOWN_GRACE_MS", "5000");
    let program = Program::start(folder.path(), None, &mut command).await;
    let address = program.url.strip_prefix("http://").unwrap().to_owned();
    let begun = std::sync::Arc::new(tokio::sync::Barrier::new(25));
    let clients: Vec<_> = (0..24)
        .map(|_| {
            let (address, begun) = (address.clone(), begun.clone());
            tokio::spawn(async move {
                let stream = tokio::net::TcpStream::connect(&address).await.unwrap();
                let mut stream = BufReader::new(stream);
                let mut asked = 0;
                loop {
                    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
                    let mut head = String::new();
                    while !head.ends_with("\r\n\r\n") {
                        let read = stream.read_line(&mut head).await.unwrap();
                        assert!(read > 0, "cut under a request after {asked}: {head}");
                    }
                    let mut body = [0; 3];
                    stream.read_exact(&mut body).await.unwrap();
                    asked += 1;
                    if asked == 1 {
                        begun.wait().await;
                    }
                    if head.to_ascii_lowercase().contains("connection: close") {
                        return;
                    }
                }
            })
        })
        .collect();
    begun.wait().await;
    program.terminate();
    for client in clients {
        client.await.unwrap();
    }
    assert_eq!(program.wait(), Some(0));
}

#[tokio::test]
async fn a_slow_request_is_finished_before_the_program_stops() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::world::command(&[]);
    command.env("ATRIUM_SHUTDOWN_GRACE_MS", "3000");
    let program = Program::start(folder.path(), None, &mut command).await;
    let token = program.token("ana").await;
    let address = program.url.strip_prefix("http://").unwrap().to_owned();
    let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
    let body = r#"{"query":"{ viewer { firstName } }"}"#;
    let head = format!(
        "POST /graphql HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    // The head and half of the body; the rest only after the program was asked to stop.
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&body.as_bytes()[..10]).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    program.terminate();
    // A load balancer sees that no more should come, while those that come are answered.
    loop {
        match program.get("/readyz").await.expect("it still takes connections").0 {
            503 => break,
            status => assert_eq!(status, 200, "the signal is on its way"),
        }
    }
    assert_eq!(program.get("/healthz").await.unwrap().0, 200);
    stream.write_all(&body.as_bytes()[10..]).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("Ana"), "{answer}");
    assert_eq!(program.wait(), Some(0));
}

#[tokio::test]
async fn shutdown_does_not_wait_longer_than_its_deadline() {
    use tokio::io::AsyncWriteExt;
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::world::command(&[]);
    command.env("ATRIUM_SHUTDOWN_DEADLINE_MS", "500");
    let program = Program::start(folder.path(), None, &mut command).await;
    let address = program.url.strip_prefix("http://").unwrap().to_owned();
    let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
    stream
        .write_all(b"POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{")
        .await
        .unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    // Never sends the rest: the program ends all the same (the test itself is ended if it does not).
    assert_eq!(program.stop(), Some(0));
}
