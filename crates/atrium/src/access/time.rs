//! Access to people's time, meaning time off and hours: one employee's, for themselves or for someone who decides on
//! it; and everyone's an approver decides on, through their own reporting lines or in another manager's place. No one
//! decides their own, not even through a delegate.

use super::grant::{InArea, Managed, Opens, area};
use super::permission::Write;
use super::reporting::{Area, Lines};
use super::scope::{CompanyScope, EmployeeScope, scope};
use super::store;
use super::tenant::UpkeepScope;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use crate::shared::problem::Problem;
use db::{Db, Tx};
use std::marker::PhantomData;

scope! {
    /// The time of everyone the viewer decides on: over the lines of `managers`, the viewer first, then the managers
    /// they stand in for today. The viewer's own is never included, nor a manager's own over that manager's line.
    ApproverScope<F, N> {
        tenant: TenantId, company: CompanyId, viewer: PersonId, managers: Vec<PersonId>, today: Day, time_zone: String
    }
}

impl<F: Opens<G>, G, N> From<&ApproverScope<F, N>> for ApproverScope<G, N> {
    fn from(scope: &ApproverScope<F, N>) -> ApproverScope<G, N> {
        scope.retyped()
    }
}

scope! {
    /// Who to tell about one employee's time: the people who decide on it, and the employee, but not the person who
    /// acted, who is the employee if `is_own`.
    NoticeScope { tenant: TenantId, company: CompanyId, employee: EmployeeId, viewer: Option<PersonId>, is_own: bool }
}

impl<F: InArea<area::TimeOff>, N> From<&EmployeeScope<F, N>> for NoticeScope {
    fn from(scope: &EmployeeScope<F, N>) -> NoticeScope {
        NoticeScope {
            tenant: scope.tenant,
            company: scope.company,
            employee: scope.employee,
            viewer: Some(scope.viewer),
            is_own: scope.is_own(),
        }
    }
}

scope! {
    /// An employee's time on its way to payroll: as they entered it, as `approver` entered or decided it, or as the clock
    /// counted it.
    TimeEntryScope { tenant: TenantId, company: CompanyId, employee: EmployeeId, approver: Option<PersonId> }
}

impl<F: InArea<area::TimeOff>> From<&EmployeeScope<F, Write>> for TimeEntryScope {
    fn from(scope: &EmployeeScope<F, Write>) -> TimeEntryScope {
        let approver = (!scope.is_own()).then_some(scope.viewer);
        TimeEntryScope { tenant: scope.tenant, company: scope.company, employee: scope.employee, approver }
    }
}

/// For an employee whose time the approver just decided on.
pub fn decided_by<F: InArea<area::TimeOff>>(
    scope: &ApproverScope<F, Write>,
    employee: EmployeeId,
) -> TimeEntryScope {
    let approver = Some(scope.viewer);
    TimeEntryScope { tenant: scope.tenant, company: scope.company, employee, approver }
}

/// By the system itself.
pub fn counted(
    _: &UpkeepScope,
    tenant: TenantId,
    company: CompanyId,
    employee: EmployeeId,
) -> TimeEntryScope {
    TimeEntryScope { tenant, company, employee, approver: None }
}

/// For an employee whose request the approver just decided.
pub fn told_by<F, N>(scope: &ApproverScope<F, N>, employee: EmployeeId) -> NoticeScope {
    NoticeScope {
        tenant: scope.tenant,
        company: scope.company,
        employee,
        viewer: Some(scope.viewer),
        is_own: false,
    }
}

/// By the system itself.
pub fn reminded(_: &UpkeepScope, tenant: TenantId, company: CompanyId, employee: EmployeeId) -> NoticeScope {
    NoticeScope { tenant, company, employee, viewer: None, is_own: false }
}

/// Whose lines the viewer decides over in one company today, for any feature. A call reads it once.
#[derive(Clone, Debug)]
pub struct Deputies {
    managers: Vec<PersonId>,
    today: Day,
}

pub async fn deputies<F: Managed, N>(
    db: &Db,
    scope: &CompanyScope<F, N>,
    today: Day,
) -> Result<Deputies, Problem> {
    let managers = store::approves_for(db, scope.viewer, scope.company, today).await?;
    Ok(Deputies { managers, today })
}

pub async fn approver<F: Managed + InArea<area::TimeOff>, N>(
    db: &Db,
    scope: &CompanyScope<F, N>,
    today: Day,
) -> Result<ApproverScope<F, N>, Problem> {
    Ok(approver_with(scope, deputies(db, scope, today).await?))
}

/// `deputies` are the viewer's in this company.
pub fn approver_with<F: Managed + InArea<area::TimeOff>, N>(
    scope: &CompanyScope<F, N>,
    deputies: Deputies,
) -> ApproverScope<F, N> {
    ApproverScope {
        tenant: scope.tenant,
        company: scope.company,
        viewer: scope.viewer,
        managers: deputies.managers,
        today: deputies.today,
        time_zone: scope.time_zone.clone(),
        of: PhantomData,
    }
}

/// One employee the viewer decides on. Anyone else is `NotFound`, like a missing person.
pub async fn approved_employee<F, N>(
    db: &Db,
    scope: &ApproverScope<F, N>,
    employee: EmployeeId,
) -> Result<EmployeeScope<F, N>, Problem> {
    let rows = store::lines_from(db, &scope.managers, scope.company, employee, scope.today).await?;
    let manager = reaching(scope, &rows).next().ok_or(Problem::NotFound)?;
    let person = rows.first().map(|(_, _, _, person)| *person).ok_or(Problem::NotFound)?;
    Ok(EmployeeScope {
        tenant: scope.tenant,
        company: scope.company,
        employee,
        person,
        viewer: scope.viewer,
        manager,
        managers: scope.managers.clone(),
        time_zone: scope.time_zone.clone(),
        of: PhantomData,
    })
}

/// Whose lines let the viewer decide on an employee: their own first.
pub async fn managers_reaching<F, N>(
    tx: &mut Tx,
    scope: &ApproverScope<F, N>,
    employee: EmployeeId,
) -> Result<Vec<PersonId>, Problem> {
    let rows = store::lines_from(tx, &scope.managers, scope.company, employee, scope.today).await?;
    Ok(reaching(scope, &rows).collect())
}

fn reaching<'a, F, N>(
    scope: &'a ApproverScope<F, N>,
    rows: &'a [store::LineFrom],
) -> impl Iterator<Item = PersonId> + use<'a, F, N> {
    let reaches = |manager: &PersonId| {
        let of_manager = rows
            .iter()
            .filter(|(from, _, _, person)| from == manager && person != manager && *person != scope.viewer);
        let lines: Vec<(String, String)> =
            of_manager.map(|(_, kind, area, _)| (kind.clone(), area.clone())).collect();
        Lines::from_rows(&lines).reach(Area::TimeOff).is_some()
    };
    scope.managers.iter().copied().filter(reaches)
}
