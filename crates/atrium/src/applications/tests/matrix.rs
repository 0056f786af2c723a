//! People and applications as the portal asks for them.

use super::{Facts, Operation};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "centralPage",
        query: "query ($t: ID!) { centralPage(tenantId: $t) { title } }",
        tries: &[
            ("Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
            ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
            ("missing", |f, _| json!({ "t": f.missing })),
        ],
    },
    Operation {
        name: "userBySubId",
        query: "query ($s: ID!) { userBySubId(subId: $s) { id } }",
        tries: &[
            ("oneself", |_, me| json!({ "s": me })),
            ("Ana", |f, _| json!({ "s": f.ana.person })),
            ("Hugo", |f, _| json!({ "s": f.hugo.person })),
            ("missing", |f, _| json!({ "s": f.missing })),
        ],
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts, _: &Operation) {}
