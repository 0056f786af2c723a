//! `atrium assistant keep`: for how many days a tenant keeps conversations with the assistant.

use super::{Failure, terminal};
use crate::access;
use crate::assistant;
use crate::config::Settings;
use clap::Subcommand;
use serde_json::json;

#[derive(Subcommand)]
pub(crate) enum AssistantCommand {
    /// Show or set how long a tenant's conversations are kept.
    Keep {
        /// The tenant's name or ID.
        tenant: String,
        /// The number of days, from 1 to 3650. Without it, the current setting is shown.
        days: Option<i64>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

pub(super) async fn assistant(settings: Settings, command: AssistantCommand) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let AssistantCommand::Keep { tenant, days, json: is_json } = command;
    let done = async {
        let scope = access::operator(terminal::tenant(&app, &tenant).await?);
        if let Some(days) = days {
            assistant::set_retention(&app, &scope, days).await.map_err(terminal::failed)?;
        }
        let days = assistant::retention(&app, &scope).await.map_err(terminal::failed)?;
        if is_json {
            println!("{}", json!({ "tenantId": scope.tenant(), "keepDays": days }));
        } else {
            println!("conversations are kept for {days} days");
        }
        Ok(())
    };
    let done = done.await;
    app.db.close().await;
    done
}
