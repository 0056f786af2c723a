//! Deposits.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    // the viewer, the accounts, what payroll says, the pay calendar
    ("directDeposits", 5),
    ("disbursements", 2),
    ("maximumDirectDepositAccounts", 2),
    ("listCompanyDdCodes", 2),
    ("disbursementStatuses", 1),
    ("companyPayrollStatus", 3),
];

/// Proved by a factor, and told to every mailbox: that costs more than the statements.
pub(super) const RARE: &[&str] = &["deleteDirectDeposit", "putEmployeeData"];

both! {
    async fn deposits_keep_their_budgets(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
        let head = "query ($t: ID!, $c: ID!, $e: ID!)";
        let args = "tenantId: $t, companyId: $c, employeeId: $e";
        for (name, query) in [
            ("directDeposits", format!("{head} {{ directDeposits({args}) {{ results {{ id edCode {{ code }} }} maximum }} }}")),
            ("disbursements", "query ($c: ID!, $e: ID!) { disbursements(companyId: $c, employeeId: $e) { totalCount } }".to_owned()),
            ("maximumDirectDepositAccounts", "query ($c: ID!, $e: ID!) { maximumDirectDepositAccounts(companyId: $c, employeeId: $e) }".to_owned()),
            ("listCompanyDdCodes", format!("{head} {{ listCompanyDdCodes({args}) {{ id }} }}")),
            ("disbursementStatuses", format!("{head} {{ disbursementStatuses({args}) {{ id }} }}")),
            ("companyPayrollStatus", format!("{head} {{ companyPayrollStatus({args}) {{ processing }} }}")),
        ] {
            keeps(&ana, BUDGETS, name, &query, ids.clone()).await;
        }
    }
}
