//! Calendars: the team's calendar on a page, and the feeds other programs read: an employee's own time off, the
//! team's, and the company's holidays.
//!
//! - For colleagues, a calendar says that they're away and when, never why. It shows only their approved days.
//! - Time off with start and end times takes that time, not the whole day. Other hours show next to the employee's
//!   own type.
//! - For the employee, it also shows what's pending and what they've acknowledged (`resources`). Anyone who decides
//!   someone's time off sees its type and what's pending.
//! - A feed is a secret link. We show it once and keep only its hash. Anyone who has it can read the calendar. Its
//!   owner gets mail about it.
//! - "This wasn't me" and a password reset by mail revoke the links of the last few days, since a thief may have
//!   them.
//! - It shows what its person may see right now. Once the person has left or the link is revoked, it's not found.

mod graphql;
mod http;
mod rules;
mod store;
mod team_graphql;

pub use graphql::{CalendarMutation, CalendarQuery};
pub use http::{ROUTES, routes};
pub use rules::{CalendarMethod, DayOff};
pub use team_graphql::TeamCalendarQuery;

use crate::access::{
    AccountLink, ApproverScope, Asked, CompanyScope, Companywide, EmployeeScope, Feature, FeedLink,
    ForMembers, HandoverScope, InArea, Managed, Opens, Own, Permission, Write, area,
};
use crate::contacts;
use crate::notices::{self, Changed, Letter};
use crate::shared::day::Day;
use crate::shared::id::{CalendarFeedId, PersonId};
use crate::shared::language::Language;
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::Work;
use db::{Db, Tx};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use rules::{CalendarEntry, CalendarRefusal, Part};
use serde_json::json;
use store::{AwayDay, Feed, HolidayRow, OwnEvent};

pub const REFUSALS: &[&str] = CalendarRefusal::CODES;

/// Access: an employee's own calendar, and who on the team is away.
pub struct Calendars;

impl Own for Calendars {
    const OWN: Asked = Feature::TimeOff.asked();
}
impl Opens<Holidays> for Calendars {}
impl Opens<Calendars> for AccountLink {}

/// Access: the calendar of the people a manager decides for.
pub struct ReportsCalendar;

impl Managed for ReportsCalendar {
    const MANAGED: Asked = Permission::ManagerTimeOff.asked();
}
impl InArea<area::TimeOff> for ReportsCalendar {}
impl Opens<Holidays> for ReportsCalendar {}

/// Access: the company's holidays.
pub struct Holidays;

impl ForMembers for Holidays {}
impl Companywide for Holidays {}

/// How far back and ahead a calendar goes.
const DAYS_BACK: i64 = 120;
const DAYS_AHEAD: i64 = 540;

/// Opens a link for a calendar program. The secret is never shown again.
async fn open_feed(
    work: &mut Work,
    scope: &EmployeeScope<Calendars>,
    person: PersonId,
    kind: &'static str,
    secret: &str,
    address: &str,
) -> Result<Feed, Problem> {
    if store::open(work.tx(), scope).await?.len() >= rules::MAX_FEEDS {
        return Err(CalendarRefusal::TooManyFeeds.into());
    }
    let id = CalendarFeedId(work.new_id());
    let now = work.now();
    store::insert(work.tx(), scope, (id, person), kind, seal::hash(secret), now).await?;
    work.record("calendar_feed.open", "calendar_feed", id.0, json!({ "kind": kind }));
    tell_of_feed(work, person, address).await?;
    Ok(Feed { id, kind: kind.to_owned(), created_at: crate::shared::day::Moment(now) })
}

/// Tells the owner, since someone using their session could keep reading their calendar after it ends.
async fn tell_of_feed(work: &mut Work, person: PersonId, address: &str) -> Result<(), Problem> {
    let at = work.now();
    let reach = contacts::reach(work.tx(), person, at).await?;
    let (first_name, changed) = (&reach.first_name, Changed::CalendarLinkOpened);
    for mailbox in &reach.addresses {
        let letter = Letter::Changed { first_name, changed, at, address, not_me: None };
        notices::mail(work, mailbox, &reach.language, letter)?;
    }
    Ok(())
}

/// For when the owner takes the account back: a thief may have these links. False if there were none.
pub async fn revoke_since(
    work: &mut Work,
    employments: &[EmployeeScope<AccountLink, Write>],
    since: Timestamp,
) -> Result<bool, Problem> {
    let (now, mut is_any) = (work.now(), false);
    for employment in employments {
        for id in store::revoke_since(work.tx(), &employment.into(), since, now).await? {
            work.record("calendar_feed.revoke", "calendar_feed", id.0, json!({}));
            is_any = true;
        }
    }
    Ok(is_any)
}

/// Moves the feeds of employees that were handed over, if they were opened before.
pub async fn hand_over(tx: &mut Tx, scope: &HandoverScope, made_before: Timestamp) -> db::Result<()> {
    store::hand_over(tx, scope, made_before).await
}

async fn revoke_feed(
    work: &mut Work,
    scope: &EmployeeScope<Calendars>,
    id: CalendarFeedId,
) -> Result<(), Problem> {
    let now = work.now();
    if !store::revoke(work.tx(), scope, id, now).await? {
        return Err(Problem::NotFound);
    }
    work.record("calendar_feed.revoke", "calendar_feed", id.0, json!({}));
    Ok(())
}

/// Who is away on a range of days.
struct TeamDays {
    away: Vec<AwayDay>,
    holidays: Vec<HolidayRow>,
    is_cut: bool,
}

impl TeamDays {
    fn new(mut away: Vec<AwayDay>, holidays: Vec<HolidayRow>) -> TeamDays {
        let is_cut = away.len() > rules::MAX_AWAY;
        away.truncate(rules::MAX_AWAY);
        TeamDays { away, holidays, is_cut }
    }
}

/// What a member of the team sees.
async fn of_team(db: &Db, own: &EmployeeScope<Calendars>, span: (Day, Day)) -> Result<TeamDays, Problem> {
    rules::check_span(span)?;
    let away = store::away_in_team(db, own, span, rules::MAX_AWAY + 1).await?;
    Ok(TeamDays::new(away, store::holidays(db, &own.into(), span).await?))
}

/// What's in an employee's own calendar besides time off.
async fn own_events(
    db: &Db,
    scope: &EmployeeScope<Calendars>,
    span: (Day, Day),
) -> Result<Vec<OwnEvent>, Problem> {
    rules::check_span(span)?;
    Ok(store::own_events(db, scope, span).await?)
}

/// What the people who decide these employees' time off see.
async fn of_reports(
    db: &Db,
    (approver, company): (&ApproverScope<ReportsCalendar>, &CompanyScope<ReportsCalendar>),
    span: (Day, Day),
) -> Result<TeamDays, Problem> {
    rules::check_span(span)?;
    let away = store::away_of_reports(db, approver, span, rules::MAX_AWAY + 1).await?;
    Ok(TeamDays::new(away, store::holidays(db, &company.into(), span).await?))
}

/// A request as calendars need it.
pub struct CalendarRequest<'a> {
    pub id: String,
    pub version: i64,
    pub type_name: &'a str,
    /// Days approved now.
    pub days: &'a [DayOff],
    /// Days approved before, which may already be in the calendar.
    pub before: &'a [DayOff],
}

/// An employee's days off as a calendar file that replaces earlier ones, and the method it asks for.
pub fn file(
    off: &CalendarRequest<'_>,
    time_zone: &str,
    language: &str,
    now: Timestamp,
) -> (CalendarMethod, String) {
    let (zone, speech) = (zone(time_zone), Language::of_person(language));
    let entries = |days: &[DayOff]| {
        let one = |day: &DayOff| own_entry(off.id.clone(), off.type_name, day, &zone, speech);
        rules::joined(days.iter().map(one).collect())
    };
    let name = speech.pick(("My time off", "Mi tiempo libre"));
    rules::edition((name, language), (&entries(off.days), &entries(off.before)), off.version, now)
}

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap_or(TimeZone::UTC)
}

fn own_entry(
    uid: String,
    type_name: &str,
    off: &DayOff,
    zone: &TimeZone,
    language: Language,
) -> CalendarEntry {
    let part = off.part(zone);
    let summary = part.named(type_name, language);
    // Hours without a set time don't make the whole day busy.
    let is_busy = !matches!(part, rules::Part::Hours(_));
    CalendarEntry { uid, first: off.day, last: off.day, part, summary, is_busy }
}

/// The calendar behind a link, as text.
async fn calendar(
    db: &Db,
    (scope, link): (&EmployeeScope<Calendars>, &FeedLink),
    today: Day,
    now: Timestamp,
) -> Result<String, Problem> {
    let span = (today.plus_days(-DAYS_BACK), today.plus_days(DAYS_AHEAD));
    let (zone, language) = (zone(&scope.time_zone()), Language::of_person(&link.language));
    let (name, entries) = match link.kind.as_str() {
        "personal" => {
            let days = store::own_days(db, scope, &link.language, span).await?;
            let entries = days.into_iter().map(|row| {
                own_entry(row.request_id.to_string(), &row.type_name, &row.day_off(), &zone, language)
            });
            (("My time off", "Mi tiempo libre"), entries.collect())
        }
        "team" => {
            let days = store::team_days(db, scope, span).await?;
            let entries = days.into_iter().map(|row| CalendarEntry {
                uid: row.employee_id.to_string(),
                first: row.day,
                last: row.day,
                part: row.day_off().part(&zone).for_colleagues(),
                summary: format!(
                    "{} {}: {}",
                    row.first_name,
                    row.last_name,
                    language.pick(("away", "ausente"))
                ),
                is_busy: false,
            });
            (("My team", "Mi equipo"), entries.collect())
        }
        _ => {
            let days = store::holidays(db, &scope.into(), span).await?;
            let entries = days.into_iter().map(|(day, name, name_es)| CalendarEntry {
                uid: format!("holiday-{}", scope.company()),
                first: day,
                last: day,
                part: Part::Whole,
                summary: language.pick((name, name_es)),
                is_busy: false,
            });
            (("Company holidays", "Días feriados de la empresa"), entries.collect())
        }
    };
    Ok(rules::text(language.pick(name), &link.language, &rules::joined(entries), now))
}
