//! Host applications, for administrators.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// A change: viewer, what the rules ask about, the proof used up, the row, the list's version, the row as it is then, the end of the
// audit trail.
pub(super) const BUDGETS: &[Budget] = &[
    ("listApplications", 2),
    ("addApplication", 11),
    ("changeApplication", 13),
    ("rotateApplicationSecret", 10),
    ("removeApplication", 10),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn host_applications_keep_their_budgets(world: World) {
        let grace = world.acting("grace").await;
        let tenant = grace.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone();
        let input = json!({
            "code": "LEARN", "name": "Learning", "targetUrl": "https://learn.example", "auth": "secret",
            "redirectUris": ["https://learn.example/callback"], "postLogoutRedirectUris": [], "claims": [], "isEnabled": true,
        });
        let mut v = json!({ "t": tenant, "i": input });
        let add = "mutation ($t: ID!, $i: ApplicationInput!) { addApplication(tenantId: $t, input: $i) { secret } }";
        keeps(&grace, BUDGETS, "addApplication", add, v.clone()).await;
        let (id,): (uuid::Uuid,) =
            world.app.db.one("SELECT id FROM application WHERE code = 'LEARN'", vec![]).await.unwrap();
        v["a"] = json!(id);
        for (name, query) in [
            ("listApplications", "query ($t: ID!) { listApplications(tenantId: $t, search: \"learn\") { results { name roles } } }"),
            ("changeApplication", "mutation ($t: ID!, $a: ID!, $i: ApplicationInput!) { changeApplication(tenantId: $t, applicationId: $a, version: 1, input: $i) { secret } }"),
            ("rotateApplicationSecret", "mutation ($t: ID!, $a: ID!) { rotateApplicationSecret(tenantId: $t, applicationId: $a, version: 2, keepOld: true) { secret } }"),
            ("removeApplication", "mutation ($t: ID!, $a: ID!) { removeApplication(tenantId: $t, applicationId: $a, version: 3) { applicationId } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, v.clone()).await;
        }
    }
}
