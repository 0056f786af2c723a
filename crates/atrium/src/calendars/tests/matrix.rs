//! Calendars: links of one's own only; the team's as oneself, that of reports as a manager.

use super::{Facts, Operation, ids};
use crate::world::World;
use serde_json::json;

macro_rules! of_oneself {
    () => {
        &[
            ("Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee, "id": f.missing }))),
            ("Elena", |f, _| ids(&f.elena, json!({ "e": f.elena.employee, "id": f.missing }))),
            ("Hugo", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee, "id": f.missing }))),
            ("Ana under the other tenant", |f, _| {
                json!({ "t": f.hugo.tenant, "c": f.ana.company, "e": f.ana.employee, "id": f.missing })
            }),
            ("a missing employee", |f, _| ids(&f.ana, json!({ "e": f.missing, "id": f.missing }))),
        ]
    };
}

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "holidays",
        query: "query ($t: ID!, $c: ID!) { holidays(tenantId: $t, companyId: $c) { name } }",
        tries: &[
            ("Cedar Outfitters", |f, _| ids(&f.ana, json!({}))),
            ("Cedar Logistics", |f, _| ids(&f.elena, json!({}))),
            ("Harbor Clinic", |f, _| ids(&f.hugo, json!({}))),
            ("Cedar Outfitters under the other tenant", |f, _| json!({ "t": f.hugo.tenant, "c": f.ana.company })),
            ("a missing company", |f, _| json!({ "t": f.ana.tenant, "c": f.missing })),
        ],
    },
    Operation {
        name: "teamCalendar",
        query: "query ($t: ID!, $c: ID!, $e: ID!) { teamCalendar(tenantId: $t, companyId: $c, employeeId: $e,
            startDate: \"2026-11-01\", endDate: \"2026-12-12\") { away { type } } }",
        tries: of_oneself!(),
    },
    Operation {
        name: "reportsCalendar",
        query: "query ($t: ID!, $c: ID!, $m: ID!) { reportsCalendar(tenantId: $t, companyId: $c, managerId: $m,
            startDate: \"2026-11-01\", endDate: \"2026-12-12\") { away { type } } }",
        tries: &[
            ("Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("Cedar Outfitters as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person }))),
            ("a missing company", |f, me| json!({ "t": f.ana.tenant, "c": f.missing, "m": me })),
        ],
    },
    Operation {
        name: "calendarFeeds",
        query: "query ($t: ID!, $c: ID!, $e: ID!) {
            calendarFeeds(tenantId: $t, companyId: $c, employeeId: $e) { id } }",
        tries: of_oneself!(),
    },
    Operation {
        name: "openCalendarFeed",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!) {
            openCalendarFeed(tenantId: $t, companyId: $c, employeeId: $e, kind: personal) { url } }",
        tries: of_oneself!(),
    },
    Operation {
        name: "revokeCalendarFeed",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
            revokeCalendarFeed(tenantId: $t, companyId: $c, employeeId: $e, id: $id) { id } }",
        tries: of_oneself!(),
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts, _: &Operation) {}
