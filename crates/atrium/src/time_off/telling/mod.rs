//! Time off notices, by mail and in the app, in the reader's language. Approvers hear when a request is made, changed
//! or withdrawn, and once more if they're slow. The employee hears what was decided or done for them, with the days
//! for their calendar. The reasons people gave stay in the portal.

mod store;

use super::TimeOff;
use super::kinds::{DayStatus, Half, TimeOffStatus, Unit, Yes};
use super::store::Request;
use crate::access::{self, ApproverScope, NoticeScope, Write};
use crate::app::App;
use crate::calendars::{self, CalendarRequest, DayOff};
use crate::inbox;
use crate::notices::{self, Attachment, DelegationNews, Letter, TimeOffFacts, TimeOffNews};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::DelegationId;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use store::Slow;

pub use store::TimeOffRecipient;

/// Days until we remind the approvers.
const SLOW_DAYS: i64 = 2;
/// Requests we send reminders for at a time. The rest wait for the next round.
const MAX_ROUND: i64 = 50;

/// Tells the employee's approvers, except the person who did this. Someone who has already said yes isn't told about
/// what's still pending, but hears about a withdrawal. Anyone we asked for the second yes `before` hears what became
/// of the request.
pub(super) async fn approvers(
    work: &mut Work,
    scope: &NoticeScope,
    today: Day,
    (request, before): (&Request, Option<&Request>),
    news: TimeOffNews,
) -> Result<(), Problem> {
    let has_approved = request.head.first_yes().filter(|_| news != TimeOffNews::Withdrawn);
    let mut people = deciders(work, scope, today, has_approved).await?;
    if let Some(first) = before.and_then(|before| before.head.first_yes()) {
        for asked in deciders(work, scope, today, Some(first)).await? {
            if people.iter().all(|person| person.person != asked.person) {
                people.push(asked);
            }
        }
    }
    let by = done_by(work, scope, request, news).await?;
    for person in people {
        tell(work, scope, &person, "/manager/leaverequests", request, (news, by.as_deref()), None)?;
    }
    Ok(())
}

/// Who to name. For a decision, the person who decided. For a change, a withdrawal or an entry, the person who made
/// it, unless that's the employee.
async fn done_by(
    work: &mut Work,
    scope: &NoticeScope,
    request: &Request,
    news: TimeOffNews,
) -> Result<Option<String>, Problem> {
    match news {
        TimeOffNews::Approved | TimeOffNews::Partly | TimeOffNews::Denied | TimeOffNews::HalfApproved => {
            Ok(request.head.decided_by_name.clone())
        }
        TimeOffNews::Revised
        | TimeOffNews::Withdrawn
        | TimeOffNews::Undone
        | TimeOffNews::Entered
        | TimeOffNews::RevisedForYou
        | TimeOffNews::WithdrawnForYou
            if !scope.is_own() =>
        {
            Ok(store::doer(work.tx(), scope).await?)
        }
        _ => Ok(None),
    }
}

/// An employee's nearest approvers and their delegates. After the first of two approvals, without the person who gave
/// it and without the line it was given over.
pub async fn deciders(
    work: &mut Work,
    scope: &NoticeScope,
    today: Day,
    first_yes: Option<Yes>,
) -> Result<Vec<TimeOffRecipient>, Problem> {
    let mut people = store::approvers(work.tx(), scope, today, first_yes).await?;
    if people.iter().any(|person| person.kind == "primary") {
        people.retain(|person| person.kind == "primary");
    }
    Ok(people)
}

/// The employee as a recipient. None if they can no longer sign in.
pub async fn owner(work: &mut Work, scope: &NoticeScope) -> Result<Option<TimeOffRecipient>, Problem> {
    Ok(store::owner(work.tx(), scope).await?)
}

/// Tells the employee. Approved days come with a file for their calendar, in the company's time zone. Days that were
/// approved `before` and no longer are get removed from the calendar.
pub(super) async fn employee(
    work: &mut Work,
    (scope, time_zone): (&NoticeScope, &str),
    request: &Request,
    before: Option<&Request>,
    news: TimeOffNews,
) -> Result<(), Problem> {
    let Some(person) = owner(work, scope).await? else { return Ok(()) };
    let (days, before) = (days_off(request), before.map(days_off).unwrap_or_default());
    let attachment = (!days.is_empty() || !before.is_empty()).then(|| {
        let off = CalendarRequest {
            id: request.head.id.to_string(),
            version: request.head.version,
            type_name: request.head.type_name_in(&person.language),
            days: &days,
            before: &before,
        };
        let (method, content) = calendars::file(&off, time_zone, &person.language, work.now());
        let media_type = format!("text/calendar; charset=utf-8; method={}", method.as_str());
        Attachment { name: "time-off.ics".to_owned(), media_type, content }
    });
    let by = done_by(work, scope, request, news).await?;
    tell(work, scope, &person, "/time", request, (news, by.as_deref()), attachment)
}

pub(super) fn has_approved_days(request: &Request) -> bool {
    approved(request).next().is_some()
}

fn days_off(request: &Request) -> Vec<DayOff> {
    approved(request).map(|(day, hours)| day_off(request, day, hours)).collect()
}

fn approved(request: &Request) -> impl Iterator<Item = (Day, Amount)> {
    let approved = request.days.iter().filter(|(.., status)| *status == DayStatus::Approved);
    approved.map(|(day, hours, _)| (*day, *hours))
}

/// The days in order, and their total hours.
fn approved_days(request: &Request) -> (Vec<Day>, Amount) {
    (approved(request).map(|(day, _)| day).collect(), approved(request).map(|(_, hours)| hours).sum())
}

fn day_off(request: &Request, day: Day, hours: Amount) -> DayOff {
    let head = &request.head;
    DayOff { day, hours, is_whole: head.unit == Unit::Whole, between: head.start_minute.zip(head.end_minute) }
}

/// The news about a request for the employee.
pub(super) fn outcome(request: &Request) -> TimeOffNews {
    match request.head.status {
        TimeOffStatus::Approved => TimeOffNews::Approved,
        TimeOffStatus::Partial => TimeOffNews::Partly,
        TimeOffStatus::Denied => TimeOffNews::Denied,
        TimeOffStatus::Pending | TimeOffStatus::Cancelled => TimeOffNews::HalfApproved,
    }
}

fn tell(
    work: &mut Work,
    scope: &NoticeScope,
    person: &TimeOffRecipient,
    path: &str,
    request: &Request,
    (news, by): (TimeOffNews, Option<&str>),
    attachment: Option<Attachment>,
) -> Result<(), Problem> {
    let head = &request.head;
    let is_own = path == "/time";
    let seen = inbox::Facts {
        employee: (!is_own).then(|| format!("{} {}", head.first_name, head.last_name)),
        type_name: Some(head.type_name.clone()),
        type_name_es: head.type_name_es.clone(),
        first_day: Some(head.first_day),
        last_day: Some(head.last_day),
        decided_by: by.map(str::to_owned),
        ..inbox::Facts::default()
    };
    // No one needs a notice in the portal about what they did there.
    if scope.viewer() != Some(person.person) {
        inbox::tell(work, scope, person.person, news.into(), &seen)?;
    }
    let link = format!("{}{path}", work.public_url());
    let facts = TimeOffFacts {
        employee: format!("{} {}", head.first_name, head.last_name),
        type_name: head.type_name_in(&person.language).to_owned(),
        first_day: head.first_day,
        last_day: head.last_day,
        between: head.start_minute.zip(head.end_minute),
        half: head.half.map(Half::words),
        hours: head.hours,
        approved: approved_days(request),
        has_calendar_file: attachment.is_some(),
        answer: head.manager_notes.clone(),
        by: by.map(str::to_owned),
    };
    let letter = Letter::TimeOff { first_name: &person.first_name, news, facts: &facts, link: &link };
    notices::mail_with(work, &person.email, &person.language, letter, attachment)
}

/// Tells a delegate that they now decide for a manager, or no longer do.
pub(super) async fn delegate(
    work: &mut Work,
    scope: &ApproverScope<TimeOff, Write>,
    id: DelegationId,
    news: DelegationNews,
) -> Result<(), Problem> {
    let Some(told) = store::stands_in(work.tx(), scope, id).await? else { return Ok(()) };
    // No one needs to hear about what's already over.
    if told.last_day < scope.today() {
        return Ok(());
    }
    let seen = inbox::Facts {
        employee: Some(told.manager.clone()),
        first_day: Some(told.first_day),
        last_day: Some(told.last_day),
        ..inbox::Facts::default()
    };
    inbox::tell(work, scope, told.person, news.into(), &seen)?;
    let link = format!("{}/manager/leaverequests", work.public_url());
    let letter = Letter::Delegation {
        first_name: &told.first_name,
        news,
        manager: &told.manager,
        days: (told.first_day, told.last_day),
        link: &link,
    };
    notices::mail(work, &told.email, &told.language, letter)
}

/// Reminds approvers of requests that have been pending for some days, once per request. Returns how many it reminded
/// them of.
pub async fn remind(app: &App) -> Result<usize, Problem> {
    let upkeep = access::upkeep();
    let now = app.clock.now();
    // Each company has its own day. This is the last time zone to reach today, so no one is reminded too early.
    let today = app.clock.today("Pacific/Honolulu");
    let slow = store::slow(&app.db, &upkeep, today.plus_days(-SLOW_DAYS), MAX_ROUND).await?;
    let mut reminded = 0;
    for Slow { id, tenant_id, company_id, employee_id } in slow {
        let author = Author { tenant: tenant_id, person: None, address: String::new() };
        let mut work = Work::begin(app, &app.db, author).await?;
        let scope = access::reminded(&upkeep, tenant_id, company_id, employee_id);
        // Another node may have been faster, or someone may have decided it.
        let Some(request) = store::take(work.tx(), &scope, id, now).await? else { continue };
        approvers(&mut work, &scope, today, (&request, None), TimeOffNews::Waits).await?;
        work.commit().await?;
        reminded += 1;
    }
    Ok(reminded)
}
