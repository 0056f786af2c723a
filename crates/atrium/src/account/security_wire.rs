//! What account settings show, on the wire.

use super::security::{self, Security};
use crate::call::Call;
use crate::shared::day::Moment;
use crate::shared::problem::Problem;
use async_graphql::{ID, SimpleObject};
use uuid::Uuid;

/// Your own account, as shown in account settings.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct AccountSecurity {
    person_id: ID,
    username: String,
    first_name: String,
    last_name: String,
    email: String,
    /// A new address, until the link sent to it is opened.
    new_email: Option<NewEmail>,
    phone: Option<String>,
    /// When a recently changed phone starts to count as a factor.
    phone_usable_from: Option<Moment>,
    language: String,
    password_changed_at: Option<Moment>,
    minimum_password_length: i32,
    passkeys: Vec<AccountPasskey>,
    /// Whether this server supports passkeys.
    passkeys_possible: bool,
    totp_enabled_at: Option<Moment>,
    recovery_codes_left: i64,
    sessions: Vec<AccountSession>,
    /// Newest first.
    events: Vec<SecurityEvent>,
    /// The last merge, while it can be undone.
    merge: Option<AccountMerge>,
    /// Accounts at other providers this person can sign in with.
    linked_identities: Vec<AccountIdentity>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
#[graphql(name = "LinkedIdentity")]
pub(super) struct AccountIdentity {
    id: ID,
    /// The provider's name; null if it can't be used here anymore.
    name: Option<String>,
    issuer: String,
    linked_at: Moment,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct NewEmail {
    email: String,
    asked_at: Moment,
}

#[derive(SimpleObject)]
#[graphql(serial)]
#[graphql(name = "Passkey")]
pub(super) struct AccountPasskey {
    id: ID,
    name: String,
    created_at: Moment,
    last_used_at: Option<Moment>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct AccountSession {
    id: ID,
    /// The browser, such as Chrome · Windows; empty if unknown.
    device: String,
    address: String,
    created_at: Moment,
    last_used_at: Moment,
    is_current: bool,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct SecurityEvent {
    id: ID,
    action: String,
    at: Moment,
    address: String,
    result: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct AccountMerge {
    username: String,
    merged_at: Moment,
    undo_until: Moment,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PasskeyOptions {
    pub(super) ceremony: ID,
    /// JSON: PublicKeyCredentialCreationOptionsJSON.
    pub(super) options: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct TotpSetup {
    pub(super) ceremony: ID,
    pub(super) secret: String,
    pub(super) uri: String,
    /// One SVG path of unit squares.
    pub(super) qr_path: String,
    pub(super) qr_size: i32,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct NewRecoveryCodes {
    pub(super) recovery_codes: Vec<String>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct MergeChallenge {
    pub(super) merge: ID,
    pub(super) factors: Vec<MergeFactor>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct MergeFactor {
    pub(super) kind: String,
    pub(super) hint: Option<String>,
}

pub(super) fn on_wire(call: &Call, found: Security) -> Result<AccountSecurity, Problem> {
    let current = call.session()?;
    let phone_usable_from = found.phone_usable_from().map(Moment);
    let wire = |id: Uuid| ID(id.to_string());
    Ok(AccountSecurity {
        person_id: found.person.id.to_wire(),
        phone_usable_from,
        username: found.person.username,
        first_name: found.person.first_name,
        last_name: found.person.last_name,
        email: found.person.email,
        new_email: found
            .new_email
            .map(|waiting| NewEmail { email: waiting.email, asked_at: Moment(waiting.asked_at) }),
        phone: found.person.phone,
        language: found.person.language,
        password_changed_at: found.password_since.map(Moment),
        minimum_password_length: i32::try_from(found.minimum_length).unwrap_or(i32::MAX),
        passkeys: found
            .passkeys
            .into_iter()
            .map(|passkey| AccountPasskey {
                id: passkey.id.to_wire(),
                name: passkey.name,
                created_at: Moment(passkey.created_at),
                last_used_at: passkey.last_used_at.map(Moment),
            })
            .collect(),
        passkeys_possible: call.identity.passkeys.are_possible(),
        totp_enabled_at: found.totp_since.map(Moment),
        recovery_codes_left: found.recovery_codes_left,
        sessions: found
            .sessions
            .into_iter()
            .map(|session| AccountSession {
                id: wire(session.id),
                device: security::device(&session.device),
                address: session.address,
                created_at: Moment(session.created_at),
                last_used_at: Moment(session.last_used_at),
                is_current: session.id == current,
            })
            .collect(),
        events: found
            .events
            .into_iter()
            .map(|event| SecurityEvent {
                id: ID(event.seq.to_string()),
                action: event.action,
                at: Moment(event.at),
                address: event.address,
                result: event.result,
            })
            .collect(),
        linked_identities: found
            .linked_identities
            .into_iter()
            .map(|identity| AccountIdentity {
                id: ID(identity.id()),
                name: identity.name,
                issuer: identity.issuer,
                linked_at: Moment(identity.linked_at),
            })
            .collect(),
        merge: found.merge.map(|merge| AccountMerge {
            username: merge.username,
            merged_at: Moment(merge.merged_at),
            undo_until: Moment(merge.undo_until),
        }),
    })
}
