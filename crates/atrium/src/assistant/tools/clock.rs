//! Hours and punches in our own time clock.

use super::super::answer::Draft;
use super::super::reading::Closed;
use super::super::words::plain;
use super::time_off::{self, ReportNamed};
use super::{Inquiry, own};
use crate::clock::Punches;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::vendor::Vendor;
use language::Topic;
use serde::Deserialize;
use serde_json::json;

const CLOCK: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
  timeClock(tenantId: $t, companyId: $c, employeeId: $e) { state date workedMinutes breakMinutes }
}";
const CARD: &str = "query ($t: ID!, $c: ID!, $e: ID!, $date: Date) {
  timeCard(tenantId: $t, companyId: $c, employeeId: $e, date: $date) {
    startDate endDate workedMinutes scheduledHours days { date workedMinutes missing } }
}";
const REPORT_CARD: &str = "query ($t: ID!, $c: ID!, $report: ID!, $m: ID!, $date: Date) {
  timeCard(tenantId: $t, companyId: $c, employeeId: $report, managerId: $m, date: $date) {
    startDate endDate workedMinutes scheduledHours days { date workedMinutes missing } }
}";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClockRead {
    time_clock: ReadClock,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadClock {
    state: String,
    worked_minutes: i64,
    break_minutes: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CardRead {
    time_card: ReadCard,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadCard {
    start_date: Day,
    end_date: Day,
    worked_minutes: i64,
    scheduled_hours: Amount,
    days: Vec<ReadCardDay>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadCardDay {
    date: Day,
    worked_minutes: i64,
    missing: Vec<String>,
}

const CARD_PAGE: (&str, &str) = ("Your time card", "Su hoja de horas");
const CARD_PATH: &str = "/time";

/// The vendor that keeps the company's time cards: then there are no hours here, and none is not zero.
fn vendor(asked: &Inquiry<'_>) -> Option<&'static str> {
    let membership = asked.asker.viewer.membership(asked.asker.at.company)?;
    let kept = membership.vendors.iter().map(|(vendor, _)| *vendor).find(|vendor| vendor.keeps_time_cards());
    kept.map(Vendor::as_str)
}

pub(super) async fn hours(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let today = asked.speech.today;
    let from = asked.slots.from.map(Day);
    // "Since Monday" ends today.
    let last = from.map(|first| asked.slots.to.map_or(first.max(today), Day));
    if let Some(said) = asked.other_person() {
        let report = match time_off::report_named(asked, said).await? {
            ReportNamed::One(report) => report,
            ReportNamed::Several(names) => return Ok(time_off::which_report(asked, &names)),
            ReportNamed::NoOne => return Ok(super::refusal(asked)),
        };
        if let Some(vendor) = vendor(asked) {
            let name = report.name();
            return Ok(Draft::nothing(asked.pick((
                format!("{name}’s hours are kept in {vendor}, so I can’t see them."),
                format!("Las horas de {name} se llevan en {vendor}; no puedo verlas."),
            ))));
        }
        let day = from.unwrap_or(today);
        let last = last.unwrap_or(day);
        let variables = json!({ "report": report.id, "date": day });
        let card = asked.pages.read::<CardRead>(REPORT_CARD, variables).await?.time_card;
        return Ok(of_days(asked, &card, (day, last), Some(&report.name())));
    }
    if !own::<Punches>(asked.asker) {
        return Ok(super::closed(asked, Topic::HoursToday));
    }
    if let Some(vendor) = vendor(asked) {
        let words = asked.pick((
            format!("Your hours are kept in {vendor}, so I can’t see them."),
            format!("Sus horas se llevan en {vendor}; no puedo verlas."),
        ));
        return Ok(Draft::nothing(words).link(asked.pick(CARD_PAGE), CARD_PATH));
    }
    if let Some((first, last)) = from.zip(last).filter(|days| *days != (today, today)) {
        let card = asked.pages.read::<CardRead>(CARD, json!({ "date": first.min(today) })).await?.time_card;
        return Ok(of_days(asked, &card, (first, last), None));
    }
    let clock = asked.pages.read::<ClockRead>(CLOCK, json!({})).await?.time_clock;
    let (worked, paused) =
        (asked.speech.minutes(clock.worked_minutes), asked.speech.minutes(clock.break_minutes));
    let is_unworked = clock.worked_minutes == 0 && !matches!(clock.state.as_str(), "working" | "onBreak");
    let state = asked.pick(match clock.state.as_str() {
        "working" => ("You’re clocked in.", "Su entrada está registrada."),
        "onBreak" => ("You’re on a break.", "Está en un descanso."),
        _ => ("You’re clocked out.", "No tiene una entrada abierta."),
    });
    let card = asked.pages.read::<CardRead>(CARD, json!({})).await?.time_card;
    let (period, total) =
        (asked.speech.days(card.start_date, card.end_date), asked.speech.minutes(card.worked_minutes));
    let scheduled = plain(card.scheduled_hours);
    let breaks = match clock.break_minutes {
        0 => String::new(),
        _ => asked.pick((format!(", plus {paused} of breaks"), format!(", más {paused} de descanso"))),
    };
    let fact = if is_unworked {
        asked.pick(("You haven’t clocked in today.", "Hoy no ha registrado su entrada.")).to_owned()
    } else {
        asked.pick((
            format!("You’ve worked {worked} today{breaks}. {state}"),
            format!("Hoy ha trabajado {worked}{breaks}. {state}"),
        ))
    };
    let draft = Draft::saying(fact).and(asked.pick((
        format!("You’ve worked {total} of your {scheduled} scheduled hours this period ({period})."),
        format!("En este período ({period}) ha trabajado {total} de sus {scheduled} horas programadas."),
    )));
    Ok(draft
        .sourced(Topic::HoursToday, &asked.speech, CARD_PAGE, CARD_PATH)
        .then(&[Topic::MissedPunch, Topic::LastStub]))
}

/// The hours on some days in a period; days outside it aren't on its card.
fn of_days(asked: &Inquiry<'_>, card: &ReadCard, (first, last): (Day, Day), whose: Option<&str>) -> Draft {
    let (page, path) = match whose {
        Some(_) => (("Time clock", "Reloj de asistencia"), "/manager/timeclock"),
        None => (CARD_PAGE, CARD_PATH),
    };
    let is_whole = first <= card.start_date && card.end_date <= last;
    let on: Vec<&ReadCardDay> = card.days.iter().filter(|day| (first..=last).contains(&day.date)).collect();
    if on.is_empty() {
        let words = ("I don’t see any hours for that time.", "No veo horas en esas fechas.");
        return Draft::nothing(asked.pick(words)).sourced(Topic::HoursToday, &asked.speech, page, path);
    }
    let minutes = if is_whole { card.worked_minutes } else { on.iter().map(|day| day.worked_minutes).sum() };
    let (worked, when) =
        (asked.speech.minutes(minutes), asked.speech.during(on[0].date, on[on.len() - 1].date));
    let fact = match whose {
        Some(name) => (format!("{name} worked {worked} {when}."), format!("{name} trabajó {worked} {when}.")),
        None => (format!("You worked {worked} {when}."), format!("Trabajó {worked} {when}.")),
    };
    let mut draft = Draft::saying(asked.pick(fact));
    if on.len() > 1 {
        let columns = asked.pick((["Day", "Worked"], ["Día", "Trabajado"]));
        let row =
            |day: &&ReadCardDay| vec![asked.speech.day(day.date), asked.speech.minutes(day.worked_minutes)];
        draft = draft.table(&columns.map(str::to_owned), on.iter().map(row).collect());
    }
    draft.sourced(Topic::HoursToday, &asked.speech, page, path).then(&[Topic::MissedPunch])
}

pub(super) async fn missed_punch(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let date = asked.slots.from.map(|day| Day(day).min(asked.speech.today));
    let card = match asked.pages.read::<CardRead>(CARD, json!({ "date": date })).await {
        Ok(read) => read.time_card,
        Err(Closed::ForAsker) => {
            let words = (
                "Your time card isn’t kept here, so I can’t see your punches.",
                "Su hoja de horas no se lleva aquí; no puedo ver sus marcas.",
            );
            return Ok(Draft::nothing(asked.pick(words)).link(asked.pick(CARD_PAGE), CARD_PATH));
        }
        Err(failed) => return Err(failed),
    };
    let kind = |missing: &String| {
        asked.pick(match missing.as_str() {
            "in" => ("clock-in", "entrada"),
            "out" => ("clock-out", "salida"),
            "breakStart" => ("break start", "inicio del descanso"),
            _ => ("break end", "fin del descanso"),
        })
    };
    let of_day = |day: &ReadCardDay| {
        let kinds = day.missing.iter().map(kind).collect::<Vec<_>>().join(", ");
        format!("{} ({kinds})", asked.speech.day(day.date))
    };
    let gaps: Vec<String> = card.days.iter().filter(|day| !day.missing.is_empty()).map(of_day).collect();
    let period = asked.speech.days(card.start_date, card.end_date);
    let how = asked.pick((
        "To fix a punch, open the day on your time card and send a correction with the reason. It counts once your manager approves it.",
        "Para corregir una marca, abra el día en su hoja de horas y envíe una corrección con el motivo. Contará cuando su gerente la apruebe.",
    ));
    let draft = if gaps.is_empty() {
        Draft::saying(asked.pick((
            format!("You have no missing punches this period ({period})."),
            format!("No le falta ninguna marca en este período ({period})."),
        )))
    } else {
        let gaps = gaps.join("; ");
        Draft::saying(
            asked.pick((format!("You’re missing punches: {gaps}."), format!("Le faltan marcas: {gaps}."))),
        )
    };
    let draft = draft.and(how);
    Ok(draft.sourced(Topic::MissedPunch, &asked.speech, CARD_PAGE, CARD_PATH).then(&[Topic::HoursToday]))
}
