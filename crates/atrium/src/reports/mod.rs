//! Reports: figures about a company's people, for its administrators and its payroll.
//!
//! - Six of them: time-off balances and what they're worth on a day, time off taken, headcount and turnover, requests and
//!   how long decisions take, acknowledgments, and consent to electronic W-2s.
//! - Administrators and payroll see their own companies, one at a time. Money is for payroll alone.
//! - A balance is calculated as on its owner's page (`time_off/on_day.rs`). An hour is worth the hourly rate, or the yearly
//!   salary divided by 2,080 (`rules/liability.rs`).
//! - Departments are today's: earlier ones aren't kept.
//! - A report is a table (`summary.rs`); most have a list of people behind them (`listing.rs`). Both can be saved as CSV
//!   or as a workbook (`file.rs`), and the audit trail says who did, and what.
//! - A schedule mails a link every week or month, and no figures (`mailing.rs`). Whether someone may see the report is
//!   asked again each time.

mod file;
mod graphql;
mod http;
mod kinds;
mod listing;
mod mailing;
mod rules;
mod schedules;
mod store;
mod summary;
mod table;
mod words;
mod workbook;

pub use file::{ReportFile, ReportPart, file, note_export};
pub use graphql::{ReportMutation, ReportQuery};
pub use http::{ROUTES, routes};
pub use kinds::{ReportFormat, ReportGrouping, ReportName};
pub use mailing::send_due;
pub use rules::{AskedReport, FiguresFilter};
pub use store::ReportCompany;

use crate::access::{CompanyFiguresScope, FiguresScope, Need, Opens};
use crate::shared::clock::Clock;
use crate::shared::id::CompanyId;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::time_off::TimeOff;
use db::Db;
use store::ReportDepartment;
use uuid::Uuid;

pub const REFUSALS: &[&str] = rules::ReportRefusal::CODES;

/// Access: figures about a company's people.
pub struct Reports;

impl Opens<TimeOff> for Reports {}

/// The companies whose reports the viewer may read, by name.
pub async fn companies(
    db: &Db,
    scope: &FiguresScope<Reports, impl Need>,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<ReportCompany>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::companies(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.name.clone()]))
}

/// By name or ID, for the command line.
pub async fn company_called(
    db: &Db,
    scope: &FiguresScope<Reports, impl Need>,
    name: &str,
) -> Result<Option<CompanyId>, Problem> {
    match Uuid::try_parse(name) {
        Ok(id) => Ok(Some(CompanyId(id))),
        Err(_) => Ok(store::company_called(db, scope, name).await?),
    }
}

/// A company's departments, by name.
async fn departments(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<ReportDepartment>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::departments(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.name.clone(), row.id.to_string()]))
}

/// What is left out of a filter follows from today, where the company is.
pub fn asked(
    clock: &Clock,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    name: ReportName,
    filter: &FiguresFilter,
) -> Result<AskedReport, Problem> {
    Ok(rules::asked(name, filter, clock.today(&scope.time_zone()))?)
}
