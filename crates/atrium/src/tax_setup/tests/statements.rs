//! Tax setup.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    // the viewer, every version, the name to sign with
    ("employeeTaxSetup", 3),
    ("taxes", 2),
    ("complianceMaritalStatuses", 1),
    ("listCompanyStates", 2),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn tax_setup_keeps_its_budgets(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
        let head = "query ($t: ID!, $c: ID!, $e: ID!)";
        let args = "tenantId: $t, companyId: $c, employeeId: $e";
        for (name, query) in [
            ("employeeTaxSetup", format!("{head} {{ employeeTaxSetup({args}) {{ history {{ id figures {{ maritalStatus }} }} stateTaxSetup {{ state }} localTaxSetup {{ locality }} }} }}")),
            ("taxes", "query ($c: ID!, $e: ID!) { taxes(companyId: $c, employeeId: $e) { federalFilingStatus } }".to_owned()),
            ("complianceMaritalStatuses", format!("{head} {{ complianceMaritalStatuses({args}, statusType: \"state\", state: \"OR\") {{ code }} }}")),
            ("listCompanyStates", format!("{head} {{ listCompanyStates({args}, limit: 100) {{ results {{ id }} }} }}")),
        ] {
            keeps(&ana, BUDGETS, name, &query, ids.clone()).await;
        }
    }
}
