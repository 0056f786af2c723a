//! `atrium tenant add | list | rename | export | remove | restore`.

use super::{Failure, terminal};
use crate::access;
use crate::app::App;
use crate::config::Settings;
use crate::setup::{self, SetupForm};
use crate::tenants::{self, HOLD};
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub(crate) enum TenantCommand {
    /// Add a tenant with its first company and administrator, and print the link they begin with.
    Add(NewTenant),
    /// List the tenants of this installation.
    List {
        /// Print JSON, one tenant per line.
        #[arg(long)]
        json: bool,
    },
    /// Rename a tenant.
    Rename {
        /// The tenant's name or ID.
        tenant: String,
        /// The new name.
        name: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write everything a tenant has into an archive: its tables as JSON lines, and its files.
    Export {
        /// The tenant's name or ID.
        tenant: String,
        /// The archive to write, such as cedar.zip. It must not exist yet.
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Close a tenant right away, and erase it 30 days later.
    Remove {
        /// The tenant's name or ID.
        tenant: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Open a removed tenant again, as it was.
    Restore {
        /// The tenant's name or ID.
        tenant: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
pub(crate) struct NewTenant {
    /// The tenant's name.
    name: String,
    /// The name of its first company.
    #[arg(long)]
    company: String,
    /// The company's time zone, such as America/Denver.
    #[arg(long)]
    time_zone: String,
    /// The administrator's first name.
    #[arg(long)]
    first_name: String,
    /// The administrator's last name.
    #[arg(long)]
    last_name: String,
    /// The administrator's email address, which gets the invitation.
    #[arg(long)]
    email: String,
    /// The administrator's username.
    #[arg(long)]
    username: String,
    /// The administrator's language.
    #[arg(long, default_value = "en", value_parser = ["en", "es"])]
    language: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) async fn tenant(settings: Settings, command: TenantCommand) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = async {
        match command {
            TenantCommand::Add(new) => add(&app, new).await,
            TenantCommand::List { json } => list(&app, json).await,
            TenantCommand::Rename { tenant, name, json } => rename(&app, &tenant, &name, json).await,
            TenantCommand::Export { tenant, to, json } => export(&app, &tenant, &to, json).await,
            TenantCommand::Remove { tenant, json } => remove(&app, &tenant, json).await,
            TenantCommand::Restore { tenant, json } => restore(&app, &tenant, json).await,
        }
    };
    let done = done.await;
    app.db.close().await;
    done
}

async fn add(app: &App, new: NewTenant) -> Result<(), Failure> {
    let form = SetupForm {
        tenant_name: new.name,
        company_name: new.company,
        time_zone: new.time_zone,
        first_name: new.first_name,
        last_name: new.last_name,
        email: new.email,
        username: new.username,
        password: String::new(),
    };
    let language = if new.language == "es" { "es" } else { "en" };
    let (tenant, link) = setup::add_tenant(app, form, language).await.map_err(terminal::failed)?;
    terminal::keep_heads(app).await?;
    if new.json {
        println!("{}", json!({ "id": tenant, "link": link }));
    } else {
        println!("{link}");
    }
    Ok(())
}

async fn list(app: &App, is_json: bool) -> Result<(), Failure> {
    for row in setup::tenants(&app.db).await.map_err(terminal::failed)? {
        let erased_after = row.removed_at.map(|at| at + HOLD);
        if is_json {
            let line = json!({
                "id": row.id, "name": row.name, "companies": row.companies, "people": row.people,
                "createdAt": row.created_at, "removedAt": row.removed_at, "erasedAfter": erased_after,
            });
            println!("{line}");
        } else {
            let going = erased_after.map_or(String::new(), |at| format!("  (removed, erased after {at})"));
            println!("{}  {}  {} companies, {} people{going}", row.id, row.name, row.companies, row.people);
        }
    }
    Ok(())
}

async fn export(app: &App, called: &str, to: &Path, is_json: bool) -> Result<(), Failure> {
    let tenant = terminal::any_tenant(app, called).await?;
    let done = tenants::export(app, &access::operator(tenant), to).await.map_err(terminal::failed)?;
    terminal::keep_heads(app).await?;
    if is_json {
        let line = json!({ "id": tenant, "rows": done.rows, "files": done.files, "missing": done.missing });
        println!("{line}");
        return Ok(());
    }
    println!("{}: {} rows, {} files", to.display(), done.rows, done.files);
    for file in &done.missing {
        println!("not in the storage: file {file}");
    }
    Ok(())
}

async fn remove(app: &App, called: &str, is_json: bool) -> Result<(), Failure> {
    let tenant = terminal::any_tenant(app, called).await?;
    let done = tenants::remove(app, &access::operator(tenant)).await.map_err(terminal::failed)?;
    terminal::keep_heads(app).await?;
    let (people, sessions, erased_after) = (done.people, done.sessions, done.erased_after);
    if is_json {
        println!(
            "{}",
            json!({ "id": tenant, "people": people, "sessions": sessions, "erasedAfter": erased_after })
        );
    } else {
        println!("Closed. {people} people are locked, and {sessions} sessions ended.");
        println!(
            "Everything will be erased after {erased_after}. Until then: atrium tenant restore {tenant}"
        );
    }
    Ok(())
}

async fn restore(app: &App, called: &str, is_json: bool) -> Result<(), Failure> {
    let tenant = terminal::any_tenant(app, called).await?;
    let people = tenants::restore(app, &access::operator(tenant)).await.map_err(terminal::failed)?;
    terminal::keep_heads(app).await?;
    if is_json {
        println!("{}", json!({ "id": tenant, "people": people }));
    } else {
        println!("Open again. {people} people can sign in.");
    }
    Ok(())
}

async fn rename(app: &App, called: &str, name: &str, is_json: bool) -> Result<(), Failure> {
    let tenant = terminal::tenant(app, called).await?;
    setup::rename_tenant(app, &access::operator(tenant), name).await.map_err(terminal::failed)?;
    terminal::keep_heads(app).await?;
    if is_json {
        println!("{}", json!({ "id": tenant, "name": name.trim() }));
    }
    Ok(())
}
