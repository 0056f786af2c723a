//! Access to people's time, that is time off and hours: one employee's, as oneself or as somebody who decides on it; and
//! everybody's somebody decides on, through own reporting lines or in another manager's place. Nobody decides their own, not
//! through a delegate either.

use super::reporting::{Area, Lines};
use super::scope::{CompanyScope, OwnScope, scope};
use super::store;
use super::tenant::UpkeepScope;
use super::viewer::Viewer;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use crate::shared::problem::Problem;
use db::{Db, Tx};

/// Up to so many lines, what waits is looked up report by report; beyond, the company's queue is read in its order. With some
/// hundreds of reports among a hundred thousand people both cost the same, and counting the lines costs something as well.
const LOOKED_UP_MOST: i64 = 300;

scope! {
    /// One employee's time off and hours, reached as oneself (`is_own`) or as somebody who decides on them: over a line of
    /// `manager`, who is the viewer or somebody in whose place the viewer decides. `managers` are all of those; none as oneself.
    TimeScope {
        tenant: TenantId, company: CompanyId, employee: EmployeeId, viewer: PersonId, manager: PersonId,
        managers: Vec<PersonId>, is_own: bool, time_zone: String
    }
}
scope! {
    /// The time of everybody the viewer decides on: over the lines of `managers`, the viewer first, then those in
    /// whose place the viewer decides today. The viewer's own is never among it, nor is a manager's own over the line of
    /// that manager.
    ApproverScope {
        tenant: TenantId, company: CompanyId, viewer: PersonId, managers: Vec<PersonId>, has_many_reports: bool,
        today: Day, time_zone: String
    }
}

scope! {
    /// Whom to tell about one employee's time: whoever decides on it, and the employee; not whoever has done it, which is the
    /// employee where `is_own`.
    NoticeScope { tenant: TenantId, company: CompanyId, employee: EmployeeId, viewer: Option<PersonId>, is_own: bool }
}

impl From<&TimeScope> for NoticeScope {
    fn from(scope: &TimeScope) -> NoticeScope {
        NoticeScope {
            tenant: scope.tenant,
            company: scope.company,
            employee: scope.employee,
            viewer: Some(scope.viewer),
            is_own: scope.is_own,
        }
    }
}

/// Of an employee whose request the approver has just decided.
pub fn told_by(scope: &ApproverScope, employee: EmployeeId) -> NoticeScope {
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

pub fn own_employee(viewer: &Viewer, own: &OwnScope) -> TimeScope {
    TimeScope {
        tenant: own.tenant(),
        company: own.company(),
        employee: own.employee(),
        viewer: viewer.person,
        manager: viewer.person,
        managers: vec![],
        is_own: true,
        time_zone: own.time_zone(),
    }
}

pub async fn approver(db: &Db, scope: &CompanyScope, today: Day) -> Result<ApproverScope, Problem> {
    let rows = store::approves_for(db, scope.viewer(), scope.company(), today, LOOKED_UP_MOST + 1).await?;
    Ok(ApproverScope {
        tenant: scope.tenant(),
        company: scope.company(),
        viewer: scope.viewer(),
        has_many_reports: rows.iter().map(|(_, lines)| lines).sum::<i64>() > LOOKED_UP_MOST,
        managers: rows.into_iter().map(|(manager, _)| manager).collect(),
        today,
        time_zone: scope.time_zone(),
    })
}

/// One employee the viewer decides on. Anybody else is `NotFound`, like nobody.
pub async fn approved_employee(
    db: &Db,
    scope: &ApproverScope,
    employee: EmployeeId,
) -> Result<TimeScope, Problem> {
    let rows = store::lines_from(db, &scope.managers, scope.company, employee).await?;
    let manager = reaching(scope, &rows).next().ok_or(Problem::NotFound)?;
    Ok(TimeScope {
        tenant: scope.tenant,
        company: scope.company,
        employee,
        viewer: scope.viewer,
        manager,
        managers: scope.managers.clone(),
        is_own: false,
        time_zone: scope.time_zone.clone(),
    })
}

/// Over whose lines the viewer decides on an employee: their own first.
pub async fn managers_reaching(
    tx: &mut Tx,
    scope: &ApproverScope,
    employee: EmployeeId,
) -> Result<Vec<PersonId>, Problem> {
    let rows = store::lines_from(tx, &scope.managers, scope.company, employee).await?;
    Ok(reaching(scope, &rows).collect())
}

fn reaching<'a>(
    scope: &'a ApproverScope,
    rows: &'a [store::LineFrom],
) -> impl Iterator<Item = PersonId> + use<'a> {
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
