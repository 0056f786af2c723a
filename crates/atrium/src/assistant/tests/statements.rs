//! The assistant's console page.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[("assistantOverview", 4), ("testAssistant", 1)];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn the_assistants_console_page_keeps_its_budgets(world: World) {
        let grace = world.acting("grace").await;
        let tenant = world.acting("ana").await.standing("Cedar Outfitters").await.tenant;
        let overview = "query ($t: ID!) { assistantOverview(tenantId: $t) { engine topics { topic } shared { question } } }";
        keeps(&grace, BUDGETS, "assistantOverview", overview, json!({ "t": tenant })).await;
        let test = "query ($t: ID!) { testAssistant(tenantId: $t, question: \"When is payday?\") { band } }";
        keeps(&grace, BUDGETS, "testAssistant", test, json!({ "t": tenant })).await;
    }
}
