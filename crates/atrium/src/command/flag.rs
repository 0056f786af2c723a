//! `atrium flag set | list`: one tenant's feature flags. A running server sees a change at its next request.

use super::{Failure, portal, terminal};
use crate::app::App;
use crate::config::Settings;
use crate::features;
use crate::shared::flag::Flag;
use clap::Subcommand;
use serde_json::json;

#[derive(Subcommand)]
pub(crate) enum FlagCommand {
    /// Set a flag for a tenant.
    Set {
        /// The tenant's name or ID.
        tenant: String,
        /// The flag, as shown by `list`.
        key: String,
        /// on, off, or default to clear the setting.
        value: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// List every flag and its value for a tenant.
    List {
        /// The tenant's name or ID.
        tenant: String,
        /// Print JSON, one flag per line.
        #[arg(long)]
        json: bool,
    },
}

pub(super) async fn flag(settings: Settings, command: FlagCommand) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = match command {
        FlagCommand::Set { tenant, key, value, json } => set(&app, &tenant, &key, &value, json).await,
        FlagCommand::List { tenant, json } => list(&app, &tenant, json).await,
    };
    app.db.close().await;
    done
}

async fn set(app: &App, tenant: &str, key: &str, value: &str, is_json: bool) -> Result<(), Failure> {
    let tenant = terminal::tenant(app, tenant).await?;
    let flag = Flag::parse(key).ok_or_else(|| Failure::Other(format!("there is no flag {key:?}")))?;
    let is_on = match value {
        "on" | "true" => Some(true),
        "off" | "false" => Some(false),
        "default" => None,
        _ => return Err(Failure::Other(format!("a flag must be on, off or default, not {value:?}"))),
    };
    let scope = portal::scope(tenant)?;
    let mut work = portal::begin(app, tenant).await?;
    features::set_flag(&mut work, &scope, flag, is_on).await.map_err(terminal::failed)?;
    work.commit().await?;
    terminal::keep_heads(app).await?;
    if is_json {
        println!("{}", json!({ "flag": flag.key(), "isOn": is_on }));
    }
    Ok(())
}

async fn list(app: &App, tenant: &str, is_json: bool) -> Result<(), Failure> {
    let tenant = terminal::tenant(app, tenant).await?;
    let settings = features::settings(&app.db, &portal::scope(tenant)?).await.map_err(terminal::failed)?;
    let flags = settings.flags;
    for flag in Flag::ALL {
        if is_json {
            let (is_on, is_default) = (flags.is_on(*flag), !flags.is_said(*flag));
            println!("{}", json!({ "flag": flag.key(), "isOn": is_on, "isDefault": is_default }));
            continue;
        }
        let is = if flags.is_on(*flag) { "on" } else { "off" };
        let by = if flags.is_said(*flag) { "" } else { "  (default)" };
        println!("{:45}{is}{by}", flag.key());
    }
    Ok(())
}
