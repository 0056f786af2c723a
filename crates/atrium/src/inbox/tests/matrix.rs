//! Notices in the app: everyone has their own.

use super::{Facts, Operation};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listNotices",
        query: "{ listNotices { results { id } } }",
        tries: &[("one's own", |_, _| json!({}))],
    },
    Operation {
        name: "readNotice",
        query: "mutation ($id: ID!) { readNotice(id: $id) { unread } }",
        tries: &[
            ("of Ana's", |f, _| json!({ "id": f.thing("notice of ana") })),
            ("of Marcus's", |f, _| json!({ "id": f.thing("notice of marcus") })),
            ("of Hugo's", |f, _| json!({ "id": f.thing("notice of hugo") })),
            ("missing", |f, _| json!({ "id": f.missing })),
        ],
    },
    Operation {
        name: "readNoticesUntil",
        query: "mutation ($id: ID!) { readNoticesUntil(id: $id) { unread } }",
        tries: &[
            ("of Ana's", |f, _| json!({ "id": f.thing("notice of ana") })),
            ("of Marcus's", |f, _| json!({ "id": f.thing("notice of marcus") })),
            ("of Hugo's", |f, _| json!({ "id": f.thing("notice of hugo") })),
            ("missing", |f, _| json!({ "id": f.missing })),
        ],
    },
];

/// One notice for each of three people, written by hand: who it's about doesn't matter here.
pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    for (name, username, id) in [
        ("notice of ana", "ana", 5001_u128),
        ("notice of marcus", "marcus", 5002),
        ("notice of hugo", "hugo", 5003),
    ] {
        if facts.has(name) {
            continue;
        }
        let id = uuid::Uuid::from_u128(id);
        let sql = "INSERT INTO notice (id, tenant_id, company_id, person_id, kind, facts, created_at)
            SELECT $1, p.tenant_id, c.id, p.id, 'profile_approved', $2, $3 FROM person p
            JOIN company c ON c.tenant_id = p.tenant_id WHERE p.username = $4 ORDER BY c.id LIMIT 1";
        world.change(sql, db::params![id, json!({}), world.app.clock.now(), username]).await;
        facts.keep(name, id.to_string());
    }
}
