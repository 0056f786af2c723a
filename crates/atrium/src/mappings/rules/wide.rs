//! Guessing what a column of a wide register is: its name says the line, the item, and whether it's hours, a rate, or an
//! amount.

use super::headers::simple;
use super::mapping::{ColumnUse, WideLine};
use std::collections::BTreeMap;

/// Words that make a column a total, which no line is made of.
const TOTALS: &[&str] =
    &["gross", "net", "total", "totals", "taxable", "wages subject", "employer", "er", "liability"];
const TAXES: &[&str] = &[
    "tax",
    "taxes",
    "fit",
    "sit",
    "fica",
    "fwt",
    "swt",
    "medicare",
    "social security",
    "oasdi",
    "sdi",
    "withholding",
    "withheld",
    "sui",
    "ss",
    "med",
    "wbf",
    "pfml",
    "transit",
];
const BEFORE_TAX: &[&str] = &[
    "401k",
    "401 k",
    "403b",
    "pretax",
    "pre tax",
    "before tax",
    "fsa",
    "hsa",
    "125",
    "medical",
    "dental",
    "vision",
    "health",
    "retirement",
    "pension",
];
const AFTER_TAX: &[&str] = &[
    "roth",
    "after tax",
    "post tax",
    "garnish",
    "garnishment",
    "child support",
    "loan",
    "union",
    "dues",
    "advance",
    "levy",
    "charity",
    "deduction",
];
const EARNINGS: &[&str] = &[
    "regular",
    "reg",
    "overtime",
    "ot",
    "double time",
    "dt",
    "holiday",
    "hol",
    "vacation",
    "vac",
    "sick",
    "pto",
    "bonus",
    "commission",
    "salary",
    "hourly",
    "tips",
    "bereavement",
    "earnings",
    "earning",
    "pay",
    "wages",
    "retro",
    "double",
];
/// What a name says besides the item.
const MEASURES: &[&str] = &[
    "hours",
    "hrs",
    "hour",
    "hr",
    "amount",
    "amt",
    "earnings",
    "rate",
    "ytd",
    "current",
    "cur",
    "this period",
    "year to date",
    "pay",
    "dollars",
    "ee",
    "employee",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Hours,
    Rate,
    Current,
    Ytd,
}

fn has(name: &str, words: &[&str]) -> bool {
    let padded = format!(" {name} ");
    words.iter().any(|word| padded.contains(&format!(" {word} ")))
}

/// The kind of line, the item as the source calls it, and what the column measures.
fn read_name(header: &str) -> Option<(&'static str, String, Measure)> {
    let name = simple(header);
    let measure = if has(&name, &["ytd", "year to date"]) {
        Measure::Ytd
    } else if has(&name, &["hours", "hrs", "hour", "hr"]) {
        Measure::Hours
    } else if has(&name, &["rate"]) {
        Measure::Rate
    } else {
        Measure::Current
    };
    if has(&name, TOTALS) {
        return None;
    }
    let line = if has(&name, AFTER_TAX) {
        "after_tax"
    } else if has(&name, BEFORE_TAX) {
        "before_tax"
    } else if has(&name, TAXES) {
        "tax"
    } else if has(&name, EARNINGS) || measure == Measure::Hours {
        "earning"
    } else {
        return None;
    };
    let item: Vec<&str> = header
        .split(|c: char| c.is_whitespace() || matches!(c, '-' | '_' | '(' | ')' | ':' | '/'))
        .filter(|word| !word.is_empty() && !MEASURES.contains(&word.to_lowercase().as_str()))
        .collect();
    let item = if item.is_empty() { header.trim().to_owned() } else { item.join(" ") };
    Some((line, item, measure))
}

/// The lines that these columns make, in the order of the source.
pub(super) fn stub_lines<'a>(headers: impl Iterator<Item = &'a str>) -> Vec<WideLine> {
    let mut found: Vec<(&'static str, String, BTreeMap<String, ColumnUse>)> = vec![];
    for header in headers {
        let Some((line, item, measure)) = read_name(header) else { continue };
        let column = match measure {
            Measure::Hours => "hours",
            Measure::Rate => "rate",
            Measure::Current => "current",
            Measure::Ytd => "ytd",
        };
        let there = found.iter().position(|(of, name, _)| *of == line && simple(name) == simple(&item));
        let at = there.unwrap_or_else(|| {
            found.push((line, item, BTreeMap::new()));
            found.len() - 1
        });
        found[at].2.entry(column.to_owned()).or_insert_with(|| ColumnUse::whole(header));
    }
    // Hours or a rate without an amount are no line by themselves.
    found.retain(|(_, _, columns)| columns.contains_key("current") || columns.contains_key("ytd"));
    let line = |(line, item, columns): (&str, String, _)| WideLine {
        constants: BTreeMap::from([("line".to_owned(), line.to_owned()), ("item".to_owned(), item)]),
        columns,
    };
    found.into_iter().map(line).collect()
}

/// "Vacation balance", "Sick hours available": a balance per type of time off.
pub(super) fn balance_lines<'a>(headers: impl Iterator<Item = &'a str>) -> Vec<WideLine> {
    const SAID: &[&str] = &["balance", "available", "hours", "hrs", "remaining", "bal"];
    let line = |header: &'a str| {
        let name = simple(header);
        if !has(&name, SAID) || has(&name, &["used", "accrued", "taken", "worked", "total"]) {
            return None;
        }
        let kind: Vec<&str> =
            header.split_whitespace().filter(|word| !SAID.contains(&simple(word).as_str())).collect();
        let kind = kind.join(" ").trim_matches(['-', ':', ' ']).to_owned();
        (!kind.is_empty()).then(|| WideLine {
            constants: BTreeMap::from([("time_off_type".to_owned(), kind)]),
            columns: BTreeMap::from([("hours".to_owned(), ColumnUse::whole(header))]),
        })
    };
    headers.filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_of_a_register_are_told_apart_by_their_names() {
        let headers = [
            "Regular Hours",
            "Regular Earnings",
            "OT Hrs",
            "OT Amount",
            "Federal Income Tax",
            "Medicare - Employee",
            "401(k)",
            "Roth 401(k)",
            "Child Support",
            "Gross Pay",
            "Net Pay",
            "Total Hours",
            "Employer Medicare",
            "Regular YTD",
        ];
        let lines = stub_lines(headers.into_iter());
        let said: Vec<(&str, &str, Vec<&str>)> = lines
            .iter()
            .map(|line| {
                let columns = line.columns.keys().map(String::as_str).collect();
                (line.constants["line"].as_str(), line.constants["item"].as_str(), columns)
            })
            .collect();
        assert_eq!(
            said,
            [
                ("earning", "Regular", vec!["current", "hours", "ytd"]),
                ("earning", "OT", vec!["current", "hours"]),
                ("tax", "Federal Income Tax", vec!["current"]),
                ("tax", "Medicare", vec!["current"]),
                ("before_tax", "401 k", vec!["current"]),
                ("after_tax", "Roth 401 k", vec!["current"]),
                ("after_tax", "Child Support", vec!["current"]),
            ]
        );
    }

    #[test]
    fn balances_of_several_types_are_told_by_their_names() {
        let lines = balance_lines(
            ["Vacation Balance", "Sick Hours Available", "Vacation Used", "Balance"].into_iter(),
        );
        let kinds: Vec<&str> = lines.iter().map(|line| line.constants["time_off_type"].as_str()).collect();
        assert_eq!(kinds, ["Vacation", "Sick"]);
    }
}
