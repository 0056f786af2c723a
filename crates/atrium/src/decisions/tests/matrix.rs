//! Change requests: one's own as an employee, those of one's reports as the one who decides.

use super::{Facts, Operation, ids};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listManagerEEChangeRequest",
        query: "query ($t: ID!, $c: ID!, $m: ID!) { listManagerEEChangeRequest(tenantId: $t, companyId: $c, managerId: $m,
            requestType: \"direct_deposit\") { results { id } } }",
        tries: &[
            ("Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person }))),
        ],
    },
    Operation {
        name: "listUnmanagedRequests",
        query: "query ($t: ID!) { listUnmanagedRequests(tenantId: $t) { companyId } }",
        tries: &[
            ("Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
            ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
            ("a missing tenant", |f, _| json!({ "t": f.missing })),
        ],
    },
    Operation {
        name: "listEmployeeChangeRequests",
        query: "query ($t: ID!, $c: ID!, $e: ID!) {
            listEmployeeChangeRequests(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }",
        tries: &[
            ("of Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("of Hugo", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
            ("missing", |f, _| ids(&f.ana, json!({ "e": f.missing }))),
        ],
    },
    Operation {
        name: "getEmployeeChangeRequests",
        query: "query ($t: ID!, $c: ID!, $e: ID!) {
            getEmployeeChangeRequests(tenantId: $t, companyId: $c, employeeId: $e) { id changedFields { after } } }",
        tries: &[
            ("of Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("of Hugo", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
            ("of a report with Personal Info", |f, _| ids(&f.ana, json!({ "e": f.secondary_personal_info }))),
            ("missing", |f, _| ids(&f.ana, json!({ "e": f.missing }))),
        ],
    },
    Operation {
        name: "getChangeRequest",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID, $id: ID!) {
            getChangeRequest(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m, changeRequestId: $id) { id } }",
        tries: &[
            ("of Ana, as Ana's own", |f, _| {
                ids(&f.ana, json!({ "e": f.ana.employee, "id": f.thing("request of Ana") }))
            }),
            ("of Ana, as the decider", |f, me| ids(&f.ana, json!({ "m": me, "id": f.thing("request of Ana") }))),
            ("of Priya, as the decider", |f, me| ids(&f.ana, json!({ "m": me, "id": f.thing("request of Priya") }))),
            ("of Hugo, as the decider", |f, me| ids(&f.hugo, json!({ "m": me, "id": f.thing("request of Hugo") }))),
            ("of Hugo, as of Outfitters", |f, me| ids(&f.ana, json!({ "m": me, "id": f.thing("request of Hugo") }))),
            ("of a report in Time Off only", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("request of a report in Time Off") }))
            }),
            ("of a report in Personal Info", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("request of a report in Personal Info") }))
            }),
            ("missing", |f, me| ids(&f.ana, json!({ "m": me, "id": f.missing }))),
        ],
    },
    Operation {
        name: "putManagerEmployeeChangeRequest",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) { putManagerEmployeeChangeRequest(tenantId: $t, companyId: $c,
            managerId: $m, changeRequestId: $id, action: deny) { id } }",
        tries: &[
            ("of Ana", |f, me| ids(&f.ana, json!({ "m": me, "id": f.thing("request of Ana") }))),
            ("of Ana, as Marcus", |f, _| {
                ids(&f.ana, json!({ "m": f.marcus.person, "id": f.thing("request of Ana") }))
            }),
            ("of Priya", |f, me| ids(&f.ana, json!({ "m": me, "id": f.thing("request of Priya") }))),
            ("of Hugo", |f, me| ids(&f.hugo, json!({ "m": me, "id": f.thing("request of Hugo") }))),
            ("of Hugo, as of Outfitters", |f, me| ids(&f.ana, json!({ "m": me, "id": f.thing("request of Hugo") }))),
            ("of a report in Time Off only", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("request of a report in Time Off") }))
            }),
            ("of a report in Personal Info", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("request of a report in Personal Info") }))
            }),
            ("missing", |f, me| ids(&f.ana, json!({ "m": me, "id": f.missing }))),
        ],
    },
];

/// A decision uses a request up: each try has new ones.
pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    for (name, employee) in [
        ("request of Ana", facts.ana.employee.clone().unwrap()),
        ("request of Hugo", facts.hugo.employee.clone().unwrap()),
        ("request of Priya", priya(world).await),
        ("request of a report in Time Off", facts.secondary_time_off.clone()),
        ("request of a report in Personal Info", facts.secondary_personal_info.clone()),
    ] {
        let id = world.app.ids.next(world.app.clock.now());
        let employee: uuid::Uuid = employee.parse().unwrap();
        let sql = "INSERT INTO change_request (id, tenant_id, company_id, employee_id, requested_by, request_type, entity_type,
              status, detail, cautions, requested_at, last_updated, note, version)
            SELECT $1, tenant_id, company_id, id, person_id, 'direct_deposit', 'directDeposit', 'Pending', $4, '[]', $2, $2, '', 1
            FROM employee WHERE id = $3";
        let detail = json!([{
            "deposit": facts.missing, "kind": "add", "bankName": "Rose City Savings", "accountType": "checking",
            "lastFour": "4417", "before": null,
            "after": { "amountType": "percentage", "amount": 100_000, "priority": 3, "starts": "2026-11-16", "ends": null },
        }]);
        world.change(sql, db::params![id, world.app.clock.now(), employee, detail.to_string()]).await;
        facts.keep(name, id.to_string());
    }
}

async fn priya(world: &World) -> String {
    let sql = "SELECT e.id FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = 'priya'";
    world.app.db.one::<(uuid::Uuid,)>(sql, vec![]).await.unwrap().0.to_string()
}
