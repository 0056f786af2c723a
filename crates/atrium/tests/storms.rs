//! Floods of requests by no one in particular, against the real binary: people go on signing in, and what was accepted is done.

use crate::world::{Program, command};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use uuid::Uuid;

/// Many clients behind a proxy that says where each of them is.
#[derive(Clone)]
struct Crowd {
    url: String,
    client: reqwest::Client,
    cookies: String,
}

const AT_ONCE: usize = 64;

impl Crowd {
    fn at(program: &Program) -> Crowd {
        let client = reqwest::Client::builder().timeout(Duration::from_secs(60)).build().unwrap();
        Crowd { url: program.url.clone(), client, cookies: String::new() }
    }

    async fn post(&self, path: &str, from: &str, body: &str) -> u16 {
        let request = self.client.post(format!("{}{path}", self.url)).header("x-forwarded-for", from);
        let request = request.header("cookie", &self.cookies);
        let request = request.header("content-type", "application/json").body(body.to_owned());
        request.send().await.map_or(0, |response| response.status().as_u16())
    }

    /// Sends all of them (path, from, body), many at once, and gives how often each status came.
    async fn storm(&self, all: Vec<(&'static str, String, String)>) -> BTreeMap<u16, usize> {
        let waiting = Arc::new(std::sync::Mutex::new(all));
        let mut crowd = tokio::task::JoinSet::new();
        for _ in 0..AT_ONCE {
            let (me, waiting) = (self.clone(), waiting.clone());
            crowd.spawn(async move {
                let mut seen = BTreeMap::new();
                let next = || waiting.lock().unwrap().pop();
                while let Some((path, from, body)) = next() {
                    *seen.entry(me.post(path, &from, &body).await).or_insert(0) += 1;
                }
                seen
            });
        }
        let mut total = BTreeMap::new();
        while let Some(seen) = crowd.join_next().await {
            for (status, times) in seen.unwrap() {
                *total.entry(status).or_insert(0) += times;
            }
        }
        total
    }
}

fn behind_a_proxy() -> std::process::Command {
    let mut command = command(&[]);
    command.env("ATRIUM_TRUSTED_PROXIES", "127.0.0.1/32");
    // Someone signed in asks again and again meanwhile, as fast as they can.
    command.env("ATRIUM_PERSON_REQUESTS_PER_MINUTE", "1000000");
    command
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b21_a_storm_of_20_000_requests_from_100_addresses_keeps_nobody_from_signing_in() {
    let folder = tempfile::tempdir().unwrap();
    let program = Arc::new(Program::start(folder.path(), None, &mut behind_a_proxy()).await);
    let mut known = BTreeMap::new();
    program.sign_in("victor", "203.0.113.5", &mut known).await.unwrap();
    known.retain(|name, _| name == "atrium-device");
    let mut cookies = BTreeMap::new();
    let junk = program.waiting("198.18.0.1", &mut cookies).await.unwrap();
    let attempt = Uuid::nil().to_string();
    let credential = json!({ "id": "AAAA", "rawId": "AAAA", "type": "public-key", "extensions": {},
        "response": { "authenticatorData": "AAAA", "clientDataJSON": "AAAA", "signature": "AAAA" } });
    let passkey = |attempt: &str, credential: Value| {
        json!({ "request": junk, "attempt": attempt, "credential": credential }).to_string()
    };
    let guess = |name: &str| json!({ "request": junk, "username": name, "password": "guess" }).to_string();
    let bodies: [(&str, String); 5] = [
        ("/login/passkey", passkey("", json!({}))),
        ("/login/passkey", passkey(&attempt, json!({ "id": 1 }))),
        ("/login/passkey", passkey(&attempt, credential)),
        ("/login/passkey", String::new()),
        ("/login/passkey/options", json!({ "request": junk }).to_string()),
    ];
    let all = (0..20_000).map(|n| {
        // Each address in turn; a hundred in one place, and each of them knocks two hundred times.
        let from = format!("198.18.{}.{}", n % 4, n % 100);
        match n % 249 {
            0 => ("/login/password", from, guess("ana")),
            _ => (bodies[n % 5].0, from, bodies[n % 5].1.clone()),
        }
    });
    let cookies: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let crowd = Crowd { cookies: cookies.join("; "), ..Crowd::at(&program) };
    let is_over = Arc::new(AtomicBool::new(false));
    let signing_in = tokio::spawn({
        let (program, is_over) = (program.clone(), is_over.clone());
        async move {
            let mut times = 0;
            while times < 2 || !is_over.load(Ordering::Relaxed) {
                // A browser its owner has used before, one no one knows, and one in the middle of the flood.
                program.sign_in("victor", "203.0.113.5", &mut known.clone()).await.unwrap();
                program.sign_in("elena", "203.0.113.77", &mut BTreeMap::new()).await.unwrap();
                program.sign_in("victor", "198.18.0.7", &mut known.clone()).await.unwrap();
                times += 1;
            }
            times
        }
    });
    let seen = crowd.storm(all.collect()).await;
    is_over.store(true, Ordering::Relaxed);
    assert!(signing_in.await.unwrap() >= 2);
    assert!(!seen.contains_key(&0) && !seen.keys().any(|status| *status >= 500), "{seen:?}");
    // Ana, at whom many guessed meanwhile, has a second factor: her password still counts in a browser no one knows.
    let (status, answer) = program.sign_in("ana", "203.0.113.9", &mut BTreeMap::new()).await.unwrap_err();
    assert!(status == 200 && answer["factors"].is_array(), "{status} {answer}");
}

/// People who are just a name with a mailbox.
async fn people(url: &str, many: usize) {
    let db = db::Db::connect(url, db::Options::default()).await.unwrap();
    let (tenant,): (Uuid,) =
        db.one("SELECT tenant_id FROM person WHERE username = 'ana'", vec![]).await.unwrap();
    let person = |n: usize| {
        let id = Uuid::from_u128(0x7000_0000_0000_0000_0000 + n as u128);
        db::params![id, tenant, format!("storm{n}"), "Storm", "Person", format!("storm{n}@cedar.example")]
    };
    let mut tx = db.begin_write().await.unwrap();
    let sql = "INSERT INTO person (id, tenant_id, username, first_name, last_name, email, language, version)
        VALUES ($1, $2, $3, $4, $5, $6, 'en', 'v1')";
    tx.exec_many(sql, (0..many).map(person).collect()).await.unwrap();
    tx.commit().await.unwrap();
    db.close().await;
}

async fn count(url: &str, sql: &'static str) -> i64 {
    let db = db::Db::connect(url, db::Options::default()).await.unwrap();
    let (count,): (i64,) = db.one(sql, vec![]).await.unwrap();
    db.close().await;
    count
}

fn database_in(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("atrium.db").display())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_link_that_was_promised_in_a_storm_of_5_100_is_mailed_though_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), None, &mut behind_a_proxy()).await;
    let url = database_in(folder.path());
    people(&url, 5_100).await;
    let token = program.token("marcus").await;
    // Most from many places; a thousand from one, which is told to wait.
    let all = (0..5_100).map(|n: usize| {
        let from = if n.is_multiple_of(5) {
            "198.51.100.1".to_owned()
        } else {
            format!("198.18.{}.{}", n % 200, n % 199)
        };
        ("/login/forgot", from, json!({ "username": format!("storm{n}") }).to_string())
    });
    let (crowd, all) = (Crowd::at(&program), all.collect());
    let storm = tokio::spawn(async move { crowd.storm(all).await });
    while !storm.is_finished() {
        let answer = program.ask(&token, "{ viewer { firstName } }", json!({}), "v").await;
        let (status, body) = answer.expect("somebody signed in is answered");
        assert!(status == 200 && body["errors"].is_null(), "{status} {body}");
    }
    let seen = storm.await.unwrap();
    let accepted = seen[&204];
    assert!(accepted >= 4_000 && seen.keys().all(|status| [204, 429].contains(status)), "{seen:?}");
    // Killed in the middle of its work.
    drop(program);
    let _again = Program::start(folder.path(), None, &mut behind_a_proxy()).await;
    while count(&url, "SELECT count(*) FROM link_request").await > 0
        || count(&url, "SELECT count(*) FROM outbox_message WHERE delivered_at IS NULL").await > 0
    {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let mails = "SELECT count(*) FROM outbox_message WHERE payload LIKE '%password_reset%' AND delivered_at IS NOT NULL";
    assert_eq!(count(&url, mails).await, accepted as i64);
}
