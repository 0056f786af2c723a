//! `atrium company …`, `atrium holiday …` and `atrium policy …`: a tenant's companies, their holidays and what time off they
//! grant, through the use cases of the console. A running server sees a change at its next request.

use super::answer::CommandAnswer;
use super::{Failure, terminal};
use crate::access::{self, AdminScope, Write};
use crate::app::App;
use crate::companies::{
    self, Companies, CompanySettings, CompanySetup, EditOfCompany, HolidayDraft, HolidayRecord, SetupEdit,
    TenantEdit,
};
use crate::config::Settings;
use crate::factors::Proven;
use crate::pay_stubs::StubsVisible;
use crate::shared::day::Day;
use crate::shared::id::CompanyId;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::time_off::{self, PolicyRow, TimeOffPolicies};
use crate::work::{Author, Work};
use clap::{Args, Subcommand};
use jiff::civil::Date;
use serde_json::{Value, json};

#[derive(Args)]
pub(crate) struct CompanyOptions {
    /// The tenant's name or ID.
    #[arg(long)]
    tenant: String,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: CompanyCommand,
}

#[derive(Subcommand)]
enum CompanyCommand {
    /// List the tenant's companies.
    List,
    /// Show a company's settings.
    Show {
        /// The company's name or ID.
        company: String,
    },
    /// Add a company.
    Add {
        /// The new company's name.
        name: String,
        /// The time zone, such as America/Chicago.
        #[arg(long)]
        time_zone: String,
    },
    /// Change a company's name, its time zone, or from when on employees see a pay stub.
    Edit {
        /// The company's name or ID.
        company: String,
        /// The new name.
        #[arg(long)]
        name: Option<String>,
        /// The new time zone, such as America/Chicago.
        #[arg(long)]
        time_zone: Option<String>,
        /// `at_import`, `from_pay_date`, or how many days before it, from 1 to 7.
        #[arg(long, value_name = "WHEN", value_parser = stubs_visible)]
        stubs_visible: Option<StubsVisible>,
    },
    /// Set how many months people who left can still read their pay stubs and tax forms.
    LeaverAccess {
        /// The number of months.
        months: i64,
    },
}

#[derive(Args)]
pub(crate) struct HolidayOptions {
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
    command: HolidayCommand,
}

#[derive(Subcommand)]
enum HolidayCommand {
    /// List the company's holidays.
    List,
    /// Add a holiday.
    Add {
        #[arg(value_name = "YYYY-MM-DD")]
        day: Date,
        /// The holiday's name.
        name: String,
        /// The name in Spanish. Without it, the same.
        #[arg(long)]
        name_es: Option<String>,
    },
    /// Remove a holiday that isn't over.
    Remove {
        #[arg(value_name = "YYYY-MM-DD")]
        day: Date,
    },
}

#[derive(Args)]
pub(crate) struct PolicyOptions {
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
    command: PolicyCommand,
}

#[derive(Subcommand)]
enum PolicyCommand {
    /// List the company's types of time off.
    List,
    /// Give a type of time off a last day. Nothing is earned after it.
    End {
        /// The name of the type.
        name: String,
        /// The last day that can be taken, today at the earliest.
        #[arg(long, value_name = "YYYY-MM-DD", required_unless_present = "never")]
        last_day: Option<Date>,
        /// Take the last day back, so the type goes on.
        #[arg(long, conflicts_with = "last_day")]
        never: bool,
    },
    /// Remove a type of time off no one has used.
    Remove {
        /// The name of the type.
        name: String,
    },
}

pub(super) async fn company(settings: Settings, options: CompanyOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = in_companies(&app, &options).await;
    app.db.close().await;
    done.map(|answer| answer.print(options.json))
}

pub(super) async fn holiday(settings: Settings, options: HolidayOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = in_holidays(&app, &options).await;
    app.db.close().await;
    done.map(|answer| answer.print(options.json))
}

pub(super) async fn policy(settings: Settings, options: PolicyOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = in_policies(&app, &options).await;
    app.db.close().await;
    done.map(|answer| answer.print(options.json))
}

pub(super) async fn begin<F>(app: &App, scope: &AdminScope<F, Write>) -> Result<Work, Failure> {
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    Ok(Work::begin(app, &app.db, author).await?)
}

pub(super) async fn keep(app: &App, work: Work) -> Result<(), Failure> {
    work.commit().await?;
    terminal::keep_heads(app).await
}

/// Every row of a list that comes in pages.
macro_rules! every {
    ($app:expr, $list:literal, |$cursors:ident, $asked:ident| $page:expr) => {{
        let (mut rows, mut cursor) = (vec![], None::<String>);
        loop {
            let $cursors = Cursors::new(&$app.keys.cursor, format!("{} at the terminal", $list));
            let $asked = (Some(100), cursor.as_deref());
            let page: Page<_> = $page.await.map_err(terminal::failed)?;
            rows.extend(page.results);
            cursor = page.links.next;
            if cursor.is_none() {
                break rows;
            }
        }
    }};
}
pub(super) use every;

async fn in_companies(app: &App, options: &CompanyOptions) -> Result<CommandAnswer, Failure> {
    let tenant = terminal::tenant(app, &options.tenant).await?;
    let scope = access::at_terminal::<Companies>(&access::operator(tenant));
    let whole = companies::of_tenant(&scope).map_err(terminal::failed)?;
    let edit = match &options.command {
        CompanyCommand::List => {
            let rows = every!(app, "companies", |cursors, asked| companies::list(
                &app.db, &scope, "", cursors, asked
            ));
            let json = |row: &companies::FoundCompany| json!({ "id": row.id, "name": row.name, "timeZone": row.time_zone });
            return Ok(CommandAnswer::all(&rows, json, |row| {
                format!("{}  {}  {}", row.id, row.name, row.time_zone)
            }));
        }
        CompanyCommand::Show { company } => {
            let id = called(app, &scope, company).await?;
            let found = companies::setup(&app.db, &scope, id).await.map_err(terminal::failed)?;
            return Ok(CommandAnswer::one(&found, setup_json, setup_line));
        }
        CompanyCommand::Add { name, time_zone } => {
            let mut work = begin(app, &scope).await?;
            let added = companies::add(&mut work, &whole, name, time_zone).await.map_err(terminal::failed)?;
            keep(app, work).await?;
            return Ok(CommandAnswer::one(&added, setup_json, setup_line));
        }
        CompanyCommand::LeaverAccess { months } => {
            let mut work = begin(app, &scope).await?;
            let edit = TenantEdit { leaver_access_months: *months };
            let after =
                companies::edit_tenant(&mut work, &whole, None, edit).await.map_err(terminal::failed)?;
            keep(app, work).await?;
            let line = format!("People who left have access for {} months.", after.leaver_access_months);
            let json = json!({ "leaverAccessMonths": after.leaver_access_months });
            return Ok(CommandAnswer { json, lines: vec![line] });
        }
        CompanyCommand::Edit { company, name, time_zone, stubs_visible } => {
            let company = called(app, &scope, company).await?;
            let edit = SetupEdit {
                name: name.clone(),
                time_zone: time_zone.clone(),
                stubs_visible: *stubs_visible,
                ..SetupEdit::default()
            };
            Proven::by_operator(&access::operator(tenant), EditOfCompany { company, edit })
        }
    };
    let mut work = begin(app, &scope).await?;
    let edited = companies::edit(&mut work, &scope, edit, None).await.map_err(terminal::failed)?;
    keep(app, work).await?;
    Ok(CommandAnswer::one(&edited, setup_json, setup_line))
}

pub(super) async fn called(
    app: &App,
    scope: &AdminScope<Companies, Write>,
    name: &str,
) -> Result<CompanyId, Failure> {
    let found = companies::called(&app.db, scope, name).await.map_err(terminal::failed)?;
    found.ok_or_else(|| no_company(name))
}

fn stubs_visible(word: &str) -> Result<StubsVisible, String> {
    let says = || "must be at_import, from_pay_date, or how many days before, from 1 to 7".to_owned();
    StubsVisible::called(word).ok_or_else(says)
}

fn no_company(name: &str) -> Failure {
    Failure::Other(format!("there is no company {name:?}"))
}

fn setup_json(setup: &CompanySetup) -> Value {
    let mut shown = json!(setup.settings);
    shown["id"] = json!(setup.id);
    shown
}

fn setup_line(setup: &CompanySetup) -> String {
    let CompanySettings { name, time_zone, stubs_visible, .. } = &setup.settings;
    format!("{}  {name}  {time_zone}  pay stubs visible: {}", setup.id, stubs_visible.as_text())
}

async fn in_holidays(app: &App, options: &HolidayOptions) -> Result<CommandAnswer, Failure> {
    let tenant = terminal::tenant(app, &options.tenant).await?;
    let scope = access::at_terminal::<Companies>(&access::operator(tenant));
    let company = called(app, &scope, &options.company).await?;
    match &options.command {
        HolidayCommand::List => {
            let rows = every!(app, "holidays", |cursors, asked| companies::holidays(
                &app.db, &scope, company, None, cursors, asked
            ));
            Ok(CommandAnswer::all(&rows, |row| json!(row), holiday_line))
        }
        HolidayCommand::Add { day, name, name_es } => {
            let mut work = begin(app, &scope).await?;
            let draft = HolidayDraft { day: Day(*day), name: name.clone(), name_es: name_es.clone() };
            let added = companies::save_holiday(&mut work, &scope, company, None, draft).await;
            let added = added.map_err(terminal::failed)?;
            keep(app, work).await?;
            Ok(CommandAnswer::one(&added, |row| json!(row), holiday_line))
        }
        HolidayCommand::Remove { day } => {
            let mut work = begin(app, &scope).await?;
            let removed = companies::remove_holiday(&mut work, &scope, company, (Day(*day), None)).await;
            removed.map_err(|problem| missing(problem, format!("there is no holiday on {day}")))?;
            keep(app, work).await?;
            Ok(CommandAnswer {
                json: json!({ "removed": day }),
                lines: vec![format!("Removed the holiday on {day}.")],
            })
        }
    }
}

fn holiday_line(row: &HolidayRecord) -> String {
    format!("{}  {}", row.day, row.name)
}

pub(super) fn missing(problem: Problem, says: String) -> Failure {
    match problem {
        Problem::NotFound => Failure::Other(says),
        other => terminal::failed(other),
    }
}

async fn in_policies(app: &App, options: &PolicyOptions) -> Result<CommandAnswer, Failure> {
    let tenant = terminal::tenant(app, &options.tenant).await?;
    let scope = access::at_terminal::<TimeOffPolicies>(&access::operator(tenant));
    let company = time_off::company_called(&app.db, &scope, &options.company).await;
    let company = company.map_err(terminal::failed)?.ok_or_else(|| no_company(&options.company))?;
    let rows = every!(app, "policies", |cursors, asked| time_off::list_policies(
        &app.db, &scope, company, cursors, asked
    ));
    let named = |name: &str| {
        let found = rows.iter().find(|row| row.name == name);
        found
            .map(|row| row.id)
            .ok_or_else(|| Failure::Other(format!("there is no type of time off {name:?}")))
    };
    match &options.command {
        PolicyCommand::List => Ok(CommandAnswer::all(&rows, policy_json, policy_line)),
        PolicyCommand::End { name, last_day, never: _ } => {
            let (id, last) = (named(name)?, last_day.map(Day));
            let mut work = begin(app, &scope).await?;
            let ended = time_off::end_policy(&mut work, &scope, company, (id, None), last).await;
            let ended = ended.map_err(terminal::failed)?;
            keep(app, work).await?;
            Ok(CommandAnswer::one(&ended, policy_json, policy_line))
        }
        PolicyCommand::Remove { name } => {
            let id = named(name)?;
            let mut work = begin(app, &scope).await?;
            let removed = time_off::remove_policy(&mut work, &scope, company, (id, None)).await;
            removed.map_err(terminal::failed)?;
            keep(app, work).await?;
            Ok(CommandAnswer { json: json!({ "removed": id }), lines: vec![format!("Removed {name}.")] })
        }
    }
}

fn policy_json(row: &PolicyRow) -> Value {
    json!({ "id": row.id, "name": row.name, "hasBalance": row.has_balance, "rules": row.newest(), "endsOn": row.ends_on })
}

fn policy_line(row: &PolicyRow) -> String {
    let end = row.ends_on.map_or(String::new(), |last| format!("  through {last}"));
    format!("{}  {}{end}", row.id, row.name)
}
