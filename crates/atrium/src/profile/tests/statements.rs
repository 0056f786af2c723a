//! Profiles.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    // the viewer, the profile, time off (two), benefits, deposits, messages, tax setups
    ("employeeById", 8),
    ("demographics", 2),
    // the viewer, the key, lock, profile, outstanding, the proof, how to reach (two), the request, who decides, outbox, read again,
    // the trail
    ("submitEmployeeDemographics", 16),
    ("submitChangeRequest", 15),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn profiles_keep_their_budgets(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
        let head = "($t: ID!, $c: ID!, $e: ID!)";
        let args = "tenantId: $t, companyId: $c, employeeId: $e";
        for (name, query) in [
            ("employeeById", format!("query {head} {{ employeeById({args}) {{ id annualSalary hourlyRate activeManager dbdt {{ id }}
                timeOff {{ typeId }} benefits {{ id }} directDeposit {{ id }} beneficiaries {{ id }} dependents {{ id }} contacts {{ id }}
                demographics {{ lastName }} additionalInfo {{ attributeName }} messages {{ messageId }} earningDeduction {{ code }}
                federalTaxSetup {{ maritalStatus }} stateTaxSetup {{ state }} localTaxSetup {{ locality }} }} }}")),
            ("demographics", "query ($c: ID!, $e: ID!) { demographics(companyId: $c, employeeId: $e) { lastName } }".to_owned()),
            ("submitEmployeeDemographics", format!("mutation {head} {{ submitEmployeeDemographics({args}, input: {{
                firstName: \"Ana\", lastName: \"Morales\", dateOfBirth: \"1990-01-01\", physicalAddress: {{ addressLine1: \"1 Elm Court\",
                  city: \"Portland\", state: \"OR\", zip: \"97214\" }} }}) {{ id }} }}")),
            ("submitChangeRequest", format!("mutation {head} {{ submitChangeRequest({args}, input: {{
                dependents: [{{ firstName: \"Leo\", lastName: \"Morales\", relation: \"Child\" }}] }}) {{ id changedFields {{ field }} }} }}")),
            ("submitChangeRequest", format!("mutation {head} {{ submitChangeRequest({args}, input: {{
                additionalInfo: [{{ attributeName: \"Uniform size\", attributeString: \"XXL\" }},
                  {{ attributeName: \"Gear allowance\", attributeAmount: \"1.00\" }}] }}) {{ id additionalInfo {{ attributeName }} }} }}")),
        ] {
            keeps(&ana, BUDGETS, name, &query, ids.clone()).await;
        }
    }
}
