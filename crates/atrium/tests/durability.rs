//! What was acknowledged stays; what was not acknowledged leaves no half. The real binary is killed, starved of disk
//! and cut off from its database.

use crate::world::{Program, command, database, free_port, psql, server};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

const CREATE: &str =
    "mutation ($t: ID!, $c: ID!, $m: ID!, $x: String!) { createMessage(tenantId: $t, companyId: $c,
    managerId: $m, input: { message: $x, startDate: \"2026-11-16\", endDate: \"2026-11-16\" }) { id } }";

const ROUNDS: usize = 50;

struct Marcus {
    token: String,
    ids: Value,
}

impl Marcus {
    async fn at(program: &Program) -> Marcus {
        let token = program.token("marcus").await;
        let query = "{ viewer { personId tenantId companies { companyId } } }";
        let (_, answer) = program.ask(&token, query, json!({}), "who").await.unwrap();
        let viewer = &answer["data"]["viewer"];
        let ids = json!({ "t": viewer["tenantId"], "c": viewer["companies"][0]["companyId"], "m": viewer["personId"] });
        Marcus { token, ids }
    }

    async fn publish(&self, program: &Program, text: &str) -> Option<(u16, Value)> {
        let mut variables = self.ids.clone();
        variables["x"] = json!(text);
        program.ask(&self.token, CREATE, variables, text).await
    }

    async fn reads(&self, program: &Program) -> bool {
        let query = "query ($t: ID!, $c: ID!, $m: ID!) { listCompanyMessages(tenantId: $t, companyId: $c, managerId: $m) { results { id } } }";
        matches!(program.ask(&self.token, query, self.ids.clone(), "r").await, Some((200, answer)) if answer["errors"].is_null())
    }
}

async fn messages(url: &str) -> Vec<String> {
    let db = db::Db::connect(url, db::Options::default()).await.unwrap();
    let rows: Vec<(String,)> =
        db.all("SELECT message FROM announcement WHERE message LIKE 'round %'", vec![]).await.unwrap();
    db.close().await;
    rows.into_iter().map(|(message,)| message).collect()
}

fn verify(folder: &Path, url: &str) {
    let mut verify = command(&["audit", "verify"]);
    verify.env("ATRIUM_DATA_DIR", folder).env("ATRIUM_DATABASE_URL", url);
    let verdict = verify.output().unwrap();
    assert!(verdict.status.success(), "{}", String::from_utf8_lossy(&verdict.stdout));
}

/// Four writers, killed in the middle, over and over.
async fn kill_rounds(url: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut acknowledged = BTreeSet::new();
    for round in 0..ROUNDS {
        let program = Arc::new(Program::demo(folder.path(), Some(url)).await);
        let marcus = Arc::new(Marcus::at(&program).await);
        let stop = Arc::new(AtomicBool::new(false));
        let written = Arc::new(AtomicU64::new(0));
        let writers: Vec<_> = (0..4)
            .map(|writer| {
                let (program, marcus, stop, written) =
                    (program.clone(), marcus.clone(), stop.clone(), written.clone());
                tokio::spawn(async move {
                    let mut answered = vec![];
                    for n in 0.. {
                        if stop.load(Ordering::Relaxed) {
                            break;
                        }
                        let text = format!("round {round} writer {writer} number {n}");
                        if let Some((200, answer)) = marcus.publish(&program, &text).await
                            && answer["errors"].is_null()
                        {
                            answered.push(text);
                            written.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    answered
                })
            })
            .collect();
        // Killed at another point of the stream in each round.
        while written.load(Ordering::Relaxed) < 3 + (round as u64 % 7) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let pid = program.pid().to_string();
        assert!(Command::new("kill").args(["-KILL", &pid]).status().unwrap().success());
        stop.store(true, Ordering::Relaxed);
        for writer in writers {
            acknowledged.extend(writer.await.unwrap());
        }
    }
    // It starts again by itself, and everything that was answered is there, once.
    let program = Program::demo(folder.path(), Some(url)).await;
    assert_eq!(program.stop(), Some(0));
    let there = messages(url).await;
    let unique: BTreeSet<String> = there.iter().cloned().collect();
    assert_eq!(there.len(), unique.len(), "nothing happened twice");
    let lost: Vec<_> = acknowledged.difference(&unique).collect();
    assert!(lost.is_empty(), "lost: {lost:?}");
    assert!(acknowledged.len() >= ROUNDS * 3);
    verify(folder.path(), url);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_a_kill_in_the_middle_of_writes_loses_nothing_acknowledged_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    kill_rounds(&format!("sqlite:{}", folder.path().join("atrium.db").display())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_a_kill_in_the_middle_of_writes_loses_nothing_acknowledged_postgres() {
    psql(&server(), "CREATE DATABASE kills");
    kill_rounds(&database("kills")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_fills_while_running_stops_writes_with_503_and_they_come_back_by_themselves() {
    let folder = tempfile::tempdir().unwrap();
    // The limit on file sizes stands in for a full disk; its signal, which a full disk does not send, is ignored.
    let mut ignoring = Command::new("sh");
    ignoring.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_atrium")]);
    let program = Program::start(folder.path(), None, &mut ignoring).await;
    let marcus = Marcus::at(&program).await;
    assert_eq!(marcus.publish(&program, "round before").await.unwrap().0, 200);
    let limit = |bytes: &str| {
        let pid = program.pid().to_string();
        let set =
            Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={bytes}:unlimited")]).status();
        assert!(set.unwrap().success());
    };
    limit("4096");
    let mut refused = 0;
    for n in 0..20 {
        let (status, answer) =
            marcus.publish(&program, &format!("round full {n}")).await.expect("it still answers");
        if status == 503 {
            assert_eq!(answer["errors"][0]["extensions"]["code"], "UNAVAILABLE");
            refused += 1;
        } else {
            assert_eq!(status, 200);
        }
        assert!(marcus.reads(&program).await, "reads go on");
    }
    assert!(refused > 0, "the disk never filled");
    limit("unlimited");
    assert_eq!(marcus.publish(&program, "round after").await.unwrap().0, 200);
    let url = format!("sqlite:{}", folder.path().join("atrium.db").display());
    assert_eq!(program.stop(), Some(0));
    let there = messages(&url).await;
    assert_eq!(there.len(), 22 - refused, "what was refused left nothing");
    verify(folder.path(), &url);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_goes_away_stops_answers_with_503_and_they_come_back_by_themselves_postgres() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres");
    let (cluster, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let port = free_port().to_string();
    let postgres = |arguments: &[&str]| {
        let mut run = Command::new(&script);
        let ended =
            run.arg(arguments[0]).arg(cluster.path().join("pg")).args(&arguments[1..]).output().unwrap();
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    };
    std::fs::set_permissions(cluster.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    postgres(&["start", &port]);
    let url = format!("postgres://postgres@127.0.0.1:{port}/postgres");
    let program = Program::demo(folder.path(), Some(&url)).await;
    let marcus = Marcus::at(&program).await;
    assert_eq!(marcus.publish(&program, "round before").await.unwrap().0, 200);

    postgres(&["stop"]);
    let (status, answer) = marcus.publish(&program, "round away").await.expect("it still answers");
    assert_eq!((status, &answer["errors"][0]["extensions"]["code"]), (503, &json!("UNAVAILABLE")));
    assert_eq!(program.get("/healthz").await.unwrap().0, 200, "the process lives");
    assert_eq!(program.get("/readyz").await.unwrap().0, 503, "and says it is not ready");

    postgres(&["start", &port]);
    let mut tries = 0;
    while marcus.publish(&program, "round after").await.is_none_or(|(status, _)| status != 200) {
        tries += 1;
        assert!(tries < 100, "it does not come back");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(program.get("/readyz").await.unwrap().0, 200);
    assert_eq!(program.stop(), Some(0));
    let mut there = messages(&url).await;
    there.sort();
    assert_eq!(there, ["round after", "round before"]);
    postgres(&["stop", "immediate"]);
}
