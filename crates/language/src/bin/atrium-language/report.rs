//! The table of bars, for the terminal and for docs/assistant.md.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use language::training::Trial;
use language::{Language, Model, Topic};

use crate::evaluation::{Evaluation, Outcome};

const OPENING: &str = "<!-- written by make assistant -->";
const CLOSING: &str = "<!-- end -->";

pub(crate) fn bands(model: &Model) -> String {
    format!("answers from {:.2} certainty, offers from {:.2}", model.answer_from, model.offer_from)
}

/// How well phrases are recognized by a model trained without them.
pub(crate) fn cross_validation(trials: &[Trial], answer_from: f32) -> String {
    let mut text = String::new();
    for language in [Language::English, Language::Spanish] {
        let own: Vec<&Trial> = trials.iter().filter(|trial| trial.language == language).collect();
        let right = own.iter().filter(|trial| trial.guess == trial.topic).count();
        let answered: Vec<&&Trial> = own.iter().filter(|trial| trial.certainty >= answer_from).collect();
        let right_answers = answered.iter().filter(|trial| trial.guess == trial.topic).count();
        let _ = writeln!(
            text,
            "unseen phrases in {}: first choice {}, answered {}, right when answering {}",
            language.code(),
            percent(right, own.len()),
            percent(answered.len(), own.len()),
            percent(right_answers, answered.len()),
        );
    }
    text
}

pub(crate) fn table(results: &[Evaluation], model: &Model) -> String {
    let mut text = format!("Certainty: {}.\n\n", bands(model));
    text.push_str("| measure | bar |");
    for result in results {
        let _ = write!(text, " {} ({}) |", result.language.code(), result.outcomes.len());
    }
    text.push_str("\n|---|---|");
    text.push_str(&"---|".repeat(results.len()));
    text.push('\n');
    for (name, bar, measure) in MEASURES {
        let _ = write!(text, "| {name} | {bar} |");
        for result in results {
            let _ = write!(text, " {} |", measure(&result.outcomes.iter().collect::<Vec<_>>()));
        }
        text.push('\n');
    }
    text.push_str("| CPU per question | ≤ 3 ms |");
    for result in results {
        let _ = write!(text, " {:.1} ms |", result.milliseconds);
    }
    text.push_str("\n\n");
    text.push_str(&by_topic(results));
    text
}

type Measure = fn(&[&Outcome]) -> String;

const MEASURES: [(&str, &str, Measure); 6] = [
    ("first choice", "≥ 90%", first_choice),
    ("top three", "≥ 97%", top_three),
    ("right when it answers", "≥ 95%", right_when_answering),
    ("answers without asking back", "≥ 75%", answering),
    ("out of scope, not answered from data", "≥ 95%", kept_out),
    ("slots exact", "≥ 95%", slots_exact),
];

fn first_choice(outcomes: &[&Outcome]) -> String {
    share(outcomes, |outcome| outcome.guess == outcome.topic)
}

fn top_three(outcomes: &[&Outcome]) -> String {
    share(outcomes, |outcome| outcome.in_top_three)
}

fn answering(outcomes: &[&Outcome]) -> String {
    share(outcomes, |outcome| outcome.answered)
}

fn right_when_answering(outcomes: &[&Outcome]) -> String {
    let answered: Vec<&Outcome> = outcomes.iter().copied().filter(|outcome| outcome.answered).collect();
    first_choice(&answered)
}

fn kept_out(outcomes: &[&Outcome]) -> String {
    let outside = outcomes.iter().copied().filter(|outcome| outcome.topic == Topic::OutOfScope);
    share(&outside.collect::<Vec<_>>(), |outcome| !(outcome.answered && outcome.guess.answers_from_data()))
}

fn slots_exact(outcomes: &[&Outcome]) -> String {
    share(outcomes, |outcome| outcome.slots_exact)
}

fn by_topic(results: &[Evaluation]) -> String {
    let mut text = String::from(
        "| topic | language | questions | first choice | top three | answers | right then | slots |\n",
    );
    text.push_str("|---|---|---|---|---|---|---|---|\n");
    for topic in Topic::ALL {
        for result in results {
            let own: Vec<&Outcome> =
                result.outcomes.iter().filter(|outcome| outcome.topic == *topic).collect();
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} | {} | {} |",
                topic.id(),
                result.language.code(),
                own.len(),
                first_choice(&own),
                top_three(&own),
                answering(&own),
                right_when_answering(&own),
                slots_exact(&own),
            );
        }
    }
    text
}

/// By line and topic, without the question.
pub(crate) fn misses(result: &Evaluation) -> String {
    let mut text = String::new();
    for outcome in &result.outcomes {
        let place = format!("{}:{}", result.language.code(), outcome.line);
        if outcome.guess != outcome.topic {
            let band = if outcome.answered { "answered" } else { "asked back" };
            let (topic, guess) = (outcome.topic.id(), outcome.guess.id());
            let _ = writeln!(text, "{place} {topic} taken for {guess} ({:.2}, {band})", outcome.certainty);
        }
        if !outcome.slots_exact {
            let _ = writeln!(text, "{place} {} slots {}", outcome.topic.id(), outcome.wrong_slots.join(" "));
        }
    }
    text
}

fn share(outcomes: &[&Outcome], good: impl Fn(&Outcome) -> bool) -> String {
    percent(outcomes.iter().filter(|outcome| good(outcome)).count(), outcomes.len())
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    format!("{:.1}%", 100.0 * part as f64 / whole as f64)
}

/// Replaces what is between the two marks.
pub(crate) fn write(file: &Path, table: &str) -> io::Result<()> {
    let text = fs::read_to_string(file)?;
    let (Some(from), Some(to)) = (text.find(OPENING), text.find(CLOSING)) else {
        return Err(io::Error::other("docs/assistant.md has lost its marks"));
    };
    let (before, after) = (&text[..from + OPENING.len()], &text[to..]);
    fs::write(file, format!("{before}\n{table}{after}"))
}
