//! How much of a calendar is shown, and a calendar as text (RFC 5545): whole days and times, folded lines, escaped
//! text. Pure.

use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::language::Language;
use crate::shared::refusal::refusals;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use std::fmt::Write;

/// Open links per person and company.
pub(super) const MAX_FEEDS: usize = 10;
/// Days shown at a time: two months, or one month with the weeks around it.
const SPAN_DAYS: i32 = 62;
/// Days off shown at a time.
pub(super) const MAX_AWAY: usize = 2000;
const LINE_OCTETS: usize = 75;

refusals! {
    pub(super) enum CalendarRefusal {
        TooManyFeeds = "TOO_MANY_FEEDS": "You already have ten calendar links. Revoke one first.",
        EndBeforeStart = "END_BEFORE_START" at "endDate": "The last day can't be before the first.",
        SpanTooLong = "RANGE_TOO_LONG" at "endDate": "Ask for at most 62 days at a time.",
    }
}

pub(super) fn check_span((first, last): (Day, Day)) -> Result<(), CalendarRefusal> {
    match (last.0 - first.0).get_days() {
        ..0 => Err(CalendarRefusal::EndBeforeStart),
        SPAN_DAYS.. => Err(CalendarRefusal::SpanTooLong),
        _ => Ok(()),
    }
}

/// Its first and last day.
pub(super) fn year(year: i16) -> (Day, Day) {
    (Day(jiff::civil::date(year, 1, 1)), Day(jiff::civil::date(year, 12, 31)))
}

/// A day off as requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayOff {
    pub day: Day,
    pub hours: Amount,
    pub is_whole: bool,
    /// In minutes after midnight, on the company's clock.
    pub between: Option<(i64, i64)>,
}

/// How much of its days an entry takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    /// Hours without a set time.
    Hours(Amount),
    Between(Timestamp, Timestamp),
}

impl DayOff {
    pub(super) fn part(&self, zone: &TimeZone) -> Part {
        if self.is_whole {
            return Part::Whole;
        }
        let times = self
            .between
            .and_then(|(start, end)| Some((instant(self.day, start, zone)?, instant(self.day, end, zone)?)));
        match times {
            // When the clocks go forward, a skipped time may leave nothing in between.
            Some((start, end)) if start < end => Part::Between(start, end),
            _ => Part::Hours(self.hours),
        }
    }
}

impl Part {
    /// Colleagues see when someone is away, but not hours without a set time.
    pub(super) fn for_colleagues(self) -> Part {
        match self {
            Part::Hours(_) => Part::Whole,
            part => part,
        }
    }

    /// The entry's title. Hours without a set time follow the type.
    pub(super) fn named(self, type_name: &str, language: Language) -> String {
        match self {
            Part::Hours(hours) => format!("{type_name} ({hours} {})", language.pick(("hours", "horas"))),
            Part::Whole | Part::Between(..) => type_name.to_owned(),
        }
    }
}

fn instant(day: Day, minute: i64, zone: &TimeZone) -> Option<Timestamp> {
    let wall = day.0.at(0, 0, 0, 0).checked_add(Span::new().minutes(minute)).ok()?;
    wall.to_zoned(zone.clone()).ok().map(|zoned| zoned.timestamp())
}

/// An entry in a calendar. Only whole days can span several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CalendarEntry {
    pub uid: String,
    pub first: Day,
    pub last: Day,
    pub part: Part,
    pub summary: String,
    /// Whether it makes the person busy. A holiday doesn't.
    pub is_busy: bool,
}

/// Merges whole days in a row into one entry.
pub(super) fn joined(mut entries: Vec<CalendarEntry>) -> Vec<CalendarEntry> {
    entries.sort_by(|a, b| (&a.uid, a.first).cmp(&(&b.uid, b.first)));
    let mut all: Vec<CalendarEntry> = vec![];
    for entry in entries {
        match all.last_mut() {
            Some(last)
                if last.uid == entry.uid
                    && (last.part, entry.part) == (Part::Whole, Part::Whole)
                    && last.summary == entry.summary
                    && last.last.plus_days(1) == entry.first =>
            {
                last.last = entry.last;
            }
            _ => all.push(entry),
        }
    }
    all
}

/// The whole calendar. `at` is the time of the request.
pub(super) fn text(name: &str, language: &str, entries: &[CalendarEntry], at: Timestamp) -> String {
    written((name, language), CalendarMethod::Publish, entries.iter().map(|entry| (entry, &[][..])), at)
}

/// What a file asks the calendar to do with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalendarMethod {
    Publish,
    Cancel,
}

impl CalendarMethod {
    pub fn as_str(self) -> &'static str {
        match self {
            CalendarMethod::Publish => "PUBLISH",
            CalendarMethod::Cancel => "CANCEL",
        }
    }
}

/// A file that follows earlier ones. It has the current entries, and cancels the ones that are gone. For the same
/// entry, the highest version counts.
pub(super) fn edition(
    named: (&str, &str),
    (entries, before): (&[CalendarEntry], &[CalendarEntry]),
    version: i64,
    at: Timestamp,
) -> (CalendarMethod, String) {
    let sequence = format!("SEQUENCE:{version}");
    let (there, gone) = ([sequence.clone()], [sequence, "STATUS:CANCELLED".to_owned()]);
    let is_there =
        |one: &&CalendarEntry| entries.iter().any(|entry| (&entry.uid, entry.first) == (&one.uid, one.first));
    let removed = before.iter().filter(|one| !is_there(one)).map(|one| (one, &gone[..]));
    let all = entries.iter().map(|entry| (entry, &there[..])).chain(removed);
    let method = if entries.is_empty() { CalendarMethod::Cancel } else { CalendarMethod::Publish };
    (method, written(named, method, all, at))
}

/// Each entry with extra lines.
fn written<'a>(
    (name, language): (&str, &str),
    method: CalendarMethod,
    entries: impl Iterator<Item = (&'a CalendarEntry, &'a [String])>,
    at: Timestamp,
) -> String {
    let stamp = utc(at);
    let mut out = String::new();
    let mut line = |content: String| fold(&content, &mut out);
    line("BEGIN:VCALENDAR".into());
    line("VERSION:2.0".into());
    line(format!("PRODID:-//Atrium//Time off//{}", language.to_uppercase()));
    line("CALSCALE:GREGORIAN".into());
    line(format!("METHOD:{}", method.as_str()));
    line(format!("X-WR-CALNAME:{}", escaped(name)));
    line("REFRESH-INTERVAL;VALUE=DURATION:PT1H".into());
    for (entry, further) in entries {
        line("BEGIN:VEVENT".into());
        line(format!("UID:{}-{}@atrium", entry.uid, compact(entry.first)));
        line(format!("DTSTAMP:{stamp}"));
        if let Part::Between(start, end) = entry.part {
            line(format!("DTSTART:{}", utc(start)));
            line(format!("DTEND:{}", utc(end)));
        } else {
            line(format!("DTSTART;VALUE=DATE:{}", compact(entry.first)));
            // The end date is the first day after the entry.
            line(format!("DTEND;VALUE=DATE:{}", compact(entry.last.plus_days(1))));
        }
        line(format!("SUMMARY:{}", escaped(&entry.summary)));
        line(format!("TRANSP:{}", if entry.is_busy { "OPAQUE" } else { "TRANSPARENT" }));
        further.iter().for_each(|further| line(further.clone()));
        line("END:VEVENT".into());
    }
    line("END:VCALENDAR".into());
    out
}

fn compact(day: Day) -> String {
    day.0.strftime("%Y%m%d").to_string()
}

fn utc(at: Timestamp) -> String {
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

fn escaped(words: &str) -> String {
    let mut out = String::new();
    for c in words.chars() {
        match c {
            '\\' | ';' | ',' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// A line has at most 75 octets. A longer one continues on the next line, after a space. Characters are never split.
fn fold(content: &str, out: &mut String) {
    let mut octets = 0;
    for c in content.chars() {
        if octets + c.len_utf8() > LINE_OCTETS {
            out.push_str("\r\n ");
            octets = 1;
        }
        let _ = write!(out, "{c}");
        octets += c.len_utf8();
    }
    out.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    fn entry(uid: &str, first: Day, last: Day, summary: &str) -> CalendarEntry {
        CalendarEntry {
            uid: uid.into(),
            first,
            last,
            part: Part::Whole,
            summary: summary.into(),
            is_busy: true,
        }
    }

    fn day(d: i8) -> Day {
        Day(date(2026, 12, d))
    }

    #[test]
    fn a_later_file_takes_out_what_is_there_no_longer() {
        let (kept, moved) = (entry("1", day(2), day(3), "Vacation"), entry("1", day(9), day(9), "Vacation"));
        let at = Timestamp::UNIX_EPOCH;
        let (method, file) =
            edition(("My time off", "en"), (std::slice::from_ref(&kept), &[kept.clone(), moved]), 3, at);
        assert_eq!(method, CalendarMethod::Publish);
        assert!(file.contains("METHOD:PUBLISH\r\n") && file.matches("SEQUENCE:3\r\n").count() == 2, "{file}");
        let (first, second) = file.split_once("END:VEVENT").unwrap();
        assert!(!first.contains("CANCELLED"), "{file}");
        assert!(
            second.contains("UID:1-20261209@atrium") && second.contains("STATUS:CANCELLED\r\n"),
            "{file}"
        );
        let (method, file) = edition(("My time off", "en"), (&[], &[kept]), 4, at);
        assert_eq!(method, CalendarMethod::Cancel);
        assert!(file.contains("METHOD:CANCEL\r\n") && file.contains("STATUS:CANCELLED\r\n"), "{file}");
    }

    #[test]
    fn two_months_are_shown_and_not_a_day_more() {
        let until = |last| check_span((Day(date(2026, 12, 1)), last));
        assert_eq!(until(Day(date(2026, 12, 1))), Ok(()));
        assert_eq!(until(Day(date(2027, 1, 31))), Ok(()));
        assert_eq!(until(Day(date(2027, 2, 1))), Err(CalendarRefusal::SpanTooLong));
        assert_eq!(until(Day(date(2026, 11, 30))), Err(CalendarRefusal::EndBeforeStart));
        assert_eq!(
            check_span((Day(date(1, 1, 1)), Day(date(9999, 12, 31)))),
            Err(CalendarRefusal::SpanTooLong)
        );
    }

    #[test]
    fn an_entry_ends_on_the_day_after_its_last() {
        let shown = text("Ana", "en", &[entry("1", day(30), day(31), "Vacation")], Timestamp::UNIX_EPOCH);
        for line in [
            "UID:1-20261230@atrium",
            "DTSTAMP:19700101T000000Z",
            "DTSTART;VALUE=DATE:20261230",
            "DTEND;VALUE=DATE:20270101",
            "SUMMARY:Vacation",
            "TRANSP:OPAQUE",
        ] {
            assert!(shown.contains(&format!("\r\n{line}\r\n")), "{line} in {shown}");
        }
    }

    #[test]
    fn days_that_follow_each_other_are_one_entry() {
        let days = [4, 1, 2, 3, 8].map(|d| entry("1", day(d), day(d), "x"));
        let other = entry("2", day(5), day(5), "x");
        let all = joined(days.into_iter().chain([other]).collect());
        let spans: Vec<(Day, Day)> = all.iter().map(|entry| (entry.first, entry.last)).collect();
        assert_eq!(spans, [(day(1), day(4)), (day(8), day(8)), (day(5), day(5))]);
    }

    #[test]
    fn days_that_are_not_whole_stay_entries_of_their_own() {
        let half = Part::Hours(Amount::from_cents(400));
        let days = [1, 2].map(|d| CalendarEntry { part: half, ..entry("1", day(d), day(d), "x") });
        assert_eq!(joined(days.to_vec()), days);
    }

    #[test]
    fn time_on_the_clock_is_told_as_instants_and_other_hours_as_a_number() {
        let chicago = TimeZone::get("America/Chicago").unwrap();
        let off = |m, d, is_whole, between| {
            let hours = Amount::from_cents(225);
            DayOff { day: Day(date(2026, m, d)), hours, is_whole, between }.part(&chicago)
        };
        let between = |start: &str, end: &str| Part::Between(start.parse().unwrap(), end.parse().unwrap());
        let hours = Part::Hours(Amount::from_cents(225));
        for (part, told) in [
            (off(11, 20, true, None), Part::Whole),
            (off(11, 20, false, None), hours),
            (off(11, 20, false, Some((540, 675))), between("2026-11-20T15:00:00Z", "2026-11-20T17:15:00Z")),
            (off(7, 20, false, Some((540, 675))), between("2026-07-20T14:00:00Z", "2026-07-20T16:15:00Z")),
            (off(12, 31, false, Some((1380, 1440))), between("2027-01-01T05:00:00Z", "2027-01-01T06:00:00Z")),
            // The clocks go forward at two, so there's nothing between 2:30 and 3:15.
            (off(3, 8, false, Some((150, 195))), hours),
        ] {
            assert_eq!(part, told);
        }
        assert_eq!(hours.named("Sick", Language::English), "Sick (2.25 hours)");
        assert_eq!(hours.named("Enfermedad", Language::Spanish), "Enfermedad (2.25 horas)");
        assert_eq!(hours.for_colleagues(), Part::Whole);
        let noon = between("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z");
        assert_eq!((noon.named("Sick", Language::English), noon.for_colleagues()), ("Sick".to_owned(), noon));
    }

    #[test]
    fn an_entry_on_the_clock_begins_and_ends_at_its_times_and_keeps_the_name_of_its_day() {
        let part =
            Part::Between("2026-12-31T05:00:00Z".parse().unwrap(), "2026-12-31T06:30:00Z".parse().unwrap());
        let late = CalendarEntry { part, ..entry("1", day(30), day(30), "Sick") };
        let shown = text("Ana", "en", &[late], Timestamp::UNIX_EPOCH);
        for line in ["UID:1-20261230@atrium", "DTSTART:20261231T050000Z", "DTEND:20261231T063000Z"] {
            assert!(shown.contains(&format!("\r\n{line}\r\n")), "{line} in {shown}");
        }
        assert!(!shown.contains("VALUE=DATE:"), "{shown}");
    }

    #[test]
    fn words_cannot_become_lines_or_fields() {
        let evil = "a;b,c\\d\r\nBEGIN:VEVENT";
        let shown = text("n", "en", &[entry("1", day(1), day(1), evil)], Timestamp::UNIX_EPOCH);
        assert!(shown.contains("SUMMARY:a\\;b\\,c\\\\d\\nBEGIN:VEVENT\r\n"), "{shown}");
        assert_eq!(shown.matches("\r\nBEGIN:VEVENT\r\n").count(), 1);
    }

    proptest! {
        #[test]
        fn no_line_is_longer_than_75_octets_and_unfolding_gives_the_words_back(words in "\\PC{0,200}") {
            let mut folded = String::new();
            fold(&words, &mut folded);
            prop_assert!(folded.split("\r\n").all(|line| line.len() <= LINE_OCTETS));
            prop_assert_eq!(folded.trim_end_matches("\r\n").replace("\r\n ", ""), words);
        }
    }
}
