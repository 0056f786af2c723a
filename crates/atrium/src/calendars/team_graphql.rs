//! The team calendar on the wire, for members of the team and for the people who decide their time off.

use super::ReportsCalendar;
use super::store::{AwayDay, OwnEvent};
use crate::access::{self, At, Read};
use crate::call::Call;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{EmployeeId, PersonId};
use crate::shared::problem::Problem;
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, Object, SimpleObject};

use super::graphql::CompanyHoliday;

/// Who is away on which days.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TeamCalendar {
    /// By day and name.
    away: Rows<TeamCalendarDay>,
    holidays: Vec<CompanyHoliday>,
    /// Your own, by day. Other people's events aren't included.
    events: Rows<CalendarEvent>,
    /// Whether more people are away than listed.
    is_cut: bool,
}

/// Something done on a day: an action item acknowledged.
#[derive(SimpleObject)]
#[graphql(serial)]
struct CalendarEvent {
    id: ID,
    date: Day,
    /// ActionItem.
    category: String,
    title: String,
}

impl From<OwnEvent> for CalendarEvent {
    fn from(row: OwnEvent) -> CalendarEvent {
        CalendarEvent { id: ID(row.id.to_string()), date: row.day, category: row.category, title: row.title }
    }
}

/// One person's day. For a colleague, it says only that they're away.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TeamCalendarDay {
    date: Day,
    employee_id: ID,
    first_name: String,
    last_name: String,
    is_own: bool,
    /// Whether it's waiting for a decision.
    is_pending: bool,
    #[graphql(name = "type")]
    type_name: Option<String>,
    type_es: Option<String>,
    /// Hours.
    amount: Option<Amount>,
}

impl From<AwayDay> for TeamCalendarDay {
    fn from(row: AwayDay) -> TeamCalendarDay {
        TeamCalendarDay {
            date: row.day,
            employee_id: row.employee_id.to_wire(),
            first_name: row.first_name,
            last_name: row.last_name,
            is_own: row.is_own,
            is_pending: row.is_pending,
            type_name: row.type_name,
            type_es: row.type_name_es,
            amount: row.hours,
        }
    }
}

impl TeamCalendar {
    fn new(days: super::TeamDays, events: Vec<OwnEvent>) -> TeamCalendar {
        let holiday = |(date, name, name_es)| CompanyHoliday { date, name, name_es };
        TeamCalendar {
            away: days.away.into_iter().map(TeamCalendarDay::from).collect(),
            holidays: days.holidays.into_iter().map(holiday).collect(),
            events: events.into_iter().map(CalendarEvent::from).collect(),
            is_cut: days.is_cut,
        }
    }
}

#[derive(Default)]
pub struct TeamCalendarQuery;

#[Object]
impl TeamCalendarQuery {
    /// Your own days off and events and when your colleagues are away, for at most 62 days.
    async fn team_calendar(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        start_date: Day,
        end_date: Day,
    ) -> Result<TeamCalendar, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let employee = EmployeeId::from_wire(&employee_id)?;
        let viewer = call.viewer().await?;
        let scope = access::own(viewer, at, employee)?;
        let span = (start_date, end_date);
        let days = super::of_team(&call.db, &scope, span).await?;
        let events = match context.look_ahead().field("events").exists() {
            true => super::own_events(&call.db, &scope, span).await?,
            false => vec![],
        };
        Ok(TeamCalendar::new(days, events))
    }

    /// When this manager's reports are away or have requested time off, with its type, for at most 62 days.
    async fn reports_calendar(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        start_date: Day,
        end_date: Day,
    ) -> Result<TeamCalendar, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let manager = PersonId::from_wire(&manager_id)?;
        let viewer = call.viewer().await?;
        let company = access::managed_company::<ReportsCalendar, Read>(viewer, at, manager)?;
        let scope = call.approver(&company).await?;
        let days = super::of_reports(&call.db, (&scope, &company), (start_date, end_date)).await?;
        Ok(TeamCalendar::new(days, vec![]))
    }
}
