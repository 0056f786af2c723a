//! A mapping: the description of a source that is saved under a name. It reads the same as TOML and as JSON.

use super::columns::{CellType, cell_type};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub(crate) const MAX_MAPPING_NAME_CHARS: usize = 100;
const MAX_NOTE_CHARS: usize = 500;
const MAX_ENTRIES: usize = 500;
const MAX_TEXT_CHARS: usize = 300;
const MAX_TITLE_LINES: u32 = 1_000;

/// One of our kinds of files, as far as a mapping has to know it.
#[derive(Clone, Debug)]
pub struct TargetKind {
    pub name: &'static str,
    pub columns: Vec<TargetColumn>,
}

#[derive(Clone, Debug)]
pub struct TargetColumn {
    pub name: &'static str,
    pub is_needed: bool,
}

impl TargetKind {
    pub fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|one| one.name == column)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delimiter {
    Comma,
    Semicolon,
    Tab,
    Pipe,
}

impl Delimiter {
    pub const ALL: [Delimiter; 4] = [Delimiter::Comma, Delimiter::Semicolon, Delimiter::Tab, Delimiter::Pipe];

    pub fn byte(self) -> u8 {
        match self {
            Delimiter::Comma => b',',
            Delimiter::Semicolon => b';',
            Delimiter::Tab => b'\t',
            Delimiter::Pipe => b'|',
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Encoding {
    #[serde(rename = "utf-8")]
    Utf8,
    #[serde(rename = "utf-16le")]
    Utf16Le,
    #[serde(rename = "utf-16be")]
    Utf16Be,
    #[serde(rename = "windows-1252")]
    Windows1252,
}

/// How `11/12/26` reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DateOrder {
    #[default]
    Mdy,
    Dmy,
    Ymd,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decimals {
    #[default]
    Point,
    Comma,
}

/// What the source puts where we have an employee code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeopleBy {
    #[default]
    Code,
    Email,
    /// "Last, First".
    Name,
}

/// Which part of a cell counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TakePart {
    #[default]
    Whole,
    /// Of "ana@example.com": ana.
    BeforeAt,
    /// Of "Morales, Ana" or "Ana Morales": Ana.
    FirstName,
    LastName,
    /// Of "***-**-4821": 4821.
    LastFour,
    /// Of "2026-11-13" and other dates: 2026.
    Year,
}

/// Where one of our columns comes from. A bare text is the source's column as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenColumn", into = "WrittenColumn")]
pub struct ColumnUse {
    pub from: String,
    pub take: TakePart,
    /// A second column: both together are "from, joined", such as a last and a first name.
    pub joined: Option<String>,
}

impl ColumnUse {
    pub fn whole(from: &str) -> ColumnUse {
        ColumnUse { from: from.to_owned(), ..ColumnUse::default() }
    }

    /// The columns of the source it reads.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.from.as_str()).chain(self.joined.as_deref())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum WrittenColumn {
    Bare(String),
    Full(FullColumn),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FullColumn {
    from: String,
    #[serde(default)]
    take: TakePart,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    joined: Option<String>,
}

impl From<WrittenColumn> for ColumnUse {
    fn from(written: WrittenColumn) -> ColumnUse {
        match written {
            WrittenColumn::Bare(from) => ColumnUse { from, ..ColumnUse::default() },
            WrittenColumn::Full(FullColumn { from, take, joined }) => ColumnUse { from, take, joined },
        }
    }
}

impl From<ColumnUse> for WrittenColumn {
    fn from(column: ColumnUse) -> WrittenColumn {
        let ColumnUse { from, take, joined } = column;
        if take == TakePart::Whole && joined.is_none() {
            return WrittenColumn::Bare(from);
        }
        WrittenColumn::Full(FullColumn { from, take, joined })
    }
}

/// A line that each row of a wide register becomes, unless its cells are empty or zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WideLine {
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub constants: BTreeMap<String, String>,
    #[serde(default)]
    pub columns: BTreeMap<String, ColumnUse>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    pub name: String,
    /// One of our kinds of files.
    pub kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Absent: found out from each file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<Delimiter>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<Encoding>,
    /// Of a workbook; absent: the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worksheet: Option<String>,
    /// Lines above the header.
    #[serde(default)]
    pub title_lines: u32,
    #[serde(default)]
    pub dates: DateOrder,
    #[serde(default)]
    pub decimals: Decimals,
    #[serde(default)]
    pub people: PeopleBy,
    /// The source's columns that someone decided to leave out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<String>,
    /// Rows whose first cell begins with one of these are left out: totals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped_rows: Vec<String>,
    /// By our column.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub columns: BTreeMap<String, ColumnUse>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub constants: BTreeMap<String, String>,
    /// By our column: what the source writes, and what it means.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, BTreeMap<String, String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<WideLine>,
}

impl Mapping {
    /// Every column of the source that it reads.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        let of_lines = self.lines.iter().flat_map(|line| line.columns.values());
        self.columns.values().chain(of_lines).flat_map(ColumnUse::sources)
    }

    /// Says something for every row, unless the mapping says it already.
    pub fn fill_in(&mut self, column: &str, value: String) {
        if !self.columns.contains_key(column) {
            self.constants.entry(column.to_owned()).or_insert(value);
        }
    }

    /// Our columns that its rows have.
    pub fn targets(&self) -> impl Iterator<Item = &str> {
        let of_lines = self.lines.iter().flat_map(|line| line.constants.keys().chain(line.columns.keys()));
        self.columns.keys().chain(self.constants.keys()).chain(of_lines).map(String::as_str)
    }
}

/// What is wrong with a mapping, whatever file it's used for: sentences for the person fixing it.
pub fn check(mapping: &Mapping, kinds: &[TargetKind]) -> Vec<String> {
    let mut says = vec![];
    let too_long =
        |text: &str, most: usize| text.chars().count() > most || text.chars().any(char::is_control);
    if mapping.name.trim().is_empty() || too_long(&mapping.name, MAX_MAPPING_NAME_CHARS) {
        says.push(format!("a mapping needs a name of at most {MAX_MAPPING_NAME_CHARS} characters"));
    }
    if mapping.note.chars().count() > MAX_NOTE_CHARS {
        says.push(format!("the note is longer than {MAX_NOTE_CHARS} characters"));
    }
    if mapping.title_lines > MAX_TITLE_LINES {
        says.push(format!("at most {MAX_TITLE_LINES} lines can come before the header"));
    }
    let entries = mapping.columns.len()
        + mapping.constants.len()
        + mapping.ignored.len()
        + mapping.skipped_rows.len()
        + mapping.values.values().map(BTreeMap::len).sum::<usize>()
        + mapping.lines.iter().map(|line| line.columns.len() + line.constants.len()).sum::<usize>();
    if entries > MAX_ENTRIES {
        says.push(format!("the mapping has {entries} entries; the limit is {MAX_ENTRIES}"));
    }
    let texts = mapping.sources().chain(mapping.constants.values().map(String::as_str));
    let texts = texts.chain(mapping.ignored.iter().chain(&mapping.skipped_rows).map(String::as_str));
    if texts.into_iter().any(|text| text.chars().count() > MAX_TEXT_CHARS) {
        says.push(format!("a text in the mapping is longer than {MAX_TEXT_CHARS} characters"));
    }
    if mapping.skipped_rows.iter().any(|text| text.trim().is_empty()) {
        says.push("an empty text in skipped_rows would leave out every row".to_owned());
    }
    let Some(kind) = kinds.iter().find(|kind| kind.name == mapping.kind) else {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
        says.push(format!("{:?} is no kind of file; the kinds are {}", mapping.kind, names.join(", ")));
        return says;
    };
    for column in mapping.targets().chain(mapping.values.keys().map(String::as_str)) {
        if !kind.has(column) {
            says.push(format!("{} has no column {column:?}", kind.name));
        }
    }
    for column in mapping.columns.keys().filter(|column| mapping.constants.contains_key(*column)) {
        says.push(format!("{column} has a column and a fixed value; keep one of them"));
    }
    if mapping.people != PeopleBy::Code && !mapping.columns.contains_key("employee_code") {
        says.push("to find people by email address or name, employee_code needs a column".to_owned());
    }
    if mapping.people != PeopleBy::Code && kind.name == "people" {
        says.push("a people file brings the people, so it can't be matched to them".to_owned());
    }
    for needed in kind.columns.iter().filter(|column| column.is_needed) {
        let everywhere =
            mapping.columns.contains_key(needed.name) || mapping.constants.contains_key(needed.name);
        let in_lines = !mapping.lines.is_empty()
            && mapping.lines.iter().all(|line| {
                line.columns.contains_key(needed.name) || line.constants.contains_key(needed.name)
            });
        if !everywhere && !in_lines {
            says.push(format!("{} needs {}: choose its column or a fixed value", kind.name, needed.name));
        }
    }
    if mapping.lines.iter().any(|line| line.columns.is_empty()) {
        says.push("a line of a wide register needs a column: without one it would never be made".to_owned());
    }
    let constants = mapping.lines.iter().flat_map(|line| &line.constants).chain(&mapping.constants);
    for (column, value) in constants {
        if let CellType::OneOf(choices) = cell_type(&mapping.kind, column)
            && !value.is_empty()
            && !choices.iter().any(|choice| choice.eq_ignore_ascii_case(value))
        {
            says.push(format!("{column} can't be {value:?}; it's one of {}", choices.join(", ")));
        }
    }
    says.sort_unstable();
    says.dedup();
    says
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles() -> Vec<TargetKind> {
        let column = |name, is_needed| TargetColumn { name, is_needed };
        let columns = vec![column("username", true), column("role", true), column("company", false)];
        vec![TargetKind { name: "roles", columns }]
    }

    #[test]
    fn a_mapping_reads_the_same_as_toml_and_as_json() {
        let text = "name = \"HR\"\nkind = \"roles\"\ntitle_lines = 2\n\n[columns]\nusername = { from = \"Email\", take = \"before_at\" }\nrole = \"Role\"\n\n[values.role]\nMGR = \"Manager View\"\n";
        let mapping: Mapping = toml::from_str(text).unwrap();
        assert_eq!(check(&mapping, &roles()), Vec::<String>::new());
        assert_eq!(mapping.columns["role"], ColumnUse::whole("Role"));
        let json = serde_json::to_string(&mapping).unwrap();
        assert_eq!(serde_json::from_str::<Mapping>(&json).unwrap(), mapping);
        assert_eq!(toml::from_str::<Mapping>(&toml::to_string(&mapping).unwrap()).unwrap(), mapping);
    }

    #[test]
    fn a_mapping_that_could_never_work_says_why() {
        let mapping = Mapping {
            name: "HR".to_owned(),
            kind: "roles".to_owned(),
            columns: BTreeMap::from([("rolle".to_owned(), ColumnUse::whole("Role"))]),
            skipped_rows: vec![" ".to_owned()],
            ..Mapping::default()
        };
        let says = check(&mapping, &roles());
        assert!(says.iter().any(|says| says == "roles has no column \"rolle\""), "{says:?}");
        assert!(says.iter().any(|says| says.starts_with("roles needs username")), "{says:?}");
        assert!(says.iter().any(|says| says.contains("every row")), "{says:?}");
        let kind = Mapping { kind: "rules".to_owned(), ..mapping };
        assert!(check(&kind, &roles()).iter().any(|says| says.contains("is no kind of file")));
        assert!(toml::from_str::<Mapping>("name = \"x\"\nkind = \"roles\"\ncolums = 1").is_err());
    }
}
