//! What everyone who belongs to a company may see of it.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    ("listOrganizations", 2),
    ("listCompanyPaygroups", 2),
    ("tenantLogo", 2),
    ("organizations", 2),
    ("payGroups", 2),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn a_company_keeps_its_budgets(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing("Cedar Outfitters").await;
        let ids = json!({ "t": at.tenant, "c": at.company, "m": at.person });
        let head = "query ($t: ID!, $c: ID!, $m: ID!)";
        let args = "tenantId: $t, companyId: $c, managerId: $m, limit: 100";
        for (name, query) in [
            ("listOrganizations", format!("{head} {{ listOrganizations({args}) {{ results {{ id parentOrganizationCode }} }} }}")),
            ("listCompanyPaygroups", format!("{head} {{ listCompanyPaygroups({args}) {{ results {{ id }} }} }}")),
            ("tenantLogo", "query ($t: ID!) { tenantLogo(tenantId: $t) { logoUrl } }".to_owned()),
            ("organizations", "query ($c: ID!) { organizations(companyId: $c) { totalCount organizations { id } } }".to_owned()),
            ("payGroups", "query ($c: ID!) { payGroups(companyId: $c) { totalCount payGroups { id } } }".to_owned()),
        ] {
            keeps(&marcus, BUDGETS, name, &query, ids.clone()).await;
        }
    }
}
