//! Handovers: for payroll of the company, which is Paula in Cedar Outfitters. Administrators have no account numbers.

use super::{Facts, Operation, Try};
use crate::world::World;
use serde_json::json;

const TENANTS: &[(&str, Try)] = &[
    ("Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
    ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
    ("a missing tenant", |f, _| json!({ "t": f.missing })),
];
const COMPANIES: &[(&str, Try)] = &[
    ("Cedar Outfitters", |f, _| json!({ "t": f.ana.tenant, "c": f.ana.company })),
    ("Cedar Logistics", |f, _| json!({ "t": f.ana.tenant, "c": f.elena.company })),
    ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant, "c": f.hugo.company })),
    ("a missing company", |f, _| json!({ "t": f.ana.tenant, "c": f.missing })),
];
const BATCHES: &[(&str, Try)] = &[("a missing batch", |f, _| json!({ "t": f.ana.tenant, "h": f.missing }))];
const CHANGES: &[(&str, Try)] = &[
    ("a missing change", |f, _| json!({ "t": f.ana.tenant, "c": f.ana.company, "i": f.missing })),
    ("of Cedar Logistics", |f, _| json!({ "t": f.ana.tenant, "c": f.elena.company, "i": f.missing })),
];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listHandoverCompanies",
        query: "query ($t: ID!) { listHandoverCompanies(tenantId: $t) { results { id } } }",
        tries: TENANTS,
    },
    Operation {
        name: "handoverPreview",
        query: "query ($t: ID!, $c: ID!) { handoverPreview(tenantId: $t, companyId: $c) { onHold } }",
        tries: COMPANIES,
    },
    Operation {
        name: "listHandovers",
        query: "query ($t: ID!, $c: ID!) { listHandovers(tenantId: $t, companyId: $c) { results { id } } }",
        tries: COMPANIES,
    },
    Operation {
        name: "listPayrollChanges",
        query: "query ($t: ID!, $c: ID!) { listPayrollChanges(tenantId: $t, companyId: $c) { results { id } } }",
        tries: COMPANIES,
    },
    Operation {
        name: "createHandover",
        query: "mutation ($t: ID!, $c: ID!) { createHandover(tenantId: $t, companyId: $c) { id } }",
        tries: COMPANIES,
    },
    Operation {
        name: "acknowledgeHandover",
        query: "mutation ($t: ID!, $h: ID!) { acknowledgeHandover(tenantId: $t, handoverId: $h) { left } }",
        tries: BATCHES,
    },
    Operation {
        name: "acknowledgePayrollChange",
        query: "mutation ($t: ID!, $c: ID!, $i: ID!) {
            acknowledgePayrollChange(tenantId: $t, companyId: $c, changeId: $i) { id } }",
        tries: CHANGES,
    },
    Operation {
        name: "rejectPayrollChange",
        query: "mutation ($t: ID!, $c: ID!, $i: ID!) {
            rejectPayrollChange(tenantId: $t, companyId: $c, changeId: $i, reason: \"No.\") { id } }",
        tries: CHANGES,
    },
    Operation {
        name: "resolvePayrollChange",
        query: "mutation ($t: ID!, $c: ID!, $i: ID!) {
            resolvePayrollChange(tenantId: $t, companyId: $c, changeId: $i, winner: payroll) { id } }",
        tries: CHANGES,
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts, _: &Operation) {}
