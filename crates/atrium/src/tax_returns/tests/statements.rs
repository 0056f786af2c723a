//! Tax returns.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    ("listEmployeeTaxReturns", 2),
    ("employeeTaxReturn", 2),
    ("taxFormDelivery", 2),
    // viewer, key, the choice as it is, the choice, the mail, the end of the audit trail, the commit
    ("consentToElectronicTaxForms", 7),
    ("withdrawElectronicTaxForms", 7),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn tax_returns_keep_their_budgets(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let mut ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
        let (head, args) = ("($t: ID!, $c: ID!, $e: ID!)", "tenantId: $t, companyId: $c, employeeId: $e");
        let list = format!("query {head} {{ listEmployeeTaxReturns({args}) {{ results {{ id taxPeriod boxes {{ box1 }} }} links {{ next }} }} }}");
        let first = ana.ask(&list, ids.clone()).await.data("/listEmployeeTaxReturns/results/0/id").clone();
        for (name, query) in [
            ("listEmployeeTaxReturns", list),
            ("taxFormDelivery", format!("query {head} {{ taxFormDelivery({args}) {{ method version }} }}")),
            ("consentToElectronicTaxForms", format!("mutation {head} {{ consentToElectronicTaxForms({args}, version: 0, disclosure: \"2026-01\") {{ method }} }}")),
            ("withdrawElectronicTaxForms", format!("mutation {head} {{ withdrawElectronicTaxForms({args}, version: 1) {{ method }} }}")),
        ] {
            keeps(&ana, BUDGETS, name, &query, ids.clone()).await;
        }
        ids["id"] = first;
        let one = format!("query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {{ employeeTaxReturn({args}, taxReturnId: $id) {{ taxReturnName boxes {{ box1 }} }} }}");
        keeps(&ana, BUDGETS, "employeeTaxReturn", &one, ids).await;
    }
}
