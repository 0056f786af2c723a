//! Account settings: always one's own, so that there is one row each, and one for what is someone else's.

use super::{Facts, Operation};
use crate::world::{Browser, World};
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
];

/// The session is one other than the one she asks from.
pub(super) async fn prepare(world: &World, facts: &mut Facts, operation: &Operation) {
    match operation.name {
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
