//! The upstream identities that sign a person in: announced when linked, shown in account settings, removable there,
//! and unlinked by "This was not me" and by a new password.

use super::store;
use crate::factors::{self, NeedsProof, ProofPurpose, Proven};
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Db;
use jiff::Timestamp;
use serde_json::{Value, json};

pub use store::LinkedIdentity;

pub async fn linked_to(db: &Db, person: PersonId) -> Result<Vec<LinkedIdentity>, Problem> {
    Ok(store::identities(db, person).await?)
}

/// An identity to remove.
pub struct UnlinkedIdentity {
    pub id: String,
}

impl NeedsProof for UnlinkedIdentity {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RemoveIdentity)
    }

    fn bound_to(&self) -> Value {
        json!({ "identity": self.id })
    }
}

/// Removes one of the person's own, unless nothing else signs them in.
pub async fn unlink(
    work: &mut Work,
    person: PersonId,
    unlinked: Proven<UnlinkedIdentity>,
) -> Result<(), Problem> {
    take_identity(work, person, &unlinked.id).await?;
    factors::check_a_way_in_is_left(work.tx(), person).await
}

/// For an administrator who helps someone: nothing else has to be left.
pub async fn take_identity(work: &mut Work, person: PersonId, id: &str) -> Result<(), Problem> {
    let known = store::identities(work.tx(), person).await?;
    let identity = known.into_iter().find(|identity| identity.id() == id).ok_or(Problem::NotFound)?;
    if !store::unlink(work.tx(), person, &identity).await? {
        return Err(Problem::NotFound);
    }
    work.record("upstream.unlinked", "person", person.0, json!({ "issuer": identity.issuer }));
    Ok(())
}

/// Unlinks what was linked since then; false if nothing was.
pub async fn unlink_since(work: &mut Work, person: PersonId, since: Timestamp) -> Result<bool, Problem> {
    let issuers = store::unlink_since(work.tx(), person, since).await?;
    for issuer in &issuers {
        work.record("upstream.unlinked", "person", person.0, json!({ "issuer": issuer }));
    }
    Ok(!issuers.is_empty())
}
