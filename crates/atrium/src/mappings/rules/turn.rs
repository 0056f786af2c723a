//! From a source's row to ours: one, or with a wide register one per line that isn't empty.

use super::columns::{CellType, cell_type};
use super::headers::same_name;
use super::mapping::{ColumnUse, Mapping, PeopleBy, TakePart};
use super::values::{self, FORMULA, WrittenAs};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A column's number in the source, from 1, and its name there; nothing for a fixed value.
pub(crate) type TurnedPlace = Option<(usize, String)>;

/// One of our rows.
pub(crate) struct TurnedRow {
    pub cells: Vec<String>,
    pub places: Arc<Vec<TurnedPlace>>,
    /// By our column's position.
    pub faults: Vec<(usize, &'static str)>,
}

enum Filler {
    Fixed(String),
    Cell {
        at: usize,
        joined: Option<usize>,
        take: TakePart,
        as_type: CellType,
        values: BTreeMap<String, String>,
    },
    /// Of another line.
    Empty,
}

struct Shape {
    fillers: Vec<Filler>,
    places: Arc<Vec<TurnedPlace>>,
    /// The source's columns that decide whether a line is made; none: always.
    deciding: Vec<usize>,
}

/// A mapping as it's used for one file, whose header is known.
pub(crate) struct TurnPlan {
    pub header: Arc<Vec<String>>,
    shapes: Vec<Shape>,
    skipped: Vec<String>,
    written: WrittenAs,
    width: usize,
}

impl TurnPlan {
    /// Refuses a file that lacks what the mapping reads, in one sentence.
    pub(crate) fn new(
        mapping: &Mapping,
        header: &[String],
        this_year: i16,
        counts_days: bool,
    ) -> Result<TurnPlan, String> {
        let found = |name: &str| {
            let exact = header.iter().position(|column| column.trim() == name.trim());
            exact.or_else(|| header.iter().position(|column| same_name(column, name)))
        };
        let mut missing: Vec<String> =
            mapping.sources().filter(|name| found(name).is_none()).map(|name| format!("{name:?}")).collect();
        missing.sort_unstable();
        missing.dedup();
        if !missing.is_empty() {
            let is_known = |column: &String| {
                mapping
                    .sources()
                    .chain(mapping.ignored.iter().map(String::as_str))
                    .any(|name| same_name(name, column))
            };
            let strange: Vec<String> = header
                .iter()
                .filter(|column| !is_known(column))
                .take(20)
                .map(|name| format!("{name:?}"))
                .collect();
            let strange = match strange.len() {
                0 => String::new(),
                _ => format!("; the mapping doesn't know {}", strange.join(", ")),
            };
            return Err(format!(
                "the mapping {:?} reads {}, which this file doesn't have{strange}",
                mapping.name,
                missing.join(", ")
            ));
        }
        let mut names: Vec<String> = vec![];
        for target in mapping.targets() {
            if !names.iter().any(|name| name == target) {
                names.push(target.to_owned());
            }
        }
        let filler = |name: &str, column: &ColumnUse| Filler::Cell {
            at: found(&column.from).unwrap_or_default(),
            joined: column.joined.as_deref().and_then(found),
            take: column.take,
            as_type: match (name, column.take) {
                (_, TakePart::Year) => CellType::Year,
                ("employee_code", _) if mapping.people != PeopleBy::Code => CellType::Text,
                _ => cell_type(&mapping.kind, name),
            },
            values: mapping
                .values
                .get(name)
                .map(|values| values.iter().map(|(from, to)| (plain(from), to.clone())).collect())
                .unwrap_or_default(),
        };
        let no_line = super::mapping::WideLine::default();
        let lines = if mapping.lines.is_empty() { vec![&no_line] } else { mapping.lines.iter().collect() };
        let shape = |line: &super::mapping::WideLine| {
            let of = |name: &String| {
                if let Some(fixed) = line.constants.get(name).or_else(|| mapping.constants.get(name)) {
                    return Filler::Fixed(fixed.clone());
                }
                let column = line.columns.get(name).or_else(|| mapping.columns.get(name));
                column.map_or(Filler::Empty, |column| filler(name, column))
            };
            let fillers: Vec<Filler> = names.iter().map(of).collect();
            let places = fillers.iter().map(|filler| match filler {
                Filler::Cell { at, .. } => Some((at + 1, header[*at].clone())),
                _ => None,
            });
            let deciding = line.columns.values().filter_map(|column| found(&column.from)).collect();
            Shape { places: Arc::new(places.collect()), fillers, deciding }
        };
        Ok(TurnPlan {
            shapes: lines.into_iter().map(shape).collect(),
            header: Arc::new(names),
            skipped: mapping.skipped_rows.iter().map(|text| text.trim().to_lowercase()).collect(),
            written: WrittenAs { dates: mapping.dates, decimals: mapping.decimals, this_year, counts_days },
            width: header.len(),
        })
    }

    /// Our rows for one of the source's; none for a row of totals. A row can be shorter than the header, because programs
    /// leave out what is empty at the end.
    pub(crate) fn rows(&self, cells: &[String]) -> Result<Vec<TurnedRow>, String> {
        let rest = cells.get(self.width..).unwrap_or_default();
        if rest.iter().any(|cell| !cell.trim().is_empty()) {
            return Err(format!("the row has {} cells, but the header has {}", cells.len(), self.width));
        }
        if self.is_skipped(cells) {
            return Ok(vec![]);
        }
        Ok(self
            .shapes
            .iter()
            .filter(|shape| self.is_made(shape, cells))
            .map(|shape| self.row(shape, cells))
            .collect())
    }

    fn is_skipped(&self, cells: &[String]) -> bool {
        let Some(first) = cells.iter().map(|cell| cell.trim()).find(|cell| !cell.is_empty()) else {
            return true;
        };
        if self.skipped.is_empty() {
            return false;
        }
        let first = first.to_lowercase();
        self.skipped.iter().any(|text| first.starts_with(text.as_str()))
    }

    fn is_made(&self, shape: &Shape, cells: &[String]) -> bool {
        let cell = |at: &usize| cells.get(*at).map_or("", |cell| cell.trim());
        let counts = |at: &usize| !cell(at).is_empty() && !values::is_zero(cell(at), self.written.decimals);
        shape.deciding.is_empty() || shape.deciding.iter().any(counts)
    }

    fn row(&self, shape: &Shape, cells: &[String]) -> TurnedRow {
        let mut faults = vec![];
        let cell = |at: usize| cells.get(at).map_or("", |cell| values::unwrapped(cell.trim()));
        let mut turned = Vec::with_capacity(shape.fillers.len());
        for (n, filler) in shape.fillers.iter().enumerate() {
            turned.push(match filler {
                Filler::Empty => String::new(),
                Filler::Fixed(text) => text.clone(),
                Filler::Cell { at, joined, take, as_type, values } => {
                    let own = cell(*at);
                    if values::is_formula(own) {
                        faults.push((n, FORMULA));
                    }
                    let both;
                    let whole = match joined.map(&cell) {
                        Some(second) if !second.is_empty() => {
                            both = format!("{own}, {second}");
                            both.as_str()
                        }
                        _ => own,
                    };
                    if let Some(meant) = (!values.is_empty()).then(|| values.get(&plain(whole))).flatten() {
                        meant.clone()
                    } else if whole.is_empty() {
                        String::new()
                    } else {
                        values::read(values::taken(whole, *take).trim(), *as_type, self.written)
                    }
                }
            });
        }
        TurnedRow { cells: turned, places: shape.places.clone(), faults }
    }
}

/// Values are compared whatever their case and spaces.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::super::mapping::WideLine;
    use super::*;

    fn texts(cells: &[&str]) -> Vec<String> {
        cells.iter().map(|cell| (*cell).to_owned()).collect()
    }

    fn uses(columns: &[(&str, &str)]) -> BTreeMap<String, ColumnUse> {
        columns.iter().map(|(to, from)| ((*to).to_owned(), ColumnUse::whole(from))).collect()
    }

    fn fixed(values: &[(&str, &str)]) -> BTreeMap<String, String> {
        values.iter().map(|(column, value)| ((*column).to_owned(), (*value).to_owned())).collect()
    }

    fn register() -> Mapping {
        let line = |kind: &str, item: &str, columns| WideLine {
            constants: fixed(&[("line", kind), ("item", item)]),
            columns: uses(columns),
        };
        Mapping {
            name: "Register".to_owned(),
            kind: "pay-stubs".to_owned(),
            columns: uses(&[("employee_code", "EE ID"), ("check_date", "Check Dt")]),
            constants: fixed(&[("company", "Cedar")]),
            skipped_rows: texts(&["total"]),
            lines: vec![
                line("earning", "Regular", &[("hours", "Reg Hrs"), ("current", "Reg Amt")]),
                line("tax", "Federal", &[("current", "FIT")]),
            ],
            ..Mapping::default()
        }
    }

    #[test]
    fn a_wide_row_becomes_a_line_for_each_of_its_cells_that_says_something() {
        let header = texts(&["EE ID", "Check Dt", "Reg Hrs", "Reg Amt", "FIT", "Memo"]);
        let plan = TurnPlan::new(&register(), &header, 2026, false).unwrap();
        let row = |cells: &[&str]| -> Vec<Vec<String>> {
            plan.rows(&texts(cells)).unwrap().into_iter().map(|row| row.cells).collect()
        };
        let at = |name: &str| plan.header.iter().position(|column| column == name).unwrap();
        let rows = row(&["7", "11/13/26", "80", "$1,960.00", "(180.00)", ""]);
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0][at("company")], "Cedar");
        assert_eq!(rows[0][at("check_date")], "2026-11-13");
        assert_eq!((rows[0][at("hours")].as_str(), rows[0][at("current")].as_str()), ("80", "1960.00"));
        assert_eq!((rows[1][at("hours")].as_str(), rows[1][at("current")].as_str()), ("", "-180.00"));
        assert_eq!(row(&["7", "11/13/26", "0.00", "-", "5"]).len(), 1, "an empty line isn't made");
        assert_eq!(row(&["Totals", "", "80", "1960.00", "180.00"]).len(), 0);
        assert_eq!(row(&["", "", "", "", "", ""]).len(), 0);
        assert!(plan.rows(&texts(&["7", "11/13/26", "", "", "", "", "more"])).is_err());
        let places = plan.rows(&texts(&["7", "11/13/26", "", "", "5"])).unwrap().remove(0).places;
        assert_eq!(
            places[at("current")],
            Some((5, "FIT".to_owned())),
            "a fault leads to the source's own cell"
        );
    }

    #[test]
    fn a_renamed_header_is_one_sentence_with_both_names() {
        let header = texts(&["Emp No", "check dt", "Reg Hrs", "Reg Amt", "FIT"]);
        let says = TurnPlan::new(&register(), &header, 2026, false).err().unwrap();
        assert_eq!(
            says,
            "the mapping \"Register\" reads \"EE ID\", which this file doesn't have; the mapping doesn't know \"Emp No\""
        );
    }

    #[test]
    fn values_are_translated_before_anything_else_and_formulas_are_faults() {
        let mapping = Mapping {
            kind: "people".to_owned(),
            columns: BTreeMap::from([
                ("status".to_owned(), ColumnUse::whole("St")),
                (
                    "first_name".to_owned(),
                    ColumnUse { from: "Name".to_owned(), take: TakePart::FirstName, joined: None },
                ),
            ]),
            values: BTreeMap::from([("status".to_owned(), fixed(&[("LOA", "Active"), ("", "Active")]))]),
            ..Mapping::default()
        };
        let plan = TurnPlan::new(&mapping, &texts(&["St", "Name"]), 2026, false).unwrap();
        let row = plan.rows(&texts(&[" loa ", "Morales, Ana"])).unwrap().remove(0);
        assert_eq!(row.cells, ["Ana", "Active"]);
        assert!(row.faults.is_empty());
        let row = plan.rows(&texts(&["", "=HYPERLINK(\"x\")"])).unwrap().remove(0);
        assert_eq!(row.cells[1], "Active", "also an empty cell can mean something");
        assert_eq!(row.faults, [(0, FORMULA)]);
    }
}
