//! Reporting lines with dates.
//!
//! - A new primary manager in an area replaces the previous one, starting on a given day: the old line's last day is
//!   the day before.
//! - A manager must be allowed to manage in that company, also from that day on, can't be the employee, and can't report
//!   to them, in any area, now or as planned.
//! - Administrators don't give themselves people to manage, or people they manage for longer: those are rights.
//! - A line that starts later waits; the old one counts until then, to the day.

mod store;

use super::rules::EmploymentRefusal;
use super::{EmploymentRow, locked, shown};
use crate::access::{self, Area, PeopleScope, ReportKind};
use crate::app::App;
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::shared::day::Day;
use crate::shared::event_feed::{EventType, Fact};
use crate::shared::id::{CompanyId, EmployeeId, PersonId};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Read};
use serde_json::{Value, json};

pub use store::DatedLine;

/// A requested line; without a version, at the current one.
#[derive(Clone, Debug)]
pub struct LineDraft {
    pub employee: EmployeeId,
    pub manager: PersonId,
    pub kind: ReportKind,
    pub areas: Vec<Area>,
    pub first_day: Day,
    pub version: Option<i64>,
}

impl LineDraft {
    fn names(&self) -> Vec<&'static str> {
        self.areas.iter().map(|area| area.as_str()).collect()
    }
}

impl NeedsProof for LineDraft {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ChangeEmployment)
    }

    fn bound_to(&self) -> Value {
        json!([self.employee, self.manager, self.kind.as_str(), self.names(), self.first_day, self.version])
    }
}

/// The end of a line; without a version, of the current one.
#[derive(Clone, Copy, Debug)]
pub struct LineEnd {
    pub employee: EmployeeId,
    pub manager: PersonId,
    pub kind: ReportKind,
    pub area: Area,
    pub last_day: Day,
    pub version: Option<i64>,
}

impl NeedsProof for LineEnd {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ChangeEmployment)
    }

    fn bound_to(&self) -> Value {
        let (kind, area) = (self.kind.as_str(), self.area.as_str());
        json!([self.employee, "end", self.manager, kind, area, self.last_day, self.version])
    }
}

/// Whether someone may have reports in a company, on a day or later.
pub(super) async fn may_manage(
    from: impl Read,
    scope: &PeopleScope,
    company: CompanyId,
    manager: PersonId,
    day: Day,
) -> Result<bool, Problem> {
    Ok(store::may_manage(from, scope, company, manager, day).await?)
}

/// Before anyone is asked for a factor.
pub(super) async fn check_line(db: &Db, scope: &PeopleScope, draft: &LineDraft) -> Result<(), Problem> {
    let there = shown(db, scope, draft.employee, draft.version).await?;
    check_draft(db, scope, &there, draft).await
}

async fn check_draft(
    mut from: impl Read,
    scope: &PeopleScope,
    there: &EmploymentRow,
    draft: &LineDraft,
) -> Result<(), Problem> {
    if draft.areas.is_empty() {
        return Err(EmploymentRefusal::NoArea.into());
    }
    if !draft.first_day.is_in_range() {
        return Err(EmploymentRefusal::DayOutOfRange.into());
    }
    if draft.manager == there.person_id {
        return Err(EmploymentRefusal::OwnManager.into());
    }
    if scope.actor() == Some(draft.manager) {
        return Err(EmploymentRefusal::OwnRights.into());
    }
    if !store::may_manage(&mut from, scope, there.company_id, draft.manager, draft.first_day).await? {
        return Err(EmploymentRefusal::NotAManager.into());
    }
    if store::reports_to(&mut from, scope, there, draft.manager).await? {
        return Err(EmploymentRefusal::ManagerCycle.into());
    }
    Ok(())
}

/// Gives an employee a manager, starting on a given day.
pub async fn set_line(
    app: &App,
    work: &mut Work,
    scope: &PeopleScope,
    draft: Proven<LineDraft>,
) -> Result<(), Problem> {
    // Two lines that would close a circle together take turns.
    super::store::take_tenants_turn(work.tx(), scope).await?;
    let there = locked(work.tx(), scope, draft.employee, draft.version).await?;
    write_line(app, work, scope, &there, &draft).await
}

/// For an employment that is locked, by a change that was proved.
pub(super) async fn write_line(
    app: &App,
    work: &mut Work,
    scope: &PeopleScope,
    there: &EmploymentRow,
    draft: &LineDraft,
) -> Result<(), Problem> {
    check_draft(work.tx(), scope, there, draft).await?;
    let (now, today) = (work.now(), app.clock.today(&there.time_zone));
    for area in &draft.areas {
        let key = store::LineKey { kind: draft.kind, area: *area };
        store::drop_planned(work.tx(), scope, there, &key, draft.manager).await?;
        if draft.kind == ReportKind::Primary {
            let last_day = draft.first_day.plus_days(-1);
            store::end_others(work.tx(), scope, there, &key, draft.manager, last_day).await?;
        }
        let id = work.new_id();
        let begins =
            store::Begins { id, manager: draft.manager, first_day: draft.first_day, by: scope.actor(), now };
        store::plan(work.tx(), scope, there, &key, &begins).await?;
        if draft.first_day <= today {
            begin(work, scope, id).await?;
        }
    }
    settle(work, scope, there, today).await?;
    super::store::next_version(work.tx(), scope, there.employee_id).await?;
    let detail = json!({
        "manager": draft.manager, "kind": draft.kind.as_str(), "areas": draft.names(), "from": draft.first_day,
        "operator": scope.operator(),
    });
    work.record("reporting_line.set", "employee", there.employee_id.0, detail);
    work.publish(changed(there));
    Ok(())
}

/// Before anyone is asked for a factor.
pub(super) async fn check_end(db: &Db, scope: &PeopleScope, end: &LineEnd) -> Result<(), Problem> {
    let there = shown(db, scope, end.employee, end.version).await?;
    check_last_day(db, scope, &there, end).await
}

async fn check_last_day(
    from: impl Read,
    scope: &PeopleScope,
    there: &EmploymentRow,
    end: &LineEnd,
) -> Result<(), Problem> {
    if !end.last_day.is_in_range() {
        return Err(EmploymentRefusal::DayOutOfRange.into());
    }
    let key = store::LineKey { kind: end.kind, area: end.area };
    let is_own = scope.actor() == Some(end.manager);
    if is_own && store::ends_earlier(from, scope, there, &key, end.manager, end.last_day).await? {
        return Err(EmploymentRefusal::OwnRights.into());
    }
    Ok(())
}

/// Ends a line at the end of a day; one that hasn't begun is dropped.
pub async fn end_line(
    app: &App,
    work: &mut Work,
    scope: &PeopleScope,
    end: Proven<LineEnd>,
) -> Result<(), Problem> {
    let end = end.into_change();
    let LineEnd { employee, manager, kind, area, last_day, version } = end;
    let there = locked(work.tx(), scope, employee, version).await?;
    check_last_day(work.tx(), scope, &there, &end).await?;
    let key = store::LineKey { kind, area };
    let has_dropped = store::drop_planned_of(work.tx(), scope, &there, &key, manager).await?;
    let has_ended = store::end_one(work.tx(), scope, &there, &key, manager, last_day).await?;
    if !has_dropped && !has_ended {
        return Err(Problem::NotFound);
    }
    settle(work, scope, &there, app.clock.today(&there.time_zone)).await?;
    super::store::next_version(work.tx(), scope, employee).await?;
    let detail = json!({
        "manager": manager, "kind": kind.as_str(), "area": area.as_str(), "lastDay": last_day,
        "operator": scope.operator(),
    });
    work.record("reporting_line.end", "employee", employee.0, detail);
    work.publish(changed(&there));
    Ok(())
}

fn changed(there: &EmploymentRow) -> Fact {
    let employee = there.employee_id;
    EventType::ReportingLineChanged.of(employee.0).at(there.company_id).about(employee)
}

async fn begin(work: &mut Work, scope: &PeopleScope, planned: uuid::Uuid) -> Result<(), Problem> {
    if store::take_planned(work.tx(), scope, planned).await? {
        store::begin(work.tx(), scope, planned).await?;
    }
    Ok(())
}

/// Moves the employee's lines that are over to the history.
async fn settle(
    work: &mut Work,
    scope: &PeopleScope,
    there: &EmploymentRow,
    today: Day,
) -> Result<(), Problem> {
    let now = work.now();
    let over = store::over(work.tx(), scope, there.employee_id, today).await?;
    let rows = over.into_iter().map(|line| (work.new_id(), line)).collect();
    store::keep(work.tx(), scope, there.employee_id, rows, today, now).await?;
    Ok(())
}

/// Lines whose first or last day has come since the last run.
pub(super) async fn follow(app: &App) -> Result<(), Problem> {
    let latest = app.clock.today("Pacific/Kiritimati");
    for (tenant, employee, zone) in store::due(&app.db, &access::upkeep(), latest).await? {
        let today = app.clock.today(&zone);
        let mut work = super::effects::begin(app, tenant).await?;
        let scope = &access::people_upkeep(&access::upkeep(), tenant);
        super::store::lock(work.tx(), scope, employee).await?;
        let planned = store::planned_by(work.tx(), scope, employee, today).await?;
        let Some(there) = super::store::employment(work.tx(), scope, employee).await? else { continue };
        settle(&mut work, scope, &there, today).await?;
        for id in &planned {
            begin(&mut work, scope, *id).await?;
        }
        if !planned.is_empty() {
            super::store::next_version(work.tx(), scope, employee).await?;
            work.record("reporting_line.began", "employee", employee.0, json!({ "lines": planned.len() }));
            work.publish(changed(&there));
        }
        work.commit().await?;
    }
    Ok(())
}
