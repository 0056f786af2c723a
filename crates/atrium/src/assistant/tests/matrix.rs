//! The assistant's console page: for the tenant's administrators.

use super::{Facts, Operation};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "assistantOverview",
        query: "query ($t: ID!) { assistantOverview(tenantId: $t) { engine shared { question } } }",
        tries: &[
            ("of Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
            ("of Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
            ("of a missing tenant", |f, _| json!({ "t": f.missing })),
        ],
    },
    Operation {
        name: "testAssistant",
        query: "query ($t: ID!) { testAssistant(tenantId: $t, question: \"When is payday?\") { band } }",
        tries: &[
            ("of Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
            ("of Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
            ("of a missing tenant", |f, _| json!({ "t": f.missing })),
        ],
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts, _: &Operation) {}
