//! Vendors of a company.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    ("listCompanyIntegrations", 2),
    ("companySwitches", 2),
    ("getEeTimeClkVendorIntegrationDetails", 6),
    // viewer, the vendor, key, codes that have expired, the code, the end of the audit trail
    ("launchIntegration", 7),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn integrations_keep_their_budgets(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let sql = "SELECT id FROM integration WHERE name = 'Asureforce'";
        let (id,): (uuid::Uuid,) = world.app.db.one(sql, vec![]).await.unwrap();
        let ids = json!({ "t": at.tenant, "c": at.company, "i": id.to_string(), "e": at.employee });
        for (name, query) in [
            ("listCompanyIntegrations", "query ($t: ID!, $c: ID!) { listCompanyIntegrations(tenantId: $t, companyId: $c) { results { name } } }"),
            ("companySwitches", "query ($t: ID!, $c: ID!) { companySwitches(tenantId: $t, companyId: $c) { timeClock marketplace { vendor } } }"),
            ("getEeTimeClkVendorIntegrationDetails", "query ($t: ID!, $c: ID!, $e: ID) { getEeTimeClkVendorIntegrationDetails(tenantId: $t, companyId: $c, employeeId: $e) { vendorName userName employeeOneTimeCredentials } }"),
            ("launchIntegration", "mutation ($t: ID!, $c: ID!, $i: ID!) { launchIntegration(tenantId: $t, companyId: $c, integrationId: $i) { url } }"),
        ] {
            keeps(&ana, BUDGETS, name, query, ids.clone()).await;
        }
    }
}
