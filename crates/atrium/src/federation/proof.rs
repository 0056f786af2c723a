//! A fresh sign-in at the upstream as proof for a change, for someone with nothing better (`factors`).

use super::{Stopped, Upstream};
use crate::app::App;
use crate::factors::{self, Challenge, ProofOutcome, Purpose};
use crate::identity::Identity;
use crate::shared::audit::Event;
use crate::upstreams;
use crate::work::{Author, record_refusal};
use axum::http::HeaderMap;
use serde_json::json;
use uuid::Uuid;

/// The challenge, if it's waiting and was opened in this browser's session.
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

/// Proves it if the person who just signed in at the upstream is the one the challenge is for.
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
        return if proved == ProofOutcome::Proved { Ok(()) } else { Err(Stopped::Refused) };
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
