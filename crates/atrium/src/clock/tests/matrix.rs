//! The clock: one's own, and that of whom a manager looks after.

use super::{Facts, Operation, ids};
use crate::world::World;
use serde_json::{Value, json};

/// Elena and Hugo punch at our own clock; Ana's company has a vendor for it.
macro_rules! of_oneself {
    ($more:expr) => {
        &[
            ("Elena as herself", |f, _| ids(&f.elena, with(json!({ "e": f.elena.employee }), $more(f)))),
            ("Hugo as himself", |f, _| ids(&f.hugo, with(json!({ "e": f.hugo.employee }), $more(f)))),
            ("Ana as herself", |f, _| ids(&f.ana, with(json!({ "e": f.ana.employee }), $more(f)))),
            ("Hugo under the other tenant", |f, _| {
                ids(&f.elena, with(json!({ "e": f.hugo.employee }), $more(f)))
            }),
            ("a missing employee", |f, _| ids(&f.elena, with(json!({ "e": f.missing }), $more(f)))),
        ]
    };
}

macro_rules! of_a_company {
    () => {
        &[
            ("Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("Cedar Logistics as Priya", |f, _| ids(&f.elena, json!({ "m": f.priya.person }))),
        ]
    };
}

fn with(mut all: Value, more: Value) -> Value {
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

fn nothing(_: &Facts) -> Value {
    json!({})
}

fn pressed(facts: &Facts) -> Value {
    json!({ "d": facts.thing("a moment") })
}

fn elenas(facts: &Facts) -> Value {
    json!({ "id": facts.thing("correction of Elena") })
}

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "timeClock",
        query: "query ($t: ID!, $c: ID!, $e: ID!) { timeClock(tenantId: $t, companyId: $c, employeeId: $e) { state } }",
        tries: of_oneself!(nothing),
    },
    Operation {
        name: "timeCard",
        query: "query ($t: ID!, $c: ID!, $e: ID!, $m: ID) {
            timeCard(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { workedMinutes } }",
        tries: &[
            ("Elena as herself", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
            ("Hugo as himself", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
            ("Elena, as a manager", |f, me| ids(&f.elena, json!({ "e": f.elena.employee, "m": me }))),
            ("Hugo, as a manager", |f, me| ids(&f.hugo, json!({ "e": f.hugo.employee, "m": me }))),
            ("Hugo, as a manager of Logistics", |f, me| {
                ids(&f.elena, json!({ "e": f.hugo.employee, "m": me }))
            }),
            ("Ana, as a manager", |f, me| ids(&f.ana, json!({ "e": f.ana.employee, "m": me }))),
            ("a secondary report, Time Off", |f, me| {
                ids(&f.ana, json!({ "e": f.secondary_time_off, "m": me }))
            }),
            ("a secondary report, Personal Info", |f, me| {
                ids(&f.ana, json!({ "e": f.secondary_personal_info, "m": me }))
            }),
            ("Elena, in Priya's name", |f, _| {
                ids(&f.elena, json!({ "e": f.elena.employee, "m": f.priya.person }))
            }),
        ],
    },
    Operation {
        name: "scheduledHours",
        query: "query ($t: ID!, $c: ID!, $e: ID!) { scheduledHours(tenantId: $t, companyId: $c, employeeId: $e,
            startDate: \"2026-11-16\", endDate: \"2026-11-22\") { totalHours } }",
        tries: of_oneself!(nothing),
    },
    Operation {
        name: "punchClock",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!) {
            punchClock(tenantId: $t, companyId: $c, employeeId: $e, kind: in) { state } }",
        tries: of_oneself!(nothing),
    },
    Operation {
        name: "reportPunch",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!, $d: DateTime!) { reportPunch(tenantId: $t, companyId: $c, employeeId: $e,
            input: { pressId: \"00000000-0000-7000-8000-000000000001\", kind: in, deviceTime: $d, offsetSeconds: 0 }) { state } }",
        tries: of_oneself!(pressed),
    },
    Operation {
        name: "submitPunchCorrection",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!) { submitPunchCorrection(tenantId: $t, companyId: $c, employeeId: $e,
            input: { action: add, kind: in, date: \"2026-11-15\", time: \"00:10\", reason: \"Forgot\" }) { id } }",
        tries: of_oneself!(nothing),
    },
    Operation {
        name: "withdrawPunchCorrection",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) { withdrawPunchCorrection(tenantId: $t, companyId: $c,
            employeeId: $e, id: $id, version: 1) { id } }",
        tries: of_oneself!(elenas),
    },
    Operation {
        name: "listPunchCorrections",
        query: "query ($t: ID!, $c: ID!, $m: ID!) {
            listPunchCorrections(tenantId: $t, companyId: $c, managerId: $m) { results { id } } }",
        tries: of_a_company!(),
    },
    Operation {
        name: "listLatePunches",
        query: "query ($t: ID!, $c: ID!, $m: ID!) {
            listLatePunches(tenantId: $t, companyId: $c, managerId: $m) { results { id } } }",
        tries: of_a_company!(),
    },
    Operation {
        name: "listTeamClock",
        query: "query ($t: ID!, $c: ID!, $m: ID!) {
            listTeamClock(tenantId: $t, companyId: $c, managerId: $m) { results { state } } }",
        tries: of_a_company!(),
    },
    Operation {
        name: "teamToday",
        query: "query ($t: ID!, $c: ID!, $m: ID!) { teamToday(tenantId: $t, companyId: $c, managerId: $m) { corrections } }",
        tries: of_a_company!(),
    },
    Operation {
        name: "decidePunchCorrection",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) { decidePunchCorrection(tenantId: $t, companyId: $c,
            managerId: $m, input: { id: $id, version: 1, action: approve }) { id } }",
        tries: &[
            ("of Elena's", |f, me| ids(&f.elena, with(json!({ "m": me }), elenas(f)))),
            ("of Elena's, as of Outfitters", |f, me| ids(&f.ana, with(json!({ "m": me }), elenas(f)))),
            ("of Elena's, as of Harbor Clinic", |f, me| ids(&f.hugo, with(json!({ "m": me }), elenas(f)))),
            ("of Ana's", |f, me| ids(&f.ana, json!({ "m": me, "id": f.thing("correction of Ana") }))),
            ("of Priya's own", |f, me| ids(&f.ana, json!({ "m": me, "id": f.thing("correction of Priya") }))),
            ("missing", |f, me| ids(&f.elena, json!({ "m": me, "id": f.missing }))),
            ("of Elena's, in Priya's name", |f, _| {
                ids(&f.elena, with(json!({ "m": f.priya.person }), elenas(f)))
            }),
        ],
    },
];

/// Every try finds the same: no one has punched, and one correction of each kind is waiting.
pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    for sql in [
        "DELETE FROM clock_punch",
        "DELETE FROM clock_correction",
        "UPDATE clock_card SET changes = 0",
    ] {
        world.change(sql, vec![]).await;
    }
    let earlier = world.app.clock.now() - jiff::SignedDuration::from_hours(6);
    facts.keep("a moment", earlier.to_string());
    for (nth, name, username) in [
        (1, "correction of Elena", "elena"),
        (2, "correction of Ana", "ana"),
        (3, "correction of Priya", "priya"),
    ] {
        let id = uuid::Uuid::from_u128(nth);
        world
            .change(
                "INSERT INTO clock_correction (id, tenant_id, company_id, employee_id, action, kind, at, day, reason, status,
                   manager_notes, requested_at, version)
                 SELECT $1, e.tenant_id, e.company_id, e.id, 'add', 'in', $2, $3, 'Forgot', 'Pending', '', $2, 1
                 FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = $4",
                db::params![id, world.app.clock.now(), jiff::civil::date(2026, 11, 13), username],
            )
            .await;
        facts.keep(name, id.to_string());
    }
}
