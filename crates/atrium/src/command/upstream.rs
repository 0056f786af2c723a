//! `atrium upstream add | change | list | test | remove`: the OpenID providers people can sign in with, through the use
//! cases of the console.

use super::Failure;
use super::terminal::{self, failed};
use crate::access::{self, AdminScope, Write};
use crate::app::App;
use crate::config::Settings;
use crate::factors::{NeedsProof, Proven};
use crate::federation;
use crate::shared::id::{CompanyId, TenantId, UpstreamId};
use crate::shared::outbound::Outbound;
use crate::shared::page::Cursors;
use crate::upstreams::{
    self, AddedUpstream, ChangedUpstream, RemovalOfUpstream, Upstream, UpstreamDraft, UpstreamRow, Upstreams,
};
use crate::work::{Author, Work};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::path::PathBuf;
use uuid::Uuid;

#[derive(Args)]
pub(crate) struct UpstreamOptions {
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: UpstreamCommand,
}

#[derive(Subcommand)]
enum UpstreamCommand {
    /// Let a tenant's people sign in with another OpenID provider.
    Add {
        /// The tenant's name or ID.
        #[arg(long)]
        tenant: String,
        /// The name people see once they're signed in, and in invitations: “Continue with NAME”.
        #[arg(long)]
        name: String,
        /// The issuer, exactly as in its discovery document.
        #[arg(long, value_name = "URL")]
        issuer: String,
        /// The client ID the provider gave Atrium.
        #[arg(long)]
        client_id: String,
        #[command(flatten)]
        more: MoreOptions,
    },
    /// Change a provider. What isn't given stays as it is.
    Change {
        /// Its ID, as shown by `list`.
        id: Uuid,
        /// The new name.
        #[arg(long)]
        name: Option<String>,
        /// The new issuer.
        #[arg(long, value_name = "URL")]
        issuer: Option<String>,
        /// The new client ID.
        #[arg(long)]
        client_id: Option<String>,
        #[command(flatten)]
        more: MoreOptions,
        /// For people of the whole tenant.
        #[arg(long, conflicts_with = "company")]
        whole_tenant: bool,
        /// Remove all mail domains.
        #[arg(long, conflicts_with = "mail_domain")]
        no_mail_domain: bool,
    },
    /// List the providers and the redirect URI to register with each.
    List,
    /// Ask a provider about itself, as a sign-in would.
    Test {
        /// Its ID, as shown by `list`.
        id: Uuid,
    },
    /// Remove a provider.
    Remove {
        /// Its ID, as shown by `list`.
        id: Uuid,
    },
}

#[derive(Args)]
struct MoreOptions {
    /// The name or ID of the company whose people it's for. Without it, it's for the whole tenant.
    #[arg(long)]
    company: Option<String>,
    /// A file that holds only the client secret. Without it, Atrium is a public client.
    #[arg(long, value_name = "FILE")]
    client_secret_file: Option<PathBuf>,
    /// People with an address at this domain are offered it. Repeat it for several.
    #[arg(long, value_name = "DOMAIN")]
    mail_domain: Vec<String>,
}

type TerminalScope = AdminScope<Upstreams, Write>;

pub(super) async fn upstream(settings: Settings, options: UpstreamOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = run(&app, options).await;
    app.db.close().await;
    done
}

async fn run(app: &App, options: UpstreamOptions) -> Result<(), Failure> {
    let print = |value: Value, lines: Vec<String>| match options.json {
        true => println!("{value}"),
        false => lines.iter().for_each(|line| println!("{line}")),
    };
    match options.command {
        UpstreamCommand::List => {
            let rows = every(app).await?;
            print(
                rows.iter().map(|row| row_json(app, row)).collect(),
                rows.iter().flat_map(|row| row_lines(app, row)).collect(),
            );
            Ok(())
        }
        UpstreamCommand::Test { id } => {
            let (upstream, _) = known(app, id).await?;
            let outbound = Outbound::new(&app.settings.outbound_allowed_hosts)?;
            let report = federation::report(&outbound, &upstream.issuer).await;
            let told = json!({
                "isGood": report.is_good(), "isReachable": report.is_reachable, "otherIssuer": report.other_issuer,
                "isAuthorizationAllowed": report.is_authorization_allowed, "keys": report.keys,
                "canSignOut": report.can_sign_out,
            });
            print(told.clone(), vec![told.to_string()]);
            if report.is_good() { Ok(()) } else { Err(Failure::Other("the provider isn't ready".to_owned())) }
        }
        UpstreamCommand::Remove { id } => {
            let (_, scope) = known(app, id).await?;
            let row = row(app, &scope, id).await?;
            let mut work = begin(app, &scope).await?;
            let removal = proven(&scope, RemovalOfUpstream { id: row.id, version: row.version });
            upstreams::remove(&mut work, &scope, removal).await.map_err(failed)?;
            work.commit().await?;
            print(json!({ "removed": id }), vec![format!("Removed {}.", row.name)]);
            terminal::keep_heads(app).await
        }
        command => {
            let changed = save(app, command).await?;
            let mut lines = vec![changed.id.to_string()];
            let public_url = &app.settings.public_url;
            lines.push(format!(
                "Register this redirect URI with the provider: {}",
                upstreams::redirect_uri(public_url, changed.id.0)
            ));
            lines.push(format!(
                "If the provider supports sign-out, also register this post-logout redirect URI: {}",
                upstreams::post_logout_redirect_uri(public_url)
            ));
            if changed.domains().is_empty() {
                lines.push("No one is offered it at sign-in before it has a --mail-domain.".to_owned());
            }
            print(row_json(app, &changed), lines);
            terminal::keep_heads(app).await
        }
    }
}

/// Adds or changes one, in one transaction.
async fn save(app: &App, command: UpstreamCommand) -> Result<UpstreamRow, Failure> {
    let (scope, there, draft) = match command {
        UpstreamCommand::Add { tenant, name, issuer, client_id, more } => {
            let scope = scope(terminal::tenant(app, &tenant).await?);
            let company = company(app, &scope, more.company.as_deref()).await?;
            let secret = secret(more.client_secret_file)?;
            let mail_domains = more.mail_domain;
            (scope, None, UpstreamDraft { name, company, issuer, client_id, secret, mail_domains })
        }
        UpstreamCommand::Change { id, name, issuer, client_id, more, whole_tenant, no_mail_domain } => {
            let (_, scope) = known(app, id).await?;
            let there = row(app, &scope, id).await?;
            let company = company(app, &scope, more.company.as_deref()).await?;
            let mail_domains = match (more.mail_domain, no_mail_domain) {
                (_, true) => vec![],
                (domains, false) if domains.is_empty() => there.domains(),
                (domains, false) => domains,
            };
            let draft = UpstreamDraft {
                name: name.unwrap_or_else(|| there.name.clone()),
                company: if whole_tenant { None } else { company.or(there.company) },
                issuer: issuer.unwrap_or_else(|| there.issuer.clone()),
                client_id: client_id.unwrap_or_else(|| there.client_id.clone()),
                secret: secret(more.client_secret_file)?,
                mail_domains,
            };
            (scope, Some(there), draft)
        }
        _ => return Err(Failure::Other("nothing to save".to_owned())),
    };
    let mut work = begin(app, &scope).await?;
    let before = there.as_ref().map(|row| (row.id, row.version));
    let checked = upstreams::check(app, work.tx(), &scope, before, draft).await.map_err(failed)?;
    let saved = match there {
        Some(row) => {
            let changed = ChangedUpstream { id: row.id, version: row.version, checked };
            upstreams::change(app, &mut work, &scope, proven(&scope, changed)).await
        }
        None => upstreams::add(app, &mut work, &scope, proven(&scope, AddedUpstream { checked })).await,
    };
    let saved = saved.map_err(failed)?;
    work.commit().await?;
    Ok(saved)
}

fn scope(tenant: TenantId) -> TerminalScope {
    access::at_terminal::<Upstreams>(&access::operator(tenant))
}

/// An operator at the server proves nothing more.
fn proven<C: NeedsProof>(scope: &TerminalScope, change: C) -> Proven<C> {
    Proven::by_operator(&access::operator(scope.tenant()), change)
}

async fn begin(app: &App, scope: &TerminalScope) -> Result<Work, Failure> {
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    Ok(Work::begin(app, &app.db, author).await?)
}

async fn known(app: &App, id: Uuid) -> Result<(Upstream, TerminalScope), Failure> {
    let found = upstreams::find(&app.db, id).await?;
    let found = found.ok_or_else(|| Failure::Other(format!("there is no upstream {id}")))?;
    let scope = scope(found.tenant_id);
    Ok((found, scope))
}

/// One tenant's.
async fn rows(app: &App, scope: &TerminalScope) -> Result<Vec<UpstreamRow>, Failure> {
    let (mut rows, mut cursor) = (vec![], None::<String>);
    loop {
        let cursors = Cursors::new(&app.keys.cursor, "upstreams at the terminal".to_owned());
        let asked = (Some(100), cursor.as_deref());
        let page = upstreams::list(&app.db, scope, "", cursors, asked).await.map_err(failed)?;
        rows.extend(page.results);
        cursor = page.links.next;
        if cursor.is_none() {
            return Ok(rows);
        }
    }
}

async fn row(app: &App, scope: &TerminalScope, id: Uuid) -> Result<UpstreamRow, Failure> {
    let found = rows(app, scope).await?.into_iter().find(|row| row.id == UpstreamId(id));
    found.ok_or_else(|| Failure::Other(format!("there is no upstream {id}")))
}

/// Those of all tenants.
async fn every(app: &App) -> Result<Vec<UpstreamRow>, Failure> {
    let mut tenants: Vec<TenantId> =
        upstreams::all(&app.db).await?.into_iter().map(|one| one.tenant_id).collect();
    tenants.dedup();
    let mut all = vec![];
    for tenant in tenants {
        all.extend(rows(app, &scope(tenant)).await?);
    }
    Ok(all)
}

async fn company(
    app: &App,
    scope: &TerminalScope,
    called: Option<&str>,
) -> Result<Option<CompanyId>, Failure> {
    let Some(called) = called else { return Ok(None) };
    let companies = upstreams::companies(&app.db, scope).await.map_err(failed)?;
    let found = companies.iter().find(|(id, name)| name == called || id.to_string() == called);
    Ok(Some(found.ok_or_else(|| Failure::Other(format!("there is no company {called:?}")))?.0))
}

fn secret(file: Option<PathBuf>) -> Result<Option<String>, Failure> {
    let read = file.map(std::fs::read_to_string).transpose();
    read.map_err(|error| Failure::Other(format!("cannot read the client secret: {error}")))
}

fn row_json(app: &App, row: &UpstreamRow) -> Value {
    json!({
        "id": row.id, "name": row.name, "issuer": row.issuer, "clientId": row.client_id, "hasSecret": row.has_secret,
        "company": row.company_name, "mailDomains": row.domains(), "version": row.version,
        "redirectUri": upstreams::redirect_uri(&app.settings.public_url, row.id.0),
    })
}

fn row_lines(app: &App, row: &UpstreamRow) -> Vec<String> {
    let kind = if row.has_secret { "with a secret" } else { "public" };
    let domains = if row.domains().is_empty() { "none".to_owned() } else { row.domains().join(", ") };
    vec![
        format!("{}  {}  {}  {} ({kind})", row.id, row.name, row.issuer, row.client_id),
        format!("    for: {}", row.company_name.as_deref().unwrap_or("the whole tenant")),
        format!("    mail domains: {domains}"),
        format!("    redirect URI: {}", upstreams::redirect_uri(&app.settings.public_url, row.id.0)),
    ]
}
