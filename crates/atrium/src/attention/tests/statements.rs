//! The console's home.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[("administratorHome", 5)];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn the_consoles_home_keeps_its_budget(world: World) {
        let grace = world.acting("grace").await;
        let home = "{ administratorHome { undecidable unmanaged firstHour { mail } } }";
        keeps(&grace, BUDGETS, "administratorHome", home, json!({})).await;
    }
}
