//! Who is told of time off, by mail and in the app, in their own language: those who decide, of what was asked for, changed and withdrawn, and
//! once more when they are slow; the employee, of what was decided or done for them, with the days for their calendar. What
//! people wrote about their reasons stays in the portal.

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

/// Days after which those who decide are reminded.
const SLOW_DAYS: i64 = 2;
/// Requests reminded of at a time; the others wait for the next round.
const MAX_ROUND: i64 = 50;

/// Tells those who decide on the employee's time off, but not whoever did this. Who has said yes already has no part in what
/// still waits, but hears of a withdrawal; and whoever was asked for the second yes `before` hears what became of it.
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

/// Who is to be named. Whoever decided is known; of what was changed, withdrawn or entered it is whoever did that, unless it was
/// the employee.
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

/// Those who decide on an employee's time, the nearest, and who stand in for them; after a first of two
/// approvals without whoever gave it, and without the line it was given over.
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

/// The employee as somebody to write to; nobody who may no longer sign in.
pub async fn owner(work: &mut Work, scope: &NoticeScope) -> Result<Option<TimeOffRecipient>, Problem> {
    Ok(store::owner(work.tx(), scope).await?)
}

/// Tells the employee; approved days come along as a file for their calendar, by the company's clocks. What was approved
/// `before` and is no longer is taken out of it.
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

/// In order, and their hours together.
fn approved_days(request: &Request) -> (Vec<Day>, Amount) {
    (approved(request).map(|(day, _)| day).collect(), approved(request).map(|(_, hours)| hours).sum())
}

fn day_off(request: &Request, day: Day, hours: Amount) -> DayOff {
    let head = &request.head;
    DayOff { day, hours, is_whole: head.unit == Unit::Whole, between: head.start_minute.zip(head.end_minute) }
}

/// What became of a request, for the employee.
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
    // Nobody needs to read in the portal what they did there.
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

/// Tells whoever stands in for a manager that they do, or no longer do.
pub(super) async fn delegate(
    work: &mut Work,
    scope: &ApproverScope<TimeOff, Write>,
    id: DelegationId,
    news: DelegationNews,
) -> Result<(), Problem> {
    let Some(told) = store::stands_in(work.tx(), scope, id).await? else { return Ok(()) };
    // Nobody misses what is over.
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

/// Reminds those who decide of what has waited for some days, once a request; how many were reminded of.
pub async fn remind(app: &App) -> Result<usize, Problem> {
    let upkeep = access::upkeep();
    let now = app.clock.now();
    // Companies have days of their own; in the last of them it is today, and nobody is reminded too early.
    let today = app.clock.today("Pacific/Honolulu");
    let slow = store::slow(&app.db, &upkeep, today.plus_days(-SLOW_DAYS), MAX_ROUND).await?;
    let mut reminded = 0;
    for Slow { id, tenant_id, company_id, employee_id } in slow {
        let author = Author { tenant: tenant_id, person: None, address: String::new() };
        let mut work = Work::begin(app, &app.db, author).await?;
        let scope = access::reminded(&upkeep, tenant_id, company_id, employee_id);
        // Another node may have been faster, or somebody has decided meanwhile.
        let Some(request) = store::take(work.tx(), &scope, id, now).await? else { continue };
        approvers(&mut work, &scope, today, (&request, None), TimeOffNews::Waits).await?;
        work.commit().await?;
        reminded += 1;
    }
    Ok(reminded)
}
