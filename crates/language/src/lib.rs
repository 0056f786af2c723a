//! What someone asks the assistant: the language, the topic with its certainty, and the slots (days, years, amounts,
//! plans, time-off kinds, people). Pure: no I/O, no clock, no knowledge of the application.
//!
//! Start with [`understand`]. `docs/assistant.md` says how it is trained and how well it does.

mod detect;
mod features;
mod follow_up;
mod model;
mod slots;
mod text;
mod topic;
pub mod training;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

pub use detect::Language;
pub use model::Model;
pub use slots::{LeaveKind, Plan, Slots, is_known_name};
pub use topic::{Direction, Topic};

use features::Features;
use slots::Found;

/// What was asked and what is known about the asker's moment.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub text: &'a str,
    pub today: Date,
    /// Decides when the text could be either language ("W-2?").
    pub page_language: Language,
    /// The question before this one in the same conversation.
    pub previous: Option<&'a Turn>,
    /// First and last names of people the asker may ask about, recognized in any case.
    pub names: &'a [String],
}

/// What a follow-up can inherit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub topic: Topic,
    pub slots: Slots,
}

/// What to do with the understanding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// Answer the topic.
    Answer,
    /// Offer the candidates.
    Offer,
    /// Say what the assistant can do and who can help.
    Unsure,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    pub topic: Topic,
    /// 0 to 1.
    pub certainty: f32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Understanding {
    pub language: Language,
    pub topic: Topic,
    pub certainty: f32,
    pub band: Band,
    /// The three likeliest topics, likeliest first.
    pub candidates: Vec<Candidate>,
    pub slots: Slots,
    /// Whether topic or slots were inherited from the previous turn.
    pub follows_up: bool,
}

/// Reads a question with the committed model.
pub fn understand(question: &Question) -> Understanding {
    match Model::committed() {
        Some(model) => model.understand(question),
        None => unread(question),
    }
}

impl Model {
    pub fn understand(&self, question: &Question) -> Understanding {
        let features = read(question.text, question.today);
        let language = detect::language(self, &features, question.text, question.page_language);
        let candidates = self.considered(question.text, question);
        let guess = follow_up::resolve(question, &candidates, |words| self.considered(words, question));
        let band = self.band(guess.candidates[0].certainty, language);
        Understanding {
            language,
            topic: guess.candidates[0].topic,
            certainty: guess.candidates[0].certainty,
            band,
            candidates: guess.candidates,
            slots: guess.slots,
            follows_up: guess.follows_up,
        }
    }

    /// The likeliest topics of a text. A name says nothing about the topic, and a rare one only makes the model doubt: the
    /// question is also read with a common name instead, and the more certain reading counts. A name alone is about
    /// nothing, however certain the model is of that.
    fn considered(&self, text: &str, question: &Question) -> Vec<Candidate> {
        let words = text::words_among(text, question.names);
        let found = Found::in_words(&words, question.today, Direction::Future);
        let marks = found.marks(question.today);
        let typed = self.candidates(&features::features(text, &marks));
        let Some((start, length)) = found.named else { return typed };
        let neutral = with_common_name(&words, start, length);
        let neutral = self.candidates(&features::features(&neutral, &marks));
        let is_better = neutral[0].certainty > typed[0].certainty && neutral[0].topic != Topic::OutOfScope;
        if is_better { neutral } else { typed }
    }

    fn candidates(&self, features: &Features) -> Vec<Candidate> {
        let shares = self.topic_shares(features);
        let pairs = Topic::ALL.iter().zip(shares);
        let mut all: Vec<Candidate> =
            pairs.map(|(topic, certainty)| Candidate { topic: *topic, certainty }).collect();
        all.sort_by(|a, b| b.certainty.total_cmp(&a.certainty));
        all.truncate(3);
        all
    }

    fn band(&self, certainty: f32, language: Language) -> Band {
        match certainty {
            _ if language == Language::Other => Band::Unsure,
            certainty if certainty >= self.answer_from => Band::Answer,
            certainty if certainty >= self.offer_from => Band::Offer,
            _ => Band::Unsure,
        }
    }
}

/// What the topic model sees: the text, and marks for what the slots found in it.
pub(crate) fn read(text: &str, today: Date) -> Features {
    let words = text::words(text);
    let found = Found::in_words(&words, today, Direction::Future);
    features::features(text, &found.marks(today))
}

fn with_common_name(words: &[text::Word], start: usize, length: usize) -> String {
    const COMMON: &str = "maria";
    let mut parts: Vec<String> = vec![];
    for (at, word) in words.iter().enumerate() {
        let is_name = (start..start + length).contains(&at);
        if is_name && at + 1 < start + length {
            continue;
        }
        let plain = if is_name { COMMON } else { word.plain.as_str() };
        parts.push(if word.possessive { format!("{plain}'s") } else { plain.to_owned() });
    }
    parts.join(" ")
}

/// Whether a question is about people the asker has without naming them: "do my reports have".
pub fn speaks_of_others(text: &str) -> bool {
    slots::speaks_of_others(&text::words(text))
}

/// Whether a question only asks for the check before the one just shown: "and the one before that?"
pub fn asks_for_one_before(text: &str) -> bool {
    follow_up::is_one_before(&text::words(text))
}

fn unread(question: &Question) -> Understanding {
    let candidate = Candidate { topic: Topic::OutOfScope, certainty: 0.0 };
    Understanding {
        language: question.page_language,
        topic: candidate.topic,
        certainty: candidate.certainty,
        band: Band::Unsure,
        candidates: vec![candidate],
        slots: Slots::default(),
        follows_up: false,
    }
}

#[cfg(test)]
mod tests;
