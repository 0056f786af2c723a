//! The audit trail: its tenant's administrators read it, and to anyone else there is none.

use super::{Facts, Operation};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "auditEvents",
        query: "query ($t: ID!) { auditEvents(tenantId: $t) { results { seq } } }",
        tries: &[
            ("of Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
            ("of Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
            ("of a missing tenant", |f, _| json!({ "t": f.missing })),
        ],
    },
    Operation {
        name: "auditActions",
        query: "query ($t: ID!) { auditActions(tenantId: $t) }",
        tries: &[
            ("of Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
            ("of Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
            ("of a missing tenant", |f, _| json!({ "t": f.missing })),
        ],
    },
    Operation {
        name: "exportAuditEvents",
        query: "query ($t: ID!) { exportAuditEvents(tenantId: $t) { events } }",
        tries: &[
            ("of Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
            ("of Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
            ("of a missing tenant", |f, _| json!({ "t": f.missing })),
        ],
    },
    Operation {
        name: "verifyAuditTrail",
        query: "mutation ($t: ID!) { verifyAuditTrail(tenantId: $t) { isDone } }",
        tries: &[
            ("of Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
            ("of Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
            ("of a missing tenant", |f, _| json!({ "t": f.missing })),
        ],
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts, _: &Operation) {}
