//! Pay stubs.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    // viewer, the page, the years
    ("listEmployeePayStubs", 3),
    ("employeePaystub", 2),
    // viewer, both stubs
    ("employeePaystubChange", 3),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn pay_stubs_keep_their_budgets(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
        let args = "tenantId: $t, companyId: $c, employeeId: $e";
        let list = format!("query ($t: ID!, $c: ID!, $e: ID!) {{ listEmployeePayStubs({args}, limit: 100) {{
            results {{ id sums {{ net }} title {{ employeeName }} totals {{ netPay }} }} links {{ next }} years }} }}");
        keeps(&ana, BUDGETS, "listEmployeePayStubs", &list, ids.clone()).await;
        let mut one = ids.clone();
        one["id"] = ana.ask(&list, ids).await.data("/listEmployeePayStubs/results/0/id").clone();
        let query = format!("query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {{ employeePaystub({args}, paystubId: $id) {{
            title {{ employeeName }} lines {{ checkLine {{ earnDescription }} }} totals {{ netPay }} deposits {{ amount }} }} }}");
        keeps(&ana, BUDGETS, "employeePaystub", &query, one.clone()).await;
        let query = format!("query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {{ employeePaystubChange({args}, afterId: $id) {{
            difference causes {{ effect }} arrivals {{ after }} before {{ sums {{ net }} }} }} }}");
        keeps(&ana, BUDGETS, "employeePaystubChange", &query, one).await;
    }
}
