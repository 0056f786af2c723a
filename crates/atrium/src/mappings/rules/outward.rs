//! The other way: our rows in the columns that a mapping reads, so a file can leave the way a payroll system has them. What
//! a mapping only reads a part of, such as a year, leaves as we have it.

use super::columns::{CellType, cell_type};
use super::mapping::{ColumnUse, DateOrder, Decimals, Delimiter, Encoding, Mapping, PeopleBy, TakePart};
use encoding_rs::WINDOWS_1252;
use jiff::civil::Date;

/// How a column of the source is filled.
enum OutColumn {
    /// By one of our columns.
    Ours(String),
    /// By the part of it before or behind ", ".
    PartOf(String, bool),
    /// By "Last, First".
    Names { first: Option<String>, last: Option<String> },
}

/// A mapping as it's used for files that leave.
pub struct OutwardPlan {
    mapping: Mapping,
    header: Vec<String>,
    columns: Vec<OutColumn>,
}

impl OutwardPlan {
    /// `ours` are the columns there are, in order. Nothing for a mapping that can't be turned around: a wide register, or one
    /// that finds people by something we don't hand over.
    pub fn new(mapping: &Mapping, ours: &[&str]) -> Option<OutwardPlan> {
        let is_whole = mapping.lines.is_empty() && mapping.people != PeopleBy::Email;
        let (mut header, mut columns): (Vec<String>, Vec<OutColumn>) = (vec![], vec![]);
        for name in ours {
            let Some(from) = mapping.columns.get(*name) else { continue };
            for (part, source) in from.sources().enumerate() {
                let there = header.iter().position(|column| column == source);
                match there {
                    Some(at) => columns[at].also(name, from.take),
                    None => {
                        header.push(source.to_owned());
                        columns.push(out_column(mapping, name, from, part));
                    }
                }
            }
        }
        let plan = OutwardPlan { mapping: mapping.clone(), header, columns };
        (is_whole && !plan.header.is_empty()).then_some(plan)
    }

    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// A row, from what it has in our columns.
    pub fn row<'a>(&self, cell: &dyn Fn(&str) -> &'a str) -> Vec<String> {
        let one = |column: &OutColumn| match column {
            OutColumn::Ours(name) => self.written(name, cell(name)),
            OutColumn::PartOf(name, is_second) => {
                let (one, other) = cell(name).split_once(", ").unwrap_or((cell(name), ""));
                if *is_second { other.to_owned() } else { one.to_owned() }
            }
            OutColumn::Names { first, last } => {
                let name = |of: &Option<String>| of.as_deref().map_or("", cell);
                match (name(last), name(first)) {
                    ("", one) | (one, "") => one.to_owned(),
                    (last, first) => format!("{last}, {first}"),
                }
            }
        };
        self.columns.iter().map(one).collect()
    }

    fn written(&self, name: &str, cell: &str) -> String {
        if cell.is_empty() {
            return String::new();
        }
        let means = self.mapping.values.get(name).into_iter().flatten();
        if let Some((theirs, _)) = means.into_iter().find(|(_, ours)| ours.eq_ignore_ascii_case(cell)) {
            return theirs.clone();
        }
        match cell_type(&self.mapping.kind, name) {
            CellType::Day => cell.parse().map_or(cell.to_owned(), |day| self.day(day)),
            CellType::Amount if self.mapping.decimals == Decimals::Comma => cell.replace('.', ","),
            _ => cell.to_owned(),
        }
    }

    fn day(&self, day: Date) -> String {
        let (y, m, d) = (day.year(), day.month(), day.day());
        match self.mapping.dates {
            DateOrder::Mdy => format!("{m:02}/{d:02}/{y:04}"),
            DateOrder::Dmy => format!("{d:02}/{m:02}/{y:04}"),
            DateOrder::Ymd => format!("{y:04}-{m:02}-{d:02}"),
        }
    }

    pub fn delimiter(&self) -> u8 {
        self.mapping.delimiter.unwrap_or(Delimiter::Comma).byte()
    }

    /// In the source's encoding; the file's first part says how it's written.
    pub fn encoded(&self, text: &str, is_first: bool) -> Vec<u8> {
        let marked = || is_first.then_some('\u{feff}').into_iter().chain(text.chars()).collect::<String>();
        match self.mapping.encoding.unwrap_or(Encoding::Utf8) {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::Utf16Le => marked().encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => marked().encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Encoding::Windows1252 => {
                let fits = |c: &char| !WINDOWS_1252.encode(c.encode_utf8(&mut [0; 4])).2;
                let text: String = text.chars().map(|c| if fits(&c) { c } else { '?' }).collect();
                WINDOWS_1252.encode(&text).0.into_owned()
            }
        }
    }
}

fn out_column(mapping: &Mapping, name: &str, from: &ColumnUse, part: usize) -> OutColumn {
    if name == "employee_code" && mapping.people == PeopleBy::Name {
        return OutColumn::Names { first: Some("first_name".to_owned()), last: Some("last_name".to_owned()) };
    }
    match from.take {
        TakePart::FirstName => OutColumn::Names { first: Some(name.to_owned()), last: None },
        TakePart::LastName => OutColumn::Names { first: None, last: Some(name.to_owned()) },
        _ if from.joined.is_some() => OutColumn::PartOf(name.to_owned(), part == 1),
        _ => OutColumn::Ours(name.to_owned()),
    }
}

impl OutColumn {
    /// Another of our columns is read from the same one.
    fn also(&mut self, name: &str, take: TakePart) {
        if let OutColumn::Names { first, last } = self {
            match take {
                TakePart::FirstName => *first = Some(name.to_owned()),
                TakePart::LastName => *last = Some(name.to_owned()),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::turn::TurnPlan;
    use super::*;

    const OURS: [&str; 8] = [
        "company",
        "employee_code",
        "first_name",
        "last_name",
        "amount_type",
        "amount",
        "start_date",
        "account_number",
    ];

    fn mapping(text: &str) -> Mapping {
        toml::from_str(&format!("name = \"Payroll\"\nkind = \"deposits\"\n{text}")).unwrap()
    }

    fn cells(name: &str) -> &'static str {
        match name {
            "employee_code" => "1042",
            "first_name" => "Ana",
            "last_name" => "Morales",
            "amount_type" => "fixed",
            "amount" => "24.50",
            "start_date" => "2026-11-13",
            "account_number" => "004417208815",
            _ => "",
        }
    }

    #[test]
    fn a_row_leaves_in_the_columns_it_would_come_in() {
        let mapping = mapping(
            "dates = \"dmy\"\ndecimals = \"comma\"\n[columns]\nemployee_code = \"Emp #\"\nfirst_name = { from = \"Name\", take = \"first_name\" }\n\
             last_name = { from = \"Name\", take = \"last_name\" }\namount_type = \"How\"\namount = \"Sum\"\nstart_date = \"From\"\n\
             account_number = \"Account\"\n[values.amount_type]\nF = \"fixed\"\n",
        );
        let plan = OutwardPlan::new(&mapping, &OURS).unwrap();
        assert_eq!(plan.header(), ["Emp #", "Name", "How", "Sum", "From", "Account"]);
        let row = plan.row(&|name| cells(name));
        assert_eq!(row, ["1042", "Morales, Ana", "F", "24,50", "13/11/2026", "004417208815"]);
        // And back in again.
        let back = TurnPlan::new(&mapping, plan.header(), 2026, false).unwrap();
        let turned = back.rows(&row).unwrap().pop().unwrap();
        for (name, cell) in back.header.iter().zip(&turned.cells) {
            assert_eq!(cell, cells(name), "{name}");
        }
    }

    #[test]
    fn what_cant_be_turned_around_is_refused() {
        let wide = mapping("[columns]\namount = \"Sum\"\n[[lines]]\n[lines.columns]\npriority = \"P\"\n");
        assert!(OutwardPlan::new(&wide, &OURS).is_none());
        let by_mail = mapping("people = \"email\"\n[columns]\nemployee_code = \"E-mail\"\n");
        assert!(OutwardPlan::new(&by_mail, &OURS).is_none());
        assert!(OutwardPlan::new(&mapping("[columns]\nzip = \"Zip\"\n"), &OURS).is_none());
        let by_name = mapping("people = \"name\"\n[columns]\nemployee_code = \"Employee\"\n");
        assert_eq!(OutwardPlan::new(&by_name, &OURS).unwrap().row(&|name| cells(name)), ["Morales, Ana"]);
    }

    #[test]
    fn text_is_in_the_sources_encoding() {
        let plan = |encoding: &str| {
            OutwardPlan::new(
                &mapping(&format!("encoding = \"{encoding}\"\n[columns]\namount = \"Sum\"\n")),
                &OURS,
            )
            .unwrap()
        };
        assert_eq!(plan("utf-8").encoded("ñ", true), "ñ".as_bytes());
        assert_eq!(plan("windows-1252").encoded("ñ—漢", true), [0xf1, 0x97, b'?']);
        assert_eq!(plan("utf-16le").encoded("a", true), [0xff, 0xfe, b'a', 0]);
        assert_eq!(plan("utf-16be").encoded("a", false), [0, b'a']);
    }
}
