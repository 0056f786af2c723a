//! The kinds of files: all features' sheets, in dependency order, and how to tell a file by its header.

use crate::sheets::{ImportSheet, StoredTable, UndoStep};

/// In reading order: what others refer to comes first.
pub struct ImportKinds(Vec<&'static ImportSheet>);

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

impl ImportKinds {
    pub fn of(sheets: impl Iterator<Item = &'static ImportSheet>) -> ImportKinds {
        ImportKinds(in_order(sheets.collect()))
    }

    pub fn sheets(&self) -> &[&'static ImportSheet] {
        &self.0
    }

    pub fn called(&self, name: &str) -> Option<&'static ImportSheet> {
        self.0.iter().find(|sheet| sheet.name == name).copied()
    }

    pub(super) fn place_of(&self, sheet: &ImportSheet) -> usize {
        self.0.iter().position(|other| std::ptr::eq(*other, sheet)).unwrap_or(self.0.len())
    }

    /// A table by the name an undo uses for it.
    pub(super) fn table_called(&self, name: &str) -> Option<&'static StoredTable> {
        self.0.iter().flat_map(|sheet| sheet.tables).find(|table| table.noted_as() == name).copied()
    }

    pub(super) fn undo_steps(&self, table: &'static StoredTable) -> impl Iterator<Item = &'static UndoStep> {
        self.0.iter().flat_map(|sheet| sheet.undo).filter(move |step| std::ptr::eq(step.table, table))
    }

    /// Which kind of file has this header. Several kinds share columns, so it's the kind that knows all the columns and
    /// has all its required ones present; the order doesn't matter.
    pub fn of_header(&self, header: &[String]) -> Option<&'static ImportSheet> {
        self.0
            .iter()
            .copied()
            .find(|sheet| sheet.missing_in(header).is_empty() && sheet.unknown_in(header).is_empty())
    }

    /// For a header that matches no kind: the closest kind, what is missing and what is extra.
    pub(super) fn nearest(
        &self,
        header: &[String],
    ) -> (&'static ImportSheet, Vec<&'static str>, Vec<String>) {
        let compared =
            self.0.iter().map(|sheet| (*sheet, sheet.missing_in(header), sheet.unknown_in(header)));
        compared.min_by_key(|(_, lacks, strange)| lacks.len() + strange.len()).expect("there are kinds")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::all_features::IMPORT_KINDS;

    fn sheets() -> &'static [&'static ImportSheet] {
        IMPORT_KINDS.sheets()
    }

    #[test]
    fn a_file_is_known_by_its_columns_whatever_their_order() {
        let name = |columns: &[String]| IMPORT_KINDS.of_header(columns).map(|sheet| sheet.name);
        for sheet in sheets() {
            let mut columns: Vec<String> = sheet.column_names().map(str::to_owned).collect();
            assert_eq!(name(&columns), Some(sheet.name));
            columns.reverse();
            assert_eq!(name(&columns), Some(sheet.name));
            let needed = sheet.columns.iter().filter(|column| column.is_needed);
            let needed: Vec<String> = needed.map(|column| column.name.to_owned()).collect();
            assert_eq!(name(&needed), Some(sheet.name));
            assert!(IMPORT_KINDS.called(sheet.name).is_some_and(|found| std::ptr::eq(found, *sheet)));
        }
    }

    #[test]
    fn a_header_of_no_kind_is_told_what_it_lacks_and_has_too_much() {
        let mut columns: Vec<String> =
            IMPORT_KINDS.called("people").unwrap().column_names().map(str::to_owned).collect();
        columns.retain(|column| column != "email");
        columns.push("favourite_colour".to_owned());
        assert!(IMPORT_KINDS.of_header(&columns).is_none());
        let (sheet, lacks, strange) = IMPORT_KINDS.nearest(&columns);
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
                let from =
                    sheets().iter().position(|other| other.tables.iter().any(|own| own.name == table.name));
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
            assert!(
                std::ptr::eq(IMPORT_KINDS.table_called(&table.noted_as()).unwrap(), *table),
                "{}",
                table.noted_as()
            );
            assert!((1..=table.key.len()).contains(&table.narrow), "{}", table.name);
        }
    }
}
