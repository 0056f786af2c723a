//! The catalogue.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// A change: viewer, key, the row as it was, the row, the end of the audit trail; the rest travels with the commit.
pub(super) const BUDGETS: &[Budget] = &[
    ("features", 2),
    ("addFeature", 5),
    ("updateFeature", 6),
    ("deleteFeature", 5),
    ("portalSettings", 2),
    ("setPortalFlag", 6),
    ("noticeTexts", 3),
    ("setNoticeText", 8),
];

/// It waits for a factor first.
pub(super) const RARE: &[&str] = &["setSecondFactorPolicy"];

both! {
    // The requests are the web app's own, with every card there is.
    async fn a_home_page_costs_one_statement_a_card_and_four(world: World) {
        for (who, query) in [
            ("ana", include_str!("../../../../../web/src/app/home/home.employee.graphql")),
            ("marcus", include_str!("../../../../../web/src/app/home/home.manager.graphql")),
        ] {
            let actor = world.acting(who).await;
            let at = actor.standing("Cedar Outfitters").await;
            let mut variables = json!({ "tenantId": at.tenant, "companyId": at.company, "today": "2026-11-16" });
            if query.contains("$employeeId") {
                variables["employeeId"] = json!(at.employee);
            } else {
                variables["managerId"] = json!(at.person);
            }
            if !query.contains("$today") {
                variables.as_object_mut().unwrap().remove("today");
            }
            let cards = query.lines().take_while(|line| *line != "}").filter(|line| line.starts_with("  ...")).count();
            assert!(cards >= 5, "{query}");
            // The paycheck card asks for the stub and for the next payday. The first look of a day at someone's data also writes down that it was looked at.
            actor.ask(query, variables.clone()).await;
            let reply = actor.ask(query, variables).await;
            assert_eq!(reply.outcome(), "ok", "{}", reply.text);
            let answered = reply.body["data"].as_object().unwrap().len();
            assert_eq!(answered, query.matches("@skip(").count(), "every question of {who}'s home: {}", reply.text);
            let spent: usize = reply.headers["x-statements"].to_str().unwrap().parse().unwrap();
            assert!(spent <= cards + 4, "{spent} statements for {cards} cards of {who}'s home");
        }
    }

    async fn the_catalogue_keeps_its_budgets(world: World) {
        let grace = world.acting("grace").await;
        let tenant = grace.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone();
        let ids = json!({ "t": tenant });
        for (name, query) in [
            ("features", "query ($t: ID!) { features(tenantId: $t) { featureId enabled permissions } }"),
            ("addFeature", "mutation ($t: ID!) { addFeature(tenantId: $t, featureId: \"x\", featureType: page, enabled: false, readOnly: false, title: \"x\", path: \"/x\") { featureId } }"),
            ("updateFeature", "mutation ($t: ID!) { updateFeature(tenantId: $t, feature: { featureId: \"x\", version: 1, title: \"y\" }) { featureId } }"),
            ("portalSettings", "query ($t: ID!) { portalSettings(tenantId: $t) { secondFactor flags { key isOn } } }"),
            ("setPortalFlag", "mutation ($t: ID!) { setPortalFlag(tenantId: $t, key: \"embed-user-guide\", isOn: true) { secondFactor } }"),
            ("noticeTexts", "query ($t: ID!) { noticeTexts(tenantId: $t) { kind english { text subject before after } } }"),
            ("setNoticeText", "mutation ($t: ID!) { setNoticeText(tenantId: $t, kind: invitation, english: \"Hi\", spanish: \"Hola\", version: 0) { version } }"),
            ("deleteFeature", "mutation ($t: ID!) { deleteFeature(tenantId: $t, featureId: \"x\") { featureId } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, ids.clone()).await;
        }
    }
}
