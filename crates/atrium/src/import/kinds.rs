//! The kinds of files: all features' sheets, in dependency order, and how to tell a file by its header.

use crate::all_features;
use crate::sheets::{ImportSheet, StoredTable, UndoStep};
use std::sync::LazyLock;

static ALL: LazyLock<Vec<&'static ImportSheet>> = LazyLock::new(|| {
    in_order(all_features::ALL.iter().flat_map(|feature| feature.imports).copied().collect())
});

/// In reading order: what others refer to comes first.
pub fn sheets() -> &'static [&'static ImportSheet] {
    &ALL
}

pub fn sheet_called(name: &str) -> Option<&'static ImportSheet> {
    ALL.iter().find(|sheet| sheet.name == name).copied()
}

/// First the sheet that doesn't wait for any other, and so on. Sheets from removed features aren't waited for.
fn in_order(mut rest: Vec<&'static ImportSheet>) -> Vec<&'static ImportSheet> {
    let mut ordered = vec![];
    while !rest.is_empty() {
        let waits = |sheet: &ImportSheet| rest.iter().any(|other| sheet.after.contains(&other.name));
        // A cycle has no first sheet: a test catches that before anyone runs into it.
        let next = rest.iter().position(|sheet| !waits(sheet)).unwrap_or_default();
        ordered.push(rest.remove(next));
    }
    ordered
}

pub(super) fn place_of(sheet: &ImportSheet) -> usize {
    ALL.iter().position(|other| std::ptr::eq(*other, sheet)).unwrap_or(ALL.len())
}

/// A table by the name an undo uses for it.
pub(super) fn table_called(name: &str) -> Option<&'static StoredTable> {
    ALL.iter().flat_map(|sheet| sheet.tables).find(|table| table.noted_as() == name).copied()
}

pub(super) fn undo_steps(table: &'static StoredTable) -> impl Iterator<Item = &'static UndoStep> {
    ALL.iter().flat_map(|sheet| sheet.undo).filter(move |step| std::ptr::eq(step.table, table))
}

/// Which kind of file has this header. Several kinds share columns, so it's the kind that knows all the columns and has
/// all its required ones present; the order doesn't matter.
pub(super) fn of_header(header: &[String]) -> Option<&'static ImportSheet> {
    ALL.iter()
        .copied()
        .find(|sheet| sheet.missing_in(header).is_empty() && sheet.unknown_in(header).is_empty())
}

/// For a header that matches no kind: the closest kind, what is missing and what is extra.
pub(super) fn nearest(header: &[String]) -> (&'static ImportSheet, Vec<&'static str>, Vec<String>) {
    let compared = ALL.iter().map(|sheet| (*sheet, sheet.missing_in(header), sheet.unknown_in(header)));
    compared.min_by_key(|(_, lacks, strange)| lacks.len() + strange.len()).expect("there are kinds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_columns_whatever_their_order() {
        let name = |columns: &[String]| of_header(columns).map(|sheet| sheet.name);
        for sheet in sheets() {
            let mut columns: Vec<String> = sheet.column_names().map(str::to_owned).collect();
            assert_eq!(name(&columns), Some(sheet.name));
            columns.reverse();
            assert_eq!(name(&columns), Some(sheet.name));
            let needed = sheet.columns.iter().filter(|column| column.is_needed);
            let needed: Vec<String> = needed.map(|column| column.name.to_owned()).collect();
            assert_eq!(name(&needed), Some(sheet.name));
            assert!(sheet_called(sheet.name).is_some_and(|found| std::ptr::eq(found, *sheet)));
        }
    }

    #[test]
    fn a_header_of_no_kind_is_told_what_it_lacks_and_has_too_much() {
        let mut columns: Vec<String> =
            sheet_called("people").unwrap().column_names().map(str::to_owned).collect();
        columns.retain(|column| column != "email");
        columns.push("favourite_colour".to_owned());
        assert!(of_header(&columns).is_none());
        let (sheet, lacks, strange) = nearest(&columns);
        let found = (sheet.name, lacks, strange);
        assert_eq!(found, ("people", vec!["email"], vec!["favourite_colour".to_owned()]));
    }

    #[test]
    fn a_sheet_is_read_after_those_it_names() {
        for (at, sheet) in sheets().iter().enumerate() {
            for named in sheet.after {
                let other = sheets().iter().position(|other| other.name == *named);
                assert!(
                    other.is_some_and(|other| other < at),
                    "{} comes after {named}, which isn't before it",
                    sheet.name
                );
            }
            for table in sheet.names {
                let from = sheets()
                    .iter()
                    .position(|other| other.tables.iter().any(|own| std::ptr::eq(*own, *table)));
                assert!(
                    from.is_some_and(|from| from <= at),
                    "{} names rows of {}, so that comes before it",
                    sheet.name,
                    table.name
                );
            }
        }
    }

    #[test]
    fn every_table_is_found_by_its_name_and_its_search_is_part_of_its_key() {
        for table in sheets().iter().flat_map(|sheet| sheet.tables) {
            assert!(std::ptr::eq(table_called(&table.noted_as()).unwrap(), *table), "{}", table.noted_as());
            assert!((1..=table.key.len()).contains(&table.narrow), "{}", table.name);
        }
    }
}
