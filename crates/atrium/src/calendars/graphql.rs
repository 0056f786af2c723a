//! Calendar links on the wire.

use super::store::{self, Feed};
use super::{Calendars, Holidays};
use crate::access::{self, At, EmployeeScope};
use crate::call::Call;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{CalendarFeedId, EmployeeId};
use crate::shared::problem::Problem;
use crate::shared::seal;
use async_graphql::{Context, Enum, ID, Object, SimpleObject};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[graphql(name = "CalendarFeedKind", rename_items = "lowercase")]
enum FeedKind {
    /// Your own approved time off.
    Personal,
    /// When your colleagues are away, but not why.
    Team,
    Holidays,
}

impl FeedKind {
    fn as_str(self) -> &'static str {
        match self {
            FeedKind::Personal => "personal",
            FeedKind::Team => "team",
            FeedKind::Holidays => "holidays",
        }
    }
}

/// A calendar link in use. Its address isn't shown again.
#[derive(SimpleObject)]
#[graphql(serial)]
struct CalendarFeed {
    id: ID,
    kind: FeedKind,
    created_at: Moment,
}

impl From<Feed> for CalendarFeed {
    fn from(row: Feed) -> CalendarFeed {
        let kind = [FeedKind::Personal, FeedKind::Team].into_iter().find(|kind| kind.as_str() == row.kind);
        CalendarFeed {
            id: row.id.to_wire(),
            kind: kind.unwrap_or(FeedKind::Holidays),
            created_at: row.created_at,
        }
    }
}

/// In English and Spanish.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct CompanyHoliday {
    pub date: Day,
    pub name: String,
    pub name_es: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct OpenedCalendarFeed {
    feed: CalendarFeed,
    /// Shown only this once.
    url: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RevokedCalendarFeed {
    id: ID,
}

async fn own(
    call: &Call,
    (tenant_id, company_id): (&ID, &ID),
    employee_id: &ID,
) -> Result<EmployeeScope<Calendars>, Problem> {
    let at = At::from_wire(tenant_id, company_id)?;
    let employee = EmployeeId::from_wire(employee_id)?;
    access::own(call.viewer().await?, at, employee)
}

#[derive(Default)]
pub struct CalendarQuery;

#[Object]
impl CalendarQuery {
    /// The company's holidays in a year, this year by default, for everyone in the company.
    async fn holidays(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        year: Option<i32>,
    ) -> Result<Vec<CompanyHoliday>, Problem> {
        let call = Call::of(context);
        let scope =
            access::company::<Holidays>(call.viewer().await?, At::from_wire(&tenant_id, &company_id)?)?;
        let year = year.map_or(call.today(&scope.time_zone()).0.year(), |year| {
            i16::try_from(year.clamp(1900, 2099)).unwrap_or(2099)
        });
        let days = store::holidays(&call.db, &scope, super::rules::year(year)).await?;
        let shown = |(date, name, name_es)| CompanyHoliday { date, name, name_es };
        Ok(days.into_iter().map(shown).collect())
    }

    /// Your own calendar links in use, oldest first.
    async fn calendar_feeds(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
    ) -> Result<Vec<CalendarFeed>, Problem> {
        let call = Call::of(context);
        let scope = own(call, (&tenant_id, &company_id), &employee_id).await?;
        let rows = store::open(&call.db, &scope).await?;
        Ok(rows.into_iter().map(CalendarFeed::from).collect())
    }
}

#[derive(Default)]
pub struct CalendarMutation;

#[Object]
impl CalendarMutation {
    async fn open_calendar_feed(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        kind: FeedKind,
    ) -> Result<OpenedCalendarFeed, Problem> {
        let call = Call::of(context);
        let scope = own(call, (&tenant_id, &company_id), &employee_id).await?;
        let person = call.viewer().await?.person;
        let secret = seal::new_secret(&call.app.randomness);
        let mut work = call.work().await?;
        let feed = super::open_feed(&mut work, &scope, person, kind.as_str(), &secret, &call.address).await?;
        let url = format!("{}/calendars/{secret}.ics", call.app.settings.public_url.trim_end_matches('/'));
        Ok(OpenedCalendarFeed { feed: feed.into(), url })
    }

    /// Revokes a calendar link. It stops working right away.
    async fn revoke_calendar_feed(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        id: ID,
    ) -> Result<RevokedCalendarFeed, Problem> {
        let call = Call::of(context);
        let scope = own(call, (&tenant_id, &company_id), &employee_id).await?;
        let feed = CalendarFeedId::from_wire(&id)?;
        super::revoke_feed(&mut *call.work().await?, &scope, feed).await?;
        Ok(RevokedCalendarFeed { id })
    }
}
