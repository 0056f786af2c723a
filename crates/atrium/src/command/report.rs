//! `atrium report`: the console's reports, printed or piped into a file. Each one is in the audit trail.

use super::{Failure, terminal};
use crate::access::{self, CompanyFiguresScope, Write};
use crate::app::App;
use crate::config::Settings;
use crate::reports::{
    self, FiguresFilter, ReportFile, ReportFormat, ReportGrouping, ReportName, ReportPart, Reports,
};
use crate::shared::day::Day;
use crate::shared::id::{OrganizationId, ResourceId};
use crate::shared::language::Language;
use crate::work::{Author, Work};
use clap::Args;
use jiff::civil::Date;
use std::io::Write as _;
use uuid::Uuid;

#[derive(Args)]
pub(crate) struct ReportOptions {
    /// balances, time-off-taken, headcount, decisions, acknowledgements or consent.
    #[arg(value_name = "NAME", value_parser = report_called)]
    report: ReportName,
    /// The tenant's name or ID.
    #[arg(long)]
    tenant: String,
    /// The company's name or ID.
    #[arg(long)]
    company: String,
    /// The day it's about. Without it, today.
    #[arg(long, value_name = "YYYY-MM-DD")]
    on: Option<Date>,
    /// The first day it's about, for time-off-taken, headcount and decisions.
    #[arg(long, value_name = "YYYY-MM-DD")]
    from: Option<Date>,
    /// The last day it's about. Without it, today.
    #[arg(long, value_name = "YYYY-MM-DD")]
    to: Option<Date>,
    /// Only this department.
    #[arg(long, value_name = "ID")]
    department: Option<Uuid>,
    /// What its rows are: type, department, month, kind or decider, whichever the report has.
    #[arg(long, value_name = "WORD", value_parser = grouping_called)]
    by: Option<ReportGrouping>,
    /// List the people one by one.
    #[arg(long)]
    people: bool,
    /// The action item whose acknowledgments are listed.
    #[arg(long, value_name = "ID")]
    resource: Option<Uuid>,
    /// List only people who haven't acknowledged, or consented.
    #[arg(long, requires = "people")]
    missing: bool,
    /// Print CSV, which is also the default.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn report_called(word: &str) -> Result<ReportName, String> {
    let found = match word {
        "time-off-taken" => Some(ReportName::TimeOffTaken),
        word => ReportName::from_text(word),
    };
    found.ok_or_else(|| {
        "must be balances, time-off-taken, headcount, decisions, acknowledgements or consent".to_owned()
    })
}

fn grouping_called(word: &str) -> Result<ReportGrouping, String> {
    ReportGrouping::from_text(word)
        .ok_or_else(|| "must be type, department, month, kind or decider".to_owned())
}

pub(super) async fn report(settings: Settings, options: ReportOptions) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let made = make(&app, &options).await;
    app.db.close().await;
    let file = made?;
    let mut out = std::io::stdout().lock();
    let cannot = |error| Failure::Other(format!("cannot write the report: {error}"));
    out.write_all(&file.content).map_err(cannot)?;
    if options.json {
        out.write_all(b"\n").map_err(cannot)?;
    }
    out.flush().map_err(cannot)
}

async fn make(app: &App, options: &ReportOptions) -> Result<ReportFile, Failure> {
    let tenant = terminal::tenant(app, &options.tenant).await?;
    let scope = access::figures_at_terminal::<Reports>(&access::operator(tenant));
    let company = reports::company_called(&app.db, &scope, &options.company).await;
    let no_company = || Failure::Other(format!("there is no company {:?}", options.company));
    let company = company.map_err(terminal::failed)?.ok_or_else(no_company)?;
    let scope: CompanyFiguresScope<Reports, Write> =
        access::company_figures(&app.db, &scope, company).await.map_err(|_| no_company())?;
    let filter = FiguresFilter {
        on: options.on.map(Day),
        from: options.from.map(Day),
        to: options.to.map(Day),
        department: options.department.map(OrganizationId),
        grouping: options.by,
        resource: options.resource.map(ResourceId),
        is_missing_only: options.missing,
    };
    let asked = reports::asked(&app.clock, &scope, options.report, &filter).map_err(terminal::failed)?;
    let part = if options.people { ReportPart::People } else { ReportPart::Summary };
    let format = if options.json { ReportFormat::Json } else { ReportFormat::Csv };
    let made = reports::file((&app.db, &app.clock), &scope, (&asked, part), format, Language::English);
    let file = made.await.map_err(terminal::failed)?;
    let author = Author { tenant, person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    reports::note_export(&mut work, &scope, &file);
    work.commit().await?;
    terminal::keep_heads(app).await?;
    Ok(file)
}
