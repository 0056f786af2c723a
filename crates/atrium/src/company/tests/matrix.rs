//! What everyone who belongs to a company may see of it.

use super::{Facts, Operation, ids};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listOrganizations",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID) {
            listOrganizations(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { results { id } } }",
        tries: &[
            ("Cedar Outfitters", |f, _| ids(&f.ana, json!({}))),
            ("Cedar Outfitters as Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Cedar Outfitters as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person }))),
            ("Cedar Logistics", |f, _| ids(&f.elena, json!({}))),
            ("Harbor Clinic", |f, _| ids(&f.hugo, json!({}))),
            ("a missing company", |f, _| json!({ "t": f.ana.tenant, "c": f.missing })),
        ],
    },
    Operation {
        name: "listCompanyPaygroups",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID) {
            listCompanyPaygroups(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { results { id } } }",
        tries: &[
            ("Cedar Outfitters", |f, _| ids(&f.ana, json!({}))),
            ("Cedar Outfitters as Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Cedar Outfitters as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person }))),
            ("Cedar Logistics", |f, _| ids(&f.elena, json!({}))),
            ("Harbor Clinic", |f, _| ids(&f.hugo, json!({}))),
            ("a missing company", |f, _| json!({ "t": f.ana.tenant, "c": f.missing })),
        ],
    },
    Operation {
        name: "tenantLogo",
        query: "query ($t: ID!) { tenantLogo(tenantId: $t) { id } }",
        tries: &[
            ("Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
            ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
            ("a missing tenant", |f, _| json!({ "t": f.missing })),
        ],
    },
    Operation {
        name: "organizations",
        query: "query ($c: ID!) { organizations(companyId: $c) { totalCount } }",
        tries: &[
            ("Cedar Outfitters", |f, _| json!({ "c": f.ana.company })),
            ("Cedar Logistics", |f, _| json!({ "c": f.elena.company })),
            ("Harbor Clinic", |f, _| json!({ "c": f.hugo.company })),
            ("a missing company", |f, _| json!({ "c": f.missing })),
        ],
    },
    Operation {
        name: "payGroups",
        query: "query ($c: ID!) { payGroups(companyId: $c) { totalCount } }",
        tries: &[
            ("Cedar Outfitters", |f, _| json!({ "c": f.ana.company })),
            ("Cedar Logistics", |f, _| json!({ "c": f.elena.company })),
            ("Harbor Clinic", |f, _| json!({ "c": f.hugo.company })),
            ("a missing company", |f, _| json!({ "c": f.missing })),
        ],
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts, _: &Operation) {}
