//! Documents: current ones for employees, all of them for managers.

use super::{Facts, Operation, ids};
use crate::world::World;
use serde_json::json;

const FILE: &str = "JVBERi0xLjQKMSAwIG9iago8PCA+PgplbmRvYmoKc3RhcnR4cmVmCjkKJSVFT0YK";

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listCompanyDocuments",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID) {
            listCompanyDocuments(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { results { id } } }",
        tries: &[
            ("Ana's", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Elena's", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
            ("Hugo's", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
            ("of Cedar Outfitters, as manager", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("of Cedar Logistics, as manager", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("of Harbor Clinic, as manager", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("as Marcus", |f, _| ids(&f.marcus, json!({ "m": f.marcus.person }))),
            ("as nobody in particular", |f, _| ids(&f.ana, json!({}))),
        ],
    },
    Operation {
        name: "getCompanyDocument",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID, $id: ID!) {
            getCompanyDocument(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m, documentId: $id) { fileString } }",
        tries: &[
            ("of Cedar Outfitters, as Ana", |f, _| {
                ids(&f.ana, json!({ "e": f.ana.employee, "id": f.thing("document of Cedar Outfitters") }))
            }),
            ("of Cedar Outfitters, as manager", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("document of Cedar Outfitters") }))
            }),
            ("of Cedar Outfitters, as of Logistics", |f, me| {
                ids(&f.priya, json!({ "m": me, "id": f.thing("document of Cedar Outfitters") }))
            }),
            ("of Harbor Clinic", |f, me| {
                ids(&f.mina, json!({ "m": me, "id": f.thing("document of Harbor Clinic") }))
            }),
            ("missing", |f, me| ids(&f.ana, json!({ "m": me, "id": f.missing }))),
        ],
    },
    Operation {
        name: "putCompanyDocuments",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $i: CompanyDocumentInput!) {
            putCompanyDocuments(tenantId: $t, companyId: $c, managerId: $m, input: $i) { id } }",
        tries: &[
            ("to Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me, "i": named(f.thing("a new name")) }))),
            ("to Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me, "i": named(f.thing("a new name")) }))),
            ("to Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me, "i": named(f.thing("a new name")) }))),
            ("as Marcus", |f, _| {
                ids(&f.ana, json!({ "m": f.marcus.person, "i": named(f.thing("a new name")) }))
            }),
        ],
    },
    Operation {
        name: "deleteCompanyDocument",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
            deleteCompanyDocument(tenantId: $t, companyId: $c, managerId: $m, documentId: $id) { documentId } }",
        tries: &[
            ("of Cedar Outfitters", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("document of Cedar Outfitters") }))
            }),
            ("of Cedar Outfitters, as of Logistics", |f, me| {
                ids(&f.priya, json!({ "m": me, "id": f.thing("document of Cedar Outfitters") }))
            }),
            ("of Harbor Clinic", |f, me| {
                ids(&f.mina, json!({ "m": me, "id": f.thing("document of Harbor Clinic") }))
            }),
            ("of Harbor Clinic, as of Outfitters", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("document of Harbor Clinic") }))
            }),
            ("missing", |f, me| ids(&f.ana, json!({ "m": me, "id": f.missing }))),
        ],
    },
];

fn named(name: &str) -> serde_json::Value {
    json!({ "documentName": name, "fileName": "x.pdf", "fileString": FILE, "startDate": "2026-11-16",
        "endDate": "2026-11-16", "showOnDashboard": false })
}

/// What a try uses up is made anew before each.
pub(super) async fn prepare(world: &World, facts: &mut Facts, operation: &Operation) {
    facts.keep("a new name", uuid_of(world));
    if operation.name == "deleteCompanyDocument" || !facts.has("document of Cedar Outfitters") {
        keep_some(world, facts).await;
    }
}

pub(super) async fn keep_some(world: &World, facts: &mut Facts) {
    facts.keep("document of Cedar Outfitters", fresh(world, "marcus", "Cedar Outfitters").await);
    facts.keep("document of Harbor Clinic", fresh(world, "mina", "Harbor Clinic").await);
}

fn uuid_of(world: &World) -> String {
    world.app.ids.next(world.app.clock.now()).to_string()
}

async fn fresh(world: &World, username: &str, company: &str) -> String {
    let author = world.acting(username).await;
    let at = author.standing(company).await;
    let put = OPERATIONS.iter().find(|operation| operation.name == "putCompanyDocuments").unwrap().query;
    let reply = author.ask(put, ids(&at, json!({ "m": at.person, "i": named(&uuid_of(world)) }))).await;
    reply.data("/putCompanyDocuments/id").as_str().unwrap().to_owned()
}
