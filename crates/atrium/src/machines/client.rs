//! Machine clients as the identity provider asks about them: who they are, what their tokens may say, and what the audit
//! trail records about them.

use super::store::{self, MachineCredentialRow};
use crate::access;
use crate::app::App;
use crate::identity::MACHINE_PREFIX;
use crate::shared::audit::Event;
use crate::shared::client_auth::{AuthMethod, current_secrets, read_keys};
use crate::shared::id::{MachineId, TenantId};
use crate::shared::problem::Problem;
use crate::work::{Author, Work, record_repeated_refusal};
use jiff::SignedDuration;
use oidc::{Algorithm, Client, ClientAuth, Machine};
use serde_json::json;

/// A program may ask for tokens as often as it likes; the audit trail records the first in an hour.
const TOKENS_NOTED: SignedDuration = SignedDuration::from_hours(1);

/// `None` for one that was revoked, too.
pub async fn find_client(app: &App, client_id: &str) -> Result<Option<Client>, Problem> {
    if !client_id.starts_with(MACHINE_PREFIX) {
        return Ok(None);
    }
    let Some(row) = store::credential(&app.db, client_id).await? else { return Ok(None) };
    Ok(Some(Client {
        redirect_uris: vec![],
        post_logout_redirect_uris: vec![],
        origins: vec![],
        loopback_path: None,
        id_token_signed_response_alg: Algorithm::Es256,
        auth: auth(app, &row)?,
        machine: Some(Machine {
            id: row.id.0,
            credential: row.credential,
            scopes: row.scopes.split_whitespace().map(str::to_owned).collect(),
        }),
        id: row.client_id,
    }))
}

fn auth(app: &App, row: &MachineCredentialRow) -> Result<ClientAuth, Problem> {
    Ok(match row.auth {
        AuthMethod::Key => ClientAuth::Keys(read_keys(row.jwks.as_deref().unwrap_or_default())?),
        AuthMethod::Secret => {
            let old = (row.old_secret_hash.as_deref(), row.old_secret_until);
            ClientAuth::Secret(current_secrets(row.secret_hash.as_deref(), old, app.clock.now()))
        }
    })
}

/// The app as this machine uses it: what it does has its name in the audit trail.
fn acting(app: &App, name: &str) -> App {
    App { operator: Some(access::machine_actor(name).into()), ..app.clone() }
}

fn author(tenant: TenantId, address: String) -> Author {
    Author { tenant, person: None, address }
}

/// It got a token.
pub async fn note_token(app: &App, id: MachineId, address: String) -> Result<(), Problem> {
    let Some((tenant, name)) = store::whose(&app.db, id).await? else { return Ok(()) };
    let acting = acting(app, &name);
    let mut work = Work::begin(&acting, &app.db, author(tenant, address)).await?;
    let now = work.now();
    if store::note_token(work.tx(), id, now, now - TOKENS_NOTED).await? {
        work.record("machine.signed_in", "machine", id.0, json!({ "name": name }));
    }
    Ok(work.commit().await?)
}

/// It tried something it may not do, or couldn't prove who it is.
pub async fn record_refusal(
    app: &App,
    id: MachineId,
    address: String,
    (action, code): (&'static str, &str),
    detail: serde_json::Value,
) -> Result<(), Problem> {
    let Some((tenant, name)) = store::whose(&app.db, id).await? else { return Ok(()) };
    let mut detail = detail;
    detail["name"] = json!(name);
    let event =
        Event { action, subject_kind: "machine", subject_id: Some(id.0), result: code.to_owned(), detail };
    let (acting, author) = (acting(app, &name), author(tenant, address));
    Ok(record_repeated_refusal(&acting, &app.db, author, id.0, event).await?)
}
