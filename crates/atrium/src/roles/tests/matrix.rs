//! Roles: for administrators of the tenant, and of a company as far as it reaches. Whatever changes rights needs a fresh factor.

use super::{Facts, Operation};
use crate::world::World;
use serde_json::{Value, json};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listRoles",
        query: "query ($t: ID!) { listRoles(tenantId: $t) { results { id } } }",
        tries: TENANTS,
    },
    Operation {
        name: "role",
        query: "query ($t: ID!, $r: ID!) { role(tenantId: $t, roleId: $r) { id } }",
        tries: ROLES,
    },
    Operation {
        name: "listRoleHolders",
        query: "query ($t: ID!, $r: ID!) { listRoleHolders(tenantId: $t, roleId: $r) { results { id } } }",
        tries: ROLES,
    },
    Operation {
        name: "rolesOfPerson",
        query: "query ($t: ID!, $p: ID!) { rolesOfPerson(tenantId: $t, personId: $p) { id } }",
        tries: &[
            ("Ana", |f, _| json!({ "t": f.ana.tenant, "p": f.ana.person })),
            ("Elena", |f, _| json!({ "t": f.ana.tenant, "p": f.elena.person })),
            ("Hugo", |f, _| json!({ "t": f.ana.tenant, "p": f.hugo.person })),
            ("oneself", |f, me| json!({ "t": f.ana.tenant, "p": me })),
            ("no one", |f, _| json!({ "t": f.ana.tenant, "p": f.missing })),
        ],
    },
    Operation {
        name: "compareRights",
        query: "query ($t: ID!, $p: ID!, $o: ID!) { compareRights(tenantId: $t, personId: $p, otherId: $o) { companyId } }",
        tries: &[
            ("Ana and Marcus", |f, _| json!({ "t": f.ana.tenant, "p": f.ana.person, "o": f.marcus.person })),
            ("Ana and Elena", |f, _| json!({ "t": f.ana.tenant, "p": f.ana.person, "o": f.elena.person })),
            ("Elena and oneself", |f, me| json!({ "t": f.ana.tenant, "p": f.elena.person, "o": me })),
            ("Ana and Hugo", |f, _| json!({ "t": f.ana.tenant, "p": f.ana.person, "o": f.hugo.person })),
            ("Ana and no one", |f, _| json!({ "t": f.ana.tenant, "p": f.ana.person, "o": f.missing })),
        ],
    },
    Operation {
        name: "roleCandidates",
        query: "query ($t: ID!) { roleCandidates(tenantId: $t, search: \"a\") { personId } }",
        tries: TENANTS,
    },
    Operation {
        name: "roleChoices",
        query: "query ($t: ID!) { roleChoices(tenantId: $t) { permissions } }",
        tries: TENANTS,
    },
    Operation {
        name: "previewRole",
        query: "query ($t: ID!, $p: ID!, $r: ID!, $c: ID) {
            previewRole(tenantId: $t, input: { personId: $p, roleId: $r, companyId: $c }) { gains { permissions } } }",
        tries: GRANTS,
    },
    Operation {
        name: "previewRoleEnd",
        query: "query ($t: ID!, $a: ID!) { previewRoleEnd(tenantId: $t, assignmentId: $a) { loses { permissions } } }",
        tries: ASSIGNMENTS,
    },
    Operation {
        name: "previewRoleEdit",
        query: "query ($t: ID!, $r: ID!) {
            previewRoleEdit(tenantId: $t, roleId: $r, input: { name: \"x\" }) { gains { permissions } } }",
        tries: ROLES,
    },
    Operation {
        name: "giveRole",
        query: "mutation ($t: ID!, $p: ID!, $r: ID!, $c: ID) {
            giveRole(tenantId: $t, input: { personId: $p, roleId: $r, companyId: $c }) { id } }",
        tries: GRANTS,
    },
    Operation {
        name: "endRole",
        query: "mutation ($t: ID!, $a: ID!) { endRole(tenantId: $t, assignmentId: $a, version: 1) { assignment { id } } }",
        tries: ASSIGNMENTS,
    },
    Operation {
        name: "copyRole",
        query: "mutation ($t: ID!, $r: ID!, $n: String!) { copyRole(tenantId: $t, roleId: $r, name: $n) { id } }",
        tries: &[
            ("of Cedar Group", |f, me| copy(&f.ana.tenant, f.thing("own role"), me)),
            ("of Harbor Clinic", |f, me| copy(&f.ana.tenant, f.thing("foreign role"), me)),
            ("of Harbor Clinic, in its tenant", |f, me| copy(&f.hugo.tenant, f.thing("foreign role"), me)),
            ("missing", |f, me| copy(&f.ana.tenant, &f.missing, me)),
        ],
    },
    Operation {
        name: "editRole",
        query: "mutation ($t: ID!, $r: ID!) { editRole(tenantId: $t, roleId: $r, version: 1, input: { name: \"x\" }) { id } }",
        tries: ROLES,
    },
    Operation {
        name: "removeRole",
        query: "mutation ($t: ID!, $r: ID!) { removeRole(tenantId: $t, roleId: $r, version: 1) { roleId } }",
        tries: ROLES,
    },
];

const TENANTS: &[(&str, super::Try)] = &[
    ("Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
    ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
    ("a missing tenant", |f, _| json!({ "t": f.missing })),
];

const ROLES: &[(&str, super::Try)] = &[
    ("of Cedar Group", |f, _| json!({ "t": f.ana.tenant, "r": f.thing("own role") })),
    ("of Harbor Clinic", |f, _| json!({ "t": f.ana.tenant, "r": f.thing("foreign role") })),
    ("of Harbor Clinic, in its tenant", |f, _| json!({ "t": f.hugo.tenant, "r": f.thing("foreign role") })),
    ("missing", |f, _| json!({ "t": f.ana.tenant, "r": f.missing })),
];

const GRANTS: &[(&str, super::Try)] = &[
    ("Payroll to Ana, Cedar Outfitters", |f, _| grant(f, &f.ana.person, Some(&f.ana.company))),
    ("Payroll to Elena, Cedar Logistics", |f, _| grant(f, &f.elena.person, Some(&f.elena.company))),
    ("Payroll to Elena, Cedar Outfitters", |f, _| grant(f, &f.elena.person, Some(&f.ana.company))),
    ("Payroll to oneself, Cedar Logistics", |f, me| grant(f, me, Some(&f.elena.company))),
    ("Payroll to Elena, the whole tenant", |f, _| grant(f, &f.elena.person, None)),
    ("Payroll to Hugo, Cedar Outfitters", |f, _| grant(f, &f.hugo.person, Some(&f.ana.company))),
    ("Payroll to Elena, Harbor Clinic", |f, _| grant(f, &f.elena.person, Some(&f.hugo.company))),
    ("Payroll to no one, Cedar Outfitters", |f, _| grant(f, &f.missing, Some(&f.ana.company))),
];

const ASSIGNMENTS: &[(&str, super::Try)] = &[
    ("Marcus's at Cedar Outfitters", |f, _| json!({ "t": f.ana.tenant, "a": f.thing("at Outfitters") })),
    ("Priya's at Cedar Logistics", |f, _| json!({ "t": f.ana.tenant, "a": f.thing("at Logistics") })),
    ("Omar's in the whole tenant", |f, _| json!({ "t": f.ana.tenant, "a": f.thing("in the tenant") })),
    ("Mina's at Harbor Clinic", |f, _| json!({ "t": f.ana.tenant, "a": f.thing("at the clinic") })),
    ("missing", |f, _| json!({ "t": f.ana.tenant, "a": f.missing })),
];

fn copy(tenant: &str, role: &str, me: &str) -> Value {
    json!({ "t": tenant, "r": role, "n": format!("Copy by {me}") })
}

fn grant(facts: &Facts, person: &str, company: Option<&String>) -> Value {
    json!({ "t": facts.ana.tenant, "p": person, "r": facts.thing("payroll"), "c": company })
}

/// A copy no one holds, made anew before each try, and what people hold.
pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    world.change("DELETE FROM role WHERE name LIKE 'Copy by %'", vec![]).await;
    for (name, sql) in [
        (
            "own role",
            "SELECT r.id FROM role r JOIN tenant t ON t.id = r.tenant_id WHERE r.name = 'Time Off Approver' AND t.name = 'Cedar Group'",
        ),
        (
            "foreign role",
            "SELECT r.id FROM role r JOIN tenant t ON t.id = r.tenant_id WHERE r.name = 'Time Off Approver' AND t.name = 'Harbor Clinic'",
        ),
        (
            "payroll",
            "SELECT r.id FROM role r JOIN tenant t ON t.id = r.tenant_id WHERE r.name = 'Payroll' AND t.name = 'Cedar Group'",
        ),
        (
            "at Outfitters",
            "SELECT a.id FROM role_assignment a JOIN person p ON p.id = a.person_id WHERE p.username = 'marcus'",
        ),
        (
            "at Logistics",
            "SELECT a.id FROM role_assignment a JOIN person p ON p.id = a.person_id JOIN company c ON c.id = a.company_id WHERE p.username = 'priya' AND c.name = 'Cedar Logistics'",
        ),
        (
            "in the tenant",
            "SELECT a.id FROM role_assignment a JOIN person p ON p.id = a.person_id WHERE p.username = 'omar'",
        ),
        (
            "at the clinic",
            "SELECT a.id FROM role_assignment a JOIN person p ON p.id = a.person_id WHERE p.username = 'mina'",
        ),
    ] {
        let (id,): (uuid::Uuid,) = world.app.db.one(sql, vec![]).await.unwrap();
        facts.keep(name, id.to_string());
    }
}
