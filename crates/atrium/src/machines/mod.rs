//! Machine clients: programs that work by themselves, such as payroll fetching a handover or a directory keeping people
//! over SCIM. What they open is `/api/v1` and `/scim/v2` (`api/`).
//!
//! - An administrator of the whole tenant adds, changes, rotates and revokes them, with a fresh factor for each change.
//! - A machine belongs to one tenant and has only the rights it needs (`shared/machine_right.rs`).
//! - It proves who it is with a secret of ours, shown once, or with a key of its own, and gets tokens for itself
//!   (`client.rs`). A replaced secret counts for another day, or stops right away together with its tokens.
//! - A right that's taken away is gone at the next request; a revoked machine never comes back.
//! - It has a limit of requests per minute of its own.
//! - The audit trail names it as the actor.

mod changes;
mod client;
mod graphql;
mod rules;
mod store;

pub use changes::{
    AddedMachine, ChangedMachine, CheckedMachine, MachineDraft, RevocationOfMachine, RotationOfMachineSecret,
    SavedMachine,
};
pub use client::{find_client, note_token, record_refusal};
pub use graphql::{MachineMutation, MachineQuery};
pub use store::MachineClientRow;

use crate::access::{Administered, Need, WholeTenantScope, Write};
use crate::app::App;
use crate::factors::Proven;
use crate::identity::MACHINE_PREFIX;
use crate::shared::client_auth::AuthMethod;
use crate::shared::id::MachineId;
use crate::shared::names;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::Work;
use db::{Db, Tx};
use jiff::SignedDuration;
use rules::MachineRefusal;
use serde_json::json;

pub const REFUSALS: &[&str] = MachineRefusal::CODES;

/// How long a replaced secret still counts, so the program can be given the new one.
const SECRET_OVERLAP: SignedDuration = SignedDuration::from_hours(24);

/// Access: a tenant's machine clients.
pub struct Machines;

impl Administered for Machines {}

pub async fn list(
    db: &Db,
    scope: &WholeTenantScope<Machines, impl Need>,
    search: &str,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<MachineClientRow>, Problem> {
    names::check_search(search)?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::list(db, scope, search, &ask).await?;
    Ok(cursors.page(&ask, rows, MachineClientRow::sort_keys))
}

/// By name or client ID, for the command line; one that was revoked isn't found by its name.
pub async fn called(
    db: &Db,
    scope: &WholeTenantScope<Machines, impl Need>,
    name: &str,
) -> Result<MachineClientRow, Problem> {
    store::called(db, scope, name.trim()).await?.ok_or(Problem::NotFound)
}

/// Before anyone is asked for a factor. `id`: the machine to change; none for a new one.
pub async fn check(
    tx: &mut Tx,
    scope: &WholeTenantScope<Machines, Write>,
    id: Option<MachineId>,
    draft: MachineDraft,
) -> Result<CheckedMachine, Problem> {
    let there = match id {
        Some(id) => Some(store::one(&mut *tx, scope, id).await?.ok_or(Problem::NotFound)?),
        None => None,
    };
    if there.as_ref().is_some_and(|row| row.revoked_at.is_some()) {
        return Err(MachineRefusal::Revoked.into());
    }
    if there.as_ref().is_some_and(|row| row.auth.as_str() != draft.auth) {
        return Err(MachineRefusal::AuthStays.into());
    }
    let checked = CheckedMachine {
        name: rules::name(&draft.name)?,
        scopes: rules::scopes(&draft.scopes)?,
        auth: rules::auth(&draft.auth)?,
        new_keys: rules::new_keys(&draft.auth, &draft.jwks, there.is_some())?,
        requests_per_minute: rules::requests_per_minute(draft.requests_per_minute)?,
    };
    match store::is_taken(tx, scope, id, &checked.name).await? {
        true => Err(MachineRefusal::Exists.into()),
        false => Ok(checked),
    }
}

fn exists(error: db::Error) -> Problem {
    match error {
        // Someone else was a moment faster.
        db::Error::Unique(_) => MachineRefusal::Exists.into(),
        error => error.into(),
    }
}

async fn one(
    work: &mut Work,
    scope: &WholeTenantScope<Machines, Write>,
    id: MachineId,
) -> Result<MachineClientRow, Problem> {
    store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)
}

/// One that hasn't been revoked.
async fn live(
    work: &mut Work,
    scope: &WholeTenantScope<Machines, Write>,
    id: MachineId,
) -> Result<MachineClientRow, Problem> {
    let row = one(work, scope, id).await?;
    if row.revoked_at.is_some() {
        return Err(MachineRefusal::Revoked.into());
    }
    Ok(row)
}

pub async fn add(
    app: &App,
    work: &mut Work,
    scope: &WholeTenantScope<Machines, Write>,
    added: Proven<AddedMachine>,
) -> Result<SavedMachine, Problem> {
    let checked = &added.checked;
    let (id, credential, now) = (MachineId(work.new_id()), work.new_id(), work.now());
    let client_id = format!("{MACHINE_PREFIX}{}", &seal::new_secret(&app.randomness)[..16]);
    let secret = (checked.auth == AuthMethod::Secret).then(|| seal::new_secret(&app.randomness));
    let hash = secret.as_deref().map(seal::hash);
    let ids = (id, credential, client_id.as_str());
    store::insert(work.tx(), scope, ids, checked, hash, now).await.map_err(exists)?;
    let mut detail = checked.detail();
    detail["clientId"] = json!(client_id);
    work.record("machine.added", "machine", id.0, detail);
    Ok(SavedMachine { row: one(work, scope, id).await?, secret })
}

/// New keys end the tokens that the old ones got.
pub async fn change(
    work: &mut Work,
    scope: &WholeTenantScope<Machines, Write>,
    changed: Proven<ChangedMachine>,
) -> Result<SavedMachine, Problem> {
    let ChangedMachine { id, version, checked } = changed.into_change();
    let there = live(work, scope, id).await?;
    let are_keys_new = checked.new_keys.is_some() && checked.new_keys != there.jwks;
    let credential = if are_keys_new { Some(work.new_id()) } else { None };
    if there.version != version
        || !store::update(work.tx(), scope, (id, version), &checked, credential).await.map_err(exists)?
    {
        return Err(Problem::conflict(there));
    }
    let mut detail = checked.detail();
    detail["before"] = there.detail();
    detail["areKeysNew"] = json!(are_keys_new);
    work.record("machine.changed", "machine", id.0, detail);
    Ok(SavedMachine { row: one(work, scope, id).await?, secret: None })
}

pub async fn rotate(
    app: &App,
    work: &mut Work,
    scope: &WholeTenantScope<Machines, Write>,
    rotation: Proven<RotationOfMachineSecret>,
) -> Result<SavedMachine, Problem> {
    let RotationOfMachineSecret { id, version, keeps_old } = rotation.into_change();
    let there = live(work, scope, id).await?;
    if there.auth != AuthMethod::Secret {
        return Err(MachineRefusal::NoSecret.into());
    }
    let secret = seal::new_secret(&app.randomness);
    let (now, old_until) = (work.now(), keeps_old.then(|| work.now() + SECRET_OVERLAP));
    let credential = if keeps_old { None } else { Some(work.new_id()) };
    let replaced = store::NewSecret { hash: seal::hash(&secret), set_at: now, old_until, credential };
    if !store::rotate(work.tx(), scope, (id, version), replaced).await? {
        return Err(Problem::conflict(there));
    }
    let detail = json!({ "name": there.name, "clientId": there.client_id, "oldCountsUntil": old_until });
    work.record("machine.secret_replaced", "machine", id.0, detail);
    Ok(SavedMachine { row: one(work, scope, id).await?, secret: Some(secret) })
}

/// For good: its secret, its keys and its tokens stop counting with the commit.
pub async fn revoke(
    work: &mut Work,
    scope: &WholeTenantScope<Machines, Write>,
    revocation: Proven<RevocationOfMachine>,
) -> Result<MachineClientRow, Problem> {
    let RevocationOfMachine { id, version } = revocation.into_change();
    let there = live(work, scope, id).await?;
    let (now, credential) = (work.now(), work.new_id());
    if !store::revoke(work.tx(), scope, (id, version), credential, now).await? {
        return Err(Problem::conflict(there));
    }
    work.record("machine.revoked", "machine", id.0, there.detail());
    one(work, scope, id).await
}
