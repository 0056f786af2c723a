//! A manager's own pages: waiting requests, birthdays and anniversaries, who is away. Never pay, bank, W-2 or benefits.

use super::super::answer::Draft;
use super::super::reading::Closed;
use super::super::rules;
use super::{Inquiry, time_off};
use crate::shared::day::Day;
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
            "No time off or punch corrections are waiting for you.",
            "No hay tiempo libre ni correcciones de marcas que esperen su decisión.",
        );
        let page = ("Time-off requests", "Solicitudes de tiempo libre");
        let draft = change_pages(asked, Draft::nothing(asked.pick(words)));
        return Ok(draft.sourced(Topic::ManagerApprovals, &asked.speech, page, "/manager/leaverequests"));
    }
    let counted =
        queues.iter().map(|(page, _, list)| format!("{} {}", list.len(), asked.pick(*page).to_lowercase()));
    let counted = counted.collect::<Vec<_>>().join(", ");
    let fact =
        asked.pick((format!("Waiting for you: {counted}."), format!("Esperan su decisión: {counted}.")));
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
        found.retain(|one| rules::is_named(&format!("{} {}", one.first_name, one.last_name), said));
    }
    let Some(first) = found.first() else {
        let words = (
            "I don’t see any birthdays or anniversaries then.",
            "No veo cumpleaños ni aniversarios en esas fechas.",
        );
        return Ok(Draft::nothing(asked.pick(words)).sourced(Topic::ManagerDates, &asked.speech, PAGE, PATH));
    };
    let what = |one: &ReadCelebration| match (one.occasion.as_str(), one.years) {
        ("anniversary", Some(years)) => {
            asked.pick((format!("work anniversary ({years})"), format!("aniversario laboral ({years})")))
        }
        ("anniversary", None) => asked.pick(("work anniversary", "aniversario laboral")).to_owned(),
        _ => asked.pick(("birthday", "cumpleaños")).to_owned(),
    };
    let (name, on) = (format!("{} {}", first.first_name, first.last_name), asked.speech.day(first.date));
    let which = what(first);
    let fact =
        asked.pick((format!("Next: {name}, {which}, {on}."), format!("Lo próximo: {name}, {which}, {on}.")));
    let columns = asked.pick((["Who", "What", "When"], ["Quién", "Qué", "Cuándo"]));
    let row = |one: &ReadCelebration| {
        vec![format!("{} {}", one.first_name, one.last_name), what(one), asked.speech.day(one.date)]
    };
    let draft = Draft::saying(fact).table(&columns.map(str::to_owned), found.iter().map(row).collect());
    Ok(draft
        .sourced(Topic::ManagerDates, &asked.speech, PAGE, PATH)
        .then(&[Topic::ManagerAway, Topic::ManagerApprovals]))
}

pub(super) async fn away(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    time_off::reports_away(asked).await
}
