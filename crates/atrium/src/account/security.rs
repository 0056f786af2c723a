//! Everything account settings show about your own account.

use super::new_email::{self, Waiting};
use super::rules;
use super::store::{self, Merge, Person, SecurityEventRow};
use crate::app::App;
use crate::factors::{self, Passkey, minimum_length};
use crate::identity::Identity;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use crate::upstreams::{self, LinkedIdentity};
use db::Db;
use jiff::Timestamp;
use oidc::Session;

const EVENTS: i64 = 20;

/// Audit events about a person that the person may see.
const SHOWN: &[&str] = &[
    "sign_in.done",
    "sign_in.refused",
    "session.signed_out",
    "session.ended",
    "sessions.ended",
    "session.code_reused",
    "session.refresh_reused",
    "upstream.linked",
    "upstream.unlinked",
    "profile.changed",
    "password.changed",
    "password.reset_asked",
    "sign_in.link_asked",
    "email.asked",
    "email.cancelled",
    "email.changed",
    "phone.changed",
    "phone.removed",
    "passkey.added",
    "passkey.removed",
    "totp.enabled",
    "totp.disabled",
    "recovery_codes.renewed",
    "step_up.done",
    "step_up.refused",
    "factor.warned",
    "account.alarm",
    "account.merged",
    "account.merge_undone",
];

pub(super) struct Security {
    pub person: Person,
    pub password_since: Option<Timestamp>,
    pub minimum_length: usize,
    pub passkeys: Vec<Passkey>,
    pub totp_since: Option<Timestamp>,
    pub recovery_codes_left: i64,
    pub sessions: Vec<Session>,
    pub events: Vec<SecurityEventRow>,
    pub merge: Option<Merge>,
    pub linked_identities: Vec<LinkedIdentity>,
    pub new_email: Option<Waiting>,
}

impl Security {
    /// When a recently changed phone can be used as a factor.
    pub(super) fn phone_usable_from(&self) -> Option<Timestamp> {
        self.person.phone.as_ref().and(self.person.phone_since).map(factors::phone_counts_from)
    }
}

pub(super) async fn load(
    app: &App,
    db: &Db,
    identity: &Identity,
    person: PersonId,
) -> Result<Security, Problem> {
    let person = store::person(db, person).await?.ok_or(Problem::Unauthenticated)?;
    let id = person.id;
    let (recovery_codes_left, totp_since, passkeys) = factors::kept(db, id).await?;
    let has_second = !passkeys.is_empty() || totp_since.is_some() || person.phone.is_some();
    let sessions = identity.provider.list_sessions(id.0).await;
    Ok(Security {
        password_since: store::password_since(db, id).await?,
        minimum_length: minimum_length(has_second),
        passkeys,
        totp_since,
        recovery_codes_left,
        sessions: sessions.map_err(|error| Problem::Unavailable(error.to_string()))?,
        events: store::events(db, id, SHOWN, EVENTS).await?,
        linked_identities: upstreams::linked_to(db, id).await?,
        merge: store::merge(db, id, app.clock.now()).await?,
        new_email: new_email::waiting(db, id).await?,
        person,
    })
}

pub(super) fn device(user_agent: &str) -> String {
    rules::device(user_agent)
}
