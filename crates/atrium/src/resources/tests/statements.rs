//! Resources, action items and links.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    ("resources", 2),
    ("listCompanyResources", 2),
    ("resourceAcknowledgements", 3),
    ("getCompanyLinks", 2),
    ("createResource", 7),
    ("updateResource", 7),
    ("deleteResource", 6),
    // viewer, key, the item, the acknowledgement, the event, outbox, the end of the audit trail, the commit's trip
    ("acknowledgeResource", 8),
    ("putCompanyLinks", 7),
    ("administeredLinks", 3),
    ("putAdministeredLinks", 8),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn resources_keep_their_budgets(world: World) {
        let (marcus, ana) = (world.acting("marcus").await, world.acting("ana").await);
        let (his, hers) = (marcus.standing("Cedar Outfitters").await, ana.standing("Cedar Outfitters").await);
        let args = "tenantId: $t, companyId: $c, managerId: $m";
        let (head, on_one) = ("($t: ID!, $c: ID!, $m: ID!)", "($t: ID!, $c: ID!, $m: ID!, $id: ID!)");
        let create = |name: &str| format!("mutation {head} {{ createResource({args}, input: {{ name: \"{name}\", isActionItem: true }}) {{ id people }} }}");
        let mut ids = json!({ "t": his.tenant, "c": his.company, "m": his.person });
        let id = marcus.ask(&create("One"), ids.clone()).await.data("/createResource/id").clone();
        keeps(&marcus, BUDGETS, "createResource", &create("Two"), ids.clone()).await;
        keeps(&marcus, BUDGETS, "getCompanyLinks", &format!("query {head} {{ getCompanyLinks({args}) {{ customLinks {{ name }} }} }}"), ids.clone()).await;
        keeps(&marcus, BUDGETS, "putCompanyLinks", &format!("mutation {head} {{ putCompanyLinks({args}, input: {{ customLinks: [], dashboardMessages: [] }}) {{ version }} }}"), ids.clone()).await;
        let grace = world.acting("grace").await;
        let place = json!({ "t": his.tenant, "c": his.company });
        keeps(&grace, BUDGETS, "administeredLinks", "query ($t: ID!, $c: ID!) { administeredLinks(tenantId: $t, companyId: $c) { customLinks { name } } }", place.clone()).await;
        keeps(&grace, BUDGETS, "putAdministeredLinks", "mutation ($t: ID!, $c: ID!) { putAdministeredLinks(tenantId: $t, companyId: $c, input: { customLinks: [], dashboardMessages: [{ message: \"x\" }] }) { version } }", place).await;
        keeps(&marcus, BUDGETS, "listCompanyResources", &format!("query {head} {{ listCompanyResources({args}, limit: 100) {{ results {{ id acknowledged people }} }} }}"), ids.clone()).await;
        let own = json!({ "t": hers.tenant, "c": hers.company, "e": hers.employee, "id": id });
        keeps(&ana, BUDGETS, "resources", "query ($c: ID!, $e: ID!) { resources(companyId: $c, employeeId: $e, limit: 5) { totalCount employeeResources { name status } } }",
            json!({ "c": hers.company, "e": hers.employee })).await;
        keeps(&ana, BUDGETS, "acknowledgeResource", "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) { acknowledgeResource(tenantId: $t, companyId: $c, employeeId: $e, resourceId: $id) { status } }", own).await;
        ids["id"] = id;
        for (name, query) in [
            ("resourceAcknowledgements", format!("query {on_one} {{ resourceAcknowledgements({args}, resourceId: $id, limit: 100) {{ results {{ lastName }} }} }}")),
            ("updateResource", format!("mutation {on_one} {{ updateResource({args}, resourceId: $id, version: 1, input: {{ name: \"Three\", isActionItem: true }}) {{ id }} }}")),
            ("deleteResource", format!("mutation {on_one} {{ deleteResource({args}, resourceId: $id) {{ resourceId }} }}")),
        ] {
            keeps(&marcus, BUDGETS, name, &query, ids.clone()).await;
        }
    }
}
