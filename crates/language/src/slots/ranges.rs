//! The first time a question speaks of: one day or period, or two joined into a range.

use jiff::Span;
use jiff::civil::Date;

use crate::text::Word;
use crate::topic::Direction;

/// What was found, and how many words it took.
pub(super) type Match<T> = Option<(T, usize)>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    Days(Option<Date>, Option<Date>),
    Year(i16),
}

/// One day, period or year before it is joined with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    Days(Date, Date),
    Year(i16),
    /// "24": a day only next to another day, unless it is sure ("the 24th").
    DayOfMonth {
        day: i8,
        sure: bool,
    },
}

pub(crate) struct Reading<'a> {
    pub(crate) words: &'a [Word],
    pub(crate) today: Date,
    pub(crate) direction: Direction,
}

impl Reading<'_> {
    /// Days are preferred to a year, wherever they are said.
    pub(super) fn first(&self, used: &[bool]) -> Option<(Time, usize, usize)> {
        let mut year = None;
        let mut at = 0;
        while at < self.words.len() {
            let found = if used[at] { None } else { self.time(at) };
            match found {
                Some((Time::Days(from, to), length)) => return Some((Time::Days(from, to), at, length)),
                Some((time, length)) => {
                    year = year.or(Some((time, at, length)));
                    at += length;
                }
                None => at += 1,
            }
        }
        year
    }

    fn time(&self, at: usize) -> Match<Time> {
        let (first, length) = self.atom(at)?;
        if let Some((joined, more)) = self.joined(at, first, at + length) {
            return Some((joined, length + more));
        }
        let time = match first {
            Atom::Days(from, _) if self.is_open_end(at) => Time::Days(Some(from), None),
            Atom::Days(from, to) => Time::Days(Some(from), Some(to)),
            Atom::Year(year) => Time::Year(year),
            Atom::DayOfMonth { day, sure: true } => {
                let day = self.day_of_month(day)?;
                Time::Days(Some(day), Some(day))
            }
            Atom::DayOfMonth { .. } => return None,
        };
        Some((time, length))
    }

    /// "since October": from then on.
    fn is_open_end(&self, at: usize) -> bool {
        at > 0 && matches!(self.word(at - 1), "since" | "desde" | "starting")
    }

    fn joined(&self, start: usize, first: Atom, at: usize) -> Match<Time> {
        let connector = self.word(at);
        let opened = (start.saturating_sub(2)..start).any(|at| matches!(self.word(at), "between" | "entre"));
        let joins = match connector {
            "to" | "through" | "thru" | "until" | "till" | "-" | "al" | "a" | "hasta" => true,
            "and" | "y" | "&" => opened,
            _ => false,
        };
        if !joins {
            return None;
        }
        let article = usize::from(matches!(self.word(at + 1), "the" | "la"));
        let (second, length) = self.atom(at + 1 + article)?;
        let (from, to) = self.join(first, second, connector == "al")?;
        Some((Time::Days(Some(from), Some(to)), 1 + article + length))
    }

    fn join(&self, first: Atom, second: Atom, sure_connector: bool) -> Option<(Date, Date)> {
        use Atom::{DayOfMonth, Days, Year};
        match (first, second) {
            (Days(from, _), Days(_, to)) => self.in_order(from, to),
            (DayOfMonth { day, .. }, Days(_, to)) => {
                let from = Date::new(to.year(), to.month(), day).ok()?;
                let from = if from > to { from.checked_sub(Span::new().months(1)).ok()? } else { from };
                Some((from, to))
            }
            (Days(from, _), DayOfMonth { day, .. }) => {
                let to = Date::new(from.year(), from.month(), day).ok()?;
                let to = if to < from { to.checked_add(Span::new().months(1)).ok()? } else { to };
                Some((from, to))
            }
            (DayOfMonth { day, sure }, DayOfMonth { day: last, sure: also })
                if sure || also || sure_connector =>
            {
                let (from, to) = (self.day_of_month(day)?, self.day_of_month(last)?);
                self.in_order(from, to)
            }
            (Year(from), Year(to)) if from <= to => {
                Some((Date::new(from, 1, 1).ok()?, Date::new(to, 12, 31).ok()?))
            }
            _ => None,
        }
    }

    /// "Monday to Friday" on a Wednesday: the end moves ahead, or the start back, by a week, a month or a year.
    fn in_order(&self, from: Date, to: Date) -> Option<(Date, Date)> {
        if from <= to {
            return Some((from, to));
        }
        let spans = [Span::new().weeks(1), Span::new().months(1), Span::new().years(1)];
        spans.into_iter().find_map(|span| {
            let (from, to) = match self.direction {
                Direction::Future => (from, to.checked_add(span).ok()?),
                Direction::Past => (from.checked_sub(span).ok()?, to),
            };
            (from <= to).then_some((from, to))
        })
    }

    /// A plain word, or nothing past the end.
    pub(super) fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.plain.as_str())
    }

    pub(super) fn says(&self, at: usize, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(offset, word)| self.word(at + offset) == *word)
    }

    fn atom(&self, at: usize) -> Match<Atom> {
        self.named_day(at)
            .or_else(|| self.period(at))
            .or_else(|| self.calendar_day(at))
            .or_else(|| self.year(at))
    }
}
