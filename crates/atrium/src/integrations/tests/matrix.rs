//! Vendors of a company, for anyone who belongs to it.

use super::{Facts, Operation, ids};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listCompanyIntegrations",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID) {
            listCompanyIntegrations(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { results { id } } }",
        tries: &[
            ("Cedar Outfitters", |f, _| ids(&f.ana, json!({}))),
            ("Cedar Outfitters as Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Cedar Outfitters as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person }))),
            ("Cedar Logistics", |f, _| ids(&f.elena, json!({}))),
            ("Harbor Clinic", |f, _| ids(&f.hugo, json!({}))),
            ("a missing company", |f, _| json!({ "t": f.ana.tenant, "c": f.missing })),
        ],
    },
    Operation {
        name: "getEeTimeClkVendorIntegrationDetails",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID) { getEeTimeClkVendorIntegrationDetails(tenantId: $t, companyId: $c,
            employeeId: $e, managerId: $m) { vendorName employeeOneTimeCredentials adminOneTimeCredentials } }",
        tries: &[
            ("Cedar Outfitters as Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Cedar Outfitters as a manager", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("Cedar Outfitters as Ana and a manager", |f, me| {
                ids(&f.ana, json!({ "e": f.ana.employee, "m": me }))
            }),
            ("Cedar Outfitters as nobody", |f, _| ids(&f.ana, json!({}))),
            ("Cedar Logistics, without a vendor", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
            ("Harbor Clinic as a manager", |f, me| ids(&f.hugo, json!({ "m": me }))),
        ],
    },
    Operation {
        name: "companySwitches",
        query: "query ($t: ID!, $c: ID!) { companySwitches(tenantId: $t, companyId: $c) { timeClock } }",
        tries: &[
            ("Cedar Outfitters", |f, _| ids(&f.ana, json!({}))),
            ("Cedar Logistics", |f, _| ids(&f.elena, json!({}))),
            ("Harbor Clinic", |f, _| ids(&f.hugo, json!({}))),
            ("a missing company", |f, _| json!({ "t": f.ana.tenant, "c": f.missing })),
        ],
    },
    Operation {
        name: "launchIntegration",
        query: "mutation ($t: ID!, $c: ID!, $i: ID!) {
            launchIntegration(tenantId: $t, companyId: $c, integrationId: $i) { url } }",
        tries: &[
            ("Asureforce of Cedar Outfitters", |f, _| ids(&f.ana, json!({ "i": f.thing("Asureforce") }))),
            ("ZayZoon of Cedar Outfitters", |f, _| ids(&f.ana, json!({ "i": f.thing("ZayZoon") }))),
            ("Asureforce, as of Logistics", |f, _| ids(&f.elena, json!({ "i": f.thing("Asureforce") }))),
            ("Mineral of Harbor Clinic", |f, _| ids(&f.hugo, json!({ "i": f.thing("Mineral") }))),
            ("Mineral of Harbor Clinic, as of Outfitters", |f, _| {
                ids(&f.ana, json!({ "i": f.thing("Mineral") }))
            }),
            ("one that is not active", |f, _| ids(&f.ana, json!({ "i": f.thing("Swipe Clock") }))),
            ("missing", |f, _| ids(&f.ana, json!({ "i": f.missing }))),
        ],
    },
];

pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    for vendor in ["Asureforce", "ZayZoon", "Mineral", "Swipe Clock"] {
        if !facts.has(vendor) {
            let sql = "SELECT id FROM integration WHERE name = $1";
            let (id,): (uuid::Uuid,) = world.app.db.one(sql, db::params![vendor]).await.unwrap();
            facts.keep(vendor, id.to_string());
        }
    }
}
