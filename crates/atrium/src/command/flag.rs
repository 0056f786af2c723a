//! `atrium flag set | list`: feature flags of one tenant. A server that runs sees a change at its next request.

use super::{Failure, demo, start};
use crate::access;
use crate::app::App;
use crate::config::Settings;
use crate::features;
use crate::federation::tenant_called;
use crate::shared::clock::Clock;
use crate::shared::flag::Flag;
use crate::shared::id::TenantId;
use crate::shared::problem::Problem;
use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum FlagCommand {
    /// Switches a flag for a tenant.
    Set {
        /// The tenant, by its name or its id.
        tenant: String,
        /// The flag, as `list` shows it.
        key: String,
        /// on, off, or default to forget what was set.
        value: String,
    },
    /// Lists every flag and what it is for a tenant.
    List {
        /// The tenant, by its name or its id.
        tenant: String,
    },
}

pub(super) async fn flag(settings: Settings, command: FlagCommand) -> Result<(), Failure> {
    let master_key = match settings.master_key() {
        Ok(key) => key,
        // On the data folder of a demo, with the demo's own.
        Err(missing) => demo::kept_key(&settings).ok_or(missing)?,
    };
    start::make_data_dir(&settings)?;
    let db = start::connect(&settings).await?;
    db.migrate(db::MIGRATIONS).await?;
    let app = start::app(settings, db, Clock::system(), &master_key, false)?;
    let done = match command {
        FlagCommand::Set { tenant, key, value } => set(&app, &tenant, &key, &value).await,
        FlagCommand::List { tenant } => list(&app, &tenant).await,
    };
    app.db.close().await;
    done
}

async fn called(app: &App, tenant: &str) -> Result<TenantId, Failure> {
    let found = tenant_called(&app.db, tenant).await?;
    found.ok_or_else(|| Failure::Other(format!("there is no tenant {tenant:?}")))
}

async fn set(app: &App, tenant: &str, key: &str, value: &str) -> Result<(), Failure> {
    let tenant = called(app, tenant).await?;
    let flag = Flag::parse(key).ok_or_else(|| Failure::Other(format!("there is no flag {key:?}")))?;
    let is_on = match value {
        "on" | "true" => Some(true),
        "off" | "false" => Some(false),
        "default" => None,
        _ => return Err(Failure::Other(format!("a flag is on, off or default, not {value:?}"))),
    };
    features::set_flag(app, &access::operator(tenant), flag, is_on).await.map_err(failed)?;
    let cannot = |error| Failure::Other(format!("cannot write the heads of the audit trail: {error}"));
    app.audit_heads.flush().map_err(cannot)
}

async fn list(app: &App, tenant: &str) -> Result<(), Failure> {
    let tenant = called(app, tenant).await?;
    let flags = features::flags(&app.db, &access::operator(tenant)).await.map_err(failed)?;
    for flag in Flag::ALL {
        let is = if flags.is_on(*flag) { "on" } else { "off" };
        let by = if flags.is_said(*flag) { "" } else { "  (default)" };
        println!("{:45}{is}{by}", flag.key());
    }
    Ok(())
}

fn failed(problem: Problem) -> Failure {
    match problem {
        Problem::Internal(why) | Problem::Unavailable(why) => Failure::Other(why),
        problem => Failure::Other(problem.message().to_owned()),
    }
}
