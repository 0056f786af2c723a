//! Looking after people.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// A change proves a factor, locks, reads, writes and answers; each thing it touches is one statement.
pub(super) const BUDGETS: &[Budget] = &[
    ("administeredPeople", 3),
    ("administeredPerson", 4),
    ("unmanagedEmployees", 3),
    ("employmentEnding", 6),
    ("addPerson", 70),
    ("addEmployment", 60),
    ("setPortalVersion", 9),
    ("changeEmployeeCode", 14),
    ("changeEmployment", 16),
    ("withdrawEmploymentChange", 14),
    ("setReportingLine", 20),
    ("endReportingLine", 14),
];

pub(super) const RARE: &[&str] = &[];

/// What the console asks for when someone is opened: one request.
const PAGE: &str = "query ($t: ID!, $p: ID!) {
    administeredPerson(personId: $p) { person { username } employments { history { id } lines { area } } }
    administeredAccount(personId: $p) { passkeys { id } linkedIdentities { id } sessions { id } sentLinks { kind } mergedAccount { id } }
    rolesOfPerson(tenantId: $t, personId: $p) { roleName } }";

both! {
    async fn a_persons_page_costs_eight_statements(world: World) {
        let at = world.acting("marcus").await.standing("Cedar Outfitters").await;
        let page = world.acting("grace").await.ask(PAGE, json!({ "t": at.tenant, "p": at.person })).await;
        assert_eq!(page.outcome(), "ok", "{}", page.text);
        // The identity provider counts its own: one, for the sessions.
        let spent: u64 = page.headers["x-statements"].to_str().unwrap().parse().unwrap();
        assert!(spent < 8, "{spent} and one for the sessions");
    }

    async fn looking_after_people_keeps_its_budgets(world: World) {
        let grace = world.acting("grace").await;
        let at = world.acting("ana").await.standing("Cedar Outfitters").await;
        let marcus = world.person("marcus").await;
        let role = "SELECT r.id FROM role r JOIN tenant t ON t.id = r.tenant_id
             WHERE r.name = 'Employee' AND t.name = 'Cedar Group'";
        let (role,): (uuid::Uuid,) = world.app.db.one(role, vec![]).await.unwrap();
        let logistics = world.acting("elena").await.standing("Cedar Logistics").await.company;
        let mut ids = json!({ "p": at.person, "e": at.employee, "m": marcus, "c": at.company, "r": role, "l": logistics });
        for (name, query) in [
            ("administeredPeople", "{ administeredPeople(search: \"a\", limit: 100) { results { personId } } }"),
            ("administeredPerson", "query ($p: ID!) { administeredPerson(personId: $p) { employments { history { id } lines { area } } } }"),
            ("unmanagedEmployees", "{ unmanagedEmployees(limit: 100) { results { employeeId } } }"),
            ("employmentEnding", "query ($e: ID!) { employmentEnding(employeeId: $e) { roles leftBehind { lastName } } }"),
            ("addPerson", "mutation ($m: ID!, $c: ID!, $r: ID!) { addPerson(input: { username: \"noah\", firstName: \"Noah\", lastName: \"Berg\", email: \"noah@cedar.example\", language: en, version: v1, invites: true, roles: [{ roleId: $r, companyId: $c }], job: { companyId: $c, employeeCode: \"N-7\", dateOfBirth: \"1990-04-23\", hireDate: \"2026-11-16\", managerId: $m } }) { personId } }"),
            ("addEmployment", "mutation ($p: ID!, $l: ID!, $r: ID!) { addEmployment(personId: $p, roles: [{ roleId: $r, companyId: $l }], input: { companyId: $l, employeeCode: \"N-8\", dateOfBirth: \"1990-04-23\", hireDate: \"2026-11-16\" }) { personId } }"),
            ("setPortalVersion", "mutation ($p: ID!) { setPortalVersion(personId: $p, version: v2) { version } }"),
            ("changeEmployment", "mutation ($e: ID!) { changeEmployment(employeeId: $e, change: termination, day: \"2026-12-31\", version: 1) { version } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, ids.clone()).await;
        }
        let event: (uuid::Uuid,) = world.app.db.one("SELECT id FROM employment_event", vec![]).await.unwrap();
        ids["i"] = json!(event.0);
        for (name, query) in [
            ("withdrawEmploymentChange", "mutation ($e: ID!, $i: ID!) { withdrawEmploymentChange(employeeId: $e, eventId: $i, version: 2) { version } }"),
            ("setReportingLine", "mutation ($e: ID!, $m: ID!) { setReportingLine(employeeId: $e, managerId: $m, kind: primary, areas: [timeOff], firstDay: \"2026-11-16\", version: 3) { version } }"),
            ("changeEmployeeCode", "mutation ($e: ID!) { changeEmployeeCode(employeeId: $e, employeeCode: \"N-9\", version: 4) { version } }"),
            ("endReportingLine", "mutation ($e: ID!, $m: ID!) { endReportingLine(employeeId: $e, managerId: $m, kind: primary, area: timeOff, lastDay: \"2026-11-20\", version: 5) { version } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, ids.clone()).await;
        }
    }
}
