//! Account settings: always one's own, so that there is one row each, and one for what is somebody else's.

use super::{Facts, Operation};
use crate::world::{Browser, World};
use atrium::shared::id::PersonId;
use serde_json::json;

const fn oneself(name: &'static str, query: &'static str) -> Operation {
    Operation { name, query, tries: &[("oneself", |_, _| json!({}))] }
}

pub(super) const OPERATIONS: &[Operation] = &[
    oneself("viewer", "{ viewer { personId } }"),
    oneself("accountSecurity", "{ accountSecurity { username } }"),
    oneself(
        "changePassword",
        "mutation { changePassword(currentPassword: \"not it\", newPassword: \"x\") { username } }",
    ),
    oneself("beginPasskey", "mutation { beginPasskey { ceremony } }"),
    oneself(
        "addPasskey",
        "mutation { addPasskey(ceremony: \"x\", name: \"x\", credential: \"{}\") { username } }",
    ),
    oneself("beginTotp", "mutation { beginTotp { ceremony } }"),
    oneself("confirmTotp", "mutation { confirmTotp(ceremony: \"x\", code: \"000000\") { recoveryCodes } }"),
    oneself("resendNewEmail", "mutation { resendNewEmail { username } }"),
    oneself("cancelNewEmail", "mutation { cancelNewEmail { username } }"),
    oneself("removePhone", "mutation { removePhone { username } }"),
    oneself("removeTotp", "mutation { removeTotp { username } }"),
    oneself("renewRecoveryCodes", "mutation { renewRecoveryCodes { recoveryCodes } }"),
    oneself("endOtherSessions", "mutation { endOtherSessions { username } }"),
    oneself("changeLanguage", "mutation { changeLanguage(language: \"en\") { username } }"),
    oneself("beginMerge", "mutation { beginMerge(username: \"nobody\", password: \"not it\") { merge } }"),
    oneself("undoMerge", "mutation { undoMerge { username } }"),
    Operation {
        name: "endSession",
        query: "mutation ($id: ID!) { endSession(sessionId: $id) { username } }",
        tries: &[
            ("of Ana, on her phone", |f, _| json!({ "id": f.thing("session of Ana") })),
            ("missing", |f, _| json!({ "id": f.missing })),
        ],
    },
    Operation {
        name: "renamePasskey",
        query: "mutation ($id: ID!) { renamePasskey(passkeyId: $id, name: \"x\") { username } }",
        tries: &[
            ("of Ana", |f, _| json!({ "id": f.thing("passkey of Ana") })),
            ("missing", |f, _| json!({ "id": f.missing })),
        ],
    },
    Operation {
        name: "removePasskey",
        query: "mutation ($id: ID!) { removePasskey(passkeyId: $id) { username } }",
        tries: &[("of Ana", |f, _| json!({ "id": f.thing("passkey of Ana") }))],
    },
    Operation {
        name: "removeLinkedIdentity",
        query: "mutation ($id: ID!) { removeLinkedIdentity(identityId: $id) { username } }",
        tries: &[("missing", |f, _| json!({ "id": f.missing }))],
    },
    Operation {
        name: "sendMergeCode",
        query: "mutation ($id: ID!) { sendMergeCode(merge: $id) }",
        tries: &[("missing", |f, _| json!({ "id": f.missing }))],
    },
    Operation {
        name: "confirmMerge",
        query: "mutation ($id: ID!) { confirmMerge(merge: $id, kind: \"totp\", code: \"000000\") { username } }",
        tries: &[("missing", |f, _| json!({ "id": f.missing }))],
    },
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
        query: "mutation ($p: ID!) { resetSignIn(personId: $p, input: { passkeyIds: [], linkedIdentityIds: [],
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
        query: "mutation ($p: ID!) { correctSignInName(personId: $p, input: { email: \"new@cedar.example\", username: \"new\" },
            shown: { email: \"old@cedar.example\", username: \"old\" }) { mayHelp } }",
        tries: HELPED,
    },
];

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

/// The session is one other than the one she asks from.
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
    }
    match operation.name {
        "lockAccount" => {
            world.change("UPDATE person SET disabled_at = NULL WHERE merged_into IS NULL AND username <> 'victor'", vec![]).await;
        }
        "endSession" => facts.keep("session of Ana", fresh_session(world, "ana").await),
        "renamePasskey" if !facts.has("passkey of Ana") => {
            facts.keep("passkey of Ana", passkey_of(world, "ana").await);
        }
        _ => {}
    }
}

async fn fresh_session(world: &World, username: &str) -> String {
    let mut phone = Browser::at(world, "127.0.0.1");
    phone.sign_in(username).await;
    phone.get("/sessions/me").await.body["sessionId"].as_str().unwrap().to_owned()
}

async fn passkey_of(world: &World, username: &str) -> String {
    let id = world.app.ids.next(world.app.clock.now());
    let sql = "INSERT INTO passkey (id, tenant_id, person_id, credential_id, credential, name, created_at)
        SELECT $1, tenant_id, id, $2, '{}', 'Laptop', $3 FROM person WHERE username = $4";
    world.change(sql, db::params![id, vec![1u8], world.app.clock.now(), username]).await;
    id.to_string()
}
