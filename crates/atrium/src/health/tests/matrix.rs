//! The health page: for the tenant's administrators.

use super::{Facts, Operation};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "systemHealth",
        query: "query ($t: ID!) { systemHealth(tenantId: $t) { version } }",
        tries: &[
            ("of Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
            ("of Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
            ("of a missing tenant", |f, _| json!({ "t": f.missing })),
        ],
    },
    Operation {
        name: "sendTestMessage",
        query: "mutation ($t: ID!) { sendTestMessage(tenantId: $t, channel: mail) { channel } }",
        tries: &[
            ("of Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
            ("of Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
            ("of a missing tenant", |f, _| json!({ "t": f.missing })),
        ],
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts, _: &Operation) {}
