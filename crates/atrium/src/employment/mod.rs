//! Employment with dates, for the administrators who look after people.
//!
//! - A person is Active, on Leave or Terminated at a company, starting on a day that may be in the future. The history
//!   is kept.
//! - A termination takes effect at the end of its day in the company's time zone. `access/employment.rs` decides that
//!   by the date alone; its effects in the database (roles, reporting lines, delegations, sessions) are written within
//!   a minute.
//! - People on leave keep everything. People who left can read their own stubs and tax forms, for as long as the tenant
//!   says.
//! - On their last day they are told how to sign in once their work address is gone.
//! - An employee code can change, and references follow: files with the new one are about the same employee (`coding.rs`).
//! - The last administrator's employment doesn't end before there is another one.
//! - A rehire restores the roles and lines the termination took.
//! - A later termination or rehire replaces a planned one. What has taken effect can't be withdrawn.
//! - Company administrators change it only for people whose rights all lie within their companies: its end puts roles for the
//!   whole tenant to sleep, and the next one wakes them.
//! - People can't change their own employment. A change needs a fresh factor and the version that was shown.
//! - Administrators are told about reports and requests a termination left without anyone to decide.

mod adding;
mod api;
mod coding;
mod demo;
mod effects;
mod graphql;
mod kinds;
mod lines;
mod people;
mod rules;
mod search;
mod store;

pub use adding::{
    AddedPerson, AddingMutation, AddingScope, NewEmployment, NewJob, NewPerson, add, employ,
    pay_group_called, set_portal_version,
};
pub use api::api;
pub use coding::{EmployeeCodeChange, change_code};
pub use demo::DEMO;
pub use effects::follow;
pub use graphql::{EmploymentMutation, EmploymentQuery};
pub use lines::{DatedLine, LineDraft, LineEnd, end_line, set_line};
pub use people::{EndingPreview, PersonDetails, UnmanagedReport, ending, person, person_called, unmanaged};
pub use rules::{EmploymentChange, EmploymentStatus};
pub use search::{FoundPerson, PeopleFilter, SignInState, search};
pub use store::{EmploymentEventRow, EmploymentRow};

use crate::access::PeopleScope;
use crate::app::App;
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::shared::clock::Clock;
use crate::shared::day::Day;
use crate::shared::employed::open_through;
use crate::shared::event_feed::EventType;
use crate::shared::id::{EmployeeId, PersonId};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Read, Tx};
use rules::{EmploymentDates, EmploymentRefusal, is_due};
use serde_json::{Value, json};
use uuid::Uuid;

pub const REFUSALS: &[&str] = EmploymentRefusal::CODES;

/// Where a day begins last: what has begun there has begun everywhere.
const EARLIEST: &str = "Etc/GMT+12";

impl EmploymentRow {
    fn dates(&self) -> EmploymentDates {
        EmploymentDates {
            hired: self.current_hire_date,
            is_terminated: self.is_terminated,
            last_day: self.last_day,
            rehire_day: self.rehire_day,
            leave_from: self.leave_from,
        }
    }

    pub fn status(&self, today: Day) -> EmploymentStatus {
        self.dates().status(today)
    }

    /// The last day a person who left, or will leave, can open their own things.
    pub fn open_through(&self) -> Option<Day> {
        open_through(self.last_day, self.leaver_access_months)
    }
}

/// The employment at the version that was shown. The viewer's own is refused.
async fn shown(
    from: impl Read,
    scope: &PeopleScope,
    employee: EmployeeId,
    version: Option<i64>,
) -> Result<EmploymentRow, Problem> {
    let there = store::employment(from, scope, employee).await?.ok_or(Problem::NotFound)?;
    if scope.actor() == Some(there.person_id) {
        return Err(EmploymentRefusal::OwnEmployment.into());
    }
    if version.is_some_and(|version| version != there.version) {
        return Err(Problem::conflict(there));
    }
    Ok(there)
}

/// As `shown`, locked for a change.
async fn locked(
    tx: &mut Tx,
    scope: &PeopleScope,
    employee: EmployeeId,
    version: Option<i64>,
) -> Result<EmploymentRow, Problem> {
    store::lock(tx, scope, employee).await?;
    shown(tx, scope, employee, version).await
}

async fn check_reach(from: impl Read, scope: &PeopleScope, person: PersonId) -> Result<(), Problem> {
    match store::is_beyond(from, scope, person).await? {
        true => Err(EmploymentRefusal::BeyondReach.into()),
        false => Ok(()),
    }
}

/// An employment event as of a day; without a version, at the current one.
pub struct EmploymentStep {
    pub employee: EmployeeId,
    pub change: EmploymentChange,
    pub day: Day,
    pub version: Option<i64>,
}

impl NeedsProof for EmploymentStep {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ChangeEmployment)
    }

    fn bound_to(&self) -> Value {
        json!([self.employee, self.change.as_text(), self.day, self.version])
    }
}

/// Before anyone is asked for a factor.
async fn check_change(
    db: &Db,
    clock: &Clock,
    scope: &PeopleScope,
    step: &EmploymentStep,
) -> Result<(), Problem> {
    let there = shown(db, scope, step.employee, step.version).await?;
    check_step(db, clock, scope, &there, (step.change, step.day)).await
}

async fn check_step(
    mut from: impl Read,
    clock: &Clock,
    scope: &PeopleScope,
    there: &EmploymentRow,
    (change, day): (EmploymentChange, Day),
) -> Result<(), Problem> {
    check_reach(&mut from, scope, there.person_id).await?;
    let today = clock.today(&there.time_zone);
    there.dates().check(change, day, today)?;
    let is_ending = change == EmploymentChange::Termination;
    if is_ending && store::is_last_administrator(from, scope, there, clock.today(EARLIEST)).await? {
        return Err(EmploymentRefusal::LastAdministrator.into());
    }
    Ok(())
}

pub async fn change(
    app: &App,
    work: &mut Work,
    scope: &PeopleScope,
    step: Proven<EmploymentStep>,
) -> Result<(), Problem> {
    let EmploymentStep { employee, change, day, version } = step.into_change();
    if change == EmploymentChange::Termination {
        store::take_tenants_turn(work.tx(), scope).await?;
    }
    let there = locked(work.tx(), scope, employee, version).await?;
    check_step(work.tx(), &app.clock, scope, &there, (change, day)).await?;
    let today = app.clock.today(&there.time_zone);
    let (id, now) = (work.new_id(), work.now());
    let replaced = store::withdraw_planned(work.tx(), scope, employee, change, now).await?;
    let event = store::NewEvent { id, change, day, by: scope.actor(), now };
    store::record(work.tx(), scope, &there, &event).await?;
    match change {
        EmploymentChange::Termination => store::set_last_day(work.tx(), scope, employee, Some(day)).await?,
        EmploymentChange::Rehire => store::set_rehire_day(work.tx(), scope, employee, Some(day)).await?,
        EmploymentChange::Leave | EmploymentChange::Return => {}
    }
    store::next_version(work.tx(), scope, employee).await?;
    let detail = json!({
        "change": change.as_text(), "day": day, "replaced": replaced, "operator": scope.operator(),
    });
    work.record("employment.change", "employee", employee.0, detail);
    work.publish(EventType::EmploymentChanged.of(employee.0).at(there.company_id).about(employee));
    if is_due(change, day, today) {
        effects::apply(app, work, id).await?;
    }
    if change == EmploymentChange::Termination && day <= today {
        effects::tell(app, work, id).await?;
    }
    Ok(())
}

/// A planned event to take back.
pub struct EmploymentWithdrawal {
    pub employee: EmployeeId,
    pub event: Uuid,
    pub version: Option<i64>,
}

impl NeedsProof for EmploymentWithdrawal {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ChangeEmployment)
    }

    fn bound_to(&self) -> Value {
        json!([self.employee, "withdraw", self.event, self.version])
    }
}

/// Before anyone is asked for a factor.
async fn check_withdrawal(
    db: &Db,
    scope: &PeopleScope,
    withdrawal: &EmploymentWithdrawal,
) -> Result<(), Problem> {
    let EmploymentWithdrawal { employee, event, version } = *withdrawal;
    let there = shown(db, scope, employee, version).await?;
    check_reach(db, scope, there.person_id).await?;
    planned(db, scope, employee, event).await.map(drop)
}

async fn planned(
    from: impl Read,
    scope: &PeopleScope,
    employee: EmployeeId,
    event: Uuid,
) -> Result<EmploymentEventRow, Problem> {
    let planned = store::event_of(from, scope, employee, event).await?.ok_or(Problem::NotFound)?;
    if planned.is_applied { Err(EmploymentRefusal::AlreadyApplied.into()) } else { Ok(planned) }
}

/// Takes back what was planned and hasn't happened yet.
pub async fn withdraw(
    work: &mut Work,
    scope: &PeopleScope,
    withdrawal: Proven<EmploymentWithdrawal>,
) -> Result<(), Problem> {
    let EmploymentWithdrawal { employee, event, version } = withdrawal.into_change();
    let there = locked(work.tx(), scope, employee, version).await?;
    check_reach(work.tx(), scope, there.person_id).await?;
    let planned = planned(work.tx(), scope, employee, event).await?;
    let now = work.now();
    store::withdraw_planned(work.tx(), scope, employee, planned.change, now).await?;
    match planned.change {
        EmploymentChange::Termination => store::set_last_day(work.tx(), scope, employee, None).await?,
        EmploymentChange::Rehire => store::set_rehire_day(work.tx(), scope, employee, None).await?,
        EmploymentChange::Leave | EmploymentChange::Return => {}
    }
    store::next_version(work.tx(), scope, employee).await?;
    let detail =
        json!({ "change": planned.change.as_text(), "day": planned.day, "operator": scope.operator() });
    work.record("employment.withdraw", "employee", employee.0, detail);
    work.publish(EventType::EmploymentWithdrawn.of(employee.0).at(there.company_id).about(employee));
    Ok(())
}

/// The version after a change, for the next one.
async fn version(work: &mut Work, scope: &PeopleScope, employee: EmployeeId) -> Result<i64, Problem> {
    let there = store::employment(work.tx(), scope, employee).await?.ok_or(Problem::NotFound)?;
    Ok(there.version)
}
