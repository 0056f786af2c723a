//! Cells as sources write them, brought into the shape that our sheets read. What can't be read stays as it is: the sheet
//! then says what's wrong with it, at its cell.

use super::columns::CellType;
use super::mapping::{DateOrder, Decimals, TakePart};
use crate::shared::day::Day;
use jiff::civil::{Date, date};

/// How a source writes its cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrittenAs {
    pub dates: DateOrder,
    pub decimals: Decimals,
    /// Two digits of a year mean the one that is near it.
    pub this_year: i16,
    /// A workbook counts days.
    pub counts_days: bool,
}

/// For a cell that holds a formula: its result is nowhere in the file, or can't be trusted.
pub(crate) const FORMULA: &str = "this is a formula; save the file with values only";

pub(crate) fn is_formula(cell: &str) -> bool {
    let starts = cell.starts_with('=') || cell.starts_with('@');
    // A lone sign is how accountants write zero, and a number may have one.
    let signed = cell.strip_prefix(['+', '-']).is_some_and(|rest| {
        rest.contains('(') && !rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '$' | '.' | '('))
    });
    starts || signed
}

/// `="00123"`: how some programs keep a spreadsheet from eating zeros.
pub(crate) fn unwrapped(cell: &str) -> &str {
    let inner = cell.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"'));
    inner.filter(|inner| !inner.contains('"')).unwrap_or(cell)
}

pub(crate) fn taken(cell: &str, take: TakePart) -> &str {
    let name = || match cell.split_once(',') {
        Some((last, first)) => (first.trim(), last.trim()),
        None => {
            let (first, last) = cell.rsplit_once(char::is_whitespace).unwrap_or((cell, ""));
            (first.trim(), last.trim())
        }
    };
    match take {
        TakePart::Whole | TakePart::Year => cell,
        TakePart::BeforeAt => cell.split('@').next().unwrap_or(cell),
        TakePart::FirstName => name().0,
        TakePart::LastName => name().1,
        TakePart::LastFour => {
            let start = cell.char_indices().rev().nth(3).map_or(0, |(at, _)| at);
            &cell[start..]
        }
    }
}

pub(crate) fn read(cell: &str, as_type: CellType, written: WrittenAs) -> String {
    let found = match as_type {
        CellType::Day => day(cell, written).map(|day| day.to_string()),
        CellType::Year => day(cell, written).map(|day| day.year().to_string()),
        CellType::Amount => number(cell, written.decimals),
        CellType::Whole => number(cell, written.decimals).map(whole),
        CellType::Code if is_float(cell) => Some(whole(cell.to_owned())),
        CellType::Zip => zip(cell),
        CellType::Yes => yes(cell),
        CellType::OneOf(choices) => choice(cell, choices),
        CellType::State => state(cell).map(str::to_owned),
        _ => None,
    };
    found.unwrap_or_else(|| cell.to_owned())
}

/// A code that a workbook kept as a number.
fn is_float(cell: &str) -> bool {
    cell.strip_suffix(".0")
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

fn whole(number: String) -> String {
    match number.split_once('.') {
        Some((whole, rest)) if rest.bytes().all(|byte| byte == b'0') => whole.to_owned(),
        _ => number,
    }
}

fn zip(cell: &str) -> Option<String> {
    let cell = cell.strip_suffix(".0").unwrap_or(cell);
    let is_digits = cell.bytes().all(|byte| byte.is_ascii_digit());
    match cell.len() {
        3 | 4 if is_digits => Some(format!("{cell:0>5}")),
        9 if is_digits => Some(format!("{}-{}", &cell[..5], &cell[5..])),
        _ => None,
    }
}

fn yes(cell: &str) -> Option<String> {
    let yes =
        matches!(cell.to_lowercase().as_str(), "yes" | "y" | "true" | "t" | "1" | "x" | "sí" | "si" | "on");
    let no = matches!(cell.to_lowercase().as_str(), "no" | "n" | "false" | "f" | "0" | "off");
    (yes || no).then(|| if yes { "yes" } else { "no" }.to_owned())
}

fn choice(cell: &str, choices: &[&str]) -> Option<String> {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(cell);
    choices.iter().find(|choice| plain(choice) == wanted).map(|choice| (*choice).to_owned())
}

/// `(50.00)`, `5.00-`, `$1,234.50`, `24,50`: as `-50.00`, `-5.00`, `1234.50`, `24.50`.
pub(crate) fn number(cell: &str, decimals: Decimals) -> Option<String> {
    let mut text: String = cell.chars().filter(|c| !c.is_whitespace() && *c != '$' && *c != '€').collect();
    let mut is_negative = false;
    if let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        is_negative = true;
        text = inner.to_owned();
    }
    for ending in ["-", "CR", "cr"] {
        if let Some(rest) = text.strip_suffix(ending).filter(|_| !is_negative) {
            is_negative = true;
            text = rest.to_owned();
        }
    }
    if text.is_empty() && is_negative && cell.trim() == "-" {
        return Some("0".to_owned());
    }
    if let Some(rest) = text.strip_prefix(['-', '−']).map(str::to_owned) {
        if is_negative {
            return None;
        }
        is_negative = true;
        text = rest;
    } else if let Some(rest) = text.strip_prefix('+').map(str::to_owned) {
        text = rest;
    }
    let (point, group) = match decimals {
        Decimals::Point => ('.', ','),
        Decimals::Comma => (',', '.'),
    };
    let (whole, rest) = match text.split_once(point) {
        Some((whole, rest)) => (whole, rest),
        None => (text.as_str(), ""),
    };
    let groups: Vec<&str> = whole.split([group, '\'']).collect();
    let is_grouped = groups.len() == 1
        || ((1..=3).contains(&groups[0].len()) && groups[1..].iter().all(|group| group.len() == 3));
    let whole = groups.concat();
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_grouped || !is_digits(&whole) || !is_digits(rest) || (whole.is_empty() && rest.is_empty()) {
        return None;
    }
    let whole = if whole.is_empty() { "0" } else { whole.as_str() };
    // Zeros behind the fourth decimal are how a program prints, not what it means.
    let rest = if rest.len() > 4 { rest.trim_end_matches('0') } else { rest };
    let is_zero = whole.bytes().chain(rest.bytes()).all(|byte| byte == b'0');
    let sign = if is_negative && !is_zero { "-" } else { "" };
    Some(if rest.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") })
}

pub(crate) fn is_zero(cell: &str, decimals: Decimals) -> bool {
    number(cell, decimals).is_some_and(|number| number.bytes().all(|byte| matches!(byte, b'0' | b'.')))
}

const MONTHS: [&[&str]; 12] = [
    &["jan", "january", "ene", "enero"],
    &["feb", "february", "febrero"],
    &["mar", "march", "marzo"],
    &["apr", "april", "abr", "abril"],
    &["may", "mayo"],
    &["jun", "june", "junio"],
    &["jul", "july", "julio"],
    &["aug", "august", "ago", "agosto"],
    &["sep", "sept", "september", "septiembre"],
    &["oct", "october", "octubre"],
    &["nov", "november", "noviembre"],
    &["dec", "december", "dic", "diciembre"],
];

fn month_called(word: &str) -> Option<i8> {
    let word = word.to_lowercase();
    let at = MONTHS.iter().position(|names| names.contains(&word.as_str()))?;
    i8::try_from(at + 1).ok()
}

/// A year of two digits: the one from 79 years ago to 20 years from now.
fn year(text: &str, this_year: i16) -> Option<i16> {
    let number: i16 = text.parse().ok()?;
    match text.len() {
        4 => Some(number),
        2 => {
            let century = this_year - this_year % 100;
            let near = century + number;
            Some(match near - this_year {
                over if over > 20 => near - 100,
                over if over < -79 => near + 100,
                _ => near,
            })
        }
        _ => None,
    }
}

/// The day before the first that a workbook counts, with the leap day of 1900 that it makes up.
const DAY_ZERO: Date = date(1899, 12, 30);

pub(crate) fn day(cell: &str, written: WrittenAs) -> Option<Date> {
    // A time after it doesn't count.
    let cell = cell.split_once('T').map_or(cell, |(day, time)| {
        if time.starts_with(|c: char| c.is_ascii_digit()) && day.ends_with(|c: char| c.is_ascii_digit()) {
            day
        } else {
            cell
        }
    });
    let parts: Vec<&str> = cell
        .split(|c: char| matches!(c, '/' | '-' | '.' | ',') || c.is_whitespace())
        .filter(|part| !part.is_empty())
        .collect();
    if written.counts_days
        && let Some(counted) = counted_day(cell)
    {
        return Some(counted);
    }
    if let [only] = parts.as_slice()
        && only.len() == 8
        && only.bytes().all(|byte| byte.is_ascii_digit())
    {
        return made(only[..4].parse().ok(), only[4..6].parse().ok(), only[6..].parse().ok());
    }
    let [one, two, three, time @ ..] = parts.as_slice() else { return None };
    if time.iter().any(|part| {
        !part.contains(':') && !matches!(part.to_ascii_lowercase().as_str(), "am" | "pm" | "00" | "0")
    }) {
        return None;
    }
    let number = |text: &str| if text.len() <= 2 { text.parse::<i8>().ok() } else { None };
    let of_year = |text: &str| year(text, written.this_year);
    if let Some(month) = month_called(two) {
        return made(of_year(three), Some(month), number(one));
    }
    if let Some(month) = month_called(one) {
        return made(of_year(three), Some(month), number(two.trim_end_matches(|c: char| c.is_alphabetic())));
    }
    if one.len() == 4 {
        return made(of_year(one), number(two), number(three));
    }
    let (year, month, day) = match written.dates {
        DateOrder::Mdy => (three, one, two),
        DateOrder::Dmy => (three, two, one),
        DateOrder::Ymd => (one, two, three),
    };
    made(of_year(year), number(month), number(day))
}

fn counted_day(cell: &str) -> Option<Date> {
    let days: i64 = cell.split('.').next()?.parse().ok()?;
    let is_number = cell.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    // From 1901 to 2099; a smaller number is no date, and a larger one is a day written without separators.
    let is_day = is_number && (367..73_050).contains(&days);
    if is_day { DAY_ZERO.checked_add(jiff::Span::new().days(days)).ok() } else { None }
}

fn made(year: Option<i16>, month: Option<i8>, day: Option<i8>) -> Option<Date> {
    let date = Date::new(year?, month?, day?).ok()?;
    Day(date).is_in_range().then_some(date)
}

/// The two-letter code for a state's name.
pub(crate) fn state(cell: &str) -> Option<&'static str> {
    let name = cell.trim().trim_end_matches('.').to_lowercase();
    STATE_NAMES.iter().find(|(_, of)| *of == name).map(|(code, _)| *code)
}

const STATE_NAMES: &[(&str, &str)] = &[
    ("AL", "alabama"),
    ("AK", "alaska"),
    ("AZ", "arizona"),
    ("AR", "arkansas"),
    ("CA", "california"),
    ("CO", "colorado"),
    ("CT", "connecticut"),
    ("DE", "delaware"),
    ("DC", "district of columbia"),
    ("FL", "florida"),
    ("GA", "georgia"),
    ("HI", "hawaii"),
    ("ID", "idaho"),
    ("IL", "illinois"),
    ("IN", "indiana"),
    ("IA", "iowa"),
    ("KS", "kansas"),
    ("KY", "kentucky"),
    ("LA", "louisiana"),
    ("ME", "maine"),
    ("MD", "maryland"),
    ("MA", "massachusetts"),
    ("MI", "michigan"),
    ("MN", "minnesota"),
    ("MS", "mississippi"),
    ("MO", "missouri"),
    ("MT", "montana"),
    ("NE", "nebraska"),
    ("NV", "nevada"),
    ("NH", "new hampshire"),
    ("NJ", "new jersey"),
    ("NM", "new mexico"),
    ("NY", "new york"),
    ("NC", "north carolina"),
    ("ND", "north dakota"),
    ("OH", "ohio"),
    ("OK", "oklahoma"),
    ("OR", "oregon"),
    ("PA", "pennsylvania"),
    ("PR", "puerto rico"),
    ("RI", "rhode island"),
    ("SC", "south carolina"),
    ("SD", "south dakota"),
    ("TN", "tennessee"),
    ("TX", "texas"),
    ("UT", "utah"),
    ("VT", "vermont"),
    ("VA", "virginia"),
    ("WA", "washington"),
    ("WV", "west virginia"),
    ("WI", "wisconsin"),
    ("WY", "wyoming"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::states::is_state;
    use proptest::prelude::*;

    const HERE: WrittenAs =
        WrittenAs { dates: DateOrder::Mdy, decimals: Decimals::Point, this_year: 2026, counts_days: false };

    fn iso(cell: &str, written: WrittenAs) -> Option<String> {
        day(cell, written).map(|day| day.to_string())
    }

    #[test]
    fn a_day_reads_however_it_is_written() {
        for cell in [
            "2026-11-13",
            "11/13/26",
            "11/13/2026",
            "13-Nov-2026",
            "13-NOV-26",
            "Nov 13, 2026",
            "November 13 2026",
            "20261113",
            "11.13.2026",
            "2026-11-13T00:00:00",
            "2026-11-13 00:00:00",
            "11/13/2026 12:00:00 AM",
            "13 nov 2026",
            "2026/11/13",
        ] {
            assert_eq!(iso(cell, HERE).as_deref(), Some("2026-11-13"), "{cell}");
        }
        let dmy = WrittenAs { dates: DateOrder::Dmy, ..HERE };
        assert_eq!(iso("13.11.2026", dmy).as_deref(), Some("2026-11-13"));
        assert_eq!(iso("13 de nov", dmy), None);
        assert_eq!(iso("04/23/85", HERE).as_deref(), Some("1985-04-23"));
        assert_eq!(iso("04/23/46", HERE).as_deref(), Some("2046-04-23"));
        assert_eq!(iso("04/23/47", HERE).as_deref(), Some("1947-04-23"));
        for cell in ["", "13/13/2026", "02/30/2026", "11/13", "soon", "1/2/3/4", "46339", "11/13/026"] {
            assert_eq!(iso(cell, HERE), None, "{cell}");
        }
    }

    #[test]
    fn a_workbook_counts_its_days_and_a_text_does_not() {
        let counted = WrittenAs { counts_days: true, ..HERE };
        assert_eq!(iso("46339", counted).as_deref(), Some("2026-11-13"));
        assert_eq!(iso("46339.5", counted).as_deref(), Some("2026-11-13"));
        assert_eq!(iso("20261113", counted).as_deref(), Some("2026-11-13"));
        assert_eq!(iso("12", counted), None);
    }

    #[test]
    fn a_number_reads_however_it_is_written() {
        for (cell, wanted) in [
            ("(50.00)", "-50.00"),
            ("5.00-", "-5.00"),
            ("$1,234.50", "1234.50"),
            ("-$3", "-3"),
            (" 7 ", "7"),
            ("($1,000.00)", "-1000.00"),
            ("-", "0"),
            (".5", "0.5"),
            ("1.00000000", "1."),
            ("(0.00)", "0.00"),
            ("12.00CR", "-12.00"),
        ] {
            assert_eq!(
                number(cell, Decimals::Point).unwrap().trim_end_matches('.'),
                wanted.trim_end_matches('.'),
                "{cell}"
            );
        }
        for (cell, wanted) in [("24,50", "24.50"), ("1.234,50", "1234.50"), ("-3", "-3")] {
            assert_eq!(number(cell, Decimals::Comma).as_deref(), Some(wanted), "{cell}");
        }
        for cell in ["", "(5-)", "--5", "1,23", "24,50", "1.2.3", "abc", "(-5)", "1e3", "."] {
            assert_eq!(number(cell, Decimals::Point), None, "{cell}");
        }
    }

    #[test]
    fn what_cannot_be_read_stays_as_it_is() {
        assert_eq!(read("soon", CellType::Day, HERE), "soon");
        assert_eq!(read("Bi-Weekly", CellType::OneOf(&["weekly", "biweekly"]), HERE), "biweekly");
        assert_eq!(read("Oregon", CellType::State, HERE), "OR");
        assert_eq!(read("2134", CellType::Zip, HERE), "02134");
        assert_eq!(read("1042.0", CellType::Code, HERE), "1042");
        assert_eq!(read("0042", CellType::Code, HERE), "0042");
        assert_eq!(read("80.00", CellType::Whole, HERE), "80");
    }

    #[test]
    fn formulas_are_told_from_what_only_looks_like_one() {
        for cell in ["=1+1", "=HYPERLINK(\"x\")", "@SUM(A1)", "+cmd(1)", "-SUM(A1)"] {
            assert!(is_formula(cell), "{cell}");
        }
        for cell in ["-5.00", "+15035550123", "-", "(5.00)", "-(5.00)", "a=b", "", "+1 (503) 555-0123"] {
            assert!(!is_formula(cell), "{cell}");
        }
        assert_eq!(unwrapped("=\"00123\""), "00123");
        assert_eq!(unwrapped("=\"a\"&\"b\""), "=\"a\"&\"b\"");
    }

    #[test]
    fn a_part_of_a_cell_is_taken() {
        assert_eq!(taken("ana@example.com", TakePart::BeforeAt), "ana");
        assert_eq!(taken("Morales, Ana", TakePart::FirstName), "Ana");
        assert_eq!(taken("Ana Lucía Morales", TakePart::LastName), "Morales");
        assert_eq!(taken("***-**-4821", TakePart::LastFour), "4821");
        assert_eq!(taken("é1", TakePart::LastFour), "é1");
    }

    #[test]
    fn every_named_state_has_its_code() {
        assert!(STATE_NAMES.iter().all(|(code, _)| is_state(code)));
        assert_eq!(state("New york"), Some("NY"));
    }

    proptest! {
        #[test]
        fn no_cell_breaks_the_reading(cell in "\\PC*") {
            for decimals in [Decimals::Point, Decimals::Comma] {
                let _ = number(&cell, decimals);
            }
            for take in [TakePart::BeforeAt, TakePart::FirstName, TakePart::LastName, TakePart::LastFour] {
                let _ = taken(&cell, take);
            }
            let _ = (day(&cell, HERE), day(&cell, WrittenAs { counts_days: true, ..HERE }), is_formula(&cell));
        }

        #[test]
        fn an_amount_means_the_same_in_both_spellings(units in -9_999_999i64..9_999_999) {
            let (whole, cents) = (units.abs() / 100, units.abs() % 100);
            let sign = if units < 0 { "-" } else { "" };
            let point = number(&format!("{sign}{whole}.{cents:02}"), Decimals::Point);
            prop_assert_eq!(&point, &number(&format!("{sign}{whole},{cents:02}"), Decimals::Comma));
            if units < 0 {
                prop_assert_eq!(&point, &number(&format!("({whole}.{cents:02})"), Decimals::Point));
            }
        }
    }
}
