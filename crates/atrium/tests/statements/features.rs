//! The catalogue.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// A change: viewer, key, the row as it was, the row, the end of the audit trail; the rest travels with the commit.
pub(super) const BUDGETS: &[Budget] =
    &[("features", 2), ("addFeature", 5), ("updateFeature", 6), ("deleteFeature", 5)];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn a_home_page_costs_one_statement_a_card_and_three(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let cards = [
            "companySwitches(tenantId: $t, companyId: $c) { marketplace { vendor } }",
            "listCompanyMessages(tenantId: $t, companyId: $c, employeeId: $e, limit: 5) { results { message } }",
        ];
        let query = format!(
            "query ($t: ID!, $c: ID!, $e: ID!) {{ viewer {{ personId }}
             features(tenantId: $t, companyId: $c) {{ featureId enabled size }} {} }}",
            cards.join(" ")
        );
        let reply = ana.ask(&query, json!({ "t": at.tenant, "c": at.company, "e": at.employee })).await;
        assert_eq!(reply.outcome(), "ok", "{}", reply.text);
        let spent: usize = reply.headers["x-statements"].to_str().unwrap().parse().unwrap();
        assert!(spent <= cards.len() + 3, "{spent} statements for {} cards", cards.len());
    }

    async fn the_catalogue_keeps_its_budgets(world: World) {
        let grace = world.acting("grace").await;
        let tenant = grace.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone();
        let ids = json!({ "t": tenant });
        for (name, query) in [
            ("features", "query ($t: ID!) { features(tenantId: $t) { featureId enabled permissions } }"),
            ("addFeature", "mutation ($t: ID!) { addFeature(tenantId: $t, featureId: \"x\", featureType: page, enabled: false, readOnly: false, title: \"x\", path: \"/x\") { featureId } }"),
            ("updateFeature", "mutation ($t: ID!) { updateFeature(tenantId: $t, feature: { featureId: \"x\", version: 1, title: \"y\" }) { featureId } }"),
            ("deleteFeature", "mutation ($t: ID!) { deleteFeature(tenantId: $t, featureId: \"x\") { featureId } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, ids.clone()).await;
        }
    }
}
