//! Machine clients, for administrators.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// A change: viewer, what the rules ask about, the proof used up, the row, the row as it is then, the end of the audit trail.
pub(super) const BUDGETS: &[Budget] = &[
    ("listMachines", 2),
    ("addMachine", 10),
    ("changeMachine", 12),
    ("rotateMachineSecret", 10),
    ("revokeMachine", 10),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn machines_keep_their_budgets(world: World) {
        let grace = world.acting("grace").await;
        let tenant = grace.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone();
        let input = json!({ "name": "Directory", "scopes": ["scim"], "auth": "secret" });
        let mut v = json!({ "t": tenant, "i": input });
        let add = "mutation ($t: ID!, $i: MachineClientInput!) { addMachine(tenantId: $t, input: $i) { secret } }";
        keeps(&grace, BUDGETS, "addMachine", add, v.clone()).await;
        let (id,): (uuid::Uuid,) = world.app.db.one("SELECT id FROM machine", vec![]).await.unwrap();
        v["m"] = json!(id);
        for (name, query) in [
            ("listMachines", "query ($t: ID!) { listMachines(tenantId: $t, search: \"dir\") { results { name scopes } } }"),
            ("changeMachine", "mutation ($t: ID!, $m: ID!, $i: MachineClientInput!) { changeMachine(tenantId: $t, machineId: $m, version: 1, input: $i) { secret } }"),
            ("rotateMachineSecret", "mutation ($t: ID!, $m: ID!) { rotateMachineSecret(tenantId: $t, machineId: $m, version: 2, keepOld: true) { secret } }"),
            ("revokeMachine", "mutation ($t: ID!, $m: ID!) { revokeMachine(tenantId: $t, machineId: $m, version: 3) { id } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, v.clone()).await;
        }
    }
}
