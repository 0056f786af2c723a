//! A large import killed halfway through.

use crate::world::{Program, command, database, psql, server};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Files with this many people and twice as many checks.
fn big_files(folder: &Path, people: usize) -> Vec<PathBuf> {
    let write = |name: &str, header: &str, row: &dyn Fn(usize) -> String, count: usize| {
        let path = folder.join(name);
        let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
        writeln!(file, "{header}").unwrap();
        for n in 0..count {
            writeln!(file, "{}", row(n)).unwrap();
        }
        path
    };
    let person = |n: usize| {
        format!("load{n},Load,Person{n},load{n}@example.com,Cedar Logistics,L{n},1990-01-31,2020-02-29")
    };
    let line = |n: usize| {
        let (of, nth) = (n / 4, n / 2 % 2);
        let check = format!(
            "Cedar Logistics,L{of},2026-11-{:02},{},2026-10-26,2026-11-08",
            1 + 13 * nth,
            900_000_000 + n / 2
        );
        match n % 2 {
            0 => format!("{check},earning,REG,20,80,1600.00,{}", 1600 * (nth + 1)),
            _ => format!("{check},tax,FIT,,,160.00,{}", 160 * (nth + 1)),
        }
    };
    let heads = [
        "username,first_name,last_name,email,company,employee_code,date_of_birth,original_hire_date",
        "company,employee_code,check_date,check_number,period_begin,period_end,line,item,rate,hours,current,ytd",
    ];
    vec![write("people.csv", heads[0], &person, people), write("stubs.csv", heads[1], &line, people * 4)]
}

/// An import killed halfway leaves nothing behind; run again, it completes. `make bench` does it with 100,000 people.
async fn killed_half_way(url: &str, people: usize) {
    let folder = tempfile::tempdir().unwrap();
    let files = big_files(folder.path(), people);
    let data = folder.path().join("data");
    let program = Program::demo(&data, Some(url)).await;
    assert_eq!(program.stop(), Some(0));
    let import = |files: &[PathBuf]| {
        let mut import = command(&["import", "--tenant", "Cedar Group"]);
        import.env("ATRIUM_DATA_DIR", &data).env("ATRIUM_DATABASE_URL", url).args(files);
        import.stdout(Stdio::piped()).stderr(Stdio::piped());
        import
    };
    let counts = async || {
        let db = db::Db::connect(url, db::Options::default()).await.unwrap();
        let sql = "SELECT (SELECT count(*) FROM person WHERE username LIKE 'load%'),
          (SELECT count(*) FROM pay_stub WHERE check_number LIKE '9________'), (SELECT count(*) FROM account_link),
          (SELECT count(*) FROM import_run)";
        let counts: (i64, i64, i64, i64) = db.one(sql, vec![]).await.unwrap();
        db.close().await;
        counts
    };
    let before = counts().await;
    assert_eq!((before.0, before.3), (0, 0));
    // Its stubs come through a pipe that stops in the middle: by then it has written all the people and half the stubs.
    let pipe = folder.path().join("pipe.csv");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut killed = import(&[files[0].clone(), pipe.clone()]).spawn().unwrap();
    let stubs = std::fs::read(&files[1]).unwrap();
    let mut feed = std::fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    feed.write_all(&stubs[..stubs.len() / 2]).unwrap();
    assert!(killed.try_wait().unwrap().is_none(), "it waits for the rest");
    killed.kill().unwrap();
    killed.wait().unwrap();
    drop(feed);
    assert_eq!(counts().await, before, "nothing is left behind");

    let done = import(&files).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let after = counts().await;
    let people = i64::try_from(people).unwrap();
    assert_eq!((after.0, after.1, after.2 - before.2, after.3), (people, 2 * people, people, 1));
    let verify = command(&["audit", "verify"])
        .env("ATRIUM_DATA_DIR", &data)
        .env("ATRIUM_DATABASE_URL", url)
        .output()
        .unwrap();
    assert!(verify.status.success(), "{}", String::from_utf8_lossy(&verify.stdout));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_an_import_killed_half_way_leaves_nothing_behind_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    killed_half_way(&format!("sqlite:{}", folder.path().join("atrium.db").display()), 2_000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_an_import_killed_half_way_leaves_nothing_behind_postgres() {
    psql(&server(), "CREATE DATABASE imports");
    killed_half_way(&database("imports"), 2_000).await;
}

/// A file that a program sent, imported by a server that is killed meanwhile. The next server says that it came to nothing, or
/// has all of it, if the kill came first or too late; nothing in between.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_a_server_killed_while_it_imports_leaves_nothing_behind_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("atrium.db").display());
    let (count, data) = (4_000, folder.path().join("data"));
    let people = std::fs::read(&big_files(folder.path(), count)[0]).unwrap();
    let program = Program::demo(&data, Some(&url)).await;
    let add = ["machine", "--tenant", "Cedar Group", "--json", "add", "Loader", "--scope", "import.write"];
    let added =
        command(&add).env("ATRIUM_DATA_DIR", &data).env("ATRIUM_DATABASE_URL", &url).output().unwrap();
    let machine: Value = serde_json::from_slice(&added.stdout).unwrap();
    let client = reqwest::Client::new();
    let token = client.post(format!("{}/oauth2/token", program.url)).form(&[
        ("grant_type", "client_credentials"),
        ("client_id", machine["clientId"].as_str().unwrap()),
        ("client_secret", machine["clientSecret"].as_str().unwrap()),
    ]);
    let token: Value = token.send().await.unwrap().json().await.unwrap();
    let sent = client
        .post(format!("{}/api/v1/imports?kind=people&apply=true", program.url))
        .bearer_auth(token["access_token"].as_str().unwrap())
        .body(people);
    assert_eq!(sent.send().await.unwrap().status().as_u16(), 202);
    let looked = async || {
        let db = db::Db::connect(&url, db::Options::default()).await.unwrap();
        let sql = "SELECT (SELECT count(*) FROM person WHERE username LIKE 'load%'), (SELECT count(*) FROM import_run),
            (SELECT count(*) FROM import_change), state, coalesce(failure, ''), leased_until IS NOT NULL FROM import_job";
        let found: (i64, i64, i64, String, String, bool) = db.one(sql, vec![]).await.unwrap();
        db.close().await;
        found
    };
    // A worker has it.
    while !looked().await.5 && looked().await.3 == "applying" {}
    drop(program);
    let all = i64::try_from(count).unwrap();
    let (people, runs, changes, state, ..) = looked().await;
    match state.as_str() {
        "applying" => assert_eq!((people, runs, changes), (0, 0, 0), "nothing is left behind"),
        _ => assert_eq!((state.as_str(), people, runs), ("applied", all, 1)),
    }
    let program = Program::demo(&data, Some(&url)).await;
    let found = loop {
        let found = looked().await;
        if found.3 != "applying" {
            break found;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    };
    match found.3.as_str() {
        "failed" => assert_eq!((found.0, found.1, found.4.as_str()), (0, 0, "IMPORT_LOST")),
        _ => assert_eq!((found.3.as_str(), found.0, found.1), ("applied", all, 1)),
    }
    assert_eq!(program.stop(), Some(0));
}
