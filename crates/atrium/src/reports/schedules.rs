//! Schedules: who gets which report, and when. People look after the schedules of their companies together.

use super::Reports;
use super::kinds::{ReportGrouping, ReportName, ReportRhythm};
use super::rules::{self, FiguresFilter, ReportRefusal};
use super::store::{self, ReportRecipient, ScheduleRow};
use crate::access::{CompanyFiguresScope, Need, Write};
use crate::shared::clock::Clock;
use crate::shared::id::{OrganizationId, PersonId, ReportScheduleId};
use crate::shared::page::{Ask, Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Db;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;

const MAX_RECIPIENTS: usize = 20;
const MAX_SCHEDULES: i64 = 50;

/// What narrows a scheduled report. Its days follow from the day it's sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct KeptFilter {
    pub department: Option<OrganizationId>,
    pub grouping: Option<ReportGrouping>,
}

/// As it's stored.
pub(super) struct NewSchedule {
    pub report: ReportName,
    pub filter: String,
    pub rhythm: ReportRhythm,
    pub day: i64,
}

pub(super) struct ScheduleDraft {
    pub report: ReportName,
    pub filter: KeptFilter,
    pub rhythm: ReportRhythm,
    pub day: i64,
    /// Empty: only the person who saves it.
    pub recipients: Vec<PersonId>,
}

/// A schedule with its recipients' names.
pub(super) struct ScheduleWithPeople {
    pub row: ScheduleRow,
    pub filter: KeptFilter,
    pub recipients: Vec<String>,
}

pub(super) fn filter_of(text: &str) -> Result<KeptFilter, Problem> {
    serde_json::from_str(text)
        .map_err(|error| Problem::Internal(format!("a schedule can't be read: {error}")))
}

/// A company's schedules, oldest first.
pub(super) async fn schedules(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<ScheduleWithPeople>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::schedules(db, scope, &ask).await?;
    let page = cursors.page(&ask, rows, |row| vec![row.id.to_string()]);
    let ids: Vec<ReportScheduleId> = page.results.iter().map(|row| row.id).collect();
    let mut names: HashMap<ReportScheduleId, Vec<String>> = HashMap::new();
    for (id, name) in store::recipients_of(db, scope, &ids).await? {
        names.entry(id).or_default().push(name);
    }
    let links = page.links;
    let with_people = |row: ScheduleRow| -> Result<ScheduleWithPeople, Problem> {
        let recipients = names.remove(&row.id).unwrap_or_default();
        Ok(ScheduleWithPeople { filter: filter_of(&row.filter)?, row, recipients })
    };
    let results = page.results.into_iter().map(with_people).collect::<Result<_, _>>()?;
    Ok(Page { results, links })
}

/// Who can get the company's reports: people whose roles let them see them today.
pub(super) async fn possible_recipients(
    (db, clock): (&Db, &Clock),
    scope: &CompanyFiguresScope<Reports, impl Need>,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<ReportRecipient>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let today = clock.today(&scope.time_zone());
    let rows = store::those_with_rights(db, scope, today, None, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.last_name.clone(), row.id.to_string()]))
}

/// For someone signed in: the terminal has no mailbox.
pub(super) async fn save(
    db: &Db,
    work: &mut Work,
    scope: &CompanyFiguresScope<Reports, Write>,
    draft: ScheduleDraft,
) -> Result<ScheduleWithPeople, Problem> {
    let owner = scope.viewer().ok_or(Problem::Forbidden)?;
    let today = work.today(&scope.time_zone());
    let filter = FiguresFilter { grouping: draft.filter.grouping, ..FiguresFilter::default() };
    rules::asked(draft.report, &filter, today)?;
    let day = rules::check_day(draft.rhythm, draft.day)?;
    let mut people = if draft.recipients.is_empty() { vec![owner] } else { draft.recipients };
    people.sort_unstable();
    people.dedup();
    if people.len() > MAX_RECIPIENTS {
        return Err(ReportRefusal::TooManyRecipients.into());
    }
    let ask = Ask { limit: MAX_RECIPIENTS, from: None };
    let there = store::those_with_rights(db, scope, today, Some(&people), &ask).await?;
    if there.len() != people.len() {
        return Err(ReportRefusal::NotARecipient.into());
    }
    if store::count(work.tx(), scope).await? >= MAX_SCHEDULES {
        return Err(ReportRefusal::TooManySchedules.into());
    }
    let (id, now) = (ReportScheduleId(work.new_id()), work.now());
    let next_at = rules::next_at(draft.rhythm, day, &scope.time_zone(), now);
    let kept = serde_json::to_string(&draft.filter).map_err(|error| Problem::Internal(error.to_string()))?;
    let new = NewSchedule { report: draft.report, filter: kept, rhythm: draft.rhythm, day };
    store::insert(work.tx(), scope, id, owner, &new, (next_at, now)).await?;
    store::insert_recipients(work.tx(), scope, id, &people).await?;
    let detail = json!({
        "companyId": scope.company(), "report": draft.report, "rhythm": draft.rhythm, "day": day, "recipients": people,
    });
    work.record("report_schedule.saved", "report_schedule", id.0, detail);
    with_people(work, scope, id).await
}

async fn with_people(
    work: &mut Work,
    scope: &CompanyFiguresScope<Reports, Write>,
    id: ReportScheduleId,
) -> Result<ScheduleWithPeople, Problem> {
    let row = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    let names = store::recipients_of(work.tx(), scope, &[id]).await?;
    let recipients = names.into_iter().map(|(_, name)| name).collect();
    Ok(ScheduleWithPeople { filter: filter_of(&row.filter)?, row, recipients })
}

/// Until someone lets it go on; then from its next day.
pub(super) async fn pause(
    work: &mut Work,
    scope: &CompanyFiguresScope<Reports, Write>,
    (id, version): (ReportScheduleId, i64),
    is_paused: bool,
) -> Result<ScheduleWithPeople, Problem> {
    let row = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    let now = work.now();
    let next_at = rules::next_at(row.rhythm, row.day, &scope.time_zone(), now);
    if !store::pause(work.tx(), scope, (id, version), is_paused.then_some(now), next_at).await? {
        return Err(Problem::conflict(row));
    }
    let action = if is_paused { "report_schedule.paused" } else { "report_schedule.resumed" };
    let detail = json!({ "companyId": scope.company(), "report": row.report });
    work.record(action, "report_schedule", id.0, detail);
    with_people(work, scope, id).await
}

pub(super) async fn remove(
    work: &mut Work,
    scope: &CompanyFiguresScope<Reports, Write>,
    (id, version): (ReportScheduleId, i64),
) -> Result<ReportScheduleId, Problem> {
    let row = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    if !store::remove(work.tx(), scope, (id, version)).await? {
        return Err(Problem::conflict(row));
    }
    let detail = json!({ "companyId": scope.company(), "report": row.report });
    work.record("report_schedule.removed", "report_schedule", id.0, detail);
    Ok(id)
}
