//! Account settings.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    ("viewer", 1),
    ("accountSecurity", 10),
    ("changeLanguage", 19),
    ("administeredAccount", 4),
    ("uninvitedPeople", 3),
];

/// Done once in a while by someone who proves a factor or types a password for it: hashing costs more than any
/// statement.
pub(super) const RARE: &[&str] = &[
    "addPasskey",
    "beginMerge",
    "beginPasskey",
    "beginTotp",
    "cancelNewEmail",
    "changePassword",
    "confirmMerge",
    "confirmTotp",
    "correctSignInName",
    "endOtherSessions",
    "endSession",
    "endSessionsOf",
    "inviteUninvitedPeople",
    "lockAccount",
    "removeLinkedIdentity",
    "removePasskey",
    "removePhone",
    "removeTotp",
    "renamePasskey",
    "renewRecoveryCodes",
    "resendNewEmail",
    "resetSignIn",
    "sendMergeCode",
    "sendSignInLink",
    "undoMerge",
    "undoMergeOf",
    "unlockAccount",
];

both! {
    async fn account_settings_keep_their_budgets(world: World) {
        let marcus = world.acting("marcus").await;
        for (name, query) in [
            ("viewer", "{ viewer { personId companies { companyName roles } } }"),
            (
                "accountSecurity",
                "{ accountSecurity { username passkeys { id } sessions { id } newEmail { email } events { id } merge { username } } }",
            ),
            ("changeLanguage", "mutation { changeLanguage(language: \"en\") { username } }"),
        ] {
            keeps(&marcus, BUDGETS, name, query, json!({})).await;
        }
        let grace = world.acting("grace").await;
        let query = "query ($p: ID!) { administeredAccount(personId: $p) {
            username passkeys { id } linkedIdentities { id } sessions { id } sentLinks { kind } mergedAccount { id } } }";
        keeps(&grace, BUDGETS, "uninvitedPeople", "{ uninvitedPeople { waiting names } }", json!({})).await;
        keeps(&grace, BUDGETS, "administeredAccount", query, json!({ "p": world.person("ana").await })).await;
    }
}
