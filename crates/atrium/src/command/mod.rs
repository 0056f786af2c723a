//! The command line. Each command is one function. A failure is one clear line on standard error, with exit code 2 for a
//! bad setting and 1 for anything else.

mod add_person;
mod answer;
mod application;
mod assistant;
mod audit;
mod backup;
mod company;
mod demo;
mod entry;
mod flag;
mod handover;
mod import;
mod integration;
mod invite;
mod line;
mod log;
mod logo;
mod machine;
mod manual;
mod mapping;
mod operator;
mod person;
mod portal;
mod report;
mod role;
mod run;
mod second_factor;
mod serve;
mod session;
mod sign_in;
mod start;
mod tenant;
mod terminal;
mod upstream;
mod webhook;

use crate::config::{BadSetting, Settings};
use crate::documents;
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "atrium", version, about = "Self-service for pay, time off and more")]
pub struct Cli {
    /// A settings file. `config.default.toml` documents every setting.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Who you are, for the audit trail. Without it, the operating system's user.
    #[arg(long = "as", global = true, value_name = "NAME")]
    operator: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the portal.
    Serve,
    /// Serve a demo company on loopback, to look around and for tests.
    Demo(demo::DemoOptions),
    /// Bring the database schema up to date.
    Migrate,
    /// Write an encrypted backup of everything while the server serves, or make the keys for it.
    Backup(backup::BackupOptions),
    /// Restore a backup into an empty place, or check one.
    Restore(backup::RestoreOptions),
    /// Search, export and check the audit trail.
    Audit {
        #[command(subcommand)]
        command: audit::AuditCommand,
    },
    /// Print and mail the link someone uses to choose their first password.
    Invite {
        /// The person's username.
        username: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Manage other OpenID providers people can sign in with.
    Upstream(upstream::UpstreamOptions),
    /// Manage the applications a tenant's people are signed in to.
    Application(application::ApplicationOptions),
    /// Manage where a tenant's events are pushed.
    Webhook(webhook::WebhookOptions),
    /// Read a tenant's events.
    Event(webhook::EventOptions),
    /// Manage the programs that work by themselves over the API.
    Machine(machine::MachineOptions),
    /// Set when a tenant's people need a second factor to sign in.
    SecondFactor {
        /// The tenant's name or ID.
        tenant: String,
        /// always, new_device (in a browser that hasn't had one yet) or step_up (only for protected changes).
        when: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Manage a tenant's feature flags, including maintenance mode.
    Flag {
        #[command(subcommand)]
        command: flag::FlagCommand,
    },
    /// Set how long the assistant keeps conversations.
    Assistant {
        #[command(subcommand)]
        command: assistant::AssistantCommand,
    },
    /// Connect vendors to a company.
    Integration {
        #[command(subcommand)]
        command: integration::IntegrationCommand,
    },
    /// Show a person, change their employment from a day on, and help them sign in.
    Person {
        #[command(subcommand)]
        command: person::PersonCommand,
    },
    /// List where someone is signed in, and end it.
    Session {
        #[command(subcommand)]
        command: session::SessionCommand,
    },
    /// Manage reporting lines.
    Line {
        #[command(subcommand)]
        command: line::LineCommand,
    },
    /// Import people, pay and balances from CSV files, all or nothing.
    Import(import::ImportOptions),
    /// Suggest, save and list mappings: how files that aren't in our format are imported.
    Mapping(mapping::MappingOptions),
    /// Set the logo in the header for a tenant's people.
    Logo(logo::LogoOptions),
    /// Manage a tenant's roles and who holds them.
    Role(role::RoleOptions),
    /// Add, list, rename, export and remove the tenants of this installation.
    Tenant {
        #[command(subcommand)]
        command: tenant::TenantCommand,
    },
    /// Print what your shell needs to complete these commands.
    Completion {
        /// The shell.
        shell: manual::CompletionShell,
    },
    /// Print the manual page.
    Man {
        /// Write a page per command into this folder instead.
        #[arg(long, value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
    /// Manage a tenant's companies.
    Company(company::CompanyOptions),
    /// Manage a company's holidays.
    Holiday(company::HolidayOptions),
    /// Hand approved changes over to payroll.
    Handover(handover::HandoverOptions),
    /// Manage a company's pay calendar.
    Run(run::RunCommandOptions),
    /// Print a company's report: balances, time off taken, headcount, decisions, acknowledgments or W-2 consent.
    Report(report::ReportOptions),
    /// End or remove what time off a company grants.
    Policy(company::PolicyOptions),
    /// Manage what a company is made of: pay groups, organizations, deposit codes, states and benefit plans.
    Entry(entry::EntryOptions),
    /// Manage the days on which a company's employees can't take time off.
    Blackout(entry::BlackoutOptions),
    /// Manage a tenant's pages and cards.
    Portal(portal::PortalOptions),
    /// Read a document's text; the server starts this itself, with limits.
    #[command(hide = true)]
    ReadDocument { kind: String },
    /// Print the GraphQL schema.
    Schema,
    /// Print the description of the API for machines, as OpenAPI.
    Openapi,
    /// Print the codes of all refusals, as the web app reads them.
    Codes,
}

/// Why a command failed.
pub(crate) enum Failure {
    Setting(BadSetting),
    Other(String),
}

impl From<BadSetting> for Failure {
    fn from(bad: BadSetting) -> Failure {
        Failure::Setting(bad)
    }
}

impl From<String> for Failure {
    fn from(line: String) -> Failure {
        Failure::Other(line)
    }
}

impl From<db::Error> for Failure {
    fn from(error: db::Error) -> Failure {
        Failure::Other(error.to_string())
    }
}

pub fn run(cli: Cli) -> ExitCode {
    let (line, code) = match run_command(cli) {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Setting(BadSetting(line))) => (line, 2),
        Err(Failure::Other(line)) => (line, 1),
    };
    eprintln!("atrium: {}", line.replace('\n', " "));
    ExitCode::from(code)
}

fn run_command(cli: Cli) -> Result<(), Failure> {
    let load = |overrides: &[(&str, String)]| {
        let mut environment = vec![];
        for (name, value) in std::env::vars_os() {
            let Ok(name) = name.into_string() else { continue };
            match value.into_string() {
                Ok(value) => environment.push((name, value)),
                Err(_) if name.starts_with("ATRIUM_") => {
                    return Err(BadSetting(format!("setting {name} in the environment is not UTF-8")));
                }
                Err(_) => {}
            }
        }
        Settings::load(cli.config.as_deref(), environment, overrides)
    };
    // A command whose output is no longer read, as by `| head`, ends quietly; a server goes on.
    if !matches!(cli.command, Command::Serve | Command::Demo(_)) {
        sigpipe::reset();
        operator::introduce(cli.operator.as_deref())?;
    }
    match cli.command {
        Command::ReadDocument { kind } => match documents::extract(&kind) {
            true => Ok(()),
            false => Err(Failure::Other("this document can't be read".to_owned())),
        },
        Command::Schema => {
            println!("{}", crate::schema::sdl().trim_end());
            Ok(())
        }
        Command::Tenant { command } => in_runtime(tenant::tenant(load(&[])?, command)),
        Command::Completion { shell } => {
            manual::completion(shell);
            Ok(())
        }
        Command::Man { folder } => manual::man(folder.as_deref()),
        Command::Openapi => {
            print!("{}", crate::server::openapi());
            Ok(())
        }
        Command::Codes => {
            print!("{}", crate::codes::typescript());
            Ok(())
        }
        Command::Serve => in_runtime(serve::serve(load(&[])?)),
        Command::Migrate => in_runtime(serve::migrate(load(&[])?)),
        Command::Backup(options) => backup::backup(load, options),
        Command::Restore(options) => in_runtime(backup::restore(load(&[])?, options)),
        Command::Audit { command } => in_runtime(audit::audit(load(&[])?, command)),
        Command::Invite { username, json } => in_runtime(invite::invite(load(&[])?, &username, json)),
        Command::Integration { command } => in_runtime(integration::integration(load(&[])?, command)),
        Command::Person { command } => in_runtime(person::person(load(&[])?, command)),
        Command::Session { command } => in_runtime(session::session(load(&[])?, command)),
        Command::Line { command } => in_runtime(line::line(load(&[])?, command)),
        Command::Logo(options) => in_runtime(logo::logo(load(&[])?, options)),
        Command::SecondFactor { tenant, when, json } => {
            in_runtime(second_factor::second_factor(load(&[])?, &tenant, &when, json))
        }
        Command::Application(options) => in_runtime(application::application(load(&[])?, options)),
        Command::Machine(options) => in_runtime(machine::machine(load(&[])?, options)),
        Command::Assistant { command } => in_runtime(assistant::assistant(load(&[])?, command)),
        Command::Flag { command } => in_runtime(flag::flag(load(&[])?, command)),
        Command::Company(options) => in_runtime(company::company(load(&[])?, options)),
        Command::Holiday(options) => in_runtime(company::holiday(load(&[])?, options)),
        Command::Handover(options) => in_runtime(handover::handover(load(&[])?, options)),
        Command::Run(options) => in_runtime(run::run(load(&[])?, options)),
        Command::Report(options) => in_runtime(report::report(load(&[])?, options)),
        Command::Policy(options) => in_runtime(company::policy(load(&[])?, options)),
        Command::Entry(options) => in_runtime(entry::entry(load(&[])?, options)),
        Command::Blackout(options) => in_runtime(entry::blackout(load(&[])?, options)),
        Command::Portal(options) => in_runtime(portal::portal(load(&[])?, options)),
        Command::Role(options) => in_runtime(role::role(load(&[])?, options)),
        Command::Upstream(options) => in_runtime(upstream::upstream(load(&[])?, options)),
        Command::Webhook(options) => in_runtime(webhook::webhook(load(&[])?, options)),
        Command::Event(options) => in_runtime(webhook::event(load(&[])?, options)),
        Command::Import(options) => import::import(load, options),
        Command::Mapping(options) => mapping::mapping(load, options),
        Command::Demo(options) => in_runtime(demo::demo(load(&options.overrides())?, options)),
    }
}

fn in_runtime(command: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    // Room for the deepest mutation in a build without optimization; only what is used costs memory.
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(4 << 20).build();
    runtime.map_err(|error| Failure::Other(format!("cannot start: {error}")))?.block_on(command)
}
