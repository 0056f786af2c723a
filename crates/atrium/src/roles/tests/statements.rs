//! Roles and who holds them.

use super::{Budget, keeps};
use crate::world::{TODAY, World, both};
use serde_json::json;

// A change: viewer, the proof used up, whose turn it is, what the rules ask about, the row, the row as it is then, the end of the
// audit trail.
pub(super) const BUDGETS: &[Budget] = &[
    ("listRoles", 2),
    ("role", 2),
    ("listRoleHolders", 3),
    ("rolesOfPerson", 3),
    ("roleCandidates", 2),
    ("roleChoices", 4),
    ("compareRights", 5),
    ("previewRole", 8),
    ("previewRoleEnd", 5),
    ("previewRoleEdit", 4),
    ("giveRole", 12),
    ("endRole", 10),
    ("copyRole", 8),
    ("editRole", 12),
    ("removeRole", 10),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn roles_keep_their_budgets(world: World) {
        let grace = world.acting("grace").await;
        let tenant = grace.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone();
        let ana = world.acting("ana").await.standing("Cedar Outfitters").await;
        let list = "query ($t: ID!) { listRoles(tenantId: $t, limit: 100) { results { id name holders } } }";
        keeps(&grace, BUDGETS, "listRoles", list, json!({ "t": tenant })).await;
        let roles = grace.ask(list, json!({ "t": tenant })).await;
        let id_of = |name: &str| {
            let rows = roles.data("/listRoles/results").as_array().unwrap();
            rows.iter().find(|row| row["name"] == name).unwrap()["id"].clone()
        };
        let (employee, payroll) = (id_of("Employee"), id_of("Payroll"));
        let marcus = world.person("marcus").await;
        let mut v = json!({ "t": tenant, "o": marcus, "r": employee, "p": ana.person, "q": payroll, "c": ana.company, "d": TODAY });
        let copy = "mutation ($t: ID!, $r: ID!) { copyRole(tenantId: $t, roleId: $r, name: \"Ours\") { id version } }";
        let give = "mutation ($t: ID!, $p: ID!, $q: ID!, $c: ID) {
            giveRole(tenantId: $t, input: { personId: $p, roleId: $q, companyId: $c }) { id version } }";
        for (name, query) in [
            ("role", "query ($t: ID!, $r: ID!) { role(tenantId: $t, roleId: $r) { name } }"),
            ("listRoleHolders", "query ($t: ID!, $r: ID!) { listRoleHolders(tenantId: $t, roleId: $r, search: \"mor\") { results { username } } }"),
            ("rolesOfPerson", "query ($t: ID!, $p: ID!) { rolesOfPerson(tenantId: $t, personId: $p) { roleName } }"),
            ("roleCandidates", "query ($t: ID!) { roleCandidates(tenantId: $t, search: \"an\") { username } }"),
            ("roleChoices", "query ($t: ID!) { roleChoices(tenantId: $t) { permissions companies { id } applications { code } } }"),
            ("compareRights", "query ($t: ID!, $p: ID!, $o: ID!) { compareRights(tenantId: $t, personId: $p, otherId: $o) { companyName onlyOne { permissions pages { id } } } }"),
            ("previewRole", "query ($t: ID!, $p: ID!, $q: ID!, $c: ID) { previewRole(tenantId: $t, input: { personId: $p, roleId: $q, companyId: $c }) { gains { permissions } } }"),
            ("giveRole", give),
        ] {
            keeps(&grace, BUDGETS, name, query, v.clone()).await;
        }
        let held = "SELECT a.id FROM role_assignment a JOIN role r ON r.id = a.role_id WHERE r.name = 'Payroll'";
        let (held,): (uuid::Uuid,) = world.app.db.one(held, vec![]).await.unwrap();
        v["a"] = json!(held);
        let end = "mutation ($t: ID!, $a: ID!, $d: Date) { endRole(tenantId: $t, assignmentId: $a, version: 1, lastDay: $d) { assignment { id } } }";
        let preview = "query ($t: ID!, $a: ID!, $d: Date) { previewRoleEnd(tenantId: $t, assignmentId: $a, lastDay: $d) { loses { permissions } } }";
        keeps(&grace, BUDGETS, "previewRoleEnd", preview, v.clone()).await;
        keeps(&grace, BUDGETS, "endRole", end, v.clone()).await;
        keeps(&grace, BUDGETS, "copyRole", copy, v.clone()).await;
        let own = "SELECT id FROM role WHERE name = 'Ours'";
        let (own,): (uuid::Uuid,) = world.app.db.one(own, vec![]).await.unwrap();
        v["r"] = json!(own);
        for (name, query) in [
            ("previewRoleEdit", "query ($t: ID!, $r: ID!) { previewRoleEdit(tenantId: $t, roleId: $r, input: { permissions: [\"manager\"] }) { loses { permissions } } }"),
            ("editRole", "mutation ($t: ID!, $r: ID!) { editRole(tenantId: $t, roleId: $r, version: 1, input: { name: \"Other\", permissions: [\"manager\"], applications: [\"PAY\"] }) { id } }"),
            ("removeRole", "mutation ($t: ID!, $r: ID!) { removeRole(tenantId: $t, roleId: $r, version: 2) { roleId } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, v.clone()).await;
        }
    }
}
