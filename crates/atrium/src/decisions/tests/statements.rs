//! Change requests.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    // the viewer, the page, whose data is written down as seen today, and writing the others down
    ("listManagerEEChangeRequest", 4),
    ("listUnmanagedRequests", 2),
    ("listEmployeeChangeRequests", 2),
    ("getEmployeeChangeRequests", 2),
    // the viewer, whose it is, the right to decide it, the request, and writing down who saw it
    ("getChangeRequest", 6),
    // as above; key, lock, what payroll says, the accounts, the account, the request twice, outbox, how to reach (two), a mail,
    // the end of the trail; and the proof, where deposits are approved
    ("putManagerEmployeeChangeRequest", 19),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn change_requests_keep_their_budgets(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing("Cedar Outfitters").await;
        let mut ids = json!({ "t": at.tenant, "c": at.company, "m": at.person });
        let head = "($t: ID!, $c: ID!, $m: ID!)";
        let on_one = "($t: ID!, $c: ID!, $m: ID!, $id: ID!)";
        let args = "tenantId: $t, companyId: $c, managerId: $m";
        let list = format!("query {head} {{ listManagerEEChangeRequest({args}, requestType: \"direct_deposit\", limit: 100) {{ results {{ id directDeposit {{ id }} }} }} }}");
        ids["id"] = marcus.ask(&list, ids.clone()).await.data("/listManagerEEChangeRequest/results/0/id").clone();
        for (name, query) in [
            ("listManagerEEChangeRequest", list),
            ("getChangeRequest", format!("query {on_one} {{ getChangeRequest({args}, changeRequestId: $id) {{ id cautions {{ code }} }} }}")),
            ("putManagerEmployeeChangeRequest", format!("mutation {on_one} {{ putManagerEmployeeChangeRequest({args}, changeRequestId: $id, action: approve) {{ id }} }}")),
        ] {
            keeps(&marcus, BUDGETS, name, &query, ids.clone()).await;
        }
        let grace = world.acting("grace").await;
        let unmanaged = "query ($t: ID!) { listUnmanagedRequests(tenantId: $t) { companyName eeInfo } }";
        keeps(&grace, BUDGETS, "listUnmanagedRequests", unmanaged, json!({ "t": at.tenant })).await;
        let victor = world.acting("victor").await;
        let at = victor.standing("Cedar Outfitters").await;
        let own = "query ($t: ID!, $c: ID!, $e: ID!) { listEmployeeChangeRequests(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }";
        let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
        keeps(&victor, BUDGETS, "listEmployeeChangeRequests", own, ids.clone()).await;
        let own = "query ($t: ID!, $c: ID!, $e: ID!) { getEmployeeChangeRequests(tenantId: $t, companyId: $c, employeeId: $e) { id changedFields { field } } }";
        keeps(&victor, BUDGETS, "getEmployeeChangeRequests", own, ids).await;
    }
}
