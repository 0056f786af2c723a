//! The catalogue: everyone's own, changed by administrators of the tenant.

use super::{Facts, Operation, Try, ids};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "features",
        query: "query ($t: ID!, $c: ID) { features(tenantId: $t, companyId: $c) { featureId } }",
        tries: &[
            ("Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
            ("Cedar Outfitters", |f, _| ids(&f.ana, json!({}))),
            ("Cedar Logistics", |f, _| ids(&f.elena, json!({}))),
            ("Harbor Clinic", |f, _| ids(&f.hugo, json!({}))),
            (
                "Cedar Outfitters under the other tenant",
                |f, _| json!({ "t": f.hugo.tenant, "c": f.ana.company }),
            ),
            ("a missing company", |f, _| json!({ "t": f.ana.tenant, "c": f.missing })),
        ],
    },
    Operation {
        name: "addFeature",
        query: "mutation ($t: ID!, $id: ID!) { addFeature(tenantId: $t, featureId: $id, featureType: page, enabled: false,
            readOnly: false, title: \"x\", path: \"/x\") { featureId } }",
        tries: &[
            ("Cedar Group", |f, me| json!({ "t": f.ana.tenant, "id": format!("x-{me}") })),
            ("Harbor Clinic", |f, me| json!({ "t": f.hugo.tenant, "id": format!("x-{me}") })),
            ("a missing tenant", |f, me| json!({ "t": f.missing, "id": format!("x-{me}") })),
        ],
    },
    Operation {
        name: "updateFeature",
        query: "mutation ($t: ID!, $v: Int!) {
            updateFeature(tenantId: $t, feature: { featureId: \"pay\", version: $v, title: \"Pay\" }) { featureId } }",
        tries: &[
            ("of Cedar Group", |f, _| json!({ "t": f.ana.tenant, "v": version(f) })),
            ("of Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant, "v": 1 })),
            ("of a missing tenant", |f, _| json!({ "t": f.missing, "v": 1 })),
        ],
    },
    Operation {
        name: "deleteFeature",
        query: "mutation ($t: ID!, $id: ID!) { deleteFeature(tenantId: $t, featureId: $id) { featureId } }",
        tries: &[
            ("of Cedar Group", |f, _| json!({ "t": f.ana.tenant, "id": f.thing("feature") })),
            ("of Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant, "id": f.thing("feature") })),
            ("missing", |f, _| json!({ "t": f.ana.tenant, "id": "nothing" })),
        ],
    },
    Operation {
        name: "portalSettings",
        query: "query ($t: ID!) { portalSettings(tenantId: $t) { secondFactor } }",
        tries: TENANTS,
    },
    Operation {
        name: "setPortalFlag",
        query: "mutation ($t: ID!) { setPortalFlag(tenantId: $t, key: \"embed-user-guide\", isOn: true) { secondFactor } }",
        tries: TENANTS,
    },
    Operation {
        name: "noticeTexts",
        query: "query ($t: ID!) { noticeTexts(tenantId: $t) { kind } }",
        tries: TENANTS,
    },
    Operation {
        name: "setNoticeText",
        query: "mutation ($t: ID!) { setNoticeText(tenantId: $t, kind: welcome, english: \"Hi\", spanish: \"\", version: 0) { kind } }",
        tries: TENANTS,
    },
    Operation {
        name: "setSecondFactorPolicy",
        query: "mutation ($t: ID!) { setSecondFactorPolicy(tenantId: $t, when: newDevice) { secondFactor } }",
        tries: TENANTS,
    },
];

const TENANTS: &[(&str, Try)] = &[
    ("of Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
    ("of Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
    ("of a missing tenant", |f, _| json!({ "t": f.missing })),
];

fn version(facts: &Facts) -> i64 {
    facts.thing("version").parse().unwrap()
}

/// A feature in both tenants, and the version of the one that is changed.
pub(super) async fn prepare(world: &World, facts: &mut Facts, operation: &Operation) {
    let version: (i64,) = world
        .app
        .db
        .one(
            "SELECT f.version FROM feature f JOIN tenant t ON t.id = f.tenant_id WHERE t.name = 'Cedar Group'
               AND f.feature_id = 'pay'",
            vec![],
        )
        .await
        .unwrap();
    facts.keep("version", version.0.to_string());
    if operation.name == "setNoticeText" {
        world.change("DELETE FROM notice_text", vec![]).await;
    }
    if operation.name == "deleteFeature" {
        world
            .change(
                "INSERT INTO feature (tenant_id, feature_id, kind, title, enabled, read_only, path, permissions, position,
                   version)
                 SELECT id, 'thing', 'page', 'x', FALSE, FALSE, '/x', '', 1, 1 FROM tenant WHERE TRUE
                 ON CONFLICT (tenant_id, feature_id) DO NOTHING",
                vec![],
            )
            .await;
        facts.keep("feature", "thing".to_owned());
    }
}
