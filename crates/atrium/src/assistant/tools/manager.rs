//! A manager's own pages: waiting requests, birthdays and anniversaries, who is away. Never pay, bank, W-2 or benefits.

use super::super::Asker;
use super::super::answer::Draft;
use super::super::reading::{Closed, Pages};
use super::super::rules;
use super::time_off::{self, ReportNamed};
use super::{Inquiry, is_open_for, managed};
use crate::shared::day::Day;
use crate::shared::problem::Problem;
use crate::time_off::TimeOff;
use language::Topic;
use serde::Deserialize;
use serde_json::{Value, json};

const TIME_OFF: &str = "query ($t: ID!, $c: ID!, $m: ID!) {
  list: listManagersEmployeesTimeOffRequest(tenantId: $t, companyId: $c, managerId: $m, limit: 20) {
    results { firstName lastName type typeEs timeOffDate endDate } }
}";
const CORRECTIONS: &str = "query ($t: ID!, $c: ID!, $m: ID!) {
  list: listPunchCorrections(tenantId: $t, companyId: $c, managerId: $m, limit: 20) {
    results { firstName lastName date } }
}";
const DATES: &str = "query ($t: ID!, $c: ID!, $m: ID!, $days: Int) {
  teamCelebrations(tenantId: $t, companyId: $c, managerId: $m, days: $days, limit: 20) {
    firstName lastName occasion date years }
}";

const NAMES: &str = "query ($t: ID!, $c: ID!, $m: ID!) {
  timeOffReports(tenantId: $t, companyId: $c, managerId: $m, limit: 100) { firstName lastName }
}";

/// As many of each as these queries read.
const MAX_WAITING: usize = 20;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NamesRead {
    time_off_reports: Vec<ReadName>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadName {
    first_name: String,
    last_name: String,
}

#[derive(Deserialize)]
struct WaitingRead {
    list: WaitingList,
}

#[derive(Deserialize)]
struct WaitingList {
    results: Vec<ReadWaiting>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadWaiting {
    first_name: String,
    last_name: String,
    #[serde(rename = "type")]
    name: Option<String>,
    type_es: Option<String>,
    time_off_date: Option<Day>,
    end_date: Option<Day>,
    date: Option<Day>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DatesRead {
    team_celebrations: Vec<ReadCelebration>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadCelebration {
    first_name: String,
    last_name: String,
    occasion: String,
    date: Day,
    years: Option<i64>,
}

impl ReadCelebration {
    fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// First and last names of the first hundred reports the asker may ask about.
pub(in super::super) async fn report_names(asker: &Asker, pages: &Pages) -> Result<Vec<String>, Problem> {
    if !managed::<TimeOff>(asker) {
        return Ok(vec![]);
    }
    match pages.read::<NamesRead>(NAMES, json!({})).await {
        Ok(read) => {
            let name = |one: &ReadName| format!("{} {}", one.first_name, one.last_name);
            Ok(read.time_off_reports.iter().map(name).collect())
        }
        Err(Closed::ForAsker) => Ok(vec![]),
        Err(Closed::Failed(problem)) => Err(problem),
    }
}

/// The name of the report a question is about; as it was said, if several have it.
pub(in super::super) async fn report_meant(asked: &Inquiry<'_>) -> Result<Option<String>, Closed> {
    let Some(said) = asked.other_person() else { return Ok(None) };
    Ok(match time_off::report_named(asked, said).await? {
        ReportNamed::One(report) => Some(report.name()),
        ReportNamed::Several(_) => Some(said.to_owned()),
        ReportNamed::NoOne => None,
    })
}

/// What may be asked about a report, in words that are understood.
pub(in super::super) fn report_questions(asked: &Inquiry<'_>, name: &str) -> Vec<(Topic, String)> {
    let questions = [
        (
            Topic::TimeOffBalance,
            (format!("How much time off does {name} have?"), format!("¿Cuánto tiempo libre tiene {name}?")),
        ),
        (
            Topic::ManagerAway,
            (format!("Is {name} off this week?"), format!("¿Está {name} fuera esta semana?")),
        ),
        (
            Topic::RequestStatus,
            (
                format!("Did {name}’s time off request get approved?"),
                format!("¿Aprobaron el tiempo libre de {name}?"),
            ),
        ),
        (
            Topic::HoursToday,
            (
                format!("How many hours has {name} worked today?"),
                format!("¿Cuántas horas ha trabajado {name} hoy?"),
            ),
        ),
    ];
    let open = questions.into_iter().filter(|(topic, _)| is_open_for(asked, *topic));
    open.map(|(topic, words)| (topic, asked.pick(words))).collect()
}

/// What is waiting on one page; nothing if it's closed.
async fn waiting(asked: &Inquiry<'_>, query: &'static str, more: Value) -> Result<Vec<ReadWaiting>, Closed> {
    match asked.pages.read::<WaitingRead>(query, more).await {
        Ok(read) => Ok(read.list.results),
        Err(Closed::ForAsker) => Ok(vec![]),
        Err(failed) => Err(failed),
    }
}

/// Reading these queues is recorded for the people in them, so the assistant only says where they are.
fn change_pages(asked: &Inquiry<'_>, draft: Draft) -> Draft {
    draft
        .link(
            asked.pick(("Personal information", "Información personal")),
            "/manager/employees/change-requests",
        )
        .link(asked.pick(("Direct deposit", "Depósito directo")), "/manager/disbursements")
}

/// How many requests of a kind. A full list may have more behind it.
fn counted(asked: &Inquiry<'_>, page: &str, many: usize) -> String {
    let kind = match (page == "Time off", many) {
        (true, 1) => ("time-off request", "solicitud de tiempo libre"),
        (true, _) => ("time-off requests", "solicitudes de tiempo libre"),
        (false, 1) => ("punch correction", "corrección de marca"),
        (false, _) => ("punch corrections", "correcciones de marcas"),
    };
    let kind = asked.pick(kind);
    if many < MAX_WAITING {
        return format!("{many} {kind}");
    }
    asked.pick((format!("{many} or more {kind}"), format!("{many} o más {kind}")))
}

pub(super) async fn approvals(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let mut queues = vec![
        (("Time off", "Tiempo libre"), "/manager/leaverequests", waiting(asked, TIME_OFF, json!({})).await?),
        (
            ("Punch corrections", "Correcciones de marcas"),
            "/manager/timeclock",
            waiting(asked, CORRECTIONS, json!({})).await?,
        ),
    ];
    if let Some(said) = asked.other_person() {
        for (_, _, list) in &mut queues {
            list.retain(|one| rules::is_named(&format!("{} {}", one.first_name, one.last_name), said));
        }
    }
    queues.retain(|(_, _, list)| !list.is_empty());
    if queues.is_empty() {
        let words = (
            "No time-off requests or punch corrections are waiting for you.",
            "No hay solicitudes de tiempo libre ni correcciones de marcas que esperen su decisión.",
        );
        let page = ("Time-off requests", "Solicitudes de tiempo libre");
        let draft = change_pages(asked, Draft::nothing(asked.pick(words)));
        return Ok(draft.sourced(Topic::ManagerApprovals, &asked.speech, page, "/manager/leaverequests"));
    }
    let counted: Vec<String> =
        queues.iter().map(|(page, _, list)| counted(asked, page.0, list.len())).collect();
    let is_one = queues.iter().map(|(_, _, list)| list.len()).sum::<usize>() == 1;
    let counted = asked.speech.listed(&counted);
    let fact = asked.pick(if is_one {
        (format!("{counted} is waiting for you."), format!("{counted} espera su decisión."))
    } else {
        (format!("{counted} are waiting for you."), format!("{counted} esperan su decisión."))
    });
    let columns = asked.pick((["What", "Who", "When"], ["Qué", "Quién", "Cuándo"]));
    let mut rows = vec![];
    for (page, _, list) in &queues {
        for one in list {
            let name = asked.pick((&one.name, &one.type_es)).clone();
            let when = match (one.time_off_date, one.end_date, one.date) {
                (Some(first), Some(last), _) => asked.speech.days(first, last),
                (_, _, Some(day)) => asked.speech.day(day),
                _ => String::new(),
            };
            let what = name.unwrap_or_else(|| asked.pick(*page).to_owned());
            rows.push(vec![what, format!("{} {}", one.first_name, one.last_name), when]);
        }
    }
    let mut draft = Draft::saying(fact).table(&columns.map(str::to_owned), rows);
    for (page, path, _) in queues.iter().skip(1) {
        draft = draft.link(asked.pick(*page), *path);
    }
    draft = change_pages(asked, draft);
    let (page, path, _) = queues.remove(0);
    Ok(draft
        .sourced(Topic::ManagerApprovals, &asked.speech, page, path)
        .then(&[Topic::ManagerAway, Topic::ManagerDates]))
}

pub(super) async fn dates(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    const PAGE: (&str, &str) = ("Your employees", "Sus empleados");
    const PATH: &str = "/manager/employees";
    let ahead =
        asked.slots.to.or(asked.slots.from).map_or(30, |day| (day - asked.speech.today.0).get_days() + 1);
    let variables = json!({ "days": ahead.clamp(1, 31) });
    let mut found = asked.pages.read::<DatesRead>(DATES, variables).await?.team_celebrations;
    if let Some(from) = asked.slots.from {
        found.retain(|one| one.date.0 >= from);
    }
    if let Some(said) = asked.other_person() {
        found.retain(|one| rules::is_named(&one.name(), said));
    }
    let Some(first) = found.first() else {
        let words = (
            "I don’t see any birthdays or anniversaries then.",
            "No veo cumpleaños ni aniversarios en esas fechas.",
        );
        return Ok(Draft::nothing(asked.pick(words)).sourced(Topic::ManagerDates, &asked.speech, PAGE, PATH));
    };
    let what = |one: &ReadCelebration| match (one.occasion.as_str(), one.years) {
        ("anniversary", Some(1)) => {
            asked.pick(("work anniversary (1 year)", "aniversario laboral (1 año)")).to_owned()
        }
        ("anniversary", Some(years)) => asked.pick((
            format!("work anniversary ({years} years)"),
            format!("aniversario laboral ({years} años)"),
        )),
        ("anniversary", None) => asked.pick(("work anniversary", "aniversario laboral")).to_owned(),
        _ => asked.pick(("birthday", "cumpleaños")).to_owned(),
    };
    let of = |one: &ReadCelebration| {
        let (name, what) = (one.name(), what(one));
        let on = asked.speech.during(one.date, one.date);
        asked.pick((format!("{name}’s {what} {on}"), format!("{what} de {name}, {on}")))
    };
    let which = of(first);
    let fact = asked.pick((format!("Next is {which}."), format!("Lo próximo: {which}.")));
    let columns = asked.pick((["Who", "What", "When"], ["Quién", "Qué", "Cuándo"]));
    let row = |one: &ReadCelebration| vec![one.name(), what(one), asked.speech.day(one.date)];
    let draft = Draft::saying(fact).table(&columns.map(str::to_owned), found.iter().map(row).collect());
    Ok(draft
        .sourced(Topic::ManagerDates, &asked.speech, PAGE, PATH)
        .then(&[Topic::ManagerAway, Topic::ManagerApprovals]))
}

pub(super) async fn away(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    time_off::reports_away(asked).await
}
