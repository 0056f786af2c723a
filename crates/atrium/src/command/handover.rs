//! `atrium handover …`: what waits for payroll, its batches, and what payroll says about them, through the use cases of
//! the console.

use super::answer::CommandAnswer;
use super::company::{begin, keep, missing};
use super::{Failure, terminal};
use crate::access::{self, AdminScope, Write};
use crate::app::App;
use crate::config::Settings;
use crate::factors::Proven;
use crate::handover::{
    self, ChangeFilter, ConflictWinner, ExportOfHandover, HandoverBatch, HandoverFormat, HandoverTotal,
    Handovers, PayrollChange, PayrollKind, PayrollState,
};
use crate::shared::amount::Amount;
use crate::shared::id::{CompanyId, HandoverId, PayrollChangeId};
use crate::shared::page::{Cursors, Page};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use uuid::Uuid;

#[derive(Args)]
pub(crate) struct HandoverOptions {
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
    command: HandoverCommand,
}

#[derive(Subcommand)]
enum HandoverCommand {
    /// List the company's batches.
    List,
    /// List the changes payroll has to be told about, and how far they've come.
    Changes {
        /// Only this batch.
        #[arg(long, value_name = "NUMBER")]
        batch: Option<i64>,
        /// Only changes payroll got and hasn't taken over.
        #[arg(long)]
        not_taken: bool,
    },
    /// Show what the next batch would have.
    Preview,
    /// Put everything that's waiting into the next batch.
    Create,
    /// Write a batch to files, with full account numbers: one CSV file for each kind of change, or one JSON file or workbook.
    Export {
        number: i64,
        /// csv, json or xlsx.
        #[arg(long, default_value = "csv")]
        format: String,
        /// In the columns of this saved mapping, which also says the kind of change.
        #[arg(long, value_name = "NAME")]
        mapping: Option<String>,
        /// The folder to write to.
        #[arg(long, value_name = "FOLDER", default_value = ".")]
        to: PathBuf,
    },
    /// Mark a batch, or one change, as taken over by payroll.
    Acknowledge {
        #[arg(required_unless_present = "change")]
        number: Option<i64>,
        /// Only this change.
        #[arg(long, value_name = "ID", conflicts_with = "number")]
        change: Option<Uuid>,
    },
    /// Mark a change as rejected by payroll. Its owner and the person who decided it can read the reason.
    Reject {
        #[arg(value_name = "CHANGE")]
        change: Uuid,
        #[arg(long)]
        reason: String,
    },
    /// Decide whose value counts after a conflict: approved or payroll.
    Resolve {
        #[arg(value_name = "CHANGE")]
        change: Uuid,
        #[arg(value_parser = ["approved", "payroll"])]
        winner: String,
    },
}

pub(super) async fn handover(settings: Settings, options: HandoverOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = run(&app, &options).await;
    app.db.close().await;
    done.map(|answer| answer.print(options.json))
}

async fn run(app: &App, options: &HandoverOptions) -> Result<CommandAnswer, Failure> {
    let tenant = terminal::tenant(app, &options.tenant).await?;
    let scope = access::at_terminal::<Handovers>(&access::operator(tenant));
    let company = handover::called(&app.db, &scope, &options.company).await.map_err(terminal::failed)?;
    let company =
        company.ok_or_else(|| Failure::Other(format!("there is no company {:?}", options.company)))?;
    match &options.command {
        HandoverCommand::List => {
            let rows = all_batches(app, &scope, company).await?;
            Ok(CommandAnswer::all(&rows, batch_json, batch_line))
        }
        HandoverCommand::Changes { batch, not_taken } => {
            let batch = match batch {
                Some(number) => Some(numbered(app, &scope, company, *number).await?),
                None => None,
            };
            let filter = ChangeFilter { batch, is_not_taken: *not_taken, ..ChangeFilter::default() };
            let rows = all_changes(app, &scope, company, filter).await?;
            Ok(CommandAnswer::all(&rows, change_json, change_line))
        }
        HandoverCommand::Preview => preview(app, &scope, company).await,
        HandoverCommand::Create => {
            let mut work = begin(app, &scope).await?;
            let made = handover::create(app, &mut work, &scope, company).await.map_err(terminal::failed)?;
            keep(app, work).await?;
            Ok(CommandAnswer::one(&made, batch_json, batch_line))
        }
        HandoverCommand::Export { number, format, mapping, to } => {
            let batch = numbered(app, &scope, company, *number).await?;
            let format = HandoverFormat::from_text(format);
            let format =
                format.ok_or_else(|| Failure::Other("--format must be csv, json or xlsx".to_owned()))?;
            export(app, &scope, (batch, format, mapping.clone()), to).await
        }
        HandoverCommand::Acknowledge { number: _, change: Some(change) } => {
            let mut work = begin(app, &scope).await?;
            let id = PayrollChangeId(*change);
            let done = handover::acknowledge(&mut work, &scope, company, id).await;
            let done = done.map_err(|problem| missing(problem, no_change(*change)))?;
            keep(app, work).await?;
            Ok(CommandAnswer::one(&done, change_json, change_line))
        }
        HandoverCommand::Acknowledge { number, change: None } => {
            let batch = numbered(app, &scope, company, number.unwrap_or_default()).await?;
            let mut work = begin(app, &scope).await?;
            let done = handover::acknowledge_batch(&mut work, &scope, batch).await;
            let done = done.map_err(terminal::failed)?;
            keep(app, work).await?;
            let line = format!("{} taken over, {} left", done.settled, done.left);
            Ok(CommandAnswer {
                json: json!({ "settled": done.settled, "left": done.left }),
                lines: vec![line],
            })
        }
        HandoverCommand::Reject { change, reason } => {
            let mut work = begin(app, &scope).await?;
            let id = PayrollChangeId(*change);
            let done = handover::reject(&mut work, &scope, company, id, reason).await;
            let done = done.map_err(|problem| missing(problem, no_change(*change)))?;
            keep(app, work).await?;
            Ok(CommandAnswer::one(&done, change_json, change_line))
        }
        HandoverCommand::Resolve { change, winner } => {
            let winner = if winner == "payroll" { ConflictWinner::Payroll } else { ConflictWinner::Approved };
            let mut work = begin(app, &scope).await?;
            let id = PayrollChangeId(*change);
            let done = handover::resolve(&mut work, &scope, company, id, winner).await;
            let done = done.map_err(|problem| missing(problem, no_change(*change)))?;
            keep(app, work).await?;
            Ok(CommandAnswer::one(&done, change_json, change_line))
        }
    }
}

fn no_change(id: Uuid) -> String {
    format!("there is no change {id}")
}

async fn numbered(
    app: &App,
    scope: &AdminScope<Handovers, Write>,
    company: CompanyId,
    number: i64,
) -> Result<HandoverId, Failure> {
    let found = handover::numbered(&app.db, scope, company, number).await.map_err(terminal::failed)?;
    found.ok_or_else(|| Failure::Other(format!("there is no batch {number}")))
}

async fn all_batches(
    app: &App,
    scope: &AdminScope<Handovers, Write>,
    company: CompanyId,
) -> Result<Vec<HandoverBatch>, Failure> {
    let (mut rows, mut cursor) = (vec![], None::<String>);
    loop {
        let cursors = Cursors::new(&app.keys.cursor, "handovers at the terminal".to_owned());
        let asked = (Some(100), cursor.as_deref());
        let page: Page<_> =
            handover::batches(&app.db, scope, company, cursors, asked).await.map_err(terminal::failed)?;
        rows.extend(page.results);
        cursor = page.links.next;
        if cursor.is_none() {
            return Ok(rows);
        }
    }
}

async fn all_changes(
    app: &App,
    scope: &AdminScope<Handovers, Write>,
    company: CompanyId,
    filter: ChangeFilter,
) -> Result<Vec<PayrollChange>, Failure> {
    let (mut rows, mut cursor) = (vec![], None::<String>);
    loop {
        let cursors = Cursors::new(&app.keys.cursor, "payroll changes at the terminal".to_owned());
        let asked = (Some(100), cursor.as_deref());
        let page: Page<_> = handover::changes(&app.db, scope, company, filter, cursors, asked)
            .await
            .map_err(terminal::failed)?;
        rows.extend(page.results);
        cursor = page.links.next;
        if cursor.is_none() {
            return Ok(rows);
        }
    }
}

async fn preview(
    app: &App,
    scope: &AdminScope<Handovers, Write>,
    company: CompanyId,
) -> Result<CommandAnswer, Failure> {
    let found = handover::preview(&app.db, scope, company, app.clock.now()).await;
    let found = found.map_err(terminal::failed)?;
    let total = |total: &HandoverTotal| {
        let amount = Amount::from_ten_thousandths(total.amount);
        format!(
            "{}  {}  {} changes  {amount} in dollars or hours  routing sum {}",
            total.kind.as_text(),
            total.action.as_text(),
            total.changes,
            total.routing_sum
        )
    };
    let mut lines: Vec<String> = found.totals.iter().map(total).collect();
    lines.push(format!("{} employees, {} changes on hold", found.employees, found.on_hold));
    if let Some(before) = &found.before {
        lines.push(format!("batch {} before it:", before.number));
        lines.extend(before.frozen_totals().map_err(terminal::failed)?.iter().map(total));
    }
    let totals = found.totals.iter().map(|total| {
        json!({ "kind": total.kind, "action": total.action, "changes": total.changes,
            "amount": Amount::from_ten_thousandths(total.amount).to_string(), "routingSum": total.routing_sum.to_string() })
    });
    let totals: Vec<Value> = totals.collect();
    let json = json!({
        "totals": totals, "employees": found.employees, "onHold": found.on_hold,
        "previous": found.before.as_ref().map(batch_json),
    });
    Ok(CommandAnswer { json, lines })
}

async fn export(
    app: &App,
    scope: &AdminScope<Handovers, Write>,
    (batch, format, mapping): (HandoverId, HandoverFormat, Option<String>),
    to: &Path,
) -> Result<CommandAnswer, Failure> {
    let there = handover::batch(&app.db, scope, batch).await.map_err(terminal::failed)?;
    let files: Vec<Option<PayrollKind>> = match (format, &mapping) {
        (HandoverFormat::Csv, None) => {
            there.kinds().map_err(terminal::failed)?.into_iter().map(Some).collect()
        }
        _ => vec![None],
    };
    let mut written = vec![];
    for kind in files {
        let operator = access::operator(scope.tenant());
        let asked = Proven::by_operator(
            &operator,
            ExportOfHandover { batch, kind, format, mapping: mapping.clone() },
        );
        let mut work = begin(app, scope).await?;
        let file = handover::open_export(app, &mut work, scope, asked).await;
        let mut file = file.map_err(terminal::failed)?;
        keep(app, work).await?;
        let path = to.join(&file.name);
        let cannot = |error| Failure::Other(format!("cannot write {}: {error}", path.display()));
        let mut out = private_file(&path).map_err(cannot)?;
        while let Some(part) = handover::next_part(&app.db, &mut file).await.map_err(terminal::failed)? {
            out.write_all(&part).map_err(cannot)?;
        }
        out.sync_all().map_err(cannot)?;
        written.push(path.display().to_string());
    }
    Ok(CommandAnswer { json: json!({ "files": written }), lines: written })
}

/// Readable by its owner only, for its account numbers. A file that's already there stays.
fn private_file(path: &Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn batch_json(batch: &HandoverBatch) -> Value {
    json!({
        "id": batch.id, "number": batch.number, "createdAt": batch.created_at.0.to_string(), "createdBy": batch.creator_name,
        "changes": batch.changes, "open": batch.open, "taken": batch.taken, "rejected": batch.rejected,
        "conflicts": batch.conflicts, "totals": serde_json::from_str::<Value>(&batch.totals).unwrap_or_default(),
    })
}

fn batch_line(batch: &HandoverBatch) -> String {
    format!(
        "{}  {}  {} changes: {} open, {} taken over, {} rejected, {} in conflict",
        batch.number,
        batch.created_at.0,
        batch.changes,
        batch.open,
        batch.taken,
        batch.rejected,
        batch.conflicts
    )
}

fn change_json(change: &PayrollChange) -> Value {
    json!({
        "id": change.id, "employeeCode": change.employee_code, "kind": change.kind, "action": change.action,
        "state": change.state, "batch": change.batch_number, "account": change.last_four, "reason": change.reason,
        "approvedAt": change.approved_at.0.to_string(), "approvedBy": change.approver_name,
        "before": change.before().unwrap_or_default(), "after": change.after().unwrap_or_default(),
        "payroll": change.payroll().unwrap_or_default(),
    })
}

fn change_line(change: &PayrollChange) -> String {
    let columns: Vec<String> = change.after().unwrap_or_default().keys().cloned().collect();
    let batch = change.batch_number.map_or(String::new(), |number| format!("  batch {number}"));
    let seen = match (change.state, change.seen_at) {
        (PayrollState::Handed, Some(_)) => "  payroll hasn't taken this yet",
        _ => "",
    };
    format!(
        "{}  {}  {} {}  {}  {}{batch}{seen}",
        change.id,
        change.employee_code,
        change.kind.as_text(),
        change.action.as_text(),
        columns.join(" "),
        change.state.as_text()
    )
}
