//! A report as a table: the same for the page, a file and the terminal.

use super::kinds::ReportColumnKind;
use super::rules::tenths;
use super::words;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::language::Language;
use uuid::Uuid;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReportCell {
    Nothing,
    Text(String),
    /// One of `words.rs`.
    Word(&'static str),
    Number(i64),
    Amount(Amount),
    /// Of a percentage or of days.
    Tenths(i64),
    Day(Day),
}

impl ReportCell {
    /// As programs read it.
    pub(super) fn raw(&self) -> Option<String> {
        Some(match self {
            ReportCell::Nothing => return None,
            ReportCell::Text(text) => text.clone(),
            ReportCell::Word(word) => (*word).to_owned(),
            ReportCell::Number(number) => number.to_string(),
            ReportCell::Amount(amount) => amount.to_string(),
            ReportCell::Tenths(count) => tenths(*count),
            ReportCell::Day(day) => day.to_string(),
        })
    }

    /// As people read it in a file.
    pub(super) fn shown(&self, language: Language) -> String {
        match self {
            ReportCell::Word(word) => words::word(word, language).to_owned(),
            cell => cell.raw().unwrap_or_default(),
        }
    }

    /// Text that someone typed; what we made ourselves can't be a formula.
    pub(super) fn is_typed(&self) -> bool {
        matches!(self, ReportCell::Text(_))
    }

    pub(super) fn is_number(&self) -> bool {
        matches!(self, ReportCell::Number(_) | ReportCell::Amount(_) | ReportCell::Tenths(_))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReportColumn {
    pub id: &'static str,
    pub kind: ReportColumnKind,
    /// The name of a type of time off; other columns are named by their IDs.
    pub label: Option<String>,
}

impl ReportColumn {
    pub(super) fn new(id: &'static str, kind: ReportColumnKind) -> ReportColumn {
        ReportColumn { id, kind, label: None }
    }

    pub(super) fn title(&self, language: Language) -> &str {
        self.label.as_deref().unwrap_or_else(|| words::column(self.id, language))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReportRow {
    /// Of what the row is about, if it can be opened.
    pub id: Option<Uuid>,
    pub cells: Vec<ReportCell>,
}

impl ReportRow {
    pub(super) fn of(cells: Vec<ReportCell>) -> ReportRow {
        ReportRow { id: None, cells }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReportTable {
    pub columns: Vec<ReportColumn>,
    pub rows: Vec<ReportRow>,
}

pub(super) fn columns(of: &[(&'static str, ReportColumnKind)]) -> Vec<ReportColumn> {
    of.iter().map(|(id, kind)| ReportColumn::new(id, *kind)).collect()
}

/// A name, or nothing where there is none.
pub(super) fn named(name: Option<&str>) -> ReportCell {
    name.filter(|name| !name.is_empty())
        .map_or(ReportCell::Word("none"), |name| ReportCell::Text(name.to_owned()))
}
