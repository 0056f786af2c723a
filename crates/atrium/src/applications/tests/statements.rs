//! People and applications as the portal asks for them.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[("centralPage", 3), ("userBySubId", 3)];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn applications_keep_their_budgets(world: World) {
        let ana = world.person("ana").await.to_string();
        let query = "query ($s: ID!) { userBySubId(subId: $s) { id phone roles { name } } }";
        keeps(&world.acting("grace").await, BUDGETS, "userBySubId", query, json!({ "s": ana })).await;
        let evan = world.acting("evan").await;
        let tenant = evan.standing("Cedar Outfitters").await.tenant;
        let query = "query ($t: ID!) { centralPage(tenantId: $t) { title tiles { code } showsWidget } }";
        keeps(&evan, BUDGETS, "centralPage", query, json!({ "t": tenant })).await;
    }
}
