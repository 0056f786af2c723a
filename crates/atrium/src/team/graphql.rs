//! A manager's team on the wire, in the spec's names.

use super::rules::{Celebration, Occasion};
use super::store::{Celebrant, DirectoryEntry, Report, TeamPlace};
use super::{ReportFilter, Team, TeamPage};
use crate::access::{self, Area, At, CompanyScope, Managed, Opens, Read, ReportKind};
use crate::call::Call;
use crate::data_views::{self, What};
use crate::profile::Profiles;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, OrganizationId, PersonId};
use crate::shared::page::{Links, first};
use crate::shared::problem::Problem;
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, Object, SimpleObject};

/// Someone who reports to the manager.
#[derive(SimpleObject)]
#[graphql(serial)]
struct ManagedEmployee {
    id: ID,
    first_name: String,
    last_name: String,
    employee_code: String,
    /// The areas the line in `report` covers.
    #[graphql(name = "type")]
    areas: Vec<&'static str>,
    /// Null without the Personal Info area. The employee can see who looked.
    date_of_birth: Option<Day>,
    birth_month: i8,
    birth_day: i8,
    original_hire_date: Day,
    current_hire_date: Day,
    /// Areas the direct line covers.
    primary: Vec<&'static str>,
    /// Areas the indirect line covers.
    secondary: Vec<&'static str>,
    report: ReportKind,
    division_name: Option<String>,
    branch_name: Option<String>,
    department_name: Option<String>,
    team_name: Option<String>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct ManagedEmployeePage {
    results: Rows<ManagedEmployee>,
    links: Links,
}

/// A report's birthday or anniversary.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TeamCelebration {
    employee_id: ID,
    first_name: String,
    last_name: String,
    occasion: Occasion,
    /// The day it's celebrated.
    date: Day,
    /// Years of service on that day; null for a birthday.
    years: Option<i16>,
}

impl From<Celebration<Celebrant>> for TeamCelebration {
    fn from(one: Celebration<Celebrant>) -> TeamCelebration {
        TeamCelebration {
            employee_id: one.who.id.to_wire(),
            first_name: one.who.first_name,
            last_name: one.who.last_name,
            occasion: one.occasion,
            date: one.on,
            years: one.years,
        }
    }
}

/// An organization where some of the manager's reports work.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TeamOrganization {
    id: ID,
    organization_code: String,
    organization_name: String,
    organization_type: String,
    parent_organization_code: Option<String>,
    /// How many of the manager's reports work in it or below it.
    reports: i64,
}

impl From<TeamPlace> for TeamOrganization {
    fn from(row: TeamPlace) -> TeamOrganization {
        TeamOrganization {
            id: row.id.to_wire(),
            organization_code: row.code,
            organization_name: row.name,
            organization_type: row.kind,
            parent_organization_code: row.parent_code,
            reports: row.reports,
        }
    }
}

/// An employee in the portal's search.
#[derive(SimpleObject)]
#[graphql(serial)]
struct EmployeeEntry {
    id: ID,
    employee_code: String,
    first_name: String,
    last_name: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct Employees {
    employees: Rows<EmployeeEntry>,
    /// The number of matches. Above 200, clients turn off their filters.
    total_count: i64,
}

/// A manager with their reports, and whether they may open profiles at all.
struct Managing {
    scope: CompanyScope<Team>,
    may_see_profiles: bool,
}

impl Managing {
    async fn of<F: Managed + Opens<Team>>(
        call: &Call,
        tenant_id: &ID,
        company_id: &ID,
        manager_id: &ID,
    ) -> Result<Managing, Problem> {
        let viewer = call.viewer().await?;
        let (at, manager) = (At::from_wire(tenant_id, company_id)?, PersonId::from_wire(manager_id)?);
        let company = access::managed_company::<F, Read>(viewer, at, manager)?;
        let profiles = access::managed_company::<Profiles, Read>(viewer, at, manager);
        Ok(Managing { scope: (&company).into(), may_see_profiles: profiles.is_ok() })
    }

    fn shows_birth(&self, row: &Report) -> bool {
        self.may_see_profiles && row.lines().reach(Area::PersonalInfo).is_some()
    }

    /// A date of birth is a part of the profile: whose is shown can see who looked.
    async fn note(&self, call: &Call, rows: &[Report]) -> Result<(), Problem> {
        let shown: Vec<EmployeeId> =
            rows.iter().filter(|row| self.shows_birth(row)).map(|row| row.id).collect();
        data_views::note(&call.app, &call.db, &(&self.scope).into(), What::Profile, &shown).await
    }

    fn show(&self, row: Report, asked: Option<ReportKind>) -> ManagedEmployee {
        let lines = row.lines();
        let is_direct = !lines.primary.is_empty();
        let report = asked.unwrap_or(if is_direct { ReportKind::Primary } else { ReportKind::Secondary });
        let names = |areas: &[Area]| areas.iter().map(|area| area.as_str()).collect::<Vec<_>>();
        let (primary, secondary) = (names(&lines.primary), names(&lines.secondary));
        let areas = match report {
            ReportKind::Primary => primary.clone(),
            ReportKind::Secondary => secondary.clone(),
        };
        let is_born_shown = self.shows_birth(&row);
        ManagedEmployee {
            id: row.id.to_wire(),
            areas,
            date_of_birth: is_born_shown.then_some(row.date_of_birth),
            birth_month: row.date_of_birth.0.month(),
            birth_day: row.date_of_birth.0.day(),
            original_hire_date: row.original_hire_date,
            current_hire_date: row.current_hire_date,
            primary,
            secondary,
            report,
            first_name: row.first_name,
            last_name: row.last_name,
            employee_code: row.employee_code,
            division_name: row.division,
            branch_name: row.branch,
            department_name: row.department,
            team_name: row.team,
        }
    }
}

#[derive(Default)]
pub struct TeamQuery;

#[Object]
impl TeamQuery {
    /// The manager's reports, by name. `report` limits them to direct or indirect ones, `search` matches first name, last name
    /// and code, and `organizationId` limits them to that organization and those below it.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn list_managers_employees(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        report: Option<ReportKind>,
        search: Option<String>,
        organization_id: Option<ID>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<ManagedEmployeePage, Problem> {
        let call = Call::of(context);
        let managing = Managing::of::<Team>(call, &tenant_id, &company_id, &manager_id).await?;
        let organization = organization_id.as_ref().map(OrganizationId::from_wire).transpose()?;
        let narrowed = ReportFilter { kind: report, search, organization };
        let (scope, kind) = (&managing.scope, report.map_or("all", ReportKind::as_str));
        let list = format!("{kind} reports of {} in {}", scope.viewer(), scope.company());
        let cursors = call.cursors(list);
        let page = super::reports(&call.db, scope, &narrowed, cursors, limit, cursor.as_deref()).await?;
        if context.look_ahead().field("results").field("dateOfBirth").exists() {
            managing.note(call, &page.results).await?;
        }
        let page = page.map(|row| managing.show(row, report));
        Ok(ManagedEmployeePage { results: page.results.into(), links: page.links })
    }

    /// The viewer's reports in all areas, by name, as in the portal's search.
    async fn employees(
        &self,
        context: &Context<'_>,
        company_id: ID,
        search: Option<String>,
        limit: Option<i32>,
    ) -> Result<Employees, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        let at = At { tenant: viewer.tenant, company: CompanyId::from_wire(&company_id)? };
        let scope = access::managed_company::<Team, Read>(viewer, at, viewer.person)?;
        let (rows, total_count) = super::entries(&call.db, &scope, search.as_deref(), first(limit)?).await?;
        let entry = |row: DirectoryEntry| EmployeeEntry {
            id: row.id.to_wire(),
            employee_code: row.employee_code,
            first_name: row.first_name,
            last_name: row.last_name,
        };
        Ok(Employees { employees: rows.into_iter().map(entry).collect(), total_count })
    }

    /// One of the manager's reports.
    async fn managers_employee(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        employee_id: ID,
    ) -> Result<ManagedEmployee, Problem> {
        let call = Call::of(context);
        let managing = Managing::of::<TeamPage>(call, &tenant_id, &company_id, &manager_id).await?;
        let employee = EmployeeId::from_wire(&employee_id)?;
        let row = super::report(&call.db, &managing.scope, employee).await?;
        if context.look_ahead().field("dateOfBirth").exists() {
            managing.note(call, std::slice::from_ref(&row)).await?;
        }
        Ok(managing.show(row, None))
    }

    /// Birthdays and anniversaries of the manager's reports from today on, soonest first, for seven days by default.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn team_celebrations(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        days: Option<i32>,
        occasion: Option<Occasion>,
        limit: Option<i32>,
    ) -> Result<Rows<TeamCelebration>, Problem> {
        let call = Call::of(context);
        let managing = Managing::of::<Team>(call, &tenant_id, &company_id, &manager_id).await?;
        let today = call.today(&managing.scope.time_zone());
        let limit = first(limit)?;
        let found = super::celebrations(&call.db, &managing.scope, today, days, occasion, limit).await?;
        Ok(found.into_iter().map(TeamCelebration::from).collect())
    }

    /// Where the manager's reports work: their part of the organization tree, by code.
    async fn team_organizations(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
    ) -> Result<Vec<TeamOrganization>, Problem> {
        let call = Call::of(context);
        let managing = Managing::of::<TeamPage>(call, &tenant_id, &company_id, &manager_id).await?;
        let places = super::chart(&call.db, &managing.scope).await?;
        Ok(places.into_iter().map(TeamOrganization::from).collect())
    }
}
