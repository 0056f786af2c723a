//! Pay calendars: for payroll of the company and its administrators. The payday one's own change counts for is for every employee,
//! and with a `managerId` for the manager who decides on them. A `CONFLICT` got past the check.

use super::{Facts, Operation, Try, ids};
use crate::world::World;
use serde_json::json;

const COMPANIES: &[(&str, Try)] = &[
    ("Cedar Outfitters", |f, _| json!({ "t": f.ana.tenant, "c": f.ana.company })),
    ("Cedar Logistics", |f, _| json!({ "t": f.ana.tenant, "c": f.elena.company })),
    ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant, "c": f.hugo.company })),
    ("a missing company", |f, _| json!({ "t": f.ana.tenant, "c": f.missing })),
];
const RUNS: &[(&str, Try)] = &[
    ("a missing run", |f, _| json!({ "t": f.ana.tenant, "c": f.ana.company, "r": f.missing })),
    ("of Cedar Logistics", |f, _| json!({ "t": f.ana.tenant, "c": f.elena.company, "r": f.missing })),
];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listPayRuns",
        query: "query ($t: ID!, $c: ID!) { listPayRuns(tenantId: $t, companyId: $c) { results { id } } }",
        tries: COMPANIES,
    },
    Operation {
        name: "payCalendarSetup",
        query: "query ($t: ID!, $c: ID!) { payCalendarSetup(tenantId: $t, companyId: $c) { timeZone } }",
        tries: COMPANIES,
    },
    Operation {
        name: "previewPayRuns",
        query: "query ($t: ID!, $c: ID!) { previewPayRuns(tenantId: $t, companyId: $c, input: { every: weekly,
            firstBegin: \"2031-05-05\", firstPayday: \"2031-05-16\", cutoffDays: 2, cutoffTime: \"17:00\", count: 2 }) { payDate } }",
        tries: COMPANIES,
    },
    Operation {
        name: "addPayRuns",
        // Refused for its cut-off, so every try finds the calendar as it was.
        query: "mutation ($t: ID!, $c: ID!) { addPayRuns(tenantId: $t, companyId: $c, input: { every: weekly,
            firstBegin: \"2031-05-05\", firstPayday: \"2031-05-16\", cutoffDays: 11, cutoffTime: \"17:00\", count: 2 }) { added } }",
        tries: COMPANIES,
    },
    Operation {
        name: "savePayRun",
        query: "mutation ($t: ID!, $c: ID!) { savePayRun(tenantId: $t, companyId: $c, input: { periodBegin: \"2031-05-05\",
            periodEnd: \"2031-05-04\", cutoffDay: \"2031-05-14\", cutoffTime: \"17:00\", payDate: \"2031-05-16\" }) { id } }",
        tries: COMPANIES,
    },
    Operation {
        name: "removePayRun",
        query: "mutation ($t: ID!, $c: ID!, $r: ID!) {
            removePayRun(tenantId: $t, companyId: $c, runId: $r, version: 1) { runId } }",
        tries: RUNS,
    },
    Operation {
        name: "setPayRunState",
        query: "mutation ($t: ID!, $c: ID!, $r: ID!) {
            setPayRunState(tenantId: $t, companyId: $c, runId: $r, version: 1, state: processing) { id } }",
        tries: RUNS,
    },
    Operation {
        name: "payTiming",
        query: "query ($t: ID!, $c: ID!, $e: ID!, $m: ID) {
            payTiming(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { nextPayday } }",
        tries: &[
            ("Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Elena, Cedar Logistics", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
            ("Ana, as who asks", |f, me| ids(&f.ana, json!({ "e": f.ana.employee, "m": me }))),
            ("Ana, as Marcus", |f, _| ids(&f.ana, json!({ "e": f.ana.employee, "m": f.marcus.person }))),
            ("Elena, as who asks", |f, me| ids(&f.elena, json!({ "e": f.elena.employee, "m": me }))),
            ("a missing employee", |f, me| ids(&f.ana, json!({ "e": f.missing, "m": me }))),
        ],
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts, _: &Operation) {}
