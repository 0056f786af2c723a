//! Pay stubs: one's own and no one else's. A manager's reporting lines never lead here.

use super::{Facts, Operation, ids};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listEmployeePayStubs",
        query: "query ($t: ID!, $c: ID!, $e: ID!) {
            listEmployeePayStubs(tenantId: $t, companyId: $c, employeeId: $e) { results { id } years } }",
        tries: &[
            ("Ana's", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Elena's, of Cedar Logistics", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
            ("Hugo's, of the other tenant", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
            ("Hugo's, as of Cedar Outfitters", |f, _| ids(&f.ana, json!({ "e": f.hugo.employee }))),
            ("of a secondary report, Personal Info", |f, _| {
                ids(&f.ana, json!({ "e": f.secondary_personal_info }))
            }),
            ("missing", |f, _| ids(&f.ana, json!({ "e": f.missing }))),
        ],
    },
    Operation {
        name: "employeePaystub",
        query: "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
            employeePaystub(tenantId: $t, companyId: $c, employeeId: $e, paystubId: $id) { id totals { netPay } } }",
        tries: &[
            ("Ana's", |f, _| ids(&f.ana, json!({ "e": f.ana.employee, "id": f.thing("stub of Ana") }))),
            ("Elena's", |f, _| ids(&f.elena, json!({ "e": f.elena.employee, "id": f.thing("stub of Elena") }))),
            ("Elena's, as Ana's", |f, _| {
                ids(&f.ana, json!({ "e": f.ana.employee, "id": f.thing("stub of Elena") }))
            }),
            ("Hugo's", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee, "id": f.thing("stub of Hugo") }))),
            ("Hugo's, as Ana's", |f, _| {
                ids(&f.ana, json!({ "e": f.ana.employee, "id": f.thing("stub of Hugo") }))
            }),
            ("missing", |f, _| ids(&f.ana, json!({ "e": f.ana.employee, "id": f.missing }))),
        ],
    },
    Operation {
        name: "employeePaystubChange",
        query: "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!, $b: ID) { employeePaystubChange(
            tenantId: $t, companyId: $c, employeeId: $e, afterId: $id, beforeId: $b) { difference } }",
        tries: &[
            ("Ana's, and the one before", |f, _| {
                ids(&f.ana, json!({ "e": f.ana.employee, "id": f.thing("stub of Ana") }))
            }),
            ("Ana's, and Elena's", |f, _| {
                let (id, before) = (f.thing("stub of Ana"), f.thing("stub of Elena"));
                ids(&f.ana, json!({ "e": f.ana.employee, "id": id, "b": before }))
            }),
            ("Hugo's, and Ana's", |f, _| {
                let (id, before) = (f.thing("stub of Hugo"), f.thing("stub of Ana"));
                ids(&f.ana, json!({ "e": f.ana.employee, "id": id, "b": before }))
            }),
            ("Elena's, and the one before", |f, _| {
                ids(&f.elena, json!({ "e": f.elena.employee, "id": f.thing("stub of Elena") }))
            }),
            ("missing", |f, _| ids(&f.ana, json!({ "e": f.ana.employee, "id": f.missing }))),
        ],
    },
];

pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    for (name, username) in [("stub of Ana", "ana"), ("stub of Elena", "elena"), ("stub of Hugo", "hugo")] {
        if !facts.has(name) {
            let sql = "SELECT s.id FROM pay_stub s JOIN employee e ON e.id = s.employee_id
                JOIN person p ON p.id = e.person_id WHERE p.username = $1 ORDER BY s.check_date DESC LIMIT 1";
            let row = world.app.db.one::<(uuid::Uuid,)>(sql, db::params![username]).await;
            facts.keep(name, row.unwrap().0.to_string());
        }
    }
}
