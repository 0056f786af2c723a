//! Additional info: what the company keeps under its own names, and requests for other values.

use super::{Decider, Own};
use crate::world::{World, both};
use serde_json::{Value, json};

/// What Ana requests: one of each kind.
fn wish() -> Value {
    json!([
        { "attributeName": "Uniform size", "attributeString": " XX\u{200b}L " },
        { "attributeName": "Badge issued", "attributeDate": "2026-02-28" },
        { "attributeName": "Gear allowance", "attributeAmount": "175.5" },
    ])
}

fn entry<'a>(list: &'a Value, name: &str) -> &'a Value {
    list.as_array().unwrap().iter().find(|entry| entry["attributeName"] == name).unwrap()
}

impl Own<'_> {
    async fn additional_info(&self) -> Value {
        self.profile().await["additionalInfo"].clone()
    }

    async fn asked(&self, wish: Value) -> Value {
        self.change(json!({ "additionalInfo": wish })).await.data("/submitChangeRequest").clone()
    }
}

both! {
    async fn other_values_are_asked_for_and_stand_there_when_approved(world: World) {
        let ana = Own::of(&world, "ana").await;
        let before = ana.profile().await;
        let asked = ana.asked(wish()).await;
        assert_eq!((&asked["status"], &asked["changeType"], &asked["entityType"]), (&json!("Pending"), &json!("ee-info"), &json!("additionalInfo")));
        assert_eq!(asked["changeDetail"], "Uniform size; Badge issued; Gear allowance");
        assert_eq!(ana.profile().await, before, "nothing has changed yet");

        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        assert!(marcus.sees(&asked["id"]).await);
        let shown = marcus.open(&asked["id"]).await.data("/getChangeRequest").clone();
        let had = |name: &str| entry(&before["additionalInfo"], name)["attributeValue"].clone();
        let field = |name: &str, field: &str, after: &str| json!({ "id": null, "name": name, "field": field,
            "before": had(name), "after": after, "hasMoved": false, "now": null });
        assert_eq!(shown["changedFields"], json!([
            field("Uniform size", "attributeString", "XXL"),
            field("Badge issued", "attributeDate", "2026-02-28"),
            field("Gear allowance", "attributeAmount", "175.50"),
        ]));
        let would_be = json!({ "attributeName": "Gear allowance", "attributeValue": "175.50", "attributeString": null,
            "attributeDate": null, "attributeAmount": "175.50" });
        assert_eq!(*entry(&shown["additionalInfo"], "Gear allowance"), would_be);
        assert_eq!(shown["demographics"], Value::Null);

        world.delivered().await;
        marcus.decide(&asked["id"], "approve", json!({ "version": shown["version"] })).await.data("/putManagerEmployeeChangeRequest/id");
        assert!(!marcus.sees(&asked["id"]).await, "what is decided leaves the list");
        let after = ana.profile().await;
        assert_eq!(after["additionalInfo"], shown["additionalInfo"]);
        assert_eq!(after["version"].as_i64(), before["version"].as_i64().map(|version| version + 1));
        assert_eq!((&after["demographics"], &after["dependents"]), (&before["demographics"], &before["dependents"]));
        let mails = world.delivered().await;
        assert!(mails.iter().any(|mail| mail.to == "ana@example.com" && mail.subject.as_deref() == Some("Your profile change was approved")));
    }

    async fn what_is_denied_or_left_out_stays_as_it_is(world: World) {
        let ana = Own::of(&world, "ana").await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        let before = ana.additional_info().await;
        let asked = ana.asked(wish()).await;
        marcus.decide(&asked["id"], "deny", json!({ "note": "Talk to me first." })).await.data("/putManagerEmployeeChangeRequest/id");
        assert_eq!(ana.additional_info().await, before);
        let same = entry(&before, "Badge issued")["attributeDate"].clone();
        let asked = ana.asked(json!([
            { "attributeName": "Gear allowance", "attributeAmount": "0.00" },
            { "attributeName": "Badge issued", "attributeDate": same },
        ])).await;
        assert_eq!(asked["changeDetail"], "Gear allowance", "what is the same is not asked for");
        marcus.decide(&asked["id"], "approve", json!({})).await.data("/putManagerEmployeeChangeRequest/id");
        let after = ana.additional_info().await;
        assert_eq!(entry(&after, "Gear allowance")["attributeAmount"], "0.00");
        for name in ["Uniform size", "Badge issued"] {
            assert_eq!(entry(&after, name), entry(&before, name));
        }
        assert_eq!(after.as_array().unwrap().len(), before.as_array().unwrap().len());
    }

    async fn a_wrong_value_is_refused_by_its_field_and_nothing_changes(world: World) {
        let ana = Own::of(&world, "ana").await;
        let had = ana.additional_info().await;
        let size = entry(&had, "Uniform size")["attributeString"].clone();
        let before = world.rows().await;
        for (wish, code, field) in [
            (json!([{ "attributeName": "Salary", "attributeString": "9" }]), "UNKNOWN_CHOICE", Some("attributeName")),
            (json!([{ "attributeName": "Uniform size", "attributeString": " \u{202e} " }]), "REQUIRED", Some("attributeString")),
            (json!([{ "attributeName": "Uniform size", "attributeString": "x".repeat(101) }]), "TOO_LONG", Some("attributeString")),
            (json!([{ "attributeName": "Uniform size" }]), "REQUIRED", Some("attributeValue")),
            (json!([{ "attributeName": "Uniform size", "attributeAmount": "1.00" }]), "OTHER_KIND", Some("attributeName")),
            (json!([{ "attributeName": "Badge issued", "attributeDate": "1899-12-31" }]), "DATE_OUT_OF_RANGE", Some("attributeDate")),
            (json!([{ "attributeName": "Gear allowance", "attributeAmount": "-1.00" }]), "AMOUNT_OUT_OF_RANGE", Some("attributeAmount")),
            (json!([{ "attributeName": "Gear allowance", "attributeAmount": "much" }]), "INVALID_AMOUNT", Some("attributeAmount")),
            (json!([{ "attributeName": "Uniform size", "attributeString": "S1" }, { "attributeName": "Uniform size", "attributeString": "S2" }]), "SAME_TWICE", None),
            (json!([{ "attributeName": "Uniform size", "attributeString": size }]), "NOTHING_CHANGED", None),
            (json!([]), "NOTHING_CHANGED", None),
        ] {
            let reply = ana.change(json!({ "additionalInfo": wish })).await;
            assert_eq!((reply.outcome(), reply.field()), (code, field), "{wish}");
        }
        let two = json!({ "additionalInfo": wish(), "dependents": [] });
        assert_eq!(ana.change(two).await.outcome(), "ONE_PART");
        let late = ana.change(json!({ "additionalInfo": wish(), "version": 77 })).await;
        assert_eq!(late.outcome(), "CONFLICT");
        assert_eq!(late.body["errors"][0]["extensions"]["current"]["additionalInfo"].as_array().unwrap().len(), 3);
        assert_eq!(world.rows().await, before);
    }

    async fn an_outstanding_request_blocks_another_about_additional_info_only(world: World) {
        let ana = Own::of(&world, "ana").await;
        ana.asked(wish()).await;
        let before = world.rows().await;
        let refused = ana.change(json!({ "additionalInfo": [{ "attributeName": "Uniform size", "attributeString": "XS" }] })).await;
        assert_eq!(refused.outcome(), "OUTSTANDING_REQUEST");
        assert!(refused.text.contains("You cannot edit this account because you have another outstanding request"));
        assert_eq!(world.rows().await, before);
        ana.submitted(json!({ "city": "Gresham" })).await;
    }

    async fn what_was_changed_in_between_is_shown_by_its_name_and_the_request_stays(world: World) {
        let ana = Own::of(&world, "ana").await;
        let asked = ana.asked(wish()).await;
        let now = json!([
            { "attributeName": "Uniform size", "attributeValue": "XS", "attributeString": "XS" },
            { "attributeName": "Badge issued", "attributeValue": "2026-02-28", "attributeDate": "2026-02-28" },
        ]);
        let sql = "UPDATE employee_profile SET additional_info = $1, version = version + 1";
        world.change(sql, db::params![now.to_string()]).await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        let shown = marcus.open(&asked["id"]).await.data("/getChangeRequest/changedFields").clone();
        let of = |name: &str| shown.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone();
        assert_eq!((&of("Uniform size")["hasMoved"], &of("Uniform size")["now"]), (&json!(true), &json!("XS")));
        assert_eq!((&of("Gear allowance")["hasMoved"], &of("Gear allowance")["now"]), (&json!(true), &Value::Null));
        assert_eq!(of("Badge issued")["hasMoved"], false, "somebody made the very same change");
        let before = world.rows().await;
        let refused = marcus.decide(&asked["id"], "approve", json!({})).await;
        assert_eq!(refused.outcome(), "CONFLICT");
        let current = &refused.body["errors"][0]["extensions"]["current"]["changedFields"];
        assert_eq!((&current[0]["name"], &current[0]["now"]), (&json!("Uniform size"), &json!("XS")), "{current}");
        assert_eq!(world.rows().await, before);
        assert!(marcus.sees(&asked["id"]).await, "errors leave it in the list");
    }

    async fn only_whoever_has_the_area_decides_and_nobody_their_own(world: World) {
        let priya = Own::of(&world, "priya").await;
        let asked = priya.asked(json!([{ "attributeName": "Uniform size", "attributeString": "XXL" }])).await;
        let before = world.rows().await;
        for (username, outcome) in [("priya", "FORBIDDEN"), ("dana", "FORBIDDEN"), ("mina", "NOT_FOUND")] {
            let decider = Decider::of(&world, username, &priya.at).await;
            assert_eq!(decider.decide(&asked["id"], "approve", json!({})).await.outcome(), outcome, "{username}");
            assert_eq!(decider.open(&asked["id"]).await.outcome(), outcome, "{username}");
        }
        let after = world.rows().await;
        for table in ["change_request", "employee_profile"] {
            assert_eq!(after[table], before[table], "{table}");
        }
        let marcus = Decider::of(&world, "marcus", &priya.at).await;
        marcus.decide(&asked["id"], "approve", json!({})).await.data("/putManagerEmployeeChangeRequest/id");
        assert_eq!(entry(&priya.additional_info().await, "Uniform size")["attributeValue"], "XXL");
    }

    async fn the_trail_names_what_was_asked_about_and_never_what_it_would_be(world: World) {
        let ana = Own::of(&world, "ana").await;
        ana.asked(wish()).await;
        let sql = "SELECT detail FROM audit_event WHERE action = 'profile.ask' ORDER BY seq DESC LIMIT 1";
        let (detail,) = world.app.db.one::<(String,)>(sql, vec![]).await.unwrap();
        let detail: Value = serde_json::from_str(&detail).unwrap();
        assert_eq!(detail["part"], "additionalInfo");
        assert_eq!(detail["fields"], json!(["Uniform size", "Badge issued", "Gear allowance"]));
        assert!(!detail.to_string().contains("XXL") && !detail.to_string().contains("175"), "{detail}");
    }
}
