//! Runs the development set: `question<TAB>topic<TAB>slot=value;…`, where a line that starts with `> ` follows up on
//! the line before it.

use std::time::Instant;

use jiff::civil::{Date, date};
use language::{Band, Language, Model, Question, Topic, Turn};

/// The day the questions are asked on.
const TODAY: Date = date(2026, 11, 18);

pub(crate) struct Case {
    pub(crate) line: usize,
    text: String,
    follows_up: bool,
    pub(crate) topic: Topic,
    slots: Vec<String>,
}

pub(crate) struct Outcome {
    pub(crate) line: usize,
    pub(crate) topic: Topic,
    pub(crate) guess: Topic,
    pub(crate) certainty: f32,
    pub(crate) in_top_three: bool,
    pub(crate) answered: bool,
    pub(crate) slots_exact: bool,
    /// Slots that are missing, wrong or too many, by name.
    pub(crate) wrong_slots: Vec<String>,
}

pub(crate) struct Evaluation {
    pub(crate) language: Language,
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) milliseconds: f64,
}

pub(crate) fn cases(text: &str) -> Result<Vec<Case>, String> {
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(at, line)| case(at + 1, line).ok_or_else(|| format!("line {}: not a question", at + 1)))
        .collect()
}

fn case(line: usize, written: &str) -> Option<Case> {
    let mut columns = written.split('\t');
    let text = columns.next()?;
    let topic = Topic::from_id(columns.next()?.trim())?;
    let mut slots: Vec<String> =
        columns.next().unwrap_or("").split(';').map(|slot| slot.trim().to_owned()).collect();
    slots.retain(|slot| !slot.is_empty());
    slots.sort();
    let follows_up = text.starts_with("> ");
    let text = text.strip_prefix("> ").unwrap_or(text).to_owned();
    Some(Case { line, text, follows_up, topic, slots })
}

pub(crate) fn evaluate(model: &Model, language: Language, cases: &[Case]) -> Evaluation {
    let started = Instant::now();
    let mut outcomes = Vec::new();
    let mut previous: Option<Turn> = None;
    for case in cases {
        let before = if case.follows_up { previous.as_ref() } else { None };
        let question = Question {
            text: &case.text,
            today: TODAY,
            page_language: language,
            previous: before,
            names: &[],
        };
        let understood = model.understand(&question);
        let wrong_slots = difference(&case.slots, &understood.slots.notation());
        outcomes.push(Outcome {
            line: case.line,
            topic: case.topic,
            guess: understood.topic,
            certainty: understood.certainty,
            in_top_three: understood.candidates.iter().any(|candidate| candidate.topic == case.topic),
            answered: understood.band == Band::Answer,
            slots_exact: wrong_slots.is_empty(),
            wrong_slots,
        });
        previous = Some(Turn { topic: understood.topic, slots: understood.slots });
    }
    let milliseconds = started.elapsed().as_secs_f64() * 1_000.0 / cases.len().max(1) as f64;
    Evaluation { language, outcomes, milliseconds }
}

fn difference(expected: &[String], found: &str) -> Vec<String> {
    let found: Vec<&str> = found.split(';').filter(|slot| !slot.is_empty()).collect();
    let name = |slot: &str| slot.split('=').next().unwrap_or("").to_owned();
    let missing =
        expected.iter().filter(|slot| !found.contains(&slot.as_str())).map(|slot| format!("-{}", name(slot)));
    let extra = found
        .iter()
        .filter(|slot| !expected.iter().any(|one| one == *slot))
        .map(|slot| format!("+{}", name(slot)));
    missing.chain(extra).collect()
}
