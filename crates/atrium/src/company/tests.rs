//! What people see of their company, through the API and on both engines.

use crate::world::{World, both};
use atrium::{access, company};
use serde_json::{Value, json};

fn png(width: u8) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0".to_vec();
    bytes.extend([width, 0, 0, 0, 64, 8, 6, 0, 0, 0]);
    bytes
}

both! {
    async fn a_logo_is_set_by_the_operator_and_seen_by_the_people_of_that_tenant(world: World) {
        let (ana, hugo) = (world.acting("ana").await, world.acting("hugo").await);
        let at = ana.standing("Cedar Outfitters").await;
        let query = "query ($t: ID!) { tenantLogo(tenantId: $t) { id logoUrl } }";
        let scope = access::operator(atrium::upstreams::tenant_called(&world.app.db, "Cedar Group").await.unwrap().unwrap());
        let events = "SELECT count(*) FROM audit_event WHERE action LIKE 'tenant.logo%'";
        let recorded = world.count(events).await;
        company::set_logo(&world.app, &scope, png(120)).await.unwrap();
        let first = ana.ask(query, json!({ "t": at.tenant })).await.data("/tenantLogo").clone();
        assert!(first["logoUrl"].as_str().unwrap().starts_with("data:image/png;base64,iVBORw0KGgo"));
        company::set_logo(&world.app, &scope, png(121)).await.unwrap();
        let second = ana.ask(query, json!({ "t": at.tenant })).await.data("/tenantLogo").clone();
        assert!(second["id"] != first["id"] && second["logoUrl"] != first["logoUrl"]);
        assert_eq!(hugo.ask(query, json!({ "t": at.tenant })).await.outcome(), "NOT_FOUND");
        let before = world.rows().await;
        assert_eq!(company::set_logo(&world.app, &scope, b"<svg/>".to_vec()).await.unwrap_err().code(), "INVALID_LOGO");
        assert_eq!(world.rows().await, before);
        company::remove_logo(&world.app, &scope).await.unwrap();
        assert_eq!(ana.ask(query, json!({ "t": at.tenant })).await.data("/tenantLogo"), &Value::Null);
        assert_eq!(world.count(events).await, recorded + 3);
    }

    async fn the_older_lists_tell_the_same_as_the_newer(world: World) {
        let priya = world.acting("priya").await;
        let at = priya.standing("Cedar Logistics").await;
        let ids = json!({ "t": at.tenant, "c": at.company, "m": at.person });
        let query = "query ($t: ID!, $c: ID!, $m: ID!) {
            listOrganizations(tenantId: $t, companyId: $c, limit: 100) { results { id organizationCode parentOrganizationCode } }
            organizations(companyId: $c) { totalCount organizations { id organizationCode parentOrganizationCode } }
            listCompanyPaygroups(tenantId: $t, companyId: $c, limit: 100) { results { id payGroupName } }
            payGroups(companyId: $c, limit: 1) { totalCount payGroups { id payGroupName } }
            listManagersEmployees(tenantId: $t, companyId: $c, managerId: $m, limit: 100) { results { id employeeCode firstName lastName } }
            employees(companyId: $c) { totalCount employees { id employeeCode firstName lastName } } }";
        let reply = priya.ask(query, ids.clone()).await;
        assert_eq!(reply.data("/organizations/organizations"), reply.data("/listOrganizations/results"));
        assert_eq!(reply.data("/payGroups/payGroups/0"), reply.data("/listCompanyPaygroups/results/0"));
        assert_eq!(reply.data("/payGroups/totalCount"), 2);
        let reports = reply.data("/listManagersEmployees/results").as_array().unwrap();
        let entries = reply.data("/employees/employees").as_array().unwrap();
        assert_eq!(entries, reports);
        let total = reply.data("/employees/totalCount").as_i64().unwrap();
        assert!(total >= entries.len() as i64);

        let found = "query ($c: ID!, $s: String) { employees(companyId: $c, search: $s) { totalCount employees { employeeCode } } }";
        let code = entries[0]["employeeCode"].clone();
        let reply = priya.ask(found, json!({ "c": at.company, "s": code })).await;
        assert_eq!(reply.data("/employees/employees/0/employeeCode"), &code);
        let none = priya.ask(found, json!({ "c": at.company, "s": "100%_\\" })).await;
        assert_eq!(none.data("/employees/totalCount"), 0);
    }
}
