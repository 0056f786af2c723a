//! `atrium logo set | remove`: the logo in the header for a tenant.

use super::{Failure, terminal};
use crate::access;
use crate::company;
use crate::config::Settings;
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct LogoOptions {
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: LogoCommand,
}

#[derive(Subcommand)]
enum LogoCommand {
    /// Show a PNG (at most 32 KiB, 1024 pixels) in the header for a tenant's people.
    Set {
        /// The tenant's name or ID.
        tenant: String,
        /// The PNG file.
        file: PathBuf,
    },
    /// Show the Atrium logo again.
    Remove {
        /// The tenant's name or ID.
        tenant: String,
    },
}

pub(super) async fn logo(
    settings: Settings,
    LogoOptions { json, command }: LogoOptions,
) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let (LogoCommand::Set { tenant, .. } | LogoCommand::Remove { tenant }) = &command;
    let scope = access::operator(terminal::tenant(&app, tenant).await?);
    let done = match &command {
        LogoCommand::Set { file, .. } => {
            let png =
                std::fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
            company::set_logo(&app, &scope, png).await
        }
        LogoCommand::Remove { .. } => company::remove_logo(&app, &scope).await,
    };
    done.map_err(terminal::failed)?;
    let kept = terminal::keep_heads(&app).await;
    app.db.close().await;
    if json && kept.is_ok() {
        let has_logo = matches!(command, LogoCommand::Set { .. });
        println!("{}", json!({ "tenantId": scope.tenant(), "hasLogo": has_logo }));
    }
    kept
}
