//! Access to people's time, that is time off and hours: one employee's, as oneself or as somebody who decides on it; and
//! everybody's somebody decides on, through own reporting lines or in another manager's place. Nobody decides their own, not
//! through a delegate either.

use super::grant::{InArea, Managed, Opens, area};
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
    /// The time of everybody the viewer decides on: over the lines of `managers`, the viewer first, then those in
    /// whose place the viewer decides today. The viewer's own is never among it, nor is a manager's own over the line of
    /// that manager.
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
    /// Whom to tell about one employee's time: whoever decides on it, and the employee; not whoever has done it, which is the
    /// employee where `is_own`.
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

/// Of an employee whose request the approver has just decided.
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

/// Over whose lines the viewer decides in one company today, whatever the feature: a call reads it once.
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

/// One employee the viewer decides on. Anybody else is `NotFound`, like nobody.
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

/// Over whose lines the viewer decides on an employee: their own first.
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
