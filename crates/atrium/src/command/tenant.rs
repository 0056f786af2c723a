//! `atrium tenant add | list | rename`.

use super::{Failure, terminal};
use crate::access;
use crate::app::App;
use crate::config::Settings;
use crate::setup::{self, SetupForm};
use clap::{Args, Subcommand};
use serde_json::json;

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
        if is_json {
            let line = json!({
                "id": row.id, "name": row.name, "companies": row.companies, "people": row.people,
                "createdAt": row.created_at,
            });
            println!("{line}");
        } else {
            println!("{}  {}  {} companies, {} people", row.id, row.name, row.companies, row.people);
        }
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
