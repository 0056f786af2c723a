//! Looking after people: administrators of the tenant. Everyone else may not, whatever they know of someone.

use super::{Facts, Operation};
use crate::world::World;
use serde_json::{Value, json};

const CHANGE: &str = "mutation ($e: ID!) {
    changeEmployment(employeeId: $e, change: termination, day: \"2026-11-16\", version: 1) { version } }";
const ENDING: &str = "query ($e: ID!) { employmentEnding(employeeId: $e) { reports } }";
const ADD: &str = "mutation ($u: String!, $c: ID!, $r: ID!) {
    addPerson(input: { username: $u, firstName: \"New\", lastName: \"Comer\", email: \"new@comer.example\", language: en,
      version: v1, invites: false, roles: [{ roleId: $r, companyId: $c }],
      job: { companyId: $c, employeeCode: $u, dateOfBirth: \"1990-04-23\", hireDate: \"2026-11-16\" } }) { personId } }";
const EMPLOY: &str = "mutation ($p: ID!, $c: ID!, $r: ID!) { addEmployment(personId: $p, roles: [{ roleId: $r, companyId: $c }],
    input: { companyId: $c, employeeCode: \"NEW\", dateOfBirth: \"1990-04-23\", hireDate: \"2026-11-16\" }) { personId } }";
const PERSON: &str = "query ($p: ID!) { administeredPerson(personId: $p) { employments { status } } }";

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "administeredPeople",
        query: "{ administeredPeople(search: \"an\") { results { personId } } }",
        tries: &[("those one looks after", |_, _| json!({}))],
    },
    Operation {
        name: "administeredPerson",
        query: PERSON,
        tries: &[
            ("Ana", |f, _| json!({ "p": f.ana.person })),
            ("Hugo, other tenant", |f, _| json!({ "p": f.hugo.person })),
            ("missing", |f, _| json!({ "p": f.missing })),
        ],
    },
    Operation {
        name: "addPerson",
        query: ADD,
        tries: &[
            ("to Cedar Outfitters", |f, me| added(f, me, &f.ana.company)),
            ("to Cedar Logistics", |f, me| added(f, me, &f.elena.company)),
            ("to Harbor Clinic", |f, me| added(f, me, &f.hugo.company)),
            ("to a missing company", |f, me| added(f, me, &f.missing)),
        ],
    },
    Operation {
        name: "setPortalVersion",
        query: "mutation ($p: ID!) { setPortalVersion(personId: $p, version: v2) { version } }",
        tries: &[
            ("Ana", |f, _| json!({ "p": f.ana.person })),
            ("Elena", |f, _| json!({ "p": f.elena.person })),
            ("Hugo, other tenant", |f, _| json!({ "p": f.hugo.person })),
            ("missing", |f, _| json!({ "p": f.missing })),
        ],
    },
    Operation {
        name: "changeEmployeeCode",
        query: "mutation ($e: ID!) { changeEmployeeCode(employeeId: $e, employeeCode: \"NEW-7\", version: 1) { version } }",
        tries: &[
            ("Ana", |f, _| json!({ "e": f.ana.employee })),
            ("Elena", |f, _| json!({ "e": f.elena.employee })),
            ("Hugo, other tenant", |f, _| json!({ "e": f.hugo.employee })),
            ("missing", |f, _| json!({ "e": f.missing })),
        ],
    },
    Operation {
        name: "addEmployment",
        query: EMPLOY,
        tries: &[
            ("Elena, Cedar Outfitters", |f, _| employed(f, &f.elena.person, &f.ana.company)),
            ("Ana, Cedar Logistics", |f, _| employed(f, &f.ana.person, &f.elena.company)),
            ("Hugo, Cedar Outfitters", |f, _| employed(f, &f.hugo.person, &f.ana.company)),
            ("oneself, Cedar Outfitters", |f, me| employed(f, me, &f.ana.company)),
            ("no one, Cedar Outfitters", |f, _| employed(f, &f.missing, &f.ana.company)),
        ],
    },
    Operation {
        name: "unmanagedEmployees",
        query: "{ unmanagedEmployees { results { employeeId } } }",
        tries: &[("of those one looks after", |_, _| json!({}))],
    },
    Operation {
        name: "employmentEnding",
        query: ENDING,
        tries: &[
            ("Ana", |f, _| json!({ "e": f.ana.employee })),
            ("Hugo, other tenant", |f, _| json!({ "e": f.hugo.employee })),
            ("missing", |f, _| json!({ "e": f.missing })),
        ],
    },
    Operation {
        name: "changeEmployment",
        query: CHANGE,
        tries: &[
            ("Ana", |f, _| json!({ "e": f.ana.employee })),
            ("Hugo, other tenant", |f, _| json!({ "e": f.hugo.employee })),
            ("missing", |f, _| json!({ "e": f.missing })),
        ],
    },
    Operation {
        name: "withdrawEmploymentChange",
        query: "mutation ($e: ID!, $i: ID!) { withdrawEmploymentChange(employeeId: $e, eventId: $i, version: 1) { version } }",
        tries: &[
            ("Ana", |f, _| json!({ "e": f.ana.employee, "i": f.thing("planned leave") })),
            ("Ana, nothing planned", |f, _| json!({ "e": f.ana.employee, "i": f.missing })),
            ("Hugo, other tenant", |f, _| json!({ "e": f.hugo.employee, "i": f.missing })),
            ("missing", |f, _| json!({ "e": f.missing, "i": f.missing })),
        ],
    },
    Operation {
        name: "setReportingLine",
        query: "mutation ($e: ID!, $m: ID!) { setReportingLine(employeeId: $e, managerId: $m, kind: primary,
            areas: [timeOff], firstDay: \"2026-11-16\", version: 1) { version } }",
        tries: &[
            ("Ana to Marcus", |f, _| json!({ "e": f.ana.employee, "m": f.marcus.person })),
            ("Ana to oneself", |f, me| json!({ "e": f.ana.employee, "m": me })),
            ("Hugo, other tenant", |f, me| json!({ "e": f.hugo.employee, "m": me })),
            ("missing", |f, me| json!({ "e": f.missing, "m": me })),
        ],
    },
    Operation {
        name: "endReportingLine",
        query: "mutation ($e: ID!, $m: ID!) { endReportingLine(employeeId: $e, managerId: $m, kind: primary,
            area: timeOff, lastDay: \"2026-11-16\", version: 1) { version } }",
        tries: &[
            ("Ana from Marcus", |f, _| json!({ "e": f.ana.employee, "m": f.marcus.person })),
            ("Hugo, other tenant", |f, _| json!({ "e": f.hugo.employee, "m": f.marcus.person })),
            ("missing", |f, _| json!({ "e": f.missing, "m": f.marcus.person })),
        ],
    },
];

fn added(facts: &Facts, me: &str, company: &str) -> Value {
    json!({ "u": format!("new-{me}"), "c": company, "r": facts.thing("employee role") })
}

fn employed(facts: &Facts, person: &str, company: &str) -> Value {
    json!({ "p": person, "c": company, "r": facts.thing("employee role") })
}

pub(super) async fn prepare(world: &World, facts: &mut Facts, operation: &Operation) {
    if operation.name == "withdrawEmploymentChange" && !facts.has("planned leave") {
        let id = uuid::Uuid::from_u128(1);
        let sql =
            "INSERT INTO employment_event (id, tenant_id, company_id, employee_id, kind, day, recorded_at)
             SELECT $1, tenant_id, company_id, id, 'leave', '2026-12-31', $2 FROM employee WHERE id = $3";
        let employee = facts.ana.employee.as_deref().unwrap_or_default().parse::<uuid::Uuid>().unwrap();
        world.change(sql, db::params![id, world.app.clock.now(), employee]).await;
        facts.keep("planned leave", id.to_string());
    }
    if !facts.has("employee role") {
        let sql = "SELECT r.id FROM role r JOIN tenant t ON t.id = r.tenant_id
             WHERE r.name = 'Employee' AND t.name = 'Cedar Group'";
        let (id,): (uuid::Uuid,) = world.app.db.one(sql, vec![]).await.unwrap();
        facts.keep("employee role", id.to_string());
    }
}
