//! `atrium run …`: a company's pay calendar, through the use cases of the console.

use super::answer::CommandAnswer;
use super::company::{begin, every, keep, missing};
use super::{Failure, terminal};
use crate::access::{self, AdminScope, Write};
use crate::app::App;
use crate::config::Settings;
use crate::runs::{self, PayRun, PayRunState, PayRuns, RunDraft, RunSchedule};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, PayGroupId, PayRunId};
use crate::shared::page::{Cursors, Page};
use crate::shared::pay_period::PayPeriod;
use clap::{Args, Subcommand};
use jiff::Timestamp;
use jiff::civil::{Date, Time};
use serde_json::{Value, json};
use uuid::Uuid;

#[derive(Args)]
pub(crate) struct RunCommandOptions {
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
    command: RunCommand,
}

#[derive(Subcommand)]
enum RunCommand {
    /// List the company's pay runs.
    List {
        /// Only those paid from this day on.
        #[arg(long, value_name = "YYYY-MM-DD")]
        from: Option<Date>,
    },
    /// Add a run.
    Add {
        /// The pay group's name. Without it, the run is for everyone at the company.
        #[arg(long)]
        pay_group: Option<String>,
        #[arg(long, value_name = "YYYY-MM-DD")]
        period_begin: Date,
        #[arg(long, value_name = "YYYY-MM-DD")]
        period_end: Date,
        /// Changes approved later count for a later run.
        #[arg(long, value_name = "YYYY-MM-DD")]
        cutoff_day: Date,
        /// In the company's time zone.
        #[arg(long, value_name = "HH:MM", value_parser = time)]
        cutoff_time: Time,
        #[arg(long, value_name = "YYYY-MM-DD")]
        pay_date: Date,
    },
    /// Add the runs of a schedule. A payday on a weekend or holiday is moved before it.
    Schedule {
        /// The pay group's name. Without it, the runs are for everyone at the company.
        #[arg(long)]
        pay_group: Option<String>,
        /// weekly, biweekly, semimonthly or monthly.
        #[arg(long, value_parser = period)]
        every: PayPeriod,
        /// The first day of the first period.
        #[arg(long, value_name = "YYYY-MM-DD")]
        first_begin: Date,
        #[arg(long, value_name = "YYYY-MM-DD")]
        first_payday: Date,
        /// How many workdays before the payday.
        #[arg(long, default_value_t = 2)]
        cutoff_days: i64,
        /// In the company's time zone.
        #[arg(long, value_name = "HH:MM", default_value = "17:00", value_parser = time)]
        cutoff_time: Time,
        /// How many runs.
        #[arg(long)]
        count: i64,
        /// Only show them.
        #[arg(long)]
        dry_run: bool,
    },
    /// Remove an open run.
    Remove {
        /// The ID, as shown by `list`.
        id: Uuid,
    },
    /// Mark a run as being processed or paid, or open it again.
    State {
        /// The ID, as shown by `list`.
        id: Uuid,
        /// open, processing or paid.
        #[arg(value_parser = state)]
        state: PayRunState,
    },
}

fn time(text: &str) -> Result<Time, String> {
    runs::cutoff_time(text).map_err(|refusal| refusal.message().to_owned())
}

fn period(text: &str) -> Result<PayPeriod, String> {
    PayPeriod::from_text(text).ok_or_else(|| "must be weekly, biweekly, semimonthly or monthly".to_owned())
}

fn state(text: &str) -> Result<PayRunState, String> {
    PayRunState::from_text(text).ok_or_else(|| "must be open, processing or paid".to_owned())
}

pub(super) async fn run(settings: Settings, options: RunCommandOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = in_runs(&app, &options).await;
    app.db.close().await;
    done.map(|answer| answer.print(options.json))
}

/// Now and today where the company is.
type Here = (Timestamp, Day);

async fn in_runs(app: &App, options: &RunCommandOptions) -> Result<CommandAnswer, Failure> {
    let tenant = terminal::tenant(app, &options.tenant).await?;
    let scope = access::at_terminal::<PayRuns>(&access::operator(tenant));
    let company = runs::called(&app.db, &scope, &options.company).await.map_err(terminal::failed)?;
    let no_company = || Failure::Other(format!("there is no company {:?}", options.company));
    let company = company.ok_or_else(no_company)?;
    let found = runs::company(&app.db, &scope, company).await;
    let zone = found.map_err(|problem| missing(problem, "there is no such company".to_owned()))?.time_zone;
    let here = (app.clock.moment(&zone), app.clock.today(&zone));
    let no_run = |id: &Uuid| format!("there is no pay run {id}");
    let mut work = match &options.command {
        RunCommand::List { from } => {
            let from = from.map(Day);
            let rows = every!(app, "pay runs", |cursors, asked| runs::runs(
                &app.db, &scope, company, from, cursors, asked
            ));
            return Ok(CommandAnswer::all(&rows, |row| run_json(row, here), |row| run_line(row, here)));
        }
        RunCommand::Schedule { dry_run: true, .. } => {
            let schedule = schedule(app, &scope, company, &options.command).await?;
            let planned =
                runs::preview(&app.db, &scope, company, &schedule).await.map_err(terminal::failed)?;
            let line = |run: &runs::PlannedRun| match run.overlaps {
                true => format!("{}  in the way of another run", planned_line(&run.draft)),
                false => planned_line(&run.draft),
            };
            let json = |run: &runs::PlannedRun| {
                let mut shown = planned_json(&run.draft);
                shown["overlaps"] = json!(run.overlaps);
                shown
            };
            return Ok(CommandAnswer::all(&planned, json, line));
        }
        _ => begin(app, &scope).await?,
    };
    let answer = match &options.command {
        RunCommand::List { .. } | RunCommand::Schedule { .. } => {
            let schedule = schedule(app, &scope, company, &options.command).await?;
            let added = runs::add_schedule(&mut work, &scope, company, &schedule).await;
            CommandAnswer::all(&added.map_err(terminal::failed)?, planned_json, planned_line)
        }
        RunCommand::Add { pay_group, period_begin, period_end, cutoff_day, cutoff_time, pay_date } => {
            let draft = RunDraft {
                pay_group: group(app, &scope, company, pay_group.as_deref()).await?,
                period_begin: Day(*period_begin),
                period_end: Day(*period_end),
                cutoff_day: Day(*cutoff_day),
                cutoff_time: *cutoff_time,
                pay_date: Day(*pay_date),
            };
            let added = runs::save(&mut work, &scope, company, None, draft).await;
            let added = added.map_err(terminal::failed)?;
            CommandAnswer::one(&added, |row| run_json(row, here), |row| run_line(row, here))
        }
        RunCommand::Remove { id } => {
            let removed = runs::remove(&mut work, &scope, company, (PayRunId(*id), None)).await;
            removed.map_err(|problem| missing(problem, no_run(id)))?;
            CommandAnswer { json: json!({ "removed": id }), lines: vec![format!("Removed {id}.")] }
        }
        RunCommand::State { id, state } => {
            let set = runs::set_state(&mut work, &scope, company, (PayRunId(*id), None), *state).await;
            let set = set.map_err(|problem| missing(problem, no_run(id)))?;
            CommandAnswer::one(&set, |row| run_json(row, here), |row| run_line(row, here))
        }
    };
    keep(app, work).await?;
    Ok(answer)
}

async fn group(
    app: &App,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    name: Option<&str>,
) -> Result<Option<PayGroupId>, Failure> {
    let Some(name) = name else { return Ok(None) };
    let groups = runs::groups(&app.db, scope, company).await.map_err(terminal::failed)?;
    let found = groups.into_iter().find(|(_, other)| other == name);
    let found = found.ok_or_else(|| Failure::Other(format!("this company has no pay group {name:?}")))?;
    Ok(Some(found.0))
}

async fn schedule(
    app: &App,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    command: &RunCommand,
) -> Result<RunSchedule, Failure> {
    let RunCommand::Schedule {
        pay_group,
        every,
        first_begin,
        first_payday,
        cutoff_days,
        cutoff_time,
        count,
        ..
    } = command
    else {
        return Err(Failure::Other("this isn't a schedule".to_owned()));
    };
    Ok(RunSchedule {
        pay_group: group(app, scope, company, pay_group.as_deref()).await?,
        every: *every,
        first_begin: Day(*first_begin),
        first_payday: Day(*first_payday),
        cutoff_days: *cutoff_days,
        cutoff_time: *cutoff_time,
        count: *count,
    })
}

fn run_json(run: &PayRun, here: Here) -> Value {
    let mut shown = json!(run);
    shown["state"] = json!(run.state(here));
    shown
}

fn run_line(run: &PayRun, here: Here) -> String {
    let PayRun { id, period_begin, period_end, cutoff_at, pay_date, .. } = run;
    let of = run.pay_group_name.as_deref().unwrap_or("everyone");
    let state = run.state(here).as_text();
    format!("{id}  {pay_date}  {state:10}  {period_begin} to {period_end}  cut-off {}  {of}", cutoff_at.0)
}

fn planned_json(run: &RunDraft) -> Value {
    let RunDraft { period_begin, period_end, cutoff_day, pay_date, .. } = run;
    json!({ "periodBegin": period_begin, "periodEnd": period_end, "cutoffDay": cutoff_day, "payDate": pay_date })
}

fn planned_line(run: &RunDraft) -> String {
    let RunDraft { period_begin, period_end, cutoff_day, pay_date, .. } = run;
    format!("{pay_date}  {period_begin} to {period_end}  cut-off {cutoff_day}")
}
