//! Host applications: a tenant's applications beside the portal (payroll, taxes …) that our identity provider signs
//! people in to. The list of tiles, and the developer API around it, is `applications/`.
//!
//! - An administrator of the whole tenant connects, changes and removes them, with a fresh factor for each change. Company
//!   administrators don't: an application is for the whole tenant.
//! - An application proves who it is with a secret of ours, shown once, or with a key of its own. A secret can be
//!   replaced: the old one counts for another day, or stops right away.
//! - Only people whose roles open an application are signed in to it, at every step: `client.rs`.
//! - It learns what its claims say, and nothing else. Its access token opens userinfo only.
//! - It's told when a session ends that it was signed in through: `sign_out.rs`.
//! - Its code and, once it's connected, its client ID stay: roles and open sessions know it by them.

mod changes;
mod client;
mod demo;
mod graphql;
mod rules;
mod sign_out;
mod store;

pub use crate::shared::client_auth::AuthMethod;
pub use changes::{
    AddedHostApplication, ChangedHostApplication, CheckedHostApplication, HostApplicationDraft,
    RemovalOfHostApplication, RotationOfSecret, SavedHostApplication, TurnOfHostApplication,
};
pub use client::{claims_for, find_client, may_use};
pub use demo::DEMO;
pub use graphql::{HostApplicationMutation, HostApplicationQuery};
pub use sign_out::{SignOuts, queue_sign_outs};
pub use store::HostApplicationRow;

use crate::access::{Administered, Need, WholeTenantScope, Write};
use crate::app::App;
use crate::factors::Proven;
use crate::shared::id::ApplicationId;
use crate::shared::names;
use crate::shared::outbound::Outbound;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::Work;
use db::{Db, Tx};
use jiff::SignedDuration;
use rules::HostApplicationRefusal;
use serde_json::json;

pub const REFUSALS: &[&str] = HostApplicationRefusal::CODES;

/// How long a replaced secret still counts, so the application can be given the new one.
const SECRET_OVERLAP: SignedDuration = SignedDuration::from_hours(24);

/// Access: a tenant's host applications.
pub struct HostApplications;

impl Administered for HostApplications {}

pub async fn list(
    db: &Db,
    scope: &WholeTenantScope<HostApplications, impl Need>,
    search: &str,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<HostApplicationRow>, Problem> {
    names::check_search(search)?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::list(db, scope, search, &ask).await?;
    Ok(cursors.page(&ask, rows, HostApplicationRow::sort_keys))
}

/// By code, for the command line.
pub async fn coded(
    db: &Db,
    scope: &WholeTenantScope<HostApplications, impl Need>,
    code: &str,
) -> Result<HostApplicationRow, Problem> {
    store::coded(db, scope, &rules::code(code)?).await?.ok_or(Problem::NotFound)
}

/// Before anyone is asked for a factor. `id`: the application to change; none for a new one.
pub async fn check(
    app: &App,
    tx: &mut Tx,
    scope: &WholeTenantScope<HostApplications, Write>,
    id: Option<ApplicationId>,
    draft: HostApplicationDraft,
) -> Result<CheckedHostApplication, Problem> {
    let there = match id {
        Some(id) => Some(store::one(&mut *tx, scope, id).await?.ok_or(Problem::NotFound)?),
        None => None,
    };
    let outbound = Outbound::new(&app.settings.outbound_allowed_hosts).map_err(Problem::Unavailable)?;
    let code = rules::code(&draft.code)?;
    if there.as_ref().is_some_and(|row| row.code != code) {
        return Err(HostApplicationRefusal::CodeStays.into());
    }
    let connected = there.as_ref().filter(|row| row.auth.is_some());
    let given_client_id = rules::client_id(&draft.client_id)?;
    let client_id = match (&given_client_id, connected) {
        (None, Some(row)) => row.client_id.clone(),
        (Some(given), Some(row)) if *given != row.client_id => {
            return Err(HostApplicationRefusal::ClientIdStays.into());
        }
        (Some(given), _) => given.clone(),
        (None, None) => format!("{}-{}", code.to_lowercase(), &seal::new_secret(&app.randomness)[..12]),
    };
    let checked = CheckedHostApplication {
        name: rules::text("name", &draft.name)?,
        target_url: rules::target_url(&draft.target_url)?,
        path: rules::path(&draft.path)?,
        proof: rules::proof(&draft.auth, &draft.jwks, connected.and_then(|row| row.jwks.as_deref()))?,
        redirect_uris: rules::redirect_uris("redirectUris", &draft.redirect_uris, true)?,
        post_logout_redirect_uris: rules::redirect_uris(
            "postLogoutRedirectUris",
            &draft.post_logout_redirect_uris,
            false,
        )?,
        claims: rules::claims(&draft.claims)?,
        logout_uri: rules::logout_uri(&draft.logout_uri, |url| outbound.allows(url))?,
        is_enabled: draft.is_enabled,
        code,
        client_id,
        given_client_id,
    };
    let taken = store::taken(tx, scope, id, &checked).await?;
    match taken {
        Some(refusal) => Err(refusal.into()),
        None => Ok(checked),
    }
}

fn exists(error: db::Error) -> Problem {
    match error {
        // Someone else was a moment faster.
        db::Error::Unique(_) => HostApplicationRefusal::ClientIdTaken.into(),
        error => error.into(),
    }
}

async fn one(
    work: &mut Work,
    scope: &WholeTenantScope<HostApplications, Write>,
    id: ApplicationId,
) -> Result<HostApplicationRow, Problem> {
    store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)
}

fn new_secret(app: &App, is_needed: bool) -> Option<String> {
    is_needed.then(|| seal::new_secret(&app.randomness))
}

pub async fn add(
    app: &App,
    work: &mut Work,
    scope: &WholeTenantScope<HostApplications, Write>,
    added: Proven<AddedHostApplication>,
) -> Result<SavedHostApplication, Problem> {
    let checked = &added.checked;
    let (id, now) = (ApplicationId(work.new_id()), work.now());
    let secret = new_secret(app, checked.proof.method() == AuthMethod::Secret);
    let hash = secret.as_deref().map(seal::hash);
    store::insert(work.tx(), scope, (id, now), checked, hash).await.map_err(exists)?;
    store::touch_list(work.tx(), scope).await?;
    work.record("application.added", "application", id.0, checked.detail());
    Ok(SavedHostApplication { row: one(work, scope, id).await?, secret })
}

/// An application that didn't have a secret gets one, and one that proves itself with a key from now on loses it.
pub async fn change(
    app: &App,
    work: &mut Work,
    scope: &WholeTenantScope<HostApplications, Write>,
    changed: Proven<ChangedHostApplication>,
) -> Result<SavedHostApplication, Problem> {
    let ChangedHostApplication { id, version, checked } = changed.into_change();
    let there = one(work, scope, id).await?;
    let is_first_secret =
        checked.proof.method() == AuthMethod::Secret && there.auth != Some(AuthMethod::Secret);
    let secret = new_secret(app, is_first_secret);
    let (now, hash) = (work.now(), secret.as_deref().map(seal::hash));
    if there.version != version
        || !store::update(work.tx(), scope, (id, version), &checked, hash, now).await.map_err(exists)?
    {
        return Err(Problem::conflict(there));
    }
    store::touch_list(work.tx(), scope).await?;
    let mut detail = checked.detail();
    detail["before"] = there.detail();
    detail["areKeysNew"] = json!(checked.proof.new_keys() != there.jwks.as_deref());
    detail["isSecretNew"] = json!(secret.is_some());
    work.record("application.changed", "application", id.0, detail);
    Ok(SavedHostApplication { row: one(work, scope, id).await?, secret })
}

/// Turns one on or off, for the command line.
pub async fn turn(
    work: &mut Work,
    scope: &WholeTenantScope<HostApplications, Write>,
    turn: Proven<TurnOfHostApplication>,
) -> Result<HostApplicationRow, Problem> {
    let TurnOfHostApplication { id, version, is_enabled } = turn.into_change();
    let there = one(work, scope, id).await?;
    if !store::turn(work.tx(), scope, (id, version), is_enabled).await? {
        return Err(Problem::conflict(there));
    }
    let mut detail = there.detail();
    detail["isEnabled"] = json!(is_enabled);
    detail["before"] = json!({ "isEnabled": there.is_enabled });
    work.record("application.changed", "application", id.0, detail);
    one(work, scope, id).await
}

pub async fn rotate(
    app: &App,
    work: &mut Work,
    scope: &WholeTenantScope<HostApplications, Write>,
    rotation: Proven<RotationOfSecret>,
) -> Result<SavedHostApplication, Problem> {
    let RotationOfSecret { id, version, keeps_old } = rotation.into_change();
    let there = one(work, scope, id).await?;
    if there.auth != Some(AuthMethod::Secret) {
        return Err(HostApplicationRefusal::NoSecret.into());
    }
    let secret = seal::new_secret(&app.randomness);
    let (now, old_until) = (work.now(), keeps_old.then(|| work.now() + SECRET_OVERLAP));
    let hash = seal::hash(&secret);
    if !store::rotate(work.tx(), scope, (id, version), hash, now, old_until).await? {
        return Err(Problem::conflict(there));
    }
    let detail = json!({ "code": there.code, "name": there.name, "oldCountsUntil": old_until });
    work.record("application.secret_replaced", "application", id.0, detail);
    Ok(SavedHostApplication { row: one(work, scope, id).await?, secret: Some(secret) })
}

/// Its tile is gone and no one gets in anymore. Sessions there are the application's own and go on.
pub async fn remove(
    work: &mut Work,
    scope: &WholeTenantScope<HostApplications, Write>,
    removal: Proven<RemovalOfHostApplication>,
) -> Result<(), Problem> {
    let RemovalOfHostApplication { id, version } = removal.into_change();
    let there = one(work, scope, id).await?;
    if !store::delete(work.tx(), scope, (id, version)).await? {
        return Err(Problem::conflict(there));
    }
    store::touch_list(work.tx(), scope).await?;
    work.record("application.removed", "application", id.0, there.detail());
    Ok(())
}
