//! `atrium machine add | list | change | rotate | revoke`: programs that work by themselves over the API for machines,
//! through the use cases of the console. A running server sees a change at its next request.

use super::Failure;
use super::answer::CommandAnswer;
use super::terminal::{self, failed};
use crate::access::{self, WholeTenantScope, Write};
use crate::app::App;
use crate::config::Settings;
use crate::factors::{NeedsProof, Proven};
use crate::machines::{
    self, AddedMachine, ChangedMachine, MachineClientRow, MachineDraft, Machines, RevocationOfMachine,
    RotationOfMachineSecret, SavedMachine,
};
use crate::shared::page::Cursors;
use crate::work::{Author, Work};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct MachineOptions {
    /// The tenant's name or ID.
    #[arg(long)]
    tenant: String,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: MachineCommand,
}

#[derive(Subcommand)]
enum MachineCommand {
    /// Add a machine client. Prints its client ID, and its secret this once.
    Add(NewMachineOptions),
    /// List the tenant's machine clients, revoked ones too.
    List,
    /// Change what a machine client may do. What you leave out stays.
    Change(ChangeOptions),
    /// Give a machine client a new secret, which is printed this once. The old one counts for another 24 hours.
    Rotate {
        /// Its name or client ID.
        name: String,
        /// Stop accepting the old secret, and the tokens it got, right away.
        #[arg(long)]
        now: bool,
    },
    /// Turn a machine client away for good, right away.
    Revoke {
        /// Its name or client ID.
        name: String,
    },
}

#[derive(Args)]
struct NewMachineOptions {
    /// What the audit trail calls it, such as "Payroll sync".
    name: String,
    /// What it may do: handover.read, handover.acknowledge, import.write, events.read, people.read, scim or scim.admin.
    /// Repeat it for several.
    #[arg(long, value_name = "SCOPE", required = true)]
    scope: Vec<String>,
    /// A file with its public keys, as a JSON Web Key Set. Without it, it gets a secret.
    #[arg(long, value_name = "FILE")]
    jwks: Option<PathBuf>,
    /// How many requests it may send per minute. Without it, 600.
    #[arg(long, value_name = "NUMBER")]
    requests_per_minute: Option<i64>,
}

#[derive(Args)]
struct ChangeOptions {
    /// Its name or client ID.
    name: String,
    /// What the audit trail calls it from now on.
    #[arg(long, value_name = "NAME")]
    rename: Option<String>,
    /// All it may do from now on. Repeat it for several.
    #[arg(long, value_name = "SCOPE")]
    scope: Vec<String>,
    /// A file with its new public keys, as a JSON Web Key Set.
    #[arg(long, value_name = "FILE")]
    jwks: Option<PathBuf>,
    #[arg(long, value_name = "NUMBER")]
    requests_per_minute: Option<i64>,
}

type MachinesAtTerminal = WholeTenantScope<Machines, Write>;

pub(super) async fn machine(settings: Settings, options: MachineOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = run(&app, options).await;
    app.db.close().await;
    done
}

async fn run(app: &App, options: MachineOptions) -> Result<(), Failure> {
    let tenant = terminal::tenant(app, &options.tenant).await?;
    let administered = access::at_terminal::<Machines>(&access::operator(tenant));
    let scope = access::whole(&administered).map_err(failed)?;
    let answer = match options.command {
        MachineCommand::List => list(app, &scope).await?,
        changing => {
            let answer = change(app, &scope, changing).await?;
            terminal::keep_heads(app).await?;
            answer
        }
    };
    answer.print(options.json);
    Ok(())
}

async fn list(app: &App, scope: &MachinesAtTerminal) -> Result<CommandAnswer, Failure> {
    let (mut rows, mut cursor) = (vec![], None::<String>);
    loop {
        let cursors = Cursors::new(&app.keys.cursor, "machines at the terminal".to_owned());
        let page = machines::list(&app.db, scope, "", cursors, (Some(100), cursor.as_deref()));
        let page = page.await.map_err(failed)?;
        rows.extend(page.results);
        cursor = page.links.next;
        if cursor.is_none() {
            let lines = rows.iter().flat_map(row_lines).collect();
            return Ok(CommandAnswer { json: rows.iter().map(row_json).collect(), lines });
        }
    }
}

/// In one transaction.
async fn change(
    app: &App,
    scope: &MachinesAtTerminal,
    command: MachineCommand,
) -> Result<CommandAnswer, Failure> {
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let answer = match command {
        MachineCommand::List => list(app, scope).await?,
        MachineCommand::Add(new) => {
            let draft = MachineDraft {
                name: new.name,
                scopes: new.scope,
                auth: if new.jwks.is_some() { "key" } else { "secret" }.to_owned(),
                jwks: new.jwks.as_deref().map(keys).transpose()?.unwrap_or_default(),
                requests_per_minute: new.requests_per_minute,
            };
            let checked = machines::check(work.tx(), scope, None, draft).await.map_err(failed)?;
            let added = proven(scope, AddedMachine { checked });
            saved(machines::add(app, &mut work, scope, added).await.map_err(failed)?)
        }
        MachineCommand::Change(new) => {
            let row = called(app, scope, &new.name).await?;
            let draft = MachineDraft {
                name: new.rename.unwrap_or_else(|| row.name.clone()),
                scopes: if new.scope.is_empty() { row.scopes() } else { new.scope },
                auth: row.auth.as_str().to_owned(),
                jwks: new.jwks.as_deref().map(keys).transpose()?.unwrap_or_default(),
                requests_per_minute: new.requests_per_minute.or(Some(row.requests_per_minute)),
            };
            let checked = machines::check(work.tx(), scope, Some(row.id), draft).await.map_err(failed)?;
            let changed = proven(scope, ChangedMachine { id: row.id, version: row.version, checked });
            saved(machines::change(&mut work, scope, changed).await.map_err(failed)?)
        }
        MachineCommand::Rotate { name, now } => {
            let row = called(app, scope, &name).await?;
            let rotation = RotationOfMachineSecret { id: row.id, version: row.version, keeps_old: !now };
            let rotation = proven(scope, rotation);
            saved(machines::rotate(app, &mut work, scope, rotation).await.map_err(failed)?)
        }
        MachineCommand::Revoke { name } => {
            let row = called(app, scope, &name).await?;
            let revocation = proven(scope, RevocationOfMachine { id: row.id, version: row.version });
            let row = machines::revoke(&mut work, scope, revocation).await.map_err(failed)?;
            CommandAnswer { json: row_json(&row), lines: vec![format!("Revoked {}.", row.name)] }
        }
    };
    work.commit().await?;
    Ok(answer)
}

fn keys(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| Failure::Other(format!("cannot read the keys: {error}")))
}

/// An operator at the server proves nothing more.
fn proven<C: NeedsProof>(scope: &MachinesAtTerminal, change: C) -> Proven<C> {
    Proven::by_operator(&access::operator(scope.tenant()), change)
}

async fn called(app: &App, scope: &MachinesAtTerminal, name: &str) -> Result<MachineClientRow, Failure> {
    let found = machines::called(&app.db, scope, name).await;
    found.map_err(|_| Failure::Other(format!("there is no machine client {name:?}")))
}

fn saved(saved: SavedMachine) -> CommandAnswer {
    let (mut lines, mut answer) = (row_lines(&saved.row), row_json(&saved.row));
    if let Some(secret) = saved.secret {
        answer["clientSecret"] = json!(secret);
        lines.push(format!("    client secret: {secret}"));
        lines.push("The secret isn't shown again. Enter it in the program now.".to_owned());
    }
    CommandAnswer { json: answer, lines }
}

fn row_json(row: &MachineClientRow) -> Value {
    json!({
        "id": row.id, "name": row.name, "clientId": row.client_id, "scopes": row.scopes(),
        "auth": row.auth.as_str(), "requestsPerMinute": row.requests_per_minute,
        "oldSecretUntil": row.old_secret_until, "lastTokenAt": row.last_token_at, "revokedAt": row.revoked_at,
        "version": row.version,
    })
}

fn row_lines(row: &MachineClientRow) -> Vec<String> {
    let state = if row.revoked_at.is_some() { "  (revoked)" } else { "" };
    vec![
        format!("{}  {} (with a {}){state}", row.name, row.client_id, row.auth.as_str()),
        format!("    may: {}", row.scopes().join(", ")),
        format!("    requests per minute: {}", row.requests_per_minute),
    ]
}
