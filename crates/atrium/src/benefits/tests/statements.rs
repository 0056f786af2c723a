//! Benefits.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[("employeeBenefits", 2)];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn benefits_keep_their_budget(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let query = "query ($t: ID!, $c: ID!, $e: ID!) { employeeBenefits(tenantId: $t, companyId: $c, employeeId: $e) {
            results { id benefitName } employeeYearlyTotal } }";
        keeps(&ana, BUDGETS, "employeeBenefits", query, json!({ "t": at.tenant, "c": at.company, "e": at.employee })).await;
    }
}
