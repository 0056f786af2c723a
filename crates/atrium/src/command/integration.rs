//! `atrium integration join`: connects a vendor to a company and prints the secret it redeems launch codes with.

use super::{Failure, terminal};
use crate::access;
use crate::app::App;
use crate::config::Settings;
use crate::integrations;
use crate::shared::vendor::Vendor;
use clap::{Args, Subcommand};
use serde_json::json;

#[derive(Subcommand)]
pub(crate) enum IntegrationCommand {
    /// Connect a vendor to a company, or change its address. Creates a new secret each time.
    Join(JoinOptions),
}

#[derive(Args)]
pub(crate) struct JoinOptions {
    /// The tenant's name or ID.
    #[arg(long)]
    tenant: String,
    /// The company's name.
    #[arg(long)]
    company: String,
    /// Swipe Clock, ZayZoon, Equifax, Asureforce, MidMarket, Mineral or AHR.
    #[arg(long)]
    vendor: String,
    /// The address people are sent to.
    #[arg(long)]
    url: String,
    /// Connect it but leave it turned off.
    #[arg(long)]
    inactive: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) async fn integration(settings: Settings, command: IntegrationCommand) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let IntegrationCommand::Join(options) = command;
    let done = join(&app, options).await;
    app.db.close().await;
    done
}

async fn join(app: &App, options: JoinOptions) -> Result<(), Failure> {
    let scope = access::operator(terminal::tenant(app, &options.tenant).await?);
    let company =
        integrations::company_called(&app.db, &scope, &options.company).await.map_err(terminal::failed)?;
    let company =
        company.ok_or_else(|| Failure::Other(format!("there is no company {:?}", options.company)))?;
    let vendor = Vendor::parse(&options.vendor);
    let vendor = vendor.ok_or_else(|| Failure::Other(format!("there is no vendor {:?}", options.vendor)))?;
    let joined = integrations::join(app, &scope, company, vendor, &options.url, !options.inactive).await;
    let (id, secret) = joined.map_err(terminal::failed)?;
    let redeem = format!("{}/integrations/redeem", app.settings.public_url);
    if options.json {
        println!("{}", json!({ "id": id, "secret": secret, "redeemUrl": redeem }));
    } else {
        println!("id      {id}\nsecret  {secret}");
        println!("The vendor redeems codes at {redeem}, using both with HTTP Basic.");
    }
    terminal::keep_heads(app).await
}
