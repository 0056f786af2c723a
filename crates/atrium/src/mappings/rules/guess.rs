//! A mapping suggested by a sample: where its header is, which kind of file it looks like, which column is which, and how it
//! writes days, numbers and known words. A person corrects it, so a wrong guess must be easy to see and none is kept unseen.

use super::columns::{CellType, cell_type};
use super::headers::{header_of, simple};
use super::mapping::{ColumnUse, DateOrder, Decimals, Mapping, PeopleBy, TakePart, TargetKind, check};
use super::synonyms::{SYNONYMS, WORDS};
use super::values::{self, WrittenAs};
use super::wide;
use std::collections::BTreeMap;

/// A row of the sample as it is in the file.
#[derive(Clone, Debug)]
pub struct SampleRow {
    /// Its line, from 1.
    pub line: u64,
    pub cells: Vec<String>,
}

/// How far down a header is looked for.
const MAX_ABOVE: usize = 25;

/// How well a header's name fits a column: exactly, by another name, or not at all.
fn fit(kind: &str, column: &str, name: &str) -> u32 {
    if name == column.replace('_', " ") || name == column {
        return 10;
    }
    let of = |wanted: &str| SYNONYMS.iter().find(|(of, to, _)| *of == wanted && *to == column);
    let listed = of(kind).into_iter().chain(of("*"));
    let at = listed.flat_map(|(_, _, names)| *names).position(|known| *known == name);
    // The first names in a list are the likely ones.
    at.map_or(0, |at| if at < 4 { 8 } else { 6 })
}

struct Matched {
    columns: BTreeMap<&'static str, usize>,
    score: i64,
}

/// Each of our columns takes the header that fits best, and no header serves two.
fn matched(kind: &TargetKind, names: &[String]) -> Matched {
    let mut fits: Vec<(u32, usize, &'static str)> = vec![];
    for column in &kind.columns {
        for (at, name) in names.iter().enumerate() {
            let found = fit(kind.name, column.name, name);
            if found > 0 {
                fits.push((found, at, column.name));
            }
        }
    }
    fits.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let (mut columns, mut taken, mut score) = (BTreeMap::new(), vec![], 0);
    for (found, at, column) in fits {
        if !columns.contains_key(column) && !taken.contains(&at) {
            columns.insert(column, at);
            taken.push(at);
            score += i64::from(found);
        }
    }
    Matched { columns, score }
}

fn is_wordy(cell: &str) -> bool {
    cell.chars().any(char::is_alphabetic) && cell.chars().count() <= 60 && !cell.contains('@')
}

/// The row that looks most like a header: many words, no values, and names we know.
fn header_at(sample: &[SampleRow], kinds: &[TargetKind]) -> usize {
    let score = |row: &SampleRow| {
        let cells: Vec<&str> =
            row.cells.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect();
        if cells.is_empty() {
            return i64::MIN;
        }
        let wordy = cells.iter().filter(|cell| is_wordy(cell)).count() as i64;
        let others = cells.len() as i64 - wordy;
        let names: Vec<String> = row.cells.iter().map(|cell| simple(cell)).collect();
        let known =
            kinds.iter().map(|kind| matched(kind, &names).columns.len() as i64).max().unwrap_or_default();
        wordy - 3 * others + 4 * known
    };
    let rows = sample.iter().take(MAX_ABOVE).enumerate();
    rows.max_by_key(|(at, row)| (score(row), std::cmp::Reverse(*at))).map_or(0, |(at, _)| at)
}

/// `wanted` is a kind someone chose. `today` is for years of two digits.
pub fn guess(
    sample: &[SampleRow],
    kinds: &[TargetKind],
    wanted: Option<&str>,
    (this_year, counts_days): (i16, bool),
) -> Mapping {
    let at = header_at(sample, kinds);
    let Some(row) = sample.get(at) else { return Mapping::default() };
    let header = header_of(&row.cells);
    let names: Vec<String> = header.iter().map(|name| simple(name)).collect();
    let rows: Vec<&SampleRow> = sample[at + 1..].iter().collect();
    let guesses = kinds
        .iter()
        .filter(|kind| wanted.is_none_or(|wanted| kind.name == wanted))
        .map(|kind| one_kind(kind, &header, &names, &rows, (this_year, counts_days)));
    let best = guesses.max_by_key(|(score, _)| *score).map(|(_, mapping)| mapping).unwrap_or_default();
    Mapping { title_lines: u32::try_from(row.line.saturating_sub(1)).unwrap_or_default(), ..best }
}

fn one_kind(
    kind: &TargetKind,
    header: &[String],
    names: &[String],
    rows: &[&SampleRow],
    (this_year, counts_days): (i16, bool),
) -> (i64, Mapping) {
    let Matched { columns, mut score } = matched(kind, names);
    let cells = |at: usize| {
        let cells = rows.iter().filter_map(move |row| row.cells.get(at)).map(|cell| cell.trim());
        cells.filter(|cell| !cell.is_empty())
    };
    let mut mapping = Mapping { kind: kind.name.to_owned(), ..Mapping::default() };
    for (column, at) in &columns {
        let taken = if *column == "ssn_last_four" { TakePart::LastFour } else { TakePart::Whole };
        let column_use = ColumnUse { take: taken, ..ColumnUse::whole(&header[*at]) };
        mapping.columns.insert((*column).to_owned(), column_use);
    }
    people_and_names(kind, &mut mapping, header, names, &cells);
    let used: Vec<String> = mapping.sources().map(str::to_owned).collect();
    let numbers = header.iter().enumerate().filter(|(at, name)| {
        let is_number = |cell: &str| {
            [Decimals::Point, Decimals::Comma].iter().any(|as_is| values::number(cell, *as_is).is_some())
        };
        !used.contains(name) && cells(*at).take(50).all(is_number)
    });
    let numbers = numbers.map(|(_, name)| name.as_str());
    if kind.name == "pay-stubs" && !mapping.columns.contains_key("line") {
        mapping.lines = wide::stub_lines(numbers);
        for narrow in ["current", "ytd", "hours", "item"].into_iter().filter(|_| !mapping.lines.is_empty()) {
            mapping.columns.remove(narrow);
        }
        let has_year = mapping.lines.iter().any(|line| line.columns.contains_key("ytd"));
        if !mapping.lines.is_empty() && !has_year {
            mapping.fill_in("ytd_from", "atrium".to_owned());
        }
    } else if kind.name == "balances" && !mapping.columns.contains_key("hours") {
        mapping.lines = wide::balance_lines(numbers);
        if !mapping.lines.is_empty() {
            mapping.columns.remove("time_off_type");
        }
    }
    score += 3 * mapping.lines.len() as i64;
    // A kind that needs what isn't there is unlikely; a company is easily said for the whole file.
    let lacks = check(&Mapping { name: "guess".to_owned(), ..mapping.clone() }, std::slice::from_ref(kind));
    score -= 7 * lacks.iter().filter(|says| !says.contains("needs company")).count() as i64;
    let used: Vec<String> = mapping.sources().map(str::to_owned).collect();
    mapping.ignored = header.iter().filter(|name| !used.contains(name)).cloned().collect();
    mapping.dates = date_order(&mapping, header, &cells);
    mapping.decimals = decimals(&mapping, header, &cells);
    mapping.skipped_rows = totals(rows);
    let written = WrittenAs { dates: mapping.dates, decimals: mapping.decimals, this_year, counts_days };
    score += shapes(&mapping, header, &cells, written);
    mapping.values = words(&mapping, header, &cells);
    (score, mapping)
}

type Cells<'a, I> = dyn Fn(usize) -> I + 'a;

fn named(mapping: &Mapping, header: &[String], column: &str) -> Option<usize> {
    let from = &mapping.columns.get(column)?.from;
    header.iter().position(|name| name == from)
}

/// A full name in one column, usernames that no vendor has, and people known by what isn't a code.
fn people_and_names<'a, I: Iterator<Item = &'a str>>(
    kind: &TargetKind,
    mapping: &mut Mapping,
    header: &[String],
    names: &[String],
    cells: &Cells<'_, I>,
) {
    const FULL: &[&str] = &[
        "employee",
        "employee name",
        "name",
        "full name",
        "worker",
        "payroll name",
        "legal name",
        "associate",
        "team member",
    ];
    let full = names.iter().position(|name| FULL.contains(&name.as_str()));
    let has_comma = |at: usize| {
        let is_total =
            |cell: &&str| TOTALS.iter().any(|total| cell.to_lowercase().starts_with(&total.to_lowercase()));
        let mut said = cells(at).take(50).filter(|cell| !is_total(cell)).peekable();
        said.peek().is_some() && said.all(|cell| cell.contains(','))
    };
    let part = |at: usize, take| ColumnUse { take, ..ColumnUse::whole(&header[at]) };
    if kind.has("first_name")
        && !mapping.columns.contains_key("first_name")
        && let Some(at) = full
    {
        mapping.columns.insert("first_name".to_owned(), part(at, TakePart::FirstName));
        mapping.columns.insert("last_name".to_owned(), part(at, TakePart::LastName));
    }
    if kind.name == "people"
        && !mapping.columns.contains_key("username")
        && let Some(email) = mapping.columns.get("email").cloned()
    {
        // The address itself is one's own in every tenant; what is before the @ may be someone else's.
        mapping.columns.insert("username".to_owned(), email);
    }
    if kind.name == "people" || !kind.has("employee_code") || mapping.columns.contains_key("employee_code") {
        return;
    }
    let email = names.iter().position(|name| fit(kind.name, "email", name) > 0);
    let both = |wanted: &str| names.iter().position(|name| fit("people", wanted, name) > 0);
    let (found, by) =
        match (email, full.filter(|at| has_comma(*at)), both("last_name").zip(both("first_name"))) {
            (Some(at), _, _) => (part(at, TakePart::Whole), PeopleBy::Email),
            (_, Some(at), _) => (part(at, TakePart::Whole), PeopleBy::Name),
            (_, _, Some((last, first))) => (
                ColumnUse { joined: Some(header[first].clone()), ..ColumnUse::whole(&header[last]) },
                PeopleBy::Name,
            ),
            _ => return,
        };
    mapping.columns.insert("employee_code".to_owned(), found);
    mapping.people = by;
}

/// Whether a number that can't be a month comes first or second.
fn date_order<'a, I: Iterator<Item = &'a str>>(
    mapping: &Mapping,
    header: &[String],
    cells: &Cells<'_, I>,
) -> DateOrder {
    let (mut first, mut second) = (0, 0);
    for column in mapping.columns.keys().filter(|column| cell_type(&mapping.kind, column) == CellType::Day) {
        let Some(at) = named(mapping, header, column) else { continue };
        for cell in cells(at) {
            let parts: Vec<&str> = cell.split(['/', '-', '.']).collect();
            if let [one, two, _] = parts.as_slice()
                && one.len() <= 2
                && let (Ok(one), Ok(two)) = (one.parse::<u8>(), two.parse::<u8>())
            {
                first += i32::from(one > 12 && one <= 31);
                second += i32::from(two > 12 && two <= 31);
            }
        }
    }
    if first > second { DateOrder::Dmy } else { DateOrder::Mdy }
}

fn decimals<'a, I: Iterator<Item = &'a str>>(
    mapping: &Mapping,
    header: &[String],
    cells: &Cells<'_, I>,
) -> Decimals {
    let (mut point, mut comma) = (0, 0);
    let of_lines = mapping.lines.iter().flat_map(|line| &line.columns);
    for (column, from) in mapping.columns.iter().chain(of_lines) {
        if cell_type(&mapping.kind, column) != CellType::Amount {
            continue;
        }
        let Some(at) = header.iter().position(|name| *name == from.from) else { continue };
        for cell in cells(at) {
            match cell
                .rfind([',', '.'])
                .map(|at| (cell.as_bytes()[at], cell[at + 1..].trim_end_matches([')', '-', ' ']).len()))
            {
                Some((b',', 1 | 2)) => comma += 1,
                Some((b'.', _)) => point += 1,
                _ => {}
            }
        }
    }
    if comma > point { Decimals::Comma } else { Decimals::Point }
}

/// How registers begin the rows below the last person.
const TOTALS: [&str; 5] = ["Total", "Grand total", "Subtotal", "Company total", "Department total"];

fn totals(rows: &[&SampleRow]) -> Vec<String> {
    let is_said = |text: &&str| {
        rows.iter().any(|row| {
            let first =
                row.cells.iter().map(|cell| cell.trim()).find(|cell| !cell.is_empty()).unwrap_or_default();
            first.to_lowercase().starts_with(&text.to_lowercase())
        })
    };
    TOTALS.into_iter().filter(is_said).map(str::to_owned).collect()
}

/// Cells that fit their column speak for a guess, and others against it.
fn shapes<'a, I: Iterator<Item = &'a str>>(
    mapping: &Mapping,
    header: &[String],
    cells: &Cells<'_, I>,
    written: WrittenAs,
) -> i64 {
    let mut score = 0;
    for column in mapping.columns.keys() {
        let Some(at) = named(mapping, header, column) else { continue };
        let as_type = cell_type(&mapping.kind, column);
        let fits = |cell: &str| match as_type {
            CellType::Day => values::day(cell, written).is_some(),
            CellType::Amount | CellType::Whole => values::number(cell, written.decimals).is_some(),
            CellType::Email => cell.contains('@'),
            _ => true,
        };
        let (good, all) =
            cells(at).take(50).fold((0, 0), |(good, all), cell| (good + i64::from(fits(cell)), all + 1));
        if all > 0 && matches!(as_type, CellType::Day | CellType::Amount | CellType::Email) {
            score += if good * 2 > all { 2 } else { -8 };
        }
    }
    score
}

fn words<'a, I: Iterator<Item = &'a str>>(
    mapping: &Mapping,
    header: &[String],
    cells: &Cells<'_, I>,
) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut found: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for column in mapping.columns.keys() {
        let (Some(at), CellType::OneOf(choices)) =
            (named(mapping, header, column), cell_type(&mapping.kind, column))
        else {
            continue;
        };
        let said = if column == "pay_period" { "frequency" } else { column.as_str() };
        for cell in cells(at) {
            let meant =
                WORDS.iter().find(|(of, words, _)| *of == said && words.contains(&simple(cell).as_str()));
            if let Some((_, _, meant)) = meant
                && choices.contains(meant)
                && !choices.iter().any(|choice| choice.eq_ignore_ascii_case(cell))
            {
                found.entry(column.clone()).or_default().insert(cell.to_owned(), (*meant).to_owned());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
