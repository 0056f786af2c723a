//! Pay: what stubs say. Every figure comes from a stub.

use super::super::answer::{AnswerChart, ChartPoint, Download, Draft};
use super::super::reading::Closed;
use super::super::words::{length, money};
use super::Inquiry;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use language::{Plan, Topic};
use serde::Deserialize;
use serde_json::json;

const STUBS: &str = "query ($t: ID!, $c: ID!, $e: ID!, $year: Int, $limit: Int, $language: String, $counts: Boolean) {
  listEmployeePayStubs(tenantId: $t, companyId: $c, employeeId: $e, year: $year, limit: $limit, language: $language,
    withoutVoided: $counts) {
    results {
      id details { checkDate periodBegin periodEnd checkNumber } voidedOn replaces { checkNumber checkDate }
      sums { gross taxes deductions reimbursed net } sumsToDate { gross taxes deductions reimbursed net }
      withheld { kind description current yearToDate }
      deposits { bankName lastFour amount } totals { checkAmountCurrent }
      basis { payRate payFrequency department }
    }
  }
}";

const CHANGE: &str = "query ($t: ID!, $c: ID!, $e: ID!, $after: ID!, $language: String) {
  employeePaystubChange(tenantId: $t, companyId: $c, employeeId: $e, afterId: $after, language: $language) {
    difference before { details { checkDate } sums { net } }
    causes { kind description before after effect }
  }
}";

const NEXT_PAYDAY: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
  listEmployeePayStubs(tenantId: $t, companyId: $c, employeeId: $e, withoutVoided: true, limit: 1) {
    nextPayday results { details { checkDate periodBegin periodEnd checkNumber } }
  }
}";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PaydayRead {
    list_employee_pay_stubs: ReadPayday,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadPayday {
    next_payday: Option<Day>,
    results: Vec<ReadPaid>,
}

#[derive(Deserialize)]
struct ReadPaid {
    details: StubDays,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StubsRead {
    list_employee_pay_stubs: StubList,
}

#[derive(Deserialize)]
struct StubList {
    results: Vec<ReadStub>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadStub {
    id: String,
    details: StubDays,
    sums: ReadSums,
    sums_to_date: ReadSums,
    withheld: Vec<ReadWithheld>,
    deposits: Vec<ReadDeposit>,
    totals: ReadTotals,
    basis: ReadBasis,
    voided_on: Option<Day>,
    replaces: Option<ReadReference>,
}

/// The voided check whose place a stub took.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadReference {
    check_number: String,
    check_date: Day,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StubDays {
    check_date: Day,
    period_begin: Day,
    period_end: Day,
    check_number: String,
}

#[derive(Clone, Copy, Deserialize)]
struct ReadSums {
    gross: Amount,
    taxes: Amount,
    deductions: Amount,
    reimbursed: Amount,
    net: Amount,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadWithheld {
    kind: String,
    description: String,
    current: Amount,
    year_to_date: Amount,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadDeposit {
    bank_name: String,
    last_four: String,
    amount: Amount,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadTotals {
    check_amount_current: Amount,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadBasis {
    pay_rate: String,
    pay_frequency: String,
    department: String,
}

const STUB_PAGE: (&str, &str) = ("Your pay stubs", "Sus talones de pago");
const MAX_STUBS: i32 = 60;

fn path(stub: &ReadStub) -> String {
    format!("/pay/paystub/{}", stub.id)
}

/// The ones the question is about, newest first: by its days, by its year, or all. Voided checks are no one's pay, and none
/// of them.
async fn stubs(asked: &Inquiry<'_>, most: i32) -> Result<Vec<ReadStub>, Closed> {
    read_stubs(asked, most, true).await
}

async fn read_stubs(asked: &Inquiry<'_>, most: i32, counts: bool) -> Result<Vec<ReadStub>, Closed> {
    let slots = asked.slots;
    // A range that goes on into another year isn't of one year.
    let last = slots.to.unwrap_or(asked.speech.today.0);
    let in_one_year = slots.from.filter(|from| from.year() >= last.year()).map(|from| from.year());
    let year = slots.year.or(in_one_year).filter(|year| (1900..=2099).contains(year));
    let limit = if slots.from.is_some() { MAX_STUBS } else { most };
    let language = asked.pick(("en", "es"));
    let variables = json!({ "year": year, "limit": limit, "language": language, "counts": counts });
    let mut found = asked.pages.read::<StubsRead>(STUBS, variables).await?.list_employee_pay_stubs.results;
    if let Some(from) = slots.from {
        // "Since July" has no end.
        let is_meant = |day: Day| from <= day.0 && slots.to.is_none_or(|to| day.0 <= to);
        found.retain(|stub| is_meant(stub.details.check_date));
    }
    Ok(found)
}

/// The year the question is about, if its days begin with it: the newest stub's own year to date is its sum.
fn whole_year(asked: &Inquiry<'_>, newest: &ReadStub) -> Option<i16> {
    let first = newest.details.check_date.0.first_of_year();
    let is_whole = match asked.slots.from {
        Some(from) => from == first,
        None => asked.slots.year.is_some(),
    };
    is_whole.then(|| first.year())
}

/// What the question's stubs come to.
fn total(asked: &Inquiry<'_>, found: &[ReadStub], newest: &ReadStub) -> ReadSums {
    if whole_year(asked, newest).is_some() {
        return newest.sums_to_date;
    }
    let sum = |of: fn(&ReadSums) -> Amount| -> Amount { found.iter().map(|stub| of(&stub.sums)).sum() };
    ReadSums {
        gross: sum(|sums| sums.gross),
        taxes: sum(|sums| sums.taxes),
        deductions: sum(|sums| sums.deductions),
        reimbursed: sum(|sums| sums.reimbursed),
        net: sum(|sums| sums.net),
    }
}

/// "in 3 paychecks from Oct 2, 2026 to Oct 30, 2026"
fn in_paychecks(asked: &Inquiry<'_>, found: &[ReadStub]) -> String {
    let days = || found.iter().map(|stub| stub.details.check_date);
    let when = days().min().zip(days().max()).map(|(first, last)| asked.speech.during(first, last));
    let when = when.unwrap_or_default();
    match found.len() {
        1 => asked.pick((format!("in one paycheck {when}"), format!("en un pago {when}"))),
        many => asked.pick((format!("in {many} paychecks {when}"), format!("en {many} pagos {when}"))),
    }
}

/// What there is to say when there's no stub that counts.
async fn nothing(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let all = read_stubs(asked, 1, false).await?;
    let voided = all.iter().find_map(|stub| Some((stub, stub.voided_on?)));
    Ok(voided.map_or_else(|| none(asked), |(stub, on)| only_voided(asked, stub, on)))
}

/// No amounts: they aren't anyone's pay.
fn only_voided(asked: &Inquiry<'_>, stub: &ReadStub, on: Day) -> Draft {
    let (number, day, on) =
        (&stub.details.check_number, asked.speech.day(stub.details.check_date), asked.speech.day(on));
    let words = asked.pick((
        format!("Check {number}, dated {day}, was voided on {on}, so it isn’t part of your pay."),
        format!("El cheque {number} del {day} se anuló el {on}, así que no forma parte de su pago."),
    ));
    Draft::nothing(words).sourced(Topic::PayHistory, &asked.speech, STUB_PAGE, path(stub))
}

/// That a stub took the place of another one, where someone may remember the other amount.
fn in_place_of(asked: &Inquiry<'_>, stub: &ReadStub) -> Option<String> {
    let ReadReference { check_number, check_date } = stub.replaces.as_ref()?;
    let day = asked.speech.day(*check_date);
    Some(asked.pick((
        format!("It replaces check {check_number}, dated {day}, which was voided."),
        format!("Reemplaza al cheque {check_number} del {day}, que fue anulado."),
    )))
}

fn none(asked: &Inquiry<'_>) -> Draft {
    let is_narrow = asked.slots.from.is_some() || asked.slots.year.is_some();
    let words = if is_narrow {
        ("I don’t see a pay stub of yours for that time.", "No veo ningún talón de pago suyo de esas fechas.")
    } else {
        ("You don’t have any pay stubs yet.", "Todavía no tiene talones de pago.")
    };
    Draft::nothing(asked.pick(words)).sourced(Topic::PayHistory, &asked.speech, STUB_PAGE, "/pay/paystub")
}

/// Gross less taxes less deductions, plus what was reimbursed, is net. A cent of rounding is said.
fn adds_up(asked: &Inquiry<'_>, sums: ReadSums) -> String {
    let rest = sums.net - (sums.gross - sums.taxes - sums.deductions + sums.reimbursed);
    let [gross, taxes, deductions, net] = [sums.gross, sums.taxes, sums.deductions, sums.net].map(money);
    let mut more = String::new();
    if sums.reimbursed != Amount::ZERO {
        let back = money(sums.reimbursed);
        more += &asked.pick((format!(" + {back} reimbursed"), format!(" + {back} de reembolsos")));
    }
    if rest != Amount::ZERO {
        let (sign, cent) = if rest < Amount::ZERO { ('−', money(-rest)) } else { ('+', money(rest)) };
        more += &asked.pick((format!(" {sign} {cent} rounding"), format!(" {sign} {cent} de redondeo")));
    }
    asked.pick((
        format!("{gross} gross − {taxes} taxes − {deductions} deductions{more} = {net} net."),
        format!("{gross} bruto − {taxes} de impuestos − {deductions} de deducciones{more} = {net} neto."),
    ))
}

fn went_to(asked: &Inquiry<'_>, stub: &ReadStub) -> Option<String> {
    let account = |deposit: &ReadDeposit| {
        let (amount, bank, four) = (money(deposit.amount), &deposit.bank_name, &deposit.last_four);
        asked.pick((
            format!("{amount} to {bank} ending in {four}"),
            format!("{amount} a la cuenta de {bank} terminada en {four}"),
        ))
    };
    let mut parts: Vec<String> = stub.deposits.iter().map(account).collect();
    if stub.totals.check_amount_current != Amount::ZERO {
        let amount = money(stub.totals.check_amount_current);
        parts.push(asked.pick((format!("{amount} by paper check"), format!("{amount} con cheque en papel"))));
    }
    if parts.is_empty() {
        return None;
    }
    let parts = parts.join("; ");
    Some(asked.pick((format!("Where it went: {parts}."), format!("Adónde fue: {parts}."))))
}

fn download(stub: &ReadStub) -> Download {
    Download { file_name: format!("paystub-{}.pdf", stub.details.check_date), paystub_id: stub.id.clone() }
}

pub(super) async fn last_stub(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let found = stubs(asked, 1).await?;
    let Some(stub) = found.first() else { return nothing(asked).await };
    if asked.slots.from.is_some() && found.len() > 1 {
        return Ok(listed(asked, &found, stub));
    }
    let (net, on) = (money(stub.sums.net), asked.speech.day(stub.details.check_date));
    let period = asked.speech.days(stub.details.period_begin, stub.details.period_end);
    let is_narrow = asked.slots.from.is_some() || asked.slots.year.is_some();
    let fact = if is_narrow {
        asked.pick((
            format!("You were paid {net} on {on} for {period}."),
            format!("Le pagaron {net} el {on} por el período del {period}."),
        ))
    } else {
        asked.pick((
            format!("Your latest paycheck was {net} on {on} for {period}."),
            format!("Su último pago fue de {net} el {on} por el período del {period}."),
        ))
    };
    let mut draft = Draft::saying(fact).and(adds_up(asked, stub.sums));
    draft.lines.extend(in_place_of(asked, stub));
    draft.lines.extend(went_to(asked, stub));
    draft.download = Some(download(stub));
    let next = [Topic::WhyPayChanged, Topic::Deductions, Topic::YearToDate];
    Ok(draft.sourced(Topic::LastStub, &asked.speech, STUB_PAGE, path(stub)).then(&next))
}

pub(super) async fn history(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let most = asked.slots.count.map_or(6, |count| i32::try_from(count.clamp(1, 30)).unwrap_or(6));
    let most = if asked.slots.year.is_some() { MAX_STUBS } else { most };
    let found = stubs(asked, most).await?;
    let Some(newest) = found.first() else { return nothing(asked).await };
    Ok(listed(asked, &found, newest))
}

/// A list of paychecks. Those of some time are summed up first.
fn listed(asked: &Inquiry<'_>, found: &[ReadStub], newest: &ReadStub) -> Draft {
    let (net, on) = (money(newest.sums.net), asked.speech.day(newest.details.check_date));
    let is_narrow = asked.slots.from.is_some() || asked.slots.year.is_some();
    let fact = match found.len() {
        1 => asked.pick((
            format!("There’s one paycheck: {net} on {on}."),
            format!("Hay un solo pago: {net} el {on}."),
        )),
        _ if is_narrow => {
            let all = total(asked, found, newest);
            let (gross, net, checks) = (money(all.gross), money(all.net), in_paychecks(asked, found));
            asked.pick((
                format!("You were paid {net} {checks} ({gross} before taxes and deductions)."),
                format!("Le pagaron {net} {checks} ({gross} antes de impuestos y deducciones)."),
            ))
        }
        many => asked.pick((
            format!("Here are {many} paychecks. The newest was {net} on {on}."),
            format!("Estos son {many} pagos. El más reciente fue de {net} el {on}."),
        )),
    };
    let columns = asked.pick((
        ["Payday", "Net", "Gross", "Taxes", "Deductions"],
        ["Día de pago", "Neto", "Bruto", "Impuestos", "Deducciones"],
    ));
    let row = |stub: &ReadStub| {
        let sums = [stub.sums.net, stub.sums.gross, stub.sums.taxes, stub.sums.deductions].map(money);
        std::iter::once(asked.speech.day(stub.details.check_date)).chain(sums).collect()
    };
    let point = |stub: &ReadStub| ChartPoint {
        label: asked.speech.day(stub.details.check_date),
        value: length(stub.sums.net),
        text: money(stub.sums.net),
    };
    let mut draft = Draft::saying(fact).table(&columns.map(str::to_owned), found.iter().map(row).collect());
    draft.chart = Some(AnswerChart { points: found.iter().rev().map(point).collect() });
    let next = [Topic::YearToDate, Topic::WhyPayChanged, Topic::LastStub];
    draft.sourced(Topic::PayHistory, &asked.speech, STUB_PAGE, "/pay/paystub").then(&next)
}

pub(super) async fn rate(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let found = stubs(asked, 1).await?;
    let Some(stub) = found.first() else { return nothing(asked).await };
    let ReadBasis { pay_rate, pay_frequency, department } = &stub.basis;
    let (often, on) = (pay_frequency.to_lowercase(), asked.speech.day(stub.details.check_date));
    let place = if department.is_empty() { String::new() } else { format!(" ({department})") };
    let draft = Draft::saying(asked.pick((
        format!("Your pay rate is {pay_rate}, paid {often}."),
        format!("Su tarifa de pago es de {pay_rate}, con pago {often}."),
    )))
    .and(asked.pick((
        format!("That’s on your {on} pay stub{place}."),
        format!("Así consta en su talón de pago del {on}{place}."),
    )));
    let next = [Topic::LastStub, Topic::NextPayday];
    Ok(draft.sourced(Topic::PayRate, &asked.speech, STUB_PAGE, path(stub)).then(&next))
}

/// What a plan's line may be called on a stub.
fn is_plan(plan: Plan, description: &str) -> bool {
    let names: &[&str] = match plan {
        Plan::Medical => &["medical", "medico", "health"],
        Plan::Dental => &["dental"],
        Plan::Vision => &["vision"],
        Plan::Life => &["life", "vida"],
        Plan::Retirement => &["401", "retire", "jubila", "retiro", "roth", "403"],
        Plan::Hsa => &["hsa", "health savings", "ahorros para la salud"],
        Plan::Fsa => &["fsa", "flexible"],
        Plan::Disability => &["disab", "incapac"],
    };
    let plain = super::rules::folded(description);
    names.iter().any(|name| plain.contains(name)) && (plan != Plan::Medical || !plain.contains("savings"))
}

pub(super) async fn year_to_date(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    if asked.slots.plan.is_none() && !NamedTax::all_in(asked.text).is_empty() {
        return withheld(asked, WithheldPart::Taxes).await;
    }
    let found = stubs(asked, 1).await?;
    let Some(stub) = found.first() else { return nothing(asked).await };
    if asked.slots.from.is_some() && whole_year(asked, stub).is_none() {
        if asked.slots.plan.is_some() {
            return withheld(asked, WithheldPart::Deductions).await;
        }
        return Ok(earned(asked, &found, stub));
    }
    let (year, on) = (stub.details.check_date.0.year(), asked.speech.day(stub.details.check_date));
    let next = [Topic::TaxesWithheld, Topic::Deductions, Topic::PayHistory];
    let through = asked.pick((format!("That’s through {on}."), format!("Eso es hasta el {on}, inclusive.")));
    if let Some(plan) = asked.slots.plan {
        let Some(line) = stub.withheld.iter().find(|line| is_plan(plan, &line.description)) else {
            return Ok(no_line(asked, stub, &[]));
        };
        let (amount, what) = (money(line.year_to_date), &line.description);
        let fact = asked.pick((
            format!("In {year}, {amount} has gone to {what}."),
            format!("En {year}, {amount} han ido a {what}."),
        ));
        let draft = Draft::saying(fact).and(through);
        return Ok(draft.sourced(Topic::YearToDate, &asked.speech, STUB_PAGE, path(stub)).then(&next));
    }
    let (gross, net) = (money(stub.sums_to_date.gross), money(stub.sums_to_date.net));
    let fact = asked.pick((
        format!("In {year} you’ve earned {gross} before taxes and deductions, and taken home {net}."),
        format!("En {year} ha ganado {gross} antes de impuestos y deducciones, y ha recibido {net}."),
    ));
    let draft = Draft::saying(fact).and(adds_up(asked, stub.sums_to_date)).and(through);
    Ok(draft.sourced(Topic::YearToDate, &asked.speech, STUB_PAGE, path(stub)).then(&next))
}

/// What was earned in days that no stub sums up by itself.
fn earned(asked: &Inquiry<'_>, found: &[ReadStub], newest: &ReadStub) -> Draft {
    let all = total(asked, found, newest);
    let (gross, net, checks) = (money(all.gross), money(all.net), in_paychecks(asked, found));
    let fact = asked.pick((
        format!("You earned {gross} before taxes and deductions, and took home {net}, {checks}."),
        format!("Ganó {gross} antes de impuestos y deducciones, y recibió {net}, {checks}."),
    ));
    let next = [Topic::TaxesWithheld, Topic::Deductions, Topic::PayHistory];
    let draft = Draft::saying(fact).and(adds_up(asked, all));
    draft.sourced(Topic::YearToDate, &asked.speech, STUB_PAGE, "/pay/paystub").then(&next)
}

/// A tax that a question can name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NamedTax {
    Federal,
    SocialSecurity,
    Medicare,
    State,
}

impl NamedTax {
    const ALL: [NamedTax; 4] =
        [NamedTax::Federal, NamedTax::SocialSecurity, NamedTax::Medicare, NamedTax::State];

    fn all_in(text: &str) -> Vec<NamedTax> {
        let text = format!(" {} ", super::rules::folded(text));
        let is_said = |tax: &NamedTax| {
            let words: &[&str] = match tax {
                NamedTax::Federal => &["federal", "federales", "fed", "fit"],
                NamedTax::SocialSecurity => &["social security", "seguro social", "fica", "oasdi"],
                NamedTax::Medicare => &["medicare", "fica"],
                NamedTax::State => &["state", "estatal", "estatales", "del estado"],
            };
            words.iter().any(|word| text.contains(&format!(" {word} ")))
        };
        NamedTax::ALL.into_iter().filter(is_said).collect()
    }

    /// Whether a stub's line is this tax.
    fn is(self, description: &str) -> bool {
        let plain = super::rules::folded(description);
        let holds = |words: &[&str]| words.iter().any(|word| plain.contains(word));
        match self {
            NamedTax::Federal => holds(&["federal"]),
            NamedTax::SocialSecurity => holds(&["social security", "seguro social", "oasdi"]),
            NamedTax::Medicare => holds(&["medicare"]),
            NamedTax::State => {
                !holds(&["federal"]) && holds(&["income tax", "sobre la renta", "state", "estatal"])
            }
        }
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            NamedTax::Federal => ("federal income tax", "impuesto federal"),
            NamedTax::SocialSecurity => ("Social Security", "Seguro Social"),
            NamedTax::Medicare => ("Medicare", "Medicare"),
            NamedTax::State => ("state income tax", "impuesto estatal"),
        }
    }
}

fn no_line(asked: &Inquiry<'_>, stub: &ReadStub, named: &[NamedTax]) -> Draft {
    let on = asked.speech.day(stub.details.check_date);
    let plan = asked.slots.plan.map(|plan| match plan {
        Plan::Medical => ("medical plan", "plan médico"),
        Plan::Dental => ("dental plan", "plan dental"),
        Plan::Vision => ("vision plan", "plan de la vista"),
        Plan::Life => ("life insurance", "seguro de vida"),
        Plan::Retirement => ("401(k)", "401(k)"),
        Plan::Hsa => ("HSA", "HSA"),
        Plan::Fsa => ("FSA", "FSA"),
        Plan::Disability => ("disability insurance", "seguro de incapacidad"),
    });
    let words = match (named.first(), plan) {
        (Some(tax), _) => {
            let what = asked.pick(tax.words());
            (
                format!("No {what} was withheld from your {on} paycheck."),
                format!("No le retuvieron {what} en su pago del {on}."),
            )
        }
        (None, Some(plan)) => {
            let what = asked.pick(plan);
            (
                format!("No {what} was taken from your {on} paycheck."),
                format!("No le descontaron {what} en su pago del {on}."),
            )
        }
        (None, None) => (
            format!("Nothing like that was taken from your {on} paycheck."),
            format!("No le descontaron nada así en su pago del {on}."),
        ),
    };
    Draft::nothing(asked.pick(words)).sourced(Topic::Deductions, &asked.speech, STUB_PAGE, path(stub))
}

/// A line's name within a sentence.
fn within(description: &str) -> String {
    let rest = |first: &str| description.strip_prefix(first);
    match (rest("Federal "), rest("Impuesto ")) {
        (Some(rest), _) => format!("federal {rest}"),
        (_, Some(rest)) => format!("impuesto {rest}"),
        _ => description.to_owned(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WithheldPart {
    Taxes,
    Deductions,
}

/// What one line took, in the paychecks the question is about and in the newest one's year.
struct Taken<'a> {
    description: &'a str,
    current: Amount,
    year_to_date: Amount,
}

/// Only what the question names, if it names something: a tax or a plan.
pub(super) async fn withheld(asked: &Inquiry<'_>, kind: WithheldPart) -> Result<Draft, Closed> {
    let found = stubs(asked, 1).await?;
    let Some(stub) = found.first() else { return nothing(asked).await };
    let is_tax_named = kind == WithheldPart::Taxes || asked.slots.plan.is_none();
    let named = if is_tax_named { NamedTax::all_in(asked.text) } else { vec![] };
    let kind = if named.is_empty() { kind } else { WithheldPart::Taxes };
    let plan = asked.slots.plan.filter(|_| kind == WithheldPart::Deductions);
    let is_meant = |line: &ReadWithheld| {
        (line.kind == "TAX") == (kind == WithheldPart::Taxes)
            && plan.is_none_or(|plan| is_plan(plan, &line.description))
            && (named.is_empty() || named.iter().any(|tax| tax.is(&line.description)))
    };
    let year = whole_year(asked, stub);
    let is_several = asked.slots.from.is_some() && found.len() > 1 && year.is_none();
    let counted = if is_several { found.as_slice() } else { std::slice::from_ref(stub) };
    let mut taken: Vec<Taken<'_>> = vec![];
    for line in counted.iter().flat_map(|stub| stub.withheld.iter()).filter(|line| is_meant(line)) {
        match taken.iter_mut().find(|one| one.description == line.description) {
            Some(one) => one.current = one.current + line.current,
            None => taken.push(Taken {
                description: &line.description,
                current: line.current,
                year_to_date: line.year_to_date,
            }),
        }
    }
    if taken.is_empty() {
        return Ok(no_line(asked, stub, &named));
    }
    let is_named = plan.is_some() || !named.is_empty();
    let figure = |one: &Taken<'_>| if year.is_some() { one.year_to_date } else { one.current };
    let all = match kind {
        WithheldPart::Taxes => (total(asked, counted, stub).taxes, stub.sums_to_date.taxes),
        WithheldPart::Deductions => (total(asked, counted, stub).deductions, stub.sums_to_date.deductions),
    };
    let what = match (is_named, kind) {
        (true, _) => {
            let each = |one: &Taken<'_>| {
                let (amount, name) = (money(figure(one)), within(one.description));
                asked.pick((format!("{amount} for {name}"), format!("{amount} de {name}")))
            };
            asked.speech.listed(&taken.iter().map(each).collect::<Vec<_>>())
        }
        (false, WithheldPart::Taxes) => {
            let amount = money(all.0);
            asked.pick((format!("{amount} in taxes"), format!("{amount} de impuestos")))
        }
        (false, WithheldPart::Deductions) => money(all.0),
    };
    let was = asked.pick(if is_named && taken.len() > 1 { ("were", "se") } else { ("was", "se") });
    let verb = asked.pick(match kind {
        WithheldPart::Taxes => ("withheld", "retuvieron"),
        WithheldPart::Deductions => ("deducted", "dedujeron"),
    });
    let on = asked.speech.day(stub.details.check_date);
    let fact = match year {
        Some(year) => asked.pick((
            format!("{what} {was} {verb} in {year}, through your {on} paycheck."),
            format!("En {year} {was} {verb} {what}, hasta su pago del {on} inclusive."),
        )),
        None if is_several => {
            let checks = in_paychecks(asked, counted);
            asked.pick((format!("{what} {was} {verb} {checks}."), format!("Se {verb} {what} {checks}.")))
        }
        None => {
            let year = stub.details.check_date.0.year();
            let to_date = match (is_named, taken.as_slice()) {
                (true, [one]) => Some(money(one.year_to_date)),
                (true, _) => None,
                (false, _) => Some(money(all.1)),
            };
            let to_date = to_date.map_or_else(String::new, |to_date| {
                asked.pick((
                    format!(", {to_date} for {year} through then"),
                    format!("; {to_date} en {year} hasta esa fecha"),
                ))
            });
            asked.pick((
                format!("{what} {was} {verb} from your {on} paycheck{to_date}."),
                format!("De su pago del {on} {was} {verb} {what}{to_date}."),
            ))
        }
    };
    let (topic, next) = match kind {
        WithheldPart::Taxes => {
            (Topic::TaxesWithheld, [Topic::WithholdingSetup, Topic::Deductions, Topic::YearToDate])
        }
        WithheldPart::Deductions => {
            (Topic::Deductions, [Topic::TaxesWithheld, Topic::BenefitCost, Topic::LastStub])
        }
    };
    let mut draft = Draft::saying(fact);
    if !is_named {
        let each = taken.iter().map(|one| format!("{} {}", one.description, money(figure(one))));
        draft = draft.and(format!("{}.", each.collect::<Vec<_>>().join("; ")));
    }
    let place = if is_several { "/pay/paystub".to_owned() } else { path(stub) };
    let (columns, rows) = if is_several {
        by_payday(asked, counted, &taken)
    } else {
        let columns = asked.pick((
            ["Item", "This paycheck", "Year to date"],
            ["Concepto", "Este pago", "Acumulado del año"],
        ));
        let row =
            |one: &Taken<'_>| vec![one.description.to_owned(), money(one.current), money(one.year_to_date)];
        (Vec::from(columns.map(str::to_owned)), taken.iter().map(row).collect())
    };
    Ok(draft.table(&columns, rows).sourced(topic, &asked.speech, STUB_PAGE, place).then(&next))
}

/// The rows behind a sum: one line's amount on each payday, or what each of several lines comes to.
fn by_payday(
    asked: &Inquiry<'_>,
    counted: &[ReadStub],
    taken: &[Taken<'_>],
) -> (Vec<String>, Vec<Vec<String>>) {
    let [only] = taken else {
        let columns = asked.pick((["Item", "Total"], ["Concepto", "Total"]));
        let row = |one: &Taken<'_>| vec![one.description.to_owned(), money(one.current)];
        return (Vec::from(columns.map(str::to_owned)), taken.iter().map(row).collect());
    };
    let row = |stub: &ReadStub| {
        let lines = stub.withheld.iter().filter(|line| line.description == only.description);
        let amount: Amount = lines.map(|line| line.current).sum();
        vec![asked.speech.day(stub.details.check_date), money(amount)]
    };
    let payday = asked.pick(("Payday", "Día de pago")).to_owned();
    (vec![payday, only.description.to_owned()], counted.iter().map(row).collect())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ChangeRead {
    employee_paystub_change: ReadChange,
}

#[derive(Deserialize)]
struct ReadChange {
    difference: Amount,
    before: BeforeStub,
    causes: Vec<ReadCause>,
}

#[derive(Deserialize)]
struct BeforeStub {
    details: BeforeDay,
    sums: BeforeNet,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BeforeDay {
    check_date: Day,
}

#[derive(Deserialize)]
struct BeforeNet {
    net: Amount,
}

#[derive(Deserialize)]
struct ReadCause {
    kind: String,
    description: String,
    before: Amount,
    after: Amount,
    effect: Amount,
}

fn cause(asked: &Inquiry<'_>, cause: &ReadCause) -> String {
    let ReadCause { kind, description, .. } = cause;
    let (is_hours, is_more) = (kind == "HOURS", cause.effect > Amount::ZERO);
    let shown = |amount| if is_hours { asked.speech.hours(amount) } else { money(amount) };
    let (before, after) = (shown(cause.before), shown(cause.after));
    let effect = money(if is_more { cause.effect } else { -cause.effect });
    let way = asked.pick(if is_more { ("more", "más") } else { ("less", "menos") });
    if matches!(kind.as_str(), "TAX" | "BEFORE_TAX" | "AFTER_TAX") {
        let (way, what) =
            (asked.pick(if is_more { ("less", "menos") } else { ("more", "más") }), within(description));
        return asked.pick((
            format!("{description} took {effect} {way} ({after}, was {before})"),
            format!("Le quitaron {effect} {way} de {what} ({after}; antes {before})"),
        ));
    }
    asked.pick((
        format!("{description} went from {before} to {after}: {effect} {way}"),
        format!("{description} pasó de {before} a {after}: {effect} {way}"),
    ))
}

pub(super) async fn why_changed(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    const SHOWN: usize = 4;
    let found = stubs(asked, 1).await?;
    let Some(stub) = found.first() else { return nothing(asked).await };
    let variables = json!({ "after": stub.id, "language": asked.pick(("en", "es")) });
    let change = match asked.pages.read::<ChangeRead>(CHANGE, variables).await {
        Ok(read) => read.employee_paystub_change,
        Err(Closed::ForAsker) => {
            let words = (
                "There’s no earlier pay stub to compare with.",
                "No hay un talón de pago anterior para comparar.",
            );
            let draft = Draft::nothing(asked.pick(words));
            return Ok(draft.sourced(Topic::WhyPayChanged, &asked.speech, STUB_PAGE, path(stub)));
        }
        Err(failed) => return Err(failed),
    };
    let (on, earlier) =
        (asked.speech.day(stub.details.check_date), asked.speech.day(change.before.details.check_date));
    let (was, is) = (money(change.before.sums.net), money(stub.sums.net));
    let next = [Topic::LastStub, Topic::PayHistory, Topic::Deductions];
    let path = path(stub);
    if change.difference == Amount::ZERO {
        let fact = asked.pick((
            format!("Your pay didn’t change: it was {is} on {on} and {was} on {earlier}."),
            format!("Su pago no cambió: fueron {is} el {on} y {was} el {earlier}."),
        ));
        return Ok(Draft::saying(fact)
            .sourced(Topic::WhyPayChanged, &asked.speech, STUB_PAGE, path)
            .then(&next));
    }
    let is_more = change.difference > Amount::ZERO;
    let by = money(if is_more { change.difference } else { -change.difference });
    let fact = asked.pick(if is_more {
        (
            format!(
                "Your {on} paycheck was {by} more than the one before: {is}, up from {was} on {earlier}."
            ),
            format!(
                "En su pago del {on} recibió {by} más que en el anterior: {is} frente a {was} el {earlier}."
            ),
        )
    } else {
        (
            format!(
                "Your {on} paycheck was {by} less than the one before: {is}, down from {was} on {earlier}."
            ),
            format!(
                "En su pago del {on} recibió {by} menos que en el anterior: {is} frente a {was} el {earlier}."
            ),
        )
    });
    let mut draft = Draft::saying(fact);
    draft.lines.extend(in_place_of(asked, stub));
    draft.lines.extend(change.causes.iter().take(SHOWN).map(|one| format!("{}.", cause(asked, one))));
    let columns = asked.pick((["What changed", "Effect on net pay"], ["Qué cambió", "Efecto en el neto"]));
    let rows = change.causes.iter().map(|one| vec![one.description.clone(), money(one.effect)]).collect();
    let draft = draft.table(&columns.map(str::to_owned), rows);
    Ok(draft.sourced(Topic::WhyPayChanged, &asked.speech, STUB_PAGE, path).then(&next))
}

/// What the company's pay calendar says. Without one, evenly spaced paydays are assumed to continue that way; otherwise the rows
/// don't say when the next one is.
pub(super) async fn next_payday(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    let read = asked.pages.read::<PaydayRead>(NEXT_PAYDAY, json!({})).await?.list_employee_pay_stubs;
    let membership = asked.asker.viewer.membership(asked.asker.at.company);
    if membership.is_some_and(|membership| membership.former.is_some()) {
        return Ok(after_leaving(asked, read.results.first().map(|paid| paid.details.check_date)));
    }
    if let Some(next) = read.next_payday {
        return Ok(scheduled(asked, next, read.results.first().map(|paid| paid.details.check_date)));
    }
    let variables = json!({ "limit": 3, "language": asked.pick(("en", "es")), "counts": true });
    let found = asked.pages.read::<StubsRead>(STUBS, variables).await?.list_employee_pay_stubs.results;
    let Some(newest) = found.first() else { return nothing(asked).await };
    let (last, often) = (newest.details.check_date, newest.basis.pay_frequency.to_lowercase());
    let was = asked.speech.day(last);
    let apart = |pair: &[ReadStub]| (pair[0].details.check_date.0 - pair[1].details.check_date.0).get_days();
    let distances: Vec<i32> = found.windows(2).map(apart).collect();
    let steady = distances.first().copied().filter(|days| matches!(days, 7 | 14));
    let steady = steady.filter(|days| distances.iter().all(|other| other == days));
    let draft = match steady {
        Some(days) => {
            let mut next = last;
            while next <= asked.speech.today {
                next = next.plus_days(days.into());
            }
            let next = asked.speech.day(next);
            Draft::saying(asked.pick((
                format!("Your next payday should be {next}."),
                format!("Su próximo día de pago debería ser el {next}."),
            )))
            .and(asked.pick((
                format!("You were last paid on {was}, and you’re paid {often}. A bank holiday can move it."),
                format!("Su último pago fue el {was} y le pagan {often}. Un feriado bancario puede moverlo."),
            )))
        }
        None => Draft::saying(asked.pick((
            format!("You were last paid on {was}, and you’re paid {often}."),
            format!("Su último pago fue el {was} y le pagan {often}."),
        )))
        .and(asked.pick((
            "Your pay stubs don’t say when the next payday is.",
            "Sus talones de pago no dicen cuándo es el próximo día de pago.",
        ))),
    };
    let next = [Topic::LastStub, Topic::Holidays];
    Ok(draft.sourced(Topic::NextPayday, &asked.speech, STUB_PAGE, "/pay/paystub").then(&next))
}

/// Who has left isn't told of a payday of other people's.
fn after_leaving(asked: &Inquiry<'_>, last: Option<Day>) -> Draft {
    let mut draft = Draft::saying(asked.pick((
        "You no longer work here, so you don’t have a next payday.",
        "Ya no trabaja aquí, así que no tiene un próximo día de pago.",
    )));
    if let Some(last) = last {
        let was = asked.speech.day(last);
        draft = draft.and(
            asked.pick((format!("You were last paid on {was}."), format!("Su último pago fue el {was}."))),
        );
    }
    draft.sourced(Topic::NextPayday, &asked.speech, STUB_PAGE, "/pay/paystub").then(&[Topic::LastStub])
}

/// Whether the one day that was asked about is a payday. Days after the next payday may be one, too.
fn is_payday(asked: &Inquiry<'_>, next: Day) -> Option<bool> {
    let day = asked.slots.from.filter(|day| asked.slots.to == Some(*day)).map(Day)?;
    (asked.speech.today..=next).contains(&day).then_some(day == next)
}

/// The next payday of the company's pay calendar.
fn scheduled(asked: &Inquiry<'_>, next: Day, last: Option<Day>) -> Draft {
    let day = asked.speech.day(next);
    let is_today = next == asked.speech.today;
    let mut draft = Draft::saying(match is_today {
        _ if is_payday(asked, next) == Some(true) => {
            asked.pick((format!("Yes, {day} is a payday."), format!("Sí, el {day} es día de pago.")))
        }
        _ if is_payday(asked, next) == Some(false) => asked.pick((
            format!("No, your next payday is {day}."),
            format!("No, su próximo día de pago es el {day}."),
        )),
        true => asked.pick(("Today is your payday.".to_owned(), "Hoy es su día de pago.".to_owned())),
        false => asked
            .pick((format!("Your next payday is {day}."), format!("Su próximo día de pago es el {day}."))),
    });
    if let Some(last) = last {
        let was = asked.speech.day(last);
        draft = draft.and(
            asked.pick((format!("You were last paid on {was}."), format!("Su último pago fue el {was}."))),
        );
    }
    let next = [Topic::LastStub, Topic::Holidays];
    draft.sourced(Topic::NextPayday, &asked.speech, STUB_PAGE, "/pay/paystub").then(&next)
}
