//! Upstreams at a terminal.

use crate::world::command;
use serde_json::{Value, json};
use uuid::Uuid;

#[test]
fn an_operator_adds_lists_and_removes_upstreams_at_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "s3cret\n").unwrap();
    let run = |arguments: &[&str]| {
        let mut command = command(&[&["upstream"], arguments].concat());
        command
            .env("ATRIUM_DATA_DIR", folder.path())
            .env("ATRIUM_MASTER_KEY", "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=");
        let output = command.output().unwrap();
        let text =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        (output.status.code().unwrap(), text)
    };
    let add = |tenant: &str, issuer: &str| {
        let secret = secret.to_str().unwrap();
        run(&[
            "add",
            "--tenant",
            tenant,
            "--name",
            "Cedar ID",
            "--issuer",
            issuer,
            "--client-id",
            "atrium",
            "--client-secret-file",
            secret,
        ])
    };
    let (code, text) = add("Cedar Group", "https://id.cedar.example");
    assert!(code == 1 && text.contains("there is no tenant"), "{text}");
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let url = format!("sqlite:{}", folder.path().join("atrium.db").display());
        let db = db::Db::connect(&url, db::Options::default()).await.unwrap();
        let mut tx = db.begin_write().await.unwrap();
        let now: jiff::Timestamp = "2026-11-16T09:00:00Z".parse().unwrap();
        let row = db::params![Uuid::from_u128(7), "Cedar Group", now];
        tx.exec("INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, $3)", row).await.unwrap();
        tx.commit().await.unwrap();
        db.close().await;
    });
    let (code, text) = add("Cedar Group", "http://id.cedar.example");
    assert!(code == 1 && text.contains("The issuer must be https://"), "{text}");
    let (code, text) = add("Cedar Group", "https://id.cedar.example");
    let id = text.lines().next().unwrap().to_owned();
    let redirect_uri = format!("/login/upstream/{id}/callback");
    assert!(code == 0 && text.contains(&redirect_uri), "{text}");
    let (code, text) = add("Cedar Group", "https://id.cedar.example");
    assert!(code == 1 && text.contains("already has an upstream with this name"), "{text}");
    let (_, listed) = run(&["list"]);
    assert!(
        listed.contains(&redirect_uri) && listed.contains("with a secret") && !listed.contains("s3cret"),
        "{listed}"
    );
    assert_eq!(run(&["change", &id, "--mail-domain", "Cedar.example", "--name", "Cedar SSO"]).0, 0);
    let (code, text) = run(&["change", &id, "--mail-domain", "gmail.com"]);
    assert!(code == 1 && text.contains("Anyone can have an address"), "{text}");
    let (_, listed) = run(&["list", "--json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!(listed[0]["mailDomains"], json!(["cedar.example"]));
    assert_eq!((&listed[0]["name"], &listed[0]["hasSecret"]), (&json!("Cedar SSO"), &json!(true)));
    assert_eq!(run(&["remove", &id]).0, 0);
    assert_eq!(run(&["remove", &id]).0, 1);
    assert_eq!(run(&["list"]), (0, String::new()));
}
