//! Time off: balances, requests, who is away, holidays. People who decide on a report's time off may ask about it.

use super::super::answer::{AnswerBand, Draft};
use super::super::reading::Closed;
use super::super::rules;
use super::super::words::{plain, quote};
use super::{Inquiry, managed, own};
use crate::calendars::{Calendars, ReportsCalendar};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::time_off::{BalancePage, TimeOff};
use language::{LeaveKind, Topic};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const REPORTS: &str = "query ($t: ID!, $c: ID!, $m: ID!, $search: String) {
  timeOffReports(tenantId: $t, companyId: $c, managerId: $m, search: $search, limit: 20) { id firstName lastName }
}";
const BALANCES: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
  timeOffBalances(tenantId: $t, companyId: $c, employeeId: $e) {
    typeId type typeEs hasBalance currentBalance scheduledHours availableBalance }
}";
const REPORT_BALANCES: &str = "query ($t: ID!, $c: ID!, $report: ID!, $m: ID!) {
  timeOffBalances(tenantId: $t, companyId: $c, employeeId: $report, managerId: $m) {
    typeId type typeEs hasBalance currentBalance scheduledHours availableBalance }
}";
const LEDGER: &str = "query ($t: ID!, $c: ID!, $e: ID!, $type: ID!, $date: Date!) {
  timeOffLedger(tenantId: $t, companyId: $c, employeeId: $e, typeId: $type, date: $date) {
    balance lines { date kind amount } }
}";
const REPORT_LEDGER: &str = "query ($t: ID!, $c: ID!, $report: ID!, $m: ID!, $type: ID!, $date: Date!) {
  timeOffLedger(tenantId: $t, companyId: $c, employeeId: $report, managerId: $m, typeId: $type, date: $date) {
    balance lines { date kind amount } }
}";
const REQUESTS: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
  listEmployeeTimeOffRequests(tenantId: $t, companyId: $c, employeeId: $e, limit: 20) {
    results { type typeEs amount timeOffDate endDate requestDate status managerNotes decidedByName } }
}";
const REPORT_REQUESTS: &str = "query ($t: ID!, $c: ID!, $report: ID!, $m: ID!) {
  listEmployeeTimeOffRequests(tenantId: $t, companyId: $c, employeeId: $report, managerId: $m, limit: 20) {
    results { type typeEs amount timeOffDate endDate requestDate status managerNotes decidedByName } }
}";
const TEAM: &str = "query ($t: ID!, $c: ID!, $e: ID!, $first: Date!, $last: Date!) {
  teamCalendar(tenantId: $t, companyId: $c, employeeId: $e, startDate: $first, endDate: $last) {
    away { date firstName lastName isOwn isPending } isCut }
}";
const REPORTS_AWAY: &str = "query ($t: ID!, $c: ID!, $m: ID!, $first: Date!, $last: Date!) {
  reportsCalendar(tenantId: $t, companyId: $c, managerId: $m, startDate: $first, endDate: $last) {
    away { date firstName lastName isOwn isPending } isCut }
}";
const HOLIDAYS: &str = "query ($t: ID!, $c: ID!, $year: Int) {
  holidays(tenantId: $t, companyId: $c, year: $year) { date name nameEs }
}";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReportsRead {
    time_off_reports: Vec<ReadReport>,
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReadReport {
    pub id: String,
    pub first_name: String,
    pub last_name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BalancesRead {
    time_off_balances: Vec<ReadBalance>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadBalance {
    type_id: String,
    #[serde(rename = "type")]
    name: String,
    type_es: String,
    has_balance: bool,
    current_balance: Amount,
    scheduled_hours: Amount,
    available_balance: Amount,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LedgerRead {
    time_off_ledger: ReadLedger,
}

#[derive(Deserialize)]
struct ReadLedger {
    balance: Amount,
    lines: Vec<ReadLine>,
}

#[derive(Deserialize)]
struct ReadLine {
    date: Day,
    kind: String,
    amount: Amount,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RequestsRead {
    list_employee_time_off_requests: RequestList,
}

#[derive(Deserialize)]
struct RequestList {
    results: Vec<ReadRequest>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadRequest {
    #[serde(rename = "type")]
    name: String,
    type_es: String,
    amount: Amount,
    time_off_date: Day,
    end_date: Day,
    request_date: Day,
    status: String,
    manager_notes: String,
    decided_by_name: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadAway {
    date: Day,
    first_name: String,
    last_name: String,
    is_own: bool,
    is_pending: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadCalendar {
    away: Vec<ReadAway>,
    is_cut: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TeamRead {
    #[serde(alias = "reportsCalendar")]
    team_calendar: ReadCalendar,
}

#[derive(Deserialize)]
struct HolidaysRead {
    holidays: Vec<ReadHoliday>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadHoliday {
    date: Day,
    name: String,
    name_es: String,
}

const BALANCE_PAGE: (&str, &str) = ("Your time off", "Su tiempo libre");
const BALANCE_PATH: &str = "/time/timeOffDetails";
const TEAM_REQUESTS: (&str, &str) = ("Time-off requests", "Solicitudes de tiempo libre");
const TEAM_PATH: &str = "/manager/leaverequests";

/// Who a name means among the reports whose time off the asker decides on.
pub(super) enum ReportNamed {
    One(ReadReport),
    /// Their names.
    Several(Vec<String>),
    /// Someone the asker may not ask about, whether or not they exist.
    NoOne,
}

/// Whose time off the question is about: the asker's own, or that of a report they decide on.
enum BalanceOf {
    Own,
    Report(ReadReport),
    /// What to say instead: the name means no one or several people, or the page is closed.
    Unclear(Box<Draft>),
}

pub(super) async fn report_named(asked: &Inquiry<'_>, said: &str) -> Result<ReportNamed, Closed> {
    if !managed::<TimeOff>(asked.asker) {
        return Ok(ReportNamed::NoOne);
    }
    let found = asked.pages.read::<ReportsRead>(REPORTS, json!({ "search": rules::folded(said) })).await;
    let mut found = match found {
        Ok(read) => read.time_off_reports,
        Err(Closed::ForAsker) => return Ok(ReportNamed::NoOne),
        Err(failed) => return Err(failed),
    };
    found.retain(|one| rules::is_named(&one.name(), said));
    Ok(match found.len() {
        0 => ReportNamed::NoOne,
        1 => ReportNamed::One(found.remove(0)),
        _ => ReportNamed::Several(found.iter().map(ReadReport::name).collect()),
    })
}

/// Two reports may share a name; the asker may know of both.
pub(super) fn which_report(asked: &Inquiry<'_>, names: &[String]) -> Draft {
    let listed = names.join(", ");
    Draft::nothing(asked.pick((
        format!("Who do you mean: {listed}? Ask again with the full name."),
        format!("¿A quién se refiere: {listed}? Pregunte de nuevo con el nombre completo."),
    )))
    .in_band(AnswerBand::AskBack)
}

async fn whose(asked: &Inquiry<'_>, topic: Topic) -> Result<BalanceOf, Closed> {
    let Some(said) = asked.other_person() else {
        let is_open = own::<BalancePage>(asked.asker);
        let closed = || BalanceOf::Unclear(Box::new(super::closed(asked, topic)));
        return Ok(if is_open { BalanceOf::Own } else { closed() });
    };
    let unclear = match report_named(asked, said).await? {
        ReportNamed::One(report) => return Ok(BalanceOf::Report(report)),
        ReportNamed::Several(names) => which_report(asked, &names),
        ReportNamed::NoOne => super::refusal(asked),
    };
    Ok(BalanceOf::Unclear(Box::new(unclear)))
}

impl ReadReport {
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

impl BalanceOf {
    fn with(&self, more: Value) -> Value {
        let mut all = more;
        if let BalanceOf::Report(report) = self {
            all["report"] = json!(report.id);
        }
        all
    }

    fn query(&self, (own, of_report): (&'static str, &'static str)) -> &'static str {
        if matches!(self, BalanceOf::Report(_)) { of_report } else { own }
    }

    fn place(&self) -> ((&'static str, &'static str), &'static str) {
        if matches!(self, BalanceOf::Report(_)) {
            (TEAM_REQUESTS, TEAM_PATH)
        } else {
            (BALANCE_PAGE, BALANCE_PATH)
        }
    }

    fn name(&self) -> Option<String> {
        match self {
            BalanceOf::Report(report) => Some(report.name()),
            BalanceOf::Own | BalanceOf::Unclear(_) => None,
        }
    }
}

fn is_kind(kind: LeaveKind, names: (&str, &str)) -> bool {
    let words: &[&str] = match kind {
        LeaveKind::Vacation => &["vacation", "vacacion", "pto", "paid time off", "tiempo libre pagado"],
        LeaveKind::Sick => &["sick", "enferm"],
        LeaveKind::Personal => &["personal"],
        LeaveKind::Holiday => &["holiday", "floating", "feriado", "festivo", "flotante"],
        LeaveKind::Bereavement => &["bereav", "duelo", "luto"],
        LeaveKind::Jury => &["jury", "jurado"],
        LeaveKind::Parental => &["parent", "matern", "patern"],
    };
    let plain = format!("{} {}", rules::folded(names.0), rules::folded(names.1));
    words.iter().any(|word| plain.contains(word))
}

async fn balances(asked: &Inquiry<'_>, whose: &BalanceOf) -> Result<Vec<ReadBalance>, Closed> {
    let query = whose.query((BALANCES, REPORT_BALANCES));
    let mut found = asked.pages.read::<BalancesRead>(query, whose.with(json!({}))).await?.time_off_balances;
    found.retain(|one| one.has_balance);
    if let Some(kind) = asked.slots.kind {
        found.retain(|one| is_kind(kind, (&one.name, &one.type_es)));
    }
    Ok(found)
}

fn no_balance(asked: &Inquiry<'_>, whose: &BalanceOf) -> Draft {
    let words = ("I don’t see a balance for that.", "No veo ningún saldo de ese tipo.");
    let (page, path) = whose.place();
    Draft::nothing(asked.pick(words)).sourced(Topic::TimeOffBalance, &asked.speech, page, path)
}

/// To the hundredth of an hour, for a sentence; the table has the page's exact figure.
fn rounded(hours: Amount) -> Amount {
    Amount::from_cents((hours.ten_thousandths() + 50).div_euclid(100))
}

/// A type's name within a sentence. Names of several words, and short ones like PTO, stay as the company writes them.
fn within(name: &str) -> String {
    let is_plain_word = name.chars().skip(1).all(char::is_lowercase);
    if is_plain_word { name.to_lowercase() } else { name.to_owned() }
}

pub(super) async fn balance(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let whose = match whose(asked, Topic::TimeOffBalance).await? {
        BalanceOf::Unclear(draft) => return Ok(*draft),
        clear => clear,
    };
    let found = balances(asked, &whose).await?;
    if found.is_empty() {
        return Ok(no_balance(asked, &whose));
    }
    let (english, spanish) = match whose.name() {
        Some(name) => (format!("{name} has"), format!("A {name} le quedan")),
        None => ("You have".to_owned(), "Le quedan".to_owned()),
    };
    let each = |one: &ReadBalance| {
        let hours = asked.speech.hours(rounded(one.available_balance));
        asked.pick((
            format!("{hours} of {}", within(&one.name)),
            format!("{hours} de {}", within(&one.type_es)),
        ))
    };
    let listed = asked.speech.listed(&found.iter().map(each).collect::<Vec<_>>());
    let fact = asked.pick((format!("{english} {listed} left."), format!("{spanish} {listed}.")));
    let columns = asked
        .pick((["Type", "Balance", "Scheduled", "Available"], ["Tipo", "Saldo", "Programado", "Disponible"]));
    let row = |one: &ReadBalance| {
        let numbers = [one.current_balance, one.scheduled_hours, one.available_balance].map(plain);
        std::iter::once(asked.pick((&one.name, &one.type_es)).clone()).chain(numbers).collect::<Vec<String>>()
    };
    let adds = |one: &ReadBalance| {
        let [balance, scheduled, available] =
            [one.current_balance, one.scheduled_hours, one.available_balance].map(plain);
        asked.pick((
            format!(
                "{}: balance {balance} − scheduled or requested {scheduled} = available {available}.",
                one.name
            ),
            format!(
                "{}: saldo {balance} − programadas o solicitadas {scheduled} = disponibles {available}.",
                one.type_es
            ),
        ))
    };
    let mut draft = Draft::saying(fact);
    let is_scheduled = |one: &&ReadBalance| one.scheduled_hours != Amount::ZERO;
    draft.lines.extend(found.iter().filter(is_scheduled).take(3).map(adds));
    let (page, path) = whose.place();
    let draft = draft.table(&columns.map(str::to_owned), found.iter().map(row).collect());
    let next = [Topic::BalanceOnDate, Topic::RequestHow, Topic::RequestStatus];
    Ok(draft.sourced(Topic::TimeOffBalance, &asked.speech, page, path).then(&next))
}

pub(super) async fn balance_on_date(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    const SHOWN: usize = 4;
    let date = asked.slots.to.or(asked.slots.from).map(Day).filter(|day| day.is_in_range());
    let Some(date) = date else { return balance(asked).await };
    let whose = match whose(asked, Topic::BalanceOnDate).await? {
        BalanceOf::Unclear(draft) => return Ok(*draft),
        clear => clear,
    };
    let found = balances(asked, &whose).await?;
    if found.is_empty() {
        return Ok(no_balance(asked, &whose));
    }
    let query = whose.query((LEDGER, REPORT_LEDGER));
    let (mut listed, mut adds) = (vec![], vec![]);
    for one in found.iter().take(SHOWN) {
        let variables = whose.with(json!({ "type": one.type_id, "date": date }));
        let ledger = asked.pages.read::<LedgerRead>(query, variables).await?.time_off_ledger;
        let (hours, name) = (asked.speech.hours(ledger.balance), asked.pick((&one.name, &one.type_es)));
        listed.push(asked.pick((format!("{hours} of {name}"), format!("{hours} de {name}"))));
        adds.extend(changes(asked, &ledger, date).map(|changes| format!("{name}: {changes}.")));
    }
    let (on, listed) = (asked.speech.day(date), asked.speech.listed(&listed));
    let is_ahead = date > asked.speech.today;
    let who = whose.name();
    let fact = match (&who, is_ahead) {
        (Some(name), true) => {
            (format!("On {on}, {name} will have {listed}."), format!("El {on}, {name} tendrá {listed}."))
        }
        (Some(name), false) => {
            (format!("On {on}, {name} had {listed}."), format!("El {on}, {name} tenía {listed}."))
        }
        (None, true) => (format!("On {on} you’ll have {listed}."), format!("El {on} tendrá {listed}.")),
        (None, false) => (format!("On {on} you had {listed}."), format!("El {on} tenía {listed}.")),
    };
    let mut draft = Draft::saying(asked.pick(fact));
    draft.lines.extend(adds);
    if is_ahead {
        draft = draft.and(asked.pick((
            "That counts what you earn until then and the time off already requested.",
            "Cuenta lo que acumulará hasta entonces y el tiempo libre ya solicitado.",
        )));
    }
    let (page, path) = whose.place();
    let next = [Topic::TimeOffBalance, Topic::RequestHow];
    Ok(draft.sourced(Topic::BalanceOnDate, &asked.speech, page, path).then(&next))
}

/// How a balance comes about: from today's, or from the one at the end of the year before, with everything that changes it
/// until then.
fn changes(asked: &Inquiry<'_>, ledger: &ReadLedger, date: Day) -> Option<String> {
    let is_ahead = date > asked.speech.today;
    let since = if is_ahead { asked.speech.today } else { Day(date.0.first_of_year()).plus_days(-1) };
    let mut groups: Vec<Vec<&ReadLine>> = vec![];
    for line in ledger.lines.iter().filter(|line| line.date > since) {
        match groups.iter_mut().find(|group| group[0].kind == line.kind) {
            Some(group) => group.push(line),
            None => groups.push(vec![line]),
        }
    }
    let is_opened = groups.iter().any(|group| group[0].kind == "opening");
    if groups.is_empty() || (is_ahead && is_opened) {
        return None;
    }
    let before: Amount = ledger.lines.iter().filter(|line| line.date <= since).map(|line| line.amount).sum();
    let (before, year) = (plain(before), since.0.year());
    let start = match (is_ahead, is_opened) {
        (true, _) => asked.pick((format!("{before} today"), format!("hoy {before}"))),
        (false, false) => {
            asked.pick((format!("{before} at the end of {year}"), format!("{before} al final de {year}")))
        }
        (false, true) => "0".to_owned(),
    };
    let each = groups.iter().map(|group| change(asked, group)).collect::<Vec<_>>().join(" ");
    Some(format!("{start} {each} = {}", plain(ledger.balance)))
}

/// What the lines of one kind come to: “+ 56 earned on Jan 1, 2027”.
fn change(asked: &Inquiry<'_>, lines: &[&ReadLine]) -> String {
    let (first, last) = (lines[0], lines[lines.len() - 1]);
    let kind = asked.pick(match first.kind.as_str() {
        "opening" => ("opening balance", "de saldo inicial"),
        "expiry" => ("expired", "vencidas"),
        "carryOver" => ("not carried over", "que no se traspasan"),
        "accrual" => ("earned", "acumuladas"),
        "adjustment" => ("adjusted", "de ajuste"),
        _ => ("of time off", "de tiempo libre"),
    });
    let sum: Amount = lines.iter().map(|line| line.amount).sum();
    let (sign, sum) = if sum < Amount::ZERO { ('−', plain(-sum)) } else { ('+', plain(sum)) };
    format!("{sign} {sum} {kind} {}", asked.speech.during(first.date, last.date))
}

fn status(asked: &Inquiry<'_>, status: &str) -> &'static str {
    asked.pick(match status {
        "Approved" => ("approved", "aprobada"),
        "Pending" => ("waiting for a decision", "a la espera de una decisión"),
        "Denied" => ("denied", "rechazada"),
        "Partial" => ("partly approved", "aprobada en parte"),
        _ => ("canceled", "cancelada"),
    })
}

/// Whether a request is in the state the question speaks of. Whether one was approved isn't asked about one that was canceled.
fn is_asked_for(text: &str, status: &str) -> bool {
    let plain = rules::folded(text);
    let says = |words: &[&str]| words.iter().any(|word| plain.contains(word));
    if says(&["denied", "deny", "reject", "declined", "rechaz", "negad", "negaron"]) {
        return status == "Denied";
    }
    if says(&["cancel"]) {
        return !matches!(status, "Approved" | "Pending" | "Denied" | "Partial");
    }
    if says(&["pending", "waiting", "pendiente", "espera"]) {
        return status == "Pending";
    }
    matches!(status, "Approved" | "Pending" | "Denied" | "Partial")
}

pub(super) async fn requests(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    const SHOWN: usize = 5;
    let whose = match whose(asked, Topic::RequestStatus).await? {
        BalanceOf::Unclear(draft) => return Ok(*draft),
        clear => clear,
    };
    let query = whose.query((REQUESTS, REPORT_REQUESTS));
    let read = asked.pages.read::<RequestsRead>(query, whose.with(json!({}))).await?;
    let mut found = read.list_employee_time_off_requests.results;
    if let Some(kind) = asked.slots.kind {
        found.retain(|one| is_kind(kind, (&one.name, &one.type_es)));
    }
    if let Some(from) = asked.slots.from {
        let is_by = |day: Day| asked.slots.to.is_none_or(|to| day.0 <= to);
        found.retain(|one| is_by(one.time_off_date) && from <= one.end_date.0);
    }
    let (page, path) = whose.place();
    let meant = found.iter().find(|one| is_asked_for(asked.text, &one.status)).or(found.first());
    let Some(first) = meant else {
        let words = ("I don’t see a time-off request like that.", "No veo ninguna solicitud de ese tipo.");
        return Ok(Draft::nothing(asked.pick(words)).sourced(
            Topic::RequestStatus,
            &asked.speech,
            page,
            path,
        ));
    };
    let (days, is) = (asked.speech.during(first.time_off_date, first.end_date), status(asked, &first.status));
    let (name, hours) = (asked.pick((&first.name, &first.type_es)), asked.speech.hours(first.amount));
    let fact = match whose.name() {
        Some(who) => (
            format!("{who}’s request for {name} {days} ({hours}) is {is}."),
            format!("La solicitud de {name} de {who} {days} ({hours}) está {is}."),
        ),
        None => (
            format!("Your request for {name} {days} ({hours}) is {is}."),
            format!("Su solicitud de {name} {days} ({hours}) está {is}."),
        ),
    };
    let mut draft = Draft::saying(asked.pick(fact));
    if let Some(by) = first.decided_by_name.as_ref().filter(|_| first.status != "Pending") {
        draft = draft.and(asked.pick((format!("{by} decided it."), format!("La decidió {by}."))));
    }
    if !first.manager_notes.is_empty() {
        draft = draft.and(quote(&first.manager_notes)).quoting();
    }
    let asked_on = asked.speech.day(first.request_date);
    draft =
        draft.and(asked.pick((format!("Requested on {asked_on}."), format!("Solicitada el {asked_on}."))));
    let columns = asked.pick((["Type", "Days", "Hours", "Status"], ["Tipo", "Días", "Horas", "Estado"]));
    let row = |one: &ReadRequest| {
        vec![
            asked.pick((&one.name, &one.type_es)).clone(),
            asked.speech.days(one.time_off_date, one.end_date),
            plain(one.amount),
            status(asked, &one.status).to_owned(),
        ]
    };
    let draft = draft.table(&columns.map(str::to_owned), found.iter().take(SHOWN).map(row).collect());
    let next = [Topic::TimeOffBalance, Topic::RequestHow];
    Ok(draft.sourced(Topic::RequestStatus, &asked.speech, page, path).then(&next))
}

pub(super) async fn how_to_request(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let label = asked.pick(("Request time off", "Solicitar tiempo libre"));
    let draft = Draft::saying(asked.pick((
        "Open Time, choose Request time off, then the type and the days.",
        "Abra Tiempo, elija Solicitar tiempo libre y luego el tipo y los días.",
    )))
    .and(asked.pick((
        "Before you send it, you’ll see how much you’ll have left and who else is away. I can’t send it for you.",
        "Antes de enviarla verá cuánto le quedará y quién más estará ausente. Yo no puedo enviarla por usted.",
    )));
    Ok(draft.link(label, BALANCE_PATH).then(&[Topic::TimeOffBalance, Topic::WhoIsAway, Topic::RequestStatus]))
}

/// The days a question about absences covers: what it says, otherwise this week from today on; never more than the page
/// shows.
fn span(asked: &Inquiry<'_>) -> (Day, Day) {
    const MAX_DAYS: i64 = 61;
    let today = asked.speech.today;
    let first = asked.slots.from.map_or(today, Day);
    match (asked.slots.from, asked.slots.to) {
        (Some(_), Some(to)) => (first, Day(to).max(first).min(first.plus_days(MAX_DAYS))),
        // "Since Monday" ends today; from a day to come on there is no end.
        (Some(_), None) if first <= today => (first.max(today.plus_days(-MAX_DAYS)), today),
        (Some(_), None) => (first, first.plus_days(MAX_DAYS)),
        (None, _) => (first, first.plus_days(6)),
    }
}

/// Which calendar is read: the asker's team's, or their reports'.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AwayIn {
    Team,
    Reports,
}

async fn away_from(asked: &Inquiry<'_>, among: AwayIn) -> Result<Draft, Closed> {
    const SHOWN: usize = 5;
    let (first, last) = span(asked);
    let (topic, query, page, path) = match among {
        AwayIn::Team => {
            let page = ("Team calendar", "Calendario del equipo");
            (Topic::WhoIsAway, TEAM, page, "/time/calendar")
        }
        AwayIn::Reports => {
            let page = ("Your team’s calendar", "Calendario de su equipo");
            (Topic::ManagerAway, REPORTS_AWAY, page, "/manager/leaverequests/calendar")
        }
    };
    let variables = json!({ "first": first, "last": last });
    let calendar = asked.pages.read::<TeamRead>(query, variables).await?.team_calendar;
    let mut days: BTreeMap<String, Vec<Day>> = BTreeMap::new();
    for one in calendar.away.iter().filter(|one| !one.is_own && !one.is_pending) {
        days.entry(format!("{} {}", one.first_name, one.last_name)).or_default().push(one.date);
    }
    if let Some(said) = asked.other_person() {
        days.retain(|name, _| rules::is_named(name, said));
    }
    let when = asked.speech.during(first, last);
    if days.is_empty() {
        let is_whole = among == AwayIn::Reports && !calendar.is_cut;
        let draft = no_one_away(asked, &when, is_whole).await?;
        return Ok(draft.sourced(topic, &asked.speech, page, path));
    }
    let names = days.keys().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    let fact = match (days.len(), days.values().next()) {
        (1, Some(only)) => {
            let on = asked.speech.on_days(only);
            asked.pick((format!("{names} has time off {on}."), format!("{names} tiene tiempo libre {on}.")))
        }
        (many, _) if many <= SHOWN => asked.pick((
            format!("{many} people have time off {when}: {names}."),
            format!("{many} personas tienen tiempo libre {when}: {names}."),
        )),
        (many, _) => {
            let more = many - SHOWN;
            asked.pick((
                format!("{many} people have time off {when}: {names} and {more} more."),
                format!("{many} personas tienen tiempo libre {when}: {names} y {more} más."),
            ))
        }
    };
    let columns = asked.pick((["Name", "Days"], ["Nombre", "Días"]));
    let row = |(name, days): (&String, &Vec<Day>)| {
        let (from, to) = (days.iter().min(), days.iter().max());
        let shown = from.zip(to).map_or(String::new(), |(from, to)| asked.speech.days(*from, *to));
        vec![name.clone(), shown]
    };
    let mut draft = Draft::saying(fact).table(&columns.map(str::to_owned), days.iter().map(row).collect());
    if calendar.is_cut {
        draft = draft.and(asked.pick((
            "More people are away than the calendar shows.",
            "Hay más personas ausentes de las que muestra el calendario.",
        )));
    }
    Ok(draft.sourced(topic, &asked.speech, page, path).then(&[Topic::Holidays, Topic::TimeOffBalance]))
}

/// A manager learns that a report isn't away. To anyone else the answer is the same whether or not such a person exists.
async fn no_one_away(asked: &Inquiry<'_>, when: &str, is_whole: bool) -> Result<Draft, Closed> {
    let Some(said) = asked.other_person() else {
        return Ok(Draft::nothing(asked.pick((
            format!("No one on your team has time off {when}."),
            format!("Nadie de su equipo tiene tiempo libre {when}."),
        ))));
    };
    if is_whole && let ReportNamed::One(report) = report_named(asked, said).await? {
        let name = report.name();
        return Ok(Draft::saying(asked.pick((
            format!("{name} doesn’t have time off {when}."),
            format!("{name} no tiene tiempo libre {when}."),
        ))));
    }
    Ok(Draft::nothing(asked.pick((
        format!("I don’t see anyone by that name with time off {when}."),
        format!("No veo a nadie con ese nombre que tenga tiempo libre {when}."),
    ))))
}

/// Someone who also manages may mean a report.
pub(super) async fn who_is_away(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let manages = managed::<ReportsCalendar>(asked.asker);
    if !own::<Calendars>(asked.asker) {
        return away_from(asked, AwayIn::Reports).await;
    }
    if manages && asked.other_person().is_some() {
        let of_reports = away_from(asked, AwayIn::Reports).await?;
        if of_reports.has_rows {
            return Ok(of_reports);
        }
    }
    away_from(asked, AwayIn::Team).await
}

/// Someone who also works here may mean a colleague.
pub(super) async fn reports_away(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let of_reports = away_from(asked, AwayIn::Reports).await?;
    if !of_reports.has_rows && asked.other_person().is_some() && own::<Calendars>(asked.asker) {
        return away_from(asked, AwayIn::Team).await;
    }
    Ok(of_reports)
}

pub(super) async fn holidays(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    const PAGE: (&str, &str) = ("Team calendar", "Calendario del equipo");
    let year = asked.slots.year.or(asked.slots.from.map(|day| day.year()));
    let this_year = year.unwrap_or(asked.speech.today.0.year());
    let mut found = asked.pages.read::<HolidaysRead>(HOLIDAYS, json!({ "year": this_year })).await?.holidays;
    if let Some(from) = asked.slots.from {
        found.retain(|one| from <= one.date.0 && asked.slots.to.is_none_or(|to| one.date.0 <= to));
    } else if year.is_none() {
        let next =
            asked.pages.read::<HolidaysRead>(HOLIDAYS, json!({ "year": this_year + 1 })).await?.holidays;
        found.extend(next);
        found.retain(|one| one.date >= asked.speech.today);
    }
    let Some(first) = found.first() else {
        let words = (
            "I don’t see a company holiday for that time.",
            "No veo ningún feriado de la empresa en esas fechas.",
        );
        return Ok(Draft::nothing(asked.pick(words)).sourced(
            Topic::Holidays,
            &asked.speech,
            PAGE,
            "/time/calendar",
        ));
    };
    let (name, on) = (asked.pick((&first.name, &first.name_es)), asked.speech.day(first.date));
    let fact = if year.is_none() {
        asked.pick((
            format!("The next holiday is {name}, on {on}."),
            format!("El próximo feriado es {name}, el {on}."),
        ))
    } else {
        format!("{name}: {on}.")
    };
    let columns = asked.pick((["Holiday", "Date"], ["Feriado", "Fecha"]));
    let row =
        |one: &ReadHoliday| vec![asked.pick((&one.name, &one.name_es)).clone(), asked.speech.day(one.date)];
    let draft =
        Draft::saying(fact).table(&columns.map(str::to_owned), found.iter().take(12).map(row).collect());
    Ok(draft
        .sourced(Topic::Holidays, &asked.speech, PAGE, "/time/calendar")
        .then(&[Topic::TimeOffBalance, Topic::RequestHow]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_in_a_sentence_have_two_decimals_and_names_are_words() {
        assert_eq!(plain(rounded(Amount::from_ten_thousandths(501_542))), "50.15");
        assert_eq!(plain(rounded(Amount::from_ten_thousandths(-80_000))), "-8");
        assert_eq!(["Vacation", "PTO", "Jury duty"].map(within), ["vacation", "PTO", "Jury duty"]);
    }

    #[test]
    fn the_state_asked_for_comes_first_and_what_was_canceled_is_nothing_else() {
        for text in ["was my request denied?", "¿Me rechazaron la solicitud?"] {
            assert!(is_asked_for(text, "Denied") && !is_asked_for(text, "Cancelled"), "{text}");
        }
        for text in ["was my time off approved?", "¿Aprobaron mi tiempo libre?"] {
            assert!(is_asked_for(text, "Pending") && !is_asked_for(text, "Cancelled"), "{text}");
        }
        assert!(
            is_asked_for("did I cancel it?", "Cancelled") && !is_asked_for("did I cancel it?", "Approved")
        );
    }
}
