//! Announcements: one's own as an employee, a company's as its manager.

use super::{Facts, Operation, ids};
use crate::world::World;
use serde_json::json;

const LIST_OWN: &str = "query ($t: ID!, $c: ID!, $e: ID, $m: ID) {
    listCompanyMessages(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { results { id } } }";

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listCompanyMessages",
        query: LIST_OWN,
        tries: &[
            ("as the employee Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("as the employee Elena, other company", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
            ("as the employee Hugo, other tenant", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
            ("as a secondary report, Time Off", |f, _| ids(&f.ana, json!({ "e": f.secondary_time_off }))),
            ("as a secondary report, Personal Info", |f, _| ids(&f.ana, json!({ "e": f.secondary_personal_info }))),
            ("as an employee who is missing", |f, _| ids(&f.ana, json!({ "e": f.missing }))),
            ("as no employee", |f, _| ids(&f.ana, json!({}))),
            ("as Ana, with another tenant's id", |f, _| {
                json!({ "t": f.hugo.tenant, "c": f.ana.company, "e": f.ana.employee })
            }),
            ("as manager of Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("as manager of Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("as manager of Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("as manager of a missing company", |f, me| json!({ "t": f.ana.tenant, "c": f.missing, "m": me })),
            ("as Marcus", |f, _| ids(&f.marcus, json!({ "m": f.marcus.person }))),
        ],
    },
    Operation {
        name: "announcements",
        query: "query ($c: ID!, $e: ID!) { announcements(companyId: $c, employeeId: $e) { totalCount } }",
        tries: &[
            ("as the employee Ana", |f, _| json!({ "c": f.ana.company, "e": f.ana.employee })),
            ("as Elena, other company", |f, _| json!({ "c": f.elena.company, "e": f.elena.employee })),
            ("as Hugo, other tenant", |f, _| json!({ "c": f.hugo.company, "e": f.hugo.employee })),
            ("as an employee who is missing", |f, _| json!({ "c": f.ana.company, "e": f.missing })),
        ],
    },
    Operation {
        name: "markMessagesRead",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
            markMessagesRead(tenantId: $t, companyId: $c, employeeId: $e, messageIds: [$id]) { newlyRead } }",
        tries: &[
            ("as the employee Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee, "id": f.missing }))),
            ("as Elena, other company", |f, _| ids(&f.elena, json!({ "e": f.elena.employee, "id": f.missing }))),
            ("as Hugo, other tenant", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee, "id": f.missing }))),
            ("as a secondary report", |f, _| ids(&f.ana, json!({ "e": f.secondary_time_off, "id": f.missing }))),
        ],
    },
    Operation {
        name: "messageAudience",
        query: "query ($t: ID!, $c: ID!, $m: ID!) {
            messageAudience(tenantId: $t, companyId: $c, managerId: $m, input: {}) { people } }",
        tries: &[
            ("Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("as Marcus", |f, _| ids(&f.marcus, json!({ "m": f.marcus.person }))),
        ],
    },
    Operation {
        name: "createMessage",
        query:
            "mutation ($t: ID!, $c: ID!, $m: ID!) { createMessage(tenantId: $t, companyId: $c, managerId: $m,
            input: { message: \"x\", startDate: \"2026-11-16\", endDate: \"2026-11-16\" }) { id } }",
        tries: &[
            ("Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("Cedar Outfitters as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person }))),
            (
                "Cedar Outfitters under the other tenant",
                |f, me| json!({ "t": f.hugo.tenant, "c": f.ana.company, "m": me }),
            ),
        ],
    },
    Operation {
        name: "updateMessage",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) { updateMessage(tenantId: $t, companyId: $c,
            managerId: $m, input: { id: $id, version: 1, message: \"y\", startDate: \"2026-11-16\",
            endDate: \"2026-11-16\" }) { id } }",
        tries: &[
            ("of Cedar Outfitters", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("message of Cedar Outfitters") }))
            }),
            ("of Cedar Outfitters, as of Logistics", |f, me| {
                ids(&f.priya, json!({ "m": me, "id": f.thing("message of Cedar Outfitters") }))
            }),
            ("of Harbor Clinic", |f, me| {
                ids(&f.mina, json!({ "m": me, "id": f.thing("message of Harbor Clinic") }))
            }),
            ("of Harbor Clinic, as of Outfitters", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("message of Harbor Clinic") }))
            }),
            ("missing", |f, me| ids(&f.ana, json!({ "m": me, "id": f.missing }))),
            ("as Marcus", |f, _| {
                ids(&f.ana, json!({ "m": f.marcus.person, "id": f.thing("message of Cedar Outfitters") }))
            }),
        ],
    },
    Operation {
        name: "deleteMessage",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
            deleteMessage(tenantId: $t, companyId: $c, managerId: $m, messageId: $id) { messageId } }",
        tries: &[
            ("of Cedar Outfitters", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("message of Cedar Outfitters") }))
            }),
            ("of Cedar Outfitters, as of Logistics", |f, me| {
                ids(&f.priya, json!({ "m": me, "id": f.thing("message of Cedar Outfitters") }))
            }),
            ("of Harbor Clinic", |f, me| {
                ids(&f.mina, json!({ "m": me, "id": f.thing("message of Harbor Clinic") }))
            }),
            ("of Harbor Clinic, as of Outfitters", |f, me| {
                ids(&f.ana, json!({ "m": me, "id": f.thing("message of Harbor Clinic") }))
            }),
            ("missing", |f, me| ids(&f.ana, json!({ "m": me, "id": f.missing }))),
            ("as Marcus", |f, _| {
                ids(&f.ana, json!({ "m": f.marcus.person, "id": f.thing("message of Cedar Outfitters") }))
            }),
        ],
    },
];

/// What a try uses up is made anew before each.
pub(super) async fn prepare(world: &World, facts: &mut Facts, operation: &Operation) {
    if operation.name.ends_with("Message") {
        facts.keep("message of Cedar Outfitters", fresh(world, "marcus", "Cedar Outfitters").await);
        facts.keep("message of Harbor Clinic", fresh(world, "mina", "Harbor Clinic").await);
    }
}

async fn fresh(world: &World, username: &str, company: &str) -> String {
    let author = world.acting(username).await;
    let at = author.standing(company).await;
    let create = OPERATIONS.iter().find(|operation| operation.name == "createMessage").unwrap().query;
    let reply = author.ask(create, ids(&at, json!({ "m": at.person }))).await;
    reply.data("/createMessage/id").as_str().unwrap().to_owned()
}
