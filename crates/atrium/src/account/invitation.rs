//! Invitations accepted without a password: someone signs in elsewhere, and the invitation links that identity.

use super::{links, replaced, settings, store};
use crate::app::App;
use crate::notices::Changed;
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::Work;
use db::Db;
use serde_json::json;

/// Who the invitation was for; it's used up in this transaction. `None` if it's no longer valid or belongs to another
/// tenant.
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

/// Whether this invitation ever existed: people who accepted one follow its link again to sign in.
pub async fn is_invitation(db: &Db, tenant: TenantId, token: &str) -> Result<bool, Problem> {
    Ok(store::is_invitation(db, tenant, seal::hash(token)).await?)
}

/// Welcomes someone new. Tells someone who could already sign in that there's another way now, and how to undo it.
pub async fn tell_of_accepted_invitation(
    app: &App,
    work: &mut Work,
    person: PersonId,
    address: &str,
) -> Result<(), Problem> {
    let account = store::person(&app.db, person).await?.ok_or(Problem::NotFound)?;
    if replaced::is_in_use(work.tx(), person).await? {
        return settings::tell(app, work, &account, Changed::IdentityLinked, None, address).await;
    }
    links::welcome(app, work, &account, "factor").await
}
