//! A manager's team: who reports to them, over which line, in which areas.
//!
//! - Primary (direct) and secondary (indirect) reports are two lists. Someone can be in both, with different areas.
//! - Each report has the areas of both kinds of line, so a page can tell what the manager may open.
//! - The date of birth shows only with the area Personal Info and `manager:profile`, and the employee can see who
//!   looked. Month and day always show.
//! - Anniversaries start at one full year.
//! - Someone who isn't a report doesn't exist here, whatever their id.

mod graphql;
mod import;
mod kinds;
mod rules;
mod store;

pub use graphql::TeamQuery;
pub use import::SHEETS;

use crate::access::{Asked, CompanyScope, Feature, Managed, Need, Opens, Permission, ReportKind};
use crate::shared::day::Day;
use crate::shared::id::{EmployeeId, OrganizationId};
use crate::shared::names;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use db::Db;
use rules::{Celebration, Occasion};
use store::{Celebrant, DirectoryEntry, Report, TeamPlace};

pub const REFUSALS: &[&str] = rules::TeamRefusal::CODES;

/// Access: a manager's reports.
pub struct Team;

impl Managed for Team {
    const MANAGED: Asked = Permission::Manager.asked();
}
impl Opens<Team> for Team {}

/// Access: what only a manager's employees page shows, to every manager.
pub struct TeamPage;

impl Managed for TeamPage {
    const MANAGED: Asked = Feature::ManagerEmployees.by(Permission::Manager);
}
impl Opens<Team> for TeamPage {}

/// Filters for the list of reports.
#[derive(Debug, Default)]
struct ReportFilter {
    /// `None` means all reports, each once.
    kind: Option<ReportKind>,
    /// Part of the first name, last name or code.
    search: Option<String>,
    /// Only people who work somewhere under this organization.
    organization: Option<OrganizationId>,
}

async fn reports(
    db: &Db,
    scope: &CompanyScope<Team, impl Need>,
    narrowed: &ReportFilter,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<Report>, Problem> {
    names::check_search(narrowed.search.as_deref().unwrap_or_default())?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::reports(db, scope, narrowed, &ask).await?;
    Ok(cursors.page(&ask, rows, Report::sort_keys))
}

/// The first reports by name, and how many match.
async fn entries(
    db: &Db,
    scope: &CompanyScope<Team, impl Need>,
    search: Option<&str>,
    limit: usize,
) -> Result<(Vec<DirectoryEntry>, i64), Problem> {
    names::check_search(search.unwrap_or_default())?;
    let rows = store::entries(db, scope, search, limit).await?;
    let total = rows.first().map_or(0, |row| row.of_all);
    Ok((rows, total))
}

/// One report, in any area. `NotFound` for anyone else.
async fn report(
    db: &Db,
    scope: &CompanyScope<Team, impl Need>,
    employee: EmployeeId,
) -> Result<Report, Problem> {
    store::report(db, scope, employee).await?.ok_or(Problem::NotFound)
}

/// Reports' birthdays and anniversaries from `today` on, soonest first.
async fn celebrations(
    db: &Db,
    scope: &CompanyScope<Team, impl Need>,
    today: Day,
    days: Option<i32>,
    occasion: Option<Occasion>,
    limit: usize,
) -> Result<Vec<Celebration<Celebrant>>, Problem> {
    let days = rules::check_days(days)?;
    let rows = store::celebrating(db, scope, &rules::spans(today, days), occasion, limit).await?;
    let mut all = rules::celebrations(rows, today, days, |who| rules::Dates {
        born: who.date_of_birth,
        hired: who.current_hire_date,
    });
    all.retain(|one| occasion.is_none_or(|wanted| one.occasion == wanted));
    all.truncate(limit);
    Ok(all)
}

/// The company's organizations with reports of this manager, and how many each has. Sorted by code, parents first.
async fn chart(db: &Db, scope: &CompanyScope<Team, impl Need>) -> Result<Vec<TeamPlace>, Problem> {
    Ok(store::chart(db, scope).await?)
}
