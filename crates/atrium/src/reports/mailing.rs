//! Sending what is due. The mail has a link and no figures: it may be read on other people's screens, and anyone who opens
//! the link sees what they may see then. A schedule is moved on in the transaction of its mail, so a restart or a second
//! node tells no one twice.

use super::Reports;
use super::kinds::{ReportName, ReportRhythm};
use super::rules;
use super::schedules::{KeptFilter, filter_of};
use super::store::{self, DueSchedule, ReportRecipient};
use super::words;
use crate::access::{self, Read, Viewer};
use crate::app::App;
use crate::notices::{self, Letter};
use crate::shared::day::Day;
use crate::shared::id::PersonId;
use crate::shared::language::Language;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use serde_json::json;

/// Schedules of one round. The rest wait for the next one.
const MAX_ROUND: i64 = 50;

/// Returns whether there is more to send.
pub async fn send_due(app: &App) -> Result<bool, Problem> {
    let upkeep = access::upkeep();
    let due = store::due(&app.db, &upkeep, app.clock.now(), MAX_ROUND).await?;
    let is_more = i64::try_from(due.len()).is_ok_and(|count| count == MAX_ROUND);
    for schedule in due {
        send(app, &schedule).await?;
    }
    Ok(is_more)
}

/// As their roles are now. In a tenant under maintenance only its administrators may.
async fn may_see(app: &App, schedule: &DueSchedule, person: PersonId) -> Result<bool, Problem> {
    let Some(viewer) = Viewer::load(&app.db, &app.clock, person).await? else { return Ok(false) };
    let scope = access::figures::<Reports, Read>(&viewer, schedule.tenant_id);
    Ok(scope.is_ok_and(|scope| scope.reaches(schedule.company_id)))
}

async fn send(app: &App, schedule: &DueSchedule) -> Result<(), Problem> {
    let upkeep = access::upkeep();
    let is_owned = may_see(app, schedule, schedule.owner_id).await?;
    let mut people: Vec<ReportRecipient> = vec![];
    if is_owned {
        for person in store::recipients(&app.db, &upkeep, schedule).await? {
            if may_see(app, schedule, person.id).await? {
                people.push(person);
            }
        }
    }
    let author = Author { tenant: schedule.tenant_id, person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let now = work.now();
    let detail =
        json!({ "companyId": schedule.company_id, "report": schedule.report, "recipients": people.len() });
    if !is_owned {
        // Someone else can let it go on, or make their own.
        if store::pause_without_owner(work.tx(), &upkeep, schedule, now).await? {
            work.record("report_schedule.paused", "report_schedule", schedule.id.0, detail);
            work.commit().await?;
        }
        return Ok(());
    }
    let next_at = rules::next_at(schedule.rhythm, schedule.day, &schedule.time_zone, now);
    if !store::take(work.tx(), &upkeep, schedule, (next_at, now)).await? {
        return Ok(());
    }
    let link = link(work.public_url(), schedule, work.today(&schedule.time_zone))?;
    let is_weekly = schedule.rhythm == ReportRhythm::Weekly;
    let letter = |person: &ReportRecipient| {
        let language = Language::of_person(&person.language);
        notices::mail(
            &mut work,
            &person.email,
            &person.language,
            Letter::ReportHere {
                first_name: &person.first_name,
                report: words::title(schedule.report, language),
                company: &schedule.company_name,
                is_weekly,
                link: &link,
            },
        )
    };
    people.iter().try_for_each(letter)?;
    work.record("report_schedule.sent", "report_schedule", schedule.id.0, detail);
    Ok(work.commit().await?)
}

/// The page as it's narrowed, with the days that are over.
fn link(public_url: &str, schedule: &DueSchedule, today: Day) -> Result<String, Problem> {
    let KeptFilter { department, grouping } = filter_of(&schedule.filter)?;
    let report: ReportName = schedule.report;
    let mut link =
        format!("{public_url}/admin/reports?company={}&report={}", schedule.company_id, report.as_text());
    if let Some(department) = department {
        link += &format!("&department={department}");
    }
    if let Some(grouping) = grouping {
        link += &format!("&groupBy={}", grouping.as_text());
    }
    let (from, to) = rules::period(report, schedule.rhythm, today);
    match report.has_range() {
        true => link += &format!("&from={from}&to={to}"),
        false => link += &format!("&on={to}"),
    }
    Ok(link)
}
