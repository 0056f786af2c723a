//! Who saw one's data is told to oneself alone; a report's card opens by a line in the area Personal Info.

use super::{Facts, Operation, ids};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "employeeDataViews",
        query: "query ($t: ID!, $c: ID!, $e: ID!) {
            employeeDataViews(tenantId: $t, companyId: $c, employeeId: $e) { viewerName } }",
        tries: &[
            ("of Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("of Elena", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
            ("of Hugo", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
            ("of a report with Personal Info", |f, _| ids(&f.ana, json!({ "e": f.secondary_personal_info }))),
            ("missing", |f, _| ids(&f.ana, json!({ "e": f.missing }))),
        ],
    },
    Operation {
        name: "managersEmployeeProfile",
        query: "query ($t: ID!, $c: ID!, $m: ID!, $e: ID!) {
            managersEmployeeProfile(tenantId: $t, companyId: $c, managerId: $m, employeeId: $e) { dateOfBirth } }",
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
];

pub(super) async fn prepare(_: &World, _: &mut Facts, _: &Operation) {}
