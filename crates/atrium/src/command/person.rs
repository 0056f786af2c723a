//! `atrium person …`: what an employment is, and what happens to it from a day on. The same use cases as in the console; the audit
//! trail names the operator.

use super::{Failure, add_person, sign_in, terminal};
use crate::access::{self, PeopleScope};
use crate::app::App;
use crate::config::Settings;
use crate::employment::{
    self, EmployeeCodeChange, EmploymentChange, EmploymentRow, EmploymentStep, FoundPerson, PersonDetails,
};
use crate::factors::Proven;
use crate::shared::day::Day;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use clap::{Args, Subcommand};
use serde_json::{Value, json};

/// Who it is about, and who is at the terminal.
#[derive(Args)]
pub(super) struct About {
    /// The person's username.
    pub username: String,
    /// The tenant's name or ID.
    #[arg(long)]
    pub tenant: String,
    /// The company's name. Needed for people with several employments.
    #[arg(long)]
    pub company: Option<String>,
    /// Who you are, for the audit trail. Without it, the operating system's user.
    #[arg(long = "as", value_name = "NAME")]
    pub operator: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand)]
pub(crate) enum PersonCommand {
    /// Show a person's employments, their history and their managers.
    Show(About),
    /// Add someone: an account, and an employment if a company is named.
    Add {
        #[command(flatten)]
        about: About,
        #[command(flatten)]
        account: Box<add_person::AccountOptions>,
        #[command(flatten)]
        job: Box<add_person::JobOptions>,
    },
    /// Give someone who has an account an employment at another company.
    AddJob {
        #[command(flatten)]
        about: About,
        #[command(flatten)]
        job: Box<add_person::JobOptions>,
    },
    /// Set which version of the portal someone gets.
    Portal {
        #[command(flatten)]
        about: About,
        /// The version.
        #[arg(value_parser = ["v1", "v2"])]
        version: String,
    },
    /// Give an employee another employee code. Files match by the new one from then on.
    Code {
        #[command(flatten)]
        about: About,
        /// The new code.
        code: String,
    },
    /// End an employment at the end of a day.
    Terminate {
        #[command(flatten)]
        about: About,
        /// The last day, as YYYY-MM-DD.
        #[arg(long)]
        day: String,
    },
    /// Restart an ended employment.
    Rehire {
        #[command(flatten)]
        about: About,
        /// The first day, as YYYY-MM-DD.
        #[arg(long)]
        day: String,
    },
    /// Start a leave.
    Leave {
        #[command(flatten)]
        about: About,
        /// The first day, as YYYY-MM-DD.
        #[arg(long)]
        day: String,
    },
    /// End a leave.
    Return {
        #[command(flatten)]
        about: About,
        /// The first day back, as YYYY-MM-DD.
        #[arg(long)]
        day: String,
    },
    /// Keep someone from signing in.
    Lock(About),
    /// Let someone who was locked sign in again.
    Unlock(About),
    /// End all of someone's sessions.
    SignOut(About),
    /// Mail someone a link to choose a password, and print it.
    Invite(About),
    /// Mail an invitation to everyone who can't sign in yet and has none.
    InviteAll {
        /// The tenant's name or ID.
        #[arg(long)]
        tenant: String,
        /// Only list who would be invited.
        #[arg(long)]
        dry_run: bool,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Undo the newest merge of another account into someone's, within seven days.
    UndoMerge(About),
    /// Remove ways to sign in, such as a lost phone. Ends all sessions.
    RemoveFactor {
        #[command(flatten)]
        about: About,
        #[command(flatten)]
        factors: sign_in::WhichFactors,
    },
    /// Correct the email address or username someone signs in with.
    Correct {
        #[command(flatten)]
        about: About,
        /// The right email address.
        #[arg(long)]
        email: Option<String>,
        /// The right username.
        #[arg(long, value_name = "NAME")]
        new_username: Option<String>,
    },
}

pub(super) async fn person(settings: Settings, command: PersonCommand) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = match command {
        PersonCommand::Show(about) => show(&app, &about).await,
        PersonCommand::Add { about, account, job } => add_person::add(&app, &about, *account, &job).await,
        PersonCommand::AddJob { about, job } => add_person::add_job(&app, &about, &job).await,
        PersonCommand::Portal { about, version } => add_person::set_portal(&app, &about, &version).await,
        PersonCommand::Code { about, code } => change_code(&app, &about, code).await,
        PersonCommand::UndoMerge(about) => sign_in::undo_merge(&app, &about).await,
        PersonCommand::Terminate { about, day } => {
            change(&app, &about, EmploymentChange::Termination, &day).await
        }
        PersonCommand::Rehire { about, day } => change(&app, &about, EmploymentChange::Rehire, &day).await,
        PersonCommand::Leave { about, day } => change(&app, &about, EmploymentChange::Leave, &day).await,
        PersonCommand::Return { about, day } => change(&app, &about, EmploymentChange::Return, &day).await,
        PersonCommand::Lock(about) => sign_in::lock(&app, &about).await,
        PersonCommand::Unlock(about) => sign_in::unlock(&app, &about).await,
        PersonCommand::SignOut(about) => sign_in::end_sessions(&app, &about, None).await,
        PersonCommand::Invite(about) => sign_in::invite(&app, &about).await,
        PersonCommand::InviteAll { tenant, dry_run, json } => {
            sign_in::invite_all(&app, &tenant, dry_run, json).await
        }
        PersonCommand::RemoveFactor { about, factors } => sign_in::remove(&app, &about, &factors).await,
        PersonCommand::Correct { about, email, new_username } => {
            sign_in::correct(&app, &about, email, new_username).await
        }
    };
    app.db.close().await;
    done
}

/// Who is at the terminal.
fn operator(named: Option<&str>) -> String {
    let account = || std::env::var("USER").or_else(|_| std::env::var("LOGNAME")).ok();
    named
        .map(str::to_owned)
        .or_else(account)
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "operator".to_owned())
}

pub(super) async fn scope(app: &App, about: &About) -> Result<PeopleScope, Failure> {
    let tenant = terminal::tenant(app, &about.tenant).await?;
    Ok(access::people_at_terminal(&access::operator(tenant), &operator(about.operator.as_deref())))
}

pub(super) async fn found(app: &App, scope: &PeopleScope, username: &str) -> Result<PersonDetails, Failure> {
    match employment::person_called(&app.db, scope, username, app.clock.now()).await {
        Err(Problem::NotFound) => {
            Err(Failure::Other(format!("there is no one with the username {username}")))
        }
        found => found.map_err(terminal::failed),
    }
}

/// The one employment, or that in the company that was named.
pub(super) fn one<'a>(found: &'a PersonDetails, company: Option<&str>) -> Result<&'a EmploymentRow, Failure> {
    let is_meant =
        |row: &&EmploymentRow| company.is_none_or(|name| row.company_name.eq_ignore_ascii_case(name));
    let meant: Vec<&EmploymentRow> = found.employments.iter().filter(is_meant).collect();
    match meant[..] {
        [one] => Ok(one),
        [] => Err(Failure::Other("there is no such employment".to_owned())),
        _ => Err(Failure::Other("name the company with --company: there are several employments".to_owned())),
    }
}

pub(super) fn day(text: &str) -> Result<Day, Failure> {
    let read = text.parse().map(Day);
    read.map_err(|_| Failure::Other(format!("write the day as YYYY-MM-DD, not {text:?}")))
}

pub(super) async fn begin(app: &App, scope: &PeopleScope) -> Result<Work, Failure> {
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    Ok(Work::begin(app, &app.db, author).await?)
}

async fn change(app: &App, about: &About, change: EmploymentChange, on: &str) -> Result<(), Failure> {
    let (scope, day) = (scope(app, about).await?, day(on)?);
    let employee = one(&found(app, &scope, &about.username).await?, about.company.as_deref())?.employee_id;
    let mut work = begin(app, &scope).await?;
    let step = EmploymentStep { employee, change, day, version: None };
    let step = Proven::by_operator(&access::operator(scope.tenant()), step);
    let changed = employment::change(app, &mut work, &scope, step).await;
    changed.map_err(terminal::failed)?;
    work.commit().await?;
    terminal::keep_heads(app).await?;
    show(app, about).await
}

async fn change_code(app: &App, about: &About, code: String) -> Result<(), Failure> {
    let scope = scope(app, about).await?;
    let employee = one(&found(app, &scope, &about.username).await?, about.company.as_deref())?.employee_id;
    let mut work = begin(app, &scope).await?;
    let change = EmployeeCodeChange { employee, code, version: None };
    let change = Proven::by_operator(&access::operator(scope.tenant()), change);
    employment::change_code(&mut work, &scope, change).await.map_err(terminal::failed)?;
    work.commit().await?;
    terminal::keep_heads(app).await?;
    show(app, about).await
}

pub(super) async fn show(app: &App, about: &About) -> Result<(), Failure> {
    let scope = scope(app, about).await?;
    let found = found(app, &scope, &about.username).await?;
    if about.json {
        println!("{}", on_wire(app, &found));
        return Ok(());
    }
    let FoundPerson { first_name, last_name, username, version, .. } = &found.person;
    println!("{first_name} {last_name} ({username}), portal {version}");
    for row in &found.employments {
        let status = row.status(app.clock.today(&row.time_zone)).as_str();
        println!("{}  {}  {status}", row.company_name, row.employee_code);
        println!("  hired {}", row.current_hire_date);
        for (_, event) in found.history.iter().filter(|(of, _)| *of == row.employee_id) {
            let planned = if event.is_applied { "" } else { "  (planned)" };
            println!("  {} {}{planned}", event.change.as_text(), event.day);
        }
        for line in found.lines.iter().filter(|line| line.employee_id == row.employee_id && !line.is_over) {
            let from = line.first_day.map_or(String::new(), |day| format!("  from {day}"));
            let until = line.last_day.map_or(String::new(), |day| format!("  through {day}"));
            println!("  {} manager, {}: {}{from}{until}", line.kind, line.area, line.manager_name);
        }
    }
    Ok(())
}

fn on_wire(app: &App, found: &PersonDetails) -> Value {
    let employment = |row: &EmploymentRow| {
        let history = found.history.iter().filter(|(of, _)| *of == row.employee_id);
        let lines = found.lines.iter().filter(|line| line.employee_id == row.employee_id);
        json!({
            "employeeId": row.employee_id,
            "company": row.company_name,
            "employeeCode": row.employee_code,
            "status": row.status(app.clock.today(&row.time_zone)).as_str(),
            "hired": row.current_hire_date,
            "lastDay": row.last_day,
            "rehireDay": row.rehire_day,
            "leaveFrom": row.leave_from,
            "openThrough": row.open_through(),
            "history": history.map(|(_, event)| json!({
                "change": event.change.as_text(), "day": event.day, "isInEffect": event.is_applied,
            })).collect::<Vec<_>>(),
            "lines": lines.map(|line| json!({
                "manager": line.manager_name, "kind": line.kind, "area": line.area, "firstDay": line.first_day,
                "lastDay": line.last_day, "isPlanned": line.is_planned, "isOver": line.is_over,
            })).collect::<Vec<_>>(),
        })
    };
    json!({
        "personId": found.person.id,
        "username": found.person.username,
        "firstName": found.person.first_name,
        "lastName": found.person.last_name,
        "version": found.person.version,
        "employments": found.employments.iter().map(employment).collect::<Vec<_>>(),
    })
}
