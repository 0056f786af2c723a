//! `atrium portal list | open | close | usual | remove | texts | set-text`: a tenant's pages and cards, and what it adds to its
//! mails, through the use cases of the console. A running server sees a change at its next request.

use super::{Failure, terminal};
use crate::access::{self, AdminScope, WholeTenantScope, Write};
use crate::app::App;
use crate::config::Settings;
use crate::features::{
    self, FeatureChange, FeatureKind, FeatureSwitches, NewNoticeText, NoticeText, PortalFeature,
};
use crate::notices::NoticeTextKind;
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
    /// List what the tenant adds to its mails.
    Texts,
    /// Change what the tenant adds to a kind of mail.
    SetText {
        /// The kind, as shown by `texts`.
        kind: String,
        /// The paragraph in English mails. Without it, there is none.
        #[arg(long, default_value = "")]
        english: String,
        /// The paragraph in Spanish mails. Without it, there is none.
        #[arg(long, default_value = "")]
        spanish: String,
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
    if let PortalCommand::Texts | PortalCommand::SetText { .. } = &options.command {
        let done = texts(&app, &options).await;
        app.db.close().await;
        return done;
    }
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
        PortalCommand::Texts | PortalCommand::SetText { .. } => return Ok(vec![]),
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

async fn texts(app: &App, options: &PortalOptions) -> Result<(), Failure> {
    let tenant = terminal::tenant(app, &options.tenant).await?;
    let scope = scope(tenant)?;
    let rows = match &options.command {
        PortalCommand::SetText { kind, english, spanish } => {
            let kind = NoticeTextKind::from_text(kind).ok_or_else(|| {
                let known = NoticeTextKind::ALL.iter().map(NoticeTextKind::as_text).collect::<Vec<_>>();
                Failure::Other(format!("the kind must be one of {}, not {kind:?}", known.join(", ")))
            })?;
            let mut work = begin(app, tenant).await?;
            let new = NewNoticeText { kind, english, spanish, version: None };
            let set = features::set_text(&mut work, &scope, new).await.map_err(terminal::failed)?;
            work.commit().await?;
            terminal::keep_heads(app).await?;
            vec![set]
        }
        _ => features::texts(&app.db, &scope).await.map_err(terminal::failed)?,
    };
    for NoticeText { kind, english, spanish, .. } in rows {
        let kind = kind.as_text();
        if options.json {
            println!("{}", json!({ "kind": kind, "english": english, "spanish": spanish }));
        } else {
            println!(
                "{kind}\n  en  {}\n  es  {}",
                english.replace('\n', " / "),
                spanish.replace('\n', " / ")
            );
        }
    }
    Ok(())
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
