//! Shared by commands that change one tenant of an installation while a server may be running.

use super::{Failure, demo, start};
use crate::access;
use crate::app::App;
use crate::config::Settings;
use crate::shared::clock::Clock;
use crate::shared::id::TenantId;
use crate::shared::problem::Problem;
use crate::tenants;
use crate::upstreams::tenant_called;

pub(super) async fn app(settings: Settings) -> Result<App, Failure> {
    let master_key = match settings.master_key() {
        Ok(key) => key,
        // On the data folder of a demo, with the demo's own.
        Err(missing) => demo::kept_key(&settings).ok_or(missing)?,
    };
    start::make_data_dir(&settings)?;
    let db = start::connect(&settings).await?;
    db.migrate(db::MIGRATIONS).await?;
    start::app(settings, db, Clock::system(), &master_key, None)
}

/// By its name or its id. One that was removed can't be changed until it's restored.
pub(super) async fn tenant(app: &App, called: &str) -> Result<TenantId, Failure> {
    let tenant = any_tenant(app, called).await?;
    tenants::check_open(app, &access::operator(tenant)).await.map_err(failed)?;
    Ok(tenant)
}

/// Even one that was removed.
pub(super) async fn any_tenant(app: &App, called: &str) -> Result<TenantId, Failure> {
    let found = tenant_called(&app.db, called).await?;
    found.ok_or_else(|| Failure::Other(format!("there is no tenant {called:?}")))
}

/// After a change: the next `audit verify` looks for its event.
pub(super) async fn keep_heads(app: &App) -> Result<(), Failure> {
    let cannot = |error| Failure::Other(format!("cannot write the audit trail heads: {error}"));
    app.audit_heads.keep(&app.db).await.map_err(cannot)
}

pub(super) fn failed(problem: Problem) -> Failure {
    match problem {
        Problem::Internal(why) | Problem::Unavailable(why) => Failure::Other(why),
        problem => Failure::Other(problem.message().to_owned()),
    }
}
