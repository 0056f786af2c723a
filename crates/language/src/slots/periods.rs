//! Weeks, months, quarters and years, and distances: "last week", "la quincena pasada", "in 3 months", "fin de año".

use jiff::Span;
use jiff::civil::Date;

use super::calendar::month;
use super::days::whole_month;
use super::named::{Which, week_around};
use super::numbers::number;
use super::ranges::{Atom, Match, Reading};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Day,
    Week,
    Weekend,
    /// Half a month: 1 to 15, or 16 to its end.
    HalfMonth,
    Month,
    Quarter,
    Year,
}

impl Reading<'_> {
    pub(super) fn period(&self, at: usize) -> Match<Atom> {
        self.edge(at).or_else(|| self.distance(at)).or_else(|| self.week_of(at)).or_else(|| self.whole(at))
    }

    /// A year in digits: "2025".
    pub(super) fn year(&self, at: usize) -> Match<Atom> {
        let word = self.word(at);
        let year: i16 = word.parse().ok()?;
        (word.len() == 4 && (1990..=2099).contains(&year)).then_some((Atom::Year(year), 1))
    }

    /// "last week", "this year", "el mes que viene", "first quarter".
    fn whole(&self, at: usize) -> Match<Atom> {
        let article = usize::from(matches!(self.word(at), "the" | "el" | "la"));
        if let Some((atom, length)) = self.quarter(at + article) {
            return Some((atom, article + length));
        }
        self.whole_unit(at)
    }

    pub(super) fn whole_unit(&self, at: usize) -> Match<Atom> {
        let article = usize::from(matches!(self.word(at), "the" | "el" | "la"));
        let (before, n) = self.which_before(at + article).map_or((None, 0), |(which, n)| (Some(which), n));
        let (unit, length) = self.unit(at + article + n)?;
        let end = at + article + n + length;
        if (unit, before) == (Unit::Year, None) && matches!(self.word(end), "antepasado" | "before") {
            let words = if self.word(end) == "before" { 2 } else { 1 };
            let year = self.today.year().checked_sub(2)?;
            return (words == 1 || self.word(end + 1) == "last")
                .then_some((Atom::Year(year), end + words - at));
        }
        let (after, more) = self.which_after(end).map_or((None, 0), |(which, n)| (Some(which), n));
        let atom = self.unit_span(unit, before.or(after)?)?;
        Some((atom, end + more - at))
    }

    fn unit(&self, at: usize) -> Match<Unit> {
        if self.says(at, &["fin", "de", "semana"]) {
            return Some((Unit::Weekend, 3));
        }
        let unit = match self.word(at) {
            "day" | "days" | "dia" | "dias" => Unit::Day,
            "week" | "weeks" | "wk" | "weeks'" | "semana" | "semanas" => Unit::Week,
            "weekend" => Unit::Weekend,
            "quincena" | "quincenas" => Unit::HalfMonth,
            "month" | "months" | "mes" | "meses" => Unit::Month,
            "quarter" | "quarters" | "trimestre" => Unit::Quarter,
            "year" | "years" | "yr" | "ano" | "anos" | "anio" => Unit::Year,
            _ => return None,
        };
        Some((unit, 1))
    }

    fn unit_span(&self, unit: Unit, which: Which) -> Option<Atom> {
        let shift = match which {
            Which::Last => -1,
            Which::This => 0,
            Which::Next => 1,
        };
        let moved = |span: Span| self.today.checked_add(span.checked_mul(shift).ok()?).ok();
        match unit {
            Unit::Day => None,
            Unit::Week => week_around(moved(Span::new().weeks(1))?),
            Unit::Weekend => match week_around(moved(Span::new().weeks(1))?)? {
                Atom::Days(monday, sunday) => {
                    Some(Atom::Days(monday.checked_add(Span::new().days(5)).ok()?, sunday))
                }
                other => Some(other),
            },
            Unit::HalfMonth => half_month(self.today, shift),
            Unit::Month => {
                Some(whole_month(self.today.first_of_month().checked_add(Span::new().months(shift)).ok()?))
            }
            Unit::Quarter => {
                let first = quarter_start(self.today)?.checked_add(Span::new().months(3 * shift)).ok()?;
                quarter_from(first)
            }
            Unit::Year => Some(Atom::Year(self.today.year().checked_add(i16::try_from(shift).ok()?)?)),
        }
    }

    /// "Q1", "the first quarter of 2025", "primer trimestre".
    fn quarter(&self, at: usize) -> Match<Atom> {
        let (index, length) = match (self.word(at), self.word(at + 1)) {
            ("q1", _) => (0, 1),
            ("q2", _) => (1, 1),
            ("q3", _) => (2, 1),
            ("q4", _) => (3, 1),
            ("first" | "1st" | "primer", "quarter" | "trimestre") => (0, 2),
            ("second" | "2nd" | "segundo", "quarter" | "trimestre") => (1, 2),
            ("third" | "3rd" | "tercer", "quarter" | "trimestre") => (2, 2),
            ("fourth" | "4th" | "cuarto", "quarter" | "trimestre") => (3, 2),
            _ => return None,
        };
        let (year, more) = self.year_after(at + length).unwrap_or((self.today.year(), 0));
        Some((quarter_from(Date::new(year, index * 3 + 1, 1).ok()?)?, length + more))
    }

    /// "week of Thanksgiving", "la semana del 23 de noviembre".
    fn week_of(&self, at: usize) -> Match<Atom> {
        let article = usize::from(matches!(self.word(at), "the" | "la"));
        let start = at + article;
        if !matches!(self.word(start), "week" | "semana")
            || !matches!(self.word(start + 1), "of" | "de" | "del")
        {
            return None;
        }
        match self.named_day(start + 2).or_else(|| self.calendar_day(start + 2))? {
            (Atom::Days(from, to), length) if from == to => Some((week_around(from)?, article + 2 + length)),
            (Atom::DayOfMonth { day, .. }, length) => {
                Some((week_around(self.day_of_month(day)?)?, article + 2 + length))
            }
            _ => None,
        }
    }

    /// "in 3 weeks", "two months ago", "hace 3 días", "last 6 months", "las próximas dos semanas".
    fn distance(&self, at: usize) -> Match<Atom> {
        let article = usize::from(matches!(self.word(at), "the" | "los" | "las"));
        let start = at + article;
        match self.word(start) {
            "in" | "en" | "within" => self.single(start + 1, 1).map(|(day, n)| (day, n + article + 1)),
            "dentro" if self.word(start + 1) == "de" => {
                self.single(start + 2, 1).map(|(day, n)| (day, n + article + 2))
            }
            "hace" => self.single(start + 1, -1).map(|(day, n)| (day, n + article + 1)),
            "last" | "past" | "ultimos" | "ultimas" | "pasados" | "pasadas" => {
                self.stretch(start + 1, -1).map(|(days, n)| (days, n + article + 1))
            }
            "next" | "proximos" | "proximas" | "siguientes" => {
                self.stretch(start + 1, 1).map(|(days, n)| (days, n + article + 1))
            }
            _ => self.counted_then_side(start).filter(|_| article == 0),
        }
    }

    fn counted_then_side(&self, at: usize) -> Match<Atom> {
        let (_, length) = self.counted(at)?;
        match (self.word(at + length), self.word(at + length + 1)) {
            ("ago" | "atras" | "back", _) => self.single(at, -1).map(|(day, n)| (day, n + 1)),
            ("from", "now" | "today") => self.single(at, 1).map(|(day, n)| (day, n + 2)),
            _ => None,
        }
    }

    fn counted(&self, at: usize) -> Match<Span> {
        let a = usize::from(self.word(at) == "a" && self.word(at + 1) == "couple");
        let count = number(self.word(at + a)).filter(|count| (1..=500).contains(count))?;
        let of = usize::from(matches!(self.word(at + a + 1), "of" | "de"));
        let (unit, length) = self.unit(at + a + 1 + of)?;
        let count = i64::from(count);
        let span = match unit {
            Unit::Day => Span::new().days(count),
            Unit::Week | Unit::Weekend => Span::new().weeks(count),
            Unit::HalfMonth => Span::new().days(15 * count),
            Unit::Month => Span::new().months(count),
            Unit::Quarter => Span::new().months(3 * count),
            Unit::Year => Span::new().years(count),
        };
        Some((span, a + 1 + of + length))
    }

    /// One day so far away; a number of years is a year.
    fn single(&self, at: usize, side: i64) -> Match<Atom> {
        let (span, length) = self.counted(at)?;
        let day = self.today.checked_add(span.checked_mul(side).ok()?).ok()?;
        let atom = if span.get_years() > 0 { Atom::Year(day.year()) } else { Atom::Days(day, day) };
        Some((atom, length))
    }

    /// From today, or up to it.
    fn stretch(&self, at: usize, side: i64) -> Match<Atom> {
        let (span, length) = self.counted(at)?;
        let other = self.today.checked_add(span.checked_mul(side).ok()?).ok()?;
        Some((Atom::Days(self.today.min(other), self.today.max(other)), length))
    }

    /// "end of the year", "a fin de mes", "beginning of next month", "year end".
    fn edge(&self, at: usize) -> Match<Atom> {
        if self.says(at, &["fin", "de", "semana"]) {
            return None;
        }
        let is_year_end = matches!(self.word(at), "eoy" | "year-end" | "yearend");
        if is_year_end || self.says(at, &["year", "end"]) {
            let day = Date::new(self.today.year(), 12, 31).ok()?;
            return Some((Atom::Days(day, day), if is_year_end { 1 } else { 2 }));
        }
        let ends = match self.word(at) {
            "end" | "fin" | "final" | "finales" | "fines" => true,
            "beginning" | "start" | "principio" | "principios" | "inicio" | "inicios" | "comienzo" => false,
            _ => return None,
        };
        let of = usize::from(matches!(self.word(at + 1), "of" | "de" | "del"));
        let (from, to, length) = self.edged(at + 1 + of)?;
        let day = if ends { to } else { from };
        (of > 0).then_some((Atom::Days(day, day), 1 + of + length))
    }

    /// The period whose edge is meant; without more words, the current one.
    fn edged(&self, at: usize) -> Option<(Date, Date, usize)> {
        let (atom, length) = self
            .whole(at)
            .or_else(|| {
                let article = usize::from(matches!(self.word(at), "the" | "el" | "la"));
                let (unit, length) = self.unit(at + article)?;
                Some((self.unit_span(unit, Which::This)?, article + length))
            })
            .or_else(|| month(self.word(at)).and_then(|_| self.calendar_day(at)))
            .or_else(|| self.year(at))?;
        match atom {
            Atom::Days(from, to) => Some((from, to, length)),
            Atom::Year(year) => Some((Date::new(year, 1, 1).ok()?, Date::new(year, 12, 31).ok()?, length)),
            Atom::DayOfMonth { .. } => None,
        }
    }
}

fn half_month(today: Date, shift: i64) -> Option<Atom> {
    let halves = (i64::from(today.month()) - 1) * 2 + i64::from(today.day() > 15) + shift;
    let year = today.year().checked_add(i16::try_from(halves.div_euclid(24)).ok()?)?;
    let half = halves.rem_euclid(24);
    let month = i8::try_from(half / 2 + 1).ok()?;
    if half % 2 == 0 {
        return Some(Atom::Days(Date::new(year, month, 1).ok()?, Date::new(year, month, 15).ok()?));
    }
    let from = Date::new(year, month, 16).ok()?;
    Some(Atom::Days(from, from.last_of_month()))
}

fn quarter_start(day: Date) -> Option<Date> {
    Date::new(day.year(), (day.month() - 1) / 3 * 3 + 1, 1).ok()
}

fn quarter_from(first: Date) -> Option<Atom> {
    let last = first.checked_add(Span::new().months(2)).ok()?.last_of_month();
    Some(Atom::Days(first, last))
}
