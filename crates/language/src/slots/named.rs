//! Days with names: today, weekdays and holidays, with "last", "next" and "que viene".

use jiff::Span;
use jiff::civil::{Date, Weekday};

use super::calendar::{HOLIDAYS, Holiday, month, weekday};
use super::days::whole_month;
use super::ranges::{Atom, Match, Reading};
use crate::topic::Direction;

/// Which one is meant: the last, this or the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Last,
    This,
    Next,
}

impl Reading<'_> {
    pub(super) fn named_day(&self, at: usize) -> Match<Atom> {
        if let Some((days, length)) = self.near_day(at) {
            let day = self.today.checked_add(Span::new().days(days)).ok()?;
            return Some((Atom::Days(day, day), length));
        }
        let article = usize::from(matches!(self.word(at), "the" | "el" | "la"));
        let (which, before) =
            self.which_before(at + article).map_or((None, 0), |(which, n)| (Some(which), n));
        let start = at + article + before;
        let (atom, length) = self
            .holiday(start, which)
            .or_else(|| self.weekday_named(start, which, article))
            .or_else(|| self.month_named(start, which))?;
        Some((atom, article + before + length))
    }

    fn near_day(&self, at: usize) -> Match<i32> {
        let before = if at > 0 { self.word(at - 1) } else { "" };
        let before_that = if at > 1 { self.word(at - 2) } else { "" };
        let found = match self.word(at) {
            "day" if self.says(at + 1, &["after", "tomorrow"]) => (2, 3),
            "day" if self.says(at + 1, &["before", "yesterday"]) => (-2, 3),
            "pasado" if self.word(at + 1) == "manana" => (2, 2),
            "antes" if self.says(at + 1, &["de", "ayer"]) => (-2, 3),
            "anteayer" | "antier" | "antiayer" => (-2, 1),
            "today" | "hoy" | "tonight" | "todays" | "2day" => (0, 1),
            "this" if matches!(self.word(at + 1), "morning" | "afternoon" | "evening") => (0, 2),
            "esta" if matches!(self.word(at + 1), "manana" | "tarde" | "noche") => (0, 2),
            "tomorrow" | "tmrw" | "tomorow" | "tommorow" | "tomorrows" => (1, 1),
            // "en la mañana" is a time of day.
            "manana" if matches!(before, "la" | "esta") && before_that != "de" => return None,
            "manana" if before == "la" => return None,
            "manana" => (1, 1),
            "yesterday" | "ayer" | "yesturday" | "yesterdays" | "anoche" => (-1, 1),
            _ => return None,
        };
        Some(found)
    }

    /// "last", "this coming", "el próximo".
    pub(super) fn which_before(&self, at: usize) -> Match<Which> {
        let found = match (self.word(at), self.word(at + 1)) {
            ("this" | "este" | "esta", "past" | "last" | "pasado" | "pasada") => (Which::Last, 2),
            ("this" | "este" | "esta", "coming" | "next" | "proximo" | "proxima") => (Which::This, 2),
            ("last" | "past" | "previous" | "prior" | "pasado" | "pasada" | "ultimo" | "ultima", _) => {
                (Which::Last, 1)
            }
            ("this" | "este" | "esta" | "current" | "coming" | "actual", _) => (Which::This, 1),
            ("next" | "upcoming" | "proximo" | "proxima" | "siguiente", _) => (Which::Next, 1),
            _ => return None,
        };
        Some(found)
    }

    /// "pasado", "que viene", "anterior".
    pub(super) fn which_after(&self, at: usize) -> Match<Which> {
        let found = match (self.word(at), self.word(at + 1)) {
            ("que", "viene" | "entra" | "sigue") => (Which::Next, 2),
            ("que", "paso" | "acaba") => (Which::Last, 2),
            ("pasado" | "pasada" | "anterior", _) => (Which::Last, 1),
            ("proximo" | "proxima" | "siguiente" | "entrante", _) => (Which::Next, 1),
            ("actual", _) => (Which::This, 1),
            _ => return None,
        };
        Some(found)
    }

    fn holiday(&self, at: usize, which: Option<Which>) -> Match<Atom> {
        let (mut holiday, mut length) = self.holiday_name(at)?;
        if holiday == Holiday::Fixed(1, 1) && which.is_none() && self.word(at + length) == "resolution" {
            return None;
        }
        let (after, more) = self.which_after(at + length).map_or((None, 0), |(which, n)| (Some(which), n));
        length += more;
        if holiday == Holiday::Fixed(12, 25) && self.word(at + length) == "eve" {
            holiday = Holiday::Fixed(12, 24);
        }
        let day = match self.year_after(at + length) {
            Some((year, more)) => {
                length += more;
                holiday.in_year(year)?
            }
            None => self.nearest(holiday, which.or(after))?,
        };
        if matches!(self.word(at + length), "week") {
            return Some((week_around(day)?, length + 1));
        }
        Some((Atom::Days(day, day), length))
    }

    fn holiday_name(&self, at: usize) -> Match<Holiday> {
        let dia_de = usize::from(self.word(at) == "dia") * 2;
        let named = |at: usize| HOLIDAYS.iter().find(|(name, _)| self.says(at, name));
        if let Some((name, holiday)) = named(at) {
            return Some((*holiday, name.len()));
        }
        named(at + dia_de).map(|(name, holiday)| (*holiday, name.len() + dia_de))
    }

    fn nearest(&self, holiday: Holiday, which: Option<Which>) -> Option<Date> {
        let year = self.today.year();
        let days = [-1, 0, 1].into_iter().filter_map(|shift: i16| holiday.in_year(year.checked_add(shift)?));
        let mut days: Vec<Date> = days.collect();
        let ahead = match which {
            Some(Which::Next) => true,
            Some(Which::Last) => false,
            Some(Which::This) | None => self.direction == Direction::Future,
        };
        if which == Some(Which::This) {
            return holiday.in_year(year);
        }
        if ahead {
            return days.into_iter().find(|day| *day >= self.today);
        }
        days.reverse();
        days.into_iter().find(|day| *day <= self.today)
    }

    fn weekday_named(&self, at: usize, which: Option<Which>, article: usize) -> Match<Atom> {
        let named = weekday(self.word(at))?;
        let (after, more) = self.which_after(at + 1).map_or((None, 0), |(which, n)| (Some(which), n));
        let spanish = article > 0 || more > 0 || self.word(at.wrapping_sub(1)).starts_with("prox");
        let day = self.nearest_weekday(named, which.or(after), spanish)?;
        Some((Atom::Days(day, day), 1 + more))
    }

    /// English "next Friday" is in the next week; Spanish "el próximo viernes" is the first one to come.
    fn nearest_weekday(&self, named: Weekday, which: Option<Which>, spanish: bool) -> Option<Date> {
        let ahead = i64::from(named.since(self.today.weekday()));
        let ahead = if ahead == 0 { 7 } else { ahead };
        let in_this_week =
            i64::from(named.to_monday_zero_offset() - self.today.weekday().to_monday_zero_offset());
        let days = match (which, self.direction) {
            (Some(Which::Last), _) => ahead - 7 - if ahead == 7 { 7 } else { 0 },
            (Some(Which::Next), _) if spanish => ahead,
            (Some(Which::Next), _) => in_this_week + 7,
            (Some(Which::This), Direction::Past) => in_this_week,
            (Some(Which::This), Direction::Future) if in_this_week >= 0 => in_this_week,
            (_, Direction::Future) => ahead,
            (None, Direction::Past) => ahead - 7 - if ahead == 7 { 7 } else { 0 },
        };
        self.today.checked_add(Span::new().try_days(days).ok()?).ok()
    }

    /// "last October", "el próximo marzo", "octubre pasado". A month alone is read in `days`.
    fn month_named(&self, at: usize, which: Option<Which>) -> Match<Atom> {
        let named = month(self.word(at))?;
        let (after, more) = self.which_after(at + 1).map_or((None, 0), |(which, n)| (Some(which), n));
        let first = self.today.first_of_month();
        let in_year = |shift: i16| Date::new(self.today.year().checked_add(shift)?, named, 1).ok();
        let month = match which.or(after)? {
            Which::Last => [0, -1].into_iter().filter_map(in_year).find(|month| *month < first),
            Which::This => in_year(0),
            Which::Next => [0, 1].into_iter().filter_map(in_year).find(|month| *month > first),
        };
        Some((whole_month(month?), 1 + more))
    }
}

/// Monday to Sunday.
pub(super) fn week_around(day: Date) -> Option<Atom> {
    let back = Span::new().days(day.weekday().to_monday_zero_offset());
    let monday = day.checked_sub(back).ok()?;
    Some(Atom::Days(monday, monday.checked_add(Span::new().days(6)).ok()?))
}
