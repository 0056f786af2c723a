//! Time off: one's own, and that of whom a manager decides on.

use super::{Facts, Operation, ids};
use crate::world::World;
use serde_json::{Value, json};

/// The same targets for everything that speaks of one employee: as oneself, and as a manager.
macro_rules! of_an_employee {
    ($more:expr) => {
        &[
            ("Ana as herself", |f, _| ids(&f.ana, of(f, &f.ana.employee, None, $more))),
            ("Elena as herself", |f, _| ids(&f.elena, of(f, &f.elena.employee, None, $more))),
            ("Hugo as himself", |f, _| ids(&f.hugo, of(f, &f.hugo.employee, None, $more))),
            ("Ana under the other tenant", |f, _| {
                with(json!({ "t": f.hugo.tenant, "c": f.ana.company }), of(f, &f.ana.employee, None, $more))
            }),
            ("a missing employee", |f, _| ids(&f.ana, of(f, &Some(f.missing.clone()), None, $more))),
            ("Ana, as a manager", |f, me| ids(&f.ana, of(f, &f.ana.employee, Some(me), $more))),
            ("a secondary report, Time Off", |f, me| {
                ids(&f.ana, of(f, &Some(f.secondary_time_off.clone()), Some(me), $more))
            }),
            ("a secondary report, Personal Info", |f, me| {
                ids(&f.ana, of(f, &Some(f.secondary_personal_info.clone()), Some(me), $more))
            }),
            ("Elena, as a manager", |f, me| ids(&f.elena, of(f, &f.elena.employee, Some(me), $more))),
            ("Hugo, as a manager", |f, me| ids(&f.hugo, of(f, &f.hugo.employee, Some(me), $more))),
            ("Hugo, as a manager of Outfitters", |f, me| ids(&f.ana, of(f, &f.hugo.employee, Some(me), $more))),
            ("Ana, in Marcus's name", |f, _| {
                ids(&f.ana, of(f, &f.ana.employee, Some(&f.marcus.person), $more))
            }),
        ]
    };
}

/// The same targets for everything that speaks of one request to decide on.
macro_rules! of_a_request {
    () => {
        &[
            ("of Ana's", |f, me| ids(&f.ana, json!({ "m": me, "id": f.thing("request of Ana") }))),
            ("of Priya's own", |f, me| ids(&f.ana, json!({ "m": me, "id": f.thing("request of Priya") }))),
            ("of Elena's", |f, me| ids(&f.elena, json!({ "m": me, "id": f.thing("request of Elena") }))),
            ("of Hugo's", |f, me| ids(&f.hugo, json!({ "m": me, "id": f.thing("request of Hugo") }))),
            ("of Hugo's, as of Outfitters", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("request of Hugo") }))
            }),
            ("missing", |f, me| ids(&f.ana, json!({ "m": me, "id": f.missing }))),
            ("of Ana's, in Marcus's name", |f, _| {
                ids(&f.ana, json!({ "m": f.marcus.person, "id": f.thing("request of Ana") }))
            }),
        ]
    };
}

macro_rules! of_a_company {
    ($more:expr) => {
        &[
            ("Cedar Outfitters", |f, me| with(ids(&f.ana, json!({ "m": me })), $more(f))),
            ("Cedar Logistics", |f, me| with(ids(&f.elena, json!({ "m": me })), $more(f))),
            ("Harbor Clinic", |f, me| with(ids(&f.hugo, json!({ "m": me })), $more(f))),
            ("Cedar Outfitters as Marcus", |f, _| with(ids(&f.ana, json!({ "m": f.marcus.person })), $more(f))),
        ]
    };
}

fn with(mut all: Value, more: Value) -> Value {
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

fn of(facts: &Facts, employee: &Option<String>, manager: Option<&str>, more: fn(&Facts) -> Value) -> Value {
    with(json!({ "e": employee, "m": manager }), more(facts))
}

fn nothing(_: &Facts) -> Value {
    json!({})
}

/// The type of whichever company: what is tried is whose it is.
fn of_type(facts: &Facts) -> Value {
    json!({ "type": facts.thing("type of the company"), "id": facts.thing("request of the employee") })
}

fn attached(facts: &Facts) -> Value {
    let pdf = "JVBERi0xLjQKMSAwIG9iago8PCA+PgplbmRvYmoKc3RhcnR4cmVmCjkKJSVFT0YK";
    json!({ "id": facts.thing("request of Ana"), "f": { "fileName": "note.pdf", "fileString": pdf } })
}

fn file(facts: &Facts) -> Value {
    json!({ "id": facts.thing("file of Ana") })
}

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "timeOffBalances",
        query: "query ($t: ID!, $c: ID!, $e: ID!, $m: ID) {
            timeOffBalances(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { typeId } }",
        tries: of_an_employee!(nothing),
    },
    Operation {
        name: "listEmployeeTimeOffRequests",
        query: "query ($t: ID!, $c: ID!, $e: ID!, $m: ID) {
            listEmployeeTimeOffRequests(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { results { id } } }",
        tries: of_an_employee!(nothing),
    },
    Operation {
        name: "timeOffLedger",
        query: "query ($t: ID!, $c: ID!, $e: ID!, $m: ID, $type: ID!) { timeOffLedger(tenantId: $t, companyId: $c,
            employeeId: $e, managerId: $m, typeId: $type, date: \"2026-11-16\") { balance } }",
        tries: &[
            ("Ana as herself", |f, _| ids(&f.ana, of(f, &f.ana.employee, None, of_type))),
            ("Ana, as a manager", |f, me| ids(&f.ana, of(f, &f.ana.employee, Some(me), of_type))),
            ("a secondary report, Personal Info", |f, me| {
                ids(&f.ana, of(f, &Some(f.secondary_personal_info.clone()), Some(me), of_type))
            }),
            ("Hugo as himself, a type of Outfitters", |f, _| ids(&f.hugo, of(f, &f.hugo.employee, None, of_type))),
            ("a missing employee", |f, _| ids(&f.ana, of(f, &Some(f.missing.clone()), None, of_type))),
        ],
    },
    Operation {
        name: "previewTimeOffRequest",
        query: "query ($t: ID!, $c: ID!, $e: ID!, $m: ID, $type: ID!) { previewTimeOffRequest(tenantId: $t, companyId: $c,
            employeeId: $e, managerId: $m, input: { typeId: $type, startDate: \"2027-06-15\", endDate: \"2027-06-15\",
            unit: whole }) { amount } }",
        tries: of_an_employee!(of_type),
    },
    Operation {
        name: "createTimeOffRequest",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!, $m: ID, $type: ID!) { createTimeOffRequest(tenantId: $t, companyId: $c,
            employeeId: $e, managerId: $m, input: { typeId: $type, startDate: \"2027-06-15\", endDate: \"2027-06-15\",
            unit: whole }) { id } }",
        tries: of_an_employee!(of_type),
    },
    Operation {
        name: "updateTimeOffRequest",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!, $m: ID, $type: ID!, $id: ID!) { updateTimeOffRequest(tenantId: $t,
            companyId: $c, employeeId: $e, managerId: $m, input: { id: $id, version: 1, typeId: $type,
            startDate: \"2027-06-16\", endDate: \"2027-06-16\", unit: whole }) { id } }",
        tries: of_an_employee!(of_type),
    },
    Operation {
        name: "deleteTimeOffRequest",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!, $m: ID, $id: ID!) { deleteTimeOffRequest(tenantId: $t, companyId: $c,
            employeeId: $e, managerId: $m, id: $id) { id } }",
        tries: of_an_employee!(of_type),
    },
    Operation {
        name: "listTimeOffAttachments",
        query: "query ($t: ID!, $c: ID!, $e: ID!, $m: ID, $id: ID!) { listTimeOffAttachments(tenantId: $t, companyId: $c,
            employeeId: $e, managerId: $m, requestId: $id) { id } }",
        tries: of_an_employee!(of_type),
    },
    Operation {
        name: "addTimeOffAttachment",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!, $f: TimeOffFileInput!) { addTimeOffAttachment(tenantId: $t,
            companyId: $c, employeeId: $e, requestId: $id, file: $f) { id } }",
        tries: &[
            ("to a request of Ana's", |f, _| ids(&f.ana, of(f, &f.ana.employee, None, attached))),
            ("to it, as if it were Hugo's", |f, _| ids(&f.hugo, of(f, &f.hugo.employee, None, attached))),
            ("to it, under the other tenant", |f, _| {
                with(json!({ "t": f.hugo.tenant, "c": f.ana.company }), of(f, &f.ana.employee, None, attached))
            }),
            ("of a missing employee", |f, _| ids(&f.ana, of(f, &Some(f.missing.clone()), None, attached))),
        ],
    },
    Operation {
        name: "removeTimeOffAttachment",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) { removeTimeOffAttachment(tenantId: $t, companyId: $c,
            employeeId: $e, attachmentId: $id) { id } }",
        tries: &[
            ("of Ana's", |f, _| ids(&f.ana, of(f, &f.ana.employee, None, file))),
            ("of Ana's, as if it were Hugo's", |f, _| ids(&f.hugo, of(f, &f.hugo.employee, None, file))),
            ("of Ana's, as of a secondary report", |f, _| {
                ids(&f.ana, of(f, &Some(f.secondary_time_off.clone()), None, file))
            }),
            ("missing", |f, _| ids(&f.ana, of(f, &f.ana.employee, None, |f| json!({ "id": f.missing })))),
        ],
    },
    Operation {
        name: "listManagersEmployeesTimeOffRequest",
        query: "query ($t: ID!, $c: ID!, $m: ID!, $e: ID) { listManagersEmployeesTimeOffRequest(tenantId: $t,
            companyId: $c, managerId: $m, employeeId: $e) { results { id } } }",
        tries: &[
            ("Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("Ana's only", |f, me| ids(&f.ana, json!({ "m": me, "e": f.ana.employee }))),
            ("of a secondary report, Time Off", |f, me| {
                ids(&f.ana, json!({ "m": me, "e": f.secondary_time_off }))
            }),
            ("of a secondary report, Personal Info", |f, me| {
                ids(&f.ana, json!({ "m": me, "e": f.secondary_personal_info }))
            }),
            ("of a missing employee", |f, me| ids(&f.ana, json!({ "m": me, "e": f.missing }))),
            ("Cedar Outfitters as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person }))),
        ],
    },
    Operation {
        name: "timeOffRequestDetails",
        query: "query ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
            timeOffRequestDetails(tenantId: $t, companyId: $c, managerId: $m, id: $id) { balanceAfter } }",
        tries: of_a_request!(),
    },
    Operation {
        name: "decideTimeOffRequest",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) { decideTimeOffRequest(tenantId: $t, companyId: $c,
            managerId: $m, input: { id: $id, version: 1, action: approve }) { id } }",
        tries: of_a_request!(),
    },
    Operation {
        name: "decideTimeOffRequests",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!) {
            decideTimeOffRequests(tenantId: $t, companyId: $c, managerId: $m, decisions: []) { id } }",
        tries: of_a_company!(nothing),
    },
    Operation {
        name: "undoTimeOffDecision",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
            undoTimeOffDecision(tenantId: $t, companyId: $c, managerId: $m, id: $id, version: 1) { id } }",
        tries: of_a_request!(),
    },
    Operation {
        name: "timeOffReports",
        query: "query ($t: ID!, $c: ID!, $m: ID!) {
            timeOffReports(tenantId: $t, companyId: $c, managerId: $m) { id } }",
        tries: of_a_company!(nothing),
    },
    Operation {
        name: "timeOffAnalysis",
        query: "query ($t: ID!, $c: ID!, $m: ID!) {
            timeOffAnalysis(tenantId: $t, companyId: $c, managerId: $m) { pending } }",
        tries: of_a_company!(nothing),
    },
    Operation {
        name: "timeOffDelegations",
        query: "query ($t: ID!, $c: ID!, $m: ID!) {
            timeOffDelegations(tenantId: $t, companyId: $c, managerId: $m) { results { id } } }",
        tries: of_a_company!(nothing),
    },
    Operation {
        name: "delegateTimeOffApprovals",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $to: ID!) { delegateTimeOffApprovals(tenantId: $t, companyId: $c,
            managerId: $m, input: { delegateId: $to, startDate: \"2026-12-01\", endDate: \"2026-12-02\" }) { id } }",
        tries: of_a_company!(|f: &Facts| json!({ "to": f.priya.person })),
    },
    Operation {
        name: "endTimeOffDelegation",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
            endTimeOffDelegation(tenantId: $t, companyId: $c, managerId: $m, id: $id) { id } }",
        tries: of_a_company!(|f: &Facts| json!({ "id": f.thing("delegation of Marcus") })),
    },
];

/// Every try finds the same: a request of each that waits, made a moment ago, and nothing else on those days.
pub(super) async fn prepare(world: &World, facts: &mut Facts, operation: &Operation) {
    let is_fresh = ["createTimeOffRequest", "updateTimeOffRequest", "deleteTimeOffRequest"];
    let is_decided = ["decideTimeOffRequest", "undoTimeOffDecision", "timeOffRequestDetails"];
    let uses = is_fresh.contains(&operation.name) || is_decided.contains(&operation.name);
    if !facts.has("type of the company") {
        facts.keep("type of the company", type_of(world, "Cedar Outfitters").await);
        facts.keep("request of the employee", facts.missing.clone());
        for (name, username) in [
            ("request of Ana", "ana"),
            ("request of Priya", "priya"),
            ("request of Elena", "elena"),
            ("request of Hugo", "hugo"),
        ] {
            facts.keep(name, waiting(world, username).await);
        }
        let ana = facts.thing("request of Ana").to_owned();
        facts.keep("request of the employee", ana);
    }
    if uses {
        again(world, facts).await;
    }
    if operation.name.ends_with("TimeOffAttachment") {
        again(world, facts).await;
        keep_file(world, facts).await;
    }
    if operation.name == "delegateTimeOffApprovals" {
        world.change("DELETE FROM time_off_delegation", vec![]).await;
    }
    if operation.name == "endTimeOffDelegation" {
        facts.keep("delegation of Marcus", delegated(world).await);
    }
}

/// A request of Ana's with one file, of the access matrix's own making.
pub(super) async fn keep_file(world: &World, facts: &mut Facts) {
    if !facts.has("request of Ana") {
        facts.keep("request of Ana", waiting(world, "ana").await);
    }
    let request: uuid::Uuid = facts.thing("request of Ana").parse().unwrap();
    world.change("DELETE FROM time_off_attachment", vec![]).await;
    let add = OPERATIONS.iter().find(|operation| operation.name == "addTimeOffAttachment").unwrap().query;
    let ana = world.acting("ana").await;
    ana.ask(add, ids(&facts.ana, of(facts, &facts.ana.employee, None, attached))).await.data("/addTimeOffAttachment/id");
    let sql = "SELECT file_id FROM time_off_attachment WHERE request_id = $1";
    let (id,) = world.app.db.one::<(uuid::Uuid,)>(sql, db::params![request]).await.unwrap();
    facts.keep("file of Ana", id.to_string());
}

async fn type_of(world: &World, company: &'static str) -> String {
    let sql = "SELECT t.id FROM time_off_type t JOIN company c ON c.id = t.company_id WHERE c.name = $1 AND t.name = 'Vacation'";
    world.app.db.one::<(uuid::Uuid,)>(sql, db::params![company]).await.unwrap().0.to_string()
}

/// Someone's waiting request for a single day.
async fn waiting(world: &World, username: &'static str) -> String {
    let sql = "SELECT r.id FROM time_off_request r JOIN employee e ON e.id = r.employee_id JOIN person p ON p.id = e.person_id
        WHERE p.username = $1 AND r.status = 'Pending' ORDER BY r.first_day";
    world.app.db.one::<(uuid::Uuid,)>(sql, db::params![username]).await.unwrap().0.to_string()
}

/// Puts the requests back to where they were, and takes away what a try has made. Rows that are still there as they were are left alone:
/// PostgreSQL would keep a thousand old versions of each and walk through them.
async fn again(world: &World, facts: &Facts) {
    for name in ["request of Ana", "request of Priya", "request of Elena", "request of Hugo"] {
        let id: uuid::Uuid = facts.thing(name).parse().unwrap();
        world
            .change(
                "UPDATE time_off_request SET status = 'Pending', version = 1, decided_by = NULL, decided_at = NULL
                 WHERE id = $1 AND (status <> 'Pending' OR version <> 1)",
                db::params![id],
            )
            .await;
        let days = "UPDATE time_off_day SET status = 'Pending' WHERE request_id = $1 AND status <> 'Pending'";
        world.change(days, db::params![id]).await;
    }
    let made = jiff::civil::date(2027, 6, 15);
    world.change("DELETE FROM time_off_day WHERE day = $1", db::params![made]).await;
    world.change("DELETE FROM time_off_request WHERE first_day = $1", db::params![made]).await;
}

async fn delegated(world: &World) -> String {
    let id = uuid::Uuid::from_u128(4711);
    world.change("DELETE FROM time_off_delegation", vec![]).await;
    world
        .change(
            "INSERT INTO time_off_delegation (id, tenant_id, company_id, manager_id, delegate_id, first_day, last_day)
             SELECT $1, c.tenant_id, c.id, m.id, d.id, $2, $2 FROM company c, person m, person d
             WHERE c.name = 'Cedar Outfitters' AND m.username = 'marcus' AND d.username = 'dana'",
            db::params![id, jiff::civil::date(2026, 12, 1)],
        )
        .await;
    id.to_string()
}
