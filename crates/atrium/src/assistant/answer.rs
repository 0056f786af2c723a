//! An answer: on the wire, and as the tools make it.

use super::words::Speech;
use crate::shared::day::Day;
use language::Topic;
use serde::{Deserialize, Serialize};

/// What is sent, and kept (sealed) with the question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ChatAnswer {
    pub conversation_id: String,
    pub session_id: String,
    pub response_index: i64,
    pub answer: String,
    pub language: String,
    pub band: AnswerBand,
    pub topic: Option<Topic>,
    pub candidates: Vec<TopicChoice>,
    pub slots: language::Slots,
    pub sources: Vec<AnswerSource>,
    pub table: Option<AnswerTable>,
    pub chart: Option<AnswerChart>,
    pub links: Vec<PageLink>,
    pub download: Option<Download>,
    pub follow_ups: Vec<String>,
    pub hand_over: Option<HandOver>,
    pub engine: AnswerEngine,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum AnswerBand {
    Answer,
    AskBack,
    Unknown,
    OutOfScope,
}

impl AnswerBand {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            AnswerBand::Answer => "answer",
            AnswerBand::AskBack => "ask_back",
            AnswerBand::Unknown => "unknown",
            AnswerBand::OutOfScope => "out_of_scope",
        }
    }
}

/// What worded the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum AnswerEngine {
    Embedded,
    /// A language model, from our tools' results.
    Model,
    /// A language model was asked, and the words are ours.
    Template,
}

impl AnswerEngine {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            AnswerEngine::Embedded => "embedded",
            AnswerEngine::Model => "model",
            AnswerEngine::Template => "template",
        }
    }
}

/// A topic that was considered: shown as a chip when the assistant asks back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct TopicChoice {
    pub topic: Topic,
    pub label: String,
    pub certainty: f32,
    pub question: String,
}

/// "How I know this".
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct AnswerSource {
    pub tool: String,
    pub words: String,
    pub as_of: Option<Day>,
    pub title: Option<String>,
    pub page: Option<i64>,
    pub quote: Option<String>,
    pub path: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct AnswerTable {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct AnswerChart {
    pub points: Vec<ChartPoint>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ChartPoint {
    pub label: String,
    pub value: f64,
    pub text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PageLink {
    pub label: String,
    pub path: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Download {
    pub file_name: String,
    pub paystub_id: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct HandOver {
    pub name: Option<String>,
    pub email: Option<String>,
    pub subject: String,
    pub body: String,
}

/// What a tool says. The fact comes first, then the math behind it.
#[derive(Debug)]
pub(super) struct Draft {
    pub band: AnswerBand,
    pub lines: Vec<String>,
    pub sources: Vec<AnswerSource>,
    pub table: Option<AnswerTable>,
    pub chart: Option<AnswerChart>,
    pub links: Vec<PageLink>,
    pub download: Option<Download>,
    /// What people ask next.
    pub next: Vec<Topic>,
    pub hand_over: Option<HandOver>,
    /// Whether there were rows to answer from.
    pub has_rows: bool,
    /// Whether it holds text that someone else wrote. A language model never gets to read that.
    pub quotes_others: bool,
}

impl Draft {
    pub(super) fn saying(line: impl Into<String>) -> Draft {
        Draft {
            band: AnswerBand::Answer,
            lines: vec![line.into()],
            sources: vec![],
            table: None,
            chart: None,
            links: vec![],
            download: None,
            next: vec![],
            hand_over: None,
            has_rows: true,
            quotes_others: false,
        }
    }

    /// There is nothing to answer from.
    pub(super) fn nothing(line: impl Into<String>) -> Draft {
        Draft { has_rows: false, ..Draft::saying(line) }
    }

    pub(super) fn in_band(self, band: AnswerBand) -> Draft {
        Draft { band, ..self }
    }

    pub(super) fn and(mut self, line: impl Into<String>) -> Draft {
        self.lines.push(line.into());
        self
    }

    /// The answer's source: one of the asker's pages, with the date of its rows, which is also the link under the
    /// answer.
    pub(super) fn sourced(
        mut self,
        topic: Topic,
        speech: &Speech,
        page: (&str, &str),
        path: impl Into<String>,
    ) -> Draft {
        let (words, path) = (speech.language.pick(page).to_owned(), path.into());
        self.links.push(PageLink { label: words.clone(), path: path.clone() });
        self.sources.push(AnswerSource {
            tool: topic.id().to_owned(),
            words,
            as_of: Some(speech.today),
            path: Some(path),
            ..AnswerSource::default()
        });
        if self.has_rows {
            self.lines.push(speech.as_of());
        }
        self
    }

    /// Where you can do it yourself.
    pub(super) fn link(mut self, label: impl Into<String>, path: impl Into<String>) -> Draft {
        self.links.push(PageLink { label: label.into(), path: path.into() });
        self
    }

    pub(super) fn quoting(mut self) -> Draft {
        self.quotes_others = true;
        self
    }

    pub(super) fn table(mut self, columns: &[String], rows: Vec<Vec<String>>) -> Draft {
        self.table = Some(AnswerTable { columns: columns.to_vec(), rows });
        self
    }

    pub(super) fn then(mut self, next: &[Topic]) -> Draft {
        self.next = next.to_vec();
        self
    }

    pub(super) fn text(&self) -> String {
        self.lines.join("\n")
    }
}
