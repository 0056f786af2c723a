//! An operator's own OpenID providers («upstreams») and the identities there that sign people in. Signing in through
//! them is `federation/`.
//!
//! - An upstream belongs to a tenant and signs in only its people.
//! - Linked identities are shown in account settings and can be removed, except the last way in (`linked.rs`).

mod linked;
mod store;

pub use linked::{LinkedIdentity, UnlinkedIdentity, linked_to, unlink, unlink_since};
pub use store::{OfferedUpstream, Upstream, all, find, link, linked, offered, offered_to, tenant_called};

use crate::app::App;
use crate::shared::id::TenantId;
use crate::shared::problem::Problem;
use crate::shared::refusal::refusals;
use crate::shared::seal;
use crate::work::{Author, Work};
use secrecy::SecretString;
use serde_json::json;
use uuid::Uuid;

refusals! {
    enum UpstreamRefusal {
        Exists = "UPSTREAM_EXISTS": "This tenant already has an upstream with this name.",
    }
}

pub const REFUSALS: &[&str] = UpstreamRefusal::CODES;

/// What an operator says about an upstream.
pub struct NewUpstream {
    pub tenant: TenantId,
    pub name: String,
    pub issuer: String,
    pub client_id: String,
    pub secret: Option<String>,
}

/// Adds an upstream to a tenant.
pub async fn add(app: &App, new: NewUpstream) -> Result<Uuid, Problem> {
    let author = Author { tenant: new.tenant, person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let (id, now) = (work.new_id(), work.now());
    let secret = new
        .secret
        .as_deref()
        .map(|secret| seal::seal(&app.keys.secrets, &app.randomness, "upstream", id, secret.as_bytes()));
    let upstream = Upstream {
        id,
        tenant_id: new.tenant,
        name: new.name,
        issuer: new.issuer,
        client_id: new.client_id,
        secret,
    };
    store::insert(work.tx(), &upstream, now).await.map_err(|error| match error {
        db::Error::Unique(_) => Problem::from(UpstreamRefusal::Exists),
        error => error.into(),
    })?;
    let detail = json!({ "name": upstream.name, "issuer": upstream.issuer });
    work.record("upstream.added", "upstream", id, detail);
    work.commit().await?;
    Ok(id)
}

/// Removes an upstream; from then on no one can sign in with it. False if it doesn't exist.
pub async fn remove(app: &App, id: Uuid) -> Result<bool, Problem> {
    let Some(upstream) = store::find(&app.db, id).await? else { return Ok(false) };
    let author = Author { tenant: upstream.tenant_id, person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    store::delete(work.tx(), id).await?;
    work.record(
        "upstream.removed",
        "upstream",
        id,
        json!({ "name": upstream.name, "issuer": upstream.issuer }),
    );
    work.commit().await?;
    Ok(true)
}

/// The secret we identify ourselves with there.
pub fn secret_of(app: &App, upstream: &Upstream) -> Result<Option<SecretString>, Problem> {
    let Some(sealed) = &upstream.secret else { return Ok(None) };
    let plain = seal::open(&app.keys.secrets, "upstream", upstream.id, sealed)?;
    let text = String::from_utf8(plain).map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(Some(text.into()))
}
