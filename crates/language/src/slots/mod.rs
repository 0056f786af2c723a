//! The details of a question: days, years, amounts, plans, kinds of time off, people and counts. Found by rules, not
//! learned, since an answer about the wrong day is a wrong answer.
//!
//! `calendar` knows names of months and holidays, `days` reads a day or period, `ranges` joins two of them.

mod calendar;
mod days;
mod named;
mod numbers;
mod people;
mod periods;
mod ranges;
mod strangers;
mod things;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::text::Word;
use crate::topic::{Direction, Topic};

pub(crate) use numbers::lone_number;
pub use people::is_known_name;
pub(crate) use ranges::Reading;
pub(crate) use strangers::speaks_of_others;

/// Only what was said is filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slots {
    /// A single day has the same `from` and `to`.
    pub from: Option<Date>,
    pub to: Option<Date>,
    pub year: Option<i16>,
    /// In cents.
    pub amount: Option<i64>,
    pub plan: Option<Plan>,
    pub kind: Option<LeaveKind>,
    /// How the asker named another person, in lower case.
    pub person: Option<String>,
    /// "my last 3 pay stubs"
    pub count: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    Medical,
    Dental,
    Vision,
    Life,
    Retirement,
    Hsa,
    Fsa,
    Disability,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeaveKind {
    Vacation,
    Sick,
    Personal,
    Holiday,
    Bereavement,
    Jury,
    Parental,
}

impl Plan {
    pub fn id(self) -> &'static str {
        match self {
            Plan::Medical => "medical",
            Plan::Dental => "dental",
            Plan::Vision => "vision",
            Plan::Life => "life",
            Plan::Retirement => "retirement",
            Plan::Hsa => "hsa",
            Plan::Fsa => "fsa",
            Plan::Disability => "disability",
        }
    }
}

impl LeaveKind {
    pub fn id(self) -> &'static str {
        match self {
            LeaveKind::Vacation => "vacation",
            LeaveKind::Sick => "sick",
            LeaveKind::Personal => "personal",
            LeaveKind::Holiday => "holiday",
            LeaveKind::Bereavement => "bereavement",
            LeaveKind::Jury => "jury",
            LeaveKind::Parental => "parental",
        }
    }
}

impl Slots {
    /// Written the way the development set writes them: `from=2026-12-24;to=2026-12-24`.
    pub fn notation(&self) -> String {
        let pairs = [
            ("from", self.from.map(|day| day.to_string())),
            ("to", self.to.map(|day| day.to_string())),
            ("year", self.year.map(|year| year.to_string())),
            ("amount", self.amount.map(|cents| cents.to_string())),
            ("plan", self.plan.map(|plan| plan.id().to_owned())),
            ("kind", self.kind.map(|kind| kind.id().to_owned())),
            ("person", self.person.clone()),
            ("count", self.count.map(|count| count.to_string())),
        ];
        let said = pairs.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?)));
        said.collect::<Vec<_>>().join(";")
    }

    /// What a follow-up says replaces what was said before; the rest stays.
    pub(crate) fn over(self, before: &Slots) -> Slots {
        let speaks_of_time =
            self.from.is_some() || self.to.is_some() || self.year.is_some() || self.count.is_some();
        let before_in_time = if speaks_of_time { &Slots::default() } else { before };
        Slots {
            from: self.from.or(before_in_time.from),
            to: self.to.or(before_in_time.to),
            year: self.year.or(before_in_time.year),
            count: self.count.or(before_in_time.count),
            amount: self.amount.or(before.amount),
            plan: self.plan.or(before.plan),
            kind: self.kind.or(before.kind),
            person: self.person.or_else(|| before.person.clone()),
        }
    }
}

/// Slots, and which words they were read from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) slots: Slots,
    pub(crate) used: Vec<bool>,
    /// Where the person is named: the first word, and how many.
    pub(crate) named: Option<(usize, usize)>,
}

impl Found {
    pub(crate) fn in_words(words: &[Word], today: Date, direction: Direction) -> Found {
        let mut found = Found { slots: Slots::default(), used: vec![false; words.len()], named: None };
        found.amount(words);
        found.count(words);
        found.time(&Reading { words, today, direction });
        found.plan_and_kind(words);
        found.person(words);
        found
    }

    /// For a known topic, which decides whether "Friday" is behind or ahead.
    pub(crate) fn for_topic(words: &[Word], today: Date, topic: Topic) -> Found {
        let mut found = Found::in_words(words, today, topic.direction());
        if topic == Topic::Holidays {
            found.slots.kind = found.slots.kind.filter(|kind| *kind != LeaveKind::Holiday);
        }
        found
    }

    /// What the topic model is told about the slots.
    pub(crate) fn marks(&self, today: Date) -> Vec<&'static str> {
        let slots = &self.slots;
        let mut marks = Vec::new();
        if let Some(from) = slots.from {
            let to = slots.to.unwrap_or(from);
            marks.push(if from == to { "@day" } else { "@days" });
            marks.push(if from > today {
                "@ahead"
            } else if to < today {
                "@behind"
            } else {
                "@now"
            });
        }
        let said = [
            (slots.year.is_some(), "@year"),
            (slots.amount.is_some(), "@amount"),
            (slots.plan.is_some(), "@plan"),
            (slots.kind.is_some(), "@kind"),
            (slots.person.is_some(), "@person"),
            (slots.count.is_some(), "@count"),
        ];
        marks.extend(said.into_iter().filter(|(said, _)| *said).map(|(_, mark)| mark));
        marks
    }

    fn amount(&mut self, words: &[Word]) {
        if let Some((cents, at, length)) = numbers::amount(words) {
            self.slots.amount = Some(cents);
            self.mark(at, length);
        }
    }

    fn count(&mut self, words: &[Word]) {
        if let Some((count, at, length)) = numbers::count(words) {
            self.slots.count = Some(count);
            self.mark(at, length);
        }
    }

    fn time(&mut self, reading: &Reading) {
        let Some((time, at, length)) = reading.first(&self.used) else { return };
        match time {
            ranges::Time::Days(from, to) => {
                self.slots.from = from;
                self.slots.to = to;
            }
            ranges::Time::Year(year) => self.slots.year = Some(year),
        }
        self.mark(at, length);
    }

    fn plan_and_kind(&mut self, words: &[Word]) {
        if let Some((plan, at, length)) = things::plan(words) {
            self.slots.plan = Some(plan);
            self.mark(at, length);
        }
        if let Some((kind, at, length)) = things::kind(words) {
            self.slots.kind = Some(kind);
            self.mark(at, length);
        }
    }

    fn person(&mut self, words: &[Word]) {
        if let Some((person, at, length)) = people::person(words, &self.used) {
            self.slots.person = Some(person);
            self.named = Some((at, length));
            self.mark(at, length);
        }
    }

    fn mark(&mut self, at: usize, length: usize) {
        self.used.iter_mut().skip(at).take(length).for_each(|used| *used = true);
    }
}

#[cfg(test)]
mod tests;
