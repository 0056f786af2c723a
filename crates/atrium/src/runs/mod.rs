//! A company's pay calendar: when payroll is run, until when it takes changes, and when people are paid.
//!
//! - A run is for a pay group or for everyone at the company. No one is in two runs for the same days.
//! - A run is open until its cut-off, then it's being processed, and it's paid once its payday is over. Payroll can close it
//!   early, open it again, or say that it's paid.
//! - While one of someone's runs is being processed, they can't change their direct deposit (`deposits/`). Any other change counts
//!   for the next run that is open when it's approved; forms say which payday that is.
//! - Only an open run can be edited or removed.
//! - Payroll looks after the calendar, and so do administrators. Without one, `company_payroll.is_processing` counts alone.

mod demo;
mod graphql;
mod import;
mod kinds;
mod rules;
mod store;
mod timing_graphql;

pub use demo::DEMO;
pub use graphql::{RunMutation, RunQuery};
pub use import::SHEETS;
pub use kinds::PayRunState;
pub use rules::{Counting, PayTiming, RunDraft, RunSchedule, cutoff_time};
pub use store::{PayRun, RunCompany};
pub use timing_graphql::PayTimingQuery;

use crate::access::{
    self, AdminScope, Administered, Asked, CompanyScope, Decisions, EmployeeScope, Feature, InArea, Managed,
    Need, Opens, Own, Permission, Write, area,
};
use crate::shared::clock;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PayGroupId, PayRunId};
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Read};
use jiff::Timestamp;
use rules::RunRefusal;
use serde_json::json;
use std::collections::BTreeSet;

pub const REFUSALS: &[&str] = RunRefusal::CODES;

/// Access: a company's pay calendar, for payroll.
pub struct PayRuns;

impl Administered for PayRuns {
    const PERMISSION: Permission = Permission::Payroll;
}

/// Access: the same for administrators, among a company's settings.
pub struct CalendarSetup;

impl Administered for CalendarSetup {}
impl Opens<PayRuns> for CalendarSetup {}

/// Access: for which payday an employee's changes count.
pub struct PayTimes;

impl Own for PayTimes {
    const OWN: Asked = Permission::Employee.asked();
}
impl Managed for PayTimes {
    const MANAGED: Asked = Feature::ManagerTimeOff.asked();
}
impl InArea<area::TimeOff> for PayTimes {}
impl Opens<PayTimes> for Decisions {}

/// A company within the administrator's reach.
pub async fn company(
    from: impl Read,
    scope: &AdminScope<PayRuns, impl Need>,
    id: CompanyId,
) -> Result<RunCompany, Problem> {
    store::company(from, scope, id).await?.ok_or(Problem::NotFound)
}

/// By name or ID, for the command line.
pub async fn called(
    db: &Db,
    scope: &AdminScope<PayRuns, impl Need>,
    name: &str,
) -> Result<Option<CompanyId>, Problem> {
    match uuid::Uuid::try_parse(name) {
        Ok(id) => Ok(Some(CompanyId(id))),
        Err(_) => Ok(store::company_called(db, scope, name).await?),
    }
}

/// The company's pay groups, by name.
pub async fn groups(
    db: &Db,
    scope: &AdminScope<PayRuns, impl Need>,
    company: CompanyId,
) -> Result<Vec<(PayGroupId, String)>, Problem> {
    Ok(store::groups(db, scope, company).await?)
}

/// By payday, from a day on if one is given.
pub async fn runs(
    db: &Db,
    scope: &AdminScope<PayRuns, impl Need>,
    company: CompanyId,
    from: Option<Day>,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<PayRun>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::runs(db, scope, company, from, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.pay_date.to_string(), row.id.to_string()]))
}

/// A run that a schedule would add, and whether another is in its way.
pub struct PlannedRun {
    pub draft: RunDraft,
    pub overlaps: bool,
}

/// What a schedule would add, without adding it.
pub async fn preview(
    mut from: impl Read,
    scope: &AdminScope<PayRuns, impl Need>,
    company_id: CompanyId,
    schedule: &RunSchedule,
) -> Result<Vec<PlannedRun>, Problem> {
    company(&mut from, scope, company_id).await?;
    let holidays = store::holidays(&mut from, scope, company_id, schedule.first_begin).await?;
    let drafts = rules::plan(schedule, &holidays.into_iter().collect::<BTreeSet<Day>>())?;
    let (first, last) = span(&drafts);
    let there = store::between(&mut from, scope, company_id, (first, last)).await?;
    let in_the_way = |draft: &RunDraft| there.iter().any(|run| is_in_the_way(run, draft));
    Ok(drafts.into_iter().map(|draft| PlannedRun { overlaps: in_the_way(&draft), draft }).collect())
}

fn span(drafts: &[RunDraft]) -> (Day, Day) {
    let first = drafts.first().map_or(Day::FIRST, |run| run.period_begin);
    (first, drafts.last().map_or(first, |run| run.period_end))
}

fn is_in_the_way(run: &PayRun, draft: &RunDraft) -> bool {
    let other = (draft.pay_group, draft.period_begin, draft.period_end);
    rules::overlaps((run.pay_group, run.period_begin, run.period_end), other)
}

/// Once it's the caller's turn to change the calendar.
async fn take_turn(
    work: &mut Work,
    scope: &AdminScope<PayRuns, Write>,
    id: CompanyId,
) -> Result<RunCompany, Problem> {
    let found = company(work.tx(), scope, id).await?;
    store::take_turn(work.tx(), scope, id).await?;
    Ok(found)
}

/// Adds all runs of a schedule, or none.
pub async fn add_schedule(
    work: &mut Work,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    schedule: &RunSchedule,
) -> Result<Vec<RunDraft>, Problem> {
    let at = take_turn(work, scope, company).await?;
    check_group(work, scope, company, schedule.pay_group).await?;
    let planned = preview(work.tx(), scope, company, schedule).await?;
    if planned.iter().any(|run| run.overlaps) {
        return Err(RunRefusal::Overlap.into());
    }
    let zone = clock::zone(&at.time_zone);
    let drafts: Vec<RunDraft> = planned.into_iter().map(|run| run.draft).collect();
    let rows = drafts.iter().map(|draft| {
        let cutoff_at = rules::instant(draft.cutoff_day, draft.cutoff_time, &zone);
        (PayRunId(work.new_id()), *draft, cutoff_at)
    });
    let rows: Vec<_> = rows.collect();
    store::insert(work.tx(), scope, company, &rows).await?;
    let (first, last) = span(&drafts);
    let detail = json!({ "runs": drafts.len(), "from": first, "to": last, "payGroupId": schedule.pay_group });
    work.record("pay_run.schedule", "company", company.0, detail);
    Ok(drafts)
}

async fn check_group(
    work: &mut Work,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    group: Option<PayGroupId>,
) -> Result<(), Problem> {
    match group {
        Some(group) if !store::has_group(work.tx(), scope, company, group).await? => Err(Problem::NotFound),
        _ => Ok(()),
    }
}

/// `seen`: the version the caller saw, if it's checked.
async fn found(
    work: &mut Work,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    (id, seen): (PayRunId, Option<i64>),
) -> Result<PayRun, Problem> {
    let there = store::run(work.tx(), scope, company, id).await?.ok_or(Problem::NotFound)?;
    if seen.is_none_or(|seen| seen == there.version) { Ok(there) } else { Err(Problem::conflict(there)) }
}

/// Now and today on the business day, where the company is.
fn moment(work: &Work, at: &RunCompany) -> (Timestamp, Day) {
    (work.moment(&at.time_zone), work.today(&at.time_zone))
}

/// Adds a run, or edits an open one.
pub async fn save(
    work: &mut Work,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    before: Option<(PayRunId, Option<i64>)>,
    draft: RunDraft,
) -> Result<PayRun, Problem> {
    let at = take_turn(work, scope, company).await?;
    let there = match before {
        Some(before) => Some(found(work, scope, company, before).await?),
        None => None,
    };
    if there.as_ref().is_some_and(|run| run.state(moment(work, &at)) != PayRunState::Open) {
        return Err(RunRefusal::NotOpen.into());
    }
    rules::check(&draft)?;
    check_group(work, scope, company, draft.pay_group).await?;
    let near = store::between(work.tx(), scope, company, (draft.period_begin, draft.period_end)).await?;
    let is_other = |run: &&PayRun| there.as_ref().is_none_or(|there| there.id != run.id);
    if near.iter().filter(is_other).any(|run| is_in_the_way(run, &draft)) {
        return Err(RunRefusal::Overlap.into());
    }
    let cutoff_at = rules::instant(draft.cutoff_day, draft.cutoff_time, &clock::zone(&at.time_zone));
    let id = match &there {
        Some(there) => {
            store::update(work.tx(), scope, company, (there.id, draft, cutoff_at)).await?;
            there.id
        }
        None => {
            let id = PayRunId(work.new_id());
            store::insert(work.tx(), scope, company, &[(id, draft, cutoff_at)]).await?;
            id
        }
    };
    let after = store::run(work.tx(), scope, company, id).await?.ok_or(Problem::NotFound)?;
    let action = if there.is_some() { "pay_run.edit" } else { "pay_run.add" };
    work.record(action, "pay_run", id.0, json!({ "before": there, "after": after }));
    Ok(after)
}

/// Removes an open run.
pub async fn remove(
    work: &mut Work,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    what: (PayRunId, Option<i64>),
) -> Result<PayRun, Problem> {
    let at = take_turn(work, scope, company).await?;
    let there = found(work, scope, company, what).await?;
    if there.state(moment(work, &at)) != PayRunState::Open {
        return Err(RunRefusal::NotOpen.into());
    }
    store::remove(work.tx(), scope, company, there.id).await?;
    work.record("pay_run.remove", "pay_run", there.id.0, json!({ "before": there }));
    Ok(there)
}

/// What payroll says about a run: it's being processed, paid, or open again.
pub async fn set_state(
    work: &mut Work,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    what: (PayRunId, Option<i64>),
    to: PayRunState,
) -> Result<PayRun, Problem> {
    let at = take_turn(work, scope, company).await?;
    let there = found(work, scope, company, what).await?;
    let (now, today) = moment(work, &at);
    let was = there.state((now, today));
    let mark = rules::marked(&there.clockwork(), to, (now, today))?;
    store::set_mark(work.tx(), scope, company, there.id, mark).await?;
    let detail = json!({ "before": was, "after": to, "payDate": there.pay_date });
    work.record("pay_run.state", "pay_run", there.id.0, detail);
    store::run(work.tx(), scope, company, there.id).await?.ok_or(Problem::NotFound)
}

/// For which payday an employee's change counts. `now` is a moment on the business day.
pub async fn timing(
    from: impl Read,
    scope: &EmployeeScope<PayTimes, impl Need>,
    of: Counting,
    (now, today): (Timestamp, Day),
) -> Result<PayTiming, Problem> {
    let runs = store::coming(from, scope, today).await?;
    let runs: Vec<_> = runs.iter().map(store::ComingRun::calendar).collect();
    Ok(rules::timing(&runs, &of, (now, today)))
}

/// Whether payroll is being processed for an employee.
pub async fn is_processing(
    from: impl Read,
    scope: &EmployeeScope<PayTimes, impl Need>,
    at: (Timestamp, Day),
) -> Result<bool, Problem> {
    Ok(timing(from, scope, Counting::default(), at).await?.processing.is_some())
}

/// Whether it's being processed for anyone at a company, or for one employee of it.
pub async fn is_processing_at(
    from: impl Read,
    scope: &CompanyScope<PayTimes, impl Need>,
    employee: Option<EmployeeId>,
    (now, today): (Timestamp, Day),
) -> Result<bool, Problem> {
    let runs = store::coming_at(from, scope, employee, today).await?;
    let mut states = runs.iter().map(|run| rules::state(&run.calendar().clockwork, now, today));
    Ok(states.any(|state| state == PayRunState::Processing))
}

/// The same scope for administrators and for payroll: whichever reaches the company.
pub fn looking_after<N: Need>(
    viewer: &access::Viewer,
    at: access::At,
) -> Result<AdminScope<PayRuns, N>, Problem> {
    let payroll = access::administered::<PayRuns, N>(viewer, at.tenant);
    if let Ok(scope) = &payroll
        && scope.reaches(at.company)
    {
        return payroll;
    }
    match access::administered::<CalendarSetup, N>(viewer, at.tenant) {
        Ok(scope) => Ok((&scope).into()),
        Err(_) => payroll,
    }
}
