//! `atrium webhook …` and `atrium event list`: where a tenant's events are pushed, and the events themselves, through the
//! use cases of the console. A running server sees a change within a second.

use super::Failure;
use super::answer::CommandAnswer;
use super::terminal::{self, failed};
use crate::access::{self, WholeTenantScope, Write};
use crate::app::App;
use crate::config::Settings;
use crate::events::{
    self, AddedWebhook, DeliveryFilter, DeliveryState, Events, RemovalOfWebhook, RotationOfWebhookSecret,
    SavedWebhook, TurnOfWebhook, WebhookDelivery, WebhookDraft, WebhookRow,
};
use crate::factors::{NeedsProof, Proven};
use crate::shared::id::{CompanyId, DeliveryId};
use crate::shared::page::Cursors;
use crate::work::{Author, Work};
use clap::{Args, Subcommand};
use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;

#[derive(Args)]
pub(crate) struct WebhookOptions {
    /// The tenant's name or ID.
    #[arg(long)]
    tenant: String,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: WebhookCommand,
}

#[derive(Subcommand)]
enum WebhookCommand {
    /// Add a webhook. Prints its secret this once.
    Add(NewWebhookOptions),
    /// List the tenant's webhooks.
    List,
    /// List a webhook's newest messages.
    Deliveries {
        /// Its name.
        name: String,
        /// Only messages in this state: waiting, delivered or parked.
        #[arg(long)]
        state: Option<String>,
        #[arg(long, default_value_t = 20)]
        limit: i32,
    },
    /// Send a message that says nothing happened.
    Test { name: String },
    /// Give a webhook a new secret, which is printed this once. The old one signs as well for another 24 hours.
    Rotate {
        name: String,
        /// Stop signing with the old secret right away.
        #[arg(long)]
        now: bool,
    },
    /// Turn a webhook on again, for events from now on.
    Enable { name: String },
    /// Turn a webhook off.
    Disable { name: String },
    /// Remove a webhook and what is on its way.
    Remove { name: String },
    /// Send messages again: one, or everything since a time.
    #[command(group = clap::ArgGroup::new("what").required(true).args(["delivery", "since"]))]
    Replay {
        name: String,
        /// The ID of one message.
        #[arg(long, value_name = "ID")]
        delivery: Option<Uuid>,
        /// A time such as 2026-11-18T00:00:00Z.
        #[arg(long, value_name = "TIME")]
        since: Option<Timestamp>,
    },
}

#[derive(Args)]
struct NewWebhookOptions {
    /// What you call it.
    name: String,
    /// Where messages are posted.
    #[arg(long)]
    url: String,
    /// Only events of this company, by name or ID.
    #[arg(long)]
    company: Option<String>,
    /// Only events of this type. Repeat it for several; docs/events.md lists them.
    #[arg(long = "type", value_name = "TYPE")]
    types: Vec<String>,
}

#[derive(Args)]
pub(crate) struct EventOptions {
    /// The tenant's name or ID.
    #[arg(long)]
    tenant: String,
    #[command(subcommand)]
    command: EventCommand,
}

#[derive(Subcommand)]
enum EventCommand {
    /// Print events as JSON lines, oldest first.
    List {
        /// Only those after this number.
        #[arg(long, default_value_t = 0)]
        after: i64,
        #[arg(long, default_value_t = 100)]
        limit: i32,
    },
}

type EventsAtTerminal = WholeTenantScope<Events, Write>;

async fn scope_of(app: &App, tenant: &str) -> Result<EventsAtTerminal, Failure> {
    let tenant = terminal::tenant(app, tenant).await?;
    access::whole(&access::at_terminal::<Events>(&access::operator(tenant))).map_err(failed)
}

pub(super) async fn event(settings: Settings, options: EventOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = list_events(&app, options).await;
    app.db.close().await;
    done
}

async fn list_events(app: &App, options: EventOptions) -> Result<(), Failure> {
    let scope = scope_of(app, &options.tenant).await?;
    let EventCommand::List { after, limit } = options.command;
    let found = events::events_after(&app.db, &scope, after, Some(limit)).await.map_err(failed)?;
    for event in &found.events {
        println!("{}", events::on_wire(scope.tenant(), event));
    }
    Ok(())
}

pub(super) async fn webhook(settings: Settings, options: WebhookOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = run(&app, options).await;
    app.db.close().await;
    done
}

async fn run(app: &App, options: WebhookOptions) -> Result<(), Failure> {
    let scope = scope_of(app, &options.tenant).await?;
    let answer = match options.command {
        WebhookCommand::List => list(app, &scope).await?,
        WebhookCommand::Deliveries { name, state, limit } => {
            deliveries(app, &scope, &name, state.as_deref(), limit).await?
        }
        changing => {
            let answer = change(app, &scope, changing).await?;
            terminal::keep_heads(app).await?;
            answer
        }
    };
    answer.print(options.json);
    Ok(())
}

async fn list(app: &App, scope: &EventsAtTerminal) -> Result<CommandAnswer, Failure> {
    let cursors = Cursors::new(&app.keys.cursor, "webhooks at the terminal".to_owned());
    // There are at most 20.
    let page = events::list_webhooks(&app.db, scope, cursors, (Some(100), None)).await.map_err(failed)?;
    let lines = page.results.iter().flat_map(row_lines).collect();
    Ok(CommandAnswer { json: page.results.iter().map(row_json).collect(), lines })
}

async fn deliveries(
    app: &App,
    scope: &EventsAtTerminal,
    name: &str,
    state: Option<&str>,
    limit: i32,
) -> Result<CommandAnswer, Failure> {
    let unknown = |_| Failure::Other("a state is waiting, delivered or parked".to_owned());
    let state = state.map(|text| DeliveryState::parse(text).ok_or(())).transpose().map_err(unknown)?;
    let filter = DeliveryFilter { webhook: called(app, scope, name).await?.id, state };
    let cursors = Cursors::new(&app.keys.cursor, "deliveries at the terminal".to_owned());
    let page = events::deliveries(&app.db, scope, &filter, cursors, (Some(limit), None)).await;
    let rows = page.map_err(failed)?.results;
    let lines = rows.iter().map(delivery_line).collect();
    Ok(CommandAnswer { json: rows.iter().map(delivery_json).collect(), lines })
}

/// In one transaction.
async fn change(
    app: &App,
    scope: &EventsAtTerminal,
    command: WebhookCommand,
) -> Result<CommandAnswer, Failure> {
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let answer = match command {
        WebhookCommand::List | WebhookCommand::Deliveries { .. } => list(app, scope).await?,
        WebhookCommand::Add(new) => {
            let draft = draft(app, scope, new).await?;
            let checked = events::check(app, work.tx(), scope, None, draft).await.map_err(failed)?;
            let added = proven(scope, AddedWebhook { checked });
            saved(events::add(app, &mut work, scope, added).await.map_err(failed)?)
        }
        WebhookCommand::Test { name } => {
            let row = called(app, scope, &name).await?;
            let queued = events::test(&mut work, scope, row.id).await.map_err(failed)?;
            let lines = vec![format!("A test message for {} is on its way.", row.name)];
            CommandAnswer { json: delivery_json(&queued), lines }
        }
        WebhookCommand::Rotate { name, now } => {
            let row = called(app, scope, &name).await?;
            let rotation = RotationOfWebhookSecret { id: row.id, version: row.version, keeps_old: !now };
            saved(events::rotate(app, &mut work, scope, proven(scope, rotation)).await.map_err(failed)?)
        }
        WebhookCommand::Enable { name } => turn(app, &mut work, scope, &name, true).await?,
        WebhookCommand::Disable { name } => turn(app, &mut work, scope, &name, false).await?,
        WebhookCommand::Remove { name } => {
            let row = called(app, scope, &name).await?;
            let removal = proven(scope, RemovalOfWebhook { id: row.id, version: row.version });
            events::remove(&mut work, scope, removal).await.map_err(failed)?;
            let lines = vec![format!("Removed {}.", row.name)];
            CommandAnswer { json: json!({ "removed": row.name }), lines }
        }
        WebhookCommand::Replay { name, delivery, since } => {
            replay(app, &mut work, scope, &name, (delivery, since)).await?
        }
    };
    work.commit().await?;
    Ok(answer)
}

async fn replay(
    app: &App,
    work: &mut Work,
    scope: &EventsAtTerminal,
    name: &str,
    (delivery, since): (Option<Uuid>, Option<Timestamp>),
) -> Result<CommandAnswer, Failure> {
    let row = called(app, scope, name).await?;
    if let Some(since) = since {
        let events = events::replay_since(work, scope, row.id, since).await.map_err(failed)?;
        let lines = vec![format!("{} gets what it wants of {events} events again.", row.name)];
        return Ok(CommandAnswer { json: json!({ "events": events }), lines });
    }
    let id = DeliveryId(delivery.unwrap_or_default());
    let queued = events::replay(work, scope, id).await.map_err(failed)?;
    if queued.webhook_id != row.id {
        return Err(Failure::Other(format!("that isn't a message for {}", row.name)));
    }
    let lines = vec!["The message is on its way again.".to_owned()];
    Ok(CommandAnswer { json: delivery_json(&queued), lines })
}

async fn turn(
    app: &App,
    work: &mut Work,
    scope: &EventsAtTerminal,
    name: &str,
    is_enabled: bool,
) -> Result<CommandAnswer, Failure> {
    let row = called(app, scope, name).await?;
    let turn = proven(scope, TurnOfWebhook { id: row.id, version: row.version, is_enabled });
    let row = events::turn(work, scope, turn).await.map_err(failed)?;
    Ok(CommandAnswer { json: row_json(&row), lines: row_lines(&row) })
}

async fn draft(app: &App, scope: &EventsAtTerminal, new: NewWebhookOptions) -> Result<WebhookDraft, Failure> {
    let company = match new.company {
        Some(called) => Some(company(app, scope, &called).await?),
        None => None,
    };
    Ok(WebhookDraft { name: new.name, url: new.url, company, types: new.types, is_enabled: true })
}

async fn company(app: &App, scope: &EventsAtTerminal, called: &str) -> Result<CompanyId, Failure> {
    let all = events::choices(&app.db, scope).await.map_err(failed)?;
    let is_meant = |id: &CompanyId, name: &str| name == called || id.to_string() == called;
    let found = all.into_iter().find(|(id, name)| is_meant(id, name));
    found.map(|(id, _)| id).ok_or_else(|| Failure::Other(format!("there is no company {called:?}")))
}

/// An operator at the server proves nothing more.
fn proven<C: NeedsProof>(scope: &EventsAtTerminal, change: C) -> Proven<C> {
    Proven::by_operator(&access::operator(scope.tenant()), change)
}

async fn called(app: &App, scope: &EventsAtTerminal, name: &str) -> Result<WebhookRow, Failure> {
    let found = events::called(&app.db, scope, name).await;
    found.map_err(|_| Failure::Other(format!("there is no webhook {name:?}")))
}

fn saved(saved: SavedWebhook) -> CommandAnswer {
    let mut lines = row_lines(&saved.row);
    let mut answer = row_json(&saved.row);
    if let Some(secret) = saved.secret {
        answer["secret"] = json!(secret);
        lines.push(format!("    secret: {secret}"));
        lines.push("The secret isn't shown again. Give it to the receiver now.".to_owned());
    }
    CommandAnswer { json: answer, lines }
}

fn row_json(row: &WebhookRow) -> Value {
    json!({
        "id": row.id, "name": row.name, "url": row.url, "companyId": row.company_id, "types": row.types(),
        "isEnabled": row.is_enabled, "goneAt": row.gone_at.map(|at| at.0),
        "oldSecretUntil": row.old_secret_until.map(|at| at.0), "waiting": row.waiting, "parked": row.parked,
        "version": row.version,
    })
}

fn row_lines(row: &WebhookRow) -> Vec<String> {
    let state = match (row.is_enabled, row.gone_at.is_some()) {
        (true, _) => "",
        (false, true) => "  (turned off: it answered 410 Gone)",
        (false, false) => "  (turned off)",
    };
    let types = row.types();
    vec![
        format!("{}  {}{state}", row.name, row.url),
        format!("    company: {}", row.company_name.as_deref().unwrap_or("all")),
        format!("    types: {}", if types.is_empty() { "all".to_owned() } else { types.join(", ") }),
        format!("    waiting: {}, parked: {}", row.waiting, row.parked),
    ]
}

fn delivery_json(row: &WebhookDelivery) -> Value {
    json!({
        "id": row.id, "eventNumber": row.event_number, "type": row.event_type, "state": row.state().as_str(),
        "attempts": row.attempts, "answer": row.answer, "lastError": row.last_error,
        "createdAt": row.created_at.0, "attemptedAt": row.attempted_at.map(|at| at.0),
    })
}

fn delivery_line(row: &WebhookDelivery) -> String {
    let why = row.last_error.as_deref().map(|why| format!(": {why}")).unwrap_or_default();
    let state = row.state().as_str();
    format!("{}  {}  {}  {state}, attempts {}{why}", row.id, row.created_at.0, row.event_type, row.attempts)
}
