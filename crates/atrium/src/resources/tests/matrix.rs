//! Resources, action items and links: an employee's own, a company's as its manager.

use super::{Facts, Operation, Try, ids};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "resources",
        query: "query ($c: ID!, $e: ID!) { resources(companyId: $c, employeeId: $e, limit: 5) { totalCount } }",
        tries: &[
            ("Ana's", |f, _| json!({ "c": f.ana.company, "e": f.ana.employee })),
            ("Elena's", |f, _| json!({ "c": f.elena.company, "e": f.elena.employee })),
            ("Hugo's", |f, _| json!({ "c": f.hugo.company, "e": f.hugo.employee })),
            ("missing", |f, _| json!({ "c": f.ana.company, "e": f.missing })),
        ],
    },
    Operation {
        name: "listCompanyResources",
        query: "query ($t: ID!, $c: ID!, $m: ID!) {
            listCompanyResources(tenantId: $t, companyId: $c, managerId: $m) { results { id } } }",
        tries: &[
            ("of Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("of Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("of Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("as Marcus", |f, _| ids(&f.marcus, json!({ "m": f.marcus.person }))),
        ],
    },
    Operation {
        name: "resourceAcknowledgements",
        query: "query ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
            resourceAcknowledgements(tenantId: $t, companyId: $c, managerId: $m, resourceId: $id) { results { employeeId } } }",
        tries: &[
            ("of Cedar Outfitters", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("resource of Cedar Outfitters") }))
            }),
            ("of Cedar Outfitters, as of Logistics", |f, me| {
                ids(&f.priya, json!({ "m": me, "id": f.thing("resource of Cedar Outfitters") }))
            }),
            ("of Harbor Clinic", |f, me| {
                ids(&f.mina, json!({ "m": me, "id": f.thing("resource of Harbor Clinic") }))
            }),
            ("missing", |f, me| ids(&f.ana, json!({ "m": me, "id": f.missing }))),
        ],
    },
    Operation {
        name: "createResource",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $n: String!) { createResource(tenantId: $t, companyId: $c,
            managerId: $m, input: { name: $n, isActionItem: true }) { id } }",
        tries: &[
            ("for Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me, "n": f.thing("a new name") }))),
            ("for Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me, "n": f.thing("a new name") }))),
            ("for Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me, "n": f.thing("a new name") }))),
            ("as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person, "n": f.thing("a new name") }))),
        ],
    },
    Operation {
        name: "updateResource",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $n: String!, $id: ID!) { updateResource(tenantId: $t, companyId: $c,
            managerId: $m, resourceId: $id, version: 1, input: { name: $n, isActionItem: true }) { id } }",
        tries: &[
            ("of Cedar Outfitters", |f, me| {
                let id = f.thing("resource of Cedar Outfitters");
                ids(&f.ana, json!({ "m": me, "n": f.thing("a new name"), "id": id }))
            }),
            ("of Cedar Outfitters, as of Logistics", |f, me| {
                let id = f.thing("resource of Cedar Outfitters");
                ids(&f.priya, json!({ "m": me, "n": f.thing("a new name"), "id": id }))
            }),
            ("of Harbor Clinic", |f, me| {
                let id = f.thing("resource of Harbor Clinic");
                ids(&f.mina, json!({ "m": me, "n": f.thing("a new name"), "id": id }))
            }),
            ("missing", |f, me| ids(&f.ana, json!({ "m": me, "n": f.thing("a new name"), "id": f.missing }))),
        ],
    },
    Operation {
        name: "deleteResource",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
            deleteResource(tenantId: $t, companyId: $c, managerId: $m, resourceId: $id) { resourceId } }",
        tries: &[
            ("of Cedar Outfitters", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("resource of Cedar Outfitters") }))
            }),
            ("of Cedar Outfitters, as of Logistics", |f, me| {
                ids(&f.priya, json!({ "m": me, "id": f.thing("resource of Cedar Outfitters") }))
            }),
            ("of Harbor Clinic", |f, me| {
                ids(&f.mina, json!({ "m": me, "id": f.thing("resource of Harbor Clinic") }))
            }),
            ("missing", |f, me| ids(&f.ana, json!({ "m": me, "id": f.missing }))),
        ],
    },
    Operation {
        name: "acknowledgeResource",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
            acknowledgeResource(tenantId: $t, companyId: $c, employeeId: $e, resourceId: $id) { status } }",
        tries: &[
            ("as Ana", |f, _| {
                ids(&f.ana, json!({ "e": f.ana.employee, "id": f.thing("resource of Cedar Outfitters") }))
            }),
            ("as Elena, of another company", |f, _| {
                ids(&f.elena, json!({ "e": f.elena.employee, "id": f.thing("resource of Cedar Outfitters") }))
            }),
            ("as Hugo, of the other tenant", |f, _| {
                ids(&f.hugo, json!({ "e": f.hugo.employee, "id": f.thing("resource of Cedar Outfitters") }))
            }),
            ("missing, as Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee, "id": f.missing }))),
        ],
    },
    Operation {
        name: "getCompanyLinks",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID) {
            getCompanyLinks(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { version } }",
        tries: &[
            ("of Cedar Outfitters", |f, _| ids(&f.ana, json!({}))),
            ("of Cedar Outfitters as Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("of Cedar Outfitters as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person }))),
            ("of Cedar Logistics", |f, _| ids(&f.elena, json!({}))),
            ("of Harbor Clinic", |f, _| ids(&f.hugo, json!({}))),
        ],
    },
    Operation {
        name: "putCompanyLinks",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!) { putCompanyLinks(tenantId: $t, companyId: $c, managerId: $m,
            input: { customLinks: [], dashboardMessages: [] }) { version } }",
        tries: &[
            ("of Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("of Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("of Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person }))),
        ],
    },
    Operation {
        name: "administeredLinks",
        query: "query ($t: ID!, $c: ID!) { administeredLinks(tenantId: $t, companyId: $c) { version } }",
        tries: COMPANIES,
    },
    Operation {
        name: "putAdministeredLinks",
        query: "mutation ($t: ID!, $c: ID!) { putAdministeredLinks(tenantId: $t, companyId: $c,
            input: { customLinks: [], dashboardMessages: [] }) { version } }",
        tries: COMPANIES,
    },
];

const COMPANIES: &[(&str, Try)] = &[
    ("of Cedar Outfitters", |f, _| ids(&f.ana, json!({}))),
    ("of Cedar Logistics", |f, _| ids(&f.elena, json!({}))),
    ("of Harbor Clinic", |f, _| ids(&f.hugo, json!({}))),
    ("of Harbor Clinic, as of Cedar Group", |f, _| json!({ "t": f.ana.tenant, "c": f.hugo.company })),
];

/// What a try uses up is made anew before each.
pub(super) async fn prepare(world: &World, facts: &mut Facts, operation: &Operation) {
    facts.keep("a new name", world.app.ids.next(world.app.clock.now()).to_string());
    let uses_one = operation.query.contains("resourceId: $id");
    if uses_one {
        facts.keep("resource of Cedar Outfitters", fresh(world, "marcus", "Cedar Outfitters").await);
        facts.keep("resource of Harbor Clinic", fresh(world, "mina", "Harbor Clinic").await);
    }
}

async fn fresh(world: &World, username: &str, company: &str) -> String {
    let author = world.acting(username).await;
    let at = author.standing(company).await;
    let create = OPERATIONS.iter().find(|operation| operation.name == "createResource").unwrap().query;
    let name = world.app.ids.next(world.app.clock.now()).to_string();
    let reply = author.ask(create, ids(&at, json!({ "m": at.person, "n": name }))).await;
    reply.data("/createResource/id").as_str().unwrap().to_owned()
}
