//! A fresh sign-in over there as the proof of a change, for somebody who has nothing better (`factors`).

use super::{Stopped, Upstream};
use crate::app::App;
use crate::factors::{self, Challenge, Outcome, Purpose};
use crate::identity::Identity;
use crate::shared::audit::Event;
use crate::upstreams;
use crate::work::{Author, record_refusal};
use axum::http::HeaderMap;
use serde_json::json;
use uuid::Uuid;

/// The challenge, if it waits and was opened in the session of this browser.
pub(super) async fn waiting(
    app: &App,
    identity: &Identity,
    headers: &HeaderMap,
    id: Uuid,
) -> Result<Challenge, Stopped> {
    let session = identity.provider.session_of(headers).await.map_err(super::http::unavailable)?;
    let session = session.ok_or(Stopped::Refused)?;
    let found = factors::find(app, id, Purpose::StepUp).await?;
    found
        .filter(|found| found.session_id == Some(session.id) && found.proved_at.is_none())
        .ok_or(Stopped::Refused)
}

/// Proved, if it is the very person whom the challenge is for that has just signed in over there.
pub(super) async fn prove(
    app: &App,
    identity: &Identity,
    challenge: &Challenge,
    upstream: &Upstream,
    subject: &str,
    address: &str,
) -> Result<(), Stopped> {
    let linked = upstreams::linked(&app.db, upstream, subject).await?;
    if linked == Some((challenge.person_id, true)) {
        let proved =
            factors::prove_by_upstream(app, &identity.passkeys, challenge, upstream.id, address).await?;
        return if proved == Outcome::Proved { Ok(()) } else { Err(Stopped::Refused) };
    }
    let person = challenge.person_id;
    let author = Author { tenant: challenge.tenant_id, person: Some(person), address: address.to_owned() };
    let event = Event {
        action: "step_up.refused",
        subject_kind: "person",
        subject_id: Some(person.0),
        result: Stopped::SomebodyElse.code().to_owned(),
        detail: json!({ "by": "upstream", "upstream": upstream.id }),
    };
    record_refusal(app, &app.db, author, event).await?;
    Err(Stopped::SomebodyElse)
}
