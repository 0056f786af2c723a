//! Benefits: always one's own as an employee.

use super::{Facts, Operation, ids};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[Operation {
    name: "employeeBenefits",
    query: "query ($t: ID!, $c: ID!, $e: ID!) {
        employeeBenefits(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }",
    tries: &[
        ("of Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
        ("of Elena", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
        ("of Hugo", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
        ("of Ana, as of Logistics", |f, _| ids(&f.elena, json!({ "e": f.ana.employee }))),
        ("of a report with Personal Info", |f, _| ids(&f.ana, json!({ "e": f.secondary_personal_info }))),
        ("missing", |f, _| ids(&f.ana, json!({ "e": f.missing }))),
    ],
}];

pub(super) async fn prepare(_: &World, _: &mut Facts, _: &Operation) {}
