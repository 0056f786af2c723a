//! `atrium upstream add | list | remove`: the OpenID providers a tenant's people can sign in with.

use super::{Failure, start};
use crate::app::App;
use crate::config::{BadSetting, Settings};
use crate::federation;
use crate::shared::clock::Clock;
use crate::shared::outbound::Outbound;
use crate::shared::problem::Problem;
use crate::upstreams::{self, NewUpstream};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use uuid::Uuid;

#[derive(Subcommand)]
pub(crate) enum UpstreamCommand {
    /// Let a tenant's people sign in with another OpenID provider.
    Add(AddOptions),
    /// List the providers and the redirect URI to register with each.
    List,
    /// Remove a provider.
    Remove {
        /// Its ID, as shown by `list`.
        id: Uuid,
    },
}

#[derive(Args)]
pub(crate) struct AddOptions {
    /// The tenant's name or ID.
    #[arg(long)]
    tenant: String,
    /// The name on the sign-in page's button: “Continue with NAME”.
    #[arg(long)]
    name: String,
    /// The issuer, exactly as in its discovery document.
    #[arg(long, value_name = "URL")]
    issuer: String,
    #[arg(long)]
    client_id: String,
    /// A file that holds only the client secret. Without it, Atrium is a public client.
    #[arg(long, value_name = "FILE")]
    client_secret_file: Option<PathBuf>,
}

pub(super) async fn upstream(settings: Settings, command: UpstreamCommand) -> Result<(), Failure> {
    let master_key = settings.master_key()?;
    start::make_data_dir(&settings)?;
    let db = start::connect(&settings).await?;
    db.migrate(db::MIGRATIONS).await?;
    let app = start::app(settings, db, Clock::system(), &master_key, None)?;
    let done = match command {
        UpstreamCommand::Add(options) => add(&app, options).await,
        UpstreamCommand::List => list(&app).await,
        UpstreamCommand::Remove { id } => remove(&app, id).await,
    };
    app.db.close().await;
    done
}

async fn add(app: &App, options: AddOptions) -> Result<(), Failure> {
    let tenant = upstreams::tenant_called(&app.db, &options.tenant).await?;
    let tenant = tenant.ok_or_else(|| Failure::Other(format!("there is no tenant {:?}", options.tenant)))?;
    let outbound = Outbound::new(&app.settings.outbound_allowed_hosts)?;
    let is_good = options.issuer.parse().is_ok_and(|url: reqwest::Url| {
        outbound.allows(&url) && url.query().is_none() && url.fragment().is_none()
    });
    if !is_good {
        let line = "--issuer must be https:// and a public host, or a host in outbound_allowed_hosts";
        return Err(Failure::Setting(BadSetting(line.to_owned())));
    }
    let secret = options.client_secret_file.map(std::fs::read_to_string).transpose();
    let secret = secret.map_err(|error| format!("cannot read the client secret: {error}"))?;
    let new = NewUpstream {
        tenant,
        name: options.name,
        issuer: options.issuer,
        client_id: options.client_id,
        secret: secret.map(|secret| secret.trim().to_owned()),
    };
    let id = upstreams::add(app, new).await.map_err(failed)?;
    println!("{id}");
    println!("Register this redirect URI with the provider: {}", redirect_uri(app, id));
    println!(
        "If the provider supports sign-out, also register this post-logout redirect URI: {}",
        federation::post_logout_redirect_uri(&app.settings.public_url)
    );
    Ok(())
}

async fn list(app: &App) -> Result<(), Failure> {
    for upstream in upstreams::all(&app.db).await? {
        let kind = if upstream.secret.is_some() { "with a secret" } else { "public" };
        println!("{}  {}  {}  {} ({kind})", upstream.id, upstream.name, upstream.issuer, upstream.client_id);
        println!("    redirect URI: {}", redirect_uri(app, upstream.id));
    }
    Ok(())
}

fn redirect_uri(app: &App, upstream: Uuid) -> String {
    federation::redirect_uri(&app.settings.public_url, upstream)
}

async fn remove(app: &App, id: Uuid) -> Result<(), Failure> {
    match upstreams::remove(app, id).await.map_err(failed)? {
        true => Ok(()),
        false => Err(Failure::Other(format!("there is no upstream {id}"))),
    }
}

fn failed(problem: Problem) -> Failure {
    match problem {
        Problem::Internal(why) | Problem::Unavailable(why) => Failure::Other(why),
        problem => Failure::Other(problem.message().to_owned()),
    }
}
