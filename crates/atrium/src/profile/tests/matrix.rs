//! Profiles: always one's own, whoever someone's manager is.

use super::{Facts, Operation, Try, ids};
use crate::world::World;
use serde_json::json;

const OWN: &[(&str, Try)] = &[
    ("of Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
    ("of Elena", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
    ("of Hugo", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
    ("of Ana, as of Logistics", |f, _| ids(&f.elena, json!({ "e": f.ana.employee }))),
    ("of Ana under the other tenant", |f, _| json!({ "t": f.hugo.tenant, "c": f.ana.company, "e": f.ana.employee })),
    ("of a report with Personal Info", |f, _| ids(&f.ana, json!({ "e": f.secondary_personal_info }))),
    ("missing", |f, _| ids(&f.ana, json!({ "e": f.missing }))),
];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "employeeById",
        query: "query ($t: ID!, $c: ID!, $e: ID!) { employeeById(tenantId: $t, companyId: $c, employeeId: $e) {
            id hourlyRate demographics { dateOfBirth } directDeposit { id } benefits { id } federalTaxSetup { maritalStatus } } }",
        tries: OWN,
    },
    Operation {
        name: "demographics",
        query: "query ($c: ID!, $e: ID!) { demographics(companyId: $c, employeeId: $e) { dateOfBirth } }",
        tries: OWN,
    },
    Operation {
        name: "submitEmployeeDemographics",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!) { submitEmployeeDemographics(tenantId: $t, companyId: $c, employeeId: $e,
            input: { firstName: \"Robin\", lastName: \"Vale\", dateOfBirth: \"1990-01-01\",
              physicalAddress: { addressLine1: \"1 Elm Court\", city: \"Portland\", state: \"OR\", zip: \"97214\" } }) { id } }",
        tries: OWN,
    },
    Operation {
        name: "submitChangeRequest",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!) { submitChangeRequest(tenantId: $t, companyId: $c, employeeId: $e,
            input: { dependents: [{ firstName: \"Leo\", lastName: \"Vale\", relation: \"Child\" }] }) { id } }",
        tries: OWN,
    },
];

/// An outstanding request blocks the next: each try finds none.
pub(super) async fn prepare(world: &World, _: &mut Facts, _: &Operation) {
    world.change("UPDATE change_request SET status = 'Withdrawn' WHERE request_type = 'ee_info'", vec![]).await;
}
