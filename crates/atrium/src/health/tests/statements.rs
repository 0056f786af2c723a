//! The health page.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[("systemHealth", 7), ("sendTestMessage", 4)];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn the_health_page_keeps_its_budgets(world: World) {
        let grace = world.acting("grace").await;
        let tenant = world.acting("ana").await.standing("Cedar Outfitters").await.tenant;
        let health = "query ($t: ID!) { systemHealth(tenantId: $t) { version parked { id } jobs { name } } }";
        keeps(&grace, BUDGETS, "systemHealth", health, json!({ "t": tenant })).await;
        let send = "mutation ($t: ID!) { sendTestMessage(tenantId: $t, channel: mail) { channel } }";
        keeps(&grace, BUDGETS, "sendTestMessage", send, json!({ "t": tenant })).await;
    }
}
