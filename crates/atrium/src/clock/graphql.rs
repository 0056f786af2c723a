//! The time clock on the wire, for employees.

use super::kinds::{ClockState, CorrectionAction, CorrectionStatus, Missing, PunchKind};
use super::late::{self, LateReport};
use super::rules::{self, ClockRefusal};
use super::schedule::{self, Scheduled};
use super::store::{Correction, PunchRow};
use super::{Card, CardDay, CorrectionDraft, EmployeeClock, MobileClock, Punches, WorkSchedule};
use crate::access::{self, At, EmployeeScope, Need, Read, Viewer, Write};
use crate::call::Call;
use crate::shared::amount::Amount;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{CompanyId, CorrectionId, EmployeeId, PersonId, PressId, PunchId};
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use crate::shared::vendor::Vendor;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use jiff::Timestamp;
use serde_json::json;

/// The clock now. If a vendor keeps the company's time cards, only `vendorName` is meaningful.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeClock {
    state: ClockState,
    /// Since when, for someone who is clocked in.
    since: Option<Moment>,
    /// The clock's time, for a running display.
    now: Moment,
    /// The current shift's date, or today.
    date: Day,
    worked_minutes: i64,
    break_minutes: i64,
    punches: Vec<ClockPunch>,
    /// The punches that can come next.
    next: Vec<PunchKind>,
    vendor_name: Option<&'static str>,
}

impl TimeClock {
    fn new(clock: EmployeeClock, now: Timestamp) -> TimeClock {
        TimeClock {
            state: clock.state,
            since: clock.since.map(Moment),
            now: Moment(now),
            date: clock.day,
            worked_minutes: clock.worked_minutes,
            break_minutes: clock.break_minutes,
            punches: clock.punches.into_iter().map(ClockPunch::from).collect(),
            next: rules::next(clock.state).to_vec(),
            vendor_name: None,
        }
    }

    fn elsewhere(vendor: Vendor, today: Day, now: Timestamp) -> TimeClock {
        TimeClock {
            state: ClockState::Out,
            since: None,
            now: Moment(now),
            date: today,
            worked_minutes: 0,
            break_minutes: 0,
            punches: vec![],
            next: vec![],
            vendor_name: Some(vendor.as_str()),
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct ClockPunch {
    id: ID,
    kind: PunchKind,
    at: Moment,
    /// Whether it came from a correction.
    is_corrected: bool,
    /// When it arrived, if it was made without a network and reported late.
    reported_at: Option<Moment>,
}

impl From<PunchRow> for ClockPunch {
    fn from(row: PunchRow) -> ClockPunch {
        let PunchRow { id, kind, at, is_corrected, reported_at } = row;
        ClockPunch { id: id.to_wire(), kind, at, is_corrected, reported_at }
    }
}

/// A punch made without a network, sent once there is one.
#[derive(InputObject)]
struct LatePunchInput {
    /// A UUID for this press of the button. However often it's sent, it counts once.
    press_id: ID,
    kind: PunchKind,
    /// What the device's own clock showed at the press.
    device_time: Moment,
    /// How many seconds that clock was behind ours, as last measured by the `Date` of our answers.
    offset_seconds: i32,
}

impl LatePunchInput {
    fn report(self, call: &Call, time_zone: &str) -> Result<LateReport, Problem> {
        let press = PressId::from_wire(&self.press_id)?;
        let device_at = call.moment_of(self.device_time.0, time_zone);
        Ok(LateReport { press, kind: self.kind, device_at, offset_seconds: self.offset_seconds })
    }
}

/// The hours of a pay period, day by day.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeCard {
    start_date: Day,
    end_date: Day,
    worked_minutes: i64,
    worked_hours: Amount,
    scheduled_hours: Amount,
    days: Vec<TimeCardDay>,
    /// Those in this period plus any still waiting, newest first.
    corrections: Vec<PunchCorrection>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeCardDay {
    date: Day,
    worked_minutes: i64,
    break_minutes: i64,
    scheduled: ScheduledDay,
    punches: Vec<ClockPunch>,
    missing: Vec<Missing>,
    is_running: bool,
}

impl From<CardDay> for TimeCardDay {
    fn from(day: CardDay) -> TimeCardDay {
        TimeCardDay {
            date: day.scheduled.day,
            worked_minutes: day.shifts.iter().map(|shift| shift.worked_minutes).sum(),
            break_minutes: day.shifts.iter().map(|shift| shift.break_minutes).sum(),
            is_running: day.shifts.iter().any(|shift| shift.running.is_some()),
            missing: day.shifts.into_iter().flat_map(|shift| shift.missing).collect(),
            scheduled: day.scheduled.into(),
            punches: day.punches.into_iter().map(ClockPunch::from).collect(),
        }
    }
}

impl From<Card> for TimeCard {
    fn from(card: Card) -> TimeCard {
        let days: Vec<TimeCardDay> = card.days.into_iter().map(TimeCardDay::from).collect();
        let worked_minutes = days.iter().map(|day| day.worked_minutes).sum();
        TimeCard {
            start_date: card.first,
            end_date: card.last,
            worked_minutes,
            worked_hours: rules::hours(worked_minutes),
            scheduled_hours: days.iter().map(|day| day.scheduled.hours).sum(),
            days,
            corrections: card.corrections.into_iter().map(PunchCorrection::from).collect(),
        }
    }
}

/// When someone is scheduled to work.
#[derive(SimpleObject)]
#[graphql(serial)]
struct ScheduledHours {
    days: Rows<ScheduledDay>,
    total_hours: Amount,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct ScheduledDay {
    date: Day,
    /// Hours left to work after time off.
    hours: Amount,
    time_off_hours: Amount,
    /// HH:MM. A night shift ends the next day.
    start_time: Option<String>,
    end_time: Option<String>,
    holiday: Option<String>,
    holiday_es: Option<String>,
}

impl From<Scheduled> for ScheduledDay {
    fn from(row: Scheduled) -> ScheduledDay {
        let (start_time, end_time) = row.between.unzip();
        let (holiday, holiday_es) = row.holiday.unzip();
        ScheduledDay {
            date: row.day,
            hours: row.hours,
            time_off_hours: row.time_off,
            start_time,
            end_time,
            holiday,
            holiday_es,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PunchCorrection {
    id: ID,
    employee_id: ID,
    first_name: String,
    last_name: String,
    employee_code: String,
    action: CorrectionAction,
    kind: PunchKind,
    /// When the punch should be, or was if it's being removed.
    at: Moment,
    date: Day,
    /// The current time of a punch that is changed or removed.
    was_at: Option<Moment>,
    punch_id: Option<ID>,
    reason: String,
    status: CorrectionStatus,
    manager_notes: String,
    requested_at: Moment,
    decided_by_name: Option<String>,
    decided_at: Option<Moment>,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
}

impl From<Correction> for PunchCorrection {
    fn from(row: Correction) -> PunchCorrection {
        PunchCorrection {
            id: row.id.to_wire(),
            employee_id: row.employee_id.to_wire(),
            first_name: row.first_name,
            last_name: row.last_name,
            employee_code: row.employee_code,
            action: row.action,
            kind: row.kind,
            at: row.at,
            date: row.day,
            was_at: row.was_at,
            punch_id: row.punch_id.map(PunchId::to_wire),
            reason: row.reason,
            status: row.status,
            manager_notes: row.manager_notes,
            requested_at: row.requested_at,
            decided_by_name: row.decided_by_name,
            decided_at: row.decided_at,
            version: row.version,
        }
    }
}

/// A punch that is missing (`add`, with its kind, date and time), has the wrong time (`change`) or shouldn't be there (`remove`).
#[derive(InputObject)]
struct PunchCorrectionInput {
    action: CorrectionAction,
    punch_id: Option<ID>,
    kind: PunchKind,
    date: Day,
    /// HH:MM in the company's time zone.
    time: String,
    /// When the clocks went back and this time came twice: the second one.
    is_second: Option<bool>,
    reason: String,
}

impl PunchCorrectionInput {
    fn draft(self) -> Result<CorrectionDraft, Problem> {
        let unknown = |_| ClockRefusal::UnknownPunch;
        let punch = self.punch_id.as_ref().map(PunchId::from_wire).transpose().map_err(unknown)?;
        Ok(CorrectionDraft {
            action: self.action,
            punch,
            kind: self.kind,
            day: self.date,
            time: self.time,
            second: self.is_second,
            reason: self.reason,
        })
    }
}

/// Your own clock, on the wall or on the go.
fn own_clock<N: Need>(
    viewer: &Viewer,
    at: At,
    employee: EmployeeId,
) -> Result<EmployeeScope<Punches, N>, Problem> {
    access::own(viewer, at, employee).or_else(|problem| match problem {
        Problem::Forbidden => Ok((&access::own::<MobileClock, N>(viewer, at, employee)?).into()),
        other => Err(other),
    })
}

/// The vendor that keeps the company's time cards, if one does; a company without any clock has none of this.
fn vendor(viewer: &Viewer, company: CompanyId) -> Result<Option<Vendor>, Problem> {
    let membership = viewer.membership(company).ok_or(Problem::NotFound)?;
    let kept = membership.vendors.iter().map(|(vendor, _)| *vendor).find(|vendor| vendor.keeps_time_cards());
    if kept.is_none() && !membership.has_time_clock { Err(Problem::FeatureNotEnabled) } else { Ok(kept) }
}

async fn own<N: Need>(
    call: &Call,
    (tenant_id, company_id): (&ID, &ID),
    employee_id: &ID,
) -> Result<(EmployeeScope<Punches, N>, Option<Vendor>), Problem> {
    let viewer = call.viewer().await?;
    let at = At::from_wire(tenant_id, company_id)?;
    let own = own_clock(viewer, at, EmployeeId::from_wire(employee_id)?)?;
    let vendor = vendor(viewer, own.company())?;
    Ok((own, vendor))
}

/// As `own`, at our own clock only.
async fn at_our_clock<N: Need>(
    call: &Call,
    at: (&ID, &ID),
    employee_id: &ID,
) -> Result<EmployeeScope<Punches, N>, Problem> {
    match own(call, at, employee_id).await? {
        (scope, None) => Ok(scope),
        (_, Some(_)) => Err(ClockRefusal::ClockAtVendor.into()),
    }
}

impl Current for Correction {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "id": self.id,
            "employeeId": self.employee_id,
            "action": self.action,
            "kind": self.kind,
            "at": self.at,
            "reason": self.reason,
            "status": self.status,
            "managerNotes": self.manager_notes,
            "decidedByName": self.decided_by_name,
            "version": self.version,
        })
    }
}

#[derive(Default)]
pub struct ClockQuery;

#[Object]
impl ClockQuery {
    async fn time_clock(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
    ) -> Result<TimeClock, Problem> {
        let call = Call::of(context);
        let (scope, vendor) = own::<Read>(call, (&tenant_id, &company_id), &employee_id).await?;
        let (today, now) = (call.today(&scope.time_zone()), call.moment(&scope.time_zone()));
        match vendor {
            Some(vendor) => Ok(TimeClock::elsewhere(vendor, today, now)),
            None => Ok(TimeClock::new(super::clock(&call.db, &scope, today, now).await?, now)),
        }
    }

    /// The pay period around a date, today by default; with `managerId`, a report's.
    async fn time_card(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        manager_id: Option<ID>,
        date: Option<Day>,
    ) -> Result<TimeCard, Problem> {
        let call = Call::of(context);
        let at = (&tenant_id, &company_id);
        let scope = match manager_id {
            None => at_our_clock::<Read>(call, at, &employee_id).await?,
            Some(manager) => {
                let viewer = call.viewer().await?;
                let at = At::from_wire(&tenant_id, &company_id)?;
                let manager = PersonId::from_wire(&manager)?;
                let company = access::managed_company(viewer, at, manager)?;
                let approver = call.approver(&company).await?;
                let employee = EmployeeId::from_wire(&employee_id)?;
                access::approved_employee(&call.db, &approver, employee).await?
            }
        };
        let day = date.unwrap_or_else(|| call.today(&scope.time_zone()));
        let now = call.moment(&scope.time_zone());
        Ok(super::card(&call.db, &scope, day, now).await?.into())
    }

    /// When you're scheduled to work: a week by default, at most 62 days.
    async fn scheduled_hours(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        start_date: Day,
        end_date: Option<Day>,
    ) -> Result<ScheduledHours, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        let at = At::from_wire(&tenant_id, &company_id)?;
        let employee = EmployeeId::from_wire(&employee_id)?;
        let scope = access::own::<WorkSchedule, Read>(viewer, at, employee)?;
        let end_date = end_date.unwrap_or(start_date.plus_days(6));
        let days = schedule::scheduled(&call.db, &scope, (start_date, end_date)).await?;
        let days: Vec<ScheduledDay> = days.into_iter().map(ScheduledDay::from).collect();
        Ok(ScheduledHours { total_hours: days.iter().map(|day| day.hours).sum(), days: days.into() })
    }
}

#[derive(Default)]
pub struct ClockMutation;

#[Object]
impl ClockMutation {
    /// Punches now. Refused if that punch can't come next. With `pressId`, the same press counts once, whether it's sent here or
    /// to `reportPunch`.
    async fn punch_clock(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        kind: PunchKind,
        press_id: Option<ID>,
    ) -> Result<TimeClock, Problem> {
        let call = Call::of(context);
        let scope = at_our_clock::<Write>(call, (&tenant_id, &company_id), &employee_id).await?;
        let press = press_id.as_ref().map(PressId::from_wire).transpose()?;
        let (today, now) = (call.today(&scope.time_zone()), call.moment(&scope.time_zone()));
        let mut work = call.work().await?;
        let clock = super::punch(&mut work, &scope, (today, now), kind, press).await?;
        Ok(TimeClock::new(clock, now))
    }

    /// Reports a punch that was made without a network, at the time it was made.
    async fn report_punch(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        input: LatePunchInput,
    ) -> Result<TimeClock, Problem> {
        let call = Call::of(context);
        let scope = at_our_clock::<Write>(call, (&tenant_id, &company_id), &employee_id).await?;
        let late = input.report(call, &scope.time_zone())?;
        let (today, now) = (call.today(&scope.time_zone()), call.moment(&scope.time_zone()));
        let mut work = call.work().await?;
        let clock = late::report(&mut work, &scope, (today, now), late).await?;
        Ok(TimeClock::new(clock, now))
    }

    /// Reports a missing or wrong punch. The correction counts once someone else approves it.
    async fn submit_punch_correction(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        input: PunchCorrectionInput,
    ) -> Result<PunchCorrection, Problem> {
        let call = Call::of(context);
        let scope = at_our_clock::<Write>(call, (&tenant_id, &company_id), &employee_id).await?;
        let moment = (call.today(&scope.time_zone()), call.moment(&scope.time_zone()));
        let draft = input.draft()?;
        Ok(super::correct(&mut *call.work().await?, &scope, moment, draft).await?.into())
    }

    /// Withdraws a correction that is waiting for a decision.
    async fn withdraw_punch_correction(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        id: ID,
        version: i64,
    ) -> Result<PunchCorrection, Problem> {
        let call = Call::of(context);
        let scope = at_our_clock::<Write>(call, (&tenant_id, &company_id), &employee_id).await?;
        let id = CorrectionId::from_wire(&id)?;
        Ok(super::withdraw(&mut *call.work().await?, &scope, id, version).await?.into())
    }
}
