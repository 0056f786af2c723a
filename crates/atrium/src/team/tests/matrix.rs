//! A manager's reports: one's own only, each with what the lines allow.

use super::{Facts, Operation, ids};
use crate::world::World;
use serde_json::json;

const CARD: &str = "query ($t: ID!, $c: ID!, $m: ID!, $e: ID!) {
    managersEmployee(tenantId: $t, companyId: $c, managerId: $m, employeeId: $e) { id } }";

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listManagersEmployees",
        query: "query ($t: ID!, $c: ID!, $m: ID!) {
            listManagersEmployees(tenantId: $t, companyId: $c, managerId: $m, report: primary) { results { id } } }",
        tries: &[
            ("Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("as Marcus", |f, _| ids(&f.marcus, json!({ "m": f.marcus.person }))),
            ("under the other tenant", |f, me| json!({ "t": f.hugo.tenant, "c": f.ana.company, "m": me })),
        ],
    },
    Operation {
        name: "employees",
        query: "query ($c: ID!) { employees(companyId: $c) { totalCount employees { id } } }",
        tries: &[
            ("Cedar Outfitters", |f, _| json!({ "c": f.ana.company })),
            ("Cedar Logistics", |f, _| json!({ "c": f.elena.company })),
            ("Harbor Clinic", |f, _| json!({ "c": f.hugo.company })),
            ("a missing company", |f, _| json!({ "c": f.missing })),
        ],
    },
    Operation {
        name: "managersEmployee",
        query: CARD,
        tries: &[
            ("Ana", |f, me| ids(&f.ana, json!({ "m": me, "e": f.ana.employee }))),
            ("a secondary report for time off", |f, me| {
                ids(&f.ana, json!({ "m": me, "e": f.secondary_time_off }))
            }),
            ("a secondary report for personal info", |f, me| {
                ids(&f.ana, json!({ "m": me, "e": f.secondary_personal_info }))
            }),
            ("Elena, other company", |f, me| ids(&f.elena, json!({ "m": me, "e": f.elena.employee }))),
            ("Elena, as of Outfitters", |f, me| ids(&f.ana, json!({ "m": me, "e": f.elena.employee }))),
            ("Hugo, other tenant", |f, me| ids(&f.hugo, json!({ "m": me, "e": f.hugo.employee }))),
            ("missing", |f, me| ids(&f.ana, json!({ "m": me, "e": f.missing }))),
            ("Ana, as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person, "e": f.ana.employee }))),
        ],
    },
    Operation {
        name: "teamCelebrations",
        query: "query ($t: ID!, $c: ID!, $m: ID!) {
            teamCelebrations(tenantId: $t, companyId: $c, managerId: $m) { employeeId } }",
        tries: &[
            ("Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("as Marcus", |f, _| ids(&f.marcus, json!({ "m": f.marcus.person }))),
        ],
    },
    Operation {
        name: "teamOrganizations",
        query: "query ($t: ID!, $c: ID!, $m: ID!) {
            teamOrganizations(tenantId: $t, companyId: $c, managerId: $m) { id } }",
        tries: &[
            ("Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("as Marcus", |f, _| ids(&f.marcus, json!({ "m": f.marcus.person }))),
        ],
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts, _: &Operation) {}
