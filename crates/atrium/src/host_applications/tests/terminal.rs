//! Host applications at a terminal.

use crate::world::command;
use serde_json::{Value, json};
use uuid::Uuid;

#[test]
fn an_operator_connects_rotates_and_removes_applications_at_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = command(&[&["application", "--tenant", "Cedar Group", "--json"], arguments].concat())
            .env("ATRIUM_DATA_DIR", folder.path())
            .env("ATRIUM_MASTER_KEY", "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=")
            .output()
            .unwrap();
        let answer = serde_json::from_slice::<Value>(&output.stdout).unwrap_or_default();
        (output.status.success(), answer, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (done, _, why) = run(&["list"]);
    assert!(!done && why.contains("there is no tenant"), "{why}");
    let change = |sql: &'static str, values: Vec<db::Value>| {
        tokio::runtime::Runtime::new().unwrap().block_on(async {
            let url = format!("sqlite:{}", folder.path().join("atrium.db").display());
            let db = db::Db::connect(&url, db::Options::default()).await.unwrap();
            let mut tx = db.begin_write().await.unwrap();
            tx.exec(sql, values).await.unwrap();
            tx.commit().await.unwrap();
            db.close().await;
        });
    };
    let now: jiff::Timestamp = "2026-11-16T09:00:00Z".parse().unwrap();
    let row = db::params![Uuid::from_u128(7), "Cedar Group", now];
    change("INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, $3)", row);

    let new =
        ["add", "learn", "--name", "Learning", "--address", "https://learn.example", "--claim", "email"];
    let add = |uri: &str| run(&[&new[..], &["--redirect-uri", uri]].concat());
    let (done, _, why) = add("http://learn.example/cb");
    assert!(!done && why.contains("must begin with https://"), "{why}");
    let (done, added, why) = add("https://learn.example/cb");
    assert!(done, "{why}");
    assert_eq!((&added["code"], &added["auth"]), (&json!("LEARN"), &json!("secret")));
    let first = added["clientSecret"].as_str().unwrap().to_owned();
    let (done, _, why) = add("https://learn.example/cb");
    assert!(!done && why.contains("already has an application with this code"), "{why}");

    let (_, rotated, _) = run(&["rotate", "learn"]);
    assert!(rotated["clientSecret"].is_string() && rotated["clientSecret"] != first.as_str());
    assert!(rotated["oldSecretUntil"].is_string());
    assert_eq!(run(&["rotate", "learn", "--now"]).1["oldSecretUntil"], Value::Null);
    assert_eq!(run(&["disable", "LEARN"]).1["isEnabled"], false);
    assert_eq!(run(&["enable", "LEARN"]).1["isEnabled"], true);
    let (_, listed, _) = run(&["list"]);
    assert_eq!((listed.as_array().unwrap().len(), listed[0].get("clientSecret")), (1, None));

    let keys = folder.path().join("keys.json");
    let key = r#"{"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}"#;
    std::fs::write(&keys, key).unwrap();
    let keyed =
        ["add", "TEACH", "--name", "Teaching", "--address", "https://teach.example", "--redirect-uri"];
    let keyed = [&keyed[..], &["https://teach.example/cb", "--jwks", keys.to_str().unwrap()]].concat();
    let (_, added, why) = run(&keyed);
    assert_eq!((&added["auth"], added.get("clientSecret")), (&json!("key"), None), "{why}");
    let (done, _, why) = run(&["rotate", "TEACH"]);
    assert!(!done && why.contains("doesn't have a secret"), "{why}");

    assert!(run(&["remove", "LEARN"]).0);
    let (done, _, why) = run(&["remove", "LEARN"]);
    assert!(!done && why.contains("there is no application"), "{why}");
    assert_eq!(run(&["list"]).1.as_array().unwrap().len(), 1);
}
