//! Reports at a terminal.

use crate::world::command;
use serde_json::{Value, json};
use uuid::Uuid;

#[test]
fn an_operator_prints_reports_and_the_audit_trail_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let fixed = ["--as", "Olga", "report"];
        let output = command(&[&fixed, arguments, &["--tenant", "Cedar Group"]].concat())
            .env("ATRIUM_DATA_DIR", folder.path())
            .env("ATRIUM_MASTER_KEY", "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=")
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.success(), text(&output.stdout), text(&output.stderr))
    };
    let (done, _, why) = run(&["headcount", "--company", "Cedar Outfitters"]);
    assert!(!done && why.contains("there is no tenant"), "{why}");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let url = format!("sqlite:{}", folder.path().join("atrium.db").display());
    let open = || db::Db::connect(&url, db::Options::default());
    runtime.block_on(async {
        let db = open().await.unwrap();
        let now: jiff::Timestamp = "2026-11-16T09:00:00Z".parse().unwrap();
        let (tenant, company) = (Uuid::from_u128(7), Uuid::from_u128(8));
        let mut tx = db.begin_write().await.unwrap();
        let sql = "INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, $3)";
        tx.exec(sql, db::params![tenant, "Cedar Group", now]).await.unwrap();
        let sql =
            "INSERT INTO company (id, tenant_id, name, time_zone) VALUES ($1, $2, $3, 'America/Chicago')";
        tx.exec(sql, db::params![company, tenant, "Cedar Outfitters"]).await.unwrap();
        tx.commit().await.unwrap();
        db.close().await;
    });

    let (done, _, why) = run(&["headcount", "--company", "Cedar"]);
    assert!(!done && why.contains("there is no company \"Cedar\""), "{why}");
    let days = ["--from", "2026-01-01", "--to", "2026-02-28"];
    let (done, csv, why) = run(&[&["headcount", "--company", "Cedar Outfitters"], &days[..]].concat());
    assert!(done, "{why}");
    assert_eq!(csv.lines().nth(1), Some("2026-01-01,0,0,0,0,"));
    assert_eq!(csv.lines().count(), 3);
    let (done, text, why) =
        run(&["balances", "--company", "Cedar Outfitters", "--on", "2026-01-31", "--json"]);
    assert!(done, "{why}");
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), json!([]));
    let (done, _, why) = run(&["headcount", "--company", "Cedar Outfitters", "--people"]);
    assert!(!done && why.contains("doesn't list people"), "{why}");
    runtime.block_on(async {
        let db = open().await.unwrap();
        let sql =
            "SELECT count(*) FROM audit_event WHERE action = 'report.exported' AND actor_name LIKE '%Olga%'";
        assert_eq!(db.one::<(i64,)>(sql, vec![]).await.unwrap().0, 2);
        db.close().await;
    });
}
