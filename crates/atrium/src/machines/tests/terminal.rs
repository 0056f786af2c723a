//! Machine clients at a terminal.

use crate::world::command;
use serde_json::{Value, json};
use uuid::Uuid;

#[test]
fn an_operator_adds_changes_rotates_and_revokes_machines_at_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = command(&[&["machine", "--tenant", "Cedar Group", "--json"], arguments].concat())
            .env("ATRIUM_DATA_DIR", folder.path())
            .env("ATRIUM_MASTER_KEY", "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=")
            .output()
            .unwrap();
        let answer = serde_json::from_slice::<Value>(&output.stdout).unwrap_or_default();
        (output.status.success(), answer, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (done, _, why) = run(&["list"]);
    assert!(!done && why.contains("there is no tenant"), "{why}");
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let url = format!("sqlite:{}", folder.path().join("atrium.db").display());
        let db = db::Db::connect(&url, db::Options::default()).await.unwrap();
        let now: jiff::Timestamp = "2026-11-16T09:00:00Z".parse().unwrap();
        let mut tx = db.begin_write().await.unwrap();
        let sql = "INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, $3)";
        tx.exec(sql, db::params![Uuid::from_u128(7), "Cedar Group", now]).await.unwrap();
        tx.commit().await.unwrap();
        db.close().await;
    });

    let (done, _, why) = run(&["add", "Payroll sync", "--scope", "pay.read"]);
    assert!(!done && why.contains("We don't know this right"), "{why}");
    let (done, added, why) =
        run(&["add", "Payroll sync", "--scope", "people.read", "--scope", "events.read"]);
    assert!(done, "{why}");
    assert_eq!(added["scopes"], json!(["events.read", "people.read"]));
    let first = added["clientSecret"].as_str().unwrap().to_owned();
    let (done, _, why) = run(&["add", "payroll sync", "--scope", "scim"]);
    assert!(!done && why.contains("already has a machine client"), "{why}");

    let (_, changed, _) = run(&["change", "Payroll sync", "--scope", "scim", "--requests-per-minute", "60"]);
    assert_eq!((&changed["scopes"], &changed["requestsPerMinute"]), (&json!(["scim"]), &json!(60)));
    let (_, rotated, _) = run(&["rotate", "Payroll sync"]);
    assert!(rotated["clientSecret"].is_string() && rotated["clientSecret"] != first.as_str());
    assert!(rotated["oldSecretUntil"].is_string());
    assert_eq!(run(&["rotate", "payroll SYNC", "--now"]).1["oldSecretUntil"], Value::Null);

    let keys = folder.path().join("keys.json");
    let key = r#"{"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}"#;
    std::fs::write(&keys, key).unwrap();
    let (_, added, why) = run(&["add", "Keyed", "--scope", "scim", "--jwks", keys.to_str().unwrap()]);
    assert_eq!((&added["auth"], added.get("clientSecret")), (&json!("key"), None), "{why}");
    let (done, _, why) = run(&["rotate", "Keyed"]);
    assert!(!done && why.contains("doesn't have a secret"), "{why}");

    assert!(run(&["revoke", "Payroll sync"]).1["revokedAt"].is_string());
    let (done, _, why) = run(&["revoke", "Payroll sync"]);
    assert!(!done && why.contains("there is no machine client"), "{why}");
    assert_eq!(run(&["list"]).1.as_array().unwrap().len(), 2, "a revoked one stays in the list");
}
