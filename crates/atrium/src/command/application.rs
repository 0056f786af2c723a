//! `atrium application add | list | rotate | enable | disable | remove`: the applications people are signed in to with our
//! identity provider, through the use cases of the console. A running server sees a change at its next request.

use super::Failure;
use super::answer::CommandAnswer;
use super::terminal::{self, failed};
use crate::access::{self, WholeTenantScope, Write};
use crate::app::App;
use crate::config::Settings;
use crate::factors::{NeedsProof, Proven};
use crate::host_applications::{
    self, AddedHostApplication, AuthMethod, HostApplicationDraft, HostApplicationRow, HostApplications,
    RemovalOfHostApplication, RotationOfSecret, SavedHostApplication, TurnOfHostApplication,
};
use crate::shared::page::Cursors;
use crate::work::{Author, Work};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct ApplicationOptions {
    /// The tenant's name or ID.
    #[arg(long)]
    tenant: String,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: ApplicationCommand,
}

#[derive(Subcommand)]
enum ApplicationCommand {
    /// Connect an application. Prints its client ID, and its secret this once.
    Add(Box<NewOptions>),
    /// List the tenant's applications.
    List,
    /// Give an application a new secret, which is printed this once. The old one counts for another 24 hours.
    Rotate {
        /// Its code, such as PAY.
        code: String,
        /// Stop accepting the old secret right away.
        #[arg(long)]
        now: bool,
    },
    /// Let people in again.
    Enable {
        /// Its code.
        code: String,
    },
    /// Hide its tile and let no one in.
    Disable {
        /// Its code.
        code: String,
    },
    /// Remove an application.
    Remove {
        /// Its code.
        code: String,
    },
}

#[derive(Args)]
struct NewOptions {
    /// PAY, TAX, HR, HCM, TIME or a code of your own. Roles open the application by it.
    code: String,
    /// The name on its tile.
    #[arg(long)]
    name: String,
    /// Where its tile leads. A page that begins the sign-in takes people straight in.
    #[arg(long, value_name = "URL")]
    address: String,
    /// Added to the address.
    #[arg(long, default_value = "/")]
    path: String,
    /// Without it, we make one up.
    #[arg(long)]
    client_id: Option<String>,
    /// A file with the application's public keys, as a JSON Web Key Set. Without it, the application gets a secret.
    #[arg(long, value_name = "FILE")]
    jwks: Option<PathBuf>,
    /// Where the code goes, exactly as the application sends it. Repeat it for several.
    #[arg(long, value_name = "URL", required = true)]
    redirect_uri: Vec<String>,
    /// Where people may return to after signing out. Repeat it for several.
    #[arg(long, value_name = "URL")]
    post_logout_redirect_uri: Vec<String>,
    /// What it may learn about a person: name, given_name, family_name, preferred_username, email, phone_number, tenant,
    /// companies or roles. Repeat it for several.
    #[arg(long, value_name = "CLAIM")]
    claim: Vec<String>,
    /// Where it's told that a session has ended.
    #[arg(long, value_name = "URL")]
    backchannel_logout_uri: Option<String>,
}

type ApplicationsAtTerminal = WholeTenantScope<HostApplications, Write>;

pub(super) async fn application(settings: Settings, options: ApplicationOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = run(&app, options).await;
    app.db.close().await;
    done
}

async fn run(app: &App, options: ApplicationOptions) -> Result<(), Failure> {
    let tenant = terminal::tenant(app, &options.tenant).await?;
    let administered = access::at_terminal::<HostApplications>(&access::operator(tenant));
    let scope = access::whole(&administered).map_err(failed)?;
    let answer = match options.command {
        ApplicationCommand::List => list(app, &scope).await?,
        changing => {
            let answer = change(app, &scope, changing).await?;
            terminal::keep_heads(app).await?;
            answer
        }
    };
    answer.print(options.json);
    Ok(())
}

async fn list(app: &App, scope: &ApplicationsAtTerminal) -> Result<CommandAnswer, Failure> {
    let (mut rows, mut cursor) = (vec![], None::<String>);
    loop {
        let cursors = Cursors::new(&app.keys.cursor, "applications at the terminal".to_owned());
        let asked = (Some(100), cursor.as_deref());
        let page = host_applications::list(&app.db, scope, "", cursors, asked).await.map_err(failed)?;
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
    scope: &ApplicationsAtTerminal,
    command: ApplicationCommand,
) -> Result<CommandAnswer, Failure> {
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let answer = match command {
        ApplicationCommand::List => list(app, scope).await?,
        ApplicationCommand::Add(new) => {
            let draft = draft(*new)?;
            let checked =
                host_applications::check(app, work.tx(), scope, None, draft).await.map_err(failed)?;
            let added = proven(scope, AddedHostApplication { checked });
            saved(host_applications::add(app, &mut work, scope, added).await.map_err(failed)?)
        }
        ApplicationCommand::Rotate { code, now } => {
            let row = coded(app, scope, &code).await?;
            let rotation = RotationOfSecret { id: row.id, version: row.version, keeps_old: !now };
            let rotation = proven(scope, rotation);
            saved(host_applications::rotate(app, &mut work, scope, rotation).await.map_err(failed)?)
        }
        ApplicationCommand::Enable { code } => turn(app, &mut work, scope, &code, true).await?,
        ApplicationCommand::Disable { code } => turn(app, &mut work, scope, &code, false).await?,
        ApplicationCommand::Remove { code } => {
            let row = coded(app, scope, &code).await?;
            let removal = proven(scope, RemovalOfHostApplication { id: row.id, version: row.version });
            host_applications::remove(&mut work, scope, removal).await.map_err(failed)?;
            CommandAnswer {
                json: json!({ "removed": row.code }),
                lines: vec![format!("Removed {}.", row.name)],
            }
        }
    };
    work.commit().await?;
    Ok(answer)
}

async fn turn(
    app: &App,
    work: &mut Work,
    scope: &ApplicationsAtTerminal,
    code: &str,
    is_enabled: bool,
) -> Result<CommandAnswer, Failure> {
    let row = coded(app, scope, code).await?;
    let turn = proven(scope, TurnOfHostApplication { id: row.id, version: row.version, is_enabled });
    let row = host_applications::turn(work, scope, turn).await.map_err(failed)?;
    Ok(CommandAnswer { json: row_json(&row), lines: row_lines(&row) })
}

fn draft(new: NewOptions) -> Result<HostApplicationDraft, Failure> {
    let jwks = new.jwks.map(std::fs::read_to_string).transpose();
    let jwks = jwks.map_err(|error| Failure::Other(format!("cannot read the keys: {error}")))?;
    let auth = if jwks.is_some() { AuthMethod::Key } else { AuthMethod::Secret };
    Ok(HostApplicationDraft {
        code: new.code,
        name: new.name,
        target_url: new.address,
        path: new.path,
        client_id: new.client_id.unwrap_or_default(),
        auth: auth.as_str().to_owned(),
        jwks: jwks.unwrap_or_default(),
        redirect_uris: new.redirect_uri,
        post_logout_redirect_uris: new.post_logout_redirect_uri,
        claims: new.claim,
        logout_uri: new.backchannel_logout_uri.unwrap_or_default(),
        is_enabled: true,
    })
}

/// An operator at the server proves nothing more.
fn proven<C: NeedsProof>(scope: &ApplicationsAtTerminal, change: C) -> Proven<C> {
    Proven::by_operator(&access::operator(scope.tenant()), change)
}

async fn coded(app: &App, scope: &ApplicationsAtTerminal, code: &str) -> Result<HostApplicationRow, Failure> {
    let found = host_applications::coded(&app.db, scope, code).await;
    found.map_err(|_| Failure::Other(format!("there is no application with the code {code:?}")))
}

fn saved(saved: SavedHostApplication) -> CommandAnswer {
    let mut lines = row_lines(&saved.row);
    let mut answer = row_json(&saved.row);
    if let Some(secret) = saved.secret {
        answer["clientSecret"] = json!(secret);
        lines.push(format!("    client secret: {secret}"));
        lines.push("The secret isn't shown again. Enter it in the application now.".to_owned());
    }
    CommandAnswer { json: answer, lines }
}

fn row_json(row: &HostApplicationRow) -> Value {
    json!({
        "id": row.id, "code": row.code, "name": row.name, "targetUrl": row.target_url, "path": row.path,
        "clientId": row.client_id, "auth": row.auth.map(AuthMethod::as_str), "redirectUris": row.redirect_uris(),
        "postLogoutRedirectUris": row.post_logout_redirect_uris(), "claims": row.claims(), "logoutUri": row.logout_uri,
        "isEnabled": row.is_enabled, "oldSecretUntil": row.old_secret_until, "roles": row.roles(), "version": row.version,
    })
}

fn row_lines(row: &HostApplicationRow) -> Vec<String> {
    let or_none = |list: Vec<String>| if list.is_empty() { "none".to_owned() } else { list.join(", ") };
    let state = if row.is_enabled { "" } else { "  (turned off)" };
    let Some(method) = row.auth else {
        return vec![format!("{}  {}  not connected{state}", row.code, row.name)];
    };
    vec![
        format!("{}  {}  {} (with a {}){state}", row.code, row.name, row.client_id, method.as_str()),
        format!("    redirect URIs: {}", or_none(row.redirect_uris())),
        format!("    post-logout redirect URIs: {}", or_none(row.post_logout_redirect_uris())),
        format!("    back-channel logout URI: {}", row.logout_uri.as_deref().unwrap_or("none")),
        format!("    claims: {}", or_none(row.claims())),
        format!("    opened by the roles: {}", or_none(row.roles())),
    ]
}
