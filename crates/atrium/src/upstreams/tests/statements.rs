//! Upstreams, for administrators.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// A change: viewer, what the rules ask about, the proof used up, the row, its mail domains, the row as it is then, the end of the
// audit trail.
pub(super) const BUDGETS: &[Budget] = &[
    ("listUpstreams", 2),
    ("upstreamChoices", 2),
    ("testUpstream", 5),
    ("addUpstream", 14),
    ("changeUpstream", 16),
    ("removeUpstream", 9),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn upstreams_keep_their_budgets(world: World) {
        let grace = world.acting("grace").await;
        let tenant = grace.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone();
        let input = json!({
            "name": "Cedar ID", "issuer": "https://id.example", "clientId": "atrium", "mailDomains": ["a.example", "b.example"],
        });
        let mut v = json!({ "t": tenant, "i": input });
        let add = "mutation ($t: ID!, $i: UpstreamInput!) { addUpstream(tenantId: $t, input: $i) { id } }";
        keeps(&grace, BUDGETS, "addUpstream", add, v.clone()).await;
        let (id,): (uuid::Uuid,) = world.app.db.one("SELECT id FROM upstream", vec![]).await.unwrap();
        v["u"] = json!(id);
        v["i"]["mailDomains"] = json!(["b.example", "c.example"]);
        for (name, query) in [
            ("listUpstreams", "query ($t: ID!) { listUpstreams(tenantId: $t, search: \"cedar\") { results { name mailDomains companyName } } }"),
            ("upstreamChoices", "query ($t: ID!) { upstreamChoices(tenantId: $t) { companies { name } } }"),
            ("testUpstream", "query ($t: ID!) { testUpstream(tenantId: $t, issuer: \"https://atrium.invalid\") { isGood } }"),
            ("changeUpstream", "mutation ($t: ID!, $u: ID!, $i: UpstreamInput!) { changeUpstream(tenantId: $t, upstreamId: $u, version: 1, input: $i) { id } }"),
            ("removeUpstream", "mutation ($t: ID!, $u: ID!) { removeUpstream(tenantId: $t, upstreamId: $u, version: 2) { upstreamId } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, v.clone()).await;
        }
    }
}
