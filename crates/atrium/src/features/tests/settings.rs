//! The console's Portal page: flags, maintenance, and when a second factor is asked for.

use crate::world::{World, both, command};
use serde_json::{Value, json};

const SETTINGS: &str = "query ($t: ID!) { portalSettings(tenantId: $t) { secondFactor flags { key isOn isOnByDefault isSet } } }";
const SET_FLAG: &str = "mutation ($t: ID!, $k: String!, $on: Boolean) {
    setPortalFlag(tenantId: $t, key: $k, isOn: $on) { flags { key isOn isSet } } }";
const SECOND_FACTOR: &str = "mutation ($t: ID!, $w: SecondFactorPolicy!) {
    setSecondFactorPolicy(tenantId: $t, when: $w) { secondFactor } }";

fn flag(settings: &Value, key: &str) -> Value {
    settings["flags"].as_array().unwrap().iter().find(|flag| flag["key"] == key).unwrap().clone()
}

both! {
    async fn administrators_set_flags_and_maintenance_and_take_the_setting_back(world: World) {
        let (grace, ana) = (world.acting("grace").await, world.acting("ana").await);
        let at = ana.standing("Cedar Outfitters").await;
        let tenant = json!({ "t": at.tenant });
        let before = grace.ask(SETTINGS, tenant.clone()).await.data("/portalSettings").clone();
        assert_eq!(before["flags"].as_array().unwrap().len(), atrium::shared::flag::Flag::ALL.len());
        assert_eq!(flag(&before, "maintenance-mode")["isSet"], false);
        let set = |key: &'static str, on: Value| json!({ "t": at.tenant, "k": key, "on": on });
        let closed = grace.ask(SET_FLAG, set("maintenance-mode", json!(true))).await;
        assert_eq!(flag(closed.data("/setPortalFlag"), "maintenance-mode"), json!({ "key": "maintenance-mode", "isOn": true, "isSet": true }));
        const STUBS: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
            listEmployeePayStubs(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }";
        let own = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
        assert_eq!(ana.ask(STUBS, own.clone()).await.outcome(), "MAINTENANCE");
        assert_eq!(grace.ask(SET_FLAG, set("maintenance-mode", Value::Null)).await.outcome(), "ok");
        assert_eq!(ana.ask(STUBS, own).await.outcome(), "ok");
        assert_eq!(grace.ask(SETTINGS, tenant).await.data("/portalSettings"), &before);
        let events = "SELECT count(*) FROM audit_event WHERE action = 'flag.set'";
        assert_eq!(world.count(events).await, 2);

        let rows = world.rows().await;
        let unknown = grace.ask(SET_FLAG, set("no-such-flag", json!(true))).await;
        assert_eq!((unknown.outcome(), unknown.field()), ("UNKNOWN_FLAG", Some("key")));
        for who in ["ana", "marcus", "elena", "hugo"] {
            let refused = world.acting(who).await.ask(SET_FLAG, set("chatbot", json!(true))).await;
            assert!(["FORBIDDEN", "NOT_FOUND"].contains(&refused.outcome()), "{who}: {}", refused.text);
        }
        assert_eq!(world.rows().await["flag"], rows["flag"]);
    }

    async fn a_second_factor_is_asked_for_as_an_administrator_says_with_a_fresh_one(world: World) {
        let grace = world.acting("grace").await;
        let at = world.acting("ana").await.standing("Cedar Outfitters").await;
        let asked = json!({ "t": at.tenant, "w": "always" });
        assert_eq!(grace.ask(SECOND_FACTOR, asked.clone()).await.outcome(), "STEP_UP_REQUIRED");
        let of = "SELECT count(*) FROM tenant WHERE second_factor = 'always'";
        assert_eq!(world.count(of).await, 0);
        let set = grace.ask_proving(SECOND_FACTOR, asked).await;
        assert_eq!(set.data("/setSecondFactorPolicy/secondFactor"), "always");
        assert_eq!(world.count(of).await, 1, "of this tenant only");
        let shown = grace.ask(SETTINGS, json!({ "t": at.tenant })).await;
        assert_eq!(shown.data("/portalSettings/secondFactor"), "always");
    }
}

#[test]
fn an_operator_closes_a_page_and_ends_a_benefit_plan_at_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut build = command(&["demo", "--build-only", "--today", "2026-11-16"]);
    assert!(build.env("ATRIUM_DATA_DIR", folder.path()).output().unwrap().status.success());
    let run = |arguments: &[&str]| {
        let output = command(arguments).env("ATRIUM_DATA_DIR", folder.path()).output().unwrap();
        (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let portal = |arguments: &[&str]| run(&[&["portal", "--tenant", "Cedar Group"], arguments].concat());
    assert!(portal(&["list"]).1.contains("marketplace"));
    assert!(portal(&["close", "marketplace"]).1.contains("closed"));
    assert!(portal(&["usual", "marketplace"]).1.contains("by permissions"));
    assert!(portal(&["remove", "marketplace"]).0);
    let (is_done, said) = portal(&["close", "marketplace"]);
    assert!(!is_done && said.contains("there is no page or card"), "{said}");

    assert!(portal(&["set-text", "welcome", "--english", "Ask HR."]).1.contains("en  Ask HR."));
    assert!(portal(&["texts"]).1.contains("welcome\n  en  Ask HR."));
    let (is_done, said) = portal(&["set-text", "locked", "--english", "x"]);
    assert!(!is_done && said.contains("the kind must be one of"), "{said}");

    let of = ["--tenant", "Cedar Group", "--company", "Cedar Outfitters"];
    let entry = |arguments: &[&str]| run(&[&["entry"], &of[..], arguments].concat());
    let plan = "ClearView Vision";
    assert!(entry(&["list", "benefit-plan"]).1.contains(plan));
    let (is_done, said) = entry(&["remove", "benefit-plan", plan]);
    assert!(!is_done && said.contains("Give it a last day instead"), "{said}");
    assert!(entry(&["end", plan, "--last-day", "2026-12-31"]).1.contains("through 2026-12-31"));
    let blackouts = run(&[&["blackout"], &of[..], &["list", "--json"]].concat());
    assert!(blackouts.0, "{}", blackouts.1);
    let listed: Value = serde_json::from_str(&blackouts.1).unwrap();
    if let Some(first) = listed.as_array().unwrap().first() {
        assert!(run(&[&["blackout"], &of[..], &["remove", first["id"].as_str().unwrap()]].concat()).0);
    }
    assert!(!run(&[&["blackout"], &of[..], &["remove", "00000000-0000-7000-8000-000000000000"]].concat()).0);
    assert!(run(&["audit", "verify"]).0);
}
