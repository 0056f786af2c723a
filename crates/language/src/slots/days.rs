//! Days and months by number and name: "12/24", "Dec 24, 2026", "24 de diciembre", "the 24th", "October".

use jiff::civil::Date;

use super::calendar::{is_doubtful_month, month};
use super::numbers::number;
use super::ranges::{Atom, Match, Reading};
use crate::topic::Direction;

impl Reading<'_> {
    pub(super) fn calendar_day(&self, at: usize) -> Match<Atom> {
        let article = usize::from(matches!(self.word(at), "the" | "el"));
        let word_for_day = usize::from(article == 1 && matches!(self.word(at + 1), "dia"));
        let skipped = article + word_for_day;
        let found = self
            .numeric(at + skipped)
            .or_else(|| self.day_then_month(at + skipped))
            .or_else(|| self.month_then_day(at + skipped));
        if let Some((atom, length)) = found {
            return Some((atom, length + skipped));
        }
        self.bare_day(at, skipped)
    }

    /// "the 24th", "el 24", "on the 24"; or "24", which isn't sure.
    fn bare_day(&self, at: usize, skipped: usize) -> Match<Atom> {
        let word = self.word(at + skipped);
        let (day, ordinal) = day_number(word)?;
        if !word.starts_with(|c: char| c.is_ascii_digit()) || self.counts_something(at + skipped) {
            return None;
        }
        let spanish = skipped > 0 && matches!(self.word(at), "el");
        let on_the = skipped > 0 && at > 0 && matches!(self.word(at - 1), "on" | "by" | "until");
        let sure = ordinal && skipped > 0 || spanish || on_the;
        Some((Atom::DayOfMonth { day, sure }, 1 + skipped))
    }

    fn counts_something(&self, at: usize) -> bool {
        matches!(
            self.word(at + 1),
            "%" | "percent" | "por" | "hours" | "horas" | "days" | "dias" | "am" | "pm"
        )
    }

    /// "12/24", "12/24/26", "24/12/2026", "2026-12-24", "11/2026".
    fn numeric(&self, at: usize) -> Match<Atom> {
        let word = self.word(at);
        let separator = ['/', '-', '.'].into_iter().find(|sign| word.contains(*sign))?;
        let parts: Vec<&str> = word.split(separator).collect();
        let numbers: Vec<i16> = parts.iter().map(|part| part.parse().ok()).collect::<Option<_>>()?;
        let half_a_day = matches!(self.word(at + 1), "day" | "dia" | "hour" | "hora" | "off");
        let atom = match numbers[..] {
            [year, month, day] if parts[0].len() == 4 => one_day(year, month, day)?,
            [first, second, year] => {
                let year = if parts[2].len() == 2 { 2000 + year } else { year };
                let (month, day) = month_first(first, second);
                one_day(year, month, day)?
            }
            [first, year] if separator == '/' && parts[1].len() == 4 => {
                whole_month(Date::new(year, i8::try_from(first).ok()?, 1).ok()?)
            }
            [24, 7] => return None,
            [first, second] if separator == '/' && !half_a_day => {
                let (month, day) = month_first(first, second);
                let day = self.month_day(i8::try_from(month).ok()?, i8::try_from(day).ok()?)?;
                Atom::Days(day, day)
            }
            _ => return None,
        };
        Some((atom, 1))
    }

    /// "24 de diciembre del 2026", "24th of December", "5 mayo".
    fn day_then_month(&self, at: usize) -> Match<Atom> {
        let (day, _) = day_number(self.word(at)).or_else(|| spelled_day(self.word(at)))?;
        let of = usize::from(matches!(self.word(at + 1), "of" | "de" | "del"));
        let month = self.month_after_number(at + 1 + of)?;
        self.with_year(month, day, 2 + of, at)
    }

    /// "ago" is August only here: "5 de ago".
    fn month_after_number(&self, at: usize) -> Option<i8> {
        month(self.word(at)).or_else(|| (self.word(at) == "ago").then_some(8))
    }

    /// "Dec 24", "December 24th, 2026", or the whole of "December 2026" and "December".
    fn month_then_day(&self, at: usize) -> Match<Atom> {
        let month = month(self.word(at))?;
        let the = usize::from(matches!(self.word(at + 1), "the" | "el"));
        let day = day_number(self.word(at + 1 + the)).or_else(|| english_ordinal(self.word(at + 1 + the)));
        let day = day.filter(|_| !self.counts_something(at + 1 + the));
        if let Some(found) = day.and_then(|(day, _)| self.with_year(month, day, 2 + the, at)) {
            return Some(found);
        }
        if let Some((year, length)) = self.year_after(at + 1) {
            return Some((whole_month(Date::new(year, month, 1).ok()?), 1 + length));
        }
        if is_doubtful_month(self.word(at)) && !self.month_is_meant(at) {
            return None;
        }
        Some((whole_month(self.month_alone(month)?), 1))
    }

    fn month_is_meant(&self, at: usize) -> bool {
        let before = if at > 0 { self.word(at - 1) } else { "" };
        let after = self.word(at + 1);
        matches!(before, "in" | "for" | "of" | "since" | "by" | "until" | "to" | "from" | "en" | "through")
            || matches!(after, "to" | "through" | "and" | "-")
    }

    fn with_year(&self, month: i8, day: i8, length: usize, at: usize) -> Match<Atom> {
        if let Some((year, more)) = self.year_after(at + length) {
            let day = Date::new(year, month, day).ok()?;
            return Some((Atom::Days(day, day), length + more));
        }
        let day = self.month_day(month, day)?;
        Some((Atom::Days(day, day), length))
    }

    /// The year that goes with a day: "2026", "of 2026", "del año pasado", "last year".
    pub(super) fn year_after(&self, at: usize) -> Match<i16> {
        let of = usize::from(matches!(self.word(at), "of" | "de" | "del" | "in" | "en"));
        match self.whole_unit(at + of).or_else(|| self.year(at + of)) {
            Some((Atom::Year(year), length)) => Some((year, length + of)),
            _ => None,
        }
    }

    /// The nearest such day, today included, behind or ahead. February 29 can be years away.
    pub(super) fn month_day(&self, month: i8, day: i8) -> Option<Date> {
        (0..=8).find_map(|years| {
            let year = match self.direction {
                Direction::Future => self.today.year().checked_add(years)?,
                Direction::Past => self.today.year().checked_sub(years)?,
            };
            Date::new(year, month, day).ok().filter(|day| self.is_on_the_side(*day))
        })
    }

    pub(super) fn day_of_month(&self, day: i8) -> Option<Date> {
        (0..=2).find_map(|months| {
            let span = jiff::Span::new().months(months);
            let first = self.today.first_of_month();
            let first = match self.direction {
                Direction::Future => first.checked_add(span).ok()?,
                Direction::Past => first.checked_sub(span).ok()?,
            };
            Date::new(first.year(), first.month(), day).ok().filter(|day| self.is_on_the_side(*day))
        })
    }

    pub(super) fn is_on_the_side(&self, day: Date) -> bool {
        match self.direction {
            Direction::Future => day >= self.today,
            Direction::Past => day <= self.today,
        }
    }

    /// The first day of the nearest such month, this one included.
    fn month_alone(&self, month: i8) -> Option<Date> {
        let year = match self.direction {
            Direction::Future if month < self.today.month() => self.today.year().checked_add(1)?,
            Direction::Past if month > self.today.month() => self.today.year().checked_sub(1)?,
            _ => self.today.year(),
        };
        Date::new(year, month, 1).ok()
    }
}

/// US order, unless only the other one is possible.
fn month_first(first: i16, second: i16) -> (i16, i16) {
    if first > 12 { (second, first) } else { (first, second) }
}

fn one_day(year: i16, month: i16, day: i16) -> Option<Atom> {
    let day = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    Some(Atom::Days(day, day))
}

pub(super) fn whole_month(first: Date) -> Atom {
    Atom::Days(first, first.last_of_month())
}

/// 1 to 31, and whether it says so by its ending: "24th", "1ro".
fn day_number(word: &str) -> Option<(i8, bool)> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ending = &word[digits.len()..];
    let ordinal = matches!(ending, "st" | "nd" | "rd" | "th" | "o" | "ro" | "ero" | "er" | "to" | "do");
    if digits.is_empty() || digits.len() > 2 || !(ending.is_empty() || ordinal) {
        return None;
    }
    let day: i8 = digits.parse().ok()?;
    (1..=31).contains(&day).then_some((day, ordinal))
}

/// "cinco de mayo", "primero de enero", "first of March".
fn spelled_day(word: &str) -> Option<(i8, bool)> {
    if matches!(word, "primero" | "first") {
        return Some((1, true));
    }
    let day = number(word).filter(|day| (2..=31).contains(day))?;
    Some((i8::try_from(day).ok()?, true))
}

fn english_ordinal(word: &str) -> Option<(i8, bool)> {
    let names =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let at = names.iter().position(|name| *name == word)?;
    Some((at as i8 + 1, true))
}
