//! Webhooks and events at a terminal.

use crate::world::command;
use serde_json::{Value, json};
use uuid::Uuid;

#[test]
fn an_operator_looks_after_webhooks_and_reads_events_at_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = command(arguments)
            .env("ATRIUM_DATA_DIR", folder.path())
            .env("ATRIUM_MASTER_KEY", "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=")
            .output()
            .unwrap();
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.success(), answer, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let webhook = |arguments: &[&str]| {
        let (done, answer, why) =
            run(&[&["webhook", "--tenant", "Juniper Group", "--json"], arguments].concat());
        (done, serde_json::from_str::<Value>(&answer).unwrap_or_default(), why)
    };
    let events = |after: &str| run(&["event", "--tenant", "Juniper Group", "list", "--after", after]);
    let (done, _, why) = webhook(&["list"]);
    assert!(!done && why.contains("there is no tenant"), "{why}");
    let first = [
        ["--company", "Juniper Foods"],
        ["--time-zone", "America/Chicago"],
        ["--first-name", "June"],
        ["--last-name", "Park"],
        ["--email", "june@juniper.example"],
        ["--username", "june"],
    ];
    let (done, _, why) = run(&[&["tenant", "add", "Juniper Group"], first.as_flattened()].concat());
    assert!(done, "{why}");

    let (done, _, why) = webhook(&["add", "Payroll", "--url", "http://payroll.example/hooks"]);
    assert!(!done && why.contains("must be https://"), "{why}");
    let (done, _, why) =
        webhook(&["add", "Payroll", "--url", "https://payroll.example", "--type", "pay.raised"]);
    assert!(!done && why.contains("no event of this type"), "{why}");
    let (done, _, why) =
        webhook(&["add", "Payroll", "--url", "https://payroll.example", "--company", "Nowhere"]);
    assert!(!done && why.contains("there is no company"), "{why}");
    let (done, added, why) =
        webhook(&["add", "Payroll", "--url", "https://payroll.example/hooks", "--type", "deposit.changed"]);
    assert!(done, "{why}");
    assert_eq!((&added["types"], &added["isEnabled"]), (&json!(["deposit.changed"]), &json!(true)));
    let first = added["secret"].as_str().unwrap().to_owned();
    assert!(first.starts_with("whsec_"));

    let (_, rotated, _) = webhook(&["rotate", "payroll"]);
    assert!(rotated["secret"].is_string() && rotated["secret"] != first.as_str());
    assert!(rotated["oldSecretUntil"].is_string());
    assert_eq!(webhook(&["rotate", "Payroll", "--now"]).1["oldSecretUntil"], Value::Null);
    assert_eq!(webhook(&["disable", "Payroll"]).1["isEnabled"], false);
    let (done, _, why) = webhook(&["test", "Payroll"]);
    assert!(!done && why.contains("is turned off"), "{why}");
    assert_eq!(webhook(&["enable", "Payroll"]).1["isEnabled"], true);
    assert_eq!(webhook(&["test", "Payroll"]).1["type"], "webhook.test");
    let (_, sent, _) = webhook(&["deliveries", "Payroll", "--state", "waiting"]);
    assert_eq!((sent.as_array().unwrap().len(), &sent[0]["attempts"]), (1, &json!(0)));
    let (done, _, why) = webhook(&["deliveries", "Payroll", "--state", "lost"]);
    assert!(!done && why.contains("waiting, delivered or parked"), "{why}");
    let (done, again, why) = webhook(&["replay", "Payroll", "--delivery", sent[0]["id"].as_str().unwrap()]);
    assert!(done && again["state"] == "waiting", "{why}");
    let (done, _, why) = webhook(&["replay", "Payroll", "--delivery", &Uuid::from_u128(7).to_string()]);
    assert!(!done, "{why}");
    assert!(!webhook(&["replay", "Payroll"]).0, "one, or since when");
    let (_, listed, _) = webhook(&["list"]);
    assert_eq!((listed.as_array().unwrap().len(), listed[0].get("secret")), (1, None));

    let (done, none, why) = events("0");
    assert!(done && none.is_empty(), "{none} {why}");
    let (done, _, why) = run(&[
        "company",
        "--tenant",
        "Juniper Group",
        "add",
        "Juniper Bakery",
        "--time-zone",
        "America/Chicago",
    ]);
    assert!(done, "{why}");
    let (done, found, why) = events("0");
    assert!(done, "{why}");
    let event: Value = serde_json::from_str(found.trim()).unwrap();
    assert_eq!((&event["number"], &event["type"]), (&json!(1), &json!("company.added")));
    assert_eq!(events("1").1, "");
    let (done, _, why) = events("2");
    assert!(!done && why.contains("no event with this number"), "{why}");

    assert!(webhook(&["remove", "Payroll"]).0);
    let (done, _, why) = webhook(&["remove", "Payroll"]);
    assert!(!done && why.contains("there is no webhook"), "{why}");
}
