//! `atrium role list | show | permissions | compare | give | end | copy | edit | remove`: a tenant's roles and who holds them, through the use cases of the
//! console. A running server sees a change at its next request.

use super::answer::CommandAnswer;
use super::{Failure, terminal};
use crate::access::{self, AdminScope, Write};
use crate::app::App;
use crate::config::Settings;
use crate::factors::Proven;
use crate::roles::{
    self, Applies, Assignment, Difference, EditOfRole, Grant, RemovalOfRole, RoleEdit, RoleEnding, RoleRow,
    Roles,
};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, PersonId, RoleId};
use crate::shared::page::Cursors;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use clap::{Args, Subcommand};
use serde_json::{Value, json};

#[derive(Args)]
pub(crate) struct RoleOptions {
    /// The tenant's name or ID.
    #[arg(long)]
    tenant: String,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: RoleCommand,
}

#[derive(Subcommand)]
enum RoleCommand {
    /// List the tenant's roles.
    List,
    /// Show a role and who holds it.
    Show {
        /// The role's name or ID.
        role: String,
    },
    /// List the permissions a role can have.
    Permissions,
    /// Compare what two people may do.
    Compare {
        /// The username of one.
        username: String,
        /// The username of the other.
        other: String,
    },
    /// Give someone a role.
    Give {
        /// The person's username.
        username: String,
        /// The role's name or ID.
        role: String,
        /// The company's name or ID. Without it, the role counts in the whole tenant.
        #[arg(long)]
        company: Option<String>,
        /// The first day. Without it, today.
        #[arg(long, value_name = "YYYY-MM-DD")]
        from: Option<jiff::civil::Date>,
        /// The last day. Without it, there is none.
        #[arg(long, value_name = "YYYY-MM-DD")]
        to: Option<jiff::civil::Date>,
    },
    /// End a role someone holds.
    End {
        /// The person's username.
        username: String,
        /// The role's name or ID.
        role: String,
        /// The company's name or ID. Without it, what they hold in the whole tenant.
        #[arg(long)]
        company: Option<String>,
        /// The last day. Without it, the role ends right away.
        #[arg(long, value_name = "YYYY-MM-DD")]
        last_day: Option<jiff::civil::Date>,
    },
    /// Copy a role, to adapt the copy.
    Copy {
        /// The role's name or ID.
        role: String,
        /// The copy's name.
        name: String,
    },
    /// Change a role of the tenant's own.
    Edit {
        /// The role's name or ID.
        role: String,
        /// The new name.
        #[arg(long)]
        name: Option<String>,
        /// All permissions, separated by spaces or commas.
        #[arg(long)]
        permissions: Option<String>,
        /// The codes of all applications it opens, separated by spaces or commas.
        #[arg(long)]
        applications: Option<String>,
        /// tenant, company or either.
        #[arg(long)]
        applies: Option<String>,
    },
    /// Remove a role no one holds.
    Remove {
        /// The role's name or ID.
        role: String,
    },
}

pub(super) async fn role(settings: Settings, options: RoleOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = run(&app, options).await;
    app.db.close().await;
    done
}

async fn run(app: &App, options: RoleOptions) -> Result<(), Failure> {
    let tenant = terminal::tenant(app, &options.tenant).await?;
    let scope = access::at_terminal::<Roles>(&access::operator(tenant));
    let answer = match options.command {
        RoleCommand::List => list(app, &scope).await?,
        RoleCommand::Show { role } => show(app, &scope, &role).await?,
        RoleCommand::Permissions => {
            let known = roles::known_permissions(&app.db, &scope).await.map_err(failed)?;
            CommandAnswer { json: json!(known), lines: known }
        }
        RoleCommand::Compare { username, other } => compare(app, &scope, [&username, &other]).await?,
        changing => {
            let answer = change(app, &scope, changing).await?;
            terminal::keep_heads(app).await?;
            answer
        }
    };
    answer.print(options.json);
    Ok(())
}

async fn list(app: &App, scope: &AdminScope<Roles, Write>) -> Result<CommandAnswer, Failure> {
    let (mut rows, mut cursor) = (vec![], None::<String>);
    loop {
        let cursors = Cursors::new(&app.keys.cursor, "roles at the terminal".to_owned());
        let asked = (Some(100), cursor.as_deref());
        let page = roles::list(&app.db, &app.clock, scope, "", cursors, asked).await.map_err(failed)?;
        rows.extend(page.results);
        cursor = page.links.next;
        if cursor.is_none() {
            break;
        }
    }
    Ok(CommandAnswer {
        json: rows.iter().map(role_json).collect(),
        lines: rows.iter().map(role_line).collect(),
    })
}

async fn show(app: &App, scope: &AdminScope<Roles, Write>, role: &str) -> Result<CommandAnswer, Failure> {
    let role = role_called(app, scope, role).await?;
    let (mut rows, mut cursor) = (vec![], None::<String>);
    loop {
        let cursors = Cursors::new(&app.keys.cursor, format!("holders of {} at the terminal", role.id));
        let asked = (Some(100), cursor.as_deref());
        let page = roles::holders(&app.db, scope, role.id, "", cursors, asked).await.map_err(failed)?;
        rows.extend(page.results);
        cursor = page.links.next;
        if cursor.is_none() {
            break;
        }
    }
    let mut shown = role_json(&role);
    shown["heldBy"] = rows.iter().map(held_json).collect();
    let lines = std::iter::once(role_line(&role)).chain(rows.iter().map(held_line));
    Ok(CommandAnswer { json: shown, lines: lines.collect() })
}

async fn compare(
    app: &App,
    scope: &AdminScope<Roles, Write>,
    [one, other]: [&str; 2],
) -> Result<CommandAnswer, Failure> {
    let both = (person_called(app, scope, one).await?, person_called(app, scope, other).await?);
    let places = roles::compare_rights(&app.db, &app.clock, scope, both).await.map_err(failed)?;
    let on_wire = |difference: &Difference| {
        let pages = difference.pages.iter().map(|page| page.path.as_str()).collect::<Vec<_>>();
        json!({ "permissions": difference.permissions, "pages": pages, "applications": difference.applications })
    };
    let json = places.iter().map(|at| {
        let company = at.company.as_ref().map(|(_, name)| name);
        json!({ "company": company, "only": [
            { "username": one, "has": on_wire(&at.only_one) }, { "username": other, "has": on_wire(&at.only_other) },
        ] })
    });
    let json = json.collect();
    let mut lines = vec![];
    for at in &places {
        let place = at.company.as_ref().map_or("the whole tenant", |(_, name)| name.as_str());
        for (who, difference) in [(one, &at.only_one), (other, &at.only_other)] {
            let pages = difference.pages.iter().map(|page| page.path.as_str());
            let words = difference.permissions.iter().chain(&difference.applications).map(String::as_str);
            let all: Vec<&str> = pages.chain(words).collect();
            let all = if all.is_empty() { "nothing the other lacks".to_owned() } else { all.join(" ") };
            lines.push(format!("{place}  only {who}: {all}"));
        }
    }
    Ok(CommandAnswer { json, lines })
}

/// Everything that changes something, in one transaction.
async fn change(
    app: &App,
    scope: &AdminScope<Roles, Write>,
    command: RoleCommand,
) -> Result<CommandAnswer, Failure> {
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    let whole = roles::of_tenant(scope).map_err(failed)?;
    let (clock, operator) = (&app.clock, access::operator(scope.tenant()));
    Ok(match command {
        RoleCommand::List
        | RoleCommand::Show { .. }
        | RoleCommand::Permissions
        | RoleCommand::Compare { .. } => CommandAnswer { json: Value::Null, lines: vec![] },
        RoleCommand::Give { username, role, company, from, to } => {
            let (person, role, company) = held_by(app, scope, &username, &role, company.as_deref()).await?;
            let grant = Grant { person, role, company, starts: from.map(Day), ends: to.map(Day) };
            let mut work = Work::begin(app, &app.db, author).await?;
            let grant = Proven::by_operator(&operator, grant);
            let given = roles::give(&mut work, clock, scope, grant).await.map_err(failed)?;
            work.commit().await?;
            CommandAnswer { json: held_json(&given), lines: vec![held_line(&given)] }
        }
        RoleCommand::End { username, role, company, last_day } => {
            let what = held_by(app, scope, &username, &role, company.as_deref()).await?;
            let there = roles::held(&app.db, scope, what).await.map_err(failed)?;
            let there =
                there.ok_or_else(|| Failure::Other(format!("{username} doesn't hold {role} there")))?;
            let mut work = Work::begin(app, &app.db, author).await?;
            let (assignment, version, last_day) = (there.id, there.version, last_day.map(Day));
            let ending = Proven::by_operator(&operator, RoleEnding { assignment, version, last_day });
            let left = roles::end(&mut work, clock, scope, ending);
            let left = left.await.map_err(failed)?;
            work.commit().await?;
            CommandAnswer {
                json: left.as_ref().map_or(Value::Null, held_json),
                lines: left.iter().map(held_line).collect(),
            }
        }
        RoleCommand::Copy { role, name } => {
            let role = role_called(app, scope, &role).await?;
            let mut work = Work::begin(app, &app.db, author).await?;
            let copy = roles::copy(&mut work, clock, &whole, role.id, &name).await.map_err(failed)?;
            work.commit().await?;
            CommandAnswer { json: role_json(&copy), lines: vec![role_line(&copy)] }
        }
        RoleCommand::Edit { role, name, permissions, applications, applies } => {
            let role = role_called(app, scope, &role).await?;
            let applies = applies.map(|text| {
                let wrong = || Failure::Other("--applies must be tenant, company or either".to_owned());
                Applies::parse(&text).ok_or_else(wrong)
            });
            let edit = RoleEdit {
                name,
                permissions: permissions.as_deref().map(words),
                applications: applications.as_deref().map(words),
                applies: applies.transpose()?,
            };
            let mut work = Work::begin(app, &app.db, author).await?;
            let edit = EditOfRole { role: role.id, version: role.version, edit };
            let edit = Proven::by_operator(&operator, edit);
            let edited = roles::edit(&mut work, clock, &whole, edit).await;
            let edited = edited.map_err(failed)?;
            work.commit().await?;
            CommandAnswer { json: role_json(&edited), lines: vec![role_line(&edited)] }
        }
        RoleCommand::Remove { role } => {
            let role = role_called(app, scope, &role).await?;
            let mut work = Work::begin(app, &app.db, author).await?;
            let removal = RemovalOfRole { role: role.id, version: role.version };
            let removal = Proven::by_operator(&operator, removal);
            roles::remove(&mut work, clock, &whole, removal).await.map_err(failed)?;
            work.commit().await?;
            CommandAnswer {
                json: json!({ "removed": role.id }),
                lines: vec![format!("Removed {}.", role.name)],
            }
        }
    })
}

fn words(text: &str) -> Vec<String> {
    text.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

async fn role_called(app: &App, scope: &AdminScope<Roles, Write>, called: &str) -> Result<RoleRow, Failure> {
    let missing = || Failure::Other(format!("there is no role {called:?}"));
    let id = roles::called(&app.db, scope, called).await.map_err(failed)?.ok_or_else(missing)?;
    roles::one(&app.db, &app.clock, scope, id).await.map_err(|problem| match problem {
        Problem::NotFound => missing(),
        other => failed(other),
    })
}

async fn person_called(
    app: &App,
    scope: &AdminScope<Roles, Write>,
    username: &str,
) -> Result<PersonId, Failure> {
    let found = roles::person_called(&app.db, scope, username).await.map_err(failed)?;
    found.ok_or_else(|| Failure::Other(format!("there is no one with the username {username:?}")))
}

async fn held_by(
    app: &App,
    scope: &AdminScope<Roles, Write>,
    username: &str,
    role: &str,
    company: Option<&str>,
) -> Result<(PersonId, RoleId, Option<CompanyId>), Failure> {
    let person = person_called(app, scope, username).await?;
    let role = role_called(app, scope, role).await?.id;
    let Some(called) = company else { return Ok((person, role, None)) };
    let companies = roles::companies(&app.db, scope).await.map_err(failed)?;
    let found = companies.iter().find(|(id, name)| name == called || id.to_string() == called);
    let found = found.ok_or_else(|| Failure::Other(format!("there is no company {called:?}")))?;
    Ok((person, role, Some(found.0)))
}

fn role_json(role: &RoleRow) -> Value {
    json!({
        "id": role.id, "name": role.name, "permissions": words(&role.permissions),
        "applications": words(&role.applications), "applies": role.applies.as_str(), "isShipped": role.is_shipped,
        "version": role.version,
    })
}

fn role_line(role: &RoleRow) -> String {
    let own = if role.is_shipped { "shipped" } else { "own" };
    format!("{}  {}  ({}, {own})  {}", role.id, role.name, role.applies.as_str(), role.permissions)
}

fn held_json(held: &Assignment) -> Value {
    json!({
        "id": held.id, "username": held.username, "role": held.role_name, "company": held.company_name,
        "startsOn": held.starts_on, "endsOn": held.ends_on,
    })
}

fn held_line(held: &Assignment) -> String {
    let place = held.company_name.as_deref().unwrap_or("the whole tenant");
    let day = |day: Option<Day>, without: &str| day.map_or(without.to_owned(), |day| day.to_string());
    let (from, to) = (day(held.starts_on, "the start"), day(held.ends_on, "no end"));
    format!("{}  {} in {place}, from {from} to {to}", held.username, held.role_name)
}

/// Names who holds a role that can't be removed.
fn failed(problem: Problem) -> Failure {
    if let Problem::Blocked { message, detail, .. } = &problem {
        let names =
            detail["holders"].as_array().into_iter().flatten().filter_map(|one| one["username"].as_str());
        return Failure::Other(format!("{message} ({})", names.collect::<Vec<_>>().join(", ")));
    }
    terminal::failed(problem)
}
