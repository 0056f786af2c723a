//! Who saw whose data.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    ("employeeDataViews", 2),
    // the viewer, the lines, the profile, whether it is written down already, and writing it down
    ("managersEmployeeProfile", 5),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn looking_and_being_told_keep_their_budgets(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        let at = ana.standing("Cedar Outfitters").await;
        let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee, "m": world.person("marcus").await.to_string() });
        let look = "query ($t: ID!, $c: ID!, $m: ID!, $e: ID!) {
            managersEmployeeProfile(tenantId: $t, companyId: $c, managerId: $m, employeeId: $e) { contacts { id } } }";
        keeps(&marcus, BUDGETS, "managersEmployeeProfile", look, ids.clone()).await;
        let seen = "query ($t: ID!, $c: ID!, $e: ID!) {
            employeeDataViews(tenantId: $t, companyId: $c, employeeId: $e) { viewerName } }";
        keeps(&ana, BUDGETS, "employeeDataViews", seen, ids).await;
    }
}
