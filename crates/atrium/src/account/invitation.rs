//! Invitations that are accepted without a password: somebody signs in elsewhere and is linked by one.

use super::{links, replaced, settings, store};
use crate::app::App;
use crate::notices::Changed;
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::Work;
use db::Db;
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

/// Whether there ever was such an invitation: whoever accepted one follows its link again to sign in.
pub async fn is_invitation(db: &Db, tenant: TenantId, token: &str) -> Result<bool, Problem> {
    Ok(store::is_invitation(db, tenant, seal::hash(token)).await?)
}

/// Someone new is welcomed. Someone who could sign in before hears that there is another way now, and how to take it back.
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
