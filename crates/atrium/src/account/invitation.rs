//! Invitations that are accepted without a password: somebody signs in elsewhere and is linked by one.

use super::store;
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::Work;
use serde_json::json;

/// Whom the invitation was for; it is used up with this work. `None` when it is worth nothing, or another tenant's.
pub async fn accept_invitation(
    work: &mut Work,
    tenant: TenantId,
    token: &str,
) -> Result<Option<PersonId>, Problem> {
    let now = work.now();
    let person = store::use_invitation(work.tx(), tenant, seal::hash(token), now).await?;
    if let Some(person) = person {
        work.record("invitation.accepted", "person", person.0, json!({}));
    }
    Ok(person)
}
