//! Shows a person with their employments and lines, previews what a termination would end, and lists
//! people without a manager.

use super::lines::DatedLine;
use super::search::{self, FoundPerson};
use super::store::{self, EmploymentEventRow, EmploymentRow, RoleThen};
use crate::access::PeopleScope;
use crate::shared::clock::Clock;
use crate::shared::id::{CompanyId, EmployeeId, PersonId};
use crate::shared::names;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use db::Db;
use jiff::Timestamp;

/// A person with everything that has dates.
pub struct PersonDetails {
    pub person: FoundPerson,
    pub employments: Vec<EmploymentRow>,
    pub history: Vec<(EmployeeId, EmploymentEventRow)>,
    /// Lines to the person as an employee.
    pub lines: Vec<DatedLine>,
}

pub async fn person(
    db: &Db,
    scope: &PeopleScope,
    person: PersonId,
    now: Timestamp,
) -> Result<PersonDetails, Problem> {
    details(db, scope, search::one(db, scope, person, now).await?).await
}

/// By username, for the terminal.
pub async fn person_called(
    db: &Db,
    scope: &PeopleScope,
    username: &str,
    now: Timestamp,
) -> Result<PersonDetails, Problem> {
    details(db, scope, search::called(db, scope, username, now).await?).await
}

async fn details(db: &Db, scope: &PeopleScope, person: FoundPerson) -> Result<PersonDetails, Problem> {
    let employments = store::employments_of(db, scope, &[person.id]).await?;
    let ids: Vec<EmployeeId> = employments.iter().map(|row| row.employee_id).collect();
    let (history, lines) = store::dated(db, scope, &ids).await?;
    Ok(PersonDetails { person, employments, history, lines })
}

/// What a termination would end.
pub struct EndingPreview {
    pub employment: EmploymentRow,
    /// Names of the roles that end.
    pub roles: Vec<String>,
    /// Names of roles elsewhere, which the person keeps; for a company administrator, of those in their companies.
    pub roles_kept: Vec<String>,
    pub reports: i64,
    pub delegations: i64,
    /// Whether only a former employee's pages are left, so sessions end.
    pub ends_sessions: bool,
    /// Reports who would be left without a manager in an area.
    pub left_behind: Vec<UnmanagedReport>,
}

pub async fn ending(
    db: &Db,
    clock: &Clock,
    scope: &PeopleScope,
    employee: EmployeeId,
) -> Result<EndingPreview, Problem> {
    let employment = store::employment(db, scope, employee).await?.ok_or(Problem::NotFound)?;
    let (reports, delegations) = store::would_end(db, scope, &employment).await?;
    let roles = store::roles(db, scope, &employment).await?;
    let ends_sessions = !roles.iter().any(|role| role.is_kept);
    let (kept, ended): (Vec<_>, Vec<_>) =
        roles.into_iter().filter(|role| role.is_seen).partition(|role| role.is_kept);
    let names = |roles: Vec<RoleThen>| roles.into_iter().map(|role| role.name).collect::<Vec<_>>();
    let left_behind =
        store::would_be_unmanaged(db, scope, &employment, clock.today(&employment.time_zone)).await?;
    Ok(EndingPreview {
        employment,
        roles: names(ended),
        roles_kept: names(kept),
        reports,
        delegations,
        ends_sessions,
        left_behind,
    })
}

/// Someone without a manager in an area.
#[derive(Clone, Debug)]
pub struct UnmanagedReport {
    pub employee_id: EmployeeId,
    pub company_id: CompanyId,
    pub company_name: String,
    pub person_id: PersonId,
    pub first_name: String,
    pub last_name: String,
    pub lacks_time_off: bool,
    pub lacks_personal_info: bool,
    pub time_off_waiting: i64,
    pub requests_waiting: i64,
    pub sort_last: String,
    pub sort_first: String,
}

impl UnmanagedReport {
    fn sort_keys(&self) -> Vec<String> {
        vec![self.sort_last.clone(), self.sort_first.clone(), self.employee_id.to_string()]
    }
}

/// Everyone who works without a manager in an area, with the requests waiting for a decision; by part of a name or code, in
/// all companies or one.
pub async fn unmanaged(
    db: &Db,
    clock: &Clock,
    scope: &PeopleScope,
    (search, company): (&str, Option<CompanyId>),
    (cursors, limit, cursor): (Cursors<'_>, Option<i32>, Option<&str>),
) -> Result<Page<UnmanagedReport>, Problem> {
    names::check_search(search)?;
    let is_foreign = |company| scope.companies().is_some_and(|own| !own.contains(&company));
    if company.is_some_and(is_foreign) {
        return Err(Problem::NotFound);
    }
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::unmanaged(db, scope, clock.today("UTC"), (search, company), &ask).await?;
    Ok(cursors.page(&ask, rows, UnmanagedReport::sort_keys))
}
