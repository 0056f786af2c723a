//! Follow-ups: "and last month?", "¿y en 2025?", "what about dental?". They keep the topic and slots of the previous
//! turn, except for what they change.

use jiff::civil::Date;

use crate::slots::{Found, LeaveKind, Slots, lone_number};
use crate::text::{Word, words_among};
use crate::topic::Topic;
use crate::{Candidate, Question, Turn};

/// Topic and slots after looking at the previous turn.
pub(crate) struct Guess {
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) slots: Slots,
    pub(crate) follows_up: bool,
}

/// A question this certain of another topic stands on its own, even if it could be a follow-up.
const STANDS_ALONE: f32 = 0.7;
/// What is left of "and my taxes?" must point this clearly to a topic to leave the previous one.
const NEW_TOPIC: f32 = 0.4;
/// A longer question brings its own slots.
const SHORT: usize = 10;

pub(crate) fn resolve(
    question: &Question,
    candidates: &[Candidate],
    classify: impl Fn(&str) -> Vec<Candidate>,
) -> Guess {
    let words = words_among(question.text, question.names);
    let fresh = || fresh(&words, question.today, candidates.to_vec());
    let Some(previous) = question.previous else { return fresh() };
    if let Some(slots) = another_count(&words, previous) {
        return following(previous.topic, slots, candidates);
    }
    if is_one_before(&words) && has_one_before(previous.topic) {
        return following(previous.topic, previous.slots.clone(), candidates);
    }
    let fresh = || {
        let mut guess = fresh();
        guess.slots.kind = guess.slots.kind.or_else(|| same_kind(guess.candidates[0].topic, previous));
        guess
    };
    let start = starter(&words);
    let found = Found::for_topic(&words, question.today, previous.topic);
    let rest = rest(&words, &found, start);
    let speaks = found.slots != Slots::default();
    if start == 0 && (!speaks || !rest.is_empty() || stands_alone(candidates, previous)) {
        return fresh();
    }
    if rest.is_empty() && fits(previous.topic, &found.slots) {
        return inherited(previous, &words, question.today, candidates);
    }
    // Nothing but an earlier time: its few words may remind the model of anything.
    let is_earlier =
        |word: &&str| ["year", "month", "before", "previous", "ano", "mes", "anterior"].contains(word);
    if rest.iter().all(is_earlier) && one_earlier(&words, &previous.slots).is_some() {
        return inherited(previous, &words, question.today, candidates);
    }
    let own = if rest.is_empty() { candidates.to_vec() } else { classify(&joined(&words[start..])) };
    if rest.is_empty() || own.first().is_some_and(|best| best.certainty >= NEW_TOPIC) {
        return changed_topic(previous, &words[start..], question.today, own);
    }
    inherited(previous, &words, question.today, candidates)
}

fn fresh(words: &[Word], today: Date, candidates: Vec<Candidate>) -> Guess {
    let slots = Found::for_topic(words, today, candidates[0].topic).slots;
    Guess { candidates, slots, follows_up: false }
}

fn stands_alone(candidates: &[Candidate], previous: &Turn) -> bool {
    let best = candidates[0];
    best.topic != previous.topic && best.certainty >= STANDS_ALONE
}

fn inherited(previous: &Turn, words: &[Word], today: Date, candidates: &[Candidate]) -> Guess {
    let own = Found::for_topic(words, today, previous.topic).slots;
    let slots = one_earlier(words, &previous.slots).unwrap_or_else(|| own.over(&previous.slots));
    let ahead = slots.from.is_some_and(|day| day > today);
    let topic = match previous.topic {
        Topic::TimeOffBalance if ahead => Topic::BalanceOnDate,
        topic => topic,
    };
    following(topic, slots, candidates)
}

fn following(topic: Topic, slots: Slots, candidates: &[Candidate]) -> Guess {
    let others = candidates.iter().filter(|candidate| candidate.topic != topic);
    let others = others.map(|candidate| Candidate { certainty: 0.0, ..*candidate });
    let own = std::iter::once(Candidate { topic, certainty: 1.0 });
    Guess { candidates: own.chain(others).take(3).collect(), slots, follows_up: true }
}

/// "and my taxes?" asks something else about the same time.
fn changed_topic(previous: &Turn, words: &[Word], today: Date, candidates: Vec<Candidate>) -> Guess {
    let slots = Found::for_topic(words, today, candidates[0].topic).slots;
    let short = words.len() <= SHORT;
    let slots = if short { slots.over(&kept(candidates[0].topic, &previous.slots)) } else { slots };
    Guess { candidates, slots, follows_up: short }
}

/// What makes sense for the new topic.
fn kept(topic: Topic, slots: &Slots) -> Slots {
    use Topic::*;
    let timeless = matches!(
        topic,
        DepositHow
            | W2Consent
            | WithholdingSetup
            | ProfileChange
            | SignInHelp
            | Documents
            | Language
            | Human
            | Greeting
            | Thanks
    );
    let from_data = if timeless { &Slots::default() } else { slots };
    Slots {
        kind: slots.kind.filter(|_| takes_kind(topic)),
        plan: slots.plan.filter(|_| takes_plan(topic)),
        amount: None,
        ..from_data.clone()
    }
}

/// A kind of time off, a plan or a count changes only questions that can have one.
fn fits(topic: Topic, slots: &Slots) -> bool {
    (slots.kind.is_none() || takes_kind(topic))
        && (slots.plan.is_none() || takes_plan(topic))
        && (slots.count.is_none() || takes_count(topic))
}

fn takes_count(topic: Topic) -> bool {
    topic == Topic::PayHistory
}

/// Answered from one check, which has one before it.
fn has_one_before(topic: Topic) -> bool {
    matches!(topic, Topic::LastStub | Topic::Deductions | Topic::TaxesWithheld)
}

/// "and the one before that?", "the previous check", "¿y el anterior?": nothing but the check before the one just shown.
pub(crate) fn is_one_before(words: &[Word]) -> bool {
    const BEFORE: &[&str] = &["before", "previous", "prior", "earlier", "anterior", "antes"];
    const CHECKS: &[&str] = &[
        "check", "paycheck", "stub", "paystub", "pay", "payment", "cheque", "talon", "recibo", "pago",
        "show", "ok",
    ];
    let is_before = |word: &Word| BEFORE.contains(&word.plain.as_str());
    let is_check = |word: &Word| CHECKS.contains(&word.plain.as_str());
    words.len() <= 9
        && words.iter().any(is_before)
        && words.iter().all(|word| is_before(word) || is_check(word) || is_grammar(&word.plain))
}

fn takes_kind(topic: Topic) -> bool {
    use Topic::*;
    matches!(
        topic,
        TimeOffBalance
            | BalanceOnDate
            | RequestStatus
            | RequestHow
            | WhoIsAway
            | ManagerAway
            | ManagerApprovals
            | Documents
    )
}

fn takes_plan(topic: Topic) -> bool {
    use Topic::*;
    matches!(
        topic,
        BenefitPlans | BenefitCost | Deductions | Dependents | Documents | YearToDate | WhyPayChanged
    )
}

/// "make it 5" after "my last 3 pay stubs".
fn another_count(words: &[Word], previous: &Turn) -> Option<Slots> {
    previous.slots.count.filter(|_| takes_count(previous.topic))?;
    let count = lone_number(words).filter(|_| words.len() <= 6)?;
    Some(Slots { count: Some(count), ..previous.slots.clone() })
}

/// "will I have enough by June?" is still about vacation.
fn same_kind(topic: Topic, previous: &Turn) -> Option<LeaveKind> {
    let balances = [Topic::TimeOffBalance, Topic::BalanceOnDate];
    previous.slots.kind.filter(|_| balances.contains(&topic) && balances.contains(&previous.topic))
}

/// "and the year before?" counts from the year that was asked about.
fn one_earlier(words: &[Word], before: &Slots) -> Option<Slots> {
    let plain = joined(words);
    let says = |texts: [&str; 3]| texts.iter().any(|text| plain.contains(text));
    if says(["year before", "previous year", "ano anterior"]) {
        return Some(Slots { year: Some(before.year?.checked_sub(1)?), ..before.clone() });
    }
    let (from, to) = (before.from?, before.to?);
    let whole_month = from == from.first_of_month() && to == from.last_of_month();
    if !whole_month || !says(["month before", "previous month", "mes anterior"]) {
        return None;
    }
    let to = from.yesterday().ok()?;
    Some(Slots { from: Some(to.first_of_month()), to: Some(to), ..before.clone() })
}

/// How many words say "this goes on from before".
fn starter(words: &[Word]) -> usize {
    let plain: Vec<&str> = words.iter().take(4).map(|word| word.plain.as_str()).collect();
    let starters: [&[&str]; 14] = [
        &["and", "what", "about"],
        &["and", "how", "about"],
        &["ok", "and"],
        &["okay", "and"],
        &["what", "about"],
        &["how", "about"],
        &["y", "que", "tal"],
        &["y", "que", "hay"],
        &["ok", "y"],
        &["que", "tal"],
        &["and"],
        &["y"],
        &["also"],
        &["tambien"],
    ];
    starters.iter().find(|starter| plain.starts_with(starter)).map_or(0, |starter| starter.len())
}

/// Words that are neither slots nor grammar.
fn rest<'a>(words: &'a [Word], found: &Found, start: usize) -> Vec<&'a str> {
    let pairs = words.iter().zip(&found.used).skip(start);
    pairs
        .filter(|(word, used)| !**used && !is_grammar(&word.plain))
        .map(|(word, _)| word.plain.as_str())
        .collect()
}

fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.plain.as_str()).collect::<Vec<_>>().join(" ")
}

fn is_grammar(word: &str) -> bool {
    const GRAMMAR: &[&str] = &[
        "a",
        "about",
        "al",
        "also",
        "and",
        "as",
        "but",
        "by",
        "como",
        "con",
        "cual",
        "cuanto",
        "cuantas",
        "cuantos",
        "de",
        "del",
        "el",
        "en",
        "era",
        "es",
        "esa",
        "ese",
        "eso",
        "favor",
        "for",
        "from",
        "fue",
        "how",
        "hubo",
        "in",
        "instead",
        "is",
        "it",
        "just",
        "la",
        "las",
        "like",
        "lo",
        "los",
        "many",
        "me",
        "mi",
        "mis",
        "mismo",
        "misma",
        "much",
        "my",
        "now",
        "of",
        "on",
        "one",
        "only",
        "para",
        "pero",
        "please",
        "por",
        "que",
        "same",
        "si",
        "solo",
        "tal",
        "tambien",
        "that",
        "the",
        "then",
        "to",
        "un",
        "una",
        "was",
        "were",
        "what",
        "what's",
        "with",
        "y",
        "-",
        "if",
        "were",
        "those",
        "these",
        "insurance",
        "seguro",
        "days",
        "dias",
        "plan",
        "leave",
        "ones",
        "esos",
        "esas",
    ];
    GRAMMAR.contains(&word)
}
