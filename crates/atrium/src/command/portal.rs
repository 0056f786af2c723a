//! `atrium portal list | open | close | usual | remove`: a tenant's pages and cards, through the use cases of the console. A
//! running server sees a change at its next request.

use super::{Failure, terminal};
use crate::access::{self, AdminScope, WholeTenantScope, Write};
use crate::app::App;
use crate::config::Settings;
use crate::features::{self, FeatureChange, FeatureKind, FeatureSwitches, PortalFeature};
use crate::shared::id::TenantId;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use clap::{Args, Subcommand};
use serde_json::{Value, json};

#[derive(Args)]
pub(crate) struct PortalOptions {
    /// The tenant's name or ID.
    #[arg(long)]
    tenant: String,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: PortalCommand,
}

#[derive(Subcommand)]
enum PortalCommand {
    /// List the tenant's pages and cards.
    List,
    /// Open a page or card to everyone, whatever their permissions.
    Open {
        /// The ID, as shown by `list`.
        id: String,
    },
    /// Close a page or card, with its data, to everyone.
    Close {
        /// The ID, as shown by `list`.
        id: String,
    },
    /// Let permissions decide again who has a page or card.
    Usual {
        /// The ID, as shown by `list`.
        id: String,
    },
    /// Take a page or card out of the tenant's catalog.
    Remove {
        /// The ID, as shown by `list`.
        id: String,
    },
}

pub(super) fn scope(tenant: TenantId) -> Result<WholeTenantScope<FeatureSwitches, Write>, Failure> {
    access::whole(&all(tenant)).map_err(terminal::failed)
}

fn all(tenant: TenantId) -> AdminScope<FeatureSwitches, Write> {
    access::at_terminal(&access::operator(tenant))
}

pub(super) async fn begin(app: &App, tenant: TenantId) -> Result<Work, Failure> {
    Ok(Work::begin(app, &app.db, Author { tenant, person: None, address: String::new() }).await?)
}

pub(super) async fn portal(settings: Settings, options: PortalOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = run(&app, &options).await;
    app.db.close().await;
    for row in done? {
        if options.json {
            println!("{}", json_of(&row));
        } else {
            println!("{:24}{:8}{:24}{}", row.feature_id, row.kind.as_str(), state(&row), row.title);
        }
    }
    Ok(())
}

async fn run(app: &App, options: &PortalOptions) -> Result<Vec<PortalFeature>, Failure> {
    let tenant = terminal::tenant(app, &options.tenant).await?;
    let (id, change) = match &options.command {
        PortalCommand::List => {
            return features::catalogue(&app.db, &all(tenant)).await.map_err(terminal::failed);
        }
        PortalCommand::Open { id } => (id, Some((true, true))),
        PortalCommand::Close { id } => (id, Some((true, false))),
        PortalCommand::Usual { id } => (id, Some((false, false))),
        PortalCommand::Remove { id } => (id, None),
    };
    let missing = |problem| match problem {
        Problem::NotFound => Failure::Other(format!("there is no page or card {id:?}")),
        problem => terminal::failed(problem),
    };
    let scope = scope(tenant)?;
    let mut work = begin(app, tenant).await?;
    let left = match change {
        Some((read_only, enabled)) => {
            let change = FeatureChange {
                read_only: Some(read_only),
                enabled: Some(enabled),
                ..FeatureChange::default()
            };
            vec![features::revise(&mut work, &scope, id, None, change).await.map_err(missing)?]
        }
        None => {
            features::delete(&mut work, &scope, id).await.map_err(missing)?;
            vec![]
        }
    };
    work.commit().await?;
    terminal::keep_heads(app).await?;
    Ok(left)
}

fn state(row: &PortalFeature) -> &'static str {
    match (row.read_only, row.enabled) {
        (true, true) => "open to everyone",
        (true, false) => "closed",
        (false, _) => "by permissions",
    }
}

fn json_of(row: &PortalFeature) -> Value {
    json!({
        "id": row.feature_id, "isPage": row.kind == FeatureKind::Page, "title": row.title, "state": state(row),
        "permissions": row.permissions.split_whitespace().collect::<Vec<_>>(),
    })
}
