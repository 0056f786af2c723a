//! Helping people sign in: for administrators of the tenant, and of a company as far as it reaches. Whatever could take
//! over an account needs a fresh factor.

use super::{Facts, Operation};
use crate::world::World;
use atrium::shared::id::PersonId;
use serde_json::{Value, json};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "administeredAccount",
        query: "query ($p: ID!) { administeredAccount(personId: $p) { mayHelp } }",
        tries: HELPED,
    },
    Operation {
        name: "endSessionsOf",
        query: "mutation ($p: ID!) { endSessionsOf(personId: $p) { mayHelp } }",
        tries: HELPED,
    },
    Operation {
        name: "resetSignIn",
        query:
            "mutation ($p: ID!) { resetSignIn(personId: $p, input: { passkeyIds: [], linkedIdentityIds: [],
            totp: true, phone: false, sendsLink: true }) { mayHelp } }",
        tries: HELPED,
    },
    Operation {
        name: "lockAccount",
        query: "mutation ($p: ID!) { lockAccount(personId: $p) { mayHelp } }",
        tries: HELPED,
    },
    Operation {
        name: "unlockAccount",
        query: "mutation ($p: ID!) { unlockAccount(personId: $p) { mayHelp } }",
        tries: HELPED,
    },
    Operation {
        name: "undoMergeOf",
        query: "mutation ($p: ID!, $m: ID!) { undoMergeOf(personId: $p, mergeId: $m) { mayHelp } }",
        tries: &[
            (
                "Evan, Cedar Outfitters",
                |f, _| json!({ "p": f.thing("Evan"), "m": f.thing("merge into Evan's") }),
            ),
            (
                "a colleague, Cedar Logistics",
                |f, _| json!({ "p": f.thing("at Logistics"), "m": f.thing("merge at Logistics") }),
            ),
            ("Hugo, other tenant", |f, _| json!({ "p": f.hugo.person, "m": f.missing })),
            ("oneself", |f, me| json!({ "p": me, "m": f.missing })),
            ("missing", |f, _| json!({ "p": f.missing, "m": f.missing })),
        ],
    },
    Operation {
        name: "sendSignInLink",
        query: "mutation ($p: ID!) { sendSignInLink(personId: $p) { mayHelp } }",
        tries: HELPED,
    },
    Operation {
        name: "uninvitedPeople",
        query: "query ($c: ID) { uninvitedPeople(companyId: $c) { waiting } }",
        tries: COMPANIES,
    },
    Operation {
        name: "inviteUninvitedPeople",
        query: "mutation ($c: ID) { inviteUninvitedPeople(companyId: $c) { invited } }",
        tries: COMPANIES,
    },
    Operation {
        name: "correctSignInName",
        query: "mutation ($p: ID!, $s: SignInNameInput!) { correctSignInName(personId: $p,
            input: { email: \"new@cedar.example\", username: \"new\" }, shown: $s) { mayHelp } }",
        tries: &[
            ("Evan, Cedar Outfitters", |f, _| corrected(f, f.thing("Evan"), "Evan")),
            ("a colleague, Cedar Logistics", |f, _| corrected(f, f.thing("at Logistics"), "at Logistics")),
            ("someone who was changed since", |f, _| corrected(f, f.thing("Evan"), "at Logistics")),
            ("Hugo, other tenant", |f, _| corrected(f, &f.hugo.person, "Evan")),
            ("oneself", |f, me| corrected(f, me, "Evan")),
            ("missing", |f, _| corrected(f, &f.missing, "Evan")),
        ],
    },
];

/// As the name and the address of someone were shown.
fn corrected(facts: &Facts, person: &str, shown: &str) -> Value {
    let (username, email) = match shown {
        "Evan" => ("Evan's username", "Evan's address"),
        _ => ("username at Logistics", "address at Logistics"),
    };
    json!({ "p": person, "s": { "username": facts.thing(username), "email": facts.thing(email) } })
}

/// Someone to help at each company. None of them is a column: signing them out would end a column's own session.
const HELPED: &[(&str, super::Try)] = &[
    ("Evan, Cedar Outfitters", |f, _| json!({ "p": f.thing("Evan") })),
    ("a colleague, Cedar Logistics", |f, _| json!({ "p": f.thing("at Logistics") })),
    ("Hugo, other tenant", |f, _| json!({ "p": f.hugo.person })),
    ("oneself", |_, me| json!({ "p": me })),
    ("missing", |f, _| json!({ "p": f.missing })),
];

const COMPANIES: &[(&str, super::Try)] = &[
    ("everyone one looks after", |_, _| json!({})),
    ("Cedar Outfitters", |f, _| json!({ "c": f.ana.company })),
    ("Cedar Logistics", |f, _| json!({ "c": f.elena.company })),
    ("Harbor Clinic", |f, _| json!({ "c": f.hugo.company })),
    ("missing", |f, _| json!({ "c": f.missing })),
];

/// What locking did before is undone, for the next who tries.
pub(super) async fn prepare(world: &World, facts: &mut Facts, operation: &Operation) {
    if !facts.has("Evan") {
        facts.keep("Evan", world.person("evan").await.to_string());
        let sql = "SELECT e.person_id FROM employee e JOIN company c ON c.id = e.company_id
            WHERE c.name = 'Cedar Logistics' AND (SELECT count(*) FROM employee o WHERE o.person_id = e.person_id) = 1
              AND NOT EXISTS (SELECT 1 FROM reporting_line l WHERE l.manager_id = e.person_id)
              AND NOT EXISTS (SELECT 1 FROM person p WHERE p.id = e.person_id AND p.username IN ('elena', 'priya', 'omar'))
            ORDER BY e.employee_code LIMIT 1";
        let (person,): (PersonId,) = world.app.db.one(sql, vec![]).await.unwrap();
        facts.keep("at Logistics", person.to_string());
        for (of, username, email) in [
            (world.person("evan").await, "Evan's username", "Evan's address"),
            (person, "username at Logistics", "address at Logistics"),
        ] {
            let sql = "SELECT username, email FROM person WHERE id = $1";
            let shown: (String, String) = world.app.db.one(sql, db::params![of]).await.unwrap();
            facts.keep(username, shown.0);
            facts.keep(email, shown.1);
        }
    }
    if operation.name == "undoMergeOf" && !facts.has("merge at Logistics") {
        for (n, of, merge) in
            [(1u128, "Evan", "merge into Evan's"), (2, "at Logistics", "merge at Logistics")]
        {
            let (id, person) = (uuid::Uuid::from_u128(n), facts.thing(of).parse::<uuid::Uuid>().unwrap());
            let sql =
                "INSERT INTO account_merge (id, tenant_id, person_id, other_id, moved, merged_at, undo_until)
                SELECT $1, tenant_id, $2, id, '{}', $3, $4 FROM person WHERE username = 'victor'";
            let now = world.app.clock.now();
            let until = now + jiff::SignedDuration::from_hours(1);
            world.change(sql, db::params![id, person, now, until]).await;
            facts.keep(merge, id.to_string());
        }
    }
    if operation.name == "lockAccount" {
        let unlock =
            "UPDATE person SET disabled_at = NULL WHERE merged_into IS NULL AND username <> 'victor'";
        world.change(unlock, vec![]).await;
    }
}
