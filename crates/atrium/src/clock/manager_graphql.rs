//! The time clock on the wire, for managers: who is at work, which corrections are waiting, and the day at a glance.

use super::graphql::PunchCorrection;
use super::kinds::{ClockState, PunchKind};
use super::store::{self, AtWork, LatePunch};
use super::{Punches, late};
use crate::access::{self, ApproverScope, At, Need, Read, Write};
use crate::call::Call;
use crate::shared::amount::Amount;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{CorrectionId, PersonId};
use crate::shared::page::Links;
use crate::shared::problem::Problem;
use crate::time_off;
use async_graphql::{Context, Enum, ID, InputObject, Object, SimpleObject};

#[derive(SimpleObject)]
#[graphql(serial)]
struct PunchCorrectionPage {
    results: Vec<PunchCorrection>,
    links: Links,
}

/// Someone on the team and what the clock says.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TeamClockEntry {
    employee_id: ID,
    first_name: String,
    last_name: String,
    employee_code: String,
    state: ClockState,
    /// The last punch, if it was recent.
    since: Option<Moment>,
    /// When that punch arrived, if it was made without a network and reported late.
    reported_at: Option<Moment>,
}

impl From<AtWork> for TeamClockEntry {
    fn from(row: AtWork) -> TeamClockEntry {
        TeamClockEntry {
            employee_id: row.employee_id.to_wire(),
            first_name: row.first_name,
            last_name: row.last_name,
            employee_code: row.employee_code,
            state: super::state_after(row.kind),
            since: row.at,
            reported_at: row.reported_at,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TeamClockPage {
    results: Vec<TeamClockEntry>,
    links: Links,
}

/// A punch that was made without a network and reported late.
#[derive(SimpleObject)]
#[graphql(serial)]
struct LatePunchEntry {
    id: ID,
    employee_id: ID,
    first_name: String,
    last_name: String,
    employee_code: String,
    kind: PunchKind,
    /// When it was made, by our clock.
    at: Moment,
    /// What the device's clock showed then.
    device_time: Moment,
    reported_at: Moment,
}

impl From<LatePunch> for LatePunchEntry {
    fn from(row: LatePunch) -> LatePunchEntry {
        LatePunchEntry {
            id: row.id.to_wire(),
            employee_id: row.employee_id.to_wire(),
            first_name: row.first_name,
            last_name: row.last_name,
            employee_code: row.employee_code,
            kind: row.kind,
            at: row.at,
            device_time: row.device_at,
            reported_at: row.reported_at,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct LatePunchPage {
    results: Vec<LatePunchEntry>,
    links: Links,
}

/// A manager's day.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TeamToday {
    date: Day,
    holiday: Option<String>,
    holiday_es: Option<String>,
    /// The reports who are away, by name.
    away: Vec<AwayToday>,
    /// How many people are away, including those `away` doesn't name.
    away_count: i64,
    /// Corrections waiting for this manager, counted up to 100.
    corrections: i64,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AwayToday {
    employee_id: ID,
    first_name: String,
    last_name: String,
    amount: Amount,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[graphql(name = "PunchCorrectionVerdict", rename_items = "lowercase")]
enum CorrectionVerdict {
    Approve,
    Deny,
}

#[derive(InputObject)]
struct PunchCorrectionDecisionInput {
    id: ID,
    version: i64,
    action: CorrectionVerdict,
    #[graphql(default)]
    manager_notes: String,
}

async fn approver<N: Need>(
    call: &Call,
    (tenant_id, company_id): (&ID, &ID),
    manager_id: &ID,
) -> Result<ApproverScope<Punches, N>, Problem> {
    let viewer = call.viewer().await?;
    let at = At::from_wire(tenant_id, company_id)?;
    let manager = PersonId::from_wire(manager_id)?;
    let company = access::managed_company(viewer, at, manager)?;
    call.approver(&company).await
}

#[derive(Default)]
pub struct TeamClockQuery;

#[Object]
impl TeamClockQuery {
    /// What is waiting for this manager, oldest day first.
    async fn list_punch_corrections(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<PunchCorrectionPage, Problem> {
        let call = Call::of(context);
        let scope = approver::<Read>(call, (&tenant_id, &company_id), &manager_id).await?;
        let cursors = call.cursors(format!("corrections for {} in {}", scope.viewer(), scope.company()));
        let page = super::queue(&call.db, &scope, cursors, limit, cursor.as_deref()).await?;
        let page = page.map(PunchCorrection::from);
        Ok(PunchCorrectionPage { results: page.results, links: page.links })
    }

    /// Everyone this manager looks after, by last name: who is at work and who is on a break.
    async fn list_team_clock(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<TeamClockPage, Problem> {
        let call = Call::of(context);
        let scope = approver::<Read>(call, (&tenant_id, &company_id), &manager_id).await?;
        let cursors = call.cursors(format!("team clock of {} in {}", scope.viewer(), scope.company()));
        let now = call.moment(&scope.time_zone());
        let page = super::team(&call.db, &scope, now, cursors, limit, cursor.as_deref()).await?;
        let page = page.map(TeamClockEntry::from);
        Ok(TeamClockPage { results: page.results, links: page.links })
    }

    /// What this manager's team punched without a network in the last four weeks. The last to arrive comes first.
    async fn list_late_punches(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<LatePunchPage, Problem> {
        let call = Call::of(context);
        let scope = approver::<Read>(call, (&tenant_id, &company_id), &manager_id).await?;
        let cursors = call.cursors(format!("late punches for {} in {}", scope.viewer(), scope.company()));
        let now = call.moment(&scope.time_zone());
        let page = late::late_punches(&call.db, &scope, now, cursors, limit, cursor.as_deref()).await?;
        let page = page.map(LatePunchEntry::from);
        Ok(LatePunchPage { results: page.results, links: page.links })
    }

    /// A manager's day at a glance. With `isBrief`, it names the first five people who are away.
    async fn team_today(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        #[graphql(default)] is_brief: bool,
    ) -> Result<TeamToday, Problem> {
        let call = Call::of(context);
        let scope = approver::<Read>(call, (&tenant_id, &company_id), &manager_id).await?;
        let glance = store::at_a_glance(&call.db, &scope).await?;
        let ahead = time_off::week_ahead(call, &(&scope).into(), is_brief).await?;
        let today = ahead.week.iter().find(|day| day.date == scope.today());
        let away = |row: &time_off::Away| AwayToday {
            employee_id: row.employee_id.to_wire(),
            first_name: row.first_name.clone(),
            last_name: row.last_name.clone(),
            amount: row.hours,
        };
        Ok(TeamToday {
            date: scope.today(),
            holiday: glance.holiday,
            holiday_es: glance.holiday_es,
            away: today.iter().flat_map(|day| day.people.iter().map(away)).collect(),
            away_count: today.map_or(0, |day| day.count),
            corrections: glance.waiting,
        })
    }
}

#[derive(Default)]
pub struct TeamClockMutation;

#[Object]
impl TeamClockMutation {
    async fn decide_punch_correction(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        input: PunchCorrectionDecisionInput,
    ) -> Result<PunchCorrection, Problem> {
        let call = Call::of(context);
        let scope = approver::<Write>(call, (&tenant_id, &company_id), &manager_id).await?;
        let id = CorrectionId::from_wire(&input.id)?;
        let employee = store::reached(&call.db, &scope, id).await?.ok_or(Problem::NotFound)?;
        let scope = access::approved_employee(&call.db, &scope, employee).await?;
        let is_approved = input.action == CorrectionVerdict::Approve;
        let mut work = call.work().await?;
        let at = (id, input.version);
        Ok(super::decide(&mut work, &scope, at, is_approved, &input.manager_notes).await?.into())
    }
}
