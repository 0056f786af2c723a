//! `atrium entry …` and `atrium blackout …`: what a company is made of, and the days on which no one takes time off, through
//! the use cases of the console.

use super::answer::CommandAnswer;
use super::company::{begin, called, every, keep, missing};
use super::{Failure, terminal};
use crate::access;
use crate::app::App;
use crate::companies::{self, BlackoutRow, Companies, EntryDraft, EntryKind, EntryRow};
use crate::config::Settings;
use crate::shared::day::Day;
use crate::shared::id::BlackoutId;
use crate::shared::page::{Cursors, Page};
use clap::{Args, Subcommand, ValueEnum};
use jiff::civil::Date;
use serde_json::{Value, json};
use uuid::Uuid;

#[derive(Args)]
pub(crate) struct EntryOptions {
    /// The tenant's name or ID.
    #[arg(long)]
    tenant: String,
    /// The company's name or ID.
    #[arg(long)]
    company: String,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: EntryCommand,
}

#[derive(Clone, Copy, ValueEnum)]
enum EntryWord {
    PayGroup,
    Organization,
    DepositCode,
    State,
    BenefitPlan,
}

impl From<EntryWord> for EntryKind {
    fn from(word: EntryWord) -> EntryKind {
        match word {
            EntryWord::PayGroup => EntryKind::PayGroup,
            EntryWord::Organization => EntryKind::Organization,
            EntryWord::DepositCode => EntryKind::DepositCode,
            EntryWord::State => EntryKind::State,
            EntryWord::BenefitPlan => EntryKind::BenefitPlan,
        }
    }
}

#[derive(Subcommand)]
enum EntryCommand {
    /// List the company's pay groups, organizations, deposit codes, states or benefit plans.
    List {
        /// What to list.
        kind: EntryWord,
    },
    /// Remove one that nothing uses.
    Remove {
        kind: EntryWord,
        /// Its code; a pay group's or benefit plan's name.
        name: String,
    },
    /// Give a benefit plan a last day.
    End {
        /// The plan's name.
        plan: String,
        /// Without it, the plan goes on without end.
        #[arg(long, value_name = "YYYY-MM-DD")]
        last_day: Option<Date>,
    },
}

#[derive(Args)]
pub(crate) struct BlackoutOptions {
    /// The tenant's name or ID.
    #[arg(long)]
    tenant: String,
    /// The company's name or ID.
    #[arg(long)]
    company: String,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: BlackoutCommand,
}

#[derive(Subcommand)]
enum BlackoutCommand {
    /// List the days on which employees can't take time off.
    List,
    /// Open such days again.
    Remove {
        /// The ID, as shown by `list`.
        id: Uuid,
    },
}

pub(super) async fn entry(settings: Settings, options: EntryOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = in_entries(&app, &options).await;
    app.db.close().await;
    done.map(|answer| answer.print(options.json))
}

pub(super) async fn blackout(settings: Settings, options: BlackoutOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = in_blackouts(&app, &options).await;
    app.db.close().await;
    done.map(|answer| answer.print(options.json))
}

async fn in_entries(app: &App, options: &EntryOptions) -> Result<CommandAnswer, Failure> {
    let tenant = terminal::tenant(app, &options.tenant).await?;
    let scope = access::at_terminal::<Companies>(&access::operator(tenant));
    let company = called(app, &scope, &options.company).await?;
    let kind: EntryKind = match &options.command {
        EntryCommand::List { kind } | EntryCommand::Remove { kind, .. } => (*kind).into(),
        EntryCommand::End { .. } => EntryKind::BenefitPlan,
    };
    let at = (company, kind);
    let rows =
        every!(app, "entries", |cursors, asked| companies::entries(&app.db, &scope, at, "", cursors, asked));
    let is_by_name = matches!(kind, EntryKind::PayGroup | EntryKind::BenefitPlan);
    let named = |name: &str| {
        let is_it = |row: &&EntryRow| (if is_by_name { &row.name } else { &row.code }) == name;
        rows.iter().find(is_it).cloned().ok_or_else(|| Failure::Other(format!("there is no {name:?}")))
    };
    match &options.command {
        EntryCommand::List { .. } => Ok(CommandAnswer::all(&rows, |row| json!(row), entry_line)),
        EntryCommand::Remove { name, .. } => {
            let there = named(name)?;
            let mut work = begin(app, &scope).await?;
            let removed = companies::remove_entry(&mut work, &scope, at, (there.id, None)).await;
            removed.map_err(terminal::failed)?;
            keep(app, work).await?;
            Ok(CommandAnswer {
                json: json!({ "removed": there.id }),
                lines: vec![format!("Removed {name}.")],
            })
        }
        EntryCommand::End { plan, last_day } => {
            let there = named(plan)?;
            let draft = EntryDraft {
                code: there.code,
                name: there.name,
                category: there.category,
                last_day: last_day.map(Day),
                ..EntryDraft::default()
            };
            let mut work = begin(app, &scope).await?;
            let ended = companies::save_entry(&mut work, &scope, at, Some((there.id, None)), draft).await;
            let ended = ended.map_err(terminal::failed)?;
            keep(app, work).await?;
            Ok(CommandAnswer::one(&ended, |row| json!(row), entry_line))
        }
    }
}

fn entry_line(row: &EntryRow) -> String {
    let end = row.last_day.map_or(String::new(), |last| format!("  through {last}"));
    format!("{}  {:12}{}{end}", row.id, row.code, row.name)
}

async fn in_blackouts(app: &App, options: &BlackoutOptions) -> Result<CommandAnswer, Failure> {
    let tenant = terminal::tenant(app, &options.tenant).await?;
    let scope = access::at_terminal::<Companies>(&access::operator(tenant));
    let company = called(app, &scope, &options.company).await?;
    match &options.command {
        BlackoutCommand::List => {
            let rows = every!(app, "blackouts", |cursors, asked| companies::blackouts(
                &app.db, &scope, company, None, cursors, asked
            ));
            let line = |row: &BlackoutRow| {
                let of = row.type_name.as_deref().unwrap_or("everything");
                format!("{}  {} to {}  {of}  {}", row.id, row.first_day, row.last_day, row.reason)
            };
            Ok(CommandAnswer::all(&rows, |row| -> Value { json!(row) }, line))
        }
        BlackoutCommand::Remove { id } => {
            let mut work = begin(app, &scope).await?;
            let removed =
                companies::remove_blackout(&mut work, &scope, company, (BlackoutId(*id), None)).await;
            removed.map_err(|problem| missing(problem, format!("there is no blackout {id}")))?;
            keep(app, work).await?;
            Ok(CommandAnswer { json: json!({ "removed": id }), lines: vec![format!("Removed {id}.")] })
        }
    }
}
