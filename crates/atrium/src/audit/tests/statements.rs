//! The audit trail.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// Reading: the viewer, the person who is searched for, the page, and the event of it with the commit.
pub(super) const BUDGETS: &[Budget] =
    &[("auditEvents", 5), ("auditActions", 2), ("exportAuditEvents", 5), ("verifyAuditTrail", 10)];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn the_audit_trail_keeps_its_budgets(world: World) {
        let grace = world.acting("grace").await;
        let tenant = world.acting("ana").await.standing("Cedar Outfitters").await.tenant;
        let filter = json!({ "t": tenant, "f": { "person": "grace" } });
        let list = "query ($t: ID!, $f: AuditFilterInput) { auditEvents(tenantId: $t, filter: $f, limit: 100) {
            results { seq personName } links { next } } }";
        keeps(&grace, BUDGETS, "auditEvents", list, filter.clone()).await;
        let export = "query ($t: ID!, $f: AuditFilterInput) { exportAuditEvents(tenantId: $t, filter: $f) { csv } }";
        keeps(&grace, BUDGETS, "exportAuditEvents", export, filter).await;
        let tenant = json!({ "t": tenant });
        let actions = "query ($t: ID!) { auditActions(tenantId: $t) }";
        keeps(&grace, BUDGETS, "auditActions", actions, tenant.clone()).await;
        let verify = "mutation ($t: ID!) { verifyAuditTrail(tenantId: $t) { isDone } }";
        keeps(&grace, BUDGETS, "verifyAuditTrail", verify, tenant).await;
    }
}
